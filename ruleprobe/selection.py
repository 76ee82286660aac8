"""Which sessions count: by repository (D9) and by date (S24). Values in, values out.

A repository is given as a name, a path or ``all``. A value with a separator, or beginning with ``.`` or
``~``, is a path: it counts the sessions whose working folder lies at or under it. Anything else is a name:
it counts the sessions whose ``repo`` is exactly that.

Paths are compared raw and with links resolved, in POSIX and Windows spelling, drive letters in any case. A
path of another machine, or one on a network share, is compared as text and never looked up.

A session belongs to the UTC day of its last timestamp, for ``since`` and for ``until`` alike, so that
periods that follow each other share no session. One without a timestamp is in every period.
"""
from __future__ import annotations

import ntpath
import os
import posixpath
import re
from datetime import datetime, timezone
from typing import Dict, FrozenSet, Iterable, List, Optional, Sequence, Tuple

from .events import Session

CONTROL_ENTRIES = (".git", ".hg", ".svn", ".jj")
MAX_NAME = 255
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_TIMESTAMP = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|([+-]\d\d):?(\d\d))?)?", re.ASCII)


class Repos:
    """The sessions that ``values`` (names, paths, ``all``) select; no value selects every session."""

    def __init__(self, values: Sequence[str] = ()) -> None:
        if not all(values):
            raise ValueError("an empty repository name or path")
        self.names = [value for value in values if value != "all" and not is_path(value)]
        self.paths = [value for value in values if is_path(value)]
        self.everything = not values or "all" in values
        self._under = [spelling for value in self.paths for spelling in _spellings(_absolute(value))]
        self._known: Dict[str, bool] = {}

    def __contains__(self, session: Session) -> bool:
        return self.everything or session.repo in self.names or self._lies_under(session.cwd)

    def _lies_under(self, cwd: str) -> bool:
        if not cwd or not self._under:
            return False
        if cwd not in self._known:
            self._known[cwd] = any(_at_or_under(here, top) for here in _spellings(cwd) for top in self._under)
        return self._known[cwd]

    def unknown(self, seen: Iterable[str]) -> List[Tuple[str, List[str]]]:
        """Each name that none of the repositories ``seen`` has, with at most three of the nearest."""
        repos = sorted({repo for repo in seen if repo})
        return [(name, nearest(name, repos)) for name in self.names if name not in repos]


def is_path(value: str) -> bool:
    """Whether a ``--repo`` value is a path rather than a name."""
    return value.startswith((".", "~")) or "/" in value or "\\" in value


def nearest(name: str, known: Iterable[str]) -> List[str]:
    """At most three of ``known`` that a person who wrote ``name`` may have meant, the likeliest first."""
    import difflib  # for what is misspelt only

    lowered: Dict[str, str] = {}
    for one in sorted(set(known), reverse=True):
        if len(one) <= MAX_NAME:
            lowered[one.lower()] = one
    close = difflib.get_close_matches(name.lower()[:MAX_NAME], sorted(lowered), n=3)
    return [lowered[one] for one in close]


def repository_of(path: str) -> str:
    """The directory with a version control entry at or above ``path``, "" where there is none.

    A ``.git`` that is a file (a worktree, a submodule) is an entry too.
    """
    here = os.path.abspath(path)
    while True:
        if any(os.path.lexists(os.path.join(here, entry)) for entry in CONTROL_ENTRIES):
            return here
        above = os.path.dirname(here)
        if above == here:
            return ""
        here = above


def in_dates(session: Session, since: Optional[str] = None, until: Optional[str] = None) -> bool:
    """Whether the UTC day of the session's last timestamp is in ``since`` to ``until``, both included."""
    day = utc_day(session.ended)
    return not day or ((since is None or day >= since) and (until is None or day <= until))


def utc_day(timestamp: str) -> str:
    """``YYYY-MM-DD`` of an ISO 8601 timestamp in UTC, "" for anything else."""
    found = _TIMESTAMP.fullmatch(timestamp)
    if found is None:
        return ""
    day, minute, hours, minutes = found.groups()
    if not hours:
        return day
    try:
        moment = datetime.fromisoformat("%sT%s%s:%s" % (day, minute, hours, minutes))
        return moment.astimezone(timezone.utc).date().isoformat()
    except (ValueError, OverflowError):
        return day


def _absolute(value: str) -> str:
    """A path as written on the command line, absolute; a Windows or network path stays what it is."""
    if _windows(value):
        return value
    return os.path.abspath(os.path.expanduser(value))


def _windows(path: str) -> bool:
    return bool(_DRIVE.match(path)) or path.startswith("\\\\")


def _spellings(path: str) -> FrozenSet[str]:
    """``path`` as text and, where this machine can have it, with its links resolved."""
    found = {_plain(path)}
    if os.path.isabs(path) and not path.startswith(("\\\\", "//")):
        try:
            found.add(_plain(os.path.realpath(path)))
        except (OSError, ValueError):
            pass
    return frozenset(found)


def _plain(path: str) -> str:
    """One spelling: forward slashes, no ``..``, a lower-case drive letter, no slash at the end."""
    if _windows(path):
        path = ntpath.normpath(path).replace("\\", "/")
        path = path[:1].lower() + path[1:]
    else:
        path = posixpath.normpath(path)
    return path.rstrip("/")


def _at_or_under(path: str, top: str) -> bool:
    return path == top or path.startswith(top + "/")
