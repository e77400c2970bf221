"""What the ground of an attacked hex and the hexsides before it do to a battle, by [combat]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from assistant.classic.situation import Situation, cite
from assistant.kernel.facts import kept_for
from assistant.position import Unit
from builder.game.definition import Definition
from builder.game.rulebook.leaning import Rolls
from builder.game.rulebook.worth import terrain_value, values_of
from builder.game.rules_file.chapters import Across, Combat
from builder.game.rules_file.parts import exact


class Worth(NamedTuple):
    """What a kind of ground is worth in combat, and whether that is a stand-in."""

    kind: str
    value: Fraction
    stand_in: bool


@dataclass(frozen=True, eq=False)
class BattleTerrain:
    """The terrain of an attack on one hex, or on several, as its rules value it.

    `favouring` tells which rolls the column at hand makes good for the defender.
    """

    situation: Situation
    targets: tuple[str, ...]
    attackers: tuple[Unit, ...]
    favouring: Callable[[], Rolls]

    @property
    def combat(self) -> Combat:
        return self.situation.rules.combat

    @cached_property
    def near(self) -> tuple[Unit, ...]:
        """The attackers that are adjacent to a hex attacked."""
        return tuple(unit for unit in self.attackers if self.faces(unit))

    def faces(self, unit: Unit) -> tuple[str, ...]:
        """The attacked hexes that a unit is adjacent to."""
        around = self.situation.position.board.neighbours(unit.hex)
        return tuple(name for name in self.targets if name in around)

    @cached_property
    def entries(self) -> tuple[tuple[str, Across, frozenset[str]], ...]:
        """Every declared effect of hexsides and ground that counts, with the units it hits."""
        found = []
        for kind, across in self.combat.across.items():
            terrain = kind not in self._definition.hexside
            hit = {
                unit.id
                for unit in self.near
                if (self._into(unit, kind) if terrain else self._over(unit, kind, across))
            }
            found.append((kind, across, hit))
        for kind, across in self.combat.from_.items():
            hit = {unit.id for unit in self.near if kind in self.kinds(unit.hex)}
            found.append((kind, across, hit))
        for kind, across in self.combat.into.items():
            found.append((kind, across, {u.id for u in self.near if self._into(u, kind)}))
        return tuple(
            (kind, across, counted)
            for kind, across, hit in found
            if (counted := self._counted(across, frozenset(hit)))
        )

    def _counted(self, across: Across, hit: frozenset[str]) -> frozenset[str]:
        """The units that an effect hits, if the condition `when` holds."""
        if across.types:
            types = {unit.id for unit in self.near if unit.type in across.types}
            hit = hit & types
        everyone = frozenset(unit.id for unit in self.near)
        when = across.when or ("each" if across.attackers != "same" else "all")
        if not hit or (when == "all" and hit != everyone):
            return frozenset()
        return everyone if when == "any" else hit

    @cached_property
    def whole_entries(self) -> tuple[tuple[str, Across], ...]:
        """Those whose change of the column, the die or the defence counts: where nothing is said,
        only if all attackers are touched, though the strength of each of them may change alone."""
        everyone = {unit.id for unit in self.near}
        return tuple(
            (kind, across) for kind, across, hit in self.entries if across.when or hit == everyone
        )

    def kinds(self, name: str) -> frozenset[str]:
        return self.situation.position.board.of(name) or frozenset({"clear"})

    def _into(self, unit: Unit, kind: str) -> bool:
        return any(kind in self.kinds(name) for name in self.faces(unit))

    def _over(self, unit: Unit, kind: str, across: Across) -> bool:
        ground = self.situation.ground
        faces = self.faces(unit)
        return bool(faces) and all(
            kind in ground.crossed(unit.hex, name)
            and not any(ground.board.joined_by(line, unit.hex, name) for line in across.bridged_by)
            for name in faces
        )

    @cached_property
    def values(self) -> tuple[Worth, ...]:
        """What the ground is worth for the whole battle: of several hexes that of the one which is
        best for the defender."""
        return max(
            map(self.values_at, self.targets),
            key=lambda found: sum(map(self._for_defender, found)),
            default=(),
        )

    @kept_for
    def values_at(self, name: str) -> tuple[Worth, ...]:
        """The values of the terrain of a hex, the best of it or all, and those of hexsides that all
        attackers next to it cross into it."""
        if self.combat.terrain == "none":
            return ()
        definition = self._definition
        terrain = [
            Worth(kind, exact(value), definition.terrain[kind].stand_in(key))
            for kind in sorted(self.kinds(name))
            if kind in definition.terrain
            for value, key in [terrain_value(self.combat, definition.terrain[kind].values)]
            if value is not None
        ]
        if terrain and self.combat.mixed == "best":
            terrain = [max(terrain, key=self._for_defender)]
        near = [unit for unit in self.near if name in self.faces(unit)]
        crossed = [self.situation.ground.crossed(unit.hex, name) for unit in near]
        sides = [
            Worth(kind, exact(value), feature.stand_in(key))
            for kind, feature in definition.hexside.items()
            if near and kind not in self.combat.across and all(kind in one for one in crossed)
            for value, key in [terrain_value(self.combat, feature.values)]
            if value is not None
        ]
        neutral = 1 if self.combat.terrain == "multiply" else 0
        return tuple(one for one in (*terrain, *sides) if one.value != neutral)

    def _for_defender(self, one: Worth) -> Fraction:
        """How much the defender likes a value."""
        return -one.value if self.combat.terrain == "die" and self._low_is_good else one.value

    @cached_property
    def _low_is_good(self) -> bool:
        """On the die a terrain's value is added as it stands. Where the table does not tell which
        rolls favour the defender, the least value does if no value is positive."""
        if told := self.favouring():
            return told == "low"
        return not any(value > 0 for value in values_of(self.combat, self._definition))

    @property
    def _definition(self) -> Definition:
        return self.situation.position.game.definition

    def rule_of(self, kind: str) -> str:
        definition = self._definition
        feature = definition.terrain.get(kind) or definition.hexside.get(kind)
        source = feature.provenance(self.combat.value) if feature else ""
        return source if source and source[0].isdigit() else cite(self.combat, "combat", "terrain")
