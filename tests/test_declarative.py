"""The declarative format: what is read, what it means, what is refused and where (AD-7)."""
from __future__ import annotations

import json
import os
import random

import pytest

from ruleprobe import declarative
from ruleprobe.declarative import DeclarativeError, emit, load, parse, parse_with_lines, split_front_matter

ACCEPTED = [
    # documents
    ("", None),
    ("# only a comment\n\n", None),
    ("a", "a"),
    ("12", 12),
    ("'a: b'", "a: b"),
    ("---\na: 1\n", {"a": 1}),
    ("# c\n--- # d\n\na: 1", {"a": 1}),
    ("\ufeffa: 1", {"a": 1}),
    ("a: 1\r\nb:\r\n- 2\r\n", {"a": 1, "b": [2]}),
    ("a: 1\rb: 2\r", {"a": 1, "b": 2}),
    ("  a: 1\n  b: 2\n", {"a": 1, "b": 2}),
    ("a:\n\t\n  b: 1\n\t# c\n", {"a": {"b": 1}}),
    # maps and lists
    ("a:\nb: 1", {"a": None, "b": 1}),
    ("a:\n  b:\n    c: x\n  d: y\ne: z", {"a": {"b": {"c": "x"}, "d": "y"}, "e": "z"}),
    ("- a\n- b", ["a", "b"]),
    ("-\n- a\n-\n", [None, "a", None]),
    ("a:\n- 1\n- 2\nb: 3", {"a": [1, 2], "b": 3}),
    ("a:\n  - 1\n  - 2\nb: 3", {"a": [1, 2], "b": 3}),
    ("- a: 1\n  b: 2\n- c: 3", [{"a": 1, "b": 2}, {"c": 3}]),
    ("-   a: 1\n    b: 2", [{"a": 1, "b": 2}]),
    ("-\n  a: 1\n-\n   - b", [{"a": 1}, ["b"]]),
    ("- - a\n  - b\n- - - c", [["a", "b"], [["c"]]]),
    ("- a:\n  - b\n  c: d", [{"a": ["b"], "c": "d"}]),
    ("- a:\n- b", [{"a": None}, "b"]),
    ("- a:\n    - b\n", [{"a": ["b"]}]),
    ("my key: 1\n'quoted: key': 2\n\"\\u00e9\" : 3\nx y : 4", {"my key": 1, "quoted: key": 2, "é": 3, "x y": 4}),
    ("'<<': 1\n'yes': 2\n'1': 3\n'': 4", {"<<": 1, "yes": 2, "1": 3, "": 4}),
    ("a:\tb\nc: \td\t", {"a": "b", "c": "d"}),
    ("-\ta", ["a"]),
    # plain texts
    ("a: b c  d", {"a": "b c  d"}),
    ("a: http://x/y#z?q=1", {"a": "http://x/y#z?q=1"}),
    ("a: b#c # d", {"a": "b#c"}),
    ("a: # b\n", {"a": None}),
    ("a: -x\nb: :x\nc: ?x\nd: --x\ne: -1x", {"a": "-x", "b": ":x", "c": "?x", "d": "--x", "e": "-1x"}),
    ("a: it's \"b\"", {"a": "it's \"b\""}),
    ("a: x[0]{1}, y", {"a": "x[0]{1}, y"}),
    ("a: ^(b|c)$", {"a": "^(b|c)$"}),
    ("a: \u2028b\xa0", {"a": "\u2028b\xa0"}),
    ("a: 1.2.3", {"a": "1.2.3"}),
    # what plain words mean
    ("[null, Null, NULL, ~]", [None] * 4),
    ("[true, True, TRUE, false, False, FALSE]", [True] * 3 + [False] * 3),
    ("[nULL, tRUE, y, n, yES, Y]", ["nULL", "tRUE", "y", "n", "yES", "Y"]),
    ("[0, -0, +1, 12, -12]", [0, 0, 1, 12, -12]),
    ("[0x1F, 0o17, 0b1, 0xG, -0x1]", [31, 15, "0b1", "0xG", "-0x1"]),
    ("[1.5, -.5, 1., 1e3, 1E-2, 0.0, +1.5e+2]", [1.5, -0.5, 1.0, 1000.0, 0.01, 0.0, 150.0]),
    ("[1_000, 1:30, 2024-01-01, 1e, e1, ., +, 0755a]", ["1_000", "1:30", "2024-01-01", "1e", "e1", ".", "+", "0755a"]),
    # quoted texts
    ("a: ''\nb: \"\"", {"a": "", "b": ""}),
    ("a: 'it''s \\n'", {"a": "it's \\n"}),
    (r'a: "\0\a\b\t\n\v\f\r\e\"\/\\\N\_\L\P\ \x41\u00e9\U0001F600"',
     {"a": "\0\a\b\t\n\v\f\r\x1b\"/\\\x85\xa0\u2028\u2029 Aé\U0001F600"}),
    (r'a: "\ud83d\ude00"', {"a": "\U0001F600"}),
    ('a: "b # c"  # d', {"a": "b # c"}),
    ("a: '\tb'", {"a": "\tb"}),
    # flow
    ("a: []\nb: {}", {"a": [], "b": {}}),
    ("a: [b, c d, 'e, f', [1], {g: h}]", {"a": ["b", "c d", "e, f", [1], {"g": "h"}]}),
    ("a: {b: 1, 'c': [2], d: {e: f}}", {"a": {"b": 1, "c": [2], "d": {"e": "f"}}}),
    ("a: [1, 2,]\nb: {c: 1,}", {"a": [1, 2], "b": {"c": 1}}),
    ('{"a":1,"b":"c"}', {"a": 1, "b": "c"}),
    ("{a: , b:}", {"a": None, "b": None}),
    ("[a:b, http://x]", ["a:b", "http://x"]),
    ("a: [ # one\n  b, # two\n\n  c\n  ]\nd: 1", {"a": ["b", "c"], "d": 1}),
    ("a: [\n  b\n]\nc: 1", {"a": ["b"], "c": 1}),
    ("- [a,\n   b]\n- c", [["a", "b"], "c"]),
    ("k:\n  {a: 1,\n   b: 2}\nl: 3", {"k": {"a": 1, "b": 2}, "l": 3}),
    ('\t{\n\t"a":\n\t[1,\n\t2]}\n', {"a": [1, 2]}),
    ('{"a"\n: 1}', {"a": 1}),
    ("[a] # b\n# c\n", ["a"]),
]

REFUSED = [
    ("a: 1\nb: &x c", 2, "anchors"),
    ("a: *x", 1, "aliases"),
    ("a: *.py", 1, "quote a text that begins with *"),
    ("a: !!str b", 1, "tags"),
    ("- a\n- |\n  b", 2, "block texts"),
    ("a: >-\n  b", 1, "block texts"),
    ("%YAML 1.2\n---\na: 1", 1, "directives"),
    ("a: 1\n<<: {b: 1}", 2, "merge keys"),
    ("{<<: {b: 1}}", 1, "merge keys"),
    ("a: 1\n---\nb: 2", 2, "one document"),
    ("a: 1\n...\n", 2, "one document"),
    ("--- a", 1, "one document"),
    ("[a,\n---\n]", 2, "one document"),
    ("a: yes", 1, "write true"),
    ("a: Off", 1, "write false"),
    ("on: push", 1, "truth value"),
    ("[NO]", 1, "truth value"),
    ("a:\n  b: 007", 2, "write 7"),
    ("a: -01.50", 1, "write -1.50"),
    ("a: 00", 1, "write 0"),
    ("a: 00.5", 1, "write 0.5"),
    ("a: .inf", 1, "no number"),
    ("a: -.INF", 1, "no number"),
    ("a: .nan", 1, "no number"),
    ("a: 1e999", 1, "too large"),
    ("a: " + "1" * 5000, 1, "digits"),
    ("a: 1\nb: 2\na: 3", 3, "twice"),
    ("{a: 1,\n a: 2}", 2, "twice"),
    ("a: 1\n'a': 2", 2, "twice"),
    ("a:\n\tb: 1", 2, "tab"),
    ("\ta: 1", 1, "tab"),
    ("a: 1\n\tb: 1", 2, "tab"),
    ("-\t- a", 1, "tab"),
    ("-\ta: b", 1, "tab"),
    ("a:\n  [b,\n\tc]", 3, "tab"),
    ("1: a", 1, "a key is a text"),
    ("true: a", 1, "a key is a text"),
    ("~: a", 1, "a key is a text"),
    ("{1: a}", 1, "a key is a text"),
    ("k" * 1025 + ": a", 1, "1024"),
    ("? a\n: b", 1, "question mark"),
    (": a", 1, "key is missing"),
    ("a: b: c", 1, "quoted"),
    ("a: - b", 1, "line of its own"),
    ("a: 'b': c", 1, "ended before"),
    ("\"a\":b", 1, "ended before"),
    ("a: 'b'c", 1, "ended before"),
    ("a: [b]c", 1, "ended before"),
    ("a: [b]#c", 1, "ended before"),
    ("[a]: b", 1, "ended before"),
    ("a: b\n  c", 2, "belongs to nothing"),
    ("a: b\n  c: d", 2, "belongs to nothing"),
    ("- a\n  b", 2, "belongs to nothing"),
    ("a\nb", 2, "belongs to nothing"),
    ("- a\nb: c", 2, "belongs to nothing"),
    ("  a: 1\nb: 2", 2, "belongs to nothing"),
    ("a:\n    b: 1\n  c: 2", 3, "belongs to nothing"),
    ("a: 1\n- b", 2, "list item"),
    ("a: 1\nb", 2, "space behind the colon"),
    ("a: 1\nb:c", 2, "space behind the colon"),
    ("a: 'b\n  c'", 1, "ends on the line"),
    ('a: "b', 1, "ends on the line"),
    (r'a: "\q"', 1, "no escape"),
    (r'a: "\x4"', 1, "no escape"),
    (r'a: "\u12"', 1, "no escape"),
    (r'a: "\ud83d"', 1, "surrogate"),
    (r'a: "\U00110000"', 1, "no character"),
    ("a: \x07", 1, "control character"),
    ("a: 'b'\nc: \"\x7f\"", 2, "control character"),
    ("a: @b", 1, "quote it"),
    ("a: `b`", 1, "quote it"),
    ("a: ,b", 1, "quote it"),
    ("a: ]", 1, "quote it"),
    ("a: [b,\nc]", 2, "deeper than its key"),
    ("a:\n  b: {c: 1,\n  d: 2}", 3, "deeper than its key"),
    ("a: [b\n", 1, "never closed"),
    ("a: {b: 1", 1, "never closed"),
    ("[a, , b]", 1, "missing"),
    ("[,]", 1, "missing"),
    ("[a: b]", 1, "braces"),
    ("{a}", 1, "key: value"),
    ("{a:b}", 1, "key: value"),
    ("{a: b c: d}", 1, "comma"),
    ("[a\n b]", 2, "comma"),
    ("['a' b]", 1, "comma"),
    ("[?a]", 1, "question mark"),
    ("{:a: b}", 1, "key is missing"),
    ("[a]\nb", 2, "ended before"),
    ("[a, -]", 1, "line of its own"),
    ("{a: 1} {b: 2}", 1, "ended before"),
    ("[" * 65 + "]" * 65, 1, "levels"),
    ("- " * 65 + "a", 1, "levels"),
    ("[" * 100000, 1, "levels"),
    ("- " * 100000, 1, "levels"),
    ("\n".join(" " * i + "a:" for i in range(70)), 65, "levels"),
]


@pytest.mark.parametrize("text, value", ACCEPTED)
def test_accepted(text, value):
    found = parse(text)
    assert found == value
    assert typed(found) == typed(value)


@pytest.mark.parametrize("text, line, reason", REFUSED)
def test_refused(text, line, reason):
    with pytest.raises(DeclarativeError) as info:
        parse(text, "d.yaml")
    assert (info.value.line, info.value.path) == (line, "d.yaml")
    assert reason in info.value.reason
    assert str(info.value) == "d.yaml:%d: %s" % (line, info.value.reason)


def test_tables_have_unique_rows():
    texts = [row[0] for row in ACCEPTED] + [row[0] for row in REFUSED]
    assert len(texts) == len(set(texts))


def test_the_deepest_that_is_read():
    value = parse("[" * 64 + "]" * 64)
    for _ in range(63):
        value = value[0]
    assert value == []


def typed(value):
    """``value`` with the type of every scalar spelt out, since 1 == 1.0 == True."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return type(value).__name__, value


TEXTS = ["", "a", "a b", " a", "a ", "a: b", "a #b", "#", "yes", "null", "~", "1", "1.5", "007", "0x1", "-", "- a", "?", "*a", "é", "\U0001F600",
         "\n", "a\nb", "\t", "'", '"', "\\", "\\n", "\x00", "\x7f", "\x85", "\u2028", "\ufeff", "[a]", "{a: b}", ",", "a,b", "---", "...", "<<",
         "true", "/a/b.py", "%", "@", "`", "|", ">", "!x", "&x", "x:", ":x", "a\r\nb", "\xa0", "2024-01-01", ".inf", "\ud7ff\ue000"]
NUMBERS = [0, 1, -1, 10**50, 0.0, -0.0, 1.5, -1e-7, 1e16, 1e300, 123456789.125, True, False, None]


def invented(rng, depth=0):
    kind = rng.random()
    if depth > 4 or kind < 0.5:
        if rng.random() < 0.6:
            return rng.choice(TEXTS) + (rng.choice(TEXTS) if rng.random() < 0.5 else "")
        return rng.choice(NUMBERS)
    if kind < 0.75:
        return [invented(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(TEXTS) + rng.choice(["", "k"]): invented(rng, depth + 1) for _ in range(rng.randrange(4))}


def test_what_is_written_is_read_back():
    rng = random.Random(7)
    for _ in range(3000):
        value = invented(rng)
        text = emit(value)
        assert typed(parse(text)) == typed(value), text
        assert typed(parse(text.replace("\n", "\r\n"))) == typed(value), text


def test_any_json_means_the_same():
    rng = random.Random(8)
    for n in range(3000):
        value = invented(rng)
        text = json.dumps(value, indent=(None, 2, "\t")[n % 3], ensure_ascii=True)
        assert typed(parse(text)) == typed(json.loads(text)), text


def test_no_text_raises_anything_else():
    rng = random.Random(9)
    pieces = TEXTS + ["a: ", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", ": ", "'x'", '"y"', "k:", " # c"]
    for _ in range(6000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 12)))
        try:
            value = parse(text)
        except DeclarativeError as exc:
            assert 1 <= exc.line <= text.count("\n") + text.count("\r") + 1 and exc.reason
        else:
            assert typed(parse(emit(value))) == typed(value), text


@pytest.mark.parametrize("value, text", [
    ({"version": 2, "detectors": [{"id": "a/b", "when": {"tool": "Bash"}}]},
     "version: 2\ndetectors:\n  - id: a/b\n    when:\n      tool: Bash\n"),
    ({"sessions": [{"labels": [{"at": "1:x", "fire": ["a/b", "c d"]}]}]},
     "sessions:\n  - labels:\n      - at: \"1:x\"\n        fire: [a/b, c d]\n"),
    ([["a"], [["b"], []], {}], "- [a]\n-\n  - [b]\n  - []\n- {}\n"),
    ("yes", '"yes"\n'),
    ((1, 2.0), "[1, 2.0]\n"),
])
def test_written(value, text):
    assert emit(value) == text


@pytest.mark.parametrize("value, error", [
    (float("inf"), ValueError), (float("nan"), ValueError), ("\ud800", ValueError), ({1: "a"}, TypeError), ({"a": {1}}, TypeError), (b"a", TypeError),
    ({"k" * 1025: 1}, ValueError),
])
def test_what_cannot_be_written(value, error):
    with pytest.raises(error):
        emit(value)


def test_writing_is_as_deep_as_reading():
    value = "a"
    for _ in range(64):
        value = [value]
    assert parse(emit(value)) == value
    with pytest.raises(ValueError):
        emit([value])


BLOCK = """# detectors
version: 2
detectors:
  - id: a/b

    when: {tool: Bash,
           command: [git]}
  - id: c/d
    list:
    - x
    -
      - y
"""


def test_lines():
    document, lines = parse_with_lines(BLOCK, "d.yaml")
    first, second = document["detectors"]
    assert [lines.line_of(document), lines.line_of(document, "version"), lines.line_of(document["detectors"])] == [2, 2, 4]
    assert [lines.line_of(document["detectors"], 1), lines.line_of(first), lines.line_of(second)] == [8, 4, 8]
    assert [lines.line_of(first, "id"), lines.line_of(first, "when")] == [4, 6]
    assert [lines.line_of(first["when"], "command"), lines.line_of(first["when"]["command"], 0)] == [7, 7]
    assert [lines.line_of(second["list"], 1), lines.line_of(second["list"][1])] == [11, 12]
    assert [lines.line_of(first, "nothing", 9), lines.line_of({}, "id", 9), lines.line_of({}), lines.line_of(second["list"], 5, 3)] == [9, 9, 0, 3]


def test_lines_of_a_text_inside_another():
    document, lines = parse_with_lines("a: 1\nb: 2", "CLAUDE.md", line=2)
    assert lines.line_of(document, "b") == 3
    with pytest.raises(DeclarativeError) as info:
        parse_with_lines("a: 1\nb: yes", "CLAUDE.md", line=2)
    assert info.value.line == 3


@pytest.mark.parametrize("text, front, body, line", [
    ("---\na: 1\n---\n# b\n", "a: 1\n", "# b\n", 4),
    ("---\n---\n", "", "", 3),
    ("---  \r\na: 1\r\nb: 2\r\n--- \r\nc\r\n", "a: 1\r\nb: 2\r\n", "c\r\n", 5),
    ("\ufeff---\na: 1\n...\nb", "a: 1\n", "b", 4),
    ("---\na: 1\n---", "a: 1\n", "", 4),
    ("---\na: 1\n", None, "---\na: 1\n", 1),
    ("# a\n---\nb: 1\n---\n", None, "# a\n---\nb: 1\n---\n", 1),
    ("----\na: 1\n---\n", None, "----\na: 1\n---\n", 1),
    ("", None, "", 1),
])
def test_front_matter(text, front, body, line):
    assert split_front_matter(text) == (front, body, line)


def test_load(tmp_path):
    path = tmp_path / "d.yaml"
    path.write_bytes("\ufeffa: é\r\n".encode())
    document, lines = load(path)
    assert document == {"a": "é"} and lines.line_of(document, "a") == 1
    path.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(DeclarativeError) as info:
        load(str(path))
    assert (info.value.line, info.value.path) == (2, str(path)) and "UTF-8" in info.value.reason
    with pytest.raises(OSError):
        load(tmp_path / "none.yaml")


def test_load_reads_regular_files_of_a_bearable_size(tmp_path, monkeypatch):
    with pytest.raises(DeclarativeError, match="not a regular file"):
        load(tmp_path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(DeclarativeError, match="not a regular file"):
            load(tmp_path / "pipe")
    monkeypatch.setattr(declarative, "MAX_FILE", 10)
    (tmp_path / "d.yaml").write_text("a: " + "b" * 20)
    with pytest.raises(DeclarativeError, match="at most"):
        load(tmp_path / "d.yaml")


def test_twenty_thousand_entries():
    entries = [{"id": "a/b%d" % n, "when": {"tool": "Bash", "command": {"starts_with": ["git", "push"], "none_of": ["-f"]}}, "n": n} for n in range(20000)]
    document, lines = parse_with_lines(emit(entries))
    assert document == entries
    assert lines.line_of(document[19999], "n") == 20000 * 7
