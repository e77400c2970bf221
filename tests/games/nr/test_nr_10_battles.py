"""Who may fight whom, and what a battle's answer adds: 10.1, 10.3, 10.7 and 15.3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from nr_battles import fight, odds, rules_of
from nr_board import axis, cadre, fort, panzer, place, soviet, unit, volkssturm

from assistant.games.nr import RULES
from assistant.position import Unit
from assistant.questions.protocol import QuestionError

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
