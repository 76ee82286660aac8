"""Scalars of the declarative format (a leaf): what a plain or quoted word means, and how one is written.

Plain words mean what YAML 1.2's core schema says, with two exceptions, both refused because readers
disagree on them: ``yes``/``no``/``on``/``off`` in any usual case, and numbers with a leading zero.
So ``2024-01-01``, ``1_000`` and ``1:30`` are texts, ``0x1F`` is 31 and ``1e3`` is 1000.0. Infinity and
not-a-number are refused: JSON has none. Double quotes hold YAML's escapes and JSON's surrogate pairs;
a quoted text ends on its line.
"""
from __future__ import annotations

import math
import re
from typing import Any, Tuple

MAX_DIGITS = 4000

_NAMED = {word: value for value, words in ((None, "~ null Null NULL"), (True, "true True TRUE"), (False, "false False FALSE"))
          for word in words.split()}
_BOOLEANS_OF_OLD = {word: value for value, words in (("true", "yes Yes YES on On ON"), ("false", "no No NO off Off OFF"))
                    for word in words.split()}
NOT_TEXTS = frozenset(_NAMED) | frozenset(_BOOLEANS_OF_OLD)  # plain words that are no texts, numbers aside
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NOT_FINITE = re.compile(r"(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]")

_DOUBLE = re.compile(r'"([^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"')
_SINGLE = re.compile(r"'([^'\n]*(?:''[^'\n]*)*)'")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))")
_ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
            " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}
_SURROGATE = re.compile("[\ud800-\udfff]")

_PLAIN_SAFE = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*\Z")
_WRITTEN = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_UNSAFE = re.compile("[\\\\\"\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]")


class Refusal(Exception):
    """Something the format does not hold: the reason, and the offset it stands at."""

    def __init__(self, reason: str, pos: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pos = pos


def plain(word: str, pos: int) -> Any:
    """What the plain ``word`` at ``pos`` means. Raises Refusal."""
    if word in _NAMED:
        return _NAMED[word]
    if word in _BOOLEANS_OF_OLD:
        raise Refusal("%s is a truth value to some YAML readers and a text to others: write %s, or \"%s\" for the text"
                      % (word, _BOOLEANS_OF_OLD[word], word), pos)
    return _number(word, pos) if word[0] in "+-.0123456789" else word


def _number(word: str, pos: int) -> Any:
    if _NOT_FINITE.match(word):
        raise Refusal("%s is no number a detector can use: quote it if it is a text" % word, pos)
    is_int = _INT.match(word)
    if not is_int and not _FLOAT.match(word):
        return int(word, 0) if _BASED.match(word) else word
    if _LEADING_ZERO.match(word):
        raise Refusal("a number with a leading zero is read differently by different readers: write %s, or quote it"
                      % (_without_zeros(word)), pos)
    if len(word) > MAX_DIGITS:
        raise Refusal("a number of more than %d digits" % MAX_DIGITS, pos)
    value = int(word) if is_int else float(word)
    if math.isinf(value):
        raise Refusal("%s is too large for a number: quote it if it is a text" % word, pos)
    return value


def _without_zeros(word: str) -> str:
    sign, digits = (word[0], word[1:]) if word[0] in "+-" else ("", word)
    digits = digits.lstrip("0")
    return sign + (digits if digits[:1].isdigit() else "0" + digits)


def quoted(text: str, pos: int) -> Tuple[str, int]:
    """``(value, end)`` of the quoted text that begins at ``pos``. Raises Refusal."""
    match = (_DOUBLE if text[pos] == '"' else _SINGLE).match(text, pos)
    if match is None:
        raise Refusal("a quoted text ends on the line it begins on: close it there, and write \\n in double quotes for a new line", pos)
    body = match.group(1)
    if text[pos] == "'":
        return body.replace("''", "'"), match.end()
    return (_unescape(body, pos) if "\\" in body else body), match.end()


def _unescape(body: str, pos: int) -> str:
    def one(match: "re.Match[str]") -> str:
        hexadecimal = match.group(1) or match.group(2) or match.group(3)
        if hexadecimal:
            code = int(hexadecimal, 16)
            if code > 0x10FFFF:
                raise Refusal("\\U%s is no character" % hexadecimal, pos)
            return chr(code)
        if match.group(4) not in _ESCAPES:
            raise Refusal("\\%s is no escape in double quotes: write \\\\%s for the backslash itself, or use single quotes"
                          % (match.group(4), match.group(4)), pos)
        return _ESCAPES[match.group(4)]

    value = _ESCAPE.sub(one, body)
    if not _SURROGATE.search(value):
        return value
    try:
        return value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise Refusal("half of a surrogate pair is no character", pos) from None


def written(value: Any) -> str:
    """How ``value``, a scalar, is written: ``plain`` or ``quoted`` reads it back. Raises ValueError, TypeError."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("%r cannot be written" % value)
        return float.__repr__(value)
    if not isinstance(value, str):
        raise TypeError("cannot write a %s" % type(value).__name__)
    if _PLAIN_SAFE.match(value) and value not in NOT_TEXTS:
        return value
    if _SURROGATE.search(value):
        raise ValueError("half of a surrogate pair cannot be written")
    return '"%s"' % _UNSAFE.sub(lambda match: _WRITTEN.get(match.group()) or "\\u%04x" % ord(match.group()), value)
