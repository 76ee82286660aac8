#!/usr/bin/env python3
"""How the time of a run grows with each thing there can be more of.

    python scripts/bench_growth.py [--runs 3] [--only NAME ...]

Each thing is made in three sizes, each twice the one before. The seconds are the least processor time of the runs.
The exponent is the slope of the line through the logarithms (least squares) of the medians in units of a fixed piece
of work done before and after each run, a run on next to nothing taken off: 1 is linear. The events are those of one
session under compiled `order` and `absent` detectors.
"""
import argparse
import json
import math
import os
import random
import statistics
import sys
import tempfile

from bench_child import paced, ruleprobe
from gen_transcripts import tid, uid

LIMIT = 1.1
EVENTS_A_TURN = 33
STAMP = "2026-09-01T10:00:00.000Z"
RESULT = "1 file changed\n" * 20

ORDER_AND_ABSENT = """
- id: bench/test-after-write
  event: session
  when:
    order:
      first: {tool: {name: [Write, Edit]}}
      then: {command: {runs: tests}}
      within: 20
- id: bench/never-in-a-wide-window
  event: session
  when:
    order:
      first: {tool: {name: [Write, Edit]}}
      then: {git: {subcommand: push}}
      within: 1000000
- id: bench/turn-without-tests
  event: session
  when:
    absent: {scope: turn, of: {command: {runs: tests}}}
- id: bench/session-without-push
  event: session
  when:
    absent: {scope: session, of: {git: {subcommand: push}}}
"""
ENTRY = """- id: bench/entry-%(n)d
  rule: bench
  event: bash
  description: "Counts what number %(n)d looks for: an invented command."
  when:
    command:
      starts_with: [tool%(n)d, deploy]
      none_of: [--dry-run, "-n"]
"""
PATTERN = """- id: bench/pattern-%(n)d
  event: bash
  when:
    command: {regex: "^tool%(n)d\\\\s+(?:push|publish) .*--now"}
"""
SECTION = """## Rule %(n)d

Never call `helper_%(n)d` from the command line, and keep its output under %(n)d lines.

- Prefer `load_%(n)d()` over reading the file again.
- Run it once a day, after the build.

"""


class Transcript:
    """Lines of one Claude Code session, as its client writes them."""

    def __init__(self, number=0):
        self.random, self.lines, self.parent = random.Random(number), [], None
        self.session = uid(self.random)

    def _line(self, kind, message, **more):
        number = uid(self.random)
        self.lines.append(json.dumps({
            "parentUuid": self.parent, "isSidechain": False, "userType": "external", "cwd": "/home/dev/orchard", "sessionId": self.session,
            "version": "2.0.50", "gitBranch": "main", "type": kind, "message": message, "uuid": number, "timestamp": STAMP, **more}, separators=(",", ":")))
        self.parent = number

    def prompt(self):
        self._line("user", {"role": "user", "content": "Next, please: mend the parser and say what you did."})

    def call(self, name, given):
        use = tid(self.random)
        self._line("assistant", {
            "model": "claude-sonnet-4-5", "id": tid(self.random, "msg_01"), "type": "message", "role": "assistant",
            "content": [{"type": "tool_use", "id": use, "name": name, "input": given}], "stop_reason": None, "stop_sequence": None})
        self._line("user", {"role": "user", "content": [{"tool_use_id": use, "type": "tool_result", "content": RESULT}]},
                   toolUseResult={"stdout": RESULT, "stderr": "", "interrupted": False})

    def command(self, text):
        self.call("Bash", {"command": text, "description": "x"})

    def write(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("\n".join(self.lines) + "\n")


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    return path


def one_session(path):
    """A directory with next to nothing in it."""
    transcript = Transcript()
    transcript.prompt()
    transcript.command("git status")
    transcript.write(os.path.join(path, "none", "s.jsonl"))
    return os.path.join(path, "none")


# Each writes its thing in one size under a directory and gives the arguments of the run.


def sessions(path, count):
    for n in range(count):
        transcript = Transcript(n)
        for turn in range(4):
            transcript.prompt()
            for step in range(5):
                transcript.command("cat notes%d.txt && git commit -m 'fix %d'" % (step, turn))
        transcript.write(os.path.join(path, "t", "project-%d" % (n % 10), transcript.session + ".jsonl"))
    return ["report", "--root", os.path.join(path, "t")]


def events(path, count):
    transcript = Transcript()
    for turn in range(count // EVENTS_A_TURN):
        transcript.prompt()
        for step in range(EVENTS_A_TURN // 2):
            if step % 4 == 1:
                transcript.call("Edit", {"file_path": "/home/dev/orchard/app.py", "old_string": "a", "new_string": "b"})
            else:
                transcript.command("pytest -q" if step == 14 and turn % 2 else "ls -l d%d" % (step % 50))
    transcript.write(os.path.join(path, "t", "s.jsonl"))
    return ["report", "--root", os.path.join(path, "t"), "--detectors", write(os.path.join(path, "d.yaml"), ORDER_AND_ABSENT)]


def commands(path, count):
    transcript = Transcript()
    for n in range(count):
        if n % 20 == 0:
            transcript.prompt()
        transcript.command("cd app%d && git commit -m \"fix %d\" && python3 -m pytest tests/test_%d.py -q 2>&1 | tail -%d" % (n, n, n, n))
    transcript.write(os.path.join(path, "t", "s.jsonl"))
    return ["report", "--root", os.path.join(path, "t")]


def command_length(path, length):
    transcript = Transcript()
    transcript.prompt()
    shapes = ("git add file-%d.txt && ", "cat a%d | grep -n 'x y' > out; ", "echo \"value $(date +%d) of ${name:-none}\"\n", "if [ -f x%d ]; then rm x; fi; ")
    for n in range(60):
        shape = shapes[n % len(shapes)]
        text = "".join(shape % (1000 + n + at) for at in range(length // len(shape % 1000)))
        transcript.command(text + "git commit -m done")
    transcript.write(os.path.join(path, "t", "s.jsonl"))
    return ["report", "--root", os.path.join(path, "t")]


def entries(path, count):
    return ["detectors", "--detectors", write(os.path.join(path, "d.yaml"), "".join(ENTRY % {"n": n} for n in range(count)))]


def patterns(path, count):
    return ["detectors", "--detectors", write(os.path.join(path, "d.yaml"), "".join(PATTERN % {"n": n} for n in range(count)))]


def sections(path, count):
    text = "# Rules\n\n" + "".join(SECTION % {"n": n} for n in range(count))
    write(os.path.join(path, "rules", "CLAUDE.md"), text)
    return ["report", "--root", one_session(path), "--rules", os.path.join(path, "rules")]


def files(path, count):
    for n in range(count):
        write(os.path.join(path, "rules", "part-%d" % (n % 20), "rule-%d.md" % n), "---\nrule: rule-%d\n---\n\n" % n + SECTION % {"n": n})
    return ["report", "--root", one_session(path), "--rules", os.path.join(path, "rules")]


THINGS = {  # name -> (what makes it, the largest of three sizes)
    "sessions": (sessions, 2000),
    "events": (events, 198000),
    "commands": (commands, 20000),
    "command length": (command_length, 16000),
    "entries": (entries, 20000),
    "patterns": (patterns, 4000),
    "rule sections": (sections, 4000),
    "rule files": (files, 2000),
}


def exponent(sizes, seconds):
    """The slope of the least-squares line through the logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(max(value, 1e-9)) for value in seconds]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def grown(argvs, runs, nothing):
    """(seconds, exponent over sizes that double, largest memory) of runs with these arguments, all taken in turn."""
    found = [[paced(ruleprobe(*argv)) for argv in argvs] for _ in range(runs)]
    work = [statistics.median(figures) - nothing for figures in zip(*([one[2] for one in row] for row in found))]
    seconds = [min(figures) for figures in zip(*([one[0] for one in row] for row in found))]
    return seconds, exponent([2 ** n for n in range(len(work))], work), max(one[1] for row in found for one in row)


def start(path):
    """What a run on next to nothing takes, in the units of ``paced``."""
    return statistics.median(paced(ruleprobe("report", "--root", one_session(path)))[2] for _ in range(5))


def made(name, path):
    """(sizes, arguments of the run on each) of one thing."""
    make, largest = THINGS[name]
    sizes = [largest // 4, largest // 2, largest]
    return sizes, [make(os.path.join(path, name.replace(" ", "-"), str(size)), size) for size in sizes]


def main(path, runs=3, names=(), show=print):
    """Print the table, ``path`` a directory to write to; the names of what grows faster than it may."""
    over = []
    nothing = start(path)
    show("%-18s %8s %8s %8s %9s %7s %7s %9s" % ("thing", "size", "twice", "4 times", "seconds", "", "", "exponent"))
    for name in names or THINGS:
        sizes, argvs = made(name, path)
        seconds, slope, _ = grown(argvs, runs, nothing)
        over += [name] * (slope > LIMIT)
        show("%-18s %8d %8d %8d %9.2f %7.2f %7.2f %9.2f" % (name, *sizes, *seconds, slope))
    return over


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=list(THINGS), default=(), metavar="NAME", help=", ".join(THINGS))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        sys.exit(1 if main(place, given.runs, given.only) else 0)
