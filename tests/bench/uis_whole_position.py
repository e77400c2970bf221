"""Times every answer to a whole position of Under an Iron Sky, on the full map with armies of
growing size along the inner German border: `python -m tests.bench.uis_whole_position [ROUNDS]`.
The goal is 250 ms for 600 units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from builder.game.board import Board
from builder.game.loader import load_game
from builder.game.model import Game
from tests.bench._whole_position import Timing, everything, rounds_asked, timed

GOAL_MS = 250
SIZES = (150, 300, 600)
NATIONS = ("wg", "us", "uk", "be")


def units(count: int) -> Iterator[Unit]:
    """Two facing lines of brigades and divisions with headquarters behind them."""
    names = [f"{section}{column:02d}{row:02d}" for row in range(3, 33) for section in "NCS"
             for column in (36, 35, 34, 33, 32)]  # fmt: skip
    for index in range(count // 2):
        name = names[index % len(names)]
        nation = NATIONS[index % 4]
        kind = "hq" if index % 25 == 24 else "mechanized"
        fields = {"nation": nation, "size": "brigade", "attack": 4, "defence": 4}
        yield Unit(f"n{index}", "nato", kind, name, fields=fields)
        east = f"{name[0]}{73 - int(name[1:3]):02d}{name[3:]}"
        kind = ("fsh" if index % 50 == 49 else "hq") if index % 25 == 24 else "armoured"
        fields = {"nation": "su", "size": "division", "attack": 16, "defence": 12}
        if kind != "armoured" or index < len(names):
            yield Unit(f"w{index}", "wp", kind, east, fields=fields)


def at_war(game: Game, board: Board, count: int) -> Position:
    """A position of the fifth turn of war."""
    lines = {"autobahn": [["C0110", "C0210"]], "railroad": [["C6110", "C6010"]]}
    board = board.overlaid(lines=lines)
    state = {"war-turn": 5, "countries": {"poland": ["C6110"]}}
    return Position(game, board, tuple(units(count)), phase="wp-movement", state=state)


def bench(count: int, rounds: int = 10) -> Timing:
    game = load_game("uis")
    at_war(game, game.board, count).board.around  # the map's own, not the position's  # noqa: B018
    start = at_war(game, game.board, count)
    return timed(
        lambda: RULES.visible(replace(start)),
        lambda position: everything(RULES, position, "D"),
        rounds,
    )


if __name__ == "__main__":
    for size in SIZES:
        print(f"{bench(size, rounds_asked(10))} (goal {GOAL_MS} ms for {SIZES[-1]})")
