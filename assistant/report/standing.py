"""What stands on a map without pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.drawing.map.captions import PlacedCaption
    from builder.drawing.map.labels import Box
    from builder.drawing.map.layout import MapLayout
    from builder.drawing.map.names import Labels
    from builder.drawing.map.number_boxes import NumberBoxes
    from builder.drawing.map.scene import Scene
    from builder.game.model import Game

FARTHEST = 3
"""How far from its place a caption is written again, in hexes."""
_SHARES = (1.0, 0.6, 0.3)
"""How much of the length of its hexes it may be spread over."""
_CLOSE = 2.0
"""How many hexes away a caption rather stands than that it is spread over none of that length."""


@dataclass(frozen=True)
class Standing:
    """The labels of the places of a map, captions among them."""

    game: Game
    layout: MapLayout
    language: str
    labels: Labels

    @cached_property
    def scene(self) -> Scene:
        from builder.drawing.map.scene import Scene

        return Scene(self.game, self.layout, self.language)

    @cached_property
    def numbers(self) -> NumberBoxes:
        """Where the numbers of hexes stand."""
        from builder.drawing.map.number_boxes import NumberBoxes

        return NumberBoxes(self.scene)

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Those of the captions."""
        return {name: box for name, (_, box) in self.labels.items() if ":" in name}

    @cached_property
    def captions(self) -> list[PlacedCaption]:
        from builder.drawing.map.caption_places import standing

        return list(standing(self.scene, self.boxes))

    def places(self, caption: PlacedCaption) -> list[tuple[float, PlacedCaption]]:
        """Where else a caption would stand on its ground, with how bad that is; worked out once. It
        moves by whole hexes, because so it stays clear of their numbers."""
        if caption.key not in self._places:
            self._places[caption.key] = [*self._on_ground(caption)]
        return self._places[caption.key]

    @cached_property
    def _places(self) -> dict[str, list[tuple[float, PlacedCaption]]]:
        return {}

    def _on_ground(self, caption: PlacedCaption) -> Iterator[tuple[float, PlacedCaption]]:
        from builder.drawing.map.caption_places import Ground

        ground, lattice = Ground(self.scene, caption.hexes), self.scene.lattice
        first = lattice.cell(caption.hexes[0])
        x, y = lattice.centre(first)
        shares = _SHARES if len(caption.points) > 1 else _SHARES[:1]
        spread = [replace(caption, share=share) for share in shares]
        below = [sorted(set(map(ground.cell_of, one.boxes))) for one in spread]
        for cell in sorted(lattice.around(first, FARTHEST)):
            left, top = lattice.centre(cell)
            shift = left - x, top - y
            far = math.hypot(*shift) / self.scene.width
            across, down = cell[0] - first[0], cell[1] - first[1]
            for one, cells in zip(spread, below, strict=True):
                if all(ground.has((column + across, row + down)) for column, row in cells):
                    yield far + _CLOSE * (1 - one.share), one.moved(shift)

    def look_ahead(self) -> Iterator[None]:
        """Work out all that step by step, in time that would else be waited."""
        for caption in self.captions:
            _ = caption.inked
            yield
        for caption in self.captions:
            self.places(caption)
            yield
