"""Three-valued answers about words (D7): what a task's name says, what arguments leave of a test run."""
from __future__ import annotations

import re
from typing import Callable, FrozenSet, Iterable, List, Optional, Sequence, Tuple

from .git_words import may_hold_option
from .runners import skip_valued
from .suites import ANSWERS
from .tasks import CONTRARY_WORDS, DOUBT_WORDS, HANDLED, OTHER, TASK_RUNNERS, TEST_WORDS, WORK_WORDS
from .words import is_literal

Answer = Optional[bool]
Words = Tuple[str, ...]
Judge = Callable[[Words], Answer]
HELP = frozenset("--help --version -h".split())
# Words that, handed on to a test program that is not known, may make it list or print only.
LISTING = frozenset(
    "--help -h --version -V --list --list-tests --listTests --collect-only --co --dry-run --showConfig --no-run --init --clearCache".split()
)
_GROUPS = frozenset(key.rpartition(" ")[0] for key in ANSWERS)
_PROGRAMS = OTHER.union(HANDLED, (key.split()[0] for key in ANSWERS))
_SOURCE = re.compile(r"\.(?:swift|dart|cr|[cm]?[jt]s|zig|mojo|rb|php|fsx|nim)\Z")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z][a-z0-9]*|[0-9]+[a-z]*")


def any_of(answers: Iterable[Optional[bool]]) -> Optional[bool]:
    """True where one is, else None where one is, else False."""
    found = list(answers)
    return True if True in found else None if None in found else False


def name_words(name: str) -> List[str]:
    """The words of a name in lower case: ``test:unit-ci`` and ``testUnitCi`` alike."""
    return [word.lower() for word in _WORDS.findall(name.lower() if name.isupper() else name)]


def target(name: str) -> Optional[bool]:
    """Whether a task of this name runs tests, by convention."""
    if not is_literal(name):
        return None
    words = name_words(name)
    if any(word.rstrip("0123456789") in TEST_WORDS or word in TEST_WORDS for word in words) or words[:1] in (["spec"], ["specs"]):
        if CONTRARY_WORDS.intersection(words):
            return False if words[0] == "db" and len(words) > 2 else None
        return True
    if words and words[0] in WORK_WORDS and not DOUBT_WORDS.intersection(words):
        return False
    return None


def hints(name: str) -> bool:
    """Whether a name speaks of tests at all."""
    return any("test" in word or word in TEST_WORDS or word in ("spec", "specs") for word in name_words(name))


def given(words: Sequence[str], takes: str, clusters: bool = False) -> Tuple[List[str], List[str], bool]:
    """``(options, operands, closed)`` of a program's words; ``takes`` names options with a value.

    ``closed`` is False where a word of unknown value may hold further options. A ``--`` counts as nothing.
    With ``clusters`` the letters of ``-av`` are options of their own.
    """
    valued = frozenset(takes.split())
    options: List[str] = []
    operands: List[str] = []
    closed = True
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if not word.startswith("-") or word == "-":
            operands.append(word)
            closed = closed and not may_hold_option(word)
        elif word in valued:
            at += 1
        elif word != "--":
            letters = _letters(word, valued) if clusters else [word]
            at += len(letters) > 1 and letters[-1] in valued and word.endswith(letters[-1][1])
            options += letters
            closed = closed and (is_literal(word) or "=" in word)
    return options, operands, closed


def _letters(word: str, valued: FrozenSet[str]) -> List[str]:
    """A cluster of short options one by one, up to the first that takes the rest as its value."""
    if word.startswith("--"):
        return [word]
    out: List[str] = []
    for letter in word[1:]:
        out.append("-" + letter)
        if out[-1] in valued or not letter.isalpha():
            break
    return out


def suite_runs(args: Sequence[str], suite: Tuple[str, ...]) -> Optional[bool]:
    """Whether a test program runs tests with these arguments; ``suite`` as in ``suites.ANSWERS``."""
    options, operands, closed = given(args, suite[1])
    nothing = HELP.union(suite[0].split())
    if nothing.intersection(word.partition("=")[0] for word in options) or nothing.intersection(operands[:1]):
        return False
    unsure = frozenset(suite[2].split() if len(suite) > 2 else ()).intersection(word.partition("=")[0] for word in args)
    return True if closed and not unsure else None


def named(argv: Words, takes: str = "") -> Answer:
    """The answer of the longest key of ``ANSWERS`` that fits, False for another verb, None if it says test."""
    names, places = [argv[0]], [0]
    at = 1
    while len(names) < 4:
        at = skip_valued(argv, at, takes)
        if at >= len(argv) or not is_literal(argv[at]):
            break
        names.append(argv[at])
        places.append(at)
        at += 1
    unknown = at < len(argv) and (len(names) == 1 or " ".join(names) in _GROUPS)
    for length in range(len(names), 0, -1):
        key = " ".join(names[:length])
        if key in ANSWERS:
            found = ANSWERS[key]
            return suite_runs(argv[places[length - 1] + 1 :], found) if isinstance(found, tuple) else found
        if 1 < length < len(names) and key in _GROUPS:
            return False
    if any(word in HELP for word in argv[1:]):
        return False
    if any(target(name) is True or hints(name) for name in names[1:2]):
        return None
    if any(map(_SOURCE.search, names[2:3] if names[1:2] == ["run"] else names[1:2])):
        return None
    return None if unknown else False


def known(name: str) -> bool:
    """Whether a name is that of a program with an answer of its own."""
    return name in _PROGRAMS and name != "test"


def handed_on(result: Optional[bool], args: Sequence[str]) -> Optional[bool]:
    """A task's answer, None where its arguments may make the program behind it only list or print."""
    if result is True and any(word in LISTING or may_hold_option(word) for word in args):
        return None
    return result


def tasks_run(key: str, words: Words) -> Optional[bool]:
    """Whether a task runner runs tests with these words behind its key of ``TASK_RUNNERS``."""
    nothing, takes, which = TASK_RUNNERS[key]
    front, behind = split(words)
    quiet = HELP.union(nothing.split())
    clusters = not any(re.match("-[^-].", option) for option in (nothing + " " + takes).split())
    options, operands, closed = given(front, takes, clusters)
    if any(word.partition("=")[0] in quiet for word in options):
        return False
    names = [word for word in operands if not re.match(r"[A-Za-z_]\w*[:?+]*=|[0-9.]+\Z", word)]
    if not names:
        return False if key in ("ninja", "samu", "deno task") and closed else None
    if names[0] in quiet:
        return False
    answers = [target(_bare(name)) for name in names]
    if which == "first":
        return handed_on(answers[0], words[words.index(names[0]) + 1 :])
    if which == "either" and answers[0] is not True:
        return None if any(answer is not False for answer in answers) else False
    result = any_of(answers)
    return None if result is True and not closed else handed_on(result, behind)


def split(words: Words) -> Tuple[Words, Words]:
    """The words in front of the first ``--`` and those behind it."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at], words[at + 1 :]


def _bare(name: str) -> str:
    """A task's name without its arguments and marks: ``spec[a]``, ``+test``."""
    return type(name)(name.split("[")[0].lstrip("+~/"))
