"""Captions of regions and seas on a picture: whole, and not under counters."""

from __future__ import annotations

import pytest

from assistant.report import picture
from assistant.report.captions import Captions
from assistant.report.overlays import LaidOut, counters_of, lies_under
from assistant.report.sheet import sheet_of
from assistant.table import open_scenario
from builder.drawing.canvas import TextStyle
from builder.drawing.map.caption_places import standing
from builder.drawing.map.labels import Box
from builder.drawing.map.scene import Scene
from builder.drawing.plates import PlateCanvas


class _Letters(PlateCanvas):
    """Where letters are written."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.at: list[tuple[str, float, float]] = []

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        self.at.append((text, x, y))
        super().text(x, y, text, style)


@pytest.mark.parametrize(
    ("game", "scenario", "again", "gone"),
    [
        ("dagc", "historical", {"PRIPET MARSHES", "GULF OF FINLAND"}, set()),
        ("nr", "campaign", {"CAUCASUS", "WESTERN BALKANS"}, {"GREATER GERMANY"}),
        ("aldra", "the-bridge", {"HALE FOREST"}, set()),
        ("aldra", "night-march", set(), set()),
    ],
)
def test_a_caption_under_counters_or_cut_is_written_where_there_is_room(
    game: str, scenario: str, again: set[str], gone: set[str]
) -> None:
    """What has no room is left out, and what was written is taken off."""
    position = open_scenario(game, scenario).position
    sheet = sheet_of(position)
    table, labels = LaidOut(position, sheet.layout), sheet.labels("en")
    part = picture.part_with_units(position, sheet.layout)
    found = Captions(table, sheet.standing("en"), part)
    canvas = _Letters(sheet.layout.width, sheet.layout.height)
    found.draw(canvas)
    counters = counters_of(table)
    for letter, x, y in canvas.at:
        assert part[0] <= x <= part[2], letter
        assert part[1] <= y <= part[3], letter
        assert not lies_under((x - 3, y - 6, x + 3, y), counters, table.unit), letter
    written = {letter for letter, _, _ in canvas.at}
    assert written == {letter for text in again for letter in text if letter != " "}
    boxes = {name: box for name, (_, box) in labels.items()}
    taken_off = {
        one.text
        for one in standing(Scene(position.game, sheet.layout), boxes)
        if all(any(_holds(bare, ink) for bare in found.bare) for ink in one.inked)
    }
    assert taken_off == again | gone


def _holds(outer: Box, inner: Box) -> bool:
    return all(outer[n] <= inner[n] and inner[n + 2] <= outer[n + 2] for n in (0, 1))
