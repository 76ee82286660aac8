"""Scores: values that add, rates, the floor, the table and the data."""
from __future__ import annotations

import pytest

from ruleprobe.scores import CORPUS, EXAMPLES, Score, below_floor, scores_as_dict, total, validity_table


def test_scores_add_and_the_first_source_stays():
    first, second, third = Score("a", 1, 2, 1, 0, 0, CORPUS), Score("a", 3, 4, 2, 1, 1, EXAMPLES), Score("a", 5, 0, 5, 0, 0)
    assert Score("a").add(first).add(second) == Score("a", 4, 6, 3, 1, 1, CORPUS)
    one = Score("a").add(Score("a").add(first).add(second)).add(third)
    other = Score("a").add(first).add(Score("a").add(second).add(third))
    assert one == other == Score("a", 9, 6, 8, 1, 1, CORPUS)


def test_a_score_is_told_from_another_and_shows_itself():
    assert Score("a") != Score("b") and Score("a") != "a" and not Score("a").scored
    assert eval(repr(Score("a", 1, 2, 3, 4, 5, CORPUS))) == Score("a", 1, 2, 3, 4, 5, CORPUS)


@pytest.mark.parametrize("score, rates", [
    (Score("a", 2, 2, 2, 0, 0), (1.0, 1.0, 1.0)), (Score("a", 4, 0, 3, 1, 1), (0.75, 0.75, 0.75)), (Score("a", 0, 3, 0, 0, 0), (1.0, 1.0, 1.0)),
    (Score("a", 0, 3, 0, 2, 0), (0.0, 1.0, 0.0)), (Score("a", 2, 0, 0, 0, 2), (1.0, 0.0, 0.0)),
])
def test_rates(score, rates):
    assert (score.precision, score.recall, score.f1) == rates


def test_the_floor_counts_only_the_scored_and_is_exact():
    scores = {"a": Score("a"), "b": Score("b", 10, 0, 9, 0, 1), "c": Score("c", 1000, 0, 899, 0, 101), "d": Score("d", 9, 1, 9, 1, 0)}
    assert [score.detector for score in below_floor(scores, 0.9)] == ["c"]
    assert [score.detector for score in below_floor(scores.values(), 0.95)] == ["b", "c", "d"]


def test_scores_as_data_and_table():
    scores = {"b": Score("b", 2, 1, 1, 0, 1, "corpus"), "a": Score("a"), "c": Score("c", 1, 0, 1, 0, 0, "examples")}
    data = scores_as_dict(scores, 0.9)
    assert data["below_floor"] == ["b"] and data["floor"] == 0.9
    assert data["detectors"]["a"] == {"detector": "a", "source": "", "scored": False, "positives": 0, "negatives": 0, "tp": 0, "fp": 0, "fn": 0}
    assert data["detectors"]["b"]["recall"] == 0.5 and data["detectors"]["b"]["f1"] == 0.6667
    assert data["total"]["positives"] == 3 == total(scores).positives
    assert [line.split() for line in validity_table(scores, 0.9).split("\n")] == [
        ["detector", "pos", "neg", "tp", "fp", "fn", "prec", "recall", "f1", "note"], ["a", "0", "0", "0", "0", "0", "unscored"],
        ["b", "2", "1", "1", "0", "1", "1.00", "0.50", "0.66", "under", "the", "floor"], ["c", "1", "0", "1", "0", "0", "1.00", "1.00", "1.00", "examples"],
        ["total", "3", "1", "2", "0", "1", "1.00", "0.66", "0.80", "floor", "0.90"], ["under", "the", "floor:", "b"]]


def test_a_rate_that_is_not_whole_never_prints_as_one():
    assert "1.00" not in validity_table([Score("a", 1000, 0, 999, 1, 1)], 0.5)
