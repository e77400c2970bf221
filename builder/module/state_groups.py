"""Which state variables players set by a menu, and the submenus in which they stand."""

from __future__ import annotations

from collections import Counter

from builder.drawing.map.words import readable
from builder.game.definition import FieldDefinition
from builder.game.model import Game
from builder.module.counters import lies_on_the_map, state_of


def typed_variables(game: Game) -> dict[str, FieldDefinition]:
    """The state variables that players set by a button: of the others the markers are the value,
    on the map or in a box."""
    kept = {state_of(game, counter) for counter in game.counters.values()}
    return {
        name: field
        for name, field in game.definition.state.items()
        if field.menu
        and not lies_on_the_map(field)
        and "*" not in name
        and not field.box
        and name not in kept
    }


def grouped(game: Game) -> dict[str, list[str]]:
    """Those variables by the submenu in which they stand, "" first: by their `group`, or by the
    first word that at least three of them share, `shift` of `shift-forest`."""
    typed = typed_variables(game)
    firsts = Counter(name.partition("-")[0] for name in typed if "-" in name)
    groups: dict[str, list[str]] = {"": []}
    for name, field in typed.items():
        first = name.partition("-")[0]
        shared = readable(first) if firsts[first] >= 3 else ""
        # A menu of its own opens menus, and none of these opens a further one.
        alone = field.each == "number" and field.choices
        groups.setdefault("" if alone else field.group or shared, []).append(name)
    return groups
