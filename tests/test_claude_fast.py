"""What is taken from a line's bytes equals what decoding the line gives."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ruleprobe.readers import claude_code, lines
from ruleprobe.readers.claude_bytes import (
    MESSAGE, content_of, ending_of, is_modified, kind_of, link_of, note_kind, plain_result, surroundings, thought_of,
)

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT.parent / "shared" / "recorded" / "claude-code"
FIXTURES = ROOT / "tests" / "readers" / "claude_code"

CALL = "toolu_01AbCdEfGh23456789JkLm"
TIME = "2026-09-10T10:00:00.000Z"
U1, U2 = "0f1e2d3c-0000-4000-8000-0000000000a1", "0f1e2d3c-0000-4000-8000-0000000000a2"


def line(text):
    """A line as written, with ``CALL``, ``TIME``, ``U1`` and ``U2`` in place of their names."""
    return text.replace("<call>", CALL).replace("<time>", TIME).replace("<u1>", U1).replace("<u2>", U2).encode()


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


SURROUNDINGS = [
    ("", ("", "")),
    ('"cwd":"/x","type":"user","version":"2.1.1",', ("user", "2.1.1")),
    ('"type":"assistant",', ("assistant", "")),
    ('"x":null,"y":1.5,"z":true,', ("", "")),
    ('"cwd":"a\\",\\"type\\":\\"user",', ("", "")),  # a text that reads like members
    ('"cwd":"/x"', None),
    ('"cwd":"/x', None),
    ('"type":5,', None),
    ('"version":null,', None),
    ('"isApiErrorMessage":true,', None),
    ('"toolUseResult":"Error: no",', None),
    ('"session_id":"s",', None),
    ('"uuid":"u",', None),
    ('"x":[1],', ("", "")),
]


@pytest.mark.parametrize("text, says", SURROUNDINGS)
def test_the_members_before_a_message(text, says):
    assert surroundings(line(text)) == says


def first_block(text):
    """A line, and what ``MESSAGE`` finds in it between two others."""
    raw = b'{"x":1}\n' + line(text) + b'\n{"message":{"id":"m"}}'
    return raw, MESSAGE.match(raw, 8, len(raw) - 23), len(raw) - 23


@pytest.mark.parametrize(
    "text, found",
    [
        ('{"cwd":"/x","message":{"role":"user","content":[{"type":"tool_result"}]}}', True),
        ('{"data":{"x":1},"message":{"role":"user","content":[{"type":"tool_result"}]}}', False),
        ('{"message":{"role":"user","content":[{"type":"text"}]}}', False),
        ('{"message":{"role":"user","content":"x"}}', False),
        ('{"cwd":"\\"message\\":{\\"role\\":\\"user\\",\\"content\\":[{\\"type\\":\\"tool_result\\""}', False),
        ('{"message":5}', False),
        ("{}", False),
    ],
)
def test_where_the_message_is(text, found):
    assert (first_block(text)[1] is not None) is found


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


def result_of(text):
    """``(block, behind the result's mark, end, what it holds)``; the last is None where it is no plain result."""
    block, found, end = first_block(text)
    if found is None or not found.group(11) or surroundings(found.group(3)) != ("user", ""):
        return block, 0, end, None
    return block, found.end(), end, plain_result(block, found.end(), end, found.group(10))


@pytest.mark.parametrize("rest, plain, content", RESULTS)
def test_a_plain_result(rest, plain, content):
    block, at, end, found = result_of('{"type":"user",' + rest)
    assert (found is not None) == plain
    if found is not None:
        begin = content_of(block, at, found[1])
        value = None if begin == 0 else json.JSONDecoder().raw_decode(block[begin:end].decode())[0]
        assert (found[0], value) == (CALL, content)


def test_a_result_with_more_than_one_content_is_not_told():
    block, at, _, found = result_of(
        '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"<call>","x":{"content":1},"content":"ok"}]}}')
    assert content_of(block, at, found[1]) == -1


@pytest.mark.parametrize(
    "structured, modified",
    [('{"userModified":true}', True), ('{"userModified": true}', True), ('{"userModified":false}', False), ('{"x":"\\"userModified\\":true"}', False)],
)
def test_a_modified_write(structured, modified):
    block, _, end, found = result_of(
        '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"<call>"}]},"toolUseResult":%s}' % structured)
    assert is_modified(block, found[2], end) is modified


@pytest.mark.parametrize("type", ["assistant", "attachment", "mode"])
def test_a_line_that_is_not_a_users_has_no_result(tmp_path, type):
    path = tmp_path / "x.jsonl"
    raw = line('{"type":"%s","sessionId":"s","message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result"}]}}\n' % type)
    path.write_bytes(raw)
    assert claude_code.read(str(path)) is None


HEAD = '{"parentUuid":"<u1>","isSidechain":false,"message":{"id":"m","type":"message","role":"assistant","model":"x","content":[{'
CALLS = '"type":"tool_use","id":"c","name":"Bash","input":{"command":"ls"}'
TAIL = '],"usage":{}},"requestId":"r","type":"assistant","uuid":"<u2>","timestamp":"<time>","version":"2.1.1"}'

THOUGHTS = [
    ('[{"type":"thinking","thinking":"x","signature":"y"}]', True),
    ('[{"type":"redacted_thinking","data":"y"}]', True),
    ('[{"type":"thinking","thinking":"x"},{"type":"text","text":"y"}]', False),
    ('[{"type":"text","text":"{\\"type\\":\\"thinking\\"}"}]', False),
]


@pytest.mark.parametrize("content, thought", THOUGHTS)
def test_a_thought(content, thought):
    block, found, end = first_block(HEAD[:HEAD.index("[")] + content + TAIL[1:])
    assert (found is not None and bool(found.group(9)) and thought_of(block, found.end(), end, False) == U2) is thought


@pytest.mark.parametrize("tail, typed, uuid", [
    ('],"type":"assistant","uuid":"<u2>"}', False, U2),
    ('],"uuid":"<u2>","x":1}', True, U2),
    ('],"uuid":"<u2>"}', False, None),
    ('],"type":"assistant","uuid":"<u2>","x":[1]}', False, None),
    ('],"type":"assistant","x":"\\"uuid\\":\\"<u2>\\"}"}', False, None),
    ('],"type":"user","uuid":"<u2>"}', False, None),
])
def test_the_uuid_of_a_thought(tail, typed, uuid):
    assert thought_of(line(tail), 0, len(line(tail)), typed) == uuid


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


VERSION = '"version":"2.1.1"'
ANSWERS = [
    # the line, its message, model and tool (None: not told), what its ending says
    (HEAD + CALLS + "}" + TAIL, ("m", "x", "Bash"), (U2, TIME, None, None)),
    (HEAD + '"type":"text","text":"a \\"b\\""}' + TAIL, ("m", "x", ""), (U2, TIME, None, None)),
    (HEAD + CALLS + ',"caller":{"type":"direct"}}' + TAIL, ("m", "x", "Bash"), (U2, TIME, None, None)),
    (HEAD + CALLS + ',"caller":{"type":"other"}}' + TAIL, ("m", "x", "Bash"), None),
    (HEAD + CALLS + '},{"type":"text","text":"two"}' + TAIL, ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"apiBlockIndex":3,"requestedModel":"y","requestId"'), ("m", "x", "Bash"), (U2, TIME, 3, "y")),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"apiBlockIndex":"3","requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"requestedModel":5,"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"isApiErrorMessage":true,"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"requestId"', '"supersedesUuids":["x"],"requestId"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"type":"assistant",', '"type":"user",'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace('"timestamp"', '"time"'), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace("<time>", "2026-09-10T12:00:00+02:00"), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace("2.1.1", "2.1.2"), ("m", "x", "Bash"), None),
    (HEAD + CALLS + "}" + TAIL.replace(VERSION, '"x":1'), ("m", "x", "Bash"), None),
    (HEAD + '"type":"thinking","thinking":"x"}' + TAIL, None, None),
    (HEAD + '"type":"server_tool_use","id":"x"}' + TAIL, None, None),
]


@pytest.mark.parametrize("text, said, ending", ANSWERS)
def test_an_assistant_line(text, said, ending):
    block, found, end = first_block(text)
    told = found is not None and not found.group(9)
    assert ((found.group(5).decode(), (found.group(4) or found.group(6)).decode(), (found.group(8) or b"").decode()) if told else None) == said
    if told:
        assert (found.group(1), found.group(2), found.group(3)) == (U1.encode(), b"false", b"")
        rest = block[found.end():end].decode()
        assert ending_of(rest[json.JSONDecoder().raw_decode(rest)[1]:], False, VERSION) == ending


def test_where_type_and_version_stand_before_the_message():
    rest = '}],"usage":{}},"uuid":"%s","timestamp":"%s"}' % (U2, TIME)
    assert ending_of(rest, True, "") == (U2, TIME, None, None)
    assert ending_of(rest, False, "") is None
    assert ending_of(rest.replace('Z"', 'Z",' + VERSION), True, "") is None


# -- whole files


def same(path):
    """Decoded and taken alike: events, lines, entries; with texts unread, all but those texts."""
    slow_errors, fast_errors, bare_errors = [], [], []
    slow = claude_code.read(path, slow_errors, decode_all=True)
    assert claude_code.read(path, fast_errors) == slow
    once_errors = []
    assert claude_code.read_indexed(path, once_errors) == (slow, claude_code.index(path))
    assert once_errors == slow_errors
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


def test_half_a_line_is_seldom_taken(tmp_path):
    """A crash may leave one in the middle too; only where it was cut behind a brace does it look whole (a known miss)."""
    path = tmp_path / "x.jsonl"
    whole = line(HEAD + '"type":"text","text":"hi"}' + TAIL)
    half = line('{"type":"user","sessionId":"s","message":{"role":"user","content":[{"tool_use_id":"<call>","type":"tool_result","content":"x"}]},"x":1}')
    for cut in (half, line('{"type":"progress","sessionId":"s","data":{"type":"agent_progress"},"x":1}'), whole):
        for end in range(1, len(cut)):
            path.write_bytes(cut[:end] + b"\n" + whole + b"\n")
            errors = []
            assert len(claude_code.read(str(path), errors).events) == 1 or cut[:end].endswith(b"}")
            assert [entry["error"] for entry in errors] == ["not JSON (line 1)"] or cut[:end].endswith(b"}")


@pytest.mark.parametrize("block", [1, 7, 300, 5000])
def test_a_line_may_begin_in_one_block_and_end_in_another(monkeypatch, block):
    monkeypatch.setattr(lines, "_BLOCK", block)
    for path in sorted(FIXTURES.glob("*.jsonl"))[:6]:
        same(str(path))


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
