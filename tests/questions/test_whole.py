"""Everything about a position at once."""

from __future__ import annotations

import pytest

from assistant.games.dagc import RULES
from assistant.position import Position, Unit
from assistant.questions.whole import whole
from builder.game.loader import load_game

GAME = load_game("dagc")
UNITS = (
    Unit("D", "german", "infantry", "4005", fields={"strength": [3, 2]}),
    Unit("A", "soviet", "infantry", "4004", fields={"strength": [4, 2]}),
)


@pytest.mark.parametrize(
    ("phase", "ahead", "attackers", "bagration"),
    [
        ("soviet-replacements", True, {"A"}, True),
        ("soviet-pre-combat", False, {"A"}, True),
        ("soviet-movement", True, {"A"}, False),
        ("german-replacements", True, {"D"}, False),
        ("german-post-combat", False, {"D"}, False),
        ("", False, {"A", "D"}, False),
    ],
)
def test_attacks_of_this_phase_or_of_the_next(
    phase: str, ahead: bool, attackers: set[str], bagration: bool
) -> None:
    found = whole(RULES, Position(GAME, GAME.blank_board, UNITS, turn=1, phase=phase))
    assert found.ahead is ahead
    assert {unit for attack in found.attacks.attacks for unit in attack.attackers} == attackers
    steps = {line.what for attack in found.attacks.attacks for line in attack.steps}
    assert ("bagration" in steps) is bagration
    attacked = {"A": "4004", "D": "4005"}
    assert set(found.retreats) == {attacked[u] for a in found.attacks.attacks for u in a.defenders}


def test_nothing_to_attack() -> None:
    found = whole(RULES, Position(GAME, GAME.blank_board, UNITS[:1], phase="german-movement"))
    assert (found.attacks.attacks, found.retreats, found.ahead) == ((), {}, True)


def test_a_stack_without_a_way_out_where_the_result_must_be_named() -> None:
    """Manstein's Last Battle asks for the result of the combat before it tells of retreats."""
    from assistant.games.mlb import RULES as MLB

    game = load_game("mlb")
    middle = "1010"
    around = game.board.neighbours(middle)
    enemies = [
        Unit(
            f"S{n}",
            "soviet",
            "rifle",
            hex_,
            fields={"attack": [9], "defence": [4], "strength": [9]},
        )
        for n, hex_ in enumerate(around)
    ]
    lone = Unit("A", "axis", "infantry", middle, fields={"attack": [3, 2], "defence": [6, 3]})
    shut_in = whole(MLB, Position(game, game.blank_board, (lone, *enemies), phase="combat"))
    assert {unit.outcome for unit in shut_in.retreats[middle].units} == {"eliminated"}
    open_ = whole(MLB, Position(game, game.blank_board, (lone, enemies[0]), phase="combat"))
    assert any(unit.options for unit in open_.retreats[middle].units)
