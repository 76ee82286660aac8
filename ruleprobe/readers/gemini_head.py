"""Whether a file is a Gemini CLI session, by its first bytes (a leaf).

The bytes may end anywhere and keys may come in any order, so nothing is decoded: an object's outline is its
keys with their string values, read by brackets and strings. A session is told by a header's two keys, a
message's four keys and known type, or a record only this format has. One bad line does not hide the rest.
"""
from __future__ import annotations

import re
from typing import Dict, List

_TOKEN = re.compile(rb'[{}\[\]]|"([^"\\]*(?:\\.[^"\\]*)*)(?:"|\\?\Z)(\s*:)?', re.DOTALL)
_LINES = 40
_MESSAGE = {"id", "timestamp", "type", "content"}
_TYPES = {"user", "gemini", "info", "warning", "error", "qwen", "bob-shell"}
_NOT_OURS = {"message", "payload", "role", "uuid", "session_id"}


def recognises(head: bytes) -> bool:
    """Whether the first bytes of a file, up to 64 KiB, are of a Gemini CLI session."""
    at = 0
    for _ in range(_LINES):
        line = head[at:].lstrip(b"\xef\xbb\xbf \t\r\n")
        if line.startswith(b"{") and _is_session(*outline(line)):
            return True
        at = head.find(b"\n", at) + 1
        if not at:
            return False
    return False


def outline(text: bytes) -> "tuple[Dict[str, str], Dict[str, str]]":
    """The first object's keys, and those of the first object in its ``messages``, each with its string value or ""."""
    top: Dict[str, str] = {}
    first: Dict[str, str] = {}
    open_brackets: List[bytes] = []
    key = {1: "", 3: ""}
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in (b"{", b"["):
            open_brackets.append(token)
        elif token in (b"}", b"]"):
            del open_brackets[-1:]
            if not open_brackets or (len(open_brackets) == 2 and first):
                break
        else:
            depth = len(open_brackets)
            inside = depth == 1 or (depth == 3 and key[1] == "messages" and open_brackets == [b"{", b"[", b"{"])
            if inside and match.group(2):
                key[depth] = match.group(1).decode("utf-8", "replace")
                (top if depth == 1 else first)[key[depth]] = ""
            elif inside:
                (top if depth == 1 else first)[key[depth]] = match.group(1)[:64].decode("utf-8", "replace")
    return top, first


def _is_session(top: Dict[str, str], first: Dict[str, str]) -> bool:
    if {"sessionId", "projectHash"} <= set(top) or set(top) in ({"$set"}, {"$rewindTo"}):
        return True
    return _is_message(top) or ("messages" in top and _is_message(first))


def _is_message(fields: Dict[str, str]) -> bool:
    return _MESSAGE <= set(fields) and fields["type"] in _TYPES and _NOT_OURS.isdisjoint(fields)
