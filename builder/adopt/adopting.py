"""`kessel adopt`: the file of a module, and saves of it, to a game's folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder import limits
from builder.adopt.art import ArtFolder
from builder.adopt.blanking import HOLDS_GAMES, blanked
from builder.adopt.faces import Faces, Part
from builder.adopt.passwords import without_passwords
from builder.adopt.proving import faults
from builder.adopt.saved import predefined, setups_of, with_lost
from builder.adopt.setups import Setup
from builder.adopt.stock import Item
from builder.adopt.taking import Taking
from builder.adopt.told import Left, Told
from builder.adopt.words import ending, line
from builder.adopt.writing import NoGameError, write_tables
from builder.game.kept import FILES, FOLDER, TREE
from builder.game.problems import Problem, ProblemsError, already_there
from builder.game.skeleton import NAME, no_id
from builder.parts import folder_part_of
from builder.saying import Saying, clause, quoting, sentence
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.archive import BOMB, Archive, ArchiveError
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.module import Extended
from builder.vassal.extensions import whole_module
from builder.vassal.module_shape import zones_beyond

BEYOND = "The zones of its board have more than 20,000 corners together: this one holds no place."
CARDS = "it has {n:,} cards, and a game has at most {most:,}: take some out in VASSAL's editor"
SETUPS = (
    "it has {n:,} set-ups, and at most {most:,} are taken over: take some out in VASSAL's editor"
)
UNREAD = "No command could read the game that it becomes ({what}); nothing was written."
CHANGE = "Change or shorten what stands there in VASSAL's editor, and adopt the module anew."
NO_MAP = "The module has no map; its counters are taken over."


@dataclass(frozen=True)
class Adopted:
    """What was taken over: the folder, how much of what, and what could not be."""

    folder: Path
    title: str
    counters: int
    cards: int
    hexes: int
    places: int
    pictures: int
    scenarios: int
    left: tuple[Left, ...]
    extensions: tuple[Extended, ...] = ()


Progress = Callable[[str], None]
Say = Callable[[str], str]


def adopt(
    file: Path,
    name: str,
    parent: Path,
    saves: Sequence[Path] = (),
    progress: Progress = lambda what: None,
    say: Say = str,
    extensions: Sequence[Path] = (),
) -> Adopted:
    """Take the module in `file` over into the new folder `parent / name`, with the extensions that
    VASSAL loads with it and those given, its set-ups and the saves given as scenarios. `say` tells
    the comments of its files in the reader's language.

    ProblemsError for a folder that is there, a name that is no id, and a file that is no module
    or not to be trusted; nothing is written then.
    """
    folder = parent / name
    if not NAME.match(name):
        raise ProblemsError([no_id(name)])
    if folder.exists():
        raise ProblemsError([already_there(folder)])
    try:
        with (
            Archive(file, spare=True) as archive,
            whole_module(archive, extensions) as whole,
        ):
            told = Told()
            module, saves = with_lost(whole.module, saves)
            cleared = without_passwords(module, saves, told)
            parent.mkdir(parents=True, exist_ok=True)
            with _made_beside(folder) as beside:
                taking = Taking(
                    cleared.module, name, told, cleared.renamed, cleared.words, cleared.texts
                )
                for spared in whole.spared:
                    taking.told.add("file", ending(spared), BOMB, line(spared))
                for note in whole.notes:
                    taking.told.add("extension", "extension", note)
                adopted = _written(taking, beside, folder, saves, progress, say)
                del taking  # a large one: what reads it again has as much room as other commands
                if found := faults(beside):
                    raise ProblemsError([_unread(file, found[0])])
    except ArchiveError as error:
        raise ProblemsError([Problem(str(error.file), 0, sentence(error.what))]) from None
    except NoGameError as error:
        raise ProblemsError([Problem(str(file), 0, sentence(error.args[0]))]) from None
    return adopted


def _unread(file: Path, fault: Problem) -> Problem:
    """Why a module is not taken over of which a game was made that commands would refuse."""
    line = f":{fault.line}" if fault.line else ""
    what = clause(fault.text)
    if fault.file:
        what = quoting("{place}: {what}", place=f"{fault.file}{line}", what=what)
    return Problem(str(file), 0, Saying(UNREAD, what=what), CHANGE)


@contextmanager
def _made_beside(folder: Path) -> Iterator[Path]:
    """A hidden folder that takes its place as `folder` at the end; nothing of it is left after an
    error. OSError, naming `folder`, for what cannot be written."""
    named = ""
    try:
        with folder_part_of(folder) as beside:
            named = str(beside)
            yield beside
            os.rename(beside, folder)
    except OSError as error:
        if not str(error.filename or named).startswith(named):
            raise
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY):  # of two at once the second
            raise ProblemsError([already_there(folder)]) from None
        # Not the file that is being written: it lies where nobody looks, and is gone.
        why = error.strerror or "It cannot be written"
        raise OSError(error.errno, why, str(folder)) from None


def _written(
    taking: Taking,
    beside: Path,
    folder: Path,
    saves: Sequence[Path],
    progress: Progress,
    say: Say,
) -> Adopted:
    progress("pieces")
    if (offered := sum(1 for _ in predefined(taking))) > limits.TAKEN_SETUPS:
        raise NoGameError(Saying(SETUPS, n=offered, most=limits.TAKEN_SETUPS))
    _within(taking.stock.sure_cards)
    items = taking.items
    _within(cards := sum(item.is_card for item in items))
    taking.make_plain()  # before shapes are asked for: boards are as large as their pictures
    if taking.main is None:
        taking.told.add("component", "Map", NO_MAP)
    for part in taking.root.walk():
        if isinstance(part, c.ZonedGrid):
            for zone in zones_beyond(part):
                taking.told.add("place", "zone", BEYOND, line(zone.name))
    progress("pictures")
    art = ArtFolder(beside / "art", taking.pictures)
    for lost, why in art.write_all():
        taking.told.add("picture", ending(lost), why, line(lost))
    art.expect(face for item in items for face in taking.faces[item.id].faces)
    shown = {item.id: _pictures(art, item, taking.faces[item.id]) for item in items}
    progress("components")
    _write_files(taking, beside)
    progress("set-ups")
    setups = list(setups_of(taking, beside, saves))
    (beside / FOLDER / TREE).write_bytes(xml.to_bytes(_without_lost(taking, setups)))
    write_tables(taking, beside, art, shown, setups, say)
    return Adopted(
        folder=folder,
        title=line(taking.module.name) or taking.id,
        counters=len(items) - cards,
        cards=cards,
        hexes=len(taking.hexes.cells) if taking.hexes else 0,
        places=len(taking.places),
        pictures=len(list(taking.pictures.names())),
        scenarios=len(setups),
        left=tuple(taking.told),
        extensions=taking.module.extensions,
    )


def _within(cards: int) -> None:
    """NoGameError for more cards than a game has."""
    if cards > limits.CARDS:
        raise NoGameError(Saying(CARDS, n=cards, most=limits.CARDS))


def _pictures(art: ArtFolder, item: Item, faces: Faces) -> tuple[list[str], str]:
    """The pictures of the faces of a counter, and of its back as a card."""
    found = [art.face(face, f"{item.id}-{at}") for at, face in enumerate(faces.faces, 1)]
    if any(found):  # each stays at its step
        found = [name or art.blank() for name in found]
    back = ""
    if faces.back and art.pictures.size(faces.back):
        back = art.face((Part(faces.back),), f"{item.id}-back")
    return [name for name in found if name], back


def _without_lost(taking: Taking, setups: Sequence[Setup]) -> Component:
    """The components without the set-ups whose saves were not kept: VASSAL would look for those."""
    kept = {setup.kept for setup in setups}
    lost = {setup.relative for setup in predefined(taking)} - kept

    def walk(part: Component) -> Component:
        if not part.children:
            return part
        inside = (child for child in part.children if not _is_lost_one(child, lost))
        return part.replace(children=tuple(map(walk, inside)))

    return walk(taking.root) if lost else taking.root


def _is_lost_one(part: Component, lost: Container[str]) -> bool:
    if not isinstance(part, c.PredefinedSetup) or part.is_menu or not part.use_file:
        return False
    return part.file in lost


def _write_files(taking: Taking, beside: Path) -> None:
    """The module's files but its components, its programs and its set-ups."""
    kept = beside / FOLDER
    kept.mkdir(parents=True)
    setups = {setup.relative for setup in predefined(taking)}
    for name in sorted(taking.module.files):
        data = None if name in setups else taking.file(name)
        if data is None:
            continue
        own = blanked(data, taking.known_by)
        if own is None:
            taking.told.add("file", ending(name), HOLDS_GAMES, line(name))
            continue
        path = kept / FILES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(own)
