"""The attributes that a component may declare, one function a kind; each gives the default."""

from __future__ import annotations

from dataclasses import field
from typing import Any, cast

from builder.vassal.buildfile import values
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.buildfile.values import Colour, Kind


def _declare(kind: Kind, default: object, xml: str, optional: bool = False) -> Any:
    return field(default=default, metadata={"kind": kind, "xml": xml, "optional": optional})


def text(default: str = "", xml: str = "") -> str:
    """A text that is always written."""
    return cast(str, _declare(values.TEXT, default, xml))


def optional(xml: str = "") -> str | None:
    """A text that is left out while it is None."""
    return cast("str | None", _declare(values.TEXT, None, xml, optional=True))


def message(default: str = "", xml: str = "") -> str:
    """A formatted string: text with `$property$` in it."""
    return cast(str, _declare(values.FORMAT, default, xml))


def expression(default: str = "", xml: str = "") -> str:
    """A BeanShell expression in braces, or a property match."""
    return cast(str, _declare(values.EXPRESSION, default, xml))


def image(default: str = "", xml: str = "") -> str:
    """The bare name of an image in the module, or `/images/...` for one of the engine's own."""
    return cast(str, _declare(values.IMAGE, default, xml))


def optional_image(xml: str = "") -> str | None:
    """An image that is left out while it is None."""
    return cast("str | None", _declare(values.IMAGE, None, xml, optional=True))


def optional_file(xml: str = "") -> str | None:
    """The path of a file in the module, left out while it is None."""
    return cast("str | None", _declare(values.FILE, None, xml, optional=True))


def file(default: str = "", xml: str = "") -> str:
    """The path of a file in the module."""
    return cast(str, _declare(values.FILE, default, xml))


def flag(default: bool, xml: str = "") -> bool:
    """True or false."""
    return cast(bool, _declare(values.FLAG, default, xml))


def whole(default: int, xml: str = "") -> int:
    """A whole number."""
    return cast(int, _declare(values.WHOLE, default, xml))


def real(default: float, xml: str = "") -> float:
    """A number."""
    return cast(float, _declare(values.REAL, default, xml))


def colour(default: str = "", xml: str = "") -> Colour | None:
    """A colour written always; None is no colour."""
    value = Colour.of(default) if default else None
    return cast("Colour | None", _declare(values.COLOUR, value, xml))


def optional_colour(xml: str = "") -> Colour | None:
    """A colour that is left out while it is None."""
    return cast("Colour | None", _declare(values.COLOUR, None, xml, optional=True))


def key(default: str = "", xml: str = "") -> KeyStroke | None:
    """A key stroke; None is no key."""
    value = KeyStroke.decode(default) if default else None
    return cast("KeyStroke | None", _declare(values.KEY, value, xml))


def keys(xml: str = "") -> tuple[KeyStroke, ...]:
    """Several key strokes."""
    return cast("tuple[KeyStroke, ...]", _declare(values.KEYS, (), xml))


def strings(xml: str = "") -> tuple[str, ...]:
    """Several texts."""
    return cast("tuple[str, ...]", _declare(values.STRINGS, (), xml))


def optional_whole(xml: str = "") -> int | None:
    """A whole number, left out while None."""
    return cast("int | None", _declare(values.WHOLE, None, xml, optional=True))


def optional_flag(xml: str = "") -> bool | None:
    """True or false, left out while None."""
    return cast("bool | None", _declare(values.FLAG, None, xml, optional=True))


def optional_strings(xml: str = "") -> tuple[str, ...] | None:
    """Several texts, left out while None."""
    return cast("tuple[str, ...] | None", _declare(values.STRINGS, None, xml, optional=True))


def reals(*default: float, xml: str = "") -> tuple[float, ...]:
    """Several numbers."""
    return cast("tuple[float, ...]", _declare(values.REALS, default, xml))


def points(xml: str = "") -> tuple[tuple[int, int], ...]:
    """The corners of a polygon, in pixels of the board."""
    return cast("tuple[tuple[int, int], ...]", _declare(values.POINTS, (), xml))


def choice(*allowed: str, default: str | None = None, xml: str = "") -> str:
    """One of `allowed`, of which the first is VASSAL's default unless another is named."""
    value = allowed[0] if default is None else default
    return cast(str, _declare(values.choice_of(allowed), value, xml))
