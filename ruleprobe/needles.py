"""Which of many words a text holds, asked of all at once (a leaf).

What a text needs to hold is a list of groups, one word of each (``Needs``). ``Needles.add`` turns it into a
number with a bit for each group, ``Needles.held`` a text into the bits of the groups it holds a word of: a
text lacks something where ``held & asked != asked``. Words are runs of ASCII letters and digits (``don't``
is one), ``&`` and ``✗``: for ``"not in"`` is asked whether a text holds a word that ends in "not" and one
that begins with "in". A tag (``<tests>``) is a word that no text holds by itself. A word of more than 64
characters is read in pieces.
"""
from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import or_
from typing import Dict, FrozenSet, List, Sequence, Tuple

Group = Tuple[str, ...]  # one of these
Needs = Tuple[Group, ...]  # of each

SIGNS = ("&", "✗")  # words of one character
_KEPT = 8192  # different words whose bits are kept
_WORD = re.compile(r"[a-z0-9]{1,64}(?:'[a-z0-9]{1,16}){0,2}|[%s]" % "".join(SIGNS))
_WORD_OR_END = re.compile("%s|\n" % _WORD.pattern)
_END = -1  # stands for the end of a line
_PIECE = re.compile(r"<[a-z]+>|[a-z0-9]+(?:'[a-z0-9]+)*|[%s]" % "".join(SIGNS))
_COMMON = frozenset("a an and are as at be by can do for from has have if in is it of on or should that the this to when will with you your".split())
_INSIDE = "'<>"  # beside these a word of the text may go on


class Needles:
    """All that will be asked for is added before the first text is looked at."""

    def __init__(self) -> None:
        self._groups: Dict[str, int] = {}
        self._pieces: Dict[str, int] = {}  # the bits of the groups a piece is in, none of what one begins with
        self._of_word = lru_cache(maxsize=_KEPT)(self._word)

    def add(self, needs: Sequence[Group]) -> int:
        """A bit for each group that asks for words."""
        return reduce(or_, (self._bit(group) for words in needs for group in _groups(words)), 0)

    def held(self, text: str) -> int:
        """The bits of the groups of which ``text``, in lower case, holds a word."""
        return reduce(or_, map(self._of_word, _WORD.findall(text)), 0)

    def by_line(self, text: str) -> List[int]:
        """The same for each line of ``text``."""
        lines, held = [], 0
        for bits in map(self._of_word, _WORD_OR_END.findall(text)):
            if bits == _END:
                lines.append(held)
                held = 0
            elif bits:
                held |= bits
        return lines + [held]

    def tagged(self, tag: str) -> int:
        """The bits of the groups that a tag is in."""
        return self._pieces.get(tag, 0)

    def _bit(self, group: FrozenSet[str]) -> int:
        name = "|".join(sorted(group))
        if name not in self._groups:
            bit = self._groups[name] = 1 << len(self._groups)
            for piece in group:
                self._pieces[piece] = self._pieces.get(piece, 0) | bit
                for end in range(2, len(piece)):
                    self._pieces.setdefault(piece[:end], 0)
        return self._groups[name]

    def _word(self, word: str) -> int:
        if word == "\n":
            return _END
        word, held, known = " %s " % word, 0, self._pieces.get
        for start in range(len(word) - 1):
            end = start + 2
            bits = known(word[start:end])
            while bits is not None and end <= len(word):
                held |= bits
                end += 1
                bits = known(word[start:end])
        return held


def commonness(group: Sequence[str]) -> Tuple[float, Sequence[str]]:
    """How often a text holds one of a group, for comparing."""
    return sum(map(_weight, group)), group


@lru_cache(maxsize=512)
def _weight(word: str) -> float:
    return 0.2 if word.strip() in _COMMON else 8.0 ** -len(word)


def _groups(words: Group) -> List[FrozenSet[str]]:
    """What to ask for: every piece of a group's one word, else the rarest of each; nothing where one has none."""
    pieces = [_pieces(word) for word in words]
    if len(pieces) == 1:
        return [frozenset((piece,)) for piece in pieces[0]]
    chosen: List[str] = []
    for each in sorted(pieces, key=len):
        if not each:
            return []
        if not any(piece in chosen for piece in each):
            chosen.append(min(each, key=_weight))
    return [frozenset(chosen)]


@lru_cache(maxsize=512)
def _pieces(text: str) -> List[str]:
    """The tags, words and parts of words in ``text``, with a space where a word begins or ends."""
    found = []
    for piece in _PIECE.finditer(text):
        word = piece.group()
        if word in SIGNS:
            word = " %s " % word
        elif word[0] != "<":
            before, after = text[:piece.start()][-1:], text[piece.end():][:1]
            word = "%s%s%s" % (" " if before and before not in _INSIDE else "", word, " " if after and after not in _INSIDE else "")
        if len(word) > 1:
            found.append(word)
    return found
