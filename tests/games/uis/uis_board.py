"""A laboratory for tests: positions of Under an Iron Sky from a few words."""

from __future__ import annotations

from functools import cache
from typing import Any

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game


@cache
def game() -> Game:
    return load_game("uis")


def unit(id_: str, hex_: str, side: str = "nato", type_: str = "mechanized", **fields: Any) -> Unit:
    """A made-up unit; a Warsaw Pact unit is a Soviet division unless told otherwise."""
    usual: dict[str, Any] = {"nation": "wg", "attack": 3, "defence": 3}
    if side == "wp":
        usual = {"nation": "su", "attack": 16, "defence": 12, "size": "division"}
    markers = frozenset(fields.pop("markers", ()))
    step = fields.pop("step", 1)
    told = {name.replace("_", "-"): value for name, value in fields.items()}
    return Unit(id_, side, type_, hex_, step, markers, {**usual, **told})


def table(*units: Unit, phase: str = "wp-movement", **state: Any) -> Position:
    """A position on the blank board in the fifth turn of war."""
    told = {name.replace("_", "-"): value for name, value in state.items()}
    position = Position(
        game(), game().blank_board, units, phase=phase, state={"war-turn": 5, **told}
    )
    return RULES.visible(position)
