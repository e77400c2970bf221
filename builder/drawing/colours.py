"""Colours of counters and maps: read them, mix them, and choose an ink that can be read on them."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from builder.errors import FaultError
from builder.saying import quoting


class Colour(NamedTuple):
    """Red, green and blue, each from 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def hex(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


#: What a drawing function takes: a Colour, "#rgb", "#rrggbb" or a name of `NAMES`.
ColourLike: TypeAlias = Colour | str

NAMES: dict[str, str] = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "red": "#c62828",
    "orange": "#ef8a17",
    "yellow": "#f4d03f",
    "gold": "#e3b23c",
    "green": "#3f7d3a",
    "blue": "#2f5d9b",
    "purple": "#6a4a8c",
    "brown": "#7b4f2c",
    "pink": "#e8a0a8",
    "teal": "#2f7f7b",
    "ink": "#1a1a1c",
    "cream": "#f6f0dd",
    "tan": "#cfae7b",
    "sand": "#dcc9a0",
    "buff": "#ead9b0",
    "olive": "#6f7340",
    "khaki": "#a9995c",
    "field-grey": "#8b9487",
    "steel": "#6f7d89",
    "sky": "#9cc4e2",
    "light-blue": "#b5d3e7",
    "light-green": "#b9cf9a",
    "dark-green": "#3d5a3a",
    "dark-blue": "#22406b",
    "dark-red": "#8e1f1f",
    "brick": "#a8452f",
    "rust": "#b5562b",
    "maroon": "#6d1f2b",
    "slate": "#47525d",
    "charcoal": "#2e3033",
    "mint": "#b7d9c0",
    "lavender": "#b9aed3",
    "rose": "#d98c8c",
}

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@lru_cache(maxsize=4096)
def parse(colour: ColourLike) -> Colour:
    """Read "#rrggbb", "#rgb" or a name; anything else raises ValueError saying what is possible."""
    if isinstance(colour, Colour):
        return colour
    text = colour.strip()
    text = NAMES.get(text.lower().replace("_", "-").replace(" ", "-"), text)
    if not _HEX.fullmatch(text):
        raise FaultError(quoting('"{word}" is not a colour.', word=colour), _remedy(text))
    digits = text[1:] if len(text) == 7 else "".join(digit * 2 for digit in text[1:])
    return Colour(int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16))


def _remedy(word: str) -> str:
    """What to write for a word that is no colour: digits, the likeliest name, or all names."""
    if word.startswith("#"):
        return "Write # and six digits from 0 to 9 and a to f."
    near = difflib.get_close_matches(word.lower(), NAMES, n=2, cutoff=0.6)
    if near:
        return quoting("Did you mean {names:or}?", names=near)
    return quoting('Write "#rrggbb" or one of {names}.', names=sorted(NAMES))


def mix(first: ColourLike, second: ColourLike, share: float) -> Colour:
    """`share` of the second colour (0 to 1), the rest of the first."""
    a, b = parse(first), parse(second)
    return Colour(*(round(x + (y - x) * share) for x, y in zip(a, b, strict=True)))


def lighten(colour: ColourLike, share: float) -> Colour:
    return mix(colour, "#ffffff", share)


def darken(colour: ColourLike, share: float) -> Colour:
    return mix(colour, "#000000", share)


def grey_of(colour: ColourLike) -> Colour:
    """The grey that is as light as the colour."""
    red, green, blue = parse(colour)
    tone = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return Colour(tone, tone, tone)


def luminance(colour: ColourLike) -> float:
    """Relative luminance from 0 (black) to 1 (white), as WCAG 2 defines it."""
    channels = []
    for value in parse(colour):
        part = value / 255
        channels.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]


def contrast(first: ColourLike, second: ColourLike) -> float:
    """Contrast ratio from 1 (same) to 21 (black on white), as WCAG 2 defines it."""
    a, b = luminance(first), luminance(second)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def ink_on(background: ColourLike, dark: ColourLike = "ink", light: ColourLike = "white") -> Colour:
    """Whichever of the two inks reads better on the background."""
    on_dark, on_light = contrast(background, dark), contrast(background, light)
    return parse(dark) if on_dark >= on_light else parse(light)
