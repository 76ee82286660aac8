"""The words of Bash: quoting, expansions, assignments, redirections.

``Words`` reads them from left to right, each character once. The grammar above words is
``bash.Parser``, which extends this class; the two meet where a substitution holds commands
(``block``). Facts are those of Bash 5.2 (parse.y), observed with ``bash -n``.

A word comes out as ``words`` says: plain, ``Literal`` or ``Dynamic``. Each ``$( )``, backquote,
``<( )``, ``>( )``, ``$(( ))`` and ``$[ ]`` stands as ``SUB_PLACEHOLDER`` in it, the elements of an array
too; ``$(cat <<EOF …)`` as the marker of its here-document.

Not read, so that the command is skipped: constructs nested deeper than ``MAX_DEPTH``; more than
``MAX_STEPS`` of them, which bounds the time of a text made to take long; a here-document in a
substitution on one line, its body after it; a ``$`` cut from its name by a line continuation. A byte
above 127 or a NUL written as an escape in ``$'…'`` makes the word ``Dynamic``.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

from .bash_source import MARKER, Source, Unreadable
from .words import SUB_PLACEHOLDER, Dynamic, Literal

RESERVED = frozenset(
    "! [[ ]] case coproc do done elif else esac fi for function if in select then time until while { }".split()
)

KEYWORD = re.compile(
    r"(?:\[\[|\]\]|[!{}]|case|coproc|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)"
    r"(?=(?:\\\n)*(?:[ \t\n;|&<>()]|\Z))"
)

_DUPLICATED = re.compile(r"-|[0-9]+(?=[<>])")  # what may follow >& and <& without a blank after it
_TARGET = re.compile(r"[A-Za-z0-9_./-]+(?=[ \t\n|&;)]|\Z)")  # a target that needs no reading
_DESCRIPTOR = "0123456789{"
_END = " \t\n|&;)"
_RUN = re.compile(r"[^ \t\n|&;<>()\\'\"`$]+")
_DOUBLE = re.compile(r'[^"\\$`]+')
_BRACE = re.compile(r"(?:[^}\\'\"`$<>]|[<>](?!\())+")
_BRACKETS = {")": ("(", re.compile(r"[^()\\'\"`$]+")), "]": ("[", re.compile(r"[^\[\]\\'\"`$]+"))}
_BACKQUOTE = re.compile(r"[^`\\]*(?:\\.[^`\\]*)*`", re.S)
_ANSI = re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", re.S)
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]")
_CUT = re.compile(r"(?:\\\n)+(?![ \t\n|&;)]|\Z)")
_SUBSCRIPTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\[")
_ARRAY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]\0]*\])?\+?=\Z")
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]\0]*\])?\+?=")
_ALTERNATIVES = re.compile(r"\{[^{}]*(?:,|\.\.)")
_ASSIGNED_TILDE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=(?:[^:]*:)*?~")
_LOOKS_SPECIAL = re.compile(
    r"(?:(?:[0-9]*|\{\w+\}|&)(?:<<<|<<-|<<|<&|<>|<|>>|>\||>&|>)|[A-Za-z_]\w*(?:\[.*\])?\+?=.*)\Z", re.S
)
REDIRECTION = re.compile(
    r"([0-9]+|\{[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]\s]*\])?\})?(<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\())|(&>>|&>)"
)

_ANSI_PIECE = re.compile(
    r"\\(?:([abeEfnrtv\\'\"?])|([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.))", re.S
)
_ANSI_PLAIN = dict(zip("abeEfnrtv\\'\"?", "\a\b\x1b\x1b\f\n\r\t\v\\'\"?"))


def known(value: str) -> str:
    """A quoted word's value, ``Literal`` where it would otherwise be taken for something else."""
    if value in RESERVED or _LOOKS_SPECIAL.match(value):
        return Literal(value)
    return value


def decode_ansi(body: str) -> Tuple[str, bool]:
    """The text of ``$'body'`` and whether it is known: a byte above 127 or a NUL leaves it open."""
    sure = True

    def piece(match: "re.Match[str]") -> str:
        nonlocal sure
        plain, octal, byte, short, long, control = match.groups()
        if plain:
            return _ANSI_PLAIN[plain]
        if control:
            return chr(ord(control) & 31) if control.isascii() else match.group()
        number = int(octal, 8) & 255 if octal else int(byte or short or long, 16)
        if number == 0 or number > 0x10FFFF or (number > 127 and not (short or long)):
            sure = False
            return SUB_PLACEHOLDER
        return chr(number)

    return _ANSI_PIECE.sub(piece, body), sure


def expands(bare: str, assigned: bool) -> bool:
    """Whether the unquoted text of a word (quoted parts as NUL) is a pattern or expands to others.

    ``assigned``: it stands where an assignment does, whose value is no pattern.
    """
    if bare[:1] == "~" or "~" in bare and _ASSIGNED_TILDE.match(bare):
        return True
    if assigned:
        return False
    if "*" in bare or "?" in bare or 0 <= bare.find("[") < bare.rfind("]") - 1:
        return True
    match = _ALTERNATIVES.search(bare)
    return match is not None and bare.rfind("}") >= match.end()


class Words(Source):
    """The words of a text. ``quoted`` and ``assigned`` speak of the word read last."""

    __slots__ = ("extglob", "wants_extglob", "opened", "quoted", "assigned", "escaped", "seen", "pairs")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.extglob = self.wants_extglob = False  # in force; from the next line on
        self.opened = -1  # where the commands of the last $( ) begin
        self.quoted = self.assigned = False  # whether it held a quote; whether it is an assignment
        self.escaped = False  # whether a backslash before a metacharacter was read
        self.seen: Dict[int, Tuple[int, str]] = {}  # substitutions read: start -> (end, text)
        self.pairs: Dict[int, int] = {}  # brackets matched: start -> end

    def block(self) -> List[Any]:
        raise NotImplementedError

    # -- reserved words

    def keyword(self) -> str:
        """The reserved word that begins here, "" where none does."""
        match = KEYWORD.match(self.text, self.pos)
        return match.group() if match else ""

    def expect(self, word: str) -> None:
        if self.keyword() != word:
            raise Unreadable(word)
        self.pos += len(word)

    # -- words

    def need_word(
        self, array: bool = False, subscript: bool = False, pattern: bool = False, regex: bool = False
    ) -> str:
        if self.text[self.pos : self.pos + 1] in _DESCRIPTOR:
            match = REDIRECTION.match(self.text, self.pos)
            if match and match.group(1):
                raise Unreadable("a descriptor where a word should be")
        word = self.word(array, subscript, pattern, regex)
        if word is None:
            raise Unreadable("no word")
        return word

    def word(
        self, array: bool = False, subscript: bool = False, pattern: bool = False, regex: bool = False
    ) -> Optional[str]:
        """The word that begins here, None where none does. Sets ``quoted`` and ``assigned``.

        ``array``: ``a=(x y)`` is one word here. ``subscript``: ``a[i j]=x`` is. ``pattern``: extended
        patterns are on. ``regex``: the word follows ``=~`` in ``[[ ]]``.
        """
        self.step()
        text, start = self.text, self.pos
        pos = start
        parts: List[str] = []
        bare: List[str] = []
        self.quoted = dynamic = False
        head = _SUBSCRIPTED.match(text, pos) if subscript else None
        if head:
            pos = self.matched(head.end(), "]")
            parts.append(text[start:pos])
            bare.append(head.group() + ".]")
        while True:
            match = _RUN.match(text, pos)
            if match:
                parts.append(match.group())
                bare.append(match.group())
                pos = match.end()
            char = text[pos : pos + 1]
            if char == "(":
                piece, end = self.parenthesis(pos, bare, array, pattern, regex)
                unknown = not regex
            elif char == "|" and regex:
                piece, end, unknown = char, pos + 1, False
            elif char in _END or char in "<>" and (regex or text[pos + 1 : pos + 2] != "("):
                break
            else:
                piece, end, unknown = self.part(char, pos)
            if not end:
                break
            pos, dynamic = end, dynamic or unknown
            if piece or char != "\\":
                parts.append(piece)
                bare.append("\0")
        if pos == start:
            return None
        self.pos = pos
        value, outside = "".join(parts), "".join(bare)
        self.assigned = "=" in outside and ASSIGNMENT.match(outside) is not None
        if subscript and not head and "[" in outside and _SUBSCRIPTED.match(outside):
            raise Unreadable("cut subscript")
        if dynamic or expands(outside, array and self.assigned):
            return Dynamic(value)
        return known(value) if self.quoted and not self.assigned else value

    def part(self, char: str, pos: int) -> Tuple[str, int, bool]:
        """``(value, end, whether it is an expansion)`` of the quote or expansion that begins at ``pos``."""
        self.step()
        if char == "'":
            end = self.text.find("'", pos + 1)
            if end < 0:
                raise Unreadable("quote")
            self.quoted = True
            return self.text[pos + 1 : end], end + 1, False
        if char == '"':
            self.quoted = True
            return self.double(pos + 1)
        if char == "\\":
            return self.escape(pos) + (False,)
        if char == "$":
            return self.dollar(pos)
        if char == "`":
            return SUB_PLACEHOLDER, self.backquoted(pos + 1), True
        return self.substitution(pos + 2) + (True,)

    def escape(self, pos: int) -> Tuple[str, int]:
        """The character a backslash outside quotes stands for; "" for a line continuation."""
        char = self.text[pos + 1 : pos + 2]
        if char != "\n":
            self.quoted = True
            self.escaped = self.escaped or char in ";&|<>()'\"`"
        return ("" if char == "\n" else char or "\\"), pos + 1 + len(char)

    def parenthesis(self, pos: int, bare: List[str], array: bool, pattern: bool, regex: bool) -> Tuple[str, int]:
        """The part of a word that a ``(`` opens, and its end; 0 where the word ends before it."""
        before = bare[-1][-1:] if bare else ""
        if regex or ((pattern or self.extglob) and before and before in "?*+@!"):
            end = self.matched(pos + 1, ")")
            return self.text[pos:end], end
        if array and before == "=" and _ARRAY.match("".join(bare)):
            return "(%s)" % SUB_PLACEHOLDER, self.array(pos + 1)
        return "", 0

    def array(self, pos: int) -> int:
        """The end of the array whose elements begin at ``pos``."""
        self.deeper()
        here, self.pos, self.escaped = self.pos, pos, False
        while self.newlines() != ")":
            if self.text.startswith("[", self.pos):
                self.pos = self.matched(self.pos + 1, "]")
                if not self.word() and self.text[self.pos : self.pos + 1] not in _END:
                    raise Unreadable("array")
            else:
                self.need_word()
        if self.escaped and self.closing:
            raise Unreadable("a backslash that Bash 5.2 loses in $(a=(\\;))")
        end, self.pos = self.pos + 1, here
        self.depth -= 1
        return end

    # -- quotes and expansions; each takes the place after its opening and gives the place after its end

    def double(self, pos: int) -> Tuple[str, int, bool]:
        """``(value, end, whether it holds an expansion)`` of a double-quoted text."""
        self.deeper()
        text, start = self.text, pos
        parts: List[str] = []
        dynamic = False
        while True:
            match = _DOUBLE.match(text, pos)
            if match:
                parts.append(match.group())
                pos = match.end()
            char = text[pos : pos + 1]
            if char == '"':
                break
            if char == "\\":
                follower = text[pos + 1 : pos + 2]
                if follower != "\n":
                    parts.append(follower if follower in '$`"\\' else char + follower)
                pos += 2
            elif char == "$":
                piece, pos, unknown = self.dollar(pos, quoted=True)
                parts.append(piece)
                dynamic = dynamic or unknown
            elif char == "`":
                parts.append(SUB_PLACEHOLDER)
                pos, dynamic = self.backquoted(pos + 1), True
            else:
                raise Unreadable("quote")
        self.depth -= 1
        if self.edits and len(parts) == 1 and self.edits[-1][:2] == (start, pos):
            self.edits[-1] = (start - 1, pos + 1, parts[0])
        return "".join(parts), pos + 1, dynamic

    def dollar(self, pos: int, quoted: bool = False) -> Tuple[str, int, bool]:
        """``(value, end, whether it is an expansion)`` of what a ``$`` at ``pos`` begins."""
        self.step()
        text = self.text
        char = text[pos + 1 : pos + 2]
        if char == "(":
            return self.substitution(pos + 2) + (True,)
        if char == "{":
            end = self.braced(pos + 2)
            return text[pos:end], end, True
        if char == "[":
            return SUB_PLACEHOLDER, self.matched(pos + 2, "]"), True
        match = _PARAMETER.match(text, pos + 1)
        if match:
            return text[pos : match.end()], match.end(), True
        if quoted:
            return "$", pos + 1, False
        if char == "'":
            match = _ANSI.match(text, pos + 2)
            if not match:
                raise Unreadable("quote")
            self.quoted = True
            value, sure = decode_ansi(match.group()[:-1])
            return value, match.end(), not sure
        if char == '"':
            self.quoted = True
            return self.double(pos + 2)
        if char == "\\" and _CUT.match(text, pos + 1):
            raise Unreadable("cut expansion")
        return "$", pos + 1, False

    def substitution(self, pos: int) -> Tuple[str, int]:
        """The text that stands for the ``$( )``, ``$(( ))``, ``<( )`` or ``>( )`` begun before ``pos``, and its end."""
        seen = self.seen.get(pos)
        if seen:
            return seen[1], seen[0]
        if self.text.startswith("(", pos):  # "<((" too: its inside is not looked at
            end = self.matched(pos, ")")
            value = SUB_PLACEHOLDER
        else:
            value, end = self.substituted(pos)
        self.seen[pos] = (end, value)
        return value, end

    def substituted(self, pos: int) -> Tuple[str, int]:
        here = self.pos, self.pending, self.closing, self.quoted, self.escaped
        edits, bodies = len(self.edits), len(self.heredocs)
        self.pos, self.pending, self.closing = pos, [], True
        self.blank()
        self.opened = self.pos
        tree = self.block()
        if self.pending or self.text[self.pos : self.pos + 1] != ")":
            raise Unreadable("substitution")
        end = self.pos + 1
        self.pos, self.pending, self.closing, self.quoted, self.escaped = here
        if len(self.heredocs) == bodies + 1 and is_cat(tree):
            marker = MARKER % bodies
            del self.edits[edits:]
            self.edits.append((pos - 2, end, marker))
            return marker, end
        return SUB_PLACEHOLDER, end

    def backquoted(self, pos: int) -> int:
        match = _BACKQUOTE.match(self.text, pos)
        if not match:
            raise Unreadable("backquote")
        return match.end()

    def braced(self, pos: int) -> int:
        """The end of ``${ }``."""
        self.deeper()
        text = self.text
        while True:
            match = _BRACE.match(text, pos)
            pos = match.end() if match else pos
            char = text[pos : pos + 1]
            if char == "}":
                self.depth -= 1
                return pos + 1
            pos = self.substitution(pos + 2)[1] if char and char in "<>" else self.inner(pos)

    def matched(self, pos: int, close: str) -> int:
        """The end of a bracketed text in which brackets nest: ``$(( ))``, ``$[ ]``, a subscript, a pattern."""
        self.deeper()
        text = self.text
        opening, run = _BRACKETS[close]
        stack = [pos - 1]
        while stack:
            match = run.match(text, pos)
            pos = match.end() if match else pos
            char = text[pos : pos + 1]
            if char == close:
                pos += 1
                self.pairs[stack.pop()] = pos
            elif char == opening:
                stack.append(pos)
                pos += 1
            else:
                pos = self.inner(pos)
        self.depth -= 1
        return pos

    def inner(self, pos: int) -> int:
        """The end of a quote or expansion inside brackets or braces."""
        text = self.text
        char = text[pos : pos + 1]
        if char == "\\":
            return pos + 2
        if char == "'":
            end = text.find("'", pos + 1)
            if end < 0:
                raise Unreadable("quote")
            return end + 1
        if char == '"':
            return self.double(pos + 1)[1]
        if char == "`":
            return self.backquoted(pos + 1)
        if char != "$":
            raise Unreadable("bracket")
        follower = text[pos + 1 : pos + 2]
        if follower and follower in "({['":
            return self.dollar(pos)[1]
        return pos + 1

    # -- redirections

    def redirection(self) -> Optional[Tuple[str, str]]:
        """The redirection that begins here as (operator with descriptor, target), None where none does."""
        match = REDIRECTION.match(self.text, self.pos)
        if not match:
            return None
        descriptor, operator = match.group(1) or "", match.group(2) or match.group(3)
        start, self.pos = self.pos, match.end()
        self.blank()
        at = self.pos
        duplicated = _DUPLICATED.match(self.text, at) if operator in ("<&", ">&") else None
        plain = duplicated or _TARGET.match(self.text, at)
        if plain:
            target = plain.group()
            self.pos = plain.end()
        else:
            target = self.need_word()
        if operator not in ("<<", "<<-"):
            return descriptor + operator, target
        return descriptor + "<<", self.announce(start, self.text[at : self.pos], descriptor, operator == "<<-")


def is_cat(tree: List[Any]) -> bool:
    """Whether the commands are one ``cat`` with one here-document and nothing else."""
    if len(tree) != 1 or len(tree[0]) != 1:
        return False
    words = getattr(tree[0][0], "words", ())
    return len(words) == 3 and words[0] == "cat" and words[1] == "<<" and not isinstance(words[0], Dynamic)
