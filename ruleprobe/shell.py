"""The shared reading of Bash commands (FR-5, AD-5): every detector and matcher takes it from here.

``analyse(events)`` gives a ``Context``; its ``bash`` holds one ``Parsed`` for each Bash call. A ``Parsed``
is read on first use, once, and equal texts share one reading (S23). It shows a command twice, from
one parse (``bash``): ``pipelines``, the words as written, and ``commands``, what runs (``commands``; D5).
A command is read as Bash reads it, or skipped.

A pipeline is a list of segments, a segment a list of words (``words``: which are known, which are not).
``;`` ``&&`` ``||`` ``&`` ``;;`` parentheses and newlines end a pipeline, ``|`` and ``|&`` join one; a pipe into or
out of a compound command joins nothing (``Parsed.alone`` and ``Command.piped`` know of it). Reserved
words and braces are dropped, headers and ``(( ))`` are no segments; ``[[ … ]]`` is one. Assignments stay
in front; a redirection is an operator with its descriptor, and its target (``2>``, ``/dev/null``); a
here-document is ``<<`` and its marker, for ``<<-`` too.

Known misses, all of them under-counts: a command inside a substitution; what ``bash`` and ``bash_words``
list; redirections of compound commands, which are in ``commands`` and in no segment.
"""
from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import git, programs
from .bash import parse
from .bash_plain import MAX_TEXT, is_plain
from .bash_tree import Script
from .commands import Command, Pipelines, Segments, commands, segments
from .events import Event, input_of, text_of
from .words import MARKER_RE, SUB_PLACEHOLDER, Dynamic, Literal, is_literal, is_redirect

__all__ = (
    "MARKER_RE MAX_COMMAND SUB_PLACEHOLDER Command Context Dynamic Literal Parsed analyse git_calls has_redirect"
    " is_literal is_redirect normalise operands pipelines strip_heredocs words"
).split()

MAX_COMMAND = MAX_TEXT
MAX_KNOWN = 1024
_CD = re.compile(r"cd (?:-- )?(?:'[^']*'|\"[^\"]*\"|[^\s;&|<>()'\"]+) ?&& ?")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=")


Answers = Dict[Any, Any]  # what was asked of one command text -> the answer
Spelt = Tuple[FrozenSet[bytes], ...]  # groups of words, in UTF-8, one of each of which a text spells


class _Reading:
    """One command text, each part worked out on first use."""

    __slots__ = ("text", "answers", "_script", "_segments", "_commands", "_normalised", "_bare")

    def __init__(self, text: Any, answers: Optional[Answers] = None) -> None:
        self.text = text
        self.answers: Answers = {} if answers is None else answers
        self._script: Any = False
        self._segments: Optional[Segments] = None
        self._commands: Optional[List[Command]] = None
        self._normalised: Optional[str] = None
        self._bare: Any = False

    @property
    def bare(self) -> Optional[bytes]:
        if self._bare is False:
            self._bare = bare(self.text)
        return self._bare

    @property
    def script(self) -> Optional[Script]:
        if self._script is False:
            self._script = read(self.text)
        return self._script

    @property
    def segments(self) -> Segments:
        if self._segments is None:
            script = self.script
            self._segments = segments(script) if script is not None else Segments([], {}, [])
        return self._segments

    @property
    def commands(self) -> List[Command]:
        if self._commands is None:
            script = self.script
            self._commands = commands(script, self.segments) if script is not None else []
        return self._commands

    @property
    def normalised(self) -> str:
        if self._normalised is None:
            self._normalised = normalise(self.text)
        return self._normalised


class Parsed:
    """A Bash call: ``event``, its ``command`` text ("" where it has none), and what is read of it."""

    __slots__ = ("event", "command", "_reading")

    def __init__(self, event: Event, reading: Optional[_Reading] = None) -> None:
        self.event = event
        self._reading = _Reading(_text(event)) if reading is None else reading
        self.command = self._reading.text

    @property
    def turn(self) -> int:
        turn = self.event.get("turn")
        return turn if isinstance(turn, int) and not isinstance(turn, bool) else 0

    @property
    def id(self) -> Optional[str]:
        name = self.event.get("id")
        return name if isinstance(name, str) and name else None

    def answer(self, question: Any, ask: Callable[["Parsed"], Any]) -> Any:
        """``ask(self)``, worked out once for equal command texts. It may depend on the text alone."""
        answers = self._reading.answers
        if question not in answers:
            answers[question] = ask(self)
        return answers[question]

    @property
    def bare(self) -> Optional[bytes]:
        """The command as ``bare`` gives it."""
        return self._reading.bare

    def may_say(self, spelt: Spelt) -> bool:
        """False where no words that run can hold one of each group: the text does not spell them, quotes and
        backslashes aside. Settled without reading the command."""
        answers = self._reading.answers
        if spelt not in answers:
            answers[spelt] = all(map(self._may_say_one, spelt))
        found: bool = answers[spelt]
        return found

    def _may_say_one(self, group: FrozenSet[bytes]) -> bool:
        answers, text = self._reading.answers, self._reading.bare
        if group not in answers:
            answers[group] = text is None or any(word in text for word in group)
        found: bool = answers[group]
        return found

    @property
    def plain(self) -> bool:
        """Whether the command is read and every word that runs is known (``bash_plain``). Settled without reading it."""
        return bool(self.answer(is_plain, _is_plain))

    @property
    def skipped(self) -> bool:
        """Empty, not a text, over the cap, or not read."""
        return self._reading.script is None

    @property
    def heredocs(self) -> List[str]:
        """The bodies, in the order of their operators; a marker's number is an index into them."""
        script = self._reading.script
        return script.heredocs if script is not None else []

    @property
    def pipelines(self) -> Pipelines:
        return self._reading.segments.pipelines

    @property
    def commands(self) -> List[Command]:
        return self._reading.commands

    @property
    def alone(self) -> Tuple[bool, ...]:
        """For each of ``pipelines``, whether it is one segment whose output goes into no pipe.

        Counts pipes that ``pipelines`` does not show: into a compound command, out of a group, loop or
        called function that the segment stands in.
        """
        piped = {command.pipeline for command in self.commands if command.piped}
        return tuple(alone and at not in piped for at, alone in enumerate(self._reading.segments.alone))

    @property
    def normalised(self) -> str:
        return self._reading.normalised


def _is_plain(parsed: Parsed) -> bool:
    return is_plain(parsed.command)


class Places:
    """The places in a list of events: ``kinds``, those of each kind, and ``names``, those of each tool's calls, in order.

    Under None in ``names`` are calls that name no tool.
    """

    __slots__ = ("kinds", "names")

    def __init__(self, events: Sequence[Event]) -> None:
        self.kinds: Dict[str, List[int]] = defaultdict(list)
        self.names: Dict[Optional[str], List[int]] = defaultdict(list)
        for at, event in enumerate(events):
            kind = event.get("kind")
            if isinstance(kind, str):
                self.kinds[kind].append(at)
        for at in self.kinds.get("tool_use", ()):
            name = events[at].get("name")
            self.names[name if isinstance(name, str) else None].append(at)


class _Lists(NamedTuple):
    events: List[Event]
    bash: List[Parsed]
    finals: List[Event]


class Context(_Lists):
    """``finals``: the assistant texts that end a turn. ``memo``: what detectors worked out of this session."""

    def __init__(self, *lists: Any, **named: Any) -> None:
        self.memo: Dict[Any, Any] = {}

    @property
    def places(self) -> Places:
        """Where the events of each kind and tool stand."""
        if Places not in self.memo:
            self.memo[Places] = Places(self.events)
        found: Places = self.memo[Places]
        return found


def analyse(events: Any, known: Optional[Dict[str, Answers]] = None) -> Context:
    """The context of a session's events. What is no event is passed over; never raises.

    ``known`` keeps the answers of short command texts from one session to the next.
    """
    if not isinstance(events, (list, tuple)):
        events = [] if isinstance(events, (str, bytes, dict)) or not isinstance(events, Iterable) else list(events)
    kept = [event for event in events if isinstance(event, dict)]
    if len(kept) == len(events) and isinstance(events, list):
        kept = events
    places = Places(kept)
    readings: Dict[str, _Reading] = {}
    bash: List[Parsed] = []
    for event in map(kept.__getitem__, places.names.get("Bash", ())):
        text = _text(event)
        reading = readings.get(text)
        if reading is None:
            answers = known.setdefault(text, {}) if known is not None and len(text) <= MAX_KNOWN else None
            reading = readings[text] = _Reading(text, answers)
        bash.append(Parsed(event, reading))
    finals = [kept[at] for at in places.kinds.get("assistant_text", ()) if kept[at].get("final")]
    ctx = Context(kept, bash, finals)
    ctx.memo[Places] = places
    return ctx


def _text(event: Event) -> str:
    """The command of a Bash call."""
    return text_of(input_of(event).get("command"))


def bare(text: str) -> Optional[bytes]:
    """A command's text in UTF-8, without quotes, backslashes and line continuations: every known word that runs, of
    the command or of a script in it, is a part of it.

    Empty where the text is over the cap, None where it may spell words in other letters, or with tabs in them.
    """
    if len(text) > MAX_COMMAND:
        return b""
    if "$" in text and ("$'" in text or '$"' in text) or "<" in text and "<<-" in text:
        return None
    if "\\" in text:
        text = text.replace("\\\r\n", "").replace("\\\n", "")
    return text.encode("utf-8", "surrogatepass").translate(None, b"\"'\\")


def read(text: Any) -> Optional[Script]:
    """The script of a command, None where it is skipped."""
    if not isinstance(text, str) or len(text) > MAX_COMMAND or not text.strip():
        return None
    return parse(text)


def pipelines(text: Any) -> Pipelines:
    """The segments of a command, ``[]`` where it is skipped."""
    script = read(text)
    return segments(script).pipelines if script is not None else []


def strip_heredocs(text: Any) -> Tuple[str, List[str]]:
    """The command with a marker for each here-document, and the bodies; unchanged where it is skipped."""
    script = read(text)
    return (script.text, script.heredocs) if script is not None else (text_of(text), [])


def words(segment: Sequence[str]) -> List[str]:
    """A segment's words without redirections and their targets."""
    out: List[str] = []
    target = False
    for word in segment:
        if target:
            target = False
        elif is_redirect(word):
            target = True
        else:
            out.append(word)
    return out


def split(segment: Sequence[str]) -> Tuple[Tuple[str, ...], Tuple[str, ...]]:
    """``(assignments, argv)`` of a segment."""
    plain = words(segment)
    at = 0
    while at < len(plain) and _ASSIGNMENT.match(plain[at]) and not isinstance(plain[at], Literal):
        at += 1
    return tuple(plain[:at]), tuple(plain[at:])


def operands(segment: Sequence[str]) -> List[str]:
    """The words after the program that are no options; after ``--`` every word is one."""
    out: List[str] = []
    ended = False
    for word in split(segment)[1][1:]:
        if word == "--" and not ended:
            ended = True
        elif ended or word[:1] != "-" or word == "-":
            out.append(word)
    return out


def has_redirect(segment: Sequence[str]) -> bool:
    return any(map(is_redirect, segment))


def normalise(text: Any) -> str:
    """The text with whitespace collapsed and one leading ``cd <dir> &&`` removed."""
    out = " ".join(text_of(text).split())
    match = _CD.match(out)
    return out[match.end() :] if match else out


def git_calls(parsed: Any, subcommands: Iterable[str]) -> Iterator[Tuple[List[str], str, List[str]]]:
    """``(segment, subcommand, args)`` of each segment that calls git, also behind ``sudo``, ``env`` and the like.

    ``args`` are the words after the subcommand without redirections. A call that ``xargs`` completes
    with words of its own is left out.
    """
    wanted = frozenset((subcommands,) if isinstance(subcommands, str) else subcommands)
    for pipeline in parsed.pipelines:
        for segment in pipeline:
            assignments, argv = split(segment)
            argv, _, via = programs.unwrap(argv, assignments)
            if not argv or "xargs" in via or "parallel" in via:
                continue
            found = git.invocation(argv)
            if found is not None and found.subcommand in wanted:
                yield segment, found.subcommand, list(found.args)
