"""Charts in other words than ours: what can be read is read, what cannot is told by its place."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from kursk_board import GH, SH, game, grey, position, red

from assistant.games.kursk import RULES
from assistant.games.kursk.charts import Charts
from assistant.position import Position
from assistant.questions.protocol import QuestionError
from builder.game.model import Table


@pytest.mark.parametrize(
    ("table", "place", "text", "said"),
    [
        ("step-modifiers", ("3-5", "die"), "none", "says 'none' in row '3-5', column 'die'"),
        ("mode-summary", ("mobile", "retreat"), "1/0", "says '1/0' in row 'mobile'"),
        ("combat-modifiers", ("defender-oos", "shift"), "two", "says 'two'"),
        ("combat-modifiers", ("defender-oos", "shift"), None, "has no row 'defender-oos'"),
        ("combat", ("1", "17-22"), "DR", "'DR' is no result"),
    ],
)
def test_a_chart_that_cannot_be_read_is_told_by_its_place(table, place, text, said) -> None:
    chart = game().tables[table]
    cells = {**chart.cells, place: text}
    rows = chart.rows
    if text is None:
        cells = {at: cell for at, cell in chart.cells.items() if at[0] != place[0]}
        rows = tuple(row for row in rows if row != place[0])
    broken = replace(chart, cells=cells, rows=rows)
    other = replace(game(), tables={**game().tables, table: broken})
    it = position(grey("A", "2016", 20), red("D", "2017", hq=""))
    state = {name: value for name, value in it.state.items() if name != "retreat-mobile"}
    it = replace(it, game=other, state=state)
    with pytest.raises(QuestionError, match=re.escape(said)):
        ask(it)


def ask(it: Position) -> None:
    """Questions that read every chart."""
    RULES.odds(it, ["2017"], ["A"], {})
    RULES.retreats(it, "2017", "2", [])


def test_open_rows_of_the_die_take_what_lies_beyond() -> None:
    chart = game().tables["combat"]
    names = {"-2": "<=-2", "7": "7+"}
    cells = {(names.get(row, row), column): text for (row, column), text in chart.cells.items()}
    rows = tuple(names.get(row, row) for row in chart.rows)
    tables = {**game().tables, "combat": replace(chart, cells=cells, rows=rows)}
    charts = Charts(replace(position(), game=replace(game(), tables=tables)))
    low, high = chart.columns[0], chart.columns[5]
    assert charts.results(low, -9) == charts.results(low, -8) == Charts(position()).results(low, -9)
    assert charts.results(high, 9)["6"] == Charts(position()).results(high, 9)["6"]


def test_a_printed_chart_takes_the_place_of_ours_without_code() -> None:
    columns = ("<=0", "1-5", "6-28", "29-35", "36-42", "43-49", "50-71", ">=72")
    rows = tuple(str(roll) for roll in range(1, 7))
    cells = {(row, column): f"{row}/{i}" for row in rows for i, column in enumerate(columns)}
    printed = {
        name: replace(chart, doubtful=frozenset()) for name, chart in game().tables.items()
    } | {"combat": Table("combat", columns, rows, cells)}
    it = position(GH, SH, grey("A", "2016", 20), red("D", "2017"))
    answer = RULES.odds(replace(it, game=replace(game(), tables=printed)), ["2017"], ["A"], {})
    assert (answer.column, answer.extra["base"], answer.stand_in) == ("6-28", "6-28", False)
    assert answer.results == {row: f"{row}/2" for row in rows}
