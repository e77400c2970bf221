"""A save or log opened together with its module, if that can be found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.saying import AsWritten, Saying, quoting
from builder.vassal.answers import Answers, Viewer
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.archive import Archive, ArchiveError
from builder.vassal.buildfile.module import Module
from builder.vassal.commands import SETUP_STACK
from builder.vassal.errors import VassalFileError
from builder.vassal.extensions import whole_module
from builder.vassal.find_module import find_module
from builder.vassal.locations import MODULE, Locator, ModuleShape
from builder.vassal.log_end import cut_off
from builder.vassal.markup import unformatted
from builder.vassal.module_shape import shape_of
from builder.vassal.replay import Replay
from builder.vassal.savedgame import SavedGame, read_saved_game
from builder.vassal.state import OBSERVER, GameState
from builder.vassal.table_rules import table_rules
from builder.vassal.turns import turn_number, turn_text


@dataclass(frozen=True)
class OpenedGame:
    """A save or log ready to be looked at. Without a module there are no hexes, only pixels.

    `notes` say, a sentence each, what is missing or does not fit; `not_found` is the one of them
    that says that there is no module.
    """

    saved: SavedGame
    replay: Replay
    module: Module | None = None
    module_file: Path | None = None
    shape: ModuleShape | None = None
    notes: tuple[str, ...] = ()
    not_found: str = ""

    @property
    def module_name(self) -> str:
        """The name of the module that the save was played with, or of the one at hand."""
        if self.saved.module is not None and self.saved.module.name:
            own = "" if self.module is None else self.module.name
            return self.saved.passwords.told(self.saved.module.name, own)
        return "" if self.module is None else self.module.name

    def laid_out(self, shape: ModuleShape, notes: Iterable[str]) -> OpenedGame:
        """The same with the windows and hexes of its game's own files, because its module was not
        found; `notes` stand instead of the one that said so."""
        told = (*(note for note in self.notes if note != self.not_found), *notes)
        replay = Replay(self.saved, table_rules(shape))
        return replace(self, shape=shape, replay=replay, notes=told, not_found="")

    def answers(self, state: GameState, viewer: Viewer | None = None) -> Answers:
        """Questions to the pieces of a state of this game."""
        return Answers(state, Locator(self.shape, state), viewer or Viewer())

    def sides(self, state: GameState) -> list[str]:
        """The sides of the game: those of the module, then others that somebody plays."""
        found: dict[str, None] = {}
        if self.module is not None:
            for part in self.module.root.walk():
                if isinstance(part, c.PlayerRoster):
                    entries = (child for child in part.children if isinstance(child, c.Entry))
                    found.update(dict.fromkeys(entry.content for entry in entries))
        found.update(dict.fromkeys(seat.side for seat in state.seats))
        return [side for side in found if side and side != OBSERVER]

    def turn(self, state: GameState) -> tuple[int | None, str]:
        """Number of the turn, and what the first tracker shows; empty without the module."""
        trackers = () if self.shape is None else self.shape.trackers
        for id_, raw in state.turns.items():
            tracker = next((one for one in trackers if id_ in (one.name, one.id)), None)
            stands = None if tracker is None else tracker.state({id_: raw})
            if tracker is None or stands is None:
                return turn_number(raw), ""
            text = turn_text(tracker, stands, self._module_properties(state))
            return turn_number(raw), unformatted(text)
        return None, ""

    def _module_properties(self, state: GameState) -> dict[str, str]:
        """The global properties of the module itself, as they are now."""
        shape = self.shape or ModuleShape()
        kept = (*shape.initial.items(), *state.globals.items())
        found = {name: value for (container, name), value in kept if container == MODULE}
        return found | Locator(self.shape, state).turned(state)


def open_game(
    file: Path | str, module: Path | str | None = None, extensions: Sequence[Path] = ()
) -> OpenedGame:
    """Open a save or log with the module given, or the one found beside it or by its name, and with
    its extensions: those that VASSAL loads, those the save needs, and those given.

    Raises VassalFileError for the save, and for a module or extension that was named but cannot be
    read.
    """
    saved = read_saved_game(file)
    notes = [note] if (note := cut_off(saved)) else []
    name = "" if saved.module is None else saved.module.name
    path = Path(module) if module is not None else find_module(Path(file), name)
    if path is None:
        missing = _not_found(saved.passwords.told(name))
        return OpenedGame(saved, Replay(saved), notes=(*notes, missing), not_found=missing)
    try:
        with (
            Archive(path) as archive,
            whole_module(archive, extensions, saved, [Path(file).parent]) as whole,
        ):
            read = whole.module
            shape = shape_of(read)
            notes += whole.notes
    except ArchiveError as error:
        if module is not None or error.file in extensions:
            raise VassalFileError(error.file, error.what) from None
        unfit = "The module {module} is of no use: {why}."
        notes.append(Saying(unfit, module=AsWritten(path), why=error.what))
        return OpenedGame(saved, Replay(saved), notes=tuple(notes))
    if name and read.name != name:
        notes.append(
            quoting(
                "The save belongs to the module {module}, not to {module2}.",
                module=repr(saved.passwords.told(name, read.name)),
                module2=repr(read.name),
            )
        )
    if _begins_anew(saved, read):
        notes.append(BEGINS_ANEW)
    replay = Replay(saved, table_rules(shape))
    return OpenedGame(saved, replay, read, path, shape, tuple(notes))


BEGINS_ANEW = (
    "The save is older than what stands on the maps of its module when a game begins, as after an "
    "extension was added: VASSAL lays that out when it opens the save, and it is not shown here."
)


def _begins_anew(saved: SavedGame, module: Module) -> bool:
    """Whether VASSAL takes the game for a new one and sets up the at-start stacks and decks: a save
    of a module that has any says that it is not (NewGameIndicator)."""
    if any(leaf.startswith(SETUP_STACK) for leaf in saved.restore):
        return False
    stacks = (part for part in module.root.walk() if isinstance(part, c.SetupStack | c.DrawPile))
    return any(stack.children for stack in stacks)


def _not_found(name: str) -> str:
    """The note that the module of a save, of this name if it tells one, is not to be found."""
    if name:
        return quoting(
            "Its module {module} was not found, so places are pixels and private windows are not "
            "known; name it with --module.",
            module=repr(name),
        )
    return (
        "Its module was not found, so places are pixels and private windows are not known; name it "
        "with --module."
    )
