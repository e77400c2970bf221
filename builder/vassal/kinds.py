"""The kinds of value that build files and the traits of pieces hold, and how VASSAL spells each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from builder.java_numbers import java_int, java_real, java_whole
from builder.saying import quoting
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join, split


class Colour(NamedTuple):
    """Red, green, blue and opacity, each 0 to 255 (VASSAL: configure/ColorConfigurer)."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @classmethod
    def of(cls, text: str) -> Colour:
        """The colour of `#rrggbb`, `#rrggbbaa` or VASSAL's own `r,g,b[,a]`."""
        if text.startswith("#"):
            parts = [int(text[i : i + 2], 16) for i in range(1, len(text), 2)]
        else:
            parts = [java_int(part.strip()) for part in text.split(",")]
        if len(parts) not in (3, 4) or not all(0 <= part <= 255 for part in parts):
            raise ValueError(
                quoting("{value} is not a colour; write r,g,b with 0 to 255", value=repr(text))
            )
        return cls(*parts)

    def __str__(self) -> str:
        return ",".join(map(str, self if self.alpha != 255 else self[:3]))


_LONG = 2**63


@dataclass(frozen=True)
class Kind:
    """One kind of attribute value.

    `decode` raises ValueError for a text that VASSAL could not use either; `allowed` names the
    only texts that mean something (empty: any).
    """

    name: str
    encode: Callable[[Any], str]
    decode: Callable[[str], Any]
    allowed: tuple[str, ...] = ()


def java_double(value: float) -> str:
    """A number as Java's String.valueOf(double) writes it, for the magnitudes of a module."""
    value = float(value)
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        return repr(value)
    mantissa, _, exponent = f"{value:e}".partition("e")
    shortest = next(
        text for digits in range(1, 18) if float(text := f"{value:.{digits}e}") == value
    )
    mantissa, _, exponent = shortest.partition("e")
    whole, _, fraction = mantissa.partition(".")
    return f"{whole}.{fraction.rstrip('0') or '0'}E{int(exponent)}"


def _bool(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(quoting("{value} is neither true nor false", value=repr(text)))
    return text.lower() == "true"


def _whole(text: str) -> int:
    """Java's long, which is wider than any number of a module."""
    value = java_whole(text, 2**99) if len(text) < 30 else _LONG
    if not -_LONG <= value < _LONG:
        raise ValueError(quoting("{value} is beyond the numbers of Java", value=repr(text[:30])))
    return value


def _real(text: str) -> float:
    value = java_real(text)
    if not abs(value) < _LONG:  # no number at all is not less either
        raise ValueError(
            quoting("{value} is no number that a module could use", value=repr(text[:30]))
        )
    return value


def _colour(text: str) -> Colour | None:
    return Colour.of(text.replace(" ", "")) if text.strip() else None


def _key(text: str) -> KeyStroke | None:
    return KeyStroke.decode(text) if text else None


def _optional(value: object) -> str:
    return "" if value is None else str(value)


def _strings(text: str) -> tuple[str, ...]:
    return tuple(split(text, ",")) if text else ()


def _keys(text: str) -> tuple[KeyStroke, ...]:
    return tuple(KeyStroke.decode(part) for part in _strings(text))


def _reals(text: str) -> tuple[float, ...]:
    return tuple(map(_real, _strings(text)))


def _points(text: str) -> tuple[tuple[int, int], ...]:
    corners = [corner.split(",") for corner in text.split(";") if corner.strip()]
    return tuple((_whole(x.strip()), _whole(y.strip())) for x, y in corners)


def _identity(text: str) -> str:
    return text


TEXT = Kind("text", str, _identity)
FORMAT = Kind("formatted string", str, _identity)
EXPRESSION = Kind("expression", str, _identity)
IMAGE = Kind("image", str, _identity)
FILE = Kind("file", str, _identity)
FLAG = Kind("boolean", lambda value: "true" if value else "false", _bool)
WHOLE = Kind("whole number", str, _whole)
REAL = Kind("number", java_double, _real)
COLOUR = Kind("colour", _optional, _colour)
KEY = Kind("key stroke", lambda key: key.encode() if key else "", _key)
KEYS = Kind("key strokes", lambda keys: join([key.encode() for key in keys], ","), _keys)
STRINGS = Kind("list of texts", lambda texts: join(list(texts), ","), _strings)
REALS = Kind("list of numbers", lambda reals: ",".join(map(java_double, reals)), _reals)
POINTS = Kind("polygon", lambda points: ";".join(f"{x},{y}" for x, y in points), _points)


def choice_of(allowed: tuple[str, ...]) -> Kind:
    """The kind whose text is one of `allowed`."""

    def check(text: str) -> str:
        if text not in allowed:
            raise ValueError(
                quoting("{value} is none of {values}", value=repr(text), values=", ".join(allowed))
            )
        return text

    return Kind("choice", check, check, allowed)
