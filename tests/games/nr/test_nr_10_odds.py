"""Odds: chapters 10, 13 and 14."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from nr_board import axis, cadre, fort, game, panzer, place, soviet, tank, unit, volkssturm

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from assistant.rules.answers import Odds
from assistant.rules.questions import QuestionError


def odds(position: Position, attackers: str, *targets: str, **options: Any) -> Odds:
    given = {name: str(value) for name, value in options.items()}
    return RULES.odds(position, targets or ("1411",), attackers.split(), given)


def fight(attack: int, defence: int, side: str = "axis", /, **more: Any) -> Odds:
    """One attacker in 1311 against one defender in 1411."""
    attacker, defender = (axis, soviet) if side == "axis" else (soviet, axis)
    options = {
        k: more.pop(k)
        for k in ("support", "shift", "attack", "defence", "counterblow", "counterattack")
        if k in more
    }
    phase = more.pop("phase", f"{side}-combat")
    position = place(
        attacker("A", "1311", [attack]), defender("T", "1411", [defence]), phase=phase, **more
    )
    return odds(position, "A", **options)


def rules_of(answer: Odds) -> list[str]:
    return [reason.rule for reason in answer.because]


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 3, "1:3"), (2, 5, "1:3"), (1, 2, "1:2"), (4, 5, "1:2"), (5, 5, "1:1"),
        (12, 9, "1:1"), (14, 9, "3:2"), (3, 2, "3:2"), (15, 8, "3:2"), (2, 1, "2:1"), (3, 1, "3:1"),
        (15, 4, "3:1"), (15, 3, "5:1"), (4, 1, "4:1"), (12, 3, "4:1"), (11, 2, "5:1"),
        (6, 1, "6:1"), (24, 2, "6:1"), (3, 10, "auto-ca"), (33, 100, "auto-ca"), (5, 0, "6:1"),
        (0, 5, "auto-ca"),
    ],
)  # fmt: skip
def test_columns(attack: int, defence: int, column: str) -> None:  # EX10, EX17, EX18, EX21, D1
    answer = fight(attack, defence)
    assert answer.column == column
    assert answer.extra["initial"] == (None if column == "auto-ca" else column)


@pytest.mark.parametrize(
    ("attack", "defence", "shift", "column"),
    [
        (4, 2, 2, "4:1"),  # EX19, net
        (13, 2, 2, "6:1"),  # D3
        (24, 2, -1, "5:1"),
        (24, 2, 5, "6:1"),
        (1, 3, -1, "auto-ca"),
        (1, 2, -2, "auto-ca"),
        (3, 10, 6, "auto-ca"),  # no initial column: nothing lifts it
        (1, 3, 8, "6:1"),
        (2, 1, -4, "1:3"),
        (2, 1, -5, "auto-ca"),
    ],
)
def test_shifts_and_caps(attack: int, defence: int, shift: int, column: str) -> None:
    answer = fight(attack, defence, shift=shift)
    assert (answer.column, answer.shift) == (column, shift)


def test_an_automatic_counterattack_reads_no_table() -> None:
    answer = fight(3, 10)
    assert answer.results == dict.fromkeys("123456", "CA")
    assert answer.chances == {"CA": 1.0}
    assert not answer.stand_in
    assert fight(1, 3, terrain={"1411": "forest"}).stand_in
    assert fight(1, 3, terrain={"1411": "city"}).column == "auto-ca"
    assert not fight(1, 3, terrain={"1411": "city"}).stand_in


@pytest.mark.parametrize(
    ("table", "column", "die", "result"),
    [
        ("axis", "1:2", "1", "CA"),  # EX27, EX42
        ("axis", "1:1", "1", "CA"),  # EX25
        ("axis", "3:2", "3", "CB"),  # EX24
        ("axis", "3:2", "5", "DR"),  # EX41
        ("axis", "5:1", "3", "DS"),  # EX38
        ("soviet", "1:2", "5", "CB"),  # EX26
        ("soviet", "1:1", "2", "CA"),  # EX45
        ("soviet", "1:1", "3", "CB"),  # EX44
        ("soviet", "1:1", "5", "EX"),  # EX46
    ],
)
def test_stated_cells_are_exact(table: str, column: str, die: str, result: str) -> None:
    found = game().tables[table]
    assert found[die, column] == result
    assert (die, column) not in found.doubtful


def test_all_other_cells_are_marked_as_ours() -> None:
    tables = [game().tables[name] for name in ("axis", "soviet")]
    assert sum(len(t.cells) for t in tables) == 108
    assert sum(len(t.doubtful) for t in tables) == 99
    results = {"-", "CA", "CB", "EX", "DR", "DS", "DD"}
    assert {cell for t in tables for cell in t.cells.values()} == results


def test_a_better_column_or_table_is_never_worse() -> None:
    order = ["CA", "-", "CB", "EX", "DR", "DS", "DD"]
    for name in ("axis", "soviet"):
        table = game().tables[name]
        for die in table.rows:
            ranks = [order.index(table[die, column]) for column in table.columns]
            assert ranks == sorted(ranks)


def test_every_column_leans_on_stand_ins() -> None:
    assert fight(4, 4).stand_in


@pytest.mark.parametrize(
    ("side", "weather", "table"),
    [
        ("axis", "clear", "axis"), ("axis", "mud", "axis"), ("axis", "snow", "soviet"),
        ("axis", "long-winter", "soviet"), ("soviet", "clear", "soviet"), ("soviet", "snow", "soviet"),
    ],
)  # fmt: skip
def test_which_table(side: str, weather: str, table: str) -> None:
    assert fight(4, 4, side, weather=weather).extra["table"] == table


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


FULL = {
    "terrain": {"1411": "city objective"},
    "hexsides": {"1311/1411": "river objective"},
}


def test_terrain_is_dropped_in_counterblows_and_counterattacks() -> None:
    assert fight(4, 4, **FULL).shift == -3
    assert fight(4, 4, counterblow=1, **FULL).shift == 0
    assert fight(4, 4, counterattack=1, **FULL).shift == 0
    marked = place(axis("A", "1311"), soviet("T", "1411", markers="counterblow"), **FULL)
    assert odds(marked, "A").shift == 0


def test_hexsides_in_a_counterblow_by_the_other_reading() -> None:  # A22
    assert fight(4, 4, counterblow=1, counterblow_drops_hexsides=False, **FULL).shift == -2


def test_weather_and_city_still_matter_in_a_counterblow() -> None:
    city = {"1411": "city"}
    assert fight(4, 4, counterblow=1, weather="snow", terrain=city).shift == -1
    position = place(panzer("P", "1311"), soviet("T", "1411"), terrain=city)
    assert odds(position, "P", counterblow=1).shift == 0  # no armour bonus against a city
    assert odds(place(panzer("P", "1311"), soviet("T", "1411")), "P", counterblow=1).shift == 1


def test_counterattacks() -> None:  # EX26, EX43, A32
    units = [axis("A", "1311"), soviet("T", "1411")]
    back = odds(
        place(*units, hexsides={"1311/1411": "river"}, terrain={"1311": "forest"}),
        "T",
        "1311",
        counterattack=1,
    )
    assert (back.attack, back.defence, back.column, back.extra["table"]) == (5, 4, "1:1", "soviet")
    assert back.shift == 0
    winter = place(*units, weather="snow", phase="soviet-combat")
    answer = odds(winter, "A", counterattack=1)
    assert (answer.extra["table"], answer.shift) == ("soviet", -1)
    other = place(*units, weather="snow", phase="soviet-combat", snow_counterattack=False)
    assert odds(other, "A", counterattack=1).extra["table"] == "axis"
    assert odds(place(*units), "T", "1311", counterattack=1, support=1).shift == 1


def test_who_may_counterattack() -> None:  # 14.9
    units = [
        axis("A", "1311"),
        cadre("soviet", "K", "1411"),
        soviet("D", "1411", markers="disorganised"),
    ]
    answer = odds(place(*units), "K D", "1311", counterattack=1)
    assert answer.possible
    assert answer.attack == 7


def test_units_that_did_not_attack_are_uninvolved_in_the_counterattack() -> None:
    units = [axis("A", "1311"), axis("D", "1311", markers="disorganised"), soviet("T", "1411")]
    answer = odds(place(*units), "T", "1311", counterattack=1)
    assert answer.defenders == ("A",)
    assert answer.extra["uninvolved"] == ["D"]
    named = odds(
        place(units[0], axis("B", "1311"), units[2]), "T", "1311", counterattack=1, uninvolved="B"
    )
    assert named.defenders == ("A",)
    blow = [*units[:2], soviet("T", "1411", markers="counterblow")]
    assert odds(place(*blow), "T", "1311", counterattack=1).defenders == ("A", "D")
    chain = place(soviet("K", "1411"), axis("A", "1311"), axis("C", "1311", markers="disorganised"))
    assert odds(chain, "A C", "1411", counterattack=1).defenders == ("K",)


FORBIDDEN = {
    "not adjacent": (axis("A", "1211"), {}, "10.3.3"),
    "across a lake": (axis("A", "1311"), {"hexsides": {"1311/1411": "lake"}}, "10.1"),
    "across the sea": (axis("A", "1311"), {"hexsides": {"1311/1411": "sea azov"}}, "10.1"),
    "disorganised": (axis("A", "1311", markers="disorganised"), {}, "10.1.1"),
    "white": (axis("A", "1311", white=True), {}, "10.1.1"),
    "cadre": (cadre("axis", "A", "1311"), {}, "10.1.1"),
    "fort": (fort("axis", "A", "1311"), {}, "10.1.1"),
    "same side": (soviet("A", "1311"), {"phase": "soviet-combat"}, "10.1"),
    "not the Active side": (axis("A", "1311"), {"phase": "soviet-combat"}, "10.0"),
    "in a box": (axis("A", "rail"), {}, "10.3.3"),
    "no strength": (unit("axis", "A", "1311", []), {}, "2.3"),
}


@pytest.mark.parametrize(("attacker", "more", "rule"), FORBIDDEN.values(), ids=list(FORBIDDEN))
def test_forbidden_attacks(attacker: Unit, more: dict[str, Any], rule: str) -> None:
    answer = odds(place(attacker, soviet("T", "1411"), **more), "A")
    assert not answer.possible
    assert rule in rules_of(answer)
    assert (answer.column, answer.results, answer.chances) == (None, {}, {})


def test_parentheses_alone_do_not_forbid_an_attack() -> None:  # 10.1.1 names white units only
    units = [volkssturm("A", "1311"), soviet("T", "1411")]
    assert odds(place(*units), "A").possible
    strict = place(*units, parenthesised_attack=False)
    assert rules_of(odds(strict, "A")) == ["10.1.1"]


def test_nobody_there_and_nobody_able() -> None:
    assert not odds(place(axis("A", "1311")), "A").possible
    assert not odds(place(soviet("T", "1411")), "").possible
    mixed = place(axis("A", "1311"), soviet("B", "1310"), soviet("T", "1411"))
    assert not odds(mixed, "A B").possible


@pytest.mark.parametrize(
    "attacker",
    [
        axis("A", "1311", markers="disorganised"),
        cadre("axis", "A", "1311"),
        fort("axis", "A", "1311"),
        volkssturm("A", "1311"),
    ],
)
def test_anybody_answers_a_counterblow(attacker: Unit) -> None:  # EX29
    assert odds(place(attacker, soviet("T", "1411", markers="counterblow")), "A").possible
    assert odds(place(attacker, soviet("T", "1411")), "A", counterblow=1).possible


def test_white_units_take_no_part_under_a_counterblow() -> None:  # EX22, EX23
    only = place(axis("A", "1311"), fort("soviet", "Leningrad", "1411"))
    assert rules_of(odds(only, "A", counterblow=1)) == ["10.1.2"]
    assert odds(only, "A").possible
    both = place(
        soviet("A", "1311", [6]),
        cadre("axis", "K", "1411"),
        axis("T", "1411", [3]),
        phase="soviet-combat",
    )
    answer = odds(both, "A", counterblow=1)
    assert (answer.defence, answer.column) == (3, "2:1")
    assert answer.extra["uninvolved"] == ["K"]
    assert odds(both, "A").defence == 5


def test_no_counterblow_on_a_target() -> None:
    position = place(axis("A", "1311"), soviet("T", "1411", markers="target"))
    assert odds(position, "A").possible
    assert rules_of(odds(position, "A", counterblow=1)) == ["10.1.2"]


@pytest.mark.parametrize(
    ("turn", "weather", "placed", "rule"),
    [
        (7, "clear", 4, None), (7, "clear", 5, "10.1"), (7, "long-winter", 2, None),
        (7, "long-winter", 3, "13.1"), (20, "clear", 2, None), (20, "clear", 3, "13.5"),
        (26, "clear", 0, None), (26, "clear", 1, "13.5"),
    ],
)  # fmt: skip
def test_markers_run_out(turn: int, weather: str, placed: int, rule: str | None) -> None:  # A18
    targets = [soviet(f"M{n}", f"20{n + 2:02d}", markers="target") for n in range(placed)]
    position = place(axis("A", "1311"), soviet("T", "1411"), *targets, turn=turn, weather=weather)
    answer = odds(position, "A")
    assert answer.possible == (rule is None)
    assert rules_of(answer) == ([rule] if rule else [])
    assert odds(position, "A", counterblow=1).possible
    assert odds(position, "T", "1311", counterattack=1).possible


def test_several_target_hexes() -> None:
    units = [axis("A", "1311"), axis("B", "1311"), soviet("T", "1411"), soviet("U", "1310")]
    position = place(*units, terrain={"1411": "forest", "1310": "city"})
    answer = odds(position, "A B", "1411", "1310")
    assert answer.target == "1411,1310"
    assert (answer.attack, answer.defence) == (8, 10)
    assert answer.extra["terrain_choices"] == {"1411": -1, "1310": -1}
    chosen = odds(place(*units, terrain={"1411": "forest"}), "A B", "1411", "1310", terrain="1310")
    assert chosen.shift == 0
    guessed = odds(place(*units, terrain={"1411": "forest"}), "A B", "1411", "1310")
    assert (guessed.shift, guessed.extra["terrain"]) == (-1, "1411")
    apart = odds(
        place(axis("A", "1311"), soviet("T", "1411"), soviet("V", "1511")), "A", "1411", "1511"
    )
    assert rules_of(apart) == ["10.3.3"]


def test_the_armour_bonus_looks_at_the_chosen_hex() -> None:  # A15
    units = [panzer("A", "1311"), soviet("T", "1411"), soviet("U", "1310")]
    more = {"terrain": {"1310": "city"}}
    assert odds(place(*units, **more), "A", "1411", "1310", terrain="1411").shift == 1
    assert odds(place(*units, **more), "A", "1411", "1310", terrain="1310").shift == -1
    strict = place(*units, armour_bonus_hex="all", **more)
    assert odds(strict, "A", "1411", "1310", terrain="1411").shift == 0


def test_added_strength() -> None:
    assert fight(4, 4, attack=4).column == "2:1"
    assert fight(4, 2, defence=2).column == "1:1"
    assert fight(4, 4, attack=-9).attack == 0


@pytest.mark.parametrize(
    ("turn", "attack", "defence"), [(7, 6, 6), (11, 5, 7)], ids=["before", "from turn 11"]
)
def test_local_support(turn: int, attack: int, defence: int) -> None:  # 15.3
    units = [axis("A", "1311", markers="support"), soviet("T", "1411", markers="support")]
    position = place(*units, turn=turn)
    answer = odds(position, "A")
    assert (answer.attack, answer.defence) == (attack, defence)
    told = odds(position, "A", attack=2, defence=1)  # points named by the question are all of them
    assert (told.attack, told.defence) == (6, 6)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("suport", "1"),
        ("support", "2"),
        ("shift", "much"),
        ("terrain", "1511"),
        ("counterblow", "yes"),
    ],
)
def test_wrong_options_are_told(name: str, value: str) -> None:
    with pytest.raises(QuestionError):
        odds(place(axis("A", "1311"), soviet("T", "1411")), "A", **{name: value})


EXCHANGE: dict[str, tuple[Sequence[Unit], str, list[str], str]] = {
    "choice": ([axis("A", "1311"), axis("B", "1310")], "attacker", ["A", "B"], "10.7.1"),
    "SS Panzer": ([panzer("A", "1311", ss=True), axis("B", "1310")], "attacker", ["A"], "14.5"),
    "SS Grenadier": ([axis("A", "1311", type_="mechanised", ss=True), axis("B", "1310")], "attacker", ["A"], "14.6"),
    "both SS": ([panzer("A", "1311", ss=True), axis("B", "1310", type_="mechanised", ss=True)], "attacker", ["A"], "14.5"),
}  # fmt: skip


@pytest.mark.parametrize(("units", "role", "ids", "rule"), EXCHANGE.values(), ids=list(EXCHANGE))
def test_who_bears_an_exchange(units: Sequence[Unit], role: str, ids: list[str], rule: str) -> None:
    answer = odds(place(*units, soviet("T", "1411")), "A B")
    found = answer.extra["exchange"][role]
    assert ([bearer["id"] for bearer in found["one_of"]], found["rule"]) == (ids, rule)


def test_forts_and_shock_armies_bear_exchanges() -> None:
    units = [
        fort("axis", "F", "1411"),
        axis("B", "1411"),
        soviet("S", "1311", type_="shock"),
        soviet("T", "1310"),
    ]
    found = odds(place(*units, phase="soviet-combat"), "S T").extra["exchange"]
    assert [bearer["id"] for bearer in found["defender"]["one_of"]] == ["F"]
    assert [bearer["id"] for bearer in found["attacker"]["one_of"]] == ["S"]
    assert found["attacker"]["one_of"][0]["to"] == "destroyed"  # EX28: one step before turn 17


@pytest.mark.parametrize(
    ("units", "converted"),
    [
        ([fort("soviet", "F", "1411")], {"DR": "-", "DS": "EX", "DD": "losses without retreat"}),
        ([soviet("F", "1411", type_="regional")], {}),
    ],
)
def test_what_results_become(units: list[Unit], converted: dict[str, str]) -> None:
    assert odds(place(axis("A", "1311"), *units), "A").extra["converted"] == converted


def test_cards_are_named_and_not_guessed() -> None:
    offers = odds(place(axis("A", "1311"), soviet("T", "1411")), "A").offers
    assert next(offer.option for offer in offers) == "support=1"
    cards = odds(place(axis("A", "1311"), soviet("T", "1411")), "A").extra["cards"]
    assert "Manstein" in cards["attacker"][0]
    assert "Heroes" in cards["defender"][0]
    used = odds(place(axis("A", "1311"), soviet("T", "1411")), "A", support=1).offers
    assert all(offer.option != "support=1" for offer in used)


def test_all_attacks_best_first() -> None:
    units = [
        axis("A", "1311", [9]),
        axis("B", "1310", markers="disorganised"),
        soviet("T", "1411", [3]),
    ]
    units += [soviet("U", "1410", [8]), soviet("V", "2011")]
    answer = RULES.attacks(place(*units))
    assert [(a.target, a.attackers) for a in answer.attacks] == [("1411", ("A",))]
    more = RULES.attacks(place(*units, axis("C", "1510", [4])))
    assert [a.target for a in more.attacks] == ["1411", "1410"]


def test_who_is_obliged_to_fight() -> None:  # EX29
    units = [
        soviet("T", "1411", markers="counterblow"),
        soviet("U", "1410", markers="target"),
        soviet("V", "2011", markers="counterblow"),
        axis("A", "1310", markers="disorganised"),
        axis("B", "1311"),
    ]
    duties = {duty["hex"]: duty for duty in RULES.attacks(place(*units)).extra["obliged"]}
    assert duties["1411"]["by"] == ["A", "B"]
    assert duties["1410"]["by"] == []
    assert not duties["2011"]["must"]
    assert duties["2011"]["rule"] == "10.7"


def named(answer: Odds) -> set[str]:
    return {point["option"] for point in answer.extra.get("readings", [])}


def test_the_readings_that_decide_are_named() -> None:
    plain = odds(place(axis("A", "1311"), soviet("T", "1411")), "A")
    assert named(plain) == set()
    ss = panzer("A", "1311", ss=True, markers="oos")
    assert named(odds(place(ss, soviet("T", "1411")), "A")) == {"ss-panzer-oos"}
    shock = [soviet("A", "1311", type_="shock"), soviet("B", "1310", type_="shock")]
    both = place(*shock, axis("T", "1411"), phase="soviet-combat")
    assert named(odds(both, "A B")) == {"shock-bonus"}
    assert named(fight(4, 4, counterblow=1, **FULL)) == {"counterblow-drops-hexsides"}
    winter = place(axis("A", "1311"), soviet("T", "1411"), weather="snow", phase="soviet-combat")
    assert named(odds(winter, "A", counterattack=1)) == {"snow-counterattack"}
    assert named(odds(place(volkssturm("A", "1311"), soviet("T", "1411")), "A")) == {
        "parenthesised-attack"
    }


def test_counterblow_markers_run_out() -> None:
    laid = [soviet(f"M{n}", f"20{n + 2:02d}", markers="counterblow") for n in range(5)]
    units = [axis("A", "1311"), soviet("T", "1411")]
    assert rules_of(odds(place(*units, *laid), "A", counterblow=1)) == ["10.1"]
    assert odds(place(*units, *laid[1:]), "A", counterblow=1).possible
