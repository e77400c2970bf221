"""How the columns of tables are printed."""

from __future__ import annotations

import re

from builder.saying import signed

_DOTS = re.compile(r"(\d)\.\.([-+]?\d)")


def column_word(column: str) -> str:
    """A column, or an effect that names one, as it is printed: no signs of a programming language,
    as in `>=+8`, `-8..-5` and `-1 -> -2`; what is typed behind an = stays."""
    text = column.replace(">=", "≥ ").replace("<=", "≤ ").replace("->", "→")
    return signed(_DOTS.sub(r"\1 … \2", text))
