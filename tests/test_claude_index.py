"""Telling lines by their first bytes gives the tokens that decoding them gives."""
from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from ruleprobe.readers import claude_code, claude_index
from ruleprobe.readers.claude_index import Glance

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


def both(monkeypatch, numbered):
    fast, slow = Glance(SESSION), Glance(SESSION)
    quick = list(fast.tokens(numbered))
    with monkeypatch.context() as patched:
        patched.setattr(claude_index, "_PLAIN", re.compile(b"(?!)"))
        thorough = list(slow.tokens(numbered))
    assert (fast.session, fast.started) == (slow.session, slow.started)
    return quick, thorough


@pytest.mark.parametrize("seed", range(25))
def test_a_line_told_by_its_bytes_has_the_same_tokens(monkeypatch, seed):
    quick, thorough = both(monkeypatch, list(enumerate(lines(seed), 1)))
    assert quick == thorough and len(quick) > 20


@pytest.mark.skipif(not RECORDED.is_dir(), reason="no recorded sessions beside the checkout")
def test_recorded_sessions_have_the_same_index(monkeypatch):
    paths = claude_code.transcripts(RECORDED)
    quick = [claude_code.index(path) for path in paths]
    monkeypatch.setattr(claude_index, "_PLAIN", re.compile(b"(?!)"))
    assert quick == [claude_code.index(path) for path in paths]
