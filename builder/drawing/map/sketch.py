"""The map's features as straight lines: what a screen can draw at once, before the real map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from builder.drawing.map.lattice import Cell, Edge
from builder.drawing.map.outline import chains
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import RADII, settlement
from builder.drawing.map.sides import LONG_STYLES, MARKS
from builder.drawing.map.vocabulary import LINES, SETTLEMENTS
from builder.drawing.paths import Point


@dataclass(frozen=True)
class Stroke:
    """Lines of one look: a colour, a width and dashes in pixels, and runs of points. A run of one
    point is a disc as wide as the line."""

    colour: str
    width: float
    runs: tuple[tuple[Point, ...], ...]
    dash: tuple[float, ...] = ()


def sketch(scene: Scene) -> list[Stroke]:
    """All lines of a map, the lowest first: waters, borders, roads and railways, marks on hexsides,
    settlements. Empty where a picture or a printed board has them already."""
    if scene.layout.under is not None or scene.game.definition.board is not None:
        return []
    found = [*_rivers(scene), *_long_sides(scene), *_lines(scene), *_marks(scene), *_towns(scene)]
    return [stroke for stroke in found if stroke.runs]


def _rivers(scene: Scene) -> Iterator[Stroke]:
    """Rivers, and the shores that the hexsides tell."""
    palette, unit = scene.palette, scene.unit
    for words, colour, width in (
        (("sea", "lake"), palette.shore, 4.0),
        (("river",), palette.river_edge, 4.0),
        (("major-river",), palette.river_edge, 8.0),
    ):
        runs = _sides(scene, scene.edges_with(*words))
        yield Stroke(colour, width * unit, runs)


def _sides(scene: Scene, edges: Iterable[Edge]) -> tuple[tuple[Point, ...], ...]:
    """Hexsides joined to runs as long as they go."""
    point = scene.lattice.point
    return tuple(tuple(point(corner) for corner in run) for run in chains(set(edges)))


def _long_sides(scene: Scene) -> Iterator[Stroke]:
    for word, strokes in LONG_STYLES.items():
        owned = (scene.lattice.edge_between(a, b) for _, a, b in scene.owned_with(word))
        edges = scene.edges_with(word) | {edge for edge in owned if edge is not None}
        tone, width, dash = strokes[-1]
        scaled = tuple(part * scene.unit for part in dash)
        colour = _told(scene, "hexside", scene.hexside_words, word) or getattr(scene.palette, tone)
        yield Stroke(colour, width * scene.unit, _sides(scene, edges), scaled)


def _told(scene: Scene, kind: str, words: dict[str, str], word: str) -> str:
    """The colour that the game gives what is drawn by a word."""
    told = (scene.look(kind, name).colour for name, drawn in words.items() if drawn == word)
    return next(filter(None, told), "")


def _lines(scene: Scene) -> Iterator[Stroke]:
    """Roads and railways, from middle to middle."""
    palette, unit = scene.palette, scene.unit
    looks = {
        "track": (palette.road_edge, 1.4, (6.0, 3.5)),
        "road": (palette.road, 3.2, ()),
        "rail": (palette.rail, 2.2, (7.0, 3.0)),
        "double-rail": (palette.rail, 3.0, (9.0, 3.0)),
        "autobahn": (palette.autobahn, 5.0, ()),
    }
    for word in LINES:
        for kind, drawn in scene.line_words.items():
            if drawn == word:
                colour, width, dash = looks[word]
                colour = scene.look("line", kind).colour or colour
                scaled = tuple(part * unit for part in dash)
                yield Stroke(colour, width * unit, _ways(scene, kind), scaled)


def _ways(scene: Scene, kind: str) -> tuple[tuple[Point, ...], ...]:
    grid, lattice = scene.game.grid, scene.lattice
    steps: set[tuple[Cell, Cell]] = set()
    for start, end in scene.game.board.lines.get(kind, frozenset()):
        if start in grid and end in grid:
            one, other = sorted((lattice.cell(start), lattice.cell(end)))
            steps.add((one, other))
    return tuple(tuple(lattice.centre(cell) for cell in run) for run in chains(steps))


_ACROSS = frozenset({"bridge", "crossing", "ford", "strait", "ferry"})
"""Marks that lead over a hexside; the others lie along it."""


def _marks(scene: Scene) -> Iterator[Stroke]:
    palette, unit = scene.palette, scene.unit
    tones = {"strait": palette.autobahn, "ferry": palette.water_name, "minefield": palette.mine}
    tones |= dict.fromkeys(("slope", "depression"), palette.rough_ink)
    for word in MARKS:
        sides = [*scene.sides_with(word), *scene.owned_with(word)]
        colour = _told(scene, "hexside", scene.hexside_words, word) or tones.get(word, palette.ink)
        runs = (_mark(scene, word, start, end) for _, start, end in sides)
        yield Stroke(colour, 3.0 * unit, tuple(run for run in runs if run))


def _mark(scene: Scene, word: str, start: str, end: str) -> tuple[Point, ...]:
    """A line over the hexside, or along it on the side of its owner."""
    if word in _ACROSS:
        one, other = scene.centre(start), scene.centre(end)
        return _between(one, other, 0.36), _between(one, other, 0.64)
    edge = scene.lattice.edge_between(start, end)
    if edge is None:
        return ()
    middle = scene.centre(start)
    return tuple(_between(scene.lattice.point(corner), middle, 0.12) for corner in edge)


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _towns(scene: Scene) -> Iterator[Stroke]:
    """Settlements as discs in the middle of their hexes, the largest kind of each."""
    places: dict[str, list[tuple[Point, ...]]] = {}
    for name in scene.hexes_with(*SETTLEMENTS):
        places.setdefault(settlement(scene, name), []).append((scene.centre(name),))
    for word, runs in places.items():
        yield Stroke(scene.palette.town, 1.6 * RADII[word] * scene.unit, tuple(runs))
