"""Saves of one game for the tests of the watch: whole ones, and every way to spoil them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from builder.game.loader import load_game
from builder.game.model import Game, Scenario
from builder.module.assembly import Assembly

HEXES = ("4303", "4404", "4505", "3910", "3911", "4010")


@cache
def dagc() -> Game:
    return load_game("dagc")


@cache
def save(turn: int = 1) -> bytes:
    """A whole save of `dagc` at the beginning of a turn."""
    return save_of(replace(dagc().scenarios["historical"], turn=turn))


def save_of(scenario: Scenario) -> bytes:
    """A whole save of a scenario of `dagc`."""
    return Assembly(dagc()).save(scenario)


@dataclass(frozen=True)
class Written:
    """What some program left in the folder. `doubtful` may still be readable, though not all of it
    is as it was written: then it shows the turn, like a whole one."""

    data: bytes
    turn: int
    whole: bool = False
    doubtful: bool = False


def spoilt(chance: random.Random) -> Iterator[Written]:
    """Whole saves and spoilt ones without end.

    Spoilt are: a save cut off, one with a hole of zeros, an empty file, bytes of chance, half of
    one save and half of another, one with a byte turned over.
    """
    while True:
        turn = chance.randint(1, 6)
        whole = save(turn)
        cut = chance.randrange(1, len(whole) - 1)
        kinds = (
            Written(whole[:cut], turn),
            Written(whole[:cut] + bytes(len(whole) - cut), turn),
            Written(b"", turn),
            Written(chance.randbytes(chance.randint(1, 4000)), turn),
            Written(whole[:cut] + save(turn % 6 + 1)[cut:-1], turn),
            Written(turned(whole, cut), turn, doubtful=True),
        )
        yield Written(whole, turn, whole=True) if chance.random() < 0.4 else chance.choice(kinds)


def turned(whole: bytes, at: int) -> bytes:
    """A save with one byte turned over."""
    return whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
