"""The pictures of the board page, by what they show: each is drawn once and then kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias
from zipfile import BadZipFile, ZipFile

from assistant.board.aside import Aside
from assistant.board.tiles import cut, tiles_key
from assistant.position import LyingCard, Position, Unit
from assistant.report.faces import extent_of, face_of
from assistant.report.sheet import Sheet, picture_cache, sheet_of
from builder.game.board import Board
from builder.game.model import Game

if TYPE_CHECKING:
    from assistant.board.lettering import BarePicture, Lettering, NamePicture
    from assistant.report.lying import Laid, Shown
    from builder.adopt.art import Extent
    from builder.drawing.looks import CountersDrawing
    from builder.module.cards import CardPicture
    from builder.module.face_picture import FacePicture

    _Picture: TypeAlias = FacePicture | CardPicture | NamePicture | BarePicture

COUNTER_PIXELS = 120
"""Twice the size at which counters lie on the map, for fine screens."""

FACES = 4000
"""Faces that are kept; a game has a few hundred."""

LAYOUTS = 48
"""Layouts of stacks of which the names are kept that they cover: as many as moments are."""

SHEETS = 4
"""Boards whose sheets are kept: one of each file shown, as a rule."""


@dataclass
class _Cards:
    """What the cards of a game show, each read once."""

    game: Game | None = None
    read: Callable[[LyingCard], Shown] | None = None
    known: dict[tuple[str, str], Shown] = field(default_factory=dict)

    def __call__(self, card: LyingCard) -> Shown:
        assert self.read is not None
        shows = card.card, card.back
        if shows not in self.known:
            self.known[shows] = self.read(card)
        return self.known[shows]


@dataclass
class Images:
    """Pictures by key. Only what has been told to the page can be asked for."""

    aside: Aside = field(default_factory=Aside)
    _faces: OrderedDict[str, _Picture] = field(default_factory=OrderedDict)
    _keys: OrderedDict[tuple[str, str, int], str] = field(default_factory=OrderedDict)
    _looks: OrderedDict[int, tuple[Game, CountersDrawing]] = field(default_factory=OrderedDict)
    _sheets: OrderedDict[int, tuple[Board, Sheet]] = field(default_factory=OrderedDict)
    _tiles: OrderedDict[str, ZipFile] = field(default_factory=OrderedDict)
    _cards: _Cards = field(default_factory=_Cards)
    _names: OrderedDict[tuple[object, ...], Lettering] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _drawing: Lock = field(default_factory=Lock)

    def sheet(self, position: Position) -> Sheet:
        """The sheet on which a position lies."""
        board = position.board
        with self._lock:
            kept = self._sheets.get(id(board))
            if kept is None:
                kept = self._sheets[id(board)] = (board, sheet_of(position))
            _keep(self._sheets, id(board), SHEETS)
            return kept[1]

    def told(self, key: str) -> tuple[Sheet, str] | None:
        """The sheet and the language of a map's key; None for a key that was not told."""
        with self._lock:
            sheets = [sheet for _, sheet in self._sheets.values()]
        for sheet in sheets:
            for language, known in sheet.keys.items():
                if known == key:
                    return sheet, language
        return None

    def face_key(self, game: Game, unit: Unit) -> str:
        """The key of a unit's face now up."""
        own = sorted(unit.fields.items())
        told = repr((unit.counter or unit.id, unit.side, unit.type, own, unit.look))
        key = (game.id, told, unit.step)
        with self._lock:
            if key not in self._keys:
                picture = self._picture(game, unit)
                self._keys[key] = picture.key()
                self._faces[self._keys[key]] = picture
            _keep(self._keys, key, FACES)
            _keep(self._faces, self._keys[key], FACES)
            return self._keys[key]

    def _picture(self, game: Game, unit: Unit) -> FacePicture:
        """What a unit's face shows. How counters look is read once a game, because a board asks for
        hundreds."""
        from builder.drawing.looks import counters_drawing
        from builder.module.face_picture import FacePicture

        if id(game) not in self._looks:
            self._looks[id(game)] = game, counters_drawing(game)
        _keep(self._looks, id(game), SHEETS)
        return FacePicture(unit.id, face_of(game, unit, self._looks[id(game)][1]), COUNTER_PIXELS)

    def extent(self, game: Game, unit: Unit) -> Extent | None:
        """How far a unit reaches from its spot, for one that has a size of its own."""
        if game.kept is None:
            return None
        from builder.module.face_picture import FacePicture

        picture = self._faces.get(self.face_key(game, unit))
        return extent_of(game, unit, picture.face) if isinstance(picture, FacePicture) else None

    def cards(self, position: Position) -> list[dict[str, Any]]:
        """The cards on the map from the bottom up, with the keys of the faces that they show, their
        rectangles in the map's pixels, and on the top one of a pile their number."""
        if not position.cards:
            return []
        from assistant.report.lying import laid

        unit = self.sheet(position).layout.pixels.width
        with self._lock:
            lying = laid(position, unit, self._shown_by(position))
            return [self._told_card(one) for one in sorted(lying, key=lambda one: one.above)]

    def _shown_by(self, position: Position) -> Callable[[LyingCard], Shown]:
        """Who tells what a card shows; each face is read once."""
        from assistant.report.lying import faces_of

        game = position.game
        if self._cards.game is not game:
            self._cards = _Cards(game, faces_of(game))
        return self._cards

    def _told_card(self, one: Laid) -> dict[str, Any]:
        from builder.module.cards import CardPicture

        picture = CardPicture("card.png", one.face, one.width)
        key = picture.key()
        self._faces[key] = picture
        _keep(self._faces, key, FACES)
        return {
            "name": one.card.name,
            "hex": one.card.hex,
            "picture": key,
            "deck": one.card.deck,
            "at": [round(one.x, 1), round(one.y, 1), one.width, one.height],
            "pile": one.pile,
            "above": one.above,
        }

    def names(
        self, position: Position, language: str, attacked: Sequence[str]
    ) -> dict[str, list[dict[str, Any]]]:
        """The names that counters cover: `below` is laid on the map, `again` over the counters; the
        keys of pictures and their rectangles. Worked out once for stacks that lie alike."""
        from assistant.board.lettering import lettering

        sheet = self.sheet(position)
        spoken, heaps = sheet.spoken(language), position.stacks.items()
        key = (sheet.keys[spoken], *attacked, *sorted((name, len(units)) for name, units in heaps))
        with self._lock:
            found = self._names.get(key)
        if found is None:
            found = lettering(sheet, position, spoken, attacked)
        with self._lock:
            if any(found):  # else the map may have to be drawn first
                self._names[key] = found
                _keep(self._names, key, LAYOUTS)
            below, again = (list(map(self._told_name, pictures)) for pictures in found)
        return {"below": below, "again": again}

    def _told_name(self, picture: BarePicture | NamePicture) -> dict[str, Any]:
        key = picture.key()
        self._faces[key] = picture
        _keep(self._faces, key, FACES)
        left, top, right, bottom = picture.box
        return {"picture": key, "at": [left, top, right - left, bottom - top]}

    def face(self, key: str) -> bytes | None:
        """A face as PNG; None for a key that was not told."""
        with self._lock:
            picture = self._faces.get(key)
        if picture is None:
            return None
        found = picture_cache().get(key)
        if found is None:
            found = picture.draw()
            picture_cache().put(key, found)
        return found

    def tile(self, sheet: Sheet, language: str, name: str) -> bytes | None:
        """A tile of a map as JPEG, None if the map has none of that name; AsideError if the map
        cannot be drawn. The map is drawn and cut when its first tile is asked for."""
        key = sheet.keys[language]
        with self._drawing:
            archive = self._tiles.get(key)
            if archive is None:
                archive = self._tiles[key] = self._cut(sheet, language)
            _keep(self._tiles, key, SHEETS)
            try:
                return archive.read(name)
            except KeyError:
                return None

    def _cut(self, sheet: Sheet, language: str) -> ZipFile:
        if found := picture_cache().get(tiles_key(sheet, language)):
            with suppress(BadZipFile):
                return ZipFile(BytesIO(found))
        return ZipFile(BytesIO(self.aside.run(cut, sheet, language)))

    def map(self, sheet: Sheet, language: str) -> bytes:
        """A map as PNG, from the disk if it was drawn before; AsideError if it cannot be drawn."""
        with self._drawing:
            return sheet.found(language) or self.aside.run(sheet.kept, language)


def _keep(kept: OrderedDict[Any, Any], key: object, most: int) -> None:
    """Mark as used, and forget what was not used for longest."""
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
