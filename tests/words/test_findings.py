"""What `check` finds is said in Spanish, with its names and numbers as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.words import findings
from assistant.words.voice import voice
from builder.game.check.findings import Look
from builder.game.check.translations import check_translations
from builder.game.loader import load_game
from builder.game.problems import ProblemsError, nearest
from builder.game.rulebook.page import rules_page
from builder.game.skeleton import new_game
from builder.game.toml_file import read_toml
from builder.hexes.fit import UnfitError
from builder.lint.codes import CODES
from builder.saying import AsWritten, Saying, key_of, pieces_of, quoting
from tests.words.sources import A_SENTENCE, modules, read_once, texts_of_module

ROOT = Path(__file__).parents[2]
TEXTS = read_toml(ROOT / "assistant/words/check.es.toml").data["check"]
GAMES = ROOT / "source-art"


def texts_in_code(having: str) -> Iterator[str]:
    """Every text in the code of the builder and of those who read catalogues, but for docstrings;
    of modules in which a pattern is found."""
    for path in modules(ROOT / "builder", ROOT / "assistant/words", having=having):
        for _, pieces in texts_of_module(path):
            yield from pieces


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (Saying("Write a number: {number:g} or more.", number=0.0), "Escribe un número: 0 o más."),
        ("Write a whole number.", "Escribe un número entero."),
        ("Write a day, as 1944-06-22.", "Escribe un día, como 1944-06-22."),
        (
            quoting("'{name}' is {value}.", name="advance.hexes", value=Saying("a table")),
            "'advance.hexes' es una tabla.",
        ),
        (
            quoting("Write one of: {names}, a number.", names='"free"'),
            'Escribe uno de: "free", o un número.',
        ),
        (quoting("Unknown {what} '{word}'.", what="type", word="ship"), "Tipo desconocido: 'ship'."),
        (nearest("infantri", ["infantry", "armour"]), "¿Querías decir 'infantry'?"),
        (nearest("x", ["river", "rail"]), "Escribe uno de: rail, river."),
        (
            quoting(
                "Column '{column}': {text}.",
                column="strength",
                text=quoting(
                    "'{word}' does not read as {text}",
                    word="nine",
                    text=Saying("whole numbers with spaces between"),
                ),
            ),
            "Columna 'strength': 'nine' no se lee como números enteros separados por espacios.",
        ),
        (
            quoting("Column '{column}': {text}.", column="setup", text="what nobody has translated"),
            "Columna 'setup': what nobody has translated.",
        ),
        (
            UnfitError("The marked hexes lie on one line.", "Mark another far from it.", "line").clause,
            "los hexágonos marcados están en una misma recta: marca otro lejos de ella",
        ),
        (UnfitError(AsWritten("{ship}."), "Write another.", "ship").clause, "{ship}: write another"),
        ("Nobody has translated this.", "Nobody has translated this."),
        ("Unknown type 'ship'.", "Unknown type 'ship'."),
        ("The file is missing. Nobody has translated this.", "The file is missing. Nobody has translated this."),
    ],
)  # fmt: skip
def test_a_sentence_is_said_by_what_it_is_made_of_and_never_taken_apart(
    text: str, said: str
) -> None:
    assert findings.complaining("es")(text) == said
    assert findings.complaining("en")(text) == text
    assert findings.complaining("fr")(text) == text


def test_a_finding_keeps_what_is_no_sentence_and_crosses_json_in_all_languages() -> None:
    finding = {"file": "a.csv", "line": 3, "text": "The file is missing.", "remedy": ""}
    told = finding | {"text": "Falta el archivo."}
    assert findings.in_language(finding, "es") == told
    sent = json.loads(json.dumps(findings.in_all_languages(finding)))
    assert findings.in_language(sent, "es") == told
    assert findings.in_language(sent, "en") == finding


def unsaid(sentences: Iterable[str], having: str) -> list[str]:
    """What is said in no module in which a pattern is found."""
    keys = {key_of(text) for text in texts_in_code(having)}
    return [
        english
        for english in sentences
        if not {key_of(english), key_of(_clause(english))} & keys
        and not any(_may_say(key, english) for key in keys)
    ]


def _clause(english: str) -> str:
    return f"{english[:1].lower()}{english[1:].rstrip('.')}"


def _may_say(key: str, english: str) -> bool:
    """Whether a template says a sentence if a value may be anything in its places, because a
    catalogue may say one value differently."""
    if not english.startswith(key.split("{", 1)[0]):
        return False  # nearly all: they need no pattern
    pieces = pieces_of(key)
    enough = len("".join(piece.fixed for piece in pieces)) > 5 or key == "a {name}"
    form = "".join(re.escape(p.fixed) + ("(.+)" if p.name else "") for p in pieces)
    return len(pieces) > 1 and enough and re.fullmatch(form, english, re.DOTALL) is not None


def test_every_sentence_of_the_catalogue_is_said_by_the_builder() -> None:
    """Modules that have sentences say most of them, those with its first letters the others: the
    rest is taken apart only if that is not enough."""
    assert TEXTS
    left = unsaid(TEXTS, having=A_SENTENCE)
    begun = "|".join(re.escape(_clause(english)[1:12]) for english in left)
    left = left and unsaid(left, having=begun)
    assert not left or not unsaid(left, having="")


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(GAMES.glob("*/game.toml"))])
def test_nothing_that_players_read_lacks_its_spanish(name: str) -> None:
    look = Look(read_once(name))
    check_translations(look)
    assert [str(found) for found in look.found] == []


def test_what_rules_name_themselves_needs_its_spanish_and_has_it_in_answers(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    folder = tmp_path / "hill"
    text = (folder / "text.es.toml").read_text(encoding="utf-8")
    assert voice(load_game(folder), "es")("combined-arms") == "armas combinadas"
    left_out = text.replace("combined-arms =", "#").replace("motor =", "#")
    (folder / "text.es.toml").write_text(left_out, encoding="utf-8")
    look = Look(load_game(folder))
    check_translations(look)
    (note,) = look.found
    assert note.problem.text.endswith("class.motor, word.combined-arms.")


def test_what_to_do_about_a_module_is_said() -> None:
    say = findings.complaining("es")
    assert [code for code, about in CODES.items() if say(about.remedy) == about.remedy] == []


def test_the_page_of_declared_rules_keeps_no_word_of_its_file() -> None:
    game = read_once("tarsa")
    said = " ".join(line.text for part in rules_page(game, "es") for line in part.lines)
    for word in ("foot", "wheels", "beaches", "rain", "storm", "evacuated", "air strikes"):
        assert not re.search(rf"\b{word}\b", said), word
    assert "Turno 3: lluvia." in said
    assert "Marisma: a pie 3, sobre ruedas cerrado por entrar." in said


def test_the_command_tells_its_findings_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KESSEL_LANGUAGE", "es")
    told = CliRunner().invoke(app, ["check", "nr"]).stdout
    assert "nota: " in told
    assert "De dónde salen los valores" in told
    assert told.rstrip().endswith("sin errores, 1 observación.")


@pytest.mark.parametrize(
    ("line", "english", "spanish"),
    [
        (
            "x = [",
            "Invalid value. Write a number,",
            "el valor no se puede leer. Escribe un número,",
        ),
        ("[a]\n[a]", "Cannot declare 'a' twice.", "no se puede declarar 'a' dos veces."),
        ("x = 1\nx = 2", "Cannot overwrite a value.", "no se puede cambiar un valor ya escrito."),
        ("x = {a = 1", "Unclosed inline table.", "una tabla no se cierra."),
    ],
)
def test_what_is_no_toml_is_told_in_both_languages(
    line: str, english: str, spanish: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.toml"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        read_toml(file)
    (problem,) = caught.value.problems
    say = findings.complaining("es")
    assert problem.remedy
    assert f"Not valid TOML: {english}" in str(problem)
    assert f"No es TOML válido: {spanish}" in f"{say(problem.text)} {say(problem.remedy)}"
