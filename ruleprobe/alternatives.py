"""Many patterns asked as one, each only of a text that holds what it needs, and compiled then (AD-12).

``Alternatives(patterns, words, needles)`` answers as ``"|".join(patterns)`` would: ``match`` at the start of
a text, ``search`` anywhere, each with the words that the text holds (``Needles.held``). What a pattern needs
is read from its own letters: a run of literal characters, and of the branches of a group that must match
what one of them needs. Too little may be asked for, never too much: what is optional, a class and what looks
for an absence need nothing. A need is good for its words alone: where a word ends a space stands for whatever
follows it, and what is optional between two words is left out.

A pattern with branches, and a long one with a long choice in it, is taken apart first, so that each is asked
and compiled alone. ``filled`` puts the named parts of the vocabulary (``{name}``) into a pattern.
"""
from __future__ import annotations

import re
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any, Callable, Dict, Iterator, List, Optional, Pattern, Sequence, Tuple

from .needles import SIGNS, Group, Needles, Needs, commonness

_KEPT = 256  # sets of words of which is known which patterns they allow
_FEW = 6  # choices compiled in part before the whole is
_LONG = 400  # characters of a pattern that is worth taking apart
_HELD = 0xE000  # a class, an escape or a group that was read stands as one character from here on
_PART = re.compile(r"(?<!\\)\{([a-z]+)\}")
_ATOM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.S)
_GROUP = re.compile(r"\(([^()]*)\)")
_EDGE = re.compile(r"\(\?<?!(?:\\w|\[\\w[^\]]*\])\)")  # no letter beside it: as good as a space
_COUNT = re.compile(r"(?:\+|\{[0-9,]+\})\??")
_PIECE = re.compile("\\{[a-z]+\\}|[\ue000-\uf8ff]|[^\n.^${\ue000-\uf8ff]+")
_OPTIONAL = re.compile(r"(?:\{[a-z]+\}|[^{}])(?:[?*]|\{0?,[0-9]*\}|\{0\})\??")


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
    """Patterns with the parts that ``words`` (the vocabulary) names."""

    def __init__(self, patterns: Sequence[str], words: Any, needles: Needles) -> None:
        self._patterns, self._words = patterns, words
        self._leaves = [leaf for pattern in patterns for leaf in _leaves(pattern)]
        self._able = Able([needs(leaf, words) for leaf in self._leaves], needles)
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
        return re.compile(form % _joined(self._patterns, self._words)) if self._patterns else None

    def _compiled(self, place: int) -> Pattern[str]:
        return re.compile(filled(self._leaves[place], self._words))


class Choice:
    """Patterns of which the first that matches is wanted: as one pattern, of those that can match a text."""

    def __init__(self, patterns: Sequence[str], words: Any, form: str, needles: Needles) -> None:
        self._patterns, self._words, self._form = patterns, words, form
        self._able = Able([needs(form % pattern, words) for pattern in patterns], needles)
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
            self._compiled[places] = re.compile(self._form % _joined([self._patterns[place] for place in places], self._words))
        return self._compiled[places]

    @cached_property
    def whole(self) -> Pattern[str]:
        """``form`` with all patterns in it."""
        return re.compile(self._form % _joined(self._patterns, self._words))


def filled(pattern: str, words: Any) -> str:
    """The pattern with each ``{name}`` replaced by the alternatives of that name."""
    return _PART.sub(lambda found: "(?:%s)" % _part(found.group(1), words), pattern)


def needs(pattern: str, words: Any) -> Needs:
    """The groups of texts of each of which a text that ``pattern`` matches holds one, the rarest first."""
    held: Dict[str, str] = {}
    text = _ATOM.sub(lambda atom: " " if atom.group() in (r"\b", r"\A") else "\n", _EDGE.sub(" ", pattern))
    return tuple(sorted(set(_needed(_folded(text, held), held, words)), key=commonness))


def _joined(patterns: Sequence[str], words: Any) -> str:
    return "|".join(filled(pattern, words) for pattern in patterns)


@lru_cache(maxsize=None)
def _part(name: str, words: Any) -> str:
    return _joined(_parts(name, words), words)


def _parts(name: str, words: Any) -> Sequence[str]:
    return words.PARTS[name] if name in words.PARTS else words.MOMENTS[name]


@lru_cache(maxsize=None)
def _part_needs(name: str, words: Any, left: str, right: str) -> Needs:
    return needs("%s(?:%s)%s" % (left, "|".join(_parts(name, words)), right), words)


def _leaves(pattern: str) -> Iterator[str]:
    """``pattern``, or what it is taken apart in."""
    parts = _apart(pattern, len(pattern) > _LONG)
    if not parts:
        yield pattern
    for part in parts:
        yield from _leaves(part)


def _folded(pattern: str, held: Dict[str, str]) -> str:
    """The pattern with one character for each group, which ``held`` explains."""
    fold, count = _folder(held), 1
    while count:
        pattern, count = _GROUP.subn(fold, pattern)
    return pattern


def _folder(held: Dict[str, str]) -> Callable[["re.Match[str]"], str]:
    def fold(found: "re.Match[str]") -> str:
        mark = chr(_HELD + len(held))
        held[mark] = found.group()
        return mark

    return fold


def _apart(pattern: str, choices: bool) -> List[str]:
    """``pattern`` once for each branch, or with ``choices`` for each of its longest group that must match; none where it has no such."""
    held: Dict[str, str] = {}

    def unfolded(text: str) -> str:
        return "".join(unfolded(held[char]) if char in held else char for char in text)

    text = _folded(_ATOM.sub(_folder(held), pattern), held)
    if "|" in text:
        return [unfolded(branch) for branch in text.split("|")]
    found = [(len(unfolded(held[char])), place) for place, char in enumerate(text) if choices and _is_choice(held.get(char, ""), text[place + 1:place + 2])]
    if not found:
        return []
    place = max(found)[1]
    return [unfolded(text[:place] + choice + text[place + 1:]) for choice in held[text[place]][3:-1].split("|")]


def _is_choice(group: str, following: str) -> bool:
    return group.startswith("(?:") and "|" in group and following not in tuple("?*+{")


def _needed(text: str, held: Dict[str, str], words: Any) -> List[Group]:
    """What a folded text needs, whichever of its branches matches."""
    return _either([_needed_by_all(branch, held, words) for branch in text.split("|")])


def _either(branches: List[List[Group]]) -> List[Group]:
    """What holds where what one of ``branches`` needs holds."""
    if len(branches) == 1:
        return branches[0]
    if not all(branches):
        return []
    return [tuple(dict.fromkeys(word for groups in branches for word in min(groups, key=commonness)))]


def _needed_by_all(branch: str, held: Dict[str, str], words: Any) -> List[Group]:
    """What a folded text without branches needs."""
    found: List[Group] = []
    text = _COUNT.sub("\n", _without_optional(branch, held))
    for match in _PIECE.finditer(text):
        piece = match.group()
        # A space beside a choice stands beside each of its branches.
        left, right = (" " if char == " " else "" for char in (text[:match.start()][-1:], text[match.end():][:1]))
        if piece in held:
            content = held[piece]
            if content[0] == "(" and content[1] != "?":
                found += _needed(_between(left, content[1:-1], right), held, words)
            elif content.startswith("(?:"):
                found += _needed(_between(left, content[3:-1], right), held, words)
            elif content.startswith("(?="):
                found += _needed(content[3:-1], held, words)
            elif content.startswith("(?<="):
                found += _needed(content[4:-1], held, words)
        elif piece[0] == "{":
            found += _part_needs(piece[1:-1], words, left, right)
        elif len(piece.strip()) > 1 or piece.strip() in SIGNS:
            found.append((piece,))
    return found


def _without_optional(branch: str, held: Dict[str, str]) -> str:
    """A folded text with a gap for what is optional, but for words with the space that parts them from the next."""
    out, end = "", 0
    for match in _OPTIONAL.finditer(branch):
        out += branch[end:match.start()]
        end = match.end()
        content = held.get(match.group()[0], "")
        choices = content[3:-1].split("|") if content.startswith("(?:") else [""]
        after = out[-1:] == " " and all(choice.endswith(" ") for choice in choices)
        before = branch[end:end + 1] == " " and all(choice.startswith(" ") for choice in choices)
        out += "" if after or before else "\n"
    return out + branch[end:]


def _between(left: str, branches: str, right: str) -> str:
    return left + branches.replace("|", "%s|%s" % (right, left)) + right
