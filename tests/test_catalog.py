"""The catalog: its data, its detectors on their examples, and which sentences bind which entry.

``rules/shapes/<observable>.txt`` holds, a line each, sentences that bind the entry (``+``), that do not (``-``), and
that should and are known to be missed (``~``); ``rules/traps`` what must bind nothing at all, a file a trap. ``\\n``
in a line is a line feed. All of it is invented.
"""
from __future__ import annotations

import ast
import re
import time
from pathlib import Path

import pytest

from ruleprobe import markdown
from ruleprobe.detectors import catalog, vocabulary
from ruleprobe.phrasing import MAX_SENTENCE, Phrasing
from ruleprobe.registry import DEFAULT, Registry, run
from ruleprobe.rules import catalog_detectors

RULES = Path(__file__).resolve().parent / "rules"
IDS = [
    "testing/test-after-change", "verification/no-verify", "git-safety/force-push-default", "package-manager/pip-install",
    "transcript-hygiene/whole-file-cat", "commits/non-conventional-subject", "secrets/secret-file-add",
]
SHAPE = {name.partition("/")[2]: name for name in IDS}
PHRASING = Phrasing(catalog.ENTRIES, vocabulary)


def rows(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        yield mark, text.replace("\\n", "\n")


def bound(text):
    """The ids the sections of a text are bound to, each section by itself."""
    found = set()
    for section in markdown.sections(text):
        found.update(PHRASING.bound([section]))
    return sorted(found)


# -- data ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", [catalog, vocabulary])
def test_the_modules_hold_literals_only(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    assert isinstance(tree.body[0], ast.Expr)
    for node in tree.body[1:]:
        assert isinstance(node, ast.Assign)
        ast.literal_eval(node.value)


def test_the_entries_stand_in_the_contract_s_order():
    assert [entry["detector"]["id"] for entry in catalog.ENTRIES] == IDS


@pytest.mark.parametrize("entry", catalog.ENTRIES, ids=IDS)
def test_an_entry_says_what_it_counts_and_misses(entry):
    assert entry["detector"]["description"] and entry["known_misses"]
    assert set(entry["terms"]) <= set(vocabulary.TERMS)
    examples = entry["detector"]["examples"]
    assert len(examples["fire"]) >= 4 and len(examples["skip"]) >= 6


def test_every_word_of_the_vocabulary_is_used():
    entries = [entry for entry in catalog.ENTRIES]
    patterns = " ".join(str(entry[key]) for entry in entries for key in ("pattern", "unless", "not_under")) + str(vocabulary.TERMS) + str(vocabulary.PARTS) + str(vocabulary.MOMENTS)
    assert {name for entry in entries for name in entry["terms"]} == set(vocabulary.TERMS)
    for name in [*vocabulary.PARTS, *vocabulary.MOMENTS]:
        assert "{%s}" % name in patterns, name


def test_every_pattern_compiles_and_names_known_words():
    for entry in PHRASING._entries:
        terms, pattern, unless, not_under = entry.compiled()
        assert pattern.pattern.startswith(r"\A(?:")
        for compiled in [pattern, unless, not_under] + [term.pattern for term in terms]:
            assert compiled is None or not re.search(r"(?<!\\)\{[a-z]+\}", compiled.pattern)


# -- detectors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("detector", catalog_detectors(), ids=IDS)
def test_each_detector_is_right_on_all_its_examples(detector):
    wrong = [case.note or case.events for case in detector.examples
             if bool(run(case.events, registry=Registry([detector]), strict=True)) is not case.fire]
    assert wrong == []


COMMANDS = [
    "git commit --no-verify -m x", "git commit -nm x", "git commit -m --no-verify", "git push --no-verify", "git push -n", "git merge --no-verify dev",
    "HUSKY=0 git commit -m x", "HUSKY=0 git status", "git -c core.hooksPath=/dev/null commit -m x", "git commit --verify --no-verify -m x",
    "git commit --no-verify --verify -m x", "git commit -m x -- --no-verify", "sudo git commit -n -m x", "git commit $F -m x",
    "cat a.py", "cat a.py b.py", "cat -n a.py", "cat a.py | head", "cat a.py > b.py", "cat > a.py <<'E'\nx\nE", "cat a.py 2>/dev/null", "cat *.py", "cat $F",
    "cat", "cat -", "cat --help", "sudo cat /etc/hosts", "cd x && cat a.py", "cat a.py && ls", "cat < a.py", "bash -c 'cat a.py'", "/bin/cat a.py",
    "find . | xargs cat", "cat a.py | tee b.py", "cat a.py; cat b.py | wc -l", "echo cat a.py", "cat 'my file.txt'", "(cat a.py) | head",
]


@pytest.mark.parametrize("name", ["verification/no-verify", "transcript-hygiene/whole-file-cat"])
def test_an_entry_that_restates_a_shipped_detector_means_the_same(name):
    ours = Registry([detector for detector in catalog_detectors() if detector.id == name])
    shipped = Registry([DEFAULT.get(name)])
    events = [{"kind": "tool_use", "name": "Bash", "id": "t%d" % at, "turn": 1, "input": {"command": command}} for at, command in enumerate(COMMANDS)]

    def hits(registry):
        return [COMMANDS[int(hit.tool_use_id[1:])] for hit in run(events, registry=registry, strict=True).get(name, [])]

    assert hits(ours) == hits(shipped)
    assert hits(ours)


# -- sentences ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", sorted(SHAPE))
def test_the_sentences_of_a_shape(shape):
    table = list(rows(RULES / "shapes" / (shape + ".txt")))
    wrong = []
    for mark, text in table:
        found = bound(text)
        right = found == [SHAPE[shape]] if mark == "+" else SHAPE[shape] not in found
        if not right:
            wrong.append((mark, text, found))
    assert wrong == []


@pytest.mark.parametrize("shape", sorted(SHAPE))
def test_a_shape_has_enough_sentences_and_finds_most(shape):
    table = list(rows(RULES / "shapes" / (shape + ".txt")))
    marks = [mark for mark, _ in table]
    assert len(set(table)) == len(table)
    assert marks.count("+") >= 40 and marks.count("-") >= 40 and set(marks) <= set("+-~")
    assert marks.count("+") >= 0.9 * (marks.count("+") + marks.count("~"))


@pytest.mark.parametrize("trap", sorted(p.stem for p in (RULES / "traps").glob("*.txt") if p.stem != "still-binds"))
def test_a_trap_binds_nothing(trap):
    text = (RULES / "traps" / (trap + ".txt")).read_text(encoding="utf-8")
    assert [(line, bound(line.replace("\\n", "\n"))) for line in text.splitlines() if bound(line.replace("\\n", "\n"))] == []


def test_an_exception_elsewhere_in_the_section_does_not_unbind():
    wrong = [(shape, text, bound(text)) for shape, text in rows(RULES / "traps" / "still-binds.txt") if bound(text) != [SHAPE[shape]]]
    assert wrong == []


FORMS = ["%s", "**%s**", "- %s", "1. %s", "- [ ] %s", "IMPORTANT: %s", "ALWAYS: %s", "Please note: %s", "# Rules\n- %s", "<details>\n\n%s\n\n</details>",
         "- **Policy**: %s", "Rule 3: %s", "> x\n\n%s", "%s  \nAnother line.", "Some words first. %s", "%s\r\n", "\u00a0%s", "### %s\n\nBecause of reasons."]
SAID = {
    "testing/test-after-change": "Run the tests before committing.",
    "verification/no-verify": "Don’t use “--no-verify”.",
    "git-safety/force-push-default": "Never force-push to `main`.",
    "package-manager/pip-install": "Use `uv`, not `pip`.",
    "transcript-hygiene/whole-file-cat": "Don't read whole files.",
    "commits/non-conventional-subject": "Use [Conventional Commits](https://example.invalid/).",
    "secrets/secret-file-add": "Never commit `.env` files.",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", IDS)
def test_a_rule_binds_however_it_is_set(form, name):
    assert bound(form % SAID[name]) == [name]


LABELS = [
    ("# Never\n- %s", "force-push to main", "git-safety/force-push-default"),
    ("# Don't\n- %s", "Force-push to main", "git-safety/force-push-default"),
    ("# What NOT to do\n- %s", "use pip install", "package-manager/pip-install"),
    ("# Git\nYou must never:\n- %s", "use `--no-verify`", "verification/no-verify"),
    ("- **Never**:\n  - %s", "commit secrets", "secrets/secret-file-add"),
    ("# Forbidden\n- %s", "`git push --force`", "git-safety/force-push-default"),
    ("Never commit:\n- %s", "`.env`", "secrets/secret-file-add"),
    ("# Before committing\n- %s", "Run the tests", "testing/test-after-change"),
    ("# Before committing\n- %s", "`pytest`", "testing/test-after-change"),
    ("After every change:\n1. format\n2. %s", "run the tests", "testing/test-after-change"),
    ("# Commit messages\n- %s", "Format: `type(scope): subject`", "commits/non-conventional-subject"),
]


@pytest.mark.parametrize("form, item, name", LABELS)
def test_a_label_says_half_of_the_rule(form, item, name):
    assert bound(form % item) == [name]


@pytest.mark.parametrize("form", ["# Don't\n- %s", "# Never\n- %s", "Things to avoid:\n- %s", "# Examples\n- %s", "# Ask first\n- %s", "Bad: %s"])
@pytest.mark.parametrize("name", ["testing/test-after-change", "package-manager/pip-install", "commits/non-conventional-subject"])
def test_a_label_takes_a_rule_back(form, name):
    assert bound(form % SAID[name]) == []


def test_a_section_that_says_two_rules_says_both():
    assert bound("# Git\n- Never force-push to main.\n- Use Conventional Commits.") == ["commits/non-conventional-subject", "git-safety/force-push-default"]


DIRECTIVES = [
    ("Use tabs.", True), ("Never use tabs.", True), ("Tabs must not be used.", True), ("Please run the formatter.", True), ("Keep it short.", True),
    ("You should ask first.", True), ("Don't guess.", True), ("The server is written in Go.", False), ("Tests live in `tests/`.", False),
    ("Should tabs be used?", False), ("Postgres 16", False), ("", False),
]


@pytest.mark.parametrize("text, expected", DIRECTIVES)
def test_what_a_directive_is(text, expected):
    assert PHRASING.directive(text) is expected


# -- what is looked at ----------------------------------------------------------------------------------


class _Everything:
    """In place of what can match by its words: all of it."""

    def __init__(self, able):
        self._all = tuple(range(len(able._asked)))

    def places(self, held):
        return self._all


def _open_gates():
    """A phrasing that composes every block, makes every rewrite and asks every pattern."""
    phrasing = Phrasing(catalog.ENTRIES, vocabulary)
    phrasing._asking = lambda words: phrasing._entries
    phrasing._rewriting = _Everything(phrasing._rewriting)
    for choice in [*phrasing._lists.values(), phrasing._leads]:
        choice._able = _Everything(choice._able)
    for entry in phrasing._entries:
        entry.may_match = lambda held, keywords=entry._keywords: held & keywords == keywords
        for asked in [entry._pattern, entry._unless, entry._not_under, *(term._choice for term in entry._terms if type(term._choice._able) is not _Everything)]:
            asked._able = _Everything(asked._able)
    return phrasing


HEADINGS = ["# Rules\n\n", "# Never do this\n\n", "# Anti-patterns\n\n- ", "# Before you commit\n\n1. ", "Don\u2019t:\n\n- ", "\u274c "]


FORBIDDING = ("Anti-patterns", "Antipatterns", "Forbidden", "Banned", "Don'ts", "Dont's", "Don't do this", "Things to avoid", "Never", "Prohibited", "Disallowed", "Do not:", "\u274c Never do")


def test_what_lacks_the_words_would_not_have_bound():
    every = _open_gates()
    texts = [text for path in sorted(RULES.glob("*/*.txt")) for _, text in list(rows(path))[::11]]
    texts = [HEADINGS[at % len(HEADINGS)] + text for at, text in enumerate(texts)]
    texts += ["# %s\n\n- %s" % (label, text) for label in FORBIDDING for text in ("Read whole files", "`git commit -n`", "pip install x", "Force-push to main", "Commit `.env` files")]
    for text in texts:
        for section in markdown.sections(text):
            assert PHRASING.bound([section]) == every.bound([section]), text


# -- time ---------------------------------------------------------------------------------------------

PIECES = ["run the tests, ", "never use a or ", "use uv ", "of the ", "before committing, ", "never ", "; never ", "all the tests and ", "commit a, b, ",
          "feat: ", "the entire ", "if a hook fails ", "conventional commits ", "a ", "\u2014 never ", "(never "]


@pytest.mark.parametrize("piece", PIECES)
def test_time_grows_with_the_number_of_sentences_and_no_faster(piece):
    sentence = (piece * MAX_SENTENCE)[: MAX_SENTENCE - 10]
    heading = "# Before git commit test file read push force\n\n"

    def spent(count):
        sections = markdown.sections(heading + "".join("- %d %s\n" % (at, sentence) for at in range(count)))
        started = time.process_time()
        PHRASING.bound(sections)
        return time.process_time() - started

    spent(5)
    ratio = min(spent(80) for _ in range(2)) / max(min(spent(10) for _ in range(3)), 0.002)
    assert ratio < 24, "8 times the sentences took %.1f times as long" % ratio


def test_a_long_sentence_binds_nothing():
    assert bound("Never use pip, " + "and so on, " * 60 + "ever.") == []


@pytest.mark.parametrize("text", ["\x00", "\x1b[31mNever use pip", "\u202eNever use pip", "{end}", "<tests>", "\\A(?:", "\ud800", "%s", "a" * 100_000, "\u0130" * 50])
def test_nothing_raises(text):
    assert isinstance(bound(text), list)
    assert isinstance(PHRASING.directive(text), bool)
