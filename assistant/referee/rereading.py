"""How often the whole table is read again while a log is followed, and when that is too much: seen
ahead, so that a log that asks for far more than any game is left early."""

from __future__ import annotations

from dataclasses import dataclass

from builder import limits

LOOKS = 20
"""Into how many parts the bound is divided: behind each the rest of the log is reckoned up."""


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
        elif fresh > limits.REREAD // LOOKS:
            ahead = max(0, steps - step) * fresh // passed
            self.counted, self.since = self.pieces, step
            return self.pieces + ahead > limits.REREAD
        return False
