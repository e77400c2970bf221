"""What one side of a counter shows, as plain data: colours, symbol, numbers and texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from builder.drawing import colours, fonts, glyphs, sizes, symbols
from builder.drawing.art import Art
from builder.drawing.colours import Colour, ColourLike
from builder.errors import FaultError
from builder.saying import quoting

_COMMON = re.compile("[\\n -~\u00a0-\u017f\u0400-\u045f]")  # surely in the typeface


@dataclass(frozen=True, slots=True)
class Label:
    """A text with looks of its own, wherever a plain string would do.

    `raised` sets it small and high (a superscript), `small` small on the line; `fill` puts a
    plate of that colour behind it.
    """

    text: str
    ink: ColourLike | None = None
    fill: ColourLike | None = None
    raised: bool = False
    small: bool = False
    underline: bool = False


TextLike: TypeAlias = str | Label


def label(text: TextLike) -> Label:
    return text if isinstance(text, Label) else Label(text)


@dataclass(frozen=True, slots=True)
class Livery:
    """The colours that units of one nation, front or formation share."""

    background: ColourLike
    ink: ColourLike | None = None
    symbol_fill: ColourLike = "white"
    symbol_ink: ColourLike = "ink"
    band: ColourLike | None = None


@dataclass(frozen=True, slots=True)
class CounterFace:
    """One side of a counter.

    With `strength`, a `symbol` or a unit `glyph` stands above and the values below; without
    strength and symbol the face is a marker: glyph and title fill it.

    background, ink     ground, and everything written on it (None: whichever reads better)
    symbol, symbol_fill, symbol_ink, size    see symbols.py and sizes.py
    glyph, glyph_ink    see glyphs.py; in place of a symbol
    picture             a file of the designer's own, in place of either; see art.py
    whole               a picture that fills the face, on which nothing else is drawn
    own_shape           the whole picture keeps its proportions, and on screen its pixels
    strength            the values in order, e.g. ("4", "6", "5") or ("3",)
    separator           stands between the values, "-" or "" or "/"
    spread              True sets the values apart: first left, last right
    upper_left ... lower_right    corner texts: set-up hex, turn, "*" for the asterisk
    left, right         beside the symbol: designation, superior formation
    name                below the symbol
    title               of a marker; "\\n" breaks lines
    band, band_at       a stripe along one edge: a formation, a capability
    frame               a coloured line round the face
    reduced             paler ground and a bar behind the values: told apart at a glance
    pips, pips_of       steps left, of how many; drawn as dots when pips_of > 0
    shape               "round" for round markers
    """

    background: ColourLike = "buff"
    ink: ColourLike | None = None
    symbol: str = ""
    symbol_fill: ColourLike = "white"
    symbol_ink: ColourLike = "ink"
    size: str = ""
    glyph: str = ""
    glyph_ink: ColourLike | None = None
    picture: Art | None = None
    whole: Art | None = None
    own_shape: bool = False
    strength: tuple[TextLike, ...] = ()
    separator: str = "-"
    spread: bool = False
    upper_left: TextLike = ""
    upper_right: TextLike = ""
    lower_left: TextLike = ""
    lower_right: TextLike = ""
    left: TextLike = ""
    right: TextLike = ""
    name: TextLike = ""
    title: str = ""
    band: ColourLike | None = None
    band_at: Literal["top", "bottom", "left", "right"] = "bottom"
    frame: ColourLike | None = None
    reduced: bool = False
    pips: int = 0
    pips_of: int = 0
    shape: Literal["square", "round"] = "square"

    @property
    def is_marker(self) -> bool:
        return not self.symbol and not self.strength

    @property
    def ground(self) -> Colour:
        """The background as drawn: a reduced face is paler (or, if it is pale, darker)."""
        full = colours.parse(self.background)
        if not self.reduced:
            return full
        if colours.luminance(full) > 0.6:
            return colours.darken(colours.mix(full, colours.grey_of(full), 0.4), 0.16)
        return colours.lighten(colours.mix(full, colours.grey_of(full), 0.25), 0.3)

    @property
    def writing(self) -> Colour:
        """The ink on the background."""
        if self.ink is not None and not self.reduced:
            return colours.parse(self.ink)
        ground = self.ground
        if self.ink is not None and colours.contrast(self.ink, ground) >= 4.5:
            return colours.parse(self.ink)
        return colours.ink_on(ground)


def problems(face: CounterFace) -> list[FaultError]:
    """Every reason why the face cannot be drawn; empty when it can."""
    found: list[FaultError] = []
    inks = [face.background, face.ink, face.symbol_fill, face.symbol_ink, face.glyph_ink]
    texts = [*face.strength, face.upper_left, face.upper_right, face.lower_left, face.lower_right]
    texts += [face.left, face.right, face.name]
    inks += [face.band, face.frame]
    inks += [colour for text in texts for colour in (label(text).ink, label(text).fill)]
    for colour in dict.fromkeys(ink for ink in inks if ink is not None):
        try:
            colours.parse(colour)
        except FaultError as error:
            found.append(error)
    written = "".join([*(label(text).text for text in texts), face.title])
    if face.whole:
        written = ""  # the picture fills the face
    unknown = fonts.missing("".join(char for char in written if not _COMMON.fullmatch(char)))
    if unknown:
        text = quoting('"{letters}" cannot be drawn.', letters=unknown)
        found.append(
            FaultError(text, "Write Latin or Cyrillic letters: the typeface has no others.")
        )
    for name, read in (
        (face.symbol, symbols.marks_of),
        (face.size, sizes.size_mark),
        (face.glyph, glyphs.glyph_of),
    ):
        if name:
            try:
                read(name)
            except FaultError as error:
                found.append(error)
    return found
