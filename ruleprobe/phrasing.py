"""What a sentence says, in the words of the catalog (FR-16, AD-12, S21).

A ``Phrasing`` holds the catalog's patterns. ``bound(sections)`` gives, for each entry, the sentences
that say its rule. A sentence is compared in its plain form, alone, from each of its clauses on, and
joined to each label over it; under a label that forbids it is read with ``never`` before it and in no
other way. It does not bind when it asks, permits, excepts or quotes, nor when a sentence nested below it
does. Reads text only. A block is composed, a sentence brought to its plain form and a pattern compiled only
where the words that a pattern needs are there.

Sentences over ``MAX_SENTENCE`` characters and what stands after the first ``MAX_CLAUSES`` clauses do
not bind, so that time is linear in the text. Nor does a sentence whose keyword is parted by a tag, a comment
or a character reference (``don&#39;t``).
"""
from __future__ import annotations

import re
import unicodedata
from functools import cached_property, lru_cache
from typing import Any, Callable, Dict, Iterator, List, Mapping, Pattern, Sequence, Tuple

from .alternatives import Able, Alternatives, Choice
from .blocks import Block, Unit, blocks, heading_of, whole
from .markdown import Section
from .needles import Needles
from .pattern_needs import Reading

MAX_SENTENCE = 600
MAX_CLAUSES = 6
MAX_BELOW = 40

_LISTS = ("VETOES", "SUB_VETOES", "SILENT_LABELS", "NEGATIVE_LABELS", "POSITIVE_LABELS", "DIRECTIVES")
_CHARS = {
    0x2018: "'", 0x2019: "'", 0x201B: "'", 0x02BC: "'", 0x201C: '"', 0x201D: '"', 0x201E: '"', 0x2026: "...",
    0x2013: " — ", 0x2014: " — ", 0x2192: " → ", 0x2010: "-", 0x2011: "-", 0x00AD: None, 0x200B: None, 0x200D: None, 0xFEFF: None,
    0xFE0F: None, 0x274C: " ✗ ", 0x1F6AB: " ✗ ", 0x26D4: " ✗ ", 0x2718: " ✗ ", 0x2717: " ✗ ", 0x1F6D1: " ✗ ", 0x2716: " ✗ ",
    0x60: None, 0x2A: "*", 0x3C: "‹", 0x3E: "›", 0x2260: " not ",
}
_CHANGED = re.compile("[%s\u0080-\U0010ffff]" % re.escape("".join(chr(char) for char in _CHARS if char < 128)))
_DASH = re.compile(r" (?:--|–|-) ")
_EDGE = re.compile(r"^[\s:>|,;.)\]*+•-]*(?=[^\s:>|,;.)\]*+•-])")
_CLAUSE = re.compile(
    r"; | — |: |\. (?=never\b|always\b)|, (?:(?:and|but|so|or|then) )?(?=(?:always |please )?(?:never\b|always\b|no\b))"
    r"| (?:and|but) (?=(?:please )?(?:never|always)\b|no committed\b)|\((?=never\b|always\b|no\b|use\b)")
_CONDITION = re.compile(
    r"(?:if|when|while|for|in|on|at|during|once|after|before|unless|until|where|within|inside|with|because|since|although|though|even|whether)\b")
_LABEL_WORDS = 12
_MARKS = "*`~\\"  # what may stand inside a word of markdown and be nothing of it
_Held = Callable[[str], int]  # the words of a text
_FORBIDS = " "  # stands for the label of a text that was put under a prohibition: it is read as it stands there


class _Entry:
    """A catalog entry's patterns, and the terms that are put into a text before they are asked."""

    def __init__(self, entry: Dict[str, Any], terms: Mapping[str, "_Term"], reading: Reading, needles: Needles, held: _Held) -> None:
        self.id: str = entry["detector"]["id"]
        self._held = held
        self._terms = [terms[name] for name in entry["terms"]]
        pattern = entry["pattern"]
        self._pattern = Alternatives((pattern,) if isinstance(pattern, str) else pattern, reading, needles)
        self._unless = Alternatives(entry["unless"], reading, needles)
        self._not_under = Alternatives(entry["not_under"], reading, needles)
        self._keywords = needles.add(entry["keywords"])

    def may_match(self, held: int) -> bool:
        """Whether a text that holds these words may match: never wrongly False."""
        if held & self._keywords != self._keywords:
            return False
        for term in self._terms:
            held |= term.may_put(held)
        return self._pattern.possible(held)

    def compiled(self) -> Tuple[Any, ...]:
        """``(terms, pattern, unless, not under)``, each as the one pattern it stands for."""
        return self._terms, self._pattern.whole(r"\A(?:%s)"), self._unless.whole(), self._not_under.whole()

    def says(self, candidates: Sequence[Tuple[str, str]], whole: str) -> bool:
        """Whether one of ``candidates`` (label, text) matches and nothing in ``whole`` speaks against it."""
        for label, text in candidates:
            # What the label says by itself, the sentence below it does not say.
            if self.may_match(self._held(text)) and self._matches(text) and not (label and self._matches(label)):
                return not self._unless.search(*self._put(text if label is _FORBIDS else whole))
        return False

    def silent_under(self, labels: Sequence[str]) -> bool:
        return any(self._not_under.search(label, self._held(label)) for label in labels)

    def _matches(self, text: str) -> bool:
        return self._pattern.match(*self._put(text))

    def _put(self, text: str) -> Tuple[str, int]:
        """``text`` with its terms put in, and the words it held and holds."""
        held = self._held(text)
        for term in self._terms:
            text, held = term.put(text, held)
        return text, held


class Phrasing:
    """The patterns of ``entries``, in the words of ``vocabulary`` (the two literal modules)."""

    def __init__(self, entries: Sequence[Dict[str, Any]], vocabulary: Any) -> None:
        reading = Reading(vocabulary)
        self._needles = needles = Needles()
        self._keywords = keywords = Needles()
        # A heading stands over many sentences, and a sentence is asked about more than once.
        self._held = lru_cache(maxsize=256)(needles.held)
        self.plain = lru_cache(maxsize=256)(self._plain)
        self._polarity = lru_cache(maxsize=256)(self._polarity_of)
        self._rewrites = [_Rewrite(pattern, new) for pattern, new in vocabulary.REWRITES]
        self._rewriting = Able([reading.needs(pattern) for pattern, _ in vocabulary.REWRITES], needles)
        terms = {name: _Term(name, reading, needles) for name in vocabulary.TERMS}
        self._entries = [_Entry(entry, terms, reading, needles, self._held) for entry in entries]
        self._lists = {name: Choice(getattr(vocabulary, name), "%s", reading, needles) for name in _LISTS}
        self._leads = Choice(vocabulary.LEADS, r"\A(?:%s)", reading, needles)
        self._asked = Able([entry["keywords"] for entry in entries], keywords)
        self._never = needles.held("never")  # put before what stands under a prohibition

    def bound(self, sections: Sequence[Section]) -> Dict[str, List[Unit]]:
        """``{entry id: the sentences that say it}``, in the catalog's order and the text's."""
        found: Dict[str, List[Unit]] = {}
        for section in sections:
            for block, named in self._named(section):
                for unit in block.units:
                    for entry in self._said(unit, named):
                        found.setdefault(entry.id, []).append(unit)
        return {entry.id: found[entry.id] for entry in self._entries if entry.id in found}

    def _named(self, section: Section) -> Iterator[Tuple[Block, List[_Entry]]]:
        """The blocks that hold the keywords of entries, with those: the others are not composed."""
        heading, *lines = self._keywords.by_line(_lowered("\n".join([" ".join(section.heading.split())] + [line.text for line in section.lines])))
        words = heading
        for line in lines:
            words |= line
        if not self._asking(words):
            return
        named = self._asking(heading)
        if named:
            yield heading_of(section), named
        at = {line.number: words for line, words in zip(section.lines, lines)}
        held: Dict[Block, int] = {}
        for block in blocks(section):
            words = 0
            for line in block.lines:
                words |= at[line.number]
            held[block] = words
            # A word may stand in a label: a heading names the thing, an item what to do with it.
            words |= heading
            for label in block.over:
                words |= held[label]
            named = self._asking(words)
            if named:
                yield block, named

    def _asking(self, words: int) -> List[_Entry]:
        return [self._entries[place] for place in self._asked.places(words)]

    def others(self, sections: Sequence[Section], said: Sequence[Unit]) -> int:
        """How many directive sentences stand there besides those ``said``."""
        units = [unit.text for section in sections for block in whole(section) for unit in block.units]
        return sum(map(self.directive, units)) - sum(self.directive(unit.text) for unit in said)

    def _under_labels(self, words: int) -> int:
        """``words`` with that which is put before what a label forbids."""
        return words | self._never if self._lists["NEGATIVE_LABELS"].possible(words) else words

    def directive(self, text: str) -> bool:
        """Whether a sentence tells someone what to do."""
        words = self._bare(self.plain(text[:MAX_SENTENCE]))
        return not words.endswith("?") and self._finds("DIRECTIVES", words)

    def _plain(self, text: str) -> str:
        """The plain form: lower case, straight marks, prohibitions as ``never``."""
        text = _DASH.sub(" — ", text.translate(_CHARS) if _CHANGED.search(text) else text).lower()
        if not text.isascii():
            text = "".join(c if c in "✗—→‹›" or unicodedata.category(c) not in ("So", "Sk", "Cf", "Cc", "Mn") else " " for c in text)
        text = _EDGE.sub(_keep_dot, " ".join(text.split()), count=1)
        return self._rewritten(text)

    def _rewritten(self, text: str) -> str:
        done, changes = -1, 1
        while changes:
            for done in [place for place in self._rewriting.places(self._held(text)) if place > done]:
                text, changes = self._rewrites[done].subn(text)
                if changes:
                    break
            else:
                changes = 0
        return " ".join(text.split())

    def _said(self, unit: Unit, entries: Sequence[_Entry]) -> Iterator[_Entry]:
        """Those of ``entries`` whose rule the sentence says."""
        if len(unit.text) > MAX_SENTENCE or unit.text.rstrip().endswith("?"):
            return
        whole = self.plain(unit.text)
        labels = tuple(self.plain(label[-MAX_SENTENCE:]) for label in unit.labels)
        held = self._held(whole)
        for label in labels:
            held |= self._held(label)
        held = self._under_labels(held)
        entries = [entry for entry in entries if entry.may_match(held)]
        candidates = list(self._candidates(whole, labels)) if entries else ()
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
        bare = self._bare(whole)
        if bare != whole:
            yield "", bare
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
        leads = self._leads.pattern(self._held(text))
        for _ in range(MAX_CLAUSES if leads else 0):
            lead = leads.match(text)
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
        pattern = self._lists[name].pattern(self._held(text))
        return pattern is not None and bool(pattern.match(text) if at_start else pattern.search(text))


def _lowered(raw: str) -> str:
    """Markdown, for its words: in lower case, and without what may stand inside a word."""
    raw = raw if raw.isascii() else raw.translate(_CHARS)
    for mark in _MARKS:
        raw = raw.replace(mark, "")
    return raw.lower()


class _Rewrite:
    """A pattern and what is written for it."""

    def __init__(self, source: str, new: str) -> None:
        self._source, self._new = source, new

    def subn(self, text: str) -> Tuple[str, int]:
        return self._pattern.subn(self._new, text)

    @cached_property
    def _pattern(self) -> Pattern[str]:
        return re.compile(self._source)


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


class _Term:
    """What a term matches, its tag, and a run of its tags, which counts as one."""

    def __init__(self, name: str, reading: Reading, needles: Needles) -> None:
        self._tag = "<%s>" % name
        self._needles = needles
        self._choice = Choice(reading.words.TERMS[name], r"(?<![\w<.-])(?:%s)", reading, needles)

    @property
    def pattern(self) -> Pattern[str]:
        return self._choice.whole

    @cached_property
    def _bits(self) -> int:
        return self._needles.tagged(self._tag)

    def may_put(self, held: int) -> int:
        """The bit of the tag where the term can match a text with these words."""
        return self._bits if self._choice.possible(held) else 0

    def put(self, text: str, held: int) -> Tuple[str, int]:
        """``text`` with the tag in place of what the term matches, and the words it held and holds."""
        pattern = self._choice.pattern(held)
        if pattern is None:
            return text, held
        text, count = pattern.subn(self._tag, text)
        return self._run.sub(self._tag, text) if count > 1 else text, held | self._bits if count else held

    @cached_property
    def _run(self) -> Pattern[str]:
        return re.compile(r"%s(?:(?:,? (?:and|or)|,| ?/| \+)? ?%s)+" % (self._tag, self._tag))
