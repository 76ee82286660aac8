"""A runtime is added by one module and one entry (AD-10, UJ-4): the guide's own example, measured."""
from __future__ import annotations

import json
import re
import types
from pathlib import Path

import pytest

from ruleprobe import readers
from ruleprobe.readers import iter_sessions
from ruleprobe.rows import measure

import gemini_files

GUIDE = Path(__file__).resolve().parent.parent / ".github" / "CONTRIBUTING.md"

LINES = [
    {"loom": 1, "folder": "/home/dev/site", "at": "2026-03-02T09:00:00Z", "who": "person", "text": "fix it"},
    {"loom": 1, "who": "model", "model": "weaver", "text": "I look."},
    {"loom": 1, "id": "t1", "tool": "run", "with": {"script": "cat README.md"}, "state": "done"},
    {"loom": 1, "id": "t2", "tool": "run", "with": {"script": "cat notes.md"}, "state": "refused"},
    {"loom": 1, "id": "t3", "tool": "run", "with": {"script": "cat notes.md"}, "state": "lost"},
    {"loom": 1, "id": "t4", "tool": "put", "with": {"path": "a.txt", "body": "x"}, "state": "done"},
    {"loom": 1, "id": "t5", "tool": "spin", "with": {"wheel": 2}, "state": "done"},
    {"loom": 1, "at": "2026-03-02T09:05:00Z", "who": "model", "model": "weaver", "text": "Fixed."},
]


@pytest.fixture
def loom(monkeypatch):
    """The guide's module, entered under its name."""
    source, = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    module = types.ModuleType("ruleprobe.readers.loom")
    module.__package__ = "ruleprobe.readers"
    exec(compile(source, str(GUIDE), "exec"), module.__dict__)
    monkeypatch.setitem(readers.RUNTIMES, "loom", module)
    return module


@pytest.fixture
def root(tmp_path):
    path = tmp_path / "work" / "thread-1.loom.jsonl"
    path.parent.mkdir()
    rows = [json.dumps(line) for line in LINES]
    path.write_text("\n".join(rows[:4] + ["torn"] + rows[4:]))
    return tmp_path


@pytest.mark.parametrize("how", ["loom", "auto"])
def test_a_new_runtime_is_read(loom, root, how):
    errors = []
    session, = iter_sessions(root, how, errors=errors)
    assert [(e["kind"], e["turn"], e.get("name"), e.get("ran"), e.get("final")) for e in session.events] == [
        ("user_prompt", 1, None, None, None),
        ("assistant_text", 1, None, None, False),
        ("tool_use", 1, "Bash", True, None),
        ("tool_use", 1, "Bash", None, None),
        ("tool_use", 1, "Write", True, None),
        ("tool_use", 1, "spin", True, None),
        ("assistant_text", 1, None, None, True),
    ]
    assert session.events[4]["input"] == {"path": "a.txt", "body": "x", "file_path": "a.txt", "content": "x"}
    assert (session.id, session.repo, session.runtime) == ("thread-1", "site", "loom")
    assert (session.started, session.ended) == ("2026-03-02T09:00:00Z", "2026-03-02T09:05:00Z")
    assert [entry["error"] for entry in errors] == ["not JSON (line 5)"]


def test_a_new_runtime_is_measured_like_any_other(loom, root):
    """One ``cat`` ran, one was refused, one has no known fate: one hit."""
    rows = [measure(session) for session in iter_sessions(root)]
    assert [(row["runtime"], row["rules"]["transcript-hygiene/whole-file-cat"]) for row in rows] == [("loom", 1)]


def test_its_sessions_stand_beside_the_others_and_once_each(loom, root):
    copy = root / "again" / "thread-1.loom.jsonl"
    copy.parent.mkdir()
    copy.write_bytes((root / "work" / "thread-1.loom.jsonl").read_bytes())
    (root / "notes.jsonl").write_bytes(gemini_files.lines(gemini_files.header("s"), gemini_files.user("u1", "hello")))
    errors = []
    assert [(s.runtime, s.id) for s in iter_sessions(root, errors=errors)] == [("loom", "thread-1"), ("gemini", "s")]
    assert [entry["path"] for entry in errors if "kept" in entry] == [str(root / "work" / "thread-1.loom.jsonl")]


def test_without_transcripts_there_is_nothing_and_no_error(loom, tmp_path, monkeypatch):
    monkeypatch.setattr(loom, "ROOT", tmp_path / "none")
    errors = []
    assert list(iter_sessions(None, "loom", errors=errors)) == [] and errors == []
    assert list(iter_sessions(tmp_path / "nowhere", errors=errors)) == [] and errors == []


def test_the_guide_names_what_a_reader_has(loom):
    for name in ("ROOT", "transcripts", "recognises", "session_key", "read"):
        assert hasattr(loom, name) and "`%s" % name in GUIDE.read_text(encoding="utf-8")
