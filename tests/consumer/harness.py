"""A downstream tool in small: it vendors the wheel as a zip, binds its own rules, and runs on whatever it is given.

    python harness.py ZIP WORKDIR

Everything it touches is in the declared API. It prints one JSON object.
"""
import ast
import json
import os
import sys
import zipfile

ZIP, WORK = sys.argv[1:3]
sys.path.insert(0, ZIP)

import ruleprobe  # noqa: E402
from ruleprobe import Registry, analyse, counts, run  # noqa: E402
from ruleprobe.declarative import load  # noqa: E402
from ruleprobe.detectors.common import DETECTORS, SECRET_PATTERNS  # noqa: E402
from ruleprobe.events import hit, input_of, text_of  # noqa: E402
from ruleprobe.registry import Detector  # noqa: E402
from ruleprobe.shell import MARKER_RE, git_calls, has_redirect, normalise, operands  # noqa: E402
from ruleprobe.validity import DEFAULT_FLOOR, CorpusError, Score, below_floor, score_corpus, scores_as_dict, validity_table  # noqa: E402


class Rule(Detector):
    """A detector with what this tool adds to one."""

    __slots__ = ()

    @property
    def severity(self):
        return "high" if self.rule == "secrets" else "low"

    @property
    def scope(self):
        return self.gate[0] if self.gate else "all"


def commits(events, ctx):
    found = []
    for parsed in ctx.bash:
        for _, _, args in git_calls(parsed, ("commit",)):
            markers = [MARKER_RE.match(word) for word in args]
            bodies = [parsed.heredocs[int(marker.group(1))] for marker in markers if marker]
            if any("wip" in body for body in bodies) or "wip" in args:
                found.append(hit(parsed.event))
    return found


def quiet_finals(events, ctx):
    return [hit(event, tool_use_id=False) for event in ctx.finals if not text_of(event.get("text")).strip()]


def redirected(events, ctx):
    return [hit(p.event) for p in ctx.bash for line in p.pipelines for s in line if has_redirect(s) and operands(s) and "out" in normalise(p.command)]


MINE = [
    Rule("mine/wip-commit", "mine", "bash", commits),
    Rule("mine/quiet-final", "mine", "assistant-final", quiet_finals, ("mode", ["strict"])),
    Rule("mine/redirected", "mine", "bash", redirected, ("mode", None)),
]
EVENTS = [
    {"kind": "user_prompt", "turn": 1, "text": "go"},
    {"kind": "tool_use", "turn": 1, "id": "t1", "name": "Bash", "input": {"command": "git commit -m \"$(cat <<'EOF'\nwip\nEOF\n)\""}},
    {"kind": "tool_use", "turn": 1, "id": "t2", "name": "Bash", "input": {"command": "sort names.txt > out"}},
    {"kind": "assistant_text", "turn": 1, "text": " ", "final": True},
]

registry = Registry(MINE + [Rule(d.id, d.rule, d.event, d.fn, d.gate) for d in DETECTORS])
junk = [run(value, registry=registry) for value in (None, 3, "text", {"kind": "compact"})]
hits = run(EVENTS, {"mode": "strict"}, registry=registry, strict=True, errors=None)

with zipfile.ZipFile(ZIP) as archive:
    tree = ast.parse(archive.read("ruleprobe/detectors/common.py"))
    archive.extractall(WORK, [name for name in archive.namelist() if name.startswith("ruleprobe/corpus/")])
patterns = [ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "SECRET_PATTERNS"]

corpus = os.path.join(WORK, "ruleprobe", "corpus")
labels = os.path.join(corpus, "labels.yaml")
with open(labels, encoding="utf-8") as stream:
    text = stream.read()
with open(labels, "w", encoding="utf-8") as stream:
    stream.write("owner: harness\n" + text.replace("fire: [", "fire: [elsewhere/rule, ", 1))
scores = score_corpus(registry=registry, directory=corpus)
document, lines = load(labels)
try:
    score_corpus(registry=registry, directory=os.path.join(WORK, "nowhere"))
    refused = False
except CorpusError:
    refused = True
own = Score("mine/wip-commit")
own.add(Score("mine/wip-commit", positives=2, tp=2))

print(json.dumps({
    "from_zip": ruleprobe.__file__.startswith(ZIP),
    "junk": junk,
    "hits": {name: [tuple(h) == (name, *tuple(h)[1:]) and list(h) for h in found] for name, found in hits.items()},
    "counts": counts(hits),
    "plain_tuple": hits["mine/wip-commit"] == [("mine/wip-commit", 1, "t1")],
    "inputs": [input_of(event) for event in EVENTS[:1]],
    "properties": [[d.severity, d.scope] for d in MINE],
    "bash": [p.id for p in analyse(EVENTS).bash],
    "patterns": patterns == [SECRET_PATTERNS],
    "below": [s.detector for s in below_floor(scores, DEFAULT_FLOOR)],
    "scored": sorted(name for name, score in scores.items() if score.scored),
    "as_dict": sorted(scores_as_dict(scores, DEFAULT_FLOOR)),
    "table": validity_table(scores, DEFAULT_FLOOR).split("\n")[0].split(),
    "line": lines.line_of(document, "sessions") > 1,
    "refused": refused,
    "own": [own.detector, own.scored, own.precision, own.recall],
}))
