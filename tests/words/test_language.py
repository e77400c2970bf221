"""Which language a reader gets, on the command line and on the page."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from assistant.board.app import make_app
from assistant.board.changed import SENTENCES, Change
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.cli.errors import explain
from assistant.cli.language import speaker, tell_unknown
from assistant.cli.surroundings import FOLDERS, SIZES, forget_nonsense
from assistant.questions.protocol import QuestionError
from assistant.words.language import readers_language, unknown_language
from assistant.words.voice import general

RING = """
game = "dagc"
turn = 3
phase = "soviet-post-combat"
board = "blank"
unit = [
  { id = "D", side = "german", type = "infantry", strength = [3, 2], hex = "4416" },
  { id = "A", side = "soviet", type = "infantry", strength = [4, 2], hex = "4315" },
  { id = "B", side = "soviet", type = "cav-mech", strength = [4, 2], hex = "4515" },
  { id = "C", side = "soviet", type = "infantry", strength = [4, 2], hex = "4417" },
]
"""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"KESSEL_LANGUAGE": "es", "LANG": "en_GB.UTF-8"}, "es"),
        ({"KESSEL_LANGUAGE": "ES"}, "es"),
        ({"KESSEL_LANGUAGE": "fr", "LANG": "es_ES.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_MX"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:es:en"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LANGUAGE": "es"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_AR.UTF-8"}, "es"),
    ],
)
def test_the_readers_language(environment: dict[str, str], language: str) -> None:
    assert readers_language(environment) == language
    told = environment.get("KESSEL_LANGUAGE", "")
    assert unknown_language(environment) == (told if told == "fr" else "")


def test_a_language_that_kessel_does_not_speak_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KESSEL_LANGUAGE", "fr\x1b[2J")
    tell_unknown(["kessel", "show", "x", "--language", "es"])
    assert capsys.readouterr() == ("", "")
    tell_unknown(["kessel", "show", "x"])
    out, told = capsys.readouterr()
    assert (out, "KESSEL_LANGUAGE is 'fr" in told, "\x1b" in told) == ("", True, False)


NONSENSE = {"COLUMNS": "99999999", "TERMINAL_WIDTH": "x", "XDG_CACHE_HOME": "here"}
SENSE = {"COLUMNS": "120", "LINES": "9999", "XDG_DATA_HOME": os.sep + "there"}


def test_nonsense_of_the_environment_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*SIZES, *FOLDERS):
        monkeypatch.delenv(name, raising=False)
    for given, kept in ((NONSENSE, {}), (SENSE, SENSE)):
        for name, text in given.items():
            monkeypatch.setenv(name, text)
        forget_nonsense()
        assert {n: os.environ[n] for n in (*SIZES, *FOLDERS) if n in os.environ} == kept


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells its own language")
def test_without_any_word_it_is_english() -> None:
    assert readers_language({}) == "en"


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    path = tmp_path / "ring.toml"
    path.write_text(RING, encoding="utf-8")
    return path


def kessel(*words: object, language: str = "en") -> str:
    environment = {"KESSEL_LANGUAGE": language, "COLUMNS": "200"}
    done = CliRunner().invoke(app, [str(word) for word in words], env=environment)
    assert done.exit_code in (0, 1), done.exception
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["supply"], ["Alemán: 1 sin suministro", "Sin línea de suministro", "Unidad"]),
        (["zones"], ["Alemán: 6 hexágonos"]),
        (["stacking"], ["Ninguna pila incumple las reglas."]),
        (["moves", "D"], ["6 puntos de movimiento", "Tira el dado"]),
        (["odds"], ["Atacantes", "provisional"]),
        (["odds", "4416"], ["atacantes:", "defensor sin suministro", "+1 columna", "Columna"]),
        (["retreats", "4416"], ["Cerrado", "Allí hay unidades enemigas."]),
        (["advances", "4416", "--from", "B"], ["Avance a 4416", "El avance es voluntario"]),
        (["report"], ["turno 3", "Mejores ataques", "Sin retirada posible", "puntos de victoria"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_every_question_in_spanish(ring: Path, words: list[str], said: list[str]) -> None:
    command, *rest = words
    for found in (
        kessel(command, ring, *rest, language="es"),
        kessel(command, ring, *rest, "--language", "es"),
    ):
        for phrase in said:
            assert phrase in found, found


def test_json_is_english_unless_asked(ring: Path) -> None:
    english = json.loads(kessel("supply", ring, "--json", language="es"))
    spanish = json.loads(kessel("supply", ring, "--json", "--language", "es"))
    one, other = (
        next(unit for unit in answer["units"] if unit["id"] == "D") for answer in (english, spanish)
    )
    assert one["because"][0]["text"] == "No line to a working source."
    assert other["because"][0]["text"].startswith("Sin línea de suministro")
    assert one["state"] == other["state"] == "oos"


def test_what_is_wrong_is_told_in_spanish_too(ring: Path) -> None:
    done = CliRunner().invoke(app, ["odds", str(ring), "9999", "--language", "es"])
    assert isinstance(done.exception, QuestionError)
    assert str(done.exception) == "'9999' no es un hexágono de este mapa: van del 1000 al 5028."


def test_a_file_that_cannot_be_used_is_told_in_spanish(tmp_path: Path) -> None:
    damaged, wrong = tmp_path / "damaged.vsav", tmp_path / "wrong.toml"
    damaged.write_bytes(b"no save")
    wrong.write_text('game = "dagc"\nboard = "round"\n', encoding="utf-8")
    for path, said in (
        (damaged, "; elige un .vsav, .vlog o .vmod tal como lo escribió VASSAL."),
        (wrong, "Tablero desconocido: 'round'. Escribe own o blank."),
        (
            tmp_path / "none.vsav",
            "Escribe su ruta desde la carpeta en que estás, o la ruta entera.",
        ),
    ):
        words = ["supply", str(path), "--language", "es"]
        error = CliRunner().invoke(app, words).exception
        assert isinstance(error, Exception)
        assert (explain(error, speaker(words)) or [""])[0].endswith(said)


def test_the_page_answers_in_its_language(ring: Path) -> None:
    client = TestClient(make_app(Session([open_source(ring)], 1)), base_url="http://localhost")

    def texts(language: str) -> list[str]:
        units = client.get("/api/scene", params={"language": language}).json()["units"]
        return [reason["text"] for reason in units[0]["supply"]["because"]]

    assert texts("en") == texts("xx") == texts("") == ["No line to a working source."]
    assert texts("es") == ["Sin línea de suministro hasta una fuente en servicio."]
    wrong = client.get("/api/odds", params={"hex": "9999", "language": "es"})
    assert (wrong.status_code, wrong.json()) == (
        422,
        {"error": "'9999' no es un hexágono de este mapa: van del 1000 al 5028."},
    )
    words = client.get("/api/board").json()["words"]
    assert words["es"]["field.cut_by"] == "la cortan"


@pytest.mark.parametrize("kind", SENTENCES)
def test_every_change_in_spanish(kind: str) -> None:
    change = Change(kind, "6th Army", "4416", "3", "4", "Enemy units stand there.")
    if kind == "turn":
        change = Change(kind, after="Turn 4")
    told = general("es").told(str(change))
    assert told.text != str(change) or kind in ("state", "moved")
    assert set(told.unknown) <= {"6th Army"}
