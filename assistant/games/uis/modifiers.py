"""The modifiers of both sides in a combat (9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.battle import Battle, combat_units, of_the_revolt
from assistant.games.uis.calendar import in_force
from assistant.games.uis.charts import (
    Figure,
    chemical_figure,
    hexside_figure,
    modifier,
    terrain_figure,
)
from assistant.games.uis.chemicals import turns_since, used
from assistant.games.uis.costs import is_alpine
from assistant.games.uis.defences import has_airmobile, is_active
from assistant.games.uis.electronics import jams
from assistant.games.uis.ground import RIVERS
from assistant.games.uis.integrated import is_without_ammo
from assistant.games.uis.ratio import Column
from assistant.games.uis.rationing import rations
from assistant.games.uis.sides import WP
from assistant.games.uis.supply import draws_on_interdicted_head, is_out_of_supply
from assistant.games.uis.units import ENGINEER, HEDGEHOG, ROAD, cadre, fatigue, mode, steps_lost
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Saying

OTHER = {"attacker": "defender", "defender": "attacker"}
WORST_LOSS = 2
REVOLT_CADRE = 1


@dataclass(frozen=True)
class Modifier:
    """Points in the total of one role."""

    what: str
    role: str
    figure: Figure
    rule: str

    def line(self) -> LedgerLine:
        effect = f"{self.figure.value:+g} {self.role}"
        return LedgerLine(self.what, effect, self.rule, self.figure.stand_in)


@dataclass(frozen=True)
class Modifiers:
    """All modifiers of a combat, and the two totals."""

    battle: Battle
    column: Column

    @cached_property
    def found(self) -> tuple[Modifier, ...]:
        return tuple(
            modifier for modifier in modifiers(self.battle, self.column) if modifier.figure.value
        )

    @cached_property
    def totals(self) -> dict[str, int]:
        """The totals of attacker and defender, after electronic warfare."""
        return {role: self._total(role) for role in OTHER}

    @rule("9.19.1", "9.8")
    def _total(self, role: str) -> int:
        """Successful electronic warfare takes three from the other side's total, never below 0."""
        points = sum(m.figure.value for m in self.found if m.role == role)
        if jams(self.battle, OTHER[role]):
            points -= modifier(self.battle.situation, "electronic-warfare").value
        return max(0, int(points))

    @property
    def net(self) -> int:
        """Defender less attacker: the row of the table."""
        return self.totals["defender"] - self.totals["attacker"]

    @property
    def stand_in(self) -> bool:
        return any(m.figure.stand_in for m in self.found)


@rule("9.8")
def modifiers(battle: Battle, column: Column) -> Iterator[Modifier]:
    """Both sides' modifiers in the order of the rules."""
    yield Modifier("odds above 7-1", "attacker", Figure(column.attacker), "9.1.12")
    yield Modifier("odds below 1-2", "defender", Figure(column.defender), "9.1.12")
    for role, units in involved(battle).items():
        yield Modifier("cadre", role, lowest_cadre(units), "11.2")
        yield from engineers(battle, role, units)
        yield from supply_modifiers(battle, role, units)
        yield from condition_modifiers(battle, role, units)
    yield from defence_modifiers(battle)
    yield from chemical_modifiers(battle)
    yield from terrain_modifiers(battle)


def involved(battle: Battle) -> dict[str, tuple[Unit, ...]]:
    """The units that count for each role: combat units, else the support units attacked."""
    return {"attacker": combat_units(battle.attackers), "defender": battle.fighting_defenders}


@rule("11.2", "11.7", "36.7.4")
def lowest_cadre(units: tuple[Unit, ...]) -> Figure:
    """The lowest cadre rating involved counts; that of a revolt is one."""
    return Figure(min((cadre(unit) for unit in units), default=0))


@rule("20.3", "20.4", "20.5", "36.7.2")
def engineers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """One point for Warsaw Pact combat units stacked with Combat Engineers, however many."""
    situation = battle.situation
    helped = any(
        other.type == ENGINEER
        for unit in combat_units(units)
        if unit.side == WP
        for other in situation.at(unit.hex)
        if not of_the_revolt(battle, other)
    )
    if helped:
        yield Modifier("combat engineers", role, modifier(situation, "combat-engineer"), "20.3")


@rule("9.8.2", "12.4.1", "13.2.3", "13.2.5", "27.15")
def supply_modifiers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """The worst supply among the units of a role helps the other side."""
    situation, enemy = battle.situation, OTHER[role]
    if any(is_out_of_supply(situation, unit) for unit in units):
        yield Modifier("out of supply", enemy, modifier(situation, "out-of-supply"), "12.4.1")
    elif any(is_without_ammo(situation, unit) for unit in units):
        yield Modifier("no ammunition", enemy, modifier(situation, "no-ammunition"), "13.2.3")
    elif rations(battle, role):
        figure = modifier(situation, "rationed-ammunition")
        yield Modifier("rationed ammunition", enemy, figure, "13.2.5")
    if any(draws_on_interdicted_head(situation, unit) for unit in units):
        integrated = in_force(situation.position, "integrated-supply")
        name = "interdicted-head-integrated" if integrated else "interdicted-head"
        yield Modifier("interdicted supply", enemy, modifier(situation, name), "27.15")


@rule("5.3", "5.4.1", "9.8.3", "9.8.4", "9.8.5", "9.8.6", "10.2", "10.3")
def condition_modifiers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Worst mode and fatigue, all step losses, No-ZOC: each helps the other side, Hedgehog its
    own."""
    situation, enemy = battle.situation, OTHER[role]
    modes = {mode(unit) for unit in units}
    if ROAD in modes:
        yield Modifier("Road mode", enemy, modifier(situation, "road-mode"), "5.3")
    elif modes == {HEDGEHOG}:
        yield Modifier("Hedgehog mode", role, modifier(situation, "hedgehog"), "5.3")
    level = max((fatigue(unit) for unit in units), default=0)
    if level:
        yield Modifier(
            Saying("fatigue {n}", n=level), enemy, modifier(situation, f"fatigue-{level}"), "5.4.1"
        )
    for unit in units:
        if lost := min(WORST_LOSS, steps_lost(unit)):
            side = "wp" if unit.side == WP else "nato"
            name = f"{side}-{lost}-step{'s' if lost > 1 else ''}-lost"
            yield Modifier(
                Saying("losses of {unit}", unit=unit.shown), enemy, modifier(situation, name), "9.8"
            )
    if any("no-zoc" in unit.markers for unit in units):
        yield Modifier("No-ZOC marker", enemy, modifier(situation, "no-zoc"), "9.8")


@rule("9.16.2", "9.17.3", "36.7.4")
def defence_modifiers(battle: Battle) -> Iterator[Modifier]:
    """Active Defence and an airmobile battalion give the defender one point each."""
    situation = battle.situation
    if is_active(battle):
        figure = modifier(situation, "active-defence")
        yield Modifier("Active Defence", "defender", figure, "9.16.2")
    if has_airmobile(battle):
        figure = modifier(situation, "airmobile-battalion")
        yield Modifier("airmobile battalion", "defender", figure, "9.17.3")
    if battle.revolt:
        yield Modifier("cadre of the revolt", "defender", Figure(REVOLT_CADRE), "36.7.4")


@rule("24.2", "24.2.3", "9.8.6")
def chemical_modifiers(battle: Battle) -> Iterator[Modifier]:
    """Chemicals help whoever uses them, the less the longer they have been in use."""
    turns = turns_since(battle.situation) or 0
    for role in OTHER:
        if kind := used(battle, role):
            figure = chemical_figure(battle.situation, turns, kind)
            yield Modifier(Saying("chemicals, {kind}", kind=kind), role, figure, "24.2.3")


@rule("9.8.1", "32.4", "36.7.5")
def terrain_modifiers(battle: Battle) -> Iterator[Modifier]:
    """The defender's best terrain; one point for alpine units from rough 2 against rough 2."""
    situation = battle.situation
    best = max(
        (terrain_of(battle, name) for name in battle.targets),
        key=lambda figure: figure.value,
        default=Figure(0),
    )
    yield Modifier("terrain", "defender", best, "9.8")
    rough = all("rough-2" in situation.board.of(n) for n in (battle.active.hex, *battle.targets))
    if rough and not battle.is_disengagement and is_alpine(situation, battle.active):
        figure = modifier(situation, "alpine-in-rough-2")
        yield Modifier("alpine unit in rough 2", "attacker", figure, "32.4")


def terrain_of(battle: Battle, name: str) -> Figure:
    """The best terrain of a hex, and a river before it if the attacker stands behind one."""
    situation = battle.situation
    figures = [
        figure
        for kind in ("clear", *sorted(situation.board.of(name)))
        if (figure := terrain_figure(situation, kind, "defence")) is not None
    ]
    best = max(figures, key=lambda figure: figure.value)
    if battle.is_disengagement:
        return best
    for river in situation.board.between(battle.active.hex, name) & RIVERS:
        best = best.plus(hexside_figure(situation, river, "defence"))
    return best
