"""Three-valued answers about events, and matchers, which give them (AD-4).

An answer is True, False, or None for undecided. ``any`` is true on any true, else undecided on any
undecided; ``all`` is false on any false, else undecided on any undecided; ``not`` of undecided is undecided.

A matcher also knows what can be said without an event: of which kinds of event it ``can`` be true, of
which it always is (``must``), and, among calls, which tools' names it can be true of (``names``; None: any).
"""
from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence

from .events import KINDS, Event, did_run
from .shell import Parsed, analyse

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


class View:
    """A session's events, the reading of its commands, and which events are of which kind and tool."""

    def __init__(self, events: Sequence[Event], ctx: Any) -> None:
        self.events = events
        self.memo: Dict[Any, Any] = {}  # what compiled detectors found
        self._parsed: Dict[int, Parsed] = {id(parsed.event): parsed for parsed in ctx.bash}
        self._kinds: Dict[Any, List[int]] = {}
        self._names: Dict[Any, List[int]] = {}
        for at, event in enumerate(events):
            kind = event.get("kind")
            if isinstance(kind, str):
                self._kinds.setdefault(kind, []).append(at)
                if kind == "tool_use":
                    name = event.get("name")
                    self._names.setdefault(name if isinstance(name, str) else None, []).append(at)

    def parsed(self, event: Event) -> Optional[Parsed]:
        """The reading of a Bash call, None for any other event."""
        return self._parsed.get(id(event))

    def of(self, kinds: Iterable[str], names: Optional[Iterable[str]] = None) -> List[int]:
        """The places of the events of some kinds, in order; where names are given, of calls only those by one of
        them, or by none at all."""
        wanted = frozenset(kinds)
        if names is None:
            found = [self._kinds[kind] for kind in sorted(wanted) if kind in self._kinds]
        else:
            found = [self._kinds[kind] for kind in sorted(wanted - _CALLS) if kind in self._kinds]
            if wanted & _CALLS:
                found += [self._names[name] for name in (None, *sorted(names)) if name in self._names]
        return found[0] if len(found) == 1 else sorted(at for places in found for at in places)


class Spot(NamedTuple):
    """What a matcher matched: a field of an event (dotted) and the stretch of its text, ``(0, 0)`` where it has none."""

    field: str
    start: int = 0
    end: int = 0


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
    return Matcher(test, spots, any(part.reads_shell for part in parts), can, must, names, _reads(parts))


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
                   any(part.reads_shell for part in parts), can, must, names, _reads(parts))


def _reads(parts: Sequence[Matcher]) -> FrozenSet[str]:
    return frozenset().union(*(part.reads for part in parts))


def opposite(part: Matcher) -> Matcher:
    """It does not hold."""
    test = part.test
    return Matcher(lambda event, view: negate(test(event, view)), _nowhere, part.reads_shell, _ALL - part.must, _ALL - part.can, None, part.reads)
