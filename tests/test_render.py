"""Escaping, widths, percentages and tables."""
from __future__ import annotations

import pytest

from ruleprobe.render import lines_of, percent, plural, printable, table, width


@pytest.mark.parametrize(
    "text, shown",
    [
        ("plain", "plain"),
        ("naïve 漢字 😀", "naïve 漢字 😀"),
        ("a b\xa0c", "a b\xa0c"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b1m\x7f\x00", "\\x9b1m\\x7f\\x00"),
        ("a\u202eb\u2066c\u200bd\ufeff", "a\\u202eb\\u2066c\\u200bd\\ufeff"),
        ("a\u2028b\u2029c", "a\\u2028b\\u2029c"),
        ("lone \ud83d end", "lone \\ud83d end"),
        ("\U000e0041", "\\U000e0041"),
        (12, "12"),
    ],
)
def test_printable(text, shown):
    assert printable(text) == shown
    assert all(ord(c) >= 32 for c in printable(text))


@pytest.mark.parametrize("text, columns", [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("", 0), ("😀", 2)])
def test_width(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize(
    "part, whole, shown",
    [(0, 0, ""), (0, 9, "0%"), (9, 9, "100%"), (1, 1000, "<1%"), (1, 100, "1%"), (999, 1000, ">99%"), (1, 3, "33%"),
     (2, 3, "67%"), (1, 2, "50%"), (1, 200, "1%"), (1, 201, "<1%"), (199, 200, ">99%"), (99, 100, "99%")],
)
def test_percent(part, whole, shown):
    assert percent(part, whole) == shown


def test_percent_says_0_and_100_only_where_exactly_true():
    for whole in range(1, 260):
        for part in range(whole + 1):
            assert (percent(part, whole) == "100%") == (part == whole)
            assert (percent(part, whole) == "0%") == (part == 0)


def test_a_table_aligns_numbers_to_the_right_and_never_cuts():
    long = "a" * 200
    assert table(("id", "n", "share"), [("x", 1, "5%"), ("漢字", 12, "100%"), (long, None, "")]).split("\n") == [
        "id" + " " * 200 + " n  share",
        "x" + " " * 201 + " 1     5%",
        "漢字" + " " * 198 + "12   100%",
        long,
    ]


def test_a_table_escapes_its_cells():
    assert "\x1b" not in table(("id",), [("\x1b[2J",)])


def test_counting_words():
    assert [plural(1, "session"), plural(2, "session"), plural(2, "copy", "copies")] == ["1 session", "2 sessions", "2 copies"]
    assert lines_of("not read", ["a", "b", "c", "d"], 2) == ["not read: a", "not read: b", "not read: 2 more"]
    assert lines_of("not read", ["a", "b"], 2) == ["not read: a", "not read: b"]
