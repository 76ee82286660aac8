"""The JavaScript package managers and monorepo runners (D7): which script or program they run.

Each function takes the words behind the program's name and ``judge``, which answers for an argument list.
"""
from __future__ import annotations

import re
from typing import FrozenSet, List

from .packages import MANAGERS
from .runners import skip_valued
from .verdicts import HELP, Answer, Judge, Words, any_of, given, handed_on, hints, known, split, suite_runs, target
from .words import is_literal

_YARN = frozenset("""
add audit autoclean bin cache check config constraints create dedupe explain generate-lock-entry global help import info
init install licenses link list login logout npm outdated owner pack patch patch-commit plugin policies prune publish
rebuild remove search set stage start stop tag team unlink unplug up upgrade upgrade-interactive version versions why
""".split())
_PNPM = frozenset("""
add approve-builds audit bin c cat-file cat-index config create dedupe deploy dlx doctor env fetch find-hash get help i
ignored-builds import init install la licenses link list ll ln ls outdated pack patch patch-commit patch-remove prune
publish rb rebuild remove restart rm root self-update server set setup start stop store un uninstall unlink up update
upgrade version view why
""".split())
_BUN = frozenset("""
a add audit build create help i info init install link outdated patch pm publish remove repl rm unlink update upgrade why
""".split())
_NX = frozenset("""
add connect daemon exec format:check format:write g generate graph import init list migrate new register release repair
report reset show sync sync:check view-logs watch
""".split())
_TURBO = frozenset("prune login link unlink logout daemon gen generate query ls bin boundaries info".split())
_NPM_TEST = frozenset("test tst t it cit sit install-test install-ci-test clean-install-test isntall-clean-test".split())
_FILE = re.compile(r"/|\.[cm]?[jt]sx?\Z")


def npm(words: Words, judge: Judge) -> Answer:
    front, behind = split(words)
    options, operands, closed = given(front, MANAGERS["npm"].takes)
    if HELP.union(("-?", "-H", "-v", "--usage")).intersection(options):
        return False
    if not operands:
        return False if closed else None
    verb, rest = operands[0], tuple(operands[1:])
    if not is_literal(verb):
        return None
    if verb in _NPM_TEST:
        return handed_on(True, rest + behind)
    if verb in ("run", "run-script", "rum", "urn"):
        return handed_on(target(rest[0]), rest[1:] + behind) if rest else False
    return None if hints(verb) else False


def yarn(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, MANAGERS["yarn"].takes)
    if _stops(words, at):
        return False
    verb, rest = words[at], words[at + 1 :]
    if verb == "node":
        return judge(words[at:])
    if verb == "workspace":
        return yarn(rest[1:], judge) if len(rest) > 1 else False
    if verb == "workspaces" and rest[:1] == ("foreach",):
        return yarn(rest[skip_valued(rest, 1, "--include --exclude --from -j --jobs") :], judge)
    return script(rest if verb == "workspaces" else words[at:], _YARN, judge)


def pnpm(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, MANAGERS["pnpm"].takes)
    while at < len(words) and words[at] in ("recursive", "multi", "m"):
        at = skip_valued(words, at + 1, MANAGERS["pnpm"].takes)
    if _stops(words, at):
        return False
    if words[at] in ("install-test", "it"):
        return True
    return judge(("pnpm",) + words[at:]) if words[at] == "exec" else script(words[at:], _PNPM, judge)


def bun(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, MANAGERS["bun"].takes)
    if _stops(words, at):
        return False
    verb, rest = words[at], words[at + 1 :]
    if verb == "test":
        return suite_runs(rest, ("", "-t --test-name-pattern --timeout --preload -r --reporter --rerun-each"))
    if verb != "run":
        return None if _FILE.search(verb) else script(words[at:], _BUN, judge)
    if "--cwd" in words[:at]:
        return None  # observed: bun 1.4 lists the scripts then
    rest = rest[skip_valued(rest, 0, "--filter -F --cwd --shell --elide-lines") :]
    return False if not rest else None if _FILE.search(rest[0]) else script(rest, frozenset(), judge)


def _stops(words: Words, at: int) -> bool:
    """Whether nothing is named at ``at``, or an option in front of it only prints."""
    return at >= len(words) or bool(HELP.union(("-v",)).intersection(words[:at]))


def script(words: Words, verbs: FrozenSet[str], judge: Judge) -> Answer:
    """``yarn NAME``: a verb of the manager, a script of the project or a program it depends on."""
    if not words or not is_literal(words[0]):
        return None if words else False
    name, rest = words[0], words[1:]
    if name in ("run", "run-script"):
        return script(rest[skip_valued(rest, 0, "--filter -F --resume-from") :], frozenset(), judge)
    if name in verbs:
        return False
    if known(name):
        return judge(words)
    return handed_on(target("test" if name in ("t", "tst") else name), rest)


def turbo(words: Words, judge: Judge) -> Answer:
    front, behind = split(words)
    options, names, _ = given(front, "--filter -F --cache-dir --concurrency --scope --env-mode --log-order --output-logs --token --team --cwd")
    if any(option in HELP or option.partition("=")[0] in ("--dry", "--dry-run", "--graph") for option in options):
        return False
    names = names[1:] if names[:1] in (["run"], ["watch"]) else names
    if not names or names[0] in _TURBO:
        return False
    return handed_on(any_of(target(type(name)(name.rpartition("#")[2])) for name in names), behind)


def nx(words: Words, judge: Judge) -> Answer:
    front, _ = split(words)
    names = given(front, "-p --projects -t --target --targets -c --configuration --parallel --base --head --exclude --runner --output-style")[1]
    if HELP.intersection(front) or any(word.partition("=")[0] == "--graph" for word in front) or not names:
        return False
    verb = names[0]
    if not is_literal(verb):
        return None
    targets = _nx_targets(front)
    if verb in ("run-many", "affected") or targets:
        return any_of(map(target, targets)) if targets else None
    if verb == "run":
        return target(names[1].split(":")[1]) if len(names) > 1 and ":" in names[1] else None
    if verb.startswith("affected:"):
        return target(verb.partition(":")[2])
    return False if verb in _NX else target(verb)


def _nx_targets(words: Words) -> List[str]:
    """The values of ``--target``: in lists, and in the words that follow it."""
    out: List[str] = []
    taking = False
    for word in words:
        if word.startswith("-"):
            taking = word in ("-t", "--target", "--targets")
            out += word.partition("=")[2].split(",") if re.match("--targets?=", word) else []
        elif taking:
            out += word.split(",") if is_literal(word) else [word]
    return out


def lerna(words: Words, judge: Judge) -> Answer:
    names = given(split(words)[0], "--scope --ignore --concurrency --since --npm-client")[1]
    return target(names[1]) if names[:1] == ["run"] and len(names) > 1 else False
