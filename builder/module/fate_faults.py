"""What is wrong in what `[module]` says of units that leave the map, of marks that come off
together, and of how battles are added up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from builder.game.model import Game
from builder.game.problems import nearest
from builder.game.toml_file import as_typed
from builder.module.deck_settings import map_boxes
from builder.module.fate_settings import BattleSettings
from builder.module.faults import Fault, known, twice
from builder.module.settings import ModuleSettings
from builder.saying import quoting
from builder.vassal.keystroke import KeyStroke

_NUMBERS = ("int", "ints", "number", "numbers")
_LISTS = ("texts", "choices", "hexes")
_ID = re.compile(r"[a-z][a-z0-9-]*")
"""What keys in VASSAL are named by."""


def fate_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Names that name nothing, and what is given twice, where units leave the map, marks come off,
    battles are added up and stacks begin."""
    boxes = map_boxes(game) | {box.id for window in settings.window for box in window.box}
    yield from _box_faults(settings, boxes)
    yield from _takeoff_faults(game, settings)
    if settings.battle:
        yield from _battle_faults(game, settings.battle)
    yield from _under_faults(game, settings.under)
    for name in settings.lowest:
        yield from known(("lowest",), "type of unit", name, game.definition.units.types)


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
    for name, ground in (*game.definition.terrain.items(), *hexsides.items()):
        served = ground.values.get(battle.serves)
        if served is not None and served not in game.sides:
            text = quoting(
                "'{name}' has {effect} = {value}, which is no side.",
                name=name,
                effect=battle.serves,
                value=as_typed(served),
            )
            yield ("battle", "serves"), text, nearest(str(served), game.sides)


def _under_faults(game: Game, names: Iterable[str]) -> Iterator[Fault]:
    types = {counter.type for counter in game.counters.values() if counter.kind == "marker"}
    for name in names:
        yield from known(("under",), "type of marker", name, types)
