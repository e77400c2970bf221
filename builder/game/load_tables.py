"""Reads combat.csv and charts/*.csv into tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from builder import limits
from builder.game.csv_file import CsvFile, Row, read_csv
from builder.game.headings import span_of
from builder.game.model import Provenance, Table
from builder.game.owned import Owned
from builder.game.problems import Collector
from builder.game.spreadsheet import CELL_ANEW, day_of, days_among, odds_again
from builder.game.table_sheet import is_whole, read_chart
from builder.saying import quoting

UNPRINTED = "Write the printed value, or a stand-in with a ? behind it."

DOUBT = "?"
"""A cell that ends with this sign is a stand-in."""


def load_tables(
    folder: Path, problems: Collector, own: Owned | None = None, read: Iterable[str] = ()
) -> dict[str, Table]:
    """Tables by name. combat.csv has the columns table, row, then one a heading; a file in charts/
    has the column row, and its own name is the table's. A file in the charts/ of the owner's copy
    that the game does not have there is a whole table of his; one that is no table of the game nor
    among those that its rules `read` is told."""
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
    whole = [p for p in own.charts() if not (folder / "charts" / p.name).exists() or is_whole(p)]
    for path in sorted((folder / "charts").glob("*.csv")):
        file = read_csv(path, problems, ("row",))
        if path.name not in [mine.name for mine in whole]:
            file = own.over(file, f"charts/{path.name}", problems)
        tables[path.stem] = _table(path.stem, *_whole(file, problems), own)
    for path in whole:
        file = read_chart(path, problems)
        own.sure_of_chart(path, [*tables, *read])
        if file.whole:
            table = _table(path.stem, *_whole(file, problems), own)
            if not (folder / "charts" / path.name).exists() and path.stem in tables:
                _reaches(file, table, tables[path.stem], problems)
            tables[path.stem] = table
            own.changed[f"charts/{path.name}"] = len(table.cells)
    return tables


def _reaches(file: CsvFile, table: Table, ours: Table, problems: Collector) -> None:
    """Tell of a whole table of results whose rows do not reach as far as the game's, from the least
    die to the greatest: its first and last row would answer for those that are missing."""
    theirs, his = _ends(ours.rows), _ends(table.rows)
    if theirs and his and not (his[0] <= theirs[0] and theirs[1] <= his[1]):
        text = quoting(
            "Its rows go from {first} to {last}, and the game's from {n} to {m}.",
            first=table.rows[0],
            last=table.rows[-1],
            n=ours.rows[0],
            m=ours.rows[-1],
        )
        problems.add(file.path, file.line, text, "Write the rows that are missing.")


def _ends(rows: Sequence[str]) -> tuple[Fraction, Fraction] | None:
    """The least and the greatest that rows of numbers and ranges tell; None for words."""
    try:
        spans = [span_of(row) for row in rows]
    except ValueError:
        return None
    return (min(low for low, _ in spans), max(high for _, high in spans)) if spans else None


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
