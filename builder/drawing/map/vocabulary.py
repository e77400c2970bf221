"""The words that game.toml may use in `draw`, and what an id suggests when it has none."""

from __future__ import annotations

from builder.game.definition import Feature
from builder.game.model import Game

GROUNDS = (
    "clear",
    "woods",
    "light-woods",
    "marsh",
    "rough",
    "hills",
    "mountain",
    "sea",
    "lake",
)
"""Ground that fills a hex."""

NATURAL = frozenset(GROUNDS) - {"clear"}
"""Ground that goes on beyond the map's edge."""

SETTLEMENTS = ("village", "town", "city", "major-city")
"""Places where people live, the smallest first."""

SPOTS = ("port", "airfield", "oil", "star", "supply", "triangle")
"""Small round symbols."""

ZONES = ("area", "trench", "none")

RIVERS = ("river", "major-river")

LONG_SIDES = ("border", "start-line", "impassable", "alpine", "objective", "area-border")
"""Lines that run along many hexsides."""

SIDE_MARKS = (
    "bridge",
    "crossing",
    "ford",
    "strait",
    "ferry",
    "minefield",
    "teeth",
    "slope",
    "depression",
    "entrenchment",
    "trench",
    "wall",
)
"""Marks on a single hexside."""

LINES = ("track", "road", "rail", "double-rail", "autobahn")
"""Lines through hexes, the lowest layer first."""

WORDS: dict[str, tuple[str, ...]] = {
    "terrain": (*GROUNDS, *SETTLEMENTS, *SPOTS, *ZONES),
    "hexside": (*RIVERS, "sea", "lake", *LONG_SIDES, *SIDE_MARKS, "none"),
    "line": (*LINES, "none"),
}
"""What may be drawn, by what it is drawn for."""

_GUESSES = {
    "forest": "woods",
    "wood": "woods",
    "swamp": "marsh",
    "broken": "rough",
    "mountains": "mountain",
    "population": "town",
    "minor-river": "river",
    "railroad": "rail",
    "railway": "rail",
    "dragons-teeth": "teeth",
    "dragon-teeth": "teeth",
    "mines": "minefield",
}


def word_of(name: str, feature: Feature) -> str:
    """How a terrain, hexside or line is drawn: its `draw`, or what its id suggests."""
    return feature.draw or _GUESSES.get(name, name)


def water_hexes(game: Game) -> frozenset[str]:
    """Hexes that are all sea or lake: by their terrain, or by all of their hexsides."""
    water = {"sea", "lake"}
    terrain = [name for name, f in game.definition.terrain.items() if word_of(name, f) in water]
    sides = {name for name, f in game.definition.hexside.items() if word_of(name, f) in water}
    board = game.board
    wet = set(board.hexes_with(*terrain))
    # Most hexes have none of these hexsides, and need not be asked for their neighbours.
    for name in {start for (start, _), kinds in board.hexsides.items() if kinds & sides}:
        near = game.grid.around.get(name)
        if near and all(board.between(name, other) & sides for other in near.values()):
            wet.add(name)
    return frozenset(wet)
