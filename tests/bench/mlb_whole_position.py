"""Times every answer to a whole position of Manstein's Last Battle, the campaign as set up:
`python -m tests.bench.mlb_whole_position [ROUNDS]`. The goal is 50 ms."""

from __future__ import annotations

from assistant.games.mlb import RULES
from builder.game.loader import load_game
from tests.bench._whole_position import Timing, at_set_up, everything, rounds_asked, timed

GOAL_MS = 50


def bench(rounds: int = 20) -> Timing:
    game = load_game("mlb")
    return timed(
        lambda: at_set_up(game, "campaign"),
        lambda position: everything(RULES, position, "RR"),
        rounds,
    )


if __name__ == "__main__":
    print(f"{bench(rounds_asked(20))} (goal {GOAL_MS} ms)")
