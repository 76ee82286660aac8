"""Lines of a Claude Code transcript taken without decoding them whole (D12, "Speed").

Most of a transcript's bytes are texts that nobody reads: what tools returned, twice on each line, what the
model thought, whole messages of sub-agents copied into progress lines. ``take`` does for such a line what
``Transcript.line`` would do with its object, where ``claude_bytes`` proves enough, and else says no.

Known misses: a line taken so is not checked to be whole; only the last of a file can be half written.
"""
from __future__ import annotations

import json
from typing import Any, Collection

from .claude_bytes import content_of, is_modified, is_thought, kind_of, link_of, note_kind, plain_result
from .claude_fates import WRITES
from .claude_session import SILENT, Transcript

_RAW_DECODE = json.JSONDecoder().raw_decode
_FAILED = object()
_MAY_BE_MODIFIED = WRITES | {""}  # a result whose call was not met yet may be a write's


class Taker:
    """Takes lines for one transcript. ``unread`` names the texts that may be left empty."""

    def __init__(self, transcript: Transcript, unread: Collection[str]) -> None:
        self._transcript = transcript
        self._texts = "tool_result.text" not in unread

    def take(self, number: int, raw: bytes) -> bool:
        """Whether the line was taken; if not it has to be decoded."""
        kind, inner = kind_of(raw)
        if kind == "user":
            return self._result(number, raw, inner)
        if kind == "assistant":
            return is_thought(raw, inner) and self._link(number, raw)
        if kind == "progress":
            return note_kind(raw, inner) == "agent_progress"
        if kind == "attachment":
            return note_kind(raw, inner) not in ("", "queued_command") and self._link(number, raw)
        if kind == "file-history-snapshot":
            self._transcript.windowed()
            return True
        return kind in SILENT

    def _result(self, number: int, raw: bytes, inner: int) -> bool:
        found = plain_result(raw, inner)
        if found is None:
            return False
        if self._transcript.tool_of(found.id) in _MAY_BE_MODIFIED and is_modified(raw, found):
            return False
        content = "" if not self._texts else _value(raw, content_of(raw, inner, found), found.end)
        if content is _FAILED:
            return False
        self._transcript.plain_answer(number, found.id, content)
        return True

    def _link(self, number: int, raw: bytes) -> bool:
        link = link_of(raw)
        if link is not None:
            self._transcript.link(number, *link)
        return link is not None


def _value(raw: bytes, begin: int, end: int) -> Any:
    """The JSON value at ``begin``, None where there is none, ``_FAILED`` where it cannot be read."""
    if begin < 0:
        return None
    try:
        return _RAW_DECODE(raw[begin:end].decode("utf-8", "surrogatepass"))[0]
    except (ValueError, RecursionError):
        return _FAILED
