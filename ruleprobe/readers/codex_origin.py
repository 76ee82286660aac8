"""Where a Codex rollout's own history begins (a leaf; D3, format text 8).

A fork, a backtrack and a sub-agent with its parent's context begin with a copy of the source's lines: the
payloads as they were, the timestamps rewritten, no mark at the end. ``Origin`` finds where a file's own
history begins, from the file alone:

* ``subagent_history_start_ordinal`` says so;
* a turn id is a UUIDv7, so the first one not older than the thread id (before 0.36 a UUIDv4: than the time in
  the header) is the file's own, once an older one has been seen;
* without such ids, the copy is the burst of lines less than 20 ms apart at the top.

Where the ids do not settle it, the source's own file does: ``codex_marks``.
"""
from __future__ import annotations

import re
from datetime import date
from typing import Any, Dict, List, Optional

from ..events import text_of

BURST_MS = 20
_EPOCH = date(1970, 1, 1).toordinal()
_UUID7 = re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z")
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?")


def uuid7_ms(id: Any) -> Optional[int]:
    """The milliseconds a UUIDv7 was made at, None for anything else."""
    match = _UUID7.match(id.lower()) if isinstance(id, str) else None
    return int(match.group(1) + match.group(2), 16) if match else None


def clock_ms(timestamp: str) -> Optional[int]:
    """An ISO timestamp, taken for UTC, as milliseconds since 1970; None for anything else."""
    match = _TIME.match(timestamp)
    if not match:
        return None
    year, month, day, hour, minute, second = (int(group) for group in match.groups()[:6])
    try:
        days = date(year, month, day).toordinal() - _EPOCH
    except ValueError:
        return None
    return ((days * 24 + hour) * 60 + minute) * 60000 + second * 1000 + int((match.group(7) or "0").ljust(3, "0"))


def header_of(value: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    """What a line's object says of its file, where it is a header of any format."""
    payload = value.get("payload")
    if isinstance(payload, dict):
        return payload if value.get("type") == "session_meta" else None
    if isinstance(value.get("type"), str) or "record_type" in value:
        return None
    session = value.get("session")
    return session if isinstance(session, dict) else value


def _bytes(id: str) -> bytes:
    return id.encode("utf-8", "surrogatepass") + b" "


class Origin:
    """Where a file's own history begins, as its lines are met."""

    def __init__(self) -> None:
        self.id = self.made = ""
        self._met = False
        self.thread = b""
        self.sources: List[str] = []
        self.threads: List[bytes] = []
        self._made_ms: Optional[int] = None
        self._copied = self._based = False
        self._ordinal: Optional[int] = None
        self._older = False
        self._own_turn: Optional[int] = None
        self._burst: Optional[int] = None
        self._last: Optional[int] = None

    def meta(self, payload: Dict[str, Any]) -> bool:
        """One ``session_meta``; whether it is the file's own, the first."""
        id = text_of(payload.get("id"))
        if not id:
            return False
        if self._met or self.id and id != self.id:
            self._copied = self._copied or not self._based and id != self.id
            self._source(id)
            return False
        self.seed(id)
        self._met = True
        self.made = text_of(payload.get("timestamp"))
        if self._made_ms is None:
            self._made_ms = clock_ms(self.made)
        ordinal, fork = payload.get("subagent_history_start_ordinal"), text_of(payload.get("forked_from_id"))
        self._ordinal = ordinal if isinstance(ordinal, int) else None
        self._based = bool(payload.get("history_base"))
        self._copied = bool(fork) and not self._based
        if self._copied:
            self._source(fork)
        return True

    def seed(self, id: str) -> None:
        """The thread id by the file's name, for a file whose own header cannot be read."""
        self.id, self.thread, self._made_ms = id, _bytes(id), uuid7_ms(id)

    def _source(self, id: str) -> None:
        if id and id != self.id and id not in self.sources:
            self.sources.append(id)
            self.threads.append(_bytes(id))

    def before(self, ordinal: Any) -> bool:
        """Whether a line of this ordinal belongs to the parent."""
        return self._ordinal is not None and isinstance(ordinal, int) and ordinal < self._ordinal

    def turn(self, id: Any, line: int) -> None:
        """A turn mark at ``line``."""
        made = uuid7_ms(id)
        if made is None or self._made_ms is None or self._own_turn is not None:
            return
        if made < self._made_ms:
            self._older = True
        else:
            self._own_turn = line

    @property
    def watches_time(self) -> bool:
        return self._copied and self._burst is None

    def at(self, timestamp: str, line: int) -> None:
        """The time of ``line``, to see where the burst of a copy ends; wanted while ``watches_time``."""
        now = clock_ms(timestamp)
        if now is not None:
            if self._last is not None and now - self._last >= BURST_MS:
                self._burst = line
            self._last = now

    @property
    def burst_end(self) -> int:
        """The first line after a copy's burst, 0 where none was seen."""
        return self._burst or 0

    def start(self, end: int, source_known: bool) -> int:
        """The first line that is the file's own; ``end`` where none is.

        ``source_known``: the source's file named the copied lines, so the burst need not be guessed.
        """
        if not self._copied or self._ordinal is not None:
            return 0
        if self._older:
            return end if self._own_turn is None else self._own_turn
        ends = [line for line in (self._own_turn, self._burst) if line is not None]
        return 0 if source_known else min(ends, default=end)
