"""Chemical warfare in a combat: the modifier, the areas it leaves, missiles at support (24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.uis.battle import PERSISTENT, ROLES, Battle
from assistant.games.uis.flak import MISSILES
from assistant.games.uis.ground import is_built_up
from assistant.games.uis.situation import NATO, WP, Situation
from assistant.games.uis.units import ARTILLERY
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason

NATO_WAITS = 3
DIE = 20
OUT_OF_ACTION = (10, 5, 2)
"""The highest roll that puts struck support out, by turns since chemical warfare began."""
STRUCK = frozenset({ARTILLERY, "ew", *MISSILES})


@rule("24.2", "24.2.3")
def turns_since(situation: Situation) -> int | None:
    """Turns since the Warsaw Pact began chemical warfare; None if nothing is told of it."""
    began = situation.value("chemical-began")
    return None if began is None else max(0, situation.war_turn - int(began))


@rule("24.1", "24.1.1", "24.1.2")
def chemicals_refused(battle: Battle, role: str) -> Reason | None:
    """Only the Warsaw Pact begins it; NATO may follow from the third turn after."""
    side = battle.side_of(role)
    turns = turns_since(battle.situation)
    if side == NATO and (turns is None or turns < NATO_WAITS):
        text = "NATO follows from the third turn after the Warsaw Pact began it (chemical-began)."
        return Reason("24.1.2", text, "phase")
    return None


def used(battle: Battle, role: str) -> str:
    """The kind of chemicals that a role uses, or empty."""
    kind = battle.declared.words.get(f"{role}-chemicals", "")
    return kind if kind and chemicals_refused(battle, role) is None else ""


@rule("24.2.2")
def areas(battle: Battle) -> list[str]:
    """The hexes that get a Chemical Area marker: those of the enemies of a persistent user."""
    found: set[str] = set()
    if used(battle, "attacker") == PERSISTENT:
        found |= set(battle.targets)
    if used(battle, "defender") == PERSISTENT:
        found |= {unit.hex for unit in battle.attackers}
    return sorted(found)


@rule("24.2.4")
def political_price(battle: Battle) -> bool:
    """Chemicals against units in City or Urban hexes cost their user victory points."""
    hexes = {"attacker": battle.targets, "defender": tuple(u.hex for u in battle.attackers)}
    return any(
        used(battle, role) and any(is_built_up(battle.situation, name) for name in hexes[role])
        for role in ROLES
    )


@rule("24.4", "24.4.1", "24.4.2")
def missiles_refused(battle: Battle) -> Reason | None:
    """Only the Warsaw Pact fires chemical missiles, in its own Movement Phase."""
    if battle.phasing != WP:
        return Reason(
            "24.4.2", "Chemical missiles are the Warsaw Pact's, in its Movement Phase.", "side"
        )
    return None


@rule("24.4.3", "24.4.4")
def struck_support(battle: Battle) -> list[dict[str, Any]]:
    """NATO's artillery, electronic warfare and missiles in the hexes struck, and how likely each
    is out of action when it is to be used in this combat."""
    hexes = battle.declared.names.get("chemical-missiles", ())
    if not hexes or missiles_refused(battle):
        return []
    turns = min(turns_since(battle.situation) or 0, len(OUT_OF_ACTION) - 1)
    return [
        {"id": unit.id, "hex": unit.hex, "out": OUT_OF_ACTION[turns] / DIE}
        for unit in battle.situation.of_side(NATO)
        if unit.hex in hexes and unit.type in STRUCK
    ]


def refused_chemicals(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Chemicals that players named and may not use."""
    for role in ROLES:
        name = f"{role}-chemicals"
        if name in battle.declared.words and (why := chemicals_refused(battle, role)):
            yield name, why
    if "chemical-missiles" in battle.declared.names and (why := missiles_refused(battle)):
        yield "chemical-missiles", why


def chemical_extra(battle: Battle) -> dict[str, Any]:
    """What chemicals leave behind, for the answer."""
    extra: dict[str, Any] = {}
    if marked := areas(battle):
        extra["chemical_areas"] = marked
    if political_price(battle):
        extra["political"] = "Chemicals against City or Urban hexes cost victory points (24.2.4)."
    if struck := struck_support(battle):
        extra["chemical_missiles"] = struck
    return extra
