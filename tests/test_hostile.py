"""Hostile transcripts, rule files and repositories: a right exit code, a message, no traceback, bounded time and memory."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ruleprobe import iter_sessions, measure

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


def run(tmp_path, *argv, seconds=60, **environment):
    """(exit code, output, error) of the program, in a directory of its own and with a home of its own."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("RULEPROBE", "XDG", "CLAUDE", "CODEX", "GEMINI"))}
    env.update({"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONPATH": str(ROOT)}, **environment)
    done = subprocess.run([sys.executable, "-c", RUN, *argv], cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    error = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in error, error
    return done.returncode, done.stdout.decode("utf-8", "replace"), error


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
    done = subprocess.run([sys.executable, "-c", code, "report", "--root", "t", "--json"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
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


@POSIX
@pytest.mark.parametrize("delay", [0.25, 0.4, 0.6, 0.9])
def test_an_interruption_at_any_moment_is_quiet(delay, tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude(*["cat a%d.txt && echo '%s'" % (n, "x" * 200) for n in range(30000)]))
    running = subprocess.Popen([sys.executable, "-c", RUN, "report", "--root", "t"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(delay)
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=60)
    if running.returncode == 0:
        pytest.skip("it was done before")
    if b"import" in error and delay < 0.5:
        pytest.skip("the interpreter was still importing")
    assert (running.returncode, out) == (130, b"") and b"Traceback" not in error


def test_200_000_events_in_one_session(tmp_path):
    put(tmp_path / "t" / "s1.jsonl", claude(*["ls -l d%d" % (n % 50) for n in range(66000)]))
    put(tmp_path / "d.yaml", ["- id: a/order", "  event: session", "  when:", "    order:", "      first: {tool: {name: Bash}}", "      then: {command: {runs: tests}}", "      within: 50",
                              "- id: a/absent", "  event: session", "  when:", "    absent: {scope: turn, of: {command: {runs: tests}}}"])
    code, out, error = run(tmp_path, "report", "--root", "t", "--detectors", "d.yaml", "--json", seconds=120)
    row, = json.loads(out)["rows"]
    assert code == 0 and row["compliance"] == {"a/order": {"opportunities": 66000, "followed": 0, "undecided": 0}, "a/absent": {"opportunities": 1, "followed": 0, "undecided": 0}}
