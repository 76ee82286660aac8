"""Sessions the real program wrote, against a second reader's counts (skipped where the recordings are absent).

``EXPECTED.tsv`` counts lines by their own kind. What the reader makes of them differs in the ways
``DIFFERENCES`` names, file by file; every other number is the same.
"""
from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ruleprobe.readers import codex, codex_files
from ruleprobe.readers.copies import settle
from ruleprobe.readers.lines import Problems
from ruleprobe.readers.sources import Reader

RECORDED = Path(__file__).resolve().parent.parent.parent / "shared" / "recorded" / "codex"
EXPECTED = RECORDED / "EXPECTED.tsv"

pytestmark = pytest.mark.skipif(not EXPECTED.exists(), reason="no recordings beside the repository")

HEREDOC = "an exec_command that is wholly an apply_patch heredoc is a patch, not a shell call (D4, 6.5 d)"
REFUSED = "a patch refused, failed in verification or unknown to this release wrote nothing (D2, 6.6)"
CANCELLED = "`aborted by user after 0.1s` may have started: an event with ran None, not a call that never ran (D2, 6.6)"
NO_EVENTS = "a bare file has no events: its messages are the assistant's texts (6.2)"
ARGV_PATCH = "`[apply_patch, text]` given to shell is a patch, not a shell call (6.5 c)"
NESTED = "a code-mode cell's patch has its own FileChange and is a patch call too (6.5 e)"

# file: {number: (what the reader gives - what the table has, why)}
DIFFERENCES = {
    "codex-0.8.0-d-1.jsonl": {"texts": (1, NO_EVENTS)},
    "codex-0.20.0-d-1.jsonl": {"texts": (1, NO_EVENTS)},
    "codex-0.34.0-d-1.jsonl": {"patches": (-1, REFUSED)},
    "codex-0.63.0-d-1.jsonl": {"patches": (-1, REFUSED)},
    "codex-0.98.0-a-1.jsonl": {"patches": (-1, REFUSED)},
    "codex-0.107.0-d-1.jsonl": {"shell": (-1, HEREDOC), "patches": (0, HEREDOC + "; " + REFUSED)},
    "codex-0.125.0-d-1.jsonl": {"shell": (-1, HEREDOC), "patches": (-2, HEREDOC + "; " + REFUSED)},
    "codex-0.142.5-d-1.jsonl": {"shell": (-1, HEREDOC), "patches": (0, HEREDOC + "; " + REFUSED)},
    "codex-0.144.6-a-1.jsonl": {"shell": (1, CANCELLED), "patches": (-1, REFUSED)},
    "codex-0.144.6-c-1.jsonl": {"patches": (1, NESTED)},
    "codex-0.148.0-d-1.jsonl": {"shell": (-1, HEREDOC), "patches": (0, HEREDOC + "; " + REFUSED)},
    "codex-0.171.0-a-1.jsonl": {"patches": (-1, REFUSED)},
    "codex-0.171.0-a-3.jsonl": {"patches": (-1, REFUSED)},
    "codex-0.171.0-m-1.jsonl": {"texts": (2, NO_EVENTS), "patches": (-1, REFUSED)},
    "codex-0.171.0-z-1.jsonl.zst": {"shell": (-1, HEREDOC), "patches": (0, HEREDOC + "; " + REFUSED)},
    "codex-mix-0.80.0-resumed-by-0.171.0.jsonl": {"patches": (-1, REFUSED)},
    "codex-ts-0.1.2505172129-ts-1.json": {"shell": (-1, ARGV_PATCH), "patches": (1, ARGV_PATCH)},
}


def rows():
    with open(EXPECTED, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def packed(name):
    return name.endswith(".zst") and codex_files.zstd is None


def calls(session, *names):
    return [e for e in session.events if e["kind"] == "tool_use" and e["name"] in names]


def counted(path):
    session = codex.read(str(path))
    kinds = [event["kind"] for event in session.events]
    gathered = codex._gather(str(path), Problems(str(path)), frozenset())
    return {
        "prompts": kinds.count("user_prompt"),
        "texts": kinds.count("assistant_text"),
        "shell": len(calls(session, "Bash")),
        "patches": len({e["id"].split("#")[0] for e in calls(session, "Write", "Edit", "MultiEdit", "apply_patch")}),
        "cells": len(calls(session, "exec")),
        "compactions": kinds.count("compact"),
        "copied": max(0, gathered.start - 2),
    }


def expected(row):
    number = {key: int(value) for key, value in row.items() if value.isdigit()}
    return {
        "prompts": number["prompts_event"] or number["prompts_ri"],
        "texts": number["asst_event"],
        "shell": number["shell_calls"] - number["shell_notrun"],
        "patches": number["patch_calls"],
        "cells": number["js_exec"],
        "compactions": number["compactions"],
        "copied": number["copied"],
    }


@pytest.mark.parametrize("row", rows() if EXPECTED.exists() else [], ids=lambda row: row["file"])
def test_a_recording_reads_as_counted(row):
    if packed(row["file"]):
        pytest.skip("this Python has no compression.zstd")
    differences = DIFFERENCES.get(row["file"], {})
    assert counted(RECORDED / row["file"]) == {
        key: value + differences.get(key, (0, ""))[0] for key, value in expected(row).items()}


def test_a_compressed_recording_is_read_or_named():
    errors = []
    session = codex.read(str(RECORDED / "codex-0.171.0-z-1.jsonl.zst"), errors)
    if codex_files.zstd is None:
        assert session is None and "zstd -d" in errors[0]["error"]
    else:
        assert len(session.events) == 25 and errors == []


@pytest.mark.parametrize(
    "name, ran",
    [
        # refused at approval; applied or run; cancelled or interrupted with nothing more said
        ("codex-0.98.0-a-1.jsonl", {"touch accepted.txt": True, "sleep 30; touch late.txt": None}),
        ("codex-0.144.6-a-1.jsonl", {"touch accepted.txt": True, "touch cancelled.txt": None, "sleep 30; touch late.txt": None}),
        # in paginated history the command item says that the interrupted one had been running
        ("codex-0.171.0-a-1.jsonl", {"touch accepted.txt": True, "touch cancelled.txt": None, "sleep 30; touch late.txt": True}),
        ("codex-0.171.0-a-3.jsonl", {"touch accepted.txt": True, "touch cancelled.txt": None, "sleep 30; touch late.txt": True}),
        # 0.34 had no interception: the heredoc ran, and failed, as plain shell
        ("codex-0.34.0-d-1.jsonl", {
            "echo hello && ls": True, "false": True, "echo old shell": True, "echo local shell": True,
            "bash -c 'read x; echo got $x'": True,
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: heredoc.txt\n+via heredoc\n*** End Patch\nEOF": True}),
        # from 0.137 on a local_shell_call is kept without an output: nothing says that it never ran
        ("codex-0.148.0-d-1.jsonl", {
            "echo hello && ls": True, "false": True, "echo shell_command": True, "echo local shell": None,
            "bash -c 'read x; echo got $x'": True, "echo second turn": True}),
    ],
)
def test_what_ran_in_a_recording(name, ran):
    session = codex.read(str(RECORDED / name))
    assert {e["input"]["command"]: e["ran"] for e in calls(session, "Bash")} == ran


def test_models_are_who_spoke():
    session = codex.read(str(RECORDED / "codex-0.171.0-a-1.jsonl"))
    assert [e["model"] for e in session.events if e["kind"] == "assistant_text"] == ["gpt-5.5"] * 3 + ["gpt-5.4"]


def test_the_patch_of_a_recording_is_one_event_a_file():
    session = codex.read(str(RECORDED / "codex-0.148.0-d-1.jsonl"))
    assert [(e["id"], e["name"], e["input"]["file_path"]) for e in calls(session, "Write", "Edit")] == [
        ("call_c1", "Write", "/home/dev/demo/new.txt"),
        ("call_d2", "Edit", "/home/dev/demo/new.txt"),
        ("call_d2#2", "Write", "/home/dev/demo/other.txt"),
        ("call_e2", "Write", "/home/dev/demo/heredoc.txt"),
    ]
    edit = calls(session, "Edit")[0]["input"]
    assert (edit["old_string"], edit["new_string"], edit["move_path"]) == ("hello\nworld", "HELLO\nworld", "/home/dev/demo/moved.txt")


def joined():
    reader, errors = Reader("codex", codex), []
    sources = [reader.glance(path, errors) for path in codex.transcripts(str(RECORDED))]
    return [reader.answer(group, errors, lambda session: session) for group in settle(filter(None, sources), reader)], errors


def test_the_recordings_together_count_each_event_once():
    sessions, errors = joined()
    by_file = {Path(s.path).name: s for s in sessions if s}
    prompts = [e["text"] for e in by_file["codex-0.171.0-r-1.jsonl"].events if e["kind"] == "user_prompt"]
    assert prompts == ["prompt one", "prompt two", "prompt three", "prompt four after revert"]  # one thread, two files
    for fork in ("codex-0.98.0-a-2.jsonl", "codex-0.144.6-a-2.jsonl"):
        assert [e["text"] for e in by_file[fork].events] == ["fork turn: only in fork", "fork answer"]
    set_aside = {Path(e["path"]).name: e["error"].split(" from ")[0].split(" of ")[0] for e in errors if "kept" in e}
    assert set_aside == {
        "codex-0.98.0-a-2.jsonl": "13 events copied",
        "codex-0.144.6-a-2.jsonl": "15 events copied",
        "codex-0.171.0-m-4.jsonl": "a copy",  # the same thread, migrated
    }
