"""Saves made from scratch: pieces where they belong, and a game that VASSAL takes for under way.

VASSAL reads the commands in order: a piece must stand before the stack that names it, and
`SETUP_STACK` must be there, or the module's own at-start stacks come on top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.vassal.buildfile.archive import write_archive
from builder.vassal.buildfile.metadata import NEVER, Metadata
from builder.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    AddPiece,
    BoardPlace,
    Boards,
    GlobalProperty,
    SetupStack,
    Turn,
)
from builder.vassal.container import MODULE_DATA, SAVE_DATA, SAVED_GAME
from builder.vassal.errors import VassalFileError
from builder.vassal.obfuscation import Form, disguise
from builder.vassal.sequence import ESC, join, join_nested
from builder.vassal.traits import BasicPiece, Deck, Prototype, Stack, Trait

# VASSAL's ids are milliseconds since 1970; these lie in 2001 and meet none of its own.
_FIRST_ID = 1_000_000_000_000
_DEEPEST = 50


def expanded(
    traits: Sequence[Trait], prototypes: Mapping[str, Sequence[Trait]], depth: int = _DEEPEST
) -> tuple[Trait, ...]:
    """The traits with those of the prototypes in the place of each `Prototype`.

    That is what VASSAL does when a piece comes upon a map. `prototypes` are lists of traits,
    outermost first; the basic piece at their end is a dummy and falls away. A prototype that does
    not exist counts for nothing, as in VASSAL. Raises ValueError for one that contains itself.
    """
    if depth == 0:
        raise ValueError("a prototype contains itself")
    found: list[Trait] = []
    for trait in traits:
        if not isinstance(trait, Prototype):
            found.append(trait)
            continue
        inside = prototypes.get(trait.name, ())
        kept = [part for part in inside if not isinstance(part, BasicPiece)]
        found += expanded(kept, prototypes, depth - 1)
    return tuple(found)


@dataclass(frozen=True)
class NewPiece:
    """A piece to be placed: its traits, outermost first, the basic piece last, none a prototype."""

    traits: tuple[Trait, ...]

    def placed(self, id_: str, map_: str, x: int, y: int) -> AddPiece:
        """The command that puts the piece on the table."""
        *outer, basic = self.traits
        if not isinstance(basic, BasicPiece):
            raise ValueError("the last trait of a piece must be its basic piece")
        if any(isinstance(trait, Prototype) for trait in outer):
            raise ValueError("a piece on the table has no prototypes left: expand them first")
        properties = (("UniqueID", id_), *basic.properties)
        basic = basic.replace(map=map_, x=x, y=y, properties=properties)
        traits = [*outer, basic]
        return AddPiece(
            id_,
            join_nested([trait.type_text for trait in traits]),
            join_nested([trait.state_text for trait in traits]),
        )


class SaveBuilder:
    """Collects a game and writes it as a save. Ids are given in order, so that the same calls give
    the same bytes. `module` names the module that the save belongs to; `description` is what VASSAL
    says when it has loaded the save."""

    def __init__(self, module: Metadata, description: str = "") -> None:
        self.module = module
        self.description = description
        self._next = _FIRST_ID
        self._pieces: list[AddPiece] = []
        self._groups: list[AddPiece] = []
        self._boards: list[Boards] = []
        self._globals: list[GlobalProperty] = []
        self._turns: list[Turn] = []

    def _id(self) -> str:
        self._next += 1
        return str(self._next)

    def add_stack(self, map_: str, x: int, y: int, pieces: Sequence[NewPiece]) -> list[str]:
        """Place pieces on top of each other, the first lowest; gives their ids."""
        ids = self._place(map_, x, y, pieces)
        stack = Stack(map=map_, x=x, y=y, pieces=tuple(ids))
        self._groups.append(AddPiece(self._id(), stack.type_text, stack.state_text))
        return ids

    def add_loose(self, map_: str, x: int, y: int, piece: NewPiece) -> str:
        """Place a piece that does not stack; gives its id."""
        return self._place(map_, x, y, [piece])[0]

    def add_deck(self, deck: Deck, cards: Sequence[NewPiece]) -> list[str]:
        """Place a deck, where its `map`, `x` and `y` say, the last card to be drawn first."""
        ids = self._place(deck.map or "", deck.x, deck.y, cards)
        deck = replace(deck, cards=tuple(ids))
        self._groups.append(AddPiece(self._id(), deck.type_text, deck.state_text))
        return ids

    def _place(self, map_: str, x: int, y: int, pieces: Sequence[NewPiece]) -> list[str]:
        ids = []
        for piece in pieces:
            ids.append(self._id())
            self._pieces.append(piece.placed(ids[-1], map_, x, y))
        return ids

    def set_boards(self, map_: str, boards: Sequence[BoardPlace]) -> None:
        """Say which boards a map has in play; without it the module's own default counts."""
        self._boards.append(Boards(map_, tuple(boards)))

    def set_global(self, name: str, value: str, container: str = "Module") -> None:
        """Give a global property a value; `container` is Module, or the name of a map or zone."""
        self._globals.append(GlobalProperty(name, value, container))

    def set_turn(self, tracker: str, state: str) -> None:
        """Set a turn tracker, by its id such as `TurnTracker0`, to a state (`turns.TurnState`)."""
        self._turns.append(Turn(tracker, state))

    def text(self) -> str:
        """The saved game as one text."""
        leaves = [piece.text() for piece in (*self._pieces, *self._groups)]
        leaves += [value.text() for value in self._globals]
        leaves += [boards.text() for boards in self._boards]
        leaves.append(SetupStack().text())
        leaves += [turn.text() for turn in self._turns]
        return join([BEGIN_SAVE, *leaves, END_SAVE], ESC)

    def entries(
        self, *, date_saved: int = NEVER, form: Form = "classic"
    ) -> list[tuple[str, bytes]]:
        """The entries of the save, in VASSAL's order; `date_saved` in milliseconds since 1970."""
        save = replace(self.module, description=self.description, date_saved=date_saved)
        return save_entries(self.text(), self.module, save, form=form)

    def write(self, path: Path, *, overwrite: bool = False, form: Form = "classic") -> None:
        """Write the save. Raises VassalFileError if the file is there and may not be replaced."""
        write_save(path, self.entries(form=form), overwrite=overwrite)


def save_entries(
    text: str, module: Metadata, save: Metadata | None = None, *, form: Form = "classic"
) -> list[tuple[str, bytes]]:
    """The three entries of a save or log with this text; `save` describes it and has its date."""
    return [
        (SAVED_GAME, disguise(text, form)),
        (SAVE_DATA, (save or module).encode(named=False)),
        (MODULE_DATA, module.encode()),
    ]


def write_save(
    path: Path, entries: Sequence[tuple[str, bytes]], *, overwrite: bool = False
) -> None:
    """Write a save beside its place and then into it.

    Raises VassalFileError if the file is there and `overwrite` was not given.
    """
    if path.exists() and not overwrite:
        raise VassalFileError(
            path, "it is there already and is not overwritten: choose another name"
        )
    write_archive(path, entries)
