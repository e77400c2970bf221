"""The map sheet under the pieces: the module's own, or that of a position's own board."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING

from assistant.position import Position
from assistant.report.standing import Standing
from assistant.words.voice import ENGLISH
from builder.drawing.map.layout import MapLayout, Region, layout_map
from builder.game.model import Game
from builder.machine.freed import give_back
from builder.module import kept_names

if TYPE_CHECKING:
    from builder.drawing.below import Below
    from builder.drawing.map.halves import Drawn, Partner
    from builder.drawing.map.names import Labels
    from builder.drawing.png import FlatRows
    from builder.drawing.rows import Box, Rows
    from builder.module.art import Cache
    from builder.module.map_picture import MapPicture


QUICK = 3
"""How hard a sheet is packed while somebody waits."""


def _quick(key: str) -> str:
    """Of a sheet packed quickly, whose bytes are not the same everywhere: no module has it."""
    return f"{key}-quick"


@dataclass(frozen=True)
class Sheet:
    """A map that can be drawn, and where everything on it lies.

    `game` has the board of the position; `own` tells that it is the game's own.
    """

    game: Game
    own: bool

    @cached_property
    def layout(self) -> MapLayout:
        return layout_map(self.game)

    @cached_property
    def keys(self) -> dict[str, str]:
        """By language, a key of all that decides how the map looks."""
        return {language: self.key(language) for language in self.languages}

    @property
    def languages(self) -> tuple[str, ...]:
        """Those in which the map can be drawn."""
        return ("en", *self.game.texts)

    def spoken(self, language: str) -> str:
        """The language in which the map is drawn for readers of one."""
        return language if language in self.languages else ENGLISH

    def key(self, language: str) -> str:
        """Of one language's map, as it was when it was first asked for."""
        found = self._known_keys.get(language)
        if found is None:
            found = self._known_keys[language] = self._key(language)
        return found

    @cached_property
    def _known_keys(self) -> dict[str, str]:
        return {}

    def _key(self, language: str) -> str:
        from builder.module.art import key_of

        if self.own:
            return self._picture(language).key()
        board, definition = self.game.board, self.game.definition
        parts = (board.terrain, board.hexsides, board.owned, board.lines)
        laid = [sorted((name, sorted(kinds)) for name, kinds in part.items()) for part in parts]
        texts = repr(sorted(self.game.texts.get(language, {}).items()))
        standing = repr(sorted(self.game.set_up))  # names keep off them
        return key_of("board", language, definition.model_dump_json(), texts, repr(laid), standing)

    def kept(self, language: str) -> bytes:
        """The sheet as a picture file: from the user's cache if it was drawn before."""
        found = self.found(language)
        return self._drawn_now(language) if found is None else found

    def _drawn_now(self, language: str) -> bytes:
        """By two processes where that helps."""
        partner = self.partner(language)
        try:
            if (drawn := self.drawn(language, partner)) is not None:
                found = drawn.file(QUICK)
                self.keep(language, found, drawn.below)
                kept_names.keep_labels(picture_cache(), self.key(language), drawn.labels)
                return found
        finally:
            if partner is not None:
                partner.end()
        found = self.draw(language)
        give_back()
        _keep(self.key(language), found)
        return found

    def is_kept(self, language: str) -> bool:
        """Whether the sheet was drawn before; what is kept may be damaged."""
        cache, key = picture_cache(), self.key(language)
        return self._is_whole(language) and (cache.has(key) or cache.has(_quick(key)))

    def _is_whole(self, language: str) -> bool:
        """Whether it is known what lies below names, which the map's picture does not tell."""
        unnamed = self.layout.under is not None or self.game.definition.board is not None
        return unnamed or kept_names.has_below(picture_cache(), self.key(language))

    def partner(self, language: str) -> Partner | None:
        """Another process that draws half of the sheet, to be ended; None if the sheet was drawn
        before, or needs none."""
        if self.is_kept(language):
            return None
        from builder.drawing.map.halves import Partner  # what draws maps takes long to load

        return Partner.of(self.game, self.layout, language)

    def drawn(self, language: str, partner: Partner | None = None) -> Drawn | None:
        """The sheet as it is drawn, to be kept; None where it is drawn whole."""
        return self._picture(language).drawn(partner)

    def keep(self, language: str, picture: bytes, below: Below) -> None:
        """Keep the sheet as it was drawn now, packed at the level `QUICK`, and what lies below its
        names."""
        key = self.key(language)
        _keep(_quick(key), picture)
        kept_names.keep_below(picture_cache(), key, below)

    def below(self, language: str) -> Below:
        """What lies below the names of a sheet that was drawn before, as far as it is known."""
        return kept_names.below_of(picture_cache(), self.key(language))

    def labels(self, language: str, partner: Partner | None = None) -> Labels:
        """Where the labels of places stand, from the user's cache if that was worked out before;
        else from the partner, who works it out anyway."""
        cache, key = picture_cache(), self.key(language)
        if (kept := kept_names.labels_of(cache, key)) is not None:
            return kept
        found = partner.labels() if partner is not None else None
        if found is None:
            from builder.drawing.map.picture import labels_of

            found = labels_of(self.game, self.layout, language)
        kept_names.keep_labels(cache, key, found)
        return found

    def standing(self, language: str, partner: Partner | None = None) -> Standing:
        """What stands on the sheet without pieces; worked out once."""
        if language not in self._standing:
            labels = self.labels(language, partner)
            self._standing[language] = Standing(self.game, self.layout, language, labels)
        return self._standing[language]

    @cached_property
    def _standing(self) -> dict[str, Standing]:
        return {}

    def look_ahead(self, language: str) -> None:
        """Have the sheet that was drawn before read and unpacked beside other work, for the next
        who asks for a part of it."""
        reader = ThreadPoolExecutor(1)
        self._ahead[language] = reader.submit(self._unpacked, language)
        reader.shutdown(wait=False)

    @cached_property
    def _ahead(self) -> dict[str, Future[FlatRows | None]]:
        return {}

    def _unpacked(self, language: str) -> FlatRows | None:
        from builder.drawing.png import FlatRows

        frame = self.layout.frame  # no picture shows what lies below it
        low = min(self.layout.height, math.ceil(frame.y + frame.height))
        shown = 0, 0, self.layout.width, low
        found = self.found(language)
        return None if found is None else FlatRows.of(found, shown, ahead=True)

    def part(self, language: str, box: Box) -> Rows | None:
        """A part of the sheet if it was drawn before, and what lies below its names is known."""
        if not self._is_whole(language):
            return None
        ahead = self._ahead.pop(language, None)
        if ahead is not None and (rows := ahead.result()) is not None:
            return rows.part(box)
        found = self.found(language)
        return None if found is None else part_of(found, box)

    def found(self, language: str) -> bytes | None:
        """The sheet as a picture file if it was drawn before, and is a picture of its size."""
        key = self.key(language)
        kept = map(picture_cache().get, (key, _quick(key)))
        return next((data for data in kept if data and self._is_kept(data)), None)

    def _is_kept(self, data: bytes) -> bool:
        wanted = self.layout.width, self.layout.height
        from builder.drawing.png import header_of

        with suppress(ValueError):  # because Pillow loads its readers of all kinds for two numbers
            return header_of(BytesIO(data))[:2] == wanted
        from builder.vassal.picture_header import open_header

        try:  # a photograph's sheet
            with open_header(BytesIO(data)) as picture:
                return picture.size == wanted
        except (OSError, ValueError, SyntaxError):
            return False

    def draw(self, language: str) -> bytes:
        """The sheet as PNG."""
        return self._picture(language).draw()

    def _picture(self, language: str) -> MapPicture:
        from builder.module.map_picture import MapPicture

        return MapPicture(self.game, language, self.layout)

    @cached_property
    def places(self) -> dict[str, Region]:
        """The rectangles of the areas and boxes in which units may lie, by their names."""
        return dict(self._places())

    def _places(self) -> Iterator[tuple[str, Region]]:
        units = self.game.definition.units
        for name in (*units.areas, *sorted(self.game.beside)):
            for region in (f"box:{name}", f"track:{name}", name):
                if self.layout.has(region):
                    yield name, self.layout.region(region)
                    break


def _keep(key: str, picture: bytes) -> None:
    cache = picture_cache()
    cache.sweep()
    cache.put(key, picture)


def picture_cache() -> Cache:
    """Where pictures are kept that took long to draw, by keys of all that decides their looks."""
    from builder.geography.natural_earth import user_cache
    from builder.module.art import Cache

    cache = user_cache()
    return Cache(None if cache is None else cache.parent / "pictures")


def any_kept() -> bool:
    """Whether any sheet was drawn for a picture before."""
    folder = picture_cache().folder
    return folder is not None and next(folder.glob(f"*{_quick('')}.png"), None) is not None


def table_of(position: Position) -> Game:
    """The game with the position's own board, so that what a case lays over the map is drawn.

    A blank board shows neither the real coast nor the names of the map.
    """
    game = position.game
    if not position.board.blank:
        return replace(game, board=position.board)
    drawing = dict(game.definition.drawing)
    drawing["map"] = {**drawing.get("map", {}), "caption": [], "inset": {}}
    definition = game.definition.model_copy(update={"drawing": drawing})
    nowhere = game.folder / "map" / "blank"
    return replace(game, board=position.board, definition=definition, folder=nowhere)


def sheet_of(position: Position) -> Sheet:
    """The sheet on which a position lies."""
    if position.board == position.game.board:
        return Sheet(position.game, own=True)
    return Sheet(table_of(position), own=False)


def part_of(sheet: bytes, box: Box) -> Rows:
    """A part of a sheet that is a picture file."""
    from builder.drawing.png import FlatRows

    if (rows := FlatRows.of(sheet, box)) is not None:
        return rows
    from builder.drawing.scans import part_for

    return part_for(sheet, "map", box)
