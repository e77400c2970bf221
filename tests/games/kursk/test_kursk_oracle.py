"""Random corners of the board, answered by the rooms of the game and by a second reading."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kursk_oracle import Oracle, around
from kursk_oracle_combat import CombatOracle, Reckoned
from kursk_random import GUNS, corner

from assistant.games.kursk import RULES

SEEDS = range(24)


@pytest.mark.parametrize("seed", SEEDS)
def test_zones_supply_and_command(seed: int) -> None:
    it = corner(seed)
    oracle = Oracle(it)
    zones = RULES.zones(it.position).zones
    assert {side: set(found) for side, found in zones.items()} == oracle.zones
    told = {
        unit.id: (unit.state == "supplied", unit.extra["communication"])
        for unit in RULES.supply(it.position).units
    }
    assert told == {
        unit.id: (oracle.supplied(unit), oracle.in_communication(unit))
        for unit in it.position.units
        if unit.type != "partisan"
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_marches(seed: int) -> None:
    it = corner(seed)
    oracle = Oracle(it)
    for unit in it.position.units:
        answer = RULES.moves(it.position, unit.id)
        points = oracle.allowance(unit)
        told = {way.hex: way.cost for way in answer.reach}
        wanted = {}
        if points is not None:
            wanted = {**oracle.infiltrations(unit, points), **oracle.marches(unit, points)}
        assert (answer.allowance, told) == (points or 0, wanted), unit.id


@pytest.mark.parametrize("seed", SEEDS)
def test_retreats(seed: int) -> None:
    it = corner(seed)
    oracle = CombatOracle(it)
    for unit in it.position.units:
        if unit.type in (*GUNS, "partisan"):
            continue
        number = seed % 4
        (told,) = (
            {way.path: way.losses for way in one.options}
            for one in RULES.retreats(it.position, unit.hex, str(number), []).units
            if one.id == unit.id
        )
        assert told == oracle.retreats(unit, number), unit.id


@pytest.mark.parametrize("seed", range(30))
def test_advances(seed: int) -> None:
    it = corner(seed)
    side, _, phase = it.position.phase.partition("-")
    for target in sorted({unit.hex for unit in it.position.units if unit.side != side}):
        left = it.position.with_units(unit for unit in it.position.units if unit.hex != target)
        oracle = CombatOracle(replace(it, position=left))
        beside = [unit for unit in left.units if unit.hex in around(target) and unit.side == side]
        ids = [unit.id for unit in beside if unit.type not in (*GUNS, "partisan")]
        for found in RULES.advances(left, target, ids).units if ids and "combat" in phase else ():
            assert {*found.options} == oracle.advances(left.by_id[found.id], target), found.id


@pytest.mark.parametrize("seed", range(60))
def test_odds(seed: int) -> None:
    it = corner(seed)
    oracle = CombatOracle(it)
    side, _, phase = it.position.phase.partition("-")
    if not phase.endswith("combat"):
        return
    for target in sorted({unit.hex for unit in it.position.units}):
        wanted = oracle.odds(target)
        named = [
            unit.id
            for unit in it.position.units
            if unit.side == side and unit.type not in ("hq", "partisan", *GUNS)
        ]
        if wanted is not None:
            told = RULES.odds(it.position, [target], named, {})
            extra = told.extra
            assert wanted == Reckoned(
                set(told.attackers), extra["strength"], int(told.attack), int(told.defence),
                extra["base"], told.shift, str(told.column),
            )  # fmt: skip
            assert told.possible == (wanted.strength >= 6)
