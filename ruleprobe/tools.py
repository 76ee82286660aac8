"""Which tools do what, by the names the runtimes give them (AD-3, S2)."""
from __future__ import annotations

import re
from functools import lru_cache
from typing import FrozenSet

from .events import Event, input_of

FILE_TOOLS = ("Write", "Edit", "MultiEdit", "NotebookEdit")

# The tools that a detector's ``event`` speaks of.
NAMES = {"bash": frozenset(("Bash",)), "write": frozenset(FILE_TOOLS), "agent-brief": frozenset(("Agent", "Task"))}

# Tools that may run commands which no Bash call shows: other shells, code-mode cells and what is typed into
# a running process, sub-agents (their own sessions are read by themselves).
_HIDING: FrozenSet[str] = frozenset(
    "PowerShell Monitor exec js_repl wait write_stdin shell container.exec local_shell local_shell_call shell_command exec_command"
    " run_shell_command Agent Task Workflow spawn_agent invoke_agent delegate_to_agent codebase_investigator".split()
)
_MCP = re.compile(r"mcp_|[A-Za-z0-9-]+__")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NAMED_FOR_A_SHELL = re.compile(
    r"(?:^|[^a-z])(?:bash|z?sh|shell|terminal|cmd|powershell|pwsh|console|commands?|subprocess|tmux|ssh)(?:[^a-z]|$)"
    r"|[^a-z](?:exec|execute|run)(?:[_-](?:code|script|process|python|tests?))?$", re.I)


def may_hide_commands(event: Event) -> bool:
    """Whether a call may have run commands that no Bash call shows (S2).

    A code-mode cell whose commands the file records holds their ids as ``nested``, and hides none.
    """
    if event.get("kind") != "tool_use":
        return False
    name = event.get("name")
    if not isinstance(name, str):
        return True
    return hides(name) and not (name == "exec" and input_of(event).get("nested"))


@lru_cache(maxsize=1024)
def hides(name: str) -> bool:
    """Whether some calls of the tool do."""
    return name in _HIDING or _MCP.match(name) is not None and _NAMED_FOR_A_SHELL.search(_CAMEL.sub("_", name)) is not None
