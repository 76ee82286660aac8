"""Interpreters (D7): a language on a file cannot be told, a test module or a package's program can.

Each function takes the words behind the program's name and ``judge``, which answers for an argument list.
"""
from __future__ import annotations

import re
from typing import Callable

from .runners import skip_valued
from .verdicts import HELP, Answer, Judge, Words, handed_on, known, suite_runs, target
from .words import is_literal

# Modules with a meaning of their own for ``python -m``; another's name is that of its program.
MODULES = {
    "django": "django-admin",
    "nose": "nosetests",
    "py.test": "pytest",
    "pytest_watch": "ptw",
    "pytest_watcher": "ptw",
    "subunit.run": "testtools.run",
    "twisted.trial": "trial",
    "zope.testrunner": "zope-testrunner",
}
RUNNING_MODULES = frozenset(
    "cProfile coverage debugpy hatch invoke kernprof memray nox pdb pdm pipenv pipx poe poetry pyinstrument scalene slipcover tox uv viztracer".split()
)
QUIET_MODULES = frozenset("""
ast base64 bandit black build calendar compileall cython dis ensurepip flake8 flit gzip hatchling http.server idlelib
inspect installer ipykernel isort jupyter json.tool lib2to3 mypy nltk.downloader notebook pip pip_audit pipdeptree
piptools platform pprint py_compile pycodestyle pydocstyle pyflakes pylint pyright ruff site spacy sphinx sqlite3
sysconfig tabnanny tarfile this timeit tokenize twine venv virtualenv webbrowser wheel yapf zipapp zipfile
""".split())
_NODE_TAKES = (
    "-r --require --import --loader --experimental-loader -C --conditions --test-name-pattern --test-reporter "
    "--test-reporter-destination --env-file --input-type --title --watch-path"
)
_OWN_FILES = ("Build", "artisan", "gradlew", "manage.py", "mvnw", "setup.py", "x.py")
_PACKAGE_FILE = re.compile(
    r"(?:^|/)(?:\.bin|bin|vendor/bin|node_modules/(?:@[\w.-]+/)?[\w.-]+)/(?:.*/)?([\w-]+?)(?:\.[cm]?js|\.phar|\.py)?\Z"
)
_R_TESTS = re.compile(
    r"(?:devtools::test|testthat::test_\w+|tinytest::\w*test\w*|testit::test_pkg|Pkg\.test|TestItemRunner\.run_tests)\("
)


def code(words: Words) -> Answer:
    """A program given as text: False where nothing in it could start another program or speak of tests."""
    harmless = words and is_literal(words[0])
    return None if not harmless or re.search(r"test|spec|process|exec|spawn|system|runpy|[`$]", words[0], re.I) else False


def interpreted(words: Words, judge: Judge) -> Answer:
    """A language on a file: None, but for the program of a package (``node_modules/.bin/jest``)."""
    if not words or not is_literal(words[0]):
        return None
    path, rest = words[0], words[1:]
    found = _PACKAGE_FILE.search(path)
    name = found.group(1) if found else path.rpartition("/")[2]
    archive = name.endswith(".phar")
    name = name[:-5] if archive else name
    if name in _OWN_FILES and rest or (found or archive) and known(name):
        return judge((name,) + rest)
    return None


def node(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, _NODE_TAKES)
    options = words[:at]
    if HELP.union(("-v", "--check", "-c")).intersection(options):
        return False
    if "--test" in options:
        return suite_runs(words, ("", _NODE_TAKES))
    if "--run" in options:
        return handed_on(target(words[at]), words[at + 1 :]) if at < len(words) else False
    if any(word.partition("=")[0] in ("-e", "--eval", "-p", "--print", "-pe") for word in options):
        return code(words[at:])
    return interpreted(words[at:], judge)


def python(words: Words, judge: Judge) -> Answer:
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        word = words[at]
        if not is_literal(word) or word.startswith("--"):
            return False if word in HELP else None
        found = re.match(r"-[bBdEhiIOPqRsSuvVx?0-9.]*([mcWX])?(.*)", word, re.S)
        letter, joined = found.groups() if found else (None, "")
        rest = ((joined,) if joined else ()) + words[at + 1 :]
        if letter is None and re.search("[hV?]", word):
            return False
        if letter == "c":
            return code(rest)
        if letter == "m":
            return module(rest, judge)
        at += 2 if letter in ("W", "X") and not joined else 1
    return interpreted(words[at:], judge)


def module(words: Words, judge: Judge) -> Answer:
    """``python -m MODULE``; a module that is not known is a file like another."""
    if not words or not is_literal(words[0]):
        return None
    name = MODULES.get(words[0], words[0])
    if name in QUIET_MODULES:
        return False
    return judge((name,) + words[1:]) if known(name) or name in RUNNING_MODULES else None


def interpreter(takes: str, quiet: str, evaluates: str) -> Callable[[Words, Judge], Answer]:
    """A language by its options: with a value, without running anything, with code. ``-S`` names a program."""

    def judged(words: Words, judge: Judge) -> Answer:
        at = skip_valued(words, 0, takes)
        options = words[:at]
        if HELP.union(quiet.split()).intersection(options):
            return False
        if "-S" in options and "-S" in takes.split():
            return judge(words[words.index("-S") + 1 :])
        if set(evaluates.split()).intersection(options):
            return code(words[at:])
        return interpreted(words[at:], judge)

    return judged


elixir = interpreter("-S -r -pa -pz -pr --erl --cookie --name --sname", "-v", "-e --eval")
perl = interpreter("-I -S", "-c -v -V -wc -cw", "-e -E -ne -pe")
php = interpreter("-d -c -z", "-l -v -i -m -S -s", "-r")
ruby = interpreter("-I -r -C -S", "-c -v -wc -cw", "-e -ne -pe")


def evaluated(words: Words, judge: Judge) -> Answer:
    """R and Julia: the test calls of their packages in the text of ``-e``."""
    for before, word in zip(words, words[1:]):
        if before in ("-e", "-E", "--eval"):
            return True if is_literal(word) and _R_TESTS.search(word) else code((word,))
    return False if HELP.intersection(words) else None


def unreadable(words: Words, judge: Judge) -> Answer:
    """A language on a file; nothing where it only says its version."""
    return False if words and (words[0] in HELP or words[0] in ("-version", "-v", "-V")) else None
