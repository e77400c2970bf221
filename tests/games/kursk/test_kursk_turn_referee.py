"""Points, arrivals and duties in random corners, judged by the rules and by a second referee, who
reads chapters 5, 6, 12, 14, 15 and 18 once more and shares no code with the first."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from kursk_oracle import Oracle, foe
from kursk_random import GUNS, Corner, corner

from assistant.games.kursk import RULES
from assistant.position import Position, Unit
from tests.wide import first

PHASES = ("movement", "mechanized", "disruption", "organization", "administrative")


def board(seed: int) -> tuple[Position, Oracle]:
    """A corner with units that lack steps, some eliminated, reserves activated, turns bought."""
    made, chance = corner(seed), random.Random(seed)
    units = []
    for its in made.position.units:
        if "attack" in its.fields and its.type not in ("hq", "partisan"):
            steps = chance.randint(1, 4)
            its = replace(its, fields={**its.fields, "steps": steps, "steps-faces": [4]})
        units.append(its)
    gone = [
        Unit(f"e{n}", side, type_, "eliminated", fields={"attack": 5, "steps": 2, "movement": 4})
        for n in range(chance.randint(0, 5))
        for side, type_ in [chance.choice((("german", "infantry"), ("soviet", "rifle")))]
    ]
    activated = [
        f"{name}:{chance.randint(1, 7)}{chance.choice(('', ':attacked'))}"
        for name in ("soviet-69-army", "soviet-steppe-front", "soviet-2-tank-army")[
            : chance.randint(0, 3)
        ]
    ]
    bought = chance.sample(("german", "soviet"), chance.randint(0, 2))
    position = replace(
        made.position,
        units=(*units, *gone),
        turn=chance.randint(1, 7),
        phase=f"{chance.choice(('german', 'soviet'))}-{chance.choice(PHASES)}",
        state={**made.position.state, "activated": activated, "extra-turns": bought},
    )
    if chance.random() < 0.5:
        waiting = Unit("pw", "soviet", "partisan", "soviet-partisans", fields={"movement": 0})
        position = replace(position, units=(*position.units, waiting), scenario="july")
    on_map = replace(position, units=tuple(units))
    return position, Oracle(Corner(on_map, made.terrain, made.sides, made.lines))


def of_reserves(position: Position) -> tuple[int, int]:
    """18.33, 18.37: a point in each turn after that of its activation, to the seventh; a point less
    for the Soviets for each that no attack activated."""
    german = soviet = 0
    for text in position.state["activated"]:
        parts = text.split(":")
        before = position.phase.startswith("german") and not position.phase.endswith("organization")
        german += max(0, min(position.turn - before, 7) - int(parts[1]))
        soviet -= len(parts) == 2
    return german, soviet


def disagreements(seed: int) -> list[str]:
    """Where the rules and the second referee do not say the same."""
    position, oracle = board(seed)
    said = [*of_score(position, oracle), *of_arrivals(position, oracle), *of_turn(position, oracle)]
    return [f"{what}: {ours} and not {theirs}" for what, ours, theirs in said if ours != theirs]


WORTH = {
    ("soviet", "rifle"): ("rifle corps", 1), ("soviet", "tank"): ("tank corps", 2),
    ("soviet", "hq"): ("soviet hq", 3), ("german", "infantry"): ("german infantry", 1),
    ("german", "panzer"): ("panzer", 3), ("german", "hq"): ("german hq", 2),
}  # fmt: skip


def lost(position: Position, oracle: Oracle) -> dict[str, float]:
    """18.42 to 18.44, 18.48: the dead and whoever is cut off at the end, disrupted headquarters
    being taken for sound; breakdown units in play stand for lost corps and divisions by twos."""
    calm = copy(oracle)
    calm.units = tuple(replace(u, markers=u.markers - {"disrupted"}) for u in oracle.units)
    calm.by_id = {unit.id: unit for unit in calm.units}
    gone = [u for u in position.units if u.hex == "eliminated"]
    for its in calm.units:
        if its.type == "partisan":
            continue
        lone = (
            its.type not in ("hq", *GUNS) and not calm.independent(its) and calm.head(its) is None
        )
        if lone:
            cut = calm.nearest(its, calm.sources[its.side]) > 8
        else:
            cut = not (calm.supplied(its) and calm.in_communication(its))
        gone += [its] if cut else []
    found: dict[str, float] = {}
    for (side, type_), (what, each) in WORTH.items():
        its_ = [u for u in gone if (u.side, u.type) == (side, type_)]
        if type_ in ("rifle", "infantry"):
            small = "kampfgruppe" if side == "german" else "rifle"
            parts = sum(
                u.type == small and (side == "german" or u.fields.get("size") == "division")
                for u in calm.units
                if u not in gone
            )
            whole = [u for u in its_ if u.fields.get("size") != "division"]
            its_ = whole[parts // 2 :]
        if its_:
            found[what] = found.get(what, 0) + each * len(its_)
    return found


def of_score(position: Position, oracle: Oracle) -> list[tuple[str, Any, Any]]:
    """18.33, 18.37, 18.42, 18.48: losses, reserves, bought turns, and that the sums are those of
    the lines."""
    score = RULES.score(position)
    german, soviet = of_reserves(position)
    got = {side: [0.0, 0.0] for side in ("german", "soviet")}
    for line in score.lines:
        got[line.side][0] += line.points if "reserves" in line.what else 0
        got[line.side][1] += line.points if line.what == "one more turn" else 0
    turns = {"german": 0, "soviet": 0}
    for points, buyer in zip((5, 10), position.state["extra-turns"], strict=False):
        turns[foe(buyer)] += points
    said: list[tuple[str, Any, Any]] = [
        (
            "losses",
            {line.what: line.points for line in score.lines if line.units},
            lost(position, oracle),
        ),
        ("reserves", (got["german"][0], got["soviet"][0]), (german, soviet)),
        ("turns", {side: got[side][1] for side in turns}, turns),
        ("net", score.net, score.points["german"] - score.points["soviet"]),
    ]
    for side in turns:
        total = sum(line.points for line in score.lines if line.side == side)
        said.append((f"sum of {side}", score.points[side], total))
    return said


def of_arrivals(position: Position, oracle: Oracle) -> list[tuple[str, Any, Any]]:
    """12, 14, 15: who takes steps, who breaks down, where partisans may come."""
    said: list[tuple[str, Any, Any]] = []
    grown: dict[str, tuple[str, float | None]] = {}
    broken: dict[str, set[str]] = {"german": set(), "soviet": set()}
    for one in RULES.arrivals(position).arrivals:
        if one.kind == "replacement" and one.units[0] in oracle.by_id:
            grown[one.units[0]] = one.state, one.price
        if one.kind == "partisan" and one.entries:
            hexes = {entry.hex for entry in one.entries}
            held = {u.hex for u in oracle.units if u.side == "german"}
            lines = {a for pairs in oracle.lines.values() for a, _ in pairs}
            said.append(("partisan hexes", hexes, lines - held - oracle.zones["german"]))
        if one.kind == "breakdown":
            broken[one.side] |= set(one.units)
    wanted: dict[str, tuple[str, float | None]] = {}
    breaks: dict[str, set[str]] = {"german": set(), "soviet": set()}
    for its in oracle.units:
        if "attack" not in its.fields or its.type == "hq":
            continue
        beside = its.side == "soviet" and its.hex in oracle.zones["german"]
        if its.fields["steps"] < 4:
            able = oracle.supplied(its) and not beside
            wanted[its.id] = ("possible" if able else "barred", 4 - its.fields["steps"])
        whole = its.type == "infantry" and its.fields["steps"] == 4
        corps = its.type == "rifle" and its.fields.get("size") != "division"
        able = oracle.in_communication(its) and not beside
        if (whole or corps) and able and (corps or pieces_left(oracle, its)):
            breaks[its.side].add(its.id)
    return [*said, ("steps", grown, wanted), ("breakdown", broken, breaks)]


def pieces_left(oracle: Oracle, division: Unit) -> bool:
    """14.12: two divisions of a corps in pieces at most, thirteen in all; an odd Kampfgruppe stands
    for its division."""
    groups = [u for u in oracle.units if u.type == "kampfgruppe"]
    corps = oracle.chain(division)[:1]
    of_it = [u for u in groups if corps and oracle.chain(u)[:1] == corps]
    return len(of_it) <= 2 and len(groups) <= 24


def of_turn(position: Position, oracle: Oracle) -> list[tuple[str, Any, Any]]:
    """5.42, 6.33, 6.35, 8.23, 11.14, 11.52: who is bound, shaken, halved, independent."""
    told = RULES.turn(position).duties
    side, _, stage = position.phase.partition("-")

    def ids(rule: str, standing: str) -> set[str]:
        return {i for d in told if (d.rule, d.standing) == (rule, standing) for i in d.units}

    own = [u for u in oracle.units if u.side == side and u.type != "partisan"]
    shaken = {u.id for u in own if "disrupted" in u.markers}
    if stage == "disruption":
        return [("shaken", ids("6.35", "must"), shaken)]
    if stage == "organization":
        loose = sum("independent" in u.markers for u in own)
        if side == "soviet":
            text = f"{loose} of 5 places"
        else:
            groups = sum(u.type == "kampfgruppe" for u in oracle.units)
            partisans = sum(u.type == "partisan" for u in oracle.units)
            guards = sum(u.type == "security" and "independent" in u.markers for u in own)
            text = f"{loose - min(guards, partisans)} of {9 - -(-groups // 3)} places"
        places = next(str(d.what) for d in told if d.rule == "11.14")
        return [("places", text in places, True)]
    if stage not in ("movement", "mechanized"):
        return []
    free = {u.id for u in own if oracle.allowance(u) is not None}
    zone = oracle.zones[foe(side)]
    half = {
        i
        for i in free
        if not (oracle.supplied(oracle.by_id[i]) and oracle.in_communication(oracle.by_id[i]))
    }
    return [
        ("shaken", ids("5.43", "forbidden"), shaken),
        ("bound", ids("8.23", "may"), {i for i in free if oracle.by_id[i].hex in zone}),
        ("half", ids("11.52", "may"), half),
    ]


@pytest.mark.parametrize("seed", first(range(10), 4))
def test_two_referees_agree_on_the_turn(seed: int) -> None:
    assert disagreements(seed) == []
