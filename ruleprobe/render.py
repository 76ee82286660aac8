"""Text for people: tables, percentages, and escaping what a terminal must not see raw (a leaf).

``printable`` is the only way text from a transcript, a path or a rule file reaches a terminal: control,
format (bidirectional marks, zero-width characters), surrogate and line-separator characters are
written as escapes.
"""
from __future__ import annotations

import unicodedata
from typing import Any, List, Optional, Sequence

_ESCAPED = ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn")


def printable(text: Any) -> str:
    """``text`` on one line, unprintable characters as ``\\n``, ``\\x1b``, ``\\u202e``."""
    text = text if isinstance(text, str) else str(text)
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or unicodedata.category(c) not in _ESCAPED else _escape(c) for c in text)


def _escape(char: str) -> str:
    return char.encode("unicode_escape", "backslashreplace").decode("ascii")


def width(text: str) -> int:
    """The columns ``text`` takes in a terminal: wide characters two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def percent(part: int, whole: int) -> str:
    """``part`` of ``whole`` in whole percent; 0% and 100% only where exactly true, "" of nothing."""
    if whole <= 0:
        return ""
    if part <= 0 or part >= whole:
        return "0%" if part <= 0 else "100%"
    rounded = (200 * part + whole) // (2 * whole)
    return "<1%" if rounded < 1 else ">99%" if rounded > 99 else "%d%%" % rounded


def table(headers: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Lines of aligned columns, numbers to the right. No cell is ever cut."""
    cells = [["" if value is None else printable(value) for value in row] for row in rows]
    columns = range(len(headers))
    right = [all(_number(row[i]) for row in cells if row[i]) for i in columns]
    lines = [list(headers)] + cells
    widths = [max(width(line[i]) for line in lines) for i in columns]
    return "\n".join(
        "  ".join(_pad(cell, widths[i], right[i]) for i, cell in enumerate(line)).rstrip() for line in lines
    )


def _pad(cell: str, columns: int, right: bool) -> str:
    space = " " * (columns - width(cell))
    return space + cell if right else cell + space


def _number(cell: str) -> bool:
    return cell.lstrip("<>").rstrip("%").replace(".", "", 1).isdigit()


def plural(count: int, noun: str, many: Optional[str] = None) -> str:
    """``1 session``, ``2 sessions``."""
    return "%d %s" % (count, noun if count == 1 else many or noun + "s")


def lines_of(head: str, items: Sequence[str], limit: int) -> List[str]:
    """``head: item`` for at most ``limit`` of ``items``, and one line that counts the rest."""
    rest = len(items) - limit
    return ["%s: %s" % (head, item) for item in items[:limit]] + (["%s: %d more" % (head, rest)] if rest > 0 else [])
