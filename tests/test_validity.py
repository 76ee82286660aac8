"""Scoring against a corpus: what counts, and every way a corpus can be wrong."""
from __future__ import annotations

import json
import os

import pytest

from ruleprobe import cli
from ruleprobe.registry import DEFAULT, Detector, Registry, from_spec
from ruleprobe.scores import Score
from ruleprobe.validity import CorpusError, event_key, hit_key, load_corpus, score_corpus, score_examples, validity

CAT = "transcript-hygiene/whole-file-cat"


def call(id, command, turn=1):
    return {"kind": "tool_use", "turn": turn, "id": id, "name": "Bash", "input": {"command": command}, "ran": True}


def corpus(folder, labels, sessions=None):
    """A corpus of event sessions under ``folder``."""
    (folder / "sessions").mkdir(parents=True, exist_ok=True)
    (folder / "labels.yaml").write_text(labels, encoding="utf-8")
    for name, events in (sessions or {"one": [call("t1", "cat a.txt"), call("t2", "cat b.txt | head")]}).items():
        (folder / "sessions" / (name + ".events.jsonl")).write_text("".join(json.dumps(e) + "\n" for e in events), encoding="utf-8")
    return str(folder)


def labels(*entries, session="one", head="version: 1\n"):
    lines = "".join("      - {at: \"%s\", %s}\n" % entry for entry in entries)
    return "%ssessions:\n  - session: %s\n    labels:%s" % (head, session, "\n" + lines if lines else " []\n")


GOOD = labels(("1:t1", "fire: [%s]" % CAT), ("1:t2", "near: [%s]" % CAT))


def test_hits_and_labels_are_counted(tmp_path):
    score = score_corpus(DEFAULT, corpus(tmp_path, GOOD))[CAT]
    assert score == Score(CAT, 1, 1, 1, 0, 0, "corpus")


def test_a_hit_without_its_label_is_wrong_and_a_label_without_its_hit_too(tmp_path):
    text = labels(("1:t1", "near: [%s]" % CAT), ("1:t2", "fire: [%s]" % CAT))
    assert score_corpus(DEFAULT, corpus(tmp_path, text))[CAT] == Score(CAT, 1, 1, 0, 1, 1, "corpus")


def test_an_unlabelled_key_of_a_named_detector_is_a_false_positive(tmp_path):
    text = labels(("1:t2", "near: [%s]" % CAT))
    assert score_corpus(DEFAULT, corpus(tmp_path, text))[CAT] == Score(CAT, 0, 1, 0, 1, 0, "corpus")


def test_a_session_speaks_only_of_the_detectors_it_names(tmp_path):
    text = labels(("1:t2", "near: [verification/no-verify]"))
    scores = score_corpus(DEFAULT, corpus(tmp_path, text))
    assert scores[CAT] == Score(CAT) and scores["verification/no-verify"].negatives == 1


def test_foreign_ids_and_keys_are_passed_over_and_retired_ids_fold(tmp_path):
    text = labels(("1:t1", "fire: [old/cat, other/tool]"), ("1:t2", "near: [old/cat]"), head="version: 1\nowner: somebody\n")
    scores = score_corpus(Registry(DEFAULT, {"old/cat": CAT}), corpus(tmp_path, text))
    assert scores[CAT] == Score(CAT, 1, 1, 1, 0, 0, "corpus") and "other/tool" not in scores


def test_turn_and_final_of_an_event_session_are_taken_as_written(tmp_path):
    detector = Detector("a/late", "a", "session", lambda events, ctx: [(e["turn"], None) for e in ctx.finals])
    events = [{"kind": "assistant_text", "turn": 37, "text": "x", "final": True}, {"kind": "assistant_text", "turn": 37, "text": "y", "final": False}]
    text = labels(("37:-", "fire: [a/late]"))
    assert score_corpus(Registry([detector]), corpus(tmp_path, text, {"one": events}))["a/late"].tp == 1


@pytest.mark.parametrize("text, reason", [
    ("", "`sessions:` is a list"), ("- 1\n", "`sessions:` is a list"), ("sessions: {}\n", "`sessions:` is a list"), ("sessions: &x []\n", "anchors"),
    (GOOD + "  - session: one\n    labels: []\n", "labelled twice"), (GOOD.replace("session: one", "session: two"), "the session one has no labels"),
    (GOOD + "  - session: two\n    labels: []\n", "no session two"), (GOOD.replace("labels:", "label:"), "unknown key 'label'"),
    (GOOD.replace("fire:", "fires:"), "unknown key 'fires'"), (GOOD.replace("1:t1", "2:t1"), "no event of one at 2:t1"),
    (GOOD.replace("1:t1", "nowhere"), "`at` is"), (GOOD.replace("1:t1", "1:t2"), "two labels of one at 1:t2"), (GOOD.replace("1:t1", "9:-"), "no event of one at 9:-"),
    (GOOD.replace("fire: [%s]" % CAT, "fire: x"), "lists of detector ids"), (GOOD.replace("fire: [%s]" % CAT, "fire: []"), "not both empty"),
    (GOOD.replace("fire: [%s]" % CAT, "fire: [%s], near: [%s]" % (CAT, CAT)), "both `fire` and `near`"), (GOOD.replace("session: one", "session: 3"), "a session has a name"),
    (GOOD.replace("  - session: one\n    labels:", "  - one\n  - labels:"), "a mapping is expected"),
])
def test_what_is_wrong_with_labels_is_said_with_its_line(text, reason, tmp_path):
    with pytest.raises(CorpusError) as caught:
        load_corpus(corpus(tmp_path, text))
    assert reason in str(caught.value) and "labels.yaml" in str(caught.value)


def test_a_detector_that_hits_twice_at_one_key_is_refused(tmp_path):
    twice = Detector("a/twice", "a", "bash", lambda events, ctx: [(1, "t1"), (1, "t1")])
    with pytest.raises(CorpusError, match="a/twice hits twice at 1:t1"):
        score_corpus(Registry([twice]), corpus(tmp_path, labels(("1:t1", "fire: [a/twice]"))))


def test_two_sessions_of_one_name_are_refused(tmp_path):
    folder = corpus(tmp_path, GOOD)
    os.mkdir(os.path.join(folder, "sessions", "more"))
    os.link(os.path.join(folder, "sessions", "one.events.jsonl"), os.path.join(folder, "sessions", "more", "one.events.jsonl"))
    with pytest.raises(CorpusError, match="two sessions are named one"):
        load_corpus(folder)


@pytest.mark.parametrize("name, content, reason", [
    ("stray.jsonl", '{"a": 1}\n', "not a transcript of claude-code or codex or gemini"), ("more/stray.jsonl", "no JSON\n", "not a transcript"),
    ("rollout-2026-03-02T09-00-00-x.jsonl", '{"timestamp":"2026-03-02T09:00:00.000Z","type":"event_msg","payload":{"type":"user_message","message":"hi"}}\n', "has no labels"),
])
def test_a_session_file_without_labels_is_refused(name, content, reason, tmp_path):
    folder = corpus(tmp_path, GOOD)
    path = tmp_path / "sessions" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CorpusError, match=reason) as caught:
        load_corpus(folder)
    assert path.name.rpartition(".")[0] in str(caught.value)


@pytest.mark.parametrize("name", ["journal.jsonl", "notes.txt", "agent-a1.meta.json", "projects.json", ".project_root"])
def test_what_lies_beside_sessions_is_no_session(name, tmp_path):
    folder = corpus(tmp_path, GOOD)
    (tmp_path / "sessions" / name).write_text('{"a": 1}\n', encoding="utf-8")
    assert [session.name for session in load_corpus(folder)] == ["one"]


@pytest.mark.parametrize("content", ["{", "[]\n", "3\n", "\xff", "[" * 100000])
def test_an_unreadable_event_session_is_refused(content, tmp_path):
    folder = corpus(tmp_path, GOOD)
    with open(os.path.join(folder, "sessions", "one.events.jsonl"), "w", encoding="latin-1") as stream:
        stream.write(content)
    with pytest.raises(CorpusError, match="one.events.jsonl"):
        load_corpus(folder)


@pytest.mark.parametrize("missing", ["labels.yaml", "sessions"])
def test_a_directory_that_is_no_corpus_is_refused(missing, tmp_path):
    folder = corpus(tmp_path, GOOD, {"one": [call("t1", "x"), call("t2", "y")]})
    if missing == "sessions":
        os.remove(os.path.join(folder, "sessions", "one.events.jsonl"))
        os.rmdir(os.path.join(folder, "sessions"))
    else:
        os.remove(os.path.join(folder, missing))
    with pytest.raises(CorpusError, match=missing):
        load_corpus(folder)


SPEC = {"id": "a/deploy", "when": {"command": ["make", "deploy"]}, "examples": {
    "fire": [{"bash": "make deploy"}, {"bash": "make  deploy x"}, {"bash": "gmake deploy"}], "skip": [{"bash": "make test"}, {"bash": "make deploy --dry"}]}}


def test_examples_score_a_detector():
    score = score_examples(Registry([from_spec(SPEC)]))["a/deploy"]
    assert score == Score("a/deploy", 3, 2, 2, 1, 1, "examples")


def test_a_gate_is_opened_for_examples():
    score = score_examples(Registry([from_spec(dict(SPEC, gate={"stance": "m", "variants": ["on"]}))]))["a/deploy"]
    assert score.tp == 2


def test_corpus_and_examples_add(tmp_path):
    spec = dict(SPEC, id=CAT)
    assert validity(Registry([from_spec(spec)]), corpus(tmp_path, GOOD))[CAT] == Score(CAT, 4, 3, 2, 1, 2, "corpus")


@pytest.mark.parametrize("given, key", [((3, "t"), "3:t"), ((3, None), "3:-"), (("id", 3, "t"), "3:t"), (("id", 3, None), "3:-")])
def test_the_key_of_a_hit(given, key):
    assert hit_key(given) == key


@pytest.mark.parametrize("event, key", [({"turn": 3, "id": "t"}, "3:t"), ({"turn": 3, "tool_use_id": "t"}, "3:t"), ({"turn": 3}, "3:-"), ({"turn": 3, "id": 7}, "3:-")])
def test_the_key_of_an_event(event, key):
    assert event_key(event) == key


def run_cli(capsys, *argv):
    code = cli.main(list(argv))
    return (code, *capsys.readouterr())


def test_the_corpus_command(tmp_path, capsys, monkeypatch):
    folder = corpus(tmp_path, GOOD)
    code, out, error = run_cli(capsys, "corpus", "--no-config", "--corpus", folder)
    assert code == 0 and error == "" and [line.split()[:6] for line in out.splitlines() if line.startswith(CAT)] == [[CAT, "1", "1", "1", "0", "0"]]
    monkeypatch.setenv("RULEPROBE_CORPUS", folder)
    code, out, _ = run_cli(capsys, "corpus", "--no-config", "--json")
    assert code == 0 and json.loads(out)["detectors"][CAT]["source"] == "corpus"


def test_a_detector_under_the_floor_fails_and_is_annotated_in_ci(tmp_path, capsys, monkeypatch):
    folder = corpus(tmp_path, labels(("1:t1", "near: [%s]" % CAT)))
    code, out, error = run_cli(capsys, "corpus", "--no-config", "--corpus", folder)
    assert code == 1 and error == "" and out.splitlines()[-1] == "under the floor: " + CAT
    assert run_cli(capsys, "corpus", "--no-config", "--corpus", folder, "--floor", "0")[0] == 0
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert run_cli(capsys, "corpus", "--no-config", "--corpus", folder)[2].startswith("::error title=%s::%s has precision 0.0000" % (CAT, CAT))


@pytest.mark.parametrize("text, ends, written", [
    ("a/b has 0.5; 50%", "", "a/b has 0.5; 50%25"), ("x: y, z", "", "x: y, z"), ("x: y, z", ":,", "x%3A y%2C z"), ("a\r\nb", "", "a%0D%0Ab"), ("%0A", ":,", "%250A")])
def test_an_annotation_is_escaped_as_the_runner_reads_it(text, ends, written):
    assert cli.escaped(text, ends) == written


def test_an_annotation_of_a_strange_id_stays_one_line(tmp_path, capsys, monkeypatch):
    (tmp_path / "d.yaml").write_text('id: "a,b/c:d %"\nwhen: {command: [make]}\nexamples:\n  fire: [{bash: nothing}]\n', encoding="utf-8")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    code, _, error = run_cli(capsys, "corpus", "--no-config", "--corpus", corpus(tmp_path, GOOD), "--detectors", str(tmp_path / "d.yaml"))
    assert code == 1 and error == "::error title=a%2Cb/c%3Ad %25::a,b/c:d %25 has precision 1.0000 and recall 0.0000; the floor is 0.9\n"


@pytest.mark.parametrize("floor", ["-0.1", "1.01", "nan", "x"])
def test_a_floor_outside_0_to_1_is_a_usage_error(floor, capsys):
    assert run_cli(capsys, "corpus", "--floor", floor)[0] == 2


def test_a_missing_corpus_says_what_to_do(tmp_path, capsys):
    code, out, error = run_cli(capsys, "corpus", "--no-config", "--corpus", str(tmp_path / "none"))
    assert (code, out) == (2, "") and "RULEPROBE_CORPUS" in error and "install or unpack" in error


def test_report_shows_validity_when_asked(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("RULEPROBE_CORPUS", corpus(tmp_path, GOOD))
    _, out, _ = run_cli(capsys, "report", "--demo", "--validity")
    shown = {line.split()[0]: line for line in out.split("\n\n")[0].splitlines()}
    assert shown[CAT].endswith("p=1.00 r=1.00") and shown["cache-hygiene/compact"].endswith("not in the corpus")
    assert shown["testing/test-after-change"].endswith("p=1.00 r=1.00")
    data = json.loads(run_cli(capsys, "report", "--demo", "--validity", "--json")[1])
    assert {e["detector"]: e["validity"] for e in data["detectors"]}[CAT]["tp"] == 1
