"""The parser: what it takes and refuses, its limits, and that nothing makes it raise."""
from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from test_shell import bash_reads, needs_bash, rows

from ruleprobe import bash, bash_source, shell
from ruleprobe.words import Dynamic, Literal

sys.path.insert(0, str(Path(__file__).with_name("shell")))
import grammar  # noqa: E402

# fmt: off
TAKEN = [
    "time -v ls", "if [[ x ]] then y; fi", "if (( 1 )) then y; fi", "{ [[ x ]] }", "{ (( 1 )) }",
    "x=$(cat <<EOF)\nhi\nEOF\n", "x=$(cat <<EOF\nhi\nEOF)\necho", "echo $(( $(case x in a) echo 1;; esac) ))",
    'echo $(( $(echo ")") ))', "echo foo[abc", "a=(b # c\n d)", "for ((;;)) do x; done", "for x do y; done",
    "for x; do y; done", "for x\nin a; do y; done", "for x in; do y; done", "case x in (a) b; esac",
    "case x in a) b ;& c) d;;& esac", "case x in (esac) a;; esac", "coproc a", "coproc x { a; }", "coproc x y",
    "function f() { a; }", "function f ( a )", "f ()\n{ a; }", "f()\n\n{ a; }", "! !", "time; a", "time -p -- a",
    "! ! a", "a &\nb", "a |\n b", "{ a;}", "echo }", "$()", "cat << EOF", "cat <<EOF\nx",
    "cat <<EOF <<B\nx\nEOF\ny\nB\n", "a <<EOF && b <<B\n1\nEOF\n2\nB", "a=1 b", "a=(1) b", "declare a=(1)",
    "eval a=(1)", "local -a a=(1)", "alias a=(1)", "a+=(1 2)", "a[1]=2", "a[1 2]=3", "a[1]=(2)", "[[ a == !(b) ]]",
    "[[ a =~ ^(b c)$ ]]", "[[ a = b && -f c || ! ( d ) ]]", "[[ ]]", "[[ \n a ]]", "{ (a) > f; }",
    "{ while a; do b; done }", "{ coproc a; }", "{ f() { a; } }", "f() { a; } > x", '"f"() { a; }', "$f() { a; }",
    "f\\x() { a; }", "f-g.h() { a; }", "function if { a; }", "function f [[ a ]]", "function f (( a ))",
    "f() [[ a ]]", "f() for x; do y; done", "a=( )", "a=(\n)", "a=([1]=2 b)", "a=([x y]=2 b)", "a=( $(b) <(c) )",
    "a=(b) d=(e)", ">f c=(d)", "a[$(b)]=3", "echo a[ b", "declare a[1 2]=3", "for x in a b; do y; done",
    "for $x in a; do y; done", "for x in a; { y; }", "for x; { y; }", "for x in a\n{ y; }", "for x in\ndo y; done",
    "for ((a;b;c)) { y; }", "for ((a;b;c)); { y; }", "for ((a;b;c));\n\ndo y; done", "for ((a;b;c))\n\ndo y; done",
    'for ((a;";";b)); do y; done', "for x in $(a; b); do y; done", "select x in a; do y; done",
    "select x; do y; done", "select x do y; done", "while a; do b; done < f", "until a\ndo b\ndone",
    "while a; b; do c; done", "if a; then b; else if c; then d; fi; fi", "if a; then\n b\nfi", "if a | b; then c; fi",
    "if a && b; then c; fi", "if a & then b; fi", "case $x in a|b) c;; *) d;; esac", "case x\nin a) b;; esac",
    "case x in\n\na)\n b\n ;;\n\nesac", "case x in a) b;; c) esac", "case x in a) b; ;; esac",
    "case x in (a|b) c;; (d) e;; esac", 'case x in "a b") c;; esac', "case x in $(a)) c;; esac",
    "case x in a) b;; # c\n d) e;; esac", "case x in a) b & ;; esac", "case x in a) if b; then c; fi ;; esac",
    "case x in a) (b);; esac", "case x in a) ;& b) ;;& esac", 'case "$1" in esac', "case x in for) a;; esac",
    "case x in {) a;; esac", "case x in [a-z]) b;; esac", "case x #c\n in a) b;; esac", "# only comment", "a # c",
    "a#b", "a;#c", "(#c\n a)", "ec\\\nho a", "a >&- b", "a >& - b", "a 2>&1", "a 2>& 1", "a >&-b", "a {fd}>x",
    "a {fd}> x", "a {fd} >x", "a &>x", "a &>>x", "a & >x", "a >|x", "a <>x", "a >>x", "a <<<x", 'a <<< "x y"',
    "a 3<<<x", "a < <(b) c", "a <(b)x", "a x<(b)", "a <<$(b)\nx\n$(b)", 'a <<"E F"\nx\nE F\nb', "a <<\\E\nx\nE",
    "a <<$'E'\nx\nE", "a <<E\\\nF\nx\nEF\nb", "a <<-E\n\tx\n\tE\nb", "a <<- E\n\tx\n\tE", "a <<E\nx\\\nE\nE\nb",
    'a <<"E"\nx\\\nE\nb', "a <<E;b\nx\nE", "a <<E|b\nx\nE", "a <<E$x\n1\nE$x\nb", "$(( 1 + 2 ))", "echo $(( (1) ))",
    "echo $((a);b)", "echo $((a) | (b))", "((a) | (b))", "(((a)))", "(( a > 3 && b < 2 ))", '(( "a )" ))',
    "((a)) > f", "((a)) && b", "( (a) )", "((a);(b);)", "echo $[1+2]", "echo $[ ] ]", "echo ${a[1]}", "echo ${a:-}",
    "echo ${a:-b c}", 'echo ${a:-"b}"}', "echo ${a:-{b}}", "echo ${a:-$(b)}", "echo ${a:-`b`}", "echo ${a//\\/x}",
    "echo ${}", "echo ${a b}", 'echo ${a:-"$(b "c")"}', 'echo "${a:-"b"}"', 'echo "${a:-}}"', "echo ${a:-'}'}",
    'echo "${a%\'}\'}"', 'echo "${a#\\}}"', "echo ${#a}", "echo ${a:$((1+2))}", "echo ${a:-(b}", "echo ${a:-(b)}",
    "echo $( ( (a) ) )", "echo $(a;)", "echo $(a # c)\n)", "echo $(a\n)", "echo $(\n)", 'echo "$(a "b" c)"',
    'echo "$(a \'b"\' c)"', 'echo "`a "b" c`"', "echo `a \\`b\\` c`", 'echo "a `b \\"c\\"`"',
    "echo $(case x in (a) b;; esac)", "echo $(cat <<E\n)\nE\n)", 'echo "$(cat <<\'E\'\n"\nE\n)"', "echo <(a; b)",
    "echo $(a | b &&\n c)", "echo $(a &)", "echo $'a\\'b'", 'echo "$\'a"', "echo $", 'echo "$"', "echo $a$",
    "echo $1$@$#", "!a", "a ! b", "{ ! a; }", "( ! a )", "{ a; } | { b; }", "a }", "{\na\n}", "{\n\na; b\n\n}",
    "(a\nb)", "(a; b) | c", "exec 3>&1", "a 2>&1|b", "a 1>&2 2>/dev/null", ">f", ">f <g", ">f if", "A=1 >f b",
    "A=1 {", '"if" a', "echo if then", "echo {", "echo [[", "[ a ]", "[ a", "[[a]]", "[[ $(a) ]]", "[[ ! a ]]",
    "[[ ( a ) ]]", "[[ (a) && (b || c) ]]", "[[ a && ]]", "[[ a =~ b|c ]]", "[[ a =~ \\( ]]", '[[ a =~ "(" ]]',
    "[[ a == b* ]]", "[[ -n a && -z b ]]", "[[ - ]]", "[[ ! ]]", "[[ ! ! a ]]", "[[ !a ]]", "[[ a != b ]]",
    "[[ a <b ]]", "[[ a>b ]]", "[[ -f a\n&& -f b ]]", "[[ a ]] > f", "[[ a ]]; b", "[[ a ]] && b", "[[ a =~ a&&b ]]",
    "[[ a =~ a\\ b ]]", "[[ a = @(b|c) ]]", "[[ a =~ @(b|c) ]]", '[[ $a == "b c" ]]', "[[ ]] ]]", "[[ -v a[1] ]]",
    "[[ a[ == b ]]", "coproc time a", "coproc x if a; then b; fi", "coproc ((a))", "coproc a=1 b", "coproc >x a",
    "coproc x (a)", "a[<(b)]=1", "echo $((<(b) ))", "a 2 >x", "a ${b:-<c}", 'a "${b:-<c}"', '$(a=(";"))',
    "$(a=(x\\ y))", "(a=(\\;))", "`a=(\\;)`", "$(\ntime for x; do y; done)", "$(! time { a; })", "( time { a; })",
    "<(((i)n ) | a)", '((a=(b) && c "$(cat <<E\nE\n)"; ))',
]
REFUSED = [
    "x=$(cat <<EOF)\nhi\nEOF\necho done)", "foo[abc", "f() echo hi", "for ((a;b)); do x; done", "}", "$(", "`", '"a',
    ">", "<<", "echo a=(1)", "sudo declare a=(1)", "[[ a =~ (b|c) d ]]", "[[ a ]", "[[ a\n]]", "[[ a -lt\n b ]]",
    "[[ -f\n b ]]", "[[ a\n == b ]]", "{ (a) > f }", "if (a) > f then b; fi", "f() { a; } g", "(a) b", "(a) b=c",
    "{ a; } ; ; b", "a=1 () { b; }", "f () > x { a; }", ">x f() { a; }", "f x () { a; }", "if() { a; }",
    "function f() a", "a=(b > c)", "a=(b) >f c=(d) e", "a[ =3", "A=1 a[x", "a=(b (c))", "a=((c))", "a=(b) (c)",
    "for x in a b do y; done", "for x { y; }", "for ((a;b;c)) ; ; do y; done", "for (( a ; b ; c ; d )); do y; done",
    "for x in a & do y; done", "for x in (a); do y; done", "for x in a > f; do y; done", "for\nx in a; do y; done",
    "while do b; done", "while a do b; done", "case x in a) b;;; esac", "case x in ) a;; esac",
    "case x in | a) b;; esac", "case x in a|) b;; esac", "case in in in) in;; esac", "case x in in) in;; esac",
    "case x y in a) b;; esac", "case x in +(a)) b;; esac", "case x in a;; esac", "case x; in a) b;; esac", "a && & b",
    "a; && b", ";", "& a", "&", "a |", "a | & b", "a |& | b", "a ||", "a || ; b", "a <<<", "a > ; b", "a >>(b)",
    "a <<(b)", "a <<E)\nx\nE", "((a))b", "echo ((a))", "echo $[a", "echo ${a", "echo $(;)", "echo <(a",
    "echo $(a;;b)", "echo ${a-$(}", 'echo "`a`', "echo $$(a)", "{ a; } {", "{ a; }b", "{ a; }; }", "(a) (b)", "a (b)",
    "a; (b", "a; b)", "a)", "{ a", "if a", "while a; do b", "for x in a", "case x in", "case x in a", "function",
    "function f", "time {a; }", "[[ a]]", "[[ (a ]]", "[[ && a ]]", "[[ a =~ b | c ]]", "[[ a =~ (b ]]",
    "[[ a =~ [(] ]]", "[[ a == (b) ]]", "[[ -n ]]", "[[ -q a ]]", "[[ -n == b ]]", "[[ a -a b ]]", "[[ a -o b ]]",
    "[[ a; b ]]", "[[ a | b ]]", "[[ a # c\n ]]", "[[ a &&\n\n b\n]]", "[[ a ]] b", "[[ a =~ ;b ]]", "[[ a =~ <b ]]",
    "[[ @(b|c) = a ]]", "[[ a -eq (b) ]]", "[[ a == ]] ]]", "coproc ! a", "coproc function f { a; }",
    "coproc coproc a", "coproc in a", "coproc x then", "coproc a=1 { b; }", "coproc f() { a; }", "coproc x y (a)",
    "${a<(b}", "echo ${a:-\\", "a <{x}>y", "for 2>x in a; do b; done", "case 2>x in a) b;; esac",
    "a=(2>x)", "a=({x}>y)", "[[ 2>x ]]", "[[ a == 2> x ]]", "function 2>x { a; }", "$(a=(\\;))", "$(a=($(c=(\\;))))",
    "$(time a; time)", "$( time for x; do y; done)", 'for ((a";";b)); do y; done', "a<<2>&1E", "ec\\\n[[ a",
]
# fmt: on

# Taken by ``bash -n`` and not here: known misses, and ``[[ ]]`` without an expression, which Bash lets
# pass in silence and does not run.
MISSED = ["x=$(cat <<EOF)\nhi\nEOF\n", "[[ ]]", "[[ a && ]]", "[[ ! ]]", "[[ ]] ]]"]


@pytest.mark.parametrize("text", [text for text in TAKEN if text not in MISSED], ids=repr)
def test_what_bash_takes_is_read(text):
    assert bash.parse(text) is not None


@pytest.mark.parametrize("text", REFUSED + MISSED, ids=repr)
def test_what_bash_refuses_is_not_read(text):
    assert bash.parse(text) is None


@needs_bash
@pytest.mark.parametrize("text, taken", [(text, True) for text in TAKEN] + [(text, False) for text in REFUSED], ids=repr)
def test_bash_agrees(text, taken):
    assert bash_reads(text) is taken


def test_no_text_stands_twice():
    assert len(set(TAKEN + REFUSED)) == len(TAKEN) + len(REFUSED)
    assert set(MISSED) <= set(TAKEN)


# -- words


@pytest.mark.parametrize(
    "word, value, kind",
    [
        ("a", "a", str),
        ("'a b'", "a b", str),
        ("'>'", ">", Literal),
        ("'2>'", "2>", Literal),
        ("'{fd}>'", "{fd}>", Literal),
        ("'&>>'", "&>>", Literal),
        ("'>x'", ">x", str),
        ("'A=1'", "A=1", Literal),
        ("'a[1]+=x'", "a[1]+=x", Literal),
        ("A=1", "A=1", str),
        ("'1A=1'", "1A=1", str),
        ("\\!", "!", Literal),
        ("'-n'", "-n", str),
        ("$x", "$x", Dynamic),
        ("'$x'", "$x", str),
        ("a*", "a*", Dynamic),
        ("a\\*", "a*", str),
        ("[a]", "[a]", Dynamic),
        ("[", "[", str),
        ("[]", "[]", str),
        ("a]b[", "a]b[", str),
        ("'['a]", "[a]", str),
        ("{a,b}", "{a,b}", Dynamic),
        ("{a..c}", "{a..c}", Dynamic),
        ("{a}", "{a}", str),
        ("{a,b", "{a,b", str),
        ("a,b}", "a,b}", str),
        ("'{a,b}'", "{a,b}", str),
        ("\\{a,b}", "{a,b}", str),
        ("~", "~", Dynamic),
        ("~x/y", "~x/y", Dynamic),
        ("a~", "a~", str),
        ("\"~\"/x", "~/x", str),
        ("A=~/x", "A=~/x", Dynamic),
        ("--a=~/x", "--a=~/x", str),
        ("$'\\xc3\\xa9'", shell.SUB_PLACEHOLDER * 2, Dynamic),
        ("$'a\\0b'", "a%sb" % shell.SUB_PLACEHOLDER, Dynamic),
        ("$'\\u00e9\\q\\cA'", "é\\q\x01", str),
        ("$'\\U110000'", shell.SUB_PLACEHOLDER, Dynamic),
    ],
)
def test_a_word_and_its_kind(word, value, kind):
    found = shell.pipelines("x " + word)[0][0][1]
    assert (str(found), type(found)) == (value, kind)


def test_assignments_are_no_patterns():
    assert [type(word) for word in shell.pipelines("A=*.c B={a,b} C=$x D=~ e")[0][0]] == [str, str, Dynamic, Dynamic, str]


# -- the tree


def test_the_tree_of_a_compound():
    script = bash.parse("if a; then b | c; fi > f; g() { d; }")
    (branch,), (function,) = script.block
    assert (branch.kind, [via for via, _ in branch.parts], branch.redirects) == ("if", ["", "branch"], ((">", "f"),))
    assert [node.argv for node in branch.parts[1][1][0]] == [("b",), ("c",)]
    assert (function.name, function.body.kind) == ("g", "group")


def test_a_simple_command_in_its_parts():
    node = bash.parse("A=1 > f a 'b c' 2>&1").block[0][0]
    assert node.words == ["A=1", ">", "f", "a", "b c", "2>&", "1"]
    assert (node.assignments, node.argv, node.redirects) == (("A=1",), ("a", "b c"), ((">", "f"), ("2>&", "1")))


# -- limits


NESTS = [("$(", "a", ")"), ("( ", "a", " )"), ("{ ", "a; ", "}; "), ("${x:-", "a", "}"), ("if a; then ", "b; ", "fi; "),
         ("\"$(a ", "b", ")\""), ("$((", "1", "))"), ("[[ ( ", "a", " ) ]]"), ("a=(", "$(b)", ")")]


@pytest.mark.parametrize("opening, inside, closing", NESTS[:-1], ids=repr)
def test_depth_is_bounded(opening, inside, closing):
    def nested(depth):
        if opening.startswith("[["):
            return "[[ " + "( " * depth + inside + " )" * depth + " ]]"
        return ("echo " if opening[0] in "$\"" else "") + opening * depth + inside + closing * depth

    assert bash.parse(nested(20)) is not None
    assert bash.parse(nested(400)) is None


def test_the_stack_of_the_caller_does_not_matter():
    def deep(levels):
        return deep(levels - 1) if levels else bash.parse("a " + "$(a " * 40 + ")" * 40)

    for levels in range(0, sys.getrecursionlimit() - 100, 25):
        assert deep(levels) is None or deep(levels).block


SHAPES = ["'", '"', "`", "\\", "<<A ", "<<A\n", "$(", "$((", "((", "( ", ")", "{ ", "}", "${", "[[ ", "a[", "a=(", "a;", "a|", "a&",
          "\n", "# x\n", "$x", "$'", "<(", ">f ", "2>&1 ", "*", "{a,", "case x in a) ", "if a; then ", "f() { ", "for i in ", "! ",
          "time ", "cat <<E\nE\n", "<<-A\n\t", "\"$(", "'a'", '"a"', "`a`", "a\\\n", "((a);", "(a);", "@(", "~", "=", "a=b "]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_the_work_is_bounded_and_nothing_raises(shape, monkeypatch):
    """A text of the longest length costs at most MAX_STEPS steps, whatever it repeats."""
    steps = []
    step = bash_source.Source.step
    monkeypatch.setattr(bash_source.Source, "step", lambda self: steps.append(1) or step(self))
    for before in ("", "echo ", "[[ a == ", 'echo "', "(( "):
        text = (before + shape * shell.MAX_COMMAND)[: shell.MAX_COMMAND]
        del steps[:]
        shell.Parsed({"input": {"command": text}}).commands
        assert len(steps) <= bash_source.MAX_STEPS + 1


def test_long_ordinary_texts_are_read():
    lines = "echo \"step $i\" && grep -rn 'TODO' src | head -20 > out.log 2>&1\n" * 250
    assert len(bash.parse(lines).block) == 500
    assert len(bash.parse("cat <<EOF\n%sEOF\n" % ("line of text\n" * 1200)).heredocs[0]) == 1200 * 13 - 1


# -- properties


def mutated(source, texts):
    """One of ``texts`` with a few pieces cut out, put in or taken from another."""
    text = source.choice(texts)
    for _ in range(source.randrange(1, 4)):
        at = source.randrange(len(text) + 1)
        kind = source.randrange(3)
        if kind == 0:
            text = text[:at] + source.choice(SHAPES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + source.randrange(1, 4) :]
        else:
            other = source.choice(texts)
            text = text[:at] + other[source.randrange(len(other) + 1) :][:12] + text[at:]
    return text


def check(text):
    """Every view of the text can be taken, and holds only words."""
    found = shell.Parsed({"input": {"command": text}})
    assert all(type(word) in (str, Literal, Dynamic) for pipeline in found.pipelines for segment in pipeline for word in segment)
    assert all(segment for pipeline in found.pipelines for segment in pipeline)
    assert len(found.alone) == len(found.pipelines)
    assert all(found.pipelines[c.pipeline][c.position] and c.width == len(found.pipelines[c.pipeline]) for c in found.commands)
    assert all(isinstance(body, str) for body in found.heredocs)
    stripped, bodies = shell.strip_heredocs(text)
    assert bodies == found.heredocs and len(stripped) <= len(text) + 40 * len(bodies)
    list(shell.git_calls(found, ("commit",)))
    return found


def test_random_texts():
    source = random.Random(11)
    for _ in range(1500):
        data = bytes(source.randrange(256) for _ in range(source.randrange(60)))
        check(data.decode("latin-1"))
        check(data.decode("utf-8", "surrogateescape"))
        check("".join(source.choice(SHAPES) for _ in range(source.randrange(12))))


def test_mutated_commands():
    source = random.Random(12)
    texts = TAKEN + grammar.commands(12, 300)
    assert sum(check(mutated(source, texts)).skipped for _ in range(2500)) < 2000


@needs_bash
def test_what_is_read_of_mutated_commands_is_taken_by_bash():
    source = random.Random(13)
    texts = TAKEN + grammar.commands(13, 300)
    read = [text for text in (mutated(source, texts) for _ in range(500)) if bash.parse(text) and not text.endswith("\\")]
    assert len(read) > 100
    assert [text for text in read if not bash_reads(text)] == []


def test_two_scripts_after_each_other_are_read_as_each():
    texts = [row["command"] for row in rows() if not row["heredocs"]][:400]
    for one, other in zip(texts, texts[1:]):
        assert shell.pipelines(one + "\n" + other) == shell.pipelines(one) + shell.pipelines(other)


def test_crlf_is_read_as_a_newline():
    texts = [row["command"] for row in rows() if "\\\n" not in row["command"]][:300]
    for text in texts:
        assert shell.pipelines(text.replace("\n", "\r\n")) == shell.pipelines(text)


def test_a_prefix_of_a_command_never_raises():
    for row in rows()[:150]:
        for end in range(0, len(row["command"]), 3):
            bash.parse(row["command"][:end])


def test_the_grammar_gives_the_same_commands_for_the_same_seed():
    assert grammar.commands(5, 40) == grammar.commands(5, 40) != grammar.commands(6, 40)
