"""Every hit explains itself: as many as report counts, each with its event, no secret and no raw character."""
from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from ruleprobe import cli
from ruleprobe.events import Session
from ruleprobe.explain import explain, explain_row, render, to_json_line
from ruleprobe.readers import iter_sessions
from ruleprobe.registry import DEFAULT, Detector, Registry, from_spec, run
from ruleprobe.rules import load_bundle
from ruleprobe.validity import hit_key

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "ruleprobe" / "demo"
PLACES = [DEMO / "sessions", ROOT / "ruleprobe" / "corpus" / "sessions", ROOT.parent / "shared" / "recorded"]
REGISTRY = load_bundle(config=False).registry(whole_catalog=True)
SECRET = "ghp_" + "a1B2" * 9


def session(*events):
    return Session("s1", "repo", "codex", list(events), "/t/s1.jsonl", lines=list(range(10, 10 + len(events))))


def call(name, id="t1", turn=1, **given):
    return {"kind": "tool_use", "turn": turn, "id": id, "name": name, "input": given, "ran": True}


def said(turn, model="", text="x"):
    return {"kind": "assistant_text", "turn": turn, "text": text, "final": True, "model": model}


@pytest.mark.parametrize("place", PLACES, ids=["demo", "corpus", "recorded"])
def test_every_hit_is_explained(place):
    if not place.is_dir():
        pytest.skip("not here")
    explained = 0
    for found in iter_sessions(place):
        hits = [(name, hit_key(hit)) for name, listed in run(found.events, registry=REGISTRY).items() for hit in listed]
        blocks = explain(found, REGISTRY)
        assert [(e.detector, e.key) for e in blocks] == hits
        for e in blocks:
            assert (e.session, e.runtime, e.path) == (found.id, found.runtime, found.path)
            assert (e.tool_use_id is None) == e.key.endswith(":-") and e.evidence and all(what for what, _ in e.evidence)
            text = render(e)
            assert e.key in text and e.detector in text and "turn      %d\n" % e.turn in text
            if e.tool_use_id is not None:
                assert e.tool and e.tool_use_id in text
        explained += len(blocks)
    assert explained > 8


@pytest.mark.parametrize("events, detector, evidence", [
    ([call("Bash", command="cat a.py")], "transcript-hygiene/whole-file-cat", [("command", "cat a.py")]),
    ([call("Write", file_path="/w/a.py", content="x\nk = '%s'\n" % SECRET)], "secrets/secret-in-write", [("file", "/w/a.py"), ("content", "x\nk = '[redacted]'")]),
    ([call("MultiEdit", file_path="/w/a.py", edits=[{"old_string": "", "new_string": "k = '%s'" % SECRET}])], "secrets/secret-in-write",
     [("file", "/w/a.py"), ("edits", "k = '[redacted]'")]),
    ([said(1, "one"), said(2, "two")], "cache-hygiene/model-switch", [("model", "one"), ("model", "two")]),
    ([{"kind": "compact", "turn": 3}], "cache-hygiene/compact", [("compacted", "the conversation was compacted in turn 3")]),
    ([call("Edit", file_path="/w/a.py", old_string="a", new_string="b"), call("Bash", "t2", command="pytest -q")], "testing/test-after-change",
     [("call", "Edit /w/a.py"), ("command", "pytest -q")]),
    ([call("Bash", command="git add .env")], "secrets/secret-file-add", [("command", "git add .env")]),
])
def test_the_evidence_is_that_of_the_hits_kind(events, detector, evidence):
    found, = [e for e in explain(session(*events), REGISTRY) if e.detector == detector]
    assert found.evidence == evidence


def test_an_absent_hit_shows_its_turn_and_prompt():
    registry = Registry([from_spec({"id": "a/b", "event": "session", "when": {"absent": {"scope": "turn", "of": {"tool": {"name": "Bash"}}}}})])
    events = [{"kind": "user_prompt", "turn": 1, "text": "please tidy up"}, said(1)]
    found, = explain(session(*events), registry)
    assert (found.key, found.tool_use_id, found.evidence) == ("1:-", None, [("in turn", "1: please tidy up")])


def test_each_absent_hit_shows_the_first_prompt_of_its_own_turn():
    registry = Registry([from_spec({"id": "a/b", "event": "session", "when": {"absent": {"scope": "turn", "of": {"tool": {"name": "Bash"}}}}})])
    prompts = [{"kind": "user_prompt", "turn": turn, "text": text} for turn, text in [(1, "one"), (2, " \n"), (3, "three"), (3, "more"), ([4], "odd")]]
    found = explain(session(*prompts), registry)
    assert [e.evidence for e in found if e.turn] == [[("in turn", "1: one")], [("in turn", "2")], [("in turn", "3: three")]]


def test_a_message_is_shown_around_its_match():
    registry = Registry([from_spec({"id": "a/b", "event": "assistant_text", "when": {"message": {"contains": "NEEDLE"}}})])
    found, = explain(session(said(1, text="\n".join("line %d" % n for n in range(400)) + " NEEDLE\n" + "tail\n" * 400)), registry)
    (_, text), = found.evidence
    assert "NEEDLE" in text and "line 0\n" not in text and len(text) < 1000


def test_a_long_write_is_shown_around_its_secret():
    text = "\n".join("row %d" % n for n in range(2000)) + "\nkey = '%s'\n" % SECRET + "end\n" * 2000
    found, = explain(session(call("Write", file_path="a", content=text)), DEFAULT)
    assert "[redacted]" in found.evidence[1][1] and len(found.evidence[1][1]) < 1000 and SECRET not in render(found)


def test_a_long_command_is_shown_around_what_matched():
    lines = ["echo step %d" % n for n in range(300)]
    lines[250] = "git commit --no-verify -m 'quick fix'"
    found, = [e for e in explain(session(call("Bash", command="\n".join(lines))), DEFAULT)]
    (_, text), = found.evidence
    assert "git commit --no-verify -m 'quick fix'" in text and "echo step 249" in text and "echo step 0\n" not in text and len(text) < 1000


def test_a_huge_write_is_explained_at_once():
    text = ("x" * 79 + "\n") * 100_000 + "k = '%s'\n" % SECRET + "password = 'abc'\n" * 50_000
    begin = time.process_time()
    found, = explain(session(call("Write", file_path="a", content=text)), DEFAULT)
    assert time.process_time() - begin < 2 and "k = '[redacted]'" in found.evidence[1][1] and SECRET not in render(found)


def test_a_switch_stands_on_the_line_of_the_answer_that_switched():
    found, = explain(session(said(1, "one"), said(1), said(2, "two")), DEFAULT)
    assert (found.turn, found.line) == (2, 12)


def test_a_secret_in_an_id_never_shows():
    found, = explain(session(call("Bash", SECRET, command="cat a.py")), DEFAULT)
    assert found.key == "1:" + SECRET and SECRET not in render(found) + to_json_line(found)


def test_repeated_keys_are_numbered():
    found = explain(session({"kind": "compact", "turn": 1}, {"kind": "compact", "turn": 1}), DEFAULT)
    assert [(e.key, e.number, e.of, e.line) for e in found] == [("1:-", 1, 2, 10), ("1:-", 2, 2, 11)]
    assert "key       1:- (2 of 2)" in render(found[1])


def test_a_python_detector_without_a_place_shows_its_turn():
    found, = explain(session(said(4)), Registry([Detector("a/b", "a", "session", lambda events, ctx: [(4, None)])]))
    assert found.evidence == [("in turn", "4")] and found.line == 0


def test_secrets_and_control_characters_never_show():
    events = [call("Bash", "t\x1b[2J", command="cat a\u202e.py && echo '%s' > \x1b]0;x\x07" % SECRET)]
    for e in explain(session(*events), DEFAULT):
        shown = render(e) + to_json_line(e)
        assert SECRET not in shown and "\x1b" not in shown and "\u202e" not in shown and "\x07" not in shown


def test_json_is_one_object_a_line():
    e, = explain(session(call("Bash", command="cat ä.py")), DEFAULT)
    line = to_json_line(e)
    assert line.isascii() and line.count("\n") == 1 and json.loads(line)["evidence"] == [["command", "cat ä.py"]]
    assert list(json.loads(line)) == sorted(json.loads(line))


@pytest.mark.parametrize("row, words", [({"runtime": "codex", "session_id": "s1", "rules": {"a/b": 1}}, "--runtime codex --session codex:s1"), (None, "--runtime auto"), ({}, "--runtime auto")])
def test_a_stored_row_says_how_it_would_be_explained(row, words):
    assert "counts only" in explain_row(row) and words in explain_row(row)


def run_cli(capsys, *argv):
    code = cli.main(["explain", "--no-config", "--root", str(DEMO / "sessions"), *argv])
    return (code, *capsys.readouterr())


def test_the_command_prints_as_many_blocks_as_report_counts_hits(capsys):
    code, out, _ = run_cli(capsys, "--rules", str(DEMO / "rules"))
    report = json.loads((cli.main(["report", "--demo", "--json"]), capsys.readouterr().out)[1])
    assert code == 0 and out.count("detector  ") == sum(entry["hits"] for entry in report["detectors"])


@pytest.mark.parametrize("argv, blocks", [
    (["--detector", "verification/no-verify"], 1), (["--session", "codex:0190900b-02c1-7001-8003-000000018697"], 0), (["--key", "1:toolu_demo203"], 1),
    (["--session", "4885898d-8f55-437c-87c0-bf1eb53b7762"], 2), (["--until", "2026-09-07"], 0), (["--runtime", "gemini"], 0),
])
def test_filters(argv, blocks, capsys):
    code, out, error = run_cli(capsys, *argv)
    assert (code, out.count("detector  ")) == (0, blocks) and ("no hit matches" in error) == (blocks == 0)


@pytest.mark.parametrize("argv, code, words", [
    (["--detector", "verification/no-verfy"], 2, "near it: verification/no-verify"), (["--session", "codex:0190900b-02c1-7001-8003-00000001869"], 2, "near it: codex:0190900b"),
    (["--detector", "commits/non-conventional-subject"], 0, "no rule of this run binds commits/non-conventional-subject"), (["--key", "9:none"], 0, "no hit matches"),
    (["--key", "x"], 2, "TURN:TOOL_USE_ID"), (["--key", "1:"], 2, "TURN:TOOL_USE_ID"), (["--since", "2027-01-01", "--session", "zzz"], 1, "no sessions found"),
])
def test_what_names_nothing_says_so(argv, code, words, capsys):
    got, out, error = run_cli(capsys, *argv)
    assert (got, out) == (code, "") and words in error


@pytest.mark.parametrize("argv", [["explain", "--bogus\x1b[2J"], ["explain", "--key", "\x1b[2J"], ["explain", "--detector", "a\u202eb"], ["explain", "--rules", "/none/\x1b[2J"], ["ex\x1b[2J"]])
def test_no_raw_character_reaches_the_terminal_through_an_error(argv, capsys):
    assert cli.main(argv) == 2
    error = capsys.readouterr().err
    assert error and "\x1b" not in error and "\u202e" not in error


ODD = [None, 7, "x", [], {}, ["x", None, {"new_string": 3}], {"command": 3}, {"command": ["a"]}, {"content": {"a": 1}}, {"edits": [None, {"new_string": SECRET}]}, {"command": "cat a.py", "content": SECRET, "edits": 4}]


@pytest.mark.parametrize("name", ["Bash", "Write", "MultiEdit", "Edit", "NotebookEdit", 5])
def test_odd_events_are_explained_as_far_as_they_go(name):
    for given in ODD:
        events = [{"kind": "tool_use", "turn": 1, "id": "t", "name": name, "input": given, "ran": True}, {"kind": "compact"}, {"kind": "assistant_text", "turn": "x", "model": 4, "text": []}, 5, said(1, "a"), said(2, "b")]
        found = explain(session(*events), REGISTRY)
        assert len(found) == sum(map(len, run(events, registry=REGISTRY).values())) >= 2
        assert SECRET not in "".join(map(render, found)) + "".join(map(to_json_line, found))


@pytest.mark.parametrize("evidence", [lambda events, ctx: 1 / 0, lambda events, ctx: [], lambda events, ctx: [[(0, "x", 0)]], lambda events, ctx: [[(9, "input.command", 0, 0)]], lambda events, ctx: [["abcd"]], lambda events, ctx: None,
                                      lambda events, ctx: [[(0, "input.command", 5, 2)]]])
def test_a_detector_that_misnames_its_evidence_is_shown_by_its_kind(evidence):
    def fn(events, ctx):
        return [(1, "t1")]

    fn.evidence = evidence
    found, = explain(session(call("Bash", command="make it so")), Registry([Detector("a/b", "a", "bash", fn)]))
    assert found.evidence == [("command", "make it so")] and found.tool == "Bash"


def test_a_secret_under_its_name_never_shows():
    registry = Registry([from_spec({"id": "a/b", "when": {"arg": {"field": "auth.password", "exists": True}}}), from_spec({"id": "a/c", "when": {"arg": {"field": "note", "exists": True}}})])
    found = explain(session(call("Login", auth={"password": "correct" + "horse"}, note="all well")), registry)
    assert [e.evidence[0][1] for e in found] == ["[redacted]", "all well"]
