"""Detectors and the set a run uses (FR-6 to FR-9).

A detector is one rule, one observable, one function over a session's events. ``run`` parses the
session's commands once, hands every enabled detector the whole event list, and gives back its hits.
A detector that raises, returns another shape than it should, has a broken gate, or changes the
events it was lent costs only itself: its own figures are left out, and an error entry names it.

``DEFAULT`` holds the six shipped detectors, registered once at this module's tail, and is never
changed afterwards (AD-14): build another with ``DEFAULT.copy()``.

Known misses: a detector that changes something nested inside an event (an item of its ``input``) is
not caught; changes to the list, to an event's own fields and to the parsed commands' list are.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple
from weakref import WeakKeyDictionary

from .contract_data import RENAMED
from .events import TEXTS, Event, Hit
from .shell import Answers, Context, analyse

SCHEMA_VERSION = 2
KNOWN_SCHEMA_VERSIONS = (1, 2)
EVENT_KINDS = ("bash", "write", "agent-brief", "assistant-final", "session", "tool_use", "assistant_text")

Pair = Tuple[int, Optional[str]]
Opportunity = Tuple[int, Optional[str], Optional[bool]]
Gate = Tuple[str, Optional[Sequence[str]]]

COMPILERS: Dict[str, Callable[..., "Detector"]] = {}


class Detector:
    """``fn(events, ctx)`` returns ``(turn, tool use id or None)`` pairs.

    ``event`` (one of ``EVENT_KINDS``) says which part of a transcript the detector reads; it is
    advisory. ``gate`` is None or ``(dimension, allowed variants, or None for any)``.
    ``opportunities(events, ctx)``, where given, returns ``(turn, tool use id or None, followed)``
    triples, ``followed`` being True, False, or None for undecided (AD-11).
    """

    __slots__ = ("id", "rule", "event", "fn", "gate", "examples", "opportunities")

    def __init__(
        self,
        id: str,
        rule: str,
        event: str,
        fn: Callable[..., Any],
        gate: Optional[Gate] = None,
        examples: Any = None,
        *,
        opportunities: Optional[Callable[..., Any]] = None,
    ) -> None:
        self.id = id
        self.rule = rule
        self.event = event
        self.fn = fn
        self.gate = gate
        self.examples = examples
        self.opportunities = opportunities

    def enabled(self, stances: Any = None) -> bool:
        """Whether the gate is satisfied by ``stances`` ({dimension: variant}). A broken gate raises."""
        if self.gate is None:
            return True
        dimension, allowed = self.gate
        variant = stances.get(dimension) if isinstance(stances, dict) else None
        if isinstance(allowed, str):
            raise TypeError("a gate's variants are a list, not a text")
        return variant is not None and (allowed is None or variant in allowed)

    def __repr__(self) -> str:
        return "Detector(%r)" % (self.id,)


class Registry:
    """An ordered set of detectors by id, and the retired ids that fold onto them."""

    def __init__(self, detectors: Optional[Iterable[Detector]] = None, renamed: Optional[Dict[str, str]] = None) -> None:
        self._detectors: Dict[str, Detector] = {}
        self._renamed: Dict[str, str] = dict(renamed or {})
        fold_map(self._renamed)
        self.extend(detectors or ())

    def add(self, detector: Detector) -> Detector:
        """Register ``detector``; one of the same id is replaced in place."""
        if not isinstance(detector, Detector):
            raise TypeError("not a Detector: %r" % (detector,))
        if not callable(detector.fn):
            raise TypeError("%r: fn is not callable" % (detector.id,))
        if not isinstance(detector.id, str) or not detector.id:
            raise ValueError("a detector needs an id")
        if not isinstance(detector.rule, str) or not detector.rule or "/" in detector.rule:
            raise ValueError("%s: a rule is a text without a slash, not %r" % (detector.id, detector.rule))
        if detector.event not in EVENT_KINDS:
            raise ValueError("%s: unknown event %r, one of %s" % (detector.id, detector.event, ", ".join(EVENT_KINDS)))
        self._detectors[detector.id] = detector
        return detector

    def extend(self, detectors: Iterable[Detector]) -> None:
        """Register each of ``detectors`` in order."""
        for detector in detectors:
            self.add(detector)

    def rename(self, old_id: str, new_id: str) -> None:
        """Fold rows stored under ``old_id`` onto ``new_id``. ValueError on a cycle."""
        renamed = dict(self._renamed)
        renamed[old_id] = new_id
        fold_map(renamed)
        self._renamed = renamed

    def remove(self, id: str) -> Detector:
        """Take a detector out and return it. KeyError when there is none."""
        return self._detectors.pop(id)

    def get(self, id: str, default: Any = None) -> Any:
        return self._detectors.get(id, default)

    def ids(self) -> List[str]:
        """The ids in registration order."""
        return list(self._detectors)

    def copy(self) -> "Registry":
        return Registry(self, self._renamed)

    def fold_map(self) -> Dict[str, str]:
        """``{retired id: current id}``: the shipped map, this registry's winning, chains resolved."""
        return fold_map(self._renamed)

    def __iter__(self) -> Iterator[Detector]:
        return iter(list(self._detectors.values()))

    def __len__(self) -> int:
        return len(self._detectors)

    def __contains__(self, id: object) -> bool:
        return id in self._detectors

    @classmethod
    def from_entry_points(cls, group: str, base: Optional["Registry"] = None, errors: Optional[List[Dict[str, str]]] = None) -> "Registry":
        """A new registry: ``base`` plus every detector installed packages declare under ``group``.

        An entry point is a Detector, an iterable of them, or a callable that returns either. One that
        cannot be loaded costs only itself: ``errors`` gets ``{plugin, error}``; without it, it raises.
        """
        registry = base.copy() if base is not None else cls()
        for point in _entry_points(group):
            try:
                loaded = point.load()
                if callable(loaded) and not isinstance(loaded, (Detector, Registry)):
                    loaded = loaded()
                found = [loaded] if isinstance(loaded, Detector) else list(loaded)
                trial = cls(found)
            except Exception as exc:
                if errors is None:
                    raise
                errors.append({"plugin": point.name, "error": type(exc).__name__})
                continue
            registry.extend(trial)
        return registry


def fold_map(renamed: Optional[Dict[str, str]] = None) -> Dict[str, str]:
    """The shipped map of retired ids with ``renamed`` over it, each chain followed to its end.

    ValueError when the renames go round in a circle.
    """
    union = {**RENAMED, **(renamed or {})}
    resolved = {}
    for old in union:
        new, seen = union[old], {old}
        while new in union:
            if new in seen:
                raise ValueError("renamed ids go round in a circle at %r" % (new,))
            seen.add(new)
            new = union[new]
        if new in seen:
            raise ValueError("renamed ids go round in a circle at %r" % (new,))
        resolved[old] = new
    return resolved


def register_compiler(kind: str, compiler: Callable[..., Detector]) -> None:
    """Name the function that compiles entries of ``kind``. Called at import time only (AD-14)."""
    COMPILERS[kind] = compiler


def from_spec(spec: Dict[str, Any], path: str = "<spec>", lines: Any = None) -> Detector:
    """The detector an entry of a detector file describes, by the compiler of its ``kind``."""
    from . import matchers

    kind = spec.get("kind") if isinstance(spec, dict) else None
    compiler = COMPILERS.get(kind) if isinstance(kind, str) else None
    return (compiler or matchers.compile_detector)(spec, path, lines)


DEFAULT = Registry()

_MOST_KNOWN = 4096
_KNOWN: "WeakKeyDictionary[Registry, Dict[str, Answers]]" = WeakKeyDictionary()


class Outcome(NamedTuple):
    """What the detectors of one run found: ``{id: [Hit]}`` and ``{id: [(turn, id, followed)]}``.

    ``hits`` names the detectors that hit; ``opportunities`` those that define any. ``ctx`` is what they read.
    """

    hits: Dict[str, List[Hit]]
    opportunities: Dict[str, List[Opportunity]]
    ctx: Optional[Context] = None


def run(
    events: Any,
    stances: Optional[Dict[str, str]] = None,
    *,
    registry: Registry = DEFAULT,
    strict: bool = False,
    errors: Optional[List[Dict[str, str]]] = None,
) -> Dict[str, List[Hit]]:
    """``{id: [Hit]}`` for every enabled detector that hit; ``{}`` for anything but a list of events.

    ``errors`` gets ``{detector, error}`` for each detector that failed; ``strict=True`` raises instead.
    """
    return evaluate(events, stances, registry=registry, strict=strict, errors=errors, compliance=False).hits


def evaluate(
    events: Any,
    stances: Optional[Dict[str, str]] = None,
    *,
    registry: Registry = DEFAULT,
    strict: bool = False,
    errors: Optional[List[Dict[str, str]]] = None,
    compliance: bool = True,
) -> Outcome:
    """``run``, and beside the hits what each detector that defines opportunities says of them (AD-11)."""
    if not isinstance(events, (list, tuple)):
        return Outcome({}, {})
    events = [event for event in events if isinstance(event, dict)]
    loan = _Loan(events, analyse(events, _known(registry)))
    outcome = Outcome({}, {}, loan.ctx)
    for detector in registry:
        failed: Dict[str, str] = {"detector": detector.id}
        try:
            if not detector.enabled(stances):
                continue
            pairs = loan.to(detector.fn)
            if pairs:
                outcome.hits[detector.id] = [Hit(detector.id, *_pair(pair)) for pair in pairs]
            if compliance and detector.opportunities is not None:
                failed["hook"] = "opportunities"
                outcome.opportunities[detector.id] = [_triple(t) for t in loan.to(detector.opportunities)]
        except Exception as exc:
            if errors is not None:
                errors.append({**failed, "error": type(exc).__name__})
            if strict:
                raise
    return outcome


def _known(registry: Registry) -> Dict[str, Answers]:
    """What this registry's detectors have said of command texts, which repeat from session to session."""
    known = _KNOWN.setdefault(registry, {})
    if len(known) > _MOST_KNOWN:
        known.clear()
    return known


def unread_texts(registry: Registry) -> FrozenSet[str]:
    """Which of ``TEXTS`` no detector looks at: each function's ``reads``, and all of them where it says nothing."""
    functions = [fn for detector in registry for fn in (detector.fn, detector.opportunities) if fn is not None]
    read = {text for fn in functions for text in getattr(fn, "reads", TEXTS)}
    return frozenset(TEXTS) - read


class _Loan:
    """The events and their parse, lent to one detector after the other and taken back unchanged."""

    def __init__(self, events: List[Event], ctx: Context) -> None:
        self.events, self.ctx = events, ctx
        self._lists = (events, ctx.bash, ctx.finals)
        self._kept: Optional[Tuple[Any, ...]] = None

    def to(self, fn: Callable[..., Any]) -> List[Any]:
        """``fn``'s answer as a list. RuntimeError, and all put back, where it changed what it was lent."""
        if getattr(fn, "pure", False):
            return list(fn(self.events, self.ctx))
        if self._kept is None:
            self._kept = (*(list(x) for x in self._lists), [dict(event) for event in self.events])
        try:
            return list(fn(self.events, self.ctx))
        finally:
            if self._changed():
                self._restore()
                raise RuntimeError("the detector changed the events")

    def _changed(self) -> bool:
        # Items are compared by identity: equal-looking strangers are a change too.
        assert self._kept is not None
        same = all(len(a) == len(b) and all(map(_is, a, b)) for a, b in zip(self._lists, self._kept))
        return not same or any(_differs(event, kept) for event, kept in zip(self._kept[0], self._kept[3]))

    def _restore(self) -> None:
        assert self._kept is not None
        for current, kept in zip(self._lists, self._kept):
            current[:] = kept
        for event, kept in zip(self.events, self._kept[3]):
            event.clear()
            event.update(kept)


def _is(a: Any, b: Any) -> bool:
    return a is b


def _differs(event: Event, kept: Event) -> bool:
    return event.keys() != kept.keys() or any(event[key] is not kept[key] for key in kept)


def _pair(value: Any) -> Pair:
    turn, name = value
    if isinstance(value, str) or isinstance(turn, bool) or not isinstance(turn, int):
        raise TypeError("a hit is (turn, tool use id or None), not %r" % (value,))
    if name is not None and not isinstance(name, str):
        raise TypeError("a hit is (turn, tool use id or None), not %r" % (value,))
    return turn, name


def _triple(value: Any) -> Opportunity:
    turn, name, followed = value
    if followed is not None and not isinstance(followed, bool):
        raise TypeError("followed is True, False or None, not %r" % (followed,))
    return (*_pair((turn, name)), followed)


def _entry_points(group: str) -> List[Any]:
    """The group's entry points by name, by either form of ``importlib.metadata``'s API (3.9, 3.10)."""
    from importlib import metadata

    try:
        found = list(metadata.entry_points(group=group))  # type: ignore[call-arg]
    except TypeError:
        found = list(metadata.entry_points().get(group, ()))  # type: ignore[attr-defined]
    return sorted(found, key=lambda point: (point.name, point.value))


from .detectors.common import DETECTORS  # noqa: E402  (the tail: the shipped detectors need Detector)

DEFAULT.extend(DETECTORS)
