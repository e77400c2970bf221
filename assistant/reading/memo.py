"""What each piece on VASSAL's table told of the position, kept from one state to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.position import Unit
from builder.vassal.answers import Heard
from builder.vassal.commands import BoardPlace
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import Piece
from builder.vassal.secret import Passwords, PlayerId
from builder.vassal.state import GameState, Place, Seat


@dataclass(frozen=True)
class Told:
    """What a piece says of the position, whatever lies around it: whose the hex under it is, the
    state variable that it keeps with its part of it, or the unit that it is, with number and role
    of its declared battle, and whether it was rolled for. `unknown` are remarks; `lost` names a
    unit off all hexes and boxes; `counts` is the side whose victory points a marker on their track
    counts, and how many."""

    place: str = ""
    unknown: tuple[str, ...] = ()
    control: str | None = None
    keeps: tuple[str, str] = ("", "")
    unit: Unit | None = None
    battle: tuple[int, bool, bool] | None = None
    lost: str = ""
    counts: tuple[str, int] | None = None


NOTHING_TOLD = Told()


@dataclass
class Memo:
    """What the pieces of one state told, kept for the states that follow it in a log: a piece that
    is the same in the same place tells the same, as long as boards, who alone stands for a side,
    what is a password, and the turns and global properties that pieces asked for are the same."""

    told: dict[str, tuple[Piece, Place, Told]] = field(default_factory=dict)
    numbered: dict[str, Unit] = field(default_factory=dict)
    hexes: dict[Place, str] = field(default_factory=dict)
    beside: dict[Place, bool] = field(default_factory=dict)
    heard: Heard = field(default_factory=Heard)
    boards: dict[str, tuple[BoardPlace, ...]] = field(default_factory=dict)
    alone: frozenset[Seat] = frozenset()
    sole: Mapping[str, PlayerId | None] = field(default_factory=dict, repr=False)
    passwords: Passwords | None = field(default=None, repr=False)
    turns: dict[str, str] = field(default_factory=dict)
    locator: Locator | None = None

    def ready(self, shape: ModuleShape, state: GameState) -> Locator:
        """Forget what does not hold in a state; who names its places."""
        is_same = self.boards == state.boards and self.passwords is state.passwords
        seated = self.alone == state.alone and self.sole == state.sole
        if self.locator is None or not is_same or not seated:
            self.boards, self.passwords = dict(state.boards), state.passwords
            self.alone, self.sole = state.alone, state.sole
            self.locator = Locator(shape, state)
            self.hexes.clear()
            self.beside.clear()
            self.told.clear()
        asked = self.heard.properties
        if any(state.globals.get(name) != value for name, value in asked.items()):
            self.told.clear()
            asked.clear()
        if self.turns != state.turns:
            self.turns = dict(state.turns)
            if self.heard.turns:
                self.told.clear()
        return self.locator
