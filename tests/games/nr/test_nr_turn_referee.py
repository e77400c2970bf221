"""Points, arrivals and duties on random tables, judged by the rules and by a second referee, who
reads chapters 5, 7, 8, 11 and 12 once more and shares no code with the first."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from nr_board import game, unit
from nr_referee import Referee
from nr_referee_table import AREAS, compass, home, other
from test_nr_two_referees import table

from assistant.games.nr import RULES
from assistant.position import Position, Unit

BOXES = ("shattered", "destroyed", "surrendered")
STAGES = ("cards", "movement", "combat", "removal")


def board(seed: int) -> tuple[Position, Referee, str]:
    """A table with units in boxes and points of events."""
    chance = random.Random(seed)
    side, stage = chance.choice(("axis", "soviet")), chance.choice(STAGES)
    position, referee = table(seed, f"{side}-{stage}")
    boxed = [
        unit(chance.choice(("axis", "soviet")), f"b{number}", chance.choice(BOXES), (4, 3))
        for number in range(chance.randint(0, 5))
    ]
    boxed = [replace(b, type=chance.choice(("infantry", "armour"))) for b in boxed]
    first = chance.choice(("axis", "soviet"))
    state = {**position.state, "event-points": chance.randint(-3, 6), "initiative": first}
    units = (*position.units, *boxed)
    return replace(position, units=units, state=state), referee, first


def points(referee: Referee, side: str) -> int:
    """12.7: a city each, from turn 23 in Germany alone; Finland for a unit that counts there."""
    late = referee.turn >= 23
    cities = [n for n in referee.control if referee.owner(n) == side and referee.is_(n, "city")]
    found = sum(not late or referee.is_(n, "germany") for n in cities)
    there = [u for u in referee.units if u.side == side and u.hex == "finland"]
    counts = any(u.type != "cadre" and home(u) in ("german", "soviet") for u in there)
    return found + int(counts and not late)


def recovery(referee: Referee, side: str, ripe: bool, back: bool = True) -> set[str]:
    """7.6, 7.7: in or next to an own city or at the own edge, in no enemy zone, with a land route
    where it is no edge; neither water nor an enemy, with room for one unit more. Who does not come
    `back` comes in his own country alone, the Axis to no bare edge."""
    ends = referee.sources(side)
    zone = referee.zone(other(side))
    cities = [n for n in referee.control if referee.is_(n, "city") and referee.owner(n) == side]
    near = {n for c in cities for n in compass(c).values() if not referee.shut(c, n)}
    routed = {n for n in {*cities, *near} if referee.distance(side, n, ends) <= 4}
    every = {f"{c:02d}{r:02d}" for c in range(1, 29) for r in range(1, 23)}
    edge = {n for n in every if referee.edge(side, n)}
    found = {n for n in routed | edge if not referee.is_(n, "lake") and n not in AREAS}
    if not back:
        home_ = {n for n in found if referee.is_(n, "germany") == (side == "axis")}
        found = home_ & (routed if side == "axis" else found)
    edge_only = {n for n in found - routed if referee.is_(n, "germany") == (side == "soviet")}
    return {
        n
        for n in found - edge_only
        if n not in zone and not referee.holds(other(side), n) and roomy(referee, side, n, ripe)
    }


def roomy(referee: Referee, side: str, name: str, ripe: bool) -> bool:
    """8.4.1 for one infantry more: two of the Axis, or of anybody from turn 23; a Soviet one beside
    a tank once tanks are `ripe`, else alone."""
    here = [u.type for u in referee.units if u.side == side and u.hex == name]
    if side == "axis" or referee.turn >= 23:
        return len(here) < 2
    return not here or (ripe and here == ["armour"])


def disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not say the same."""
    position, referee, first = board(seed)
    side, _, stage = position.phase.partition("-")
    said: list[tuple[str, Any, Any]] = []
    score, events = RULES.score(position), position.state["event-points"]
    for one in ("axis", "soviet"):
        wanted = points(referee, one) + (events if one == first else 0)
        said.append((f"points of {one}", score.points[one], wanted))
    cards = {"destroyed": 1, "surrendered": 2}
    for one in RULES.arrivals(position).arrivals:
        its = position.by_id.get(one.units[0])
        if one.kind == "recovery" and its is not None and its.type == "infantry":
            hexes = {e.hex for e in one.entries if not e.because}
            ripe = referee.turn > 11 or (referee.turn == 11 and side == "soviet")
            said.append((f"recovery of {its.id}", hexes, recovery(referee, its.side, ripe)))
        if one.kind == "replacement" and its is not None:
            said.append((f"price of {its.id}", one.price, cards[its.hex]))
            if its.type == "infantry" and one.state == "possible":
                hexes = {e.hex for e in one.entries if not e.because}
                ripe = referee.turn > 11 or (referee.turn == 11 and side == "soviet")
                own = recovery(referee, its.side, ripe, back=False)
                said.append((f"placing of {its.id}", hexes, own))
            late = its.side == "axis" and not 5 <= referee.turn <= 23
            said.append((f"turn of {its.id}", late and one.state == "possible", False))
        if one.kind == "upgrade" and its is not None:
            cheap = its.side == "soviet" and its.type != "shock"
            said.append((f"upgrade of {its.id}", one.price, 1 if cheap else 2))
            said.append((f"weak {its.id}", its.step, 2))
    shaken = {u.id for u in referee.units if "disorganised" in u.markers}
    told = [a for a in RULES.arrivals(position).arrivals if a.kind == "reorganisation"]
    said.append(("reorganised", {i for a in told for i in a.units}, shaken))
    said += duties(position, referee, side, stage)
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


def duties(
    position: Position, referee: Referee, side: str, stage: str
) -> list[tuple[str, Any, Any]]:
    """What the phase asks of whom."""
    told = RULES.turn(position).duties

    def ids(rule: str, standing: str) -> set[str]:
        return {i for d in told if (d.rule, d.standing) == (rule, standing) for i in d.units}

    crowded = {name for d in told if d.rule == "8.4.3" for name in d.hexes}
    later = referee if (referee.turn, side) != (11, "axis") else replace(referee, turn=10)
    found: list[tuple[str, Any, Any]] = [("crowded", crowded, later.crowded())]
    own = [u for u in referee.units if u.side == side]
    fixed = {u.id for u in own if u.type in ("fort", "volkssturm", "garrison", "rezervy")}
    if stage == "movement":
        found.append(("fixed", ids("2.3", "forbidden"), fixed))
        found.append(("mobile", ids("8.0", "may"), {u.id for u in own} - fixed))
    if stage == "combat":
        marked = {n for d in told if (d.rule, d.standing) == ("10.1", "may") for n in d.hexes}
        open_ = {
            n
            for n in {u.hex for u in referee.units if u.side == other(side)}
            if any(u.side == side for u in referee.attackers(n))
        }
        found.append(("targets", marked, open_))
    if stage == "removal":
        states = referee.supply("axis") | referee.supply("soviet")
        lost = {u.id for u in referee.units if "oos" in u.markers and states[u.id] == "oos"}
        found.append(("lost", ids("11.1", "must"), lost))
    if stage == "cards":
        text = next(str(d.what) for d in told if d.rule == "5.2")
        found.append(("cards", int(text.split()[0]), drawn(referee, side)))
    return found


OIL = "1121"
"""The wells of Rumania, the one site of 5.2 that a random table may hold."""


def drawn(referee: Referee, side: str) -> int:
    """5.2 where nobody has to leave: the turn tells, and who holds the wells of Rumania."""
    if side == "soviet":
        return 4 + (21 <= referee.turn <= 28)
    wells = int(referee.owner(OIL) == "soviet")
    return 1 if referee.turn == 23 else 4 + (referee.turn in (8, 9)) - wells


@pytest.mark.parametrize("seed", range(10))
def test_two_referees_agree_on_the_turn(seed: int) -> None:
    assert disagreements(seed) == []


# The score of the whole map


DEATH = {6: 23}
"""The turns of Sudden Death whose number a rule tells (12.2)."""


def war(seed: int) -> Position:
    """The own map: cities and wells with anybody, units anywhere, some of them in Finland."""
    chance, own = random.Random(seed), game()
    board = own.board
    sites = sorted(board.hexes_with("city", "oil", "objective"))
    better = chance.choice(("axis", "soviet"))
    control = {n: chance.choice(("axis", "soviet", better, better)) for n in sites}
    land = sorted(set(board.grid.places) - board.hexes_with("lake", "sea", "outside"))
    spots = [*land, *sites, *sites, "finland"]
    units: dict[str, Unit] = {}
    for number in range(chance.randint(2, 40)):
        name, side = chance.choice(spots), chance.choice(("axis", "soviet"))
        kind = chance.choice(("infantry", "armour", "cadre", "fort"))
        nation = chance.choice(("german", "finnish", "rumanian")) if side == "axis" else "soviet"
        marks = chance.choice(("", "", "oos"))
        more = {"nationality": nation}
        units.setdefault(name, unit(side, f"u{number}", name, (4, 3), kind, marks, **more))
    state: dict[str, Any] = {"event-points": chance.randint(-6, 6)}
    if chance.random() < 0.5:
        state["high-tide"] = chance.randint(5, 37)
    turn = chance.choice((*range(1, 29), 6, 11, 12, 22, 22, 23))
    here = tuple(units.values())
    return Position(own, board, here, "", turn, "axis-cards", state, control)


def with_supply(position: Position, side: str, owner: dict[str, str]) -> set[str]:
    """6.1, 6.3: hexes from which a route in the side's directions reaches its edge, over no enemy,
    no city of his, no zone of his where no friend stands, no land outside of the map."""
    board, foe = position.board, other(side)
    held = {s: {u.hex for u in position.units if u.side == s} for s in ("axis", "soviet")}
    able = [
        u for u in position.units if u.side == foe and u.type != "fort" and "oos" not in u.markers
    ]
    wet = board.hexes_with("lake", "sea", "outside")
    zone = {
        there
        for u in able
        for there in (compass(u.hex).values() if u.hex in board.grid.places else doors(position))
        if u.hex in {*board.grid.places, "finland"} and there not in wet
        if not board.between(u.hex, there) & {"lake", "sea"}
    }

    barred = board.hexes_with("sea", "outside") | held[foe]

    def shut(name: str) -> bool:
        enemy_city = "city" in board.of(name) and owner.get(name) == foe
        return name in barred or enemy_city or (name in zone and name not in held[side])

    back = ("E", "SE", "NE") if side == "axis" else ("W", "NW", "SW")
    edge = game().hexset(f"{side}-edge")
    found = {n for n in edge if n in board.grid.places and not shut(n)}
    fringe = sorted(found)
    while fringe:
        near = compass(fringe.pop())
        for there in (near[way] for way in back if way in near):
            if there in board.grid.places and there not in found and not shut(there):
                found.add(there)
                fringe.append(there)
    return found


def doors(position: Position) -> list[str]:
    """The hexes that touch Finland."""
    pairs = (p for p, kinds in position.board.hexsides.items() if "border" in kinds)
    return [n for pair in pairs if "finland" in pair for n in pair if n != "finland"]


def maintenance(position: Position, total: bool) -> list[tuple[str, Any, Any]]:
    """4.0, 12, 13: what a new turn asks of both players before the Axis turn."""
    turn = position.turn
    told = {d.rule for d in RULES.turn(position).duties}
    wanted = {
        "12.1": True,
        "12.2": turn in (6, 12),
        "12.3": total,
        "12.4": turn == 23,
        "5.5": turn == 23,
        "12.10": turn == 12,
        "13.3": True,
        "13.4": turn in (14, 19, 22),
    }
    return [(f"duty {rule}", rule in told, due) for rule, due in wanted.items()]


def war_disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not score the whole map alike: 12.1 to 12.7."""
    position = war(seed)
    board, turn = position.board, position.turn
    owner = dict(position.control)
    owner |= {u.hex: u.side for u in position.units if u.hex in owner}
    score = RULES.score(position)
    late, first = turn >= 23, "axis" if turn < 12 else "soviet"
    events = position.state["event-points"]
    counted = board.hexes_with("city", "oil")
    if late:
        counted &= board.hexes_with("germany")
    points: dict[str, int] = {}
    for side in ("axis", "soviet"):
        points[side] = sum(owner.get(n) == side for n in counted)
        there = [u for u in position.units if u.hex == "finland" and u.side == side]
        full = any(u.type != "cadre" and home(u) in ("german", "soviet") for u in there)
        points[side] += int(full and not late) + (events if side == first else 0)
    said: list[tuple[str, Any, Any]] = [("points", dict(score.points), points)]
    won = []
    for side, wanted, few in (
        ("axis", "german", 4 if first == "soviet" else 3),
        ("soviet",) * 2 + (3,),
    ):
        ways = with_supply(position, side, owner)
        its = {
            n for n in game().hexset(f"{wanted}-objectives") if owner.get(n) == side and n in ways
        }
        line = [x for x in score.lines if x.side == side and x.rule == "12.1"]
        said.append((f"objectives of {side}", {n for x in line for n in x.hexes}, its))
        won += [side] if len(its) >= few else []
    level = first if first in won else won[0] if won else ""
    level = level or ("soviet" if points["soviet"] >= 34 else "")
    if turn in DEATH and points[first] > DEATH[turn]:
        level = level or first
    if turn == 22 and position.state.get("high-tide", 0) > points["soviet"]:
        level = level or "axis"
    said.append(("level", score.level, level or "axis"))
    ahead = [turns for turns in DEATH if turns >= turn]
    limits = {t.rule: t.points for t in score.thresholds}
    said.append(("death", limits.get("12.2"), DEATH[ahead[0]] + 1 if ahead else None))
    said.append(("total", limits.get("12.3"), 34))
    said += maintenance(position, points["soviet"] >= 34)
    wrong = {n for n in score.extra["worth"] if n not in counted or n not in owner}
    said.append(("worth", wrong, set()))
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


@pytest.mark.parametrize("seed", range(3))
def test_two_referees_agree_on_the_war(seed: int) -> None:
    assert war_disagreements(seed) == []
