"""The same invented actions, written as each of the three runtimes writes them.

A script is a list of ``(action, argument, …)``; each class has a method for each action and a ``file`` method
that gives the session's bytes. ``UNRECORDED`` of a class names what its runtime has no form for.
"""
from __future__ import annotations

import json
from typing import Any, Dict, List

from ruleprobe.readers import claude_code, codex, gemini

import gemini_files

ROOT = "/home/dev/site"
ID = "01a22e98-2344-7741-8647-be42dd7ba23d"
PARENT = "01a22e90-0000-7000-8000-000000000001"
TIME = "2026-03-02T09:00:00.000Z"
REFUSED = "The user doesn't want to proceed with this tool use. The tool use was rejected."


class Runtime:
    """One session being written. ``model`` is what answers from here on."""

    UNRECORDED: Dict[str, str] = {}

    def __init__(self, sub_agent: bool = False) -> None:
        self.sub_agent, self.model, self.calls = sub_agent, "model-one", 0
        self.records: List[Dict[str, Any]] = []

    def play(self, script: List[tuple]) -> None:
        for action, *arguments in script:
            getattr(self, action)(*arguments)

    def switch(self, model: str) -> None:
        self.model = model

    def next_call(self) -> str:
        self.calls += 1
        return "call-%d" % self.calls

    def ran(self, command: str) -> None:
        self.shell(command, "ran")

    def failed(self, command: str) -> None:
        self.shell(command, "failed")

    def denied(self, command: str) -> None:
        self.shell(command, "denied")

    def interrupted(self, command: str) -> None:
        self.shell(command, "interrupted")

    def file(self) -> bytes:
        return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in self.records).encode()


class ClaudeCode(Runtime):
    name, reader = "claude-code", claude_code
    NAME = "proj/%s.jsonl" % ID
    AGENT_NAME = "proj/%s/subagents/agent-a1b2c3.jsonl" % PARENT

    def line(self, kind: str, **fields: Any) -> None:
        number = len(self.records)
        common = {"parentUuid": "u%d" % (number - 1) if number else None, "isSidechain": self.sub_agent, "cwd": ROOT,
                  "version": "2.1.332", "sessionId": PARENT if self.sub_agent else ID, "type": kind, "uuid": "u%d" % number,
                  "timestamp": TIME}
        if self.sub_agent:
            common["agentId"] = "a1b2c3"
        self.records.append(dict(common, **fields))

    def prompt(self, text: str) -> None:
        self.line("user", message={"role": "user", "content": text})

    def bang(self, command: str) -> None:
        self.prompt("<bash-input>%s</bash-input>" % command)
        self.prompt("<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>")

    def says(self, text: str) -> None:
        self.block({"type": "text", "text": text})

    def block(self, block: Dict[str, Any]) -> None:
        message = {"id": "msg_%d" % len(self.records), "type": "message", "role": "assistant", "model": self.model, "content": [block]}
        self.line("assistant", message=message)

    def call(self, tool: str, input: Dict[str, Any], result: Any = "ok", error: bool = False, **fields: Any) -> None:
        id = self.next_call()
        self.block({"type": "tool_use", "id": id, "name": tool, "input": input})
        if result is not None:
            block = {"type": "tool_result", "tool_use_id": id, "content": result, "is_error": error}
            self.line("user", message={"role": "user", "content": [block]}, **fields)

    def shell(self, command: str, fate: str) -> None:
        result, error, more = {
            "ran": ("ok", False, {}),
            "failed": ("Exit code 3\nno", True, {"toolUseResult": "Error: Exit code 3\nno"}),
            "denied": (REFUSED, True, {"toolUseResult": "Error: " + REFUSED, "toolDenialKind": "user-rejected", "toolDenialBeforeRun": True}),
            "interrupted": (None, False, {}),
        }[fate]
        self.call("Bash", {"command": command}, result, error, **more)

    def write(self, path: str, content: str) -> None:
        self.call("Write", {"file_path": ROOT + "/" + path, "content": content})

    def edit(self, path: str, old: str, new: str) -> None:
        self.call("Edit", {"file_path": ROOT + "/" + path, "old_string": old, "new_string": new})

    def patch(self, path: str, *hunks: tuple) -> None:
        edits = [{"old_string": old, "new_string": new} for old, new in hunks]
        self.call("MultiEdit", {"file_path": ROOT + "/" + path, "edits": edits})

    def delegate(self, task: str) -> None:
        self.call("Agent", {"description": "look", "prompt": task, "subagent_type": "general-purpose"})

    def compact(self) -> None:
        self.line("system", subtype="compact_boundary", content="Conversation compacted")
        summary = {"role": "user", "content": "This session is being continued from a previous conversation"}
        self.line("user", isCompactSummary=True, isVisibleInTranscriptOnly=True, message=summary)


class Codex(Runtime):
    name, reader = "codex", codex
    NAME = AGENT_NAME = "sessions/2026/03/02/rollout-2026-03-02T09-00-00-%s.jsonl" % ID

    def __init__(self, sub_agent: bool = False) -> None:
        super().__init__(sub_agent)
        source = {"subagent": {"thread_spawn": {"parent_thread_id": PARENT, "depth": 1}}} if sub_agent else "cli"
        self.line("session_meta", id=ID, timestamp=TIME, cwd=ROOT, originator="codex_cli_rs", cli_version="0.125.0", source=source)
        self.switch(self.model)

    def line(self, kind: str, **payload: Any) -> None:
        self.records.append({"timestamp": TIME, "type": kind, "payload": payload})

    def switch(self, model: str) -> None:
        self.model = model
        self.line("turn_context", cwd=ROOT, model=model)

    def message(self, role: str, text: str) -> None:
        self.line("response_item", type="message", role=role, content=[{"type": "input_text" if role == "user" else "output_text", "text": text}])

    def prompt(self, text: str) -> None:
        self.message("user", text)
        self.line("event_msg", type="user_message", message=text)

    def bang(self, command: str) -> None:
        self.message("user", "<user_shell_command>\n<command>%s</command>\n<result>ok</result>\n</user_shell_command>" % command)

    def says(self, text: str) -> None:
        self.message("assistant", text)
        self.line("event_msg", type="agent_message", message=text)

    def call(self, tool: str, arguments: Dict[str, Any], output: str) -> None:
        id = self.next_call()
        self.line("response_item", type="function_call", name=tool, arguments=json.dumps(arguments), call_id=id)
        self.line("response_item", type="function_call_output", call_id=id, output=output)

    def shell(self, command: str, fate: str) -> None:
        self.call("exec_command", {"cmd": command}, {
            "ran": "Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nok",
            "failed": "Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\nno",
            "denied": 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
            "interrupted": "Wall time: 42.0 seconds\naborted by user",
        }[fate])

    def apply(self, *lines: str) -> None:
        id = self.next_call()
        self.line("response_item", type="custom_tool_call", name="apply_patch", call_id=id, status="completed",
                  input="\n".join(("*** Begin Patch",) + lines + ("*** End Patch",)))
        self.line("response_item", type="custom_tool_call_output", call_id=id, output="Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.")

    def write(self, path: str, content: str) -> None:
        self.apply("*** Add File: " + path, *("+" + line for line in content.splitlines()))

    def edit(self, path: str, old: str, new: str) -> None:
        self.patch(path, (old, new))

    def patch(self, path: str, *hunks: tuple) -> None:
        self.apply("*** Update File: " + path, *(line for old, new in hunks for line in ("@@", "-" + old, "+" + new)))

    def delegate(self, task: str) -> None:
        self.call("spawn_agent", {"message": task}, '{"agent_id":"%s"}' % PARENT)

    def compact(self) -> None:
        self.line("compacted", message="what was done", replacement_history=[{"type": "message", "role": "user", "content": []}])
        self.line("event_msg", type="context_compacted")


class Gemini(Runtime):
    name, reader = "gemini", gemini
    NAME = "tmp/site/chats/session-2026-03-02T09-00-01a22e98.jsonl"
    AGENT_NAME = "tmp/site/chats/%s/%s.jsonl" % (PARENT, ID)
    UNRECORDED = {"patch": "one replace call is one hunk: two hunks are two calls", "delegate": "an agent's tool keeps its own name (AD-3)"}

    def __init__(self, sub_agent: bool = False) -> None:
        super().__init__(sub_agent)
        self.records = [gemini_files.header(ID, kind="subagent" if sub_agent else "main")]

    def id(self) -> str:
        return "m%d" % len(self.records)

    def prompt(self, text: str) -> None:
        self.records.append(gemini_files.user(self.id(), text))

    def bang(self, command: str) -> None:
        self.prompt("I ran the following shell command:\n```sh\n%s\n```\n\nThis produced the following result:\n```\nok\n```" % command)

    def says(self, text: str) -> None:
        self.records.append(gemini_files.gemini(self.id(), text, model=self.model))

    def call(self, tool: str, args: Dict[str, Any], response: Any = None, status: str = "success") -> None:
        made = gemini_files.call(self.next_call(), tool, args, response, status)
        answer = gemini_files.gemini(self.id(), "", model=self.model)
        self.records += [answer, dict(answer, toolCalls=[made]), gemini_files.user(made["id"] + "-r", made["result"])]

    def shell(self, command: str, fate: str) -> None:
        response, status = {
            "ran": ({"output": "Output: ok\nProcess Group PGID: 7"}, "success"),
            "failed": ({"output": "Output: no\nExit Code: 3\nProcess Group PGID: 7"}, "success"),
            "denied": ({"error": "[Operation Cancelled] Reason: User denied execution."}, "cancelled"),
            "interrupted": ({"error": "[Operation Cancelled] Reason: Operation cancelled by user"}, "cancelled"),
        }[fate]
        self.call("run_shell_command", {"command": command}, response, status)

    def write(self, path: str, content: str) -> None:
        self.call("write_file", {"file_path": path, "content": content})

    def edit(self, path: str, old: str, new: str) -> None:
        self.call("replace", {"file_path": path, "old_string": old, "new_string": new, "instruction": "change it"})

    def patch(self, path: str, *hunks: tuple) -> None:
        for old, new in hunks:
            self.edit(path, old, new)

    def delegate(self, task: str) -> None:
        self.call("invoke_agent", {"agent_name": "general", "prompt": task})

    def compact(self) -> None:
        snapshot = gemini_files.user(self.id(), "<state_snapshot>what was done</state_snapshot>")
        self.records += [gemini_files.setting(sessionId=ID), gemini_files.setting(messages=[snapshot]), gemini_files.info(self.id() + "-i")]


RUNTIMES = (ClaudeCode, Codex, Gemini)
