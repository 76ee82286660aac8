"""Codex CLI: rollouts under ``~/.codex``, or ``CODEX_HOME``, read into the event schema (AD-2, AD-3, AD-10).

Every format the CLI has written since April 2025: the TypeScript CLI's ``.json``, bare JSONL, the envelope
in legacy and paginated history, migrated files, archived ones, ``.jsonl.zst`` where Python has
``compression.zstd`` (3.14). A file is told by its shape, never by a version. The steps are: lines to steps
(``codex_lines``), where the file's own history begins (``codex_origin``), steps to events (``codex_turns``,
with ``codex_calls``, ``codex_fates``, ``codex_prompts``, ``patches``), and what its lines are known by in
other files (``codex_marks``).

The session id is the thread id, of a sub-agent and a reviewer too; the two files of a reverted thread have one.

Not recorded by the runtime, so not counted: commands of code-mode cells before 0.148 and in migrated files
(the cell stays, native); the calls of a sub-agent whose file is gone; which shell a login shell is; a
cancelled call's fate (``ran`` is None). Known misses: a fork whose source is gone and which has no turn ids
is cut where its burst of copied lines ends.
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import AbstractSet, Any, Collection, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..events import Session, repo_of
from . import codex_files, files
from .codex_fast import Lean, leaner
from .codex_files import READ_ERRORS, recognises
from .codex_lines import ITEM_TYPES, MAKES, Rollout
from .codex_marks import Marks
from .codex_origin import Origin
from .codex_turns import Teller
from .copies import Index
from .lines import Problems, object_of

__all__ = ["FOLDERS", "ROOT", "RUNTIME", "index", "read", "recognises", "roots", "session_key", "transcripts"]

RUNTIME = "codex"
FOLDERS = ("sessions", "archived_sessions")
ROOT = Path(os.path.expanduser("~")) / ".codex" / FOLDERS[0]


def roots() -> List[Path]:
    """The default roots: ``sessions`` and ``archived_sessions`` of ``CODEX_HOME`` or ``~/.codex``."""
    named = os.environ.get("CODEX_HOME")
    homes = [named] if named else files.under_home(".codex")
    return [Path(home) / name for home in homes for name in FOLDERS]


def transcripts(root: Any = None, errors: files.Errors = None) -> List[str]:
    """Sorted paths: rollouts by name under ``roots()``; by name or content under a ``root``, or that one file.

    ``x.jsonl.zst`` is left out beside ``x.jsonl``.
    """
    if root is None:
        found = files.walk(roots(), codex_files.has_rollout_name, errors)
    else:
        found = [path for path in files.walk(root, files.has_suffix, errors) if codex_files.is_rollout(path)]
    plain = set(found)
    return [path for path in found if not path.lower().endswith(".zst") or path[:-4] not in plain]


def session_key(path: str) -> Optional[str]:
    """The id of the thread ``path`` belongs to: its first header's, else its name's; None for an unreadable file."""
    marks = Marks()
    try:
        for number, raw in codex_files.rows(path, Problems(path)):
            _seed(marks.origin, path, number)
            marks.feed(raw)
            if marks.origin.id:
                break
    except READ_ERRORS:
        return codex_files.thread_in_name(path) or None
    return codex_files.thread_id(path, marks.origin.id)


def index(path: str) -> Index:
    """Whose session the file is, since when, and the tokens of its lines (``codex_marks``)."""
    marks, tokens = Marks(), []
    try:
        for number, raw in codex_files.rows(path, Problems(path)):
            _seed(marks.origin, path, number)
            tokens += marks.feed(raw).all()
    except READ_ERRORS:
        pass
    return _index(path, marks, tokens)


def _index(path: str, marks: Marks, tokens: List[bytes]) -> Index:
    return Index(codex_files.thread_id(path, marks.origin.id), marks.origin.made or marks.first, tokens)


def read(path: str, errors: Optional[List[Dict[str, Any]]] = None, skip: AbstractSet[bytes] = frozenset(),
         unread: Collection[str] = frozenset()) -> Optional[Session]:
    """The session ``path`` holds, without what it copied from another; None where it holds no event.

    What a fork or a sub-agent copied is named in ``errors``, ``kept`` in the thread it came from.
    """
    problems = Problems(path)
    gathered = _gather(path, problems, skip, leaner(MAKES, ITEM_TYPES, unread))
    problems.report(errors)
    return _session(path, gathered, unread, errors)


def read_indexed(path: str, errors: Optional[List[Dict[str, Any]]] = None,
                 unread: Collection[str] = frozenset()) -> Tuple[Optional[Session], Index]:
    """What ``read`` and ``index`` give, in one pass."""
    problems, marks, tokens = Problems(path), Marks(), []
    gathered = _gather(path, problems, frozenset(), leaner(MAKES, ITEM_TYPES, unread), (marks, tokens))
    problems.report(errors)
    return _session(path, gathered, unread, errors), _index(path, marks, tokens)


def _session(path: str, gathered: "_Gathered", unread: Collection[str], errors: Optional[List[Dict[str, Any]]]) -> Optional[Session]:
    rollout, origin = gathered.rollout, gathered.rollout.origin
    teller = Teller(rollout, unread)
    events, lines = teller.tell(gathered.start, gathered.dropped).finish()
    if errors is not None and origin.sources:
        _note_copied(path, rollout, gathered.guessed, lines, errors)
    if not events:
        return None
    return Session(codex_files.thread_id(path, origin.id), repo_of(rollout.home), RUNTIME, events, path, rollout.first or origin.made,
                   rollout.last or origin.made, rollout.home, [0] * len(lines) if rollout.typescript else lines)


def _decode_all(raw: bytes) -> None:
    """The slow way, which the fast one is held against: every line is decoded."""


class _Gathered(NamedTuple):
    """A file's steps; its first own line, and what that would be without ``skip``; the lines another file owns."""

    rollout: Rollout
    start: int
    guessed: int
    dropped: Set[int]


def _gather(path: str, problems: Problems, skip: AbstractSet[bytes], lean: Lean = _decode_all,
            index: Optional[Tuple[Marks, List[bytes]]] = None) -> _Gathered:
    """``index``: the marks to feed the lines to, and the list that takes their tokens."""
    rollout, owned = Rollout(problems), _Owned(path, skip)
    number = 0
    try:
        for number, raw in codex_files.rows(path, problems):
            _seed(rollout.origin, path, number)
            if skip:
                owned.take(number, raw)
            if index is not None:
                _seed(index[0].origin, path, number)
                index[1].extend(index[0].feed(raw).all())
            value = lean(raw) or object_of(raw, number, problems)
            if isinstance(value, str):
                rollout.time(value, number)
            elif value is not None:
                rollout.take(number, value)
    except READ_ERRORS as error:
        problems.note(files.reason(error))
    origin, end = rollout.origin, number + 1
    copied = owned.settled(origin.burst_end)
    return _Gathered(rollout, origin.start(end, bool(copied)), origin.start(end, False), owned.lines | copied)


class _Owned:
    """The lines that another file owns: ``lines`` of the same thread, and those copied from a source."""

    def __init__(self, path: str, skip: AbstractSet[bytes]) -> None:
        self.path, self.skip, self.marks = path, skip, Marks()
        self.lines: Set[int] = set()
        self._copied: Set[int] = set()
        self._alike: Set[int] = set()
        self._work = 0

    def take(self, number: int, raw: bytes) -> None:
        _seed(self.marks.origin, self.path, number)
        found = self.marks.feed(raw)
        for tokens, lines in ((found.source, self._copied), (found.own, self.lines), (found.alike, self._alike)):
            if not self.skip.isdisjoint(tokens):
                lines.add(number)
        if number in self._copied and found.kind in (b"a", b"c"):
            self._work = number

    def settled(self, burst_end: int) -> Set[int]:
        """The copied lines, once it is known where the burst of the copy ends (0: not seen).

        Within the burst, a line whose content stands in the source is copied where the chain broke over another.
        After it, what was typed again is not: a prompt is a copy only where the answer is one too.
        """
        if not self._copied or not burst_end:
            return self._copied
        copied = {line for line in self._copied if line < burst_end or line <= self._work}
        return copied.union(line for line in self._alike if line < burst_end)


def _note_copied(path: str, rollout: Rollout, start: int, own: Sequence[int], errors: List[Dict[str, Any]]) -> None:
    """An entry for the events before ``start`` that are another thread's; what ``skip`` named is the caller's to say."""
    there = Teller(rollout).tell(0).finish()[1]
    count = sum(line < start for line in there) - sum(line < start for line in own)
    if count > 0:
        source = rollout.origin.sources[0]
        what = "%d event%s copied from thread %s" % (count, "" if count == 1 else "s", files.printable(source))
        errors.append({"path": path, "error": what, "kept": source})


def _seed(origin: Origin, path: str, number: int) -> None:
    """Take the thread id from the name, of a file whose first line is no header; ``number`` is the line that comes."""
    if number > 1 and not origin.id:
        name = codex_files.thread_in_name(path)
        if name:
            origin.seed(name)
