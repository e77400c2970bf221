"""Names are taken off a picture: what lies below them shows again, and nothing else changes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from builder.drawing.below import Piece, packed, unpacked
from builder.drawing.erasing import Bare
from builder.drawing.rows import Box, Strip

GREEN, BROWN, BLACK, WHITE = (0, 200, 0), (160, 120, 60), (0, 0, 0), (255, 255, 255)


def ground(wide: int = 120, high: int = 60) -> Image.Image:
    """Green at the left, brown at the right, and a black road through both."""
    picture = Image.new("RGB", (wide, high), GREEN)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((wide // 2, 0, wide, high), fill=BROWN)
    pen.line((0, 10, wide, 14), fill=BLACK, width=2)
    return picture


def test_what_lies_in_another_strip_is_left_alone() -> None:
    strip = Strip.of(ground())
    before = bytes(strip.memory)
    boxes = (10, 20, 110, 40), (10, 130, 110, 150), (200, 70, 220, 80), (10, 70, 50, 90)
    known = {box: [Piece(0, bytes((box[2] - box[0]) * 60))] for box in boxes[:-1]}
    Bare(boxes, below=lambda: known).erase(strip, 60)
    assert bytes(strip.memory) == before, "nor what nobody knows anything about"


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
    bare = Bare([name], (20, 10), lambda: kept)
    shown = Image.new("RGB", before.size)
    for top, foot in ((0, 17), (17, 44), (44, 60)):
        strip = Strip.of(written.crop((0, top, 120, foot)))
        bare.erase(strip, top)
        shown.paste(strip.picture(), (0, top))
    inside = max(0, box[0]), max(0, box[1]), min(120, box[2]), min(60, box[3])
    assert shown.crop(inside).tobytes() == before.crop(inside).tobytes()
