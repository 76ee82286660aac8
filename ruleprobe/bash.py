"""Bash text to a syntax tree, as Bash 5.2 reads it, or not at all (D5).

``parse(text)`` gives a ``Script``, or None for what Bash refuses (``bash -n``) and for what is not read
here; nothing is half-read, and nothing raises. One pass from left to right without going back: a
recursive descent whose depth is bounded (``MAX_DEPTH``), linear in the text.

The tree is that of ``bash_tree``. Commands inside substitutions are checked and then forgotten (FR-5).

Known misses: what ``bash_words`` lists; a reserved word or operator cut by a line continuation;
extended patterns outside ``[[ ]]`` before a line that says ``shopt -s extglob`` (as in Bash); a text that
holds one of this package's own placeholders or a NUL. CRLF is read as a newline. Aliases, and what
``eval``, ``source`` or ``shopt`` change beyond extglob, are not known here.
"""
from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional, Tuple

from .bash_conditions import Conditions
from .bash_source import Unreadable
from .bash_tree import Compound, Function, Redirect, Script, Simple, Test
from .bash_words import ASSIGNMENT, KEYWORD, RESERVED, expands, known
from .words import Dynamic

_PLAIN = re.compile(
    r"[ \t]*(?:(?:((?![#~])[^ \t\n|&;<>()\\'\"`$*?\[{}]+)|'([^']*)'|\"([^\"\\$`]*)\")(?=[ \t\n|&;)]|\Z)"
    r"|(?=([\n|;)]|\Z)))"
)
_TIME_OPTIONS = re.compile(r"(?:[ \t]+-p(?=[ \t\n;|&<>()]|\Z))?(?:[ \t]+--(?=[ \t\n;|&<>()]|\Z))?")
_OPERATOR = re.compile(r"\|\||\|&|\||&&|&(?!>)|;;&|;;|;&|;|\n")
_QUOTED = re.compile(r"\\.|'[^']*'|\"[^\"]*\"|`[^`]*`", re.S)
_CASE_END = re.compile(r";;&|;;|;&")
_EMPTY = re.compile(r"\([ \t]*\)")
_CLOSERS = frozenset("do done elif else esac fi in then } ]]".split())
_ARRAY_BUILTINS = frozenset("alias declare eval export let local readonly typeset".split())
_PLACEHOLDER = "__RULEPROBE_"


def parse(text: str) -> Optional[Script]:
    """The script, or None where ``text`` is not read."""
    if _PLACEHOLDER in text or "\0" in text:
        return None
    parser = Parser(text.replace("\r\n", "\n") if "\r" in text else text)
    try:
        block = parser.script()
    except (Unreadable, RecursionError):
        return None
    return Script(block, parser.heredocs, parser.unexpanded, parser.without_bodies())


class Parser(Conditions):
    """The grammar above words. Each method reads from ``pos``, and leaves it after what it read."""

    __slots__ = ()

    def script(self) -> List[Any]:
        block = self.block()
        if self.pos < len(self.text):
            raise Unreadable("unexpected token")
        if self.pending:
            self.read_bodies()
        return block

    def without_bodies(self) -> str:
        if not self.edits:
            return self.text
        out: List[str] = []
        pos = 0
        for start, end, text in sorted(self.edits):
            if start >= pos:
                out += [self.text[pos:start], text]
                pos = end
        return "".join(out) + self.text[pos:]

    # -- lists and pipelines

    def block(self) -> List[Any]:
        """The pipelines up to a token that begins no command: a closing word or bracket, or the end."""
        self.deeper()
        block: List[Any] = []
        pipeline: List[Any] = []
        needed = piped = False
        self.newlines()
        while True:
            node = self.element(piped)
            if node is None:
                if needed:
                    raise Unreadable("no command after an operator")
                break
            if not piped:
                pipeline = []
                block.append(pipeline)
            pipeline.append(node)
            match = _OPERATOR.match(self.text, self.pos)
            operator = match.group() if match else ""
            if not operator or operator[:2] in (";;", ";&"):
                break
            if operator == "\n":
                needed = piped = False
                self.extglob = self.extglob or self.wants_extglob and self.depth == 1
            else:
                self.pos = match.end()
                piped = operator in ("|", "|&")
                needed = piped or operator in ("&&", "||")
            self.newlines()
        self.depth -= 1
        return block

    def element(self, piped: bool) -> Any:
        """A command after its ``!`` and ``time``, None where none begins."""
        self.step()
        match = KEYWORD.match(self.text, self.pos)
        if match is None:
            if self.text.startswith("(", self.pos):
                return self.redirected(self.parenthesised())
            return self.simple()
        word = match.group()
        if word in _CLOSERS:
            return None
        if word == "time" and (piped or self.pos == self.opened):  # only a word there
            return self.simple()
        if word in ("!", "time"):
            return self.prefixed(word, match.end(), piped)
        self.pos = match.end()
        node = _COMPOUNDS[word](self)
        return node if word in ("function", "coproc") else self.redirected(node)

    def prefixed(self, word: str, end: int, piped: bool) -> Any:
        if piped:
            raise Unreadable("! in a pipeline")
        self.deeper()
        self.pos = _TIME_OPTIONS.match(self.text, end).end() if word == "time" else end
        node = Compound("nothing", ()) if self.blank() in ("", "\n", ";") else self.element(False)
        if node is None:
            raise Unreadable("no command")
        self.depth -= 1
        return node

    # -- simple commands

    def simple(self) -> Any:
        """A simple command, or the function that a word and ``()`` begin; None where no word stands."""
        text = self.text
        words: List[str] = []
        argv: List[str] = []
        assignments: List[str] = []
        redirects: List[Redirect] = []
        arrays = True  # whether a=( ) is an array here
        while True:
            match = _PLAIN.match(text, self.pos)
            if match:
                self.pos = match.end()
                kind = match.lastindex
                word = match.group(kind)
                if kind == 1:
                    assigned = not argv and "=" in word and ASSIGNMENT.match(word) is not None
                    if "~" in word and expands(word, True):
                        word = Dynamic(word)
                elif kind == 4:
                    break
                else:
                    word = known(word)
                    assigned = False
            else:
                char = self.blank()
                if char in "\n|;)" or char == "&" and not text.startswith(">", self.pos + 1):
                    break
                if char == "(":
                    return self.defined(words, argv)
                redirect = self.redirection() if char in "<>&{0123456789" else None
                if redirect is not None:
                    words += redirect
                    redirects.append(redirect)
                    if not argv:
                        arrays = not assignments
                    continue
                word = self.need_word(array=arrays, subscript=arrays and not argv)
                assigned = not argv and self.assigned
                if not words and word in RESERVED and not self.quoted:
                    raise Unreadable("cut reserved word")
            words.append(word)
            if assigned:
                assignments.append(word)
            else:
                if not argv:
                    arrays = arrays and word in _ARRAY_BUILTINS
                argv.append(word)
        if not words:
            return None
        if argv and argv[0] == "shopt" and "-s" in argv and "extglob" in argv:
            self.wants_extglob = True
        return Simple(words, tuple(assignments), tuple(argv), tuple(redirects))

    def defined(self, words: List[str], argv: List[str]) -> Function:
        """The function ``name()`` whose name has been read."""
        if len(words) != 1 or len(argv) != 1:
            raise Unreadable("(")
        match = _EMPTY.match(self.text, self.pos)
        if match is None:
            raise Unreadable("(")
        self.pos = match.end()
        return Function(argv[0], self.function_body())

    def function(self) -> Function:
        self.blank()
        name = self.need_word()
        self.blank()
        match = _EMPTY.match(self.text, self.pos)
        if match:
            self.pos = match.end()
        return Function(name, self.function_body())

    def function_body(self) -> Any:
        self.newlines()
        if self.begins_compound():
            return self.element(False)
        raise Unreadable("function body")

    def begins_compound(self) -> bool:
        if self.text.startswith("(", self.pos):
            return True
        word = self.keyword()
        return word in _COMPOUNDS and word not in ("function", "coproc")

    # -- compound commands; each begins after its first word

    def body(self, end: str) -> List[Any]:
        """A block that is not empty, and the word that ends it."""
        block = self.commands()
        self.expect(end)
        return block

    def commands(self) -> List[Any]:
        block = self.block()
        if not block:
            raise Unreadable("no commands")
        return block

    def redirected(self, node: Any) -> Any:
        redirects: List[Redirect] = []
        char = self.blank()
        while char and char in "<>&{0123456789":
            redirect = self.redirection()
            if redirect is None:
                break
            redirects.append(redirect)
            char = self.blank()
        if not redirects:
            return node
        if char not in "\n|;&)":
            raise Unreadable("word after a redirection")
        if isinstance(node, Test):
            return Test(node.words + [word for pair in redirects for word in pair], tuple(redirects))
        return node._replace(redirects=tuple(redirects))

    def parenthesised(self) -> Compound:
        """``(( ))`` where the two closing parentheses stand together, else a subshell."""
        text, start = self.text, self.pos
        if text.startswith("((", start):
            bodies = len(self.heredocs)
            end = self.pairs.get(start + 1) or self.matched(start + 2, ")")
            if text.startswith(")", end):
                self.pos = end + 1
                return Compound("arithmetic", ())
            if len(self.heredocs) > bodies:
                raise Unreadable("a here-document that Bash reads twice")
        self.pos = start + 1
        block = self.commands()
        if not text.startswith(")", self.pos):
            raise Unreadable("(")
        self.pos += 1
        return Compound("subshell", (("subshell", block),))

    def group(self) -> Compound:
        return Compound("group", (("group", self.body("}")),))

    def branches(self) -> Compound:
        """``if``."""
        parts = [("", self.body("then"))]
        while True:
            parts.append(("branch", self.commands()))
            word = self.keyword()
            self.pos += len(word)
            if word == "elif":
                parts.append(("branch", self.body("then")))
            elif word == "else":
                parts.append(("branch", self.body("fi")))
                break
            elif word == "fi":
                break
            else:
                raise Unreadable("if")
        return Compound("if", tuple(parts))

    def loop(self) -> Compound:
        """``while`` and ``until``."""
        condition = self.body("do")
        return Compound("while", (("loop", condition), ("loop", self.body("done"))))

    def each(self) -> Compound:
        """``for`` and ``select``."""
        self.blank()
        if self.text.startswith("((", self.pos):
            return self.counted()
        self.need_word()
        braces = self.blank() in (";", "\n")
        if self.text.startswith(";", self.pos):
            self.pos += 1
            self.newlines()
        else:
            self.newlines()
            if self.keyword() == "in":
                self.pos += 2
                self.values()
                braces = True
        return self.repeated(braces)

    def values(self) -> None:
        """The words of ``for x in``, to the end of their list."""
        self.blank()
        while self.word() is not None:
            self.blank()
        if self.text[self.pos : self.pos + 1] not in (";", "\n"):
            raise Unreadable("for")
        self.pos += self.text[self.pos] == ";"
        self.newlines()

    def counted(self) -> Compound:
        """``for ((a; b; c))``."""
        start = self.pos + 2
        end = self.matched(start, ")")
        if not self.text.startswith(")", end) or not three_parts(self.text[start : end - 1]):
            raise Unreadable("for")
        self.pos = end + 1
        if self.blank() == ";":
            self.pos += 1
        self.newlines()
        return self.repeated(True)

    def repeated(self, braces: bool) -> Compound:
        word = self.keyword()
        self.pos += len(word)
        if word == "do":
            return Compound("for", (("loop", self.body("done")),))
        if word == "{" and braces:
            return Compound("for", (("loop", self.body("}")),))
        raise Unreadable("do")

    def case(self) -> Compound:
        self.blank()
        self.need_word()
        self.newlines()
        self.expect("in")
        parts: List[Tuple[str, List[Any]]] = []
        self.newlines()
        if self.keyword() == "in":  # a quirk: no pattern there
            raise Unreadable("in")
        while self.keyword() != "esac":
            self.patterns()
            parts.append(("branch", self.block()))
            match = _CASE_END.match(self.text, self.pos)
            if match is None:
                break
            self.pos = match.end()
            self.newlines()
        self.expect("esac")
        return Compound("case", tuple(parts))

    def patterns(self) -> None:
        if self.text.startswith("(", self.pos):
            self.pos += 1
            self.blank()
        self.need_word()
        while self.blank() == "|":
            self.pos += 1
            self.blank()
            self.need_word()
        if not self.text.startswith(")", self.pos):
            raise Unreadable("pattern")
        self.pos += 1

    def coproc(self) -> Compound:
        """``coproc [NAME] compound`` or ``coproc simple``: its output goes into a pipe."""
        self.blank()
        start, compound = self.pos, self.begins_compound()
        if self.keyword() == "coproc":
            raise Unreadable("coproc coproc")
        if not compound and self.keyword() in ("", "time") and self.word() is not None and not self.assigned:
            self.blank()
            compound = self.begins_compound()
            if not compound and self.keyword():
                raise Unreadable("coproc")
        if not compound:
            self.pos = start
        node = self.element(True)
        if node is None or isinstance(node, Function):
            raise Unreadable("coproc")
        return Compound("coproc", (("", [[node]]),))

    def test(self) -> Test:
        """``[[ ]]``."""
        words = ["[["]
        self.condition(words)
        self.expect("]]")
        return Test(words + ["]]"], ())


_COMPOUNDS: Dict[str, Callable[[Parser], Any]] = {
    "{": Parser.group,
    "[[": Parser.test,
    "case": Parser.case,
    "coproc": Parser.coproc,
    "for": Parser.each,
    "function": Parser.function,
    "if": Parser.branches,
    "select": Parser.each,
    "until": Parser.loop,
    "while": Parser.loop,
}


def three_parts(text: str) -> bool:
    """Whether the head of ``for (( ))`` has its two semicolons; more may stand inside a substitution."""
    count = _QUOTED.sub("", text).count(";")
    return count == 2 or count > 2 and "$(" in text
