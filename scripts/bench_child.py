"""Processor time and peak memory of one process, honestly.

Linux gives a process the peak of what forked it to begin with, so a fat parent's memory would stand in for the
child's. Each command is therefore started by a launcher of its own, a Python without its site and with nothing
loaded, which no Python program stays under. ``bare()`` is the interpreter's own peak, for comparison.
"""
import os
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LAUNCHER = """
import os, sys
null = os.open(os.devnull, os.O_RDWR)
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, null, fd) for fd in (0, 1, 2)])
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
UNIT = 1 << 20 if sys.platform == "darwin" else 1 << 10  # of ru_maxrss, to a MiB


def timed(command):
    """(seconds of processor time, peak MiB) of one process; its exit code must be 0.

    Where there is no ``posix_spawn`` the seconds are of the wall and the peak is 0.
    """
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if not hasattr(os, "posix_spawn"):
        started = time.perf_counter()
        code = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env).returncode
        seconds, peak = time.perf_counter() - started, 0.0
    else:
        said = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER] + command, cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True).stdout
        code, seconds, peak = (float(word) for word in said.split())
    if code:
        sys.exit("%s: exit code %d" % (" ".join(command), code))
    return seconds, peak / UNIT


def ruleprobe(*argv):
    """The command line that runs this checkout with these arguments and no configuration."""
    return [sys.executable, "-m", "ruleprobe", *argv, "--no-config"]


PACE = [sys.executable, "-c", "import json\nx = json.dumps([{'a': [1, 2, 3], 'b': 'x' * 100}] * 1000)\nfor i in range(80): json.loads(x)"]


def paced(command):
    """``timed``, and the same seconds in units of a fixed piece of work done before and after.

    A machine that does something else besides runs slower for minutes at a time: the units stay the same.
    """
    before = timed(PACE)[0]
    seconds, peak = timed(command)
    return seconds, peak, 2 * seconds / (before + timed(PACE)[0])


def bare():
    """(seconds, peak MiB) of an interpreter that does nothing."""
    return timed([sys.executable, "-c", "pass"])
