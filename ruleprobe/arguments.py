"""The command line's grammar: flags, their types and defaults, help texts with an example each.

Parsing is apart from doing: this module builds the parser and refuses what no run could mean; ``cli``
does the work. Every value is checked here: a share outside 0..1, a negative minimum, an impossible
date are usage errors.
"""
from __future__ import annotations

import argparse
import math
from typing import Any, NoReturn, Sequence

from .readers import RUNTIMES, parse_since
from .render import printable
from .scores import DEFAULT_FLOOR
from .version import VERSION

_EPILOG = "exit codes: 0 done, 1 nothing measured or a detector under the floor, 2 usage or an unreadable file"


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; the namespace carries ``command`` and the flags of that command."""
    top = _Parser(prog="ruleprobe", description="Measure whether the rules you write for coding agents change what they do, "
                  "from the transcripts they already wrote.", epilog=_EPILOG)
    top.add_argument("--version", action="version", version="ruleprobe " + VERSION)
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    _report(commands)
    _detectors(commands)
    _corpus(commands)
    _explain(commands)
    _label(commands)
    return top


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        options.setdefault("allow_abbrev", False)
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


def _command(commands: Any, name: str, summary: str, example: str) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=summary, description=summary + ".", epilog="example:\n  " + example)
    group = command.add_argument_group("rules and detectors")
    group.add_argument("--rules", metavar="PATH", help="a repository, a directory of rules or one rule file")
    group.add_argument("--detectors", metavar="FILE", action="append", default=[], help="a detector file (repeatable)")
    group.add_argument("--no-config", action="store_true", help="read neither .ruleprobe/detectors.yaml nor the user's own")
    return command


def _sessions(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("sessions")
    group.add_argument("--since", metavar="DATE", type=_date, help="YYYY-MM-DD (UTC), or how many days back")
    group.add_argument("--until", metavar="DATE", type=_date, help="YYYY-MM-DD (UTC), or how many days back; that day counts")
    group.add_argument("--root", metavar="DIR", help="where the transcripts are (a directory or one file)")
    group.add_argument("--runtime", choices=["auto", *RUNTIMES], default="auto", help="whose transcripts (auto)")
    group.add_argument("--repo", metavar="NAME|PATH|all", type=_named, action="append", default=[],
                       help="only sessions of this repository (repeatable)")
    group.add_argument("--stance", metavar="DIM=VARIANT", type=_stance, action="append", default=[],
                       help="a stance of this run, for gated detectors (repeatable)")
    group.add_argument("--plugins", action="store_true", help="load detectors that installed packages declare")


def _report(commands: Any) -> None:
    command = _command(commands, "report", "Count, per rule, what the agent did", "ruleprobe report --rules . --since 30")
    _sessions(command)
    command.add_argument("--demo", action="store_true", help="report on the example sessions and rules in the package")
    group = command.add_argument_group("output")
    group.add_argument("--by", choices=("rule", "repo", "stance"), default="rule", help="one line a rule, repository or stance")
    group.add_argument("--validity", action="store_true", help="show each detector's precision and recall on the corpus")
    group.add_argument("--min-sessions", metavar="N", type=_minimum, default=20, help="sessions before a note is given (20)")
    group.add_argument("--frequent-share", metavar="F", type=_share, default=0.30, help="share above which a rule is frequent (0.30)")
    group.add_argument("--min-opportunities", metavar="N", type=_minimum, default=20, help="opportunities before a rate is given (20)")
    _json(group)


def _detectors(commands: Any) -> None:
    command = _command(commands, "detectors", "List the detectors a run would use", "ruleprobe detectors --explain verification/no-verify")
    command.add_argument("--explain", metavar="ID", help="what one detector counts, fires on and misses, with examples")
    _json(command)


def _corpus(commands: Any) -> None:
    command = _command(commands, "corpus", "Score each detector against labelled sessions and its own examples",
                       "ruleprobe corpus --floor 0.9")
    command.add_argument("--floor", metavar="F", type=_share, default=DEFAULT_FLOOR, help="precision and recall a detector must reach (0.90)")
    command.add_argument("--corpus", metavar="DIR", help="a corpus of your own (default: the shipped one, or RULEPROBE_CORPUS)")
    _json(command)


def _explain(commands: Any) -> None:
    command = _command(commands, "explain", "Show the event behind each hit of a report",
                       "ruleprobe explain --rules . --detector verification/no-verify")
    _sessions(command)
    _one_hit(command, required=False)
    _json(command)


def _label(commands: Any) -> None:
    command = _command(commands, "label", "Write the event of a wrong hit into a corpus as a labelled negative",
                       "ruleprobe label --session codex:ID --detector verification/no-verify --key 3:call_7 --corpus mine --name quoted")
    _sessions(command)
    _one_hit(command, required=True)
    command.add_argument("--corpus", metavar="DIR", required=True, help="the corpus directory to write into")
    command.add_argument("--name", metavar="NAME", required=True, help="the new session's name")


def _one_hit(command: argparse.ArgumentParser, required: bool) -> None:
    group = command.add_argument_group("hits")
    group.add_argument("--session", metavar="RUNTIME:ID", required=required, help="of one session (or its bare id)")
    group.add_argument("--detector", metavar="ID", required=required, help="of one detector; a retired id folds")
    group.add_argument("--key", metavar="TURN:TOOL_USE_ID", type=_key, required=required, help="at one key, as explain prints it")


def _key(text: str) -> str:
    turn, colon, name = text.partition(":")
    if not (turn.isascii() and turn.isdigit() and colon and name):
        raise argparse.ArgumentTypeError("TURN:TOOL_USE_ID, or TURN:- for a session hit, not %r" % text)
    return text


def _json(group: Any) -> None:
    group.add_argument("--json", action="store_true", help="JSON on standard output, everything else on standard error")


def _date(text: str) -> str:
    try:
        return parse_since(text)
    except ValueError as exc:
        raise argparse.ArgumentTypeError(str(exc))


def _named(text: str) -> str:
    if not text:
        raise argparse.ArgumentTypeError("a name or a path, not nothing")
    return text


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("a number from 0 to 1, not %r" % text)
    return value


def _minimum(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError("a whole number, 0 or more, not %r" % text)
    return int(text)


def _stance(text: str) -> Sequence[str]:
    dimension, equals, variant = text.partition("=")
    if not (dimension and equals and variant):
        raise argparse.ArgumentTypeError("DIM=VARIANT, not %r" % text)
    return dimension, variant
