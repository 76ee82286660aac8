"""Gemini CLI: its session files, as JSON documents (0.4 to 0.38) and as JSONL (0.39 on), into events.

``read`` gives a session what happened in it (``gemini_records``): prompts a person sent, what the model said,
calls that ran or may have run (``gemini_calls``), compactions. ``run_shell_command`` is ``Bash`` only where the
project's folder is known and POSIX (``gemini_project``): there the CLI runs ``bash -c``; under Windows it is
PowerShell or cmd, and stays native. ``write_file`` is ``Write``, ``replace`` is ``Edit``; a relative
``file_path`` is made absolute; what a person changed before accepting keeps its path and has no text (S8).
Every other tool keeps its name, ``invoke_agent`` too.

Sub-agents are sessions of their own, ``<parent>/<file stem>``; their task is their prompt. Files of one session
(a resumed JSON document, a copied folder, a new file after ``/clear``) are parts or copies by message id and
call id; both are scoped by the session, since the session context has the same id everywhere.

What the transcripts do not record: calls running at a crash; calls declined in an editor (ACP); calls before
0.9 and of sub-agents before 0.37; compactions before 0.18; the CLI's version; tool calls' start.
Known misses (never a count too many): a prompt that begins as one the CLI writes (``Your task is to …``);
steering typed while the model worked. A count too many: a retry the CLI sends itself after a detected loop,
and the reason text of an AfterAgent hook, look as if typed.
"""
from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any, Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from ..events import Session, repo_of, result_text
from . import files
from .copies import Index
from .gemini_calls import Call
from .gemini_project import absolute, is_absolute, is_posix, project_folder, project_root, workspaces
from .gemini_records import Entry, History, read_history, timestamp_of
from .gemini_head import recognises
from .gemini_scan import scan
from .lines import Problems
from .timeline import Timeline

ROOT = Path(os.path.expanduser("~/.gemini"))
RUNTIME = "gemini"

# Gemini CLI's tools with an exact twin in the shared vocabulary (AD-3, D4); ``Bash`` under a POSIX root only.
TOOLS = {"run_shell_command": "Bash", "write_file": "Write", "replace": "Edit"}

_TEXTS = ("content", "old_string", "new_string")
_SUFFIXES = (".json", ".jsonl")
_OTHER_NAMES = re.compile(r"(?:logs|projects|settings|state|trustedfolders|google_accounts|oauth_creds|checkpoint.*)\.json\Z")
_OTHER_FOLDERS = {"checkpoints", "logs", "tool-outputs", "tool_outputs"}

# A user message that begins so was written by the CLI (A8).
_CONTEXT = ("<session_context>", "<hook_context>", "<state_snapshot>", "[Function Response: ")
_NOT_TYPED = _CONTEXT + (
    "I ran the following shell command:",
    "System: Potential loop detected.",
    "Here is the user's editor context",
    "Here is a summary of changes in the user's editor context",
    "User steering update:",
    "User hints:",
    "Background execution update:",
    "Your task is to",
    "You have exceeded the ",
)
_CONTINUE = "Please continue."
_TASK = "Your task is to"
_NO_ANSWER = "Binary content received. Proceeding with analysis."


def roots() -> List[Path]:
    """The default roots, by the environment as it is now; the second is that of the macOS sandbox."""
    home = os.environ.get("GEMINI_CLI_HOME")
    if home:
        return [Path(home) / ".gemini"]
    return [Path(home) for home in files.under_home(".gemini", ".cache/.gemini")]


def transcripts(root: Any = None, errors: files.Errors = None) -> List[str]:
    """Sorted paths of session files: under the default roots' ``tmp/*/chats``, or in ``root``, a folder or a file.

    In a folder that is given, any JSON or JSONL file that is not known for something else.
    """
    if root is None:
        return files.walk([home / "tmp" for home in roots()], lambda path: _is_json(path) and bool(project_folder(path)), errors)
    start = len(os.fspath(root))
    return files.walk(root, lambda path: _is_json(path) and not _is_other(path[start:]), errors)


def _is_json(path: str) -> bool:
    return files.has_suffix(path, _SUFFIXES)


def _is_other(below: str) -> bool:
    """Whether a path below a root is a file of the CLI's that is no session."""
    parts = below.replace("\\", "/").lower().strip("/").split("/")
    return bool(_OTHER_NAMES.match(parts[-1])) or not _OTHER_FOLDERS.isdisjoint(parts[:-1])


class Transcript(NamedTuple):
    """A file as read: whose it is, and its history."""

    id: str
    is_agent: bool
    history: History


def session_key(path: str) -> Optional[str]:
    """The session a file belongs to, None where it holds none. Never raises."""
    return index(path).session or None


def index(path: str) -> Index:
    """The file's session, age and events: message ids and call ids, scoped by the session. Never raises."""
    try:
        scanned = scan(path)
    except OSError:
        return Index("", "", [])
    if scanned is not None:
        session, _ = _identify(path, scanned.header)
        return Index(session, _started(scanned.header), _tokens(session, scanned.messages, scanned.calls))
    found = _transcript(path, Problems(path))
    if found is None:
        return Index("", "", [])
    entries = found.history.entries
    messages = [entry.id for entry in entries if entry.kind != "listed"]
    tokens = _tokens(found.id, messages, [call.id for entry in entries for call in entry.calls])
    return Index(found.id, _age(found.history), tokens)


def _tokens(session: str, messages: List[str], calls: List[str]) -> List[bytes]:
    tokens = [_token(session, id) for id in messages] + [_token(session, id, "call") for id in calls]
    return list(dict.fromkeys(tokens))


def read(path: str, errors: files.Errors = None, skip: FrozenSet[bytes] = frozenset(),
         unread: FrozenSet[str] = frozenset()) -> Optional[Session]:
    """The session of one file, None where it has no events. Never raises for what the file holds."""
    problems = Problems(path)
    found = _transcript(path, problems)
    problems.report(errors)
    if found is None:
        return None
    root = _root(path, found.history)
    telling = _Telling(found, root, skip, unread)
    for entry in found.history.entries:
        telling.take(entry)
    events, numbers = telling.timeline.finish()
    if not events:
        return None
    started = telling.started if telling.skipped else _age(found.history)
    return Session(found.id, repo_of(root), RUNTIME, events, path, started, found.history.ended, root, numbers)


def _transcript(path: str, problems: Problems) -> Optional[Transcript]:
    try:
        history = read_history(path, problems)
    except OSError as error:
        problems.note("cannot be read: " + files.reason(error))
        return None
    if history.foreign:
        problems.note("written by %s, not by Gemini CLI" % history.foreign)
        return None
    if not history.entries and not history.session:
        return None
    session, is_agent = _identify(path, history.header, history.session, _is_lone_task(history))
    return Transcript(session, is_agent, history)


def _identify(path: str, header: Dict[str, Any], session: str = "", is_task: bool = False) -> Tuple[str, bool]:
    """Whose session a file holds and whether that is a sub-agent's, which has its parent's folder or its
    parent's id (0.31 to 0.36). A file without a header is known by a later record's id, or by its name.
    """
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(path)
    kind = header.get("kind")
    below = os.path.basename(os.path.dirname(folder)).lower() == "chats" and os.path.basename(folder).lower() != "chats"
    is_agent = kind == "subagent" or (kind is None and (below or is_task))
    session = _text(header.get("sessionId")) or session or stem
    if is_agent and below:
        return os.path.basename(folder) + "/" + stem, True
    if is_agent and session != stem:
        session += "/" + stem
    return session, is_agent


def _is_lone_task(history: History) -> bool:
    """Whether a file that names no kind (before 0.31) is a sub-agent's: its one prompt a task, no call recorded."""
    users = [entry for entry in history.entries if entry.kind == "user" and not entry.text.lstrip().startswith(_CONTEXT)]
    if not users or not users[0].text.lstrip().startswith(_TASK):
        return False
    return not any(entry.calls for entry in history.entries) and not any(_is_prompt(entry) for entry in users)


def _started(header: Dict[str, Any]) -> str:
    return timestamp_of(header.get("startTime"))


def _age(history: History) -> str:
    return _started(history.header) or next((entry.timestamp for entry in history.entries if entry.timestamp), "")


def _root(path: str, history: History) -> str:
    return project_root(path, _text(history.header.get("projectHash")), _named_paths(history))


def _named_paths(history: History) -> Iterator[str]:
    """Absolute paths a transcript names, one of which may be its project's folder or lie under it."""
    folders = history.header.get("directories")
    yield from (item for item in folders if isinstance(item, str)) if isinstance(folders, list) else ()
    for context in history.contexts:
        yield from workspaces(context)
    for entry in history.entries:
        for call in entry.calls:
            for path in (call.path, call.args.get("dir_path"), call.args.get("file_path"), call.args.get("absolute_path")):
                if isinstance(path, str) and is_absolute(path):
                    yield path


class _Telling:
    """The events of a history, each told once."""

    def __init__(self, found: Transcript, root: str, skip: FrozenSet[bytes], unread: FrozenSet[str]) -> None:
        self.found, self.root, self.skip = found, root, skip
        self.with_results = "tool_result.text" not in unread
        self.timeline = Timeline()
        self.started = ""
        self.skipped = False
        self.turns: Dict[str, int] = {}
        self.tasked = False

    def take(self, entry: Entry) -> None:
        if entry.kind == "user":
            self._user(entry)
        elif entry.kind == "compact":
            if self._is_own(entry.id, "", entry):
                self.timeline.compact(entry.line)
        else:
            self.turns.setdefault(entry.id, self.timeline.turn)
            if entry.kind == "gemini":
                self._said(entry)
            for call in entry.calls:
                self._called(entry, call)

    def _is_own(self, id: str, kind: str, entry: Entry) -> bool:
        """Whether this file is the one in which an event counts."""
        if self.skip and _token(self.found.id, id, kind) in self.skip:
            self.skipped = True
            return False
        self.started = self.started or entry.timestamp
        return True

    def _user(self, entry: Entry) -> None:
        if self.found.is_agent:
            wanted = not self.tasked and not entry.text.lstrip().startswith(_CONTEXT) and bool(entry.text.strip())
            self.tasked = self.tasked or wanted
        else:
            wanted = _is_prompt(entry)
        if wanted and self._is_own(entry.id, "", entry):
            self.timeline.prompt(entry.shown if entry.shown.strip() else entry.text, entry.line)

    def _said(self, entry: Entry) -> None:
        if entry.text and entry.text != _NO_ANSWER and self._is_own(entry.id, "", entry):
            self.timeline.text(entry.text, entry.line, self.turns[entry.id], entry.model)

    def _called(self, entry: Entry, call: Call) -> None:
        if call.ran is False or not self._is_own(call.id, "call", entry):
            return
        name, turn = _shared_name(call, self.root), self.turns[entry.id]
        self.timeline.call(call.id, name, _shared_input(call, self.root), entry.line, turn, call.ran)
        if call.text is not None:
            text = result_text(call.text) if self.with_results else ""
            self.timeline.result(call.id, name, text, entry.line, turn, call.is_error)


def _is_prompt(entry: Entry) -> bool:
    """Whether a person sent it (A8): not blank, and not begun as the CLI begins what it writes itself."""
    text = entry.text.strip()
    if not text:
        return entry.parts
    return not text.startswith(_NOT_TYPED) and text != _CONTINUE


def _shared_name(call: Call, root: str) -> str:
    if call.name == "run_shell_command" and not is_posix(root):
        return call.name
    return TOOLS.get(call.name, call.name)


def _shared_input(call: Call, root: str) -> Dict[str, Any]:
    """The arguments: the file's path absolute, a text that is not the agent's left out."""
    if TOOLS.get(call.name) not in ("Write", "Edit"):
        return call.args
    args = {key: value for key, value in call.args.items() if not (call.edited and key in _TEXTS)}
    if isinstance(args.get("file_path"), str):
        args["file_path"] = absolute(root, args["file_path"])
    return args


def _token(session: str, id: str, kind: str = "") -> bytes:
    text = "\0".join((session, kind, id))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
