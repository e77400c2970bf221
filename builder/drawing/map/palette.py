"""The map's colours: a restrained set that harmonises, every one replaceable in game.toml."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.game.model import Game


@dataclass(frozen=True)
class Palette:
    """Colours by what they are used for."""

    sheet: str = "#f6f1e3"
    panel: str = "#efe8d4"
    ink: str = "#2c2a26"
    faint: str = "#8d8471"
    rule: str = "#b9ad92"
    land: str = "#ede6cf"
    woods: str = "#bfcd9f"
    woods_edge: str = "#a3b683"
    tree: str = "#8fa873"
    tree_light: str = "#a9bd87"
    marsh: str = "#d9e2cb"
    marsh_edge: str = "#a9c1b0"
    reed: str = "#5e8c88"
    rough: str = "#e0d2ae"
    rough_ink: str = "#a58c60"
    hills: str = "#ddcfac"
    mountain: str = "#d2bf9c"
    mountain_ink: str = "#937c57"
    mountain_light: str = "#ece0c2"
    mountain_shade: str = "#b9a17a"
    sea: str = "#aac8d4"
    shallows: str = "#d5e5e6"
    lake: str = "#bcd6de"
    shore: str = "#4f7d92"
    river: str = "#6aa0bb"
    river_edge: str = "#3f7088"
    water_name: str = "#3b6a80"
    region: str = "#6a604a"
    town: str = "#a14f3c"
    town_edge: str = "#5f2b20"
    street: str = "#efe0c8"
    town_name: str = "#26221d"
    road: str = "#c39a5b"
    road_edge: str = "#7d6038"
    autobahn: str = "#b5523f"
    rail: str = "#47423a"
    grid: str = "#4a4436"
    number: str = "#786d57"
    number_water: str = "#5a8396"
    border: str = "#7c4a6b"
    halo: str = "#f4eedc"
    trench: str = "#54584a"
    mine: str = "#7a2f2a"


COLOURS = tuple(field.name.replace("_", "-") for field in fields(Palette))
"""What game.toml may change, by name."""


def palette_of(changes: dict[str, str]) -> Palette:
    """The palette with a game's own colours, given by the names in `COLOURS`."""
    return Palette(**{key.replace("-", "_"): value for key, value in changes.items()})


_SHADES = ("#5d6a6b", "#a03a2e", "#3c5f86", "#7d6a2e")
"""For sides to which the game gives no colour."""


def side_colour(game: Game, side: str) -> str | None:
    """The colour that stands for a side on the map and in pictures: that of `[drawing.map.sides]`,
    else of `[[side]]`, else one of ours; None for an unknown side."""
    told = game.definition.drawing.get("map", {}).get("sides", {})
    if side in told:
        return str(told[side])
    if side not in game.sides:
        return None
    own = game.sides[side].values.get("colour")
    return str(own) if own else _SHADES[list(game.sides).index(side) % len(_SHADES)]
