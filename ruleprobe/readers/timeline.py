"""Putting a session's events in order, with ``turn`` and ``final`` (a leaf; AD-2, D1, D2, S10).

Every reader fills a ``Timeline`` and takes ``finish()``, so that all derive the same things the same
way: ``turn`` goes up at each ``user_prompt``; an event may be given the turn it descends from; the
order never lets ``turn`` fall; ``final`` is the last ``assistant_text`` of a turn; a call the transcript
shows never ran leaves no event, and neither does its result.
"""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Set, Tuple

from ..events import Event

Row = Tuple[int, Event]  # its line and the event


class Timeline:
    """Events of one session as they are met."""

    def __init__(self) -> None:
        self.turn = 0
        self._rows: List[Row] = []

    def add(self, event: Event, line: int = 0, turn: Optional[int] = None) -> Event:
        """Append ``event`` in ``turn`` (default: the current one) and return it."""
        if event["kind"] == "user_prompt":
            self.turn += 1
            turn = self.turn
        return self._put(event, line, turn)

    def _put(self, event: Event, line: int, turn: Optional[int]) -> Event:
        event["turn"] = self.turn if turn is None else turn
        self._rows.append((line, event))
        return event

    def prompt(self, text: str, line: int = 0) -> Event:
        return self.add({"kind": "user_prompt", "text": text}, line)

    def text(self, text: str, line: int = 0, turn: Optional[int] = None, model: str = "", final_able: bool = True) -> Event:
        """An ``assistant_text``; ``final_able=False`` for side-chain text (S9), never ``final``."""
        event: Event = {"kind": "assistant_text", "text": text, "final": None if final_able else False}
        if model:
            event["model"] = model
        if not final_able:
            event["sidechain"] = True
        return self._put(event, line, turn)

    def call(self, id: str, name: str, input: Dict[str, Any], line: int = 0, turn: Optional[int] = None,
             ran: Optional[bool] = None) -> Event:
        """A ``tool_use``; set ``event["ran"]`` later to True or False, once its result is met."""
        event: Event = {"kind": "tool_use", "id": id, "name": name, "input": input, "ran": ran,
                        "turn": self.turn if turn is None else turn}
        self._rows.append((line, event))
        return event

    def result(self, tool_use_id: str, tool_name: str, text: str, line: int = 0, turn: Optional[int] = None,
               is_error: bool = False) -> Event:
        event: Event = {"kind": "tool_result", "tool_use_id": tool_use_id, "tool_name": tool_name, "text": text,
                        "is_error": is_error, "turn": self.turn if turn is None else turn}
        self._rows.append((line, event))
        return event

    def compact(self, line: int = 0, turn: Optional[int] = None) -> Event:
        return self.add({"kind": "compact"}, line, turn)

    def finish(self) -> Tuple[List[Event], List[int]]:
        """``(events, their lines)``: calls that never ran left out, ordered by turn, ``final`` set.

        A reader may have moved an event since by setting its ``turn``; a turn's prompt is its first event.
        """
        rows = _that_ran(self._rows)
        if not _in_order(rows):
            rows = sorted(rows, key=lambda row: (row[1]["turn"], row[1]["kind"] != "user_prompt"))
        last: Dict[int, Event] = {}
        for _, event in rows:
            if event["kind"] == "assistant_text" and event["final"] is None:
                event["final"] = False
                last[event["turn"]] = event
        for event in last.values():
            event["final"] = True
        return [event for _, event in rows], [line for line, _ in rows]


def _in_order(rows: List[Row]) -> bool:
    """Whether ``turn`` never falls and each turn's prompt is its first event."""
    before = 0
    for _, event in rows:
        turn = event["turn"]
        if turn < before or (turn == before and event["kind"] == "user_prompt"):
            return False
        before = turn
    return True


def _that_ran(rows: List[Row]) -> List[Row]:
    """``rows`` without the calls that never ran and their results; an id may be used again by a call that ran."""
    calls = [event for _, event in rows if event["kind"] == "tool_use"]
    gone: Set[str] = {event["id"] for event in calls if event["ran"] is False}
    if not gone:
        return rows
    gone.difference_update(event["id"] for event in calls if event["ran"] is not False)
    return [row for row in rows if not _never_ran(row[1], gone)]


def _never_ran(event: Event, gone: Set[str]) -> bool:
    if event["kind"] == "tool_use":
        return event["ran"] is False
    return event["kind"] == "tool_result" and event["tool_use_id"] in gone
