"""The canvas of maps: its pages follow each other, and its pictures are the same every time."""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image, ImageChops

from builder.drawing.canvas import Paint, TextStyle
from builder.drawing.plates import PlateCanvas


def picture_of(canvas: PlateCanvas) -> Image.Image:
    picture, top = Image.new("RGB", canvas.size), 0
    for strip in canvas.rows(7):
        picture.paste(strip, (0, top))
        top += strip.height
    assert top == canvas.size[1]
    return picture


def test_pages_follow_each_other_and_wide_sheets_are_whole() -> None:
    """A drawing of several pages, wider than the page that the PDF format allows."""
    canvas = PlateCanvas(15_000, 20, background="white")
    for x in range(60_000):
        canvas.rect(x / 4, 0, 1, 20, Paint(fill="#0000ff"))
    canvas.rect(14_990, 5, 10, 10, Paint(fill="#ff0000"))
    picture = picture_of(canvas)
    blue, red = (0, 0, 255), (255, 0, 0)
    assert [picture.getpixel((x, 10)) for x in (0, 7_000, 14_980, 14_995)] == [blue] * 3 + [red]


def test_what_is_transparent_in_a_picture_shows_the_ground_and_dots_are_round() -> None:
    canvas = PlateCanvas(40, 40, background="white")
    halves = Image.new("RGBA", (20, 10), (255, 0, 0, 255))
    halves.paste((0, 0, 255, 0), (10, 0, 20, 10))
    canvas.image(halves, 10, 10, 20, 10)
    canvas.dots([(20, 30)], 4, "#00ff00")
    picture = picture_of(canvas)
    seen = [picture.getpixel(place) for place in ((14, 15), (26, 15), (20, 33), (24, 34))]
    assert seen == [(255, 0, 0), (255, 255, 255), (0, 255, 0), (255, 255, 255)]


def test_equal_drawings_are_equal_to_the_pixel() -> None:
    def once() -> bytes:
        canvas = PlateCanvas(60, 40, 1.5, background="cream")
        canvas.circle(20, 20, 9, Paint(fill="#3f7d3a", stroke="black", opacity=0.6))
        canvas.text(5, 30, "Minsk", TextStyle(size=12, halo="white", halo_width=1.0))
        return picture_of(canvas).tobytes()

    assert once() == once()


HALOED = TextStyle(size=11, colour="#274b8a", anchor="middle", halo="white", halo_width=1.6)
NUMBERS = [(x + x / 31, y, f"{x * 7 + y}") for x in range(25, 280, 50) for y in (14, 40, 66.4)]


def test_many_texts_look_as_they_do_one_by_one() -> None:
    """Their halos are copies of masks, so that edges differ a little, and nothing else does."""
    pictures = []
    for many in (True, False):
        canvas = PlateCanvas(310, 80, background="#8fae6b")
        if many:
            canvas.texts(NUMBERS, HALOED)
        else:
            for x, y, text in NUMBERS:
                canvas.text(x, y, text, HALOED)
        pictures.append(picture_of(canvas))
    plain = Image.new("RGB", (310, 80), "#8fae6b")
    seen = [_apart(pictures[1], one) for one in (pictures[0], plain)]
    assert seen[0] * 8 < seen[1], f"{seen[0]} tones apart, and {seen[1]} where nothing is drawn"


def _apart(one: Image.Image, other: Image.Image) -> int:
    """By how many tones of grey two pictures differ in all their pixels."""
    tones = ImageChops.difference(one, other).convert("L").histogram()
    return int(math.fsum(tone * many for tone, many in enumerate(tones)))


def test_texts_of_more_letters_than_a_font_of_halos_has_keep_theirs() -> None:
    many = [(5.0, 14.0, "".join(map(chr, range(0x21, 0x250))))]
    canvas = PlateCanvas(60, 20, background="black")
    canvas.texts(many, replace(HALOED, anchor="start"))
    assert picture_of(canvas).getpixel((6, 5)) == (255, 255, 255)
