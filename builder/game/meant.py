"""What an owner meant by a name that his game has not: a column, a row, a counter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from builder.game.csv_file import CsvFile
from builder.game.problems import nearest
from builder.game.spreadsheet import day_of, odds_again
from builder.saying import Saying, quoting

_SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "+": None, " ": None})
"""A spreadsheet drops the plus of +1, and some write a minus sign or a dash for a hyphen."""

_CALLED = ("name", "full_name")


def meant(word: str, known: Iterable[str], called: Mapping[str, str] | None = None) -> Saying:
    """The remedy for a name that is none of those known; `called` leads from what they are called
    in words to their names."""
    if day_of(word) is not None:
        return odds_again(word)
    names = sorted(known)
    found = {_plain(name): name for name in names}.get(_plain(word))
    found = found or (called or {}).get(word.casefold())
    return quoting("Did you mean '{word}'?", word=found) if found else nearest(word, names)


def row_meant(key: tuple[str, ...], file: CsvFile, keys: tuple[str, ...]) -> Saying:
    """The remedy for a row of such a key that a file of the game has not: of a table that it has,
    one of its rows."""
    rows = [tuple(row[name] for name in keys) for row in file]
    if len(keys) > 1:
        beside = [row[-1] for row in rows if row[0] == key[0]]
        return meant(key[-1], beside) if beside else meant(key[0], {row[0] for row in rows})
    called = {row[c].casefold(): row[keys[0]] for row in file for c in _CALLED if c in row.cells}
    return meant(key[0], (row[0] for row in rows), called)


def _plain(name: str) -> str:
    return name.translate(_SIGNS).casefold()
