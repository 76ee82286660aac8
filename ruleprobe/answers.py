"""Three-valued answers about events, and matchers, which give them (AD-4).

An answer is True, False, or None for undecided. ``any`` is true on any true, else undecided on any
undecided; ``all`` is false on any false, else undecided on any undecided; ``not`` of undecided is undecided.

A matcher also knows what can be said without an event: of which kinds of event it ``can`` be true, of
which it always is (``must``), and, among calls, which tools' names it can be true of (``names``; None: any).
``spelt``, where it is not empty, says that it is true of Bash calls only, and only of those whose text spells one
of each group (``Parsed.may_say``): of most texts nothing else needs to be known.
"""
from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence

from .events import KINDS, Event, did_run, hit
from .shell import Parsed, Places, Spelt, analyse

Answer = Optional[bool]
_ALL = frozenset(KINDS)
_CALLS = frozenset(("tool_use",))


def any_of(answers: Iterable[Answer]) -> Answer:
    """The answer of alternatives; stops at the first true one."""
    found: Answer = False
    for answer in answers:
        if answer:
            return True
        if answer is None:
            found = None
    return found


def all_of(answers: Iterable[Answer]) -> Answer:
    """The answer of conditions; stops at the first false one."""
    found: Answer = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            found = None
    return found


def negate(answer: Answer) -> Answer:
    return None if answer is None else not answer


def decided(event: Event, answer: Answer) -> Answer:
    """The answer of a whole matcher: undecided where it is true of a call that may not have run (D2)."""
    return None if answer and did_run(event) is None else answer


def turn_of(event: Event) -> int:
    turn = event.get("turn")
    return turn if type(turn) is int else hit(event)[0]


class View:
    """A session's events, the reading of its commands, and which events are of which kind and tool."""

    def __init__(self, events: Sequence[Event], ctx: Any) -> None:
        self.events = events
        self.memo: Dict[Any, Any] = {}  # what compiled detectors found
        self._parsed: Dict[int, Parsed] = {id(parsed.event): parsed for parsed in ctx.bash}
        self._places: Places = ctx.places if ctx.events is events else Places(events)
        calls = ((at, self._parsed.get(id(events[at]))) for at in self._places.names.get("Bash", ()))
        self._bash = [(at, parsed) for at, parsed in calls if parsed is not None]

    def parsed(self, event: Event) -> Optional[Parsed]:
        """The reading of a Bash call, None for any other event."""
        return self._parsed.get(id(event))

    @property
    def tools(self) -> List[str]:
        """The names of the tools that are called."""
        return [name for name in self._places.names if name is not None]

    def of(self, kinds: FrozenSet[str], names: Optional[FrozenSet[str]] = None) -> List[int]:
        """The places of the events of some kinds, in order; where names are given, of calls only those by one of
        them, or by none at all."""
        places = self._places
        if names is None:
            found = [places.kinds[kind] for kind in sorted(kinds) if kind in places.kinds]
        else:
            found = [places.kinds[kind] for kind in sorted(kinds - _CALLS) if kind in places.kinds]
            if kinds & _CALLS:
                found += [places.names[name] for name in (None, *sorted(names)) if name in places.names]
        return found[0] if len(found) == 1 else sorted(at for some in found for at in some)

    def saying(self, spelt: Spelt) -> List[int]:
        """The places of the Bash calls of which a matcher with this ``spelt`` may be true."""
        return [at for at, parsed in self._bash if parsed.may_say(spelt)]

    @cached_property
    def turns(self) -> List[int]:
        """The turns there are, in the order in which they are first met."""
        found: Dict[int, None] = {}
        last: Any = self
        for event in self.events:
            turn = event.get("turn")
            if turn is not last:
                last = turn
                found[turn_of(event)] = None
        return list(found)

    @cached_property
    def ranks(self) -> List[int]:
        """For each event, how many of those up to it are no ``tool_result``."""
        return list(accumulate([event.get("kind") != "tool_result" for event in self.events]))


class Spot(NamedTuple):
    """What a matcher matched: a field of an event (dotted) and the stretch of its text, ``(0, 0)`` where it has none."""

    field: str
    start: int = 0
    end: int = 0


def spelling(words: Iterable[str]) -> Spelt:
    """What a text spells that holds one of these words. Nothing is known of one that holds what quoting takes away."""
    group = frozenset(word.encode("utf-8", "surrogatepass") for word in words)
    return () if any(mark in word for word in group for mark in (b"\\", b"'", b'"', b"\r", b"\n")) else (group,)


Test = Callable[[Event, View], Answer]
Spots = Callable[[Event, View], List[Spot]]


def _nowhere(event: Event, view: View) -> List[Spot]:
    return []


class Matcher(NamedTuple):
    """``test(event, view)``; ``spots(event, view)``: what was matched, for an event of which it is true;
    ``reads_shell``: whether it asks what commands were run (S2); ``reads``: which of ``events.TEXTS`` it looks at."""

    test: Test
    spots: Spots = _nowhere
    reads_shell: bool = False
    can: FrozenSet[str] = _ALL
    must: FrozenSet[str] = frozenset()
    names: Optional[FrozenSet[str]] = None
    reads: FrozenSet[str] = frozenset()
    spelt: Spelt = ()

    def __call__(self, event: Event, ctx: Any = None) -> Answer:
        """The answer about one event by itself."""
        return decided(event, self.test(event, View([event], analyse([event]) if ctx is None else ctx)))


def every(parts: Sequence[Matcher]) -> Matcher:
    """All of them hold."""
    if len(parts) == 1:
        return parts[0]
    tests = [part.test for part in parts]
    if len(tests) == 2:
        one, two = tests

        def test(event: Event, view: View) -> Answer:
            answer = one(event, view)
            if answer is False:
                return False
            other = two(event, view)
            return other if answer or other is False else None
    else:
        def test(event: Event, view: View) -> Answer:
            return all_of(test(event, view) for test in tests)

    def spots(event: Event, view: View) -> List[Spot]:
        return [spot for part in parts for spot in part.spots(event, view)]

    can, must, names = _ALL, _ALL, None
    for part in parts:
        can, must = can & part.can, must & part.must
        names = part.names if names is None else names if part.names is None else names & part.names
    if names is not None and not names:
        can -= _CALLS
    spelt = tuple(group for part in parts for group in part.spelt)
    return Matcher(test, spots, any(part.reads_shell for part in parts), can, must, names, _reads(parts), spelt)


def either(parts: Sequence[Matcher]) -> Matcher:
    """One of them holds."""
    if len(parts) == 1:
        return parts[0]
    tests = [part.test for part in parts]

    def spots(event: Event, view: View) -> List[Spot]:
        return next((part.spots(event, view) for part in parts if part.test(event, view)), [])

    can, must = frozenset().union(*(part.can for part in parts)), frozenset().union(*(part.must for part in parts))
    of_calls = [part.names for part in parts if part.can & _CALLS]
    names = None if None in of_calls else frozenset().union(*(found for found in of_calls if found is not None))
    return Matcher(lambda event, view: any_of(test(event, view) for test in tests), spots,
                   any(part.reads_shell for part in parts), can, must, names, _reads(parts), _one_spelt(parts))


def _one_spelt(parts: Sequence[Matcher]) -> Spelt:
    """What is spelt where one of the parts holds: a group of theirs, as far as each has one."""
    if not all(part.spelt for part in parts):
        return ()
    return (frozenset().union(*(part.spelt[0] for part in parts)),)


def _reads(parts: Sequence[Matcher]) -> FrozenSet[str]:
    return frozenset().union(*(part.reads for part in parts))


def opposite(part: Matcher) -> Matcher:
    """It does not hold."""
    test = part.test
    return Matcher(lambda event, view: negate(test(event, view)), _nowhere, part.reads_shell, _ALL - part.must, _ALL - part.can, None, part.reads)
