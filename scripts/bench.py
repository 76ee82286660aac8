#!/usr/bin/env python3
"""How fast ruleprobe is, as ratios to decoding the same lines (`json.loads` of each) in the same run.

    python scripts/bench.py [--volume DIR] [--runs 5] [--small] [--only PART ...]

Makes the seeded reference volume with gen_transcripts.py in a temporary directory unless --volume names one.
Each run is a process of its own, floor and subject in turn, after one that is not counted; seconds are of
processor time; a figure is the median of the runs, memory the largest peak. --small uses 40 sessions and 16 MB, for
a quick look. The parts are volume, large (one session of 198,000 events, 20,000 entries, 732 rule files), growth and shell.
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import bench_growth
import bench_rules
import bench_shell
from bench_child import bare, ruleprobe, timed

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("volume", "large", "growth", "shell")
FLOOR = """
import json, os, sys
for folder, _, names in sorted(os.walk(sys.argv[1])):
    for name in sorted(names):
        if name.endswith((".jsonl", ".json")):
            with open(os.path.join(folder, name), "rb") as stream:
                for line in stream:
                    try:
                        json.loads(line)
                    except ValueError:
                        pass
"""


def volume(path, sessions, megabytes):
    """The reference volume under ``path``, with rule files that bind the whole catalog."""
    subprocess.run([sys.executable, os.path.join(HERE, "gen_transcripts.py"), os.path.join(path, "sessions"), "--sessions", str(sessions),
                    "--megabytes", str(megabytes), "--rules", os.path.join(path, "rules")], check=True, stdout=subprocess.DEVNULL)
    return path


def subjects(path):
    """(name, command line, target ratio) of what is measured on the volume."""
    root, rules = ["--root", os.path.join(path, "sessions")], ["--rules", os.path.join(path, "rules")]
    return [("report", ruleprobe("report", *root), 0.9), ("report --rules", ruleprobe("report", *root, *rules), 1.2),
            ("explain --rules", ruleprobe("explain", *root, *rules), 1.5)]


def row(name, command, sessions, target, runs):
    """Print one line: the median ratio of a command to decoding the files under ``sessions``, and its largest peak."""
    floor = [sys.executable, "-c", FLOOR, sessions]
    timed(command)
    pairs = [(timed(floor), timed(command)) for _ in range(runs)]
    print("%-28s %8.2f %8.2f %7.2f %7.1f %9.1f" % (
        name, statistics.median(s[0] for _, s in pairs), statistics.median(b[0] for b, _ in pairs),
        statistics.median(subject[0] / base[0] for base, subject in pairs), target, max(s[1] for _, s in pairs)), flush=True)


def heading():
    print("%-28s %8s %8s %7s %7s %9s" % ("run", "seconds", "floor", "ratio", "target", "peak MiB"))


def on_volume(path, runs):
    heading()
    for name, command, target in subjects(path):
        row(name, command, os.path.join(path, "sessions"), target, runs)
    print("%-28s %8.2f %34.1f\n" % ("the interpreter alone", *bare()))


def on_large(path, runs):
    """One session of 198,000 events; and what has no floor but a target in seconds: 20,000 entries, 732 rule files."""
    heading()
    _, argvs = bench_growth.made("events", path)
    row("198,000 events, one session", ruleprobe(*argvs[-1]), argvs[-1][argvs[-1].index("--root") + 1], 8.0, runs)
    _, argvs = bench_growth.made("entries", path)
    in_seconds("20,000 YAML entries", ruleprobe(*argvs[-1]), "4.0 s", runs)
    rules, size = bench_rules.made(os.path.join(path, "rules"))
    in_seconds("732 rule files, %.1f MB" % (size / 1e6), ruleprobe("report", "--root", bench_growth.one_session(path), "--rules", rules), "3.0 s", runs)
    print()


def in_seconds(name, command, target, runs):
    found = [timed(command) for _ in range(runs)]
    print("%-28s %8.2f %24s %9.1f" % (name, statistics.median(s for s, _ in found), target, max(peak for _, peak in found)), flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--volume")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--small", action="store_true")
    options.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    options = options.parse_args()
    made = tempfile.mkdtemp()
    try:
        print("%s, %s, CPython %s, %d cores\n" % (time.strftime("%Y-%m-%d"), platform.machine(), platform.python_version(), os.cpu_count() or 0))
        if "volume" in options.only:
            on_volume(options.volume or volume(os.path.join(made, "volume"), *((40, 16) if options.small else (500, 200))), options.runs)
        if "large" in options.only:
            on_large(os.path.join(made, "large"), options.runs)
        if "growth" in options.only:
            bench_growth.main(os.path.join(made, "growth"), max(3, options.runs))
        if "shell" in options.only:
            print("\nthe shell parse, by length of the command")
            bench_shell.main()
    finally:
        shutil.rmtree(made)


if __name__ == "__main__":
    main()
