"""What stands before a number's decimals: in each language its own sign, or the rulebook's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.game.model import Game

DECIMAL = "decimal"
"""The key of text.LANGUAGE.toml with the sign that the game's rulebook writes."""

_MARKS: Mapping[str, str] = {"es": ","}


def decimal_mark(language: str, game: Game | None = None) -> str:
    """A point, in Spanish a comma; the game's texts may name another, because a rulebook in that
    language that writes 1.5-1 is read beside the answers."""
    own = game.texts.get(language, {}).get(DECIMAL, "") if game is not None else ""
    return own or _MARKS.get(language, ".")
