"""Markdown as a person reads rules in it (FR-15, S17, S21).

``sections`` splits a text at its ATX headings; ``is_rule`` says which sections hold a rule. Text is read
in one pass, every step linear; nothing raises. The sentences of a section are ``blocks``'.

A line is one of ``HEADING``, ``FENCE`` (a fenced code block), ``TABLE``, ``QUOTE``, ``COMMENT``,
``BREAK`` (a thematic break or a setext underline), ``ITEM``, ``TEXT``, ``BLANK``. Setext headings are
text.

Known misses: an indented code block counts as text; a fence that its list item ends is read on until
it is closed.
"""
from __future__ import annotations

import re
import unicodedata
from typing import Dict, Iterator, List, NamedTuple, Sequence, Tuple

from .inline import plain

HEADING, FENCE, TABLE, QUOTE, COMMENT, BREAK, ITEM, TEXT, BLANK = (
    "heading", "fence", "table", "quote", "comment", "break", "item", "text", "blank",
)

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•◦▪‣]|[0-9]{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[[ xX]\](?:[ \t]+|$)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)", re.S)
_TABLE_RULE = frozenset("|:- \t")


class Line(NamedTuple):
    """One line: ``text`` is a heading's or an item's own text, else the line; ``indent`` its column."""

    number: int
    kind: str
    indent: int
    text: str


class Section(NamedTuple):
    """A heading and the lines up to the next. The text before the first has the heading ""."""

    heading: str
    slug: str
    line: int
    lines: Tuple[Line, ...]


def front_matter_end(lines: Sequence[str]) -> int:
    """How many of ``lines`` the front matter takes, fences included; 0 where there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    first = ""
    for index in range(1, len(lines)):
        line = lines[index].rstrip()
        if line in ("---", "..."):
            return index + 1 if not first or ":" in first or first[0] in "{-[" else 0
        if not first and line and line[0] != "#":
            first = line.strip()
    return 0


def split_lines(text: str) -> List[str]:
    """The lines of ``text`` by LF, CRLF or CR, without a byte order mark."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def sections(text: str) -> List[Section]:
    """The sections of ``text``, front matter left out; the first is what stands before any heading."""
    raw = split_lines(text)
    heads: List[Tuple[str, int]] = [("", 1)]
    bodies: List[List[Line]] = [[]]
    for line in _classify(raw, front_matter_end(raw)):
        if line.kind == HEADING:
            heads.append((plain(line.text).strip(), line.number))
            bodies.append([])
        else:
            bodies[-1].append(line)
    slugs = _slugs([heading for heading, _ in heads[1:]])
    return [Section(h, s, n, tuple(b)) for (h, n), s, b in zip(heads, [""] + slugs, bodies)]


def is_rule(section: Section) -> bool:
    """Whether the body holds a line of text outside fenced code, tables, blockquotes and comments."""
    return any(line.kind in (TEXT, ITEM) and _says_something(line.text) for line in section.lines)


def slug(heading: str) -> str:
    """The anchor GitHub gives a heading: lower case, punctuation dropped, spaces to hyphens."""
    kept = "".join(c for c in heading.strip().lower() if c in "-_ " or _is_word(c))
    return kept.replace(" ", "-") or "section"


def _slugs(headings: Sequence[str]) -> List[str]:
    """Each heading's slug; the second of one text gets ``-2``, the third ``-3`` (S17)."""
    seen: Dict[str, int] = {}
    out = []
    for heading in headings:
        name = slug(heading)
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else "%s-%d" % (name, seen[name]))
    return out


def _is_word(char: str) -> bool:
    if "\ufe00" <= char <= "\ufe0f":
        return False  # how an emoji is drawn; GitHub leaves it in, unseen
    return char.isalpha() or char.isdecimal() or unicodedata.category(char) in ("Mn", "Mc", "Me", "Nl", "Pc")


def _says_something(text: str) -> bool:
    return any(c.isalnum() for c in text) and any(c.isalnum() for c in plain(text))


# -- line kinds ---------------------------------------------------------------------------------------


def _classify(raw: Sequence[str], start: int) -> Iterator[Line]:
    """The lines from ``start`` on, each with its kind. One pass; a fence or a comment runs to its end."""
    fence, comment, table, before = "", False, False, BLANK
    for index in range(start, len(raw)):
        line = raw[index]
        stripped = line.strip()
        if fence:
            kind = FENCE
            fence = "" if _closes(stripped, fence) else fence
        elif comment or stripped.startswith("<!--"):
            comment, rest = _comment(stripped, comment)
            kind, line = (COMMENT, line) if not rest else (TEXT, rest)
        elif not stripped:
            kind, table = BLANK, False
        else:
            fence = _opens(line) if stripped[0] in "`~" else ""
            following = raw[index + 1] if index + 1 < len(raw) else ""
            kind = FENCE if fence else _kind(line, stripped, table, following, before)
            table = kind == TABLE
        yield _line(index + 1, kind, line)
        before = kind


def _kind(line: str, stripped: str, table: bool, following: str, before: str) -> str:
    first = stripped[0]
    if first == "#" and _HEADING.match(line):
        return HEADING
    if first == ">":
        return QUOTE
    if first == "|" or (table and "|" in stripped) or _is_table_rule(following, stripped):
        return TABLE
    if first in "-*_=" and len(stripped) > 2 and not stripped.strip("=" if first == "=" else first + " \t"):
        return BREAK
    if _ITEM.match(line):
        return ITEM
    return QUOTE if before == QUOTE else TEXT  # a quotation's paragraph runs on without its mark


def _is_table_rule(line: str, header: str) -> bool:
    """Whether ``line`` is the ``---|---`` under a table's header."""
    return "|" in header and "|" in line and "-" in line and _TABLE_RULE.issuperset(line)


def _opens(line: str) -> str:
    """The mark a fence opens with, "" for any other line."""
    found = _FENCE.match(line)
    if not found or (found.group(1)[0] == "`" and "`" in found.group(2)):
        return ""
    return found.group(1)


def _closes(stripped: str, fence: str) -> bool:
    return stripped.startswith(fence) and not stripped.strip(fence[0])


def _comment(stripped: str, inside: bool) -> Tuple[bool, str]:
    """Whether a comment is still open after the line, and the text after its end."""
    end = stripped.find("-->", 0 if inside else 4)
    return (True, "") if end < 0 else (False, stripped[end + 3:].strip())


def _line(number: int, kind: str, line: str) -> Line:
    if kind == ITEM:
        mark = _ITEM.match(line)
        text = line[mark.end():] if mark else line
        task = _TASK.match(text)
        return Line(number, kind, _column(line), text[task.end():] if task else text)
    if kind == HEADING:
        return Line(number, kind, 0, _heading_text(line))
    return Line(number, kind, _column(line), line)


def _heading_text(line: str) -> str:
    text = line.strip().lstrip("#").strip()
    bare = text.rstrip("#")
    return text if bare and bare[-1] not in " \t" else bare.rstrip()


def _column(line: str) -> int:
    """Columns of white space in front, a tab going to the next multiple of four."""
    if line[:1] not in (" ", "\t"):
        return 0
    column = 0
    for char in line:
        if char == "\t":
            column += 4 - column % 4
        elif char == " ":
            column += 1
        else:
            break
    return column
