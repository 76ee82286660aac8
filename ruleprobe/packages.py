"""What package managers mean by their words: the manager, what it does, and to what.

``package_call`` gives ``(manager, verb, words)`` with the verb made one of install, add, remove, run,
exec where it means that, else the manager's own. Facts are the managers' own documentation. A runner
(``poetry run pip install x``) is seen through; a manager behind a substitution or on another machine is not.
"""
from __future__ import annotations

import re
from typing import Any, Dict, NamedTuple, Optional, Sequence, Tuple

from .programs import unread
from .runners import inner, skip_valued
from .words import basename, is_literal


class Manager(NamedTuple):
    """Options with a value, in front of the verb and behind it, and the verbs that mean a common one."""

    takes: str
    verbs: str


class PackageCall(NamedTuple):
    """``words`` are what follows the verb: for run and exec all of it, else the operands."""

    manager: str
    verb: str
    words: Tuple[str, ...]


_JS = "--registry --cache --loglevel --userconfig --otp --tag "
MANAGERS: Dict[str, Manager] = {
    # manager: Manager(options with a value, "manager's verb=common verb …")
    "npm": Manager(_JS + "-w --workspace --prefix -C --script-shell --omit --include", "install=install i=install in=install ins=install inst=install insta=install instal=install isnt=install isnta=install isntal=install isntall=install ci=install clean-install=install ic=install install-clean=install isntall-clean=install it=install install-test=install cit=install install-ci-test=install clean-install-test=install sit=install add=add uninstall=remove un=remove unlink=remove remove=remove rm=remove r=remove run=run run-script=run rum=run urn=run exec=exec x=exec"),
    "pnpm": Manager(_JS + "-C --dir -F --filter --filter-prod --workspace-concurrency --reporter", "install=install i=install install-test=install it=install add=add remove=remove rm=remove uninstall=remove un=remove run=run run-script=run exec=exec dlx=exec"),
    "yarn": Manager(_JS + "--cwd --mutex --modules-folder --cache-folder", "install=install add=add remove=remove run=run exec=exec dlx=exec"),
    "bun": Manager("--cwd --registry --cache-dir -c --config", "install=install i=install ci=install add=add a=add remove=remove rm=remove run=run x=exec"),
    "pip": Manager("--python --log --proxy --retries --timeout --exists-action --trusted-host --cert --client-cert --cache-dir --progress-bar -r --requirement -c --constraint -e --editable -t --target -i --index-url --extra-index-url -f --find-links --platform --python-version --implementation --abi --root --prefix --src --upgrade-strategy -C --config-settings --no-binary --only-binary --report", "install=install uninstall=remove"),
    "uv": Manager("--directory --project --config-file --cache-dir --color --python-preference -p --python --extra --group --index --index-url --default-index -r --requirements -c --constraints", "sync=install add=add remove=remove run=run"),
    "uv pip": Manager("-p --python -r --requirements --requirement -c --constraints -e --editable --index --index-url -i --extra-index-url -f --find-links --target --prefix", "install=install sync=install uninstall=remove"),
    "uv tool": Manager("-p --python --with --from --index-url", "install=install uninstall=remove run=exec"),
    "poetry": Manager("-C --directory -P --project -G --group -E --extras --source --python --with --without --only", "install=install sync=install add=add remove=remove run=run"),
    "pipenv": Manager("--python --pypi-mirror -r --requirements -c --categories -e --editable -i --index", "install=install sync=install uninstall=remove run=run"),
    "pdm": Manager("-c --config -p --project -G --group", "install=install sync=install add=add remove=remove run=run"),
    "conda": Manager("-n --name -p --prefix -c --channel -f --file --solver", "install=install create=install update=install remove=remove uninstall=remove run=run"),
    "pixi": Manager("--manifest-path -e --environment --feature -p --platform", "install=install add=add remove=remove rm=remove run=run"),
    "pipx": Manager("--python --index-url --spec --pip-args -i", "install=install inject=install uninstall=remove run=exec"),
    "cargo": Manager("--config -C -Z --color --manifest-path --git --branch --tag --rev --path --root --version --registry -p --package -F --features --target-dir -j --jobs", "install=install fetch=install add=add remove=remove rm=remove uninstall=remove run=run r=run"),
    "go": Manager("-C -o -mod -modfile -tags -ldflags", "install=install get=add run=run"),
    "gem": Manager("-v --version -i --install-dir -n --bindir --source -s -P --platform", "install=install i=install uninstall=remove exec=exec"),
    "bundle": Manager("--gemfile --path --without --with -j --jobs --retry --group -g --source -s --version -v", "install=install add=add remove=remove exec=exec"),
    "composer": Manager("-d --working-dir", "install=install i=install require=add r=add update=install remove=remove rm=remove run=run run-script=run exec=exec"),
    "dotnet": Manager("-s --source -v --version -f --framework --package-directory --configfile", "restore=install run=run"),
    "dotnet tool": Manager("--version --add-source --configfile --framework --tool-path", "install=install restore=install uninstall=remove run=run"),
    "dotnet add": Manager("-s --source -v --version -f --framework --package-directory", "package=add"),
    "dotnet remove": Manager("", "package=remove"),
}
_NAMES = {"mamba": "conda", "micromamba": "conda", "conda": "conda", "bundler": "bundle"}
_PIP = re.compile(r"pip[0-9.]*\Z")
_PYTHON = re.compile(r"(?:python[0-9.]*w?|pypy[0-9.]*|py)\Z")
_STOP = frozenset("--help -h --version -V".split())
_PASSED = {"yarn": ("global",), "pnpm": ("recursive", "multi", "m")}  # words that leave the verb to the next


def names(manager: str) -> Tuple[str, ...]:
    """The names of its programs, in short: each begins with, or holds, one of them."""
    return (manager, *(name for name, found in _NAMES.items() if found == manager))


def package_call(command: Any) -> Optional[PackageCall]:
    """The package manager call a command is, None where it is none or cannot be read."""
    return call_of(command.argv)


def call_of(argv: Sequence[str]) -> Optional[PackageCall]:
    """The same of an argument list."""
    if not argv or not is_literal(argv[0]) or unread(argv):
        return None
    words = module_words(argv)
    found = _manager(words)
    if found is None or found.verb in ("run", "exec") and found.words:
        through = inner(words)
        deeper = call_of(through.argv) if through is not None and through.argv else None
        return deeper or found
    return found


def module_words(argv: Sequence[str]) -> Tuple[str, ...]:
    """``python -m MODULE …`` as ``MODULE …``; any other words as they are."""
    if not _PYTHON.match(basename(argv[0])):
        return tuple(argv)
    at = 1
    while at < len(argv) and argv[at].startswith("-"):
        word = argv[at]
        module = re.match(r"-[bBdEhiIOPqRsSuvVx3]*m(.*)", word, re.S)
        if module:
            rest = tuple(argv[at + 1 :])
            return (module.group(1),) + rest if module.group(1) else rest or tuple(argv)
        at += 2 if re.match(r"-[bBdEiIOPqRsSuvx3]*[WX]\Z", word) else 1
    return tuple(argv)


def _manager(words: Sequence[str]) -> Optional[PackageCall]:
    name = basename(words[0])
    name = "pip" if _PIP.match(name) else _NAMES.get(name, name)
    if name not in MANAGERS:
        return None
    at = _verb(name, words, 1)
    if at < len(words) and "%s %s" % (name, words[at]) in MANAGERS:
        name += " " + words[at]
        at = _verb(name, words, at + 1)
    if any(_stops(name, word) for word in words[1:at]):
        return None
    if at >= len(words):
        return PackageCall(name, "install", ()) if name in ("yarn", "bundle") else None
    return _call(name, str(words[at]), tuple(words[at + 1 :])) if is_literal(words[at]) else None


def _verb(name: str, words: Sequence[str], at: int) -> int:
    """The index of the verb: options and words that only say where are stepped over."""
    while True:
        at = skip_valued(words, at, MANAGERS[name].takes)
        word = words[at] if at < len(words) else ""
        if name == "yarn" and word == "workspace":
            at += 2
        elif word in _PASSED.get(name, ()) or name == "cargo" and word.startswith("+") or name == "dotnet add" and "." in word:
            at += 1
        else:
            return at


def _stops(name: str, word: str) -> bool:
    return word in _STOP and word not in MANAGERS[name].takes.split()


def _call(name: str, word: str, rest: Tuple[str, ...]) -> Optional[PackageCall]:
    """The call whose verb is ``word``; None where it only prints or pretends."""
    verbs = dict(pair.split("=") for pair in MANAGERS[name].verbs.split())
    verb = verbs.get(word, word)
    if verb in ("run", "exec"):
        return PackageCall(name.split()[0], verb, rest)
    if any(_stops(name, option) or option == "--dry-run" for option in rest):
        return None
    return PackageCall(name.split()[0], verb, _operands(rest, MANAGERS[name].takes))


def _operands(rest: Sequence[str], takes: str) -> Tuple[str, ...]:
    out = []
    at = skip_valued(rest, 0, takes)
    while at < len(rest):
        if rest[at] != "--":
            out.append(rest[at])
        at = skip_valued(rest, at + 1, takes)
    return tuple(out)
