"""The turn's duties, revolts, arrivals and points that only players know, missions (4, 21, 26-42)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.politics import TABLES, confined
from assistant.games.uis.situation import situation_of
from assistant.position import Position, Unit
from assistant.questions.answers import Odds, as_json
from assistant.referee.arriving import judge_arrival


def on_the_map(*units: Unit, phase: str = "wp-reinforcement", **state: object) -> Position:
    told = {name.replace("_", "-"): value for name, value in state.items()}
    position = Position(game(), game().board, units, phase=phase, turn=5, state=told)
    return RULES.visible(position)


def told(position: Position) -> dict[str, list[str]]:
    """What the duties say, by their rule."""
    found: dict[str, list[str]] = {}
    for duty in RULES.turn(position).duties:
        found.setdefault(duty.rule, []).append(str(duty.what))
    return found


@pytest.mark.parametrize(
    ("units", "state", "rule", "lands"),
    [
        ((), {"mobilized": ["poland 3"]}, "21.9", "East Germany, Czechoslovakia"),
        ((), {"overthrown": ["poland"], "mobilized": []}, "21.9", "East Germany, Czechoslovakia"),
        (
            (unit("a", "N5630", "wp", nation="cz", step=3),) * 1,
            {},
            "36.1.4",
            "Czechoslovakia: only 0 of 2",
        ),
    ],
)
def test_the_allies(units: tuple[Unit, ...], state: Any, rule: str, lands: str) -> None:
    assert lands in " ".join(told(on_the_map(*units, **state))[rule])


def test_nine_steps_of_the_czechoslovaks_trigger_a_revolt_36_1_2() -> None:
    gone = [unit(f"cz{n}", "eliminated", "wp", nation="cz") for n in range(3)]
    lost = "Czechoslovakia: its divisions have lost 9 steps."
    assert any(lost in text for text in told(on_the_map(*gone))["36.5.1"])
    assert "36.5.1" not in told(on_the_map(*gone[:2]))


def test_repairs_have_their_price_and_who_may_39() -> None:
    port = min(game().board.hexes_with("port"))  # not just any: not each has a line
    own = unit("n", port)
    final = told(on_the_map(own, phase="final", damaged=[port, "C4023"]))["39"]
    assert final[0].startswith("Repaired for 10 points, by NATO")
    assert final[1].startswith("Not repaired")


def test_mobilized_units_and_shifted_codes_have_their_turn_21_9_3_21_25() -> None:
    coming = [
        unit("em", "reinforcements", "wp", nation="eg", code="EM+3"),
        unit("no", "reinforcements", "nato", nation="us", code="NO 6"),
        unit("never", "reinforcements", "nato", nation="us", code="CS 6"),
    ]
    position = on_the_map(
        *coming, mobilized=["east-germany 4"], arrival_shifts=["NO 2", "CS never"]
    )
    turns = {one.units: one.turn for one in RULES.arrivals(position).arrivals}
    assert turns == {("em",): 7, ("no",): 8, ("never",): None}


@pytest.mark.parametrize(
    ("code", "by", "shut", "verdict"),
    [
        ("Ki5", "C6127", (), "unlawful"),
        ("Ki5", "C6127", ("C6110", "C6115"), "unlawful"),
        ("Ki4", "C6127", (), "unknown"),
        ("Od4", "C6127", (), "unlawful"),
        ("Od3", "C6127", (), "unknown"),
    ],
)
def test_the_rest_of_the_edge_is_open_to_who_waited_for_it_21_8(
    code: str, by: str, shut: tuple[str, ...], verdict: str
) -> None:
    waiting = unit("a", "reinforcements", "wp", code=code)
    enemies = [unit(f"n{hex_}", hex_) for hex_ in shut]
    found = judge_arrival(RULES, on_the_map(waiting, *enemies), waiting, by)
    assert found is not None
    assert found.verdict == verdict


def test_a_lost_supply_head_comes_back_by_the_east_edge_18_1_3() -> None:
    (back,) = RULES.arrivals(on_the_map(unit("h", "eliminated", "wp", "fsh"))).arrivals
    assert (back.state, back.rule) == ("due", "18.1.3")
    assert back.entries


def test_what_only_players_know_counts_as_told_42_1() -> None:
    position = on_the_map(
        mobilized=[], political_events=["atlantic-cut"], surrendered=["denmark"],
        towns_struck=["nato chemical 2"],
    )  # fmt: skip
    points = {line.rule + str(line.what): line.points for line in RULES.score(position).lines}
    assert sorted(points.values()) == [-10, 3, 4, 4, 10]


def test_revolts_that_began_and_squadrons_turned_over_42_1() -> None:
    hurt = [
        unit("a", "off-map", "nato", "squadron", nation="us", step=2),
        unit("b", "eliminated", "nato", "reconnaissance", nation="us"),
        unit("c", "eliminated", "nato", "squadron", nation="wg"),
    ]
    position = on_the_map(
        *hurt, revolt={"C5327": 2}, overthrown=["poland"], revolts_suppressed=["hungary"],
        divisions_west_of_rhine=2,
    )  # fmt: skip
    assert {str(line.what): line.points for line in RULES.score(position).lines} == {
        "steps of US squadrons": 3,
        "divisions west of the Rhine": 10,
        "governments overthrown": 15,
        "countries where a revolt began": 24,
        "countries with revolt markers": 10,
    }


def test_a_suppressed_revolt_does_not_come_back_36_7_9() -> None:
    gone = [unit(f"cz{n}", "eliminated", "wp", nation="cz") for n in range(3)]
    over = told(on_the_map(*gone, revolts_suppressed=["czechoslovakia"]))
    assert not any("Czechoslovakia" in text for text in over.get("36.5.1", ()))


def asked(position: Position, ids: list[str], hex_: str = "C3030", **options: str) -> Odds:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return RULES.odds(position, [hex_], ids, named)


@pytest.mark.parametrize(
    ("options", "chances"),
    [
        ({"mission": "reconnaissance", "attacker_squadrons": "R-9-2"}, {"sighted": 0.7}),
        ({"mission": "reconnaissance", "attacker_squadrons": "B-9-2"}, {}),
        ({"mission": "wild-weasel", "attacker_squadrons": "9-9-2"}, {"marked": 1}),
        ({"mission": "sead", "attacker_squadrons": "B-6-4"}, {"-": 0.6, "S": 0.35, "SD": 0.05}),
        (
            {
                "mission": "air-superiority",
                "attacker_squadrons": "14-9-2,14-9-2",
                "defender_squadrons": "9-7-1",
            },
            {"lost": 0},
        ),
    ],
)
def test_missions_in_the_air(options: dict[str, str], chances: dict[str, float]) -> None:
    position = table(unit("f", "C3030", "nato", "ada", flak="C"), unit("w", "C3034", "wp"))
    found = asked(position, [], **options).chances
    assert {name: found.get(name) for name in chances} == pytest.approx(chances)
    assert bool(found) == bool(chances)


def test_a_drop_asks_for_an_airfield_good_weather_and_room_in_the_aircraft_27_14_34() -> None:
    drop = unit("a", "C3034", "wp", "airborne", size="division", step=2)
    codes = {why.rule for why in asked(table(drop), ["a"], mission="airdrop", capacity="5").because}
    assert codes == {"27.13.1", "34"}
    assert asked(table(drop), ["a"], mission="airdrop").extra["transport_points"] == 6


def test_special_forces_lose_two_steps_for_each_brigade_left_33_3() -> None:
    position = table(
        unit("d", "C3030", "nato", size="division"),
        unit("g", "C3030", "nato", "artillery"),
        unit("s", "C3034", "wp", "special-forces"),
    )
    answer = asked(position, ["s"], mission="special-forces")
    assert (answer.extra["losses"], answer.extra["support"]) == (6, ["g"])


def test_a_tired_unit_in_a_zone_may_rest_or_tear_itself_away_5_4_6_9_6() -> None:
    own = unit("a", "C3030", "nato", fatigue=1, size="brigade")
    near = unit("w", "C3031", "wp")
    free = as_json(RULES.moves(table(own, phase="nato-movement"), "a"))["actions"]
    assert free["rest-1"]["cost"] == 10
    assert {"mode-road", "mode-hedgehog"} <= free.keys()
    held = as_json(RULES.moves(table(own, near, phase="nato-movement"), "a"))["actions"]
    assert held["disengagement"]["pursuers"] == ["w"]
    assert "C3029" in held["disengagement"]["reach"]
    assert "mode-road" not in held


def test_fatigue_is_told_by_its_chances_5_4_2() -> None:
    moves = RULES.moves(table(unit("a", "C3030"), phase="nato-movement"), "a")
    chances = {one.cost: one.extra.get("fatigue") for one in moves.reach}
    assert chances[20] is None
    assert chances[22] == {"fatigue-0": 0.5, "fatigue-1": 0.5}
    assert chances[32] == {"fatigue-0": 0.125, "fatigue-1": 0.375, "fatigue-2": 0.5}


def test_support_goes_along_where_there_is_room_for_all_5_2_1() -> None:
    stack = [unit("a", "C3030"), unit("g", "C3030", "nato", "artillery")]
    full = [unit(f"s{n}", "C3029", "nato", "artillery") for n in range(4)]
    moves = RULES.moves(table(*stack, *full, phase="nato-movement"), "a")
    assert moves.extra["together"]["units"] == ["g"]
    assert moves.extra["together"]["no_room"] == ["C3029"]


def test_marines_that_land_lose_more_29_7() -> None:
    marines = unit("m", "C3031", "wp", "marine", landed="this-turn", size="brigade")
    flown = table(marines, unit("d", "C3030"))
    ashore = replace(flown, board=flown.board.overlaid({"C3032": ["sea"]}, {}, {}))
    lost = [asked(one, ["m"]).extra["attacker_losses"] for one in (flown, ashore)]
    assert lost == [{"D": 0, "C": 0, "A1": 1, "A2": 2}, {"D": 0, "C": 1, "A1": 3, "A2": 5}]


def test_a_die_of_4_to_16_tests_the_cadre_11_3_11_5() -> None:
    poles = unit("p", "C3031", "wp", nation="po", cadre=3)
    after = asked(table(poles, unit("d", "C3030", cadre=5)), ["p"]).extra["after"]
    assert after["tested"].units == ("p",)
    assert after["tested"]["chance"] == 0.65
    assert set(after["own_cadre"]["units"]["p"]) <= {"A1", "A2"}


def test_support_moves_with_a_soviet_division_5_2_1() -> None:
    stack = [
        unit("d", "C3030", "wp"),
        unit("g", "C3030", "wp", "artillery"),
        unit("e", "C3030", "wp", "engineer"),
    ]
    moves = RULES.moves(table(*stack), "d")
    assert moves.extra["together"] == {"units": ["g", "e"], "rule": "5.2"}


def test_two_brigades_do_not_move_together_5_2_3() -> None:
    stack = [unit("a", "C3030"), unit("b", "C3030")]
    assert "together" not in RULES.moves(table(*stack, phase="nato-movement"), "a").extra


STOCKED = {"phase": "nato-movement", "options": ["integrated-supply"]}


def test_a_division_has_the_stocks_of_its_poorest_brigade_13_0_6() -> None:
    parts = [
        unit(f"b{n}", "C3030", division="1Pz", ammo=1 if n else 2, fuel=1 if n else 2)
        for n in range(3)
    ]
    base = unit("base", "C3030", "nato", "division-base", division="1Pz", ammo=2, fuel=2)
    actions = as_json(RULES.moves(table(*parts, base, **STOCKED), "b0"))["actions"]
    assert (actions["recombination"]["ammo"], actions["recombination"]["fuel"]) == (1, 1)


def test_parts_have_the_stocks_of_their_division_13_0_6() -> None:
    own = unit("d", "C3030", "wp", ammo=2, fuel=1)
    position = table(own, options=["integrated-supply"])
    parts = as_json(RULES.moves(position, "d"))["actions"]["breakdown"]["parts"]
    assert (parts["ammo"], parts["fuel"]) == (2, 1)


def test_fifteen_points_after_a_rest_take_one_of_fuel_13_1_4() -> None:
    own = unit("d", "C3030", "wp", fatigue=1, fuel=2)
    moves = RULES.moves(table(own, options=["integrated-supply"]), "d")
    assert {one.extra.get("fuel") for one in moves.reach if 5 < one.cost <= 20} == {1}
    assert "fuel" not in as_json(moves)["actions"]["rest-1"]


@pytest.mark.parametrize(
    ("code", "shifted", "due"),
    [("P2 5", [], 5), ("P2 5", ["P2 1"], 6), ("GA 2", ["GA 3"], 5), ("EM+3", [], None)],
)
def test_turns_of_codes_21_20_21_25(code: str, shifted: list[str], due: int | None) -> None:
    waiting = unit("u", "reinforcements", "nato", nation="us", code=code)
    found = RULES.arrivals(on_the_map(waiting, arrival_shifts=shifted)).arrivals
    assert [one.turn for one in found] == [due]


@pytest.mark.parametrize(
    ("size", "step", "points"),
    [("division", 2, 6), ("division", 3, 3), ("brigade", 1, 3), ("brigade", 3, 1)],
)
def test_transport_points_34_31_5_8(size: str, step: int, points: int) -> None:
    carried = unit("a", "C3034", "wp", "airborne", size=size, step=step)
    assert asked(table(carried), ["a"], mission="transport").extra["transport_points"] == points


def test_the_example_of_a_raid_33_3() -> None:
    position = table(
        unit("d", "C3030", "wp"),
        unit("f", "C3030", "wp", "ada", flak="C"),
        unit("g", "C3030", "wp", "artillery"),
        unit("s", "C3034", "nato", "special-forces"),
    )
    extra = asked(position, ["s"], mission="special-forces").extra
    assert (extra["support"], extra["losses"]) == (["f", "g"], 6)


def counter(name: str, hex_: str, id_: str = "") -> Unit:
    """A counter of the game as it lies in a hex."""
    its = game().counters[name]
    return Unit(
        id_ or name, its.side, its.type, hex_, 1, frozenset(), its.fields, name, its.full_name
    )


def test_unreliable_divisions_are_known_by_their_counters_35() -> None:
    lands = {"hu": "hungary", "cz": "czechoslovakia", "eg": "east-germany"}
    own = [
        counter(name, "C4020")
        for name, its in game().counters.items()
        if its.fields.get("size") == "division" and its.fields.get("nation") in lands
    ]
    situation = situation_of(on_the_map(*own, disturbed=list(lands.values())))
    found = {u.id for u in situation.units if confined(situation, u)}
    assert len(found) == sum(map(len, TABLES.read.unreliable.values())) == 14
    assert {"hu-7mr", "cz-13t", "eg-19mrd"} <= found


def test_counters_of_the_pact_recombine_with_a_base_14_2_1() -> None:
    parts = [counter("eg-rgt-a", "C4020", f"r{n}") for n in range(3)]
    position = on_the_map(*parts, counter("eg-base-1", "C4020"), phase="wp-movement")
    actions = as_json(RULES.moves(position, "r0"))["actions"]
    assert actions["recombination"]["losses"] == 0
