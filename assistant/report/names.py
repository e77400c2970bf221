"""Names of places on a picture: one that counters cover, or the edge of the shown part cuts, is
written again beside them, as it stands on the map, where it hides the least and no hex number."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from assistant.questions.answers import Retreats
from assistant.report.captions import Captions
from assistant.report.overlays import (
    LaidOut,
    discs,
    marks_of_retreats,
    stack_boxes,
)
from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.map.labels import Box, Obstacles
from builder.drawing.paths import Point

_NAME, _CAPTION, _DISC, _COUNTER, _SYMBOL, _ARROW = 400.0, 200.0, 300.0, 200.0, 100.0, 60.0
"""What it costs to cover another name, a letter of a caption, the number of a stack, a counter, the
symbol of a place, an arrow: to touch one costs at least a quarter of it."""
_FIGURES, _FOOT = 400.0, 0.55
"""What the figures of a counter cost besides, and how far down they begin, in heights of it."""
_GAP, _RING = 0.02, 0.12
"""What lies between a stack and the name beside it, and how much farther off it stands if there is
no room, in widths of the hex."""
_RINGS = 3
_STEPS = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)
"""How far it is moved along the stack's edge, in halves of both lengths."""
_SIDES = ((0, 1, 0.0), (1, 0, 1.0), (-1, 0, 1.2), (0, -1, 1.4))
"""Where it stands, below, at the right, at the left, above, and what that costs."""
_ALONG, _AWAY = 2.0, 6.0
"""What it costs to move it from the middle of an edge to its end, and to stand in the next ring."""
_TOUCHED = 0.025
"""How much of the edge of a counter may be touched, in widths of the hex."""
_FAR = 1.5
"""How far from a stack anything may meet its name, in widths of the hex."""
_BARE = 0.3
"""How far what lies in a place that is no hex reaches, in widths of a hex."""
_MIDDLE = TextStyle(1.0, "bold", colour="ink", anchor="middle", baseline="middle", halo="white")


@dataclass(frozen=True)
class Written:
    """The name of a place as it is written again."""

    place: str
    text: str
    style: TextStyle
    box: Box

    def draw(self, canvas: Canvas) -> None:
        left, top, right, bottom = self.box
        canvas.text((left + right) / 2, (top + bottom) / 2, self.text, self.style)


@dataclass(frozen=True)
class Names:
    """The names of a map on which pieces lie and arrows of `retreats` are drawn, and words on
    `plates`."""

    table: LaidOut
    captions: Captions
    retreats: Mapping[str, Retreats] = field(default_factory=dict)
    plates: Sequence[Box] = ()

    @cached_property
    def again(self) -> Sequence[Written]:
        """Those that are lost, where they are written again."""
        table, labels = self.table, self.captions.labels
        found = []
        for name in table.position.board.names:
            if name not in self.captions.gone or not self._is_seen(name):
                continue
            text = labels[name][0] if name in labels else table.position.board.names[name]
            if text and (one := self._written(name, text)) is not None:
                found.append(one)
                self._obstacles.add(one.box, _NAME)
        return found

    def _is_seen(self, name: str) -> bool:
        """Whether the middle of a place lies on the part that is shown."""
        if not self.table.on_map(name):
            return False
        return self.captions.shown(_square(self.table.centre(name), 0.0))

    def _written(self, name: str, text: str) -> Written | None:
        """A name in the best of its places, if there is one on the part that is shown."""
        style, best, least = self._style(name), None, math.inf
        size = text_width(text, style) + self.table.unit * _GAP, style.size * 0.98
        for cost, box in _places(self._stack(name), size, self.table.unit):
            if cost < least and self.captions.shown(box):
                cost += self._obstacles.cost(box, least - cost)
                if cost < least and not self._on_number(box):
                    best, least = box, cost
        return None if best is None else Written(name, text, style, best)

    def _stack(self, name: str) -> Box:
        """What lies in a place: its counters, or its symbol if there are none."""
        count = len(self.table.position.stacks.get(name, ()))
        reach = self.table.unit * self.table.fan.reach(count) if count else self._symbol(name)
        return _square(self.table.centre(name), reach)

    def _symbol(self, name: str) -> float:
        """How far the symbol of a place reaches."""
        if self._board:
            return self.table.unit * _BARE
        from builder.drawing.map.settlements import RADII, settlement

        scene = self.captions.standing.scene
        return RADII.get(settlement(scene, name), RADII["town"]) * scene.unit * 0.85

    def _style(self, name: str) -> TextStyle:
        """As it is written on the map, standing out like one on a line, because zones and ways lie
        below it."""
        if self._board:
            size, edge = self.table.unit * 0.17, self.table.unit * 0.05
            return replace(_MIDDLE, size=size, halo_width=edge)
        from builder.drawing.map.name_style import name_style

        return name_style(self.captions.standing.scene, name, crossing=True)

    @property
    def _board(self) -> bool:
        """Whether the places are no hexes."""
        return self.table.position.game.definition.board is not None

    def _on_number(self, box: Box) -> bool:
        return not self._board and self.captions.standing.numbers.meets([box])

    @cached_property
    def _obstacles(self) -> Obstacles:
        table, labels, unit = self.table, self.captions.labels, self.table.unit
        found, again = Obstacles(unit), self.captions.gone
        for name, (_, box) in labels.items():
            if ":" not in name and name not in again:
                found.add(box, _NAME)
        for box in self.captions.letters_near(
            [self._around(name) for name in again if table.on_map(name)]
        ):
            found.add(box, _CAPTION)
        for left, top, right, bottom in stack_boxes(table):
            edge = unit * _TOUCHED
            found.add((left + edge, top + edge, right - edge, bottom - edge), _COUNTER)
        for one in table.pieces:
            if one.pile:
                top, bottom = one.y + one.height * _FOOT, one.y + one.height - unit * _TOUCHED
                found.add((one.x, top, one.x + one.width, bottom), _FIGURES)
        for box in (*discs(table), *self.plates):
            found.add(box, _DISC)
        for box in self._symbols():
            found.add(box, _SYMBOL)
        for box in marks_of_retreats(table, self.retreats):
            found.add(box, _ARROW)
        return found

    def _around(self, name: str) -> Box:
        """Where a name that is written again may stand."""
        left, top, right, bottom = self._stack(name)
        reach = self.table.unit * _FAR
        return left - reach, top - reach, right + reach, bottom + reach

    def _symbols(self) -> Iterator[Box]:
        """The boxes of what is drawn in named places, which are those that have symbols."""
        if self._board:
            return
        from builder.drawing.map.spots import RADIUS, spot_places

        scene, named = self.captions.standing.scene, self.table.position.board.names
        for name in filter(self.table.on_map, named):
            yield _square(scene.centre(name), self._symbol(name))
        for spot in spot_places(scene, named):
            yield _square(spot.point, RADIUS * scene.unit)


def _square(middle: Point, reach: float) -> Box:
    x, y = middle
    return x - reach, y - reach, x + reach, y + reach


def _places(stack: Box, size: Point, unit: float) -> Iterator[tuple[float, Box]]:
    """Where a name of a size may stand beside a stack, with what that costs."""
    (left, top, right, bottom), (wide, high) = stack, size
    x, y = (left + right) / 2, (top + bottom) / 2
    far, drop = (right - left + wide) / 2, (bottom - top + high) / 2
    for ring in range(_RINGS):
        gap = unit * (_GAP + ring * _RING)
        for across, down, cost in _SIDES:
            for step in _STEPS:
                dx = across * (far + gap) + (step * far if down else 0.0)
                dy = down * (drop + gap) + (step * drop if across else 0.0)
                box = x + dx - wide / 2, y + dy - high / 2, x + dx + wide / 2, y + dy + high / 2
                yield cost + _ALONG * abs(step) + _AWAY * ring, box
