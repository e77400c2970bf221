"""A thousand random boards of Under an Iron Sky: zones, stacking, supply, moves, turn, arrivals,
score, flights and special wars, and as many crowded ones with odds, retreats and advances, against the second
referees."""

from __future__ import annotations

import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path

BOARDS = 1000
REFEREES = Path(__file__).parents[1] / "games" / "uis"


def main() -> int:
    """Play the boards; the exit status is 1 if the referees differ on one."""
    sys.path.insert(0, str(REFEREES))
    boards, referee = import_module("test_uis_two_referees"), import_module("uis_turn_referee")
    air, combats = import_module("uis_air_referee"), import_module("uis_combat_referee")
    special = import_module("uis_special_referee")
    start, told = time.perf_counter(), Counter[str]()
    for seed in range(BOARDS):
        board = boards.table(seed)
        found = [*boards.ground_differences(board)]
        found += referee.differences(referee.peopled(board, seed))
        found += combats.combat_differences(seed)
        sky = air.aired(board, seed)
        found += special.special_differences(special.raided(sky, seed), seed)
        for one in [*found, *air.air_differences(sky, seed)]:
            told[one.split()[0]] += 1
            print(f"{seed}: {one[:300]}")
    seconds = time.perf_counter() - start
    print(f"{BOARDS} boards, {told.total()} differences, {seconds:.0f} s {dict(told)}")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
