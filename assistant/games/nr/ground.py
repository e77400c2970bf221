"""What the map closes, who holds what on it, and where its friendly edges are."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.nr.units import enemy_of, nationality
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason
from builder.game.board import Board

WATER = frozenset(("lake", "sea"))
CLOSED = frozenset(("lake", "sea", "outside"))
"""Hexes that no unit enters: full lakes, open sea, land outside of the map."""

FINLAND = "finland"


@rule("8.3", "8.5", "10.1")
def passable(board: Board, start: str, end: str) -> bool:
    """No unit, attack or zone crosses a lake or sea side; a full lake hex has only such sides."""
    if board.between(start, end) & WATER:
        return False
    return not (board.of(start) & CLOSED or board.of(end) & CLOSED)


@rule("8.6", "8.7")
def area_bar(position: Position, unit: Unit, place: str) -> Reason | None:
    """Finland takes Germans, Finns and Soviets; the Balkans, once open, Germans, Yugoslavs and
    Soviets."""
    if place not in position.board.areas:
        return None
    nation = nationality(unit)
    if place == FINLAND:
        if nation in ("german", "finnish", "soviet"):
            return None
        return Reason("8.6", "Only German, Finnish and Soviet units may enter Finland.", "area")
    if not position.value("balkans-open"):
        return Reason(
            "8.7", "The Balkans are closed until the turn after the oil fields fall.", "area"
        )
    if nation in ("german", "yugoslav"):
        return None
    if nation == "soviet" and position.game.option("soviets-in-balkans"):
        return None
    return Reason("8.7", "{unit} is none of those that may enter the Balkans.", "area", unit=unit)


@rule("6.1", "12.7.1")
def holders(position: Position) -> Mapping[str, str]:
    """Who holds each listed city, objective or oil hex: the last side to enter, so units that stand
    in it win over the list. A place in no list belongs to nobody."""
    control: dict[str, str] = {}
    if not position.board.blank:
        for side, places in position.game.definition.control.items():
            control |= dict.fromkeys(places, side)
    control |= position.control
    for place, side in control.items():
        occupants = {unit.side for unit in position.at(place)}
        if occupants == {enemy_of(side)}:
            control[place] = enemy_of(side)
    return control


@rule("6.1")
def edges(position: Position) -> Mapping[str, frozenset[str]]:
    """The west edge is the Axis's, the east and south edges are the Soviets'."""
    sides = position.game.definition.side
    if position.board.blank:
        return {side.id: frozenset(side.values["blank-edge"]) for side in sides}
    return {side.id: position.game.hexset(str(side.values["edge"])) for side in sides}


def is_clear(board: Board, place: str) -> bool:
    """Whether a hex is Clear: no terrain but that it may lie in Greater Germany (10.6.3)."""
    return not board.of(place) - {"germany"}


@rule("13.1", "8.6")
def in_ussr(board: Board, place: str) -> bool:
    """Whether a hex lies in the U.S.S.R.; Finland and the Balkans do not."""
    return place not in board.areas and "germany" not in board.of(place)
