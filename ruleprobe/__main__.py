"""``python -m ruleprobe`` and the ``ruleprobe`` program: an interruption ends quietly with 130."""
from __future__ import annotations

import sys


def run() -> int:
    try:
        from .cli import main

        return main()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run())
