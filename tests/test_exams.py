"""Labelled commands kept beside the project, where they are: nothing is said the wrong way round.

``None`` where the label is known is an under-count and allowed; the number of them may only fall.
"""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleprobe import git, packages, shell, testruns
from ruleprobe.git_options import OPTIONS

EXAMS = Path(__file__).resolve().parent.parent.parent / "shared" / "exams"
FORCED = {"force": True, "lease": True, "refspec": True, "mirror": True, "none": False, "delete": False}
KNOWN = {True: True, False: False}


def rows(name):
    path = EXAMS / name
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


GIT, TESTS = rows("git.jsonl"), rows("test.jsonl")
absent = pytest.mark.skipif(not GIT or not TESTS, reason="no labelled commands beside the project")


def commands(row):
    event = {"kind": "tool_use", "name": "Bash", "id": "t", "turn": 1, "input": {"command": row["command"]}}
    return shell.analyse([event]).bash[0].commands


def fold(answers):
    answers = list(answers)
    return True if True in answers else None if None in answers else False


def forced(command):
    updates = git.pushed(command)
    return None if updates is None else fold(update.forced for update in updates)


def tally(cases):
    """``(those said the wrong way round, those left undecided)`` of ``(text, truth, answer)``."""
    cases = list(cases)
    wrong = [text for text, truth, said in cases if said is not None and said is not truth and (said or truth is not None)]
    return wrong, [text for text, truth, said in cases if truth is not None and said is None]


@absent
def test_hooks_skipped():
    facts = [row for row in GIT if row.get("facts", {}).get("no_verify") != "either"]
    cases = [(row["command"], KNOWN.get(row["facts"]["no_verify"]), fold(map(git.skips_hooks, commands(row)))) for row in facts]
    wrong, undecided = tally(cases)
    assert wrong in ([], ["[[ -n $(git commit -nm x) ]] || true"])  # a substitution in a header is no command's word
    assert len(undecided) <= 10


@absent
def test_branches_forced():
    facts = [row for row in GIT if row.get("facts", {}).get("force") != "either"]
    wrong, undecided = tally((row["command"], FORCED.get(row["facts"]["force"]), fold(map(forced, commands(row)))) for row in facts)
    assert wrong == []
    assert len(undecided) <= 12


@absent
def test_options_of_git():
    wrong = []
    for row in GIT:
        for call in row["calls"] or ():
            newer = call["sub"] == "am"  # its --no-verify came after the git the labels were made with
            if call["sub"] in OPTIONS and "opts" in call and None not in call["args"] and not newer:
                read = git.options(call["sub"], call["args"])
                if not read.refused and [["--" + n, v] for n, v in read.given if len(n) > 1] != [o for o in call["opts"] if o[0][1] == "-"]:
                    wrong.append((row["command"], read.given, call["opts"]))
    assert wrong == []


@absent
def test_what_runs_tests():
    wrong, undecided = tally((row["command"], row["runs_tests"], testruns.any_runs_tests(commands(row))) for row in TESTS)
    assert wrong == []
    assert len(undecided) <= 18


@absent
def test_pip_install():
    def installs(command):
        call = packages.package_call(command)
        return call is not None and call.manager == "pip" and call.verb == "install"

    wrong = [row["command"] for row in TESTS if any(map(installs, commands(row))) != row["pip_install"]]
    assert set(wrong) <= {"ssh h pip install x", "pip install --dry-run x"}
