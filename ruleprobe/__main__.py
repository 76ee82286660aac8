"""``python -m ruleprobe`` and the ``ruleprobe`` program: an interruption ends quietly with 130."""
from __future__ import annotations

import sys

from . import interruption


def run() -> int:
    try:
        from .cli import main

        code = main()
    except KeyboardInterrupt:
        code = interruption.INTERRUPTED
    if code == interruption.INTERRUPTED:
        interruption.leave()
    return code


if __name__ == "__main__":
    sys.exit(run())
