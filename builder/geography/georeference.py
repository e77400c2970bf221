"""Fits a printed hex grid to the earth through the hexes of known towns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any, Literal

from builder.game.csv_file import Row, read_csv
from builder.game.load_map import hex_remedy
from builder.game.problems import Collector
from builder.geography.projection import Stereographic
from builder.hexes.grid import Grid, PixelGrid
from builder.saying import quoting

COLUMNS = ("name", "hex", "longitude", "latitude", "source", "note")
FitKind = Literal["similarity", "affine"]
LEAST_POINTS: dict[FitKind, int] = {"similarity": 2, "affine": 3}


@dataclass(frozen=True)
class KnownPlace:
    """A real place and its hex on the printed map, or the two hexes of a hexside it lies on."""

    name: str
    hexes: tuple[str, ...]
    longitude: float
    latitude: float


@dataclass(frozen=True)
class Fit:
    """Degrees to the grid plane: hex widths, x right and y down, as PixelGrid(grid, 1, 0, 0).

    `matrix` (a, b, c, d, e, f) takes kilometres to hex widths: x' = ax + by + e, y' = cx + dy + f.
    """

    projection: Stereographic
    matrix: tuple[float, float, float, float, float, float]

    @property
    def km(self) -> float:
        """Kilometres per hex, side to opposite side (mean of all directions)."""
        a, b, c, d, _, _ = self.matrix
        return float(abs(a * d - b * c) ** -0.5)

    def forward(self, longitude: Any, latitude: Any) -> tuple[Any, Any]:
        """Hex widths (x, y) of a point in degrees; arrays give arrays."""
        a, b, c, d, e, f = self.matrix
        x, y = self.projection.forward(longitude, latitude)
        return a * x + b * y + e, c * x + d * y + f

    def inverse(self, x: float, y: float) -> tuple[float, float]:
        """Longitude and latitude of a point of the grid plane."""
        a, b, c, d, e, f = self.matrix
        x, y, determinant = x - e, y - f, a * d - b * c
        return self.projection.inverse((d * x - b * y) / determinant, (a * y - c * x) / determinant)

    def residual(self, place: KnownPlace, grid: Grid) -> float:
        """Kilometres between where the fit puts a known place and the middle of its hex."""
        x, y = self.forward(place.longitude, place.latitude)
        there_x, there_y = middle(place.hexes, grid)
        return float(hypot(x - there_x, y - there_y)) * self.km


def middle(hexes: Sequence[str], grid: Grid) -> tuple[float, float]:
    """The mean of hex centres in hex widths."""
    layout = PixelGrid(grid, 1, 0, 0)
    centres = [layout.centre(name) for name in hexes]
    return math.fsum(x for x, _ in centres) / len(centres), math.fsum(y for _, y in centres) / len(
        centres
    )


_FLAT = 1e-18
"""A grid on which a hex is larger than the earth."""


class FlatError(ValueError):
    """The known places tell no direction or no size."""


def fit_grid(places: Sequence[KnownPlace], grid: Grid, kind: FitKind) -> Fit:
    """The least-squares fit through known places; at least LEAST_POINTS of them. FlatError if they
    lie all in one place or, for an affine fit, on one line.

    A similarity turns, scales and shifts; an affine fit may also stretch and skew, for maps drawn
    in a projection of their own.
    """
    import numpy

    count = len(places)
    projection = Stereographic(
        math.fsum(p.longitude for p in places) / count,
        math.fsum(p.latitude for p in places) / count,
    )
    rows: list[list[float]] = []
    wanted: list[float] = []
    for place in places:
        x, y = projection.forward(place.longitude, place.latitude)
        if kind == "similarity":
            rows += [[x, -y, 1, 0], [y, x, 0, 1]]
        else:
            rows += [[x, y, 0, 0, 1, 0], [0, 0, x, y, 0, 1]]
        wanted += middle(place.hexes, grid)
    found = [float(v) for v in numpy.linalg.lstsq(numpy.array(rows), numpy.array(wanted))[0]]
    if kind == "similarity":
        p, q, e, f = found
        found = [p, -q, q, p, e, f]
    a, b, c, d, e, f = found
    if abs(a * d - b * c) < _FLAT:
        raise FlatError
    return Fit(projection, (a, b, c, d, e, f))


def read_known_places(path: Path, grid: Grid, problems: Collector) -> tuple[KnownPlace, ...]:
    """The rows of georeference.csv; what is wrong goes to the collector."""
    found = []
    for row in read_csv(path, problems, ("name", "hex", "longitude", "latitude"), COLUMNS):
        hexes = tuple(row["hex"].replace("/", " ").split())
        for name in hexes:
            if name not in grid:
                text = quoting("'{hex}' is no hex of this map.", hex=name)
                problems.add(path, row.line, text, hex_remedy(name, grid))
        longitude = degrees_of(path, row, "longitude", 180, problems)
        latitude = degrees_of(path, row, "latitude", 90, problems)
        if longitude is None or latitude is None or any(name not in grid for name in hexes):
            continue
        if not hexes:
            problems.add(
                path,
                row.line,
                quoting("{name} has no hex.", name=row["name"]),
                "Write its printed number.",
            )
            continue
        found.append(KnownPlace(row["name"], hexes, longitude, latitude))
    return tuple(found)


def degrees_of(
    path: Path, row: Row, column: str, limit: float, problems: Collector
) -> float | None:
    """A cell in degrees; a problem and None if it is none."""
    try:
        value = float(row[column])
    except ValueError:
        value = 1000.0
    if abs(value) <= limit:
        return value
    problems.add(
        path,
        row.line,
        quoting(
            "The {column} '{value}' is not a number of degrees.", column=column, value=row[column]
        ),
        "Write degrees with a decimal point, east and north positive, such as 27.56.",
    )
    return None
