"""Random tables, judged by the game's rules and by a second, plainer referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from uis_air_referee import air_differences, aired
from uis_board import game
from uis_combat_referee import combat_differences
from uis_ground_referee import COMBAT, around
from uis_move_referee import March
from uis_special_referee import raided, special_differences
from uis_supply_referee import Supply
from uis_turn_referee import differences, peopled

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from tests.wide import first

AREA = [f"Se{column:02}{row:02}" for column in range(1, 15) for row in range(1, 18)]
GROUND = ["city", "urban", "sea", "port"]
CROSSINGS = [["river"], ["major-river"], ["major-river", "bridge"], ["alpine"], ["impassable"]]
SUPPORT = ["artillery", "hq", "hq", "engineer", "ssm", "ew", "ada", "sam", "special-forces"]
NATIONS = {"wp": ["su", "cz", "po", "eg"], "nato": ["wg", "us", "ne", "be"]}


def table(seed: int) -> Position:
    """A bar_of_room section Se, its own island on a blank board, with its East edge and some ports."""
    chance = random.Random(seed)
    terrain = {name: [chance.choice(GROUND)] for name in chance.sample(AREA, 60)}
    land = [name for name in AREA if terrain.get(name) != ["sea"]]
    sides = {
        (name, near): chance.choice(CROSSINGS)
        for name in AREA
        for near in around(name)
        if name < near and chance.random() < 0.1
    }
    lines = {kind: [_run(chance) for _ in range(3)] for kind in ("railroad", "autobahn")}
    board = game().blank_board.overlaid(terrain, sides, lines)
    ports = [name for name, kinds in terrain.items() if kinds == ["port"]]
    state = _state(chance, land, ports) | {
        "damaged": [
            *chance.sample(ports, len(ports) // 3),
            *(f"{one}/{other}" for one, other in chance.sample(sorted(sides), len(sides) // 6)),
        ]
    }
    phase = chance.choice(["wp-movement", "nato-movement"])
    units = tuple(_units(chance, land))
    if not any(unit.get("division") == "first" for unit in units):
        state["eliminated"] = []  # because a name that nobody bears is refused
    return RULES.visible(Position(game(), board, units, phase=phase, state=state))


def _run(chance: random.Random) -> list[str]:
    """A line that wanders westward from the East edge."""
    run = [f"Se14{chance.randint(1, 17):02}"]
    for _ in range(chance.randint(2, 14)):
        onward = [name for name in around(run[-1]) if name not in run]
        run.append(chance.choice(sorted(onward)[:3]) if onward else run[-2])
    return run


def _state(chance: random.Random, land: list[str], ports: list[str]) -> dict[str, Any]:
    def some(most: int, low: int, high: int) -> dict[str, int]:
        return {n: chance.randint(low, high) for n in chance.sample(AREA, chance.choice((0, most)))}

    bounds = chance.randint(2, 4), chance.randint(5, 7), chance.randint(8, 10)
    lands = [
        "west-germany",
        chance.choice(["austria", "switzerland", "belgium", "hungary"]),
        "east-germany",
        chance.choice(["poland", "czechoslovakia"]),
    ]
    countries: dict[str, list[str]] = {}
    for name in chance.sample(AREA, 220):
        stripe = sum(int(name[2:4]) > bound for bound in bounds)
        countries.setdefault(lands[stripe], []).append(name)
    return {
        "war-turn": chance.choice([0, 1, 2, 3, 4, 5, 6]),
        "weather": chance.choice(["good", "bad"]),
        "violated": chance.choice([[], ["austria"]]),
        "options": [o for o in ("foot", "independent-brigades") if chance.random() < 0.4],
        "countries": countries,
        "breakthrough": chance.sample(land, chance.choice([0, 2])),
        "chemical": chance.sample(AREA, chance.choice([0, 1])),
        "interdiction": some(12, 5, 20),
        "nuclear": some(5, 1, 3),
        "revolt": some(3, 1, 3),
        "road-cost": {"all": 2, **{name: chance.choice([0.5, 1, 4]) for name in AREA[::3]}},
        "tactical-cost": {"all": 3, **{name: chance.choice([1, 6, 14, 30]) for name in AREA[::4]}},
        "eliminated": chance.choice([[], ["first"]]),
        "inlets": {name: chance.sample(around(name), 1) for name in ports[::2]},
        "air-superiority": {"wp": chance.sample(AREA, 20), "nato": chance.sample(AREA, 20)},
    }


def _units(chance: random.Random, land: list[str]) -> list[Unit]:
    sides = {name: chance.choice(["wp", "nato"]) for name in land}
    places = chance.choices(land, k=chance.choice([6, 14, 26]))
    return [_unit(chance, f"u{n}", name, sides[name]) for n, name in enumerate(places)]


def _unit(chance: random.Random, id_: str, name: str, side: str) -> Unit:
    support = [*SUPPORT, "fsh", "fsh", "railroad-regiment"] if side == "wp" else SUPPORT
    type_ = chance.choice([*sorted(COMBAT), *sorted(COMBAT), "division-base", *support])
    fields: dict[str, Any] = {"nation": chance.choice(NATIONS[side])}
    if type_ in COMBAT:
        fields |= {"size": chance.choice(["division", "brigade", "regiment"])}
    if type_ in COMBAT or type_ == "division-base":
        fields |= {"attack": chance.choice([0, 1, 3, 9]), "defence": 3}
        fields |= {"division": chance.choice(["first", "second"])} if chance.random() < 0.5 else {}
        fields |= {"mode": chance.choice(["tactical", "tactical", "road", "hedgehog"])}
    elif chance.random() < 0.3:
        fields["mode"] = "road"
    told = {"fatigue": 2, "spent": 11, "moved": True, "began-in-zoc": chance.random() < 0.5}
    fields |= {field: value for field, value in told.items() if chance.random() < 0.12}
    markers = (m for m in ("no-zoc", "fuel-1", "oos", "reserve") if chance.random() < 0.12)
    return Unit(id_, side, type_, name, 1, frozenset(markers), fields)


def ground_differences(position: Position) -> Iterator[str]:
    """What both say differently of zones, stacking, supply and moves."""
    other = Supply(position)
    zones = RULES.zones(position).zones
    for side in ("wp", "nato"):
        if set(zones[side]) != {n for n in other.zones[side] if not other.is_sea(n)}:
            yield f"zones of {side}"
    bar_of_room = {violation.hex for violation in RULES.stacking(position).violations}
    if bar_of_room != {name for name, units in other.at.items() if other.too_many(units)}:
        yield f"stacking {bar_of_room}"
    supplied = RULES.supply(position).units
    yield from (f"cut off, but by what: {u}" for u in supplied if not u.path and not u.because[1:])
    states = {unit.id: unit.state for unit in supplied}
    for unit in position.units:
        if states[unit.id] != other.state_of(unit):
            yield f"supply of {unit}: {states[unit.id]}, {other.state_of(unit)}"
        march, answer = March(position, unit), RULES.moves(position, unit.id)
        if answer.allowance != march.points()[0]:
            yield f"allowance of {unit}: {answer.allowance}, {march.points()}"
        told, found = {one.hex: one.cost for one in answer.reach}, march.reach()
        if told != found:
            yield f"reach of {unit}: {sorted(told.items() ^ found.items())}"


@pytest.mark.parametrize("seed", first(range(20), 6))
def test_both_referees_agree(seed: int) -> None:
    assert not list(ground_differences(table(seed)))


@pytest.mark.parametrize("seed", range(12))
def test_both_agree_on_combats_retreats_and_advances(seed: int) -> None:
    assert not list(combat_differences(seed))


@pytest.mark.parametrize("seed", first(range(10), 4))
def test_both_agree_on_the_turn(seed: int) -> None:
    """A thousand boards are played by tests/bench/uis_second_referee.py."""
    assert not list(differences(peopled(table(seed), seed)))


@pytest.mark.parametrize("seed", first(range(6), 2))
def test_both_agree_on_flights_and_missions(seed: int) -> None:
    assert not list(air_differences(aired(table(seed), seed), seed))


@pytest.mark.parametrize("seed", first(range(30), 8))
def test_both_agree_on_special_wars(seed: int) -> None:
    """Landings, raids, nuclear attacks, troops lost on the way, escorts."""
    assert not list(special_differences(raided(aired(table(seed), seed), seed), seed))
