"""The six shipped detectors: what each fires on, and the near-misses it is silent on."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from ruleprobe.detectors import common
from ruleprobe.registry import DEFAULT, run

CAT, FIND, HOOKS = "transcript-hygiene/whole-file-cat", "transcript-hygiene/unfiltered-find", "verification/no-verify"
SECRET, COMPACT, MODEL = "secrets/secret-in-write", "cache-hygiene/compact", "cache-hygiene/model-switch"
KEY = "AKIA" + "ABCDEFGH23456777"


def call(name, ran=True, **given):
    return {"kind": "tool_use", "turn": 1, "id": "t1", "name": name, "input": given, "ran": ran}


def hits(detector, *events):
    return [tuple(hit)[1:] for hit in run(list(events)).get(detector, [])]


def fires(detector, command, ran=True):
    return hits(detector, call("Bash", ran, command=command)) == [(1, "t1")]


@pytest.mark.parametrize("command", [
    "cat a.py", "cat -n a.py", "cat a.py b.py", "/bin/cat a.py", "sudo cat /etc/hosts", "LC_ALL=C cat a.py", "env -i cat a.py", "command cat a.py",
    "cat a.py 2>/dev/null", "cat 2>&1 a.py", "cat -- -odd", "cat 'a b.txt'", "cd src && cat a.py", "cat a.py; ls", "bash -c 'cat a.py'",
    "if true; then cat a.py; fi", "{ cat a.py; }", "(cat a.py)", "time cat a.py", "cat a.py || cat b.py", "echo x | cat; cat a.py",
])
def test_whole_file_cat_fires(command):
    assert fires(CAT, command)


@pytest.mark.parametrize("command", [
    "cat", "cat -", "cat a.py | head", "{ cat a.py; } | head", "(cat a.py; cat b.py) | wc -l", "for f in a b; do cat a; done | head", "cat a.py > b.py",
    "cat a.py >> b.py", "cat a.py &> b", "cat <<EOF\nx\nEOF", "cat *.py", "cat a?.py", "cat {a,b}.py", "cat $F", "cat \"$F\"", "cat $(ls)", "cat `ls`",
    "cat a.py $F", "cat --help", "cat --version", "echo cat a.py", "grep cat a.py", "concat a.py", "cat /dev/null", "x=$(cat a.py)", "git cat-file -p x",
    "ls | xargs cat", "find . -name '*.py' -exec cat {} +", "bash -c 'cat a.py' | head", "# cat a.py", "echo 'cat a.py'", "cat a.py 'unclosed", "cat <(ls)",
])
def test_whole_file_cat_is_silent(command):
    assert not fires(CAT, command)


@pytest.mark.parametrize("command", [
    "find .", "find", "find . -type f", "find /src -type d -print", "/usr/bin/find .", "find . 2>/dev/null", "sudo find /", "find . -type f -print0",
    "find -L . -xdev", "find a b", "cd x && find .",
])
def test_unfiltered_find_fires(command):
    assert fires(FIND, command)


@pytest.mark.parametrize("command", [
    "find . -name '*.py'", "find . -maxdepth 2", "find . -type f | head", "find . > list", "find . -delete", "find . -exec rm {} +", "find $D",
    "find . -name $N", "find *", "find . -path ./x -prune -o -print", "find . ! -name x", "find . -newer a", "find --help", "find . -size +1M",
    "{ find .; } | wc -l", "fd .", "find . -unknown",
])
def test_unfiltered_find_is_silent(command):
    assert not fires(FIND, command)


@pytest.mark.parametrize("command", [
    "git commit --no-verify -m x", "git commit -nm x", "git commit -anm x", "git commit -m x --no-veri", "git push --no-verify", "git merge --no-verify b",
    "git -C repo commit -n -m x", "git -c core.hooksPath=/dev/null commit -m x", "HUSKY=0 git commit -m x", "LEFTHOOK=0 git commit -m x",
    "sudo git commit -n -m x", "git add -A && git commit -n -m x", "bash -c 'git commit -n -m x'",
])
def test_no_verify_fires(command):
    assert fires(HOOKS, command)


@pytest.mark.parametrize("command", [
    "git commit -m --no-verify", "git commit -m x -- --no-verify", "git commit --no-verify --verify -m x", "git push -n", "git commit -m x",
    "HUSKY=0 npm install", "git log -n 3", "echo git commit -n", "git commit -m 'no --no-verify'", "git commit $FLAGS -m x", "git merge -n b",
])
def test_no_verify_is_silent(command):
    assert not fires(HOOKS, command)


@pytest.mark.parametrize("event", [
    call("Write", file_path="a", content="k=" + KEY), call("Edit", file_path="a", old_string="", new_string=KEY),
    call("MultiEdit", file_path="a", edits=[{"new_string": "x"}, {"new_string": KEY}]), call("NotebookEdit", notebook_path="a", new_source=KEY),
    call("Bash", command="cat > a <<EOF\nk=%s\nEOF" % KEY), call("Bash", command="tee a <<'EOF'\n%s\nEOF" % KEY),
    call("Bash", command="echo %s > a" % KEY), call("Bash", command="printf '%%s' '%s' >> a" % KEY), call("Bash", command="echo %s | tee a" % KEY),
    call("Bash", command="{ echo %s; } > a" % KEY), call("Bash", command="cat <<EOF >a && ls\n%s\nEOF" % KEY),
])
def test_secret_in_write_fires(event):
    assert hits(SECRET, event) == [(1, "t1")]


@pytest.mark.parametrize("event", [
    call("Write", file_path="a", content="AKIA-is-a-prefix"), call("Write", file_path=KEY, content="x"), call("Write", file_path="a"),
    call("Edit", file_path="a", old_string=KEY, new_string=""), call("Read", file_path="a", content=KEY), call("MultiEdit", edits="x"),
    call("MultiEdit", edits=[3, None, {"new_string": 7}]), call("Bash", command="echo %s" % KEY), call("Bash", command="grep %s a" % KEY),
    call("Bash", command="cat <<EOF\n%s\nEOF" % KEY), call("Bash", command="echo %s > /dev/null" % KEY),
    call("Bash", command="echo %s | tee /dev/null" % KEY), call("Bash", command="tee /dev/stderr <<EOF\n%s\nEOF" % KEY), call("Bash", command="python3 - <<EOF\n%s\nEOF" % KEY),
    call("Bash", command="echo x > %s" % KEY), call("Write", content="X" + KEY), call("Write", content=KEY + "Z"), call("Write", content=["x"]),
])
def test_secret_in_write_is_silent(event):
    assert hits(SECRET, event) == []


@pytest.mark.parametrize("event", [
    call("Bash", None, command="cat a.py"), call("Bash", None, command="git commit -n -m x"), call("Write", None, content=KEY),
    call("Bash", None, command="echo %s > a" % KEY), call("Bash", None, command="find ."),
])
def test_a_call_of_unknown_fate_is_no_hit(event):
    assert run([event]) == {}
    assert run([dict(event, ran=True)]) != {}


def test_compact_counts_each_compaction():
    events = [{"kind": "compact", "turn": turn} for turn in (1, 1, 4)] + [{"kind": "assistant_text", "turn": 4, "text": "compact"}]
    assert hits(COMPACT, *events) == [(1, None), (1, None), (4, None)]


def answers(*models):
    return [{"kind": "assistant_text", "turn": turn, "text": "x", "final": True, **({"model": m} if m is not None else {})} for turn, m in enumerate(models, 1)]


@pytest.mark.parametrize("models, turns", [
    (["a", "b"], [2]), (["a", "b", "a"], [2, 3]), (["claude-opus-4-5", "claude-sonnet-4-5"], [2]), (["gpt-5.1", "gpt-5.2"], [2]),
    (["gpt-5", "gpt-5-codex"], [2]), (["a", None, "b"], [3]), (["gemini-2.5-pro", "gemini-2.5-flash"], [2]),
])
def test_model_switch_fires(models, turns):
    assert hits(MODEL, *answers(*models)) == [(turn, None) for turn in turns]


@pytest.mark.parametrize("models", [
    ["a"], ["a", "a"], [None, "a", None, "a"], ["claude-opus-4-5", "claude-opus-4-5-20251101"], ["claude-sonnet-4-5", "claude-sonnet-4-5[1m]"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku-20241022"], ["us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
    ["anthropic/claude-opus-4-5", "claude-opus-4-5"], ["claude-opus-4-5@20251101", "claude-opus-4-5"], ["gpt-4o", "gpt-4o-2024-11-20"], ["A", "a"], [3, "a"], ["", "a"],
])
def test_model_switch_is_silent(models):
    assert hits(MODEL, *answers(*models)) == []


def test_a_sub_agents_model_inside_its_parent_is_no_switch():
    first, second, third = answers("a", "b", "a")
    assert hits(MODEL, first, dict(second, sidechain=True), third) == []


def test_secret_patterns_are_a_plain_list_of_literals_in_the_source():
    tree = ast.parse(Path(common.__file__).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "SECRET_PATTERNS"]
    assert len(found) == 1 and ast.literal_eval(found[0].value) == common.SECRET_PATTERNS
    assert all(isinstance(pattern, str) and re.compile(pattern) for pattern in common.SECRET_PATTERNS)


def test_each_secret_pattern_begins_with_a_literal():
    for head, pattern in common._secrets():
        assert len(head) >= 3 and pattern.pattern.endswith(tuple(common.SECRET_PATTERNS))


def test_each_detector_says_what_it_counts():
    for detector in DEFAULT:
        assert all(word in detector.fn.__doc__ for word in ("Counts ", "Fires on:", "Known misses:", "Example:")), detector.id
