"""The page as one file: opens without a server, holds the answers of its moments, keeps marks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.board.images import Images
from assistant.board.one_file import Shown, one_file
from assistant.board.session import Session
from assistant.cli.app import app
from assistant.words.voice import voice
from tests.board.visiting import PATIENCE, at_rest, paper

TRY = "move:soviet-39:3301"
PLAN = "3401!soviet-6-guards,soviet-39!"
SHOWN = Shown(f"draw=arrow:3401:3405~note:3405:Hold&try={TRY}&plan={PLAN}", None, TRY)


@pytest.fixture
def file(evening: Session, images: Images, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(images, "map", lambda *_: paper())
    source = evening.sources[0]
    path = tmp_path / "evening.html"
    said = one_file(source, images, voice(source.game, "en"), SHOWN)
    path.write_text(said, encoding="utf-8")
    return path


def test_it_opens_offline_and_answers(file: Path, browser: Any) -> None:
    context = browser.new_context(offline=True)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(file.as_uri())
    at_rest(page).click("#panel .attack:has-text('3302')")
    page.wait_for_selector("#chances .bar")
    page.click("#chances [data-result=DR]")
    page.wait_for_selector("#panel h3:has-text('If DR')")
    assert "draw=arrow%3A3401%3A3405" in at_rest(page).evaluate("location.hash")
    assert page.locator("#plan-this").count() == 0
    page.keyboard.press("Escape")
    assert "39th Army: 3300 → 3301" in at_rest(page).inner_text("#panel")
    page.click("#panel .planned .attack")
    page.wait_for_selector("#chances .bar")
    page.keyboard.press("Escape")
    page.click("#tried-or-not")
    assert "39th Army: 3300 → 3301" not in at_rest(page).inner_text("#panel")
    page.click("#tried-or-not")
    page.click("#back")
    assert at_rest(page).inner_text("#steps").startswith("15 /")
    assert not page.is_visible("#try")
    assert errors == []
    context.close()


def test_a_file_tells_no_name_that_could_become_a_script(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count("<script") == 4
    assert "connect-src" not in text
    assert "default-src 'none'" in text


def test_who_waits_for_a_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.board.one_file.one_file", lambda *given: "page")
    case, page = tmp_path / "case.toml", tmp_path / "page.html"
    case.write_text('game = "dagc"\nturn = 1\n', encoding="utf-8")
    told = CliRunner().invoke(app, ["serve", str(case), "--html", str(page), "--language", "es"])
    assert told.exit_code == 0, told.output
    assert "tarda un minuto" in told.stderr
    assert "tarda un minuto" not in told.stdout
    assert page.read_text(encoding="utf-8") == "page"
