"""A wrong hit becomes a labelled negative: what is written, what is refused, and that nothing is left half done."""
from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from ruleprobe import cli, declarative
import ruleprobe.label as module
from ruleprobe.events import Session
from ruleprobe.label import LabelRefused, label
from ruleprobe.registry import DEFAULT, Detector, Registry
from ruleprobe.rules import load_bundle
from ruleprobe.validity import score_corpus

ROOT = Path(__file__).resolve().parent.parent
CAT, SECRET_WRITE, TESTS = "transcript-hygiene/whole-file-cat", "secrets/secret-in-write", "testing/test-after-change"
SECRET = "ghp_" + "a1B2" * 9
REGISTRY = load_bundle(config=False).registry(whole_catalog=True)


def call(id, command, turn=37, **more):
    return {"kind": "tool_use", "turn": turn, "id": id, "name": "Bash", "input": {"command": command, **more}, "ran": True}


EVENTS = [
    {"kind": "user_prompt", "turn": 37, "text": "a private prompt"}, call("t1", "cat notes.txt", cmd="cat notes.txt", token=SECRET), call("t2", "cat a.txt; echo %s" % SECRET),
    {"kind": "tool_use", "turn": 37, "id": "w1", "name": "Write", "input": {"file_path": "a", "content": SECRET}, "ran": True},
    {"kind": "tool_use", "turn": 37, "id": "e1", "name": "Edit", "input": {"file_path": "a.py", "old_string": "a", "new_string": "b"}, "ran": True}, call("t3", "pytest -q"),
    {"kind": "compact", "turn": 38},
]


def session(events=EVENTS):
    return Session("s1", "repo", "codex", [dict(e) for e in events], "/t/s1.jsonl")


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def write(folder, name="one", detector=CAT, key="37:t1", registry=REGISTRY):
    return label(session(), registry, detector, key, str(folder), name)


def test_it_writes_the_one_event_and_its_label(tmp_path):
    written = write(tmp_path)
    assert set(tree(tmp_path)) == {"labels.yaml", "sessions", "sessions/one.events.jsonl"}
    event, = [json.loads(line) for line in Path(written.session).read_text().splitlines()]
    assert event == call("t1", "cat notes.txt", cmd="cat notes.txt", token="[redacted]")
    assert declarative.load(written.labels)[0] == {"version": 1, "sessions": [
        {"session": "one", "note": module.NOTE, "labels": [{"at": "37:t1", "near": [CAT]}]}]}
    assert score_corpus(DEFAULT, str(tmp_path))[CAT].as_dict()["fp"] == 1


def test_no_secret_and_nothing_else_of_the_transcript_is_written(tmp_path):
    write(tmp_path)
    held = b"".join(content for content in tree(tmp_path).values() if content)
    assert SECRET.encode() not in held and b"private prompt" not in held and b"pytest" not in held


@pytest.mark.parametrize("old", [
    "version: 1\nsessions:\n  - session: x\n    labels: []\n", "version: 1\nsessions:\n- session: x\n  labels: []\n", "# mine\nsessions:\n\n  # first\n  - session: x\n    labels: []",
    "owner: me\nsessions:\n    - session: x\n      labels: []\n",
])
def test_labels_are_appended_to_and_what_was_there_stays(old, tmp_path):
    (tmp_path / "labels.yaml").write_text(old)
    write(tmp_path)
    text = (tmp_path / "labels.yaml").read_text()
    assert text.startswith(old) and [entry["session"] for entry in declarative.parse(text)["sessions"]] == ["x", "one"]


@pytest.mark.parametrize("old, reason", [
    ("sessions: []\n", "cannot be appended"), ("sessions: [{session: x, labels: []}]\n", "cannot be appended"), ("sessions:\n  - session: x\n    labels: []\nversion: 1\n", "cannot be appended"),
    ('{"version": 1, "sessions": []}', "cannot be appended"), ("sessions: 3\n", "is a list"), ("- x\n", "is a list"), ("sessions: *x\n", "cannot be read"),
    ("sessions:\n  - session: one\n    labels: []\n", "labels of a session one already"),
])
def test_labels_it_cannot_append_to_are_refused(old, reason, tmp_path):
    (tmp_path / "labels.yaml").write_text(old)
    refused(tmp_path, reason)


def refused(folder, reason, **options):
    before = tree(folder)
    with pytest.raises(LabelRefused, match=reason):
        write(folder, **options)
    assert tree(folder) == before


@pytest.mark.parametrize("options, reason", [
    ({"detector": "cache-hygiene/compact", "key": "38:-"}, "one event cannot reproduce"), ({"key": "37:t3"}, "has no hit at 37:t3"), ({"key": "1:t1"}, "it has 37:t1"),
    ({"detector": TESTS, "key": "37:e1"}, "the rest of the session"), ({"detector": SECRET_WRITE, "key": "37:w1"}, "redaction changes what"), ({"key": "37:t2"}, "redaction changes the field"),
    ({"name": "../x"}, "a name is"), ({"name": "a/b"}, "a name is"), ({"name": ".hidden"}, "a name is"), ({"name": ""}, "a name is"), ({"name": "x" * 101}, "a name is"), ({"name": "a\nb"}, "a name is"),
])
def test_what_would_be_no_honest_negative_is_refused(options, reason, tmp_path):
    refused(tmp_path, reason, **options)


def test_a_missing_directory_is_refused(tmp_path):
    with pytest.raises(LabelRefused, match="no such directory"):
        write(tmp_path / "none")
    assert tree(tmp_path) == {}


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs links")
@pytest.mark.parametrize("name, target", [("sessions", "elsewhere"), ("labels.yaml", "elsewhere/labels.yaml"), ("labels.yaml", "nowhere")])
def test_a_link_is_not_followed(name, target, tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "corpus" / name).symlink_to(tmp_path / target)
    with pytest.raises(LabelRefused, match="is a link"):
        write(tmp_path / "corpus")
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "link", "directory"])
def test_a_taken_name_is_refused(kind, tmp_path):
    taken = tmp_path / "sessions" / "one.events.jsonl"
    taken.parent.mkdir()
    if kind == "link":
        taken.symlink_to(tmp_path / "nowhere")
    else:
        taken.mkdir() if kind == "directory" else taken.write_text("mine")
    refused(tmp_path, "exists already")


@pytest.mark.parametrize("existing", ["", "version: 1\nsessions:\n  - session: x\n    labels: []\n"], ids=["new", "old"])
@pytest.mark.parametrize("function", ["mkdir", "open", "fsync", "link", "replace"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()], ids=["disk", "interrupt", "memory"])
def test_a_failure_at_any_write_leaves_no_trace(existing, function, after, error, tmp_path, monkeypatch):
    if existing:
        (tmp_path / "labels.yaml").write_text(existing)
    before, real, count = tree(tmp_path), getattr(os, function), [0]
    for nth in (1, 2):
        def failing(*arguments, **options):
            count[0] += 1
            if count[0] == nth:
                if after:
                    real(*arguments, **options)
                raise error
            return real(*arguments, **options)

        count[0] = 0
        with monkeypatch.context() as patch:
            patch.setattr(module.os, function, failing)
            try:
                write(tmp_path)
            except (LabelRefused, KeyboardInterrupt, MemoryError):
                assert tree(tmp_path) == before
                continue
        assert nth == 2 and set(tree(tmp_path)) == {"labels.yaml", "sessions", "sessions/one.events.jsonl"}
        break


def test_a_file_system_without_links_will_do(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(module.os, "link", refuse)
    write(tmp_path)
    assert set(tree(tmp_path)) == {"labels.yaml", "sessions", "sessions/one.events.jsonl"}


def test_labels_that_change_meanwhile_are_left_as_they_are(tmp_path, monkeypatch):
    real = os.link

    def meddle(*arguments):
        real(*arguments)
        (tmp_path / "labels.yaml").write_text("mine")

    monkeypatch.setattr(module.os, "link", meddle)
    with pytest.raises(LabelRefused, match="changed meanwhile"):
        write(tmp_path)
    assert tree(tmp_path) == {"labels.yaml": b"mine"}


@pytest.mark.skipif(os.name == "nt", reason="POSIX modes")
def test_the_labels_keep_who_may_read_them(tmp_path):
    (tmp_path / "labels.yaml").write_text("version: 1\nsessions:\n  - session: x\n    labels: []\n")
    (tmp_path / "labels.yaml").chmod(0o600)
    write(tmp_path)
    assert (tmp_path / "labels.yaml").stat().st_mode & 0o777 == 0o600


def test_a_name_another_session_has_in_another_form_is_refused(tmp_path):
    (tmp_path / "sessions" / "deep").mkdir(parents=True)
    (tmp_path / "sessions" / "deep" / "one.jsonl").write_text("{}")
    refused(tmp_path, "exists already")


def hits(*pairs, **options):
    return Registry([Detector("a/b", "a", "bash", lambda events, ctx: [pair for pair in pairs if any(e.get("id") == pair[1] for e in events)], **options)])


@pytest.mark.parametrize("registry, stances, reason", [
    (hits((37, "t1"), (37, "t1")), {}, "hits twice"), (hits((37, "t1"), gate=("mode", ["strict"])), {"mode": "strict"}, "waits for a stance"), (hits((37, "t1"), gate=("mode", ["strict"])), {}, "has no hit"),
])
def test_what_the_corpus_could_not_score_is_refused(registry, stances, reason, tmp_path):
    with pytest.raises(LabelRefused, match=reason):
        label(session(), registry, "a/b", "37:t1", str(tmp_path), "one", stances)
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("given", [{"password": "hunter" + "22x"}, {"headers": {"authorization": "Bearer " + "zzzz1234yyyy"}}, {"edits": [{"note": "token=" + "zzzz1234yyyy"}]}, {"env": {"API_KEY": "zzzz" + "1234yyyy"}}])
def test_a_secret_under_its_name_is_not_written(given, tmp_path):
    written = label(session([call("t1", "cat notes.txt", **given)]), REGISTRY, CAT, "37:t1", str(tmp_path), "one")
    text = Path(written.session).read_text()
    assert "hunter" not in text and "1234yyyy" not in text and "[redacted]" in text and "cat notes.txt" in text


def test_a_detector_of_ones_own_can_be_labelled(tmp_path):
    mine = Registry([Detector("a/any", "a", "bash", lambda events, ctx: [(p.turn, p.id) for p in ctx.bash])])
    write(tmp_path, detector="a/any", key="37:t3", registry=mine)
    assert score_corpus(mine, str(tmp_path))["a/any"].fp == 1


def run_cli(capsys, *argv):
    code = cli.main(["label", "--no-config", "--root", str(ROOT / "ruleprobe" / "demo" / "sessions"), *argv])
    return (code, *capsys.readouterr())


GIVEN = ["--session", "claude-code:4885898d-8f55-437c-87c0-bf1eb53b7762", "--detector", "verification/no-verify", "--key", "1:toolu_demo203", "--name", "wip"]


def test_the_command_names_the_run_that_scores_it(tmp_path, capsys):
    code, out, _ = run_cli(capsys, *GIVEN, "--corpus", str(tmp_path))
    assert code == 0 and "ruleprobe corpus --corpus %s --no-config\n" % tmp_path in out
    code = cli.main(["corpus", "--no-config", "--corpus", str(tmp_path)])
    assert code == 1 and "verification/no-verify                0    1   0   1   0" in capsys.readouterr().out
    assert run_cli(capsys, *GIVEN, "--corpus", str(tmp_path))[0] == 2


@pytest.mark.parametrize("change, words", [
    ({"--session": "nope"}, "0 sessions are nope"), ({"--detector": "verification/no-verfy"}, "near it: verification/no-verify"), ({"--key": "9:x"}, "nothing was written"), ({"--name": "../x"}, "nothing was written"),
])
def test_a_refusal_exits_2_and_writes_nothing(change, words, tmp_path, capsys):
    argv = [change.get(before, value) for before, value in zip([""] + GIVEN, GIVEN)]
    code, out, error = run_cli(capsys, *argv, "--corpus", str(tmp_path))
    assert (code, out, tree(tmp_path)) == (2, "", {}) and words in error


@pytest.mark.parametrize("missing", range(0, 8, 2))
def test_each_flag_is_required(missing, tmp_path, capsys):
    argv = GIVEN[:missing] + GIVEN[missing + 2:]
    assert run_cli(capsys, *argv, "--corpus", str(tmp_path))[0] == 2
