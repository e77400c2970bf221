"""Kessel's few words in a module, in the module's language."""

from __future__ import annotations

import dataclasses
from functools import cache, lru_cache
from typing import Any, TypeVar

from builder.module.phrases import PHRASES, say
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import PropertyCommand

C = TypeVar("C", bound=Component)


def said_by_trait(trait: Trait, language: str) -> Trait:
    """The trait with Kessel's phrases in the language."""
    return trait.replace(**_changed(trait, language)) if language in PHRASES else trait


def said_by_component(part: C, language: str) -> C:
    """The component and all in it with Kessel's phrases in the language."""
    if language not in PHRASES:
        return part
    changes = _changed(part, language)
    changes["children"] = tuple(said_by_component(child, language) for child in part.children)
    return part.replace(**changes)


# Fields by which components and traits find each other, and what is no text at all.
_KEPT = frozenset(
    {
        "action",
        "children",
        "condition",
        "content",
        "deck_expression",
        "deck_owners",
        "filter",
        "map",
        "map_name",
        "name",
        "owning_board",
        "property_",
        "property_name",
        "read_from",
        "reshuffle_target",
        "side",
        "verbatim",
        "while_expression",
        "zone",
    }
)


_TITLED = (
    c.ChartWindow,
    c.CounterTurnLevel,
    c.DeckGlobalKeyCommand,
    c.Inventory,
    c.ListTurnLevel,
    c.PieceWindow,
    c.TurnTracker,
)
"""Whose name is the title of a window, the word before a choice in it or an entry of a menu, and
nothing finds them."""


def _changed(value: Any, language: str) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    kind: Any = type(value)
    for name in _told_in(kind):
        old = getattr(value, name)
        new = _in(old, language)
        if new != old:
            changes[name] = new
    return changes


@cache
def _told_in(kind: type) -> tuple[str, ...]:
    """The fields of a component or trait that may have words."""
    names = [field.name for field in dataclasses.fields(kind)]
    titled = issubclass(kind, _TITLED)
    return tuple(name for name in names if name not in _KEPT or (name == "name" and titled))


_said = lru_cache(maxsize=4096)(say)  # pieces say the same as often as there are of them


def _in(value: Any, language: str) -> Any:
    """A text, the texts of a tuple, or the menu of a property command."""
    if isinstance(value, str):
        return _said(language, value)
    if isinstance(value, PropertyCommand):
        menu = say(language, value.menu)
        return value._replace(menu=menu, change=value.change.replace(value.menu, menu))
    if type(value) is tuple:
        return tuple(_in(item, language) for item in value)
    return value
