"""The position under declared rules: who stands where, who covers what, who is in supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, cast

from assistant.classic.ground import Ground, ground_of
from assistant.classic.zones import covered, exerts
from assistant.kernel import facts
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.flood import flood
from assistant.kernel.ground import NOWHERE
from assistant.kernel.zones import Opposition, zone_of
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError
from builder.game.rulebook.places import on_edge, place_of
from builder.game.rules_file.chapters import Effects, RulesFile
from builder.game.rules_file.parts import Chapter


@dataclass(frozen=True)
class Situation(facts.Situation):
    """What follows from a position whatever is asked; each fact is worked out once."""

    @cached_property
    def rules(self) -> RulesFile:
        return cast(RulesFile, self.game.rules)

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.board, self.definition, self.rules)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Units on the map, in the order of the file."""
        return tuple(unit for unit in self.position.units if unit.hex in self.board)

    @kept_for
    def enemies(self, side: str) -> frozenset[str]:
        """The hexes that other sides hold."""
        return NOWHERE.union(*(self.held[other] for other in self.sides if other != side))

    @cached_property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """The hexes in the zones of control of each side."""
        zones = self.rules.zones
        if zones is None:
            return {side: frozenset() for side in self.sides}
        reach = partial(covered, zones, self.position.board, self.ground)
        return {
            side: zone_of((u.hex for u in self.units if u.side == side and self.exerts(u)), reach)
            for side in self.sides
        }

    def exerts(self, unit: Unit) -> bool:
        """Whether a unit has a zone of control."""
        return exerts(self.rules.zones, unit, {self.attack_field, self.defence_field})

    @cached_property
    def attack_field(self) -> str:
        """The field that is the strength in attack."""
        return self.rules.combat.attack or self._usual("attack")

    @cached_property
    def defence_field(self) -> str:
        """The field that is the strength in defence."""
        return self.rules.combat.defence or self._usual("defence")

    def _usual(self, name: str) -> str:
        fields = self.position.game.definition.units.fields
        return name if name in fields or "strength" not in fields else "strength"

    @cached_property
    def against(self) -> Mapping[str, frozenset[str]]:
        """The hexes in the zones of each side's enemies."""
        return {
            side: NOWHERE.union(*(self.zones[o] for o in self.sides if o != side))
            for side in self.sides
        }

    @kept_for
    def opposition(self, side: str, purpose: str) -> Opposition:
        """The enemy as a side meets him; friends open his zones if they do so for this purpose
        (supply, retreat, movement, advance)."""
        zones = self.rules.zones
        opens = zones is not None and purpose in zones.friend_negates
        friends = self.held[side] if opens else NOWHERE
        return Opposition(self.enemies(side), self.against[side], friends)

    @cached_property
    def weather(self) -> tuple[str, Effects]:
        """The weather in force and what it does: as the position says, else by the calendar."""
        declared = self.rules.weather
        name = self.position.state.get(declared.state)
        name = name or declared.turns.get(str(self.position.turn))
        name = str(name or self.position.value(declared.state) or "")
        return name, declared.named(Effects).get(name, Effects())

    def far(self, start: str, end: str) -> int | None:
        """Hexes from one to the other, straight; of places that are no hexes, and of parts of a map
        that are not joined, those of the shortest way, whatever lies there. None where none leads,
        as to the boxes of a map."""
        grid = self.position.board.grid
        if start in grid and end in grid:
            with suppress(ValueError):  # on parts that are not joined
                return grid.distance(start, end)
        return self._far(start).get(end)

    def about(self, start: str, most: int) -> Iterable[str]:
        """All so far away at most, the start included; none beside the map."""
        grid = self.position.board.grid
        if start in grid:
            return grid.within(start, most)
        return [name for name, far in self._far(start).items() if far <= most]

    @kept_for
    def _far(self, start: str) -> Mapping[str, int]:
        around = self.position.board.around
        return flood([start], around).distance if start in around else {}

    def places(self, texts: tuple[str, ...], side: str) -> frozenset[str]:
        """The hexes that some words of rules.toml name, as one side has them."""
        found: set[str] = set()
        for text in texts:
            found |= self._place(text, side)
        return frozenset(found)

    def _place(self, text: str, side: str) -> frozenset[str]:
        kind, name, controlled = place_of(text)
        position = self.position
        hexes: frozenset[str]
        if kind == "set":
            hexes = position.game.hexset(name)
        elif kind == "type":
            hexes = frozenset(u.hex for u in self.units if u.type == name and u.side == side)
        elif kind == "edge":
            hexes = on_edge(position.board.grid, name)
        elif kind == "state":
            value = position.value(name)
            hexes = frozenset([value] if isinstance(value, str) else value or ())
        elif name in position.board:
            hexes = frozenset({name})
        else:
            hexes = position.board.hexes_with(name)
        if controlled:
            hexes = frozenset(name for name in hexes if self.owner(name) == side)
        return hexes & frozenset(position.board.around)

    def owner(self, name: str) -> str:
        """The side that holds a hex: whose units stand there, else who controls it."""
        return self.position.side_at(name) or self.position.holder(name)

    def class_of(self, unit: Unit) -> str:
        return self.ground.class_of.get(unit.type, "")


@kept
def situation_of(position: Position) -> Situation:
    """The table of a position. QuestionError if its game declares no rules."""
    if position.game.rules is None:
        raise QuestionError(
            "The game '{id}' has no rules.toml: write it, as docs/rules.md shows.",
            id=position.game.id,
        )
    return Situation(_filled(position))


def _filled(position: Position) -> Position:
    """The position with what game.toml gives for columns that a unit leaves empty: the value of
    its type, else the column's default."""
    units = position.game.definition.units
    usual = {n: f.default for n, f in units.fields.items() if f.default not in (None, "")}
    of_types = {
        id_: usual | {n: v for n, v in (kind.model_extra or {}).items() if n in units.fields}
        for id_, kind in units.types.items()
    }
    if not any(of_types.values()) and not usual:
        return position
    return position.with_units(
        _with(unit, of_types.get(unit.type, usual)) for unit in position.units
    )


def _with(unit: Unit, usual: Mapping[str, Any]) -> Unit:
    missing = {name: value for name, value in usual.items() if unit.get(name) in (None, "")}
    return replace(unit, fields={**unit.fields, **missing}) if missing else unit


def cite(chapter: Chapter | None, name: str, entry: str = "default") -> str:
    """The designer's number of an entry; the name of its table if there is none."""
    return (chapter.cited(entry) if chapter else "") or name


# What a player may look at, as [fog] declares it


def half_seen(position: Position, names: Iterable[str]) -> list[str]:
    """Those of some hexes with other sides' units of which the viewer sees no more than the top
    one, whatever lies beneath it."""
    rules, viewer = position.game.rules, position.viewer
    if rules is None or not viewer or rules.fog.stacks == "open":
        return []
    others = {unit.hex for unit in position.units if unit.side != viewer}
    own = {unit.hex for unit in position.units if unit.side == viewer}

    def open_(name: str) -> bool:
        return rules.fog.near and any(n in own for n in position.board.neighbours(name))

    return [name for name in dict.fromkeys(names) if name in others and not open_(name)]


def visible(position: Position) -> Position:
    """The position without the units that its viewer does not see: of the other sides' stacks
    those below the top one, unless a unit of his stands next to them, or they attack in a declared
    battle."""
    rules = position.game.rules
    if rules is None or not position.viewer or rules.fog.stacks == "open":
        return position
    own = {unit.hex for unit in position.units if unit.side == position.viewer}
    top = {unit.hex: unit.id for unit in position.units}
    declared = position.declared

    def seen(unit: Unit) -> bool:
        if unit.side == position.viewer or unit.id in declared:
            return True
        if unit.hex not in position.board.grid:
            return not unit.under
        near = any(name in own for name in position.board.neighbours(unit.hex))
        return top[unit.hex] == unit.id or (rules.fog.near and near)

    return position.seen_as(unit for unit in position.units if seen(unit))
