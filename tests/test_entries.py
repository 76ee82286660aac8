"""Detector files: their shapes, versions, and that a bad entry costs only itself (FR-11, FR-27, AD-9)."""
from __future__ import annotations

import pytest

from ruleprobe.declarative import parse_with_lines
from ruleprobe.entries import load_entries
from ruleprobe.registry import COMPILERS, Detector

GOOD = "  - id: a/b\n    when: {tool: A}\n"


def load(text):
    """``(ids, [(line, reason)])`` of a detector file."""
    document, lines = parse_with_lines(text, "d.yaml")
    detectors, errors = load_entries(document, "d.yaml", lines)
    assert all(error.path == "d.yaml" for error in errors)
    return [detector.id for detector in detectors], [(error.line, error.reason) for error in errors]


@pytest.mark.parametrize("text, ids", [
    ("", []), ("# nothing\n", []), ("[]", []), ("detectors:\n", []), ("detectors: []", []),
    ("- id: a/b\n  when: {tool: A}\n- id: c/d\n  when: {tool: A}\n", ["a/b", "c/d"]),
    ("version: 2\ndetectors:\n" + GOOD, ["a/b"]),
    ("id: a/b\nwhen: {tool: A}\n", ["a/b"]),
    ('{"detectors": [{"id": "a/b", "when": {"tool": "A"}}]}', ["a/b"]),
    ("version: 1\ndetectors:\n" + GOOD + "    schema_version: 2\n", ["a/b"]),
    ("version: null\ndetectors:\n" + GOOD, ["a/b"]),
])
def test_shapes(text, ids):
    assert load(text) == (ids, [])


@pytest.mark.parametrize("text, ids, faults", [
    ("just text", [], [(0, "a detector file is a list")]),
    ("version: 2\n", [], [(1, "a map with `detectors`")]),
    ("detector:\n" + GOOD, [], [(1, "did you mean `detectors`"), (1, "a map with `detectors`")]),
    ("detectors: {id: a/b}", [], [(1, "`detectors` is a list")]),
    ("verison: 2\ndetectors:\n" + GOOD, ["a/b"], [(1, "did you mean `version`")]),
    ("detectors:\n" + GOOD + "gate: {stance: x}\n", ["a/b"], [(4, "belongs into an entry")]),
    ("detectors:\n  - 3\n" + GOOD, ["a/b"], [(2, "`detector` is a map")]),
    ("detectors:\n" + GOOD + "  - id: c/d\n    when: {tol: A}\n  - id: e/f\n    when: {tool: A}\n", ["a/b", "e/f"], [(5, "did you mean `tool`")]),
    ("detectors:\n" + GOOD + GOOD, ["a/b"], [(4, "taken on line 2")]),
    ("- id: a/b\n  when: {tool: A}\n- id: c/d\n  when: {tool: A}\n- id: a/b\n  when: {tool: A}\n", ["a/b", "c/d"], [(5, "taken on line 1")]),
    ("id: a/b\nwen: {tool: A}\n", [], [(2, "did you mean `when`")]),
])
def test_a_bad_entry_costs_only_itself(text, ids, faults):
    found, errors = load(text)
    assert found == ids
    assert [(line, reason in whole) for (line, whole), (_, reason) in zip(errors, faults)] == [(line, True) for line, _ in faults]
    assert len(errors) == len(faults)


@pytest.mark.parametrize("version, reason", [("3", "newer"), ("0", "1 or 2"), ("-1", "1 or 2"), ("true", "1 or 2"), ("2.0", "1 or 2"), ('"2"', "1 or 2"), ("[2]", "1 or 2")])
def test_a_version_that_is_not_known_is_said_once_and_costs_the_entries_without_their_own(version, reason):
    text = "version: %s\ndetectors:\n%s  - id: c/d\n    when: {tool: A}\n  - id: e/f\n    schema_version: 1\n    when: {tool: A}\n" % (version, GOOD)
    ids, errors = load(text)
    assert ids == ["e/f"]
    assert [line for line, _ in errors] == [1] and reason in errors[0][1]


def test_an_entry_of_a_newer_version_is_a_finding():
    ids, errors = load("detectors:\n" + GOOD + "  - id: c/d\n    schema_version: 3\n    when: {tool: A}\n")
    assert ids == ["a/b"] and [line for line, _ in errors] == [5]


def test_a_compiler_that_fails_costs_only_its_entry(monkeypatch):
    def broken(spec, path, lines):
        raise KeyError("x")

    monkeypatch.setitem(COMPILERS, "mine", broken)
    ids, errors = load("detectors:\n" + GOOD + "  - id: c/d\n    kind: mine\n    when: {tool: A}\n")
    assert ids == ["a/b"] and errors == [(4, "the entry could not be compiled (KeyError)")]
    monkeypatch.setitem(COMPILERS, "mine", lambda spec, path, lines: Detector(spec["id"], "c", "bash", lambda events, ctx: []))
    assert load("detectors:\n" + GOOD + "  - id: c/d\n    kind: mine\n    words: x\n") == (["a/b", "c/d"], [])


def test_an_unknown_kind_is_an_error():
    ids, errors = load("detectors:\n" + GOOD + "    kind: machter\n")
    assert ids == [] and errors[0][0] == 4 and "did you mean `matcher`" in errors[0][1]
