"""Every layout of a map's class searched through:
`python -m tests.bench.fewest_leaves [GAME [a4|letter]]`.

Whether some layout has a leaf less than the plan, by the solver of the tests, which shares nothing
with the one that plans. It takes minutes; the tests of the suite compare the plan with a bound
instead. A layout is given up after so many steps.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any

from tests.sheets.test_fewest_leaves import A4, LETTER, Exhaustive, laid_out, windows

STEPS = 40_000_000
PAPERS = {leaf.name: leaf for leaf in (A4, LETTER)}


class GivenUpError(Exception):
    """A layout takes too long to be searched through."""


@dataclass
class Patient(Exhaustive):
    """Takes so many steps and no more."""

    left: int = 0

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise GivenUpError

    def _put(self, *asked: Any) -> bool:
        self._step()
        return super()._put(*asked)

    def _laid(self, *asked: Any) -> bool:
        self._step()
        return super()._laid(*asked)


def main(game_id: str = "mlb", paper: str = "a4") -> int:
    """0 if no layout has fewer leaves and none was given up."""
    leaf = PAPERS[paper]
    found, field, boxes = laid_out(game_id, leaf)
    fewer, started = len(found.leaves) - 1, time.process_time()
    layouts = sorted({tuple(sorted(pieces)) for pieces in windows(field, leaf)})
    search, given_up = Patient(leaf), 0
    for number, pieces in enumerate(layouts):
        search.left = STEPS
        try:
            if search.possible([*pieces, *boxes], fewer):
                print(f"{game_id}: {fewer} leaves are possible with {pieces}")
                return 1
        except GivenUpError:
            given_up += 1
        if not number % 1000:
            print(f"{game_id}: {number} of {len(layouts)} layouts", file=sys.stderr)
    seconds = time.process_time() - started
    print(f"{game_id}: of {len(layouts)} layouts none is found that has {fewer} leaves,")
    print(f"{given_up} are given up ({seconds:.0f} s)")
    return int(given_up > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
