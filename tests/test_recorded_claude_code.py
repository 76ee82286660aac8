"""The Claude Code reader against sessions that the real program wrote (1.0.24 to 2.1.332).

``../shared/recorded/claude-code/EXPECTED.tsv`` holds what each scripted run did, known because the script
made it happen. A scenario is read as a user's folder would be: all its files, copies counted once. Every
difference is one of the reasons in ``explained``, each a thing the row's own note says of the file.
"""
from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from ruleprobe.readers import iter_sessions

RECORDED = Path(__file__).resolve().parent.parent.parent / "shared" / "recorded" / "claude-code"
WRITES = ("Write", "Edit", "MultiEdit", "NotebookEdit")
COLUMNS = (
    "bash_ran", "bash_not_run", "bash_unknown", "writes_applied", "writes_not_applied", "compactions", "subagent_sessions",
    "bash_ran_sub", "bash_not_run_sub", "assistant_text_messages_main", "assistant_text_messages_sub",
)


def scenarios():
    if not (RECORDED / "EXPECTED.tsv").exists():
        return []
    with open(RECORDED / "EXPECTED.tsv", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


ROWS = scenarios()


def expected_of(row):
    out = {column: int(row[column]) for column in COLUMNS}
    out["prompts"] = sum(int(row["prompts_" + kind]) for kind in ("plain", "slash", "queued"))
    return out


def raw_calls(root):
    """``(name, on a side chain) -> ids`` of every call that any file holds."""
    found = {}
    for path in sorted(root.rglob("*.jsonl")):
        for line in map(json.loads, path.read_bytes().splitlines()):
            if line.get("type") == "assistant":
                for block in line["message"]["content"]:
                    if block.get("type") == "tool_use":
                        found.setdefault((block["name"].title(), line["isSidechain"]), set()).add(block["id"])
    return found


def text_messages(sessions):
    """How many messages with text stand on the main thread, and how many on side chains, by the events' lines."""
    ids = set()
    for session in sessions:
        lines = Path(session.path).read_bytes().split(b"\n")
        for event, number in zip(session.events, session.lines):
            if event["kind"] == "assistant_text":
                line = json.loads(lines[number - 1])
                ids.add((line["message"]["id"], line["isSidechain"]))
    return sum(not side for _, side in ids), sum(side for _, side in ids)


def measure(root):
    errors = []
    sessions = list(iter_sessions(root=root, runtime="claude-code", errors=errors))
    assert [entry["error"] for entry in errors if "kept" not in entry] == []
    main = [session for session in sessions if "/" not in session.id]
    events = [event for session in sessions for event in session.events]
    calls = {event["id"]: event for event in events if event["kind"] == "tool_use"}
    raw = raw_calls(root)
    shells = {side: raw.get(("Bash", side), set()) for side in (False, True)}
    writes = set().union(*(raw.get((name.title(), side), set()) for name in WRITES for side in (False, True)))
    fates = {side: Counter(calls[id]["ran"] if id in calls else "none" for id in ids) for side, ids in shells.items()}
    written = Counter(calls[id]["ran"] if id in calls else "none" for id in writes)
    texts = text_messages(sessions)
    return {
        "prompts": sum(event["kind"] == "user_prompt" for session in main for event in session.events),
        "bash_ran": fates[False][True], "bash_not_run": fates[False]["none"], "bash_unknown": fates[False][None],
        "bash_ran_sub": fates[True][True], "bash_not_run_sub": fates[True]["none"],
        "writes_applied": written[True] + written[None], "writes_not_applied": written["none"],
        "compactions": sum(event["kind"] == "compact" for event in events),
        "subagent_sessions": len(sessions) - len(main),
        "assistant_text_messages_main": texts[0], "assistant_text_messages_sub": texts[1],
    }


def explained(row, found):
    """What the row's note says the file does not, or says otherwise: ``{column: the count to be found}``."""
    expected, note, old = expected_of(row), row["note"], row["version"] < "2"
    out = {}
    if old and "leaves no compact_boundary line" in note:
        out["compactions"] = 0
    if old and row["scenario"].startswith("subagent"):
        out["subagent_sessions"] = 0  # they stand in the parent's file (S9)
    if "that one call is counted as ran" in note and found["bash_unknown"]:
        out.update(bash_ran=expected["bash_ran"] - 1, bash_unknown=1)  # no result, or one that does not tell
    if "the interrupted sub-agent call is counted as ran" in note and found["bash_ran_sub"] < expected["bash_ran_sub"]:
        out["bash_ran_sub"] = expected["bash_ran_sub"] - 1  # unknown: its file does not name the message
    if "with a comment where the prompt offers it" in note and found["prompts"] > expected["prompts"]:
        out["prompts"] = expected["prompts"] + 1  # the comment, which a person sent
    return out


@pytest.mark.parametrize("row", ROWS, ids=["%(version)s-%(scenario)s" % row for row in ROWS])
def test_scenario(row):
    found = measure(RECORDED / row["version"] / row["scenario"] / "projects")
    expected = dict(expected_of(row), **explained(row, found))
    assert found == expected


@pytest.mark.skipif(not ROWS, reason="no recorded sessions here")
def test_the_differences_are_few():
    differing = Counter()
    for row in ROWS:
        found = measure(RECORDED / row["version"] / row["scenario"] / "projects")
        differing.update(column for column, count in expected_of(row).items() if found[column] != count)
    assert differing == {"compactions": 3, "subagent_sessions": 2, "bash_ran": 7, "bash_unknown": 7, "bash_ran_sub": 1, "prompts": 2}


@pytest.mark.skipif(not ROWS, reason="no recorded sessions here")
def test_turns_never_fall_and_begin_with_their_prompt():
    for session in iter_sessions(root=RECORDED, runtime="claude-code"):
        turns = [event["turn"] for event in session.events]
        assert turns == sorted(turns)
        prompts = [event["turn"] for event in session.events if event["kind"] == "user_prompt"]
        assert prompts == list(range(1, len(prompts) + 1))
        firsts = {event["turn"]: event["kind"] for event in reversed(session.events)}
        assert all(kind == "user_prompt" for turn, kind in firsts.items() if turn)
