"""The saves of set-ups: kept without their players' ids, and read for what stands where; many of
them in two processes at once, because each takes some tenths of a second."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from builder import limits
from builder.adopt.blanking import HEAD, PACKED
from builder.adopt.setups import Stand, place_finder, settled, stands_in
from builder.game.kept import FILES, FOLDER, Kept, Known
from builder.machine.children import belong, starting
from builder.vassal.answers import Answers, Viewer
from builder.vassal.blanked import OfModule, blanked_game
from builder.vassal.buildfile.archive import NO_ENTRY
from builder.vassal.container import SAVED_GAME
from builder.vassal.errors import VassalFileError
from builder.vassal.locations import Locator, ModuleShape
from builder.vassal.pieces import PieceType
from builder.vassal.state import GameState

MANY = 12
"""From so many saves on a second process is worth its start."""

_WAITING = 4
_IN_FIGURES = b"!VCSK"
"""How a text begins of which each byte is two figures."""
_XZ = b"\xfd7zXZ"
"""How one begins that is packed, to some twentieth of it."""

File = tuple[str, bytes | None]
"""A save by its file under `kept/files`, and its bytes; None for one that a folder cannot hold."""


@dataclass(frozen=True)
class Ground:
    """What the places and counters of a save are found by: the new folder, a row for each slot, the
    maps, the main one's name, the names of hexes, other places with the maps they lie on, what
    saves know the module by, and which saves are of games that are played: what a side hides in
    those is written out for nobody."""

    folder: Path
    rows: tuple[Known, ...]
    shape: ModuleShape
    main: str
    places: Mapping[str, str]
    hexes: frozenset[str]
    module: OfModule = field(default_factory=OfModule)
    played: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Unrolled:
    """What stands in a set-up, how many of its pieces are no counter of the module's, how many a
    side masks, and whether that could be read."""

    stands: tuple[Stand, ...] = ()
    unknown: int = 0
    masked: int = 0
    read: bool = True


@dataclass
class Unroller:
    """Keeps saves and reads them. Types of pieces are read once for all of them."""

    ground: Ground
    types: dict[str, PieceType] = field(default_factory=dict, repr=False)

    @cached_property
    def _counters(self) -> Kept:
        kept = Kept(self.ground.folder)
        kept.__dict__["known"] = self.ground.rows  # the folder does not hold them yet
        return kept

    def stands(self, state: GameState, *, played: bool = False) -> Unrolled:
        """What stands on the maps of a state; of a game that is played, for all eyes."""
        own = self.ground
        place_of = place_finder(own.shape, state, own.main, own.places, own.hexes)
        answers = Answers(state, Locator(own.shape, state), Viewer(referee=True))
        eyes = replace(answers, viewer=Viewer()) if played else None
        found, unknown, masked = stands_in(answers, self._counters.find, place_of, eyes)
        return Unrolled(tuple(found), unknown, masked)

    def save(self, file: File, placed: bool = True) -> Unrolled | None:
        """Write a save into the folder. What stands in it, if that is wanted; None for one that is
        not written, because nobody can tell the ids in it."""
        relative, data = file
        if data is None:
            return None
        self._forget()
        try:
            kept, game = blanked_game(data, self.types, PACKED, self.ground.module)
        except VassalFileError:
            return None
        path = self.ground.folder / FOLDER / FILES / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(kept)
        if not placed:
            return Unrolled()
        try:
            played = relative in self.ground.played
            return self.stands(settled(game, self.types), played=played)
        except VassalFileError:
            return Unrolled(read=False)

    def _forget(self) -> None:
        if sum(map(len, self.types)) > limits.KEPT_TYPES:
            self.types.clear()


def text_size(data: bytes) -> int:
    """How much text a save says it has; its own size for what is none."""
    try:
        with ZipFile(BytesIO(data)) as archive, archive.open(SAVED_GAME) as stream:
            size = archive.getinfo(SAVED_GAME).file_size
            head = stream.read(HEAD)
            return (
                size // 2
                if head.startswith(_IN_FIGURES)
                else size * (20 if head.startswith(_XZ) else 1)
            )
    except (*NO_ENTRY, BadZipFile, KeyError, NotImplementedError):
        return len(data)


def unrolled(
    unroller: Unroller, files: Iterable[File], count: int, placed: bool
) -> Iterator[Unrolled | None]:
    """Each of `count` files as `Unroller.save` gives it, in order."""
    rest = iter(files)
    if count >= MANY:
        yield from _together(unroller, rest, placed)
    for file in rest:
        yield unroller.save(file, placed)


def _together(unroller: Unroller, files: Iterator[File], placed: bool) -> Iterator[Unrolled | None]:
    """The files by two processes; where these cannot be had, the rest is left to the caller."""
    try:
        with starting():
            pool = ProcessPoolExecutor(
                max_workers=2,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(unroller.ground,),
            )
    except (OSError, NotImplementedError):  # where the system has no semaphores
        return
    waiting: deque[tuple[File, Future[Unrolled | None]]] = deque()

    def next_() -> Unrolled | None:
        file, future = waiting.popleft()
        try:
            return future.result()
        except BrokenProcessPool:  # a process was ended, as where memory is short
            return unroller.save(file, placed)

    try:
        for file in files:
            try:
                with starting():
                    waiting.append((file, pool.submit(_saved, file, placed)))
            except BrokenProcessPool:
                yield from (next_() for _ in range(len(waiting)))
                yield unroller.save(file, placed)
                return
            if len(waiting) > _WAITING:
                yield next_()
        while waiting:
            yield next_()
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C nobody waits for the rest


_here: list[Unroller] = []  # of a process of the pool, which works for one module


def _begin(ground: Ground) -> None:
    belong()
    _here[:] = [Unroller(ground)]


def _saved(file: File, placed: bool) -> Unrolled | None:
    return _here[0].save(file, placed)
