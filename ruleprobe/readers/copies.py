"""The pass across files: which file owns an event that several hold (D3, FR-1; a leaf).

A reader says of each file whose session it is, since when, and which events it holds (``Index``); nothing
is read whole before all have spoken. Then, for one runtime:

* Files of one session id. A file whose tokens another of them holds too is a copy and is set aside: the
  one with the most events stays, the first in path order on a tie. Files that do not contain each other are
  parts of one session, in the order of their first timestamps; what two parts share counts in the earlier.
* Files of different ids (a fork, a resumed copy, a helper that replays its parent). A token they share
  belongs to the older session: a session before its sub-agents; then the one that ``started`` first by its
  own evidence; then the one whose earliest event that nobody shares is the older, a session with no such
  event first (what was continued elsewhere is all copied); then the one with fewer events, then path order.

Nothing here depends on the order in which files are given. Tokens are kept as 64-bit hashes, eight bytes
each, and dropped once it is settled who shares what.

Known misses: of a session and a fork of it whose lines are the same in both (ids and times kept, no mark of
the copy), where the first was continued after the fork was, the fork is taken for the older. Each event
counts once all the same. Two ids whose hashes are equal would count as one; the chance is 1 in 10^7 for a
million events.
"""
from __future__ import annotations

import hashlib
import sys
from array import array
from collections import Counter
from typing import Any, Collection, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..events import Event, Session

_LATE = "\uffff"


class Index(NamedTuple):
    """A file at a glance: its session's id, its own evidence of age, the ids of its events.

    ``tokens`` are short bytes in file order, opaque to everyone but the reader that made them: one or more
    for each line that yields events. ``started`` is a timestamp, "" where nothing in the file is its own.
    """

    session: str
    started: str
    tokens: List[bytes]


class Source:
    """A file as the pass sees it. ``foreign``, once settled: a token's hash -> the file that owns it.

    ``state`` and ``answer`` are whatever else the caller keeps of a file.
    """

    __slots__ = ("path", "session", "started", "marks", "size", "state", "foreign", "answer")

    def __init__(self, path: str, session: str = "", started: str = "", tokens: Sequence[bytes] = (), state: Any = None) -> None:
        self.path, self.session, self.started = path, session, started
        self.marks = array("q", {mark(token) for token in tokens})
        self.size = len(tokens)
        self.state = state
        self.foreign: Dict[int, Source] = {}
        self.answer: Any = None


class Group(NamedTuple):
    """One session to be: its files in order of time, and those set aside with the one that holds them."""

    parts: List[Source]
    copies: List[Tuple[Source, Source]]


class Ask:
    """What only reading a file tells; asked for the few files where the index leaves a choice open."""

    def events(self, source: Source) -> int:
        """How many events the file holds."""
        raise NotImplementedError

    def started(self, source: Source, without: Collection[int] = ()) -> str:
        """The file's first timestamp, the lines with a token whose hash is in ``without`` left out."""
        raise NotImplementedError


if sys.hash_info.width >= 64:
    mark = hash
else:
    def mark(token: bytes) -> int:
        return int.from_bytes(hashlib.blake2b(token, digest_size=8).digest(), "big", signed=True)


def settle(sources: Iterable[Source], ask: Ask) -> List[Group]:
    """Every source in one group, as a part or as a copy, the groups in order of their first part's path."""
    groups = [_apart(members, ask) for members in _by_session(sources)]
    groups.sort(key=_path)
    _give_away(groups, ask)
    for group in groups:
        group.parts.sort(key=lambda source: len(source.foreign) == len(source.marks))  # what is left of it, first
        for source in group.parts + [copy for copy, _ in group.copies]:
            source.marks = array("q")
    return sorted(groups, key=_path)


def _path(group: Group) -> str:
    return group.parts[0].path


def _by_session(sources: Iterable[Source]) -> List[List[Source]]:
    """Files of one id together; a file without an id is alone."""
    named: Dict[str, List[Source]] = {}
    alone: List[List[Source]] = []
    for source in sorted(sources, key=lambda source: source.path):
        if source.session:
            named.setdefault(source.session, []).append(source)
        else:
            alone.append([source])
    return list(named.values()) + alone


# -- files of one session id


def _apart(members: List[Source], ask: Ask) -> Group:
    """Copies and parts among the files of one id, given in path order."""
    if len(members) == 1:
        return Group(members, [])
    parts: List[Source] = []
    copies: List[Tuple[Source, Source]] = []
    holders: Dict[int, List[int]] = {}
    for source in sorted((s for s in members if s.marks), key=lambda s: (-len(s.marks), -s.size, s.path)):
        whole = _container(source, holders, parts)
        if whole is not None:
            copies.append((source, whole))
            continue
        for token in source.marks:
            holders.setdefault(token, []).append(len(parts))
        parts.append(source)
    _place_unmarked([s for s in members if not s.marks], parts, copies, ask)
    if len(parts) > 1:
        parts.sort(key=lambda s: (ask.started(s) or _LATE, s.path))
    return Group(parts, sorted(copies, key=lambda pair: pair[0].path))


def _container(source: Source, holders: Dict[int, List[int]], parts: List[Source]) -> Optional[Source]:
    """The first of ``parts`` that holds every token of ``source``."""
    rarest = min((holders.get(token, ()) for token in source.marks), key=len)
    left: Set[int] = set(rarest)
    for token in source.marks:
        if not left:
            return None
        left.intersection_update(holders[token])
    return parts[min(left)] if left else None


def _place_unmarked(members: List[Source], parts: List[Source], copies: List[Tuple[Source, Source]], ask: Ask) -> None:
    """Files that name no event: a copy of what is there, else the one with the most events stays."""
    if not members:
        return
    events = {source: ask.events(source) for source in members}
    if not parts:
        parts.append(max(members, key=lambda source: events[source]))
    for source in members:
        if source is not parts[0]:
            if events[source]:
                copies.append((source, parts[0]))
            else:
                parts.append(source)


# -- files that share events


def _give_away(groups: List[Group], ask: Ask) -> None:
    """Fill ``foreign`` of every part that holds a token an older one owns."""
    holders = _holders([source for group in groups for source in group.parts])
    if not holders:
        return
    rank = _ranks(groups, holders, ask)
    for token, holding in holders.items():
        holding.sort(key=lambda source: rank[source])
        for source in holding[1:]:
            source.foreign[token] = holding[0]


def _holders(sources: List[Source]) -> Dict[int, List[Source]]:
    """Each hash that two files or more hold -> those files."""
    maybe = _repeated(sources)
    first: Dict[int, Source] = {}
    holders: Dict[int, List[Source]] = {}
    for source in sources if maybe else ():
        for token in maybe.intersection(source.marks):
            if token in holders:
                holders[token].append(source)
            elif token in first:
                holders[token] = [first.pop(token), source]
            else:
                first[token] = source
    return holders


def _repeated(sources: List[Source]) -> Set[int]:
    """Every hash met twice, and a few met once: a table of two bytes a token cannot tell all apart."""
    size = 1 << (16 * sum(len(source.marks) for source in sources)).bit_length()
    table, last = bytearray(max(1, size >> 3)), size - 1
    maybe: Set[int] = set()
    for source in sources:
        for token in source.marks:
            at, bit = (token & last) >> 3, 1 << (token & 7)
            if table[at] & bit:
                maybe.add(token)
            else:
                table[at] |= bit
    return maybe


def _ranks(groups: List[Group], holders: Dict[int, List[Source]], ask: Ask) -> Dict[Source, Tuple[Any, ...]]:
    """What orders the files that share something, the owner first."""
    sharing = {source for holding in holders.values() for source in holding}
    place = {source: at for at, group in enumerate(groups) if sharing.intersection(group.parts) for source in group.parts}
    ages = {at: _age(groups[at]) for at in set(place.values())}
    own = _own_starts(groups, holders, place, ages, ask)
    rank: Dict[Source, Tuple[Any, ...]] = {}
    for at, age in ages.items():
        size = sum(len(source.marks) for source in groups[at].parts)
        rank.update((source, age + (own.get(at, ""), size, at, n)) for n, source in enumerate(groups[at].parts))
    return rank


def _age(group: Group) -> Tuple[int, str]:
    """A session before its sub-agents, whose ids go on after a slash; then by its own evidence."""
    first = group.parts[0]
    return (first.session.count("/"), min((s.started for s in group.parts if s.started), default=_LATE))


def _own_starts(groups: List[Group], holders: Dict[int, List[Source]], place: Dict[Source, int],
                ages: Dict[int, Tuple[int, str]], ask: Ask) -> Dict[int, str]:
    """The first timestamp that is not shared, of the sessions whose age alone does not order them."""
    across: Set[int] = set()
    tied: Set[int] = set()
    for token, holding in holders.items():
        sessions = sorted({place[source] for source in holding})
        if len(sessions) > 1:
            across.add(token)
            seen = Counter(ages[at] for at in sessions)
            tied.update(at for at in sessions if seen[ages[at]] > 1)
    return {
        at: min(filter(None, (ask.started(source, across) for source in groups[at].parts)), default="")
        for at in sorted(tied)
    }


# -- parts of one session


def join(parts: Sequence[Session]) -> Session:
    """One session of its parts, given in order of time: turns go on, ``final`` holds for the whole.

    Its path, repository and working folder are the first part's that has one; ``lines`` are each part's own.
    """
    first = parts[0]
    if len(parts) == 1:
        return first
    events: List[Event] = []
    lines: List[int] = []
    for part in parts:
        offset = events[-1]["turn"] if events else 0
        for event in part.events:
            event["turn"] += offset
        events.extend(part.events)
        lines.extend(part.lines or [0] * len(part.events))
    _last_is_final(events)
    return first._replace(
        events=events,
        lines=lines,
        started=min((part.started for part in parts if part.started), default=""),
        ended=max(part.ended for part in parts),
        repo=next((part.repo for part in parts if part.repo), ""),
        cwd=next((part.cwd for part in parts if part.cwd), ""),
    )


def _last_is_final(events: List[Event]) -> None:
    """Of two ``final`` texts in one turn only the later is."""
    last: Dict[int, Event] = {}
    for event in events:
        if event["kind"] == "assistant_text" and event["final"]:
            before = last.get(event["turn"])
            if before is not None:
                before["final"] = False
            last[event["turn"]] = event
