"""The declarative format: a closed subset of YAML 1.2, with JSON as its equal (AD-7).

What is accepted means what YAML 1.2 (core schema) means; everything else is a ``DeclarativeError``
with its line, the reason and what to write instead. Accepted:

* block maps and lists, a list also at its key's own indentation; ``[a, b]`` and ``{a: b}``, over several
  lines too (deeper than the key they belong to; the closing bracket may stand under it);
* plain and quoted texts on one line, and the numbers, ``true``, ``false`` and ``null`` of ``scalars``;
* comments, CRLF or CR line ends, a byte order mark, one ``---`` before the document;
* any JSON document.

Refused: anchors, aliases, tags, block texts (``|``, ``>``), texts that go on in a second line,
directives, merge keys, a second document, ``? `` keys, keys that are no texts, a key twice in one map,
a flow map entry without a value, a plain text in a flow that begins with ``?`` or ``:``, a map entry
inside a flow list without its braces, tabs in indentation, control characters outside escapes, more
than ``MAX_DEPTH`` levels, a file over ``MAX_FILE`` bytes.

One pass, linear in the text. ``parse(emit(x)) == x`` for whatever JSON can hold, types included, up to
``MAX_DEPTH`` levels.
"""
from __future__ import annotations

import os
import re
import stat
from bisect import bisect_left
from typing import Any, Dict, List, NoReturn, Optional, Tuple

from .emitter import MAX_DEPTH, MAX_KEY, emit  # noqa: F401  (emit is part of this module's surface)
from .scalars import NOT_TEXTS, Refusal, plain, quoted, written

MAX_FILE = 1 << 24

_BREAKS = re.compile("\r\n?")
_BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_START = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*---[ \t]*(?:[ \t]#[^\n]*)?(?:\n|\Z)")
_MARKER = re.compile(r"^(?:---|\.\.\.)(?=[ \t\n]|\Z)", re.M)
_ROW = re.compile(r"^( *)(?=[^ \n])(?![ \t]*(?:#|$))", re.M)
_BLANK = re.compile(r"[ \t]*")
_TAIL = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\n]*)?(?=\n|\Z)")
_FLOW_BLANK = re.compile(r"[ \t\n]*(?:(?<=[ \t\n])#[^\n]*[ \t\n]*)*")
_FLOW_SPACE = (" ", "\n", "\t", "#")
_PLAIN = re.compile(r"""(?:[^ \t\n\-?:,\[\]{}#&*!|>'"%@`]|[-?:](?=[^ \t\n]))(?:[^\n:#]+|:(?=[^ \t\n])|(?<=[^ \t\n])#)*""")
_PLAIN_IN_FLOW = re.compile(
    r"""(?:[^ \t\n\-?:,\[\]{}#&*!|>'"%@`]|-(?=[^ \t\n,\[\]{}]))(?:[^\n:#,\[\]{}]+|:(?=[^ \t\n,\[\]{}])|(?<=[^ \t\n])#)*""")
_WORD_KEY = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*):(?=[ \n])")
_WORD_VALUE = re.compile(r" ([A-Za-z](?:[A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?)\n")
_OPENING = re.compile("\ufeff?---[ \t]*\r?\n")
_CLOSING = re.compile("^(?:---|\\.\\.\\.)[ \t]*(?:\r?\n|\\Z)", re.M)

_REFUSED = {
    "&": "anchors are not read: write the value out where it is needed, or quote a text that begins with &",
    "*": "aliases are not read: quote a text that begins with *",
    "!": "tags are not read: leave it out, or quote a text that begins with !",
    "|": "block texts are not read: write one line in double quotes, with \\n for a new line",
    ">": "block texts are not read: write one line in double quotes",
    "%": "directives are not read: leave it out, or quote a text that begins with %",
    "@": "no plain text begins with @: quote it",
    "`": "no plain text begins with a backtick: quote it",
    "?": "a key is written `key: value`, without the question mark",
    "-": "a list begins on a line of its own, with `- ` before each item",
    ":": "a key is missing before the colon",
    "\t": "a tab cannot indent: use spaces",
}


class DeclarativeError(ValueError):
    """What is wrong (``reason``), on which ``line`` (0: not known), in which file (``path``)."""

    def __init__(self, reason: str, line: int = 0, path: str = "<text>") -> None:
        super().__init__("%s:%d: %s" % (path, line, reason) if line else "%s: %s" % (path, reason))
        self.reason = reason
        self.line = line
        self.path = path


class Lines:
    """Where the maps and lists of one document, and what they hold, were written."""

    def __init__(self, text: str, first: int) -> None:
        self._text = text
        self._first = first
        self._breaks: Optional[List[int]] = None
        # id of a container: (container, kept so that its id stays its own; offset; offsets of what it holds)
        self.marks: Dict[int, Tuple[Any, int, Any]] = {}

    def at(self, pos: int) -> int:
        """The line number of an offset."""
        if self._breaks is None:
            self._breaks = [match.start() for match in re.finditer("\n", self._text)]
        return self._first + bisect_left(self._breaks, pos)

    def line_of(self, container: Any, key: Any = None, default: int = 0) -> int:
        """The line of ``container``, or of its ``key`` (a list's: the index); ``default`` where there is none."""
        if id(container) not in self.marks:
            return default
        _, pos, keys = self.marks[id(container)]
        if key is None:
            return self.at(pos)
        try:
            return self.at(keys[key])
        except (KeyError, IndexError, TypeError):
            return default


def load(path: Any) -> Tuple[Any, Lines]:
    """``(document, lines)`` of a file, YAML or JSON. DeclarativeError, or OSError where it cannot be opened."""
    path = os.fspath(path)
    info = os.stat(path)
    if not stat.S_ISREG(info.st_mode):
        raise DeclarativeError("not a regular file", 0, path)
    with open(path, "rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise DeclarativeError("a detector file is at most %d MiB" % (MAX_FILE >> 20), 0, path)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise DeclarativeError("not UTF-8: save the file as UTF-8", data.count(b"\n", 0, exc.start) + 1, path) from None
    return parse_with_lines(text, path)


def parse(text: str, path: str = "<text>") -> Any:
    """The document ``text`` holds. DeclarativeError."""
    return parse_with_lines(text, path)[0]


def parse_with_lines(text: str, path: str = "<text>", line: int = 1) -> Tuple[Any, Lines]:
    """``(document, lines)``; ``line`` is the number of the text's first line in ``path``. DeclarativeError."""
    text = _BREAKS.sub("\n", text)
    if text.startswith("\ufeff"):
        text = text[1:]
    lines = Lines(text, line)
    try:
        return _Reader(text, lines).document(), lines
    except Refusal as exc:
        raise DeclarativeError(exc.reason, lines.at(exc.pos), path) from None


def split_front_matter(text: str) -> Tuple[Optional[str], str, int]:
    """``(front matter or None, body, number of the body's first line)`` of a markdown text.

    Front matter stands between a first line ``---`` and the next line ``---`` or ``...``; its own first
    line is number 2. Without both there is none, and the body is the text.
    """
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return None, text, 1
    front = text[opening.end():closing.start()]
    return front, text[closing.end():], 2 + front.count("\n") + 1


class _Reader:
    """Reads one document. ``rows`` are the lines that hold more than blanks and comments: offset and
    indentation; ``row`` is the current one."""

    def __init__(self, text: str, lines: Lines) -> None:
        bad = _BAD.search(text)
        if bad:
            raise Refusal('a control character: write it as "\\u%04x" in double quotes' % ord(bad.group()), bad.start())
        start = _START.match(text)
        self.begin = start.end() if start else 0
        if text.startswith("%"):
            raise Refusal(_REFUSED["%"], 0)
        second = _MARKER.search(text, self.begin)
        if second:
            raise Refusal("one document a file: leave this line out", second.start())
        self.text = text
        self.lines = lines
        self.marks = lines.marks
        self.rows: List[Tuple[int, int]] = []
        self.row = 0

    def document(self) -> Any:
        text = self.text
        pos = self.skip(self.begin, -1)
        if text[pos:pos + 1] in ("[", "{"):
            value, end = self.flow(pos, -1, 1)
            tail = _FLOW_BLANK.match(text, end).end()
            if text[end:end + 1] == ":" or tail < len(text):
                raise Refusal("the document ended before this", tail)
            return value
        self.rows = [(match.end(), match.end() - match.start()) for match in _ROW.finditer(text, self.begin)]
        if not self.rows:
            return None
        self.rows.append((len(text), -1))
        value = self.node(*self.rows[0], 1)
        if self.row < len(self.rows) - 1:
            self.stray()
        return value

    def stray(self) -> NoReturn:
        pos, _ = self.rows[self.row]
        if self.text[pos] == "\t":
            raise Refusal(_REFUSED["\t"], pos)
        raise Refusal("this line belongs to nothing above it: indent it like its neighbours, and keep each text on one line", pos)

    # Block structure

    def node(self, pos: int, column: int, depth: int) -> Any:
        """The value at ``pos`` of the current row, in ``column``; afterwards ``row`` is the first one behind it."""
        if self.is_item(pos):
            return self.sequence(pos, column, depth)
        key = self.key(pos)
        if key is not None:
            return self.mapping(pos, column, depth, key)
        return self.inline(pos, column - 1, depth)

    def is_item(self, pos: int) -> bool:
        return self.text[pos] == "-" and self.text[pos + 1:pos + 2] in (" ", "\n", "\t", "")

    def key(self, pos: int) -> Optional[Tuple[str, int]]:
        """``(key, offset behind its colon)`` where a key stands at ``pos``."""
        text = self.text
        match = _WORD_KEY.match(text, pos)
        if match is not None:
            name = match.group(1)
            end = match.end() - 1
            if name in NOT_TEXTS:
                self.check_key(name, pos)
        elif text[pos] in "\"'":
            name, end = quoted(text, pos)
            end = _BLANK.match(text, end).end()
            if text[end:end + 1] != ":" or text[end + 1:end + 2] not in (" ", "\n", "\t", ""):
                return None
        else:
            match = _PLAIN.match(text, pos)
            if match is None or text[match.end():match.end() + 1] != ":":
                return None
            end = match.end()
            name = match.group().rstrip(" \t")
            self.check_key(name, pos)
        if len(name) > MAX_KEY:
            raise Refusal("a key of more than %d characters" % MAX_KEY, pos)
        return name, end + 1

    def check_key(self, name: str, pos: int) -> None:
        if name == "<<":
            raise Refusal("merge keys are not read: write the entries out", pos)
        if not isinstance(plain(name, pos), str):
            raise Refusal("a key is a text: quote %s" % name, pos)

    def mapping(self, pos: int, column: int, depth: int, key: Tuple[str, int]) -> Dict[str, Any]:
        self.check_depth(pos, depth)
        result: Dict[str, Any] = {}
        marks: Dict[str, int] = {}
        self.marks[id(result)] = (result, pos, marks)
        while True:
            name, end = key
            if name in result:
                raise Refusal("the key %s stands twice in one map: keep one" % written(name), pos)
            marks[name] = pos
            result[name] = None
            result[name] = self.value(end, column, depth, True)
            pos, indent = self.rows[self.row]
            if indent < column:
                return result
            if indent > column:
                self.stray()
            found = self.key(pos)
            if found is None:
                self.no_key(pos)
            key = found

    def no_key(self, pos: int) -> NoReturn:
        if self.is_item(pos):
            raise Refusal("a list item among the keys of a map: indent it under its key", pos)
        if self.text[pos] in _REFUSED and not _PLAIN.match(self.text, pos):
            raise Refusal(_REFUSED[self.text[pos]], pos)
        raise Refusal("a map line is `key: value`, with a space behind the colon", pos)

    def sequence(self, pos: int, column: int, depth: int) -> List[Any]:
        self.check_depth(pos, depth)
        result: List[Any] = []
        marks: List[int] = []
        self.marks[id(result)] = (result, pos, marks)
        while True:
            marks.append(pos)
            result.append(self.value(pos + 1, column, depth, False))
            pos, indent = self.rows[self.row]
            if indent > column:
                self.stray()
            if indent < column or not self.is_item(pos):
                return result

    def value(self, end: int, column: int, depth: int, in_map: bool) -> Any:
        """What follows a key's colon or an item's dash, on its line or below it."""
        text = self.text
        word = _WORD_VALUE.match(text, end)
        if word is not None and word.group(1) not in NOT_TEXTS:
            self.row += 1
            return word.group(1)
        pos = _BLANK.match(text, end).end()
        if text[pos:pos + 1] in ("\n", "") or (text[pos] == "#" and pos > end):
            self.row += 1
            below, indent = self.rows[self.row]
            if indent > column or (in_map and indent == column and self.is_item(below)):
                return self.node(below, indent, depth + 1)
            return None
        if not in_map and (self.is_item(pos) or self.key(pos) is not None):
            if "\t" in text[end:pos]:
                raise Refusal(_REFUSED["\t"], end)
            start, indent = self.rows[self.row]
            return self.node(pos, pos - start + indent, depth + 1)
        return self.inline(pos, column, depth + 1)

    def inline(self, pos: int, column: int, depth: int) -> Any:
        """A scalar or flow value, and the end of its line."""
        text = self.text
        first = text[pos]
        if first in "[{":
            value, end = self.flow(pos, column, depth)
        elif first in "\"'":
            value, end = quoted(text, pos)
        else:
            match = _PLAIN.match(text, pos)
            if match is None:
                raise Refusal(_REFUSED.get(first, "no plain text begins with %s: quote it" % first), pos)
            end = match.end()
            if text[end:end + 1] == ":":
                raise Refusal("a text that holds `: ` is quoted, and a map begins on a line of its own", pos)
            value = plain(match.group().rstrip(" \t"), pos)
        if not _TAIL.match(text, end):
            raise Refusal("the value ended before this: quote the whole of it, or put a comma, a comment's space or a line break here", end)
        while self.rows[self.row][0] < end:
            self.row += 1
        return value

    def check_depth(self, pos: int, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise Refusal("more than %d levels" % MAX_DEPTH, pos)

    # Flow structure. ``column`` is that of the key or item the value belongs to, -1 at the top.

    def skip(self, pos: int, column: int) -> int:
        """The offset of what follows blanks, line breaks and comments."""
        text = self.text
        if text[pos:pos + 1] not in _FLOW_SPACE:
            return pos
        end = _FLOW_BLANK.match(text, pos).end()
        if column >= 0 and end < len(text):
            start = text.rfind("\n", pos, end) + 1
            if start:
                indent = end - start
                if "\t" in text[start:end]:
                    raise Refusal(_REFUSED["\t"], end)
                if indent < column or (indent == column and text[end] not in "]}"):
                    raise Refusal("a value that goes on in this line is indented deeper than its key", end)
        return end

    def flow(self, pos: int, column: int, depth: int) -> Tuple[Any, int]:
        """``(value, end)`` of the flow value at ``pos``."""
        text = self.text
        first = text[pos:pos + 1]
        if first == "[":
            return self.flow_list(pos, column, depth)
        if first == "{":
            return self.flow_map(pos, column, depth)
        if first and first in "\"'":
            return quoted(text, pos)
        match = _PLAIN_IN_FLOW.match(text, pos)
        if match is None:
            raise Refusal(_REFUSED.get(first, "a value is missing here"), pos)
        return plain(match.group().rstrip(" \t"), pos), match.end()

    def flow_list(self, pos: int, column: int, depth: int) -> Tuple[List[Any], int]:
        self.check_depth(pos, depth)
        text, opened = self.text, pos
        result: List[Any] = []
        marks: List[int] = []
        self.marks[id(result)] = (result, pos, marks)
        pos = self.skip(pos + 1, column)
        while text[pos:pos + 1] != "]":
            self.check_open(pos, opened)
            marks.append(pos)
            value, end = self.flow(pos, column, depth + 1)
            result.append(value)
            pos = self.skip(end, column)
            if text[pos:pos + 1] == ":":
                raise Refusal("a map inside [ ] has braces: write [{key: value}]", pos)
            pos = self.separator(pos, column, opened, "]")
        return result, pos + 1

    def flow_map(self, pos: int, column: int, depth: int) -> Tuple[Dict[str, Any], int]:
        self.check_depth(pos, depth)
        text, opened = self.text, pos
        result: Dict[str, Any] = {}
        marks: Dict[str, int] = {}
        self.marks[id(result)] = (result, pos, marks)
        pos = self.skip(pos + 1, column)
        while text[pos:pos + 1] != "}":
            self.check_open(pos, opened)
            name, end = self.flow_key(pos, column)
            if name in result:
                raise Refusal("the key %s stands twice in one map: keep one" % written(name), pos)
            marks[name] = pos
            result[name] = None
            pos = self.skip(end, column)
            if text[pos:pos + 1] not in (",", "}"):
                result[name], end = self.flow(pos, column, depth + 1)
                pos = self.skip(end, column)
            pos = self.separator(pos, column, opened, "}")
        return result, pos + 1

    def flow_key(self, pos: int, column: int) -> Tuple[str, int]:
        """``(key, offset behind its colon)``."""
        text = self.text
        if text[pos] in "\"'":
            name, end = quoted(text, pos)
        else:
            match = _PLAIN_IN_FLOW.match(text, pos)
            if match is None:
                raise Refusal(_REFUSED.get(text[pos], "a key is missing here"), pos)
            name, end = match.group().rstrip(" \t"), match.end()
            self.check_key(name, pos)
        end = self.skip(end, column)
        if text[end:end + 1] != ":":
            raise Refusal("a map entry is `key: value`, with a space behind the colon", pos)
        return name, end + 1

    def separator(self, pos: int, column: int, opened: int, closing: str) -> int:
        """The offset of the next entry, or of the closing bracket."""
        found = self.text[pos:pos + 1]
        if found == ",":
            return self.skip(pos + 1, column)
        if found != closing:
            self.check_open(pos, opened)
            raise Refusal("expected a comma or %s here: quote a text that holds %s" % (closing, "brackets, quotes or line breaks"), pos)
        return pos

    def check_open(self, pos: int, opened: int) -> None:
        if pos >= len(self.text):
            raise Refusal("this %s is never closed" % self.text[opened], opened)
