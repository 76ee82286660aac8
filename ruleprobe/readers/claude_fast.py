"""Lines of a Claude Code transcript taken without decoding them whole (D12, "Speed").

Most of a transcript's bytes are texts that nobody reads: what tools returned, twice on each line, what the
model thought, whole messages of sub-agents copied into progress lines. ``take`` does for such a line what
``Transcript.line`` would do with its object, where ``claude_bytes`` proves enough, and else says no. The line
stays in the block it was read in, and the members before its message, which are the same on most lines of a
session, are looked at once.

Known misses: a line taken so is not decoded to see that it is whole: one that was cut right behind a brace, and is not
the last of its file, may count.
"""
from __future__ import annotations

import json
from typing import Any, Collection, Dict, Optional, Tuple

from .claude_bytes import (
    content_of, ending_of, is_modified, kind_of, link_of, note_kind, plain_result, surroundings, thought_of,
)
from .claude_fates import WRITES
from .claude_session import SILENT, Transcript, chosen_model

_SCAN = json.JSONDecoder().scan_once  # (text, begin) -> (value, end); StopIteration where there is no value
_FAILED = object()
_MOST_MEMBERS = 64
_UNTOLD = ("?", "")
_ENDS = (b"}\n", b"}\r\n")


class Taker:
    """Takes lines for one transcript. ``unread`` names the texts that may be left empty."""

    def __init__(self, transcript: Transcript, unread: Collection[str]) -> None:
        self._transcript = transcript
        self._texts = "tool_result.text" not in unread
        self._members: Dict[bytes, Tuple[str, str]] = {}  # those before a message -> the type and version they say

    def take(self, number: int, block: bytes, at: int, end: int, found: Any) -> bool:
        """Whether the line was taken; if not it has to be decoded. ``found`` is what ``MESSAGE`` finds in it."""
        if found is None:
            return block.endswith(_ENDS, at, end) and self._other(number, block[at:end])
        parent, side, members, _, _, _, _, _, thought, id, result = found.groups()
        kind, version = self._members.get(members) or self._say(members)
        if result:
            return kind == "user" and block.endswith(_ENDS, at, end) and self._result(number, block, found.end(), end, id)
        if side is None or kind not in ("assistant", ""):
            return False
        above = None if parent is None else parent.decode()
        if not thought:
            return self._answer(number, block, end, found, above, kind != "", version)
        uuid = thought_of(block, found.end(), end, kind != "")
        if uuid is not None:
            self._transcript.chain.link(uuid, above)
        return uuid is not None

    def _answer(self, number: int, block: bytes, end: int, found: Any, above: Optional[str], typed: bool, version: str) -> bool:
        side, model, message, later, call, tool = found.group(2, 4, 5, 6, 7, 8)
        transcript, model = self._transcript, (model or later or b"").decode()
        if not model or model == "<synthetic>" or transcript.agent is None or not transcript.cwd:
            return False
        try:
            text = block[found.end():end].decode("utf-8", "surrogatepass")
            value, behind = _SCAN(text, 0)
        except (ValueError, RecursionError, StopIteration):
            return False
        expected = self._expected(version)
        ending = None if expected is None else ending_of(text[behind:], typed, expected)
        if ending is None:
            return False
        uuid, time, index, asked = ending
        if not transcript.chain.link(uuid, above):
            return True
        inline = side == b"true" and not transcript.agent
        if call:
            transcript.called(number, above, time, message.decode(), inline, call.decode(), tool.decode(), value)
        else:
            transcript.said(number, above, time, message.decode(), inline, value, chosen_model(model, asked), index)
        return True

    def _say(self, members: bytes) -> Tuple[str, str]:
        if len(self._members) >= _MOST_MEMBERS:
            self._members.clear()
        says = self._members[members] = surroundings(members) or _UNTOLD
        return says

    def _expected(self, version: str) -> Optional[str]:
        """The member with the session's version that has to stand behind the message where ``version``, the one before
        it, is ""; "" where none may; None where the line tells a version that is new."""
        known = self._transcript.written
        if not isinstance(known, str):
            return None
        if version:
            return "" if version == known else None
        return '"version":"%s"' % known

    def _result(self, number: int, block: bytes, at: int, end: int, id: Optional[bytes]) -> bool:
        found = plain_result(block, at, end, id)
        if found is None:
            return False
        name, behind, structured = found
        call = self._transcript.calls.waiting(name)
        if (call is None or call.event["name"] in WRITES) and is_modified(block, structured, end):
            return False
        content = _value(block, content_of(block, at, behind), behind) if self._texts else ""
        if content is _FAILED:
            return False
        self._transcript.answered(number, name, content)
        return True

    def _other(self, number: int, raw: bytes) -> bool:
        """A line that is no message: one that says nothing of what happened, or only where it stands."""
        kind = kind_of(raw)
        if kind == "progress":
            return note_kind(raw, b"data") == "agent_progress"
        if kind == "file-history-snapshot":
            self._transcript.windowed()
            return True
        if kind:
            return kind in SILENT
        if note_kind(raw, b"attachment") in ("", "queued_command"):
            return False
        link = link_of(raw, b"attachment")
        if link is not None:
            self._transcript.chain.link(*link)
        return link is not None


def _value(block: bytes, begin: int, end: int) -> Any:
    """The JSON value at ``begin`` as ``content_of`` gives it, ``_FAILED`` where it cannot be read."""
    if begin <= 0:
        return _FAILED if begin else None
    try:
        return _SCAN(block[begin:end].decode("utf-8", "surrogatepass"), 0)[0]
    except (ValueError, RecursionError, StopIteration):
        return _FAILED
