"""Whether a transcript's own bytes prove that it ended before a day (a leaf; D12).

Then ``--since`` can drop it without decoding it. The last 64 KB settle a file that stays. Where they hold
older timestamps only, the file is dropped if nothing was written to it since (with a day's grace for clocks
that disagree); if it was touched, as copied and restored files are, it is searched whole, because lines out of
order, a clock set back or a copy at the end may leave an older date last. The search looks at every JSON
string that begins with a UTC timestamp, under whatever key: a date inside a longer text follows other
words or an escaped quote, and is none.

Not settled, and so decoded: a file without such a string (compressed, empty, other timestamps), and one with
a timestamp that is not UTC in the tail.
"""
from __future__ import annotations

import os
import re
from datetime import datetime, timedelta, timezone
from typing import Iterator, Tuple

from .files import open_binary, tail

_CHUNK = 1 << 18
_LONGEST = 64
_START = b'"20'  # a later day than ours is of this century; the others' days are before it
_VALUE = re.compile(rb'(?<!\\)"(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z?)')
_GRACE = timedelta(days=1)


def ended_before(path: str, day: str) -> bool:
    """True where every timestamp in the file is before ``day`` (``YYYY-MM-DD``, UTC); False: not proved."""
    stamp = day.encode("ascii")
    try:
        last = list(_timestamps(tail(path)))
        if not last or any(not zone or date >= stamp for date, zone in last):
            return False
        return _written_before(path, day) or not _has_since(path, stamp)
    except OSError:
        return False


def _timestamps(data: bytes) -> Iterator[Tuple[bytes, bytes]]:
    """``(day, b"Z" or b"")`` of each string that begins with a timestamp."""
    at = data.find(_START)
    while at >= 0:
        found = _VALUE.match(data, at)
        if found:
            yield found.group(1), found.group(2)
        at = data.find(_START, at + 1)


def _written_before(path: str, day: str) -> bool:
    """Whether the file has not been touched since a day before ``day``."""
    try:
        written = datetime.fromtimestamp(os.stat(path).st_mtime, timezone.utc)
        return written < datetime.fromisoformat(day).replace(tzinfo=timezone.utc) - _GRACE
    except (ValueError, OverflowError):
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
            if any(date >= stamp or not zone for date, zone in _timestamps(chunk)):
                return True
            rest = chunk[-_LONGEST:]
