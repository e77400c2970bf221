"""Counterblows, counterattacks and the open points of battles: 10.1.2, 10.7.2, 10.7.3."""

from __future__ import annotations

import pytest
from nr_battles import fight, odds, rules_of
from nr_board import axis, cadre, fort, panzer, place, soviet, volkssturm

from assistant.games.nr import RULES
from assistant.position import Unit
from assistant.questions.answers import Odds

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


def test_counterblow_markers_run_out() -> None:
    laid = [soviet(f"M{n}", f"20{n + 2:02d}", markers="counterblow") for n in range(5)]
    units = [axis("A", "1311"), soviet("T", "1411")]
    assert rules_of(odds(place(*units, *laid), "A", counterblow=1)) == ["10.1"]
    assert odds(place(*units, *laid[1:]), "A", counterblow=1).possible


def test_who_is_obliged_to_fight() -> None:  # EX29
    units = [
        soviet("T", "1411", markers="counterblow"),
        soviet("U", "1410", markers="target"),
        soviet("V", "2011", markers="counterblow"),
        axis("A", "1310", markers="disorganised"),
        axis("B", "1311"),
    ]
    duties = {duty.hex: duty for duty in RULES.attacks(place(*units)).extra["obliged"]}
    assert duties["1411"].by == ("A", "B")
    assert duties["1410"].by == ()
    assert not duties["2011"].must
    assert duties["2011"].rule == "10.7"


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
