"""Which files are Codex rollouts, and their lines (a leaf; D10, D11, S11).

A rollout is ``rollout-<time>-<thread id>[_<rollout id>].jsonl``, ``.jsonl.zst`` or, from the TypeScript CLI,
``.json``; elsewhere than at home it is told by its first bytes. A compressed one is read where Python has
``compression.zstd`` (3.14), else ``OSError`` says how to decompress it.
"""
from __future__ import annotations

import json
import os
import re
from typing import Any, BinaryIO, Iterator, Tuple

from . import files
from .codex_marks import canonical
from .lines import MAX_LINE, Problems, decode, raw_lines

try:
    from compression import zstd
except ImportError:
    zstd = None

MAGIC = b"\x28\xb5\x2f\xfd"
COMPRESSED = "compressed: decompress it with `zstd -d`, or use Python 3.14 or later"
READ_ERRORS: Tuple[Any, ...] = (OSError, EOFError) + ((zstd.ZstdError,) if zstd else ())

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_NAME = re.compile(r"rollout-.*?(?:(%s)(?:_%s)?)?\.(?:jsonl(?:\.zst)?|json)\Z" % (_UUID, _UUID), re.I | re.S)
_SUFFIX = re.compile(r"\.(?:jsonl(?:\.zst)?|json)\Z", re.I)
_DOCUMENT = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"session"\s*:\s*\{')
_TYPES = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_ENVELOPE = re.compile((
    r'\{\s*"timestamp":\s*"[^"]{0,64}",\s*(?:"ordinal":\s*\d+,\s*)?"type":\s*"(?:%s)",\s*"payload":\s*\{' % "|".join(_TYPES)).encode())
_HEADER_KEYS = {"id", "timestamp", "instructions", "git"}
_LOOK = 8192
_LINES_LOOKED_AT = 8


def has_rollout_name(path: str) -> bool:
    return _NAME.match(os.path.basename(path)) is not None


def is_rollout(path: str) -> bool:
    """Whether the file's name or its beginning is a rollout's."""
    if has_rollout_name(path):
        return True
    try:
        return recognises(files.head(path, _LOOK))
    except (OSError, ValueError):
        return False


def thread_in_name(path: str) -> str:
    """The thread id a rollout's name gives, "" where it gives none."""
    match = _NAME.match(os.path.basename(path))
    return (match.group(1) or "").lower() if match else ""


def thread_id(path: str, header: str) -> str:
    """The id of the file's thread: its header's, else the one in its name, else the name itself."""
    return header or thread_in_name(path) or _SUFFIX.sub("", os.path.basename(path))


def recognises(head: bytes) -> bool:
    """Whether a file that begins so is a rollout; a compressed file is taken for one."""
    if head.startswith(MAGIC) or _DOCUMENT.match(head):
        return True
    lines = [line for line in head.replace(b"\xef\xbb\xbf", b"", 1).split(b"\n") if line.strip()]
    return any(_is_rollout_line(line.strip()) for line in lines[:_LINES_LOOKED_AT])


def _is_rollout_line(line: bytes) -> bool:
    """Whether one line, perhaps cut off, is an envelope's or a bare file's header."""
    if _ENVELOPE.match(line):
        return True
    try:
        value = json.loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("payload"), dict):
        return value.get("type") in _TYPES
    return {"id", "timestamp", "instructions"} <= set(value) <= _HEADER_KEYS


def rows(path: str, problems: Problems) -> Iterator[Tuple[int, bytes]]:
    """``(number, raw line)``; a document's header and items are given as the lines of a bare file."""
    with _opened(path) as stream:
        head = stream.read(_LOOK)
        stream.seek(0)
        if _DOCUMENT.match(head):
            yield from enumerate(_document(stream, problems), 1)
        else:
            yield from raw_lines(stream, problems)


def _opened(path: str) -> BinaryIO:
    """The bytes of a rollout, decompressed where they need it and Python can."""
    stream = files.open_binary(path)
    if stream.peek(len(MAGIC))[:len(MAGIC)] != MAGIC:  # type: ignore[attr-defined]
        return stream
    stream.close()
    if zstd is None:
        raise OSError(COMPRESSED)
    return zstd.open(path, "rb")


def _document(stream: BinaryIO, problems: Problems) -> Iterator[bytes]:
    """The TypeScript CLI's one object: its header, then its items."""
    data = stream.read(MAX_LINE + 1)
    if len(data) > MAX_LINE:
        problems.note("a document over %d MiB was not read" % (MAX_LINE >> 20))
        return
    value = decode(data[3:] if data.startswith(b"\xef\xbb\xbf") else data, 0, problems)
    if isinstance(value, dict):
        items = value.get("items")
        yield canonical({"session": value.get("session")})
        for item in items if isinstance(items, list) else ():
            yield canonical(item) if isinstance(item, dict) else b"null"
