"""Words: what is known of each, and what is an operator."""
from __future__ import annotations

import pytest

from ruleprobe.words import MARKER_RE, Dynamic, Literal, basename, is_literal, is_redirect


@pytest.mark.parametrize("word", "< > >> >| <> >& <& << <<< 2> 2>> 10>& {fd}> {_a1}<& &> &>>".split())
def test_redirection_operators(word):
    assert is_redirect(word) is True
    assert is_redirect(Literal(word)) is False
    assert is_redirect(Dynamic(word)) is False


@pytest.mark.parametrize("word", ["", "a", "-", "--", "a>", ">a", "2>&1", "{1}>", "{}>", "|", "&", "&&", "&<", "2&>", ">>>", "<<<<", "a|"])
def test_what_is_no_operator(word):
    assert is_redirect(word) is False


@pytest.mark.parametrize(
    "word, name",
    [
        ("git", "git"),
        ("/usr/bin/git", "git"),
        ("./run.sh", "run.sh"),
        ("C:\\bin\\git.exe", "git"),
        ("git.EXE", "git"),
        ("a.exec", "a.exec"),
        (".exe", ""),
        ("exe", "exe"),
        ("a/", ""),
        ("", ""),
    ],
)
def test_basename(word, name):
    assert basename(word) == name
    assert type(basename(Dynamic(word))) is str


def test_kinds_of_words():
    assert (is_literal("a"), is_literal(Literal(">")), is_literal(Dynamic("$x"))) == (True, True, False)
    assert Literal(">") == ">" and Dynamic("$x") == "$x"


@pytest.mark.parametrize(
    "word, index",
    [("__RULEPROBE_HEREDOC_0__", "0"), ("__RULEPROBE_HEREDOC_12__", "12"), ("__RULEPROBE_HEREDOC_0__ ", None), ("x__RULEPROBE_HEREDOC_0__", None)],
)
def test_the_marker_is_the_whole_word(word, index):
    match = MARKER_RE.match(word)
    assert (match.group(1) if match else None) == index
