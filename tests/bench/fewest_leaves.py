"""Every layout of a map's class searched through: `python -m tests.bench.fewest_leaves [GAME]`.

Whether some layout has a leaf less than the plan, by the solver of the tests, which shares nothing
with the one that plans. It takes minutes; the tests of the suite compare the plan with a bound
instead.
"""

from __future__ import annotations

import sys
import time

from tests.sheets.test_fewest_leaves import Exhaustive, laid_out, windows


def main(game_id: str = "mlb") -> int:
    """0 if no layout has fewer leaves."""
    found, field, boxes = laid_out(game_id)
    fewer, started = len(found.leaves) - 1, time.process_time()
    layouts = sorted({tuple(sorted(pieces)) for pieces in windows(field)})
    search = Exhaustive()
    for number, pieces in enumerate(layouts):
        if search.possible([*pieces, *boxes], fewer):
            print(f"{game_id}: {fewer} leaves are possible with {pieces}")
            return 1
        if not number % 1000:
            print(f"{game_id}: {number} of {len(layouts)} layouts", file=sys.stderr)
    seconds = time.process_time() - started
    print(f"{game_id}: none of {len(layouts)} layouts has {fewer} leaves ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
