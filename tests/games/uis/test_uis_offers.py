"""What may still be added to a combat of Under an Iron Sky."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from uis_board import table, unit

from assistant.games.uis import RULES
from assistant.position import Unit

HERE = "C3020"


def offered(*more: Unit, state: dict[str, Any] | None = None, **options: str) -> dict[str, str]:
    told = {name.replace("_", "-"): value for name, value in options.items()}
    position = table(unit("W", "C3121", "wp"), unit("D", HERE), *more, **(state or {}))
    return {
        offer.option: offer.effect for offer in RULES.odds(position, [HERE], ["W"], told).offers
    }


def test_kinds_of_assault_with_what_they_change() -> None:
    found = offered()
    assert found["type=column"].startswith("5-1 -> 2-1")
    assert found["type=single-echelon"].startswith("5-1 -> 7-1")
    assert not {"type=march", "type=standard", "type=disengagement"} & set(found)
    assert "type=standard" in offered(type="column")


def test_guns_that_may_fire_are_offered_together() -> None:
    guns = (
        unit("G", "C3122", "wp", "artillery", offensive=4),
        unit("H", "C3221", "wp", "artillery", offensive=3),
        unit("far", "C4040", "wp", "artillery", offensive=9),
    )
    assert offered(*guns)["attacker-artillery=G,H"].startswith("5-1 -> 7-1")
    assert "attacker-artillery=G,H" not in offered(*guns, attacker_artillery="H,G")


def test_jamming_is_offered_where_a_unit_is_near() -> None:
    near, far = unit("E", "C3121", "wp", "ew"), unit("E", "C3322", "wp", "ew")
    assert "50%" in offered(near)["attacker-ew=success"]
    assert "attacker-ew=success" not in offered(far)
    assert "defender-ew=success" not in offered(near)


def test_declarations_that_the_rules_allow() -> None:
    airmobile = unit("A", "C2010", type_="airmobile")
    assert "active-defence=yes" in offered()
    assert "active-defence=yes" not in offered(active_defence="yes")
    assert "airmobile=yes" in offered(airmobile)
    assert "airmobile=yes" not in offered()
    assert "attacker-chemicals=persistent" in offered(state={"chemical_began": 4})
    assert "defender-chemicals=persistent" not in offered(state={"chemical_began": 4})
    assert "attacker-ration=yes" in offered(state={"options": ["integrated-supply"]})


def test_the_air_is_offered_until_it_is_told() -> None:
    flak = unit("F", "C3121", "wp", "ada", flak="B", flak_range=4)
    assert "defender-air=N" in offered()
    assert "defender-air=N" not in offered(defender_squadrons="B-6-4")
    assert "attacker-flak=all" in offered(flak, defender_squadrons="B-6-4")
    assert "attacker-flak=all" not in offered(flak)


def test_a_forbidden_combat_offers_the_kinds_that_are_allowed() -> None:
    position = table(unit("W", "C3121", "wp", spent=48), unit("D", HERE))
    answer = RULES.odds(position, [HERE], ["W"], {})
    assert not answer.possible
    assert [offer.option for offer in answer.offers] == ["type=column"]


@pytest.mark.parametrize(
    ("state", "options", "asked"),
    [
        ({}, {}, []),
        ({}, {"attacker-squadrons": "B-6-4"}, ["23"]),
        ({"weather": "good"}, {"attacker-squadrons": "B-6-4"}, []),
        ({"war-turn": None}, {}, []),
        ({"war-turn": None}, {"active-defence": "yes"}, ["12.2.1, 12.3.1"]),
        ({}, {"mission": "sead", "attacker-squadrons": "B-6-4"}, ["23"]),
        ({}, {"mission": "nuclear", "nuclear-points": "1"}, []),
    ],
)
def test_what_the_combat_needs_is_asked_by_name(
    state: dict[str, Any], options: dict[str, str], asked: list[str]
) -> None:
    begun = table(unit("W", "C3121", "wp"), unit("D", HERE))
    position = replace(begun, turn=0, state={**begun.state, **state})
    found = RULES.odds(position, [HERE], ["W"], options).extra.get("not_judged", ())
    assert [why.rule for why in found if why.code == "missing"] == asked
