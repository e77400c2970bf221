"""The rules that lines through hexes obey: roads and railways, bridges, traces."""

from __future__ import annotations

from builder.geography.courses import through_hexes
from builder.geography.findings import Findings, Run
from builder.geography.layers import Layers
from builder.geography.pieces import joined_lines
from builder.geography.plane import Plane
from builder.geography.recipe import Bridge, Line, Trace
from builder.hexes.grid import pairs


def find_line(rule: Line, plane: Plane, layers: Layers, found: Findings) -> None:
    """Roads and railways as runs of hexes."""
    for feature in layers.take(rule.from_, plane):
        for line in joined_lines([feature], plane):
            run = through_hexes(line, plane)
            if len(run) > 1:
                found.runs.append(Run(rule.kind, feature.text(rule.name), tuple(run), rule.source))


def find_trace(rule: Trace, plane: Plane, layers: Layers, found: Findings) -> None:
    """The hexes that lines pass through, water hexes left out."""
    for line in joined_lines(layers.take(rule.from_, plane), plane):
        run = [name for name in through_hexes(line, plane) if name not in found.water]
        found.add_terrain(run, rule.terrain, rule.source)


def find_bridge(rule: Bridge, plane: Plane, found: Findings) -> None:
    """Bridges where lines cross rivers."""
    for run in found.runs:
        if run.kind not in rule.lines:
            continue
        for start, end in pairs(run.hexes):
            if set(found.hexsides.get(plane.side(start, end), ())) & set(rule.over):
                found.add_side(plane, (start, end), rule.hexside, rule.source)
