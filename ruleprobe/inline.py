"""Inline markdown: the words a reader sees, and the sentences they make (a leaf).

``plain`` takes emphasis, links, images, tags, comments and struck-out text off; a code span keeps its
content between single backticks. ``sentences`` splits what is left. One pass each, linear on any text.

Known misses: a link's closing bracket is the next one, so a target that holds brackets leaves its end;
``__init__`` outside a code span is read as bold, as markdown does; only the commonest entities are read.
"""
from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional

_ABBREVIATIONS = frozenset(("e.g", "i.e", "vs", "cf", "ex", "approx", "incl", "eg", "ie"))
_STOP = re.compile(r"`[^`]*`|[.!?…]+[\"')\]”’]*(?=\s)")

_MAY_STOP = re.compile(r"[.!?…][\"')\]”’]*\s")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a plain text. A stop inside a code span or after an abbreviation ends none."""
    if not _MAY_STOP.search(text):
        yield from _one(text)
        return
    start = 0
    for stop in _STOP.finditer(text):
        if stop.group()[0] == "`":
            continue
        following = text[stop.end():stop.end() + 8].lstrip()
        if following[:1].islower() or _abbreviates(text[max(start, stop.start() - 8):stop.start()]):
            continue
        yield from _one(text[start:stop.end()])
        start = stop.end()
    yield from _one(text[start:])


def _abbreviates(before: str) -> bool:
    word = before.rpartition(" ")[2].lstrip("(").lower()
    return word in _ABBREVIATIONS


def _one(text: str) -> Iterator[str]:
    text = " ".join(text.split())
    if text[:1].isalnum() or any(c.isalnum() for c in text):
        yield text

_INLINE = re.compile(
    r"(?P<code>`+)|(?P<escape>\\[!-/:-@\[-`{-~])|(?P<open>!?\[)|(?P<close>\])|(?P<mark>\*+|_+)|(?P<strike>~~)"
    r"|(?P<comment><!--)|(?P<tag></?[A-Za-z][^<>]{0,200}>)|(?P<entity>&(?:nbsp|amp|lt|gt|quot|mdash|ndash|#39);)"
)
_MARKS = re.compile(r"[\[\]<&*_~]")
_ENTITIES = {"&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&mdash;": "—",
             "&ndash;": "–", "&#39;": "'"}


def plain(text: str) -> str:
    """The words a reader sees. ``<br>`` is a line feed, a code span is ```content```."""
    simple = _simple(text)
    return _plain(text) if simple is None else simple


def _simple(text: str) -> Optional[str]:
    """``plain`` of a text with nothing in it but bold and code spans of one backtick; None for any other."""
    if "\\" in text:
        return None
    parts = text.split("`")
    spans = parts[1::2]
    if len(parts) % 2 == 0 or not all(spans):
        return None
    outside = [part.replace("**", "") for part in parts[0::2]]
    if _MARKS.search(" ".join(outside)) or not all(parts[2:-1:2]):
        return None
    out = outside[:1]
    for span, after in zip(spans, outside[1:]):
        out += ["`", span.strip().replace("\n", " "), "`", after]
    return "".join(out)


def _plain(text: str) -> str:
    found = list(_INLINE.finditer(text))
    if not found:
        return text
    scan = _Inline(text, [token for token in found if token.lastgroup == "code"])
    out = scan.out
    for token in found:
        start, end = token.span()
        if start >= scan.at:
            out.append(text[scan.at:start])
            scan.at = end
            getattr(scan, token.lastgroup or "")(token)
    out.append(text[scan.at:])
    return "".join(scan.out)


class _Inline:
    """One pass over the tokens of a text: ``at`` is how far it has been read."""

    def __init__(self, text: str, ticks: List["re.Match[str]"]) -> None:
        self.text, self.out, self.at = text, [], 0  # type: str, List[str], int
        self.brackets: List[int] = []
        self.struck: Optional[int] = None
        self.ticks: Dict[int, List[int]] = {}
        for tick in reversed(ticks):
            self.ticks.setdefault(len(tick.group()), []).append(tick.start())
        self.nearest: Dict[str, int] = {}

    def code(self, token: "re.Match[str]") -> None:
        ends = self.ticks[len(token.group())]
        while ends and ends[-1] <= token.start():
            ends.pop()
        if ends:
            content = self.text[token.end():ends[-1]].strip().replace("`", "'").replace("\n", " ")
            self.out.append("`%s`" % content)
            self.at = ends[-1] + len(token.group())

    def escape(self, token: "re.Match[str]") -> None:
        char = token.group()[1]
        self.out.append("'" if char == "`" else char)

    def open(self, token: "re.Match[str]") -> None:
        self.brackets.append(len(self.out))
        self.out.append(token.group())

    def close(self, token: "re.Match[str]") -> None:
        after = self.text[self.at:self.at + 1]
        end = self._next({"(": ")", "[": "]"}[after]) if after and after in "([" and self.brackets else -1
        if end < 0:
            if self.brackets:
                self.brackets.pop()
            self.out.append("]")
            return
        opened = self.brackets.pop()
        if self.out[opened] == "![":
            del self.out[opened:]
            self._forget(opened)
        else:
            self.out[opened] = ""
        self.at = end + 1

    def _forget(self, place: int) -> None:
        """What was open at or after ``place`` went with the text that was taken out."""
        while self.brackets and self.brackets[-1] >= place:
            self.brackets.pop()
        if self.struck is not None and self.struck > place:
            self.struck = None

    def mark(self, token: "re.Match[str]") -> None:
        before, after = self.text[token.start() - 1:token.start()], self.text[token.end():token.end() + 1]
        if token.group()[0] == "_" and _wordy(before) and _wordy(after):
            self.out.append(token.group())
        elif len(token.group()) == 1 and not (_wordy(after) and not _wordy(before)) and not _closing(before, after):
            self.out.append(token.group())

    def strike(self, token: "re.Match[str]") -> None:
        if self.struck is None:
            self.struck = len(self.out)
            return
        del self.out[self.struck:]
        self._forget(self.struck)
        self.struck = None

    def comment(self, token: "re.Match[str]") -> None:
        end = self._next("-->")
        if end < 0:
            self.out.append(token.group())
        else:
            self.at = end + 3

    def tag(self, token: "re.Match[str]") -> None:
        self.out.append("\n" if token.group()[1:3].lower() == "br" else " " if self._splits(token) else "")

    def entity(self, token: "re.Match[str]") -> None:
        self.out.append(_ENTITIES[token.group()])

    def _splits(self, token: "re.Match[str]") -> bool:
        name = token.group().strip("</>").split(" ", 1)[0].lower()
        return name in ("p", "li", "div", "summary", "details", "ul", "ol", "td", "tr")

    def _next(self, mark: str) -> int:
        """Where ``mark`` stands next, remembered, so that a text is searched once for each mark."""
        known = self.nearest.get(mark)
        if known is None or -1 < known < self.at:
            known = self.nearest[mark] = self.text.find(mark, self.at)
        return known


def _wordy(char: str) -> bool:
    return char.isalnum() or char == "`"


def _closing(before: str, after: str) -> bool:
    """Whether a single mark between these ends an emphasis."""
    return bool(before) and not before.isspace() and not (after and _wordy(after)) and not (after and after in "./")
