"""Small maps with a known place on the earth, pointy and flat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from builder.geography.georeference import Fit
from builder.geography.plane import Plane
from builder.geography.projection import Stereographic
from builder.hexes.grid import Grid, Section

GAME = """
id = "small"
title = "Small"

[[side]]
id = "red"
name = "Red"

[grid]
orientation = "{orientation}"
number = "CCRR"

[[grid.section]]
rows = {{ first = 1, count = 8, from = "north" }}
columns = {{ first = 1, count = 10, from = "west" }}
shifted = "even"
towards = "{towards}"

[turns]
last = 3

[terrain.forest]
[terrain.sea]
[terrain.coast]
[terrain.town]
[terrain.front]
[terrain.behind]

[hexside.river]
[hexside.sea]
[hexside.border]
[hexside.bridge]

[line.road]

[units.types]
infantry = {{}}
"""


def make_grid(orientation: str) -> Grid:
    pointy = orientation == "pointy"
    return Grid(
        (
            Section(
                orientation="pointy" if pointy else "flat",
                order="CCRR",
                first_row=1,
                rows=8,
                first_column=1,
                columns=10,
                rows_from="north",
                columns_from="west",
                shifted="even",
                towards="east" if pointy else "south",
            ),
        )
    )


def make_fit() -> Fit:
    """20 km a hex, turned by about 17 degrees, near 50 N 10 E."""
    return Fit(Stereographic(10, 50), (0.048, 0.015, -0.015, 0.048, 5, 4))


class SmallGame:
    """A game folder whose map files are written by the test."""

    def __init__(self, folder: Path, orientation: str, plane: Plane) -> None:
        self.folder, self.plane = folder, plane
        self.map = folder / "map"
        self.map.mkdir(parents=True)
        towards = "east" if orientation == "pointy" else "south"
        text = GAME.format(orientation=orientation, towards=towards)
        (folder / "game.toml").write_text(text, encoding="utf-8")
        rows = [
            f"{n},{n},{x},{y}" for n in ("0101", "1001", "0508", "0305") for x, y in [self.at(n)]
        ]
        self.write("georeference.csv", "name,hex,longitude,latitude", *rows)

    def at(self, hex_: str) -> tuple[float, float]:
        """The middle of a hex in degrees."""
        return self.plane.fit.inverse(*self.plane.layout.centre(hex_))

    def write(self, name: str, *lines: str) -> None:
        (self.map / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def shapes(self, name: str, *features: tuple[str, dict[str, Any], Any]) -> None:
        """A GeoJSON layer from (geometry type, properties, coordinates)."""
        content = [
            {"type": "Feature", "properties": p, "geometry": {"type": t, "coordinates": c}}
            for t, p, c in features
        ]
        self.write(name, json.dumps({"type": "FeatureCollection", "features": content}))

    def recipe(self, text: str) -> None:
        self.write("derive.toml", text)

    def rows(self, name: str) -> list[list[str]]:
        lines = (self.map / name).read_text(encoding="utf-8").splitlines()[1:]
        return [line.split(",") for line in lines]
