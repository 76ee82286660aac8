"""Which simple commands of a script run, and how each is reached (D5).

``segments`` lists the pipelines as written; ``commands`` follows what runs: wrappers are stripped
(``programs.unwrap``), the literal text of ``bash -c``, ``eval`` and of a here-document that is a shell's
script is parsed in its turn, ``find -exec`` and the bodies of functions that are called are entered.
A shell or wrapper that is entered is no command itself; a ``find`` is.

A function's body is followed once for each way its output may go, at the first such call. What stands
behind a function's name is its body, not the program of that name. Known misses: which branch is
taken, how often a loop runs, ``exit``, aliases, ``trap`` texts, functions exported to another shell.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from . import programs
from .bash import parse
from .bash_tree import Compound, Function, Script, Simple
from .words import MARKER_RE, SUB_PLACEHOLDER, Dynamic, basename, is_literal

MAX_SCRIPTS = 5  # scripts within scripts
MAX_REACH = 60  # loops, groups, wrappers and calls that a command is reached through
MAX_COMMANDS = 5000

Words = Tuple[str, ...]
Redirects = Tuple[Tuple[str, str], ...]
Pipelines = List[List[List[str]]]
Place = Tuple[int, int]  # pipeline, position

_OUTPUT = re.compile(r"1?(?:>|>>|>\||>&|<>)\Z")
_INPUT = re.compile(r"0?(?:<|<<|<<<|<&|<>)\Z")
_HEREDOC = re.compile(r"(?:[0-9]+|\{.*\})?<<\Z")
_SHELL_OPTIONS = re.compile(r"-[abefhiklmpsuxBCEHPT]*\Z|--(?:login|norc|noprofile|posix)\Z|-\Z")


class Command(NamedTuple):
    """A simple command that runs, without its wrappers.

    ``program``: the basename of ``argv[0]``, None where that word is not literal, "" for assignments or
    redirections alone. ``assignments``: NAME=value words in force for it, outermost first.
    ``redirects``: (operator with descriptor, target), those of what it stands in first. ``heredocs``:
    the bodies fed to it. ``pipeline``, ``position``, ``width``: the segment it was written in, its place
    there and the number of segments. ``piped``: its output goes into a pipe, of its own or of what it
    stands in. ``via``: how it was reached, outermost first.
    """

    program: Optional[str]
    argv: Words
    assignments: Words = ()
    redirects: Redirects = ()
    heredocs: Words = ()
    pipeline: int = 0
    position: int = 0
    width: int = 1
    piped: bool = False
    via: Words = ()


class Segments(NamedTuple):
    """``pipelines``; ``places`` of the nodes by identity; ``alone``: for each pipeline, whether it is one
    command that no pipe joins, neither itself nor the output of what it stands in."""

    pipelines: Pipelines
    places: Dict[int, Place]
    alone: List[bool]


class Reach(NamedTuple):
    """What a command has from what it stands in."""

    via: Words = ()
    assignments: Words = ()
    redirects: Redirects = ()
    heredocs: Words = ()
    piped: bool = False
    scripts: int = 0

    def through(self, via: str) -> "Reach":
        return self._replace(via=self.via + (via,))


def segments(script: Script) -> Segments:
    """The segments in source order; a pipe joins two simple commands, never the inside of a compound one."""
    out = Segments([], {}, [])
    _segments(script.block, False, out)
    return out


def _segments(block: List[Any], piped: bool, out: Segments) -> None:
    for pipeline in block:
        joined = False
        for at, node in enumerate(pipeline):
            if isinstance(node, Compound):
                joined = False
                for _, part in node.parts:
                    _segments(part, piped or at < len(pipeline) - 1 or node.kind == "coproc", out)
            elif isinstance(node, Function):
                joined = False
                _segments([[node.body]], False, out)
            else:
                if not joined:
                    out.pipelines.append([])
                    out.alone.append(len(pipeline) == 1 and not piped)
                segment = out.pipelines[-1]
                out.places[id(node)] = (len(out.pipelines) - 1, len(segment))
                segment.append(node.words)
                joined = True


def commands(script: Script, written: Segments) -> List[Command]:
    """The commands that run, in the order in which they are reached."""
    walk = _Walk(script, written)
    walk.block(script.block, Reach())
    return walk.out


class Scope(NamedTuple):
    """The script a node belongs to, and the segment an inner script stands in (None: the script itself)."""

    script: Script
    place: Optional[Place]


class _Walk:
    """The commands found so far, and the functions defined in the shell that is followed."""

    __slots__ = ("out", "written", "scope", "functions", "called", "kept")

    def __init__(self, script: Script, written: Segments) -> None:
        self.out: List[Command] = []
        self.written = written
        self.scope = Scope(script, None)
        self.functions: Dict[str, Tuple[Function, Scope]] = {}
        self.called: Set[Tuple[int, bool, bool]] = set()
        self.kept: List[Script] = []  # alive, so that an identity in ``called`` stays one

    def block(self, block: List[Any], reach: Reach) -> None:
        for pipeline in block:
            if len(pipeline) == 1:
                self.node(pipeline[0], reach)
                continue
            for at, node in enumerate(pipeline):
                self.node(node, in_pipe(reach, at == 0, at == len(pipeline) - 1))

    def node(self, node: Any, reach: Reach) -> None:
        if isinstance(node, Simple):
            if len(self.out) < MAX_COMMANDS:
                self.simple(node, reach)
        elif isinstance(node, Function):
            self.functions[node.name] = (node, self.scope)
        elif isinstance(node, Compound):
            self.compound(node, reach)

    def compound(self, node: Compound, reach: Reach) -> None:
        if node.redirects:
            reach = self.redirected(node.redirects, reach)
        if node.kind == "coproc":
            reach = reach._replace(piped=True)
        outside = dict(self.functions) if node.kind == "subshell" else None
        for via, part in node.parts:
            self.block(part, reach.through(via) if via else reach)
        if outside is not None:
            self.functions = outside

    def redirected(self, redirects: Redirects, reach: Reach) -> Reach:
        bodies = tuple(self.body(target) for operator, target in redirects if _HEREDOC.match(operator))
        if self.scope.place is not None:
            redirects = tuple((operator, hidden(target)) for operator, target in redirects)
        return reach._replace(redirects=reach.redirects + redirects, heredocs=reach.heredocs + bodies)

    def body(self, marker: str) -> str:
        return self.scope.script.heredocs[number(marker)]

    def simple(self, node: Simple, reach: Reach) -> None:
        argv, assignments = node.argv, node.assignments
        if node.redirects:
            reach = self.redirected(node.redirects, reach)
        if self.scope.place is not None:
            argv, assignments = tuple(map(hidden, argv)), tuple(map(hidden, assignments))
        place = self.scope.place or self.written.places[id(node)]
        if not argv:
            self.emit("", argv, reach._replace(assignments=assignments), place)
            return
        if assignments:
            reach = reach._replace(assignments=reach.assignments + assignments)
        function = self.functions.get(argv[0]) if self.functions and is_literal(argv[0]) else None
        if function is not None:
            self.call(function, reach)
        else:
            self.run(argv, reach, place, node)

    def call(self, function: Tuple[Function, Scope], reach: Reach) -> None:
        definition, scope = function
        key = (id(definition), reach.piped, bool(reach.redirects))
        if key not in self.called and len(reach.via) < MAX_REACH:
            self.called.add(key)
            here, self.scope = self.scope, scope
            self.node(definition.body, reach.through("function"))
            self.scope = here

    def run(self, argv: Words, reach: Reach, place: Place, node: Simple) -> None:
        """Follow an argument list through its wrappers and into the script it runs."""
        if is_literal(argv[0]) and basename(argv[0]) not in programs.INDIRECT:
            self.emit(basename(argv[0]), argv, reach, place)
            return
        argv, assignments, via = programs.unwrap(argv, reach.assignments)
        if via:
            reach = reach._replace(assignments=assignments, via=reach.via + via)
        if not is_literal(argv[0]):
            self.emit(None, argv, reach, place)
            return
        program = basename(argv[0])
        text = programs.script_of(argv)
        if text is None and node.redirects and program in programs.SHELLS:
            text = self.fed(argv, node.redirects)
            reach = reach if text is None else in_pipe(reach, False, True)
        script = parse(text) if text is not None and may_enter(reach) else None
        if script is not None:
            self.enter(script, program, reach, place)
            return
        self.emit(program, argv, reach, place)
        for inner in programs.exec_commands(argv):
            self.run(inner, reach.through("find -exec"), place, node)

    def fed(self, argv: Words, redirects: Redirects) -> Optional[str]:
        """The text on the standard input of ``bash`` or ``bash -s``, where nothing in it is expanded."""
        if not all(is_literal(word) and _SHELL_OPTIONS.match(word) for word in argv[1:]):
            return None
        operator, target = ([pair for pair in redirects if _INPUT.match(pair[0])] or [("", "")])[-1]
        if operator == "<<<":
            return target if is_literal(target) else None
        if operator != "<<":
            return None
        body = self.body(target)
        sure = self.scope.script.unexpanded[number(target)] or not any(char in body for char in "$`\\")
        return body if sure else None

    def enter(self, script: Script, program: str, reach: Reach, place: Place) -> None:
        """The commands of an inner script; only ``eval`` shares functions with what it stands in."""
        self.kept.append(script)
        outside, here = self.functions, self.scope
        if program != "eval":
            self.functions = {}
        how = program + " -c" if program in programs.SHELLS else program
        self.scope = Scope(script, place)
        self.block(script.block, reach.through(how)._replace(scripts=reach.scripts + 1))
        self.functions, self.scope = outside, here

    def emit(self, program: Optional[str], argv: Words, reach: Reach, place: Place) -> None:
        via, assignments, redirects, heredocs, piped, _ = reach
        pipeline, position = place
        width = len(self.written.pipelines[pipeline])
        self.out.append(Command(program, argv, assignments, redirects, heredocs, pipeline, position, width, piped, via))


def may_enter(reach: Reach) -> bool:
    return reach.scripts < MAX_SCRIPTS and len(reach.via) < MAX_REACH


def number(marker: str) -> int:
    match = MARKER_RE.match(marker)
    return int(match.group(1)) if match else -1


def hidden(word: str) -> str:
    """A word of an inner script: its here-documents are not those of the command."""
    if "__RULEPROBE_HEREDOC_" not in word:
        return word
    return Dynamic(re.sub(r"__RULEPROBE_HEREDOC_[0-9]+__", SUB_PLACEHOLDER, word))


def in_pipe(reach: Reach, first: bool, last: bool) -> Reach:
    """``reach`` inside a pipeline, whose pipes take the place of inherited redirections."""
    redirects, heredocs = reach.redirects, reach.heredocs
    if not first:
        redirects = tuple(pair for pair in redirects if not _INPUT.match(pair[0]))
        heredocs = ()
    if not last:
        redirects = tuple(
            ("2" + operator[1:], target) if operator[0] == "&" else (operator, target)
            for operator, target in redirects
            if not _OUTPUT.match(operator)
        )
    return reach._replace(redirects=redirects, heredocs=heredocs, piped=reach.piped or not last)
