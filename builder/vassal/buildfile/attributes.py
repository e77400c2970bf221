"""The attributes that a component may declare, one function a kind; each gives the default."""

from __future__ import annotations

from dataclasses import field
from typing import Any, cast

from builder.vassal import kinds
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour, Kind


def _declare(kind: Kind, default: object, xml: str, optional: bool = False) -> Any:
    return field(default=default, metadata={"kind": kind, "xml": xml, "optional": optional})


def text(default: str = "", xml: str = "") -> str:
    """A text that is always written."""
    return cast(str, _declare(kinds.TEXT, default, xml))


def optional(xml: str = "") -> str | None:
    """A text that is left out while it is None."""
    return cast("str | None", _declare(kinds.TEXT, None, xml, optional=True))


def message(default: str = "", xml: str = "") -> str:
    """A formatted string: text with `$property$` in it."""
    return cast(str, _declare(kinds.FORMAT, default, xml))


def expression(default: str = "", xml: str = "") -> str:
    """A BeanShell expression in braces, or a property match."""
    return cast(str, _declare(kinds.EXPRESSION, default, xml))


def image(default: str = "", xml: str = "") -> str:
    """The bare name of an image in the module, or `/images/...` for one of the engine's own."""
    return cast(str, _declare(kinds.IMAGE, default, xml))


def optional_image(xml: str = "") -> str | None:
    """An image that is left out while it is None."""
    return cast("str | None", _declare(kinds.IMAGE, None, xml, optional=True))


def optional_file(xml: str = "") -> str | None:
    """The path of a file in the module, left out while it is None."""
    return cast("str | None", _declare(kinds.FILE, None, xml, optional=True))


def file(default: str = "", xml: str = "") -> str:
    """The path of a file in the module."""
    return cast(str, _declare(kinds.FILE, default, xml))


def flag(default: bool, xml: str = "") -> bool:
    """True or false."""
    return cast(bool, _declare(kinds.FLAG, default, xml))


def whole(default: int, xml: str = "") -> int:
    """A whole number."""
    return cast(int, _declare(kinds.WHOLE, default, xml))


def real(default: float, xml: str = "") -> float:
    """A number."""
    return cast(float, _declare(kinds.REAL, default, xml))


def colour(default: str = "", xml: str = "") -> Colour | None:
    """A colour written always; None is no colour."""
    value = Colour.of(default) if default else None
    return cast("Colour | None", _declare(kinds.COLOUR, value, xml))


def optional_colour(xml: str = "") -> Colour | None:
    """A colour that is left out while it is None."""
    return cast("Colour | None", _declare(kinds.COLOUR, None, xml, optional=True))


def key(default: str = "", xml: str = "") -> KeyStroke | None:
    """A key stroke; None is no key."""
    value = KeyStroke.decode(default) if default else None
    return cast("KeyStroke | None", _declare(kinds.KEY, value, xml))


def keys(xml: str = "") -> tuple[KeyStroke, ...]:
    """Several key strokes."""
    return cast("tuple[KeyStroke, ...]", _declare(kinds.KEYS, (), xml))


def strings(xml: str = "") -> tuple[str, ...]:
    """Several texts."""
    return cast("tuple[str, ...]", _declare(kinds.STRINGS, (), xml))


def optional_whole(xml: str = "") -> int | None:
    """A whole number, left out while None."""
    return cast("int | None", _declare(kinds.WHOLE, None, xml, optional=True))


def optional_flag(xml: str = "") -> bool | None:
    """True or false, left out while None."""
    return cast("bool | None", _declare(kinds.FLAG, None, xml, optional=True))


def optional_strings(xml: str = "") -> tuple[str, ...] | None:
    """Several texts, left out while None."""
    return cast("tuple[str, ...] | None", _declare(kinds.STRINGS, None, xml, optional=True))


def reals(*default: float, xml: str = "") -> tuple[float, ...]:
    """Several numbers."""
    return cast("tuple[float, ...]", _declare(kinds.REALS, default, xml))


def points(xml: str = "") -> tuple[tuple[int, int], ...]:
    """The corners of a polygon, in pixels of the board."""
    return cast("tuple[tuple[int, int], ...]", _declare(kinds.POINTS, (), xml))


def choice(*allowed: str, default: str | None = None, xml: str = "") -> str:
    """One of `allowed`, of which the first is VASSAL's default unless another is named."""
    value = allowed[0] if default is None else default
    return cast(str, _declare(kinds.choice_of(allowed), value, xml))
