"""What is drawn over a map: zones, supply lines, pieces, rings around the unsupplied, retreats."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeAlias

from assistant.position import Position, Unit
from assistant.questions.answers import Retreats, Supply, UnitSupply, Zones, is_supplied, ways_of
from assistant.report.faces import extent_of, face_of
from builder.drawing.art import draw_filling
from builder.drawing.canvas import Canvas, Paint, TextStyle
from builder.drawing.counters import draw_counter
from builder.drawing.looks import counters_drawing
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.palette import side_colour
from builder.drawing.paths import Point

if TYPE_CHECKING:
    from assistant.report.lying import Laid as LaidCard
    from builder.drawing.faces import CounterFace
    from builder.drawing.map.labels import Box

Cell = tuple[int, int]

COUNTER = 0.62
"""The side of a counter in widths of a hex."""
STACKED = 0.09
"""How far each counter of a stack is moved from the one below."""


@dataclass(frozen=True)
class Fan:
    """How counters lie in a stack, in widths of a hex: their side, how far each is moved from the
    one below, and how far the top one lies from the lowest at most."""

    side: float = COUNTER
    step: float = STACKED
    most: float = math.inf

    def reach(self, count: int) -> float:
        """How far a stack of so many counters reaches from its middle."""
        return (self.side + min(self.most, (count - 1) * self.step)) / 2

    def lift(self, number: int, count: int) -> float:
        """How far one counter of so many lies from the middle."""
        step = min(self.step, self.most / max(1, count - 1))
        return (number - (count - 1) / 2) * step


RINGS = {"oos": "#e01e1e", "port": "", "supplied": "", "land": "", "alt": ""}
DOUBTFUL_RING = "#ef8a17"
FIRST_CHOICE, OTHER_CHOICE, NO_WAY = "#1d7a34", "#7d8a80", "#e01e1e"


@dataclass(frozen=True)
class LaidOut:
    """A position, where its hexes are, and how its counters lie."""

    position: Position
    layout: MapLayout
    fan: Fan = Fan()

    @cached_property
    def pieces(self) -> Sequence[Laid]:
        """Every unit on the map as it lies, bottom first."""
        return tuple(_lying(self))

    @property
    def unit(self) -> float:
        """The width of a hex in pixels, by which everything is measured."""
        return self.layout.pixels.width

    def centre(self, name: str) -> Point:
        if name in self.position.game.grid:
            return self.layout.pixels.centre(name)
        return self.layout.region(f"box:{name}").centre

    def heaps(self) -> Iterator[tuple[Point, Sequence[Unit]]]:
        """Where units lie on the map, and those that lie there, bottom first: stacks by their
        places, and what lies in no place by its own spot."""
        for name, units in self.position.stacks.items():
            if not self.on_map(name):
                continue
            if all(unit.lies_at is None for unit in units):
                yield self.centre(name), units
                continue
            loose: dict[Point, list[Unit]] = {}
            for unit in units:
                loose.setdefault(unit.lies_at or self.centre(name), []).append(unit)
            yield from loose.items()

    def corners(self, name: str) -> Sequence[Point]:
        """The outline of a hex, or of another place of the map."""
        game = self.position.game
        if name in game.grid:
            return self.layout.pixels.corners(name)
        if outline := game.places[name].outline:
            return outline
        box = self.layout.region(f"box:{name}")
        right, bottom = box.x + box.width, box.y + box.height
        return (box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)

    def colour(self, side: str) -> str:
        """The side's colour on the map: the game's, or ours."""
        return side_colour(self.position.game, side) or "#5d6a6b"

    def on_map(self, name: str) -> bool:
        game = self.position.game
        return name in game.grid or (name in game.places and self.layout.has(f"box:{name}"))


def draw_zones(canvas: Canvas, table: LaidOut, zones: Zones) -> None:
    """A faint tint in the colour of each side whose zone a hex lies in."""
    for side, names in zones.zones.items():
        paint = Paint(fill=table.colour(side), opacity=0.16)
        for name in names:
            if table.on_map(name):
                canvas.polygon(table.corners(name), paint)


def draw_lines(canvas: Canvas, table: LaidOut, supply: Supply) -> None:
    """The lines of all units, each stretch drawn once, and a dot where they end."""
    for side in table.position.game.sides:
        paths = [unit.path for unit in supply.units if unit.side == side and unit.path]
        stretches = {pair for path in paths for pair in pairwise(path)}
        paint = Paint(stroke=table.colour(side), width=table.unit * 0.05, cap="round", opacity=0.75)
        for start, end in sorted(stretches):
            if table.on_map(start) and table.on_map(end):
                canvas.line(*table.centre(start), *table.centre(end), paint)
        for source in sorted({path[-1] for path in paths}):
            if table.on_map(source):
                x, y = table.centre(source)
                outline = Paint(fill="white", stroke=table.colour(side), width=table.unit * 0.05)
                canvas.circle(x, y, table.unit * 0.12, outline)


@dataclass(frozen=True)
class Laid:
    """A unit as it lies: its face, and the upper left corner and size of it in pixels of the map.

    `large` tells that it has a size of its own. `pile` is how many lie in its stack, on the top
    one, and 0 on the others.
    """

    unit: Unit
    face: CounterFace
    x: float
    y: float
    width: float
    height: float
    large: bool
    pile: int


def _lying(table: LaidOut) -> Iterator[Laid]:
    game, side = table.position.game, table.fan.side * table.unit
    looks = counters_drawing(game)
    for (x, y), units in table.heaps():
        for number, unit in enumerate(units):
            lift = table.fan.lift(number, len(units)) * table.unit
            pile = len(units) if number == len(units) - 1 else 0
            face = face_of(game, unit, looks)
            if (own := extent_of(game, unit, face)) is not None:
                at = x + own.left + lift, y + own.top - lift
                yield Laid(unit, face, *at, own.width, own.height, True, pile)
                continue
            at = x - side / 2 + lift, y - side / 2 - lift
            yield Laid(unit, face, *at, side, side, False, pile)


DrawFace: TypeAlias = Callable[[Canvas, "CounterFace", float], None]
"""Draws a face of a size at the origin."""


def draw_pieces(
    canvas: Canvas, table: LaidOut, supply: Supply, draw: DrawFace = draw_counter
) -> None:
    """The counters and cards as they lie, a ring around each unit that is not in full supply; on
    them how many lie in each stack, because the counter of a neighbouring hex may lie there."""
    rings = {unit.id: ring_of(unit) for unit in supply.units}
    laid, number = [*table.pieces], {}
    if table.position.game.kept is not None:  # the large ones reach beneath those of other places
        number = {unit.id: count for count, unit in enumerate(table.position.units)}
        laid.sort(key=lambda one: number[one.unit.id])
    cards = deque(_cards(table))
    piles: list[Laid] = []
    for one in laid:
        if cards and cards[0].above <= number.get(one.unit.id, 0):
            _draw_counts(canvas, table, piles)  # what lies on a pile hides its number
            piles = []
        while cards and cards[0].above <= number.get(one.unit.id, 0):
            _draw_card(canvas, table, cards.popleft())
        _draw_piece(canvas, table, one, rings.get(one.unit.id, ""), draw)
        piles += [one] if one.pile > 1 else []
    _draw_counts(canvas, table, piles)
    for card in cards:
        _draw_card(canvas, table, card)


def _draw_counts(canvas: Canvas, table: LaidOut, piles: Sequence[Laid]) -> None:
    for one in piles:
        draw_count(canvas, (one.x + one.width, one.y), one.pile, table.unit)


def _draw_piece(canvas: Canvas, table: LaidOut, one: Laid, ring: str, draw: DrawFace) -> None:
    x, y = round(one.x), round(one.y)  # so that edges and figures are crisp, the ring beside them
    with canvas.group(x=x, y=y):
        if one.large and one.face.whole is not None:
            draw_filling(canvas, one.face.whole, (one.width, one.height), whole=True)
        else:
            draw(canvas, one.face, one.width)
    if ring:
        paint = Paint(stroke=ring, width=table.unit * 0.06)
        edge = table.unit * 0.03
        around = one.width + 2 * edge, one.height + 2 * edge
        canvas.rect(x - edge, y - edge, *around, paint, radius=min(one.width, one.height) * 0.14)


def _cards(table: LaidOut) -> list[LaidCard]:
    """The cards and decks as they lie, the lowest first."""
    if not table.position.cards:
        return []
    from assistant.report.lying import laid

    return sorted(laid(table.position, table.unit), key=lambda one: one.above)


def _draw_card(canvas: Canvas, table: LaidOut, one: LaidCard) -> None:
    from assistant.report.lying import draw_card

    draw_card(canvas, one, table.unit)
    if one.pile > 1:
        draw_count(canvas, (one.x + one.width, one.y), one.pile, table.unit)


def ring_of(unit: UnitSupply) -> str:
    """The colour of the ring round a unit in its state of supply; empty for none."""
    return "" if is_supplied(unit) else RINGS.get(unit.state, DOUBTFUL_RING)


_DISC = 0.13
"""The radius of the disc with the number of a stack, in widths of a hex."""


def draw_count(canvas: Canvas, corner: Point, count: int, unit: float) -> None:
    """How many units lie in a stack, in a disc on its upper right corner."""
    radius = unit * _DISC
    canvas.circle(*corner, radius, Paint(fill="white", stroke="#222222", width=unit * 0.02))
    style = TextStyle(
        size=radius * 1.4, weight="bold", colour="ink", anchor="middle", baseline="middle"
    )
    canvas.text(*corner, str(count), style)


def discs(table: LaidOut) -> Iterator[Box]:
    """The boxes of the numbers of stacks."""
    radius = _DISC * table.unit
    for one in table.pieces:
        if one.pile > 1:
            x, y = one.x + one.width, one.y
            yield x - radius, y - radius, x + radius, y + radius


def _hits(box: Box, taken: Sequence[Box]) -> int:
    """How many boxes one lies on."""
    return sum(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in taken
    )


def _inside(box: Box, part: Box) -> bool:
    return (
        part[0] <= box[0] and part[1] <= box[1] and box[2] <= part[2] and box[3] + _HANGS <= part[3]
    )


def lost(
    table: LaidOut, labels: Mapping[str, tuple[str, Box]], part: Box | None = None
) -> Iterator[str]:
    """The places whose names lie under counters or are cut by the edge of a part."""
    counters = counters_of(table) if labels else {}
    for name in table.position.board.names:
        if name not in labels:
            if table.position.stacks.get(name):
                yield name
        elif lies_under(labels[name][1], counters, table.unit) or _cut(labels[name][1], part):
            yield name


def _cut(label: Box, part: Box | None) -> bool:
    """Whether a label is shown in part alone."""
    return part is not None and bool(_hits(label, [part])) and not _inside(label, part)


def counters_of(table: LaidOut) -> dict[Cell, list[Box]]:
    """The boxes of all stacks, by the cells, a hex wide, that they reach into: a large map has too
    many labels to compare each with each stack."""
    found: dict[Cell, list[Box]] = {}
    for box in stack_boxes(table):
        for cell in _cells(box, table.unit):
            found.setdefault(cell, []).append(box)
    return found


def stack_boxes(table: LaidOut) -> Iterator[Box]:
    """The boxes of all stacks."""
    for (x, y), units in table.heaps():
        reach = table.unit * table.fan.reach(len(units))
        yield x - reach, y - reach, x + reach, y + reach


def _cells(box: Box, wide: float) -> Iterator[Cell]:
    left, top, right, bottom = (int(edge // wide) for edge in box)
    return product(range(left, right + 1), range(top, bottom + 1))


def lies_under(label: Box, counters: Mapping[Cell, Sequence[Box]], wide: float) -> bool:
    """Whether a stack covers more of a label than its margin."""
    edge = _MARGIN * wide
    left, top, right, bottom = label[0] + edge, label[1] + edge, label[2] - edge, label[3] - edge
    return any(
        left < box[2] and box[0] < right and top < box[3] and box[1] < bottom
        for cell in _cells(label, wide)
        for box in counters.get(cell, ())
    )


_MARGIN = 0.025
"""Of a label's box, in widths of a hex."""
_HANGS = 2
"""Pixels that letters hang below their line at the edge of a part."""


def _ways_out(answer: Retreats) -> dict[str, bool]:
    """The first hexes of the ways by which somebody may retreat, and whether they are preferred."""
    return {
        option.path[0]: option.preferred
        for unit in answer.units
        for option in ways_of(unit)
        if option.path
    }


def draw_retreats(canvas: Canvas, table: LaidOut, retreats: Mapping[str, Retreats]) -> None:
    """Arrows to the hexes where attacked stacks may retreat; a cross on those with no way out."""
    for name, answer in sorted(retreats.items()):
        ways = _ways_out(answer)
        for end, preferred in sorted(ways.items(), key=lambda item: (item[1], item[0])):
            if table.on_map(end):
                draw_arrow(canvas, table, name, end, preferred)
        if not ways:
            draw_cross(canvas, table, name)


def draw_arrow(canvas: Canvas, table: LaidOut, start: str, end: str, preferred: bool) -> None:
    """An arrow across the hexside between two hexes."""
    (x1, y1), (x2, y2) = table.centre(start), table.centre(end)
    angle = math.atan2(y2 - y1, x2 - x1)
    length = math.hypot(x2 - x1, y2 - y1)
    colour = FIRST_CHOICE if preferred else OTHER_CHOICE
    width = table.unit * (0.07 if preferred else 0.04)
    with canvas.group(x=x1, y=y1, rotate=math.degrees(angle)):
        tail, head, barb = length * _TAIL, length * _HEAD, length * 0.12
        canvas.line(tail, 0, head - barb, 0, Paint(stroke=colour, width=width))
        tip = [(head, 0.0), (head - barb, barb * 0.7), (head - barb, -barb * 0.7)]
        canvas.polygon(tip, Paint(fill=colour))


_TAIL, _HEAD = 0.36, 0.66
"""Between which parts of the way from a hex to the next an arrow stands."""


def draw_cross(canvas: Canvas, table: LaidOut, name: str) -> None:
    """A cross at the right of a hex from which there is no retreat, clear of name and number."""
    x, y, reach = _cross(table, name)
    paint = Paint(stroke=NO_WAY, width=table.unit * 0.07, cap="round")
    canvas.line(x - reach, y - reach, x + reach, y + reach, paint)
    canvas.line(x - reach, y + reach, x + reach, y - reach, paint)


def _cross(table: LaidOut, name: str) -> tuple[float, float, float]:
    x, y = table.centre(name)
    return x + table.unit * 0.36, y, table.unit * 0.1


def marks_of_retreats(table: LaidOut, retreats: Mapping[str, Retreats]) -> Iterator[Box]:
    """The boxes of their arrows and crosses."""
    edge = table.unit * 0.06
    for name, answer in retreats.items():
        ways = _ways_out(answer)
        for end in filter(table.on_map, ways):
            start, stop = table.centre(name), table.centre(end)
            xs, ys = (
                [a + (b - a) * part for part in (_TAIL, _HEAD)]
                for a, b in zip(start, stop, strict=True)
            )
            yield min(xs) - edge, min(ys) - edge, max(xs) + edge, max(ys) + edge
        if not ways:
            x, y, reach = _cross(table, name)
            yield x - reach, y - reach, x + reach, y + reach
