"""Markdown as a person reads rules in it (FR-15, S17, S21).

``sections`` splits a text at its ATX headings; ``is_rule`` says which sections hold a rule;
``units`` gives a section's sentences, each with what stands over it. Text is read in one pass, every
step linear; nothing raises.

A line is one of ``HEADING``, ``FENCE`` (a fenced code block), ``TABLE``, ``QUOTE``, ``COMMENT``,
``BREAK`` (a thematic break or a setext underline), ``ITEM``, ``TEXT``, ``BLANK``. Setext headings are
text. A sentence is plain, as ``inline.plain`` makes it.

Amends S21: a line that leads a list or a code block in is a label as a heading is.

Known misses: an indented code block counts as text; a fence that its list item ends is read on until
it is closed; a blockquote, a table and a paragraph over ``MAX_PARAGRAPH`` characters have no units.
"""
from __future__ import annotations

import re
import unicodedata
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .inline import plain, sentences

HEADING, FENCE, TABLE, QUOTE, COMMENT, BREAK, ITEM, TEXT, BLANK = (
    "heading", "fence", "table", "quote", "comment", "break", "item", "text", "blank",
)
MAX_PARAGRAPH = 8192
MAX_COMMANDS = 12  # of a code block, its marks included
WRAP = 60  # prose is seldom wrapped narrower: a shorter line that could hold the next word ends on purpose

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+•◦▪‣]|[0-9]{1,9}[.)])(?:[ \t]+|$)")
_TASK = re.compile(r"\[[ xX]\](?:[ \t]+|$)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)", re.S)
_BLOCK_TAG = re.compile(r"</?(?:details|summary|div|p|ul|ol|li|table|hr|section)\b", re.I)
_BREAK_CHARS = (frozenset("- \t"), frozenset("* \t"), frozenset("_ \t"), frozenset("="))
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


class Unit(NamedTuple):
    """A sentence, or a command of a code block that a sentence ending in a colon leads in.

    ``labels``: what stands over it, outermost first (the heading, the line that leads a list in, the
    items it is nested in). ``below``: the sentences of the items nested in its own, or led in by it.
    """

    text: str
    line: int
    labels: Tuple[str, ...]
    below: Sequence[str]


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
            fence = _opens(line)
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
    if first in "-*_=" and any(chars.issuperset(stripped) for chars in _BREAK_CHARS) and len(stripped) > 2:
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
    column = 0
    for char in line:
        if char == "\t":
            column += 4 - column % 4
        elif char == " ":
            column += 1
        else:
            break
    return column


# -- units --------------------------------------------------------------------------------------------


class _Open(NamedTuple):
    """A list item whose lines are being read, and the sentences nested in it."""

    indent: int
    said: List[str]
    below: List[str]


def units(section: Section) -> List[Unit]:
    """The sentences of a section in order."""
    builder = _Builder(section.heading)
    for line in section.lines:
        if line.kind == ITEM:
            builder.item(line)
        elif line.kind == TEXT:
            builder.text(line)
        elif line.kind == BLANK:
            builder.blank()
        else:
            builder.interrupt(line)
    builder.close()
    return builder.out


class _Builder:
    """Collects lines into paragraphs and items, and those into units."""

    def __init__(self, heading: str) -> None:
        self.out: List[Unit] = []
        self.heading = heading
        self.lead = ""  # the paragraph that leads the current list in
        self.led: List[str] = []  # the sentences of that list
        self.items: List[_Open] = []
        self.lines: List[Line] = []
        self.in_item = False
        self.apart = False  # a blank line stands before the current one
        self.code: Optional[Tuple[str, ...]] = (heading,) if heading else None  # labels of a code block that follows
        self.commands = 0

    def item(self, line: Line) -> None:
        self.close()
        self._leave(line.indent)
        if self.apart and not self.items and not self.lead:
            self.led = []
        self.items.append(_Open(line.indent, [], []))
        self.lines, self.in_item, self.apart = [line], True, False

    def text(self, line: Line) -> None:
        if self.apart or not self.lines:
            self.close()
            self._leave(line.indent)
            self.lead = self.lead if self.items else ""
        self.lines.append(line)
        self.apart = False

    def blank(self) -> None:
        self.apart = True

    def interrupt(self, line: Line) -> None:
        """A block without sentences. Inside an item it leaves the item open."""
        self.close()
        if line.kind == FENCE and self.code is not None:
            self._command(line)
        else:
            self.code = None
        if not self.items or line.indent <= self.items[-1].indent:
            self.items = []
            if line.kind == BREAK:
                self.lead = ""
        self.apart = True

    def close(self) -> None:
        """Turn the lines read so far into units."""
        lines, in_item = self.lines, self.in_item
        self.lines, self.in_item = [], False
        if not lines:
            return
        said = list(_sentences(lines))
        texts = [text for text, _ in said]
        inside = self.items[-1] if self.items else None
        shown = self._labels(self.items[:-1] if in_item else self.items)
        if inside is None:
            self.led = []
            self.lead = texts[-1] if texts and _leads(lines[-1].text, texts[-1]) else ""
        below = inside.below if inside else self.led
        self.out += [Unit(text, number, shown, below) for text, number in said]
        self._nest(texts, in_item)
        self.code = shown + (texts[-1],) if texts and texts[-1].endswith(":") else None
        self.commands = 0

    def _nest(self, texts: List[str], in_item: bool) -> None:
        """Tell what stands over these sentences that they stand below it."""
        if not self.items:
            return
        outer = self.items[:-1] if in_item else self.items
        (outer[-1].below if outer else self.led).extend(texts)
        if in_item:
            self.items[-1].said.extend(texts)

    def _labels(self, outer: Sequence[_Open]) -> Tuple[str, ...]:
        labels = [self.heading, self.lead if self.items else ""]
        labels += [item.said[-1] for item in outer[-3:] if item.said]
        return tuple(label for label in labels if label)

    def _leave(self, indent: int) -> None:
        """Close the items that a line at ``indent`` is not nested in."""
        while self.items and self.items[-1].indent >= indent - 1:
            self.items.pop()

    def _command(self, line: Line) -> None:
        text = line.text.strip().lstrip("$ ").replace("`", "'")
        self.commands += 1
        if text and text[0] not in "#/'~" and self.commands <= MAX_COMMANDS:
            self.out.append(Unit("`%s`" % text, line.number, self.code or (), ()))


def _leads(line: str, sentence: str) -> bool:
    """Whether a paragraph leads the list below it in: it ends with a colon or is all bold."""
    bare = line.strip()
    return sentence.rstrip("`").endswith(":") or (bare[:2] in ("**", "__") and bare[-2:] == bare[:2])


def _sentences(lines: Sequence[Line]) -> Iterator[Tuple[str, int]]:
    """The sentences of a paragraph, each with the number of the line it begins on or near."""
    if sum(len(line.text) for line in lines) > MAX_PARAGRAPH:
        return
    statements = _statements(lines) if len(lines) > 1 else ((lines[0].text.strip().rstrip("\\"), lines[0].number),)
    for statement, number in statements:
        for piece in plain(statement).split("\n"):
            for sentence in sentences(piece):
                yield sentence, number


def _statements(lines: Sequence[Line]) -> Iterator[Tuple[str, int]]:
    """Lines joined as wrapped prose, apart where a line was ended on purpose."""
    widest = max([WRAP] + [len(line.text.rstrip()) for line in lines])
    parts: List[str] = []
    number, before = 0, ""
    for line in lines:
        if parts and _ended(before, line.text.strip(), widest):
            yield " ".join(parts), number
            parts = []
        if not parts:
            number = line.number
        before = line.text
        parts.append(before.rstrip("\\").strip())
    yield " ".join(parts), number


def _ended(line: str, following: str, widest: int) -> bool:
    if line.endswith(("  ", "\\")):
        return True
    if _BLOCK_TAG.match(following):
        return True
    if not following or following[0] in "<([" or following.lstrip("*_`\"'")[:1].islower():
        return False
    return len(line.rstrip()) + 1 + len(following.split(None, 1)[0]) <= widest
