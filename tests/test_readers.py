"""iter_sessions: what is found, who reads it, what is left out, and that all of it is said."""
from __future__ import annotations

import json
import os
import types
from datetime import date

import pytest

import invented
from ruleprobe import readers
from ruleprobe.events import Session
from ruleprobe.readers.sources import Reader

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX file types")


def runtime(**functions):
    """A runtime module made of the invented one's functions, given ones in their place, None leaving one out."""
    base = {name: getattr(invented, name) for name in ("ROOT", "transcripts", "recognises", "session_key", "index", "read")}
    base.update(functions)
    return types.SimpleNamespace(**{name: value for name, value in base.items() if value is not None})


@pytest.fixture
def runtimes(monkeypatch):
    table = {"invented": invented}
    monkeypatch.setattr(readers, "RUNTIMES", table)
    del invented.READ[:]
    return table


def write(path, session="s", day="2026-09-10", text="x"):
    line = {"runtime": "invented", "session": session, "id": session + text, "at": day + "T10:00:00.000Z", "ask": text}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(line) + "\n")
    return str(path)


def text_of(path):
    with open(path) as stream:
        return stream.read()


def got(root, **more):
    errors = []
    sessions = list(readers.iter_sessions(root, errors=errors, **more))
    assert invented.asked(root, **more) == (sessions, errors)
    return [s.id for s in sessions], [(os.path.basename(e["path"]), e["error"]) for e in errors]


# -- the call itself


def test_it_is_a_generator_and_checks_its_arguments_at_once(runtimes):
    assert iter(readers.iter_sessions("/nonexistent")) is not None
    assert list(readers.iter_sessions("/nonexistent")) == []
    with pytest.raises(ValueError, match="unknown runtime 'other'; there are invented"):
        readers.iter_sessions(runtime="other")
    with pytest.raises(ValueError, match="there is no date 2026-02-30"):
        readers.iter_sessions(since="2026-02-30")
    with pytest.raises(ValueError, match="--until takes"):
        readers.iter_sessions(until="2026")


@pytest.mark.parametrize("lacking", ["transcripts", "read", "session_key"])
def test_a_reader_that_lacks_a_function_is_an_error(runtimes, lacking):
    runtimes["fourth"] = runtime(**{lacking: None})
    with pytest.raises(TypeError, match=r"the reader of fourth has no %s\(\)" % lacking):
        readers.iter_sessions("/nonexistent")
    assert list(readers.iter_sessions("/nonexistent", runtime="invented")) == []


@pytest.mark.parametrize("value, stamp", [
    (None, None), ("0", "2026-03-01"), ("1", "2026-02-28"), ("30", "2026-01-30"), ("007", "2026-02-22"), ("999", "2023-06-06"),
    ("2026-09-01", "2026-09-01"), ("2024-02-29", "2024-02-29"), ("0001-01-01", "0001-01-01"),
])
def test_parse_since(value, stamp):
    assert readers.parse_since(value, date(2026, 3, 1)) == stamp


@pytest.mark.parametrize("value", [
    "", "2026", "1000", "-1", "+1", "1.5", " 1", "1\n", "2026-9-1", "2026-09-01T00:00:00", "20260901", "2026-02-29", "2026-13-01",
    "2026-00-10", "0000-01-01", "\u0663\u0660", "yesterday", "2026-09-01\n",
])
def test_parse_since_refuses(value):
    with pytest.raises(ValueError, match="--since"):
        readers.parse_since(value, date(2026, 3, 1))


def test_days_back_count_utc_days():
    assert readers.parse_since("0") <= readers.parse_since("0")
    assert len(readers.parse_since("5")) == 10


# -- what is found


def test_a_missing_default_root_is_no_error(runtimes):
    assert got(None) == ([], [])


def test_default_roots_are_each_modules_own(runtimes, tmp_path, monkeypatch):
    write(tmp_path / "a" / "1.jsonl", "one")
    monkeypatch.setattr(invented, "ROOT", tmp_path / "a")
    runtimes["fourth"] = runtime(transcripts=lambda root=None: [write(tmp_path / "0" / "2.jsonl", "two")])
    assert got(None) == (["two", "one"], [])


def test_what_a_module_could_not_list_is_said(runtimes):
    def transcripts(root=None, errors=None):
        errors.append({"path": "/x", "error": "cannot be listed: Permission denied"})
        return []

    runtimes["invented"] = runtime(transcripts=transcripts)
    assert got(None) == ([], [("x", "cannot be listed: Permission denied")])


def test_a_root_is_one_file(runtimes, tmp_path):
    write(tmp_path / "saved.txt", "one")
    write(tmp_path / "other.jsonl", "two")
    assert got(str(tmp_path / "saved.txt")) == (["one"], [])
    assert got(tmp_path / "saved.txt") == (["one"], [])


@pytest.mark.parametrize("text", ["", "{}\n", '{"runtime": "elsewhere"}\n', "\x00\x01"])
def test_a_root_that_is_no_transcript_is_named(runtimes, tmp_path, text):
    (tmp_path / "x.jsonl").write_text(text)
    assert got(tmp_path / "x.jsonl") == ([], [("x.jsonl", "not a transcript of invented")])


def test_files_go_to_the_runtime_that_recognises_them(runtimes, tmp_path):
    seen = []

    def read(path, errors=None, skip=frozenset()):
        seen.append(os.path.basename(path))
        return Session("fourth", "", "fourth", [{"kind": "compact", "turn": 0}], path)

    runtimes["fourth"] = runtime(recognises=lambda head: b"fourth" in head, index=None, session_key=lambda path: path, read=read)
    write(tmp_path / "b.jsonl", "one")
    (tmp_path / "a.JSON").write_text('{"fourth": 1}')
    (tmp_path / "c.jsonl.zst").write_bytes(b"\x28\xb5fourth")
    (tmp_path / "d.txt").write_text("fourth")
    (tmp_path / "e.jsonl").write_text('{"type": "something else"}\n')
    assert got(tmp_path) == (["fourth", "one", "fourth"], [])
    assert seen == ["a.JSON", "c.jsonl.zst"] * 2  # by either way of asking
    assert got(tmp_path, runtime="invented") == (["one"], [])
    assert got(tmp_path, runtime="fourth") == (["fourth", "fourth"], [])


@pytest.mark.parametrize("text, broken", [
    ("not json\nnor this\n", True),
    ("\x00\x00\x00", True),
    ("[1]\n2\n", True),
    ('torn {\n{"type": 1}\n', False),
    ("", False),
    ("\n \r\n", False),
    ('{"long": "' + "x" * 70000 + '"}\n', False),
])
def test_a_broken_file_is_named_and_another_programs_is_not(runtimes, tmp_path, text, broken):
    (tmp_path / "x.jsonl").write_text(text)
    (tmp_path / "x.json").write_text(text)
    write(tmp_path / "y.jsonl", "one")
    assert got(tmp_path) == (["one"], [("x.jsonl", "not a transcript: no line holds a JSON object")] if broken else [])


def test_a_packed_file_beside_the_plain_one_is_not_read(runtimes, tmp_path):
    text = text_of(write(tmp_path / "a.jsonl", "one"))
    (tmp_path / "a.jsonl.zst").write_text(text)
    (tmp_path / "b.jsonl.zst").write_text(text.replace('"one', '"two'))
    assert got(tmp_path) == (["one", "two"], [])


@posix
def test_what_cannot_be_walked_is_said(runtimes, tmp_path):
    os.mkfifo(str(tmp_path / "pipe.jsonl"))
    os.symlink(".", str(tmp_path / "loop"))
    write(tmp_path / "a.jsonl", "one")
    assert got(tmp_path) == (["one"], [("pipe.jsonl", "not read: a FIFO, not a regular file")])


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read anything")
def test_a_file_that_may_not_be_read_is_said(runtimes, tmp_path):
    os.chmod(write(tmp_path / "a.jsonl"), 0)
    write(tmp_path / "b.jsonl", "one")
    assert got(tmp_path) == (["one"], [("a.jsonl", "cannot be read: Permission denied")])


def test_a_name_that_is_passed_over_is_not_read(runtimes, tmp_path):
    runtimes["invented"] = runtime(passes_over=lambda path: path.endswith("helper.jsonl"))
    write(tmp_path / "a.jsonl", "one")
    write(tmp_path / "helper.jsonl", "two")
    assert got(tmp_path) == (["one"], [])


# -- readers that have less, and readers that fail


def test_a_reader_with_nothing_optional(runtimes, tmp_path):
    """Grouped by session_key; the file with the most events is read."""
    runtimes["invented"] = runtime(recognises=None, index=None, read=lambda path: invented.read(path))
    write(tmp_path / "a.jsonl", "one")
    two = text_of(write(tmp_path / "c.jsonl", "two"))
    (tmp_path / "b.jsonl").write_text(two)
    (tmp_path / "d.jsonl").write_text(two + two)
    errors = []
    sessions = list(readers.iter_sessions(tmp_path, errors=errors))
    assert [(s.id, os.path.basename(s.path)) for s in sessions] == [("one", "a.jsonl"), ("two", "d.jsonl")]
    assert [(os.path.basename(e["path"]), os.path.basename(e["kept"])) for e in errors] == [("b.jsonl", "d.jsonl"), ("c.jsonl", "d.jsonl")]


def test_a_reader_that_cannot_leave_lines_out_counts_forks_whole(runtimes, tmp_path):
    runtimes["invented"] = runtime(read=lambda path, errors=None: invented.read(path, errors))
    text = text_of(write(tmp_path / "a.jsonl", "one"))
    (tmp_path / "b.jsonl").write_text(text.replace('"session": "one"', '"session": "two"'))
    assert got(tmp_path) == (["one", "two"], [])


def test_a_reader_without_recognises_leaves_what_another_recognises(runtimes, tmp_path):
    runtimes["fourth"] = runtime(recognises=None, index=lambda path: None)
    write(tmp_path / "a.jsonl", "one")
    assert got(tmp_path) == (["one"], [])


def test_no_index_of_a_file_is_no_reason_to_pass_it_over(runtimes, tmp_path):
    runtimes["invented"] = runtime(index=lambda path: None)
    write(tmp_path / "a.jsonl", "one")
    assert got(tmp_path) == (["one"], [])


@pytest.mark.parametrize("kept, known", [("one", True), ("elsewhere", False)])
def test_what_a_reader_itself_sets_aside_names_the_file_where_it_is_known(runtimes, tmp_path, kept, known):
    def read(path, errors=None, skip=frozenset()):
        if path.endswith("b.jsonl"):
            errors.append({"path": path, "error": "3 events copied from %s" % kept, "kept": kept})
        return invented.read(path, errors, skip)

    runtimes["invented"] = runtime(read=read)
    first = write(tmp_path / "a.jsonl", "one")
    write(tmp_path / "b.jsonl", "two", text="y")
    errors = []
    assert len(list(readers.iter_sessions(tmp_path, errors=errors))) == 2
    assert [e["kept"] for e in errors] == [first if known else kept]


def fails(error):
    def function(path, *_, **__):
        if path.endswith("b.jsonl"):
            raise error
        return DEFAULTS[which](path, *_, **__)

    which = ""

    def named(name):
        nonlocal which
        which = name
        return function

    return named


DEFAULTS = {"read": invented.read, "index": invented.index}


@pytest.mark.parametrize("where", ["read", "index"])
@pytest.mark.parametrize("error, said", [
    (FileNotFoundError(2, "No such file or directory", "b.jsonl"), "cannot be read: No such file or directory"),
    (PermissionError(13, "Permission denied"), "cannot be read: Permission denied"),
    (KeyError("a line of the transcript"), "cannot be read: its reader failed (KeyError)"),
    (RecursionError("deep"), "cannot be read: its reader failed (RecursionError)"),
])
def test_a_file_that_fails_costs_itself(runtimes, tmp_path, where, error, said):
    runtimes["invented"] = runtime(**{where: fails(error)(where)})
    write(tmp_path / "a.jsonl", "one")
    write(tmp_path / "b.jsonl", "two")
    write(tmp_path / "c.jsonl", "three")
    assert got(tmp_path) == (["one", "three"], [("b.jsonl", said)])


def test_a_file_that_goes_away_is_said(runtimes, tmp_path):
    write(tmp_path / "a.jsonl", "one")
    gone = write(tmp_path / "b.jsonl", "two")
    errors = []
    sessions = readers.iter_sessions(tmp_path, errors=errors)
    assert next(sessions).id == "one"
    os.remove(gone)
    assert list(sessions) == []
    assert errors == [{"path": gone, "error": "cannot be read: No such file or directory"}]


@pytest.mark.parametrize("change, said", [
    (lambda path, text: path.write_text(text + text), False),
    (lambda path, text: path.write_text(text[:-1]), True),
])
def test_a_file_that_shrinks_is_said_and_one_that_grows_is_not(runtimes, tmp_path, change, said):
    path = tmp_path / "a.jsonl"

    def read(name, errors=None, skip=frozenset()):
        text = path.read_text()
        session = invented.read(name, errors, skip)
        change(path, text)
        return session

    write(path, "one")
    for module in (runtime(read=read), runtime(read=read, read_indexed=lambda path, errors: (read(path, errors), invented.index(path)))):
        runtimes["invented"], errors = module, []
        assert list(readers.ask_sessions(lambda session: session.id, tmp_path, errors=errors)) == ["one"]
        assert [entry["error"] for entry in errors] == (["changed while it was read"] if said else [])
        write(path, "one")


def test_odd_lines_are_said(runtimes, tmp_path):
    path = tmp_path / "a.jsonl"
    text = text_of(write(path, "one"))
    path.write_text(text + "torn {\n[]\n" + text.replace('"onex"', '"oney"'))
    assert got(tmp_path) == (["one"], [("a.jsonl", "not JSON (line 2)"), ("a.jsonl", "not a JSON object (line 3)")])


def test_errors_are_optional(runtimes, tmp_path):
    (tmp_path / "b.jsonl").write_text("nothing\n")
    write(tmp_path / "a.jsonl", "one")
    assert [s.id for s in readers.iter_sessions(tmp_path)] == ["one"]


def test_what_nobody_reads_may_be_left_empty(runtimes, tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps({"runtime": "invented", "session": "s", "id": "a", "say": "hello"}))
    (plain,) = readers.iter_sessions(tmp_path)
    (bare,) = readers.iter_sessions(tmp_path, unread=["assistant_text.text"])
    assert [plain.events[0]["text"], bare.events[0]["text"]] == ["hello", ""]


def test_the_keywords_a_function_takes():
    reader = Reader("x", runtime(read=lambda path, **more: None))
    assert reader._read_takes == {"errors", "skip", "unread"}
    assert Reader("x", runtime(read=lambda path, skip=0: None))._read_takes == {"skip"}


# -- dates


@pytest.mark.parametrize("since, until, kept", [
    (None, None, ["a", "b", "c", "none"]),
    ("2026-09-02", None, ["b", "c", "none"]),
    ("2026-09-04", None, ["none"]),
    (None, "2026-09-02", ["a", "b", "none"]),
    (None, "2026-08-31", ["none"]),
    ("2026-09-02", "2026-09-02", ["b", "none"]),
    ("2026-09-03", "2026-09-01", ["none"]),
])
def test_since_and_until(runtimes, tmp_path, since, until, kept):
    for name, day in (("a", "2026-09-01"), ("b", "2026-09-02"), ("c", "2026-09-03")):
        write(tmp_path / (name + ".jsonl"), name, day)
    invented.write(tmp_path / "d.jsonl", "none", ("x", None, "ask", "x"))
    assert got(tmp_path, since=since, until=until) == (kept, [])


def test_since_does_not_read_what_it_drops(runtimes, tmp_path):
    write(tmp_path / "a.jsonl", "old", "2026-09-01")
    new = write(tmp_path / "b.jsonl", "new", "2026-09-02")
    assert got(tmp_path, since="2026-09-02") == (["new"], [])
    assert invented.READ == [new]


def test_a_file_is_read_once_where_one_pass_gives_all(runtimes, tmp_path):
    paths = [write(tmp_path / (name + ".jsonl"), name) for name in ("c", "a", "b")]
    copy = tmp_path / "d.jsonl"
    copy.write_text(text_of(paths[0]))
    runtimes["invented"] = runtime(read_indexed=lambda path, **more: (invented.read(path, **more), invented.index(path)))
    errors = []
    assert list(readers.ask_sessions(lambda session: session.id, tmp_path, errors=errors)) == ["a", "b", "c"]
    assert invented.READ == sorted(paths + [str(copy)])  # the copy was read in vain
    assert [entry["kept"] for entry in errors] == [paths[0]]
    del invented.READ[:]
    assert list(readers.ask_sessions(lambda session: session.id, tmp_path, since="2026-09-11")) == []
    assert invented.READ == []


def test_a_question_is_asked_again_of_what_shares_its_events(runtimes, tmp_path):
    old = text_of(write(tmp_path / "a.jsonl", "old", "2026-09-01"))
    new = write(tmp_path / "b.jsonl", "new", "2026-09-05", "y")
    with open(new, "a") as stream:
        stream.write(old.replace('"session": "old"', '"session": "new"'))
    runtimes["invented"] = runtime(read_indexed=lambda path, **more: (invented.read(path, **more), invented.index(path)))
    asked = []

    def count(session):
        asked.append((session.id, len(session.events)))
        return asked[-1]

    assert list(readers.ask_sessions(count, tmp_path)) == [("old", 1), ("new", 1)]
    assert asked == [("old", 1), ("new", 2), ("new", 1)]


def test_a_question_that_fails_is_the_askers_fault(runtimes, tmp_path):
    write(tmp_path / "a.jsonl")
    runtimes["invented"] = runtime(read_indexed=lambda path, **more: (invented.read(path, **more), invented.index(path)))
    with pytest.raises(ZeroDivisionError):
        list(readers.ask_sessions(lambda session: 1 / 0, tmp_path))


def test_a_dropped_session_still_owns_its_history(runtimes, tmp_path):
    old = text_of(write(tmp_path / "a.jsonl", "old", "2026-09-01"))
    write(tmp_path / "b.jsonl", "new", "2026-09-05", "y")
    with open(str(tmp_path / "b.jsonl"), "a") as stream:
        stream.write(old.replace('"session": "old"', '"session": "new"'))
    errors = []
    (session,) = readers.iter_sessions(tmp_path, since="2026-09-02", errors=errors)
    assert invented.asked(tmp_path, since="2026-09-02") == ([session], errors)
    assert [e["text"] for e in session.events] == ["y"]
    assert [e["kept"] for e in errors] == [str(tmp_path / "a.jsonl")]


def test_nothing_is_said_of_a_session_outside_the_dates(runtimes, tmp_path):
    text = text_of(write(tmp_path / "a.jsonl", "old", "2026-09-01"))
    (tmp_path / "b.jsonl").write_text(text)
    (tmp_path / "a.jsonl").write_text(text + "torn {\n")
    for window in ({"since": "2026-09-02"}, {"until": "2026-08-31"}):
        assert got(tmp_path, **window) == ([], [])
    assert [error for _, error in got(tmp_path)[1]] == ["not JSON (line 2)", "a copy of %s" % (tmp_path / "a.jsonl")]


def test_parts_count_by_the_last_of_them(runtimes, tmp_path):
    write(tmp_path / "a.jsonl", "s", "2026-09-01", "x")
    write(tmp_path / "b.jsonl", "s", "2026-09-05", "y")
    assert got(tmp_path, since="2026-09-03") == (["s"], [])
    assert got(tmp_path, until="2026-09-03") == ([], [])
