"""Claude Code transcripts (AD-10, FR-1): ``~/.claude/projects/<project>/<session>.jsonl`` and what lies below.

Read from 1.0.24 to today (2.1.332), as observed; nobody promises the format. Sub-agents are sessions of
their own where they have a file (``<parent>/agent-<id>``), and part of their parent's where they stand in
it (1.0.x, 2.0.x). Left out: ``journal.jsonl``, which holds no messages, and the files of internal helpers,
which replay their parent's lines before one call of their own.

The work is done by ``claude_session`` (lines into events), ``claude_prompts`` (what a person sent),
``claude_queue`` (what was typed meanwhile), ``claude_calls`` and ``claude_fates`` (what ran),
``claude_chain`` (which turn), ``claude_index`` (what was copied), ``claude_stream`` (printed sessions), and
``claude_fast`` on ``claude_bytes`` (what need not be decoded). Their known misses stand in each.
"""
from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Callable, Collection, Dict, Iterator, List, Optional, Set, Tuple

from ..events import Session, repo_of
from . import files
from .claude_bytes import MESSAGE
from .claude_fast import Taker
from .claude_index import Glance
from .claude_session import Transcript
from .claude_stream import is_stream_line, transcript_line
from .copies import Index
from .lines import MAX_LINE, Problems, blocks, cleaned, decode, note_blank_line, note_long_line, object_of, raw_lines

RUNTIME = "claude-code"
ROOT = Path(os.path.expanduser("~")) / ".claude" / "projects"

_HELPERS = ("agent-acompact-", "agent-aside_question-", "agent-aprompt_suggestion-")
_KINDS = frozenset(
    "user assistant system attachment progress queue-operation summary file-history-snapshot file-history-delta "
    "last-prompt ai-title custom-title agent-name agent-color agent-setting mode permission-mode fork-context-ref".split()
)
_FOREIGN = frozenset(("payload", "systemPayload", "qwen_code_version"))
_ARRAY = re.compile(rb'\[\s*\{(?=[^{}]{0,4000}"subtype":\s?"init")[^{}]{0,4000}"session_id":')
_CUT_LINE = re.compile(rb'\{"(?:parentUuid|logicalParentUuid)":\s?(?:null|"[^"]{0,64}"),\s?"(?:isSidechain|logicalParentUuid)":')


def roots() -> List[str]:
    """The default roots: ``CLAUDE_CONFIG_DIR`` (a comma list), else the two places below the home directory."""
    named = os.environ.get("CLAUDE_CONFIG_DIR", "")
    homes = [os.path.expanduser(name.strip()) for name in named.split(",") if name.strip()]
    homes = homes or files.under_home(".claude", ".config/claude")
    return [os.path.join(home, "projects") for home in homes]


def transcripts(root: Any = None, errors: files.Errors = None) -> List[str]:
    """Sorted paths of the transcripts under ``root`` (default: ``roots()``); ``root`` may be one file."""
    return files.walk(roots() if root is None else root, _is_transcript, errors)


def _is_transcript(path: str) -> bool:
    return files.has_suffix(path, (".jsonl",)) and not passes_over(path)


def passes_over(path: str) -> bool:
    """Whether a file of this name is not read whatever it holds: a journal, or what an internal helper replayed."""
    name = os.path.basename(path).lower()
    return name == "journal.jsonl" or name.startswith(_HELPERS)


def recognises(head: bytes) -> bool:
    """Whether a file that begins so (up to 64 KiB) is a Claude Code transcript or a printed session."""
    text = head.lstrip(b"\xef\xbb\xbf\r\n\t ")
    if text.startswith(b"["):
        return _ARRAY.match(text) is not None
    for raw in filter(None, map(bytes.strip, text.split(b"\n"))):
        line = decode(raw, 0, Problems(""))
        if isinstance(line, dict) and _is_ours(line):
            return True
    return _CUT_LINE.match(text.rpartition(b"\n")[2]) is not None


def _is_ours(line: Dict[str, Any]) -> bool:
    """By what no other agent writes; Qwen Code has the same envelope and its own messages and payloads."""
    kind, message = line.get("type"), line.get("message")
    if not isinstance(kind, str) or kind not in _KINDS or not _FOREIGN.isdisjoint(line):
        return False
    if kind in ("user", "assistant"):
        named = isinstance(line.get("sessionId"), str) or is_stream_line(line)
        return named and isinstance(message, dict) and "role" in message and "parts" not in message
    if is_stream_line(line):
        return kind == "system" and isinstance(line.get("subtype"), str)
    marks = isinstance(line.get("sessionId"), str), "parentUuid" in line, "leafUuid" in line, "snapshot" in line
    return any(marks)


def session_key(path: str) -> Optional[str]:
    """The id ``read`` gives its session, None where the file names none. Raises ``OSError``."""
    glance = Glance(_stem(path))
    with files.open_binary(path) as stream:
        document = _document(stream, Problems(path))
        for line in document or ():
            glance.meet_line(line)
        for _, raw in () if document is not None else raw_lines(stream, Problems(path)):
            if glance.settled:
                break
            glance.meet(raw)
    return glance.session


def index(path: str) -> Index:
    """The file at a glance. Raises ``OSError``."""
    glance = Glance(_stem(path))
    with files.open_binary(path, 0) as stream:
        document = _document(stream, Problems(path))
        if document is None:
            glance.all_tokens(blocks(stream))
        else:
            glance.see_document(document)
    return _index(glance)


def _index(glance: Glance) -> Index:
    return Index(glance.session or "", glance.started, glance.found)


def read(path: str, errors: files.Errors = None, skip: Collection[bytes] = frozenset(),
         unread: Collection[str] = frozenset(), *, decode_all: bool = False) -> Optional[Session]:
    """The session in a file, None where it holds no event. Lines with a token in ``skip`` are another's.

    ``decode_all`` takes no short cut: what the short cuts must equal.
    """
    problems, session = Problems(path), None
    try:
        copied = _copied(path, skip) if skip else frozenset()
        session = _read(path, problems, copied, None if decode_all else unread, Glance(_stem(path)), index=False)
    except OSError as error:
        problems.note("cannot be read: " + files.reason(error))
    problems.report(errors)
    return session


def read_indexed(path: str, errors: files.Errors = None, unread: Collection[str] = frozenset()) -> Tuple[Optional[Session], Index]:
    """What ``read`` and ``index`` give, in one pass. Raises ``OSError``."""
    problems, glance = Problems(path), Glance(_stem(path))
    session = _read(path, problems, frozenset(), unread, glance, index=True)
    problems.report(errors)
    return session, _index(glance)


def _read(path: str, problems: Problems, copied: Collection[int], unread: Optional[Collection[str]], glance: Glance,
          index: bool) -> Optional[Session]:
    """The session of the lines that are not ``copied``; ``unread`` None decodes all. ``index`` has ``glance`` take tokens."""
    transcript = Transcript(_stem(path), orphans=not copied)
    with files.open_binary(path, 0) as stream:
        document = _document(stream, problems)
        if document is None:
            take = None if unread is None else Taker(transcript, unread).take
            _feed(transcript, blocks(stream), problems, copied, take, glance, index)
        else:
            for number, line in enumerate(document, 1):
                if number not in copied:
                    transcript.line(number, line)
            glance.see_document(document)
    events, lines = transcript.finish()
    if document is not None:
        lines = [0] * len(events)
    for kind, number in transcript.unknown.items():
        problems.note("messages of the unknown type %r were not read" % kind[:40], number)
    if not events:
        return None
    return Session(glance.session or _stem(path), repo_of(transcript.cwd), RUNTIME, events, path, transcript.started,
                   transcript.ended, transcript.cwd, lines)


def _stem(path: str) -> str:
    name = os.path.basename(path)
    return name[:-6] if name.lower().endswith(".jsonl") else os.path.splitext(name)[0]


def _feed(transcript: Transcript, stretches: Iterator[Tuple[bytes, int]], problems: Problems, copied: Collection[int],
          take: Optional[Callable[..., bool]], glance: Glance, index: bool) -> None:
    """Give a transcript's lines, or a printed session's, to ``transcript``, and to ``glance`` as long as it wants them.

    What ``take`` does not take is decoded, and so is a last line without its line feed, which may be half written.
    """
    number, watched, match = 0, True, MESSAGE.match
    for block, end in stretches:
        if not end:
            number += 1
            note_long_line(problems, number)
        at, find = 0, block.find
        while at < end:
            number += 1
            ended = find(b"\n", at, end) + 1
            after = ended or end
            message = match(block, at, after)
            if copied and number in copied or take is not None and ended and take(number, block, at, after, message):
                if index:
                    glance.see(block, at, after, message)
            else:
                line = _object(block[at:after], number, problems)
                if line is not None:
                    transcript.line(number, line)
                if index:
                    glance.see_line(cleaned(block[at:after]), line or {})
            if watched and not index:
                glance.meet(cleaned(block[at:after]))
                watched = not glance.settled
            at = after
    glance.see_end()


def _object(raw: bytes, number: int, problems: Problems) -> Optional[Dict[str, Any]]:
    """The object of a line, as a transcript has it; what holds none is noted."""
    text = cleaned(raw)
    if not text:
        note_blank_line(raw, problems, number)
        return None
    line = object_of(text, number, problems)
    return transcript_line(line) if line is not None and is_stream_line(line) else line


def _document(stream: Any, problems: Problems) -> Optional[List[Dict[str, Any]]]:
    """The objects of a file that is one JSON array; None, and the stream at its start, for any other."""
    head = stream.read(64).lstrip(b"\xef\xbb\xbf\r\n\t ")
    stream.seek(0)
    if not head.startswith(b"["):
        return None
    data = stream.read(MAX_LINE + 1)
    if len(data) > MAX_LINE:
        problems.note("a document over %d MiB was not read" % (MAX_LINE >> 20))
        return []
    value = decode(data[3:] if data.startswith(b"\xef\xbb\xbf") else data, 0, Problems(""))
    if not isinstance(value, list):
        stream.seek(0)
        return None
    found = [item for item in value if isinstance(item, dict)]
    return [transcript_line(item) if is_stream_line(item) else item for item in found]


def _tokens(path: str, glance: Glance) -> Iterator[Tuple[int, List[bytes]]]:
    with files.open_binary(path) as stream:
        document = _document(stream, Problems(path))
        if document is not None:
            yield from glance.document_tokens(document)
        else:
            yield from glance.tokens(raw_lines(stream, Problems(path)))


def _copied(path: str, skip: Collection[bytes]) -> Set[int]:
    """Numbers of the lines that another file owns."""
    return {number for number, tokens in _tokens(path, Glance(_stem(path))) if any(token in skip for token in tokens)}
