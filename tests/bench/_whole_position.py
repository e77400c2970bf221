"""What the benches of whole positions share: scenarios as set up, every question, the clocks.

Beside the wall time stands the CPU time, which a busy machine does not lengthen.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from assistant.position import Position, Unit
from assistant.questions.protocol import Rules
from builder.game.model import Game


@dataclass(frozen=True)
class Timing:
    """The shortest of several rounds in milliseconds by each clock, and how much was answered."""

    wall: float
    cpu: float
    units: int
    attacks: int

    def __str__(self) -> str:
        return (
            f"{self.units:4} units {self.attacks:4} attacks {self.wall:7.1f} ms"
            f" {self.cpu:7.1f} ms CPU"
        )


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
    control = {name: side for side, hexes in start.control.items() for name in hexes}
    return Position(game, game.board, units, scenario, start.turn, phase, start.state, control)


def everything(rules: Rules, position: Position, result: str) -> int:
    """Supply, zones, stacking, all attacks, and the retreats of every hex that can be attacked
    under that result; the number of attacks."""
    rules.supply(position)
    rules.zones(position)
    rules.stacking(position)
    attacks = rules.attacks(position).attacks
    for name in sorted({name for attack in attacks for name in attack.target.split(",")}):
        rules.retreats(position, name, result, [])
    return len(attacks)


def timed(make: Callable[[], Position], answer: Callable[[Position], int], rounds: int) -> Timing:
    """Times `answer` on a fresh position of `make` in each round: what was worked out for one
    does not help the next. `answer` gives the number of attacks."""
    walls, cpus = [], []
    for _ in range(rounds):
        position = make()
        wall, cpu = time.perf_counter(), time.process_time()
        attacks = answer(position)
        cpus.append((time.process_time() - cpu) * 1000)
        walls.append((time.perf_counter() - wall) * 1000)
    return Timing(min(walls), min(cpus), len(position.units), attacks)


def rounds_asked(otherwise: int) -> int:
    """The number of rounds on the command line."""
    return int(sys.argv[1]) if len(sys.argv) > 1 else otherwise
