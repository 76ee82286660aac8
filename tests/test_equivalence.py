"""The twins in ``common.yaml`` count what the Python detectors count, hit for hit (AD-7, FR-8)."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

import slow_matchers
from ruleprobe import declarative
from ruleprobe.detectors import common
from ruleprobe.entries import load_entries
from ruleprobe.readers import iter_sessions
from ruleprobe.registry import DEFAULT, Registry, run
from ruleprobe.validity import score_examples

HERE = Path(__file__).resolve().parent
TWINS = HERE.parent / "ruleprobe" / "detectors" / "common.yaml"
RECORDED = HERE.parent.parent / "shared" / "recorded"


def load():
    document, lines = declarative.load(TWINS)
    return document, load_entries(document, str(TWINS), lines)


TWIN_REGISTRY = Registry(load()[1][0])


def hits(events, registry):
    return {name: sorted((hit.turn, hit.tool_use_id or "") for hit in found) for name, found in run(events, registry=registry, strict=True).items()}


def test_every_shipped_detector_has_a_twin():
    document, (detectors, errors) = load()
    assert errors == [] and document["version"] == 2
    assert [detector.id for detector in detectors] == DEFAULT.ids()
    assert [detector.rule for detector in detectors] == [detector.rule for detector in DEFAULT]


def test_the_twins_clear_the_floor_on_their_examples():
    scores = score_examples(TWIN_REGISTRY)
    assert {name: (score.precision, score.recall) for name, score in scores.items()} == {
        name: (1.0, 1.0) for name in DEFAULT.ids() if name != "secrets/secret-in-write"}


def test_the_twin_has_every_secret():
    entry = next(entry for entry in load()[0]["detectors"] if entry["id"] == "secrets/secret-in-write")
    assert [pattern.partition(")")[2] for pattern in entry["when"]["text"]["regex"]] == common.SECRET_PATTERNS


def fake(pattern):
    """A text that a secret's pattern matches, put together here so that none stands in the repository."""
    import re

    out = re.sub(r"\(\?![^)]*\)|\(\?:([^|)]*)[^)]*\)\??", lambda m: m.group(1) or "", pattern).replace("\\.", ".")
    return re.sub(r"\[([^\]]*)\](?:\{(\d+),?\}|\+)?", lambda m: {"0": "7", "A": "Q", "a": "q"}[m.group(1)[0]] * int(m.group(2) or 1), out)


COMMANDS = slow_matchers.COMMANDS + [
    "cat a", "cat -n a.py b.py", "cat a | head", "ls | cat a", "cat < a", "cat a > b", "cat a 2>/dev/null", "cat *.py", "cat $F", "cat a $F", "cat -", "cat /dev/stdin",
    "cat --help", "sudo -u $ME cat a", "A=$B cat a", "bash -c 'cat a'", "bash -c 'cat a | wc'", "find . -exec cat {} \\;", "ls | xargs cat a", "for f in *; do cat a; done | wc",
    "{ cat a; } > b", "(cd x && cat a)", "cat a &> log", "cat 'a b' -- -c", "$CAT a", "echo \"$(cat a)\"", "cat <<E\nx\nE", "cat a /dev/stdout", "cat {}",
    "find", "find . -type f", "find . -type f -print", "find . -name x", "find . ! -type d", "find src -maxdepth 2", "find . -type f | wc", "find . > list", "find $D", "find . -type *",
    "sudo find / -xdev", "find . -type f -exec rm {} +", "find . -newermt yesterday", "find --help", "find . -size +1M", "find -L a b -type l", "ls | xargs find", "find . -delete",
    "git commit --no-verify -m x", "git commit -m --no-verify", "git push --no-verify", "HUSKY=0 git commit -m x", "git -c core.hooksPath=/dev/null commit", "git commit $X", "git commit -anm x",
    "echo '", "", "true\n# x\ncat a",
]
FORMS = ["%s", "cd /w && %s", "%s; ls", "if true; then %s; fi", "sudo %s", "%s || exit 1", "timeout 5 %s", "time %s", "x() { %s; }; x", "x() { %s; }"]


def random_session(rng):
    events = slow_matchers.random_session(rng)
    secrets = [fake(pattern) for pattern in common.SECRET_PATTERNS]
    for event in events:
        if event["kind"] == "assistant_text":
            event["model"] = rng.choice(["one-1", "one-1-20250101", "us.anthropic.one-1", "two-1", "two-1", "", None])
            if rng.random() < 0.1:
                event["sidechain"] = True
        if event["kind"] != "tool_use":
            continue
        text = rng.choice(secrets) if rng.random() < 0.5 else "none"
        text = rng.choice(["%s", "key = '%s'\n", "x%s", "X" * 30000 + "\n%s", "%s" + "x" * 30000]) % text
        if event["name"] == "Bash":
            written = ["echo %s > f", "printf '%%s' %s >> f", "echo %s", "cat > f <<'E'\n%s\nE", "cat <<E | tee f\n%s\nE", "tee f <<E\n%s\nE", "cat <<E\n%s\nE", "X=%s make", "echo %s > /dev/null"]
            event["input"]["command"] = rng.choice(FORMS) % rng.choice(COMMANDS) if rng.random() < 0.7 else rng.choice(written) % text[:2000].strip()
        elif event["name"] in ("Write", "Edit"):
            event["name"] = rng.choice(["Write", "Edit", "MultiEdit", "NotebookEdit"])
            event["input"].update({"content": text, "new_string": text, "new_source": text, "edits": [{"new_string": "x"}, {"new_string": text}]})
            if rng.random() < 0.1:
                event["input"] = {"content": 3, "edits": "x"}
    return events


def test_the_twins_agree_on_invented_sessions():
    rng = random.Random(5)
    seen = {}
    for _ in range(1500):
        events = random_session(rng)
        wanted = hits(events, DEFAULT)
        assert hits(events, TWIN_REGISTRY) == wanted, events
        for name, found in wanted.items():
            seen[name] = seen.get(name, 0) + len(found)
    assert sorted(seen) == sorted(DEFAULT.ids()) and min(seen.values()) > 50


def test_each_command_by_itself():
    for form in FORMS:
        for command in COMMANDS:
            events = [{"kind": "tool_use", "id": "a", "turn": 1, "name": "Bash", "input": {"command": form % command}, "ran": True}]
            assert hits(events, TWIN_REGISTRY) == hits(events, DEFAULT), form % command


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded sessions are not here")
@pytest.mark.parametrize("runtime, folder", [("claude-code", "claude-code"), ("codex", "codex"), ("gemini", "gemini")])
def test_the_twins_agree_on_recorded_sessions(runtime, folder):
    sessions = list(iter_sessions(str(RECORDED / folder), runtime))
    assert sessions
    for session in sessions:
        assert hits(session.events, TWIN_REGISTRY) == hits(session.events, DEFAULT), session.path


def test_the_twins_agree_on_the_corpus():
    from ruleprobe.validity import corpus_directory, load_corpus

    if not Path(corpus_directory(), "labels.yaml").is_file():
        pytest.skip("there is no corpus")
    for session in load_corpus(corpus_directory()):
        assert hits(session.events, TWIN_REGISTRY) == hits(session.events, DEFAULT), session.name
