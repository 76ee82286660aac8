"""The Gemini CLI reader under damage: seeded and bounded. Nothing raises, and no neighbour of a bad line is lost."""
from __future__ import annotations

import copy
import json
import random

import pytest

from ruleprobe.readers import gemini as reader
from ruleprobe.readers import gemini_records, gemini_scan
from ruleprobe.readers.gemini_head import recognises

from gemini_files import SESSION, call, document, gemini, header, info, kinds, lines, place, setting, shell, user

VALUES = [None, True, 0, -1, 1.5, 10 ** 30, "", "x", "\ud800", "<session_context>", "<state_snapshot>", [], [[]], {}, {"id": "u1"},
          [{"functionResponse": {"id": []}}], [{"text": ["x"]}], [{"functionResponse": 5}], {"text": 5}]


def history():
    """Records of every kind, about 30."""
    made = [header(), setting(messages=[user("c0", "<session_context>x")], lastUpdated="2026-03-02T09:00:00.000Z")]
    for n in range(4):
        answer = gemini("g%d" % n, "answer %d" % n)
        diff = {"diffStat": {}, "filePath": "a"}
        calls = [shell("s%d" % n, "make %d" % n), call("w%d" % n, "write_file", {"file_path": "a.txt", "content": "x"}, resultDisplay=diff)]
        made += [user("u%d" % n, "task %d" % n), answer, dict(answer, toolCalls=calls),
                 user("r%d" % n, calls[0]["result"]), setting(lastUpdated="2026-03-02T09:00:0%d.000Z" % n)]
    burst = [user("n1", "task 0"), gemini("n2", "", model=None)]
    return made + burst + [setting(messages=burst), info("i1", "Context compressed from 70% to 10%."), {"$rewindTo": "u1"},
                           setting(messages=[user("k1", "<state_snapshot>x")] + burst), user("u9", "last"), gemini("g9", "bye")]


GOOD = kinds([
    e for n in range(4) for e in (
        {"kind": "user_prompt", "text": "task %d" % n}, {"kind": "assistant_text", "text": "answer %d" % n},
        {"kind": "tool_use", "name": "Bash", "ran": True}, {"kind": "tool_use", "name": "Write", "ran": True})])


def spots(value, path=()):
    """The path of every value inside ``value``, itself left out."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield path + (key,)
        yield from spots(item, path + (key,))


def mutated(rng, record):
    """``record`` with one value replaced, removed, or nested in lists."""
    record = copy.deepcopy(record)
    way = rng.choice(list(spots(record)))
    inner = record
    for key in way[:-1]:
        inner = inner[key]
    choice = rng.random()
    if choice < 0.2 and isinstance(inner, dict):
        del inner[way[-1]]
    elif choice < 0.3:
        for _ in range(rng.choice([1, 50, 400])):
            inner[way[-1]] = [inner[way[-1]]]
    else:
        inner[way[-1]] = copy.deepcopy(rng.choice(VALUES))
    return record


def damaged(rng, line):
    """Bytes of a line cut, flipped, doubled or drowned in brackets."""
    choice, at = rng.randrange(5), rng.randrange(max(1, len(line)))
    if choice == 0:
        return line[:at]
    if choice == 1:
        return line[:at] + bytes([rng.randrange(256)]) + line[at + 1:]
    if choice == 2:
        return line[:at] + line[at // 2:at] + line[at:]
    if choice == 3:
        return line[:at] + b"[" * rng.choice([1, 3000]) + line[at:]
    return line[at:]


def read(path):
    errors = []
    session = reader.read(path, errors)
    index = reader.index(path)
    assert session is None or (session.id == index.session == reader.session_key(path) and set(own_tokens(session)) <= set(index.tokens))
    for entry in errors:
        assert set(entry) == {"path", "error"}
    return session


def own_tokens(session):
    return [reader._token(session.id, e["id"], "call") for e in session.events if e["kind"] == "tool_use"]


def contains(events, wanted):
    """Whether ``wanted`` stands in ``events`` in this order."""
    left = iter(events)
    return all(item in left for item in wanted)


@pytest.mark.parametrize("seed", range(8))
def test_a_changed_record_beside_good_ones_costs_itself_at_most(tmp_path, seed):
    rng = random.Random(seed)
    good = history()[:22]
    for _ in range(60):
        bad = mutated(rng, rng.choice(history()[1:]))
        rename(bad, "bad-")
        records = good[:]
        records.insert(rng.randrange(1, len(records)), bad)
        session = read(place(tmp_path, lines(*records)))
        assert session.id == SESSION
        seen = [k for k in kinds(session.events)]
        assert contains(seen, [k for k in GOOD]), bad


def rename(record, mark):
    """Give every id inside its own name, so that the record is no copy of a good one."""
    for way in list(spots(record)):
        if way[-1] == "id":
            inner = record
            for key in way[:-1]:
                inner = inner[key]
            if isinstance(inner["id"], str):
                inner["id"] = mark + inner["id"]


@pytest.mark.parametrize("seed", range(8))
def test_damaged_bytes_never_raise_and_whole_lines_stay(tmp_path, seed):
    rng = random.Random(100 + seed)
    for _ in range(60):
        records = [json.dumps(record).encode() if rng.random() < 0.3 else lines(record)[:-1] for record in history()]
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(records))
            records[at] = damaged(rng, records[at])
        if rng.random() < 0.3:
            rng.shuffle(records)
        session = read(place(tmp_path, b"\n".join(records)))
        if session:
            turns = [e["turn"] for e in session.events]
            assert turns == sorted(turns)


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_document_never_raises(tmp_path, seed):
    rng = random.Random(200 + seed)
    messages = [record for record in history() if "id" in record]
    for _ in range(60):
        data = document(*[mutated(rng, m) if rng.random() < 0.2 else m for m in messages])
        if rng.random() < 0.5:
            data = damaged(rng, data)
        read(place(tmp_path, data, name="session-x.json"))
        recognises(data[:rng.randrange(len(data) + 1)])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_decoded_says_what_decoding_says(tmp_path, monkeypatch, seed):
    """The fast paths against the decoder, on every line that holds JSON."""
    rng = random.Random(300 + seed)
    for _ in range(30):
        records = [mutated(rng, r) if rng.random() < 0.15 else r for r in history()]
        if rng.random() < 0.5:
            records[0] = history()[0]
        path = place(tmp_path, lines(*records))
        errors, slow_errors = [], []
        fast, index = reader.read(path, errors), reader.index(path)
        with monkeypatch.context() as patch:
            patch.setattr(gemini_records, "plain_object", lambda line: None)
            patch.setattr(reader, "scan", lambda path: None)
            assert reader.read(path, slow_errors) == fast and slow_errors == errors
            slow = reader.index(path)
        assert (slow.session, slow.started) == (index.session, index.started) and set(slow.tokens) <= set(index.tokens)


def test_a_plain_file_is_scanned_and_not_decoded(tmp_path):
    path = place(tmp_path, lines(*history()[:22]))
    scanned = gemini_scan.scan(path)
    assert scanned.messages == [id for n in range(4) for id in ("u%d" % n, "g%d" % n, "g%d" % n)]
    assert scanned.calls == [id for n in range(4) for id in ("s%d" % n, "w%d" % n)]


def test_time_and_memory_grow_with_the_file_alone(tmp_path):
    """Checkpoints that repeat the history do not pile up: what was seen is kept once."""
    import tracemalloc

    turns, records = [], [header()]
    for n in range(120):
        turns.append(gemini("g%d" % n, "x", shell("s%d" % n, "make", {"output": "o" * 5000})))
        records += [turns[-1], setting(messages=list(turns))]
    path = place(tmp_path, lines(*records))
    tracemalloc.start()
    session = reader.read(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(e["kind"] == "tool_use" for e in session.events) == 120
    assert peak < 12 * 1024 * 1024
