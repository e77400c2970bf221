"""Which pictures a stranger's piece shows, one upon the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.vassal.pieces import Piece
from builder.vassal.trait_answers import Ask, shown_level
from builder.vassal.traits import BasicPiece, Layer


@dataclass(frozen=True)
class Part:
    """One picture of a face: its name, and its centre's distance from the piece's in pixels."""

    image: str
    dx: int = 0
    dy: int = 0
    scale: float = 1.0


Face = tuple[Part, ...]
"""The pictures of a face, the lowest first."""


def laid(base: str, layers: Sequence[Layer], level_of: Callable[[int, Layer], int]) -> Face:
    """The pictures of a piece whose layers, the innermost first, draw these levels; 0 is none."""
    found = [Part(base)] if base else []
    for at, layer in enumerate(layers):
        level = level_of(at, layer)
        image = layer.images[level - 1] if 0 < level <= len(layer.images) else ""
        if image:
            found.append(Part(image, layer.x_offset, layer.y_offset, layer.scale))
    return tuple(found)


def face_now(piece: Piece, ask: Ask) -> Face:
    """What a piece shows now; `ask` tells its properties."""
    basic = piece.type.trait(len(piece.type.parts) - 1, "")
    layers = [trait for trait in reversed(piece.among(Layer)) if isinstance(trait, Layer)]
    base = basic.image if isinstance(basic, BasicPiece) else ""
    return laid(base, layers, lambda _, layer: shown_level(layer, ask))


def sign_of(face: Face) -> str:
    """A short sign of a face, by which it is told from others."""
    told = "\n".join(f"{part.image}\t{part.dx},{part.dy}\t{part.scale:g}" for part in face)
    return hashlib.sha256(told.encode()).hexdigest()[:12]
