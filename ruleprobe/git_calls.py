"""The matcher ``git``: calls of git as git reads them (FR-12, D6).

All keys hold for one call, wrappers stripped. ``subcommand`` (needed unless one of the last two is given);
``args_any``, one of these options is in force or one of these words an operand; ``args_none``, none is;
``token_prefix``, an option or operand begins so; ``arg_regex``, found in a word of the call; ``config_regex``, found
in a ``-c key=value``; ``message_regex``, found in the message of a commit (``-m``, a here-document);
``skips_hooks``, ``force_pushes`` (``default``: main or master, or branches): ``git.skips_hooks`` and ``git.force_pushes``.

An option is one however it is spelt (``-n``, ``-an``, ``--no-veri`` are ``--no-verify`` of a commit), and the value of
another is none. Undecided: a subcommand, option or word whose value is not known; an option git's own
table does not hold; a message that is not in the words; what ``segments`` says of commands.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from . import git, git_words, patterns
from .answers import Answer, Matcher, Spelt, Spot, all_of, any_of, negate, spelling
from .events import Event
from .git_options import GLOBAL_STOPS, HOOKED, OPTIONS
from .segments import is_one_of, shell_matcher, stretch
from .shell import Command, Parsed
from .spec import Where, check_keys, compiled, flag, texts
from .words import is_literal


class Call(NamedTuple):
    """A call of git, an alias in its place, its command, and the here-documents of the text it stands in."""

    subcommand: str
    found: git_words.Invocation
    given: git_words.Options
    command: Command
    bodies: Sequence[str]

    @property
    def read(self) -> bool:
        """Whether its options are known to us at all."""
        return self.subcommand in OPTIONS


_UNSPELT = frozenset(GLOBAL_STOPS.values())  # `git -v` is a version
CallTest = Callable[[Call], Answer]


def git_call(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("subcommand", *_CALL_KEYS, *_COMMAND_KEYS), where, "git")
    if not {"subcommand", *_COMMAND_KEYS} & set(spec):
        raise where.fail("`git` needs a `subcommand`, %s" % " or ".join(_COMMAND_KEYS))
    subcommands = frozenset(texts(spec["subcommand"], where.at(spec, "subcommand"))) if "subcommand" in spec else None
    of_command = [make(spec[key], where.at(spec, key)) for key, make in _COMMAND_KEYS.items() if key in spec]
    of_call = [make(spec[key], where.at(spec, key)) for key, make in _CALL_KEYS.items() if key in spec]

    def one(command: Command, call: Optional[Call]) -> Answer:
        answer = all_of(test(command) for test in of_command)
        if answer is False or subcommands is None and not of_call:
            return answer
        if call is None:
            return None
        if call.given.refused or subcommands is not None and call.subcommand not in subcommands:
            return False
        return all_of((answer, *(test(call) for test in of_call)))

    def spots(event: Event, parsed: Parsed) -> List[Spot]:
        return [stretch(event, command.argv) for command, call in parsed.answer(_calls, _calls) if one(command, call)][:1]

    git_itself = spelling(("git",))
    return shell_matcher(lambda parsed: any_of(one(*found) for found in parsed.answer(_calls, _calls)), spots,
                         git_itself + _spelt(spec, subcommands), git_itself)


def _spelt(spec: Dict[str, Any], subcommands: Optional[FrozenSet[str]]) -> Spelt:
    """The subcommands that a call spells of which the matcher is true."""
    found: Spelt = () if subcommands is None or subcommands & _UNSPELT else spelling(subcommands)
    if "force_pushes" in spec:
        found += spelling(("push",))
    return found + spelling(HOOKED) if spec.get("skips_hooks") else found


def _calls(parsed: Parsed) -> List[Tuple[Command, Optional[Call]]]:
    """The commands that are, or may be, calls of git; those that cannot be read without their call."""
    found: List[Tuple[Command, Optional[Call]]] = []
    for command in parsed.commands:
        read = git_words.call(command)
        if read is not None or git.is_git(command) is not False:
            found.append((command, None if read is None else Call(*read, command, parsed.heredocs)))
    return found


def _args_any(value: Any, where: Where) -> CallTest:
    wanted = texts(value, where)
    options = [word for word in wanted if word.startswith("-") and len(word) > 1]
    operands = [word for word in wanted if word not in options]

    def test(call: Call) -> Answer:
        if not call.read:
            return any_of(is_one_of(word, wanted) for word in call.found.args)
        if any(_in_force(call, word) for word in options):
            return True if call.given.known else None
        answer = any_of(is_one_of(word, operands) for word in call.given.operands) if operands else False
        return None if answer is False and options and not call.given.decided else answer

    return test


def _in_force(call: Call, wanted: str) -> bool:
    """Whether an option, in any spelling, is given and not taken back."""
    name, value = _option(call.subcommand, wanted)
    if name is None:
        return wanted in call.found.args
    return call.given.on(name) and ("=" not in wanted or value in call.given.values(name))


@lru_cache(maxsize=1024)
def _option(subcommand: str, wanted: str) -> Tuple[Optional[str], Optional[str]]:
    """``(git's own name, value)`` of an option as a detector spells it; no name where git's table has none."""
    for words in ((wanted,), (wanted, "value")):
        given = git_words.options(subcommand, words).given
        if given:
            return given[-1]
    return None, None


def _args_none(value: Any, where: Where) -> CallTest:
    any_ = _args_any(value, where)
    return lambda call: negate(any_(call))


def _token_prefix(value: Any, where: Where) -> CallTest:
    prefixes = texts(value, where)

    def test(call: Call) -> Answer:
        if not call.read:
            return any_of(_begins(word, prefixes) for word in call.found.args)
        values = [option for _, option in call.given.given if option is not None]
        words = [word for word in call.found.args if word not in values or word in call.given.operands]
        words += ["--" + name for name, _ in call.given.given if len(name) > 1]
        answer = any_of(_begins(word, prefixes) for word in words)
        return None if answer is False and not call.given.decided and any(prefix[0] == "-" for prefix in prefixes) else answer

    return test


def _begins(word: str, prefixes: Tuple[str, ...]) -> Answer:
    return word.startswith(prefixes) if is_literal(word) else None


def _found_in(get: Callable[[Call], Iterable[Optional[str]]]) -> Callable[[Any, Where], CallTest]:
    """A key that looks for a pattern in texts of the call; None is a text that is not known."""
    def make(value: Any, where: Where) -> CallTest:
        tests = [pattern.test for pattern in compiled(value, where, patterns.regex)]
        return lambda call: any_of(None if text is None else any_of(test(text) for test in tests) for text in get(call))

    return make


def _words(call: Call) -> Iterable[Optional[str]]:
    return (str(word) if is_literal(word) else None for word in call.found.args)


def _config(call: Call) -> Iterable[Optional[str]]:
    for key, value in call.found.config:
        known = is_literal(key) and (value is None or is_literal(value))
        yield "%s=%s" % (key, "true" if value is None else value) if known else None


def _message(call: Call) -> Iterable[Optional[str]]:
    return [git.commit_message(call.command, call.bodies)]


def _skips_hooks(value: Any, where: Where) -> Callable[[Command], Answer]:
    if flag(value, where):
        return git.skips_hooks
    return lambda command: negate(git.skips_hooks(command)) if git.is_git(command) else git.is_git(command)


def _force_pushes(value: Any, where: Where) -> Callable[[Command], Answer]:
    branches = git.DEFAULT_BRANCHES if value == "default" else texts(value, where)
    return lambda command: git.force_pushes(command, branches)


_CALL_KEYS: Dict[str, Callable[[Any, Where], CallTest]] = {
    "args_any": _args_any, "args_none": _args_none, "token_prefix": _token_prefix, "arg_regex": _found_in(_words),
    "config_regex": _found_in(_config), "message_regex": _found_in(_message),
}
_COMMAND_KEYS: Dict[str, Callable[[Any, Where], Callable[[Command], Answer]]] = {"skips_hooks": _skips_hooks, "force_pushes": _force_pushes}
