"""The shipped corpus: enough labels for each detector, complete, and every detector above the floor."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from ruleprobe.contract_data import SHIPPED_IDS
from ruleprobe.detectors.common import SECRET_PATTERNS
from ruleprobe.readers import RUNTIMES, files, iter_sessions
from ruleprobe.registry import DEFAULT, evaluate
from ruleprobe.rules import load_bundle
from ruleprobe.scores import Score
from ruleprobe.validity import (
    DEFAULT_FLOOR, below_floor, corpus_directory, hit_key, load_corpus, score_corpus, score_examples, score_session, session_name, validity,
)

ROOT = Path(__file__).resolve().parent.parent
DIRECTORY = ROOT / "ruleprobe" / "corpus"
REGISTRY = load_bundle(config=False).registry(whole_catalog=True)

# What a person sees and its detector does not: the known misses the corpus shows.
MISSED = {
    ("transcript-hygiene/whole-file-cat", 'for f in Loom Thread Weft; do echo "== $f"; cat "src/main/java/$f.java"; done'),
    ("transcript-hygiene/whole-file-cat", "cat < CHANGELOG.md"),
    ("testing/test-after-change", "/home/dev/lantern/src/main.ts"),  # tested by a script whose name does not say so
}


@pytest.fixture(scope="module")
def corpus():
    return load_corpus(str(DIRECTORY))


@pytest.fixture(scope="module")
def read():
    """``(sessions, entries of what was set aside)``, as the readers give them."""
    aside = []
    return list(iter_sessions(DIRECTORY / "sessions", errors=aside)), aside


@pytest.fixture(scope="module")
def runtimes(read):
    """``{session: its runtime}``."""
    return {session_name(session.path): session.runtime for session in read[0]}


def labels_of(corpus, runtimes):
    for session in corpus:
        for label in session.labels:
            for sign, names in (("fire", label.fire), ("near", label.near)):
                yield from ((sign, name, runtimes[session.name]) for name in names)


def test_it_is_the_one_that_ships(monkeypatch):
    monkeypatch.delenv("RULEPROBE_CORPUS", raising=False)
    assert corpus_directory() == str(DIRECTORY)


def test_each_shipped_detector_has_enough_labels(corpus, runtimes):
    counted = Counter((sign, name) for sign, name, _ in labels_of(corpus, runtimes))
    assert {name for name in SHIPPED_IDS if counted["fire", name] < 15 or counted["near", name] < 20} == set()
    assert {name for _, name in counted} == set(SHIPPED_IDS)


@pytest.mark.parametrize("runtime", sorted(RUNTIMES))
def test_each_detector_has_a_fair_share_of_them_on_each_runtime(runtime, corpus, runtimes):
    counted = Counter((sign, name) for sign, name, where in labels_of(corpus, runtimes) if where == runtime)
    assert {name for name in SHIPPED_IDS if counted["fire", name] < 4 or counted["near", name] < 6} == set()


def test_the_labels_are_the_whole_truth(corpus):
    """Every hit is at a key labelled to fire, in sessions that name the detector and in those that do not."""
    missed = set()
    for session in corpus:
        expected = {(name, label.at) for label in session.labels for name in label.fire}
        found = evaluate(session.events, registry=REGISTRY)
        hits = {(name, hit_key(hit)) for name, found_hits in found.hits.items() for hit in found_hits}
        assert hits - expected == set(), session.name
        given = {hit_key((e["turn"], e["id"])): e["input"] for e in session.events if e["kind"] == "tool_use"}
        missed |= {(name, given[at].get("file_path", given[at].get("command"))) for name, at in expected - hits}
    assert missed == MISSED


def test_every_near_miss_says_why():
    text = (DIRECTORY / "labels.yaml").read_text(encoding="utf-8")
    labels = re.split(r"\n +- at: ", text)[1:]
    assert len(labels) > 500 and [label for label in labels if "near:" in label and "note:" not in label] == []


def test_every_detector_is_above_the_floor():
    scores = validity(REGISTRY, str(DIRECTORY))
    assert sorted(scores) == sorted(SHIPPED_IDS) and all(score.scored for score in scores.values())
    assert below_floor(scores, DEFAULT_FLOOR) == []


@pytest.mark.parametrize("runtime", sorted(RUNTIMES))
def test_every_detector_is_above_the_floor_on_each_runtime(runtime, corpus, runtimes):
    totals = {name: Score(name) for name in SHIPPED_IDS}
    for session in corpus:
        if runtimes[session.name] == runtime:
            for name, score in score_session(session, evaluate(session.events, registry=REGISTRY).hits, {}).items():
                totals[name].add(score)
    assert all(score.scored for score in totals.values()) and below_floor(totals, DEFAULT_FLOOR) == []


def test_every_example_of_the_catalog_is_right():
    scores = score_examples(REGISTRY)
    assert len(scores) >= 5 and all(score.fp == score.fn == 0 for score in scores.values())


def test_hits_and_opportunities_agree(corpus):
    """hits = followed for ``order``, over every session."""
    seen = 0
    for session in corpus:
        found = evaluate(session.events, registry=REGISTRY)
        for name, opportunities in found.opportunities.items():
            assert len(found.hits.get(name, ())) == sum(1 for o in opportunities if o[2] is True)
            seen += len(opportunities)
    assert seen > 50


def test_hits_and_opportunities_agree_for_absent(corpus):
    """hits = opportunities - followed - undecided for ``absent``, over every session."""
    from ruleprobe.registry import Registry, from_spec

    spec = {"id": "a/no-tests", "event": "session", "when": {"absent": {"of": {"command": {"runs": "tests"}}, "scope": "turn"}}}
    registry = Registry([from_spec(spec)])
    seen = Counter()
    for session in corpus:
        found = evaluate(session.events, registry=registry)
        states = Counter(followed for _, _, followed in found.opportunities.get("a/no-tests", ()))
        assert len(found.hits.get("a/no-tests", ())) == states[False]
        seen += states
    assert seen[True] > 20 and seen[False] > 50 and seen[None] > 0


def test_every_file_is_a_session_with_labels_or_a_part_of_one(corpus, read):
    labelled = {session.name for session in corpus}
    transcripts = [path for path in files.walk(str(DIRECTORY / "sessions"), files.has_suffix)]
    reverted = [path for path in transcripts if session_name(path) not in labelled]
    assert [re.sub(r"_[0-9a-f-]{36}$", "", session_name(path)) in labelled for path in reverted] == [True]
    assert {os.path.basename(p) for p in files.walk(str(DIRECTORY), lambda path: True)} - {os.path.basename(p) for p in transcripts} == {
        "labels.yaml", ".project_root"}


def test_old_forms_and_new_are_there(read):
    """By what only that form has; a form that is lost here is a reader that is not tested."""
    sessions, aside = read
    raw = {session.path: Path(session.path).read_text(encoding="utf-8") for session in sessions}
    shapes = {
        "claude inline helper": '"isSidechain":true,"userType":"external","cwd":"/home/dev/lantern"', "claude MultiEdit": '"name":"MultiEdit"',
        "claude NotebookEdit": '"name":"NotebookEdit"', "claude boundary": '"compact_boundary"', "claude old result": '"content":"1 failed',
        "claude microcompaction": '"microcompact_boundary"', "claude progress": '"agent_progress"', "claude queue": '"queue-operation"',
        "claude attachment": '"queued_command"', "claude printed": '"subtype":"init"', "claude denial": '"toolDenialBeforeRun":true',
        "codex document": '{\n "session"', "codex bare": '{"record_type":"state"}', "codex argv patch": '[\\"apply_patch\\"', "codex shell": '"name":"shell"',
        "codex local shell": '"local_shell_call"', "codex shell_command": '"name":"shell_command"', "codex heredoc patch": "apply_patch <<'EOF'",
        "codex ends": '"exec_command_end"', "codex cell": '"name":"exec"', "codex nested command": '"id":"exec-', "codex person's": '"user_shell"',
        "codex compaction": '"type":"compacted"', "codex paginated": '"item_completed"', "codex sub-agent": '"thread_spawn"',
        "gemini document": '"projectHash": ', "gemini checkpoint": '"$set":{"messages"', "gemini snapshot": "<state_snapshot>", "gemini rewind": '"$rewindTo"',
        "gemini wrapped": "<untrusted_context>", "gemini blocked": "Blocked: command substitution", "gemini threshold": "compress threshold",
        "gemini sub-agent": '"kind":"subagent"',
    }
    assert {name for name, mark in shapes.items() if not any(mark in text for text in raw.values())} == set()
    assert len({session.id for session in sessions}) == len(sessions) and sum("/" in session.id for session in sessions) >= 3
    copies = Counter(next(name for name in RUNTIMES if "%s%s%s" % (os.sep, name, os.sep) in entry["path"]) for entry in aside)
    assert copies == {"claude-code": 2, "codex": 1, "gemini": 1} and all("kept" in entry for entry in aside)


def test_its_secrets_are_invented():
    """Each is the shape of one, filled with one letter, or the example that its issuer prints."""
    shape = re.compile("|".join("(?:%s)" % pattern for pattern in SECRET_PATTERNS))
    found = set()
    for path in files.walk(str(DIRECTORY), lambda path: True):
        found |= {match.group() for match in shape.finditer(Path(path).read_text(encoding="utf-8"))}
    assert len(found) > 5
    assert {text for text in found if not (re.search(r"Q{16,}\Z", text) or text in ("AKIAIOSFODNN7EXAMPLE", "-----BEGIN RSA PRIVATE KEY-----"))} == set()


def test_it_is_small_and_soon_read():
    assert sum(os.path.getsize(path) for path in files.walk(str(DIRECTORY), lambda path: True)) < 1_000_000
    started = time.process_time()
    load_corpus(str(DIRECTORY))
    assert time.process_time() - started < 5


def test_it_is_read_only_when_scores_are_asked_for():
    program = """
import json, sys
opened = []
sys.addaudithook(lambda name, given: opened.append(str(given[0])) if name in ("open", "os.listdir", "os.scandir") else None)
import ruleprobe, ruleprobe.cli
from ruleprobe.validity import corpus_directory, validity
registry = ruleprobe.load_bundle(config=False).registry(whole_catalog=True)
ruleprobe.report_data([], registry=registry)
before = sum(path.startswith(corpus_directory()) for path in opened)
validity(registry)
print(json.dumps([before, any("labels.yaml" in path for path in opened)]))
"""
    environment = {key: value for key, value in os.environ.items() if key != "RULEPROBE_CORPUS"}
    done = subprocess.run([sys.executable, "-c", program], cwd=str(ROOT), env=environment, stdout=subprocess.PIPE, check=True)
    assert json.loads(done.stdout) == [0, True]


def test_the_shipped_registry_alone_scores_the_same():
    assert {name: score_corpus(DEFAULT, str(DIRECTORY))[name] for name in DEFAULT.ids()} == {
        name: score_corpus(REGISTRY, str(DIRECTORY))[name] for name in DEFAULT.ids()}
