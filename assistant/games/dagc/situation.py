"""What chapters ask of a position: what a unit is, whose zone and control, who sees what, and what
the scenario and the turn change (chapters 2, 3, 5, 6.8, 8, 12, 13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assistant.kernel.calendar import Calendar
from assistant.kernel.chart import Chart, chart_of
from assistant.kernel.facts import kept, opponents
from assistant.kernel.rulebook import rule
from assistant.kernel.zones import Facing, zone_of
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason

GERMAN, SOVIET = "german", "soviet"
HISTORICAL, BOLD_STROKE = "historical", "bold-stroke"
FRONTS = {"main": "main front", "1uf": "1st Ukrainian Front"}
"""The Soviet fronts, which have air armies of their own."""
ACTIVATION_RANGE = 9
UNSEEN = Reason(
    "6.8",
    "The German sees only the top unit of a Soviet stack; units below it are not counted.",
    "unseen",
)

enemy_of = opponents(GERMAN, SOVIET)
"""From each side the other."""


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
class Situation(Facing):
    """A position with its zones and its terrain effects chart; what the turn and the scenario
    change says calendar.toml."""

    calendar = Calendar(Path(__file__).with_name("calendar.toml"))

    @cached_property
    def chart(self) -> Chart:
        return chart_of(self.definition)

    @cached_property
    @rule("8.1", "8.2", "8.6")
    def zones(self) -> dict[str, frozenset[str]]:
        """Side -> the hexes in its zone of control: every ground unit, supplied or not, controls
        the six hexes around it across any hexside, whatever stands or grows there."""
        return {side: zone_of(self.held[side], self.near) for side in (GERMAN, SOVIET)}

    @rule("3.3")
    def controller(self, name: str) -> str:
        """A hex is its occupier's, else of whoever entered it last: the Soviets begin with their
        own sources, the Germans with the rest."""
        known = self.side_at(name) or self.position.holder(name)
        return known or (SOVIET if name in self.hexset("soviet-sources") else GERMAN)

    @rule("3.3", "3.4")
    def soviet(self, names: Iterable[str]) -> list[str]:
        """Those of some hexes that the Soviets control."""
        return [name for name in sorted(names) if self.controller(name) == SOVIET]

    def unseen(self, side: str) -> tuple[Reason, ...]:
        """The warning that belongs to what the German is told of Soviet stacks."""
        return (UNSEEN,) if self.position.viewer == GERMAN and side == SOVIET else ()

    @property
    def scenario(self) -> str:
        """The scenario played: the historical one unless the position names another."""
        return self.position.scenario or HISTORICAL

    @rule("3.8", "3.9", "10.6")
    def replacement_steps(self, side: str) -> int | None:
        """Steps left to a side this turn: as the position tells them, else as the scenario fixes
        those of the Germans; None where the printed turn track alone knows."""
        given = self.value(f"{side}-replacements")
        if given is not None:
            return int(given)
        fixed = self.now("german-replacements") if side == GERMAN else None
        return None if fixed is None else int(fixed)

    @rule("3.2", "3.6", "5.4")
    def is_activated(self, unit: Unit) -> bool:
        """On turn 1 Soviet units that began it within nine hexes of the Bagration marker are
        activated; it lies where the scenario puts it, unless the position says another hex."""
        if unit.side != SOVIET or self.turn != 1:
            return False
        told = unit.get("activated")
        if told is not None:
            return bool(told)
        marker = str(self.value("bagration") or self.now("bagration"))
        return self.game.grid.distance(marker, unit.hex) <= ACTIVATION_RANGE

    @rule("5.4")
    def is_held_back(self, unit: Unit) -> bool:
        """On turn 1 a Soviet unit that is not activated may neither move nor attack."""
        return unit.side == SOVIET and self.turn == 1 and not self.is_activated(unit)

    @rule("13.1", "13.2", "13.4")
    def air_armies(self, front: str) -> int:
        """Unused air armies of a front: as told, else those of the main one by the turn."""
        told = self.position.state.get(f"air-{front}")
        return int((self.now("air-main") if front == "main" else 0) if told is None else told)

    @rule("10.2", "3.6")
    def ukrainian_front_is_free(self) -> bool:
        """The 1st Ukrainian Front is bound to its own area in the historical scenario."""
        if self.option("1uf-free") == "bold-stroke":
            return self.scenario == BOLD_STROKE
        return self.scenario != HISTORICAL

    def freedom_is_open(self, units: Iterable[Unit]) -> bool:
        """Whether it depends on the reading of 10.2 if one of some units is bound to its area."""
        decided = self.scenario in (HISTORICAL, BOLD_STROKE)
        return not decided and any(unit.get("group") == "1uf" for unit in units)

    @rule("11.1")
    def activated_must_attack(self) -> bool:
        """Historically, activated units must attack before they move on turn 1."""
        return self.phase == "soviet-pre-combat" and bool(self.now("activated-must-attack"))


situation_of = kept(Situation)
"""The facts of a position, the same value whenever it is asked for."""


@rule("6.8")
def visible(position: Position) -> Position:
    """The Soviet looks through every stack, the German only at the top of Soviet stacks, and sees
    who attacks in a declared battle."""
    if position.viewer != GERMAN:
        return position
    declared = position.declared
    top = {unit.hex: unit.id for unit in position.units if unit.side == SOVIET}
    return position.seen_as(
        unit
        for unit in position.units
        if unit.side != SOVIET
        or unit.id in declared
        or (top[unit.hex] == unit.id if unit.hex in position.board.grid else not unit.under)
    )
