"""Chance that always falls the same way: noise from whole numbers, for natural-looking outlines."""

from __future__ import annotations

from zlib import crc32

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


def seed_of(text: str) -> int:
    """A whole number for a name, the same on every machine."""
    return crc32(text.encode())
