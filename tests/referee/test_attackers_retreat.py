"""Attackers whom a result drives back: Kursk's cells, such as 1/2, work on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant.questions.door import Door
from assistant.referee.refereed import referee
from tests.referee.conftest import game_of, text_of
from tests.referee.playing import Table
from tests.wide import some


@pytest.mark.parametrize(
    ("phase", "target", "unit", "goal", "unlawful"),
    some(
        [
            ("german-first-combat", "3422", "german-31", "3621", False),
            ("german-first-combat", "3422", "german-31", "3822", True),
            ("german-movement", "3520", "german-4-pz", "3619", False),
            ("german-movement", "3520", "german-4-pz", "3720", True),
        ],
        ("german-first-combat", "3422", "german-31", "3822", True),
        ("german-movement", "3520", "german-4-pz", "3619", False),
    ),
    ids=["a hex back", "too far", "beside the hex of an overrun", "away from an overrun"],
)
def test_an_attacker_goes_back_as_its_number_lets_it(
    phase: str, target: str, unit: str, goal: str, unlawful: bool, tmp_path: Path
) -> None:
    table = Table(game_of("kursk"), tmp_path / "game.vlog", text_of("kursk"))
    table.turn_to(1, phase)
    odds = Door(table.rules, table.position).odds(target)
    assert unit in odds.attackers
    battle = table.declare(odds.attackers, odds.defenders)
    die = next(int(die) for die, result in odds.results.items() if result == "2/1")
    table.roll(battle, die, odds.attackers, odds.defenders)
    table.move(unit, goal)
    found = referee([table.close()]).findings
    assert bool([one for one in found if one.subject == "advance"]) is unlawful


@pytest.mark.parametrize(
    ("marks", "unpaid"),
    [
        ({"soviet-29-rifle": "minus-2-1", "german-31": "minus-4-2"}, []),
        ({"soviet-29-rifle": "minus-2-1", "german-31": "minus-2-1"}, ["2 hexes or steps"]),
    ],
    ids=["paid", "a step too few"],
)
def test_a_loss_marker_pays_steps(marks: dict[str, str], unpaid: list[str], tmp_path: Path) -> None:
    table = Table(game_of("kursk"), tmp_path / "game.vlog", text_of("kursk"))
    table.turn_to(1, "german-first-combat")
    odds = Door(table.rules, table.position).odds("3422")
    battle = table.declare(odds.attackers, odds.defenders)
    die = next(int(die) for die, result in odds.results.items() if result == "2/1")
    table.roll(battle, die, odds.attackers, odds.defenders)
    for unit, mark in marks.items():
        table.mark(unit, mark)
    table.turn_to(1, "german-second-combat")
    told = [str(one.text) for one in referee([table.close()]).findings if one.subject == "loss"]
    assert [part for part in unpaid if part in " ".join(told)] == unpaid
    assert len(told) == len(unpaid)
