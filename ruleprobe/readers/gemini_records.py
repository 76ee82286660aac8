"""What a Gemini CLI session file holds, in file order (a leaf): records in, entries out.

Two forms (format description A3, A4). A JSON document is one object with ``messages``. A JSONL file is told
apart line by line as the CLI's own loader does: ``$rewindTo``; a message (``id`` is a string); ``$set``;
a header (``sessionId`` and ``projectHash``, which may hold ``messages``).

Nothing that happened is lost and nothing counts twice:
- a message written again is a newer copy of the same message; ids count, not lines;
- ``$rewindTo`` and ``$set.messages`` (a checkpoint) change what the model sees, not what was done: neither
  removes an entry. A checkpoint adds only calls and compactions that no line showed;
- a copy burst, the whole history appended again under new ids before a checkpoint that lists exactly
  those ids, is no entry. A burst that the end of the file cut short is known by its session context.

Known misses: ``/compress`` under 0.18 to 0.38 writes the same empty record whether it did anything or not;
it counts where the next response's context is smaller. Before 0.18 a compaction leaves no trace.
"""
from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from .files import open_binary
from .gemini_calls import Call, call_of
from .gemini_scan import plain_object
from .lines import MAX_LINE, Problems, decode, object_of, raw_lines

FOREIGN = {"qwen": "Qwen Code", "bob-shell": "IBM Bob Shell"}
_TYPES = ("user", "gemini", "info", "warning", "error")
_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?\Z")
_COMPACTED = ("IMPORTANT: This conversation exceeded the compress threshold", "Context compressed from ")
_CONTEXT = "<session_context>"
_SNAPSHOT = "<state_snapshot>"


class Entry(NamedTuple):
    """One thing a file says. ``kind``: "user", "gemini", "listed" (of a checkpoint) or "compact".

    ``id`` is the message's; ``line`` is 0 in a JSON document; ``text`` and ``calls`` are those no earlier
    entry of the id told. ``parts`` says that a user message holds something besides text (an image, a file);
    ``shown`` is what was typed, where it differs from ``text``.
    """

    kind: str
    line: int
    id: str
    timestamp: str = ""
    text: str = ""
    model: str = ""
    calls: Tuple[Call, ...] = ()
    shown: str = ""
    parts: bool = False


class History:
    """A whole file: its header, its entries, the timestamps it is between."""

    def __init__(self) -> None:
        self.header: Dict[str, Any] = {}
        self.session = ""
        self.ended = ""
        self.foreign = ""
        self.contexts: List[str] = []
        self.entries: List[Entry] = []


def read_history(path: str, problems: Problems) -> History:
    """Every entry of a file. ``OSError`` where it cannot be opened; anything in it is passed over with a note."""
    collector = _Collector(problems)
    with open_binary(path) as stream:
        for line, form, value in records(stream, path, problems):
            collector.take(line, form, value)
    return collector.finish()


def records(stream: Any, path: str, problems: Problems) -> Iterator[Tuple[int, str, Any]]:
    """``(line, form, value)``: form is "rewind", "message", "set" or "header", value the whole object.

    The messages a header holds follow it, each as a "message" of its line.
    """
    for line, value in _objects(stream, path, problems):
        form = form_of(value)
        if not form:
            problems.note("not a record of a Gemini CLI session", line)
            continue
        yield line, form, value
        if form == "header":
            for message in _list(value.get("messages")):
                if isinstance(message, dict) and isinstance(message.get("id"), str):
                    yield line, "message", message
                else:
                    problems.note("not a message of a Gemini CLI session", line)


def form_of(value: Dict[str, Any]) -> str:
    """Which of the four forms of record an object is, "" for none."""
    if isinstance(value.get("$rewindTo"), str):
        return "rewind"
    if isinstance(value.get("id"), str):
        return "message"
    if isinstance(value.get("$set"), dict):
        return "set"
    return "header" if "sessionId" in value and "projectHash" in value else ""


def timestamp_of(value: Any) -> str:
    """``value`` where it is an ISO 8601 text in UTC, else ""."""
    return value if isinstance(value, str) and _TIMESTAMP.match(value) else ""


def content_text(content: Any) -> str:
    """The text of a message's content: a string, a part or an array of parts; thoughts left out."""
    if isinstance(content, str):
        return content
    parts = [content] if isinstance(content, dict) else _list(content)
    texts = [p if isinstance(p, str) else p.get("text") if isinstance(p, dict) and not p.get("thought") else "" for p in parts]
    return "".join(t for t in texts if isinstance(t, str))


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else []


def _objects(stream: Any, path: str, problems: Problems) -> Iterator[Tuple[int, Dict[str, Any]]]:
    """The lines' objects, or the one object of a JSON document, as line 0."""
    first = stream.readline(MAX_LINE)
    stream.seek(0)
    if not is_document(first, path):
        for number, line in raw_lines(stream, problems):
            value = plain_object(line) or object_of(line, number, problems)
            if value is not None:
                yield number, value
        return
    text = stream.read(MAX_LINE + 1)
    if len(text) > MAX_LINE:
        problems.note("a JSON document over %d MiB was not read" % (MAX_LINE >> 20))
        return
    value = object_of(text.lstrip(b"\xef\xbb\xbf"), 0, problems)
    if value is not None:
        yield 0, value


def is_document(first: bytes, path: str) -> bool:
    """Whether a file with this first line is one JSON document spread over lines."""
    line = first.lstrip(b"\xef\xbb\xbf").strip()
    if line == b"{":
        return True
    return path.lower().endswith(".json") and decode(line, 0, Problems(path)) is None


class _Collector:
    """Entries as they are met; what a later record tells of an earlier one is settled on the way."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        self.history = History()
        self.seen: Set[str] = set()
        self.said: Set[str] = set()
        self.called: Set[str] = set()
        self.written: List[Tuple[int, str, bool, bool]] = []  # (entry, id, first sight of the id, has a model) of each message line
        self.lines: Set[str] = set()
        self.snapshots: List[Tuple[int, str]] = []
        self.checkpoints = 0
        self.restarted = False
        self.tokens: Optional[int] = None
        self.emptied: Optional[int] = None

    def take(self, line: int, form: str, value: Dict[str, Any]) -> None:
        history = self.history
        if form == "header" and not history.header:
            history.header = {key: item for key, item in value.items() if key != "messages"}
            history.session = _text(value.get("sessionId"))
            self._touch(value.get("lastUpdated"))
        elif form == "set":
            self._set(line, value["$set"])
        elif form == "message":
            self._message(line, value)

    def finish(self) -> History:
        history = self.history
        self._drop(self._open_burst())
        for at, id in self.snapshots:
            if id in self.lines:
                history.entries[at] = history.entries[at]._replace(kind="listed")
        history.entries = _without_repeats(history.entries)
        return history

    def _touch(self, timestamp: Any) -> None:
        text = timestamp_of(timestamp)
        if text > self.history.ended:
            self.history.ended = text

    def _set(self, line: int, fields: Dict[str, Any]) -> None:
        self._touch(fields.get("lastUpdated"))
        if isinstance(fields.get("sessionId"), str):
            self.restarted = True
            self.history.session = self.history.session or fields["sessionId"]
        listed = fields.get("messages")
        if not isinstance(listed, list):
            return
        self.checkpoints += 1
        self.restarted = False
        messages = [m for m in listed if isinstance(m, dict) and isinstance(m.get("id"), str)]
        if len(messages) == len(listed):
            self._drop(self._burst([m["id"] for m in messages]))
        for message in messages:
            self._listed(line, message)

    def _listed(self, line: int, message: Dict[str, Any]) -> None:
        id, entries = message["id"], self.history.entries
        calls = self._calls(line, message)
        if calls:
            entries.append(Entry("listed", line, id, calls=calls))
        if message.get("type") == "user" and id not in self.seen:
            text = content_text(message.get("content")).lstrip()
            if text.startswith(_SNAPSHOT):
                self.snapshots.append((len(entries), id))
                entries.append(Entry("compact", line, id, timestamp_of(message.get("timestamp"))))
            elif text.startswith(_CONTEXT):
                self.history.contexts.append(text)
        self.seen.add(id)

    def _message(self, line: int, message: Dict[str, Any]) -> None:
        kind, id = _text(message.get("type")), message["id"]
        if kind in FOREIGN and not self.history.foreign:
            self.history.foreign = FOREIGN[kind]
        first = id not in self.seen
        self.seen.add(id)
        self._touch(message.get("timestamp"))
        entry = self._entry(line, id, kind, message, first)
        if kind in ("user", "gemini"):
            self.restarted = False
            self.written.append((len(self.history.entries), id, first, bool(message.get("model"))))
            self.lines.add(id)
        if entry is not None:
            self.history.entries.append(entry)
        elif kind in ("user", "gemini"):
            self.history.entries.append(Entry("", line, id))

    def _entry(self, line: int, id: str, kind: str, message: Dict[str, Any], first: bool) -> Optional[Entry]:
        when = timestamp_of(message.get("timestamp"))
        if kind == "user":
            return _user(line, id, when, message) if first else None
        if kind == "gemini":
            self._context_size(message)
            model, text = _text(message.get("model")), content_text(message.get("content"))
            if not model or not text.strip() or id in self.said:
                text = ""
            else:
                self.said.add(id)
            return Entry("gemini", line, id, when, text, model, self._calls(line, message))
        if kind == "info" and first:
            return self._info(line, id, when, content_text(message.get("content")))
        return None

    def _calls(self, line: int, message: Dict[str, Any]) -> Tuple[Call, ...]:
        """The message's calls that no earlier copy of it showed."""
        out = []
        for raw in _list(message.get("toolCalls")):
            call = call_of(raw) if isinstance(raw, dict) else None
            if call is None:
                self.problems.note("a tool call without an id or a name", line)
            elif call.id not in self.called:
                self.called.add(call.id)
                out.append(call)
        return tuple(out)

    def _info(self, line: int, id: str, when: str, text: str) -> Optional[Entry]:
        if text.startswith(_COMPACTED) or (not text and self.restarted):
            return Entry("compact", line, id, when)
        if not text and not self.checkpoints and self.tokens is not None:
            self.emptied = len(self.history.entries)
            return Entry("", line, id, when)
        return None

    def _context_size(self, message: Dict[str, Any]) -> None:
        """Note the size of a response's context; smaller than before an empty record, it was compacted there."""
        tokens = message.get("tokens")
        size = tokens.get("input") if isinstance(tokens, dict) else None
        if not isinstance(size, int) or isinstance(size, bool):
            return
        if self.emptied is not None and self.tokens is not None and size < self.tokens:
            self.history.entries[self.emptied] = self.history.entries[self.emptied]._replace(kind="compact")
        self.tokens, self.emptied = size, None

    def _burst(self, listed: List[str]) -> List[int]:
        """The entries of the message lines before a checkpoint that lists exactly them, if all are copies."""
        tail = self.written[-len(listed):] if listed else []
        if [id for _, id, _, _ in tail] == listed and all(first for _, _, first, _ in tail) and not any(m for *_, m in tail):
            return [at for at, *_ in tail]
        return []

    def _open_burst(self) -> List[int]:
        """The entries of a burst at the end of the file whose checkpoint was never written."""
        tail: List[int] = []
        for at, _, first, has_model in reversed(self.written[1:]):
            if has_model or not first:
                break
            tail.append(at)
            if self.history.entries[at].text.lstrip().startswith(_CONTEXT):
                return tail
        return []

    def _drop(self, copies: List[int]) -> None:
        """Leave of a copied message only the calls it may hold."""
        for at in copies:
            entry = self.history.entries[at]
            self.history.entries[at] = Entry("listed", entry.line, entry.id, calls=entry.calls)


def _user(line: int, id: str, when: str, message: Dict[str, Any]) -> Optional[Entry]:
    """A user message that is not a tool's response."""
    content = message.get("content")
    parts = [content] if isinstance(content, dict) else _list(content)
    if any(isinstance(p, dict) and "functionResponse" in p for p in parts):
        return None
    more = any(isinstance(p, dict) and ("inlineData" in p or "fileData" in p) for p in parts)
    return Entry("user", line, id, when, content_text(content), shown=content_text(message.get("displayContent")), parts=more)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _without_repeats(entries: List[Entry]) -> List[Entry]:
    """The entries that say something; of compactions with nothing between them, the first."""
    out: List[Entry] = []
    compacted = False
    for entry in entries:
        if entry.kind == "compact" and compacted:
            continue
        if entry.kind:
            out.append(entry)
        if entry.kind in ("compact", "user", "gemini"):
            compacted = entry.kind == "compact"
    return out
