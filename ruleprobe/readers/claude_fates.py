"""Did a Claude Code call run? Read off its result, version by version (a leaf; D2).

``fate`` gives ``RAN``, ``NOT_RUN``, ``UNKNOWN``, or ``REJECTED``: the text that is written both for Esc at
the permission prompt and for Esc while the call was running. What then decides is the interruption mark
that follows, read by ``after_interruption``. All observed, 1.0.24 to 2.1.332:

* ``toolDenialKind`` (2.1.204 on) and ``toolDenialBeforeRun`` (2.1.332) say so outright.
* From 2.0.37 every failed Bash call that ran begins ``Exit code``; before, its text is the bare output.
* A denial is one of the texts below, or, from 2.0.37, whatever a hook gave as its reason.

Known misses: in 2.0.0 to 2.0.36 a refusal with a comment may be the bare comment, which looks like the
output of a command: unknown in a session with a permission prompt, when it is one line. In 2.0.37 to 2.1.203
a hook's bare reason cannot be told from the error of a tool other than Bash: unknown.
"""
from __future__ import annotations

import re
from typing import Any, Dict, NamedTuple, Optional, Tuple

RAN, NOT_RUN, UNKNOWN, REJECTED = "ran", "not run", "unknown", "rejected"

Version = Optional[Tuple[int, ...]]

SHELLS = frozenset(("Bash", "PowerShell", "Monitor"))
WRITES = frozenset(("Write", "Edit", "MultiEdit", "NotebookEdit"))
# An error means that nothing was written, or that the person did not agree.
_ALL_OR_NOTHING = WRITES | {"ExitPlanMode", "exit_plan_mode", "AskUserQuestion"}

_DENIED = frozenset(
    ("permission-rule", "automode-blocked", "automode-unavailable", "automode-parsing-error", "cancelled")
)
_EXIT_CODE = re.compile(r"Exit code -?\d")
_STOPPED = "[Request interrupted by user for tool use]"
_LOST = "[Tool call interrupted: the session ended before"
_REFUSED = "The user doesn't want to proceed with this tool use"
_NEVER_STARTED = (
    "The user doesn't want to take this action right now",
    "<tool_use_error>",
    "Error: No such tool available: ",
    "No such tool available: ",
    "Claude requested permissions to ",
    "This command requires approval",
    "This Bash command contains multiple operations. The following part",
    "Commands that change directories and write via output redirection require explicit approval",
    "Command contains output redirection",
    "Permission for this action was denied by the Claude Code auto mode classifier",
    "Permission for this action has been denied. Reason:",
    "Auto mode could not evaluate this action and is blocking it",
    "Auto mode is unavailable: ",
    "Sibling tool call errored",
    "Cancelled: parallel tool call ",
)
_DENIALS = (
    re.compile(r"Permission to (?s:.{1,20000}?) has been (?:auto-)?denied"),
    re.compile(r"[^\n]{1,4000}? was blocked\. For security"),
    re.compile(r"InputValidationError: \w{1,200} failed due to"),
    re.compile(r"Cannot write to [^\n]{1,4000}? while in plan mode"),
    re.compile(r"[^\n]{1,400}? cannot determine the safety of"),
    re.compile(r"Hook PreToolUse:\S{1,200} denied this tool"),
    re.compile(r"\[?PreToolUse:[^\n]{0,400}?(?:hook error|hook blocking error)"),
    re.compile(r"\w{1,200} operation blocked by hook:\n"),
)
_RAN_FIRST = ("PostToolUse:", "[PostToolUse:", "Command timed out after ")
_BARE_COMMENT = re.compile(r"[^\n:]+\Z")


class Result(NamedTuple):
    """A tool result as far as its fate is concerned."""

    tool: str
    is_error: bool
    text: str = ""
    structured: Any = None  # the line's toolUseResult
    denial: Any = None  # its toolDenialKind
    before_run: bool = False  # its toolDenialBeforeRun
    version: Version = None
    asked: bool = False  # the session has a permission prompt


def parse_version(text: Any) -> Version:
    """``(2, 1, 126)`` for ``"2.1.126"``; None for anything else."""
    match = re.match(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})", text) if isinstance(text, str) else None
    return tuple(int(part) for part in match.groups()) if match else None


def fate(result: Result) -> str:
    """What became of the call that ``result`` answers."""
    if result.before_run or (isinstance(result.denial, str) and result.denial in _DENIED):
        return NOT_RUN
    if not result.is_error:
        return RAN
    if result.tool in _ALL_OR_NOTHING:
        return NOT_RUN
    text = result.text
    if _EXIT_CODE.match(text):
        return RAN
    if text.startswith(_REFUSED) or result.structured == "User rejected tool use":
        return _refusal(result)
    if result.denial == "interrupted" or text.startswith(_LOST):
        return UNKNOWN
    if text.startswith(_STOPPED) or text.startswith(_RAN_FIRST):
        return RAN
    if text.startswith(_NEVER_STARTED) or any(denial.match(text) for denial in _DENIALS):
        return NOT_RUN
    return _other_error(result)


def _refusal(result: Result) -> str:
    """The refusing sentence: at the prompt, or (2.1.25 on) perhaps while it ran."""
    structured = result.structured
    if isinstance(structured, str) and structured.startswith("Error: " + _REFUSED):
        return NOT_RUN
    if structured is None and result.version is not None and result.version < (2, 1, 25):
        return NOT_RUN
    return REJECTED


def _other_error(result: Result) -> str:
    """An error text that is no known denial."""
    version = result.version
    if version is None:
        return UNKNOWN
    if version < (2, 0, 37):
        bare = version >= (2, 0, 0) and result.asked and _BARE_COMMENT.match(result.text) and result.text != "Error"
        return UNKNOWN if bare and result.tool in SHELLS else RAN
    if result.tool == "Bash":
        return NOT_RUN
    return RAN if version >= (2, 1, 204) and result.tool not in SHELLS else UNKNOWN


def after_interruption(mark: Dict[str, Any], version: Version, main: bool) -> str:
    """What the interruption mark that follows says of a ``REJECTED`` call.

    It names the message it interrupted when the call was running (2.1.207 on), on the main thread of an
    interactive session; elsewhere the name may be missing although the call ran.
    """
    if isinstance(mark.get("interruptedMessageId"), str):
        return RAN
    known = version is not None and version >= (2, 1, 207)
    return NOT_RUN if known and main and mark.get("entrypoint") == "cli" else UNKNOWN
