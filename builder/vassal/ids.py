"""Finds the ids of players in the commands of a game: of those who sit at its table, and of those
who left it or never sat down but moved, masked or hid something, or wrote a note."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from builder import limits
from builder.saying import quoting
from builder.vassal.command_reader import read_command
from builder.vassal.commands import (
    ADD,
    PLAYER,
    AddPiece,
    ChangePiece,
    MovePiece,
    Other,
    Player,
    PlayerLeaves,
    Unmask,
    without_log,
)
from builder.vassal.errors import RIGHT, VassalFileError
from builder.vassal.pieces import PieceType, is_group, new_piece
from builder.vassal.secret import NOBODY, Passwords, PlayerId
from builder.vassal.sequence import TAB, split
from builder.vassal.traits import Hide, Mask, PlaceMarker, Replace, Restrict

_MOVE, _CHANGE = "M/", "D/"
_TELLING = {"PNOTE" + TAB: 1, "SNOTE" + TAB: 2, PLAYER: 1}
"""Private and secret notes, and players of whom the rest is missing: which of their fields is who
wrote them, or who it is."""
_MOVER = 9
"""Which field of a move is the player who made it."""
_OWNED = tuple(kind + end for kind in ("obs", "hide", "restrict") for end in (";", "\\"))
"""Kinds of traits in whose state an owner stands, bare and within the definition of another."""
_DEEPEST = 5
"""Definitions within definitions that are looked into."""
_NO_ID = {"", NOBODY, "true", "false"}


@dataclass
class Ids:
    """What the commands met so far tell: `passwords` keep it out of what Kessel tells."""

    passwords: Passwords = field(default_factory=Passwords)
    _owned: dict[str, PieceType] = field(default_factory=dict, repr=False)
    """Types of the pieces that can have an owner, by the ids of the pieces."""
    _types: dict[str, PieceType] = field(default_factory=dict, repr=False)
    _movers: set[str] = field(default_factory=set, repr=False)
    """Ends of moves, in which their players stand, that were read before."""
    _sides: set[str] = field(default_factory=set, repr=False)
    """Where ids are listed sides are too, and those are no secrets."""
    _listed: set[str] = field(default_factory=set, repr=False)

    def meet(self, leaves: Iterable[str]) -> Passwords:
        """Learn what more commands tell. VassalFileError for more players than any game has,
        because of those beyond it could not be kept secret."""
        for leaf in leaves:
            self._read(without_log(leaf))
        for word in sorted(self._listed - self._sides):
            self._know(PlayerId(word))
        self._listed.clear()
        return self.passwords

    def know(self, ids: Iterable[PlayerId]) -> Passwords:
        """The same of ids that are known from elsewhere."""
        for id_ in sorted(ids, key=PlayerId.reveal):
            self._know(id_)
        return self.passwords

    def _know(self, id_: PlayerId, *names: str) -> None:
        if id_.reveal() in _NO_ID:
            return
        known = self.passwords.and_of(id_, *names)
        if known.players > limits.SEATS:
            text = quoting("it has more than {size:,} players", size=limits.SEATS)
            raise VassalFileError(None, text, RIGHT)
        self.passwords = known

    def _read(self, leaf: str) -> None:
        if not self._may_tell(leaf):
            return
        match read_command(leaf):
            case Player(id_, name, side):
                self._sides.add(side)
                self._know(id_, name, side)
            case PlayerLeaves(id_) | MovePiece(player=PlayerId() as id_):
                self._know(id_)
            case Unmask(players):
                self._listed.update(_words(players, TAB))
            case AddPiece(id_, text, state) if not is_group(text):
                type_ = self._types.get(text)
                if type_ is None:
                    type_ = self._types[text] = PieceType(text)
                    self._inside(type_)
                if id_ is not None:
                    self._owned[id_] = type_
                self._owners(type_, state)
            case ChangePiece(id_, new, old) if type_ := self._owned.get(id_):
                self._owners(type_, new)
                if old is not None:
                    self._owners(type_, old)
            case Other() if place := _TELLING.get(leaf[: leaf.find(TAB) + 1]):
                for word in split(leaf, TAB)[place : place + 1]:
                    self._know(PlayerId(word))
            case Other() if leaf.startswith(_MOVE):  # with a number that is none
                for word in split(leaf.removeprefix(_MOVE), "/")[_MOVER : _MOVER + 1]:
                    self._know(PlayerId(word))
            case _:
                pass

    def _may_tell(self, leaf: str) -> bool:
        """Whether a command is worth reading: of moves and changes there are tens of thousands."""
        if leaf.startswith(_MOVE):
            end = leaf[leaf.rfind("/") :]
            is_new = end not in self._movers
            if is_new and len(self._movers) < limits.SEATS:
                self._movers.add(end)
            return is_new
        if leaf.startswith(ADD):
            return any(map(leaf.__contains__, _OWNED))
        return not leaf.startswith(_CHANGE) or leaf[2:].partition("/")[0] in self._owned

    def _inside(self, type_: PieceType, depth: int = 0) -> None:
        """What the definitions tell of pieces that a piece of this type puts on the table."""
        for at in type_.places((PlaceMarker, Replace)) if depth < _DEEPEST else ():
            trait = type_.trait(at, "")
            marker = (
                read_command(trait.marker) if isinstance(trait, PlaceMarker | Replace) else None
            )
            if isinstance(marker, AddPiece) and any(map(marker.type.__contains__, _OWNED)):
                placed = PieceType(marker.type)
                self._owners(placed, marker.state)
                self._inside(placed, depth + 1)

    def _owners(self, type_: PieceType, state: str) -> None:
        for trait in new_piece("", type_, state).among(Mask, Hide, Restrict):
            match trait:
                case Mask(access=access, masked_by=PlayerId() as owner):
                    self._listed.update(_words(trait.options, "|"))
                case Hide(access=access, hidden_by=PlayerId() as owner):
                    pass
                case Restrict(owned_by=PlayerId() as owner):
                    access = "player:"
                case _:
                    continue
            if access == "player:":
                self._know(owner)
            else:
                self._sides.add(owner.reveal())


def _words(listed: str, delimiter: str) -> Iterator[str]:
    """Of those whose pieces others may unmask: `id`, or `|1|id` behind a flag and how many."""
    words = split(listed, delimiter)
    return (word for word in words if word not in _NO_ID and not word.isdecimal())
