"""apply_patch texts and recorded file changes, as the file events they amount to (a leaf; D4, S7, S11).

A patch is a list of ``Section``, one for each file in the order of the text. ``file_calls`` and
``recorded_calls`` give one ``(tool name, input)`` for each: Add is ``Write`` (``file_path``, ``content``);
Update is ``Edit`` for one hunk and ``MultiEdit`` for several (``edits`` of ``old_string``/``new_string``,
the hunk's lines before and after, context included, joined by line feeds); Delete, a move that changes
nothing else and an update without hunks stay ``apply_patch`` with ``file_path`` and ``type``. A move
keeps its target beside, ``move_path``.

``heredoc`` recognises a script that is wholly ``apply_patch <<'EOF' ... EOF``, with or without
``cd DIR &&`` before it, by an anchored text read. Nothing here is a shell parse.

Grammar and leniency are those of codex-rs/apply-patch: markers may be indented where a section may
begin, a line without a mark in an update is an empty context line, the whole may stand in a heredoc.

Known misses: recorded changes are a map, so their order is the file's, not the patch's; ``<<-`` and a
heredoc without its end are not recognised.
"""
from __future__ import annotations

import ntpath
import posixpath
import re
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from ..events import repo_of, text_of

TOOL = "apply_patch"
PROGRAMS = ("apply_patch", "applypatch")

FileCall = Tuple[str, Dict[str, Any]]

_BEGIN, _END, _END_OF_FILE = "*** Begin Patch", "*** End Patch", "*** End of File"
_MOVE = "*** Move to: "
_HEADERS = (("*** Add File: ", "add"), ("*** Delete File: ", "delete"), ("*** Update File: ", "update"))
_WORD = r"(?:'[^'\n]*'|\"[^\"$`\\\n]*\"|[^\s'\"$`\\;&|<>(){}\[\]*?~#]+)"
_HEREDOC = re.compile(
    r"\s*(?:cd[ \t]+(" + _WORD + r")[ \t]*&&\s*)?(?:apply_patch|applypatch)[ \t]*<<[ \t]*"
    r"(?:'(\w+)'|\"(\w+)\"|(\w+))[ \t]*\r?\n")
_WRAPPERS = ("<<EOF", "<<'EOF'", '<<"EOF"')
_MOST_ALIKE = 50
_PARENTS = re.compile(r"(?:\.\./)+")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


class Hunk(NamedTuple):
    """The lines of one hunk before and after; ``changed`` where it is more than context."""

    old: List[str]
    new: List[str]
    changed: bool

    def edit(self) -> Dict[str, str]:
        return {"old_string": "\n".join(self.old), "new_string": "\n".join(self.new)}


class Section(NamedTuple):
    """What a patch does to one file: ``type`` is ``add``, ``delete`` or ``update``."""

    type: str
    path: str
    move_path: str = ""
    content: str = ""
    hunks: Tuple[Hunk, ...] = ()


def heredoc(script: str) -> Optional[Tuple[str, str]]:
    """``(directory or "", patch text)`` of a script that is nothing but an apply_patch heredoc."""
    match = _HEREDOC.match(script)
    if not match:
        return None
    directory, end = match.group(1) or "", match.group(2) or match.group(3) or match.group(4)
    lines = script[match.end():].split("\n")
    at = next((i for i, line in enumerate(lines) if line.rstrip("\r") == end), None)
    if at is None or any(line.strip() for line in lines[at + 1:]):
        return None
    return directory.strip("'\""), "\n".join(lines[:at])


def sections(text: str) -> Optional[List[Section]]:
    """The file sections of a patch, None where the text is no patch."""
    text = _unwrapped(text)
    lines = text.replace("\r\n", "\n").split("\n") if "\r" in text else text.split("\n")
    at = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[at].strip() != _BEGIN:
        return None
    found: List[Section] = []
    while at + 1 < len(lines):
        at += 1
        mark = lines[at].strip()
        if mark == _END:
            break
        for name, kind in _HEADERS if mark.startswith("***") else ():
            if mark.startswith(name):
                section, at = _BODIES[kind](mark[len(name):].strip(), lines, at + 1)
                found.append(section)
                at -= 1
    return found


def file_calls(parts: Iterable[Section], base: str, known: Iterable[str] = ()) -> List[FileCall]:
    """One ``(tool name, input)`` for each section; paths relative to ``base``, or found among ``known``."""
    named: Dict[str, List[str]] = {}
    for path in known:
        named.setdefault(repo_of(path), []).append(path)
    return [_file_call(part._replace(path=_resolved(part.path, base, named.get(repo_of(part.path), [])),
                                     move_path=part.move_path and absolute(base, part.move_path))) for part in parts]


def recorded_calls(changes: Any) -> List[FileCall]:
    """The same for the ``changes`` map of a ``patch_apply_end`` event or a ``FileChange`` item."""
    out: List[FileCall] = []
    for path, change in changes.items() if isinstance(changes, dict) else ():
        if not isinstance(change, dict):
            continue
        kind, move = text_of(change.get("type")), text_of(change.get("move_path"))
        out.append(_file_call(Section(kind, path, move, text_of(change.get("content")),
                                      tuple(_diff_hunks(text_of(change.get("unified_diff")))))))
    return out


def absolute(base: str, path: str) -> str:
    """``path`` as seen from ``base``, POSIX or Windows; as it is where it is absolute or ``base`` is unknown."""
    if not base or path.startswith(("/", "\\\\")) or _DRIVE.match(path):
        return path
    module: Any = ntpath if is_windows(base) else posixpath
    return module.normpath(module.join(base, path))


def is_windows(path: str) -> bool:
    """Whether an absolute path is a Windows one."""
    return bool(_DRIVE.match(path)) or path.startswith("\\\\")


def _unwrapped(text: str) -> str:
    """The patch without the heredoc some models write around it."""
    lines = text.strip().split("\n")
    if len(lines) >= 4 and lines[0].strip() in _WRAPPERS and lines[-1].endswith("EOF"):
        return "\n".join(lines[1:-1])
    return text


def _add(path: str, lines: List[str], at: int) -> Tuple[Section, int]:
    """A section's body from line ``at``, and the line after it; so for each kind of section."""
    start = at
    while at < len(lines) and lines[at][:1] == "+":
        at += 1
    return Section("add", path, content="".join(line[1:] + "\n" for line in lines[start:at])), at


def _delete(path: str, lines: List[str], at: int) -> Tuple[Section, int]:
    return Section("delete", path), at


def _update(path: str, lines: List[str], at: int) -> Tuple[Section, int]:
    move = ""
    if at < len(lines) and lines[at].startswith(_MOVE):
        move, at = lines[at][len(_MOVE):].strip(), at + 1
    hunks: List[Hunk] = []
    marked = False
    while at < len(lines):
        line = lines[at]
        if line.startswith("***") and line.rstrip() != _END_OF_FILE:
            break
        if line[:1] in _MARKS and (marked or line.strip()):
            hunk, at = _hunk(lines, at)
            hunks.append(hunk)
            marked = False
        else:
            marked, at = line.startswith("@@") or marked, at + 1
    return Section("update", path, move, hunks=tuple(hunks)), at


def _hunk(lines: Sequence[str], at: int) -> Tuple[Hunk, int]:
    """The hunk whose lines begin at ``at``: up to one without a mark of its own. An empty line is empty context."""
    start = at
    while at < len(lines) and lines[at][:1] in _MARKS:
        at += 1
    body = lines[start:at]
    old = [line[1:] for line in body if line[:1] != "+"]
    new = [line[1:] for line in body if line[:1] != "-"]
    return Hunk(old, new, any(line[:1] in ("-", "+") for line in body)), at


_MARKS = ("", " ", "-", "+")
_BODIES = {"add": _add, "delete": _delete, "update": _update}


def _diff_hunks(diff: str) -> List[Hunk]:
    """The hunks of a unified diff; what stands before the first ``@@`` is its heading."""
    lines = [line for line in diff.split("\n") if not line.startswith("\\")]
    if lines[-1] == "":
        lines.pop()
    hunks: List[Hunk] = []
    at = next((i for i, line in enumerate(lines) if line.startswith("@@")), len(lines))
    while at < len(lines):
        hunk, after = _hunk(lines, at + 1)
        hunks.append(hunk)
        at = max(after, at + 1)
    return hunks


def _file_call(part: Section) -> FileCall:
    where: Dict[str, Any] = {"file_path": part.path}
    if part.move_path:
        where["move_path"] = part.move_path
    if part.type == "add":
        return "Write", {**where, "content": part.content}
    hunks = [hunk for hunk in part.hunks if hunk.changed] if part.move_path else list(part.hunks)
    if part.type != "update" or not hunks:
        return TOOL, {**where, "type": part.type}
    if len(hunks) == 1:
        return "Edit", {**where, **hunks[0].edit()}
    return "MultiEdit", {**where, "edits": [hunk.edit() for hunk in hunks]}


def _resolved(path: str, base: str, known: List[str]) -> str:
    """``path`` absolute; where that is none of the recorded paths of its name, the one of them that ends in it."""
    full = absolute(base, path)
    if not known or len(known) > _MOST_ALIKE or full in known:
        return full
    tail = "/" + _PARENTS.sub("", posixpath.normpath(path.replace("\\", "/")))
    ends = [name for name in known if name.replace("\\", "/").endswith(tail)]
    return ends[0] if len(ends) == 1 else full
