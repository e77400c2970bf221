"""The hexes of large maps that are told apart rightly by their picture:
`python -m tests.bench.clusters [GAME ...]`, as the suite asks of smaller ones."""

from __future__ import annotations

import sys
import time

from tests.tracing.test_clusters import test_nineteen_of_twenty_hexes_are_right as asked

LARGE = ("dagc", "mlb")


def main(*games: str) -> int:
    """0 if nineteen of twenty hexes of each are right, and their rivers."""
    wrong = []
    for game in games or LARGE:
        started = time.process_time()
        try:
            asked(game)
        except AssertionError:
            wrong.append(game)
        told = "not right" if game in wrong else "right"
        print(f"{game}: {told} ({time.process_time() - started:.1f} s)")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
