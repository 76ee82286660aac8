"""Rules: which files are read, what binds a rule, what is said about it, and what a hostile tree cannot do."""
from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleprobe import rule_files, rules
from ruleprobe.registry import DEFAULT, Detector, Registry
from ruleprobe.rule_files import NAMES, find
from ruleprobe.rules import CATALOG, DARK, MEASURED, OWN, UNMEASURED, Finding, RuleEntry, catalog_detectors, load_bundle, share_text

HERE = Path(__file__).resolve().parent / "rules"
NO_PIP = "Never use `pip install`."
ENTRY = "- id: %s\n  when: {command: [make, lint]}\n"


def write(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return root


def bundle(root, files=None, **options):
    write(root, files or {})
    return load_bundle(rules_dir=str(root), config=False, **options)


def table(loaded):
    return [(entry.rule, entry.state) for entry in loaded.rules]


def reasons(loaded):
    return [(finding.line, finding.reason) for finding in loaded.findings]


def read(root):
    return [file.relative for file in find(str(root))[0]]


# -- discovery ----------------------------------------------------------------------------------------

FOUND = [
    "CLAUDE.md", "claude.md", "CLAUDE.local.md", "AGENTS.md", "Agents.MD", "AGENTS.override.md", "GEMINI.md", ".cursorrules", ".windsurfrules", ".clinerules",
    "packages/web/AGENTS.md", "a/b/c/d/CLAUDE.md", ".claude/CLAUDE.md", ".claude/rules/git.md", ".claude/rules/deep/er/git.md", ".cursor/rules/py.mdc",
    "apps/web/.cursor/rules/py.mdc", ".github/copilot-instructions.md", ".github/instructions/py.instructions.md", ".clinerules/git.md", ".claude/rules/build/x.md",
]
NOT_FOUND = [
    "README.md", "docs/AGENTS-guide.md", "MY_CLAUDE.md", "CLAUDE.md.bak", "agents.markdown", ".claude/commands/x.md", ".cursor/rules/py.md", ".github/py.instructions.md",
    "instructions/x.instructions.md", "node_modules/x/AGENTS.md", "vendor/x/CLAUDE.md", ".venv/lib/AGENTS.md", "target/AGENTS.md", "dist/CLAUDE.md", ".git/AGENTS.md",
    "build/AGENTS.md", "x/Node_Modules/y/AGENTS.md", ".claude/worktrees/a/CLAUDE.md", "__pycache__/AGENTS.md",
]


@pytest.mark.parametrize("name", FOUND)
def test_a_usual_name_is_found_in_any_case_at_any_depth(tmp_path, name):
    write(tmp_path, {".git/HEAD": "", name: "Be kind."})
    assert read(tmp_path) == [name]


@pytest.mark.parametrize("name", NOT_FOUND)
def test_another_name_or_an_excluded_folder_is_not(tmp_path, name):
    write(tmp_path, {".git/HEAD": "", "AGENTS.md": "x", name: "Be kind."})
    assert read(tmp_path) == ["AGENTS.md"]


@pytest.mark.parametrize("key", ["rule: tone", "detector:", "detectors: []", "opt_out: no trace", "opt_out : no trace"])
def test_markdown_whose_front_matter_has_a_key_of_ours_is_read_too(tmp_path, key):
    write(tmp_path, {".git/HEAD": "", "AGENTS.md": "x", "docs/tone.md": "---\ntitle: a\n%s\n---\nx" % key, "docs/other.md": "---\ntitle: a\n---\nrule: x",
                     "docs/late.md": "text\n---\n%s\n---\n" % key, "docs/nested.md": "---\nx:\n  %s\n---\n" % key})
    assert read(tmp_path) == ["AGENTS.md", "docs/tone.md"]


def test_the_front_matter_look_reads_no_more_than_it_says(tmp_path):
    write(tmp_path, {".git/HEAD": "", "AGENTS.md": "x", "far.md": "---\n" + "# %s\n" % ("x" * 5000) + "opt_out: y\n---\n"})
    assert read(tmp_path) == ["AGENTS.md"]


def test_a_directory_without_names_and_version_control_is_read_whole(tmp_path):
    write(tmp_path, {"b.md": "x", "a/c.mdc": "x", "d.markdown": "x", "e.txt": "x", "node_modules/f.md": "x"})
    assert read(tmp_path) == ["a/c.mdc", "b.md", "d.markdown"]


def test_a_directory_with_names_is_not(tmp_path):
    write(tmp_path, {"b.md": "x", "CLAUDE.md": "x"})
    assert read(tmp_path) == ["CLAUDE.md"]


def test_a_repository_without_rule_files_says_what_was_looked_for(tmp_path):
    loaded = bundle(tmp_path, {".git/HEAD": "", "README.md": "x"})
    (finding,) = loaded.findings
    assert loaded.rules == [] and finding.path == str(tmp_path)
    assert all(name in finding.reason for name in NAMES) and ".cursor/rules" in finding.reason


def test_a_worktree_s_version_control_is_a_file(tmp_path):
    write(tmp_path, {".git": "gitdir: elsewhere", "README.md": "x"})
    assert read(tmp_path) == []


def test_one_file_is_read_whatever_its_name(tmp_path):
    write(tmp_path, {"any.txt": "# Packages\n" + NO_PIP, "AGENTS.md": "x"})
    loaded = load_bundle(rules_dir=str(tmp_path / "any.txt"), config=False)
    assert table(loaded) == [("any.txt#packages", MEASURED)]


def test_what_a_rule_file_imports_is_read_when_it_lies_under_the_root(tmp_path):
    write(tmp_path / "repo", {
        ".git/HEAD": "", "CLAUDE.md": "See @docs/git.md, @./docs/py.md and @docs/none.md.\n- @../outside.md\n`@docs/code.md` a@docs/mail.md @~/x.md @package.json\n",
        "docs/git.md": "# Git\n@deep/more.md\n", "docs/py.md": "x", "docs/code.md": "x", "docs/mail.md": "x", "docs/deep/more.md": "x\n@../../CLAUDE.md", "package.json": "{}",
    })
    write(tmp_path, {"outside.md": "x"})
    assert read(tmp_path / "repo") == ["CLAUDE.md", "docs/deep/more.md", "docs/git.md", "docs/py.md"]


def test_an_import_in_a_code_block_is_none(tmp_path):
    write(tmp_path, {".git/HEAD": "", "CLAUDE.md": "```\n@docs/git.md\n```\n", "docs/git.md": "x"})
    assert read(tmp_path) == ["CLAUDE.md"]


def test_the_order_is_that_of_the_paths(tmp_path):
    write(tmp_path, {name: "x" for name in ("z/AGENTS.md", "AGENTS.md", "a/CLAUDE.md", "a.b/CLAUDE.md")})
    assert read(tmp_path) == ["AGENTS.md", "a.b/CLAUDE.md", "a/CLAUDE.md", "z/AGENTS.md"]


links = pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="needs symbolic links")


@links
def test_a_link_to_a_rule_file_is_that_file(tmp_path):
    write(tmp_path, {"CLAUDE.md": "x"})
    os.symlink("CLAUDE.md", str(tmp_path / "AGENTS.md"))
    assert read(tmp_path) == ["CLAUDE.md"]


@links
def test_a_cycle_of_links_ends_and_a_link_out_of_the_root_is_not_followed(tmp_path):
    write(tmp_path, {"repo/a/AGENTS.md": "x", "other/AGENTS.md": "x"})
    os.symlink("..", str(tmp_path / "repo/a/up"))
    os.symlink(str(tmp_path / "repo"), str(tmp_path / "repo/a/self"))
    os.symlink(str(tmp_path / "other"), str(tmp_path / "repo/out"))
    os.symlink("nowhere", str(tmp_path / "repo/CLAUDE.md"))
    files, findings = find(str(tmp_path / "repo"))
    assert [file.relative for file in files] == ["a/AGENTS.md"]
    assert [f.path for f in findings] == [str(tmp_path / "repo/CLAUDE.md")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_special_file_is_named_and_not_opened(tmp_path):
    os.mkfifo(str(tmp_path / "AGENTS.md"))
    os.mkfifo(str(tmp_path / "other.md"))
    files, findings = find(str(tmp_path))
    assert files == [] and [f.reason for f in findings] == ["no regular file: not read"]


def test_a_huge_file_is_named_and_not_read(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": b"x" * (rule_files.MAX_FILE + 1), "CLAUDE.md": "# A\n" + NO_PIP})
    assert table(loaded) == [("CLAUDE.md#a", MEASURED)]
    assert reasons(loaded) == [(0, "over 1048576 bytes: not read")]


def test_bytes_that_are_no_text_cost_themselves_only(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": b"# A\n\xff\xfe bad\n" + NO_PIP.encode(), "CLAUDE.md": "\ufeff# B\n".encode("utf-8") + NO_PIP.encode(),
                               "GEMINI.md": ("# C\n" + NO_PIP).encode("utf-16")})
    assert table(loaded) == [("AGENTS.md#a", MEASURED), ("CLAUDE.md#b", MEASURED), ("GEMINI.md#c", MEASURED)]
    assert reasons(loaded) == [(2, "not utf-8: read with the odd bytes replaced")]


# -- sections -----------------------------------------------------------------------------------------


def test_a_file_with_twelve_rule_sections_is_twelve_rules(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "".join("## Rule %d\n\nDo thing %d.\n\n" % (n, n) for n in range(1, 13))})
    assert table(loaded) == [("CLAUDE.md#rule-%d" % n, UNMEASURED) for n in range(1, 13)]


def test_three_rule_sections_and_one_fenced_example_are_three_rules():
    loaded = load_bundle(rules_dir=str(HERE / "sections"), config=False)
    assert [entry.rule for entry in loaded.rules] == ["CLAUDE.md#testing", "CLAUDE.md#packages", "CLAUDE.md#tone"]
    assert sum(loaded.counts().values()) == 3
    assert loaded.summary().startswith("rules: 2 measured, 0 dark, 1 unmeasured (66% measured)\n")


@pytest.mark.parametrize("body", ["```\nx\n```", "| a |\n|---|", "> quoted", "", "<!-- x -->", "---"])
def test_a_section_without_text_of_its_own_is_no_rule(tmp_path, body):
    loaded = bundle(tmp_path, {"CLAUDE.md": "# A\n\ntext\n\n# B\n\n%s\n" % body})
    assert table(loaded) == [("CLAUDE.md#a", UNMEASURED)]


def test_a_section_of_bullets_is_one_rule(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "# A\n- one\n- two\n- three\n"})
    assert table(loaded) == [("CLAUDE.md#a", UNMEASURED)]


def test_the_text_before_the_first_heading_is_no_section(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "Never use pip.\n\n# A\n\ntext\n"})
    assert table(loaded) == [("CLAUDE.md#a", UNMEASURED)]


def test_an_id_is_the_path_and_the_heading_and_survives_edits_above(tmp_path):
    text = "# Zero\n\nx\n\n## Never use pip!\n\n" + NO_PIP
    before = bundle(tmp_path, {"docs/AGENTS.md": text})
    after = bundle(tmp_path, {"docs/AGENTS.md": "intro\n\n" + text.replace("x\n", "y\n\nz\n\n### New\n\nmore\n")})
    assert before.rules[-1].rule == after.rules[-1].rule == "docs/AGENTS.md#never-use-pip"
    assert (before.rules[-1].line, after.rules[-1].line) == (5, 13)


def test_repeated_headings_take_ordinals(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "# Testing\na\n# Testing\nb\n## testing\nc\n"})
    assert [entry.rule for entry in loaded.rules] == ["CLAUDE.md#testing", "CLAUDE.md#testing-2", "CLAUDE.md#testing-3"]
    assert loaded.findings == []


def test_a_collision_that_remains_is_a_finding_and_both_rules_stay(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "# Testing 2\na\n# Testing\nb\n# Testing\nc\n"})
    assert [entry.rule for entry in loaded.rules] == ["CLAUDE.md#testing-2", "CLAUDE.md#testing", "CLAUDE.md#testing-2"]
    assert loaded.findings == [Finding(str(tmp_path / "CLAUDE.md"), 5, "the rule id CLAUDE.md#testing-2 is also that of line 1")]


def test_files_of_one_name_collide_by_name_only_when_they_are_one_rule(tmp_path):
    loaded = bundle(tmp_path, {"a/CLAUDE.md": "text", "b/CLAUDE.md": "text", "c/CLAUDE.md": "# A\ntext"})
    assert [entry.rule for entry in loaded.rules] == ["CLAUDE", "CLAUDE", "c/CLAUDE.md#a"]
    assert reasons(loaded) == [(1, "the rule id CLAUDE is also that of %s" % (tmp_path / "a/CLAUDE.md"))]


@pytest.mark.parametrize("text", ["Never use pip.\n\nMore text.\n", "Intro. Never use pip.\n\n# Only\n\n```\nx\n```\n", "Never use pip\n=============\n"])
def test_a_file_without_rule_sections_is_one_rule_bound_by_its_whole_text(tmp_path, text):
    loaded = bundle(tmp_path, {"AGENTS.md": text})
    assert [(e.rule, e.state, e.detectors) for e in loaded.rules] == [("AGENTS", MEASURED, ("package-manager/pip-install",))]


@pytest.mark.parametrize("text", ["", "\n\n", "@AGENTS.md\n", "- @docs/a.md\n- @docs/b.md\n"])
def test_a_file_of_nothing_but_imports_is_no_rule(tmp_path, text):
    assert bundle(tmp_path, {"CLAUDE.md": text}).rules == []


# -- front matter -------------------------------------------------------------------------------------

OWN_DETECTOR = "---\nrule: linting\ndetector:\n  id: lint/run\n  when: {command: [make, lint]}\n---\n# A\ntext\n# B\ntext\n"


def test_a_file_bound_in_its_front_matter_is_one_rule(tmp_path):
    loaded = bundle(tmp_path, {"lint.md": OWN_DETECTOR})
    assert loaded.rules == [RuleEntry("linting", str(tmp_path / "lint.md"), MEASURED, "", ("lint/run",), OWN)]
    assert [detector.id for detector in loaded.detectors] == ["lint/run"]


def test_several_detectors_may_bind_one_file(tmp_path):
    loaded = bundle(tmp_path, {"lint.md": "---\ndetectors:\n- id: a/b\n  when: {command: [x]}\n- id: a/c\n  when: {command: [y]}\n---\ntext"})
    assert [(e.rule, e.detectors) for e in loaded.rules] == [("lint", ("a/b", "a/c"))]


def test_a_file_may_name_a_detector_that_is_known(tmp_path):
    loaded = bundle(tmp_path, {"a.md": "---\ndetector: secrets/secret-in-write\n---\ntext", "b.md": "---\ndetector: no/such\n---\ntext"})
    assert [(e.rule, e.state, e.detectors) for e in loaded.rules] == [("a", MEASURED, ("secrets/secret-in-write",)), ("b", UNMEASURED, ())]
    assert reasons(loaded) == [(2, "detector: no shipped, catalog or loaded detector has the id no/such")]


def test_a_file_opted_out_is_dark_with_its_reason(tmp_path):
    loaded = bundle(tmp_path, {"tone.md": "---\nopt_out: no transcript shows tone\n---\n# A\n" + NO_PIP})
    assert loaded.rules == [RuleEntry("tone", str(tmp_path / "tone.md"), DARK, "no transcript shows tone", ())]


def test_a_file_with_neither_is_unmeasured(tmp_path):
    loaded = bundle(tmp_path, {"tone.md": "---\nrule: manner\n---\nBe kind."})
    assert table(loaded) == [("manner", UNMEASURED)] and loaded.findings == []


@pytest.mark.parametrize("value", ["", "true", "[]", "3", "''"])
def test_an_opt_out_without_a_reason_is_a_finding(tmp_path, value):
    loaded = bundle(tmp_path, {"tone.md": "---\nopt_out: %s\n---\nBe kind." % value})
    assert table(loaded) == [("tone", UNMEASURED)]
    assert reasons(loaded) == [(2, "opt_out: needs the reason, as a text")]


@pytest.mark.parametrize("value, finding", [("", None), ("null", None), ("a/b", "'a/b'"), ("[x]", "['x']"), ("3", "3"), ("''", "''"), ("true", "True")])
def test_a_rule_name_is_a_text_without_a_slash(tmp_path, value, finding):
    loaded = bundle(tmp_path, {"tone.md": "---\nopt_out: why\nrule: %s\n---\nBe kind." % value})
    assert table(loaded) == [("tone", DARK)]
    assert reasons(loaded) == ([(3, "rule: a name without a slash, not %s" % finding)] if finding else [])


def test_a_rule_key_on_a_split_file_does_not_apply(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": "---\nrule: tone\n---\n# A\ntext\n"})
    assert table(loaded) == [("AGENTS.md#a", UNMEASURED)]
    assert reasons(loaded) == [(2, "rule: does not apply, a section is named by its path and heading")]


def test_an_empty_detector_is_a_finding(tmp_path):
    loaded = bundle(tmp_path, {"lint.md": "---\ndetector:\n---\ntext"})
    assert table(loaded) == [("lint", UNMEASURED)] and reasons(loaded) == [(2, "detector: has no value")]


def test_an_opt_out_beside_a_detector_does_not_apply(tmp_path):
    loaded = bundle(tmp_path, {"lint.md": OWN_DETECTOR.replace("rule: linting", "opt_out: x")})
    assert table(loaded) == [("lint", MEASURED)] and reasons(loaded) == [(2, "opt_out: does not apply beside detector")]


def test_a_bad_detector_is_a_finding_with_its_line_and_costs_only_itself(tmp_path):
    loaded = bundle(tmp_path, {"lint.md": "---\ndetectors:\n- id: a/b\n  when: {comand: [x]}\n- id: a/c\n  when: {command: [y]}\n---\ntext",
                               "none.md": "---\ndetector:\n  id: a/d\n---\ntext"})
    assert [(e.rule, e.state, e.detectors) for e in loaded.rules] == [("lint", MEASURED, ("a/c",)), ("none", UNMEASURED, ())]
    assert [(os.path.basename(f.path), f.line) for f in loaded.findings] == [("lint.md", 4), ("none.md", 3)]
    assert "comand" in loaded.findings[0].reason


FOREIGN = [
    "globs: *.ts\nalwaysApply: true", "description: |\n  several\n  lines", "paths:\n  - src/**\n  - '*.py'", "applyTo: '**/*.ts'", "title: [unclosed", "a: b: c", "- a\n- b",
    "name: &x y\nref: *x", "\tx: y", "trigger: always_on",
]


@pytest.mark.parametrize("front", FOREIGN)
def test_another_tool_s_front_matter_does_no_harm(tmp_path, front):
    loaded = bundle(tmp_path, {"AGENTS.md": "---\n%s\n---\n# Packages\n%s\n" % (front, NO_PIP)})
    assert table(loaded) == [("AGENTS.md#packages", MEASURED)] and loaded.findings == []


@pytest.mark.parametrize("front", [f for f in FOREIGN if not f.startswith(("-", "\t", "title"))])
def test_nor_does_it_beside_a_key_of_ours(tmp_path, front):
    loaded = bundle(tmp_path, {"AGENTS.md": "---\n%s\nopt_out: why\n---\n# Packages\n%s\n" % (front, NO_PIP)})
    assert table(loaded) == [("AGENTS", DARK)] and loaded.findings == []


@pytest.mark.parametrize("key", ["opt-out", "optOut", "OPT_OUT"])
def test_a_misspelt_key_of_ours_is_a_finding(tmp_path, key):
    loaded = bundle(tmp_path, {"tone.md": "---\n%s: why\nrule: tone\n---\ntext" % key})
    assert reasons(loaded) == [(2, "unknown key: write opt_out")]


# -- the catalog --------------------------------------------------------------------------------------


def test_each_section_in_the_shape_of_an_entry_is_measured_and_catalog_bound():
    loaded = load_bundle(rules_dir=str(HERE / "catalog.md"), config=False)
    assert [(e.state, e.detectors, e.source) for e in loaded.rules] == [(MEASURED, (detector.id,), CATALOG) for detector in catalog_detectors()]
    assert all("catalog-bound, " in line for line in loaded.summary().splitlines()[1:])
    assert loaded.coverage() == {"measured": 7, "dark": 0, "unmeasured": 0, "share": 1.0, "catalog": 7}


def test_a_rule_that_matches_two_entries_is_unmeasured_and_names_both(tmp_path):
    (entry,) = bundle(tmp_path, {"AGENTS.md": "# Git\n- Never force-push to main.\n- Use Conventional Commits.\n"}).rules
    assert (entry.state, entry.detectors, entry.source) == (UNMEASURED, (), None)
    assert entry.reason == "matches git-safety/force-push-default and commits/non-conventional-subject: a rule binds one"


def test_a_rule_that_matches_none_says_so(tmp_path):
    (entry,) = bundle(tmp_path, {"AGENTS.md": "# Tone\nBe kind.\n"}).rules
    assert (entry.state, entry.reason) == (UNMEASURED, "no catalog entry matches")


def test_a_bound_rule_keeps_the_sentence_and_counts_the_directives_nothing_measures(tmp_path):
    (entry,) = bundle(tmp_path, {"AGENTS.md": "# Python\nWritten in 3.12.\n- Use type hints.\n- Never use `pip install`.\n- Never use pip.\n- Keep functions short.\n"}).rules
    assert (entry.sentence, entry.others, entry.line) == ("Never use `pip install`.", 2, 1)


FILES = {
    "python-service.md": {"package-management": "package-manager/pip-install", "-before-committing": "testing/test-after-change", "-security": "secrets/secret-file-add"},
    "typescript-monorepo.md": {
        "testing-guidelines": "testing/test-after-change", "commit--pull-request-guidelines": "commits/non-conventional-subject",
        "security--configuration-tips": "secrets/secret-file-add", "context": "transcript-hygiene/whole-file-cat", "git-safety": "git-safety/force-push-default"},
    "rust-prose.md": {"testing": "testing/test-after-change", "commits": "git-safety/force-push-default", "hooks": "verification/no-verify"},
    "strict-charter.md": {
        "2-never": "verification/no-verify", "5-verification-protocol": "testing/test-after-change", "9-secrets": "secrets/secret-file-add",
        "10-commit-messages": "commits/non-conventional-subject", "12-python": "package-manager/pip-install",
        "14-context-discipline": "transcript-hygiene/whole-file-cat", "15-branches-and-pushing": "git-safety/force-push-default",
        "19-feature-work": "testing/test-after-change"},
}


@pytest.mark.parametrize("name", sorted(FILES))
def test_what_binds_in_a_whole_rule_file(name):
    loaded = load_bundle(rules_dir=str(HERE / "files" / name), config=False)
    assert loaded.findings == []
    assert {e.rule.partition("#")[2]: e.detectors[0] for e in loaded.rules if e.state == MEASURED} == FILES[name]


def test_a_file_of_plain_lines_is_one_rule_and_says_too_much_for_one_entry():
    (entry,) = load_bundle(rules_dir=str(HERE / "files" / "plain-lines.cursorrules"), config=False).rules
    assert entry.rule == "plain-lines" and entry.state == UNMEASURED
    assert entry.reason == ("matches testing/test-after-change and git-safety/force-push-default and package-manager/pip-install and "
                            "commits/non-conventional-subject and secrets/secret-file-add: a rule binds one")


# -- detector files and precedence --------------------------------------------------------------------


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A user's and a repository's configuration, and a folder deep in the repository."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write(tmp_path, {
        "config/ruleprobe/detectors.yaml": ENTRY % "user/a" + ENTRY % "both/a", "repo/.ruleprobe/detectors.yaml": ENTRY % "repo/a" + ENTRY % "both/a",
        "repo/deep/er/x": "", "more.yaml": ENTRY % "more/a", "rules/r.md": OWN_DETECTOR,
    })
    return tmp_path


def ids(loaded):
    return [detector.id for detector in loaded.detectors]


def test_the_three_places_in_their_order(places):
    loaded = load_bundle([str(places / "more.yaml")], str(places / "rules"), str(places / "repo/deep/er"))
    assert ids(loaded) == ["user/a", "both/a", "repo/a", "both/a", "more/a", "lint/run"]
    assert loaded.sources == [str(places / p) for p in ("config/ruleprobe/detectors.yaml", "repo/.ruleprobe/detectors.yaml", "more.yaml")]
    assert loaded.registry().get("both/a") is loaded.detectors[3]


def test_a_nearer_file_hides_one_further_up(places):
    write(places, {"repo/deep/.ruleprobe/detectors.yaml": ENTRY % "deep/a"})
    assert ids(load_bundle(cwd=str(places / "repo/deep/er"), user=False)) == ["deep/a"]


@pytest.mark.parametrize("options, expected", [
    ({"config": False}, ["more/a"]), ({"user": False}, ["repo/a", "both/a", "more/a"]), ({"config": False, "user": False}, ["more/a"]),
])
def test_places_may_be_left_out(places, options, expected):
    assert ids(load_bundle([str(places / "more.yaml")], None, str(places / "repo"), **options)) == expected


def test_without_an_absolute_xdg_folder_it_is_the_home_s(tmp_path, monkeypatch):
    write(tmp_path, {".config/ruleprobe/detectors.yaml": ENTRY % "home/a", "repo/x": ""})
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for value in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
        assert ids(load_bundle(cwd=str(tmp_path / "repo"))) == ["home/a"]
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert ids(load_bundle(cwd=str(tmp_path / "repo"))) == ["home/a"]


def test_a_bad_entry_is_a_finding_and_the_rest_loads(tmp_path):
    write(tmp_path, {"d.yaml": ENTRY % "a/b" + "- id: nope\n  when: {command: [x]}\n" + ENTRY % "a/c"})
    loaded = load_bundle([str(tmp_path / "d.yaml")], config=False)
    assert ids(loaded) == ["a/b", "a/c"]
    ((path, line, reason),) = loaded.findings
    assert (path, line) == (str(tmp_path / "d.yaml"), 3) and "id" in reason


@pytest.mark.parametrize("content", ["a: [", "\x00", "x: *y", b"\xff\xfe\x00", "- - - - [", "when: {"])
def test_a_bad_file_is_a_finding(tmp_path, content):
    write(tmp_path, {"d.yaml": content, "e.yaml": ENTRY % "a/b"})
    loaded = load_bundle([str(tmp_path / "d.yaml"), str(tmp_path / "e.yaml"), str(tmp_path / "none.yaml")], config=False)
    assert ids(loaded) == ["a/b"]
    assert [os.path.basename(f.path) for f in loaded.findings] == ["d.yaml", "none.yaml"]


def test_a_repository_s_configuration_may_be_anything(tmp_path):
    (tmp_path / ".ruleprobe" / "detectors.yaml").mkdir(parents=True)
    loaded = load_bundle(cwd=str(tmp_path), user=False)
    assert loaded.detectors == [] and len(loaded.findings) == 1


# -- the registry -------------------------------------------------------------------------------------


def detector(name):
    return Detector(name, name.partition("/")[0], "bash", lambda events, ctx: [])


def test_a_bound_entry_joins_the_registry_and_others_do_not(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": "# A\n" + NO_PIP})
    assert loaded.registry().ids() == DEFAULT.ids() + ["package-manager/pip-install"]
    assert loaded.registry(whole_catalog=True).ids() == DEFAULT.ids() + [d.id for d in catalog_detectors() if d.id not in DEFAULT]
    assert load_bundle(config=False).registry().ids() == DEFAULT.ids()


def test_default_is_never_changed(tmp_path):
    before = DEFAULT.ids()
    loaded = bundle(tmp_path, {"lint.md": OWN_DETECTOR, "a.md": "# A\n" + NO_PIP})
    loaded.registry().remove("lint/run")
    assert DEFAULT.ids() == before == Registry(DEFAULT).ids()


def test_an_entry_that_restates_a_shipped_detector_leaves_it_in_place(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": "# A\nNever use `--no-verify`.\n"})
    assert loaded.registry().get("verification/no-verify") is DEFAULT.get("verification/no-verify")
    assert loaded.rules[0].source == CATALOG and loaded.coverage()["catalog"] == 1


def test_a_base_that_holds_the_id_wins_and_the_rule_is_its_own(tmp_path):
    loaded = bundle(tmp_path, {"AGENTS.md": "# A\n" + NO_PIP})
    base = Registry([*DEFAULT, detector("package-manager/pip-install")])
    assert loaded.coverage()["catalog"] == 1
    assert loaded.registry(base).get("package-manager/pip-install") is base.get("package-manager/pip-install")
    assert (loaded.rules[0].source, loaded.coverage()["catalog"], loaded.coverage()["measured"]) == (OWN, 0, 1)


def test_a_user_s_detector_of_a_catalog_id_replaces_the_entry(tmp_path):
    write(tmp_path, {"d.yaml": ENTRY % "package-manager/pip-install"})
    write(tmp_path / "r", {"AGENTS.md": "# A\n" + NO_PIP})
    loaded = load_bundle([str(tmp_path / "d.yaml")], str(tmp_path / "r"), config=False)
    assert loaded.registry().get("package-manager/pip-install") is loaded.detectors[0]
    assert loaded.rules[0].source == OWN and loaded.coverage()["catalog"] == 0


def test_the_catalog_is_not_compiled_for_rules_that_do_not_need_it(tmp_path, monkeypatch):
    monkeypatch.setattr(rules, "_compiled_catalog", lambda: pytest.fail("compiled"))
    bundle(tmp_path, {"AGENTS.md": "# A\nBe kind.\n", "b.md": OWN_DETECTOR}).registry()
    bundle(tmp_path, {"AGENTS.md": "# A\nNever use `--no-verify`.\n"}).registry()


# -- coverage -----------------------------------------------------------------------------------------

SHARES = [(0, 0, "none"), (0, 5, "0%"), (5, 5, "100%"), (1, 3, "33%"), (2, 3, "66%"), (199, 200, "99%"), (1, 100, "1%"), (1, 101, "<1%"), (1, 5000, "<1%"), (0, 5000, "0%")]


@pytest.mark.parametrize("measured, total, expected", SHARES)
def test_the_share_is_floored_and_hides_no_rule(measured, total, expected):
    assert share_text(measured, total) == expected


def test_the_block(tmp_path):
    loaded = bundle(tmp_path, {"CLAUDE.md": "# Tone\nBe kind.\n# Packages\n%s\n" % NO_PIP, ".git/HEAD": "", "docs/t.md": "---\nopt_out: no trace\nrule: x/y\n---\nx", "docs/l.md": OWN_DETECTOR})
    assert loaded.summary(relative_to=str(tmp_path)).splitlines() == [
        "rules: 2 measured, 1 dark, 1 unmeasured (50% measured)",
        "  measured    CLAUDE.md#packages  CLAUDE.md  catalog-bound, package-manager/pip-install",
        "  measured    linting             docs/l.md  lint/run",
        "  dark        t                   docs/t.md  no trace",
        "  unmeasured  CLAUDE.md#tone      CLAUDE.md  no catalog entry matches",
        "findings: 1 (everything else still loaded)",
        "  docs/t.md:3  rule: a name without a slash, not 'x/y'",
    ]
    assert loaded.coverage() == {"measured": 2, "dark": 1, "unmeasured": 1, "share": 0.5, "catalog": 1}


def test_a_path_outside_is_shown_whole(tmp_path):
    loaded = bundle(tmp_path / "a", {"CLAUDE.md": "# Tone\nBe kind.\n"})
    assert str(tmp_path / "a" / "CLAUDE.md") in loaded.summary(relative_to=str(tmp_path / "b"))


def test_no_rules_no_block(tmp_path):
    loaded = load_bundle(config=False)
    assert loaded.summary() == ""
    assert loaded.coverage() == {"measured": 0, "dark": 0, "unmeasured": 0, "share": None, "catalog": 0}


# -- hostile ------------------------------------------------------------------------------------------

EVIL = "\x1b]0;x\x07\u202e\x9b31m\u2028\x00"


def printable(text):
    return all(char.isprintable() for line in text.split("\n") for char in line)


def test_no_control_character_reaches_what_is_shown(tmp_path):
    loaded = bundle(tmp_path, {
        "CLAUDE.md": "# Git %s\nNever use pip%s.\n# %s\ntext\n" % (EVIL, EVIL, EVIL), "docs/t.md": "---\nopt_out: \"no \\e[31m trace\"\nrule: \"a\\u202eb\"\n---\nx",
        "docs/d.md": "---\ndetector: \"x/\\e[2J\"\n---\nx", "docs/e.md": "---\ndetector: {id: \"a/\\e\", when: {x\u202e: 1}}\n---\n", ".git/HEAD": "",
    })
    assert len(loaded.rules) == 5
    for entry in loaded.rules:
        assert printable(entry.rule) and printable(entry.reason) and printable(entry.sentence)
    assert loaded.findings and all(printable(finding.reason) for finding in loaded.findings)
    assert printable(loaded.summary())


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
def test_nor_one_of_a_file_s_name(tmp_path):
    loaded = bundle(tmp_path, {"a\x1b[31m\u202e/CLAUDE.md": "# A\n" + NO_PIP, "b\nc/AGENTS.md": "text"})
    assert printable(loaded.summary()) and all(printable(entry.rule) for entry in loaded.rules)


@pytest.mark.parametrize("text", [
    "---\n" * 50, "---\nrule: [\n---\n# A\n" + NO_PIP, "---\ndetector: {a: {b: [\n---\n", "---\nopt_out: x", "---\ndetector: &a [*a]\n---\nx", "# \x00\n\x00", "---\n? \n---\n",
    "---\nrule: x\nrule: y\n---\nx", "---\ndetector: 3\n---\nx", "---\ndetectors: {a: b}\n---\nx", "---\ndetector: [[], {}, null, 1]\n---\nx", "-" * 10_000, "# a\n" * 2000 + "x",
])
def test_nothing_raises(tmp_path, text):
    loaded = bundle(tmp_path, {"AGENTS.md": text, "CLAUDE.md": "# A\n" + NO_PIP})
    assert ("CLAUDE.md#a", MEASURED) in table(loaded)


def test_seven_hundred_rule_files_load(tmp_path):
    texts = [(HERE / "files" / name).read_text(encoding="utf-8") for name in sorted(FILES)]
    write(tmp_path, {"p%03d/%s" % (n, ("CLAUDE.md", "AGENTS.md")[n % 2]): "# Project %d\n\nx\n\n%s" % (n, texts[n % 4][: 3000 + 5 * n]) for n in range(732)})
    loaded = bundle(tmp_path)
    assert len({entry.path for entry in loaded.rules}) == 732 and loaded.findings == []
