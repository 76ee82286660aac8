"""Detectors written as data, compiled to the same ``Detector`` a Python one is (FR-10 to FR-12).

An entry has ``id`` (with a slash), ``when``, and may have ``rule`` (default: the id's first part), ``event``
(``tool_use``), ``gate``, ``description``, ``examples``, ``schema_version`` and ``kind``. ``when`` is an event matcher
(``predicates``), or, for a session detector, one of ``order``, ``absent`` and ``change`` (``sequences``) and nothing
beside it. Logic is three-valued throughout; only what is true is a hit.

What could never fire or always fires is an error with its line. The vocabulary and its undecided cases are
listed in ``predicates`` and ``sequences``.
"""
from __future__ import annotations

import difflib
from typing import Any, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from .declarative import DeclarativeError
from .events import KINDS, Event, hit
from .predicates import ROLES, Matcher, View, Where, compile_event, texts
from .registry import EVENT_KINDS, KNOWN_SCHEMA_VERSIONS, Detector, register_compiler
from .sequences import SEQUENCES, Point, SessionMatcher, decided

ENTRY_KEYS = ("id", "rule", "event", "when", "gate", "description", "examples", "schema_version", "kind")
FILE_KEYS = ("detectors", "version")
MATCHER = "matcher"
_ALL = frozenset(KINDS)
_READ = {"session": _ALL, "assistant_text": frozenset(("assistant_text",)), "assistant-final": frozenset(("assistant_text",))}
_TOOLS = frozenset(("tool_use",))
_SPEAKS_OF = {"tool": frozenset(("tool_use", "tool_result")), "arg": _TOOLS, "command": _TOOLS, "git": _TOOLS, "env": _TOOLS}


class Case(NamedTuple):
    """An example: whether the detector should ``fire`` on ``events``, and why."""

    fire: bool
    events: List[Event]
    note: str


class Compiled(NamedTuple):
    """An entry's evaluation, one a session: ``fn``, ``opportunities`` and ``evidence`` read the same points."""

    when: Any
    kinds: FrozenSet[str]
    session: bool
    reads: FrozenSet[str]

    def points(self, events: List[Event], ctx: Any) -> List[Point]:
        memo = getattr(ctx, "memo", None)
        if memo is None:
            return self._evaluate(events, View(ctx))
        if id(self.when) not in memo:
            view = memo.get("view") or memo.setdefault("view", View(ctx))
            memo[id(self.when)] = self._evaluate(events, view)
        return memo[id(self.when)]

    def _evaluate(self, events: List[Event], view: View) -> List[Point]:
        if isinstance(self.when, SessionMatcher):
            return self.when.points(events, view)
        test = self.when.test
        found = []
        for at, event in enumerate(events):
            if event.get("kind") in self.kinds and decided(event, test(event, view)):
                turn, name = hit(event, tool_use_id=not self.session)
                found.append(Point(turn, name, True, (at,)))
        return found

    def hits(self, events: List[Event], ctx: Any) -> List[Tuple[int, Optional[str]]]:
        hit_when = self.when.hit_when if isinstance(self.when, SessionMatcher) else True
        return [(p.turn, p.id) for p in self.points(events, ctx) if p.followed is hit_when]

    def opportunities(self, events: List[Event], ctx: Any) -> List[Tuple[int, Optional[str], Optional[bool]]]:
        return [(p.turn, p.id, p.followed) for p in self.points(events, ctx)]

    def evidence(self, events: List[Event], ctx: Any) -> List[Tuple[int, ...]]:
        """For each hit, in order, the indexes of the events it stands on."""
        hit_when = self.when.hit_when if isinstance(self.when, SessionMatcher) else True
        return [p.events for p in self.points(events, ctx) if p.followed is hit_when]


def is_undecided(value: Any) -> bool:
    """Whether a matcher's answer is neither true nor false."""
    return value is None


def compile_detector(spec: Any, path: str = "<spec>", lines: Any = None) -> Detector:
    """The detector of one entry. ``DeclarativeError`` with the line of what is wrong."""
    where = Where(path, lines).at(spec)
    _check_entry(spec, where)
    event = spec.get("event", "tool_use")
    compiled = Compiled(*_when(spec["when"], event, where.at(spec, "when")))
    fn = _Function(compiled)
    speaks = isinstance(compiled.when, SessionMatcher) and compiled.when.compliance
    examples = _examples(spec["examples"], where.at(spec, "examples")) if spec.get("examples") is not None else None
    detector = Detector(
        spec["id"], spec.get("rule", spec["id"].partition("/")[0]), event, fn, _gate(spec.get("gate"), where.at(spec, "gate")), examples,
        opportunities=_Opportunities(compiled) if speaks else None)
    fn.description = spec.get("description", "")
    return detector


class _Function:
    """``fn`` of a compiled detector. ``evidence(events, ctx)`` says what each hit stands on."""

    pure = True

    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.description = compiled, ""
        self.evidence = compiled.evidence
        self.reads = compiled.reads

    def __call__(self, events: List[Event], ctx: Any) -> Any:
        return self.compiled.hits(events, ctx)


class _Opportunities:
    pure = True

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.reads = compiled.reads

    def __call__(self, events: List[Event], ctx: Any) -> Any:
        return self.compiled.opportunities(events, ctx)


def compile_matcher(spec: Any, where: Any, allow_aggregate: bool = False) -> Any:
    """The event matcher of ``spec``, or, with ``allow_aggregate``, its session matcher where it is one."""
    place = where if isinstance(where, Where) else Where(str(where))
    name = _aggregate(spec)
    if name is None:
        return compile_event(spec, place)
    if not allow_aggregate:
        raise place.at(spec, name).fail("`%s` stands alone as the `when` of a detector with `event: session`" % name)
    if len(spec) > 1:
        raise place.at(spec, name).fail("nothing stands beside `%s`" % name)
    return SEQUENCES[name](spec[name], place.at(spec, name))


def load_entries(document: Any, path: str = "<spec>", lines: Any = None) -> Tuple[List[Detector], List[DeclarativeError]]:
    """The detectors of a file's document, and what is wrong with the entries that are none (FR-11)."""
    where = Where(path, lines, 1)
    try:
        entries, version = _entries(document, where)
    except DeclarativeError as exc:
        return [], [exc]
    detectors: List[Detector] = []
    errors: List[DeclarativeError] = []
    errors += _file_faults(document, where, version)
    seen: Dict[str, int] = {}
    for at, entry in enumerate(entries):
        place = where.at(entries, at)
        try:
            own = entry.get("schema_version", version) if isinstance(entry, dict) else version
            _check_version(own, place.at(entry, "schema_version"), "schema_version")
            detector = compile_detector(entry, path, lines)
            if detector.id in seen:
                raise place.at(entry, "id").fail("the id %s is on line %d too: rename one" % (detector.id, seen[detector.id]))
        except DeclarativeError as exc:
            errors.append(exc if exc.line else DeclarativeError(exc.reason, place.line, path))
            continue
        seen[detector.id] = place.line
        detectors.append(detector)
    return detectors, errors


def _entries(document: Any, where: Where) -> Tuple[List[Any], Any]:
    """The entries of a document and the schema version that is their default."""
    if isinstance(document, list):
        return document, None
    if document is None:
        return [], None
    if not isinstance(document, dict):
        raise where.fail("a list of entries is expected, or a mapping with `detectors:`")
    if "when" in document or "id" in document:
        return [document], None
    if "detectors" not in document:
        near = next((key for key in document if difflib.get_close_matches(str(key), FILE_KEYS, 1)), None)
        raise where.at(document, near).fail("a detector file holds `detectors:`%s" % (", not `%s`" % near if near else ""))
    entries = document["detectors"]
    if not isinstance(entries, list):
        raise where.at(document, "detectors").fail("`detectors` is a list")
    return entries, document.get("version")


def _file_faults(document: Any, where: Where, version: Any) -> Iterable[DeclarativeError]:
    if not isinstance(document, dict) or "detectors" not in document:
        return
    for key in document:
        if key not in FILE_KEYS:
            near = difflib.get_close_matches(str(key), FILE_KEYS, 1)
            yield where.at(document, key).fail("unknown key `%s`%s" % (key, "; did you mean `%s`?" % near[0] if near else ""))


def _check_version(value: Any, where: Where, key: str) -> None:
    if value is not None and (type(value) is not int or value not in KNOWN_SCHEMA_VERSIONS):
        newer = type(value) is int and value > max(KNOWN_SCHEMA_VERSIONS)
        raise where.fail("`%s` %r %s" % (key, value, "is newer than this version knows" if newer else "is not one of %s" % ", ".join(map(str, KNOWN_SCHEMA_VERSIONS))))


def _check_entry(spec: Any, where: Where) -> None:
    if not isinstance(spec, dict):
        raise where.fail("an entry is a mapping with `id` and `when`, not %r" % (spec,))
    for key in spec:
        if key not in ENTRY_KEYS:
            near = difflib.get_close_matches(str(key), ENTRY_KEYS, 1)
            raise where.at(spec, key).fail("unknown key `%s`%s; there are %s" % (key, "; did you mean `%s`?" % near[0] if near else "", ", ".join(ENTRY_KEYS)))
    name = spec.get("id")
    if not isinstance(name, str) or not all(name.partition("/")) or name != name.strip():
        raise where.at(spec, "id").fail("`id` is a text like rule/observable")
    if "when" not in spec:
        raise where.fail("%s has no `when`" % name)
    rule = spec.get("rule", "x")
    if not isinstance(rule, str) or not rule or "/" in rule:
        raise where.at(spec, "rule").fail("`rule` is a text without a slash")
    if spec.get("event", "tool_use") not in EVENT_KINDS:
        raise where.at(spec, "event").fail("`event` is one of %s" % ", ".join(EVENT_KINDS))
    if not isinstance(spec.get("description", ""), str):
        raise where.at(spec, "description").fail("`description` is a text")
    _check_version(spec.get("schema_version"), where.at(spec, "schema_version"), "schema_version")


def _aggregate(spec: Any) -> Optional[str]:
    return next((key for key in SEQUENCES if key in spec), None) if isinstance(spec, dict) else None


def _when(spec: Any, event: str, where: Where) -> Tuple[Any, FrozenSet[str], bool, FrozenSet[str]]:
    session = event == "session"
    kinds = _READ.get(event, _TOOLS)
    if _aggregate(spec) and not session:
        raise where.fail("`%s` is for a detector with `event: session`" % _aggregate(spec))
    when = compile_matcher(spec, where, allow_aggregate=True)
    if isinstance(when, Matcher) and not _kinds(spec) & kinds:
        raise where.fail("this never fires: a detector of `event: %s` reads %s" % (event, ", ".join(sorted(kinds))))
    return when, kinds, session, frozenset(_texts_read(spec))


def _texts_read(spec: Any) -> Iterator[str]:
    """Which of ``TEXTS`` a checked matcher looks at."""
    if isinstance(spec, list):
        for item in spec:
            yield from _texts_read(item)
    if not isinstance(spec, dict):
        return
    for key, value in spec.items():
        if key in ("not", "any", "all", "order", "absent", "first", "then", "of"):
            yield from _texts_read(value)
        elif key == "message" and {"regex", "contains"} & set(value):
            yield from (kind + ".text" for kind in _kinds_of(key, value))
        elif key == "text" and value.get("source") == "assistant":
            yield "assistant_text.text"
        elif key == "change" and value["field"] == "text":
            yield value.get("kind", "assistant_text") + ".text"


def _kinds(spec: Any) -> FrozenSet[str]:
    """The kinds of event a checked matcher can be true of."""
    if isinstance(spec, list):
        return frozenset().union(*map(_kinds, spec))
    found = _ALL
    for key, value in spec.items():
        found &= _kinds_of(key, value)
    return found


def _kinds_of(key: str, value: Any) -> FrozenSet[str]:
    if key == "not":
        return _ALL
    if key == "any":
        return _kinds(value)
    if key == "all":
        found = _ALL
        for item in value:
            found &= _kinds(item)
        return found
    if key == "kind":
        return frozenset(value if isinstance(value, list) else [value])
    if key == "message":
        roles = value.get("role", "assistant")
        return frozenset(ROLES[role] for role in (roles if isinstance(roles, list) else [roles]))
    if key == "text":
        return frozenset(("assistant_text",)) if value.get("source") == "assistant" else _TOOLS
    return _SPEAKS_OF[key]


def _gate(spec: Any, where: Where) -> Any:
    if spec is None:
        return None
    if not isinstance(spec, dict) or set(spec) - {"stance", "variants"} or not isinstance(spec.get("stance"), str) or not spec["stance"]:
        raise where.fail("`gate` is a mapping of `stance` and `variants`")
    variants = spec.get("variants")
    return spec["stance"], None if variants is None else texts(variants, where.at(spec, "variants"))


def _examples(spec: Any, where: Where) -> List[Case]:
    if not isinstance(spec, dict) or not spec or set(spec) - {"fire", "skip"}:
        raise where.fail("`examples` is a mapping of `fire` and `skip`")
    cases = []
    for key in ("fire", "skip"):
        listed = spec.get(key, [])
        if not isinstance(listed, list):
            raise where.at(spec, key).fail("`%s` is a list of cases" % key)
        cases += [_case(case, key == "fire", where.at(listed, at)) for at, case in enumerate(listed)]
    return cases


def _case(spec: Any, fire: bool, where: Where) -> Case:
    given = [key for key in ("bash", "event", "events") if isinstance(spec, dict) and key in spec]
    if len(given) != 1 or set(spec) - {"bash", "event", "events", "note"} or not isinstance(spec.get("note", ""), str):
        raise where.fail("a case is one of `bash`, `event` and `events`, and may have a `note`")
    value = spec[given[0]]
    if given[0] == "bash":
        events: Sequence[Any] = [{"kind": "tool_use", "name": "Bash", "input": {"command": value}}]
    else:
        events = [value] if given[0] == "event" else value
    if given[0] == "bash" and not isinstance(value, str) or not isinstance(events, list) or not all(isinstance(e, dict) for e in events):
        raise where.fail("`bash` is a command, `event` an event, `events` a list of them")
    return Case(fire, _filled(events), spec.get("note", ""))


def _filled(events: Sequence[Event]) -> List[Event]:
    """Example events with the kind, turn and id they left out."""
    out, turn = [], 0
    prompted = any(event.get("kind") == "user_prompt" for event in events)
    turn = 0 if prompted else 1
    for at, event in enumerate(events, 1):
        turn += event.get("kind") == "user_prompt"
        filled = {"kind": "tool_use", "turn": turn, **event}
        if filled["kind"] == "tool_use":
            filled.setdefault("id", "e%d" % at)
        out.append(filled)
    return out


register_compiler(MATCHER, compile_detector)
