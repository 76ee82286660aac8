"""Many patterns asked as one, each compiled when a text first holds what it needs (AD-12).

``Alternatives(patterns, words)`` answers as ``"|".join(patterns)`` would: ``match`` at the start of a text,
``search`` anywhere. What a pattern needs is read from its own letters: a run of literal characters, and of
the branches of a group that must match what one of them needs. Too little may be asked for, never too much:
what is optional, a class and what looks for an absence need nothing. A pattern that is one long choice
behind a common opening is taken apart first, so that each branch is asked and compiled alone.

``filled`` puts the named parts of the vocabulary (``{name}``) into a pattern.
"""
from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, Optional, Pattern, Sequence, Tuple

Group = Tuple[str, ...]  # a text must hold one of these
Needs = Tuple[Group, ...]  # of each

_FEW = 6  # choices compiled in part before the whole is
_LONG = 400  # characters of a pattern that is worth taking apart
_HELD = 0xE000  # a class, an escape or a group that was read stands as one character from here on
_PART = re.compile(r"(?<!\\)\{([a-z]+)\}")
_ATOM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.S)
_GROUP = re.compile(r"\(([^()]*)\)")
_TAG = re.compile("<[a-z]+>")
_NONE: FrozenSet[str] = frozenset()
_COUNT = re.compile(r"(?:\+|\{[0-9,]+\})\??")
_PIECE = re.compile("\\{[a-z]+\\}|[\ue000-\uf8ff]|[^\n.^${\ue000-\uf8ff]+")
_OPTIONAL = re.compile(r"(?:\{[a-z]+\}|[^{}])(?:[?*]|\{0?,[0-9]*\}|\{0\})\??")


class Alternatives:
    """Patterns with the parts that ``words`` (the vocabulary) names. Nothing is read before the first question."""

    def __init__(self, patterns: Sequence[str], words: Any) -> None:
        self._patterns, self._words = patterns, words
        self._by_tags: Dict[FrozenSet[str], List[_Alternative]] = {}

    def match(self, text: str) -> bool:
        return any(pattern.match(text) for pattern in self.possible(text))

    def search(self, text: str) -> bool:
        return any(pattern.search(text) for pattern in self.possible(text))

    def whole(self, form: str = "%s") -> Optional[Pattern[str]]:
        """All of them as one pattern, put into ``form``; None where there are none."""
        return re.compile(form % _joined(self._patterns, self._words)) if self._patterns else None

    def possible(self, text: str) -> Iterator[Pattern[str]]:
        """The patterns of whose needs ``text`` holds one each."""
        tags = self._tags.intersection(_TAG.findall(text)) if "<" in text else _NONE
        if tags not in self._by_tags:
            self._by_tags[tags] = [alternative for alternative in self._each if alternative.tags <= tags]
        for alternative in self._by_tags[tags]:
            if holds(text, alternative.asked):
                yield from alternative.possible(text)

    @cached_property
    def _tags(self) -> FrozenSet[str]:
        """The tags that some of them need: a text may hold any others, and any number."""
        return _NONE.union(*(alternative.tags for alternative in self._each))

    @cached_property
    def _each(self) -> List["_Alternative"]:
        return [_Alternative(pattern, self._words) for pattern in self._patterns]


class _Alternative:
    """One pattern and, once asked for, what it needs and itself; a long one in the branches it can be taken apart in."""

    def __init__(self, source: str, words: Any) -> None:
        self.asked = _outer(source)  # what it needs, as far as it was read
        self.tags = frozenset(tag for (word,) in self.asked for tag in _TAG.findall(word))
        self._source, self._words = source, words
        self._read = False

    def possible(self, text: str) -> Iterator[Pattern[str]]:
        if not self._read:
            self.asked, self._read = needs(self._source, self._words), True
            if not holds(text, self.asked):
                return
        if self._branches is not None:
            yield from self._branches.possible(text)
        else:
            yield self._compiled

    @cached_property
    def _branches(self) -> Optional[Alternatives]:
        branches = _apart(self._source) if len(self._source) > _LONG else []
        return Alternatives(branches, self._words) if branches else None

    @cached_property
    def _compiled(self) -> Pattern[str]:
        return re.compile(filled(self._source, self._words))


class Choice:
    """Patterns of which the first that matches is wanted: as one pattern, of those that can match a text."""

    def __init__(self, patterns: Sequence[str], words: Any, form: str) -> None:
        self._patterns, self._words, self._form = patterns, words, form
        self._compiled: Dict[Tuple[str, ...], Pattern[str]] = {}

    def pattern(self, text: str) -> Optional[Pattern[str]]:
        """``form`` with the patterns that can match ``text`` in it; None where none can."""
        if not holds(text, self._one):
            return None
        if len(self._compiled) > _FEW:
            return self.whole
        possible = tuple(pattern for pattern, needed in self._needs if holds(text, needed))
        if possible and possible not in self._compiled:
            self._compiled[possible] = re.compile(self._form % _joined(possible, self._words))
        return self._compiled.get(possible)

    @cached_property
    def whole(self) -> Pattern[str]:
        """``form`` with all patterns in it."""
        return re.compile(self._form % _joined(self._patterns, self._words))

    @cached_property
    def _needs(self) -> List[Tuple[str, Needs]]:
        return [(pattern, needs(pattern, self._words)) for pattern in self._patterns]

    @cached_property
    def _one(self) -> Needs:
        """What one or another of the patterns needs."""
        return tuple(_either([list(needed) for _, needed in self._needs]))


def filled(pattern: str, words: Any) -> str:
    """The pattern with each ``{name}`` replaced by the alternatives of that name."""
    return _PART.sub(lambda found: "(?:%s)" % _part(found.group(1), words), pattern)


def needs(pattern: str, words: Any) -> Needs:
    """The groups of texts of each of which a text that ``pattern`` matches holds one, the rarest first."""
    held: Dict[str, str] = {}
    return tuple(sorted(set(_needed(_folded(_ATOM.sub("\n", pattern), held), held, words)), key=_commonness))


def _joined(patterns: Sequence[str], words: Any) -> str:
    return "|".join(filled(pattern, words) for pattern in patterns)


@lru_cache(maxsize=None)
def _part(name: str, words: Any) -> str:
    return _joined(_parts(name, words), words)


def _parts(name: str, words: Any) -> Sequence[str]:
    return words.PARTS[name] if name in words.PARTS else words.MOMENTS[name]


@lru_cache(maxsize=None)
def _part_needs(name: str, words: Any) -> Needs:
    return needs("|".join(_parts(name, words)), words)


def holds(text: str, needs: Sequence[Group]) -> bool:
    """Whether ``text`` holds one of each group."""
    for group in needs:
        for word in group:
            if word in text:
                break
        else:
            return False
    return True


def _outer(pattern: str) -> Needs:
    """What ``pattern`` needs outside its groups."""
    text, count = _ATOM.sub("\n", pattern), 1
    while count:
        text, count = _GROUP.subn("\n", text)
    return () if "|" in text else tuple(_needed_by_all(text, {}, None))


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


def _apart(pattern: str) -> List[str]:
    """``pattern`` once for each branch, or for each choice of its longest group that must match; none where it has no such."""
    held: Dict[str, str] = {}

    def unfolded(text: str) -> str:
        return "".join(unfolded(held[char]) if char in held else char for char in text)

    text = _folded(_ATOM.sub(_folder(held), pattern), held)
    if "|" in text:
        return [unfolded(branch) for branch in text.split("|")]
    choices = [(len(unfolded(held[char])), place) for place, char in enumerate(text) if _is_choice(held.get(char, ""), text[place + 1:place + 2])]
    if not choices:
        return []
    place = max(choices)[1]
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
    return [tuple(dict.fromkeys(word for groups in branches for word in min(groups, key=_commonness)))]


def _needed_by_all(branch: str, held: Dict[str, str], words: Any) -> List[Group]:
    """What a folded text without branches needs; what its named parts do only where ``words`` are given."""
    found: List[Group] = []
    for piece in _PIECE.findall(_COUNT.sub("\n", _OPTIONAL.sub("\n", branch))):
        if piece in held:
            content = held[piece]
            if content[0] == "(" and content[1] != "?":
                found += _needed(content[1:-1], held, words)
            elif content.startswith(("(?:", "(?=")):
                found += _needed(content[3:-1], held, words)
            elif content.startswith("(?<="):
                found += _needed(content[4:-1], held, words)
        elif piece[0] == "{":
            found += _part_needs(piece[1:-1], words) if words else ()
        elif len(piece.strip()) > 1:
            found.append((piece,))
    return found


def _commonness(group: Group) -> Tuple[float, Group]:
    return sum(8.0 ** -len(word) for word in group), group
