"""From the steps of a Codex rollout to a session's events (a leaf; D1, D2, format text 6).

Prompts and the model's words each stand in a file twice, as an event (in paginated history, an item) and as
the message the model was sent. Events and items count where a file has any, the messages only in the
formats that have neither.

A turn rises at each prompt, so that a turn of the runtime's own (compaction, ``!command``) has none, and
steering opens one. A command that ended in a later turn keeps the turn its line names.

Review: the parent's file repeats what its reviewer was asked and did. The first prompt of a review that no
message stands behind is what the person typed; the rest, the same words once more, and commands no call of
this file asked for, are the reviewer's, whose own file has them.

In a sub-agent's file, a message from another agent to this one that starts its work is its prompt.
"""
from __future__ import annotations

from typing import Any, Collection, Dict, Optional, Tuple

from ..events import MAX_RESULT_TEXT, text_of
from . import codex_calls, codex_prompts, patches
from .codex_calls import Call
from .codex_lines import Rollout, Step
from .timeline import Timeline

_STATE = ("model", "turn")


class Teller:
    """Fills a ``Timeline`` from a rollout's steps."""

    def __init__(self, rollout: Rollout, unread: Collection[str] = ()) -> None:
        self.timeline = Timeline()
        self.rollout = rollout
        self.unread = unread
        self.model = ""
        self.turn_id = ""
        self.turns: Dict[str, int] = {}
        self.told: Dict[int, Tuple[Call, str]] = {}
        self.twin: Optional[Tuple[str, bool]] = None
        self.said: Tuple[str, str, str] = ("", "", "")
        self.review = self.backs = False
        self.unbacked: Optional[str] = None
        self.triggered = True
        self.handlers = {**_HANDLERS, **(_EVENTS if rollout.has_events else _MESSAGES)}

    def tell(self, start: int, dropped: Collection[int] = ()) -> Timeline:
        """The events of the lines from ``start`` on that are not ``dropped``."""
        for step in self.rollout.steps:
            own = step.line >= start and step.line not in dropped
            handler = self.handlers.get(step.kind) if own or step.kind in _STATE else None
            if handler:
                handler(self, step)
        return self.timeline

    def _model(self, step: Step) -> None:
        self.model = step.data

    def _turn(self, step: Step) -> None:
        self.turn_id = step.turn_id
        self.turns[step.turn_id] = self.timeline.turn

    def _turn_of(self, step: Step) -> Optional[int]:
        """The turn a step's line names, None where that is the current one or not known."""
        return None if step.turn_id == self.turn_id else self.turns.get(step.turn_id)

    def _review(self, step: Step) -> None:
        self.review = step.data
        self.unbacked = self.unbacked if self.review else None

    def _twin(self, step: Step) -> None:
        self.twin = step.data
        self.backs = self.backs or not step.data[1]

    def _message_prompt(self, step: Step) -> None:
        text, context = step.data
        if not context:
            self._say_prompt(text, step.line)

    def _prompt(self, step: Step) -> None:
        (source, text), twin, self.twin = step.data, self.twin, None
        if twin == (text, True) or self._again("user", source, text):
            return
        if twin is not None and not twin[1]:
            self.unbacked = None
        elif self._echoes(text):
            return
        else:
            self.unbacked = text
        self._say_prompt(text, step.line)

    def _echoes(self, text: str) -> bool:
        """Whether a prompt no message stands behind repeats one to a reviewer."""
        return self.unbacked is not None and (self.review or self.backs and self.unbacked == text)

    def _again(self, who: str, source: str, text: str) -> bool:
        """Whether an item repeats the event before it, or an event the item."""
        before, self.said = self.said, (who, source, text)
        return before[0] == who and before[1] != source and before[2] == text

    def _say_prompt(self, text: str, line: int) -> None:
        self.timeline.prompt("" if "user_prompt.text" in self.unread else text, line)
        if self.turn_id:
            self.turns[self.turn_id] = self.timeline.turn

    def _trigger(self, step: Step) -> None:
        self.triggered = step.data

    def _mail(self, step: Step) -> None:
        """A message between agents: a prompt in the file of the agent it sets to work."""
        own, triggered, self.triggered = self.rollout.agent_path, self.triggered, True
        to_us = bool(own) and step.data.get("recipient") == own and step.data.get("author") != own
        if self.rollout.is_agent and to_us and triggered:
            self._say_prompt("\n".join(codex_prompts.texts(step.data)), step.line)

    def _text(self, step: Step) -> None:
        source, text = step.data
        if not self._again("assistant", source, text):
            self._say_text(text, step.line)

    def _message_text(self, step: Step) -> None:
        self._say_text(step.data, step.line)

    def _say_text(self, text: str, line: int) -> None:
        if text:
            self._work()
            self.timeline.text("" if "assistant_text.text" in self.unread else text, line, model=self.model)

    def _work(self) -> None:
        """Something was done: a later prompt is not an echo of the one before, outside a review."""
        self.unbacked = self.unbacked if self.review else None

    def _compact(self, step: Step) -> None:
        self.timeline.compact(step.line)

    def _call(self, step: Step) -> None:
        call = step.data
        reading = codex_calls.translate(call)
        ran = codex_calls.fate(call, reading)
        if ran is not False:
            self._tell_call(step, reading.pairs, ran)

    def _tell_call(self, step: Step, pairs: Any, ran: Optional[bool], turn: Optional[int] = None) -> None:
        self._work()
        self.said = ("", "", "")
        call = step.data
        self.told[id(call)] = (call, pairs[0][0])
        for at, (name, given) in enumerate(pairs, 1):
            self.timeline.call(call.id if at == 1 else "%s#%d" % (call.id, at), name, given, step.line, turn, ran)

    def _result(self, step: Step) -> None:
        said = step.data.outcome()
        self._tell_result(step, said.text, codex_calls.failed(step.data))

    def _item_result(self, step: Step) -> None:
        call = step.data
        if call.output is None:
            self._tell_result(step, text_of(call.command.get("aggregated_output")), codex_calls.failed(call))

    def _tell_result(self, step: Step, text: str, is_error: bool, turn: Optional[int] = None) -> None:
        call, name = self.told.get(id(step.data), (None, ""))
        if call is not None:
            text = "" if "tool_result.text" in self.unread else text[:MAX_RESULT_TEXT]
            self.timeline.result(call.id, name, text, step.line, turn, is_error)

    def _command(self, step: Step) -> None:
        """A command a code-mode cell ran, or one whose call is not in the file."""
        call = step.data
        pair = codex_calls.nested_command(call.command)
        if pair is None or self.review or call.command.get("status") == "declined":
            return
        turn = self._turn_of(step)
        self._tell_call(step, [pair], True, turn)
        self._tell_result(step, text_of(call.command.get("aggregated_output")), codex_calls.failed(call), turn)

    def _change(self, step: Step) -> None:
        """File changes no call of the file asked for."""
        call = step.data
        pairs = patches.recorded_calls(call.change.get("changes"))
        ran = codex_calls.applied(call.change)
        if not pairs or self.review or ran is False:
            return
        turn = self._turn_of(step)
        self._tell_call(step, pairs, ran, turn)
        if ran:
            self._tell_result(step, text_of(call.change.get("stdout")), False, turn)

    def _agent(self, step: Step) -> None:
        if step.data.agent:
            self._tell_call(step, [codex_calls.agent_call(step.data.agent)], True, self._turn_of(step))


_HANDLERS = {
    "model": Teller._model,
    "turn": Teller._turn,
    "review": Teller._review,
    "trigger": Teller._trigger,
    "mail": Teller._mail,
    "compact": Teller._compact,
    "call": Teller._call,
    "result": Teller._result,
    "item result": Teller._item_result,
    "command": Teller._command,
    "change": Teller._change,
    "agent": Teller._agent,
}
_EVENTS = {"prompt": Teller._prompt, "text": Teller._text, "user message": Teller._twin}
_MESSAGES = {"user message": Teller._message_prompt, "assistant message": Teller._message_text}
