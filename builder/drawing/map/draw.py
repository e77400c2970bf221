"""The map, from the ground up to the names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from builder.drawing.below import box_of
from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.areas import (
    draw_area_borders,
    draw_area_tints,
    draw_edges,
    draw_trenches,
)
from builder.drawing.map.board import draw_board
from builder.drawing.map.furniture import draw_furniture
from builder.drawing.map.ground import draw_ground, draw_ground_tints
from builder.drawing.map.hexes import draw_grid, draw_numbers
from builder.drawing.map.layout import MapLayout
from builder.drawing.map.legend import draw_legend
from builder.drawing.map.lines import draw_lines
from builder.drawing.map.mega import draw_mega_hexes
from builder.drawing.map.names import Names
from builder.drawing.map.rivers import Course, all_courses, draw_rivers
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import draw_settlements
from builder.drawing.map.sides import draw_hexside_lines, draw_hexside_marks
from builder.drawing.map.spots import draw_spots
from builder.drawing.map.tracks import draw_tracks
from builder.drawing.map.under import Under
from builder.drawing.map.water import draw_water
from builder.drawing.map.windows import EVERYWHERE, Windows
from builder.drawing.rows import Box
from builder.game.model import Game


def draw_map(
    canvas: Canvas,
    game: Game,
    layout: MapLayout,
    language: str = "en",
    *,
    under: bool = True,
) -> None:
    """Draw the whole sheet; the canvas's unit is the layout's pixel (use `group` on paper).

    `under` false leaves out the designer's picture, for a canvas on which it lies already.
    """
    scene = Scene(game, layout, language)
    if game.definition.board is not None:
        draw_board(canvas, scene)
    else:
        Country(scene).draw(canvas, under=under)


@dataclass(frozen=True)
class Printed:
    """The sheet for those who see no more of it than windows: names stand whole in one of these
    where they can, and no window shows the end of a name that its neighbour shows."""

    game: Game
    layout: MapLayout
    language: str
    windows: Windows

    def draw(self, canvas: Canvas) -> None:
        """All but the names that some window leaves out."""
        if self.game.definition.board is not None:
            draw_board(canvas, self._country.scene)
        else:
            self._country.draw(canvas)

    def draw_names(self, canvas: Canvas, window: int) -> None:
        """Those names, as far as a window shows them."""
        bare = self.layout.under is not None and "names" not in self._country.scene.config.over
        if self.game.definition.board is None and not bare:
            self._country.names.draw_on(canvas, window)

    @cached_property
    def _country(self) -> Country:
        return Country(Scene(self.game, self.layout, self.language), self.windows)


def _picture(canvas: Canvas, scene: Scene, under: Under) -> None:
    """The designer's picture; on paper with as many of its pixels as that shows."""
    finer = under.finer(canvas.fineness).held()
    image = finer.image(scene.palette.sheet)
    unit = under.scale / finer.scale
    frame = scene.layout.frame
    draw = canvas.photograph if under.photograph else canvas.image
    draw(image, frame.x, frame.y, image.width * unit, image.height * unit)


Layer = Callable[[Canvas], None]
"""Draws a part of a sheet."""

RUNNING, PLACES = 3, 4
"""The layers of a sheet that have names which may be taken off: of captions, beside those of
rivers, and of places."""


@dataclass(frozen=True)
class Country:
    """The sheet of a map that its tables tell, in layers that another process may draw."""

    scene: Scene
    windows: Windows = EVERYWHERE

    def draw(self, canvas: Canvas, *, under: bool = True) -> None:
        """The whole sheet; of one that a designer's picture shows also that, if `under` says so."""
        picture = self.scene.layout.under
        if picture is None:
            for layer in self.layers:
                layer(canvas)
            return
        if under:
            _picture(canvas, self.scene, picture)
        self._over_picture(canvas)
        self._sheet(canvas)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """From the ground up; none looks at what another drew."""
        return self._ground, self._lines, self._numbers, self._running, self._places

    def written(self, layer: int) -> list[Box]:
        """What names on a layer take up, in whole pixels, that may be wanted without them."""
        if layer == RUNNING:
            return [box for caption in self.names.captions for box in caption.erased]
        return [box_of(place.box) for place in self.names.places.values()]

    @cached_property
    def _courses(self) -> list[Course]:
        return all_courses(self.scene)

    def _ground(self, canvas: Canvas) -> None:
        _land(canvas, self.scene)
        draw_ground(canvas, self.scene)
        draw_water(canvas, self.scene)

    def _lines(self, canvas: Canvas) -> None:
        draw_area_tints(canvas, self.scene)
        draw_grid(canvas, self.scene)
        draw_mega_hexes(canvas, self.scene)
        draw_rivers(canvas, self.scene, self._courses)
        draw_area_borders(canvas, self.scene)
        draw_hexside_lines(canvas, self.scene)
        draw_lines(canvas, self.scene)
        draw_trenches(canvas, self.scene)
        draw_hexside_marks(canvas, self.scene)
        draw_edges(canvas, self.scene)
        draw_settlements(canvas, self.scene)
        draw_spots(canvas, self.scene)

    def _numbers(self, canvas: Canvas) -> None:
        draw_numbers(canvas, self.scene)

    @cached_property
    def names(self) -> Names:
        """All names, each in its place."""
        return Names(self.scene, self._courses, self.windows)

    def _running(self, canvas: Canvas) -> None:
        self.names.draw_running(canvas)

    def _places(self, canvas: Canvas) -> None:
        """Then the sheet around the map."""
        self.names.draw_places(canvas)
        self._sheet(canvas)

    def _sheet(self, canvas: Canvas) -> None:
        scene = self.scene
        _sheet(canvas, scene)
        draw_panels(canvas, scene.game, scene.layout, scene.language)

    def _over_picture(self, canvas: Canvas) -> None:
        """What the designer wants drawn over the picture."""
        scene = self.scene
        over = set(scene.config.over)
        if "terrain" in over:
            draw_ground_tints(canvas, scene)
            draw_area_tints(canvas, scene)
        if "grid" in over:
            draw_grid(canvas, scene)
        if "marks" in over:
            draw_mega_hexes(canvas, scene)
            draw_area_borders(canvas, scene)
        if "hexsides" in over:
            draw_rivers(canvas, scene, self._courses)
            draw_hexside_lines(canvas, scene)
        if "lines" in over:
            draw_lines(canvas, scene)
        if "hexsides" in over:
            draw_hexside_marks(canvas, scene)
        if "marks" in over:
            draw_trenches(canvas, scene)
            draw_edges(canvas, scene)
        if "terrain" in over:
            draw_settlements(canvas, scene)
        if over & {"terrain", "marks"}:
            draw_spots(canvas, scene)
        if "numbers" in over:
            draw_numbers(canvas, scene)
        if "names" in over:
            self.names.draw(canvas)


def draw_panels(canvas: Canvas, game: Game, layout: MapLayout, language: str = "en") -> None:
    """The boxes, tracks, legend and title of the layout, without the map under them."""
    scene = Scene(game, layout, language)
    draw_tracks(canvas, scene)
    if layout.has("legend"):
        draw_legend(canvas, scene)
    draw_furniture(canvas, scene)


def draw_draft(canvas: Canvas, game: Game, layout: MapLayout, language: str = "en") -> None:
    """The map without grid, rivers, names and ornament, in a fifth of the time: to look at while
    one edits. A printed map or a board of squares is drawn as it is."""
    if game.definition.board is not None or layout.under is not None:
        draw_map(canvas, game, layout, language)
        return
    scene = Scene(game, layout, language)
    _land(canvas, scene)
    draw_ground_tints(canvas, scene)
    draw_water(canvas, scene)
    draw_area_tints(canvas, scene)
    draw_hexside_lines(canvas, scene)
    draw_lines(canvas, scene)
    draw_hexside_marks(canvas, scene)
    draw_settlements(canvas, scene)
    draw_spots(canvas, scene)
    _sheet(canvas, scene)


def _land(canvas: Canvas, scene: Scene) -> None:
    frame = scene.layout.frame
    canvas.rect(frame.x, frame.y, frame.width, frame.height, Paint(fill=scene.palette.land))


def _sheet(canvas: Canvas, scene: Scene) -> None:
    """The paper around the frame, which also trims what the art drew beyond it."""
    frame, layout, palette, unit = scene.layout.frame, scene.layout, scene.palette, scene.unit
    if layout.under is not None and (frame.width, frame.height) == (layout.width, layout.height):
        return
    paper = Paint(fill=palette.sheet)
    far = scene.width * 6
    right, bottom = frame.x + frame.width, frame.y + frame.height
    canvas.rect(-far, -far, layout.width + 2 * far, frame.y + far, paper)
    canvas.rect(-far, bottom, layout.width + 2 * far, layout.height - bottom + far, paper)
    canvas.rect(-far, frame.y, frame.x + far, frame.height, paper)
    canvas.rect(right, frame.y, layout.width - right + far, frame.height, paper)
    for room in scene.layout.rooms:
        canvas.rect(*room, paper)
        canvas.rect(*room, Paint(stroke=palette.ink, width=0.8 * unit))
    if layout.under is not None:  # the picture brings its own edge
        return
    line = Paint(stroke=palette.ink, width=2.2 * unit)
    canvas.rect(frame.x, frame.y, frame.width, frame.height, line)
    gap = 5 * unit
    thin = Paint(stroke=palette.ink, width=0.8 * unit)
    canvas.rect(frame.x - gap, frame.y - gap, frame.width + 2 * gap, frame.height + 2 * gap, thin)
