"""The shipped corpus: enough labels for each detector, complete, and every detector above the floor."""
from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from ruleprobe.contract_data import SHIPPED_IDS
from ruleprobe.readers import RUNTIMES, files, iter_sessions
from ruleprobe.registry import DEFAULT, evaluate
from ruleprobe.rules import load_bundle
from ruleprobe.scores import Score
from ruleprobe.validity import (
    DEFAULT_FLOOR, below_floor, corpus_directory, hit_key, load_corpus, score_corpus, score_examples, score_session, session_name, validity,
)

DIRECTORY = Path(__file__).resolve().parent.parent / "ruleprobe" / "corpus"
REGISTRY = load_bundle(config=False).registry(whole_catalog=True)


@pytest.fixture(scope="module")
def corpus():
    return load_corpus(str(DIRECTORY))


@pytest.fixture(scope="module")
def runtimes():
    """``{session: its runtime}``."""
    return {session_name(s.path): s.runtime for s in iter_sessions(DIRECTORY / "sessions")}


def test_it_is_the_one_that_ships(monkeypatch):
    monkeypatch.delenv("RULEPROBE_CORPUS", raising=False)
    assert corpus_directory() == str(DIRECTORY)


def test_each_shipped_detector_has_enough_labels(corpus):
    fire, near = Counter(), Counter()
    for session in corpus:
        for label in session.labels:
            fire.update(label.fire)
            near.update(label.near)
    assert {name for name in SHIPPED_IDS if fire[name] < 15 or near[name] < 20} == set()
    assert set(fire) | set(near) == set(SHIPPED_IDS)


def test_each_detector_is_labelled_on_every_runtime(corpus, runtimes):
    seen = {(name, runtimes[s.name]) for s in corpus for label in s.labels for name in label.fire}
    assert seen == {(name, runtime) for name in SHIPPED_IDS for runtime in RUNTIMES}


def test_the_labels_are_the_whole_truth(corpus):
    """A hit that no label expects is only ever one at a key where a label says it must not be."""
    for session in corpus:
        expected = {(name, label.at) for label in session.labels for name in label.fire}
        near = {(name, label.at) for label in session.labels for name in label.near}
        found = evaluate(session.events, registry=REGISTRY)
        hits = {(name, hit_key(hit)) for name, found_hits in found.hits.items() for hit in found_hits}
        assert hits - expected - near == set(), session.name


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
    assert below_floor(totals, DEFAULT_FLOOR) == []


def test_every_example_of_the_catalog_is_right():
    scores = score_examples(REGISTRY)
    assert len(scores) >= 5 and all(score.fp == score.fn == 0 for score in scores.values())


def test_hits_and_opportunities_agree(corpus):
    """hits = followed for ``order``, over every session."""
    for session in corpus:
        found = evaluate(session.events, registry=REGISTRY)
        for name, opportunities in found.opportunities.items():
            assert len(found.hits.get(name, ())) == sum(1 for o in opportunities if o[2] is True)


def test_every_file_is_a_session_with_labels_or_beside_one(corpus):
    labelled = {session.name for session in corpus}
    transcripts = [path for path in files.walk(str(DIRECTORY / "sessions"), files.has_suffix)]
    assert {session_name(path) for path in transcripts} == labelled
    assert {os.path.basename(p) for p in files.walk(str(DIRECTORY), lambda path: True)} - {os.path.basename(p) for p in transcripts} == {
        "labels.yaml", ".project_root"}


def test_the_shipped_registry_alone_scores_the_same():
    assert {name: score_corpus(DEFAULT, str(DIRECTORY))[name] for name in DEFAULT.ids()} == {
        name: score_corpus(REGISTRY, str(DIRECTORY))[name] for name in DEFAULT.ids()}
