"""Secrets under their names: ``password = "…"``, ``API_KEY: …``, ``<token>…</token>``, in settings and code.

A name is found, then what stands between it and a value, then the value; whether it is a secret is judged by
how it is written: a quoted text is one unless it refers to one or is a sentence; a bare word depends on
whether its line reads as a setting (``DB_PASSWORD=word``) or as code and prose (``token = next_token``).
One pass over the text: a name inside a value that was masked is not looked at again.
"""
from __future__ import annotations

import re
from typing import Iterator, NamedTuple, Optional, Tuple

from . import redaction_names as names

Span = Tuple[int, int]

_TAIL = re.compile(r"[\w.-]{0,64}")
_NAME_CHARS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-ñ")
_SIGN = re.compile(r"(?P<close>\\{0,7}[\"'`]?(?:\[[0-9]{0,4})?\]?[*_]{0,2})(?P<gap>[ \t]{0,40})(?P<sign>=>|->|:=|\|\|=|\?\??=|={1,3}|:{1,2}|!==?)(?P<after>[*_]{0,2}[ \t]{0,8}(?:!!\w{1,12}[ \t]{1,3})?(?:[>|][+-]?[ \t]*\n[ \t]+|\\?\n[ \t]*(?=[\"']))?)")
_TYPED = re.compile(r"[ \t]{1,3}[*\w\[\]]{1,30}[ \t]{0,3}=[ \t]{0,3}(?=[\"`])|:[ \t]{0,3}[\w.&<>\[\]| ?*]{1,60}?[ \t]{0,3}=[ \t]{0,3}(?=[fbru]{0,2}[\"'`])")
_QUOTED = re.compile(r"[a-zA-Z@]{0,2}(?P<quote>\"\"\"|'''|[\"'`“‘])(?P<text>(?:[^\\\n]|\\.)*?)(?:(?P=quote)|[”’](?<!\w))")
_OPENED = re.compile(r"[fbruLR@]{0,2}[\"'`](?P<text>[^\s\"'`\\]{4,512})")
_BARE = re.compile(r"[^\s\"'`,;&|<>(){}\[\]\\]{1,512}")
_RUN = re.compile(r"[^\s\"'`]{1,2000}")
_REST = re.compile(r"[^\s\"'`,;&|<>(){}\[\]\\]*")
_REFERS_ON = re.compile(r"\$\{[^}\n]{0,200}\}|\$\([^)\n]{0,200}\)|\{\{[^}\n]{0,200}\}\}|<[^<>\n]{1,80}>")
_LEAD = re.compile(r"[ \t]*(?:(?:[-*>#$%]|//|[0-9]+\.)[ \t]+)?(?:(?:export|set|ENV|ARG|env|declare|typeset|local|readonly|setenv|RUN|echo|-x|-e|--env|--build-arg|-D|-P)[ \t]+){0,2}(?:\$env:|@set[ \t]+)?[\"'`*_@$-]{0,3}(?:[\w-]+[./])*", re.I)
_COMMENT = re.compile(r"[ \t]*(?:[,;][ \t]*)?(?:\r?\n|\Z|#|//|--[ \t]|\\n|\\\n)|[ \t]*[\"'`]")
_ELEMENT = re.compile(r"[^<>\n]{0,200}>\s{0,40}(?:<!\[CDATA\[)?(?P<text>[^<>\s][^<>]{0,4000}?)(?:\]\]>)?\s{0,40}</")
_PAIRED = re.compile(r"(?:\\*[\"'])?(?:\s{0,8}[,;}]|\s{0,8}\n|\s{1,8}|\s{0,8}\{)?[^\n{}=:>]{0,40}?(?:\n\s{0,40}[\w-]{1,20}\s{0,8}=\s{0,8}\w{1,20}\s{0,4}){0,3}\s{0,40}[\"']?(?:value|default|ParameterValue|content|Value)[\"']?\s{0,8}[:=]\s{0,8}(?P<quote>[\"'])(?P<text>[^\"'\n]{1,2000})(?P=quote)", re.I)
_PAIRED_BARE = re.compile(r"[\"']?(?:,|\n[ \t]{1,40})(?:value|ParameterValue):?[ \t]{0,4}[=:]?[ \t]{0,4}(?P<text>[^\s\"',{}]{1,512})")
_PROPERTY = re.compile(r"[\"'][^<>\n]{0,60}>\s{0,10}(?P<text>[^<>\s][^<>\n]{0,500}?)\s{0,10}</")
_SECOND = re.compile(r"\\*[\"']\s{0,4},\s{0,4}(?:[fbru]{0,2})\\*(?P<quote>[\"'])(?P<text>[^\"'\n\\]{1,1000})\\*(?P=quote)")
_CALLED = re.compile(r"\(\s{0,4}(?:[fbru]{0,2})(?P<quote>[\"'])(?P<text>[^\"'\n]{1,1000})(?P=quote)\s{0,4}\)")
_TOLD = re.compile(r"\\*[\"'`*_]{0,2}[ \t]{1,3}(?:(?P<is>is|was|are|be|to)[ \t]{1,3})?[\"'`]?(?P<text>[^\s\"'`,;<>(){}\[\]]{4,512})")
_CELL = re.compile(r"[*`_]{0,2}[ \t]{0,20}(?:\||\t)[ \t]{0,20}[*`_]{0,2}(?P<text>[^\s|`*]{4,512})")
_PHRASE = re.compile(r"[\"'`]?\s{0,3}[:=]?>?\s{0,3}[\"'`]?(?P<text>[a-z]{3,8}(?:[ ,]{1,3}[a-z]{3,8}){11,23})")
_WRAPPED = re.compile(r"(?:new[ \t]{1,3})?(?P<callee>[A-Za-z_][\w:.]{0,60})\(\s{0,4}(?P<quote>[\"'])(?P<text>[^\"'\n]{8,1000})(?P=quote)")
_ASKED = re.compile(r"(?i)env|get|read|load|find|config|param|input|prompt|fetch|require|secret|vault|key|lookup|header|select|query|text|test|split|regex|match|open|path|file")
_ATTRIBUTE = re.compile(r"[^<>\n]{0,100}?\bvalue=(?P<quote>[\"'])(?P<text>[^\"'<>\n]{1,1000})(?P=quote)")
_LISTED = re.compile(r"\[(?P<text>[^\]\n]{1,4000})\]")
_TYPE = re.compile(r"[A-Za-z_][A-Za-z_.]{0,60}\[[A-Za-z_., \[\]|]{0,80}\]")
_ITEM = re.compile(r"[\"']([^\"'\n]{1,1000})[\"']")


class Named(NamedTuple):
    """A name of a secret in a text: what it is, and where it stands."""

    kind: str
    name: str
    start: int
    end: int


def spans(text: str, letters: str) -> Iterator[Span]:
    """The places of secrets of ``text`` that stand under a name; ``letters`` is the text folded."""
    at = 0
    for start, end in names.hints(letters):
        if start < at:
            continue
        found = _named(text, start, at)
        at = max(end, found.end)
        if not found.kind:
            continue
        for span in _values(text, found):
            yield span
            at = max(at, span[1])


def _named(text: str, at: int, least: int) -> Named:
    """The whole name around ``at``."""
    start, first = at, max(least, at - 48)
    while start > first and text[start - 1] in _NAME_CHARS:
        start -= 1
    end = _TAIL.match(text, at).end()  # type: ignore[union-attr]
    name = text[start:end].strip(".-")
    end = start + text[start:end].find(name) + len(name)
    return Named(names.kind(name) if name else names.NOTHING, name, end - len(name), end)


def _values(text: str, found: Named) -> Iterator[Span]:
    """The spans of the values that stand under a name, in whichever form it is written."""
    if found.kind == names.PHRASE:
        yield from _group(_PHRASE.match(text, found.end))
        return
    element = _element(text, found)
    if element is not None:
        yield from _text_of(element, text)
        return
    sign = _TYPED.match(text, found.end) or _SIGN.match(text, found.end)
    if sign is not None:
        yield from _signed(text, found, sign)
        return
    nearer = text[found.end:found.end + 1]
    if nearer in ("\"", "'", "\\", ",", "\n"):
        yield from _beside(text, found)
    if nearer == "(" and found.kind in (names.PASSWORD, names.SECRET):
        match = _CALLED.match(text, found.end)
        if match and (re.match(r"(?i)(?:set|with|add|use)_?\w|(?:basic)", found.name) or names.random(match.group("text"))):
            yield from _text_of(match, text)
    elif nearer in (" ", "\t", "*", "`", "|"):
        yield from _apart(text, found)


def _element(text: str, found: Named) -> Optional["re.Match[str]"]:
    """The text or the ``value`` of an XML element of that name."""
    if text[found.start - 1:found.start] not in ("<", ":") or "<" not in text[max(0, found.start - 40):found.start] or text[found.end:found.end + 1] not in (">", " "):
        return None
    return _ELEMENT.match(text, found.end) or _ATTRIBUTE.match(text, found.end)


def _beside(text: str, found: Named) -> Iterator[Span]:
    """A name that is itself a value: ``{"name": "X", "value": "…"}``, ``set("X", "…")``."""
    second = _SECOND.match(text, found.end)
    if second and names.random(second.group("text")) and not names.refers(second.group("text")):
        yield second.span("text")
        return
    for form in (_PROPERTY, _PAIRED, _PAIRED_BARE):
        match = form.match(text, found.end)
        if match:
            if found.kind in (names.PASSWORD, names.SECRET) or names.random(match.group("text"), 12):
                yield from _text_of(match, text)
            return


def _apart(text: str, found: Named) -> Iterator[Span]:
    """A value after white space: a table's cell, or told in a sentence."""
    cell = _CELL.match(text, found.end)
    if cell and names.random(cell.group("text")) and not names.refers(cell.group("text")):
        yield cell.span("text")
        return
    told = _TOLD.match(text, found.end)
    if told is None or found.kind not in (names.PASSWORD, names.SECRET):
        return
    value = told.group("text").rstrip(".:!?")
    least, digits = (5, 1) if told.group("is") else (12, 3)
    if names.random(value, least) and sum(c.isdigit() for c in value) >= digits - (not told.group("is") and len(value) > 24) and not names.refers(value) and "=" not in value[:-2] and "/" not in value:
        yield told.start("text"), told.start("text") + len(value)


def _text_of(match: Optional["re.Match[str]"], text: str) -> Iterator[Span]:
    if match and not names.refers(match.group("text")) and not names.is_prose(match.group("text")):
        yield match.span("text")


def _group(match: Optional["re.Match[str]"]) -> Iterator[Span]:
    if match:
        yield match.span("text")


def _signed(text: str, found: Named, sign: "re.Match[str]") -> Iterator[Span]:
    """``name = value``."""
    at = sign.end()
    if text[max(0, found.start - 2):found.start] == "${" or found.name.lower().endswith(("cookie", "cookies")):
        return
    char = text[at:at + 4].lstrip("fbruLR@")[:1]
    if char == "`" and sign.re is _SIGN and sign.group("sign") == "=" and not sign.group("after"):
        return
    if char and char in "\"'`“‘":
        yield from _quoted(text, found, at, sign.group("sign") if sign.re is _SIGN else "=")
    elif char == "[":
        listed = _LISTED.match(text, at)
        if listed:
            for item in _ITEM.finditer(listed.group("text")):
                if names.random(item.group(1), 10) and not names.refers(item.group(1)):
                    yield listed.start("text") + item.start(1), listed.start("text") + item.end(1)
    else:
        yield from _bare(text, found, sign, at)


def _quoted(text: str, found: Named, at: int, before: str) -> Iterator[Span]:
    match = _QUOTED.match(text, at, at + 8192)
    if match is None:
        opened = _OPENED.match(text, at)
        if opened and not names.refers(opened.group("text")) and _may_be(found, opened.group("text")):
            start = opened.start("text")
            yield start, _REST.match(text, opened.end()).end()  # type: ignore[union-attr]
        return
    value = match.group("text")
    inner = value.strip()
    if not re.search(r"\w", inner) and len(inner) < 3 or _refers_whole(inner) or _is_name(found, inner):
        return
    if names.is_validation(inner) or _TYPE.fullmatch(inner) or before in ("==", "===", "!=", "!==") and found.kind == names.SECRET and names.WORDY.fullmatch(inner):
        return
    prose = names.is_prose(inner) and not found.name.lower().endswith(("phrase", "code"))
    if prose and not (names.random(inner.split()[-1].rstrip(".")) and len(inner.split()) < 4) or not _may_be(found, inner):
        return
    start = match.start("text") + value.index(inner)
    reference = re.match(r"(?i)(?:bearer|basic|token)\s+", inner)
    if reference:
        start, inner = start + reference.end(), inner[reference.end():]
        if _refers_whole(inner):
            return
    yield start, start + len(inner)


def _refers_whole(value: str) -> bool:
    """Whether nothing is left of a value once its references are taken out."""
    if names.refers(value):
        return True
    rest = _REFERS_ON.sub("", value)
    return rest != value and not names.random(rest, 6)


def _is_name(found: Named, value: str) -> bool:
    """Whether a text is but the name again, as a label or a field's name is."""
    plain = re.sub(r"[\W_]", "", value.lower())
    return plain == re.sub(r"[\W_]", "", found.name.lower()) or plain in ("password", "passwd", "token", "secret", "apikey", "accesstoken", "refreshtoken")


def _may_be(found: Named, value: str) -> bool:
    """Whether a literal under a name of this kind is a secret."""
    if found.kind == names.PASSWORD:
        return not value.isdigit() or len(value) >= 3
    if found.kind == names.SECRET:
        return len(value) >= 3 and (not value.isdigit() or len(value) >= 6)
    if found.kind == names.UUID:
        return names.is_uuid(value)
    if "/" in value and names.refers(value):
        return False
    if found.kind == names.WEAK:
        return names.random(value, 8)
    return names.random(value, 20) and re.fullmatch(r"[\w+/=.~-]+", value) is not None and not re.fullmatch(r"[0-9a-f.-]+", value) and sum(map(str.isdigit, value)) >= 3 and "-" not in value[1:8]


def _bare(text: str, found: Named, sign: "re.Match[str]", at: int) -> Iterator[Span]:
    wrapped = _WRAPPED.match(text, at)
    if wrapped and names.random(wrapped.group("text")) and not _ASKED.search(wrapped.group("callee")) and not names.refers(wrapped.group("text")):
        yield wrapped.span("text")
        return
    match = _BARE.match(text, at)
    if match is None:
        return
    value = match.group().rstrip(".:!?*")
    if not value or _refers_whole(value) or text[match.end():match.end() + 1] in ("(", "[") and value[-1:].isalnum() and not _setting(text, found, sign, match.end()):
        return
    line = text.rfind("\n", max(0, found.start - 200), found.start) + 1
    before = text[max(line, found.start - 200):found.start]
    lead = _LEAD.fullmatch(before) is not None
    ends = _COMMENT.match(text, match.end()) is not None
    if not _is_bare_secret(found, sign, value, lead, ends, text[match.end():match.end() + 1], before[-1:]):
        return
    end = match.start() + len(value)
    if lead and not ends or match.end() - match.start() == 512:
        run = _RUN.match(text, at)
        if run and _COMMENT.match(text, run.end()) and "(" not in run.group()[:1]:
            end = at + len(run.group().rstrip(",;"))
    yield match.start(), end


def _setting(text: str, found: Named, sign: "re.Match[str]", end: int) -> bool:
    """Whether a value with a bracket in it stands in a file of settings: an upper-case name, no space, one word to the end."""
    run = _RUN.match(text, end)
    return sign.re is _SIGN and found.name.isupper() and sign.group("sign") == "=" and not sign.group("gap") and run is not None and ")" not in run.group()


def _is_bare_secret(found: Named, sign: "re.Match[str]", value: str, lead: bool, ends: bool, next_char: str, last_char: str) -> bool:
    """Whether a word without quotes is a secret rather than a name in code or a word of prose."""
    kind = found.kind
    if sign.re is _TYPED:
        return False
    mark, tight = sign.group("sign"), not sign.group("gap") and not sign.group("after")
    setting = mark in ("=", "?=") and tight and (found.name.isupper() or lead and ends or last_char in ",&?;")
    if not _may_be(found, value) or mark in ("!=", "!==", "::"):
        return False
    if value.isdigit():
        return kind != names.PASSWORD and len(value) >= 10 or kind == names.PASSWORD and len(value) >= 4
    if kind in (names.WEAK, names.KEY, names.UUID):
        return not names.is_dotted(value)
    if names.WORDY.fullmatch(value) or names.is_dotted(value):
        return _is_wordy_secret(found, value, mark, setting, lead, ends, next_char, tight)
    if names.IDENTIFIER.fullmatch(value) and not setting and mark != ":" and names.related(value) and sum(map(str.isdigit, value)) < 2:
        return False
    if names._VERSION.fullmatch(value) and len(value) < (6 if kind == names.SECRET else 4):
        return False
    return len(value) >= 3


def _is_wordy_secret(found: Named, value: str, mark: str, setting: bool, lead: bool, ends: bool, next_char: str, tight: bool) -> bool:
    plain = names.IDENTIFIER.fullmatch(value) is not None and "_" not in value
    if setting:
        return not (names.is_dotted(value) and names.related(value))
    if mark == "=" and tight and next_char not in (")", ",", ".", "(", "[") and not names.is_dotted(value):
        return not names.related(value) or plain and value.islower() and found.kind == names.PASSWORD
    if mark == ":" and lead and ends and next_char not in (",", ";", ")", "}"):
        return not (names.related(value) and value != value.lower()) and not names.is_dotted(value) and not ("_" in value and names.related(value))
    if mark in ("=", ":=") and lead and ends and next_char not in (",", ";", ")") and found.kind == names.PASSWORD:
        return plain and value.islower() and not names.related(value) and value not in _NOUNS
    return False


_NOUNS = frozenset("""value values data result results response res body text line match item arg args params payload parsed new await yield lambda not raw input output header config settings options env
    user client session request req ctx cls obj node next current prev other entry row field state store manager provider bytes buffer chars chunk stream form""".split())
