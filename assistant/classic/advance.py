"""Advance after combat as [advance] declares it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.classic.attackers import may_attack
from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import full, load, room_for
from assistant.classic.units import printed
from assistant.kernel.facts import by_id
from assistant.kernel.pursuit import barred, ways
from assistant.kernel.withdrawal import Way
from assistant.position import Unit
from assistant.questions.answers import Advances, UnitAdvances, refusals
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

NONE = "Nobody advances after combat."
NO_TYPE = "{unit} does not advance after combat."
FAR = "{unit} is not adjacent to {hex}."
CLOSED = "{unit} may not enter {hex}."
UNITS = "Enemy units stand in {hex}."
ZONE = "An advance ends in an enemy zone of control."
IN_ZONE = "{hex} lies in an enemy zone of control."
FRIENDS = "Friendly units stand in {hex}."
SOME = "{n} of the units may advance."


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into a hex that is taken as vacated, and beyond."""
    declared = situation.rules.advance
    units = _attackers(situation, target, named)
    rule = cite(declared, "advance")
    most = {"all": None, "one": 1, "none": 0}.get(str(declared.units), declared.units)
    most = 0 if declared.nowhere else most
    because: tuple[Reason, ...] = ()
    if most == 0:
        because = (Reason(rule, NONE),)
    elif isinstance(most, int) and most < len(units):
        because = (Reason(rule, SOME, n=most),)
    able = tuple(unit for unit in units if _bar(situation, unit, target) is None)
    others = None if most is None else int(most) - 1
    found = (
        barred(unit, target, Reason(rule, NONE, "unit"))
        if most == 0
        else _unit(situation, unit, target, Gone(situation, target, able, others))
        for unit in units
    )
    return Advances(target, tuple(found), because)


@dataclass(frozen=True)
class Gone:
    """Who makes room where a unit ends its advance: the defenders, and of those that may advance
    with it so many as do, or all."""

    situation: Situation
    target: str
    able: tuple[Unit, ...]
    others: int | None

    def has_room(self, unit: Unit, name: str) -> bool:
        beside = [one for one in self.able if one.hex == name and one.id != unit.id]
        beside.sort(key=lambda one: load(self.situation, one), reverse=True)
        ids = {one.id for one in beside[: self.others]}
        if name == self.target:
            ids |= {one.id for one in self.situation.stacks.get(name, ())}
        return room_for(self.situation, unit, name, ids)


def longest(situation: Situation, unit: Unit) -> int:
    """How many hexes a unit advances."""
    return situation.rules.advance.longest(situation.class_of(unit))


def _unit(situation: Situation, unit: Unit, target: str, gone: Gone) -> UnitAdvances:
    if why := _bar(situation, unit, target) or _bar_words(situation, unit, target, target):
        return barred(unit, target, why)
    near = situation.position.board.neighbours
    zone = situation.opposition(unit.side, "advance").closed
    free = situation.rules.advance.regardless_of_zones

    def bar(way: Way, name: str) -> Reason | None:
        return _bar_onward(situation, unit, way, name)

    def stops(name: str) -> bool:
        return not free and name in zone and name != target

    def bar_zone(way: Way, name: str) -> Reason | None:
        if not free and way[-1] in _beside(situation, unit, target):
            return Reason(cite(situation.rules.advance, "advance"), ZONE, "enemy-zone")
        return bar(way, name) or _bar_words(situation, unit, target, name)

    found = [
        way
        for way in ways(target, longest(situation, unit), near, bar_zone, stops)
        if gone.has_room(unit, way[-1])
    ]
    closed = {}
    if not gone.has_room(unit, target):
        closed[target] = full(situation, target)
    if longest(situation, unit) > 1:
        ends = {way[-1] for way in found}
        for name in near(target):
            if name in ends or name == unit.hex:
                continue
            if why := bar_zone((target,), name):
                closed[name] = why
            elif not gone.has_room(unit, name):
                closed[name] = full(situation, name)
    return UnitAdvances(unit.id, tuple(found), refusals(closed))


def _beside(situation: Situation, unit: Unit, target: str) -> frozenset[str]:
    """The hexes in the zones of the enemies that are left, once the target is vacated."""
    board = situation.position.board
    zone: set[str] = set()
    for enemy in situation.units:
        if enemy.side != unit.side and enemy.hex != target and situation.exerts(enemy):
            zone |= {n for n in board.neighbours(enemy.hex) if n in situation.against[unit.side]}
    opposition = situation.opposition(unit.side, "advance")
    return frozenset(zone) - (opposition.friends - {unit.hex})


def _bar_words(situation: Situation, unit: Unit, target: str, name: str) -> Reason | None:
    """Why `not-into` keeps a unit out of a hex for those who are there or near."""
    words = situation.rules.advance.not_into
    rule = cite(situation.rules.advance, "advance")
    if "enemy-zone" in words and name in _beside(situation, unit, target):
        return Reason(rule, IN_ZONE, "enemy-zone", hex=name)
    others = (one for one in situation.stacks.get(name, ()) if one.id != unit.id)
    if "friend" in words and any(one.side == unit.side for one in others):
        return Reason(rule, FRIENDS, "friends", hex=name)
    return None


def _bar(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Why a unit may not enter the vacated hex."""
    declared = situation.rules.advance
    rule = cite(declared, "advance")
    excluded = unit.type in declared.not_by or (declared.only and unit.type not in declared.only)
    if excluded or not longest(situation, unit):
        return Reason(rule, NO_TYPE, "unit", unit=unit.shown)
    if target not in situation.position.board.neighbours(unit.hex):
        return Reason(rule, FAR, "distance", unit=unit.shown, hex=target)
    return _ground_bar(situation, unit, unit.hex, target)


def _bar_onward(situation: Situation, unit: Unit, way: Way, name: str) -> Reason | None:
    if name in situation.enemies(unit.side):
        return Reason(cite(situation.rules.advance, "advance"), UNITS, "enemy-units", hex=name)
    return _ground_bar(situation, unit, way[-1], name)


def _ground_bar(situation: Situation, unit: Unit, here: str, name: str) -> Reason | None:
    words = frozenset(situation.rules.advance.not_into)
    board = situation.position.board
    named = words & (board.of(name) | situation.ground.features(here, name))
    movement = situation.rules.movement.allowance
    immobile = unit.get(movement) is not None and printed(unit, movement) == 0
    if immobile:
        rule = cite(situation.rules.advance, "advance")
        return Reason(rule, NO_TYPE, "unit", unit=unit.shown)
    if named or situation.ground.price(situation.class_of(unit), here, name) is None:
        rule = cite(situation.rules.advance, "advance")
        return Reason(rule, CLOSED, "terrain", unit=unit.shown, hex=name)
    return None


def _attackers(situation: Situation, target: str, named: Sequence[Unit]) -> tuple[Unit, ...]:
    """The units named, else all that may have attacked the hex."""
    if named:
        if len({unit.side for unit in named}) > 1:
            raise QuestionError("Units of two sides cannot advance together: name those of one.")
        return by_id(named)
    defenders = situation.stacks.get(target, ())
    sides = [situation.phasing] if situation.phasing else list(situation.sides)
    sides = [side for side in sides if not defenders or side != defenders[0].side]
    near = situation.position.board.neighbours(target)
    held = [side for side in sides if any(name in situation.held[side] for name in near)]
    if len(held) > 1:
        raise QuestionError("Units of both sides could advance: name those that attacked, --from.")
    if not held:
        return ()
    found = [u for u in may_attack(situation, held[0], (target,)) if u.hex in near]
    return by_id(found)
