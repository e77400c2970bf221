"""The page as one file: opens without a server, holds the answers of its moments, keeps marks."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from assistant.board.images import Images
from assistant.board.kept_moves import READ, kept_moves
from assistant.board.one_file import Shown, one_file
from assistant.board.questions import Asked
from assistant.board.session import Session
from assistant.board.source import open_source
from assistant.cli.app import app
from assistant.questions.answers import Moves, Reached, as_json
from assistant.questions.protocol import QuestionError
from assistant.words.voice import voice
from tests.board.visiting import PATIENCE, at_rest, paper

EVENING = Path(__file__).parents[2] / "docs/examples/evening.vlog"
TRY = "move:soviet-39:3301"
PLAN = "3401!soviet-6-guards,soviet-39!"
SHOWN = Shown(f"draw=arrow:3401:3405~note:3405:Hold&try={TRY}&plan={PLAN}", None, TRY)


WAYS = {
    "on from the start": (["sa", "sb"], [-1, -1]),
    "on from another": (["sa", "sab", "sabc"], [-1, 0, 1]),
    "by another way than the hex before": (["sa", "sb", "sba", "sabd"], [-1, -1, 1, list("sabd")]),
    "nowhere": ([], []),
}


class NeverRead(Mapping[str, Any]):
    """What a game works out when it is asked."""

    def __getitem__(self, name: str) -> Any:
        raise AssertionError(name)

    def __iter__(self) -> Any:
        raise AssertionError("asked")

    def __len__(self) -> int:
        raise AssertionError("asked")


@pytest.fixture(scope="module")
def file(images: Images, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of sixteen steps as one file, made once for all tests that look at it."""
    path = tmp_path_factory.mktemp("page") / "evening.html"
    shutil.copy(EVENING, turned := path.with_name("evening\u202egolv.vlog"))
    source = open_source(turned)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "map", lambda *_: paper())
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
    assert "evening\ufffdgolv.vlog" in page.title()
    assert "evening\ufffdgolv.vlog" in page.inner_text("#whose")
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


def test_its_moves_are_those_that_the_page_asks_for(
    file: Path, evening: Session, browser: Any
) -> None:
    asked, told = Asked(evening.sources[0], None, {}), {}
    for unit in asked.moment.position.units:
        with suppress(QuestionError):
            told[unit.id] = as_json(asked.about(unit=unit.id).moves())
    page = browser.new_page()
    page.goto(f"{file.as_uri()}#step=99&lang=__proto__")  # as of a longer log
    assert at_rest(page).inner_text("#steps").startswith("16 /")
    kept = page.evaluate(
        """async (units) => {
          const { ask } = await import("kessel/ask.js");
          return Promise.all(units.map((unit) => ask("moves", { unit })));
        }""",
        list(told),
    )
    page.close()
    assert sum(len(moves["reach"]) for moves in told.values()) > 100
    for moves, known in zip(kept, told.values(), strict=True):
        ways = [{name: one[name] for name in ("hex", "cost", "path")} for one in known["reach"]]
        assert moves["reach"] == ways
        closed = [{n: one[n] for n in ("hex", "rule", "text")} for one in known["refused"]]
        assert sorted(moves["refused"], key=str) == sorted(closed, key=str)
        assert {n: moves.get(n) for n in READ} == {n: known.get(n) for n in READ}


@pytest.mark.parametrize("ways", WAYS)
def test_a_way_is_folded_where_it_goes_on_from_another(ways: str) -> None:
    reach, folded = WAYS[ways]
    moves = Moves("a", 9, tuple(Reached(way[-1], len(way), tuple(way)) for way in reach))
    assert kept_moves(moves)["reach"]["ways"] == folded


def test_the_file_of_a_large_game_has_no_more_than_the_page_reads() -> None:
    long = [tuple(f"{at:04}" for at in range(end)) for end in range(2, 3000)]
    actions = {"cap": 9, "actions": NeverRead()}
    moves = Moves("a", 9, tuple(Reached(way[-1], 1, way) for way in long), extra=actions)
    assert len(json.dumps(kept_moves(moves))) < 60_000


def test_a_file_tells_no_name_that_could_become_a_script(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count("<script") == 4
    assert "\u202e" not in text
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
    assert page.read_text(encoding="utf-8").startswith("page")
