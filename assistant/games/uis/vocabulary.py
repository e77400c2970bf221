"""Words of a position that only this game can check: countries, bridges, sides in tables."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.sides import COUNTRIES, NATO, WP
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying
from builder.game.problems import nearest


def check(position: Position) -> None:
    """QuestionError that names every word of the state that means nothing here."""
    faults = [*unknown_countries(position), *unknown_places(position), *unknown_keys(position)]
    if faults:
        raise QuestionError(" ".join(faults))


def unknown_countries(position: Position) -> Iterator[str]:
    for name in position.value("countries") or ():
        if name not in COUNTRIES:
            yield Saying(
                "countries: unknown country '{name}'. {remedy}",
                name=name,
                remedy=nearest(name, COUNTRIES),
            )


def unknown_places(position: Position) -> Iterator[str]:
    board = position.board
    for name in position.value("damaged") or ():
        start, slash, end = name.partition("/")
        if start not in board or (slash and end not in board.neighbours(start)):
            yield Saying("damaged: '{name}' is neither a hex nor a hexside of this map.", name=name)


def unknown_keys(position: Position) -> Iterator[str]:
    for side in position.value("air-superiority") or ():
        if side not in (WP, NATO):
            yield Saying("air-superiority: '{side}' is no side: write wp or nato.", side=side)
    for name in position.value("inlets") or ():
        if name not in position.board:
            yield Saying("inlets: '{hex}' is no hex of this map.", hex=name)
