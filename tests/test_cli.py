"""The command line: exit codes, what goes to which stream, and what a stranger is told."""
from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ruleprobe import arguments, cli
from ruleprobe.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "ruleprobe" / "demo"
RUN = "import sys\nfrom ruleprobe.__main__ import run\nsys.exit(run())\n"


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """No one's transcripts, rules or configuration."""
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")


def main(*argv):
    """(exit code, standard output) of a command line run in process."""
    out = io.StringIO()
    return cli.main(list(argv), out), out.getvalue()


def session(cwd="/home/dev/orchard", command="cat a.txt", id="11111111-1111-4111-8111-111111111111", day="2026-09-01"):
    """A Claude Code transcript of one prompt and one command."""
    base = {"cwd": cwd, "sessionId": id, "version": "2.1.207", "isSidechain": False, "userType": "external", "timestamp": day + "T10:00:00.000Z"}
    lines = [
        {**base, "type": "user", "uuid": id[:-1] + "a", "parentUuid": None, "message": {"role": "user", "content": "go"}},
        {**base, "type": "assistant", "uuid": id[:-1] + "b", "parentUuid": id[:-1] + "a", "message": {
            "id": "msg_" + id[:4], "role": "assistant", "model": "m", "content": [
                {"type": "tool_use", "id": "toolu_" + id[:4], "name": "Bash", "input": {"command": command}}]}},
        {**base, "type": "user", "uuid": id[:-1] + "c", "parentUuid": id[:-1] + "b", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_" + id[:4], "content": "ok"}]}},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def write_session(folder, name="11111111-1111-4111-8111-111111111111", **options):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / (name + ".jsonl")).write_text(session(id=name, **options), encoding="utf-8")


def test_the_demo_is_a_whole_report():
    code, out = main("report", "--demo")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split()[:5] == ["detector", "hits", "sessions", "of", "share"]
    assert any(line.startswith("testing/test-after-change ") for line in lines)
    assert any(line.startswith("rules: ") for line in lines)


def test_demo_and_json_agree_with_root_and_rules():
    plain = main("report", "--root", str(DEMO / "sessions"), "--rules", str(DEMO / "rules"), "--no-config", "--json")
    assert main("report", "--demo", "--json") == plain
    assert plain[0] == 0


def test_demo_brings_its_own(capsys):
    assert main("report", "--demo", "--root", ".")[0] == 2
    assert "--demo brings its own" in capsys.readouterr().err


def test_json_has_the_declared_keys_sorted_and_ascii():
    code, out = main("report", "--demo", "--json")
    data = json.loads(out)
    assert out.endswith("}\n") and not out.endswith("\n\n") and out.isascii()
    assert json.dumps(data, sort_keys=True, indent=2) + "\n" == out
    assert {"schema_version", "by", "measured", "unmeasured", "unknown_schema", "unattributed", "errors", "opportunity_errors",
            "malformed_compliance", "unreadable_compliance", "min_sessions", "frequent_share", "min_opportunities", "notes", "renamed",
            "detectors", "rows", "read_errors", "copies", "coverage"} <= set(data)
    assert data["schema_version"] == 2 and data["measured"] == len(data["rows"]) == 8
    assert set(data["coverage"]) == {"measured", "dark", "unmeasured", "share", "catalog"}


def test_json_leaves_the_coverage_block_to_standard_error(capsys):
    main("report", "--demo", "--json")
    assert "rules: " in capsys.readouterr().err


@pytest.mark.parametrize("by, header", [("repo", "repo"), ("stance", "stance")])
def test_groupings(by, header):
    code, out = main("report", "--demo", "--by", by, "--stance", "mode=plan")
    assert code == 0 and out.startswith(header)
    assert ("mode=plan" in out) == (by == "stance") and ("orchard" in out.splitlines()[1]) == (by == "repo")


@pytest.mark.parametrize("argv, reason", [
    ([], "required"), (["nothing"], "invalid choice"), (["report", "--nothing"], "unrecognized"), (["report", "--js"], "unrecognized"),
    (["report", "--by", "day"], "invalid choice"), (["report", "--since", "2026"], "2026"), (["report", "--since", "2026-02-30"], "2026-02-30"),
    (["report", "--since", "yesterday"], "yesterday"), (["report", "--until", "2026-13-01"], "2026-13-01"), (["report", "--stance", "x"], "DIM=VARIANT"),
    (["report", "--stance", "=x"], "DIM=VARIANT"), (["report", "--min-sessions", "-1"], "0 or more"), (["report", "--min-sessions", "x"], "0 or more"),
    (["report", "--min-opportunities", "1.5"], "0 or more"), (["report", "--frequent-share", "nan"], "0 to 1"), (["report", "--frequent-share", "1.1"], "0 to 1"),
    (["report", "--frequent-share", "-0.1"], "0 to 1"), (["report", "--frequent-share", "inf"], "0 to 1"), (["report", "--runtime", "cursor"], "invalid choice"),
    (["report", "--rules", "missing"], "missing: no such file"), (["report", "--detectors", "missing"], "missing: no such file"), (["report", "--repo", ""], "a name or a path"),
])
def test_usage_errors_exit_2(argv, reason, capsys):
    assert main(*argv)[0] == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["--version"], ["--help"], ["report", "--help"], ["detectors", "--help"]])
def test_version_and_help_exit_0_on_the_given_stream(argv):
    code, out = main(*argv)
    assert code == 0 and (out == "ruleprobe %s\n" % VERSION if argv == ["--version"] else "usage: ruleprobe" in out)


def test_each_command_has_help_with_an_example_and_is_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in cli.COMMANDS:
        code, out = main(name, "--help")
        assert code == 0 and "example:\n  ruleprobe %s" % name in out
        assert "ruleprobe %s" % name in readme
    assert arguments.parser().prog == "ruleprobe"


@pytest.mark.parametrize("home", [True, False])
def test_a_stranger_without_transcripts_is_told_where_it_looked(home, monkeypatch, capsys):
    if not home:
        monkeypatch.delenv("HOME")
        monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    code, out = main("report", "--rules", ".")
    said = capsys.readouterr().err
    assert (code, out) == (1, "")
    assert "no sessions found" in said and "--root DIR" in said and "report --demo" in said
    assert (".claude" in said and ".codex" in said and ".gemini" in said and "(not there)" in said) if home else "no home" in said


def test_an_empty_root_is_told(tmp_path, capsys):
    assert main("report", "--root", str(tmp_path / "work")) == (1, "")
    assert "looked in %s" % (tmp_path / "work") in capsys.readouterr().err


def test_since_and_until_bound_the_days(tmp_path):
    for n, day in enumerate(("2026-08-01", "2026-08-02", "2026-08-03"), 1):
        write_session(tmp_path / "t", "%d1111111-1111-4111-8111-111111111111" % n, day=day)
    def count(*flags):
        code, out = main("report", "--json", "--root", str(tmp_path / "t"), *flags)
        return json.loads(out)["measured"] if code == 0 else code
    assert [count(), count("--since", "2026-08-02"), count("--until", "2026-08-02"), count("--since", "2026-08-02", "--until", "2026-08-02")] == [3, 2, 2, 1]
    assert count("--since", "2026-08-04") == 1


def repository(tmp_path):
    """A repository with a rule file, and a history of two repositories in the user's home."""
    here = tmp_path / "work" / "orchard"
    (here / ".git").mkdir(parents=True)
    (here / "AGENTS.md").write_text("# Rules\n\n## Context\n\nDo not read whole files with `cat`.\n", encoding="utf-8")
    projects = tmp_path / "home" / ".claude" / "projects"
    write_session(projects / "a", "21111111-1111-4111-8111-111111111111", cwd=str(here))
    write_session(projects / "b", "31111111-1111-4111-8111-111111111111", cwd="/elsewhere/mill")
    return here


def test_a_repositorys_rules_are_measured_on_its_own_sessions(tmp_path, capsys):
    here = repository(tmp_path)
    code, out = main("report", "--rules", str(here), "--json")
    assert (code, json.loads(out)["measured"]) == (0, 1)
    assert "counted 1 of 2 sessions" in capsys.readouterr().err
    assert json.loads(main("report", "--rules", str(here), "--repo", "all", "--json")[1])["measured"] == 2
    assert json.loads(main("report", "--rules", str(here), "--repo", "mill", "--json")[1])["rows"][0]["repo"] == "mill"
    assert json.loads(main("report", "--json")[1])["measured"] == 2


def test_an_unknown_repository_names_the_nearest(tmp_path, capsys):
    repository(tmp_path)
    assert main("report", "--repo", "orchrad")[0] == 1
    assert "orchard" in capsys.readouterr().err


def test_detectors_lists_ids_events_and_notes():
    code, out = main("detectors", "--no-config")
    assert code == 0
    listed = [line.split() for line in out.splitlines()]
    assert ["secrets/secret-in-write", "write"] in listed
    data = json.loads(main("detectors", "--no-config", "--json")[1])["detectors"]
    assert [entry["detector"] for entry in data] == sorted(entry["detector"] for entry in data)
    assert {entry["detector"] for entry in data if "catalog" in entry["notes"]} == {
        "testing/test-after-change", "git-safety/force-push-default", "package-manager/pip-install",
        "commits/non-conventional-subject", "secrets/secret-file-add"}


@pytest.mark.parametrize("name, headings", [
    ("transcript-hygiene/whole-file-cat", ["Counts", "Fires on", "Undecided", "Known misses", "Example"]),
    ("testing/test-after-change", ["Counts", "Opportunity", "Undecided", "Known misses", "Fires", "Silent"]),
])
def test_a_detector_explains_itself(name, headings):
    code, out = main("detectors", "--no-config", "--explain", name)
    lines = out.splitlines()
    assert code == 0 and lines[0] == name
    assert list(dict.fromkeys(line[2:15].strip() for line in lines[1:])) == headings
    data = json.loads(main("detectors", "--no-config", "--explain", name, "--json")[1])
    assert data["detector"] == name and list(dict.fromkeys(heading for heading, _ in data["about"])) == headings


def test_every_detector_explains_itself_in_its_own_words():
    for entry in json.loads(main("detectors", "--no-config", "--json")[1])["detectors"]:
        out = main("detectors", "--no-config", "--explain", entry["detector"])[1]
        assert "(its author does not say)" not in out and "Known misses" in out


def test_an_unknown_detector_to_explain_names_the_nearest(capsys):
    assert main("detectors", "--no-config", "--explain", "verification/no-verfy")[0] == 2
    assert "verification/no-verify" in capsys.readouterr().err


def test_a_users_detector_explains_itself(tmp_path):
    (tmp_path / "d.yaml").write_text(
        "- id: shop/deploy\n  description: \"Counts deploys. Undecided: a target in a variable.\"\n  gate: {stance: mode, variants: [a, b]}\n"
        "  when:\n    command: [make, deploy]\n  examples:\n    fire:\n      - bash: make deploy\n        note: plain\n", encoding="utf-8")
    out = main("detectors", "--no-config", "--detectors", str(tmp_path / "d.yaml"), "--explain", "shop/deploy")[1]
    assert [line.split(None, 1) for line in out.splitlines()[1:]] == [
        ["Counts", "deploys."], ["Undecided", "a target in a variable."], ["Waits", "for     mode=a|b"], ["Fires", "make deploy  (plain)"]]


def test_a_users_detector_file_is_counted(tmp_path):
    write_session(tmp_path / "t", command="make deploy")
    (tmp_path / "d.yaml").write_text("- id: shop/deploy\n  when:\n    command: [make, deploy]\n", encoding="utf-8")
    code, out = main("report", "--root", str(tmp_path / "t"), "--detectors", str(tmp_path / "d.yaml"), "--json")
    assert {e["detector"]: e["hits"] for e in json.loads(out)["detectors"]}["shop/deploy"] == 1


def test_a_bad_entry_is_a_finding_and_the_rest_is_counted(tmp_path, capsys):
    write_session(tmp_path / "t", command="make deploy")
    (tmp_path / "d.yaml").write_text("- id: shop/deploy\n  when:\n    command: [make, deploy]\n- id: shop/bad\n  whem: {}\n", encoding="utf-8")
    code, out = main("report", "--root", str(tmp_path / "t"), "--detectors", str(tmp_path / "d.yaml"))
    assert code == 0 and "shop/deploy" in out
    assert "findings: 1 (everything else still loaded)" in out and "d.yaml:5  " in out and "when" in out


def test_paths_reasons_and_findings_hide_secrets_and_control_characters(tmp_path, capsys):
    secret = "ghp_" + "a1B2" * 9
    write_session(tmp_path / ("t" + secret), cwd="/w")
    (tmp_path / ("t" + secret) / "bad\x1b[2J.jsonl").write_text(session(id="31111111-1111-4111-8111-111111111111") + "{broken\n", encoding="utf-8")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.md").write_text("---\nopt_out: it says %s \u202e here\n---\nText.\n" % secret, encoding="utf-8")
    (tmp_path / "rules" / "b.md").write_text("---\ndetector: %s/x\n---\nText.\n" % secret, encoding="utf-8")
    argv = ["report", "--root", str(tmp_path / ("t" + secret)), "--rules", str(tmp_path / "rules")]
    for extra in ([], ["--json"]):
        code, out = main(*argv, *extra)
        said = out + capsys.readouterr().err
        assert code == 0 and "not read: " in said and "dark" in said and "findings: 1" in said
        assert secret not in said and "[redacted]" in said and "\x1b" not in said and "\u202e" not in said


def process(*argv, **options):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "PYTHON"))}
    env.update(options.pop("env", {}), PYTHONPATH=str(ROOT))
    return subprocess.Popen([sys.executable, "-c", RUN, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, **options)


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise there")
def test_a_closed_pipe_ends_quietly():
    running = process("report", "--demo")
    running.stdout.close()
    error = running.stderr.read()
    running.stderr.close()
    assert (running.wait(), error) == (0, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_encoding_of_standard_output(encoding, tmp_path):
    write_session(tmp_path / "t", cwd="/home/dev/果園\x1b[2J")
    out, error = process("report", "--by", "repo", "--root", str(tmp_path / "t"), env={"PYTHONIOENCODING": encoding}).communicate()
    assert error == b"" and b"\x1b" not in out
    assert ("果園" if encoding == "utf-8" else "\\u679c\\u5712") + "\\x1b[2J" in out.decode(encoding)


def test_an_interruption_prints_no_traceback(monkeypatch):
    def interrupted(options):
        raise KeyboardInterrupt

    monkeypatch.setitem(cli.COMMANDS, "report", interrupted)
    assert main("report") == (130, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_is_named():
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-c", RUN, "report", "--demo"], stdout=full, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 2 and b"standard output: " in done.stderr and b"Traceback" not in done.stderr


def test_a_session_with_opportunities_shows_them_in_table_and_json(tmp_path):
    """Six edits, four of them followed by a test run, one by a script that may be one."""
    base = {"cwd": "/home/dev/orchard", "sessionId": "s", "version": "2.1.207", "isSidechain": False, "userType": "external", "timestamp": "2026-09-01T10:00:00.000Z"}
    lines, parent = [], None

    def add(kind, message):
        nonlocal parent
        name = "%08d-0000-4000-8000-000000000000" % len(lines)
        lines.append({**base, "type": kind, "uuid": name, "parentUuid": parent, "message": message})
        parent = name

    def call(tool, given):
        use = "toolu_%d" % len(lines)
        add("assistant", {"id": "msg_%d" % len(lines), "role": "assistant", "model": "m", "content": [{"type": "tool_use", "id": use, "name": tool, "input": given}]})
        add("user", {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use, "content": "ok"}]})

    add("user", {"role": "user", "content": "go"})
    for after in ("pytest", "npm test", "cargo test", "go test ./...", "./check.sh", "ls"):
        call("Edit", {"file_path": "/home/dev/orchard/a.py", "old_string": "a", "new_string": "b"})
        call("Bash", {"command": after})
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "s.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    (tmp_path / "d.yaml").write_text(
        "- id: my/tested\n  event: session\n  when:\n    order:\n      first: {tool: {name: Edit}}\n      then: {command: {runs: tests}}\n      within: 1\n", encoding="utf-8")
    argv = ["report", "--root", str(tmp_path / "t"), "--detectors", str(tmp_path / "d.yaml"), "--min-opportunities", "1"]
    entry = {e["detector"]: e for e in json.loads(main(*argv, "--json")[1])["detectors"]}["my/tested"]
    assert (entry["hits"], entry["opportunities"], entry["followed"], entry["undecided"], entry["compliance_rate"]) == (4, 5, 4, 1, 0.8)
    row = next(line for line in main(*argv)[1].splitlines() if line.startswith("my/tested"))
    assert row.split() == ["my/tested", "4", "1", "1", "100%", "5", "4", "1", "80%"]
