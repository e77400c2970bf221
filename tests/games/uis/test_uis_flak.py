"""Flak and the squadrons that fly through it: 17, 23.2, 27.4, 27.8, 27.11.3, 27.18, 27.19."""

from __future__ import annotations

from typing import Any

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.air import (
    InReach,
    Sortie,
    after_losses,
    against_aircraft,
    against_helicopters,
    average_evasion,
    evasion_modifier,
    flies,
    has_countermeasures,
    hit,
    in_reach,
    over,
    read_groups,
)
from assistant.games.uis.situation import situation_of
from assistant.position import Position, Unit
from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError

HERE = "C3020"
RATINGS = ("A+", "A", "B", "C", "D")


def flak(rating: str, type_: str = "armoured", hex_: str = "C3121", **fields: Any) -> Unit:
    return unit("F", hex_, "wp", type_, flak=rating, **fields)


def guns(rating: str, type_: str = "armoured", **fields: Any) -> list[tuple[str, int, int | None]]:
    one = flak(rating, type_, **fields)
    found = against_aircraft(situation_of(table(one)), one)
    return [(gun.rating, gun.reach, gun.rounds) for gun in found]


@pytest.mark.parametrize(
    ("rating", "type_", "fields", "found"),
    [
        ("B", "sam", {"flak_range": 8}, [("B", 8, 3)]),
        ("A", "ada", {"flak_range": 4, "ammo": 1}, [("A", 4, 1)]),
        ("A", "ada", {}, []),
        ("A+", "armoured", {}, [("A+", 3, 3), ("C", 1, None)]),
        ("B", "armoured", {"flak_ammo": 0}, [("B", 3, 0), ("C", 1, None)]),
        ("C", "armoured", {}, [("C", 1, None)]),
        ("D", "armoured", {}, [("D", 1, None)]),
    ],
)
def test_ranges_against_aircraft_17_1(
    rating: str, type_: str, fields: dict[str, Any], found: list[Any]
) -> None:
    assert guns(rating, type_, **fields) == found


@pytest.mark.parametrize(
    ("rating", "type_", "flight", "found"),
    [
        ("A+", "sam", "H", ("C", 1, 3)),
        ("D", "ada", "H", ("D", 1, 3)),
        ("B", "armoured", "NOE", ("C", 0, None)),
        ("C", "armoured", "H", ("C", 1, None)),
    ],
)
def test_ranges_against_helicopters_17_2(
    rating: str, type_: str, flight: str, found: tuple[str, int, int | None]
) -> None:
    one = flak(rating, type_, flak_range=8)
    (gun,) = against_helicopters(situation_of(table(one)), one, flight)
    assert (gun.rating, gun.reach, gun.rounds) == found


def test_wild_weasels_shorten_the_pacts_flak_27_11_3() -> None:
    one = flak("A", "sam", "C3322", flak_range=8)
    free = situation_of(table(one))
    blinded = situation_of(table(one, wild_weasel=["C3322"]))
    assert in_reach(free, one, against_aircraft(free, one), (HERE,))
    assert not in_reach(blinded, one, against_aircraft(blinded, one), (HERE,))
    assert over(free, "wp", (HERE,)) == [InReach("F", "C3322", "A", 8)]
    assert over(blinded, "wp", (HERE,)) == []


@pytest.mark.parametrize(
    ("words", "evasion"), [("B-6-4", 6), ("B-6-4+9-10-5", 8), ("B-6-4+B-7-6+7-7-1", 6)]
)
def test_average_evasion_27_4_3(words: str, evasion: int) -> None:
    assert average_evasion(read_groups("x", words)[0]) == evasion


@pytest.mark.parametrize("words", ["", "Q-1-1", "B-6", "B-6-4+B-6-4+B-6-4+B-6-4", "H-8-4+B-6-4"])
def test_squadrons_that_are_none(words: str) -> None:
    with pytest.raises(QuestionError):
        read_groups("attacker-squadrons", words)


@pytest.mark.parametrize(
    ("words", "losses", "after"),
    [
        ("B-6-4", (1, 0), [(1, 0)]),
        ("B-6-4", (0, 2), [(2, 2)]),
        ("B-6-4", (1, 1), [(1, 1)]),
        ("B-7-6+B-6-4", (1, 0), [(2, 0), (1, 0)]),
        ("B-7-6+B-6-4", (1, 1), [(2, 1), (1, 0)]),
        ("B-7-6+B-6-4+B-5-3", (2, 2), [(2, 1), (1, 0), (1, 1)]),
        ("H-8-4", (0, 1), [(1, 0)]),
        ("B-6-4", (3, 3), [(0, 0)]),
    ],
)
def test_losses_spread_evenly_from_the_lowest_evasion_27_19_5(
    words: str, losses: tuple[int, int], after: list[tuple[int, int]]
) -> None:
    (group,) = read_groups("x", words)
    whole = tuple((squadron.steps, 0) for squadron in group)
    assert list(after_losses(group, whole, *losses)) == after


@pytest.mark.parametrize(
    ("condition", "goes_on"), [((2, 1), True), ((1, 0), True), ((1, 1), False), ((0, 0), False)]
)
def test_all_steps_damaged_goes_home_27_19_4(condition: tuple[int, int], goes_on: bool) -> None:
    assert flies(condition) is goes_on


def test_better_flak_and_lower_rolls_hurt_more() -> None:
    fire = game().tables["flak"]
    for roll in range(-3, 26):
        worth = [sum(hit(fire, rating, roll)) for rating in RATINGS]
        assert worth == sorted(worth, reverse=True)
        assert all(
            sum(hit(fire, rating, roll)) >= sum(hit(fire, rating, roll + 1)) for rating in RATINGS
        )
    shifts = [evasion_modifier(game().tables["evasion"], evasion).number for evasion in range(14)]
    assert shifts == sorted(shifts)


def flight(words: str, *units: Unit, side: str = "nato", **state: Any) -> Sortie:
    situation = situation_of(table(*units, **state))
    return Sortie(situation, side, read_groups("x", words), (HERE,), units)


def test_what_arrives_is_a_distribution() -> None:
    found = flight("9-10-5+9-10-5,B-6-4", flak("B"))
    assert sum(found.arriving.values()) == pytest.approx(1)
    assert set(found.arriving) <= set(range(found.most + 1))
    assert 0 < found.expected < found.most == 14
    assert found.stand_in


def test_nobody_fires_nobody_falls() -> None:
    assert flight("9-10-5,B-6-4").arriving == {9: 1.0}


def test_ammunition_ends_and_then_it_fires_like_c_17_1_2() -> None:
    found = flight("B-6-4,B-6-4", flak("A", flak_ammo=1))
    assert found.shots == ((("F", "A"),), (("F", "C"),))
    far = flight("B-6-4,B-6-4", flak("A", hex_="C3321", flak_ammo=1))
    assert far.shots == ((("F", "A"),), ())


def test_helicopters_close_to_the_ground_meet_the_attackers_stack_17_2_2() -> None:
    attacker = flak("B")
    situation = situation_of(table(attacker))
    groups = read_groups("x", "NOE-8-4")
    assert Sortie(situation, "nato", groups, (HERE,), (attacker,)).shots == ((),)
    beside = Sortie(situation, "nato", groups, (HERE,), (attacker,), attacker.hex)
    assert beside.shots == ((("F", "C"),),)


@pytest.mark.parametrize(
    ("words", "arriving"),
    [
        ("B-6-4", {0: 0.5, 4: 0.5}),
        ("B-6-4L", {0: 1.0}),
        ("B-6-4,H-8-2", {0: 0.25, 2: 0.25, 4: 0.25, 6: 0.25}),
    ],
)
def test_bad_weather_23_2(words: str, arriving: dict[int, float]) -> None:
    assert flight(words, weather="bad").arriving == pytest.approx(arriving)


def test_countermeasures_and_weasels_spoil_the_die_27_18_2() -> None:
    plain = flight("B-6-4", flak("B"))
    jammed = flight("B-6-4+ECM", flak("B"))
    weasels = flight("B-6-4", flak("B"), wild_weasel=[HERE])
    assert has_countermeasures(jammed.named)
    assert jammed.most == plain.most
    assert plain.added.number == 0
    assert weasels.added.number == 2
    assert jammed.added.number > 0
    assert plain.expected < weasels.expected


def battle(**options: str) -> Odds:
    position: Position = table(
        unit("W", "C3121", "wp", flak="B", category=1, began_in_zoc=False),
        flak("A", "sam", "C3322", flak_range=2),
        unit("D", HERE, flak="D"),
    )
    told = {name.replace("_", "-"): value for name, value in options.items()}
    return RULES.odds(position, [HERE], ["W"], told)


def refused(answer: Odds) -> list[tuple[str, str]]:
    return [(entry["option"], entry["rule"]) for entry in answer.extra["refused"]]


def test_the_expected_strength_counts_and_every_outcome_is_weighed() -> None:
    answer = battle(defender_squadrons="9-10-5+9-10-5", attacker_flak="W")
    air = answer.extra["air"]["defender"]
    assert answer.defence == 3 + air.counted
    assert air.counted == int(air.expected)
    assert sum(answer.extra["weighed_chances"].values()) == pytest.approx(1, abs=0.001)
    assert sum(answer.extra["weighed_columns"].values()) == pytest.approx(1, abs=0.001)
    assert answer.stand_in
    assert any(line.stand_in and line.rule == "27.8.2" for line in answer.steps)


def test_without_flak_squadrons_count_like_a_strength_told() -> None:
    named, told = battle(defender_squadrons="9-10-5,B-6-4"), battle(defender_air="9")
    assert (named.defence, named.column, named.chances) == (told.defence, told.column, told.chances)
    assert named.extra["weighed_chances"] == pytest.approx(dict(told.chances))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"defender_squadrons": ",".join(["B-6-4"] * 11)}, [("defender-squadrons", "27.8.2")]),
        (
            {"type": "march", "attacker_squadrons": "B-6-4,B-6-4,H-8-4"},
            [("attacker-squadrons", "9.5.2.3")],
        ),
        ({"attacker_squadrons": "T-6-0"}, [("attacker-squadrons", "27.1")]),
        ({"attacker_flak": "W"}, [("attacker-flak", "17.3")]),
        ({"defender_squadrons": "B-6-4", "attacker_flak": "F"}, [("attacker-flak", "17.1")]),
        ({"defender_squadrons": "B-6-4", "attacker_flak": "D"}, [("attacker-flak", "17")]),
        ({"defender_squadrons": "B-6-4", "attacker_flak": "all"}, []),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(
    options: dict[str, str], why: list[tuple[str, str]]
) -> None:
    assert refused(battle(**options)) == why


def test_flak_that_may_fire_over_the_combat_is_listed() -> None:
    assert {role: [gun["id"] for gun in found] for role, found in battle().extra["flak_in_reach"].items()} == {
        "attacker": ["W"],
        "defender": ["D"],
    }  # fmt: skip


def test_a_strength_and_squadrons_at_once_are_no_question() -> None:
    with pytest.raises(QuestionError):
        battle(defender_air="4", defender_squadrons="B-6-4")
