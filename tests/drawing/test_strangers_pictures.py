"""Pictures of strangers are judged before they are unpacked."""

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from builder import limits
from builder.adopt.pictures import CUT_OFF, DAMAGED, SCANS, SIZELESS, UNKNOWN, Pictures
from builder.adopt.told import Told
from builder.drawing.png import IHDR, SIGNATURE, chunk
from builder.drawing.rasters import RasterError, opened
from builder.drawing.scans import scan_for
from builder.vassal.buildfile.components import GameModule
from builder.vassal.buildfile.module import Module
from builder.vassal.picture_header import open_header


def crumbled(parts: int) -> bytes:
    """A small PNG with so many texts in it."""
    stream = BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    text = b"tEXta\0b"
    chunk = struct.pack(">I", 3) + text + struct.pack(">I", zlib.crc32(text))
    return stream.getvalue()[:33] + chunk * parts + stream.getvalue()[33:]  # behind its first part


@pytest.mark.parametrize("as_file", [True, False])
def test_a_picture_in_pieces_is_refused_before_each_is_read(as_file: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    for parts, told in ((100, ""), (limits.PNG_PARTS, "more parts than any picture")):
        path.write_bytes(crumbled(parts))
        source = path if as_file else BytesIO(path.read_bytes())
        if told:
            with pytest.raises(ValueError, match=told):
                open_header(source)
        else:
            with open_header(source) as picture:
                assert picture.size == (8, 8)
                assert picture.getpixel((0, 0)) == (255, 0, 0)


@pytest.mark.parametrize("as_file", [True, False])
@pytest.mark.parametrize("scans", [10, 120])
def test_a_jpeg_that_is_drawn_again_and_again_is_not(
    scans: int, as_file: bool, tmp_path: Path
) -> None:
    """Each empty scan, of ten bytes, goes over all pixels: six thousand took a minute."""
    stream = BytesIO()
    Image.new("L", (64, 64), 128).save(stream, "JPEG", progressive=True)
    whole = stream.getvalue()
    empty = bytes.fromhex("ffda00080101 00 013f10")
    path = tmp_path / "x.jpg"
    path.write_bytes(whole[:-2] + empty * scans + whole[-2:])
    source = path if as_file else path.read_bytes()
    if scans < limits.JPEG_SCANS:
        with opened(source, "x.jpg", 10_000) as picture:
            assert picture.convert("RGB").getpixel((9, 9)) == (128, 128, 128)
        return
    with pytest.raises(RasterError) as error, opened(source, "x.jpg", 10_000):
        pass
    assert "x.jpg" in str(error.value.text)
    assert "more than 100 scans" in str(error.value.text)
    assert error.value.remedy == "Save it as PNG."


WEBP = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + b"\xff\x4f\0" * 2
JPEG = b"\xff\xd8\xff\xda" + b"\xff\xda" * 120 + b"\xff\xd9"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (JPEG, SCANS),
        (WEBP, UNKNOWN),
        (JPEG[:20], CUT_OFF),
        (b"GIF", DAMAGED),
        (b'<svg width="3em" height="3em"/>', SIZELESS),
        (b'<svg width="3em">', DAMAGED),
        (b"P6\n8 8\n255\n", UNKNOWN),
        (b"\0\0\0\x0cjP  ", UNKNOWN),
    ],
)
def test_what_asks_too_much_is_not_called_damaged(data: bytes, told: str) -> None:
    taken = Module(GameModule(), images={"a.jpg": data})
    assert Pictures(taken, Told()).fault("a.jpg") == told


def test_no_library_speaks_of_a_damaged_tiff(capfd: pytest.CaptureFixture[str]) -> None:
    """libtiff wrote lines of its own beside Kessel's sentence."""
    stream = BytesIO()
    Image.effect_noise((90, 90), 50).save(stream, "TIFF", compression="tiff_lzw")
    data = bytearray(stream.getvalue())
    for at in range(200, len(data) // 2, 37):
        data[at] ^= 0xFF
    for fault in (
        lambda: scan_for(bytes(data), "m.tif"),
        lambda: Pictures(Module(GameModule(), images={"m.tif": bytes(data)}), Told()).opened(
            "m.tif"
        ),
    ):
        with pytest.raises((RasterError, ValueError)):
            fault()
    assert capfd.readouterr().err == ""


def test_a_form_that_is_unpacked_in_one_piece_has_its_bound_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a TIFF Pillow looks at the size once more when it unpacks it."""
    path = tmp_path / "m.tif"
    Image.new("1", (2_000, 2_000)).save(path, compression="tiff_lzw")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1_000_000)
    with pytest.raises(RasterError) as error:
        scan_for(path, "m.tif", (4_000, 4_000))
    assert "more pixels than its form can be read with" in str(error.value.text)
    assert error.value.remedy == "Save it as PNG."


def test_a_large_jpeg_is_not_held_in_colours_beside_what_is_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A map of 120 million pixels took 860 MB on its way to the paper."""
    path, size = tmp_path / "m.jpg", (90, 60)
    tones = [Image.linear_gradient("L").rotate(turn).resize((120, 80)) for turn in (0, 90, 180)]
    Image.merge("RGB", tones).save(path, quality=95)
    monkeypatch.setattr("builder.drawing.scans.MOST_AT_ONCE", 0)
    slow = scan_for(path, "m.jpg", size)
    monkeypatch.setattr(limits, "SCAN_WHOLE", limits.Limit(10_000, "pixels", ""))
    monkeypatch.setattr("builder.drawing.scans._rows", lambda *_: pytest.fail("held in colours"))
    parted = scan_for(path, "m.jpg", size)
    assert slow.size == parted.size == size
    assert max(ImageStat.Stat(ImageChops.difference(slow, parted)).mean) < 3


def _sixteen_bits(channels: int, clear: tuple[int, ...] = ()) -> bytes:
    """A PNG of three pixels, 0, 20,000 and 65,535 in each channel."""
    rows = b"\0" + b"".join(struct.pack(">H", tone) * channels for tone in (0, 20_000, 65_535))
    colour = {1: 0, 3: 2}[channels]
    parts = [chunk(b"IHDR", IHDR.pack(3, 1, 16, colour, 0, 0, 0))]
    parts += [chunk(b"tRNS", struct.pack(f">{channels}H", *clear))] if clear else []
    return SIGNATURE + b"".join([*parts, chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")])


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("clear", [False, True])
def test_a_counter_of_16_bits_has_the_tones_that_java_draws(channels: int, clear: bool) -> None:
    data = _sixteen_bits(channels, (20_000,) * channels if clear else ())
    face = Pictures(Module(GameModule(), images={"a.png": data}), Told()).opened("a.png")
    tones = [face.getpixel((x, 0)) for x in range(3)]
    assert tones == [(0, 0, 0, 255), (78, 78, 78, 0 if clear else 255), (255, 255, 255, 255)]


@pytest.mark.parametrize("kind", ["TIFF", "GIF", "BMP"])
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_pictures_that_java_draws_are_drawn(kind: str, mode: str) -> None:
    Image.new("RGB", (4, 4), "white").convert(mode).save(stream := BytesIO(), kind)
    pictures = Pictures(Module(GameModule(), images={"a.png": stream.getvalue()}), Told())
    assert pictures.fault("a.png") == ""
    assert pictures.opened("a.png").getpixel((1, 1)) == (255, 255, 255, 255)
