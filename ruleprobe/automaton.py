"""The position automaton of a regular expression, from the tree ``re`` itself parses (a leaf; D11).

Each character class written in the pattern is a position; ``follow`` says which may come next, and in how
many ways; ``loops`` are its outermost repeats. Position 0 is the start of the search: anything, repeated.

Approximations, all towards more ways to match: a class is known by the characters of a sample (ASCII, those
the pattern names, a few others) that it holds; anchors always match; a count over ``_COPIES`` is a repeat; a
back reference may match anything.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

try:
    from re import _parser as sre  # type: ignore[attr-defined]
except ImportError:  # before Python 3.11
    import sre_parse as sre  # type: ignore[no-redef]

# As plain numbers: the flags of ``re`` are slow to combine.
_IGNORECASE, _MULTILINE, _DOTALL, _ASCII = (int(flag) for flag in (re.IGNORECASE, re.MULTILINE, re.DOTALL, re.ASCII))
_COPIES = 3
_MOST_POSITIONS = 4000
_MOST_EDGES = 100_000
_MOST_LOOPS = 40
MOST_FACTOR = 10**9
MARK = 0xF0000  # characters from here on stand before alternatives, to keep ``re``'s parser from merging them
_SAMPLE = "".join(map(chr, range(128))) + "\x85\xa0\u017f\u0130\u0131\u212a\u00e9\u00c9\u4e2d\u0660\u2028\U0001F600"
_SAMPLED = frozenset(map(ord, _SAMPLE))
NEWLINE = 1 << _SAMPLE.index("\n")
BLANKS = sum(1 << n for n, char in enumerate(_SAMPLE) if char.isspace())
# Nanoseconds, measured on a slow machine: giving back one character of a repeat over one class, and one
# round of any other repeat, for each class in it.
STEP, _ROUND = 50, 100
_CLASSES = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)

EMPTY_ROUND = "a repeated part of this pattern can match nothing: write `a*` for `(a?)*`, `(?:a+b)*` for `(a*b?)*`"
TOO_LARGE = "this pattern is too large to be checked: write it with fewer counted repeats"
NOT_EVERYWHERE = "possessive repeats and atomic groups are not read by every Python: write the repeat without them"


class Fault(Exception):
    """A reason against a pattern."""


class Loop(NamedTuple):
    """An outermost repeat: its own positions (none of a look-around inside it) and how many characters it takes at most."""

    positions: Tuple[int, ...]
    most: Optional[int]


class Part(NamedTuple):
    """A piece of the automaton: where it begins, where it ends, and whether it can match nothing."""

    first: Tuple[int, ...]
    last: Tuple[int, ...]
    nullable: bool


_EMPTY = Part((), (), True)


class Machine:
    """``masks``: the characters of each position, as bits; ``follow``; ``loops``, the search first unless the pattern is
    anchored; ``step``: nanoseconds a round of its slowest repeat takes; ``blind``: in how many ways its parts can
    match nothing."""

    def __init__(self, tree: Any) -> None:
        self.flags = int(tree.state.flags)
        self.extra = "".join(map(chr, sorted({code for code in _codes(tree) if code < MARK} - _SAMPLED)))
        self.full = (1 << len(_SAMPLE + self.extra)) - 1
        self.masks: List[int] = []
        self.follow: List[Dict[int, int]] = []
        self.depths: List[int] = []  # of look-arounds
        self.loops: List[Loop] = []
        self.inside = 0  # repeats around the current place, within its look-around
        self.depth = 0
        self.edges = 0
        self.blind = 1
        self.step = STEP
        start = self.position(self.full)
        self.join(start.last, start.first)
        whole = self.sequence(_ended(tree), self.flags)
        self.join((0,), whole.first)
        if not _anchored(tree, self.flags):
            self.loops.insert(0, Loop((0,), None))

    # Building

    def position(self, mask: int) -> Part:
        if len(self.masks) >= _MOST_POSITIONS:
            raise Fault(TOO_LARGE)
        self.masks.append(mask)
        self.follow.append({})
        self.depths.append(self.depth)
        place = (len(self.masks) - 1,)
        return Part(place, place, False)

    def join(self, lasts: Tuple[int, ...], firsts: Tuple[int, ...]) -> None:
        self.edges += len(lasts) * len(firsts)
        if self.edges > _MOST_EDGES:
            raise Fault(TOO_LARGE)
        for last in lasts:
            row = self.follow[last]
            for first in firsts:
                row[first] = row.get(first, 0) + 1

    def sequence(self, items: Any, flags: int) -> Part:
        whole = _EMPTY
        for op, value in items:
            part = self.item(op, value, flags)
            if op in (sre.MAX_REPEAT, sre.MIN_REPEAT) and (len(value[2]) != 1 or value[2][0][0] not in _CLASSES):
                self.step = max(self.step, _ROUND)
            self.join(whole.last, part.first)
            whole = Part(
                whole.first + part.first if whole.nullable else whole.first,
                whole.last + part.last if part.nullable else part.last,
                whole.nullable and part.nullable,
            )
        return whole

    def item(self, op: Any, value: Any, flags: int) -> Part:
        if op in _CLASSES:
            return self.position(self.mask(op, value, flags))
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT):
            return self.repeat(*value, flags)
        if op is sre.BRANCH:
            return self.choice([self.sequence(items, flags) for items in value[1]])
        if op is sre.SUBPATTERN:
            return self.sequence(value[3], (flags | value[1]) & ~value[2])
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return self.look(value[0], value[1], flags)
        if op is sre.GROUPREF:
            return self.loop(lambda: self.position(self.full), 0, sre.MAXREPEAT, None)
        if op is sre.GROUPREF_EXISTS:
            return self.choice([self.sequence(value[1], flags), self.sequence(value[2] or [], flags)])
        if op is sre.AT:
            return _EMPTY
        if str(op) == "FAILURE":
            return Part((), (), False)
        raise Fault(NOT_EVERYWHERE)

    def choice(self, parts: List[Part]) -> Part:
        for _ in [part for part in parts if part.nullable][1:]:
            self.twice_nothing()
        return Part(sum((p.first for p in parts), ()), sum((p.last for p in parts), ()), any(p.nullable for p in parts))

    def twice_nothing(self) -> None:
        """Nothing can be matched here in two ways: once more is bearable, in each round of a repeat it is not."""
        if self.inside:
            raise Fault(EMPTY_ROUND)
        self.blind = min(2 * self.blind, MOST_FACTOR)

    def look(self, direction: int, items: Any, flags: int) -> Part:
        """A look-ahead begins here and leads nowhere; a look-behind is of fixed width and costs nothing."""
        if direction < 0 or (len(items) == 1 and items[0][0] is sre.LITERAL and items[0][1] >= MARK):
            return _EMPTY
        inside, self.inside = self.inside, 0
        self.depth += 1
        part = self.sequence(items, flags)
        self.depth -= 1
        self.inside = inside
        return Part(part.first, (), True)

    def repeat(self, low: int, high: Any, items: Any, flags: int) -> Part:
        if high == 0:
            return _EMPTY
        fixed = low == high and all(op in _CLASSES for op, _ in items)
        if fixed and high > _COPIES:
            return self.sequence(items, flags)
        if high > _COPIES:
            width = items.getwidth()[1]
            unbounded = high == sre.MAXREPEAT or width >= sre.MAXREPEAT
            return self.loop(lambda: self.sequence(items, flags), low, high, None if unbounded else int(high) * width)
        whole = _EMPTY
        for copy in range(high):
            part = self.sequence(items, flags)
            if part.nullable and (low, high) != (1, 1):
                self.twice_nothing()
            self.join(whole.last, part.first)
            skip = part.nullable or copy >= low
            whole = Part(
                whole.first + part.first if whole.nullable else whole.first,
                whole.last + part.last if skip else part.last,
                whole.nullable and skip,
            )
        return whole

    def loop(self, build: Callable[[], Part], low: int, high: Any, most: Optional[int]) -> Part:
        begin = len(self.masks)
        self.inside += 1
        part = build()
        self.inside -= 1
        if part.nullable:
            raise Fault(EMPTY_ROUND)
        self.join(part.last, part.first)
        if not self.inside:
            own = tuple(n for n in range(begin, len(self.masks)) if self.depths[n] == self.depth)
            self.step = max(self.step, _ROUND * len(own) if len(own) > 1 else 0)
            self.loops.append(Loop(own, most))
            if len(self.loops) > _MOST_LOOPS:
                raise Fault(TOO_LARGE)
        return Part(part.first, part.last, low == 0)

    def mask(self, op: Any, value: Any, flags: int) -> int:
        """The characters of the sample, and of the pattern's own beyond it, that a class matches."""
        if op is sre.LITERAL and value < 128 and not flags & _IGNORECASE:
            return 1 << value
        key = tuple(value) if op is sre.IN else value
        bits = _sampled(op, key, flags)
        for n, char in enumerate(self.extra):
            if _matches(op, key, flags, char):
                bits |= 1 << len(_SAMPLE) + n
        return bits

    def union(self, loop: Loop) -> int:
        mask = 0
        for n in loop.positions:
            mask |= self.masks[n]
        return mask


def _codes(items: Any) -> Iterator[int]:
    """The character codes a tree names, and those just outside its ranges."""
    for op, value in items:
        if op in (sre.LITERAL, sre.NOT_LITERAL):
            yield from _cases(value)
        elif op is sre.RANGE:
            for code in (value[0] - 1, value[0], value[1], value[1] + 1):
                if 0 <= code <= 0x10FFFF:
                    yield from _cases(code)
        elif op is sre.IN:
            yield from _codes(value)
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _codes(branch)
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, sre.SubPattern):
                    yield from _codes(part)


def _cases(code: int) -> Iterator[int]:
    yield code
    for other in (chr(code).lower(), chr(code).upper()):
        if len(other) == 1:
            yield ord(other)


def _ended(tree: Any) -> List[Any]:
    """The pattern's items; a repeat over one class at its very end is done with its fewest rounds."""
    items = list(tree)
    if items and items[-1][0] in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        op, (low, _, body) = items.pop()
        if len(body) != 1 or body[0][0] not in _CLASSES:
            return list(tree)
        items += [(op, (low, low, body))] if low else []
    return items


@lru_cache(maxsize=4096)
def _sampled(op: Any, value: Any, flags: int) -> int:
    return sum(1 << n for n, char in enumerate(_SAMPLE) if _matches(op, value, flags, char))


def _matches(op: Any, value: Any, flags: int, char: str) -> bool:
    if op is sre.ANY:
        return char != "\n" or bool(flags & _DOTALL)
    forms = {char, char.lower(), char.upper()} if flags & _IGNORECASE else {char}
    codes = [ord(form) for form in forms if len(form) == 1]
    if op is not sre.IN:
        return any(code == value for code in codes) == (op is sre.LITERAL)
    negated = value[0][0] is sre.NEGATE
    return any(_in_class(kind, what, flags, code) for code in codes for kind, what in value[negated:]) != negated


def _in_class(kind: Any, what: Any, flags: int, code: int) -> bool:
    if kind is sre.LITERAL:
        return code == what
    if kind is sre.RANGE:
        return bool(what[0] <= code <= what[1])
    return _CATEGORIES[str(what)](chr(code), bool(flags & _ASCII))


def _category(source: str) -> Any:
    wide, narrow = re.compile(source), re.compile(source, re.ASCII)
    return lambda char, ascii_only: (narrow if ascii_only else wide).match(char) is not None


_CATEGORIES = {
    "CATEGORY_DIGIT": _category(r"\d"), "CATEGORY_NOT_DIGIT": _category(r"\D"),
    "CATEGORY_SPACE": _category(r"\s"), "CATEGORY_NOT_SPACE": _category(r"\S"),
    "CATEGORY_WORD": _category(r"\w"), "CATEGORY_NOT_WORD": _category(r"\W"),
}


def _anchored(tree: Any, flags: int) -> bool:
    """Whether the pattern can only match at the start of the text."""
    for op, value in tree:
        if op is sre.AT:
            if value is sre.AT_BEGINNING_STRING or (value is sre.AT_BEGINNING and not flags & _MULTILINE):
                return True
            continue
        if op is sre.SUBPATTERN and not value[1] & _MULTILINE:
            return _anchored(value[3], flags)
        if op is sre.BRANCH:
            return all(_anchored(items, flags) for items in value[1])
        return False
    return False
