"""Scores: what a detector got right against labels, as values that add (FR-23, a leaf).

A score counts labels (``positives``, ``negatives``) and outcomes (``tp``, ``fp``, ``fn``). Precision over no
prediction and recall over no positive are 1: nothing was got wrong. A detector without a label is unscored.
"""
from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Union

from .render import table

DEFAULT_FLOOR = 0.9
CORPUS, EXAMPLES = "corpus", "examples"
_COUNTS = ("positives", "negatives", "tp", "fp", "fn")


class Score:
    """One detector's score; ``source`` says where its labels are from, ``corpus`` or ``examples``."""

    __slots__ = ("detector", "positives", "negatives", "tp", "fp", "fn", "source")

    def __init__(self, detector: str, positives: int = 0, negatives: int = 0, tp: int = 0, fp: int = 0, fn: int = 0, source: str = "") -> None:
        self.detector = detector
        self.positives, self.negatives = positives, negatives
        self.tp, self.fp, self.fn = tp, fp, fn
        self.source = source

    def add(self, other: "Score") -> "Score":
        """Add ``other``'s counts to this score, and return it."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.source = self.source or other.source
        return self

    @property
    def scored(self) -> bool:
        return self.positives + self.negatives > 0

    @property
    def precision(self) -> float:
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 1.0

    @property
    def recall(self) -> float:
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 1.0

    @property
    def f1(self) -> float:
        both = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / both if both else 1.0

    def below(self, floor: float) -> bool:
        """Whether the score counts and its precision or recall is under ``floor``, exactly."""
        return self.scored and (self.precision < floor or self.recall < floor)

    def as_dict(self) -> Dict[str, Any]:
        """The score as JSON-able data; rates, to four places, only when scored."""
        found: Dict[str, Any] = {"detector": self.detector, "source": self.source, "scored": self.scored}
        found.update((name, getattr(self, name)) for name in _COUNTS)
        if self.scored:
            found.update((name, round(getattr(self, name), 4)) for name in ("precision", "recall", "f1"))
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Score(%r, positives=%d, negatives=%d, tp=%d, fp=%d, fn=%d, source=%r)" % tuple(getattr(self, n) for n in self.__slots__)


Scores = Union[Mapping[str, Score], Iterable[Score]]


def total(scores: Scores) -> Score:
    """All scores in one."""
    out = Score("total")
    for score in _each(scores):
        out.add(score)
    out.source = ""
    return out


def below_floor(scores: Scores, floor: float = DEFAULT_FLOOR) -> List[Score]:
    """The scored detectors whose precision or recall is under ``floor``, by id."""
    return [score for score in _each(scores) if score.below(floor)]


def scores_as_dict(scores: Scores, floor: float = DEFAULT_FLOOR) -> Dict[str, Any]:
    """``{floor, detectors, total, below_floor}``."""
    return {
        "floor": floor,
        "detectors": {score.detector: score.as_dict() for score in _each(scores)},
        "total": total(scores).as_dict(),
        "below_floor": [score.detector for score in below_floor(scores, floor)],
    }


def validity_table(scores: Scores, floor: float = DEFAULT_FLOOR) -> str:
    """The table of the ``corpus`` command: a line a detector, a total, and who is under the floor."""
    headers = ("detector", "pos", "neg", "tp", "fp", "fn", "prec", "recall", "f1", "note")
    failing = {score.detector for score in below_floor(scores, floor)}
    rows = [_cells(score, "under the floor" if score.detector in failing else "") for score in _each(scores)]
    rows.append(_cells(total(scores), "floor %s" % format(floor, ".2f")))
    lines = [table(headers, rows)]
    if failing:
        lines.append("under the floor: " + ", ".join(sorted(failing)))
    return "\n".join(lines)


def _cells(score: Score, note: str) -> List[Any]:
    counts = [getattr(score, name) for name in _COUNTS]
    if not score.scored:
        return [score.detector, *counts, "", "", "", note or "unscored"]
    rates = [_rate(getattr(score, name)) for name in ("precision", "recall", "f1")]
    return [score.detector, *counts, *rates, note or (EXAMPLES if score.source == EXAMPLES else "")]


def _rate(value: float) -> str:
    """Two places, cut rather than rounded, so that 1.00 is exact."""
    return "%.2f" % (int(value * 100 + 1e-9) / 100)


def _each(scores: Scores) -> List[Score]:
    return sorted(scores.values() if isinstance(scores, Mapping) else scores, key=lambda score: score.detector)
