"""From strengths to a column of a results table: by ratio, shifted, brought back into the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Generic, TypeVar

from assistant.kernel.facts import Situation, by_hex
from assistant.position import Unit
from builder.game.headings import ratio_of
from builder.hexes.grid import Grid
from builder.saying import Saying


@cache
def ratios_of(headings: tuple[str, ...]) -> tuple[Fraction, ...]:
    """The least ratio of each column, read from its heading: 1.5-1 is three to two, 1:3 a third,
    10+ ten. ValueError for any other heading."""
    return tuple(map(_ratio, headings))


def _ratio(heading: str) -> Fraction:
    try:
        return ratio_of(heading)
    except ValueError:
        raise ValueError(
            Saying("'{heading}' is no ratio: write 3-1, 1.5-1, 1:2 or 10+.", heading=heading)
        ) from None


def ratio_column(headings: Sequence[str], attack: int, defence: int) -> int:
    """The index of the last column whose ratio the attack reaches; -1 below the first. A defence of
    nothing is reached by any attack."""
    return (
        sum(
            attack * ratio.denominator >= ratio.numerator * defence
            for ratio in ratios_of(tuple(headings))
        )
        - 1
    )


def within(place: int, columns: int) -> int:
    """A place brought back to the nearest of so many columns."""
    return max(0, min(place, columns - 1))


def is_concentric(grid: Grid, target: str, origins: Iterable[str]) -> bool:
    """Whether hexes next to a target lie all around it: on opposite sides of it, three with one
    between each two, or more than three.

    That is every set of directions that three neighbouring directions cannot hold.
    """
    circle = list(grid.steps)
    used = {grid.direction(target, origin) for origin in origins} - {None}
    arcs = ({circle[(first + turn) % 6] for turn in range(3)} for first in range(6))
    return not any(used <= arc for arc in arcs)


def sides_of(units: Iterable[Unit]) -> tuple[str, ...]:
    """The sides to which some units belong, sorted."""
    return tuple(sorted({unit.side for unit in units}))


Of = TypeVar("Of", bound=Situation)


@dataclass(frozen=True)
class Attack(Generic[Of]):
    """Some units against those of one hex, all of which defend it together."""

    situation: Of
    target: str
    attackers: tuple[Unit, ...]

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        return self.situation.at(self.target)

    @cached_property
    def stacks(self) -> dict[str, list[Unit]]:
        """The attackers by the hex from which they attack."""
        return by_hex(self.attackers)

    @cached_property
    def terrain(self) -> frozenset[str]:
        """The terrain of the hex attacked."""
        return self.situation.board.of(self.target)
