"""The outlines of mega-hexes: a pale line over the map, as air areas have."""

from __future__ import annotations

from builder.drawing.canvas import Canvas, Paint
from builder.drawing.map.lattice import Edge
from builder.drawing.map.outline import chains
from builder.drawing.map.scene import Scene
from builder.drawing.paths import Path, polyline
from builder.hexes.mega import mega_hexes


def draw_mega_hexes(canvas: Canvas, scene: Scene) -> None:
    """Lines between the hexes of different mega-hexes."""
    config = scene.config.mega_hexes
    if config is None:
        return
    grid = scene.game.grid
    of = mega_hexes(grid, config.through, config.radius)
    edges: set[Edge] = set()
    for name, mega in of.items():
        for near in grid.neighbours(name):
            if of[near] != mega and (edge := scene.lattice.edge_between(name, near)) is not None:
                edges.add(edge)
    path = Path()
    for run in chains(edges):
        path.extend(polyline([scene.lattice.point(corner) for corner in run]))
    if path.parts():
        draw_outline(canvas, scene, path, config.colour)


def draw_outline(canvas: Canvas, scene: Scene, path: Path, colour: str) -> None:
    canvas.path(path, Paint(stroke=colour, width=3.2 * scene.unit, opacity=0.75, join="round"))
