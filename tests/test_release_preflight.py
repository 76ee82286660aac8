"""The preflight fails on each fault it names."""
from __future__ import annotations

import importlib.util
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("release_preflight", ROOT / "scripts" / "release_preflight.py")
preflight = importlib.util.module_from_spec(spec)
spec.loader.exec_module(preflight)

GOOD = "# Changelog\n\n## 0.2.0 - 2026-12-01\n\n### Breaking\n\n- x\n\n### Added\n\n- y\n\n## 0.1.0 - 2026-01-01\n\n- z\n"
PATCH = GOOD.replace("## 0.2.0", "## 0.2.1").replace("### Breaking", "### Fixed")


@pytest.mark.parametrize("tag, version, fault", [("v0.2.0", "0.2.0", ""), ("v0.2.1", "0.2.0", "is not the package's version"), ("0.2.0", "0.2.0", "is not vX.Y.Z"), ("v0.2", "0.2", "is not vX.Y.Z")])
def test_the_version(tag, version, fault):
    found = preflight.version_faults(tag, version)
    assert (found == []) is (fault == "") and all(fault in text for text in found)


@pytest.mark.parametrize("tag, changelog, fault", [
    ("v0.2.0", GOOD, ""), ("v0.2.1", PATCH, ""), ("v0.3.0", GOOD, "no section 0.3.0"), ("v0.2.0", GOOD.replace(" - 2026-12-01", " - unreleased"), "has no date"),
    ("v0.2.0", "## 0.2.0 - 2026-12-01\n\n### Added\n", "lists nothing"), ("v0.2.0", GOOD.replace("### Breaking", "### A").replace("### Added", "### Breaking"), "not the first heading"),
    ("v0.2.1", GOOD.replace("## 0.2.0", "## 0.2.1"), "is a patch and breaks nothing"),
])
def test_the_changelog(tag, changelog, fault):
    found = preflight.changelog_faults(tag, changelog)
    assert (found == []) is (fault == "") and all(fault in text for text in found)


NOW = "NAMES = {'ruleprobe': {'run': '(events)', 'hit': ''}}\n"


@pytest.mark.parametrize("tag, now, before, faults", [
    ("v0.2.1", NOW, NOW, []), ("v0.2.1", NOW, None, []), ("v0.2.1", NOW.replace("'hit': ''", "'hit': '', 'new': ''"), NOW, []),
    ("v0.2.1", NOW.replace(", 'hit': ''", ""), NOW, ["ruleprobe.hit is no longer declared"]), ("v0.2.1", NOW.replace("(events)", "(x)"), NOW, ["ruleprobe.run was (events) and is (x)"]),
    ("v0.3.0", NOW.replace("(events)", "(x)"), NOW, []),
])
def test_the_contract_of_a_patch(tag, now, before, faults):
    assert preflight.contract_faults(tag, now, before) == faults


def test_the_contract_table_is_found():
    assert "ruleprobe.run" in preflight.declared((ROOT / preflight.CONTRACT).read_text(encoding="utf-8"))


def wheel(folder, name="ruleprobe-0.2.0-py3-none-any.whl", leave_out=(), extra=()):
    path = folder / name
    names = list(preflight.NEEDED) + ["ruleprobe/corpus/sessions/%d.jsonl" % n for n in range(10)] + ["ruleprobe-0.2.0.dist-info/RECORD"] + list(extra)
    with zipfile.ZipFile(path, "w") as archive:
        for entry in names:
            if not entry.startswith(tuple(leave_out) or ("\0",)):
                archive.writestr(entry, "")
    return str(path)


@pytest.mark.parametrize("options, fault", [
    ({}, ""), ({"name": "ruleprobe-0.2.0-cp311-none-any.whl"}, "the wheel is"), ({"leave_out": ["ruleprobe/py.typed"]}, "lacks ruleprobe/py.typed"),
    ({"leave_out": ["ruleprobe/corpus/labels.yaml"]}, "lacks ruleprobe/corpus/labels.yaml"), ({"leave_out": ["ruleprobe/corpus/sessions"]}, "no sessions"),
    ({"leave_out": ["ruleprobe/demo"]}, "lacks ruleprobe/demo"), ({"extra": ["tests/test_x.py"]}, "holds tests/test_x.py"),
])
def test_the_wheel(options, fault, tmp_path):
    found = preflight.wheel_faults("v0.2.0", [wheel(tmp_path, **options)])
    assert (found == []) is (fault == "") and all(fault in text for text in found)


def test_two_wheels_or_none_are_a_fault(tmp_path):
    assert preflight.wheel_faults("v0.2.0", []) == ["0 wheels in the distribution, not one"]
    both = [wheel(tmp_path), wheel(tmp_path, "ruleprobe-0.1.0-py3-none-any.whl")]
    assert preflight.wheel_faults("v0.2.0", both) == ["2 wheels in the distribution, not one"]


def test_twine_names_a_broken_distribution(tmp_path):
    pytest.importorskip("twine")
    broken = tmp_path / "ruleprobe-0.2.0.tar.gz"
    broken.write_bytes(b"no archive")
    found, = preflight.twine_faults([str(broken)])
    assert found.startswith("twine check: ")
