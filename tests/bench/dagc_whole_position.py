"""Times every answer to a whole position of Army Group Center: `python -m tests.bench.dagc_whole_position`.

The goal is 50 ms at set-up with about 100 units. The growth is shown for 2, 4 and 8 times as many.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from assistant.games.dagc import RULES
from assistant.position import Position, Unit
from assistant.rules.whole import Whole, whole
from builder.game.loader import load_game
from builder.game.model import Game

GOAL_MS = 50
AT_SET_UP = 100
FRONTS = ((8, 9), (14, 15), (20, 21), (3, 4), (5, 6), (11, 12), (17, 18), (23, 24))
"""Columns of Soviets and Germans who face each other over the whole height of the map."""


def at_set_up(game: Game) -> Position:
    """The historical scenario as it begins."""
    start = game.scenarios["historical"]
    units = []
    for placed in start.placements:
        counter = game.counters[placed.counter]
        if counter.kind == "unit" and placed.hex in game.grid:
            units.append(
                Unit(
                    counter.id, counter.side, counter.type, placed.hex, placed.step,
                    frozenset(placed.markers), counter.fields, counter.id, counter.name,
                )
            )  # fmt: skip
    return Position(
        game, game.board, tuple(units), "historical", 1, "soviet-pre-combat", start.state
    )


def fronts(game: Game, count: int) -> Position:
    """So many units on the game's own map, all in contact, every third hex with a stack of two."""
    types = ("infantry", "shock", "cav-mech", "guards")
    units: list[Unit] = []
    for soviet, german in FRONTS:
        for row in range(11, 50):
            for side, column in (("soviet", soviet), ("german", german)):
                for place in range(2 if row % 3 == 0 else 1):
                    kind = types[(row + place) % 4] if side == "soviet" else "infantry"
                    fields = {"strength": [4, 2]}
                    hex_ = f"{row}{column:02d}"
                    units.append(Unit(f"{side}-{len(units)}", side, kind, hex_, fields=fields))
    return Position(game, game.board, tuple(units[:count]), turn=3, phase="soviet-post-combat")


def best_of(position: Position, rounds: int) -> tuple[float, Whole]:
    """The shortest time in milliseconds in which everything was answered anew."""
    best = float("inf")
    for _ in range(rounds):
        fresh = replace(position)
        start = time.perf_counter()
        found = whole(RULES, fresh)
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, found


def bench(rounds: int = 10) -> list[tuple[str, int, int, float]]:
    """For each position its name, units, possible attacks and milliseconds."""
    game = load_game("dagc")
    positions = {"historical set-up": at_set_up(game)}
    for times in (1, 2, 4, 8):
        positions[f"in contact, {times} x {AT_SET_UP}"] = fronts(game, times * AT_SET_UP)
    rows = []
    for name, position in positions.items():
        milliseconds, found = best_of(position, rounds)
        rows.append((name, len(position.units), len(found.attacks.attacks), milliseconds))
    return rows


if __name__ == "__main__":
    for name, units, attacks, milliseconds in bench(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        print(f"{name:24} {units:4} units {attacks:4} attacks {milliseconds:7.1f} ms")
    print(f"goal: {GOAL_MS} ms for about {AT_SET_UP} units")
