"""An adopted game without rules, and a module that nobody took over: every question is answered in
one sentence that says what to do."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from builder.adopt.adopting import adopt
from builder.game.problems import ProblemsError

DATA = Path(__file__).parents[1] / "data" / "vassal"
LOG = DATA / "turn1.vlog"

QUESTIONS = [
    ["turn"], ["score"], ["arrivals"], ["supply"], ["zones"], ["stacking"], ["odds"], ["plan"],
    ["retreats", "0405"], ["advances", "0405"], ["moves", "red-guard"],
]  # fmt: skip


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("unruled") / "source-art"
    adopt(DATA / "sample.vmod", "oracle", parent)
    return parent


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question[0])
def test_a_game_without_rules_says_which_file_to_write(
    question: list[str], games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_GAMES", str(games))
    name, *rest = question
    told = CliRunner().invoke(app, [name, str(LOG), *rest])
    assert told.exception is not None
    assert f"Kessel has no rules for 'oracle': write {games}/oracle/rules.toml" in str(
        told.exception
    )


def test_the_referee_says_what_it_cannot_judge(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_GAMES", str(games))
    told = CliRunner().invoke(app, ["referee", str(LOG)])
    assert told.exit_code == 0
    assert "Cannot be judged" in told.stdout
    assert "unlawful 0" in told.stdout


def test_the_report_counts_what_lies_on_the_map_where_no_place_has_a_name(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_GAMES", str(games))
    spaces = games / "oracle" / "map" / "spaces.csv"
    assert "Main Map," in spaces.read_text(encoding="utf-8")
    table = '[[unit]]\ncounter = "red-guard"\nhex = "Main Map"\n'
    (tmp_path / "now.toml").write_text(f'game = "oracle"\nturn = 1\n{table}', encoding="utf-8")
    told = CliRunner().invoke(app, ["report", str(tmp_path / "now.toml")])
    assert "Red: 1 unit on the map" in told.stdout


@pytest.mark.parametrize("question", [["report"], *QUESTIONS], ids=lambda q: q[0])
def test_a_strangers_module_says_what_can_be_done_with_it(question: list[str]) -> None:
    name, *rest = question
    told = CliRunner().invoke(app, [name, str(LOG), *rest])
    assert isinstance(told.exception, ProblemsError)
    assert "the module 'Oracle Test', not to a Kessel game" in str(told.exception)
    assert "`kessel bind` binds it to one of these games" in str(told.exception)
