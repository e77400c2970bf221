"""Large numbers as the reader's language writes them."""

from __future__ import annotations

_ALONE = 9_999
"""The largest number that Spanish writes without a space."""


def grouped(number: float, language: str) -> str:
    """A number without decimals: 17,258 in English, 17 258 in Spanish, where 1299 has no space."""
    if language == "es":
        return f"{number:,.0f}".replace(",", " " if round(number) > _ALONE else "")
    return f"{number:,.0f}"
