"""Words of a position that only this game can check: countries, bridges, sides in tables."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.sides import COUNTRIES, NATO, WP
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from builder.game.problems import nearest


def check(position: Position) -> None:
    """QuestionError that names every word of the state that means nothing here."""
    faults = [*unknown_countries(position), *unknown_places(position), *unknown_keys(position)]
    if faults:
        raise QuestionError(" ".join(faults))


def unknown_countries(position: Position) -> Iterator[str]:
    for name in position.value("countries") or ():
        if name not in COUNTRIES:
            yield f"countries: unknown country '{name}'. {nearest(name, COUNTRIES)}"


def unknown_places(position: Position) -> Iterator[str]:
    board = position.board
    for name in position.value("damaged") or ():
        start, slash, end = name.partition("/")
        if start not in board or (slash and end not in board.neighbours(start)):
            yield f"damaged: '{name}' is neither a hex nor a hexside of this map."


def unknown_keys(position: Position) -> Iterator[str]:
    for side in position.value("air-superiority") or ():
        if side not in (WP, NATO):
            yield f"air-superiority: '{side}' is no side: write wp or nato."
    for name in position.value("inlets") or ():
        if name not in position.board:
            yield f"inlets: '{name}' is no hex of this map."
