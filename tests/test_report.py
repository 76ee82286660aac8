"""Rows, and the report over them: the table says what the data says, and adding rows adds figures."""
from __future__ import annotations

import itertools
import random

import pytest

from ruleprobe.events import Session
from ruleprobe.registry import Detector, Registry
from ruleprobe.report import figures, measure, rate_text, report, report_data, share_text
from ruleprobe.rows import Tally, tally

IDS = ("a/one", "a/two", "b/three")


def row(repo="r", stances=None, errors=None, compliance=None, **rules):
    out = {"schema_version": 2, "session_id": "s", "repo": repo, "runtime": "codex", "started": "", "ended": "",
           "stances": stances or {}, "rules": {key.replace("_", "/"): value for key, value in rules.items()}}
    if errors:
        out["rules_errors"] = errors
    if compliance:
        out["compliance"] = {key: dict(zip(("opportunities", "followed", "undecided"), v)) for key, v in compliance.items()}
    return out


def registry(renamed=None):
    return Registry([Detector(name, name.split("/")[0], "session", lambda events, ctx: []) for name in IDS], renamed)


def data(rows, **options):
    return report_data(rows, registry=registry(), **options)


def entry(rows, name="a/one", **options):
    return {e["detector"]: e for e in data(rows, **options)["detectors"]}[name]


def test_every_registered_detector_is_a_line_sorted_by_id():
    assert [e["detector"] for e in data([row(a_one=1)])["detectors"]] == sorted(IDS)


def test_hits_sessions_of_and_share():
    found = entry([row(a_one=3), row(a_one=1), row(), row(a_two=1)])
    assert (found["hits"], found["sessions"], found["of"], found["share"]) == (4, 2, 4, 0.5)


def test_an_error_costs_only_its_own_detector():
    rows = [row(a_one=1), row(a_one=1, a_two=1, errors=[{"detector": "a/one", "error": "ValueError"}])]
    assert (entry(rows)["of"], entry(rows)["hits"]) == (1, 1)
    assert (entry(rows, "a/two")["of"], entry(rows, "a/two")["hits"]) == (2, 1)
    assert data(rows)["errors"] == {"a/one": 1}


def test_an_opportunity_error_costs_only_the_compliance():
    rows = [row(a_one=1, compliance={"a/one": (4, 2, 1)}, errors=[{"detector": "a/one", "error": "E", "hook": "opportunities"}]),
            row(a_one=1, compliance={"a/one": (3, 1, 0)})]
    found = entry(rows, min_opportunities=1)
    assert (found["hits"], found["of"], found["opportunities"], found["followed"], found["undecided"]) == (2, 2, 3, 1, 0)
    assert (data(rows)["errors"], data(rows)["opportunity_errors"]) == ({}, {"a/one": 1})


@pytest.mark.parametrize(
    "hit, plain, minimum, share, note",
    [(0, 20, 20, 0.3, "unobserved"), (0, 19, 20, 0.3, ""), (7, 13, 20, 0.3, "frequent"), (6, 14, 20, 0.3, ""),
     (7, 12, 20, 0.3, ""), (1, 0, 0, 0.3, "frequent"), (0, 0, 0, 0.3, "")],
)
def test_notes_wait_for_enough_sessions(hit, plain, minimum, share, note):
    rows = [row(a_one=1)] * hit + [row()] * plain
    assert entry(rows, min_sessions=minimum, frequent_share=share)["note"] == note


@pytest.mark.parametrize(
    "bad, field",
    [
        (None, "unmeasured"), (7, "unmeasured"), ([], "unmeasured"), ({}, "unmeasured"), ({"rules": None}, "unmeasured"),
        ({"rules": [1]}, "unmeasured"), ({"rules": {}, "schema_version": 3}, "unknown_schema"),
        ({"rules": {}, "schema_version": 0}, "unknown_schema"), ({"rules": {}, "schema_version": True}, "unknown_schema"),
        ({"rules": {}, "schema_version": 2.0}, "unknown_schema"), ({"rules": {}, "schema_version": "2"}, "unknown_schema"),
        ({"rules": {}, "schema_version": []}, "unknown_schema"), ({"rules": {}, "rules_error": "boom"}, "unattributed"),
        ({"rules_error": "boom"}, "unattributed"), ({"rules": {}, "rules_errors": "x"}, "unattributed"),
        ({"rules": {}, "rules_errors": [7]}, "unattributed"), ({"rules": {}, "rules_errors": [{"detector": 1}]}, "unattributed"),
    ],
)
def test_a_row_that_is_no_evidence_is_counted_apart(bad, field):
    found = data([row(a_one=1), bad])
    assert (found["measured"], found[field]) == (1, 1)
    assert entry([row(a_one=1), bad])["of"] == 1
    assert "left out: 1 row" in report([row(), bad], registry=registry())


@pytest.mark.parametrize("good", [{"rules": {}}, {"rules": {}, "schema_version": None}, {"rules": {}, "schema_version": 1},
                                  {"rules": {}, "schema_version": 2}, {"rules": {}, "rules_error": "", "rules_errors": []}])
def test_a_row_of_a_known_version_is_evidence(good):
    assert data([good])["measured"] == 1


@pytest.mark.parametrize("value", [-1, 1.0, float("inf"), float("nan"), "2", None, True, [], {}, 10**400])
def test_a_malformed_count_is_left_out_and_counted(value):
    rows = [row(a_one=1), row(a_one=value, a_two=1)]
    found = entry(rows)
    assert (found["hits"], found["sessions"], found["of"]) == (1, 1, 1)
    assert data(rows)["malformed"] == {"a/one": 1}
    assert entry(rows, "a/two")["hits"] == 1


@pytest.mark.parametrize("figures", [None, 3, [], {}, {"opportunities": 1}, {"opportunities": 1, "followed": 2, "undecided": 0},
                                     {"opportunities": -1, "followed": 0, "undecided": 0},
                                     {"opportunities": 1.0, "followed": 1, "undecided": 0},
                                     {"opportunities": 1, "followed": True, "undecided": 0}])
def test_malformed_compliance_is_left_out_and_counted(figures):
    good, bad = row(compliance={"a/one": (2, 1, 0)}), row()
    bad["compliance"] = {"a/one": figures}
    assert data([good, bad])["malformed_compliance"] == {"a/one": 1}
    assert entry([good, bad])["opportunities"] == 2


@pytest.mark.parametrize("compliance, unreadable", [(None, 0), ([], 1), ("x", 1), (float("inf"), 1), ({}, 0)])
def test_unreadable_compliance_is_counted(compliance, unreadable):
    bad = row(a_one=1)
    bad["compliance"] = compliance
    assert (data([bad])["unreadable_compliance"], entry([bad])["hits"]) == (unreadable, 1)


def test_mixed_keys_do_not_crash_any_grouping():
    bad = row(a_one=1)
    bad["rules"].update({3: 1, None: 2, ("x",): 1, "": 4})
    bad.update(repo=7, stances={"a": 1, 2: "b", "c": "d"})
    for by in ("rule", "repo", "stance"):
        assert report_data([bad], by=by, registry=registry())["measured"] == 1
        assert report([bad], by=by, registry=registry())


def test_retired_ids_fold_with_hits_errors_and_compliance():
    rows = [row(old_id=2, a_one=1, compliance={"old/id": (3, 1, 1), "a/one": (1, 1, 0)}),
            row(old_id=1, errors=[{"detector": "older/id", "error": "E"}])]
    folded = report_data(rows, registry=registry({"old/id": "a/one", "older/id": "old/id"}), min_opportunities=1)
    found = {e["detector"]: e for e in folded["detectors"]}["a/one"]
    assert (found["hits"], found["of"], found["opportunities"], found["followed"], found["undecided"]) == (3, 1, 4, 2, 1)
    assert folded["renamed"] == {"old/id": "a/one", "older/id": "a/one"}


def test_compliance_is_shown_only_where_a_row_speaks_of_it():
    silent, speaking = data([row(a_one=1)]), data([row(a_one=1, compliance={"a/one": (25, 20, 3)})])
    assert "opportunities" not in report([row(a_one=1)], registry=registry())
    assert all("opportunities" not in e for e in silent["detectors"])
    first, second = speaking["detectors"][:2]
    assert (first["opportunities"], first["followed"], first["undecided"], first["compliance_rate"]) == (25, 20, 3, 0.8)
    assert "opportunities" not in second
    assert "25        20          3   80%" in report([row(a_one=1, compliance={"a/one": (25, 20, 3)})], registry=registry())


@pytest.mark.parametrize("opportunities, minimum, rate", [(19, 20, None), (20, 20, 1.0), (0, 0, None), (1, 0, 1.0)])
def test_no_rate_below_the_minimum(opportunities, minimum, rate):
    rows = [row(compliance={"a/one": (opportunities, opportunities, 50)})]
    assert entry(rows, min_opportunities=minimum)["compliance_rate"] == rate
    grouped = data(rows, by="repo", min_opportunities=minimum)
    assert grouped["groups"][0]["compliance"]["a/one"]["compliance_rate"] == rate


def test_groups_by_repository_and_stance():
    rows = [row("x", a_one=2, b_three=1), row("x", {"m": "on"}, a_one=1), row("", {"m": "on", "k": "v"}, a_two=1)]
    groups = data(rows, by="repo")["groups"]
    assert [(g["key"], g["sessions"], g["hits"], g["top"]) for g in groups] == [
        ("", 1, 1, [["a/two", 1]]), ("x", 2, 4, [["a/one", 3], ["b/three", 1]])]
    assert [g["key"] for g in data(rows, by="stance")["groups"]] == ["", "k=v, m=on", "m=on"]
    assert "(no repo)" in report(rows, by="repo", registry=registry())
    assert "(no stances)" in report(rows, by="stance", registry=registry())


def test_an_unknown_grouping_is_refused():
    with pytest.raises(ValueError):
        report([], by="colour")


def random_rows(rng, count):
    rows = []
    for _ in range(count):
        made = row(rng.choice(["x", "y", ""]), {"m": rng.choice(["on", "off"])} if rng.random() < 0.5 else None)
        for name in IDS:
            if rng.random() < 0.5:
                made["rules"][name] = rng.choice([0, 1, 2, 7, -1, None])
            if rng.random() < 0.3:
                made.setdefault("compliance", {})[name] = {"opportunities": 9, "followed": rng.randrange(11), "undecided": 1}
        if rng.random() < 0.2:
            made["rules_errors"] = [{"detector": rng.choice(IDS), "error": "E"}]
        rows.append(rng.choice([made, made, made, {"rules": 3}, {"schema_version": 9}]))
    return rows


@pytest.mark.parametrize("by", ["rule", "repo", "stance"])
def test_no_order_or_split_of_the_rows_changes_a_figure(by):
    rng = random.Random(4)
    rows = random_rows(rng, 60)
    whole = data(rows, by=by, min_sessions=1, min_opportunities=1)
    for _ in range(5):
        shuffled = rng.sample(rows, len(rows))
        assert data(itertools.chain(shuffled[:20], shuffled[20:]), by=by, min_sessions=1, min_opportunities=1) == whole
    halves = [data(part, by="rule") for part in (rows[:30], rows[30:])]
    both = data(rows, by="rule")
    for field in ("measured", "unmeasured", "unknown_schema", "unattributed", "unreadable_compliance"):
        assert halves[0][field] + halves[1][field] == both[field]
    for one, two, sum_ in zip(halves[0]["detectors"], halves[1]["detectors"], both["detectors"]):
        for field in ("hits", "sessions", "of"):
            assert one[field] + two[field] == sum_[field]
        for field in ("opportunities", "followed", "undecided"):
            assert one.get(field, 0) + two.get(field, 0) == sum_.get(field, 0)


def test_every_number_of_the_rule_table_is_a_field_of_the_data():
    rows = random_rows(random.Random(8), 80)
    found = data(rows, min_opportunities=1)
    table = report(rows, registry=registry(), min_opportunities=1).split("\n")
    assert table[0].split() == ["detector", "hits", "sessions", "of", "share", "opportunities", "followed", "undecided", "rate", "note"]
    for line, e in zip(table[1:], found["detectors"]):
        expected = [e["detector"], str(e["hits"]), str(e["sessions"]), str(e["of"]), share_text(e)]
        expected += [str(e[f]) for f in Tally._fields] + [rate_text(e)] if "opportunities" in e else []
        assert line.split() == [cell for cell in expected + [e["note"]] if cell]
    assert table[1 + len(found["detectors"]):] == found["notes"]


@pytest.mark.parametrize("by", ["repo", "stance"])
def test_every_number_of_the_group_tables_is_a_field_of_the_data(by):
    rows = random_rows(random.Random(9), 80)
    found = data(rows, by=by, min_opportunities=1)
    lines = report(rows, by=by, registry=registry(), min_opportunities=1).split("\n")[1:]
    for group in found["groups"]:
        head = lines.pop(0)
        assert head.startswith(group["key"] or {"repo": "(no repo)", "stance": "(no stances)"}[by])
        top = ", ".join("%s %d" % tuple(pair) for pair in group["top"])
        rest = head[:len(head) - len(top)].split()
        assert head.endswith(top) and rest[-2:] == [str(group["sessions"]), str(group["hits"])]
        for name, f in group["compliance"].items():
            line = lines.pop(0).strip()
            assert line.startswith("%s: %d opportunities, %d followed, %d undecided" % (
                name, f["opportunities"], f["followed"], f["undecided"]))
            assert line.endswith(rate_text(f) or "undecided")
    assert lines == found["notes"]


def test_measure_writes_a_row():
    detectors = [
        Detector("a/one", "a", "session", lambda events, ctx: [(1, None), (2, None)],
                 opportunities=lambda events, ctx: [(1, None, True), (2, None, False), (3, None, None)]),
        Detector("a/two", "a", "session", lambda events, ctx: 1 / 0),
        Detector("b/three", "b", "session", lambda events, ctx: [], opportunities=lambda events, ctx: [(1, None, 1)]),
    ]
    session = Session("id", "repo", "codex", [{"kind": "compact", "turn": 1}], "p", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
    assert measure(session, {"m": "on"}, Registry(detectors)) == {
        "schema_version": 2, "session_id": "id", "repo": "repo", "runtime": "codex", "started": "2026-01-01T00:00:00Z",
        "ended": "2026-01-02T00:00:00Z", "stances": {"m": "on"}, "rules": {"a/one": 2},
        "compliance": {"a/one": {"opportunities": 2, "followed": 1, "undecided": 1}},
        "rules_errors": [{"detector": "a/two", "error": "ZeroDivisionError"},
                         {"detector": "b/three", "hook": "opportunities", "error": "TypeError"}],
    }


def test_tallies_add():
    assert tally([(1, None, True), (1, "x", None), (2, None, False)]) == Tally(2, 1, 1)
    assert Tally(2, 1, 1).plus(Tally(3, 3, 0)) == Tally(5, 4, 1)


def test_ids_from_rows_are_escaped():
    shown = report([row(**{"a_\x1b[2J": 1}), {"rules": {"z/\u202e": -1}}], registry=registry())
    assert "\x1b" not in shown and "\u202e" not in shown


def test_figures_say_how_bad_and_in_words():
    rows = [row(a_one=2, compliance={"b/three": (30, 21, 2)}), row(a_one=1), row()]
    assert figures(data(rows)) == {
        "a/one": (2 / 3, "3 hits in 2 of 3 sessions"), "a/two": (0.0, "no hit in 3 sessions"),
        "b/three": (1 - 21 / 30, "21 of 30 followed (70%), 2 undecided"),
    }
    assert figures(data([row(compliance={"a/one": (3, 1, 0)})]))["a/one"] == (1 - 1 / 3, "1 of 3 followed")
    assert figures(data([row(compliance={"a/one": (0, 0, 4)})]))["a/one"][1] == "0 of 0 followed, 4 undecided"
