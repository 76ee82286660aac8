"""The declared API (FR-30, AD-9): every name, its call shape, and what is promised beyond names.

``NAMES`` is the list. The README's section is rendered from it, a removal or a changed signature fails, and a
name joins only with its row here. With ``RULEPROBE_WHEEL`` set, the same runs against that wheel as a zip.
"""
from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
import sys
from pathlib import Path

import pytest

WHEEL = os.environ.get("RULEPROBE_WHEEL")
if WHEEL:
    sys.path.insert(0, WHEEL)
    for loaded in [name for name in sys.modules if name.split(".")[0] == "ruleprobe"]:
        del sys.modules[loaded]

import ruleprobe  # noqa: E402
from ruleprobe import contract_data, declarative, events, registry, shell  # noqa: E402
from ruleprobe.detectors import common  # noqa: E402
from ruleprobe.registry import DEFAULT, Detector, Registry, run  # noqa: E402
from ruleprobe.report import report_data  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

# module -> {name: signature, "" for a value or a type whose attributes are listed below}
NAMES = {
    "ruleprobe": {
        "iter_sessions": "(root=None, runtime='auto', since=None, errors=None, *, until=None, unread=frozenset())",
        "run": "(events, stances=None, *, registry=DEFAULT, strict=False, errors=None)",
        "Registry": "(detectors=None, renamed=None)",
        "report": "(rows, by='rule', min_sessions=20, frequent_share=0.3, registry=DEFAULT, validity=None, min_opportunities=20)",
        "report_data": "(rows, by='rule', min_sessions=20, frequent_share=0.3, registry=DEFAULT, validity=None, min_opportunities=20)",
        "validity": "(registry=DEFAULT, directory=None)",
        "load_bundle": "(paths=None, rules_dir=None, cwd=None, config=True, user=True)",
        "compile_detector": "(spec, path='<spec>', lines=None)",
        "analyse": "(events, known=None)",
        "counts": "(hits)",
        "measure": "(session, stances=None, registry=DEFAULT)",
    },
    "ruleprobe.detectors.common": {"SECRET_PATTERNS": "", "DETECTORS": ""},
    "ruleprobe.events": {
        "hit": "(event, tool_use_id=True)", "input_of": "(event)", "text_of": "(value)", "result_text": "(content)", "MAX_RESULT_TEXT": "",
        "Session": "(id, repo, runtime, events, path, started='', ended='', cwd='', lines=())", "Hit": "(id, turn, tool_use_id)",
    },
    "ruleprobe.registry": {
        "Detector": "(id, rule, event, fn, gate=None, examples=None, *, opportunities=None)", "Registry": "(detectors=None, renamed=None)",
        "DEFAULT": "", "EVENT_KINDS": "", "SCHEMA_VERSION": "", "KNOWN_SCHEMA_VERSIONS": "", "COMPILERS": "",
        "register_compiler": "(kind, compiler)", "from_spec": "(spec, path='<spec>', lines=None)", "fold_map": "(renamed=None)",
    },
    "ruleprobe.shell": {
        "MAX_COMMAND": "", "MARKER_RE": "", "SUB_PLACEHOLDER": "", "Context": "", "Parsed": "", "git_calls": "(parsed, subcommands)",
        "has_redirect": "(segment)", "normalise": "(text)", "operands": "(segment)", "pipelines": "(text)", "strip_heredocs": "(text)",
    },
    "ruleprobe.declarative": {
        "load": "(path)", "parse": "(text, path='<text>')", "emit": "(value)", "split_front_matter": "(text)", "DeclarativeError": "(reason, line=0, path='<text>')",
    },
    "ruleprobe.matchers": {"compile_matcher": "(spec, where, allow_aggregate=False)", "is_undecided": "(value)"},
    "ruleprobe.rules": {
        "Bundle": "", "Finding": "(path, line, reason)",
        "RuleEntry": "(rule, path, state, reason, detectors, source=None, line=1, sentence='', others=0)",
    },
    "ruleprobe.validity": {
        "Score": "(detector, positives=0, negatives=0, tp=0, fp=0, fn=0, source='')", "CorpusError": "", "DEFAULT_FLOOR": "",
        "below_floor": "(scores, floor=0.9)", "score_corpus": "(registry=DEFAULT, directory=None)", "score_examples": "(registry=DEFAULT)",
        "scores_as_dict": "(scores, floor=0.9)", "validity_table": "(scores, floor=0.9)", "hit_key": "(hit)", "event_key": "(event)",
    },
    "ruleprobe.cli": {"main": "(argv=None, out=None)"},
    "ruleprobe.contract_data": {"RENAMED": "", "SHIPPED_IDS": ""},
    "ruleprobe.readers": {"RUNTIMES": ""},
}
ATTRIBUTES = {
    "ruleprobe.registry.Detector": "id rule event fn gate examples opportunities",
    "ruleprobe.registry.Registry": "add extend rename remove get ids copy fold_map from_entry_points",
    "ruleprobe.shell.Context": "events bash finals",
    "ruleprobe.shell.Parsed": "event command heredocs skipped pipelines normalised turn id commands",
    "ruleprobe.rules.Bundle": "registry counts coverage summary",
    "ruleprobe.validity.Score": "add scored precision recall f1 as_dict detector",
}
ROWS = [(module, name, signature) for module, names in NAMES.items() for name, signature in names.items()]


def found(module, name):
    return getattr(importlib.import_module(module), name)


def signature_of(value):
    """A callable's parameters as the table writes them: names, kinds and defaults, no annotations."""
    parameters = inspect.signature(value).parameters.values()
    out, keyword_only = [], False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            out.append("*")
            keyword_only = True
        default = "" if parameter.default is parameter.empty else "=DEFAULT" if parameter.default is DEFAULT else "=%r" % (parameter.default,)
        out.append(parameter.name + default)
    return "(%s)" % ", ".join(out)


@pytest.mark.parametrize("module, name, signature", ROWS, ids=["%s.%s" % row[:2] for row in ROWS])
def test_each_declared_name_is_there_with_its_signature(module, name, signature):
    value = found(module, name)
    if signature:
        assert signature_of(value) == signature


@pytest.mark.parametrize("path", sorted(ATTRIBUTES))
def test_each_declared_attribute_is_there(path):
    module, _, name = path.rpartition(".")
    value = found(module, name)
    if name == "Score":
        value = value("a/b")
    assert [attribute for attribute in ATTRIBUTES[path].split() if not hasattr(value, attribute)] == []


def test_the_root_holds_what_it_says():
    assert sorted(ruleprobe.__all__) == sorted(set(ruleprobe.__all__))
    assert [name for name in ruleprobe.__all__ if not hasattr(ruleprobe, name)] == []
    assert callable(ruleprobe.report) and callable(ruleprobe.validity)


def test_the_readme_lists_the_declared_names():
    """ACCEPT=1 writes the list into the README."""
    lines = ["- `%s`: %s" % (module, ", ".join("`%s%s`" % (name, signature) for name, signature in names.items())) for module, names in NAMES.items()]
    lines += ["- attributes of `%s`: %s" % (path, ", ".join("`%s`" % a for a in names.split())) for path, names in sorted(ATTRIBUTES.items())]
    block = "<!-- api -->\n%s\n<!-- /api -->" % "\n".join(lines)
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if os.environ.get("ACCEPT"):
        text = re.sub(r"(?s)<!-- api -->.*<!-- /api -->", lambda match: block, text)
        readme.write_text(text, encoding="utf-8")
    assert block in text


COMMIT = "git commit -m \"$(cat <<'EOF'\nfix: parse\nEOF\n)\" && cat a.txt > b.txt"
EVENTS = [
    {"kind": "user_prompt", "turn": 1, "text": "go"},
    {"kind": "tool_use", "turn": 1, "id": "t1", "name": "Bash", "input": {"command": COMMIT}},
    {"kind": "assistant_text", "turn": 1, "text": "done", "final": True},
]


def test_a_detector_function_is_called_with_events_and_context():
    seen = []

    def fn(events, ctx):
        seen.append(ctx)
        assert events == EVENTS and [p.event for p in ctx.bash] == [EVENTS[1]] and ctx.finals == [EVENTS[2]]
        return [events_hit(p.event) for p in ctx.bash] + [events_hit(ctx.finals[0], tool_use_id=False)]

    events_hit = events.hit
    hits = run(EVENTS, None, registry=Registry([Detector("a/b", "a", "bash", fn, None)]), strict=True)
    assert hits == {"a/b": [("a/b", 1, "t1"), ("a/b", 1, None)]} and isinstance(seen[0], shell.Context)


def test_the_shell_parse_keeps_its_shapes():
    parsed = shell.analyse(EVENTS).bash[0]
    assert parsed.command == COMMIT and parsed.heredocs == ["fix: parse"] and not parsed.skipped
    (segment, subcommand, args), = shell.git_calls(parsed, ("commit",))
    marker = args[1]
    assert (subcommand, args[0], segment[0]) == ("commit", "-m", "git") and parsed.heredocs[int(shell.MARKER_RE.match(marker).group(1))] == "fix: parse"
    assert shell.pipelines("sudo pip install x | tee log && ls -l 2>/dev/null") == [
        [["sudo", "pip", "install", "x"], ["tee", "log"]], [["ls", "-l", "2>", "/dev/null"]]]
    assert shell.operands(["cat", "-n", "a", ">", "b"]) == ["a"] and shell.has_redirect(["cat", ">", "b"]) and not shell.has_redirect(["cat"])
    assert shell.normalise("cd x  &&   ls") == "ls" and shell.MAX_COMMAND == 16384 and shell.SUB_PLACEHOLDER == "__RULEPROBE_SUB__"
    assert shell.pipelines("echo $(ls)") == [[["echo", shell.SUB_PLACEHOLDER]]]
    assert shell.analyse([dict(EVENTS[1], input={"command": "x" * 16385})]).bash[0].skipped
    text, bodies = shell.strip_heredocs("cat <<A\nb\nA\n")
    assert "__RULEPROBE_HEREDOC_0__" in text and bodies == ["b"]


def test_secret_patterns_are_read_by_syntax_tree():
    source = inspect.getsource(common)
    assigned, = [n for n in ast.parse(source).body if isinstance(n, ast.Assign) and n.targets[0].id == "SECRET_PATTERNS"]
    assert ast.literal_eval(assigned.value) == common.SECRET_PATTERNS


def test_each_item_of_detectors_has_its_attributes():
    assert [d.id for d in common.DETECTORS] == DEFAULT.ids()[:6] == contract_data.SHIPPED_IDS[:6]
    assert all(isinstance(d.rule, str) and d.event in registry.EVENT_KINDS and callable(d.fn) and d.gate is None for d in common.DETECTORS)


def test_the_corpus_lies_beside_the_package():
    here = os.path.dirname(ruleprobe.__file__)
    if WHEEL:
        import zipfile

        assert "ruleprobe/corpus/labels.yaml" in zipfile.ZipFile(WHEEL).namelist() and ruleprobe.__file__.startswith(WHEEL)
    else:
        assert os.path.isfile(os.path.join(here, "corpus", "labels.yaml"))


def test_declarative_load_gives_the_document_and_its_lines(tmp_path):
    path = tmp_path / "d.yaml"
    path.write_text("version: 2\ndetectors:\n  - id: a/b\n")
    document, lines = declarative.load(path)
    assert document == {"version": 2, "detectors": [{"id": "a/b"}]} and lines.line_of(document, "detectors") == 2 and lines.line_of({}, default=7) == 7


def test_every_shipped_id_is_registered_in_the_catalog_or_folded():
    assert unfolded(contract_data.SHIPPED_IDS, Registry().fold_map()) == []


def unfolded(shipped, fold):
    from ruleprobe.rules import catalog_detectors

    known = set(DEFAULT.ids()) | {detector.id for detector in catalog_detectors()}
    return [name for name in shipped if name not in known and fold.get(name) not in known]


def test_a_renamed_id_without_its_fold_entry_is_seen():
    renamed = ["verification/skips-hooks"] + contract_data.SHIPPED_IDS
    assert unfolded(renamed, {}) == ["verification/skips-hooks"]
    assert unfolded(renamed, {"verification/skips-hooks": "verification/no-verify"}) == []


def test_rows_of_a_retired_id_count_under_the_new():
    stored = [{"schema_version": 2, "rules": {"old/id": 2}, "compliance": {"old/id": {"opportunities": 3, "followed": 1, "undecided": 1}}}]
    mine = Registry([Detector("new/id", "new", "session", lambda e, c: [])], {"older/id": "old/id", "old/id": "new/id"})
    data = report_data(stored, registry=mine)
    assert [(e["detector"], e["hits"], e["opportunities"], e["followed"], e["undecided"]) for e in data["detectors"]] == [("new/id", 2, 3, 1, 1)]
    assert data["renamed"] == {"older/id": "new/id", "old/id": "new/id"} and data["schema_version"] == 2
    again = report_data(stored, registry=Registry(mine, data["renamed"]))
    assert again["detectors"] == data["detectors"]


@pytest.mark.parametrize("version, known", [(1, True), (2, True), (None, True), ("absent", True), (3, False), (0, False), (True, False), (2.0, False), ("2", False)])
def test_schema_versions_of_rows_entries_and_files(version, known, tmp_path):
    row = {"rules": {}} if version == "absent" else {"rules": {}, "schema_version": version}
    assert report_data([row])["measured"] == int(known)
    from ruleprobe.entries import load_entries

    entry = {"id": "a/b", "when": {"command": "ls"}}
    own = dict(entry) if version == "absent" else dict(entry, schema_version=version)
    assert [len(part) for part in load_entries([own])] == ([1, 0] if known else [0, 1])
    whole = {"detectors": [entry]} if version == "absent" else {"detectors": [entry], "version": version}
    detectors, errors = load_entries(whole)
    assert bool(errors) is not known and (len(detectors) == 1 or not known)


def test_an_entrys_own_version_wins_over_the_files():
    from ruleprobe.entries import load_entries

    detectors, _ = load_entries({"version": 1, "detectors": [{"id": "a/b", "schema_version": 2, "when": {"command": "ls"}}]})
    assert len(detectors) == 1


def only_literals(source):
    """Whether a module is a docstring and assignments of literals."""
    body = ast.parse(source).body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    for node in body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            return False
        try:
            ast.literal_eval(node.value)
        except ValueError:
            return False
    return True


@pytest.mark.parametrize("name", ["contract_data", "detectors.catalog", "detectors.vocabulary"])
def test_package_data_is_literals_only(name):
    assert only_literals(inspect.getsource(importlib.import_module("ruleprobe." + name)))
    assert not only_literals("import os\nX = 1\n") and not only_literals("X = open('x')\n")


def test_default_is_what_it_was_at_import():
    ids = DEFAULT.ids()
    bundle = ruleprobe.load_bundle(config=False)
    bundle.registry(whole_catalog=True)
    run(EVENTS)
    assert DEFAULT.ids() == ids == contract_data.SHIPPED_IDS[:6] and len(DEFAULT) == 6
