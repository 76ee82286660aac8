"""Command texts of which it is plain, without a parse, that every word of what runs is known.

``is_plain(text)`` is True only where ``bash.parse`` reads the text, and no word of a command in it, or of a script in it,
is ``Dynamic``. It is one line of simple commands: words, quotes without expansions, pipes, ``&&``, ``||``, ``;`` and
redirections; one here-document that nothing expands in may follow, where no shell is fed. It says no to many a
text that is as plain as that.
"""
from __future__ import annotations

import re
from typing import FrozenSet

from .bash_words import RESERVED
from .programs import INDIRECT, SHELLS
from .words import basename

MAX_PLAIN = 1024  # within the parse's own limits, whatever the line is made of
MAX_TEXT = 16384  # no longer text is read

# What a word may expand by, in the text or in a script that it quotes; comments, lines, here-documents, placeholders;
# and a program that may put others in the place of words.
_DOUBT = re.compile(r"[$`\\*?\[{~#\n\r\0]|[<>@+!]\(|<<|__RULEPROBE_|xargs")
_CHARS = r"[A-Za-z0-9_./,:=@%+^-]*"
_WORD = r"(?=[A-Za-z0-9_./,:=@%%+^'\"-])%s(?:(?:'[^']*'|\"[^\"]*\")%s)*" % (_CHARS, _CHARS)
_REDIRECTION = r"[0-9]?(?:[<>]&[0-9]|(?:>>?|<) *%s)" % _WORD
_COMMAND = r"(?!(?:%s)(?:[ ;|&<>]|\Z))%s(?: +(?:%s|%s))*" % ("|".join(map(re.escape, sorted(RESERVED))), _WORD, _REDIRECTION, _WORD)
_PLAIN = re.compile(r" *%s(?: *(?:&&|\|\|?|;) *%s)* *;? *\Z" % (_COMMAND, _COMMAND))
_HEREDOC = re.compile(r"<<'([A-Za-z0-9_]+)'(?= |\Z)")
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\]*\"|(\"[^\"]*\")")  # and what expands in spite of that
_BETWEEN = re.compile("[ ;|&<>]+")


def is_plain(text: str) -> bool:
    line, newline, body = text.partition("\n")
    if newline:
        heredoc = _HEREDOC.search(line)
        if heredoc is None or not _ends_with(text, body, heredoc.group(1)) or not _is_plain(line[: heredoc.start()]):
            return False
        line = line[: heredoc.start()] + line[heredoc.end() :]
        if _calls(line, SHELLS):
            return False
    return _is_plain(line)


def _is_plain(line: str) -> bool:
    if len(line) > MAX_PLAIN:
        return False
    if _DOUBT.search(line):
        if _calls(line, INDIRECT):
            return False
        line = _QUOTED.sub(lambda quoted: quoted.group(1) or "''", line)  # it is no script
        if _DOUBT.search(line):
            return False
    return _PLAIN.match(line) is not None


def _calls(line: str, programs: FrozenSet[str]) -> bool:
    """Whether one of the programs may be called in it."""
    bare = line.replace("'", "").replace('"', "")
    return not programs.isdisjoint(map(basename, _BETWEEN.split(bare)))


def _ends_with(text: str, body: str, delimiter: str) -> bool:
    """Whether the here-document is read, and is all there is behind the line."""
    if len(text) > MAX_TEXT or "\r" in text or "\0" in text or "__RULEPROBE_" in text:
        return False
    body = "\n%s\n" % body
    end = body.find("\n%s\n" % delimiter)
    return end >= 0 and not body[end + len(delimiter) + 2 :].strip("\n")
