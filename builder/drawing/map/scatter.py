"""Chance that always falls the same way: noise from whole numbers, for natural-looking outlines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

_MASK = 0xFFFFFFFF


def scatter(x: int, y: int, salt: int = 0) -> float:
    """A number from 0 to 1 that depends on nothing but its arguments."""
    value = (x * 0x9E3779B1 ^ y * 0x85EBCA77 ^ salt * 0xC2B2AE3D) & _MASK
    value = ((value ^ value >> 15) * 0x2C1B3C6D) & _MASK
    value = ((value ^ value >> 12) * 0x297A2D39) & _MASK
    return (value ^ value >> 15) / (_MASK + 1)


def swing(x: int, y: int, salt: int = 0) -> float:
    """Like `scatter`, from -1 to 1."""
    return 2 * scatter(x, y, salt) - 1


def chances(spots: Sequence[tuple[object, int, int]], salt: int) -> list[float]:
    """`scatter` of the whole numbers of each spot."""
    if len(spots) < _MANY:
        return [scatter(x, y, salt) for _, x, y in spots]
    import numpy as np  # here, because few drawings need it

    _, xs, ys = zip(*spots, strict=True)
    found: list[float] = scatters(np.array(xs), np.array(ys), salt).tolist()
    return found


_MANY = 200
"""From so many on numpy is quicker, which takes long to load."""


def swings(x: Whole, y: Whole, salt: int = 0) -> NDArray[np.float64]:
    """`swing` of many at once, to the bit."""
    return 2 * scatters(x, y, salt) - 1


def scatters(x: Whole, y: Whole, salt: int = 0) -> NDArray[np.float64]:
    """`scatter` of many at once, to the bit."""
    import numpy as np

    low = np.uint64(_MASK)
    # Two's complement, and products that wrap at 64 bits, keep the lower 32 as they are.
    value = x.astype(np.uint64) * np.uint64(0x9E3779B1) ^ y.astype(np.uint64) * np.uint64(
        0x85EBCA77
    )
    value = (value ^ np.uint64(salt * 0xC2B2AE3D & _MASK)) & low
    value = ((value ^ value >> np.uint64(15)) * np.uint64(0x2C1B3C6D)) & low
    value = ((value ^ value >> np.uint64(12)) * np.uint64(0x297A2D39)) & low
    found: NDArray[np.float64] = (value ^ value >> np.uint64(15)) / (_MASK + 1)
    return found


def seed_of(text: str) -> int:
    """A whole number for a name, the same on every machine."""
    return crc32(text.encode())
