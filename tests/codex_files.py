"""Invented lines of Codex rollouts, and a short way to show the events they make."""
from __future__ import annotations

import json

from ruleprobe.readers import codex

OWN = "01a22e98-2344-7741-8647-be42dd7ba23d"
PARENT = "01a22e90-0000-7000-8000-000000000001"
OLD_TURN = "01a22e90-1000-7000-8000-000000000002"
OWN_TURN = "01a22e98-2400-7000-8000-000000000003"
ADD = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"
UPDATE = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"
RAN = "Exit code: 0\nWall time: 0 seconds\nOutput:\n"


def line(kind, payload, at=0, **beside):
    minute, ms = divmod(at, 60000)
    stamp = "2026-03-04T05:%02d:%02d.%03dZ" % (minute, ms // 1000, ms % 1000)
    return {"timestamp": stamp, **beside, "type": kind, "payload": payload}


def meta(id=OWN, cwd="/w", **more):
    return line("session_meta", {"id": id, "timestamp": "2026-03-04T05:00:00.000Z", "cwd": cwd, **more})


def item(type, **payload):
    return line("response_item", {"type": type, **payload})


def event(type, **payload):
    return line("event_msg", {"type": type, **payload})


def done(type, turn_id=OWN_TURN, **fields):
    return event("item_completed", turn_id=turn_id, item={"type": type, **fields})


def message(role, *texts, **more):
    return item("message", role=role, content=[{"type": "input_text", "text": text} for text in texts], **more)


def said(text):
    return [message("user", text), event("user_message", message=text)]


def call(name, arguments, id="c1", **more):
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return item("function_call", name=name, arguments=text, call_id=id, **more)


def shell(*argv, id="c1"):
    return call("shell", {"command": list(argv)}, id)


def run(cmd, id="c1", **more):
    return call("exec_command", {"cmd": cmd, **more}, id)


def patch(text, id="c1"):
    return item("custom_tool_call", name="apply_patch", input=text, call_id=id, status="completed")


def out(text, id="c1"):
    return item("function_call_output", call_id=id, output=text)


def executed(script, id="c1", source="unified_exec_startup", **more):
    return done("CommandExecution", id=id, command=["/bin/bash", "-lc", script], source=source, status="completed", exit_code=0,
                aggregated_output="", **more)


def text_of(lines):
    return "".join(each if isinstance(each, str) else json.dumps(each) + "\n" for each in lines)


def write(path, lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text_of(lines).encode("utf-8", "surrogatepass"))
    return str(path)


def read_lines(folder):
    """``read(*lines)``: the session of a rollout of those lines."""
    def read(*lines, name="rollout-2026-03-04T05-00-00-%s.jsonl" % OWN, errors=None, **how):
        return codex.read(write(folder / name, lines), errors, **how)

    return read


def shown(session):
    """The events in short: ``> prompt``, ``< text``, ``Tool what``, ``Tool? what`` where unknown; results left out."""
    return [_shown(e) for e in session.events if e["kind"] != "tool_result"] if session else []


def _shown(e):
    if e["kind"] == "user_prompt":
        return "> " + e["text"]
    if e["kind"] == "assistant_text":
        return "< " + e["text"]
    if e["kind"] == "compact":
        return "compact"
    given = e["input"]
    what = {
        "Bash": lambda: given["command"],
        "Write": lambda: "%s %r" % (given["file_path"], given["content"]),
        "Edit": lambda: "%s %r %r" % (given["file_path"], given["old_string"], given["new_string"]),
        "MultiEdit": lambda: "%s %d" % (given["file_path"], len(given["edits"])),
        "apply_patch": lambda: "%s %s" % (given.get("type"), given.get("file_path")),
        "Agent": lambda: given["prompt"],
    }.get(e["name"], lambda: "")()
    return ("%s%s %s" % (e["name"], "?" if e["ran"] is None else "", what)).rstrip()
