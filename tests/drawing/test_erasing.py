"""Words are taken off a picture: the ground around them lies over them, and nothing else changes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from builder.drawing.below import Piece, packed, unpacked
from builder.drawing.erasing import Bare, Letters, Patch
from builder.drawing.rows import Box, Strip

GREEN, BROWN, BLACK, WHITE = (0, 200, 0), (160, 120, 60), (0, 0, 0), (255, 255, 255)


def ground(wide: int = 120, high: int = 60) -> Image.Image:
    """Green at the left, brown at the right, and a black road through both."""
    picture = Image.new("RGB", (wide, high), GREEN)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((wide // 2, 0, wide, high), fill=BROWN)
    pen.line((0, 10, wide, 14), fill=BLACK, width=2)
    return picture


@pytest.mark.parametrize(
    ("box", "row", "left", "right"),
    [
        ((10, 20, 110, 40), 0, GREEN, BROWN),
        ((10, 20, 110, 40), 30, GREEN, BROWN),  # the strip begins amid the word
        ((10, 18, 50, 40), 0, GREEN, GREEN),  # the road runs by close above it
        ((70, 20, 300, 40), 0, BROWN, BROWN),  # the picture ends before the word
        ((-30, 20, 40, 80), 0, GREEN, GREEN),
        ((10, -5, 40, 65), 0, GREEN, GREEN),  # nothing above or below: its ends tell
    ],
)
def test_the_ground_lies_over_a_word(
    box: Box, row: int, left: tuple[int, ...], right: tuple[int, ...]
) -> None:
    picture = ground()
    ImageDraw.Draw(picture).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=WHITE)
    before = picture.crop((0, row, 120, 60))
    strip = Strip.of(before)
    Bare([Patch(box)]).erase(strip, row)
    after = strip.picture()
    inside = max(0, box[0]), max(0, box[1] - row), min(120, box[2]), min(60 - row, box[3] - row)
    laid = after.crop(inside)
    assert laid.getpixel((0, 0)) == left
    assert laid.getpixel((laid.width - 1, laid.height - 1)) == right
    assert WHITE not in [colour for _, colour in laid.getcolors(10_000) or ()]
    for picture in (before, after):
        picture.paste(WHITE, inside)
    assert before.tobytes() == after.tobytes(), "outside nothing changes"


def test_what_lies_in_another_strip_is_left_alone() -> None:
    strip = Strip.of(ground())
    before = bytes(strip.memory)
    Bare([Patch((10, 20, 110, 40))]).erase(strip, 60)
    Bare([Patch((10, 70, 110, 90)), Patch((200, 0, 220, 10))]).erase(strip, 0)
    assert bytes(strip.memory) == before


@pytest.mark.parametrize("box", [(10, 5, 50, 30), (-4, 5, 50, 30), (90, 40, 130, 70)])
def test_what_is_known_to_lie_below_a_name_shows_again(box: Box) -> None:
    """In pieces and strips that part elsewhere: the road runs on as if there had been no name."""
    before = ground()
    sheet = Image.new("RGB", (200, 100), GREEN)  # of which the picture is a part
    sheet.paste(before, (20, 10))
    name = box[0] + 20, box[1] + 10, box[2] + 20, box[3] + 10
    cut = (name[1] + name[3]) // 2
    halves = (name[1], cut), (cut, name[3])
    pieces = [
        Piece(top - name[1], sheet.crop((name[0], top, name[2], foot)).tobytes())
        for top, foot in halves
    ]
    written = before.copy()
    ImageDraw.Draw(written).rectangle(box, fill=WHITE)
    ImageDraw.Draw(before).line((box[2], 0, box[2], 60), fill=WHITE)  # beside the box
    ImageDraw.Draw(before).line((0, box[3], 120, box[3]), fill=WHITE)
    kept = unpacked(packed({name: pieces}))
    bare = Bare([Patch(name, name=name).moved(-20, -10)], lambda: kept)
    shown = Image.new("RGB", before.size)
    for top, foot in ((0, 17), (17, 44), (44, 60)):
        strip = Strip.of(written.crop((0, top, 120, foot)))
        bare.erase(strip, top)
        shown.paste(strip.picture(), (0, top))
    inside = max(0, box[0]), max(0, box[1]), min(120, box[2]), min(60, box[3])
    assert shown.crop(inside).tobytes() == before.crop(inside).tobytes()


@pytest.mark.parametrize("tone", [1.0, 0.97])
def test_what_lies_below_a_halo_is_seen_again(tone: float) -> None:
    """Letters go with their halo; the road below the halo stays, whatever the tone of the paper."""
    before = ground().point(lambda level: round(level * tone))
    box, colour = (5, 2, 45, 40), (244, 238, 220)
    halo, ink = Image.new("L", (40, 38), 0), Image.new("L", (40, 38), 0)
    ImageDraw.Draw(halo).rectangle((3, 3, 30, 30), fill=160)
    ImageDraw.Draw(ink).rectangle((10, 20, 20, 24), fill=255)
    written = before.copy()
    paper = Image.new("RGB", halo.size, tuple(round(level * tone) for level in colour))
    written.paste(paper, box[:2], halo)
    written.paste(BLACK, box[:2], ink)
    strip = Strip.of(written)
    Bare([Patch(box, Letters(ink.tobytes(), halo.tobytes(), colour))]).erase(strip, 0)
    after = strip.picture()
    assert before.getpixel((20, 11)) == BLACK, "the road is below the halo"
    most = max(high for _, high in ImageChops.difference(before, after).getextrema())
    assert most <= 8
