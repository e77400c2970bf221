"""A module made of every recipe is complete: the audit has nothing to say about it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from builder.lint import audit
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.module import Module, write_module
from builder.vassal.buildfile.recipes import cards, maps, pieces, play, windows
from builder.vassal.traits import (
    Delete,
    Layer,
    MarkMoved,
    Mask,
    Prototype,
    ReportAction,
    Trail,
)


def png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), "#8fa").save(stream, "PNG")
    return stream.getvalue()


def unit(gpid: str) -> c.PieceSlot:
    step = Layer(images=("a.png", "b.png"), level_names=("", "+ (reduced)"), name="Step")
    return pieces.piece_slot("1st Infantry", gpid, [step, Prototype(name="Unit")], image="a.png")


def whole_module() -> Module:
    numbering = c.HexGridNumbering(stagger=False)
    grid = c.HexGrid(dx=55.4, dy=64.0, x0=32, y0=32).holding(numbering)
    zones = [
        maps.box_zone("dead-pile", (600, 0, 100, 200), called="Dead pile"),
        maps.hex_zone("hexes", ((0, 0), (600, 0), (600, 500), (0, 500)), grid),
    ]
    board = maps.zoned_board("Board", "map.png", zones)
    card = pieces.card_slot("Ace", "9", [Mask(back_image="back.png", display="B")], image="a.png")
    start = pieces.setup_stack("0101", [unit("2")], board="Board", at=(0, 0), location="0101")
    box = pieces.setup_stack("dead", [unit("3")], board="Board", at=(650, 100))
    deck = cards.deck(
        "Draw", [card], board="Board", centre=(650, 400), size=(60, 90), reshuffle_into="Discard"
    )
    discard = cards.deck(
        "Discard", [], board="Board", centre=(650, 280), size=(60, 90), face_down=False
    )
    common = [MarkMoved(image="moved.png"), Trail(), ReportAction(), Delete()]
    return Module.of(
        "Whole",
        "1.0.0",
        [
            c.BasicCommandEncoder(),
            windows.documentation({"Keys": "help/keys.html"}, about="map.png"),
            play.roster(["Red", "Blue"]),
            play.global_options(),
            c.GlobalProperties().holding(
                play.shared_value("Weather", "fair", buttons=[play.change_button("Weather")]),
                play.shared_value("VP", "0", numeric=(0, 50)),
            ),
            c.PrototypesContainer().holding(pieces.prototype("Unit", common)),
            maps.main_map(
                "Map", board, (700, 500), parts=[start, box, deck, discard], unmoved="moved.png"
            ),
            windows.palette({"Red": {"Army": [unit("4")]}, "Blue": {"Army": [unit("5")]}}),
            windows.chart_window({"Map": "map.png"}),
            windows.inventory(group_by=["LocationName"]),
            windows.notes(),
            play.dice(count=1, sides=6, key="Ctrl+D"),
            play.turn_tracker(first=1, last=9, phases=["Move", "Fight"]),
            play.menu("State", ["Weather"]),
            cards.hand("Red"),
            play.setup("Start", "start.vsav"),
            c.Chatter(),
            c.KeyNamer(),
        ],
        images={
            "map.png": png(700, 500),
            **{name: png(60, 60) for name in ("a.png", "b.png", "back.png", "moved.png")},
        },
        files={"help/keys.html": b"<html></html>", "start.vsav": b""},
    )


def test_the_audit_is_silent(tmp_path: Path) -> None:
    path = tmp_path / "whole.vmod"
    write_module(whole_module(), path)
    assert [str(finding) for finding in audit(path)] == []


def test_the_turn_tracker_nests_phases_in_turns() -> None:
    (turn,) = play.turn_tracker(first=2, last=9, phases=["A", "B"]).children
    assert isinstance(turn, c.CounterTurnLevel)
    assert (turn.start, turn.loop_limit) == (2, 9)
    (phase,) = turn.children
    assert isinstance(phase, c.ListTurnLevel)
    assert phase.list_ == ("A", "B")


@pytest.mark.parametrize(("start", "index"), [(2.0, 1), (0.2, 11), (0.5, 7), (0.49, 7)])
def test_the_starting_zoom_counts_from_the_largest(start: float, index: int) -> None:
    assert maps.zoomer(start).zoom_start == index


def test_the_choices_of_a_button_are_one_field() -> None:
    assert play.change_button("Weather", choices=["fair", "mud"]).prop_changer == (
        r"E,Weather,fair\,mud"
    )


@pytest.mark.parametrize(("letters", "width"), [(1, 400), (50, 510), (200, 770)])
def test_a_palette_is_as_wide_as_its_longest_name(letters: int, width: int) -> None:
    """Names of Under an Iron Sky broke off after 32 letters, and in Spanish after 72."""
    slot = unit("4").replace(entry_name="4" * letters)
    window = windows.palette({"Red": {"Army": [slot]}})
    lists = [part for part in window.walk() if isinstance(part, c.ListWidget)]
    assert [page.width for page in lists] == [width]


def test_groups_lie_flat_and_none_is_left_out() -> None:
    window = c.MapWindow().holding([c.Scroller(), c.PieceMover()], None, c.KeyBufferer())
    assert [type(part) for part in window.children] == [c.Scroller, c.PieceMover, c.KeyBufferer]
