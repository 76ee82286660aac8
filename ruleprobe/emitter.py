"""Writing a value in the declarative format: ``declarative.parse`` reads it back as it was.

Block style; a list of scalars as ``[a, b]``; ASCII but for letters that need no escape.
"""
from __future__ import annotations

from typing import Any, List

from .scalars import written

MAX_DEPTH = 64
MAX_KEY = 1024


def emit(value: Any) -> str:
    """``value`` as text that ``parse`` reads back: maps and lists in block style, a list of scalars as ``[a, b]``.

    ValueError, TypeError for what JSON cannot hold, and for more than ``MAX_DEPTH`` levels.
    """
    out: List[str] = []
    _emit(value, 0, 1, out)
    return "".join(out)


def _emit(value: Any, indent: int, depth: int, out: List[str]) -> None:
    """Write ``value`` where a line of that indentation has been begun."""
    if not isinstance(value, (dict, list, tuple)):
        out.append(written(value) + "\n")
        return
    if depth > MAX_DEPTH:
        raise ValueError("more than %d levels" % MAX_DEPTH)
    is_map = isinstance(value, dict)
    if _is_short(value):
        out.append("{}\n" if is_map else "[%s]\n" % ", ".join(map(written, value)))
        return
    for place, key in enumerate(value):
        item = value[key] if is_map else key
        out.append((" " * indent if place else "") + (_key(key) + ":" if is_map else "-"))
        nested = isinstance(item, (dict, list, tuple)) and not _is_short(item)
        if nested and (is_map or not isinstance(item, dict)):
            out.append("\n" + " " * (indent + 2))
        else:
            out.append(" ")
        _emit(item, indent + 2, depth + 1, out)


def _is_short(value: Any) -> bool:
    """Whether a map or list fits behind its key: an empty one, or a list of scalars."""
    return not value or (not isinstance(value, dict) and not any(isinstance(item, (dict, list, tuple)) for item in value))


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError("a key is a text, not %r" % (key,))
    if len(key) > MAX_KEY:
        raise ValueError("a key of more than %d characters" % MAX_KEY)
    return written(key)
