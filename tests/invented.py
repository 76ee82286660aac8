"""A made-up runtime for tests: the whole reader contract in one small module (AD-10).

A line is ``{"runtime": "invented", "session": …, "id": … or "ids": […], "at": …, "ask" | "say" | "run": text}``.
"""
from __future__ import annotations

import inspect
import json
import types
from pathlib import Path

from ruleprobe import readers
from ruleprobe.events import Session, repo_of
from ruleprobe.readers import files
from ruleprobe.readers.copies import Index
from ruleprobe.readers.lines import Problems, json_lines
from ruleprobe.readers.timeline import Timeline

ROOT = Path("/nonexistent/invented/sessions")
READ = []  # paths read whole, for tests that count


def transcripts(root=None):
    return files.walk(ROOT if root is None else root, lambda path: files.has_suffix(path, (".jsonl",)))


def recognises(head):
    return b'"runtime": "invented"' in head


def session_key(path):
    return index(path).session


def index(path):
    found = list(_lines(path, Problems(path)))
    sessions = [line["session"] for _, line in found if line.get("session")]
    times = [line["at"] for _, line in found if line.get("at") and not line.get("copied")]
    return Index(sessions[0] if sessions else "", min(times, default=""), [t for _, line in found for t in _ids(line)])


def read(path, errors=None, skip=frozenset(), unread=frozenset()):
    READ.append(path)
    problems, timeline, times, session, cwd = Problems(path), Timeline(), [], "", ""
    for number, line in _lines(path, problems):
        session, cwd = session or line.get("session", ""), cwd or line.get("cwd", "")
        if skip.intersection(_ids(line)):
            continue
        times.extend([line["at"]] if line.get("at") else [])
        if "ask" in line:
            timeline.prompt(line["ask"], number)
        if "say" in line:
            timeline.text("" if "assistant_text.text" in unread else line["say"], number)
        if "run" in line:
            timeline.call(line.get("id", ""), "Bash", {"command": line["run"]}, number, ran=True)
    problems.report(errors)
    events, lines = timeline.finish()
    if not events:
        return None
    return Session(session, repo_of(cwd), "invented", events, path, min(times, default=""), max(times, default=""), cwd, lines)


def in_one_pass(module):
    """A runtime module that can also read and index in one pass, where ``module`` can do each."""
    if getattr(module, "index", None) is None or hasattr(module, "read_indexed"):
        return module

    def read_indexed(path, errors=None, unread=frozenset()):
        seen, given = module.index(path), {"errors": errors, "unread": unread}
        takes = inspect.signature(module.read).parameters
        return module.read(path, **{name: value for name, value in given.items() if name in takes}), seen

    return types.SimpleNamespace(**dict(vars(module), read_indexed=read_indexed))


def asked(root, **more):
    """Sessions and entries as ``ask_sessions`` gives them, where every runtime that can reads and indexes in one pass."""
    before, count, errors = dict(readers.RUNTIMES), len(READ), []
    readers.RUNTIMES.update((name, in_one_pass(module)) for name, module in before.items())
    try:
        return list(readers.ask_sessions(lambda session: session, root, errors=errors, **more)), errors
    finally:
        readers.RUNTIMES.update(before)
        del READ[count:]


def _lines(path, problems):
    with files.open_binary(path) as stream:
        yield from json_lines(stream, problems)


def _ids(line):
    return [token.encode() for token in line.get("ids", [line["id"]] if line.get("id") else [])]


def write(path, session, *rows, **more):
    """Write a transcript; a row is ``(id, minute, kind, text)``, ids as ``a`` or ``a+b``."""
    lines = []
    for ids, minute, kind, text in rows:
        line = dict(more, runtime="invented", session=session, ids=[one for one in ids.split("+") if one])
        if minute is not None:
            line["at"] = "2026-09-10T10:%02d:00.000Z" % minute
        line[kind] = text
        lines.append(json.dumps(line))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return path
