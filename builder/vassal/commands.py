"""VASSAL's commands: the tree that a save, a log step or a message is, and each command typed.

The text of a leaf is the truth and is never lost; a typed command is a view of it. What no class
here knows is `Other`, verbatim. Sources: `build/GameModule`, `build/module/BasicCommandEncoder` and
the encoder of each component.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from builder.vassal.secret import PlayerId
from builder.vassal.sequence import ESC, TAB, join, split

LOG = "LOG" + TAB
BEGIN_SAVE = "begin_save"
END_SAVE = "end_save"
SETUP_STACK = "SETUP_STACK" + TAB

# Deeper than undoing an undo of an undo; far above that VASSAL's own stack gives out.
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that belong together: leaves (texts) and groups, in order of execution."""

    parts: tuple[str | Group, ...] = field(repr=False)


def read_tree(text: str, depth: int = _DEEPEST) -> str | Group:
    """The tree of a command text; one that nests deeper than any game's stays a leaf."""
    if ESC not in text and not text.startswith("'"):
        return text
    tokens = split(text, ESC)
    if tokens[0] == text or depth == 0:
        return text
    return Group(tuple(read_tree(token, depth - 1) for token in tokens))


def write_tree(node: str | Group) -> str:
    """The text of a tree, as VASSAL writes it."""
    if isinstance(node, str):
        return node
    return join([write_tree(part) for part in node.parts], ESC)


def leaves(node: str | Group) -> Iterator[str]:
    """All commands of a tree in order of execution; empty ones mean nothing and are left out."""
    if isinstance(node, str):
        if node:
            yield node
        return
    for part in node.parts:
        yield from leaves(part)


@dataclass(frozen=True, slots=True)
class AddPiece:
    """Put a piece, stack or deck on the table; `id` is None in definitions of a module."""

    id: str | None
    type: str = field(repr=False)
    state: str = field(repr=False)

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "+/" + join([self.id or "null", self.type, self.state], "/")


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
        parts = [
            self.id,
            self.map or "null",
            str(self.x),
            str(self.y),
            self.under or "null",
            self.old_map or "null",
            str(self.old_x),
            str(self.old_y),
            self.old_under or "null",
        ]
        if self.player is not None:
            parts.append(self.player.write())
        return "M/" + join(parts, "/")


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
        return "PLAYER" + TAB + join([self.id.write(), self.name, self.side], TAB)


@dataclass(frozen=True, slots=True)
class PlayerLeaves:
    """A player gives up the seat."""

    id: PlayerId

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "PYREMOVE" + TAB + join([self.id.write()], TAB)


@dataclass(frozen=True, slots=True)
class GlobalProperty:
    """A global property when the game was saved; `container` is Module, a map or a zone."""

    name: str
    value: str
    container: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return "GlobalProperty" + TAB + join(["", self.name, self.value, self.container], ";")


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """A global property, or one such as the result of dice, takes a new value."""

    name: str
    old: str
    new: str
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
            name = board.name + ("/rev" if board.reversed else "")
            parts += [name, str(board.column), str(board.row)]
        return join(parts, TAB)


@dataclass(frozen=True, slots=True)
class SetupStack:
    """The game is under way: VASSAL does not put up its at-start stacks again."""

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return SETUP_STACK


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of a turn tracker; `tracker` is its name or id (`TurnTracker0`)."""

    tracker: str
    state: str

    def text(self) -> str:
        """The command as VASSAL writes it."""
        return f"TURN{self.tracker}{TAB}{self.state}"


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


def _named(text: str) -> str | None:
    return None if text == "null" else text


def _add(text: str) -> Command:
    id_, type_, state, *_ = split(text, "/")
    return AddPiece(_named(id_), type_, state)


def _change(text: str) -> Command:
    id_, new, *old = split(text, "/")
    return ChangePiece(id_, new, old[0] if old else None)


def _pixel(text: str) -> int:
    value = int(text)
    if abs(value) >= 2**31:
        raise ValueError("no pixel lies so far out")
    return value


def _move(text: str) -> Command:
    id_, map_, x, y, under, old_map, old_x, old_y, old_under, *player = split(text, "/")
    return MovePiece(
        id_,
        _named(map_),
        _pixel(x),
        _pixel(y),
        _named(under),
        _named(old_map),
        _pixel(old_x),
        _pixel(old_y),
        _named(old_under),
        PlayerId(player[0]) if player else None,
    )


def _boards(text: str) -> Command:
    picker, *parts = split(text, TAB)
    if len(parts) % 3:
        raise ValueError("boards come by threes")
    places = []
    for name, column, row in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        turned = name.endswith("/rev")
        bare = name.removesuffix("/rev")
        places.append(BoardPlace(bare, turned, int(column), int(row)))
    return Boards(picker.removesuffix("BoardPicker"), tuple(places))


def _turn(text: str) -> Command:
    tracker, state = text.split(TAB, 1)
    return Turn(tracker, state)


def _global(text: str) -> Command:
    _, name, value, container, *_ = [*split(text, ";"), "Module"]
    return GlobalProperty(name, value, container)


def _property_change(text: str) -> Command:
    name, old, new, container, *_ = [*split(text, TAB), "Module"]
    return PropertyChange(name, old, new, container)


def _player(text: str) -> Command:
    id_, name, side, *_ = split(text, TAB)
    return Player(PlayerId(id_), name, side)


def _extension(text: str) -> Command:
    name, version, *_ = [*split(text, TAB), ""]
    return Extension(name, version)


def _startup(text: str) -> Command:
    id_, applied, *_ = [*split(text, TAB), ""]
    return StartupKey(id_, applied)


_READERS: tuple[tuple[str, Callable[[str], Command]], ...] = (
    ("+/", _add),
    ("D/", _change),
    ("M/", _move),
    ("CHAT", Chat),
    ("-/", RemovePiece),
    ("MutableProperty" + TAB, _property_change),
    ("GlobalProperty" + TAB, _global),
    ("TURN", _turn),
    ("UNDO" + TAB, lambda text: Undo(text == "true")),
    ("PLAYER" + TAB, _player),
    ("PYREMOVE" + TAB, lambda text: PlayerLeaves(PlayerId(text))),
    (SETUP_STACK, lambda text: SetupStack()),
    ("NOTES" + TAB, lambda text: Notes(False, text)),
    ("PNOTES" + TAB, lambda text: Notes(True, text)),
    ("UNMASK" + TAB, Unmask),
    ("SGKC" + TAB, _startup),
    ("AUDIO" + TAB, Sound),
    ("EXT" + TAB, _extension),
)


def read_command(leaf: str) -> Command:
    """The command of a leaf; one that is damaged is as good as unknown, as it is to VASSAL."""
    for prefix, reader in _READERS:
        if leaf.startswith(prefix):
            try:
                return reader(leaf[len(prefix) :])
            except ValueError:
                return Other(leaf)
    if "BoardPicker" + TAB in leaf:
        try:
            return _boards(leaf)
        except ValueError:
            return Other(leaf)
    return Other(leaf)
