"""A small made-up game with one of everything that a map can show."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from builder.game.loader import load_game
from builder.game.model import Game

HEAD = """
id = "sample"
title = "The Battle of Nowhere in Particular"
subtitle = "A game that never was"

[[side]]
id = "red"
name = "Red"

[[side]]
id = "blue"
name = "Blue"

[grid]
orientation = "{orientation}"
number = "CCRR"
hex-width = {width}
km = 10

[[grid.section]]
rows = {{ first = 1, count = {rows}, from = "north" }}
columns = {{ first = 1, count = {columns}, from = "west" }}
shifted = "even"
towards = "{towards}"

[turns]
last = 6
names = ["May", "June"]

[[phase]]
id = "red-move"
name = "Red movement"
side = "red"

[[phase]]
id = "blue-move"
name = "Blue movement"
side = "blue"

[terrain.forest]
name = "Forest"
draw = "woods"
move = 2
source = "9.6"
[terrain.swamp]
name = "Swamp"
draw = "marsh"
move = 3
[terrain.broken]
name = "Broken"
draw = "rough"
[terrain.hills]
[terrain.mountain]
[terrain.sea]
name = "Sea"
[terrain.lake]
[terrain.village]
[terrain.town]
name = "Town"
defence = 1
[terrain.city]
name = "City"
[terrain.major-city]
[terrain.airfield]
[terrain.oil]
[terrain.red-trench]
draw = "trench"
[terrain.blue-trench]
draw = "trench"
[terrain.zone]
name = "Partisan zone"
draw = "area"
area = true

[hexside.river]
move = 1
[hexside.major-river]
[hexside.lake]
[hexside.bridge]
[hexside.ford]
[hexside.strait]
[hexside.ferry]
[hexside.border]
[hexside.start-line]
[hexside.impassable]
[hexside.alpine]
[hexside.objective]
[hexside.minefield]
directed = true
[hexside.teeth]
directed = true
[hexside.slope]
directed = true

[line.road]
[line.track]
[line.rail]
[line.double-rail]
[line.autobahn]

[units]
boxes = ["dead"]

[units.types]
infantry = {{ name = "Infantry", symbol = "infantry" }}

[sets.north]
hexes = {north}

[drawing.map]
north = 12

[drawing.map.sides]
red = "#b03a2e"
blue = "#2f5d9b"

[[drawing.map.edge]]
set = "north"
draw = "{edge}"
colour = "#00a060"
name = "Supply"

[[drawing.map.spot]]
draw = "port"
name = "Port"
any = ["town", "city"]

[[drawing.map.box]]
id = "dead"
name = "Dead pile"
side = "red"

[[drawing.map.track]]
id = "points"
name = "Points"
last = 70

{more}
"""


@dataclass
class Sample:
    """A game's files to be: terrain, names, hexsides and lines of a grid of hexes."""

    folder: Path
    orientation: str = "pointy"
    width: int = 80
    columns: int = 12
    rows: int = 10
    terrain: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    sides: list[tuple[str, str, str]] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)
    edge: str = "supply"
    more: str = ""
    shapes: str = ""
    texts: str = ""

    def game(self) -> Game:
        """Write the files and load them."""
        (self.folder / "map").mkdir(parents=True, exist_ok=True)
        north = str([f"{column:02d}01" for column in range(1, self.columns + 1)]).replace("'", '"')
        text = HEAD.format(
            orientation=self.orientation,
            towards="east" if self.orientation == "pointy" else "south",
            width=self.width,
            rows=self.rows,
            columns=self.columns,
            north=north,
            edge=self.edge,
            more=self.more,
        )
        (self.folder / "game.toml").write_text(text, encoding="utf-8")
        hexes = sorted({*self.terrain, *self.names})
        rows = [f"{h},{self.terrain.get(h, 'clear')},{self.names.get(h, '')},1" for h in hexes]
        self._write("map/hexes.csv", ["hex,terrain,name,source", *rows])
        sides = [f"{a},{b},{what},1" for a, b, what in self.sides]
        self._write("map/hexsides.csv", ["hex,other,features,source", *sides])
        lines = [f"{kind},{run},1" for kind, run in self.lines]
        self._write("map/lines.csv", ["kind,hexes,source", *lines])
        if self.shapes:
            (self.folder / "map" / "shapes.json").write_text(self.shapes, encoding="utf-8")
        if self.texts:
            (self.folder / "text.es.toml").write_text(self.texts, encoding="utf-8")
        return load_game(self.folder)

    def _write(self, name: str, lines: list[str]) -> None:
        (self.folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return Sample(tmp_path / "sample")


@pytest.fixture
def everything(sample: Sample) -> Sample:
    """One of each terrain, hexside and line."""
    kinds = [
        "forest",
        "swamp",
        "broken",
        "hills",
        "mountain",
        "village",
        "town",
        "city",
        "major-city",
        "airfield",
        "oil",
        "red-trench",
        "blue-trench",
        "zone",
    ]
    sample.terrain = {f"{3 + i % 6:02d}{3 + i // 6:02d}": kind for i, kind in enumerate(kinds)}
    sample.terrain |= {"0109": "sea", "0110": "sea", "0210": "sea", "1108": "lake"}
    sample.names = {"0404": "Klein-Überall", "0403": "Łomża", "0503": "Краков", "0905": "Alone"}
    return sample
