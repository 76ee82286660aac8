"""What is taken from a line's bytes equals what decoding the line gives."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ruleprobe.readers import claude_code
from ruleprobe.readers.claude_bytes import (
    answer_of, content_of, ending_of, is_modified, is_thought, kind_of, link_of, message_at, note_kind, plain_result,
)

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT.parent / "shared" / "recorded" / "claude-code"
FIXTURES = ROOT / "tests" / "readers" / "claude_code"

CALL = "toolu_01AbCdEfGh23456789JkLm"
U1, U2 = "0f1e2d3c-0000-4000-8000-0000000000a1", "0f1e2d3c-0000-4000-8000-0000000000a2"


def line(text):
    """A line as written, with ``CALL``, ``U1`` and ``U2`` in place of their names."""
    return text.replace("<call>", CALL).replace("<u1>", U1).replace("<u2>", U2).encode()


KINDS = [
    ('{"type":"progress","data":{"type":"user"}}', "progress"),
    ('{"sessionId":"s","type":"mode","mode":"normal"}', "mode"),
    ('{"data":{"type":"user"},"type":"progress"}', ""),
    ('{"cwd":"/a{b","type":"user"}', ""),
    ('{"cwd":"\\"type\\":\\"user\\"","type":"mode"}', "mode"),
    ('{"type": "user"}', ""),
    ('{"type":5}', ""),
    ('{"type":"%s"}' % ("x" * 90), ""),
    ('{"type":"cut', ""),
    ("{}", ""),
    ("[1]", ""),
]


@pytest.mark.parametrize("text, kind", KINDS)
def test_the_kind_of_a_line(text, kind):
    assert kind_of(line(text)) == kind


NOTES = [
    ('{"type":"progress","data":{"type":"agent_progress","x":1}}', b"data", "agent_progress"),
    ('{"x":1,"attachment":{"type":"skill_listing"},"type":"attachment"}', b"attachment", "skill_listing"),
    ('{"x":1,"attachment":{"prompt":"go","type":"queued_command"},"type":"attachment"}', b"attachment", ""),
    ('{"data":{"x":1},"attachment":{"type":"skill_listing"}}', b"attachment", ""),
    ('{"type":"progress"}', b"data", ""),
    ("", b"data", ""),
]


@pytest.mark.parametrize("text, name, kind", NOTES)
def test_what_a_note_is(text, name, kind):
    assert note_kind(line(text), name) == kind


@pytest.mark.parametrize(
    "text, found",
    [('{"cwd":"/x","message":{"role":"user"}}', True), ('{"data":{"x":1},"message":{}}', False), ('{"message":{}}', True), ('{"message":5}', False), ("{}", False)],
)
def test_where_the_message_is(text, found):
    assert (message_at(line(text)) >= 0) is found


RESULTS = [
    # the line's message and what follows, whether it is one plain result, its content
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]}}', True, "ok"),
    ('"message":{"role":"user","content":[{"type":"tool_result","content":"a \\"b\\"","is_error":false,"tool_use_id":"<call>"}]}}', True, 'a "b"'),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]},"toolUseResult":{"content":"no"}}', True, "ok"),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"}]},"toolUseResult":{"content":"no"}}', True, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","is_error":null,"content":[]}]}}', True, []),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]},"toolUseResult":null}', True, "ok"),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]},"toolUseResult":["x"]}', True, "ok"),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"\\"is_error\\":true"}]}}', True, '"is_error":true'),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok","is_error":true}]}}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]},"toolUseResult":"Error: no"}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]},"toolDenialKind":"cancelled"}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":[{"type":"text","text":"ok"}]}]}}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"},{"type":"text","text":"and"}]}}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"},{"tool_use_id":"other","type":"tool_result"}]}}', False, None),
    ('"toolUseResult":{"x":1},"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","is_error":true}]}}', False, None),
    ('"toolUseResult":{"content":"no"},"message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"ok"}]}}', False, None),
    ('"message":{"role":"user","content":"go"}}', False, None),
    ('"message":{"role":"user","content":"go"},"tool_use_id":"<call>"}', False, None),
    ('"message":{"role":"user","content":[{"type":"image"}]},"tool_use_id":"<call>"}', False, None),
    ('"message":{"role":"user","content":[{"tool_use_id":"","type":"tool_result"}]}}', False, None),
    ('"x":"y","message":{"role":"user","content":[{"type":"tool_result","content":"ok","tool_use_id":"<call>"}]}}', True, "ok"),
]


@pytest.mark.parametrize("rest, plain, content", RESULTS)
def test_a_plain_result(rest, plain, content):
    raw = line('{"type":"user",' + rest)
    at = message_at(raw)
    found = plain_result(raw, at) if at >= 0 else None
    assert (found is not None) == plain
    if found is not None:
        begin = content_of(raw, at, found[1])
        value = None if begin < 0 else json.JSONDecoder().raw_decode(raw[begin:].decode())[0]
        assert (found[0], value) == (CALL, content)


@pytest.mark.parametrize(
    "structured, modified",
    [('{"userModified":true}', True), ('{"userModified": true}', True), ('{"userModified":false}', False), ('{"x":"\\"userModified\\":true"}', False)],
)
def test_a_modified_write(structured, modified):
    raw = line('{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"<call>"}]},"toolUseResult":%s}' % structured)
    assert is_modified(raw, plain_result(raw, message_at(raw))[2]) is modified


@pytest.mark.parametrize("type", ["assistant", "attachment", "mode"])
def test_a_line_that_is_not_a_users_has_no_result(type):
    raw = line('{"type":"%s","message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"}]}}' % type)
    assert plain_result(raw, message_at(raw)) is None


THOUGHTS = [
    ('[{"type":"thinking","thinking":"x","signature":"y"}]', True),
    ('[{"type":"redacted_thinking","data":"y"}]', True),
    ('[{"type":"thinking","thinking":"x"},{"type":"text","text":"y"}]', False),
    ('[{"type":"text","text":"{\\"type\\":\\"thinking\\"}"}]', False),
]


@pytest.mark.parametrize("content, thought", THOUGHTS)
def test_a_thought(content, thought):
    raw = line('{"cwd":"/x","message":{"id":"m","type":"message","role":"assistant","model":"x","content":%s},"type":"assistant"}' % content)
    assert is_thought(raw, message_at(raw)) is thought


LINKS = [
    ('{"parentUuid":"<u1>","isSidechain":false,"attachment":{"uuid":"no"},"type":"attachment","uuid":"<u2>","timestamp":"t"}', (U2, U1)),
    ('{"parentUuid":null,"isSidechain":true,"type":"attachment","attachment":{},"x":1,"uuid":"<u2>"}', (U2, None)),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{"uuid":"<u2>"},"type":"attachment"}', None),
    ('{"x":1,"parentUuid":null,"isSidechain":true,"attachment":{},"type":"attachment","uuid":"<u2>"}', None),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{},"type":"attachment","uuid":"<u2>","x":[1]}', None),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{},"type":"attachment","x":"\\"uuid\\":\\"<u1>\\"}"}', None),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{},"type":"user","uuid":"<u2>"}', None),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{"type":"attachment","x":1},"uuid":"<u2>"}', None),
    ('{"parentUuid":null,"isSidechain":true,"attachment":{},"uuid":"<u2>","type":"attachment"}', None),
]


@pytest.mark.parametrize("text, link", LINKS)
def test_a_link(text, link):
    assert link_of(line(text), b"attachment") == link


HEAD = '{"parentUuid":"<u1>","isSidechain":false,"message":{"id":"m","type":"message","role":"assistant","model":"x","content":[{'
CALLS = '"type":"tool_use","id":"c","name":"Bash","input":{"command":"ls"}'
TAIL = '],"usage":{}},"requestId":"r","type":"assistant","uuid":"<u2>","timestamp":"t","version":"2.1.1"}'
VERSION = '"version":"2.1.1"'
ANSWERS = [
    # the line, its message, model and tool (None: not told), what its ending says
    (HEAD + CALLS + "}" + TAIL, ("m", "x", "Bash"), (U2, "t", None, None)),
    (HEAD + '"type":"text","text":"a \\"b\\""}' + TAIL, ("m", "x", ""), (U2, "t", None, None)),
    (HEAD + CALLS + ',"caller":{"type":"direct"}}' + TAIL, ("m", "x", "Bash"), (U2, "t", None, None)),
    (HEAD + CALLS + ',"caller":{"type":"other"}}' + TAIL, ("m", "x", "Bash"), None),
    (HEAD + CALLS + '},{"type":"text","text":"two"}' + TAIL, ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"apiBlockIndex":3,"requestedModel":"y","requestId"'), ("m", "x", "Bash"), (U2, "t", 3, "y")),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"apiBlockIndex":"3","requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"requestedModel":5,"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"isApiErrorMessage":true,"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"supersedesUuids":["x"],"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"type":"assistant",', '"type":"user",'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"timestamp"', '"time"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace("2.1.1", "2.1.2"), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace(VERSION, '"x":1'), ("m", "x", "Bash"), None),
    (HEAD + '"type":"thinking","thinking":"x"}' + TAIL, None, None),
    (HEAD + '"type":"server_tool_use","id":"x"}' + TAIL, None, None),
]


@pytest.mark.parametrize("text, said, ending", ANSWERS)
def test_an_assistant_line(text, said, ending):
    raw = line(text)
    found = answer_of(raw, message_at(raw))
    assert (found and (found[2], found[3], found[5])) == said
    if found is not None:
        assert found[:2] == (U1, False)
        rest = raw[found[-1]:].decode()
        assert ending_of(rest[json.JSONDecoder().raw_decode(rest)[1]:], False, VERSION) == ending


def test_where_type_and_version_stand_before_the_message():
    rest = '}],"usage":{}},"uuid":"%s","timestamp":"t"}' % U2
    assert ending_of(rest, True, "") == (U2, "t", None, None)
    assert ending_of(rest, False, "") is None
    assert ending_of(rest.replace('"t"', '"t",' + VERSION), True, "") is None


# -- whole files


def same(path):
    """Decoded and taken alike: events, lines, entries; with texts unread, all but those texts."""
    slow_errors, fast_errors, bare_errors = [], [], []
    slow = claude_code.read(path, slow_errors, decode_all=True)
    assert claude_code.read(path, fast_errors) == slow
    bare = claude_code.read(path, bare_errors, unread=frozenset(("tool_result.text",)))
    assert slow_errors == fast_errors == bare_errors
    if slow is None:
        assert bare is None
        return
    assert bare._replace(events=[]) == slow._replace(events=[])
    for left, right in zip(bare.events, slow.events):
        assert left == (dict(right, text=left["text"]) if right["kind"] == "tool_result" else right)
        assert left.get("text") in ("", right.get("text"))


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_fixtures_read_the_same(path):
    same(str(path))


@pytest.mark.skipif(not RECORDED.exists(), reason="no recorded sessions here")
def test_recorded_sessions_read_the_same():
    paths = sorted(RECORDED.rglob("*.jsonl"))
    assert len(paths) > 300
    for path in paths:
        same(str(path))


def variant(rng, value):
    """A sound line that differs from one the program wrote: other keys, another order, other values."""
    value = json.loads(json.dumps(value))
    for _ in range(rng.randrange(3)):
        at = value
        while isinstance(at, dict) and at and rng.random() < 0.6:
            key = rng.choice(sorted(at))
            if not isinstance(at[key], dict):
                break
            at = at[key]
        key = rng.choice(("type", "text", "is_error", "tool_use_id", "userModified", "toolDenialKind", "toolUseResult", "uuid", "x"))
        at[key] = rng.choice((None, True, False, 5, "user", "text", "\"is_error\":true", {"type": "text", "text": "y"}, [{"type": "text", "text": "z"}], {}, []))
    items = list(value.items())
    if rng.random() < 0.3:
        rng.shuffle(items)
    return dict(items)


@pytest.mark.parametrize("seed", range(25))
def test_lines_that_nobody_wrote_read_the_same(tmp_path, seed):
    """Sound JSON in the program's spelling or with spaces: no short cut may read it otherwise."""
    rng = random.Random(seed)
    values = [json.loads(raw) for path in sorted(FIXTURES.glob("*.jsonl")) for raw in path.read_bytes().splitlines() if raw.startswith(b"{")]
    lines = []
    for value in values:
        if rng.random() < 0.5:
            value = variant(rng, value)
        lines.append(json.dumps(value, separators=rng.choice(((",", ":"), (", ", ": "))), ensure_ascii=rng.random() < 0.5))
    path = tmp_path / "0f1e2d3c-3333-4a4a-8b8b-000000000003.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    same(str(path))


def test_half_a_last_line_is_not_taken(tmp_path):
    """Whatever the bytes seem to prove, the last line is decoded: it may be cut anywhere."""
    path = tmp_path / "x.jsonl"
    result = line('{"type":"user","sessionId":"s","message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"{}"}]}}')
    for end in range(len(result) - 30, len(result)):
        path.write_bytes(result[:end])
        errors = []
        assert claude_code.read(str(path), errors) is None
        assert [entry["error"] for entry in errors] == ["not JSON (line 1)"]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + CALLS + "}" + TAIL[:-1] + ',"uuid":"u","timestamp":"t","x":1' * 100000 + ",[]}",
        HEAD + '"type":"thinking","thinking":"x"}' + TAIL[:-1] + ',"uuid":"u"' * 200000 + ",[]}",
        '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"' + ',"is_error":false' * 200000 + "}]}}",
        "{" + '"a":1,' * 300000 + '"message":{}}',
    ],
    ids=["endings", "uuids", "marks", "members"],
)
def test_a_hostile_line_takes_no_time(tmp_path, text):
    """Shapes on which a search that begins again at every hit would take minutes."""
    path = tmp_path / "x.jsonl"
    first = HEAD + '"type":"text","text":"hi"}' + TAIL
    path.write_bytes(b"\n".join((line(first), line(text), line(first))))
    assert len(claude_code.read(str(path)).events) >= 1
