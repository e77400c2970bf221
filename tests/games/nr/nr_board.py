"""Small positions of No Retreat on the blank board, written in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game


@cache
def game(**readings: Any) -> Game:
    """The game, under other readings of its open points if any are named (`_` for `-`)."""
    found = load_game("nr")
    options = dict(found.definition.options)
    for name, value in readings.items():
        name = name.replace("_", "-")
        assert value in options[name].choices
        options[name] = options[name].model_copy(update={"value": value})
    return replace(found, definition=found.definition.model_copy(update={"options": options}))


def unit(
    side: str,
    id_: str,
    hex_: str,
    strength: Sequence[int],
    type_: str = "infantry",
    markers: str = "",
    step: int = 1,
    **fields: Any,
) -> Unit:
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    more = {"strength": list(strength), "movement": [4, 4], **named}
    return Unit(id_, side, type_, hex_, step, frozenset(markers.split()), more)


def axis(
    id_: str, hex_: str, strength: Sequence[int] = (4, 3), type_: str = "infantry", **more: Any
) -> Unit:
    return unit("axis", id_, hex_, strength, type_, **more)


def soviet(
    id_: str, hex_: str, strength: Sequence[int] = (5, 4), type_: str = "infantry", **more: Any
) -> Unit:
    return unit("soviet", id_, hex_, strength, type_, **more)


def panzer(id_: str, hex_: str, strength: Sequence[int] = (7, 5), **more: Any) -> Unit:
    return axis(id_, hex_, strength, "armour", **{"movement": [6, 6], **more})


def tank(id_: str, hex_: str, strength: Sequence[int] = (7, 5), **more: Any) -> Unit:
    return soviet(id_, hex_, strength, "armour", **{"movement": [6, 6], **more})


def fort(side: str, id_: str, hex_: str, strength: Sequence[int] = (3, 2), **more: Any) -> Unit:
    return unit(side, id_, hex_, strength, "fort", **{"movement": [0], **more})


def cadre(side: str, id_: str, hex_: str, **more: Any) -> Unit:
    return unit(side, id_, hex_, [2], "cadre", **{"movement": [3], **more})


def volkssturm(id_: str, hex_: str, **more: Any) -> Unit:
    return axis(id_, hex_, [1], "volkssturm", **{"movement": [0], **more})


def place(
    *units: Unit,
    turn: int = 7,
    phase: str = "axis-combat",
    weather: str = "clear",
    terrain: Mapping[str, str] | None = None,
    hexsides: Mapping[str, str] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    state: Mapping[str, Any] | None = None,
    **readings: Any,
) -> Position:
    """A position on the blank board; hexsides are written "1411/1511", words apart by blanks."""
    board = game().blank_board.overlaid(
        {name: words.split() for name, words in (terrain or {}).items()},
        {_pair(key): words.split() for key, words in (hexsides or {}).items()},
    )
    return Position(
        game=game(**readings),
        board=board,
        units=units,
        turn=turn,
        phase=phase,
        state={"weather": weather, **(state or {})},
        control={name: side for side, names in (control or {}).items() for name in names},
    )


def _pair(key: str) -> tuple[str, str]:
    start, _, end = key.partition("/")
    return start, end


def in_own_movement(position: Position, unit: str) -> Position:
    """The position in the movement phase of a unit's side."""
    return position.in_phase(f"{position.by_id[unit].side}-movement")
