"""What is left of a stack after 1RR to 4RR, by the game's rules and by a plainer referee."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from mlb_referee import Referee, other
from test_mlb_two_referees import table

from assistant.games.mlb import RULES
from assistant.position import Unit
from tests.wide import first


def steps(unit: Unit) -> int:
    return len(unit.get("strength")) - unit.step + 1


def shares(stack: list[Unit], lost: int) -> set[tuple[int, ...]]:
    """What each unit of a stack may have left when it loses so many steps (10.5)."""
    each = [range(steps(unit) + 1) for unit in stack]
    whole = sum(map(steps, stack))
    return {left for left in product(*each) if sum(left) == max(0, whole - lost)}


def survives(referee: Referee, unit: Unit, left: int) -> bool:
    """Whether a unit with so many steps left has a way of two hexes that it outlives (10.6.3)."""
    if left == 0:
        return False
    worn = replace(unit, step=unit.step + steps(unit) - left)
    zone = referee.zone(other(unit.side))
    return any(sum(name in zone for name in way) < left for way in referee.retreats(worn, 2))


@pytest.mark.parametrize("seed", first(range(400, 416), 6))
def test_the_stack_after_its_losses(seed: int) -> None:
    position, referee = table(seed)
    for target in sorted({unit.hex for unit in referee.units}):
        stack = [unit for unit in referee.units if unit.hex == target]
        for lost in range(1, 5):
            answer = RULES.retreats(position, target, f"{lost}RR", [])
            wanted = shares(stack, lost)
            lives = {
                unit.id
                for left in wanted
                for unit, n in zip(stack, left, strict=True)
                if survives(referee, unit, n)
            }
            assert answer.extra["losses"] == lost
            assert answer.outcome == ("retreat" if lives else "eliminated"), (target, lost)
            if len(stack) > 1 and lost < sum(map(steps, stack)):
                found = answer.extra["distributions"]
                assert {tuple(one[unit.id] for unit in stack) for one in found} == wanted
            for unit in answer.units if len(stack) == 1 else ():
                assert (unit.outcome == "retreat") == (unit.id in lives)
