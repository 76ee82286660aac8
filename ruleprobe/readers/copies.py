"""What a reader says of a file before it is read: whose session it is and which events it holds."""
from __future__ import annotations

from typing import List, NamedTuple


class Index(NamedTuple):
    """A file at a glance: its session's id, its own evidence of age, the ids of its events.

    ``tokens`` are short bytes in file order, opaque to everyone but the reader that made them.
    """

    session: str
    started: str
    tokens: List[bytes]
