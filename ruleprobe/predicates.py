"""Event matchers: a mapping of keys compiled into one three-valued test of an event (FR-12, AD-4).

A test returns True, False or None (undecided). All keys of a mapping hold; a list is alternatives.
``any`` is true on any true, else undecided on any undecided; ``all`` and a mapping are false on any
false, else undecided on any undecided; ``not`` of undecided is undecided.

Undecided: a field that is missing or of the wrong type (but for ``exists``); every ``command`` key except
``regex`` and ``unparsed``, every ``git`` and ``env`` key and ``text`` with ``source: heredocs`` over a command the
parse skipped; a word whose value is an expansion, where it matters; what ``programs``, ``git`` and
``testruns`` cannot tell.

The keys of one ``command`` block hold for one segment. ``name``, ``starts_with``, ``contains``, ``none_of``,
``arg_count``, ``redirect`` and ``sole_segment`` read the segment as written (``sudo pip`` is the program ``sudo``);
``program``, ``first_operand``, ``runs`` and ``installs_with`` read the commands it runs, wrappers stripped.
``redirect`` is about standard output. Known misses: a command inside ``$( )``; aliases.
"""
from __future__ import annotations

import difflib
import re
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import git, packages, patterns, testruns
from .declarative import DeclarativeError
from .events import Event, input_of
from .shell import Command, Parsed, operands, split, words
from .words import Dynamic, Literal, basename, is_literal

Answer = Optional[bool]
_TO_FILE = re.compile(r"(?:1|&)?(?:>|>>|>\|)\Z")
ROLES = {"assistant": "assistant_text", "user": "user_prompt"}
FILE_TEXTS = ("content", "new_string", "new_source")


class View:
    """A session's events beside their parsed commands."""

    def __init__(self, ctx: Any) -> None:
        self._parsed = {id(parsed.event): parsed for parsed in ctx.bash}

    def parsed(self, event: Event) -> Optional[Parsed]:
        return self._parsed.get(id(event))


Test = Callable[[Event, View], Answer]


class Matcher(NamedTuple):
    """A compiled test; ``reads_shell``: whether it asks what a command was (S2)."""

    test: Test
    reads_shell: bool = False


class Where(NamedTuple):
    """A place in a detector file: ``where.fail`` raises with the line of a key."""

    path: str = "<spec>"
    lines: Any = None
    line: int = 0

    def at(self, container: Any, key: Any = None) -> "Where":
        found = self.lines.line_of(container, key, self.line) if self.lines is not None else self.line
        return self._replace(line=found)

    def fail(self, reason: str) -> DeclarativeError:
        return DeclarativeError(reason, self.line, self.path)


def any_of(answers: Iterable[Answer]) -> Answer:
    found: Answer = False
    for answer in answers:
        if answer:
            return True
        if answer is None:
            found = None
    return found


def all_of(answers: Iterable[Answer]) -> Answer:
    found: Answer = True
    for answer in answers:
        if answer is False:
            return False
        if answer is None:
            found = None
    return found


def negate(answer: Answer) -> Answer:
    return None if answer is None else not answer


def compile_event(spec: Any, where: Where) -> Matcher:
    """The matcher of a mapping, or of a list of alternatives. ``DeclarativeError`` with its line."""
    if isinstance(spec, list):
        return _alternatives([compile_event(item, where.at(spec, i)) for i, item in enumerate(_some(spec, where))])
    keys = check_keys(spec, KEYS, where)
    parts = [KEYS[key](spec[key], where.at(spec, key)) for key in keys]
    if len(parts) == 1:
        return parts[0]
    tests = [part.test for part in parts]
    return Matcher(lambda event, view: all_of(test(event, view) for test in tests), any(p.reads_shell for p in parts))


def check_keys(spec: Any, known: Iterable[str], where: Where) -> List[str]:
    """The keys of a mapping, each known and at least one; those that cost least first."""
    order = list(known)
    if not isinstance(spec, dict):
        raise where.fail("a mapping of matchers is expected, not %r" % (spec,))
    for key in spec:
        if key not in order:
            near = difflib.get_close_matches(str(key), order, 1)
            raise where.at(spec, key).fail("unknown key `%s`%s; there are %s" % (key, "; did you mean `%s`?" % near[0] if near else "", ", ".join(order)))
    if not spec:
        raise where.fail("an empty matcher always fires: give one of %s" % ", ".join(order))
    return [key for key in order if key in spec]


def _some(items: Any, where: Where) -> Any:
    if not items:
        raise where.fail("an empty list never fires")
    return items


def _alternatives(parts: Sequence[Matcher]) -> Matcher:
    tests = [part.test for part in parts]
    return Matcher(lambda event, view: any_of(test(event, view) for test in tests), any(p.reads_shell for p in parts))


def texts(value: Any, where: Where) -> Tuple[str, ...]:
    """A text, or a list of them, none empty."""
    items = value if isinstance(value, list) else [value]
    for item in _some(items, where):
        if not isinstance(item, str) or not item:
            raise where.fail("a text or a list of texts is expected, not %r" % (value,))
    return tuple(items)


def flag(value: Any, where: Where) -> bool:
    if not isinstance(value, bool):
        raise where.fail("true or false is expected, not %r" % (value,))
    return value


def _patterns(value: Any, where: Where, make: Callable[[str], patterns.Pattern]) -> List[patterns.Pattern]:
    try:
        return [make(text) for text in texts(value, where)]
    except patterns.PatternError as exc:
        raise where.fail(str(exc)) from None


def _text_test(spec: Dict[str, Any], where: Where, makers: Dict[str, Any]) -> Callable[[str], Answer]:
    """One test of a text for the pattern keys that ``spec`` has; all of them hold."""
    tests: List[Callable[[str], Answer]] = []
    if "contains" in spec:
        parts = texts(spec["contains"], where.at(spec, "contains"))
        tests.append(lambda text: any(part in text for part in parts))
    for key, make in makers.items():
        if key in spec:
            found = [p.test for p in _patterns(spec[key], where.at(spec, key), make)]
            tests.append(lambda text, found=found: any_of(test(text) for test in found))  # type: ignore[misc]
    return tests[0] if len(tests) == 1 else lambda text: all_of(test(text) for test in tests)


def _tool(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("name", "glob"), where)
    names = frozenset(texts(spec["name"], where.at(spec, "name"))) if "name" in spec else None
    globs = [p.test for p in _patterns(spec["glob"], where.at(spec, "glob"), patterns.glob)] if "glob" in spec else None

    def test(event: Event, view: View) -> Answer:
        kind = event.get("kind")
        if kind not in ("tool_use", "tool_result"):
            return False
        name = event.get("name" if kind == "tool_use" else "tool_name")
        if not isinstance(name, str):
            return None
        if names is not None and name not in names:
            return False
        return True if globs is None else any_of(test(name) for test in globs)

    return Matcher(test)


def _kind(spec: Any, where: Where) -> Matcher:
    from .events import KINDS

    kinds = texts(spec, where)
    for kind in kinds:
        if kind not in KINDS:
            near = difflib.get_close_matches(kind, KINDS, 1)
            raise where.fail("no event is of the kind %r%s; there are %s" % (kind, "; did you mean %s?" % near[0] if near else "", ", ".join(KINDS)))
    return Matcher(lambda event, view: event.get("kind") in kinds)


def _field(value: Any, path: Sequence[str]) -> Iterator[Any]:
    """The values at a dotted path; a list stands for each of its items."""
    if isinstance(value, list):
        for item in value:
            yield from _field(item, path)
    elif not path:
        yield value
    elif isinstance(value, dict) and path[0] in value:
        yield from _field(value[path[0]], path[1:])


def _arg(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("field", "exists", "equals", "contains", "regex", "path_glob"), where)
    if "field" not in spec or len(spec) == 1:
        raise where.fail("`arg` names a `field` and what it holds: exists, equals, contains, regex or path_glob")
    paths = [text.split(".") for text in texts(spec["field"], where.at(spec, "field"))]
    exists = flag(spec["exists"], where.at(spec, "exists")) if "exists" in spec else None
    if exists is False and len(spec) > 2:
        raise where.fail("a field that does not exist holds nothing: this never fires")
    equals = spec.get("equals")
    wanted = equals if isinstance(equals, list) else [equals]
    has_text = bool({"contains", "regex", "path_glob"} & set(spec))
    match = _text_test(spec, where, {"regex": patterns.regex, "path_glob": patterns.path_glob}) if has_text else None

    def holds(value: Any) -> Answer:
        if "equals" in spec and not any(type(value) is type(item) and value == item for item in wanted):
            return False
        if match is None:
            return True
        return match(value) if isinstance(value, str) else None

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") != "tool_use":
            return False
        values = [value for path in paths for value in _field(input_of(event), path)]
        if exists is not None and (bool(values) is not exists):
            return False
        if not values:
            return True if exists is False else None
        return any_of(holds(value) for value in values)

    return Matcher(test)


Segment = Tuple[List[str], List[Command], bool, Parsed]
SegmentTest = Callable[[Segment], Answer]


def _same(word: str, wanted: Iterable[str]) -> Answer:
    return None if isinstance(word, Dynamic) else word in wanted


def _program(segment: List[str]) -> Answer:
    return None


def _name(value: Any, where: Where) -> SegmentTest:
    wanted = frozenset(texts(value, where))

    def test(segment: Segment) -> Answer:
        argv = split(segment[0])[1]
        if not argv:
            return False
        return None if not is_literal(argv[0]) else argv[0] in wanted or basename(argv[0]) in wanted

    return test


def _starts_with(value: Any, where: Where) -> SegmentTest:
    alternatives = value if isinstance(value, list) and value and all(isinstance(v, list) for v in value) else [value]
    prefixes = [tuple(v.split()) if isinstance(v, str) else texts(v, where) for v in alternatives]
    if not all(prefixes):
        raise where.fail("an empty beginning always fires")

    def one(argv: Sequence[str], prefix: Sequence[str]) -> Answer:
        if len(argv) < len(prefix):
            return False
        first = _same(argv[0], (prefix[0],)) or (is_literal(argv[0]) and basename(argv[0]) == prefix[0] or _same(argv[0], (prefix[0],)))
        return all_of([first] + [_same(word, (want,)) for word, want in zip(argv[1:], prefix[1:])])

    def test(segment: Segment) -> Answer:
        argv = split(segment[0])[1]
        return any_of(one(argv, prefix) for prefix in prefixes)

    return test


def _contains(value: Any, where: Where) -> SegmentTest:
    wanted = frozenset(texts(value, where))
    return lambda segment: any_of(_same(word, wanted) for word in words(segment[0]))


def _none_of(value: Any, where: Where) -> SegmentTest:
    contains = _contains(value, where)
    return lambda segment: negate(contains(segment))


def _arg_count(value: Any, where: Where) -> SegmentTest:
    bounds = {"eq": value} if not isinstance(value, dict) else value
    check_keys(bounds, ("eq", "min", "max"), where)
    for bound in bounds.values():
        if type(bound) is not int or bound < 0:
            raise where.fail("`arg_count` is a whole number, or eq, min and max, not %r" % (value,))
    low, high = bounds.get("eq", bounds.get("min", 0)), bounds.get("eq", bounds.get("max"))
    if high is not None and low > high:
        raise where.fail("`arg_count` has min above max: it never fires")
    if low == 0 and high is None:
        raise where.fail("every count is 0 or more: this always fires")

    def test(segment: Segment) -> Answer:
        found = operands(segment[0])
        if not all(map(is_literal, found)):
            sure = sum(map(is_literal, found))
            return False if high is not None and sure > high else None
        return len(found) >= low and (high is None or len(found) <= high)

    return test


def _redirects(segment: List[str]) -> bool:
    return any(not isinstance(word, Literal) and _TO_FILE.match(word) for word in segment)


def _sole(value: Any, where: Where) -> SegmentTest:
    wanted = flag(value, where)
    return lambda segment: segment[2] is wanted


def _redirect(value: Any, where: Where) -> SegmentTest:
    wanted = flag(value, where)
    return lambda segment: (_redirects(segment[0]) or any(_TO_FILE.match(op) for c in segment[1] for op, _ in c.redirects)) is wanted


def _program_key(value: Any, where: Where) -> Callable[[Command], Answer]:
    wanted = frozenset(texts(value, where))
    return lambda command: None if command.program is None else command.program in wanted


def _first_operand(value: Any, where: Where) -> Callable[[Command], Answer]:
    unwanted = frozenset()
    wanted = None
    if isinstance(value, dict):
        check_keys(value, ("none_of",), where)
        unwanted = frozenset(texts(value["none_of"], where.at(value, "none_of")))
    else:
        wanted = frozenset(texts(value, where))

    def test(command: Command) -> Answer:
        found = operands(command.argv)
        if not found:
            return False
        if not is_literal(found[0]):
            return None
        return found[0] not in unwanted and (wanted is None or found[0] in wanted)

    return test


def _runs(value: Any, where: Where) -> Callable[[Command], Answer]:
    if value != "tests":
        raise where.fail("`runs` knows `tests`, not %r" % (value,))
    return testruns.runs_tests


def _installs_with(value: Any, where: Where) -> Callable[[Command], Answer]:
    managers = frozenset(texts(value, where))

    def test(command: Command) -> Answer:
        call = packages.package_call(command)
        if call is None:
            return False if command.program is not None else None
        return call.manager in managers and call.verb in ("install", "add")

    return test


SEGMENT_KEYS: Dict[str, Callable[[Any, Where], SegmentTest]] = {
    "name": _name, "starts_with": _starts_with, "contains": _contains, "none_of": _none_of, "arg_count": _arg_count,
    "sole_segment": _sole, "redirect": _redirect,
}
COMMAND_KEYS: Dict[str, Callable[[Any, Where], Callable[[Command], Answer]]] = {
    "program": _program_key, "first_operand": _first_operand, "runs": _runs, "installs_with": _installs_with,
}


def _command(spec: Any, where: Where) -> Matcher:
    if not isinstance(spec, dict):
        spec = {"starts_with": spec}
    check_keys(spec, (*SEGMENT_KEYS, *COMMAND_KEYS, "regex", "unparsed"), where)
    segment_tests = [make(spec[key], where.at(spec, key)) for key, make in SEGMENT_KEYS.items() if key in spec]
    command_tests = [make(spec[key], where.at(spec, key)) for key, make in COMMAND_KEYS.items() if key in spec]
    raw = _text_test(spec, where, {"regex": patterns.regex}) if "regex" in spec and "contains" not in spec else None
    if "regex" in spec and raw is None:
        raw = _text_test({"regex": spec["regex"]}, where, {"regex": patterns.regex})
    unparsed = flag(spec["unparsed"], where.at(spec, "unparsed")) if "unparsed" in spec else None
    if unparsed and (segment_tests or command_tests):
        raise where.fail("a command that was not parsed has no segments: this never fires")

    def of_segments(parsed: Parsed) -> Answer:
        if parsed.skipped:
            return None
        return any_of(one(segment) for segment in _segments(parsed))

    def one(segment: Segment) -> Answer:
        answer = all_of(test(segment) for test in segment_tests)
        if answer is False or not command_tests:
            return answer
        reached = any_of(all_of(test(command) for test in command_tests) for command in segment[1])
        return all_of((answer, reached))

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        if parsed is None:
            return False
        answers: List[Answer] = []
        if unparsed is not None:
            answers.append(parsed.skipped is unparsed)
        if raw is not None:
            answers.append(raw(parsed.command) if parsed.command else None)
        if segment_tests or command_tests:
            answers.append(of_segments(parsed))
        return all_of(answers)

    return Matcher(test, True)


def _segments(parsed: Parsed) -> Iterator[Segment]:
    """Each written segment, the commands it runs, and whether its output goes into no pipe."""
    alone = parsed.alone
    by_place: Dict[Tuple[int, int], List[Command]] = {}
    for command in parsed.commands:
        by_place.setdefault((command.pipeline, command.position), []).append(command)
    for at, pipeline in enumerate(parsed.pipelines):
        for position, segment in enumerate(pipeline):
            yield segment, by_place.get((at, position), []), alone[at], parsed


def _git(spec: Any, where: Where) -> Matcher:
    keys = ("subcommand", "args_any", "args_none", "token_prefix", "arg_regex", "config_regex", "message_regex", "skips_hooks", "force_pushes")
    check_keys(spec, keys, where)
    if not {"subcommand", "skips_hooks", "force_pushes"} & set(spec):
        raise where.fail("`git` needs a `subcommand`")
    subcommands = frozenset(texts(spec["subcommand"], where.at(spec, "subcommand"))) if "subcommand" in spec else None
    tests = [GIT_KEYS[key](spec[key], where.at(spec, key)) for key in GIT_KEYS if key in spec]

    def one(command: Command, parsed: Parsed) -> Answer:
        call = git.invocation(command.argv)
        if call is None:
            return False if git.is_git(command) is False else None
        if subcommands is not None:
            known = None if call.subcommand is None or not is_literal(call.subcommand) else call.subcommand in subcommands
            if not known:
                return known
        return all_of(test(command, call, parsed) for test in tests)

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        if parsed is None:
            return False
        if parsed.skipped:
            return None
        return any_of(one(command, parsed) for command in parsed.commands)

    return Matcher(test, True)


GitTest = Callable[[Command, Any, Parsed], Answer]


def _args_any(value: Any, where: Where) -> GitTest:
    wanted = frozenset(texts(value, where))
    return lambda command, call, parsed: any_of(_same(word, wanted) for word in call.args)


def _args_none(value: Any, where: Where) -> GitTest:
    any_ = _args_any(value, where)
    return lambda command, call, parsed: negate(any_(command, call, parsed))


def _token_prefix(value: Any, where: Where) -> GitTest:
    prefixes = texts(value, where)
    return lambda command, call, parsed: any_of(w.startswith(prefixes) if is_literal(w) else None for w in call.args)


def _regex_of(get: Callable[[Command, Any, Parsed], Iterable[Optional[str]]]) -> Callable[[Any, Where], GitTest]:
    def make(value: Any, where: Where) -> GitTest:
        found = [p.test for p in _patterns(value, where, patterns.regex)]
        return lambda command, call, parsed: any_of(
            None if text is None else any_of(test(text) for test in found) for text in get(command, call, parsed))

    return make


def _config_texts(command: Command, call: Any, parsed: Parsed) -> Iterable[Optional[str]]:
    for key, value in call.config:
        yield None if key is None or value is not None and not is_literal(value) else "%s=%s" % (key, value or "")


def _skips_hooks(value: Any, where: Where) -> GitTest:
    wanted = flag(value, where)
    return lambda command, call, parsed: (lambda a: a if wanted else negate(a))(git.skips_hooks(command))


def _force_pushes(value: Any, where: Where) -> GitTest:
    branches = ("main", "master") if value == "default" else texts(value, where)
    return lambda command, call, parsed: git.force_pushes(command, branches)


GIT_KEYS: Dict[str, Callable[[Any, Where], GitTest]] = {
    "args_any": _args_any, "args_none": _args_none, "token_prefix": _token_prefix,
    "arg_regex": _regex_of(lambda command, call, parsed: [w if is_literal(w) else None for w in call.args]),
    "config_regex": _regex_of(_config_texts),
    "message_regex": _regex_of(lambda command, call, parsed: [git.commit_message(command, parsed.heredocs)]),
    "skips_hooks": _skips_hooks, "force_pushes": _force_pushes,
}


def _env(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("name", "command"), where)
    if "name" not in spec:
        raise where.fail("`env` needs the `name` of a variable")
    names = texts(spec["name"], where.at(spec, "name"))
    programs = frozenset(texts(spec["command"], where.at(spec, "command"))) if "command" in spec else None

    def one(command: Command) -> Answer:
        if not any(word.partition("=")[0].rstrip("+") in names for word in command.assignments):
            return False
        if programs is None:
            return True
        return None if command.program is None else command.program in programs

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        if parsed is None:
            return False
        return None if parsed.skipped else any_of(map(one, parsed.commands))

    return Matcher(test, True)


def _text(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("source", "contains", "regex"), where)
    source = spec.get("source", "command")
    if source not in SOURCES:
        raise where.fail("`source` is one of %s, not %r" % (", ".join(SOURCES), source))
    if not {"regex", "contains"} & set(spec):
        raise where.fail("`text` needs `regex` or `contains`")
    match, get = _text_test(spec, where, {"regex": patterns.regex}), SOURCES[source]

    def test(event: Event, view: View) -> Answer:
        found = get(event, view)
        return found if found is None or found is False else any_of(match(text) for text in found)

    return Matcher(test, source in ("command", "heredocs"))


def _of_command(event: Event, view: View) -> Any:
    parsed = view.parsed(event)
    return False if parsed is None else [parsed.command] if parsed.command else None


def _of_heredocs(event: Event, view: View) -> Any:
    parsed = view.parsed(event)
    return False if parsed is None else None if parsed.skipped else parsed.heredocs


def _of_payload(event: Event, view: View) -> Any:
    """What a file tool writes, or the heredocs of a command."""
    if view.parsed(event) is not None:
        return _of_heredocs(event, view)
    if event.get("kind") != "tool_use":
        return False
    given = input_of(event)
    found = [given[key] for key in FILE_TEXTS if isinstance(given.get(key), str)]
    found += [text for text in _field(given, ("edits", "new_string")) if isinstance(text, str)]
    return found or (None if event.get("name") in ("Write", "Edit", "MultiEdit", "NotebookEdit") else False)


def _of_assistant(event: Event, view: View) -> Any:
    if event.get("kind") != "assistant_text":
        return False
    return [event["text"]] if isinstance(event.get("text"), str) else None


SOURCES: Dict[str, Callable[[Event, View], Any]] = {
    "command": _of_command, "heredocs": _of_heredocs, "payload": _of_payload, "assistant": _of_assistant,
}


def _message(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("role", "final", "contains", "regex"), where)
    roles = texts(spec["role"], where.at(spec, "role")) if "role" in spec else ("assistant",)
    for role in roles:
        if role not in ROLES:
            raise where.fail("`role` is assistant or user, not %r" % (role,))
    kinds = frozenset(ROLES[role] for role in roles)
    final = flag(spec["final"], where.at(spec, "final")) if "final" in spec else None
    if final is not None and "assistant" not in roles:
        raise where.fail("only an assistant's message is final: this never fires")
    match = _text_test(spec, where, {"regex": patterns.regex}) if {"regex", "contains"} & set(spec) else None

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") not in kinds or final is not None and bool(event.get("final")) is not final:
            return False
        if match is None:
            return True
        return match(event["text"]) if isinstance(event.get("text"), str) else None

    return Matcher(test)


def _not(spec: Any, where: Where) -> Matcher:
    inner = compile_event(spec, where)
    return Matcher(lambda event, view: negate(inner.test(event, view)), inner.reads_shell)


def _listed(fold: Callable[[Iterable[Answer]], Answer]) -> Callable[[Any, Where], Matcher]:
    def make(spec: Any, where: Where) -> Matcher:
        if not isinstance(spec, list):
            raise where.fail("a list of matchers is expected, not %r" % (spec,))
        parts = [compile_event(item, where.at(spec, i)) for i, item in enumerate(_some(spec, where))]
        tests = [part.test for part in parts]
        return Matcher(lambda event, view: fold(test(event, view) for test in tests), any(p.reads_shell for p in parts))

    return make


KEYS: Dict[str, Callable[[Any, Where], Matcher]] = {
    "kind": _kind, "tool": _tool, "message": _message, "arg": _arg, "text": _text, "env": _env, "git": _git, "command": _command,
    "not": _not, "any": _listed(any_of), "all": _listed(all_of),
}
