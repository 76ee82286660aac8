"""A command built from its text by ``shlex``: enough for tables about what words mean.

``$`` or an unquoted ``*`` in a word makes it ``Dynamic``; wrappers are stripped as the shell parse strips them.
"""
from __future__ import annotations

import shlex
from typing import NamedTuple, Optional, Tuple

from ruleprobe.programs import ASSIGNMENT, unwrap
from ruleprobe.words import Dynamic, basename, is_literal


class Command(NamedTuple):
    program: Optional[str]
    argv: Tuple[str, ...] = ()
    assignments: Tuple[str, ...] = ()
    redirects: Tuple[Tuple[str, str], ...] = ()
    heredocs: Tuple[str, ...] = ()
    via: Tuple[str, ...] = ()


def command(text: str, heredocs: Tuple[str, ...] = (), redirects: Tuple[Tuple[str, str], ...] = ()) -> Command:
    raw = shlex.split(text, posix=False)
    words = [Dynamic(word) if "$" in word or word in raw and "*" in word else word for word in shlex.split(text)]
    assignments = []
    while words and ASSIGNMENT.match(words[0]):
        assignments.append(words.pop(0))
    argv, held, via = unwrap(words, assignments)
    program = "" if not argv else basename(argv[0]) if is_literal(argv[0]) else None
    return Command(program, argv, held, redirects, heredocs, via)
