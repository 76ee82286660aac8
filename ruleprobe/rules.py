"""Rule binding: which rule is measured by what (FR-11 to FR-16, AD-12, AD-14).

``load_bundle`` reads the detector files and the rule files and gives a ``Bundle``. A rule is
``measured`` (by a person's own detector, or by the catalog's), ``dark`` (opted out, with the reason) or
``unmeasured``. A file whose front matter binds it is one rule, named there or for the file; any other
file is a rule for each heading section that holds one, with the id ``<path relative to the rules>#<slug>``;
a file without such sections is one rule. A rule is bound to a catalog entry when exactly one entry
matches what it says. This module alone reads the catalog; others ask ``catalog_detectors``.

Detector precedence, a later id replacing an earlier one (S19): base registry, catalog entries that a
rule bound (which replace nothing), user file, repository file, ``--detectors``, rule front matter.

Whatever a file holds, nothing raises: a bad file or entry is a finding and costs only itself, and no
control character of a file reaches a reason.

Amends AD-12: a file that holds no text but imports is no rule. ``RuleEntry`` says besides where a rule
stands, which sentence bound it, and how many directive sentences of it nothing measures.
"""
from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from . import declarative, markdown
from .declarative import DeclarativeError
from .detectors import catalog, vocabulary
from .entries import load_entries
from .markdown import Section
from .matchers import compile_detector
from .phrasing import Phrasing
from .registry import DEFAULT, Detector, Registry
from .render import printable
from .rule_files import Finding, RuleFile, find

MEASURED, DARK, UNMEASURED = STATES = ("measured", "dark", "unmeasured")
OWN, CATALOG = "own", "catalog"
CONFIG = os.path.join(".ruleprobe", "detectors.yaml")
USER_CONFIG = os.path.join("ruleprobe", "detectors.yaml")
MAX_REASON = 300

Figures = Mapping[str, Tuple[float, str]]  # detector id -> how bad (sorts), and the words for it

_OURS = re.compile(r"^(?:rule|detectors?|opt_out)[ \t]*:", re.M)
_MISSPELT = {"optout": "opt_out", "detector": "detector", "detectors": "detectors"}
_IMPORT_LINE = re.compile(r"@\S+\Z")


class RuleEntry(NamedTuple):
    """A rule. ``reason``: why it is dark or unmeasured. ``source``: whose detector measures it.

    ``line`` is where it stands, ``sentence`` what bound it to the catalog, ``others`` how many directive
    sentences of it nothing measures.
    """

    rule: str
    path: str
    state: str
    reason: str
    detectors: Tuple[str, ...]
    source: Optional[str] = None
    line: int = 1
    sentence: str = ""
    others: int = 0


class Bundle:
    """What was loaded: own ``detectors`` in precedence order, ``rules``, ``findings``, and the detector
    files that were read (``sources``)."""

    def __init__(self, detectors: List[Detector], rules: List[RuleEntry], findings: List[Finding], sources: List[str]) -> None:
        self.detectors = detectors
        self.rules = rules
        self.findings = findings
        self.sources = sources

    def registry(self, base: Registry = DEFAULT, whole_catalog: bool = False) -> Registry:
        """A new registry: ``base``, the catalog entries the rules bound (or all), the own detectors.

        Rules bound to a catalog id for which ``base`` brings another detector than the shipped one
        are from then on bound to that one, source own.
        """
        registry = base.copy()
        bound = {name for entry in self.rules if entry.source == CATALOG for name in entry.detectors}
        if whole_catalog or any(name not in registry for name in bound):
            registry.extend(d for d in catalog_detectors() if (whole_catalog or d.id in bound) and d.id not in registry)
        foreign = {name for name in bound if name in base and base.get(name) is not DEFAULT.get(name)}
        self.rules = [_taken_over(entry, foreign) for entry in self.rules]
        registry.extend(self.detectors)
        return registry

    def counts(self) -> Dict[str, int]:
        """``{state: rules}`` for each of ``STATES``."""
        return {state: sum(entry.state == state for entry in self.rules) for state in STATES}

    def coverage(self) -> Dict[str, Any]:
        """The counts, ``share`` (of rules measured; None without rules) and ``catalog`` (measured by it)."""
        counts: Dict[str, Any] = dict(self.counts())
        counts["share"] = counts[MEASURED] / len(self.rules) if self.rules else None
        counts["catalog"] = sum(entry.state == MEASURED and entry.source == CATALOG for entry in self.rules)
        return counts

    def summary(self, relative_to: Optional[str] = None, figures: Optional[Figures] = None) -> str:
        """The coverage block: counts, a line for each rule, and the findings. "" where there is nothing.

        With ``figures`` each measured rule shows its own, the worst first, and the sentence that bound it.
        """
        lines = _rule_lines(self, relative_to, figures or {}) if self.rules else []
        if self.findings:
            lines.append("findings: %d (everything else still loaded)" % len(self.findings))
            lines += ["  %s:%d  %s" % (printable(_shown(f.path, relative_to)), f.line, printable(f.reason)) for f in self.findings]
        return "".join(line + "\n" for line in lines)


def load_bundle(
    paths: Optional[Sequence[str]] = None,
    rules_dir: Optional[str] = None,
    cwd: Optional[str] = None,
    config: bool = True,
    user: bool = True,
) -> Bundle:
    """The detectors of the detector files and what the rules at ``rules_dir`` (a directory or one file) bind.

    ``paths`` are further detector files; ``config=False`` leaves both configuration files out,
    ``user=False`` the user's. The environment is read now.
    """
    bundle = Bundle([], [], [], [])
    for path in _config_files(cwd, user) if config else []:
        _load_detectors(bundle, path)
    for path in paths or ():
        _load_detectors(bundle, os.fspath(path))
    if rules_dir is not None:
        _load_rules(bundle, os.fspath(rules_dir))
    own = {detector.id for detector in bundle.detectors}
    bundle.rules = [_taken_over(entry, own) for entry in bundle.rules]
    bundle.findings += _collisions(bundle.rules)
    return bundle


def known_misses(name: str) -> Tuple[str, ...]:
    """What the catalog's entry of a detector says it does not recognise or count; none for another."""
    return next((tuple(entry["known_misses"]) for entry in catalog.ENTRIES if entry["detector"]["id"] == name), ())


def catalog_detectors() -> List[Detector]:
    """The catalog's detectors in its order, compiled once."""
    return list(_compiled_catalog())


@lru_cache(maxsize=None)
def _compiled_catalog() -> Tuple[Detector, ...]:
    return tuple(compile_detector(entry["detector"], "<catalog>") for entry in catalog.ENTRIES)


@lru_cache(maxsize=None)
def _phrasing() -> Phrasing:
    return Phrasing(catalog.ENTRIES, vocabulary)


# -- detector files -----------------------------------------------------------------------------------


def _config_files(cwd: Optional[str], user: bool) -> List[str]:
    """The user's file, then the nearest ``.ruleprobe/detectors.yaml`` from ``cwd`` up; those that exist."""
    found = []
    if user:
        home = os.environ.get("XDG_CONFIG_HOME", "")
        home = home if os.path.isabs(home) else os.path.join(os.path.expanduser("~"), ".config")
        found = [os.path.join(home, USER_CONFIG)] if os.path.isabs(home) else []
    folder = os.path.abspath(cwd or os.getcwd())
    while not os.path.lexists(os.path.join(folder, CONFIG)) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return [path for path in found + [os.path.join(folder, CONFIG)] if os.path.lexists(path)]


def _load_detectors(bundle: Bundle, path: str) -> None:
    try:
        document, lines = declarative.load(path)
    except DeclarativeError as exc:
        bundle.findings.append(Finding(path, exc.line, _reason(exc.reason)))
        return
    except (OSError, ValueError) as exc:
        bundle.findings.append(Finding(path, 0, "cannot be read: %s" % _reason(getattr(exc, "strerror", None) or type(exc).__name__)))
        return
    bundle.sources.append(path)
    bundle.detectors += _entries(bundle, document, path, lines)


def _entries(bundle: Bundle, document: Any, path: str, lines: Any) -> List[Detector]:
    """The detectors of a document; each entry that is none is a finding."""
    detectors, errors = load_entries(document, path, lines)
    bundle.findings += [Finding(path, exc.line, _reason(exc.reason)) for exc in errors]
    return detectors


# -- rule files ---------------------------------------------------------------------------------------


def _load_rules(bundle: Bundle, root: str) -> None:
    files, findings = find(root)
    bundle.findings += [Finding(f.path, f.line, _reason(f.reason)) for f in findings]
    for file in files:
        bundle.rules += _rules_of(bundle, file)


def _rules_of(bundle: Bundle, file: RuleFile) -> List[RuleEntry]:
    front = _front_matter(bundle, file)
    name, given = _name(file), front.document.get("rule")
    named = isinstance(given, str) and given.strip() and "/" not in given
    if named:
        name = _reason(given.strip())
    elif given is not None:
        bundle.findings.append(Finding(file.path, front.line("rule"), "rule: a name without a slash, not %s" % _reason(repr(given))))
    bound = _bound_by_front_matter(bundle, file, name, front)
    if bound is not None:
        return [bound]
    sections = markdown.sections(file.text)
    rules = [section for section in sections[1:] if markdown.is_rule(section)]
    if not rules:
        return _whole_file(file, name, sections)
    if named:
        bundle.findings.append(Finding(file.path, front.line("rule"), "rule: does not apply, a section is named by its path and heading"))
    return [_section_rule(file, section) for section in rules]


class _Front(NamedTuple):
    """Our keys of a front matter, and where they were written."""

    document: Dict[str, Any]
    lines: Any

    def line(self, key: str) -> int:
        return self.lines.line_of(self.document, key, 1) if self.lines else 1


def _front_matter(bundle: Bundle, file: RuleFile) -> _Front:
    """What the front matter says to us. Other tools' keys are not read."""
    front = declarative.split_front_matter(file.text)[0]
    if not front or not _OURS.search(front):
        return _Front({}, None)
    try:
        document, lines = declarative.parse_with_lines(_our_lines(bundle, file, front), file.path, 2)
    except DeclarativeError as exc:
        bundle.findings.append(Finding(file.path, exc.line, _reason(exc.reason)))
        return _Front({}, None)
    return _Front(document, lines) if isinstance(document, dict) else _Front({}, None)


def _our_lines(bundle: Bundle, file: RuleFile, front: str) -> str:
    """The front matter with every top-level key but ours blanked, so that line numbers stay."""
    kept, ours = [], False
    for number, line in enumerate(markdown.split_lines(front), 2):
        if line and line[0] not in " \t#-":
            ours = _OURS.match(line) is not None
            meant = _MISSPELT.get(re.sub("[-_ ]", "", line.partition(":")[0].lower()))
            if meant and not ours:
                bundle.findings.append(Finding(file.path, number, "unknown key: write %s" % meant))
        kept.append(line if ours else "")
    return "\n".join(kept) + "\n"


def _bound_by_front_matter(bundle: Bundle, file: RuleFile, name: str, front: _Front) -> Optional[RuleEntry]:
    """The rule a file is when its front matter binds it or opts it out."""
    document = front.document
    keys = [key for key in ("detector", "detectors") if document.get(key) is not None]
    empty = [key for key in ("detector", "detectors") if key in document and key not in keys]
    bundle.findings += [Finding(file.path, front.line(key), "%s: has no value" % key) for key in empty]
    if keys:
        ids: Tuple[str, ...] = ()
        for key in keys:
            ids += _own_ids(bundle, file, document[key], front, key)
        if "opt_out" in document:
            bundle.findings.append(Finding(file.path, front.line("opt_out"), "opt_out: does not apply beside %s" % keys[0]))
        if ids:
            return RuleEntry(name, file.path, MEASURED, "", tuple(dict.fromkeys(ids)), OWN)
        return RuleEntry(name, file.path, UNMEASURED, "its front matter holds no detector that could be read", ())
    if "opt_out" not in document:
        return None
    reason = document["opt_out"]
    if isinstance(reason, str) and reason.strip():
        return RuleEntry(name, file.path, DARK, _reason(reason.strip()), ())
    bundle.findings.append(Finding(file.path, front.line("opt_out"), "opt_out: needs the reason, as a text"))
    return None


def _own_ids(bundle: Bundle, file: RuleFile, value: Any, front: _Front, key: str) -> Tuple[str, ...]:
    """The ids of the detectors written, or named by their id, under a front matter key."""
    ids: List[str] = []
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, str):
            detectors = _entries(bundle, [item], file.path, front.lines)
            bundle.detectors += detectors
            ids += [detector.id for detector in detectors]
        elif item in _known_ids(bundle):
            ids.append(item)
        else:
            reason = "%s: no shipped, catalog or loaded detector has the id %s" % (key, _reason(item))
            bundle.findings.append(Finding(file.path, front.line(key), reason))
    return tuple(ids)


def _known_ids(bundle: Bundle) -> List[str]:
    return DEFAULT.ids() + [entry["detector"]["id"] for entry in catalog.ENTRIES] + [detector.id for detector in bundle.detectors]


def _name(file: RuleFile) -> str:
    return _reason(os.path.splitext(os.path.basename(file.path))[0]) or "rule"


def _whole_file(file: RuleFile, name: str, sections: List[Section]) -> List[RuleEntry]:
    """The one rule of a file that is not split, or none where it holds nothing of its own."""
    text = [line.text.strip() for section in sections for line in section.lines if line.kind != markdown.BLANK]
    text += [section.heading for section in sections]
    if all(not line or _IMPORT_LINE.match(line) for line in text):
        return []
    return [_by_catalog(name, file.path, 1, sections)]


def _section_rule(file: RuleFile, section: Section) -> RuleEntry:
    name = "%s#%s" % (_printed(file.relative), _printed(section.slug))
    return _by_catalog(name, file.path, section.line, [section])


def _by_catalog(name: str, path: str, line: int, sections: Sequence[Section]) -> RuleEntry:
    """The rule, measured when exactly one entry of the catalog is said in it (S18)."""
    bound = _phrasing().bound(sections)
    if len(bound) != 1:
        reason = "matches %s: a rule binds one" % " and ".join(bound) if bound else "no catalog entry matches"
        return RuleEntry(name, path, UNMEASURED, reason, (), None, line)
    (detector, said), = bound.items()
    return RuleEntry(name, path, MEASURED, "", (detector,), CATALOG, line, _reason(said[0].text), _phrasing().others(sections, said))


def _taken_over(entry: RuleEntry, ids: Any) -> RuleEntry:
    """A catalog-bound rule whose detector is a person's own in truth."""
    if entry.source == CATALOG and any(name in ids for name in entry.detectors):
        return entry._replace(source=OWN)
    return entry


def _collisions(rules: Sequence[RuleEntry]) -> List[Finding]:
    first: Dict[str, RuleEntry] = {}
    out = []
    for entry in rules:
        held = first.setdefault(entry.rule, entry)
        if held is not entry:
            place = "line %d" % held.line if held.path == entry.path else _printed(held.path)
            out.append(Finding(entry.path, entry.line, "the rule id %s is also that of %s" % (_reason(entry.rule), place)))
    return out


# -- text ---------------------------------------------------------------------------------------------


def _printed(text: str) -> str:
    """``text`` on one line, unprintable characters as escapes."""
    return printable(text)


def _reason(text: str) -> str:
    """A reason as it may be shown: printable, on one line, cut."""
    text = _printed(" ".join(text.split()))
    return text if len(text) <= MAX_REASON else text[: MAX_REASON - 1] + "…"


def _shown(path: str, relative_to: Optional[str]) -> str:
    """``path`` relative to a directory when it lies under it."""
    if relative_to is None:
        return path
    base, full = os.path.abspath(relative_to), os.path.abspath(path)
    return os.path.relpath(full, base) if full.startswith(base.rstrip(os.sep) + os.sep) else path


def share_text(measured: int, total: int) -> str:
    """The share of rules measured in whole percent, floored; ``<1%`` where that would hide one."""
    if not total:
        return "none"
    return "<1%" if 0 < measured * 100 < total else "%d%%" % (measured * 100 // total)


def _rule_lines(bundle: Bundle, relative_to: Optional[str], figures: Figures) -> List[str]:
    counts = bundle.counts()
    head = ", ".join("%d %s" % (counts[state], state) for state in STATES)
    lines = ["rules: %s (%s measured)" % (head, share_text(counts[MEASURED], len(bundle.rules)))]
    entries = sorted(bundle.rules, key=lambda entry: (STATES.index(entry.state), -_worst(entry, figures)))
    rows = [(entry.state, printable(entry.rule), printable(_shown(entry.path, relative_to)), _ending(entry, figures)) for entry in entries]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for entry, row in zip(entries, rows):
        lines.append("  " + "  ".join([cell.ljust(width) for cell, width in zip(row, widths)] + [row[3]]).rstrip())
        lines += [" " * (4 + widths[0]) + _bound_by(entry)] if figures and entry.sentence else []
    return lines


def _worst(entry: RuleEntry, figures: Figures) -> float:
    return max((figures[name][0] for name in entry.detectors if name in figures), default=0.0)


def _bound_by(entry: RuleEntry) -> str:
    others = "; %d more not measured" % entry.others if entry.others else ""
    return '"%s"%s' % (printable(entry.sentence), others)


def _ending(entry: RuleEntry, figures: Figures) -> str:
    named = ", ".join(name + (": " + figures[name][1] if name in figures else "") for name in entry.detectors)
    return "catalog-bound, " + named if entry.source == CATALOG else entry.reason or named
