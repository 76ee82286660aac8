"""Matchers over a whole session: ``order``, ``absent`` and ``change``, each in one pass (FR-12, AD-11).

An evaluation is a list of ``Point``: where a rule applied, whether it was followed, and the events it stands on.

``order`` {first, then, within=5}: each event that ``first`` matches is an opportunity, followed where ``then``
matches behind it, among the next ``within`` events that are no ``tool_result`` (S1). Prompts do not end
the window, the session does. A followed one is a hit; both carry the turn and id of ``first``.

``absent`` {of, scope}: with ``scope: turn`` each turn is an opportunity, followed where ``of`` matched in it, and a hit
where it did not; turn 0 of a session with a prompt is neither (S4). With ``scope: session``, the default,
a session in which ``of`` never matched is a hit, at its last turn, and nothing is an opportunity.

``change`` {kind=assistant_text, field, ignore_prefix, ignore_empty=true}: each event whose ``field`` differs from
that of the one before it is a hit. Names of one ``model`` are the same (``written.model_name``); side chains
and fields that are missing or no text are passed over.

Undecided, so neither followed nor not: an opportunity whose ``first`` is undecided; one in whose window, or a
turn in which, an undecided candidate stands and no true one. ``then`` or ``of`` is undecided of a call that
it matches and that may not have run (D2), and, where it asks what commands ran, of a call that may have
run commands we cannot see (S2); such a call opens no opportunity itself.
"""
from __future__ import annotations

from bisect import bisect_right
from collections import deque
from typing import Any, Callable, Deque, Dict, FrozenSet, List, NamedTuple, Optional, Sequence, Tuple

from .answers import Answer, Matcher, Test, View, decided, turn_of
from .events import KINDS, Event, hit
from .predicates import compile_event
from .spec import Where, check_keys, flag, nearest, shown, texts
from .tools import hides, may_hide_commands
from .written import model_name

WITHIN = 5
_MOST_WITHIN = 1_000_000_000
_CALLS = frozenset(("tool_use",))
_PROMPTS = frozenset(("user_prompt",))


class Point(NamedTuple):
    """``followed`` is None where undecided; ``events`` are the places of what it stands on."""

    turn: int
    id: Optional[str]
    followed: Answer
    events: Tuple[int, ...] = ()


class SessionMatcher(NamedTuple):
    """``points(view)``; which of them are hits; whether they are opportunities; for each event of a point, the
    matcher it was asked by, or the field that was; and which of ``events.TEXTS`` are looked at."""

    points: Callable[[View], List[Point]]
    hit_when: bool
    complies: bool
    asked: Sequence[Matcher] = ()
    reads: FrozenSet[str] = frozenset()
    field: str = ""


def _asking(matcher: Matcher) -> Test:
    """The test of a ``then`` or an ``of``."""
    test = matcher.test
    if not matcher.reads_shell:
        return lambda event, view: decided(event, test(event, view))

    def asking(event: Event, view: View) -> Answer:
        answer = decided(event, test(event, view))
        return None if answer is False and may_hide_commands(event) else answer

    return asking


def _candidates(matcher: Matcher, view: View) -> List[int]:
    """The places at which ``_asking(matcher)`` may be anything but false."""
    if matcher.names is None or not matcher.reads_shell:
        return view.of(matcher.can, matcher.names)
    return view.of(matcher.can | _CALLS, matcher.names.union(filter(hides, view.tools)))


def _hiding(view: View) -> List[int]:
    """The places of calls that may have run commands we cannot see."""
    return view.of(_CALLS, frozenset(filter(hides, view.tools)))


def _asked_of(spec: Any, where: Where, name: str, key: str) -> Matcher:
    if key not in spec:
        raise where.fail("`%s` needs `%s`" % (name, key))
    place = where.at(spec, key)
    matcher = compile_event(spec[key], place)
    if matcher.must >= place.kinds:
        raise place.fail("`%s` is true of every event" % key)
    return matcher


def order(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("first", "then", "within"), where, "order")
    first, then = _asked_of(spec, where, "order", "first"), _asked_of(spec, where, "order", "then")
    within = spec.get("within", WITHIN)
    if type(within) is not int or not 1 <= within <= _MOST_WITHIN:
        raise where.at(spec, "within").fail("`within` is a whole number from 1 on, not %s" % shown(within))
    asking = _asking(then)

    def points(view: View) -> List[Point]:
        opened = _opened(first, view)
        if not opened:
            return []
        window = _Window(view, within, asking, _candidates(then, view))
        return [window.point(at, answer) for at, answer in opened]

    return SessionMatcher(points, True, True, (first, then), first.reads | then.reads)


def _opened(first: Matcher, view: View) -> List[Tuple[int, Answer]]:
    """The opportunities: the place of each event of which ``first`` is not false, and its answer."""
    found = []
    for at in view.of(first.can, first.names):
        event = view.events[at]
        answer = decided(event, first.test(event, view))
        if answer or answer is None and not (first.reads_shell and may_hide_commands(event)):
            found.append((at, answer))
    return found


class _Window:
    """What is behind an opportunity. Asked in the order of the session, it looks at each candidate once."""

    def __init__(self, view: View, within: int, asking: Test, candidates: Sequence[int]) -> None:
        self.view, self.within, self.asking = view, within, asking
        self.ranks = view.ranks
        self.candidates = candidates
        self.next = 0  # the first candidate not yet asked
        self.true = -1  # the latest that was true
        self.undecided: Deque[int] = deque()

    def point(self, at: int, first: Answer) -> Point:
        reach = self.ranks[at] + self.within
        while self.undecided and self.undecided[0] <= at:
            self.undecided.popleft()
        self.next = bisect_right(self.candidates, at, self.next)
        while self.true <= at and self.next < len(self.candidates):
            place = self.candidates[self.next]
            if self.ranks[place] > reach:
                break
            answer = self.asking(self.view.events[place], self.view)
            if answer:
                self.true = place
            elif answer is None:
                self.undecided.append(place)
            self.next += 1
        turn, name = hit(self.view.events[at])
        if self.true > at and self.ranks[self.true] <= reach:
            return Point(turn, name, True if first else None, (at, self.true))
        if not first or self.undecided and self.ranks[self.undecided[0]] <= reach:
            return Point(turn, name, None, (at,))
        return Point(turn, name, False, (at,))


def absent(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("of", "scope"), where, "absent")
    of = _asked_of(spec, where, "absent", "of")
    scope = spec.get("scope", "session")
    if scope not in ("session", "turn"):
        raise where.at(spec, "scope").fail("`scope` is session or turn%s, not %s" % (nearest(scope, ("session", "turn")), shown(scope)))
    asking = _asking(of)

    def in_turns(view: View) -> List[Point]:
        prompted = bool(view.of(_PROMPTS))
        found = {turn: Point(turn, None, False) for turn in view.turns if turn or not prompted}

        def ask(places: Sequence[int], undecided: bool) -> None:
            """``undecided``: also in turns of which it is known that they hold one of which it is undecided."""
            for at in places:
                turn = turn_of(view.events[at])
                if turn in found and (found[turn].followed is False or undecided and found[turn].followed is None):
                    answer = asking(view.events[at], view)
                    if answer is not False:
                        found[turn] = Point(turn, None, answer, (at,))

        if of.spelt:  # all that are true are among these; what costs nothing to ask comes before the rest
            ask(view.saying(of.spelt), True)
            ask(_hiding(view), False)
        ask(_candidates(of, view), not of.spelt)
        return [found[turn] for turn in sorted(found)]

    def in_session(view: View) -> List[Point]:
        if not view.events:
            return []
        answer: Answer = False
        for at in _candidates(of, view):
            one = asking(view.events[at], view)
            if one:
                return []
            answer = None if one is None else answer
        return [Point(max(view.turns), None, answer)]

    return SessionMatcher(*((in_turns, False, True) if scope == "turn" else (in_session, False, False)), (of,), of.reads)


def change(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("kind", "field", "ignore_prefix", "ignore_empty"), where, "change")
    kind = spec.get("kind", "assistant_text")
    if kind not in KINDS:
        raise where.at(spec, "kind").fail("no event is of the kind %s%s: there are %s" % (shown(kind), nearest(kind, KINDS), ", ".join(KINDS)))
    field = spec.get("field")
    if not isinstance(field, str) or not all(field.split(".")):
        raise where.at(spec, "field").fail("`change` needs the `field` that changes, a text")
    prefixes = texts(spec["ignore_prefix"], where.at(spec, "ignore_prefix")) if "ignore_prefix" in spec else ()
    ignore_empty = flag(spec.get("ignore_empty", True), where.at(spec, "ignore_empty"))
    path, kinds = field.split("."), frozenset((kind,))

    def points(view: View) -> List[Point]:
        found: List[Point] = []
        last: Optional[Tuple[int, str]] = None
        for at in view.of(kinds):
            value = _field(view.events[at], path)
            if value is None or value.startswith(prefixes):
                continue
            value = model_name(value) if field == "model" else value
            if not value and ignore_empty:
                continue
            if last is not None and value != last[1]:
                found.append(Point(hit(view.events[at])[0], None, True, (last[0], at)))
            last = (at, value)
        return found

    return SessionMatcher(points, True, False, reads=frozenset([kind + ".text"] if field == "text" else ()), field=field)


def _field(event: Event, path: Sequence[str]) -> Optional[str]:
    """The text at a dotted path of an event, None where it is missing, no text, or a side chain's."""
    value: Any = event
    for part in path:
        value = value.get(part) if isinstance(value, dict) else None
    return value if isinstance(value, str) and not event.get("sidechain") else None


SEQUENCES: Dict[str, Callable[[Any, Where], SessionMatcher]] = {"order": order, "absent": absent, "change": change}
