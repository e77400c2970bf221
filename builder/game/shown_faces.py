"""What a stranger's piece shows: pictures one upon the other, words on them, outlines around them;
turned as it lies."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from builder.vassal.expressions import Ask
from builder.vassal.kinds import Colour
from builder.vassal.markup import unescaped
from builder.vassal.pieces import Piece
from builder.vassal.trait_answers import label_of, outlined, shown_level
from builder.vassal.traits import BasicPiece, Label, Layer, Outline, Rotation, Trait

SHOWING = (Layer, Label, Rotation, Outline)
"""The traits that change what a piece shows."""

_LONGEST, _LARGEST = 120, 400
"""Signs of a label, and pixels of its letters, beyond which nobody reads it on a counter."""
_HTML = re.compile(r"<\s*html\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<\s*(?:br|/p|/div|/tr)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")

Ink = tuple[int, int, int, int]
"""Red, green, blue and opacity."""


@dataclass(frozen=True)
class Words:
    """What is written on a piece. `side` and `line` tell from where on the piece it is measured
    (left, middle, right: -1, 0, 1; top, middle, bottom), `across` and `down` which edge of the text
    lies there; `turned` are degrees clockwise about the middle of the piece."""

    lines: tuple[str, ...]
    size: int
    ink: Ink | None
    ground: Ink | None
    bold: bool = False
    italic: bool = False
    side: int = 0
    line: int = 0
    across: int = 0
    down: int = 0
    turned: int = 0


@dataclass(frozen=True)
class Part:
    """One thing that a face shows: a picture by its name, words, or else an outline around what
    lies below. `dx` and `dy` are the distance of its middle from the piece's in pixels, of words
    that from where they are measured; `turn` are degrees clockwise about the piece's middle."""

    image: str = ""
    dx: int = 0
    dy: int = 0
    scale: float = 1.0
    turn: float = 0.0
    words: Words | None = None
    outline: tuple[int, Ink] | None = None


Face = tuple[Part, ...]
"""What a face shows, the lowest first."""


def laid(
    base: str, traits: Iterable[Trait], ask: Ask, level_of: Callable[[int, Layer], int]
) -> Face:
    """What a piece shows whose traits, the innermost first, have layers that draw these levels; 0
    is none. What shows no picture has no face: its words alone are for the one who draws it."""
    found = [Part(base)] if base else []
    layers = -1
    for trait in traits:
        if isinstance(trait, Layer):
            layers += 1
            level = level_of(layers, trait)
            image = trait.images[level - 1] if 0 < level <= len(trait.images) else ""
            if image:
                found.append(Part(image, trait.x_offset, trait.y_offset, trait.scale))
        elif isinstance(trait, Label):
            if words := _words(trait, ask):
                found.append(
                    Part(dx=trait.horizontal_offset, dy=trait.vertical_offset, words=words)
                )
        elif isinstance(trait, Rotation):
            if turn := trait.degrees % 360:
                found = [replace(part, turn=(part.turn + turn) % 360) for part in found]
        elif isinstance(trait, Outline) and trait.fill and outlined(trait, ask):
            found.append(Part(outline=(max(0, min(trait.thickness, 40)), _ink(trait.fill))))
    return tuple(found) if any(part.image for part in found) else ()


def _ink(colour: Colour) -> Ink:
    return colour.red, colour.green, colour.blue, colour.alpha


_SIDES = {"l": -1, "c": 0, "r": 1, "t": -1, "b": 1}


def _words(label: Label, ask: Ask) -> Words | None:
    """What a label writes; None for one that writes nothing."""
    text = label_of(label, ask)
    if _HTML.match(text.lstrip()):
        text = unescaped(_TAG.sub("", _BREAK.sub("\n", text)))
    else:
        text = text.replace("\n", " ")
    lines = tuple(line for part in text[:_LONGEST].split("\n") if (line := part.strip()))
    if not lines or label.font_size < 1 or (label.foreground is None and label.background is None):
        return None
    style = label.font_style
    return Words(
        lines,
        min(label.font_size, _LARGEST),
        _ink(label.foreground) if label.foreground else None,
        _ink(label.background) if label.background else None,
        bold=bool(style & 1),
        italic=bool(style & 2),
        side=_SIDES.get(label.horizontal_position, 0),
        line=_SIDES.get(label.vertical_position, 0),
        across=_SIDES.get(label.horizontal_justification, -1),
        down=_SIDES.get(label.vertical_justification, -1),
        turned=label.rotation,
    )


def face_now(piece: Piece, ask: Ask) -> Face:
    """What a piece shows now; `ask` tells its properties."""
    basic = piece.type.trait(len(piece.type.parts) - 1, "")
    base = basic.image if isinstance(basic, BasicPiece) else ""
    traits = reversed(piece.among(*SHOWING))
    return laid(base, traits, ask, lambda _, layer: shown_level(layer, ask))


def sign_of(face: Face) -> str:
    """A short sign of a face, by which it is told from others."""
    told = "\n".join(_told(part) for part in face)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def sign_of_back(image: str) -> str:
    """The same of the picture that covers a piece."""
    return sign_of((Part(image),))


def _told(part: Part) -> str:
    more = (part.turn, part.words, part.outline)
    beyond = "" if more == (0.0, None, None) else f"\t{more!r}"
    return f"{part.image}\t{part.dx},{part.dy}\t{part.scale:g}{beyond}"
