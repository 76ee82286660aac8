"""Walking roots: every file once, nothing that blocks, whatever the names and links are."""
from __future__ import annotations

import os
import socket
import sys

import pytest

from ruleprobe.readers import files

POSIX = os.name == "posix"
posix = pytest.mark.skipif(not POSIX, reason="POSIX file types")
linux = pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")


def jsonl(path: str) -> bool:
    return files.has_suffix(path, (".jsonl",))


def make(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)


def names(root, found):
    return [os.path.relpath(path, str(root)).replace(os.sep, "/") for path in found]


def walked(root, accept=jsonl):
    errors = []
    found = files.walk(str(root), accept, errors)
    return names(root, found), [(os.path.relpath(e["path"], str(root)), e["error"]) for e in errors]


def test_files_of_any_case_in_path_order(tmp_path):
    make(tmp_path, "b/2.jsonl", "b/1.JSONL", "a.jsonl", "a/deep/er/x.JsonL", "b.json", "jsonl", "c.jsonl.bak")
    assert walked(tmp_path) == (["a.jsonl", "a/deep/er/x.JsonL", "b/1.JSONL", "b/2.jsonl"], [])


def test_a_missing_root_is_nothing(tmp_path):
    assert walked(tmp_path / "no") == ([], [])
    make(tmp_path, "a.jsonl")
    assert walked(tmp_path / "a.jsonl" / "below") == ([], [])


def test_an_empty_root_is_nothing(tmp_path):
    assert walked(tmp_path) == ([], [])


def test_a_root_that_is_one_file_is_taken_whatever_its_name(tmp_path):
    make(tmp_path, "saved.txt")
    assert files.walk(tmp_path / "saved.txt", jsonl) == [str(tmp_path / "saved.txt")]


def test_several_roots_overlap(tmp_path):
    make(tmp_path, "a/1.jsonl", "b/2.jsonl")
    found = files.walk([tmp_path / "a", tmp_path, str(tmp_path / "b"), tmp_path / "a" / "1.jsonl"], jsonl)
    assert names(tmp_path, found) == ["a/1.jsonl", "b/2.jsonl"]


def test_a_name_that_no_file_can_have(tmp_path):
    errors = []
    assert files.walk("a\0b", jsonl, errors) == []
    assert [e["path"] for e in errors] == ["a\0b"] and "embedded null" in errors[0]["error"]


@posix
def test_a_cycle_of_links_ends(tmp_path):
    make(tmp_path, "a/1.jsonl", "a/b/2.jsonl")
    os.symlink("..", str(tmp_path / "a" / "b" / "up"))
    os.symlink("self", str(tmp_path / "self"))
    os.symlink(str(tmp_path), str(tmp_path / "a" / "root"))
    assert walked(tmp_path)[0] == ["a/1.jsonl", "a/b/2.jsonl"]


@posix
def test_a_linked_directory_is_entered_once(tmp_path):
    make(tmp_path / "outside", "x.jsonl", "d/y.jsonl")
    root = tmp_path / "root"
    root.mkdir()
    os.symlink("../outside", str(root / "two"))
    os.symlink("../outside", str(root / "one"))
    os.symlink("../outside/d", str(root / "0"))
    assert walked(root) == (["0/y.jsonl", "one/x.jsonl"], [])


@posix
def test_the_path_without_a_link_wins(tmp_path):
    make(tmp_path, "z/1.jsonl")
    os.symlink("z", str(tmp_path / "a"))
    os.symlink("z/1.jsonl", str(tmp_path / "0.jsonl"))
    assert walked(tmp_path) == (["z/1.jsonl"], [])


@posix
def test_two_hard_links_are_one_file(tmp_path):
    make(tmp_path, "b/1.jsonl")
    (tmp_path / "a").mkdir()
    os.link(str(tmp_path / "b" / "1.jsonl"), str(tmp_path / "a" / "9.jsonl"))
    assert walked(tmp_path) == (["a/9.jsonl"], [])


@posix
def test_special_files_are_named_and_not_opened(tmp_path):
    make(tmp_path, "ok.jsonl")
    os.mkfifo(str(tmp_path / "pipe.jsonl"))
    os.mkfifo(str(tmp_path / "pipe"))
    os.symlink("/dev/null", str(tmp_path / "null.jsonl"))
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(str(tmp_path))
        try:
            server.bind("s.jsonl")
        finally:
            os.chdir(here)
    assert walked(tmp_path) == (["ok.jsonl"], [
        ("pipe.jsonl", "not read: a FIFO, not a regular file"),
        ("s.jsonl", "not read: a socket, not a regular file"),
        ("null.jsonl", "not read: a device, not a regular file"),
    ])
    with pytest.raises(OSError, match="a FIFO"):
        files.open_binary(str(tmp_path / "pipe.jsonl"))


@posix
def test_a_special_root_is_named(tmp_path):
    os.mkfifo(str(tmp_path / "pipe"))
    assert walked(tmp_path / "pipe") == ([], [(".", "not read: a FIFO, not a regular file")])


@posix
def test_a_link_to_nothing_is_named_where_its_name_asks_for_it(tmp_path):
    os.symlink("gone", str(tmp_path / "a.jsonl"))
    os.symlink("gone", str(tmp_path / "b"))
    assert walked(tmp_path) == ([], [("a.jsonl", "cannot be read: No such file or directory")])


@pytest.mark.skipif(not POSIX or os.geteuid() == 0, reason="root may list anything")
def test_a_directory_that_cannot_be_listed_is_named(tmp_path):
    make(tmp_path, "a/1.jsonl", "b/2.jsonl")
    (tmp_path / "a").chmod(0)
    try:
        assert walked(tmp_path) == (["b/2.jsonl"], [("a", "cannot be listed: Permission denied")])
    finally:
        (tmp_path / "a").chmod(0o700)


def test_a_listing_that_fails_costs_its_directory(tmp_path, monkeypatch):
    make(tmp_path, "a/1.jsonl", "b/2.jsonl")
    real = os.scandir

    def scandir(path):
        if os.path.basename(path) == "a":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert walked(tmp_path) == (["b/2.jsonl"], [("a", "cannot be listed: Permission denied")])


@pytest.mark.parametrize("order", [False, True])
def test_the_order_of_a_directory_changes_nothing(tmp_path, monkeypatch, order):
    make(tmp_path, "b/1.jsonl", "a/1.jsonl", "c/1.jsonl")
    if POSIX:
        os.symlink("../c", str(tmp_path / "b" / "l"))
    real = os.scandir

    class Shuffled:
        def __init__(self, path):
            with real(path) as entries:
                self.entries = sorted(entries, key=lambda e: e.name, reverse=order)

        def __enter__(self):
            return iter(self.entries)

        def __exit__(self, *_):
            return None

    monkeypatch.setattr(os, "scandir", Shuffled)
    assert walked(tmp_path) == (["a/1.jsonl", "b/1.jsonl", "c/1.jsonl"], [])


@linux
def test_a_name_that_is_not_utf8_survives(tmp_path):
    path = os.path.join(os.fsencode(str(tmp_path)), b"a\xff\n.jsonl")
    with open(path, "wb") as stream:
        stream.write(b"{}")
    found = files.walk(tmp_path, jsonl)
    assert [os.fsencode(p) for p in found] == [path]
    assert files.head(found[0]) == b"{}"
    assert files.printable(os.path.basename(found[0])) == "a\\udcff\\n.jsonl"


@pytest.mark.parametrize("text, shown", [
    ("plain/päth", "plain/päth"),
    ("a\x1b[31m", "a\\x1b[31m"),
    ("a\u202eb", "a\\u202eb"),
    ("a\U000e0001", "a\\U000e0001"),
])
def test_printable(text, shown):
    assert files.printable(text) == shown


def test_a_very_deep_tree(tmp_path):
    path = tmp_path
    for _ in range(300):
        path = path / "d"
    path.mkdir(parents=True)
    make(path, "x.jsonl")
    assert len(walked(tmp_path)[0]) == 1


@pytest.mark.parametrize("size, first, last", [(4, b"0123", b"6789"), (100, b"0123456789", b"0123456789")])
def test_head_and_tail(tmp_path, size, first, last):
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    assert files.head(str(path), size) == first
    assert files.tail(str(path), size) == last


def test_places_under_the_home_directory(monkeypatch):
    monkeypatch.setenv("HOME", "/h")
    monkeypatch.setenv("USERPROFILE", "/h")
    assert files.under_home(".a", ".b/c") == [os.path.join("/h", ".a"), os.path.join("/h", ".b", "c")]


def test_without_a_home_directory_there_is_no_place(monkeypatch):
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert files.under_home(".a") == []
