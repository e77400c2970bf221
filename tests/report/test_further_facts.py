"""What games add to their answers, whatever its shape, is told so that people can read it."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console

from assistant.position import Position, Unit, called
from assistant.questions.answers import Attacks, Duty, Refusal, Standing, Turn
from assistant.report.answers import print_parts
from assistant.report.battles import attacks
from assistant.report.facts import further, plain
from assistant.report.turning import turn
from assistant.report.words import closed_hexes, hanging, packed, table
from assistant.words.voice import general
from builder.game.loader import load_game
from builder.saying import Saying

SAY = general("en")
REASON = {"rule": "6.3", "text": "Used from turn 2."}


def position() -> Position:
    """A unit on the map; the game knows more."""
    game = load_game("dagc")
    fort = game.counters["german-fort-orsha"]
    unit = Unit(fort.id, fort.side, fort.type, "3801", name=called(fort))
    return Position(game, game.board, (unit,))


def lines(extra: dict[str, Any], width: int = 80) -> list[str]:
    screen = Console(width=width, markup=False, highlight=False, emoji=False)
    with screen.capture() as told:
        for part in further(SAY, position(), extra):
            screen.print(part)
    return [line.rstrip() for line in told.get().splitlines()]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (3, ["  it: 3"]),
        (True, ["  it: yes"]),
        (["a", "b"], ["  it: a, b"]),
        ({"towns": 0, "goal": 65, "scores": [], "missing": None}, ["  it: towns 0, goal 65"]),
        ([{"hex": "0526", "owner": "axis"}], ["  it: 0526\N{NO-BREAK SPACE}axis"]),
        ([["zhukov", REASON]], ["  it: zhukov (6.3 Used from turn 2.)"]),
        (
            {"axis": {"pick": 3, "free": ["a"]}, "soviet": {"pick": 6, "free": []}},
            ["  it: axis:   chits to pick: 3", "              free:          a",
             "      Soviet: chits to pick 6"],
        ),
        (
            [{"side": "a", "group": "x", "hexes": []}, {"side": "b", "group": "y", "hexes": ["1"]}],
            ["  it: side  group  hexes", "      a     x      –", "      b     y      1"],
        ),
        (
            [{"after": "4727", "points": 3, "because": [], "reach": [
                {"hex": "4626", "cost": 5.5, "path": ["4626"]},
                {"hex": "4724", "cost": 8, "path": ["4724", "4725"]},
                {"hex": "4524", "cost": 8, "path": ["4524", "4625"]},
            ]}],
            ["  it: after  points  reach", "      4727   3       5.5: 4626 · 8: 4524 4724"],
        ),
        (
            [{"after": "1", "on": [{"hex": "2", "from": "1", "cost": 4}]}],
            ["  it: after  on", "      1      4: 2 from 1"],
        ),
        ([{"hex": "2", "from": "1", "cost": 4}], ["  it: hex  from  cost", "      2    1     4"]),
        (["german-fort-orsha", "soviet-39"], ["  it: Fortified locality Orsha, 39th Army"]),
        ({"german": 1}, ["  it: German 1"]),
    ],
)  # fmt: skip
def test_shapes(value: Any, told: list[str]) -> None:
    assert lines({"it": value}) == told


@pytest.mark.parametrize("value", [None, "", [], (), {}, {"a": 0, "b": []}])
def test_what_says_nothing_is_left_out(value: Any) -> None:
    assert lines({"it": value}) == []
    assert lines({"stand_in": False}) == []
    assert lines({"stand_in": True}) == ["  stand-in: yes"]


def test_chances_are_per_cents_and_figures_are_as_the_language_writes_them() -> None:
    told = {"chances": {"2/1": 0.25, "3/-": 0.75}, "share": 0.5}
    assert plain(general("es"), told) == ("probabilidades 2/1: 25%, 3/-: 75%, share 0,5")


def test_long_lists_say_how_long_they_are() -> None:
    (line,) = lines({"it": [str(n) for n in range(30)]}, 120)
    assert line == "  it: 0, 1, 2, 3, 4, 5, 6, 7, 8, ... (30 in all)"


def test_a_long_list_of_hexes_is_told_whole_as_a_reach_is() -> None:
    names = sorted(position().board.grid.places)
    assert lines({"it": names[:12]}, 120) == ["  it: " + " ".join(names[:12])]
    (first, *_) = lines({"it": names}, 120)
    assert first.startswith("  it: 1000–28 1100–27 1200–28 ")


def test_lines_hang_below_their_text() -> None:
    words = "word " * 30
    assert [line[:7] for line in lines({"it": words}, 60)][1:] == ["      w"] * 2
    point = {"rule": "A1", "option": "x", "value": 1, "note": words}
    assert lines({"readings": [point]}, 60)[1].startswith(" " * 14 + "word")


def test_tables_have_air_below_them(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.text import Text

    rows = table(SAY, "Hex")
    rows.add_row("0101")
    print_parts([rows, hanging(Text("7.4"), "why"), rows, Text("\nNext"), Text("end")])
    told = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert told == [
        "Hex",
        "────",
        "0101",
        "",
        "  7.4 why",
        "Hex",
        "────",
        "0101",
        "",
        "Next",
        "end",
    ]


def test_packed() -> None:
    assert packed(["a", "b", "c", "d"], 3) == "a  b  c\nd"


def test_declared_battles_without_an_answer_are_sentences() -> None:
    fort = position().units[0].id
    told = [{"battle": 2, "attackers": [fort], "defenders": [], "text": "It has no defenders."}]
    screen = Console(width=80, markup=False, highlight=False, emoji=False)
    with screen.capture() as printed:
        for part in attacks(SAY, position(), Attacks((), extra={"declared": told})):
            screen.print(part)
    assert "#2 Fortified locality Orsha: It has no defenders." in printed.get()
    assert "declared" not in printed.get()


def in_a_zone(name: str) -> Refusal:
    text = Saying("{hex} is in an enemy zone, and the unit has left one.", hex=name)
    return Refusal(name, "8.32", Saying("{unit}: {text}", unit="4th Panzer", text=text))


@pytest.mark.parametrize(
    ("hexes", "rows"),
    [
        (["3413", "3514"], ["3413 8.32 4th Panzer: 3413 is", "3514 8.32 4th Panzer: 3514 is"]),
        (
            ["3413", "3514", "3522"],
            ["3413 3514 3522 8.32 4th Panzer: 3413 is", "So it is with the others."],
        ),
    ],
)
def test_closed_hexes_of_one_reason_but_for_their_own_number_stand_together(
    hexes: list[str], rows: list[str]
) -> None:
    nr = load_game("nr")
    screen = Console(width=120, markup=False, highlight=False, emoji=False)
    with screen.capture() as printed:
        screen.print(closed_hexes(SAY, Position(nr, nr.board, ()), map(in_a_zone, hexes)))
    told = " ".join(printed.get().split())
    assert [row for row in rows if row not in told] == []
    assert told.count("is in an enemy zone") == len(rows) - ("So it is" in told)


def test_many_closed_hexes_leave_room_to_the_reason() -> None:
    nr = load_game("nr")
    closed = [in_a_zone(f"{column}{row:02}") for column in range(20, 26) for row in range(1, 20, 2)]
    screen = Console(width=80, markup=False, highlight=False, emoji=False)
    with screen.capture() as printed:
        screen.print(closed_hexes(SAY, Position(nr, nr.board, ()), closed))
    (first,) = (line for line in printed.get().splitlines() if "8.32" in line)
    hexes, reason = first.split("8.32")
    assert len(hexes.rstrip()) <= 36
    assert len(reason.strip()) > 24


def test_closed_areas_are_told_by_name() -> None:
    nr = load_game("nr")
    closed = [Refusal(name, "8.7", "Closed.") for name in ("western-balkans", "finland")]
    screen = Console(width=80, markup=False, highlight=False, emoji=False)
    with screen.capture() as printed:
        screen.print(closed_hexes(SAY, Position(nr, nr.board, ()), closed))
    assert "Western Balkans, Finland" in printed.get()


@pytest.mark.parametrize(("standing", "told"), [("may", 12), ("must", 30), ("forbidden", 12)])
def test_of_many_units_some_are_named_and_all_that_must(standing: Standing, told: int) -> None:
    dagc = load_game("dagc")
    many = tuple(list(dagc.counters)[:30])
    duty = Duty("These may move.", standing, "8.1", many)
    screen = Console(width=120, markup=False, highlight=False, emoji=False)
    with screen.capture() as printed:
        for part in turn(SAY, Position(dagc, dagc.board, ()), Turn(1, "", "soviet", (duty,))):
            screen.print(part)
    printed_row = " ".join(printed.get().split())
    assert printed_row.count(",") == told - 1
    assert ("... (30)" in printed_row) == (told < 30)
