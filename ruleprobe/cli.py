"""The command line: a thin shell over the library. Only this module touches argv, streams and exit codes.

Each command is a function from parsed flags to a ``Result``: the exit code, the text for standard output
and the notes for standard error. ``main`` writes them. Standard output holds the result only; every
character a terminal must not see raw is escaped on its way out, and so is what the stream's encoding
cannot say. A closed pipe ends quietly with the exit code already decided.
"""
from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import shlex
import sys
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

from . import arguments
from .about import about, gate_text
from .detectors.common import redact
from .events import Session
from .explain import Explained, explain, to_json_line
from .explain import render as render_hit
from .interruption import INTERRUPTED
from .label import LabelRefused, label
from .readers import RUNTIMES, ask_sessions, iter_sessions
from .registry import DEFAULT, Registry, unread_texts
from .render import lines_of, plural, printable, table
from .report import figures, measure, render_report, report_data
from .rules import Bundle, catalog_detectors, known_misses, load_bundle
from .selection import Repos, nearest, repository_of
from .validity import CorpusError, Score, below_floor, scores_as_dict, validity, validity_table

ENTRY_POINTS = "ruleprobe.detectors"
DONE, NOTHING, USAGE = 0, 1, 2
_SHOWN = 10
_DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "demo")


class Result(NamedTuple):
    """What a command comes to; a long text may be given in pieces, each made when it is written."""

    code: int
    text: Union[str, Iterable[str]] = ""
    notes: List[str] = []


class Refused(Exception):
    """A usage error found after parsing: exit 2 with this reason."""


def main(argv: Optional[List[str]] = None, out: Any = None) -> int:
    """Run one command line in process; returns the exit code. ``out`` replaces standard output."""
    stream = sys.stdout if out is None else out
    try:
        with _rare_collections():
            return _deliver(_result(argv), stream)
    except KeyboardInterrupt:
        return INTERRUPTED


def _result(argv: Optional[List[str]]) -> Result:
    shown = io.StringIO()  # a help text
    try:
        with contextlib.redirect_stdout(shown):
            options = arguments.parser().parse_args(argv)
        return COMMANDS[options.command](options)
    except SystemExit as exc:
        return Result(exc.code if isinstance(exc.code, int) else USAGE, shown.getvalue())
    except Refused as exc:
        return Result(USAGE, "", ["ruleprobe: %s" % exc])


@contextlib.contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for reference cycles seldom: events hold none, and there are hundreds of thousands of them."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _deliver(result: Result, stream: Any) -> int:
    """Write a result; its exit code, unless standard output could not take it."""
    with contextlib.suppress(OSError):  # a full or closed standard error costs the notes alone
        for note in result.notes:
            _write(sys.stderr, printable(redact(note)) + "\n")
    try:
        for piece in (result.text,) if isinstance(result.text, str) else result.text:
            _write(stream, piece)
        if stream is not None:
            stream.flush()
    except BrokenPipeError:
        with contextlib.suppress(OSError):
            stream.close()
    except OSError as exc:
        with contextlib.suppress(OSError):
            _write(sys.stderr, "ruleprobe: standard output: %s\n" % (exc.strerror or exc))
        with contextlib.suppress(OSError):
            stream.close()
        return USAGE
    return result.code


def _write(stream: Any, text: str) -> None:
    if stream is None or not text:
        return
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = getattr(stream, "encoding", None) or "ascii"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))


def to_json(data: Any) -> str:
    """Keys sorted, ASCII, one final newline."""
    return json.dumps(data, sort_keys=True, indent=2) + "\n"


class Run(NamedTuple):
    """What the flags every command shares come to."""

    bundle: Bundle
    registry: Registry
    stances: Dict[str, str]
    notes: List[str]


def prepare(options: Any) -> Run:
    """Rules, detectors and stances of a run. ``Refused`` where a named path cannot be read."""
    for path in options.detectors + ([options.rules] if options.rules is not None else []):
        if not os.access(path, os.R_OK):
            raise Refused("%s: %s" % (path, "cannot be read" if os.path.exists(path) else "no such file or directory"))
    bundle = load_bundle(options.detectors, options.rules, os.getcwd(), config=not options.no_config, user=not options.no_config)
    base, failed = DEFAULT, []
    if getattr(options, "plugins", False):
        base = Registry.from_entry_points(ENTRY_POINTS, DEFAULT, failed)
    notes = ["plugin %(plugin)s could not be loaded: %(error)s" % entry for entry in failed]
    return Run(bundle, bundle.registry(base), dict(getattr(options, "stance", ())), notes)


def with_catalog(registry: Registry) -> Registry:
    """``registry`` and every catalog entry whose id it does not hold."""
    whole = registry.copy()
    whole.extend(detector for detector in catalog_detectors() if detector.id not in whole)
    return whole


class Sessions:
    """The sessions a run counts, streamed; afterwards, what was read and what was left out."""

    def __init__(self, options: Any, unread: FrozenSet[str] = frozenset()) -> None:
        self.options, self.unread = options, unread
        self.errors: List[Dict[str, Any]] = []
        self.own = ""
        if options.rules is not None and not options.repo and options.root is None:
            self.own = repository_of(options.rules)
        self.repos = Repos([self.own] if self.own else options.repo)
        self.seen: Set[str] = set()
        self.read = self.counted = 0

    def __iter__(self) -> Iterator[Session]:
        for session in iter_sessions(**self._given()):
            if self._count(session.repo, session in self.repos):
                yield session

    def ask(self, question: Callable[[Session], Any]) -> Iterator[Any]:
        """``question(session)`` of each; it may depend on the session alone, and most files are read once."""
        def asked(session: Session) -> Any:
            counts = session in self.repos
            return session.repo, counts, question(session) if counts else None

        for repo, counts, answer in ask_sessions(asked, **self._given()):
            if self._count(repo, counts):
                yield answer

    def _given(self) -> Dict[str, Any]:
        """What the readers are told."""
        options = self.options
        return dict(root=options.root, runtime=options.runtime, since=options.since, errors=self.errors, until=options.until, unread=self.unread)

    def _count(self, repo: str, counts: bool) -> bool:
        self.read += 1
        self.seen.add(repo)
        self.counted += counts
        return counts

    @property
    def read_errors(self) -> List[Dict[str, str]]:
        return [{key: redact(e[key]) for key in ("path", "error")} for e in self.errors if "kept" not in e]

    @property
    def copies(self) -> List[Dict[str, str]]:
        return [{key: redact(e[key]) for key in ("path", "error", "kept")} for e in self.errors if "kept" in e]

    def notes(self) -> List[str]:
        """Lines about what was left out, each kind cut after ``_SHOWN``."""
        notes = []
        if self.own and self.counted < self.read:
            notes.append("counted %d of %s: those of %s; --repo all counts the rest"
                         % (self.counted, plural(self.read, "session"), self.own))
        for name, near in self.repos.unknown(self.seen):
            notes.append("no session of a repository named %s%s" % (name, "; near it: " + ", ".join(near) if near else ""))
        notes += lines_of("not read", ["%(path)s: %(error)s" % e for e in self.read_errors], _SHOWN)
        return notes + lines_of("set aside", ["%(path)s: %(error)s" % e for e in self.copies], _SHOWN)

    def nothing(self) -> List[str]:
        """What to say when no session was counted: where it looked, and what to do."""
        if self.read:
            return ["no session of %s among the %d read" % (self.own or "those asked for", self.read)]
        options = self.options
        where = [options.root] if options.root is not None else [
            str(root) for name in sorted(RUNTIMES) if options.runtime in ("auto", name) for root in roots_of(RUNTIMES[name])
        ]
        notes = ["no sessions found"] + ["  looked in %s%s" % (path, "" if os.path.exists(path) else " (not there)") for path in where]
        if not where:
            notes.append("  looked nowhere: there is no home directory")
        return notes + ["  --root DIR reads transcripts from elsewhere; `ruleprobe report --demo` shows a whole report"]


def roots_of(reader: Any) -> List[Any]:
    """Where a runtime's module looks by default: its ``roots()``, else its ``ROOT``."""
    return list(reader.roots()) if hasattr(reader, "roots") else [reader.ROOT]


def report_command(options: Any) -> Result:
    """``ruleprobe report``."""
    if options.demo:
        _demo(options)
    run = prepare(options)
    sessions = Sessions(options, unread_texts(run.registry))
    rows = list(sessions.ask(lambda session: measure(session, run.stances, run.registry)))
    notes = run.notes + sessions.notes()
    if not rows:
        return Result(NOTHING, "", notes + sessions.nothing())
    data = report_data(rows, options.by, options.min_sessions, options.frequent_share, run.registry,
                       _scores(run.registry) if options.validity else None, options.min_opportunities)
    by_rule = data if options.by == "rule" else report_data(rows, registry=run.registry, min_opportunities=options.min_opportunities)
    coverage = redact(run.bundle.summary(_DEMO if options.demo else os.getcwd(), figures(by_rule)))
    if options.json:
        data.update(rows=rows, read_errors=sessions.read_errors, copies=sessions.copies, coverage=run.bundle.coverage())
        return Result(DONE, to_json(data), notes + data["notes"] + coverage.splitlines())
    text = render_report(data) + "\n"
    return Result(DONE, text + ("\n" + coverage.rstrip("\n") + "\n" if coverage else ""), notes)


def _scores(registry: Registry, directory: Optional[str] = None) -> Dict[str, Score]:
    """The registry's scores. ``Refused`` where the corpus cannot be read."""
    try:
        return validity(registry, directory)
    except CorpusError as exc:
        raise Refused(str(exc))


def corpus_command(options: Any) -> Result:
    """``ruleprobe corpus``."""
    run = prepare(options)
    scores = _scores(with_catalog(run.registry), options.corpus)
    failing = below_floor(scores, options.floor)
    notes = run.notes + ["%s:%d  %s" % finding for finding in run.bundle.findings]
    if os.environ.get("GITHUB_ACTIONS") == "true":
        notes += ["::error title=%s::%s" % (escaped(score.detector, ":,"), escaped(_under(score, options.floor))) for score in failing]
    text = to_json(scores_as_dict(scores, options.floor)) if options.json else validity_table(scores, options.floor) + "\n"
    return Result(NOTHING if failing else DONE, text, notes)


def _under(score: Score, floor: float) -> str:
    return "%s has precision %.4f and recall %.4f; the floor is %s" % (score.detector, score.precision, score.recall, floor)


def escaped(text: str, ends: str = "") -> str:
    """``text`` for a workflow command; ``ends`` are the characters that would end it where it stands."""
    return "".join("%%%02X" % ord(c) if c in "%\r\n" + ends else c for c in text)


def explain_command(options: Any) -> Result:
    """``ruleprobe explain``."""
    run = prepare(options)
    wanted = _wanted_detector(options, with_catalog(run.registry))
    registry = Registry([d for d in run.registry if d.id == wanted], run.registry.fold_map()) if wanted else run.registry
    sessions = Sessions(options, unread_texts(registry) - {"user_prompt.text"})  # an ``absent`` hit shows its prompt
    known: List[str] = []
    found: List[Explained] = []
    for name, explained in sessions.ask(lambda session: _explained(session, options, registry, run.stances)):
        known.append(name)
        found += explained
    notes = run.notes + sessions.notes()
    if not sessions.counted:
        return Result(NOTHING, "", notes + sessions.nothing())
    if options.session is not None and options.session not in known and options.session not in (k.partition(":")[2] for k in known):
        near = nearest(options.session, known + [k.partition(":")[2] for k in known])
        raise Refused("no session is %s%s" % (options.session, "; near it: " + ", ".join(near) if near else ""))
    if not found:
        unbound = ": no rule of this run binds %s; --rules or --detectors may" % wanted if wanted and wanted not in run.registry else ""
        return Result(DONE, "", notes + ["no hit matches" + unbound])
    return Result(DONE, map(to_json_line, found) if options.json else _apart(map(render_hit, found)), notes)


def _apart(blocks: Iterable[str]) -> Iterator[str]:
    """Blocks with an empty line between them."""
    for at, block in enumerate(blocks):
        yield "\n" + block if at else block


def _explained(session: Session, options: Any, registry: Registry, stances: Dict[str, str]) -> Tuple[str, List[Explained]]:
    """A session's name, and the hits of it that are asked for."""
    name = "%s:%s" % (session.runtime, session.id)
    if options.session is not None and options.session not in (session.id, name):
        return name, []
    return name, [hit for hit in explain(session, registry, stances) if options.key is None or hit.key == options.key]


def label_command(options: Any) -> Result:
    """``ruleprobe label``."""
    run = prepare(options)
    registry = with_catalog(run.registry)
    detector = _wanted_detector(options, registry)
    sessions = Sessions(options, frozenset())
    wanted, known = [], []
    for session in sessions:
        known.append("%s:%s" % (session.runtime, session.id))
        wanted += [session] if options.session in (session.id, known[-1]) else []
    if not known:
        return Result(USAGE, "", run.notes + sessions.nothing())
    if len(wanted) != 1:
        near = nearest(options.session, known)
        raise Refused("%d sessions are %s%s" % (len(wanted), options.session, "; near it: " + ", ".join(near) if near else ""))
    try:
        written = label(wanted[0], registry, detector, options.key, options.corpus, options.name, run.stances)
    except LabelRefused as exc:
        raise Refused("nothing was written: %s" % exc)
    given = [("--corpus", options.corpus)] + [("--rules", options.rules)] * bool(options.rules) + [("--detectors", path) for path in options.detectors]
    command = ["ruleprobe", "corpus"] + [word for pair in given for word in pair] + ["--no-config"] * options.no_config
    text = "wrote %s and its label in %s\nscore it: %s\n" % (
        printable(written.session), printable(written.labels), printable(" ".join(map(shlex.quote, command))))
    return Result(DONE, text, run.notes)


def _wanted_detector(options: Any, registry: Registry) -> str:
    """The current id of ``--detector``, "" where none is asked for. ``Refused`` where it names none."""
    if options.detector is None:
        return ""
    name = registry.fold_map().get(options.detector, options.detector)
    if name not in registry:
        near = nearest(name, registry.ids())
        raise Refused("no detector has the id %s%s" % (options.detector, "; near it: " + ", ".join(near) if near else ""))
    return name


def _demo(options: Any) -> None:
    """Point a run at the package's own example sessions and rules."""
    if options.root is not None or options.rules is not None:
        raise Refused("--demo brings its own --root and --rules")
    if not os.path.isdir(_DEMO):
        raise Refused("--demo reads files beside the package: unpack or install it first")
    options.root, options.rules = os.path.join(_DEMO, "sessions"), os.path.join(_DEMO, "rules")
    options.no_config = True


def detectors_command(options: Any) -> Result:
    """``ruleprobe detectors``."""
    run = prepare(options)
    catalog = {detector.id for detector in catalog_detectors()}
    registry = with_catalog(run.registry)
    notes = run.notes + ["%s:%d  %s" % finding for finding in run.bundle.findings]
    if options.explain is not None:
        return _about(options, registry, notes)
    entries = [{"detector": d.id, "event": d.event, "notes": _detector_notes(d, d.id in catalog and d.id not in DEFAULT)}
               for d in sorted(registry, key=lambda d: d.id)]
    if options.json:
        return Result(DONE, to_json({"detectors": entries}), notes)
    rows = [(entry["detector"], entry["event"], ", ".join(entry["notes"])) for entry in entries]
    return Result(DONE, table(("detector", "event", "notes"), rows) + "\n", notes)


def _about(options: Any, registry: Registry, notes: List[str]) -> Result:
    """``ruleprobe detectors --explain ID``."""
    name = registry.fold_map().get(options.explain, options.explain)
    detector = registry.get(name)
    if detector is None:
        near = nearest(name, registry.ids())
        raise Refused("no detector has the id %s%s" % (name, "; near it: " + ", ".join(near) if near else ""))
    parts = about(detector, known_misses(name))
    if options.json:
        return Result(DONE, to_json({"detector": name, "event": detector.event, "about": parts}), notes)
    lines = [name] + ["  %-13s %s" % (heading, printable(text)) for heading, text in parts]
    return Result(DONE, "\n".join(lines) + "\n", notes)


def _detector_notes(detector: Any, catalog: bool) -> List[str]:
    notes = ["catalog"] if catalog else []
    if isinstance(detector.gate, tuple) and len(detector.gate) == 2:
        notes.append("waits for " + gate_text(detector.gate))
    return notes


COMMANDS: Dict[str, Callable[[Any], Result]] = {
    "report": report_command,
    "detectors": detectors_command,
    "corpus": corpus_command,
    "explain": explain_command,
    "label": label_command,
}

