"""Ids and times of Claude Code transcript lines, and which ids tell one line from every other (a leaf; D3).

Real ids are random (``toolu_01By38tH96JILpFEWNp7JeDv``, a UUID). Gateways write others that repeat in every
session (``call_0``, ``functions.Bash:0``), archives write ``REDACTED``: such a value is never a key.
"""
from __future__ import annotations

import re
from datetime import datetime, timezone
from functools import lru_cache
from typing import Any, Dict

UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\Z")
# The form the API gives: "01", a large letter and two small ones make five characters that are not alike.
RANDOM = r'(?:bdrk_|vrtx_)?01(?=[^A-Z"]*[A-Z])(?=[^a-m"]*[a-m])(?=[^n-z"]*[n-z])[0-9A-Za-z]{22}'
_RANDOM = re.compile("[a-z]{3,8}_" + RANDOM + r"\Z")
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z\Z", re.ASCII)


def telling(value: Any) -> bool:
    """Whether ``value`` is a str that looks random: 16 characters or more, the last part long and mixed."""
    return isinstance(value, str) and _telling(value)


@lru_cache(maxsize=256)
def _telling(value: str) -> bool:
    if _RANDOM.match(value):
        return "REDACTED" not in value
    last = value[max(value.rfind("_"), value.rfind("-")) + 1:]
    if not 16 <= len(value) <= 200 or len(last) < 8 or len(set(last)) < 5 or "REDACTED" in value:
        return False
    if last.isalpha() and (last.islower() or last.isupper()):
        return False
    return value.isascii() and value.replace("_", "").replace("-", "").isalnum()


def is_agent_line(line: Dict[str, Any], stem: str) -> bool:
    """Whether a message line is a sub-agent's own: marked, with its id or in a file named for it."""
    return line.get("isSidechain") is True and (isinstance(line.get("agentId"), str) or stem.startswith("agent-"))


def utc(value: Any) -> str:
    """An ISO 8601 timestamp as UTC text that sorts by time, "" for anything else."""
    if not isinstance(value, str) or len(value) > 64:
        return ""
    return value if _UTC.match(value) else _converted(value)


def _converted(value: str) -> str:
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        return ""
    if moment.tzinfo is None:
        return ""
    try:
        moment = moment.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return ""
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
