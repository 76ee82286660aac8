"""What the lines of a Codex rollout are known by in other files (a leaf; D3, D12).

``Marks.feed`` gives short tokens for each line that makes an event, by a scan of its bytes: a line is decoded
only where its keys stand in no order the program writes. Every token is bound to a thread, so that equal
texts, and the call ids some providers repeat, never make two unrelated threads meet. Three kinds:

* timestamp and content, for the same line in another file of the same thread (a stale or archived copy, a
  migrated one: a prompt has one mark in either history);
* a chain over the contents from the top, for a copy with new timestamps: equal as far as two histories are
  the same, and ending exactly where they part;
* the content alone, for what follows in the copy where the chain broke over a line one of the two lost.

The last two are made only until the first turn id that is a UUIDv7: from there on a copy is told by the file
alone (``codex_origin``). A file that was copied from another thread makes them in that thread's name too.

Outputs have no token: an output goes where its call goes. Nor have messages, once an event or an item has been
seen: from there on the file says everything twice.
"""
from __future__ import annotations

import hashlib
import json
import re
from typing import Any, Dict, NamedTuple, Optional, Sequence

from .codex_origin import Origin, header_of

_HEAD = re.compile(
    rb'\{(?:"timestamp": ?"([^"\\]*)", ?)?(?:"ordinal": ?[0-9]+, ?)?"type": ?"(\w+)"(?:, ?"payload": ?\{"type": ?"(\w+)")?')
_ITEM = re.compile(rb'"item":\s*\{\s*"type":\s*"(\w+)"')
_STRING = rb':\s*"([^"\\]*(?:\\.[^"\\]*)*)'
_MESSAGE, _TEXT, _ID = (re.compile(b'"%s"%s' % (key, _STRING)) for key in (b"message", b"text", b"id"))
_CALL_ID = re.compile(rb'"call_id":\s*"([^"\\]*)"')
_TURN_ID = re.compile(rb'"turn_id":\s*"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7')
_LOOK, _LONG, _KEEP, _SHORT = 2048, 1024, 256, 64
_TURNS = (b"turn_context", b"task_started", b"turn_started")
_CALL, _MESSAGE_ITEM = (b"c", _CALL_ID), (b"m", _TEXT)
_RULES = {
    b"user_message": (b"u", _MESSAGE), b"UserMessage": (b"u", _TEXT),
    b"agent_message": (b"a", _MESSAGE), b"AgentMessage": (b"a", _TEXT),
    b"message": _MESSAGE_ITEM, b"compacted": (b"k", None),
    b"function_call": _CALL, b"custom_tool_call": _CALL, b"local_shell_call": _CALL,
    b"exec_command_end": _CALL, b"patch_apply_end": _CALL,
    b"web_search_call": (b"c", _ID), b"image_generation_call": (b"c", _ID),
    b"CommandExecution": (b"c", _ID), b"FileChange": (b"c", _ID), b"CollabAgentToolCall": (b"c", _ID),
}
_QUIET = frozenset((b"function_call_output", b"custom_tool_call_output", b"reasoning", b"token_count", b"agent_reasoning"))
_ENVELOPES = (b"response_item", b"event_msg")


class Tokens(NamedTuple):
    """The tokens of one line, and its kind: ``u`` a prompt, ``m`` a message, ``a`` a text, ``c`` a call, ``k``.

    ``own``: as a line of its own thread; ``source``: as the next line copied from another; ``alike``: as a
    line whose content stands somewhere in that other; ``offered``: for files that copied this one.
    """

    kind: bytes
    own: Sequence[bytes]
    source: Sequence[bytes] = ()
    alike: Sequence[bytes] = ()
    offered: Sequence[bytes] = ()

    def all(self) -> Sequence[bytes]:
        return [*self.own, *self.source, *self.alike, *self.offered] if self.own else ()


_NONE = Tokens(b"", ())


class Marks:
    """The tokens of a file's lines, fed in order."""

    def __init__(self) -> None:
        self.origin = Origin()
        self.first = ""
        self._chain = b""
        self._turns = self._said = False

    def feed(self, line: bytes) -> Tokens:
        """The tokens of one raw line, none where it makes no event."""
        head = _HEAD.match(line)
        if head is not None and head.group(3) in _QUIET and self.first:
            return _NONE
        if head is None or not head.group(1) and b'"payload"' in line or head.group(2) in _ENVELOPES and not head.group(3):
            value = _decoded(line)
            if value is None or self._header(value):
                return _NONE
            line = canonical(value)
            head = _HEAD.match(line)
            if head is None:
                return _NONE
        timestamp, outer, inner = head.groups()
        if not self.first and timestamp:
            self.first = timestamp.decode("utf-8", "replace")
        name = inner if outer in _ENVELOPES else outer
        rule = _RULES.get(name)
        if rule is not None:
            if rule is _MESSAGE_ITEM and self._said:
                return _NONE
            return self._tokens(timestamp, rule[0], _content(rule[1], line, head.end()))
        return self._other(line, timestamp, name, head.end())

    def _other(self, line: bytes, timestamp: Optional[bytes], name: bytes, at: int) -> Tokens:
        """The tokens of a line whose type alone does not say what it holds, and what it says of the file."""
        if name == b"session_meta":
            self._header(_decoded(line) or {})
        elif name in _TURNS and not self._turns:
            self._turns = _TURN_ID.search(line) is not None
        elif name == b"item_completed":
            item = _ITEM.search(line, at)
            rule = _RULES.get(item.group(1)) if item else None
            if rule is not None:
                return self._tokens(timestamp, rule[0], _content(rule[1], line, item.end()))
        return _NONE

    def _tokens(self, timestamp: Optional[bytes], kind: bytes, content: bytes) -> Tokens:
        self._said = self._said or kind in (b"u", b"a")
        thread = self.origin.thread
        own = [b"t" + thread + timestamp + kind + content[:_SHORT]] if timestamp else []
        if self._turns:
            return Tokens(kind, own)
        chain = self._chain = hashlib.blake2b(self._chain + kind + content, digest_size=8).digest()
        own.append(b"h" + thread + chain)
        offered = (b"x" + thread + kind + content[:_KEEP],)
        sources = self.origin.threads
        if not sources:
            return Tokens(kind, own, (), (), offered)
        alike = [b"x" + source + kind + content[:_KEEP] for source in sources]
        return Tokens(kind, own, [b"h" + source + chain for source in sources], alike, offered)

    def _header(self, value: Dict[str, Any]) -> bool:
        """Whether a line's object is a header; the first is the file's."""
        header = header_of(value)
        if header is not None and (header is value.get("payload") or not self.origin.id):
            self.origin.meta(header)
        return header is not None


def canonical(value: Dict[str, Any]) -> bytes:
    """A line's object as the program would have written it: the keys that say what it is in front."""
    payload = value.get("payload")
    front: Dict[str, Any] = {key: value[key] for key in ("timestamp", "type") if isinstance(value.get(key), str)}
    if isinstance(payload, dict):
        item = payload.get("item")
        if isinstance(item, dict):
            payload = {**payload, "item": _front(item)}
        front["payload"] = _front(payload)
    rest = {key: entry for key, entry in value.items() if key not in ("timestamp", "ordinal", "type", "payload")}
    return json.dumps({**front, **rest}, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _front(value: Dict[str, Any]) -> Dict[str, Any]:
    return {"type": value["type"], **value} if "type" in value else value


def _content(pattern: Any, line: bytes, at: int) -> bytes:
    """What a line is told from its like by: a call's id, the beginning of a text."""
    if pattern is None:
        return b""
    found = pattern.search(line, at) if pattern is _CALL_ID else pattern.search(line, at, at + _LOOK)
    return found.group(1)[:_LONG] if found else b""


def _decoded(line: bytes) -> Optional[Dict[str, Any]]:
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
