"""Reads combat.csv and charts/*.csv into tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from builder.game.csv_file import CsvFile, read_csv
from builder.game.model import Provenance, Table
from builder.game.owned import Owned
from builder.game.problems import Collector
from builder.saying import quoting

_DATE = re.compile(
    r"\d{1,2}[-/ ][a-z]{3,4}\.?"  # 02-Jan, 02-ene
    r"|[a-z]{3,4}[-/ ]\d{1,2}"  # Jan-02
    r"|\d{1,2}[-/]\d{1,2}[-/]\d{2,4}"
    r"|\d{1,2}:\d\d:\d\d",
    re.IGNORECASE,
)

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
        file = own.over(file, "combat.csv", problems)
        for name in dict.fromkeys(row["table"] for row in file):
            tables[name] = _table(name, file, problems)
    for path in sorted((folder / "charts").glob("*.csv")):
        file = own.over(read_csv(path, problems, ("row",)), f"charts/{path.name}", problems)
        tables[path.stem] = _table(path.stem, file, problems)
    for path in own.charts():
        if not (folder / "charts" / path.name).exists():
            file = read_csv(path, problems, ("row",))
            tables[path.stem] = _table(path.stem, file, problems)
            own.changed[f"charts/{path.name}"] = len(tables[path.stem].cells)
    return tables


def _dates(file: CsvFile, problems: Collector) -> None:
    """Odds that a spreadsheet took for a day or a time, such as 02-Jan for 1-2."""
    for column in file.columns:
        if _DATE.fullmatch(column):
            problems.add(
                file.path,
                1,
                quoting("The heading '{word}' is a day or a time, not odds.", word=column),
                "A spreadsheet changed it: format the cells as text, then write the odds again.",
            )


def _table(name: str, file: CsvFile, problems: Collector) -> Table:
    columns = tuple(c for c in file.columns if c not in ("table", "row", "source"))
    cells: dict[tuple[str, str], str] = {}
    doubtful = set()
    rows: list[str] = []
    for row in file:
        if "table" in file.columns and row["table"] != name:
            continue
        if row["row"] in rows:
            twice = quoting("The row '{row}' stands here a second time.", row=row["row"])
            problems.add(file.path, row.line, twice, "Name it apart, or remove one of them.")
        rows.append(row["row"])
        for column in columns:
            place, text = (row["row"], column), row[column]
            if not text:
                problems.add(
                    file.path,
                    row.line,
                    quoting("The cell in column '{column}' is empty.", column=column),
                    "Write the printed value, or a stand-in with a ? behind it.",
                )
            if text.endswith(DOUBT):
                doubtful.add(place)
            cells[place] = text.removesuffix(DOUBT)
    return Table(name, columns, tuple(rows), cells, frozenset(doubtful))


def table_provenance(tables: dict[str, Table]) -> Iterator[Provenance]:
    """One entry a cell."""
    for table in tables.values():
        for place in table.cells:
            source = "stand-in" if place in table.doubtful else "chart"
            yield Provenance("table", f"{table.name} {' '.join(place)}", source)
