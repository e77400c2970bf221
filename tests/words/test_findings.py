"""What `check` finds is said in Spanish, with its names and numbers as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.words import findings
from builder.game.check.findings import Look
from builder.game.check.translations import check_translations
from builder.game.rulebook.page import rules_page
from builder.game.toml_file import read_toml
from builder.lint.codes import CODES
from tests.words.sources import read_once

ROOT = Path(__file__).parents[2]
TEXTS = read_toml(ROOT / "assistant/words/check.es.toml").data["check"]
GAMES = ROOT / "source-art"
ROOMS = ("game", "drawing", "module", "lint", "tracing", "bind", "hexes", "geography")


def templates() -> Iterator[str]:
    """What the builder writes in its code, as expressions in which a value may be anything."""
    for path in (path for room in ROOMS for path in (ROOT / "builder" / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                yield "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)"
                    for part in node.values
                )


@pytest.fixture(scope="module")
def written() -> list[re.Pattern[str]]:
    found = sorted({one for one in templates() if len(one.replace("(.+)", "")) > 5})
    return [re.compile(one, re.DOTALL) for one in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Write a number: 0 or more.", "Escribe un número: 0 o más."),
        ("Write a number: 1000 or less.", "Escribe un número: 1000 o menos."),
        ("Write a whole number.", "Escribe un número entero."),
        ("Write a list in [square brackets].", "Escribe una lista entre [corchetes]."),
        ("Write a day, as 1944-06-22.", "Escribe un día, como 1944-06-22."),
        ("'advance.hexes' is a table.", "'advance.hexes' es una tabla."),
        ('Write one of: "free", a number.', 'Escribe uno de: "free", o un número.'),
        ("Unknown type 'ship'.", "Tipo desconocido: 'ship'."),
        ("Did you mean 'infantry'?", "¿Querías decir 'infantry'?"),
        (
            "Column 'strength': 'nine' does not read as whole numbers with spaces between.",
            "Columna 'strength': 'nine' no se lee como números enteros separados por espacios.",
        ),
        ("Column 'setup': what nobody has translated.", "Columna 'setup': what nobody has translated."),
        (
            "the marked hexes lie on one line: mark another far from it",
            "los hexágonos marcados están en una misma recta: marca otro lejos de ella",
        ),
        ("Nobody has translated this.", "Nobody has translated this."),
    ],
)  # fmt: skip
def test_a_sentence_is_said(text: str, said: str) -> None:
    assert findings.says_findings("es")(text) == said
    assert findings.says_findings("en")(text) == text


def test_a_finding_keeps_what_is_no_sentence() -> None:
    finding = {"file": "a.csv", "line": 3, "text": "The file is missing.", "remedy": ""}
    told = findings.in_language(finding, "es")
    assert told == finding | {"text": "Falta el archivo."}


@pytest.mark.parametrize("english", TEXTS)
def test_both_languages_have_the_same_places_and_the_builder_says_it(
    english: str, written: list[re.Pattern[str]]
) -> None:
    assert sorted(set(re.findall(r"\{\w+\}", english))) == sorted(
        set(re.findall(r"\{\w+\}", TEXTS[english]))
    )
    bare, start = english.rstrip("."), english.removesuffix("{text}")
    assert any(
        one.fullmatch(text) for one in written for text in (english, bare, bare + ".", start)
    )


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(GAMES.glob("*/game.toml"))])
def test_nothing_that_players_read_lacks_its_spanish(name: str) -> None:
    look = Look(read_once(name))
    check_translations(look)
    assert [str(found) for found in look.found] == []


def test_what_to_do_about_a_module_is_said() -> None:
    say = findings.says_findings("es")
    assert [code for code, about in CODES.items() if say(about.remedy) == about.remedy] == []
    assert say("the hexes at (1, 2) and (3, 4) are both called '0101'.").startswith("los hexágonos")


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
