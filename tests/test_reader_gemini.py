"""The Gemini CLI reader: each trap of the format, then what ran, what is a prompt, what is a compaction.

``tests/readers/gemini`` holds a session file for each trap that one file can show, and beside it the events
it stands for. All are invented.
"""
from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from ruleprobe.readers import gemini as reader
from ruleprobe.readers import iter_sessions
from ruleprobe.readers.gemini_head import recognises

from gemini_files import ROOT, SESSION, call, document, gemini, header, info, kinds, lines, place, setting, shell, user

FIXTURES = Path(__file__).parent / "readers" / "gemini"
TIME_2 = "2026-03-05T10:00:00.000Z"
CONTEXT_ID = "d04923d38bb0f6017037e74183378ef4"
CONTEXT = "<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - %s\n- **Directory Structure:**\n</session_context>"
SNAPSHOT = "<state_snapshot>all is well</state_snapshot>"


def read(home, data, **more):
    errors = []
    session = reader.read(place(home, data, **more), errors)
    return session, errors


def events(home, *records, **more):
    session, errors = read(home, lines(header(), *records), **more)
    assert errors == []
    return session.events if session else []


@pytest.mark.parametrize("path", sorted(p for p in FIXTURES.iterdir() if p.suffix == ".jsonl" or p.name.endswith(".session.json")),
                         ids=lambda p: p.name.split(".")[0])
def test_a_trap_gives_the_events_beside_it(tmp_path, path):
    expected = json.loads((FIXTURES / (path.name.split(".")[0] + ".json")).read_text(encoding="utf-8"))
    session, errors = read(tmp_path, path.read_bytes(), name=path.name)
    assert (session.events, errors) == (expected, [])
    assert (session.id, session.repo, session.cwd, session.runtime) == (SESSION, "site", ROOT, "gemini")


# -- trap 10: one session, many files


def sessions(home, **more):
    errors = []
    return list(iter_sessions(home, "gemini", errors=errors, **more)), errors


def test_a_resumed_document_and_the_lines_that_follow_it_are_one_session(tmp_path):
    """(d) and (e): the document stays, a JSONL file repeats it and goes on, an orphan holds a session context."""
    old = [user("u1", "build it"), gemini("g1", "Building.", shell("c1", "make"))]
    context = setting(messages=[user(CONTEXT_ID, CONTEXT % ROOT)], lastUpdated=TIME_2)
    new = [setting(sessionId=SESSION), setting(messages=old), user("u2", "test it"), gemini("g2", "", shell("c2", "make test"))]
    kept = place(tmp_path, lines(header(), *old, *new))
    set_aside = place(tmp_path, document(*old), name="session-2026-03-02T09-00-6d1f0a52.json")
    place(tmp_path, lines(header(startTime=TIME_2), context), name="session-2026-03-05T10-00-6d1f0a52.jsonl")
    copied = place(tmp_path, document(*old), folder="9f" * 32, name="session-2026-03-02T09-00-6d1f0a52.json", root=None)
    found, errors = sessions(tmp_path)
    assert [(s.id, kinds(s.events)) for s in found] == [(SESSION, [
        ("user_prompt", "build it"), ("assistant_text", "Building."), ("Bash", True), ("user_prompt", "test it"), ("Bash", True)])]
    assert sorted((e["path"], e["kept"]) for e in errors) == sorted([(set_aside, kept), (copied, kept)])


def test_a_file_begun_after_clear_goes_on_with_the_session(tmp_path):
    """(a): ``/compress`` to 0.24 and ``/clear`` to 0.34 began a new file under the old id."""
    place(tmp_path, document(user("u1", "one"), gemini("g1", "first")), name="session-2026-03-02T09-00-6d1f0a52.json")
    place(tmp_path, document(user("u2", "two"), gemini("g2", "second"), startTime=TIME_2), name="session-2026-03-05T10-00-6d1f0a52.json")
    found, errors = sessions(tmp_path)
    assert [[(e["kind"], e["turn"]) for e in s.events] for s in found] == [
        [("user_prompt", 1), ("assistant_text", 1), ("user_prompt", 2), ("assistant_text", 2)]]
    assert errors == []


def test_what_two_files_share_counts_once_by_message_and_by_call(tmp_path):
    shared = [user("u1", "one"), gemini("g1", "first", shell("c1", "ls"))]
    place(tmp_path, lines(header(), *shared, user("u2", "two")), name="session-a.jsonl")
    later = dict(shared[1], toolCalls=shared[1]["toolCalls"] + [shell("c2", "pwd")])
    place(tmp_path, lines(header(startTime=TIME_2), shared[0], later, user("u3", "three")), name="session-b.jsonl")
    found, _ = sessions(tmp_path)
    assert [kinds(s.events) for s in found] == [[
        ("user_prompt", "one"), ("assistant_text", "first"), ("Bash", True), ("user_prompt", "two"), ("Bash", True), ("user_prompt", "three")]]


AGENT = "5ba03f40-0000-4000-8000-00000000000a"
TASK = user("u1", "run the tests"), gemini("g1", "They pass.")


@pytest.mark.parametrize("name, data, id", [
    # 0.37 on: a folder named by the parent
    ("%s/%s.jsonl" % (SESSION, AGENT), lines(header(AGENT, kind="subagent"), *TASK), SESSION + "/" + AGENT),
    ("%s/%s.json" % (SESSION, AGENT), document(*TASK, session=AGENT, kind="subagent"), SESSION + "/" + AGENT),
    # 0.31 to 0.36: beside the parent, under its id
    ("session-x.json", document(*TASK, kind="subagent"), SESSION + "/session-x"),
    # before: the same without a kind, known by its task
    ("session-y.json", document(user("u1", "Your task is to run the tests"), gemini("g1", "They pass."), kind=None), SESSION + "/session-y"),
    # a copy that lies nowhere in particular, in the new layout: its id is all there is
    (AGENT + ".jsonl", lines(header(AGENT, kind="subagent"), *TASK), AGENT),
])
def test_a_sub_agent_is_a_session_of_its_own_and_its_task_is_its_prompt(tmp_path, name, data, id):
    session, errors = read(tmp_path, data, name=name)
    assert (session.id, errors) == (id, [])
    assert reader.session_key(session.path) == reader.index(session.path).session == id
    assert [e["kind"] for e in session.events] == ["user_prompt", "assistant_text"]
    assert session.events[0]["text"].endswith("run the tests")


def test_a_sub_agent_has_one_prompt(tmp_path):
    records = [header(kind="subagent"), user("u0", CONTEXT % ROOT), user("u1", "Your task is to look"), gemini("g1", "Looking."),
               user("u2", "You have exceeded the maximum number of turns."), user("u3", "one more thing")]
    session, _ = read(tmp_path, lines(*records))
    assert kinds(session.events) == [("user_prompt", "Your task is to look"), ("assistant_text", "Looking.")]


@pytest.mark.parametrize("messages", [
    [user("u1", "Your task is to fix it"), gemini("g1", "", shell("c1", "ls"))],
    [user("u1", "Your task is to fix it"), gemini("g1", "Done."), user("u2", "thanks")],
    [user("u1", "fix it"), gemini("g1", "Done.")],
])
def test_a_person_s_session_that_names_no_kind_stays_its_own(tmp_path, messages):
    session, _ = read(tmp_path, document(*messages, kind=None), name="session-x.json")
    assert session.id == SESSION


# -- trap 11: message ids are scoped by their session


def test_equal_ids_in_two_sessions_are_two_events(tmp_path):
    other = SESSION[:-1] + "2"
    for session in (SESSION, other):
        context = setting(messages=[user(CONTEXT_ID, CONTEXT % ROOT)])
        data = lines(header(session), context, user("u1", "hello"), gemini("g1", "Hello.", shell("c1", "ls")))
        place(tmp_path, data, name="session-%s.jsonl" % session)
    found, errors = sessions(tmp_path)
    assert [len(s.events) for s in found] == [4, 4] and errors == []


# -- trap 18: programs that write the same format


@pytest.mark.parametrize("kind, program", [("qwen", "Qwen Code"), ("bob-shell", "IBM Bob Shell")])
def test_a_fork_s_file_is_named_and_not_read(tmp_path, kind, program):
    data = document(user("u1", "hello"), gemini("g1", "Hello.", type=kind), kind=None)
    session, errors = read(tmp_path, data, name="session-x.json")
    assert session is None and [e["error"] for e in errors] == ["written by %s, not by Gemini CLI" % program]


# -- A7: did the call run?

INJECTION = "Command injection detected: command substitution syntax ($(), backticks, <() or >()) found in command arguments."
CANCELLED = "[Operation Cancelled] Reason: "


def output(text):
    return {"output": text}


def error(text):
    return {"error": text}


@pytest.mark.parametrize("status, response, shown, ran", [
    ("success", output(INJECTION), None, False),
    ("success", output("<untrusted_context>\n" + INJECTION), None, False),
    ("success", output("Output: fine"), "Blocked: command substitution detected in shell command.", False),
    ("success", output("Command was cancelled by user before it could start."), None, False),
    ("success", output("Output: " + INJECTION), None, True),
    ("success", output("Command was cancelled by user before it could complete. Output: a"), None, True),
    ("success", output("Command: exit 3\nDirectory: (root)\nOutput: (empty)\nExit Code: 3\nSignal: 0"), None, True),
    ("success", output(""), None, True),
    ("error", error('Tool "run_shell_command" not found. Did you mean one of: "glob"?'), None, False),
    ("error", error("params must have required property 'command'"), None, False),
    ("error", error("Tool execution denied by policy."), None, False),
    ("error", error("Command rejected because it could not be parsed safely"), None, False),
    ("error", error("Directory is not within any of the registered workspace directories."), None, False),
    ("error", error("Tool execution blocked: the hook said no"), None, False),
    ("error", error("Tool result blocked: it held a key"), None, True),
    ("error", error("Agent execution stopped by hook: enough"), None, True),
    ("error", error('{"type":"sandbox_expansion","rootCommand":"curl"}'), None, True),
    ("error", error("Sandbox denied: write to /etc"), None, True),
    ("error", error("no sandbox image was found"), None, False),
    ("cancelled", error(CANCELLED + "User denied execution."), None, False),
    ("cancelled", error(CANCELLED + "User did not allow tool call"), None, False),
    ("cancelled", error(CANCELLED + "User cancelled operation"), None, False),
    ("cancelled", error(CANCELLED + "Operation cancelled"), None, False),
    ("cancelled", error(CANCELLED + "Tool call cancelled by user."), None, False),
    ("cancelled", error("[Operation Cancelled] User cancelled the operation."), None, False),
    ("cancelled", {"output": "half", "error": CANCELLED + "Operation cancelled by user"}, None, True),
    ("cancelled", error("User cancelled tool execution."), None, True),
    ("cancelled", error("[Operation Cancelled] User cancelled tool execution."), None, True),
    ("cancelled", error("[Operation Cancelled] Operation cancelled."), None, True),
    ("cancelled", error(CANCELLED + "Operation cancelled by user"), None, None),
    ("cancelled", error(CANCELLED + "User cancelled the operation."), None, None),
    ("cancelled", error("something no version writes"), None, None),
    ("cancelled", {}, None, None),
    ("executing", {}, None, None),
    (None, output("Output: ok"), None, None),
])
def test_whether_a_command_ran(tmp_path, status, response, shown, ran):
    found = events(tmp_path, user("u1", "go"), gemini("g1", "", shell("c1", "make", response, status, resultDisplay=shown)))
    assert kinds(found) == [("user_prompt", "go")] + ([] if ran is False else [("Bash", ran)])
    assert [e["tool_use_id"] for e in found if e["kind"] == "tool_result"] == ["c1"] * (ran is not False and bool(response))


@pytest.mark.parametrize("name, status, response, ran", [
    ("replace", "error", error("Failed to edit, 0 occurrences found for old_string in a.txt."), False),
    ("replace", "error", error("Cannot read properties of undefined (reading 'replace')"), False),
    ("write_file", "error", error("File path must be absolute: a.txt"), False),
    ("write_file", "success", output(INJECTION), True),
    ("read_file", "error", error("File not found: a.txt"), False),
    ("mcp_web_fetch", "error", error("MCP tool 'fetch' reported tool error for function call: {}"), True),
    ("mcp_web_fetch", "error", error("MCP server 'web' is not connected"), False),
    ("discovered_tool_lint", "error", error("Stdout: (empty)\nStderr: bad\nExit Code: 1"), True),
    ("no_such_tool", "error", error('Tool "no_such_tool" not found in registry.'), False),
])
def test_whether_another_call_ran(tmp_path, name, status, response, ran):
    found = events(tmp_path, gemini("g1", "", call("c1", name, {}, response, status)))
    shared = {"replace": "Edit", "write_file": "Write"}.get(name, name)
    assert kinds(found) == ([] if ran is False else [(shared, ran)])


@pytest.mark.parametrize("response, text, is_error", [
    (output("Output: (empty)\nExit Code: 3\nProcess Group PGID: 7"), "Output: (empty)\nExit Code: 3\nProcess Group PGID: 7", True),
    (output("<untrusted_context>\nOutput: a\nExit Code: 1\nProcess Group PGID: 7\n</untrusted_context>"),
     "<untrusted_context>\nOutput: a\nExit Code: 1\nProcess Group PGID: 7\n</untrusted_context>", True),
    (output("Output: a\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7"),
     "Output: a\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7", False),
    (output("Output: before\nExit Code: 9\nafter\nProcess Group PGID: 7"), "Output: before\nExit Code: 9\nafter\nProcess Group PGID: 7", False),
    ({"content": [{"text": "from a server"}]}, "from a server", False),
    ({"output": 5}, "5", False),
])
def test_what_came_back(tmp_path, response, text, is_error):
    found = events(tmp_path, gemini("g1", "", shell("c1", "make", response)))
    assert found[1] == {"kind": "tool_result", "turn": 0, "tool_use_id": "c1", "tool_name": "Bash", "text": text, "is_error": is_error}


# -- A8: is it a prompt?


@pytest.mark.parametrize("content, text", [
    ([{"text": "fix it"}], "fix it"),
    ([{"text": "fix "}, {"text": "it"}], "fix it"),
    ({"text": "fix it"}, "fix it"),
    ("/deploy now", "/deploy now"),
    ("Please continue with the tests", "Please continue with the tests"),
    ("I ran the following commands", "I ran the following commands"),
    ("Here is the plan", "Here is the plan"),
    ("What does <session_context> mean?", "What does <session_context> mean?"),
    ([{"inlineData": {"mimeType": "image/png", "data": "AA=="}}], ""),
    ([{"text": "this?"}, {"inlineData": {"mimeType": "image/png", "data": "AA=="}}], "this?"),
])
def test_a_prompt(tmp_path, content, text):
    found = events(tmp_path, dict(user("u1", "x"), content=content), gemini("g1", "ok"))
    assert [(e["kind"], e["turn"], e["text"]) for e in found] == [("user_prompt", 1, text), ("assistant_text", 1, "ok")]


@pytest.mark.parametrize("content", [
    CONTEXT % ROOT,
    "<hook_context>be brief</hook_context>",
    SNAPSHOT,
    "[Function Response: read_file]",
    "I ran the following shell command:\n```sh\nmake\n```\n\nThis produced the following result:\n```\nok\n```",
    "Please continue.",
    "System: Potential loop detected. Step back.",
    "Here is the user's editor context as a JSON object.",
    "Here is a summary of changes in the user's editor context",
    "User steering update: faster",
    "User hints:\n- faster",
    "Background execution update: done",
    "Your task is to look for the bug",
    "You have exceeded the time limit",
    "\n  <session_context>",
    "",
    "  \n",
    [{"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": "x"}}}],
    [{"text": "see"}, {"functionResponse": {"id": "c1", "name": "read_file", "response": {}}}],
    [],
    None,
    7,
])
def test_no_prompt(tmp_path, content):
    found = events(tmp_path, dict(user("u1", "x"), content=content), gemini("g1", "ok"))
    assert [(e["kind"], e["turn"]) for e in found] == [("assistant_text", 0)]


def test_a_prompt_written_twice_counts_once_and_one_in_a_checkpoint_alone_never(tmp_path):
    found = events(tmp_path, user("u1", "one"), user("u1", "one"), setting(messages=[user("u9", "from a checkpoint")]), user("u2", "two"))
    assert kinds(found) == [("user_prompt", "one"), ("user_prompt", "two")]


# -- trap 2, at its edges


@pytest.mark.parametrize("burst, listed, prompts", [
    # as the CLI writes it
    ([user("n1", "a"), gemini("n2", "", model=None)], ["n1", "n2"], ["first"]),
    # a list that is longer, shorter, or in another order than the lines before it
    ([user("n1", "a"), user("n2", "b")], ["n0", "n1", "n2"], ["first", "a", "b"]),
    ([user("n1", "a"), user("n2", "b")], ["n2"], ["first", "a"]),
    ([user("n1", "a"), user("n2", "b")], ["n2", "n1"], ["first", "a", "b"]),
    # an answer among them has a model: they happened
    ([user("n1", "a"), gemini("n2", "b")], ["n1", "n2"], ["first", "a"]),
    # an id that stood before
    ([user("u1", "first"), user("n2", "b")], ["u1", "n2"], ["first", "b"]),
    ([], [], ["first"]),
])
def test_when_lines_before_a_checkpoint_are_copies(tmp_path, burst, listed, prompts):
    found = events(tmp_path, user("u1", "first"), gemini("g1", "ok"), *burst, setting(messages=[user(id, "x") for id in listed]))
    assert [e["text"] for e in found if e["kind"] == "user_prompt"] == prompts


def test_a_burst_that_the_end_of_the_file_cut_short(tmp_path):
    burst = [user("n1", [{"text": CONTEXT % ROOT}, {"text": "first"}]), gemini("n2", "", model=None), user("n3", "second")]
    found = events(tmp_path, user("u1", "first"), gemini("g1", "ok"), user("u2", "second"), *burst)
    assert [e["text"] for e in found if e["kind"] == "user_prompt"] == ["first", "second"]


def test_calls_in_a_copy_count(tmp_path):
    copied = gemini("n2", "", shell("c9", "make"), model=None)
    found = events(tmp_path, user("u1", "first"), user("n1", "a"), copied, setting(messages=[user("n1", "a"), copied]))
    assert kinds(found) == [("user_prompt", "first"), ("Bash", True)]


# -- A9: compactions


def compactions(found):
    return [e["turn"] for e in found if e["kind"] == "compact"]


def snapshot(id="s1"):
    return user(id, SNAPSHOT)


@pytest.mark.parametrize("records, turns", [
    # 0.18 to 0.43, automatic
    ([info("i1", "IMPORTANT: This conversation exceeded the compress threshold. A compressed context will be sent.")], [1]),
    ([info("i1", "Context compressed from 71% to 12%.")], [1]),
    ([info("i1", "Context compressed from 71% to 12%."), gemini("g8", "on"), info("i2", "Context compressed from 80% to 11%.")], [1, 1]),
    ([info("i1", "The context was not compressed from anything")], []),
    # 0.39 to 0.43, /compress that began the chat anew
    ([setting(sessionId=SESSION), info("i1")], [1]),
    ([setting(sessionId=SESSION), user("u8", "go on"), info("i1")], []),
    ([setting(sessionId=SESSION), setting(messages=[user("u1", "one")]), info("i1")], []),
    # an empty record alone says that /compress was typed, a smaller context that it did something
    ([info("i1")], []),
    ([info("i1"), user("u8", "on"), gemini("g8", "yes", tokens={"input": 400})], [1]),
    ([info("i1"), user("u8", "on"), gemini("g8", "yes", tokens={"input": 1400})], []),
    # 0.44 on: a snapshot in a checkpoint, once however often it is listed
    ([setting(sessionId=SESSION), setting(messages=[snapshot()]), info("i1"), setting(messages=[snapshot(), user("u8", "x")])], [1]),
    ([setting(messages=[snapshot()]), gemini("g8", "on"), setting(messages=[snapshot("s2")])], [1, 1]),
    ([setting(messages=[snapshot()]), info("i1", "Context compressed from 71% to 12%.")], [1]),
    ([snapshot(), setting(messages=[snapshot()])], []),
    ([setting(messages=[snapshot()]), gemini("g8", "on"), snapshot()], []),
    # what is no compaction
    ([setting(messages=[gemini("s1", SNAPSHOT)])], []),
    ([setting(summary="all is well")], []),
])
def test_compactions(tmp_path, records, turns):
    found = events(tmp_path, user("u1", "one"), gemini("g1", "first"), *records)
    assert compactions(found) == turns


def test_compactions_of_a_document(tmp_path):
    messages = [user("u1", "one"), gemini("g1", "first"), info("i1", "Context compressed from 71% to 12%."), user("u2", "two")]
    session, _ = read(tmp_path, document(*messages))
    assert compactions(session.events) == [1]


# -- A1, D4: where it ran, and so which shell


def named_root(home, by, root, folder):
    """A session file whose project is named by one of the ways the CLI has, or by none."""
    digest = hashlib.sha256(root.encode()).hexdigest()
    calls = shell("c1", "ls"), call("c2", "write_file", {"file_path": "a.txt", "content": "x"})
    records = [header(projectHash=digest), user("u1", "go"), gemini("g1", "", *calls)]
    if by == "directories":
        records[0]["directories"] = ["/somewhere/else", root]
    if by == "context":
        records.insert(1, setting(messages=[user(CONTEXT_ID, CONTEXT % root)]))
    if by == "path":
        records[2]["toolCalls"].append(call("c3", "read_file", {"file_path": root + "/src/a.py"}))
    path = place(home, lines(*records), folder=digest if by == "folder" else folder, root=root if by == "project root" else None)
    projects = {"slug": {root: folder}, "hash": {"/other": "other", root: "moved"}, "folder": {root: "moved"}}.get(by)
    if projects:
        (home / ".gemini" / "projects.json").write_text(json.dumps({"projects": projects}))
    return path


@pytest.mark.parametrize("by", ["project root", "slug", "hash", "folder", "directories", "context", "path"])
@pytest.mark.parametrize("root, shell_name, written", [
    ("/srv/web", "Bash", "/srv/web/a.txt"),
    ("c:\\work\\web", "run_shell_command", "c:\\work\\web\\a.txt"),
])
def test_the_project_is_found(tmp_path, by, root, shell_name, written):
    session = reader.read(named_root(tmp_path, by, root, "web"))
    uses = [e for e in session.events if e["kind"] == "tool_use"]
    assert (session.cwd, session.repo) == (root, "web")
    assert (uses[0]["name"], uses[1]["input"]["file_path"]) == (shell_name, written)


@pytest.mark.parametrize("by", ["nothing", "relative", "blank", "too long", "other projects"])
def test_an_unknown_project_keeps_the_shell_native(tmp_path, by):
    path = named_root(tmp_path, "nothing", "/srv/web", "web")
    root = Path(path).parent.parent / ".project_root"
    if by == "other projects":
        (tmp_path / ".gemini" / "projects.json").write_text('{"projects": {"/other": "other", "relative": "web"}}')
    elif by != "nothing":
        root.write_text({"relative": "srv/web", "blank": "", "too long": "/" + "a" * 5000}[by])
    session = reader.read(path)
    uses = [e for e in session.events if e["kind"] == "tool_use"]
    assert (session.cwd, session.repo) == ("", "")
    assert [(e["name"], e["input"]) for e in uses] == [("run_shell_command", {"command": "ls"}), ("Write", {"file_path": "a.txt", "content": "x"})]


@pytest.mark.parametrize("path, absolute", [
    ("a.txt", "/home/dev/site/a.txt"), ("./a/../b.txt", "/home/dev/site/b.txt"), ("/tmp/a.txt", "/tmp/a.txt"),
    ("c:\\a.txt", "c:\\a.txt"), ("~/a.txt", "~/a.txt"), ("", ""), (["a"], ["a"]),
])
def test_the_path_of_a_write(tmp_path, path, absolute):
    found = events(tmp_path, gemini("g1", "", call("c1", "replace", {"file_path": path, "old_string": "", "new_string": "x", "instruction": "y"})))
    assert (found[0]["name"], found[0]["input"]) == ("Edit", {"file_path": absolute, "old_string": "", "new_string": "x", "instruction": "y"})


@pytest.mark.parametrize("name", [
    "read_file", "invoke_agent", "delegate_to_agent", "web_fetch", "mcp_files_write_file", "discovered_tool_x", "write_todos",
])
def test_other_tools_keep_their_names_and_arguments(tmp_path, name):
    args = {"file_path": "a.txt", "command": "ls", "prompt": "x"}
    found = events(tmp_path, gemini("g1", "", call("c1", name, args)))
    assert (found[0]["name"], found[0]["input"]) == (name, args)


# -- odd lines and files


ODD = [
    b"{torn", b"not json", b"[1, 2]", b"7", b'{"id": ["u9"], "type": "user"}', b'{"a": 1}', b"\xff\xfe{}", b"[" * 5000,
    b'{"$set": 5}', b'{"sessionId": 5}', b"{\"id\": \"x\", \"type\": \"user\", \"content\": \"\x00\"}",
]


@pytest.mark.parametrize("line", ODD, ids=lambda line: repr(line[:30]))
@pytest.mark.parametrize("place_of", [0, 1, 2, 3])
def test_an_odd_line_costs_itself(tmp_path, line, place_of):
    records = [header(), user("u1", "one"), gemini("g1", "first", shell("c1", "ls"))]
    records.insert(place_of, line)
    session, errors = read(tmp_path, lines(*records))
    assert kinds(session.events) == [("user_prompt", "one"), ("assistant_text", "first"), ("Bash", True)]
    assert session.id == SESSION and len(errors) == 1 and "line %d" % (place_of + 1) in errors[0]["error"]


@pytest.mark.parametrize("odd", [
    user("x", 5), user("x", [5, None, [], {"text": 5}]), user("x", "", type=["user"]), user("x", "", type=None), user("", "", type="other"),
    gemini("x", 5, model=7), gemini("x", "y", model={}), gemini("x", "", toolCalls={"id": "c"}), gemini("x", "", tokens=5, timestamp=1772442000),
    gemini("x", "", tokens={"input": "many"}), {"id": "x"}, {"$set": {"messages": [1, {"id": 2}, {"id": "y", "content": 5}], "lastUpdated": 5}},
    {"$set": {"messages": "none", "sessionId": []}}, {"$rewindTo": "nowhere"}, header(startTime=5, kind=["main"]), header(messages=5),
    gemini("x", "", {"id": "c8", "name": "replace", "args": "all", "result": 5, "status": ["success"], "resultDisplay": {"diffStat": []}}),
], ids=repr)
def test_an_odd_but_valid_line_changes_nothing_else(tmp_path, odd):
    session, _ = read(tmp_path, lines(header(), user("u1", "one"), odd, gemini("g1", "first", shell("c1", "ls"))))
    assert [k for k in kinds(session.events) if k != ("Edit", None)] == [("user_prompt", "one"), ("assistant_text", "first"), ("Bash", True)]


@pytest.mark.parametrize("id, name", [(["c1"], "replace"), (None, "replace"), ("", "replace"), ("c1", 5)])
def test_a_call_without_an_id_or_a_name_is_noted(tmp_path, id, name):
    session, errors = read(tmp_path, lines(header(), user("u1", "one"), gemini("g1", "", {"id": id, "name": name}, shell("c2", "ls"))))
    assert kinds(session.events) == [("user_prompt", "one"), ("Bash", True)]
    assert [e["error"] for e in errors] == ["a tool call without an id or a name (line 3)"]


@pytest.mark.parametrize("change", [
    lambda data: b"\xef\xbb\xbf" + data,
    lambda data: data.replace(b"\n", b"\r\n"),
    lambda data: data.replace(b"\n", b"\n\n  \n"),
    lambda data: data[:-1],
])
def test_marks_and_line_ends_change_nothing(tmp_path, change):
    session, errors = read(tmp_path, change(lines(header(), user("u1", "one"), gemini("g1", "first"))))
    assert kinds(session.events) == [("user_prompt", "one"), ("assistant_text", "first")] and errors == []


@pytest.mark.parametrize("text", ["a\u2028b", "a\x85b", "\ud800", "a\x00b"])
def test_a_text_keeps_its_characters(tmp_path, text):
    raw = json.dumps(user("u1", text), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    session, errors = read(tmp_path, lines(header(), raw))
    assert (kinds(session.events), errors) == ([("user_prompt", text)], [])


def test_a_file_without_its_header_goes_by_a_later_id_or_its_name(tmp_path):
    records = [user("u1", "one"), setting(sessionId=SESSION)]
    assert reader.read(place(tmp_path, lines(*records))).id == SESSION
    assert reader.read(place(tmp_path, lines(records[0]), name="session-x.jsonl")).id == "session-x"


@pytest.mark.parametrize("data, reason", [
    (document(user("u1", "one"))[:-20], "not JSON"),
    (b'{\n"sessionId": "' + b"a" * 70 * 1024 * 1024 + b'"}', "a JSON document over 64 MiB was not read"),
    (b'{\n"a": 1}', "not a record of a Gemini CLI session"),
], ids=["cut short", "huge", "something else"])
def test_a_document_that_cannot_be_read_is_named(tmp_path, data, reason):
    path = place(tmp_path, data, name="session-x.json")
    errors = []
    assert reader.read(path, errors) is None
    assert errors == [{"path": path, "error": reason}]


@pytest.mark.parametrize("data", [b"", b"\n\n", lines(header()), lines(header(), setting(messages=[user(CONTEXT_ID, CONTEXT % ROOT)]))])
def test_a_file_without_events_is_no_session(tmp_path, data):
    assert read(tmp_path, data) == (None, [])


def test_a_missing_file_is_an_entry(tmp_path):
    errors = []
    assert reader.read(str(tmp_path / "gone.jsonl"), errors) is None
    assert [e["error"] for e in errors] == ["cannot be read: No such file or directory"]
    assert reader.session_key(str(tmp_path / "gone.jsonl")) is None


@pytest.mark.parametrize("name, data", [
    ("session-x.json", document(user("u1", "one"))),
    ("session-x.json", json.dumps(json.loads(document(user("u1", "one")))).encode()),
    ("session-x.json", json.dumps(json.loads(document(user("u1", "one"))), indent=1).replace("{\n", "{ ", 1).encode()),
    ("session-x.json", lines(header(), user("u1", "one"))),
    ("session-x.JSONL", lines(header(), user("u1", "one"))),
    ("session-x.jsonl", document(user("u1", "one"))),
])
def test_the_form_is_told_by_the_content(tmp_path, name, data):
    session, errors = read(tmp_path, data, name=name)
    assert (kinds(session.events), errors) == ([("user_prompt", "one")], [])


# -- which files, whose, and since when


def test_the_default_roots(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("GEMINI_CLI_HOME", raising=False)
    main = place(tmp_path, lines(header(), user("u1", "one")))
    agent = place(tmp_path, lines(header(kind="subagent"), user("u1", "one")), name="%s/a.JSON" % SESSION)
    for name in ("chats/session-x.jsonl.tmp-4711", "chats/session-x.jsonl.unreadable-17", "chats/x.txt", "logs.json",
                 "checkpoint-a.json", "logs/session-x.jsonl"):
        other = Path(main).parent.parent / name
        other.parent.mkdir(exist_ok=True)
        other.write_bytes(lines(header(), user("u1", "one")))
    sandbox = place(tmp_path / ".cache", lines(header(), user("u1", "one")))
    assert reader.transcripts() == sorted([main, agent, sandbox])
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path / "elsewhere"))
    assert reader.transcripts() == []
    moved = place(tmp_path / "elsewhere", lines(header(), user("u1", "one")))
    assert reader.transcripts() == [moved]


def test_a_root_that_is_given(tmp_path):
    main = place(tmp_path, lines(header(), user("u1", "one")))
    flat = tmp_path / "flat.jsonl"
    shutil.copy(main, flat)
    for name in ("logs.json", "checkpoint-a.json", "logs/session-x.jsonl", "tool-outputs/a.json"):
        other = tmp_path / ".gemini" / "tmp" / "site" / name
        other.parent.mkdir(exist_ok=True)
        other.write_bytes(lines(header(), user("u1", "one")))
    assert reader.transcripts(tmp_path) == sorted([main, str(flat)])
    assert reader.transcripts(str(flat)) == [str(flat)]
    assert reader.transcripts(tmp_path / "none") == []


@pytest.mark.parametrize("data", [
    lines(header()),
    lines({"projectHash": "x", "kind": "main", "sessionId": "y"}),
    lines(header(messages=[user("u1", "a" * 70000)])),
    lines(b"{torn", user("u1", "one")),
    lines(setting(messages=[])), lines({"$rewindTo": "u1"}),
    document(user("u1", "one")),
    b"\xef\xbb\xbf" + document(user("u1", "one")),
    json.dumps({"messages": [user("u1", "one"), user("u2", "a" * 70000)], "sessionId": "x", "projectHash": "y"}, indent=4).encode(),
    b'{"messages": [{"content": [{"text": "{\\"}"}], "type": "gemini", "timestamp": "t", "id": "g"}, {"content": "' + b"a" * 70000,
], ids=lambda data: repr(data[:40]))
def test_recognised(data):
    assert recognises(data[:65536]) is True


@pytest.mark.parametrize("data", [
    b"", b"{", b"[]", b'[{"sessionId": "x", "projectHash": "y"}]',
    b'{"projects": {"/srv/web": "web"}}',
    b'{"type":"user","message":{"role":"user","content":"hi"},"uuid":"1","sessionId":"2","timestamp":"3","id":"4","content":""}',
    b'{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}',
    b'{"id":"x","timestamp":"t","instructions":null}\n{"type":"message","role":"user","content":[]}',
    b'{"messages": [{"role": "user", "content": "hi"}]}',
    b'{"note": {"sessionId": "x", "projectHash": "y"}}',
    b'{"text": "{\\"sessionId\\": 1, \\"projectHash\\": 2}"}',
    b'{"$set": {}, "other": 1}',
    b'{"id":"x","timestamp":"t","type":"note","content":""}',
    b'{"a":"' + b'\\"' * 30000,
    b'{"' * 30000,
], ids=lambda data: repr(data[:40]))
def test_not_recognised(data):
    assert recognises(data[:65536]) is False


def test_when_a_session_began_and_ended(tmp_path):
    records = [header(startTime="2026-03-02T08:00:00.000Z", lastUpdated="2026-03-02T08:00:01.000Z"),
               user("u1", "one", timestamp="2026-03-02T08:00:05.000Z"), gemini("g1", "a", timestamp=1772442000), setting(lastUpdated="2026-03-02T08:30:00.000Z"), user("u2", "two", timestamp="yesterday")]
    session, _ = read(tmp_path, lines(*records))
    assert (session.started, session.ended) == ("2026-03-02T08:00:00.000Z", "2026-03-02T08:30:00.000Z")
    assert reader.index(session.path).started == "2026-03-02T08:00:00.000Z"


def test_what_is_owned_elsewhere_is_left_out(tmp_path):
    path = place(tmp_path, lines(header(), user("u1", "one"), gemini("g1", "first", shell("c1", "ls"), shell("c2", "pwd")),
                                 user("u2", "two", timestamp="2026-03-03T00:00:00.000Z"), gemini("g2", "second")))
    tokens = reader.index(path).tokens
    assert len(tokens) == len(set(tokens)) == 6 and all(isinstance(token, bytes) for token in tokens)
    session = reader.read(path, skip=frozenset(tokens[:2] + tokens[4:5]))
    assert kinds(session.events) == [("Bash", True), ("user_prompt", "two"), ("assistant_text", "second")]
    assert reader.read(path, skip=frozenset(tokens)) is None


def test_texts_nobody_reads_may_stay_empty_and_the_events_stay(tmp_path):
    path = place(tmp_path, lines(header(), user("u1", "one"), gemini("g1", "first", shell("c1", "false", output("Output: (empty)\nExit Code: 1")))))
    full, lean = reader.read(path), reader.read(path, unread=frozenset(["tool_result.text"]))
    assert [dict(e, text="") if e["kind"] == "tool_result" else e for e in full.events] == lean.events
