"""The event schema: the one contract between readers and detectors (AD-2).

A session is a list of plain dicts, one an event, in an order in which ``turn`` never falls.
Five kinds, and nothing else:

``user_prompt``
    What a person sent (D1), or, in a sub-agent's own session, the task its parent gave it.
    ``text`` (str).
``assistant_text``
    What the model said. ``text`` (str); ``final`` (bool): the last ``assistant_text`` before the
    next ``user_prompt`` or the end; ``model`` (str, absent where the runtime does not say);
    ``sidechain`` (True, else absent): said by a sub-agent inside its parent's transcript (S9).
``tool_use``
    A call that ran, or may have run. ``id`` (str), ``name`` (str, the shared vocabulary of AD-3:
    ``Bash`` ``command``; ``Agent``/``Task`` ``prompt``; ``Write`` ``file_path`` ``content``; ``Edit``
    ``file_path`` ``old_string`` ``new_string``; ``MultiEdit`` ``file_path`` ``edits``;
    ``NotebookEdit`` ``notebook_path`` ``new_source``; else the runtime's own name),
    ``input`` (dict; the runtime's own keys stay beside the shared ones), ``ran`` (True, or None
    where the transcript does not say; D2). A call the transcript shows never ran is no event.
    An event without ``ran`` reads as True.
``tool_result``
    What came back. ``tool_use_id`` (str), ``tool_name`` (str), ``text`` (str, at most
    ``MAX_RESULT_TEXT`` characters), ``is_error`` (bool).
``compact``
    The conversation was compacted here.

Every event carries ``turn`` (int), which goes up at each ``user_prompt`` and only there; events
before the first prompt have turn 0. A new kind or field is added here first.

Amends the spine: ``ran`` (D2), ``Session.cwd`` and ``Session.lines`` (D9, S14).
"""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

MAX_RESULT_TEXT = 65536
TEXTS = ("assistant_text.text", "tool_result.text", "user_prompt.text")  # what a reader may leave "" where nobody reads it
KINDS = ("assistant_text", "tool_use", "tool_result", "user_prompt", "compact")

Event = Dict[str, Any]


class Session(NamedTuple):
    """One transcript as read. ``started`` and ``ended`` are ISO 8601 UTC texts, "" where unknown.

    ``repo`` is the last component of the first ``cwd``; ``lines`` holds, for each event, the
    1-based line of ``path`` it stands on (0 where a line says nothing, as in one JSON document).
    """

    id: str
    repo: str
    runtime: str
    events: List[Event]
    path: str
    started: str = ""
    ended: str = ""
    cwd: str = ""
    lines: Sequence[int] = ()


class Hit(NamedTuple):
    """One match of a detector: equal to the plain tuple of its fields."""

    id: str
    turn: int
    tool_use_id: Optional[str]


def hit(event: Event, tool_use_id: bool = True) -> Tuple[int, Optional[str]]:
    """``(turn, tool use id or None)``, the pair a detector function returns for ``event``.

    ``tool_use_id=False`` makes a session hit, keyed by its turn alone.
    """
    turn = event.get("turn")
    name = event.get("id", event.get("tool_use_id")) if tool_use_id else None
    return (
        turn if isinstance(turn, int) and not isinstance(turn, bool) else 0,
        name if isinstance(name, str) and name else None,
    )


def input_of(event: Any) -> Dict[str, Any]:
    """The event's ``input`` where it is a dict, else an empty one. Never raises."""
    value = event.get("input") if isinstance(event, dict) else None
    return value if isinstance(value, dict) else {}


def text_of(value: Any) -> str:
    """``value`` where it is a str, else "". Never raises."""
    return value if isinstance(value, str) else ""


def result_text(content: Any) -> str:
    """The text of a tool result: a str, or the ``text`` of each block of a list, one a line.

    At most ``MAX_RESULT_TEXT`` characters. Anything else is "".
    """
    if isinstance(content, str):
        return content[:MAX_RESULT_TEXT]
    if not isinstance(content, list):
        return ""
    parts: List[str] = []
    room = MAX_RESULT_TEXT
    for block in content:
        text = block if isinstance(block, str) else text_of(block.get("text")) if isinstance(block, dict) else ""
        if text:
            parts.append(text[:room])
            room -= len(parts[-1]) + 1
        if room <= 0:
            break
    return "\n".join(parts)[:MAX_RESULT_TEXT]


def counts(hits: Dict[str, Sequence[Any]]) -> Dict[str, int]:
    """``{detector id: number of hits}`` for what ``run`` returned."""
    return {name: len(found) for name, found in hits.items()}


def did_run(event: Event) -> Optional[bool]:
    """True, or None where the transcript does not say whether the call ran (D2)."""
    return None if event.get("ran", True) is None else True


def repo_of(cwd: str) -> str:
    """The last component of a POSIX or Windows path, "" where there is none (D9)."""
    return cwd.replace("\\", "/").rstrip("/").rpartition("/")[2]
