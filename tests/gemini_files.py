"""Builders for invented Gemini CLI session files, in the shape the CLI writes."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

SESSION = "6d1f0a52-0000-4000-8000-000000000001"
TIME = "2026-03-02T09:00:00.000Z"
ROOT = "/home/dev/site"


def header(session: str = SESSION, **more: Any) -> Dict[str, Any]:
    fields = {"sessionId": session, "projectHash": "5f" * 32, "startTime": TIME, "lastUpdated": TIME, "kind": "main"}
    return {key: value for key, value in dict(fields, **more).items() if value is not None}


def user(id: str, content: Any, **more: Any) -> Dict[str, Any]:
    parts = [{"text": content}] if isinstance(content, str) else content
    return dict({"id": id, "timestamp": TIME, "type": "user", "content": parts}, **more)


def gemini(id: str, text: str = "", *calls: Dict[str, Any], **more: Any) -> Dict[str, Any]:
    fields = {"id": id, "timestamp": TIME, "type": "gemini", "content": text, "thoughts": [],
              "tokens": {"input": 1000, "output": 10}, "model": "gemini-2.5-pro"}
    if calls:
        fields["toolCalls"] = list(calls)
    return {key: value for key, value in dict(fields, **more).items() if value is not None}


def info(id: str, text: str = "") -> Dict[str, Any]:
    return {"id": id, "timestamp": TIME, "type": "info", "content": text}


def call(id: str, name: str, args: Dict[str, Any], response: Any = None, status: str = "success", **more: Any) -> Dict[str, Any]:
    response = {"output": "Output: ok"} if response is None else response
    result = [{"functionResponse": {"id": id, "name": name, "response": response}}]
    return dict({"id": id, "name": name, "args": args, "result": result, "status": status, "timestamp": TIME}, **more)


def shell(id: str, command: str, response: Any = None, status: str = "success", **more: Any) -> Dict[str, Any]:
    return call(id, "run_shell_command", {"command": command}, response, status, **more)


def setting(**fields: Any) -> Dict[str, Any]:
    return {"$set": fields}


def lines(*records: Any) -> bytes:
    """JSONL as the CLI writes it; a record that is bytes is a line as it is."""
    return b"".join(r + b"\n" if isinstance(r, bytes) else json.dumps(r, separators=(",", ":")).encode() + b"\n" for r in records)


def document(*messages: Any, **more: Any) -> bytes:
    """One JSON object, as before 0.39."""
    return json.dumps(dict(header(**more), messages=list(messages)), indent=2).encode()


def place(home: Path, data: bytes, name: str = "session-2026-03-02T09-00-6d1f0a52.jsonl", folder: str = "site", root: Any = ROOT) -> str:
    """``data`` as a session file of the project ``root`` (None: nothing names it) under ``home``/.gemini."""
    project = home / ".gemini" / "tmp" / folder
    path = project / "chats" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    if root is not None:
        (project / ".project_root").write_text(root, encoding="utf-8")
    return str(path)


def kinds(events: List[Dict[str, Any]], *wanted: str) -> List[Any]:
    """``(kind, text or name and ran)`` of each event, results left out unless they are ``wanted``."""
    out = []
    for event in events:
        if event["kind"] == "tool_use":
            out.append((event["name"], event["ran"]))
        elif event["kind"] != "tool_result" or "tool_result" in wanted:
            out.append((event["kind"], event.get("text")))
    return out
