"""The menu State: what the game's variables offer there."""

from __future__ import annotations

import re
from html import unescape

import pytest

from builder.drawing.translation import translated
from builder.game.carriers import parsed, written
from builder.game.definition import FieldDefinition, FieldType
from builder.game.locate import installed_games
from builder.module.assembly import Assembly
from builder.module.counting import counts, number_told
from builder.module.help import Manual
from builder.module.read_settings import module_settings
from builder.module.state import OPENS_IMAGE
from builder.module.state_choices import state_choice
from builder.module.state_entries import state_entries
from builder.module.state_groups import typed_variables
from builder.module.table import table_of
from builder.module.values import value_traits
from builder.vassal.buildfile import components as c
from builder.vassal.expressions import evaluate
from builder.vassal.traits.values import CalculatedProperty
from tests.games_read import read_once
from tests.wide import all_but

GAMES = ["dagc", "mlb", "nr", "kursk", "uis", "tarsa"]


@pytest.mark.parametrize("name", installed_games())
def test_no_game_opens_a_dialog(name: str) -> None:
    """In Kursk 39 numbers stood in groups, and each asked for a figure in a dialog; then seven lists
    of hexes, codes and ids of units were typed in four games."""
    game = read_once(name)
    for variable in typed_variables(game):
        changers = [b.prop_changer for b in state_choice(game, "en", variable).buttons]
        assert [changer for changer in changers if changer[:1] != "P"] == [], variable


@pytest.mark.parametrize("name", installed_games())
def test_expressions_of_the_state_close_what_they_open(name: str) -> None:
    """VASSAL says of one that does not only that there is bad data in the module."""
    game = read_once(name)
    for variable in typed_variables(game):
        choice = state_choice(game, "es", variable)
        for button in choice.buttons:
            for text in (button.prop_changer, button.report_format):
                bare = re.sub(r'"[^"]*"', "", text)
                if text[:1] == "{" or text[2:3] == "{":
                    assert bare.count("(") == bare.count(")"), (variable, text)


def test_ports_are_chosen_by_their_names() -> None:
    words = state_choice(read_once("dagc"), "en", "lost-ports").words
    assert words["2825"] == "Königsberg"
    assert all(not name.isdecimal() for name in words.values())
    assert state_choice(read_once("dagc"), "es", "lost-ports").words["1008"] == "Tallin"


def test_a_shift_is_a_menu_of_its_own_for_each_code() -> None:
    choice = state_choice(read_once("uis"), "es", "arrival-shifts")
    parts = {words: [button.text for button in buttons] for words, buttons in choice.parts}
    assert parts["Noruega para el Pacto (NO)"] == [
        f"Noruega para el Pacto (NO): {told}" for told in ("+1", "−1", "nunca", "—")
    ]


@pytest.mark.parametrize("name", all_but(GAMES, "uis"))
def test_no_submenu_of_the_state_has_a_submenu(name: str) -> None:
    """VASSAL makes an entry of it that does nothing: in Under an Iron Sky nobody could tell which
    neutrals were violated, which governments had fallen, which optional rules are played."""
    parts = [part for top in Assembly(read_once(name))._components({}) for part in top.walk()]
    bars = [part for part in parts if isinstance(part, c.ToolbarMenu)]
    menus = {part.text: part.menu_items for part in bars if not part.icon}
    buttons = {
        part.text for part in parts if isinstance(part, c.ChangePropertyButton) and part.text
    }
    # What opens by a key has an arrow beside its name; an entry of State presses the key, too.
    opened = {str(part.hotkey): part for part in bars if part.icon}
    pressed = {
        str(part.hotkeys[0]): part.text
        for part in parts
        if isinstance(part, c.DoActionButton) and part.name.startswith("open ")
    }
    assert pressed == {key: f"{part.text}…" for key, part in opened.items()}
    assert {part.icon for part in opened.values()} <= {OPENS_IMAGE}
    assert {*pressed.values()} <= {*menus["State"]}
    tops = [menus["State"], *(part.menu_items for part in opened.values())]
    reached = {entry for top in tops for entry in top}
    within = {entry for entry in reached if entry in menus}
    inside = {entry for menu in within for entry in menus[menu]}
    assert inside <= buttons
    assert buttons <= reached | inside


def test_the_menu_of_a_game_with_many_variables_is_short() -> None:
    titles = [entry.title for entry in state_entries(read_once("uis"), "en")]
    assert titles == [
        "War turn", "Weather", "Optional rules", "Reinforcements shifted", "Politics", "Battlefield",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "variable", "entries"),
    [
        ("dagc", "air-1uf", ["0", "1", "2"]),
        ("dagc", "air-main", ["0", "1", "2", "3", "4", "5", "6", "7", "8", "—"]),
        ("nr", "event-points", ["0", "+1", "+2", "−1", "−2", "—"]),
        ("mlb", "bid", ["0", "+1", "+2", "+5", "−1", "—"]),
    ],
)
def test_what_a_number_of_the_state_offers(game: str, variable: str, entries: list[str]) -> None:
    choice = state_choice(read_once(game), "en", variable)
    assert [button.text for button in choice.buttons] == [choice.entry(words) for words in entries]


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({"minimum": 0}, ["0", "+½", "+1", "+2", "+5", "−½", "−1", "—"]),
        ({}, ["0", "+½", "+1", "−½", "−1", "—"]),
        ({"minimum": 1}, ["+½", "+1", "+2", "+5", "−½", "−1", "—"]),
    ],
)
def test_steps_of_a_number_with_a_fraction(bounds: dict[str, float], words: list[str]) -> None:
    field = FieldDefinition(type="number", **bounds)  # type: ignore[arg-type]
    assert [one.words for one in counts(field, "P")] == words


@pytest.mark.parametrize(
    ("bounds", "after"),
    [
        ({}, '{(D%1==0?""+(int)D:""+D)}'),
        ({"minimum": -30, "maximum": 6}, '{D<-30?"-30":(D>6?"6":(D%1==0?""+(int)D:""+D))}'),
    ],
)
def test_a_number_may_fall_below_nothing_within_its_bounds(
    bounds: dict[str, float], after: str
) -> None:
    (down,) = (
        one for one in counts(FieldDefinition(type="int", **bounds), "P") if one.words == "−2"
    )  # type: ignore[arg-type]
    held = '(GetProperty("P")+".").equals(".")?"0":GetProperty("P")+""'
    assert down.value == after.replace("D", f"(Double.parseDouble({held})-2)")


@pytest.mark.parametrize(
    ("kind", "mark", "comma"),
    [("number", ".", False), ("number", ",", True), ("text", ",", False), ("int", ",", False)],
)
def test_decimals_are_told_as_the_language_writes_them(kind: str, mark: str, comma: bool) -> None:
    """The chat of the Spanish module said "gastados: 0.5", and then of whole numbers nothing."""
    told = number_told(FieldDefinition(type=kind), "Kept", mark)  # type: ignore[arg-type]
    commas = 'String.valueOf(GetProperty("Kept")+"").replace(".",",")'
    assert told == (commas if comma else 'GetProperty("Kept")+""')


def test_a_unit_tells_its_movement_in_spanish() -> None:
    """Points of movement come in halves."""
    game = translated(read_once("uis"), "es")
    (said,) = [
        trait.expression
        for trait in value_traits(game, module_settings(game), "es")
        if isinstance(trait, CalculatedProperty) and trait.name == "Said-spent"
    ]
    assert '.replace(".",",")' in said


def test_the_help_page_names_what_the_menu_has() -> None:
    """Kursk's named each of 56 variables; the menu has 14 entries of them."""
    entries = state_entries(read_once("kursk"), "en")
    titles = [entry.title for entry in entries]
    assert {"Shift values", "Cost values", "Turns bought"} <= set(titles)
    (shift,) = (entry for entry in entries if entry.title == "Shift values")
    assert "Shift forest" in [entry.title for entry in shift.inside]
    page = manual_of("kursk")
    assert ", ".join(titles) in page
    assert "Shift forest" not in page


def manual_of(name: str) -> str:
    game = read_once(name)
    settings = module_settings(game)
    return unescape(Manual(game, settings, table_of(game, settings)).page())


NUMBERED = FieldDefinition(type="texts", each="number", instead=("never",))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("poland 4", ["poland 4"]),
        ("poland 4 hungary 6", ["poland 4", "hungary 6"]),
        ("wp nuclear 2, nato chemical 1;", ["wp nuclear 2", "nato chemical 1"]),
        ("GA -3, wp NO never", ["GA -3", "wp NO never"]),
        ("", []),
    ],
)
def test_texts_that_end_with_numbers_are_read_as_they_are_typed(text: str, read: list[str]) -> None:
    """ "poland 4" was read as two texts, of which the first one stopped every answer."""
    assert parsed(text, NUMBERED) == read
    assert parsed(written(read), NUMBERED) == read


@pytest.mark.parametrize("kind", ["choices", "texts", "hexes"])
def test_choices_with_blanks_stay_whole_in_lists(kind: FieldType) -> None:
    """ "hold fast" was read as two choices, of which there was none: the list was left out."""
    field = FieldDefinition(type=kind, choices=("hold fast", "go", "hold"))
    read = ["hold", "hold fast", "go"]
    assert parsed(written(read), field) == read


def test_a_text_without_its_number_is_told() -> None:
    with pytest.raises(ValueError, match="poland"):
        parsed("poland", NUMBERED)


def _pressed(name: str, choice: str, held: str, turn: str = "7") -> str:
    """What the State holds after an entry of its menu."""
    buttons = state_choice(read_once("uis"), "en", name).buttons
    (button,) = (one for one in buttons if one.text == choice)
    on = {f"State-{name}": held, "Turn": turn}
    return str(evaluate(button.prop_changer[2:].replace("\\,", ","), on.get))


@pytest.mark.parametrize(
    ("name", "choice", "held", "after"),
    [
        ("mobilized", "Poland", "", "poland 7"),
        ("mobilized", "Poland", "east-germany 4", "east-germany 4 poland 7"),
        ("towns-struck", "nuclear, by the Pact +1", "", "wp nuclear 1"),
        ("towns-struck", "chemical, by NATO +1", "wp nuclear 1", "wp nuclear 1 nato chemical 1"),
        ("interdicted-heads", "Coastal Front", "", "su-coastal-front-head"),
    ],
)  # fmt: skip
def test_lists_are_picked_by_names(name: str, choice: str, held: str, after: str) -> None:
    choices = state_choice(read_once("uis"), "en", name)
    now = _pressed(name, choices.entry(choice), held)
    assert now == after
    assert parsed(now, read_once("uis").definition.state[name]) is not None
    for value, words in choices.words.items():
        assert words != value
        assert f'" {words}' in choices.value
