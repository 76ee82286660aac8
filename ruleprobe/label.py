"""A wrong hit becomes a labelled negative (FR-26, AD-13): the only module that writes.

``label`` writes one event session, ``DIR/sessions/NAME.events.jsonl``, that holds the hit's event alone, redacted,
and a ``near`` label for it in ``DIR/labels.yaml``. It refuses, and says why, what would not be an honest
negative or could touch anything else: a session hit; a hit the one event does not reproduce; a field that
redaction changes; a name that is no plain file name or is taken; a link anywhere on the way; labels it cannot
append to without changing what they say.

All or nothing: both files are written aside first and then put in place, the session by a link that fails where
the name exists, the labels by a rename; whatever stops it in between, both are as before. A machine that loses
power between the two renames may keep the session without its label, which ``corpus`` names.
"""
from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
from typing import Any, Dict, List, NamedTuple, Optional

from . import declarative
from .detectors.common import redact, redact_named
from .events import Event, Session
from .registry import Registry, evaluate, run
from .validity import EVENTS_SUFFIX, LABELS, SESSIONS, event_key, hit_key, session_name

NOTE = "not what the detector counts"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")
_READS = {"bash": ("command",), "write": ("content", "new_string", "new_source", "edits"), "agent-brief": ("prompt",)}
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL, errno.EACCES)  # said by file systems without hard links


class LabelRefused(ValueError):
    """Why nothing was written."""


class Labelled(NamedTuple):
    """What ``label`` wrote: the session file and the labels file."""

    session: str
    labels: str


def label(session: Session, registry: Registry, detector: str, key: str, corpus: str, name: str,
          stances: Optional[Dict[str, str]] = None) -> Labelled:
    """Write the hit of ``detector`` at ``key`` into ``corpus`` as a negative named ``name``. ``LabelRefused``."""
    if not _NAME.match(name) or name.endswith("."):
        raise LabelRefused("a name is letters, digits, dots, dashes and underscores, not %r" % name)
    event = _event(session, registry, detector, key, stances)
    clean = _redacted(event)
    line = json.dumps(clean, sort_keys=True) + "\n"
    if not _reproduces(clean, registry, detector, key):
        raise LabelRefused("redaction changes what the detector matched, so the negative would pass whatever the detector does")
    if clean.get("input") != event.get("input") and _matched(event, registry, detector):
        raise LabelRefused("redaction changes the field the detector matched, so the negative would prove nothing")
    if redact(line) != line or redact(name) != name:
        raise LabelRefused("what would be written still looks as if it held a secret")
    folder = _directory(corpus)
    old = _labels(os.path.join(folder, LABELS), name)
    new = _appended(old, name, event_key(clean), detector)
    return _write(folder, name, line, old, new)


def _event(session: Session, registry: Registry, detector: str, key: str, stances: Optional[Dict[str, str]]) -> Event:
    """The event a hit stands on."""
    if key.endswith(":-"):
        raise LabelRefused("a session hit stands on the whole session: one event cannot reproduce it")
    hits = run(session.events, stances, registry=Registry([registry.get(detector)])).get(detector, [])
    if key not in map(hit_key, hits):
        raise LabelRefused("%s has no hit at %s in this session; it has %s" % (detector, key, ", ".join(map(hit_key, hits[:5])) or "none"))
    events = [e for e in session.events if e.get("kind") == "tool_use" and event_key(e) == key]
    found = next((e for e in events if _reproduces(e, registry, detector, key)), None)
    if found is None and registry.get(detector).gate is not None:
        raise LabelRefused("%s waits for a stance, and the corpus is scored without any: the negative would prove nothing" % detector)
    if found is None:
        raise LabelRefused("%s does not hit on this event alone: the rest of the session is part of the hit" % detector)
    return found


def _reproduces(event: Event, registry: Registry, detector: str, key: str) -> bool:
    """Whether the event alone is a hit as the corpus scores it: without stances, once."""
    hits = [hit_key(hit) for hit in run([event], registry=Registry([registry.get(detector)])).get(detector, [])]
    if hits.count(key) > 1:
        raise LabelRefused("%s hits twice at %s, which a label cannot tell apart" % (detector, key))
    return key in hits


def _matched(event: Event, registry: Registry, detector: str) -> bool:
    """Whether redaction changes a field the hit stands on; where the detector does not say which, one its kind reads."""
    found = registry.get(detector)
    outcome = evaluate([event], registry=Registry([found]), compliance=False)
    ask = getattr(found.fn, "evidence", None)
    places = ask(outcome.ctx.events, outcome.ctx) if ask is not None and outcome.ctx is not None else []
    fields = {field.split(".")[1] for stands_on in places for _, field, _, _ in stands_on if field.startswith("input.")}
    given = event.get("input", {})
    clean = _redacted(given)
    return any(clean.get(name) != given[name] for name in (fields or _READS.get(found.event, given)) if name in given)


def _redacted(value: Any) -> Any:
    """``value`` with every text in it redacted, and what stands under the name of a secret."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_redacted(item) for item in value]
    if isinstance(value, dict):
        return {redact(key): redact_named(key, item) if isinstance(item, str) else _redacted(item) for key, item in value.items()}
    return value


def _directory(corpus: str) -> str:
    """The corpus directory, once neither it nor what is to be written in it is a link."""
    if not os.path.isdir(corpus):
        raise LabelRefused("%s: no such directory; make it first" % corpus)
    for path in (os.path.join(corpus, SESSIONS), os.path.join(corpus, LABELS)):
        if os.path.islink(path):
            raise LabelRefused("%s is a link: what it names may lie outside the corpus" % path)
    if os.path.lexists(os.path.join(corpus, SESSIONS)) and not os.path.isdir(os.path.join(corpus, SESSIONS)):
        raise LabelRefused("%s is not a directory" % os.path.join(corpus, SESSIONS))
    return corpus


def _labels(path: str, name: str) -> str:
    """The labels file's text, "" where there is none yet."""
    if not os.path.lexists(path):
        return ""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        raise LabelRefused("%s is not a regular file" % path)
    try:
        document, _ = declarative.load(path)
        with open(path, encoding="utf-8", newline="") as stream:
            text = stream.read()
    except (OSError, ValueError) as exc:
        raise LabelRefused("%s cannot be read: %s" % (path, exc))
    listed = document.get("sessions") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise LabelRefused("%s: `sessions:` is a list" % path)
    if any(isinstance(entry, dict) and entry.get("session") == name for entry in listed):
        raise LabelRefused("%s has labels of a session %s already" % (path, name))
    return text


def _appended(old: str, name: str, at: str, detector: str) -> str:
    """The labels with one more session, checked to say what they said and that."""
    entry = {"session": name, "note": NOTE, "labels": [{"at": at, "near": [detector]}]}
    if not old:
        return declarative.emit({"version": 1, "sessions": [entry]})
    indent = re.search(r"(?m)^sessions:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*( *)- ", old)
    block = declarative.emit([entry]).rstrip("\n").split("\n")
    new = old + ("" if old.endswith("\n") else "\n") + "".join((indent.group(1) if indent else "  ") + line + "\n" for line in block)
    try:
        before, after = declarative.parse(old), declarative.parse(new)
    except declarative.DeclarativeError as exc:
        raise LabelRefused("the labels cannot be appended to: %s" % exc)
    if after != dict(before, sessions=before["sessions"] + [entry]):
        raise LabelRefused("the labels cannot be appended to: `sessions:` must be their last key, as a block list")
    return new


def _write(folder: str, name: str, event: str, old: str, new: str) -> Labelled:
    sessions, labels = os.path.join(folder, SESSIONS), os.path.join(folder, LABELS)
    session = os.path.join(sessions, name + EVENTS_SUFFIX)
    _free(sessions, name, session)
    made, done = not os.path.isdir(sessions), False
    ours: List[os.stat_result] = []
    try:
        if made:
            os.mkdir(sessions)
        _create(_aside(labels), new, labels)
        _create(_aside(session), event)
        ours.append(os.lstat(_aside(session)))
        _place(_aside(session), session)
        if _text(labels) != old:
            raise LabelRefused("%s was changed meanwhile: run it again" % labels)
        os.replace(_aside(labels), labels)
        done = True
    except FileExistsError as exc:
        raise LabelRefused("%s exists already" % exc.filename)
    except OSError as exc:
        raise LabelRefused("%s: %s" % (exc.filename or folder, exc.strerror or exc))
    finally:
        if not done:
            _undo(session, ours)
            _restore(labels, old, new)
        _remove(_aside(session))
        _remove(_aside(labels))
        if made and not done:
            with contextlib.suppress(OSError):
                os.rmdir(sessions)
    return Labelled(session, labels)


def _aside(path: str) -> str:
    """Where a file is written before it is put in place: a name that no other run has."""
    return "%s.writing-%d" % (path, os.getpid())


def _free(sessions: str, name: str, session: str) -> None:
    """LabelRefused where a session of that name is there already, in any folder and form."""
    if os.path.lexists(session):
        raise LabelRefused("%s exists already" % session)
    for folder, _, files in os.walk(sessions):
        for file in files:
            if session_name(file) == name:
                raise LabelRefused("%s exists already" % os.path.join(folder, file))


def _place(aside: str, session: str) -> None:
    """Put the session in place, where nothing may be."""
    try:
        os.link(aside, session)
    except OSError as exc:
        if exc.errno not in _NO_LINKS or os.path.lexists(session):
            raise
        os.rename(aside, session)


def _undo(session: str, ours: List[os.stat_result]) -> None:
    """Take the session away if it is in place and ours: an interruption may come between a deed and the note of it."""
    with contextlib.suppress(OSError):
        if ours and os.path.samestat(os.lstat(session), ours[0]):
            os.unlink(session)


def _restore(labels: str, old: str, new: str) -> None:
    """Put the labels back if they were replaced."""
    if _text(labels) == new and not old:
        _remove(labels)
    elif _text(labels) == new:
        _remove(_aside(labels))
        _create(_aside(labels), old, labels)
        os.replace(_aside(labels), labels)


def _text(path: str) -> str:
    if not os.path.lexists(path):
        return ""
    with open(path, encoding="utf-8", newline="") as stream:
        return stream.read()


def _create(path: str, text: str, like: str = "") -> None:
    """Write a new file, following no link, readable by whom ``like`` is; it is gone again where that fails."""
    mode = stat.S_IMODE(os.lstat(like).st_mode) if like and os.path.lexists(like) else 0o666
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        _remove(path)
        raise


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)
