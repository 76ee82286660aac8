"""``claude -p --output-format stream-json`` saved to a file, as transcript lines (a leaf).

Such a file has ``session_id`` for ``sessionId``, ``parent_tool_use_id`` where a sub-agent speaks,
``tool_use_result``, no version but the one of its ``init`` line, seldom times, and not the prompt. A
GitHub action saves the same as one JSON array. ``isReplay`` and ``isSynthetic`` lines repeat or were made.
"""
from __future__ import annotations

from typing import Any, Dict

Line = Dict[str, Any]


def is_stream_line(line: Line) -> bool:
    """Whether the line was printed, not kept: a transcript's line has ``sessionId`` (and from 2.1.207 both)."""
    return "session_id" in line and "sessionId" not in line


def transcript_line(line: Line) -> Line:
    """The line with the names a transcript has."""
    out = dict(line, sessionId=line["session_id"])
    if line.get("parent_tool_use_id") is not None:
        out["isSidechain"] = True
    if "tool_use_result" in line:
        out["toolUseResult"] = line["tool_use_result"]
    if line.get("isReplay") is True or line.get("isSynthetic") is True:
        out["isMeta"] = True
    if line.get("subtype") == "init":
        out["version"] = line.get("claude_code_version")
    meta = line.get("tool_result_meta")
    if isinstance(meta, list) and len(meta) == 1 and isinstance(meta[0], dict):
        out["toolDenialKind"] = meta[0].get("non_execution_kind")
    return out
