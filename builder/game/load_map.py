"""Reads map/hexes.csv, map/hexsides.csv and map/lines.csv into a Board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from builder.game.board import Board, Hexside
from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.definition import Definition
from builder.game.model import Provenance
from builder.game.name_lists import names_in_row, with_blanks
from builder.game.owned import Owned
from builder.game.problems import Collector, nearest
from builder.hexes.grid import Grid, pairs
from builder.saying import quoting

HEX_COLUMNS = ("hex", "terrain", "name", "source")
HEXSIDE_COLUMNS = ("hex", "other", "features", "name", "source")
LINE_COLUMNS = ("kind", "name", "hexes", "source")

_NEIGHBOURS = "Write two neighbouring hexes."
_SQUARES = "Write two squares that touch."
_EVERY_HEX = "List every hex that the line runs through."
_EVERY_SQUARE = "List every square that the line runs through."
_TOGETHER = "Put all that it has into one row, words with spaces between."


class MapReader:
    """Reads a game's map tables once; what is wrong goes to the collector."""

    def __init__(
        self,
        definition: Definition,
        grid: Grid,
        problems: Collector,
        own: Owned | None = None,
        squares: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self.squares = squares or {}
        self.own = own or Owned()
        self.definition = definition
        self.grid = grid
        self.problems = problems
        self.provenance: list[Provenance] = []
        self.areas = frozenset(definition.units.areas)
        self.with_blanks = with_blanks((*grid.places, *self.areas))
        self.terrain = frozenset({*definition.terrain, "clear"})
        self.features = frozenset(definition.hexside)
        self.lines = frozenset(definition.line)

    def board(self, folder: Path) -> Board:
        """The game's own board; tables that are not there leave it clear."""
        directed = frozenset(k for k, f in self.definition.hexside.items() if f.directed)
        terrain, names = self._hexes(folder / "hexes.csv")
        hexsides = self._hexsides(folder / "hexsides.csv")
        lines = self._lines(folder / "lines.csv")
        board = Board(self.grid, areas=self.areas, names=names)
        return board.overlaid(terrain, hexsides, {}, directed).overlaid(lines=lines)

    def _hexes(self, path: Path) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        terrain: dict[str, tuple[str, ...]] = {}
        names: dict[str, str] = {}
        for row in self._table(path, HEX_COLUMNS, ("hex", "terrain")):
            name = self._hex(path, row, row["hex"])
            kinds = self._known(path, row, row["terrain"].split(), self.terrain)
            if name is None:
                continue
            if name in terrain:
                self.problems.add(
                    path,
                    row.line,
                    quoting("Hex {hex} stands here a second time.", hex=name),
                    _TOGETHER,
                )
            terrain[name] = kinds
            if row["name"]:
                names[name] = row["name"]
            self.provenance.append(Provenance("terrain", name, row["source"]))
        return terrain, names

    def _hexsides(self, path: Path) -> dict[Hexside, tuple[str, ...]]:
        found: dict[Hexside, tuple[str, ...]] = {}
        for row in self._table(path, HEXSIDE_COLUMNS, ("hex", "other", "features")):
            start = self._hex(path, row, row["hex"])
            end = self._hex(path, row, row["other"])
            features = self._known(path, row, row["features"].split(), self.features)
            if start is None or end is None:
                continue
            if not self._touch(start, end):
                self.problems.add(
                    path,
                    row.line,
                    quoting("{hex} and {hex2} do not touch.", hex=start, hex2=end),
                    _SQUARES if start in self.squares else _NEIGHBOURS,
                )
                continue
            earlier = found.get((start, end), ()) + found.get((end, start), ())
            if earlier and not self._directed(features) and not self._directed(earlier):
                self.problems.add(
                    path,
                    row.line,
                    quoting("{hex}/{other} stands here a second time.", hex=start, other=end),
                    _TOGETHER,
                )
            found[start, end] = found.get((start, end), ()) + features
            self.provenance.append(Provenance("hexside", f"{start}/{end}", row["source"]))
        return self._merged(found)

    def _merged(self, found: dict[Hexside, tuple[str, ...]]) -> dict[Hexside, tuple[str, ...]]:
        """Give both orders of a hexside the undirected features of either."""
        merged = {}
        for (start, end), features in found.items():
            other = found.get((end, start), ())
            plain = tuple(f for f in other if not self.definition.hexside[f].directed)
            merged[start, end] = tuple(dict.fromkeys((*features, *plain)))
        return merged

    def _directed(self, features: Iterable[str]) -> bool:
        return any(self.definition.hexside[f].directed for f in features)

    def _touch(self, start: str, end: str) -> bool:
        if start in self.squares and end in self.squares:
            return end in self.squares[start]
        if start in self.areas or end in self.areas:
            return True
        return end in self.grid.around[start].values()

    def _lines(self, path: Path) -> dict[str, list[tuple[str, ...]]]:
        runs: dict[str, list[tuple[str, ...]]] = {}
        table = self._table(path, LINE_COLUMNS, ("kind", "hexes"))
        path = table.path
        for row in table:
            kinds = self._known(path, row, [row["kind"]], self.lines)
            listed = names_in_row(row["hexes"], self.with_blanks)
            hexes = [self._hex(path, row, name) for name in listed]
            run = tuple(name for name in hexes if name)
            if len(run) < len(hexes) or not kinds:
                continue
            for start, end in pairs(run):
                if not self._touch(start, end):
                    self.problems.add(
                        path,
                        row.line,
                        quoting("{hex} and {hex2} do not touch.", hex=start, hex2=end),
                        _EVERY_SQUARE if start in self.squares else _EVERY_HEX,
                    )
            runs.setdefault(kinds[0], []).append(run)
            self.provenance.append(Provenance("line", row["name"] or row["kind"], row["source"]))
        return runs

    def _table(self, path: Path, columns: tuple[str, ...], required: tuple[str, ...]) -> CsvFile:
        mine = self.own.path("map/lines.csv") if path.name == "lines.csv" else None
        if mine is not None:  # runs of hexes have no key: the owner's stand for all
            return read_csv(mine, self.problems, required, columns)
        read = CsvFile(path, columns, ())
        if path.exists():
            read = read_csv(path, self.problems, required, columns)
        self._parted(read)
        return self.own.over(read, f"map/{path.name}", self.problems)

    def _parted(self, table: CsvFile) -> None:
        """Tell of names that a comma parts, the rest of which would pass for the next cell. Where
        most rows have a blank there it is how they are written."""
        named = [row for row in table if row["name"]]
        parted = [row for row in named if row.spaced == row["name"]]
        for row in parted if 2 * len(parted) <= len(named) else ():
            self.problems.add(
                table.path,
                row.line,
                quoting(
                    "The cells of the row do not fit their columns after '{word}'.", word=row.spaced
                ),
                'Put a cell that holds a comma in "quotes", or delete the blank behind it.',
            )

    def _hex(self, path: Path, row: Row, name: str) -> str | None:
        if name in self.grid.places or name in self.areas:
            return name
        self.problems.add(
            path,
            row.line,
            quoting("'{hex}' is no hex of this map.", hex=name),
            hex_remedy(name, self.grid),
        )
        return None

    def _known(
        self, path: Path, row: Row, words: list[str], known: frozenset[str]
    ) -> tuple[str, ...]:
        for word in words:
            if word not in known:
                self.problems.add(
                    path, row.line, quoting("Unknown '{word}'.", word=word), nearest(word, known)
                )
        return tuple([word for word in words if word in known and word != "clear"])


def hex_remedy(name: str, grid: Grid) -> str:
    """What to write instead of a name that is no hex of the grid."""
    if not grid.places:
        return "Write a place of map/spaces.csv or of [board]."
    longest = len(next(iter(grid.places)))
    if name.rstrip(",;") in grid.places and name not in grid.places:
        return "Write spaces, and no commas, between hexes."
    padded = name.rjust(longest, "0")
    if padded in grid.places and padded != name:
        return quoting("A spreadsheet may have dropped the leading zero: write {hex}.", hex=padded)
    sample = list(grid.places)
    return quoting("Hexes run from {hex} to {other}.", hex=sample[0], other=sample[-1])
