"""What a text needs to hold for a pattern to match it, read from the pattern's own letters (AD-12).

``Reading.needs`` finds the runs of literal characters that a match must hold, and of the branches of a group that
must match what one of them needs. Too little may be asked for, never too much: what is optional, a class and
what looks for an absence need nothing. A need is good for its words alone (``Needles``): where a word ends a
space stands for whatever follows it, and what is optional between two words is left out.

``Reading.leaves`` takes a pattern with branches apart, and a long one with a long choice in it. ``filled`` puts the
named parts of the vocabulary (``{name}``) into a pattern.

A pattern is folded first: each group, and each escape or class that is kept, is one character, the same for
the same text, so that what was read once is known.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Dict, Iterator, List, Sequence, Tuple

from .needles import SIGNS, Group, Needs, commonness

_LONG = 400  # characters of a pattern that is worth taking apart
_FOLDS = 0xF0000  # from here on a character stands for a group
_PART = re.compile(r"(?<!\\)\{([a-z]+)\}")
_ATOM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.S)
_GROUP = re.compile(r"\([^()]*\)")
_EDGE = re.compile(r"\(\?<?!(?:\\w|\[\\w[^\]]*\])\)")  # no letter beside it: as good as a space
_COUNT = re.compile(r"(?:\+|\{[0-9,]+\})\??")
_PIECE = re.compile("\\{[a-z]+\\}|[\U000f0000-\U000ffffd]|[^\n.^${\U000f0000-\U000ffffd]+")
_OPTIONAL = re.compile(r"(?:\{[a-z]+\}|[^{}])(?:[?*]|\{0?,[0-9]*\}|\{0\})\??")


def filled(pattern: str, words: Any) -> str:
    """The pattern with each ``{name}`` replaced by the alternatives of that name."""
    return _PART.sub(lambda found: "(?:%s)" % _part(found.group(1), words), pattern)


def joined(patterns: Sequence[str], words: Any) -> str:
    return "|".join(filled(pattern, words) for pattern in patterns)


@lru_cache(maxsize=None)
def _part(name: str, words: Any) -> str:
    return joined(_parts(name, words), words)


def _parts(name: str, words: Any) -> Sequence[str]:
    return words.PARTS[name] if name in words.PARTS else words.MOMENTS[name]


class Reading:
    """Reads patterns with the parts of ``words``. What it knows goes with it."""

    def __init__(self, words: Any) -> None:
        self.words = words
        self._folds: Dict[str, str] = {}  # a character -> what it stands for
        self._chars: Dict[str, str] = {}
        self._known: Dict[str, Needs] = {}
        self._parts: Dict[Tuple[str, str, str], Needs] = {}

    def needs(self, pattern: str) -> Needs:
        """The groups of texts of each of which a text that ``pattern`` matches holds one."""
        text = _ATOM.sub(lambda atom: " " if atom.group() in (r"\b", r"\A") else "\n", _EDGE.sub(" ", pattern))
        return tuple(dict.fromkeys(self._needed(self._folded(text))))

    def leaves(self, pattern: str) -> Iterator[str]:
        """``pattern``, or what it is taken apart in."""
        parts = self._apart(pattern)
        if not parts:
            yield pattern
        for part in parts:
            yield from self.leaves(part)

    def _apart(self, pattern: str) -> List[str]:
        """``pattern`` once for each branch, a long one for each of its longest group that must match; none where it has no such."""
        text = self._folded(_ATOM.sub(lambda atom: self._fold(atom.group()), pattern))
        if "|" in text:
            return [self._unfolded(branch) for branch in text.split("|")]
        if len(pattern) <= _LONG:
            return []
        choices = [(len(self._unfolded(char)), place) for place, char in enumerate(text) if self._is_choice(char, text[place + 1:place + 2])]
        if not choices:
            return []
        place = max(choices)[1]
        return [self._unfolded(text[:place] + choice + text[place + 1:]) for choice in self._folds[text[place]][3:-1].split("|")]

    def _is_choice(self, char: str, following: str) -> bool:
        group = self._folds.get(char, "")
        return group.startswith("(?:") and "|" in group and following not in tuple("?*+{")

    def _folded(self, pattern: str) -> str:
        count = 1
        while count:
            pattern, count = _GROUP.subn(lambda group: self._fold(group.group()), pattern)
        return pattern

    def _fold(self, text: str) -> str:
        if text not in self._chars:
            self._chars[text] = char = chr(_FOLDS + len(self._folds))
            self._folds[char] = text
        return self._chars[text]

    def _unfolded(self, text: str) -> str:
        return "".join(self._unfolded(self._folds[char]) if char in self._folds else char for char in text)

    def _needed(self, text: str) -> Needs:
        """What a folded text needs, whichever of its branches matches."""
        if text not in self._known:
            branches = [self._needed_by_all(branch) for branch in text.split("|")]
            self._known[text] = tuple(branches[0]) if len(branches) == 1 else _either(branches)
        return self._known[text]

    def _needed_by_all(self, branch: str) -> List[Group]:
        """What a folded text without branches needs."""
        if branch.isascii() and branch.replace(" ", "").isalpha():
            return [(branch,)] if len(branch.strip()) > 1 else []
        found: List[Group] = []
        text = _COUNT.sub("\n", self._without_optional(branch))
        for match in _PIECE.finditer(text):
            piece = match.group()
            # A space beside a choice stands beside each of its branches.
            left, right = (" " if char == " " else "" for char in (text[:match.start()][-1:], text[match.end():][:1]))
            if piece in self._folds:
                found += self._needed_by_group(self._folds[piece], left, right)
            elif piece[0] == "{":
                found += self._needed_by_part(left, piece[1:-1], right)
            elif len(piece.strip()) > 1 or piece.strip() in SIGNS:
                found.append((piece,))
        return found

    def _needed_by_group(self, group: str, left: str, right: str) -> Needs:
        """What a group that must match needs, one that looks for an absence nothing."""
        if group.startswith("(?:") or group[1] != "?":
            return self._needed(left + group[3 if group[1] == "?" else 1:-1].replace("|", "%s|%s" % (right, left)) + right)
        if group.startswith("(?="):
            return self._needed(group[3:-1])
        return self._needed(group[4:-1]) if group.startswith("(?<=") else ()

    def _needed_by_part(self, left: str, name: str, right: str) -> Needs:
        if (left, name, right) not in self._parts:
            self._parts[left, name, right] = self.needs("%s(?:%s)%s" % (left, "|".join(_parts(name, self.words)), right))
        return self._parts[left, name, right]

    def _without_optional(self, branch: str) -> str:
        """A folded text with a gap for what is optional, but for words with the space that parts them from the next."""
        out, end = "", 0
        for match in _OPTIONAL.finditer(branch):
            out += branch[end:match.start()]
            end = match.end()
            group = self._folds.get(match.group()[0], "")
            choices = group[3:-1].split("|") if group.startswith("(?:") else [""]
            after = out[-1:] == " " and all(choice.endswith(" ") for choice in choices)
            before = branch[end:end + 1] == " " and all(choice.startswith(" ") for choice in choices)
            out += "" if after or before else "\n"
        return out + branch[end:]


def _either(branches: Sequence[Sequence[Group]]) -> Needs:
    """What holds where what one of ``branches`` needs holds."""
    if not all(branches):
        return ()
    return (tuple(dict.fromkeys(word for groups in branches for word in min(groups, key=commonness))),)
