"""Detectors written as data, compiled to the same ``Detector`` a Python one is (FR-10 to FR-12, FR-27).

An entry has ``id`` (with a slash) and ``when``, and may have ``rule`` (default: the id's first part), ``event`` (default
``tool_use``), ``gate`` {stance, variants}, ``description``, ``examples`` (``examples``), ``schema_version`` and ``kind``. ``when``
is an event matcher (``predicates``), asked of each event the detector reads, or, with ``event: session``, also
one of ``order``, ``absent`` and ``change`` (``sequences``), with nothing beside it. ``event`` says what is read: ``tool_use``
calls, ``assistant_text`` what the model said, ``session`` every event; ``bash``, ``write`` and ``agent-brief`` the calls of
those tools, ``assistant-final`` the text that ends a turn. A hit of a ``session`` detector carries no tool use id,
but for ``order``.

Logic is three-valued (``answers``), and only what is true is a hit. Undecided over a command the parse skipped:
every ``command`` key except ``regex`` and ``unparsed``, every ``git`` key, every ``env`` key, and ``text`` with ``source:
heredocs`` or ``payload``. What else a matcher leaves undecided, and its known misses, stand in ``fields``,
``segments``, ``git_calls`` and ``sequences``. A call that may not have run is undecided where the whole ``when`` would
be true (D2).

What could never fire or always fires, an unknown key, and a pattern that could hang a run are errors with
their line. ``fn.evidence(events, ctx)`` gives, for each hit in order, what it stands on: ``(place of the event,
field, start, end)`` (S14); it is worked out only when it is asked for.
"""
from __future__ import annotations

from typing import Any, Dict, FrozenSet, List, Optional, Sequence, Tuple, Union

from .answers import Matcher, View, decided, every
from .events import Event, hit
from .examples import cases
from .fields import message
from .predicates import compile_event
from .registry import COMPILERS, EVENT_KINDS, KNOWN_SCHEMA_VERSIONS, Detector, register_compiler
from .sequences import SEQUENCES, Point, SessionMatcher
from .spec import ALL, Where, check_keys, nearest, shown, texts
from .tools import NAMES

ENTRY_KEYS = ("id", "rule", "event", "when", "gate", "description", "examples", "schema_version", "kind")
MATCHER = "matcher"
_CALLS = frozenset(("tool_use",))
_SAID = frozenset(("assistant_text",))
_READ: Dict[str, FrozenSet[str]] = {"session": ALL, "assistant_text": _SAID, "assistant-final": _SAID}

Evidence = Tuple[int, str, int, int]


def is_undecided(value: Any) -> bool:
    """Whether a matcher's answer is neither true nor false."""
    return value is None


def compile_matcher(spec: Any, where: Any, allow_aggregate: bool = False) -> Union[Matcher, SessionMatcher]:
    """The event matcher of ``spec``; with ``allow_aggregate`` its session matcher where it is one. DeclarativeError.

    ``where`` is a ``spec.Where`` or the path that errors name. An event matcher called with an event gives
    True, False or None for undecided.
    """
    place = where if isinstance(where, Where) else Where(str(where))
    name = _sequence(spec)
    if name is None:
        return compile_event(spec, place)
    if not allow_aggregate:
        raise place.at(spec, name).fail("`%s` is the whole `when` of a detector with `event: session`" % name)
    if len(spec) > 1:
        raise place.at(spec, name).fail("nothing stands beside `%s`" % name)
    return SEQUENCES[name](spec[name], place.at(spec, name))


def _sequence(spec: Any) -> Optional[str]:
    """The session matcher that ``spec`` is, if any."""
    return next((key for key in SEQUENCES if key in spec), None) if isinstance(spec, dict) else None


class Compiled:
    """``fn`` of a compiled detector. Evaluated once a session: hits, opportunities and evidence read the same points."""

    pure = True  # it never changes what it is lent

    def __init__(self, when: Union[Matcher, SessionMatcher], kinds: FrozenSet[str], session: bool, description: str) -> None:
        self.when, self.kinds, self.session, self.description = when, kinds, session, description
        self.reads = when.reads
        self._hit_when = when.hit_when if isinstance(when, SessionMatcher) else True

    def __call__(self, events: List[Event], ctx: Any) -> List[Tuple[int, Optional[str]]]:
        return [(point.turn, point.id) for point in self.points(view_of(events, ctx)) if point.followed is self._hit_when]

    def points(self, view: View) -> List[Point]:
        if self not in view.memo:
            view.memo[self] = self.when.points(view) if isinstance(self.when, SessionMatcher) else self._matched(self.when, view)
        found: List[Point] = view.memo[self]
        return found

    def _matched(self, when: Matcher, view: View) -> List[Point]:
        found = []
        for at in view.saying(when.spelt) if when.spelt else view.of(when.can & self.kinds, when.names):
            event = view.events[at]
            if when.test(event, view) and decided(event, True):
                turn, name = hit(event, tool_use_id=not self.session)
                found.append(Point(turn, name, True, (at,)))
        return found

    def evidence(self, events: List[Event], ctx: Any) -> List[List[Evidence]]:
        """For each hit, in order, what it stands on; nothing for what is absent."""
        view = view_of(events, ctx)
        return [self._spots(point, view) for point in self.points(view) if point.followed is self._hit_when]

    def _spots(self, point: Point, view: View) -> List[Evidence]:
        if not isinstance(self.when, SessionMatcher):
            asked: Sequence[Matcher] = (self.when,)
        elif self.when.field:
            return [(at, self.when.field, 0, 0) for at in point.events]
        else:
            asked = self.when.asked
        return [(at, *spot) for at, matcher in zip(point.events, asked) for spot in matcher.spots(view.events[at], view)]


class Opportunities:
    """``opportunities`` of a compiled detector (AD-11)."""

    pure = True

    def __init__(self, compiled: Compiled) -> None:
        self.compiled, self.reads = compiled, compiled.reads

    def __call__(self, events: List[Event], ctx: Any) -> List[Tuple[int, Optional[str], Optional[bool]]]:
        return [(point.turn, point.id, point.followed) for point in self.compiled.points(view_of(events, ctx))]


def view_of(events: List[Event], ctx: Any) -> View:
    """The session's view, kept with its context so that it lives no longer."""
    memo = getattr(ctx, "memo", {})
    view = memo.get(View)
    if view is None or view.events is not events:
        view = memo[View] = View(events, ctx)
    return view


def compile_detector(spec: Any, path: str = "<spec>", lines: Any = None) -> Detector:
    """The detector of one entry. DeclarativeError with the line of what is wrong."""
    where = Where(path, lines).at(spec)
    _check_entry(spec, where)
    event = spec.get("event", "tool_use")
    kinds = _READ.get(event, _CALLS)
    place = where.at(spec, "when").reading(kinds)
    sequence = _sequence(spec["when"])
    if sequence and event != "session":
        raise place.at(spec["when"], sequence).fail("`%s` is for a detector with `event: session`" % sequence)
    when = compile_matcher(spec["when"], place, allow_aggregate=True)
    if isinstance(when, Matcher):
        when = _read_by(event, when, kinds, place)
    fn = Compiled(when, kinds, event == "session", spec.get("description") or "")
    examples = cases(spec["examples"], where.at(spec, "examples")) if spec.get("examples") is not None else None
    complies = isinstance(when, SessionMatcher) and when.complies
    return Detector(spec["id"], _rule(spec), event, fn, _gate(spec.get("gate"), where.at(spec, "gate")), examples,
                    opportunities=Opportunities(fn) if complies else None)


def _read_by(event: str, when: Matcher, kinds: FrozenSet[str], where: Where) -> Matcher:
    """An event matcher, of what ``event`` reads."""
    if kinds <= when.must:
        raise where.fail("this always fires: it is true of everything that `event: %s` reads" % event)
    if event == "assistant-final":
        return every([message({"final": True}, where), when])
    if event in NAMES:
        when = every([Matcher(lambda event, view, names=NAMES[event]: event.get("name") in names, can=_CALLS, names=NAMES[event]), when])
    if not when.can & kinds:
        raise where.fail("this never fires: a detector of `event: %s` reads calls of %s only" % (event, ", ".join(sorted(NAMES[event]))))
    return when


def _rule(spec: Dict[str, Any]) -> str:
    rule = spec.get("rule")
    return rule if isinstance(rule, str) else spec["id"].partition("/")[0]


def _check_entry(spec: Any, where: Where) -> None:
    check_keys(spec, ENTRY_KEYS, where, "detector")
    name = spec.get("id")
    if not isinstance(name, str) or not all(name.partition("/")) or name != name.strip():
        raise where.at(spec, "id").fail("a detector needs an `id` like rule/observable, not %s" % shown(name))
    if spec.get("when") is None:
        raise where.at(spec, "when").fail("%s has no `when`" % name)
    rule = spec.get("rule", name.partition("/")[0])
    if not isinstance(rule, str) or not rule.strip() or "/" in rule:
        raise where.at(spec, "rule").fail("`rule` is a text without a slash, not %s" % shown(rule))
    event = spec.get("event", "tool_use")
    if event not in EVENT_KINDS:
        raise where.at(spec, "event").fail(
            "no detector reads %s%s: `event` is one of %s" % (shown(event), nearest(event, EVENT_KINDS), ", ".join(EVENT_KINDS)))
    if not isinstance(spec.get("description") or "", str):
        raise where.at(spec, "description").fail("`description` is a text, not %s" % shown(spec["description"]))
    if spec.get("kind", MATCHER) not in list(COMPILERS):
        raise where.at(spec, "kind").fail(
            "`kind` names a compiler%s, not %s: there are %s" % (nearest(spec["kind"], COMPILERS), shown(spec["kind"]), ", ".join(COMPILERS)))
    check_version(spec.get("schema_version"), "schema_version", where.at(spec, "schema_version"))


def check_version(value: Any, key: str, where: Where) -> None:
    """Raise where a schema version is none that this package reads: absent, or the whole number 1 or 2 (AD-9)."""
    if value is None or type(value) is int and value in KNOWN_SCHEMA_VERSIONS:
        return
    if type(value) is int and value > max(KNOWN_SCHEMA_VERSIONS):
        raise where.fail("`%s` %d is newer than this version reads (%d): use a newer ruleprobe" % (key, value, max(KNOWN_SCHEMA_VERSIONS)))
    raise where.fail("`%s` is the whole number %s, not %s" % (key, " or ".join(map(str, KNOWN_SCHEMA_VERSIONS)), shown(value)))


def _gate(spec: Any, where: Where) -> Any:
    if spec is None:
        return None
    check_keys(spec, ("stance", "variants"), where, "gate")
    stance = spec.get("stance")
    if not isinstance(stance, str) or not stance:
        raise where.at(spec, "stance").fail("`gate` needs a `stance`, a text")
    variants = spec.get("variants")
    return stance, None if variants is None else texts(variants, where.at(spec, "variants"))


register_compiler(MATCHER, compile_detector)
