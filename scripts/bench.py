#!/usr/bin/env python3
"""How fast ruleprobe is, as ratios to decoding the same lines (`json.loads` of each) in the same run.

    python scripts/bench.py [--volume DIR] [--runs 5] [--small]

Makes the seeded reference volume with gen_transcripts.py in a temporary directory unless --volume names one.
Each run is a process of its own, floor and subject in turn, after one that is not counted; seconds are of
processor time; a figure is the median of the runs, memory the largest peak. --small uses 40 sessions and 16 MB, for a quick look.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import bench_shell

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
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


def timed(command):
    """(seconds of processor time, peak MiB) of one process; its exit code must be 0."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        code, peak = os.waitstatus_to_exitcode(status), usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        seconds = usage.ru_utime + usage.ru_stime
    else:
        code, peak = process.wait(), 0.0
        seconds = time.perf_counter() - started
    if code:
        sys.exit("%s: exit code %d" % (" ".join(command), code))
    return seconds, peak


def volume(path, sessions, megabytes):
    """The reference volume under ``path``, with rule files that bind the whole catalog."""
    subprocess.run([sys.executable, os.path.join(HERE, "gen_transcripts.py"), os.path.join(path, "sessions"), "--sessions", str(sessions),
                    "--megabytes", str(megabytes), "--rules", os.path.join(path, "rules")], check=True, stdout=subprocess.DEVNULL)
    return path


def subjects(path):
    """(name, command line) of what is measured."""
    base = [sys.executable, "-m", "ruleprobe"]
    root = ["--root", os.path.join(path, "sessions"), "--no-config"]
    rules = ["--rules", os.path.join(path, "rules")]
    return [("report", base + ["report"] + root), ("report --rules", base + ["report"] + root + rules)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--volume")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--small", action="store_true")
    options = options.parse_args()
    made = None if options.volume else tempfile.mkdtemp()
    try:
        path = options.volume or volume(made, *((40, 16) if options.small else (500, 200)))
        floor = [sys.executable, "-c", FLOOR, os.path.join(path, "sessions")]
        print("%-18s %8s %8s %8s %8s" % ("run", "seconds", "floor", "ratio", "peak MiB"))
        for name, command in subjects(path):
            timed(command)
            pairs = [(timed(floor), timed(command)) for _ in range(options.runs)]
            ratio = statistics.median(subject[0] / base[0] for base, subject in pairs)
            print("%-18s %8.2f %8.2f %8.2f %8.0f" % (
                name, statistics.median(s[0] for _, s in pairs), statistics.median(b[0] for b, _ in pairs), ratio,
                max(s[1] for _, s in pairs)), flush=True)
        print("\nthe shell parse, by length of the command")
        bench_shell.main()
    finally:
        if made:
            shutil.rmtree(made)


if __name__ == "__main__":
    main()
