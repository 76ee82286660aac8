"""The matchers ``command`` and ``env``: what a Bash call runs, word by word (FR-12, AD-4, D5).

``command``, all keys on one segment: ``name``, the program as written; ``starts_with``, the words it begins with
(a text, a list of words, or a list of such lists; what ``command`` is when it is no map); ``contains``, one of
these words; ``none_of``, none of them; ``arg_count``, how many operands (``shell.operands``); ``sole_segment``,
joined to nothing by a pipe; ``redirect``, whether its standard output is redirected. These read the segment
as it is written: ``sudo pip install`` begins with ``sudo``. Programs are known by their basename;
assignments in front and redirections are no words of it.

``program``, ``first_operand`` (words, or ``{none_of: words}``), ``piped`` (its output goes into a pipe), ``runs: tests`` and
``installs_with`` (package managers) read the commands a segment runs, wrappers stripped (``Parsed.commands``);
beside one of them, ``contains``, ``none_of``, ``arg_count``, ``redirect`` and ``sole_segment`` are about that command.
Two keys ask about the whole text: ``regex``, and ``unparsed``, whether it was not read.

``env`` {name, command}: an assignment in force for a command, of a program where one is given.

Undecided: all of these but ``regex`` and ``unparsed`` over a command that was not read; a word that holds an
expansion or a glob, where it matters; a program behind a wrapper that could not be read; "no" where a
substitution may have run more commands; ``testruns``' own third answer; a tool that hides what it runs
(``tools``). Known misses: commands inside ``$( )``; aliases; an option's value counts as an operand.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import packages, programs, testruns, written
from .answers import Answer, Matcher, Spelt, Spot, View, all_of, any_of, every, negate, spelling
from .events import Event, input_of
from .fields import command_text, hidden
from .shell import Command, Parsed, operands, split
from .spec import Where, check_keys, flag, shown, text_test, texts
from .words import SUB_PLACEHOLDER, Dynamic, Literal, basename, is_literal

_CALLS = frozenset(("tool_use",))
_BASH = frozenset(("Bash",))
_UNKNOWN = (Dynamic("?"),)  # what xargs adds
_SUBSTITUTIONS = ("$(", "`", "<(", ">(")


class Unit(NamedTuple):
    """A segment as written, and, where a key asks for commands, one that it runs. ``alone``: no pipe joins it."""

    segment: Sequence[str]
    command: Optional[Command]
    alone: bool


UnitTest = Callable[[Unit], Answer]


class Key(NamedTuple):
    """The test of a key, and what the text spells of which it is true. ``sure``: of a plain text that does not, it is false."""

    test: UnitTest
    spelt: Spelt = ()
    sure: bool = False


def shell_matcher(found: Callable[[Parsed], Answer], spots: Callable[[Event, Parsed], List[Spot]], spelt: Spelt = (),
                  sure: Spelt = ()) -> Matcher:
    """A matcher that asks ``found`` of a Bash call that was read, and whose no may hide in a substitution.

    ``sure`` is what a plain text spells of which it is anything but false.
    """
    def ask(parsed: Parsed) -> Answer:
        if not parsed.may_say(sure) and parsed.plain:
            return False
        if parsed.skipped:
            return None
        answer = found(parsed)
        return None if answer is False and parsed.answer(may_run_more, may_run_more) else answer

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        return hidden(event) if parsed is None else parsed.answer(ask, ask)

    def places(event: Event, view: View) -> List[Spot]:
        parsed = view.parsed(event)
        return spots(event, parsed) if parsed is not None else []

    return Matcher(test, places, True, _CALLS, names=_BASH, spelt=spelt)


def may_run_more(parsed: Parsed) -> bool:
    """Whether a substitution in the command may have run commands that are not seen."""
    if not any(mark in parsed.command for mark in _SUBSTITUTIONS):
        return False
    return any(SUB_PLACEHOLDER in word for pipeline in parsed.pipelines for segment in pipeline for word in segment)


def stretch(event: Event, found: Sequence[str]) -> Spot:
    """Where words stand in a command's text, from the first to the last of them that can be found in order."""
    text = input_of(event).get("command", "")
    start = end = 0
    for word in found:
        at = text.find(word, end)
        if at >= 0:
            start = start if end else at
            end = at + len(word)
    return Spot("input.command", start, end)


def command(spec: Any, where: Where) -> Matcher:
    if not isinstance(spec, dict):
        spec = {"starts_with": spec}
    check_keys(spec, (*_SEGMENT_KEYS, *_COMMAND_KEYS, "regex", "unparsed"), where, "command")
    of_command = [make(spec[key], where.at(spec, key)) for key, make in _COMMAND_KEYS.items() if key in spec]
    keys = of_command + [make(spec[key], where.at(spec, key)) for key, make in _SEGMENT_KEYS.items() if key in spec]
    parts: List[Matcher] = []
    if "unparsed" in spec:
        parts.append(_unparsed(flag(spec["unparsed"], where.at(spec, "unparsed"))))
        if spec["unparsed"] and keys:
            raise where.at(spec, "unparsed").fail("a command that was not read has no segments: this never fires")
    if "regex" in spec:
        match = text_test({"regex": spec["regex"]}, where.at(spec, "regex"))
        assert match is not None
        parts.append(command_text(match))
    if keys:
        units = _commands if of_command else _segments
        parts.append(_of_units(units, keys, "sole_segment" in spec))
    return every(parts)


def _of_units(units: Callable[[Parsed, bool], Iterator[Unit]], keys: List[Key], alone: bool) -> Matcher:
    tests = [key.test for key in keys]
    if len(tests) == 1:
        one, = tests
    else:
        def one(unit: Unit) -> Answer:
            return all_of(test(unit) for test in tests)

    def spots(event: Event, parsed: Parsed) -> List[Spot]:
        for unit in units(parsed, alone):
            if one(unit):
                return [stretch(event, unit.command.argv if unit.command else unit.segment)]
        return []

    spelt = tuple(group for key in keys for group in key.spelt)
    sure = tuple(group for key in keys for group in key.spelt if key.sure)
    return shell_matcher(lambda parsed: any_of(one(unit) for unit in units(parsed, alone)), spots, spelt, sure)


def _segments(parsed: Parsed, need_alone: bool) -> Iterator[Unit]:
    alone: Sequence[bool] = parsed.alone if need_alone else ()
    for at, pipeline in enumerate(parsed.pipelines):
        for segment in pipeline:
            yield Unit(segment, None, bool(alone and alone[at]))


def _commands(parsed: Parsed, need_alone: bool) -> Iterator[Unit]:
    alone: Sequence[bool] = parsed.alone if need_alone else ()
    pipelines = parsed.pipelines
    for one in parsed.commands:
        yield Unit(pipelines[one.pipeline][one.position], one, bool(alone and alone[one.pipeline] and not one.piped))


def _unparsed(wanted: bool) -> Matcher:
    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        if parsed is None:
            return hidden(event)
        return parsed.skipped is wanted if isinstance(input_of(event).get("command"), str) else None

    return Matcher(test, lambda event, view: [Spot("input.command")], True, _CALLS, names=_BASH)


# Keys about the segment as written


def is_one_of(word: str, wanted: Iterable[str]) -> Answer:
    """Whether a word is one of some texts; undecided where its value is not known."""
    return word in wanted if is_literal(word) else None


def _program_is(word: str, wanted: Iterable[str]) -> Answer:
    return word in wanted or basename(word) in wanted if is_literal(word) else None


def _name(value: Any, where: Where) -> Key:
    wanted = frozenset(texts(value, where))

    def test(unit: Unit) -> Answer:
        argv = split(unit.segment)[1]
        return _program_is(argv[0], wanted) if argv else False

    return Key(test, spelling(wanted), sure=True)


def _starts_with(value: Any, where: Where) -> Key:
    several = isinstance(value, list) and value and all(isinstance(item, list) for item in value)
    beginnings = [_beginning(item, where) for item in (value if several else [value])]
    firsts = frozenset(beginning[0] for beginning in beginnings)

    def test(unit: Unit) -> Answer:
        argv = split(unit.segment)[1]
        if not argv or _program_is(argv[0], firsts) is False:
            return False
        return any_of(_begins(argv, beginning) for beginning in beginnings)

    words = [firsts] if len(beginnings) > 1 else [(word,) for word in beginnings[0]]
    return Key(test, tuple(group for some in words for group in spelling(some)), sure=True)


def _beginning(value: Any, where: Where) -> Tuple[str, ...]:
    found = tuple(value.split()) if isinstance(value, str) else texts(value, where)
    if not found:
        raise where.fail("`starts_with` needs a word: an empty beginning always fires")
    for word in found:
        if isinstance(value, list) and " " in word:
            raise where.fail("`%s` is more than one word: write [%s], and [[a, b], [c]] for alternatives" % (word, ", ".join(word.split())))
    return found


def _begins(argv: Sequence[str], beginning: Sequence[str]) -> Answer:
    for at, wanted in enumerate(beginning):
        if at >= len(argv):
            return False
        answer = is_one_of(argv[at], (wanted,)) if at else _program_is(argv[0], (wanted,))
        if not answer:
            return answer  # behind a word of unknown value nothing is known: it may be several
    return True


def _contains(value: Any, where: Where) -> Key:
    wanted = frozenset(texts(value, where))
    return Key(lambda unit: any_of(is_one_of(word, wanted) for word in _words(unit)), spelling(wanted))


def _words(unit: Unit) -> Sequence[str]:
    """The words of the command where one is asked about, else of the segment, the program's first."""
    if unit.command is None:
        return split(unit.segment)[1]
    return unit.command.argv + (_UNKNOWN if {"xargs", "parallel"}.intersection(unit.command.via) else ())


def _none_of(value: Any, where: Where) -> Key:
    contains = _contains(value, where).test
    return Key(lambda unit: negate(contains(unit)))


def _arg_count(value: Any, where: Where) -> Key:
    bounds = value if isinstance(value, dict) else {"eq": value}
    check_keys(bounds, ("eq", "min", "max"), where, "arg_count")
    for bound in bounds.values():
        if type(bound) is not int or bound < 0:
            raise where.fail("`arg_count` is a whole number from 0 on, or a map of eq, min and max, not %s" % shown(value))
    low = max(bounds.get("eq", 0), bounds.get("min", 0))
    high = min(bounds.get("eq", _MANY), bounds.get("max", _MANY))
    if low > high:
        raise where.fail("no count is at least %d and at most %d: this never fires" % (low, high))
    if low == 0 and high == _MANY:
        raise where.fail("every count is at least 0: this always fires")

    def test(unit: Unit) -> Answer:
        found = operands(_words(unit))
        sure = sum(map(is_literal, found))
        if sure == len(found):
            return low <= sure <= high
        # A word of unknown value may be none, one or several.
        return False if sure > high else True if sure >= low and high == _MANY else None

    return Key(test)


_MANY = 1 << 30


def _sole_segment(value: Any, where: Where) -> Key:
    wanted = flag(value, where)
    return Key(lambda unit: unit.alone is wanted)


def _redirect(value: Any, where: Where) -> Key:
    wanted = flag(value, where)

    def test(unit: Unit) -> Answer:
        if unit.command is not None:
            return any(written.OUTPUT.match(operator) for operator, _ in unit.command.redirects) is wanted
        return any(written.OUTPUT.match(word) and not isinstance(word, Literal) for word in unit.segment) is wanted

    return Key(test)


# Keys about the commands that run


def _asked(unit: Unit) -> Command:
    assert unit.command is not None
    return unit.command


def _program(value: Any, where: Where) -> Key:
    wanted = frozenset(texts(value, where))

    def test(unit: Unit) -> Answer:
        one = _asked(unit)
        if one.program is None:
            return None
        if one.program in wanted or one.argv and one.argv[0] in wanted:
            return True
        return None if one.argv and programs.unread(one.argv) else False

    return Key(test, spelling(wanted))


def _first_operand(value: Any, where: Where) -> Key:
    unwanted = isinstance(value, dict)
    if unwanted:
        check_keys(value, ("none_of",), where, "first_operand")
        value = value["none_of"]
    wanted = frozenset(texts(value, where))

    def test(unit: Unit) -> Answer:
        found = operands(_words(unit))
        if not found:
            return False
        answer = is_one_of(found[0], wanted)
        if answer is False and not unwanted:
            answer = basename(found[0]) in wanted
        return negate(answer) if unwanted else answer

    return Key(test, () if unwanted else spelling(wanted))


def _piped(value: Any, where: Where) -> Key:
    wanted = flag(value, where)
    return Key(lambda unit: _asked(unit).piped is wanted)


def _runs(value: Any, where: Where) -> Key:
    if value != "tests":
        raise where.fail("`runs` knows `tests`, not %s" % shown(value))
    return Key(lambda unit: testruns.runs_tests(_asked(unit)))


def _installs_with(value: Any, where: Where) -> Key:
    wanted = frozenset(texts(value, where))
    for manager in sorted(wanted):
        if manager not in packages.MANAGERS:
            raise where.fail("no package manager is known as `%s`: there are %s" % (manager, ", ".join(sorted(packages.MANAGERS))))

    def test(unit: Unit) -> Answer:
        one = _asked(unit)
        if one.program == "":
            return False
        call = packages.package_call(one)
        if call is not None:
            return call.manager in wanted and call.verb in ("install", "add")
        return None if one.program is None or programs.unread(one.argv) else False

    return Key(test, spelling(name for manager in wanted for name in packages.names(manager)))


_COMMAND_KEYS: Dict[str, Callable[[Any, Where], Key]] = {
    "program": _program, "piped": _piped, "first_operand": _first_operand, "installs_with": _installs_with, "runs": _runs,
}
_SEGMENT_KEYS: Dict[str, Callable[[Any, Where], Key]] = {
    "name": _name, "starts_with": _starts_with, "sole_segment": _sole_segment, "redirect": _redirect, "contains": _contains,
    "none_of": _none_of, "arg_count": _arg_count,
}


def env(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("name", "command"), where, "env")
    if "name" not in spec:
        raise where.fail("`env` needs the `name` of a variable")
    names = frozenset(texts(spec["name"], where.at(spec, "name")))
    for name in sorted(names):
        if not name.isidentifier():
            raise where.at(spec, "name").fail("`%s` is no variable's name: write the name alone, without its value" % name)
    wanted = frozenset(texts(spec["command"], where.at(spec, "command"))) if "command" in spec else None

    def one(unit: Command) -> Answer:
        if unit.program == "" or not any(word.partition("=")[0].rstrip("+") in names for word in unit.assignments):
            return False
        return True if wanted is None else None if unit.program is None else unit.program in wanted

    def spots(event: Event, parsed: Parsed) -> List[Spot]:
        return [stretch(event, (*unit.assignments, *unit.argv)) for unit in parsed.commands if one(unit)][:1]

    spelt = spelling(names) + (spelling(wanted) if wanted is not None else ())
    return shell_matcher(lambda parsed: any_of(map(one, parsed.commands)), spots, spelt, spelt)
