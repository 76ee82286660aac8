"""Commands made from a grammar: ``commands(seed, count)``, the same for the same seed.

What coding agents write, with more of the rare constructs than they use: each rule below is a
production, each choice is seeded. A here-document's body follows the line its operator stands on, as
``Maker.newline`` sees to. ``python tests/shell/grammar.py SEED COUNT`` prints them, one JSON text a line.

``commands.jsonl`` beside this file holds those of seed 7, of at most 200 characters, that other parsers of
Bash and bash's own printing read alike, with that reading: a segment is its words and its redirections,
null where the word holds an expansion; of ``[[ ]]`` only its ends; ``(( ))`` is none.
"""
from __future__ import annotations

import json
import random
import sys
from typing import Callable, List

NAMES = "src lib docs app.py main.go README.md package.json data.csv build dist tests/unit notes.txt conf.d".split()
VARIABLES = "HOME name file dir BRANCH i x count 1 @ # ?".split()
TEXTS = ["hello world", "it works", "fix: parse; then stop", "a && b", "50% done", "x | y", "# not a comment",
         "Ünïcode ✓", "tab\there", "(see #12)", "say <hi>", "semi;colon", "a=b", "--flag", "$5", "back\\slash"]
PLAIN = [
    "git status", "git add -A", "git log --oneline -5", "git push origin main", "git diff --stat HEAD~1", "ls -la",
    "npm run build", "npm test", "pytest -q tests", "python3 -m venv .venv", "cargo test --all", "go build ./...",
    "make -j4", "cat notes.txt", "head -20 main.go", "mkdir -p build/out", "cp -r src dist", "rm -rf build", "cd app",
    "docker ps -a", "kubectl get pods", "curl -sS http://localhost:8080/health", "grep -rn TODO src", "wc -l", "sort -u",
    "sed -n 1,20p notes.txt", "awk -F: -f prog.awk", "jq -r .name package.json", "tar czf out.tgz dist", "sleep 1",
    "echo done", "true", "exit 1", "set -euo pipefail", "chmod +x run", "which node", "env", "date +%s", "test -f x",
    "sudo apt-get install -y jq", "timeout 30 npm test", "xargs -n1 basename", "find . -type f", "node index.js", "pwd",
]
HEADS = ["echo", "printf", "grep -n", "rm -f", "git commit -m", "python3 -c", "sed -i", "cp", "node -e", "awk", "ssh host",
         "docker run --rm -e", "find . -name", "curl -H", "tee", "npx", "export", "local", "bash -c", "[", "test -n"]
TESTS = ["-f {w}", "-n {q}", "{q} == {w}", "{q} != x*", "{q} =~ ^[a-z]+$", "{q} -gt 3", "! -d {w}", "-z {q} && -r x",
         "-e a || -e b", "( -n {q} || -f x ) && y", "{q} =~ (a|b)c", "{q} < b", "{q} = @(a|b)*"]
ARITH = ["i++", "i < 3", "x = (1 + 2) * 3", "i % 2 == 0", "n > 0 && n < 9", "a[i] = $b", "x <<= 2"]


class Maker:
    """One command in the making; ``pending`` are the bodies that follow the line."""

    def __init__(self, random_: random.Random) -> None:
        self.random = random_
        self.pending: List[str] = []

    def any(self, choices: List[str]) -> str:
        return self.random.choice(choices)

    def often(self, share: float) -> bool:
        return self.random.random() < share

    # -- words

    def parameter(self) -> str:
        name = self.any(VARIABLES)
        return self.any(["$" + name, "${%s}" % name, "${%s:-none}" % name, "${%s%%.*}" % name, '${%s//"a"/b}' % name,
                         "${#%s}" % name, "${%s:-${x:-}}" % name, "${%s:0:3}" % name])

    def substitution(self, depth: int) -> str:
        inner = self.inside(depth)
        return self.any(["$(%s)" % inner, "$(%s)" % inner, "$( %s )" % inner, "`%s`" % self.any(PLAIN),
                         "$((%s))" % self.any(ARITH), "<(%s)" % inner])

    def inside(self, depth: int) -> str:
        outer, self.pending = self.pending, []
        text = self.pipeline(depth + 1) if depth < 2 else self.any(PLAIN)
        if self.pending:
            text += self.newline()
        self.pending = outer
        return text

    def single(self) -> str:
        return "'%s'" % self.any(TEXTS)

    def double(self, depth: int) -> str:
        parts = [self.any(TEXTS[:12])]
        if self.often(0.4):
            parts.append(self.parameter())
        if depth < 2 and self.often(0.15):
            parts.append("$(%s)" % self.inside(depth))
        if self.often(0.2):
            parts.append(self.any(['\\"', "\\$x", "\\\\", "'", "\\`", "\\n", "\\\n", "!"]))
        return '"%s"' % " ".join(parts)

    def ansi(self) -> str:
        return self.any(["$'a\\nb'", "$'it\\'s'", "$'\\t'", "$'\\x41\\102'", "$'\\u00e9'", '$"text"', "$'a b'"])

    def bare(self) -> str:
        return self.any([self.any(NAMES), "*.py", "src/**/*.js", "[ab]?.txt", "{a,b}.log", "{1..3}", "~/x", "~", "a\\ b",
                         "--out=%s" % self.any(NAMES), "-x", "--", "HEAD~2", "stash@{0}", "{}", "\\;", "a\\\nb", "x=1",
                         "http://h/p?q=1", "%s:%s" % (self.any(NAMES), "80"), "@scope/pkg", "s/a/b/g", "+x", "^x", "a#b",
                         "\\*", "é", "]", "a,b", "!x", "=", "$", "100%"])

    def word(self, depth: int) -> str:
        makers: List[Callable[[], str]] = [
            self.bare, self.bare, self.bare, self.single, lambda: self.double(depth), self.parameter,
            lambda: '"%s"' % self.parameter(), self.ansi,
        ]
        if depth < 2:
            makers.append(lambda: self.substitution(depth))
            makers.append(lambda: '"$(%s)"' % self.inside(depth))
        text = self.random.choice(makers)()
        if self.often(0.12):
            text = self.any(NAMES) + self.any(["=", "-", "/", ""]) + text
        if self.often(0.08):
            text += self.any(["'x y'", '"z"', "_1", ".bak"])
        return text

    def assignment(self, depth: int) -> str:
        name = self.any(["A", "FOO", "x", "GIT_PAGER", "HUSKY"])
        return name + self.any(["=", "=", "=", "+="]) + self.any(
            [self.any(NAMES), "1", "", self.single(), self.double(depth), self.parameter(), "*.c", "~/bin:~/x", "{a,b}"])

    def array(self, depth: int) -> str:
        elements = " ".join(self.word(depth) for _ in range(self.random.randrange(4)))
        return self.any(["a=(%s)", "arr+=(%s)", "m=([k]=v %s)", "a=(\n  %s\n)", "a=( %s # why\n )"]) % elements

    # -- redirections

    def redirection(self, depth: int) -> str:
        if self.often(0.15):
            return self.heredoc()
        target = self.any([self.any(NAMES), "/dev/null", '"$file"', "out.log", "'a b'"])
        return self.any(["> %s", ">> %s", "2> %s", "2>%s", "&> %s", "< %s", ">| %s", "<> %s", "<<< %s", "&>>%s"]) % target \
            if self.often(0.6) else self.any(["2>&1", "2>/dev/null", ">/dev/null 2>&1", ">&2", "1>&2", "3<&-", ">&-", "2>&1",
                                              "{fd}>out.log", "> >(cat)", "< <(ls)", "5>&1"])

    def heredoc(self) -> str:
        delimiter = self.any(["EOF", "END", "PY", "E O F", "_"])
        dash = self.any(["", "", "-"])
        quoted = " " in delimiter or self.often(0.5)
        lines = self.random.sample(["plain text", "if x; then", 'say "hi', "it's", "cost $5 `x`", "$(date)", "", "  indented",
                                    "EOF2", " EOF", "import os", "a | b > c", "# note", "ünï", "back\\slash", "${name}"],
                                   self.random.randrange(4))
        if not quoted:
            lines = [line for line in lines if "`" not in line]
        tabs = "\t" if dash else ""
        self.pending.append("".join(tabs + line + "\n" for line in lines) + tabs + delimiter + "\n")
        mark = delimiter if not quoted else self.any(["'%s'", '"%s"', "\\%s" if " " not in delimiter else "'%s'"]) % delimiter
        return "<<" + dash + self.any(["", " "]) + mark

    def newline(self) -> str:
        bodies, self.pending = "".join(self.pending), []
        return "\n" + bodies

    # -- commands

    def simple(self, depth: int) -> str:
        if self.often(0.07):
            return " ".join(self.assignment(depth) for _ in range(self.random.randrange(1, 3)))
        if self.often(0.04):
            return self.array(depth)
        text = self.any(PLAIN) if self.often(0.35) else self.any(HEADS)
        if text in HEADS:
            text += "".join(" " + self.word(depth) for _ in range(self.random.randrange(1, 4)))
        if text.startswith("[ "):
            text += " ]"
        if self.often(0.12):
            text = " ".join([self.assignment(depth) for _ in range(self.random.randrange(1, 3))] + [text])
        if self.often(0.3):
            text += " " + self.redirection(depth)
        if self.often(0.03):
            text = self.any(["2>/dev/null ", ">out.log "]) + text
        if self.often(0.05):
            text = text.replace(" ", self.any([" \\\n  ", "  ", "\t"]), 1)
        return text

    def commit(self) -> str:
        outer, self.pending = self.pending, []
        mark = self.heredoc()
        text = 'git commit -m "$(cat %s%s)"' % (mark, self.newline())
        self.pending = outer
        return text

    def command(self, depth: int) -> str:
        if depth >= 3 or self.often(0.72):
            return self.commit() if self.often(0.03) else self.simple(depth)
        return self.compound(depth) + (" " + self.redirection(depth) if self.often(0.2) else "")

    def pipeline(self, depth: int) -> str:
        parts = [self.command(depth)]
        while self.often(0.28) and len(parts) < 4:
            parts.append(self.command(depth + 1))
        joint = self.any([" | ", " | ", "|", " |& ", " |\n  "]) if not self.pending else " | "
        return (self.any(["! ", "time ", "time -p "]) if self.often(0.05) else "") + joint.join(parts)

    def chain(self, depth: int) -> str:
        text = self.pipeline(depth)
        while self.often(0.35):
            text += self.any([" && ", " && ", " || ", "&&"]) + self.pipeline(depth)
        return text

    def body(self, depth: int, many: bool) -> str:
        """A list that ends in a separator; over several lines where ``many``."""
        out = ""
        for _ in range(self.random.randrange(1, 3)):
            out += self.chain(depth + 1)
            if self.pending or many:
                out += (self.any(["", "  # why", ";"]) if not self.pending else "") + self.newline()
            else:
                out += self.any(["; ", "; ", " & "])
        return out

    def compound(self, depth: int) -> str:
        many = self.often(0.4)
        gap = "\n" if many else " "
        body = lambda: self.body(depth, many)
        kind = self.random.randrange(11)
        if kind == 0:
            other = self.any(["", "else%s%s" % (gap, body()), "elif %sthen%s%s" % (body(), gap, body())])
            return "if %sthen%s%s%sfi" % (body(), gap, body(), other)
        if kind == 1:
            return "for %s in %s; do%s%sdone" % (self.any(["f", "i"]), " ".join(self.word(depth + 1) for _ in range(2)), gap, body())
        if kind == 2:
            return "%s %sdo%s%sdone" % (self.any(["while", "until"]), body(), gap, body())
        if kind == 3:
            return self.case(depth, many)
        if kind == 4:
            return "{%s%s}" % (gap, body())
        if kind == 5:
            return "(%s%s)" % (self.any(["", " "]), body())
        if kind == 6:
            return "[[ %s ]]" % self.test()
        if kind == 7:
            return "((%s))" % self.any(ARITH)
        if kind == 8:
            return "for ((i = 0; i < 3; i++)); do%s%sdone" % (gap, body())
        if kind == 9:
            return self.any(["f() {%s%s}", "function g {%s%s}", "f ()\n{%s%s}"]) % (gap, body())
        return "while read -r line; do%s%sdone" % (gap, body())

    def case(self, depth: int, many: bool) -> str:
        gap = "\n" if many else " "
        out = "case %s in%s" % (self.any(['"$1"', "$x", "a"]), gap)
        for _ in range(self.random.randrange(1, 4)):
            out += self.any(["", "("]) + self.any(["*", "a|b", "-h | --help", '"x y"', "[0-9]*", "*.txt", "''"]) + ") "
            out += self.body(depth, many) if self.often(0.8) else ""
            out += self.any([";;", ";;", ";&", ";;&"]) + gap
        return out + "esac"

    def test(self) -> str:
        return self.any(TESTS).format(w=self.any(NAMES), q=self.any(['"$x"', "$1", '"${a[0]}"', "word"]))

    def script(self) -> str:
        out = ""
        for _ in range(self.any([1, 1, 1, 1, 2, 3])):
            if self.often(0.06):
                out += self.any(["# it's a note\n", "\n", "# say \"what\n"])
            out += self.chain(0)
            if self.often(0.06) and not self.pending:
                out += self.any([" &", ";", " # don't", "\n"])
            out += self.newline()
        return out if self.often(0.3) else out.rstrip("\n")


def commands(seed: int, count: int, longest: int = 300) -> List[str]:
    """``count`` different commands of at most ``longest`` characters."""
    source = random.Random(seed)
    out: List[str] = []
    seen = set()
    while len(out) < count:
        text = Maker(source).script()
        if text not in seen and len(text) <= longest:
            seen.add(text)
            out.append(text)
    return out


if __name__ == "__main__":
    for command in commands(int(sys.argv[1]), int(sys.argv[2])):
        print(json.dumps(command, ensure_ascii=False))
