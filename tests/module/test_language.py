"""A module in Spanish: the same game and saves, in other words."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.drawing.faces import label
from builder.drawing.mix import counter_faces, faces_of
from builder.drawing.translation import translated
from builder.game.carriers import SET_UP_ZONE_PROPERTY
from builder.game.loader import load_game
from builder.game.mark_words import mark_words
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.game.unit_names import UnitNames
from builder.module.abilities import short_mark
from builder.module.assembly import Assembly
from builder.module.language import said_by_component
from builder.module.phrases import PHRASES, say
from builder.module.state_choices import state_choice
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import Module
from builder.vassal.buildfile.piece_text import parse_piece
from builder.vassal.traits.actions import ReturnToDeck
from builder.vassal.traits.values import Marker
from tests.games_read import read_once
from tests.wide import all_but

TEXTS = """
[phase]
blue-movement = "Movimiento azul"
blue-combat = "Combate azul"
red-movement = "Movimiento rojo"
red-combat = "Combate rojo"
[type]
infantry = "Infantería"
[marker]
oos = "Sin suministro"
[box]
dead-pile = "Eliminadas"
[side]
blue = "Azul"
red = "Rojo"
[scenario.first-day]
name = "El primer día"
"""

# Texts of Kessel's modules that are the same in every language, or are no language at all.
NO_WORDS = re.compile(
    r"\$[\w$:() ]+\$\)?|\$location\$: \$newPieceName\$: \$\w+\$ \*|.*\$newTurn\$.*|.*\$result\$.*|[a-z]+|Always|Never|Use Preferences Setting|"
    r"from top-most layer only|key\w+|Maximum|Ctrl-Click & Drag|Nearest whole number|Flare|\{.*|\$pieceName\$: \$previousLocation\$ .*|"
    r"Via right-click Menu|Add (column|row)|Select board|Choose Boards|Main Map|BoardPicker|\w+,\w+.*|functionHide|P,\{.*"
)
FIELDS_WITHOUT_WORDS = re.compile(
    r".*(name|group_by|icon|image|images|gpid|property_|target|zone|map|file|hotkey|initial_value|values|"
    r"names|description|parameters|only_property_state|side|owning_board|access|display|deck_expression|reshuffle_target|RestrictCommands.action|LayerControl.command|level|font_family|when_to_apply|hotkey_or_key_command|index_property|ChessClockControl.show_\w+)"
)


CARDS = "number,blue_title,red_title,source\n1,I,V,5.1\n2,,,5.1\n"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    parent = tmp_path_factory.mktemp("games")
    new_game("small", parent)
    (parent / "small" / "text.es.toml").write_text(TEXTS, encoding="utf-8")
    (parent / "small" / "cards.csv").write_text(CARDS, encoding="utf-8")
    return load_game(parent / "small")


def module(game: Game, language: str) -> Module:
    return Assembly(translated(game, language), language).module({}, {})


def told(game: Game, language: str) -> set[tuple[str, str]]:
    """The texts of a module's components."""
    parts = Components(translated(game, language), language).module({}, {})
    return set(texts(parts))


class Components(Assembly):
    """A game on its way to a module without saves and other files, which take three times as long."""

    def _files(self) -> dict[str, bytes]:
        return {}


def texts(made: Module) -> Iterator[tuple[str, str]]:
    for part in made.root.walk():
        yield from _texts(part)
        if isinstance(part, c.PieceSlot | c.PrototypeDefinition):
            for trait in parse_piece(part.content):
                if getattr(trait, "name", "") != SET_UP_ZONE_PROPERTY:
                    yield from _texts(trait)


def _texts(value: object) -> Iterator[tuple[str, str]]:
    for field in dataclasses.fields(value):  # type: ignore[arg-type]
        found = getattr(value, field.name)
        for text in found if type(found) is tuple else (found,):
            if isinstance(text, str) and field.name not in (
                "content",
                "tag",
                "read_from",
                "when_to_apply",
                "hotkey_or_key_command",
            ):
                yield f"{type(value).__name__}.{field.name}", text


def test_everything_kessel_says_is_said_in_spanish(game: Game) -> None:
    english, spanish = told(game, "en"), told(game, "es")
    left = {
        (field, text)
        for field, text in english & spanish
        if re.search("[a-z]{3}", text)
        and not NO_WORDS.fullmatch(text)
        and not FIELDS_WITHOUT_WORDS.fullmatch(field)
    }
    assert left == set()


SAME = re.compile(
    r"Abteilung \d|Blitz!|Cadres?|Control|Drang Nach Osten! / Na Berlin!|GIUK \(G[AB]\).*|Grossdeutschland"
    r"|High Tide.*|Junta|Kampfgruppen?( \d)?|Karga|Korps Gruppe \w+|Narwa|Neutral|Ostatky \d|Panzer|Rezervy"
    r"|SS (Das Reich|Leibstandarte|Totenkopf|Wiking)|Shock!|Teral|Varn|Volkssturm( \d)?"
)
"""Names, and words that are the same in Spanish or that its rulebook leaves as they are."""

UNSEEN = re.compile(r"MassKeyCommand.tooltip|DrawPile.deck_owners|Zone.location_format")
"""Of keys without a button; the ids of seats; what writes a hex."""

NINE = ("aldra", "dagc", "karga", "kursk", "mlb", "nr", "saltmarsh", "tarsa", "uis")


@pytest.mark.parametrize("name", all_but(NINE, "kursk", "uis"))
def test_no_game_keeps_english_in_its_spanish_module(name: str) -> None:
    game = read_once(name)
    spanish = told(game, "es")
    left = {
        (field, text)
        for field, text in spanish & told(game, "en")
        if re.search("[a-z]{3}", text)
        and not SAME.fullmatch(text)
        and not NO_WORDS.fullmatch(text)
        and not UNSEEN.fullmatch(field)
        and not FIELDS_WITHOUT_WORDS.fullmatch(field)
    }
    assert left == set()


def test_the_games_own_texts_are_translated(game: Game) -> None:
    said = {text for _, text in texts(module(game, "es"))}
    assert {"El primer día", "10 Infantería", "+ [sin suministro]"} <= said
    levels = [p for p in module(game, "es").root.walk() if isinstance(p, c.ListTurnLevel)]
    assert "Movimiento azul" in levels[0].list_


def test_a_marker_of_control_names_its_side_in_the_language(game: Game) -> None:
    for language, names in (
        ("en", {"Blue control", "Red control"}),
        ("es", {"Control: Azul", "Control: Rojo"}),
    ):
        slots = [p for p in module(game, language).root.walk() if isinstance(p, c.PieceSlot)]
        assert {slot.entry_name for slot in slots if "ontrol" in slot.entry_name} == names


def test_what_saves_go_by_stays(game: Game) -> None:
    english, spanish = module(game, "en"), module(game, "es")
    assert english.name == spanish.name
    for kind, field in [
        (c.MapWindow, "map_name"),
        (c.Zone, "name"),
        (c.Entry, "content"),
        (c.GlobalProperty, "name"),
        (c.PieceSlot, "gpid"),
        (c.CounterTurnLevel, "property_"),
        (c.DrawPile, "name"),
        (c.PlayerHand, "side"),
    ]:
        names = [
            [getattr(part, field) for part in made.root.walk() if isinstance(part, kind)]
            for made in (english, spanish)
        ]
        assert names[0] == names[1], kind


def test_cards_find_their_decks_in_every_language(game: Game) -> None:
    goals = [
        [
            trait.deck_expression
            for part in made.root.walk()
            if isinstance(part, c.PrototypeDefinition)
            for trait in parse_piece(part.content)
            if isinstance(trait, ReturnToDeck)
        ]
        for made in (module(game, "en"), module(game, "es"))
    ]
    assert goals[0] == goals[1] == ["Discards", "Draw deck"]


def test_help_page_in_spanish(game: Game) -> None:
    page = module(game, "es").files["help/keys.html"].decode()
    assert "Teclas sobre las fichas" in page
    assert "girar la ficha" in page


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("Flip", "Girar"),
        ("Turn 3", "Turno 3"),
        ("Roll 2d6", "Tirar 2d6"),
        ("+ (2/4 steps)", "+ (2/4 pasos)"),
        ("Blue control", "Control: Blue"),
        ("Sin zona de control", "Sin zona de control"),
        ("Turn", "Turno"),
        ("nobody says this", "nobody says this"),
    ],
)
def test_phrases(phrase: str, said: str) -> None:
    assert say("es", phrase) == said
    assert say("en", phrase) == phrase


def test_patterns_keep_what_is_the_games() -> None:
    for phrases in PHRASES.values():
        for english, other in phrases.items():
            assert english.count("{}") == other.count("{}") <= 1
            assert re.findall(r"\$\w+\$", english) == re.findall(r"\$\w+\$", other)


def test_components_are_left_alone_in_english() -> None:
    part = c.DiceButton(tooltip="Roll 1d6")
    assert said_by_component(part, "en") is part
    assert said_by_component(part, "es").tooltip == "Tirar 1d6"


def test_markers_are_labelled_in_the_language(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    folder = tmp_path / "hill"
    with (folder / "game.toml").open("a", encoding="utf-8") as toml:
        toml.write(
            '[[drawing.counters.look]]\nwhen = { type = "turn" }\ntitle = "Turn"\n'
            '[[drawing.counters.look]]\nwhen = { type = "ace" }\ntitle = "{name}"\n'
        )
    with (folder / "counters.csv").open("a", encoding="utf-8") as rows:
        rows.write("t,,turn,Turn,,,,0101,\na,blue,ace,Sky Ace,,,,0101,\n")
    text = (folder / "counters.csv").read_text(encoding="utf-8")
    lines = [
        f"{line},kind" if line.startswith("id") else f"{line},marker"
        if line.startswith(("t,", "a,")) else line
        for line in text.splitlines()
    ]  # fmt: skip
    (folder / "counters.csv").write_text("\n".join(lines), encoding="utf-8")
    with (folder / "text.es.toml").open("a", encoding="utf-8") as texts:
        texts.write('\n[label]\n"Sky Ace" = "As del aire"\n')
    game = translated(load_game(folder), "es")
    faces = counter_faces(game)
    assert faces["t"][0].title == "Turno"
    assert faces["a"][0].title == "As del aire"


def test_a_language_without_texts(game: Game) -> None:
    with pytest.raises(ProblemsError, match=r"text\.fr\.toml: There is no such file.*en, es"):
        translated(game, "fr")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Air armies, main front", "Air armies, 1st Ukrainian Front", "Armour used"]),
        (
            "es",
            [
                "Ejércitos aéreos, frente principal",
                "Ejércitos aéreos, 1.er Frente Ucraniano",
                "Concentración acorazada intentada",
            ],
        ),
    ],
)
def test_states_are_called_by_their_names(language: str, said: list[str]) -> None:
    names = ("air-main", "air-1uf", "armor-used")
    assert [state_choice(read_once("dagc"), language, name).title for name in names] == said


def test_windows_and_decks_are_read_in_spanish_and_kept_in_english() -> None:
    told = module(read_once("nr"), "es").files["Module_es.properties"].decode("ascii")
    assert {
        "PlayerHand.Axis\\ hand.mapName=Mano del Eje",
        "Map.Cards..DrawPile.Draw\\ pile.name=Pila de robo",
    } <= set(told.splitlines())


def test_fates_are_said_in_spanish() -> None:
    fates = translated(read_once("nr"), "es").definition.module["fate"]
    assert [fate["command"] for fate in fates] == ["Destruida", "Dañada", "Rendida"]
    assert fates[2]["report"] == "se rinde"


def test_seats_are_read_in_spanish_and_kept_in_english() -> None:
    game = read_once("dagc")
    made = module(game, "es")
    (roster,) = [part for part in made.root.walk() if isinstance(part, c.PlayerRoster)]
    assert [entry.content for entry in roster.children] == ["German", "Soviet", "Solitaire"]  # type: ignore[attr-defined]
    told = made.files["Module_es.properties"].decode("ascii")
    assert told == "PlayerRoster.sides=Alem\\u00e1n,Sovi\\u00e9tico,Solitario\n"
    assert told == made.files["Module_en.properties"].decode("ascii")
    english = module(game, "en")
    assert "Module_es.properties" not in english.files
    assert _grouped(english) == ("Side", {"German", "Soviet"})
    assert _grouped(made) == ("Side-es", {"Alemán", "Soviético"})
    assert _found(english, "Side-es") == {"Alemán", "Soviético"}  # so that its saves have it, too


def _grouped(made: Module) -> tuple[str, set[str]]:
    """By what VASSAL's inventory groups, and what it finds there."""
    (inventory,) = (part for part in made.root.walk() if isinstance(part, c.Inventory))
    return inventory.group_by[0], _found(made, inventory.group_by[0])


def _found(made: Module, property_: str) -> set[str]:
    """What the sides' units have for a property."""
    return {
        dict(marker.items()).get(property_, "")
        for part in made.root.walk()
        if isinstance(part, c.PrototypeDefinition)
        for marker in parse_piece(part.content)
        if isinstance(marker, Marker) and "Side" in marker.names
    }


@pytest.mark.parametrize("game", ["kursk", "mlb", "uis"])
def test_units_are_called_in_spanish_in_the_palettes(game: str) -> None:
    source = read_once(game)
    spanish = translated(source, "es")
    proper = {"Grossdeutschland", "Kampfgruppe", "Wild Weasel"}
    same = [
        counter.full_name
        for id_, counter in source.counters.items()
        if counter.full_name == spanish.counters[id_].full_name
        and re.search("[a-z]{3}", counter.full_name)
        and counter.full_name not in proper
        and not counter.full_name.startswith("SS ")
    ]
    assert same == []
    units = UnitNames(source.texts["es"])
    formations = {one.formation for one in source.counters.values() if one.formation}
    assert {name for name in formations if not units(name)} == set()


@pytest.mark.parametrize(
    ("patterns", "english", "said"),
    [
        ({"{ordinal} Army": "{ordinal}.º Ejército"}, "4th Army", "4.º Ejército"),
        ({"{ordinal} Army": "{ordinal}.º E", "3rd Army": "3.er E"}, "3rd Army", "3.er E"),
        (
            {"Staff of the {army}": "mando del {army}", "{ordinal} Army": "{ordinal}.º Ejército"},
            "Staff of the 8th Army",
            "Mando del 8.º Ejército",
        ),
        ({"Staff of the {army}": "mando del {army}"}, "Staff of the Kempf", "Mando del Kempf"),
        ({"Staff of the {army}": "mando del {army}"}, "Staff of the old army", ""),
        ({}, "Kempf", ""),
    ],
)
def test_unit_names_by_patterns(patterns: dict[str, str], english: str, said: str) -> None:
    texts = {f"unit.{key}": text for key, text in patterns.items()}
    assert UnitNames(texts)(english) == said


def test_a_state_is_chosen_among_words() -> None:
    """Players choose among words; what is kept are the values that saves of both modules share."""
    weather = state_choice(read_once("nr"), "es", "weather")
    assert [(button.text, button.prop_changer) for button in weather.buttons[1:3]] == [
        ("Clima: barro", "P,mud"),
        ("Clima: nieve", "P,snow"),
    ]
    side = state_choice(read_once("nr"), "es", "initiative")
    assert [(b.text, b.prop_changer) for b in side.buttons] == [
        ("Iniciativa: Eje", "P,Axis"),
        ("Iniciativa: Soviético", "P,Soviet"),
    ]
    (turns,) = state_choice(read_once("mlb"), "es", "airborne-dropped").buttons
    assert turns.text == "Salto hecho"
    assert '"sí"' in turns.report_format
    lists = state_choice(read_once("uis"), "en", "violated").buttons
    assert lists[0].text == "Neutrals violated: Austria"
    assert "Austria" in lists[0].report_format


@pytest.mark.parametrize("name", ["dagc", "mlb", "nr", "kursk", "uis"])
def test_marks_behind_a_name_are_spanish(name: str) -> None:
    """A mark whose Spanish words are many stands behind the name as its id, which is English."""
    spanish = translated(read_once(name), "es")
    for id_, text in spanish.definition.units.markers.items():
        short = short_mark(id_, mark_words(text))
        own = short == mark_words(text)
        assert own or say("es", f"+ [{short}]") != f"+ [{short}]", id_


@pytest.mark.parametrize(
    ("game", "english", "spanish"),
    [
        ("dagc", "Two players, nine turns: ", "Dos jugadores, nueve turnos: "),
        ("tarsa", "A coup, a landing ", "Un golpe, un desembarco "),
    ],
)
def test_what_vassal_lists_of_a_module_is_in_its_language(
    game: str, english: str, spanish: str
) -> None:
    """Its name stays, because saves of either language belong to both."""
    told = [Assembly(read_once(game), language).metadata for language in ("en", "es")]
    assert told[0].description.startswith(english)
    assert told[1].description.startswith(spanish)
    assert told[0].name == told[1].name


@pytest.mark.parametrize("game", ["dagc", "mlb", "nr", "kursk", "uis"])
def test_a_mark_is_a_few_words(game: str) -> None:
    """Menus and the chat have room for a name; what it means stands behind a colon."""
    texts = read_once(game).texts["es"]
    names = [mark_words(text) for key, text in texts.items() if key.startswith("marker.")]
    assert not [name for name in names if len(name.split()) > 4]


def test_headings_of_the_counters_window_and_markers_of_states_are_spanish() -> None:
    """What stands beside the names of units: fronts, groups, hexes that are remembered."""
    for game, names in (
        ("dagc", {"1.er Frente del Báltico", "3.er Frente Bielorruso"}),
        ("kursk", {"Arrasamiento desde", "Hexágono arrasado"}),
        ("nr", {"Opcionales"}),
    ):
        entries = told(read_once(game), "es")
        said = {text for field, text in entries if field.endswith(".entry_name")}
        assert names <= said
        assert not {"1 Baltic", "Overrun from", "Overrun hex", "Optional"} & said


@pytest.mark.parametrize(
    ("game", "counter", "words"),
    [
        ("nr", "axis-abteilung-1", "Opcional"),
        ("nr", "soviet-south", "Sur"),
        ("nr", "soviet-moscow", "Moscú"),
        ("mlb", "soviet-steppe", "Estepa"),
        ("kursk", "soviet-50-army", "/Oeste"),
        ("uis", "uk-i-br-corps", "I Cuerpo BR"),
        ("uis", "au-alp-6", "solo AU"),
        ("uis", "chemical", "Química"),
        ("uis", "pomcus-lost", "POMCUS perdido"),
    ],
)
def test_what_is_printed_on_counters_is_spanish(game: str, counter: str, words: str) -> None:
    spanish = translated(read_once(game), "es")
    face = faces_of(spanish, spanish.counters[counter])[0]
    assert words in {label(one).text for one in (face.left, face.right, face.name, face.title)}
