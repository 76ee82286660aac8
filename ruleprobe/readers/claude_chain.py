"""The chain of a Claude Code transcript's lines: which prompt a line descends from (a leaf; D1).

In the ordinary case a line belongs to the last prompt before it in the file. 2.1.63 to 2.1.296 may write
an assistant line before its own prompt, and the notes between the two (attachments) anywhere: then
``parentUuid`` tells. Tool results are left out of the chain: they go where their calls go.
"""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

from ..events import Event
from .claude_ids import telling

Line = Dict[str, Any]


class Chain:
    """Links between lines, as they are met."""

    def __init__(self) -> None:
        self._links: Dict[str, Tuple[int, str]] = {}
        self._turns: Dict[str, int] = {}
        self._hung: List[Tuple[int, str, Event]] = []

    def add(self, number: int, line: Line) -> bool:
        """Take a line; False where it stood in the file before (an editor that reopens a session appends it again)."""
        return self.link(number, line.get("uuid"), line.get("parentUuid"))

    def link(self, number: int, uuid: Any, parent: Any) -> bool:
        if not isinstance(uuid, str):
            return True
        if uuid in self._links:
            return not telling(uuid)
        self._links[uuid] = (number, parent if isinstance(parent, str) else "")
        return True

    def prompt(self, line: Line, turn: int) -> None:
        """The prompt on ``line`` opened ``turn``."""
        uuid = line.get("uuid")
        if isinstance(uuid, str):
            self._turns.setdefault(uuid, turn)

    def hang(self, number: int, parent: Any, event: Event) -> None:
        """``event`` stands on a line below ``parent`` and goes to the turn that descends from."""
        if isinstance(parent, str):
            self._hung.append((number, parent, event))

    def settle(self) -> bool:
        """Move the events whose prompt stands later in the file into its turn; whether there may be one."""
        if not self._has_later_parent():
            return False
        found: Dict[str, int] = {}
        for _, parent, event in self._hung:
            event["turn"] = max(event["turn"], self._turn(parent, found))
        return True

    def _has_later_parent(self) -> bool:
        """Whether some line stands before the one it hangs on."""
        links = self._links
        for number, parent, _ in self._hung:
            if parent in links and links[parent][0] > number:
                return True
        return False

    def _turn(self, uuid: str, found: Dict[str, int]) -> int:
        """The turn of the nearest prompt at or above ``uuid``, 0 where the chain does not say."""
        path = []
        while uuid not in found:
            path.append(uuid)
            found[uuid] = self._turns.get(uuid, 0)
            if found[uuid] or uuid not in self._links:
                break
            uuid = self._links[uuid][1]
        for step in path:
            found[step] = found[uuid]
        return found[uuid]
