"""The import graph is a table, and the tree obeys it (AD-1).

``GRAPH`` names every module of the package and what it may import at its top level. ``SANCTIONED``
are the upward imports, each inside a function or at the module's tail. An import that is in neither,
a module that is in no row, and a row that is not used all fail.
"""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "ruleprobe"

GRAPH = {
    # leaves
    "version": "",
    "events": "",
    "words": "",
    "scalars": "",
    "emitter": "scalars",
    "declarative": "emitter scalars",
    "contract_data": "",
    "detectors": "registry",
    "detectors.vocabulary": "",
    "detectors.catalog": "",
    "inline": "",
    "markdown": "inline",
    "blocks": "inline markdown",
    "rule_files": "markdown",
    "needles": "",
    "pattern_needs": "needles",
    "alternatives": "needles pattern_needs",
    "phrasing": "alternatives blocks markdown needles pattern_needs",
    # what programs mean by their words
    "programs": "words",
    "git_options": "",
    "git_words": "git_options programs words",
    "git": "git_options git_words words",
    "runners": "programs words",
    "packages": "programs runners words",
    "suites": "",
    "tasks": "",
    "verdicts": "git_words runners suites tasks words",
    "interpreters": "runners verdicts words",
    "javascript": "packages runners verdicts words",
    "jvm": "verdicts words",
    "toolchains": "interpreters javascript jvm runners suites tasks verdicts words",
    "testruns": "programs runners suites tasks toolchains verdicts words",
    # the shell
    "bash_source": "",
    "bash_tree": "",
    "bash_words": "bash_source words",
    "bash_conditions": "bash_source bash_words words",
    "bash": "bash_conditions bash_source bash_tree bash_words words",
    "bash_plain": "bash_words programs words",
    "commands": "bash bash_tree programs words",
    "shell": "bash bash_plain bash_tree commands events git programs words",
    # detectors as data
    "automaton": "",
    "ambiguity": "automaton",
    "patterns": "ambiguity automaton",
    "tools": "events",
    "answers": "events shell",
    "spec": "answers declarative events patterns",
    "fields": "answers events patterns shell spec tools written",
    "segments": "answers events fields packages programs shell spec testruns words written",
    "git_calls": "answers events git git_options git_words patterns segments shell spec words",
    "predicates": "answers fields git_calls segments spec",
    "sequences": "answers events predicates spec tools written",
    "examples": "events spec",
    "matchers": "answers events examples fields predicates registry sequences spec tools",
    "entries": "declarative matchers registry spec",
    "rules": "declarative detectors.catalog detectors.vocabulary entries markdown matchers phrasing registry render rule_files",
    # the engine
    "registry": "contract_data events shell",
    "redaction_tokens": "",
    "redaction_names": "",
    "redaction_commands": "redaction_names",
    "redaction_values": "redaction_names",
    "redaction": "redaction_commands redaction_names redaction_tokens redaction_values",
    "written": "events shell words",
    "detectors.common": "events git git_options redaction registry shell tools words written",
    # readers
    "readers.lines": "",
    "readers.timeline": "events",
    "readers.files": "",
    "readers.copies": "events",
    "readers.ending": "readers.files",
    "readers.gemini_calls": "events",
    "readers.gemini_head": "",
    "readers.gemini_project": "readers.files readers.lines",
    "readers.gemini_scan": "readers.files readers.lines",
    "readers.gemini_records": "readers.files readers.gemini_calls readers.gemini_scan readers.lines",
    "readers.gemini": "events readers.copies readers.files readers.gemini_calls readers.gemini_head readers.gemini_project "
                      "readers.gemini_records readers.gemini_scan readers.lines readers.timeline",
    "readers.patches": "events",
    "readers.codex_fates": "",
    "readers.codex_fast": "",
    "readers.codex_prompts": "events",
    "readers.codex_origin": "events",
    "readers.codex_marks": "readers.codex_origin",
    "readers.codex_calls": "events readers.codex_fates readers.patches",
    "readers.codex_lines": "events readers.codex_calls readers.codex_fates readers.codex_origin readers.codex_prompts readers.lines",
    "readers.codex_turns": "events readers.codex_calls readers.codex_lines readers.codex_prompts readers.patches readers.timeline",
    "readers.codex_files": "readers.codex_marks readers.files readers.lines",
    "readers.codex": "events readers.codex_fast readers.codex_files readers.codex_lines readers.codex_marks readers.codex_origin "
                     "readers.codex_turns readers.copies readers.files readers.lines",
    "readers.claude_ids": "",
    "readers.claude_prompts": "",
    "readers.claude_fates": "",
    "readers.claude_stream": "",
    "readers.claude_bytes": "",
    "readers.claude_fast": "readers.claude_bytes readers.claude_fates readers.claude_session",
    "readers.claude_chain": "events readers.claude_ids",
    "readers.claude_queue": "readers.claude_fates readers.claude_prompts",
    "readers.claude_calls": "events readers.claude_fates readers.claude_ids readers.timeline",
    "readers.claude_session": "events readers.claude_calls readers.claude_chain readers.claude_fates readers.claude_ids "
                              "readers.claude_prompts readers.claude_queue readers.timeline",
    "readers.claude_index": "readers.claude_ids readers.claude_prompts readers.claude_stream readers.lines",
    "readers.claude_code": "events readers.claude_bytes readers.claude_fast readers.claude_index readers.claude_session readers.claude_stream "
                           "readers.copies readers.files readers.lines",
    "readers.sources": "events readers.copies readers.files",
    "readers": "events selection readers.claude_code readers.codex readers.gemini readers.copies readers.ending readers.files readers.sources",
    "selection": "events",
    # sinks
    "render": "",
    "rows": "events registry",
    "report": "registry render rows",
    "explain": "detectors.common events registry render validity",
    "label": "declarative detectors.common events registry validity",
    "scores": "render",
    "validity": "declarative events readers readers.files registry scores",
    # the root and the command line
    "about": "",
    "arguments": "readers render scores version",
    "cli": "about arguments detectors.common events explain interruption label readers registry render report rules selection validity",
    "interruption": "",
    "__init__": "contract_data declarative events interruption matchers readers registry report rules shell validity version",
    "__main__": "cli interruption",
}

# (importer, imported): upward, inside a function or at the tail. Two of the spine's five are not
# needed, because ``explain`` is a sink of its own: report -> validity (hit_key), report -> redact.
SANCTIONED = {
    ("registry", "matchers"),
    ("registry", "detectors.common"),
}


def module_name(path: Path, root: Path) -> str:
    parts = list(path.relative_to(root).with_suffix("").parts)
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def imported(node: ast.AST, importer: str, is_package: bool, modules: set) -> set:
    """The package's own modules an import statement names, whichever way it is spelt."""
    found = set()
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
        bases = [n[len("ruleprobe."):] if n.startswith("ruleprobe.") else "__init__" for n in names if n.split(".")[0] == "ruleprobe"]
        return {b for b in bases}
    if not isinstance(node, ast.ImportFrom):
        return found
    if node.level:
        here = [] if importer == "__init__" else importer.split(".")
        up = node.level - (1 if is_package else 0)
        base = here[: len(here) - up] if up else here
        base += node.module.split(".") if node.module else []
    elif node.module and node.module.split(".")[0] == "ruleprobe":
        base = node.module.split(".")[1:]
    else:
        return found
    for alias in node.names:
        deep = ".".join(base + [alias.name])
        found.add(deep if deep in modules else ".".join(base) or "__init__")
    return found


def edges(root: Path):
    """``(modules, top-level edges, other edges)`` of a package tree; an edge is (importer, imported)."""
    paths = sorted(root.rglob("*.py"))
    modules = {module_name(path, root) for path in paths}
    top, inner = set(), set()
    for path in paths:
        name, is_package = module_name(path, root), path.name == "__init__.py"
        tree = ast.parse(path.read_text(encoding="utf-8"))
        last_definition = max([n.lineno for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))] or [0])
        for node in ast.walk(tree):
            for target in imported(node, name, is_package, modules):
                if target != name:
                    at_top = node in tree.body and not 0 < last_definition < node.lineno
                    (top if at_top else inner).add((name, target))
    return modules, top, inner


def faults(root: Path, graph: dict, sanctioned: set) -> list:
    modules, top, inner = edges(root)
    allowed = {(name, target) for name, row in graph.items() for target in row.split()}
    out = ["%s is not placed in the graph" % m for m in sorted(modules - set(graph))]
    out += ["%s is in the graph and not in the tree" % m for m in sorted(set(graph) - modules)]
    out += ["%s imports %s" % edge for edge in sorted(top - allowed)]
    out += ["%s imports %s inside a function" % edge for edge in sorted(inner - sanctioned - allowed)]
    out += ["%s -> %s is allowed and not used" % edge for edge in sorted(allowed - top - inner)]
    out += ["%s -> %s is sanctioned and not used" % edge for edge in sorted(sanctioned - inner)]
    return out


def cycles(graph: dict) -> list:
    """The rows from which a module can reach itself."""
    def reach(name, seen):
        for target in graph.get(name, "").split():
            if target not in seen:
                seen.add(target)
                reach(target, seen)
        return seen

    return sorted(name for name in graph if name in reach(name, set()))


def test_the_tree_obeys_the_graph():
    assert faults(PACKAGE, GRAPH, set(SANCTIONED)) == []


def test_the_graph_has_no_cycle():
    assert cycles(GRAPH) == []


def test_nothing_imports_the_command_line():
    _, top, inner = edges(PACKAGE)
    assert {a for a, b in top | inner if b == "cli"} <= {"__main__"}


@pytest.mark.parametrize(
    "source, fault",
    [
        ("", "stray is not placed in the graph"),
        ("from . import low\n", "stray is not placed in the graph"),
    ],
)
def test_an_unplaced_module_fails(tmp_path, source, fault):
    (tmp_path / "low.py").write_text("")
    (tmp_path / "stray.py").write_text(source)
    assert fault in faults(tmp_path, {"low": ""}, set())


@pytest.mark.parametrize(
    "source",
    ["from .high import x\n", "from . import high\n", "import ruleprobe.high\n", "from ruleprobe.high import x\n",
     "from ruleprobe import high\n", "def f():\n    from .high import x\n", "if True:\n    from . import high\n"],
)
def test_a_new_edge_fails(tmp_path, source):
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "low.py").write_text(source)
    (tmp_path / "high.py").write_text("x = 1\n")
    found = faults(tmp_path, {"low": "", "high": "", "__init__": ""}, set())
    assert [f for f in found if f.startswith("low imports high")]


def test_a_cycle_is_seen():
    assert cycles({"a": "b", "b": "c", "c": "a", "d": "a"}) == ["a", "b", "c"]
