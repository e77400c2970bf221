"""What `[module]` says of units that leave the map, of marks that come off together, and of how
battles are added up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from builder.game.definition import Model
from builder.game.model import Game
from builder.game.problems import nearest
from builder.module.deck_settings import BoxSettings, WindowSettings, map_boxes
from builder.module.faults import Fault, known, twice
from builder.saying import quoting
from builder.vassal.buildfile.keystroke import KeyStroke

if TYPE_CHECKING:
    from builder.module.settings import ModuleSettings

_NUMBERS = ("int", "ints", "number", "numbers")
_LISTS = ("texts", "choices", "hexes")
_ID = re.compile(r"[a-z][a-z0-9-]*")
"""What keys in VASSAL are named by."""

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


def fate_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Names that name nothing, and what is given twice, where units leave the map, marks come off
    and battles are added up."""
    boxes = map_boxes(game) | {box.id for window in settings.window for box in window.box}
    yield from _box_faults(settings, boxes)
    yield from _takeoff_faults(game, settings)
    if settings.battle:
        yield from _battle_faults(game, settings.battle)
    yield from _under_faults(game, settings.under)


def _box_faults(settings: ModuleSettings, boxes: set[str]) -> Iterator[Fault]:
    used: dict[str, str] = {}
    for index, fate in enumerate(settings.fate):
        at = ("fate", index)
        yield from known((*at, "box"), "box", fate.box, boxes, empty=True)
        if fate.box in [other.box for other in settings.fate[:index]]:
            text = quoting("Two fates lead to '{word}'.", word=fate.box)
            yield (*at, "box"), text, "Give each a box of its own."
        if not fate.command.strip():
            yield (*at, "command"), "The command has no name.", "Write Eliminate, say."
        elif fate.command in [other.command for other in settings.fate[:index]]:
            text = quoting("Two commands of a unit are called '{name}'.", name=fate.command)
            yield (*at, "command"), text, "Give each a name of its own."
        try:
            stroke = str(KeyStroke.of(fate.key)) if fate.key else ""
        except ValueError:
            yield (*at, "key"), quoting("'{key}' is no key.", key=fate.key), "Write Ctrl+E, say."
            continue
        if stroke and stroke in used:
            text = quoting("{key} already leads to '{word}'.", key=stroke, word=used[stroke])
            yield (*at, "key"), text, "Name another key."
        used[stroke] = fate.box


def _takeoff_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    marks, state = game.definition.units.markers, game.definition.state
    phases = {phase.id for phase in game.definition.phase}
    lists = {name for name, field in state.items() if field.type in _LISTS}
    for index, takeoff in enumerate(settings.takeoff):
        at = ("takeoff", index)
        for name in takeoff.marks:
            yield from known((*at, "marks"), "mark", name, marks)
        for name in takeoff.phases:
            yield from known((*at, "phases"), "phase", name, phases)
        for name in takeoff.lists:
            yield from known((*at, "lists"), "list among the state variables", name, lists)
        if not takeoff.marks and not takeoff.lists and not takeoff.moved:
            text = quoting("'{word}' takes nothing off.", word=takeoff.id)
            yield at, text, "Name marks or lists, or write moved = true."
        if not _ID.fullmatch(takeoff.id):
            text = quoting("'{word}' is no id.", word=takeoff.id)
            yield (*at, "id"), text, "Write small letters, digits and hyphens, a letter first."
        if takeoff.name and takeoff.name in {one.name for one in settings.takeoff[:index]}:
            text = quoting(
                "Two entries of the menu Marks off are called '{name}'.", name=takeoff.name
            )
            yield (*at, "name"), text, "Give each a name of its own."
    yield from twice("takeoff", [takeoff.id for takeoff in settings.takeoff])


def _battle_faults(game: Game, battle: BattleSettings) -> Iterator[Fault]:
    units, hexsides = game.definition.units, game.definition.hexside
    for key in ("strength", "defence") if battle.defence else ("strength",):
        name = getattr(battle, key)
        yield from known(("battle", key), "unit field", name, units.fields)
        if name in units.fields and units.fields[name].type not in _NUMBERS:
            fitting = [one for one, field in units.fields.items() if field.type in _NUMBERS]
            text = quoting(
                "The unit field '{name}' is no number, so it cannot be added up.", name=name
            )
            yield ("battle", key), text, nearest(name, fitting)
    for name in battle.idle:
        yield from known(("battle", "idle"), "type of unit", name, units.types)
    yield from known(("battle", "without"), "mark", battle.without, units.markers)
    yield from known(("battle", "across"), "kind of hexside", battle.across, hexsides)
    grounds = (*game.definition.terrain.values(), *hexsides.values())
    effects = {name for ground in grounds for name in ground.values}
    for key in ("terrain", "largest", "serves"):
        yield from known(("battle", key), "effect of terrain", getattr(battle, key), effects)


def _under_faults(game: Game, names: Iterable[str]) -> Iterator[Fault]:
    types = {counter.type for counter in game.counters.values() if counter.kind == "marker"}
    for name in names:
        yield from known(("under",), "type of marker", name, types)
