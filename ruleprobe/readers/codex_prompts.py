"""What stands in a Codex user message: a person's prompt, or context the runtime wrote (a leaf; D1, format text 6.1).

Newer files say so themselves (``content_item_kinds``); before that the text decides: a message is context
where any of its texts begins and ends as the runtime's own do. A prompt may hold tags: beginning with
``<`` proves nothing.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

from ..events import text_of

_PERSON = ("user.text", "user.image", "user.audio")
_NAMED = ("skill", "user_shell_command", "turn_aborted", "subagent_notification", "recommended_plugins",
          "goal_context", "user_action", "realtime_delegation", "environment_context", "user_instructions")
_FRAMES = [("<%s>" % name, "</%s>" % name) for name in _NAMED] + [("# agents.md instructions", "</instructions>")]
_OPEN_ONLY = ("warning: the maximum number of unified exec", "warning: apply_patch was requested via",
              "warning: your account was flagged", "another language model started to solve this problem")
_WITH_ATTRIBUTES = re.compile(r"<(codex_internal_context|hook_prompt|external_[\w.-]+)(?:\s[^>]*)?>")
_STARTS = ("<", "#", "W", "w", "A", "a", "N")
_DENIAL = "No, don't do that \u2014"
_CWD = re.compile(r"<cwd>([^<]*)</cwd>|Current working directory: ([^\n]+)")
_SHELL = re.compile(r"<shell>([^<]*)</shell>")


def texts(message: Dict[str, Any]) -> List[str]:
    """The texts of a message's content, in order."""
    content = message.get("content")
    if isinstance(content, str):
        return [content]
    parts = content if isinstance(content, list) else []
    return [part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str)]


def prompt_text(message: Dict[str, Any]) -> str:
    """What a person wrote: the texts one a line, without the tags put around an image."""
    return "\n".join(text for text in texts(message) if not _image_tag(text))


def is_context(message: Dict[str, Any], typescript: bool = False) -> bool:
    """Whether the runtime wrote this user message."""
    said = by_kinds(message)
    if said is not None:
        return said
    return any(_context_text(text.strip(), typescript) for text in texts(message))


def by_kinds(message: Dict[str, Any]) -> Optional[bool]:
    """The same by the message's own ``content_item_kinds``, None where they do not say."""
    hints = message.get("internal_chat_message_metadata_passthrough")
    kinds = hints.get("content_item_kinds") if isinstance(hints, dict) else None
    known = [kind for kind in kinds if isinstance(kind, str) and kind != "unknown"] if isinstance(kinds, list) else []
    return None if not known else not any(kind in _PERSON for kind in known)


def surroundings(message: Dict[str, Any]) -> Tuple[str, str]:
    """``(working directory, shell)`` of an environment context, "" for what it does not name."""
    cwd = shell = ""
    for text in texts(message):
        if text.lstrip()[:21].lower() == "<environment_context>":
            found, named = _CWD.search(text), _SHELL.search(text)
            cwd = cwd or (found.group(1) or found.group(2) or "").strip() if found else cwd
            shell = shell or named.group(1).strip() if named else shell
    return cwd, shell


def _context_text(text: str, typescript: bool) -> bool:
    if text[:1] not in _STARTS:
        return False
    start, end = text[:120].lower(), text[-120:].lower()
    if any(start.startswith(head) and end.endswith(tail) for head, tail in _FRAMES) or start.startswith(_OPEN_ONLY):
        return True
    tag = _WITH_ATTRIBUTES.match(text[:500].lower())
    if tag:
        return end.endswith("</%s>" % tag.group(1))
    return typescript and text.startswith(_DENIAL)


def _image_tag(text: str) -> bool:
    return text == "</image>" or text.startswith("<image name=") and text.endswith(">")


def kind_is_plain(payload: Dict[str, Any]) -> bool:
    """Whether a legacy ``user_message`` is a prompt: early ones name their kind."""
    return text_of(payload.get("kind")) in ("", "plain")
