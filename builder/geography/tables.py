"""Writes the map tables: what was derived, beside the rows that a rule or a person gave."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from builder.game.csv_file import Row, read_csv
from builder.game.load_map import HEX_COLUMNS, HEXSIDE_COLUMNS, LINE_COLUMNS
from builder.game.map_tables import table_over
from builder.game.problems import Collector
from builder.game.together import alone, write_together
from builder.geography.findings import Course, Findings
from builder.geography.plane import Plane
from builder.geography.recipe import GEOGRAPHY, STAND_IN


def is_derived(source: str) -> bool:
    """Whether a row's source says that derivation wrote it, so that it may write it again."""
    return source == GEOGRAPHY or source.startswith(GEOGRAPHY + ";")


def write_tables(
    folder: Path, plane: Plane, found: Findings, problems: Collector
) -> dict[str, tuple[int, int]]:
    """Write hexes.csv, hexsides.csv, lines.csv and shapes.json into the map folder.

    Returns for each table how many rows were derived and how many kept. Nothing is written if the
    tables that are there cannot be read.
    """
    kept = {
        "hexes.csv": _kept(folder / "hexes.csv", ("hex",), HEX_COLUMNS, problems),
        "hexsides.csv": _kept(folder / "hexsides.csv", ("hex", "other"), HEXSIDE_COLUMNS, problems),
        "lines.csv": _kept(folder / "lines.csv", ("kind",), LINE_COLUMNS, problems),
    }
    problems.check()
    order = {name: n for n, name in enumerate(plane.hexes)}
    derived = {
        "hexes.csv": _hex_rows(plane, found, {row["hex"] for row in kept["hexes.csv"]}),
        "hexsides.csv": _side_rows(
            found, {frozenset((row["hex"], row["other"])) for row in kept["hexsides.csv"]}
        ),
        "lines.csv": _line_rows(found, {(r["kind"], r["name"]) for r in kept["lines.csv"]}),
    }
    made = {}
    for name, columns in (("hexes.csv", HEX_COLUMNS), ("hexsides.csv", HEXSIDE_COLUMNS)):
        rows = [[row[c] for c in columns] for row in kept[name]] + derived[name]
        rows.sort(key=lambda row: [order.get(cell, len(order)) for cell in row[:2]])
        made[name] = columns, rows
    lines = [[row[c] for c in LINE_COLUMNS] for row in kept["lines.csv"]] + derived["lines.csv"]
    if lines:
        made["lines.csv"] = LINE_COLUMNS, lines
    with alone(folder):
        files = {name: table_over(folder / name, *table) for name, table in made.items()}
        write_together(folder, {**files, "shapes.json": _shapes(plane, found).encode("utf-8")})
    return {name: (len(derived[name]), len(kept[name])) for name in kept}


def _kept(
    path: Path, required: tuple[str, ...], columns: tuple[str, ...], problems: Collector
) -> list[Row]:
    if not path.exists():
        return []
    return [r for r in read_csv(path, problems, required, columns) if not is_derived(r["source"])]


def _source(words: Iterable[str], found: Findings) -> str:
    doubtful = [word for word in words if word in found.doubtful]
    return f"{GEOGRAPHY}; {STAND_IN}: {' '.join(doubtful)}" if doubtful else GEOGRAPHY


def _hex_rows(plane: Plane, found: Findings, kept: set[str]) -> list[list[str]]:
    return [
        [name, " ".join(found.terrain.get(name, ())), found.names.get(name, ""), source]
        for name in plane.hexes
        if name not in kept and (name in found.terrain or name in found.names)
        for source in [_source(found.terrain.get(name, ()), found)]
    ]


def _side_rows(found: Findings, kept: set[frozenset[str]]) -> list[list[str]]:
    return [
        [*side, " ".join(features), found.side_names.get(side, ""), _source(features, found)]
        for side, features in found.hexsides.items()
        if frozenset(side) not in kept
    ]


def _line_rows(found: Findings, kept: set[tuple[str, str]]) -> list[list[str]]:
    return [
        [run.kind, run.name, " ".join(run.hexes), run.source]
        for run in found.runs
        if (run.kind, run.name) not in kept
    ]


def _shapes(plane: Plane, found: Findings) -> str:
    width, height = plane.layout.size()
    parts = [f'"size": {json.dumps([round(width, 3), round(height, 3)])}']
    for kind in ("sea", "lakes"):
        polygons = [[_points(ring) for ring in rings] for rings in found.waters.get(kind, ())]
        parts.append(_listed(kind, polygons))
    rivers = [
        {
            "name": river.name,
            "width": river.width,
            "points": _points(river.points),
            "course": _points(river.course),
        }
        for river in found.rivers
    ]
    parts.append(_listed("rivers", rivers))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _listed(name: str, items: Iterable[object]) -> str:
    lines = [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items]
    return f'"{name}": [\n' + ",\n".join(lines) + "\n]"


def _points(points: Course) -> list[list[float]]:
    return [[round(x, 3), round(y, 3)] for x, y in points]
