"""How a command is written in a terminal, and how it tells a page of its progress."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence

PROGRESS = "KESSEL_PROGRESS"
"""Set in the environment of a command, it tells on lines of this name how much is done."""

PRIVATE = "KESSEL_PRIVATE"
"""Set in the environment of a command, the page that it serves opens by its address alone."""

_INNER = ("--json", "--port=0")


def shown_command(words: Sequence[str]) -> str:
    """The command that does the same in a terminal."""
    told = ["kessel", *(word for word in words if word not in _INNER)]
    return subprocess.list2cmdline(told) if sys.platform == "win32" else shlex.join(told)
