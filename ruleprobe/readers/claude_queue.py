"""Prompts typed while Claude Code was working (a leaf; D1).

2.0.37 to 2.1.96 leave no user line for them, only ``queue-operation`` lines: ``enqueue`` with the words,
then ``remove`` when they went to the model in the middle of a turn; ``dequeue`` sends them later as an
ordinary user line, ``popAll`` takes them back into the input box. From 2.1.126 an ``attachment`` line
holds them, beside the same pair. Whichever there is, a prompt is counted once.
"""
from __future__ import annotations

from collections import Counter, deque
from typing import Any, Deque, Dict, Optional

from .claude_fates import Version
from .claude_prompts import prompt_of

_ATTACHED_FROM = (2, 1, 126)
_MOST = 1000  # waiting at once; nobody types more, and a hostile file costs no more


class Queue:
    """The input queue of one session."""

    def __init__(self) -> None:
        self._waiting: Deque[Optional[str]] = deque(maxlen=_MOST)
        self._removed: Counter = Counter()
        self._attached: Counter = Counter()
        self._last: Optional[str] = None

    def operation(self, line: Dict[str, Any], version: Version) -> Optional[str]:
        """The prompt that this line shows was sent, if it does and nothing else will."""
        what = line.get("operation")
        if what == "enqueue":
            self._waiting.append(prompt_of({}, line.get("content")))
        elif what == "dequeue" and self._waiting:
            self._waiting.popleft()
        elif what == "popAll":
            self._waiting.clear()
        elif what == "remove":
            text = self._remove(line)
            if text is not None and (version is None or version < _ATTACHED_FROM):
                self._removed[text] += 1
                return self._counted(text, self._removed, self._attached)
        return None

    def attachment(self, text: str) -> Optional[str]:
        """``text`` where the attachment that holds it is the first sign of that prompt."""
        self._attached[text] += 1
        return self._counted(text, self._attached, self._removed)

    def repeats(self, text: str) -> bool:
        """Whether a user line says again what was the last prompt to leave the queue."""
        last, self._last = self._last, None
        return last is not None and last == text

    def _counted(self, text: str, here: Counter, there: Counter) -> Optional[str]:
        if here[text] <= there[text]:
            return None
        self._last = text
        return text

    def _remove(self, line: Dict[str, Any]) -> Optional[str]:
        """What was taken out: the words the line repeats (2.1.207 on), else the first that a person typed."""
        if line.get("content") is not None:
            text = prompt_of({}, line["content"])
        else:
            text = next((waiting for waiting in self._waiting if waiting is not None), None)
        if text in self._waiting:
            self._waiting.remove(text)
        return text
