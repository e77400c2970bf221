"""Looks for letters that the typeface does not have in all that a game prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from builder.drawing import fonts
from builder.game.csv_file import read_csv
from builder.game.model import Game
from builder.game.problems import Collector, Problem
from builder.game.toml_file import read_toml
from builder.saying import quoting

_PRINTED = ("title", "subtitle", "name", "names", "text", "note", "heading", "label")
"""Keys of game.toml whose texts are printed."""


def remarks(game: Game) -> Iterator[Problem]:
    """Names of which letters would be missing on map, charts and cards, each at its line.

    Counters are looked at where their faces are made; those of a module that was taken over here,
    because they are drawn without such letters.
    """
    toml = read_toml(game.folder / "game.toml")
    for keys, line in toml.lines.items():
        if keys and keys[-1] in _PRINTED:
            value = toml.value(*keys)
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    yield from _told(toml.path, line, text)
    for name in ("map/hexes.csv", "map/hexsides.csv", "map/lines.csv", "cards.csv", "combat.csv"):
        path = game.folder / name
        if path.is_file():
            for row in read_csv(path, Collector()):
                for cell in row.cells.values():
                    yield from _told(path, row.line, cell)
    if game.definition.adopted is not None:
        for counter in game.counters.values():
            if not counter.pictures:
                text = counter.name or counter.full_name
                yield from _told(game.folder / "counters.csv", counter.line, text)


def _told(path: Path, line: int, text: str) -> Iterator[Problem]:
    if text.isascii():
        return
    if unknown := fonts.missing("".join(text.split())):
        words = quoting(
            '"{letters}" of "{name}" cannot be printed.', letters=unknown, name=text[:40]
        )
        yield Problem(
            str(path),
            line,
            words,
            "Write Latin, Greek or Cyrillic letters: the typeface has no others.",
        )
