"""The pass across files: each event once, in the session where it happened, whatever the order of files."""
from __future__ import annotations

import itertools
import json
import random
import tracemalloc

import pytest

import invented
from ruleprobe import readers
from ruleprobe.events import Session
from ruleprobe.readers import copies
from ruleprobe.readers.copies import Index, Source, join, settle


def runs(text, first=0):
    """``"a b c"`` as rows: a prompt and calls, one a minute from ``first``."""
    names = text.split()
    return [(name, first + n, "ask" if name[0].isupper() else "run", name) for n, name in enumerate(names)]


@pytest.fixture
def only(monkeypatch):
    monkeypatch.setattr(readers, "RUNTIMES", {"invented": invented})
    del invented.READ[:]


def told(root, **more):
    """``({file: its events' texts}, {file: (what, kept)})``, names relative to ``root``."""
    errors = []
    sessions = list(readers.iter_sessions(root, errors=errors, **more))
    assert invented.asked(root, **more) == (sessions, errors)
    found = {name(root, s.path): " ".join(e.get("text") or e["input"]["command"] for e in s.events) for s in sessions}
    assert list(found) == sorted(found)
    assert sum(len(s.events) for s in sessions) == sum(len(texts.split()) for texts in found.values())
    return found, {name(root, e["path"]): (e["error"].replace(str(root) + "/", ""), name(root, e["kept"])) for e in errors}


def name(root, path):
    return path[len(str(root)) + 1:]


# -- files of one session id


def test_a_copy_is_set_aside(tmp_path, only):
    invented.write(tmp_path / "b.jsonl", "s", *runs("P x y"))
    invented.write(tmp_path / "a.jsonl", "s", *runs("P x y"))
    assert told(tmp_path) == ({"a.jsonl": "P x y"}, {"b.jsonl": ("a copy of a.jsonl", "a.jsonl")})
    assert invented.READ == [str(tmp_path / "a.jsonl")]


def test_the_copy_with_the_most_events_is_read(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", *runs("P x"))
    invented.write(tmp_path / "b.jsonl", "s", *runs("P x y"))
    invented.write(tmp_path / "c.jsonl", "s", *runs("P"))
    assert told(tmp_path) == (
        {"b.jsonl": "P x y"},
        {"a.jsonl": ("a copy of b.jsonl", "b.jsonl"), "c.jsonl": ("a copy of b.jsonl", "b.jsonl")},
    )


def test_of_the_same_ids_the_file_with_more_lines_stays(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", *runs("P x"))
    invented.write(tmp_path / "b.jsonl", "s", *(runs("P x") + [("x", 5, "run", "more")]))
    assert told(tmp_path)[0] == {"b.jsonl": "P x more"}


def test_parts_are_joined_by_time(tmp_path, only):
    invented.write(tmp_path / "b.jsonl", "s", *runs("P x"), cwd="/w/app")
    invented.write(tmp_path / "a.jsonl", "s", *runs("y Q z", 20), cwd="/w/other")
    errors = []
    (session,) = readers.iter_sessions(tmp_path, errors=errors)
    assert errors == []
    assert [(e["turn"], e.get("text") or e["input"]["command"]) for e in session.events] == [
        (1, "P"), (1, "x"), (1, "y"), (2, "Q"), (2, "z")]
    assert session.path == str(tmp_path / "b.jsonl")
    assert (session.started, session.ended) == ("2026-09-10T10:00:00.000Z", "2026-09-10T10:22:00.000Z")
    assert (session.cwd, session.repo) == ("/w/app", "app")
    assert list(session.lines) == [1, 2, 1, 2, 3]


def test_parts_that_overlap_share_nothing_twice(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", *runs("P x y"))
    invented.write(tmp_path / "b.jsonl", "s", *(runs("x y", 1) + runs("Q z", 30)))
    assert told(tmp_path) == ({"a.jsonl": "P x y Q z"}, {"b.jsonl": ("2 events copied from a.jsonl", "a.jsonl")})


def test_a_part_that_two_others_hold_between_them_adds_nothing(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", *runs("P x y"))
    invented.write(tmp_path / "b.jsonl", "s", *runs("Q z v", 10))
    invented.write(tmp_path / "c.jsonl", "s", ("y", 2, "run", "y"), ("Q", 10, "ask", "Q"))
    assert told(tmp_path)[0] == {"a.jsonl": "P x y Q z v"}


def test_final_is_the_last_text_of_the_joined_turn(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", ("P", 0, "ask", "P"), ("t", 1, "say", "t"))
    invented.write(tmp_path / "b.jsonl", "s", ("u", 9, "say", "u"), ("Q", 10, "ask", "Q"), ("v", 11, "say", "v"))
    (session,) = readers.iter_sessions(tmp_path)
    assert [(e["text"], e["final"]) for e in session.events if e["kind"] == "assistant_text"] == [
        ("t", False), ("u", True), ("v", True)]


def test_a_side_text_never_becomes_final():
    texts = [{"kind": "assistant_text", "text": str(n), "final": final, "turn": 0} for n, final in enumerate([True, False])]
    joined = join([Session("s", "", "r", [texts[0]], "a"), Session("s", "", "r", [texts[1]], "b")])
    assert [e["final"] for e in joined.events] == [True, False]
    assert list(joined.lines) == [0, 0]


def test_files_without_ids_are_chosen_by_their_events(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", ("", 0, "ask", "P"))
    invented.write(tmp_path / "b.jsonl", "s", ("", 0, "ask", "P"), ("", 1, "run", "x"))
    invented.write(tmp_path / "c.jsonl", "s", ("", 0, "ask", "P"), ("", 1, "run", "x"))
    assert told(tmp_path) == (
        {"b.jsonl": "P x"},
        {"a.jsonl": ("a copy of b.jsonl", "b.jsonl"), "c.jsonl": ("a copy of b.jsonl", "b.jsonl")},
    )


def test_a_file_without_events_is_no_copy(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", ("", 0, "note", "only a header"))
    invented.write(tmp_path / "b.jsonl", "s", *runs("P x"))
    assert told(tmp_path) == ({"b.jsonl": "P x"}, {})


def test_files_without_a_session_id_stand_alone(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "", *runs("P x"))
    invented.write(tmp_path / "b.jsonl", "", *runs("Q y"))
    assert told(tmp_path) == ({"a.jsonl": "P x", "b.jsonl": "Q y"}, {})


# -- files that share events under different ids


def test_a_resumed_copy_keeps_only_what_is_its_own(tmp_path, only):
    invented.write(tmp_path / "z.jsonl", "old", *runs("P x y"))
    invented.write(tmp_path / "a.jsonl", "new", *(runs("P x y") + runs("Q z", 30)))
    assert told(tmp_path) == ({"a.jsonl": "Q z", "z.jsonl": "P x y"}, {"a.jsonl": ("3 events copied from z.jsonl", "z.jsonl")})


def test_an_original_that_went_on_is_known_by_its_first_own_event(tmp_path, only):
    invented.write(tmp_path / "z.jsonl", "old", *(runs("P x y") + runs("R v", 20)))
    invented.write(tmp_path / "a.jsonl", "new", *(runs("P x y") + runs("Q z", 30)))
    assert told(tmp_path)[0] == {"a.jsonl": "Q z", "z.jsonl": "P x y R v"}


def test_the_files_own_evidence_of_age_comes_first(tmp_path, only):
    """The copy's times are those of the copying, so the original is older though it went on later."""
    invented.write(tmp_path / "z.jsonl", "old", *(runs("P x y") + runs("R v", 50)))
    invented.write(tmp_path / "a.jsonl", "new", *(runs("P x y", 30) + runs("Q z", 40)))
    assert told(tmp_path)[0] == {"a.jsonl": "Q z", "z.jsonl": "P x y R v"}


def test_a_copy_with_nothing_of_its_own_is_no_session(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "one", *runs("P x y"))
    invented.write(tmp_path / "b.jsonl", "two", *runs("P x y"))
    assert told(tmp_path) == ({"a.jsonl": "P x y"}, {"b.jsonl": ("3 events copied from a.jsonl", "a.jsonl")})


def test_lines_marked_as_copied_are_no_evidence_of_age(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "fork", *runs("P x"), copied=True)
    invented.write(tmp_path / "b.jsonl", "main", *(runs("P x") + runs("Q y", 9)))
    assert told(tmp_path)[0] == {"b.jsonl": "P x Q y"}


def test_forks_of_forks(tmp_path, only):
    invented.write(tmp_path / "3.jsonl", "one", *runs("P x"))
    invented.write(tmp_path / "2.jsonl", "two", *runs("P x Q y"))
    invented.write(tmp_path / "1.jsonl", "three", *runs("P x Q y R z"))
    invented.write(tmp_path / "0.jsonl", "four", *(runs("P x Q y") + runs("S v", 40)))
    assert told(tmp_path) == (
        {"0.jsonl": "S v", "1.jsonl": "R z", "2.jsonl": "Q y", "3.jsonl": "P x"},
        {
            "0.jsonl": ("4 events copied from 2.jsonl", "2.jsonl"),
            "1.jsonl": ("4 events copied from 2.jsonl", "2.jsonl"),
            "2.jsonl": ("2 events copied from 3.jsonl", "3.jsonl"),
        },
    )


def test_a_sub_agent_never_owns_its_parents_history(tmp_path, only):
    """A helper replays the parent, then makes one call before the parent goes on."""
    invented.write(tmp_path / "a.jsonl", "main/agent-acompact", *(runs("P x y") + runs("k", 10)))
    invented.write(tmp_path / "b.jsonl", "main", *(runs("P x y") + runs("Q z", 20)))
    assert told(tmp_path)[0] == {"a.jsonl": "k", "b.jsonl": "P x y Q z"}


def test_a_line_is_a_copy_when_any_of_its_ids_is(tmp_path, only):
    """Resuming once renewed the line's id and kept the message's."""
    invented.write(tmp_path / "a.jsonl", "old", ("u1", 0, "ask", "P"), ("u2+m1", 1, "run", "x"))
    invented.write(tmp_path / "b.jsonl", "new", ("u1", 0, "ask", "P"), ("u8+m1", 30, "run", "x"), ("u9+m2", 31, "run", "y"))
    assert told(tmp_path)[0] == {"a.jsonl": "P x", "b.jsonl": "y"}


def test_a_fork_of_a_session_in_parts_and_with_a_copy(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "old", *runs("P x"))
    invented.write(tmp_path / "b.jsonl", "old", *runs("Q y", 10))
    invented.write(tmp_path / "c.jsonl", "old", *runs("P"))
    invented.write(tmp_path / "d.jsonl", "new", *(runs("P x") + runs("Q y", 10) + runs("R z", 20)))
    assert told(tmp_path) == (
        {"a.jsonl": "P x Q y", "d.jsonl": "R z"},
        {"c.jsonl": ("a copy of a.jsonl", "a.jsonl"), "d.jsonl": ("4 events copied from a.jsonl", "a.jsonl")},
    )


def test_files_that_share_nothing_are_read_once(tmp_path, only):
    for n in range(20):
        invented.write(tmp_path / ("%02d.jsonl" % n), "s%d" % n, *runs("P%d x%d" % (n, n)))
    assert len(told(tmp_path)[0]) == 20
    assert len(invented.READ) == 20


def families(seed, same_id=0.25, least=0):
    """Random sessions that copy beginnings of each other, under new and old ids, in parts and whole."""
    rng = random.Random(seed)
    made, clock = [], itertools.count()
    for n in range(rng.randint(2, 7)):
        rows = []
        if made and rng.random() < 0.7:
            source = rng.choice(made)
            rows = source[1][: rng.randint(0, len(source[1]))]
        session = rng.choice(made)[0] if made and rng.random() < same_id else "s%d" % n
        for _ in range(rng.randint(least, 3)):
            at = next(clock)
            rows = rows + [("t%d" % at, at % 60, rng.choice(["ask", "run"]), "t%d" % at)]
        made.append((session, rows))
    return made


@pytest.mark.parametrize("seed", range(60))
def test_every_event_counts_once_whatever_the_order_of_reading(tmp_path, only, seed, monkeypatch):
    made = families(seed)
    for n, (session, rows) in enumerate(made):
        invented.write(tmp_path / ("%d.jsonl" % n), session, *rows)
    found, aside = told(tmp_path)
    texts = [text for value in found.values() for text in value.split()]
    assert sorted(texts) == sorted({row[3] for _, rows in made for row in rows})
    shuffled = random.Random(seed)

    def jumbled(sources, ask):
        sources = list(sources)
        shuffled.shuffle(sources)
        return settle(sources, ask)

    monkeypatch.setattr(readers, "settle", jumbled)
    for _ in range(3):
        assert told(tmp_path) == (found, aside)


@pytest.mark.parametrize("seed", range(100, 140))
def test_every_event_stays_with_the_session_that_made_it(tmp_path, only, seed):
    """Where every fork did something of its own, and none went on after it was forked."""
    made = families(seed, same_id=0, least=1)
    names = random.Random(seed).sample("abcdefgh", len(made))
    maker = {}
    for name, (session, rows) in zip(names, made):
        invented.write(tmp_path / (name + ".jsonl"), session, *rows)
        for row in rows:
            maker.setdefault(row[3], name + ".jsonl")
    assert {text: path for path, texts in told(tmp_path)[0].items() for text in texts.split()} == maker


class NoAsk(copies.Ask):
    """Fails on any question: the index alone must settle it."""


def sources(*specs):
    return [Source(path, session, started, [t.encode() for t in tokens.split()]) for path, session, started, tokens in specs]


def owners(groups):
    return {s.path: sorted({o.path for o in s.foreign.values()}) for g in groups for s in g.parts}


def test_nothing_is_read_where_the_index_settles_it():
    groups = settle(sources(
        ("c", "3", "t3", "x y z"), ("a", "1", "t1", "x"), ("b", "2", "t2", "x y"), ("d", "2", "t2", "y"), ("e", "5", "", "q"),
    ), NoAsk())
    assert [[s.path for s in g.parts] for g in groups] == [["a"], ["b"], ["c"], ["e"]]
    assert [[(c.path, w.path) for c, w in g.copies] for g in groups] == [[], [("d", "b")], [], []]
    assert owners(groups) == {"a": [], "b": ["a"], "c": ["a", "b"], "e": []}


def test_an_unknown_age_is_younger_than_a_known_one():
    groups = settle(sources(("a", "1", "", "x y"), ("b", "2", "2026", "x z")), NoAsk())
    assert owners(groups) == {"a": ["b"], "b": []}


def test_the_marks_are_let_go():
    groups = settle(sources(("a", "1", "t", "x y"), ("b", "1", "t", "x"), ("c", "2", "u", "x")), NoAsk())
    assert [len(s.marks) for g in groups for s in g.parts + [c for c, _ in g.copies]] == [0, 0, 0]


def test_an_index_is_a_plain_tuple():
    assert Index("s", "t", [b"x"]) == ("s", "t", [b"x"])


@pytest.mark.parametrize("shared", [False, True])
def test_fifty_thousand_ids_take_a_few_bytes_each(shared):
    files = 250
    each = 200

    def tokens(n):
        return [b"%036d" % (n * each + k) for k in range(each)] + ([b"shared"] if shared else [])

    tracemalloc.start()
    try:
        groups = settle((Source("%05d" % n, "s%d" % n, "t%05d" % n, tokens(n)) for n in range(files)), NoAsk())
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(groups) == files
    assert peak < 50000 * 40
    assert left < files * 1500


def test_many_files_with_one_common_id_stay_linear():
    count = 3000
    groups = settle([Source("%05d" % n, "s%d" % n, "t%05d" % n, [b"common", b"%d" % n]) for n in range(count)], NoAsk())
    assert sum(len(g.parts[0].foreign) for g in groups) == count - 1
    one = settle([Source("%05d" % n, "s", "", [b"common", b"%d" % n]) for n in range(count)], Quiet())
    assert [len(g.parts) for g in one] == [count]


class Quiet(copies.Ask):
    def events(self, source):
        return 1

    def started(self, source, without=()):
        return ""


def test_the_hash_for_narrow_builds_fits_the_table():
    import hashlib

    value = int.from_bytes(hashlib.blake2b(b"x", digest_size=8).digest(), "big", signed=True)
    assert -(2 ** 63) <= value < 2 ** 63


def test_json_of_an_errors_entry(tmp_path, only):
    invented.write(tmp_path / "a.jsonl", "s", *runs("P"))
    invented.write(tmp_path / "b\x1b\u202e.jsonl", "s", *runs("P"))
    errors = []
    list(readers.iter_sessions(tmp_path, errors=errors))
    assert json.loads(json.dumps(errors)) == [
        {"path": str(tmp_path / "b\x1b\u202e.jsonl"), "error": "a copy of %s" % (tmp_path / "a.jsonl"), "kept": str(tmp_path / "a.jsonl")}]
