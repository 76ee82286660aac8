"""Which calls of Claude Code ran, which did not, and which nobody can tell: a row for each text and field."""
from __future__ import annotations

import json

import pytest

from claude_files import REFUSED, STOPPED, Log, brief, check, read, rejected, stop, text_block, unique

# -- did it run

R, N, U = True, "none", None  # ran, no event, unknown
FATES = [
    # version, tool, text of the failed result, toolUseResult ("same": "Error: " and the text), other fields, fate
    ("1.0.51", "Bash", "ls: cannot access 'x'", "same", {}, R),
    ("1.0.100", "Bash", "Error", "same", {}, R),
    ("2.0.5", "Bash", "Command timed out after 1.5s", "same", {}, R),
    ("1.0.100", "Bash", STOPPED, "same", {}, R),
    ("2.0.37", "Bash", "Exit code 1\nboom", "same", {}, R),
    ("2.0.37", "Bash", "Exit code 137\n" + STOPPED, "same", {}, R),
    ("2.1.126", "Agent", STOPPED, "same", {}, R),
    ("2.1.12", "Bash", "PostToolUse:Bash hook error: [lint]: no", "same", {}, R),
    ("2.1.207", "Bash", "Exit code 2\nusage", "same", {}, R),
    # refused at the prompt
    ("2.0.37", "Bash", REFUSED, "same", {}, N),
    ("2.1.126", "Write", REFUSED, "same", {}, N),
    ("2.1.207", "Bash", REFUSED + " the user said:\nno", "same", {"toolDenialKind": "user-rejected"}, N),
    ("2.1.332", "Bash", REFUSED, "User rejected tool use", {"toolDenialKind": "user-rejected", "toolDenialBeforeRun": True}, N),
    ("2.1.207", "Write", REFUSED, "User rejected tool use", {"toolDenialKind": "user-rejected"}, N),
    ("2.1.12", "ExitPlanMode", "Exit plan mode?", "same", {}, N),
    ("2.1.12", "AskUserQuestion", "none of these", "same", {}, N),
    ("1.0.51", "Bash", REFUSED, None, {}, N),
    ("2.0.37", "Bash", "The user doesn't want to take this action right now. STOP", "The user doesn't want to take this action right now. STOP", {}, N),
    # perhaps running
    ("2.1.207", "Bash", REFUSED, "User rejected tool use", {"toolDenialKind": "user-rejected"}, U),
    ("2.1.56", "Bash", REFUSED, None, {}, U),
    ("2.1.332", "Bash", "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown.", "same", {"toolDenialKind": "interrupted"}, U),
    ("2.1.215", "Bash", STOPPED, "same", {"toolDenialKind": "interrupted"}, U),
    # denied by rule, mode, hook, classifier
    ("2.1.207", "Bash", "use the release script", "same", {"toolDenialKind": "permission-rule"}, N),
    ("2.1.207", "Bash", "no", "same", {"toolDenialKind": "automode-blocked"}, N),
    ("2.1.270", "Bash", "no", "same", {"toolDenialKind": "automode-parsing-error"}, N),
    ("2.1.270", "mcp__x__y", "no", "same", {"toolDenialKind": "automode-unavailable"}, N),
    ("2.1.270", "Bash", "no", "same", {"toolDenialKind": "cancelled"}, N),
    ("2.1.270", "Bash", "Auto mode could not evaluate this action and is blocking it for safety", "same", {}, N),
    ("2.1.332", "PowerShell", "Auto mode is unavailable: its safety check does not run for this session", "same", {}, N),
    ("2.1.126", "Bash", "Permission for this action has been denied. Reason: destroys files", "same", {}, N),
    ("2.1.207", "Monitor", "Permission for this action was denied by the Claude Code auto mode classifier. Reason: no", "same", {}, N),
    ("1.0.24", "Bash", "Permission to use Bash with command git push origin main has been denied.", "same", {}, N),
    ("1.0.24", "Bash", "Permission to use Bash with command cat <<'X'\na\nX has been denied.", "same", {}, N),
    ("1.0.24", "Bash", "Permission to acme/app.git denied to dev.", "same", {}, R),
    ("2.1.12", "Read", "Permission to use Read has been auto-denied in dontAsk mode.", "same", {}, N),
    ("2.1.77", "Bash", "Permission to use Bash has been denied because Claude Code is running in don't ask mode.", "same", {}, N),
    ("1.0.24", "Read", "Permission to read /home/dev/proj/k.txt has been denied.", "same", {}, N),
    ("1.0.24", "WebFetch", "Claude requested permissions to use WebFetch, but you haven't granted it yet.", "same", {}, N),
    ("2.1.12", "Bash", "This command requires approval", "same", {}, N),
    ("2.1.12", "Bash", "This Bash command contains multiple operations. The following part requires approval: rm x", "same", {}, N),
    ("2.1.12", "Bash", "This Bash command contains multiple operations. The following parts require approval: a, b", "same", {}, N),
    ("1.0.24", "Bash", "ERROR: cd to '/' was blocked. For security, Claude Code may only change", "same", {}, N),
    ("1.0.100", "Bash", "cat in '/etc/hosts' was blocked. For security, Claude Code may only concatenate", "same", {}, N),
    ("2.0.5", "Bash", "Command contains output redirection (>) which could write to arbitrary files", "same", {}, N),
    ("1.0.100", "Bash", "Output redirection to '/x' was blocked. For security, Claude Code may only write", "same", {}, N),
    ("1.0.100", "Bash", "the door was blocked. for now", "same", {}, R),
    ("2.1.12", "Bash", "Commands that change directories and write via output redirection require explicit approval to ensure", "same", {}, N),
    ("1.0.100", "Write", "Cannot write to /x while in plan mode.", "same", {}, N),
    ("2.0.37", "Bash", "PreToolUse:Bash hook error: [guard]: frozen", "same", {}, N),
    ("2.1.332", "Bash", "PreToolUse:Bash hook error: frozen", "same", {}, N),
    ("1.0.100", "Bash", "Hook PreToolUse:Bash denied this tool", "same", {}, N),
    ("1.0.100", "Bash", "[PreToolUse:Bash] hook error: no", "same", {}, N),
    ("1.0.100", "Bash", "PreToolUse:Bash hook blocking error from command: no", "same", {}, N),
    ("1.0.100", "Bash", "Bash operation blocked by hook:\n- no", "same", {}, N),
    ("2.0.37", "Bash", "use the release script instead", "same", {}, N),
    # failed validation
    ("2.0.37", "Bash", "<tool_use_error>InputValidationError: Bash failed due to the following issue:\nx</tool_use_error>", None, {}, N),
    ("2.1.71", "Bash", "<tool_use_error>Cancelled: parallel tool call Bash(x) errored</tool_use_error>", None, {}, N),
    ("2.1.332", "Bash", "<tool_use_error>Blocked: sleep 30 followed by: echo v4.</tool_use_error>", None, {}, N),
    ("1.0.24", "Bash", "InputValidationError: Bash failed due to the following issue:\nThe required parameter", None, {}, N),
    ("1.0.24", "Bash", "InputValidationError: expected a number", "same", {}, R),
    ("1.0.24", "Frobnicate", "Error: No such tool available: Frobnicate", None, {}, N),
    ("1.0.24", "Edit", "String to replace not found in file.\nString: x", "same", {}, N),
    ("2.1.332", "Edit", "any error", "same", {}, N),
    # what cannot be told
    (None, "Bash", "some text", "same", {}, U),
    ("2.1.126", "PowerShell", "some text", "same", {}, U),
    ("2.1.126", "Read", "File does not exist.", "same", {}, U),
    ("2.1.207", "Read", "File does not exist.", "same", {}, R),
    ("1.0.24", "Read", "File does not exist.", "same", {}, R),
]


@pytest.mark.parametrize("version, tool, text, structured, fields, fate", FATES)
def test_a_failed_result(tmp_path, version, tool, text, structured, fields, fate):
    log = Log(version, entrypoint="sdk-cli").user("go").call("a", tool).failed("a", text, structured, **fields).said("So.")
    expected = [(1, "prompt", "go"), (1, "final", "So.")]
    if fate != N:
        expected[1:1] = [(1, tool, fate), (1, "result", tool)]
    check(tmp_path, log, expected)


@pytest.mark.parametrize(
    "result, fate",
    [
        ({}, R),
        ({"is_error": False}, R),
        ({"is_error": None}, R),
        ({"is_error": "true"}, R),
        ({"is_error": False, "content": "Command running in background with ID: b1"}, R),
        ({"is_error": False, "content": None}, R),
    ],
)
def test_a_result_without_an_error_ran(tmp_path, result, fate):
    log = Log().user("go").call("a").result("a")
    log.lines[-1]["message"]["content"][0].update(result)
    assert brief(read(tmp_path, log))[1] == (1, "Bash", fate)


def test_the_bare_comment_of_2_0_is_unknown_where_somebody_could_have_typed_it(tmp_path):
    """A refusal whose result is only the person's words looks like the output of a command."""
    for log, fate in ((Log("2.0.5", entrypoint=None).state("file-history-snapshot"), U), (Log("2.0.5", entrypoint=None), R)):
        log.user("go").call("a").failed("a", "use the other folder please").call("b").failed("b", "ls: no such file")
        assert [event for event in brief(read(tmp_path, log)) if event[1] == "Bash"] == [(1, "Bash", fate), (1, "Bash", R)]


ESCAPES = [
    ("while it ran", stop(rejected("2.1.207"), "m"), R),
    ("at the prompt", stop(rejected("2.1.207")), N),
    ("another message ran", stop(rejected("2.1.207"), "other"), U),
    ("SIGINT to a process without a window", stop(rejected("2.1.332", "sdk-cli")), U),
    ("a version that may not name the message", stop(rejected("2.1.160")), U),
    ("that version, and the turn ended in order", stop(rejected("2.1.160")).add("system", subtype="turn_duration"), N),
    ("nothing follows", rejected("2.1.207"), U),
    ("a new prompt comes before any mark", stop(rejected("2.1.207").user("go on")), U),
    ("seen running", rejected("2.1.56").state("progress", data={"type": "bash_progress"}, parentToolUseID=unique("a", "toolu_01")), R),
]


@pytest.mark.parametrize("log, fate", [row[1:] for row in ESCAPES], ids=[row[0] for row in ESCAPES])
def test_escape(tmp_path, log, fate):
    found = [event[2] for event in brief(read(tmp_path, log)) if event[1] == "Bash"]
    assert found == ([] if fate == N else [fate])


def test_escape_in_a_sub_agents_file_is_unknown(tmp_path):
    """2.1.207 does not name the message there although the call ran."""
    log = stop(rejected("2.1.207", isSidechain=True, agentId="a1b2c3"))
    assert brief(read(tmp_path, log, "agent-a1b2c3.jsonl"))[1] == (1, "Bash", U)


def test_of_two_parallel_calls_that_were_stopped_the_first_was_running(tmp_path):
    log = Log("2.1.207").user("go").call("a", message="m").call("b", message="m")
    for name in "ab":
        log.failed(name, REFUSED, "User rejected tool use", toolDenialKind="user-rejected")
    assert [event for event in brief(read(tmp_path, stop(log, "m"))) if event[1] == "Bash"] == [(1, "Bash", R), (1, "Bash", U)]


def test_a_call_without_a_result_is_unknown_unless_it_was_seen_running(tmp_path):
    log = Log("2.1.12").user("go").call("a").call("b")
    log.add("progress", data={"type": "bash_progress", "output": ""}, parentToolUseID=unique("b", "toolu_01"))
    log.user("Continue from where you left off.", isMeta=True)
    log.assistant(text_block("No response requested."), model="<synthetic>", isApiErrorMessage=False)
    check(tmp_path, log, [(1, "prompt", "go"), (1, "Bash", U), (1, "Bash", R)])


def test_a_result_may_stand_before_its_call_and_is_counted_once(tmp_path):
    log = Log().user("go").result("a").call("a").call("b").failed("b", "Exit code 1").failed("b", REFUSED)
    log.result("lost").said("Done.")
    check(tmp_path, log, [(1, "prompt", "go"), (1, "result", "Bash"), (1, "Bash", R), (1, "Bash", R), (1, "result", "Bash"),
                          (1, "result", ""), (1, "final", "Done.")])


def test_ids_that_repeat_pair_in_order(tmp_path):
    """A gateway's ``call_0`` names another call in each turn."""
    log = Log("2.0.37")
    for command, text, error in (("one", "ok", None), ("two", "This command requires approval", True), ("three", "ok", None)):
        log.user("do " + command)
        log.assistant({"type": "tool_use", "id": "call_0", "name": "Bash", "input": {"command": command}})
        log.result("x", text, error)
        log.lines[-1]["message"]["content"][0]["tool_use_id"] = "call_0"
    assert [e["input"]["command"] for e in read(tmp_path, log).events if e["kind"] == "tool_use"] == ["one", "three"]


# -- writes

WRITES = [
    ("Write", {"file_path": "/x", "content": "a"}, {}, {"file_path": "/x", "content": "a"}),
    ("Write", {"path": "/x", "content": "a"}, {}, {"path": "/x", "file_path": "/x", "content": "a"}),
    ("Write", {"file_path": 5, "path": "/x"}, {}, {"path": "/x", "file_path": "/x"}),
    ("NotebookEdit", {"notebook_path": "/n", "new_source": "a"}, {}, {"notebook_path": "/n", "file_path": "/n", "new_source": "a"}),
    ("Read", {"path": "/x"}, {}, {"path": "/x"}),
    ("Bash", {"command": "ls", "file_path": "/x"}, {}, {"command": "ls", "file_path": "/x"}),
    ("Write", {"file_path": "/x", "content": "a"}, {"userModified": False}, {"file_path": "/x", "content": "a"}),
    ("Write", {"file_path": "/x", "content": "a"}, {"userModified": True}, {"file_path": "/x"}),
    ("Edit", {"file_path": "/x", "old_string": "a", "new_string": "b", "replace_all": True}, {"userModified": True}, {"file_path": "/x", "replace_all": True}),
    ("MultiEdit", {"file_path": "/x", "edits": [{"old_string": "a", "new_string": "b"}]}, {"userModified": True}, {"file_path": "/x"}),
    ("NotebookEdit", {"notebook_path": "/n", "new_source": "a"}, {"userModified": True}, {"notebook_path": "/n", "file_path": "/n"}),
    ("Bash", {"command": "ls"}, {"userModified": True}, {"command": "ls"}),
]


@pytest.mark.parametrize("tool, given, structured, expected", WRITES)
def test_the_input_of_a_call(tmp_path, tool, given, structured, expected):
    log = Log().user("go").call("a", tool, **given).result("a", toolUseResult=structured)
    assert read(tmp_path, log).events[1]["input"] == expected


@pytest.mark.parametrize("value", [None, 5, "ls", ["ls"], {"__unparsedToolInput": "{"}])
def test_an_input_that_is_no_object(tmp_path, value):
    log = Log().user("go").assistant({"type": "tool_use", "id": unique("a"), "name": "Bash", "input": value})
    assert read(tmp_path, log).events[1]["input"] == (value if isinstance(value, dict) else {})


def test_the_rows_of_the_table_are_unique():
    assert len({json.dumps(row) for row in FATES}) == len(FATES)
