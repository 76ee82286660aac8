"""A downstream tool runs from the zip in a fresh interpreter, and the zip's own commands read nothing beside the transcripts."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from ruleprobe.contract_data import SHIPPED_IDS

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ruleprobe"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel CI built, else the package zipped as a wheel would hold it."""
    if os.environ.get("RULEPROBE_WHEEL"):
        return os.environ["RULEPROBE_WHEEL"]
    path = tmp_path_factory.mktemp("wheel") / "ruleprobe-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(PACKAGE.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(ROOT))
    return str(path)


def python(cwd, *arguments, **environment):
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "RULEPROBE_CORPUS")}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**env, **environment})


def test_the_consumer(wheel, tmp_path):
    done = python(tmp_path, str(ROOT / "tests" / "consumer" / "harness.py"), wheel, str(tmp_path))
    assert (done.returncode, done.stderr.decode()) == (0, "")
    said = json.loads(done.stdout)
    assert said == {
        "from_zip": True, "junk": [{}, {}, {}, {}], "plain_tuple": True, "inputs": [{}], "patterns": True, "below": [], "line": True, "refused": True,
        "hits": {"mine/wip-commit": [["mine/wip-commit", 1, "t1"]], "mine/quiet-final": [["mine/quiet-final", 1, None]], "mine/redirected": [["mine/redirected", 1, "t2"]]},
        "counts": {"mine/wip-commit": 1, "mine/quiet-final": 1, "mine/redirected": 1}, "properties": [["low", "all"], ["low", "mode"], ["low", "mode"]],
        "bash": ["t1", "t2"], "scored": sorted(SHIPPED_IDS[:6]), "as_dict": ["below_floor", "detectors", "floor", "total"],
        "table": ["detector", "pos", "neg", "tp", "fp", "fn", "prec", "recall", "f1", "note"], "own": ["mine/wip-commit", True, 1.0, 1.0],
    }


WATCH = """
import os, runpy, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" and isinstance(args[0], str) else None)
sys.argv = ["ruleprobe"] + sys.argv[1:]
try:
    runpy.run_module("ruleprobe", run_name="__main__")
finally:
    print("opened:", [p for p in opened if "ruleprobe" in p and not p.endswith((".whl", ".jsonl", ".json", ".project_root"))], file=sys.stderr)
"""


def test_a_report_from_the_zip_reads_nothing_beside_the_transcripts(wheel, tmp_path):
    done = python(tmp_path, "-c", WATCH, "report", "--no-config", "--root", str(PACKAGE / "demo" / "sessions"), PYTHONPATH=wheel)
    assert done.returncode == 0 and done.stdout.startswith(b"detector") and b"opened: []" in done.stderr


def test_the_corpus_command_from_the_zip_says_what_to_do(wheel, tmp_path):
    done = python(tmp_path, "-m", "ruleprobe", "corpus", "--no-config", PYTHONPATH=wheel)
    assert done.returncode == 2 and done.stdout == b"" and b"install or unpack the package" in done.stderr
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path, [name for name in archive.namelist() if name.startswith("ruleprobe/corpus/")])
    done = python(tmp_path, "-m", "ruleprobe", "corpus", "--no-config", PYTHONPATH=wheel, RULEPROBE_CORPUS=str(tmp_path / "ruleprobe" / "corpus"))
    assert done.returncode == 0
