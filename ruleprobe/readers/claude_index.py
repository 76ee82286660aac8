"""A Claude Code transcript at a glance: whose session it is, how old, which events it holds (D3).

Each line that yields events has tokens, which tell it from every other line wherever it was copied to.
Copies keep different things (observed): 1.0.24 renews a line's ``uuid`` and its time and keeps the ids of
message and call; 1.0.100 keeps ``uuid`` and renews the time; forks from 2.0.37 on keep both. So:

* an assistant line has its message's id (its ``uuid`` and its calls' ids where a gateway's ids repeat);
* a tool result has the id of its call;
* any other user line has its ``uuid``, and its words with the id of the message that answers them;
* a compaction and a queued prompt have their ``uuid``.

A line is told by its first bytes, which the program has always written in one of a few orders, and decoded
where they do not settle it. Nothing is raised for what a line holds.
"""
from __future__ import annotations

import hashlib
import re
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple

from .claude_ids import RANDOM, UUID, is_agent_line, telling, utc
from .claude_prompts import words_of
from .claude_stream import is_stream_line, transcript_line
from .lines import Problems, cleaned, decode

Line = Dict[str, Any]
Tokens = List[bytes]

# The scalar members that a line begins with, up to its type or its message.
_SCALARS = rb'\{(?:"[A-Za-z_]{1,40}":\s?(?:"[^"\\]{0,4096}"|null|true|false|-?[0-9][0-9.eE+-]{0,40}),\s?){0,40}?'
_TYPE = re.compile(_SCALARS + rb'"type":\s?"([a-z-]{1,40})"')
_MESSAGE = re.compile(_SCALARS + rb'"message":\s?\{"id":\s?"([^"\\]{1,200})",\s?"type":\s?"message",\s?"role":\s?"assistant"')
_MESSAGE_ID = re.compile(rb'"message":\s?\{(?:"[a-z_]{1,40}":\s?"[^"\\]{0,200}",\s?){0,4}?"id":\s?"([^"\\]{1,200})"')
_CALL_ID = re.compile(rb'"tool_use_id":\s?"([^"\\]{1,200})"')
_SIDE = re.compile(rb'"isSidechain":\s?true')
# A message that begins with the id that is its token, of the form the API gives: an answer, or a tool's result.
# Such an id is ``telling`` where it is not REDACTED.
_RANDOM = RANDOM.encode()
_PLAIN = re.compile(
    rb'\{[^{]{0,2000}"(?:message":\{(?:"model":"[^"\\]{0,100}",)?"id":"(msg_' + _RANDOM + rb')","type":"message","role":"assistant"'
    rb'|type":"user","message":\{"role":"user","content":\[\{(?:"type":"tool_result",)?"tool_use_id":"(toolu_' + _RANDOM + rb')")'
)
_LETTER = (b"", b"m", b"r")
_MESSAGE_RANDOM, _CALL_RANDOM = re.compile(rb'msg_' + _RANDOM + rb'"'), re.compile(rb'toolu_' + _RANDOM + rb'"')


class Glance:
    """What one pass over a file shows. ``stem`` is the file's name without its ending.

    ``found`` are the tokens of the lines that were ``see``n and of those decoded anyway; nothing else fills it.
    """

    def __init__(self, stem: str) -> None:
        self.found: Tokens = []
        self._message = self._token = b""  # the last message that was seen, and its token
        self._stem = stem
        self._named = False  # whether some line's session is the one the file is named for
        self._mark = b'"%s"' % stem.encode("utf-8", "surrogatepass")
        self._first: Optional[str] = None
        self._agent: Optional[bool] = None
        self._own = self._said = self._asked = self._any = ""
        self._known = False  # whether no later line can change whose session it is, or how old
        self._waiting: List[Tuple[int, Tokens, str]] = []

    # -- whose session

    @property
    def session(self) -> Optional[str]:
        """The id: the parent's and the file's name for a sub-agent; the file's name where it is a UUID that
        occurs as a session; else the first that occurs. None where there is none."""
        if self._first is None:
            return None
        if self._agent:
            return "%s/%s" % (self._first, self._stem)
        return self._stem if self._named else self._first

    @property
    def settled(self) -> bool:
        """Whether no later line can change ``session``."""
        if self._first is None or self._agent is None:
            return False
        return self._agent or self._named or UUID.match(self._stem) is None

    def meet(self, raw: bytes) -> None:
        """Note whose session a line belongs to."""
        if self._first is None or self._agent is None:
            line = _decoded(raw)
            if line is not None:
                self.meet_line(line)
        elif not self._named and self._mark in raw and _names(raw, self._mark):
            self._named = UUID.match(self._stem) is not None

    def meet_line(self, line: Line) -> None:
        if self._first is None and isinstance(line.get("sessionId"), str) and line["sessionId"]:
            self._first = line["sessionId"]
        if line.get("sessionId") == self._stem:
            self._named = UUID.match(self._stem) is not None
        if self._agent is None and line.get("type") in ("user", "assistant"):
            self._agent = is_agent_line(line, self._stem)

    # -- how old

    @property
    def started(self) -> str:
        """The file's own evidence of age: the first line of a kind that no copy takes along, where it stands
        before all messages; else the first message of its own (the model's: 1.0.120 keeps a prompt's time)."""
        return self._own or self._said or self._asked or self._any

    def _age(self, line: Line) -> None:
        kind = line.get("type")
        if kind in ("queue-operation", "file-history-snapshot"):
            snapshot = line.get("snapshot")
            time = line.get("timestamp") or (snapshot.get("timestamp") if isinstance(snapshot, dict) else "")
            if not self._any:
                self._own = self._own or utc(time)
            return
        time = utc(line.get("timestamp"))
        if not time or kind not in ("user", "assistant"):
            return
        self._any = self._any or time
        foreign = UUID.match(self._stem) is not None and line.get("sessionId") != self._stem
        if foreign or "forkedFrom" in line:
            return
        if kind == "assistant":
            self._said = self._said or time
        else:
            self._asked = self._asked or time

    @property
    def _aged(self) -> bool:
        return bool(self._own or self._said)

    # -- which events

    def tokens(self, lines: Iterable[Tuple[int, bytes]]) -> Iterator[Tuple[int, Tokens]]:
        """``(line number, tokens)`` of each line that may hold events; a prompt's come once it is answered."""
        for number, raw in lines:
            yield from self._raw_tokens(number, raw)
        yield from self._unanswered()

    def all_tokens(self, blocks: Iterable[Tuple[bytes, int]]) -> Tokens:
        """The tokens of a whole file, given as ``lines.blocks``. Most lines are told by their beginning alone."""
        for block, end in blocks:
            at, find = 0, block.find
            while at < end:
                plain = _PLAIN.match(block, at) if self._known else None
                which = plain.lastindex if plain is not None else 0
                id = plain[which] if plain is not None else b""
                after = find(b"\n", plain.end() if id else at, end) + 1 or end
                if id and b"REDACTED" not in id:
                    if self._waiting and which == 1 and not _SIDE.search(block, at, min(at + 400, after)):
                        self._flush(self._answered(id.decode("ascii")))
                    self.found.append(_LETTER[which] + id)
                else:
                    self._flush(self._raw_tokens(0, cleaned(block[at:after])))
                at = after
        self.see_end()
        return self.found

    def see(self, block: bytes, at: int, end: int, message: Any) -> None:
        """Take the tokens of a line of a block; ``message`` is what ``claude_bytes.MESSAGE`` finds in it."""
        said, called = message.group(5, 10) if message is not None and self._known else (None, None)
        if said is not None and said == self._message and not self._waiting:
            self.found.append(self._token)
        elif said is not None and _MESSAGE_RANDOM.match(block, message.start(5), end) and b"REDACTED" not in said:
            if self._waiting and message.group(2) != b"true":
                self._flush(self._answered(said.decode("ascii")))
            self._message, self._token = said, b"m" + said
            self.found.append(self._token)
        elif called is not None and _CALL_RANDOM.match(block, message.start(10), end) and b"REDACTED" not in called:
            self.found.append(b"r" + called)
        else:
            self._flush(self._raw_tokens(0, cleaned(block[at:end])))

    def see_line(self, raw: bytes, line: Line) -> None:
        """Take the tokens of a line that was decoded to ``line``, {} where it holds no object."""
        self._flush(self._raw_tokens(0, raw, line))

    def see_document(self, lines: Iterable[Line]) -> None:
        """Take the tokens of the objects of one JSON array, which is the file."""
        self._flush(self.document_tokens(lines))

    def see_end(self) -> None:
        """The file ends here."""
        self._flush(self._unanswered())

    def _flush(self, rows: Iterable[Tuple[int, Tokens]]) -> None:
        for _, tokens in rows:
            self.found += tokens

    def _raw_tokens(self, number: int, raw: bytes, line: Optional[Line] = None) -> Iterator[Tuple[int, Tokens]]:
        if self._first is None or self._agent is None or not self._aged:
            line = line if line is not None else _decoded(raw) or {}
            self.meet_line(line)
            self._age(line)
        elif not self._known:
            self.meet(raw)
            self._known = self.settled
        is_prompt = line is not None and line.get("type") == "user" and b"tool_use_id" not in raw and b'"assistant"' not in raw
        kind, id = ("decode", "") if is_prompt else _glance(raw)
        if kind == "decode":
            yield from self.line_tokens(number, line if line is not None else _decoded(raw) or {})
        elif kind == "assistant":
            if self._waiting and not _SIDE.search(raw, 0, 400):
                yield from self._answered(id)
            yield number, [b"m" + id.encode("utf-8")]
        elif kind == "user":
            yield number, [b"r" + id.encode("utf-8")]
        elif kind == "queue-operation":
            yield number, [b"q" + _digest(raw)]

    def document_tokens(self, lines: Iterable[Line]) -> Iterator[Tuple[int, Tokens]]:
        """The same for the objects of one JSON array, numbered from 1."""
        for number, line in enumerate(lines, 1):
            self.meet_line(line)
            self._age(line)
            yield from self.line_tokens(number, line)
        yield from self._unanswered()

    def line_tokens(self, number: int, line: Line) -> Iterator[Tuple[int, Tokens]]:
        kind, message = line.get("type"), line.get("message")
        uuid = [b"u" + line["uuid"].encode("utf-8", "surrogatepass")] if telling(line.get("uuid")) else []
        if kind == "assistant" and isinstance(message, dict):
            id = message.get("id")
            if not telling(id):
                yield number, uuid + _calls(message.get("content"))
                return
            if line.get("isSidechain") is not True:
                yield from self._answered(id)
            yield number, [b"m" + id.encode("utf-8")]
        elif kind == "user" and isinstance(message, dict):
            results = _results(message.get("content"))
            if results is None:
                self._waiting.append((number, uuid, words_of(message.get("content")).strip()))
            else:
                yield number, results[:1] or uuid
        elif line.get("subtype") == "compact_boundary" or kind == "attachment":
            yield number, uuid

    def _answered(self, id: str) -> Iterator[Tuple[int, Tokens]]:
        for number, tokens, words in self._waiting:
            yield number, tokens + [b"p" + _digest(("%s %s" % (id, words)).encode("utf-8", "surrogatepass"))]
        self._waiting = []

    def _unanswered(self) -> Iterator[Tuple[int, Tokens]]:
        for number, tokens, _ in self._waiting:
            yield number, tokens
        self._waiting = []


def _names(raw: bytes, mark: bytes) -> bool:
    """Whether a line gives ``mark``, a quoted id, as its session."""
    return re.search(rb'"session_?[iI]d":\s?' + re.escape(mark), raw) is not None


def _glance(raw: bytes) -> Tuple[str, str]:
    """``(kind, id)``: a line's type and the one id that is its token; ``decode`` where that takes a decoder,
    "" where the line holds no event."""
    kind, match = "", _MESSAGE.match(raw)
    if match is None:
        found = _TYPE.match(raw)
        if found is None:
            return "decode", ""
        kind = found.group(1).decode("ascii")
        if kind == "queue-operation":
            return (kind, "") if b'"remove"' in raw else ("", "")
        if kind in ("system", "attachment"):
            return ("decode", "") if b'"compact_boundary"' in raw or b'"queued_command"' in raw else ("", "")
        if kind not in ("user", "assistant"):
            return "", ""
        match = (_MESSAGE_ID if kind == "assistant" else _CALL_ID).search(raw)
    id = match.group(1).decode("utf-8", "replace") if match else ""
    return (kind or "assistant", id) if telling(id) else ("decode", "")


def _decoded(raw: bytes) -> Optional[Line]:
    line = decode(raw, 0, Problems(""))
    if not isinstance(line, dict):
        return None
    return transcript_line(line) if is_stream_line(line) else line


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=8).digest()


def _blocks(content: Any, kind: str) -> List[Dict[str, Any]]:
    if not isinstance(content, list):
        return []
    return [block for block in content if isinstance(block, dict) and block.get("type") == kind]


def _calls(content: Any) -> Tokens:
    ids = [block.get("id") for block in _blocks(content, "tool_use")]
    return [b"c" + id.encode("utf-8") for id in ids if telling(id)]


def _results(content: Any) -> Optional[Tokens]:
    """The tokens of the tool results in a message, None where it holds none."""
    blocks = _blocks(content, "tool_result")
    ids = [block.get("tool_use_id") for block in blocks]
    return [b"r" + id.encode("utf-8") for id in ids if telling(id)] if blocks else None
