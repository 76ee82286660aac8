"""Messages, turns, sub-agents, compactions and odd lines of Claude Code transcripts."""
from __future__ import annotations

import json

import pytest

from claude_files import SESSION, STOPPED, Log, agent, brief, check, queue, raw_file, read, summary, text_block
from ruleprobe.readers import claude_code

R = True  # ran

# -- messages


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
    """An editor that reopens a session writes its old lines once more."""
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


# -- turns


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


# -- sub-agents' own files


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


# -- compaction


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
