"""What chapters ask of a position: whose zone, whose control, who sees what (3.3, 6.8, 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.kernel import facts
from assistant.kernel.chart import Chart, chart_of
from assistant.kernel.facts import kept, opponents
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import Opposition, shown, zone_of
from assistant.position import Position, Unit
from assistant.questions.answers import Zones
from assistant.questions.reasons import Reason

GERMAN = "german"
SOVIET = "soviet"


enemy_of = opponents(GERMAN, SOVIET)


@rule("2.9")
def strength(unit: Unit) -> int:
    """The combat factor on the side of the counter that is up, for attack and defence alike."""
    return unit.face("strength")


@rule("2.11")
def steps_left(unit: Unit) -> int:
    """A counter with two faces has two steps at full strength and one when it is reduced."""
    faces = len(unit.get("strength") or [0])
    return max(1, faces - unit.step + 1)


@rule("2.11")
def is_full_strength(unit: Unit) -> bool:
    """A unit is at full strength until it loses its first step."""
    return unit.step == 1


@rule("2.5")
def group(unit: Unit) -> str:
    """The organisation that the counter's colours show; army group or main front if not told."""
    return str(unit.get("group") or ("agc" if unit.side == GERMAN else "main"))


@rule("2.5", "6.10")
def front(unit: Unit) -> str:
    """Soviet units are of the main front or of the 1st Ukrainian; the Germans are all one."""
    if unit.side == GERMAN:
        return GERMAN
    return "1uf" if group(unit) == "1uf" else "main"


@rule("2.7", "12.5")
def is_locality(unit: Unit) -> bool:
    """A fortified locality neither moves nor attacks, and shields what is stacked with it."""
    return unit.type == "fortified-locality"


@rule("2.7", "12.2")
def is_cav_mech(unit: Unit) -> bool:
    """A cavalry-mechanised group has its own movement, supply, retreat and advance."""
    return unit.type == "cav-mech"


@rule("12.7")
def is_fresh_shock_army(unit: Unit) -> bool:
    """Only a shock army that has lost no step brings its column."""
    return unit.type == "shock" and is_full_strength(unit)


@dataclass(frozen=True)
class Situation(facts.Situation):
    """A position with its zones and its terrain effects chart."""

    @cached_property
    def chart(self) -> Chart:
        return chart_of(self.definition)

    @cached_property
    @rule("8.1", "8.2", "8.6")
    def zones(self) -> dict[str, frozenset[str]]:
        """Side -> the hexes in its zone of control: every ground unit, supplied or not, controls
        the six hexes around it across any hexside, whatever stands or grows there."""
        return {side: zone_of(self.held[side], self.near) for side in (GERMAN, SOVIET)}

    @cached_property
    def opposed(self) -> Mapping[str, Opposition]:
        """The enemy as each side meets him."""
        return {
            side: Opposition(self.held[enemy], self.zones[enemy], self.held[side])
            for side in (GERMAN, SOVIET)
            for enemy in (enemy_of(side),)
        }


situation_of = kept(Situation)
"""The facts of a position, the same value whenever it is asked for."""


def zones(situation: Situation) -> Zones:
    """The zones of both sides."""
    return shown(situation.zones, (GERMAN, SOVIET))


def in_enemy_zone(situation: Situation, side: str, name: str) -> bool:
    """Whether the hex lies in a zone of the other side, whoever is in it."""
    return name in situation.zones[enemy_of(side)]


@rule("3.3")
def controller(situation: Situation, name: str) -> str:
    """A hex is its occupier's, else of whoever entered it last: the Soviets begin with their own
    sources, the Germans with the rest."""
    known = situation.side_at(name) or situation.position.control.get(name)
    return known or (SOVIET if name in situation.hexset("soviet-sources") else GERMAN)


UNSEEN = Reason(
    "6.8", "The German sees only the top unit of a Soviet stack; units below it are not counted."
)


@rule("6.8")
def visible(position: Position) -> Position:
    """The Soviet looks through every stack, the German only at the top of Soviet stacks."""
    if position.viewer != GERMAN:
        return position
    top = {unit.hex: unit.id for unit in position.units if unit.side == SOVIET}
    return position.with_units(
        unit
        for unit in position.units
        if unit.side != SOVIET or unit.hex not in position.board.grid or top[unit.hex] == unit.id
    )


def unseen(position: Position, side: str) -> tuple[Reason, ...]:
    """The warning that belongs to what the German is told of Soviet stacks."""
    return (UNSEEN,) if position.viewer == GERMAN and side == SOVIET else ()
