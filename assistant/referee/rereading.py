"""How often the whole table is read again while a log is followed, and when that is too much: seen
ahead, so that a log that asks for far more than any game is left early."""

from __future__ import annotations

from dataclasses import dataclass

from builder import limits

LOOKS = 20
"""Into how many parts the bound is divided: behind each the rest of the log is reckoned up."""

EARLY = 5
"""So much earlier a log is left that would ask for some times as much as is allowed."""
FAR = 3
"""How many times."""
FEWEST = 3
"""Steps from which the rest of a log is reckoned up so early."""
TOUCHED = 4
"""As how many pieces one counts that a step touches: where it was and is, what is seen of it then,
and what it hides are looked up each."""


@dataclass
class Rereading:
    """Counts pieces that are read again. Since the step `since` it were all but the first
    `counted`."""

    pieces: int = 0
    counted: int = 0
    since: int = 0

    def too_much(self, pieces: int, step: int, steps: int) -> bool:
        """Whether it is too much now that so many are read at a step of so many, or would be if
        the rest of the log went on as its last steps did."""
        self.pieces += pieces
        if self.pieces > limits.REREAD:
            return True
        fresh, passed = self.pieces - self.counted, step - self.since
        if passed <= 0:  # what lies on the table at first is read once, and tells of no step
            self.counted = self.pieces
        elif fresh > limits.REREAD // (LOOKS * EARLY):
            asked = self.pieces + max(0, steps - step) * fresh // passed
            if fresh <= limits.REREAD // LOOKS:
                return passed >= FEWEST and asked > limits.REREAD * FAR
            self.counted, self.since = self.pieces, step
            return asked > limits.REREAD
        return False
