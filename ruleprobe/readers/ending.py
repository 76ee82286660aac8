"""Whether a transcript's own bytes prove that it ended before a day (a leaf; D12).

Then ``--since`` can drop it without decoding it. The proof looks at every JSON string value that begins
with a UTC timestamp, under whatever key: a date inside a longer text stands after an escaped quote or other
words and is none. The last 64 KB settle most files that stay; a file that the tail would drop is searched
whole, because lines out of order, a clock set back or an appended copy can end a file with an older date.

Not settled, and so decoded: a file without such a value (compressed, empty, other timestamps), and one with
a timestamp that is not UTC in the tail.
"""
from __future__ import annotations

import re

from .files import open_binary, tail

_CHUNK = 1 << 20
_LONGEST = 64
_VALUE = re.compile(rb'": ?"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z?)')
_STARTS = (b'":"2', b'": "2')


def ended_before(path: str, day: str) -> bool:
    """True where every timestamp in the file is before ``day`` (``YYYY-MM-DD``, UTC); False: not proved."""
    stamp = day.encode("ascii")
    try:
        last = [match.groups() for match in _VALUE.finditer(tail(path))]
        if not last or any(not zone or date >= stamp for date, zone in last):
            return False
        return not _has_since(path, stamp)
    except OSError:
        return False


def _has_since(path: str, stamp: bytes) -> bool:
    """Whether any timestamp of the file is on or after ``stamp``, searched without decoding a line."""
    with open_binary(path) as stream:
        rest = b""
        while True:
            chunk = stream.read(_CHUNK)
            if not chunk:
                return False
            chunk = rest + chunk
            for start in _STARTS:
                at = chunk.find(start)
                while at >= 0:
                    found = _VALUE.match(chunk, at)
                    if found and (found.group(1) >= stamp or not found.group(2)):
                        return True
                    at = chunk.find(start, at + 1)
            rest = chunk[-_LONGEST:]
