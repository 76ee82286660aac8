"""Telling lines by their first bytes gives the tokens that decoding them gives."""
from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from ruleprobe.readers import claude_code, claude_index
from ruleprobe.readers.claude_index import Glance
from ruleprobe.readers.lines import Problems, blocks, raw_lines

RECORDED = Path(__file__).resolve().parent.parent.parent / "shared" / "recorded" / "claude-code"
SESSION = "0f8a2f53-3c53-4d52-9b1e-5f3a6c1d2e47"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def made(rng, start):
    return start + "01" + "".join(rng.choice(LETTERS) for _ in range(22))


def lines(seed):
    """Lines of a session in the key orders the program has used, with odd ones among them."""
    rng = random.Random(seed)
    for at in range(60):
        message = rng.choice([made(rng, "msg_"), made(rng, "msg_bdrk_"), "call_0", "msg_01REDACTEDREDACTEDREDACTE", "msg_01" + "X" * 22])
        call = rng.choice([made(rng, "toolu_"), made(rng, "toolu_vrtx_"), "functions.Bash:0", "toolu_01" + "ab" * 11])
        head = {"parentUuid": None, "isSidechain": rng.random() < 0.2, "cwd": rng.choice(["/w", "/w{x", 'C:\\w "q"']), "sessionId": SESSION}
        tail = {"uuid": "%08x-1111-4222-8333-%012x" % (rng.getrandbits(32), rng.getrandbits(48)), "timestamp": "2026-09-10T10:%02d:00.000Z" % at}
        said = {"id": message, "type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": "x"}]}
        result = {"tool_use_id": call, "type": "tool_result", "content": '"message":{"id":"msg_01'}
        kinds = [
            dict(head, type="assistant", message=said, **tail),
            dict(head, message=dict(said), type="assistant", **tail),
            dict(head, type="assistant", message={"model": "m", "id": message, "type": "message", "role": "assistant", "content": []}, **tail),
            dict(head, type="user", message={"role": "user", "content": [result]}, **tail),
            dict(head, type="user", message={"role": "user", "content": [{"type": "tool_result", "tool_use_id": call}]}, **tail),
            dict(head, type="user", message={"role": "user", "content": [{"type": "text", "text": "and"}, result]}, **tail),
            dict(head, message={"role": "user", "content": [result]}, type="user", **tail),
            dict(head, type="user", message={"role": "user", "content": "a prompt"}, **tail),
            dict(head, type="progress", data={"message": said}, **tail),
            dict(head, type="system", subtype="compact_boundary", **tail),
            dict(type="queue-operation", operation="remove", sessionId=SESSION, content="queued", timestamp=tail["timestamp"]),
            dict(type="summary", summary='{"message":{"id":"x"}}', leafUuid="1"),
        ]
        spaced = rng.random() < 0.1
        yield json.dumps(rng.choice(kinds), separators=(", ", ": ") if spaced else (",", ":")).encode()


def told(text):
    """The index's tokens of a text, and those of its lines one by one, each with what else the pass shows."""
    fast, slow = Glance(SESSION), Glance(SESSION)
    quick = fast.all_tokens(blocks(io.BytesIO(text)))
    thorough = [token for _, tokens in slow.tokens(raw_lines(io.BytesIO(text), Problems(""))) for token in tokens]
    return (quick, fast.session, fast.started), (thorough, slow.session, slow.started)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n \n"])
def test_a_line_told_by_its_bytes_has_the_same_tokens(seed, end):
    quick, thorough = told(end.join(lines(seed)))
    assert quick == thorough and len(quick[0]) > 20


def test_the_short_way_is_taken(monkeypatch):
    glances = []
    monkeypatch.setattr(claude_index, "_glance", lambda raw, real=claude_index._glance: glances.append(raw) or real(raw))
    rng = random.Random(1)
    head = '{"parentUuid":null,"isSidechain":false,"sessionId":"%s","type":"assistant","message":' % SESSION
    said = '{"model":"m","id":"%s","type":"message","role":"assistant","content":[]},"timestamp":"2026-09-10T10:00:00.000Z"}'
    ids = [made(rng, "msg_") for _ in range(100)]
    (tokens, session, started), _ = told("\n".join(head + said % id for id in ids).encode())
    assert tokens == [b"m" + id.encode() for id in ids]
    assert (session, started) == (SESSION, "2026-09-10T10:00:00.000Z")
    assert len(glances) < 100 + 10  # all of the thorough way's, few of the other's


@pytest.mark.skipif(not RECORDED.is_dir(), reason="no recorded sessions beside the checkout")
def test_recorded_sessions_have_the_same_index():
    for path in claude_code.transcripts(RECORDED):
        with open(path, "rb") as stream:
            quick, thorough = told(stream.read())
        assert quick == thorough
