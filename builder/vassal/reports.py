"""Lines of the chat that no player says, as they may be told: a module's report holds whatever
property it likes, and so a password."""

from __future__ import annotations

from builder import limits
from builder.vassal.markup import line_as_shown, line_without_tags, written
from builder.vassal.secret import Passwords

_BEGINNINGS = "*", "-"
_READINGS = line_without_tags, line_as_shown


def is_report(line: str) -> bool:
    """Whether the module says it, or VASSAL itself, and no player."""
    return line.startswith(_BEGINNINGS)


def report_as_told(line: str, passwords: Passwords) -> str:
    """A report without passwords, which may be written with HTML's signs, or have tags in them."""
    told = passwords.told(line)
    begun = told if passwords.hide_in(line) else line[: limits.LINE]
    for read in _READINGS:
        if passwords.hide_in(shown := read(begun)):
            return written(passwords.told(shown))
    return told
