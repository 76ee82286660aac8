"""Sources: one module a runtime, read into the event schema of ``ruleprobe.events`` (FR-1 to FR-4).

``iter_sessions`` finds the transcripts, settles across files which session owns what (``copies``), and then
reads one session at a time. ``ask_sessions`` asks of a session what somebody wants to know when its file is first
looked at, so that most files are read once. A runtime is added as a module here and an entry in ``RUNTIMES``.

Memory: the largest session, and about a dozen bytes for each event id of all files (D12). A session that is
kept by the caller while the next one is read counts twice.

The clock is read in ``parse_since`` alone. The environment is read when default roots are asked for.
"""
from __future__ import annotations

import json
import os
import re
from datetime import date, datetime, timedelta, timezone
from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, Optional, Set, Tuple, Union

from ..events import Session
from ..selection import in_dates
from . import claude_code, codex, files, gemini
from .copies import Group, settle
from .ending import ended_before
from .sources import Errors, Reader

RUNTIMES: Dict[str, Any] = {"claude-code": claude_code, "codex": codex, "gemini": gemini}

FIRST_LOOK = 8 * 1024  # bytes of a file that nearly always tell its runtime
Root = Union[str, "os.PathLike[str]", None]


def iter_sessions(root: Root = None, runtime: str = "auto", since: Optional[str] = None,
                  errors: Optional[Errors] = None, *, until: Optional[str] = None,
                  unread: Iterable[str] = frozenset()) -> Iterator[Session]:
    """Sessions in path order: each session once, each event in one session.

    Without ``root`` every runtime's own roots are read, and a missing one is no error; with it, each file at
    or under it goes to the runtime that recognises it. ``runtime`` is ``auto`` or a key of ``RUNTIMES``.
    ``since`` and ``until`` are what ``parse_since`` takes. ``errors`` gets ``{path, error}`` for what could
    not be read, and ``kept`` beside them for what was set aside as a copy. ``unread`` names texts nobody
    will look at, which a reader may leave empty. ``ValueError`` for an unknown runtime or a date that is
    none, ``TypeError`` for a reader that lacks a function.
    """
    return _answers(None, root, runtime, (since, until), errors, unread)


def ask_sessions(question: Callable[[Session], Any], root: Root = None, runtime: str = "auto", since: Optional[str] = None,
                 errors: Optional[Errors] = None, *, until: Optional[str] = None,
                 unread: Iterable[str] = frozenset()) -> Iterator[Any]:
    """``question(session)`` of each session that ``iter_sessions`` gives for the same arguments, in its order.

    It is asked, in no order, of what each file holds by itself, and again of a session that is more or less than
    one file; so it may depend on the session alone. All answers are held until every file was looked at.
    """
    return _answers(question, root, runtime, (since, until), errors, unread)


def parse_since(value: Optional[str], today: Optional[date] = None, option: str = "--since") -> Optional[str]:
    """The UTC day (``YYYY-MM-DD``) that ``value`` names: a date, or 1 to 3 digits of days back from ``today``.

    None stays None. ``ValueError`` for anything else, an impossible date included.
    """
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,3}", value):
        if today is None:
            today = datetime.now(timezone.utc).date()
        return (today - timedelta(days=int(value))).isoformat()
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise ValueError("%s takes days back (1 to 3 digits) or a date (YYYY-MM-DD), not %r" % (option, value))
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise ValueError("%s: there is no date %s" % (option, value)) from None


_Dates = Tuple[Optional[str], Optional[str]]


def _answers(question: Optional[Callable[[Session], Any]], root: Root, runtime: str, dates: _Dates, errors: Optional[Errors],
             unread: Iterable[str]) -> Iterator[Any]:
    """See ``ask_sessions``; the sessions themselves where there is no ``question``, each read once all is settled."""
    names = list(RUNTIMES) if runtime == "auto" else [runtime]
    if not set(names) <= set(RUNTIMES):
        raise ValueError("unknown runtime %r; there are %s" % (runtime, ", ".join(RUNTIMES)))
    readers = [Reader(name, RUNTIMES[name], frozenset(unread)) for name in names]
    since, until = parse_since(dates[0]), parse_since(dates[1], option="--until")
    return _asked(question, root, readers, (since, until), [] if errors is None else errors)


def _asked(question: Optional[Callable[[Session], Any]], root: Root, readers: List[Reader], dates: _Dates,
           errors: Errors) -> Iterator[Any]:
    def ask(session: Optional[Session]) -> Optional[List[Any]]:
        """At most one answer; None where the session's dates do not count."""
        if session is None:
            return []
        return [session if question is None else question(session)] if in_dates(session, *dates) else None

    waiting: List[Tuple[str, int, Group]] = []
    over: Set[str] = set()  # files whose own bytes show that they ended before the dates
    for at, paths in enumerate(_found(root, readers, errors)):
        over.update(path for path in paths if dates[0] is not None and ended_before(path, dates[0]))
        sources = (readers[at].glance(path, errors) if question is None or path in over else readers[at].look(path, errors, ask)
                   for path in paths)
        groups = settle([source for source in sources if source is not None], readers[at])
        readers[at].homes = {group.parts[0].session: group.parts[0].path for group in groups}
        waiting.extend((group.parts[0].path, at, group) for group in groups)
    waiting.sort(key=lambda entry: entry[:2])
    for _, which, group in waiting:
        if over.issuperset(source.path for source in group.parts):
            continue
        noted: Errors = []
        answers = readers[which].answer(group, noted, ask)
        if answers is not None:
            errors.extend(noted)
            yield from answers
        del answers


def _found(root: Root, readers: List[Reader], errors: Errors) -> List[List[str]]:
    """The paths of each reader, in path order."""
    if root is None:
        return [sorted(reader.transcripts(None, errors)) for reader in readers]
    found: List[List[str]] = [[] for _ in readers]
    taken = set()
    for path in files.walk(root, files.has_suffix, errors):
        which = _recognised(path, root, readers, errors)
        if which is not None:
            found[which].append(path)
            taken.add(path)
    for at, reader in enumerate(readers):
        if reader.recognises is None:
            found[at] = sorted(set(reader.transcripts(root, errors)) - taken)
    return [_plain_before_packed(paths) for paths in found]


def _recognised(path: str, root: Root, readers: List[Reader], errors: Errors) -> Optional[int]:
    """Which reader takes the file. A file none takes is passed over, and named where it was asked for or is broken."""
    which, head = None, b""
    for size in (FIRST_LOOK, files.HEAD):
        try:
            head = files.head(path, size)
        except OSError as error:
            errors.append({"path": path, "error": "cannot be read: " + files.reason(error)})
            return None
        # The first line decides where it tells, so that no later line makes the file another runtime's.
        begins = head.partition(b"\n")[0] + b"\n"
        which = next((at for piece in (begins, head) for at, reader in enumerate(readers) if reader.takes(path, piece)), None)
        if which is not None or len(head) < size:
            break
    if which is None and all(reader.recognises for reader in readers):
        if path == os.fspath(root):  # type: ignore[arg-type]
            errors.append({"path": path, "error": "not a transcript of " + " or ".join(reader.name for reader in readers)})
        elif files.has_suffix(path, (".jsonl",)) and head.strip() and not _holds_an_object(head):
            errors.append({"path": path, "error": "not a transcript: no line holds a JSON object"})
    return which


def _holds_an_object(head: bytes) -> bool:
    """Whether a line of the first bytes is a JSON object, or the first line is too long to tell."""
    lines = head.split(b"\n")
    if len(lines) == 1 and len(head) >= files.HEAD:
        return True
    for line in lines[:50]:
        try:
            if isinstance(json.loads(line), dict):
                return True
        except (ValueError, RecursionError):
            continue
    return False


def _plain_before_packed(paths: List[str]) -> List[str]:
    """A compressed file is left out where the plain one stands beside it."""
    plain = set(paths)
    return [path for path in paths if not (files.has_suffix(path, (".zst",)) and path[:-4] in plain)]
