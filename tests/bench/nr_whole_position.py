"""Times every answer to a whole position of No Retreat, two full fronts in contact on turn 24:
`python -m tests.bench.nr_whole_position [ROUNDS]`. The goal is 30 ms."""

from __future__ import annotations

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game
from tests.bench._whole_position import Timing, everything, rounds_asked, timed

GOAL_MS = 30
ROWS = range(2, 22)


def two_fronts(game: Game) -> Position:
    """Eighty units: both sides two deep along the middle of the blank map, cities behind them."""
    units = []
    for row in ROWS:
        for number, (side, column, kind) in enumerate(
            (("axis", 14, "infantry"), ("axis", 14, "armour"), ("soviet", 15, "infantry"),
             ("soviet", 15, "armour"))
        ):  # fmt: skip
            fields = {"strength": [6, 4], "movement": [5, 5]}
            name = f"{side}-{row}-{number}"
            units.append(Unit(name, side, kind, f"{column}{row:02d}", 1, frozenset(), fields))
    cities = {f"{column:02d}{row:02d}": ["city"] for column in (11, 18) for row in ROWS[::2]}
    board = game.blank_board.overlaid(cities)
    control = {name: "axis" if name < "14" else "soviet" for name in cities}
    state = {"weather": "clear"}
    return Position(game, board, tuple(units), "", 24, "axis-combat", state, control)


def bench(rounds: int = 20) -> Timing:
    game = load_game("nr")
    return timed(
        lambda: two_fronts(game), lambda position: everything(RULES, position, "DR"), rounds
    )


if __name__ == "__main__":
    print(f"{bench(rounds_asked(20))} (goal {GOAL_MS} ms)")
