"""Broken Codex rollouts: nothing is raised, and no line costs its neighbours (seeded, bounded)."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from codex_files import shown
from ruleprobe.events import KINDS
from ruleprobe.readers import codex

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
        for at in range(1, len(lines) + 1):
            broken = tmp_path / "x.jsonl"
            broken.write_bytes(b"\n".join(lines[:at] + [garbage] + lines[at:]))
            if at % 5 == 1:
                assert shown(all_of(broken)) == expected
            else:
                assert shown(codex.read(str(broken))) == expected


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


@pytest.mark.parametrize("text", [
    "*** Begin Patch\n" + "*** Update File: a\n@@\n-x\n+y\n" * 3000 + "*** End Patch", "*** Begin Patch\n*** Add File: a\n" + "+x\n" * 50000,
    "cd " * 20000 + "&& apply_patch <<'EOF'", "apply_patch <<'EOF'\n" * 5000, " " * 100000 + "apply_patch", "exec_command failed for `" + "`: " * 30000,
    "Chunk ID: " * 20000, "{\"output\":\"" + "\\\"" * 30000 + "\",\"metadata\":{}}", "<environment_context>" + "<cwd>" * 20000,
])
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
