"""VASSAL's commands, typed, and as VASSAL writes them.

The text of a leaf is the truth and is never lost; a typed command is a view of it. What no class
here knows is `Other`, verbatim. Sources: `build/module/BasicCommandEncoder` and the encoder of each
component.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.java_numbers import java_int
from builder.vassal.secret import PlayerId
from builder.vassal.sequence import TAB, join, split

LOG = "LOG" + TAB
BEGIN_SAVE = "begin_save"
END_SAVE = "end_save"
SETUP_STACK = "SETUP_STACK" + TAB
GLOBAL_PROPERTY = "GlobalProperty" + TAB
PLAYER = "PLAYER" + TAB
PLAYER_LEAVES = "PYREMOVE" + TAB
ADD = "+/"

Spot = tuple[str | None, int, int]
"""A map, None for none, and a pixel of it."""


@dataclass(frozen=True, slots=True)
class AddPiece:
    """Put a piece, stack or deck on the table; `id` is None in definitions of a module."""

    id: str | None
    type: str = field(repr=False)
    state: str = field(repr=False)

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return ADD + join([self.id or "null", self.type, self.state], "/")


@dataclass(frozen=True, slots=True)
class RemovePiece:
    """Take a piece, stack or deck from the table."""

    id: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "-/" + self.id


@dataclass(frozen=True, slots=True)
class ChangePiece:
    """Give a piece a new state; with the old one, only what differs between the two changes."""

    id: str
    new: str = field(repr=False)
    old: str | None = field(repr=False)

    def text(self) -> str:
        """The command as VASSAL writes it."""
        states = [self.new] if self.old is None else [self.new, self.old]
        return "D/" + join([self.id, *states], "/")

    @property
    def old_place(self) -> Spot | None:
        """Where the old state has the piece; None if it does not say."""
        basic = (self.old or "").rpartition(TAB)[2]
        map_, *spot = split(basic, ";")[:3]
        try:
            x, y = map(java_int, spot)
        except ValueError:
            return None
        return None if map_ == "null" else map_, x, y


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Move a piece, stack or deck to pixel (`x`, `y`) of `map`, above the piece `under`."""

    id: str
    map: str | None
    x: int
    y: int
    under: str | None
    old_map: str | None
    old_x: int
    old_y: int
    old_under: str | None
    player: PlayerId | None = None

    def text(self) -> str:
        """The command as VASSAL writes it."""
        new = _spot(self.map, self.x, self.y, self.under)
        old = _spot(self.old_map, self.old_x, self.old_y, self.old_under)
        mover = [] if self.player is None else [self.player.reveal()]
        return "M/" + join([self.id, *new, *old, *mover], "/")


def _spot(map_: str | None, x: int, y: int, under: str | None) -> list[str]:
    return [map_ or "null", str(x), str(y), under or "null"]


@dataclass(frozen=True, slots=True)
class Chat:
    """A line for the chat window: what players say, dice, reports of moves."""

    line: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "CHAT" + self.line


@dataclass(frozen=True, slots=True)
class Undo:
    """The beginning (`begins`) or the end of an undo."""

    begins: bool

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return f"UNDO{TAB}{'true' if self.begins else 'false'}"


@dataclass(frozen=True, slots=True)
class Player:
    """A player takes a seat; side `<observer>` is none."""

    id: PlayerId
    name: str
    side: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return PLAYER + join([self.id.reveal(), self.name, self.side], TAB)


@dataclass(frozen=True, slots=True)
class PlayerLeaves:
    """A player gives up the seat."""

    id: PlayerId

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return PLAYER_LEAVES + join([self.id.reveal()], TAB)


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A global property when the game was saved; `container` is Module, a map or a zone."""

    name: str
    value: str = field(repr=False)
    container: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return GLOBAL_PROPERTY + join(["", self.name, self.value, self.container], ";")


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A global property, or one such as the result of dice, takes a new value."""

    name: str
    old: str = field(repr=False)
    new: str = field(repr=False)
    container: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "MutableProperty" + TAB + join([self.name, self.old, self.new, self.container], TAB)


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board of a map: which, whether turned by half, in which column and row."""

    name: str
    reversed: bool = False
    column: int = 0
    row: int = 0


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that make up a map."""

    map: str
    boards: tuple[BoardPlace, ...]

    def text(self) -> str:
        """The command as VASSAL writes it."""
        parts = [f"{self.map}BoardPicker"]
        for board in self.boards:
            name = join([board.name, *(["rev"] if board.reversed else [])], "/")
            parts += [name, str(board.column), str(board.row)]
        return join(parts, TAB)


@dataclass(frozen=True, slots=True)
class SetupStack:
    """The game is under way: VASSAL does not put up its at-start stacks again."""

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return SETUP_STACK


TURN = "TURN"


def without_log(leaf: str) -> str:
    """A command without what makes it one of a logged step, as often as a stranger wrote that."""
    start = 0  # slicing at each would take for ever of a megabyte of them
    while leaf.startswith(LOG, start):
        start += len(LOG)
    return leaf[start:]


def is_turn(text: str) -> bool:
    """Whether a command, as VASSAL writes it, sets a turn tracker."""
    return text.startswith(TURN)


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of a turn tracker; `tracker` is its name or id (`TurnTracker0`)."""

    tracker: str
    state: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return f"{TURN}{self.tracker}{TAB}{self.state}"


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of the scenario (`public` False) or of all players; lines are parted by `|`."""

    public: bool
    written: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return ("PNOTES" if self.public else "NOTES") + TAB + self.written


@dataclass(frozen=True, slots=True)
class Unmask:
    """Players who let others unmask their pieces."""

    players: str = field(repr=False)

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "UNMASK" + TAB + self.players


@dataclass(frozen=True, slots=True)
class StartupKey:
    """Whether a startup key command has been applied."""

    id: str
    applied: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "SGKC" + TAB + join([self.id, self.applied], TAB)


@dataclass(frozen=True, slots=True)
class Sound:
    """A clip that was played."""

    clip: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "AUDIO" + TAB + self.clip


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension that the game needs."""

    name: str
    version: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "EXT" + TAB + join([self.name, self.version], TAB)


@dataclass(frozen=True, slots=True)
class Other:
    """A command of a kind that does not matter here, or that nobody knows, verbatim."""

    verbatim: str = field(repr=False)

    def text(self) -> str:
        """The command as it was."""
        return self.verbatim


Command = (
    AddPiece
    | RemovePiece
    | ChangePiece
    | MovePiece
    | Chat
    | Undo
    | Player
    | PlayerLeaves
    | GlobalProperty
    | PropertyChange
    | Boards
    | SetupStack
    | Turn
    | Notes
    | Unmask
    | StartupKey
    | Sound
    | Extension
    | Other
)
