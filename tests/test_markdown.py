"""Markdown as a person reads rules in it: sections, line kinds, sentences, and time."""
from __future__ import annotations

import time

import random

import pytest

from ruleprobe import inline, markdown
from ruleprobe.blocks import blocks
from ruleprobe.inline import plain, sentences
from ruleprobe.markdown import is_rule, slug


def units(section):
    """The sentences of a section in order, its heading left out."""
    return [unit for block in blocks(section) for unit in block.units]


def sections(text):
    return markdown.sections(text)[1:]


def kinds(text):
    return [line.kind for section in markdown.sections(text) for line in section.lines]


def said(text):
    """The sentences under the first heading, or of the whole where there is none."""
    return [unit.text for section in markdown.sections(text) for unit in units(section)]


SLUGS = [
    ("Testing", "testing"),
    ("Before you commit", "before-you-commit"),
    ("Build & test", "build--test"),
    ("C++ / Rust", "c--rust"),
    ("snake_case and kebab-case", "snake_case-and-kebab-case"),
    ("What's new?", "whats-new"),
    ("1. First things", "1-first-things"),
    ("🚀 Quick start", "-quick-start"),
    ("🗄️ Database", "-database"),
    ("Über uns", "über-uns"),
    ("日本語", "日本語"),
    ("!!!", "section"),
    ("", "section"),
    ("   padded   ", "padded"),
    ("A\tB", "ab"),
    ("\x1b[31mred", "31mred"),
]


@pytest.mark.parametrize("heading, expected", SLUGS)
def test_slugs_are_those_of_the_host(heading, expected):
    assert slug(heading) == expected


def test_repeated_slugs_take_ordinals_in_document_order():
    found = sections("# Testing\n\na\n\n## Testing\n\nb\n\n# testing!\n\nc\n")
    assert [s.slug for s in found] == ["testing", "testing-2", "testing-3"]


def test_a_section_ends_at_the_next_heading_of_any_level():
    found = sections("# A\none\n### B\ntwo\n## C\nthree\n")
    assert [(s.heading, [u.text for u in units(s)]) for s in found] == [("A", ["one"]), ("B", ["two"]), ("C", ["three"])]


HEADINGS = [
    ("# A", ["A"]),
    ("###### A", ["A"]),
    ("####### A", []),
    ("#A", []),
    ("#", [""]),
    ("   # A", ["A"]),
    ("# A #", ["A"]),
    ("# A ##  ", ["A"]),
    ("# C#", ["C#"]),
    ("# A `code` *b* [l](u)", ["A `code` b l"]),
    ("#\tA", ["A"]),
    ("> # A", []),
    ("A\n===", []),
    ("A\n---", []),
    ("```\n# A\n```", []),
    ("~~~\n# A\n~~~\n# B", ["B"]),
    ("````\n```\n# A\n````\n# B", ["B"]),
    ("```\n# A", []),
    ("<!-- \n# A\n-->\n# B", ["B"]),
    ("<!-- # A --> # B", []),
    ("---\ntitle: x\n# no heading\n---\n# A", ["A"]),
    ("---\n# A\n---\n# B", ["B"]),
    ("---\n\nText\n\n---\n# A", ["A"]),
    ("\ufeff# A", ["A"]),
    ("# A\r\ntext\r\n# B\r\n", ["A", "B"]),
    ("# A\rtext\r# B", ["A", "B"]),
]


@pytest.mark.parametrize("text, expected", HEADINGS)
def test_headings(text, expected):
    assert [s.heading for s in sections(text)] == expected


KINDS = [
    ("text", ["text"]),
    ("- item", ["item"]),
    ("* item", ["item"]),
    ("+ item", ["item"]),
    ("1. item", ["item"]),
    ("12) item", ["item"]),
    ("• item", ["item"]),
    ("-no item", ["text"]),
    ("1.no item", ["text"]),
    ("**bold** text", ["text"]),
    ("---", ["break"]),
    ("* * *", ["break"]),
    ("___", ["break"]),
    ("text\n===", ["text", "break"]),
    ("> quote", ["quote"]),
    ("> quote\nruns on", ["quote", "quote"]),
    ("> quote\n\ntext", ["quote", "blank", "text"]),
    ("> quote\n- item", ["quote", "item"]),
    ("| a | b |", ["table"]),
    ("a | b\n--- | ---\nc | d\n\ntext", ["table", "table", "table", "blank", "text"]),
    ("a | b", ["text"]),
    ("```sh\nx\n```\ntext", ["fence", "fence", "fence", "text"]),
    ("  ```\nx\n  ```\ntext", ["fence", "fence", "fence", "text"]),
    ("`inline` ``` text", ["text"]),
    ("``` not a `fence`", ["text"]),
    ("~~~\nx\n```\n~~~\ntext", ["fence", "fence", "fence", "fence", "text"]),
    ("<!-- a -->", ["comment"]),
    ("<!-- a\nb\n-->\ntext", ["comment", "comment", "comment", "text"]),
    ("<!-- a --> text", ["text"]),
    ("<!-- open\nto the end", ["comment", "comment"]),
]


@pytest.mark.parametrize("text, expected", KINDS)
def test_line_kinds(text, expected):
    assert kinds(text) == expected


RULES = [
    ("text", True),
    ("- item", True),
    ("- [ ] task", True),
    ("", False),
    ("   \n\t", False),
    ("```\ncode\n```", False),
    ("```\ncode", False),
    ("~~~\ncode\n~~~", False),
    ("| a |\n|---|\n| b |", False),
    ("> quote", False),
    ("> quote\nruns on", False),
    ("<!-- comment -->", False),
    ("<!-- comment\nover lines -->", False),
    ("---", False),
    ("![image](x.png)", False),
    ("<details>\n</details>", False),
    ("<br>", False),
    ("-", False),
    ("- \n- ", False),
    ("***", False),
    ("```\ncode\n```\n\ntext", True),
    ("> quote\n\n| a |\n|---|\n\ntext", True),
    ("<details>\n<summary>x</summary>\n</details>", True),
    ("[link](x)", True),
    ("`code`", True),
    ("必ずテストする", True),
]


@pytest.mark.parametrize("body, expected", RULES)
def test_what_is_a_rule(body, expected):
    (section,) = sections("# A\n%s\n" % body)
    assert is_rule(section) is expected


PLAIN = [
    ("**bold** and *it* and __b__ and _i_", "bold and it and b and i"),
    ("a [link](http://x.invalid/a_b) b", "a link b"),
    ("a [link][ref] b", "a link b"),
    ("[x] stays", "[x] stays"),
    ("![alt](x.png) text", " text"),
    ("[![badge](a)](b) text", " text"),
    ("`code *x*`", "`code *x*`"),
    ("``a ` b``", "`a ' b`"),
    ("`open", "open"),
    ("**`git push`**", "`git push`"),
    ("snake_case_name", "snake_case_name"),
    ("2 * 3 * 4", "2 * 3 * 4"),
    ("*.pem", "*.pem"),
    ("**/*.py and `src/**`", "/*.py and `src/**`"),
    (r"\*not\* \_em\_", "*not* _em_"),
    ("~~gone~~ stays", " stays"),
    ("~~open", "open"),
    ("a <b>bold</b> tag", "a bold tag"),
    ("a<br>b<br/>c", "a\nb\nc"),
    ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
    ("a <!-- hidden --> b", "a  b"),
    ("a <!-- open", "a <!-- open"),
    ("a&nbsp;b &amp; c &lt;d&gt;", "a b & c <d>"),
    ("~~[a~~](b)", "](b)"),
    ("~~![a](b)~~ c", " c"),
]


@pytest.mark.parametrize("text, expected", PLAIN)
def test_plain(text, expected):
    assert plain(text) == expected


SENTENCES = [
    ("One. Two.", ["One.", "Two."]),
    ("One! Two? Three", ["One!", "Two?", "Three"]),
    ("Use e.g. `x` here. Then stop.", ["Use e.g. `x` here.", "Then stop."]),
    ("See a.b.c and v1.2 now.", ["See a.b.c and v1.2 now."]),
    ("Run `a. B` first. Then `c`.", ["Run `a. B` first.", "Then `c`."]),
    ("Done. then lower", ["Done. then lower"]),
    ('He said "no." Then left.', ['He said "no."', "Then left."]),
    ("Never.** Ever", ["Never.** Ever"]),
    ("...", []),
    ("", []),
    ("a\u00a0b", ["a b"]),
]


@pytest.mark.parametrize("text, expected", SENTENCES)
def test_sentences(text, expected):
    assert list(sentences(text)) == expected


UNITS = [
    ("wrapped prose that goes on for quite a while until the line is full and\nthen goes on here.",
     ["wrapped prose that goes on for quite a while until the line is full and then goes on here."]),
    ("Run the tests\nNever commit secrets", ["Run the tests", "Never commit secrets"]),
    ("Run the tests  \nand lint", ["Run the tests", "and lint"]),
    ("Run the tests\\\nand lint", ["Run the tests", "and lint"]),
    ("- one\n- two. Three", ["one", "two.", "Three"]),
    ("- [ ] open\n- [x] done", ["open", "done"]),
    ("1. one\n2) two", ["one", "two"]),
    ("- one that is wrapped over the end of a line which is long\n  and goes on", ["one that is wrapped over the end of a line which is long and goes on"]),
    ("- one\n\n  two\n\nthree", ["one", "two", "three"]),
    ("a<br>b", ["a", "b"]),
    ("<details>\n<summary>More</summary>\n\ntext\n</details>", ["More", "text"]),
    ("> quoted\n\ntext", ["text"]),
    ("| a |\n|---|\n\ntext", ["text"]),
    ("<!-- no -->\ntext", ["text"]),
    ("text ~~struck~~", ["text"]),
    ("text\n===\nmore", ["text", "more"]),
    ("a” b’s", ["a” b’s"]),
    ("x" * 9000, []),
]


@pytest.mark.parametrize("text, expected", UNITS)
def test_units(text, expected):
    assert said(text) == expected


def labels(text):
    return {unit.text: unit.labels for section in markdown.sections(text) for unit in units(section)}


def test_an_item_stands_under_its_heading_lead_in_and_parents():
    found = labels("# Git\nNever do this:\n- force push\n  - to main\n- rewrite\n\nOther text.\n- item\n")
    assert found["force push"] == ("Git", "Never do this:")
    assert found["to main"] == ("Git", "Never do this:", "force push")
    assert found["rewrite"] == ("Git", "Never do this:")
    assert found["Other text."] == ("Git",)
    assert found["item"] == ("Git",)


def test_a_bold_line_leads_a_list_in():
    assert labels("**Before committing**\n\n- run it\n")["run it"] == ("Before committing",)


def test_a_second_paragraph_of_an_item_stands_below_it():
    found = {unit.text: list(unit.below) for section in markdown.sections("- one\n\n  two\n  - three\n- four\n") for unit in units(section)}
    assert found["one"] == ["two", "three"]
    assert found["four"] == []


def test_a_lead_in_knows_the_list_below_it():
    (first, *_) = units(markdown.sections("Never do this:\n\n- a\n- b\n")[0])
    assert (first.text, list(first.below)) == ("Never do this:", ["a", "b"])


def test_a_code_block_is_read_only_where_a_line_leads_it_in():
    text = "# Commits\nBefore committing, run:\n\n```bash\n# format\n$ make fmt\nmake test\n```\n\nText.\n\n```\nnot read\n```\n"
    assert [u.text for u in units(sections(text)[0])] == ["Before committing, run:", "`make fmt`", "`make test`", "Text."]
    assert labels(text)["`make test`"] == ("Commits", "Before committing, run:")


def test_units_know_their_line():
    found = [(u.text, u.line) for s in markdown.sections("---\na: b\n---\n# A\n\none\n\n- two\n  three\n") for u in units(s)]
    assert found == [("one", 6), ("two three", 8)]


HOSTILE = [
    "![a](b ", "[a](", "`a``b```", "**a", "<!-- ", "~~a", "[a][", "- a\n", "<a ", "a. B ", "&nbsp;", "> a\n", "| a\n", "```\n", "# a\n",
    "  - a\n", "*_*_", "[](", "]](", "\\", "(" * 3, "@a ", "a:\n- b\n", "\n\n- a\n\n  b\n", "---\n", "<!--\n",
]


def spent(text):
    started = time.process_time()
    for section in markdown.sections(text):
        is_rule(section)
        units(section)
    return time.process_time() - started


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(piece):
    small, large = (piece * (size // len(piece)) for size in (15_000, 120_000))
    ratio = min(spent(large) for _ in range(2)) / max(min(spent(small) for _ in range(3)), 0.002)
    assert ratio < 24, "8 times the text took %.1f times as long" % ratio


def test_deep_nesting_is_linear():
    def nested(depth):
        return "".join("%s- a\n" % (" " * (2 * level)) for level in range(depth))

    # The text itself grows with the square of the depth.
    assert spent(nested(600)) / max(spent(nested(150)), 0.002) < 48


@pytest.mark.parametrize("piece", ["\x00", "\ud800", "\u202e", "\x1b[31m", "`" * 7, "[[[", "~~~~", "<" * 9, "&" * 5])
def test_nothing_raises(piece):
    for text in (piece, "# %s\n%s\n- %s" % (piece, piece, piece), piece * 50):
        for section in markdown.sections(text):
            is_rule(section)
            units(section)
    assert isinstance(inline.plain(piece), str)


@pytest.mark.parametrize("table", [SLUGS, HEADINGS, KINDS, RULES, PLAIN, SENTENCES, UNITS])
def test_the_rows_are_unique(table):
    assert len({row[0] for row in table}) == len(table)


def test_a_simple_text_is_read_as_any_other():
    rng = random.Random(5)
    pieces = ["word", " ", "`", "``", "**", "*", "_", "a b", "`x`", "` y `", "[", "](u)", "\\", "~~", "<b>", "&amp;", "\n", "."]
    seen = 0
    for _ in range(20000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 9)))
        simple = inline._simple(text)
        assert simple is None or simple == inline._plain(text), text
        seen += simple is not None
    assert seen > 1000
