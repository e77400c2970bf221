"""Military points: the places that a side has conquered, and what they count for victory (42.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.games.uis.ground import country
from assistant.games.uis.lines import closed_by_enemy, communication
from assistant.games.uis.situation import NATO, NATO_COUNTRIES, WP, WP_COUNTRIES, Situation
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule

KINDS = ("city", "urban", "airfield")
BEGINNINGS = {"West Berlin": NATO}
"""Places that do not begin with the side of their country."""
OF_SEVERAL_HEXES = ("København",)
"""Strategic places whose hexes bear names that begin with the place's."""


@dataclass(frozen=True)
class Conquest:
    """Points of one side: their sum, how many it would have besides if no enemy zone and no cut
    line kept it from them, and the places that count by name."""

    points: int
    disputed: int
    hexes: int
    places: tuple[str, ...]
    stand_in: bool = False


def worth(situation: Situation, row: str) -> Figure:
    return situation.figure("military-points", row)


def owner(situation: Situation, name: str) -> str:
    """The side that held a hex at the beginning."""
    begins = BEGINNINGS.get(situation.board.names.get(name, ""))
    if begins:
        return begins
    land = country(situation, name)
    if land in WP_COUNTRIES:
        return WP
    return NATO if land in NATO_COUNTRIES or land == "austria" else ""


@rule("42.2")
@kept
def conquered(situation: Situation) -> Mapping[str, str]:
    """Who has conquered which hex that counts: the other side held it at first, and this one was
    the last to stand there."""
    found = {}
    for name in sorted(situation.board.hexes_with(*KINDS, "port")):
        first = owner(situation, name)
        holder = situation.side_at(name) or situation.position.control.get(name, "")
        if holder in (WP, NATO) and first in (WP, NATO) and holder != first:
            found[name] = holder
    return found


@rule("42.2", "6.2.3", "40")
def counts(situation: Situation, side: str, name: str) -> bool:
    """A conquered hex counts outside enemy zones, which friends undo, and with a line of
    communication."""
    if name in closed_by_enemy(situation, side):
        return False
    return name in communication(situation, side)


@rule("42.2")
def conquest(situation: Situation, side: str) -> Conquest:
    """The military points of a side: hexes by their kind, ports and strategic places by name."""
    held = [name for name, holder in conquered(situation).items() if holder == side]
    good = [name for name in held if counts(situation, side, name)]
    own = _points(situation, good)
    return Conquest(
        points=int(own.number),
        disputed=int(_points(situation, held).number - own.number),
        hexes=len(good),
        places=strategic(situation, good),
        stand_in=own.stand_in,
    )


def _points(situation: Situation, hexes: list[str]) -> Figure:
    total = NOTHING
    for name in hexes:
        kinds = situation.board.of(name)
        settled = next((kind for kind in ("city", "urban") if kind in kinds), "")
        for row in (settled, "airfield" if "airfield" in kinds else ""):
            total = total + worth(situation, row)
        if "port" in kinds:
            total = total + worth(situation, f"port {situation.board.names.get(name, '')}")
    for place in strategic(situation, hexes):
        total = total + worth(situation, place)
    return total


def strategic(situation: Situation, hexes: list[str]) -> tuple[str, ...]:
    """Strategic places of which every hex is among these."""
    names = situation.board.names
    found = []
    for row, _ in situation.chart("military-points"):
        its = [
            name
            for name, word in names.items()
            if (word.startswith(row) if row in OF_SEVERAL_HEXES else word == row)
        ]
        if its and all(name in hexes for name in its):
            found.append(row)
    return tuple(found)
