"""Where a log begins that does not begin where the one before it ended: within what was told
already, as when two logs overlap or a game was taken up again from an earlier save."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.position import Position
from assistant.referee.moments import Moment, there

MOST_TRIED = 50
"""Steps behind which a log may begin, the newest first, that are compared with it."""


@dataclass(frozen=True)
class Joint:
    """A log begins as the table lay behind the step at place `at` of those before it (-1: before
    all of them). Its first `known` steps are told already; `left` steps that lie behind them in
    the logs before do not go on as it does, or 0 if it goes on where they end."""

    at: int
    known: int
    left: int

    def kept(self, moments: Sequence[Moment]) -> list[Moment]:
        """The steps of the logs before, those that were left marked as taken back."""
        end = len(moments) - self.left
        return [*moments[:end], *(replace(moment, undone=True) for moment in moments[end:])]


def find_joint(
    moments: Sequence[Moment], first: Position, start: Position, fresh: Sequence[Moment]
) -> Joint | None:
    """Where a log that begins at `start` with the steps `fresh` belongs among the steps before it,
    which begin at `first`; None if the table never lay so, if it goes on where they end, or if it
    begins anew and otherwise. Where it lay so several times, the place counts from which on most
    steps are the same."""
    if not moments:
        return None
    goes_on = not differs(moments[-1].after, start)
    places = [at for at in range(len(moments) - 1, -1, -1) if not differs(moments[at].after, start)]
    anew = not differs(first, start)
    if anew:
        places.append(-1)
    found = [_joint(moments, at, fresh) for at in places[:MOST_TRIED]]
    # a game that begins anew, with nothing in common, may as well be another one
    found = [one for one in found if one.known or not anew]
    if goes_on:
        # because a die may well show the same again, and a battle has its number once
        found = [one for one in found if not one.left and _declares(fresh[: one.known])]
    return max(found, key=lambda one: (not one.left, one.known, one.at), default=None)


def _joint(moments: Sequence[Moment], at: int, fresh: Sequence[Moment]) -> Joint:
    old = [place for place in range(at + 1, len(moments)) if _does(moments[place])]
    new = [place for place in range(len(fresh)) if _does(fresh[place])]
    same = 0
    while same < min(len(old), len(new)):
        if _deed(moments[old[same]]) != _deed(fresh[new[same]]):
            break
        same += 1
    if same == len(new):
        return Joint(at, len(fresh), 0)
    known = new[same - 1] + 1 if same else 0
    return Joint(at, known, len(moments) - old[same] if same < len(old) else 0)


def _declares(moments: Sequence[Moment]) -> bool:
    return any(shift.battle[0] for moment in moments for shift in moment.shifts)


def _does(moment: Moment) -> bool:
    """Whether a step is more than talk, of which each player's log may have its own."""
    return bool(moment.deeds or moment.dice or moment.draws or moment.turned or moment.shifts)


def _deed(moment: Moment) -> object:
    """What makes two steps of different logs the same."""
    shifts = frozenset(
        (one.piece, there(one.before), there(one.after), one.battle) for one in moment.shifts
    )
    return shifts, moment.dice, moment.undoes, moment.after.turn, moment.after.phase


def differs(one: Position, other: Position) -> bool:
    """Whether units, turn or phase of two positions differ."""
    if (one.turn, one.phase) != (other.turn, other.phase):
        return True
    return _table(one) != _table(other)


def _table(position: Position) -> object:
    return sorted((unit.id, unit.hex, unit.step) for unit in position.units)
