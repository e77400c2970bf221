"""What markers on the map say of the game's state by the hexes in which they lie."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from builder.game.model import Game
from builder.hexes.grid import Grid
from builder.hexes.mega import Mega, mega_hexes


def keep(game: Game, state: dict[str, Any], variable: str, place: str, part: str) -> None:
    """Write a marker's hex into `state` as the variable that it keeps, or as a part of it, which
    `part` names: the number or the key that the marker adds. One that lies in a box keeps none.
    Numbered markers are to be given in their order."""
    if place not in game.board:
        return
    definition = game.definition.state.get(variable)
    match definition.type if definition else "":
        case "hexes" if definition and definition.numbered:
            state[variable] = list(dict.fromkeys([*state.get(variable, ()), place]))
        case "hexes" | "texts":
            state[variable] = sorted({*state.get(variable, ()), place})
        case "numbers-by-hex":
            most = definition.maximum if definition and definition.maximum else float("inf")
            known = state.get(variable, {})
            number = min(most, known.get(place, 0) + float(part or 0))
            state[variable] = {**known, place: number}
        case "hexes-by-name":
            known = state.get(variable, {})
            hexes = mega_hex_of(game, place) if definition and definition.mega else (place,)
            state[variable] = {**known, part: sorted({*known.get(part, ()), *hexes})}
        case "hex" | "text":
            state[variable] = place


def mega_hex_of(game: Game, place: str) -> tuple[str, ...]:
    """Every hex of the mega-hex in which a hex lies; of a game without them, and of an area, the
    place alone."""
    told = game.definition.drawing.get("map", {}).get("mega-hexes")
    if not told or place not in game.grid:
        return (place,)
    return _members(game.grid, str(told["through"]), told.get("radius", RADIUS))[place]


@lru_cache(maxsize=4)
def _members(grid: Grid, through: str, radius: int) -> dict[str, tuple[str, ...]]:
    """By hex all hexes of its mega-hex; kept, for each state of a log asks again."""
    together: dict[Mega, list[str]] = {}
    of = mega_hexes(grid, through, radius)
    for name, mega in of.items():
        together.setdefault(mega, []).append(name)
    found = {mega: tuple(names) for mega, names in together.items()}
    return {name: found[mega] for name, mega in of.items()}


RADIUS = 4
"""That of mega-hexes whose game tells none, as on the map."""
