"""The Claude Code reader on files: which, whose, copies, printed sessions, fixtures, hostile input.

``tests/readers/claude_code/NAME.jsonl`` stands beside ``NAME.json``, the session expected of it; run this file
with ``--accept`` to write the latter anew. All contents are invented.
"""
from __future__ import annotations

import json
import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from claude_files import (  # noqa: E402
    SESSION, STOPPED, Log, agent, attach, brief, conversation, printed, printed_log, queue, raw_file, read, rejected, stop, summary,
    text_block, uuid,
)
from ruleprobe.readers import claude_code  # noqa: E402

FIXTURES = Path(__file__).resolve().parent / "readers" / "claude_code"
GOOD = json.dumps(Log().user("go").lines[0]).encode()
R = True  # ran

# -- printed sessions


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


# -- copies


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
    lines = [json.dumps(line).encode() for log in logs for line in log.lines]
    return lines + [raw for path in sorted(FIXTURES.glob("*.jsonl")) for raw in path.read_bytes().split(b"\n") if raw.startswith(b"{")]


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
