"""Every hit of a report, with what it stands on (FR-25): a sink beside ``report`` over the same detectors.

``explain`` reruns the detectors over a session and gives one ``Explained`` for each hit ``report`` counts, in the
order of the registry and of each detector's hits. The evidence is that of the hit's kind: the command; the file
and the lines around the match; the message; the compaction; the model before and after; both events of an
``order`` hit; the turn of an ``absent`` one. A compiled detector says itself where it matched; for another the
field follows the event's kind, and a secret is shown by the lines around it.

Every text passes ``redact`` first and is escaped for a terminal line by line; long texts are shown as a window
around the match. Nothing is written, and no number of the report changes. Keys of session hits may repeat
(S6); such hits are numbered.
"""
from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .detectors.common import redact, redact_named
from .events import Event, Session, input_of, text_of
from .registry import DEFAULT, Registry, evaluate
from .render import printable
from .validity import hit_key

LINES, CHARACTERS = 5, 600
_FIELDS = ("command", "file_path", "notebook_path", "prompt", "description")
_WRITTEN = ("content", "new_string", "new_source")

Evidence = Tuple[str, str]


class Explained(NamedTuple):
    """One hit. ``evidence`` is ``(what, text)`` pairs, redacted; ``line`` is the transcript's, 0 where it has none.

    ``number`` counts the hits of one detector at one key from 1, ``of`` is how many there are.
    """

    session: str
    runtime: str
    path: str
    line: int
    detector: str
    key: str
    number: int
    of: int
    turn: int
    tool_use_id: Optional[str]
    tool: str
    evidence: List[Evidence]

    def as_dict(self) -> Dict[str, Any]:
        """JSON-able data. A secret in an id or a path is masked too."""
        found = {name: _masked(value) if isinstance(value, str) else value for name, value in self._asdict().items()}
        return {**found, "evidence": [list(pair) for pair in self.evidence]}


_masked = lru_cache(maxsize=64)(redact)  # of hits that follow each other, most say the same of their session


def explain(session: Session, registry: Registry = DEFAULT, stances: Optional[Dict[str, str]] = None) -> List[Explained]:
    """The explained hits of one session."""
    outcome = evaluate(session.events, stances, registry=registry, compliance=False)
    events = outcome.ctx.events if outcome.ctx is not None else []
    out: List[Explained] = []
    for name, hits in outcome.hits.items():
        places = _places(registry.get(name), events, outcome.ctx, hits)
        totals, seen = Counter(map(hit_key, hits)), Counter()
        for hit, stands_on in zip(hits, places):
            key = hit_key(hit)
            seen[key] += 1
            first = events[stands_on[0][0]] if stands_on else {}
            out.append(Explained(
                session.id, session.runtime, session.path, _line(session, events, stands_on[0 if hit.tool_use_id else -1:]), name, key, seen[key], totals[key],
                hit.turn, hit.tool_use_id, text_of(first.get("name", first.get("tool_name"))) if hit.tool_use_id else "",
                list(_evidence(events, stands_on)) if stands_on else [("in turn", _turn(hit.turn, outcome.ctx))]))
    return out


def render(explained: Explained) -> str:
    """The block ``ruleprobe explain`` prints for one hit."""
    explained = Explained(**explained.as_dict())
    number = " (%d of %d)" % (explained.number, explained.of) if explained.of > 1 else ""
    use = "%s (%s)" % (explained.tool_use_id, explained.tool) if explained.tool_use_id else "-"
    lines = [
        "session   %s:%s" % (explained.runtime, printable(explained.session)),
        "key       %s%s" % (printable(explained.key), number),
        "detector  %s" % printable(explained.detector),
        "turn      %d" % explained.turn,
        "tool use  %s" % printable(use),
        "at        %s%s" % (printable(explained.path), ":%d" % explained.line if explained.line else ""),
    ]
    for what, text in explained.evidence:
        lines.append("%-9s %s" % (what, printable(text)) if "\n" not in text else what)
        lines += ["    " + printable(line) for line in text.split("\n")] if "\n" in text else []
    return "\n".join(lines) + "\n"


def to_json_line(explained: Explained) -> str:
    """One object a line: keys sorted, ASCII."""
    return json.dumps(explained.as_dict(), sort_keys=True) + "\n"


def explain_row(row: Any) -> str:
    """What can be said of a stored row's hits: it holds counts only, and which run would explain them."""
    runtime, session = (text_of(row.get(key)) if isinstance(row, dict) else "" for key in ("runtime", "session_id"))
    return "this row holds counts only, no hits; to explain them run: ruleprobe explain --runtime %s --session %s" % (
        printable(runtime or "auto"), printable("%s:%s" % (runtime, session) if runtime else session))


Place = Tuple[int, str, int, int]


def _places(detector: Any, events: List[Event], ctx: Any, hits: Sequence[Any]) -> List[List[Place]]:
    """For each hit, ``(place of an event, field, start, end)`` of what it stands on."""
    ask = getattr(detector.fn, "evidence", None)
    try:
        found = [[_place(place, len(events)) for place in places] for places in ask(events, ctx)] if ask is not None else []
    except Exception:  # someone else's detector: its hits are shown by their kind
        found = []
    return found if found and len(found) == len(hits) else _by_kind(events, hits)


def _place(place: Any, count: int) -> Place:
    """``place`` as it is, or a ValueError."""
    at, field, start, end = place
    if not (isinstance(field, str) and all(type(number) is int for number in (at, start, end)) and 0 <= at < count and 0 <= start <= end):
        raise ValueError("not a place: %r" % (place,))
    return place


def _by_kind(events: List[Event], hits: Sequence[Any]) -> List[List[Place]]:
    """The places of hits of a detector that does not say: its tool use; of a session hit nothing but its turn."""
    uses = {(e.get("turn"), e.get("id")): at for at, e in enumerate(events) if e.get("kind") == "tool_use"}
    places = [uses.get((hit.turn, hit.tool_use_id)) for hit in hits]
    return [[] if at is None else [(at, _matched_fields(events[at])[0], 0, 0)] for at in places]


def _matched_fields(event: Event) -> List[str]:
    given = input_of(event)
    names = [key for key in (*_WRITTEN, *_FIELDS) if isinstance(given.get(key), str)]
    if isinstance(given.get("edits"), list):
        names.insert(0, "edits")
    return ["input." + name for name in names] or ["name"]


def _line(session: Session, events: List[Event], places: Sequence[Place]) -> int:
    if not places or len(session.lines) != len(session.events) or len(events) != len(session.events):
        return 0
    return session.lines[places[0][0]]


def _turn(turn: int, ctx: Any) -> str:
    """A turn and its prompt."""
    if _turn not in ctx.memo:
        prompts: Dict[Any, str] = {}
        for event in (ctx.events[at] for at in ctx.places.kinds.get("user_prompt", ())):
            if isinstance(event.get("turn"), (int, float)):
                prompts.setdefault(event["turn"], text_of(event.get("text")).strip())
        ctx.memo[_turn] = prompts
    prompt = ctx.memo[_turn].get(turn)
    return "%d: %s" % (turn, _window(prompt, 0, 0)) if prompt else "%d" % turn


def _evidence(events: List[Event], places: Sequence[Place]) -> Iterator[Evidence]:
    last = None
    for at, field, start, end in places:
        event = events[at]
        if at != last and field.startswith("input.") and field[6:].split(".")[0] in (*_WRITTEN, "edits"):
            path = text_of(input_of(event).get("file_path") or input_of(event).get("notebook_path"))
            yield "file", redact(path)
        last = at
        value, name = _value(event, field), _name(event, field)
        yield name, _window(value, start, end) if len(value) > CHARACTERS else redact_named(name.rpartition(".")[2], value).strip("\n")


def _name(event: Event, field: str) -> str:
    if event.get("kind") == "compact":
        return "compacted"
    if field in ("", "name"):
        return "call" if event.get("kind") == "tool_use" else text_of(event.get("kind")) or "event"
    return field.split(".", 1)[-1]


def _value(event: Event, field: str) -> str:
    """The text of a field; of a call named whole, its tool and its first telling argument."""
    if event.get("kind") == "compact":
        return "the conversation was compacted in turn %s" % event.get("turn")
    if field in ("", "name"):
        given = input_of(event)
        first = next((text_of(given.get(key)) for key in _FIELDS if text_of(given.get(key))), "")
        return ("%s %s" % (text_of(event.get("name")), first)).strip() or text_of(event.get("text"))
    value: Any = event
    for part in field.split("."):
        if isinstance(value, list):
            value = "\n".join(text_of(item.get(part)) for item in value if isinstance(item, dict))
        else:
            value = value.get(part) if isinstance(value, dict) else None
    if isinstance(value, list):
        value = "\n".join(text_of(item.get("new_string")) for item in value if isinstance(item, dict))
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, sort_keys=True, default=str)


def _window(text: str, start: int, end: int) -> str:
    """The redacted lines around ``start`` to ``end`` of ``text``; the first ones where that says nothing."""
    if len(text) <= CHARACTERS and text.count("\n") < 2 * LINES:
        return redact(text).strip("\n")
    first, last = start, min(end, start + CHARACTERS)
    for _ in range(LINES):
        first = text.rfind("\n", 0, first) if first > 0 else first
        found = text.find("\n", last + 1)
        last = len(text) if found < 0 else found
    first = max(first, start - CHARACTERS // 2, 0)
    last = min(last, max(first, start) + CHARACTERS)
    return ("… " if first else "") + redact(text, first, last).strip("\n") + (" …" if last < len(text) else "")
