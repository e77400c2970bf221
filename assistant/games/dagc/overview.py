"""What a position means beside supply and battle, for reports (4, 10, 13)."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.dagc.arrivals import places
from assistant.games.dagc.score import Victory, verdict, victory
from assistant.games.dagc.situation import GERMAN, SOVIET, Situation, is_full_strength
from assistant.games.dagc.supply import may_be_replenished
from assistant.questions.reasons import Reason

GROUPS = ((GERMAN, "agc"), (GERMAN, "kg"), (GERMAN, "nu"), (SOVIET, "main"), (SOVIET, "1uf"))


@dataclass(frozen=True)
class Entry:
    """The hexes where units of a group may be placed now."""

    side: str
    group: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """`armour_die` is the highest die with which the armour concentration comes, 0 when it is not
    to be had; `german_replacements` is None where only the printed turn track tells."""

    victory: Victory
    victory_points: int
    verdict: Reason | None
    air_main: int
    air_1uf: int
    armour_die: int
    activated: tuple[str, ...]
    german_replacements: int | None
    may_be_replenished: tuple[str, ...]
    entries: tuple[Entry, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind."""
    points = victory(situation)
    reduced = (unit for unit in situation.units if not is_full_strength(unit))
    return Overview(
        victory=points,
        victory_points=points.points,
        verdict=verdict(situation, points),
        air_main=situation.air_armies("main"),
        air_1uf=situation.air_armies("1uf"),
        armour_die=0 if situation.value("armor-used") else situation.now("armour-die"),
        activated=tuple(unit.id for unit in situation.units if situation.is_activated(unit)),
        german_replacements=situation.now("german-replacements"),
        may_be_replenished=tuple(u.id for u in reduced if may_be_replenished(situation, u)[0]),
        entries=tuple(Entry(side, its, places(situation, side, its)) for side, its in GROUPS),
    )
