"""What flies takes no hex: squadrons on the map stand in nobody's way (27, 28)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from uis_board import table, unit

from assistant.games.uis import RULES
from assistant.position import Position, Unit, shared_hexes
from assistant.questions.answers import as_json
from assistant.questions.door import Door

GROUND = (
    unit("A", "C2020", "wp"),
    unit("B", "C2019", "wp"),
    unit("N", "C2021", "nato"),
)
FLYING = (
    unit("F-16", "C2020", "nato", "squadron", nation="us"),
    unit("Su-24", "C2021", "wp", "squadron", nation="su"),
    unit("Mi-6", "C2120", "wp", "helicopter", nation="su"),
    unit("F-15", "C2120", "nato", "squadron", nation="us"),
)
QUESTIONS: dict[str, Callable[[Door], object]] = {
    "supply": lambda door: door.supply(),
    "zones": lambda door: door.zones(),
    "stacking": lambda door: door.stacking(),
    "moves of a hex": lambda door: door.moves("C2020"),
    "moves of an enemy's hex": lambda door: door.moves("C2021", anyway=True),
    "odds": lambda door: door.odds("C2021", "A"),
    "attacks": lambda door: door.attacks(()),
    "retreats": lambda door: door.retreats("C2021", "D", "A"),
    "advances": lambda door: door.advances("C2021", "A"),
}


def over(*units: Unit) -> Position:
    """The ground units, with what flies listed before them so that it lies below."""
    return table(*units, *GROUND)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_of_the_ground_minds_squadrons(question: str) -> None:
    ask = QUESTIONS[question]
    bare, flown = (as_json(ask(Door(RULES, position))) for position in (over(), over(*FLYING)))
    assert flown == bare


def test_squadrons_and_enemies_in_a_hex_are_not_two_sides_in_it() -> None:
    position = over(*FLYING)
    assert not list(shared_hexes(position.game, position.units, position.board))
    two = over(unit("X", "C2020", "nato"))
    assert len(list(shared_hexes(two.game, two.units, two.board))) == 1


@pytest.mark.parametrize("question", ["moves", "odds", "advances"])
def test_a_squadron_asked_of_by_name_is_told_to_fly_missions_27_3(question: str) -> None:
    door = Door(RULES, over(*FLYING))
    asked: dict[str, Callable[[], object]] = {
        "moves": lambda: door.moves("Su-24"),
        "odds": lambda: door.odds("C2021", "Mi-6"),
        "advances": lambda: door.advances("C2021", "Mi-6"),
    }
    told = str(as_json(asked[question]()))
    assert "27.3" in told
    assert "ammunition" not in told
    assert "movement points" not in told
