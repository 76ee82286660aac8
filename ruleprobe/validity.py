"""Validity: what a detector should have found, against what it found (FR-23, FR-24, AD-6).

A corpus is a directory: ``labels.yaml`` and ``sessions/``, which holds native transcripts, read through the
readers, and event sessions ``<name>.events.jsonl``, one event a line, whose ``turn`` and ``final`` are taken as
written. ``labels.yaml`` is ``version`` and ``sessions: [{session, note, labels: [{at, fire, near, note}]}]``;
``session`` is the file's name without its ending, ``at`` a key as ``hit_key`` makes it. The labels of a
session are the whole truth for every detector they name there: a hit at a key that is not its own to
fire at is a false positive, a key without its hit a false negative. Ids that are not registered and
unknown top-level keys are passed over.

The shipped corpus lies in the package; ``RULEPROBE_CORPUS`` names another, and a zip has none. It is
read when scores are asked for, never at import.
"""
from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set

from . import declarative
from .events import Event, Hit
from .readers import RUNTIMES, iter_sessions
from .readers.files import open_binary
from .registry import DEFAULT, Registry, run
from .scores import (  # noqa: F401  (part of this module's surface)
    CORPUS, DEFAULT_FLOOR, EXAMPLES, Score, below_floor, scores_as_dict, validity_table,
)

LABELS, SESSIONS, EVENTS_SUFFIX = "labels.yaml", "sessions", ".events.jsonl"
_SUFFIXES = (EVENTS_SUFFIX, ".jsonl.zst", ".jsonl", ".json")
_MAX_EVENTS_FILE = 64 * 1024 * 1024


class CorpusError(ValueError):
    """What is wrong with a corpus, and where."""


class Label(NamedTuple):
    """What is true at one key of a session."""

    at: str
    fire: List[str]
    near: List[str]
    line: int


class Labelled(NamedTuple):
    """A session of the corpus with its labels."""

    name: str
    events: List[Event]
    labels: List[Label]


def hit_key(hit: Any) -> str:
    """``"<turn>:<tool use id>"`` of a hit, ``"<turn>:-"`` of a session hit. Takes a ``Hit`` or a pair."""
    turn, name = tuple(hit)[-2:]
    return "%s:%s" % (turn, "-" if name is None else name)


def event_key(event: Event) -> str:
    """The key of the hits that stand on ``event``."""
    name = event.get("id", event.get("tool_use_id"))
    return hit_key((event.get("turn"), name if isinstance(name, str) and name else None))


def corpus_directory() -> str:
    """Where the corpus is: ``RULEPROBE_CORPUS``, else beside this module."""
    return os.environ.get("RULEPROBE_CORPUS") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")


def validity(registry: Registry = DEFAULT, directory: Optional[str] = None) -> Dict[str, Score]:
    """``{id: Score}`` of every registered detector, from the corpus and from its own examples."""
    scores = score_corpus(registry=registry, directory=directory)
    for name, score in score_examples(registry).items():
        scores[name].add(score)
    return scores


def score_corpus(registry: Registry = DEFAULT, directory: Optional[str] = None) -> Dict[str, Score]:
    """``{id: Score}`` of every registered detector against a corpus. ``CorpusError`` where it cannot be read."""
    scores = {name: Score(name) for name in registry.ids()}
    fold = registry.fold_map()
    for session in load_corpus(directory or corpus_directory()):
        found = run(session.events, registry=registry)
        for name, score in score_session(session, found, fold).items():
            if name in scores:
                scores[name].add(score)
    return scores


def score_examples(registry: Registry = DEFAULT) -> Dict[str, Score]:
    """``{id: Score}`` of the detectors that carry examples, from those alone."""
    scores: Dict[str, Score] = {}
    for detector in registry:
        if not detector.examples:
            continue
        score = scores[detector.id] = Score(detector.id, source=EXAMPLES)
        only = Registry([detector])
        stances = _stances(detector.gate)
        for case in detector.examples:
            fired = bool(run(case.events, stances, registry=only))
            score.add(Score(detector.id, case.fire, not case.fire, case.fire and fired, not case.fire and fired, case.fire and not fired))
    return scores


def load_corpus(directory: str) -> List[Labelled]:
    """The labelled sessions of a corpus, in the order of its labels."""
    path = os.path.join(directory, LABELS)
    try:
        document, lines = declarative.load(path)
    except OSError as exc:
        raise CorpusError("%s: cannot be read (%s); install or unpack the package, or name a corpus with --corpus or RULEPROBE_CORPUS" % (path, exc.strerror or exc))
    except declarative.DeclarativeError as exc:
        raise CorpusError(str(exc))
    labels = dict(_read_labels(document, lines, path))
    sessions = _read_sessions(os.path.join(directory, SESSIONS))
    for name in sorted(set(sessions) - set(labels)):
        raise CorpusError("%s: the session %s has no labels" % (path, name))
    for name in labels:
        if name not in sessions:
            raise CorpusError("%s: no session %s in %s" % (path, name, SESSIONS))
    return [_checked(Labelled(name, sessions[name], labels[name]), path) for name in labels]


def score_session(session: Labelled, found: Dict[str, List[Hit]], fold: Dict[str, str]) -> Dict[str, Score]:
    """The scores, in one session, of the detectors its labels name."""
    fire: Dict[str, Set[str]] = {}
    near: Dict[str, Set[str]] = {}
    for label in session.labels:
        for side, names in ((fire, label.fire), (near, label.near)):
            for name in names:
                side.setdefault(fold.get(name, name), set()).add(label.at)
    scores = {}
    for name in set(fire) | set(near):
        keys = Counter(hit_key(hit) for hit in found.get(name, ()))
        for key, times in keys.items():
            if times > 1:
                raise CorpusError("%s: %s hits twice at %s" % (session.name, name, key))
        expected, got = fire.get(name, set()), set(keys)
        scores[name] = Score(name, len(expected), len(near.get(name, ())), len(expected & got), len(got - expected),
                             len(expected - got), CORPUS)
    return scores


def _stances(gate: Any) -> Dict[str, str]:
    """Stances that open a detector's gate, so that its examples are run."""
    if not isinstance(gate, tuple):
        return {}
    return {gate[0]: gate[1][0] if gate[1] else "any"}


def _read_labels(document: Any, lines: Any, path: str) -> Iterator[Any]:
    listed = document.get("sessions") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise CorpusError("%s: `sessions:` is a list" % path)
    seen: Set[str] = set()
    for entry in listed:
        where = "%s:%d" % (path, lines.line_of(entry))
        _keys(entry, ("session", "note", "labels"), where)
        name, labels = entry.get("session"), entry.get("labels", [])
        if not isinstance(name, str) or not name or not isinstance(labels, list):
            raise CorpusError("%s: a session has a name and a list of labels" % where)
        if name in seen:
            raise CorpusError("%s: %s is labelled twice; put its labels together" % (where, name))
        seen.add(name)
        yield name, [_label(label, "%s:%d" % (path, lines.line_of(label)), lines.line_of(label)) for label in labels]


def _label(label: Any, where: str, line: int) -> Label:
    _keys(label, ("at", "fire", "near", "note"), where)
    at, fire, near = label.get("at"), label.get("fire", []), label.get("near", [])
    if not isinstance(at, str) or ":" not in at:
        raise CorpusError("%s: `at` is <turn>:<tool use id>, or <turn>:- for a session hit" % where)
    if not all(isinstance(ids, list) and all(isinstance(i, str) for i in ids) for ids in (fire, near)) or not fire + near:
        raise CorpusError("%s: `fire` and `near` are lists of detector ids, not both empty" % where)
    if set(fire) & set(near):
        raise CorpusError("%s: %s cannot be in both `fire` and `near`" % (where, sorted(set(fire) & set(near))[0]))
    return Label(at, fire, near, line)


def _keys(entry: Any, known: Any, where: str) -> None:
    if not isinstance(entry, dict):
        raise CorpusError("%s: a mapping is expected" % where)
    for key in entry:
        if key not in known:
            raise CorpusError("%s: unknown key %r; there are %s" % (where, key, ", ".join(known)))


def _checked(session: Labelled, path: str) -> Labelled:
    """The session, once each of its labels stands on an event or a turn of it, and no two on one."""
    keys = {event_key(event) for event in session.events if event.get("kind") == "tool_use"}
    keys |= {hit_key((event.get("turn"), None)) for event in session.events}
    seen: Set[str] = set()
    for label in session.labels:
        if label.at not in keys:
            raise CorpusError("%s:%d: no event of %s at %s" % (path, label.line, session.name, label.at))
        if label.at in seen:
            raise CorpusError("%s:%d: two labels of %s at %s" % (path, label.line, session.name, label.at))
        seen.add(label.at)
    return session


def _read_sessions(directory: str) -> Dict[str, List[Event]]:
    """``{name: events}`` of every session file under ``directory``."""
    if not os.path.isdir(directory):
        raise CorpusError("%s: no such directory" % directory)
    errors: List[Dict[str, Any]] = []
    found: Dict[str, List[Event]] = {}
    for session in iter_sessions(directory, errors=errors):
        _put(found, session.path, session.events)
    for folder, folders, names in os.walk(directory):
        folders.sort()
        for path in (os.path.join(folder, name) for name in sorted(names)):
            if path.endswith(EVENTS_SUFFIX):
                _put(found, path, _read_events(path))
            elif path.endswith(".jsonl") and session_name(path) not in found and not _passed_over(path):
                list(iter_sessions(path, errors=errors))  # alone, a file that no reader takes is an error
    for error in errors:
        if "kept" not in error:
            raise CorpusError("%(path)s: %(error)s" % error)
    return found


def _passed_over(path: str) -> bool:
    """Whether a runtime has files of this name that are no sessions."""
    return any(module.passes_over(path) for module in RUNTIMES.values() if hasattr(module, "passes_over"))


def _put(found: Dict[str, List[Event]], path: str, events: List[Event]) -> None:
    name = session_name(path)
    if name in found:
        raise CorpusError("%s: two sessions are named %s" % (path, name))
    found[name] = events


def session_name(path: str) -> str:
    """A session file's name without its folder and ending."""
    name = os.path.basename(path)
    return next((name[:-len(suffix)] for suffix in _SUFFIXES if name.endswith(suffix)), name)


def _read_events(path: str) -> List[Event]:
    events = []
    try:
        with open_binary(path) as stream:
            data = stream.read(_MAX_EVENTS_FILE + 1)
        if len(data) > _MAX_EVENTS_FILE:
            raise ValueError("over %d MiB" % (_MAX_EVENTS_FILE >> 20))
        for line in data.split(b"\n"):
            if line.strip():
                event = json.loads(line)
                if not isinstance(event, dict):
                    raise ValueError("a line that is no event")
                events.append(event)
    except (OSError, ValueError, RecursionError) as exc:
        raise CorpusError("%s: %s" % (path, getattr(exc, "strerror", None) or exc))
    return events
