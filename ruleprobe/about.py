"""What a detector counts, in its author's words: the text of ``detectors --explain`` (a leaf).

Everything is read from the one place it is written: a Python detector's docstring, a compiled
detector's ``description``, its ``examples`` and its gate. A docstring and a description are sentences of
which some begin with a heading (``Fires on:``, ``Opportunity:``, ``Undecided:``, ``Known misses:``, ``Example:``).
"""
from __future__ import annotations

import re
from typing import Any, List, Sequence, Tuple

HEADINGS = ("Fires on", "Opportunity", "Undecided", "Known misses", "Example")
_HEADING = re.compile(r"(?:(?<=[.;)\n])|^)\s*(%s):\s*" % "|".join(HEADINGS), re.M)
_SHOWN = 160


def about(detector: Any, known_misses: Sequence[str] = ()) -> List[Tuple[str, str]]:
    """``(heading, text)`` pairs, in the order of ``HEADINGS``, the first being ``Counts``."""
    import inspect  # takes long to load, and is needed for one answer only

    found = _parts(getattr(detector.fn, "description", "") or inspect.getdoc(detector.fn) or "")
    if known_misses:
        found.append(("Known misses", "; ".join(known_misses)))
    if isinstance(detector.gate, tuple) and len(detector.gate) == 2:
        found.append(("Waits for", gate_text(detector.gate)))
    order = ("Counts", *HEADINGS[:-1], "Waits for", HEADINGS[-1])
    found.sort(key=lambda part: order.index(part[0]))
    return found + [_example(case) for case in detector.examples or ()]


def gate_text(gate: Tuple[str, Any]) -> str:
    """``DIM=VARIANT|VARIANT``, or ``DIM=any``."""
    dimension, allowed = gate
    return "%s=%s" % (dimension, "|".join(map(str, allowed)) if allowed else "any")


def _parts(text: str) -> List[Tuple[str, str]]:
    pieces = _HEADING.split(text)
    first = " ".join(pieces[0].split())
    found = [("Counts", first[len("Counts "):] if first.startswith("Counts ") else first or "(its author does not say)")]
    return found + [(heading, " ".join(body.split())) for heading, body in zip(pieces[1::2], pieces[2::2])]


def _example(case: Any) -> Tuple[str, str]:
    """A case in one line: its commands and texts, and its note."""
    said = [_said(event) for event in case.events]
    text = " ; ".join(s if len(s) <= _SHOWN else s[:_SHOWN] + "…" for s in said if s)
    return "Fires" if case.fire else "Silent", text + ("  (%s)" % case.note if case.note else "")


def _said(event: Any) -> str:
    given = event.get("input")
    if isinstance(given, dict):
        target = next((given[key] for key in ("command", "file_path", "notebook_path") if isinstance(given.get(key), str)), "")
        return target if event.get("name") == "Bash" else "%s %s" % (event.get("name"), target)
    return event["text"] if isinstance(event.get("text"), str) else str(event.get("kind"))
