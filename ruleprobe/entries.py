"""The entries of a detector file: a list, a map with ``detectors`` and ``version``, or one entry (FR-11, FR-27).

``version`` is the default for each entry's ``schema_version``. An entry that is none costs only itself.
"""
from __future__ import annotations

from typing import Any, Dict, List, Tuple

from .declarative import DeclarativeError
from .matchers import ENTRY_KEYS, check_version
from .registry import Detector, from_spec
from .spec import Where, nearest, shown

FILE_KEYS = ("detectors", "version")


def load_entries(document: Any, path: str = "<spec>", lines: Any = None) -> Tuple[List[Detector], List[DeclarativeError]]:
    """The detectors of a file's document, and what is wrong with the rest of it."""
    where = Where(path, lines).at(document)
    errors: List[DeclarativeError] = []
    detectors: List[Detector] = []
    try:
        entries, version = _entries(document, where, errors)
    except DeclarativeError as exc:
        return [], errors + [exc]
    seen: Dict[str, int] = {}
    for at, entry in enumerate(entries):
        place = where.at(entries, at) if entries is not document or isinstance(document, list) else where
        try:
            if isinstance(entry, dict) and entry.get("schema_version") is None:
                check_version(version, "version", where.at(document, "version"))
            detector = from_spec(entry, path, lines)
            if detector.id in seen:
                raise place.at(entry, "id").fail("the id %s is taken on line %d: give each detector its own" % (detector.id, seen[detector.id]))
        except DeclarativeError as exc:
            errors.append(exc if exc.line else DeclarativeError(exc.reason, place.line, path))
        except Exception as exc:  # a compiler of someone else's
            errors.append(place.fail("the entry could not be compiled (%s)" % type(exc).__name__))
        else:
            seen[detector.id] = place.at(entry, "id").line
            detectors.append(detector)
    return detectors, _once(errors)


def _entries(document: Any, where: Where, errors: List[DeclarativeError]) -> Tuple[List[Any], Any]:
    """``(entries, the version that is their default)``."""
    if document is None:
        return [], None
    if isinstance(document, list):
        return document, None
    if not isinstance(document, dict):
        raise where.fail("a detector file is a list of detectors, or a map with `detectors`, not %s" % shown(document))
    if "detectors" not in document and ("when" in document or "id" in document):
        return [document], None
    for key in document:
        if key not in FILE_KEYS:
            hint = nearest(key, FILE_KEYS) or (": it belongs into an entry of the list" if key in ENTRY_KEYS else "")
            errors.append(where.at(document, key).fail("a detector file has no key `%s`%s: there are %s" % (key, hint, ", ".join(FILE_KEYS))))
    if "detectors" not in document:
        raise where.fail("a detector file is a list of detectors, or a map with `detectors`")
    entries = document["detectors"]
    if entries is not None and not isinstance(entries, list):
        raise where.at(document, "detectors").fail("`detectors` is a list, not %s" % shown(entries))
    return entries or [], document.get("version")


def _once(errors: List[DeclarativeError]) -> List[DeclarativeError]:
    """The errors without repetitions: a wrong ``version`` is said once."""
    return list({(error.line, error.reason): error for error in errors}.values())
