"""One action is one event, whichever runtime wrote it (AD-2, AD-3, D1 to D4): one table, three encodings, one expectation."""
from __future__ import annotations

import pytest

from ruleprobe.readers import iter_sessions
from ruleprobe.registry import DEFAULT, run

from three_runtimes import ID, PARENT, ROOT, RUNTIMES, ClaudeCode, Codex, Gemini

SHARED = ("command", "prompt", "file_path", "content", "old_string", "new_string", "edits")


def prompt(turn, text):
    return ("user_prompt", turn, text)


def text(turn, said, final, model="model-one"):
    return ("assistant_text", turn, said, final, model)


def use(turn, name, ran=True, **input):
    return ("tool_use", turn, name, ran, input)


def result(turn, name, is_error=False):
    return ("tool_result", turn, name, is_error)


GO = ("prompt", "go")
WENT = prompt(1, "go")
A = ROOT + "/src/a.py"

# An expectation is a list, or, where a runtime has no form for the action (``UNRECORDED``), one by runtime.
ACTIONS = {
    "a prompt": ([("prompt", "fix it")], [prompt(1, "fix it")]),
    "two prompts": ([GO, ("prompt", "on")], [WENT, prompt(2, "on")]),
    "a text before any prompt": ([("says", "hello"), GO], [text(0, "hello", True), WENT]),
    "the last text of a turn is final": (
        [GO, ("says", "one"), ("says", "two"), ("prompt", "on"), ("says", "three")],
        [WENT, text(1, "one", False), text(1, "two", True), prompt(2, "on"), text(2, "three", True)]),
    "a text stays final when a call follows": (
        [GO, ("says", "one"), ("ran", "ls")], [WENT, text(1, "one", True), use(1, "Bash", command="ls"), result(1, "Bash")]),
    "a command that ran": ([GO, ("ran", "pytest -q | tail -3")], [WENT, use(1, "Bash", command="pytest -q | tail -3"), result(1, "Bash")]),
    "a command that failed": ([GO, ("failed", "make")], [WENT, use(1, "Bash", command="make"), result(1, "Bash", True)]),
    "a command that was denied": ([GO, ("denied", "rm -rf build"), ("says", "as you wish")], [WENT, text(1, "as you wish", True)]),
    "a command whose fate is not told": ([GO, ("interrupted", "sleep 60")], [WENT, use(1, "Bash", None, command="sleep 60")]),
    "a write": ([GO, ("write", "src/a.py", "x = 1\n")], [WENT, use(1, "Write", file_path=A, content="x = 1\n"), result(1, "Write")]),
    "an edit": ([GO, ("edit", "src/a.py", "x = 1", "x = 2")],
                [WENT, use(1, "Edit", file_path=A, old_string="x = 1", new_string="x = 2"), result(1, "Edit")]),
    "a patch of two hunks": ([GO, ("patch", "src/a.py", ("x = 1", "x = 2"), ("y = 1", "y = 2"))], {
        ClaudeCode: [WENT, use(1, "MultiEdit", file_path=A, edits=[("x = 1", "x = 2"), ("y = 1", "y = 2")]), result(1, "MultiEdit")],
        Codex: [WENT, use(1, "MultiEdit", file_path=A, edits=[("x = 1", "x = 2"), ("y = 1", "y = 2")]), result(1, "MultiEdit")],
        Gemini: [WENT, use(1, "Edit", file_path=A, old_string="x = 1", new_string="x = 2"), result(1, "Edit"),
                 use(1, "Edit", file_path=A, old_string="y = 1", new_string="y = 2"), result(1, "Edit")]}),
    "a sub-agent is sent": ([GO, ("delegate", "count the files")], {
        ClaudeCode: [WENT, use(1, "Agent", prompt="count the files"), result(1, "Agent")],
        Codex: [WENT, use(1, "Agent", prompt="count the files"), result(1, "Agent")],
        Gemini: [WENT, use(1, "invoke_agent", prompt="count the files"), result(1, "invoke_agent")]}),
    "a model switch": ([GO, ("says", "one"), ("switch", "model-two"), ("prompt", "on"), ("says", "two")],
                       [WENT, text(1, "one", True), prompt(2, "on"), text(2, "two", True, "model-two")]),
    "a compaction": ([GO, ("says", "one"), ("compact",), ("prompt", "on"), ("says", "two")],
                     [WENT, text(1, "one", True), ("compact", 1), prompt(2, "on"), text(2, "two", True)]),
    "a person's command": ([GO, ("says", "one"), ("bang", "git push"), ("prompt", "on")], [WENT, text(1, "one", True), prompt(2, "on")]),
}


def session_of(runtime, script, home, sub_agent=False):
    """The one session of a script, found and read as every session is."""
    made = runtime(sub_agent)
    made.play(script)
    path = home / runtime.name / (runtime.AGENT_NAME if sub_agent else runtime.NAME)
    path.parent.mkdir(parents=True)
    path.write_bytes(made.file())
    if runtime is Gemini:
        (home / runtime.name / "tmp" / "site" / ".project_root").write_text(ROOT)
    errors = []
    session, = iter_sessions(home / runtime.name, errors=errors)
    assert errors == [] and session.runtime == runtime.name
    return session


def told(event):
    """An event as the tables above write it: the shared keys of an input alone."""
    kind, turn = event["kind"], event["turn"]
    if kind == "user_prompt":
        return (kind, turn, event["text"])
    if kind == "assistant_text":
        return (kind, turn, event["text"], event["final"], event.get("model"))
    if kind == "tool_use":
        return (kind, turn, event["name"], event["ran"], {key: plain(value) for key, value in event["input"].items() if key in SHARED})
    if kind == "tool_result":
        return (kind, turn, event["tool_name"], event["is_error"])
    return (kind, turn)


def plain(value):
    return [(edit["old_string"], edit["new_string"]) for edit in value] if isinstance(value, list) else value


@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda runtime: runtime.name)
@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_gives_the_same_events(tmp_path, runtime, action):
    script, expected = ACTIONS[action]
    session = session_of(runtime, script, tmp_path)
    events = [told(event) for event in session.events]
    if "not told" in action:  # one runtime records why, another nothing at all
        events = [event for event in events if event[0] != "tool_result"]
    assert events == (expected[runtime] if isinstance(expected, dict) else expected)
    assert (session.id, session.repo, session.cwd) == (ID, "site", ROOT)


def test_where_runtimes_differ_is_said():
    """Only an action some runtime has no form for has an expectation by runtime."""
    for action, (script, expected) in ACTIONS.items():
        differs = {runtime for runtime in RUNTIMES if any(step[0] in runtime.UNRECORDED for step in script)}
        shared = [expected[runtime] for runtime in RUNTIMES if runtime not in differs] if isinstance(expected, dict) else []
        assert isinstance(expected, dict) == bool(differs), action
        assert all(other == shared[0] for other in shared), action


@pytest.mark.parametrize("runtime, id", [(ClaudeCode, PARENT + "/agent-a1b2c3"), (Codex, ID), (Gemini, PARENT + "/" + ID)])
def test_a_sub_agent_s_work_is_a_session_whose_prompt_is_its_task(tmp_path, runtime, id):
    session = session_of(runtime, [("prompt", "count the files"), ("ran", "ls | wc -l"), ("says", "Seven.")], tmp_path, sub_agent=True)
    assert session.id == id
    assert [told(event) for event in session.events] == [
        prompt(1, "count the files"), use(1, "Bash", command="ls | wc -l"), result(1, "Bash"), text(1, "Seven.", True)]


SECRET = "ghp_" + "a1B2" * 9

# For each shipped detector what fires it and what all but does, each in a turn of its own.
STORY = [
    ("prompt", "look"), ("ran", "cat README.md"), ("ran", "cat README.md | head -5"),
    ("prompt", "list"), ("ran", "find ."), ("ran", "find . -name '*.py'"),
    ("prompt", "commit"), ("ran", "git commit --no-verify -m x"), ("ran", "git commit -m '--no-verify'"),
    ("denied", "git commit -n -m x"), ("interrupted", "git commit -n -m x"),
    ("prompt", "write"), ("write", "a.env", "TOKEN=%s\n" % SECRET), ("write", "b.env", "TOKEN=\n"), ("edit", "c.env", "T=", "T=" + SECRET),
    ("says", "written"), ("compact",),
    ("prompt", "on"), ("switch", "model-two"), ("says", "on it"),
    ("bang", "find ."),
]


@pytest.mark.parametrize("runtime", RUNTIMES, ids=lambda runtime: runtime.name)
def test_the_shipped_detectors_agree(tmp_path, runtime):
    hits = run(session_of(runtime, STORY, tmp_path).events, registry=DEFAULT)
    assert {id: [hit.turn for hit in found] for id, found in hits.items()} == {
        "transcript-hygiene/whole-file-cat": [1],
        "transcript-hygiene/unfiltered-find": [2],
        "verification/no-verify": [3],
        "secrets/secret-in-write": [4, 4],
        "cache-hygiene/compact": [4],
        "cache-hygiene/model-switch": [5],
    }
