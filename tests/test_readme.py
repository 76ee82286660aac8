"""The README's own examples are run."""
from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest

from ruleprobe import cli, declarative
from ruleprobe.entries import load_entries
from ruleprobe.registry import Registry
from ruleprobe.rules import load_bundle
from ruleprobe.validity import score_examples

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(r"(?ms)^```%s\n(.*?)^```" % language, TEXT)


@pytest.mark.parametrize("block", blocks("yaml"))
def test_each_detector_file_loads_and_agrees_with_its_examples(block):
    document, lines = declarative.parse_with_lines(block, "README.md")
    detectors, errors = load_entries(document, "README.md", lines)
    assert errors == [] and len(detectors) == 2
    scores = score_examples(Registry(detectors))
    assert {name: (score.tp, score.fp, score.fn) for name, score in scores.items()} == {"deploys/production-by-hand": (2, 0, 0)}


def test_the_misspelling_gives_the_finding_it_shows(tmp_path):
    shown, = blocks("text")
    (tmp_path / ".ruleprobe").mkdir()
    bad = blocks("yaml")[0].replace("      command:\n", "      comand:\n", 1)
    (tmp_path / ".ruleprobe" / "detectors.yaml").write_text(bad, encoding="utf-8")
    finding, = load_bundle(cwd=str(tmp_path), user=False).findings
    said = "%s:%d  %s" % (finding.path.split(str(tmp_path))[1].lstrip("/\\").replace("\\", "/"), finding.line, finding.reason)
    assert said.startswith(shown.strip())


@pytest.mark.parametrize("block", blocks("markdown"))
def test_each_rule_file_binds(block, tmp_path):
    (tmp_path / "deploys.md").write_text(block, encoding="utf-8")
    bundle = load_bundle(rules_dir=str(tmp_path), config=False)
    assert [(entry.rule, entry.state, entry.source, entry.detectors) for entry in bundle.rules] == [
        ("deploys", "measured", "own", ("deploys/production-by-hand",))]
    assert bundle.findings == []


@pytest.mark.parametrize("block", blocks("python"))
def test_each_python_block_runs(block):
    exec(compile(block, "README.md", "exec"), {})


def test_every_matcher_key_is_in_the_readme():
    from ruleprobe import fields, git_calls, predicates, segments, sequences  # noqa: F401

    table = "\n".join(line for line in TEXT.splitlines() if line.startswith("| `"))
    for key in list(predicates.KEYS) + list(sequences.SEQUENCES):
        assert "`%s`" % key in table, key


@pytest.mark.parametrize("name, command", [("demo", ["report", "--demo"]), ("corpus", ["corpus", "--no-config"])])
def test_what_the_readme_shows_is_what_the_command_prints(name, command, monkeypatch):
    """ACCEPT=1 writes what the command prints into the README."""
    monkeypatch.delenv("RULEPROBE_CORPUS", raising=False)
    out = io.StringIO()
    assert cli.main(command, out) == 0
    block = "<!-- %s -->\n```\n$ ruleprobe %s\n%s```\n<!-- /%s -->" % (name, " ".join(command[:2 if name == "demo" else 1]), out.getvalue(), name)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    if os.environ.get("ACCEPT"):
        text = re.sub(r"(?s)<!-- %s -->.*<!-- /%s -->" % (name, name), lambda match: block, text)
        (ROOT / "README.md").write_text(text, encoding="utf-8")
    assert block in text
