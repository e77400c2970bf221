"""Small positions of Manstein's Last Battle on the blank board, written in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from assistant.games.mlb.situation import Situation
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game

AXIS_SOURCE = {"0501": ["axis-supply"]}
CORRIDOR = {
    **{f"03{c:02d}": ["sea"] for c in range(1, 12)},
    **{f"07{c:02d}": ["sea"] for c in range(1, 12)},
    **{hexagon: ["sea"] for hexagon in ("0411", "0511", "0611")},
}
"""Rows 04 to 06, columns 01 to 10, between seas."""
RIVER_LINE = ["0405/0406", "0406/0505", "0505/0506", "0505/0606", "0605/0606"]
"""The hexsides between columns 05 and 06 of the corridor."""


@cache
def game() -> Game:
    return load_game("mlb")


def unit(
    id_: str,
    side: str,
    hex_: str,
    strength: Sequence[int] = (5, 3),
    type_: str = "infantry",
    movement: int = 5,
    markers: Iterable[str] = (),
    step: int = 1,
    **more: Any,
) -> Unit:
    fields: dict[str, Any] = {"strength": list(strength), "movement": movement, **more}
    return Unit(id_, side, type_, hex_, step, frozenset(markers), fields)


def tank(
    id_: str, side: str, hex_: str, attack: Sequence[int] = (6, 3), defence: Sequence[int] = (5, 2),
    movement: int = 8, **more: Any,
) -> Unit:  # fmt: skip
    fields = {"attack": list(attack), "defence": list(defence), "movement": movement, **more}
    return Unit(id_, side, "armoured", hex_, fields=fields)


def hq(id_: str, side: str, hex_: str, strength: int = 2, range_: int = 4, **more: Any) -> Unit:
    return unit(id_, side, hex_, [strength], "hq", range=range_, **more)


def reds(*hexes: str) -> list[Unit]:
    """Plain Soviet infantry, one in each hex."""
    return [unit(f"S{h}", "soviet", h) for h in hexes]


def greys(*hexes: str) -> list[Unit]:
    """Plain Axis infantry, one in each hex."""
    return [unit(f"X{h}", "axis", h) for h in hexes]


def position(
    *units: Unit,
    terrain: Mapping[str, Iterable[str]] | None = None,
    sides: Mapping[str, Iterable[str]] | None = None,
    road: Iterable[Iterable[str]] = (),
    railroad: Iterable[Iterable[str]] = (),
    control: Mapping[str, str] | None = None,
    readings: Mapping[str, Any] | None = None,
    own: bool = False,
    turn: int = 1,
    viewer: str = "",
    scenario: str = "",
    **state: Any,
) -> Position:
    """A position; `state` in Python names, `readings` are options other than those in force."""
    its = read_as(game(), readings or {})
    board = (its.board if own else its.blank_board).overlaid(
        terrain or {},
        {(key[:4], key[5:]): found for key, found in (sides or {}).items()},
        {"road": road, "railroad": railroad},
    )
    values = {name.replace("_", "-"): value for name, value in state.items()}
    return Position(
        its, board, units, scenario, turn, state=values, control=control or {}, viewer=viewer
    )


def situation(*units: Unit, **what: Any) -> Situation:
    return Situation(position(*units, **what))


def read_as(game: Game, readings: Mapping[str, Any]) -> Game:
    """The game with other readings of its open points."""
    options = dict(game.definition.options)
    for name, value in readings.items():
        assert value in options[name].choices, name
        options[name] = options[name].model_copy(update={"value": value})
    return replace(game, definition=game.definition.model_copy(update={"options": options}))
