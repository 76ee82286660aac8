"""A command that is not read because its text spells nothing of the kind would have been no hit: the spared
reading against the whole one, over tables, recorded exams and words cut up by quotes."""
from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import slow_matchers
from ruleprobe import packages
from ruleprobe.answers import View, spelling
from ruleprobe.bash_plain import is_plain
from ruleprobe.detectors import common
from ruleprobe.detectors.catalog import ENTRIES
from ruleprobe.matchers import compile_matcher
from ruleprobe.shell import MAX_COMMAND, Parsed, analyse
from test_equivalence import COMMANDS, FORMS

EXAM = Path(__file__).resolve().parent.parent.parent / "shared" / "exams" / "commands.jsonl"
WORDS = ["cat", "find", "git", "pip", "npm", "pytest", "rm", "echo", "ls", "bash", "env", "C:\\bin\\cat", "a b", "it's", "uv"]
MATCHERS = [compile_matcher(spec, "x") for spec in [
    *({"command": {key: word}} for key in ("name", "program", "contains", "first_operand") for word in WORDS),
    *({"command": {"starts_with": words}} for words in (["git", "commit"], ["pip", "install"], [["cat"], ["find", "."]], ["echo", "it's"], ["rm", "-rf"])),
    *({"command": {"installs_with": manager}} for manager in sorted({name.split()[0] for name in packages.MANAGERS})),
    *({"env": {"name": name}} for name in ("HUSKY", "A", "FOO", "CI")), {"env": {"name": "HUSKY", "command": ["git", "npm"]}},
    {"any": [{"command": {"name": "cat"}}, {"not": {"git": {"subcommand": "commit"}}}]}, {"not": {"env": {"name": "A", "command": "ls"}}},
    *({"git": {"subcommand": name}} for name in ("commit", "push", "add", "version", "help", "merge", "status")),
    {"git": {"skips_hooks": True}}, {"git": {"skips_hooks": False}}, {"git": {"force_pushes": "default"}}, {"git": {"subcommand": ["commit"], "args_any": ["-m"]}},
    {"any": [{"command": {"name": "cat"}}, {"git": {"subcommand": ["commit", "push"]}}]}, {"all": [{"command": {"name": "git"}}, {"not": {"command": {"name": "ls"}}}]},
    *(entry["detector"]["when"] for entry in ENTRIES if "order" not in entry["detector"]["when"]),
]]


def parsed(text):
    return Parsed({"kind": "tool_use", "name": "Bash", "input": {"command": text}})


def check(text):
    """How many of the detectors and matchers are true of a text; fails where one would have been spared that."""
    call = parsed(text)
    hits = [test for test, may in common._TESTS if any(map(test, call.commands))]
    for test, may in common._TESTS:
        assert test not in hits or call.bare is None or may(call.bare), text
    assert common._answers(call) == hits + [common._writes_secret] * common._any_secret(common.by_commands(call.commands))
    view, whole = (View([call.event], analyse([call.event])) for _ in range(2))
    whole.parsed(call.event).answer(is_plain, lambda parsed: False)
    answers = [matcher.test(call.event, whole) for matcher in MATCHERS]
    assert [matcher.test(call.event, view) for matcher in MATCHERS] == answers, text
    true = [matcher for matcher, answer in zip(MATCHERS, answers) if answer]
    for matcher in true:
        assert not matcher.spelt or call.may_say(matcher.spelt) and view.saying(matcher.spelt) == [0], (text, matcher.spelt)
    return len(hits) + len(true)


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


@pytest.mark.parametrize("may, text", [
    (common._may_cat, "git commit -m \"$(cat <<'E'\nx\nE\n)\""), (common._may_cat, "curl -H 'application/json' x"), (common._may_cat, "ls -la"), (common._may_find, "ls"),
    (common._may_skip_hooks, "git status --short"), (common._may_skip_hooks, "ls -n"), (common._may_skip_hooks, "git commit -m x"),
])
def test_a_command_without_the_word_is_not_read(may, text):
    assert not may(parsed(text).bare)


@pytest.mark.parametrize("when, said, not_said", [
    ({"command": {"name": ["cat", "find"]}}, "c'a't x", "ls cta"),
    ({"command": {"starts_with": ["git", "push"]}}, "g\\it push", "git commit"),
    ({"command": {"name": "git", "contains": "-f"}}, "git push -'f'", "git push"),
    ({"git": {"subcommand": ["commit", "merge"]}}, "git -C x mer''ge y", "git push"),
    ({"command": {"installs_with": "conda"}}, "mamba install x", "pip install x"),
    ({"env": {"name": "CI", "command": "make"}}, "CI=1 make", "CI=1 ls"),
])
def test_what_a_matcher_may_be_true_of(when, said, not_said):
    spelt = compile_matcher(when, "x").spelt
    assert (parsed(said).may_say(spelt), parsed(not_said).may_say(spelt)) == (True, False)


@pytest.mark.parametrize("when", [
    {"not": {"command": {"name": "cat"}}}, {"command": {"none_of": ["-f"]}}, {"command": {"runs": "tests"}}, {"command": {"unparsed": True}}, {"command": {"name": "it's"}},
    {"command": {"name": "a\\b"}}, {"any": [{"command": {"name": "cat"}}, {"tool": "Read"}]}, {"text": {"source": "payload", "contains": "x"}}, {"arg": {"field": "x", "exists": True}},
])
def test_of_others_nothing_is_known(when):
    assert compile_matcher(when, "x").spelt == ()


def test_a_text_over_the_cap_spells_nothing():
    text = "cat a #" + "x" * MAX_COMMAND
    assert parsed(text).bare == b"" and not parsed(text).may_say(spelling(["cat"])) and parsed(text).skipped
    assert parsed(text[:MAX_COMMAND]).may_say(spelling(["cat"]))


def test_a_row_of_dashes_takes_no_time_to_look_through():
    assert not common._may_skip_hooks(b"git " + b"-" * 200_000)


def test_the_tables():
    assert sum(check(form % command) for form in FORMS for command in COMMANDS + slow_matchers.COMMANDS) > 200


@pytest.mark.skipif(not EXAM.is_file(), reason="the exams are not here")
def test_the_exam():
    texts = [text for line in EXAM.read_text(encoding="utf-8").splitlines() for text in texts_of(json.loads(line))]
    assert len(texts) > 100
    for text in texts[::6]:
        check(text)


def texts_of(value):
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in parts for text in texts_of(part)]


def test_words_cut_up_by_quotes():
    rng, hits = random.Random(3), 0
    for _ in range(1500):
        text = rng.choice(FORMS) % rng.choice(COMMANDS)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(["''", '""', "\\", "\\\n", "\t", "$''", "'", '"', "\\\r\n", "<<-E\n", "$(", "`"]) + text[at:]
        hits += check(text)
    assert hits > 300
