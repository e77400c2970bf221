"""Random crowded corners of the blank board: units of all kinds, roads, rails, terrain, rivers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from kursk_board import game

from assistant.position import Position, Unit

AREA = [f"{row:02d}{column:02d}" for row in range(18, 25) for column in range(1, 16)]
STARTS = ("2001", "2101", "1901", "2210", "2014", "2305")
TYPES = {
    "german": ("panzer", "infantry", "kampfgruppe", "security", "hq"),
    "soviet": ("rifle", "tank", "motorized", "artillery", "anti-tank", "hq", "partisan"),
}
TERRAIN = ("forest", "swamp", "city", "major-city", "village")
SIDES = ("river", "major-river", "lake")
PHASES = ("movement", "mechanized", "first-combat", "second-combat")
GUNS = ("artillery", "anti-tank")

STATE = {
    "cost-forest": 2, "cost-swamp": 3, "cost-city": 1, "cost-major-city": 1.5, "cost-river": 1,
    "cost-major-river": 2, "cost-lake": 0,
    "shift-forest": -1, "shift-swamp": 1, "shift-city": -2, "shift-major-city": -3,
    "shift-river": -1, "shift-major-river": -3, "shift-lake": 0,
    "shift-attacker-mobile": 1, "shift-attacker-assault": 2, "shift-defender-mobile": 0,
    "shift-defender-assault": -1, "shift-defender-static": -4, "shift-defender-disrupted": 3,
    "retreat-mobile": 2, "retreat-assault": 1, "retreat-static": 0, "retreat-disrupted": 1,
}  # fmt: skip


@dataclass(frozen=True)
class Corner:
    """A position with the plain data from which it was made."""

    position: Position
    terrain: dict[str, list[str]]
    sides: dict[tuple[str, str], list[str]]
    lines: dict[str, list[list[str]]]


def corner(seed: int) -> Corner:
    """The same seed makes the same corner."""
    random = Random(seed)
    units = _attackers(random, _units(random))
    lines = {
        "road": [_walk(random) for _ in range(random.randint(1, 3))],
        "railroad": [_walk(random) for _ in range(random.randint(0, 2))],
        "railroad-double": [_walk(random) for _ in range(random.randint(0, 1))],
    }
    terrain = {
        random.choice(AREA): random.choices(TERRAIN, k=random.randint(1, 2))
        for _ in range(random.randint(0, 14))
    }
    sides: dict[tuple[str, str], list[str]] = {}
    for _ in range(random.randint(0, 18)):
        one = random.choice(AREA)
        other = random.choice(sorted(game().grid.around[one].values()))
        if (other, one) not in sides:
            sides[one, other] = [random.choice(SIDES)]
    state: dict[str, Any] = {**STATE, "start-soviet": random.sample(AREA, random.randint(0, 12))}
    phase = f"{random.choice(('german', 'soviet'))}-{random.choice(PHASES)}"
    board = game().blank_board.overlaid(terrain, sides, lines)
    position = Position(game(), board, tuple(units), "", 2, phase, state)
    return Corner(position, terrain, sides, lines)


def _units(random: Random) -> list[Unit]:
    units: list[Unit] = []
    holder: dict[str, str] = {}
    for number in range(random.randint(6, 16)):
        side = random.choice(("german", "soviet"))
        hex_ = random.choice(AREA)
        if holder.setdefault(hex_, side) == side:
            type_ = random.choice(TYPES[side])
            above = [unit.id for unit in units if unit.type == "hq" and unit.side == side]
            fields, markers = _values(random, type_, above)
            units.append(Unit(f"u{number}", side, type_, hex_, markers=markers, fields=fields))
    return units


def _values(random: Random, type_: str, above: list[str]) -> tuple[dict[str, Any], frozenset[str]]:
    fields: dict[str, Any] = {"movement": random.randint(1, 9)}
    if type_ in GUNS:
        return {**fields, "points": 5, "level": 1}, frozenset()
    if type_ == "partisan":
        return fields, frozenset({"inoperative"} if random.random() < 0.4 else ())
    if random.random() < 0.25:
        fields["mode"] = random.choice(("assault", "static"))
    disrupted = frozenset({"disrupted"} if random.random() < 0.12 else ())
    if type_ == "hq":
        if above and random.random() < 0.4:
            fields["hq"] = [random.choice(above), "absent-front"]
        return {**fields, "attack": 0, "steps": 1}, disrupted
    if above and random.random() < 0.8:
        absent = ["absent"] if random.random() < 0.2 else []
        fields["hq"] = [*absent, random.choice(above)]
    if type_ == "rifle" and random.random() < 0.4:
        fields["size"] = "division"
    independent = {"independent"} if random.random() < 0.2 else set()
    return {**fields, "attack": random.choice((0, 3, 8, 12)), "steps": 4}, disrupted | independent


def _attackers(random: Random, units: list[Unit]) -> list[Unit]:
    """The units with a few more beside some of their enemies."""
    found = list(units)
    for number in range(5):
        victim = random.choice(units)
        hex_ = random.choice(sorted(game().grid.around[victim.hex].values()))
        side = "soviet" if victim.side == "german" else "german"
        if any(unit.hex == hex_ and unit.side != side for unit in found):
            continue
        type_ = random.choice(("panzer", "infantry") if side == "german" else ("tank", "rifle"))
        above = [unit.id for unit in found if unit.type == "hq" and unit.side == side]
        fields: dict[str, Any] = {"attack": random.randint(3, 40), "steps": 4, "movement": 5}
        if above:
            fields["hq"] = [random.choice(above)]
        found.append(Unit(f"a{number}", side, type_, hex_, fields=fields))
    return found


def _walk(random: Random) -> list[str]:
    """A run of hexes that tends eastwards."""
    run = [random.choice(STARTS)]
    for _ in range(random.randint(2, 16)):
        near = [h for h in game().grid.around[run[-1]].values() if h in AREA and h not in run]
        near.sort(key=lambda name: (-int(name[2:]), name))
        if not near:
            break
        run.append(random.choice(near[:3]))
    return run
