"""The package envelope (AD-8): no dependency, no network, no subprocess, no write, the same bytes every time."""
from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ruleprobe"
MODULES = sorted(PACKAGE.rglob("*.py"))

FORBIDDEN = {
    "socket", "ssl", "urllib", "http", "ftplib", "smtplib", "imaplib", "poplib", "xmlrpc", "asyncio", "socketserver",
    "subprocess", "multiprocessing", "concurrent", "pty", "ctypes", "webbrowser", "requests", "httpx", "aiohttp",
    "openai", "anthropic", "google", "transformers", "torch", "random", "uuid", "locale", "tempfile", "shutil", "sqlite3",
}
FORBIDDEN_CALLS = {"os.system", "os.popen", "os.fork", "os.execv", "os.spawnv", "os.posix_spawn", "eval", "exec", "__import__"}
CLOCK = re.compile(r"\b(?:datetime|date|time)\.(?:now|utcnow|today|time|time_ns|monotonic|perf_counter|localtime|gmtime|ctime)$")
WRITERS = {"label.py"}

# Denies, by audit hook, whatever would write a file, open a connection or start a program.
GUARD = """
import os, sys
def guard(event, args):
    if event == "open":
        path, mode, flags = (tuple(args) + (None, None, None))[:3]
        writes = isinstance(mode, str) and set(mode) & set("wax+")
        writes = writes or isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        if writes or BLIND:
            raise PermissionError("open %r %r" % (path, mode))
    elif event.split(".")[0] in ("socket", "subprocess", "ftplib", "smtplib", "urllib", "webbrowser", "shutil", "tempfile") or event in (
            "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.mkdir", "os.remove",
            "os.rename", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown", "os.utime", "pty.spawn"):
        raise PermissionError(event)
BLIND = False
sys.addaudithook(guard)
"""


def imports(tree: ast.AST):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.split(".")[0]


def calls(tree: ast.AST):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def opens_for_writing(node: ast.Call) -> bool:
    """Whether an ``open`` call names a mode that is not for reading, or one that is not a literal."""
    modes = [k.value for k in node.keywords if k.arg == "mode"] + node.args[1:2]
    return any(not isinstance(m, ast.Constant) or bool(set(str(m.value)) & set("wax+")) for m in modes)


def faults(name: str, source: str) -> list:
    tree = ast.parse(source)
    found = sorted(set(imports(tree)) & FORBIDDEN)
    for call, node in calls(tree):
        if call in FORBIDDEN_CALLS:
            found.append(call)
        if call in ("open", "io.open") and name not in WRITERS and opens_for_writing(node):
            found.append("open for writing")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_forbidden_import_or_call(path):
    assert faults(path.name, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_the_readers_look_at_the_clock(path):
    found = [call for call, _ in calls(ast.parse(path.read_text(encoding="utf-8"))) if CLOCK.search(call)]
    assert not found or path == PACKAGE / "readers" / "__init__.py"


@pytest.mark.parametrize("source, fault", [
    ("import socket", "socket"), ("from urllib.request import urlopen", "urllib"), ("def f():\n    import subprocess", "subprocess"),
    ("import os\nos.system('ls')", "os.system"), ("open('x', 'w')", "open for writing"), ("open('x', mode='ab')", "open for writing"),
    ("open('x', m)", "open for writing"),
])
def test_a_forbidden_import_or_call_is_seen(source, fault):
    assert fault in faults("x.py", source)


def dependencies(text: str) -> list:
    """What pyproject's ``dependencies`` holds."""
    found = re.search(r"(?ms)^dependencies = \[(.*?)\]", text)
    assert found, "pyproject names no dependencies"
    return re.findall(r'"([^"]+)"', found.group(1))


def test_no_dependency():
    assert dependencies((ROOT / "pyproject.toml").read_text(encoding="utf-8")) == []


def test_an_added_dependency_is_seen():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert dependencies(text.replace("dependencies = []", 'dependencies = [\n    "attrs>=1",\n]')) == ["attrs>=1"]


def python(code: str, *arguments: str, cwd: Path = ROOT, **environment: str):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LC_", "LANG", "TZ"))}
    env.update({"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)}, **environment)
    return subprocess.run([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=cwd)


RUN = "import sys\nfrom ruleprobe.cli import main\nsys.exit(main(sys.argv[1:]))\n"


@pytest.mark.parametrize("command", [["report", "--demo"], ["report", "--demo", "--json"], ["detectors", "--no-config"],
                                     ["explain", "--no-config", "--root", str(PACKAGE / "demo" / "sessions")]], ids=" ".join)
def test_commands_run_with_network_writes_and_programs_denied(command):
    done = python(GUARD + RUN, *command)
    assert done.returncode == 0, done.stderr
    assert b"transcript-hygiene/whole-file-cat" in done.stdout


@pytest.mark.parametrize("deed", ["open('x', 'w')", "import socket; socket.socket()", "import subprocess; subprocess.run(['true'])",
                                  "import os; os.mkdir('x')", "import os; os.open('x', os.O_WRONLY | os.O_CREAT)"])
def test_the_guard_bites(deed):
    assert b"PermissionError" in python(GUARD + deed).stderr


def test_a_registry_is_built_with_open_denied():
    done = python(GUARD + "import ruleprobe\nBLIND = True\nr = ruleprobe.Registry(ruleprobe.DEFAULT.copy())\n"
                  "ruleprobe.report_data([], registry=r)\nassert len(r) == 6\n")
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_the_package_runs_from_a_zip_with_writes_denied(tmp_path):
    path = tmp_path / "ruleprobe.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for module in MODULES:
            archive.write(module, module.relative_to(ROOT))
    demo = str(PACKAGE / "demo" / "sessions")
    done = python(GUARD + RUN, "report", "--no-config", "--root", demo, cwd=tmp_path, PYTHONPATH=str(path))
    assert (done.returncode, done.stderr.decode()) == (0, "")
    refused = python(GUARD + RUN, "report", "--demo", cwd=tmp_path, PYTHONPATH=str(path))
    assert refused.returncode == 2 and b"unpack or install" in refused.stderr


REVERSED = """
import os
scandir, listdir = os.scandir, os.listdir
class backwards:
    def __init__(self, path="."):
        with scandir(path) as found:
            self.found = iter(list(found)[::-1])
    __enter__ = __iter__ = lambda self: self
    __next__ = lambda self: next(self.found)
    __exit__ = close = lambda self, *error: None
os.scandir, os.listdir = backwards, lambda path=".": listdir(path)[::-1]
"""


def test_the_same_input_gives_the_same_bytes():
    command = ["report", "--demo", "--json"]
    expected = python(RUN, *command, PYTHONHASHSEED="0")
    assert expected.returncode == 0
    for seed in ("1", "2", "3"):
        assert python(RUN, *command, PYTHONHASHSEED=seed).stdout == expected.stdout
    assert python(RUN, *command, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0").stdout == expected.stdout
    assert python(RUN, *command, LC_ALL="C.UTF-8").stdout == expected.stdout
    assert python(RUN, *command, TZ="Pacific/Kiritimati").stdout == expected.stdout
    assert python(RUN, *command, TZ="America/Los_Angeles").stdout == expected.stdout
    assert python(REVERSED + RUN, *command).stdout == expected.stdout
