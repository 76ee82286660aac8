"""What the bytes of a Claude Code transcript line prove without decoding it (a leaf).

Inside a JSON string every quote is escaped, so ``"is_error"`` with its own quotes can only be a key: where
the bytes do not hold it, the line has no such key. And a member that stands before the first inner object is
the line's own. Each function here says what follows for certain, or that it cannot tell; then the line is
decoded. Taken for granted, as every known writer does: no space before a colon, no escapes in keys.
"""
from __future__ import annotations

import re
from typing import Optional, Tuple

_NAME = rb"[!#-\[\]-~]{1,200}"  # ASCII without quotes, spaces and backslashes
_USER = b'{"role":"user","content":[{"t'
_TYPE = b'"type":"'
_RESULT_MARKS = re.compile(
    rb'"(?:tool_use_id":"(%s)"|is_error":(false|null)?|text":|toolDenial|tool(?:UseR|_use_r)esult":(.))' % _NAME, re.S
)
_RESULT = re.compile(rb'(?:"tool_use_id":"[^"\\]{1,200}",)?"type":"tool_result"')
_MODIFIED = re.compile(rb'"userModified":\s?true')
_CONTENT = re.compile(rb'"content":')
_HEAD = re.compile(rb'\{"parentUuid":(?:null|"(%s)"),"isSidechain":(?:(true)|false)[,}]' % _NAME)
_START = (
    rb'\{(?:"model":"(%s)",)?"id":"(%s)","type":"message","role":"assistant",(?:"model":"(%s)",)?"content":\[\{"type":"' % ((_NAME,) * 3)
)
_BLOCK = re.compile(_START + rb'(?:text","text":|tool_use","id":"(%s)","name":"(%s)","input":)' % ((_NAME,) * 2))
_THOUGHT = re.compile(_START + rb'(?:redacted_)?thinking"')
_MORE = b'{"type":'
_CLOSED = ('}],"', ',"caller":{"type":"direct"}}],"')
_MEMBERS = r'(?:,"[A-Za-z_]{1,40}":(?:"[^"\\]{0,1000}"|null|true|false|-?[0-9.]{1,40}))*\}'
_ENDING = re.compile(r'"uuid":"([^"\\]{1,64})","timestamp":"([^"\\]{1,64})"' + _MEMBERS + r"\s*\Z")
_UUID = re.compile(rb'"uuid":"(%s)"%s\s*\Z' % (_NAME, _MEMBERS.encode()))
_INDEX = re.compile(r'"apiBlockIndex":([0-9]{1,9})[,}]')
_ASKED = re.compile(r'"requestedModel":"([^"\\]{0,200})"')
_NOTE = re.compile(rb'\{"type":"([a-z_]{1,60})"')


# -- what kind of line


def message_at(raw: bytes) -> int:
    """Where the line's message begins, -1 where that is not its first inner object."""
    at = raw.find(b"{", 1)
    return at if at > 10 and raw.startswith(b'"message":', at - 10) else -1


def kind_of(raw: bytes) -> str:
    """The type of a line that has it before its first inner object, "" for any other."""
    inner = raw.find(b"{", 1)
    at = raw.find(_TYPE, 0, inner if inner >= 0 else len(raw))
    end = raw.find(b'"', at + 8)
    return raw[at + 8:end].decode("ascii", "replace") if at >= 0 and at + 8 < end < at + 60 else ""


def note_kind(raw: bytes, name: bytes) -> str:
    """The type of the line's first inner object, where that is its member ``name``; "" where it is not told."""
    at = raw.find(b"{", 1)
    if at < 0 or not raw.endswith(b'"%s":' % name, 0, at):
        return ""
    found = _NOTE.match(raw, at)
    return found.group(1).decode("ascii") if found else ""


def link_of(raw: bytes, kind: bytes) -> Optional[Tuple[str, Optional[str]]]:
    """``(uuid, parentUuid)`` of a line that ends with its type, which is ``kind``, its uuid and other scalars."""
    at = raw.rfind(b'"uuid":"')
    head, uuid = _HEAD.match(raw), _UUID.match(raw, at) if at > 0 else None
    if head is None or uuid is None or not _is_typed(raw, at, kind):
        return None
    parent = head.group(1)
    return uuid.group(1).decode(), None if parent is None else parent.decode()


def _is_typed(raw: bytes, uuid: int, kind: bytes) -> bool:
    """Whether the line's own type is ``kind``: said right before its uuid, or before its first inner object."""
    mark = b'"type":"%s",' % kind
    return raw.endswith(mark, 0, uuid) or raw.find(mark, 0, raw.find(b"{", 1)) > 0


# -- results

# The call's id, where the message ends at the latest, where the line's own form of the result begins (-1 for none).
PlainResult = Tuple[str, int, int]


def plain_result(raw: bytes, at: int) -> Optional[PlainResult]:
    """What a line with its message at ``at`` holds, where that is one tool result, neither failed nor refused."""
    if not raw.startswith(_USER, at) or raw.find(b'"type":"user"', 0, at) < 0 or _RESULT.match(raw, at + 27) is None:
        return None
    id = None
    for mark in _RESULT_MARKS.finditer(raw, at):
        which = mark.lastindex
        if which == 1 and id is None:
            id = mark.group(1)
        elif which == 3:
            plain = id is not None and mark.group(3) in (b"{", b"[", b"n")
            return (id.decode(), mark.start(), mark.start(3)) if plain else None
        elif which != 2:
            return None
    return None if id is None else (id.decode(), len(raw), -1)


def is_modified(raw: bytes, structured: int) -> bool:
    """Whether the line says that the person changed what was written; ``structured`` as ``plain_result`` gives it."""
    return structured >= 0 and _MODIFIED.search(raw, structured) is not None


def content_of(raw: bytes, at: int, end: int) -> int:
    """Where the value of a plain result's ``content`` begins, -1 where it has none; ``end`` as ``plain_result`` gives it."""
    found = [mark.end() for mark, _ in zip(_CONTENT.finditer(raw, at, end), range(2))]
    return found[1] if len(found) == 2 else -1


# -- answers

# The line above, whether it is marked as a side chain, its message's id and model, the call's id and tool ("" for
# text), where the text or the input begins.
Answer = Tuple[Optional[str], bool, str, str, str, str, int]


def answer_of(raw: bytes, at: int) -> Optional[Answer]:
    """An assistant line with its message at ``at`` up to its first block, where it is written in a known order."""
    head, found = _HEAD.match(raw), _BLOCK.match(raw, at)
    if head is None or found is None:
        return None
    parent, side = head.groups()
    model, message, later, call, tool = found.groups()
    return (
        None if parent is None else parent.decode(), side is not None, message.decode(), (model or later or b"").decode(),
        "" if call is None else call.decode(), "" if call is None else tool.decode(), found.end(),
    )


def is_thought(raw: bytes, at: int) -> bool:
    """Whether the message at ``at`` is the model's and holds nothing but its thinking."""
    found = _THOUGHT.match(raw, at)
    return found is not None and raw.find(_MORE, found.end()) < 0


# The line's uuid, its time, which block it holds, the model that was asked for.
Ending = Tuple[str, str, Optional[int], Optional[str]]


def ending_of(tail: str, typed: bool, version: str) -> Optional[Ending]:
    """What stands behind the one block of an assistant line, where nothing there changes what the line means.

    ``typed``: its type stands before the message. ``version`` is the member that is expected, "" for none.
    """
    at = tail.rfind('"uuid":"')
    found = _ENDING.match(tail, at) if at > 0 and tail.startswith(_CLOSED) else None
    if found is None or not (typed or tail.endswith('"type":"assistant",', 0, at)):
        return None
    if "isApiErrorMessage" in tail or "supersedesUuids" in tail or (version not in tail if version else '"version":' in tail):
        return None
    uuid, time = found.groups()
    if "apiBlockIndex" in tail or "requestedModel" in tail:
        return _with_block(tail, uuid, time)
    return uuid, time, None, None


def _with_block(tail: str, uuid: str, time: str) -> Optional[Ending]:
    """An ending that says which block its line holds and what model was asked for (2.1.332)."""
    index, asked = _INDEX.search(tail), _ASKED.search(tail)
    if (index is None) == ("apiBlockIndex" in tail) or (asked is None) == ("requestedModel" in tail):
        return None
    return uuid, time, None if index is None else int(index.group(1)), None if asked is None else asked.group(1)
