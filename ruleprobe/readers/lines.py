"""Reading a transcript's lines (a leaf): bytes in, JSON objects out, nothing raised.

Lines end at byte 0x0A only: U+2028 and the like stand raw inside strings. A byte order mark in front of a
line, a carriage return, and the NUL bytes a crash leaves at its edges are passed over. What cannot be read
costs its own line: it is counted, and ``Problems`` turns the counts into one ``errors`` entry for each reason
and file, naming the first line.
"""
from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Optional, Tuple

_RAW_DECODE = json.JSONDecoder().raw_decode  # without the look at white space on either side, which is stripped
MAX_LINE = 64 * 1024 * 1024
_BLOCK = 64 * 1024
_BOM = b"\xef\xbb\xbf"
_EDGES = b"\r\n \t\0"


class Problems:
    """What could not be read of one file: reason -> (how often, first line)."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._seen: Dict[str, List[int]] = {}

    def note(self, reason: str, line: int = 0) -> None:
        """Count one occurrence of ``reason`` at ``line`` (0: the whole file)."""
        self._seen.setdefault(reason, [0, line])[0] += 1

    def report(self, errors: Optional[List[Dict[str, Any]]]) -> None:
        """Append one ``{path, error}`` entry for each reason to ``errors``."""
        if errors is None:
            return
        for reason, (count, line) in self._seen.items():
            where = "" if not line else " (line %d)" % line if count == 1 else " (%d lines, first %d)" % (count, line)
            errors.append({"path": self.path, "error": reason + where})


def raw_lines(stream: Any, problems: Problems) -> Iterator[Tuple[int, bytes]]:
    """``(line number from 1, bytes without the line feed)`` of a binary stream, blank lines left out.

    A line over ``MAX_LINE`` is passed over without being held, and noted.
    """
    number = 0
    for block, end in blocks(stream):
        if not end:
            number += 1
            note_long_line(problems, number)
            continue
        lines = block[:end].split(b"\n")
        if not lines[-1]:
            lines.pop()  # what stands behind the last line feed
        for line in lines:
            number += 1
            if line[:1] == b"{" and line[-1:] == b"}":
                yield number, line
                continue
            text = cleaned(line)
            if text:
                yield number, text
            else:
                note_blank_line(line, problems, number)


def note_long_line(problems: Problems, number: int) -> None:
    problems.note("a line over %d MiB was not read" % (MAX_LINE >> 20), number)


def note_blank_line(line: bytes, problems: Problems, number: int) -> None:
    """Note a line of which ``cleaned`` leaves nothing, where a crash left it."""
    if b"\0" in line:
        problems.note("only NUL bytes", number)


def cleaned(line: bytes) -> bytes:
    """A line without what may stand around its JSON."""
    text = line.strip(_EDGES)
    return text[3:].lstrip(_EDGES) if text.startswith(_BOM) else text


def blocks(stream: Any) -> Iterator[Tuple[bytes, int]]:
    """The lines that ``raw_lines`` reads, many together and as they are: ``(bytes, end)``, up to ``end`` whole lines.

    For a reader that looks at the first bytes of most lines and need not have each line by itself. Only the last
    line may lack its line feed. An empty block stands for a line that is too long.
    """
    held: List[bytes] = []  # the beginning of a line whose end is not read yet; nothing where it is too long
    length, size = 0, min(_BLOCK, MAX_LINE)
    read = getattr(stream, "read1", stream.read)  # of a torn compressed stream all that comes before the tear
    while True:
        data = read(size)
        first = data.find(b"\n") + 1
        if data and not first:
            length += len(data)
            held = held + [data] if length <= MAX_LINE else []
            continue
        if length + max(first - 1, 0) > MAX_LINE:
            yield b"", 0
            held, data = [], data[first:]
        block = b"".join(held + [data]) if held else data
        last = block.rfind(b"\n") + 1 if first else len(block)
        if last:
            yield block, last
        if not first:
            return
        length = len(block) - last
        held = [block[last:]] if length else []


def decode(line: bytes, number: int, problems: Problems) -> Any:
    """The JSON value of one line, or None with a note where it has none."""
    try:
        text = line.decode("utf-8", "surrogatepass")
        value, end = _RAW_DECODE(text)
        return value if end == len(text) else json.loads(text)
    except UnicodeDecodeError:
        problems.note("not UTF-8", number)
    except RecursionError:
        problems.note("nested too deeply", number)
    except ValueError:
        problems.note("not JSON", number)
    return None


def object_of(line: bytes, number: int, problems: Problems) -> Optional[Dict[str, Any]]:
    """The JSON object of one line, or None with a note where it has none."""
    value = decode(line, number, problems)
    if value is None or isinstance(value, dict):
        return value
    problems.note("not a JSON object", number)
    return None


def json_lines(stream: Any, problems: Problems) -> Iterator[Tuple[int, Dict[str, Any]]]:
    """``(line number, object)`` for each line that holds a JSON object; others are noted."""
    for number, line in raw_lines(stream, problems):
        value = object_of(line, number, problems)
        if value is not None:
            yield number, value
