"""Advances after combat: 10.8 with 5.0, 13.1 and 13.5."""

from __future__ import annotations

from typing import Any

import pytest
from nr_board import axis, cadre, fort, panzer, place, soviet, tank, volkssturm

from assistant.games.nr import RULES
from assistant.games.nr.retreat import advance_limit
from assistant.position import Position, Unit
from assistant.questions.answers import UnitAdvances


def advances(position: Position, *ids: str, target: str = "1411") -> dict[str, UnitAdvances]:
    return {unit.id: unit for unit in RULES.advances(position, target, ids).units}


def reach(unit: Unit, **more: Any) -> int:
    """How many hexes a unit may advance into open ground."""
    options = advances(place(unit, **more), unit.id)[unit.id].options
    return max((len(path) for path in options), default=0)


LENGTHS = {
    "infantry": (axis("U", "1311"), {}, 2),
    "panzer": (panzer("U", "1311"), {}, 3),
    "mechanised": (axis("U", "1311", type_="mechanised"), {}, 2),
    "panzer in mud": (panzer("U", "1311"), {"weather": "mud"}, 1),
    "panzer in snow": (panzer("U", "1311"), {"weather": "snow"}, 2),
    "panzer in long winter": (panzer("U", "1311"), {"weather": "long-winter"}, 1),
    "panzer out of supply": (panzer("U", "1311", markers="oos"), {}, 1),
    "panzer after Ploesti": (panzer("U", "1311"), {"state": {"oil-fallen": True}}, 2),
    "SS after Ploesti": (panzer("U", "1311", ss=True), {"state": {"oil-fallen": True}}, 3),
    "SS in mud": (panzer("U", "1311", ss=True), {"weather": "mud"}, 1),
    "allied armour": (panzer("U", "1311", nationality="rumanian"), {}, 2),
    "tank before turn 11": (tank("U", "1311"), {"turn": 10, "phase": "soviet-combat"}, 2),
    "tank in the Axis turn 11": (tank("U", "1311"), {"turn": 11, "phase": "axis-combat"}, 2),
    "tank from turn 11": (tank("U", "1311"), {"turn": 11, "phase": "soviet-combat"}, 3),
    "tank in snow": (tank("U", "1311"), {"turn": 16, "weather": "snow"}, 2),
    "shock": (soviet("U", "1311", type_="shock"), {"turn": 20}, 2),
    "cadre": (cadre("axis", "U", "1311"), {}, 0),
    "white": (axis("U", "1311", white=True), {}, 0),
    "fort": (fort("axis", "U", "1311"), {}, 0),
    "disorganised": (axis("U", "1311", markers="disorganised"), {}, 0),
    "volkssturm": (volkssturm("U", "1311"), {}, 0),
    "far away": (axis("U", "1111"), {}, 0),
    "across a lake": (axis("U", "1311"), {"hexsides": {"1311/1411": "lake"}}, 0),
    "in a box": (axis("U", "rail"), {}, 0),
    "over a river": (axis("U", "1311"), {"hexsides": {"1411/1511": "river"}}, 2),
}


@pytest.mark.parametrize(("unit", "more", "hexes"), LENGTHS.values(), ids=list(LENGTHS))
def test_how_far(unit: Unit, more: dict[str, Any], hexes: int) -> None:
    assert reach(unit, **more) == hexes


@pytest.mark.parametrize("terrain", ["forest", "swamp", "mountain", "forest city"])
def test_rough_ground_ends_an_advance(terrain: str) -> None:  # EX30
    first = advances(place(panzer("U", "1311"), terrain={"1411": terrain}), "U")["U"]
    assert first.options == (("1411",),)
    second = advances(place(panzer("U", "1311"), terrain={"1511": terrain}), "U")["U"]
    assert ("1411", "1511") in second.options
    assert all(path[:2] != ("1411", "1511") or len(path) == 2 for path in second.options)


@pytest.mark.parametrize("terrain", ["city", "objective oil", "germany", "clear"])
def test_other_ground_does_not(terrain: str) -> None:
    assert reach(panzer("U", "1311"), terrain={"1411": terrain, "1511": terrain}) == 3


def test_the_vacated_hex_comes_first_and_every_length_is_listed() -> None:
    options = advances(place(panzer("U", "1311")), "U")["U"].options
    assert options[0] == ("1411",)
    assert all(path[0] == "1411" for path in options)
    assert {len(path) for path in options} == {1, 2, 3}
    assert len(set(options)) == len(options)


def test_enemies_water_and_lakes_close_the_way_but_zones_do_not() -> None:
    position = place(
        panzer("U", "1311"),
        soviet("S", "1511"),
        terrain={"1410": "lake"},
        hexsides={"1411/1412": "sea"},
    )
    found = advances(position, "U")["U"]
    second = {path[1] for path in found.options if len(path) > 1}
    assert second == {"1310", "1312", "1311"}
    assert {refusal.hex for refusal in found.refused} == {"1511", "1410", "1412"}


def test_the_target_is_taken_as_vacated() -> None:
    position = place(axis("U", "1311"), soviet("S", "1411"))
    assert ("1411", "1511") in advances(position, "U")["U"].options


def test_areas_are_entered_by_those_who_may() -> None:
    border = {"finland/1411": "border"}
    assert ("1411", "finland") in advances(place(axis("U", "1311"), hexsides=border), "U")[
        "U"
    ].options
    ally = axis("U", "1311", nationality="italian")
    assert ("1411", "finland") not in advances(place(ally, hexsides=border), "U")["U"].options
    into = place(
        soviet("U", "1411"), fort("axis", "F", "finland", nationality="finnish"), hexsides=border
    )
    assert advances(into, "U", target="finland")["U"].options[0] == ("finland",)


def test_all_adjacent_attackers_by_default() -> None:
    units = [axis("A", "1311"), axis("B", "1211"), soviet("S", "1411"), soviet("T", "1511")]
    assert set(advances(place(*units))) == {"A"}


def test_crowded_ends_are_named() -> None:
    units = [axis("U", "1311"), axis("B", "1511"), axis("C", "1511")]
    assert advances(place(*units), "U")["U"].extra["overstacked"] == ["1511"]


@pytest.mark.parametrize(
    ("played", "limit"),
    [
        ([], 2),
        (["general-staff", "rasputitsa"], 1),  # EX1
        (["rasputitsa", "general-staff"], 2),  # EX2
        (["general-staff"], 3),
    ],
)
def test_cards_apply_in_the_order_played(played: list[str], limit: int) -> None:
    assert advance_limit(2, played) == limit
