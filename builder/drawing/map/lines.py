"""Roads and railways: runs of hexes become smooth lines through their middles."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from builder.drawing.canvas import Canvas, Ends, Paint
from builder.drawing.map.lattice import Cell, Edge
from builder.drawing.map.outline import chains, displaced, resampled
from builder.drawing.map.scene import RIM, Scene
from builder.drawing.map.vocabulary import LINES, SETTLEMENTS
from builder.drawing.paths import Path, Point, Ring, flatten, polyline, smooth


def draw_lines(canvas: Canvas, scene: Scene) -> None:
    for word in LINES:
        for kind, drawn in scene.line_words.items():
            if drawn == word:
                curves = line_curves(scene, kind)
                draw_line(canvas, scene, word, curves, scene.look("line", kind).colour)


_TOWNS = frozenset(SETTLEMENTS)
_RAILS = ("rail", "double-rail")
_ASIDE = 4.8
"""How far a railway runs beside a road that takes the same hexes, at 80 px."""


def line_curves(scene: Scene, kind: str) -> list[list[Point]]:
    """The smooth courses of one kind of line; at a junction those that lead on go through.

    Where a railway takes the same way as a road it runs beside it.
    """
    if kind not in scene.curves:  # names ask again where lines run
        scene.curves[kind] = _line_curves(scene, kind)
    return scene.curves[kind]


def _line_curves(scene: Scene, kind: str) -> list[list[Point]]:
    steps = _steps(scene, kind)
    beside: set[Edge] = set()
    if scene.line_words[kind] in _RAILS:
        for other, word in scene.line_words.items():
            if word in ("road", "autobahn", "track"):
                beside |= steps & _steps(scene, other)
    runs = _through(scene, chains(steps), beside)
    near = Counter(cell for step in steps for cell in step)
    junctions = {cell for cell, number in near.items() if number > 2}
    ends = {cell for cell, number in near.items() if number == 1}
    return [_curve(scene, _leaving(scene, kind, run, ends), beside, junctions) for run in runs]


Run = list[Cell]


def _leaving(scene: Scene, kind: str, run: Run, ends: Collection[Cell]) -> Run:
    """A run that goes on over the edge of the map where it ends there, as the land does; unless it
    ends in a town or at another line, or would have to turn."""
    for _ in range(2):
        if run[-1] in ends and not _arrives(scene, kind, run[-1]):
            run = [*run, *_beyond(scene, *run[-2:])]
        run = run[::-1]
    return run


def _arrives(scene: Scene, kind: str, cell: Cell) -> bool:
    """Whether a line that ends in a cell has come to a town, or to another line that runs
    through it, rail to rail or road to road."""
    cells, others = scene.lattice.cells, scene.game.board.lines
    words, rail = scene.line_words, scene.line_words[kind] in _RAILS
    name, near = cells[cell], [cells.get(one, "") for one in scene.lattice.neighbours(cell)]
    return bool(scene.words.get(name, frozenset()) & _TOWNS) or any(
        sum((name, one) in steps or (one, name) in steps for one in near) > 1
        for other, steps in others.items()
        if other != kind and (words.get(other) in _RAILS) is rail
    )


def _beyond(scene: Scene, before: Cell, last: Cell) -> Iterator[Cell]:
    """The cells off the map over which a line leaves it, as far as the land is drawn."""
    lattice = scene.lattice
    for _ in range(RIM):
        ways = [
            (_bend(scene, before, last, cell), cell)
            for cell in lattice.neighbours(last)
            if cell not in lattice.cells
        ]
        if not ways or min(ways)[0] > _SHARPEST:
            return
        before, last = last, min(ways)[1]
        yield last


def _through(scene: Scene, runs: Sequence[Run], beside: Collection[Edge]) -> list[Run]:
    """Runs that meet at a junction, joined by twos where one leads on from the other, so that the
    curve has no kink there: the straightest first, none through a sharp corner."""
    left = [list(run) for run in runs]
    bends = []
    ends: dict[Cell, list[Cell]] = {}
    for run in left:
        if run[0] != run[-1]:
            ends.setdefault(run[0], []).append(run[1])
            ends.setdefault(run[-1], []).append(run[-2])
    for middle, near in ends.items():
        if scene.words.get(scene.lattice.cells.get(middle, ""), frozenset()) & _TOWNS:
            continue  # under a town's houses nobody sees a kink
        for one, other in itertools.combinations(near, 2):
            if one != other and not {_step(middle, one), _step(middle, other)} & set(beside):
                bends.append((_bend(scene, one, middle, other), middle, one, other))
    taken: set[tuple[Cell, Cell]] = set()
    for bend, middle, one, other in sorted(bends):
        if bend > _SHARPEST or taken & {(middle, one), (middle, other)}:
            continue
        first = next(run for run in left if (middle, one) in ((run[0], run[1]), (run[-1], run[-2])))
        last = next(
            run for run in left if (middle, other) in ((run[0], run[1]), (run[-1], run[-2]))
        )
        if first is last:
            continue
        taken |= {(middle, one), (middle, other)}
        head = first if first[-1] == middle and first[-2] == one else first[::-1]
        tail = last if last[0] == middle and last[1] == other else last[::-1]
        left = [run for run in left if run is not first and run is not last] + [head + tail[1:]]
    return left


_SHARPEST = math.radians(75)
"""How far a line that goes through a junction may turn there: one hexside's sixty degrees."""


def _bend(scene: Scene, one: Cell, middle: Cell, other: Cell) -> float:
    """By how much the way from one cell through the middle to the other turns, 0 for straight."""
    (x0, y0), (x, y), (x1, y1) = (scene.lattice.centre(cell) for cell in (one, middle, other))
    turn = math.atan2(y1 - y, x1 - x) - math.atan2(y - y0, x - x0)
    return round(abs((turn + math.pi) % (2 * math.pi) - math.pi), 6)


def _steps(scene: Scene, kind: str) -> set[Edge]:
    """The steps from cell to cell that a kind of line takes, each once."""
    lattice = scene.lattice
    found = set()
    for start, end in scene.game.board.lines.get(kind, frozenset()):
        if start in scene.game.grid and end in scene.game.grid:
            found.add(_step(lattice.cell(start), lattice.cell(end)))
    return found


def _step(one: Cell, other: Cell) -> Edge:
    return (one, other) if one < other else (other, one)


def _curve(
    scene: Scene, run: Sequence[Cell], beside: Collection[Edge], junctions: Collection[Cell]
) -> list[Point]:
    """One run of cells as a curve, moved aside on the steps that it shares."""
    centres = _relaxed(scene, run, junctions)
    sways = []
    for start, end in itertools.pairwise(run):
        shared = _step(start, end) in beside
        sways.append(_ASIDE * scene.unit * shared * (1 if start < end else -1))
    ring = smooth(centres).parts()[0]
    points, sway = [ring.start], [0.0]
    for step, shift in zip(ring.steps, sways, strict=True):
        part = flatten(Ring(points[-1], (step,), False))[1:]
        points += part
        sway += [shift] * len(part)
    if not any(sway):
        return points
    line = resampled(points, 6 * scene.unit)
    last = max(1, len(line) - 1)
    drawn = [sway[round(index / last * (len(sway) - 1))] for index in range(len(line))]
    drawn[0] = drawn[-1] = 0.0
    return displaced(line, _eased(drawn))


_LOOSE = 0.27
"""Hex widths by which a line may leave the middle of a hex to run straighter."""


def _relaxed(scene: Scene, run: Sequence[Cell], junctions: Collection[Cell]) -> list[Point]:
    """The places through which a line runs: straighter than from middle to middle, without the
    hairpins of a zigzag, but through the middle of towns, junctions and its own ends."""
    middles = [scene.lattice.centre(cell) for cell in run]
    fixed = {0, len(run) - 1}
    for index, cell in enumerate(run):
        name = scene.lattice.cells.get(cell, "")
        if cell in junctions or scene.words.get(name, frozenset()) & _TOWNS:
            fixed.add(index)
    points = list(middles)
    most = _LOOSE * scene.width
    for _ in range(3):
        before = list(points)
        for index in range(1, len(points) - 1):
            if index in fixed:
                continue
            (x0, y0), (x1, y1) = before[index - 1], before[index + 1]
            x, y = before[index]
            x, y = x + 0.6 * ((x0 + x1) / 2 - x), y + 0.6 * ((y0 + y1) / 2 - y)
            mx, my = middles[index]
            far = math.hypot(x - mx, y - my)
            share = min(1.0, most / far) if far else 1.0
            points[index] = (mx + (x - mx) * share, my + (y - my) * share)
    return points


def _eased(sway: Sequence[float]) -> list[float]:
    """Sideways moves that come and go gently."""
    reach = 4
    means = []
    for index in range(len(sway)):
        near = min(reach, index, len(sway) - 1 - index)
        part = sway[index - near : index + near + 1]
        means.append(math.fsum(part) / len(part))
    return means


def draw_line(
    canvas: Canvas, scene: Scene, word: str, curves: Sequence[Sequence[Point]], colour: str = ""
) -> None:
    """Curves drawn as a track, a road, a motorway or a railway."""
    palette, unit = scene.palette, scene.unit
    path = Path()
    for curve in curves:
        path.extend(polyline(curve))
    if not path.parts():
        return

    def stroke(tone: str, width: float, dash: tuple[float, ...] = ()) -> None:
        scaled = tuple(part * unit for part in dash)
        canvas.path(
            path,
            Paint(
                stroke=tone,
                width=width * unit,
                dash=scaled,
                cap="butt" if dash else "round",
                join="round",
            ),
        )

    if word == "track":
        stroke(colour or palette.road_edge, 1.4, (6, 3.5))
    elif word == "road":
        stroke(palette.road_edge, 4.0)
        stroke(colour or palette.road, 2.6)
    elif word == "autobahn":
        stroke(colour or palette.autobahn, 6.4)
        stroke(palette.halo, 4.0)
        stroke(colour or palette.autobahn, 1.2)
    else:
        tone = colour or palette.rail
        stroke(tone, 1.7)
        _ticks(canvas, scene, curves, tone, double=word == "double-rail")


def _ticks(
    canvas: Canvas, scene: Scene, curves: Sequence[Sequence[Point]], tone: str, *, double: bool
) -> None:
    """Sleepers across the line; two tracks have them in pairs."""
    unit = scene.unit
    ticks: list[Ends] = []
    for curve in curves:
        line = resampled(curve, (13 if double else 10) * unit)
        for index in range(1, len(line) - 1):
            (x0, y0), (x1, y1) = line[index - 1], line[index + 1]
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            ux, uy = (x1 - x0) / length, (y1 - y0) / length
            for shift in (-1.8, 1.8) if double else (0.0,):
                x, y = line[index][0] + ux * shift * unit, line[index][1] + uy * shift * unit
                reach = 3.4 * unit
                ticks.append((x - uy * reach, y + ux * reach, x + uy * reach, y - ux * reach))
    canvas.strokes(ticks, Paint(stroke=tone, width=1.2 * unit))
