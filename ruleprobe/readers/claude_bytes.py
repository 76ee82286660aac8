"""What the bytes of a Claude Code transcript line prove without decoding it (a leaf).

Inside a JSON string every quote is escaped, so ``"is_error"`` with its own quotes can only be a key: where
the bytes do not hold it, the line has no such key. And a member that stands before the first inner object is
the line's own. Each function here says what follows for certain, or that it cannot tell; then the line is
decoded. Taken for granted, as every known writer does: no space before a colon, no escapes in keys.
"""
from __future__ import annotations

import re
from typing import NamedTuple, Optional, Tuple

_TYPE = b'"type":"'
_MESSAGE = re.compile(rb'\{"id":\s?"([^"\\]{1,200})",\s?"type":\s?"message",\s?"role":\s?"assistant"')
_RESULT = re.compile(
    rb'\{"role":\s?"user",\s?"content":\s?\[\{(?:"tool_use_id":\s?"[^"\\]{1,200}",\s?)?"type":\s?"tool_result"'
)
_RESULT_MARKS = re.compile(
    rb'"(?:tool_use_id":\s?"([^"\\]{1,200})"|is_error":\s?(false|null)?|text":|toolDenial|tool(?:UseR|_use_r)esult":\s?(.))', re.S
)
_MODIFIED = re.compile(rb'"userModified":\s?true')
_CONTENT = re.compile(rb'"content":\s?')
_THOUGHT = re.compile(rb'"content":\s?\[\{"type":\s?"(?:thinking|redacted_thinking)"')
_BLOCK = re.compile(rb'\{"type":')
_PARENT = re.compile(rb'\{"parentUuid":\s?(?:null|"([^"\\]{1,64})"),')
_UUID = re.compile(
    rb'"uuid":\s?"([^"\\]{1,64})"(?:,\s?"[A-Za-z_]{1,40}":\s?(?:"[^"\\]{0,400}"|null|true|false|-?[0-9.]{1,40}))*\}\s*\Z'
)
_TAIL = 1500
_NOTE = re.compile(rb'\{"type":\s?"([a-z_]{1,60})"')


def kind_of(raw: bytes) -> Tuple[str, int]:
    """``(type, where the first inner object may begin)``; "" where the bytes do not tell the line's type."""
    inner = raw.find(b"{", 1)
    at = raw.find(_TYPE, 0, inner if inner >= 0 else len(raw))
    if at >= 0:
        end = raw.find(b'"', at + 8)
        return raw[at + 8:end].decode("ascii", "replace") if 0 < end < at + 60 else "", inner
    if inner < 0:
        return "", inner
    if raw.startswith(b'"message":', inner - 10) or raw.startswith(b'"message": ', inner - 11):
        return "assistant" if _MESSAGE.match(raw, inner) else "", inner
    if raw.startswith(b'"attachment":', inner - 13):
        return "attachment", inner
    return "", inner


class PlainResult(NamedTuple):
    """A line that holds one tool result, neither failed nor refused, and nothing else."""

    id: str
    end: int  # where its message ends at the latest
    structured: int  # where the line's own form of the result begins, -1 for none


def plain_result(raw: bytes, inner: int) -> Optional[PlainResult]:
    """What a ``user`` line holds, where that is one plain result."""
    if inner < 0 or _RESULT.match(raw, inner) is None:
        return None
    id = ""
    for mark in _RESULT_MARKS.finditer(raw, inner):
        which = mark.lastindex
        if which == 1 and not id:
            id = mark.group(1).decode("utf-8", "replace")
        elif which == 3:
            plain = id and mark.group(3) in (b"{", b"[", b"n")
            return PlainResult(id, mark.start(), mark.start(3)) if plain else None
        elif which != 2:
            return None
    return PlainResult(id, len(raw), -1) if id else None


def is_modified(raw: bytes, result: PlainResult) -> bool:
    """Whether the line says that the person changed what was written."""
    return result.structured >= 0 and _MODIFIED.search(raw, result.structured) is not None


def content_of(raw: bytes, inner: int, result: PlainResult) -> int:
    """Where the value of a plain result's ``content`` begins, -1 where it has none."""
    found = [mark.end() for mark, _ in zip(_CONTENT.finditer(raw, inner, result.end), range(2))]
    return found[1] if len(found) == 2 else -1


def is_thought(raw: bytes, inner: int) -> bool:
    """Whether an ``assistant`` line holds one block, which is the model's thinking."""
    found = _THOUGHT.search(raw, inner, inner + 1000)
    return found is not None and _BLOCK.search(raw, found.end()) is None


def note_kind(raw: bytes, inner: int) -> str:
    """The type of what an ``attachment`` or ``progress`` line carries, "" where it does not come first."""
    found = _NOTE.match(raw, inner)
    return found.group(1).decode("ascii") if found else ""


def link_of(raw: bytes) -> Optional[Tuple[str, Optional[str]]]:
    """``(uuid, parentUuid)`` of a line that begins with the one and ends with the other and scalars."""
    parent, uuid = _PARENT.match(raw), _UUID.search(raw, max(0, len(raw) - _TAIL))
    if parent is None or uuid is None:
        return None
    above = parent.group(1)
    return uuid.group(1).decode("utf-8", "replace"), None if above is None else above.decode("utf-8", "replace")
