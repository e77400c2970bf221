"""How far a command is, for who sees no bars: in a file, a pipe or a plain terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

FIRST = 5.0
"""Seconds of silence before anything is said."""

AGAIN = 15.0
"""Seconds between two lines."""


@dataclass
class Lines:
    """Says a line now and then, and none of what is done soon. `clock` tells the seconds."""

    say: Callable[[str], None]
    clock: Callable[[], float]
    _due: float = field(init=False)

    def __post_init__(self) -> None:
        self._due = self.clock() + FIRST

    def tell(self, line: Callable[[], str]) -> None:
        """Something was done; `line` tells how much, if it is asked for."""
        if self.clock() >= self._due:
            self._due = self.clock() + AGAIN
            self.say(line())
