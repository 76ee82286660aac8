"""Which files hold rules, and their texts (D8).

``find(path)`` takes one file, or a directory: of one that holds agent rule files by their usual names, or
is under version control, those files and any markdown whose front matter carries one of ``KEYS`` are
read; of any other, every markdown file. What a rule file imports by ``@path`` is read too when it lies
under the root. Version control, dependency and build folders are never entered, a folder or file
reached twice is read once, and a link that leaves the root is not followed into.

Everything here may be hostile: only regular files are opened, at most ``MAX_FILE`` bytes of them, and
what cannot be read is a finding. Nothing raises.
"""
from __future__ import annotations

import os
import re
import stat
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from . import markdown

MAX_FILE = 1 << 20
MAX_FILES = 20_000
MAX_ENTRIES = 1_000_000
LOOK = 4096  # bytes of a markdown file that are read to see its front matter

NAMES = ("CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", ".cursorrules", ".windsurfrules", ".clinerules")
PLACES = (".claude/rules/**.md", ".cursor/rules/*.mdc", ".github/copilot-instructions.md", ".github/instructions/*.instructions.md")
KEYS = ("rule", "detector", "detectors", "opt_out")

VERSION_CONTROL = frozenset((".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "cvs"))
_DEPENDENCIES = frozenset((
    "node_modules", "bower_components", "jspm_packages", ".venv", "venv", "site-packages", "__pycache__", ".tox", ".nox", ".eggs",
    ".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".gradle", ".terraform", ".yarn", ".pnpm-store", ".bundle", ".direnv",
    ".dart_tool", ".next", ".nuxt", ".svelte-kit", ".turbo", ".parcel-cache", "worktrees", ".worktrees",
))
_BUILT = frozenset(("vendor", "third_party", "target", "dist", "build", "out", "_build", "coverage", "htmlcov", "pods", "deriveddata", "carthage", "elm-stuff"))
_TOOL_FOLDERS = frozenset((".claude", ".cursor", ".github", ".clinerules", ".windsurf"))

_NAMES = frozenset(name.lower() for name in NAMES)
_PLACE = re.compile(
    r"/\.claude/rules/(?:.+/)?[^/]+\.md\Z|/\.cursor/rules/(?:.+/)?[^/]+\.mdc\Z|/\.clinerules/(?:.+/)?[^/]+\.md\Z"
    r"|/\.github/copilot-instructions\.md\Z|/\.github/instructions/(?:.+/)?[^/]+\.instructions\.md\Z", re.S)
_MARKDOWN = (".md", ".mdc", ".markdown")
_IMPORTED = _MARKDOWN + (".txt",)
_KEY = re.compile(rb"^(?:rule|detectors?|opt_out)[ \t]*:", re.M)
_IMPORT = re.compile(r"(?:(?<=\s)|\A)@(\S{1,300})")
_MAY_IMPORT = re.compile(r"@[^\s@]{0,300}\.(?:md|mdc|markdown|txt)", re.I)
_CODE = re.compile(r"`[^`]*`")


class Finding(NamedTuple):
    """Something that is not as it should be; everything else was still loaded. Line 0: the whole file."""

    path: str
    line: int
    reason: str


class RuleFile(NamedTuple):
    """A rule file's path, its path relative to the root with forward slashes, and its text."""

    path: str
    relative: str
    text: str


class _Entry(NamedTuple):
    path: str
    relative: str
    linked: bool


def find(path: str) -> Tuple[List[RuleFile], List[Finding]]:
    """The rule files at ``path`` in path order, and what is to be said about the others."""
    findings: List[Finding] = []
    if os.path.isdir(path):
        entries = _chosen(path, findings)
        root = path
    else:
        entries = [_Entry(path, os.path.basename(path), False)]
        root = os.path.dirname(path) or os.curdir
    return _Loader(root, findings).load(entries), findings


def _chosen(root: str, findings: List[Finding]) -> List[_Entry]:
    """The files of a directory that are rule files, before imports."""
    under = os.path.abspath(root).replace(os.sep, "/")
    named, others = [], []
    for entry in _walk(root, findings):
        name = entry.relative.rpartition("/")[2].lower()
        if name in _NAMES or _PLACE.search("%s/%s" % (under, entry.relative.lower())):
            named.append(entry)
        elif name.endswith(_MARKDOWN):
            others.append(entry)
    controlled = any(os.path.lexists(os.path.join(root, name)) for name in VERSION_CONTROL)
    if not named and not controlled:
        chosen = others
    else:
        chosen = named + [entry for entry in others if _binds_itself(entry.path)]
    if not chosen:
        looked = ", ".join(NAMES + PLACES) if controlled else "markdown files"
        findings.append(Finding(root, 0, "no rule files here: looked for %s" % looked))
    return chosen


def _walk(root: str, findings: List[Finding]) -> Iterator[_Entry]:
    """Each file below ``root`` that is no special file, folders in order, each folder once."""
    top = os.path.realpath(root)
    seen: Set[Tuple[int, int]] = set()
    folders = [(root, "")]
    count = 0
    while folders:
        folder, relative = folders.pop()
        try:
            status = os.stat(folder)
            with os.scandir(folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as exc:
            findings.append(Finding(folder, 0, "cannot be read: %s" % (exc.strerror or type(exc).__name__)))
            continue
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        count += len(items)
        if count > MAX_ENTRIES:
            findings.append(Finding(root, 0, "more than %d entries: the rest was not looked at" % MAX_ENTRIES))
            return
        below = []
        for item in items:
            place = item.name if not relative else "%s/%s" % (relative, item.name)
            if _is_folder(item):
                if not _excluded(item.name, relative) and (not item.is_symlink() or _lies_under(item.path, top)):
                    below.append((item.path, place))
            else:
                yield _Entry(item.path, place, item.is_symlink())
        folders += reversed(below)


def _is_folder(item: "os.DirEntry[str]") -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False


def _excluded(name: str, parent: str) -> bool:
    name = name.lower()
    if name in VERSION_CONTROL or name in _DEPENDENCIES:
        return True
    return name in _BUILT and _TOOL_FOLDERS.isdisjoint(parent.lower().split("/"))


def _lies_under(path: str, top: str) -> bool:
    real = os.path.realpath(path)
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


def _binds_itself(path: str) -> bool:
    """Whether the first ``LOOK`` bytes open with front matter that carries a key of ours."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with open(path, "rb") as stream:
            head = stream.read(LOOK)
    except OSError:
        return False
    head = head[3:] if head.startswith(b"\xef\xbb\xbf") else head
    lines = head.replace(b"\r\n", b"\n")
    if not lines.startswith(b"---\n"):
        return False
    end = lines.find(b"\n---", 3)
    return _KEY.search(lines[4:end if end >= 0 else len(lines)]) is not None


class _Loader:
    """Reads files and what they import, each once."""

    def __init__(self, root: str, findings: List[Finding]) -> None:
        self.root, self.findings = root, findings
        self.top = os.path.realpath(root)
        self.read: Dict[Tuple[int, int], RuleFile] = {}

    def load(self, entries: Sequence[_Entry]) -> List[RuleFile]:
        # A link beside the file it names is the same file: the file itself gives the name.
        waiting = sorted(entries, key=lambda entry: (entry.linked, entry.relative), reverse=True)
        while waiting:
            if len(self.read) == MAX_FILES:
                self.findings.append(Finding(self.root, 0, "more than %d rule files: the rest was not read" % MAX_FILES))
                break
            found = self._file(waiting.pop())
            if found is not None and _MAY_IMPORT.search(found.text):
                waiting += self._imports(found)
        return sorted(self.read.values(), key=lambda found: found.relative)

    def _file(self, entry: _Entry) -> Optional[RuleFile]:
        try:
            status = os.stat(entry.path)
            key = (status.st_dev, status.st_ino)
            if key in self.read:
                return None
            data = self._bytes(entry.path, status)
        except (OSError, ValueError) as exc:
            self.findings.append(Finding(entry.path, 0, "cannot be read: %s" % (getattr(exc, "strerror", None) or type(exc).__name__)))
            return None
        if data is None:
            return None
        self.read[key] = RuleFile(entry.path, entry.relative, self._text(entry.path, data))
        return self.read[key]

    def _bytes(self, path: str, status: os.stat_result) -> Optional[bytes]:
        if not stat.S_ISREG(status.st_mode):
            self.findings.append(Finding(path, 0, "no regular file: not read"))
            return None
        with open(path, "rb") as stream:
            data = stream.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:
            self.findings.append(Finding(path, 0, "over %d bytes: not read" % MAX_FILE))
            return None
        return data

    def _text(self, path: str, data: bytes) -> str:
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as exc:
            line = data.count(b"\n", 0, exc.start) + 1
            self.findings.append(Finding(path, line, "not %s: read with the odd bytes replaced" % encoding[:6].rstrip("-")))
            return data.decode(encoding, "replace")

    def _imports(self, found: RuleFile) -> Iterator[_Entry]:
        """The files the text names by ``@path`` that lie under the root."""
        for section in markdown.sections(found.text):
            for line in section.lines:
                if "@" in line.text and line.kind in (markdown.TEXT, markdown.ITEM):
                    for name in _IMPORT.findall(_CODE.sub("`", line.text)):
                        yield from self._imported(os.path.dirname(found.path), name.rstrip(".,;:!?)'\""))

    def _imported(self, folder: str, name: str) -> Iterator[_Entry]:
        if not name.lower().endswith(_IMPORTED) or "\0" in name:
            return
        path = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(path) and _lies_under(path, self.top):
            relative = os.path.relpath(os.path.realpath(path), self.top)
            yield _Entry(path, relative.replace(os.sep, "/"), False)
