"""In how many ways a regular expression can match one text (D11).

``re`` backtracks: a pattern that can match one text in many ways tries them all before it gives up. Over the
position automaton of the pattern (``automaton``):

* exponential: inside one outermost repeat, two different ways through it read the same text;
* polynomial: two repeats one behind the other can both be at work on the same text, so that the border
  between them may lie anywhere. The start of an unanchored search is such a repeat too. ``degree`` is the
  exponent: 1 where no two are; ``a.*b`` has 2 and ``a.*b.*c`` 3.

An analysis of over ``_MOST_STEPS`` steps says "linked", or, inside one repeat, "exponential".
"""
from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from .automaton import BLANKS, MARK, MOST_FACTOR, NEWLINE, STEP, Fault, Loop, Machine, sre

_MOST_STEPS = 100_000
_ALTERNATIVE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(\|)", re.S)

WORD, LINE, TEXT = range(3)
EXPONENTIAL = (
    "this pattern can match one text in exponentially many ways (a repeat inside a repeat, or alternatives that match the same text). "
    "Let each round begin with what the rest of it cannot match: `\\w+(?:\\s+\\w+)*` for `(\\w+\\s?)+`, `a+` for `(a+)+`, `[ab]*` for `(a|b|a)*`"
)
SIDE_BY_SIDE = "repeats over the same text stand side by side in this pattern: write `.*` for `.*.*`, `.*\\s.*` for `.*\\s+.*`"


class Analysis(NamedTuple):
    """``fault`` is a reason against the pattern. Otherwise a search takes up to ``factor * n * m ** (degree - 1)``
    steps of ``step`` nanoseconds, in a text of n characters; m is the length of the longest WORD, LINE or
    TEXT (``reach``) in it, as far as a repeat of the pattern can go."""

    fault: Optional[str]
    degree: int = 1
    factor: int = 1
    reach: int = WORD
    step: int = STEP


def analyse_pattern(source: str, tree: Any = None) -> Analysis:
    """What is known of ``source``, a pattern that ``re`` compiles; ``tree``: as ``re`` parsed it."""
    try:
        machine = Machine(sre.parse(_ALTERNATIVE.sub(_mark, source)) if tree is None or "|" in source else tree)
    except Fault as exc:
        return Analysis(exc.args[0])
    return _Study(machine).analysis()


def _mark(match: "re.Match[str]") -> str:
    if match.group(1) is None:
        return match.group()
    return "|(?!%s)" % chr(MARK + match.start() % 0xFFFF)


class _Study:
    """The analysis of one automaton; its loops in an order in which each comes before those it leads to."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.follow = machine.follow
        self.steps = 0
        ahead = {loop: self.ahead(loop) for loop in machine.loops}
        self.loops = sorted(machine.loops, key=lambda loop: -len(ahead[loop]))
        self.leads = {(a, b) for a, one in enumerate(self.loops) for b, two in enumerate(self.loops) if a < b and two.positions[0] in ahead[one]}

    def ahead(self, loop: Loop) -> Set[int]:
        """The positions a repeat leads to."""
        seen = set(loop.positions)
        todo = list(seen)
        while todo:
            for n in self.follow[todo.pop()]:
                if n not in seen:
                    seen.add(n)
                    todo.append(n)
        return seen

    def analysis(self) -> Analysis:
        if any(self.exponential(loop) for loop in self.loops):
            return Analysis(EXPONENTIAL)
        links = [(a, b) for a, b in sorted(self.leads) if self.linked(self.loops[a], self.loops[b])]
        degree, factor = self.worst(links)
        if degree > 2 and self.side_by_side(links):
            return Analysis(SIDE_BY_SIDE)
        return Analysis(None, degree, min(factor * self.ways() * self.machine.blind, MOST_FACTOR), self.reach(), self.machine.step)

    def ways(self) -> int:
        """At most how many ways through the pattern begin with one text, borders between repeats aside."""
        loop_of = {n: k for k, loop in enumerate(self.loops) for n in loop.positions}
        ways = [1] * len(self.machine.masks)
        for n in reversed(range(len(self.machine.masks))):
            ahead = [m for m in self.follow[n] if m > n and loop_of.get(m, -1) != loop_of.get(n, -2)]
            self.steps += len(ahead) ** 2
            if self.steps > 10 * _MOST_STEPS:
                return MOST_FACTOR
            for m in ahead:
                together = sum(ways[k] * self.follow[n][k] for k in ahead if self.machine.masks[k] & self.machine.masks[m])
                ways[n] = min(max(ways[n], together), MOST_FACTOR)
        return ways[0]

    def reach(self) -> int:
        """The longest kind of piece of a text that a repeat can be at work on."""
        repeated = 0
        for loop in self.loops:
            if loop.positions != (0,):
                repeated |= self.machine.union(loop)
        return TEXT if repeated & NEWLINE else LINE if repeated & BLANKS else WORD

    def exponential(self, loop: Loop) -> bool:
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
                    if x != y and self.machine.masks[x] & self.machine.masks[y] and pair not in seen:
                        seen.add(pair)
                        todo.append(pair)
            if self.steps > _MOST_STEPS:
                return True
        return False

    def linked(self, one: Loop, two: Loop) -> bool:
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
                    common = self.machine.masks[x] & self.machine.masks[z]
                    for y in self.follow[b] if common else ():
                        self.steps += 1
                        place = (x, y, z)
                        if common & self.machine.masks[y] and place not in seen:
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
                elif (a, b) in self.leads:
                    reached[b] = max(reached[b], reached[a])
            worst = max(worst, _grown(reached[b], loop.most))
        return max(worst[0], 1), worst[1]

    def side_by_side(self, links: List[Tuple[int, int]]) -> bool:
        """Whether three linked repeats follow one another directly, or two over the same class."""
        direct = {(a, b) for a, b in links if self.touch(self.loops[a], self.loops[b])}
        same = {(a, b) for a, b in direct if self.machine.union(self.loops[a]) == self.machine.union(self.loops[b])}
        return bool(same) or any((b, c) in direct for _, b in direct for c in range(b + 1, len(self.loops)))

    def touch(self, one: Loop, two: Loop) -> bool:
        """Whether the second may begin where the first ends, neither being the search nor a look-around in the other."""
        depths = self.machine.depths
        if one.positions == (0,) or depths[one.positions[0]] != depths[two.positions[0]]:
            return False
        return any(m in self.follow[n] for n in one.positions for m in two.positions)


def _grown(cost: Tuple[int, int], most: Optional[int]) -> Tuple[int, int]:
    degree, factor = cost
    return (degree + 1, factor) if most is None else (degree, min(factor * max(most, 1), MOST_FACTOR))
