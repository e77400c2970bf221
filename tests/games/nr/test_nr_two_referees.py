"""Random tables, judged by the game's rules and by a second, plainer referee."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from nr_board import in_own_movement, place, unit
from nr_referee import Referee
from nr_referee_table import AREAS, compass, other

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from tests.wide import first

CORNERS = ((1, 5), (21, 10), (10, 14))
FEATURES = (
    "river",
    "river objective",
    "objective",
    "lake",
    "sea",
    "sea baltic",
    "sea black-sea",
    "sea azov",
    "sea caspian",
)
KINDS = ("infantry", "infantry", "armour", "mechanised", "fort", "cadre", "volkssturm", "shock")


def table(seed: int, phase: str) -> tuple[Position, Referee]:
    """A crowded part of the map, by an edge or between the edges."""
    chance = random.Random(seed)
    left, top = chance.choice(CORNERS)
    part = [f"{c:02d}{r:02d}" for c in range(left, left + 8) for r in range(top, top + 9)]
    terrain = {
        name: chance.choice(
            ("lake", "forest", "city", "city germany", "city leningrad", "objective", "germany")
        )
        for name in part
        if chance.random() < 0.25
    }
    land = [name for name in part if terrain.get(name) != "lake"]
    sides = {
        (name, there): chance.choice(FEATURES)
        for name in part
        for there in compass(name).values()
        if name < there and chance.random() < 0.12
    }
    for area in AREAS:
        sides |= {(name, area): "border" for name in chance.sample(land, 3)}
    control = {n: chance.choice(("axis", "soviet")) for n in part if "city" in terrain.get(n, "")}
    units = _units(chance, [*land, *AREAS])
    turn, weather = chance.randint(6, 24), chance.choice(("clear", "mud", "snow", "long-winter"))
    opened = chance.random() < 0.5
    position = place(
        *units,
        turn=turn,
        phase=phase,
        weather=weather,
        terrain=terrain,
        hexsides={"/".join(pair): what for pair, what in sides.items()},
        control={side: [n for n, s in control.items() if s == side] for side in ("axis", "soviet")},
        state={"balkans-open": opened},
    )
    plain = {name: what.split() for name, what in terrain.items()}
    features = {pair: what.split() for pair, what in sides.items()}
    return position, Referee(plain, features, control, units, turn, weather, opened)


def _units(chance: random.Random, places: list[str]) -> list[Unit]:
    units: list[Unit] = []
    held: dict[str, str] = {}
    for number in range(chance.randint(6, 20)):
        name, type_ = chance.choice(places), chance.choice(KINDS)
        side = held.setdefault(name, chance.choice(("axis", "soviet")))
        if type_ == "volkssturm" and side == "soviet":
            type_ = "infantry"
        nation = chance.choice(("german", "german", "rumanian")) if side == "axis" else "soviet"
        movement = [0] if type_ in ("fort", "volkssturm") else chance.choice(([4], [6, 3], [2]))
        markers = chance.choice(("", "", "", "oos", "disorganised"))
        step = chance.randint(1, len(movement))
        fields = {"nationality": nation, "movement": movement}
        units.append(unit(side, f"u{number}", name, (4, 3), type_, markers, step, **fields))
    return units


def judged(referee: Referee, active: str) -> dict[str, str]:
    """6.0: those of the active side that fail lose their zone before the others are judged."""
    states = referee.supply(active)
    failed = frozenset(id_ for id_, state in states.items() if state == "oos")
    return states | replace(referee, faded=failed).supply(other(active))


@pytest.mark.parametrize("seed", first(range(40), 10))
def test_zones_supply_and_moves(seed: int) -> None:
    position, referee = table(seed, "axis-movement")
    zones = RULES.zones(position).zones
    assert {side: set(zones[side]) for side in zones} == {
        side: referee.zone(side) for side in zones
    }
    states = {its.id: its.state for its in RULES.supply(position).units}
    assert states == judged(referee, "axis")
    for its in referee.units:
        moves = RULES.moves(in_own_movement(position, its.id), its.id)
        wanted = referee.reach(its)
        assert {way.hex: way.cost for way in moves.reach} == wanted
        assert set(referee.near(its.hex)) - set(wanted) <= {no.hex for no in moves.refused}


@pytest.mark.parametrize("seed", first(range(40, 70), 8))
def test_the_active_side_is_judged_first(seed: int) -> None:
    active = ("axis", "soviet")[seed % 2]
    position, referee = table(seed, f"{active}-supply")
    states = {its.id: its.state for its in RULES.supply(position).units}
    assert states == judged(referee, active)


@pytest.mark.parametrize("seed", first(range(70, 110), 10))
def test_retreats_and_advances(seed: int) -> None:
    position, referee = table(seed, "soviet-combat")
    forts = {its.hex for its in referee.units if its.type in ("fort", "volkssturm")}
    for target in {its.hex for its in referee.units}:
        if target not in forts:
            for found in RULES.retreats(position, target, "DR", []).units:
                wanted = referee.retreats(position.by_id[found.id])
                assert {option.path: option.preferred for option in found.options} == wanted
        side = next(its.side for its in referee.units if its.hex == target)
        near = [u for u in referee.units if u.side != side and u.hex in referee.near(target)]
        for its in near:
            (found,) = RULES.advances(position, target, [its.id]).units
            assert set(found.options) == referee.advances(its, target)


@pytest.mark.parametrize("seed", range(110, 150))
def test_odds_and_stacking(seed: int) -> None:
    position, referee = table(seed, "soviet-combat")
    crowded = {its.hex for its in RULES.stacking(position).violations}
    assert crowded == referee.crowded()
    for its in referee.units:
        attacked = replace(position, phase=f"{other(its.side)}-combat")
        if not referee.attackers(its.hex):
            continue
        answer = RULES.odds(attacked, [its.hex], [], {})
        *wanted, shift = referee.odds(its.hex)
        found = [set(answer.attackers), answer.attack, answer.defence, answer.extra["initial"]]
        assert found == wanted
        if answer.extra["initial"] and not referee.is_(its.hex, "forest"):
            assert answer.shift == shift
