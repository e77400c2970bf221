"""What all players share: sides, turns and the state variables of a game."""

from __future__ import annotations

from collections.abc import Iterator

from builder.game.carriers import GAME_PROPERTY, SCENARIO_PROPERTY, state_property, written
from builder.game.model import Game, Scenario
from builder.module import keys, turning
from builder.module.battles import battle_buttons, battle_properties
from builder.module.phrases import say
from builder.module.set_up_check import CHECK_SET_UP, set_up_check
from builder.module.settings import ModuleSettings
from builder.module.state_choices import state_choice
from builder.module.state_entries import StateEntry, state_entries
from builder.module.state_groups import typed_variables
from builder.module.table import Table
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.recipes import play
from builder.vassal.keystroke import KeyStroke
from builder.vassal.turns import TurnLevel, TurnState

STATE_MENU = "State"
SHOW_STATE = "Tell all values"
NOT_NAMED = "what is not named has no value"
OPENS_IMAGE = "opens.png"
"""The arrow of a button that opens a part of the menu State."""


def properties_of(game: Game, scenario: Scenario | None) -> dict[str, str]:
    """The global properties by name, with their values in a scenario."""
    values = {GAME_PROPERTY: game.id, SCENARIO_PROPERTY: scenario.id if scenario else ""}
    given = scenario.state if scenario else {}
    for name, field in game.definition.state.items():
        if "*" not in name and not field.box:
            values[state_property(name)] = _said(game, name, given.get(name, field.default))
    declared = game.definition.state
    at_table = {name for name, field in declared.items() if field.box}
    values |= {state_property(n): _said(game, n, v) for n, v in given.items() if n not in at_table}
    return values


def _said(game: Game, name: str, value: object) -> str:
    """A value as players read it: sides by their names."""
    field = game.definition.state.get(name)
    if field and field.type == "side" and isinstance(value, str) and value in game.sides:
        return game.sides[value].name
    return written(value)


def global_properties(
    game: Game, scenario: Scenario | None, settings: ModuleSettings, language: str = "en"
) -> c.GlobalProperties:
    """The state variables with the buttons that set them and the keys that make them empty."""
    return c.GlobalProperties().holding(_properties(game, scenario, settings, language))


def _properties(
    game: Game, scenario: Scenario | None, settings: ModuleSettings, language: str
) -> Iterator[c.GlobalProperty]:
    # VASSAL floats the turn over the map unless this property of its own name docks it.
    yield play.shared_value("TurnTracker.defaultDocked", "true")
    yield from battle_properties(game)
    fields = {state_property(name): (name, f) for name, f in game.definition.state.items()}
    for key, value in properties_of(game, scenario).items():
        if key not in fields:
            yield play.shared_value(key, value)
            continue
        name, field = fields[key]
        numeric = None
        if field.type == "int" and field.minimum is not None and field.maximum is not None:
            numeric = (int(field.minimum), int(field.maximum))
        typed = name in typed_variables(game)
        buttons = state_choice(game, language, name).buttons if typed else []
        if name in turning.emptied(settings):
            buttons = [*buttons, play.silent_button(turning.emptying(name), "")]
        note = field.note.partition("\n")[0]
        yield play.shared_value(key, value, description=note, numeric=numeric, buttons=buttons)


def toolbar(
    game: Game, settings: ModuleSettings, table: Table, language: str = "en"
) -> Iterator[Component]:
    """Turn tracker, dice, the menu of the state variables, the check of the set-up in it."""
    yield from turning.tracker(game, settings, language)
    yield from turning.buttons(game, settings, language)
    for number, dice in enumerate(settings.dice):
        key = dice.key or ("" if number else keys.FIRST_DICE[0])
        yield play.dice(count=dice.count, sides=dice.sides, key=key, total=dice.total)
    yield from battle_buttons(game, settings, language)
    check = [*set_up_check(game, table, language)]
    yield from check
    yield from _state_menus(game, language, [CHECK_SET_UP] if check else [])


def _state_menus(game: Game, language: str, entries: list[str]) -> Iterator[Component]:
    """A menu that first tells all values in the chat, then has `entries` and the variables."""
    variables = state_entries(game, language)
    if variables:
        yield c.DoActionButton(
            name="state",
            text=SHOW_STATE,
            tooltip=SHOW_STATE,
            do_report=True,
            report_format=_all_values(game, language),
        )
        entries = [SHOW_STATE, *entries, *map(_entry, variables)]
    deep = [one for one in variables if one.is_deep]
    for one in (inside for entry in variables for inside in (entry, *entry.inside)):
        if one.inside and not one.is_deep:
            yield play.menu(one.title, [choice.title for choice in one.inside])
    for one in deep:
        yield c.DoActionButton(
            name=f"open {one.title}",
            text=_entry(one),
            tooltip=one.title,
            do_hotkey=True,
            hotkeys=(_opens(one),),
        )
    if entries:
        yield play.menu(STATE_MENU, entries, tooltip="Values that the game keeps")
    for one in deep:
        # Beside State: a menu opens only at a button that is seen.
        menu = play.menu(one.title, [inside.title for inside in one.inside])
        yield menu.replace(icon=OPENS_IMAGE, hotkey=_opens(one))


def _entry(entry: StateEntry) -> str:
    """What the menu calls it: what opens a menu of its own ends as such entries do everywhere."""
    return f"{entry.title}…" if entry.is_deep else entry.title


def _opens(entry: StateEntry) -> KeyStroke:
    return KeyStroke.named(f"Opens {entry.title}")


def _all_values(game: Game, language: str) -> str:
    """An expression that tells the variables that have a value, each with its name."""
    said = []
    for name in typed_variables(game):
        choice = state_choice(game, language, name)
        title = choice.title.replace('"', "'")
        said.append(f'({choice.set}?"{title}: "+({choice.value})+"; ":"")')
    told = "+".join([f'"{say(language, STATE_MENU)}: "', *said])
    return f'{{{told}+"{say(language, NOT_NAMED)}."}}'


def turn_state(game: Game, scenario: Scenario) -> str:
    """The turn tracker's state at a scenario's beginning (FORMATS 5.1)."""
    phases = [phase.id for phase in game.definition.phase]
    index = phases.index(scenario.phase) if scenario.phase in phases else 0
    active = ",".join("true" for _ in phases)
    below = (TurnLevel(index, 0, ("0", active)),) if phases else ()
    turn = TurnLevel(scenario.turn, 0, ("true", str(game.definition.turns.last)), below)
    return TurnState(0, (turn,)).encode()
