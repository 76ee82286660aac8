"""Codex tool calls, as the tool calls of the shared vocabulary (a leaf; AD-3, D4, format text 6.4 and 6.5).

``Call`` is one call as the file has it, with what the file says became of it: its output, the command item
or the file change of the same id. ``translate`` gives the ``(tool name, input)`` pairs it amounts to, one
for each file of a patch, and ``fate`` whether it ran.

``TOOLS`` is the table of names. A shell call is ``Bash`` where Bash is what ran: a script given to bash,
zsh or sh, or an argument list that is no shell's, joined by ``shlex.join``. PowerShell, cmd and other
shells keep the native name, as do tools of another namespace (joined as ``namespace__name``), code-mode
cells, ``write_stdin`` and ``wait``. Native keys stay beside the shared ones, unless they are of that name; of a
patch, beside its first file alone.
"""
from __future__ import annotations

import json
import shlex
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from ..events import input_of, repo_of, text_of
from . import patches
from .codex_fates import Outcome, outcome, output_text

_DECODE = json.JSONDecoder().raw_decode

Pair = Tuple[str, Dict[str, Any]]

POSIX_SHELLS = ("bash", "zsh", "sh")
OTHER_SHELLS = ("powershell", "pwsh", "cmd", "fish", "nu", "dash", "ash", "ksh", "mksh", "csh", "tcsh", "elvish", "xonsh")
NOT_AGENTS = ("user_shell", "unified_exec_interaction")
_OWN_NAMESPACES = ("multi_agent",)


NOTHING: Dict[str, Any] = {}


class Call:
    """One tool call, and what the file says became of it.

    ``input`` is None where the arguments are not a JSON object. ``cwd`` and ``shell`` are those in force. What
    the file does not have is ``NOTHING``, shared and never filled.
    """

    __slots__ = ("id", "name", "input", "cwd", "shell", "done", "output", "command", "change", "agent", "nested", "_outcome")

    def __init__(self, id: str, name: str, input: Optional[Dict[str, Any]], cwd: str = "", shell: str = "", done: bool = False) -> None:
        self.id, self.name, self.input, self.cwd, self.shell, self.done = id, name, input, cwd, shell, done
        self.output: Optional[str] = None
        self.command = self.change = self.agent = NOTHING
        self.nested: Optional[List[str]] = None
        self._outcome: Optional[Outcome] = None

    def outcome(self, patch: bool = False) -> Optional[Outcome]:
        """What the output says, None without one."""
        if self._outcome is None and self.output is not None:
            self._outcome = outcome(self.output, patch)
        return self._outcome


class Reading(NamedTuple):
    """What a call amounts to: its pairs, and whether it is a patch or a shell call."""

    pairs: List[Pair]
    patch: bool = False
    shell: bool = False


def arguments(text: Any) -> Optional[Dict[str, Any]]:
    """The ``arguments`` of a function call, a JSON text or an object; None where they are neither."""
    if isinstance(text, str):
        if not text.strip():
            return {}
        try:
            value, end = _DECODE(text)
            text = value if end == len(text) else json.loads(text)
        except (ValueError, RecursionError):
            return None
    return text if isinstance(text, dict) else None


def name_of(payload: Dict[str, Any]) -> str:
    """The tool's name; a tool of another namespace carries it, as ``mcp__server__tool`` does."""
    name, namespace = text_of(payload.get("name")), text_of(payload.get("namespace"))
    if not namespace or namespace.startswith(_OWN_NAMESPACES):
        return name
    return "%s__%s" % (namespace.rstrip("_"), name)


def translate(call: Call) -> Reading:
    """What ``call`` is in the shared vocabulary."""
    if call.input is None:
        return Reading([(call.name, {})], shell=call.name in TOOLS)
    reader = _spawn_agent if call.agent else TOOLS.get(call.name)
    found = reader(call, call.input) if reader else None
    return found or Reading([(call.name, _with_nested(call, call.input))])


def fate(call: Call, reading: Reading) -> Optional[bool]:
    """Whether ``call`` ran: True, False, or None where the file does not say (D2)."""
    said = call.outcome(reading.patch)
    if call.input is None and (said is None or reading.shell):
        return False
    status = call.command.get("status") or call.change.get("status")
    if status == "declined":
        return False
    if _exit_code(call.command) is not None or call.change.get("success") is True or status == "completed" or call.done:
        return True
    if said is not None:
        return said.ran
    return True if status in ("failed", "in_progress") or call.change else None


def failed(call: Call) -> bool:
    """Whether what came back is an error."""
    said = call.outcome()
    code = _exit_code(call.command)
    return said.error if said is not None else bool(code) or call.command.get("status") == "failed"


def applied(change: Dict[str, Any]) -> Optional[bool]:
    """Whether a recorded change was made: True, False, or None while it was being made."""
    if change.get("success") is True or change.get("status") == "completed":
        return True
    return False if change.get("success") is False or change.get("status") in ("declined", "failed") else None


def nested_command(item: Dict[str, Any]) -> Optional[Pair]:
    """The call a command item records that no function call asked for: one made by a code-mode cell."""
    argv = item.get("command")
    command = _joined(argv)
    beside = {key: item[key] for key in ("cwd", "source") if isinstance(item.get(key), str)}
    if command is not None:
        return "Bash", {**beside, "command": command}
    return ("exec_command", {**beside, "command": argv}) if isinstance(argv, list) and argv else None


def agent_call(item: Dict[str, Any]) -> Pair:
    """The call a ``CollabAgentToolCall`` item of ``spawn_agent`` records."""
    return "Agent", {"prompt": text_of(item.get("prompt"))}


def _shell_argv(call: Call, given: Dict[str, Any]) -> Optional[Reading]:
    """``shell``, ``container.exec`` and local shell calls: an argument list, in the TypeScript CLI also a text."""
    argv = given.get("command", given.get("cmd"))
    if isinstance(argv, str):
        return _script(call, given, argv) if _runs_scripts(call, given) else None
    if not _is_argv(argv):
        return None
    if len(argv) == 2 and _program(argv[0]) in patches.PROGRAMS:
        return _patch(call, given, argv[1])
    script = _script_of(argv)
    return _script(call, given, script) if script is not None else _bash(given, _joined(argv))


def _shell_script(call: Call, given: Dict[str, Any]) -> Optional[Reading]:
    """``exec_command`` and ``shell_command``: the text of a script, for the session's shell or a named one."""
    script = given.get("cmd", given.get("command"))
    return _script(call, given, script) if isinstance(script, str) and _runs_scripts(call, given) else None


def _script(call: Call, given: Dict[str, Any], script: str) -> Reading:
    """A POSIX shell's script: a patch where it is wholly an apply_patch heredoc the runtime took for itself."""
    found = patches.heredoc(script) if "patch" in script else None
    if found is not None and not call.command:
        said = call.outcome(patch=True)
        patch = _patch(call, given, found[1], found[0]) if call.change or said is None or not said.by_a_process else None
        if patch is not None:
            return patch
    recorded = _script_of(call.command.get("command"))
    return _bash(given, script if recorded is None else recorded)


def _bash(given: Dict[str, Any], command: Optional[str]) -> Optional[Reading]:
    return None if command is None else Reading([("Bash", {**given, "command": command})], shell=True)


def _apply_patch(call: Call, given: Dict[str, Any]) -> Optional[Reading]:
    """``apply_patch`` itself: free text, or a function with the text as ``input`` (``patch`` in some builds)."""
    text = given.get("input", given.get("patch"))
    return isinstance(text, str) and _patch(call, given, text) or Reading([(patches.TOOL, given)], patch=True)


def _patch(call: Call, given: Dict[str, Any], text: str, directory: str = "") -> Optional[Reading]:
    parts = patches.sections(text)
    if not parts:
        return None
    base = call.cwd
    for step in (text_of(given.get("workdir")) or text_of(given.get("working_directory")), directory):
        base = patches.absolute(base, step) if step else base
    (name, found), *rest = patches.file_calls(parts, base, input_of({"input": call.change.get("changes")}))
    return Reading([(name, {**given, **found}), *rest], patch=True)


def _spawn_agent(call: Call, given: Dict[str, Any]) -> Reading:
    """A sub-agent's task: ``message``, or the texts of ``items``."""
    items = given.get("items")
    texts = [text_of(item.get("text")) for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    prompt = text_of(given.get("message")) or "\n".join(filter(None, texts)) or text_of(call.agent.get("prompt"))
    return Reading([("Agent", {**given, "prompt": prompt})])


TOOLS: Dict[str, Callable[[Call, Dict[str, Any]], Optional[Reading]]] = {
    "shell": _shell_argv,
    "container.exec": _shell_argv,
    "local_shell_call": _shell_argv,
    "shell_command": _shell_script,
    "exec_command": _shell_script,
    "apply_patch": _apply_patch,
    "spawn_agent": _spawn_agent,
}


def _runs_scripts(call: Call, given: Dict[str, Any]) -> bool:
    """Whether the script goes to bash, zsh or sh: by the recorded command, the call, the session, its folder."""
    argv = call.command.get("command")
    if _is_argv(argv) and _program(argv[0]) in OTHER_SHELLS:
        return False
    shell = text_of(given.get("shell")) or call.shell
    return shell in POSIX_SHELLS or _program(shell) in POSIX_SHELLS if shell else not patches.is_windows(call.cwd)


def _script_of(argv: Any) -> Optional[str]:
    """The script of ``[bash|zsh|sh, -c|-lc, script]``, None for any other list."""
    if _is_argv(argv) and len(argv) == 3 and argv[1] in ("-lc", "-c") and _program(argv[0]) in POSIX_SHELLS:
        return argv[2]
    return None


def _joined(argv: Any) -> Optional[str]:
    """The Bash command an argument list is equivalent to, None for another shell's."""
    if not _is_argv(argv) or _program(argv[0]) in OTHER_SHELLS:
        return None
    script = _script_of(argv)
    return shlex.join(argv) if script is None else script


def _is_argv(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(word, str) for word in value)


def _program(word: str) -> str:
    name = repo_of(word).lower()
    return name[:-4] if name.endswith(".exe") else name


def _exit_code(item: Dict[str, Any]) -> Optional[int]:
    code = item.get("exit_code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _with_nested(call: Call, given: Dict[str, Any]) -> Dict[str, Any]:
    """The input; a code-mode cell whose commands the file records names their ids."""
    return {**given, "nested": list(call.nested)} if call.nested else given
