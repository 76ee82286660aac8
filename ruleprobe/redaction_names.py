"""Whether a name is that of a secret, and whether a value is one or only refers to one (a leaf).

A name is read as words, in any style: ``DB_PASSWORD``, ``dbPassword``, ``db-password``, ``dbpassword``. Its
last word decides, past words that only tell one secret from another (``_OLD``, ``_PROD``, ``_B64``):
``token_count`` and ``password_file`` are no secrets.
"""
from __future__ import annotations

import re
from functools import lru_cache
from heapq import merge
from typing import Iterator, List, Tuple

# What a name is. PASSWORD and SECRET: any literal value is one. WEAK: only a value that looks made at random.
# KEY: only a long one. PHRASE: a dozen words. UUID: only a UUID.
NOTHING, PASSWORD, SECRET, WEAK, KEY, PHRASE, UUID = "", "password", "secret", "weak", "key", "phrase", "uuid"

# Some of these letters stand in every name that can be one of a secret, the last few at the end of a word. None begins
# as another does, and none overlaps itself.
_LETTERS = tuple("pass pwd bearer jwt secret token key cred auth sig psk salt hmac cookie mnemonic phrase kennwort contrase senha wachtwoord jsessionid phpsessid".split())
_FORMS = (("sonar", r"sonar.login"), ("pat", r"pat(?![a-z])"), ("sas", r"sas(?![a-z])"), ("sid", r"[_.]sid(?![a-z])"))
_HINTS = [(hint, re.compile(form)) for hint, form in (*zip(_LETTERS, _LETTERS), *_FORMS)]

_PASSWORDS = ("password", "passwd", "passphrase", "passcode", "passwort", "passwordd", "kennwort", "contrasena", "contraseña", "senha", "wachtwoord", "motdepasse", "pwd")
_SECRETS = ("secret", "token", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "encryptionkey", "signingkey", "masterkey", "sharedkey", "accountkey", "presharedkey")
_OWNERS = frozenset("""db ssh user usr root admin smtp mail imap pop email ftp sftp rpc sql my pg ldap wifi wlan store key keystore truststore http proxy login git become sudo vault redis mongo
    rabbit rabbitmq zip auth p12 pfx cert jks new old default guest service app api mysql postgres psql oracle bind bot account client server host router vpn jenkins sonar nexus docker registry
    spring jdbc datasource x sender master replication repl repository repo archive enc encrypt decrypt sign ansible connection plain ap ca priv
    web site backup backend unix system domain ad kerberos wp wordpress drupal magento tomcat jmx jms mq kafka elastic es grafana kibana zabbix splunk sys sap hana""".split())
_KEYS = frozenset("""api access secret private account auth encryption encrypt signing sign master shared preshared app application service storage subscription license licence deploy ssh hmac
    aes jwt client webhook admin write server session cookie crypto cipher decryption decrypt wallet root developer consumer integration product activation host function user rsa ecdsa ed25519 des
    gpg pgp tls ssl project team org bot ingest ingestion shared partner merchant seller device enrollment security functions iam oauth
    role aws gcp azure openai anthropic gemini mistral cohere groq stripe sendgrid mailgun twilio datadog sentry algolia mapbox maps google firebase rollbar segment amplitude mixpanel newrelic
    honeycomb pinecone supabase cloudflare heroku github gitlab npm pypi nuget docker slack discord telegram hf huggingface replicate deepl deepseek openrouter xai tavily serpapi""".split())
_OPEN_KEYS = frozenset("""public pub cache primary foreign sort partition hot registry cell row map object index group hash dict dictionary i18n translation lookup unique natural composite routing
    message event s3 issue config json data query react list item column field range node parent child record entity state action menu arrow shift ctrl alt meta enter escape return any press
    metric label annotation attribute option param header env storage_key property trans lang""".split())
_WEAK = frozenset("""pass credential credentials cred creds auth authorization sig signature hmac salt pat cookie cookies jwt bearer sas tokens secrets passwords keys apikeys jsessionid phpsessid""".split())
_COUNTED = frozenset("max min num number total count input output prompt completion cached reasoning used remaining avg mean per".split())
_NEUTRAL = frozenset("""old new prod production dev development test testing staging stage live sandbox local base value val text plain plaintext cleartext raw b64 base64 hex encoded str confirm
    confirmation again repeat current default backup primary secondary main data json env user dummy tmp temp bytes content contents literal""".split())
_WORD = re.compile(r"[A-ZÑ]+(?![a-zñ])|[A-ZÑ]?[a-zñ]+|[0-9]+")


def folded(text: str) -> str:
    """``text`` in lower case, as long as it is: each letter that a pattern takes for an ASCII one, its case aside, is that one."""
    if text.isascii():
        return text.lower()
    for letter, plain in (("\u0130", "i"), ("\u0131", "i"), ("\u017f", "s")):
        text = text.replace(letter, plain)
    return text.lower()


def hints(letters: str) -> Iterator[Tuple[int, int]]:
    """Where letters of a ``folded`` text stand that may be part of a secret's name, from left to right."""
    found = [form.finditer(letters) for hint, form in _HINTS if hint in letters]
    return merge(*map(_places, found)) if found else iter(())


def _places(matches: Iterator["re.Match[str]"]) -> Iterator[Tuple[int, int]]:
    return (match.span() for match in matches)


def may_name(text: str) -> bool:
    """Whether ``kind`` can be something for any word of the text."""
    letters = folded(text)
    return any(hint in letters for hint, _ in _HINTS)


@lru_cache(maxsize=8192)
def kind(name: str) -> str:
    """What a value under ``name`` is, if it is a literal."""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1] in _NEUTRAL or words[-1].isdigit()):
        words.pop()
    if not words:
        return NOTHING
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last.endswith(_PASSWORDS) or last == "psk" or last == "word" and before == "pass":
        return PASSWORD
    if last == "pass" and before in _OWNERS or last.endswith("pass") and last[:-4] in _OWNERS:
        return PASSWORD
    if last == "phrase" and before in ("pass", "seed", "recovery", "mnemonic") or last == "mnemonic":
        return PASSWORD if before == "pass" else PHRASE
    if before.endswith("sonar") and last == "login":
        return SECRET
    if last.endswith(_SECRETS):
        return WEAK if before in _COUNTED else SECRET
    return _keys(last, before) or (UUID if (before, last) == ("secret", "id") else _weak(words))


def _keys(last: str, before: str) -> str:
    if last != "key" and not (last.endswith("key") and last[:-3] in _KEYS):
        return NOTHING
    if before in _KEYS or last != "key":
        return SECRET
    return NOTHING if before in _OPEN_KEYS else KEY


def _weak(words: List[str]) -> str:
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in _WEAK or last in ("hash", "digest") and before.endswith(("password", "passwd", "pass")) or last == "sid" and before in ("connect", "session"):
        return WEAK
    return NOTHING


_ID = r"[A-Za-z_]\w{0,63}"
_REFERENCE = re.compile(
    r"\$(?:%(id)s|\d|[@*#?!]|\{[^}]{0,200}\}?.{0,200}|\(.{0,500})|%%(?:%(id)s%%|\(%(id)s\)[sdr]|[sdrfvq@]|\{.{0,200})|\{\{?.{0,500}|#\{.{0,300}|<[^<>]{0,200}>?|\[\[?[^\]]{0,200}\]?\]?"
    r"|@-|@{1,2}[a-z_]{1,60}|@[\w.~-]{0,200}[/.][\w./~-]{0,200}|\*{3,}.{0,4}|[xX]{3,}|[xX*._-]+|\.{3}.{0,20}|….{0,20}|-+|_+|[?]|:%(id)s|\.[a-z]{2,12}|(?:%%[sdr][:/@ .]?){1,8}"
    r"|!(?:Ref|Sub|GetAtt|vault|secret|env|ImportValue|Join|If|encrypted/pkcs1-oaep|reference)\b.{0,500}|(?i:env|file|vault|ssm|op|arn|keyring|ref\+\w{1,20}|awssm|gcpsm|kms|resolve|https?):.{0,500}"
    r"|(?i:process\.env|import\.meta|os\.environ|os\.getenv|getenv|system\.getenv|deno\.env|std::env|env\[|ENV\.|secrets\.|vars\.|var\.|local\.|module\.|steps\.|inputs\.|github\.|settings\.|config\.|self\.|this\.)\S{0,300}"
    r"|(?i:enc\[.{0,4000})|(?i:redacted|masked|hidden|omitted|removed|filtered|scrubbed|censored)"
    r"|(?i:str|string|bytes?|int|integer|number|float|bool|boolean|any|none|null|nil|undefined|void|unknown|never|true|false|yes|no|on|off|optional|required|nullable|self|this|input|text|varchar|char|uuid|date"
    r"|todo|tbd|n/?a|empty|inherit|include|omit|same-origin|readonly|forbidden|missing|unset|unchanged|generated|auto|automatic|random|write|read|admin|disabled|enabled|default|example|placeholder|value|basic|digest|bearer|jwt|oauth2?|saml|password|secret|token)"
    r"|(?i:(?:<|\[|\{)?(?:your|insert|enter|replace|put|add|paste|change|fill|todo|fixme|example|sample|placeholder)(?:[-_ ].{0,80})?|.{0,60}[-_ ]here|(?:the|my|a)[-_ ](?:secret|token|password|key|api[-_ ]key))"
    % {"id": _ID})
_PATH = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@ -]{1,40}){2,20}[/\\]?|(?:~|\.{1,2})[/\\].{0,200}|/[a-z][a-z0-9._-]{1,30}")
_FILE = re.compile(r"[\w./~-]{1,120}\.(?:txt|json|ya?ml|pem|key|crt|cer|cfg|conf|ini|env|toml|py|js|ts|tsx|go|rb|rs|java|sh|log|md|csv|xml|gpg|asc|pub|p12|pfx|jks|properties|tf|tfvars|html|sql|proto|lock)")
_DOTTED = re.compile(r"%s(?:(?:\.|::|->|\?\.)%s){1,8}" % (_ID, _ID))
IDENTIFIER = re.compile(_ID)
WORDY = re.compile(r"[A-Za-z]{1,40}(?:['’_./:+-][A-Za-z]{1,40}){0,12}")
_STEMS = re.compile(r"(?i)pass|token|secret|key|cred|auth|str|sign|hash|pwd|type|value|getter|func|result|class|prompt|input")
_FUNCTION_WORDS = frozenset("""a an the is are was be been must should can cannot will may not no your you my our their its this that these those to of for in on at with by from or and if when then than as it
    please enter use used using invalid required expected missing wrong incorrect least characters forgot reset change confirm new current""".split())
_UUID = re.compile(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VERSION = re.compile(r"(?i)v?\d{1,4}(?:[.:,x-]\d{1,6}){0,4}[a-z%]{0,3}|[a-z]{2,12}-?\d{1,5}(?:-[a-z]{1,8})?")
_CHANGES = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")


def refers(value: str) -> bool:
    """Whether a value only stands for a secret: a variable, a placeholder, a path, a type, a word of a setting."""
    if value.startswith("/") and _random(value, 24) and re.search("[+=]", value):
        return False
    return any(shape.fullmatch(value) for shape in (_REFERENCE, _FILE)) or _PATH.fullmatch(value) is not None and not _random_part(value)


def _random_part(path: str) -> bool:
    return any(len(part) >= 16 and random(part, 16) for part in re.split(r"[/\\]", path))


def is_dotted(value: str) -> bool:
    """Whether a value is a name inside another: ``args.token``, ``Type::Name``."""
    return _DOTTED.fullmatch(value) is not None


def related(value: str) -> bool:
    """Whether a name speaks of secrets or of code itself, as names of variables and types do."""
    return _STEMS.search(value) is not None


def is_prose(value: str) -> bool:
    """Whether a quoted text is a sentence."""
    words = re.findall(r"[A-Za-z']+", value[:400].lower())
    return " " in value.strip() and len(words) >= 2 and any(word in _FUNCTION_WORDS for word in words)


def is_validation(value: str) -> bool:
    """Whether a quoted text says what a value must be, as frameworks' rules do."""
    return "|" in value and value.startswith(("required", "nullable", "string", "sometimes", "min:", "confirmed"))


def is_uuid(value: str) -> bool:
    return _UUID.fullmatch(value) is not None


def random(value: str, least: int = 8) -> bool:
    """Whether a value looks made at random: letters with digits in it, or letters in no word's order."""
    return len(value) >= least and _VERSION.fullmatch(value) is None and _random(value, least)


def _random(value: str, least: int) -> bool:
    value = value[:_LOOKED_AT]
    if len(value) < least or _SPACE.search(value):
        return False
    digits = len(value) - len(value.translate(_NO_DIGITS))
    letters = len(value) - len(value.translate(_NO_LETTERS))
    if letters >= 2 and digits or digits >= max(least, 12):
        return True
    if _MARKS.search(value, 1) and letters >= 3:
        return True
    return letters >= 12 and len(_CHANGES.findall(value)) * 4 >= letters


_LOOKED_AT = 256
_SPACE = re.compile(r"\s")
_MARKS = re.compile(r"[!@#$%^]")
_NO_DIGITS = {ord(char): None for char in "0123456789"}
_NO_LETTERS = {ord(char): None for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"}
