"""Texts that are plain: read as Bash reads them, every word of what runs known; and what is not plain, or not seen to be."""
from __future__ import annotations

import random

import pytest

from ruleprobe.bash_plain import MAX_PLAIN, MAX_TEXT, is_plain
from ruleprobe.shell import Parsed, split
from ruleprobe.words import SUB_PLACEHOLDER, is_literal
from test_equivalence import COMMANDS, FORMS

PLAIN = [
    "ls", "ls -la src", " ls ", "ls;", "cd a && ls || pwd; id", "cat a|wc -l", "cat a | wc -l 2>&1", "A=1 B=x make", "A=1", "grep -n 'def foo' a.py", 'echo "a (b)" \'c;d|e\'',
    "sed -i 's/a/b/g' x && git diff --stat", "make >out 2>/dev/null", "sort <in >>out", "echo a'b'\"c\"d", "bash -c 'git push'", "echo ''", "tail -n +3 a", "x 2>&1 >&2", "doit", "iffy then",
    "awk '{print $1}' a", "curl -d '{\"a\": [1]}' x | jq '.[] | {id}'", "grep -rn --include='*.py' \"it's #1\" .", "echo '$x' \"a*\"", "rg \"a '~' b\"", "python3 - <<'PY'\nprint($x)\nPY", "python3 - <<'PY'\n$(a)\n`b`\nPY\n", "cat > a.txt <<'EOF'\n* [x] {y}\nEOF\n", "cat <<'E' > a\nE\n", "cat <<'E' && ls\nx\nE\n\n",
]
OTHER = [
    "echo \"a '$x' b\"", "echo \"$x 'a' b\"", 'echo "a\\"b" \'c"', "bash -c 'a $x'", "sudo -u a sh -c '$x'", "env -S '*'", "find . -exec '{}' ';'", "eval '$x'", "xargs -I'{}' '{}'", "watch '$x'", "e'va'l '$x'",
    "b\"as\"h <<'E'\n$x\nE\n", "sudo 'C:\\bin\\bash.exe' <<'E'\n$x\nE\n",
    "", " ", "ls $x", "ls *", "ls a?", "ls [a]", "ls ~", "ls {a,b}", "ls `a`", "ls \\\n", "ls # x", "ls\nls", "ls &", "ls && ", "&& ls", "ls | | wc", "ls;;", "(ls)", "f() (ls)", "if a; then b; fi",
    "! ls", "time ls", "ls && while x", "[[ a ]]", "case x in", "ls 'a", 'ls "a', 'ls "$a"', "ls <(a)", "ls >>&1", "ls >", "ls > ", "ls <<< a", "ls | xargs -I n n1", "ls \r", "ls \0", "ls __RULEPROBE_SUB__",
    "a\xa0b", "é", "x" * (MAX_PLAIN + 1), "ls <<E\nE\n", "ls <<-'E'\nE\n", "ls <<'E'", "ls <<'E'\nx\n", "ls <<'E'\nE\nls", "ls <<'E'\nE\nE\n", "ls <<'E' <<'F'\nE\nF\n", "ls <<'E'F\nE\n", "bash <<'E'\n$x\nE\n",
    "sudo /bin/sh -s <<'E'\n$x\nE\n", 'echo "a <<\'E\' b"\n$x\nE\n', "echo \"\n$x <<'E'\nE\n", "ls <<'E'\r\nE\r\n", "ls <<'E'\n" + "x" * MAX_TEXT + "\nE\n",
]
PIECES = [
    "'", '"', " ", "if ", "then ", "!", "[[ ", "|", "||", "&&", ";", "2>&1", ">", "<", "&1", "(", ")", "&", "=", "a=", "\t", "time ", "xargs -i", "bash -c ", "eval '", "-", "function f ", "coproc ", "in ", "0", ">|", "<>",
    "parallel ", "sudo ", "\xa0", "\n", "bash ", " <<'E'\nx\nE\n", " <<'E'\n$(a)\nE\n", "<<'E'", "\nE\n",
]


def check(text):
    """Whether a text is plain; fails where it is and should not be."""
    if not is_plain(text):
        return False
    parsed = Parsed({"kind": "tool_use", "name": "Bash", "input": {"command": text}})
    assert not parsed.skipped, text
    for segment in (segment for pipeline in parsed.pipelines for segment in pipeline):
        assert all(map(is_literal, split(segment)[1])) and not any(SUB_PLACEHOLDER in word for word in segment), text
    for command in parsed.commands:
        assert command.program is not None and all(map(is_literal, command.argv + command.assignments)), text
    return True


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_plain(text):
    assert check(text)


@pytest.mark.parametrize("text", OTHER)
def test_what_is_not_or_is_not_seen_to_be(text):
    assert not is_plain(text)


def test_the_tables_are_never_taken_for_more_than_they_are():
    assert sum(check(form % command) for form in FORMS for command in COMMANDS) > 100


def test_texts_cut_and_mended_at_random():
    rng, texts, plain = random.Random(5), [form % command for form in FORMS for command in COMMANDS] + PLAIN * 20, 0
    for _ in range(20_000):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(PIECES) + text[at + rng.choice([0, 0, 1, 3]):]
        plain += check(text)
    assert plain > 2000


@pytest.mark.parametrize("text", ["a" * MAX_PLAIN, "a " * (MAX_PLAIN // 2), "'" * (MAX_PLAIN - 1), "a'" * (MAX_PLAIN // 2), "a;" * (MAX_PLAIN // 2) + "&", "ls <<'E'\n" + "E\n" * 8000])
def test_long_texts_take_no_time(text):
    check(text)
