"""What a result D costs defenders who hold (9.12, 10)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from assistant.games.uis.ground import distance, edges
from assistant.games.uis.sides import NATO
from assistant.games.uis.situation import Situation
from assistant.games.uis.units import (
    ARTILLERY,
    BRIGADE,
    FSH,
    REGIMENT,
    is_base,
    is_combat,
    is_division,
    size,
    steps_at_first,
    steps_left,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

STAND, RETREAT, ELIMINATED = "stand", "retreat", "eliminated"
DIVISION_BASE, DISPLACED = "division-base", "displaced"
DISPLACEMENT = 5


@dataclass(frozen=True)
class Fate:
    """Steps lost, and what becomes of the unit."""

    losses: int
    outcome: str
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Fight:
    """A combat with result D: who attacked, which hexes were attacked, all their defenders."""

    situation: Situation
    attackers: tuple[Unit, ...]
    targets: tuple[str, ...]
    defenders: tuple[Unit, ...]
    fates: dict[str, Fate] = field(default_factory=dict, compare=False)

    @property
    def phasing(self) -> str:
        return self.attackers[0].side if self.attackers else ""

    @cached_property
    @rule("9.12.1")
    def lone_defender(self) -> bool:
        """Whether one brigade or regiment is the only defender in the whole combat."""
        units = self.defenders
        if self.situation.option("lone-defender") == "combat-units":
            units = tuple(unit for unit in units if is_combat(unit))
        if len(units) != 1 or not is_combat(units[0]) or is_base(units[0]):
            return False
        return size(units[0]) in (BRIGADE, REGIMENT)

    @cached_property
    @rule("9.12.1")
    def steps(self) -> int:
        """Each defender loses one step; a lone brigade or regiment two if a division attacked."""
        by_division = any(is_division(unit) for unit in self.attackers)
        return 2 if by_division and self.lone_defender else 1

    @cached_property
    @rule("9.16.2")
    def active_defence(self) -> bool:
        """Active Defence was declared: a D costs every defender one step more."""
        nato = any(unit.side == NATO for unit in self.defenders)
        return nato and bool(self.situation.position.value("active-defence"))

    def at(self, name: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.defenders if unit.hex == name)


def hold(fight: Fight, unit: Unit) -> Fate:
    """What a unit pays if its owner stands."""
    if unit.id not in fight.fates:
        fight.fates[unit.id] = (
            combat_fate(fight, unit) if is_combat(unit) else support_fate(fight, unit)
        )
    return fight.fates[unit.id]


@rule("9.12.1", "9.11.7", "9.16.2", "10.5", "10.6")
def combat_fate(fight: Fight, unit: Unit) -> Fate:
    """Steps lost in place; a division that has none left becomes its Base, any other unit dies;
    so do units that never had more than one."""
    if steps_at_first(unit) == 1:
        return Fate(1, ELIMINATED, (Reason("9.11.7", "A unit of one step dies on D."),))
    lost = fight.steps + int(fight.active_defence)
    why = Reason("9.12.1", "Holding costs it {n} {n|step|steps}.", n=lost)
    return Fate(lost, after_losses(unit, lost), (why,))


@rule("10.5", "10.6")
def after_losses(unit: Unit, lost: int) -> str:
    """What is left of a combat unit."""
    if lost < steps_left(unit):
        return STAND
    return DIVISION_BASE if is_division(unit) else ELIMINATED


@rule("9.11.8", "10.7", "10.8", "9.12.4", "18.3")
def support_fate(fight: Fight, unit: Unit) -> Fate:
    """Support units alone die on D, those with combat units when these all die; supply heads are
    displaced on any D instead (18.3)."""
    if unit.type == FSH:
        return head_fate(fight.situation, unit)
    fighters = [other for other in fight.at(unit.hex) if is_combat(other)]
    literal = fight.situation.option("stacked-support") == "eliminated"
    if fighters and not literal:
        if any(hold(fight, other).outcome in (STAND, DIVISION_BASE) for other in fighters):
            return stacked_fate(unit)
        why = Reason("10.7", "It dies with the last combat unit of its stack.")
    elif fighters:
        why = Reason("9.11.8", "Support units die on any D.")
    else:
        why = Reason("10.8", "Support units alone are eliminated on D.")
    return Fate(steps_left(unit), ELIMINATED, (why,))


@rule("9.12.4", "15.1.4")
def stacked_fate(unit: Unit) -> Fate:
    """Stacked support loses nothing, but for artillery that fired in this combat."""
    if unit.type != ARTILLERY:
        return Fate(0, STAND, (Reason("10.7", "Combat units take the losses of the stack."),))
    text = "If it fired in this combat it loses one step with its stack."
    return Fate(0, STAND, (Reason("9.12.4", text),))


@rule("18.1.1", "18.1.2", "18.3")
def head_fate(situation: Situation, unit: Unit) -> Fate:
    """A supply head goes back five hexes towards the East edge; nearer to it, it is eliminated
    until the next reinforcement phase."""
    far = [
        hexes
        for name in edges(situation)["east"]
        if (hexes := distance(situation, unit.hex, name)) is not None
    ]
    if far and min(far) < DISPLACEMENT:
        text = "Less than five hexes from the East edge: it is eliminated and comes back next turn."
        return Fate(1, ELIMINATED, (Reason("18.1.2", text),))
    text = "It is displaced five hexes towards a rail or autobahn hex of the East edge."
    return Fate(0, DISPLACED, (Reason("18.1.1", text),))
