"""Broken Codex rollouts: nothing is raised, no line costs its neighbours, and the fast way reads what the slow one does."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from codex_files import event, item, line, message, meta, out, run, shown
from ruleprobe.events import KINDS
from ruleprobe.readers import codex
from ruleprobe.readers.codex_turns import Teller
from ruleprobe.readers.lines import Problems

FIXTURES = sorted((Path(__file__).resolve().parent / "readers" / "codex").glob("*.jsonl"))
VALUES = [None, True, 0, -1, 1e308, "", "x", [], [None], {}, {"a": []}, [[[]]], "\ud800", "\u2028", {"type": "text", "text": 7}]
GARBAGE = [
    b"", b"\0\0\0", b"{", b'{"timestamp":', b"[1,2]", b"null", b"\xff\xfe", b"7", b'"text"', b"{}", b'{"type":"unknown","payload":{}}',
    b'{"type":7,"payload":{"type":"user_message"}}', b'{"record_type":"state"}', b"[" * 5000, b'{"a":' * 3000, b"\xed\xa0\x80",
    b'{"timestamp":9,"type":"event_msg","payload":{"type":"token_count"}}', b'{"type":"event_msg","payload":7}', b" \t\r", b"x" * 100000,
    b'{"timestamp":"2026-02-11T09:00:00.000Z","type":"world_state","payload":{"full":true}}',
]


def all_of(path, skip=frozenset()):
    """Everything the reader says of a file."""
    codex.recognises(path.read_bytes()[:65536])
    key, index = codex.session_key(str(path)), codex.index(str(path))
    errors = []
    session = codex.read(str(path), errors, skip=skip)
    once, twice = [], []
    assert codex.read_indexed(str(path), once) == (codex.read(str(path), twice), codex.index(str(path)))
    assert once == twice
    codex.read(str(path), None, skip=frozenset(index.tokens[::2]))
    assert index.session == key and all(isinstance(token, bytes) for token in index.tokens)
    assert all(sorted(e) in (["error", "path"], ["error", "kept", "path"]) for e in errors)
    for e in session.events if session else ():
        assert e["kind"] in KINDS and isinstance(e["turn"], int) and isinstance(e.get("text", ""), str)
        assert isinstance(e.get("id", ""), str) and isinstance(e.get("input", {}), dict) and e.get("ran") in (True, None)
    if session:
        turns = [e["turn"] for e in session.events]
        assert turns == sorted(turns) and len(session.lines) == len(turns) and session.id == key
        json.dumps(session.events)
    return session


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_a_line_that_says_nothing_changes_nothing(tmp_path, path):
    if path.stem == "typescript":
        pytest.skip("one document, no lines")
    lines, expected = path.read_bytes().splitlines(), shown(codex.read(str(path)))
    for garbage in GARBAGE:
        for at in range(1 + len(garbage) % 3, len(lines) + 1, 3):
            broken = tmp_path / "x.jsonl"
            broken.write_bytes(b"\n".join(lines[:at] + [garbage] + lines[at:]))
            assert shown(all_of(broken) if at % 6 == 1 else codex.read(str(broken))) == expected


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_a_lost_line_costs_what_stood_on_it(tmp_path, path):
    if path.stem == "typescript":
        pytest.skip("one document, no lines")
    lines, session = path.read_bytes().splitlines(), codex.read(str(path))
    prompts = {line: e["text"] for line, e in zip(session.lines, session.events) if e["kind"] == "user_prompt"}
    calls = {line: e["id"] for line, e in zip(session.lines, session.events) if e["kind"] == "tool_use"}
    for at in range(1, len(lines)):
        broken = tmp_path / "x.jsonl"
        broken.write_bytes(b"\n".join(lines[:at] + [lines[at][:len(lines[at]) // 2]] + lines[at + 1:]))
        events = all_of(broken).events
        assert [e["text"] for e in events if e["kind"] == "user_prompt"] == [text for line, text in prompts.items() if line != at + 1]
        ids = {e["id"].split("#")[0] for e in events if e["kind"] == "tool_use"}
        assert ids >= {id.split("#")[0] for line, id in calls.items() if line != at + 1}


def mutated(rng, value, depth=0):
    """The value with something inside it replaced, dropped, or moved."""
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.8):
        key = rng.choice(sorted(value))
        out = dict(value)
        if rng.random() < 0.15:
            del out[key]
        else:
            out[key] = mutated(rng, value[key], depth + 1)
        return out
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return value[:at] + [mutated(rng, value[at], depth + 1)] + value[at + 1:]
    if isinstance(value, str) and rng.random() < 0.4:
        at = rng.randrange(len(value) + 1)
        return value[:at] + rng.choice(["", "\0", "\n", "\ud800", "*** ", value]) + value[at + rng.randrange(3):]
    return rng.choice(VALUES)


@pytest.mark.parametrize("seed", range(60))
def test_mutated_values_raise_nothing(tmp_path, seed):
    rng = random.Random(seed)
    rows = [json.loads(line) for path in FIXTURES if path.stem != "typescript" for line in path.read_bytes().splitlines()]
    start = rng.randrange(len(rows))
    rows = [mutated(rng, row) if rng.random() < 0.5 else row for row in rows[start:start + 40]]
    if seed % 3 == 0:
        rng.shuffle(rows)
    broken = tmp_path / "x.jsonl"
    broken.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    all_of(broken)


@pytest.mark.parametrize("seed", range(60))
def test_mutated_bytes_raise_nothing(tmp_path, seed):
    rng = random.Random(1000 + seed)
    data = bytearray(FIXTURES[seed % len(FIXTURES)].read_bytes())
    for _ in range(rng.randrange(1, 30)):
        at = rng.randrange(len(data))
        data[at:at + rng.choice((0, 0, 1, 40))] = rng.choice((b"", b"\n", b'"', b"{", b"}", b"\\", b"\0", b"\xff", bytes(data[at:at + 200])))
    broken = tmp_path / ("x.json" if seed % 2 else "x.jsonl")
    broken.write_bytes(bytes(data[:rng.randrange(len(data))] if seed % 4 == 0 else data))
    all_of(broken)


def test_a_mutated_document_raises_nothing(tmp_path):
    rng = random.Random(7)
    document = json.loads(next(path for path in FIXTURES if path.stem == "typescript").read_text(encoding="utf-8"))
    for _ in range(200):
        broken = tmp_path / "x.json"
        broken.write_text(json.dumps(mutated(rng, mutated(rng, document))), encoding="utf-8")
        all_of(broken)


LONG = [
    "*** Begin Patch\n" + "*** Update File: a\n@@\n-x\n+y\n" * 3000 + "*** End Patch", "*** Begin Patch\n*** Add File: a\n" + "+x\n" * 50000,
    "cd " * 20000 + "&& apply_patch <<'EOF'", "apply_patch <<'EOF'\n" * 5000, " " * 100000 + "apply_patch", "exec_command failed for `" + "`: " * 30000,
    "Chunk ID: " * 20000, "{\"output\":\"" + "\\\"" * 30000 + "\",\"metadata\":{}}", "<environment_context>" + "<cwd>" * 20000,
    "<environment_context>" + "<cwd>" + " " * 50000, "cd '" + "a" * 50000, "\n" * 100000 + "x",
]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_long_texts_take_no_long_time(tmp_path, text):
    """Nothing grows faster than the text: this file's time limit is the test."""
    rows = [
        {"type": "session_meta", "payload": {"id": "i", "cwd": "/w"}},
        {"type": "response_item", "payload": {"type": "custom_tool_call", "name": "apply_patch", "call_id": "1", "input": text}},
        {"type": "response_item", "payload": {"type": "function_call", "name": "exec_command", "call_id": "2", "arguments": json.dumps({"cmd": text})}},
        {"type": "response_item", "payload": {"type": "function_call_output", "call_id": "2", "output": text}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}},
    ]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert all_of(path) is not None

# -- the fast way against the slow one

UNREAD = [frozenset(), frozenset({"tool_result.text"}), frozenset({"tool_result.text", "assistant_text.text", "user_prompt.text"})]
RECORDED = sorted((Path(__file__).resolve().parent.parent.parent / "shared" / "recorded" / "codex").glob("*.jsonl"))


def slowly(path, unread):
    """``(events, lines, first and last time)`` with every line decoded."""
    gathered = codex._gather(str(path), Problems(str(path)), frozenset())
    return Teller(gathered.rollout, unread).tell(gathered.start).finish() + (gathered.rollout.first, gathered.rollout.last)


def quickly(path, unread):
    lean = codex.leaner(codex.MAKES, codex.ITEM_TYPES, unread)
    gathered = codex._gather(str(path), Problems(str(path)), frozenset(), lean)
    return Teller(gathered.rollout, unread).tell(gathered.start).finish() + (gathered.rollout.first, gathered.rollout.last)


@pytest.mark.parametrize("path", FIXTURES + RECORDED, ids=lambda path: path.stem)
def test_the_fast_way_reads_what_the_slow_one_does(path):
    for unread in UNREAD:
        assert quickly(path, unread) == slowly(path, unread)


WRAPPED = '{"output":%s,"metadata":{"exit_code":%s}}'
OUTPUTS = [
    "Exit code: 0\nWall time: 0 seconds\nOutput:\n" + "x" * 300, "Exit code: 12", "Exit code: 1x", "Exit code: -1\n", "Exit code:\t0",
    "Chunk ID: 1a\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\n" + "\"y\"\\" * 50,
    "Chunk ID: 1a\nWall time: 0.1 seconds\nProcess running with session ID 7\nOutput:\n", "Chunk ID: a\"b\nProcess exited with code 3\n",
    "Chunk ID: \u00e9\nProcess exited with code 3\n", "Wall time: 1 s\nOutput:\nExit code: 0\n", "Wall time: 1 seconds\naborted by user",
    "aborted by user after 1s", "exec command rejected by user", "unsupported call: x", "Script failed\n", "", "aborted",
] + [WRAPPED % (json.dumps(text), code) for text in (
    "", "aborted", "x" * 200, "\"" * 100, "\\" * 101, "a\",\"metadata\":{\"exit_code\":3}}" * 5, "\u00e9\n" * 80, "exec command rejected by user" + " " * 90,
) for code in ("0", "1", "127", "null", "1.5", "true", "\"1\"")] + [
    (WRAPPED % (json.dumps("x" * 200), 0))[:-1], WRAPPED % (json.dumps("x" * 200), 0) + " more", '{"output":"%s"}' % ("x" * 200),
    '{"output":"%s","metadata":{"exit_code":1,"duration_seconds":0.3}}' % ("x" * 200), '{"metadata":{"exit_code":1},"output":"%s"}' % ("x" * 200),
]


@pytest.mark.parametrize("output", OUTPUTS, ids=range(len(OUTPUTS)))
def test_an_output_not_read_says_the_same(tmp_path, output):
    path = tmp_path / "x.jsonl"
    heredoc = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF"
    rows = [meta(), run(heredoc, "c1"), run("ls", "c2")]
    for at, beside in (("c1", {}), ("c2", {"metadata": {"history_sequence": 3}})):
        rows.append({**out(output, at), **beside})
    for separators in ((",", ":"), (", ", ": ")):
        path.write_text("".join(json.dumps(row, separators=separators, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        assert quickly(path, UNREAD[1]) == slowly(path, UNREAD[1])


@pytest.mark.parametrize("seed", range(40))
def test_mutated_lines_read_the_same_either_way(tmp_path, seed):
    rng = random.Random(5000 + seed)
    rows = [json.loads(line) for path in FIXTURES if path.stem in ("legacy", "paginated") for line in path.read_bytes().splitlines()]
    rows = [mutated(rng, row) if rng.random() < 0.4 else row for row in rows]
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows), encoding="utf-8")
    for unread in UNREAD:
        assert quickly(path, unread) == slowly(path, unread)


def test_what_needs_no_decoding_is_not_decoded():
    lean = codex.leaner(codex.MAKES, codex.ITEM_TYPES, UNREAD[1])
    stamp = "2026-03-04T05:00:00.000Z"

    def given(row):
        return lean(json.dumps(row, separators=(",", ":")).encode())

    for row in (event("token_count", info={}), item("reasoning", summary=[]), line("world_state", {"full": True}), line("token_usage_record", {}),
                message("developer", "x"), item("additional_tools"), event("item_completed", turn_id="t", item={"type": "Reasoning"})):
        assert given(row) == stamp
    assert given(line("compacted", {"replacement_history": [{}]})) == {"timestamp": stamp, "type": "compacted", "payload": {}}
    assert given(out("Exit code: 3\n" + "x" * 999)) == {
        "timestamp": stamp, "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "Exit code: 3\n"}}
    for row in (meta(), message("user", "x"), run("ls"), out("rejected"), event("user_message", message="x"), line("turn_context", {})):
        assert given(row) is None
