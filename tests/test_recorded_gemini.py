"""Sessions the CLI itself wrote (0.11 to 0.61), file by file, against an independent count of them.

``EXPECTED.tsv`` beside the recordings holds for each file its prompts, a tally of (tool, status, ran), the
assistant's messages with text and the compactions. The folder is not part of the project; without it the
tests are skipped.

One difference is meant: a call that did not run is no event here and a "no" in the tally there.
"""
from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from ruleprobe.readers import gemini as reader
from ruleprobe.readers import iter_sessions
from ruleprobe.readers.files import head

RECORDED = Path(__file__).resolve().parents[2] / "shared" / "recorded" / "gemini"
NATIVE = {"Bash": "run_shell_command", "Write": "write_file", "Edit": "replace"}
RAN = {True: "yes", None: "unknown"}
ROW = re.compile(r"(?P<path>[^\t]+)\t(?P<facts>\{.*?\}) prompts=\d+ (?P<prompts>\[.*\]) Counter\((?P<tally>.*)\)\Z")


def expected():
    if not (RECORDED / "EXPECTED.tsv").exists():
        return []
    rows = (ROW.match(line) for line in (RECORDED / "EXPECTED.tsv").read_text(encoding="utf-8").splitlines())
    return [(row["path"][2:], json.loads(row["facts"]), ast.literal_eval(row["prompts"]), ast.literal_eval(row["tally"] or "{}")) for row in rows]


ROWS = expected()
pytestmark = pytest.mark.skipif(not ROWS, reason="no recorded sessions beside the repository")


@pytest.mark.parametrize("path, facts, prompts, tally", ROWS, ids=[row[0] for row in ROWS])
def test_a_recorded_file_reads_as_counted(path, facts, prompts, tally):
    errors = []
    session = reader.read(str(RECORDED / path), errors)
    events = session.events if session else []
    uses = Counter((NATIVE.get(e["name"], e["name"]), RAN[e["ran"]]) for e in events if e["kind"] == "tool_use")
    ran = Counter()
    for (tool, _status, fate), count in tally.items():
        ran[tool, fate] += count if fate != "no" else 0
    assert errors == []
    assert [e["text"] for e in events if e["kind"] == "user_prompt"] == prompts
    assert uses == +ran
    assert sum(e["kind"] == "assistant_text" for e in events) == facts["assistant_with_text"]
    assert sum(e["kind"] == "compact" for e in events) == facts["compactions"]
    assert reader.session_key(str(RECORDED / path)).split("/")[-1] == facts["session"]
    assert reader.recognises(head(str(RECORDED / path)))


def test_every_recorded_file_is_found():
    assert [str(RECORDED / row[0]) for row in sorted(ROWS)] == reader.transcripts(RECORDED)


def test_the_shell_is_bash_where_the_project_is_known():
    """0.11 and 0.20 wrote no project folder, and theirs was renamed since, so that its hash proves nothing."""
    names = {path.split("/")[0]: {e["name"] for e in reader.read(str(RECORDED / path)).events if e["kind"] == "tool_use"}
             for path, facts, _, tally in ROWS if any(tool == "run_shell_command" and fate == "yes" for tool, _, fate in tally)}
    assert {folder for folder, used in names.items() if "Bash" not in used} == {folder for folder in names if re.match(r"v0\.(11|20)_", folder)}


@pytest.mark.parametrize("folder, sessions, copies", [
    # a document, the lines that repeat it and go on, and an orphan: one session
    ("migrated_0.38_to_0.61", [("b7cdb021-1f29-4f11-af4c-a7be0d4c508d", 2)], ["session-2026-11-30T22-44-b7cdb021.json"]),
    ("v0.61_subagent", [("bc0e8654-c7f3-4e86-9fbb-14df2926459a/5ba03f40-dc22-4496-a3ea-871aaa86c633", 1),
                        ("bc0e8654-c7f3-4e86-9fbb-14df2926459a", 1)], []),
    ("v0.61_masking", [("f08c3196-cdd1-4659-b92d-0a0d24a79a45", 1)], []),
])
def test_files_of_one_session_count_once(folder, sessions, copies):
    if not (RECORDED / folder).exists():
        pytest.skip("not among the recordings")
    errors = []
    found = list(iter_sessions(RECORDED / folder, "gemini", errors=errors))
    assert [(s.id, sum(e["kind"] == "user_prompt" for e in s.events)) for s in found] == sessions
    assert [Path(entry["path"]).name for entry in errors] == copies
