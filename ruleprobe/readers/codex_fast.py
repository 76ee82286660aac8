"""Lines of a Codex rollout that need not be decoded whole (a leaf; DESIGN "Speed").

``lean`` gives what ``codex_lines`` needs of a line without decoding it, where its first bytes prove that it
is enough: of a line of a kind that makes no step its timestamp (a str); of a compaction, and of the output of
a process whose text nobody reads, an object that says the same. It is None for any other line, which is then
decoded; so the whole decoding stays the reference, and a test holds the two against each other.

The proof rests on the program's own order of keys, which it writes without repeating one: ``timestamp``,
``ordinal``, ``type``, ``payload``, and in that ``type`` first. An unescaped quote cannot stand inside a JSON
string, so the head of a line is never text. What is passed over is not checked: of a broken line of a kind
that makes nothing, only a missing end is seen.
"""
from __future__ import annotations

import re
from typing import Any, Callable, Collection, Dict, Optional, Union

Lean = Callable[[bytes], Union[None, str, Dict[str, Any]]]

_HEAD = re.compile(
    rb'\{"timestamp":"([0-9T:.Z-]*)",(?:"ordinal":([0-9]{1,15}),)?"type":"(\w+)","payload":\{(?:"type":"(\w+)",?)?')
_ROLE = re.compile(rb'(?:"id":"[^"\\]*",)?"role":"(?:developer|system)"')
_ITEM = re.compile(rb'(?:"\w+":"[^"\\]*",){0,4}"item":\{"type":"(\w+)"')
_OUTPUT = re.compile(rb'(?:"id":"[^"\\]*",)?"call_id":"([^"\\]*)","output":"')
_PROCESS = re.compile(
    rb'(?:Chunk ID: [^"\\]*\\n)?(?:Wall time: [^"\\]*\\n)?'
    rb'(?:(?:Process exited with code|Exit code:) -?[0-9]{1,12}(?=[^0-9])|Process running with)')
_WRAPPED = re.compile(rb'\{\\"output\\": ?\\"')
_METADATA = re.compile(rb'\\", ?\\"metadata\\": ?\{\\"exit_code\\": ?(-?[0-9]{1,12})(?:, ?\\"duration_seconds\\": ?[0-9.]+)?\}\}"')
_SHORT, _TAIL = 64, 400
_TEXT = "tool_result.text"
_OUTPUTS = (b"function_call_output", b"custom_tool_call_output", b"local_shell_call_output")


def leaner(makes: Dict[str, Collection[str]], item_types: Collection[str], unread: Collection[str]) -> Lean:
    """``lean`` for a reader that makes something of the line types ``makes``, where named of these payload types only.

    ``item_types`` are the items it makes something of, ``unread`` the texts nobody will look at.
    """
    wanted = {kind.encode(): frozenset(name.encode() for name in names) for kind, names in makes.items()}
    items = frozenset(name.encode() for name in item_types)
    silent = _TEXT in unread

    def lean(line: bytes) -> Union[None, str, Dict[str, Any]]:
        head = _HEAD.match(line)
        if head is None or line[-2:] != b"}}":
            return None
        timestamp, _, kind, inner = head.groups()
        names = wanted.get(kind)
        if names is None or names and inner is not None and inner not in names:
            return timestamp.decode()
        if inner == b"message" and _ROLE.match(line, head.end()) or inner == b"item_completed" and _unused(line, head, items):
            return timestamp.decode()
        if kind == b"compacted":
            return _line(head, {})
        if silent and inner in _OUTPUTS:
            return _output(line, head)
        return None

    return lean


def _unused(line: bytes, head: Any, items: Collection[bytes]) -> bool:
    item = _ITEM.match(line, head.end())
    return item is not None and item.group(1) not in items


def _line(head: Any, payload: Dict[str, Any]) -> Dict[str, Any]:
    timestamp, ordinal, kind, inner = head.groups()
    value: Dict[str, Any] = {"timestamp": timestamp.decode(), "type": kind.decode(), "payload": payload}
    if ordinal is not None:
        value["ordinal"] = int(ordinal)
    if inner is not None:
        payload["type"] = inner.decode()
    return value


def _output(line: bytes, head: Any) -> Optional[Dict[str, Any]]:
    """An output of which only the beginning, or what stands beside the text, says anything."""
    found = _OUTPUT.match(line, head.end())
    if found is None:
        return None
    text = _said(line, found.end())
    if text is None:
        return None
    return _line(head, {"call_id": found.group(1).decode("utf-8", "surrogatepass"), "output": text})


def _said(line: bytes, at: int) -> Optional[str]:
    """A text that says the same of its call as the one that begins at ``at``."""
    process = _PROCESS.match(line, at)
    if process:
        return process.group().replace(b"\\n", b"\n").decode("utf-8", "surrogatepass") + "\n"
    wrapped = _WRAPPED.match(line, at)
    if wrapped:
        metadata = _METADATA.search(line, max(wrapped.end() + _SHORT, len(line) - _TAIL))
        return "Exit code: %s\n" % metadata.group(1).decode() if metadata else None
    return None
