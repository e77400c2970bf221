"""What every part of the drawing looks at: the game, its sheet, its looks, each hex's words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from builder.drawing.map.config import Look, MapDrawing
from builder.drawing.map.lattice import Cell, Corner, Edge, Lattice
from builder.drawing.map.layout import LEAST_UNIT, MapLayout
from builder.drawing.map.palette import Palette, palette_of, side_colour
from builder.drawing.map.read_config import map_drawing
from builder.drawing.map.shapes import Waters, waters
from builder.drawing.map.shapes_file import shapes_file
from builder.drawing.map.vocabulary import NATURAL, SETTLEMENTS, water_hexes, word_of
from builder.drawing.paths import Point
from builder.game.model import Game

RIM = 2
"""How many rings of cells beyond the map's edge the art continues."""


@dataclass(frozen=True)
class Scene:
    """One map about to be drawn."""

    game: Game
    layout: MapLayout
    language: str = "en"

    @cached_property
    def config(self) -> MapDrawing:
        return map_drawing(self.game)

    @cached_property
    def palette(self) -> Palette:
        return palette_of(self.config.palette)

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(self.layout.pixels)

    @property
    def unit(self) -> float:
        """Pixels of a length that is 1 on a map whose hexes are 80 wide."""
        return self.layout.unit

    @property
    def text_unit(self) -> float:
        """Like `unit`, but never so small that text could not be read at full size."""
        return max(self.unit, LEAST_UNIT)

    @property
    def panel_unit(self) -> float:
        """Of what stands beside the map: as `unit`, but large enough to be read."""
        return self.layout.panel_unit

    @property
    def width(self) -> float:
        return self.layout.pixels.width

    @cached_property
    def terrain_words(self) -> dict[str, str]:
        """Terrain id -> drawing word."""
        found = self.game.definition.terrain.items()
        return {name: word_of(name, feature) for name, feature in found}

    @cached_property
    def hexside_words(self) -> dict[str, str]:
        found = self.game.definition.hexside.items()
        return {name: word_of(name, feature) for name, feature in found}

    @cached_property
    def line_words(self) -> dict[str, str]:
        found = self.game.definition.line.items()
        return {name: word_of(name, feature) for name, feature in found}

    @cached_property
    def words(self) -> dict[str, frozenset[str]]:
        """Hex -> the drawing words of its terrain."""
        by_id = self.terrain_words
        return {
            name: frozenset(by_id[kind] for kind in kinds if kind in by_id)
            for name, kinds in self.game.board.terrain.items()
            if name in self.game.grid
        }

    @cached_property
    def kinds(self) -> dict[Cell, frozenset[str]]:
        """Cell -> drawing words, on the map and, for natural ground, beyond its edge."""
        found = {
            cell: self.words.get(name, frozenset()) for cell, name in self.lattice.cells.items()
        }
        for cell, names in self.lattice.rim(RIM).items():
            nearby = [self.words.get(name, frozenset()) for name in names]
            found[cell] = frozenset(
                word for word in NATURAL if sum(word in words for words in nearby) * 2 > len(nearby)
            )
        return found

    @cached_property
    def rim(self) -> frozenset[Corner]:
        """Corners on the map's edge."""
        beyond = self.lattice.rim(1)
        return frozenset(corner for cell in beyond for corner in self.lattice.corners(cell))

    @cached_property
    def waters(self) -> Waters:
        return waters(self.lattice, self.kinds, shapes_file(self.game))

    @cached_property
    def shores(self) -> dict[tuple[int, int], list[Point]]:
        """Points of all shores by the square, a hex wide, in which they lie."""
        found: dict[tuple[int, int], list[Point]] = {}
        for body in self.waters.bodies:
            for ring in body.rings:
                for point in ring:
                    found.setdefault(self.square(point), []).append(point)
        return found

    def square(self, point: Point) -> tuple[int, int]:
        """The square of `shores` for a point."""
        return math.floor(point[0] / self.width), math.floor(point[1] / self.width)

    @cached_property
    def town_places(self) -> dict[str, Point]:
        """Where each settlement stands: in its hex's middle, or on the nearest land if that is
        water."""
        return {name: self._dry(name) for name in self.hexes_with(*SETTLEMENTS)}

    def _dry(self, name: str) -> Point:
        x, y = self.centre(name)
        if not self.waters.covers((x, y)):
            return x, y
        for ring in (0.10, 0.18, 0.26, 0.33):
            for part in range(12):
                angle = math.radians(part * 30)
                reach = ring * self.width
                spot = (x + reach * math.cos(angle), y + 0.9 * reach * math.sin(angle))
                if not self.waters.covers(spot):
                    return spot
        return x, y

    def cells_with(self, *words: str) -> list[Cell]:
        """Cells that have one of the words, row by row."""
        wanted = frozenset(words)
        found = [cell for cell, kinds in self.kinds.items() if kinds & wanted]
        return sorted(found, key=lambda cell: (cell[1], cell[0]))

    def hexes_with(self, *words: str) -> list[str]:
        """Hexes that have one of the words, in the grid's order."""
        wanted = frozenset(words)
        return [
            name for name in self.game.grid.places if self.words.get(name, wanted - wanted) & wanted
        ]

    def hexes_of(self, terrain: Iterable[str]) -> frozenset[str]:
        """Hexes that have one of these terrain ids."""
        return frozenset(n for n in self.game.board.hexes_with(*terrain) if n in self.game.grid)

    def sides_with(self, *words: str) -> Iterator[tuple[str, str, str]]:
        """Undirected hexsides drawn by one of the words, each once: (feature, hex, other hex)."""
        ids = [name for name, word in self.hexside_words.items() if word in words]
        sides = self._sides
        found = [(*side, n, name) for n, name in enumerate(ids) for side in sides.get(name, ())]
        if len(ids) > 1:
            found.sort()
        for start, end, _, name in found:
            yield name, start, end

    @cached_property
    def _sides(self) -> dict[str, list[tuple[str, str]]]:
        """The undirected hexsides of each feature, in order."""
        found: dict[str, list[tuple[str, str]]] = {}
        for (start, end), features in sorted(self.game.board.hexsides.items()):
            if start < end and start in self.game.grid and end in self.game.grid:
                for name in features:
                    found.setdefault(name, []).append((start, end))
        return found

    def owned_with(self, *words: str) -> Iterator[tuple[str, str, str]]:
        """Directed hexsides drawn by one of the words: (feature id, owner, other hex)."""
        ids = [name for name, word in self.hexside_words.items() if word in words]
        for (owner, other), features in sorted(self.game.board.owned.items()):
            for name in ids:
                if name in features and owner in self.game.grid and other in self.game.grid:
                    yield name, owner, other

    def edges_with(self, *words: str) -> set[Edge]:
        """The undirected hexsides drawn by one of the words, as edges."""
        found = (self.lattice.edge_between(a, b) for _, a, b in self.sides_with(*words))
        return {edge for edge in found if edge is not None}

    def is_water(self, name: str) -> bool:
        """Whether a hex is all sea or lake: by its terrain, or by all of its hexsides."""
        return name in self._wet

    def touches_water(self, name: str) -> bool:
        """Whether some shore may run through a hex."""
        return name in self._shored

    @cached_property
    def _shored(self) -> frozenset[str]:
        """Hexes that have a point of a shore in them or at their edge."""
        rings = (ring for body in self.waters.bodies for ring in body.rings)
        cells = {cell for ring in rings for cell in self._passed(ring)}
        names = {self.lattice.cells.get(cell, "") for cell in cells}
        return frozenset(names - {""})

    def _passed(self, line: Sequence[Point]) -> Iterator[Cell]:
        """The cells in which points of a line lie. Most lie so near to the middle of the cell of
        the one before that they can lie in no other."""
        inside, mx, my = (0.49 * self.width) ** 2, math.inf, math.inf
        for x, y in line:
            if (x - mx) * (x - mx) + (y - my) * (y - my) > inside:
                cell = self.lattice.cell_at((x, y))
                mx, my = self.lattice.centre(cell)
                yield cell

    @cached_property
    def curves(self) -> dict[str, list[list[Point]]]:
        """The courses of each kind of line, once `line_curves` has worked them out."""
        return {}

    @cached_property
    def _wet(self) -> frozenset[str]:
        return water_hexes(self.game)

    def centre(self, name: str) -> Point:
        return self.layout.pixels.centre(name)

    def look(self, kind: str, name: str) -> Look:
        """What `[drawing.map]` says of one terrain, hexside or line."""
        looks: dict[str, Look] = getattr(self.config, kind)
        return looks.get(name, Look())

    def side_colour(self, side: str) -> str:
        """The colour that stands for a side on the map."""
        return side_colour(self.game, side) or self.palette.ink
