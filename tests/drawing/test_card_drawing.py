"""Event cards: an event for each side, long texts made to fit, room to write, the common back."""

from __future__ import annotations

from dataclasses import replace

from PIL import ImageChops

from builder.drawing.card_size import HEIGHT, WIDTH, card_height
from builder.drawing.cards import (
    CardBack,
    CardEvent,
    CardFront,
    back_picture,
    draw_front,
    front_picture,
    hidden_picture,
    text_points,
)
from builder.drawing.pixels import PixelCanvas

RED, BLUE = "#b2473e", "#3f6fa3"
CARD = CardFront("7", "A game", (CardEvent(RED, "Rain", "All is mud."), CardEvent(BLUE, "Sun")))
PIXELS = 254  # four to the millimetre


def at(card: CardFront, x: float, y: float) -> tuple[int, ...]:
    return front_picture(card, PIXELS).getpixel((round(x * 4), round(y * 4)))  # type: ignore[return-value]


def test_each_event_bears_its_sides_colour() -> None:
    assert at(CARD, 50, 14.5) == (0xB2, 0x47, 0x3E, 255)
    assert at(CARD, 50, HEIGHT / 2 + 6) == (0x3F, 0x6F, 0xA3, 255)
    assert at(CARD, 0.1, 0.1)[3] == 0


def test_three_sides_share_the_card() -> None:
    green = replace(CARD, events=(*CARD.events, CardEvent("#3f7d3a", "Fog")))
    assert at(green, 50, 62.5) == (0x3F, 0x7D, 0x3A, 255)


def test_a_long_text_stays_in_its_half() -> None:
    long = CardEvent(RED, "Rain", "A long event that goes on and on. " * 20)
    other = replace(CARD, events=(long, CARD.events[1]))
    changed = ImageChops.difference(
        front_picture(CARD, PIXELS).convert("RGB"), front_picture(other, PIXELS).convert("RGB")
    ).getbbox()
    assert changed is not None
    assert changed[1] > 20 * 4
    assert changed[3] < HEIGHT / 2 * 4 + 20


def test_a_text_that_is_too_long_to_be_read_is_known() -> None:
    def points(text: str) -> float:
        return text_points(replace(CARD, events=(CardEvent(RED, "Rain", text), CARD.events[1])))

    assert points("All is mud.") > 9
    assert points("A long event that goes on and on. " * 15) > 5
    assert points("A long event that goes on and on. " * 30) < 5


def test_a_long_title_stays_in_its_band() -> None:
    long = CardEvent(RED, "Officers without any experience at all")
    other = replace(CARD, events=(replace(long, text="All is mud."), CARD.events[1]))
    changed = ImageChops.difference(
        front_picture(CARD, PIXELS).convert("RGB"), front_picture(other, PIXELS).convert("RGB")
    ).getbbox()
    assert changed is not None
    assert changed[1] > 13.4 * 4
    assert changed[3] < 20.6 * 4


def test_an_event_without_text_has_lines_to_write_on() -> None:
    blank = front_picture(replace(CARD, events=(CardEvent(RED), CARD.events[1])), PIXELS)
    body = blank.crop((20 * 4, 22 * 4, 30 * 4, 40 * 4)).convert("RGB")
    assert len(body.getcolors(1000) or ()) > 1


def test_the_part_of_the_deck_shows() -> None:
    plain = front_picture(CARD, PIXELS)
    marked = front_picture(replace(CARD, part="45", struck=True, part_colour="#a8382c"), PIXELS)
    changed = ImageChops.difference(plain.convert("RGB"), marked.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[0] > WIDTH * 4 * 0.75
    assert changed[3] < 13 * 4


def test_a_card_for_the_knife_fills_its_bleed() -> None:
    canvas = PixelCanvas(WIDTH + 2, HEIGHT + 2, 4, background="black")
    with canvas.group(x=1, y=1):
        draw_front(canvas, CARD, flat=True, bleed=1)
    assert canvas.picture().getpixel((1, 1)) == (0xF8, 0xF3, 0xE4)


def test_the_back_bears_the_title() -> None:
    back = CardBack("#5b2a26", "No Retreat", "Event cards")
    assert back_picture(back, PIXELS).size == (PIXELS, card_height(PIXELS))
    other = back_picture(replace(back, title="Another"), PIXELS)
    assert back_picture(back, PIXELS).tobytes() != other.tobytes()


def test_the_sign_of_what_is_hidden_leaves_the_face_free() -> None:
    sign = hidden_picture(100, 140)
    box = sign.getchannel("A").getbbox()
    assert box is not None
    assert box[0] > 75
    assert box[1] > 110
