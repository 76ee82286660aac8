"""Whether a Codex call ran, by the beginning of its output (a leaf; D2, format text 6.6).

``outcome`` reads one output: ran (True, False, None where the text does not say), error, and the text that
came back. Texts are those of the released programs, 2025-04 to
2026-11, and are told by their start, so that what a command itself prints decides nothing.

Known misses: a refusal in words no release was seen to use reads as a call that ran and failed.
"""
from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, Optional

_NOT_RUN = (
    "exec command rejected", "unsupported call:", "unsupported custom tool call:",
    "failed to parse function arguments", "execution error:", "write_stdin failed", "unknown session id",
    "rejected by configuration", "patch rejected", "apply_patch verification failed",
    "automatic approval review denied", "this action was rejected due to unacceptable risk",
    "user rejected mcp tool call", "user cancelled mcp tool call",
)
_NO_ESCALATION = re.compile(r"approval policy is [^;\n]*; reject command")
_EXIT = re.compile(
    r"(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?(?:(Process exited with code)|Exit code:) (-?[0-9]{1,12})")
_INTERCEPTED = re.compile(r"Wall time: [^\n]*\nOutput:\n")
_RUNNING = re.compile(r"(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process running with")
_ABORTED = re.compile(r"(?:Wall time: [0-9.]+ seconds\n)?aborted by user")
_FAILED = ("command timed out after", "failed in sandbox", "Script failed", "Script terminated")
_EXEC_FAILED = "exec_command failed"
_EXEC_ERROR = re.compile(r"(?:`|failed): (CreateProcess|MissingCommandLine|SandboxDenied)\b")
_COMMAND_NOT_FOUND = 127


class Outcome(NamedTuple):
    """What an output says. ``ran`` as in ``events.py`` and False; ``by_a_process``: that a program of the system
    ran, and not a patch the runtime applied itself."""

    ran: Optional[bool]
    error: bool
    text: str
    by_a_process: bool = False


def output_text(output: Any) -> str:
    """The text of an ``output``: a string, or the texts of a list of content items, as the model saw them."""
    if isinstance(output, str):
        return output
    if isinstance(output, dict):
        return output_text(output.get("content", output.get("body")))
    if not isinstance(output, list):
        return ""
    texts = [part.get("text") if isinstance(part, dict) else part for part in output]
    return "".join(text for text in texts if isinstance(text, str))


def outcome(text: str, patch: bool = False) -> Outcome:
    """What ``text`` says of its call; ``patch`` for apply_patch, whose errors begin with ``error:``."""
    code = _EXIT.match(text)
    if code:
        number = int(code.group(2))
        return Outcome(True, number != 0, text, code.group(1) is not None or number == _COMMAND_NOT_FOUND)
    inner = _INTERCEPTED.match(text)
    if inner:
        return outcome(text[inner.end():], patch)._replace(text=text)
    wrapped = _wrapped(text)
    if wrapped is not None:
        return _of_wrapped(wrapped, patch)
    start = text[:200].lower()
    if start.startswith(_NOT_RUN) or _NO_ESCALATION.match(start) or patch and start.startswith("error:"):
        return Outcome(False, True, text)
    if text.startswith(_EXEC_FAILED):
        return Outcome(_exec_failure(text), True, text)
    if text == "aborted" or _ABORTED.match(text):
        return Outcome(None, True, text)
    return Outcome(True, text.startswith(_FAILED), text, _RUNNING.match(text) is not None)


def _wrapped(text: str) -> Optional[dict]:
    """The object of an output written as JSON text, ``{"output", "metadata"}``."""
    if not text.startswith("{") or '"metadata"' not in text:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value.get("output"), str) and isinstance(value.get("metadata"), dict) else None


def _of_wrapped(value: dict, patch: bool) -> Outcome:
    """TypeScript CLI and early Rust. ``aborted`` without an exit code was denied, with one cancelled."""
    text, code = value["output"], value["metadata"].get("exit_code")
    exited = isinstance(code, int) and not isinstance(code, bool)
    if text == "aborted":
        return Outcome(None if exited else False, True, text)
    if exited:
        return Outcome(True, code != 0, text, code == _COMMAND_NOT_FOUND)
    return outcome(text, patch)._replace(text=text) if not text.startswith("{") else Outcome(True, False, text)


def _exec_failure(text: str) -> Optional[bool]:
    """``exec_command failed for `...`: Kind {...}``: no process for most kinds, a refused one among them."""
    kind = _EXEC_ERROR.search(text)
    return None if not kind else kind.group(1) == "SandboxDenied"
