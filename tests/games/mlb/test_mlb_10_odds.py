"""Rules 10.0 to 10.4 and 15.2: who attacks, odds, shifts, the combat results table."""

from __future__ import annotations

from fractions import Fraction

import pytest
from mlb_laboratory import game, greys, hq, position, reds, situation, tank, unit

from assistant.games.mlb import RULES
from assistant.games.mlb.odds import column_of, final_column
from assistant.rules.answers import Odds
from assistant.rules.questions import QuestionError

TABLE = game().tables["combat"]
COLUMNS = ("1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10+")


def red(id_: str, hex_: str, attack: int, **more) -> object:
    return unit(id_, "soviet", hex_, [attack, 1], **more)


def odds(*units, from_ids=(), with_=None, target="0505", **what) -> Odds:
    return RULES.odds(position(*units, **what), [target], list(from_ids), with_ or {})


def duel(attack: int, defence: int, with_=None, **what) -> Odds:
    return odds(red("A", "0506", attack), unit("D", "axis", "0505", [defence]), with_=with_, **what)


# The table


def test_crt_is_whole_and_regular() -> None:
    line = [
        "A2",
        "A1",
        "A1",
        "-",
        "-",
        "R",
        "R",
        "RR",
        "RR",
        "1RR",
        "1RR",
        "2RR",
        "2RR",
        "3RR",
        "3RR",
        "4RR",
    ]
    assert TABLE.columns == COLUMNS
    assert TABLE.rows == tuple("123456")
    assert not TABLE.doubtful
    for die in range(1, 7):
        for index, heading in enumerate(COLUMNS):
            assert TABLE[str(die), heading] == line[die - 1 + index]


@pytest.mark.parametrize(
    ("die", "heading", "result"),
    [(1, "1-1", "A2"), (6, "10+", "4RR"), (4, "3-1", "R"), (1, "8-1", "RR"), (5, "1.5-1", "R"),
     (3, "7-1", "1RR")],
)  # fmt: skip
def test_dv11_cells(die, heading, result) -> None:
    assert TABLE[str(die), heading] == result


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(15, 5, "3-1"), (26, 9, "2-1"), (12, 7, "1.5-1"), (18, 13, "1-1"), (25, 2, "10+"),
     (3, 2, "1.5-1"), (29, 20, "1-1"), (59, 20, "2-1"), (99, 10, "9-1"), (100, 10, "10+"),
     (5, 5, "1-1"), (7, 3, "2-1")],
)  # fmt: skip
def test_10_3_2_ratios_round_down_to_a_column(attack, defence, column) -> None:
    answer = duel(attack, defence)
    assert (answer.column, answer.possible) == (column, True)
    assert answer.results == TABLE.column(column)


@pytest.mark.parametrize(("attack", "defence"), [(8, 9), (0, 1), (1, 2), (19, 20)])
def test_10_3_4_below_one_to_one_is_impossible(attack, defence) -> None:
    answer = duel(attack, defence)
    assert not answer.possible
    assert answer.column is None
    assert answer.results == {}
    assert (answer.attack, answer.defence) == (attack, defence)
    assert answer.because[0].rule == "10.3.4"


# Shifts


@pytest.mark.parametrize(
    ("attack", "defence", "left", "air", "column", "shift"),
    [
        (12, 4, 2, None, "1.5-1", -2),
        (12, 1, 2, None, "8-1", -2),
        (30, 1, 2, None, "8-1", -2),
        (8, 4, 0, "stuka", "4-1", 2),
        (20, 1, 1, "stuka", "10+", 1),
        (9, 1, 0, "stuka", "10+", 2),
        (10, 1, 0, "stuka", "10+", 2),
        (6, 4, 1, "stuka", "2-1", 1),
        (8, 4, 2, "stuka", "2-1", 0),
        (8, 4, 3, None, None, -3),
        (4, 4, 1, None, None, -1),
        (4, 4, 1, "stuka", None, 1),
        (3, 4, 0, "stuka", None, 2),
        (4, 4, 0, "ace", "1-1", 0),
    ],
)
def test_10_3_3_shifts(attack, defence, left, air, column, shift) -> None:
    with_ = {"terrain": str(left)} | ({"air": air} if air else {})
    answer = duel(attack, defence, with_)
    assert (answer.column, answer.shift, answer.possible) == (column, shift, column is not None)


def test_a6_other_reading_lets_a_stuka_rescue_an_attack() -> None:
    rescue = {"stuka-can-rescue": True}
    with_ = {"terrain": "1", "air": "stuka"}
    assert duel(4, 4, with_, readings=rescue).column == "1.5-1"
    assert not duel(3, 4, with_, readings=rescue).possible


def test_a7_other_reading_caps_between_the_shifts() -> None:
    s = situation(readings={"shift-order": "air-then-terrain"})
    assert COLUMNS[final_column(s, 20, 1, 1, 2)] == "9-1"
    assert COLUMNS[final_column(situation(), 20, 1, 1, 2)] == "10+"


@pytest.mark.parametrize(
    ("terrain", "shift", "stand_in"),
    [
        (["rough", "town"], -2, False),
        (["rough"], -1, True),
        (["town"], -1, True),
        ([], 0, False),
        (["crossing-point", "axis-supply", "breakthrough"], 0, False),
        (["swamp"], 0, True),
        (["major-city"], -2, True),
        (["rough", "city"], -2, True),
    ],
)
def test_terrain_shifts_and_stand_ins(terrain, shift, stand_in) -> None:
    answer = duel(40, 4, terrain={"0505": terrain})
    assert (answer.shift, answer.stand_in) == (shift, stand_in)


def test_terrain_of_the_attackers_does_not_count() -> None:
    assert duel(12, 4, terrain={"0506": ["rough", "town"]}).shift == 0


def test_given_columns_replace_the_chart() -> None:
    answer = duel(12, 4, {"terrain": "1"}, terrain={"0505": ["rough", "town"]})
    assert (answer.shift, answer.column, answer.stand_in) == (-1, "2-1", False)
    assert duel(12, 4, {"terrain": "0"}, terrain={"0505": ["rough"]}).shift == 0


@pytest.mark.parametrize("left", ["0", "5"])
@pytest.mark.parametrize("attack", [0, 1, 30])
def test_10_3_5_a_defence_of_nothing_is_attacked_at_the_last_column(left, attack) -> None:
    attacker = red("A", "0506", attack)
    defender = unit("D", "axis", "0505", [2, 1], markers=["isolated"])
    answer = odds(attacker, defender, with_={"terrain": left})
    assert (answer.defence, answer.column, answer.possible) == (0, "10+", True)


def test_a26_other_reading_forbids_nothing_against_nothing() -> None:
    defender = unit("D", "axis", "0505", [2, 1], markers=["isolated"])
    answer = odds(red("A", "0506", 0), defender, readings={"zero-attack-allowed": False})
    assert not answer.possible


# Strengths


@pytest.mark.parametrize("feature", ["river", "major-river"])
@pytest.mark.parametrize(
    "line", [{}, {"road": [["0505", "0506"]]}, {"railroad": [["0505", "0506"]]}]
)
def test_10_3_1_rivers_halve_a_stack_once_bridge_or_no_bridge(feature, line) -> None:
    answer = odds(
        red("A", "0506", 5), red("B", "0506", 5), unit("D", "axis", "0505", [5]),
        sides={"0505/0506": [feature]}, **line,
    )  # fmt: skip
    assert (answer.attack, answer.column) == (5, "1-1")


def test_two_stacks_over_rivers_are_halved_each() -> None:
    answer = odds(
        red("A", "0506", 5), red("B", "0606", 5), unit("D", "axis", "0505", [4]),
        sides={"0505/0506": ["river"], "0505/0606": ["river"]},
    )  # fmt: skip
    assert answer.attack == 4


def test_dv3_only_those_over_the_river_are_halved() -> None:
    answer = odds(
        red("A", "0506", 6), red("B", "0504", 7), unit("D", "axis", "0505", [4]),
        sides={"0505/0504": ["river"]},
    )  # fmt: skip
    assert (answer.attack, answer.column) == (9, "2-1")


@pytest.mark.parametrize(("markers", "attack"), [([], 4), (["oos"], 2), (["isolated"], 2)])
def test_dv5_supply_first_then_the_river(markers, attack) -> None:
    stack = [red(i, "0506", 4, markers=markers) for i in "AB"]
    answer = odds(*stack, unit("D", "axis", "0505", [2]), sides={"0505/0506": ["river"]})
    assert answer.attack == attack


def test_a4_other_reading_takes_supply_after_the_river() -> None:
    stack = [red(i, "0506", 4, markers=["oos"]) for i in "AB"]
    what = {"sides": {"0505/0506": ["river"]}, "readings": {"supply-before-river": False}}
    assert odds(*stack, unit("D", "axis", "0505", [2]), **what).attack == 0


@pytest.mark.parametrize(
    ("markers", "strength", "defence"),
    [(["oos"], 5, 5), (["isolated"], 5, 3), (["isolated"], 1, 0), ([], 5, 5)],
)
def test_defence_by_supply_state(markers, strength, defence) -> None:
    defender = unit("D", "axis", "0505", [strength], markers=markers)
    assert odds(red("A", "0506", 9), defender).defence == defence


def test_supply_never_takes_more_than_there_is() -> None:
    stack = [red("A", "0506", 1, markers=["oos"]), red("B", "0506", 6, markers=["isolated"])]
    assert odds(*stack, unit("D", "axis", "0505", [2])).attack == 4


def test_the_face_up_counts_and_mechanised_units_have_two_values() -> None:
    attacker = tank("A", "soviet", "0506", [9, 4], [7, 3])
    defender = tank("D", "axis", "0505", [9, 4], [7, 3])
    answer = odds(attacker, defender)
    assert (answer.attack, answer.defence) == (9, 7)
    worn = unit("A", "soviet", "0506", [7, 4], step=2)
    assert odds(worn, defender).attack == 4


def test_all_defenders_defend_together_with_their_headquarters() -> None:
    defenders = [*greys("0505"), unit("E", "axis", "0505", [4]), hq("H", "axis", "0505", 2)]
    assert odds(red("A", "0506", 40), *defenders).defence == 11
    without = {"hq-is-combat-unit": False}
    assert odds(red("A", "0506", 40), *defenders, readings=without).defence == 9


def test_a_headquarters_attacks_with_its_strength() -> None:
    answer = odds(hq("H", "soviet", "0506", 6), unit("D", "axis", "0505", [2]))
    assert (answer.attackers, answer.attack, answer.column) == (("H",), 6, "3-1")


# Who may attack


def test_all_who_may_join_join() -> None:
    units = [red(h, h, 1) for h in ("0504", "0506", "0605", "0606", "0405", "0406", "0507")]
    answer = odds(*units, unit("D", "axis", "0505", [1]))
    assert set(answer.attackers) == {"0504", "0506", "0605", "0606", "0405", "0406"}
    assert answer.attack == 6


@pytest.mark.parametrize(
    ("more", "what", "rule"),
    [
        ({}, {"sides": {"0505/0506": ["impassable"]}}, "10.0.7"),
        ({"markers": ["attacked"]}, {}, "10.0.2"),
        ({}, {"activation": True}, "10.0.2"),
    ],
)
def test_units_that_may_not_join(more, what, rule) -> None:
    units = [red("A", "0506", 9, **more), unit("D", "axis", "0505", [1])]
    left_out = odds(*units, **what)
    assert left_out.attackers == ()
    assert not left_out.possible
    named = odds(*units, from_ids=["A"], **what)
    assert not named.possible
    assert named.attack == 9
    assert named.defence == 1
    assert named.because[0].rule == rule


def test_activation_counts_only_where_it_is_recorded() -> None:
    units = [red("A", "0506", 9, markers=["activated"]), red("B", "0504", 9)]
    d = unit("D", "axis", "0505", [1])
    assert odds(*units, d, activation=True).attackers == ("A",)
    assert set(odds(*units, d).attackers) == {"A", "B"}


def test_a_unit_that_is_not_adjacent_makes_the_attack_unlawful() -> None:
    answer = odds(red("A", "0507", 9), unit("D", "axis", "0505", [1]), from_ids=["A"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0"


def test_a_hex_is_attacked_once() -> None:
    answer = duel(9, 1, attacked_hexes=["0505"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0.5"
    assert duel(9, 1, attacked_hexes=["0506"]).possible


def test_an_empty_hex_is_not_attacked() -> None:
    answer = odds(red("A", "0506", 9), from_ids=["A"])
    assert not answer.possible
    assert answer.because[0].rule == "10.0"


def test_a1_a_headquarters_alone_may_be_attacked_by_the_reading_in_force() -> None:
    units = [red("A", "0506", 9), hq("H", "axis", "0505", 2)]
    answer = odds(*units)
    assert answer.possible
    assert "lone-hq-attackable" in answer.because[0].text
    assert not odds(*units, readings={"lone-hq-attackable": False}).possible


def test_a_river_does_not_keep_units_out() -> None:
    assert duel(9, 1, sides={"0505/0506": ["major-river"]}).possible


# Aircraft


def test_ex18_and_ex19_an_ace_takes_two_from_the_die() -> None:
    plain, ace = duel(8, 4), duel(8, 4, {"air": "ace"})
    assert ace.column == plain.column == "2-1"
    assert ace.results == {str(roll): plain.results[str(max(1, roll - 2))] for roll in range(1, 7)}
    assert ace.chances == pytest.approx({"A1": 0.5, "-": 2 / 6, "R": 1 / 6})


@pytest.mark.parametrize(
    "with_", [{"air": "spitfire"}, {"air": "stuka,ace"}, {"air": ""}, {"terrain": "-1"},
              {"terrain": "x"}, {"terrain": "1.5"}, {"weather": "mud"}],
)  # fmt: skip
def test_wrong_options_are_refused(with_) -> None:
    with pytest.raises(QuestionError):
        duel(8, 4, with_)


def test_a8_aircraft_serve_the_axis_in_defence_too() -> None:
    assert duel(8, 4, {"air": "stuka"}).column == "4-1"


def test_the_hand_is_offered_to_axis_eyes_and_hidden_from_soviet_ones() -> None:
    p = position(*reds("0506"), *greys("0505"), viewer="axis", air=["stuka", "ace", "ace"])
    answer = RULES.odds(RULES.visible(p), ["0505"], [], {})
    assert [offer.option for offer in answer.offers] == ["air=ace", "air=stuka"]
    q = RULES.visible(position(*reds("0506"), *greys("0505"), viewer="soviet", air=["stuka"]))
    assert "air" not in q.state
    assert RULES.odds(q, ["0505"], [], {}).offers == ()
    assert RULES.odds(q, ["0505"], [], {"air": "stuka"}).column == "2-1"


def test_aircraft_are_never_counted_unasked() -> None:
    assert duel(8, 4, air=["stuka"]).column == "2-1"


# All attacks


def attacks(*units, **what):
    return RULES.attacks(position(*units, **what)).attacks


def test_only_possible_attacks_are_listed_best_first() -> None:
    found = attacks(
        red("A", "0506", 8), unit("D", "axis", "0505", [4]), unit("E", "axis", "0507", [2]),
        unit("F", "axis", "0606", [9]), active="soviet",
    )  # fmt: skip
    assert [(a.target, a.column) for a in found] == [("0507", "4-1"), ("0505", "2-1")]


@pytest.mark.parametrize(
    ("active", "targets"),
    [(None, {"0505", "0506"}), ("soviet", {"0505"}), ("axis", {"0506"})],
)
def test_attacks_of_the_active_side(active, targets) -> None:
    state = {"active": active} if active else {}
    assert {a.target for a in attacks(*greys("0505"), *reds("0506"), **state)} == targets


def test_attacks_leave_out_hexes_attacked_and_units_spent() -> None:
    units = [*greys("0505"), *reds("0506")]
    assert attacks(*units, active="soviet", attacked_hexes=["0505"]) == ()
    spent = unit("S", "soviet", "0506", markers=["attacked"])
    assert attacks(*greys("0505"), spent, active="soviet") == ()


def test_attacks_do_not_depend_on_the_order_of_units() -> None:
    units = [*greys("0505", "0605"), *reds("0506", "0606", "0406")]
    assert attacks(*units) == attacks(*units[::-1])


# The question


def test_attackers_of_the_wrong_side_or_of_two_are_refused() -> None:
    units = [*greys("0505", "0504"), *reds("0506")]
    for ids in (["X0504"], ["X0504", "S0506"]):
        with pytest.raises(QuestionError):
            odds(*units, from_ids=ids)


def test_a_missing_strength_is_asked_for() -> None:
    bare = unit("A", "soviet", "0506", [])
    with pytest.raises(QuestionError, match="strength"):
        odds(bare, *greys("0505"))


def test_the_ledger_tells_every_step_in_order() -> None:
    answer = odds(
        red("A", "0506", 12, markers=["oos"]), unit("D", "axis", "0505", [2]),
        terrain={"0505": ["rough", "town"]}, with_={"air": "stuka"},
    )  # fmt: skip
    assert [line.rule.split(",")[0] for line in answer.steps] == [
        "11.2.2", "10.3.1", "10.0.6", "10.3.2", "10.3.3(1)", "10.3.3(1)", "10.3.3(2)",
    ]  # fmt: skip


def test_ratio_of_headings() -> None:
    for number in range(1, 40):
        for defence in range(1, 12):
            ratio = Fraction(number, defence)
            thresholds = [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            wanted = sum(1 for least in thresholds if ratio >= least) - 1
            assert column_of(TABLE, number, defence) == wanted


def test_a_hexside_of_sea_bars_an_attack_unless_read_otherwise() -> None:
    sea = {"0505/0506": ["sea"]}
    barred = duel(8, 4, sides=sea)
    assert (barred.attackers, barred.possible) == ((), False)
    assert duel(8, 4, sides=sea, readings={"attack-over-sea": True}).column == "2-1"
    named = odds(red("A", "0506", 8), *greys("0505"), from_ids=["A"], sides=sea)
    assert not named.possible
    assert [(reason.rule, "attack-over-sea" in reason.text) for reason in named.because] == [
        ("10.0.7", True)
    ]


def test_attackers_are_told_by_id_wherever_they_stand() -> None:
    units = [red("B", "0504", 4), red("A", "0506", 4), *greys("0505")]
    assert odds(*units).attackers == ("A", "B")
    assert odds(*units, from_ids=["B", "A"]).attackers == ("A", "B")
