"""Words of a shell command, and what is known of each (a leaf).

A word of a segment or an argument list is a ``str``. Three kinds:

* plain ``str``: a word whose value is known, or a redirection operator (``2>``, ``<<<``);
* ``Literal``: a word whose value is known and which only looks like an operator, a reserved word or
  an assignment because it was quoted (``echo '>' "2>"``): never taken for one;
* ``Dynamic``: a word whose value is not known from the text: it holds a parameter expansion, a
  substitution (``SUB_PLACEHOLDER``), a glob, a tilde or a brace expansion; so is the marker that stands
  for the text of a here-document (``MARKER_RE``). Its text is the word as far as it could be read.
  Nothing is ever concluded from the unknown part.
"""
from __future__ import annotations

import re

SUB_PLACEHOLDER = "__RULEPROBE_SUB__"
MARKER_RE = re.compile(r"__RULEPROBE_HEREDOC_([0-9]+)__\Z")
_REDIRECT = re.compile(r"(?:(?:[0-9]*|\{[A-Za-z_][A-Za-z0-9_]*\})(?:<<<|<<-|<<|<&|<>|<|>>|>\||>&|>)|&>>?)\Z")


class Literal(str):
    """A known word that is not the operator it looks like."""

    __slots__ = ()


class Dynamic(str):
    """A word whose value the text does not give."""

    __slots__ = ()


def is_literal(word: str) -> bool:
    """Whether the word's value is known."""
    return not isinstance(word, Dynamic)


def is_redirect(word: str) -> bool:
    """Whether the word is a redirection operator; the word after it is its target."""
    if not word or word[-1] not in "<>&|-" or isinstance(word, (Literal, Dynamic)):
        return False
    return _REDIRECT.match(word) is not None


def basename(word: str) -> str:
    """The last component of a program word, POSIX or Windows, without ``.exe``."""
    name = str(word)
    if "\\" in name or "/" in name:
        name = name.replace("\\", "/").rpartition("/")[2]
    return name[:-4] if name[-4:-3] == "." and name[-3:].lower() == "exe" else name
