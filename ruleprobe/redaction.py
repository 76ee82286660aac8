"""Masking secrets in text that is about to be printed or written (a leaf).

``redact`` knows more than the detectors' exact shapes: vendors' tokens, private keys, passwords on command
lines, in URLs, headers, connection strings and netrc files, and values named password, token, secret or key
in any spelling. Only the value is masked, so that the context stays readable. A secret split by zero-width
characters, terminal escapes, escaped line ends or character escapes is found all the same.

It masks rather too much than too little of what looks like a secret, and leaves alone what only refers to
one: a variable, a call, a type, a file name, a word of prose.

Known misses: a secret without a shape, a name or a place of its own (a bare password in prose), one split
over several arguments, and encodings other than those above. Every pattern is linear: no repetition is
nested and every run is bounded.
"""
from __future__ import annotations

import re
from typing import Iterator, List, Sequence, Tuple

MASK = "[redacted]"
Span = Tuple[int, int]

# Vendors' tokens: shape alone is enough. One line an issuer.
TOKENS = (
    r"(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA|AGPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"gh[pousr]_[A-Za-z0-9]{30,255}", r"github_pat_\w{40,255}",
    r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct)-[A-Za-z0-9_.-]{16,128}", r"GR1348941[A-Za-z0-9_-]{20}",
    r"AT(?:ATT3|CTT3|BB|OT)[A-Za-z0-9_=-]{20,255}",
    r"npm_[A-Za-z0-9]{30,64}", r"pypi-[A-Za-z0-9_-]{50,255}", r"rubygems_[0-9a-f]{48}", r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    r"oy2[a-z0-9]{43}(?![a-z0-9])", r"dckr_[op]at_[A-Za-z0-9_-]{20,64}",
    r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}", r"whsec_[A-Za-z0-9+/=]{20,128}", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}",
    r"EAAA[A-Za-z0-9_-]{56,64}", r"shp(?:at|ss|ca|pa)_[A-Fa-f0-9]{32}", r"rzp_(?:live|test)_[A-Za-z0-9]{14,}",
    r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}", r"access-(?:sandbox|development|production)-[0-9a-f-]{36}",
    r"xox[abeoprs](?:\.xox[abeoprs])?-[A-Za-z0-9-]{10,255}", r"xapp-[0-9]-[A-Za-z0-9-]{20,255}",
    r"(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,100}", r"(?<=hooks\.slack\.com/workflows/)[A-Za-z0-9/]{20,120}",
    r"(?<=discord\.com/api/webhooks/)[0-9]{17,20}/[A-Za-z0-9_-]{60,90}", r"(?<=discordapp\.com/api/webhooks/)[0-9]{17,20}/[A-Za-z0-9_-]{60,90}",
    r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
    r"SK[0-9a-f]{32}(?![0-9a-f])", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}", r"key-[0-9a-f]{32}(?![0-9a-f])",
    r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9])",
    r"sk-(?:ant|proj|svcacct|admin|or|lf|None)-[A-Za-z0-9_-]{20,255}", r"sk-[A-Za-z0-9]{32,64}(?![A-Za-z0-9])", r"csk-[a-z0-9]{40,64}",
    r"hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])", r"gsk_[A-Za-z0-9]{40,64}", r"xai-[A-Za-z0-9]{60,100}", r"r8_[A-Za-z0-9]{37}", r"pplx-[A-Za-z0-9]{40,64}",
    r"nvapi-[A-Za-z0-9_-]{50,80}", r"tgp_v1_[A-Za-z0-9_-]{40,64}",
    r"AIza[A-Za-z0-9_-]{35}", r"ya29\.[A-Za-z0-9_-]{20,255}", r"GOCSPX-[A-Za-z0-9_-]{28}", r"1//0[A-Za-z0-9_-]{40,128}",
    r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}", r"do[opr]_v1_[a-f0-9]{64}", r"hv[sbr]\.[A-Za-z0-9_-]{20,255}",
    r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}", r"nfp_[A-Za-z0-9]{36,40}", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}",
    r"ntn_[A-Za-z0-9]{40,50}", r"secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])", r"sntry[su]_[A-Za-z0-9_=+/-]{40,255}", r"gl(?:c|sa)_[A-Za-z0-9_=+/]{32,255}",
    r"NR(?:AK|JS|II)-[A-Za-z0-9]{19,40}", r"dapi[0-9a-f]{32}", r"pul-[0-9a-f]{40}", r"fm[12]_[A-Za-z0-9+/=]{40,255}", r"fo1_[A-Za-z0-9_-]{40,64}",
    r"sbp_[0-9a-f]{40}", r"sb_secret_[A-Za-z0-9_-]{20,64}", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}", r"fig[du]_[A-Za-z0-9_-]{36,64}",
    r"pat-(?:na|eu)[0-9]-[0-9a-f-]{36}", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,64}",
    r"HRKU-[A-Za-z0-9_-]{36,70}", r"ops_eyJ[A-Za-z0-9_-]{50,2000}", r"CCIPAT_[A-Za-z0-9_]{40,80}", r"bk(?:ua|aj|ct)_[A-Za-z0-9]{36,60}", r"sq[apu]_[0-9a-f]{40}",
    r"(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", r"EZ[AT]K[A-Za-z0-9]{54}", r"tskey-(?:auth|api|client)-[A-Za-z0-9-]{16,80}",
    r"AGE-SECRET-KEY-1[0-9A-Z]{58}", r"eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000})?",
)

_KEY_BLOCK = re.compile(r"-----BEGIN ((?:[A-Z0-9]{1,20} ){0,3})PRIVATE KEY( BLOCK)?-----")
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----")

_NAME = (r"(?:pass(?:word|wd|phrase|code)|(?<![A-Za-z])(?:pass|pwd)|(?<=[_a-z])(?:Pass|PASS|PWD|Pwd|_pass|_pwd)|secret|token|api[_-]?key|access[_-]?key"
         r"|private[_-]?key|secret[_-]?key|account[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|master[_-]?key|client[_-]?secret|credentials?"
         r"|apikey|authtoken|(?<![A-Za-z])sig|signature|(?<![A-Za-z])auth)")
_QUOTED = r"\\?\"(?:[^\"\\\n]|\\[^\"\n]){1,512}\\?\"|\\?'(?:[^'\\\n]|\\[^'\n]){1,512}\\?'"
_BARE = r"[^\s\"'`,;&|<>(){}\[\]\\]{1,512}"
_KEYED = re.compile(r"(?i:(%s))(\\?[\"']?\]?)([ \t]{0,3}(?:=>|:=|[:=])[ \t]{0,3})(%s|%s\(?)" % (_NAME, _QUOTED, _BARE))
_OPTION = re.compile(r"(?<![\w-])--?(?:[A-Za-z0-9]{1,20}-){0,3}(?i:password|passwd|passphrase|pass|token|secret|api-?key|access-?key|secret-?key"
                     r"|client-?secret|auth-?token|account-?key|private-?token|with-token)[ =]{1,3}(%s|%s)" % (_QUOTED, r"[^\s\"'`;&|<>]{1,512}"))

# A place that holds a secret, whatever it is called. One group: the secret.
_PLACES = tuple(re.compile(pattern) for pattern in (
    r"(?i)\b(?:proxy-)?authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:(?:bearer|basic|token|digest|negotiate|apikey|bot|key)\s{1,3})?([^\s\"'`,;]{4,4096})",
    r"(?i)\b(?:bearer|basic)\s{1,3}([A-Za-z0-9._~+/=-]{16,4096})",
    r"(?i)\b(?:set-)?cookie[\"']?\s{0,3}:\s{0,3}([^\"'\n]{4,4096})",
    r"(?i)\b(?:x-[a-z-]{0,30}(?:key|token|secret|signature)|private-token|job-token|api-key)[\"']?\s{0,3}:\s{0,3}[\"']?([^\s\"'`,;]{4,512})",
    r"\b[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s/@:\"'`<>]{0,256}:([^\s/@\"'`<>]{1,512})@",
    r"(?i)\bhttps?://([A-Za-z0-9_-]{20,256})@[a-z0-9]",
    r"(?i)[?&;](?:[a-z0-9_.-]{0,40}(?:token|secret|key|password|passwd|pwd|signature|sig|credential)|code|auth)=([^\s&\"'`<>#;]{4,1024})",
    r"(?i)\bmachine\s{1,4}\S{1,256}\s{1,4}login\s{1,4}\S{1,256}\s{1,4}password\s{1,4}(\S{1,256})",
    r"(?i)\blogin\s{1,4}\S{1,256}\s{1,4}password\s{1,4}(\S{1,256})",
    r"(?i)\bidentified\s{1,4}by\s{1,4}[\"']([^\"'\n]{1,256})[\"']",
    r"\bcurl\b[^\n|;&]{0,512}?\s(?:-u|--user|-U|--proxy-user)[ =]?[\"']?[^\s:\"']{1,128}:([^\s\"'|;&]{1,256})",
    r"\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mysqlimport)\b[^\n|;&]{0,256}?\s-p([^\s\"'|;&]{1,256})",
    r"\bmysql(?:dump|admin|import)?\b[^\n|;&]{0,256}?\s-p[\"']([^\"'\n]{1,256})[\"']",
    r"\bsshpass\s{1,3}-p\s{0,3}[\"']?([^\s\"']{1,256})",
    r"\b(?:docker|podman|helm|nerdctl|oras|crane|skopeo|az|oc|heroku|npm)\b[^\n|;&]{0,128}?\blogin\b[^\n|;&]{0,256}?\s-p[ =]{1,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\bredis-cli\b[^\n|;&]{0,256}?\s-a\s{1,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\bmongo(?:sh|dump|restore|export|import)?\b[^\n|;&]{0,256}?\s-p\s{1,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\b(?:sqlcmd|bcp|zip|unzip)\b[^\n|;&]{0,256}?\s-P\s{0,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\b7z[a]?\b[^\n|;&]{0,256}?\s-p([^\s\"'|;&]{1,256})",
    r"\bldap(?:search|add|modify|delete|passwd)\b[^\n|;&]{0,256}?\s-w\s{0,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\bhtpasswd\b[^\n|;&]{0,64}?\s-[A-Za-z]{0,6}b[A-Za-z]{0,6}\s{1,3}\S{1,256}\s{1,3}\S{1,128}\s{1,3}[\"']?([^\s\"'|;&]{1,256})",
    r"\bsmbclient\b[^\n|;&]{0,256}?\s-U\s{0,3}[\"']?[^\s%\"']{1,128}%([^\s\"'|;&]{1,256})",
    r"\bpass:([^\s\"'|;&]{1,256})",
    r"\bsqlplus\b[^\n|;&]{0,64}?\s[^\s/]{1,64}/([^\s@]{1,128})@",
    r"(?i)\b_(?:auth|authToken|password)\s{0,3}=\s{0,3}[\"']?([^\s\"']{4,512})",
))

_REFERENCE = re.compile(
    r"[$%@#]|\{|<|\*{3,}|x{3,}\Z|\.{3}|…|\[redacted|redacted\b|!|/(?!/)[\w.-]+/|\.{0,2}/|~/|file:|env:|vault:|secretKeyRef|process\.env|os\.environ|getenv|"
    r"(?:str|string|bytes|int|bool|boolean|number|any|none|null|nil|undefined|true|false|optional|required|self|this|input|None)\b", re.I)
_DOTTED = re.compile(r"[A-Za-z_]\w{0,64}(?:\.[A-Za-z_]\w{0,64}){1,6}\Z")
_PLAIN = re.compile(r"[a-z]{1,32}\Z")
_IDENTIFIER = re.compile(r"[A-Za-z_]{1,64}\Z")
_TOKEN = re.compile("(?<![A-Za-z0-9])(?:%s)" % "|".join(TOKENS))

# Characters that hide inside a secret without changing how it is read.
_SPLITTERS = re.compile(
    "\x1b\\[[0-9;?]{0,32}[A-Za-z]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]"
    "|\\\\\r?\n[ \t]{0,16}|\\\\u00[2-7][0-9A-Fa-f]|\\\\x[2-7][0-9A-Fa-f]|%[2-7][0-9A-Fa-f]")


def redact(text: str, exact: Sequence[str] = ()) -> str:
    """``text`` with every secret value masked. ``exact`` are further patterns whose whole match is one."""
    spans = list(_spans(text, exact))
    plain, places = _joined(text)
    if plain != text:
        spans += [(places[start], places[end - 1] + 1 if end else 0) for start, end in _spans(plain, exact)]
    return _mask(text, spans)


def _mask(text: str, spans: List[Span]) -> str:
    out, at = [], 0
    for start, end in sorted(spans):
        if end <= at:
            continue
        if start >= at:
            out.append(text[at:start] + MASK)
        at = end
    return "".join(out) + text[at:]


def _joined(text: str) -> Tuple[str, Sequence[int]]:
    """The text as it reads once splitters are gone, and the place in ``text`` of each of its characters."""
    if _SPLITTERS.search(text) is None:
        return text, ()
    out: List[str] = []
    places: List[int] = []
    at = 0
    for match in _SPLITTERS.finditer(text):
        out.append(text[at:match.start()])
        places.extend(range(at, match.start()))
        char = _decoded(match.group())
        if char:
            out.append(char)
            places.append(match.end() - 1)
        at = match.end()
    out.append(text[at:])
    places.extend(range(at, len(text)))
    return "".join(out), places


def _decoded(piece: str) -> str:
    if piece[:2] in ("\\u", "\\x") or piece[0] == "%":
        return chr(int(piece[-2:], 16))
    return ""


def _spans(text: str, exact: Sequence[str]) -> Iterator[Span]:
    yield from _key_blocks(text)
    for pattern in exact:
        yield from (match.span() for match in re.finditer(pattern, text))
    yield from (match.span() for match in _TOKEN.finditer(text))
    for place in _PLACES:
        yield from (match.span(1) for match in place.finditer(text) if not _refers(match.group(1)))
    for match in _OPTION.finditer(text):
        yield from _value(match.group(1), match.start(1), False)
    for match in _KEYED.finditer(text):
        yield from _value(match.group(4), match.start(4), _is_prose(text, match))


def _key_blocks(text: str) -> Iterator[Span]:
    for begin in _KEY_BLOCK.finditer(text):
        end = _KEY_END.search(text, begin.end())
        yield begin.start(), end.end() if end else len(text)


def _value(value: str, at: int, prose: bool) -> Iterator[Span]:
    """The span of a named value less its quotes, unless it only refers to a secret."""
    inner = value.strip("\\").strip("\"'")
    quoted = inner != value
    inner = inner.rstrip("\\")
    if not inner or _refers(inner) or not quoted and (value.endswith("(") or _DOTTED.match(inner) or prose and _PLAIN.match(inner)):
        return
    start = at + value.index(inner)
    yield start, start + len(inner)


def _refers(value: str) -> bool:
    return _REFERENCE.match(value) is not None


def _is_prose(text: str, match: "re.Match[str]") -> bool:
    """Whether a bare word after a name reads as code or prose rather than as a setting.

    ``key: word`` is a setting only at the start of a line; ``key=word`` with a lower-case name whose
    value is another name (``token=auth_token``) is a call's argument.
    """
    name, sign, value = match.group(1), match.group(3), match.group(4)
    if "=" in sign:
        named = re.search("pass|secret|token|key|cred|auth", value, re.I) is not None
        spaced = sign != "="
        return bool(_IDENTIFIER.match(value)) and not name.isupper() and (named or spaced)
    line = text.rfind("\n", 0, match.start()) + 1
    before = text[max(line, match.start() - 80):match.start()].strip(" \t-\"'_")
    rest = text[match.end():match.end() + 200].partition("\n")[0].strip(" \t,")
    return bool(rest) or " " in before

