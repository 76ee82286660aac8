"""What the bytes of a Claude Code transcript line prove without decoding it (a leaf).

Inside a JSON string every quote is escaped, so ``"is_error"`` with its own quotes can only be a key: where
the bytes do not hold it, the line has no such key. And a member that stands before the first inner object is
the line's own. Each function here says what follows for certain, or that it cannot tell; then the line is
decoded. Taken for granted, as every known writer does: no space before a colon, no escapes in keys.

A line is given by itself, or as the part from ``at`` to ``end`` of a block of bytes that holds many.
"""
from __future__ import annotations

import json
import re
from typing import Optional, Tuple

_NAME = rb"[!#-\[\]-~]{1,200}"  # ASCII without quotes, spaces and backslashes
# A message line up to what its first block says. Its groups: the line above, whether it is a side chain, the other
# members before the message; of an answer the model, the message's id, the model where it stands behind that, the
# call's id and tool, the mark of a thought; of a tool's result the call's id where it comes first, and its mark.
MESSAGE = re.compile((
    rb'\{(?:"parentUuid":(?:null|"(NAME)"),"isSidechain":(true|false),)?([^{]{0,8000})"message":\{(?:'
    rb'(?:"model":"(NAME)",)?"id":"(NAME)","type":"message","role":"assistant",(?:"model":"(NAME)",)?"content":\[\{"type":"'
    rb'(?:text","text":|tool_use","id":"(NAME)","name":"(NAME)","input":|((?:redacted_)?thinking"))'
    rb'|"role":"user","content":\[\{(?:"tool_use_id":"(NAME)",)?("type":"tool_result"))').replace(b"NAME", _NAME))
# Members that change what such a line says.
_DECIDING = frozenset(
    "parentUuid isSidechain message uuid timestamp isApiErrorMessage supersedesUuids apiBlockIndex requestedModel toolUseResult "
    "tool_use_result toolDenialKind toolDenialBeforeRun session_id".split())
_RESULT_MARKS = re.compile(
    rb'"(?:tool_use_id":"(%s)"|is_error":(false|null)?|text":|toolDenial|tool(?:UseR|_use_r)esult":(.))' % _NAME, re.S)
_TYPE = b'"type":"'
_MODIFIED = re.compile(rb'"userModified":\s?true')
_CONTENT = re.compile(rb'"content":')
_HEAD = re.compile(rb'\{"parentUuid":(?:null|"(%s)"),"isSidechain":(?:true|false)[,}]' % _NAME)
_MORE = b'{"type":'
_CLOSED = ('}],"', ',"caller":{"type":"direct"}}],"')
_MEMBERS = r'(?:,"[A-Za-z_]{1,40}":(?:"[^"\\]{0,1000}"|null|true|false|-?[0-9.]{1,40}))*\}'
_ENDING = re.compile(
    r'"uuid":"([^"\\]{1,64})","timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)"' + _MEMBERS + r"\s*\Z", re.ASCII)
_UUID = re.compile(rb'"uuid":"(%s)"%s\s*\Z' % (_NAME, _MEMBERS.encode()))
_INDEX = re.compile(r'"apiBlockIndex":([0-9]{1,9})[,}]')
_ASKED = re.compile(r'"requestedModel":"([^"\\]{0,200})"')
_NOTE = re.compile(rb'\{"type":"([a-z_]{1,60})"')


# -- what kind of line


def surroundings(members: bytes) -> Optional[Tuple[str, str]]:
    """``(type, version)`` that the members before a message say, "" for one they leave out; None where they say more
    of the message than that, or are none."""
    try:
        found = json.loads(b"{%s}" % members[:-1])
    except (ValueError, RecursionError):
        return None
    if not _DECIDING.isdisjoint(found) or (members and not members.endswith(b",")):
        return None
    kind, version = found.get("type", ""), found.get("version", "")
    return (kind, version) if isinstance(kind, str) and isinstance(version, str) else None


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
    mark = b'"type":"%s",' % kind
    if head is None or uuid is None or not (raw.endswith(mark, 0, at) or raw.find(mark, 0, raw.find(b"{", 1)) > 0):
        return None
    parent = head.group(1)
    return uuid.group(1).decode(), None if parent is None else parent.decode()


# -- results

# The call's id, where the message ends at the latest, where the line's own form of the result begins (-1 for none).
PlainResult = Tuple[str, int, int]


def plain_result(block: bytes, at: int, end: int, id: Optional[bytes]) -> Optional[PlainResult]:
    """What a user's line holds whose message begins with a tool result, where that is all and neither failed nor refused.

    ``at`` is behind the mark of the result, ``id`` the call's where it stands before the mark.
    """
    mark = _RESULT_MARKS.search(block, at, end)
    while mark is not None:
        which = mark.lastindex
        if which == 3:
            plain = id is not None and mark.group(3) in (b"{", b"[", b"n")
            return (id.decode(), mark.start(), mark.start(3)) if plain else None  # type: ignore[union-attr]
        if which == 1 and id is None:
            id = mark.group(1)
        elif which != 2:
            return None
        mark = _RESULT_MARKS.search(block, mark.end(), end)
    return None if id is None else (id.decode(), end, -1)


def is_modified(block: bytes, structured: int, end: int) -> bool:
    """Whether the line says that the person changed what was written; ``structured`` as ``plain_result`` gives it."""
    return structured >= 0 and _MODIFIED.search(block, structured, end) is not None


def content_of(block: bytes, at: int, end: int) -> int:
    """Where the value of a result's ``content`` begins, 0 where it has none, -1 where that is not told; ``at`` is behind
    the result's mark, ``end`` as ``plain_result`` gives it."""
    found = _CONTENT.search(block, at, end)
    if found is None:
        return 0
    return -1 if _CONTENT.search(block, found.end(), end) else found.end()


# -- answers


def thought_of(block: bytes, at: int, end: int, typed: bool) -> Optional[str]:
    """The uuid of an answer with nothing but thinking behind ``at``; ``typed`` as for ``ending_of``."""
    if block.find(_MORE, at, end) >= 0:
        return None
    at = block.rfind(b'"uuid":"', at, end)
    uuid = _UUID.match(block, at, end) if at > 0 else None
    if uuid is None or not (typed or block.endswith(b'"type":"assistant",', 0, at)):
        return None
    return uuid.group(1).decode()


# The line's uuid, its time in UTC, which block it holds, the model that was asked for.
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
