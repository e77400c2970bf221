"""A thousand random boards of each small game: declared rules against the referee from the pages."""

from __future__ import annotations

import sys
import time

from tests.classic.boards import GAMES, board, differences, load

BOARDS = 1000


def main() -> int:
    """Play the boards; the exit status is 1 if the referees differ on one."""
    failed = 0
    for game_id in GAMES:
        game, start = load(game_id), time.perf_counter()
        told = [
            f"{seed}: {one}" for seed in range(BOARDS) for one in differences(board(game, seed))
        ]
        failed += len(told)
        seconds = time.perf_counter() - start
        print(f"{game_id}: {BOARDS} boards, {len(told)} differences, {seconds:.0f} s")
        for one in told[:5]:
            print(f"  {one[:200]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
