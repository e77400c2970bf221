"""Flat pictures as PNG files: packed in strips, read back in parts."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from builder.drawing import png
from builder.drawing.canvas import Paint
from builder.drawing.plates import PlateCanvas
from builder.drawing.png import SIGNATURE, STRIP, FlatPng, FlatRows, flat_png
from builder.drawing.rows import Rows


def drawing(wide: int, high: int) -> Image.Image:
    picture = Image.new("RGB", (wide, high), "#c8d0a0")
    pen = ImageDraw.Draw(picture)
    for at in range(0, high, 37):
        pen.line((0, at, wide, high - at), fill=(at % 256, 90, 30), width=3)
    return picture


def packed_rows(file: bytes) -> bytes:
    """What the file holds packed; zlib checks the sum of all strips."""
    place, found = len(SIGNATURE), b""
    while place < len(file):
        (size,) = struct.unpack_from(">I", file, place)
        if file[place + 4 : place + 8] == b"IDAT":
            found += file[place + 8 : place + 8 + size]
        place += size + 12
    return zlib.decompress(found)


@pytest.fixture(params=["isal", "zlib"])
def packer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawings are packed the same way where the machine has no isal."""
    if request.param == "zlib":
        monkeypatch.setattr(png, "igzip", None)
        monkeypatch.setattr(png, "SHORTENER", zlib)


@pytest.mark.usefixtures("packer")
@pytest.mark.parametrize("high", [1, 255, 256, 257, 700])
def test_a_flat_picture_is_the_same_when_it_is_read(high: int) -> None:
    picture = drawing(61, high)
    file = flat_png(picture, 3, {"Software": "Kessel"})
    assert len(packed_rows(file)) == high * (1 + 3 * 61)
    with Image.open(BytesIO(file)) as read:
        assert read.info == {"Software": "Kessel"}
        assert read.tobytes() == picture.tobytes()


def test_rows_may_come_one_after_the_other() -> None:
    picture = drawing(40, 300)
    file = FlatPng(picture.size, 6)
    for top in range(0, 300, 70):
        file.add(picture.crop((0, top, 40, min(300, top + 70))))
    data = file.data()
    assert packed_rows(data) == packed_rows(flat_png(picture, 6))


@pytest.mark.usefixtures("packer")
@pytest.mark.parametrize("box", [(0, 0, 61, 700), (5, 200, 60, 530), (60, 256, 61, 512)])
def test_a_part_is_read_without_the_rest(box: tuple[int, int, int, int]) -> None:
    picture = drawing(61, 700)
    rows = FlatRows.of(flat_png(picture, 6), box)
    assert rows is not None
    wanted = picture.crop(box)
    for top in range(0, wanted.height, 96):
        part = (0, top, wanted.width, min(wanted.height, top + 96))
        assert rows.crop(part).tobytes() == wanted.crop(part).tobytes()


@pytest.mark.usefixtures("packer")
@pytest.mark.parametrize("box", [(0, 0, 61, 700), (5, 200, 60, 530)])
def test_what_is_painted_over_does_not_depend_on_how_the_map_is_held(
    box: tuple[int, int, int, int],
) -> None:
    """A map that is kept is painted on where it was unpacked, one that was drawn now on a copy."""
    picture = drawing(61, 700)
    file = flat_png(picture, 6)
    part = picture.crop(box)

    def painted(under: Rows) -> list[tuple[int, bytes]]:
        canvas = PlateCanvas(part.width, part.height)
        canvas.circle(part.width / 2, part.height / 2, 100, Paint(fill="red", opacity=0.5))
        strips = list(canvas.rows_over(under, STRIP, box[1]))
        return [(strip.height, strip.picture().tobytes()) for strip in strips]

    kept = FlatRows.of(file, box)
    assert kept is not None
    found = painted(kept)
    assert found == painted(part)
    assert b"".join(rows for _, rows in found) != part.tobytes()
    assert [height for height, _ in found][:-1] == [STRIP - box[1] % STRIP] + [STRIP] * (
        len(found) - 2
    )


@pytest.mark.parametrize("box", [(0, 0, 61, 700), (5, 300, 60, 699), (1, 250, 2, 260)])
def test_a_part_of_what_was_unpacked_ahead(box: tuple[int, int, int, int]) -> None:
    picture = drawing(61, 700)
    whole = FlatRows.of(flat_png(picture, 6), (0, 0, 61, 700), ahead=True)
    assert whole is not None
    part = whole.part(box)
    assert (part.width, part.height) == (box[2] - box[0], box[3] - box[1])
    rows = part.crop((0, 0, part.width, part.height))
    assert rows.tobytes() == picture.convert("RGB").crop(box).tobytes()


@pytest.mark.usefixtures("packer")
def test_other_files_are_left_to_pillow() -> None:
    picture, stream = drawing(61, 300), BytesIO()
    picture.save(stream, "PNG")
    flat = flat_png(picture, 6)
    box = (0, 0, 61, 300)
    assert FlatRows.of(stream.getvalue(), box) is None
    assert FlatRows.of(flat, (0, 0, 62, 300)) is None
    assert FlatRows.of(flat[:60], box) is None
    assert FlatRows.of(b"GIF89a", box) is None
