"""Ground attacks, nuclear attacks, chemicals: 24, 25.3, 27.9, 27.15."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.battle import OPTIONS
from assistant.games.uis.ground_attack import Outcome, cells
from assistant.games.uis.nuclear import rolled, steps_to_kill
from assistant.questions.answers import Odds
from assistant.questions.protocol import QuestionError

HERE = "C3020"


def ask(*units: Any, hex_: str = HERE, state: dict[str, Any] | None = None, **options: str) -> Odds:
    told = {name.replace("_", "-"): value for name, value in options.items()}
    return RULES.odds(table(*units, **(state or {})), [hex_], [], told)


@pytest.mark.parametrize(
    ("cells", "outcome"),
    [
        (["5"], Outcome(5)),
        (["5", "10"], Outcome(15)),
        (["10", "10", "5"], Outcome(20)),
        (["+ red"], Outcome(0, 1, 0, True)),
        (["1 red", "5"], Outcome(15, 0, 1, True)),
        (["-"], Outcome()),
    ],
)
def test_results_add_up_to_twenty_27_9_4(cells: list[str], outcome: Outcome) -> None:
    found = Outcome()
    for cell in cells:
        found = found.after(cell)
    assert found == outcome


@pytest.mark.parametrize(
    ("modes", "modifier"),
    [
        (("tactical",), 0),
        (("road", "hedgehog"), 4),
        (("hedgehog", "hedgehog"), -3),
        (("hedgehog", "tactical"), 0),
        ((), 0),
    ],
)
def test_modes_change_the_die_27_9_3(modes: tuple[str, ...], modifier: int) -> None:
    units = [unit(f"D{index}", HERE, mode=mode) for index, mode in enumerate(modes)]
    answer = ask(*units, mission="ground-attack", attacker_squadrons="B-6-4")
    assert answer.extra["modifier"] == modifier


def test_heavier_bombs_and_higher_rolls_do_more() -> None:
    chart = game().tables["ground-attack"]
    nothing = [cells(chart, value, 0).get("-", 0.0) for value in range(1, 8)]
    assert nothing == sorted(nothing, reverse=True)
    assert cells(chart, 3, 4).get("-", 0.0) < cells(chart, 3, 0)["-"] < cells(chart, 3, -3)["-"]
    assert cells(chart, 0, 0) == {"-": 1.0}


def test_a_ground_attack_says_what_leaving_will_cost() -> None:
    state = {"interdiction": {HERE: 5}}
    answer = ask(
        unit("D", HERE), state=state, mission="ground-attack", attacker_squadrons="B-6-4+B-7-6"
    )
    after = answer.extra["interdiction"].after
    assert min(map(int, after)) == 5
    assert max(map(int, after)) <= 20
    assert sum(after.values()) == pytest.approx(1, abs=0.001)
    assert 5 < answer.extra["interdiction"].expected <= 20
    assert answer.possible
    assert answer.stand_in
    assert answer.column is None


def test_flak_thins_a_ground_attack() -> None:
    flown = {"mission": "ground-attack", "attacker_squadrons": "B-5-4"}
    free = ask(unit("D", HERE, flak="B"), **flown)
    shot_at = ask(unit("D", HERE, flak="B"), defender_flak="all", **flown)
    assert shot_at.chances["nothing"] > free.chances["nothing"]


def test_flak_that_cannot_fire_is_refused() -> None:
    units = (unit("D", HERE, flak="B"), unit("W", "C3322", "wp", flak="B"))
    options = {"mission": "ground-attack", "attacker_squadrons": "B-5-4", "defender_flak": "D,W"}
    assert [entry["text"] for entry in ask(*units, **options).extra["refused"]] == [
        "W is out of reach or of ammunition."
    ]


def test_supply_interdiction_is_natos_27_15() -> None:
    answer = ask(
        unit("D", HERE), mission="supply-interdiction", attacker_squadrons="B-6-4", defender_flak="all"
    )  # fmt: skip
    assert 0 < answer.chances["interdicted"] < 1
    assert "interdiction" not in answer.extra


@pytest.mark.parametrize(
    ("words", "rule"),
    [("H-8-4", "31.3"), ("T-6-0", "27.1"), (",".join(["B-6-4"] * 7), "27.9.2"), (None, "27.9.2")],
)
def test_ground_attacks_that_the_rules_do_not_know(words: str | None, rule: str) -> None:
    options = {"attacker_squadrons": words} if words else {}
    answer = ask(unit("D", HERE), mission="ground-attack", **options)
    assert not answer.possible
    assert answer.because[0].rule == rule
    assert not answer.chances


def test_an_unknown_option_is_told_all_that_there_are_and_the_manual_has_a_line_for_each() -> None:
    with pytest.raises(QuestionError) as told:
        ask(unit("D", HERE), foo="1")
    docs = Path(__file__).parents[3] / "docs"
    pages = [page.read_text("utf-8") for page in (docs / "missions.md", docs / "es/missions.md")]
    for name in [name for listed in OPTIONS.kinds.values() for name in listed]:
        assert re.search(rf"[ ,]{name}[,;.]", f"{told.value}"), name
        assert all(re.search(rf"^\| .*`{name}`.* \|$", page, re.MULTILINE) for page in pages), name


@pytest.mark.parametrize(
    ("name", "value"), [("capacity", "3"), ("loaded", "yes"), ("landing", HERE)]
)
def test_an_option_that_only_missions_read_is_not_passed_over_in_a_combat(
    name: str, value: str
) -> None:
    with pytest.raises(QuestionError, match=f"add mission=.*, or leave {name} out"):
        ask(unit("D", HERE), **{name: value})


def test_a_mission_needs_a_side() -> None:
    with pytest.raises(QuestionError):
        RULES.odds(table(phase="final"), [HERE], [], {"mission": "nuclear", "nuclear-points": "1"})


@pytest.mark.parametrize(
    ("fields", "kills"),
    [
        ({}, 3),
        ({"mode": "hedgehog"}, 4),
        ({"mode": "road"}, 2),
        ({"mode": "road", "step": 3}, 1),
        ({"type_": "hq"}, 1),
        ({"type_": "artillery"}, 3),
    ],
)
def test_steps_to_kill_25_3_5(fields: dict[str, Any], kills: int) -> None:
    assert steps_to_kill(unit("D", HERE, **fields)) == kills


def test_more_nuclear_points_take_more_steps() -> None:
    chart = game().tables["nuclear"]
    means = [
        sum(n * chance for n, chance in rolled(chart, points).items()) for points in range(1, 6)
    ]
    assert means == sorted(means)
    assert rolled(chart, 9) == rolled(chart, 5)


def test_a_nuclear_attack_contaminates_up_to_three_25_3_8() -> None:
    answer = ask(
        unit("D", HERE, mode="hedgehog"), unit("E", HERE, "nato", size="division"),
        state={"nuclear": {HERE: 2}}, mission="nuclear", nuclear_points="5",
    )  # fmt: skip
    assert set(answer.extra["contamination"]) == {"2", "3"}
    assert sum(answer.chances.values()) == pytest.approx(1)
    assert [(u.id, u.kills, u.outcome) for u in answer.extra["units"]] == [
        ("D", 4, "eliminated"),
        ("E", 3, "division-base"),
    ]
    assert not ask(unit("D", HERE), mission="nuclear").possible


def chemical(**told: Any) -> Odds:
    state = {name: told.pop(name) for name in ("war_turn", "chemical_began") if name in told}
    options = {name.replace("_", "-"): value for name, value in told.items()}
    position = table(
        unit("W", "C3121", "wp"), unit("D", HERE), unit("G", "C2920", "nato", "artillery"),
        unit("E", "C2920", "nato", "ew"), **state,
    )  # fmt: skip
    return RULES.odds(position, [HERE], ["W"], options)


def test_chemicals_help_their_user_less_with_time_24_2_3() -> None:
    points = [
        chemical(war_turn=turn, chemical_began=1, attacker_chemicals="persistent").extra[
            "modifiers"
        ]
        for turn in (1, 2, 3, 6)
    ]
    gained = [found["attacker"] for found in points]
    assert gained == sorted(gained, reverse=True)
    assert gained[-1] > 0
    answer = chemical(attacker_chemicals="persistent")
    assert answer.extra["chemical_areas"] == [HERE]
    assert "chemical_areas" not in chemical(attacker_chemicals="non-persistent").extra


@pytest.mark.parametrize(("began", "allowed"), [(None, False), (3, False), (2, True)])
def test_nato_follows_from_the_third_turn_24_1_2(began: int | None, allowed: bool) -> None:
    told = {} if began is None else {"chemical_began": began}
    answer = chemical(defender_chemicals="persistent", **told)
    assert (not answer.extra["refused"]) is allowed
    assert (answer.extra["modifiers"]["defender"] > 0) is allowed


@pytest.mark.parametrize(("turn", "out"), [(1, 0.5), (2, 0.25), (3, 0.1), (9, 0.1)])
def test_struck_support_fails_24_4_4(turn: int, out: float) -> None:
    answer = chemical(war_turn=turn, chemical_began=1, chemical_missiles="C2920")
    assert answer.extra["chemical_missiles"] == [
        {"id": "G", "hex": "C2920", "out": out},
        {"id": "E", "hex": "C2920", "out": out},
    ]


@pytest.mark.parametrize(
    ("weather", "options", "rules"),
    [
        ("bad", {"mission": "air-superiority", "attacker-squadrons": "9-10-5L"}, ["23.2.3"]),
        ("good", {"mission": "air-superiority", "attacker-squadrons": "9-10-5L"}, []),
        ("bad", {"mission": "air-superiority", "attacker-squadrons": "9-10-5"}, []),
    ],
)
def test_bad_weather_keeps_limited_squadrons_down(
    weather: str, options: dict[str, str], rules: list[str]
) -> None:
    position = table(unit("W", "C3020", "wp"), phase="nato-movement", weather=weather)
    told = {**options, "defender-squadrons": "9-10-5"}
    found = RULES.odds(position, ["C3020"], [], told)
    assert found.possible == (not rules)
    assert [why.rule for why in found.because if why.rule == "23.2.3"] == rules


@pytest.mark.parametrize("weather", ["good", "bad"])
def test_limited_interceptors_stay_down_and_helicopters_roll(weather: str) -> None:
    position = table(unit("W", "C3121", "wp"), unit("D", "C3020"), weather=weather)
    told = {"attacker-squadrons": "B-6-4", "defender-interceptors": "9-10-5L"}
    refused = RULES.odds(position, ["C3020"], ["W"], told).extra["refused"]
    assert [one["rule"] for one in refused] == (["23.2.3"] if weather == "bad" else [])
    flight = {"mission": "flight", "attacker-squadrons": "H-8-4@C3120", "movement": "30"}
    notes = RULES.odds(position, ["C3121"], [], flight).extra["not_judged"]
    assert ("23.3.1" in {why.rule for why in notes}) == (weather == "bad")
