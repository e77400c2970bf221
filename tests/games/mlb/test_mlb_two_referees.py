"""Random tables, judged by the game's rules and by a second, plainer referee."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from mlb_laboratory import position, unit
from mlb_referee import Referee, near, other

from assistant.games.mlb import RULES
from assistant.position import Position, Unit
from tests.wide import first

AREA = [f"{row:02d}{column:02d}" for row in range(3, 9) for column in range(3, 9)]
FEATURES = ("river", "major-river", "major-river", "impassable", "sea")


def table(seed: int) -> tuple[Position, Referee]:
    """A crowded corner of the map."""
    chance = random.Random(seed)
    terrain = _terrain(chance)
    land = [name for name in AREA if "sea" not in terrain.get(name, [])]
    sides = {
        (name, there): chance.choice(FEATURES)
        for name in AREA
        for there in near(name)
        if name < there and chance.random() < 0.25
    }
    roads = [_run(chance, land) for _ in range(4)]
    rails = [_run(chance, land) for _ in range(2)]
    control = {
        name: chance.choice(["axis", "soviet"])
        for name in land
        if "city" in terrain.get(name, []) and chance.random() < 0.8
    }
    units = _units(chance, land)
    its_position = position(
        *units,
        terrain=terrain,
        sides={"/".join(pair): [feature] for pair, feature in sides.items()},
        road=roads,
        railroad=rails,
        control=control,
    )
    return its_position, Referee(terrain, sides, _pairs(roads), _pairs(rails), control, units)


def _terrain(chance: random.Random) -> dict[str, list[str]]:
    terrain: dict[str, list[str]] = {}
    kinds = [["sea"], ["swamp"], ["swamp"], ["city"], ["rough"]]
    for name in AREA:
        if chance.random() < 0.3:
            terrain[name] = list(chance.choice(kinds))
    land = [name for name in AREA if "sea" not in terrain.get(name, [])]
    for side in ("axis", "soviet"):
        for name in chance.sample(land, 2):
            terrain[name] = [*terrain.get(name, []), f"{side}-supply"]
    return terrain


def _run(chance: random.Random, land: list[str]) -> list[str]:
    run = [chance.choice(land)]
    for _ in range(6):
        onward = [name for name in near(run[-1]) if name in land and name not in run]
        if onward:
            run.append(chance.choice(onward))
    return run


def _pairs(runs: list[list[str]]) -> set[tuple[str, str]]:
    return {(min(a, b), max(a, b)) for run in runs for a, b in pairwise(run)}


def _units(chance: random.Random, land: list[str]) -> list[Unit]:
    units: list[Unit] = []
    held: dict[str, list[str]] = {}
    for number in range(chance.randint(6, 22)):
        name = chance.choice(land)
        side = held.get(name, [chance.choice(["axis", "soviet"])])[0]
        held.setdefault(name, []).append(side)
        if len(held[name]) > 2:
            continue
        strength = chance.choice([[5, 3], [4], [7, 4], [1]])
        markers = chance.choice([[], [], ["oos"], ["isolated"]])
        step, movement = chance.randint(1, len(strength)), chance.randint(2, 7)
        units.append(
            unit(f"u{number}", side, name, strength, step=step, movement=movement, markers=markers)
        )
    return units


@pytest.mark.parametrize("seed", first(range(30), 8))
def test_two_referees_agree(seed: int) -> None:
    its_position, referee = table(seed)
    zones = RULES.zones(its_position).zones
    assert {side: set(zones[side]) for side in zones} == {
        side: referee.zone(side) for side in zones
    }
    supplied = {side: referee.with_line(side) for side in zones}
    for found in RULES.supply(its_position).units:
        assert bool(found.path) == (found.hex in supplied[found.side])
    for its in referee.units:
        moves = RULES.moves(its_position, its.id)
        assert {way.hex: way.cost for way in moves.reach} == referee.reach(its)
        closed = {refusal.hex for refusal in moves.refused}
        assert set(near(its.hex)) - set(referee.reach(its)) <= closed


@pytest.mark.parametrize("seed", first(range(30), 8))
def test_two_referees_agree_on_battles(seed: int) -> None:
    its_position, referee = table(seed)
    for target in {its.hex for its in referee.units}:
        answer = RULES.odds(its_position, [target], [], {"terrain": "0"})
        found = set(answer.attackers), answer.attack, answer.defence
        assert found == referee.odds(target)
        for code, length in (("R", 1), ("RR", 2)):
            for retreat in RULES.retreats(its_position, target, code, []).units:
                wanted = referee.retreats(its_position.by_id[retreat.id], length)
                assert {option.path for option in retreat.options} == wanted
                begun = {way[0] for way in wanted}
                assert {refusal.hex for refusal in retreat.refused} == set(near(target)) - begun


@pytest.mark.parametrize("seed", range(30))
def test_two_referees_agree_on_advances(seed: int) -> None:
    its_position, referee = table(seed)
    for target in sorted({its.hex for its in referee.units}):
        foe = next(its.side for its in referee.units if its.hex == target)
        beside = [its for its in referee.units if its.hex in near(target) and its.side != foe]
        attackers = [its for its in beside if not referee.shut(its.hex, target)]
        left = its_position.with_units(its for its in its_position.units if its.hex != target)
        ids = [its.id for its in attackers]
        for found in RULES.advances(left, target, ids).units if ids else ():
            wanted = referee.advances(its_position.by_id[found.id], target, attackers)
            assert {*found.options} == wanted


def test_the_tables_are_worth_judging() -> None:
    """Some units are cut off, some fight, some pay for zones, some retreat three hexes."""
    tables = [table(seed)[1] for seed in range(8)]
    units = [(t, u) for t in tables for u in t.units]
    ways = [(t, u, way) for t, u in units for way in t.retreats(u, 2)]
    assert any(u.hex not in t.with_line(u.side) for t, u in units)
    assert any(t.odds(u.hex)[0] for t, u in units)
    assert any(name in t.zone(other(u.side)) for t, u, way in ways for name in way)
    assert any(len(way) > 2 for _, _, way in ways)
