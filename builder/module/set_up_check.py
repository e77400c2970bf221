"""The set-up told and checked in the chat: how many units of each side stand in hexes, of how many
that the scenario puts there, and which stand elsewhere or beside all hexes."""

from __future__ import annotations

from collections.abc import Iterator

from builder.drawing.map.words import named
from builder.game.carriers import (
    MAIN_MAP,
    SCENARIO_PROPERTY,
    SET_UP_PROPERTY,
    SET_UP_ZONE_PROPERTY,
)
from builder.game.definition import Side
from builder.game.model import Game, Placement, Scenario
from builder.module.phrases import say
from builder.module.table import BESIDE, Table, hex_zones
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import ReportAction

CHECK_SET_UP = "Check the set-up"

_KEY = KeyStroke.named("CheckSetUp")
_TELL = KeyStroke.named("TellBeside")
_ASK = KeyStroke.named("AskBeside")
_TELL_PLACE = KeyStroke.named("TellSetUp")
_ASK_PLACE = KeyStroke.named("AskSetUp")


def set_up_place(game: Game, table: Table, placement: Placement) -> str:
    """What the map calls the place of a unit's set-up; empty where nobody is to be told: for
    markers, on boards without hexes, in windows, and where the players choose."""
    if placement.free or not table.sections or placement.counter not in game.counters:
        return ""
    return table.called(placement.hex) if game.counters[placement.counter].kind == "unit" else ""


def set_up_zone(game: Game, table: Table, placement: Placement) -> str:
    """The zone of that place, if it is a box or a turn; a client of another language calls it
    otherwise."""
    return table.zone(placement.hex) if set_up_place(game, table, placement) else ""


def elsewhere_report() -> ReportAction:
    """What a unit answers that is asked because it does not stand where its scenario puts it."""
    return ReportAction(
        report_keys=(_TELL_PLACE,),
        report="$newPieceName$ stands in $location$; the set-up has it in $SetUp$ *",
    )


def beside_report() -> ReportAction:
    """What a unit answers that is asked because it lies in no hex and in no box."""
    return ReportAction(
        report_keys=(_TELL,), report="$newPieceName$ lies beside the hexes: move it onto one *"
    )


def set_up_check(game: Game, table: Table, language: str = "en") -> Iterator[Component]:
    """The entry of the menu State, what it asks of units, and what presses it as a game begins."""
    if not _sides(game) or not table.sections:  # a board without hexes has none to count in
        return
    yield c.DoActionButton(
        name="set-up",
        text=CHECK_SET_UP,
        tooltip=CHECK_SET_UP,
        hotkey=_KEY,
        do_report=True,
        report_format=_counted(game, table, language),
        do_hotkey=True,
        hotkeys=(_ASK, _ASK_PLACE),
    )
    yield c.GlobalKeyCommand(
        name="units beside the hexes",
        button_text="",
        tooltip="",
        button_hotkey=_ASK,
        hotkey=_TELL,
        filter=f'{{Side!=""&&CurrentZone=="{BESIDE}"}}',
        deck_count="0",
    )
    yield c.GlobalKeyCommand(
        name="units that stand elsewhere than in the set-up",
        button_text="",
        tooltip="",
        button_hotkey=_ASK_PLACE,
        hotkey=_TELL_PLACE,
        filter=_elsewhere(game),
        deck_count="0",
    )
    yield c.StartupGlobalKeyCommand(
        name="The set-up is checked as a game begins",
        when_to_apply="startOfGameOnly",
        hotkey_or_key_command="sendHotkey",
        global_hotkey=_KEY,
    )


def _elsewhere(game: Game) -> str:
    """Units on the map in another place than their set-up's, in the turn in which the scenario
    begins: later everybody may have moved. Who lies beside the hexes is told so already."""
    begins = "||".join(
        f'({SCENARIO_PROPERTY}=="{scenario.id}"&&Turn=={scenario.turn})'
        for scenario in game.scenarios.values()
    )
    named, zoned = f"{SET_UP_PROPERTY}!=LocationName", f"{SET_UP_ZONE_PROPERTY}!=CurrentZone"
    other = f'({SET_UP_ZONE_PROPERTY}==""?{named}:{zoned})'
    here = f'{SET_UP_PROPERTY}!=""&&{other}&&CurrentZone!="{BESIDE}"'
    here += '&&("is "+ObscuredToOthers)!="is true"'  # a masked unit's place would tell who it is
    return f"{{{here}&&({begins or 'false'})}}"


def _sides(game: Game) -> list[Side]:
    """The sides that have units."""
    having = {counter.side for counter in game.counters.values() if counter.kind == "unit"}
    return [side for side in game.definition.side if side.id in having]


def units_in_hexes(game: Game, scenario: Scenario, side: Side) -> int:
    """How many units of a side a scenario puts into hexes."""
    return sum(
        placement.hex in game.grid
        for placement in scenario.placements
        if (counter := game.counters[placement.counter]).kind == "unit" and counter.side == side.id
    )


def _counted(game: Game, table: Table, language: str) -> str:
    """An expression such as `Set-up: German 45 of 45, Soviet 38 of 39 units in hexes`."""
    sides = []
    for side in _sides(game):
        name = named(game, language, f"side.{side.id}", side.name).replace('"', "'")
        zones = "||".join(f'CurrentZone==\\"{zone}\\"' for zone in hex_zones(table))
        filter_ = f'{{Side==\\"{side.name}\\"&&({zones})}}'
        of = '""'
        for scenario in game.scenarios.values():
            words = f" {say(language, 'of')} {units_in_hexes(game, scenario, side)}"
            of = f'GetProperty("{SCENARIO_PROPERTY}")=="{scenario.id}"?"{words}":({of})'
        sides.append(f'"{name} "+CountMap("{MAIN_MAP}","{filter_}")+({of})')
    told = '+", "+'.join(sides)
    before, after = say(language, "Set-up:"), say(language, "units in hexes")
    return f'{{"{before} "+{told}+" {after}"}}'
