"""From the lines of a Codex rollout to the steps of a session (a leaf; format text 2 to 5).

Three formats, told by each line's shape and never by a version: the envelope (``payload``), bare items
(``type`` without it) and the TypeScript CLI's items, which are bare ones in one document. ``Rollout.take``
turns a line's object into ``Step``s; what a later line says of a call (its output, its command item, its
file change) is put on the call. Nothing is concluded here: what counts is decided once all is known.

A line of an unknown type is passed over; one whose payload is no object is noted.
"""
from __future__ import annotations

from typing import Any, Callable, Collection, Dict, List, NamedTuple, Optional

from ..events import text_of
from . import codex_prompts
from .codex_calls import NOT_AGENTS, NOTHING, Call, arguments, name_of
from .codex_fates import output_text
from .codex_origin import Origin, header_of
from .lines import Problems

ODD = "a line of an odd shape"


class Step(NamedTuple):
    """One thing a line says, in file order. ``turn_id`` where the line names its turn."""

    kind: str
    line: int
    data: Any = None
    turn_id: str = ""


class Rollout:
    """A file as its lines are met."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.origin = Origin()
        self.steps: List[Step] = []
        self.first = self.last = ""
        self.home = self.cwd = self.shell = self.agent_path = ""
        self.typescript = self.is_agent = self.has_events = False
        self._calls: Dict[str, Call] = {}
        self._cells: List[Call] = []

    def take(self, line: int, value: Dict[str, Any]) -> None:
        """One line's object."""
        timestamp = value.get("timestamp")
        if isinstance(timestamp, str):
            self.time(timestamp, line)
        kind, payload = value.get("type"), value.get("payload")
        if isinstance(payload, dict):
            if kind == "session_meta" or not self.origin.before(value.get("ordinal")):
                self.handle(_ENVELOPE, line, kind, payload)
        elif isinstance(kind, str):
            if kind in _ENVELOPE:
                self.problems.note(ODD, line)
            self.handle(_ITEMS, line, kind, value)
        elif not self.origin.id:
            header = header_of(value) or {}
            self.typescript = header is value.get("session")
            self.origin.meta(header)

    def time(self, timestamp: str, line: int) -> None:
        """The time a line carries; ``first`` and ``last`` are the least and the greatest."""
        if timestamp[4:5] != "-" or timestamp[10:11] != "T":
            return
        if self.origin.watches_time:
            self.origin.at(timestamp, line)
        if timestamp > self.last:
            self.last = timestamp
        if timestamp < self.first or not self.first:
            self.first = timestamp

    def handle(self, table: "Dict[str, Any]", line: int, kind: Any, payload: Dict[str, Any]) -> None:
        """Hand the payload to what ``table`` has for ``kind``, by the payload's own type where that is a table."""
        handler = table.get(kind) if isinstance(kind, str) else None
        if isinstance(handler, dict):
            kind = payload.get("type")
            handler = handler.get(kind) if isinstance(kind, str) else None
        if handler is not None:
            handler(self, line, payload)

    def add(self, kind: str, line: int, data: Any = None, turn_id: Any = "") -> None:
        self.steps.append(Step(kind, line, data, text_of(turn_id)))

    def call(self, line: int, id: Any, name: str, input: Optional[Dict[str, Any]], done: bool = False) -> None:
        call = Call(text_of(id), name, input, self.cwd, self.shell, done)
        early = self.called(call.id)
        if early is not None and not early.name:
            call.command, call.change, call.agent = early.command, early.change, early.agent
            early.command = early.change = early.agent = NOTHING
        if call.id:
            self._calls[call.id] = call
        if name == "exec":
            self._cells.append(call)
        self.add("call", line, call)

    def called(self, id: Any) -> Optional[Call]:
        """The latest call of this id."""
        return self._calls.get(id) if isinstance(id, str) else None

    def recorded(self, kind: str, line: int, id: str, turn_id: Any) -> Call:
        """The call of an item's id; one that no line asked for (a code-mode cell did) is a step of its own."""
        call = self.called(id)
        if call is None:
            call = self._calls[id] = Call(id, "", {}, self.cwd, self.shell)
            self.add(kind, line, call, turn_id)
            if kind == "command" and id.startswith("exec-") and self._cells:
                cell = self._cells[-1]
                cell.nested = cell.nested or []
                cell.nested.append(id)
        return call

    def surroundings(self, cwd: str, shell: str = "") -> None:
        self.home = self.home or cwd
        self.cwd, self.shell = cwd or self.cwd, shell or self.shell


def _meta(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    """The first is the file's own; another's, in a copy, only says where that work was done."""
    if rollout.origin.meta(payload):
        source = payload.get("source")
        agent = source.get("subagent") if isinstance(source, dict) else None
        spawned = agent.get("thread_spawn") if isinstance(agent, dict) else None
        rollout.is_agent = bool(agent) or payload.get("thread_source") == "subagent"
        rollout.agent_path = text_of(payload.get("agent_path")) or text_of((spawned if isinstance(spawned, dict) else {}).get("agent_path"))
    rollout.surroundings(text_of(payload.get("cwd")))


def _turn_context(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    _turn(rollout, line, payload)
    _settings(rollout, line, payload)


def _settings(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.surroundings(text_of(payload.get("cwd")))
    if text_of(payload.get("model")):
        rollout.add("model", line, payload["model"])


def _turn(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.origin.turn(payload.get("turn_id"), line)
    if text_of(payload.get("turn_id")):
        rollout.add("turn", line, turn_id=payload["turn_id"])


def _compacted(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    """A compaction; the assistant's message just before it is the summary, which nobody was told."""
    if rollout.steps and rollout.steps[-1].kind == "assistant message":
        rollout.steps.pop()
    rollout.add("compact", line)


def _message(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    """A message as the model was sent it: a prompt's twin, or context, or the model's own words."""
    role = payload.get("role")
    if role == "user":
        context = codex_prompts.is_context(payload, rollout.typescript)
        if context:
            rollout.surroundings(*codex_prompts.surroundings(payload))
        rollout.add("user message", line, (codex_prompts.prompt_text(payload), context))
    elif role == "assistant":
        rollout.add("assistant message", line, "\n".join(codex_prompts.texts(payload)))


def _function_call(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.call(line, payload.get("call_id"), name_of(payload), arguments(payload.get("arguments")))


def _custom_call(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    text = payload.get("input")
    rollout.call(line, payload.get("call_id"), name_of(payload), {"input": text} if isinstance(text, str) else {})


def _local_shell_call(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    action = payload.get("action")
    id = payload.get("call_id") if isinstance(payload.get("call_id"), str) else payload.get("id")
    rollout.call(line, id, "local_shell_call", action if isinstance(action, dict) else {})


def _hosted_call(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    """A search or an image the service made: its item is the call and the result."""
    action = payload.get("action")
    rollout.call(line, payload.get("id"), text_of(payload.get("type"))[:-len("_call")],
                 action if isinstance(action, dict) else {}, done=payload.get("status") == "completed")


def _output(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    call = rollout.called(payload.get("call_id"))
    if call is not None and call.output is None:
        call.output = output_text(payload.get("output"))
        rollout.add("result", line, call)


def _agent_message_item(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.add("mail", line, payload)


def _trigger(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.add("trigger", line, payload.get("trigger_turn") is not False)


def _user_message(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    text = payload.get("message")
    if isinstance(text, str):
        rollout.has_events = True
        if codex_prompts.kind_is_plain(payload):
            rollout.add("prompt", line, ("event", text))


def _agent_message(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    text = payload.get("message")
    if isinstance(text, str):
        rollout.has_events = True
        if text != "Compact task completed":
            rollout.add("text", line, ("event", text))


def _thread_settings(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    settings = payload.get("thread_settings")
    if isinstance(settings, dict):
        _settings(rollout, line, settings)


def _entered_review(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.add("review", line, True)


def _exited_review(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    rollout.add("review", line, False)


def _command_end(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    _command(rollout, line, payload, payload.get("call_id"), payload.get("turn_id"))


def _command(rollout: Rollout, line: int, item: Dict[str, Any], id: Any, turn_id: Any) -> None:
    if not isinstance(id, str) or item.get("source") in NOT_AGENTS:
        return
    call = rollout.recorded("command", line, id, turn_id)
    if call.name and not call.command:
        rollout.add("item result", line, call)
    call.command = item


def _patch_end(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    _change(rollout, line, payload, payload.get("call_id"), payload.get("turn_id"))


def _change(rollout: Rollout, line: int, item: Dict[str, Any], id: Any, turn_id: Any) -> None:
    if isinstance(id, str):
        rollout.recorded("change", line, id, turn_id).change = item


def _item_completed(rollout: Rollout, line: int, payload: Dict[str, Any]) -> None:
    item = payload.get("item")
    if not isinstance(item, dict):
        return
    kind, id, turn_id = text_of(item.get("type")), item.get("id"), payload.get("turn_id")
    if kind in _SAID:
        if isinstance(item.get("content"), list):
            rollout.has_events = True
            rollout.add(_SAID[kind], line, ("item", "\n".join(codex_prompts.texts(item))))
    elif kind == "CommandExecution":
        _command(rollout, line, item, id, turn_id)
    elif kind == "FileChange":
        _change(rollout, line, item, id, turn_id)
    elif kind in ("EnteredReviewMode", "ExitedReviewMode"):
        rollout.add("review", line, kind == "EnteredReviewMode")
    elif kind == "CollabAgentToolCall" and item.get("tool") == "spawn_agent":
        if isinstance(id, str):
            rollout.recorded("agent", line, id, turn_id).agent = item


_SAID = {"UserMessage": "prompt", "AgentMessage": "text"}
ITEM_TYPES = (*_SAID, "CommandExecution", "FileChange", "EnteredReviewMode", "ExitedReviewMode", "CollabAgentToolCall")

Handler = Callable[[Rollout, int, Dict[str, Any]], None]

_ITEMS: Dict[str, Handler] = {
    "message": _message,
    "function_call": _function_call,
    "custom_tool_call": _custom_call,
    "local_shell_call": _local_shell_call,
    "function_call_output": _output,
    "custom_tool_call_output": _output,
    "local_shell_call_output": _output,
    "web_search_call": _hosted_call,
    "image_generation_call": _hosted_call,
    "agent_message": _agent_message_item,
}
_EVENTS: Dict[str, Handler] = {
    "user_message": _user_message,
    "agent_message": _agent_message,
    "item_completed": _item_completed,
    "task_started": _turn,
    "turn_started": _turn,
    "thread_settings_applied": _thread_settings,
    "exec_command_end": _command_end,
    "patch_apply_end": _patch_end,
    "entered_review_mode": _entered_review,
    "exited_review_mode": _exited_review,
}
_ENVELOPE: Dict[str, Any] = {
    "session_meta": _meta,
    "response_item": _ITEMS,
    "event_msg": _EVENTS,
    "turn_context": _turn_context,
    "compacted": _compacted,
    "inter_agent_communication_metadata": _trigger,
}

# which lines make a step: their types, and of two types the payload's
MAKES: Dict[str, Collection[str]] = {kind: tuple(made) if isinstance(made, dict) else () for kind, made in _ENVELOPE.items()}
