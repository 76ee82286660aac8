"""Matchers over a whole session: ``order``, ``absent`` and ``change``, each in one pass (FR-12, AD-11, S1 to S4).

An evaluation is a list of ``Point``: where a rule applied, whether it was followed (None: undecided), and
the events it stands on. ``order``: each event ``first`` matches is an opportunity, followed when ``then``
matches within the next ``within`` events that are no ``tool_result``; a followed one is a hit. ``absent`` in
turns: each turn is an opportunity, followed when ``of`` matched in it; one that was not is a hit; turn 0 of
a session with a prompt is none. ``absent`` in the session: a hit where ``of`` never matched, and no
opportunity. ``change``: a hit where a field's value differs from the one before it.

Undecided: a matching call of which it is not known whether it ran (D2); and, where ``then`` or ``of`` asks
about a command, a call that may have run commands we cannot read (S2).
"""
from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .events import KINDS, Event, did_run
from .predicates import Answer, Matcher, View, Where, check_keys, compile_event, flag, texts

DEFAULT_WITHIN = 5
_MOST_WITHIN = 1_000_000
_OPAQUE = frozenset((
    "PowerShell", "Monitor", "exec", "js_repl", "write_stdin", "wait", "shell", "container.exec", "local_shell_call", "shell_command",
    "exec_command", "run_shell_command", "Agent", "Task", "invoke_agent", "spawn_agent", "delegate_to_agent", "Workflow", "BashOutput",
))
_SHELL_NAMED = re.compile(r"(?i)(?:^|[_.-])(?:bash|shell|sh|terminal|cmd|powershell|pwsh|exec|execute|run)(?:[_.-]|$)|command")


class Point(NamedTuple):
    """``followed`` is None where undecided; ``events`` are the indexes of what it stands on."""

    turn: int
    id: Optional[str]
    followed: Answer
    events: Tuple[int, ...]


class SessionMatcher(NamedTuple):
    """A compiled session matcher: its points, which of them hit, and whether they are opportunities."""

    points: Callable[[List[Event], View], List[Point]]
    hit_when: bool
    compliance: bool


def decided(event: Event, answer: Answer) -> Answer:
    """``answer``, undecided where it is true of a call that may not have run (D2)."""
    return None if answer and did_run(event) is None else answer


def may_hide_commands(event: Event) -> bool:
    """Whether the call may have run shell commands that the transcript does not show as such (S2)."""
    if event.get("kind") != "tool_use":
        return False
    name = event.get("name")
    if not isinstance(name, str) or name == "Bash":
        return False
    return name in _OPAQUE or name.startswith("mcp") and _SHELL_NAMED.search(name) is not None


def _asked(matcher: Matcher) -> Callable[[Event, View], Answer]:
    """The test of a ``then`` or an ``of``."""
    def test(event: Event, view: View) -> Answer:
        answer = decided(event, matcher.test(event, view))
        return None if answer is False and matcher.reads_shell and may_hide_commands(event) else answer

    return test


def _turn(event: Event) -> int:
    turn = event.get("turn")
    return turn if isinstance(turn, int) and not isinstance(turn, bool) else 0


def _id(event: Event) -> Optional[str]:
    name = event.get("id", event.get("tool_use_id"))
    return name if isinstance(name, str) and name else None


def order(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("first", "then", "within"), where)
    for key in ("first", "then"):
        if key not in spec:
            raise where.fail("`order` needs `%s`" % key)
    within = spec.get("within", DEFAULT_WITHIN)
    if type(within) is not int or not 1 <= within <= _MOST_WITHIN:
        raise where.at(spec, "within").fail("`within` is a whole number from 1 on, not %r" % (within,))
    first = compile_event(spec["first"], where.at(spec, "first")).test
    then = _asked(compile_event(spec["then"], where.at(spec, "then")))

    def points(events: List[Event], view: View) -> List[Point]:
        opened = [(at, answer) for at, event in enumerate(events) for answer in (decided(event, first(event, view)),) if answer is not False]
        if not opened:
            return []
        ranks, place = [], 0
        for event in events:
            place += event.get("kind") != "tool_result"
            ranks.append(place)
        answers = _next_of(events, view, then, opened[0][0])
        return [_point(events, ranks, answers, at, answer, within) for at, answer in opened]

    return SessionMatcher(points, True, True)


def _next_of(events: List[Event], view: View, then: Callable[[Event, View], Answer], start: int) -> List[Tuple[int, int]]:
    """For each index from the back: the next true and the next undecided candidate after it, or the end."""
    end = len(events)
    true = undecided = end
    found = [(end, end)] * end
    for at in range(end - 1, start - 1, -1):
        found[at] = (true, undecided)
        answer = then(events[at], view)
        if answer:
            true = at
        elif answer is None:
            undecided = at
    return found


def _point(events: List[Event], ranks: List[int], answers: List[Tuple[int, int]], at: int, first: Answer, within: int) -> Point:
    true, undecided = answers[at]
    event = events[at]
    reach = ranks[at] + within
    if true < len(events) and ranks[true] <= reach:
        followed: Answer = True if first else None
        return Point(_turn(event), _id(event), followed, (at, true))
    if first is None or undecided < len(events) and ranks[undecided] <= reach:
        return Point(_turn(event), _id(event), None, (at,))
    return Point(_turn(event), _id(event), False, (at,))


def absent(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("of", "scope"), where)
    if "of" not in spec:
        raise where.fail("`absent` needs `of`")
    scope = spec.get("scope", "session")
    if scope not in ("session", "turn"):
        raise where.at(spec, "scope").fail("`scope` is session or turn, not %r" % (scope,))
    of = _asked(compile_event(spec["of"], where.at(spec, "of")))

    def in_turns(events: List[Event], view: View) -> List[Point]:
        found: Dict[int, Tuple[Answer, Tuple[int, ...]]] = {}
        prompted = any(event.get("kind") == "user_prompt" for event in events)
        for at, event in enumerate(events):
            turn = _turn(event)
            answer, seen = found.get(turn, (False, ()))
            if answer is True:
                continue
            new = of(event, view)
            found[turn] = (True, (at,)) if new else (None, ()) if new is None or answer is None else (False, seen)
        return [Point(turn, None, *found[turn]) for turn in sorted(found) if turn or not prompted]

    def in_session(events: List[Event], view: View) -> List[Point]:
        if not events:
            return []
        answer: Answer = False
        for event in events:
            new = of(event, view)
            if new:
                return []
            answer = None if new is None else answer
        return [Point(_turn(events[-1]), None, answer, ())]

    return SessionMatcher(in_turns, False, True) if scope == "turn" else SessionMatcher(in_session, False, False)


def change(spec: Any, where: Where) -> SessionMatcher:
    check_keys(spec, ("kind", "field", "ignore_prefix", "ignore_empty"), where)
    if "field" not in spec:
        raise where.fail("`change` needs the `field` that changes")
    kind = spec.get("kind", "assistant_text")
    if kind not in KINDS:
        raise where.at(spec, "kind").fail("no event is of the kind %r" % (kind,))
    field, = texts(spec["field"], where.at(spec, "field"))[:1]
    prefixes: Sequence[str] = texts(spec["ignore_prefix"], where.at(spec, "ignore_prefix")) if "ignore_prefix" in spec else ()
    ignore_empty = flag(spec.get("ignore_empty", True), where.at(spec, "ignore_empty"))

    def points(events: List[Event], view: View) -> List[Point]:
        found: List[Point] = []
        last: Optional[Tuple[int, str]] = None
        for at, event in enumerate(events):
            if event.get("kind") != kind or event.get("sidechain"):
                continue
            value = event.get(field)
            if not isinstance(value, str) or value.startswith(tuple(prefixes)) or ignore_empty and not value:
                continue
            if last is not None and value != last[1]:
                found.append(Point(_turn(event), None, True, (last[0], at)))
            last = (at, value)
        return found

    return SessionMatcher(points, True, False)


SEQUENCES: Dict[str, Callable[[Any, Where], SessionMatcher]] = {"order": order, "absent": absent, "change": change}
