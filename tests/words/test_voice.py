"""How a voice finds the words: patterns, lists, several sentences, and what it does not know."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.words.catalogue import Catalogue, game_catalogue, read_catalogue
from assistant.words.data import in_words, spoken
from assistant.words.doubts import catalogue_doubts
from assistant.words.voice import Voice, general, voice
from builder.game.locate import find_game
from builder.game.pattern import Pattern
from builder.game.problems import ProblemsError
from builder.saying import Saying, quoting
from tests.words.sources import read_once

CATALOGUE = Catalogue(
    {"No line.": "Sin línea.", "forest": "bosque", "river": "río"},
    {"state.oos": "sin suministro", "field.cut_by": "la cortan"},
    (
        Pattern("{n} hexes to {place}.", "A {n} hexágonos de {place}."),
        Pattern("1 hexes to {place}.", "A 1 hexágono de {place}."),
        Pattern("{unit} in {hex} cannot go.", "{unit}, en {hex}, no puede ir."),
        Pattern("{what} stops {unit}: {why}", "{unit} se detiene por {what}: {why}"),
        Pattern("{place} is closed.", "{place} está cerrado."),
        Pattern("{ordinal} Army", "{ordinal}.º Ejército"),
        Pattern("{a} is not {a}.", "{a} no es {a}."),
    ),
)
SPANISH = Voice("es", CATALOGUE, {"German": "Alemán"})


def test_patterns_that_are_passed_over_by_their_ends_fit_no_text() -> None:
    """Those that begin or end with a place, with one sign, with the whole text, in their order."""
    ends = ("", "A", "A ", "A b")
    patterns = [
        Pattern(f"{head}{{{place}}}{tail}", "") for head in ends for place in "na" for tail in ends
    ]
    catalogue = Catalogue({}, {}, (*patterns, Pattern("A {a} A {b}", ""), *CATALOGUE.patterns))
    texts = ["", "A", "A 7", "7", "A bA", "A bbA b", "A A A 7", "x A", "b7", "A b", "1 hexes to A."]
    for text in texts:
        fitting = [one for one in catalogue.ordered if one.match(text) is not None]
        looked_at = list(catalogue.with_ends_of(text))
        assert [one for one in looked_at if one.match(text) is not None] == fitting
        assert len(looked_at) < len(catalogue.ordered)


@pytest.mark.parametrize(
    ("english", "spanish", "unknown"),
    [
        ("No line.", "Sin línea.", ()),
        ("German", "Alemán", ()),
        ("oos", "sin suministro", ()),
        ("7 hexes to 4416.", "A 7 hexágonos de 4416.", ()),
        ("1 hexes to forest.", "A 1 hexágono de bosque.", ()),
        ("many hexes to forest.", "many hexes to forest.", ("many hexes to forest.",)),
        ("A in 4416 cannot go.", "A, en 4416, no puede ir.", ()),
        ("56th Army in 4416 cannot go.", "56.º Ejército, en 4416, no puede ir.", ()),
        ("forest and river", "bosque y río", ()),
        ("forest, river or German", "bosque, río o Alemán", ()),
        ("forest is closed.", "bosque está cerrado.", ()),
        ("German is closed.", "Alemán está cerrado.", ()),
        ("No line. 7 hexes to 4416.", "Sin línea. A 7 hexágonos de 4416.", ()),
        ("river stops A: No line.", "A se detiene por río: Sin línea.", ()),
        ("fog stops A: No line.", "A se detiene por fog: Sin línea.", ("fog",)),
        ("A is not A.", "A no es A.", ()),
        ("A is not B.", "A is not B.", ("A is not B.",)),
        ("cats and dogs are here", "cats and dogs are here", ("cats and dogs are here",)),
        ("", "", ()),
        ("+3 (12.4)", "+3 (12.4)", ()),
    ],
)
def test_what_is_said(english: str, spanish: str, unknown: tuple[str, ...]) -> None:
    told = SPANISH.told(english)
    assert (told.text, told.unknown) == (spanish, unknown)
    assert SPANISH(english) == spanish


@given(st.text(max_size=80))
def test_any_text_is_said_and_english_stays(text: str) -> None:
    assert general("en")(text) == text
    told = SPANISH.told(text)
    assert told == SPANISH.told(text)
    assert told.unknown or told.text == SPANISH(text)


def test_states_and_fields() -> None:
    assert SPANISH.state("oos") == "sin suministro"
    assert SPANISH.state("odd") == "odd"
    assert SPANISH.field("cut_by") == "la cortan"
    assert SPANISH.field("must_go") == "must go"
    assert general("en").field("must_go") == "must go"


def test_only_what_people_read_is_said_in_data() -> None:
    data = {
        "state": "oos",
        "steps": [{"what": "forest", "effect": "+1", "rule": "9.2"}],
        "extra": ["No line.", "forest"],
        "said": ["No line."],
    }
    assert spoken(data, SPANISH) == {
        "state": "oos",
        "steps": [{"what": "bosque", "effect": "+1", "rule": "9.2"}],
        "extra": ["Sin línea.", "forest"],
        "said": ["No line."],
    }
    assert spoken(data, general("en")) is data


MISTAKES = """
alone = "nada"
[odds]
"{n} hexes." = "{m} hexágonos."
"A line." = 7
"Twice." = "Dos veces."
[moves]
"Twice." = "Otra vez."
"""


def test_every_mistake_of_a_catalogue_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "sentences.es.toml"
    path.write_text(MISTAKES, encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_catalogue(path)
    assert [(problem.line, problem.text) for problem in caught.value.problems] == [
        (2, "'alone' stands outside of a [heading]."),
        (4, "'{m} hexágonos.' has other places."),
        (5, "'A line.' has no text."),
        (8, "'Twice.' stands here twice."),
    ]


@pytest.mark.parametrize(
    ("english", "other", "told"),
    [
        ("Loss 5.2 of 3", "Pérdida 5,3 de 3", "lacks the figure 5.2."),
        ("Within 7 hexes of {unit}.", "A menos de hexágonos de {unit}.", "the figure 7."),
        ("{unit} may go.", "{unit} puede {n|ir|marchar", "bracket that belongs to no place"),
        ("{side:whose} move", "mueve {side:quien}", "has 'quien' in a place."),
        ("{n} {n|unit|units} out.", "{n} {n|unidad} fuera.", "has one form for two."),
        ("More than 5,000 of 10,000 by 1.5", "Más de 5000 de 10 000 por 1,5", ""),
        ("1 further hex", "Otro hexágono", ""),
        ("2-steps-lost", "pierde dos pasos", ""),
        ("{names:or} {n:.1f}", "{names:or} {n:.2f} {n|uno|dos}", ""),
    ],
)
def test_slips_of_a_catalogue_are_told(english: str, other: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "sentences.es.toml"
    path.write_text(f'[a]\n"{english}" = "{other}"\n', encoding="utf-8")
    found = catalogue_doubts(path)
    assert [problem.line for problem in found] == ([2] if told else [])
    assert all(told in problem.text and problem.remedy for problem in found)


@pytest.mark.parametrize("game", ["dagc", "mlb", "nr", "uis", "kursk"])
def test_the_games_catalogues_have_no_slips(game: str) -> None:
    assert not catalogue_doubts(game_catalogue(find_game(game), "es"))


def test_a_game_without_catalogue_says_what_all_games_say(tmp_path: Path) -> None:
    assert read_catalogue(tmp_path / "sentences.es.toml") == Catalogue({}, {})
    assert general("es")("Enemy units stand there.") == "Allí hay unidades enemigas."


def test_a_games_own_sentence_counts_before_the_shared_one() -> None:
    own = Catalogue(
        {"No line.": "Ninguna línea."}, {}, (Pattern("{n} hexes to {place}.", "{n} a {place}."),)
    )
    both = Voice("es", own.over(CATALOGUE))
    assert both("No line.") == "Ninguna línea."
    assert both("7 hexes to 4416.") == "7 a 4416."
    assert both("A in 4416 cannot go.") == "A, en 4416, no puede ir."


def test_an_outcome_that_is_no_state_is_a_word_of_the_game() -> None:
    assert SPANISH.state("oos") == "sin suministro"
    assert SPANISH.state("forest") == "bosque"
    assert SPANISH.state("relocated") == "relocated"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Saying("Nothing is traced through {hex}.", hex="western-balkans"), "through the Western Balkans."),
        (Saying("{hexes}", hexes=["1411", "finland"]), "1411, Finland"),
        (Saying("{text} There.", text=Saying("In {weather}.", weather="long-winter")), "In long winter. There."),
        (Saying("Eliminated: to '{box}'.", box="turn-track"), "Eliminated: to 'Turn Track'."),
        (quoting("There is no area '{word}'.", word="finland"), "There is no area 'finland'."),
    ],
)  # fmt: skip
def test_english_too_calls_places_by_their_names(said: Saying, told: str) -> None:
    """What somebody typed stays, and so does what programs read."""
    speaker = voice(read_once("nr"), "en")
    assert speaker(said).endswith(told)
    assert in_words({"text": said}, speaker)["text"].endswith(told)
    assert spoken({"text": said}, speaker) == {"text": str(said)}


def test_english_of_uis_has_words_for_missions_and_markers() -> None:
    speaker = voice(read_once("uis"), "en")
    marked = Saying("The supply check marks these units {marker}.", marker="fuel-1")
    assert speaker(marked) == "The supply check marks these units Fuel-1."
    assert speaker("ground-attack") == "ground attack"


def test_states_of_supply_are_words_in_english() -> None:
    assert [general("en").state(state) for state in ("oos", "alt", "port")] == [
        "out of supply",
        "alternative supply",
        "by port",
    ]
