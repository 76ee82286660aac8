"""The examples of a detector, as sessions that can be run (FR-24).

``examples`` {fire, skip}: lists of cases, each one of ``bash`` (a command), ``event`` (one event) and ``events`` (a
session), with a ``note``. Fields an example leaves out are filled in: ``kind: tool_use``; ``id``; ``turn``, which begins
at 1 and goes up at each prompt but a first event's; ``final``, as a reader sets it.
"""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple

from .events import KINDS, Event
from .spec import Where, check_keys, nearest, shown

_SORTS = ("bash", "event", "events")


class Case(NamedTuple):
    """An example: whether the detector should ``fire`` on ``events``, why, and its line."""

    fire: bool
    events: List[Event]
    note: str = ""
    line: int = 0


def cases(spec: Any, where: Where) -> List[Case]:
    """The cases of ``examples``, those that fire first."""
    check_keys(spec, ("fire", "skip"), where, "examples")
    found: List[Case] = []
    for key in ("fire", "skip"):
        listed = spec.get(key) or []
        if not isinstance(listed, list):
            raise where.at(spec, key).fail("`%s` is a list of cases, not %s" % (key, shown(listed)))
        found += [_case(case, key == "fire", where.at(listed, at)) for at, case in enumerate(listed)]
    return found


def _case(spec: Any, fire: bool, where: Where) -> Case:
    check_keys(spec, (*_SORTS, "note"), where, "case")
    given = [key for key in _SORTS if key in spec]
    if len(given) != 1:
        raise where.fail("a case is one of bash, event and events")
    note = spec.get("note") or ""
    if not isinstance(note, str):
        raise where.at(spec, "note").fail("`note` is a text, not %s" % shown(note))
    sort, value = given[0], spec[given[0]]
    place = where.at(spec, sort)
    if sort == "bash":
        if not isinstance(value, str):
            raise place.fail("`bash` is a command, not %s" % shown(value))
        return Case(fire, _filled([{"name": "Bash", "input": {"command": value}}]), note, where.line)
    listed = [value] if sort == "event" else value
    if not isinstance(listed, list) or not listed:
        raise place.fail("`events` is a list of events, not %s" % shown(value))
    for event in listed:
        _check(event, place)
    return Case(fire, _filled(listed), note, where.line)


def _check(event: Any, where: Where) -> None:
    if not isinstance(event, dict):
        raise where.fail("an event is a map, not %s" % shown(event))
    kind = event.get("kind", "tool_use")
    if kind not in KINDS:
        raise where.at(event, "kind").fail("no event is of the kind %s%s: there are %s" % (shown(kind), nearest(kind, KINDS), ", ".join(KINDS)))
    if type(event.get("turn", 0)) is not int:
        raise where.at(event, "turn").fail("`turn` is a whole number, not %s" % shown(event["turn"]))


def _filled(events: List[Event]) -> List[Event]:
    out: List[Event] = []
    turn = 1
    for at, given in enumerate(events):
        event: Dict[str, Any] = {"kind": "tool_use", **given}
        if event["kind"] == "user_prompt" and at:
            turn += 1
        turn = event.setdefault("turn", turn)
        if event["kind"] == "tool_use":
            event.setdefault("id", "e%d" % (at + 1))
            event.setdefault("input", {})
        out.append(event)
    last: Dict[int, Event] = {event["turn"]: event for event in out if event["kind"] == "assistant_text"}
    for event in out:
        if event["kind"] == "assistant_text":
            event.setdefault("final", event is last[event["turn"]])
    return out
