"""Putting a session's events in order, with ``turn`` and ``final`` (a leaf; AD-2, D1, D2, S10).

Every reader fills a ``Timeline`` and takes ``finish()``, so that all derive the same things the same
way: ``turn`` goes up at each ``user_prompt``; an event may be given the turn it descends from; the
order never lets ``turn`` fall; ``final`` is the last ``assistant_text`` of a turn; a call the transcript
shows never ran leaves no event, and neither does its result.
"""
from __future__ import annotations

from operator import le
from typing import Any, Dict, List, Optional, Set, Tuple

from ..events import Event


class Timeline:
    """Events of one session as they are met."""

    def __init__(self) -> None:
        self.turn = 0
        self._events: List[Event] = []
        self._lines: List[int] = []  # the line of each
        self._calls: List[Event] = []
        self._texts: List[Event] = []
        self._prompts: List[int] = []  # their places

    def _put(self, event: Event, line: int, turn: Optional[int]) -> Event:
        event["turn"] = self.turn if turn is None else turn
        self._events.append(event)
        self._lines.append(line)
        return event

    def prompt(self, text: str, line: int = 0) -> Event:
        self.turn += 1
        self._prompts.append(len(self._events))
        return self._put({"kind": "user_prompt", "text": text}, line, None)

    def text(self, text: str, line: int = 0, turn: Optional[int] = None, model: str = "", final_able: bool = True) -> Event:
        """An ``assistant_text``; ``final_able=False`` for side-chain text (S9), never ``final``."""
        event: Event = {"kind": "assistant_text", "text": text, "final": False}
        if model:
            event["model"] = model
        if final_able:
            self._texts.append(event)
        else:
            event["sidechain"] = True
        return self._put(event, line, turn)

    def call(self, id: str, name: str, input: Dict[str, Any], line: int = 0, turn: Optional[int] = None,
             ran: Optional[bool] = None) -> Event:
        """A ``tool_use``; set ``event["ran"]`` later to True or False, once its result is met."""
        event: Event = {"kind": "tool_use", "id": id, "name": name, "input": input, "ran": ran}
        self._calls.append(event)
        return self._put(event, line, turn)

    def result(self, tool_use_id: str, tool_name: str, text: str, line: int = 0, turn: Optional[int] = None,
               is_error: bool = False) -> Event:
        event: Event = {"kind": "tool_result", "tool_use_id": tool_use_id, "tool_name": tool_name, "text": text,
                        "is_error": is_error}
        return self._put(event, line, turn)

    def compact(self, line: int = 0, turn: Optional[int] = None) -> Event:
        return self._put({"kind": "compact"}, line, turn)

    def finish(self) -> Tuple[List[Event], List[int]]:
        """``(events, their lines)``: calls that never ran left out, ordered by turn, ``final`` set.

        A reader may have moved an event since by setting its ``turn``; a turn's prompt is its first event.
        """
        events, lines = self._events, self._lines
        if not self._in_order():
            order = sorted(range(len(events)), key=lambda at: (events[at]["turn"], events[at]["kind"] != "user_prompt"))
            events, lines = [events[at] for at in order], [lines[at] for at in order]
            self._texts = [event for event in events if event["kind"] == "assistant_text" and "sidechain" not in event]
        for event in {event["turn"]: event for event in self._texts}.values():
            event["final"] = True
        if any(event["ran"] is False for event in self._calls):
            gone = self._gone()
            kept = [at for at, event in enumerate(events) if not _never_ran(event, gone)]
            events, lines = [events[at] for at in kept], [lines[at] for at in kept]
        return events, lines

    def _in_order(self) -> bool:
        """Whether ``turn`` never falls and each turn's prompt is its first event."""
        turns = [event["turn"] for event in self._events]
        return all(map(le, turns, turns[1:])) and all(at == 0 or turns[at - 1] < turns[at] for at in self._prompts)

    def _gone(self) -> Set[str]:
        """The ids of the calls that never ran; an id may be used again by a call that ran."""
        gone: Set[str] = {event["id"] for event in self._calls if event["ran"] is False}
        return gone.difference(event["id"] for event in self._calls if event["ran"] is not False)


def _never_ran(event: Event, gone: Set[str]) -> bool:
    if event["kind"] == "tool_use":
        return event["ran"] is False
    return event["kind"] == "tool_result" and event["tool_use_id"] in gone
