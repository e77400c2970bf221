"""Points, arrivals and duties on random tables, judged by the rules and by a second referee, who
reads chapters 5, 7, 8, 11 and 12 once more and shares no code with the first."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from nr_board import unit
from nr_referee import Referee
from nr_referee_table import AREAS, compass, home, other
from test_nr_two_referees import table

from assistant.games.nr import RULES
from assistant.position import Position

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


def drawn(referee: Referee, side: str) -> int:
    """5.2 where no site of the table is listed and nobody has to leave: the turn tells all."""
    if side == "axis":
        return 1 if referee.turn == 23 else 4 + (referee.turn in (8, 9))
    return 4 + (21 <= referee.turn <= 28)


@pytest.mark.parametrize("seed", range(10))
def test_two_referees_agree_on_the_turn(seed: int) -> None:
    assert disagreements(seed) == []
