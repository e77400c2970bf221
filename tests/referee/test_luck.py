"""The tests of fairness against figures that are known."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from assistant.planning.outlook import Fate, fate_of
from assistant.referee.log_reader import _dice
from assistant.referee.luck import fairness, in_words, survival, ways_to
from assistant.table import open_table
from builder.vassal.commands import PropertyChange
from tests.referee.conftest import game_of, text_of
from tests.referee.planting import battles
from tests.referee.playing import Table


@pytest.mark.parametrize(
    ("x", "freedom", "p"),
    [(11.070, 5, 0.05), (15.086, 5, 0.01), (30.144, 19, 0.05), (3.841, 1, 0.05), (9.488, 4, 0.05)],
)
def test_chi_square_as_in_the_tables(x: float, freedom: int, p: float) -> None:
    assert survival(x, freedom) == pytest.approx(p, abs=2e-5)


def test_few_rolls_are_counted_exactly() -> None:
    assert fairness([2, 0, 0, 0, 0, 0]) == (pytest.approx(1 / 6), "exact")
    assert fairness([1, 1, 1, 1, 1, 1]) == (1.0, "exact")
    assert fairness([0, 0, 0, 0, 0, 0]) == (1.0, "exact")


def test_exact_drawn_and_chi_square_agree() -> None:
    exact, how = fairness([7, 2, 1, 1, 1, 0])
    assert how == "exact"
    assert survival(sum(c * c for c in (7, 2, 1, 1, 1, 0)) / 2 - 12, 5) == pytest.approx(
        exact, abs=0.02
    )
    drawn, how = fairness([10, 4, 3, 3, 3, 2])
    assert how == "drawn"
    assert survival(sum(c * c for c in (10, 4, 3, 3, 3, 2)) / (25 / 6) - 25, 5) == pytest.approx(
        drawn, abs=0.02
    )
    assert fairness([60, 20, 20, 20, 20, 20])[1] == "chi-square"


def test_a_loaded_die_is_called_so() -> None:
    p, _ = fairness([0, 0, 0, 0, 5, 35])
    assert p < 0.001
    assert "thousand" in in_words(p)
    assert "often" in in_words(0.4)


def test_no_die_shows_thousands_of_figures() -> None:
    """Python takes no more than 4,300 for a number."""
    result = PropertyChange("1d6_result", "3", f"{'9' * 4301} 5", "Module")
    assert [*_dice([result])] == [5]


def test_sums_of_dice_are_not_expected_to_be_even() -> None:
    weights = ways_to(range(2, 13), 2)
    assert weights == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert ways_to(range(1, 21), 1) == (1,) * 20
    counts = [weight * 10 for weight in weights]
    assert fairness(counts, weights) == (1.0, "chi-square")
    assert fairness(counts)[0] < 0.001
    assert fairness([1, *[0] * 10], weights) == (pytest.approx(1 / 18), "exact")
    assert fairness([0, 0, 0, 0, 0, 1, *[0] * 5], weights) == (1.0, "exact")
    assert fairness([9, *[1] * 9, 9], weights)[0] < 0.001


@pytest.mark.parametrize(
    ("name", "result", "defender", "attacker"),
    [
        ("dagc", "DE", 1, 0),
        ("dagc", "BB", 1, 1),
        ("dagc", "AE", 0, 1),
        ("dagc", "DR", 0, 0),
        ("mlb", "1RR", 1, 0),
        ("nr", "EX", 1, 1),
        ("tarsa", "D1", 1, 0),
        ("tarsa", "EX", 1, 1),
        ("aldra", "EX", 1, 1),
        ("karga", "A2", 0, 2),
    ],
)
def test_what_a_result_costs_each_side(
    name: str, result: str, defender: float, attacker: float, tmp_path: Path
) -> None:
    table = Table(game_of(name), tmp_path / "game.vlog", text_of(name))
    seen = table.rules.visible
    fates = {
        (fate.defender, fate.attacker)
        for odds in battles(table, random.Random(1))
        if result in odds.chances and len(odds.defenders) == 1
        for fate in [fate_of(table.rules, seen(table.position), odds, result)]
    }
    assert (defender, attacker) in fates


FORT = """game = "nr"
turn = 7
phase = "axis-combat"
board = "blank"
state = { weather = "clear" }
unit = [
  { id = "a", side = "axis", type = "armour", hex = "1311", strength = [8], movement = [6, 6] },
  { id = "f", side = "soviet", type = "fort", hex = "1411", strength = [4], movement = [0] },
]
"""


@pytest.mark.parametrize(
    ("result", "defender", "attacker"), [("EX", 1, 1), ("DS", 1, 1), ("DR", 0, 0)]
)
def test_a_fort_makes_an_exchange_of_what_would_shatter(
    result: str, defender: float, attacker: float, tmp_path: Path
) -> None:
    file = tmp_path / "fort.toml"
    file.write_text(FORT, encoding="utf-8")
    table = open_table(file)
    odds = table.odds("1411", ["a"])
    assert fate_of(table.rules, table.position, odds, result) == Fate(defender, attacker, False)
