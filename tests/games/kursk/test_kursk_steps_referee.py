"""How the steps of a result may be shared, by the game's rules and by a plainer referee."""

from __future__ import annotations

import random
from itertools import product

import pytest
from kursk_board import SH, grey, gun, hq, position, red

from assistant.games.kursk import RULES
from assistant.position import Unit

WORN = {"minus-2-1": 1, "minus-4-2": 2}
ARMOUR = ("panzer", "tank")


def steps(its: Unit) -> int:
    """9.53: a marker takes one step or two."""
    return int(its.fields["steps"]) - sum(WORN.get(mark, 0) for mark in its.markers)


def stack(chance: random.Random, side: str, hexes: tuple[str, ...]) -> list[Unit]:
    """Some combat units, sometimes a headquarters, and Soviet guns."""
    make, armour = (red, "tank") if side == "soviet" else (grey, "panzer")
    plain = "rifle" if side == "soviet" else "infantry"
    found = []
    for number in range(chance.randint(1, 3)):
        markers = chance.choice(((), (), ("minus-2-1",), ("minus-4-2",)))
        size = chance.randint(1 + sum(WORN.get(mark, 0) for mark in markers), 5)
        type_ = chance.choice((plain, plain, armour))
        name = f"{side}-{number}"
        made = make(name, chance.choice(hexes), 9, steps=size, type_=type_, markers=markers)
        found.append(made)
    if chance.random() < 0.4:
        found.append(hq(f"{side}-hq", hexes[0], side, hq=["sh" if side == "soviet" else "gh"]))
    if side == "soviet" and chance.random() < 0.5:
        found.append(gun("guns", hexes[0]))
    return found


def shares(units: list[Unit], lost: int, infantry_first: bool) -> set[tuple[tuple[str, int], ...]]:
    """9.44, 9.61, 9.62, 13.15: all splits in which nobody pays before those who must be gone."""
    paying = [its for its in units if its.type not in ("artillery", "anti-tank")]

    def turn(its: Unit) -> int:
        if its.type == "hq":
            return 2
        return int(infantry_first and its.type in ARMOUR)

    found = set()
    for split in product(*(range(steps(its) + 1) for its in paying)):
        if sum(split) != min(lost, sum(map(steps, paying))):
            continue
        paid = dict(zip((its.id for its in paying), split, strict=True))
        owed = [turn(its) for its in paying if paid[its.id] < steps(its)]
        if all(not paid[its.id] or all(turn(its) <= one for one in owed) for its in paying):
            found.add(tuple(sorted(paid.items())))
    return found


@pytest.mark.parametrize("seed", range(24))
def test_who_pays_the_steps(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(3):
        defenders = stack(chance, "soviet", ("2017",))
        attackers = stack(chance, "german", ("2016", "2117"))
        numbers = {side: chance.randint(1, 5) for side in ("attacker", "defender")}
        told = RULES.retreats(
            position(SH, hq("gh", "2013"), *defenders, *attackers),
            "2017",
            f"{numbers['attacker']}/{numbers['defender']}",
            [its.id for its in attackers],
        ).extra
        artillery = any(its.type == "artillery" for its in defenders)
        for units, side, ways in (
            (attackers, "attacker", told["attacker_ways"]),
            (defenders, "defender", told["ways"]),
        ):
            for way in ways:
                assert way["steps"] == numbers[side] - way["hexes"]
                wanted = shares(units, way["steps"], artillery and side == "attacker")
                assert {tuple(sorted(one.items())) for one in way["shares"]} == wanted, (side, way)
