"""Which folder a Gemini CLI session was about (a leaf; A1). The session itself does not say.

``.project_root`` beside ``chats``; else ``projects.json`` read backwards by the folder's slug; else any known
path whose sha256 is the session's ``projectHash`` or the folder's name: the paths of ``projects.json``, and
those the transcript names (its workspace folders, absolute paths of calls and the folders above them), so
that a transcript without its neighbours, or from before 0.29, may still prove where it ran.
Else "" (unknown). On Windows the two files hold the path in lower case.
"""
from __future__ import annotations

import hashlib
import ntpath
import os
import posixpath
import re
from itertools import chain
from typing import Iterable, Iterator, List

from .files import open_binary
from .lines import Problems, decode

_MAX_ROOT = 4096
_MAX_PROJECTS = 16 * 1024 * 1024
_MAX_CANDIDATES = 2000
_DRIVE = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_WORKSPACE = re.compile(r"^ *- (/[^\n]*|[A-Za-z]:[\\/][^\n]*)$", re.MULTILINE)


def project_root(path: str, project_hash: str, named: Iterable[str]) -> str:
    """The absolute POSIX or Windows path, "" where unknown. ``named``: absolute paths of the transcript."""
    home = project_folder(path)
    hashes = {project_hash} if project_hash else set()
    if home:
        found = _line(os.path.join(home, ".project_root"))
        if is_absolute(found):
            return found
        slug = os.path.basename(home)
        hashes.add(slug)
        projects = _projects(os.path.join(os.path.dirname(os.path.dirname(home)), "projects.json"))
        for root, name in projects.items():
            if name == slug and is_absolute(root):
                return root
        named = chain(projects, named)
    for candidate in _upwards(named):
        if hashlib.sha256(candidate.encode("utf-8", "surrogatepass")).hexdigest() in hashes:
            return candidate
    return ""


def project_folder(path: str) -> str:
    """The folder that holds ``chats``, "" where the file does not lie in one."""
    for folder in (os.path.dirname(path), os.path.dirname(os.path.dirname(path))):
        if os.path.basename(folder).lower() == "chats":
            return os.path.dirname(folder) or os.curdir
    return ""


def is_absolute(path: str) -> bool:
    return path.startswith("/") or bool(_DRIVE.match(path))


def is_posix(path: str) -> bool:
    return path.startswith("/")


def absolute(root: str, path: str) -> str:
    """``path`` under ``root`` where it is relative and the root is known, else as it is."""
    if not root or not path or is_absolute(path) or path.startswith("~"):
        return path
    flavour = posixpath if is_posix(root) else ntpath
    return flavour.normpath(flavour.join(root, path))


def workspaces(context: str) -> List[str]:
    """The workspace folders a session context lists."""
    head = context.partition("Workspace Directories:")[2].partition("Directory Structure")[0]
    return [match.strip() for match in _WORKSPACE.findall(head)]


def _upwards(paths: Iterable[str]) -> Iterator[str]:
    """Each path and the folders above it, each once, at most ``_MAX_CANDIDATES``."""
    seen = set()
    for path in paths:
        while is_absolute(path) and path not in seen and len(seen) < _MAX_CANDIDATES:
            seen.add(path)
            yield path
            path = (posixpath if is_posix(path) else ntpath).dirname(path)


def _line(path: str) -> str:
    data = _read(path, _MAX_ROOT)
    return data.decode("utf-8", "replace").strip("\ufeff\r\n") if data and b"\0" not in data else ""


def _projects(path: str) -> "dict[str, str]":
    data = _read(path, _MAX_PROJECTS)
    value = decode(data, 0, Problems(path)) if data else None
    projects = value.get("projects") if isinstance(value, dict) else None
    return projects if isinstance(projects, dict) else {}


def _read(path: str, limit: int) -> bytes:
    """The whole of a small file, b"" where there is none or it is larger."""
    try:
        with open_binary(path) as stream:
            data = stream.read(limit + 1)
    except (OSError, ValueError):
        return b""
    return data if len(data) <= limit else b""
