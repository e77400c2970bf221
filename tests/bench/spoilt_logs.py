"""The referee against logs that are cut off, edited or joined wrongly:
`python -m tests.bench.spoilt_logs [LOGS] [FIRST]` (2,000 logs, from seed 0 if absent)."""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.game.problems import ProblemsError
from builder.vassal.errors import VassalFileError
from tests.referee.conftest import game_of, text_of
from tests.referee.habits import careless_game
from tests.referee.spoiling import spoil, told

GAMES = ("saltmarsh", "karga", "aldra", "tarsa", "dagc", "nr")
JOINED = 5
"""Every so many logs one is joined behind another."""


def main(words: list[str]) -> int:
    number, first = (*map(int, words), *(2_000, 0)[len(words) :])
    crashes = 0
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        whole = {
            name: careless_game(game_of(name), Path(folder, f"{name}.vlog"), 1, 3, text_of(name))
            for name in GAMES
        }
        for seed in range(first, first + number):
            name, other = GAMES[seed % len(GAMES)], GAMES[(seed // 7) % len(GAMES)]
            goal = Path(folder, "spoilt.vlog")
            how = spoil(whole[name], whole[other], goal, seed)
            logs = [goal, whole[name]] if seed % JOINED == 0 else [goal]
            try:
                found = told(logs)
                said = "told" if found.judgement.history.notes else "silent"
                if found.findings:
                    said += ", unlawful"
            except (VassalFileError, ProblemsError):
                said = "refused"
            except Exception:
                crashes += 1
                said = "crash"
                print(name, seed, how, traceback.format_exc()[-900:], flush=True)
            counts[f"{how}: {said}"] += 1
    for what, times in sorted(counts.items()):
        print(what, times)
    print(f"{number} logs, {crashes} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
