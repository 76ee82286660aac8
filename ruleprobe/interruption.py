"""Ctrl-C while the program is still being imported (a leaf): it ends at once and quietly, with 130.

``__main__`` cannot see to this, because Python imports the package before it. Only a process that was started as
``python -m ruleprobe`` or as the program is touched, and only between ``begin`` and ``end``: for whoever imports the
library, and where an interruption is ignored or handled, nothing changes. Known miss: the interpreter's own start.
"""
from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Any

INTERRUPTED = 130
_PROGRAMS = ("-m", "ruleprobe", "ruleprobe.exe", "ruleprobe-script.py")  # "-m": Python is importing the package to run it


def leave(number: int = 0, frame: Any = None) -> None:
    """End the process, not by the interpreter's own end, which would wait for whoever no longer reads a pipe."""
    os._exit(INTERRUPTED)


def begin() -> None:
    """The package is about to be imported."""
    started_as = os.path.basename((getattr(sys, "argv", None) or [""])[0])
    if started_as in _PROGRAMS and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with contextlib.suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGINT, leave)


def end() -> None:
    """The package is imported: interruptions are exceptions again."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
