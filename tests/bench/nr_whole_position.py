"""Times every answer to a whole position of No Retreat, two full fronts in contact on turn 24:
`python tests/bench/nr_whole_position.py [ROUNDS]`. The goal is 30 ms."""

from __future__ import annotations

import sys
import time

from assistant.games.nr import RULES
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game

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


def everything(position: Position) -> int:
    """Supply, zones, stacking, all attacks, and the retreats of every hex that can be attacked."""
    RULES.supply(position)
    RULES.zones(position)
    RULES.stacking(position)
    attacks = RULES.attacks(position).attacks
    for attack in attacks:
        RULES.retreats(position, attack.target, "DR", [])
    return len(attacks)


def bench(rounds: int = 20) -> tuple[float, int, int]:
    """Best time in milliseconds, the number of units, the number of attacks."""
    game = load_game("nr")
    best = float("inf")
    found = 0
    for _ in range(rounds):
        position = two_fronts(game)
        start = time.perf_counter()
        found = everything(position)
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, len(position.units), found


if __name__ == "__main__":
    milliseconds, units, attacks = bench(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print(f"{units} units, {attacks} attacks: {milliseconds:.1f} ms (goal {GOAL_MS} ms)")
