"""A JSONL session's ids without decoding its lines (a leaf), and the lines that need no decoding.

The CLI writes keys in one order and without spaces, so ids stand at known places: a message's first in its
line, a call's before its name and arguments. A JSON string cannot hold an unescaped quote, so what is found
is structure. Whatever stands otherwise is left to the decoder: ``scan`` is None where any line is not plain.
The ids found are those of every message and call, of copy bursts too: more than ``read`` counts, never fewer.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple, Optional

from .files import open_binary
from .lines import Problems, decode, raw_lines

_WORD = rb'"([ !#-\[\]-~]+)"'
_MESSAGE = re.compile(rb'\{"id":' + _WORD + rb',"timestamp":' + _WORD + rb',"type":"(user|gemini|info|warning|error)",')
_CALL = re.compile(rb'\{"id":' + _WORD + rb',"name":"[^"\\]+",(?!"response":)')
_STATUS = re.compile(rb'"status":"(?:success|error|cancelled)"')
_RESPONSE = b'"content":[{"functionResponse":'
_UPDATED = re.compile(rb'\{"\$set":\{"lastUpdated":' + _WORD + rb'\}\}\Z')


class Scan(NamedTuple):
    """A file's header, and the ids of its messages and of its calls, in file order."""

    header: Dict[str, Any]
    messages: List[str]
    calls: List[str]


def scan(path: str) -> Optional[Scan]:
    """None where the file is not plain JSONL from its header on. ``OSError`` where it cannot be opened."""
    problems = Problems(path)
    with open_binary(path) as stream:
        lines = raw_lines(stream, problems)
        header = _header(next(lines, (0, b""))[1], problems)
        if header is None:
            return None
        found = Scan(header, [], [])
        for _, line in lines:
            if not _take(line, found):
                return None
    return found


def _header(line: bytes, problems: Problems) -> Optional[Dict[str, Any]]:
    value = decode(line, 1, problems) if line.startswith(b'{"sessionId":"') else None
    plain = isinstance(value, dict) and "projectHash" in value and "messages" not in value and "id" not in value
    return value if plain and value.get("kind") in ("main", "subagent") else None


def _take(line: bytes, found: Scan) -> bool:
    """Add the ids of one line; False where it is not plain."""
    if not line.endswith(b"}"):
        return False
    match = _MESSAGE.match(line)
    if match is None and not (line.startswith(b'{"$set":{') and b"<state_snapshot>" not in line):
        return False
    if match and not (match.group(3) == b"user" and line.startswith(_RESPONSE, match.end())):
        found.messages.append(match.group(1).decode("ascii"))
    if b'"toolCalls":[{' in line:
        calls = _CALL.findall(line)
        found.calls.extend(id.decode("ascii") for id in calls)
        return 0 < len(calls) >= len(_STATUS.findall(line))
    return b'"toolCalls":' not in line or b'"toolCalls":[]' in line


def plain_object(line: bytes) -> Optional[Dict[str, Any]]:
    """What a line says, for two kinds of line: a mere update of the time, and a tool's response to the model.

    The response itself is left out: the call's own record has it. None for any other line.
    """
    match = _UPDATED.match(line)
    if match:
        return {"$set": {"lastUpdated": match.group(1).decode("ascii")}}
    match = _MESSAGE.match(line)
    if match and match.group(3) == b"user" and line.startswith(_RESPONSE, match.end()) and line.endswith(b"}]}"):
        id, when = (match.group(n).decode("ascii") for n in (1, 2))
        return {"id": id, "timestamp": when, "type": "user", "content": [{"functionResponse": {}}]}
    return None
