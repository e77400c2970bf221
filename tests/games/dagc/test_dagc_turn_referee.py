"""Points, arrivals and duties on random positions of the own map, judged by the rules and by a
second referee, who reads chapters 3, 4, 6, 8, 9, 10 and 13 once more and shares no code with the
first."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from dagc_board import game, german, locality, soviet

from assistant.games.dagc import RULES
from assistant.position import Position, Unit

PHASES = ("replacements", "interdiction", "movement")
KINDS = ("infantry", "panzer", "mechanized")


def near(name: str) -> list[str]:
    return list(game().board.grid.around[name].values())


def board(seed: int) -> Position:
    """Units crowded around a hex of the map, some in the dead pile."""
    chance = random.Random(seed)
    grid = game().board.grid
    centre = chance.choice(sorted(game().board.hexes_with("city", "town")))
    part = [n for n in grid.places if grid.distance(n, centre) <= 5]
    held: dict[str, str] = {}
    units: list[Unit] = []
    for number in range(chance.randint(6, 24)):
        name = chance.choice(part)
        side = held.setdefault(name, chance.choice(("german", "soviet")))
        units.append(_unit(chance, f"u{number}", side, name))
    for number in range(chance.randint(0, 5)):
        units.append(_unit(chance, f"d{number}", chance.choice(("german", "soviet")), "dead-pile"))
    side = chance.choice(("german", "soviet"))
    stage = chance.choice(PHASES)
    phase = "soviet-interdiction" if stage == "interdiction" else f"{side}-{stage}"
    control = {n: chance.choice(("german", "soviet")) for n in part if chance.random() < 0.2}
    if chance.random() < 0.3:
        control |= dict.fromkeys(game().board.hexes_with("1uf-area"), "soviet")
    turn = chance.randint(2, 9)
    return Position(game(), game().board, tuple(units), "historical", turn, phase, control=control)


def _unit(chance: random.Random, id_: str, side: str, name: str) -> Unit:
    if side == "soviet":
        return soviet(id_, name, type_=chance.choice(KINDS[:2]), step=chance.randint(1, 2))
    if chance.random() < 0.2:
        return locality(id_, name)
    group = chance.choice((None, None, "kg"))
    more: dict[str, Any] = {"group": group} if group else {}
    markers = ["interdicted"] if chance.random() < 0.2 else []
    kind, step = chance.choice(KINDS[:2]), chance.randint(1, 2)
    return german(id_, name, type_=kind, markers=markers, step=step, **more)


def owner(position: Position, name: str) -> str:
    """3.3: who stands there, else who entered last; the Soviets begin with their sources."""
    there = {u.side for u in position.units if u.hex == name}
    told = next(iter(sorted(there)), "") or position.control.get(name, "")
    return told or ("soviet" if name in game().hexset("soviet-sources") else "german")


def disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not say the same."""
    position = board(seed)
    said = [*of_score(position), *of_arrivals(position), *of_turn(position)]
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


def soviet_line(position: Position) -> set[str]:
    """7.2, 7.10 to 7.12: from Soviet sources that they hold, over no German, no zone without a
    friend, no lake or sea; not through western Pripyat before turn 6; the strait if both ends are
    theirs."""
    spots = position.board
    held = {s: {u.hex for u in position.units if u.side == s} for s in ("german", "soviet")}
    on_map = {n for n in held["german"] if n in spots.grid.places}
    zone = {n for name in on_map for n in near(name)} - held["soviet"]
    swamp = spots.hexes_with("west-pripyat") if position.turn < 6 else frozenset()

    def shut(name: str) -> bool:
        return name in held["german"] or name in zone or name in swamp

    sources = game().hexset("soviet-sources")
    found = {n for n in sources if owner(position, n) == "soviet" and not shut(n)}
    fringe = sorted(found)
    while fringe:
        here = fringe.pop()
        for there in near(here):
            sides = spots.between(here, there)
            if there in found or shut(there) or sides & {"lake", "sea"}:
                continue
            both = {owner(position, here), owner(position, there)}
            if "strait" in sides and both != {"soviet"}:
                continue
            found.add(there)
            fringe.append(there)
    return found


def of_score(position: Position) -> list[tuple[str, Any, Any]]:
    """4.3: a point a town, four a city; Koenigsberg or 31 points win."""
    score, spots = RULES.score(position), game().board
    lines = {str(line.what): line for line in score.lines}
    said: list[tuple[str, Any, Any]] = []
    total = 0.0
    for kind, each in (("town", 1), ("city", 4)):
        mine = {n for n in spots.hexes_with(kind) if owner(position, n) == "soviet"}
        line = lines.pop(f"{kind} hexes", None)
        said.append((f"{kind} points", line.points if line else 0, each * len(mine)))
        said.append((f"{kind} hexes", set(line.hexes) if line else set(), mine))
        total += each * len(mine)
    reached = soviet_line(position)
    coast = game().hexset("baltic-coast") & spots.hexes_with("coast")
    area = spots.hexes_with("1uf-area")
    mine = {n for n in reached if owner(position, n) == "soviet"}
    said.append(
        (
            "coast and area",
            sum(x.points for x in lines.values()),
            10 * bool(coast & mine) + (area <= mine),
        )
    )
    total += sum(line.points for line in lines.values())
    said.append(("total", score.points["soviet"], total))
    fallen = any(owner(position, n) == "soviet" for n in game().hexset("koenigsberg"))
    said.append(("level", score.level, "soviet" if fallen or total >= 31 else "german"))
    for name, gain in (score.extra["worth"]).items():
        said.append((f"worth of {name}", owner(position, name), "german"))
        said.append((f"gain of {name}", gain > 0, True))
    return said


def of_arrivals(position: Position) -> list[tuple[str, Any, Any]]:
    """10.4 to 10.8: who comes back, at what price; where Korps Gruppen are placed; who comes when."""
    crowd = Counter(u.hex for u in position.units)
    others = {u.hex for u in position.units if u.side == "german" and u.get("group") != "kg"}
    receivers = {n for n in others if crowd[n] < 2 and n in game().board.grid.places}
    north = set(game().hexset("north-of-the-dvina"))
    said: list[tuple[str, Any, Any]] = []
    back: set[str] = set()
    for one in RULES.arrivals(position).arrivals:
        hexes = {entry.hex for entry in one.entries}
        if one.kind == "replacement":
            its = position.by_id[one.units[0]]
            back.add(its.id)
            never = its.type == "fortified-locality" or its.get("group") == "kg"
            said.append((f"returns {its.id}", one.price, None if never else 1))
            said.append((f"never {its.id}", never and one.state != "barred", False))
            said.append((f"full {its.id}", [n for n in hexes if crowd[n] > 1], []))
        if one.kind == "step":
            its = position.by_id[one.units[0]]
            said.append((f"reduced {its.id}", its.step, 2))
        if one.kind == "reinforcement":
            early = (one.turn or 0) > position.turn
            said.append((f"turn of {one.units}", one.state == "later", early))
            parts = {game().counters[i].fields.get("entry") for i in one.units}
            if one.rule == "10.4" and parts <= {"north", "south"}:
                wanted = {n for n in receivers if (n in north) == (parts == {"north"})}
                said.append((f"receivers of {one.units}", hexes, wanted))
    dead = {u.id for u in position.units if u.hex == "dead-pile"}
    said.append(("dead", back, dead))
    return said


def of_turn(position: Position) -> list[tuple[str, Any, Any]]:
    """6.2, 8.3, 9.2, 12.5, 13.2: what the phase asks of whom."""
    told = RULES.turn(position).duties

    def ids(rule: str, standing: str) -> set[str]:
        return {i for d in told if (d.rule, d.standing) == (rule, standing) for i in d.units}

    on_map = [u for u in position.units if u.hex in game().board.grid.places]
    crowd = Counter(u.hex for u in on_map)
    full = {name for d in told if d.rule == "6.6" for name in d.hexes}
    said: list[tuple[str, Any, Any]] = [("full", full, {n for n, c in crowd.items() if c > 2})]
    side, _, stage = position.phase.partition("-")
    own = [u for u in on_map if u.side == side]
    fixed = {u.id for u in own if u.type == "fortified-locality"}
    if stage == "movement":
        zone = {n for u in on_map if u.side != side for n in near(u.hex)}
        mobile = {u.id for u in own} - fixed
        said.append(("fixed", ids("12.5", "forbidden"), fixed))
        moving = ids("9.2", "may") | ids("7.3", "may") | ids("13.3", "may")
        said.append(("mobile", moving, mobile))
        said.append(("bound", ids("8.3", "may"), {u.id for u in own if u.hex in zone} - fixed))
        slowed = {u.id for u in own if "interdicted" in u.markers} - fixed
        said.append(("slowed", ids("13.3", "may") if side == "german" else set(), slowed))
    if stage == "interdiction":
        area = game().board.hexes_with("1uf-area")
        free = [u for u in on_map if u.side == "german" and u.type != "fortified-locality"]
        fresh = {u.id for u in free if "interdicted" not in u.markers and u.hex not in area}
        said.append(("may be slowed", ids("13.3", "may"), fresh))
        done = {u.id for u in free if "interdicted" in u.markers}
        said.append(("are slowed", ids("13.3", "done"), done))
    return said


@pytest.mark.parametrize("seed", range(10))
def test_two_referees_agree_on_the_turn(seed: int) -> None:
    assert disagreements(seed) == []
