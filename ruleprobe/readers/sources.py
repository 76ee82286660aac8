"""One runtime's module behind one face: what it must have, what it may have, and its faults kept to a file.

A module has ``transcripts(root=None)``, ``read(path)`` and ``session_key(path)``. It may have ``recognises(head)``,
without which a ``--root`` is left to ``transcripts``; ``passes_over(path)``, for names that are never read; and
``index(path)``, without which files are grouped by ``session_key`` and the one with the most events is read (FR-1,
FR-4); and ``read_indexed(path)``, which gives what ``read`` and ``index`` do in one pass. The functions that read and
list may take the further keywords named in ``KEYWORDS``.

Whatever a module raises on a file costs that file: it becomes an ``errors`` entry. The text of an exception
that is no ``OSError`` may quote the transcript, so the entry names its type alone.
"""
from __future__ import annotations

import os
from collections import Counter
from typing import Any, Callable, Collection, Dict, FrozenSet, List, Optional, Tuple

from ..events import Session
from . import files
from .copies import Ask, Group, Index, Source, join, mark

KEYWORDS = ("errors", "skip", "unread")
_VARIABLE_KEYWORDS = 0x08  # inspect.CO_VARKEYWORDS
REQUIRED = ("transcripts", "read", "session_key")
Errors = List[Dict[str, Any]]
Question = Callable[[Optional[Session]], Any]  # of the session of a file or group, None where it holds no event


class Reader(Ask):
    """A runtime's module as the pass across files calls it. ``TypeError`` where it is no reader."""

    def __init__(self, name: str, module: Any, unread: FrozenSet[str] = frozenset()) -> None:
        for function in REQUIRED:
            if not callable(getattr(module, function, None)):
                raise TypeError("the reader of %s has no %s()" % (name, function))
        self.name, self.module, self.unread = name, module, unread
        self._read_takes = _keywords(module.read)
        self._both = getattr(module, "read_indexed", None)
        self._both_takes = _keywords(self._both) if self._both is not None else frozenset()
        self._lists_take = _keywords(module.transcripts)
        self.homes: Dict[str, str] = {}  # session id -> path, for entries that name a session as what was kept

    def transcripts(self, root: Any, errors: Errors) -> List[str]:
        """The module's own list of files, of its default roots where ``root`` is None."""
        given = () if root is None else (root,)
        wanted = {"errors": errors} if "errors" in self._lists_take else {}
        return [os.fspath(path) for path in self.module.transcripts(*given, **wanted)]

    @property
    def recognises(self) -> Optional[Callable[[bytes], bool]]:
        return getattr(self.module, "recognises", None)

    def takes(self, path: str, head: bytes) -> bool:
        """Whether a file of this name that begins so is this runtime's."""
        if self.recognises is None or not self.recognises(head):
            return False
        passes_over = getattr(self.module, "passes_over", None)
        return passes_over is None or not passes_over(path)

    def glance(self, path: str, errors: Errors) -> Optional[Source]:
        """The file as the pass across files sees it, None where it cannot be opened."""
        seen = _attempt(path, errors, lambda: (_state(path), self._index(path)))
        if seen is None:
            return None
        return self._source(path, *seen)

    def _source(self, path: str, state: Any, index: Optional[Index]) -> Source:
        if index is None:
            return Source(path, state=state)
        can_leave_out = "skip" in self._read_takes
        return Source(path, index.session or "", index.started, index.tokens if can_leave_out else (), state)

    def look(self, path: str, errors: Errors, ask: Question) -> Optional[Source]:
        """``glance``, and where one pass gives both, what ``ask`` says of the session the file holds if it holds no other's."""
        both = self._both
        if both is None:
            return self.glance(path, errors)
        noted: Errors = []
        given = {name: value for name, value in (("errors", noted), ("unread", self.unread)) if name in self._both_takes}
        seen = _attempt(path, [], lambda: (_state(path), *both(path, **given)))
        if seen is None:
            return self.glance(path, errors)
        state, session, index = seen
        source = self._source(path, state, index)
        self._note_change(source, session, noted)
        source.answer = noted, ask(_with_events(session))
        return source

    def _index(self, path: str) -> Optional[Index]:
        index = getattr(self.module, "index", None)
        if index is not None:
            return index(path)
        return Index(self.module.session_key(path) or "", "", [])

    def read(self, source: Source, errors: Errors, without: Collection[int] = ()) -> Optional[Session]:
        """The session in the file, the lines with a token whose hash is in ``without`` left out."""
        given: Dict[str, Any] = {"errors": errors, "unread": self.unread}
        if without:
            given["skip"] = frozenset(token for token in self.module.index(source.path).tokens if mark(token) in without)
        given = {name: value for name, value in given.items() if name in self._read_takes}
        session = _attempt(source.path, errors, lambda: self.module.read(source.path, **given))
        self._note_change(source, session, errors)
        return session

    @staticmethod
    def _note_change(source: Source, session: Optional[Session], errors: Errors) -> None:
        if session is not None and _replaced(source):
            errors.append({"path": source.path, "error": "changed while it was read"})

    def events(self, source: Source) -> int:
        session = self.read(source, [])
        return len(session.events) if session else 0

    def started(self, source: Source, without: Collection[int] = ()) -> str:
        session = self.read(source, [], without)
        return session.started if session else ""

    def answer(self, group: Group, errors: Errors, ask: Question) -> Any:
        """What ``ask`` says of the one session of a group; an entry for each file, or part of one, that is set aside."""
        first = group.parts[0]
        if first.answer is not None and len(group.parts) == 1 and not first.foreign:
            noted, said = first.answer
            self._settle(group, noted, errors)
            return said
        noted = []  # what reading the files says
        read = [_with_events(self._own(source, noted)) for source in group.parts]
        found = [session for session in read if session is not None]
        self._settle(group, noted, errors)
        return ask(join(found) if found else None)

    def _settle(self, group: Group, noted: Errors, errors: Errors) -> None:
        """Name the files, not the sessions, that were kept for what ``noted`` says, and those for copies."""
        for entry in noted:
            if entry.get("kept") in self.homes:
                entry["kept"] = self.homes[entry["kept"]]
        errors += noted
        for copy, whole in group.copies:
            errors.append(_set_aside(copy, "a copy of ", whole))

    def _own(self, source: Source, errors: Errors) -> Optional[Session]:
        """A file's session without the events that another file owns."""
        if not source.foreign:
            return self.read(source, errors)
        session = self.read(source, errors, source.foreign)
        copied = self.events(source) - (len(session.events) if session else 0)
        if copied > 0:
            owner = _main_owner(source)
            errors.append(_set_aside(source, "%d event%s copied from " % (copied, "" if copied == 1 else "s"), owner))
        return session


def _with_events(session: Optional[Session]) -> Optional[Session]:
    return session if session is not None and session.events else None


def _attempt(path: str, errors: Errors, action: Callable[[], Any]) -> Any:
    """What ``action`` returns, or None with an entry."""
    try:
        return action()
    except OSError as error:
        errors.append({"path": path, "error": "cannot be read: " + files.reason(error)})
    except Exception as error:
        errors.append({"path": path, "error": "cannot be read: its reader failed (%s)" % type(error).__name__})
    return None


def _keywords(function: Callable[..., Any]) -> FrozenSet[str]:
    """Which of ``KEYWORDS`` a function takes."""
    code = getattr(function, "__code__", None)
    if code is not None and not hasattr(function, "__wrapped__") and not code.co_flags & _VARIABLE_KEYWORDS:
        return frozenset(KEYWORDS).intersection(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount])
    import inspect  # takes longer to load than a reader, and ours are plain functions

    parameters = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return frozenset(KEYWORDS)
    return frozenset(KEYWORDS).intersection(parameters)


def _state(path: str) -> Tuple[int, int]:
    status = os.stat(path)
    return status.st_ino, status.st_size


def _replaced(source: Source) -> bool:
    """Whether the file is another one, or shorter, than at first sight. What was appended is welcome."""
    try:
        number, size = _state(source.path)
    except OSError:
        return True
    return number != source.state[0] or size < source.state[1]


def _main_owner(source: Source) -> Source:
    """The file that owns most of what ``source`` copied, the first in path order on a tie."""
    owned = Counter(source.foreign.values())
    return min(owned, key=lambda owner: (-owned[owner], owner.path))


def _set_aside(source: Source, what: str, owner: Source) -> Dict[str, Any]:
    return {"path": source.path, "error": what + files.printable(owner.path), "kept": owner.path}
