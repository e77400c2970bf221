"""Combat results (rules 10.4.1(3), 10.5, 16.2): steps lost and hexes retreated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.games.mlb.situation import Situation
from assistant.games.mlb.units import steps_left
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError


@dataclass(frozen=True)
class Result:
    """What a cell of the combat results table orders, in steps and hexes."""

    code: str
    attacker_losses: int = 0
    defender_losses: int = 0
    retreat: int = 0


@rule("10.4.1(3)")
def read_result(code: str) -> Result:
    """Ax: the attacker loses x steps in all; R, RR: one hex, two; a number before RR: steps lost in
    all before two hexes; a dash: nothing."""
    if code == "-":
        return Result(code)
    if found := re.fullmatch(r"A(\d+)", code):
        return Result(code, attacker_losses=int(found[1]))
    if found := re.fullmatch(r"(\d*)(R{1,2})", code):
        return Result(code, defender_losses=int(found[1] or 0), retreat=len(found[2]))
    raise ValueError(code)


def asked_result(situation: Situation, code: str | None) -> Result:
    """The result that a player names; QuestionError for one that is not in the table."""
    known = sorted(set(situation.position.game.tables["combat"].cells.values()), key=_order)
    if code is None:
        raise QuestionError("Name the result: --result with one of {results}.", results=known)
    if code not in known:
        raise QuestionError(
            "'{result}' is no result of this table: write {results}.",
            result=code,
            results=known,
        )
    return read_result(code)


def _order(code: str) -> tuple[int, int, int]:
    result = read_result(code)
    return (-result.attacker_losses, result.retreat, result.defender_losses)


@rule("16.2(1)")
def under_absolute_order(situation: Situation, name: str, defenders: Sequence[Unit]) -> bool:
    """Axis units in a major city under an absolute order take losses in place of retreats."""
    return (
        name in situation.absolute_orders
        and name in situation.ground.major_cities
        and bool(defenders)
        and defenders[0].side == "axis"
    )


@rule("16.2(1)")
def held_at_all_costs(situation: Situation, result: Result) -> Result:
    """Under an absolute order every hex of retreat becomes a step, added to those of the result."""
    added = result.retreat
    if result.defender_losses and situation.reading("absolute-nrr") == "n-only":
        added = 0
    return Result(result.code, result.attacker_losses, result.defender_losses + added)


@rule("10.5")
def distributions(units: Sequence[Unit], losses: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which the owner may share losses: steps that remain to each unit, in order."""
    ways: list[tuple[int, ...]] = [()]
    full = [steps_left(unit) for unit in units]
    total = sum(full)
    for steps in full:
        ways = [(*way, left) for way in ways for left in range(steps + 1)]
    return tuple(way for way in ways if sum(way) == max(0, total - losses))
