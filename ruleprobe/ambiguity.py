"""In how many ways a regular expression can match one text (a leaf; D11).

``re`` backtracks: a pattern that can match one text in many ways tries them all before it gives up. The
pattern's syntax tree, as ``re`` itself parses it, becomes a position automaton (one state for each
character class written in it, and for each pair of them how often one may follow the other):

* exponential: inside one outermost repeat, two different ways through it read the same text;
* polynomial: two repeats one behind the other can both be at work on the same text, so that the border
  between them may lie anywhere. The start of an unanchored search is such a repeat too. ``degree`` is
  the exponent: 1 where no two are, so ``a.*b`` has 2 and ``a.*b.*c`` 3.

Approximations, all towards more ways: a class is known by a sample of characters (ASCII, those the
pattern names, a few others); anchors may always match; ``{m,n}`` with ``n`` over ``_COPIES`` counts as
a repeat without end; a back reference may match anything; an analysis of over ``_MOST_STEPS`` steps says
"linked", or, inside one repeat, "exponential".
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

try:
    from re import _parser as sre  # type: ignore[attr-defined]
except ImportError:  # before Python 3.11
    import sre_parse as sre  # type: ignore[no-redef]

_COPIES = 3
_MOST_POSITIONS = 4000
_MOST_EDGES = 100_000
_MOST_LOOPS = 40
_MOST_FACTOR = 10**9
_MOST_STEPS = 100_000
_MARK = 0xF0000  # private characters, put before alternatives to keep ``re``'s parser from merging them
_SAMPLE = "".join(map(chr, range(128))) + "\x85\xa0\u017f\u0130\u0131\u212a\u00e9\u00c9\u4e2d\u0660\u2028\U0001F600"
_SAMPLED = frozenset(map(ord, _SAMPLE))
_NEWLINE = 1 << _SAMPLE.index("\n")
_BLANKS = sum(1 << n for n, char in enumerate(_SAMPLE) if char.isspace())
_ALTERNATIVE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(\|)", re.S)


WORD, LINE, TEXT = range(3)
# Nanoseconds, measured on a slow machine: giving back one character of a repeat over one class, and one
# round of any other repeat, for each class in it.
_STEP, _ROUND = 50, 100
_CLASSES = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


class Analysis(NamedTuple):
    """``fault`` is a reason against the pattern. Otherwise a search takes up to ``factor * n * m ** (degree - 1)``
    steps of ``step`` nanoseconds, in a text of n characters; m is the length of the longest WORD, LINE or
    TEXT (``reach``) in it, as far as a repeat of the pattern can go."""

    fault: Optional[str]
    degree: int = 1
    factor: int = 1
    reach: int = WORD
    step: int = _STEP


EXPONENTIAL = (
    "this pattern can match one text in exponentially many ways (a repeat inside a repeat, or alternatives that match the same text). "
    "Let each round begin with what the rest of it cannot match: `\\w+(?:\\s+\\w+)*` for `(\\w+\\s?)+`, `a+` for `(a+)+`, `[ab]*` for `(a|b|a)*`"
)
EMPTY_ROUND = "a repeated part of this pattern can match nothing: write `a*` for `(a?)*`, `(?:a+b)*` for `(a*b?)*`"
SIDE_BY_SIDE = "repeats over the same text stand side by side in this pattern: write `.*` for `.*.*`, `.*\\s.*` for `.*\\s+.*`"
TOO_LARGE = "this pattern is too large to be checked: write it with fewer counted repeats"


def analyse_pattern(source: str, tree: Any = None) -> Analysis:
    """What is known of ``source``, a pattern that ``re`` compiles; ``tree``: as ``re`` parsed it."""
    try:
        machine = _Machine(sre.parse(_ALTERNATIVE.sub(_mark, source)) if tree is None or "|" in source else tree)
    except _Fault as exc:
        return Analysis(exc.args[0])
    return machine.analysis()


def _mark(match: "re.Match[str]") -> str:
    if match.group(1) is None:
        return match.group()
    return "|(?!%s)" % chr(_MARK + match.start() % 0xFFFF)


class _Fault(Exception):
    pass


class _Loop(NamedTuple):
    """An outermost repeat: its own positions (none of a look-around inside it) and how many characters it takes at most."""

    positions: Tuple[int, ...]
    most: Optional[int]


class _Part(NamedTuple):
    """A piece of the automaton: where it begins, where it ends, and whether it can match nothing."""

    first: Tuple[int, ...]
    last: Tuple[int, ...]
    nullable: bool


_EMPTY = _Part((), (), True)


class _Machine:
    """The position automaton of one pattern. Position 0 is the start of the search: anything, repeated."""

    def __init__(self, tree: Any) -> None:
        self.flags = tree.state.flags
        self.extra = "".join(map(chr, sorted({code for code in _codes(tree) if code < _MARK} - _SAMPLED)))
        self.full = (1 << len(_SAMPLE + self.extra)) - 1
        self.masks: List[int] = []
        self.follow: List[Dict[int, int]] = []
        self.depths: List[int] = []  # of look-arounds
        self.loops: List[_Loop] = []
        self.inside = 0  # repeats around the current place, within its look-around
        self.depth = 0
        self.steps = 0
        self.edges = 0
        self.blind = 1
        self.step = _STEP
        start = self.position(self.full)
        self.join(start.last, start.first)
        whole = self.sequence(tree, self.flags)
        self.join((0,), whole.first)
        if not _anchored(tree, self.flags):
            self.loops.insert(0, _Loop((0,), None))

    # Building

    def position(self, mask: int) -> _Part:
        if len(self.masks) >= _MOST_POSITIONS:
            raise _Fault(TOO_LARGE)
        self.masks.append(mask)
        self.follow.append({})
        self.depths.append(self.depth)
        place = (len(self.masks) - 1,)
        return _Part(place, place, False)

    def join(self, lasts: Tuple[int, ...], firsts: Tuple[int, ...]) -> None:
        self.edges += len(lasts) * len(firsts)
        if self.edges > _MOST_EDGES:
            raise _Fault(TOO_LARGE)
        for last in lasts:
            row = self.follow[last]
            for first in firsts:
                row[first] = row.get(first, 0) + 1

    def sequence(self, items: Any, flags: int) -> _Part:
        whole = _EMPTY
        for op, value in items:
            part = self.item(op, value, flags)
            if op in (sre.MAX_REPEAT, sre.MIN_REPEAT) and (len(value[2]) != 1 or value[2][0][0] not in _CLASSES):
                self.step = max(self.step, _ROUND)
            self.join(whole.last, part.first)
            whole = _Part(
                whole.first + part.first if whole.nullable else whole.first,
                whole.last + part.last if part.nullable else part.last,
                whole.nullable and part.nullable,
            )
        return whole

    def item(self, op: Any, value: Any, flags: int) -> _Part:
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
            return _Part((), (), False)
        raise _Fault("possessive repeats and atomic groups are not read by every Python: write the repeat without them")

    def choice(self, parts: List[_Part]) -> _Part:
        for _ in [part for part in parts if part.nullable][1:]:
            self.twice_nothing()
        return _Part(sum((p.first for p in parts), ()), sum((p.last for p in parts), ()), any(p.nullable for p in parts))

    def twice_nothing(self) -> None:
        """Nothing can be matched here in two ways: once more is bearable, in each round of a repeat it is not."""
        if self.inside:
            raise _Fault(EMPTY_ROUND)
        self.blind = min(2 * self.blind, _MOST_FACTOR)

    def look(self, direction: int, items: Any, flags: int) -> _Part:
        """A look-ahead begins here and leads nowhere; a look-behind is of fixed width and costs nothing."""
        if direction < 0 or (len(items) == 1 and items[0][0] is sre.LITERAL and items[0][1] >= _MARK):
            return _EMPTY
        inside, self.inside = self.inside, 0
        self.depth += 1
        part = self.sequence(items, flags)
        self.depth -= 1
        self.inside = inside
        return _Part(part.first, (), True)

    def repeat(self, low: int, high: Any, items: Any, flags: int) -> _Part:
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
            whole = _Part(
                whole.first + part.first if whole.nullable else whole.first,
                whole.last + part.last if skip else part.last,
                whole.nullable and skip,
            )
        return whole

    def loop(self, build: Any, low: int, high: Any, most: Optional[int]) -> _Part:
        begin = len(self.masks)
        self.inside += 1
        part = build()
        self.inside -= 1
        if part.nullable:
            raise _Fault(EMPTY_ROUND)
        self.join(part.last, part.first)
        if not self.inside:
            own = tuple(n for n in range(begin, len(self.masks)) if self.depths[n] == self.depth)
            self.step = max(self.step, _ROUND * len(own) if len(own) > 1 else 0)
            self.loops.append(_Loop(own, most))
            if len(self.loops) > _MOST_LOOPS:
                raise _Fault(TOO_LARGE)
        return _Part(part.first, part.last, low == 0)

    def mask(self, op: Any, value: Any, flags: int) -> int:
        """The characters of the sample, and of the pattern's own beyond it, that a class matches."""
        if op is sre.LITERAL and value < 128 and not flags & re.IGNORECASE:
            return 1 << value
        key = tuple(value) if op is sre.IN else value
        bits = _sampled(op, key, flags)
        for n, char in enumerate(self.extra):
            if _matches(op, key, flags, char):
                bits |= 1 << len(_SAMPLE) + n
        return bits

    # Analysing

    def analysis(self) -> Analysis:
        if any(self.exponential(loop) for loop in self.loops):
            return Analysis(EXPONENTIAL)
        links = [(a, b) for b in range(len(self.loops)) for a in range(b) if self.linked(self.loops[a], self.loops[b])]
        degree, factor = self.worst(links)
        if degree > 2 and self.side_by_side(links):
            return Analysis(SIDE_BY_SIDE)
        return Analysis(None, degree, min(factor * self.ways() * self.blind, _MOST_FACTOR), self.reach(), self.step)

    def ways(self) -> int:
        """At most how many ways through the pattern begin with one text, borders between repeats aside."""
        loop_of = {n: k for k, loop in enumerate(self.loops) for n in loop.positions}
        ways = [1] * len(self.masks)
        for n in reversed(range(len(self.masks))):
            ahead = [m for m in self.follow[n] if m > n and loop_of.get(m, -1) != loop_of.get(n, -2)]
            self.steps += len(ahead) ** 2
            if self.steps > 10 * _MOST_STEPS:
                return _MOST_FACTOR
            for m in ahead:
                together = sum(ways[k] * self.follow[n][k] for k in ahead if self.masks[k] & self.masks[m])
                ways[n] = min(max(ways[n], together), _MOST_FACTOR)
        return ways[0]

    def reach(self) -> int:
        """The longest kind of piece of a text that a repeat can be at work on."""
        repeated = 0
        for loop in self.loops:
            if loop.positions != (0,):
                repeated |= self.union(loop)
        return TEXT if repeated & _NEWLINE else LINE if repeated & _BLANKS else WORD

    def exponential(self, loop: _Loop) -> bool:
        """Whether two ways through the repeat part and meet again on the same text.

        Every position of a repeat can reach every other, so it is enough that a pair of different positions,
        reached on one text, has a common successor; or that one position follows another in two ways.
        """
        own = set(loop.positions)
        follow = {n: [m for m in self.follow[n] if m in own] for n in own}
        if any(self.follow[n][m] > 1 for n in own for m in follow[n]):
            return True
        seen: Set[Tuple[int, int]] = set()
        todo = [(n, n) for n in own]
        while todo:
            a, b = todo.pop()
            if a != b and not set(follow[a]).isdisjoint(follow[b]):
                return True
            for x in follow[a]:
                for y in follow[b]:
                    self.steps += 1
                    pair = (x, y) if x < y else (y, x)
                    if x != y and self.masks[x] & self.masks[y] and pair not in seen:
                        seen.add(pair)
                        todo.append(pair)
            if self.steps > _MOST_STEPS:
                return True
        return False

    def linked(self, one: _Loop, two: _Loop) -> bool:
        """Whether some text takes ``one`` round, takes ``two`` round, and leads from the first to the second."""
        return any(self.meet(p, q, set(one.positions), set(two.positions)) for p in one.positions for q in two.positions)

    def meet(self, p: int, q: int, one: Set[int], two: Set[int]) -> bool:
        start, end = (p, p, q), (p, q, q)
        seen = {start}
        todo = [start]
        while todo:
            a, b, c = todo.pop()
            for x in self.within(a, one):
                for z in self.within(c, two):
                    common = self.masks[x] & self.masks[z]
                    for y in self.follow[b] if common else ():
                        self.steps += 1
                        place = (x, y, z)
                        if common & self.masks[y] and place not in seen:
                            if place == end:
                                return True
                            seen.add(place)
                            todo.append(place)
            if self.steps > _MOST_STEPS:
                return True
        return False

    def within(self, place: int, own: Set[int]) -> Iterator[int]:
        return (n for n in self.follow[place] if n in own)

    def worst(self, links: List[Tuple[int, int]]) -> Tuple[int, int]:
        """``(degree, factor)``: the most repeats with an open end on one way through the pattern, and what the
        bounded ones among them come to. Repeats stand in the order in which they are reached."""
        reached = [(0, 1)] * len(self.loops)  # of the ways that lead into the repeat
        worst = (1, 1)
        for b, loop in enumerate(self.loops):
            for a in range(b):
                if (a, b) in links:
                    reached[b] = max(reached[b], _grown(reached[a], self.loops[a].most))
                elif self.reaches(self.loops[a], loop):
                    reached[b] = max(reached[b], reached[a])
            worst = max(worst, _grown(reached[b], loop.most))
        return max(worst[0], 1), worst[1]

    def reaches(self, one: _Loop, two: _Loop) -> bool:
        seen = set(one.positions)
        todo = list(seen)
        while todo:
            for n in self.follow[todo.pop()]:
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return two.positions[0] in seen

    def side_by_side(self, links: List[Tuple[int, int]]) -> bool:
        """Whether three linked repeats follow one another directly, or two over the same class."""
        direct = {(a, b) for a, b in links if a and any(m in self.follow[n] for n in self.loops[a].positions for m in self.loops[b].positions)}
        same = {(a, b) for a, b in direct if self.union(self.loops[a]) == self.union(self.loops[b])}
        return bool(same) or any((b, c) in direct for _, b in direct for c in range(b + 1, len(self.loops)))

    def union(self, loop: _Loop) -> int:
        mask = 0
        for n in loop.positions:
            mask |= self.masks[n]
        return mask


def _grown(cost: Tuple[int, int], most: Optional[int]) -> Tuple[int, int]:
    degree, factor = cost
    return (degree + 1, factor) if most is None else (degree, min(factor * max(most, 1), _MOST_FACTOR))


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


@lru_cache(maxsize=4096)
def _sampled(op: Any, value: Any, flags: int) -> int:
    return sum(1 << n for n, char in enumerate(_SAMPLE) if _matches(op, value, flags, char))


def _matches(op: Any, value: Any, flags: int, char: str) -> bool:
    if op is sre.ANY:
        return char != "\n" or bool(flags & re.DOTALL)
    forms = {char, char.lower(), char.upper()} if flags & re.IGNORECASE else {char}
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
    return _CATEGORIES[str(what)](chr(code), bool(flags & re.ASCII))


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
            if value is sre.AT_BEGINNING_STRING or (value is sre.AT_BEGINNING and not flags & re.MULTILINE):
                return True
            continue
        if op is sre.SUBPATTERN and not value[1] & re.MULTILINE:
            return _anchored(value[3], flags)
        if op is sre.BRANCH:
            return all(_anchored(items, flags) for items in value[1])
        return False
    return False
