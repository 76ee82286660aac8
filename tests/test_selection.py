"""Which sessions count: names, paths and dates."""
from __future__ import annotations

import os

import pytest

from ruleprobe.events import Session, repo_of
from ruleprobe.selection import Repos, in_dates, is_path, nearest, repository_of, utc_day

posix = pytest.mark.skipif(os.name != "posix", reason="POSIX paths")


def session(cwd="", ended=""):
    return Session("s", repo_of(cwd), "r", [], "p", "", ended, cwd)


@pytest.mark.parametrize("value, path", [
    ("app", False), ("all", False), ("my-app", False), ("C:", False), ("a.b", False),
    (".", True), ("..", True), (".dotfiles", True), ("~", True), ("~/x", True), ("/w/app", True), ("w/app", True),
    ("C:\\w", True), ("w\\app", True), ("app/", True), ("./app", True),
])
def test_is_path(value, path):
    assert is_path(value) is path


@pytest.mark.parametrize("values, cwd, counts", [
    ([], "/w/app", True),
    ([], "", True),
    (["all"], "", True),
    (["other", "all"], "/w/app", True),
    (["app"], "/w/app", True),
    (["app"], "/elsewhere/app/", True),
    (["app"], "C:\\w\\app", True),
    (["app"], "/w/app/src", False),
    (["app"], "/w/App", False),
    (["app"], "/w/my-app", False),
    (["app"], "", False),
    (["other", "app"], "/w/app", True),
    (["/w/app"], "/w/app", True),
    (["/w/app/"], "/w/app", True),
    (["/w/app"], "/w/app/", True),
    (["/w/app"], "/w/app/src/x", True),
    (["/w/./x/../app"], "/w/app", True),
    (["/w/app"], "/w/application", False),
    (["/w/app"], "/w", False),
    (["/w/app"], "w/app", False),
    (["/w/app"], "", False),
    (["/"], "/w/app", True),
    (["/"], "C:\\w", False),
    (["C:\\w\\app"], "c:\\w\\app\\src", True),
    (["c:/w/app/"], "C:\\w\\app", True),
    (["C:\\w\\.\\x\\..\\app"], "C:/w/app", True),
    (["C:\\w"], "D:\\w", False),
    (["C:\\w"], "C:\\w2", False),
    (["C:\\w"], "/w", False),
    (["C:\\"], "c:\\w", True),
    (["\\\\server\\share\\app"], "\\\\server\\share\\app\\src", True),
    (["\\\\server\\share\\app"], "\\\\other\\share\\app", False),
])
@posix
def test_which_sessions_count(values, cwd, counts):
    assert (session(cwd) in Repos(values)) is counts


@posix
def test_a_path_is_compared_raw_and_resolved(tmp_path, monkeypatch):
    (tmp_path / "real" / "src").mkdir(parents=True)
    os.symlink("real", str(tmp_path / "link"))
    real, link = str(tmp_path / "real"), str(tmp_path / "link")
    for value in (real, link):
        for cwd in (real, link, real + "/src", link + "/src", link + "/gone"):
            assert session(cwd) in Repos([value]), (value, cwd)
    assert session(str(tmp_path)) not in Repos([link])
    monkeypatch.chdir(link)
    assert session(real) in Repos(["."]) and session(str(tmp_path)) in Repos([".."])
    assert session(real + "/src") in Repos(["./src"]) and session(real) not in Repos(["./src"])
    monkeypatch.setenv("HOME", str(tmp_path))
    assert session(link) in Repos(["~"]) and session(link) in Repos(["~/real"])


def test_a_path_of_another_machine_is_not_looked_up(monkeypatch):
    def realpath(path, **_):
        raise AssertionError(path)

    monkeypatch.setattr(os.path, "realpath", realpath)
    repos = Repos(["\\\\server\\share", "C:\\w"])
    assert session("\\\\server\\share\\x") in repos
    assert session("//server/share") in repos and session("//server/other") not in repos
    assert session("relative") not in repos


def test_odd_working_folders_never_raise():
    repos = Repos(["/w"])
    assert [session(cwd) in repos for cwd in ("/w\0/x", "/\ud800", "\n", "/w/" + "x" * 5000)] == [False, False, False, True]


def test_an_empty_value_is_refused():
    with pytest.raises(ValueError, match="empty"):
        Repos(["app", ""])


@pytest.mark.parametrize("values, unknown", [
    (["billing-core"], []),
    (["biling-core"], [("biling-core", ["billing-core"])]),
    (["WEB-frontend", "docs"], [("WEB-frontend", ["web-frontend"]), ("docs", ["docs-site"])]),
    (["zzz"], [("zzz", [])]),
    (["/w/zzz", "all"], []),
    ([], []),
])
def test_an_unknown_name_names_the_nearest(values, unknown):
    assert Repos(values).unknown(["billing-core", "web-frontend", "", "docs-site", "billing-core"]) == unknown


def test_nearest_is_settled_whatever_the_order():
    known = ["app-%d" % n for n in range(9)]
    assert nearest("app", known) == nearest("app", reversed(known))
    assert len(nearest("app", known)) == 3
    assert nearest("x" * 10000, ["x" * 10000, "y"]) == []


@pytest.mark.parametrize("entry", [".git", ".hg", ".svn", ".jj"])
def test_repository_of(tmp_path, entry):
    (tmp_path / "r" / "rules" / "deep").mkdir(parents=True)
    (tmp_path / "r" / entry).mkdir()
    (tmp_path / "r" / "rules" / "A.md").write_text("")
    for path in ("r", "r/rules", "r/rules/deep", "r/rules/A.md", "r/not/there.md", "r/rules/../rules"):
        assert repository_of(str(tmp_path / path)) == str(tmp_path / "r")


def test_repository_of_a_worktree_and_of_nothing(tmp_path, monkeypatch):
    (tmp_path / "outer" / "inner").mkdir(parents=True)
    (tmp_path / "outer" / ".git").mkdir()
    (tmp_path / "outer" / "inner" / ".git").write_text("gitdir: elsewhere")
    assert repository_of(str(tmp_path / "outer" / "inner" / "x")) == str(tmp_path / "outer" / "inner")
    monkeypatch.chdir(tmp_path / "outer")
    assert repository_of(".") == repository_of("CLAUDE.md") == os.getcwd()
    (tmp_path / "outer" / ".git").rmdir()
    (tmp_path / "outer" / ".github").mkdir()
    assert repository_of(str(tmp_path / "outer")) == repository_of(str(tmp_path))


@pytest.mark.parametrize("timestamp, day", [
    ("2026-09-10T10:00:00.000Z", "2026-09-10"),
    ("2026-09-10T10:00:00.123456789Z", "2026-09-10"),
    ("2026-09-10T10:00:00", "2026-09-10"),
    ("2026-09-10 10:00Z", "2026-09-10"),
    ("2026-09-10", "2026-09-10"),
    ("2026-09-10T23:30:00-05:00", "2026-09-11"),
    ("2026-09-10T00:30:00+02:00", "2026-09-09"),
    ("2026-09-10T00:30:00.5+0000", "2026-09-10"),
    ("0001-01-01T00:30:00+02:00", "0001-01-01"),
    ("2026-13-40T10:00:00+02:00", "2026-13-40"),
    ("", ""), ("1757500000000", ""), ("2026", ""), ("yesterday", ""), ("2026-09-10T", ""), ("2026-09-10\n", ""),
])
def test_utc_day(timestamp, day):
    assert utc_day(timestamp) == day


@pytest.mark.parametrize("ended, since, until, inside", [
    ("2026-09-10T00:00:00Z", None, None, True),
    ("2026-09-10T00:00:00Z", "2026-09-10", "2026-09-10", True),
    ("2026-09-10T23:59:59Z", "2026-09-11", None, False),
    ("2026-09-10T00:00:00Z", None, "2026-09-09", False),
    ("2026-09-10T23:30:00-05:00", "2026-09-11", None, True),
    ("", "2026-09-10", "2026-09-10", True),
    ("?", "2026-09-10", None, True),
])
def test_in_dates(ended, since, until, inside):
    assert in_dates(session(ended=ended), since, until) is inside
