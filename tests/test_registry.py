"""Detectors, the registry, and the isolation of each detector from the others."""
from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from ruleprobe import registry as module
from ruleprobe.events import Hit, counts
from ruleprobe.registry import DEFAULT, Detector, Registry, evaluate, fold_map, from_spec, register_compiler, run, unread_texts

EVENTS = [
    {"kind": "user_prompt", "turn": 1, "text": "go"},
    {"kind": "tool_use", "turn": 1, "id": "t1", "name": "Bash", "input": {"command": "cat notes.txt"}, "ran": True},
    {"kind": "assistant_text", "turn": 1, "text": "done", "final": True},
]


def detector(id="a/one", fn=lambda events, ctx: [(1, None)], **options):
    return Detector(id, id.partition("/")[0] or "a", options.pop("event", "session"), fn, **options)


def test_default_holds_the_six_in_order():
    assert DEFAULT.ids() == ["transcript-hygiene/whole-file-cat", "transcript-hygiene/unfiltered-find", "verification/no-verify",
                             "secrets/secret-in-write", "cache-hygiene/compact", "cache-hygiene/model-switch"]


def test_run_gives_hits_by_id():
    found = run(EVENTS)
    assert found == {"transcript-hygiene/whole-file-cat": [("transcript-hygiene/whole-file-cat", 1, "t1")]}
    assert isinstance(found["transcript-hygiene/whole-file-cat"][0], Hit)
    assert counts(found) == {"transcript-hygiene/whole-file-cat": 1}


@pytest.mark.parametrize("junk", [None, 7, "text", {}, {"kind": "compact"}, b"x", 1.5, []])
def test_run_on_anything_but_events_is_empty(junk):
    assert run(junk) == {}


def test_what_is_no_event_costs_only_itself():
    assert list(run([None, 3, "x", [], {}, {"kind": 7}, {"kind": "tool_use", "input": 3, "name": "Bash"}] + EVENTS)) == [
        "transcript-hygiene/whole-file-cat"]


@pytest.mark.parametrize("bad, error", [
    (detector(fn=1), TypeError), ("x", TypeError), (detector(""), ValueError), (Detector("a/b", "", "session", len), ValueError),
    (Detector("a/b", "a/b", "session", len), ValueError), (Detector("a/b", "a", "nothing", len), ValueError),
    (Detector(3, "a", "session", len), ValueError),
])
def test_add_refuses(bad, error):
    with pytest.raises(error):
        Registry().add(bad)


def test_an_id_already_there_is_replaced_in_place():
    registry = Registry([detector("a/one"), detector("a/two")])
    newer = detector("a/one", event="bash")
    registry.add(newer)
    assert registry.ids() == ["a/one", "a/two"] and registry.get("a/one") is newer
    assert len(registry) == 2 and "a/two" in registry and registry.get("a/three") is None
    assert registry.remove("a/one") is newer and registry.ids() == ["a/two"]


def test_a_copy_is_its_own():
    copy = DEFAULT.copy()
    copy.add(detector())
    copy.rename("x/y", "a/one")
    assert "a/one" not in DEFAULT and DEFAULT.fold_map() == {}


@pytest.mark.parametrize("gate, stances, enabled", [
    (None, None, True), (("m", ["on"]), None, False), (("m", ["on"]), {"m": "on"}, True), (("m", ["on"]), {"m": "off"}, False),
    (("m", None), {"m": "x"}, True), (("m", None), {}, False), (("m", ("on", "off")), {"m": "off"}, True),
])
def test_gates(gate, stances, enabled):
    assert bool(run(EVENTS, stances, registry=Registry([detector(gate=gate)]))) is enabled


def mutate_list(events, ctx):
    events.append({"kind": "compact", "turn": 9})
    return []


def mutate_event(events, ctx):
    events[1]["name"] = "Write"
    return []


def mutate_bash(events, ctx):
    ctx.bash.clear()
    return []


def swap(events, ctx):
    events[0] = dict(events[0])
    return []


@pytest.mark.parametrize("bad, error", [
    (detector("b/bad", lambda e, c: 1 / 0), "ZeroDivisionError"), (detector("b/bad", lambda e, c: 3), "TypeError"),
    (detector("b/bad", lambda e, c: None), "TypeError"), (detector("b/bad", lambda e, c: [3]), "TypeError"),
    (detector("b/bad", lambda e, c: ["ab"]), "TypeError"), (detector("b/bad", lambda e, c: [(1, 2, 3)]), "ValueError"),
    (detector("b/bad", lambda e, c: [(True, None)]), "TypeError"), (detector("b/bad", lambda e, c: [("1", None)]), "TypeError"),
    (detector("b/bad", lambda e, c: [(1, 7)]), "TypeError"), (detector("b/bad", lambda e: []), "TypeError"),
    (detector("b/bad", gate=5), "TypeError"), (detector("b/bad", gate=("m",)), "ValueError"), (detector("b/bad", gate=("m", 3)), "TypeError"),
    (detector("b/bad", gate=("m", "on")), "TypeError"), (detector("b/bad", mutate_list), "RuntimeError"),
    (detector("b/bad", mutate_event), "RuntimeError"), (detector("b/bad", mutate_bash), "RuntimeError"),
    (detector("b/bad", swap), "RuntimeError"),
])
def test_a_bad_detector_costs_only_itself(bad, error):
    events = [dict(event) for event in EVENTS]
    registry = Registry([detector("a/before"), bad, detector("z/after", lambda e, c: [(len(e), c.bash[0].id)])] + list(DEFAULT))
    errors = []
    found = run(events, {"m": "on"}, registry=registry, errors=errors)
    assert found == {"a/before": [("a/before", 1, None)], "z/after": [("z/after", 3, "t1")],
                     "transcript-hygiene/whole-file-cat": [("transcript-hygiene/whole-file-cat", 1, "t1")]}
    assert errors == [{"detector": "b/bad", "error": error}]
    assert events == EVENTS
    with pytest.raises(Exception) as caught:
        run(events, {"m": "on"}, registry=registry, strict=True)
    assert type(caught.value).__name__ == error


@pytest.mark.parametrize("opportunities, error", [
    (lambda e, c: 1 / 0, "ZeroDivisionError"), (lambda e, c: [(1, None)], "ValueError"), (lambda e, c: [(1, None, 1)], "TypeError"),
    (lambda e, c: [("x", None, True)], "TypeError"), (5, "TypeError"),
])
def test_bad_opportunities_cost_only_the_compliance(opportunities, error):
    errors = []
    registry = Registry([detector(opportunities=opportunities), detector("b/two", opportunities=lambda e, c: [(1, "t1", None)])])
    outcome = evaluate(EVENTS, registry=registry, errors=errors)
    assert list(outcome.hits) == ["a/one", "b/two"]
    assert outcome.opportunities == {"b/two": [(1, "t1", None)]}
    assert errors == [{"detector": "a/one", "hook": "opportunities", "error": error}]


def test_opportunities_are_not_asked_after_a_failure_nor_by_run():
    asked = []
    failing = detector(fn=lambda e, c: 1 / 0, opportunities=lambda e, c: asked.append(1) or [])
    evaluate(EVENTS, registry=Registry([failing]), errors=[])
    run(EVENTS, registry=Registry([detector(opportunities=lambda e, c: asked.append(1) or [])]))
    assert asked == []


def test_a_subclass_with_properties_and_positional_construction():
    class Mine(Detector):
        __slots__ = ()

        @property
        def severity(self):
            return "low"

        @property
        def scope(self):
            return self.rule

    four, five = Mine("a/one", "a", "bash", lambda e, c: []), Mine("a/two", "a", "bash", lambda e, c: [], ("m", None))
    assert (four.gate, five.gate, four.severity, five.scope) == (None, ("m", None), "low", "a")
    assert Registry([four, five]).ids() == ["a/one", "a/two"]


@pytest.mark.parametrize("renamed, resolved", [
    ({}, {}), ({"a": "b"}, {"a": "b"}), ({"a": "b", "b": "c", "c": "d"}, {"a": "d", "b": "d", "c": "d"}),
])
def test_chains_of_renames_are_followed(renamed, resolved):
    assert fold_map(renamed) == resolved


@pytest.mark.parametrize("renamed", [{"a": "a"}, {"a": "b", "b": "a"}, {"x": "a", "a": "b", "b": "c", "c": "b"}])
def test_a_circle_of_renames_is_refused(renamed):
    with pytest.raises(ValueError):
        Registry(renamed=renamed)
    registry = Registry()
    with pytest.raises(ValueError):
        for old, new in renamed.items():
            registry.rename(old, new)
    assert fold_map(registry.fold_map()) == registry.fold_map()


def test_the_consumers_rename_wins(monkeypatch):
    monkeypatch.setattr(module, "RENAMED", {"old": "shipped"})
    assert Registry(renamed={"old": "mine"}).fold_map() == {"old": "mine"}


def point(name, load):
    return SimpleNamespace(name=name, value=name, load=load)


def points(monkeypatch, found, modern):
    def with_group(group=None):
        return found if group == "ruleprobe.detectors" else []

    from importlib import metadata

    monkeypatch.setattr(metadata, "entry_points", with_group if modern else lambda: {"ruleprobe.detectors": found})


@pytest.mark.parametrize("modern", [True, False])
def test_detectors_from_entry_points(monkeypatch, modern):
    found = [point("c", lambda: Registry([detector("p/reg")])), point("b", lambda: (lambda: [detector("p/list")])),
             point("a", lambda: detector("p/one")), point("broken", lambda: 1 / 0), point("odd", lambda: [7])]
    points(monkeypatch, found, modern)
    errors = []
    registry = Registry.from_entry_points("ruleprobe.detectors", DEFAULT, errors)
    assert registry.ids() == DEFAULT.ids() + ["p/one", "p/list", "p/reg"]
    assert errors == [{"plugin": "broken", "error": "ZeroDivisionError"}, {"plugin": "odd", "error": "TypeError"}]
    with pytest.raises(ZeroDivisionError):
        Registry.from_entry_points("ruleprobe.detectors")
    assert Registry.from_entry_points("other.group").ids() == []


def test_a_registered_compiler_serves_its_kind(monkeypatch):
    monkeypatch.setattr(module, "COMPILERS", dict(module.COMPILERS))
    register_compiler("mine", lambda spec, path, lines: detector(spec["id"]))
    assert from_spec({"kind": "mine", "id": "m/x"}).id == "m/x"


def test_importing_the_module_leaves_default_unchanged_by_use():
    before = DEFAULT.ids()
    run(EVENTS)
    assert DEFAULT.ids() == before and "ruleprobe.registry" in sys.modules


@pytest.mark.parametrize("extra, unread", [
    ([], {"assistant_text.text", "tool_result.text", "user_prompt.text"}),
    ([detector()], set()),
    ([from_spec({"id": "a/b", "event": "assistant_text", "when": {"message": {"contains": "x"}}})], {"tool_result.text", "user_prompt.text"}),
    ([from_spec({"id": "a/b", "event": "session", "when": {"absent": {"of": {"any": [{"message": {"role": "user", "regex": "x"}}]}}}})],
     {"tool_result.text", "assistant_text.text"}),
    ([from_spec({"id": "a/b", "event": "session", "when": {"change": {"field": "text"}}})], {"tool_result.text", "user_prompt.text"}),
    ([from_spec({"id": "a/b", "event": "session", "when": {"absent": {"of": {"message": {"role": "user"}}}}})],
     {"assistant_text.text", "tool_result.text", "user_prompt.text"}),
])
def test_texts_that_no_detector_reads(extra, unread):
    assert unread_texts(Registry(list(DEFAULT) + extra)) == unread
