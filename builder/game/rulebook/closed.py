"""Ground that declared rules close to everybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from builder.game.definition import Definition
from builder.game.rulebook.places import place_of
from builder.game.rules_file.chapters import Movement

if TYPE_CHECKING:
    from builder.game.model import Game

WATER = frozenset({"sea", "lake", "ocean", "water"})


def closed_kinds(definition: Definition, movement: Movement) -> frozenset[str]:
    """Terrain and hexsides that nobody enters or crosses: `rules.closed` of game.toml, and water of
    which no cost is told."""
    told = definition.rules.get("closed")
    named = {str(name) for name in told} if isinstance(told, list) else set()
    crossings = movement.named(str)
    for table in (definition.terrain, definition.hexside):
        for name, feature in table.items():
            wet = bool({feature.draw, name} & WATER)
            if wet and "move" not in feature.values and name not in crossings:
                named.add(name)
    return frozenset(named)


def always_closed(words: Iterable[str]) -> tuple[str, ...]:
    """What retreats, advances and arrivals do not enter: beside what is named there, hexes with
    enemy units and ground that is closed to the unit, named or not."""
    return tuple(dict.fromkeys(("enemy", "closed", *words)))


def never_entered(game: Game, movement: Movement, places: Iterable[str]) -> list[str]:
    """Those of some hexes, sets and terrain whose ground is closed."""
    closed, found = closed_kinds(game.definition, movement), []
    for text in places:
        kind, name, _ = place_of(text)
        hexes = game.hexset(name) if kind == "set" else {name} & game.board.around.keys()
        shut = hexes and all(closed & game.board.of(one) for one in hexes)
        if shut or (kind in ("", "terrain") and name in closed & game.definition.terrain.keys()):
            found.append(text)
    return found
