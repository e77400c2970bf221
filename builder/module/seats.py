"""Which seat of a box is free, as VASSAL's expressions find it out of the pieces that lie there."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.carriers import COUNTER_PROPERTY
from builder.module.table import Table
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import CalculatedProperty

_MOST = 7
_DIGIT = 16
"""A seat is a digit of a number that the pieces of a box add up to. VASSAL's whole numbers have
room for seven digits, each of which counts fifteen pieces on one seat."""


def free_seat(table: Table, box: str, map_: str, name: str) -> Iterator[Trait]:
    """The property `name` of a piece: the number of the first seat of a box on which none of its
    kind lies; in a box of more seats than VASSAL can add up, or where all are taken, how many lie
    there. `next_seat` of the table makes a point of it."""
    how_many = f'CountZone("{box}","{map_}","{COUNTER_PROPERTY}")'
    seats = list(dict.fromkeys(table.spots(box, _MOST + 1)))
    if len(seats) > _MOST:
        told = how_many
    else:
        digit, taken = f"{name}Digit", f"{name}Taken"
        yield CalculatedProperty(
            name=digit,
            expression=f"{{{_digit(seats)}}}",
            description=f"The seat of {box} on which it lies",
        )
        yield CalculatedProperty(
            name=taken,
            expression=f'{{SumZone("{digit}","{box}","{map_}")}}',
            description=f"The seats of {box} on which pieces lie",
        )
        told = how_many
        for seat in reversed(range(len(seats))):
            told = f"({taken}/{_DIGIT**seat})%{_DIGIT}==0?{seat}:({told})"
    yield CalculatedProperty(
        name=name, expression=f"{{{told}}}", description=f"The next seat of {box}"
    )


def _digit(seats: list[tuple[int, int]]) -> str:
    """An expression of the digit of the seat that is nearest to where a piece lies."""
    across, down = sorted({x for x, _ in seats}), sorted({y for _, y in seats})
    column, row = _number("CurrentX", across), _number("CurrentY", down)
    told = str(_DIGIT ** (len(seats) - 1))
    for number in reversed(range(len(seats) - 1)):
        here = f"({row})*{len(across)}+({column})=={number}"
        told = f"{here}?{_DIGIT**number}:({told})"
    return told


def _number(where: str, middles: list[int]) -> str:
    """An expression of which of the middles a pixel is nearest to."""
    told = str(len(middles) - 1)
    for number in reversed(range(len(middles) - 1)):
        border = (middles[number] + middles[number + 1]) // 2
        told = f"{where}<{border}?{number}:({told})"
    return told
