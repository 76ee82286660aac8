"""One tool call of a Gemini CLI transcript: whether it ran, and what came back (a leaf; A5 to A7).

Facts come from the format description, which has them from the CLI's source and from files it wrote.
``status`` on disk is success, error or cancelled, and neither of them says by itself whether the call ran:
a blocked command is a success, a cancelled one may have been running. The response's text decides; where
it does not, ``ran`` is None. Of an error, only what is known to follow a run (a hook after the tool, a
sandbox that stopped it, a tool server's or a discovered tool's own failure) counts as run.

Known misses: after a tail call the tool that ran second is not named; a hook that changed the arguments
before the run is not seen; a ``write_file`` changed in an IDE's diff view carries no flag.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple, Optional

from ..events import result_text

_CANCELLED = re.compile(r"\s*(?:\[Operation Cancelled\]\s*)?(Reason:\s*)?(.*?)[.\s]*\Z", re.DOTALL)
_DENIED = ("User denied execution", "User did not allow tool call")
_BY_REASON = {
    "User cancelled operation": False,
    "Operation cancelled": False,
    "Tool call cancelled by user": False,
    "Operation cancelled by user": None,
    "User cancelled the operation": None,
}
_WITHOUT_REASON = {
    "User cancelled the operation": False,
    "User cancelled tool execution": True,
    "Operation cancelled": True,
}
_WRAPPER = "<untrusted_context>"
_BLOCKED = "Command injection detected: command substitution syntax"
_BLOCKED_SHOWN = "Blocked: command substitution detected"
_NEVER_STARTED = "Command was cancelled by user before it could start."
_RAN_AND_FAILED = re.compile(
    r"(?:Error:\s*)?(?:Tool result blocked|Agent execution stopped by hook|Stdout: |MCP tool '.{1,200}' reported (?:tool )?error)",
    re.DOTALL)
_SANDBOX = re.compile(r"\bsandbox(?:_expansion| expansion|\w* den)|\bden\w+ by (?:the |\w+ )?sandbox", re.IGNORECASE)
_EXIT_CODE = re.compile(
    r"\nExit Code: (-?[0-9]+)(?:\nSignal: [^\n]*)?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: [^\n]*)?"
    r"(?:\n</untrusted_context>)?\s*\Z")

_USER_LINES = ("user_added_lines", "user_removed_lines", "user_added_chars", "user_removed_chars")


class Call(NamedTuple):
    """A call as recorded. ``text`` is None where nothing came back; ``edited``: a person changed the text."""

    id: str
    name: str
    args: Dict[str, Any]
    ran: Optional[bool]
    text: Optional[str]
    is_error: bool
    edited: bool
    path: str


def call_of(raw: Dict[str, Any]) -> Optional[Call]:
    """A toolCalls item, or None where it has no id or name to count it by."""
    id, name, args = raw.get("id"), raw.get("name"), raw.get("args")
    if not (isinstance(id, str) and id and isinstance(name, str) and name):
        return None
    args = args if isinstance(args, dict) else {}
    response = _response(raw.get("result"), id)
    output, error = _field(response, "output"), _field(response, "error")
    shown = raw.get("resultDisplay")
    ran = _ran(name, raw.get("status"), output, error, shown)
    text = output if output is not None else error
    if text is None and response:
        text = result_text(response.get("content"))
    failed = raw.get("status") != "success" or error is not None or _failed(name, output)
    diff = shown if isinstance(shown, dict) else {}
    path = diff.get("filePath")
    return Call(id, name, args, ran, text, failed, _edited(name, args, diff), path if isinstance(path, str) else "")


def _response(result: Any, id: str) -> Dict[str, Any]:
    """The response of this very call: after a checkpoint a call holds its siblings' as well."""
    if isinstance(result, str):
        return {"output": result}
    parts = [result] if isinstance(result, dict) else result if isinstance(result, list) else []
    found: List[Any] = [part.get("functionResponse") for part in parts if isinstance(part, dict)]
    found = [f for f in found if isinstance(f, dict)]
    mine = [f for f in found if f.get("id") == id] or [f for f in found if f.get("id") is None]
    response = mine[0].get("response") if mine else None
    return response if isinstance(response, dict) else {"output": response} if isinstance(response, str) else {}


def _field(response: Dict[str, Any], key: str) -> Optional[str]:
    value = response.get(key)
    if value is None or isinstance(value, str):
        return value
    return result_text(value) if isinstance(value, list) else "" if isinstance(value, dict) else str(value)


def _ran(name: str, status: Any, output: Optional[str], error: Optional[str], shown: Any) -> Optional[bool]:
    if status == "success":
        return _ran_by_success(name, output or "", shown)
    if status == "error":
        text = error if error is not None else output or ""
        return bool(_RAN_AND_FAILED.match(text.lstrip()) or (name == "run_shell_command" and _SANDBOX.search(text[:4096])))
    if status == "cancelled":
        return _ran_by_cancellation(output, error)
    return None


def _ran_by_success(name: str, output: str, shown: Any) -> bool:
    """False for a shell command that was blocked or cancelled before it started."""
    if name != "run_shell_command":
        return True
    text = output[len(_WRAPPER):] if output.startswith(_WRAPPER) else output
    blocked = isinstance(shown, str) and shown.startswith(_BLOCKED_SHOWN)
    return not (blocked or text.lstrip().startswith((_BLOCKED, _NEVER_STARTED)))


def _ran_by_cancellation(output: Optional[str], error: Optional[str]) -> Optional[bool]:
    """A7: True where it had started, False where it had not, None where Esc may have come at either time."""
    if output is not None and error is not None:
        return True
    text = (error if error is not None else output or "")[:500]
    match = _CANCELLED.match(text)
    if match is None:
        return None
    if match.group(2).startswith(_DENIED) or text.startswith(_NEVER_STARTED):
        return False
    return (_BY_REASON if match.group(1) else _WITHOUT_REASON).get(match.group(2))


def _failed(name: str, output: Optional[str]) -> bool:
    """Whether a shell command says it ended with another exit code than 0."""
    match = _EXIT_CODE.search(output[-4096:]) if name == "run_shell_command" and output else None
    return match is not None and match.group(1) != "0"


def _edited(name: str, args: Dict[str, Any], diff: Dict[str, Any]) -> bool:
    """Whether the text in a write's arguments is, or may be, a person's.

    A change in an editor sets a flag; a person's lines count in the diff's statistics; and an edit accepted
    in an IDE's diff view has the whole file for both of its texts, changed or not.
    """
    if args.get("modified_by_user"):
        return True
    stat = diff.get("diffStat")
    if isinstance(stat, dict) and any(stat.get(key) not in (0, None) for key in _USER_LINES):
        return True
    old, new = args.get("old_string"), args.get("new_string")
    return name == "replace" and bool(old) and old == diff.get("originalContent") and new == diff.get("newContent")
