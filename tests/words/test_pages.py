"""What the pages tell beside their answers is Spanish too: names of one word, sheets, pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from assistant.desk.desk import Desk
from assistant.home import summary
from assistant.words.data import spoken
from assistant.words.voice import voice
from builder.game.skeleton import new_game
from tests.wide import all_but
from tests.words.sources import ROOT, read_once

GAMES = ("aldra", "dagc", "karga", "kursk", "mlb", "nr", "saltmarsh", "tarsa", "uis")
HOME = (ROOT / "assistant" / "home" / "static" / "words.js").read_text(encoding="utf-8")


def test_names_of_one_word_are_told() -> None:
    told = {"called": {"soviet-partisan": "Partisans"}, "kind": "partisan"}
    assert spoken(told, voice(read_once("kursk"), "es")) == {
        "called": {"soviet-partisan": "Partisanos"},
        "kind": "partisan",
    }


@pytest.mark.parametrize("game", all_but(GAMES, "uis"))
def test_the_home_page_names_every_sheet_of_the_desk(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its title in the game, or by a word that the page has in both languages."""
    monkeypatch.setenv("KESSEL_OWN", str(tmp_path))
    sheets = Desk.of(ROOT / "source-art" / game).start()["sheets"]
    own = {sheet["title"] for sheet in sheets if not sheet["titles"]}
    assert own
    assert not {name for name in own if len(re.findall(rf'^    "?{name}"?: ', HOME, re.M)) != 2}


def test_the_home_pages_picture_has_the_title_in_the_readers_language() -> None:
    folder = ROOT / "source-art" / "aldra"
    english = summary.picture(folder)
    assert summary.picture(folder, "fr") == english
    assert summary.picture(folder, "es") != english


def test_what_is_left_of_an_owners_copy_is_told_in_spanish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_OWN", str(tmp_path))
    told = CliRunner().invoke(app, ["own", "kursk", "--language", "es"]).stdout
    assert "terreno: quedan" in told
    assert "terrain" not in told


def test_a_new_game_needs_no_translation(tmp_path: Path) -> None:
    new_game("hill-fight", tmp_path, "es")
    told = CliRunner().invoke(app, ["check", str(tmp_path / "hill-fight"), "--language", "es"])
    assert "sin errores" in told.stdout
    assert "traducción" not in told.stdout


def test_the_spanish_page_shows_what_the_log_says() -> None:
    page = (ROOT / "docs" / "leeme.md").read_text(encoding="utf-8")
    shown = re.findall(r"^ {4}( +momento .+)$", page, re.M)
    log = str(ROOT / "docs" / "examples" / "evening.vlog")
    told = CliRunner().invoke(app, ["show", log, "--changes", "--language", "es"]).stdout
    assert shown
    assert set(shown) <= set(told.splitlines())
    assert not re.findall(r"^ {8,}= .+$", page, re.M)
