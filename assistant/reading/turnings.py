"""By which step of a log the phase of a step began."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from builder.vassal.commands import Turn, Undo
from builder.vassal.replay import Replay


class Turning(NamedTuple):
    """A step that sets the turn tracker, from one state to another; `began` is the step by which
    the phase began that it leads to."""

    step: int
    before: str
    after: str
    began: int


@dataclass
class Turnings:
    """The changes of turn and phase of a log, read on as later steps are asked for."""

    replay: Replay
    _read: int = 0
    _known: list[Turning] = field(default_factory=list)
    _open: list[Turning] = field(default_factory=list)
    """Those that no undo took back."""
    _now: dict[str, str] = field(default_factory=dict)
    """The state of each tracker."""

    def began(self, step: int) -> int:
        """The step by which the phase of a step began; 0 if it was on when the log began."""
        for number in range(self._read + 1, step + 1):
            self._read = number
            self._add(number)
        return next((one.began for one in reversed(self._known) if one.step <= step), 0)

    def _add(self, number: int) -> None:
        commands = self.replay.step(number).commands
        turn = next((one for one in reversed(commands) if isinstance(one, Turn)), None)
        if turn is None:
            return
        before = self._now.get(turn.tracker, self.replay.first.turns.get(turn.tracker, ""))
        self._now[turn.tracker] = turn.state
        undoes = any(isinstance(one, Undo) for one in commands)
        taken = self._open[-1] if undoes and self._open else None
        if taken is not None and (before, turn.state) == (taken.after, taken.before):
            # the phase goes on that it ended
            self._open.pop()
            began = self._open[-1].began if self._open else 0
            self._known.append(Turning(number, before, turn.state, began))
            return
        one = Turning(number, before, turn.state, number)
        self._known.append(one)
        self._open.append(one)
