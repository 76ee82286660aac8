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
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple

from ..events import text_of

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
_PARENTS = re.compile(r"(?:\.\./)+")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


class Hunk:
    """The lines of one hunk before and after; ``changed`` where it is more than context."""

    __slots__ = ("old", "new", "changed")

    def __init__(self) -> None:
        self.old: List[str] = []
        self.new: List[str] = []
        self.changed = False

    def take(self, line: str) -> None:
        """One line of a hunk, its mark in front; a line without one is not taken."""
        mark, rest = line[:1], line[1:]
        if mark in ("", " ", "-"):
            self.old.append(rest)
        if mark in ("", " ", "+"):
            self.new.append(rest)
        self.changed = self.changed or mark in ("-", "+")

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
    lines = [line[:-1] if line.endswith("\r") else line for line in _unwrapped(text).split("\n")]
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[start].strip() != _BEGIN:
        return None
    found: List[_Reading] = []
    for line in lines[start + 1:]:
        inside = bool(found) and found[-1].type == "update"
        mark = line if inside else line.strip()
        if mark.rstrip() == _END:
            break
        header = next(((mark[len(name):].strip(), kind) for name, kind in _HEADERS if mark.startswith(name)), None)
        if header:
            found.append(_Reading(*header))
        elif found:
            found[-1].take(line)
    return [reading.section() for reading in found]


def file_calls(parts: Iterable[Section], base: str, known: Iterable[str] = ()) -> List[FileCall]:
    """One ``(tool name, input)`` for each section; paths relative to ``base``, or found among ``known``."""
    known = list(known)
    return [_file_call(part._replace(path=_resolved(part.path, base, known),
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


class _Reading:
    """A section as its lines are met."""

    def __init__(self, path: str, type: str) -> None:
        self.path, self.type, self.move = path, type, ""
        self.content: List[str] = []
        self.hunks: List[Hunk] = []
        self.marked = self.open = False

    def take(self, line: str) -> None:
        if self.type == "add" and line.startswith("+"):
            self.content.append(line[1:])
        elif self.type == "update":
            self._update(line)

    def _update(self, line: str) -> None:
        if line.startswith(_MOVE) and not self.hunks:
            self.move = line[len(_MOVE):].strip()
        elif line.startswith("@@") or line.rstrip() == _END_OF_FILE:
            self.marked, self.open = line.startswith("@@"), False
        elif line[:1] in ("", " ", "-", "+") and (self.open or self.marked or line.strip()):
            if not self.open:
                self.hunks.append(Hunk())
                self.open = True
            self.hunks[-1].take(line)

    def section(self) -> Section:
        content = "".join(line + "\n" for line in self.content)
        return Section(self.type, self.path, self.move, content, tuple(self.hunks))


def _diff_hunks(diff: str) -> List[Hunk]:
    """The hunks of a unified diff; what stands before the first ``@@`` is its heading."""
    hunks: List[Hunk] = []
    for line in diff.split("\n")[:-1] if diff.endswith("\n") else diff.split("\n"):
        if line.startswith("@@"):
            hunks.append(Hunk())
        elif hunks and not line.startswith("\\"):
            hunks[-1].take(line)
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
    """``path`` absolute; where that is none of the paths the runtime recorded, the one that ends in it."""
    full = absolute(base, path)
    if not known or full in known:
        return full
    tail = "/" + _PARENTS.sub("", posixpath.normpath(path.replace("\\", "/")))
    ends = [name for name in known if name.replace("\\", "/").endswith(tail)]
    return ends[0] if len(ends) == 1 else full
