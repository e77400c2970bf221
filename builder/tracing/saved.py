"""Writes what was traced into the map's tables, beside the names and sources that they had."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.game.csv_file import cell_fault, read_csv
from builder.game.load_map import HEX_COLUMNS, HEXSIDE_COLUMNS, LINE_COLUMNS
from builder.game.map_tables import MAP_TABLES, table_within
from builder.game.model import Game
from builder.game.name_lists import names_in_row
from builder.game.problems import Collector, Problem, ProblemsError
from builder.game.together import alone, write_together
from builder.saying import quoting

PICTURE = "picture"
"""The source of what was read off a picture of the map."""

Side = tuple[str, str]
_Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The columns of a table, and its rows."""


@dataclass(frozen=True)
class Line:
    """A road, railway or other line as the hexes that it runs through."""

    kind: str
    name: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Traced:
    """Words of each hex that is not clear, of each hexside that has any, and the lines."""

    hexes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sides: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    lines: Sequence[Line] = ()


def faults(game: Game, traced: Traced) -> list[str]:
    """What the game cannot read, one sentence each; empty if it can read all."""
    definition, around = game.definition, game.grid.around
    terrain, features = {*definition.terrain, "clear"}, set(definition.hexside)
    found = [
        quoting("'{hex}' is no hex of this map.", hex=name)
        for name in traced.hexes
        if name not in game.grid
    ]
    found += [
        quoting("Unknown terrain '{word}'.", word=word)
        for word in dict.fromkeys(word for words in traced.hexes.values() for word in words)
        if word not in terrain
    ]
    for (one, other), words in traced.sides.items():
        if one not in game.grid or other not in around[one].values():
            found.append(quoting("'{one}' and '{other}' do not touch.", one=one, other=other))
        found += [
            quoting("Unknown hexside '{word}'.", word=word)
            for word in words
            if word not in features
        ]
    for line in traced.lines:
        if line.kind not in definition.line:
            found.append(quoting("Unknown line '{word}'.", word=line.kind))
        if wrong := cell_fault(line.name):
            found.append(wrong)
        if len(line.hexes) < 2 or any(name not in game.grid for name in line.hexes):
            found.append(
                quoting(
                    "The line '{name}' needs two hexes of this map or more.",
                    name=line.name or line.kind,
                )
            )
            continue
        for one, other in zip(line.hexes, line.hexes[1:], strict=False):
            if other not in around[one].values():
                found.append(
                    quoting("{one} and {other} of a line do not touch.", one=one, other=other)
                )
    return list(dict.fromkeys(found))


def save(
    game: Game,
    traced: Traced,
    check: Callable[[], None] | None = None,
    files: Collection[str] = tuple(MAP_TABLES),
) -> list[Path]:
    """Write the tables that are named; those that changed. `check` looks at them when nobody else
    writes them, before anything is written.

    Names stay; rows that say what they said stay as they are. Places that are no hexes keep their
    hexsides. ProblemsError, and nothing written, if the game cannot read what was traced.
    """
    folder = game.folder / "map"
    if wrong := faults(game, traced):
        raise ProblemsError([Problem(str(folder), 0, text) for text in wrong])
    with alone(folder, game.folder):
        if check is not None:
            check()
        written = zip(MAP_TABLES, (_hexes, _sides, _lines), strict=True)
        made = {
            name: table_within(folder / name, *table(game, traced))
            for name, table in written
            if name in files
        }
        changed = {
            name: data
            for name, data in made.items()
            if not (folder / name).is_file() or (folder / name).read_bytes() != data
        }
        if changed:
            write_together(folder, changed)
    return [folder / name for name in changed]


def _rows(path: Path) -> list[dict[str, str]]:
    problems = Collector()
    rows = [row.cells for row in read_csv(path, problems)] if path.is_file() else []
    problems.check()
    return rows


def _hexes(game: Game, traced: Traced) -> _Table:
    before = {row.get("hex", ""): row for row in _rows(game.folder / "map" / "hexes.csv")}
    rows: list[Sequence[str]] = []
    for name in game.grid.places:
        words = " ".join(word for word in traced.hexes.get(name, ()) if word != "clear")
        old = before.get(name)
        if old and set(old.get("terrain", "").split()) - {"clear"} == set(words.split()):
            rows.append([old.get(column, "") for column in HEX_COLUMNS])
        elif words or (old and old.get("name")):
            rows.append([name, words or "clear", old.get("name", "") if old else "", PICTURE])
    rows += [
        [old.get(column, "") for column in HEX_COLUMNS]
        for name, old in before.items()
        if name not in game.grid
    ]
    return HEX_COLUMNS, rows


def _sides(game: Game, traced: Traced) -> _Table:
    directed = frozenset(name for name, f in game.definition.hexside.items() if f.directed)
    rows: list[Sequence[str]] = []
    before: dict[frozenset[str], list[dict[str, str]]] = {}
    for row in _rows(game.folder / "map" / "hexsides.csv"):
        one, other = row.get("hex", ""), row.get("other", "")
        if one in game.grid and other in game.grid:
            before.setdefault(frozenset((one, other)), []).append(row)
        else:
            rows.append([row.get(column, "") for column in HEXSIDE_COLUMNS])
    told: dict[frozenset[str], list[tuple[Side, tuple[str, ...]]]] = {p: [] for p in before}
    for side, words in traced.sides.items():
        if words:
            told.setdefault(frozenset(side), []).append((side, words))
    for pair, found in told.items():
        old = before.get(pair, [])
        was = [((row["hex"], row["other"]), row.get("features", "").split()) for row in old]
        if _meant(was, directed) == _meant(found, directed):
            rows += [[row.get(column, "") for column in HEXSIDE_COLUMNS] for row in old]
            continue
        called = next((row["name"] for row in old if row.get("name")), "")
        for (one, other), words in found:
            rows.append((one, other, " ".join(words), called, PICTURE))
    order = {name: number for number, name in enumerate(game.grid.places)}
    rows.sort(key=lambda row: [order.get(cell, len(order)) for cell in row[:2]])
    return HEXSIDE_COLUMNS, rows


def _meant(
    rows: Iterable[tuple[Side, Sequence[str]]], directed: frozenset[str]
) -> set[tuple[str, str]]:
    """What rows of one hexside say: each word, with the hex to which a directed one belongs."""
    return {(word, one if word in directed else "") for (one, _), words in rows for word in words}


def _lines(game: Game, traced: Traced) -> _Table:
    before = {
        (row.get("kind", ""), _run(game, row)): (row.get("hexes", ""), row.get("source", ""))
        for row in _rows(game.folder / "map" / "lines.csv")
    }
    rows = [
        (
            line.kind,
            line.name,
            *before.get((line.kind, line.hexes), (" ".join(line.hexes), PICTURE)),
        )
        for line in traced.lines
    ]
    return LINE_COLUMNS, rows


def _run(game: Game, row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(names_in_row(row.get("hexes", ""), game.board.with_blanks))


def traced_of(game: Game) -> Traced:
    """What the map's tables say now."""
    sides: dict[Side, tuple[str, ...]] = {}
    for row in _rows(game.folder / "map" / "hexsides.csv"):
        one, other = row.get("hex", ""), row.get("other", "")
        if one in game.grid and other in game.grid:
            sides[one, other] = tuple(row.get("features", "").split())
    lines = [
        Line(row.get("kind", ""), row.get("name", ""), _run(game, row))
        for row in _rows(game.folder / "map" / "lines.csv")
    ]
    hexes = {name: tuple(sorted(words)) for name, words in game.board.terrain.items() if words}
    return Traced({n: words for n, words in hexes.items() if n in game.grid}, sides, lines)
