"""Reading one entry of a detector file: its keys, texts and flags, each fault with its line."""
from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from . import patterns
from .answers import Answer, any_of, all_of
from .declarative import DeclarativeError
from .events import KINDS

ALL = frozenset(KINDS)
Span = Tuple[int, int]


class Where:
    """``where.at(container, key)`` is the place of a key, ``where.fail`` the error to raise there.

    ``kinds`` are the kinds of event that what stands here is asked about. Lines are looked up only for errors.
    """

    __slots__ = ("path", "lines", "kinds", "_line", "_container", "_key", "_around")

    def __init__(self, path: str = "<spec>", lines: Any = None, line: int = 0, kinds: FrozenSet[str] = ALL) -> None:
        self.path, self.lines, self.kinds = path, lines, kinds
        self._line = line
        self._around: Optional[Where] = None

    def at(self, container: Any, key: Any = None) -> "Where":
        place = Where(self.path, self.lines, 0, self.kinds)
        place._container, place._key, place._around = container, key, self
        return place

    def reading(self, kinds: FrozenSet[str]) -> "Where":
        """The same place, asked about events of these kinds."""
        place = self.at(None)
        place.kinds = kinds
        return place

    @property
    def line(self) -> int:
        if self._around is None:
            return self._line
        found = self.lines.line_of(self._container, self._key, 0) if self.lines is not None else 0
        return found or self._around.line

    def fail(self, reason: str) -> DeclarativeError:
        return DeclarativeError(reason, self.line, self.path)


def nearest(word: Any, known: Iterable[str]) -> str:
    """`` (did you mean x?)`` where something known is near to ``word``, else ""."""
    import difflib  # for what is misspelt only

    near = difflib.get_close_matches(str(word), list(known), 1)
    return " (did you mean `%s`?)" % near[0] if near else ""


def check_keys(spec: Any, known: Sequence[str], where: Where, what: str) -> None:
    """Raise where ``spec`` is no mapping of at least one key, all known."""
    if not isinstance(spec, dict):
        raise where.fail("`%s` is a map of %s, not %s" % (what, ", ".join(known), shown(spec)))
    for key in spec:
        if key not in known:
            raise where.at(spec, key).fail("`%s` has no key `%s`%s: there are %s" % (what, key, nearest(key, known), ", ".join(known)))
    if not spec:
        raise where.at(spec).fail("an empty `%s` always fires: give it one of %s" % (what, ", ".join(known)))


def shown(value: Any) -> str:
    """A value in a message, short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def listed(value: Any, where: Where) -> List[Any]:
    """The items of a list, or the value as the only one."""
    if isinstance(value, list) and not value:
        raise where.at(value).fail("an empty list never fires")
    return value if isinstance(value, list) else [value]


def texts(value: Any, where: Where) -> Tuple[str, ...]:
    """A text, or a list of texts; none of them empty."""
    for item in listed(value, where):
        if not isinstance(item, str) or not item:
            hint = ": quote it" if isinstance(item, (int, float)) or item is None else ""
            raise where.fail("a text or a list of texts is expected, not %s%s" % (shown(item), hint))
    return tuple(listed(value, where))


def flag(value: Any, where: Where) -> bool:
    if not isinstance(value, bool):
        raise where.fail("true or false is expected, not %s" % shown(value))
    return value


def compiled(value: Any, where: Where, make: Callable[[str], patterns.Pattern]) -> List[patterns.Pattern]:
    """The patterns of a text or a list of texts."""
    found = []
    for at, text in enumerate(texts(value, where)):
        try:
            found.append(make(text))
        except patterns.PatternError as exc:
            raise (where.at(value, at) if isinstance(value, list) else where).fail(str(exc)) from None
    return found


class TextTest(NamedTuple):
    """A three-valued test of a text, and where it holds: ``(0, 0)`` is nowhere in particular."""

    test: Callable[[str], Answer]
    span: Callable[[str], Span]


TEXT_KEYS: Dict[str, Callable[[str], patterns.Pattern]] = {"regex": patterns.regex, "path_glob": patterns.path_glob}


def text_test(spec: Dict[str, Any], where: Where) -> Optional[TextTest]:
    """One test for ``contains``, ``regex`` and ``path_glob`` of ``spec``, as far as given: all of them hold."""
    tests: List[TextTest] = []
    if "contains" in spec:
        tests.append(_contains(texts(spec["contains"], where.at(spec, "contains"))))
    for key, make in TEXT_KEYS.items():
        if key in spec:
            tests.append(_matches(compiled(spec[key], where.at(spec, key), make)))
    if len(tests) < 2:
        return tests[0] if tests else None
    return TextTest(lambda text: all_of(one.test(text) for one in tests), tests[-1].span)


def _contains(parts: Sequence[str]) -> TextTest:
    def span(text: str) -> Span:
        found = [(text.find(part), len(part)) for part in parts if part in text]
        return (found[0][0], sum(found[0])) if found else (0, 0)

    if len(parts) == 1:
        part, = parts
        return TextTest(lambda text: part in text, span)
    return TextTest(lambda text: any(part in text for part in parts), span)


def _matches(found: Sequence[patterns.Pattern]) -> TextTest:
    def span(text: str) -> Span:
        return next((place for place in (pattern.span(text) for pattern in found) if place), (0, 0))

    tests = [pattern.test for pattern in found]
    return TextTest(tests[0] if len(tests) == 1 else lambda text: any_of(test(text) for test in tests), span)
