"""Lines of the chat that no player says, as they may be told: a module's report holds whatever
property it likes, and so a password."""

from __future__ import annotations

from builder import limits
from builder.vassal.markup import line_as_shown, line_without_tags, unescaped, written
from builder.vassal.secret import Passwords

_BEGINNINGS = "*", "-"
_READINGS = line_without_tags, line_as_shown

_DEEPER = 2
"""How often signs that are written with others are written so again, as by a module that takes a
report for plain text."""


def is_report(line: str) -> bool:
    """Whether the module says it, or VASSAL itself, and no player."""
    return line.startswith(_BEGINNINGS)


def report_as_told(line: str, passwords: Passwords) -> str:
    """A report without passwords, which may be written with HTML's signs, or have tags in them."""
    told = passwords.told(line)
    begun = told if passwords.hide_in(line) else line[: limits.LINE]
    for read in _READINGS:
        if (shown := _masked(read(begun), passwords)) is not None:
            return written(shown)
    return told


def _masked(text: str, passwords: Passwords, deeper: int = _DEEPER) -> str | None:
    """A text without passwords, also where its signs are written with signs again; None if it has
    none."""
    hides = passwords.hide_in(text)
    told = passwords.told(text) if hides else text
    if deeper and "&" in told:
        inner = _masked(unescaped(told), passwords, deeper - 1)
        if inner is not None:
            return written(inner)
    return told if hides else None
