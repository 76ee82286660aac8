"""The six shipped detectors, which mean the same in every repository (FR-8).

Each reads the shared events and the one shared parse, fires on what certainly happened, and stays
silent where the words do not say. ``common.yaml`` holds the twins of those the matchers can say.
``SECRET_PATTERNS`` is read by others from this file's syntax tree: a plain list of literal patterns.
"""
from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from .. import git
from ..events import Event, did_run, hit, input_of, text_of
from ..git_options import HOOK_VARIABLES
from ..registry import Detector
from ..shell import Command, Context, Parsed
from ..tools import FILE_TOOLS
from ..words import is_literal
from ..written import OUTPUT, TO_TERMINAL, by_commands, by_tool, model_name, operands

# Exact token shapes only: each begins with the literal its issuer puts there.
SECRET_PATTERNS = [
    r"AKIA[0-9A-Z]{16}(?![0-9A-Za-z])",
    r"ASIA[0-9A-Z]{16}(?![0-9A-Za-z])",
    r"ghp_[A-Za-z0-9]{36}",
    r"gho_[A-Za-z0-9]{36}",
    r"ghu_[A-Za-z0-9]{36}",
    r"ghs_[A-Za-z0-9]{36}",
    r"ghr_[A-Za-z0-9]{36}",
    r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
    r"glpat-[A-Za-z0-9_-]{20}",
    r"xoxb-[0-9]{8,}-[0-9A-Za-z-]{16,}",
    r"xoxp-[0-9]{8,}-[0-9A-Za-z-]{16,}",
    r"sk_live_[0-9A-Za-z]{20,}",
    r"rk_live_[0-9A-Za-z]{20,}",
    r"AIza[0-9A-Za-z_-]{35}",
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}",
    r"sk-ant-[a-z]+[0-9]+-[A-Za-z0-9_-]{32,}",
    r"sk-proj-[A-Za-z0-9_-]{40,}",
    r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    r"hf_[A-Za-z]{34}(?![A-Za-z])",
    r"dop_v1_[a-f0-9]{64}",
    r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    r"-----BEGIN (?:RSA |EC |DSA |OPENSSH |ENCRYPTED )?PRIVATE KEY-----",
    r"-----BEGIN PGP PRIVATE KEY BLOCK-----",
]

Pairs = List[Tuple[int, Optional[str]]]

_CAT = re.compile(rb"cat(?<!\$\(cat)(?![A-Za-z0-9_])")  # outside a substitution
_NO_OPTION = re.compile(b"-(?<![A-Za-z0-9-]-)[A-Za-z0-9-]*n")  # perhaps in a cluster
_NO_HOOKS = [name.encode() for name in ("GIT_CONFIG", *HOOK_VARIABLES)]

_HELP = ("--help", "--version")

# Expressions of find that narrow what it lists, bound it, or make it list nothing.
_FIND_PLAIN = ("-print", "-print0", "-ls", "-a", "-and", "-o", "-or", "-follow", "-xdev", "-mount", "-depth", "-noleaf",
               "(", ")", "-H", "-L", "-P")
_FIND_PLAIN_WITH_VALUE = ("-type", "-xtype", "-printf")


def whole_file_cat(events: List[Event], ctx: Context) -> Pairs:
    """Counts commands that print a whole file with ``cat``.

    Fires on: ``cat FILE…`` with its output going to the agent, whatever stands in front of it
    (a path, ``sudo``, ``env``, ``bash -c``) and wherever its errors go.
    Undecided: operands that are expansions, substitutions or globs; these are no hits.
    Known misses: ``cat < FILE``, ``head -n 99999 FILE``, a pipe that filters nothing, ``cat`` inside ``$( )``.
    Example: ``cat src/app.py``
    """
    return _bash(ctx, _prints_whole_file)


def unfiltered_find(events: List[Event], ctx: Context) -> Pairs:
    """Counts ``find`` commands that list a whole tree.

    Fires on: a ``find`` whose expression neither narrows (by name, path, depth, age, size, …) nor acts,
    and whose output goes to the agent.
    Undecided: any word that is an expansion, a substitution or a glob; these are no hits.
    Known misses: a narrowing that narrows nothing (``-name '*'``), ``ls -R``, ``find`` inside ``$( )``.
    Example: ``find . -type f``
    """
    return _bash(ctx, _lists_whole_tree)


def no_verify(events: List[Event], ctx: Context) -> Pairs:
    """Counts git commands that skip the repository's hooks.

    Fires on: ``--no-verify`` in every spelling of the subcommands that have it (clusters such as
    ``commit -anm``, abbreviations), ``-c core.hooksPath=…``, and ``HUSKY=0`` and the like in front of
    a subcommand whose hooks would have run.
    Undecided: options in a variable; these are no hits.
    Known misses: a git alias, hooks switched off in an earlier command, git inside ``$( )``.
    Example: ``git commit --no-verify -m wip``
    """
    return _bash(ctx, _skips_hooks)


def secret_in_write(events: List[Event], ctx: Context) -> Pairs:
    """Counts writes whose text holds a secret's exact shape.

    Fires on: the text of ``Write``, ``Edit``, ``MultiEdit`` and ``NotebookEdit``; a heredoc, or literal text
    of ``echo`` and ``printf``, that a command writes into a file by redirection or ``tee``.
    Known misses: secrets without a shape of their own, text split over several writes, text written by a
    script, a write the person changed before accepting it.
    Example: a ``Write`` whose content holds a cloud access key id.
    """
    pairs = [hit(event) for event in _file_calls(events, ctx) if did_run(event) and _any_secret(by_tool(event))]
    return pairs + _bash(ctx, _writes_secret)


def compact(events: List[Event], ctx: Context) -> Pairs:
    """Counts compactions of the conversation.

    Fires on: each ``compact`` event, keyed by its turn.
    Known misses: runtimes and versions that leave no trace of one.
    Example: a ``/compact``.
    """
    return [hit(events[at], tool_use_id=False) for at in ctx.places.kinds.get("compact", ())]


def model_switch(events: List[Event], ctx: Context) -> Pairs:
    """Counts changes of the model that answers within a session.

    Fires on: an answer by another model than the answer before it, keyed by its turn. A dated release,
    a ``latest`` alias and a context-window mark are the same model.
    Known misses: runtimes that do not record the model; a switch and back between two answers.
    Example: an answer by one model after an answer by another.
    """
    pairs: Pairs = []
    last = ""
    for event in map(events.__getitem__, ctx.places.kinds.get("assistant_text", ())):
        if event.get("sidechain"):
            continue
        model = model_name(text_of(event.get("model")))
        if model and last and model != last:
            pairs.append(hit(event, tool_use_id=False))
        last = model or last
    return pairs


def redact(text: str, start: int = 0, end: Optional[int] = None) -> str:
    """``text``, or its part from ``start`` to ``end``, with every secret in it masked.

    The only way transcript text is printed or written (AD-13).
    """
    from .. import redaction  # its patterns take as long to compile as all others: only what is printed needs them

    return redaction.redact(text, _exact(), start, end)


def redact_named(name: str, text: str) -> str:
    """``text`` redacted as what stands under ``name``: the whole of it where that is the name of a secret."""
    from .. import redaction

    masked = redact(text)
    if masked == text and redaction.may_name(name) and redact(json.dumps({name: text})) == json.dumps({name: redaction.MASK}):
        return redaction.MASK
    return masked


def _bash(ctx: Context, question: Any) -> Pairs:
    """A hit for each command that ran and of which the answer to ``question`` is yes."""
    return [hit(parsed.event) for parsed in _asked(ctx, question)]


def _asked(ctx: Context, question: Any) -> List[Parsed]:
    """The commands that ran and of which the answer to ``question`` is yes.

    All questions are asked of a command at once: of most none is, and that is known of its text.
    """
    if _answers not in ctx.memo:
        found: Dict[Any, List[Parsed]] = {}
        for parsed in ctx.bash:
            for asked in parsed.answer(_answers, _answers):
                if did_run(parsed.event):
                    found.setdefault(asked, []).append(parsed)
        ctx.memo[_answers] = found
    asked_of: List[Parsed] = ctx.memo[_answers].get(question, [])
    return asked_of


def _answers(parsed: Parsed) -> List[Any]:
    """The questions to which a command's answer is yes. It is not read where its text spells nothing of the kind."""
    bare = parsed.bare
    found: List[Any] = [test for test, may in _TESTS if (bare is None or may(bare)) and any(map(test, parsed.commands))]
    return found + [_writes_secret] if _writes_secret(parsed) else found


def _skips_hooks(command: Command) -> bool:
    return git.skips_hooks(command) is True


def _file_calls(events: List[Event], ctx: Context) -> List[Event]:
    """The calls that write a file, in order."""
    names = ctx.places.names
    return [events[at] for at in sorted(at for name in FILE_TOOLS for at in names.get(name, ()))]


def _writes_secret(parsed: Parsed) -> bool:
    text = parsed.command
    return (">" in text or "tee" in text) and _may_hold_secret(text) and _any_secret(by_commands(parsed.commands))


def _prints_whole_file(command: Command) -> bool:
    if command.program != "cat" or not _to_agent(command):
        return False
    files = operands(command.argv[1:])
    return bool(files) and all(is_literal(word) and word not in ("-", "{}") and word not in TO_TERMINAL for word in files)


def _lists_whole_tree(command: Command) -> bool:
    if command.program != "find" or not _to_agent(command):
        return False
    words = iter(command.argv[1:])
    for word in words:
        if not is_literal(word) or word in _HELP or word == "{}":
            return False
        if word in _FIND_PLAIN_WITH_VALUE:
            if not is_literal(next(words, "")):
                return False
        elif word.startswith("-") and word not in _FIND_PLAIN or word == "!":
            return False
    return True


def _to_agent(command: Command) -> bool:
    """Whether the command's output reaches the agent: no pipe, no redirection into a file, no ``--help``."""
    if command.piped or any(word in _HELP for word in command.argv[1:]):
        return False
    return "xargs" not in command.via and not any(OUTPUT.match(operator) for operator, _ in command.redirects)


def _may_cat(bare: bytes) -> bool:
    return b"cat" in bare and _CAT.search(bare) is not None


def _may_find(bare: bytes) -> bool:
    return b"find" in bare


def _may_skip_hooks(bare: bytes) -> bool:
    """Whether there is an option of git, a variable or a setting that leaves out hooks."""
    return b"git" in bare and (_NO_OPTION.search(bare) is not None or any(name in bare for name in _NO_HOOKS) or b"hookspath" in bare.lower())


# Each question, and what a command spells, quotes and backslashes aside, to which the answer may be yes.
_TESTS = ((_prints_whole_file, _may_cat), (_lists_whole_tree, _may_find), (_skips_hooks, _may_skip_hooks))


def _literal_head(pattern: str) -> str:
    """The literal a pattern of ``SECRET_PATTERNS`` begins with."""
    match = re.match(r"(?:[A-Za-z0-9_]|-|\\\.)+(?![{+*?])", pattern)
    return match.group().replace("\\", "") if match else ""


@lru_cache(maxsize=None)
def _exact() -> "re.Pattern[str]":
    return re.compile("|".join(SECRET_PATTERNS))


@lru_cache(maxsize=None)
def _secrets() -> List[Tuple[str, "re.Pattern[str]"]]:
    """Each pattern and the literal it begins with."""
    return [(_literal_head(pattern), re.compile(r"(?<![A-Za-z0-9])" + pattern)) for pattern in SECRET_PATTERNS]


def _head_finders(heads: Iterable[str], letters: str = "A-S_") -> List["re.Pattern[str]"]:
    """Patterns that together find any of ``heads``, each by one letter: texts are long, and a search for a letter is fast.

    Two letters before it are looked at next, which rule most places out.
    """
    groups: Dict[str, List[Tuple[str, str]]] = {}
    for head in dict.fromkeys(heads):
        letter = next(letter for letter in letters if letter in head)
        at = head.index(letter)
        groups.setdefault(letter, []).append((head[:at], head[at + 1 :]))
    return [re.compile(re.escape(letter) + _around(letter, parts)) for letter, parts in groups.items()]


def _around(letter: str, parts: List[Tuple[str, str]]) -> str:
    """The rest of a finder: what may stand before and behind its letter."""
    near = min(2, min(len(before) for before, _ in parts))
    classes = ["[%s]" % re.escape("".join(sorted({before[-at] for before, _ in parts}))) for at in range(near, 0, -1)]
    ends = ("(?<=%s)%s" % (re.escape(before + letter), re.escape(behind)) for before, behind in parts)
    return "(?<=%s)(?:%s)" % ("".join(classes) + re.escape(letter), "|".join(ends))


_FIND_HEAD = [finder.search for finder in _head_finders(map(_literal_head, SECRET_PATTERNS))]


def _may_hold_secret(text: str) -> bool:
    for search in _FIND_HEAD:
        if search(text):
            return True
    return False


def _any_secret(texts: Iterable[str]) -> bool:
    return any(head in text and pattern.search(text) is not None
               for text in texts if _may_hold_secret(text) for head, pattern in _secrets())


Evidence = Tuple[int, str, int, int]  # place of the event, field, start, end, as the compiled detectors give it


def _commands_found(test: Callable[[Command], bool]) -> Callable[..., List[List[Evidence]]]:
    """For each hit of ``_bash(ctx, test)``, in order, where its command stands in the text."""
    def evidence(events: List[Event], ctx: Context) -> List[List[Evidence]]:
        at = _places(events, ctx)
        found = []
        for parsed in _asked(ctx, test):
            command = next(filter(test, parsed.commands), None)
            if command is not None:
                found.append([(at[id(parsed.event)], "input.command", *_stretch(parsed.command, command.argv))])
        return found

    return evidence


def _secrets_found(events: List[Event], ctx: Context) -> List[List[Evidence]]:
    """For each hit of ``secret_in_write`` the text that holds the secret, and where."""
    at, found = _places(events, ctx), []
    for event in _file_calls(events, ctx):
        if did_run(event) and _any_secret(by_tool(event)):
            texts = "\n".join(by_tool(event))
            field = next((key for key in ("edits", "content", "new_string", "new_source") if key in input_of(event)), "content")
            found.append([(at[id(event)], "input." + field, *_secret_stretch(texts))])
    for parsed in _asked(ctx, _writes_secret):
        found.append([(at[id(parsed.event)], "input.command", *_secret_stretch(parsed.command))])
    return found


def _compactions_found(events: List[Event], ctx: Context) -> List[List[Evidence]]:
    return [[(at, "", 0, 0)] for at, event in enumerate(events) if event.get("kind") == "compact"]


def _switches_found(events: List[Event], ctx: Context) -> List[List[Evidence]]:
    """For each hit of ``model_switch`` the answer before it and its own."""
    found, last = [], -1
    for at, event in enumerate(events):
        if event.get("kind") != "assistant_text" or event.get("sidechain") or not model_name(text_of(event.get("model"))):
            continue
        if last >= 0 and model_name(event["model"]) != model_name(events[last]["model"]):
            found.append([(last, "model", 0, 0), (at, "model", 0, 0)])
        last = at
    return found


def _places(events: List[Event], ctx: Context) -> Dict[int, int]:
    """Where each call stands, by its identity."""
    if _places not in ctx.memo:
        ctx.memo[_places] = {id(events[at]): at for at in ctx.places.kinds.get("tool_use", ())}
    found: Dict[int, int] = ctx.memo[_places]
    return found


def _stretch(text: str, words: Sequence[str]) -> Tuple[int, int]:
    """Where a command's words stand in its text, ``(0, 0)`` where quoting hides them."""
    for known in (words[:12], words[:2], words[:1]):
        match = re.search(r"[\s\\\"']{1,64}".join(map(re.escape, known)), text)
        if match:
            return match.span()
    return 0, 0


def _secret_stretch(text: str) -> Tuple[int, int]:
    return next((match.span() for match in (pattern.search(text) for _, pattern in _secrets()) if match), (0, 0))


def _detector(id: str, event: str, fn: Callable[..., Any], evidence: Callable[..., Any]) -> Detector:
    fn.evidence = evidence  # type: ignore[attr-defined]  # what ``explain`` asks for, and only it
    fn.pure = True  # type: ignore[attr-defined]  # it never changes what it is lent
    fn.reads = ()  # type: ignore[attr-defined]  # of the texts a reader may leave out
    return Detector(id, id.partition("/")[0], event, fn)


DETECTORS = [
    _detector("transcript-hygiene/whole-file-cat", "bash", whole_file_cat, _commands_found(_prints_whole_file)),
    _detector("transcript-hygiene/unfiltered-find", "bash", unfiltered_find, _commands_found(_lists_whole_tree)),
    _detector("verification/no-verify", "bash", no_verify, _commands_found(_skips_hooks)),
    _detector("secrets/secret-in-write", "write", secret_in_write, _secrets_found),
    _detector("cache-hygiene/compact", "session", compact, _compactions_found),
    _detector("cache-hygiene/model-switch", "session", model_switch, _switches_found),
]
