"""``Parsed.commands``: which simple commands run, and how they are reached (D5)."""
from __future__ import annotations

import pytest

from ruleprobe import shell
from ruleprobe.bash import parse
from ruleprobe.commands import MAX_COMMANDS, Command, commands, in_pipe, Reach, segments


def found(text):
    event = {"kind": "tool_use", "name": "Bash", "id": "t1", "turn": 1, "input": {"command": text}}
    return shell.analyse([event]).bash[0].commands


# The command, then the argument lists of what runs, with how each is reached where it is not plain.
RUNS = [
    ("git status", ["git status"]),
    ("/usr/bin/git status", ["/usr/bin/git status"]),
    ("a; b && c | d", ["a", "b", "c", "d"]),
    ("sudo pip install x", ["pip install x (sudo)"]),
    ("sudo -u me env A=1 timeout 5 a", ["a (sudo, env, timeout)"]),
    ("nohup a &", ["a (nohup)"]),
    ("find x | xargs -n1 a -b", ["find x", "a -b (xargs)"]),
    ("find . -name x -exec a {} \\; -exec sudo b {} +",
     ["find . -name x -exec a {} ; -exec sudo b {} +", "a {} (find -exec)", "b {} (find -exec, sudo)"]),
    ("find . -exec bash -c 'a \"$1\"' _ {} \\;", ["find . -exec bash -c a \"$1\" _ {} ;", "a $1 (find -exec, bash -c)"]),
    ("bash -c 'a; b | c'", ["a (bash -c)", "b (bash -c)", "c (bash -c)"]),
    ("sh -lc \"a\"", ["a (sh -c)"]),
    ("sudo bash -c 'sudo a'", ["a (sudo, bash -c, sudo)"]),
    ("eval 'a b' c", ["a b c (eval)"]),
    ("eval \"$x\"", ["eval $x"]),
    ("bash -c \"$x\"", ["bash -c $x"]),
    ("bash -c 'odd \"'", ["bash -c odd \""]),
    ("bash run.sh", ["bash run.sh"]),
    ("bash -c 'bash -c \"bash -c a\"'", ["a (bash -c, bash -c, bash -c)"]),
    ("bash <<'EOF'\na $x\nEOF", ["a $x (bash -c)"]),
    ("bash -s <<EOF\na\nEOF", ["a (bash -c)"]),
    ("bash -s -- b <<EOF\na\nEOF", ["bash -s -- b"]),
    ("bash <<EOF\na $x\nEOF", ["bash"]),
    ("bash run.sh <<EOF\na\nEOF", ["bash run.sh"]),
    ("bash <<< 'a b'", ["a b (bash -c)"]),
    ("bash <<< \"$x\"", ["bash"]),
    ("bash <<EOF < f\na\nEOF", ["bash"]),
    ("if a; then b; elif c; then d; else e; fi", ["a", "b (branch)", "c (branch)", "d (branch)", "e (branch)"]),
    ("for i in x; do a; done", ["a (loop)"]),
    ("while a; do b; done", ["a (loop)", "b (loop)"]),
    ("case x in a) b;; *) c;; esac", ["b (branch)", "c (branch)"]),
    ("{ a; }; (b)", ["a (group)", "b (subshell)"]),
    ("(for i in x; do if a; then b; fi; done)", ["a (subshell, loop)", "b (subshell, loop, branch)"]),
    ("f() { a; }", []),
    ("f() { a; }; f", ["a (function, group)"]),
    ("f; f() { a; }", ["f"]),
    ("f() { a; }; f() { b; }; f", ["b (function, group)"]),
    ("f() { a; }; f; f", ["a (function, group)"]),
    ("f() { f; a; }; f", ["a (function, group)"]),
    ("f() { g; }; g() { a; }; f", ["a (function, group, function, group)"]),
    ("f() { a; }; if b; then f x; fi", ["b", "a (branch, function, group)"]),
    ("git() { command git \"$@\"; }; git push", ["git $@ (function, group, command)"]),
    ("f() { a; }; command f", ["f (command)"]),
    ("f() { a; }; 'f'", ["a (function, group)"]),
    ("(f() { a; }); f", ["f"]),
    ("f() { a; }; bash -c f", ["f (bash -c)"]),
    ("f() { a; }; eval f", ["a (eval, function, group)"]),
    ("eval 'f() { a; }'; f", ["a (function, group)"]),
    ("coproc a", ["a"]),
    ("! time a", ["a"]),
    ("A=1", [""]),
    ("> f", [""]),
    ("[[ -f x ]] && a", ["a"]),
    ("(( i++ )) && a", ["a"]),
    ("[ -f x ] && a", ["[ -f x ]", "a"]),
    ("a $(b) `c` <(d)", ["a %s %s %s" % ((shell.SUB_PLACEHOLDER,) * 3)]),
    ("$x a", ["$x a"]),
    ("'if' a", ["if a"]),
    ("a 'odd", []),
]


def told(command):
    return " ".join(command.argv) + (" (%s)" % ", ".join(command.via) if command.via else "")


@pytest.mark.parametrize("text, runs", RUNS, ids=[row[0] for row in RUNS])
def test_what_runs(text, runs):
    assert [told(command) for command in found(text)] == runs


def test_no_row_stands_twice():
    assert len({row[0] for row in RUNS}) == len(RUNS)


@pytest.mark.parametrize(
    "text, programs",
    [
        ("/a/b/git x", ["git"]),
        ("'/a b/git' x", ["git"]),
        ("C:\\\\x\\\\git.exe y", ["git"]),
        ("$x a", [None]),
        ("g* a", [None]),
        ("A=1 >f", [""]),
        ("~/x a", [None]),
        ("'g*' a", ["g*"]),
    ],
)
def test_the_program(text, programs):
    assert [command.program for command in found(text)] == programs


@pytest.mark.parametrize(
    "text, assignments",
    [
        ("A=1 B='x y' a", [("A=1", "B=x y")]),
        ("A=1; a", [("A=1",), ()]),
        ("A=1 env B=2 a", [("A=1", "B=2")]),
        ("A=1 env -u A a", [()]),
        ("A=1 bash -c 'B=2 a; b'", [("A=1", "B=2"), ("A=1",)]),
        ("f() { a; }; A=1 f", [("A=1",)]),
        ("a B=2", [()]),
        ("'A=1' a", [()]),
        ("\"A=$x\" a", [()]),
        ("A=$x a", [("A=$x",)]),
    ],
)
def test_assignments_in_force(text, assignments):
    assert [command.assignments for command in found(text)] == assignments


@pytest.mark.parametrize(
    "text, piped",
    [
        ("a", [False]),
        ("a | b", [True, False]),
        ("{ a; b; } | c", [True, True, False]),
        ("a | { b; c; }", [True, False, False]),
        ("for i in x; do a; done | b", [True, False]),
        ("if a; then b; fi | c", [True, True, False]),
        ("(a; b) | c", [True, True, False]),
        ("f() { a; }; f | b", [True, False]),
        ("f() { a; }; f | b; f", [True, False, False]),
        ("bash -c a | b", [True, False]),
        ("bash -c 'a | b'", [True, False]),
        ("coproc a", [True]),
        ("coproc { a; b; }", [True, True]),
        ("while a; do b; done < f", [False, False]),
    ],
)
def test_piped(text, piped):
    assert [command.piped for command in found(text)] == piped


@pytest.mark.parametrize(
    "text, redirects",
    [
        ("a > f 2>&1 b", [((">", "f"), ("2>&", "1"))]),
        ("{ a > f; b; } > g", [((">", "g"), (">", "f")), ((">", "g"),)]),
        ("for i in x; do a; done >> f", [((">>", "f"),)]),
        ("{ a | b; } > f", [(), ((">", "f"),)]),
        ("{ a | b; } &> f", [(("2>", "f"),), (("&>", "f"),)]),
        ("{ a | b; } 2> f < g", [(("2>", "f"), ("<", "g")), (("2>", "f"),)]),
        ("f() { a; } > g; f", [((">", "g"),)]),
        ("f() { a; }; f > g", [((">", "g"),)]),
        ("bash -c 'a > f' 2> g", [(("2>", "g"), (">", "f"))]),
        ("a '>' f", [()]),
    ],
)
def test_redirections_in_force(text, redirects):
    assert [command.redirects for command in found(text)] == redirects


@pytest.mark.parametrize(
    "text, heredocs",
    [
        ("a <<A; b <<B\n1\nA\n2\nB", [("1",), ("2",)]),
        ("a <<A | b\n1\nA", [("1",), ()]),
        ("{ a; b | c; } <<A\n1\nA", [("1",), ("1",), ()]),
        ("while a; do b; done <<A\n1\nA", [("1",), ("1",)]),
        ("a <<< x", [()]),
        ("bash -c 'a <<A\n1\nA'", [("1",)]),
        ("a \"$(cat <<A\n1\nA\n)\"", [()]),
    ],
)
def test_bodies_fed_to_a_command(text, heredocs):
    assert [command.heredocs for command in found(text)] == heredocs


def test_the_place_is_that_of_the_segment():
    text = "a | sudo b; bash -c 'c | d' | e"
    assert [command[5:8] for command in found(text)] == [(0, 0, 2), (0, 1, 2), (1, 0, 2), (1, 0, 2), (1, 1, 2)]


def test_an_inner_script_has_no_marker_of_the_outer_one():
    inner = "git commit -m \"$(cat <<A\n1\nA\n)\""
    command = found("cat <<B; bash -c '%s'\n2\nB" % inner)[1]
    assert command.argv == ("git", "commit", "-m", shell.SUB_PLACEHOLDER)
    assert not shell.is_literal(command.argv[3])


def test_a_command_is_a_plain_record():
    assert found("a") == [Command("a", ("a",))]
    assert found("a")[0] == ("a", ("a",), (), (), (), 0, 0, 1, False, ())


def test_calls_cannot_multiply():
    """Each function is entered once for each way its output may go, however often it is called."""
    text = "f0() { a; }; " + "".join("f%d() { f%d; f%d | b; f%d > x; }; " % (n, n - 1, n - 1, n - 1) for n in range(1, 12)) + "f11"
    assert len(found(text)) < 12 * 4 * 3


def test_a_long_chain_of_calls_ends():
    text = "f0() { a; }; " + "".join("f%d() { f%d; }; " % (n, n - 1) for n in range(1, 400)) + "f%d"
    assert [told(command) for command in found(text % 3)] == ["a (%s)" % ", ".join(["function, group"] * 4)]
    assert found(text % 399) == []


def test_the_number_of_commands_is_bounded():
    script = parse("f() { %s }; f; f | a; f > b; f > b | c" % ("a;" * 1500))
    assert len(commands(script, segments(script))) <= MAX_COMMANDS


def test_a_pipe_takes_the_place_of_inherited_redirections():
    reach = Reach(redirects=(("<", "i"), (">", "o"), ("3>", "x")), heredocs=("h",))
    assert in_pipe(reach, True, False) == reach._replace(redirects=(("<", "i"), ("3>", "x")), piped=True)
    assert in_pipe(reach, False, True) == reach._replace(redirects=((">", "o"), ("3>", "x")), heredocs=())
