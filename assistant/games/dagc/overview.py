"""What the position means beside supply and battle: victory, air armies, arrivals, replacements."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.games.dagc.calendar import (
    air_armies,
    armour_succeeds_up_to,
    german_replacements,
    is_activated,
)
from assistant.games.dagc.reinforcements import Entry, entries
from assistant.games.dagc.replacements import may_be_replenished
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.supply import state_of
from assistant.games.dagc.units import is_full_strength
from assistant.games.dagc.victory import Victory, victory


@dataclass(frozen=True)
class Overview:
    """`armour_die` is the highest die with which the armour concentration comes, 0 when it is not
    to be had; `german_replacements` is None where only the printed turn track tells."""

    victory: Victory
    victory_points: int
    air_main: int
    air_1uf: int
    armour_die: int
    activated: tuple[str, ...]
    german_replacements: int | None
    may_be_replenished: tuple[str, ...]
    entries: tuple[Entry, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind, for reports."""
    position = situation.position
    points = victory(situation)
    tried = bool(position.value("armor-used"))
    return Overview(
        victory=points,
        victory_points=points.points,
        air_main=air_armies(position, "main"),
        air_1uf=air_armies(position, "1uf"),
        armour_die=0 if tried else armour_succeeds_up_to(position),
        activated=tuple(unit.id for unit in situation.units if is_activated(position, unit)),
        german_replacements=german_replacements(position),
        may_be_replenished=tuple(
            unit.id
            for unit in situation.units
            if not is_full_strength(unit)
            and may_be_replenished(situation, unit, state_of(situation, unit))[0]
        ),
        entries=entries(situation),
    )
