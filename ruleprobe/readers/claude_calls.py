"""Tool calls of a Claude Code transcript and what came back (a leaf; AD-3, D2, S8).

A call and its result stand on different lines, in parallel, minutes apart, now and then in the wrong order.
``Calls`` brings them together by id and settles whether each call ran.
"""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from ..events import Event, result_text
from .claude_fates import NOT_RUN, RAN, REJECTED, UNKNOWN, WRITES, Result, Version, after_interruption, fate
from .claude_ids import telling
from .timeline import Timeline

Line = Dict[str, Any]

# Input keys of the tools that write, beside the shared name: AD-3. 2.1.332 accepts ``path``.
FILE_KEYS = {
    "Write": ("path",),
    "Edit": ("path",),
    "MultiEdit": ("path",),
    "NotebookEdit": ("notebook_path",),
}
CONTENT_KEYS = frozenset(("content", "old_string", "new_string", "new_source", "edits"))


class Call(NamedTuple):
    event: Event
    message: str  # the assistant message it is part of
    side: bool  # whether it is a sub-agent's, inside its parent's file


class Calls:
    """The calls of one session."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._latest: Dict[str, Call] = {}
        self._open: Dict[str, Call] = {}  # those without a result
        self._early: Dict[str, Tuple[Event, Result]] = {}
        self._answers: List[Tuple[Call, Event]] = []
        self._rejected: List[Call] = []
        self._stopped: Tuple[Any, List[Call]] = (None, [])
        self._running: Set[str] = set()
        self._denied: Set[str] = set()

    def use(self, id: Any, name: Any, input: Any, number: int, message: str, side: bool) -> Optional[Event]:
        """The event of a ``tool_use`` block; None for one that has no usable id or name, or was met before."""
        if not isinstance(id, str) or not isinstance(name, str) or not id or not name:
            return None
        if id in self._latest and self._was_met(id, message):
            return None
        event = self._timeline.call(id, name, shared_input(name, input), number)
        call = self._latest[id] = self._open[id] = Call(event, message, side)
        if id in self._early:
            answer, result = self._early.pop(id)
            answer["tool_name"] = name
            self._answered(call, result._replace(tool=name), answer)
        return event

    def _was_met(self, id: str, message: str) -> bool:
        """Whether a call of this id is the one met before; an id that may repeat names another one in each turn."""
        known = self._latest[id]
        if telling(id):
            return True
        same_turn = telling(message) or known.event["turn"] == self._timeline.turn
        return message != "" and known.message == message and same_turn

    def waiting(self, id: str) -> Optional[Call]:
        """The call of this id that has no result yet."""
        return self._open.get(id)

    def ran(self, call: Call, text: str, number: int) -> None:
        """``call``, which was waiting, ran and did not fail, and this came back."""
        event = call.event
        del self._open[event["id"]]
        event["ran"] = True
        self._answers.append((call, self._timeline.result(event["id"], event["name"], text, number)))

    def answer(self, block: Dict[str, Any], line: Line, number: int, version: Version, asked: bool, orphans: bool = True) -> str:
        """Take a ``tool_result`` block and say whose it is; ``orphans``: whether one without a call is an event."""
        id = block.get("tool_use_id")
        if not isinstance(id, str) or not id:
            return ""
        call = self._open.get(id)
        if call is None and (id in self._latest or id in self._early or not orphans):
            return ""
        text = result_text(block.get("content"))
        result = _result(call.event["name"] if call else "", block, line, text, version, asked)
        event = self._timeline.result(id, result.tool, text, number, is_error=result.is_error)
        if call is None:
            self._early[id] = (event, result)
        else:
            self._answered(call, result, event)
        return result.tool

    def _answered(self, call: Call, result: Result, answer: Event) -> None:
        del self._open[call.event["id"]]
        self._answers.append((call, answer))
        verdict = fate(result)
        call.event["ran"] = _RAN[verdict]
        if verdict == REJECTED:
            self._rejected.append(call)
        if isinstance(result.structured, dict) and result.structured.get("userModified") is True:
            _drop_content(call.event)

    def interrupted(self, mark: Line, version: Version, side: bool, main: bool) -> None:
        """An interruption mark: what it says of the calls rejected just before, on the ``main`` thread or not."""
        calls = [call for call in self._rejected if call.side == side]
        self._rejected = [call for call in self._rejected if call.side != side]
        verdict = after_interruption(mark, version, main)
        if verdict == RAN:
            first = next((call for call in calls if call.message == mark["interruptedMessageId"]), None)
            if first is not None:
                first.event["ran"] = True
        elif verdict == NOT_RUN:
            for call in calls:
                call.event["ran"] = False
        self._stopped = (mark.get("uuid"), calls if verdict == UNKNOWN and main else [])

    def turn_ended(self, line: Line) -> None:
        """A ``turn_duration`` right below an interruption mark: the turn ended in order, at the prompt (2.1.160 to 2.1.207)."""
        uuid, calls = self._stopped
        if uuid is not None and line.get("parentUuid") == uuid:
            for call in calls:
                call.event["ran"] = False

    def prompted(self) -> None:
        """A new prompt: no interruption mark of the turn before will follow."""
        self._rejected = []

    def running(self, id: Any) -> None:
        """The call was seen running."""
        if isinstance(id, str):
            self._running.add(id)

    def denied(self, id: Any) -> None:
        """The call was listed among the denied ones."""
        if isinstance(id, str):
            self._denied.add(id)

    def settle(self, moved: bool) -> None:
        """Say what the whole file says; where events were ``moved``, results go to the turn of their calls."""
        for id in self._running & set(self._latest):
            event = self._latest[id].event
            if event["ran"] is None:
                event["ran"] = True
        for id in self._denied & set(self._latest):
            self._latest[id].event["ran"] = False
        for call, answer in self._answers if moved else ():
            answer["turn"] = max(answer["turn"], call.event["turn"])


_RAN = {RAN: True, NOT_RUN: False, UNKNOWN: None, REJECTED: None}


def _result(tool: str, block: Dict[str, Any], line: Line, text: str, version: Version, asked: bool) -> Result:
    return Result(
        tool=tool,
        is_error=block.get("is_error") is True,
        text=text,
        structured=line.get("toolUseResult"),
        denial=line.get("toolDenialKind"),
        before_run=line.get("toolDenialBeforeRun") is True,
        version=version,
        asked=asked,
    )


def shared_input(name: str, value: Any) -> Dict[str, Any]:
    """A call's input with the shared key for its file beside the native one; {} where it is no object."""
    if not isinstance(value, dict):
        return {}
    if name not in FILE_KEYS or isinstance(value.get("file_path"), str):
        return value
    for key in FILE_KEYS[name]:
        if isinstance(value.get(key), str):
            return dict(value, file_path=value[key])
    return value


def _drop_content(event: Event) -> None:
    """A write that the person changed before accepting is not the agent's text."""
    if event["name"] in WRITES:
        event["input"] = {key: value for key, value in event["input"].items() if key not in CONTENT_KEYS}
