"""A call of git, word by word, as git reads it (D6).

``invocation`` steps over git's own options to the subcommand; ``options`` reads a subcommand's words by
the tables of ``git_options``: clusters (``-anm x``), joined and separate values, unambiguous
abbreviations (``--no-veri``), ``--no-x`` after ``--x``, ``--`` ends options, a value is never an option.

Known misses: aliases from configuration files and aliases that are shell text are not expanded; a value
in an unquoted variable counts as one word.
"""
from __future__ import annotations

import re
import shlex
from functools import lru_cache
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .git_options import GLOBAL_FLAGS, GLOBAL_JOINED, GLOBAL_SEPARATE, GLOBAL_STOPS, OPTIONS, SUBCOMMANDS
from .programs import ELSEWHERE, unread
from .words import MARKER_RE, SUB_PLACEHOLDER, Dynamic, basename, is_literal

Config = Tuple[Tuple[str, Optional[str]], ...]
UNKNOWN = Dynamic("?")


class FromVariable(Dynamic):
    """The value of the named environment variable (``--config-env``)."""

    __slots__ = ()


class Invocation(NamedTuple):
    """One call of git. ``subcommand`` is None where its word is not literal; ``config`` holds the
    ``-c`` settings in order, keys in lower case but for the part between the outer dots."""

    subcommand: Optional[str]
    args: Tuple[str, ...]
    config: Config = ()
    directory: Optional[str] = None
    git_dir: Optional[str] = None


class Options(NamedTuple):
    """A subcommand's words. ``given`` holds ``(long name, value or None)`` in order, ``--no-x`` as
    ``no-x``, a short option without a long name as its letter. ``known`` is False where an option could
    not be read, ``closed`` False where a word of unknown value may hold further options, ``refused``
    True where git prints its usage and does nothing."""

    given: Tuple[Tuple[str, Optional[str]], ...] = ()
    operands: Tuple[str, ...] = ()
    known: bool = True
    closed: bool = True
    refused: bool = False

    @property
    def decided(self) -> bool:
        return self.known and self.closed

    def on(self, name: str) -> bool:
        """Whether the option is in force: the last of ``--name`` and its opposite wins."""
        both = [option for option, _ in self.given if option in (name, opposite(name))]
        return bool(both) and both[-1] == name

    def values(self, name: str) -> List[str]:
        """Its values since it was last reset by ``--no-name``."""
        out: List[str] = []
        for option, value in self.given:
            if option == opposite(name):
                out = []
            elif option == name:
                out.append(value or "")
        return out


def opposite(name: str) -> str:
    return name[3:] if name.startswith("no-") else "no-" + name


def invocation(argv: Sequence[str]) -> Optional[Invocation]:
    """The git call an argument list is, or None: another program, git alone, or options git refuses."""
    if not argv or not is_literal(argv[0]):
        return None
    name = basename(argv[0])
    if name != "git":
        dashed = name[4:] if name.startswith("git-") else ""
        return Invocation(dashed, tuple(argv[1:])) if dashed in OPTIONS else None
    config: List[Tuple[str, Optional[str]]] = []
    places: Dict[str, str] = {}
    at = 1
    while at < len(argv) and argv[at].startswith("-"):
        option, equals, value = argv[at].partition("=")
        at += 1
        if option in GLOBAL_STOPS and not equals:
            return Invocation(GLOBAL_STOPS[option], tuple(argv[at:]), tuple(config))
        if equals and option in GLOBAL_JOINED:
            _global(option, like(argv[at - 1], value), config, places)
        elif not equals and option in GLOBAL_SEPARATE and at < len(argv):
            _global(option, argv[at], config, places)
            at += 1
        elif equals or option not in GLOBAL_FLAGS:
            return Invocation(None, tuple(argv[at - 1 :]), tuple(config)) if not is_literal(argv[at - 1]) else None
    if at >= len(argv):
        return None
    subcommand = str(argv[at]) if is_literal(argv[at]) else None
    return Invocation(subcommand, tuple(argv[at + 1 :]), tuple(config), places.get("-C"), places.get("--git-dir"))


def like(word: str, part: str) -> str:
    """``part`` of ``word``, unknown where the word is."""
    return part if is_literal(word) else Dynamic(part)


def _global(option: str, value: str, config: List[Tuple[str, Optional[str]]], places: Dict[str, str]) -> None:
    if option == "-c":
        key, equals, text = value.partition("=")
        config.append((config_key(like(value, key)), like(value, text) if equals else None))
    elif option == "--config-env":
        key, _, variable = value.rpartition("=")
        config.append((config_key(like(value, key)), FromVariable(variable)))
    else:
        places[option] = value


def config_key(key: str) -> str:
    """A configuration key with its case-insensitive parts, the first and the last, in lower case."""
    section, _, rest = key.partition(".")
    middle, _, last = rest.rpartition(".")
    return like(key, ".".join(part for part in (section.lower(), middle, last.lower()) if part))


class Entry(NamedTuple):
    name: str
    takes: str
    negatable: bool


@lru_cache(maxsize=None)
def _table(subcommand: str) -> Tuple[Dict[str, Entry], Dict[str, Tuple[str, Entry]]]:
    """``({letter: entry}, {long name: (canonical name, entry)})``, negations among the long names."""
    short: Dict[str, Entry] = {}
    long: Dict[str, Tuple[str, Entry]] = {}
    for token in OPTIONS[subcommand].split():
        names, takes = re.match(r"([^=!]+)(=?\??)!?$", token).groups()  # type: ignore[union-attr]
        letter, _, name = names.rpartition(",") if "," in names or len(names) > 1 else (names, "", names)
        entry = Entry(name, takes, not token.endswith("!"))
        if letter:
            short[letter] = entry
        if len(name) > 1:
            long[name] = (name, entry)
            if entry.negatable:
                long.setdefault(opposite(name), (opposite(name), Entry(opposite(name), "", True)))
    return short, long


def options(subcommand: str, args: Sequence[str]) -> Options:
    """The options and operands of a subcommand's words; not known where it has no table."""
    if subcommand not in OPTIONS:
        return Options(operands=tuple(args), known=False)
    given: List[Tuple[str, Optional[str]]] = []
    operands: List[str] = []
    known = closed = True
    at = 0
    while at < len(args):
        word, rest = args[at], args[at + 1] if at + 1 < len(args) else None
        at += 1
        if word in ("--", "--end-of-options") and is_literal(word):
            operands += args[at:]
            break
        if not word.startswith("-") or word == "-":
            operands.append(word)
            closed = closed and not may_hold_option(word)
            continue
        found, took, state = (_read_long if word.startswith("--") else _read_short)(subcommand, word, rest)
        given += found
        at += took
        if state == "refused":
            return Options(tuple(given), tuple(operands), known, closed, True)
        known = known and state == ""
    return Options(tuple(given), tuple(operands), known, closed)


def may_hold_option(word: str) -> bool:
    """Whether a word that does not begin with a dash may turn into one that does, or into several."""
    if is_literal(word) or MARKER_RE.match(word) or word.startswith("{}"):
        return False
    return "$" in word or "`" in word or SUB_PLACEHOLDER in word or word[:1] in ("", "*", "?", "[", "{")


Read = Tuple[List[Tuple[str, Optional[str]]], int, str]


def _read_long(subcommand: str, word: str, rest: Optional[str]) -> Read:
    """``([(name, value)], further words taken, "" or "undecided" or "refused")`` of a ``--`` word."""
    if word in ("--help", "--help-all"):
        return [], 0, "refused"
    name, equals, value = word[2:].partition("=")
    names = _table(subcommand)[1]
    if name not in names:
        near = sorted({canonical for key, (canonical, _) in names.items() if key.startswith(name)})
        if len(near) > 1:
            return [], 0, "refused"
        if not near or not is_literal(word) and not equals:
            return [], 0, "undecided"
        name = near[0]
    canonical, entry = names[name]
    if equals:
        return [(canonical, like(word, value))], 0, "" if entry.takes else "refused"
    if not is_literal(word):
        return [], 0, "undecided"
    if entry.takes == "=":
        return ([(canonical, rest)], 1, "") if rest is not None else ([], 0, "refused")
    return [(canonical, None)], 0, ""


def _read_short(subcommand: str, word: str, rest: Optional[str]) -> Read:
    """The same of a cluster of short options."""
    if word == "-h":
        return [], 0, "refused"
    short = _table(subcommand)[0]
    found: List[Tuple[str, Optional[str]]] = []
    for place, letter in enumerate(word[1:], 2):
        entry = short.get(letter)
        if entry is None:
            return found, 0, "undecided"
        tail = word[place:]
        if entry.takes and tail:
            return found + [(entry.name, like(word, tail))], 0, ""
        if entry.takes == "=":
            return (found + [(entry.name, rest)], 1, "") if rest is not None else (found, 0, "refused")
        found.append((entry.name, None))
    return found, 0, "" if is_literal(word) else "undecided"


def call(command: Any) -> Optional[Tuple[str, Invocation, Options]]:
    """``(subcommand, invocation, options)`` of a command, an alias given by ``-c`` put in its place.

    None where it is no git call, or one of which the subcommand is unknown: ``is_git`` tells the two apart.
    """
    found = invocation(command.argv)
    if found is None:
        return None
    args = found.args + ((UNKNOWN,) if {"xargs", "parallel"} & set(getattr(command, "via", ())) else ())
    subcommand = found.subcommand
    if subcommand is not None and subcommand not in SUBCOMMANDS:
        expanded = _alias(subcommand, found.config)
        if expanded is None:
            return None
        subcommand, args = expanded[0], tuple(expanded[1:]) + args
    return None if subcommand is None else (subcommand, found, options(subcommand, args))


def _alias(name: str, config: Config) -> Optional[List[str]]:
    """The words a ``-c alias.NAME=…`` stands for, None where there is none or it is shell text."""
    values = [value for key, value in config if key == "alias." + name.lower()]
    if not values or values[-1] is None or not is_literal(values[-1]) or values[-1].startswith("!"):
        return None
    try:
        words = shlex.split(values[-1])
    except ValueError:
        return None
    return words if words and words[0] in SUBCOMMANDS else None


def is_git(command: Any) -> Optional[bool]:
    """Whether the command is a call of git; None where its program is not known, or where it runs what
    is not seen: a substitution, or git on another machine or behind a wrapper that cannot be read."""
    argv = command.argv
    if any(SUB_PLACEHOLDER in word for word in tuple(argv) + tuple(command.assignments)):
        return None
    if not argv:
        return False
    if not is_literal(argv[0]):
        return None
    if (basename(argv[0]) in ELSEWHERE or unread(argv)) and any("git" in word or not is_literal(word) for word in argv[1:]):
        return None
    return invocation(argv) is not None
