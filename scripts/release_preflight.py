#!/usr/bin/env python3
"""What must be true before a tag is published: `python scripts/release_preflight.py vX.Y.Z --dist DIST`.

Checks the tag against the package's version, the changelog's section, the Breaking heading (a new minor that
breaks opens with it, a patch has none), the declared names of a patch against its series' .0 tag, and the wheel's
name and content. Prints each fault and exits 1 when there is one. Changes nothing.
"""
import argparse
import ast
import glob
import os
import re
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CONTRACT = "tests/test_contract.py"
NEEDED = (
    "ruleprobe/__init__.py", "ruleprobe/py.typed", "ruleprobe/corpus/labels.yaml", "ruleprobe/detectors/common.yaml", "ruleprobe/demo/rules/AGENTS.md",
)
TAG = re.compile(r"v([0-9]+)\.([0-9]+)\.([0-9]+)\Z")


def version_faults(tag, version):
    """The tag is `v` and the package's version."""
    if not TAG.match(tag):
        return ["the tag %s is not vX.Y.Z" % tag]
    return [] if tag == "v" + version else ["the tag %s is not the package's version %s" % (tag, version)]


def changelog_faults(tag, changelog):
    """The changelog has a dated section of the version, and a Breaking heading only where one may be."""
    section = re.search(r"(?ms)^## %s(.*?)$(.*?)(?=^## |\Z)" % re.escape(tag[1:]), changelog)
    if section is None:
        return ["CHANGELOG.md has no section %s" % tag[1:]]
    faults = []
    if not re.match(r" - [0-9]{4}-[0-9]{2}-[0-9]{2}\s*\Z", section.group(1)):
        faults.append("the section %s has no date: write `## %s - YYYY-MM-DD`" % (tag[1:], tag[1:]))
    headings = re.findall(r"(?m)^### (.+?)\s*$", section.group(2))
    if not re.search(r"(?m)^- ", section.group(2)):
        faults.append("the section %s lists nothing" % tag[1:])
    if "Breaking" in headings and headings[0] != "Breaking":
        faults.append("Breaking is not the first heading of the section %s" % tag[1:])
    if "Breaking" in headings and not tag.endswith(".0"):
        faults.append("%s is a patch and breaks nothing: take the Breaking heading out, or make it a minor" % tag[1:])
    return faults


def declared(source):
    """``{module.name: signature}`` of the contract test's table."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "NAMES":
            return {"%s.%s" % (module, name): signature for module, names in ast.literal_eval(node.value).items() for name, signature in names.items()}
    return {}


def contract_faults(tag, now, before):
    """A patch keeps every name and signature that its series' .0 declared."""
    if tag.endswith(".0") or before is None:
        return []
    old, new = declared(before), declared(now)
    faults = ["%s is no longer declared" % name for name in sorted(set(old) - set(new))]
    return faults + ["%s was %s and is %s" % (name, old[name], new[name]) for name in sorted(set(old) & set(new)) if old[name] != new[name]]


def wheel_faults(tag, paths):
    """One wheel, rightly named, pure, holding what it must and no test."""
    wheels = [path for path in paths if path.endswith(".whl")]
    if len(wheels) != 1:
        return ["%d wheels in the distribution, not one" % len(wheels)]
    expected = "ruleprobe-%s-py3-none-any.whl" % tag[1:]
    faults = [] if os.path.basename(wheels[0]) == expected else ["the wheel is %s, not %s" % (os.path.basename(wheels[0]), expected)]
    names = zipfile.ZipFile(wheels[0]).namelist()
    faults += ["the wheel lacks %s" % name for name in NEEDED if name not in names]
    faults += ["the wheel holds %s" % name for name in names if not re.match(r"ruleprobe(?:-[0-9.]+\.dist-info)?/", name)]
    if sum(name.startswith("ruleprobe/corpus/sessions/") for name in names) < 10:
        faults.append("the wheel's corpus has no sessions")
    return faults


def twine_faults(paths):
    """What ``twine check`` says."""
    done = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *paths], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [] if done.returncode == 0 else ["twine check: " + done.stdout.decode("utf-8", "replace").strip()]


def series_contract(tag):
    """The contract test at the series' .0 tag, None where there is no such tag."""
    found = TAG.match(tag)
    first = "v%s.%s.0" % found.groups()[:2] if found else tag
    done = subprocess.run(["git", "show", "%s:%s" % (first, CONTRACT)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode("utf-8") if done.returncode == 0 else None


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
        return stream.read()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("tag")
    options.add_argument("--dist", default=os.path.join(ROOT, "dist"))
    options = options.parse_args()
    version = re.search(r'VERSION = "([^"]+)"', read("ruleprobe/version.py")).group(1)
    paths = sorted(glob.glob(os.path.join(options.dist, "*")))
    faults = version_faults(options.tag, version) + changelog_faults(options.tag, read("CHANGELOG.md"))
    faults += contract_faults(options.tag, read(CONTRACT), series_contract(options.tag)) + wheel_faults(options.tag, paths) + twine_faults(paths)
    for fault in faults:
        print(fault)
    print("%s: %s" % (options.tag, "%d faults" % len(faults) if faults else "ready"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
