"""Best plans beside the greedy list of the report: `python -m tests.bench.best_plans [COUNT]`.

Positions of Army Group Center: the set-up after so many lawful moves of units taken at random, some
of them reduced or gone, in a phase of movement or of combat. No plan may be worth less than the
report's attacks taken from the top, each unit and each target once, nor take ten seconds. Then the
plans of a large game's set-up are timed.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from random import Random

from assistant.games import rules_for
from assistant.planning.choice import MEASURES
from assistant.planning.outlook import outlook
from assistant.planning.plan import best_plan
from assistant.position import Position
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.table import door_of
from builder.game.loader import load_game
from tests.bench._whole_position import at_set_up, rounds_asked

GOAL_SECONDS = 10
MOST_MOVES = 24
PHASES = ("soviet-pre-combat", "soviet-movement", "soviet-post-combat", "german-movement")
LARGE = (("uis", "inner-german-border", "wp-movement"),)
SLACK = 0.01
"""Of a worth, for sums in another order."""


@dataclass(frozen=True)
class Compared:
    """What a plan and the greedy list are worth, and the seconds of the plan by both clocks."""

    plan: float
    greedy: float
    wall: float
    cpu: float

    @property
    def worse(self) -> bool:
        return self.plan < self.greedy - SLACK


def table(begun: Position, seed: int) -> Position:
    """A position that play could have led to."""
    random = Random(seed)
    position = begun
    for _ in range(random.randrange(MOST_MOVES)):
        unit = random.choice(position.units)
        moving = position.in_phase(f"{unit.side}-movement")
        reach = rules_for(position.game).moves(moving, unit.id).reach
        if reach:
            there = replace(unit, hex=random.choice(reach).hex)
            position = position.with_units(there if u is unit else u for u in position.units)
    units = [
        replace(unit, step=2) if "strength" in unit.fields and random.random() < 0.1 else unit
        for unit in position.units
        if random.random() > 0.05
    ]
    return replace(position.with_units(units), turn=random.randrange(1, 8)).in_phase(
        random.choice(PHASES)
    )


def greedy(door: Door, side: str, phase: str) -> float:
    """What the report's list promises, in balance, taken from the top."""
    position = door.position.in_phase(phase)
    used: set[str] = set()
    worth = 0.0
    for attack in door.rules.attacks(position).attacks:
        whose = position.by_id[attack.attackers[0]].side
        if whose == side and not used & {attack.target, *attack.attackers}:
            used |= {attack.target, *attack.attackers}
            worth += max(0.0, MEASURES["balance"](outlook(door.rules, position, attack)))
    return worth


def compared(position: Position) -> Compared:
    """The plan of the side in phase beside the greedy list."""
    door = door_of(position)
    wall, cpu = time.perf_counter(), time.process_time()
    plan = best_plan(door)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Compared(plan.worth, greedy(door, plan.side, plan.phase), wall, cpu)


def bench(count: int) -> list[Compared]:
    """So many positions, each from its own seed."""
    begun = at_set_up(load_game("dagc"), "historical", "soviet-movement")
    return [compared(table(begun, seed)) for seed in range(count)]


def main(count: int) -> int:
    """Print the figures; 1 if a plan is worse or takes too long by the CPU's clock."""
    found = bench(count)
    worse = [seed for seed, one in enumerate(found) if one.worse]
    slow = [seed for seed, one in enumerate(found) if one.cpu > GOAL_SECONDS]
    better = sum(one.plan > one.greedy + SLACK for one in found)
    print(
        f"{count} positions: plan better than the greedy list {better} times, worse {len(worse)} "
        f"{worse}; most {max(one.wall for one in found):.1f} s, "
        f"{max(one.cpu for one in found):.1f} s CPU (goal {GOAL_SECONDS} s), too slow {slow}"
    )
    for game, scenario, phase in LARGE:
        try:
            one = compared(at_set_up(load_game(game), scenario, phase))
        except QuestionError as error:
            print(f"{game}: {error}")
            continue
        print(f"{game}: {one.wall:.1f} s, {one.cpu:.1f} s CPU")
    return 1 if worse or slow else 0


if __name__ == "__main__":
    sys.exit(main(rounds_asked(100)))
