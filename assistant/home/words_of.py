"""How a command is written in a terminal, and how it tells a page of its progress."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence

from assistant.report.terminal import plain_line

PROGRESS = "KESSEL_PROGRESS"
"""Set in the environment of a command, it tells on lines of this name how much is done."""

PRIVATE = "KESSEL_PRIVATE"
"""Set in the environment of a command, the page that it serves opens by its address alone."""

_INNER = ("--json", "--port=0")


def shown_command(words: Sequence[str]) -> str:
    """The command that does the same in a terminal."""
    told = ["kessel", *(word for word in words if word not in _INNER)]
    if sys.platform == "win32":
        return plain_line(subprocess.list2cmdline(told))
    return " ".join(map(_quoted, told))


def _quoted(word: str) -> str:
    """A word for a shell: signs that would steer the terminal into which it is copied by number."""
    if plain_line(word) == word:
        return shlex.quote(word)
    return f"$'{''.join(map(_numbered, word))}'"


def _numbered(sign: str) -> str:
    if sign in "'\\":
        return f"\\{sign}"
    if plain_line(sign) == sign:
        return sign
    if "\udc80" <= sign <= "\udcff":  # a byte of a name that is no text
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return f"\\U{ord(sign):08x}"
