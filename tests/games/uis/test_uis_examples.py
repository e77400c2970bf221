"""Worked examples of the rulebook and figures that follow from it, as far as they are numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from uis_board import game, table, unit

from assistant.games.uis import RULES
from assistant.games.uis.bases import combat_radius
from assistant.games.uis.limits import rolls_needed
from assistant.games.uis.reckoning import attacker_losses, column, odds_name, ratio
from assistant.games.uis.replacements import recombined_losses
from assistant.games.uis.situation import situation_of


@pytest.mark.parametrize(
    ("attack", "defence", "name", "attacker", "defender"),
    [
        (16, 3, "5-1", 0, 0),
        (13, 3, "4-1", 0, 0),
        (24, 3, "7-1", 1, 0),
        (2, 3, "1-2", 0, 0),
        (1, 3, "1-2", 0, 1),
        (1, 4, "1-2", 0, 2),
        (3, 6, "1-2", 0, 0),
        (6, 3, "2-1", 0, 0),
        (19, 3, "6-1", 0, 0),
        (16, 7, "2-1", 0, 0),
        (5, 5, "1-1", 0, 0),
    ],
)
def test_ratio_9_1_12(attack: int, defence: int, name: str, attacker: int, defender: int) -> None:
    found = column(ratio(attack, defence), 0)
    assert (found.name, found.attacker, found.defender) == (name, attacker, defender)


def test_shift_comes_before_the_table_ends_by_the_usual_reading() -> None:
    assert column(8, 1).attacker == 2
    assert column(8, 1, shift_first=False).attacker == 1
    assert odds_name(ratio(24, 3)) == "8-1"
    assert odds_name(ratio(1, 4)) == "1-4"


def test_two_fatigue_rolls_at_once_5_4_5() -> None:
    mover = unit("A", "C2020")
    situation = situation_of(table(mover))
    assert rolls_needed(situation, mover, 19, 31) == 2


@pytest.mark.parametrize(
    ("lost", "gone", "base", "division"),
    [(0, 0, False, 0), (1, 0, False, 1), (0, 1, True, 2), (3, 0, False, 1), (0, 2, True, None)],
)
def test_recombined_losses_14_2_8(lost: int, gone: int, base: bool, division: int | None) -> None:
    assert recombined_losses(lost, gone, base) == division


@pytest.mark.parametrize(
    ("result", "echelon", "city", "lost"),
    [
        ("C", True, False, 1),
        ("A1", True, False, 2),
        ("A2", True, False, 3),
        ("A2", True, True, 4),
        ("A1", False, True, 2),
        ("A2", False, True, 3),
        ("D", True, True, 0),
    ],
)
def test_attacker_losses(result: str, echelon: bool, city: bool, lost: int) -> None:
    assert attacker_losses(result, echelon, city) == lost


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("C3932", {"C3931", "C3933", "C3831", "C3832", "C4031", "C4032"}),
        ("N3631", {"N3630", "N3632", "N3531", "N3532", "N3731", "N3732"}),
    ],
)
def test_neighbours_2_1(name: str, near: set[str]) -> None:
    assert set(game().blank_board.neighbours(name)) == near


@pytest.mark.parametrize(
    ("one", "other"),
    [("C2034", "S2001"), ("N2034", "C2001"), ("N6118", "Ne0101"), ("S6110", "Se0110")],
)
def test_seams_join_the_own_board_only(one: str, other: str) -> None:
    assert other in game().board.neighbours(one)
    assert other not in game().blank_board.neighbours(one)


def test_answers_do_not_depend_on_the_order_of_units() -> None:
    units = [
        unit("A", "C4032", "wp"),
        unit("B", "C4031", "wp"),
        unit("D", "C3932"),
        unit("H", "C3830", type_="hq"),
    ]
    forth, back = table(*units), table(*reversed(units))
    assert RULES.attacks(forth) == RULES.attacks(back)
    assert RULES.zones(forth) == RULES.zones(back)
    retreats = [RULES.retreats(p, "C3932", "D", ["A"]) for p in (forth, back)]
    assert retreats[0] == retreats[1]


def test_every_hex_that_the_rulebook_names_exists() -> None:
    named = """S1005 N4813 N4913 N3818 N3919 N4018 N3631 N3732 C3608 C3709 C2919 C3018 C3924 C4023
        C3932 C4032 C4031 S6118 C6101 C6110 C6115 C6127 Se0907 Se1408 Se1414 N2733"""
    assert set(named.split()) <= game().grid.places.keys()


def test_casualty_markers_show_1_and_2_or_1_and_3_10_2_10_3() -> None:
    shown = {"nato": "0 1 2", "wp": "0 1 3"}
    for counter in game().counters.values():
        if counter.side in shown and counter.fields.get("losses"):
            steps = " ".join(map(str, counter.fields["losses"]))
            assert shown[counter.side].startswith(steps), counter.id


@pytest.mark.parametrize(
    ("side", "mission", "far", "radius"),
    [
        ("nato", "ground-attack", False, 7),
        ("wp", "", False, 6),
        ("wp", "interception", True, 12),
        ("nato", "air-superiority", False, 4),
        ("wp", "airdrop", False, None),
    ],
)
def test_combat_radius_27_3(side: str, mission: str, far: bool, radius: int | None) -> None:
    assert combat_radius(situation_of(table()), side, mission, far) == radius


def test_a_radius_is_that_of_the_chart() -> None:
    board = table()
    chart = board.game.tables["combat-radius"]
    other = replace(chart, cells={**chart.cells, ("bombing", "NATO"): "9"})
    changed = replace(board.game, tables={**board.game.tables, "combat-radius": other})
    situation = situation_of(replace(board, game=changed))
    assert combat_radius(situation, "nato", "nuclear", False) == 9
