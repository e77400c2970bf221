"""Where the hex numbers of a map stand, and which of them something would cover."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor

from builder.drawing.canvas import TextStyle, text_width
from builder.drawing.map.labels import Box, overlap
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Point

NUMBER_SIZE = 11.0
_WIDEST = 0.64
"""How much of a hex's width a number may take."""


def number_place(scene: Scene, name: str) -> Point:
    """Where the middle of a hex number stands: at the top of the hex, above any counter."""
    x, y = scene.centre(name)
    if scene.lattice.pointy:
        return x, y - scene.layout.pixels.side * 0.72
    return x, y - scene.width / 2 + 8.5 * scene.text_unit


def number_style(scene: Scene, colour: str) -> TextStyle:
    """As large as can be read, unless the numbers of neighbours would touch."""
    style = TextStyle(
        NUMBER_SIZE * scene.text_unit, colour=colour, anchor="middle", baseline="middle"
    )
    longest = max(scene.game.grid.places, key=len)
    share = _WIDEST * scene.width / text_width(longest, style)
    return replace(style, size=style.size * min(1.0, share))


@dataclass(frozen=True)
class NumberBoxes:
    """The boxes of a scene's hex numbers; none where the map shows no numbers."""

    scene: Scene

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The box of each number."""
        if not self.scene.config.numbers:
            return {}
        wide, drop = self._wide, self._drop
        (x0, y0), (across, down) = self._first, self._steps
        found = {}
        for name, (column, row, _) in self.scene.game.grid.places.items():
            x, y, reach = x0 + column * across, y0 + row * down, wide[len(name)]
            found[name] = (x - reach, y - drop, x + reach, y + drop)
        return found

    def under(self, boxes: Collection[Box]) -> set[str]:
        """The numbers of which boxes would cover something."""
        known = self.boxes
        near = {name for box in boxes for name in self._near(box)}
        return {name for name in near if any(overlap(known[name], box) for box in boxes)}

    def meets(self, boxes: Iterable[Box], shift: Point = (0.0, 0.0)) -> bool:
        """Whether boxes, moved so far, would cover something of a number, or of one as wide as the
        widest."""
        (across, down), cells = self._steps, self._cells
        wide, high = self._widest, self._drop
        x0, y0 = self._first[0] - shift[0], self._first[1] - shift[1]
        # Numbers stand in rows and columns: few are looked at, because captions ask so often.
        for left, top, right, bottom in boxes:
            first, last = ceil((top - high - y0) / down), floor((bottom + high - y0) / down)
            for row in range(first, last + 1):
                start, end = (left - wide - x0) / across, (right + wide - x0) / across
                for column in range(ceil(start), floor(end) + 1):
                    if (column, row) in cells:
                        return True
        return False

    def _near(self, box: Box) -> Iterator[str]:
        """The numbers that such a one would cover if all were as wide as the widest."""
        left, top, right, bottom = box
        (x0, y0), (across, down) = self._first, self._steps
        wide, high = self._widest, self._drop
        first, last = ceil((top - high - y0) / down), floor((bottom + high - y0) / down)
        start, end = (left - wide - x0) / across, (right + wide - x0) / across
        for row in range(first, last + 1):
            for column in range(ceil(start), floor(end) + 1):
                if (column, row) in self._cells:
                    yield self._cells[column, row]

    @cached_property
    def _wide(self) -> dict[int, float]:
        """Half the width of the numbers of a length."""
        scene = self.scene
        style = number_style(scene, "black")
        of_length = {len(name): name for name in scene.game.grid.places}  # figures are of one width
        return {n: text_width(name, style) / 2 + scene.unit for n, name in of_length.items()}

    @cached_property
    def _widest(self) -> float:
        return max(self._wide.values())

    @cached_property
    def _drop(self) -> float:
        """Half their height."""
        return number_style(self.scene, "black").size * 0.42

    @cached_property
    def _cells(self) -> dict[tuple[int, int], str]:
        return self.scene.lattice.cells if self.scene.config.numbers else {}

    @cached_property
    def _first(self) -> Point:
        """Where the number of the cell (0, 0) stands, or would stand."""
        name, (column, row, _) = next(iter(self.scene.game.grid.places.items()))
        x, y = number_place(self.scene, name)
        across, down = self._steps
        return x - column * across, y - row * down

    @cached_property
    def _steps(self) -> tuple[float, float]:
        """From one column of cells to the next, and from one row."""
        pixels = self.scene.layout.pixels
        half, long = pixels.width / 2, 1.5 * pixels.side
        return (half, long) if self.scene.lattice.pointy else (long, half)


def hidden_numbers(scene: Scene) -> set[str]:
    """Those of hexes that are all water and on which furniture of the map lies: what shows of one
    beside a panel, or through the compass, cannot be read."""
    panels = [*panels_on_field(scene.layout)]
    return {name for name in NumberBoxes(scene).under(panels) if scene.is_water(name)}


def panels_on_field(layout: MapLayout) -> Iterator[Box]:
    """What lies on the field and hides it: rooms, and the furniture that is inset."""
    for x, y, width, height in layout.rooms:
        yield x, y, x + width, y + height
    for region in layout.regions:
        if region.kind != "map" and not region.parent and layout.frame.holds(*region.centre):
            yield region.x, region.y, region.x + region.width, region.y + region.height
