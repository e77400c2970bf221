"""One combat as declared: its kind, who attacks, what is attacked, what players add (9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.assaults import ASSAULTS, DISENGAGEMENT, MARCH, Assault
from assistant.games.uis.costs import is_alpine
from assistant.games.uis.declared import NOTHING, Declared
from assistant.games.uis.ground import country
from assistant.games.uis.integrated import is_without_ammo
from assistant.games.uis.sides import HOME, enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.supply import is_out_of_supply
from assistant.games.uis.units import is_combat, nation
from assistant.games.uis.zones import exerting
from assistant.kernel.rulebook import rule
from assistant.position import Unit


@dataclass(frozen=True)
class Battle:
    """A combat: `active` is the one phasing combat unit in it, which attacks or disengages;
    `named` are the hexes that the players named, `helpers` the support units named with it,
    `others` combat units that cannot join it."""

    situation: Situation
    active: Unit
    named: tuple[str, ...]
    declared: Declared = NOTHING
    helpers: tuple[Unit, ...] = ()
    others: tuple[Unit, ...] = ()

    @property
    def type(self) -> str:
        return self.declared.type

    @property
    def assault(self) -> Assault:
        return ASSAULTS[self.type]

    @property
    def phasing(self) -> str:
        return self.active.side

    @property
    def is_disengagement(self) -> bool:
        return self.type == DISENGAGEMENT

    @cached_property
    @rule("9.6.2")
    def attacking_side(self) -> str:
        """The side not in phase attacks a unit that disengages (9.6.2)."""
        return enemy_of(self.phasing) if self.is_disengagement else self.phasing

    @property
    def defending_side(self) -> str:
        return enemy_of(self.attacking_side)

    @cached_property
    @rule("6.1.7", "9.0.1")
    def zone_exerters(self) -> tuple[Unit, ...]:
        """The enemy units whose zone covers the hex of the unit in phase."""
        enemy = enemy_of(self.phasing)
        return exerting(self.situation, enemy, self.active.hex, self.phasing)

    @cached_property
    @rule("6.1.7", "9.0.1", "9.2.1")
    def controlling(self) -> tuple[str, ...]:
        """The hexes that must be attacked together: those whose units control the attacker's hex,
        but for any across a hexside that no attack crosses."""
        hexes = dict.fromkeys(unit.hex for unit in self.zone_exerters)
        return tuple(name for name in hexes if not across_peaks(self.situation, self.active, name))

    @cached_property
    @rule("9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.5.2.1", "9.0.3", "9.6.3")
    def targets(self) -> tuple[str, ...]:
        """The hexes attacked: all that control the attacker's hex; one of choice if none does, and
        for a march assault."""
        if self.is_disengagement:
            return (self.active.hex,)
        if self.type == MARCH or not set(self.named) & set(self.controlling):
            return self.named
        return tuple(sorted({*self.controlling, *self.named}))

    @cached_property
    @rule("9.2.1", "9.6.6", "9.6.7")
    def attackers(self) -> tuple[Unit, ...]:
        """The attacking unit; against a unit that disengages all that control its hex, but for
        those without attack strength, supply or ammunition."""
        if not self.is_disengagement:
            return (self.active,)
        return tuple(unit for unit in self.zone_exerters if can_hold(self.situation, unit))

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """Every unit of every attacked hex, or the one that disengages."""
        if self.is_disengagement:
            return (self.active,)
        return tuple(
            unit
            for name in self.targets
            for unit in self.situation.at(name)
            if unit.side == self.defending_side
        )

    @cached_property
    def fighting_defenders(self) -> tuple[Unit, ...]:
        """The defending combat units, or the support units where there are none."""
        return tuple(u for u in self.defenders if is_combat(u)) or self.defenders

    @cached_property
    def revolt(self) -> int:
        """The revolt markers attacked, where no unit stands with them (36.7)."""
        if self.defenders or self.is_disengagement:
            return 0
        table = self.situation.table("revolt")
        return sum(int(table.get(name, 0)) for name in self.targets)


@rule("36.7.2")
def of_the_revolt(battle: Battle, unit: Unit) -> bool:
    """Whether a revolt is attacked and the unit is of its nation: no help in putting it down."""
    home = HOME.get(nation(unit))
    if not battle.revolt or not home or unit.side == battle.defending_side:
        return False
    return any(country(battle.situation, name) == home for name in battle.targets)


@rule("9.11.3", "32.1")
def across_peaks(situation: Situation, unit: Unit, name: str) -> bool:
    """Whether an impassable hexside, or an alpine one that is closed to the unit, keeps it from
    attacking a hex."""
    if not situation.option("attack-across-peaks"):
        return False
    features = situation.board.between(unit.hex, name)
    return "impassable" in features or ("alpine" in features and not is_alpine(situation, unit))


@rule("9.6.6", "9.6.7")
def can_hold(situation: Situation, unit: Unit) -> bool:
    """Whether a unit can hinder a disengagement."""
    if not unit.face("attack"):
        return False
    return not is_out_of_supply(situation, unit) and not is_without_ammo(situation, unit)


def combat_units(units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if is_combat(unit))
