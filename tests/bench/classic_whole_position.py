"""How long declared rules take: 300 units on 60 x 40 hexes, the whole position and one battle."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from assistant.games import rules_for
from assistant.position import Position, Unit
from assistant.questions.whole import whole
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.skeleton import new_game

COLUMNS, ROWS, UNITS, TIMES = 60, 40, 300, 9
WHOLE, BATTLE = 100.0, 10.0
"""Milliseconds of CPU that the whole position and one battle may take."""


def large_game(folder: Path) -> Game:
    """The skeleton's game on a large map."""
    new_game("large", folder)
    path = folder / "large" / "game.toml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("count = 10,", f"count = {ROWS},").replace(
        "count = 14,", f"count = {COLUMNS},"
    )
    path.write_text(text, encoding="utf-8")
    rules = folder / "large" / "rules.toml"
    told = rules.read_text(encoding="utf-8").replace("length = 10", "length = 40")
    rules.write_text(told, encoding="utf-8")
    return load_game(folder / "large")


def crowded(game: Game, seed: int) -> Position:
    """Two armies along a ragged front in the middle of the map."""
    rng = Random(seed)
    land = sorted(set(game.grid.places) - game.board.hexes_with("sea"))
    front = {name: game.grid.places[name][0] / 2 - COLUMNS / 2 for name in land}
    held: dict[str, list[str]] = {}
    units: list[Unit] = []
    while len(units) < UNITS:
        name = rng.choice(land)
        ahead = front[name] + rng.uniform(-3, 3)
        side = "blue" if ahead < 0 else "red"
        there = held.setdefault(name, [])
        if rng.random() < abs(front[name]) / 6 or len(there) > 1 or {*there} - {side}:
            continue
        there.append(side)
        kind = rng.choice(("infantry", "infantry", "armour", "headquarters"))
        fields = {"strength": [rng.randint(2, 6), 2], "movement": rng.randint(3, 8)}
        units.append(Unit(f"u{len(units)}", side, kind, name, fields=fields))
    return Position(game, game.board, tuple(units))


def milliseconds(ask: Callable[[Position], object], positions: list[Position]) -> float:
    """The median CPU time of a question, each of a position that nobody asked before."""
    times = []
    for position in positions:
        fresh = replace(position)
        start = time.process_time()
        ask(fresh)
        times.append((time.process_time() - start) * 1000)
    return median(times)


def main() -> int:
    """Measure; the exit status is 1 if a goal is missed."""
    with TemporaryDirectory() as folder:
        game = large_game(Path(folder))
    rules = rules_for(game)
    positions = [crowded(game, seed) for seed in range(TIMES)]
    attacks = rules.attacks(positions[0]).attacks
    everything = milliseconds(lambda position: whole(rules, position), positions)
    target = attacks[len(attacks) // 2].target
    battle = milliseconds(
        lambda position: rules.odds(position, [target], [], {}), positions[:1] * 9
    )
    print(f"{UNITS} units, {COLUMNS} x {ROWS} hexes, {len(attacks)} attacks on the first board")
    print(f"whole position: {everything:.0f} ms (goal {WHOLE:.0f})")
    print(f"one battle: {battle:.1f} ms (goal {BATTLE:.0f})")
    return 1 if everything > WHOLE or battle > BATTLE else 0


if __name__ == "__main__":
    sys.exit(main())
