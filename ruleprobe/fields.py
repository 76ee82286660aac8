"""Matchers that read an event's own fields: ``kind``, ``tool``, ``arg``, ``text`` and ``message`` (FR-12).

``kind``: one of the five. ``tool`` {name, glob}: which tool is called. ``arg`` {field, exists, equals,
contains, regex, path_glob}: a field of a call's input; dots go into maps, a list stands for each of its
items (or, by number, for one), a list of fields for any of them. ``text`` {source, contains, regex}:
``command``, the text of a Bash call; ``heredocs``, each of its here-documents; ``payload``, what a call writes
into files (``written``); ``assistant``, what the model said. ``message`` {role, final, contains, regex}: what the
``assistant`` (the default) or the ``user`` said.

Undecided: a field that is missing or of the wrong type, but for ``exists``; here-documents and the payload
of a command that was not read; what a pattern cannot settle in a very long text (``patterns``). False, not
undecided: a matcher about an event of another kind or tool.
"""
from __future__ import annotations

from typing import Any, FrozenSet, Iterable, Iterator, List, Optional, Sequence, Tuple

from . import patterns, written
from .answers import Answer, Matcher, Spot, Test, View, any_of
from .events import KINDS, Event, input_of
from .shell import Parsed
from .spec import TextTest, Where, check_keys, compiled, flag, listed, nearest, shown, text_test, texts
from .tools import FILE_TOOLS, may_hide_commands

ROLES = {"assistant": "assistant_text", "user": "user_prompt"}
_CALLS = frozenset(("tool_use",))
_SAID = frozenset(("assistant_text",))
_BASH = frozenset(("Bash",))
_DEEPEST = 64


def kind(spec: Any, where: Where) -> Matcher:
    kinds = texts(spec, where)
    for name in kinds:
        if name not in KINDS:
            raise where.fail("no event is of the kind `%s`%s: there are %s" % (name, nearest(name, KINDS), ", ".join(KINDS)))
    wanted = frozenset(kinds)
    return Matcher(lambda event, view: event.get("kind") in wanted, _spot("kind"), can=wanted, must=wanted)


def tool(spec: Any, where: Where) -> Matcher:
    if not isinstance(spec, dict):
        spec = {"name": spec}
    check_keys(spec, ("name", "glob"), where, "tool")
    names = frozenset(texts(spec["name"], where.at(spec, "name"))) if "name" in spec else None
    globs = [p.test for p in compiled(spec["glob"], where.at(spec, "glob"), patterns.glob)] if "glob" in spec else None
    if names is not None and globs is not None:
        names = frozenset(name for name in names if any(test(name) for test in globs))
        if not names:
            raise where.fail("no `name` of this `tool` fits its `glob`: it never fires")

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") != "tool_use":
            return False
        name = event.get("name")
        if not isinstance(name, str):
            return None
        return name in names if names is not None else any_of(test(name) for test in globs or ())

    return Matcher(test, _spot("name"), can=_CALLS, names=names)


def arg(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("field", "exists", "equals", "contains", "regex", "path_glob"), where, "arg")
    if "field" not in spec or len(spec) == 1:
        raise where.fail("`arg` names a `field`, and what it holds by exists, equals, contains, regex or path_glob")
    paths = [tuple(text.split(".")) for text in texts(spec["field"], where.at(spec, "field"))]
    exists = flag(spec["exists"], where.at(spec, "exists")) if "exists" in spec else None
    if exists is False and len(spec) > 2:
        raise where.fail("a field that does not exist holds nothing: this never fires")
    equals = _scalars(spec["equals"], where.at(spec, "equals")) if "equals" in spec else None
    match = text_test(spec, where)

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") != "tool_use":
            return False
        found = False
        undecided = False
        for path in paths:
            for value, _ in _values(input_of(event), path):
                found = True
                answer = _holds(value, equals, match)
                if answer:
                    return exists is not False
                undecided = undecided or answer is None
        if not found:
            return None if exists is None else not exists
        return False if exists is False or not undecided else None

    def spots(event: Event, view: View) -> List[Spot]:
        for path in paths:
            for value, name in _values(input_of(event), path):
                if _holds(value, equals, match):
                    return [Spot("input." + name, *(match.span(value) if match else (0, 0)))]
        return [Spot("input." + ".".join(paths[0]))]

    return Matcher(test, spots, can=_CALLS)


def _scalars(value: Any, where: Where) -> List[Any]:
    for item in listed(value, where):
        if isinstance(item, (dict, list)):
            raise where.fail("`equals` is a text, a number, true, false or null, or a list of them, not %s" % shown(item))
    return listed(value, where)


def _holds(value: Any, equals: Optional[List[Any]], match: Optional[TextTest]) -> Answer:
    if equals is not None and not any(value == item and isinstance(value, bool) == isinstance(item, bool) for item in equals):
        return None if equals and not any(_alike(value, item) for item in equals) else False
    if match is None:
        return True
    return match.test(value) if isinstance(value, str) else None


def _alike(value: Any, item: Any) -> bool:
    """Whether two values are of one type, so that their difference says something. All differ from null."""
    if item is None:
        return True
    if isinstance(value, (bool, int, float)) and isinstance(item, (bool, int, float)):
        return isinstance(value, bool) == isinstance(item, bool)
    return type(value) is type(item)


def _values(value: Any, path: Sequence[str], name: str = "") -> Iterator[Tuple[Any, str]]:
    """``(value, its dotted name)`` at a path; a list stands for each of its items, or for the one a number names."""
    if name.count(".") > _DEEPEST:
        return
    if isinstance(value, list):
        if path and path[0].isdigit():
            if int(path[0]) < len(value):
                yield from _values(value[int(path[0])], path[1:], name + "." + path[0])
            return
        for at, item in enumerate(value):
            yield from _values(item, path, "%s.%d" % (name, at))
    elif not path:
        yield value, name[1:]
    elif isinstance(value, dict) and path[0] in value:
        yield from _values(value[path[0]], path[1:], name + "." + path[0])


def text(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("source", "contains", "regex"), where, "text")
    source = spec.get("source", "command" if where.kinds & _CALLS else "assistant")
    if source not in _SOURCES:
        raise where.at(spec, "source").fail("`source` is one of %s%s, not %s" % (", ".join(_SOURCES), nearest(source, _SOURCES), shown(source)))
    match = text_test(spec, where)
    if match is None:
        raise where.fail("`text` needs `regex` or `contains`")
    return _SOURCES[source](match)


def command_text(match: TextTest) -> Matcher:
    """A test of a Bash call's text, which needs no reading of it."""
    def test(event: Event, view: View) -> Answer:
        if view.parsed(event) is None:
            return hidden(event)
        command = input_of(event).get("command")
        return match.test(command) if isinstance(command, str) else None

    return Matcher(test, lambda event, view: [Spot("input.command", *match.span(input_of(event)["command"]))], True, _CALLS, names=_BASH)


def hidden(event: Event) -> Answer:
    """What a question about commands comes to for an event that is no Bash call (S2)."""
    return None if may_hide_commands(event) else False


def _of_heredocs(match: TextTest) -> Matcher:
    def ask(parsed: Parsed) -> Answer:
        return None if parsed.skipped else any_of(match.test(body) for body in parsed.heredocs)

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        return hidden(event) if parsed is None else parsed.answer(ask, ask)

    def spots(event: Event, view: View) -> List[Spot]:
        parsed = view.parsed(event)
        return [_in_command(event, body, match) for body in (parsed.heredocs if parsed else ()) if match.test(body)][:1]

    return Matcher(test, spots, True, _CALLS, names=_BASH)


def _in_command(event: Event, part: str, match: TextTest) -> Spot:
    """Where in a command's text a part of it was matched."""
    command = input_of(event)["command"]
    at = command.find(part.rstrip("\n"))
    start, end = match.span(part)
    return Spot("input.command", at + start, at + end) if at >= 0 else Spot("input.command")


def _of_payload(match: TextTest) -> Matcher:
    def ask(parsed: Parsed) -> Answer:
        return None if parsed.skipped else any_of(match.test(text) for text in written.by_commands(parsed.commands))

    def test(event: Event, view: View) -> Answer:
        parsed = view.parsed(event)
        if parsed is not None:
            return parsed.answer(ask, ask)
        if event.get("kind") != "tool_use" or event.get("name") not in FILE_TOOLS:
            return hidden(event)
        answer = any_of(match.test(text) for text in written.by_tool(event))
        return answer if answer or not _lacks_text(event) else None

    def spots(event: Event, view: View) -> List[Spot]:
        parsed = view.parsed(event)
        if parsed is not None:
            return [_in_command(event, text, match) for text in written.by_commands(parsed.commands) if match.test(text)][:1]
        for path in _TEXT_FIELDS.get(event["name"], ()):
            for value, name in _values(input_of(event), path):
                if isinstance(value, str) and match.test(value):
                    return [Spot("input." + name, *match.span(value))]
        return []

    return Matcher(test, spots, True, _CALLS, names=frozenset(FILE_TOOLS) | _BASH)


_TEXT_FIELDS = {"Write": [("content",)], "Edit": [("new_string",)], "MultiEdit": [("edits", "new_string")], "NotebookEdit": [("new_source",)]}


def _lacks_text(event: Event) -> bool:
    """Whether a file tool's call does not show what it wrote (S8)."""
    found = [value for path in _TEXT_FIELDS[event["name"]] for value, _ in _values(input_of(event), path)]
    return not found or not all(isinstance(value, str) for value in found)


def _of_assistant(match: TextTest) -> Matcher:
    return Matcher(_said(_SAID, match), _text_spot(match), can=_SAID, reads=_texts(_SAID))


_SOURCES = {"command": command_text, "heredocs": _of_heredocs, "payload": _of_payload, "assistant": _of_assistant}


def message(spec: Any, where: Where) -> Matcher:
    check_keys(spec, ("role", "final", "contains", "regex"), where, "message")
    roles = texts(spec["role"], where.at(spec, "role")) if "role" in spec else ("assistant",)
    for role in roles:
        if role not in ROLES:
            raise where.at(spec, "role").fail("`role` is assistant or user%s, not %s" % (nearest(role, ROLES), shown(role)))
    kinds = frozenset(ROLES[role] for role in roles)
    match = text_test(spec, where)
    said = _said(kinds, match)
    if "final" not in spec:
        return Matcher(said, _text_spot(match), can=kinds, must=frozenset() if match else kinds, reads=_texts(kinds if match else ()))
    final = flag(spec["final"], where.at(spec, "final"))
    kinds &= _SAID
    if not kinds:
        raise where.at(spec, "final").fail("only what the assistant says is `final`: this never fires")

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") not in kinds:
            return False
        is_final = event.get("final")
        if not isinstance(is_final, bool):
            return None if said(event, view) is not False else False
        return said(event, view) if is_final is final else False

    return Matcher(test, _text_spot(match), can=kinds, reads=_texts(kinds if match else ()))


def _texts(kinds: Iterable[str]) -> FrozenSet[str]:
    """The texts of events of these kinds, as ``events.TEXTS`` names them."""
    return frozenset(kind + ".text" for kind in kinds)


def _said(kinds: Iterable[str], match: Optional[TextTest]) -> Test:
    wanted = frozenset(kinds)
    if match is None:
        return lambda event, view: event.get("kind") in wanted
    matches = match.test

    def test(event: Event, view: View) -> Answer:
        if event.get("kind") not in wanted:
            return False
        value = event.get("text")
        return matches(value) if isinstance(value, str) else None

    return test


def _text_spot(match: Optional[TextTest]) -> Any:
    return lambda event, view: [Spot("text", *(match.span(event["text"]) if match else (0, 0)))]


def _spot(field: str) -> Any:
    return lambda event, view: [Spot(field)]
