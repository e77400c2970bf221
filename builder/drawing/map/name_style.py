"""How the names of places are written on a map: size and weight by what stands there."""

from __future__ import annotations

from collections import Counter

from builder.drawing.canvas import TextStyle
from builder.drawing.fonts import Weight
from builder.drawing.map.scene import Scene
from builder.drawing.map.settlements import settlement

_SIZES: dict[str, tuple[float, Weight]] = {
    "major-city": (21.0, "black"),
    "city": (18.0, "bold"),
    "town": (14.5, "medium"),
    "village": (12.5, "regular"),
    "": (13.0, "regular"),
}
_HALO, _HALO_ON_LINES = 2.4, 4.2
"""How far the halo of a name reaches, at 80 px; and of one that crosses a strong line."""
_ROUND = 3
"""How many sides of a hex have a line that runs round it: at the edge of the map not all."""


def name_style(scene: Scene, name: str, crossing: bool = False) -> TextStyle:
    """How the name of a hex is written; `crossing` a strong line it stands out more."""
    word = settlement(scene, name)
    size, weight = _SIZES[word]
    palette, unit = scene.palette, scene.text_unit
    return TextStyle(
        size * unit,
        weight,
        italic=not word,
        colour=palette.town_name,
        anchor="middle",
        baseline="middle",
        halo=palette.halo,
        halo_width=(_HALO_ON_LINES if crossing else _HALO) * unit,
    )


def framed_hexes(scene: Scene) -> frozenset[str]:
    """Those that a strong line runs round, which their names cross."""
    sides = Counter(name for _, *both in scene.sides_with("objective") for name in both)
    return frozenset(name for name, count in sides.items() if count >= _ROUND)
