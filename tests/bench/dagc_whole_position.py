"""Times every answer to a whole position of Army Group Center: `python -m tests.bench.dagc_whole_position`.

The goal is 50 ms at set-up with about 100 units. The growth is shown for 2, 4 and 8 times as many.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from assistant.games.dagc import RULES
from assistant.position import Position, Unit
from assistant.questions.whole import whole
from builder.game.loader import load_game
from builder.game.model import Game
from tests.bench._whole_position import Timing, at_set_up, rounds_asked, timed

GOAL_MS = 50
AT_SET_UP = 100
FRONTS = ((8, 9), (14, 15), (20, 21), (3, 4), (5, 6), (11, 12), (17, 18), (23, 24))
"""Columns of Soviets and Germans who face each other over the whole height of the map."""


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


def attacks_of(position: Position) -> int:
    """Everything about a position answered; the number of attacks."""
    return len(whole(RULES, position).attacks.attacks)


def bench(rounds: int = 10) -> dict[str, Timing]:
    """For each position its times."""
    game = load_game("dagc")
    positions = {"historical set-up": at_set_up(game, "historical", "soviet-pre-combat")}
    for times in (1, 2, 4, 8):
        positions[f"in contact, {times} x {AT_SET_UP}"] = fronts(game, times * AT_SET_UP)
    return {
        name: timed(partial(replace, position), attacks_of, rounds)
        for name, position in positions.items()
    }


if __name__ == "__main__":
    for name, timing in bench(rounds_asked(10)).items():
        print(f"{name:24} {timing}")
    print(f"goal: {GOAL_MS} ms for about {AT_SET_UP} units")
