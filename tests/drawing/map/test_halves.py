"""A sheet that two processes draw looks as if one had drawn it, whatever becomes of the other."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from builder.drawing.below import box_of
from builder.drawing.canvas import Paint
from builder.drawing.erasing import NOTHING
from builder.drawing.map.draw import Country
from builder.drawing.map.halves import Drawn, Lower, Over, Partner, Underway, bands_of
from builder.drawing.map.layout import MapLayout, layout_map
from builder.drawing.map.picture import labels_of
from builder.drawing.map.scene import Scene
from builder.drawing.plates import PlateCanvas
from builder.drawing.png import STRIP, FlatPng
from builder.game.model import Game
from tests.wide import some

from .conftest import Sample

LEVELS = (3, 3)
TONES = 12
"""By how much sheets may differ whose letters are not the same, because few tones stand for all."""


@pytest.fixture
def game(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    sample.names = {"0404": "Alone"}
    return sample.game()


@pytest.fixture
def partner(game: Game) -> Iterator[Partner]:
    found = Partner.of(game, layout_map(game))
    assert found is not None
    yield found
    found.end()


def painted(game: Game, layout: MapLayout, partner: Partner | None) -> tuple[bytes, bytes]:
    """The sheet, and a part of it with something over it, as a first picture makes them."""
    box = 5, 3, layout.width - 7, layout.height - 11
    wide, high = box[2] - box[0], box[3] - box[1]
    canvas = PlateCanvas(wide, high)
    canvas.circle(wide / 2, high / 2, high / 3, Paint(fill="red", opacity=0.5))
    drawn = Drawn(game, layout, "en", partner)
    sheet, part = FlatPng((layout.width, layout.height), 3), FlatPng((wide, high), 3)
    cut = min(drawn.cut - box[1], high)
    upper = Underway(drawn.upper(LEVELS, Over(box, canvas.pages(), ())), box, 0, sheet)
    for strip in canvas.rows_over(upper, STRIP, box[1], NOTHING, (0, cut)):
        part.add(strip)
    upper.finish()
    found = drawn.lower()
    if isinstance(found, Lower):
        sheet.add_packed(found.sheet)
        part.add_packed(found.part)
    else:
        lower = Underway(found, box, drawn.cut, sheet)
        for strip in canvas.rows_over(lower, STRIP, box[1], NOTHING, (cut, high)):
            part.add(strip)
        lower.finish()
    canvas.close()
    return sheet.data(), part.data()


@pytest.mark.parametrize("lost", some(["", "next", "boxes", "tones", "lower"], "lower"))
def test_what_lies_below_names_is_what_a_sheet_without_them_shows(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Whoever drew which rows: the name stands where they meet."""
    monkeypatch.setattr("builder.machine.children.cores", lambda: 2)
    sample.rows = 18  # so that one does
    layout = layout_map(sample.game())
    cut = bands_of(layout)[0][1]
    rows = {name: layout.pixels.centre(name)[1] - cut for name in sample.game().grid.places}
    sample.names = {name: "Amid" for name, row in rows.items() if abs(row) < 80}
    sample.more = '[[drawing.map.caption]]\nname = "Far"\nhexes = ["0402", "0602", "0802"]'
    game = sample.game()
    names = Country(Scene(game, layout)).names
    (caption,) = names.captions
    towns = [box_of(place.box) for place in names.places.values()]
    amid, *_ = [box for box in towns if box[1] + 2 < cut < box[3] - 2]
    partner = Partner.of(game, layout)
    assert partner is not None
    try:
        if lost == "next":
            partner.end()
        elif lost:
            monkeypatch.setattr(partner, lost, lambda: None)
        drawn = Drawn(game, layout, "en", partner)
        whole = Image.open(BytesIO(drawn.file(3)))
    finally:
        partner.end()
    sample.names, sample.more = {}, ""
    without = Image.open(BytesIO(Drawn(sample.game(), layout, "en").file(3)))
    assert len(drawn.below[amid]) == 2
    assert drawn.below.keys() == {*towns, *caption.erased}
    for box in (amid, *caption.erased):
        shown = Image.new("RGB", (box[2] - box[0], box[3] - box[1]), "red")
        for piece in drawn.below[box]:
            size = shown.width, piece.height(shown.width * 3)
            shown.paste(Image.frombytes("RGB", size, piece.pixels), (0, piece.row))
        assert apart(shown, without.crop(box)) <= TONES
        assert apart(shown, whole.crop(box)) > 100


def apart(one: Image.Image, other: Image.Image) -> int:
    """By how many levels two pictures differ at most."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def flat(file: bytes) -> bytes:
    """The pixels of a PNG: what is packed quickly need not be packed alike."""
    return Image.open(BytesIO(file)).tobytes()


@pytest.mark.parametrize("lost", some(["", "next", "tones", "lower"], ""))
def test_a_sheet_of_two_processes_looks_the_same(
    game: Game, partner: Partner, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Also if the other ends before its first layer, its rows, or their being packed."""
    layout = layout_map(game)
    assert len(bands_of(layout)) == 2
    alone = painted(game, layout, None)
    if lost == "next":  # it never comes to rows then
        partner.end()
    elif lost:
        monkeypatch.setattr(partner, lost, lambda: None)
    together = painted(game, layout, partner)
    assert [flat(one) for one in together] == [flat(one) for one in alone]


def test_a_sheet_with_nothing_over_it_is_packed_alike(game: Game, partner: Partner) -> None:
    layout = layout_map(game)
    assert Drawn(game, layout, "en", partner).file(3) == painted(game, layout, None)[0]


def test_the_other_process_tells_where_labels_stand_and_keeps_what_it_drew(
    game: Game, partner: Partner
) -> None:
    labels = partner.labels()
    assert labels
    assert labels == labels_of(game, layout_map(game))
    assert [partner.next() is None for _ in range(4)] == [False] * 4
