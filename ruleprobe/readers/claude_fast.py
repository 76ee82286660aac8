"""Lines of a Claude Code transcript taken without decoding them whole (D12, "Speed").

Most of a transcript's bytes are texts that nobody reads: what tools returned, twice on each line, what the
model thought, whole messages of sub-agents copied into progress lines. ``take`` does for such a line what
``Transcript.line`` would do with its object, where ``claude_bytes`` proves enough, and else says no.

Known misses: a line taken so is not checked to be whole; only the last of a file can be half written.
"""
from __future__ import annotations

import json
from typing import Any, Collection

from .claude_bytes import (
    answer_of, content_of, ending_of, is_modified, is_thought, kind_of, link_of, message_at, note_kind, plain_result,
)
from .claude_fates import WRITES
from .claude_session import SILENT, Transcript, chosen_model

_SCAN = json.JSONDecoder().scan_once  # (text, begin) -> (value, end); StopIteration where there is no value
_FAILED = object()


class Taker:
    """Takes lines for one transcript. ``unread`` names the texts that may be left empty."""

    def __init__(self, transcript: Transcript, unread: Collection[str]) -> None:
        self._transcript = transcript
        self._texts = "tool_result.text" not in unread
        self._written: Any = None  # the version of the session so far, and the member that says it
        self._version, self._before = "", b""

    def take(self, number: int, raw: bytes) -> bool:
        """Whether the line was taken; if not it has to be decoded."""
        at = message_at(raw)
        if at >= 0:
            return self._result(number, raw, at) if raw.startswith(b'{"role"', at) else self._answer(number, raw, at)
        kind = kind_of(raw)
        if kind == "progress":
            return note_kind(raw, b"data") == "agent_progress"
        if kind == "file-history-snapshot":
            self._transcript.windowed()
            return True
        if kind:
            return kind in SILENT
        return note_kind(raw, b"attachment") not in ("", "queued_command") and self._link(number, raw, b"attachment")

    def _result(self, number: int, raw: bytes, at: int) -> bool:
        found = plain_result(raw, at)
        if found is None:
            return False
        id, end, structured = found
        call = self._transcript.calls.waiting(id)
        if (call is None or call.event["name"] in WRITES) and is_modified(raw, structured):
            return False
        content = _value(raw, content_of(raw, at, end), end) if self._texts else ""
        if content is _FAILED:
            return False
        self._transcript.answered(number, id, content)
        return True

    def _answer(self, number: int, raw: bytes, at: int) -> bool:
        found = answer_of(raw, at)
        if found is None:
            return is_thought(raw, at) and self._link(number, raw, b"assistant")
        parent, side, message, model, call, tool, begin = found
        transcript = self._transcript
        if not model or model == "<synthetic>" or transcript.agent is None or not transcript.cwd or not self._is_known():
            return False
        try:
            text = raw[begin:].decode("utf-8", "surrogatepass")
            value, end = _SCAN(text, 0)
        except (ValueError, RecursionError, StopIteration):
            return False
        typed = raw.find(b'"type":"assistant"', 0, at) >= 0
        ending = ending_of(text[end:], typed, "" if raw.find(self._before, 0, at) >= 0 else self._version)
        if ending is None:
            return False
        uuid, time, index, asked = ending
        if not transcript.chain.link(number, uuid, parent):
            return True
        side = side and not transcript.agent
        if call:
            transcript.called(number, parent, time, message, side, call, tool, value)
        else:
            transcript.said(number, parent, time, message, side, value, chosen_model(model, asked), index)
        return True

    def _is_known(self) -> bool:
        """Whether the session's version is; then a line that has it as ``_before`` or ``_version`` tells nothing new."""
        if self._transcript.written is not self._written:
            self._written = self._transcript.written
            self._version = '"version":"%s"' % self._written if isinstance(self._written, str) else ""
            self._before = self._version.encode("utf-8", "replace")
        return self._version != ""

    def _link(self, number: int, raw: bytes, kind: bytes) -> bool:
        link = link_of(raw, kind)
        if link is not None:
            self._transcript.chain.link(number, *link)
        return link is not None


def _value(raw: bytes, begin: int, end: int) -> Any:
    """The JSON value at ``begin``, None where there is none, ``_FAILED`` where it cannot be read."""
    if begin < 0:
        return None
    try:
        return _SCAN(raw[begin:end].decode("utf-8", "surrogatepass"), 0)[0]
    except (ValueError, RecursionError, StopIteration):
        return _FAILED
