"""Whether a file's bytes prove that it ended before a day: never proved for one that did not."""
from __future__ import annotations

import json
import os
from datetime import datetime, timezone

import pytest

from ruleprobe.readers import ending
from ruleprobe.readers.ending import ended_before

DAY = "2026-09-10"
OLD, NEW = "2026-09-09T23:59:59.999Z", "2026-09-10T00:00:00.000Z"


def line(when, **more):
    return json.dumps(dict(more, timestamp=when), separators=(",", ":"))


@pytest.mark.parametrize("text, proved", [
    (json.dumps({"times": [OLD]}), True),
    (json.dumps({"times": [OLD, NEW]}), False),
    (json.dumps({"times": [OLD, NEW], "text": "x" * 200000, "at": OLD}), False),
    (line(OLD, text='it said "%s"' % NEW), True),
    (line(OLD), True),
    (line(NEW), False),
    (line(OLD) + "\n" + line(NEW), False),
    (line(NEW) + "\n" + line(OLD), False),
    (line(NEW) + "\n" + line(OLD, pad="x" * 200000), False),
    (line(OLD, pad="x" * 200000) + "\n" + line(OLD), True),
    (json.dumps({"messages": [{"timestamp": OLD}], "lastUpdated": NEW}, indent=2), False),
    (json.dumps({"messages": [{"timestamp": OLD}], "lastUpdated": OLD}, indent=2), True),
    (line(OLD, text="see " + NEW), True),
    (line(OLD, text=json.dumps({"timestamp": NEW})), True),
    (line("2026-09-09T23:59:59-05:00"), False),
    (line("2026-09-09T23:59:59+00:00"), False),
    (line(OLD) + "\n" + line("2026-09-09T23:59:59-05:00"), False),
    (line("2026-09-09T23:59:59"), False),
    (line("2026-09-09T23:59Z"), True),
    (line("2026-09-09 23:59:59Z"), True),
    (line("2026-09-09"), False),
    (line(1757500000000), False),
    ("{}", False),
    ("", False),
    ("\x28\xb5\x2f\xfd packed", False),
])
def test_ended_before(tmp_path, text, proved):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    assert ended_before(str(path), DAY) is proved


def test_a_timestamp_across_two_chunks_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(ending, "_CHUNK", 100)
    path = tmp_path / "x.jsonl"
    for pad in range(0, 130):
        path.write_text(line(NEW, a="x" * pad) + "\n" + line(OLD, pad="x" * 70000))
        assert ended_before(str(path), DAY) is False
    path.write_text(line(OLD, a="x" * 99) + "\n" + line(OLD, pad="x" * 70000))
    assert ended_before(str(path), DAY) is True


@pytest.mark.parametrize("days, searched", [(-400, False), (-2, False), (-1, True), (0, True), (1, True)])
def test_a_file_not_touched_since_is_not_searched(tmp_path, monkeypatch, days, searched):
    path = tmp_path / "x.jsonl"
    path.write_text(line(OLD))
    midnight = int(datetime(2026, 9, 10, tzinfo=timezone.utc).timestamp())
    os.utime(str(path), (0, midnight + days * 86400))
    seen = []
    monkeypatch.setattr(ending, "_has_since", lambda *given: seen.append(given) or False)
    assert ended_before(str(path), DAY) is True
    assert bool(seen) is searched


def test_an_old_file_with_a_new_last_line_stays(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(line(NEW))
    os.utime(str(path), (0, 0))
    assert ended_before(str(path), DAY) is False


def test_a_missing_file_is_not_proved(tmp_path):
    assert ended_before(str(tmp_path / "no"), DAY) is False
