"""The README's own examples are run."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleprobe import declarative
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
