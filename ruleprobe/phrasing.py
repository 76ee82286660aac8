"""What a sentence says, in the words of the catalog (FR-16, AD-12, S21).

A ``Phrasing`` holds the catalog's patterns. ``bound(units)`` gives, for each entry, the sentences
that say its rule. A sentence is compared in its plain form, alone, from each of its clauses on, and
joined to each label over it; under a label that forbids it is read with ``never`` before it and in no
other way. It does not bind when it asks, permits, excepts or quotes, nor when a sentence nested below it
does. Reads text only, and compiles a pattern when a text first holds one of its keywords.

Sentences over ``MAX_SENTENCE`` characters and what stands after the first ``MAX_CLAUSES`` clauses do
not bind, so that time is linear in the text.
"""
from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Pattern, Sequence, Tuple

from .markdown import Unit

MAX_SENTENCE = 600
MAX_CLAUSES = 6
MAX_BELOW = 40

_PART = re.compile(r"(?<!\\)\{([a-z]+)\}")
_CHARS = {
    0x2018: "'", 0x2019: "'", 0x201B: "'", 0x02BC: "'", 0x201C: '"', 0x201D: '"', 0x201E: '"', 0x2026: "...",
    0x2013: " — ", 0x2014: " — ", 0x2192: " → ", 0x2010: "-", 0x2011: "-", 0x00AD: None, 0x200B: None, 0x200D: None, 0xFEFF: None,
    0xFE0F: None, 0x274C: " ✗ ", 0x1F6AB: " ✗ ", 0x26D4: " ✗ ", 0x2718: " ✗ ", 0x2717: " ✗ ", 0x1F6D1: " ✗ ", 0x2716: " ✗ ",
    0x60: None, 0x2A: "*", 0x3C: "‹", 0x3E: "›", 0x2260: " not ",
}
_DASH = re.compile(r" (?:--|–|-) ")
_EDGE = re.compile(r"^[\s:>|,;.)\]*+•-]*(?=[^\s:>|,;.)\]*+•-])")
_CLAUSE = re.compile(
    r"; | — |: |\. (?=never\b|always\b)|, (?:(?:and|but|so|or|then) )?(?=(?:always |please )?(?:never\b|always\b|no\b))"
    r"| (?:and|but) (?=(?:please )?(?:never|always)\b|no committed\b)|\((?=never\b|always\b|no\b|use\b)")
_CONDITION = re.compile(
    r"(?:if|when|while|for|in|on|at|during|once|after|before|unless|until|where|within|inside|with|because|since|although|though|even|whether)\b")
_LABEL_WORDS = 12
_FORBIDS = " "  # stands for the label of a text that was put under a prohibition: it is read as it stands there


class _Entry:
    """A catalog entry's patterns, compiled when first asked."""

    def __init__(self, entry: Dict[str, Any], vocabulary: Any) -> None:
        self.id: str = entry["detector"]["id"]
        self._groups: Tuple[Tuple[str, ...], ...] = entry["keywords"]
        self._entry, self._vocabulary = entry, vocabulary
        self._compiled: Optional[Tuple[Any, ...]] = None

    def named_in(self, text: str) -> bool:
        for group in self._groups:
            for word in group:
                if word in text:
                    break
            else:
                return False
        return True

    def compiled(self) -> Tuple[Any, ...]:
        """``(terms, pattern, unless, not under)``."""
        if self._compiled is None:
            entry, words = self._entry, self._vocabulary
            pattern = entry["pattern"]
            alternatives = (pattern,) if isinstance(pattern, str) else pattern
            terms = [_term(name, words) for name in entry["terms"]]
            self._compiled = (
                terms,
                re.compile(r"\A(?:%s)" % "|".join(_filled(a, words) for a in alternatives)),
                _any_of(entry["unless"], words),
                _any_of(entry["not_under"], words),
            )
        return self._compiled

    def says(self, candidates: Sequence[Tuple[str, str]], whole: str) -> bool:
        """Whether one of ``candidates`` (label, text) matches and nothing in ``whole`` speaks against it."""
        terms, pattern, unless, _ = self.compiled()
        for label, text in candidates:
            # What the label says by itself, the sentence below it does not say.
            if self.named_in(text) and pattern.match(_put(terms, text)) and not (label and pattern.match(_put(terms, label))):
                against = text if label is _FORBIDS else whole
                return not (unless and unless.search(_put(terms, against)))
        return False

    def silent_under(self, labels: Sequence[str]) -> bool:
        against = self.compiled()[3]
        return against is not None and any(against.search(label) for label in labels)


class Phrasing:
    """The patterns of ``entries``, in the words of ``vocabulary`` (the two literal modules)."""

    def __init__(self, entries: Sequence[Dict[str, Any]], vocabulary: Any) -> None:
        self._entries = [_Entry(entry, vocabulary) for entry in entries]
        self._vocabulary = vocabulary
        self._lists: Dict[str, Optional[Pattern[str]]] = {}
        self._rewrites = [(held, re.compile(pattern), new) for held, pattern, new in vocabulary.REWRITES]
        self._leads = re.compile(r"\A(?:%s)" % "|".join(vocabulary.LEADS))
        # A heading stands over many sentences, and a sentence is asked about more than once.
        self.plain = lru_cache(maxsize=256)(self._plain)
        self._polarity = lru_cache(maxsize=256)(self._polarity_of)

    def may_bind(self, text: str) -> bool:
        """Whether any entry could bind ``text``: cheap, and never wrongly False."""
        lowered = text.lower()
        return any(entry.named_in(lowered) for entry in self._entries)

    def bound(self, units: Sequence[Unit]) -> Dict[str, List[Unit]]:
        """``{entry id: the sentences that say it}``, in the catalog's order and the text's."""
        found: Dict[str, List[Unit]] = {}
        texts = [" ".join(unit.labels + (unit.text,)).lower() for unit in units]
        everything = "\n".join(texts)
        entries = [entry for entry in self._entries if entry.named_in(everything)]
        for unit, text in zip(units, texts) if entries else ():
            # A keyword may stand in a label: a heading names the thing, an item what to do with it.
            named = [entry for entry in entries if entry.named_in(text)]
            for entry in self._said(unit, named) if named else ():
                found.setdefault(entry.id, []).append(unit)
        return {entry.id: found[entry.id] for entry in self._entries if entry.id in found}

    def directive(self, text: str) -> bool:
        """Whether a sentence tells someone what to do."""
        words = self._bare(self.plain(text[:MAX_SENTENCE]))
        return not words.endswith("?") and self._finds("DIRECTIVES", words)

    def _plain(self, text: str) -> str:
        """The plain form: lower case, straight marks, prohibitions as ``never``."""
        text = _DASH.sub(" — ", text.translate(_CHARS)).lower()
        if not text.isascii():
            text = "".join(c if c in "✗—→‹›" or unicodedata.category(c) not in ("So", "Sk", "Cf", "Cc", "Mn") else " " for c in text)
        text = _EDGE.sub(_keep_dot, " ".join(text.split()), count=1)
        for held, pattern, new in self._rewrites:
            for word in held:
                if word in text:
                    text = pattern.sub(new, text)
                    break
        return " ".join(text.split())

    def _said(self, unit: Unit, entries: Sequence[_Entry]) -> Iterator[_Entry]:
        """Those of ``entries`` whose rule the sentence says."""
        if len(unit.text) > MAX_SENTENCE or unit.text.rstrip().endswith("?"):
            return
        whole = self.plain(unit.text)
        labels = tuple(self.plain(label[-MAX_SENTENCE:]) for label in unit.labels)
        candidates = list(self._candidates(whole, labels))
        said = [entry for entry in entries if entry.says(candidates, whole)]
        if not said or self._finds("VETOES", whole) or self._silent(labels) or self._excepted(unit.below):
            return
        yield from (entry for entry in said if not entry.silent_under(labels + _own_label(whole)))

    def _candidates(self, whole: str, labels: Tuple[str, ...]) -> Iterator[Tuple[str, str]]:
        """The forms in which a sentence is compared, each with the label it is joined to, or ""."""
        polarity, forbidding = self._polarity(labels)
        bare = self._bare(whole)
        if polarity < 0:
            yield from ((_FORBIDS, text) for text in _under_prohibition(forbidding, bare))
            return
        if self._silent(_own_label(whole)):
            return
        yield "", whole
        yield from self._clauses(whole)
        for label in labels:
            if label and len(label.split()) <= _LABEL_WORDS:
                label = self._bare(label.rstrip(":. "))
                yield label, "%s: %s" % (label, bare)

    def _clauses(self, whole: str) -> Iterator[Tuple[str, str]]:
        """The sentence without what it opens with, then from each clause on."""
        yield "", self._bare(whole)
        for count, mark in enumerate(_CLAUSE.finditer(whole)):
            before = whole[:mark.start()]
            if count == MAX_CLAUSES or (mark.group()[0] == ":" and self._silent([before])):
                return
            if mark.group()[0] in ", " and mark.group() != " — " and _CONDITION.match(self._bare(before)):
                continue
            rest = self._bare(whole[mark.end():])
            if mark.group() == ": " and not before.endswith("this") and self._polarity((before,))[0] < 0:
                yield from ((_FORBIDS, text) for text in _under_prohibition(before, rest))
            else:
                yield "", rest

    def _bare(self, text: str) -> str:
        """The text without what a sentence may open with (``LEADS``)."""
        for _ in range(MAX_CLAUSES):
            lead = self._leads.match(text)
            if not lead or lead.end() >= len(text):
                break
            text = text[lead.end():]
        return text

    def _polarity_of(self, labels: Tuple[str, ...]) -> Tuple[int, str]:
        """-1 and the label where the nearest label of either kind forbids, 1 where it demands, else 0."""
        for label in reversed(labels):
            if self._finds("POSITIVE_LABELS", label):
                return 1, label
            if self._finds("NEGATIVE_LABELS", label):
                return -1, label
        return 0, ""

    def _silent(self, labels: Sequence[str]) -> bool:
        return any(self._finds("SILENT_LABELS", label) for label in labels)

    def _excepted(self, below: Sequence[str]) -> bool:
        return any(self._finds("SUB_VETOES", self._bare(self.plain(text[:MAX_SENTENCE])), at_start=True) for text in below[:MAX_BELOW])

    def _finds(self, name: str, text: str, at_start: bool = False) -> bool:
        if name not in self._lists:
            self._lists[name] = _any_of(getattr(self._vocabulary, name), self._vocabulary)
        pattern = self._lists[name]
        return bool(pattern and (pattern.match(text) if at_start else pattern.search(text)))


def _under_prohibition(label: str, text: str) -> Iterator[str]:
    """``text`` as forbidden by ``label``, alone and with the verb of the label: "never commit: secrets"."""
    yield text if text.startswith("never ") else "never " + text
    verb = _FORBIDDEN_VERB.search(label)
    if verb:
        yield "never %s %s" % (verb.group(1), text)


_FORBIDDEN_VERB = re.compile(r"\bnever (?!do\b|ever\b|the\b|any\b)([a-z-]+)\b")


def _own_label(whole: str) -> Tuple[str, ...]:
    """What a sentence of the form ``Label: text`` has before its colon; that of a regular expression is none."""
    label, colon, _ = whole.partition(": ")
    return (label,) if colon and len(label.split()) <= _LABEL_WORDS and not label.endswith(")?") else ()


def _keep_dot(edge: "re.Match[str]") -> str:
    """Marks before a sentence go; those of ``.env`` and ``--no-verify`` stay."""
    text = edge.group()
    if text.endswith("--"):
        return "--"
    return text[-1] if text[-1:] in ("-", ".", "*") and text.strip() else ""


class _Term(NamedTuple):
    """What a term matches, its tag, and a run of its tags, which counts as one."""

    pattern: Pattern[str]
    tag: str
    run: Pattern[str]


def _term(name: str, words: Any) -> _Term:
    tag = "<%s>" % name
    alternatives = "|".join(_filled(a, words) for a in words.TERMS[name])
    return _Term(re.compile(r"(?<![\w<.-])(?:%s)" % alternatives), tag, re.compile(r"%s(?:(?:,? (?:and|or)|,| ?/| \+)? ?%s)+" % (tag, tag)))


def _put(terms: Sequence[_Term], text: str) -> str:
    for pattern, tag, run in terms:
        text = run.sub(tag, pattern.sub(tag, text))
    return text


def _any_of(alternatives: Sequence[str], words: Any) -> Optional[Pattern[str]]:
    return re.compile("|".join(_filled(a, words) for a in alternatives)) if alternatives else None


def _filled(pattern: str, words: Any) -> str:
    """The pattern with each ``{name}`` replaced by the alternatives of that name."""
    def alternatives(found: "re.Match[str]") -> str:
        name = found.group(1)
        parts = words.PARTS[name] if name in words.PARTS else words.MOMENTS[name]
        return "(?:%s)" % "|".join(_filled(part, words) for part in parts)

    return _PART.sub(alternatives, pattern)
