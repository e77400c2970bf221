"""Advance after combat as [advance] declares it."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.classic.battle import may_attack
from assistant.classic.stacking import full, room_for
from assistant.classic.table import Table, cite
from assistant.classic.units import printed
from assistant.kernel.pursuit import Way, ways
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances, refusals
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

NONE = "Nobody advances after combat."
NO_TYPE = "{unit} does not advance after combat."
FAR = "{unit} is not adjacent to {hex}."
CLOSED = "{unit} may not enter {hex}."
UNITS = "Enemy units stand in {hex}."
ZONE = "An advance ends in an enemy zone of control."
SOME = "{n} of the units may advance."


def advances(table: Table, target: str, from_ids: Sequence[str]) -> Advances:
    """How far each attacker may advance into a hex that is taken as vacated, and beyond."""
    declared = table.rules.advance
    units = _attackers(table, target, from_ids)
    rule = cite(declared, "advance")
    most = {"all": None, "one": 1, "none": 0}.get(str(declared.units), declared.units)
    because: tuple[Reason, ...] = ()
    if most == 0:
        because = (Reason(rule, NONE),)
    elif isinstance(most, int) and most < len(units):
        because = (Reason(rule, SOME, n=most),)
    ids = frozenset(unit.id for unit in units)
    found = (
        _closed(unit, target, Reason(rule, NONE, "unit"))
        if most == 0
        else _unit(table, unit, target, ids)
        for unit in units
    )
    return Advances(target, tuple(found), because)


def longest(table: Table, unit: Unit) -> int:
    """How many hexes a unit advances."""
    hexes = table.rules.advance.hexes
    if isinstance(hexes, int):
        return hexes
    return hexes.get(table.class_of(unit), hexes.get("default", 1))


def _unit(table: Table, unit: Unit, target: str, ids: frozenset[str]) -> UnitAdvances:
    if why := _bar(table, unit, target):
        return _closed(unit, target, why)
    near = table.position.board.neighbours
    zone = table.opposition(unit.side, "advance").closed
    free = table.rules.advance.regardless_of_zones

    def bar(way: Way, name: str) -> Reason | None:
        return _bar_onward(table, unit, way, name)

    def stops(name: str) -> bool:
        return not free and name in zone and name != target

    def bar_zone(way: Way, name: str) -> Reason | None:
        if not free and way[-1] in _beside(table, unit, target):
            return Reason(cite(table.rules.advance, "advance"), ZONE, "enemy-zone")
        return bar(way, name)

    found = [
        way
        for way in ways(target, longest(table, unit), near, bar_zone, stops)
        if room_for(table, unit, way[-1], ids | _vacated(table, target))
    ]
    closed = {}
    if not room_for(table, unit, target, ids | _vacated(table, target)):
        closed[target] = full(table, target)
    if longest(table, unit) > 1:
        ends = {way[-1] for way in found}
        for name in near(target):
            if name in ends or name == unit.hex:
                continue
            if why := bar_zone((target,), name):
                closed[name] = why
            elif not room_for(table, unit, name, ids):
                closed[name] = full(table, name)
    return UnitAdvances(unit.id, tuple(found), refusals(closed))


def _beside(table: Table, unit: Unit, target: str) -> frozenset[str]:
    """The hexes in the zones of the enemies that are left, once the target is vacated."""
    from assistant.classic.zones import exerts

    board = table.position.board
    zone: set[str] = set()
    for enemy in table.units:
        if enemy.side != unit.side and enemy.hex != target and exerts(table, enemy):
            zone |= {n for n in board.neighbours(enemy.hex) if n in table.against[unit.side]}
    return frozenset(zone)


def _vacated(table: Table, target: str) -> frozenset[str]:
    return frozenset(unit.id for unit in table.stacks.get(target, ()))


def _bar(table: Table, unit: Unit, target: str) -> Reason | None:
    """Why a unit may not enter the vacated hex."""
    declared = table.rules.advance
    rule = cite(declared, "advance")
    if unit.type in declared.not_by or (declared.only and unit.type not in declared.only):
        return Reason(rule, NO_TYPE, "unit", unit=unit.shown)
    if target not in table.position.board.neighbours(unit.hex):
        return Reason(rule, FAR, "distance", unit=unit.shown, hex=target)
    return _ground_bar(table, unit, unit.hex, target)


def _bar_onward(table: Table, unit: Unit, way: Way, name: str) -> Reason | None:
    if name in table.enemies(unit.side):
        return Reason(cite(table.rules.advance, "advance"), UNITS, "enemy-units", hex=name)
    return _ground_bar(table, unit, way[-1], name)


def _ground_bar(table: Table, unit: Unit, here: str, name: str) -> Reason | None:
    words = frozenset(table.rules.advance.not_into)
    board = table.position.board
    named = words & (board.of(name) | table.ground.features(here, name))
    movement = table.rules.movement.allowance
    immobile = unit.get(movement) is not None and printed(unit, movement) == 0
    if immobile:
        rule = cite(table.rules.advance, "advance")
        return Reason(rule, NO_TYPE, "unit", unit=unit.shown)
    if named or table.ground.price(table.class_of(unit), here, name) is None:
        rule = cite(table.rules.advance, "advance")
        return Reason(rule, CLOSED, "terrain", unit=unit.shown, hex=name)
    return None


def _closed(unit: Unit, target: str, why: Reason) -> UnitAdvances:
    return UnitAdvances(unit.id, (), (Refusal.by(target, why),))


def _attackers(table: Table, target: str, from_ids: Sequence[str]) -> tuple[Unit, ...]:
    """The units named, else all that may have attacked the hex."""
    if from_ids:
        named = [table.position.by_id[name] for name in dict.fromkeys(from_ids)]
        if len({unit.side for unit in named}) > 1:
            raise QuestionError("Units of two sides cannot advance together: name those of one.")
        return tuple(sorted(named, key=lambda unit: (unit.hex, unit.id)))
    defenders = table.stacks.get(target, ())
    sides = [table.active] if table.active else list(table.sides)
    sides = [side for side in sides if not defenders or side != defenders[0].side]
    near = table.position.board.neighbours(target)
    held = [side for side in sides if any(name in table.held[side] for name in near)]
    if len(held) > 1:
        raise QuestionError("Units of both sides could advance: name those that attacked, --from.")
    if not held:
        return ()
    found = [u for u in may_attack(table, held[0], (target,)) if u.hex in near]
    return tuple(sorted(found, key=lambda unit: (unit.hex, unit.id)))
