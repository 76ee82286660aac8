"""alternatives: many patterns asked one by one answer as their join does."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleprobe.alternatives import Alternatives, Choice
from ruleprobe.detectors import catalog, vocabulary
from ruleprobe.needles import Needles
from ruleprobe.pattern_needs import Reading, filled

READING = Reading(vocabulary)
RULES = Path(__file__).parent / "rules"


class WORDS:
    """A small vocabulary."""

    PARTS = {"go": ("run", "execute"), "any": ("[a-z]{0,9}",)}
    MOMENTS = {"end": ("done|over",)}


@pytest.mark.parametrize("pattern, needed", [
    ("run tests", [("run tests",)]),
    ("run tests?", [("run test",)]),
    ("run(?: all)? tests", [("run tests",)]),
    ("run (?:all )?tests", [("run tests",)]),
    ("run(?: all|x)? tests", [("run",), (" tests",)]),
    ("run(?: all) tests", [("run",), (" all ",), (" tests",)]),
    ("(?:red|green) <tests>", [(" <tests>",), ("red ", "green ")]),
    ("(?:red|[a-z]+) <tests>", [(" <tests>",)]),
    ("(?:ab|cde){2,3}x", [("ab", "cde")]),
    ("(?:ab|cde){0,3}xy", [("xy",)]),
    ("(?:ab|cde){,3}xy", [("xy",)]),
    ("ab|cde", [("ab", "cde")]),
    ("ab|c?", []),
    ("{go} it", [(" it",), ("run ", "execute ")]),
    ("a {go}", [(" run", " execute")]),
    ("{any} it", [(" it",)]),
    ("{go}? it", [(" it",)]),
    ("{go}{0,9} it", [(" it",)]),
    ("to {end}", [("to ",), (" done", " over")]),
    (r"(?!never)(?<!no )stop(?= it)(?<=the)", [("stop",), ("the",), (" it",)]),
    (r"\bab\.cd[|(]ef\|", [(" ab",), ("cd",), ("ef",)]),
    (r"(?<![\w-])(?:ab|cd)(?!\w)", [(" ab ", " cd ")]),
    ("(ab|cd) ef", [(" ef",), ("ab ", "cd ")]),
    ("a.+?bc(?:d(?:e|f)|g(?:hi|jk))", [("bc",)]),
    ("[^;]{0,40}? ?x", []),
    (r"\W*no\W?on", [("no",), ("on",)]),
])
def test_what_a_pattern_needs(pattern, needed):
    assert sorted(Reading(WORDS).needs(pattern)) == sorted(needed)


LONG = "z" * 400


@pytest.mark.parametrize("pattern, branches", [
    ("ab|cd", ["ab", "cd"]),
    ("x(?:ab|cd)y", ["x(?:ab|cd)y"]),
    (LONG + r"x(?:ab|c[|)]d\|)y", [LONG + "xaby", LONG + r"xc[|)]d\|y"]),
    (LONG + "x(?:ab|cd)?y", [LONG + "x(?:ab|cd)?y"]),
    (LONG + "x(?:a|b)(?:abc|d(?:e|f))y", [LONG + "x" + end for end in ("aabcy", "babcy", "adey", "bdey", "adfy", "bdfy")]),
    (LONG + "x(?!ab|cd)y", [LONG + "x(?!ab|cd)y"]),
    ("xy", ["xy"]),
])
def test_a_pattern_taken_apart(pattern, branches):
    assert list(Reading(WORDS).leaves(pattern)) == branches


def texts():
    """The fixtures' sentences, and each with a term in place of some of its words."""
    found = {"", "x"}
    for path in sorted(RULES.glob("*/*.txt")):
        found.update(line.lower() for line in path.read_text(encoding="utf-8").splitlines()[::9])
    tags = ["<%s>" % name for name in vocabulary.TERMS]
    put = []
    for at, text in enumerate(sorted(found)):
        words = text.split(" ")[1:]
        words[at % 3:at % 3 + 1] = ["never", tags[at % len(tags)]][at % 2:]
        put.append(" ".join(words + [tags[at % 7]] if at % 4 == 0 else words))
    return sorted(found) + put


TEXTS = texts()


def held(needles, text):
    """What a text holds, its tags among it."""
    words = needles.held(text)
    for name in vocabulary.TERMS:
        words |= needles.tagged("<%s>" % name) if "<%s>" % name in text else 0
    return words


@pytest.mark.parametrize("entry", catalog.ENTRIES, ids=lambda entry: entry["detector"]["id"])
def test_an_entry_s_patterns_answer_as_their_join(entry):
    for key in ("pattern", "unless", "not_under"):
        needles = Needles()
        asked = Alternatives((entry[key],) if isinstance(entry[key], str) else entry[key], READING, needles)
        whole = asked.whole()
        assert [text for text in TEXTS if asked.match(text, held(needles, text)) != bool(whole and whole.match(text))] == []
        assert [text for text in TEXTS[::5] if asked.search(text, held(needles, text)) != bool(whole and whole.search(text))] == []


@pytest.mark.parametrize("name", sorted(vocabulary.TERMS))
def test_a_term_is_found_where_its_join_finds_it(name):
    needles = Needles()
    choice = Choice(vocabulary.TERMS[name], r"(?<![\w<.-])(?:%s)", READING, needles)
    for text in TEXTS[::7]:
        pattern = choice.pattern(held(needles, text))
        assert (pattern.sub("<x>", text) if pattern else text) == choice.whole.sub("<x>", text)


def test_no_part_is_left_in_a_filled_pattern():
    assert filled(r"a {go} \{go} {end}{2}", WORDS) == r"a (?:run|execute) \{go} (?:done|over){2}"
