"""The Claude Code reader: one row for each trap of the format, fixtures, hostile input, copies.

``tests/readers/claude_code/NAME.jsonl`` stands beside ``NAME.json``, the session expected of it; run this file
with ``--accept`` to write the latter anew. All contents are invented.
"""
from __future__ import annotations

import hashlib
import json
import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from ruleprobe.readers import claude_code  # noqa: E402

FIXTURES = Path(__file__).resolve().parent / "readers" / "claude_code"
SESSION = "5e551017-0000-4000-8000-00000000c1a0"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, "
    "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
)
STOPPED = "[Request interrupted by user for tool use]"


# -- building lines


def unique(name: str, prefix: str = "") -> str:
    """A random-looking id that depends on ``name`` alone."""
    return prefix + hashlib.sha256(name.encode()).hexdigest()[:24]


def uuid(name: str) -> str:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return "-".join((digest[:8], digest[8:12], "4" + digest[13:16], "8" + digest[17:20], digest[20:32]))


class Log:
    """Lines of one file, each hanging on the one before it."""

    def __init__(self, version="2.1.207", session=SESSION, entrypoint="cli", **common):
        self.version, self.session, self.entrypoint, self.common = version, session, entrypoint, common
        self.lines, self.last = [], None

    def add(self, kind, **fields):
        name = "line %d of %s" % (len(self.lines), self.session)
        line = {"parentUuid": self.last, "isSidechain": False, "cwd": "/home/dev/proj", "sessionId": self.session,
                "version": self.version, "entrypoint": self.entrypoint, "type": kind}
        line.update(self.common)
        line.update({"uuid": uuid(name), "timestamp": "2026-05-01T10:00:%02d.000Z" % (len(self.lines) % 60)})
        line.update(fields)
        self.lines.append(line)
        self.last = line.get("uuid")
        return self

    def state(self, kind, **fields):
        self.lines.append(dict({"type": kind, "sessionId": self.session}, **fields))
        return self

    def user(self, content, **fields):
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def assistant(self, *blocks, message=None, model="claude-opus-4-1", **fields):
        id = unique(message or "message %d" % len(self.lines), "msg_01")
        return self.add("assistant", message={"id": id, "type": "message", "role": "assistant", "model": model,
                                              "content": list(blocks)}, **fields)

    def said(self, text, **fields):
        return self.assistant({"type": "text", "text": text}, **fields)

    def call(self, name, tool="Bash", message=None, **input):
        input = input or {"command": "make " + name}
        return self.assistant({"type": "tool_use", "id": unique(name, "toolu_01"), "name": tool, "input": input}, message=message)

    def result(self, name, text="ok", error=None, beside=(), **fields):
        block = {"tool_use_id": unique(name, "toolu_01"), "type": "tool_result", "content": text}
        if error is not None:
            block["is_error"] = error
        return self.user([block] + list(beside), **fields)

    def failed(self, name, text, structured="same", **fields):
        if structured == "same":
            structured = "Error: " + text
        if structured is not None:
            fields["toolUseResult"] = structured
        return self.result(name, text, True, **fields)

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return str(path)


def text_block(text):
    return {"type": "text", "text": text}


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}


def brief(session):
    """Events as short tuples, for tables."""
    out = []
    for event in session.events if session else ():
        kind, turn = event["kind"], event["turn"]
        if kind == "user_prompt":
            out.append((turn, "prompt", event["text"]))
        elif kind == "assistant_text":
            out.append((turn, "final" if event["final"] else "text", event["text"]))
        elif kind == "tool_use":
            out.append((turn, event["name"], event["ran"]))
        elif kind == "tool_result":
            out.append((turn, "result", event["tool_name"]))
        else:
            out.append((turn, kind, None))
    return out


def read(tmp_path, log, name=SESSION + ".jsonl", **options):
    return claude_code.read(log.write(tmp_path / name), **options)


def check(tmp_path, log, expected):
    errors = []
    assert brief(read(tmp_path, log, errors=errors)) == expected
    assert errors == []


# -- prompts (5.1, 5.2, 12.14 to 12.18)

PROMPTS = [
    # content, fields of the line, what was typed (None: nobody's prompt)
    ("fix the test", {}, "fix the test"),
    ([text_block("fix"), text_block("both")], {}, "fix\nboth"),
    ([], {}, None),
    ("   ", {}, None),
    (7, {}, None),
    (None, {}, None),
    ([7, None, {"type": ["text"]}, text_block("still read")], {}, "still read"),
    # flags
    ("a skill's body", {"isMeta": True}, None),
    ("a prompt", {"isMeta": False}, "a prompt"),
    ("the summary", {"isCompactSummary": True, "isVisibleInTranscriptOnly": True}, None),
    ("shown only", {"isVisibleInTranscriptOnly": True}, None),
    ("a notice", {"origin": {"kind": "task-notification"}}, None),
    ("from a peer", {"origin": {"kind": "peer"}}, None),
    ("from the coordinator", {"origin": {"kind": "coordinator"}}, None),
    ("typed", {"origin": {"kind": "human"}, "promptSource": "typed"}, "typed"),
    ("from the desktop", {"origin": {"kind": "human"}, "promptSource": "sdk"}, "from the desktop"),
    ("accepted", {"promptSource": "suggestion_accepted"}, "accepted"),
    ("made", {"promptSource": "system"}, None),
    ("odd origin", {"origin": "human"}, "odd origin"),
    ("[Request interrupted by user]", {}, None),
    ([text_block(STOPPED)], {}, None),
    ("stopped", {"interruptedMessageId": "msg_01"}, None),
    ("Implement the following plan:\n\nstep", {"planContent": "step"}, None),
    ("Implement the following plan:\n\nstep", {}, "Implement the following plan:\n\nstep"),
    ("out of the hook", {"rowSource": "hook"}, None),
    ("of the harness", {"rowSource": "harness"}, None),
    ("from the input box", {"rowSource": "local"}, "from the input box"),
    # notes around a person's words (T9)
    ([text_block("<ide_opened_file>The user opened /x</ide_opened_file>"), text_block("fix the test")], {}, "fix the test"),
    ("<ide_selection>lines</ide_selection>\nexplain", {}, "explain"),
    ("look <ide_diagnostics>[]</ide_diagnostics> here", {}, "look  here"),
    ("<system-reminder>\nstay calm\n</system-reminder>\n\nNow the docs", {"origin": {"kind": "human"}}, "Now the docs"),
    ("<system-reminder>only</system-reminder>", {}, None),
    ("<system-reminder>not closed", {}, "<system-reminder>not closed"),
    # images (T10)
    ([IMAGE], {"imagePasteIds": [1]}, ""),
    ([{"type": "document", "source": {}}], {}, ""),
    ([IMAGE, text_block("what is this")], {}, "what is this"),
    ([text_block("<ide_opened_file>x</ide_opened_file>"), IMAGE], {}, ""),
    ([text_block("[Image: source: /tmp/a.png]")], {"isMeta": True}, None),
    ([text_block("[Image: original 10x10, displayed at 5x5]")], {}, None),
    # tags
    ("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>", {}, None),
    ("<command-name>compact</command-name>\n          <command-message>compact</command-message>", {}, None),
    ("<command-message>ship is running\u2026</command-message>\n<command-name>/ship</command-name>\n<command-args>beta now</command-args>", {}, "/ship beta now"),
    ("<command-message>tidy</command-message>\n<command-name>/tidy</command-name>", {}, "/tidy"),
    ("<command-message>tidy</command-message>", {}, None),
    ("<local-command-stdout>Bye!</local-command-stdout>", {}, None),
    ("<local-command-stderr>no</local-command-stderr>", {}, None),
    ("<local-command-caveat>Caveat: The messages below</local-command-caveat>", {}, None),
    ("Caveat: The messages below were generated by the user while running local commands.", {}, None),
    ("Caveat: this is hard", {}, "Caveat: this is hard"),
    ("<bash-input>git status</bash-input>", {}, None),
    ("<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>", {}, None),
    ("<user-memory-input>use tabs</user-memory-input>", {}, None),
    ("<task-notification>\n<task-id>b1</task-id>\n</task-notification>", {}, None),
    ("<task-notifications> are broken", {}, "<task-notifications> are broken"),
    ("<agent-notification>done</agent-notification>", {}, None),
    ("<bash-notification>done</bash-notification>", {}, None),
    ("<session-start-hook>hello</session-start-hook>", {}, None),
    ("<teammate-message teammate_id=\"a\">hi</teammate-message>", {}, None),
    ("Another Claude session sent a message:\n<cross-session-message>hi</cross-session-message>", {}, None),
    ("Another Claude session sent me a message", {}, "Another Claude session sent me a message"),
    ("<fork-boilerplate>do it</fork-boilerplate>", {}, None),
    ("<ci-monitor-event>red</ci-monitor-event>", {"origin": {"kind": "human"}, "promptSource": "sdk"}, None),
    ("<div> is not centred", {}, "<div> is not centred"),
    # templates
    ("This session is being continued from a previous conversation that ran out of context.", {}, None),
    ("Stop hook feedback:\n- [check]: no", {}, None),
    ("TeammateIdle hook feedback:\nwait", {}, None),
    ("Stop hook says the tests are red", {}, "Stop hook says the tests are red"),
    ("Stop hook feedback: what is it?", {}, "Stop hook feedback: what is it?"),
    ("Bash operation feedback:\n- [lint]: no", {}, None),
    ("Bash operation feedback:\nmine", {}, "Bash operation feedback:\nmine"),
    ("UserPromptSubmit operation blocked by hook:\nno", {}, None),
    ("Base directory for this skill: /x/skills/tidy", {}, None),
    ("Base directory for this project?", {}, "Base directory for this project?"),
    ("Unknown slash command: shpi", {}, None),
    ("This slash command can only be invoked by Claude, not directly.", {}, None),
    ("/compact keep names", {}, None),
    ("/compact", {}, None),
    ("/compactor alpha", {}, "/compactor alpha"),
    ("/ship alpha now", {}, "/ship alpha now"),
    ("The coordinator sent a message while you were working: stop", {}, None),
]


@pytest.mark.parametrize("content, fields, typed", PROMPTS)
def test_what_a_person_sent(tmp_path, content, fields, typed):
    log = Log().user(content, **fields).said("Done.")
    expected = [] if typed is None else [(1, "prompt", typed)]
    check(tmp_path, log, expected + [(len(expected), "final", "Done.")])


def test_a_skill_the_model_called_is_no_prompt_and_one_a_person_called_is(tmp_path):
    """2.0.37 writes the same notice for both; the model's hangs on the result of its call."""
    notice = '<command-message>The "tidy" skill is running</command-message>\n<command-name>tidy</command-name>'
    log = Log("2.0.37").user("please tidy").call("s", "Skill", skill="tidy").result("s", "Launching skill: tidy").user(notice)
    log.said("Tidied.").user(notice + "\n<command-args>deep</command-args>").said("Again.")
    check(tmp_path, log, [(1, "prompt", "please tidy"), (1, "Skill", True), (1, "result", "Skill"), (1, "final", "Tidied."),
                          (2, "prompt", "/tidy deep"), (2, "final", "Again.")])


# -- prompts typed meanwhile (5.3, T19, 12.12, 12.13)


def queue(log, *operations):
    for operation in operations:
        what, content = operation if isinstance(operation, tuple) else (operation, None)
        extra = {} if content is None else {"content": content}
        log.state("queue-operation", operation=what, timestamp="2026-05-01T10:00:30.000Z", **extra)
    return log


NOTICE = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>"
QUEUES = [
    ("sent in the middle of a turn", "2.0.37", [("enqueue", "also the docs"), ("remove", "also the docs")], ["also the docs"]),
    ("the words are not repeated", "2.1.12", [("enqueue", "also the docs"), "remove"], ["also the docs"]),
    ("a list of blocks", "2.1.12", [("enqueue", [text_block("see"), IMAGE]), "remove"], ["see"]),
    ("sent later as a user line", "2.0.37", [("enqueue", "also the docs"), "dequeue"], []),
    ("taken back into the box", "2.0.37", [("enqueue", "also the docs"), "popAll", "remove"], []),
    ("never sent", "2.0.37", [("enqueue", "also the docs")], []),
    ("a notice", "2.1.12", [("enqueue", NOTICE), "remove"], []),
    ("a notice waits, a prompt goes", "2.1.12", [("enqueue", NOTICE), ("enqueue", "also"), "remove", "dequeue"], ["also"]),
    ("no words at all", "2.0.76", ["dequeue", "enqueue", "remove"], []),
    ("two", "2.1.63", [("enqueue", "one"), ("enqueue", "two"), "remove", "remove"], ["one", "two"]),
    ("an attachment would hold it", "2.1.126", [("enqueue", "also the docs"), "remove"], []),
]


@pytest.mark.parametrize("version, operations, sent", [row[1:] for row in QUEUES], ids=[row[0] for row in QUEUES])
def test_the_queue(tmp_path, version, operations, sent):
    log = queue(Log(version).user("start").call("a"), *operations).result("a").said("Done.")
    prompts = [event["text"] for event in read(tmp_path, log).events if event["kind"] == "user_prompt"]
    assert prompts == ["start"] + sent


def attach(log, prompt, mode="prompt", **fields):
    found = dict({"type": "queued_command", "prompt": prompt, "commandMode": mode}, **fields.pop("attachment", {}))
    return log.add("attachment", attachment=found, **fields)


ATTACHED = [
    ("a person's", "also the docs", "prompt", {}, ["also the docs"]),
    ("said to be", "also the docs", "prompt", {"attachment": {"origin": {"kind": "human"}}}, ["also the docs"]),
    ("a notice", NOTICE, "task-notification", {}, []),
    ("a notice by its text", NOTICE, "prompt", {}, []),
    ("from a peer", "hello", "prompt", {"attachment": {"origin": {"kind": "peer"}}}, []),
    ("meta", "hello", "prompt", {"attachment": {"isMeta": True}}, []),
    ("a sub-agent's", "hello", "prompt", {"isSidechain": True}, []),
    ("an image", [IMAGE], "prompt", {}, [""]),
    ("odd", {"text": "hello"}, "prompt", {}, []),
]


@pytest.mark.parametrize("prompt, mode, fields, sent", [row[1:] for row in ATTACHED], ids=[row[0] for row in ATTACHED])
def test_a_queued_prompt_in_an_attachment(tmp_path, prompt, mode, fields, sent):
    log = queue(Log().user("start").call("a"), ("enqueue", prompt), ("remove", prompt)).result("a")
    attach(log, prompt, mode, **dict(fields)).said("Done.")
    prompts = [event["text"] for event in read(tmp_path, log).events if event["kind"] == "user_prompt"]
    assert prompts == ["start"] + sent


def test_both_carriers_are_one_prompt_in_either_order(tmp_path):
    """Should some version between write both: the pair, the attachment, or the user line again."""
    words = "also the docs"
    first = queue(Log("2.1.100").user("start"), ("enqueue", words), ("remove", words))
    second = queue(attach(queue(Log("2.1.100").user("start"), ("enqueue", words)), words), ("remove", words))
    third = queue(Log("2.1.100").user("start"), ("enqueue", words), ("remove", words)).user(words)
    for log in (attach(first, words), second, third):
        assert brief(read(tmp_path, log)) == [(1, "prompt", "start"), (2, "prompt", words)]


def test_the_same_words_queued_twice_are_two_prompts(tmp_path):
    log = Log("2.1.12").user("start")
    for _ in range(2):
        queue(log, ("enqueue", "continue"), "remove").said("On it.")
    assert [event[2] for event in brief(read(tmp_path, log)) if event[1] == "prompt"] == ["start", "continue", "continue"]


# -- did it run (6.3, 12.1 to 12.11)

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


def test_the_rows_of_the_tables_are_unique():
    for table in (PROMPTS, FATES, QUEUES, ATTACHED):
        rows = [json.dumps(row) for row in table]
        assert len(set(rows)) == len(rows)


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
    """T3: a refusal whose result is only the person's words looks like the output of a command."""
    for log, fate in ((Log("2.0.5", entrypoint=None).state("file-history-snapshot"), U), (Log("2.0.5", entrypoint=None), R)):
        log.user("go").call("a").failed("a", "use the other folder please").call("b").failed("b", "ls: no such file")
        assert [event for event in brief(read(tmp_path, log)) if event[1] == "Bash"] == [(1, "Bash", fate), (1, "Bash", R)]


def rejected(version, entrypoint="cli", **fields):
    log = Log(version, entrypoint=entrypoint, **fields).user("go").call("a", message="m")
    return log.failed("a", REFUSED, "User rejected tool use", toolDenialKind="user-rejected")


def stop(log, message=None, **fields):
    extra = {"interruptedMessageId": unique(message, "msg_01")} if message else {}
    return log.user([text_block(STOPPED)], **dict(extra, **fields))


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
    """2.1.207 does not name the message there although the call ran (12.1)."""
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


# -- writes (AD-3, S8, 12.10)

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


# -- messages (4, T7, T18)


def test_one_message_over_lines_that_are_not_adjacent(tmp_path):
    log = Log().user("go")
    log.assistant({"type": "thinking", "thinking": "hm", "signature": "x"}, message="m")
    log.said("Before.", message="m").call("a", message="m").result("a").said("After.", message="m").said("End.")
    check(tmp_path, log, [(1, "prompt", "go"), (1, "text", "Before."), (1, "Bash", R), (1, "result", "Bash"),
                          (1, "text", "After."), (1, "final", "End.")])


def test_partial_texts_that_grow_are_one_event_and_the_longest(tmp_path):
    log = Log().user("go").said("Loo", message="m").said("Looking", message="m").said("Look", message="m")
    log.said("Looking now", message="m").said("Loo", message="n")
    check(tmp_path, log, [(1, "prompt", "go"), (1, "text", "Looking now"), (1, "final", "Loo")])


def test_blocks_told_apart_by_their_index_do_not_grow_into_each_other(tmp_path):
    log = Log().user("go").said("Done", message="m", apiBlockIndex=0).said("Done, all", message="m", apiBlockIndex=2)
    check(tmp_path, log, [(1, "prompt", "go"), (1, "text", "Done"), (1, "final", "Done, all")])


def test_a_line_appended_again_is_the_same_line(tmp_path):
    """An editor that reopens a session writes its old lines once more (T: VS Code)."""
    log = Log().user("go").call("a").result("a").said("Done.")
    log.lines = log.lines + log.lines
    check(tmp_path, log, [(1, "prompt", "go"), (1, "Bash", R), (1, "result", "Bash"), (1, "final", "Done.")])


def test_synthetic_messages_are_nobodys(tmp_path):
    log = Log().user("go").assistant(text_block("You've hit your limit"), model="<synthetic>", isApiErrorMessage=True, error="rate_limit")
    log.assistant(text_block("API Error: 400"), isApiErrorMessage=True).said("Done.")
    check(tmp_path, log, [(1, "prompt", "go"), (1, "final", "Done.")])


def test_content_may_be_a_string_and_blank_text_is_none(tmp_path):
    log = Log().user("go").said("  \n").said("")
    log.add("assistant", message={"id": "x", "role": "assistant", "model": "local", "content": "Plain."})
    check(tmp_path, log, [(1, "prompt", "go"), (1, "final", "Plain.")])


@pytest.mark.parametrize(
    "fields, model",
    [
        ({}, "claude-opus-4-1"),
        ({"requestedModel": "claude-opus-4-1"}, "claude-opus-4-1"),
        ({"requestedModel": "claude-opus-4"}, "claude-opus-4-1"),
        ({"requestedModel": "claude-sonnet-4"}, None),
        ({"supersedesUuids": ["x"]}, None),
        ({"supersedesUuids": []}, "claude-opus-4-1"),
    ],
)
def test_the_model_is_named_where_the_session_chose_it(tmp_path, fields, model):
    assert read(tmp_path, Log().user("go").said("Hi.", **fields)).events[1].get("model") == model


# -- turns (12.25, S9)


def test_a_line_before_its_prompt_belongs_to_the_turn_of_its_prompt(tmp_path):
    log = Log().user("first").said("One.").user("second")
    log.add("attachment", attachment={"type": "skill_listing"}).said("Two.").call("a").result("a").user("third").said("Three.")
    lines = log.lines
    log.lines = [lines[0], lines[1], lines[4], lines[5], lines[8], lines[2], lines[3], lines[6], lines[7]]
    session = read(tmp_path, log)
    assert brief(session) == [(1, "prompt", "first"), (1, "final", "One."), (2, "prompt", "second"), (2, "final", "Two."),
                              (2, "Bash", R), (2, "result", "Bash"), (3, "prompt", "third"), (3, "final", "Three.")]
    assert list(session.lines) == [1, 2, 6, 3, 4, 8, 9, 5]


def test_the_chain_moves_nothing_back(tmp_path):
    """A queued prompt of 2.1.12 is in no chain; a rewind hangs two prompts on one line."""
    log = Log("2.1.12").user("first").call("a")
    queue(log, ("enqueue", "also"), "remove").result("a").said("Both.")
    back = log.lines[1]["uuid"]
    log.user("again", parentUuid=back).said("Again.")
    check(tmp_path, log, [(1, "prompt", "first"), (1, "Bash", R), (2, "prompt", "also"), (2, "result", "Bash"), (2, "final", "Both."),
                          (3, "prompt", "again"), (3, "final", "Again.")])


def test_a_chain_that_bites_its_tail(tmp_path):
    log = Log().said("One.").said("Two.").user("go")
    log.lines[0]["parentUuid"], log.lines[1]["parentUuid"] = log.lines[1]["uuid"], log.lines[0]["uuid"]
    check(tmp_path, log, [(0, "text", "One."), (0, "final", "Two."), (1, "prompt", "go")])


def test_a_sub_agent_inside_its_parents_file(tmp_path):
    log = Log("1.0.51").user("go").call("t", "Task", prompt="count")
    side = {"isSidechain": True, "parentUuid": None}
    log.user("count", **side).said("Counting.", **side).call("a")
    log.lines[-1].update(side)
    log.result("a", **side).result("t").said("Three.")
    session = read(tmp_path, log)
    assert brief(session) == [(1, "prompt", "go"), (1, "Task", R), (1, "text", "Counting."), (1, "Bash", R), (1, "result", "Bash"),
                              (1, "result", "Task"), (1, "final", "Three.")]
    assert "model" not in session.events[2] and session.events[6]["model"] == "claude-opus-4-1"


def test_a_side_chain_text_is_never_final(tmp_path):
    log = Log("1.0.51").user("go").said("First.").said("Aside.", isSidechain=True)
    check(tmp_path, log, [(1, "prompt", "go"), (1, "final", "First."), (1, "text", "Aside.")])


# -- sub-agents' own files (8)


def agent(version="2.1.126", **fields):
    return Log(version, isSidechain=True, agentId="a1b2c3", **fields)


@pytest.mark.parametrize("folder", ["p", "p/%s/subagents" % SESSION, "p/%s/subagents/workflows/wf_1" % SESSION])
def test_a_sub_agents_file_is_a_session_with_its_task_as_prompt(tmp_path, folder):
    log = agent().user("Count the files").call("a").result("a").said("Three.").user([text_block(STOPPED)])
    path = log.write(tmp_path / folder / "agent-a1b2c3.jsonl")
    session = claude_code.read(path)
    assert session.id == SESSION + "/agent-a1b2c3" == claude_code.session_key(path)
    assert brief(session) == [(1, "prompt", "Count the files"), (1, "Bash", R), (1, "result", "Bash"), (1, "final", "Three.")]
    assert claude_code.transcripts(tmp_path) == [path]


def test_the_directive_of_a_forked_sub_agent_is_its_task(tmp_path):
    log = Log(isSidechain=True, agentId="a1").state("fork-context-ref", agentId="a1", parentSessionId=SESSION)
    log.user("<fork-boilerplate>do it</fork-boilerplate>").said("Did.").user("more", origin={"kind": "coordinator"})
    assert brief(read(tmp_path, log, "agent-a1.jsonl")) == [(1, "prompt", "<fork-boilerplate>do it</fork-boilerplate>"), (1, "final", "Did.")]


def test_a_warm_up_is_no_session_unless_it_did_something(tmp_path):
    assert read(tmp_path, agent("2.0.37").user("Warmup").said("Ready."), "agent-a1b2c3.jsonl") is None
    busy = agent("2.0.37").user("Warmup").call("a").result("a")
    assert brief(read(tmp_path, busy, "agent-a1b2c3.jsonl")) == [(0, "Bash", R), (0, "result", "Bash")]
    assert brief(read(tmp_path, Log().user("Warmup"))) == [(1, "prompt", "Warmup")]


# -- compaction (T16, T17, 12.24)


def summary(log):
    return log.user("This session is being continued from a previous conversation.", isCompactSummary=True, isVisibleInTranscriptOnly=True)


COMPACTIONS = [
    ("by its boundary", summary(Log().user("go").add("system", subtype="compact_boundary", parentUuid=None)), 1),
    ("old results dropped", Log().user("go").add("system", subtype="microcompact_boundary"), 0),
    ("a title", Log().state("summary", summary="Fix login", leafUuid="x").user("go"), 0),
    ("a summary alone, 1.0.100", summary(Log("1.0.100").user("go")), 1),
    ("a summary alone, today", summary(Log("2.1.207").user("go")), 0),
    ("two", summary(summary(Log("1.0.100").user("go")).user("on")), 2),
    ("no version, a boundary", summary(Log(None).user("go").add("system", subtype="compact_boundary")), 1),
    ("no version, no boundary", summary(Log(None).user("go")), 1),
]


@pytest.mark.parametrize("log, count", [row[1:] for row in COMPACTIONS], ids=[row[0] for row in COMPACTIONS])
def test_compaction(tmp_path, log, count):
    assert [event[1] for event in brief(read(tmp_path, log))].count("compact") == count


def test_a_boundary_copied_into_its_own_file_counts_once(tmp_path):
    log = summary(Log("2.0.5").user("go").add("system", subtype="compact_boundary"))
    log.lines.append(log.lines[1])
    assert [event[1] for event in brief(read(tmp_path, log))] == ["prompt", "compact"]


# -- everything else a line can be

SILENT = [
    {"type": "progress", "uuid": "x", "data": {"type": "agent_progress", "message": {"type": "assistant", "message": {"content": [
        {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}]}}}},
    {"type": "summary", "summary": "Fix login", "leafUuid": "x"},
    {"type": "last-prompt", "lastPrompt": "go", "leafUuid": "x"},
    {"type": "file-history-snapshot", "messageId": "x", "snapshot": {"trackedFileBackups": {}}},
    {"type": "ai-title", "aiTitle": "t", "sessionId": SESSION},
    {"type": "queue-operation", "operation": "frobnicate"},
    {"type": "system", "subtype": "informational", "content": "Stop hook feedback:\n"},
    {"type": "system", "subtype": "local_command", "content": "<command-name>/model</command-name>"},
    {"type": "attachment", "attachment": {"type": "hook_blocking_error"}},
    {"type": "attachment", "attachment": None},
    {"type": "api-request-blob", "hash": "x", "message": {"role": "user", "content": "hello"}},
    {"type": "cost-state", "totalCostUSD": 1},
    {"type": "user"},
    {"type": "user", "message": None},
    {"type": "user", "message": "hello"},
    {"type": "assistant", "message": None},
    {"type": "assistant", "message": {"content": None}},
    {"type": "assistant", "message": {"content": 5}},
    {"type": "assistant", "message": {"content": [5, None, "x", {"type": "tool_use"}, {"type": "text"}, {"type": "text", "text": 5}]}},
    {"type": "assistant", "message": {"content": [{"type": "tool_use", "id": ["a"], "name": "Bash", "input": {}}]}},
    {"type": "user", "message": {"content": [{"type": "tool_result"}, {"type": "tool_result", "tool_use_id": ["a"]}]}},
    {"type": ["user"]},
    {"type": None},
    {},
]


@pytest.mark.parametrize("line", SILENT, ids=range(len(SILENT)))
def test_a_line_that_says_nothing_costs_nothing(tmp_path, line):
    log = Log().user("go").call("a")
    log.lines.append(line)
    check(tmp_path, log.result("a").said("Done."), [(1, "prompt", "go"), (1, "Bash", R), (1, "result", "Bash"), (1, "final", "Done.")])


def test_a_kind_of_message_that_nobody_knows_is_reported(tmp_path):
    log = Log().user("go").add("oracle", message={"role": "oracle", "content": "yes"})
    errors = []
    assert brief(read(tmp_path, log, errors=errors)) == [(1, "prompt", "go")]
    assert [entry["error"] for entry in errors] == ["messages of the unknown type 'oracle' were not read (line 2)"]


ODD = [
    {"timestamp": 1777629600000},
    {"timestamp": ["x"]},
    {"uuid": ["x"]},
    {"uuid": None, "parentUuid": 5},
    {"version": 2},
    {"cwd": ["x"]},
    {"sessionId": 7},
    {"isSidechain": "yes"},
    {"origin": ["human"]},
    {"toolUseResult": [1, 2]},
]


@pytest.mark.parametrize("fields", ODD)
def test_odd_fields_cost_nothing_but_themselves(tmp_path, fields):
    log = Log().user("go", **fields).call("a").result("a", **fields).said("Done.", **fields)
    assert len(read(tmp_path, log).events) == 4


def raw_file(tmp_path, data, name=SESSION + ".jsonl"):
    path = tmp_path / name
    path.write_bytes(data)
    return str(path)


GOOD = json.dumps(Log().user("go").lines[0]).encode()
LINES = [
    ("a byte order mark", b"\xef\xbb\xbf" + GOOD + b"\n", 1, 0),
    ("carriage returns", GOOD + b"\r\n" + b"\r\n", 1, 0),
    ("no line feed at the end", GOOD, 1, 0),
    ("half a last line", GOOD + b"\n" + GOOD[:50], 1, 1),
    ("a broken line in the middle", GOOD[:70] + b"\n" + GOOD + b"\n", 1, 1),
    ("NUL bytes", b"\x00\x00\x00\n" + GOOD + b"\n", 1, 1),
    ("not UTF-8", b'{"type": "user\xff"}\n' + GOOD + b"\n", 1, 1),
    ("no object", b'[1]\n5\n"x"\nnull\n' + GOOD + b"\n", 1, 1),
    ("nested too deeply", b"[" * 100000 + b"\n" + GOOD + b"\n", 1, 1),
    ("blank lines", b"\n \n" + GOOD + b"\n\n", 1, 0),
    ("empty", b"", 0, 0),
    ("titles only", b'{"type":"summary","summary":"x","leafUuid":"y"}\n', 0, 0),
]


@pytest.mark.parametrize("data, events, entries", [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_lines(tmp_path, data, events, entries):
    errors = []
    session = claude_code.read(raw_file(tmp_path, data), errors=errors)
    assert (len(session.events) if session else 0, len(errors)) == (events, entries)


def test_text_that_other_programs_trip_over(tmp_path):
    odd = "a\u2028b\u0085c\x00d\ud83de"
    log = Log().user(odd).said(odd)
    assert [event["text"] for event in read(tmp_path, log).events] == [odd, odd]
    raw = json.dumps(log.lines[0], ensure_ascii=False).encode("utf-8", "surrogatepass")
    assert claude_code.read(raw_file(tmp_path, raw)).events[0]["text"] == odd


def test_the_session_of_a_file(tmp_path):
    log = Log(session="other").user("go", timestamp="2026-05-01T10:00:05.000Z").said("Done.", timestamp="2026-05-01T12:00:05.000+02:00")
    log.lines[1]["cwd"] = "/elsewhere"
    session = read(tmp_path, log)
    assert (session.id, session.repo, session.cwd, session.runtime) == ("other", "proj", "/home/dev/proj", "claude-code")
    assert (session.started, session.ended) == ("2026-05-01T10:00:05.000Z", "2026-05-01T10:00:05.000Z")


NAMES = [
    ("the file's name occurs", SESSION, ["old", SESSION], SESSION),
    ("it does not", SESSION, ["old", "old"], "old"),
    ("it is no UUID", "renamed", ["one", "renamed"], "one"),
    ("no session is named", SESSION, [None, None], None),
    ("odd ids", SESSION, [5, "one"], "one"),
]


@pytest.mark.parametrize("stem, ids, expected", [row[1:] for row in NAMES], ids=[row[0] for row in NAMES])
def test_the_id_of_a_session(tmp_path, stem, ids, expected):
    log = Log().user("go").said("Done.")
    for line, id in zip(log.lines, ids):
        line["sessionId"] = id
    path = log.write(tmp_path / (stem + ".jsonl"))
    assert claude_code.session_key(path) == expected
    assert claude_code.read(path).id == (expected or stem)
    assert claude_code.index(path).session == (expected or "")


# -- printed sessions (9)


def printed():
    def line(kind, **fields):
        return dict({"type": kind, "session_id": SESSION, "parent_tool_use_id": None, "uuid": uuid(repr(fields))}, **fields)

    def call(name, command):
        block = {"type": "tool_use", "id": unique(name, "toolu_01"), "name": "Bash", "input": {"command": command}}
        return line("assistant", message={"id": unique("m" + name, "msg_01"), "role": "assistant", "model": "claude-opus-4-1", "content": [block]})

    def result(name, text, error, **fields):
        block = {"type": "tool_result", "tool_use_id": unique(name, "toolu_01"), "content": text, "is_error": error}
        return line("user", message={"role": "user", "content": [block]}, **fields)

    aside = line("assistant", message={"id": unique("aside", "msg_01"), "role": "assistant", "model": "m", "content": [text_block("Aside.")]})
    aside["parent_tool_use_id"] = "toolu_x"
    return [
        {"type": "system", "subtype": "init", "cwd": "/home/dev/proj", "session_id": SESSION, "tools": [], "claude_code_version": "2.1.207"},
        line("user", message={"role": "user", "content": "go"}, isReplay=True),
        call("a", "ls"), result("a", "x", False),
        call("b", "rm x"), result("b", "no", True, tool_use_result="Error: no"),
        call("c", "rm y"), call("d", "rm z"), result("d", "bare reason", True, tool_result_meta=[{"id": "x", "non_execution_kind": "permission-rule"}]),
        line("stream_event", event={"type": "content_block_delta"}), aside,
        line("assistant", message={"id": unique("end", "msg_01"), "role": "assistant", "model": "m", "content": [text_block("Done.")]}),
        line("user", message={"role": "user", "content": [text_block("made up")]}, isSynthetic=True),
        {"type": "result", "subtype": "success", "session_id": SESSION, "num_turns": 3,
         "permission_denials": [{"tool_name": "Bash", "tool_use_id": unique("c", "toolu_01"), "tool_input": {}}, None]},
    ]


@pytest.mark.parametrize("form", ["lines", "array", "pretty"])
def test_a_printed_session(tmp_path, form):
    lines = printed()
    data = {"lines": "\n".join(map(json.dumps, lines)), "array": json.dumps(lines), "pretty": json.dumps(lines, indent=2)}[form].encode()
    path, errors = raw_file(tmp_path, data, "stream.jsonl"), []
    session = claude_code.read(path, errors=errors)
    assert brief(session) == [(0, "Bash", R), (0, "result", "Bash"), (0, "text", "Aside."), (0, "final", "Done.")]
    assert (session.id, session.cwd, errors) == (SESSION, "/home/dev/proj", [])
    assert claude_code.recognises(data[:65536]) and claude_code.session_key(path) == SESSION


def test_a_line_that_is_an_array_costs_only_itself(tmp_path):
    errors = []
    assert claude_code.read(raw_file(tmp_path, b"[1, 2]\n" + GOOD + b"\n"), errors=errors).events[0]["text"] == "go"
    assert [entry["error"] for entry in errors] == ["not a JSON object (line 1)"]


# -- which files, which runtime

OURS = [json.dumps(line).encode() for line in Log().user("go").said("x").add("system", subtype="turn_duration").lines]
OURS += [json.dumps(line).encode() for line in Log().state("mode", mode="normal").state("queue-operation", operation="dequeue").lines]
OURS += [b'{"type":"summary","summary":"t","leafUuid":"x"}', b'{"type":"file-history-snapshot","messageId":"x","snapshot":{}}']
OURS += [OURS[0][:90], b"\n\n" + OURS[0], b"{broken\n" + OURS[0], b"\xef\xbb\xbf" + OURS[0]]
OTHERS = [
    b"",
    b"not json",
    b'{"timestamp":"t","type":"session_meta","payload":{"id":"x"}}',
    b'{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user"}}',
    b'{"sessionId":"x","projectHash":"y","startTime":"t","kind":"main"}',
    b'{"id":"x","timestamp":"t","type":"user","content":[{"text":"go"}]}',
    b'{"uuid":"x","parentUuid":null,"sessionId":"s","type":"user","version":"0.5.0","message":{"role":"user","parts":[{"text":"go"}]}}',
    b'{"uuid":"x","parentUuid":null,"sessionId":"s","type":"system","subtype":"ui_telemetry","systemPayload":{}}',
    b'{"type":"system","subtype":"init","session_id":"s","qwen_code_version":"0.5.0"}',
    b'{"type":"tool.execution_start","data":{},"parentId":"x"}',
    b'{"v":1,"agent":"claude-code","cli_version":"1","ts":"t","type":"user","content":"go"}',
    b'{"type":"init","timestamp":"t","session_id":"s","model":"m"}',
    b'{"display":"go","pastedContents":{},"timestamp":1,"project":"/x","sessionId":"s"}',
]


@pytest.mark.parametrize("head", OURS)
def test_recognises_its_own(head):
    assert claude_code.recognises(head)


@pytest.mark.parametrize("head", OTHERS)
def test_does_not_recognise_another_programs(head):
    assert not claude_code.recognises(head)


def test_transcripts(tmp_path):
    kept = ["p/a.jsonl", "p/B.JSONL", "p/a/subagents/agent-a1.jsonl", "p/a/subagents/workflows/wf_1/agent-a2.jsonl", "p/agent-a3.jsonl"]
    left = ["p/a/subagents/workflows/wf_1/journal.jsonl", "p/a/subagents/agent-acompact-1.jsonl", "p/a/subagents/agent-a1.meta.json",
            "p/a/subagents/agent-aside_question-1.jsonl", "p/a/subagents/agent-aprompt_suggestion-1.jsonl", "p/a/tool-results/x.txt"]
    for name in kept + left:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    assert claude_code.transcripts(tmp_path) == sorted(str(tmp_path / name) for name in kept)
    assert claude_code.transcripts(str(tmp_path / "p" / "a.jsonl")) == [str(tmp_path / "p" / "a.jsonl")]
    assert claude_code.transcripts(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    "environment, expected",
    [
        ({"HOME": "/h"}, ["/h/.claude/projects", "/h/.config/claude/projects"]),
        ({"HOME": "/h", "CLAUDE_CONFIG_DIR": "/a, /b ,"}, ["/a/projects", "/b/projects"]),
        ({"HOME": "/h", "CLAUDE_CONFIG_DIR": " "}, ["/h/.claude/projects", "/h/.config/claude/projects"]),
    ],
)
def test_the_default_roots(monkeypatch, environment, expected):
    for name in ("HOME", "USERPROFILE", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    if not environment:
        monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as where nobody has a home
    assert claude_code.roots() == [path.replace("/projects", os.sep + "projects") for path in expected]
    assert claude_code.transcripts() == []


def test_a_file_that_cannot_be_opened_is_an_entry(tmp_path):
    errors = []
    assert claude_code.read(str(tmp_path / "gone.jsonl"), errors=errors) is None
    assert len(errors) == 1 and errors[0]["error"].startswith("cannot be read: ")


# -- copies (7, 12.20 to 12.23)


def conversation(**fields):
    log = Log("1.0.24", session="11111111-0000-4000-8000-000000000001", **fields)
    return log.user("part one").call("a", message="m1").result("a").said("One done.", message="m2").user("part two").said("Two.", message="m3")


def moved(log, session, **changes):
    """A copy of ``log`` in another session's file: each line changed by the function of its key's name."""
    other = Log(session=session)
    for at, line in enumerate(log.lines):
        line = json.loads(json.dumps(line))
        line["sessionId"] = session
        for key, change in changes.items():
            change(line, at) if callable(change) else line.update({key: change})
        other.lines.append(line)
    other.last = other.lines[-1].get("uuid")
    return other


def renew(line, at):
    line["uuid"] = uuid("renewed %d" % at)


def to_list(line, at):
    content = line["message"]["content"]
    if isinstance(content, str):
        line["message"]["content"] = [text_block(content)]


SECOND = "22222222-0000-4000-8000-000000000002"
LATER = "2026-05-02T10:00:00.000Z"
COPIES = [
    ("1.0.24: ids of lines and times renewed", {"uuid": renew, "timestamp": LATER}),
    ("1.0.100: times renewed, strings made lists", {"timestamp": LATER, "content": to_list}),
    ("a fork: all kept", {}),
    ("a fork of 2.0.37: strings made lists", {"content": to_list}),
    ("/branch", {"forkedFrom": {"sessionId": "x", "messageUuid": "y"}}),
]


@pytest.mark.parametrize("changes", [row[1] for row in COPIES], ids=[row[0] for row in COPIES])
def test_what_was_copied_is_left_out_and_what_is_new_stays(tmp_path, changes):
    first = conversation()
    second = moved(first, SECOND, **changes).user("part three").said("Three.", message="m4")
    first.user("part four").said("Four.", message="m5")
    old, new = first.write(tmp_path / (first.session + ".jsonl")), second.write(tmp_path / (SECOND + ".jsonl"))
    owned = frozenset(claude_code.index(old).tokens)
    session = claude_code.read(new, skip=owned)
    assert brief(session) == [(1, "prompt", "part three"), (1, "final", "Three.")]
    assert claude_code.read(old, skip=frozenset(claude_code.index(new).tokens) - owned).events == claude_code.read(old).events
    assert claude_code.index(old).started <= claude_code.index(new).started


def test_a_copied_body_that_lost_its_mark_is_still_a_copy(tmp_path):
    """1.0.100 loses ``isMeta`` on the body of a command it copies."""
    first = Log("1.0.100", session="11111111-0000-4000-8000-000000000001")
    first.user("<command-message>ship</command-message>\n<command-name>/ship</command-name>").user("Ship it.", isMeta=True).said("Shipped.")
    second = moved(first, SECOND, timestamp=LATER, isMeta=False).user("next").said("Done.")
    owned = frozenset(claude_code.index(first.write(tmp_path / "a.jsonl")).tokens)
    path = second.write(tmp_path / (SECOND + ".jsonl"))
    assert [event[2] for event in brief(claude_code.read(path, skip=owned))] == ["next", "Done."]


def test_a_compaction_at_the_head_of_a_fork_is_a_copy(tmp_path):
    first = summary(Log(session="11111111-0000-4000-8000-000000000001").user("go").add("system", subtype="compact_boundary"))
    second = Log(session=SECOND)
    second.lines = moved(first, SECOND).lines[1:]
    second.user("on")
    owned = frozenset(claude_code.index(first.write(tmp_path / "a.jsonl")).tokens)
    assert brief(claude_code.read(second.write(tmp_path / "b.jsonl"), skip=owned)) == [(1, "prompt", "on")]


def test_ids_that_repeat_in_every_session_are_no_tokens(tmp_path):
    def gateway(words):
        log = Log(session=words).user(words, uuid="REDACTED")
        block = {"type": "tool_use", "id": "functions.Bash:0", "name": "Bash", "input": {"command": words}}
        log.add("assistant", message={"id": "REDACTED", "role": "assistant", "model": "x", "content": [block]})
        log.result("x").said(words)
        log.lines[2]["message"]["content"][0]["tool_use_id"] = "functions.Bash:0"
        log.lines[3]["message"]["id"] = "msg_00000000000000000000"
        for at in (1, 2, 3):
            log.lines[at]["uuid"] = uuid(words + str(at))
        return log.write(tmp_path / (words + ".jsonl"))

    one, two = gateway("one"), gateway("two")
    assert not set(claude_code.index(one).tokens) & set(claude_code.index(two).tokens)
    assert len(claude_code.read(two, skip=frozenset(claude_code.index(one).tokens)).events) == 4


def test_evidence_of_age(tmp_path):
    """What a copy never takes along comes first; then the model's own messages."""
    log = Log().state("queue-operation", operation="dequeue", timestamp="2026-05-01T09:00:00.000Z").user("go").said("x")
    assert claude_code.index(log.write(tmp_path / (SESSION + ".jsonl"))).started == "2026-05-01T09:00:00.000Z"
    log = Log().user("go").said("x")
    assert claude_code.index(log.write(tmp_path / (SESSION + ".jsonl"))).started == "2026-05-01T10:00:01.000Z"
    log = Log().user("go", forkedFrom={}).said("x", forkedFrom={}).said("y", sessionId="old").said("z")
    assert claude_code.index(log.write(tmp_path / (SESSION + ".jsonl"))).started == "2026-05-01T10:00:03.000Z"
    assert claude_code.index(raw_file(tmp_path, b"")).started == ""


def test_a_call_in_another_file_takes_its_result_with_it(tmp_path):
    """A fork writes an ending of its own for the call that was in flight; the call is the other file's."""
    first = Log(session="11111111-0000-4000-8000-000000000001").user("go").call("a")
    second = moved(first, SECOND).failed("a", STOPPED, toolDenialKind="interrupted").user("on").said("Done.")
    owned = frozenset(claude_code.index(first.write(tmp_path / "a.jsonl")).tokens)
    assert brief(claude_code.read(second.write(tmp_path / "b.jsonl"), skip=owned)) == [(1, "prompt", "on"), (1, "final", "Done.")]


# -- fixtures


def as_json(session):
    fields = ("id", "repo", "cwd", "started", "ended")
    return {"session": {name: getattr(session, name) for name in fields},
            "events": [dict(event, line=line) for event, line in zip(session.events, session.lines)]}


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_fixture(path):
    assert as_json(claude_code.read(str(path))) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


# -- hostile input


def mutate(rng, raw):
    """One way a line can go wrong."""
    choice = rng.randrange(8)
    at = rng.randrange(max(1, len(raw)))
    if choice == 0:
        return raw[:at]
    if choice == 1:
        return raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1:]
    if choice == 2:
        return raw[:at] + raw[at + rng.randrange(20):]
    if choice == 3:
        return raw[:at] + b"[" * rng.randrange(3000) + raw[at:]
    if choice == 4:
        return raw.replace(b'"type"', b'"kind"', 1)
    line = json.loads(raw)
    if choice == 5 and line:
        line[rng.choice(sorted(line))] = rng.choice([None, 5, 1e300, [], ["x"], {}, {"a": [1]}, "", True])
        return json.dumps(line).encode()
    if choice == 6 and isinstance(line.get("message"), dict):
        line["message"][rng.choice(sorted(line["message"]))] = rng.choice([None, 5, [], {}, [[]], [None], "x", [{"type": {}}]])
        return json.dumps(line).encode()
    return json.dumps({"type": "user", "message": {"role": "user", "content": "x" * 200000}, "isMeta": True}).encode()


def all_lines():
    """Every kind of line, of the fixtures and the tables here."""
    logs = [conversation(), printed_log(), stop(rejected("2.1.207"), "m"), summary(Log().add("system", subtype="compact_boundary")),
            attach(queue(Log("2.1.12").user("go"), ("enqueue", "x"), "remove"), "y"), agent().user("task").said("x")]
    lines = [json.dumps(line).encode() for log in logs for line in log.lines] + [json.dumps(line).encode() for line in SILENT]
    return lines + [raw for path in sorted(FIXTURES.glob("*.jsonl")) for raw in path.read_bytes().split(b"\n") if raw.startswith(b"{")]


def printed_log():
    log = Log()
    log.lines = printed()
    return log


@pytest.mark.parametrize("seed", range(40))
def test_no_line_harms_its_neighbours(tmp_path, seed):
    """Mutated, cut, nested, shuffled and long lines: nothing raised, and the good lines among them are all read."""
    rng = random.Random(seed)
    lines = [mutate(rng, raw) for raw in rng.sample(all_lines(), 30)]
    marks = [Log("2.1.%d" % at, session=SESSION).user("good line %d" % at, uuid=uuid("good %d" % at), parentUuid=None) for at in range(10)]
    for log in marks:
        lines.insert(rng.randrange(len(lines) + 1), json.dumps(log.lines[0]).encode())
    path = raw_file(tmp_path, b"\n".join(lines))
    errors = []
    session = claude_code.read(path, errors=errors)
    texts = [event["text"] for event in session.events if event["kind"] == "user_prompt"]
    assert sorted(text for text in texts if text.startswith("good line")) == ["good line %d" % at for at in range(10)]
    turns = [event["turn"] for event in session.events]
    assert turns == sorted(turns) and len(session.lines) == len(turns)
    index = claude_code.index(path)
    assert claude_code.read(path, skip=frozenset(index.tokens)) is None or index.tokens
    assert isinstance(claude_code.recognises(b"\n".join(lines)[:65536]), bool)
    claude_code.session_key(path)


def test_many_of_everything_is_linear(tmp_path):
    """Shapes that would take minutes if a step looked back over all before it."""
    log = Log("2.1.12").user("go")
    for at in range(3000):
        log.said("text %d" % at, message="m")
        queue(log, ("enqueue", "prompt %d" % at))
    log.user("<system-reminder>" * 20000)
    for line in log.lines[2::2]:
        line["parentUuid"] = uuid("never")
    session = read(tmp_path, log)
    assert sum(event["kind"] == "assistant_text" for event in session.events) == 3000


if __name__ == "__main__":
    if sys.argv[1:] == ["--accept"]:
        for source in sorted(FIXTURES.glob("*.jsonl")):
            gold = json.dumps(as_json(claude_code.read(str(source))), indent=1, sort_keys=True)
            source.with_suffix(".json").write_text(gold + "\n", encoding="utf-8")
