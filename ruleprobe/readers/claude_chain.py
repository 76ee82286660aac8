"""The chain of a Claude Code transcript's lines: which prompt a line descends from (a leaf; D1).

In the ordinary case a line belongs to the last prompt before it in the file. 2.1.63 to 2.1.296 may write
an assistant line before its own prompt, and the notes between the two (attachments) anywhere: then
``parentUuid`` tells. Tool results are left out of the chain: they go where their calls go.
"""
from __future__ import annotations

from typing import Any, Dict, List, Set, Tuple

from ..events import Event
from .claude_ids import telling

Line = Dict[str, Any]


class Chain:
    """Links between lines, as they are met."""

    def __init__(self) -> None:
        self._links: Dict[str, Any] = {}  # a line's uuid -> that of the line above it
        self._turns: Dict[str, int] = {}
        self._hung: List[Tuple[str, Event]] = []
        self._awaited: Set[str] = set()  # lines above an event that were not met before it
        self._is_late = False  # whether one of them was met since

    def add(self, line: Line) -> bool:
        """Take a line; False where it stood in the file before (an editor that reopens a session appends it again)."""
        return self.link(line.get("uuid"), line.get("parentUuid"))

    def link(self, uuid: Any, parent: Any) -> bool:
        """Take a line by its uuid and that of the line above it, as ``add`` does."""
        if not isinstance(uuid, str):
            return True
        if uuid in self._links:
            return not telling(uuid)
        self._links[uuid] = parent
        if uuid in self._awaited:
            self._is_late = True
        return True

    def prompt(self, line: Line, turn: int) -> None:
        """The prompt on ``line`` opened ``turn``."""
        uuid = line.get("uuid")
        if isinstance(uuid, str):
            self._turns.setdefault(uuid, turn)

    def hang(self, parent: Any, event: Event) -> None:
        """``event`` stands on a line below ``parent`` and goes to the turn that descends from."""
        if isinstance(parent, str):
            self._hung.append((parent, event))
            if parent not in self._links:
                self._awaited.add(parent)

    def settle(self) -> bool:
        """Move the events whose prompt stands later in the file into its turn; whether there may be one."""
        if self._is_late:
            found: Dict[str, int] = {}
            for parent, event in self._hung:
                event["turn"] = max(event["turn"], self._turn(parent, found))
        return self._is_late

    def _turn(self, uuid: str, found: Dict[str, int]) -> int:
        """The turn of the nearest prompt at or above ``uuid``, 0 where the chain does not say."""
        path = []
        while uuid not in found:
            path.append(uuid)
            found[uuid] = self._turns.get(uuid, 0)
            above = self._links.get(uuid)
            if found[uuid] or not isinstance(above, str):
                break
            uuid = above
        for step in path:
            found[step] = found[uuid]
        return found[uuid]
