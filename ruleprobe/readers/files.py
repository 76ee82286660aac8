"""Finding and opening files safely (a leaf): each regular file once, nothing that could block.

``walk`` follows a symbolic link to a directory or a file, but never enters one directory twice (told by
device and inode, so cycles end) and gives one path for each file, however many links lead to it: the
path without a link before a path through one, then the first in path order. FIFOs, sockets and devices
are not opened. What could not be listed or opened is an ``errors`` entry ``{path, error}``.

Paths are ``str`` as ``os.fsdecode`` makes them: a name that is not UTF-8 keeps its bytes as lone
surrogates and still opens; ``printable`` makes any path fit to stand in a message.

Known miss: where the file system gives no inode numbers, the resolved path tells files apart.
"""
from __future__ import annotations

import errno
import os
import stat
from typing import Any, BinaryIO, Callable, Dict, Iterable, List, Optional, Set, Tuple, Union

HEAD = 64 * 1024
BUFFER = 256 * 1024  # lines of some KB are read three times as fast as through Python's own 8 KB
SUFFIXES = (".jsonl", ".json", ".jsonl.zst")
Errors = Optional[List[Dict[str, Any]]]
_NOTHING_THERE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
_SPECIAL = ((stat.S_ISFIFO, "a FIFO"), (stat.S_ISSOCK, "a socket"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"))


def has_suffix(path: str, suffixes: Tuple[str, ...] = SUFFIXES) -> bool:
    """Whether the name ends in one of ``suffixes`` (given in lower case), in any case."""
    return path.lower().endswith(suffixes)


def walk(root: Union[str, "os.PathLike[str]", Iterable[Any]], accept: Callable[[str], bool], errors: Errors = None) -> List[str]:
    """Sorted paths of the regular files at or under ``root`` (a directory, a file, or several) that ``accept``.

    A missing root is nothing and no error. A root that is itself a file is taken whatever its name.
    """
    roots = [root] if isinstance(root, (str, os.PathLike)) else list(root)
    found = _Walk(accept, errors)
    for item in roots:
        found.start(os.fspath(item))
    return found.finish()


def under_home(*places: str) -> List[str]:
    """``places`` below the home directory, none where there is no home directory. The environment is read now."""
    home = os.path.expanduser("~")
    return [] if home == "~" else [os.path.join(home, *place.split("/")) for place in places]


def printable(path: str) -> str:
    """``path`` with every control, format or undecodable character as a backslash escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in path)


def reason(error: BaseException) -> str:
    """What went wrong, without the path an ``OSError`` repeats."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def open_binary(path: str, buffer: int = BUFFER) -> BinaryIO:
    """``path`` opened for reading; ``OSError`` for anything but a regular file, which is never waited on.

    ``buffer`` 0 is for who reads large pieces anyway.
    """
    why = _special(os.stat(path).st_mode)
    if why:
        raise OSError(why)
    return open(path, "rb", buffer)  # type: ignore[return-value]


def head(path: str, size: int = HEAD) -> bytes:
    """The first ``size`` bytes."""
    with open_binary(path, 0) as stream:
        return stream.read(size)


def tail(path: str, size: int = HEAD) -> bytes:
    """The last ``size`` bytes."""
    with open_binary(path) as stream:
        end = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, end - size))
        return stream.read(size)


def identity(path: str) -> Tuple[Any, ...]:
    """What two paths to one file have in common. ``OSError`` where there is no such file."""
    return _identity(path, os.stat(path))


def _identity(path: str, status: os.stat_result) -> Tuple[Any, ...]:
    return (status.st_dev, status.st_ino) if status.st_ino else (os.path.normcase(os.path.realpath(path)),)


def _special(mode: int) -> str:
    """Why a file of this mode is not opened, "" for a regular one."""
    if stat.S_ISREG(mode):
        return ""
    return next(("%s, not a regular file" % name for test, name in _SPECIAL if test(mode)), "not a regular file")


class _Walk:
    """One walk over one or more roots. Links wait until everything without a link has been seen."""

    def __init__(self, accept: Callable[[str], bool], errors: Errors) -> None:
        self.accept, self.errors = accept, errors
        self.entered: Set[Tuple[Any, ...]] = set()
        self.links: List[str] = []
        self.files: List[str] = []
        self.kept: Dict[Tuple[Any, ...], str] = {}

    def start(self, root: str) -> None:
        status = self._stat(root)
        if status is None:
            return
        if stat.S_ISDIR(status.st_mode):
            self._enter(root, status)
        else:
            self._keep(root, status)

    def finish(self) -> List[str]:
        self._keep_all()
        while self.links:
            links, self.links = sorted(self.links), []
            for path in links:
                self._follow(path)
            self._keep_all()
        return sorted(self.kept.values())

    def _follow(self, path: str) -> None:
        wanted = self.accept(path)
        status = self._stat(path, wanted)
        if status is None:
            return
        if stat.S_ISDIR(status.st_mode):
            self._enter(path, status)
        elif wanted:
            self.files.append(path)

    def _enter(self, path: str, status: os.stat_result) -> None:
        """Collect what stands at or under a directory, links to ``links``, the rest to ``files``."""
        waiting = [(path, status)]
        while waiting:
            path, status = waiting.pop()
            mark = _identity(path, status)
            if mark in self.entered:
                continue
            self.entered.add(mark)
            for entry in reversed(self._entries(path)):
                if entry.is_symlink():
                    self.links.append(entry.path)
                elif _is_directory(entry):
                    below = self._stat(entry.path)
                    if below is not None:
                        waiting.append((entry.path, below))
                elif self.accept(entry.path):
                    self.files.append(entry.path)

    def _entries(self, path: str) -> List["os.DirEntry[str]"]:
        try:
            with os.scandir(path) as entries:
                return sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self._note(path, "cannot be listed: " + reason(error))
            return []

    def _keep_all(self) -> None:
        files, self.files = sorted(self.files), []
        for path in files:
            status = self._stat(path, wanted=True)
            if status is not None:
                self._keep(path, status)

    def _keep(self, path: str, status: os.stat_result) -> None:
        why = _special(status.st_mode)
        if why:
            self._note(path, "not read: " + why)
        else:
            self.kept.setdefault(_identity(path, status), path)

    def _stat(self, path: str, wanted: bool = False) -> Optional[os.stat_result]:
        """The status, links followed. None with an entry; no entry where nothing is there and nobody ``wanted`` it."""
        try:
            return os.stat(path)
        except (OSError, ValueError) as error:
            if wanted or getattr(error, "errno", None) not in _NOTHING_THERE:
                self._note(path, "cannot be read: " + reason(error))
        return None

    def _note(self, path: str, error: str) -> None:
        if self.errors is not None:
            self.errors.append({"path": path, "error": error})


def _is_directory(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
