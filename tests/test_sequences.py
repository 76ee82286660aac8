"""Session matchers: the windows of ``order``, the scopes of ``absent``, ``change``, and compliance (AD-11, S1, S2, S4)."""
from __future__ import annotations

import random
from pathlib import Path

import pytest

import slow_matchers as slow
from ruleprobe.declarative import DeclarativeError
from ruleprobe.events import KINDS
from ruleprobe.matchers import compile_detector, compile_matcher
from ruleprobe.readers import iter_sessions
from ruleprobe.registry import Registry, evaluate
from ruleprobe.rows import tally
from ruleprobe.shell import analyse


def session(text):
    """Events from a line: ``p`` a prompt, ``e`` an edit, ``t`` a test run, ``l`` another command, ``?`` one that cannot be told, ``x`` a skipped
    one, ``h`` a tool that hides commands, ``r`` a result, ``a`` a text, ``c`` a compaction; a capital: it may not have run."""
    events, turn = [], 0
    for at, letter in enumerate(text.replace(" ", "")):
        ran = None if letter.isupper() else True
        turn += letter == "p"
        commands = {"t": "pytest", "l": "ls", "?": "./check.sh", "x": "'", "g": "git push"}
        if letter.lower() in commands:
            event = {"kind": "tool_use", "id": str(at), "name": "Bash", "input": {"command": commands[letter.lower()]}, "ran": ran}
        elif letter.lower() in "eh":
            event = {"kind": "tool_use", "id": str(at), "name": {"e": "Edit", "h": "PowerShell"}[letter.lower()], "input": {"file_path": "/w/a"}, "ran": ran}
        else:
            event = {"p": {"kind": "user_prompt", "text": "go"}, "r": {"kind": "tool_result", "tool_use_id": "r", "tool_name": "Edit", "text": "", "is_error": False},
                     "a": {"kind": "assistant_text", "text": "ok", "final": False}, "c": {"kind": "compact"}}[letter]
        events.append({**event, "turn": turn})
    return events


def found(when, events):
    """``(hits, opportunities or None)`` of a session detector."""
    detector = compile_detector({"id": "a/b", "event": "session", "when": when})
    outcome = evaluate(events, registry=Registry([detector]), strict=True)
    return [tuple(hit)[1:] for hit in outcome.hits.get("a/b", [])], outcome.opportunities.get("a/b")


TESTED = {"order": {"first": {"tool": "Edit"}, "then": {"command": {"runs": "tests"}}, "within": 3}}


@pytest.mark.parametrize("text, followed", [
    ("p e t", {"1": True}),
    ("p e", {"1": False}),
    ("p t e", {"2": False}),
    ("p e l l t", {"1": True}),
    ("p e l l l t", {"1": False}),
    ("p e r l r r l r t", {"1": True}),
    ("p e l l l r t", {"1": False}),
    ("p e l p t", {"1": True}),
    ("p e l c a t", {"1": False}),
    ("p e e t", {"1": True, "2": True}),
    ("p e l e l t", {"1": False, "3": True}),
    ("p e ?", {"1": None}),
    ("p e ? t", {"1": True}),
    ("p e l l l ?", {"1": False}),
    ("p e x", {"1": None}),
    ("p e h", {"1": None}),
    ("p e h t", {"1": True}),
    ("p e T", {"1": None}),
    ("p e L", {"1": False}),
    ("p E t", {"1": None}),
    ("p E", {"1": None}),
    ("p e ? e l l l", {"1": None, "3": False}),
    ("p e ? e ? l t", {"1": None, "3": True}),
    ("e t", {"0": True}),
    ("p l t", {}),
    ("", {}),
])
def test_order(text, followed):
    hits, opportunities = found(TESTED, session(text))
    assert {name: answer for _, name, answer in opportunities} == followed
    assert [name for _, name in hits] == [name for name, answer in followed.items() if answer]
    assert all(turn == session(text)[int(name)]["turn"] for turn, name, _ in opportunities)


def test_a_result_behind_the_last_counted_event_is_inside():
    events = session("e l r")
    when = {"order": {"first": {"tool": "Edit"}, "then": {"kind": "tool_result"}, "within": 1}}
    assert found(when, events)[1] == [(0, "0", True)]
    assert found(when, session("e l l r"))[1] == [(0, "0", False)]


def test_order_looks_five_events_ahead_unless_told():
    when = {"order": {key: TESTED["order"][key] for key in ("first", "then")}}
    assert [answer for *_, answer in found(when, session("e llll t"))[1]] == [True]
    assert [answer for *_, answer in found(when, session("e lllll t"))[1]] == [False]


def test_a_call_that_hides_commands_opens_nothing_itself():
    when = {"order": {"first": {"command": "git push"}, "then": {"tool": "Edit"}}}
    assert found(when, session("h g e"))[1] == [(0, "1", True)]
    assert found(when, session("x e"))[1] == [(0, "0", None)]


PER_TURN = {"absent": {"of": {"command": {"runs": "tests"}}, "scope": "turn"}}


@pytest.mark.parametrize("text, followed", [
    ("p t p l", {1: True, 2: False}),
    ("p t t", {1: True}),
    ("p p ?", {1: False, 2: None}),
    ("p ? t", {1: True}),
    ("p x", {1: None}),
    ("p h", {1: None}),
    ("p T", {1: None}),
    ("p h p a", {1: None, 2: False}),
    ("l p t", {1: True}),
    ("t", {0: True}),
    ("l", {0: False}),
    ("", {}),
])
def test_absent_in_turns(text, followed):
    hits, opportunities = found(PER_TURN, session(text))
    assert {turn: answer for turn, name, answer in opportunities} == followed
    assert hits == [(turn, None) for turn, answer in followed.items() if answer is False]
    assert all(name is None for _, name, _ in opportunities)


@pytest.mark.parametrize("text, hits", [
    ("p l p a", [(2, None)]), ("p l t", []), ("p ?", []), ("p h", []), ("p x", []), ("p T", []), ("p a", [(1, None)]), ("c", [(0, None)]), ("", []),
])
def test_absent_in_the_session(text, hits):
    assert found({"absent": {"of": {"command": {"runs": "tests"}}}}, session(text)) == (hits, None)
    assert found({"absent": {"of": {"command": {"runs": "tests"}}, "scope": "session"}}, session(text)) == (hits, None)


def test_absent_of_something_that_asks_about_no_command_is_not_undecided_by_a_hidden_one():
    assert found({"absent": {"of": {"tool": "Edit"}, "scope": "turn"}}, session("p h"))[1] == [(1, None, False)]


def models(*values):
    return [{"kind": "assistant_text", "turn": at, "text": "x", "final": True, **({} if value is None else {"model": value})} for at, value in enumerate(values, 1)]


@pytest.mark.parametrize("more, values, turns", [
    ({}, ("a", "b"), [2]),
    ({}, ("a", "a", "b", "b", "a"), [3, 5]),
    ({}, ("a", "", "b"), [3]),
    ({}, ("a", None, "a"), []),
    ({}, ("a", 3, "a"), []),
    ({}, ("", "a"), []),
    ({}, ("opus-4-20250101", "opus-4", "us.anthropic.opus-4"), []),
    ({}, ("opus-4", "opus-4-1"), [2]),
    ({"ignore_prefix": "<"}, ("a", "<synthetic>", "a", "b"), [4]),
    ({"ignore_prefix": ["<", "("]}, ("a", "(x)", "b"), [3]),
    ({"ignore_empty": False}, ("a", "", "a"), [2, 3]),
    ({"ignore_empty": False}, ("a", None, "a"), []),
])
def test_change(more, values, turns):
    assert found({"change": {"field": "model", **more}}, models(*values)) == ([(turn, None) for turn in turns], None)


def test_change_of_another_kind_and_field():
    events = [{"kind": "tool_use", "id": str(n), "turn": n, "name": "Bash", "input": {"command": "x", "cwd": cwd}} for n, cwd in enumerate(["a", "b", "b", None, "a"])]
    assert found({"change": {"kind": "tool_use", "field": "input.cwd"}}, events)[0] == [(1, None), (4, None)]
    assert found({"change": {"field": "model"}}, events)[0] == []


def test_a_side_chain_changes_no_model():
    first, second = models("a", "b")
    assert found({"change": {"field": "model"}}, [first, {**second, "sidechain": True}])[0] == []


@pytest.mark.parametrize("when, reason", [
    ({"order": {"first": {"tool": "A"}}}, "needs `then`"),
    ({"order": {"then": {"tool": "A"}}}, "needs `first`"),
    ({"order": {"first": {"tool": "A"}, "then": {"tool": "B"}, "within": 0}}, "from 1 on"),
    ({"order": {"first": {"tool": "A"}, "then": {"tool": "B"}, "within": True}}, "from 1 on"),
    ({"order": {"first": {"tool": "A"}, "then": {"tool": "B"}, "whithin": 2}}, "did you mean `within`"),
    ({"order": {"first": {"kind": list(KINDS)}, "then": {"tool": "B"}}}, "true of every event"),
    ({"order": {"first": {"absent": {"of": {"tool": "A"}}}, "then": {"tool": "B"}}}, "no key `absent`"),
    ({"absent": {"scope": "turn"}}, "needs `of`"),
    ({"absent": {"of": {"tool": "A"}, "scope": "turns"}}, "did you mean `turn`"),
    ({"absent": {}}, "always fires"),
    ({"change": {}}, "always fires"),
    ({"change": {"kind": "tool_use"}}, "needs the `field`"),
    ({"change": {"field": "a..b"}}, "needs the `field`"),
    ({"change": {"field": "model", "kind": "assistant"}}, "no event is of the kind"),
    ({"change": {"field": "model", "ignore_empty": "no"}}, "true or false"),
    ({"order": {"first": {"tool": "A"}, "then": {"tool": "B"}}, "tool": "A"}, "nothing stands beside"),
])
def test_faults(when, reason):
    with pytest.raises(DeclarativeError, match=reason):
        compile_detector({"id": "a/b", "event": "session", "when": when})


@pytest.mark.parametrize("event", ["tool_use", "assistant_text", "bash"])
def test_only_a_session_detector_has_them(event):
    with pytest.raises(DeclarativeError, match="event: session"):
        compile_detector({"id": "a/b", "event": event, "when": TESTED})


def random_when(rng):
    if rng.random() < 0.5:
        return {"order": {"first": slow.random_matcher(rng), "then": slow.random_matcher(rng), "within": rng.randrange(1, 7)}}
    return {"absent": {"of": slow.random_matcher(rng), "scope": rng.choice(["turn", "session"])}}


def compiled(make, rng, allow):
    """A random matcher that is none of those refused as constant."""
    while True:
        spec = make(rng)
        try:
            return spec, compile_matcher(spec, "t", allow)
        except DeclarativeError:
            pass


def test_the_slow_evaluator_agrees_about_events():
    rng = random.Random(11)
    seen = set()
    for _ in range(1500):
        spec, matcher = compiled(slow.random_matcher, rng, False)
        events = slow.random_session(rng, 8)
        ctx = analyse(events)
        for event in events:
            wanted = slow.whole(spec, event)
            assert matcher(event, ctx) is wanted, (spec, event)
            assert wanted is not True or event["kind"] in matcher.can, (spec, event)
            assert event["kind"] not in matcher.must or slow.event_answer(spec, event) is True, (spec, event)
            seen.add(wanted)
    assert seen == {True, False, None}


def test_the_slow_evaluator_agrees_about_sessions():
    rng = random.Random(12)
    seen = set()
    for _ in range(2000):
        spec, _ = compiled(random_when, rng, True)
        (name, value), = spec.items()
        events = slow.random_session(rng)
        wanted = getattr(slow, name)(value, events)
        assert found(spec, events) == wanted, (spec, events)
        seen.update(item[2] for item in wanted[1] or ())
    assert seen == {True, False, None}


def test_hits_and_opportunities_are_one_evaluation():
    rng = random.Random(13)
    for _ in range(1000):
        spec, _ = compiled(random_when, rng, True)
        hits, opportunities = found(spec, slow.random_session(rng))
        if opportunities is not None:
            figures = tally(opportunities)
            assert len(hits) == (figures.followed if "order" in spec else figures.opportunities - figures.followed)


RECORDED = Path(__file__).resolve().parent.parent.parent / "shared" / "recorded"


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded sessions are not here")
def test_hits_and_opportunities_of_recorded_sessions():
    counted = [0, 0]
    for recorded in iter_sessions(RECORDED):
        for at, when in enumerate((TESTED, PER_TURN)):
            hits, opportunities = found(when, recorded.events)
            figures = tally(opportunities)
            assert len(hits) == (figures.followed if when is TESTED else figures.opportunities - figures.followed), recorded.path
            counted[at] += len(opportunities)
    assert min(counted) > 20


def test_a_long_session_is_read_once():
    """196,000 events: were the time quadratic in the session, this would take hours."""
    events = session("p" + "elrarlr" * 28000 + "p t")
    hits, opportunities = found({"order": {"first": {"tool": "Edit"}, "then": {"command": {"runs": "tests"}}, "within": 1_000_000}}, events)
    assert len(hits) == len(opportunities) == 28000
    assert found(TESTED, events)[0] == []
    assert found(PER_TURN, events)[0] == [(1, None)]
    assert found({"absent": {"of": {"git": {"subcommand": "push"}}}}, events)[0] == [(2, None)]
