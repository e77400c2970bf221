"""Event cards: both halves, long texts made to fit, the common back."""

from __future__ import annotations

from builder.drawing.cards import HEIGHT, WIDTH, Half, _paragraph, draw_card, draw_card_back
from builder.drawing.pixels import PixelCanvas

RED, BLUE = "#b2473e", "#3f6fa3"


def test_each_half_bears_its_sides_colour() -> None:
    canvas = PixelCanvas(WIDTH, HEIGHT)
    halves = (Half("Red", RED, "Rain", "All is mud."), Half("Blue", BLUE, "Sun", "", "initiative"))
    draw_card(canvas, "7", halves)
    picture = canvas.picture()
    assert picture.getpixel((200, 14)) == (178, 71, 62, 255)
    assert picture.getpixel((200, round(HEIGHT / 2) + 6)) == (63, 111, 163, 255)
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)


def test_long_texts_become_smaller_until_they_fit() -> None:
    text = "A long event that goes on and on. " * 12
    size, lines = _paragraph(text, 200, 100)
    assert 7 <= size < 12.5
    assert len(lines) * size * 1.25 <= 100 or size == 7
    assert " ".join(lines).split() == text.split()


def test_the_back_bears_the_title() -> None:
    blank, titled = PixelCanvas(WIDTH, HEIGHT), PixelCanvas(WIDTH, HEIGHT)
    draw_card_back(blank, "")
    draw_card_back(titled, "No Retreat")
    assert blank.picture().tobytes() != titled.picture().tobytes()
