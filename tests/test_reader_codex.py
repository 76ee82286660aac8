"""The Codex reader, a row for each trap of its format and for each form of a call and an output (invented lines)."""
from __future__ import annotations

import pytest

from codex_files import (
    ADD, OLD_TURN, OWN, OWN_TURN, PARENT, RAN, UPDATE, call, done, event, executed, item, line, message, meta, out, patch, read_lines, run,
    said, shell, shown)


@pytest.fixture
def read(tmp_path):
    return read_lines(tmp_path)

# -- the traps of the format, by number

FORK = [meta(forked_from_id=PARENT), meta(PARENT)]
OLD = [event("task_started", turn_id=OLD_TURN)] + said("old") + [run("old"), out(RAN)]
NEW = [event("task_started", turn_id=OWN_TURN)] + said("new") + [run("new", "c2"), out(RAN, "c2")]
ENVIRONMENT = "<environment_context>\n<cwd>/w</cwd>\n</environment_context>"
COPIES = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "old"}]}] * 40

TRAPS = [
    ("1 a prompt stands twice", said("fix it"), ["> fix it"]),
    ("2 context as a user message", [message("user", ENVIRONMENT)] + said("x"), ["> x"]),
    ("2 context, no events in the file", [message("user", ENVIRONMENT), message("user", "x")], ["> x"]),
    ("3 a prompt may begin with a tag", [message("user", "<b>why</b> is this bold?")], ["> <b>why</b> is this bold?"]),
    ("4 a turn context is no turn", said("x") + [line("turn_context", {"cwd": "/w", "model": "m"})] * 12 + [event("agent_message", message="y")],
     ["> x", "< y"]),
    ("5 arguments are a string", [call("shell", '{"command":["bash","-lc","ls"]}')], ["Bash? ls"]),
    ("5 bad arguments never ran", said("x") + [call("shell", "{bad json")], ["> x"]),
    ("5 bad arguments, as the output says", said("x") + [call("shell", "{bad"), out("failed to parse function arguments: key")], ["> x"]),
    ("6 a list without a shell", [shell("git", "commit", "-m", "a b"), out(RAN)], ["Bash git commit -m 'a b'"]),
    ("7 a patch given to shell", [shell("apply_patch", ADD), out(RAN)], ["Write /w/a 'x\\n'"]),
    ("7 a patch in a heredoc given to shell", [shell("apply_patch", "<<'EOF'\n" + ADD + "\nEOF"), out(RAN)], ["Write /w/a 'x\\n'"]),
    ("8 a heredoc after cd", [run("cd d && apply_patch <<'EOF'\n" + UPDATE + "\nEOF"), out(RAN)], ["Edit /w/d/a 'x' 'y'"]),
    ("8 a heredoc after another command", [run("make; apply_patch <<'EOF'\n" + UPDATE + "\nEOF"), out(RAN)],
     ["Bash make; apply_patch <<'EOF'\n" + UPDATE + "\nEOF"]),
    ("9 denied, yet the call is there", said("x") + [shell("bash", "-lc", "ls"), out("exec command rejected by user")], ["> x"]),
    ("10 completed is no outcome", said("x") + [patch(ADD), item("custom_tool_call_output", call_id="c1", output="patch rejected by user")],
     ["> x"]),
    ("11 output as JSON text", [shell("ls"), out('{"output":"hi\\n","metadata":{"exit_code":0}}')], ["Bash ls"]),
    ("11 output as text", [shell("ls"), out(RAN + "hi")], ["Bash ls"]),
    ("11 output as a list", [item("custom_tool_call", name="exec", input="text(1)", call_id="c1"),
                             out([{"type": "input_text", "text": "Script completed\n"}, {"type": "input_image", "image_url": "x"}])], ["exec"]),
    ("12 a poll is no command", [run("top"), out("Process running with session ID 7\n"),
                                 call("write_stdin", {"session_id": 7, "chars": ""}, "c2"), out(RAN, "c2")], ["Bash top", "write_stdin"]),
    ("13 code mode: the cell and the recorded command", [
        item("custom_tool_call", name="exec", input="const r=await tools.exec_command({cmd:'ls'})", call_id="c1"),
        executed("ls", "exec-1"), out("Script completed\n")], ["exec", "Bash ls"]),
    ("14 an item and a call of one id", [run("ls"), executed("ls"), out(RAN)], ["Bash ls"]),
    ("15 a call without its item", [run("ls"), out(RAN)], ["Bash ls"]),
    ("16 the person's command", said("x") + [executed("ls", "u", "user_shell"), message("user", "<user_shell_command>\nls\n</user_shell_command>")],
     ["> x"]),
    ("17 a foreign header: what follows is a copy", FORK + OLD + NEW, ["> new", "Bash new"]),
    ("18 a migrated fork has no foreign header", [meta(forked_from_id=PARENT, history_mode="paginated")] + OLD + NEW, ["> new", "Bash new"]),
    ("18 a fork with a base copied nothing",
     [meta(forked_from_id=PARENT, history_mode="paginated", history_base={"thread_id": PARENT})] + OLD[:3], ["> old"]),
    ("21 a compaction is not descended into", said("x") + [line("compacted", {"message": "", "replacement_history": COPIES})], ["> x", "compact"]),
    ("22 its companion adds nothing", said("x") + [line("compacted", {"message": "s"}), event("context_compacted")], ["> x", "compact"]),
    ("22 its item adds nothing", [done("UserMessage", content=[{"type": "text", "text": "x"}]), line("compacted", {}), done("ContextCompaction", id="k")],
     ["> x", "compact"]),
    ("23 a summary has no event", said("x") + [message("assistant", "SUMMARY"), line("compacted", {"message": "SUMMARY"})], ["> x", "compact"]),
    ("24 a message between agents", said("x") + [item("agent_message", author="/root/x", recipient="/root", content=[{"type": "input_text", "text": "no"}]),
                                                 event("agent_message", message="hi")], ["> x", "< hi"]),
    ("25 a sub-agent's task is its prompt", [meta(source={"subagent": {"thread_spawn": {"parent_thread_id": PARENT}}})] + said("count the files"),
     ["> count the files"]),
    ("26 an output without a call", said("x") + [item("function_call_output", name="goal_objective", namespace="agent", output="o")], ["> x"]),
    ("27 steering is two prompts", [event("task_started", turn_id=OWN_TURN)] + said("x") + said("y") + [event("task_complete", turn_id=OWN_TURN)],
     ["> x", "> y"]),
    ("29 a huge image", [message("user", "look"), event("user_message", message="look", images=["data:image/png;base64," + "A" * 200000])], ["> look"]),
    ("30 token counts", said("x") + [event("token_count", info=None)] * 3, ["> x"]),
    ("31 another's tool of that name", [call("exec_command", {"cmd": "ls"}, namespace="mcp__box"), out("done")], ["mcp__box__exec_command"]),
    ("32 cancelled at once", [run("ls"), out("aborted by user after 0.1s")], ["Bash? ls"]),
    ("32 interrupted", [run("ls"), out("aborted by user after 42.0s")], ["Bash? ls"]),
    ("33 PowerShell", [shell("powershell.exe", "-Command", "Get-ChildItem"), out(RAN)], ["shell"]),
    ("34 half a last line", said("x") + ['{"timestamp":"2026-03-04T05:00:00.000Z","type":"respon'], ["> x"]),
    ("35 ordinals repeat", [dict(each, ordinal=3) for each in said("x") + said("y")], ["> x", "> y"]),
    ("37 only images", [event("user_message", message="", kind="plain", images=["data:"])], ["> "]),
    ("37 another kind is context", [event("user_message", message=ENVIRONMENT, kind="environment_context")] + said("x"), ["> x"]),
]


@pytest.mark.parametrize("lines, expected", [row[1:] for row in TRAPS], ids=[row[0] for row in TRAPS])
def test_a_trap_of_the_format(read, lines, expected):
    first = lines[0]["payload"] if isinstance(lines[0], dict) else {}
    start = [] if lines[0]["type"] == "session_meta" and first.get("id") == OWN else [meta()]
    assert shown(read(*start, *lines)) == expected


def test_trap_19_the_session_is_the_file_s_thread_not_the_tree_s_root(read):
    session = read(meta(session_id=PARENT, source={"subagent": "review"}), *said("x"))
    assert session.id == OWN


def test_trap_28_a_bare_file_has_a_header_and_states(read):
    errors = []
    session = read(
        {"id": PARENT, "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "id": None, "role": "user", "content": [{"type": "input_text", "text": "x"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "y"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["bash","-lc","ls"]}', "call_id": "c1"},
        {"type": "function_call_output", "call_id": "c1", "output": '{"output":"","metadata":{"exit_code":1}}'},
        name="rollout-2025-06-01-%s.jsonl" % PARENT, errors=errors)
    assert (shown(session), session.id, session.started, errors) == (
        ["> x", "< y", "Bash ls"], PARENT, "2025-06-01T10:00:00.000Z", [])


# -- shell calls (6.4)

SHELL_FORMS = [
    (shell("bash", "-lc", "ls | wc"), "Bash ls | wc"),
    (shell("/usr/bin/zsh", "-c", "ls"), "Bash ls"),
    (shell("sh", "-lc", "ls"), "Bash ls"),
    (shell("bash.exe", "-lc", "ls"), "Bash ls"),
    (call("container.exec", {"command": ["bash", "-lc", "ls"]}), "Bash ls"),
    (call("shell", {"cmd": ["bash", "-lc", "ls"]}), "Bash ls"),
    (call("shell", {"command": "ls -la | wc"}), "Bash ls -la | wc"),
    (shell("bash", "-x", "a.sh"), "Bash bash -x a.sh"),
    (shell("bash", "-lc", "ls $0", "name"), "Bash bash -lc 'ls $0' name"),
    (shell("ls"), "Bash ls"),
    (shell("pwsh", "-Command", "ls"), "shell"),
    (shell("cmd", "/c", "dir"), "shell"),
    (shell("C:\\Windows\\System32\\cmd.EXE", "/c", "dir"), "shell"),
    (shell("fish", "-c", "ls"), "shell"),
    (shell("dash", "-c", "ls"), "shell"),
    (shell(), "shell"),
    (call("shell", {"command": ["ls", 1]}), "shell"),
    (call("shell", {"timeout": 1}), "shell"),
    (item("local_shell_call", call_id="c1", action={"type": "exec", "command": ["bash", "-lc", "ls"]}), "Bash ls"),
    (item("local_shell_call", id="c1", call_id=None, action={"command": ["ls", "a b"]}), "Bash ls 'a b'"),
    (call("shell_command", {"command": "ls"}), "Bash ls"),
    (run("ls"), "Bash ls"),
    (run("ls", shell="/bin/zsh"), "Bash ls"),
    (run("ls", shell="pwsh"), "exec_command"),
    (run("ls", shell="fish"), "exec_command"),
    (call("exec_command", {"cmd": ["ls"]}), "exec_command"),
    (call("write_stdin", {"session_id": 7, "chars": "ls\n"}), "write_stdin"),
    (call("wait", {"cell_id": "4"}), "wait"),
    (item("custom_tool_call", name="js_repl", input="1", call_id="c1"), "js_repl"),
    (item("custom_tool_call", name="exec", input="tools.exec_command({cmd:'ls'})", call_id="c1"), "exec"),
    (call("shell", {"command": ["ls"]}, namespace="mcp__box"), "mcp__box__shell"),
    (call("shell_command", {"command": "ls"}, namespace="box__"), "box__shell_command"),
    (call("spawn_agent", {"message": "count"}), "Agent count"),
    (call("spawn_agent", {"message": "count"}, namespace="multi_agent_v1"), "Agent count"),
    (call("spawn_agent", {"items": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}), "Agent a\nb"),
    (call("spawn_agent", {"message": "count"}, namespace="mcp__x"), "mcp__x__spawn_agent"),
    (call("update_plan", {"plan": []}), "update_plan"),
]


@pytest.mark.parametrize("asked, expected", SHELL_FORMS)
def test_a_form_of_call(read, asked, expected):
    assert shown(read(meta(), asked, out(RAN))) == [expected]


@pytest.mark.parametrize(
    "cwd, shell_name, expected",
    [("/w", "bash", "Bash ls"), ("/w", "zsh", "Bash ls"), ("/w", "", "Bash ls"), ("", "", "Bash ls"), ("/w", "powershell", "shell_command"),
     ("/w", "fish", "shell_command"), ("C:\\w", "", "shell_command"), ("C:/w", "", "shell_command"), ("C:\\w", "bash", "Bash ls"),
     ("C:\\w", "powershell.exe", "shell_command"), ("\\\\server\\w", "", "shell_command")],
)
def test_a_script_is_for_the_session_s_shell(read, cwd, shell_name, expected):
    named = "<shell>%s</shell>" % shell_name if shell_name else ""
    context = message("user", "<environment_context>\n<cwd>%s</cwd>\n%s</environment_context>" % (cwd, named))
    assert shown(read(meta(cwd=cwd), context, call("shell_command", {"command": "ls"}), out(RAN))) == [expected]


@pytest.mark.parametrize(
    "argv, expected",
    [(["/bin/bash", "-lc", "ls -a"], "Bash ls -a"), (["powershell.exe", "-Command", "ls -a"], "exec_command"), ([], "Bash ls"),
     (["/bin/zsh", "-c", "-l", "x"], "Bash ls")],
)
def test_the_recorded_command_says_what_ran(read, argv, expected):
    item_ = done("CommandExecution", id="c1", command=argv, source="agent", status="completed", exit_code=0)
    assert shown(read(meta(), run("ls"), item_, out(RAN))) == [expected]


def test_native_keys_stay_beside_the_command(read):
    given = read(meta(), run("ls", workdir="/x", login=True), out(RAN)).events[0]["input"]
    assert given == {"cmd": "ls", "workdir": "/x", "login": True, "command": "ls"}


def test_an_item_before_its_call_is_the_call_s(read):
    assert shown(read(meta(), executed("ls"), run("ls"), out(RAN))) == ["Bash ls"]


def test_a_legacy_command_event_is_an_item(read):
    ended = event("exec_command_end", call_id="c1", command=["bash", "-lc", "ls"], exit_code=0, status="completed", source="agent")
    assert shown(read(meta(), run("ls"), ended)) == ["Bash ls"]
    assert shown(read(meta(), ended)) == ["Bash ls"]  # its call is not in the file


@pytest.mark.parametrize(
    "item_, expected",
    [
        (executed("ls", "exec-1"), ["Bash ls"]),
        (done("CommandExecution", id="exec-1", command=["git", "log", "a b"], status="failed", exit_code=1), ["Bash git log 'a b'"]),
        (done("CommandExecution", id="exec-1", command=["pwsh", "-c", "ls"], status="completed", exit_code=0), ["exec_command"]),
        (done("CommandExecution", id="exec-1", command=["bash", "-lc", "ls"], status="declined"), []),
        (done("CommandExecution", id="exec-1", command=["bash", "-lc", "y"], source="unified_exec_interaction", exit_code=0), []),
        (done("FileChange", id="exec-1", status="completed", changes={"/w/a": {"type": "add", "content": "x\n"}}), ["Write /w/a 'x\\n'"]),
        (done("FileChange", id="exec-1", status="declined", changes={"/w/a": {"type": "add", "content": "x\n"}}), []),
        (done("FileChange", id="exec-1", status="failed", changes={"/w/a": {"type": "add", "content": "x\n"}}), []),
        (event("patch_apply_end", call_id="exec-1", success=True, status="completed", changes={"/w/a": {"type": "delete", "content": "x\n"}}),
         ["apply_patch delete /w/a"]),
        (done("CollabAgentToolCall", id="exec-1", tool="spawn_agent", prompt="count", status="completed"), ["Agent count"]),
        (done("CollabAgentToolCall", id="exec-1", tool="wait", status="completed"), []),
    ],
)
def test_what_a_cell_did_is_recorded_beside_it(read, item_, expected):
    cell = item("custom_tool_call", name="exec", input="js", call_id="c1")
    assert shown(read(meta(), cell, item_, out("Script completed\n"))) == ["exec"] + expected


def test_a_cell_names_its_recorded_commands(read):
    cells = [item("custom_tool_call", name="exec", input="js", call_id=id) for id in ("c1", "c2")]
    session = read(meta(), cells[0], executed("ls", "exec-1"), executed("pwd", "exec-2"), out("Script completed\n"), cells[1], out("", "c2"))
    inputs = [e["input"] for e in session.events if e["kind"] == "tool_use" and e["name"] == "exec"]
    assert inputs == [{"input": "js", "nested": ["exec-1", "exec-2"]}, {"input": "js"}]


def test_a_late_command_counts_in_the_turn_it_was_made_in(read):
    cell = item("custom_tool_call", name="exec", input="js", call_id="c1")
    session = read(meta(), event("task_started", turn_id=OLD_TURN), *said("x"), cell, out("Script running with cell ID 1\n"),
                   event("task_started", turn_id=OWN_TURN), *said("y"), executed("late", "exec-1", **{"process_id": "1"}),
                   done("CommandExecution", OLD_TURN, id="exec-2", command=["bash", "-lc", "later"], status="completed", exit_code=0))
    assert [(e["turn"], e["input"]["command"]) for e in session.events if e.get("name") == "Bash"] == [(1, "later"), (2, "late")]
    assert [e["turn"] for e in session.events] == sorted(e["turn"] for e in session.events)


# -- did it run (6.6)

REJECTED = 'CreateProcess { message: "Rejected(\\"rejected by user\\")" }'
FATES = [
    ("exec command rejected by user", False, None),
    ("exec command rejected: too risky", False, None),
    ("exec_command failed for `/bin/bash -lc 'echo `x`'`: " + REJECTED, False, None),
    ("exec_command failed: " + REJECTED, False, None),
    ("exec_command failed for `x`: CreateProcess { message: \"No such file\" }", False, None),
    ("exec_command failed for `x`: SandboxDenied { message: \"no\" }", True, True),
    ("exec_command failed for `x`: Other", None, True),
    ("rejected by configuration", False, None),
    ("Automatic approval review denied (risk: high): no", False, None),
    ("This action was rejected due to unacceptable risk.\nReason: x", False, None),
    ("approval policy is Never; reject command \u2014 you should not ask", False, None),
    ("approval policy is on-request", True, False),
    ("patch rejected by user", False, None),
    ("patch rejected: writing outside of the project", False, None),
    ("apply_patch verification failed: no such file", False, None),
    ("unsupported call: exec_command", False, None),
    ("failed to parse function arguments: missing field", False, None),
    ("execution error: Io(Os { code: 2 })", False, None),
    ("error: something", True, False),
    ("aborted by user after 0.1s", None, True),
    ("aborted by user after 42.0s", None, True),
    ("Wall time: 3.0 seconds\naborted by user", None, True),
    ('{"output":"aborted","metadata":{}}', False, None),
    ('{"output":"aborted","metadata":{"error":"command rejected","reason":"no"}}', False, None),
    ('{"output":"aborted","metadata":{"exit_code":1,"duration_seconds":0}}', None, True),
    ('{"output":"exec command rejected by user","metadata":{}}', False, None),
    ('{"output":"exec command rejected by user","metadata":{"exit_code":0}}', True, False),
    ('{"output":"","metadata":{"exit_code":1}}', True, True),
    ('{"output":"","metadata":{"exit_code":0}}', True, False),
    ('{"output":"","metadata":3}', True, False),
    ('{"output', True, False),
    (RAN + "exec command rejected by user", True, False),
    ("Exit code: 3\nWall time: 0 seconds\nOutput:\n", True, True),
    ("Wall time: 0.006 seconds\nProcess exited with code 1\nOutput:\n", True, True),
    ("Chunk ID: 1f\nWall time: 0.0 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nunsupported call: x", True, False),
    ("Chunk ID: 1f\nWall time: 0.3 seconds\nProcess running with session ID 5\nOutput:\n", True, False),
    ("command timed out after 1000 milliseconds\n", True, True),
    ("failed in sandbox MacosSeatbelt with execution error: x", True, True),
    ("failed in sandbox LinuxSeccomp with execution error: x", True, True),
    ("", True, False),
    ("anything else", True, False),
    ([{"type": "input_text", "text": "exec command "}, {"type": "input_image"}, {"type": "input_text", "text": "rejected by user"}], False, None),
    ({"content": "Exit code: 2\n"}, True, True),
    (None, True, False),
]


@pytest.mark.parametrize("output, ran, is_error", FATES)
def test_an_output_says_whether_it_ran(read, output, ran, is_error):
    session = read(meta(), *said("x"), run("ls"), out(output))
    kinds = [(e["kind"], e.get("ran"), e.get("is_error")) for e in session.events[1:]]
    assert kinds == ([] if ran is False else [("tool_use", ran, None), ("tool_result", None, is_error)])


@pytest.mark.parametrize("output", ["write_stdin failed: Unknown process id 7", "unknown session id 7"])
def test_input_to_no_process_is_no_call(read, output):
    assert shown(read(meta(), *said("x"), call("write_stdin", {"session_id": 7, "chars": "y"}), out(output))) == ["> x"]


@pytest.mark.parametrize("output, made", [("Script completed\nWall time 1 s", True), ("Script failed\n", True), ("Script terminated\n", True),
                                          ("Script running with cell ID 4\n", True), ("unsupported custom tool call: exec", False),
                                          ("aborted by user after 3.0s", None)])
def test_a_cell_s_fate(read, output, made):
    session = read(meta(), *said("x"), item("custom_tool_call", name="exec", input="js", call_id="c1"), out(output))
    assert [e["ran"] for e in session.events if e["kind"] == "tool_use"] == ([] if made is False else [made])


@pytest.mark.parametrize(
    "lines, ran",
    [
        ([], None),
        ([executed("ls")], True),
        ([done("CommandExecution", id="c1", command=["bash", "-lc", "ls"], status="failed", exit_code=137), out("aborted by user after 9s")], True),
        ([done("CommandExecution", id="c1", command=["bash", "-lc", "ls"], status="declined")], False),
        ([done("CommandExecution", id="c1", command=["bash", "-lc", "ls"], status="in_progress")], True),
        ([done("CommandExecution", id="c1", command=["bash", "-lc", "ls"], status="failed"), out("exec command rejected by user")], False),
        ([executed("ls", source="user_shell")], None),
    ],
)
def test_a_command_item_says_what_an_output_does_not(read, lines, ran):
    session = read(meta(), *said("x"), run("ls"), *lines)
    assert [e["ran"] for e in session.events if e["kind"] == "tool_use"] == ([] if ran is False else [ran])


def test_a_result_is_the_item_s_where_there_is_no_output(read):
    ended = done("CommandExecution", id="c1", command=["bash", "-lc", "ls"], status="failed", exit_code=2, aggregated_output="no")
    assert read(meta(), run("ls"), ended).events[1] == {
        "kind": "tool_result", "tool_use_id": "c1", "tool_name": "Bash", "text": "no", "is_error": True, "turn": 0}


@pytest.mark.parametrize("output", ["error: Failed to read file", "apply_patch verification failed: x", "patch rejected by user"])
@pytest.mark.parametrize("asked", [patch(ADD), call("apply_patch", {"input": ADD}), shell("apply_patch", ADD), patch("no patch")])
def test_a_patch_not_applied_is_no_event(read, asked, output):
    assert shown(read(meta(), *said("x"), asked, out(output))) == ["> x"]


@pytest.mark.parametrize(
    "change, output, ran",
    [
        ({"success": True, "status": "completed"}, None, True),
        ({"success": False, "status": "declined"}, "patch rejected by user", False),
        ({"success": False, "status": "failed"}, "apply_patch verification failed: x", False),
        ({"success": False, "status": "failed"}, "Exit code: 1\nWall time: 0 seconds\nOutput:\nno space", True),
        ({"success": False, "status": "failed"}, None, True),
        (None, None, None),
        (None, '{"output":"","metadata":{"exit_code":1}}', True),
        (None, "Wall time: 0.0 seconds\nOutput:\n" + RAN, True),
        (None, "Wall time: 0.0 seconds\nOutput:\npatch rejected: x", False),
    ],
)
def test_a_patch_s_fate(read, change, output, ran):
    lines = [patch(ADD)] + ([event("patch_apply_end", call_id="c1", changes={}, **change)] if change else [])
    session = read(meta(), *said("x"), *lines, *([out(output)] if output is not None else []))
    assert [e["ran"] for e in session.events if e["kind"] == "tool_use"] == ([] if ran is False else [ran])


# -- patches (6.5)

MANY = """*** Begin Patch
*** Environment ID: e
*** Delete File: gone
*** Update File: moved
*** Move to: there
*** Update File: both
*** Move to: sub/both
@@ def f
 keep
-x
+y
*** Add File: new
+a
+
+*** Add File: not
*** Update File: two
@@
-1
+2
*** End of File
@@ class A
@@ def g
-3
 
+4
*** End Patch"""


def test_a_patch_is_one_event_a_file_in_its_order(read):
    events = [e for e in read(meta(), patch(MANY), out(RAN)).events if e["kind"] == "tool_use"]
    given = [{key: value for key, value in e["input"].items() if key != "input"} for e in events]
    assert [(e["id"], e["name"]) for e in events] == [
        ("c1", "apply_patch"), ("c1#2", "apply_patch"), ("c1#3", "Edit"), ("c1#4", "Write"), ("c1#5", "MultiEdit")]
    assert given == [
        {"file_path": "/w/gone", "type": "delete"},
        {"file_path": "/w/moved", "move_path": "/w/there", "type": "update"},
        {"file_path": "/w/both", "move_path": "/w/sub/both", "old_string": "keep\nx", "new_string": "keep\ny"},
        {"file_path": "/w/new", "content": "a\n\n*** Add File: not\n"},
        {"file_path": "/w/two", "edits": [{"old_string": "1", "new_string": "2"}, {"old_string": "3\n", "new_string": "\n4"}]},
    ]
    assert [e["input"].get("input") for e in events] == [MANY, None, None, None, None]  # the native key, once


@pytest.mark.parametrize(
    "asked, expected",
    [
        (patch(ADD), "Write /w/a 'x\\n'"),
        (call("apply_patch", {"input": ADD}), "Write /w/a 'x\\n'"),
        (shell("apply_patch", ADD), "Write /w/a 'x\\n'"),
        (shell("/usr/bin/applypatch", ADD), "Write /w/a 'x\\n'"),
        (shell("bash", "-lc", "apply_patch <<'EOF'\n" + ADD + "\nEOF"), "Write /w/a 'x\\n'"),
        (shell("bash", "-lc", "cd 'a b' && apply_patch <<\"PATCH\"\n" + ADD + "\nPATCH\n"), "Write /w/a b/a 'x\\n'"),
        (call("shell_command", {"command": "applypatch << EOF\n" + ADD + "\nEOF", "workdir": "sub"}), "Write /w/sub/a 'x\\n'"),
        (run("cd /x && apply_patch <<'EOF'\n" + ADD + "\nEOF", workdir="/y"), "Write /x/a 'x\\n'"),
        (run("cd ../x && apply_patch <<'EOF'\n" + ADD + "\nEOF", workdir="/y/z"), "Write /y/x/a 'x\\n'"),
        (patch(ADD.replace("\n", "\r\n")), "Write /w/a 'x\\n'"),
        (patch("\n  " + ADD.replace("***", "  ***") + "  \n"), "Write /w/a 'x\\n'"),
        (patch(ADD.replace("+x\n", "")), "Write /w/a ''"),
        (patch(ADD.replace(" a\n", " /abs/a\n")), "Write /abs/a 'x\\n'"),
        (patch(ADD.replace("+x", "+x\u2028y")), "Write /w/a 'x\\u2028y\\n'"),
        (patch(UPDATE.replace("@@\n", "")), "Edit /w/a 'x' 'y'"),
        (patch(UPDATE.replace("-x\n+y", " *** Delete File: b\n-x")), "Edit /w/a '*** Delete File: b\\nx' '*** Delete File: b'"),
        (patch("no patch"), "apply_patch None None"),
        (patch("*** Begin Patch\n*** End Patch"), "apply_patch None None"),
        # a near miss each: what runs there is a shell
        (run("apply_patch <<'EOF'\n" + ADD + "\nEOF\nls"), None),
        (run("apply_patch <<'EOF'\n" + ADD + "\nEOF && ls"), None),
        (run("cd d; apply_patch <<'EOF'\n" + ADD + "\nEOF"), None),
        (run("cd $D && apply_patch <<'EOF'\n" + ADD + "\nEOF"), None),
        (run("cd d && cd e && apply_patch <<'EOF'\n" + ADD + "\nEOF"), None),
        (run("apply_patch <<'EOF'\nnothing\nEOF"), None),
        (run("apply_patch <<'EOF'\n" + ADD), None),
        (run("apply_patch '" + ADD + "'"), None),
        (run("cat <<'EOF'\n" + ADD + "\nEOF"), None),
    ],
)
def test_a_form_of_patch(read, asked, expected):
    said_ = shown(read(meta(), asked, out(RAN)))
    assert said_ == [expected] if expected else [each.split()[0] for each in said_] == ["Bash"]


@pytest.mark.parametrize("output, name", [
    ("Wall time: 0.005 seconds\nProcess exited with code 127\nOutput:\nbash: apply_patch: command not found", "Bash"),
    ("Exit code: 127\nWall time: 0 seconds\nOutput:\n", "Bash"),
    ('{"output":"not found","metadata":{"exit_code":127}}', "Bash"),
    ("Chunk ID: 1\nWall time: 0 seconds\nProcess exited with code 0\nOutput:\n", "Bash"),
    ("Wall time: 0 seconds\nOutput:\n" + RAN, "Write"),
    ('{"output":"Success.","metadata":{"exit_code":0}}', "Write"),
    (None, "Write"),
])
def test_a_heredoc_nobody_took_for_a_patch_ran_as_shell(read, output, name):
    lines = [run("apply_patch <<'EOF'\n" + ADD + "\nEOF")] + ([out(output)] if output else [])
    assert [e["name"] for e in read(meta(), *lines).events if e["kind"] == "tool_use"] == [name]


@pytest.mark.parametrize(
    "cwd, path, expected",
    [("/w", "a", "/w/a"), ("/w", "./b/../a", "/w/a"), ("", "a", "a"), ("C:\\w", "sub/a", "C:\\w\\sub\\a"), ("C:\\w", "D:\\a", "D:\\a"),
     ("/w", "D:/a", "D:/a"), ("/w", "../.github/a", "/.github/a")],
)
def test_a_path_is_absolute_where_the_folder_is_known(read, cwd, path, expected):
    assert read(meta(cwd=cwd), patch(ADD.replace("File: a", "File: " + path)), out(RAN)).events[0]["input"]["file_path"] == expected


def test_recorded_paths_are_the_real_ones(read):
    change = done("FileChange", id="c1", status="completed", changes={"/real/.x/a": {"type": "add", "content": "x\n"}})
    assert shown(read(meta(), patch(ADD.replace("File: a", "File: .x/a")), change)) == ["Write /real/.x/a 'x\\n'"]


def test_a_recorded_update_is_its_hunks(read):
    diff = "--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\n+y\n keep\n@@ -9 +9 @@\n-p\n+q\n\\ No newline at end of file\n"
    change = done("FileChange", id="exec-1", status="completed", changes={
        "/w/a": {"type": "update", "unified_diff": diff, "move_path": "/w/b"},
        "/w/c": {"type": "update", "unified_diff": "", "move_path": "/w/d"}})
    events = [e for e in read(meta(), change).events if e["kind"] == "tool_use"]
    assert [(e["id"], e["name"], e["input"]) for e in events] == [
        ("exec-1", "MultiEdit", {"file_path": "/w/a", "move_path": "/w/b", "edits": [
            {"old_string": "x\nkeep", "new_string": "y\nkeep"}, {"old_string": "p", "new_string": "q"}]}),
        ("exec-1#2", "apply_patch", {"file_path": "/w/c", "move_path": "/w/d", "type": "update"}),
    ]
