"""What shifts a column: 6.5.4, 10.6, 13.1 and 14."""

from __future__ import annotations

from typing import Any

import pytest
from nr_battles import fight, odds, rules_of
from nr_board import axis, fort, panzer, place, soviet, tank


@pytest.mark.parametrize(
    ("side", "turn", "weather", "first", "shift"),
    [
        ("axis", 7, "clear", 4, 1),
        ("axis", 4, "snow", 4, 0),  # one right for Blitz!, one left for the winter
        ("soviet", 4, "snow", 4, 2),
        ("soviet", 5, "snow", 5, 2),
        ("soviet", 5, "long-winter", 4, 1),
        ("soviet", 5, "snow", 4, 1),
        ("soviet", 4, "mud", 5, 1),
        ("soviet", 10, "snow", 4, 1),
    ],
)
def test_support_markers(side: str, turn: int, weather: str, first: int, shift: int) -> None:
    answer = fight(
        4, 4, side, turn=turn, weather=weather, state={"first-snow-turn": first}, support=1
    )
    assert answer.shift == shift


def test_support_never_helps_units_all_out_of_supply() -> None:
    units = [axis("A", "1311", markers="oos"), axis("B", "1310"), soviet("T", "1411")]
    alone = odds(place(*units), "A", support=1)
    assert (alone.possible, alone.shift) == (True, 0)
    assert "10.6.2" in rules_of(alone)
    assert odds(place(*units), "A B", support=1).shift == 1


ARMOUR = {
    "clear": ({}, 1),
    "snow": ({"weather": "snow"}, 0),  # +1 and the winter's -1
    "snow abroad": ({"weather": "snow", "terrain": {"1411": "germany"}}, 1),
    "mud": ({"weather": "mud"}, 0),
    "long winter abroad": ({"weather": "long-winter", "terrain": {"1411": "germany"}}, 0),
    "city": ({"terrain": {"1411": "city"}}, -1),
    "forest": ({"terrain": {"1411": "forest"}}, -1),
    "swamp": ({"terrain": {"1411": "swamp"}}, -1),
    "mountain": ({"terrain": {"1411": "mountain"}}, -1),
    "germany": ({"terrain": {"1411": "germany"}}, 1),
    "objective": ({"terrain": {"1411": "objective"}}, 0),
    "oil": ({"terrain": {"1411": "oil"}}, 0),
    "river": ({"hexsides": {"1311/1411": "river"}}, 0),  # still Clear: +1 - 1
    "oil fallen": ({"state": {"oil-fallen": True}}, 0),
}


@pytest.mark.parametrize(("more", "shift"), ARMOUR.values(), ids=list(ARMOUR))
def test_armour_bonus(more: dict[str, Any], shift: int) -> None:  # D7
    position = place(panzer("P", "1311"), soviet("T", "1411"), **more)
    assert odds(position, "P").shift == shift


@pytest.mark.parametrize(
    ("defender", "shift"),
    [
        ("infantry", 1), ("regional", 1), ("shock", 1), ("fort", 1), ("cadre", 1), ("rezervy", 1),
        ("mechanised", 0), ("armour", 0),
    ],
)  # fmt: skip
def test_armour_bonus_by_defender(defender: str, shift: int) -> None:  # EX38
    position = place(panzer("P", "1311"), soviet("T", "1411", type_=defender))
    assert odds(position, "P").shift == shift


def test_one_tank_among_the_defenders_denies_the_bonus_and_it_comes_once() -> None:
    units = [panzer("P", "1311"), panzer("Q", "1310"), soviet("T", "1411")]
    assert odds(place(*units), "P Q").shift == 1
    assert odds(place(*units, tank("U", "1411"), turn=12), "P Q").shift == 0


def test_armour_defends_without_bonus_and_out_of_supply_has_none() -> None:
    assert odds(place(axis("A", "1311"), tank("T", "1411")), "A").shift == 0
    lost = place(panzer("P", "1311", markers="oos"), soviet("T", "1411"))
    assert odds(lost, "P").shift == 0
    helped = place(panzer("P", "1311", markers="oos"), panzer("Q", "1310"), soviet("T", "1411"))
    assert odds(helped, "P Q").shift == 1


def test_soviet_tanks_and_allied_armour_keep_the_bonus_after_ploesti() -> None:
    state = {"oil-fallen": True}
    position = place(tank("P", "1311"), axis("T", "1411"), phase="soviet-combat", state=state)
    assert odds(position, "P").shift == 1
    ally = place(panzer("P", "1311", nationality="rumanian"), soviet("T", "1411"), state=state)
    assert odds(ally, "P").shift == 1


@pytest.mark.parametrize(
    ("more", "shift"),
    [
        ({"weather": "mud"}, 1),
        ({"weather": "long-winter", "terrain": {"1411": "germany"}}, 1),
        ({"terrain": {"1411": "city"}}, 0),
        ({"state": {"oil-fallen": True}}, 1),
    ],
)
@pytest.mark.parametrize("enemy", ["infantry", "armour"])
def test_the_ss_panzer_army_always_has_its_bonus(
    more: dict[str, Any], shift: int, enemy: str
) -> None:
    units = [panzer("SS", "1311", ss=True, step=2), soviet("T", "1411", type_=enemy)]
    assert odds(place(*units, **more), "SS").shift == shift


def test_the_ss_panzer_army_out_of_supply() -> None:  # A17
    units = [panzer("SS", "1311", ss=True, markers="oos"), soviet("T", "1411", type_="armour")]
    assert odds(place(*units), "SS").shift == 0
    assert odds(place(*units, ss_panzer_oos=True), "SS").shift == 1
    both = [*units, panzer("P", "1310")]
    assert odds(place(panzer("P", "1310"), units[0], soviet("T", "1411")), "SS P").shift == 1
    assert odds(place(*both), "SS P").shift == 0


def test_ss_grenadiers_only_defend_better() -> None:
    grenadier = axis("G", "1411", [3], type_="mechanised", ss=True)
    position = place(soviet("S", "1311"), grenadier, phase="soviet-combat")
    assert odds(position, "S").shift == -1
    attack = place(axis("G", "1311", [3], type_="mechanised", ss=True), soviet("S", "1411"))
    assert odds(attack, "G").shift == 0
    back = place(axis("G", "1311", [3], type_="mechanised", ss=True), soviet("S", "1411"))
    assert odds(back, "S", "1311", counterattack=1).shift == -1


@pytest.mark.parametrize(
    ("step", "weather", "shift"), [(1, "clear", 1), (1, "mud", 1), (2, "clear", 0)]
)
def test_shock_armies(step: int, weather: str, shift: int) -> None:
    shock = soviet("S", "1311", [8, 5], type_="shock", step=step)
    position = place(shock, axis("T", "1411"), phase="soviet-combat", weather=weather)
    assert odds(position, "S").shift == shift
    assert odds(place(soviet("A", "1411", type_="shock"), axis("B", "1311")), "B").shift == 0


def test_two_shock_armies_count_once_or_each() -> None:  # A16
    units = [
        soviet("S", "1311", type_="shock"),
        soviet("U", "1310", type_="shock"),
        axis("T", "1411"),
    ]
    assert odds(place(*units, phase="soviet-combat"), "S U").shift == 1
    assert odds(place(*units, phase="soviet-combat", shock_bonus="unit"), "S U").shift == 2


def test_a_shock_army_that_answers_keeps_its_shift() -> None:
    position = place(soviet("S", "1411", type_="shock"), axis("A", "1311"), phase="axis-combat")
    assert odds(position, "S", "1311", counterattack=1).shift == 1


def test_against_units_out_of_supply() -> None:  # D9
    city = {"1411": "city"}
    answer = odds(
        place(axis("A", "1311", [3]), soviet("T", "1411", [1], markers="oos"), terrain=city), "A"
    )
    assert (answer.extra["initial"], answer.shift, answer.column) == ("3:1", 1, "4:1")
    mixed = [axis("A", "1311"), soviet("T", "1411", markers="oos"), tank("U", "1411")]
    assert odds(place(*mixed, turn=12), "A").shift == 2


def test_out_of_supply_once_a_battle_or_once_a_hex() -> None:  # A15
    units = [
        axis("A", "1411"),
        soviet("T", "1511", markers="oos"),
        soviet("U", "1412", markers="oos"),
    ]
    assert odds(place(*units), "A", "1511", "1412").shift == 2
    assert odds(place(*units, oos_shift="hex"), "A", "1511", "1412").shift == 4


RIVERS = {
    "all across": ("1311/1411 1310/1411", "clear", -1),
    "one not": ("1311/1411", "clear", 0),
    "mud": ("1311/1411 1310/1411", "mud", -1),
    "snow": ("1311/1411 1310/1411", "snow", 0),
    "long winter": ("1311/1411 1310/1411", "long-winter", 0),
}


@pytest.mark.parametrize(("sides", "weather", "shift"), RIVERS.values(), ids=list(RIVERS))
def test_rivers(sides: str, weather: str, shift: int) -> None:
    hexsides = dict.fromkeys(sides.split(), "river")
    units = [soviet("A", "1311"), soviet("B", "1310"), axis("T", "1411")]
    position = place(*units, hexsides=hexsides, weather=weather, phase="soviet-combat")
    assert odds(position, "A B").shift == shift


@pytest.mark.parametrize(
    ("terrain", "weather", "shift"),
    [
        ("objective", "clear", -1),
        ("city objective", "snow", -2),
        ("city", "clear", -1),
        ("clear", "clear", 0),
    ],
)
def test_objective_sides_count_for_the_objective_hex(
    terrain: str, weather: str, shift: int
) -> None:
    hexsides = {"1311/1411": "objective"}
    position = place(soviet("A", "1311"), axis("T", "1411"), terrain={"1411": terrain}, hexsides=hexsides, weather=weather, phase="soviet-combat")  # fmt: skip
    assert odds(position, "A").shift == shift


def test_odessa() -> None:  # EX41
    units = [axis("A", "1311", [5]), axis("B", "1310"), soviet("South", "1411", [4, 3], step=2)]
    hexsides = {"1311/1411": "river", "1310/1411": "river"}
    answer = odds(place(*units, turn=2, terrain={"1411": "city"}, hexsides=hexsides), "A B")
    assert (answer.attack, answer.defence) == (9, 3)
    assert (answer.extra["initial"], answer.shift, answer.column) == ("3:1", -2, "3:2")
    assert answer.results["5"] == "DR"


WINTER = {
    "snow": ({"weather": "snow", "turn": 4}, -1),
    "turn 5": ({"weather": "snow", "turn": 5}, -2),
    "turn 5, long": ({"weather": "long-winter", "turn": 5}, -2),
    "long": ({"weather": "long-winter", "turn": 11}, -1),
    "mud": ({"weather": "mud", "turn": 5}, 0),
    "abroad": ({"weather": "snow", "turn": 5, "terrain": {"1411": "germany"}}, 0),
}


@pytest.mark.parametrize(("more", "shift"), WINTER.values(), ids=list(WINTER))
def test_the_axis_in_winter(more: dict[str, Any], shift: int) -> None:  # A24
    assert fight(4, 4, **more).shift == shift
    assert fight(4, 4, "soviet", **more).shift == 0


def test_finns_and_finland_know_no_winter() -> None:
    border = {"finland/1411": "border"}
    finns = fort("axis", "F", "finland", nationality="finnish")
    position = place(finns, soviet("T", "1411"), hexsides=border, weather="snow")
    assert odds(position, "F", counterblow=1).shift == 0
    inside = place(axis("A", "1411"), soviet("T", "finland"), hexsides=border, weather="snow")
    assert odds(inside, "A", "finland").shift == 0


def test_first_snow_on_turn_five() -> None:  # D5
    units = [panzer("P", "1311", [8]), axis("A", "1310"), soviet("T", "1411", [3])]
    answer = odds(place(*units, turn=5, weather="snow", state={"first-snow-turn": 5}), "P A")
    assert (answer.shift, answer.column, answer.extra["table"]) == (-1, "3:1", "soviet")


@pytest.mark.parametrize(
    ("terrain", "doubtful"),
    [("forest", True), ("swamp", True), ("mountain", True), ("city", False)],
)
def test_terrain_shifts(terrain: str, doubtful: bool) -> None:
    answer = fight(4, 4, terrain={"1411": terrain})
    assert answer.shift == -1
    (line,) = [line for line in answer.steps if line.what == terrain]
    assert line.stand_in == doubtful
    assert fight(4, 4, terrain={"1411": f"{terrain} germany"}).shift == -1
