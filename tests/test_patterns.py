"""Patterns from detector files: refused where they could hang a run, and never slow where they are not (D11)."""
from __future__ import annotations

import random
import re

import pytest

from ruleprobe import patterns
from ruleprobe.ambiguity import LINE, TEXT, WORD, analyse_pattern
from ruleprobe.patterns import MAX_FIELD, MAX_TEXT, PatternError, glob, path_glob, regex

EXPONENTIAL = [
    r"(a+)+$", r"(a|a)*b", r"(\w+\s?)+$", r"(a|aa)+$", r"(.*a){20}", r"^(([a-z])+.)+[A-Z]([a-z])+$", r"(x+x+)+y", r"(\s*\n)*x", r"([a-zA-Z0-9_.-]+)*@x",
    r"(\d+|\d+x)*y", r"(?:.|\s)*x", r"(foo|fo+)*bar", r"(a{1,20}b?){1,20}c", r"(a{1,2})*b", r"(?i)(a|A)*b", r"(?i:b|B)*c", r"(?:[^\s]+ ?)*x", r"(\w|\d)+$",
    r"(a|b|a)*c", r"(?=(a+)+$)b", r"(\d{2}|\d{3})*x", r"(?:a|a){30}", r"(\.?\w+)+@", r"(?:--?[\w-]+\s+)*main", r"(?x) ( a + ) + # |", r"([é-ü]|ö)*x",
    r"(\u00e9|[^a])*x", r"(?:(?:ab)+)+c", r"(?:a|[^b])*c", r"(?<=x)(a+)+b",
]
EMPTY_ROUNDS = [r"(.*)*x", r"(a?){30}a{30}", r"(?:\w*\s*)*:", r"((a|b)*c?)*d", r"(([^:]*):?)*x", r"(a|b?)+c", r"(?:aa(?:(?=b))?)*c", r"(?:a(?:(?=b)|(?=c)))*d", r"(?:\b)*a"]
SIDE_BY_SIDE = [r".*.*.*x", r".*.*x", r"\s*\s*\s*x", r"\d+\d+x", r"a*a*b", r"x.*\s+.*\s+y", r"[ab]*[ba]*c"]
OTHERS = [("", "empty"), ("(", "not a regular expression"), ("x**", "not a regular expression"), ("[[a]", "every Python"), ("a(?i)", "regular expression"),
          ("a{1,99999999999}", "too large"), ("(" * 3000 + ")" * 3000, "too large"), ("x" * 10001, "10000"), ("(?<=a+)b", "not a regular expression"),
          ("(?P<n>a", "not a regular expression"), ("(ab){3}" * 2000, "10000"), ("".join("%c*-" % n for n in range(0x4e00, 0x4e50)), "too large"),
          ("((((((a{3}){3}){3}){3}){3}){3}){3}|(((((((b|cc){3}){3}){3}){3}){3}){3}){3}", "too large")]
ALWAYS = [r"x*", r".*", r"(?i)a*", r"a|", r"^", r"$", r"^\s*", r"\s*$", r"(a|b)?", r"(?:)", r"\Z", r".*?", r"a{0}"]
INNOCENT = [
    r"\bgit\s+push\b.*--force", r"^(feat|fix|docs)(\([^)]+\))?!?: .+", r"curl.*\|.*sh", r"rm\s+-rf.*node_modules", r"(\w+\s)+x", r'(?:[^"\\]|\\.)*"',
    r"AKIA[0-9A-Z]{16}", r"ghp_[A-Za-z0-9]{36,}", r"^\s*.*x", r"git push.*\s+--force", r"(a|b)*c", r"([a-z]+\.)+com", r"^\s*(?:#.*)?$", r"(?:(?!foo).)*bar",
    r".*\.md$", r"docker.*run.*-v.*/etc", r"""['"]?password['"]?\s*[:=]\s*['"][^'"]+['"]""", r"""(['"]).*?\1""", r"(?i)\b(todo|fixme)\b:?\s*.*",
    r"\S+@\S+\.\S+", r"^(?!.*WIP).*$", r"(?:foo|bar)+", r"[A-Za-z_]\w*\s*=\s*\S+", r"(?:\d{1,3}\.){3}\d{1,3}", r"^[a-z0-9]+(?:-[a-z0-9]+)*$",
    r"(?s)BEGIN.*END", r"-----BEGIN [A-Z ]*PRIVATE KEY-----", r"https?://[^\s/]+(?:/[^\s]*)?", r"\d+\.\d+\.\d+", r"^(?:[A-Z][a-z]+\s)*x$",
    r"(?m)^\s*print\(", r"(?:a|b|c){10}", r"\w+\s+\w+\s+\w+", r".*\bfoo\b.*\bbar\b.*", r"\bsorry\b|\bapologi[sz]e", r"^$", r"(?<!x)y+", r"(?x) a \| b  # c",
    r"[]|]+a", r"[^]|]a", r"\|\|", r"(.*)?x", r"(?:-\w+|--\w[\w-]*(?:=\S+)?)(?:\s+\S+)?",
]


@pytest.mark.parametrize("source, reason", [
    *((source, "exponentially many ways") for source in EXPONENTIAL), *((source, "match nothing") for source in EMPTY_ROUNDS),
    *((source, "side by side") for source in SIDE_BY_SIDE), *((source, "matches every text") for source in ALWAYS), *OTHERS,
], ids=lambda value: value[:40])
def test_refused(source, reason):
    with pytest.raises(PatternError, match=reason):
        regex(source)


@pytest.mark.parametrize("source", INNOCENT)
def test_accepted(source):
    assert regex(source).test("@" * 30) is (re.search(source, "@" * 30) is not None)


@pytest.mark.skipif(not hasattr(re, "NOFLAG"), reason="a syntax error before Python 3.11")
@pytest.mark.parametrize("source", [r"(?>a+)b", r"a++b", r"a*+b"])
def test_what_only_newer_pythons_read_is_refused(source):
    with pytest.raises(PatternError):
        regex(source)


@pytest.mark.parametrize("source, degree, reach", [
    ("abc", 1, WORD), ("ab*c", 1, WORD), ("a.*b", 2, LINE), ("(?s)a.*b", 2, TEXT), ("a.*b.*c", 3, LINE), (r"\S+@\S+,", 3, WORD), (r"git\s+push", 1, TEXT),
    ("^a.*b", 1, LINE), (r"\A\s*.*x", 2, TEXT), ("(?:(?!.*x).)*y", 3, LINE), (r"[^\n]*,", 2, LINE), ("a*ba*b", 2, WORD), (r"\w+\s\w+\s\w+", 2, WORD), ("[ab]*c|d*e", 2, WORD), ("a.*b.*", 2, LINE), ("a.*", 1, WORD), ("sk-[a-z-]{20,}", 1, WORD), ("sk-[a-z-]{20,}x", 2, WORD), ("(?:ab)+", 2, WORD),
])
def test_the_degree_of_a_pattern(source, degree, reach):
    found = analyse_pattern(source)
    assert (found.degree, found.reach) == (degree, reach)


TRAPS = [
    (r"curl.*\|.*sh", "curl|" * 20000 + "s\nsh"), (r"a.*b.*c", "ab" * 50000 + "\nc"), (r"docker.*run.*-v.*/etc", "docker run -v" * 3000 + "\n/etc"),
    (r"(\w+\s)+x!", "a " * 20000 + " x!x"), (r"\w+\s!", "a" * 100000 + "!"), (r"\S+@\S+\.\S+", "@." * 9000), (r"git push.*\s+--force", "git push" * 1000 + " " * 30000 + "\n--force"),
    (r'(?:[^"\\]|\\.)*"!', "a" * 100000 + '"\n!'), (r"""(['"]).*?\1x""", "'\"" * 9000), (r"^(?:[A-Z][a-z]+\s)*x$", "Ab " * 9000), (r"(?s)BEGIN.*END", "BEGIN" * 20000),
    (r"(?:foo|bar)+x", "foo" * 20000), (r"[ab]{1,200}c", "ab" * 20000),
]


@pytest.mark.parametrize("source, text", TRAPS, ids=[row[0] for row in TRAPS])
def test_no_text_hangs_a_pattern(source, text):
    assert regex(source).test(text) is not True


@pytest.mark.parametrize("source, text, wanted", [
    ("needle", "x" * 200_000 + "needle", True),
    ("needle", "x" * (MAX_TEXT + 10), False),
    ("needle|pin", "x" * (MAX_TEXT + 10), None),
    ("needle", "needle" + "x" * MAX_TEXT, True),
    ("needle", "x" * MAX_TEXT + "needle", None),
    ("a.*b", "ab" + "x" * 20000, True),
    ("a.*b", "x" * 20000 + "ab", None),
    ("a.*b", "x" * 20000, False),
    ("a.*b", "x" * 20000 + "b", False),
    ("a.*bc$", "abc" + "\n" * 20000, None),
    ("a.*b(?!x)", "ab" + "x" * 20000, None),
    ("a.*(?:b|x$)", "a" + "x" * 20000, None),
    ("^a.*b", "a" * 30000 + "b", True),
])
def test_what_a_long_text_leaves_undecided(source, text, wanted):
    assert regex(source).test(text) is wanted
    assert (regex(source).span(text) is not None) is (wanted is True)


@pytest.mark.parametrize("source, text, span", [
    ("b+", "abbc", (1, 3)), (".*b", "aab", (2, 3)), (".*?b", "aab", (2, 3)), ("x", "abc", None), (r"^.*b", "aab", (0, 3)),
])
def test_where_a_pattern_matched(source, text, span):
    assert regex(source).span(text) == span


def test_a_pattern_means_what_re_says():
    rng = random.Random(3)
    pieces = ["a", "b", ".", "[ab]", "[^a]", r"\w", r"\s", " ", "c?", "(?:ab|b)", "(?:a|b )+", "a*", "b{2}", ".*", "^", "$", r"\b", "(?=a)", "(?!b)"]
    checked = 0
    for _ in range(3000):
        source = "".join(rng.choice(pieces) for _ in range(rng.randrange(1, 7)))
        try:
            pattern = regex(source)
        except PatternError:
            continue
        for _ in range(5):
            text = "".join(rng.choice("ab \n") for _ in range(rng.randrange(12)))
            assert pattern.test(text) is (re.search(source, text) is not None), (source, text)
            checked += 1
    assert checked > 5000


GLOBS = [
    ("*.py", ["a.py", "/r/a.py", "src/a.py", r"C:\r\a.py"], ["a.pyc", "a.py/b"]),
    ("src/*.py", ["src/a.py", "/r/src/a.py", r"C:\r\src\a.py"], ["/r/src/b/a.py", "xsrc/a.py", "src/a.PY"]),
    ("**/*.py", ["a.py", "/r/s/a.py"], ["a.txt"]),
    ("docs/**", ["/r/docs/a/b.md", "docs/a"], ["docs", "mydocs/a"]),
    ("docs/**/*.md", ["docs/a.md", "/r/docs/x/y/a.md"], ["docs/a.txt", "a.md"]),
    ("/etc/*", ["/etc/passwd"], ["/r/etc/x", "/etc/a/b"]),
    ("./a/b", ["a/b", "/r/a/b"], ["b", "xa/b"]),
    ("C:/x/*", [r"C:\x\y", "C:/x/y"], ["/C:/x/y"]),
    ("[id].tsx", ["i.tsx", "/r/d.tsx"], ["id.tsx", "[id].tsx"]),
    ("[!a-c]?", ["dx", "/r/d."], ["ax", "d", "d/x"]),
    ("[[]x]", ["[x]"], ["x"]),
    ("[]^-]", ["]", "^", "-"], ["a", "\\"]),
    ("a.b", ["a.b"], ["axb"]),
    (".env*", [".env", "/r/.env.local"], ["x.env"]),
]


@pytest.mark.parametrize("source, fits, others", GLOBS, ids=[row[0] for row in GLOBS])
def test_path_globs(source, fits, others):
    pattern = path_glob(source)
    assert [path for path in fits if pattern.test(path) is not True] == []
    assert [path for path in others if pattern.test(path) is not False] == []


@pytest.mark.parametrize("source, fits, others", [
    ("mcp__*", ["mcp__", "mcp__a/b"], ["xmcp__a"]), ("*_file", ["read_file"], ["read_files"]), ("[A-Z]?sh", ["Bash"][:0] + ["Ash"[:1] + "_sh"], ["bash"]), ("Bash", ["Bash"], ["bash"]),
])
def test_globs(source, fits, others):
    assert all(glob(source).test(name) is True for name in fits)
    assert all(glob(source).test(name) is False for name in others)


@pytest.mark.parametrize("source, reason", [
    ("[z-a]", "write the lower one first"), ("a[", "not closed"), ("[]", "not closed"), ("[!]", "not closed"), ("", "empty"), ("src/", r"write src/\*\*"), ("~/a", "leave the ~ out"),
])
def test_globs_that_never_match(source, reason):
    with pytest.raises(PatternError, match=reason):
        path_glob(source)


def test_no_path_hangs_a_glob():
    assert path_glob("**/a*b*c*d*e/**/x").test("/".join(["abcd" * 2000] * 8)) is not True
    assert glob("*a*a*a*a*b").test("a" * 50000) is not True


def test_patterns_are_made_once():
    assert regex("a+b") is regex("a+b") and path_glob("*.x") is path_glob("*.x")
    assert patterns.MAX_FIELD == 16384
