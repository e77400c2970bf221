"""What the stack viewer says below counters that bear one designation."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from builder.game.loader import load_game
from builder.game.model import Counter as Piece
from builder.module.counters import short_name
from builder.module.labels import labels, small_lines
from builder.vassal.buildfile.recipes.maps import NOT_MASKED, stack_viewer


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["dagc", "kursk", "mlb", "nr", "uis"])
def test_no_two_units_of_a_side_are_labelled_alike(name: str, language: str) -> None:
    game = load_game(name)
    texts = labels(game, language)
    units = [counter for counter in game.counters.values() if counter.kind == "unit"]
    told = Counter((one.side, texts.get(one.id, one.name)) for one in units)
    assert [label for label, times in told.items() if times > 1] == []
    assert {text.count("<br>") for text in texts.values()} <= {small_lines(game, language)}


def test_an_army_s_support_units_are_told_apart_by_their_kind() -> None:
    texts = labels(load_game("uis"))
    for counter, kind in (("su-2gta-artillery", "Artillery"), ("su-2gta-ada", "Mobile Flak")):
        name, _, small = texts[counter].partition("<br>")
        assert "2 GTA" in name
        assert kind in small


def test_each_line_has_room_at_its_ends() -> None:
    """VASSAL measured "Cuartel" too narrow for what it painted, and cut the last letter off."""
    for text in labels(load_game("kursk"), "es").values():
        for line in text.split("<center>")[1].split("</center>")[0].split("<br>"):
            plain = line.replace("<font size=2>", "").replace("</font>", "")
            assert plain == "&nbsp;" or re.fullmatch("(&nbsp;){2}.+(&nbsp;){2}", plain), text


@pytest.mark.parametrize("lines", [0, 3])
def test_one_piece_has_no_half_empty_box_and_many_no_names_upon_each_other(lines: int) -> None:
    viewer = stack_viewer(counter=60, small_lines=lines)
    above, below = viewer.summary_report_format, viewer.counter_report_format
    assert ("countPieces==1" in above) == ('CountLocation()==1?""' in below) == bool(lines)
    most = 1600 // (86 if lines else 60)
    assert f"countPieces>{most}?" in above
    assert f'CountStack()>{most}?""' in below


@pytest.mark.parametrize("lines", [0, 3])
def test_one_of_several_in_a_box_has_its_short_name_and_any_name_room_at_its_ends(
    lines: int,
) -> None:
    """ "8th Italian Army" stood above and below its counter, cut off by the edges of the
    lower. VASSAL masks no property but the name: a stack told what its masked pieces are."""
    below = stack_viewer(counter=60, small_lines=lines).counter_report_format
    short = f'{NOT_MASKED}&&GetProperty("Short")!=""?GetProperty("Short")'
    condition = 'CountStack()<2&&CountLocation()==1?"":' if lines else "CountStack()>1&&"
    assert f":{condition}{short}:" in below
    assert ('"<html>&nbsp;&nbsp;"+PieceName+"&nbsp;&nbsp;<font' in below) == bool(lines)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Oslikovskiy", "Oslikovskiy"),
        ("III IT Corps", "III IT Corps"),
        ("Carpathian Front", "Carpathian"),
        ("Tridentina-Brennero", "Tridentina-…"),
    ],
)
def test_a_name_below_a_counter_ends_with_a_word_or_says_that_it_goes_on(
    name: str, short: str
) -> None:
    """ "Stalingra", "III IT Co" and "Carpathia" stood there."""
    assert short_name(Piece("a", "blue", "infantry", name=name)) == short
