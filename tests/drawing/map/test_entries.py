"""The legend: each thing once, in its own colour; charts show a terrain as its spot."""

from __future__ import annotations

from typing import Any

import pytest

from builder.drawing.canvas import TextStyle
from builder.drawing.map.entries import Entry, entries, entry_of
from builder.drawing.map.read_config import map_drawing
from builder.drawing.typeset import title_lines
from builder.game.definition import Feature

from .conftest import Sample

SPOTS: list[dict[str, Any]] = [
    {"draw": "supply", "name": "Red source", "terrain": ["depot"], "colour": "#aa0000"},
    {"draw": "supply", "name": "Blue source", "set": "north", "colour": "#0000aa"},
    {"draw": "star", "name": "Objective", "set": "north", "colour": "gold"},
    {"draw": "star", "name": "Objective", "set": "north", "colour": "gold"},
]


def test_spots_have_their_colours_and_stand_once(sample: Sample) -> None:
    game = sample.game()
    game.definition.drawing["map"]["spot"] = SPOTS
    found = [e for e in entries(game, map_drawing(game)) if e.kind == "spot"]
    assert [(e.name, e.colour) for e in found] == [
        ("Red source", "#aa0000"),
        ("Blue source", "#0000aa"),
        ("Objective", "gold"),
    ]


def test_a_terrain_that_only_a_spot_shows(sample: Sample) -> None:
    game = sample.game()
    game.definition.drawing["map"]["spot"] = SPOTS
    config = map_drawing(game)
    depot = entry_of("terrain", "depot", Feature(name="Depot"), config)
    assert depot == Entry("spot", "supply", "supply", "Depot", "#aa0000")
    assert entry_of("terrain", "forest", Feature(), config).draw == "woods"


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Kursk", ["Kursk"]),
        ("No Retreat! The Russian Front", ["No Retreat!", "The Russian Front"]),
        ("1985: Under an Iron Sky", ["1985:", "Under an Iron Sky"]),
        ("The Destruction of Army Group Center", ["The Destruction of", "Army Group Center"]),
    ],
)
def test_titles_break_behind_their_signs(title: str, lines: list[str]) -> None:
    found, style = title_lines(title, 380, TextStyle(38, "black"))
    assert found == lines
    assert style.size > 30
