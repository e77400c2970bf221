"""Times every answer to a whole position of Under an Iron Sky, on the full map with armies of
growing size along the inner German border: `python tests/bench/uis_whole_position.py [ROUNDS]`.
The goal is 250 ms for 600 units."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from assistant.games.uis import RULES
from assistant.position import Position, Unit
from builder.game.board import Board
from builder.game.loader import load_game
from builder.game.model import Game

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


def everything(position: Position) -> int:
    """Supply, zones, stacking, all attacks, and the retreats of every hex that can be attacked."""
    RULES.supply(position)
    RULES.zones(position)
    RULES.stacking(position)
    attacks = RULES.attacks(position).attacks
    for name in sorted({name for attack in attacks for name in attack.target.split(",")}):
        RULES.retreats(position, name, "D", [])
    return len(attacks)


def bench(count: int, rounds: int = 10) -> tuple[float, int, int]:
    """Best time in milliseconds, the number of units, the number of attacks."""
    game = load_game("uis")
    best, found = float("inf"), 0
    at_war(game, game.board, count).board.around  # the map's own, not the position's  # noqa: B018
    start_position = at_war(game, game.board, count)
    for _ in range(rounds):
        position = RULES.visible(replace(start_position))
        start = time.perf_counter()
        found = everything(position)
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, len(start_position.units), found


if __name__ == "__main__":
    given = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for size in SIZES:
        milliseconds, count, attacks = bench(size, given)
        print(
            f"{count} units, {attacks} attacks: {milliseconds:.1f} ms (goal {GOAL_MS} ms for 600)"
        )
