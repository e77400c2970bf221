"""Small positions of Army Group Center on the blank board, written in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game

KOENIGSBERG = {"2825": ["city", "coast"]}


@cache
def game(**readings: Any) -> Game:
    """The game, under other readings of its open points if any are named (`_` for `-`)."""
    found = load_game("dagc")
    options = dict(found.definition.options)
    for name, value in readings.items():
        name = name.replace("_", "-").removeprefix("x")
        assert value in options[name].choices
        options[name] = options[name].model_copy(update={"value": value})
    return replace(found, definition=found.definition.model_copy(update={"options": options}))


def edge(side: str) -> list[str]:
    """All sources of a side."""
    return sorted(game().hexset(f"{side}-sources"))


def unit(
    side: str,
    id_: str,
    hex_: str,
    strength: Sequence[int],
    type_: str,
    markers: Iterable[str] = (),
    step: int = 1,
    **fields: Any,
) -> Unit:
    more = {"strength": list(strength), **fields}
    return Unit(id_, side, type_, hex_, step, frozenset(markers), more)


def german(
    id_: str, hex_: str, strength: Sequence[int] = (3, 2), type_: str = "infantry", **more: Any
) -> Unit:
    return unit("german", id_, hex_, strength, type_, **more)


def soviet(
    id_: str, hex_: str, strength: Sequence[int] = (4, 2), type_: str = "infantry", **more: Any
) -> Unit:
    return unit("soviet", id_, hex_, strength, type_, **more)


def locality(id_: str, hex_: str, strength: int = 2) -> Unit:
    return german(id_, hex_, [strength], "fortified-locality")


def cav_mech(id_: str, hex_: str, **more: Any) -> Unit:
    return soviet(id_, hex_, type_="cav-mech", **more)


def shock(id_: str, hex_: str, **more: Any) -> Unit:
    return soviet(id_, hex_, (6, 3), "shock", **more)


def place(
    *units: Unit,
    turn: int = 3,
    phase: str = "",
    scenario: str = "",
    viewer: str = "",
    terrain: Mapping[str, Iterable[str]] | None = None,
    hexsides: Mapping[str, Iterable[str]] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    state: Mapping[str, Any] | None = None,
    **readings: Any,
) -> Position:
    """A position on the blank board; hexsides are written "4416/4415", readings by option name."""
    board = game().blank_board.overlaid(
        terrain, {(key[:4], key[5:]): kinds for key, kinds in (hexsides or {}).items()}
    )
    return Position(
        game=game(**readings),
        board=board,
        units=units,
        turn=turn,
        phase=phase,
        scenario=scenario,
        viewer=viewer,
        state=dict(state or {}),
        control={name: side for side, names in (control or {}).items() for name in names},
    )
