"""Values that lie on the counter as badges, and what markers on the map keep."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from builder.drawing.translation import translated
from builder.game.carriers import Kept, kept_by
from builder.game.definition import FieldDefinition
from builder.game.loader import load_game
from builder.game.mark_words import mark_words
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.module.abilities import prototypes
from builder.module.art import Cache
from builder.module.decks import Decks
from builder.module.pictures import all_pictures
from builder.module.read_settings import module_settings
from builder.module.shown import SEATS, mark_seats, marks_by_need, shown_layers, value_faces
from builder.module.slots import stock_of
from builder.module.table import table_of
from builder.vassal.traits.actions import ReportAction, RestrictCommands, SubMenu
from builder.vassal.traits.appearance import Layer
from builder.vassal.traits.values import DynamicProperty, Prototype
from tests.games_read import read_once

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
    toml = a_game(tmp_path, '["mode", "fatigue", "dry"]') / "game.toml"
    dry = '[units.fields.dry]\ntype = "bool"\ndefault = false\n\n[module]'
    toml.write_text(toml.read_text().replace("[module]", dry))
    game = load_game(toml.parent)
    settings = module_settings(game)
    table = table_of(game, settings)
    unit = prototypes(game, settings, table)["Unit"]
    mode, fatigue, no_fuel = (
        t for t in unit if isinstance(t, Layer) and t.name.startswith("Shown-")
    )
    assert mode.images == ("", "value-mode-road.png", "value-mode-dug-in.png")
    assert mode.property_name == '{mode=="road"?2:(mode=="dug-in"?3:(1))}'
    assert fatigue.property_name == "{fatigue==1?2:(fatigue==2?3:(1))}"
    assert (mode.follow_property, mode.always_active) == (True, True)
    begin = {t.name: t.value for t in unit if isinstance(t, DynamicProperty)}
    assert (begin["mode"], begin["fatigue"], begin["dry"]) == ("tactical", "0", "false")
    assert no_fuel.images == ("", "value-dry-true.png")


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
    stopped = {t.watch_keys[0].name: t for t in unit if isinstance(t, RestrictCommands)}
    held = {name: (t.action, t.condition) for name, t in stopped.items() if "mode-" in name}
    assert held["Set-mode-road"] == ("Disable", '{GetProperty("mode")+"."=="road."}')
    assert held["Set-mode-"] == ("Hide", '{GetProperty("mode")+"."=="."}')
    assert {"Set-points-0", "Set-points-"} <= set(stopped)


def test_marks_and_values_are_offered_to_those_whom_they_are_for(tmp_path: Path) -> None:
    """Units with the same offers share a prototype; the piece of each unit names its own."""
    folder = a_game(tmp_path)
    toml = folder / "game.toml"
    offered = """
[[module.offered]]
names = ["oos", "mode"]
when = { type = "armour" }

[[module.offered]]
names = ["oos"]
when = { type = "infantry", side = "red" }
"""
    toml.write_text(toml.read_text() + offered)
    game = load_game(folder)
    settings = module_settings(game)
    stock = stock_of(Decks(game, settings, table_of(game, settings)))
    having = {}
    for counter in game.counters.values():
        if counter.kind == "unit":
            (side,) = (t for t in stock.pieces[counter.id].traits if isinstance(t, Prototype))
            (unit,) = (t for t in stock.shared[side.name] if isinstance(t, Prototype))
            traits = stock.shared[unit.name]
            marks = {t.name for t in traits if isinstance(t, Layer)}
            values = {t.name for t in traits if isinstance(t, DynamicProperty)}
            told = ("Mark-oos" in marks, "mode" in values, "Shown-mode" in marks)
            having[counter.side, counter.type] = told
    for side in game.sides:
        assert having[side, "armour"] == (True, True, True)
        assert having[side, "infantry"] == (side == "red", False, False)


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('names = ["osо"]\nwhen.type = "armour"', "There is no mark and no unit field 'osо'"),
        ('names = ["oos"]\nwhen.tipe = "armour"', "has no column 'tipe'. Did you mean 'type'"),
        ('names = ["oos"]\nwhen.type = "panzer"', "'oos' is offered to units that do not exist"),
        ('names = []\nwhen.type = "armour"', "holds 0 entries. Write 1."),
    ],
)
def test_a_wrong_offer_is_told_with_its_line(tmp_path: Path, entry: str, told: str) -> None:
    folder = a_game(tmp_path)
    toml = folder / "game.toml"
    toml.write_text(f"{toml.read_text()}\n[[module.offered]]\n{entry}\n")
    with pytest.raises(ProblemsError, match=r"game\.toml:\d+: ") as raised:
        module_settings(load_game(folder))
    assert told in str(raised.value)


def test_values_that_show_are_spanish_in_the_chat_and_on_the_counter() -> None:
    """The chat told "Brigada [road]: Modo: carretera", and the badge said "Roa"."""
    game = translated(read_once("uis"), "es")
    settings = module_settings(game)
    layers = shown_layers(game, settings, 72, "es")
    assert [layer.level_names for layer in layers] == [
        ("", "+ [carretera]", "+ [erizo]"),
        ("", "+ [fatiga 1]", "+ [fatiga 2]"),
    ]
    faces = value_faces(game, settings, "es")
    assert [face.title for face in faces.values()] == ["Car", "Eri", "F1", "F2"]


@pytest.mark.parametrize("name", ["kursk", "uis", "dagc"])
def test_no_badge_lies_upon_another_nor_upon_the_strength_while_the_edge_has_room(
    name: str,
) -> None:
    """Retreated lay upon Disrupted in Kursk, and a mark in a lower corner hid half the strength."""
    game = read_once(name)
    settings = module_settings(game)
    table = table_of(game, settings)
    first = {f"Mark-{mark}" for mark in marks_by_need(game)[:3]}
    units = [v for k, v in prototypes(game, settings, table).items() if k.startswith("Unit")]
    for traits in units:
        layers = [trait for trait in traits if isinstance(trait, Layer)]
        badges = [it for it in layers if it.name.startswith(("Mark-", "Shown-"))]
        seats = [(badge.x_offset, badge.y_offset) for badge in badges]
        assert len(set(seats)) == len(seats)
        assert all(badge.y_offset < 0 for badge in badges if badge.name in first)
        assert all(max(abs(x), abs(y)) > 0.4 * table.counter for x, y in seats)


def test_marks_of_the_set_up_and_those_that_no_other_meets_have_the_freest_seats() -> None:
    """Reserve lay beside the strength of a third of Kursk's Soviets, upon their designation."""
    need = marks_by_need(read_once("kursk"))
    assert need.index("reserve") < 2
    kinds = [{"disrupted", "reserve", "late"}, {"alone"}, {"disrupted", "late"}]
    seats = mark_seats(["reserve", "disrupted", "late", "alone"], kinds, 0)
    assert [seats[mark] for mark in seats] == [SEATS[0], SEATS[1], SEATS[2], SEATS[0]]
    many = [str(number) for number in range(20)]
    assert len(set(mark_seats(many, [many], 2).values())) == 16


def test_badges_have_a_ring_by_which_they_are_told_apart(tmp_path: Path) -> None:
    """Yellow marks side by side ran together, and red ones were lost on red counters."""
    game = load_game(a_game(tmp_path))
    settings = module_settings(game)
    decks = Decks(game, settings, table_of(game, settings))
    badges = [it for it in all_pictures(decks, Cache(None)) if it.name == "value-mode-road.png"]
    with Image.open(BytesIO(badges[0].draw())) as drawn:
        picture = drawn.convert("RGB")
    dark, light = (picture.getpixel((across, picture.height // 2)) for across in (0, 3))
    assert isinstance(dark, tuple)
    assert isinstance(light, tuple)
    assert max(dark) < 90 < 220 < min(light)


def test_every_badge_has_its_picture(tmp_path: Path) -> None:
    game = load_game(a_game(tmp_path))
    settings = module_settings(game)
    decks = Decks(game, settings, table_of(game, settings))
    names = {picture.name for picture in all_pictures(decks, Cache(None))}
    assert {"value-mode-road.png", "value-fatigue-1.png", "value-fatigue-2.png"} <= names


def test_a_wrong_field_is_told_with_the_likeliest(tmp_path: Path) -> None:
    game = load_game(a_game(tmp_path, '["fatige"]'))
    with pytest.raises(ProblemsError, match="fatigue"):
        module_settings(game)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Out of supply: no zone of control (6.4)", "out of supply"),
        ("Strategic Reserve (14.12)", "Strategic Reserve"),
        ("No-ZOC: retreated in this phase (6.3)", "No-ZOC"),
        ("-2/-1: a step less", "-2/-1"),
    ],
)
def test_a_mark_in_words(text: str, words: str) -> None:
    """Inside of a line words are small, names are not."""
    assert mark_words(text) == words
