"""Every recorded session of every runtime, read at once: nothing is said that its content does not explain."""
from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from ruleprobe.readers import RUNTIMES, files, iter_sessions

RECORDED = Path(__file__).resolve().parent.parent.parent / "shared" / "recorded"
JOINED = ["codex-0.171.0-r-2.jsonl"]
pytestmark = pytest.mark.skipif(not RECORDED.is_dir(), reason="no recorded sessions beside the checkout")


@pytest.fixture(scope="module")
def everything():
    errors = []
    sessions = list(iter_sessions(RECORDED, errors=errors))
    return sessions, errors


def test_what_is_said_is_explained(everything):
    """Copies and forks say what they are copies of; one file is compressed, which a Python before 3.14 cannot read."""
    _, errors = everything
    other = [e for e in errors if "kept" not in e]
    assert [e["path"] for e in other] in ([], [str(RECORDED / "codex" / "codex-0.171.0-z-1.jsonl.zst")])
    assert all(e["error"].startswith("compressed: decompress it with") for e in other)
    assert all(os.path.exists(e["kept"]) and e["kept"] != e["path"] for e in errors if "kept" in e)


def test_sessions_come_once_and_in_path_order(everything):
    sessions, _ = everything
    paths = [session.path for session in sessions]
    assert paths == sorted(set(paths))
    assert max(Counter((session.runtime, session.id) for session in sessions).values()) == 1
    assert set(session.runtime for session in sessions) == set(RUNTIMES)


def test_every_transcript_is_a_session_or_is_named_or_holds_no_event(everything):
    """What is left is the second file of a reverted Codex thread, joined to the first."""
    sessions, errors = everything
    known = {session.path for session in sessions} | {e["path"] for e in errors}
    left = []
    for path in files.walk(RECORDED, files.has_suffix):
        module = next((m for m in RUNTIMES.values() if m.recognises(files.head(path))), None)
        if path not in known and module is not None and module.read(path) is not None:
            left.append(os.path.relpath(path, str(RECORDED / "codex")))
    assert left == JOINED


def test_a_call_counts_once_in_all_of_them(everything):
    """No copied, forked or replayed call is left: an id of a call that looks random stands once."""
    sessions, _ = everything
    seen = Counter(e["id"] for s in sessions if s.runtime == "claude-code" for e in s.events if e["kind"] == "tool_use")
    assert [id for id, count in seen.items() if count > 1 and id.startswith("toolu_01")] == []


def test_each_runtime_alone_reads_the_same(everything):
    sessions, _ = everything
    for name in RUNTIMES:
        alone = [(s.path, len(s.events)) for s in iter_sessions(RECORDED, runtime=name)]
        assert alone == [(s.path, len(s.events)) for s in sessions if s.runtime == name]
