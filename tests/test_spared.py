"""A command that is not read because its text spells nothing of the kind would have been no hit: the spared
reading against the whole one, over tables, recorded exams and words cut up by quotes."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import slow_matchers
from ruleprobe.detectors import common
from ruleprobe.shell import Parsed
from test_equivalence import COMMANDS, FORMS

EXAM = Path(__file__).resolve().parent.parent.parent / "shared" / "exams" / "commands.jsonl"
TESTS = [(common._CAT, common._prints_whole_file), (common._FIND, common._lists_whole_tree), (common._NO_HOOKS, common._skips_hooks)]


def parsed(text):
    return Parsed({"kind": "tool_use", "name": "Bash", "input": {"command": text}})


def check(text):
    """How many of the detectors hit; fails where one would have been spared its hit."""
    read = parsed(text)
    found = [(spelt, any(map(test, read.commands))) for spelt, test in TESTS]
    for spelt, hit in found:
        assert not hit or parsed(text).may_say(spelt), text
    return sum(hit for _, hit in found)


SPELT = [
    "c'a't a", 'c"a"t a', "c\\at a", "ca\\\nt a", "ca\\\r\nt a", "$'cat' a", "$'\\x63at' a", 'c$"a"t a', "c$''at a", "'/bin/cat' a", "cat.exe a", "C:\\\\bin\\\\cat a",
    'bash -c "c\\\\at a"', "bash <<'E'\nc'a't a\nE", "bash <<-E\n\tc\\\n\tat a\nE", "eval \"c''at a\"", "env -S 'cat a'", "f() { c'at' a; }; f", "cat<a b", "cat\ta",
    "fi'nd' .", "f\\ind .", "fi\\\nnd .", "$'\\146ind' .", "git commit --no-ver -m x", "g'i't commit '-'n -m x", "git commit -a\\nm x", "git commit --no\\\n-verify",
    "git -c CORE.HOOKSPATH=/dev/null commit -m x", "git -c core.hooks''Path=/dev/null commit -m x", "HU'S'KY=0 git commit -m x", "env HUSKY=0 git commit -m x", "SKIP=a git commit -m x",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x", "git push --no-verif", "git commit $'\\x2dn' -m x",
]


@pytest.mark.parametrize("text", SPELT)
def test_a_word_is_met_however_it_is_spelt(text):
    check(text)


def test_most_of_them_are_hits():
    assert sum(check(text) > 0 for text in SPELT) > len(SPELT) * 3 // 4


@pytest.mark.parametrize("spelt, text", [
    (common._CAT, "git commit -m \"$(cat <<'E'\nx\nE\n)\""), (common._CAT, "curl -H 'application/json' x"), (common._CAT, "ls -la"), (common._FIND, "ls"),
    (common._NO_HOOKS, "git status --short"), (common._NO_HOOKS, "ls -n"), (common._NO_HOOKS, "git commit -m x"),
])
def test_a_command_without_the_word_is_not_read(spelt, text):
    assert not parsed(text).may_say(spelt)


def test_the_tables():
    assert sum(check(form % command) for form in FORMS for command in COMMANDS + slow_matchers.COMMANDS) > 200


@pytest.mark.skipif(not EXAM.is_file(), reason="the exams are not here")
def test_the_exam():
    texts = [text for line in EXAM.read_text(encoding="utf-8").splitlines() for text in texts_of(json.loads(line))]
    assert len(texts) > 100
    for text in texts:
        check(text)


def texts_of(value):
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in texts_of(part)]


def test_words_cut_up_by_quotes():
    rng, hits = random.Random(3), 0
    for _ in range(4000):
        text = rng.choice(FORMS) % rng.choice(COMMANDS)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["''", '""', "\\", "\\\n", "\t", "$''", "'", '"', "\\\r\n", "<<-E\n", "$(", "`"]) + text[at:]
        hits += check(text)
    assert hits > 300
