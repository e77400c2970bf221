"""What `[module]` says of units that leave the map, of marks that come off together, and of how
battles are added up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from builder.game.definition import Model
from builder.module.deck_settings import BoxSettings, WindowSettings

USUAL_BOXES = ("eliminated", "dead-pile", "destroyed")
"""Boxes for units that are gone, by the ids that games give them; the first there counts."""


class FateSettings(Model):
    """A box to which units go by a command: `key` beside the menu, `report` behind the unit's name
    in the chat. The first fate has Ctrl+E if it names no key."""

    box: str
    command: str = "Eliminate"
    key: str = ""
    report: str = "is eliminated"


class TakeOffSettings(Model):
    """Marks of units that one button takes off, and each of `phases` as it begins.

    `marks` are ids of [units.markers]; `moved` also takes the moved marks off. `lists` are state
    variables that become empty, with the markers that keep them.
    """

    id: str
    name: str = ""
    marks: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    moved: bool = False
    phases: tuple[str, ...] = Field(default=())


class BattleSettings(Model):
    """How the module itself adds up a declared battle, where the sum is simple.

    `strength` is the unit field that is summed; units of the types `idle` have none to attack with,
    and defenders with the mark `without` none to defend with. `terrain` is the effect of terrain
    that is added to the defence: of terrain with the effect `largest` only the most, of terrain
    whose effect `serves` names a side for that side alone. `across` is the kind of hexside that
    adds its own if all attackers come across one. `defence` is the field of the defence where it is
    another; `by` is what the sum is told as; `use` is what becomes of the terrain's effect: it is
    added, multiplied, or told as columns; `uncounted` is what the chat names as left out.
    """

    strength: str
    defence: str = ""
    by: Literal["difference", "ratio"] = "difference"
    use: Literal["add", "multiply", "shift"] = "add"
    uncounted: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    without: str = ""
    terrain: str = ""
    largest: str = ""
    serves: str = ""
    across: str = ""


def box_of_the_gone(units: int) -> WindowSettings:
    """The window of a game that has no box for units that are gone, with room for most of them."""
    columns = 12
    rows = min(8, max(2, -(-units // columns)))
    box = BoxSettings(id=USUAL_BOXES[0], name="Eliminated units", columns=columns, rows=rows)
    return WindowSettings(id="gone", name="Eliminated", box=(box,))


def usual_fates(boxes: Iterable[str]) -> tuple[FateSettings, ...]:
    """What a game that says nothing of it does with units that are gone."""
    known = set(boxes)
    found = next((box for box in USUAL_BOXES if box in known), None)
    return (FateSettings(box=found),) if found else ()
