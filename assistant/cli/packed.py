"""Where the packed Kessel begins: the program that starts without a Python on the machine."""

from __future__ import annotations

import multiprocessing
import sys


def begin() -> None:
    """Run the command, or one of the processes that draw and read beside it."""
    multiprocessing.freeze_support()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # Windows' own encoding lacks half of the signs
            stream.reconfigure(encoding="utf-8", errors="replace")
    from assistant.cli import main

    main()


if __name__ == "__main__":
    begin()
