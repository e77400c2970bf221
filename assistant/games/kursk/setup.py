"""The set-up as chapter 18.1 orders it, checked before the first turn begins (11.15, 18.12 to
18.14, 20.2)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.kursk.ground import exerts
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import SIDES, enemy_of, is_gun, is_hq, is_partisan
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import at_start
from assistant.position import Unit
from assistant.questions.duties import Tells, of_hexes, of_units

JULY, MAY = "july", "may"
FROM_THE_FRONT = 5
"""Hexes from the front line within which the German army headquarters of July stand."""


def placed(situation: Situation) -> Iterable[Unit]:
    """The units whose set-up is checked: all on the map but partisans."""
    return (unit for unit in situation.units if not is_partisan(unit))


@rule("18.12")
def beyond_the_line(situation: Situation) -> Tells | None:
    """Units on the enemy's side of the start line."""
    foreign = situation.ground.foreign_rail
    return of_units(u for u in placed(situation) if u.hex in foreign[u.side])


@rule("18.12")
def cut_off(situation: Situation) -> Tells | None:
    """Units without supply or communication."""
    return of_units(u for u in placed(situation) if not situation.provided(u))


@rule("18.13")
def front_left_open(situation: Situation) -> Tells | None:
    """Hexes of a front line that a side neither holds nor covers from its own front line."""
    return of_hexes({name for side in SIDES for name in _open(situation, side)})


def _open(situation: Situation, side: str) -> set[str]:
    line = front_line(situation, side)
    held = {unit.hex for unit in placed(situation) if unit.side == side}
    own = (u for u in placed(situation) if u.side == side and exerts(situation.position, u))
    covered = {n for unit in own if unit.hex in line for n in situation.ground.covered(unit.hex)}
    return line - held - covered


@rule("18.13", "3.1.3")
def front_line(situation: Situation, side: str) -> set[str]:
    """A side's hexes that touch the enemy's side of the start line."""
    foreign, ground = situation.ground.foreign_rail, situation.ground
    theirs, ours = foreign[side], foreign[enemy_of(side)]
    return {n for n in ours if n in ground.around and theirs.intersection(ground.around[n])}


@rule("18.14")
def reserves_astray(situation: Situation) -> Tells | None:
    """Units in reserve farther than a hex from their headquarters."""

    def astray(unit: Unit) -> bool:
        own = situation.position.by_id.get(next(iter(unit.get("hq") or ()), ""))
        far = situation.game.grid.distance
        return own is not None and own.hex in situation.board and far(unit.hex, own.hex) > 1

    its = (u for u in placed(situation) if "reserve" in u.markers)
    return of_units(u for u in its if not is_hq(u) and not is_gun(u) and astray(u))


@rule("11.15")
def commanded_apart(situation: Situation) -> Tells | None:
    """Units under independent or alternative command, which none is at the start but in May."""
    able = placed(situation) if situation.scenario != MAY else ()
    return of_units(u for u in able if {"independent", "alternative"} & u.markers)


@rule("20.2")
def far_headquarters(situation: Situation) -> Tells | None:
    """German army headquarters of July that stand too far behind the front."""
    if situation.scenario != JULY:
        return None
    line, far = front_line(situation, "german"), situation.game.grid.distance
    armies = (u for u in placed(situation) if is_hq(u) and u.side == "german" and not u.get("hq"))
    return of_units(u for u in armies if min(far(u.hex, n) for n in line) > FROM_THE_FRONT)


SET_UP = at_start(
    beyond_the_line, cut_off, front_left_open, reserves_astray, commanded_apart, far_headquarters
)
"""What is wrong with the set-up, by its name in duties.toml."""
