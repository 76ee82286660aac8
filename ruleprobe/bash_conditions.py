"""The expression of ``[[ ]]``, whose grammar is its own (parse.y of Bash 5.2)."""
from __future__ import annotations

from typing import List

from .bash_source import Unreadable
from .bash_words import Words
from .words import Literal

_UNARY = frozenset("-" + letter for letter in "abcdefghknoprstuvwxzGLNORS")
_BINARY = frozenset("= == != =~ -eq -ne -lt -le -gt -ge -nt -ot -ef".split())


class Conditions(Words):
    """Each method adds the words it reads to ``words``; what looks like an operator is ``Literal``."""

    __slots__ = ()

    def condition(self, words: List[str]) -> None:
        self.deeper()
        while True:
            self.term(words)
            self.blank()
            operator = self.text[self.pos : self.pos + 2]
            if operator not in ("&&", "||"):
                break
            self.pos += 2
            words.append(Literal(operator))
        self.depth -= 1

    def term(self, words: List[str]) -> None:
        char = self.newlines()
        while self.keyword() == "!":
            self.pos += 1
            words.append("!")
            char = self.newlines()
        if char == "(":
            self.pos += 1
            words.append(Literal("("))
            self.condition(words)
            if self.newlines() != ")":
                raise Unreadable("[[")
            self.pos += 1
            words.append(Literal(")"))
            self.newlines()
            return
        words.append(self.test_word())
        if words[-1] in _UNARY and not self.quoted:
            self.blank()
            words.append(self.test_word())
            self.newlines()
        else:
            self.comparison(words)

    def comparison(self, words: List[str]) -> None:
        """The operator and the right side after a word, where they stand."""
        char = self.blank()
        if self.keyword() == "]]" or char in "&|)":
            return
        if char in "<>":
            self.pos += 1
            operator: str = Literal(char)
        else:
            operator = self.test_word()
            if operator not in _BINARY or self.quoted:
                raise Unreadable("[[")
        self.blank()
        words += [operator, self.test_word(pattern=operator in ("=", "==", "!="), regex=operator == "=~")]
        self.newlines()

    def test_word(self, pattern: bool = False, regex: bool = False) -> str:
        word = self.need_word(pattern=pattern, regex=regex)
        if word == "]]" and not self.quoted:
            raise Unreadable("]]")
        return word
