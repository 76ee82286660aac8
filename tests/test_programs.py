"""Wrappers and scripts in arguments: what runs what."""
from __future__ import annotations

import shlex

import pytest

from ruleprobe.programs import WRAPPERS, exec_commands, read_options, script_of, spec, unread, unwrap
from ruleprobe.words import Dynamic, Literal, is_literal

# command, what is left of it, how it was reached
UNWRAPPED = [
    ("sudo git push", "git push", "sudo"),
    ("sudo -u app -E git push", "git push", "sudo"),
    ("sudo -uapp git push", "git push", "sudo"),
    ("sudo --user=app git push", "git push", "sudo"),
    ("sudo --us app git push", "git push", "sudo"),
    ("sudo -- git push", "git push", "sudo"),
    ("sudo -l git push", None, ""),
    ("sudo -Z git push", None, ""),
    ("sudo -u", None, ""),
    ("sudo $FLAGS git push", "$FLAGS git push", "sudo"),
    ("sudo -$X git push", None, ""),
    ("sudo -u $USER git push", "git push", "sudo"),
    ("doas -u app ls", "ls", "doas"),
    ("doas -s", None, ""),
    ("env ls", "ls", "env"),
    ("env -i ls -i", "ls -i", "env"),
    ("env -C sub ls", "ls", "env"),
    ("env -S 'ls -l' a", "ls -l a", "env"),
    ("env -S 'ls \"a b\"'", None, ""),
    ("env", None, ""),
    ("env A=1", None, ""),
    ("command git push", "git push", "command"),
    ("command -p git push", "git push", "command"),
    ("command -v git", None, ""),
    ("builtin cd a", "cd a", "builtin"),
    ("exec -a name ls", "ls", "exec"),
    ("exec", None, ""),
    ("nice ls", "ls", "nice"),
    ("nice -n 5 ls -n", "ls -n", "nice"),
    ("nice -10 ls", "ls", "nice"),
    ("ionice -c 3 ls", "ls", "ionice"),
    ("ionice -p 12", None, ""),
    ("nohup ls", "ls", "nohup"),
    ("nohup --help", None, ""),
    ("time -p ls", "ls", "time"),
    ("time -f %e -o out ls", "ls", "time"),
    ("timeout 5 ls", "ls", "timeout"),
    ("timeout -k 1 -s KILL 5m ls", "ls", "timeout"),
    ("timeout --foreground $T ls", "ls", "timeout"),
    ("timeout 5", None, ""),
    ("gtimeout 5 ls", "ls", "gtimeout"),
    ("stdbuf -oL -e 0 ls", "ls", "stdbuf"),
    ("setsid -w ls", "ls", "setsid"),
    ("chronic ls", "ls", "chronic"),
    ("unbuffer -p ls", "ls", "unbuffer"),
    ("caffeinate -i -t 5 ls", "ls", "caffeinate"),
    ("flock -n lock ls", "ls", "flock"),
    ("flock 9", None, ""),
    ("flock lock -c ls", None, ""),
    ("taskset -c 0-3 ls", "ls", "taskset"),
    ("taskset -p 12", None, ""),
    ("chrt -f 10 ls", "ls", "chrt"),
    ("script -q /dev/null ls", "ls", "script"),
    ("script -c ls out", None, ""),
    ("strace -f -e trace=open ls", "ls", "strace"),
    ("strace -p 12", None, ""),
    ("arch -x86_64 ls", "ls", "arch"),
    ("xvfb-run -a ls", "ls", "xvfb-run"),
    ("retry -t 3 ls", "ls", "retry"),
    ("rtk git status", "git status", "rtk"),
    ("rtk test npm test", "npm test", "rtk"),
    ("busybox ls", "ls", "busybox"),
    ("xargs", None, ""),
    ("xargs -0 -n 1 rm -f", "rm -f", "xargs"),
    ("xargs -I{} mv {} x{}", "mv ?{} ?x{}", "xargs -I"),
    ("xargs -I % mv % x", "mv ?% x", "xargs -I"),
    ("xargs -i mv {} x", "mv ?{} x", "xargs -I"),
    ("parallel -j4 gzip ::: a b", "gzip", "parallel"),
    ("parallel 'gzip {}' ::: a", None, ""),
    ("sudo env nice timeout 5 ls", "ls", "sudo env nice timeout"),
    ("sudo bash -c ls", "bash -c ls", "sudo"),
    ("/usr/bin/sudo ls", "ls", "sudo"),
    ("sudo ./sudo", "./sudo", "sudo"),
    ("npx ls", None, ""),
    ("echo sudo ls", None, ""),
    ("uv run ls", None, ""),
    ("$SUDO ls", None, ""),
]

SCRIPTS = [
    ("bash -c 'a; b'", "a; b"),
    ("sh -lc a", "a"),
    ("zsh -euxc a", "a"),
    ("dash -c a name arg", "a"),
    ("bash -o pipefail -c a", "a"),
    ("bash -euo pipefail -c 'a b'", "a b"),
    ("bash -O extglob +o posix -c a", "a"),
    ("bash --norc --rcfile f -c a", "a"),
    ("bash -c -- a", "a"),
    ("bash -c -x a", "a"),
    ("/bin/bash -c a", "a"),
    ("bash -n -c a", None),
    ("bash -nc a", None),
    ("bash --help -c a", None),
    ("bash -c", None),
    ("bash -c $X", None),
    ("bash $X -c a", None),
    ("bash x.sh -c a", None),
    ("bash", None),
    ("eval a b", "a b"),
    ("eval 'a; b'", "a; b"),
    ("eval -- a", "a"),
    ("eval $X", None),
    ("eval a $X", None),
    ("eval", None),
    ("su -c a", "a"),
    ("su - app -c 'a b'", "a b"),
    ("su app -s /bin/sh -c a", "a"),
    ("su app", None),
    ("su -c $X", None),
    ("runuser -l app -c a", "a"),
    ("script -qec a out", "a"),
    ("flock lock -c a", "a"),
    ("flock lock ls", None),
    ("watch -n 2 ls tests", "ls tests"),
    ("watch 'a | b'", "a | b"),
    ("watch -x ls", None),
    ("entr -s a", "a"),
    ("entr ls", None),
    ("nix-shell -p x --run a", "a"),
    ("fish -c a", None),
    ("python -c a", None),
    ("ls -c a", None),
]

UNREAD = [
    ("sudo -Z ls", True),
    ("sudo -l", False),
    ("sudo", False),
    ("command -v ls", False),
    ("env", False),
    ("bash x.sh", True),
    ("bash --version", False),
    ("bash -n x.sh", False),
    ("eval $X", True),
    ("watch --help", False),
    ("flock lock -c $X", True),
    ("ls -l", False),
    ("npx x", False),
]

FOUND = [
    ("find . -exec ls {} ';'", ["ls ?{}"]),
    ("find . -execdir ls -l {} +", ["ls -l ?{}"]),
    ("find . -name a -ok rm {} ';' -o -exec sudo ls ';' -print", ["rm ?{}", "sudo ls"]),
    ("find . -exec grep + {} ';'", ["grep + ?{}"]),
    ("find . -exec sh -c 'a {}' ';'", ["sh -c ?a_{}"]),
    ("find . -name -exec -print", []),
    ("find . -exec ls", []),
    ("find . -exec ';'", []),
    ("find . -delete", []),
    ("ls -exec a ';'", []),
]


def split(text):
    return [Dynamic(word) if "$" in word else word for word in shlex.split(text)]


def shown(words):
    return " ".join(word if is_literal(word) or "$" in word else "?" + word.replace(" ", "_") for word in words)


@pytest.mark.parametrize("text, expected, via", UNWRAPPED)
def test_unwrap(text, expected, via):
    words = split(text)
    argv, _, reached = unwrap(words)
    assert (shown(argv), " ".join(reached)) == (shown(words) if expected is None else expected, via)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("ls", ("A=1", "B=2")),
        ("env C=3 ls", ("A=1", "B=2", "C=3")),
        ("env -i C=3 ls", ("C=3",)),
        ("env -u A ls", ("B=2",)),
        ("env --unset=B C= ls", ("A=1", "C=")),
        ("sudo C=3 ls", ("A=1", "B=2", "C=3")),
        ("env -S 'C=3 ls'", ("A=1", "B=2", "C=3")),
        ("env PATH=$PATH ls", ("A=1", "B=2", "PATH=$PATH")),
        ("doas C=3 ls", ("A=1", "B=2")),
    ],
)
def test_assignments_in_force(text, expected):
    assert unwrap(split(text), ("A=1", "B=2"))[1] == expected


def test_a_dynamic_word_stays_dynamic():
    argv, held, _ = unwrap(split("env A=$X sudo -u $U $PROGRAM a"))
    assert not is_literal(argv[0]) and not is_literal(held[0]) and is_literal(argv[1])


@pytest.mark.parametrize("text, expected", SCRIPTS)
def test_script_of(text, expected):
    assert script_of(split(text)) == expected


def test_a_script_is_plain_text():
    assert type(script_of(["bash", "-c", Literal("if")])) is str


@pytest.mark.parametrize("text, expected", UNREAD)
def test_unread(text, expected):
    assert unread(split(text)) is expected


@pytest.mark.parametrize("text, expected", FOUND)
def test_exec_commands(text, expected):
    assert [shown(argv) for argv in exec_commands(split(text))] == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("-ab c", (1, [("-a", None), ("-b", None)])),
        ("-aval c", (1, [("-a", None), ("-v", "al")])),
        ("-axv c", None),
        ("-vval c", (1, [("-v", "val")])),
        ("-v val c", (2, [("-v", "val")])),
        ("-av val c", (2, [("-a", None), ("-v", "val")])),
        ("-jval c", (1, [("-j", "val")])),
        ("-j c", (1, [("-j", None)])),
        ("--long c", (1, [("--long", None)])),
        ("--long=x c", (1, [("--long", "x")])),
        ("--value x c", (2, [("--value", "x")])),
        ("--val x c", (2, [("--value", "x")])),
        ("--other=x c", (1, [("--other", "x")])),
        ("--other c", None),
        ("--stop c", None),
        ("-s c", None),
        ("-- -a", (1, [])),
        ("- c", (0, [])),
        ("-v", None),
    ],
)
def test_read_options(text, expected):
    assert read_options(split(text), 0, "-a -b -v: -j:: -s! --long --value: --stop! --*=") == expected


@pytest.mark.parametrize("table", [UNWRAPPED, SCRIPTS, UNREAD, FOUND])
def test_rows_are_unique(table):
    assert len({row[0] for row in table}) == len(table)


@pytest.mark.parametrize("name", sorted(WRAPPERS))
def test_no_option_stands_twice(name):
    tokens = WRAPPERS[name].options.split()
    assert len(spec(WRAPPERS[name].options)) == len(tokens)
