"""Regular expressions and globs from a detector file, safe to run on any text (D11).

A pattern is checked when it is loaded: what takes exponential time, what can only be slow by mistake,
what always matches and what not every Python reads alike is refused with a safe spelling
(``ambiguity``). What is left is run on as much of a text as takes a second at the worst: at most
``MAX_TEXT`` characters, ``MAX_FIELD`` where the time grows faster than the text. A match there counts;
no match there is undecided where the text goes on, unless a text every match must hold is missing.

Globs: ``*`` and ``?`` stay within a path component, ``**`` does not, ``**/`` may stand for nothing. A
relative path pattern matches at any component's boundary; ``\\`` in either reads as ``/``. Case counts.
"""
from __future__ import annotations

import re
import warnings
from functools import lru_cache
from math import factorial
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Tuple

from .ambiguity import LINE, TEXT, Analysis, analyse_pattern
from .automaton import sre

MAX_FIELD = 16384
MAX_TEXT = 1 << 20
_SECOND = 10**9
_IGNORECASE = int(re.IGNORECASE)
MAX_SOURCE = 10_000
_LEADING_ANYTHING = re.compile(r"\.\*\??(?![?*+{]|\.\*)")  # a search finds what follows without it


class PatternError(ValueError):
    """Why a pattern is refused, and what to write."""


class Pattern(NamedTuple):
    """``test(text)`` is True, False, or None for undecided; ``span(text)`` is where it matched, or None."""

    source: str
    test: Callable[[str], Optional[bool]]
    span: Callable[[str], Optional[Tuple[int, int]]]


@lru_cache(maxsize=8192)
def regex(source: str) -> Pattern:
    """A pattern that is searched for, with ``re``'s syntax. PatternError."""
    if not source:
        raise PatternError("an empty pattern matches every text: leave it out")
    if len(source) > MAX_SOURCE:
        raise PatternError("a pattern of more than %d characters" % MAX_SOURCE)
    anything = _LEADING_ANYTHING.match(source)
    short = source[anything.end():] if anything else source
    tree = _parsed(short)
    if _always(tree):
        raise PatternError("this pattern matches every text, the empty one too: leave it out, or anchor it with ^ and $")
    return _pattern(source, short, tree, _literals(tree, int(tree.state.flags)), _looks_ahead(tree))


@lru_cache(maxsize=8192)
def glob(source: str) -> Pattern:
    """A pattern for a whole name, in which ``*`` stands for anything. PatternError."""
    return _pattern(source, r"\A(?s:%s)\Z" % _translated(source, ".*", ".*", "."), None, [], False)


@lru_cache(maxsize=8192)
def path_glob(source: str) -> Pattern:
    """A pattern for a path. PatternError."""
    pattern = source.replace("\\", "/")
    while pattern.startswith("./"):
        pattern = pattern[2:]
    if pattern.endswith("/"):
        raise PatternError("a path does not end in a slash: write %s** for what is in the directory" % pattern)
    if pattern.startswith("~"):
        raise PatternError("a path is written out in a transcript: leave the ~ out, as in .ssh/**")
    start = "" if pattern.startswith("/") or re.match("[A-Za-z]:/", pattern) else "(?:.*/)?"
    if pattern.startswith("**/"):
        pattern = pattern[3:]
    found = _pattern(source, r"\A(?s:%s%s)\Z" % (start, _translated(pattern, "[^/]*", ".*", "[^/]")), None, [], False)
    return Pattern(source, lambda text: found.test(text.replace("\\", "/")), lambda text: found.span(text.replace("\\", "/")))


def _parsed(source: str) -> Any:
    """``source`` as ``re`` parses it; its warnings are faults, since each is an error in some Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = sre.parse(source)
            re.compile(source)
            return tree
    except re.error as exc:
        raise PatternError("not a regular expression: %s" % exc) from None
    except Warning as exc:
        raise PatternError("not a regular expression in every Python: %s" % exc) from None
    except (OverflowError, RecursionError):
        raise PatternError("not a regular expression: too large") from None


def _pattern(source: str, short: str, tree: Any, needles: List[str], looks_ahead: bool) -> Pattern:
    try:
        known = analyse_pattern(short, tree)
    except RecursionError:
        raise PatternError("not a regular expression: too large") from None
    if known.fault:
        raise PatternError(known.fault)
    search = re.compile(short).search
    free = _free(known)

    def test(text: str) -> Optional[bool]:
        for needle in needles:
            if needle not in text:
                return False
        if len(text) <= free:
            return search(text) is not None
        limit = _limit(known, text)
        match = search(text, 0, limit)
        if limit == len(text):
            return match is not None
        # What stands at the cut, and what looks beyond it, may be otherwise in the whole text.
        return True if match is not None and match.end() < limit - 1 and not looks_ahead else None

    def span(text: str) -> Optional[Tuple[int, int]]:
        if not test(text):
            return None
        match = search(text, 0, len(text) if len(text) <= free else _limit(known, text))
        return match.span() if match else None

    return Pattern(source, test, span)


def _free(known: Analysis) -> int:
    """The length up to which any text is searched within a second."""
    most = MAX_TEXT if known.degree == 1 else MAX_FIELD
    room = _SECOND * factorial(known.degree) // (known.factor * known.step)
    return min(most, int(room ** (1 / known.degree)))


def _limit(known: Analysis, text: str) -> int:
    """How much of ``text`` is searched within a second."""
    most = min(len(text), MAX_TEXT if known.degree == 1 else MAX_FIELD)
    room = _SECOND * factorial(known.degree) // (known.factor * known.step)
    if known.degree > 1:
        room //= max(_longest(text[:most], known.reach), 1) ** (known.degree - 1)
    return min(most, max(room, _free(known)))


def _longest(text: str, reach: int) -> int:
    """The length of the longest word or line of ``text``, or of all of it."""
    if reach == TEXT:
        return len(text)
    return max(map(len, text.split("\n") if reach == LINE else text.split()), default=0)


def _always(tree: Any) -> bool:
    """Whether the pattern matches every text: nothing, anywhere, or at the one end all its anchors name."""
    if tree.getwidth()[0] > 0 or _asks(tree):
        return False
    ends = set(_anchors(tree))
    return ends <= {sre.AT_BEGINNING, sre.AT_BEGINNING_STRING} or ends <= {sre.AT_END, sre.AT_END_STRING}


def _anchors(tree: Any) -> Iterator[Any]:
    for op, value in tree:
        if op is sre.AT:
            yield value
        for inner in _inner(value):
            yield from _anchors(inner)


def _asks(tree: Any) -> bool:
    """Whether anything in the pattern asks what is around it or was before."""
    return any(op in (sre.ASSERT, sre.ASSERT_NOT, sre.GROUPREF, sre.GROUPREF_EXISTS) or str(op) == "FAILURE"
               or any(map(_asks, _inner(value))) for op, value in tree)


def _looks_ahead(tree: Any) -> bool:
    return any((op in (sre.ASSERT, sre.ASSERT_NOT) and value[0] > 0) or any(map(_looks_ahead, _inner(value))) for op, value in tree)


def _inner(value: Any) -> List[Any]:
    """The trees directly inside an item's value."""
    if isinstance(value, sre.SubPattern):
        return [value]
    if isinstance(value, (tuple, list)):
        return [tree for part in value for tree in _inner(part)]
    return []


def _literals(tree: Any, flags: int) -> List[str]:
    """Texts every match holds, long ones first."""
    found: List[str] = [""]
    _collect(tree, flags, found)
    return sorted({text for text in found if text}, key=lambda text: (-len(text), text))[:4]


def _collect(tree: Any, flags: int, found: List[str]) -> None:
    for op, value in tree:
        if op is sre.LITERAL and not flags & _IGNORECASE:
            found[-1] += chr(value)
            continue
        if op is sre.AT:
            continue
        if op is sre.SUBPATTERN and not value[1] and not value[2]:
            _collect(value[3], flags, found)
            continue
        found.append("")
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT) and value[0] > 0:
            _collect(value[2], flags, found)
            found.append("")


def _translated(source: str, star: str, stars: str, one: str) -> str:
    """The regular expression of a glob. PatternError for a class that is not closed or is empty."""
    if not source:
        raise PatternError("an empty pattern matches nothing")
    out, pos = [], 0
    while pos < len(source):
        char = source[pos]
        if source.startswith("**/", pos) and (pos == 0 or source[pos - 1] == "/") and star != stars:
            out.append("(?:.*/)?")
            pos += 3
        elif char == "*":
            end = pos + len(source[pos:]) - len(source[pos:].lstrip("*"))
            out.append(star if end == pos + 1 else stars)
            pos = end
        elif char == "[":
            piece, pos = _class(source, pos, one)
            out.append(piece)
        else:
            out.append(one if char == "?" else re.escape(char))
            pos += 1
    return "".join(out)


def _class(source: str, pos: int, one: str) -> Tuple[str, int]:
    """``(regular expression, end)`` of the class that begins at ``pos``."""
    match = re.compile(r"\[([!^]?)(\]?[^\]]*)\]").match(source, pos)
    if match is None or not match.group(2):
        raise PatternError("a [ is not closed: write [[] for the bracket itself")
    body = match.group(2)
    for low, high in re.findall(r"(.)-(.)", body, re.S):
        if low > high:
            raise PatternError("[%s-%s] holds no character: write the lower one first" % (low, high))
    inner = re.sub(r"([\\\[\]^&~|])", r"\\\1", body)
    piece = "[%s%s]" % ("^" if match.group(1) else "", inner)
    return ("(?!/)" if one != "." else "") + piece, match.end()
