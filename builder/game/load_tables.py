"""Reads combat.csv and charts/*.csv into tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from builder import limits
from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.model import Provenance, Table
from builder.game.owned import Owned
from builder.game.problems import Collector
from builder.game.spreadsheet import CELL_ANEW, day_of, days_among, odds_again
from builder.saying import quoting

UNPRINTED = "Write the printed value, or a stand-in with a ? behind it."

DOUBT = "?"
"""A cell that ends with this sign is a stand-in."""


def load_tables(folder: Path, problems: Collector, own: Owned | None = None) -> dict[str, Table]:
    """Tables by name. combat.csv has the columns table, row, then one a heading; a file in charts/
    has the column row, and its own name is the table's. A file in the charts/ of the owner's copy
    that the game does not have there is a whole table of his."""
    own = own or Owned()
    tables: dict[str, Table] = {}
    if (folder / "combat.csv").exists():
        file = read_csv(folder / "combat.csv", problems, ("table", "row"))
        _dates(file, problems)
        file = _bounded(own.over(file, "combat.csv", problems), problems)
        parted: dict[str, list[Row]] = {}
        for row in file:
            parted.setdefault(row["table"], []).append(row)
        for name, rows in parted.items():
            tables[name] = _table(name, file, rows, problems, own)
    for path in sorted((folder / "charts").glob("*.csv")):
        file = own.over(read_csv(path, problems, ("row",)), f"charts/{path.name}", problems)
        tables[path.stem] = _table(path.stem, *_whole(file, problems), own)
    for path in own.charts():
        if not (folder / "charts" / path.name).exists():
            file = read_csv(path, problems, ("row",))
            tables[path.stem] = _table(path.stem, *_whole(file, problems), own)
            own.changed[f"charts/{path.name}"] = len(tables[path.stem].cells)
    return tables


def _dates(file: CsvFile, problems: Collector) -> None:
    """Odds, and rolls such as 2-3, that a spreadsheet took for a day or a time."""
    days = days_among(file.columns)
    for column in file.columns:
        if column in days:
            text = quoting("The heading '{word}' is a day or a time, not odds.", word=column)
            remedy = odds_again(column)
            problems.add(file.path, file.line, text, remedy)
    for row in file:
        if day_of(row["row"]) is not None:
            text = quoting("The row '{word}' is a day or a time.", word=row["row"])
            problems.add(file.path, row.line, text, CELL_ANEW)


def _whole(file: CsvFile, problems: Collector) -> tuple[CsvFile, tuple[Row, ...], Collector]:
    """A file that is one table."""
    file = _bounded(file, problems)
    return file, file.rows, problems


def _bounded(file: CsvFile, problems: Collector) -> CsvFile:
    """The file; empty, and told, if it has more cells than a chart can show."""
    count = len(file.rows) * len(file.columns)
    if count <= limits.TABLE_CELLS:
        return file
    text = quoting("The table has {number:,} cells.", number=count)
    remedy = quoting("A file of tables has at most {number:,}.", number=limits.TABLE_CELLS)
    problems.add(file.path, file.rows[0].line, text, remedy)
    return CsvFile(file.path, (), (), whole=False)


def _table(
    name: str, file: CsvFile, there: Iterable[Row], problems: Collector, own: Owned
) -> Table:
    """A table of these rows of a file."""
    columns = tuple(c for c in file.columns if c not in ("table", "row", "source"))
    cells: dict[tuple[str, str], str] = {}
    doubtful, wrote = set(), {}
    rows: dict[str, None] = {}
    for row in there:
        if row["row"] in rows:
            twice = quoting("The row '{row}' stands here a second time.", row=row["row"])
            problems.add(file.path, row.line, twice, "Name it apart, or remove one of them.")
        rows[row["row"]] = None
        for column in columns:
            place, text = (row["row"], column), row[column]
            if not text:
                problems.add(
                    file.path,
                    row.line,
                    quoting("The cell in column '{column}' is empty.", column=column),
                    UNPRINTED,
                )
            if text.endswith(DOUBT):
                doubtful.add(place)
            cells[place] = text.removesuffix(DOUBT)
            if (at := own.wrote(file.path, row.line, column)) is not None:
                wrote[place] = at
    return Table(name, columns, tuple(rows), cells, frozenset(doubtful), wrote)


def table_provenance(tables: dict[str, Table]) -> Iterator[Provenance]:
    """One entry a cell."""
    for table in tables.values():
        for place in table.cells:
            source = "stand-in" if place in table.doubtful else "chart"
            yield Provenance("table", f"{table.name} {' '.join(place)}", source)
