"""What a call writes into files, and models by their names: readings that detectors and matchers share.

A file tool's text is its ``content``, ``new_string`` (of each edit) or ``new_source``. A command writes the
here-documents that go into a file by redirection or ``tee``, and the known words of ``echo`` and ``printf``.
Known misses: text written by a script, by an editor (``sed -i``), or by a command inside ``$( )``.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterable, Iterator, List, Sequence

from .events import Event, input_of, text_of
from .shell import Command
from .words import is_literal

TO_TERMINAL = ("/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/null")
OUTPUT = re.compile(r"(?:1|&)?(?:>|>>|>\|)\Z")  # the operators that send standard output elsewhere
_WRITERS = ("echo", "printf")

# A dated release, a moving alias and a context-window mark name the same model.
_MODEL_ALIAS = re.compile(r"(?:\[[^\]]*\]|[-@](?:20[0-9]{6}|latest|preview)|-v[0-9]+(?::[0-9]+)?|-[0-9]{4}-[0-9]{2}-[0-9]{2})+\Z")


def by_tool(event: Event) -> Iterator[str]:
    """The texts a file tool's call writes."""
    name, given = event.get("name"), input_of(event)
    if name == "Write":
        yield text_of(given.get("content"))
    elif name == "Edit":
        yield text_of(given.get("new_string"))
    elif name == "NotebookEdit":
        yield text_of(given.get("new_source"))
    elif name == "MultiEdit" and isinstance(given.get("edits"), list):
        for edit in given["edits"]:
            if isinstance(edit, dict):
                yield text_of(edit.get("new_string"))


def by_commands(commands: Sequence[Command]) -> Iterator[str]:
    """The literal texts shell commands write into files."""
    tees = {(c.pipeline, c.position) for c in commands
            if c.program == "tee" and any(word not in TO_TERMINAL for word in operands(c.argv[1:]))}
    for command in commands:
        to_file = any(OUTPUT.match(operator) and target not in TO_TERMINAL for operator, target in command.redirects)
        to_file = to_file or command.piped and (command.pipeline, command.position + 1) in tees
        if to_file or (command.pipeline, command.position) in tees:
            yield from command.heredocs
        if to_file and command.program in _WRITERS:
            yield from (word for word in command.argv[1:] if is_literal(word))


def operands(words: Iterable[str]) -> List[str]:
    """The words that are no options; after ``--`` every word is one."""
    out: List[str] = []
    words = list(words)
    for index, word in enumerate(words):
        if word == "--":
            return out + words[index + 1:]
        if word == "-" or not word.startswith("-"):
            out.append(word)
    return out


@lru_cache(maxsize=64)
def model_name(model: str) -> str:
    """A model's name without provider prefix, release date, ``latest`` and context-window marks."""
    name = model.rpartition("/")[2].lower()
    for prefix in ("us.anthropic.", "eu.anthropic.", "apac.anthropic.", "global.anthropic.", "anthropic."):
        name = name[len(prefix):] if name.startswith(prefix) else name
    return _MODEL_ALIAS.sub("", name)
