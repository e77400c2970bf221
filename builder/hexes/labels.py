"""The labels of rows and columns: numbers with leading zeros, or letters.

Source: `RegularGridNumbering` of VASSAL 3.7.
"""

from __future__ import annotations

from functools import lru_cache

from builder import limits
from builder.java_numbers import java_int

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@lru_cache(maxsize=4096)  # a map of 7,000 hexes has 200 rows and columns, each asked for again
def number_label(value: int, kind: str = "N", leading: int = 1) -> str:
    """One coordinate as VASSAL writes it: `N` numeric with `leading` extra digits, `A` letters."""
    sign = "-" if value < 0 else ""
    value = abs(value)
    if kind == "A":
        return sign + LETTERS[value % 26] * min(value // 26 + 1, limits.LABEL)
    return sign + str(value).rjust(min(leading + 1, limits.LABEL), "0")


def label_number(label: str, kind: str = "N") -> int:
    """The number that `number_label` wrote; ValueError for one that is no int of Java's."""
    if kind != "A":
        return java_int(label)
    letters = label.lstrip("-")
    value = 26 * (len(letters) - 1) + LETTERS.index(letters[-1])
    return -value if label.startswith("-") else value
