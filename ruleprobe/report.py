"""The report: counts over rows, as data and as a table (FR-17 to FR-22).

Only a row with a ``rules`` map is evidence. A detector's denominator (``of``) is the measured rows
less those in which it failed. Every number in the table is a field of ``report_data``. No figure
depends on the order of the rows, and adding rows adds figures.
"""
from __future__ import annotations

from collections import Counter
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from . import rows as _rows
from .registry import DEFAULT, SCHEMA_VERSION, Registry
from .render import percent, plural, printable, table
from .rows import Reading, Tally, measure  # noqa: F401  (measure is part of this module's surface)

GROUPINGS = ("rule", "repo", "stance")
TOP = 3
_NO_KEY = {"repo": "(no repo)", "stance": "(no stances)"}


class Summary(NamedTuple):
    """Rows read: how many in each state, and the readings of the measured ones."""

    states: Dict[str, int]
    readings: List[Reading]


class Totals(NamedTuple):
    """What a set of measured rows comes to, by detector id."""

    sessions: int
    hits: Dict[str, int]
    with_hit: Dict[str, int]
    left_out: Dict[str, int]
    compliance: Dict[str, Tally]


def report_data(
    rows: Iterable[Any],
    by: str = "rule",
    min_sessions: int = 20,
    frequent_share: float = 0.30,
    registry: Registry = DEFAULT,
    validity: Optional[Dict[str, Any]] = None,
    min_opportunities: int = 20,
) -> Dict[str, Any]:
    """The report as JSON-able data. ``validity`` maps detector ids to scores. ValueError: unknown ``by``."""
    if by not in GROUPINGS:
        raise ValueError("by is one of %s, not %r" % (", ".join(GROUPINGS), by))
    fold = registry.fold_map()
    summary = _read(rows, fold)
    readings = summary.readings
    data: Dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "by": by,
        "measured": len(readings),
        "unmeasured": summary.states.get(_rows.UNMEASURED, 0),
        "unknown_schema": summary.states.get(_rows.UNKNOWN_SCHEMA, 0),
        "unattributed": summary.states.get(_rows.UNATTRIBUTED, 0),
        "errors": _per_id(r.errors for r in readings),
        "opportunity_errors": _per_id(r.opportunity_errors for r in readings),
        "malformed": _per_id(r.malformed for r in readings),
        "malformed_compliance": _per_id(r.malformed_compliance for r in readings),
        "unreadable_compliance": sum(r.unreadable_compliance for r in readings),
        "min_sessions": min_sessions,
        "frequent_share": frequent_share,
        "min_opportunities": min_opportunities,
        "renamed": fold,
    }
    data["notes"] = _notes(data)
    if by == "rule":
        data["detectors"] = _detectors(readings, registry, validity, data)
    else:
        data["groups"] = _groups(readings, by, min_opportunities)
    return data


def report(
    rows: Iterable[Any],
    by: str = "rule",
    min_sessions: int = 20,
    frequent_share: float = 0.30,
    registry: Registry = DEFAULT,
    validity: Optional[Dict[str, Any]] = None,
    min_opportunities: int = 20,
) -> str:
    """``report_data`` as a table."""
    return render_report(report_data(rows, by, min_sessions, frequent_share, registry, validity, min_opportunities))


def render_report(data: Dict[str, Any]) -> str:
    """The table for what ``report_data`` returned, its notes below."""
    text = _rule_table(data) if data["by"] == "rule" else _group_table(data)
    return "\n".join([text] + data["notes"])


def share_text(entry: Dict[str, Any]) -> str:
    """A detector entry's share of sessions as the table prints it."""
    return percent(entry["sessions"], entry["of"])


def rate_text(figures: Dict[str, Any]) -> str:
    """A compliance rate as the table prints it; "" where there are too few opportunities for one."""
    return "" if figures["compliance_rate"] is None else percent(figures["followed"], figures["opportunities"])


def figures(data: Dict[str, Any]) -> Dict[str, Tuple[float, str]]:
    """``{detector id: (how bad, in words)}`` of a report by rule: the share not followed, else that of sessions with a hit."""
    out = {}
    for entry in data["detectors"]:
        if entry.get("opportunities") or entry.get("undecided"):
            text = "%d of %d followed" % (entry["followed"], entry["opportunities"])
            rate = rate_text(entry)
            text += (" (%s)" % rate if rate else "") + (", %d undecided" % entry["undecided"] if entry["undecided"] else "")
            out[entry["detector"]] = (1 - entry["followed"] / max(entry["opportunities"], 1), text)
        else:
            of = plural(entry["of"], "session")
            text = "%s in %d of %s" % (plural(entry["hits"], "hit"), entry["sessions"], of) if entry["hits"] else "no hit in " + of
            out[entry["detector"]] = (entry["share"] or 0.0, text)
    return out


def _read(rows: Iterable[Any], fold: Dict[str, str]) -> Summary:
    states: Counter = Counter()
    readings = []
    for row in rows:
        state, reading = _rows.read_row(row, fold)
        states[state] += 1
        if reading is not None:
            readings.append(reading)
    return Summary(states, readings)


def _per_id(sets: Iterable[Iterable[str]]) -> Dict[str, int]:
    return dict(sorted(Counter(name for names in sets for name in names).items()))


def _total(readings: Sequence[Reading]) -> Totals:
    hits: Counter = Counter()
    with_hit: Counter = Counter()
    left_out: Counter = Counter()
    compliance: Dict[str, Tally] = {}
    for reading in readings:
        hits.update(reading.rules)
        with_hit.update(name for name, count in reading.rules.items() if count)
        left_out.update(reading.errors | reading.malformed)
        for name, found in reading.compliance.items():
            compliance[name] = compliance.get(name, Tally()).plus(found)
    return Totals(len(readings), hits, with_hit, left_out, compliance)


def _detectors(
    readings: Sequence[Reading], registry: Registry, validity: Optional[Dict[str, Any]], settings: Dict[str, Any]
) -> List[Dict[str, Any]]:
    totals = _total(readings)
    names = set(registry.ids()) | set(totals.hits) | set(totals.left_out) | set(totals.compliance)
    out = []
    for name in sorted(names - {_rows.NOT_AN_ID}):
        sessions, of = totals.with_hit.get(name, 0), totals.sessions - totals.left_out.get(name, 0)
        entry: Dict[str, Any] = {
            "detector": name,
            "hits": totals.hits.get(name, 0),
            "sessions": sessions,
            "of": of,
            "share": sessions / of if of else None,
            "note": _note(sessions, of, settings),
        }
        if name in totals.compliance:
            entry.update(_figures(totals.compliance[name], settings["min_opportunities"]))
        if validity is not None:
            score = validity.get(name)
            entry["validity"] = score.as_dict() if score is not None else None
        out.append(entry)
    return out


def _note(sessions: int, of: int, settings: Dict[str, Any]) -> str:
    if not of or of < settings["min_sessions"]:
        return ""
    if not sessions:
        return "unobserved"
    return "frequent" if sessions / of > settings["frequent_share"] else ""


def _figures(found: Tally, minimum: int) -> Dict[str, Any]:
    return {**found.as_dict(), "compliance_rate": found.rate(minimum)}


def _groups(readings: Sequence[Reading], by: str, minimum: int) -> List[Dict[str, Any]]:
    groups: Dict[str, List[Reading]] = {}
    for reading in readings:
        groups.setdefault(_key(reading, by), []).append(reading)
    out = []
    for key in sorted(groups):
        totals = _total(groups[key])
        top = sorted(((n, name) for name, n in totals.hits.items() if n), key=lambda item: (-item[0], item[1]))
        out.append({
            "key": key,
            "sessions": totals.sessions,
            "hits": sum(totals.hits.values()),
            "top": [[name, n] for n, name in top[:TOP]],
            "compliance": {name: _figures(totals.compliance[name], minimum) for name in sorted(totals.compliance)},
        })
    return out


def _key(reading: Reading, by: str) -> str:
    return reading.repo if by == "repo" else ", ".join("%s=%s" % pair for pair in reading.stances)


def _notes(data: Dict[str, Any]) -> List[str]:
    """A line for everything that was left out of the counts."""
    notes = []
    for state, why in (("unmeasured", "hold no counts"), ("unknown_schema", "were written under another schema version"),
                       ("unattributed", "hold an error that names no detector")):
        if data[state]:
            notes.append("left out: %s %s" % (plural(data[state], "row"), why))
    for field, why in (("errors", "failed"), ("opportunity_errors", "failed to tell its opportunities"),
                       ("malformed", "has an unreadable count"), ("malformed_compliance", "has unreadable compliance")):
        for name, count in data[field].items():
            notes.append("%s %s in %s" % (printable(name), why, plural(count, "session")))
    if data["unreadable_compliance"]:
        notes.append("unreadable compliance in %s" % plural(data["unreadable_compliance"], "session"))
    return notes


def _rule_table(data: Dict[str, Any]) -> str:
    entries = data["detectors"]
    headers = ["detector", "hits", "sessions", "of", "share"]
    speaks = any("opportunities" in entry for entry in entries)
    headers += ["opportunities", "followed", "undecided", "rate"] if speaks else []
    headers += ["note"] + (["validity"] if any("validity" in entry for entry in entries) else [])
    return table(headers, [_rule_cells(entry, speaks) for entry in entries])


def _rule_cells(entry: Dict[str, Any], speaks: bool) -> List[Any]:
    cells = [entry["detector"], entry["hits"], entry["sessions"], entry["of"], share_text(entry)]
    if speaks:
        spoken = "opportunities" in entry
        cells += [entry.get(field) for field in Tally._fields] + [rate_text(entry) if spoken else None]
    return cells + [entry["note"]] + ([validity_text(entry["validity"])] if "validity" in entry else [])


def validity_text(score: Optional[Dict[str, Any]]) -> str:
    """A score as the last column prints it."""
    if score is None:
        return "not in the corpus"
    if not score.get("scored"):
        return "no examples" if score.get("source") == "examples" else "not in the corpus"
    return "p=%.2f r=%.2f" % (score["precision"], score["recall"])


def _group_table(data: Dict[str, Any]) -> str:
    by = data["by"]
    head = table([by, "sessions", "hits", "top detectors"], [_group_cells(group, by) for group in data["groups"]]).split("\n")
    lines = head[:1]
    for line, group in zip(head[1:], data["groups"]):
        lines.append(line)
        lines += ["    " + _compliance_line(name, figures) for name, figures in group["compliance"].items()]
    return "\n".join(lines)


def _group_cells(group: Dict[str, Any], by: str) -> Tuple[Any, ...]:
    top = ", ".join("%s %d" % (name, count) for name, count in group["top"])
    return group["key"] or _NO_KEY[by], group["sessions"], group["hits"], top


def _compliance_line(name: str, figures: Dict[str, Any]) -> str:
    line = "%s: %d opportunities, %d followed, %d undecided" % (
        printable(name), figures["opportunities"], figures["followed"], figures["undecided"])
    rate = rate_text(figures)
    return line + (", %s" % rate if rate else "")
