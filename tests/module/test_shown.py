"""Values that lie on the counter as badges, and what markers on the map keep."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.game.carriers import Kept, kept_by
from builder.game.definition import FieldDefinition
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.abilities import prototypes
from builder.module.decks import Decks
from builder.module.pictures import all_pictures
from builder.module.settings import module_settings
from builder.module.table import table_of
from builder.vassal.traits.actions import ReportAction, RestrictCommands, SubMenu
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.values import DynamicProperty

FIELDS = """
[units.fields.mode]
type = "choice"
choices = ["tactical", "road", "dug-in"]
default = "tactical"

[units.fields.fatigue]
type = "int"
minimum = 0
maximum = 2
default = 0

[module]
shown = {shown}
"""

STATE = {
    "here": FieldDefinition(type="hex"),
    "orders": FieldDefinition(type="hexes"),
    "breach": FieldDefinition(type="hexes"),
    "broken": FieldDefinition(type="texts"),
    "mines": FieldDefinition(type="numbers-by-hex"),
    "air": FieldDefinition(type="hexes-by-name"),
    "turns": FieldDefinition(type="int"),
}


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        ("here", Kept("here")),
        ("order", Kept("orders")),
        ("breach", Kept("breach")),
        ("broken", Kept("broken")),
        ("mines-5", Kept("mines", "5")),
        ("mines", None),
        ("mines-many", None),
        ("red-air", Kept("air", "red")),
        ("air", None),
        ("turns", None),
        ("flag", None),
    ],
)
def test_markers_keep_state_by_the_name_of_their_type(kind: str, kept: Kept | None) -> None:
    assert kept_by(kind, STATE) == kept


def a_game(folder: Path, shown: str = '["mode", "fatigue"]') -> Path:
    new_game("small", folder)
    toml = folder / "small" / "game.toml"
    toml.write_text(toml.read_text() + FIELDS.format(shown=shown))
    return folder / "small"


def test_a_layer_follows_each_value_that_shows(tmp_path: Path) -> None:
    game = load_game(a_game(tmp_path))
    settings = module_settings(game)
    table = table_of(game, settings)
    unit = prototypes(game, settings, table)["Unit"]
    mode, fatigue = (t for t in unit if isinstance(t, Layer) and t.name.startswith("Shown-"))
    assert mode.images == ("", "value-mode-road.png", "value-mode-dug-in.png")
    assert mode.property_name == '{mode=="road"?2:(mode=="dug-in"?3:(1))}'
    assert fatigue.property_name == "{fatigue==1?2:(fatigue==2?3:(1))}"
    assert (mode.follow_property, mode.always_active) == (True, True)
    begin = {t.name: t.value for t in unit if isinstance(t, DynamicProperty)}
    assert (begin["mode"], begin["fatigue"]) == ("tactical", "0")


WORDS = """
[units.fields.began]
name = "Began the phase here"
type = "bool"

[units.fields.points]
type = "int"
minimum = 0
"""


def test_a_value_is_chosen_from_a_menu_in_the_players_words(tmp_path: Path) -> None:
    """No dialog where the values are few; the chat says the words, the piece keeps the value."""
    folder = a_game(tmp_path, "[]")
    toml = folder / "game.toml"
    toml.write_text(toml.read_text().replace("[module]", f"{WORDS}\n[module]"))
    (folder / "text.es.toml").write_text(
        '[field]\nmode.name = "Modo"\nmode.dug-in = "atrincherada"\nbegan = "Empezó aquí"\n'
    )
    game = load_game(folder)
    settings = module_settings(game)
    menus = {}
    for language in ("en", "es"):
        unit = prototypes(game, settings, table_of(game, settings), language)["Unit"]
        menus[language] = {t.menu: t.commands for t in unit if isinstance(t, SubMenu)}
        properties = {t.name: t for t in unit if isinstance(t, DynamicProperty)}
        reports = [t.report for t in unit if isinstance(t, ReportAction)]
    assert menus["en"]["Values"] == ("Mode", "Fatigue", "Began the phase here", "Points")
    assert menus["es"]["Modo"] == (
        "Modo: tactical", "Modo: road", "Modo: atrincherada", "Modo: —",
    )  # fmt: skip
    assert menus["es"]["Empezó aquí"][:2] == ("Empezó aquí: sí", "Empezó aquí: no")
    assert menus["en"]["Points"][:3] == ("Points: 0", "Points: +1", "Points: +2")
    changes = {command.menu: command.change for command in properties["mode"].commands}
    assert (changes["Modo: atrincherada"], changes["Modo: —"]) == ("P,dug-in", "P,")
    assert "$location$: $newPieceName$: Modo: $Said-mode$ *" in reports
    stopped = {t.name: t for t in unit if isinstance(t, RestrictCommands)}
    assert stopped["Told-mode"].condition == '{GetProperty("mode")+"."=="."}'
    assert [key.name for key in stopped["Told-mode"].watch_keys] == ["Set-mode-"]


def test_every_badge_has_its_picture(tmp_path: Path) -> None:
    game = load_game(a_game(tmp_path))
    settings = module_settings(game)
    decks = Decks(game, settings, table_of(game, settings))
    names = {picture.name for picture in all_pictures(decks)}
    assert {"value-mode-road.png", "value-fatigue-1.png", "value-fatigue-2.png"} <= names


def test_a_wrong_field_is_told_with_the_likeliest(tmp_path: Path) -> None:
    game = load_game(a_game(tmp_path, '["fatige"]'))
    with pytest.raises(ProblemsError, match="fatigue"):
        module_settings(game)
