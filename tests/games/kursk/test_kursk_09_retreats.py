"""Rules 9.4 to 9.7: results, losses, retreats."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, grey, gun, hq, partisan, position, red, situation

from assistant.games.kursk import RULES
from assistant.games.kursk.results import Face, after_losses, read_cell, shares, survives
from assistant.questions.answers import Retreats, UnitRetreats
from assistant.questions.protocol import QuestionError
from assistant.referee.battles import retreats_at_most

T = "2017"
A = grey("A", "2016")
FIXED = hq("sh", "2020", "soviet", mode="static")


def retreats(*units, result="2", at=T, attackers=(), **what) -> Retreats:
    return RULES.retreats(position(*units, **what), at, result, attackers)


def of(answer: Retreats, id_: str = "D") -> UnitRetreats:
    return next(unit for unit in answer.units if unit.id == id_)


def paths(answer: Retreats, id_: str = "D") -> set[tuple[str, ...]]:
    return {option.path for option in of(answer, id_).options}


def refused(answer: Retreats, id_: str = "D") -> dict[str, str]:
    return {found.hex: found.rule for found in of(answer, id_).refused}


def d(**more):
    return red("D", T, **more)


# Results


@pytest.mark.parametrize(
    ("cell", "modes", "numbers"),
    [
        ("1/2", ("assault", "static"), (1, 2)),
        ("-/3", ("mobile", "mobile"), (0, 3)),
        ("1M-", ("assault", "static"), (2, 1)),
        ("1M-", ("mobile", "mobile"), (0, 0)),
        ("1M-", ("assault", "mobile"), (1, 0)),
        ("1M-", ("mobile", "static"), (1, 0)),
        ("-M2", ("mobile", "mobile"), (0, 1)),
        ("-M1", ("assault", "static"), (1, 2)),
        ("-M1", ("assault", "assault"), (0, 1)),
    ],
)
def test_cells_ex3_ex4_d23(cell, modes, numbers) -> None:
    assert tuple(read_cell(cell).after_modes(*modes)) == numbers


def test_numbers_of_a_whole_cell() -> None:
    ass = grey("A", "2016", hq="", mode="assault")
    answer = retreats(d(hq="", mode="static"), ass, result="1M-", attackers=["A"])
    assert answer.extra["number"] == {"attacker": 2, "defender": 1}
    assert [way["hexes"] for way in answer.extra["attacker_ways"]] == [0, 1]
    disrupted = retreats(
        d(hq="", mode="static", markers=["disrupted"]), ass, result="1M-", attackers=["A"]
    )
    assert disrupted.extra["number"] == {"attacker": 2, "defender": 1}
    plain = retreats(d(hq=""), A, result="-/2", attackers=["A"])
    assert plain.extra["number"] == {"attacker": 0, "defender": 2}
    assert retreats(d(hq=""), A, result="1/2").extra["number"] == {"attacker": 1, "defender": 2}


def test_mixed_modes_give_every_pair_of_numbers_9_45() -> None:
    two = [grey("A", "2016", hq="", mode="assault"), grey("B", "2016", hq="")]
    answer = retreats(d(hq="", mode="static"), *two, result="1M1", attackers=["A", "B"])
    assert {(n["attacker-mode"], n["defender"]) for n in answer.extra["numbers"]} == {
        ("assault", 2),
        ("mobile", 1),
    }


@pytest.mark.parametrize("result", ["x", "1:2", "1/2/3", "M", "-1", ""])
def test_wrong_results_are_wrong_questions(result) -> None:
    with pytest.raises(QuestionError):
        retreats(d(), A, result=result)


def test_modes_need_the_attackers_named() -> None:
    with pytest.raises(QuestionError, match="name the attackers"):
        retreats(d(), A, result="1M1")
    with pytest.raises(QuestionError, match="one side"):
        retreats(d(), A, result="1/1", attackers=["D"])
    with pytest.raises(QuestionError):
        retreats(A, at=T)


def test_no_number_is_no_effect() -> None:
    for result in ("0", "-"):
        answer = retreats(d(), A, result=result)
        assert (of(answer).outcome, paths(answer)) == ("stand", {()})
        assert len(of(answer).refused) == 6


def test_steps_as_they_are_lost_ex5() -> None:
    corps = (Face(10, 5, 4), Face(4, 2, 4))
    assert [after_losses(corps, n) for n in range(6)] == [
        Face(10, 5, 4), Face(8, 4, 4, "minus-2-1"), Face(6, 3, 4, "minus-4-2"),
        Face(4, 2, 4), Face(2, 1, 4, "minus-2-1"), None,
    ]  # fmt: skip
    division = (Face(8, 4, 5), Face(4, 2, 5))
    assert after_losses(division, 1) == Face(6, 3, 5, "minus-2-1")
    assert after_losses(division, 2) == Face(4, 2, 5)
    tanks = (Face(12, 4, 8), Face(9, 3, 8), Face(6, 2, 8), Face(3, 1, 8))
    assert after_losses(tanks, 3) == Face(3, 1, 8)


# How far


@pytest.mark.parametrize(
    ("unit", "lengths"),
    [
        (d(hq=""), {0, 1, 2}),
        (d(hq="", mode="assault"), {0, 1}),
        (d(hq="", mode="static"), {0}),
        (d(hq="", markers=["disrupted"]), {0, 1}),
        (d(hq="", mode="static", markers=["independent"]), {0, 1, 2}),
        (d(hq="", markers=["reserve"]), {0}),
        (hq("D", T, "soviet", mode="static"), {0, 1, 2}),
    ],
)
def test_the_mode_limits_the_hexes_9_71(unit, lengths) -> None:
    answer = retreats(unit, A)
    assert {len(path) for path in paths(answer)} == lengths
    assert all(option.losses == 2 - len(option.path) for option in of(answer).options)


def test_a_result_smaller_than_the_limit_is_not_exceeded() -> None:
    assert {len(path) for path in paths(retreats(d(hq=""), A, result="1"))} == {0, 1}
    assert {len(p) for p in paths(retreats(d(hq=""), A, result="5", retreat_mobile=3))} == {
        0,
        1,
        2,
        3,
    }


def test_the_way_leads_as_far_as_possible_9_74_ex7() -> None:
    distance = position().board.grid.distance
    answer = retreats(d(hq=""), A, result="3", retreat_mobile=3)
    assert all(distance(T, path[-1]) == len(path) for path in paths(answer) if path)
    walled = {f"2018/{h}": ["lake"] for h in ("2019", "2118", "2119", "1918", "1919")}
    pocket = retreats(d(hq=""), *ring("2018"), sides=walled)
    assert paths(pocket) == {(), ("2018",)}


def ring(*open_hexes: str) -> list:
    """German guns that leave only some neighbours of 2017 open, without any zone."""
    around = {"2016", "2018", "2117", "2118", "1917", "1918"}
    return [grey(f"R{h}", h, attack=0) for h in sorted(around - set(open_hexes))]


def test_a_unit_hemmed_in_pays_in_steps_d27() -> None:
    answer = retreats(d(steps=3), *ring())
    assert (paths(answer), of(answer).outcome) == ({()}, "stand")
    assert set(refused(answer).values()) == {"9.76"}
    assert of(retreats(d(steps=2), *ring())).outcome == "eliminated"


@pytest.mark.parametrize(
    ("others", "what", "number"),
    [
        ([grey("R", "2019")], {}, "9.76"),
        ([], {"sides": {"2017/2018": ["major-river"]}}, "9.79"),
        ([], {"sides": {"2017/2018": ["lake"]}}, "5.65"),
        ([red("F", "2018"), red("G", "2018")], {}, "7.21"),
        ([red("F", "2018")], {}, "9.75"),
        ([], {"overrun_from": "2117", "phase": "german-movement"}, "9.78"),
        ([grey("R", "2018", attack=0)], {}, "9.76"),
    ],
)
def test_closed_hexes(others, what, number) -> None:
    answer = retreats(d(hq=""), *others, result="1", **what)
    assert refused(answer)["2018" if number != "9.78" else "2118"] == number


def test_rivers_and_roads_over_lakes_do_not_close() -> None:
    answer = retreats(
        d(hq=""),
        result="1",
        sides={"2017/2018": ["river"], "2017/2118": ["lake"]},
        road=[["2017", "2118"]],
    )
    assert {("2018",), ("2118",)} <= paths(answer)


def test_a_friend_opens_a_zone_and_vacant_hexes_come_first_9_75_9_76() -> None:
    enemy = grey("R", "2019")
    friend = red("F", "2018", size="division")
    far = [grey(f"R{h}", h) for h in ("2015", "2217", "1817")]
    shut = retreats(d(hq=""), enemy, friend, *far, result="1")
    assert paths(shut) == {(), ("2018",)}
    open_ = retreats(d(hq=""), enemy, friend, result="1")
    assert ("2018",) not in paths(open_)
    assert refused(open_)["2018"] == "9.75"


def test_a_held_major_city_counts_as_vacant_9_75() -> None:
    friend = red("F", "2018", size="division")
    for terrain, allowed in (("major-city", True), ("city", False)):
        answer = retreats(d(hq=""), friend, result="1", terrain={"2018": [terrain]})
        assert (("2018",) in paths(answer)) is allowed


def test_distance_comes_before_vacancy_and_the_other_way_by_option() -> None:
    friend = red("F", "2019", size="division")
    away = {f"2018/{h}": ["lake"] for h in ("2118", "2119", "1918", "1919")}
    side = ring("2018")
    first = retreats(d(hq=""), friend, *side, sides=away)
    assert ("2018", "2019") in paths(first)


def test_two_guns_of_a_kind_do_not_share_a_hex_in_retreat() -> None:
    answer = retreats(d(hq=""), gun("X", T, level=3), gun("Y", "2018"), *ring("2018"), result="1")
    assert ("2018",) not in paths(answer, "X")
    assert ("2018",) in paths(answer)


# Artillery, guns, headquarters


def test_artillery_loses_a_level_a_hex_ex6() -> None:
    answer = retreats(d(hq=""), gun("X", T, level=3))
    assert {option.losses for option in of(answer, "X").options} == {0, 1, 2}
    assert of(answer, "X").outcome == "retreat"
    assert {len(o.path): o.losses for o in of(answer, "X").options} == {0: 0, 1: 1, 2: 2}


@pytest.mark.parametrize(
    ("level", "steps", "outcome"), [(1, 4, "stand"), (1, 2, "eliminated"), (2, 2, "retreat")]
)
def test_artillery_that_cannot_follow(level, steps, outcome) -> None:
    assert of(retreats(d(hq="", steps=steps), gun("X", T, level=level)), "X").outcome == outcome


def test_static_friends_keep_artillery_where_it_is() -> None:
    answer = retreats(d(hq="", mode="static"), gun("X", T, level=3))
    assert paths(answer, "X") == {()}


def test_anti_tank_guns_stay_and_die_if_the_others_go_9_64() -> None:
    answer = retreats(d(hq=""), gun("X", T, type_="anti-tank"))
    assert (paths(answer, "X"), of(answer, "X").outcome) == ({()}, "stand")
    gone = retreats(d(hq="", steps=2), gun("X", T, type_="anti-tank"))
    assert of(gone, "X").outcome == "eliminated"


def test_guns_alone_are_eliminated_9_37() -> None:
    answer = retreats(gun("D", T, level=3), gun("X", T, type_="anti-tank"))
    assert (answer.outcome, of(answer).outcome, of(answer, "X").outcome) == ("eliminated",) * 3


@pytest.mark.parametrize(
    ("number", "hq_lives", "corps_lives"), [(3, True, True), (4, True, False), (5, False, False)]
)
def test_headquarters_lose_their_step_last_9_62(number, hq_lives, corps_lives) -> None:
    stack = [red("D", T, steps=4, hq="", mode="static"), hq("H", T, "soviet")]
    assert survives(stack[1], stack, number) is hq_lives
    assert survives(stack[0], stack, number) is corps_lives


def test_shares_of_losses_9_44_13_15() -> None:
    stack = [grey("I", T, steps=1), grey("P", T, steps=3, type_="panzer"), hq("H", T)]
    table = situation(*stack)
    found, more = shares(table, stack, 2)
    assert (sorted(tuple(s.values()) for s in found), more) == ([(0, 2, 0), (1, 1, 0)], False)
    assert shares(table, stack, 2, infantry_first=True) == ([{"I": 1, "P": 1, "H": 0}], False)
    assert shares(table, stack, 5) == ([{"I": 1, "P": 3, "H": 1}], False)


@pytest.mark.parametrize(("units", "listed"), [(10, 0), (120, 83)])
def test_shares_that_are_not_listed_are_told_9_44(units: int, listed: int) -> None:
    crowd = [grey(f"I{n}", T, steps=1) for n in range(units)]
    answer = retreats(*crowd)
    shared = answer.extra["ways"][0]["shares"]
    told = [reason.text for reason in answer.because if f"only the first {listed} " in reason.text]
    assert len(told) == (listed > 0)
    assert len(shared) == (listed or 45)


def test_every_split_of_a_result_is_told_ex2() -> None:
    answer = retreats(d(hq=""), A)
    assert [(way["hexes"], way["steps"]) for way in answer.extra["ways"]] == [
        (0, 2),
        (1, 1),
        (2, 0),
    ]
    assert answer.extra["ways"][1]["shares"] == [{"D": 1}]


def test_units_that_retreated_here_share_the_end_of_the_others_9_77() -> None:
    guest = red("R", T, markers=["retreated"])
    answer = retreats(d(hq=""), guest)
    assert (paths(answer, "R"), of(answer, "R").outcome) == ({()}, "stand")
    assert "R" not in answer.extra["ways"][0]["shares"][0]
    assert of(retreats(d(hq="", steps=2), guest), "R").outcome == "eliminated"


def test_a_unit_saved_by_its_way_retreats() -> None:
    assert of(retreats(d(hq="", steps=1), A)).outcome == "retreat"
    assert of(retreats(d(hq="", steps=1, mode="assault"), A)).outcome == "eliminated"
    assert of(retreats(d(hq="", steps=1, mode="static"), A, result="1")).outcome == "eliminated"


def test_mixed_stacks_go_as_far_as_the_mode_in_which_they_are_attacked_9_45() -> None:
    """Of modes with the same columns the one with the shorter way."""
    answer = retreats(d(hq=""), red("F", T, hq="", mode="assault"))
    assert {len(path) for path in paths(answer)} == {0, 1}
    assert "9.45" in {reason.rule for reason in answer.because}
    answer = retreats(d(hq=""), red("F", T, hq="", mode="assault"), shift_defender_assault=-1)
    assert {len(path) for path in paths(answer)} == {0, 1, 2}


# Overruns


def test_nobody_retreats_to_the_side_an_overrun_came_from_9_78() -> None:
    answer = retreats(d(hq=""), result="1", overrun_from="2016", phase="german-movement")
    assert paths(answer) == {(), ("2018",), ("2118",), ("1918",)}
    assert {h for h, number in refused(answer).items() if number == "9.78"} == {
        "2016",
        "2117",
        "1917",
    }
    assert "6.31" in {reason.rule for reason in of(answer).because}
    two = retreats(d(hq=""), result="2", overrun_from="2016", phase="german-movement")
    assert not [path for path in paths(two) if "2117" in path or "1917" in path]
    with pytest.raises(QuestionError, match="does not touch"):
        retreats(d(hq=""), overrun_from="2015")


def test_overrunners_fall_back_to_where_they_came_from_6_23() -> None:
    answer = retreats(
        d(hq=""), A, at="2016", result="2", overrun_from="2016", phase="german-movement"
    )
    assert paths(answer, "A") == {("2016",), ("2117",), ("1917",)}
    assert {option.losses for option in of(answer, "A").options} == {1}


# Everybody else


def test_german_retreats_and_partisans() -> None:
    answer = retreats(
        grey("D", T, hq=""), partisan("2018"), result="1", phase="soviet-first-combat"
    )
    assert refused(answer)["2018"] == "9.76"
    assert ("2016",) in paths(answer)


def test_the_edge_of_the_map_is_the_end() -> None:
    answer = retreats(red("D", "0101", hq=""), at="0101", result="1")
    assert len(paths(answer)) == 3


def test_without_a_result_the_longest_retreat_is_told() -> None:
    answer = RULES.retreats(position(GH, SH, d(), A), T, None, ())
    assert {len(path) for path in paths(answer)} == {0, 1, 2}


def test_answers_do_not_follow_the_order_of_the_file() -> None:
    units = [d(), gun("X", T), A, red("F", "2018"), FIXED]
    assert retreats(*units) == retreats(*reversed(units))


def test_a_log_is_judged_by_the_modes_that_ask_the_most_9_45() -> None:
    """Because no log tells which of them the opponent named."""
    ass = grey("A", "2016", hq="", mode="assault")
    there = position(d(hq="", mode="static"), red("E", T, hq=""), ass, shift_defender_static=-1)
    told = retreats_at_most(RULES, there, T, "1M2", ["A"])
    assert (told.result, told.extra["number"]) == ("1M2", {"attacker": 2, "defender": 3})
    assert {pair["defender"] for pair in told.extra["numbers"]} == {2, 3}
    likely = RULES.retreats(there, T, "1M2", ["A"])
    assert likely.extra["number"] == {"attacker": 1, "defender": 2}
