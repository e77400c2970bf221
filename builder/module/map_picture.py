"""The map sheet as an image of the module: by which file and key it is known, and how it looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from builder.drawing.map.layout import MapLayout, layout_map
from builder.game.model import Game
from builder.module.art import Cache, contents_of, jpeg, key_of, png
from builder.module.kept_names import keep_below, keep_labels

if TYPE_CHECKING:
    from builder.drawing.map.halves import Drawn, Partner

DEFINITION = ("game.toml", "text.*.toml")
"""The files that decide how most pictures look."""

LEVEL = 6
"""How hard a drawn sheet is packed for a module, which has the same bytes everywhere."""


def map_image(layout: MapLayout) -> str:
    """The file of the map in the module: a photograph stays one."""
    photograph = layout.under is not None and layout.under.photograph
    return "map.jpg" if photograph else "map.png"


@dataclass(frozen=True)
class MapPicture:
    """The map sheet; `laid` is its layout where that is known already. What pictures of positions
    must know of it beside its look is kept in `maps` when it is drawn."""

    large: ClassVar[bool] = True
    game: Game
    language: str
    laid: MapLayout | None = field(default=None, repr=False, compare=False)
    maps: Cache = Cache(None)  # noqa: RUF009 - it holds nothing

    @cached_property
    def layout(self) -> MapLayout:
        return self.laid or layout_map(self.game)

    @property
    def name(self) -> str:
        """Its file in the module."""
        return map_image(self.layout)

    def key(self) -> str:
        """It shows what the definition, the map folder, the texts and a picture of its own say; and
        its names keep off the counters of set-ups."""
        folder, under = self.game.folder, self.layout.under
        own = under.digest() if under is not None else ""
        if (board := self.game.definition.board) is not None:  # a save may lie on another board
            printed = contents_of(folder, board.picture) if board.picture else ""
            own = repr((board.picture, printed, board.width, board.height))
        texts = contents_of(folder, *DEFINITION, "map/*.csv")
        return key_of(self.name, self.language, texts, own, repr(sorted(self.game.set_up)))

    def drawn(self, partner: Partner | None = None) -> Drawn | None:
        """The sheet as it is drawn, perhaps by two processes; None where a picture of the
        designer's lies under it."""
        from builder.drawing.map.halves import Drawn
        from builder.drawing.map.picture import drawn_alone

        if drawn_alone(self.game, self.layout):
            return Drawn(self.game, self.layout, self.language, partner)
        return None

    def draw(self) -> bytes:
        """The sheet as PNG, or as JPEG where the picture under it is one."""
        from builder.drawing.map.picture import map_picture
        from builder.drawing.png import FlatPng, flat_png

        drawn = self.drawn()
        if drawn is not None:
            file = FlatPng((self.layout.width, self.layout.height), LEVEL)
            for strip in drawn.alone():
                file.add(strip)
            key = self.key()
            keep_below(self.maps, key, drawn.below)
            keep_labels(self.maps, key, drawn.labels)
            return file.data()
        photograph = self.name.endswith(".jpg")
        under = self.layout.under
        if under is not None and under.alone(self.layout.width, self.layout.height):
            data = under.unchanged("JPEG" if photograph else "PNG")
            if data is not None:
                return data
        picture = map_picture(self.game, self.layout, self.language)
        if under is None:
            return flat_png(picture, LEVEL)
        return jpeg(picture) if photograph else png(picture)
