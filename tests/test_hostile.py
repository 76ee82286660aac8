"""Hostile transcripts, rule files and repositories: a right exit code, a message, no traceback, bounded time and memory."""
from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ruleprobe import cli, iter_sessions, measure
from ruleprobe.readers import files

ROOT = Path(__file__).resolve().parent.parent
RUN = "import sys\nfrom ruleprobe.__main__ import run\nsys.exit(run())\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files")
DEEP = "[" * 200000
BASE = {"cwd": "/home/dev/orchard", "sessionId": "s1", "version": "2.1.207", "isSidechain": False, "userType": "external", "timestamp": "2026-09-01T10:00:00.000Z"}


def line(number, kind, message):
    return json.dumps({**BASE, "type": kind, "uuid": "%08d-0000-4000-8000-000000000000" % number, "parentUuid": None, "message": message})


def claude(*commands):
    out = [line(0, "user", {"role": "user", "content": "go"})]
    for n, command in enumerate(commands, 1):
        out.append(line(2 * n, "assistant", {"id": "msg_%d" % n, "role": "assistant", "model": "m", "content": [
            {"type": "tool_use", "id": "toolu_%d" % n, "name": "Bash", "input": {"command": command}}]}))
        out.append(line(2 * n + 1, "user", {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_%d" % n, "content": "ok"}]}))
    return out


CODEX = ['{"timestamp":"2026-09-01T10:00:00.000Z","type":"session_meta","payload":{"id":"01990000-0000-7000-8000-000000000001","timestamp":"2026-09-01T10:00:00.000Z","cwd":"/w","originator":"codex_cli_rs","cli_version":"0.107.0","source":"cli"}}',
         '{"timestamp":"2026-09-01T10:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"go"}}',
         '{"timestamp":"2026-09-01T10:00:02.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"cat a.txt\\"}","call_id":"c1"}}',
         '{"timestamp":"2026-09-01T10:00:03.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"Process exited with code 0\\n"}}']
GEMINI = ['{"sessionId":"g1","projectHash":"x","startTime":"2026-09-01T10:00:00.000Z","lastUpdated":"2026-09-01T10:00:00.000Z","kind":"main"}',
          '{"id":"u1","timestamp":"2026-09-01T10:00:00.000Z","type":"user","content":[{"text":"go"}]}',
          '{"id":"a1","timestamp":"2026-09-01T10:00:01.000Z","type":"gemini","content":"done","thoughts":[],"tokens":null,"model":"m"}']
RUNTIMES = {"claude-code": claude("cat a.txt"), "codex": CODEX, "gemini": GEMINI}


def run(tmp_path, *argv, seconds=60, out=None, **environment):
    """(exit code, output, error) of a command line, in a directory of its own and with a home of its own; it fails after ``seconds``."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("RULEPROBE", "XDG", "CLAUDE", "CODEX", "GEMINI"))}
    env.update({"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}, **environment)
    before, out, error = (os.getcwd(), dict(os.environ)), out or io.StringIO(), io.StringIO()
    os.chdir(tmp_path)
    try:
        os.environ.clear()
        os.environ.update(env)
        with ended_after(seconds), contextlib.redirect_stderr(error):
            code = cli.main(list(argv), out)
    finally:
        os.chdir(before[0])
        os.environ.clear()
        os.environ.update(before[1])
    return code, out.getvalue() if isinstance(out, io.StringIO) else "", error.getvalue()


@contextlib.contextmanager
def ended_after(seconds):
    def late(number, frame):
        raise AssertionError("it was not done after %d seconds" % seconds)

    if os.name == "nt":
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def process(tmp_path, *argv, python=("-m", "ruleprobe"), path=(), **streams):
    """The program, started."""
    env = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    env.update(PYTHONPATH=os.pathsep.join([*path, str(ROOT)]), HOME=str(tmp_path))
    return subprocess.Popen([sys.executable, *python, *argv], cwd=tmp_path, env=env, stderr=subprocess.PIPE, **{"stdout": subprocess.PIPE, **streams})


def put(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogatepass")
    return path


ODD = {
    "deep": DEEP, "deep value": '{"type":"user","uuid":"x","sessionId":"s1","message":%s}' % DEEP, "deep object": '{"a":' * 100000, "long number": '{"n":%s}' % ("9" * 5000),
    "infinity": '{"type":"user","timestamp":Infinity,"message":NaN,"payload":-Infinity}', "no object": "3", "NUL": "\x00\x00", "half": '{"type":"assi',
    "odd types": '{"type":["user"],"uuid":{},"sessionId":3,"message":{"role":1,"content":[[],{},3,null,{"type":"tool_use","id":[],"name":{},"input":"x"}]}}',
    "odd payload": '{"timestamp":7,"type":"response_item","payload":{"type":"function_call","name":[],"arguments":{},"call_id":[1]}}',
    "odd record": '{"id":"x","type":"gemini","content":{"a":[]},"toolCalls":[3,{"id":4,"args":"x","status":[],"result":{}}],"timestamp":{}}', "surrogate": '{"a":"\\ud83d"}',
}


@pytest.mark.parametrize("runtime", sorted(RUNTIMES))
@pytest.mark.parametrize("odd", sorted(ODD))
def test_an_odd_line_costs_only_itself(runtime, odd, tmp_path):
    lines = RUNTIMES[runtime]
    name = "rollout-2026-09-01T10-00-00-01990000-0000-7000-8000-000000000001.jsonl" if runtime == "codex" else "chats/session-2026-09-01T10-00-g1.jsonl" if runtime == "gemini" else "s1.jsonl"
    put(tmp_path / "t" / name, [*lines[:2], ODD[odd], *lines[2:]])
    row, = [measure(session) for session in iter_sessions(tmp_path / "t")]
    assert row["runtime"] == runtime and row["rules"] == ({} if runtime == "gemini" else {"transcript-hygiene/whole-file-cat": 1})


def test_a_gemini_document_that_is_too_deep_is_named(tmp_path):
    put(tmp_path / "t" / "chats" / "session-2026-09-01T10-00-g1.json", ['{"sessionId":"g1","projectHash":"x","messages":%s' % DEEP])
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    code, out, error = run(tmp_path, "report", "--root", "t")
    assert code == 0 and "not read" in error


@POSIX
def test_a_300_megabyte_line_is_named_and_not_held(tmp_path):
    path = put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    with open(path, "r+b") as stream:
        stream.seek(0, 2)
        stream.seek(300 * 1024 * 1024, 1)
        stream.write(b"\n" + "\n".join(claude("cat b.txt")[1:]).replace("toolu_1", "toolu_9").replace("00000002-", "00000092-").replace("00000003-", "00000093-").replace("msg_1", "msg_9").encode() + b"\n")
    code = "import resource\n" + RUN.replace("sys.exit(run())", "code = run()\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\nsys.exit(code)")
    # Linux counts the peak of what forked a process as its own: a small one stands between it and the tests'.
    between = [sys.executable, "-I", "-S", "-c", "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"]
    done = subprocess.run(between + [sys.executable, "-c", code, "report", "--root", "t", "--json"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    row, = json.loads(done.stdout)["rows"]
    assert done.returncode == 0 and row["rules"] == {"transcript-hygiene/whole-file-cat": 2} and b"MiB was not read" in done.stderr
    peak = int(done.stderr.split()[-1])
    assert peak < 300 * (1024 if sys.platform != "darwin" else 1024 * 1024)


@POSIX
def test_cycles_special_and_unreadable_files_are_passed_over(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    os.mkfifo(tmp_path / "t" / "pipe.jsonl")
    (tmp_path / "t" / "loop").symlink_to(tmp_path / "t", target_is_directory=True)
    (tmp_path / "t" / "zero.jsonl").symlink_to("/dev/zero")
    (tmp_path / "t" / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "t" / "folder.jsonl").mkdir()
    code, out, error = run(tmp_path, "report", "--root", "t", "--json")
    assert code == 0 and json.loads(out)["measured"] == 1 and "pipe.jsonl" in error and "zero.jsonl" in error


CATASTROPHIC = ["(a+)+$", "(a|a)*b", "(.*)*x", "(\\\\w+\\\\s?)+$", "(?:a?){40}a{40}", "(x+x+)+y", ".*.*.*.*.*.*x"]


@pytest.mark.parametrize("pattern", CATASTROPHIC)
def test_a_repositorys_pattern_cannot_hang_a_run(pattern, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("echo " + "a" * 5000 + "!"))
    put(tmp_path / ".ruleprobe" / "detectors.yaml", ["- id: evil/one", "  event: bash", "  when:", "    command:", '      regex: "%s"' % pattern])
    started = time.monotonic()
    code, out, error = run(tmp_path, "report", "--root", "t")
    assert code == 0 and time.monotonic() - started < 30 and ("detectors.yaml:5" in out or "evil/one" in out)


@POSIX
@pytest.mark.parametrize("kind", ["fifo", "directory", "zero", "deep", "deep json", "binary", "huge", "nothing"])
def test_a_hostile_detector_file_is_a_finding(kind, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    path = tmp_path / ".ruleprobe" / "detectors.yaml"
    path.parent.mkdir()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    elif kind == "nothing":
        path.symlink_to(tmp_path / "nowhere")
    elif kind == "huge":
        with open(path, "wb") as stream:
            stream.truncate(1 << 28)
    else:
        path.write_bytes({"deep": ("- " * 50000).encode(), "deep json": DEEP.encode(), "binary": bytes(range(256)) * 64}[kind])
    code, out, error = run(tmp_path, "report", "--root", "t")
    assert code == 0 and "findings: 1" in out and [line.split()[1] for line in out.splitlines() if line.startswith("transcript-hygiene/whole-file-cat")] == ["1"]


TEXTS = {
    "links": "# A\n\n" + "![a](b " * 30000, "hashes": "#" * 200000, "bullets": "- " * 100000, "ticks": "`" * 200000, "comments": "<!--" * 50000,
    "stars": "* " * 100000 + "x", "brackets": "[" * 200000, "quotes": "> " * 100000, "lines": "a\n" * 200000, "list in front": "---\nrule: [" + "[" * 10000 + "\n---\nx",
    "map in front": "---\ndetector:\n  - " + "x: " * 5000 + "\n---\nx", "cells": "| a " * 60000,
    "heading over items": "# " + "never use pip " * 8000 + "\n\n" + "- use pip\n" * 8000,
}


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_a_hostile_rule_file_is_read_in_time(name, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    put(tmp_path / "rules" / "CLAUDE.md", [TEXTS[name]])
    code, out, error = run(tmp_path, "report", "--root", "t", "--rules", "rules", seconds=30)
    assert code == 0


MARKS = "\x1b[2J\x1b]0;t\x07\u202e\u2066\x9b1m\r"


def test_no_text_of_a_file_reaches_the_terminal_raw(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", [l.replace("/home/dev/orchard", "/home/dev/" + json.dumps(MARKS)[1:-1]) for l in claude("cat 'a%s.txt'" % MARKS)])
    put(tmp_path / "rules" / "CLAUDE.md", ["# A %s b" % MARKS.replace("\r", ""), "", "Do not read whole files with `cat`. %s" % MARKS.replace("\r", ""), "", "## C", "", "x"])
    put(tmp_path / "d.yaml", ["- id: \"a/%s\"" % json.dumps(MARKS)[1:-1], "  when: {tool: {name: Bash}}", "- %s" % "x"])
    for argv in (["report", "--by", "repo"], ["report"], ["report", "--json"], ["explain"], ["explain", "--json"], ["detectors"], ["detectors", "--json"]):
        extra = ["--root", "t"] if argv[0] != "detectors" else []
        code, out, error = run(tmp_path, *argv, *extra, "--rules", "rules", "--detectors", "d.yaml")
        assert code == 0 and not set(out + error) & set(MARKS.replace("[2J", "").replace("]0;t", "").replace("1m", "")), argv
        assert "--json" not in argv or out.isascii()


@pytest.mark.parametrize("environment", [{"RULEPROBE_CORPUS": "\u202e"}, {"CLAUDE_CONFIG_DIR": ",,, ,"}, {"CODEX_HOME": "/dev/null"}, {"GEMINI_CLI_HOME": "/nowhere"}, {"XDG_CONFIG_HOME": "/dev/zero"}, {"HOME": "/dev/null"}, {"HOME": ""}])
def test_odd_environments_are_no_crash(environment, tmp_path):
    code, out, error = run(tmp_path, "report", **environment)
    assert (code, out) == (1, "") and "no sessions found" in error
    assert run(tmp_path, "corpus", "--no-config", **environment)[0] == (2 if "RULEPROBE_CORPUS" in environment else 0)


# What happens at an exact moment: a hook of the interpreter, put in by ``sitecustomize``, kills at the n-th such event.
AT = """import os, signal, sys
left = [{count}]
def hook(event, given):
    if event == {event!r} and isinstance(given[0], str) and given[0].endswith({name!r}):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
"""
MOMENTS = [("-m", "import", name, 1) for name in ("ruleprobe.contract_data", "ruleprobe.matchers", "ruleprobe.version", "ruleprobe.cli", "ruleprobe.label")]
MOMENTS += [("program", "import", name, 1) for name in ("ruleprobe.scalars", "ruleprobe.report", "ruleprobe.cli")]
MOMENTS += [("-m", "open", name, count) for name, count in (("s1.jsonl", 1), ("s2.jsonl", 2), ("CLAUDE.md", 1))]


def interrupted(tmp_path, python, event, name, count, *argv):
    (tmp_path / "sitecustomize.py").write_text(AT.format(event=event, name=name, count=count))
    with process(tmp_path, *argv, python=python, path=[str(tmp_path)]) as running:
        out, error = running.communicate(timeout=60)
    return running.returncode, out, error


@POSIX
@pytest.mark.parametrize("started, event, name, count", MOMENTS)
def test_an_interruption_at_any_moment_is_quiet(started, event, name, count, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    put(tmp_path / "t" / "s2.jsonl", claude("cat b.txt"))
    put(tmp_path / "rules" / "CLAUDE.md", ["# A", "", "Do not read whole files with `cat`."])
    put(tmp_path / "bin" / "ruleprobe", [RUN])
    python = ["-m", "ruleprobe"] if started == "-m" else [str(tmp_path / "bin" / "ruleprobe")]
    assert interrupted(tmp_path, python, event, name, count, "report", "--root", "t", "--rules", "rules") == (130, b"", b"")


@POSIX
def test_the_library_leaves_interruptions_to_the_program_that_imports_it(tmp_path):
    code = "import signal\ntry:\n    import ruleprobe\nexcept KeyboardInterrupt:\n    print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert interrupted(tmp_path, ["-c", code], "import", "ruleprobe.matchers", 1) == (0, b"True\n", b"")


@POSIX
def test_an_interruption_while_nobody_reads_the_output_ends_the_program(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude(*["cat a%d.txt" % n for n in range(1000)]))
    with process(tmp_path, "explain", "--root", "t") as running:
        assert running.stdout.read(1) == b"s"  # it writes now, and the pipe fills
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130 and running.stderr.read() == b""


# Files that change while they are read


def two(tmp_path):
    """A directory with a small session and, after it in path order, another."""
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    return put(tmp_path / "t" / "s2.jsonl", [l.replace('"s1"', '"s2"').replace("000-8000-", "000-9000-").replace("toolu_", "toolu_b").replace("msg_", "msg_b")
                                             for l in claude("cat b.txt", "cat c.txt", "cat d.txt")])


def grow(path):
    with open(path, "ab") as stream:
        stream.write(b'{"type":"assi')


def replace(path):
    put(path.parent / "new", claude("ls"))
    os.replace(path.parent / "new", path)


def fifo(path):
    path.unlink()
    os.mkfifo(path)


CHANGES = {  # name: (what is done to the file, hits of the second session where it is still read, a word of its errors entry)
    "grows": (grow, 3, None),
    "is cut": (lambda path: os.truncate(path, len("\n".join(claude("cat b.txt", "cat c.txt")))), 1, "changed while it was read"),
    "is emptied": (lambda path: os.truncate(path, 0), None, None),
    "is replaced": (replace, 0, "changed while it was read"),
    "vanishes": (lambda path: path.unlink(), None, "cannot be read"),
    "becomes a directory": (lambda path: (path.unlink(), path.mkdir()), None, "cannot be read"),
    "becomes a FIFO": (fifo, None, "cannot be read"),
    "becomes a device": (lambda path: (path.unlink(), path.symlink_to("/dev/zero")), None, "cannot be read"),
    "becomes deep": (lambda path: path.write_text(DEEP), None, None),
}


@POSIX
@pytest.mark.parametrize("change", sorted(CHANGES))
def test_a_file_that_changes_between_the_two_looks_at_it(change, tmp_path):
    path = two(tmp_path)
    edit, hits, entry = CHANGES[change]
    errors, rows = [], []
    for session in iter_sessions(tmp_path / "t", errors=errors):  # every file was looked at when the first session comes
        rows.append(measure(session))
        if len(rows) == 1:
            edit(path)
    assert [row["rules"].get("transcript-hygiene/whole-file-cat", 0) for row in rows] == [1] + [hits] * (hits is not None)
    assert entry is None or [e["path"] for e in errors if entry in e["error"]] == [str(path)]


@POSIX
@pytest.mark.parametrize("change", sorted(CHANGES))
@pytest.mark.parametrize("opening", [1, 2])
def test_a_file_that_changes_as_it_is_opened(change, opening, tmp_path, monkeypatch):
    """The other session is unharmed, whichever opening of the file comes before or after the change."""
    path = two(tmp_path)
    left = [opening]

    def open_changed(name, *given):
        stream = open(name, *given)
        if os.fspath(name).endswith("s2.jsonl"):
            left[0] -= 1
            if left[0] == 0:
                CHANGES[change][0](path)
        return stream

    monkeypatch.setattr(files, "open", open_changed, raising=False)
    code, out, error = run(tmp_path, "report", "--root", "t", "--json", seconds=20)
    assert left[0] < 1
    assert code == 0 and [row["rules"] for row in json.loads(out)["rows"] if row["session_id"] == "s1"] == [{"transcript-hygiene/whole-file-cat": 1}]


# Standard output


COMMANDS = {
    "help": ["--help"], "version": ["--version"], "help of report": ["report", "-h"], "report": ["report", "--root", "t"], "report --json": ["report", "--root", "t", "--json"],
    "explain": ["explain", "--root", "t"], "explain --json": ["explain", "--root", "t", "--json"], "detectors": ["detectors"], "detectors --json": ["detectors", "--json"], "corpus": ["corpus", "--corpus", "c"],
}


def corpus(path, labels="", events='{"kind":"user_prompt","turn":1,"text":"go"}'):
    put(path / "labels.yaml", labels.splitlines() or ["version: 1", "sessions:", "  - session: one", "    labels:", "      - at: '1:-'", "        near: [a/b]"])
    put(path / "sessions" / "one.events.jsonl", events.splitlines())


def arranged(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    corpus(tmp_path / "c")
    return tmp_path


FULL = "ruleprobe: standard output: %s\n" % os.strerror(errno.ENOSPC)
FULL_DEVICE = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")


@FULL_DEVICE
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_full_disk_on_standard_output_is_named(name, tmp_path):
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert run(arranged(tmp_path), *COMMANDS[name], out=full) == (2, "", FULL)


@FULL_DEVICE
def test_the_program_names_a_full_disk_once(tmp_path):
    with open("/dev/full", "wb") as full, process(tmp_path, "--help", stdout=full) as running:
        assert (running.stderr.read().decode(), running.wait(30)) == (FULL, 2)


@FULL_DEVICE
def test_a_full_standard_error_costs_the_notes_alone(tmp_path):
    os.mkfifo(arranged(tmp_path) / "t" / "pipe.jsonl")
    out = io.StringIO()
    with open("/dev/full", "w", encoding="utf-8", buffering=1) as full, contextlib.redirect_stderr(full):
        code = cli.main(["report", "--root", str(tmp_path / "t"), "--no-config"], out)
        with contextlib.suppress(OSError):
            full.close()
    assert code == 0 and out.getvalue().startswith("detector ")


@POSIX
@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_closed_pipe_ends_quietly(name, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as pipe:
        assert run(arranged(tmp_path), *COMMANDS[name], out=pipe) == (0, "", "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", ["report", "explain", "report --json", "explain --json"])
def test_what_an_encoding_cannot_say_is_escaped(name, encoding, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", [l.replace("orchard", "\U0001f333 \\ud83d") for l in claude("cat '\u4e16.txt'")])
    data = io.BytesIO()
    stream = io.TextIOWrapper(data, encoding=encoding)
    extra = ["--by", "repo"] if name == "report" else []
    assert run(tmp_path, *COMMANDS[name], *extra, out=stream)[0] == 0
    out = data.getvalue().decode(encoding)
    assert out.isascii() and ("\\U0001f333" in out if name == "report" else "\\u4e16" in out or "\\ud83c\\udf33" in out)


# Patterns, nesting and numbers in every kind of file


def test_several_catastrophic_patterns_at_once_end_in_time(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude(*["echo %d %s!" % (n, "a" * 5000) for n in range(20)]))
    lines = ["- {id: evil/p%d, event: bash, when: {command: {regex: \"%s\"}}}" % (n, pattern) for n, pattern in enumerate(CATASTROPHIC + [p + "!?" for p in CATASTROPHIC])]
    put(tmp_path / ".ruleprobe" / "detectors.yaml", lines)
    started = time.monotonic()
    code, out, error = run(tmp_path, "report", "--root", "t")
    assert code == 0 and time.monotonic() - started < 30 and "findings: " in out


NESTED = {"flow list": "[" * 5000, "flow map": "{a: " * 5000, "dashes": "- " * 5000, "indentation": "\n".join(" " * n + "a:" for n in range(1000)), "closed": "[" * 2000 + "]" * 2000,
          "number": "n: " + "9" * 5000, "float": "n: 1e99999", "infinity": "n: .inf", "json infinity": '{"n": Infinity}', "json number": '{"n": %s}' % ("9" * 5000)}


@pytest.mark.parametrize("name", sorted(NESTED))
def test_nesting_and_numbers_in_each_kind_of_file(name, tmp_path):
    """A detector file, a configuration file, the front matter of a rule file, the labels of a corpus."""
    put(tmp_path / "t" / "s1.jsonl", claude("cat a.txt"))
    text = NESTED[name]
    put(tmp_path / "d.yaml", [text])
    put(tmp_path / ".ruleprobe" / "detectors.yaml", [text])
    put(tmp_path / ".config" / "ruleprobe" / "detectors.yaml", [text])
    put(tmp_path / "rules" / "x.md", ["---", "rule: x", "detector:", *("  " + line for line in text.split("\n")), "---", "", "# X", "", "Never do it."])
    code, out, error = run(tmp_path, "report", "--root", "t", "--detectors", "d.yaml", "--rules", "rules")
    assert code == 0 and "  d.yaml:" in out and len([line for line in out.splitlines() if "x.md:" in line]) == 1
    corpus(tmp_path / "c", text)
    code, out, error = run(tmp_path, "corpus", "--corpus", "c", "--no-config")
    assert (code, out) == (2, "") and "labels.yaml" in error and error.count("\n") == 1


EVENTS = {"deep": DEEP, "number": '{"kind":"user_prompt","turn":%s}' % ("9" * 5000), "no object": "3", "half": '{"kind":"us', "binary": "\x00\x01"}


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_a_hostile_event_session_is_a_corpus_error(name, tmp_path):
    corpus(tmp_path / "c", events=EVENTS[name])
    code, out, error = run(tmp_path, "corpus", "--corpus", "c", "--no-config")
    assert (code, out) == (2, "") and "one.events.jsonl" in error and error.count("\n") == 1


@POSIX
@pytest.mark.parametrize("name", ["labels.yaml", "sessions/one.events.jsonl", "sessions/two.jsonl", "sessions"])
def test_a_fifo_in_a_corpus_is_not_waited_for(name, tmp_path):
    corpus(tmp_path / "c")
    path = tmp_path / "c" / name
    if path.is_dir():
        path.rename(tmp_path / "c" / "away")
    elif path.exists():
        path.unlink()
    os.mkfifo(path)
    code, out, error = run(tmp_path, "corpus", "--corpus", "c", "--no-config", seconds=20)
    assert (code, out) == (2, "") and name.split("/")[-1] in error


def test_200_000_events_in_one_session(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude(*["ls -l d%d" % (n % 50) for n in range(66000)]))
    put(tmp_path / "d.yaml", ["- id: a/order", "  event: session", "  when:", "    order:", "      first: {tool: {name: Bash}}", "      then: {command: {runs: tests}}", "      within: 50",
                              "- id: a/absent", "  event: session", "  when:", "    absent: {scope: turn, of: {command: {runs: tests}}}"])
    code, out, error = run(tmp_path, "report", "--root", "t", "--detectors", "d.yaml", "--json", seconds=120)
    row, = json.loads(out)["rows"]
    assert code == 0 and row["compliance"] == {"a/order": {"opportunities": 66000, "followed": 0, "undecided": 0}, "a/absent": {"opportunities": 1, "followed": 0, "undecided": 0}}
