"""Numbers as Java reads them: not as Python does, and whole ones otherwise than the rest.

Sources: `java.lang.Integer.parseInt`, `java.lang.Double.valueOf`.
"""

from __future__ import annotations

import math
import re

LARGEST = 2**31

WHOLE = re.compile(r"[-+]?(?:(?![\U00010000-\U0010ffff])\d)++")
"""Digits of any script but those that are two of Java's signs (Character.digit)."""

_UP_TO_BLANK = "".join(map(chr, range(33)))
_REAL = re.compile(
    r"""[-+]?(?: NaN | Infinity | (?:
        (?P<decimal> (?:[0-9]++\.?[0-9]*+|\.[0-9]++) (?:[eE][-+]?[0-9]++)?+ )
        | 0[xX] (?:[0-9a-fA-F]++\.?[0-9a-fA-F]*+|\.[0-9a-fA-F]++) [pP][-+]?[0-9]++
    ) [fFdD]? )""",
    re.VERBOSE,
)
"""Possessive, because a stranger's number may have a million figures."""


def java_whole(text: str, largest: int = LARGEST) -> int:
    """The whole number of a text, below `largest` and at least as far below 0; ValueError for what
    is none there: blanks beside it, `_` within, and what is too large."""
    if not WHOLE.fullmatch(text):
        raise ValueError(text[:30])
    value = int(text)
    if not -largest <= value < largest:
        raise ValueError(text[:30])
    return value


def java_int(text: str) -> int:
    """The number of a text as an int of Java's (Integer.parseInt); ValueError for what is none."""
    return java_whole(text)


def java_real(text: str) -> float:
    """The number of a text (Double.valueOf), which may have blanks beside it, d or f behind it, and
    be written to base 16; ValueError for what is none."""
    bare = text.strip(_UP_TO_BLANK)
    found = _REAL.fullmatch(bare)
    if found is None:
        raise ValueError(text[:30])
    if found["decimal"] is not None:
        return float(bare.rstrip("fFdD"))
    if bare.endswith(("NaN", "Infinity")):
        return float(bare)
    try:
        return float.fromhex(bare.rstrip("fFdD") if bare[-1] in "fFdD" else bare)
    except OverflowError:
        return -math.inf if bare.startswith("-") else math.inf
