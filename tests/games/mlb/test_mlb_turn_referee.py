"""Points, arrivals and duties on random tables, judged by the rules and by a second referee, who
reads chapters 6, 10, 12, 13 and 17 once more and shares no code with the first."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from mlb_laboratory import game
from mlb_referee import Referee, distance, near, other
from test_mlb_two_referees import table

from assistant.games.mlb import RULES
from assistant.position import Position, Unit
from assistant.referee.chapters import kind_of

FRONTS = ["Voronezh Front", "Steppe Front", "Southwest Front", "South Front"]


def board(seed: int) -> tuple[Position, Referee]:
    """A table with cities that count, a red edge, units in boxes, and what the state says."""
    position, referee = table(seed)
    chance = random.Random(seed)
    terrain = {name: list(kinds) for name, kinds in referee.terrain.items()}
    land = [name for name in terrain if "sea" not in terrain[name]]
    for name in land:
        if "city" in terrain[name] and chance.random() < 0.6:
            terrain[name].append("major-city")
    for name in chance.sample(land, min(3, len(land))):
        terrain[name].append("breakthrough")
    units = [*referee.units, *_off_the_map(chance)]
    state: dict[str, Any] = {
        "cp": chance.randint(0, 7),
        "axis-relocations": chance.randint(0, 2),
        "soviet-relocations": chance.randint(0, 2),
        "airborne-dropped": chance.random() < 0.3,
    }
    phase = chance.choice(("chit-selection", "movement", "combat"))
    moved = replace(
        position,
        board=position.board.overlaid(terrain, {}, {}),
        units=tuple(units),
        turn=chance.randint(1, 8),
        phase=phase,
        state=state,
    )
    return moved, replace(referee, terrain=terrain, units=list(referee.units))


def _off_the_map(chance: random.Random) -> list[Unit]:
    fields = {"strength": [4, 2], "movement": 5}
    found = []
    for number in range(chance.randint(0, 6)):
        side, type_ = chance.choice(("axis", "soviet")), chance.choice(("armoured", "infantry"))
        nation = chance.choice(("german", "ss", "rumanian")) if side == "axis" else "soviet"
        more = {**fields, "nationality": nation}
        found.append(Unit(f"d{number}", side, type_, "eliminated", fields=more))
    for number in range(chance.randint(0, 4)):
        more = {**fields, "arrival": chance.randint(1, 3)}
        box = "soviet-reinforcements"
        found.append(Unit(f"r{number}", "soviet", "infantry", box, fields=more))
    for number in range(chance.randint(0, 3)):
        more = {**fields, "pool": chance.choice(("PR", "IR", "AR"))}
        found.append(Unit(f"p{number}", "axis", "infantry", "axis-reinforcements", fields=more))
    return found


def soviet_points(position: Position, referee: Referee) -> float:
    """17.2(1): cities, the red edge, German losses, those cut off at the end, relocations."""

    def owner(name: str) -> str:
        holder = next((u.side for u in referee.units if u.hex == name), "")
        return holder or referee.control.get(name, "")

    total = 8 * sum(owner(n) == "soviet" for n in referee.terrain if referee.is_(n, "major-city"))
    reds = [u for u in referee.units if u.side == "soviet"]
    total += 5 * sum(referee.is_(u.hex, "breakthrough") for u in reds)
    traced = {side: referee.with_line(side) for side in ("axis", "soviet")}
    lost = [u for u in position.units if u.hex == "eliminated"]
    lost += [u for u in referee.units if u.hex not in traced[u.side] and u.type != "hq"]
    for unit in lost:
        if unit.side == "axis" and unit.get("nationality", "german") in ("german", "ss"):
            total += 2 if unit.type == "armoured" else 1
    return total + 2 * (position.state["axis-relocations"] - position.state["soviet-relocations"])


def rail_hexes(referee: Referee, side: str) -> set[str]:
    """12.1: along rails from an own source, through no enemy, no zone, no enemy city; with room."""
    zone, foe = referee.zone(other(side)), other(side)

    def open_(name: str) -> bool:
        city = referee.is_(name, "city") and referee.control.get(name) == foe
        own = referee.holds(side, name)
        shut = referee.is_(name, "sea") or referee.holds(foe, name) or (city and not own)
        return not shut and name not in zone

    joined: dict[str, set[str]] = {}
    for one, two in referee.rails:
        joined.setdefault(one, set()).add(two)
        joined.setdefault(two, set()).add(one)
    found = {n for n in joined if referee.is_(n, f"{side}-supply") and open_(n)}
    fringe = list(found)
    while fringe:
        here = fringe.pop()
        for there in joined[here] - found:
            if open_(there) and referee.between(here, there) not in ("impassable", "sea"):
                found.add(there)
                fringe.append(there)
    crowd = [u.hex for u in referee.units]
    return {name for name in found if crowd.count(name) < 2}


def drop_hexes(position: Position, referee: Referee) -> set[str]:
    """13.2: within eight hexes of a Soviet unit with a line, free of the Axis, with room."""
    traced = referee.with_line("soviet")
    ring = {u.hex for u in referee.units if u.side == "soviet" and u.hex in traced}
    found = set(ring)
    for _ in range(8):
        ring = {n for name in ring for n in near(name)} - found
        found |= ring
    crowd = [u.hex for u in referee.units]
    return {
        name
        for name in found
        if not referee.is_(name, "sea") and not referee.holds("axis", name)
        if crowd.count(name) < 2
    }


def disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not say the same."""
    position, referee = board(seed)
    said: list[tuple[str, Any, Any]] = []
    score = RULES.score(position)
    said.append(("points", score.points["soviet"], soviet_points(position, referee)))
    for one in RULES.arrivals(position).arrivals:
        hexes = {entry.hex for entry in one.entries}
        if one.kind == "reinforcement":
            numbers = [u.get("arrival") for u in position.units if u.get("arrival") is not None]
            first = position.by_id[one.units[0]].get("arrival") == min(numbers)
            rails = rail_hexes(referee, "soviet")
            state = ("possible" if rails else "barred") if first else "waiting"
            said.append((f"state of {one.units}", one.state, state))
            said.append((f"hexes of {one.units}", hexes, rails if first else set()))
        if one.kind == "purchase":
            rails = rail_hexes(referee, "axis")
            said.append((f"hexes of {one.units}", hexes, rails))
            pool = {u.id for u in position.units if u.hex == "axis-reinforcements"}
            said.append((f"pool of {one.units}", set(one.units) <= pool, True))
    if not position.state["airborne-dropped"]:
        drop = position.with_units(
            [*position.units, Unit("air", "soviet", "airborne", "soviet-reinforcements")]
        )
        (landing,) = [a for a in RULES.arrivals(drop).arrivals if a.kind == "drop"]
        wanted = drop_hexes(position, referee) if position.turn >= 3 else set()
        said.append(("drop", {entry.hex for entry in landing.entries}, wanted))
    duties = RULES.turn(position).duties
    if position.phase == "chit-selection":
        told = str(next(d.what for d in duties if "Soviet player chooses" in d.what))
        barred = {d.rule for d in duties if d.standing == "forbidden"}
        said.append(("all fronts", all(front in told for front in FRONTS), True))
        said.append(("Manstein barred", "6.3(1)" in barred, position.turn < 2))
        early = position.turn < 3 and not position.state["airborne-dropped"]
        said.append(("drop barred", "13.2" in barred, early))
        said.append(("drop twice", "6.3(2)" in barred, bool(position.state["airborne-dropped"])))
    if position.phase == "combat":
        open_ = {
            u.hex
            for u in referee.units
            for n in near(u.hex)
            if referee.holds(other(u.side), n)
            and referee.between(u.hex, n) not in ("impassable", "sea")
        }
        may = {name for d in duties if d.rule == "10.0" for name in d.hexes}
        said.append(("targets", may, open_))
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


@pytest.mark.parametrize("seed", range(10))
def test_two_referees_agree_on_the_turn(seed: int) -> None:
    assert disagreements(seed) == []


WHOLE = [f"{row:02d}{column:02d}" for row in range(1, 33) for column in range(1, 41)]


def race(seed: int) -> tuple[Position, Referee]:
    """The own map on turn 4 of the race, its cities and crossing points with anybody."""
    chance, own = random.Random(seed), game()
    kinds = {name: list(own.board.of(name)) for name in own.board.grid.places}
    terrain = {name: kinds.get(name, ["sea"]) for name in WHOLE}
    for its in terrain.values():
        its += ["sea"] if "lake" in its else []
        its += ["city"] if "major-city" in its else []
    sides = {pair: strongest(its) for pair, its in own.board.hexsides.items()}
    lines = own.board.lines
    joined = {k: {_pair(*p) for p in lines.get(k, ())} for k in ("road", "railroad")}
    towns = [n for n in WHOLE if {"city", "crossing-point"} & {*terrain[n]}]
    control = {n: chance.choice(("axis", "soviet")) for n in towns}
    land = [n for n in kinds if "sea" not in terrain[n]]
    units: dict[str, Unit] = {}
    for number in range(chance.randint(8, 30)):
        side, name = chance.choice(("axis", "soviet", "soviet")), chance.choice(land)
        type_ = chance.choice(("armoured", "mechanised", "infantry", "cavalry"))
        values = {"attack": [6, 3], "defence": [5, 3]} if type_[0] in "am" else {"strength": [4, 2]}
        made = Unit(f"u{number}", side, type_, name, fields={**values, "movement": 5})
        units.setdefault(name, made)
    for side in ("axis", "soviet"):
        name = chance.choice([*land, *own.board.hexes_with("breakthrough")])
        values = {"strength": [2], "movement": 5, "range": 4}
        units.setdefault(name, Unit(f"{side}-hq", side, "hq", name, fields=values))
    state = {"axis-relocations": 0, "soviet-relocations": 0, "absolute-orders": []}
    scenario = "race-to-the-dnieper"
    its_own = Position(own, own.board, tuple(units.values()), scenario, 4, "end", state, control)
    referee = Referee(
        terrain,
        {_pair(*pair): kind for pair, kind in sides.items()},
        joined["road"],
        joined["railroad"],
        control,
        list(units.values()),
    )
    return its_own, referee


def _pair(one: str, other_: str) -> tuple[str, str]:
    return min(one, other_), max(one, other_)


def strongest(kinds: frozenset[str]) -> str:
    """What of a hexside counts most."""
    order = ("impassable", "sea", "major-river", "river")
    return next((kind for kind in order if kind in kinds), "")


def race_points(position: Position, referee: Referee) -> float:
    """17.3(2): five a crossing point held, one and a half a unit west of the Dnepr by its kind,
    half of that without a line."""
    west, fringe = {"2305"}, ["2305"]
    while fringe:
        here = fringe.pop()
        for there in near(here):
            over = referee.between(here, there) == "major-river" or referee.shut(here, there)
            if there not in west and not over:
                west.add(there)
                fringe.append(there)
    traced = referee.with_line("soviet")
    total = 0.0
    for unit in referee.units:
        if unit.side == "soviet" and unit.type != "hq" and unit.hex in west:
            each = 1.0 if unit.type in ("armoured", "mechanised") else 0.5
            total += each if unit.hex in traced else each / 2
    return total + 5 * len(crossings_won(position, referee))


def crossings_won(position: Position, referee: Referee) -> set[str]:
    """16.3(2): won once they stay won, as `cp-sticky` reads it; else by a Soviet unit there, by one
    two hexes off where no Axis unit is, or, for the two of Kremenchuk, by one in that town."""
    reds = {u.hex for u in referee.units if u.side == "soviet"}
    greys = {u.hex for u in referee.units if u.side == "axis"}
    found = set()
    for name in (n for n in referee.terrain if referee.is_(n, "crossing-point")):
        if name in ("1826", "1827"):
            close = "1926" in reds
        else:
            close = any(distance(name, red) <= 2 for red in reds)
        late = position.turn >= 8
        falls = name not in greys and (close or late)
        if falls or name in reds or referee.control[name] == "soviet":
            found.add(name)
    return found


def race_disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not count the race alike."""
    position, referee = race(seed)
    wanted = soviet_points(position, referee) + race_points(position, referee)
    score = RULES.score(position)
    said: list[tuple[str, Any, Any]] = [("race", score.points["soviet"], wanted)]
    won = crossings_won(position, referee)
    lines = [line.hexes for line in score.lines if "crossing" in str(line.what)]
    said.append(("crossings", {n for hexes in lines for n in hexes}, won))
    said.append(("level", score.level, "soviet" if wanted >= 50 else "axis"))
    owner = {**referee.control, **{u.hex: u.side for u in referee.units}}
    cities = {n for n in referee.terrain if referee.is_(n, "major-city")}
    gains = {n: 8 for n in cities if owner[n] != "soviet"}
    edge = {n for n in referee.terrain if referee.is_(n, "breakthrough")}
    reds = {u.hex for u in referee.units if u.side == "soviet"}
    gains |= {n: 5 for n in edge if {*near(n)} & reds and n not in gains}
    points = {n for n in referee.terrain if referee.is_(n, "crossing-point")}
    gains |= {n: 5 for n in points - won if n not in gains}
    said.append(("worth", score.extra["worth"], gains))
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


@pytest.mark.parametrize("seed", [0, 1, 771016])
def test_two_referees_agree_on_the_race(seed: int) -> None:
    assert race_disagreements(seed) == []


def test_battles_belong_to_the_first_activation() -> None:
    kinds = {phase: kind_of(game(), phase) for phase in ("first-activation", "hq-activation")}
    assert kinds == {"first-activation": "both", "hq-activation": "movement"}
