"""Whole numbers as Java reads them, which takes less than Python does."""

from __future__ import annotations

LARGEST = 2**31


def java_int(text: str) -> int:
    """The number of a text (Integer.parseInt); ValueError for what is none there: blanks beside it,
    `_` within, and what is too large."""
    value = int(text)
    if not -LARGEST <= value < LARGEST or "_" in text or text != text.strip():
        raise ValueError(text[:30])
    return value
