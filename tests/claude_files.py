"""Claude Code transcripts for tests: lines as the program writes them, with invented contents."""
from __future__ import annotations

import hashlib
import json

from ruleprobe.readers import claude_code

SESSION = "5e551017-0000-4000-8000-00000000c1a0"
REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, "
    "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
)
STOPPED = "[Request interrupted by user for tool use]"


def unique(name: str, prefix: str = "") -> str:
    """A random-looking id that depends on ``name`` alone."""
    return prefix + hashlib.sha256(name.encode()).hexdigest()[:24]


def uuid(name: str) -> str:
    digest = hashlib.sha256(name.encode()).hexdigest()
    return "-".join((digest[:8], digest[8:12], "4" + digest[13:16], "8" + digest[17:20], digest[20:32]))


class Log:
    """Lines of one file, each hanging on the one before it."""

    def __init__(self, version="2.1.207", session=SESSION, entrypoint="cli", **common):
        self.version, self.session, self.entrypoint, self.common = version, session, entrypoint, common
        self.lines, self.last = [], None

    def add(self, kind, **fields):
        name = "line %d of %s" % (len(self.lines), self.session)
        line = {"parentUuid": self.last, "isSidechain": False, "cwd": "/home/dev/proj", "sessionId": self.session,
                "version": self.version, "entrypoint": self.entrypoint, "type": kind}
        line.update(self.common)
        line.update({"uuid": uuid(name), "timestamp": "2026-05-01T10:00:%02d.000Z" % (len(self.lines) % 60)})
        line.update(fields)
        self.lines.append(line)
        self.last = line.get("uuid")
        return self

    def state(self, kind, **fields):
        self.lines.append(dict({"type": kind, "sessionId": self.session}, **fields))
        return self

    def user(self, content, **fields):
        return self.add("user", message={"role": "user", "content": content}, **fields)

    def assistant(self, *blocks, message=None, model="claude-opus-4-1", **fields):
        id = unique(message or "message %d" % len(self.lines), "msg_01")
        return self.add("assistant", message={"id": id, "type": "message", "role": "assistant", "model": model,
                                              "content": list(blocks)}, **fields)

    def said(self, text, **fields):
        return self.assistant({"type": "text", "text": text}, **fields)

    def call(self, name, tool="Bash", message=None, **input):
        input = input or {"command": "make " + name}
        return self.assistant({"type": "tool_use", "id": unique(name, "toolu_01"), "name": tool, "input": input}, message=message)

    def result(self, name, text="ok", error=None, beside=(), **fields):
        block = {"tool_use_id": unique(name, "toolu_01"), "type": "tool_result", "content": text}
        if error is not None:
            block["is_error"] = error
        return self.user([block] + list(beside), **fields)

    def failed(self, name, text, structured="same", **fields):
        if structured == "same":
            structured = "Error: " + text
        if structured is not None:
            fields["toolUseResult"] = structured
        return self.result(name, text, True, **fields)

    def write(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines), encoding="utf-8")
        return str(path)


def text_block(text):
    return {"type": "text", "text": text}


IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}


def brief(session):
    """Events as short tuples, for tables."""
    out = []
    for event in session.events if session else ():
        kind, turn = event["kind"], event["turn"]
        if kind == "user_prompt":
            out.append((turn, "prompt", event["text"]))
        elif kind == "assistant_text":
            out.append((turn, "final" if event["final"] else "text", event["text"]))
        elif kind == "tool_use":
            out.append((turn, event["name"], event["ran"]))
        elif kind == "tool_result":
            out.append((turn, "result", event["tool_name"]))
        else:
            out.append((turn, kind, None))
    return out


def read(tmp_path, log, name=SESSION + ".jsonl", **options):
    return claude_code.read(log.write(tmp_path / name), **options)


def check(tmp_path, log, expected):
    errors = []
    assert brief(read(tmp_path, log, errors=errors)) == expected
    assert errors == []


def queue(log, *operations):
    for operation in operations:
        what, content = operation if isinstance(operation, tuple) else (operation, None)
        extra = {} if content is None else {"content": content}
        log.state("queue-operation", operation=what, timestamp="2026-05-01T10:00:30.000Z", **extra)
    return log


def attach(log, prompt, mode="prompt", **fields):
    found = dict({"type": "queued_command", "prompt": prompt, "commandMode": mode}, **fields.pop("attachment", {}))
    return log.add("attachment", attachment=found, **fields)


def rejected(version, entrypoint="cli", **fields):
    log = Log(version, entrypoint=entrypoint, **fields).user("go").call("a", message="m")
    return log.failed("a", REFUSED, "User rejected tool use", toolDenialKind="user-rejected")


def stop(log, message=None, **fields):
    extra = {"interruptedMessageId": unique(message, "msg_01")} if message else {}
    return log.user([text_block(STOPPED)], **dict(extra, **fields))


def agent(version="2.1.126", **fields):
    return Log(version, isSidechain=True, agentId="a1b2c3", **fields)


def summary(log):
    return log.user("This session is being continued from a previous conversation.", isCompactSummary=True, isVisibleInTranscriptOnly=True)


def printed():
    def line(kind, **fields):
        return dict({"type": kind, "session_id": SESSION, "parent_tool_use_id": None, "uuid": uuid(repr(fields))}, **fields)

    def call(name, command):
        block = {"type": "tool_use", "id": unique(name, "toolu_01"), "name": "Bash", "input": {"command": command}}
        return line("assistant", message={"id": unique("m" + name, "msg_01"), "role": "assistant", "model": "claude-opus-4-1", "content": [block]})

    def result(name, text, error, **fields):
        block = {"type": "tool_result", "tool_use_id": unique(name, "toolu_01"), "content": text, "is_error": error}
        return line("user", message={"role": "user", "content": [block]}, **fields)

    aside = line("assistant", message={"id": unique("aside", "msg_01"), "role": "assistant", "model": "m", "content": [text_block("Aside.")]})
    aside["parent_tool_use_id"] = "toolu_x"
    return [
        {"type": "system", "subtype": "init", "cwd": "/home/dev/proj", "session_id": SESSION, "tools": [], "claude_code_version": "2.1.207"},
        line("user", message={"role": "user", "content": "go"}, isReplay=True),
        call("a", "ls"), result("a", "x", False),
        call("b", "rm x"), result("b", "no", True, tool_use_result="Error: no"),
        call("c", "rm y"), call("d", "rm z"), result("d", "bare reason", True, tool_result_meta=[{"id": "x", "non_execution_kind": "permission-rule"}]),
        line("stream_event", event={"type": "content_block_delta"}), aside,
        line("assistant", message={"id": unique("end", "msg_01"), "role": "assistant", "model": "m", "content": [text_block("Done.")]}),
        line("user", message={"role": "user", "content": [text_block("made up")]}, isSynthetic=True),
        {"type": "result", "subtype": "success", "session_id": SESSION, "num_turns": 3,
         "permission_denials": [{"tool_name": "Bash", "tool_use_id": unique("c", "toolu_01"), "tool_input": {}}, None]},
    ]


def printed_log():
    log = Log()
    log.lines = printed()
    return log


def conversation(**fields):
    log = Log("1.0.24", session="11111111-0000-4000-8000-000000000001", **fields)
    return log.user("part one").call("a", message="m1").result("a").said("One done.", message="m2").user("part two").said("Two.", message="m3")


def raw_file(tmp_path, data, name=SESSION + ".jsonl"):
    path = tmp_path / name
    path.write_bytes(data)
    return str(path)
