"""Secrets on command lines: what an option or an operand of a program is, by place (a leaf but for names).

A line is read as words between white space, one after the other, remembering the program last named; quotes
and brackets around a word are passed over, so that a command inside a script, a JSON list or a sentence is
read too. ``ROWS`` says what each program's options hold:

``joined`` the rest of the word (``-pSECRET``); ``value`` the rest or the next word; ``pair`` the same, after
its first colon (``user:SECRET``); ``percent`` and ``comma`` after that sign; ``passarg`` after ``pass:``;
``flag`` nothing, although its name says so (psql's ``--password`` asks). A number is the place of an operand.

Known misses: options in a variable, a program under another name.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from . import redaction_names as names

Span = Tuple[int, int]
Row = Tuple[str, str, Dict[str, str]]

# Programs, a word that must have stood before (or ""), and what its options or operands hold.
ROWS: Tuple[Row, ...] = (
    ("mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlsh mysqlslap mariadb mariadb-dump mariadb-admin", "", {"-p": "joined", "--password": "flag"}),
    ("mysqladmin mariadb-admin", "password", {"1": "value"}),
    ("psql pg_dump pg_restore pg_dumpall pg_basebackup pg_isready createdb createuser dropdb pgcli vacuumdb", "", {"--password": "flag", "-W": "flag"}),
    ("mycli sshpass mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop cqlsh cypher-shell rabbitmqadmin couchbase-cli rdesktop evil-winrm psexec psexec.exe"
     " beeline snowsql impala-shell sqoop hydra medusa ncrack crackmapexec netexec nxc smbmap twine yt-dlp youtube-dl ncftp ncftpput ncftpget websocat", "", {"-p": "value"}),
    ("docker podman nerdctl buildah skopeo crane oras helm az oc heroku npm flux argocd tkn ibmcloud cf", "login", {"-p": "value"}),
    ("curl curlie", "", {"-u": "pair", "--user": "pair", "-U": "pair", "--proxy-user": "pair", "-E": "pair", "--cert": "pair", "--oauth2-bearer": "value"}),
    ("http https httpie xh xhs", "", {"-a": "pair", "--auth": "pair"}),
    ("ab", "", {"-A": "pair", "-P": "pair"}),
    ("redis-cli valkey-cli keydb-cli redis-benchmark", "", {"-a": "value"}),
    ("ldapsearch ldapadd ldapmodify ldapdelete ldappasswd ldapwhoami ldapcompare ldapmodrdn ldapexop", "", {"-w": "value", "-s": "flag"}),
    ("ldappasswd", "", {"-w": "value", "-s": "value", "-a": "value"}),
    ("sqlcmd bcp osql mssql-cli ipmitool zip unzip zipcloak mosquitto_pub mosquitto_sub mosquitto_rr p4 tsql bsqldb freebcp", "", {"-P": "value"}),
    ("7z 7za 7zr 7zz rar unrar", "", {"-p": "joined", "-hp": "joined"}),
    ("smbclient rpcclient smbget net winexe smbcacls nmblookup wmiexec.py", "", {"-U": "percent", "--user": "percent"}),
    ("openssl", "", {"-k": "value", "-K": "value", "-pass": "passarg", "-passin": "passarg", "-passout": "passarg", "-password": "passarg"}),
    ("ssh-keygen", "", {"-N": "value", "-P": "value"}),
    ("plink pscp psftp putty plink.exe pscp.exe", "", {"-pw": "value"}),
    ("xfreerdp wlfreerdp sdl-freerdp cmdkey mstsc net", "", {"/p:": "joined", "/pass:": "joined"}),
    ("security", "", {"-w": "value", "-p": "value"}),
    ("snmpwalk snmpget snmpset snmpbulkwalk", "", {"-A": "value", "-X": "value", "-c": "value"}),
    ("rabbitmqctl", "add_user", {"2": "value"}), ("rabbitmqctl", "change_password", {"2": "value"}),
    ("net net.exe", "user", {"2": "value"}),
    ("net net.exe", "use", {"3": "value"}),
    ("htpasswd", "", {"-b": "3", "-cb": "3", "-bc": "3", "-bB": "3", "-Bb": "3", "-bm": "3", "-mb": "3", "-cBb": "3", "-Bbc": "3", "-bcB": "3", "-nb": "2", "-bn": "2", "-nbB": "2", "-bnB": "2",
                      "-nBb": "2", "-Bbn": "2"}),
    ("vault", "login", {"1": "value"}), ("vault bao", "put", {"=": "value"}), ("vault bao", "write", {"=": "value"}),
    ("gh glab", "secret", {"-b": "value", "--body": "value"}), ("glab", "variable", {"--value": "value", "-v": "value"}),
    ("fly flyctl wrangler", "secrets", {"=": "value"}),
    ("aws", "", {"--secret-string": "value", "--secret-binary": "value"}), ("aws", "put-parameter", {"--value": "value"}),
    ("az", "secret", {"--value": "value"}),
    ("nuget dotnet", "push", {"-k": "value"}), ("choco", "apikey", {"-k": "value"}),
    ("vercel doctl codecov uv now", "", {"-t": "value"}),
    ("cargo", "login", {"1": "value"}), ("snyk", "auth", {"1": "value"}), ("ngrok", "add-authtoken", {"1": "value"}), ("ngrok", "authtoken", {"1": "value"}), ("wandb", "login", {"1": "value"}),
    ("cloudflared", "install", {"1": "value"}), ("tailscale", "up", {"--authkey": "value", "--auth-key": "value"}),
    ("poetry", "config", {"3": "value"}), ("composer", "config", {"3": "value"}),
    ("wpa_passphrase", "", {"2": "value"}),
    ("lftp", "", {"-u": "comma"}),
    ("sendemail", "", {"-xp": "value"}), ("swaks", "", {"-ap": "value"}),
    ("schtasks", "", {"/rp": "value"}),
    ("useradd usermod", "", {"-p": "value"}),
    ("nmcli", "", {"password": "word", "psk": "word"}),
)
# A verb after which a name and its value stand side by side.
SETTERS = frozenset("ENV setx setenv set config configure user-secrets config:set secrets:set setEnv secret:set".split())
_ALWAYS = frozenset("ENV setx setenv".split())
_NAMED = (names.PASSWORD, names.SECRET, names.KEY, names.WEAK)

_PROGRAMS: Dict[str, List[Tuple[str, Dict[str, str]]]] = {}
for _names, _needs, _options in ROWS:
    for _name in _names.split():
        _PROGRAMS.setdefault(_name, []).append((_needs, _options))

_WORD = re.compile(r"\S+")
_OPTION = re.compile(r"(--?[A-Za-z][A-Za-z0-9_.-]{0,60}|/[A-Za-z]{1,8}:?)([=:]?)")
_AROUND = "\"'`()[]{},"
_QUOTED = re.compile(r"([\"'])(.{1,2000}?)\1")
_BARE = re.compile(r"[^\s\"'`|;<>]{1,2000}")
_STOPS = frozenset("""flag flags option options argument arguments parameter parameters switch switches is and or to for in on with if when value values must should can cannot will not as from instead was were has
    the a an be are which that by of at but it only then does do also without because so than via""".split())


def spans(text: str, words: Sequence[str]) -> Iterator[Span]:
    """The places of secrets in the command lines of ``text``; ``words`` is the text split."""
    if not _may_tell(words):
        return
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if _may_tell(text[at:end].split()):
            yield from _Line(text, at, end).spans()
        at = end + 1


# What a word may have to do with a secret: enough by itself; a program whose options only tell of one, and an option;
# a setter, and the name of a secret.
_TELLS, _ASKS, _OPTS, _SETS, _NAMES = 1, 2, 4, 8, 16
_SHORT = 64


def _may_tell(words: Sequence[str]) -> bool:
    """Whether words of a text have to do with a secret; where none have, ``_Line`` finds nothing."""
    weigh = _weight if max(map(len, words), default=0) <= _SHORT else _weight.__wrapped__
    found = 0
    for weight in set(map(weigh, words)):
        found |= weight
    return found & _TELLS != 0 or found & (_ASKS | _OPTS) == _ASKS | _OPTS or found & (_SETS | _NAMES) == _SETS | _NAMES


@lru_cache(maxsize=8192)
def _weight(word: str) -> int:
    """What a word has to do with a secret, read as ``_Line`` reads it."""
    plain = word.lstrip(_AROUND + "$")
    option = _OPTION.match(plain)
    weight = 0 if option is None else _OPTS | (_TELLS if _own_form(option.group(1)) else 0)
    if option is not None and plain[0] == "-":
        return weight
    plain = plain.rstrip(_AROUND)
    rows = _PROGRAMS.get(plain.rpartition("/")[2])
    if rows is not None:
        return weight | (_ASKS if all(key[0] in "-/" for _, options in rows for key in options) else _TELLS)
    return weight | (_SETS if plain in SETTERS else 0) | (_NAMES if names.kind(plain) in _NAMED else 0)


def _own_form(name: str) -> Optional[str]:
    """What an option holds by its own name, whoever reads it."""
    if name == "--from-literal":
        return "literal"
    if name[0] != "-" or len(name) <= 3 or name.endswith("s") and not name.endswith("ss"):
        return None
    kind = names.kind(name)
    if kind in (names.PASSWORD, names.SECRET):
        return "value"
    if kind == names.WEAK:
        return "value" if name.strip("-") in ("pass", "sas", "pat", "jwt") else "auth" if name.strip("-") == "auth" else "weak"
    return "key" if kind == names.KEY else None


class _Line:
    """One line's words, read from left to right."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.rows: List[Tuple[str, Dict[str, str]]] = []
        self.seen: List[str] = []
        self.setter = ""

    def spans(self) -> Iterator[Span]:
        done = self.start
        for match in _WORD.finditer(self.text, self.start, self.end):
            if match.start() < done:
                continue
            for span in self._word(match.group(), match.start()):
                done = max(done, span[1])
                yield span
            if match.group()[-1] in "|;&" or match.group() in ("&&", "||"):
                self.rows, self.seen, self.setter = [], [], ""

    def _word(self, word: str, at: int) -> Iterator[Span]:
        plain = word.lstrip(_AROUND + "$")
        at += len(word) - len(plain)
        if plain[:1] in ("-", "/") and _OPTION.match(plain):
            found = self._option(plain, at)
            if found is not None:
                yield found
            if plain[0] == "-":
                return
        plain = plain.rstrip(_AROUND)
        name = plain.rpartition("/")[2]
        if name in _PROGRAMS:
            self.rows, self.seen = _PROGRAMS[name], []
            return
        yield from self._operand(plain, at)

    def _operand(self, plain: str, at: int) -> Iterator[Span]:
        if self.setter and "=" not in plain and names.kind(plain) in _NAMED:
            yield from self._kept(self._next(at + len(plain)), self.setter not in _ALWAYS)
        elif plain in SETTERS:
            self.setter = plain
        if self.rows:
            self.seen = self.seen[-7:] + [plain]
            for options in self._options():
                yield from self._kept(self._place(options, plain, at))

    def _options(self) -> Iterator[Dict[str, str]]:
        for needs, options in self.rows:
            if not needs or needs in self.seen:
                yield options

    def _place(self, options: Dict[str, str], plain: str, at: int) -> Optional[Span]:
        """The word's own span where it stands in the place of a secret."""
        if options.get(plain) == "word":
            return self._next(at + len(plain))
        if "=" in options and "=" in plain:
            return at + plain.index("=") + 1, at + len(plain)
        needs = next((needs for needs, row in self.rows if row is options), "")
        count = len(self.seen) - (self.seen.index(needs) + 1 if needs else 0)
        return (at, at + len(plain)) if str(count) in options else None

    def _option(self, plain: str, at: int) -> Optional[Span]:
        """The span of what an option holds, if that is a secret."""
        match = _OPTION.match(plain)
        assert match is not None
        name, sign = match.group(1), match.group(2)
        form = self._form(name, plain)
        if form is None or form == "flag":
            return None
        if form.isdigit():
            return self._told(self._after(int(form), at + len(plain)), "value", False)
        short = next((n for n in (name[:3], name[:2]) if len(name) > len(n) and not sign and n in self._known()), "")
        if name not in self._known() and short and form == self._known()[short]:
            begin = at + len(short)
        elif sign or plain[match.end():].strip(_AROUND):
            begin = at + match.end()
        elif form == "joined":
            begin = at + len(name)
        else:
            return self._told(self._next(at + len(plain)), form, True)
        return self._told(self._at(begin), form, False)

    def _known(self) -> Dict[str, str]:
        known: Dict[str, str] = {}
        for options in self._options():
            known.update(options)
        return known

    def _form(self, name: str, plain: str) -> Optional[str]:
        known = self._known()
        if name in known:
            return known[name]
        if not name.startswith("--"):
            for length in (3, 2):
                if name[:length] in known and known[name[:length]] in ("joined", "value", "pair", "percent", "comma") and len(name) > length:
                    return known[name[:length]]
            if name[1:].isalpha() and len(name) <= 8 and known.get("-" + name[-1]) in ("value", "pair"):
                return known["-" + name[-1]]  # a cluster of flags before it: curl -sSu
        return _own_form(name)

    def _told(self, span: Optional[Span], form: str, apart: bool) -> Optional[Span]:
        """The part of a value that is the secret; nothing where it only refers to one."""
        if span is None:
            return None
        start, end = span
        value = self.text[start:end]
        if apart and (value.startswith("-") or value.lower() in _STOPS) or value.startswith(("id=", "type=", "src=")):
            return None
        for wanted, sign in (("pair", ":"), ("auth", ":"), ("percent", "%"), ("comma", ",")):
            if form == wanted and sign in value[:200]:
                start += value.index(sign) + 1
            elif form == wanted and not (form == "auth" and names.random(value)):
                return None
        if form == "passarg":
            if not value.startswith("pass:"):
                return None
            start += 5
        if form == "literal":
            start += value.find("=") + 1
        value = self.text[start:end]
        if form in ("weak", "key") and not names.random(value, 8 if form == "weak" else 16):
            return None
        return (start, end) if value and not names.refers(value) else None

    def _kept(self, span: Optional[Span], doubtful: bool = False) -> Iterator[Span]:
        value = self.text[span[0]:span[1]] if span else ""
        if span and value and not names.refers(value) and not value.startswith("-") and value not in ("=", ":", "=>") and (not doubtful or names.random(value, 6)):
            yield span

    def _next(self, at: int) -> Optional[Span]:
        """The span of the value that begins after ``at``, past what closes a word."""
        while at < self.end and self.text[at] in _AROUND + " \t":
            if self.text[at] in "\"'" and at + 1 < self.end and self.text[at - 1] in " \t":
                break
            at += 1
        return self._at(at)

    def _at(self, at: int) -> Optional[Span]:
        quoted = _QUOTED.match(self.text, at, self.end)
        if quoted:
            return quoted.span(2)
        if self.text[at:at + 1] in ("\"", "'") and at < self.end:
            at += 1
        bare = _BARE.match(self.text, at, self.end)
        if bare is None:
            return None
        value = bare.group().rstrip(",)]}")
        return (at, at + len(value)) if value else None

    def _after(self, count: int, at: int) -> Optional[Span]:
        """The span of the ``count``-th word after ``at``."""
        for index, match in enumerate(_WORD.finditer(self.text, at, self.end)):
            if index == count - 1:
                return self._at(match.start())
            if index > 8:
                break
        return None
