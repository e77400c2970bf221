"""What players find at once: the help page, the order of scenarios and palettes, whole windows."""

from __future__ import annotations

import re
from html import unescape
from typing import TypeVar

import pytest

from builder.drawing.colours import parse
from builder.drawing.map.palette import Palette
from builder.drawing.translation import translated
from builder.game.carriers import MAIN_MAP
from builder.game.loader import load_game
from builder.module import keys
from builder.module.assembly import Assembly
from builder.module.help import Manual
from builder.module.settings import Dice, scenarios_offered
from builder.module.state import toolbar
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.traits.actions import SendTo, Trigger

P = TypeVar("P", bound=Component)


def manual(name: str, language: str = "en") -> str:
    """The page without its tags, a row a line, its two cells parted by a bar."""
    assembly = Assembly(translated(load_game(name), language), language)
    layers = tuple(assembly.stock.layers)
    page = Manual(assembly.game, assembly.settings, assembly.table, language, layers).page()
    text = page.replace("</b></td><td>", "|").replace("</td></tr>", "\n")
    return unescape(re.sub(r"<[^>]+>", "", text))


def parts(assembly: Assembly, kind: type[P]) -> list[P]:
    return [part for part in assembly.module({}, {}).root.walk() if isinstance(part, kind)]


@pytest.mark.parametrize(
    ("game", "language", "row"),
    [
        ("nr", "en", "Ctrl+E|Destroyed → Destroyed units"),
        ("nr", "en", "Ctrl+Shift+E|Shattered → Shattered units"),
        ("nr", "en", "menu|Surrendered → Surrendered units"),
        ("nr", "es", "Ctrl+Shift+E|Dañada → Unidades dañadas"),
        ("nr", "en", "Ctrl+2|Disorganised: attacks only when forced, never advances (10.1.1)"),
        ("kursk", "en", "Ctrl+4|-2/-1 attack/steps: two attack points and a step less (9.53)"),
        ("uis", "en", "Ctrl+D|Roll 1d20"),
        ("uis", "es", "Ctrl+D|Tirar 1d20"),
        ("dagc", "en", "menu|Values: Movement die, Interdiction die, Activated for Bagration"),
        ("dagc", "en", "Shift+click|take hold of a marker of control"),
        ("mlb", "en", "Marks off: Attacked|has attacked in this segment, hex attacked (by itself: "
         "Combat segment)"),
        ("mlb", "en", "Counters: Markers|Hex attacked: each tells of the hex in which it lies"),
        ("kursk", "es", "Fichas: Marcadores|Arrasamiento desde, Hexágono arrasado, Camino de la "
         "retirada 1 a 4: cada uno habla del hexágono en que está"),
        ("mlb", "en", "Take back|in one's own window: brings back what lies open beside the hexes"),
        ("nr", "es", "Robar 1, 4|en la ventana de la mano propia: roba tantas de la pila"),
        ("kursk", "en", "Layers|Control markers (Alt+1), Markers under the units (Alt+2), "
         "Units and cards (Alt+3), Show all layers (Alt+0): hides or shows them on one's own screen only"),
        ("mlb", "es", "Estado|Bando activo, Modo de acción, Activación, "
         "Salto hecho, Puntos de cruce, Recolocaciones del Eje, Recolocaciones soviéticas, Puja"),
    ],
)  # fmt: skip
def test_the_help_page_tells_what_this_game_has(game: str, language: str, row: str) -> None:
    assert row in manual(game, language).splitlines()


def test_a_game_without_boxes_for_lost_units_tells_none() -> None:
    assembly = Assembly(load_game("nr"))
    settings = assembly.settings.model_copy(update={"fate": ()})
    assert "Ctrl+B" not in Manual(assembly.game, settings, assembly.table).page()


def test_the_scenario_of_a_new_game_is_offered_first() -> None:
    assembly = Assembly(load_game("dagc"))
    offered = [scenario.id for scenario in scenarios_offered(assembly.game, assembly.settings)]
    assert offered == [
        "historical", "bold-stroke", "failed-d-day-no-bomb-plot", "failed-d-day", "no-bomb-plot",
    ]  # fmt: skip
    setups = parts(assembly, c.PredefinedSetup)
    assert [one.file for one in setups] == [f"scenarios/{name}.vsav" for name in offered]


def test_units_of_a_palette_stand_by_their_numbers() -> None:
    slots = parts(Assembly(load_game("mlb")), c.PieceSlot)
    names = [slot.entry_name for slot in slots if slot.entry_name.endswith("Rifle Corps")]
    listed = names[-len(set(names)) :]  # the palettes come last
    assert listed[:4] == [
        "3rd Rifle Corps", "5th Guards Rifle Corps", "9th Rifle Corps", "10th Rifle Corps",
    ]  # fmt: skip


def test_around_the_map_lies_its_paper() -> None:
    (sheet,) = (
        one for one in parts(Assembly(load_game("dagc")), c.MapWindow) if one.map_name == MAIN_MAP
    )
    assert sheet.backgroundcolor is not None
    assert sheet.backgroundcolor[:3] == parse(Palette().sheet)


def test_only_the_first_dice_have_a_key_of_themselves() -> None:
    assembly = Assembly(load_game("dagc"))
    two = assembly.settings.model_copy(update={"dice": (Dice(), Dice(count=2))})
    found = toolbar(assembly.game, two, assembly.table)
    dice = [part for part in found if isinstance(part, c.DiceButton)]
    assert [str(one.hotkey or "") for one in dice] == ["Ctrl+D", ""]


def test_the_marker_of_the_turn_follows_without_a_moved_mark() -> None:
    piece = Assembly(load_game("dagc")).stock.pieces["marker-turn"]
    (follow,) = (one for one in piece.traits if isinstance(one, Trigger))
    (sent,) = (one for one in piece.traits if isinstance(one, SendTo))
    assert follow.trigger_key == keys.FOLLOW
    assert follow.action_keys == (sent.send_key, keys.UNMARK_MOVED, keys.CLEAR_TRAIL)


def test_the_chat_tells_all_values_without_a_loose_end() -> None:
    (told,) = (
        part.report_format
        for part in parts(Assembly(load_game("mlb")), c.DoActionButton)
        if part.name == "state"
    )
    assert told.endswith('+"; ":"")+"what is not named has no value."}')


@pytest.mark.parametrize("game", ["mlb", "nr"])
def test_windows_with_buttons_have_room_for_them(game: str) -> None:
    """VASSAL makes a window as large as its sheet, then puts the buttons above it: what lies at the
    lower edge of the sheet would be cut."""
    for window in Assembly(load_game(game)).table.windows:
        tray = window.tray
        for box in tray.boxes:
            assert box.x + box.width < tray.wide <= tray.width - 20
            assert box.y + box.height < tray.high <= tray.height - 60
        if not tray.boxes and not tray.charts:
            assert tray.blank == (20, 60)
