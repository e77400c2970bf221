"""The kinds of field that a trait may declare, one function a kind; each gives the default.

All take `state=True` for a field of the state, `missing` for what VASSAL assumes when an older text
ends before the field (else the default), and `optional=True` for a field that is not written while
it has its default.
"""

from __future__ import annotations

from typing import Any, cast

from builder.vassal import kinds
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour, Kind
from builder.vassal.secret import NOBODY, PlayerId
from builder.vassal.traits.declaration import declare


def text(default: str = "", **how: Any) -> str:
    """A text as it stands: a name, a formatted string, an expression."""
    return cast(str, declare(kinds.TEXT, default, **how))


def flag(default: bool = False, **how: Any) -> bool:
    """True or false."""
    return cast(bool, declare(kinds.FLAG, default, **how))


def whole(default: int = 0, **how: Any) -> int:
    """A whole number."""
    return cast(int, declare(kinds.WHOLE, default, **how))


def real(default: float = 0.0, **how: Any) -> float:
    """A number."""
    return cast(float, declare(kinds.REAL, default, **how))


def colour(default: str = "", **how: Any) -> Colour | None:
    """A colour; None is no colour."""
    value = Colour.of(default) if default else None
    return cast("Colour | None", declare(kinds.COLOUR, value, **how))


def key(default: str = "", **how: Any) -> KeyStroke | None:
    """A key stroke; None is no key."""
    value = KeyStroke.decode(default) if default else None
    return cast("KeyStroke | None", declare(kinds.KEY, value, **how))


def keys(**how: Any) -> tuple[KeyStroke, ...]:
    """Several key strokes."""
    return cast("tuple[KeyStroke, ...]", declare(kinds.KEYS, (), **how))


def strings(**how: Any) -> tuple[str, ...]:
    """Several texts, joined by commas."""
    return cast("tuple[str, ...]", declare(kinds.STRINGS, (), **how))


def _owner(text: str) -> PlayerId | None:
    # An empty one is somebody's who has no password, and hides from all others.
    return None if text == NOBODY else PlayerId(text)


def _restrictor(text: str) -> PlayerId | None:
    return None if text in ("", NOBODY) else PlayerId(text)


_OWNER = Kind("player", lambda owner: owner.reveal() if owner else NOBODY, _owner)
_RESTRICTOR = Kind("player", lambda owner: owner.reveal() if owner else "", _restrictor)


def owner(*, empty: bool = False) -> PlayerId | None:
    """The player (or side) who hid a piece; None is nobody, spelled `null` or, if `empty`, ``."""
    kind = _RESTRICTOR if empty else _OWNER
    return cast("PlayerId | None", declare(kind, None, state=True, secret=True))
