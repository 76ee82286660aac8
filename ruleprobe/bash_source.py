"""A text of Bash and the place reached in it: blanks, newlines, limits, here-documents (a leaf).

``Source`` is what ``bash_words`` and ``bash`` read from. A position only grows. What Bash refuses, or
what is not read here, raises ``Unreadable``, which never leaves ``bash.parse``.
"""
from __future__ import annotations

import re
from typing import List, NamedTuple, Tuple

MAX_DEPTH = 48
MAX_STEPS = 2500  # commands, quotes, expansions, brackets; real text has 1,000 in 16 KB, at most 2,000
MARKER = "__RULEPROBE_HEREDOC_%d__"

_BLANK = re.compile(r"(?:[ \t]+|\\\n)*(?:#[^\n]*)?")
_NEWLINES = re.compile(r"(?:[ \t\n]+|\\\n|#[^\n]*)*")
_QUOTED = re.compile(r"\$?'([^']*)'|\$?\"((?:[^\"\\]|\\.)*)\"|\\(.)", re.S)


class Unreadable(Exception):
    """The text is not Bash, or not read here."""


class Heredoc(NamedTuple):
    """A here-document whose body is still to come."""

    index: int
    delimiter: str
    quoted: bool
    dash: bool


class Source:
    """``edits``: (start, end, text) of what makes the command without its here-documents."""

    __slots__ = ("text", "pos", "depth", "steps", "heredocs", "unexpanded", "pending", "edits", "closing")

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.depth = self.steps = 0
        self.heredocs: List[str] = []
        self.unexpanded: List[bool] = []  # for each body, whether its delimiter was quoted
        self.pending: List[Heredoc] = []
        self.edits: List[Tuple[int, int, str]] = []
        self.closing = False  # inside $( ): a body may also end at a line such as "EOF)"

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Unreadable("too much in one text")

    def deeper(self) -> None:
        self.step()
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("nested too deeply")

    def blank(self) -> str:
        """Pass blanks, continuations and a comment; the character that follows, "" at the end."""
        self.pos = pos = _BLANK.match(self.text, self.pos).end()  # type: ignore[union-attr]
        return self.text[pos : pos + 1]

    def newlines(self) -> str:
        """Pass newlines too, and the bodies that begin after one; the character that follows."""
        while self.pending and self.blank() == "\n":
            self.pos += 1
            self.read_bodies()
        if not self.pending:
            self.pos = _NEWLINES.match(self.text, self.pos).end()  # type: ignore[union-attr]
        return self.text[self.pos : self.pos + 1]

    def announce(self, start: int, raw: str, descriptor: str, dash: bool) -> str:
        """The marker of a here-document, whose operator and delimiter ``raw`` have been read."""
        self.step()
        marker = MARKER % len(self.heredocs)
        quoted = any(char in raw for char in "'\"") or "\\" in raw.replace("\\\n", "")
        self.pending.append(Heredoc(len(self.heredocs), unquoted(raw), quoted, dash))
        self.heredocs.append("")
        self.unexpanded.append(quoted)
        self.edits.append((start, self.pos, "%s<< %s" % (descriptor, marker)))
        return marker

    def read_bodies(self) -> None:
        """Lift the bodies of the pending here-documents, which begin here."""
        for heredoc in self.pending:
            start = self.pos
            end, self.pos = self.extent(heredoc)
            self.heredocs[heredoc.index] = self.text[start:end]
            self.edits.append((start, self.pos, ""))
        self.pending = []

    def extent(self, heredoc: Heredoc) -> Tuple[int, int]:
        """Where the body that begins here ends, and where what follows its last line begins."""
        text, pos = self.text, self.pos
        delimiter, length = heredoc.delimiter, len(heredoc.delimiter)
        while pos < len(text):
            found = text.find(delimiter, pos)
            if found < 0:
                break
            pos = text.rfind("\n", pos, found) + 1 or pos  # no line before it ends the body
            end = text.find("\n", pos)
            end = len(text) if end < 0 else end
            line = text[pos:end].lstrip("\t") if heredoc.dash else text[pos:end]
            if line.startswith(delimiter) and not (pos > self.pos and not heredoc.quoted and self.continues(pos - 1)):
                if len(line) == length:
                    return max(pos - 1, self.pos), min(end + 1, len(text))
                if self.closing and ")" in line[length:]:
                    return max(pos - 1, self.pos), end - len(line) + length
            pos = end + 1
        end = len(text)
        return (end - 1 if end > self.pos and text[end - 1] == "\n" else end), end

    def continues(self, newline: int) -> bool:
        """Whether a backslash takes the newline of a line of a here-document away."""
        line = self.text[self.text.rfind("\n", self.pos, newline) + 1 or self.pos : newline]
        return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def unquoted(raw: str) -> str:
    """A delimiter as it is compared: quotes taken off, nothing expanded."""
    return _QUOTED.sub(_bare, raw.replace("\\\n", "")) if not raw.isalnum() else raw


def _bare(match: "re.Match[str]") -> str:
    single, double, escaped = match.groups()
    if double is not None:
        return re.sub(r'\\([$`"\\])', r"\1", double)
    return single if single is not None else escaped
