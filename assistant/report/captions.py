"""Captions of the map on a picture: one that counters cover, or the edge of the shown part cuts,
is taken off and written again where there is room for it on its ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from assistant.report.overlays import Cell, LaidOut, counters_of, discs, lies_under, lost
from assistant.report.standing import FARTHEST, Standing
from builder.drawing.below import box_of
from builder.drawing.canvas import Canvas

if TYPE_CHECKING:
    from builder.drawing.map.captions import PlacedCaption
    from builder.drawing.map.labels import Box
    from builder.drawing.map.names import Labels
    from builder.drawing.rows import Box as Edges

_SYMBOL = 0.15
"""How far from the middle of its hex a place's symbol reaches, in widths of the hex."""


@dataclass(frozen=True)
class Captions:
    """The captions of a map on which pieces lie, of which a part may be shown alone."""

    table: LaidOut
    standing: Standing
    part: Box | None = None

    @property
    def labels(self) -> Labels:
        """Those that stand on the map without pieces."""
        return self.standing.labels

    @cached_property
    def gone(self) -> frozenset[str]:
        """The places whose names counters cover or the edge of the part cuts."""
        return frozenset(lost(self.table, self.labels, self.part))

    @cached_property
    def bare(self) -> list[Edges]:
        """The boxes that are taken off the map, in whole pixels: of names of places, because what
        shows of them beside a counter is half a word, and of letters of captions."""
        labels = self.labels
        names = [box_of(labels[name][1]) for name in sorted(self.gone) if name in labels]
        return names + [box for caption in self._lost for box in caption.erased]

    def draw(self, canvas: Canvas, names: Sequence[Box] = ()) -> None:
        """Those that are lost, again, clear of the `names` of places that are written again."""
        for caption in self.again(names):
            caption.draw(canvas, self.standing.scene.palette.halo)

    @cached_property
    def _lost(self) -> list[PlacedCaption]:
        """Those of which something shows, but not all."""
        if not any(self._spoiled([box]) for box in self.standing.boxes.values()):
            return []  # most often: then nothing is loaded that draws maps
        return [one for one in self.standing.captions if self._spoiled(one.inked)]

    def letters_near(self, boxes: Sequence[Box]) -> Iterator[Box]:
        """The boxes of the letters of those that stay, of which some part lies in boxes."""
        near = {name for name, box in self.standing.boxes.items() if _meet([box], boxes)}
        if near:
            gone = {one.key for one in self._lost}
            for one in self.standing.captions:
                if one.key in near and one.key not in gone:
                    yield from one.inked

    def again(self, names: Sequence[Box]) -> list[PlacedCaption]:
        """The lost ones that have room, in their new places, which keep off each other."""
        if not self._lost:
            return []
        gone = {one.key for one in self._lost} | self.gone
        taken = [box for name, (_, box) in self.labels.items() if name not in gone]
        taken += [*self._of_places(), *names, *discs(self.table)]
        found = []
        for caption in self._lost:
            reach = (FARTHEST + 1) * self.table.unit
            left, top, right, bottom = caption.box
            around = left - reach, top - reach, right + reach, bottom + reach
            near = [box for box in taken if _meet([box], [around])]
            best = min(self._places(caption, near), key=lambda place: place[0], default=None)
            if best is not None:
                found.append(best[1])
                taken += best[1].boxes
        return found

    def _of_places(self) -> Iterator[Box]:
        """The boxes of the symbols of places."""
        for name in self.table.position.board.names:
            if self.table.on_map(name):
                x, y = self.table.centre(name)
                reach = self.table.unit * _SYMBOL
                yield x - reach, y - reach, x + reach, y + reach

    def _places(
        self, caption: PlacedCaption, taken: Sequence[Box]
    ) -> Iterator[tuple[float, PlacedCaption]]:
        """Where a caption has room, with how bad that is."""
        for bad, moved in self.standing.places(caption):
            free = self.shown(moved.box) and not self._covered(moved.boxes)
            if free and not _meet(moved.boxes, taken):
                yield bad, moved

    def _spoiled(self, boxes: Sequence[Box]) -> bool:
        """Whether counters cover some of boxes, or the edge of the part cuts them."""
        if self.part is not None and not _meet(boxes, [self.part]):
            return False
        return self._covered(boxes) or not all(map(self.shown, boxes))

    def shown(self, box: Box) -> bool:
        """Whether the part shows the whole of a box."""
        part = self.part
        return part is None or (
            part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] <= part[3]
        )

    def _covered(self, boxes: Sequence[Box]) -> bool:
        return any(lies_under(box, self._counters, self.table.unit) for box in boxes)

    @cached_property
    def _counters(self) -> Mapping[Cell, Sequence[Box]]:
        return counters_of(self.table)


def _meet(boxes: Sequence[Box], others: Sequence[Box]) -> bool:
    return any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for box in boxes
        for other in others
    )
