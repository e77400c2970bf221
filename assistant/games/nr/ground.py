"""What the map closes, who holds what on it, and where its friendly edges are."""

from __future__ import annotations

from collections.abc import Mapping

from assistant.games.nr.units import SOVIET, enemy_of, nationality
from assistant.position import Position, Unit
from assistant.rules.rulebook import Reason, rule
from builder.game.board import Board

WATER = frozenset(("lake", "sea"))
FINLAND = "finland"


@rule("8.3", "8.5", "10.1")
def passable(board: Board, start: str, end: str) -> bool:
    """No unit, attack or zone crosses a lake or sea side; a full lake hex has only such sides."""
    if board.between(start, end) & WATER:
        return False
    return not (board.of(start) & WATER or board.of(end) & WATER)


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
        return Reason("8.6", "Only German, Finnish and Soviet units may enter Finland.")
    if not position.value("balkans-open"):
        return Reason("8.7", "The Balkans are closed until the turn after the oil fields fall.")
    if nation in ("german", "yugoslav"):
        return None
    if nation == "soviet" and position.game.option("soviets-in-balkans"):
        return None
    return Reason("8.7", f"{unit.shown} is none of those that may enter the Balkans.")


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
    """The west edge is the Axis's, the east and south edges are the Soviets'; on the game's own map
    not where the edge is water or, for the Soviets, outside the U.S.S.R."""
    board = position.board
    found = {}
    for side in position.game.definition.side:
        hexes = position.game.hexset(str(side.values["edge"]))
        if not board.blank:
            hexes -= board.hexes_with("sea", "lake")
            hexes -= board.hexes_with("germany") if side.id == SOVIET else frozenset()
        found[side.id] = hexes
    return found


def is_clear(board: Board, place: str) -> bool:
    """Whether a hex is Clear: no terrain but that it may lie in Greater Germany (10.6.3)."""
    return not board.of(place) - {"germany"}


@rule("13.1", "8.6")
def in_ussr(board: Board, place: str) -> bool:
    """Whether a hex lies in the U.S.S.R.; Finland and the Balkans do not."""
    return place not in board.areas and "germany" not in board.of(place)
