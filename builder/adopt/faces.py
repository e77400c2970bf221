"""What a piece of a module shows on each of its faces: which pictures, one upon the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.adopt.stock import table_piece
from builder.game.shown_faces import SHOWING, Face, Part, laid
from builder.vassal.expressions import Ask
from builder.vassal.module_shape import Size
from builder.vassal.trait_answers import own_answers, shown_level
from builder.vassal.traits import BasicPiece, Layer, Mask, Trait

MOST_FACES = 12
_LIKE = 0.7
"""A picture of at least so much of the piece's width and height is a face of it, not a badge."""


@dataclass(frozen=True)
class Faces:
    """The faces of a piece, full strength first, and which of its layers turns them.

    `layer` counts the layers of the piece from the innermost; -1 for a piece with one face.
    `off` tells that the first face shows while that layer is switched off. `back` is the picture
    of a mask's or card's back.
    """

    faces: tuple[Face, ...]
    layer: int = -1
    off: bool = False
    back: str = ""


SizeOf = Callable[[str], Size | None]


def faces_of(traits: Sequence[Trait], size_of: SizeOf) -> Faces:
    """The faces of a piece of these traits, outermost first, prototypes put in."""
    basic = traits[-1]
    base = basic.image if isinstance(basic, BasicPiece) else ""
    shown = [trait for trait in reversed(traits) if isinstance(trait, SHOWING)]
    layers = [trait for trait in shown if isinstance(trait, Layer)]
    turning = _turning(layers, base, size_of)
    ask = own_answers(table_piece(traits))
    back = next((mask.back_image for mask in traits if isinstance(mask, Mask)), "")
    if turning < 0:
        return Faces((_face(base, shown, -1, 0, ask),), back=back)
    layer = layers[turning]
    off = not layer.is_active
    levels = [*([0] if off else []), *range(1, layer.levels + 1)][:MOST_FACES]
    faces = tuple(_face(base, shown, turning, level, ask) for level in levels)
    return Faces(faces, turning, off, back)


def _turning(layers: Sequence[Layer], base: str, size_of: SizeOf) -> int:
    """The layer that is the piece's faces: the innermost as large as the piece, with more than
    one; -1 for none."""
    whole = size_of(base) if base else None
    for at, layer in enumerate(layers):
        named = [image for image in layer.images if image]
        if not named:
            continue
        size = size_of(named[0])
        if whole is None and (layer.is_active or not base):
            whole = size
        several = layer.levels > 1 or (not layer.is_active and bool(base))
        if several and size is not None and whole is not None and _alike(size, whole):
            return at
    return -1


def _alike(size: Size, whole: Size) -> bool:
    return all(_LIKE * b <= a <= b / _LIKE for a, b in zip(size, whole, strict=True))


def _face(base: str, traits: Sequence[Trait], turning: int, level: int, ask: Ask) -> Face:
    """What shows when the turning layer is at a level, 0 being off; `ask` tells what the piece says
    of itself."""
    return laid(
        base, traits, ask, lambda at, layer: level if at == turning else shown_level(layer, ask)
    )


__all__ = ["Face", "Faces", "Part", "faces_of"]
