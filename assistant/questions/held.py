"""What a score leans on: who holds the hexes that count, as a save or a log tells it, and whether
the players count the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from assistant.position import Position
from assistant.questions.answers import Score
from assistant.questions.reasons import Reason

BY_SAVE = (
    "A save does not tell who went through a hex: one without units and without a marker counts as "
    "at the beginning. Ask the log of the game, or put a marker there."
)
BY_LOG = "By the log the side {side} was the last in {hexes}: put a marker where that is wrong."
ON_THE_WAY = (
    "A log tells where units stood, not every hex on their way: put a marker where they took one "
    "in passing."
)


OTHERWISE = (
    "{side}: the marker of victory points stands on {n}, and {m} are counted from the map; Kessel "
    "does not read the marker."
)


def with_what_it_leans_on(score: Score, position: Position) -> Score:
    """The score with what it took from the log, or assumed because there is none, and with markers
    of the players that count otherwise."""
    because = (*other_counts(score, position), *_told(score, position))
    return replace(score, because=(*score.because, *because)) if because else score


def other_counts(score: Score, position: Position) -> Iterator[Reason]:
    """The markers of victory points that stand on another number than the score."""
    for side, count in position.counted.items():
        points = score.points.get(side)
        if points is not None and points != count:
            name = position.game.sides[side].name
            yield Reason("", OTHERWISE, "markers", side=name, n=count, m=f"{points:g}")


def _told(score: Score, position: Position) -> Iterator[Reason]:
    if position.passed is None:
        return
    if not position.passed:
        yield Reason("", BY_SAVE, "missing")
        return
    for side, found in position.game.sides.items():
        if hexes := list(_by_log(score, position, side)):
            yield Reason("", BY_LOG, side=found.name, hexes=hexes)
    yield Reason("", ON_THE_WAY, "missing")


def _by_log(score: Score, position: Position, side: str) -> Iterator[str]:
    """The hexes that count for a side, or against another, by the log alone."""
    ours = {name for line in score.lines if line.side == side for name in line.hexes}
    worth = score.extra.get("worth", {})
    for name, sides in sorted((position.passed or {}).items()):
        recorded = position.control.get(name, "")
        counts = name in ours or (recorded and name in worth)
        if counts and sides[-1] == side != recorded and not position.side_at(name):
            yield name
