#!/usr/bin/env python3
"""How long the shell parse takes: ordinary commands, and 16 KB of each shape that could hurt it.

    python scripts/bench_shell.py [--all]

For each shape the milliseconds at 4, 8 and 16 KB and the growth from one to the next: 2 is linear, less
where the bound on one text (MAX_STEPS) ends the reading. Only the slowest are printed unless --all is given.
Processor time; each figure is the least of three.
"""
import argparse
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "tests", "shell")]

import grammar  # noqa: E402
from ruleprobe import shell  # noqa: E402

SIZES = (4096, 8192, 16384)
LIMIT_MS = 20.0
SHAPES = [
    "'", '"', "`", "\\", "'a'", '"a"', "`a` ", "$'a'", "$", "$x", "$(", "$((", "${", "${x:-", '"$(', "((", "((a);", "( ", "(a);", "{ ",
    "{ a; } ; ", ")", "}", "<(", "[[ ", "[[ a && ", "a[", "a[b]=c ", "a=(", "<<A ", "<<A\n", "<<-A\n\t\n", "cat <<A\nA\n", "<<<x ", ">f ",
    "a;", "a|", "a | b\n", "a && ", "a ", "a\n", "\n", " ", "\\\n", "# it's\n", "*", "[", "{a,", "{a..b}", "~", "=", "a=b ", "! ",
    "time ", "if ", "if a; then ", "case x in a) ", "for i in ", "f() { ", "f() { a; }; f\n", "coproc ", "@(", "é", "sudo ", "find -exec ",
]
PREFIXES = ["", "echo ", "[[ a == ", 'echo "', "(( ", "a=( ", "x=$(cat <<E\n"]
ORDINARY = [
    "git status",
    "cd app && npm test 2>&1 | tail -20",
    'git commit -m "fix: parse" --no-verify',
    "for f in src/*.py; do grep -n TODO \"$f\"; done | sort -u > out.txt",
    "git commit -m \"$(cat <<'EOF'\nfix: parse\n\nIt stopped at a quote.\nEOF\n)\"",
]


def milliseconds(text, repeat=3):
    """The least time to read a text and find what it runs."""
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        shell.Parsed({"input": {"command": text}}).commands
        best = min(best, time.process_time() - started)
    return best * 1000


def hostile():
    """(milliseconds at each size, prefix, shape), slowest first."""
    out = []
    for shape in SHAPES:
        for prefix in PREFIXES:
            texts = [(prefix + shape * size)[:size] for size in SIZES]
            out.append(([milliseconds(text) for text in texts], prefix, shape))
    return sorted(out, key=lambda row: -row[0][-1])


def main(everything=False, write=print):
    """Print both tables; the number of shapes over the limit."""
    for text in ORDINARY:
        write("%8.1f µs  %r" % (1000 * milliseconds(text, 200), text[:60]))
    commands = grammar.commands(1, 1000)
    started = time.process_time()
    for text in commands:
        shell.pipelines(text)
    write("%8.1f µs  each of 1,000 commands of the test grammar" % (1000 * (time.process_time() - started)))
    rows = hostile()
    write("\n%10s %8s %8s   growth      shape" % tuple("%d KB" % (size // 1024) for size in SIZES))
    for times, prefix, shape in rows if everything else rows[:15]:
        growth = "%.1f  %.1f" % (times[1] / times[0], times[2] / times[1])
        write("%7.2f ms %8.2f %8.2f   %s   %r after %r" % (times[0], times[1], times[2], growth, shape, prefix))
    over = sum(times[-1] > LIMIT_MS for times, _, _ in rows)
    write("%d shapes, %d over %d ms at 16 KB" % (len(rows), over, LIMIT_MS))
    return over


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="print every shape")
    main(parser.parse_args().all)
