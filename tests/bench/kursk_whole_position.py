"""Times every answer to a whole position of Kursk, July as set up:
`python tests/bench/kursk_whole_position.py [ROUNDS]`. The goal is 100 ms."""

from __future__ import annotations

import sys
import time

from assistant.games.kursk import RULES
from assistant.position import Position, Unit
from builder.game.loader import load_game
from builder.game.model import Game

GOAL_MS = 100


def at_set_up(game: Game, scenario: str, phase: str = "") -> Position:
    """A scenario as it begins: the units on its map."""
    start = game.scenarios[scenario]
    counters = [(game.counters[placed.counter], placed) for placed in start.placements]
    units = tuple(
        Unit(
            counter.id, counter.side, counter.type, placed.hex, placed.step,
            frozenset(placed.markers), counter.fields, counter.id, counter.name, counter.stand_in,
        )
        for counter, placed in counters
        if counter.kind == "unit" and placed.hex in game.board
    )  # fmt: skip
    return Position(game, game.board, units, scenario, start.turn, phase, start.state)


def everything(position: Position) -> int:
    """Supply, zones, stacking, all attacks, and the retreats of every hex that can be attacked."""
    RULES.supply(position)
    RULES.zones(position)
    RULES.stacking(position)
    attacks = RULES.attacks(position).attacks
    for attack in attacks:
        RULES.retreats(position, attack.target, "2", [])
    return len(attacks)


def bench(rounds: int = 20) -> tuple[float, int, int]:
    """Best time in milliseconds, the number of units, the number of attacks."""
    game = load_game("kursk")
    best = float("inf")
    found = 0
    for _ in range(rounds):
        position = at_set_up(game, "july")
        start = time.perf_counter()
        found = everything(position)
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, len(position.units), found


if __name__ == "__main__":
    milliseconds, units, attacks = bench(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
    print(f"{units} units, {attacks} attacks: {milliseconds:.1f} ms (goal {GOAL_MS} ms)")
