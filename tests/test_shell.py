"""The shell reading (FR-5, D5): one table of cases is the specification, each row checked with ``bash -n``.

A row: the command, its pipelines (None: skipped), the bodies of its here-documents where it has any.
``D`` marks a word whose value is not known, ``L`` a known word that only looks like something else.
"""
from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ruleprobe import shell
from ruleprobe.words import Dynamic as D
from ruleprobe.words import Literal as L

S = shell.SUB_PLACEHOLDER
H0, H1 = "__RULEPROBE_HEREDOC_0__", "__RULEPROBE_HEREDOC_1__"

# fmt: off
TABLE = [
    # words and quotes
    ("git status", [[["git", "status"]]]),
    ("  git   status\t-s  ", [[["git", "status", "-s"]]]),
    ('echo \'a b\' "c d"', [[["echo", "a b", "c d"]]]),
    ('echo \'a\'b"c"d', [[["echo", "abcd"]]]),
    ("echo ''", [[["echo", ""]]]),
    ('echo ""', [[["echo", ""]]]),
    ("echo a''b", [[["echo", "ab"]]]),
    ("echo 'it'\\''s'", [[["echo", "it's"]]]),
    ('echo "it\'s"', [[["echo", "it's"]]]),
    ('echo \'say "hi"\'', [[["echo", 'say "hi"']]]),
    ('echo "say \\"hi\\""', [[["echo", 'say "hi"']]]),
    ('echo "a\\$b" "\\`x\\`" "\\\\"', [[["echo", "a$b", "`x`", "\\"]]]),
    ('echo "a\\nb" \'a\\nb\'', [[["echo", "a\\nb", "a\\nb"]]]),
    ('echo a\\ b \\"c \\\'d', [[["echo", "a b", '"c', "'d"]]]),
    ("echo \\$HOME \\`x\\`", [[["echo", "$HOME", "`x`"]]]),
    ("echo $'a\\tb\\n' $'it\\'s' $'\\x41\\102\\u00e9'", [[["echo", "a\tb\n", "it's", "ABé"]]]),
    ('echo $"a b"', [[["echo", "a b"]]]),
    ('echo "$\'a\'"', [[["echo", "$'a'"]]]),
    ("echo a\\\nb", [[["echo", "ab"]]]),
    ("echo a \\\n  b", [[["echo", "a", "b"]]]),
    ('echo "a\\\nb"', [[["echo", "ab"]]]),
    ("echo 'a\\\nb'", [[["echo", "a\\\nb"]]]),
    ("echo 'a\nb'", [[["echo", "a\nb"]]]),
    ('echo "a\nb"', [[["echo", "a\nb"]]]),
    ("echo a#b '#c' \\#d", [[["echo", "a#b", "#c", "#d"]]]),
    ("echo a # b", [[["echo", "a"]]]),
    ("# only a comment", []),
    ('# it\'s "odd\nls', [[["ls"]]]),
    ("ls # it's", [[["ls"]]]),
    ("ls;# it's\npwd", [[["ls"]], [["pwd"]]]),
    ("echo é ✓ 日本", [[["echo", "é", "✓", "日本"]]]),
    ("echo a\xa0b", [[["echo", "a\xa0b"]]]),
    ("echo a\\", [[["echo", "a\\"]]]),
    ("echo 'a", None),
    ('echo "a', None),
    ("echo $'a", None),
    ('echo "a $(b "c") d"', [[["echo", D(f'a {S} d')]]]),
    ("echo {} {a} stash@{0} }", [[["echo", "{}", "{a}", "stash@{0}", "}"]]]),
    ("echo = a=b --c=d", [[["echo", "=", "a=b", "--c=d"]]]),
    ("echo ! a !b", [[["echo", "!", "a", "!b"]]]),
    ("echo \\{a,b\\}", [[["echo", "{a,b}"]]]),
    ("echo %s ^x @y +z a,b a:b", [[["echo", "%s", "^x", "@y", "+z", "a,b", "a:b"]]]),
    ('echo \'*\' "?" \\*', [[["echo", "*", "?", "*"]]]),
    ("echo ~root '~' a~b", [[["echo", D("~root"), "~", "a~b"]]]),
    ("[ -f x ]", [[["[", "-f", "x", "]"]]]),
    ("[[ -f x ]]", [[["[[", "-f", "x", "]]"]]]),
    ("echo [[ ]]", [[["echo", "[[", "]]"]]]),
    ("echo if then fi", [[["echo", "if", "then", "fi"]]]),
    ("'if' a", [[[L("if"), "a"]]]),
    ("\\if a", [[[L("if"), "a"]]]),
    ('"!" a', [[[L("!"), "a"]]]),
    ("", None),
    (" ", None),
    ("\n", None),
    # expansions
    ('echo $x "$x" \'$x\'', [[["echo", D("$x"), D("$x"), "$x"]]]),
    ("echo ${x} ${x:-a b} ${x%.*}", [[["echo", D("${x}"), D("${x:-a b}"), D("${x%.*}")]]]),
    ('echo "${x:-"a b"}"', [[["echo", D('${x:-"a b"}')]]]),
    ("echo ${x:-{b}}", [[["echo", D("${x:-{b}}")]]]),
    ("echo ${x:-'}'}", [[["echo", D("${x:-'}'}")]]]),
    ("echo ${x", None),
    ('echo "${x"', None),
    ("echo $1 $@ $# $? $$ $! $-", [[["echo", D("$1"), D("$@"), D("$#"), D("$?"), D("$$"), D("$!"), D("$-")]]]),
    ('echo $ a$ "$" "a$"', [[["echo", "$", "a$", "$", "a$"]]]),
    ("echo $(ls)", [[["echo", D(S)]]]),
    ('echo "$(ls -la)"', [[["echo", D(S)]]]),
    ("echo a$(ls)b", [[["echo", D(f'a{S}b')]]]),
    ("echo `ls`", [[["echo", D(S)]]]),
    ('echo "a `ls` b"', [[["echo", D(f'a {S} b')]]]),
    ("echo `a \\`b\\``", [[["echo", D(S)]]]),
    ("echo `a", None),
    ("echo $(a", None),
    ("echo $(a; b | c && d)", [[["echo", D(S)]]]),
    ('echo $(a "$(b "c")")', [[["echo", D(S)]]]),
    ("echo $( (a) )", [[["echo", D(S)]]]),
    ("echo $((1 + 2)) $((a[1]))", [[["echo", D(S), D(S)]]]),
    ("echo $(( (1) * 2 ))", [[["echo", D(S)]]]),
    ("echo $((1+2)", None),
    ("echo $[1 + 2]", [[["echo", D(S)]]]),
    ("diff <(a) <(b | c)", [[["diff", D(S), D(S)]]]),
    ("tee >(a) < <(b)", [[["tee", D(S), "<", D(S)]]]),
    ("a > >(b)", [[["a", ">", D(S)]]]),
    ("echo $(<f)", [[["echo", D(S)]]]),
    ("echo $(if)", None),
    ("echo `if`", [[["echo", D(S)]]]),
    ("echo $(case x in a) b;; esac)", [[["echo", D(S)]]]),
    ('echo "$(case x in a) b;; esac)"', [[["echo", D(S)]]]),
    ("echo $(a # )\n)", [[["echo", D(S)]]]),
    ("echo $(echo ')')", [[["echo", D(S)]]]),
    ('echo $(echo ")")', [[["echo", D(S)]]]),
    ("echo *.py src/**/*.js [ab].c a?", [[["echo", D("*.py"), D("src/**/*.js"), D("[ab].c"), D("a?")]]]),
    ("echo {a,b} {1..3} a{b,c}d", [[["echo", D("{a,b}"), D("{1..3}"), D("a{b,c}d")]]]),
    ("echo ~ ~/x", [[["echo", D("~"), D("~/x")]]]),
    ("x=$(ls) y=`b`", [[[D(f'x={S}'), D(f'y={S}')]]]),
    ("$(a) b", [[[D(S), "b"]]]),
    ("$x a", [[[D("$x"), "a"]]]),
    ('"$x"/a b', [[[D("$x/a"), "b"]]]),
    ("a${b}c d", [[[D("a${b}c"), "d"]]]),
    ("$$(a)", None),
    ("echo $(a) | b", [[["echo", D(S)], ["b"]]]),
    ('echo ${x/a/"}"}', [[["echo", D('${x/a/"}"}')]]]),
    ('echo "${x:-it\'s}"', None),
    ("echo ${#x} ${x[@]} ${!x}", [[["echo", D("${#x}"), D("${x[@]}"), D("${!x}")]]]),
    ('cat "$(git rev-parse --show-toplevel)/f"', [[["cat", D(f'{S}/f')]]]),
    ('echo "$(printf \'%s\' "$(a)")" && b', [[["echo", D(S)]], [["b"]]]),
    # operators
    ("a; b", [[["a"]], [["b"]]]),
    ("a;b;", [[["a"]], [["b"]]]),
    ("a && b || c", [[["a"]], [["b"]], [["c"]]]),
    ("a&&b||c", [[["a"]], [["b"]], [["c"]]]),
    ("a | b | c", [[["a"], ["b"], ["c"]]]),
    ("a|b", [[["a"], ["b"]]]),
    ("a |& b", [[["a"], ["b"]]]),
    ("a & b", [[["a"]], [["b"]]]),
    ("a &", [[["a"]]]),
    ("a & b &", [[["a"]], [["b"]]]),
    ("a\nb", [[["a"]], [["b"]]]),
    ("a\n\n\nb\n", [[["a"]], [["b"]]]),
    ("a &&\n b", [[["a"]], [["b"]]]),
    ("a |\n\n b", [[["a"], ["b"]]]),
    ("a ||\n# c\n b", [[["a"]], [["b"]]]),
    ("a; b | c && d", [[["a"]], [["b"], ["c"]], [["d"]]]),
    ("a && b | c", [[["a"]], [["b"], ["c"]]]),
    ("! a", [[["a"]]]),
    ("! a | b", [[["a"], ["b"]]]),
    ("a && ! b", [[["a"]], [["b"]]]),
    ("time a", [[["a"]]]),
    ("time -p a | b", [[["a"], ["b"]]]),
    ("a && time b", [[["a"]], [["b"]]]),
    ("a | time b", [[["a"], ["time", "b"]]]),
    ("time", []),
    ("!", []),
    ("a;;b", None),
    ("a;;", None),
    ("; a", None),
    ("a ; ; b", None),
    ("a &&", None),
    ("a | | b", None),
    ("a & & b", None),
    ("a && && b", None),
    ("|| a", None),
    ("a\n&& b", None),
    ("a | ! b", None),
    ("a &; b", None),
    ("a;\nb", [[["a"]], [["b"]]]),
    ("a\r\nb\r\n", [[["a"]], [["b"]]]),
    ("a\\\n&& b", [[["a"]], [["b"]]]),
    ("a | grep x > f; b", [[["a"], ["grep", "x", ">", "f"]], [["b"]]]),
    ("echo a;b", [[["echo", "a"]], [["b"]]]),
    ('echo \';\' \'&&\' "|"', [[["echo", ";", "&&", "|"]]]),
    ("echo a\\;b \\| \\&", [[["echo", "a;b", "|", "&"]]]),
    ("find . -exec a {} \\;", [[["find", ".", "-exec", "a", "{}", ";"]]]),
    ("a ) b", None),
    ("a ( b )", None),
    ("time ! a", [[["a"]]]),
    ("! time a", [[["a"]]]),
    # redirections
    ("a > f", [[["a", ">", "f"]]]),
    ("a >f", [[["a", ">", "f"]]]),
    ("a>f", [[["a", ">", "f"]]]),
    ("a >> f 2>&1", [[["a", ">>", "f", "2>&", "1"]]]),
    ("a 2>/dev/null", [[["a", "2>", "/dev/null"]]]),
    ("a 2> /dev/null b", [[["a", "2>", "/dev/null", "b"]]]),
    ("a 1>&2", [[["a", "1>&", "2"]]]),
    ("a >&2", [[["a", ">&", "2"]]]),
    ("a 2>&1 | b", [[["a", "2>&", "1"], ["b"]]]),
    ("a 2>&1>f", [[["a", "2>&", "1", ">", "f"]]]),
    ("a &> f", [[["a", "&>", "f"]]]),
    ("a &>>f", [[["a", "&>>", "f"]]]),
    ("a >& f", [[["a", ">&", "f"]]]),
    ("a >| f", [[["a", ">|", "f"]]]),
    ("a <> f", [[["a", "<>", "f"]]]),
    ("a < f", [[["a", "<", "f"]]]),
    ("a <<< x", [[["a", "<<<", "x"]]]),
    ('a <<<"x y" b', [[["a", "<<<", "x y", "b"]]]),
    ("a 3<&- 4>&-", [[["a", "3<&", "-", "4>&", "-"]]]),
    ("a <&3-", [[["a", "<&", "3-"]]]),
    ("a {fd}> f", [[["a", "{fd}>", "f"]]]),
    ("a {fd} > f", [[["a", "{fd}", ">", "f"]]]),
    ("exec 3>&1 4<f", [[["exec", "3>&", "1", "4<", "f"]]]),
    ("exec {x}>&-", [[["exec", "{x}>&", "-"]]]),
    ("> f", [[[">", "f"]]]),
    ("> f a b", [[[">", "f", "a", "b"]]]),
    ("2>/dev/null a", [[["2>", "/dev/null", "a"]]]),
    ("<f >g", [[["<", "f", ">", "g"]]]),
    ("a 2 > f", [[["a", "2", ">", "f"]]]),
    ("a2>f", [[["a2", ">", "f"]]]),
    ("a 22>f", [[["a", "22>", "f"]]]),
    ('a > "$f"', [[["a", ">", D("$f")]]]),
    ("a > *.c", [[["a", ">", D("*.c")]]]),
    ("a >", None),
    ("a > | b", None),
    ("a >> ; b", None),
    ("a > f g", [[["a", ">", "f", "g"]]]),
    ('echo \'>\' "2>&1" \\>', [[["echo", L(">"), "2>&1", L(">")]]]),
    ('echo \'a>b\' "2>"', [[["echo", "a>b", L("2>")]]]),
    ("a 2>&1 && b", [[["a", "2>&", "1"]], [["b"]]]),
    ("a 2>&1;b", [[["a", "2>&", "1"]], [["b"]]]),
    ("a >f;b", [[["a", ">", "f"]], [["b"]]]),
    ("a>f|b", [[["a", ">", "f"], ["b"]]]),
    ("a >f&", [[["a", ">", "f"]]]),
    ("a & > f", [[["a"]], [[">", "f"]]]),
    ("a > f > g", [[["a", ">", "f", ">", "g"]]]),
    ("a <<< $x", [[["a", "<<<", D("$x")]]]),
    ("a <<< $(b)", [[["a", "<<<", D(S)]]]),
    ("a > ${f}", [[["a", ">", D("${f}")]]]),
    ("{ a; } > f", [[["a"]]]),
    ("( a ) 2>&1 | b", [[["a"]], [["b"]]]),
    ("for i in x; do a; done > f", [[["a"]]]),
    ("if a; then b; fi 2>&1", [[["a"]], [["b"]]]),
    ("(a) > f b", None),
    ("a 2>(b)", [[["a", D(f'2{S}')]]]),
    ("a 2>&", None),
    ("a &>", None),
    ("echo a >f b >>g c", [[["echo", "a", ">", "f", "b", ">>", "g", "c"]]]),
    # here-documents
    ("cat <<EOF\nhi\nEOF", [[["cat", "<<", H0]]], ["hi"]),
    ("cat << EOF\nhi\nEOF\nls", [[["cat", "<<", H0]], [["ls"]]], ["hi"]),
    ('cat <<\'EOF\'\n$x `y` "\nEOF', [[["cat", "<<", H0]]], ['$x `y` "']),
    ('cat <<"EOF"\na\nEOF', [[["cat", "<<", H0]]], ["a"]),
    ("cat <<\\EOF\na\nEOF", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<E'O'F\na\nEOF", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<'E F'\na\nE F", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<EOF > f\na\nEOF", [[["cat", "<<", H0, ">", "f"]]], ["a"]),
    ("cat > f <<EOF\na\nEOF\nb", [[["cat", ">", "f", "<<", H0]], [["b"]]], ["a"]),
    ("cat <<EOF | b\na\nEOF", [[["cat", "<<", H0], ["b"]]], ["a"]),
    ("cat <<EOF && b\na\nEOF", [[["cat", "<<", H0]], [["b"]]], ["a"]),
    ("cat <<EOF; b\na\nEOF\nc", [[["cat", "<<", H0]], [["b"]], [["c"]]], ["a"]),
    ("a <<A; b <<B\n1\nA\n2\nB", [[["a", "<<", H0]], [["b", "<<", H1]]], ["1", "2"]),
    ("a <<A <<B\n1\nA\n2\nB", [[["a", "<<", H0, "<<", H1]]], ["1", "2"]),
    ("a <<A | b <<B && c\n1\nA\n2\nB\nd", [[["a", "<<", H0], ["b", "<<", H1]], [["c"]], [["d"]]], ["1", "2"]),
    ("cat <<-EOF\n\ta\n\tEOF", [[["cat", "<<", H0]]], ["\ta"]),
    ("cat <<-EOF\n\t\ta\nEOF", [[["cat", "<<", H0]]], ["\t\ta"]),
    ("cat <<EOF\n EOF\nEOF", [[["cat", "<<", H0]]], [" EOF"]),
    ("cat <<EOF\nEOF2\nEOF \nEOF", [[["cat", "<<", H0]]], ["EOF2\nEOF "]),
    ("cat <<EOF", [[["cat", "<<", H0]]], [""]),
    ("cat <<EOF\n", [[["cat", "<<", H0]]], [""]),
    ("cat <<EOF\na", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<EOF\nEOF", [[["cat", "<<", H0]]], [""]),
    ("cat <<EOF\n\nEOF", [[["cat", "<<", H0]]], [""]),
    ("cat <<EOF\na\\\nEOF\nEOF", [[["cat", "<<", H0]]], ["a\\\nEOF"]),
    ("cat <<'EOF'\na\\\nEOF", [[["cat", "<<", H0]]], ["a\\"]),
    ('cat <<EOF\nit\'s "odd\nEOF\nb', [[["cat", "<<", H0]], [["b"]]], ['it\'s "odd']),
    ("cat <<EOF\n$(if)\nEOF", [[["cat", "<<", H0]]], ["$(if)"]),
    ("x=$(cat <<EOF\na\nEOF\n)", [[[D(f'x={H0}')]]], ["a"]),
    ('a "$(cat <<\'EOF\'\nb\nEOF\n)" c', [[["a", D(H0), "c"]]], ["b"]),
    ('a -m "$(cat <<\'EOF\'\nb\nEOF\n)"', [[["a", "-m", D(H0)]]], ["b"]),
    ('a --m="$(cat <<EOF\nb\nEOF\n)"', [[["a", D(f'--m={H0}')]]], ["b"]),
    ('a "x $(cat <<EOF\nb\nEOF\n) y"', [[["a", D(f'x {H0} y')]]], ["b"]),
    ('a "$(sed s/a/b/ <<EOF\nb\nEOF\n)"', [[["a", D(S)]]], ["b"]),
    ('a "$(cat <<EOF | b\nc\nEOF\n)"', [[["a", D(S)]]], ["c"]),
    ("x=$(cat <<EOF\nhi\nEOF)\nb", [[[D(f'x={H0}')]], [["b"]]], ["hi"]),
    ("x=$(cat <<EOF)\nhi\nEOF\nb", None),
    ("{ cat <<EOF; }\na\nEOF", [[["cat", "<<", H0]]], ["a"]),
    ("( cat <<EOF\na\nEOF\n) | b", [[["cat", "<<", H0]], [["b"]]], ["a"]),
    ("if a <<EOF; then b; fi\nx\nEOF", [[["a", "<<", H0]], [["b"]]], ["x"]),
    ("for i in 1; do cat <<EOF\na\nEOF\ndone", [[["cat", "<<", H0]]], ["a"]),
    ("while read l; do a; done <<EOF\nb\nEOF", [[["read", "l"]], [["a"]]], ["b"]),
    ("f() { cat <<EOF\na\nEOF\n}", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<EOF 'x\ny'\na\nEOF", [[["cat", "<<", H0, "x\ny"]]], ["a"]),
    ("cat <<EOF \\\n  b\na\nEOF", [[["cat", "<<", H0, "b"]]], ["a"]),
    ("cat <<EOF # c\na\nEOF", [[["cat", "<<", H0]]], ["a"]),
    ("cat <<EOF\r\na\r\nEOF\r\nb", [[["cat", "<<", H0]], [["b"]]], ["a"]),
    ("cat <<", None),
    ("cat <<\nEOF", None),
    ("cat <<$x\na\n$x\nb", [[["cat", "<<", H0]], [["b"]]], ["a"]),
    ("cat <<EOF $(a\nb)\nc\nEOF", [[["cat", "<<", H0, D(S)]]], ["c"]),
    ("cat 3<<EOF\na\nEOF", [[["cat", "3<<", H0]]], ["a"]),
    ("cat <<''\na\n\nb", [[["cat", "<<", H0]], [["b"]]], ["a"]),
    ("python3 - <<'PY'\nprint('a')\nPY", [[["python3", "-", "<<", H0]]], ["print('a')"]),
    ("cat <<<EOF", [[["cat", "<<<", "EOF"]]]),
    ("cat <<EOF;\na\nEOF", [[["cat", "<<", H0]]], ["a"]),
    ("echo `cat <<EOF\na\nEOF\n`", [[["echo", D(S)]]]),
    ("cat <<EOF <<<x\na\nEOF", [[["cat", "<<", H0, "<<<", "x"]]], ["a"]),
    ("echo <<EOF$x\na\nEOF$x", [[["echo", "<<", H0]]], ["a"]),
    ("case x in a) cat <<EOF;; esac\nb\nEOF", [[["cat", "<<", H0]]], ["b"]),
    ("tee a >/dev/null <<'EOF'\nb\nEOF", [[["tee", "a", ">", "/dev/null", "<<", H0]]], ["b"]),
    # groups and branches
    ("{ a; }", [[["a"]]]),
    ("{ a; b; } | c", [[["a"]], [["b"]], [["c"]]]),
    ("{ a\n}", [[["a"]]]),
    ("{ a }", None),
    ("{a;}", None),
    ("{ }", None),
    ("(a)", [[["a"]]]),
    ("( a; b )", [[["a"]], [["b"]]]),
    ("(a) && (b)", [[["a"]], [["b"]]]),
    ("(a | b) | c", [[["a"], ["b"]], [["c"]]]),
    ("a | { b; c; } | d", [[["a"]], [["b"]], [["c"]], [["d"]]]),
    ("a | (b | c) | d", [[["a"]], [["b"], ["c"]], [["d"]]]),
    ("(a)(b)", None),
    ("()", None),
    ("( )", None),
    ("((a))", []),
    ("(( a > 1 && b < 2 ))", []),
    ("((a); (b))", [[["a"]], [["b"]]]),
    ("( (a); b )", [[["a"]], [["b"]]]),
    ("(((a);b);c)", [[["a"]], [["b"]], [["c"]]]),
    ("((a)", None),
    ("if a; then b; fi", [[["a"]], [["b"]]]),
    ("if a; then b; else c; fi", [[["a"]], [["b"]], [["c"]]]),
    ("if a; then b; elif c; then d; else e; fi", [[["a"]], [["b"]], [["c"]], [["d"]], [["e"]]]),
    ("if a\nthen\n b\nfi\nc", [[["a"]], [["b"]], [["c"]]]),
    ("if ! a; then b; fi", [[["a"]], [["b"]]]),
    ("if a | b; then c; fi | d", [[["a"], ["b"]], [["c"]], [["d"]]]),
    ("if a; then b", None),
    ("if a then b; fi", None),
    ("if a; then; b; fi", None),
    ("if [ -f x ]; then a; fi", [[["[", "-f", "x", "]"]], [["a"]]]),
    ("if [[ -f x ]]; then a; fi", [[["[[", "-f", "x", "]]"]], [["a"]]]),
    ("if (( x )); then a; fi", [[["a"]]]),
    ("if { a; } then b; fi", [[["a"]], [["b"]]]),
    ("if (a) then b; fi", [[["a"]], [["b"]]]),
    ("while a; do b; done", [[["a"]], [["b"]]]),
    ("until a; do b; done", [[["a"]], [["b"]]]),
    ("while a; do b; done < f | c", [[["a"]], [["b"]], [["c"]]]),
    ('while read -r l; do a "$l"; done', [[["read", "-r", "l"]], [["a", D("$l")]]]),
    ("a | while read l; do b; done", [[["a"]], [["read", "l"]], [["b"]]]),
    ("while :; do a; done &", [[[":"]], [["a"]]]),
    ("for i in a b; do c $i; done", [[["c", D("$i")]]]),
    ("for i in *.c; do a; done; b", [[["a"]], [["b"]]]),
    ("for i; do a; done", [[["a"]]]),
    ("for i do a; done", [[["a"]]]),
    ("for i in; do a; done", [[["a"]]]),
    ("for i\nin a\ndo\n b\ndone", [[["b"]]]),
    ("for i in $(a; b); do c; done", [[["c"]]]),
    ("for i in a; { b; }", [[["b"]]]),
    ("for ((i=0;i<3;i++)); do a; done", [[["a"]]]),
    ("for ((;;)) { a; }", [[["a"]]]),
    ("for ((i=0)); do a; done", None),
    ("for i in a b do c; done", None),
    ("for i in a; do b", None),
    ("select x in a b; do c; done", [[["c"]]]),
    ("case x in a) b;; esac", [[["b"]]]),
    ("case $x in a|b) c ;; *) d ;; esac", [[["c"]], [["d"]]]),
    ("case x in (a) b;; (c|d) e;; esac", [[["b"]], [["e"]]]),
    ("case x in a) b;& c) d;;& e) f; esac", [[["b"]], [["d"]], [["f"]]]),
    ("case x in\n  a)\n    b\n    ;;\nesac\nc", [[["b"]], [["c"]]]),
    ("case x in esac", []),
    ("case x in a) esac", []),
    ("case x in a) ;; esac", []),
    ("case x in a) b;; esac | c", [[["b"]], [["c"]]]),
    ("case x in *.a) b | c;; esac", [[["b"], ["c"]]]),
    ('case "$1" in -h|--help) a;; -*) b;; esac', [[["a"]], [["b"]]]),
    ("case x in if) a;; esac", [[["a"]]]),
    ("case x in a b) c;; esac", None),
    ("case x in a) b", None),
    ("case $(a) in b) c;; esac", [[["c"]]]),
    ("if a; then b; fi; c", [[["a"]], [["b"]], [["c"]]]),
    ("if a; then b; fi c", None),
    ("{ a; } b", None),
    ("{ a; }; b", [[["a"]], [["b"]]]),
    ("{ if a; then b; fi }", [[["a"]], [["b"]]]),
    ("done", None),
    ("then a", None),
    ("fi", None),
    ("echo done; a", [[["echo", "done"]], [["a"]]]),
    ("{ a; } && { b; } || c", [[["a"]], [["b"]], [["c"]]]),
    ("! { a; }", [[["a"]]]),
    ("time { a; b; }", [[["a"]], [["b"]]]),
    ("(a; b) & c", [[["a"]], [["b"]], [["c"]]]),
    ("a; (b; c) | d; e", [[["a"]], [["b"]], [["c"]], [["d"]], [["e"]]]),
    ("(cd x && a) || b", [[["cd", "x"]], [["a"]], [["b"]]]),
    ("[ a ] && { b; c; }", [[["[", "a", "]"]], [["b"]], [["c"]]]),
    # functions and coproc
    ("f() { a; }", [[["a"]]]),
    ("f () { a; }; b", [[["a"]], [["b"]]]),
    ("f()\n{\n a\n}\nf", [[["a"]], [["f"]]]),
    ("function f { a; }", [[["a"]]]),
    ("function f() { a | b; }", [[["a"], ["b"]]]),
    ("function f\n{ a; }", [[["a"]]]),
    ("f() ( a )", [[["a"]]]),
    ("f() if a; then b; fi", [[["a"]], [["b"]]]),
    ("f() { a; } > g", [[["a"]]]),
    ("f() a", None),
    ("f() { a; } b", None),
    ("f( { a; }", None),
    ("function f a", None),
    ("a b() { c; }", None),
    ("f-x.y() { a; }", [[["a"]]]),
    ("f() { g() { a; }; }", [[["a"]]]),
    ("coproc a b", [[["a", "b"]]]),
    ("coproc { a; }", [[["a"]]]),
    ("coproc X { a; b; }", [[["a"]], [["b"]]]),
    ("coproc while a; do b; done", [[["a"]], [["b"]]]),
    ("coproc", None),
    # tests and arithmetic
    ("[[ a ]]", [[["[[", "a", "]]"]]]),
    ("[[ -f a && -d b ]] && c", [[["[[", "-f", "a", L("&&"), "-d", "b", "]]"]], [["c"]]]),
    ("[[ $x == y* ]] || a", [[["[[", D("$x"), "==", D("y*"), "]]"]], [["a"]]]),
    ("[[ a =~ ^(b|c)$ ]]", [[["[[", "a", "=~", "^(b|c)$", "]]"]]]),
    ("[[ a =~ (b c) ]] && d", [[["[[", "a", "=~", "(b c)", "]]"]], [["d"]]]),
    ("[[ ! -f a ]] ; b", [[["[[", "!", "-f", "a", "]]"]], [["b"]]]),
    ("[[ ( a || b ) && c ]]", [[["[[", L("("), "a", L("||"), "b", L(")"), L("&&"), "c", "]]"]]]),
    ("[[ a < b ]]", [[["[[", "a", L("<"), "b", "]]"]]]),
    ("[[ a > b ]] && c > d", [[["[[", "a", L(">"), "b", "]]"]], [["c", ">", "d"]]]),
    ("[[ a == @(b|c) ]]", [[["[[", "a", "==", D("@(b|c)"), "]]"]]]),
    ("[[ -n $(a) ]] && b", [[["[[", "-n", D(S), "]]"]], [["b"]]]),
    ("[[ a &&\n b ]]", [[["[[", "a", L("&&"), "b", "]]"]]]),
    ("[[ -f a\n]] && b", [[["[[", "-f", "a", "]]"]], [["b"]]]),
    ("[[ a b ]]", None),
    ("[[ -f ]]", None),
    ("[[ a", None),
    ("[[ a ] && b", None),
    ("[[ a -eq ]]", None),
    ("[[ a ]] | b", [[["[[", "a", "]]"], ["b"]]]),
    ("[[ a ]] 2>/dev/null", [[["[[", "a", "]]", "2>", "/dev/null"]]]),
    ("if [[ a || b ]]; then c; fi", [[["[[", "a", L("||"), "b", "]]"]], [["c"]]]),
    ("(( i++ ))", []),
    ("((i++)) && a", [[["a"]]]),
    ("(( a )) > f", []),
    ("((a", None),
    ("let i++", [[["let", "i++"]]]),
    ('let "i += 1"', [[["let", "i += 1"]]]),
    ("[[ -v x ]]", [[["[[", "-v", "x", "]]"]]]),
    ('[[ "a b" == \'a b\' ]]', [[["[[", "a b", "==", "a b", "]]"]]]),
    ("test a -gt b && c", [[["test", "a", "-gt", "b"]], [["c"]]]),
    ("while (( i < 3 )); do a; done", [[["a"]]]),
    # assignments and arrays
    ("A=1", [[["A=1"]]]),
    ("A=1 B=2", [[["A=1", "B=2"]]]),
    ("A=1 a", [[["A=1", "a"]]]),
    ("A=1 B='c d' a b", [[["A=1", "B=c d", "a", "b"]]]),
    ('A="$x" a', [[[D("A=$x"), "a"]]]),
    ("A=$(b) a", [[[D(f'A={S}'), "a"]]]),
    ("A= a", [[["A=", "a"]]]),
    ("A+=1 a", [[["A+=1", "a"]]]),
    ("a A=1", [[["a", "A=1"]]]),
    ("env A=1 a", [[["env", "A=1", "a"]]]),
    ("A=*.c a", [[["A=*.c", "a"]]]),
    ("A={b,c} a", [[["A={b,c}", "a"]]]),
    ("A=~/x a", [[[D("A=~/x"), "a"]]]),
    ("A=a:~/b c", [[[D("A=a:~/b"), "c"]]]),
    ("a=()", [[[D(f'a=({S})')]]]),
    ("a=(b c)", [[[D(f'a=({S})')]]]),
    ("a=(b\n c # d\n)", [[[D(f'a=({S})')]]]),
    ("a+=(b)", [[[D(f'a+=({S})')]]]),
    ("a=([1]=b [2]=c) d", [[[D(f'a=({S})'), "d"]]]),
    ("a[1]=b", [[["a[1]=b"]]]),
    ("a[i+1]=b c", [[["a[i+1]=b", "c"]]]),
    ("a[x y]=b c", [[["a[x y]=b", "c"]]]),
    ("a[", None),
    ("a=(b;c)", None),
    ("a=(b", None),
    ("echo a=(b)", None),
    ("declare -a a=(b c)", [[["declare", "-a", D(f'a=({S})')]]]),
    ("local x=1 y=(2 3)", [[["local", "x=1", D(f'y=({S})')]]]),
    ('export A=1 B="c d"', [[["export", "A=1", "B=c d"]]]),
    ("readonly a=(b)", [[["readonly", D(f'a=({S})')]]]),
    ("'A=1' a", [[[L("A=1"), "a"]]]),
    ("A'=1' a", [[[L("A=1"), "a"]]]),
    ('"A"=1 a', [[[L("A=1"), "a"]]]),
    ("1A=b c", [[["1A=b", "c"]]]),
    ("A-B=c d", [[["A-B=c", "d"]]]),
    ("A=1 >f a", [[["A=1", ">", "f", "a"]]]),
    ("> f A=1 a", [[[">", "f", "A=1", "a"]]]),
    ("A=1 if", [[["A=1", "if"]]]),
    ("PATH=a:$PATH b", [[[D("PATH=a:$PATH"), "b"]]]),
    ("a=b=c d", [[["a=b=c", "d"]]]),
    ("A=1; B=2; c", [[["A=1"]], [["B=2"]], [["c"]]]),
    ("A=1 && b", [[["A=1"]], [["b"]]]),
    ('A=\'x y\'\nb "$A"', [[["A=x y"]], [["b", D("$A")]]]),
    ('arr=(a b) ; c "${arr[@]}"', [[[D(f'arr=({S})')]], [["c", D("${arr[@]}")]]]),
    ("a=(b)c", [[[D(f'a=({S})c')]]]),
    ("for x in a=1; do b; done", [[["b"]]]),
    # braces, patterns and limits
    ("ls !(a)", None),
    ("ls @(a|b)", None),
    ("shopt -s extglob\nls !(a|b) | c", [[["shopt", "-s", "extglob"]], [["ls", D("!(a|b)")], ["c"]]]),
    ("shopt -s extglob; ls !(a)", None),
    ("[[ a == !(b) ]] && c", [[["[[", "a", "==", D("!(b)"), "]]"]], [["c"]]]),
    ("ls *(a)", None),
    ("echo __RULEPROBE_SUB__", None),
    ("echo a\x00b", None),
    ("i\\\nf a; then b; fi", None),
    ("a &\\\n& b", None),
]
# fmt: on

# Where the reading and ``bash -n`` part, and why.
DIFFERENT = {
    "": "skipped: empty",
    " ": "skipped: empty",
    "\n": "skipped: empty",
    "x=$(cat <<EOF)\nhi\nEOF\nb": "known miss: a body after the line that closes its substitution",
    "shopt -s extglob\nls !(a|b) | c": "bash -n does not run shopt; Bash reads the next line with it",
    "echo __RULEPROBE_SUB__": "known miss: a text that holds one of our own placeholders",
    "echo a\0b": "known miss: a NUL, which no argument can hold",
    "i\\\nf a; then b; fi": "known miss: a reserved word cut by a continuation",
    "a &\\\n& b": "known miss: an operator cut by a continuation",
}


def bash_reads(text: str) -> bool:
    """Whether ``bash -n`` takes the text without a complaint about its syntax."""
    done = subprocess.run(["bash", "-n"], input=text.encode("utf-8"), capture_output=True, env={"LC_ALL": "C.UTF-8"})
    complaints = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if "here-document" not in line]
    return done.returncode == 0 and not any("unexpected" in line or "conditional" in line for line in complaints)


def bash_version() -> tuple:
    if shutil.which("bash") is None:
        return (0, 0)
    out = subprocess.run(["bash", "-c", "echo ${BASH_VERSINFO[0]} ${BASH_VERSINFO[1]}"], capture_output=True).stdout
    return tuple(map(int, out.split()))


needs_bash = pytest.mark.skipif(bash_version() < (5, 2), reason="the reading is that of Bash 5.2")


def kinds(pipelines):
    """The words with their kinds, so that equal texts of different kinds differ."""
    return [[[(type(word), str(word)) for word in segment] for segment in pipeline] for pipeline in pipelines]


def parsed(command):
    event = {"kind": "tool_use", "name": "Bash", "id": "t1", "turn": 1, "input": {"command": command}}
    return shell.analyse([event]).bash[0]


@pytest.mark.parametrize("row", TABLE, ids=[repr(row[0]) for row in TABLE])
def test_the_table(row):
    found = parsed(row[0])
    assert found.skipped == (row[1] is None)
    assert kinds(found.pipelines) == kinds(row[1] or [])
    assert kinds(shell.pipelines(row[0])) == kinds(row[1] or [])
    assert found.heredocs == (row[2] if len(row) > 2 else [])
    assert shell.strip_heredocs(row[0])[1] == found.heredocs


@needs_bash
@pytest.mark.parametrize("row", TABLE, ids=[repr(row[0]) for row in TABLE])
def test_bash_reads_what_is_read(row):
    if row[0] == "echo a\0b":
        return
    assert (bash_reads(row[0]) == (row[1] is not None)) == (row[0] not in DIFFERENT)


def test_no_row_stands_twice():
    assert len({row[0] for row in TABLE}) == len(TABLE)
    assert set(DIFFERENT) <= {row[0] for row in TABLE}


# -- the corpus: tests/shell/commands.jsonl


def rows():
    path = Path(__file__).with_name("shell") / "commands.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def written(segment):
    """``[words, redirections]`` of a segment as the corpus writes them, unknown words as None."""
    words, redirects, at = [], [], 0
    while at < len(segment):
        word = segment[at]
        if shell.is_redirect(word):
            redirects.append([str(word), known(segment[at + 1])])
            at += 1
        else:
            words.append(known(word))
        at += 1
    if words[:1] == ["[["]:
        words = ["[[", "]]"] if words[-1] == "]]" else words
    return [words, redirects]


def known(word):
    expands = isinstance(word, D) and ("$" in word or "__RULEPROBE_" in word)
    return None if expands or shell.MARKER_RE.match(word) else str(word)


def test_the_corpus_is_read_as_other_parsers_of_bash_read_it():
    """Each row was read the same by the parsers of mvdan/sh, tree-sitter-bash or bashlex and by bash itself."""
    corpus = rows()
    assert len({row["command"] for row in corpus}) == len(corpus) >= 1500
    wrong = []
    for row in corpus:
        found = parsed(row["command"])
        reading = [[written(segment) for segment in pipeline] for pipeline in found.pipelines]
        if reading != row["pipelines"] or found.heredocs != row["heredocs"]:
            wrong.append(row["command"])
    assert wrong == []


# -- here-documents lifted out


@pytest.mark.parametrize(
    "command, text, bodies",
    [
        ("cat <<EOF\nhi\nEOF\nls", f"cat << {H0}\nls", ["hi"]),
        ("cat <<-'EOF' > f\n\thi\n\tEOF\n", f"cat << {H0} > f\n", ["\thi"]),
        ("a <<A; b 3<<B\n1\nA\n2\nB", f"a << {H0}; b 3<< {H1}\n", ["1", "2"]),
        ('a -m "$(cat <<\'EOF\'\nb\nEOF\n)" -n', f"a -m {H0} -n", ["b"]),
        ("a $(cat <<EOF\nb\nEOF\n) c", f"a {H0} c", ["b"]),
        ('a "x $(cat <<EOF\nb\nEOF\n)"', f'a "x {H0}"', ["b"]),
        ('a "$(cat <<EOF | c\nb\nEOF\n)"', f'a "$(cat << {H0} | c\n)"', ["b"]),
        ("a b", "a b", []),
        ("cat <<EOF 'odd\nEOF", "cat <<EOF 'odd\nEOF", []),
        (None, "", []),
        (7, "", []),
    ],
)
def test_strip_heredocs(command, text, bodies):
    assert shell.strip_heredocs(command) == (text, bodies)


# -- what is made of a segment


@pytest.mark.parametrize(
    "command, words, operands, redirect",
    [
        ("cat a 2>/dev/null b", ["cat", "a", "b"], ["a", "b"], True),
        ("cat -n a -- -b", ["cat", "-n", "a", "--", "-b"], ["a", "-b"], False),
        ("A=1 cat a", ["A=1", "cat", "a"], ["a"], False),
        ("cat - a", ["cat", "-", "a"], ["-", "a"], False),
        ("echo '>' a", ["echo", ">", "a"], [">", "a"], False),
        ("cat <<EOF\nEOF", ["cat"], [], True),
        ("> f", [], [], True),
        ("ls", ["ls"], [], False),
    ],
)
def test_words_operands_and_redirections(command, words, operands, redirect):
    segment = shell.pipelines(command)[0][0]
    assert shell.words(segment) == words
    assert shell.operands(segment) == operands
    assert shell.has_redirect(segment) is redirect


@pytest.mark.parametrize(
    "text, normal",
    [
        ("  a   b\n\tc ", "a b c"),
        ("cd /x && a", "a"),
        ("cd '/x y' && cd z && a", "cd z && a"),
        ("cd x; a", "cd x; a"),
        ("cd x&&a", "a"),
        ("cd x & a", "cd x & a"),
        ("cd x || a", "cd x || a"),
        ("a && cd x && b", "a && cd x && b"),
        ("cd a b && c", "cd a b && c"),
        ("", ""),
        (None, ""),
    ],
)
def test_normalise(text, normal):
    assert shell.normalise(text) == normal


@pytest.mark.parametrize(
    "command, calls",
    [
        ("git commit -m x", [("commit", ["-m", "x"])]),
        ("git -C a -c b=c --no-pager commit -n 2>&1", [("commit", ["-n"])]),
        ("sudo -E git push -f && A=1 env B=2 /usr/bin/git push", [("push", ["-f"]), ("push", [])]),
        ("git status", []),
        ("git 'commit' '>' x", [("commit", [">", "x"])]),
        ("git $x commit", []),
        ("echo git commit", []),
        ("bash -c 'git commit'", []),
        ("ls | xargs git push", []),
        ("a $(git commit)", []),
        ("if a; then git push; fi", [("push", [])]),
        ("git commit 'odd", []),
    ],
)
def test_git_calls(command, calls):
    found = list(shell.git_calls(parsed(command), ("commit", "push")))
    assert [(subcommand, args) for _, subcommand, args in found] == calls
    assert all(segment in sum(parsed(command).pipelines, []) for segment, _, _ in found)


def test_git_calls_of_one_subcommand():
    assert list(shell.git_calls(parsed("git push x"), "push")) == [(["git", "push", "x"], "push", ["x"])]


# -- Parsed and Context


def test_a_marker_leads_to_its_body():
    found = parsed("git commit -m \"$(cat <<'EOF'\nfix: a\nEOF\n)\"")
    marker = found.pipelines[0][0][3]
    assert found.heredocs[int(shell.MARKER_RE.match(marker).group(1))] == "fix: a"


@pytest.mark.parametrize("command", ["", "   ", None, 7, ["ls"], "ls 'odd", "x" * (shell.MAX_COMMAND + 1)])
def test_what_is_skipped(command):
    found = parsed(command)
    assert (found.skipped, found.pipelines, found.heredocs, found.commands, found.alone) == (True, [], [], [], ())
    assert found.command == (command if isinstance(command, str) else "")


def test_the_cap_is_the_longest_that_is_read():
    assert parsed("echo " + "x" * (shell.MAX_COMMAND - 5)).skipped is False


def test_parsed_says_where_it_stands():
    event = {"kind": "tool_use", "name": "Bash", "id": "t9", "turn": 4, "input": {"command": " cd x &&  ls "}}
    found = shell.analyse([event]).bash[0]
    assert (found.event, found.turn, found.id, found.command) == (event, 4, "t9", " cd x &&  ls ")
    assert found.normalised == "ls"


def test_equal_commands_share_one_reading():
    event = {"kind": "tool_use", "name": "Bash", "input": {"command": "ls | wc"}}
    one, other = shell.analyse([dict(event, id="a"), dict(event, id="b")]).bash
    assert one.pipelines is other.pipelines and one.commands is other.commands
    assert (one.id, other.id) == ("a", "b")


@pytest.mark.parametrize(
    "command, alone",
    [
        ("a", (True,)),
        ("a | b", (False,)),
        ("a; b", (True, True)),
        ("{ a; b; } | c", (False, False, False)),
        ("a | while b; do c; done", (False, True, True)),
        ("for i in x; do a; done > f", (True,)),
        ("f() { a; }; f | b", (False, False)),
        ("f() { a; }; f; b", (True, True, True)),
        ("coproc a", (False,)),
    ],
)
def test_alone(command, alone):
    assert parsed(command).alone == alone


@pytest.mark.parametrize("events", [None, 0, 7, "text", b"bytes", {}, {"kind": "tool_use"}, [], (), object()])
def test_no_events_make_an_empty_context(events):
    assert shell.analyse(events) == shell.Context([], [], [])


def test_what_is_no_event_is_passed_over():
    call = {"kind": "tool_use", "name": "Bash", "input": {"command": "ls"}}
    final = {"kind": "assistant_text", "text": "done", "final": True}
    odd = [None, 3, "x", [], call, {"kind": 5}, {"kind": "tool_use", "name": "Bash", "input": 4}, final,
           {"kind": "assistant_text", "text": "so"}, {"kind": "tool_use", "name": "Read", "input": {"command": "ls"}}]
    context = shell.analyse(odd)
    assert [found.command for found in context.bash] == ["ls", ""]
    assert context.finals == [final]
    assert context.events == [event for event in odd if isinstance(event, dict)]
    assert list(shell.analyse(iter([call])).bash[0].pipelines) == [[["ls"]]]
