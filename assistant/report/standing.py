"""What stands on a map without pieces."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from builder.dataclass import dataclass

if TYPE_CHECKING:
    from builder.drawing.map.captions import PlacedCaption
    from builder.drawing.map.labels import Box
    from builder.drawing.map.layout import MapLayout
    from builder.drawing.map.names import Labels
    from builder.drawing.map.scene import Scene
    from builder.game.model import Game


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
    def boxes(self) -> dict[str, Box]:
        """Those of the captions."""
        return {name: box for name, (_, box) in self.labels.items() if ":" in name}

    @cached_property
    def captions(self) -> list[PlacedCaption]:
        from builder.drawing.map.captions import standing

        return list(standing(self.scene, self.boxes))

    def look_ahead(self) -> None:
        """Work out what captions cover, in time that would else be waited."""
        for caption in self.captions:
            _ = caption.inked, caption.boxes
