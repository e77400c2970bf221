"""Names in HTML are told as a person reads them."""

from collections.abc import Callable

import pytest

from builder.adopt.stock import table_piece
from builder.vassal.answers import Answers, Viewer
from builder.vassal.locations import Locator
from builder.vassal.markup import line_as_shown, line_without_tags, unescaped, unformatted
from builder.vassal.state import GameState
from builder.vassal.traits import BasicPiece, Label, Mask


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("12 <b>Panzer</b>", "12 <b>Panzer</b>"),
        ("a < b", "a < b"),
        ("<html><b>12</b> Panzer", "12 Panzer"),
        ("<HTML> <!-- by me -->Fog &ge; 3<br>Rain", "Fog ≥ 3 Rain"),
        ("<html><style> td { margin: 0 } </style>\n <table><tr><td>A<td>B</table>", "A B"),
        ("Note (<html><b>Rain</b>)", "Note (Rain)"),
        ("Woods (<html><div><font color=red>Block</font></div></html>)", "Woods (Block)"),
        ("<html>H<sub>2</sub>O, 3<sup>rd</sup>", "H2O, 3rd"),
        ("<html>open <!-- for ever", "open"),
        ("<html>1 < 2, 3 &lt;4&gt;", "1 < 2, 3 <4>"),
    ],
)
def test_what_a_person_reads(text: str, read: str) -> None:
    assert unformatted(text) == read


def test_thousands_of_open_comments_cost_no_more_than_their_letters() -> None:
    assert unformatted("<html>a" + "<!--<style>" * 200_000) == "a"


def test_a_label_in_html_is_a_plain_name() -> None:
    label = Label(label="<html><i>Rules</i> of the <b>day</b>", name_format="$pieceName$$label$")
    piece = table_piece((Mask(), label, BasicPiece()))
    state = GameState(pieces={piece.id: piece})
    answers = Answers(state, Locator(None, state), Viewer())
    assert answers.open_name(piece) == "Rules of the day"
    assert answers.name(piece) == "<html><i>Rules</i> of the <b>day</b>"


@pytest.mark.parametrize(
    "read", [unescaped, line_as_shown, line_without_tags, lambda text: unformatted(f"<html>{text}")]
)
def test_a_sign_of_thousands_of_figures_is_none(read: Callable[[str], str]) -> None:
    endless = f"&#{'1' * 5000};"
    assert read(f"- {endless} &#00252;") == f"- {endless} \xfc"
