"""Rules 11.14, 12, 14, 15, 17, 18 and 20: what the turn and the scenario bring."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, grey, gun, hq, partisan, position, red, situation, unit

from assistant.games.kursk import RULES, air, arrivals, score
from assistant.games.kursk import turn as calendar
from assistant.games.kursk.arrivals import (
    bar_to_break_down,
    bar_to_replacement,
    german_limit,
    may_grow_by,
    places,
    recombined_steps,
)
from assistant.kernel.chart import Figure
from assistant.position import Unit


@pytest.mark.parametrize(
    ("kampfgruppen", "limit"), [(0, 9), (1, 8), (3, 8), (4, 7), (7, 6), (26, 0)]
)
def test_independent_command_ex20_d29(kampfgruppen, limit) -> None:
    assert german_limit(kampfgruppen) == limit


def test_places_for_independent_units() -> None:
    loose = [grey("A", "2016", markers=["independent"]), grey("B", "2016", markers=["alternative"])]
    guards = [grey(f"W{i}", "2015", type_="security", markers=["independent"]) for i in range(2)]
    groups = [grey(f"K{i}", "2014", type_="kampfgruppe") for i in range(2)]
    table = situation(
        *loose, *guards, *groups, partisan("2007"), red("S", "2020", markers=["independent"])
    )
    assert places(table, "german") == (3, 8)
    assert places(table, "soviet") == (1, 5)


def test_breaking_down_14_1_14_3() -> None:
    def why(u, *others) -> str | None:
        reason = bar_to_break_down(situation(GH, SH, u, *others), u)
        return reason.rule if reason else None

    assert why(grey("A", "2016")) is None
    assert why(grey("A", "2016", steps=5)) == "14.11"
    assert why(grey("A", "2016", type_="panzer")) == "14.11"
    assert why(grey("A", "2016"), red("E", "2017")) is None
    assert why(grey("A", "2026")) == "14.14"
    assert why(red("A", "2020")) is None
    assert why(red("A", "2020", type_="tank")) == "14.31"
    assert why(red("A", "2020"), grey("E", "2019")) == "14.32"
    assert (recombined_steps("german", (2, 1)), recombined_steps("soviet", (2, 2, 1))) == (3, 4)


def test_replacements_12() -> None:
    def why(u, *others) -> str | None:
        reason = bar_to_replacement(situation(GH, SH, u, *others), u)
        return reason.rule if reason else None

    assert why(grey("A", "2016"), red("E", "2017")) is None
    assert why(grey("A", "2026")) == "12.15"
    assert why(red("A", "2020")) is None
    assert why(red("A", "2020"), grey("E", "2019")) == "12.2"
    assert why(gun("X", "2020")) == "12.16"


def test_units_grow_to_their_highest_step_ex24() -> None:
    faces = {"attack-faces": [10, 4], "steps-faces": [5, 2], "movement-faces": [4, 4]}
    weak = Unit("A", "soviet", "rifle", "2020", 2, fields=faces)
    assert may_grow_by(weak) == 3
    assert may_grow_by(unit("B", "2020")) == 0


@pytest.mark.parametrize(
    ("turn", "german", "soviet", "points", "reserves"),
    [(1, 3, 2, (2, 0), 5), (2, 3, 2, (5, 4), 4), (4, 4, 2, (5, 4), 3), (7, 0, 0, (5, 4), 3)],
)
def test_the_july_calendar_ex26(turn, german, soviet, points, reserves) -> None:
    table = position(scenario="july", turn=turn)
    assert arrivals.replacements(table, "german").number == german
    assert arrivals.replacements(table, "soviet").number == soviet
    assert tuple(air.air_points(table, side).number for side in ("german", "soviet")) == points
    assert calendar.reserves_at_most(table).number == reserves


def test_other_scenarios_stand_on_stand_ins() -> None:
    assert arrivals.replacements(position(scenario="may"), "german").stand_in
    assert arrivals.replacements(position(scenario="may", turn=7), "german") == Figure(0)
    assert arrivals.replacements(position(), "german") is None


@pytest.mark.parametrize(
    ("die", "points", "both", "success"),
    [
        (2, 3, False, True),
        (3, 3, False, False),
        (3, 4, False, True),
        (5, 5, False, False),
        (5, 2, True, True),
        (6, 9, True, False),
        (6, 9, False, False),
    ],
)
def test_interception_17_11(die, points, both, success) -> None:
    assert air.intercepts(die, points, both) is success


def test_partisans_15() -> None:
    table = situation(red("E", "2020"), grey("A", "2012"))
    open_ = arrivals.partisan_hexes(table)
    assert "2005" in open_
    assert not {"2011", "2012", "2013", "1505"} & open_
    assert [
        arrivals.partisans_at_most(position(scenario=s)) for s in ("may", "july", "august")
    ] == [6, 4, 7]


def test_reinforcements_18_2() -> None:
    assert [arrivals.entry_cost(1, order) for order in (1, 2, 3)] == [1, 2, 3]
    assert arrivals.rail_hexes_left(20) == 19


def test_reserves_pay_from_the_turn_after_ex25() -> None:
    assert [score.reserve_points(3, turn) for turn in (3, 4, 7, 8)] == [0, 1, 1, 0]


def test_conditions_for_reinforcements_20_5_20_6() -> None:
    def found(*hexes: str) -> dict:
        return arrivals.triggers(situation(*(grey(f"A{h}", h) for h in hexes)))

    assert found("2819")["german-two-turns"] is True
    assert found("2818")["german-two-turns"] is False
    assert found("2916") == {
        "german-four-turns": True,
        "german-two-turns": False,
        "soviet-headquarters": 2,
        "north-reserve": [],
        "south-reserve": [],
    }
    assert found("2821")["soviet-headquarters"] == 3
    assert found("3333", "2320")["north-reserve"] == ["3333"]
    assert found("3333", "2320")["south-reserve"] == ["2320"]


@pytest.mark.parametrize(
    ("net", "level"),
    [
        (91, "german strategic"),
        (90, "german tactical"),
        (51, "german tactical"),
        (50, "draw"),
        (41, "draw"),
        (40, "soviet tactical"),
        (6, "soviet tactical"),
        (5, "soviet strategic"),
        (-20, "soviet strategic"),
    ],
)
def test_levels_of_victory_d33(net, level) -> None:
    assert score.level(position(), net) == level


@pytest.mark.parametrize(
    ("held", "points"),
    [
        (("2316", "2319", "2321"), 5),
        (("2317", "3224", "3225"), 10),
        (("2318", "3224"), 10),
        (("3225",), 5),
        (("2821",), 0),
    ],
)
def test_groups_of_six_hexes_ex22_ex23_d35(held, points) -> None:
    holding = [grey(f"A{name}", name, markers=["independent"]) for name in held]
    assert score.group_points(situation(*holding)) == points


def test_the_groups_count_only_what_is_controlled_18_45() -> None:
    assert score.group_points(situation(grey("A", "2317"))) == 0


def _points(*units, **state) -> dict[tuple[str, str], float]:
    found = score.score(situation(*units, **state))
    return {(line.side, str(line.what)): line.points for line in found.lines}


def test_points_for_losses_18_48() -> None:
    gone = "eliminated"
    lost = [
        *(red(f"R{i}", gone) for i in range(2)),
        red("T", gone, type_="tank"),
        hq("h", gone, "soviet"),
        hq("g", gone),
        grey("I", gone),
    ]
    assert _points(*lost) == {
        ("german", "rifle corps"): 2,
        ("german", "tank corps"): 2,
        ("german", "soviet hq"): 3,
        ("soviet", "german hq"): 2,
        ("soviet", "german infantry"): 1,
    }
    assert [score.extra_turn_points(n) for n in (0, 1)] == [5, 10]


def test_panzers_pay_by_the_unit_and_by_two_steps_18_48() -> None:
    faces = {"attack-faces": [16, 12, 8, 4], "steps-faces": [4, 3, 2, 1], "movement-faces": [9] * 4}
    dead = Unit("P", "german", "panzer", "eliminated", 1, fields=faces)
    weak = Unit("Q", "german", "panzer", "2012", 3, fields={**faces, "hq": ["gh"]})
    assert _points(GH, dead, weak) == {
        ("soviet", "panzer"): 3,
        ("soviet", "6 panzer steps lost"): 3,
    }


def test_reserves_and_bought_turns_in_the_score() -> None:
    state = {
        "activated": ["soviet-69-army:1", "soviet-1-tank-army:2:attacked"],
        "extra_turns": ["soviet", "german"],
    }
    assert _points(turn=4, phase="soviet-movement", **state) == {
        ("german", "activated reserves, turn by turn"): 3 + 2,
        ("soviet", "reserves activated for points"): -1,
        ("german", "one more turn"): 5,
        ("soviet", "one more turn"): 10,
    }


def test_headquarters_say_themselves_when_their_reserve_was_activated() -> None:
    """At the table they bear it; a list that names the same formation is of an older module."""
    hqs = (
        Unit("soviet-69-army", "soviet", "hq", "1825", fields={"activated": 1}),
        Unit(
            "soviet-1-tank-army", "soviet", "hq", "2321",
            markers=frozenset({"by-attack"}), fields={"activated": 2},
        ),
    )  # fmt: skip
    told = {("german", "activated reserves, turn by turn"): 3 + 2}
    told["soviet", "reserves activated for points"] = -1
    assert _points(*hqs, turn=4, phase="soviet-movement") == told
    older = {"activated": ["soviet-69-army:3"]}
    assert _points(*hqs, turn=4, phase="soviet-movement", **older) == told


def test_kampfgruppen_stand_for_a_division_18_48() -> None:
    groups = [grey(f"K{i}", "2012", type_="kampfgruppe") for i in range(2)]
    assert ("soviet", "german infantry") not in _points(GH, grey("I", "eliminated"), *groups)


@pytest.mark.parametrize(("alive", "points"), [((), 1), (("2012",), 1), (("2012", "2012"), 0)])
def test_a_division_whose_kampfgruppen_are_gone_is_out_of_play_18_48(alive, points) -> None:
    groups = [grey(f"K{n}", where, type_="kampfgruppe") for n, where in enumerate(alive)]
    found = _points(GH, grey("I", "set-aside"), *groups)
    assert found.get(("soviet", "german infantry"), 0) == points


def test_kampfgruppen_that_are_cut_off_stand_for_nothing_18_42() -> None:
    groups = [grey(f"K{n}", "2030", type_="kampfgruppe") for n in range(2)]
    assert _points(GH, grey("I", "set-aside"), *groups)["soviet", "german infantry"] == 1


@pytest.mark.parametrize(
    ("phase", "points"),
    [("german-movement", 2), ("german-organization", 3), ("soviet-movement", 3), ("", 3)],
)
def test_reserves_pay_in_the_german_organization_phase_18_37(phase, points) -> None:
    found = _points(turn=4, phase=phase, activated=["soviet-69-army:1"])
    assert found["german", "activated reserves, turn by turn"] == points


def test_control_of_hexes_18_45() -> None:
    assert score.controller(situation(GH, grey("A", "2016")), "2016") == "german"
    assert score.controller(situation(grey("A", "2016")), "2016") == ""
    start = {"start_german": ["2010"], "start_soviet": ["2012"]}
    assert score.controller(situation(**start), "2010") == "german"
    assert score.controller(situation(red("E", "2007"), **start), "2010") == ""
    assert score.controller(situation(**start), "2012") == ""
    assert score.controller(situation(**start), "2011") == ""


def test_units_without_headquarters_at_the_end_18_43() -> None:
    assert score.lost_at_the_end(situation(grey("A", "2022", hq="gone"))) == ()
    assert score.lost_at_the_end(situation(grey("A", "2023", hq="gone"))) == ("A",)
    assert score.lost_at_the_end(situation(GH, grey("A", "2026"))) == ("A",)


def test_disrupted_headquarters_count_as_sound_at_the_end_18_44() -> None:
    shaken = hq("gh", "2013", markers=["disrupted"])
    assert score.lost_at_the_end(situation(shaken, grey("A", "2016"), gun("X", "2020"))) == ()


def test_the_overview_of_a_turn() -> None:
    answer = RULES.supply(
        position(GH, grey("A", "2317"), hq("sh", "2020", "soviet"), scenario="july", turn=1)
    )
    found = answer.extra["overview"]
    assert found["replacements"] == {"german": 3, "soviet": 2}
    assert found["group_points"] == 5
