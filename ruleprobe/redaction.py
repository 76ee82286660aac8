"""Masking secrets in text that is about to be printed or written.

``redact`` knows more than the detectors' exact shapes: vendors' tokens, private keys (whole or cut short),
password hashes, secrets on command lines, in URLs, headers, cookies, connection strings, netrc and pgpass
files, and values under the name of a password, token, secret or key in any style and language of settings.
Only the value is masked, so that the context stays readable.

A text is read as it stands, and then as it reads with one level of escapes undone after another: JSON inside
JSON, percent and character escapes, zero-width characters, terminal sequences, continued lines. A secret
that any reading shows is masked where it stands.

It masks rather too much than too little of what looks like a secret, and leaves alone what only refers to
one: a variable, a call, a type, a path, a placeholder, a word of prose.

Known misses: a secret without a shape, a name or a place of its own (a bare password in prose), one spread
over several arguments, a password that is a plain word in a line of code or prose, encodings other than
those above. Every pattern is linear: no repetition is nested and every run is bounded.
"""
from __future__ import annotations

import base64
import re
from bisect import bisect_left
from functools import lru_cache
from typing import Dict, Iterator, List, Optional, Pattern, Sequence, Tuple

from . import redaction_commands, redaction_values
from .redaction_names import folded, may_name, random, refers  # noqa: F401  (may_name is part of this module's surface)
from .redaction_tokens import TOKENS

MASK = "[redacted]"
MARGIN = 4096
LEVELS = 3
_SHORTEST = 16  # of a token
Span = Tuple[int, int]

_KEY_BLOCK = re.compile(r"-----BEGIN ((?:[A-Z0-9]{1,20} ){0,3})PRIVATE KEY( BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----")
_KEY_END = re.compile(r"-----?[ ]?END [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?[ ]?-----?")
_KEY_BODY = re.compile(r"(?:[ \t]*(?:\\n|\\r|[\r\n\"'+,.>|#*\\])*[ \t]*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{2,16}={1,2}|(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash):[^\n\\]{0,200}))+")
_KEY_TAIL = re.compile(r"(?:[A-Za-z0-9+/=]{16,}(?:\\n|\\r|[\s\"'+,>|#*\\]){1,8}|=?[A-Za-z0-9+/]{2,40}={0,2}(?:\\n|[\s\"'])?)+\Z")
_LONGEST_KEY = 32768

# A place that holds a secret, whatever it is called: a sign that the text must hold, letters of which it (in lower case)
# must hold some, and a pattern with one group, the secret.
_PLACES: Tuple[Tuple[str, str, str], ...] = (
    ("", "authorization", r"(?i)\bauthorization\\*[\"']?\]?[ \t]{0,3}(?:[:=]|=>|,)[ \t]{0,3}(?:[fbr]?\\*[\"'`])?(?:(?!(?:oauth|digest|aws4|hawk)\b)[a-z][\w-]{1,24}[ \t]{1,3})?([^\s\"'`,;<>\\]{3,8000})"),
    ("", "bearer", r"(?i)(?<![\w-])bearer[ \t]{1,3}([A-Za-z0-9._~+/=:-]{8,8000})"),
    ("", "ssws|negotiate|ntlm|sharedkey|genie|splunk|apikey", r"(?i)(?<![\w-])(?:ssws|negotiate|ntlm|sharedkey|genie(?:key)?|splunk|apikey)[ \t]{1,3}([A-Za-z0-9._~+/=:-]{8,8000})"),
    ("=", "oauth_", r"(?i)oauth_(?:token|signature|consumer_key)=\\*\"?([A-Za-z0-9%+/=_.-]{16,400})"), ("=", "signature=", r"(?i)\bsignature=\\*\"?([A-Za-z0-9%+/=_.-]{16,400})"),
    ("=", "response=", r"(?i)\bresponse=\\*\"?([0-9a-f]{16,128})"),
    ("@", "", r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}:\\?/\\?/[^\s/@:\"'`<>\\]{0,256}:([^\s/\"'`<>\\]{1,512})@(?=[\w\[$(*{-])"),
    ("@", "", r"\b(?:postgres(?:ql)?|mysql2?|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|cockroachdb|clickhouse|nats|ldaps?|smtps?|ftps?|sftp)(?:\+\w{1,20})?://"
          r"[^\s/@:\"'`<>]{0,256}:((?![0-9]{2,5}[/?])[^\s\"'`<>@]{1,512})@"),
    ("@", "://", r"\bhttps?://((?=[A-Za-z_.~-]{0,60}[0-9])[A-Za-z0-9_.~-]{12,400})(?::(?:x-oauth-basic)?)?@(?=\w)"),
    ("@", "", r"[\w.-]:([^\s@:/\"'`]{1,256})@(?:tcp|unix|udp)\("),
    ("@", "thin:", r"\bthin:[^\s/@]{1,64}/([^\s@]{1,128})@"), ("@", "", r"\b(?:sqlplus|sqlldr|impdp|expdp|rman|exp|imp)\b[^\n|;&]{0,64}?[ \t][\w$]{1,64}/([^\s@/]{1,128})@"),
    ("@", ":pserver:", r":pserver:[^\s:@]{1,64}:([^\s@]{1,128})@"),
    ("=", "token=|secret=|key=|password=|passwd=|pwd=|pass=|signature=|sig=|credential=|jwt=|sas=|code=|auth=|hmac=|otp=", r"(?i)[?&;#](?:[a-z0-9_.-]{0,40}(?:token|secret|key|password|passwd|pwd|pass|signature|sig|credential|jwt|sas)|code|auth|hmac|otp)=([^\s&\"'`<>#;)\]]{4,2000})"),
    ("/", "hooks.slack.com", r"(?i)\bhooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9/]{16,120})"),
    ("/", "/webhooks/", r"(?i)\bdiscord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/([0-9]{8,20}/[\w-]{30,100})"),
    ("/", "hooks.zapier.com", r"(?i)\bhooks\.zapier\.com/hooks/catch/([A-Za-z0-9/]{8,60})"), ("/", "/webhookb2/", r"(?i)\bwebhook\.office\.com/webhookb2/([A-Za-z0-9@/-]{40,300})"),
    ("/", "telegram.org/bot", r"(?i)\bapi\.telegram\.org/bot([0-9]{6,12}:[\w-]{20,60})"),
    ("", "login", r"(?i)\blogin\s{1,4}\S{1,256}\s{1,4}password\s{1,4}([^\s\"']{1,256})"), ("", "machine", r"(?i)\bmachine\s{1,4}\S{1,256}\s{1,4}password\s{1,4}(\S{1,256})"),
    ("", "requirepass|masterauth", r"(?i)(?:^|[\s\"'])(?:requirepass|masterauth)[ \t]{1,8}[\"']?([^\s\"']{3,256})"),
    ("", "server", r"(?i)\b(?:snmp-server[ \t]{1,3}community|(?:radius|tacacs)-server[ \t]{1,3}(?:host[ \t]{1,3}\S{1,60}[ \t]{1,3})?key)[ \t]{1,3}(?:[0-9][ \t]{1,3})?(\S{3,256})"),
    ("", "enable|username", r"(?m)(?:^[ \t]*|[\"'])(?:enable|username[ \t]{1,3}\S{1,60}(?:[ \t]{1,3}privilege[ \t]{1,3}[0-9]{1,2})?)[ \t]{1,3}(?:secret|password)[ \t]{1,3}(?:[0-9][ \t]{1,3})?(\S{4,256})"),
    ("=", "pwd=", r"(?i)\bpwd=\{([^{}\n]{1,256})\}"), ("", "fs.azure", r"(?i)\bfs\.azure\.account\.key\.[\w.-]{1,120}[ \t=:]{1,4}([^\s\"']{8,256})"),
    ("", "auth ", r"(?m)(?:^|[\"' ])AUTH[ \t]{1,3}(?:default[ \t]{1,3})?((?=\S{0,60}[0-9])[^\s\"']{4,256})"),
    ("(", "login(", r"\.login\([ \t]{0,3}[\"'][^\"'\n]{1,128}[\"'],[ \t]{0,3}[\"']([^\"'\n]{1,256})[\"']"),
    ("(", "jwt.", r"(?i)\bjwt\.(?:sign|encode|verify|decode)\([^,\n]{1,120},[ \t]{0,3}[\"'`]([^\"'`\n]{4,256})[\"'`]"),
    ("(", "connect(|new pdo(|new mysqli(|connection(", r"(?i)\b(?:mysqli?_connect|mysql_pconnect|new PDO|new mysqli|getConnection|createConnection)\([ \t]{0,3}[\"'][^\"'\n]{1,200}[\"'],[ \t]{0,3}[\"'][^\"'\n]{1,128}[\"'],[ \t]{0,3}[\"']([^\"'\n]{1,256})[\"']"),
    ("", "rootpw|bindpw|sasl_passwd|proxy_password|http_password", r"(?m)(?:^|[\"'])[ \t]*(?:rootpw|bindpw|sasl_passwd|proxy_password|http_password)[ \t]{1,8}[\"']?([^\s\"']{3,256})"),
    ("", "password", r"(?m)^[ \t]*password[ \t]{1,4}(?=\S*[0-9!@#$%^&*])(\S{4,256})[ \t]*$"),
    (":", "0:|1:|2:|3:|4:|5:|6:|7:|8:|9:|*:", r"(?m)^[\w.*-]{1,120}:(?:[0-9]{2,5}|\*):[A-Za-z_*][\w*-]{0,63}:[A-Za-z_][\w-]{0,63}:([^\s:]{2,256})$"),
    ("", "identified", r"(?i)\bidentified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?[\"']([^\"'\n]{1,256})[\"']"),
    ("", "password", r"(?i)\b(?:with|user|role|login|encrypted|set|unencrypted)\b[^\n;]{0,80}?\bpassword\s{1,4}\\?'([^'\n\\]{1,256})\\?'"),
    ("", "password", r"(?i)\bpassword\s{0,2}\(\s{0,2}'([^'\n]{1,256})'\s{0,2}\)"),
    ("|", "password-stdin|passphrase-fd|sudo|chpasswd|--stdin|--with-token|smbpasswd|kinit|pass-stdin|secret|versions", r"\b(?:echo|printf)[ \t]{1,3}(?:-n[e]?[ \t]{1,3}|'?%s(?:\\n)?'?[ \t]{1,3})?[\"']?([^\s\"'|;&][^\"'|;&\n]{0,200}?)[\"']?[ \t]{0,3}\|[^|\n;]{0,160}?(?:--password-stdin|--passphrase-fd|sudo[ \t]{1,3}-[A-Za-z]{0,6}S"
          r"|\bchpasswd|--stdin\b|--with-token|smbpasswd|\bkinit\b|--pass-stdin|secret[ \t]put|secrets?[ \t]set|versions[ \t]add)"),
    ("<", "<<<", r"(?:--password-stdin|sudo[ \t]{1,3}-[A-Za-z]{0,6}S|\bchpasswd|--stdin\b|--with-token|\bkinit\b|\b(?:su|passwd)\b)[^\n|;<]{0,80}<<<[ \t]{0,3}[\"']?([^\s\"']{1,256})"),
    ("", "securestring", r"(?i)ConvertTo-SecureString[ \t]{1,3}(?:-String[ \t]{1,3})?\\?[\"']?([^\s\"'\\]{2,256})"),
    (",", "auth|pscredential", r"(?i)\b(?:HTTPBasicAuth|basicAuth|basic_auth|setBasicAuth|auth|PSCredential)[ \t]{0,2}[=(:][ \t]{0,2}\(?\[?[ \t]{0,2}[\"'][^\"'\n]{1,128}[\"'][ \t]{0,2},[ \t]{0,2}[\"']([^\"'\n]{1,256})[\"']"),
    ("", "kia|sia", r"\bA[KS]IA[A-Z0-9]{16}[\s,;:|\"'/]{1,6}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
    ("", "private-", r"(?m)^Private-Lines:[ \t]*[0-9]{1,3}\r?\n((?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,120})"), ("", "private-", r"(?m)^Private-MAC:[ \t]*([0-9a-f]{32,128})"),
    ("=", "accesskeyid", r"(?i)\baccesskeyid=[^\s&]{1,64}&signature=([^\s&\"']{8,200})"),
)
_place = lru_cache(maxsize=None)(re.compile)  # compiled where its letters are met: most texts hold few


@lru_cache(maxsize=1)
def _by_sign() -> List[Tuple[str, List[Tuple[List[str], List[str]]]]]:
    """The places by what a text must hold: of each sign, letters of which some must be there, and their patterns."""
    found: Dict[str, Dict[str, List[str]]] = {}
    for sign, letters, place in _PLACES:
        found.setdefault(sign, {}).setdefault(letters, []).append(place)
    return [(sign, [(letters.split("|"), places) for letters, places in by_letters.items()]) for sign, by_letters in found.items()]


# The same under a condition of its own on the text. The groups are masked each.
_JWK = re.compile(r"\"(?:d|p|q|dp|dq|qi|k)\"[ \t]{0,3}:[ \t]{0,3}\"([A-Za-z0-9_-]{16,2000})\"")
_BASIC = re.compile(r"(?i)(?<![\w-])basic[ \t]{1,3}([A-Za-z0-9+/_-]{4,2000}={0,2})")
_COOKIES = re.compile(r"(?i)(?<![\w-])(?:set-)?cookie\\*[\"']?[ \t]{0,3}[:=,][ \t]{0,3}\\*[\"']?([^\"'\n\\]{4,4096})|(?<![\w-])(?:-b|--cookie)[ =][ \t]{0,2}[\"']?([^\s\"']{0,200}=[^\"'\n]{1,2000})")
_COOKIE = re.compile(r"([^\s=;,]{1,128})=([^\s;]{4,4096})")
_COOKIE_ATTRIBUTES = frozenset("path domain expires max-age samesite secure httponly version priority partitioned".split())
_SECRET_KIND = re.compile(r"(?m)^([ \t]*)kind:[ \t]*[\"']?Secret\b|\"kind\"[ \t]*:[ \t]*\"Secret\"")
_DATA = re.compile(r"(?m)^([ \t]*)(?:data|stringData):[ \t]*\n((?:\1[ \t]{1,40}[^\n]*(?:\n|\Z)|[ \t]*\n){1,200})")
_DATA_LINE = re.compile(r"(?m)^[ \t]*[\w./-]{1,128}:[ \t]*[\"']?([^\s\"'|>][^\n\"']{0,8000})")
_DATA_JSON = re.compile(r"\"(?:data|stringData)\"[ \t]*:[ \t\n]*\{([^{}]{1,20000})\}")
_JSON_VALUE = re.compile(r":[ \t]*\"([^\"]{1,8000})\"")
_ADJACENT = re.compile(r"[\"'][ \t]{0,3}[+.]?[ \t]{0,3}(?:\\?\r?\n[ \t]{0,40})?[+.]?[ \t]{0,3}[\"']")

# What hides inside a secret without changing how it is read, and characters written as escapes.
_ESCAPES = re.compile(
    "\x1b(?:\\[[0-?]{0,32}[ -/]{0,4}[@-~]|\\][^\x07\x1b\n]{0,256}(?:\x07|\x1b\\\\)|[@-Z^_])|\x9b[0-?]{0,32}[@-~]"
    "|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef]"
    "|[\\\\`^]\r?\n[ \t]{0,64}|\\\\(?:u[0-9A-Fa-f]{4}|u\\{[0-9A-Fa-f]{1,6}\\}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[0-3][0-7]{2}|[nrte]|[^A-Za-z0-9\\s])"
    "|%[2-7][0-9A-Fa-f]|&(?:quot|apos|amp|lt|gt|#[0-9]{2,6}|#x[0-9A-Fa-f]{2,6});|[\uff01-\uff5e]")
_MAY_ESCAPE = re.compile("[\\\\%&`^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\U0010ffff](?:(?<![%&`^])|(?<=%)[2-7]|(?<=&)[qalg#]|(?<=[`^])[\r\n])")
_SIMPLE = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\e": "\x1b", "&quot;": "\"", "&apos;": "'", "&amp;": "&", "&lt;": "<", "&gt;": ">"}
# A text that is but an id, with its turn before it or without, holds nothing to mask but a token.
_ID = re.compile(r"(?:[0-9]{1,20}:)?[A-Za-z0-9_-]*\Z")
_RUN = re.compile(r"[A-Za-z0-9_=-]*")


@lru_cache(maxsize=1)
def _token() -> Pattern[str]:
    """All tokens in one pattern, those that begin with the same letter together: a quarter of the work."""
    heads: Dict[str, List[str]] = {}
    for pattern in TOKENS:
        head = pattern[0] if pattern[0].isalnum() and pattern[1] not in "{*+?" else ""
        heads.setdefault(head, []).append(pattern[len(head):])
    groups = ["%s(?:%s)" % (head, "|".join(rest)) for head, rest in sorted(heads.items(), reverse=True)]
    return re.compile(r"(?<![A-Za-z0-9])(?=\S{%d})(?:%s)" % (_SHORTEST, "|".join(groups)))


def redact(text: str, exact: Optional[Pattern[str]] = None, start: int = 0, end: Optional[int] = None) -> str:
    """``text`` from ``start`` to ``end`` with every secret masked, as the whole would be.

    ``exact`` matches further secrets. Of a long text only ``MARGIN`` characters on either side are looked at, and on the
    left the rest of the word they begin in.
    """
    end = len(text) if end is None else min(end, len(text))
    left = _word_begin(text, max(start - MARGIN, 0))
    part = text[left:end + MARGIN]
    found = spans(part, exact)
    if left and text.rfind("PRIVATE KEY", max(0, left - _LONGEST_KEY), left) >= 0:
        found += [(a - left, b - left) for a, b in _key_blocks(text) if b > left]
    return _mask(part, found, start - left, end - left)


def _word_begin(text: str, at: int) -> int:
    """Where the word begins that ``at`` stands in, as far as a secret may reach."""
    least = max(at - _LONGEST_KEY, 0)
    return max(least, *(text.rfind(space, least, at) + 1 for space in " \n\t"))


def spans(text: str, exact: Optional[Pattern[str]] = None) -> List[Span]:
    """Where the secrets of ``text`` stand."""
    found = list(_spans(text, exact))
    for reading, places in _readings(text):
        found += [(places[a - 1] if a else 0, places[b - 1]) for a, b in _spans(reading, exact) if b > a]
    reading, places = _without(text, _ADJACENT) if "'" in text or "\"" in text else (text, ())
    if places:
        found += [(places[a - 1] if a else 0, places[b - 1]) for a, b in _tokens(reading, exact, reading.split())]
    return found


def _mask(text: str, found: List[Span], start: int, end: int) -> str:
    out, at = [], start
    for a, b in sorted(found):
        if b <= at or a >= end:
            continue
        out.append(text[at:a] if a > at else "")
        if a >= at or not out[:-1] or at == start:
            out.append(MASK)
        at = b
    return "".join(out) + (text[at:end] if at < end else "")


def _readings(text: str) -> Iterator[Tuple[str, Sequence[int]]]:
    """The text with one level of escapes undone after another, and where each character of it ends in ``text``."""
    before: Sequence[int] = ()
    for _ in range(LEVELS):
        if _MAY_ESCAPE.search(text) is None:
            return
        text, places = _without(text, _ESCAPES)
        if not places:
            return
        before = [before[place - 1] for place in places] if before else places
        yield text, before


def _without(text: str, pattern: Pattern[str]) -> Tuple[str, Sequence[int]]:
    """``text`` with each match read as what it stands for, and where each character ends; no places where nothing matched."""
    out: List[str] = []
    places: List[int] = []
    at = 0
    for match in pattern.finditer(text):
        out.append(text[at:match.start()])
        places.extend(range(at + 1, match.start() + 1))
        char = _decoded(match.group())
        if char:
            out.append(char)
            places.append(match.end())
        at = match.end()
    if not at:
        return text, ()
    out.append(text[at:])
    places.extend(range(at + 1, len(text) + 1))
    return "".join(out), places


def _decoded(piece: str) -> str:
    """The character an escape stands for; "" for one that stands for none."""
    if piece in _SIMPLE:
        return _SIMPLE[piece]
    if piece[0] == "\\" and len(piece) > 2 and piece[1] in "uUx":
        return _char(piece[2:].strip("{}"), 16)
    if piece[0] == "\\" and len(piece) == 4 and piece[1] in "0123":
        return _char(piece[1:], 8)
    if piece[0] == "\\" and len(piece) == 2 and piece[1] not in "\r\n":
        return piece[1]
    if piece[0] == "%" and len(piece) == 3:
        return _char(piece[1:], 16)
    if piece.startswith("&#"):
        return _char(piece[2:-1].lstrip("x"), 16 if piece[2] == "x" else 10)
    return chr(ord(piece) - 0xFEE0) if "\uff01" <= piece <= "\uff5e" else ""


def _char(digits: str, base: int) -> str:
    code = int(digits, base)
    return chr(code) if code < 0x110000 else ""


def _spans(text: str, exact: Optional[Pattern[str]]) -> Iterator[Span]:
    words, letters = text.split(), folded(text)
    yield from _key_blocks(text)
    yield from _tokens(text, exact, words)
    if _ID.match(text):
        return
    yield from _places(text, letters)
    yield from redaction_values.spans(text, letters)
    yield from redaction_commands.spans(text, words)


def _tokens(text: str, exact: Optional[Pattern[str]], words: Sequence[str]) -> Iterator[Span]:
    if exact is not None:
        yield from (match.span() for match in exact.finditer(text))
    if max(map(len, words), default=0) < _SHORTEST:
        return
    for match in _token().finditer(text):
        yield match.start(), _RUN.match(text, match.end()).end()  # type: ignore[union-attr]


def _key_blocks(text: str) -> Iterator[Span]:
    """Private keys: from their first line to their last, or as far as a key goes that was cut short."""
    if "PRIVATE KEY" not in text:
        return
    at = 0
    ends = list(_KEY_END.finditer(text))
    starts = [end.start() for end in ends]
    for begin in _KEY_BLOCK.finditer(text):
        if begin.start() < at:
            continue
        which = bisect_left(starts, begin.end())
        body = _KEY_BODY.match(text, begin.end())
        at = body.end() if body else begin.end()
        if which < len(ends) and starts[which] - begin.end() <= _LONGEST_KEY:
            at = max(at, ends[which].end())
        yield begin.start(), at
    for end in ends:
        if end.start() >= at:
            tail = _KEY_TAIL.search(text, max(at, end.start() - 4096), end.start())
            yield tail.start() if tail else end.start(), end.end()
        at = max(at, end.end())


def _places(text: str, lower: str) -> Iterator[Span]:
    for sign, by_letters in _by_sign():
        if sign in lower:
            for letters, places in by_letters:
                for some in letters:
                    if some in lower:
                        for place in places:
                            yield from (match.span(1) for match in _place(place).finditer(text) if _counts(match.group(1)))
                        break
    if "basic" in lower:
        yield from (match.span(1) for match in _BASIC.finditer(text) if _is_pair(match.group(1)))
    if "cookie" in lower or "-b" in lower:
        for match in _COOKIES.finditer(text):
            which = 1 if match.group(1) else 2
            yield from _cookies(match.group(which), match.start(which))
    if "\"kty\"" in text:
        yield from (match.span(1) for match in _JWK.finditer(text))
    if "kind" in lower and _SECRET_KIND.search(text):
        yield from _secret_data(text)


def _counts(value: str) -> bool:
    """Whether what stands in the place of a secret is one, and no reference, number or word of prose."""
    value = value.rstrip(".,:;!?)*]}")
    return bool(value) and not refers(value) and not _CALL.match(value) and value.lower() not in _PROSE and not (value.isdigit() and len(value) < 4)


_CALL = re.compile(r"[A-Za-z_][\w.]{0,80}[(\[]")
_PROSE = frozenset("""header headers token tokens auth authentication authorization scheme schemes is are was the a an and or for with to of in on by from if when that this as not only see must should can
    will may be been has have required use used using via key keys value values access credentials credential password string strings format prefix type types user users level check checks missing
    failed error invalid none null bearer basic""".split())


def _is_pair(value: str) -> bool:
    """Whether the text is base64 of ``user:password``."""
    try:
        plain = base64.b64decode(value.replace("-", "+").replace("_", "/").rstrip("=") + "=" * (-len(value.rstrip("=")) % 4))
    except ValueError:
        return False
    return b":" in plain and all(32 <= byte < 127 or byte > 160 for byte in plain) or random(value, 20) and value.endswith("=")


def _cookies(text: str, at: int) -> Iterator[Span]:
    for match in _COOKIE.finditer(text):
        if match.group(1).lower() not in _COOKIE_ATTRIBUTES and not refers(match.group(2)):
            yield at + match.start(2), at + match.end(2)


def _secret_data(text: str) -> Iterator[Span]:
    """The values of a Kubernetes secret."""
    for block in _DATA.finditer(text):
        for match in _DATA_LINE.finditer(block.group(2)):
            if not refers(match.group(1)):
                yield block.start(2) + match.start(1), block.start(2) + match.end(1)
    for block in _DATA_JSON.finditer(text):
        for match in _JSON_VALUE.finditer(block.group(1)):
            yield block.start(1) + match.start(1), block.start(1) + match.end(1)
