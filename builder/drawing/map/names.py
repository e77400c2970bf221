"""Names on the map: places beside their symbols, clear of numbers, lines and each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.map.areas import edge_runs, trench_runs
from builder.drawing.map.caption_places import Room, placed
from builder.drawing.map.captions import PlacedCaption, captions
from builder.drawing.map.labels import (
    Box,
    Obstacles,
    Place,
    Wanted,
    around,
    label_of,
    place_all,
)
from builder.drawing.map.lines import line_curves
from builder.drawing.map.name_style import framed_hexes, name_style
from builder.drawing.map.number_boxes import NumberBoxes, panels_on_field
from builder.drawing.map.outline import resampled
from builder.drawing.map.river_names import Banks, RiverName, river_names
from builder.drawing.map.rivers import Course
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import RADII, settlement
from builder.drawing.map.spots import spot_places
from builder.drawing.map.vocabulary import LINES
from builder.drawing.map.windows import EVERYWHERE, Windows
from builder.drawing.map.words import named
from builder.drawing.paths import Point

_CUT = 60.0
"""What it costs that another part of the map shows some of a town's name at its edge: more than to
touch a number."""

_NUMBER, _SYMBOL = 160.0, 120.0
"""What it costs to cover the number of a hex, or a town or other symbol: to touch them costs at
least a quarter of it."""
_SLID, _SLIDING = 1.0, 8.0
"""How far a town's name may move beside its usual places so that none does, in hex widths, and what
one of these costs."""
_ASIDE = (0.0, -0.12, 0.12, -0.24, 0.24, -0.36, 0.36, -0.48, 0.48)
"""How far it then moves the other way, too, in hex widths."""

_ALONE, _FEW = 5.0, 4
"""What it costs that one letter of a town's name stands alone in the next hex, and how many letters
a name has of which that may be said."""
_COUNTER, _UNDER = 0.75, 500.0
"""How wide a counter is, in hexes, and what it costs a river's name to be under all of one."""

_RANKS = {"major-city": 0, "city": 1, "town": 2, "village": 3, "": 4}


_Written = tuple[Box, Callable[[Canvas], None]]
"""Of a name its box, and what draws it."""

Labels = dict[str, tuple[str, Box]]
"""By hex, or by the key of a caption, what is written there, and the box that it takes up."""


class Names:
    """All names of a scene with their places, worked out once.

    Where the map is printed in parts, names stand whole in one of these if there is a place for
    them; if not, captions and rivers have none, and those of places one that two parts show
    together, or, but for settlements, none.
    """

    def __init__(
        self, scene: Scene, courses: Sequence[Course] = (), windows: Windows = EVERYWHERE
    ) -> None:
        self.scene = scene
        self.courses = courses
        self.windows = windows

    def draw(self, canvas: Canvas) -> None:
        """All but those that some part of the map leaves out: captions first, then rivers, then
        places, the smaller keep off the larger."""
        self.draw_running(canvas)
        self.draw_places(canvas)

    def draw_running(self, canvas: Canvas) -> None:
        """Those of captions and rivers."""
        self._draw(canvas, self._running)

    def draw_places(self, canvas: Canvas) -> None:
        """Those of places."""
        self._draw(canvas, self._standing)

    def _draw(self, canvas: Canvas, written: Iterator[_Written]) -> None:
        for box, draw in written:
            if not self.windows.without(box):
                draw(canvas)

    def draw_on(self, canvas: Canvas, part: int) -> None:
        """Those that others leave out, on a part that does not."""
        for box, draw in chain(self._running, self._standing):
            without = self.windows.without(box)
            if without and part not in without:
                draw(canvas)

    @property
    def _running(self) -> Iterator[_Written]:
        halo = self.scene.palette.halo
        for caption in self.captions:
            yield caption.box, partial(caption.draw, halo=halo)
        for river in self.rivers:
            yield river.box, river.draw

    @property
    def _standing(self) -> Iterator[_Written]:
        for name, place in self.places.items():
            text, style = self.text(name), self.style(name)
            yield place.box, partial(_write, at=place.anchor, text=text, style=style)

    @cached_property
    def rivers(self) -> list[RiverName]:
        """The names of rivers; towns choose before they do, because they stand at their symbols."""
        _ = self.places
        return [*river_names(self.scene, Banks(self.obstacles, self._counters, self.windows))]

    @cached_property
    def _counters(self) -> Obstacles:
        """Those that are there when a game begins."""
        scene, half = self.scene, _COUNTER / 2 * self.scene.width
        counters = Obstacles(scene.width)
        for name in scene.game.set_up:
            x, y = scene.centre(name)
            counters.add((x - half, y - half, x + half, y + half), _UNDER)
        return counters

    @cached_property
    def captions(self) -> list[PlacedCaption]:
        room = Room(self.scene, self._ground, self.numbers, self.windows)
        return [*placed(room, captions(self.scene))]

    @property
    def labels(self) -> Labels:
        """The words of places and captions with their boxes."""
        found = {name: (self.text(name), place.box) for name, place in self.places.items()}
        return found | {one.key: (one.text, one.box) for one in self.captions}

    def text(self, name: str) -> str:
        """What is written at a hex."""
        word = self.scene.game.board.names[name]
        return named(self.scene.game, self.scene.language, f"names.{word}", word)

    def style(self, name: str) -> TextStyle:
        return name_style(self.scene, name, crossing=name in self._framed)

    @cached_property
    def _framed(self) -> frozenset[str]:
        return framed_hexes(self.scene)

    @cached_property
    def numbers(self) -> NumberBoxes:
        """Where the hex numbers stand."""
        return NumberBoxes(self.scene)

    @cached_property
    def places(self) -> dict[str, Place]:
        """The place of each named hex's label."""
        scene = self.scene
        obstacles = self.obstacles
        wanted = []
        for name in scene.game.board.names:
            if name in scene.game.grid and self._shown(name):
                wanted.append(self._wanted(name))
        chosen = place_all([one for one in wanted if one.places], obstacles)
        # All places of all names are not looked at so closely, because that takes long.
        strays = [
            one for one in wanted if one.key in chosen and self.strays(one.key, chosen[one.key])
        ]
        for one in strays:
            obstacles.remove(chosen[one.key].box, label_of(one.key))
        return chosen | place_all([self._together(one) for one in strays], obstacles, 1)

    def _together(self, wanted: Wanted) -> Wanted:
        """The places of a name; those cost more that leave one letter alone."""
        places = (
            replace(one, penalty=one.penalty + _ALONE * self.strays(wanted.key, one))
            for one in wanted.places
        )
        return replace(wanted, places=tuple(places))

    def strays(self, name: str, place: Place) -> bool:
        """Whether the first or the last letter of a name stands alone in the next hex."""
        text, style, y = self.text(name), self.style(name), place.anchor[1]
        if len(text) < _FEW:
            return False
        start, end = text_width(text[0], style), text_width(text[-1], style)
        near = start + text_width(text[1], style) / 2, end + text_width(text[-2], style) / 2
        half = (place.box[2] - place.box[0] - 3 * self.scene.unit) / 2
        left, right = place.anchor[0] - half, place.anchor[0] + half
        cell_at = self.scene.lattice.cell_at
        first, second = cell_at((left + start / 2, y)), cell_at((left + near[0], y))
        last_but_one, last = cell_at((right - near[1], y)), cell_at((right - end / 2, y))
        return first != second or last_but_one != last

    def _shown(self, name: str) -> bool:
        """The look of its terrain may keep a name off the map, but not that of a settlement."""
        scene = self.scene
        kinds = scene.game.board.of(name)
        shown = all(scene.look("terrain", kind).label for kind in kinds)
        return shown or bool(settlement(scene, name))

    def _wanted(self, name: str) -> Wanted:
        scene = self.scene
        word = settlement(scene, name)
        style = self.style(name)
        size = (text_width(self.text(name), style) + 3 * scene.unit, style.size * 0.98)
        reach = RADII.get(word, 0.0) * scene.unit
        high = reach * (0.7 if word in ("town", "village") else 0.9)
        places = around(
            scene.town_places.get(name) or scene.centre(name), (reach, high), size, 3 * scene.unit
        )
        if not word:
            x, y = scene.centre(name)
            box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
            places = [Place(box, (x, y), 0.0), *places]
        frame = scene.layout.frame
        inside = [
            place
            for place in places
            if place.box[0] > frame.x + 4
            and place.box[2] < frame.x + frame.width - 4
            and place.box[1] > frame.y + 4
            and place.box[3] < frame.y + frame.height - 4
        ]
        framed = inside or places
        whole = [place for place in framed if self.windows.whole(place.box)]
        if any(self.windows.cuts(place.box) for place in framed):
            whole += [*self._slid(framed)]
        joined = whole or [place for place in framed if self.windows.joined(place.box)]
        chosen = joined or framed if word else joined
        return Wanted(name, _RANKS[word], tuple(map(self._with_cuts, chosen)))

    def _slid(self, places: Sequence[Place]) -> Iterator[Place]:
        """Places beside the usual ones at which no part of the map shows some of a name alone."""
        width, frame = self.scene.width, self.scene.layout.frame
        for place in places:
            for dx, dy in self.windows.ways_out(place.box, _SLID * width):
                for aside in _ASIDE:
                    x, y = (dx, aside * width) if dx else (aside * width, dy)
                    moved = place.moved(x, y)
                    left, top, right, bottom = moved.box
                    seen = self.windows.whole(moved.box) and not self.windows.cuts(moved.box)
                    if seen and frame.holds(left, top) and frame.holds(right, bottom):
                        cost = _SLIDING * math.hypot(x, y) / width
                        yield replace(moved, penalty=place.penalty + cost)

    def _with_cuts(self, place: Place) -> Place:
        """A place that costs more where other parts of the map show some of it at their edges."""
        cuts = self.windows.cuts(place.box)
        return replace(place, penalty=place.penalty + _CUT * cuts) if cuts else place

    @cached_property
    def obstacles(self) -> Obstacles:
        """What names keep off: the ground's own marks, and the captions, which are placed first
        because they give way to those marks alone."""
        _ = self.captions  # which become obstacles as they are placed
        return self._ground

    @cached_property
    def _ground(self) -> Obstacles:
        scene, unit = self.scene, self.scene.unit
        obstacles = Obstacles(scene.width)
        for name, box in self.numbers.boxes.items():
            obstacles.add(box, _NUMBER, f"number:{name}")
        for name in scene.game.grid.places:
            if word := settlement(scene, name):
                x, y = scene.town_places[name]
                reach = RADII[word] * unit * 0.85
                box = (x - reach, y - reach, x + reach, y + reach)
                obstacles.add(box, _SYMBOL, f"symbol:{name}")
        for spot in spot_places(scene):
            reach = 9 * unit
            x, y = spot.point
            obstacles.add((x - reach, y - reach, x + reach, y + reach), _SYMBOL, f"spot:{spot.hex}")
        for course in self.courses:
            obstacles.mark(course.points, 0.8)
        for kind, word in scene.terrain_words.items():
            if word == "trench":
                for run in trench_runs(scene, kind):
                    obstacles.mark(run, 1.5)
        for edge in scene.config.edge:
            for run in edge_runs(scene, scene.game.hexset(edge.set)):
                obstacles.mark(resampled(run, 5 * unit), 3.0)
        for kind, word in scene.line_words.items():
            if word in LINES:
                for curve in line_curves(scene, kind):
                    obstacles.mark(curve, 0.25)
        for shore in scene.waters.bodies:
            for ring in shore.rings:
                obstacles.mark(ring, 0.3)
        for panel in panels_on_field(scene.layout):
            obstacles.add(panel, 400.0, "panel")
        return obstacles


def _write(canvas: Canvas, at: Point, text: str, style: TextStyle) -> None:
    canvas.text(*at, text, style)
