"""Faces that are kept look as those that are drawn."""

from __future__ import annotations

from io import BytesIO
from typing import cast

import pytest
from PIL import Image

from builder.drawing import stamps as drawing
from builder.drawing.art import Art
from builder.drawing.counters import draw_counter
from builder.drawing.faces import CounterFace
from builder.drawing.plates import PlateCanvas
from builder.drawing.stamps import Stamps

FACES = (
    CounterFace("#8a9a6b", symbol="infantry", size="xx", strength=("4", "6"), name="Łódź"),
    CounterFace("field-grey", symbol="armour", size="xxx", strength=("9",), reduced=True),
    CounterFace("white", title="No\nSupply", glyph="no-supply"),
)


def pictured(stamps: Stamps) -> bytes:
    canvas = PlateCanvas(400, 120, background="cream")
    for number, face in enumerate((*FACES, FACES[0])):
        with canvas.group(x=10 + 90 * number, y=20):
            stamps.draw(canvas, face, 64)
    return next(canvas.rows(120)).tobytes()


def drawn_plainly() -> bytes:
    class Plain:
        def draw(self, canvas: PlateCanvas, face: CounterFace, size: float) -> None:
            draw_counter(canvas, face, size)

    return pictured(cast(Stamps, Plain()))


def test_a_kept_face_looks_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Stamps()
    seen = pictured(first)
    assert seen == drawn_plainly()
    assert first.are_new
    monkeypatch.setattr(drawing, "draw_counter", None)  # nothing is drawn anew
    later = Stamps(first.data())
    assert pictured(later) == seen
    assert not later.are_new
    assert later.data() == first.data()


def test_other_faces_and_sizes_are_drawn_and_the_latest_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "MOST", 2)
    kept = Stamps()
    for face in FACES[:2]:
        kept.draw(PlateCanvas(80, 80), face, 64)
    later = Stamps(kept.data())
    later.draw(PlateCanvas(80, 80), FACES[0], 63)
    assert later.are_new
    last = Stamps(later.data())
    last.draw(PlateCanvas(80, 80), FACES[0], 63)
    assert not last.are_new
    last.draw(PlateCanvas(80, 80), FACES[1], 64)
    assert last.are_new, "two are kept, and another was shown the last time"


def test_a_face_with_a_picture_or_on_a_turned_canvas_is_drawn_as_it_is() -> None:
    stream = BytesIO()
    Image.new("RGBA", (4, 4), "red").save(stream, "PNG")
    stamps, canvas = Stamps(), PlateCanvas(90, 90, background="white")
    stamps.draw(canvas, CounterFace(whole=Art("red", "red", stream.getvalue())), 64)
    with canvas.group(x=45, y=45, rotate=30):
        stamps.draw(canvas, FACES[0], 32)
    assert not stamps.are_new
    assert next(canvas.rows(90)).getpixel((10, 60)) == (255, 0, 0)
