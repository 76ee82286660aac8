"""One Claude Code transcript, line by line, into events (a leaf; AD-2, D1, D2, S9).

``Transcript.line`` takes each line's object in file order and never raises for what it holds; ``finish``
gives the events. Only what a message, a compaction or the input queue says becomes an event: ``progress``
lines copy what sub-agents said and are evidence of running at most, ``summary`` is a title, state lines and
notes are passed over. What is the model's own is told by ``message.model``; ``<synthetic>`` is not.

``started`` and ``ended`` are the first and last timestamps of lines that gave an event.

Known misses: calls that ran on the model's side (``server_tool_use``) are no events; lines of several
sessions in one file (archives) are read as one; the compactions of 1.0.x without a window leave no line.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

from ..events import Event, result_text
from .claude_calls import Calls
from .claude_chain import Chain
from .claude_fates import Version, parse_version
from .claude_ids import is_agent_line, telling, utc
from .claude_prompts import is_interruption, is_summary, is_warmup, prompt_of, queued_prompt
from .claude_queue import Queue
from .timeline import Timeline

Line = Dict[str, Any]

_BOUNDARY_FROM = (2, 0, 5)
_RECENT = 8  # texts of one message that a later line may extend


class Transcript:
    """The events of one file. ``name`` is the file's, without its ending.

    ``orphans=False`` leaves out results whose call is not in the file: it is another file's.
    """

    def __init__(self, name: str, orphans: bool = True) -> None:
        self.cwd = self.started = self.ended = ""
        self.written: Any = None  # the version, as the last message line has it
        self.agent: Optional[bool] = None  # whether it is a sub-agent's own file; None until a message is met
        self.unknown: Dict[str, int] = {}  # types of message lines that nobody knows -> first line
        self._name = name
        self._orphans = orphans
        self._timeline = Timeline()
        self.calls = Calls(self._timeline)
        self.chain = Chain()
        self._queue = Queue()
        self._texts: Dict[str, Tuple[int, List[Tuple[Event, Any]]]] = {}  # by message, each with its turn
        self._version: Version = None
        self._asked = False
        self._boundaries = 0
        self._warmup = False
        self._skilled = False  # whether the last message line answers a call of a skill

    def line(self, number: int, line: Line) -> None:
        """Take one line of the file."""
        kind = line.get("type")
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is not None:
            handler(self, number, line)
        elif isinstance(kind, str) and kind not in SILENT and isinstance(line.get("message"), dict) and line.get("uuid"):
            self.unknown.setdefault(kind, number)

    def finish(self) -> Tuple[List[Event], List[int]]:
        """``(events, the line of each)``."""
        self.calls.settle(self.chain.settle())
        events, lines = self._timeline.finish()
        if self._warmup and not any(event["kind"] in ("tool_use", "user_prompt") for event in events):
            return [], []
        return events, lines

    # -- what every message line says

    def _meet(self, line: Line) -> bool:
        """Note what a message line says of the session; True where its words are a sub-agent's, inline."""
        version = line.get("version")
        if version != self.written:
            self.written = version
            self._version = parse_version(version) or self._version
        if not self.cwd and isinstance(line.get("cwd"), str):
            self.cwd = line["cwd"]
        side = line.get("isSidechain") is True
        if self.agent is None:
            self.agent = is_agent_line(line, self._name)
        return side and not self.agent

    def _stamp(self, time: str) -> None:
        """Take the time of a line that gave an event, as ``utc`` gives it."""
        if time > self.ended:
            self.ended = time
        if time < self.started or not self.started:
            self.started = time or self.started

    # -- user lines

    def _user(self, number: int, line: Line) -> None:
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        results = _results(content)
        if results and len(results) == len(content) and not any(block.get("is_error") is True for block in results):
            self._answers(number, line, results)
            return
        if not results and not self.chain.add(line):
            return
        side = self._meet(line)
        by_skill, self._skilled = self._skilled, False
        self._answers(number, line, results)
        if "thinkingMetadata" in line:
            self._asked = True
        if is_interruption(line, content):
            self.calls.interrupted(line, self._version, side, main=not side and not self.agent)
        if is_summary(line):
            self._summary(number, line)
        text = None if side else prompt_of(line, content, self.agent is True, by_skill)
        if text is not None and (not results or self.chain.add(line)):
            self._prompt(number, line, text)
        elif self.agent and is_warmup(content):
            self._warmup = True

    def _answers(self, number: int, line: Line, results: List[Dict[str, Any]]) -> None:
        for block in results:
            tool = self.calls.answer(block, line, number, self._version, self._asked, self._orphans)
            self._skilled = tool in _SKILLS

    def answered(self, number: int, id: str, content: Any) -> None:
        """A line with one result, neither failed nor refused nor changed, and nothing else, as ``_user`` takes it."""
        call = self.calls.waiting(id)
        if call is None:
            self._answers(number, {}, [{"tool_use_id": id, "content": content}])
        else:
            self.calls.ran(call, result_text(content), number)
            self._skilled = call.event["name"] in _SKILLS

    def _prompt(self, number: int, line: Line, text: str) -> None:
        if not self._queue.repeats(text):
            self._timeline.prompt(text, number)
            self.calls.prompted()
            self._stamp(utc(line.get("timestamp")))
        self.chain.prompt(line, self._timeline.turn)

    def _summary(self, number: int, line: Line) -> None:
        """Before 2.0.5 a compaction has no line of its own; its summary stands for it."""
        if not self._boundaries and (self._version is None or self._version < _BOUNDARY_FROM):
            self._timeline.compact(number)
            self._stamp(utc(line.get("timestamp")))

    # -- assistant lines

    def _assistant(self, number: int, line: Line) -> None:
        message = line.get("message")
        if not isinstance(message, dict):
            return
        blocks = _spoken(message.get("content"))
        if not blocks or message.get("model") == "<synthetic>" or line.get("isApiErrorMessage") is True:
            self.chain.add(line)
            return
        side = self._meet(line)
        uuid, parent, time = line.get("uuid"), line.get("parentUuid"), utc(line.get("timestamp"))
        if not self.chain.link(uuid, parent):
            return
        id = _message_id(line, message)
        model = "" if line.get("supersedesUuids") else chosen_model(message.get("model"), line.get("requestedModel"))
        for block in blocks:
            if block["type"] == "tool_use":
                self.called(number, parent, time, id, side, block.get("id"), block.get("name"), block.get("input"))
            else:
                self.said(number, parent, time, id, side, block.get("text"), model, line.get("apiBlockIndex"))

    def called(self, number: int, parent: Any, time: str, message: str, side: bool, id: Any, name: Any, input: Any) -> None:
        """Take a call: ``parent`` as on its line, ``time`` in UTC, ``message`` the id that the lines of one message share."""
        self._skilled = False
        event = self.calls.use(id, name, input, number, message, side)
        if event is not None:
            self._stamp(time)
            self.chain.hang(parent, event)

    def said(self, number: int, parent: Any, time: str, message: str, side: bool, text: Any, model: str, index: Any) -> None:
        """Take a text; ``index`` says which block of its message it is, from 2.1.332 on."""
        self._skilled = False
        if not isinstance(text, str) or not text or text.isspace():
            return
        before = self._before(message) if message else []
        if before and self._was_said(text, before, index):
            return
        event = self._timeline.text(text, number, model="" if side else model, final_able=not side)
        before.append((event, index))
        self._stamp(time)
        self.chain.hang(parent, event)

    def _before(self, message: str) -> List[Tuple[Event, Any]]:
        """The texts of a message so far; an id that may repeat names another one in each turn."""
        turn = self._timeline.turn
        known = self._texts.get(message)
        if known is None or known[0] != turn and not telling(message):
            known = self._texts[message] = turn, []
        return known[1]

    @staticmethod
    def _was_said(text: str, before: List[Tuple[Event, Any]], index: Any) -> bool:
        """Whether a text block was met before, perhaps in part: then the longest form of it stays."""
        for event, at in before[-_RECENT:]:
            if at == index and text.startswith(event["text"]):
                event["text"] = text
                return True
            if at == index and event["text"].startswith(text):
                return True
        return False

    # -- other lines

    def _system(self, number: int, line: Line) -> None:
        what = line.get("subtype")
        if not self.chain.add(line):
            return
        if what == "compact_boundary":
            self._boundaries += 1
            self._timeline.compact(number)
            self._stamp(utc(line.get("timestamp")))
        elif what == "turn_duration":
            self.calls.turn_ended(line)
        elif what == "permission_denied":
            self.calls.denied(line.get("tool_use_id"))
        elif what == "init":
            self._meet(line)

    def _attachment(self, number: int, line: Line) -> None:
        if not self.chain.add(line):
            return
        text = None if line.get("isSidechain") is True else queued_prompt(line)
        if text is not None and self._queue.attachment(text) is not None:
            self._timeline.prompt(text, number)
            self.calls.prompted()
            self._stamp(utc(line.get("timestamp")))
            self.chain.prompt(line, self._timeline.turn)

    def _queued(self, number: int, line: Line) -> None:
        text = self._queue.operation(line, self._version)
        if text is not None:
            self._timeline.prompt(text, number)
            self._stamp(utc(line.get("timestamp")))

    def _progress(self, number: int, line: Line) -> None:
        data = line.get("data")
        what = data.get("type") if isinstance(data, dict) else None
        if what == "bash_progress":
            self.calls.running(line.get("parentToolUseID"))
        if what != "agent_progress":
            self.chain.add(line)

    def _snapshot(self, number: int, line: Line) -> None:
        self.windowed()

    def windowed(self) -> None:
        """The session has a window to ask in: it has a ``file-history-snapshot`` (observed, 2.0.37 on)."""
        self._asked = True

    def _result(self, number: int, line: Line) -> None:
        """The last line of ``claude -p --output-format stream-json``."""
        denials = line.get("permission_denials")
        for denial in denials if isinstance(denials, list) else ():
            if isinstance(denial, dict):
                self.calls.denied(denial.get("tool_use_id"))


_HANDLERS: Dict[str, Callable[[Transcript, int, Line], None]] = {
    "user": Transcript._user,
    "assistant": Transcript._assistant,
    "system": Transcript._system,
    "attachment": Transcript._attachment,
    "queue-operation": Transcript._queued,
    "progress": Transcript._progress,
    "file-history-snapshot": Transcript._snapshot,
    "result": Transcript._result,
}
# Lines that say nothing of what happened; of 2.1.312 on, whole messages for the interface's own records.
SILENT = frozenset(
    "summary file-history-delta last-prompt ai-title custom-title agent-name agent-color agent-setting mode permission-mode "
    "pr-link bridge-session frame-link worktree-state relocated cost-state atis-latch dev-mods continued-in fork-context-ref "
    "content-replacement task-summary turn_end tools-used stream_event rate_limit_event "
    "api-request api-request-shape api-request-blob".split()
)
_SKILLS = ("Skill", "SlashCommand")


def _results(content: Any) -> List[Dict[str, Any]]:
    """The tool results among the blocks of a user message."""
    blocks = content if isinstance(content, list) else ()
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]


def _spoken(content: Any) -> List[Dict[str, Any]]:
    """The blocks of an assistant message that are text or calls."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    blocks = content if isinstance(content, list) else ()
    return [block for block in blocks if isinstance(block, dict) and block.get("type") in ("text", "tool_use")]


def _message_id(line: Line, message: Dict[str, Any]) -> str:
    """What the lines of one message share; ``requestId`` is absent behind gateways."""
    for value in (message.get("id"), line.get("requestId"), line.get("uuid")):
        if isinstance(value, str) and value:
            return value
    return ""


def chosen_model(model: Any, asked: Any) -> str:
    """The model, where the session chose it: not one that stepped in for the model asked for."""
    if not isinstance(model, str):
        return ""
    return "" if isinstance(asked, str) and not model.startswith(asked) else model
