"""The names by which saves and rules find what a module has."""

from __future__ import annotations

from collections.abc import Iterator

from builder.adopt.cleaning import name_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.traits import CalculatedProperty, DynamicProperty, Marker


def names_in(root: Component) -> str:
    """Every name by which saves call something, each in a line: of components and seats."""
    return "\n".join(name for part in root.walk() for name in _names_of(part))


def _names_of(part: Component) -> Iterator[str]:
    if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
        yield from _properties(part.content)
    if not isinstance(part, c.PieceSlot):
        yield name_of(part)
    if isinstance(part, c.MapWindow):
        yield f"{name_of(part)}BoardPicker"  # as set-ups call what the boards of a map are
    if isinstance(part, c.PlayerRoster):
        yield from part.sides or ()
        yield from (entry.content for entry in part.children if isinstance(entry, c.Entry))


def _properties(content: str) -> Iterator[str]:
    """The names of the properties that a piece has; none of one that cannot be read."""
    try:
        traits = parse_piece(content)
    except ValueError:
        return
    for trait in traits:
        match trait:
            case Marker(names=names):
                yield from names
            case DynamicProperty(name=name) | CalculatedProperty(name=name):
                yield name
