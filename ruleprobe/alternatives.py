"""Many patterns asked as one, each only of a text that holds what it needs, and compiled then (AD-12).

``Alternatives(patterns, reading, needles)`` answers as ``"|".join(patterns)`` would: ``match`` at the start of
a text, ``search`` anywhere, each with the words that the text holds (``Needles.held``). ``Choice`` gives the
one pattern of those that can match. Both take the named parts of the vocabulary that ``reading`` knows.
"""
from __future__ import annotations

import re
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Dict, Optional, Pattern, Sequence, Tuple

from .needles import Needles, Needs
from .pattern_needs import Reading, filled, joined

_KEPT = 256  # sets of words of which is known which patterns they allow
_FEW = 1  # choices compiled in part before the whole is


class Able:
    """Which of several patterns can match a text, by the words it holds."""

    def __init__(self, needs: Sequence[Needs], needles: Needles) -> None:
        self._asked = [needles.add(needed) for needed in needs]
        self._all = reduce(or_, self._asked, 0)
        self._known = lru_cache(maxsize=_KEPT)(self._places)

    def places(self, held: int) -> Sequence[int]:
        return self._known(held & self._all)

    def _places(self, held: int) -> Tuple[int, ...]:
        return tuple([place for place, asked in enumerate(self._asked) if held & asked == asked])


class Alternatives:
    """Patterns of which one is to match, taken apart."""

    def __init__(self, patterns: Sequence[str], reading: Reading, needles: Needles) -> None:
        self._patterns, self._words = patterns, reading.words
        self._leaves = [leaf for pattern in patterns for leaf in reading.leaves(pattern)]
        self._able = Able([reading.needs(leaf) for leaf in self._leaves], needles)
        self._pattern = lru_cache(maxsize=None)(self._compiled)

    def possible(self, held: int) -> bool:
        """Whether a text with these words can match."""
        return bool(self._able.places(held))

    def match(self, text: str, held: int) -> bool:
        return any(self._pattern(place).match(text) for place in self._able.places(held))

    def search(self, text: str, held: int) -> bool:
        return any(self._pattern(place).search(text) for place in self._able.places(held))

    def whole(self, form: str = "%s") -> Optional[Pattern[str]]:
        """All of them as one pattern, put into ``form``; None where there are none."""
        return re.compile(form % joined(self._patterns, self._words)) if self._patterns else None

    def _compiled(self, place: int) -> Pattern[str]:
        return re.compile(filled(self._leaves[place], self._words))


class Choice:
    """Patterns of which the first that matches is wanted: as one pattern, of those that can match a text."""

    def __init__(self, patterns: Sequence[str], form: str, reading: Reading, needles: Needles) -> None:
        self._patterns, self._words, self._form = patterns, reading.words, form
        self._able = Able([reading.needs(form % pattern) for pattern in patterns], needles)
        self._compiled: Dict[Sequence[int], Pattern[str]] = {}

    def possible(self, held: int) -> bool:
        """Whether a text with these words can match."""
        return bool(self._able.places(held))

    def pattern(self, held: int) -> Optional[Pattern[str]]:
        """``form`` with the patterns in it that can match a text with these words; None where none can."""
        places = self._able.places(held)
        if not places:
            return None
        if places not in self._compiled:
            if len(self._compiled) > _FEW:
                return self.whole
            self._compiled[places] = re.compile(self._form % joined([self._patterns[place] for place in places], self._words))
        return self._compiled[places]

    @cached_property
    def whole(self) -> Pattern[str]:
        """``form`` with all patterns in it."""
        return re.compile(self._form % joined(self._patterns, self._words))
