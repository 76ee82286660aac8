"""Turns, final and calls that never ran, the same for every reader."""
from __future__ import annotations

import random

import pytest

from ruleprobe.readers.timeline import Timeline


def shape(timeline):
    """``text or id`` with its turn, ``!`` after a final text, and the lines."""
    events, lines = timeline.finish()
    names = [e.get("text") or e.get("id") or e.get("tool_use_id") or e["kind"] for e in events]
    return " ".join("%s%d%s" % (n, e["turn"], "!" if e.get("final") else "") for n, e in zip(names, events)), lines


def build(spec):
    """``P`` a prompt, ``t`` a text, ``s`` a side text, ``c`` a call, ``d`` a denied one, ``r`` c's result, ``q`` d's, ``k`` a compaction.

    A digit after a letter puts the event into that turn.
    """
    timeline = Timeline()
    for at, word in enumerate(spec.split(), 1):
        turn = int(word[1:]) if len(word) > 1 else None
        if word[0] == "P":
            timeline.prompt("P", at)
        elif word[0] in "ts":
            timeline.text(word[0], at, turn, final_able=word[0] == "t")
        elif word[0] in "cd":
            timeline.call(word[0], "Bash", {}, at, turn, ran=word[0] == "c")
        elif word[0] in "rq":
            timeline.result("c" if word[0] == "r" else "d", "Bash", "", at, turn)
        else:
            timeline.compact(at, turn)
    return timeline


@pytest.mark.parametrize("spec, events, lines", [
    ("", "", []),
    ("P t", "P1 t1!", [1, 2]),
    ("t", "t0!", [1]),
    ("t P t t", "t0! P1 t1 t1!", [1, 2, 3, 4]),
    ("P t c r", "P1 t1! c1 c1", [1, 2, 3, 4]),
    ("P t P P t", "P1 t1! P2 P3 t3!", [1, 2, 3, 4, 5]),
    ("P t s", "P1 t1! s1", [1, 2, 3]),
    ("P s", "P1 s1", [1, 2]),
    ("P k t", "P1 compact1 t1!", [1, 2, 3]),
    ("P d q t", "P1 t1!", [1, 4]),
    ("P c d r q", "P1 c1 c1", [1, 2, 4]),
    ("P t P t1 t", "P1 t1 t1! P2 t2!", [1, 2, 4, 3, 5]),
    ("P c2 P t", "P1 P2 c2 t2!", [1, 3, 2, 4]),
    ("c0 P", "c0 P1", [1, 2]),
    ("P k0", "compact0 P1", [2, 1]),
])
def test_a_timeline(spec, events, lines):
    assert shape(build(spec)) == (events, lines)


def test_ran_may_be_settled_later():
    timeline = Timeline()
    calls = [timeline.call(name, "Bash", {}) for name in "abc"]
    for call, ran in zip(calls, (True, False, None)):
        call["ran"] = ran
    assert [(e["id"], e["ran"]) for e in timeline.finish()[0]] == [("a", True), ("c", None)]


def test_the_model_is_there_where_it_is_known():
    timeline = Timeline()
    timeline.text("a", model="m")
    timeline.text("b")
    assert [e.get("model") for e in timeline.finish()[0]] == ["m", None]


@pytest.mark.parametrize("seed", range(30))
def test_turns_never_fall_and_a_turn_has_one_final_at_most(seed):
    rng = random.Random(seed)
    words = ["P", "t", "s", "c", "d", "r", "q", "k", "t0", "t1", "c1", "s2", "k1"]
    events, lines = build("P d " + " ".join(rng.choice(words) for _ in range(40))).finish()
    turns = [e["turn"] for e in events]
    assert turns == sorted(turns) and len(events) == len(lines)
    finals = [e["turn"] for e in events if e.get("final")]
    assert len(finals) == len(set(finals))
    assert not [e for e in events if e.get("ran") is False or e.get("tool_use_id") == "d"]
