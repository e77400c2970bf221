"""Times every answer to a whole position of Kursk, July as set up:
`python -m tests.bench.kursk_whole_position [ROUNDS]`. The goal is 100 ms."""

from __future__ import annotations

from assistant.games.kursk import RULES
from builder.game.loader import load_game
from tests.bench._whole_position import Timing, at_set_up, everything, rounds_asked, timed

GOAL_MS = 100


def bench(rounds: int = 20) -> Timing:
    game = load_game("kursk")
    return timed(
        lambda: at_set_up(game, "july"), lambda position: everything(RULES, position, "2"), rounds
    )


if __name__ == "__main__":
    print(f"{bench(rounds_asked(20))} (goal {GOAL_MS} ms)")
