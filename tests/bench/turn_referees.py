"""Two referees of each game on many random boards: do they agree on points, arrivals and duties,
in dagc on supply, odds and retreats?

python -m tests.bench.turn_referees [BOARDS]
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

GAMES = ("kursk", "nr", "mlb", "dagc")
BOARDS = 1000
NAMES = ("disagreements", "war_disagreements", "race_disagreements")
"""The second referees of a game: of the turn, and of the score of the whole map."""


def main(boards: int) -> int:
    """How many boards they disagree on, in all games together."""
    wrong = 0
    for game in GAMES:
        sys.path.insert(0, str(Path(__file__).parents[1] / "games" / game))
        module = import_module(f"test_{game}_turn_referee")
        for name in NAMES:
            judge = getattr(module, name, None)
            if judge is None:
                continue
            found = {seed: told for seed in range(boards) if (told := judge(seed))}
            for seed, told in list(found.items())[:5]:
                print(f"{game} {seed}: {told[0]}")
            print(f"{game}, {name}: {len(found)} of {boards} boards")
            wrong += len(found)
    return wrong + _battles(boards)


def _battles(boards: int) -> int:
    """The same for supply, odds and retreats of dagc."""
    judge = import_module("dagc_battle_referee").differences
    found = {seed: told for seed in range(boards) if (told := list(judge(seed)))}
    for told in list(found.values())[:5]:
        print(f"dagc {told[0]}")
    print(f"dagc, battles: {len(found)} of {boards} boards")
    return len(found)


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else BOARDS)))
