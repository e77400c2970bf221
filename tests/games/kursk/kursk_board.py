"""Small positions of Kursk on the blank board, written in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from assistant.games.kursk.situation import Situation
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game

PLAIN = {
    "shift-attacker-mobile": 0,
    "shift-attacker-assault": 0,
    "shift-defender-mobile": 0,
    "shift-defender-static": 0,
    "shift-defender-assault": 0,
    "retreat-mobile": 2,
    "retreat-assault": 1,
    "retreat-static": 0,
    "retreat-disrupted": 1,
}
"""Charts that leave a case to what it is about."""

WEST_ROAD = [f"20{column:02d}" for column in range(1, 15)]
EAST_ROAD = [f"20{column:02d}" for column in range(33, 19, -1)]


@cache
def game() -> Game:
    return load_game("kursk")


def _names(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key.replace("_", "-"): value for key, value in values.items() if value is not None}


def unit(
    id_: str,
    hex_: str,
    attack: int = 8,
    steps: int = 4,
    movement: int = 6,
    side: str = "german",
    type_: str = "infantry",
    markers: Iterable[str] = (),
    **more: Any,
) -> Unit:
    fields = {"attack": attack, "steps": steps, "movement": movement, **_names(more)}
    return Unit(id_, side, type_, hex_, markers=frozenset(markers), fields=fields)


def grey(id_: str, hex_: str, attack: int = 8, hq: str = "gh", **more: Any) -> Unit:
    """A German unit under the headquarters gh, or others from below, unless told otherwise."""
    return unit(id_, hex_, attack, **{"hq": hq.split() or None, **more})


def red(id_: str, hex_: str, attack: int = 8, hq: str = "sh", **more: Any) -> Unit:
    """A Soviet rifle corps under the headquarters sh, unless told otherwise."""
    given = {"side": "soviet", "type_": "rifle", "hq": hq.split() or None, **more}
    return unit(id_, hex_, attack, **given)


def hq(id_: str, hex_: str, side: str = "german", **more: Any) -> Unit:
    return unit(id_, hex_, **{"attack": 0, "steps": 1, "side": side, "type_": "hq", **more})


def gun(
    id_: str, hex_: str, points: int = 6, level: int = 2, type_: str = "artillery", **more: Any
) -> Unit:
    fields = {"points": points, "level": level, "movement": 4}
    return Unit(
        id_, "soviet", type_, hex_, markers=frozenset(more.get("markers", ())), fields=fields
    )


def partisan(hex_: str, *markers: str) -> Unit:
    return Unit(f"partisan-{hex_}", "soviet", "partisan", hex_, markers=frozenset(markers))


GH = hq("gh", "2013")
SH = hq("sh", "2020", "soviet")


def position(
    *units: Unit,
    phase: str = "german-first-combat",
    terrain: Mapping[str, Iterable[str]] | None = None,
    sides: Mapping[str, Iterable[str]] | None = None,
    road: Iterable[Iterable[str]] = (WEST_ROAD, EAST_ROAD),
    rail: Iterable[Iterable[str]] = (),
    double: Iterable[Iterable[str]] = (),
    readings: Mapping[str, Any] | None = None,
    own: bool = False,
    scenario: str = "",
    turn: int = 2,
    viewer: str = "",
    **state: Any,
) -> Position:
    """A position; `state` in Python names, `readings` are options other than those in force."""
    its = read_as(game(), readings or {})
    directed = frozenset(k for k, f in its.definition.hexside.items() if f.directed)
    board = (its.board if own else its.blank_board).overlaid(
        terrain or {},
        {(key[:4], key[5:]): found for key, found in (sides or {}).items()},
        {"road": road, "railroad": rail, "railroad-double": double},
        directed,
    )
    values = {**PLAIN, **_names(state)}
    return Position(its, board, units, scenario, turn, phase, values, viewer=viewer)


def situation(*units: Unit, **what: Any) -> Situation:
    return Situation(position(*units, **what))


def read_as(game: Game, readings: Mapping[str, Any]) -> Game:
    """The game with other readings of its open points."""
    options = dict(game.definition.options)
    for name, value in readings.items():
        assert value in options[name].choices, name
        options[name] = options[name].model_copy(update={"value": value})
    return replace(game, definition=game.definition.model_copy(update={"options": options}))


def at_set_up(scenario: str) -> Situation:
    """The table of a scenario before its first turn."""
    start = game().scenarios[scenario]
    placed = [(game().counters[p.counter], p) for p in start.placements if p.hex in game().board]
    units = tuple(
        Unit(c.id, c.side, c.type, p.hex, p.step, frozenset(p.markers), c.fields, c.id, c.name)
        for c, p in placed
    )
    return Situation(
        Position(game(), game().board, units, scenario, start.turn, "air", start.state)
    )
