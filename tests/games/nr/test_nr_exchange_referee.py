"""Who bears an exchange and what becomes of him, by the game's rules and by a plainer referee."""

from __future__ import annotations

import random

import pytest
from nr_board import place, unit

from assistant.games.nr import RULES
from assistant.position import Unit

AXIS = ("infantry", "armour", "mechanised", "fort", "cadre", "luftwaffe", "ally", "ss-panzer",
        "ss-grenadier")  # fmt: skip
SOVIET = ("infantry", "armour", "shock", "fort", "cadre")
MUST = ("fort", "ss-panzer", "ss-grenadier")
"""Two kinds that must pay stand in no stack together: the book ranks but two of them."""


def stack(chance: random.Random, side: str, hex_: str, most: int) -> list[Unit]:
    found: list[Unit] = []
    bound = False
    for number in range(chance.randint(1, most)):
        kind = chance.choice(AXIS if side == "axis" else SOVIET)
        if side == "axis" and kind in MUST:
            kind, bound = ("infantry" if bound else kind), True
        found.append(one(chance, side, f"{side}-{number}", hex_, kind))
    return found


def one(chance: random.Random, side: str, id_: str, hex_: str, kind: str) -> Unit:
    type_ = {"ally": "infantry", "ss-panzer": "armour", "ss-grenadier": "mechanised"}.get(
        kind, kind
    )
    single = kind in ("ally", "cadre")
    fields = {"nationality": "rumanian"} if kind == "ally" else {}
    fields |= {"ss": True} if kind.startswith("ss-") else {}
    markers = chance.choice(("", "", "oos"))
    step = 1 if single or (kind == "fort" and side == "soviet") else chance.randint(1, 2)
    strength = (2,) if single else (4, 3)
    return unit(side, id_, hex_, strength, type_, markers, step, kind=kind, **fields)


def steps(its: Unit, turn: int) -> int:
    """7.3, 7.4: Soviet units but forts have one step before turn 17."""
    if len(its.get("strength")) == 1:
        return 1
    if its.side == "soviet" and its.type != "fort" and turn < 17:
        return 1
    return 3 - its.step


def box(its: Unit) -> str:
    """10.7.1, 11.1, 14.1, 14.2, 14.9.3, 14.10."""
    kind = its.get("kind")
    if kind in ("ally", "cadre", "luftwaffe"):
        return "turn-track"
    if kind == "fort" and its.side == "axis":
        return "removed"
    return "surrendered" if "oos" in its.markers else "destroyed"


def bearers(units: list[Unit], attacking: bool) -> set[str]:
    """14.1, 14.5 to 14.7."""
    kinds = {its.get("kind") for its in units}
    for kind, side in (("fort", "axis"), ("ss-panzer", "axis"), ("shock", "soviet"),
                       ("ss-grenadier", "axis")):  # fmt: skip
        if kind in ("ss-panzer", "shock") and not attacking:
            continue
        bound = {its.id for its in units if its.get("kind") == kind and its.side == side}
        if kind == "shock":
            bound = {its.id for its in units if its.id in bound and its.step == 1}
        if kind in kinds and bound:
            return bound
    return {its.id for its in units}


@pytest.mark.parametrize("seed", range(30))
def test_who_bears_an_exchange(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        side = chance.choice(("axis", "soviet"))
        turn = chance.randint(6, 22)
        attackers = stack(chance, side, "1110", 3)
        defenders = stack(chance, "soviet" if side == "axis" else "axis", "1010", 3)
        position = place(*attackers, *defenders, turn=turn, phase=f"{side}-combat")
        told = RULES.retreats(position, "1010", "EX", [its.id for its in attackers]).extra
        for units, name, attacks in (
            (defenders, "exchange", False), (attackers, "attackers_exchange", True),
        ):  # fmt: skip
            wanted = {
                its.id: ("flips", None) if steps(its, turn) > 1 else ("eliminated", box(its))
                for its in units
                if its.id in bearers(units, attacks)
            }
            found = {one.id: (one.loses, one.to) for one in told[name].one_of}
            assert found == wanted, (name, turn, units)
