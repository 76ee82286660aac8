"""needles: which of many words a text holds."""
from __future__ import annotations

import pytest

from ruleprobe.needles import Needles


def holds(needs, text):
    """Whether ``text`` holds what ``needs`` asks for."""
    needles = Needles()
    needles.add([("other", "word")])
    asked = needles.add(needs)
    return needles.held(text) & asked == asked


@pytest.mark.parametrize("needs, text, expected", [
    ([], "", True),
    ([("test",)], "run the tests", True),
    ([("test",)], "retested", True),
    ([("test ",)], "run the tests", False),
    ([("test ",)], "one test, two", True),
    ([(" test",)], "retest", False),
    ([(" test ",)], "a-test-b", True),
    ([("run", "ran"), ("tests",)], "run the tests", True),
    ([("run", "ran"), ("tests",)], "run the suite", False),
    ([("run the tests",)], "the tests run", True),
    ([("un the te",)], "run the tests", True),
    ([("un the te",)], "run then tests", False),
    ([("no-verify",)], "never --no-verify.", True),
    ([("no-verify",)], "notify, verify", False),
    ([("n't ",)], "don't, please", True),
    ([("n't ",)], "do nothing", False),
    ([("'s it",)], "he's it", True),
    ([(" & ",)], "a & b", True),
    ([(" & ",)], "a and b", False),
    ([("→", "test")], "nothing of it", True),
    ([("x",)], "nothing of it", True),
    ([("<tests>",)], "the <tests> are run", False),
    ([("a" * 64,)], "a" * 200, True),
])
def test_what_a_text_holds(needs, text, expected):
    assert holds(needs, text) is expected


def test_a_tag_is_held_once_it_is_said_to_be():
    needles = Needles()
    asked = needles.add([("run <tests>",)])
    held = needles.held("run them")
    assert held & asked != asked
    assert (held | needles.tagged("<tests>")) & asked == asked
    assert needles.tagged("<other>") == 0


@pytest.mark.parametrize("text", ["", "\n", "run", "run\ntests", "\nrun tests\n\nno\n", "run\r\ntests"])
def test_line_by_line(text):
    needles = Needles()
    needles.add([("run",), ("tests",), ("no ",)])
    assert needles.by_line(text) == [needles.held(line) for line in text.split("\n")]
