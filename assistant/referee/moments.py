"""What a step of a log did: the position before and after it, and whose units changed; and which
steps were taken back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.position import Position, Unit
from assistant.reading.pieces import TURN_TRACK

FAR_BACK = 200
"""Steps behind an undo among which the one is looked for that it takes back."""


@dataclass(frozen=True)
class Shift:
    """What a step did to one unit; `hidden` if it is still there and no longer to be seen. `piece`
    tells pieces apart over the whole game. `tired` tells that it bore VASSAL's Moved mark before
    the step. `battle` is number and role of the declared battle that it joins with this step,
    `left` the number of the one that it leaves. `named` tells that the chat of the step names it,
    so that all have heard of it."""

    piece: str
    before: Unit | None
    after: Unit | None
    hidden: bool = False
    battle: tuple[str, str] = ("", "")
    left: str = ""
    tired: bool = False
    named: bool = False

    @property
    def unit(self) -> Unit:
        """The unit, as it was if there was one."""
        found = self.before or self.after
        assert found is not None
        return found

    @property
    def moved(self) -> bool:
        """Whether it went from one place to another."""
        return bool(self.before and self.after and self.before.hex != self.after.hex)


@dataclass(frozen=True)
class Moment:
    """A step of a log. `number` counts over all logs of the game from 1, `step` within its own."""

    number: int
    log: str
    step: int
    chat: tuple[str, ...]
    dice: tuple[int, ...]
    before: Position = field(repr=False)
    after: Position = field(repr=False)
    shifts: tuple[Shift, ...] = ()
    undoes: bool = False
    undone: bool = False
    draws: tuple[str, ...] = ()
    """The decks from which something was drawn, by name."""
    returns: tuple[str, ...] = ()
    """The decks to which something came back."""
    decks: Mapping[str, int] = field(default_factory=dict, repr=False)
    """How many each deck holds behind the step, by name; told where turn or phase changes."""
    laid: frozenset[str] = frozenset()
    """The hexes in which a marker of control was laid down."""
    deeds: bool = False
    """Whether it moves, changes, adds or takes off a piece of any kind."""
    astray: bool = False
    """Whether it moves or changes a piece that is not on the table."""
    torn: bool = False
    """Whether it moves a piece from where it does not lie, so that steps are missing before it."""
    part: int = 0
    """Which unbroken part of the game it belongs to: a new one begins behind each gap."""

    @property
    def turned(self) -> bool:
        """Whether turn or phase changed."""
        return (self.before.turn, self.before.phase) != (self.after.turn, self.after.phase)

    @property
    def talks(self) -> bool:
        """Whether it is but talk, of which no rule speaks."""
        did = self.shifts or self.dice or self.draws or self.returns or self.laid or self.deeds
        before, after = self.before, self.after
        same = before.state == after.state and before.control == after.control
        return not did and not self.turned and same


def there(unit: Unit | None) -> object:
    """How a unit lies, as far as an undo brings it back; None if there is none."""
    if unit is None:
        return None
    place = TURN_TRACK if unit.hex.startswith("turn ") else unit.hex
    return (place, unit.step, unit.markers)


Taken = dict[int, int]
"""By the number of each undo that stands that of the step which it took back."""


def without_undone(moments: Sequence[Moment]) -> list[Moment]:
    """The steps, those marked that an undo took back.

    An undo in VASSAL takes back the last step of its player, which need not be the last of all: the
    step is the newest whose changes it turns round. One that turns round nothing on the map repeats
    what the step said: it may be a line that only others heard, such as Kessel's own in a room. The
    undo of another player is such a step, too: who takes it back has the undone step count again.
    """
    found, taken = list(moments), Taken()
    for at, moment in enumerate(found):
        if moment.undoes:
            take_back(found, at, taken)
    return found


def take_back(moments: list[Moment], at: int, taken: Taken) -> Moment | None:
    """Mark the step that the undo at a place takes back, or that counts again with it; that step,
    None if it is not found."""
    place = taken_back(moments, at, taken)
    if place is None:
        return None
    one = moments[place]
    if one.undoes:
        number = taken.pop(one.number)
        first = bisect_left(moments, number, hi=place, key=lambda moment: moment.number)
        if first == place or moments[first].number != number:
            return None
        place = first
    else:
        taken[moments[at].number] = one.number
    moments[place] = replace(moments[place], undone=not one.undoes)
    return moments[place]


def taken_back(moments: Sequence[Moment], at: int, taken: Taken) -> int | None:
    """The place of the step that the undo at a place takes back; None if it is not found."""
    undo = moments[at]
    backward = {s.piece: (there(s.after), there(s.before)) for s in undo.shifts}
    for place in range(at - 1, max(-1, at - FAR_BACK), -1):
        one = moments[place]
        if one.part != undo.part:
            return None
        if one.undone or (one.undoes and not (one.number in taken and _says_anew(undo, one))):
            continue
        done = {s.piece: (there(s.before), there(s.after)) for s in one.shifts}
        turns = (undo.before.turn, undo.before.phase) == (one.after.turn, one.after.phase)
        if not (undo.shifts or undo.turned or _repeats(undo, one)):
            continue
        if done == backward and one.turned == undo.turned and (turns or not one.turned):
            return place
    return None


def _says_anew(undo: Moment, other: Moment) -> bool:
    """Whether an undo says all lines of another one, each as a line that it takes back."""
    return bool(other.chat) and all(
        any(told != line and told.endswith(line) for told in undo.chat) for line in other.chat
    )


def _repeats(undo: Moment, one: Moment) -> bool:
    """Whether an undo says the lines of a step; one without words may be of any without words."""
    if not undo.chat:
        return True
    return any(told.endswith(line) for told in undo.chat for line in one.chat)
