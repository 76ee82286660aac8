"""Event matchers: a map of keys compiled into one three-valued test of an event (FR-12, AD-4).

All keys of a map hold; a list is alternatives. ``kind``, ``tool``, ``arg``, ``text`` and ``message`` are in ``fields``,
``command`` and ``env`` in ``segments``, ``git`` in ``git_calls``, each with what it leaves undecided and what it
misses; ``any``, ``all`` and ``not`` as ``answers`` says. What costs least is asked first.

What can never be true where it stands, and an empty map, which always is, are errors with their line.
"""
from __future__ import annotations

from typing import Any, Callable, Dict, List

from .answers import Matcher, either, every, opposite
from .fields import arg, kind, message, text, tool
from .git_calls import git_call
from .segments import command, env
from .spec import Where, check_keys, listed, shown


def compile_event(spec: Any, where: Where) -> Matcher:
    """The matcher of a map, or of a list of alternatives. DeclarativeError with its line."""
    if isinstance(spec, list):
        return either([compile_event(item, where.at(spec, at)) for at, item in enumerate(listed(spec, where))])
    check_keys(spec, tuple(KEYS), where, "when")
    parts: List[Matcher] = []
    for key, make in KEYS.items():
        if key in spec:
            place = where.at(spec, key)
            parts.append(_possible(make(spec[key], place), place, "`%s`" % key))
    return _possible(every(parts), where.at(spec), "what stands here together")


def _possible(matcher: Matcher, where: Where, what: str) -> Matcher:
    if matcher.can & where.kinds:
        return matcher
    raise where.fail("%s never fires: this detector reads %s" % (what, ", ".join(sorted(where.kinds)))
                     if len(where.kinds) == 1 else "%s never fires: nothing can be all of it" % what)


def _alternatives(make: Callable[[Any, Where], Matcher]) -> Callable[[Any, Where], Matcher]:
    """A key whose value may be a list of maps, one of which holds."""
    def listing(spec: Any, where: Where) -> Matcher:
        if isinstance(spec, list) and (not spec or isinstance(spec[0], dict)):
            return either([_possible(make(item, where.at(spec, at)), where.at(spec, at), "this") for at, item in enumerate(listed(spec, where))])
        return make(spec, where)

    return listing


def _several(join: Callable[[List[Matcher]], Matcher], name: str) -> Callable[[Any, Where], Matcher]:
    def make(spec: Any, where: Where) -> Matcher:
        if not isinstance(spec, list):
            raise where.fail("`%s` is a list of matchers, not %s" % (name, shown(spec)))
        return join([compile_event(item, where.at(spec, at)) for at, item in enumerate(listed(spec, where))])

    return make


def _not(spec: Any, where: Where) -> Matcher:
    return opposite(compile_event(spec, where))


# In the order in which they are asked.
KEYS: Dict[str, Callable[[Any, Where], Matcher]] = {
    "kind": kind, "tool": _alternatives(tool), "message": _alternatives(message), "arg": _alternatives(arg), "text": _alternatives(text),
    "env": _alternatives(env), "git": _alternatives(git_call), "command": _alternatives(command),
    "any": _several(either, "any"), "all": _several(every, "all"), "not": _not,
}
