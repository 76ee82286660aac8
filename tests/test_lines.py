"""Lines of a transcript: each on its own, whatever its bytes."""
from __future__ import annotations

import io
import json
import random
import tracemalloc

import pytest

from ruleprobe.readers import lines
from ruleprobe.readers.lines import Problems, decode, json_lines, raw_lines


def read(data):
    problems, errors = Problems("p"), []
    found = list(json_lines(io.BytesIO(data), problems))
    problems.report(errors)
    return found, [e["error"] for e in errors]


A, B = {"a": 1}, {"b": 2}


@pytest.mark.parametrize("data, found, errors", [
    (b"", [], []),
    (b'{"a": 1}', [(1, A)], []),
    (b'{"a": 1}\n{"b": 2}\n', [(1, A), (2, B)], []),
    (b'{"a": 1}\r\n\r\n{"b": 2}\r\n', [(1, A), (3, B)], []),
    (b'\n \t\n  {"a": 1}  \n', [(3, A)], []),
    (b'\xef\xbb\xbf{"a": 1}\n', [(1, A)], []),
    (b'{"a": 1}\n\xef\xbb\xbf{"b": 2}\n', [(1, A), (2, B)], []),
    (b'\xef\xbb\xbf\n{"a": 1}', [(2, A)], []),
    (b'{"a": 1}\n{"b": \n', [(1, A)], ["not JSON (line 2)"]),
    (b'{"a": 1}{"b": 2}\n{"b": 2}', [(2, B)], ["not JSON (line 1)"]),
    (b'x\n{"a": 1}\ny\nz', [(2, A)], ["not JSON (3 lines, first 1)"]),
    (b'[1]\n"x"\nnull\n1\n{"a": 1}', [(5, A)], ["not a JSON object (3 lines, first 1)"]),
    (b'\0\0\0\n\0\0{"a": 1}\n', [(2, A)], ["only NUL bytes (line 1)"]),
    (b'{"a\0": 1}\n{"b": 2}', [(2, B)], ["not JSON (line 1)"]),
    (b'{"a": "\xff"}\n{"b": 2}', [(2, B)], ["not UTF-8 (line 1)"]),
    ('{"a": "\u2028\u2029\x85\x0b\x0c"}\n'.encode().replace(b"\x0b\x0c", b""), [(1, {"a": "\u2028\u2029\x85"})], []),
    (b'{"a": "\\ud800"}', [(1, {"a": "\ud800"})], []),
    (b'{"a": "\xed\xa0\x80"}', [(1, {"a": "\ud800"})], []),
    (b'{"a": NaN}', None, []),
    (b'{"a": 1, "a": 2}', [(1, {"a": 2})], []),
    (b'\xff\xfe{\0"\0a\0"\0:\x001\0}\0\n\0', [], ["not UTF-8 (line 1)", "only NUL bytes (line 2)"]),
])
def test_json_lines(data, found, errors):
    got, said = read(data)
    assert said == errors
    assert found is None or got == found


@pytest.mark.parametrize("depth", [5000, 200000])
def test_a_line_nested_too_deeply_costs_itself(depth):
    data = b'{"a": ' + b"[" * depth + b"]" * depth + b'}\n{"b": 2}\n'
    got, said = read(data)
    assert got[-1] == (2, B)
    assert said in ([], ["nested too deeply (line 1)"])
    assert len(got) == (1 if said else 2)


@pytest.mark.parametrize("length, read_it", [(98, True), (99, True), (100, True), (101, False), (102, False), (500, False)])
@pytest.mark.parametrize("end", [b"", b"\n", b'\n{"b": 2}\n'])
def test_a_huge_line_is_passed_over(monkeypatch, length, read_it, end):
    monkeypatch.setattr(lines, "MAX_LINE", 100)
    problems = Problems("p")
    line = b"x" * length
    found = list(raw_lines(io.BytesIO(line + end), problems))
    rest = [(2, b'{"b": 2}')] if end.strip() else []
    assert found == ([(1, line)] if read_it else []) + rest
    errors = []
    problems.report(errors)
    assert [e["error"] for e in errors] == ([] if read_it else ["a line over 0 MiB was not read (line 1)"])


def test_a_huge_line_is_never_held(monkeypatch):
    """Only pieces of it are asked for."""
    monkeypatch.setattr(lines, "MAX_LINE", 1000)
    sizes = []

    class Stream(io.BytesIO):
        def read1(self, size=-1):
            sizes.append(size)
            return super().read1(size)

    stream = Stream(b"x" * 5000000 + b"\n")
    tracemalloc.start()
    try:
        assert list(raw_lines(stream, Problems("p"))) == []
        assert tracemalloc.get_traced_memory()[1] < 500000
    finally:
        tracemalloc.stop()
    assert set(sizes) == {1000}


def test_decode_says_what_is_wrong_and_returns_none():
    problems = Problems("p")
    assert decode(b"{", 3, problems) is None
    assert decode(b"7", 4, problems) == 7
    errors = []
    problems.report(errors)
    assert errors == [{"path": "p", "error": "not JSON (line 3)"}]


def test_problems_are_one_entry_a_reason():
    problems, errors = Problems("p"), []
    problems.note("whole")
    for n in (7, 9, 8):
        problems.note("odd", n)
    problems.report(errors)
    problems.report(None)
    assert json.loads(json.dumps(errors)) == [
        {"path": "p", "error": "whole"}, {"path": "p", "error": "odd (3 lines, first 7)"}]


@pytest.mark.parametrize("seed", range(300))
def test_lines_and_blocks_of_any_length(monkeypatch, seed):
    rng = random.Random(seed)
    longest = rng.choice([5, 9, 10, 16, 40])
    monkeypatch.setattr(lines, "MAX_LINE", longest)
    monkeypatch.setattr(lines, "_BLOCK", rng.choice([1, 3, longest, 100]))
    data = b"\n".join(rng.choice([b"x", b"{}", b" "]) * rng.choice([0, 0, 1, 4, 5, 6, 9, 10, 11, 15, 16, 17, 41]) for _ in range(rng.randint(1, 12)))
    data += rng.choice([b"", b"\n", b"\n\n"])
    written = data.split(b"\n") if not data.endswith(b"\n") else data.split(b"\n")[:-1]
    problems, errors = Problems("p"), []
    found = list(raw_lines(io.BytesIO(data), problems))
    assert found == [(n, line.strip()) for n, line in enumerate(written, 1) if len(line) <= longest and line.strip()]
    problems.report(errors)
    too_long = [n for n, line in enumerate(written, 1) if len(line) > longest]
    assert len(errors) == bool(too_long) and all("%d)" % too_long[0] in e["error"] for e in errors)
    blocks = list(lines.blocks(io.BytesIO(data)))
    assert sum(not block for block, _ in blocks) == len(too_long)
    assert b"".join(block[:end] for block, end in blocks).split(b"\n") == [
        line for line in data.split(b"\n") if len(line) <= longest] or too_long
    assert all(block[:end].endswith(b"\n") for block, end in blocks[:-1] if block)
