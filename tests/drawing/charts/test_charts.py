"""Charts say what the tables say, mark what is a stand-in, and speak Spanish."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pymupdf
import pytest

from builder.drawing.canvas import TextStyle
from builder.drawing.charts import Chart, draw_chart, game_charts
from builder.drawing.paper import PaperDocument
from builder.drawing.pixels import PixelCanvas
from builder.game.check.checking import check_game
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from tests.wide import all_but, paired

DAGC = Path(__file__).parents[3] / "source-art" / "dagc"


@cache
def charts_of(folder: Path, language: str) -> list[Chart]:
    """The charts of an installed game, which are laid out once."""
    return game_charts(load_game(folder), language)


def words_of(game, chart: str, language: str = "en") -> list[str]:
    """The lines of text of a chart, as a PDF holds them."""
    found = next(c for c in charts_of(game.folder, language) if c.id == chart)
    document = PaperDocument("chart")
    with document.page(found.width, found.height) as page:
        found.draw(page)
    (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
    return [line.strip() for line in sheet.get_text().splitlines() if line.strip()]


def test_the_result_table_is_whole() -> None:
    game = load_game(DAGC)
    table = game.tables["crt"]
    words = words_of(game, "table-crt")
    for result in set(table.cells.values()):
        count = sum(1 for value in table.cells.values() if value == result)
        assert sum(1 for line in words if line.rstrip(" ?") == result) == count
    assert sum(line.endswith("?") for line in words) == len(table.doubtful)
    assert any("stand-in" in line for line in words) == bool(table.doubtful)


def test_terrain_effects_mark_stand_ins() -> None:
    game = load_game(DAGC)
    words = words_of(game, "terrain")
    for feature in (*game.definition.terrain.values(), *game.definition.hexside.values()):
        if feature.draw != "none":
            assert feature.name in words
    hidden = {"natural", "defends"}
    doubtful = sum(
        feature.stand_in(effect)
        for kind in (game.definition.terrain, game.definition.hexside)
        for feature in kind.values()
        for effect in feature.values
        if effect not in hidden
    )
    assert doubtful
    assert sum(line.endswith("?") for line in words) == doubtful


def test_the_sequence_has_every_phase_in_order() -> None:
    game = load_game(DAGC)
    words = words_of(game, "sequence")
    places = [words.index(phase.name) for phase in game.definition.phase]
    assert places == sorted(places)
    assert words.count("SOVIET") == words.count("GERMAN") == 1, "interdiction parts no player turn"


@pytest.mark.parametrize(
    ("game", "chart", "english", "spanish"),
    [
        ("mlb", "table-negotiation-costs", "0.5", "0.5"),  # as its Spanish rulebook
        ("karga", "terrain", "0.5", "0,5"),  # what rules.toml says of a road
        ("kursk", "table-combat-modifiers", "11.56", "11.56"),  # a rule, no decimals
    ],
)
def test_decimals_have_a_comma_in_spanish_where_the_rulebook_has_no_point(
    game: str, chart: str, english: str, spanish: str
) -> None:
    read = load_game(DAGC.parent / game)
    assert english in words_of(read, chart)
    assert spanish in words_of(read, chart, "es")


def test_charts_in_spanish() -> None:
    game = load_game(DAGC)
    assert "Bosque" in words_of(game, "terrain", "es")
    assert "Movimiento soviético" in words_of(game, "sequence", "es")
    assert [chart.title for chart in game_charts(game, "es")][-1] == "Secuencia de juego"


def test_an_unknown_chart() -> None:
    game = load_game(DAGC)
    with pytest.raises(KeyError):
        draw_chart(PixelCanvas(10, 10), game, "weather")


UIS_RESULTS = {"D", "C", "A1", "A2"}


@pytest.mark.parametrize("name", ["dagc", "mlb", "nr", "kursk", "uis"])
def test_every_result_of_combat_has_its_words_and_its_tint(name: str) -> None:
    game = load_game(DAGC.parent / name)
    told = game.definition.drawing["charts"]["result"]
    tables = {"dagc": ["crt"], "mlb": ["combat"], "nr": ["axis", "soviet"], "kursk": ["combat"]}
    cells = {text for table in tables.get(name, []) for text in game.tables[table].cells.values()}
    results = cells or UIS_RESULTS
    assert results - {"-"} == set(told) - {"-"}
    assert all(look["name"] and look["tint"] for look in told.values())
    spanish = {result: game.texts["es"].get(f"result.{result}", "") for result in told}
    assert all(spanish.values()), spanish
    assert all(spanish[result] != look["name"] for result, look in told.items())


def test_a_row_of_two_lines_has_room_for_them() -> None:
    """The names of kursk's victory points in Spanish lay on the rules of their rows."""
    charts = game_charts(load_game(DAGC.parent / "kursk"), "es")
    (points,) = (one.sheet for one in charts if one.id == "table-victory-points")
    assert sorted({*points.row_heights}) == [34.0, pytest.approx(2 * 15 * 1.16 + 10)]


def test_many_results_are_told_by_their_rule() -> None:
    """Kursk's 25 results were listed one by one below the line that says how they read."""
    told = " ".join(words_of(load_game(DAGC.parent / "kursk"), "table-combat"))
    assert "attacker 4" not in told
    assert "each number is met" in told


def test_mistakes_in_the_looks_of_charts() -> None:
    game = load_game(DAGC)
    drawing = {**game.definition.drawing, "charts": {"table": {"crtt": {"title": "x"}}}}
    wrong = game.definition.model_copy(update={"drawing": drawing})
    with pytest.raises(ProblemsError, match=r"no table 'crtt'\. Did you mean 'crt'"):
        game_charts(replace(game, definition=wrong))


def test_no_text_leaves_its_chart() -> None:
    game = load_game(DAGC)
    for chart in game_charts(game):
        document = PaperDocument("chart")
        with document.page(chart.width, chart.height) as page:
            chart.draw(page)
        (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
        inner = sheet.rect + pymupdf.Rect(20, 20, -20, -20)
        for block in sheet.get_text("blocks"):
            assert pymupdf.Rect(block[:4]) in inner, block[4]


def test_without_effects_the_terrain_chart_is_a_key(tmp_path: Path) -> None:
    new_game("plain", tmp_path)
    path = tmp_path / "plain" / "game.toml"
    (tmp_path / "plain" / "rules.toml").unlink()  # which would say what ground does
    effects = re.compile(r"^(move|defence) = \d+\n", re.MULTILINE)
    path.write_text(effects.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
    words = words_of(load_game(tmp_path / "plain"), "terrain")
    assert words[0] == "Terrain key"
    assert "Woods" in words
    assert not any("dash" in line or line == "–" for line in words)


DECLARED = """
[movement]
class.foot = "infantry"
class.motor = "armour"
road = { replaces = 0.5 }
river = "stop"
[combat]
across.river = { attackers = -1 }
into.town = { defence = "double" }
"""


@pytest.mark.parametrize(
    ("row", "holds"),
    [
        ("Clear", ["1", "–", "–"]),
        ("Woods", ["Foot 1, Motor closed", "1", "–"]),
        ("Town", ["1", "1", "into it: defence double"]),
        ("Sea", ["closed", "–", "–"]),
        ("River", ["a move ends behind it", "+1", "across it: each attacker −1"]),
        ("Road", ["0.5", "–", "–"]),
    ],
)
def test_the_terrain_chart_says_what_declared_rules_say(
    tmp_path: Path, row: str, holds: list[str]
) -> None:
    """What rules.toml does to ground stands on the chart that players hold: no dash for it."""
    new_game("own", tmp_path)
    (tmp_path / "own" / "rules.toml").write_text(DECLARED, encoding="utf-8")
    text = (tmp_path / "own" / "game.toml").read_text(encoding="utf-8")
    text = text.replace("move = 2\ndefence = 1", 'move = { foot = 1, motor = "-" }\ndefence = 1', 1)
    (tmp_path / "own" / "game.toml").write_text(text, encoding="utf-8")
    charts = game_charts(load_game(tmp_path / "own"))
    sheet = next(chart.sheet for chart in charts if chart.id == "terrain")
    found = {cells[1].text: [cell.text for cell in cells[2:]] for cells in sheet.rows}
    assert found[row] == holds


def test_declared_results_need_no_second_list(tmp_path: Path) -> None:
    """A result of rules.toml is known to check, and the chart says what it does."""
    new_game("own", tmp_path)
    folder = tmp_path / "own"
    for name, old, new in (
        ("combat.csv", "crt,1,AE?", "crt,1,B1"),
        ("rules.toml", "[results.AE]", "[results.B1]\nattacker = { lose = 1 }\n[results.AE]"),
    ):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert check_game(folder).errors == 0
    charts = game_charts(load_game(folder))
    notes = next(chart.sheet.notes for chart in charts if chart.id == "table-crt")
    assert "B1: the attackers lose 1 step" in notes[0]
    assert "AE: the attackers are eliminated" in notes[0]
    assert notes[0].count("AE:") == 1


@pytest.mark.parametrize(
    ("name", "language"),
    all_but(paired(["dagc", "mlb", "nr", "kursk", "uis"], ["en", "es"]), "nr", "uis"),
)
def test_headings_can_be_read(name: str, language: str) -> None:
    """A long heading takes more lines, and does not shrink to what no eye can read: beside the
    figures below it, which are 15 high, it is at least two thirds of that."""
    for chart in charts_of(DAGC.parent / name, language):
        document = PaperDocument("chart")
        with document.page(chart.width, chart.height) as page:
            chart.draw(page)
        (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
        spans = [
            span
            for block in sheet.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            if span["text"].strip(" ?")
        ]
        largest = max(span["size"] for span in spans)  # the title's, 25 high
        small = {span["text"] for span in spans if span["size"] / largest < 10 / 25}
        assert not small, chart.id


@pytest.mark.parametrize(
    ("name", "language"),
    paired(["aldra", "saltmarsh", "karga", "tarsa", "dagc", "uis"], ["en", "es"]),
)
def test_what_a_cell_says_is_not_squeezed(name: str, language: str) -> None:
    """In Saltmarsh's chart of terrain "cavalry closed, the others 1" stood three fifths as wide."""
    for chart in charts_of(DAGC.parent / name, language):
        canvas = _Narrow(chart.width, chart.height)
        chart.draw(canvas)
        assert not canvas.found, chart.id


class _Narrow(PixelCanvas):
    """Words that stand narrower than they might in two lines."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.found: list[str] = []

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        if style.condensed < 0.85 and " " in text:
            self.found.append(text)
