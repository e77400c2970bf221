"""Advance after combat (rule 10.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.stacking import room_for
from assistant.games.mlb.units import is_hq, is_mechanised
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying

Path = tuple[str, ...]

FIRST = "first-activation"
"""The phase of 16.1(1)."""


def advances(situation: Situation, target: str, from_ids: Sequence[str]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated."""
    attackers = _attackers(situation, target, from_ids)
    ids = {unit.id for unit in attackers}
    return Advances(
        hex=target,
        units=tuple(_unit(situation, unit, target, ids) for unit in attackers),
        because=_because(situation, target, attackers),
    )


@rule("10.7.1", "10.7.2", "10.7.4")
def longest_advance(situation: Situation, unit: Unit) -> int:
    """Mechanised units may advance two hexes, all others, headquarters too, one; always by choice,
    without movement points, and through enemy zones."""
    return 2 if is_mechanised(situation.position, unit) else 1


@rule("10.7.3", "10.0.7", "16.1(1)")
def bar_first(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """The first hex is the one attacked; who could not attack it cannot advance into it. By one
    reading nobody advances in the first activation of turn 1."""
    if situation.position.phase == FIRST and not situation.reading("turn-1-advance"):
        return Reason("16.1(1)", "Units do not move in the first activation of turn 1.")
    if is_hq(unit) and not situation.reading("hq-is-combat-unit"):
        return None if _with_stack(situation, unit) else Reason("10.7.1", "No stack to go with.")
    if target not in situation.position.board.neighbours(unit.hex):
        return Reason(
            "10.7.3",
            "{unit} is not adjacent to {hex} and did not attack it.",
            unit=unit.shown,
            hex=target,
        )
    if (unit.hex, target) in situation.ground.closed:
        return Reason("10.7.6(2)", "The hexside {side} is impassable.", side=f"{unit.hex}/{target}")
    if target in situation.ground.water:
        return Reason("10.7.3", "{hex} is water.", hex=target)
    return None


@rule("10.7.5", "10.7.6(1)", "10.7.6(2)", "10.7.6(3)", "10.7.3")
def bar_second(situation: Situation, unit: Unit, target: str, near: str) -> Reason | None:
    """The second hex is any neighbour, but no water, nothing over impassable or all-sea hexsides,
    no enemy, and nothing after or over a major river without a bridge."""
    ground = situation.ground
    if near in situation.held[enemy_of(unit.side)]:
        return Reason("3.1(2)", "{hex} is held by the enemy.", hex=near)
    if near in ground.water:
        return Reason("10.7.3", "{hex} is water.", hex=near)
    if (target, near) in ground.closed:
        return Reason("10.7.6(2)", "The hexside {side} is impassable.", side=f"{target}/{near}")
    if (unit.hex, target) in ground.unbridged_major:
        return Reason(
            "10.7.5",
            "{unit} stops after the major river {side}.",
            unit=unit.shown,
            side=f"{unit.hex}/{target}",
        )
    if (target, near) in ground.unbridged_major:
        return Reason(
            "10.7.6(3)", "No bridge leads over the major river {side}.", side=f"{target}/{near}"
        )
    return None


@rule("10.7.6(4)")
def bar_room(
    situation: Situation, unit: Unit, name: str, attackers: Collection[str]
) -> Reason | None:
    """No advance ends over the stacking limit; the other attackers are not yet counted."""
    if room_for(situation, unit, name, attackers):
        return None
    return Reason("10.7.6(4)", "{unit} would be over the stacking limit.", unit=name)


def _unit(situation: Situation, unit: Unit, target: str, ids: Collection[str]) -> UnitAdvances:
    closed = bar_first(situation, unit, target)
    if closed:
        return UnitAdvances(unit.id, (), (Refusal(target, closed.rule, closed.text),))
    options: list[Path] = []
    refused = []
    if full := bar_room(situation, unit, target, ids):
        refused.append(Refusal(target, full.rule, full.text))
    else:
        options.append((target,))
    if longest_advance(situation, unit) > 1:
        for near in sorted(situation.position.board.neighbours(target)):
            reason = bar_second(situation, unit, target, near)
            reason = reason or bar_room(situation, unit, near, ids)
            if reason:
                refused.append(Refusal(near, reason.rule, reason.text))
            else:
                options.append((target, near))
    return UnitAdvances(unit.id, tuple(options), tuple(refused))


def _with_stack(situation: Situation, unit: Unit) -> bool:
    return any(not is_hq(other) for other in situation.stacks[unit.hex])


def _attackers(situation: Situation, target: str, from_ids: Sequence[str]) -> tuple[Unit, ...]:
    if from_ids:
        named = [situation.position.by_id[name] for name in dict.fromkeys(from_ids)]
    else:
        near = situation.position.board.neighbours(target)
        named = [unit for name in near for unit in situation.stacks.get(name, ())]
        side = _side(situation, target)
        named = [unit for unit in named if not side or unit.side == side]
    sides = {unit.side for unit in named}
    if len(sides) > 1:
        raise QuestionError("Units of both sides could advance: name those that attacked, --from.")
    return tuple(sorted(named, key=lambda unit: (unit.hex, unit.id)))


def _side(situation: Situation, target: str) -> str:
    defenders = situation.stacks.get(target, ())
    if defenders:
        return enemy_of(defenders[0].side)
    return str(situation.position.value("active") or "")


@rule("3.3(2)", "16.2(3)", "16.3(2)")
def _because(situation: Situation, target: str, attackers: Sequence[Unit]) -> tuple[Reason, ...]:
    """What entering the vacated hex changes: control, the game's end, the first activation."""
    if not attackers:
        return ()
    reasons = []
    side, ground = attackers[0].side, situation.ground
    if target in ground.cities:
        reasons.append(Reason("3.3(2)", "Who enters {hex} controls the city.", hex=target))
    if side == "soviet" and target in situation.absolute_orders & ground.major_cities:
        text = Saying(
            "{hex} is under an absolute order: a Soviet unit that enters it wins the game.",
            hex=target,
        )
        reasons.append(Reason("16.2(3)", text))
    if side == "soviet" and target in ground.crossing_points:
        reasons.append(
            Reason("16.3(2)", "A Soviet unit that enters {hex} wins the crossing.", hex=target)
        )
    if side == "axis" and target == situation.position.value("airborne-bridgehead"):
        text = Saying("The airborne bridgehead in {hex} is destroyed by an Axis unit.", hex=target)
        reasons.append(Reason("13.2(2)", text))
    return tuple(reasons)
