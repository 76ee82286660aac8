"""What a Codex rollout says of its session: who spoke, whose history it is, which files there are (invented lines)."""
from __future__ import annotations

import io
import json
import os
import sys
import types
from pathlib import Path

import pytest

from codex_files import (
    ADD, OLD_TURN, OWN, OWN_TURN, PARENT, RAN, call, done, event, item, line, message, meta, out, patch, read_lines, run, said, shown,
    text_of, write)
from ruleprobe.readers import codex, codex_files as rollout_files, codex_origin, iter_sessions

FIXTURES = Path(__file__).resolve().parent / "readers" / "codex"
OTHER = "01a22e90-0000-7000-8000-00000000000f"


@pytest.fixture
def read(tmp_path):
    return read_lines(tmp_path)


def kinds(*names, text="x"):
    return message("user", text, internal_chat_message_metadata_passthrough={"content_item_kinds": list(names)})


# -- whole files


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_file_gives_the_events_beside_it(path):
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    errors = []
    session = codex.read(str(path), errors)
    assert {"id": session.id, "repo": session.repo, "cwd": session.cwd, "started": session.started, "ended": session.ended,
            "errors": [e["error"] for e in errors], "lines": list(session.lines), "events": session.events} == expected


# -- prompts (6.1)

FRAMED = [
    "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>", "<user_instructions>\nx\n</user_instructions>",
    "<environment_context>\nx\n</environment_context>", "<skill>x</skill>", "<user_shell_command>x</user_shell_command>",
    "<turn_aborted>\nx\n</turn_aborted>", "<subagent_notification>x</subagent_notification>", "<recommended_plugins>x</recommended_plugins>",
    "<goal_context>x</goal_context>", "<user_action>\nx\n</user_action>", "<realtime_delegation>x</realtime_delegation>",
    "<codex_internal_context source=\"x\">y</codex_internal_context>", "<hook_prompt hook_run_id=\"1\">y</hook_prompt>",
    "<external_key>y</external_key>", "  <SKILL>x</Skill>\n", "Warning: The maximum number of unified exec processes is 60",
    "Warning: apply_patch was requested via exec_command.", "Warning: Your account was flagged",
    "Another language model started to solve this problem and produced a summary",
]
PROMPTS = [
    "fix it", "<b>why</b> is this bold?", "<skill>x</skill> is what I mean", "see <environment_context>", "# AGENTS.md instructions are wrong",
    "<environment_context> is odd", "<external_key>y</external_other>", "Warning: it fails", "# Context from my IDE setup:\n\n## My request for Codex:\nfix",
    "<send_user_message_question_reply>yes</send_user_message_question_reply>", "No, don't do that \u2014 stop for now.",
]


@pytest.mark.parametrize("text", FRAMED)
def test_context_is_no_prompt(read, text):
    assert shown(read(meta(), message("user", text), message("user", "hello", text), message("user", "x"))) == ["> x"]


@pytest.mark.parametrize("text", PROMPTS)
def test_a_person_s_text_is_a_prompt(read, text):
    assert shown(read(meta(), message("user", text))) == ["> " + text]


@pytest.mark.parametrize(
    "names, text, prompt",
    [(["user.text"], "<skill>x</skill>", True), (["user.image"], "", True), (["user.audio"], "", True),
     (["agents_md.instructions", "environments.environment_context"], "x", False), (["generic.turn_aborted"], "x", False),
     (["user.heartbeat"], "x", False), (["user.goal"], "x", False), (["unknown"], "x", True), (["unknown"], "<skill>x</skill>", False),
     (["unknown", "user.text"], "x", True), ([], "x", True), ([3, None], "x", True)],
)
def test_the_kinds_of_content_decide_where_they_are(read, names, text, prompt):
    assert len(read(meta(), kinds(*names, text=text), message("user", "end")).events) == 1 + prompt


def test_a_heartbeat_with_an_item_is_no_prompt(read):
    lines = [kinds("user.heartbeat", text="tick"), done("UserMessage", content=[{"type": "text", "text": "tick"}]),
             kinds("user.text", text="x"), done("UserMessage", content=[{"type": "text", "text": "x"}])]
    assert shown(read(meta(), *lines)) == ["> x"]


@pytest.mark.parametrize(
    "lines",
    [
        [event("user_message", message="a\nb", images=["data:"])],
        [done("UserMessage", content=[{"type": "text", "text": "a"}, {"type": "local_image", "path": "/p"}, {"type": "text", "text": "b"}])],
        [message("user", "a", "<image name=[Image #1] path=\"/p\">", "</image>", "b")],
    ],
)
def test_a_prompt_with_an_image_is_its_texts(read, lines):
    assert shown(read(meta(), *lines)) == ["> a\nb"]


def test_what_stands_twice_counts_once(read):
    prompts = [done("UserMessage", content=[{"type": "text", "text": "x"}]), event("user_message", message="x"), message("user", "x")]
    answers = [event("agent_message", message="y"), done("AgentMessage", content=[{"type": "Text", "text": "y"}]), message("assistant", "y")]
    for lines in (prompts + answers, prompts[1:] + answers[:1], prompts[:1] + answers[1:], prompts[2:] + answers[2:]):
        assert shown(read(meta(), *lines)) == ["> x", "< y"]


def test_what_is_said_twice_counts_twice(read):
    assert shown(read(meta(), *said("x"), *said("x"), *[event("agent_message", message="y")] * 2)) == ["> x", "> x", "< y", "< y"]


def test_a_summary_in_a_file_without_events_is_nobody_s_text(read):
    lines = [message("user", "x"), message("assistant", "y"), message("assistant", "SUMMARY"), event("token_count"), line("compacted", {})]
    assert shown(read(meta(), *lines)) == ["> x", "< y", "compact"]


@pytest.mark.parametrize("text, expected", [("hi", ["> x", "< hi"]), ("Compact task completed", ["> x"]), ("", ["> x"])])
def test_an_agent_message_is_the_assistant_s(read, text, expected):
    assert shown(read(meta(), *said("x"), event("agent_message", message=text))) == expected


def test_the_last_text_of_a_turn_is_final(read):
    texts = [event("agent_message", message=text) for text in "abc"]
    events = read(meta(), *said("x"), texts[0], texts[1], *said("y"), texts[2]).events
    assert [(e["text"], e["final"], e["turn"]) for e in events if e["kind"] == "assistant_text"] == [
        ("a", False, 1), ("b", True, 1), ("c", True, 2)]


def test_the_model_is_the_one_in_force(read):
    settings = event("thread_settings_applied", thread_settings={"model": "m2"})
    events = read(meta(), event("agent_message", message="a"), line("turn_context", {"model": "m1"}), event("agent_message", message="b"),
                  settings, event("agent_message", message="c")).events
    assert [e.get("model") for e in events] == [None, "m1", "m2"]


# -- review, sub-agents

ENTERED, EXITED = event("entered_review_mode", target={}), event("exited_review_mode")
ASKED = event("user_message", message="look")


@pytest.mark.parametrize(
    "lines, expected",
    [
        ([ENTERED, ASKED, EXITED], ["> look"]),
        ([ENTERED, ASKED, ASKED, EXITED], ["> look"]),
        ([ASKED, ENTERED, event("user_message", message="Review: look"), EXITED], ["> look"]),
        ([ENTERED, ASKED, EXITED, ENTERED, ASKED, EXITED], ["> look", "> look"]),
        ([ENTERED, ASKED, *said("wait"), EXITED], ["> look", "> wait"]),
        ([ASKED, ASKED, ENTERED, EXITED], ["> look"]),
        ([ASKED, event("user_message", message="more")], ["> look", "> more"]),
        ([ASKED, run("ls"), out(RAN), ASKED], ["> look", "Bash ls", "> look"]),
        ([ENTERED, ASKED, done("CommandExecution", id="r1", command=["bash", "-lc", "ls"], status="completed", exit_code=0), EXITED], ["> look"]),
        ([ENTERED, ASKED, run("ls"), out(RAN), EXITED], ["> look", "Bash ls"]),
    ],
)
def test_a_review_is_one_prompt_and_its_work_the_reviewer_s(read, lines, expected):
    assert shown(read(meta(), *said("x"), event("agent_message", message="y"), *lines)) == ["> x", "< y"] + expected


SPAWNED = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "agent_path": "/root/counter"}}}


def mail(author="/root", recipient="/root/counter", text="count"):
    return item("agent_message", author=author, recipient=recipient, content=[{"type": "input_text", "text": text}])


@pytest.mark.parametrize(
    "start, lines, expected",
    [
        (meta(source=SPAWNED), [mail()], ["> count"]),
        (meta(source={"subagent": {"other": "x"}}, agent_path="/root/counter"), [mail()], ["> count"]),
        (meta(source=SPAWNED), [mail("/root/counter", "/root")], []),
        (meta(source=SPAWNED), [mail(recipient="/root/other")], []),
        (meta(source={"subagent": {"thread_spawn": {"agent_path": None}}}), [mail()], []),
        (meta(), [mail("/root/counter", "/root")], []),
        (meta(source=SPAWNED), [line("inter_agent_communication_metadata", {"trigger_turn": False}), mail(), mail(text="more")], ["> more"]),
        (meta(source=SPAWNED), [line("inter_agent_communication_metadata", {"trigger_turn": True}), mail()], ["> count"]),
    ],
)
def test_a_message_that_sets_an_agent_to_work_is_its_prompt(read, start, lines, expected):
    assert shown(read(start, *lines, event("agent_message", message="end"))) == expected + ["< end"]


def test_an_agent_s_prompt_is_its_item_where_the_arguments_hide_it(read):
    spawned = done("CollabAgentToolCall", id="c1", tool="spawn_agent", prompt="count", status="completed")
    assert shown(read(meta(), call("spawn_agent", {"message": None}, namespace="agents"), spawned, out("{}"))) == ["Agent count"]


# -- copied history (8)


def spaced(lines, start=0, step=1000):
    """The lines with timestamps ``step`` ms apart."""
    stamps = [line("", {}, start + step * at)["timestamp"] for at in range(len(lines))]
    return [dict(each, timestamp=stamp) for each, stamp in zip(lines, stamps)]


def work(text, id, turn=None):
    begin = [event("task_started", turn_id=turn)] if turn else []
    return begin + said(text) + [run(text, id), out(RAN, id), event("agent_message", message="did " + text)]


def texts(session):
    return [e["text"] for e in session.events if e["kind"] == "user_prompt"] if session else None


FORKED = meta(forked_from_id=PARENT, timestamp="2026-03-04T06:00:00.000Z")


@pytest.mark.parametrize(
    "lines, expected",
    [
        # the first own turn id ends the copy, whatever the times say
        ([FORKED, meta(PARENT)] + work("old", "c1", OLD_TURN) + work("new", "c2", OWN_TURN), ["new"]),
        # in the middle of the parent's turn, too
        ([FORKED, meta(PARENT)] + work("old", "c1", OLD_TURN)[:4] + work("new", "c2", OWN_TURN), ["new"]),
        # a thread id that tells no time: the header does
        ([meta("b", forked_from_id="a", timestamp="2026-11-30T22:34:00.000Z"), meta("a")] + work("old", "c1", OLD_TURN) + work("new", "c2", OWN_TURN),
         ["new"]),
        # nothing of its own yet
        ([FORKED, meta(PARENT)] + work("old", "c1", OLD_TURN), None),
        # of a fork
        ([FORKED, meta(PARENT), meta(OTHER)] + work("old", "c1", OLD_TURN) + work("new", "c2", OWN_TURN), ["new"]),
        # turn contexts have turn ids as well
        ([FORKED, meta(PARENT), line("turn_context", {"turn_id": OLD_TURN})] + work("old", "c1")
         + [line("turn_context", {"turn_id": OWN_TURN})] + work("new", "c2"), ["new"]),
        # a sub-agent that was given its parent's context
        ([meta(source=SPAWNED), meta(PARENT)] + work("old", "c1", OLD_TURN) + work("new", "c2", OWN_TURN), ["new"]),
        # the same header again is no copy
        ([meta(), *work("a", "c1", OWN_TURN), meta(), *work("b", "c2")], ["a", "b"]),
        # without turn ids the burst is the copy
        (spaced([FORKED, meta(PARENT)] + work("old", "c1"), 0, 3) + spaced(work("new", "c2"), 5000), ["new"]),
        (spaced([FORKED, meta(PARENT)] + work("old", "c1"), 0, 19) + spaced(work("new", "c2"), 133 + 20), ["new"]),
        # an old source forked by a newer program
        (spaced([FORKED, meta(PARENT)] + work("old", "c1"), 0, 3) + spaced(work("new", "c2", OWN_TURN), 5000), ["new"]),
        # an old fork continued by a newer program: its first own turns have no ids
        (spaced([FORKED, meta(PARENT)] + work("old", "c1"), 0, 3) + spaced(work("mid", "c2"), 5000) + spaced(work("new", "c3", OWN_TURN), 90000),
         ["mid", "new"]),
        # made-up turn ids of a migrated file are no evidence
        (spaced([meta(forked_from_id=PARENT, history_mode="paginated")] + work("old", "c1", "rollout-1"), 0, 3)
         + spaced(work("new", "c2", "rollout-2"), 5000), ["new"]),
        # ordinals, where they are given
        ([dict(each, ordinal=n) for n, each in enumerate(
            [meta(source=SPAWNED, subagent_history_start_ordinal=7), meta(PARENT)] + work("old", "c1") + work("new", "c2", OWN_TURN))], ["new"]),
        # a base is a pointer: nothing was copied
        ([meta(forked_from_id=PARENT, history_base={"thread_id": PARENT})] + work("new", "c1"), ["new"]),
    ],
)
def test_a_copied_beginning_is_left_out(read, lines, expected):
    assert texts(read(*lines)) == expected


@pytest.mark.parametrize(
    "text, expected",
    [("1970-01-01T00:00:00Z", 0), ("2026-11-30T22:34:12.164Z", 1796078052164), ("2026-11-30T22:34:12.1Z", 1796078052100),
     ("2024-02-29T00:00:00", 1709164800000), ("2026-02-29T00:00:00Z", None), ("soon", None)],
)
def test_a_timestamp_is_milliseconds(text, expected):
    assert codex_origin.clock_ms(text) == expected


def test_a_thread_id_tells_when_it_was_made():
    assert codex_origin.uuid7_ms(OWN) == codex_origin.clock_ms("2026-11-30T22:34:12.164Z")
    assert [codex_origin.uuid7_ms(id) for id in ("129c7139-1fc9-424d-9aa4-e218c162c19a", "rollout-1", None, 7)] == [None] * 4


def test_what_was_copied_is_named(read):
    errors = []
    read(FORKED, meta(PARENT), *work("old", "c1", OLD_TURN), *work("new", "c2", OWN_TURN), errors=errors)
    assert [(e["error"], e["kept"]) for e in errors] == [("4 events copied from thread " + PARENT, PARENT)]


def together(tmp_path, **files):
    errors = []
    for name, lines in files.items():
        write(tmp_path / (name + ".jsonl"), lines)
    sessions = {Path(s.path).stem: texts(s) for s in iter_sessions(str(tmp_path), "codex", errors=errors)}
    return sessions, sorted((Path(e["path"]).stem, e["error"].split(" of ")[0].split(" from ")[0]) for e in errors)


def test_a_review_in_paginated_history(read):
    lines = [done("EnteredReviewMode"), done("UserMessage", content=[{"type": "text", "text": "look"}]), message("user", "<user_action>x</user_action>"),
             done("ExitedReviewMode"), done("AgentMessage", content=[{"type": "Text", "text": "fine"}])]
    assert shown(read(meta(), *lines)) == ["> look", "< fine"]


FORKED_LATER = [meta(forked_from_id=PARENT, timestamp="2026-03-04T06:00:00.000Z"), meta(PARENT)]
SOURCE = [meta(PARENT)] + work("one", "c1") + work("go on", "c2") + work("later", "c3")


@pytest.mark.parametrize(
    "source, fork, expected",
    [
        # all of one millisecond: only the source's file tells the copy
        (SOURCE, FORKED_LATER + work("one", "c1") + work("mine", "c9"), ["mine"]),
        (SOURCE, FORKED_LATER + SOURCE[1:] + work("mine", "c9"), ["mine"]),
        # words that stand later in the source are the fork's own
        (SOURCE, FORKED_LATER + work("one", "c1") + work("later", "c9"), ["later"]),
        # a burst that broke off is still a copy
        (SOURCE, spaced(FORKED_LATER + work("one", "c1"), 0, 3) + spaced(work("go on", "c2"), 500, 3) + spaced(work("mine", "c9"), 9000), ["mine"]),
        # a prompt sent again, as backtracking does, is the fork's own
        (SOURCE, spaced(FORKED_LATER + work("one", "c1"), 0, 3) + spaced(work("go on", "c9"), 9000), ["go on"]),
        # a line the source lost, with what follows it in the copy
        ([meta(PARENT)] + work("one", "c1") + work("later", "c3"), spaced(FORKED_LATER + SOURCE[1:], 0, 3) + spaced(work("mine", "c9"), 9000),
         ["go on", "mine"]),
        # the source itself is gone: the burst decides
        ([meta(OTHER)] + work("one", "c1"), spaced(FORKED_LATER + work("one", "c1"), 0, 3) + spaced(work("mine", "c9"), 9000), ["mine"]),
    ],
)
def test_a_fork_without_ids_is_cut_where_the_source_s_file_ends_it(tmp_path, source, fork, expected):
    sessions, errors = together(tmp_path, source=source, fork=fork)
    assert sessions["fork"] == expected and sessions["source"] == texts(codex.read(str(tmp_path / "source.jsonl")))
    assert {name for name, _ in errors} == {"fork"}


def test_a_fork_of_a_fork_counts_what_neither_had(tmp_path):
    one, two, three = work("one", "c1"), work("two", "c2"), work("three", "c3")
    child = [meta(OTHER, forked_from_id=PARENT, timestamp="2026-03-04T06:00:00.000Z"), meta(PARENT)] + one + two
    grandchild = [meta(OWN, forked_from_id=OTHER, timestamp="2026-03-04T07:00:00.000Z")] + [meta(OTHER), meta(PARENT)] + one + two + three
    sessions, _ = together(tmp_path, a=[meta(PARENT)] + one, b=child, c=grandchild)
    assert sessions == {"a": ["one"], "b": ["two"], "c": ["three"]}


def test_unrelated_threads_with_equal_lines_are_both_counted(tmp_path):
    lines = work("one", "call_0") + work("two", "call_1")
    sessions, errors = together(tmp_path, a=[meta(PARENT)] + lines, b=[meta(OTHER)] + lines)
    assert (sessions, errors) == ({"a": ["one", "two"], "b": ["one", "two"]}, [])


def test_unrelated_bare_files_with_equal_lines_are_both_counted(tmp_path):
    lines = [each["payload"] for each in (message("user", "one"), run("ls"), out(RAN))]
    sessions, errors = together(tmp_path, a=[{"id": PARENT, "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None}] + lines,
                                b=[{"id": OTHER, "timestamp": "2025-06-01T10:00:00.000Z", "instructions": None}] + lines)
    assert (sessions, errors) == ({"a": ["one"], "b": ["one"]}, [])


REVERTED = [meta(history_base={"thread_id": OWN}, timestamp="2026-03-04T06:00:00.000Z")]


def test_trap_20_a_reverted_thread_is_one_session_of_two_files(tmp_path):
    first, second = spaced([meta()] + work("one", "c1", OWN_TURN)), spaced(REVERTED + work("one", "c1"), 60000)
    sessions, errors = together(tmp_path, first=first, second=second)
    assert (sessions, errors) == ({"first": ["one", "one"]}, [])


@pytest.mark.parametrize(
    "copy",
    [
        spaced([meta()] + work("one", "c1") + work("two", "c2"))[:6],  # an older copy
        spaced([meta(history_mode="paginated"), message("user", "one"), done("UserMessage", id="item-1", content=[{"type": "text", "text": "one"}])]),
    ],
)
def test_another_file_of_the_same_lines_is_a_copy(tmp_path, copy):
    sessions, errors = together(tmp_path, whole=spaced([meta()] + work("one", "c1") + work("two", "c2")), zcopy=copy)
    assert (sessions, errors) == ({"whole": ["one", "two"]}, [("zcopy", "a copy")])


def test_tokens_do_not_hang_on_how_a_line_is_written(tmp_path):
    lines = spaced([meta()] + work("one", "c1") + [done("AgentMessage", id="i", content=[{"type": "Text", "text": "y"}])])
    forms = [
        "".join(json.dumps(each) + "\n" for each in lines),
        "".join(json.dumps(each, separators=(",", ":")) + "\r\n" for each in lines),
        "".join(json.dumps({key: each[key] for key in sorted(each, reverse=True)}) + "\n" for each in lines),
    ]
    indexes = []
    for at, form in enumerate(forms):
        path = tmp_path / ("%d.jsonl" % at)
        path.write_bytes(form.encode("utf-8"))
        indexes.append(codex.index(str(path)))
    assert indexes[0].session == OWN and indexes[0].started == "2026-03-04T05:00:00.000Z" and len(indexes[0].tokens) > 8
    assert indexes[0] == indexes[1] == indexes[2]


# -- which files there are


def name(id=OWN, at="2026-03-04T05-00-00", end=".jsonl"):
    return "rollout-%s-%s%s" % (at, id, end)


SAID = [meta()] + said("x")


def test_trap_38_archived_sessions_are_read_beside_the_others(tmp_path, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    wanted = [
        write(tmp_path / "archived_sessions" / name(PARENT), SAID),
        write(tmp_path / "sessions" / "2026" / "03" / "04" / name(), SAID),
        write(tmp_path / "sessions" / "2026" / "03" / "04" / name(OWN + "_" + OTHER), SAID),
        write(tmp_path / "sessions" / name(OTHER, at="2025-04-20", end=".json"), SAID),
        write(tmp_path / "sessions" / name(OTHER, at="2025-06-01").upper().replace("ROLLOUT", "rollout"), SAID),
    ]
    for other in ("history.jsonl", "sessions/notes.jsonl", "sessions/rollout-x.txt", "session_index.jsonl", "archived_sessions/x.json"):
        write(tmp_path / other, SAID)
    assert codex.transcripts() == sorted(wanted)


def test_the_default_roots_are_read_at_call_time(tmp_path, monkeypatch):
    monkeypatch.delenv("CODEX_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert codex.roots() == [tmp_path / ".codex" / "sessions", tmp_path / ".codex" / "archived_sessions"]
    assert codex.transcripts() == []  # and a missing root is nothing


def test_under_a_root_a_rollout_is_told_by_its_content(tmp_path):
    wanted = [write(tmp_path / "a" / "copied.jsonl", SAID), write(tmp_path / "b.JSON", ['{"session": {"id": "i"}, "items": []}']),
              write(tmp_path / name(), ["broken"])]
    write(tmp_path / "claude.jsonl", ['{"type":"user","sessionId":"s","message":{"role":"user","content":"x"},"uuid":"u"}\n'])
    write(tmp_path / "data.json", ["[1, 2]"])
    assert codex.transcripts(str(tmp_path)) == sorted(wanted)
    assert codex.transcripts(tmp_path / "a" / "copied.jsonl") == wanted[:1]
    assert codex.transcripts(tmp_path / "data.json") == []


def test_trap_36_the_plain_file_wins_over_the_packed_one(tmp_path):
    plain = write(tmp_path / name(), SAID)
    write(tmp_path / name(end=".jsonl.zst"), ["x"])
    alone = write(tmp_path / name(PARENT, end=".jsonl.zst"), ["x"])
    assert codex.transcripts(str(tmp_path)) == sorted([plain, alone])


@pytest.mark.parametrize(
    "head, expected",
    [
        (text_of(SAID), True),
        ("\ufeff\n" + text_of(SAID), True),
        (text_of([meta(base_instructions={"text": "x" * 9000})])[:500], True),
        (text_of(["not JSON\n"] + SAID), True),
        (text_of(['{"type":"event_msg","timestamp":"t","payload":{"type":"user_message"}}\n']), True),
        ('{"id":"i","timestamp":"t","instructions":null}\n{"record_type":"state"}', True),
        ('{"id":"i","timestamp":"t","instructions":null,"git":{}}', True),
        ('{\n  "session": {\n    "timestamp": "t"', True),
        ("\x28\udcb5\x2f\udcfd", True),
        ("", False),
        ("[]", False),
        ('{"id":"i","timestamp":"t"}', False),
        ('{"id":"i","thread_name":"n","updated_at":"t"}', False),
        ('{"session_id":"i","ts":1,"text":"x"}', False),
        ('{"type":"thread.started","thread_id":"i"}', False),
        ('{"type":"user","message":{"role":"user","content":"x"},"uuid":"u","timestamp":"t"}', False),
        ('{"type":"payload","payload":{}}', False),
        ('{"sessionId":"s","projectHash":"h","startTime":"t","messages":[]}', False),
        ("[" * 100000, False),
    ],
)
def test_a_rollout_is_recognised_by_its_first_bytes(head, expected):
    assert codex.recognises(head.encode("utf-8", "surrogateescape")) is expected


@pytest.mark.parametrize(
    "file, lines, expected",
    [
        ("x.jsonl", SAID, OWN),
        ("x.jsonl", ["\n\n"] + SAID, OWN),
        ("x.jsonl", ['{"id":"%s","timestamp":"t","instructions":null}\n' % OTHER], OTHER),
        ("x.json", ['{"session":{"id":"%s"},"items":[]}' % OTHER], OTHER),
        ("x.jsonl", [meta(OWN, forked_from_id=PARENT), meta(PARENT)], OWN),
        (name(OTHER), ["broken\n"] + SAID, OTHER),  # a fork's own header is gone: the next one is its source's
        (name(OTHER + "_" + PARENT), ["broken\n"], OTHER),
        (name(OTHER, end=".jsonl.zst"), ["x"], OTHER),
        ("x.jsonl", ["broken\n"], "x"),
        ("x.jsonl", [line("session_meta", {"id": ["list"]})], "x"),
    ],
)
def test_the_key_is_the_thread(tmp_path, file, lines, expected):
    path = write(tmp_path / file, lines)
    assert codex.session_key(path) == expected == codex.index(path).session


def test_a_file_that_is_not_there_is_named(tmp_path):
    path, errors = str(tmp_path / "none.jsonl"), []
    assert codex.session_key(path) is None and codex.read(path, errors) is None
    assert errors == [{"path": path, "error": "No such file or directory"}]


# -- compressed files


class Zstd:
    """A stand-in for ``compression.zstd``: what follows the magic number is the text."""

    class ZstdError(Exception):
        pass

    def open(self, path, mode):
        data = Path(path).read_bytes()[4:]
        if data.endswith(b"torn"):
            return Torn(io.BytesIO(data[:-4]))
        return io.BytesIO(data)


class Torn(io.BufferedReader):
    def read1(self, size=-1):
        found = super().read1(size)
        if not found:
            raise EOFError("the frame ends too early")
        return found


@pytest.mark.parametrize("torn, errors", [(b"", []), (b"torn", ["the frame ends too early"])])
def test_a_compressed_rollout_is_read_where_python_can(tmp_path, monkeypatch, torn, errors):
    monkeypatch.setattr(rollout_files, "zstd", Zstd())
    path = tmp_path / name(end=".jsonl.zst")
    path.write_bytes(rollout_files.MAGIC + text_of(SAID).encode() + torn)
    noted = []
    assert shown(codex.read(str(path), noted)) == ["> x"] and [e["error"] for e in noted] == errors
    assert codex.session_key(str(path)) == OWN and len(codex.index(str(path)).tokens) > 2


def test_a_compressed_rollout_is_named_where_python_cannot(tmp_path, monkeypatch):
    monkeypatch.setattr(rollout_files, "zstd", None)
    path = tmp_path / name(end=".jsonl.zst")
    path.write_bytes(rollout_files.MAGIC + b"x")
    errors = []
    assert codex.read(str(path), errors) is None
    assert errors == [{"path": str(path), "error": rollout_files.COMPRESSED}]
    assert codex.session_key(str(path)) == OWN and codex.index(str(path)).tokens == []


# -- times, folders, texts, odd lines


def test_the_session_s_times_are_the_least_and_the_greatest(read):
    lines = spaced([meta()] + said("x"), 5000, -1000)
    session = read(*lines, dict(event("x"), timestamp=17), dict(event("x"), timestamp="soon"), dict(event("x"), timestamp=["2027-01-01T00:00:00Z"]))
    assert (session.started, session.ended) == ("2026-03-04T05:00:03.000Z", "2026-03-04T05:00:05.000Z")


@pytest.mark.parametrize(
    "lines, cwd, repo",
    [
        ([meta(cwd="/home/dev/site")], "/home/dev/site", "site"),
        ([meta(cwd="C:\\code\\site\\")], "C:\\code\\site\\", "site"),
        ([meta(cwd=None), line("turn_context", {"cwd": "/w/a"}), line("turn_context", {"cwd": "/w/b"})], "/w/a", "a"),
        ([{"id": "i", "timestamp": "t"}, message("user", "<environment_context>\n  <cwd>/w/a</cwd>\n</environment_context>")["payload"]], "/w/a", "a"),
        ([{"id": "i"}, message("user", "<environment_context>\nCurrent working directory: /w/a\nApproval: x\n</environment_context>")["payload"]], "/w/a", "a"),
        ([meta(cwd=["/w"])], "", ""),
    ],
)
def test_the_folder_is_the_first_one_named(read, lines, cwd, repo):
    session = read(*lines, message("user", "x")["payload"])
    assert (session.cwd, session.repo, session.runtime) == (cwd, repo, "codex")


def test_a_patch_goes_where_the_work_is(read):
    session = read(meta(), line("turn_context", {"cwd": "/other"}), patch(ADD), out(RAN))
    assert shown(session) == ["Write /other/a 'x\\n'"] and session.cwd == "/w"


@pytest.mark.parametrize("text", ["a\u2028b\u2029c\x85d", "lone \ud800 surrogate", "nul \0 inside", "\ufeffmark", "tab\tand \U0001f600"])
def test_any_text_comes_through(read, text):
    lines = [meta(), json.dumps(event("user_message", message=text), ensure_ascii=False) + "\r\n", *said("y")]
    assert texts(read(*lines)) == [text, "y"]


def test_what_nobody_reads_may_be_left_out(read):
    lines = [meta(), *said("x"), run("ls"), out(RAN + "hello"), event("agent_message", message="y")]
    whole, lean = read(*lines).events, read(*lines, unread={"tool_result.text", "assistant_text.text", "user_prompt.text"}).events
    assert [e.get("text") for e in whole] == ["x", None, RAN + "hello", "y"] and [e.get("text") for e in lean] == ["", None, "", ""]
    assert [{**e, "text": ""} for e in whole] == [{**e, "text": ""} for e in lean]


def test_a_result_is_what_came_back(read):
    wrapped = read(meta(), run("ls"), out('{"output":"hi\\n","metadata":{"exit_code":0}}')).events[1]
    assert (wrapped["text"], wrapped["tool_name"], wrapped["is_error"]) == ("hi\n", "Bash", False)
    assert len(read(meta(), run("ls"), out("x" * 70000)).events[1]["text"]) == 65536


def test_the_lines_are_where_the_events_stand(read):
    session = read(meta(), *said("x"), patch(ADD.replace("*** End", "*** Add File: b\n+y\n*** End")), out(RAN))
    assert list(session.lines) == [3, 4, 4, 5]


ODD = [
    None, True, 7, 1.5, "text", [], {}, [None], {"type": []}, {"type": "response_item"}, {"type": "response_item", "payload": 7},
    {"type": "event_msg", "payload": []}, {"type": ["session_meta"], "payload": {}}, {"timestamp": 7, "type": "event_msg", "payload": {"type": 7}},
    {"session": 7}, {"session": {"id": 7}}, {"id": []}, {"payload": {"id": "x"}},
] + [line("session_meta", value) for value in ({}, {"id": 7}, {"id": OWN, "cwd": 7, "source": {"subagent": {"thread_spawn": 7}}})] + [
    line("turn_context", {"cwd": [], "model": {}, "turn_id": 7}), line("compacted", {"replacement_history": 7}),
    line("inter_agent_communication_metadata", {"trigger_turn": []}),
] + [
    item(type, **{field: value for field in ("call_id", "id", "name", "namespace", "arguments", "input", "action", "output", "role", "content",
                                             "status", "recipient", "author", "internal_chat_message_metadata_passthrough")})
    for type in ("message", "function_call", "custom_tool_call", "local_shell_call", "function_call_output", "web_search_call", "agent_message")
    for value in (7, None, [7], {"a": [1]}, [{"text": 7}])
] + [
    event(type, **{field: value for field in ("message", "call_id", "command", "exit_code", "status", "source", "changes", "success",
                                              "thread_settings", "item", "turn_id", "kind")})
    for type in ("user_message", "agent_message", "exec_command_end", "patch_apply_end", "item_completed", "task_started", "thread_settings_applied",
                 "entered_review_mode")
    for value in (7, None, [7], {"a": [1]}, {"type": "FileChange", "id": 7})
] + [
    done(type, **{field: value for field in ("id", "content", "command", "changes", "status", "source", "tool", "prompt", "exit_code", "aggregated_output")})
    for type in ("UserMessage", "AgentMessage", "CommandExecution", "FileChange", "CollabAgentToolCall")
    for value in (7, None, [7], {"a": {"type": 7}}, [{"text": 7}])
] + [
    call("shell", value) for value in ('{"command": {}}', "[]", "7", '{"command": [[]]}', "[" * 9999)
] + [call("apply_patch", {"input": value}) for value in ("", "*** Begin Patch", "*** Begin Patch\n*** Update File: \n@@\n*** Move to: ", 7)]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_line_costs_only_itself(read, odd):
    lines = [json.dumps(odd) + "\n"] if not isinstance(odd, dict) else [odd]
    around = read(meta(), *said("x"), run("ls", "k1"), *lines, out(RAN, "k1"), *said("y"), run("pwd", "k2"), out(RAN, "k2"))
    kept = [each for each in shown(around) if each in ("> x", "Bash ls", "> y", "Bash pwd")]
    assert kept == ["> x", "Bash ls", "> y", "Bash pwd"]


def test_repeated_call_ids_are_told_apart_by_order(read):
    session = read(meta(), *said("x"), run("one", "call_0"), out("exec command rejected by user", "call_0"), run("two", "call_0"), out(RAN, "call_0"))
    assert shown(session) == ["> x", "Bash two"] and [e["text"] for e in session.events if e["kind"] == "tool_result"] == [RAN]
