"""A save or a log: the restored game, and the steps that were logged after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO

from builder import limits
from builder.saying import quoting
from builder.vassal.buildfile.metadata import Metadata
from builder.vassal.command_reader import read_command
from builder.vassal.command_tree import Group, leaves, tree_of, write_tree
from builder.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    LOG,
    Command,
    Extension,
    Other,
)
from builder.vassal.container import (
    MODULE_DATA,
    SAVE_DATA,
    SAVED_GAME,
    Kind,
    kind_of,
    metadata_of,
    open_archive,
)
from builder.vassal.errors import ANEW, RIGHT, VassalFileError
from builder.vassal.ids import Ids
from builder.vassal.obfuscation import decoded, undisguised
from builder.vassal.secret import Passwords
from builder.vassal.sequence import ESC, TAB

EXTENSION = "EXT" + TAB
_TOO_MANY = quoting(
    "it holds more than {size:,} commands, which no game needs", size=limits.COMMANDS
)

# What VASSAL's own components encode beyond the typed commands. A logged command of no known kind
# does not exist for VASSAL, and a step of nothing else is no step.
_ENGINE_PREFIXES = (
    BEGIN_SAVE,
    END_SAVE,
    "PNOTE\t",
    "SNOTE\t",
    "FLARE\t",
    "LOS\t",
    "SHOW_RESULTS\t",
    "CLOCK",
    "DECK",
    "LOCKSPOTAB",
    "GlobalTranslatable\t",
    "Events",
    "PLUGIN\t",
    "SYNC",
    "PRIV_CHAT",
)

# Whole runs of them at once, with the delimiter before them in the pattern, because a look back at
# each place takes twice as long: one save holds 70,000. The run itself gives back what it took,
# because Python before 3.11.5 loses signs after a group that does not.
_EMPTY_STACKS = re.compile(
    rf"{ESC}(?:\+/[^/{ESC}\\]*+/stack/[^;{ESC}\\]*+;-?\d++;-?\d++;@@-?\d++\\++{ESC})+"
)


@dataclass(frozen=True)
class SavedGame:
    """What a save or log holds. `parted` is the whole of its text, parted at each ESC; `text` is
    written back as it is.

    `tree` is the command tree; `module` and `save` are the metadata beside it, None if missing;
    `is_tidy` tells that it has no empty stacks.
    """

    file: Path | None
    parted: tuple[str, ...] = field(repr=False)
    module: Metadata | None = None
    save: Metadata | None = None
    is_tidy: bool = False

    @classmethod
    def of(
        cls,
        file: Path | None,
        text: str,
        module: Metadata | None = None,
        save: Metadata | None = None,
    ) -> SavedGame:
        """What the text of a saved game holds."""
        return cls(file, tuple(text.split(ESC)), module, save)

    @cached_property
    def text(self) -> str:
        """The whole of it. One strange letter makes each letter of a large text take twice the
        memory, and every look at it twice the time: most need but its parts."""
        return ESC.join(self.parted)

    @cached_property
    def tree(self) -> str | Group:
        """All commands, as the tree that they are."""
        return tree_of(self.parted)

    @property
    def parts(self) -> tuple[str | Group, ...]:
        """What stands on the top of the tree: the commands of the restored game, then the steps."""
        return self.tree.parts if isinstance(self.tree, Group) else (self.tree,)

    @cached_property
    def restore(self) -> tuple[str, ...]:
        """The commands that put up the game, in order."""
        return tuple(leaf for leaf in leaves(self.tree) if not leaf.startswith(LOG))

    @property
    def extensions(self) -> list[Extension]:
        """The extensions that it was made with, each once."""
        told = (read_command(leaf) for leaf in self.restore if leaf.startswith(EXTENSION))
        return list(dict.fromkeys(one for one in told if isinstance(one, Extension)))

    @cached_property
    def steps(self) -> tuple[tuple[str, ...], ...]:
        """The commands of each logged step, in order; empty for a save."""
        return tuple(step for part in self.parts if (step := logged_step(part)))

    @cached_property
    def passwords(self) -> Passwords:
        """Those of all who ever play, as far as its commands tell. VassalFileError for more players
        than any game has."""
        return met(self).passwords

    def module_told(self, name: str = "", version: str = "") -> Metadata | None:
        """What it says of its module as it may be told; `name` and `version` everybody knows."""
        if (module := self.module) is None:
            return None
        told = self.passwords.told
        return replace(
            module,
            name=told(module.name, name),
            version=told(module.version, version),
            description=told(module.description, name),
        )

    def written(self) -> str:
        """The text, put together again from the tree."""
        return write_tree(self.tree)

    def without_empty_stacks(self) -> SavedGame:
        """The game without stacks that hold no piece, of which saves of old modules have tens of
        thousands: they stand for nothing and take ten times as long as the rest."""
        if self.is_tidy:
            return self
        text = _EMPTY_STACKS.sub(ESC, self.text)
        return replace(self, parted=tuple(text.split(ESC)), is_tidy=True)


def met(game: SavedGame) -> Ids:
    """The players of a game, as far as its commands tell of them. VassalFileError for too many."""
    ids = Ids()
    try:
        for part in (game.restore, *game.steps):
            ids.meet(part)
    except VassalFileError as error:
        raise VassalFileError(game.file, error.what, error.remedy) from None
    return ids


def logged_step(part: str | Group) -> tuple[str, ...]:
    """The commands of a logged step, in order; none for what is no step to VASSAL."""
    logged = tuple(leaf[len(LOG) :] for leaf in leaves(part) if leaf.startswith(LOG))
    return logged if is_step(logged) else ()


def is_step(commands: Iterable[str]) -> bool:
    """Whether commands are a step to VASSAL: one of them at least is of a kind that it knows."""
    return any(map(_exists, commands))


def _exists(leaf: str) -> bool:
    return (
        leaf == "" or leaf.startswith(_ENGINE_PREFIXES) or not isinstance(read_command(leaf), Other)
    )


def commands_of(step: Iterable[str]) -> list[Command]:
    """The commands of a step; what VASSAL could not encode (`null`) is left out."""
    return [read_command(leaf) for leaf in step if leaf not in ("", "null")]


def read_saved_game(file: Path | str | IO[bytes], named: Path | str | None = None) -> SavedGame:
    """Read a save or log. Raises VassalFileError, naming the file (`named` for a stream)."""
    with open_archive(file, named) as archive:
        kind = kind_of(archive)
        if kind is None:
            what = "it is a ZIP, but not of VASSAL's: name a .vsav or a .vlog"
            raise VassalFileError(archive.path, what)
        if kind is not Kind.SAVE:
            what = quoting(
                "it is a VASSAL {what}, not a save or a log: name a .vsav or a .vlog",
                what=kind.value,
            )
            raise VassalFileError(archive.path, what)
        data = archive.read(SAVED_GAME, limits.SAVED_GAME)
        module, save = metadata_of(archive, MODULE_DATA), metadata_of(archive, SAVE_DATA)
    try:
        parted = _parted(undisguised(data))
    except VassalFileError as error:
        raise error.at(archive.path) from None
    return _parsed(parted, archive.path, module, save)


def _parted(raw: bytes) -> list[str]:
    """The text of some bytes, parted at each ESC. Raises VassalFileError."""
    parts = raw.split(ESC.encode(), limits.COMMANDS + 1)
    if len(parts) > limits.COMMANDS + 1:
        raise VassalFileError(None, _TOO_MANY, RIGHT)
    try:
        return [str(part, "utf-8") for part in parts]
    except UnicodeDecodeError:
        return decoded(raw).split(ESC)  # which tells where


def parse_saved_game(
    text: str,
    file: Path | None = None,
    module: Metadata | None = None,
    save: Metadata | None = None,
) -> SavedGame:
    """The saved game of a text that is no longer disguised. Raises VassalFileError."""
    if many := asks_too_much(text):
        raise VassalFileError(file, many, RIGHT)
    return _parsed(text.split(ESC), file, module, save)


def _parsed(
    parted: Sequence[str], file: Path | None, module: Metadata | None, save: Metadata | None
) -> SavedGame:
    if len(parted) == 1 and not parted[0]:
        raise VassalFileError(file, "its saved game is empty", ANEW)
    if many := _too_long(max(map(len, parted))):
        raise VassalFileError(file, many, RIGHT)
    start = ESC.join(part[:200] for part in parted[:200])[:200]
    if BEGIN_SAVE not in start:
        raise VassalFileError(
            file,
            quoting(
                "it does not begin with {what}, so it is damaged or its key is wrong: fetch it "
                "again, or open it in VASSAL and save it anew",
                what=BEGIN_SAVE,
            ),
        )
    if not any(END_SAVE in part for part in reversed(parted)):  # it stands at the end
        what = quoting("it has no {what}: it was cut off", what=END_SAVE)
        raise VassalFileError(file, what, ANEW)
    return SavedGame(file, tuple(parted), module, save)


def asks_too_much(text: str) -> str:
    """What a saved game, or a message of online play, has more of than any game needs; empty if
    nothing."""
    length = _longest(text)
    return _TOO_MANY if length is None else _too_long(length)


def _too_long(length: int) -> str:
    """What is wrong with a longest command of so many characters; empty if nothing."""
    if length > limits.COMMAND:
        return quoting(
            "one of its commands has {size:,} characters, which no game needs", size=length
        )
    return ""


def _longest(text: str) -> int | None:
    """The characters of the longest command; None for more commands than any game has."""
    longest, start, many = 0, 0, 0
    while (end := text.find(ESC, start)) >= 0:  # as quick as to count them
        longest, start, many = max(longest, end - start), end + 1, many + 1
        if many > limits.COMMANDS:
            return None
    return max(longest, len(text) - start)
