"""Rule 11: supply lines and sources, communication, headquarters."""

from __future__ import annotations

import pytest
from kursk_board import GH, SH, game, grey, gun, hq, partisan, position, red, situation, unit

from assistant.games.kursk import RULES
from assistant.questions.protocol import QuestionError
from builder.hexes.grid import Grid


def states(*units, **what) -> dict[str, str]:
    return {found.id: found.state for found in RULES.supply(position(*units, **what)).units}


def talks(*units, **what) -> dict[str, bool]:
    answer = RULES.supply(position(*units, **what))
    return {found.id: found.extra["communication"] for found in answer.units}


def line(id_: str, *units, **what):
    return next(u for u in RULES.supply(position(*units, **what)).units if u.id == id_)


def test_the_grid_is_as_the_rulebook_numbers_it() -> None:
    grid: Grid = game().grid
    assert len(grid) == 1977
    assert set(grid.neighbours("2017")) == {"2016", "2018", "2117", "2118", "1917", "1918"}
    assert set(grid.neighbours("2117")) == {"2116", "2118", "2216", "2217", "2016", "2017"}


@pytest.mark.parametrize(("column", "state"), [(17, "supplied"), (18, "oos"), (20, "oos")])
def test_a_unit_is_seven_hexes_from_its_headquarters(column, state) -> None:
    hq_ = hq("gh", "2010")
    assert (
        states(
            hq_,
            grey("A", f"20{column}"),
            road=[["2001", "2002"], [f"20{c:02d}" for c in range(1, 11)]],
        )["A"]
        == state
    )


@pytest.mark.parametrize(("column", "state"), [(13, "supplied"), (14, "oos")])
def test_a_headquarters_is_eight_hexes_from_a_source(column, state) -> None:
    road = [[f"20{c:02d}" for c in range(1, 6)]]
    assert states(hq("gh", f"20{column}"), road=road)["gh"] == state


def test_the_map_edge_serves_combat_units_within_seven_hexes_11_32() -> None:
    road = [["2001", "2002"]]
    assert states(grey("A", "2008", hq=""), grey("B", "2009", hq=""), road=road) == {
        "A": "supplied",
        "B": "oos",
    }
    assert states(red("A", "2027", hq=""), road=[["2033", "2032"]])["A"] == "supplied"
    assert states(red("A", "2128", hq=""), road=[["2134", "2133"]])["A"] == "supplied"


def test_the_wrong_edge_is_no_edge() -> None:
    assert states(grey("A", "2030", hq=""), road=[["2033", "2032"]])["A"] == "oos"


def test_an_edge_hex_in_an_enemy_zone_needs_a_friend_11_32() -> None:
    road = [["2001", "2002"]]
    a, enemy = grey("A", "2006", hq=""), red("E", "2102", hq="")
    assert states(a, enemy, road=road)["A"] == "oos"
    assert states(a, enemy, grey("B", "2001", hq=""), road=road)["A"] == "supplied"


WALL = [f"{row:02d}16" for row in range(1, 60)]


def test_a_line_is_cut_by_zones_and_opened_by_friends_8_25() -> None:
    wall = [red(f"E{name}", name, hq="") for name in WALL if name not in ("2016",)]
    a = grey("A", "2018")
    assert states(GH, a, *wall)["A"] == "oos"
    assert (
        states(GH, a, *wall, grey("B", "2016"), grey("C", "2017"), grey("D", "2015"))["A"]
        == "supplied"
    )


def test_an_enemy_hex_without_a_zone_is_closed_too() -> None:
    wall = [gun(f"X{name}", name) for name in WALL]
    assert states(GH, grey("A", "2018"), *wall)["A"] == "oos"
    assert states(GH, grey("A", "2018"), *wall[:19], *wall[20:])["A"] == "supplied"


def test_zones_do_not_reach_over_major_rivers_or_into_cities_8_12() -> None:
    enemy = red("E", "2116", hq="")
    answer = RULES.zones(
        position(
            enemy,
            terrain={"2115": ["city"], "2117": ["major-city"], "2215": ["village"]},
            sides={"2116/2216": ["major-river"]},
        )
    )
    assert answer.zones["soviet"] == ("2015", "2016", "2215")


@pytest.mark.parametrize(
    ("enemy", "zone"),
    [
        (red("E", "2116"), True),
        (red("E", "2116", markers=["disrupted"]), True),
        (red("E", "2116", markers=["reserve"]), True),
        (red("E", "2116", attack=0, type_="fortified-area"), False),
        (red("E", "2116", attack=2, markers=["minus-2-1"]), False),
        (gun("E", "2116"), False),
        (gun("E", "2116", type_="anti-tank"), False),
        (hq("E", "2116", "soviet"), False),
        (partisan("2116"), False),
    ],
)
def test_who_has_a_zone_8_11(enemy, zone) -> None:
    assert bool(RULES.zones(position(enemy)).zones["soviet"]) == zone


def test_german_headquarters_have_zones_and_soviet_ones_by_option() -> None:
    assert RULES.zones(position(GH)).zones["german"]
    assert RULES.zones(position(SH, readings={"soviet-hq-zones": True})).zones["soviet"]


# Sources


def test_two_changes_between_road_and_rail_are_allowed_and_not_three_11_35() -> None:
    road = [["2001", "2002", "2003"], ["2005", "2006", "2007"]]
    rail = [["2003", "2004", "2005"]]
    far = hq("gh", "2015")
    assert states(far, road=road, rail=rail)["gh"] == "supplied"
    three = [["2007", "2008", "2009"]]
    assert states(hq("gh", "2017"), road=road, rail=rail + three)["gh"] == "oos"
    assert states(hq("gh", "2015"), road=road, rail=rail + three)["gh"] == "supplied"


def test_single_and_double_track_are_one_railway() -> None:
    rail, double = [["2001", "2002", "2003"], ["2005", "2006", "2007"]], [["2003", "2004", "2005"]]
    road = [["2007", "2008", "2009"], ["2011", "2012"]]
    answer = line(
        "gh", hq("gh", "2017"), road=road, rail=[*rail, ["2009", "2010", "2011"]], double=double
    )
    assert answer.state == "supplied"
    assert answer.source in ("2009", "2010", "2011")


def test_a_road_and_a_railway_that_only_cross_paths_do_not_join_elsewhere() -> None:
    road, rail = [["2001", "2002", "2003"]], [["2104", "2105", "2106", "2107", "2108"]]
    assert states(hq("gh", "2115"), road=road, rail=rail)["gh"] == "oos"


def test_a_chain_is_cut_by_an_enemy_zone_and_by_operative_partisans_15_23() -> None:
    far = hq("gh", "2021")
    assert states(far)["gh"] == "supplied"
    assert states(far, red("E", "2108"))["gh"] == "oos"
    assert states(far, red("E", "2108"), grey("B", "2007"), grey("C", "2008"))["gh"] == "supplied"
    assert states(far, partisan("2007"))["gh"] == "oos"
    assert states(far, partisan("2007", "inoperative"))["gh"] == "supplied"
    assert states(far, partisan("2108"))["gh"] == "supplied"


def test_rail_counts_on_the_own_side_of_the_start_line_only_11_37() -> None:
    rail = [[f"20{c:02d}" for c in range(1, 11)]]
    far = hq("gh", "2018")
    assert states(far, road=(), rail=rail)["gh"] == "supplied"
    assert (
        states(far, road=(), rail=rail, start_german=[f"20{c:02d}" for c in range(1, 11)])["gh"]
        == "supplied"
    )
    assert states(far, road=(), rail=rail, start_soviet=["2005"])["gh"] == "oos"
    assert (
        states(hq("sh", "2030", "soviet"), road=(), rail=[["2033", "2032"]], start_german=["2033"])[
            "sh"
        ]
        == "oos"
    )
    assert states(grey("A", "2003", hq=""), road=(), rail=rail, start_soviet=["2001"])["A"] == "oos"


def test_the_chain_is_told_link_by_link() -> None:
    answer = line("A", GH, grey("A", "2016"))
    assert answer.source == "2013"
    assert answer.path == ("2016", "2015", "2014", "2013")
    kinds = [(link["kind"], link["path"][0], link["path"][-1]) for link in answer.extra["links"]]
    assert kinds == [("line", "2016", "2013"), ("line", "2013", "2013"), ("road", "2013", "2001")]


# Headquarters


def test_a_unit_uses_the_superior_only_while_its_own_is_absent_11_33_11_41() -> None:
    army = hq("army", "2010")
    corps = hq("corps", "2030", hq=["army"])
    a = grey("A", "2014", hq="corps army")
    assert (states(army, corps, a)["A"], talks(army, corps, a)["A"]) == ("oos", False)
    assert (states(army, a)["A"], talks(army, a)["A"]) == ("supplied", True)
    both = {"readings": {"lone-superior": "always"}}
    assert (states(army, corps, a, **both)["A"], talks(army, corps, a, **both)["A"]) == (
        "supplied",
        True,
    )


def test_the_chain_goes_on_through_the_headquarters_own_list() -> None:
    a = grey("A", "2014", hq="corps")
    assert situation(hq("army", "2010"), hq("corps", "2012", hq=["army"]), a).command.chain(a) == (
        "corps",
        "army",
    )


def test_a_headquarters_without_supply_supplies_nobody_11_34() -> None:
    far = hq("gh", "2024")
    assert states(far, grey("A", "2025"), road=()) == {"gh": "oos", "A": "oos"}
    assert talks(far, grey("A", "2025"), road=())["A"] is True


def test_independent_units_and_guns_trace_seven_hexes_to_a_source_11_58_11_59() -> None:
    road = [["2001", "2002", "2003"]]
    loose = [grey("I", "2010", markers=["independent"]), grey("J", "2011", markers=["independent"])]
    assert states(*loose, road=road) == {"I": "supplied", "J": "oos"}
    assert talks(*loose, road=road) == {"I": True, "J": True}
    east = [["2033", "2032", "2031"]]
    guns = [gun("X", "2024"), gun("Y", "2023", type_="anti-tank")]
    assert states(*guns, road=east) == {"X": "supplied", "Y": "oos"}
    assert talks(*guns, road=east) == {"X": True, "Y": True}


def test_alternative_units_trace_to_their_present_headquarters_11_12() -> None:
    a = grey("A", "2016", hq="other", markers=["alternative"])
    assert states(hq("other", "2012"), hq("gh", "2030"), a)["A"] == "supplied"


@pytest.mark.parametrize(("column", "holds"), [(20, True), (21, False)])
def test_communication_is_seven_hexes_through_the_enemy_11_43(column, holds) -> None:
    a = grey("A", f"20{column}")
    wall = [red(f"E{name}", name, hq="") for name in ("2016", "2017", "2117", "1917")]
    assert talks(GH, a, *wall)["A"] is holds


def test_a_headquarters_needs_its_superior_within_seven_hexes() -> None:
    corps = hq("corps", "2020", hq=["gh"])
    assert talks(GH, corps)["corps"] is True
    assert talks(GH, hq("corps", "2021", hq=["gh"]))["corps"] is False
    assert talks(GH)["gh"] is True
    assert talks(hq("gh", "2013", markers=["disrupted"]), corps)["corps"] is True


def test_no_headquarters_in_play_is_no_communication() -> None:
    assert talks(grey("A", "2003"), grey("B", "2003", hq="")) == {"A": False, "B": False}


def test_optional_command_ex14() -> None:
    kempf = hq("kempf", "2012")
    raus = hq("raus", "2030", hq=["kempf"])
    corps = hq("42", "2010", hq=["kempf"])
    a = grey("A", "2016", hq="raus kempf")
    units = (kempf, raus, corps, a)
    assert states(*units)["A"] == "oos"
    assert (
        states(*units, optional_command=True)["A"],
        talks(*units, optional_command=True)["A"],
    ) == ("supplied", True)
    other = grey("A", "2016", hq="52 4-pz")
    assert states(kempf, raus, corps, other, optional_command=True)["A"] == "oos"
    serving = situation(*units, optional_command=True).command.serving(a)
    assert [found.id for found in serving] == ["42", "kempf", "raus"]


def test_optional_loss_of_zones_8_13_ex9() -> None:
    lost = red("E", "2116", hq="")
    assert RULES.zones(position(lost)).zones["soviet"]
    assert not RULES.zones(position(lost, optional_zoc_loss=True)).zones["soviet"]
    other = red("F", "2120")
    kept = position(lost, other, optional_zoc_loss=True, long_unsupplied=["F"])
    assert RULES.zones(kept).zones["soviet"]
    with pytest.raises(QuestionError, match="no unit 'X'"):
        RULES.zones(position(lost, optional_zoc_loss=True, long_unsupplied=["X"]))
    fine = red("E", "2023")
    assert RULES.zones(position(SH, fine, optional_zoc_loss=True)).zones["soviet"]


def test_partisans_are_left_out() -> None:
    assert states(partisan("2007"), GH) == {"gh": "supplied"}


def test_answers_do_not_follow_the_order_of_the_file() -> None:
    units = [GH, SH, grey("A", "2016"), red("E", "2017"), gun("X", "2017"), grey("B", "2116")]
    assert RULES.supply(position(*units)) == RULES.supply(position(*reversed(units)))


def test_modes_come_from_the_headquarters_10_13() -> None:
    static = hq("gh", "2013", mode="static")
    cases = [
        (grey("A", "2016"), "static"),
        (grey("A", "2016", mode="assault"), "static"),
        (grey("A", "2016", markers=["independent"]), "mobile"),
        (grey("A", "2016", hq="gone", mode="assault"), "assault"),
        (grey("A", "2016", hq="", mode="assault"), "assault"),
        (red("A", "2016", hq="gh", markers=["reserve"]), "static"),
        (hq("A", "2016", mode="static"), "mobile"),
    ]
    for its, mode in cases:
        assert situation(static, its).command.mode(its) == mode
    off = hq("gh", "2013", mode="assault", markers=["disrupted"])
    assert situation(off, grey("A", "2016")).command.mode(grey("A", "2016")) == "assault"


def test_a_unit_without_values_is_asked_for_by_name() -> None:
    from assistant.position import Unit

    bare = Unit("A", "german", "infantry", "2416", fields={})
    with pytest.raises(QuestionError, match="movement = N"):
        RULES.moves(position(bare, phase="german-movement"), "A")
    assert unit("B", "2416").get("movement") == 6
