"""Rows: one measured session reduced to counts, written by ``measure`` and read back by ``read_row``.

A row of ``SCHEMA_VERSION`` holds ``schema_version, session_id, repo, runtime, started, ended, stances,
rules`` {id: hits}, ``compliance`` {id: {opportunities, followed, undecided}} when an enabled detector
defines opportunities, and ``rules_errors`` [{detector, error, hook?}] when something raised.

Stored rows are read with suspicion: whatever has another shape is left out and counted, and nothing
in a row raises. An undecided opportunity is in neither ``opportunities`` nor ``followed`` (AD-11, S5).
"""
from __future__ import annotations

from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from .events import Session, counts
from .registry import DEFAULT, KNOWN_SCHEMA_VERSIONS, SCHEMA_VERSION, Opportunity, Registry, evaluate

MEASURED, UNMEASURED, UNKNOWN_SCHEMA, UNATTRIBUTED = "measured", "unmeasured", "unknown_schema", "unattributed"
NOT_AN_ID = "(not an id)"
_MOST = 10**15


class Tally(NamedTuple):
    """Compliance of one detector; tallies add."""

    opportunities: int = 0
    followed: int = 0
    undecided: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(a + b for a, b in zip(self, other)))

    def rate(self, minimum: int) -> Optional[float]:
        """Followed per opportunity; None below ``minimum`` opportunities or without any (FR-22)."""
        return self.followed / self.opportunities if self.opportunities >= max(minimum, 1) else None

    def as_dict(self) -> Dict[str, int]:
        return dict(self._asdict())


class Reading(NamedTuple):
    """A stored row, retired ids folded. Ids in ``errors`` and the two ``malformed`` sets carry no figure."""

    repo: str
    stances: Tuple[Tuple[str, str], ...]
    rules: Dict[str, int]
    compliance: Dict[str, Tally]
    errors: FrozenSet[str]
    opportunity_errors: FrozenSet[str]
    malformed: FrozenSet[str]
    malformed_compliance: FrozenSet[str]
    unreadable_compliance: bool


def measure(session: Session, stances: Optional[Dict[str, str]] = None, registry: Registry = DEFAULT) -> Dict[str, Any]:
    """The row of one session."""
    errors: List[Dict[str, str]] = []
    outcome = evaluate(session.events, stances, registry=registry, errors=errors)
    row: Dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "session_id": session.id,
        "repo": session.repo,
        "runtime": session.runtime,
        "started": session.started,
        "ended": session.ended,
        "stances": dict(stances or {}),
        "rules": counts(outcome.hits),
    }
    if outcome.opportunities:
        row["compliance"] = {name: tally(found).as_dict() for name, found in outcome.opportunities.items()}
    if errors:
        row["rules_errors"] = errors
    return row


def tally(opportunities: List[Opportunity]) -> Tally:
    """What a detector's opportunities come to."""
    followed = sum(1 for item in opportunities if item[2] is True)
    undecided = sum(1 for item in opportunities if item[2] is None)
    return Tally(len(opportunities) - undecided, followed, undecided)


def read_row(row: Any, fold: Dict[str, str]) -> Tuple[str, Optional[Reading]]:
    """``(state, reading)``; a reading only for a measured row (FR-20, FR-28)."""
    if not isinstance(row, dict):
        return UNMEASURED, None
    if not known_version(row.get("schema_version")):
        return UNKNOWN_SCHEMA, None
    failures = _failures(row, fold)
    if failures is None:
        return UNATTRIBUTED, None
    rules = row.get("rules")
    if not isinstance(rules, dict):
        return UNMEASURED, None
    errors, opportunity_errors = failures
    hits, malformed = _hits(rules, fold)
    tallies, malformed_compliance, unreadable = _compliance(row.get("compliance"), fold)
    return MEASURED, Reading(
        _text(row.get("repo")),
        _stances(row.get("stances")),
        {name: n for name, n in hits.items() if name not in errors and name not in malformed},
        {name: t for name, t in tallies.items()
         if name not in errors and name not in opportunity_errors and name not in malformed_compliance},
        errors, opportunity_errors, malformed - errors, malformed_compliance, unreadable,
    )


def known_version(value: Any) -> bool:
    """Whether a ``schema_version`` is one this package reads: absent, null, or the int 1 or 2 (AD-9)."""
    return value is None or (type(value) is int and value in KNOWN_SCHEMA_VERSIONS)


def _failures(row: Dict[str, Any], fold: Dict[str, str]) -> Optional[Tuple[FrozenSet[str], FrozenSet[str]]]:
    """``(detectors that failed, those whose opportunities did)``; None where the row does not say which."""
    listed = row.get("rules_errors")
    if listed is None:
        return None if row.get("rules_error") else (frozenset(), frozenset())
    if not isinstance(listed, list):
        return None
    found: Tuple[set, set] = (set(), set())
    for entry in listed:
        name = entry.get("detector") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not name:
            return None
        found[entry.get("hook") == "opportunities"].add(fold.get(name, name))
    return frozenset(found[0]), frozenset(found[1])


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _hits(rules: Dict[Any, Any], fold: Dict[str, str]) -> Tuple[Dict[str, int], FrozenSet[str]]:
    hits: Dict[str, int] = {}
    malformed = set()
    for key, value in rules.items():
        name = fold.get(key, key) if isinstance(key, str) and key else NOT_AN_ID
        if name is NOT_AN_ID or not _count(value):
            malformed.add(name)
        else:
            hits[name] = hits.get(name, 0) + value
    return hits, frozenset(malformed)


def _compliance(value: Any, fold: Dict[str, str]) -> Tuple[Dict[str, Tally], FrozenSet[str], bool]:
    if value is None:
        return {}, frozenset(), False
    if not isinstance(value, dict):
        return {}, frozenset(), True
    tallies: Dict[str, Tally] = {}
    malformed = set()
    for key, figures in value.items():
        name = fold.get(key, key) if isinstance(key, str) and key else NOT_AN_ID
        read = _tally(figures) if name is not NOT_AN_ID else None
        if read is None:
            malformed.add(name)
        else:
            tallies[name] = tallies.get(name, Tally()).plus(read)
    return tallies, frozenset(malformed), False


def _tally(figures: Any) -> Optional[Tally]:
    if not isinstance(figures, dict):
        return None
    values = [figures.get(field) for field in Tally._fields]
    if not all(map(_count, values)) or values[1] > values[0]:
        return None
    return Tally(*values)


def _stances(value: Any) -> Tuple[Tuple[str, str], ...]:
    if not isinstance(value, dict):
        return ()
    return tuple(sorted((k, v) for k, v in value.items() if isinstance(k, str) and isinstance(v, str)))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
