"""What runs what: wrappers that run the command in their arguments, and texts that are scripts.

``unwrap`` strips transparent wrappers (``sudo``, ``env``, ``timeout``, ``xargs``, …) from an argument
list; ``script_of`` finds the literal script in the arguments of a shell; ``exec_commands`` finds the
commands of ``find -exec``. An option that is not known makes a wrapper unreadable: it then stays the
program, and nothing is concluded about what it runs.
"""
from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

Argv = Tuple[str, ...]


def unwrap(argv: Sequence[str], assignments: Sequence[str] = ()) -> Tuple[Argv, Argv, Argv]:
    """``(argv, assignments, via)`` with every transparent wrapper taken off, outermost first in ``via``.

    ``via`` holds the wrappers' names; ``xargs`` and ``parallel`` mean unknown further arguments at the
    end of ``argv``, ``xargs -I`` that the replaced words are ``Dynamic``. ``assignments`` are those in
    force for the command: ``env -i`` and ``env -u`` remove, ``env`` and ``sudo`` add. A wrapper whose
    options cannot be read, or that runs no command, is left as it is.
    """
    return tuple(argv), tuple(assignments), ()


def script_of(argv: Sequence[str]) -> Optional[str]:
    """The literal script text that ``argv`` (wrappers stripped) makes a shell run, else None.

    ``bash -c TEXT`` and its kin with any options, ``eval WORDS``, ``su -c TEXT``, ``watch WORDS``, …
    """
    return None


def exec_commands(argv: Sequence[str]) -> List[Argv]:
    """The argument lists that a ``find`` runs by ``-exec``, ``-execdir``, ``-ok``, ``-okdir``, in order.

    A word that holds ``{}`` is ``Dynamic``. Wrappers are not stripped. ``[]`` where ``argv`` is no ``find``.
    """
    return []
