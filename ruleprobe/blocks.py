"""What stands together in a section of markdown, and the sentences of it (FR-15, S21).

``blocks`` groups the lines of a section: a paragraph, a list item, a command of a code block. A ``Block``
composes its sentences when they are asked for: most of a rule file is looked at by its words alone.
A sentence is plain, as ``inline.plain`` makes it. One pass, every step linear; nothing raises.

Amends S21: a line that leads a list or a code block in is a label as a heading is.

Known misses: a blockquote, a table and a paragraph over ``MAX_PARAGRAPH`` characters have no sentences.
"""
from __future__ import annotations

import re
from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .inline import plain, sentences
from .markdown import BLANK, BREAK, FENCE, HEADING, ITEM, TEXT, Line, Section

MAX_PARAGRAPH = 8192
MAX_COMMANDS = 12  # of a code block, its marks included
WRAP = 60  # prose is seldom wrapped narrower: a shorter line that could hold the next word ends on purpose

_BLOCK_TAG = re.compile(r"</?(?:details|summary|div|p|ul|ol|li|table|hr|section)\b", re.I)


class Unit(NamedTuple):
    """A sentence, or a command of a code block that a sentence ending in a colon leads in.

    ``labels``: what stands over it, outermost first (the heading, the line that leads a list in, the
    items it is nested in). ``below``: the sentences of the items nested in its own, or led in by it.
    """

    text: str
    line: int
    labels: Tuple[str, ...]
    below: Sequence[str]


class Block:
    """Lines that are read together. ``over``: the blocks whose last sentences are its labels below ``heading``."""

    __slots__ = ("heading", "lines", "over", "nested", "_inside", "_said", "_units", "_below")

    def __init__(self, heading: str, line: Line, over: Tuple["Block", ...] = (), inside: Optional["Block"] = None, said: Optional[str] = None) -> None:
        self.heading, self.lines, self.over = heading, [line], over
        self.nested: List[Block] = []  # in it, or led in by it
        self._inside = inside  # the item it is a further paragraph of
        self._said = [(said, line.number)] if said is not None else None
        self._units: Optional[List[Unit]] = None
        self._below: Optional[List[str]] = None

    @property
    def said(self) -> List[Tuple[str, int]]:
        """The sentences, each with the number of the line it begins on or near."""
        if self._said is None:
            self._said = list(_sentences(self.lines))
        return self._said

    @property
    def units(self) -> List[Unit]:
        if self._units is None:
            labels, below = self._labels(), (self._inside or self).below
            self._units = [Unit(text, number, labels, below) for text, number in self.said]
        return self._units

    @property
    def below(self) -> List[str]:
        """The sentences of what is nested in it."""
        if self._below is None:
            self._below = [text for block in self.nested for text, _ in block.said]
        return self._below

    def _labels(self) -> Tuple[str, ...]:
        labels = [self.heading] if self.heading else []
        return tuple(labels + [block.said[-1][0] for block in self.over if block.said])

    @property
    def leads(self) -> bool:
        """Whether it leads the list below it in: it ends with a colon or is all bold."""
        bare = self.lines[-1].text.strip()
        bold = bare[:2] in ("**", "__") and bare[-2:] == bare[:2]
        return bool(self.said) and (bold or self.said[-1][0].rstrip("`").endswith(":"))

    @property
    def announces(self) -> bool:
        """Whether it leads a code block in."""
        return bool(self.said) and self.said[-1][0].endswith(":")


def heading_of(section: Section) -> Block:
    """The heading as a block of its own."""
    return Block("", Line(section.line, HEADING, 0, section.heading), said=section.heading)


def whole(section: Section) -> List[Block]:
    """The blocks of a section in order, the heading first."""
    return ([heading_of(section)] if section.heading else []) + blocks(section)


def blocks(section: Section) -> List[Block]:
    """The blocks of a section in order, its heading left out."""
    builder = _Builder(section.heading)
    for line in section.lines:
        if line.kind == ITEM:
            builder.item(line)
        elif line.kind == TEXT:
            builder.text(line)
        elif line.kind == BLANK:
            builder.apart = True
        else:
            builder.interrupt(line)
    return builder.out


class _Builder:
    """Collects lines into blocks."""

    def __init__(self, heading: str) -> None:
        self.out: List[Block] = []
        self.heading = heading
        self.lead: Optional[Block] = None  # the paragraph that may lead the current list in
        self.led: Optional[Block] = None  # the paragraph that list stands below
        self.items: List[Block] = []  # those that are open, outermost first
        self.current: Optional[Block] = None
        self.apart = False  # a blank line stands before the current one
        self.code: Optional[Tuple[Block, ...]] = () if heading else None  # what stands over a code block that follows
        self.commands = 0

    def item(self, line: Line) -> None:
        self._leave(line.indent)
        if not self.items:
            if self.lead and not self.lead.leads:
                self.lead = None
            if self.apart and not self.lead:
                self.led = None
        outer = self.items[-1] if self.items else self.led
        block = self._add(Block(self.heading, line, self._over()))
        if outer:
            outer.nested.append(block)
        self.items.append(block)

    def text(self, line: Line) -> None:
        if self.current and not self.apart:
            self.current.lines.append(line)
            return
        self._leave(line.indent)
        if self.items:
            block = self._add(Block(self.heading, line, self._over(), self.items[-1]))
            self.items[-1].nested.append(block)
        else:
            self.lead = self.led = self._add(Block(self.heading, line))

    def interrupt(self, line: Line) -> None:
        """A block without sentences. Inside an item it leaves the item open."""
        self.current = None
        if line.kind == FENCE and self._over_code() is not None:
            self._command(line)
        else:
            self.code = None
        if not self.items or line.indent <= self.items[-1].lines[0].indent:
            self.items = []
            if line.kind == BREAK:
                self.lead = None
        self.apart = True

    def _add(self, block: Block) -> Block:
        self.out.append(block)
        self.current, self.apart = block, False
        self.code, self.commands = (block,), 0
        return block

    def _over(self) -> Tuple[Block, ...]:
        return ((self.lead,) if self.lead else ()) + tuple(self.items[-3:])

    def _leave(self, indent: int) -> None:
        """Close the items that a line at ``indent`` is not nested in."""
        while self.items and self.items[-1].lines[0].indent >= indent - 1:
            self.items.pop()

    def _over_code(self) -> Optional[Tuple[Block, ...]]:
        """The blocks over a code block, None where nothing leads it in."""
        if self.code and not self.code[-1].announces:
            self.code = None
        return self.code

    def _command(self, line: Line) -> None:
        text = line.text.strip().lstrip("$ ").replace("`", "'")
        self.commands += 1
        if text and text[0] not in "#/'~" and self.commands <= MAX_COMMANDS:
            over = self.code[-1].over + self.code if self.code else ()
            self.out.append(Block(self.heading, line, over, said="`%s`" % text))


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
