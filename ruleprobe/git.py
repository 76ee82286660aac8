"""What a git command does, from its words alone (D6): hooks skipped, branches forced, messages, paths.

The readings take anything with ``argv``, ``assignments``, ``via``, ``heredocs`` and ``redirects``
(``shell.Command``) and are three-valued: None is undecided. What git would refuse does nothing.

Known misses: aliases that are not given by ``-c`` (undecided); variables exported and configuration
written by an earlier command; ``commit-tree`` and other plumbing, which run no hooks, skip none.
"""
from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from .git_options import HOOKED, HOOK_VARIABLES
from .git_words import UNKNOWN, Config, FromVariable, Invocation, Options, call, config_key, invocation, is_git, like, options
from .words import MARKER_RE, is_literal

__all__ = (
    "Invocation Options Update added_paths commit_message commit_subject force_pushes invocation is_git options pushed skips_hooks"
).split()
DEFAULT_BRANCHES = ("main", "master")
ANY = "*"


def skips_hooks(command: Any) -> Optional[bool]:
    """Whether the call does its work without the hooks that may refuse it.

    True for ``--no-verify`` in every spelling the subcommand has, for a ``core.hooksPath`` that holds no
    hooks, and for the variables of ``HOOK_VARIABLES``; only where such a hook would have run.
    """
    read = call(command)
    if read is None:
        return False if is_git(command) is False else None
    subcommand, found, given = read
    without, only = HOOKED.get(subcommand, ("", "nothing"))
    if given.refused or any(map(given.on, without.split())) or only and not given.on(only):
        return False
    if given.on("no-verify"):
        return True if given.known else None
    left_out = _hooks_left_out(found.config, command.assignments)
    if left_out is not False:
        return None if subcommand == "pull" else left_out
    return False if given.decided else None


def _hooks_left_out(config: Config, assignments: Sequence[str]) -> Optional[bool]:
    """Whether configuration or variables in front of the command leave out its hooks."""
    held = variables(assignments)
    answers = [_holds_no_hooks(value) for value in _settings(config, held, "core.hookspath")[-1:]]
    for name, values in HOOK_VARIABLES.items():
        if name in held:
            answers.append(bool(re.match("(?:%s)\\Z" % values, held[name])) if is_literal(held[name]) else None)
    return True if True in answers else None if None in answers else False


def variables(assignments: Sequence[str]) -> Dict[str, str]:
    """``{name: value}`` of assignment words, the last of a name."""
    parts = ((word, word.partition("=")) for word in assignments)
    return {name: like(word, value) for word, (name, _, value) in parts}


def _settings(config: Config, held: Dict[str, str], key: str) -> List[Optional[str]]:
    """The values of a setting in the order git reads them: ``GIT_CONFIG_COUNT`` and its variables, then
    ``GIT_CONFIG_PARAMETERS``, then ``-c`` and ``--config-env``."""
    count = held.get("GIT_CONFIG_COUNT", "0")
    pairs = range(int(count)) if count.isdigit() and len(count) < 4 else ()
    found: List[Optional[str]] = [
        held.get("GIT_CONFIG_VALUE_%d" % n, UNKNOWN) for n in pairs if config_key(held.get("GIT_CONFIG_KEY_%d" % n, "")) == key
    ]
    for name, value in re.findall(r"'([^'=]+)(?:'='|=)([^']*)'", held.get("GIT_CONFIG_PARAMETERS", "")):
        found += [like(held["GIT_CONFIG_PARAMETERS"], value)] if config_key(name) == key else []
    for name, value in config:
        if name == key:
            found.append(held.get(value, UNKNOWN) if isinstance(value, FromVariable) else value)
    return found


_HOOKS = re.compile(r"hook|husky|lefthook", re.I)
_NONE = re.compile(r"(?:^|[/_.-])(?:no|null|none|empty|disabled?|skip|non-?existent)(?:[/_.-]|hooks?|$)|^/dev/", re.I)


def _holds_no_hooks(path: Optional[str]) -> Optional[bool]:
    """Whether a ``core.hooksPath`` holds no hooks: a directory that is named for hooks may hold them."""
    if path is None or not is_literal(path):
        return None
    if path.rstrip("/") == ".git/hooks":
        return False
    return None if _HOOKS.search(path) and not _NONE.search(path) else True


def commit_message(command: Any, bodies: Sequence[str] = ()) -> Optional[str]:
    """The message a ``git commit`` gives in its words, or None: no commit, no message, or not literal.

    ``-m`` texts are joined by blank lines; ``bodies`` are the heredocs that marker words stand for;
    ``-F -`` takes the command's own heredoc or here-string.
    """
    parts = _message_parts(command, bodies)
    return "\n\n".join(part for part in parts if part is not None) if parts and None not in parts else None


def commit_subject(command: Any, bodies: Sequence[str] = ()) -> Optional[str]:
    """The first line of that message, also where only a later part of it is not literal."""
    lines = ((_message_parts(command, bodies) or [None])[0] or "").strip().splitlines()
    return lines[0].strip() if lines else None


def _message_parts(command: Any, bodies: Sequence[str]) -> Optional[List[Optional[str]]]:
    read = call(command)
    if read is None or read[0] != "commit" or read[2].refused or not read[2].known:
        return None
    texts = read[2].values("message")
    if texts:
        return [_text(word, bodies) for word in texts]
    files = read[2].values("file")
    return [_stdin(command)] if files and files[-1] in ("-", "/dev/stdin") else None


def _text(word: str, bodies: Sequence[str]) -> Optional[str]:
    """A word's text: a marker's heredoc as ``$( )`` gives it, without its final newlines."""
    marker = MARKER_RE.match(word)
    if marker:
        place = int(marker.group(1))
        return bodies[place].rstrip("\n") if place < len(bodies) else None
    return str(word) if is_literal(word) else None


def _stdin(command: Any) -> Optional[str]:
    """What is fed to the command in its own words: its last heredoc or here-string."""
    for operator, target in reversed(tuple(command.redirects)):
        if operator == "<<<":
            return str(target) if is_literal(target) else None
        if operator.startswith("<<"):
            break
    return command.heredocs[-1] if command.heredocs else None


def added_paths(command: Any) -> Optional[Tuple[str, ...]]:
    """The literal paths a ``git add`` stages, or None: no add, one that stages nothing, or none is known.

    ``-A`` alone gives ``()``; exclusions (``:!path``) are left out.
    """
    read = call(command)
    if read is None or read[0] not in ("add", "stage"):
        return None
    given = read[2]
    if given.refused or not given.known or given.on("dry-run") or given.on("refresh"):
        return None
    paths = tuple(str(word) for word in given.operands if is_literal(word) and not re.match(r":[!^]|:\([^)]*exclude", word))
    return paths if paths or all(map(is_literal, given.operands)) else None


class Update(NamedTuple):
    """One ref a push changes. ``branch`` is a branch's name, any other ref in full (``refs/tags/v1``), a
    pattern where it holds ``*``, None where it is not known; ``forced`` None where it is not known."""

    branch: Optional[str]
    forced: Optional[bool]
    deleted: bool = False


def force_pushes(command: Any, branches: Sequence[str] = DEFAULT_BRANCHES) -> Optional[bool]:
    """Whether a push overwrites or deletes one of ``branches`` on the remote, whatever stood there.

    False where it does neither, or does it to other branches only; None where the branch cannot be
    known from the words (``git push -f``).
    """
    updates = pushed(command)
    if updates is None:
        return None
    answers = [_touches(update, branch) for update in updates for branch in branches]
    return True if True in answers else None if None in answers else False


def _touches(update: Update, branch: str) -> Optional[bool]:
    harm = True if update.deleted else update.forced
    if update.branch is None:
        return None if harm is not False else False
    return harm if fnmatchcase(branch, update.branch) else False


def pushed(command: Any) -> Optional[List[Update]]:
    """What a ``git push`` changes on the remote: ``[]`` for any other command and for a dry run, None
    where it may be a push and cannot be read."""
    read = call(command)
    if read is None:
        return [] if is_git(command) is False else None
    subcommand, found, given = read
    if subcommand != "push" or given.refused or given.on("dry-run"):
        return []
    if not given.known:
        return None
    held = variables(command.assignments)
    return _refspecs(given, _push_settings(found.config, held, given.operands[:1]))


def _push_settings(config: Config, held: Dict[str, str], remote: Sequence[str]) -> Tuple[List[str], bool]:
    """``(refspecs, mirror)`` that ``-c remote.NAME.push`` and ``remote.NAME.mirror`` give for the remote."""
    def of(setting: str) -> List[str]:
        keys = {key for key, _ in config if re.match(r"remote\..*\.%s\Z" % setting, key)}
        near = [key for key in sorted(keys) if not remote or key == "remote.%s.%s" % (remote[0], setting)]
        return ["true" if value is None else value for key in near for value in _settings(config, held, key)]

    return of("push"), of("mirror")[-1:] in (["true"], ["1"], ["yes"], ["on"])


def _refspecs(given: Options, settings: Tuple[List[str], bool]) -> Optional[List[Update]]:
    """The updates of a push whose options are known."""
    leases = [value.partition(":")[0] for value in given.values("force-with-lease")]
    everything = given.on("force") or "" in leases

    def forced(branch: Optional[str], plus: bool) -> Optional[bool]:
        if everything or plus:
            return True
        return None if leases and branch is None else branch in [_branch(name) for name in leases]

    if given.on("mirror") or settings[1]:
        return [Update(ANY, True)]
    unknown = [] if given.closed else [Update(None, None)]
    unknown += [Update(None, False, True)] if given.on("prune") else []
    if given.on("all") or given.on("branches"):
        return [Update(ANY, forced(None, False))] + unknown
    specs = list(given.operands[1:]) or settings[0]
    if given.on("tags"):
        unknown.append(Update("refs/tags/*", forced("refs/tags/*", False)))
    elif not specs:
        unknown.append(Update(None, forced(None, False)))
    if any(spec.startswith("^") for spec in specs):
        return None
    updates: List[Update] = []
    for before, spec in zip([""] + specs, specs):
        if spec != "tag":
            name, known, plus, deleted = _refspec(spec, given.on("delete"))
            branch = None if not known else "refs/tags/" + name if before == "tag" else _branch(name)
            updates.append(Update(branch, False if deleted else forced(branch, plus), deleted))
    return updates + unknown


def _refspec(spec: str, delete: bool) -> Tuple[str, bool, bool, bool]:
    """``(destination, whether it is known, forced by +, deleted)`` of one refspec."""
    plus = spec.startswith("+")
    source, colon, target = (spec[1:] if plus else spec).partition(":")
    if delete:
        return source, is_literal(spec), False, True
    name = target if colon else source
    known = is_literal(spec) or bool(colon and re.match(r"[\w./-]+\Z", target))
    if not colon and name in ("HEAD", "@") or not name:
        known = False
    return name, known, plus, bool(colon and not source and name)


def _branch(name: str) -> str:
    """A branch's name without ``refs/heads/``, another ref in full."""
    short = name[5:] if name.startswith("refs/") else name
    if short.startswith("heads/"):
        return short[6:]
    if short == ANY:
        return ANY
    return "refs/" + short if name.startswith("refs/") or short.split("/")[0] in ("tags", "remotes") else name
