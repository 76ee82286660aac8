"""Detectors as data: entries, what ``event`` reads, gates, examples, evidence, and what is an error with its line (FR-10, FR-24, FR-27)."""
from __future__ import annotations

import gc
import weakref

import pytest

from ruleprobe.declarative import DeclarativeError, parse_with_lines
from ruleprobe.events import TEXTS
from ruleprobe.matchers import compile_detector, compile_matcher, is_undecided
from ruleprobe.registry import COMPILERS, DEFAULT, Detector, Registry, from_spec, run
from ruleprobe.shell import analyse


def bash(command, turn=1, **more):
    return {"kind": "tool_use", "id": "b%d" % turn, "turn": turn, "name": "Bash", "input": {"command": command}, "ran": True, **more}


def said(text, turn=1, final=True):
    return {"kind": "assistant_text", "turn": turn, "text": text, "final": final}


SESSION = [
    {"kind": "user_prompt", "turn": 1, "text": "go"},
    bash("git push --force origin main"),
    {"kind": "tool_use", "id": "w", "turn": 1, "name": "Write", "input": {"file_path": "/w/a.py", "content": "x = 1\nTODO\n"}, "ran": True},
    {"kind": "tool_use", "id": "a", "turn": 1, "name": "Agent", "input": {"prompt": "look"}, "ran": True},
    said("working", final=False),
    said("sorry"),
    {"kind": "compact", "turn": 1},
    {"kind": "user_prompt", "turn": 2, "text": "more"},
    bash("ls", 2),
    said("sorry", 2),
]


def entry(when, **more):
    return {"id": "a/b", "when": when, **more}


def hits(spec, events=SESSION, stances=None):
    return [tuple(hit)[1:] for hit in run(events, stances, registry=Registry([compile_detector(spec)]), strict=True).get("a/b", [])]


@pytest.mark.parametrize("spec, wanted", [
    (entry({"tool": "Write"}), [(1, "w")]),
    (entry({"command": "git push"}), [(1, "b1")]),
    (entry({"not": {"tool": "Write"}}), [(1, "b1"), (1, "a"), (2, "b2")]),
    (entry([{"tool": "Write"}, {"command": "ls"}]), [(1, "w"), (2, "b2")]),
    (entry({"message": {"contains": "sorry"}}, event="assistant_text"), [(1, None), (2, None)]),
    (entry({"message": {"final": False}}, event="assistant_text"), [(1, None)]),
    (entry({"text": {"contains": "sorry"}}, event="assistant_text"), [(1, None), (2, None)]),
    (entry({"kind": "compact"}, event="session"), [(1, None)]),
    (entry({"tool": "Bash"}, event="session"), [(1, None), (2, None)]),
    (entry({"message": {"role": "user", "contains": "o"}}, event="session"), [(1, None), (2, None)]),
    (entry({"not": {"command": "git push"}}, event="bash"), [(2, "b2")]),
    (entry({"not": {"arg": {"field": "content", "contains": "y"}}}, event="write"), [(1, "w")]),
    (entry({"arg": {"field": "prompt", "contains": "look"}}, event="agent-brief"), [(1, "a")]),
    (entry({"not": {"message": {"contains": "x"}}}, event="assistant-final"), [(1, None), (2, None)]),
])
def test_what_a_detector_reads(spec, wanted):
    assert hits(spec) == wanted


def test_an_event_detector_gives_no_hit_where_it_is_undecided():
    assert hits(entry({"command": "ls"}), [bash("ls", ran=None), bash("'"), bash("$X"), {**bash("ls"), "name": "PowerShell"}]) == []
    assert hits(entry({"not": {"command": "ls"}}), [bash("cat", ran=None), bash("'"), bash("$X"), {**bash("ls"), "name": "PowerShell"}]) == []


def test_an_entry_becomes_the_detector_a_python_one_is():
    detector = compile_detector(entry({"tool": "Write"}, rule="house", gate={"stance": "style", "variants": ["on"]}, description="Counts writes."))
    assert isinstance(detector, Detector)
    assert (detector.id, detector.rule, detector.event, detector.gate) == ("a/b", "house", "tool_use", ("style", ("on",)))
    assert detector.fn.description == "Counts writes." and detector.opportunities is None and detector.examples is None
    assert detector.fn(SESSION, analyse(SESSION)) == [(1, "w")]


@pytest.mark.parametrize("gate, stances, fires", [
    (None, None, True),
    ({"stance": "style"}, None, False), ({"stance": "style"}, {"style": "any"}, True),
    ({"stance": "style", "variants": ["on", "max"]}, {"style": "max"}, True), ({"stance": "style", "variants": ["on"]}, {"style": "off"}, False),
    ({"stance": "style", "variants": "on"}, {"style": "on"}, True),
])
def test_gates(gate, stances, fires):
    assert bool(hits(entry({"tool": "Write"}, gate=gate), stances=stances)) is fires


@pytest.mark.parametrize("when, event, reads", [
    ({"tool": "Write"}, "tool_use", set()),
    ({"message": {"contains": "x"}}, "assistant_text", {"assistant_text.text"}),
    ({"message": {"final": False}}, "assistant_text", set()),
    ({"text": {"source": "assistant", "regex": "x"}}, "session", {"assistant_text.text"}),
    ({"any": [{"not": {"message": {"role": "user", "regex": "x"}}}, {"tool": "A"}]}, "session", {"user_prompt.text"}),
    ({"order": {"first": {"message": {"role": "user", "contains": "x"}}, "then": {"message": {"contains": "y"}}}}, "session", {"user_prompt.text", "assistant_text.text"}),
    ({"change": {"field": "text", "kind": "tool_result"}}, "session", {"tool_result.text"}),
    ({"change": {"field": "model"}}, "session", set()),
])
def test_a_detector_says_which_texts_it_reads(when, event, reads):
    detector = compile_detector(entry(when, event=event))
    assert set(detector.fn.reads) == reads <= set(TEXTS)
    assert detector.opportunities is None or detector.opportunities.reads == detector.fn.reads


FAULTS = [
    # (lines of one entry, the line of the fault, part of the reason)
    (["id: ab", "when: {tool: A}"], 1, "rule/observable"),
    (["id: /b", "when: {tool: A}"], 1, "rule/observable"),
    (["id: 3", "when: {tool: A}"], 1, "rule/observable"),
    (["id: a/b"], 1, "has no `when`"),
    (["id: a/b", "when:"], 2, "has no `when`"),
    (["when: {tool: A}"], 1, "needs an `id`"),
    (["id: a/b", "rule: x/y", "when: {tool: A}"], 2, "without a slash"),
    (["id: a/b", "event: bsh", "when: {tool: A}"], 2, "did you mean `bash`"),
    (["id: a/b", "evnt: bash", "when: {tool: A}"], 2, "did you mean `event`"),
    (["id: a/b", "when: {tool: A}", "description: 3"], 3, "a text"),
    (["id: a/b", "when: {tool: A}", "gate: on_it"], 3, "`gate` is a map"),
    (["id: a/b", "when: {tool: A}", "gate:", "  stnce: x"], 4, "did you mean `stance`"),
    (["id: a/b", "when: {tool: A}", "gate: {variants: [x]}"], 3, "needs a `stance`"),
    (["id: a/b", "when: {tool: A}", "gate: {stance: x, variants: []}"], 3, "empty list"),
    (["id: a/b", "when: {tool: A}", "schema_version: 3"], 3, "newer than this version reads"),
    (["id: a/b", "when: {tool: A}", "schema_version: 0"], 3, "1 or 2"),
    (["id: a/b", "when: {tool: A}", "schema_version: true"], 3, "1 or 2"),
    (["id: a/b", "when: {tool: A}", "schema_version: 2.0"], 3, "1 or 2"),
    (["id: a/b", "when: {tool: A}", "schema_version: '2'"], 3, "1 or 2"),
    (["id: a/b", "when: {tool: A}", "kind: 3"], 3, "names a compiler"),
    (["id: a/b", "when: {kind: tool_use}"], 2, "always fires"),
    (["id: a/b", "when: {any: [{kind: tool_use}, {tool: A}]}"], 2, "always fires"),
    (["id: a/b", "when: {not: {message: {contains: x}}}"], 2, "never fires"),
    (["id: a/b", "when: {message: {contains: x}}"], 2, "never fires"),
    (["id: a/b", "when: {kind: compact}"], 2, "never fires"),
    (["id: a/b", "when: {text: {source: assistant, regex: x}}"], 2, "never fires"),
    (["id: a/b", "event: assistant_text", "when: {command: ls}"], 3, "never fires"),
    (["id: a/b", "event: assistant_text", "when: {message: {role: assistant}}"], 3, "always fires"),
    (["id: a/b", "event: assistant_text", "when: {message: {role: user}}"], 3, "never fires"),
    (["id: a/b", "event: write", "when: {command: ls}"], 3, "never fires"),
    (["id: a/b", "event: bash", "when: {tool: Write}"], 3, "never fires"),
    (["id: a/b", "when:", "  order: {first: {tool: A}, then: {tool: B}}"], 3, "event: session"),
    (["id: a/b", "event: session", "when:", "  tool: A", "  absent: {of: {tool: B}}"], 5, "nothing stands beside"),
    (["id: a/b", "event: session", "when:", "  any:", "    - change: {field: model}"], 5, "no key `change`"),
    (["id: a/b", "event: session", "when:", "  order:", "    first: {tool: A}", "    then:", "      comand: ls"], 7, "did you mean `command`"),
    (["id: a/b", "when: {tool: A}", "examples: []"], 3, "`examples` is a map"),
    (["id: a/b", "when: {tool: A}", "examples:", "  fires: []"], 4, "did you mean `fire`"),
    (["id: a/b", "when: {tool: A}", "examples:", "  fire: {bash: ls}"], 4, "list of cases"),
    (["id: a/b", "when: {tool: A}", "examples:", "  fire:", "    - ls"], 5, "`case` is a map"),
    (["id: a/b", "when: {tool: A}", "examples:", "  fire:", "    - {bash: ls, event: {name: A}}"], 5, "one of bash, event and events"),
    (["id: a/b", "when: {tool: A}", "examples:", "  fire:", "    - {note: x}"], 5, "one of bash, event and events"),
    (["id: a/b", "when: {tool: A}", "examples:", "  skip:", "    - bash: 3"], 5, "`bash` is a command"),
    (["id: a/b", "when: {tool: A}", "examples:", "  skip:", "    - bash: ls", "      note: 3"], 6, "`note` is a text"),
    (["id: a/b", "when: {tool: A}", "examples:", "  skip:", "    - events: []"], 5, "list of events"),
    (["id: a/b", "when: {tool: A}", "examples:", "  skip:", "    - event: {kind: tool}"], 5, "no event is of the kind"),
    (["id: a/b", "when: {tool: A}", "examples:", "  skip:", "    - event: {kind: compact, turn: x}"], 5, "whole number"),
]


@pytest.mark.parametrize("lines, line, reason", FAULTS, ids=[" ".join(row[0])[:70] for row in FAULTS])
def test_faults_have_their_line(lines, line, reason):
    document, places = parse_with_lines("\n".join(lines), "d.yaml")
    with pytest.raises(DeclarativeError) as info:
        compile_detector(document, "d.yaml", places)
    assert (info.value.line, info.value.path) == (line, "d.yaml")
    assert reason in info.value.reason


@pytest.mark.parametrize("spec", [None, 3, "x", [], [entry({"tool": "A"})]])
def test_what_is_no_entry(spec):
    with pytest.raises(DeclarativeError, match="`detector` is a map"):
        compile_detector(spec)


def test_a_matcher_by_itself():
    assert compile_matcher({"tool": "Bash"}, "here")(bash("ls")) is True
    with pytest.raises(DeclarativeError, match="^here: "):
        compile_matcher({"tol": "Bash"}, "here")
    with pytest.raises(DeclarativeError, match="whole `when`"):
        compile_matcher({"absent": {"of": {"tool": "A"}}}, "here")
    assert compile_matcher({"absent": {"of": {"tool": "A"}}}, "here", allow_aggregate=True).hit_when is False
    assert [is_undecided(value) for value in (True, False, None)] == [False, False, True]


def test_examples_are_sessions_that_can_be_run():
    detector = compile_detector(entry({"command": "ls"}, examples={
        "fire": [{"bash": "ls -l", "note": "plain"}, {"event": {"name": "Bash", "input": {"command": "ls"}, "turn": 4}}],
        "skip": [{"events": [{"kind": "user_prompt", "text": "a"}, {"name": "Bash"}, {"kind": "assistant_text", "text": "b"}, {"kind": "assistant_text", "text": "c"},
                             {"kind": "user_prompt", "text": "d"}, {"kind": "assistant_text", "text": "e", "final": False}]}],
    }))
    one, two, three = detector.examples
    assert (one.fire, one.note, one.events) == (True, "plain", [{"kind": "tool_use", "name": "Bash", "input": {"command": "ls -l"}, "turn": 1, "id": "e1"}])
    assert (two.fire, two.note, two.events[0]["turn"]) == (True, "", 4)
    assert three.fire is False
    assert [(event["kind"], event["turn"], event.get("id"), event.get("final")) for event in three.events] == [
        ("user_prompt", 1, None, None), ("tool_use", 1, "e2", None), ("assistant_text", 1, None, False), ("assistant_text", 1, None, True),
        ("user_prompt", 2, None, None), ("assistant_text", 2, None, False)]
    assert [bool(run(case.events, registry=Registry([detector]))) for case in detector.examples] == [True, True, False]


def test_a_first_event_that_is_a_prompt_opens_turn_one():
    detector = compile_detector(entry({"absent": {"of": {"tool": "A"}, "scope": "turn"}}, event="session", examples={"fire": [{"events": [{"kind": "user_prompt"}]}]}))
    assert run(detector.examples[0].events, registry=Registry([detector]))["a/b"] == [("a/b", 1, None)]


def evidence(spec, events=SESSION):
    detector = compile_detector(spec)
    found = detector.fn.evidence(events, analyse(events))
    assert len(found) == len(detector.fn(events, analyse(events)))
    return found


def text_at(events, at, field, start, end):
    value = events[at]
    for part in field.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value[start:end]


@pytest.mark.parametrize("spec, field, texts", [
    (entry({"command": {"starts_with": "git push"}}), "input.command", ["git push --force origin main"]),
    (entry({"command": {"program": "git"}}), "input.command", ["git push --force origin main"]),
    (entry({"git": {"force_pushes": "default"}}), "input.command", ["git push --force origin main"]),
    (entry({"text": {"regex": "fo.ce"}}), "input.command", ["force"]),
    (entry({"arg": {"field": "content", "contains": "TODO"}}), "input.content", ["TODO"]),
    (entry({"arg": {"field": "file_path", "path_glob": "*.py"}}), "input.file_path", ["/w/a.py"]),
    (entry({"text": {"source": "payload", "regex": r"TO\w+"}}), "input.content", ["TODO"]),
    (entry({"message": {"contains": "sorry"}}, event="assistant_text"), "text", ["sorry", "sorry"]),
])
def test_evidence_is_the_text_that_matched(spec, field, texts):
    found = evidence(spec)
    assert [[(spot[1], text_at(SESSION, *spot)) for spot in spots] for spots in found] == [[(field, text)] for text in texts]


def test_evidence_of_part_of_a_command():
    events = [bash("cd a && sudo git commit -m 'x y' --no-verify; ls"), bash("cat > f <<'E'\na\nkey = 1\nE", 2)]
    found, = evidence(entry({"git": {"skips_hooks": True}}), events)
    assert text_at(events, *found[0]) == "git commit -m 'x y' --no-verify"
    found, = evidence(entry({"text": {"source": "heredocs", "regex": "key"}}), events)
    assert text_at(events, *found[0]) == "key"
    found, = evidence(entry({"env": {"name": "A"}}), [bash("ls; A=1 make")])
    assert text_at([bash("ls; A=1 make")], *found[0]) == "A=1 make"


def test_evidence_of_an_edit_is_the_edit():
    events = [{"kind": "tool_use", "id": "m", "turn": 1, "name": "MultiEdit", "input": {"edits": [{"new_string": "a"}, {"new_string": "bTODO"}]}}]
    for when in ({"arg": {"field": "edits.new_string", "contains": "TODO"}}, {"text": {"source": "payload", "contains": "TODO"}}):
        assert evidence(entry(when), events) == [[(0, "input.edits.1.new_string", 1, 5)]]


def test_evidence_of_a_sequence():
    order = entry({"order": {"first": {"tool": "Write"}, "then": {"message": {"contains": "sorry"}}}}, event="session")
    assert evidence(order) == [[(2, "name", 0, 0), (5, "text", 0, 5)]]
    assert evidence(entry({"absent": {"of": {"tool": "Write"}, "scope": "turn"}}, event="session")) == [[]]
    change = entry({"change": {"field": "model"}}, event="session")
    models = [{**said("x"), "model": "a"}, said("y"), {**said("z"), "model": "b"}]
    assert evidence(change, models) == [[(0, "model", 0, 0), (2, "model", 0, 0)]]


def test_what_a_detector_found_lives_no_longer_than_its_session():
    class Events(list):
        """A list that can be watched."""

    detector = compile_detector(entry({"absent": {"of": {"tool": "Write"}, "scope": "turn"}}, event="session"))
    events = Events(SESSION)
    ctx = analyse(events)
    assert detector.fn(events, ctx) == [(2, None)] and detector.opportunities(events, ctx) == [(1, None, True), (2, None, False)]
    watched = weakref.ref(events)
    del events, ctx
    gc.collect()
    assert watched() is None


def test_one_context_and_other_events():
    detector = compile_detector(entry({"tool": "Write"}))
    ctx = analyse(SESSION)
    assert detector.fn(SESSION, ctx) == [(1, "w")]
    assert detector.fn(SESSION[3:], ctx) == []
    assert detector.fn(SESSION, ctx) == [(1, "w")]


def test_an_entry_of_another_kind_is_compiled_by_its_compiler():
    assert COMPILERS["matcher"] is compile_detector
    assert from_spec(entry({"tool": "A"}, kind="matcher")).id == "a/b"
    assert from_spec(entry({"tool": "A"})).fn.pure is True
    assert "a/b" not in DEFAULT
