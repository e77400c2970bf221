"""Names on the map: places beside their symbols, clear of numbers, lines and each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from builder.drawing.canvas import Canvas, TextStyle, text_width
from builder.drawing.fonts import Weight
from builder.drawing.map.areas import edge_runs, trench_runs
from builder.drawing.map.caption_places import placed
from builder.drawing.map.captions import PlacedCaption, captions
from builder.drawing.map.hexes import number_place, number_style
from builder.drawing.map.labels import (
    Box,
    Obstacles,
    Place,
    Wanted,
    around,
    place_all,
)
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.lines import line_curves
from builder.drawing.map.outline import resampled
from builder.drawing.map.river_names import river_names
from builder.drawing.map.rivers import Course
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import RADII, settlement
from builder.drawing.map.spots import spot_places
from builder.drawing.map.vocabulary import LINES
from builder.drawing.map.windows import EVERYWHERE, Windows
from builder.drawing.map.words import named

_SIZES: dict[str, tuple[float, Weight]] = {
    "major-city": (21.0, "black"),
    "city": (18.0, "bold"),
    "town": (14.5, "medium"),
    "village": (12.5, "regular"),
    "": (13.0, "regular"),
}
_CUT = 9.0
"""What it costs that another part of the map shows some of a town's name at its edge: less than to
touch a number."""

_RANKS = {"major-city": 0, "city": 1, "town": 2, "village": 3, "": 4}


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
        """Captions first, then rivers, then places: the smaller keep off the larger."""
        for caption in self.captions:
            caption.draw(canvas, self.scene.palette.halo)
        places = self.places  # towns choose before rivers do
        for river in river_names(self.scene, self.obstacles, self.windows):
            river.draw(canvas)
        for name, place in places.items():
            canvas.text(*place.anchor, self.text(name), self.style(name))

    @cached_property
    def captions(self) -> list[PlacedCaption]:
        return [*placed(self.scene, captions(self.scene), self._ground, self.windows)]

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
        size, weight = _SIZES[settlement(self.scene, name)]
        palette, unit = self.scene.palette, self.scene.text_unit
        return TextStyle(
            size * unit,
            weight,
            italic=not settlement(self.scene, name),
            colour=palette.town_name,
            anchor="middle",
            baseline="middle",
            halo=palette.halo,
            halo_width=2.4 * unit,
        )

    @cached_property
    def number_boxes(self) -> dict[str, Box]:
        """The box of each hex number."""
        scene = self.scene
        style = number_style(scene, "black")
        half = {
            len(name): text_width(name, style) / 2 + scene.unit for name in scene.game.grid.places
        }
        drop = style.size * 0.42
        boxes = {}
        for name in scene.game.grid.places:
            x, y = number_place(scene, name)
            reach = half[len(name)]
            boxes[name] = (x - reach, y - drop, x + reach, y + drop)
        return boxes

    @cached_property
    def places(self) -> dict[str, Place]:
        """The place of each named hex's label."""
        scene = self.scene
        obstacles = self.obstacles
        wanted = []
        for name in scene.game.board.names:
            if name in scene.game.grid and self._shown(name):
                wanted.append(self._wanted(name))
        return place_all([one for one in wanted if one.places], obstacles)

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
        joined = whole or [place for place in framed if self.windows.joined(place.box)]
        chosen = joined or framed if word else joined
        return Wanted(name, _RANKS[word], tuple(map(self._with_cuts, chosen)))

    def _with_cuts(self, place: Place) -> Place:
        """A place that costs more where other parts of the map show some of it at their edges."""
        cuts = self.windows.cuts(place.box)
        return replace(place, penalty=place.penalty + _CUT * cuts) if cuts else place

    @cached_property
    def obstacles(self) -> Obstacles:
        """What names keep off: the ground's own marks, and the captions, which are placed first
        because they give way to those marks alone."""
        captions, ground = self.captions, self._ground
        for caption in captions:
            for box in caption.boxes:
                ground.add(box, 25.0, "caption")
        return ground

    @cached_property
    def _ground(self) -> Obstacles:
        scene, unit = self.scene, self.scene.unit
        obstacles = Obstacles(scene.width)
        for name, box in self.number_boxes.items():
            obstacles.add(box, 40.0, f"number:{name}")
        for name in scene.game.grid.places:
            if word := settlement(scene, name):
                x, y = scene.town_places[name]
                reach = RADII[word] * unit * 0.85
                obstacles.add((x - reach, y - reach, x + reach, y + reach), 60.0, f"symbol:{name}")
        for spot in spot_places(scene):
            reach = 9 * unit
            x, y = spot.point
            obstacles.add((x - reach, y - reach, x + reach, y + reach), 60.0, f"spot:{spot.hex}")
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
        for panel in _panels(scene.layout):
            obstacles.add(panel, 400.0, "panel")
        return obstacles


def _panels(layout: MapLayout) -> Iterator[Box]:
    """What lies on the field and hides it: rooms, and the title or a legend that is inset."""
    for x, y, width, height in layout.rooms:
        yield x, y, x + width, y + height
    for region in layout.regions:
        if region.kind != "map" and not region.parent and layout.frame.holds(*region.centre):
            yield region.x, region.y, region.x + region.width, region.y + region.height
