"""The syntax tree of a Bash text (a leaf).

A block is a list of pipelines in source order (what joins them, ``;`` ``&&`` ``||`` ``&`` or a newline, is
not kept); a pipeline is a list of nodes: ``Simple``, ``Test``, ``Compound``, ``Function``.
"""
from __future__ import annotations

from typing import Any, List, NamedTuple, Tuple

Redirect = Tuple[str, str]


class Simple(NamedTuple):
    """A simple command. ``words``: everything in source order, as a segment shows it."""

    words: List[str]
    assignments: Tuple[str, ...]
    argv: Tuple[str, ...]
    redirects: Tuple[Redirect, ...]


class Test(NamedTuple):
    """``[[ … ]]``, its operators ``Literal``; it runs no program."""

    words: List[str]
    redirects: Tuple[Redirect, ...]


class Compound(NamedTuple):
    """``parts`` are (how a command in it is reached, block): "" for a condition of ``if``."""

    kind: str
    parts: Tuple[Tuple[str, List[Any]], ...]
    redirects: Tuple[Redirect, ...] = ()


class Function(NamedTuple):
    """A definition: its body runs where the function is called."""

    name: str
    body: Any


class Script(NamedTuple):
    """``heredocs``: bodies in the order of their operators; ``unexpanded``: whether each one's delimiter
    was quoted; ``text``: the command without them."""

    block: List[List[Any]]
    heredocs: List[str]
    unexpanded: List[bool]
    text: str
