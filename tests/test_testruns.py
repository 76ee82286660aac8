"""What runs a test suite: the rows of ``testruns.txt``, and what a line cannot hold."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ruleprobe import shell, suites, tasks, testruns, toolchains
from ruleprobe.verdicts import name_words, target

from commands import command

ANSWERS = {"yes": True, "no": False, "?": None}
HERE = Path(__file__).resolve().parent


def rows():
    for line in (HERE / "testruns.txt").read_text(encoding="utf-8").splitlines()[2:]:
        if line and not line.startswith("== "):
            yield line[5:], ANSWERS[line[:5].strip()]


ROWS = list(rows())


def reading(text):
    event = {"kind": "tool_use", "name": "Bash", "id": "t", "turn": 1, "input": {"command": text}}
    return shell.analyse([event]).bash[0]


@pytest.mark.parametrize("text, expected", ROWS, ids=[text for text, _ in ROWS])
def test_command(text, expected):
    parsed = reading(text)
    assert not parsed.skipped
    assert testruns.any_runs_tests(parsed.commands) is expected


def test_rows_are_unique():
    assert len(dict(ROWS)) == len(ROWS)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("cat <<'EOF'\nnpm test\nEOF", False),
        ("bash <<'EOF'\nnpm test\nEOF", True),
        ("bash <<EOF\n$X\nEOF", None),
        ("python - <<'EOF'\nprint(1)\nEOF", None),
        ("ssh host <<'EOF'\npytest\nEOF", None),
        ("cat run.txt | ssh host", None),
        ("ssh host < run.txt", None),
        ("ssh host", False),
        ("cd a &&\n  pytest \\\n  -q", True),
        ("for f in a b; do\n  npm test -- $f\ndone", None),
        ("t() {\n  pytest\n}\n", False),
        ("t() {\n  pytest\n}\nt", True),
        ("echo $((1 + 1))", None),
        ("git commit -m \"$(cat <<'EOF'\npytest\nEOF\n)\"", False),
    ],
)
def test_texts_of_several_lines(text, expected):
    assert testruns.any_runs_tests(reading(text).commands) is expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("xargs pytest", True),
        ("xargs npm run", None),
        ("xargs npm", None),
        ("xargs npm install", False),
        ("xargs make", None),
        ("xargs rm", False),
        ("xargs -I{} pytest {}", True),
        ("parallel cargo ::: test build", None),
        ("CI=1", False),
    ],
)
def test_words_from_the_input(text, expected):
    assert testruns.runs_tests(command(text)) is expected


@pytest.mark.parametrize(
    "answers, expected",
    [
        (["pytest", "$X"], True),
        (["ls", "$X"], None),
        (["ls", "cat a"], False),
        ([], False),
    ],
)
def test_fold(answers, expected):
    assert testruns.any_runs_tests([command(text) for text in answers]) is expected


@pytest.mark.parametrize(
    "name, expected",
    [
        ("test", True),
        ("tests", True),
        ("test:unit", True),
        ("test-ci", True),
        ("unit_test", True),
        ("testUnit", True),
        ("TEST", True),
        ("test2", True),
        ("e2e", True),
        ("spec", True),
        ("api-spec", None),
        ("contest", None),
        ("latest", None),
        ("pretest", None),
        ("testserver", None),
        ("test:lint", None),
        ("build:test", None),
        ("db:test:prepare", False),
        ("build", False),
        ("lint:fix", False),
        ("build:ci", None),
        ("verify", None),
        ("ci", None),
        ("check", None),
        ("unit", None),
        ("", None),
    ],
)
def test_names_of_tasks(name, expected):
    assert target(name) is expected


@pytest.mark.parametrize(
    "name, words",
    [
        ("test:unit-ci", ["test", "unit", "ci"]),
        ("testDebugUnitTest", ["test", "debug", "unit", "test"]),
        ("E2E", ["e2e"]),
        ("iOSTests", ["i", "os", "tests"]),
        ("tests-3.12", ["tests", "3", "12"]),
    ],
)
def test_words_of_a_name(name, words):
    assert name_words(name) == words


def test_programs_with_a_function_are_listed():
    assert tasks.HANDLED == frozenset(toolchains.HANDLERS)


@pytest.mark.parametrize("module", [suites, tasks, toolchains, testruns])
def test_tables_have_no_key_twice(module):
    for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize("key", sorted(suites.ANSWERS))
def test_answers_are_well_formed(key):
    answer = suites.ANSWERS[key]
    assert answer in (None, False) or len(answer) in (2, 3)
    assert key == " ".join(key.split())


@pytest.mark.parametrize("key", sorted(tasks.TASK_RUNNERS))
def test_task_runners_are_well_formed(key):
    nothing, takes, which = tasks.TASK_RUNNERS[key]
    assert which in ("all", "first", "either")
    assert not set(nothing.split()) & set(takes.split())
