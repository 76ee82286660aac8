"""What runs a test suite (D7): True, False, or None where the words cannot tell (S3).

``runs_tests`` takes anything with ``program``, ``argv``, ``assignments``, ``redirects`` and ``via``
(``shell.Command``), one simple command whose wrappers are stripped; ``any_runs_tests`` folds a list.
The knowledge is in ``suites`` (programs and their options), ``tasks`` (task runners and what names say),
``runners`` (programs that run another) and ``toolchains`` (programs that need a function of their own).

None: scripts by path, interpreters on files, unknown targets of task runners, words that are not
literal, containers and other machines, wrappers that cannot be read, a substitution, which may run
anything. Every other named program runs no tests; one whose name or first word says ``test`` and that
is not known cannot be told either.

Known misses: tests behind names that do not say so (``make``, ``npm run verify``), and names that say so
and run something else; a substitution in the header of a loop or in ``[[ ]]``, which is no command's word;
variables exported and aliases made by an earlier command.
"""
from __future__ import annotations

import re
from typing import Any, Iterable, Optional, Sequence, Tuple

from .programs import SHELLS, WRAPPERS, script_of, unread, unwrap
from .runners import RUNNERS, Inner, inner
from .suites import ANSWERS
from .tasks import OTHER, TASK_RUNNERS
from .toolchains import HANDLERS, task_or_command
from .verdicts import HELP, any_of, hints, named, tasks_run
from .words import SUB_PLACEHOLDER, Dynamic, basename, is_literal

# Names under which a program with an answer is installed too.
NAMES = {
    "@angular/cli": "ng",
    "@cucumber/cucumber": "cucumber-js",
    "@web/test-runner": "web-test-runner",
    "@wdio/cli": "wdio",
    "bazelisk": "bazel",
    "blaze": "bazel",
    "dotenv-cli": "dotenv",
    "jest-cli": "jest",
    "nodejs": "node",
    "nosetests3": "nosetests",
    "playwright-core": "playwright",
    "podman-compose": "docker-compose",
    "py.test": "pytest",
    "py": "python",
    "pytest-3": "pytest",
    "pytest-watch": "ptw",
    "pytest-watcher": "ptw",
}
_GLOBALS = {
    # options with a value that may stand in front of a program's verb
    "bazel": "--output_base --output_user_root --bazelrc --host_jvm_args",
    "cross": "--config --color",
    "docker-compose": "-H --host --context -f --file -p --project-name --profile --env-file --project-directory",
    "flutter": "-d --device-id",
    "helm": "-n --namespace --kube-context --kubeconfig",
    "kubectl": "-n --namespace --context --kubeconfig --cluster --user -s --server",
    "oc": "-n --namespace --context --kubeconfig",
    "podman": "--connection --url --root",
    "swift": "--package-path",
}
_VERSION = re.compile(r"(python|pypy|php|ruby|perl|node|pytest|cargo|rspec|lua)[0-9][0-9.]*w?\Z|(.*)\.(?:cmd|bat|ps1|phar)\Z")
# Directories whose programs are named programs rather than scripts of the project.
_INSTALLED = re.compile(
    r"\A/(?:usr|opt|bin|sbin|nix|snap)/|\A(?:vendor/bin|node_modules)/"
    r"|/(?:\.bin|\.local/bin|\.cargo/bin|\.bun/bin|go/bin|homebrew/bin|vendor/bin|Scripts|shims)/"
    r"|(?:^|/)\.?(?:v?env|nox|tox)[\w.-]*/(?:[\w.-]+/)?bin/",
    re.I,
)
# Names so common that a script of the project may have them.
_COMMON = frozenset("b2 cram green gut intern lit robot rr tap trial ward".split())
_PLAIN = re.compile(r"[\w./:=@+-]+(?: +[\w./:=@+-]+)*\Z")
_NAMED = frozenset(key.split()[0] for key in ANSWERS)
# The programs of every day with no other answer, which are most commands.
_QUIET = OTHER.difference(_NAMED, HANDLERS, WRAPPERS, (key.split()[0] for key in RUNNERS))
_UNKNOWN = Dynamic("?")


def runs_tests(command: Any) -> Optional[bool]:
    """Whether this one command runs tests."""
    if command.program == "ssh" and _fed(command):
        return None
    answer = judge(command.argv) if command.program != "" else False
    if answer is False and {"xargs", "parallel"}.intersection(command.via):
        answer = judge(tuple(command.argv) + (_UNKNOWN,))
    return None if answer is False and _hides(command) else answer


def any_runs_tests(commands: Iterable[Any]) -> Optional[bool]:
    """True where one of the commands runs tests, else None where one may, else False."""
    return any_of(map(runs_tests, commands))


def _fed(command: Any) -> bool:
    """Whether something is on its standard input: a pipe, a file or a here-document."""
    return bool(command.heredocs or getattr(command, "position", 0) or any(operator[-1] == "<" for operator, _ in command.redirects))


def _hides(command: Any) -> bool:
    """Whether one of its words is, or holds, what another command prints."""
    words = tuple(command.argv) + tuple(command.assignments) + tuple(word for _, word in command.redirects)
    return any(SUB_PLACEHOLDER in word for word in words)


def judge(argv: Sequence[str]) -> Optional[bool]:
    """The answer for an argument list."""
    argv = unwrap(argv)[0]
    if not argv:
        return False
    if not is_literal(argv[0]):
        return None
    if argv[0] in _QUIET:
        return False
    name = program(argv[0])
    words = (name,) + tuple(argv[1:])
    if name in SHELLS or unread(argv):
        return _shell(name, words)
    if len(words) > 2 and " ".join(words[:3]) in ANSWERS:
        return named(words)
    through = inner(words)
    if through is not None:
        return _through(through)
    if " ".join(words[:2]) in ANSWERS and name in TASK_RUNNERS:
        return named(words)
    if name in HANDLERS:
        return HANDLERS[name](words[1:], judge)
    for length in (2, 1):
        key = " ".join(words[:length])
        if key in TASK_RUNNERS:
            return tasks_run(key, words[length:])
    if name in _NAMED and not (name in _COMMON and "/" in argv[0] and not _INSTALLED.search(argv[0])):
        return named(words, _GLOBALS.get(name, ""))
    return _unknown(argv[0], name, words)


def _through(inner: Inner) -> Optional[bool]:
    """The answer for what a runner runs; ``test`` is no builtin there."""
    if not inner.argv:
        return False if inner.argv == () else None
    if inner.tasks:
        return task_or_command(inner.argv, judge)
    return None if inner.argv[0] == "test" else judge((_package(inner.argv[0]),) + inner.argv[1:])


def program(word: str) -> str:
    """The name a program word stands for: no directory, version or Windows ending."""
    name = basename(word) if not word.startswith("@") else word
    found = _VERSION.match(name)
    if found and name not in _NAMED:
        name = found.group(1) or found.group(2)
    return NAMES.get(name, name)


def _package(word: str) -> str:
    """A package named for ``npx`` and its kin, without its version: ``jest@29``, ``pytest==8``."""
    if not is_literal(word):
        return word
    return re.sub(r"(?<=.)(?:@|[=<>~!]=).*\Z", "", word)


def _shell(name: str, words: Tuple[str, ...]) -> Optional[bool]:
    """A shell or wrapper that the shell parse left in place."""
    text = script_of(words)
    if text is not None and _PLAIN.match(text):
        return judge(tuple(text.split()))
    if name in SHELLS and len(words) > 1 and is_literal(words[1]) and program(words[1]) in ("gradlew", "mvnw"):
        return judge(words[1:])
    return None if unread(words) or len(words) == 1 else False


def _unknown(word: str, name: str, words: Tuple[str, ...]) -> Optional[bool]:
    """A program without an answer of its own."""
    if HELP.intersection(words[1:2]) or name == "configure":
        return False
    if "/" in word and not _INSTALLED.search(word):
        return None
    if name in OTHER or HELP.intersection(words[1:]):
        return False
    if name.isdigit() or hints(name) or re.search(r"\.(?:sh|bash|py|rb|pl|js|ts|mjs)\Z", name):
        return None
    return None if words[1:] and (words[1] in ("test", "tests", "spec") or not is_literal(words[1])) else False
