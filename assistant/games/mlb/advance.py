"""Advance after combat (rule 10.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from assistant.games.mlb.situation import (
    AXIS,
    SOVIET,
    Situation,
    bar_ground,
    enemy_of,
    is_hq,
    is_mechanised,
    room_for,
)
from assistant.kernel import sayings
from assistant.kernel.combat import sides_of
from assistant.kernel.facts import by_id
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason

FIRST = "first-activation"
"""The phase of 16.1(1)."""


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated; without
    names, every unit next to the hex of the side that could have attacked it."""
    defending = situation.side_at(target)
    side = enemy_of(defending) if defending else situation.active
    attackers = by_id(named or situation.beside(target, side))
    if len(sides_of(attackers)) > 1:
        raise QuestionError("Units of both sides could advance: name those that attacked, --from.")
    ids = {unit.id for unit in attackers}
    return Advances(
        hex=target,
        units=tuple(_unit(situation, unit, target, ids) for unit in attackers),
        because=tuple(_because(situation, target, attackers)),
    )


def _unit(situation: Situation, unit: Unit, target: str, ids: Collection[str]) -> UnitAdvances:
    if closed := bar_first(situation, unit, target):
        return UnitAdvances(unit.id, (), (Refusal.by(target, closed),))
    ways: list[tuple[str, ...]] = [(target,)]
    if longest_advance(situation, unit) > 1:
        ways += [(target, near) for near in sorted(situation.near(target))]
    options, refused = [], []
    for way in ways:
        why = bar_second(situation, unit, *way) if len(way) > 1 else None
        why = why or bar_room(situation, unit, way[-1], ids)
        if why:
            refused.append(Refusal.by(way[-1], why))
        else:
            options.append(way)
    return UnitAdvances(unit.id, tuple(options), tuple(refused))


@rule("10.7.1", "10.7.2", "10.7.4")
def longest_advance(situation: Situation, unit: Unit) -> int:
    """Mechanised units may advance two hexes, all others, headquarters too, one; always by choice,
    without movement points, and through enemy zones."""
    return 2 if is_mechanised(situation.position, unit) else 1


@rule("10.7.3", "10.0.7", "16.1(1)")
def bar_first(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """The first hex is the one attacked; who could not attack it cannot advance into it. By one
    reading nobody advances in the first activation of turn 1."""
    if situation.phase == FIRST and not situation.option("turn-1-advance"):
        text = "Units do not move in the first activation of turn 1."
        return Reason("16.1(1)", text, "phase")
    if is_hq(unit) and not situation.option("hq-is-combat-unit"):
        alone = all(is_hq(other) for other in situation.at(unit.hex))
        return Reason("10.7.1", "No stack to go with.", "unit") if alone else None
    if target not in situation.near(unit.hex):
        text = "{unit} is not adjacent to {hex} and did not attack it."
        return Reason("10.7.3", text, "distance", unit=unit, hex=target)
    if (unit.hex, target) in situation.ground.closed:
        return sayings.impassable("10.7.6(2)", unit.hex, target)
    return sayings.water("10.7.3", target) if target in situation.ground.water else None


@rule("10.7.5", "10.7.6(1)", "10.7.6(2)", "10.7.6(3)", "10.7.3")
def bar_second(situation: Situation, unit: Unit, target: str, near: str) -> Reason | None:
    """The second hex is any neighbour, but no water, nothing over impassable or all-sea hexsides,
    no enemy, and nothing after or over a major river without a bridge."""
    ground, enemies = situation.ground, situation.held[enemy_of(unit.side)]
    if why := bar_ground(ground, enemies, target, near, "10.7.3", "10.7.6(2)"):
        return why
    if (unit.hex, target) in ground.unbridged_major:
        text, side = "{unit} stops after the major river {side:/}.", (unit.hex, target)
        return Reason("10.7.5", text, "hexside", unit=unit, side=side)
    if (target, near) in ground.unbridged_major:
        return sayings.no_bridge("10.7.6(3)", target, near)
    return None


@rule("10.7.6(4)")
def bar_room(
    situation: Situation, unit: Unit, name: str, attackers: Collection[str]
) -> Reason | None:
    """No advance ends over the stacking limit; the other attackers are not yet counted."""
    room = room_for(situation, unit, name, attackers)
    return None if room else sayings.overstacked("10.7.6(4)", name)


@rule("3.3(2)", "16.2(3)", "16.3(2)")
def _because(situation: Situation, target: str, attackers: Sequence[Unit]) -> Iterator[Reason]:
    """What entering the vacated hex changes: control, the game's end, the first activation."""
    if not attackers:
        return
    side, ground = attackers[0].side, situation.ground
    if target in ground.cities:
        yield Reason("3.3(2)", "Who enters {hex} controls the city.", hex=target)
    if side == SOVIET and target in situation.absolute_orders & ground.major_cities:
        text = "{hex} is under an absolute order: a Soviet unit that enters it wins the game."
        yield Reason("16.2(3)", text, hex=target)
    if side == SOVIET and target in ground.crossing_points:
        yield Reason("16.3(2)", "A Soviet unit that enters {hex} wins the crossing.", hex=target)
    if side == AXIS and target == situation.value("airborne-bridgehead"):
        text = "The airborne bridgehead in {hex} is destroyed by an Axis unit."
        yield Reason("13.2(2)", text, hex=target)
