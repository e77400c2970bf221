"""A designer's picture under the grid: where the grid lies, and that VASSAL names its hexes."""

from __future__ import annotations

import math
import random
import zlib
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageChops, ImageDraw

from builder import limits
from builder.drawing import scans, strips
from builder.drawing.map import under
from builder.drawing.map.layout import layout_map
from builder.drawing.map.picture import map_picture
from builder.drawing.map.under import remarks, sound
from builder.drawing.png import IHDR, SIGNATURE, chunk
from builder.drawing.rasters import RasterError, in_colours, size_of
from builder.game.loader import load_game
from builder.game.model import Game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game
from builder.hexes.fit import GridFit, Mark, UnfitError, fit_grid, suspect
from builder.hexes.grid import PixelGrid
from builder.module.grid import numbered_sections
from builder.module.map_picture import MapPicture
from builder.module.remarks import remarks as module_remarks
from builder.sheets.game import game_sheets
from builder.sheets.options import SheetOptions

MARKED = ("0101", "0114", "1001", "1014")
TURNED = GridFit((90.0, 120.0), math.radians(1.5), 44.0, 47.0)


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    new_game("own", folder)
    return folder / "own"


@pytest.fixture
def pictured(tmp_path: Path, skeleton: Path):
    """A game whose picture has a dot of its own colour in the middle of each hex."""

    def make(fit: GridFit, *, more: str = "", width: str = "", suffix: str = "png") -> Game:
        for file in skeleton.rglob("*"):
            if file.is_file():
                there = tmp_path / file.relative_to(skeleton)
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(file.read_bytes())
        grid = load_game(skeleton).grid
        plane = PixelGrid(grid, 1, 0, 0)
        image = Image.new("RGB", (830, 720), "#e8e0c8")
        pen = ImageDraw.Draw(image)
        for number, name in enumerate(grid.places):
            x, y = fit.pixel(*plane.centre(name))
            pen.ellipse((x - 6, y - 6, x + 6, y + 6), fill=_colour(number))
        (tmp_path / "art").mkdir(exist_ok=True)
        image.save(tmp_path / "art" / f"map.{suffix}")
        marks = "".join(
            f'[[drawing.map.fit]]\nhex = "{name}"\nat = [{x:.3f}, {y:.3f}]\n'
            for name in MARKED
            for x, y in [fit.pixel(*plane.centre(name))]
        )
        text = (tmp_path / "game.toml").read_text(encoding="utf-8")
        text = text.replace("hex-width = 80 ", f"{width} #")
        looks = f'[drawing.map]\npicture = "art/map.{suffix}"\n{more}\n{marks}\n'
        text = text.replace("[[drawing.map.box]]", looks + "[[drawing.map.box]]", 1)
        (tmp_path / "game.toml").write_text(text, encoding="utf-8")
        return load_game(tmp_path)

    return make


def _colour(number: int) -> tuple[int, int, int]:
    return (number * 67 % 200, number * 29 % 200, number * 97 % 200)


@pytest.mark.parametrize(
    "fit",
    [
        GridFit((100.0, 50.0), 0.0, 44.0, 44.0),
        TURNED,
        GridFit((2000.0, 1900.0), math.pi / 2, 30.0, 33.0),
        GridFit((0.0, 0.0), -3.0, 12.0, 11.0),
    ],
)
def test_the_fit_finds_origin_turn_and_both_pitches(skeleton, fit):
    grid = load_game(skeleton).grid
    plane = PixelGrid(grid, 1, 0, 0)
    marks = [Mark(name, fit.pixel(*plane.centre(name))) for name in MARKED[:3]]
    found = fit_grid(grid, marks)
    assert found.origin == pytest.approx(fit.origin, abs=1e-6)
    assert (found.turn, found.across, found.down) == pytest.approx((fit.turn, fit.across, fit.down))
    assert max(found.errors) < 1e-6


def test_the_mark_that_is_off_is_named(skeleton):
    grid = load_game(skeleton).grid
    plane = PixelGrid(grid, 1, 0, 0)
    marks = [Mark(name, TURNED.pixel(*plane.centre(name))) for name in (*MARKED, "0507")]
    assert suspect(grid, marks, fit_grid(grid, marks)) is None
    x, y = marks[2].at
    marks[2] = Mark("1001", (x + 44, y))
    assert suspect(grid, marks, fit_grid(grid, marks)) == 2


@pytest.mark.parametrize(
    ("names", "words"),
    [(("0101", "1014"), "oo few hexes are marked \\(2\\)"), (("0101", "0105", "0114"), "line")],
)
def test_marks_that_tell_too_little(skeleton, names, words):
    grid = load_game(skeleton).grid
    plane = PixelGrid(grid, 1, 0, 0)
    with pytest.raises(UnfitError, match=words):
        fit_grid(grid, [Mark(name, TURNED.pixel(*plane.centre(name))) for name in names])


@pytest.mark.parametrize("width", ["", "hex-width = 60"])
@pytest.mark.parametrize("fit", [TURNED, GridFit((60.0, 40.0), 0.0, 46.0, 52.0)])
def test_vassal_finds_each_hex_on_its_own_dot(pictured, fit, width):
    game = pictured(fit, width=width, more='panel = "none"')
    layout = layout_map(game)
    picture = map_picture(game, layout)
    assert picture.size == (layout.width, layout.height)
    (section,) = numbered_sections(layout.pixels)
    for number, name in enumerate(game.grid.places):
        x, y = section.centre(name)
        seen = picture.getpixel((x, y))
        assert max(abs(a - b) for a, b in zip(seen, _colour(number), strict=True)) < 30, name
        assert math.dist(section.hexes.location(name) or (0, 0), (x, y)) <= 2, name


def test_a_straight_picture_alone_goes_into_the_module_byte_by_byte(pictured):
    game = pictured(GridFit((60.0, 40.0), 0.0, 46.0, 52.0), more='panel = "none"', suffix="jpg")
    picture = MapPicture(game, "en")
    assert picture.name == "map.jpg"
    assert picture.draw() == (game.folder / "art/map.jpg").read_bytes()


def test_paper_shows_the_scan_as_sharp_as_it_is_where_the_module_has_it_smaller(pictured):
    game = pictured(TURNED, width="hex-width = 20", suffix="jpg")
    small, own = layout_map(game).under.sheet, replace(layout_map(game).under, scale=1.0).sheet
    (printed,) = [sheet for sheet in game_sheets(game, SheetOptions()) if "-map-" in sheet.name]
    with pymupdf.open(stream=printed.data) as document:
        (_, _, wide, high, *_, kind), *others = document[0].get_images()
    assert (wide, high) == own
    assert wide > 2 * small[0]
    assert (kind, others) == ("DCTDecode", []), "a JPEG stays one, once for all leaves"


@pytest.mark.parametrize(
    ("mode", "kind", "told"),
    [
        *[(mode, "PNG", "") for mode in ("RGB", "RGBA", "1")],
        ("RGB", "JPEG", ""),
        ("P", "GIF", "With --no-map all else"),
    ],
)
def test_a_picture_that_memory_does_not_hold_is_printed_coarser_or_refused_at_once(
    pictured, monkeypatch, mode, kind, told
):
    game = pictured(GridFit((60.0, 40.0), 0.0, 46.0, 52.0), width="hex-width = 46")
    with Image.open(game.folder / "art/map.png") as picture:
        picture.convert(mode).save(game.folder / "art/map.png", kind)
    whole = layout_map(game).under
    monkeypatch.setattr(under, "MOST_ON_SHEET", 100_000)
    monkeypatch.setattr(limits, "SCAN_WHOLE", 300_000)
    monkeypatch.setattr(scans, "MOST_AT_ONCE", 100_000)
    if told:
        with pytest.raises(RasterError, match=told):
            next(game_sheets(game, SheetOptions()))
    else:
        wide, high = whole.held().image().size
        assert 90_000 < wide * high < 110_000
        assert whole.held().sheet == (wide, high)


def test_grid_and_numbers_are_drawn_over_it(pictured):
    plain = pictured(GridFit((60.0, 40.0), 0.0, 46.0, 52.0), more='panel = "none"')
    before = map_picture(plain, layout_map(plain))
    drawn = pictured(
        GridFit((60.0, 40.0), 0.0, 46.0, 52.0),
        more='panel = "none"\nover = ["grid", "numbers", "terrain", "hexsides", "lines", "names", "marks"]',
    )
    after = map_picture(drawn, layout_map(drawn))
    assert before.size == after.size
    assert before.tobytes() != after.tobytes()


def test_a_mark_may_stand_where_no_hex_is(pictured):
    """A picture's corners are often no hexes of the map: an owner who says so moves nothing."""
    before = pictured(TURNED)
    path = before.folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    gone = ["0112", "0113", "0114", "1001", "1013", "1014"]
    place = 'towards = "east"        #'
    assert place in text
    without = f"without = {gone}".replace("'", '"')
    path.write_text(text.replace(place, f"{without}\n{place}", 1), encoding="utf-8")
    after = load_game(before.folder)
    assert len(after.grid) == len(before.grid) - len(gone)
    one, other = layout_map(before).pixels, layout_map(after).pixels
    for name in after.grid.places:
        assert other.centre(name) == pytest.approx(one.centre(name), abs=1e-6)


@pytest.mark.parametrize(("counter", "told"), [(40, 0), (60, 1)])
def test_counters_are_measured_by_the_hexes_of_the_picture(pictured, counter, told):
    game = pictured(GridFit((60.0, 40.0), 0.0, 46.0, 46.0))
    path = game.folder / "game.toml"
    path.write_text(f"{path.read_text('utf-8')}\n[module]\ncounter = {counter}\n", "utf-8")
    found = [str(one.text) for one in module_remarks(load_game(game.folder))]
    assert [text for text in found if "hexes" in text] == [
        f"Counters are {counter} pixels wide and hexes 46."
    ] * told


CASES = [
    ("off", 'hex = "0101"', 'hex = "0909"', "belongs to another hex|pixels off|beyond the picture"),
    ("missing", "art/map.png", "art/mop.png", "here is no picture"),
    ("backslash", '"art/map.png"', "'art\\map.png'", 'write "/"'),
    ("outside", "art/map.png", "../map.png", "lies outside"),
    ("no hex", 'hex = "0101"', 'hex = "9901"', "no hex of this map"),
    ("twice", 'hex = "0101"', 'hex = "1014"', "a second time"),
]


@pytest.mark.parametrize(("old", "new", "words"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_mistakes_are_told_at_their_line(pictured, old, new, words):
    game = pictured(TURNED)
    text = (game.folder / "game.toml").read_text(encoding="utf-8")
    (game.folder / "game.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    import re

    game = load_game(game.folder)
    try:
        layout_map(game)
        told = [str(problem) for problem in remarks(game)]
    except ProblemsError as error:
        told = [str(problem) for problem in error.problems]
    assert told
    assert re.search(words, told[0], re.IGNORECASE), told
    assert re.search(r"game\.toml:\d+:", told[0])


@pytest.mark.parametrize(
    ("suffix", "told"),
    [("png", "is cut off"), ("jpg", "is cut off"), ("png", "is damaged"), ("png", "fewer rows")],
)
def test_a_damaged_picture_is_told(pictured, suffix, told):
    game = pictured(TURNED, suffix=suffix)
    path = game.folder / f"art/map.{suffix}"
    whole = path.read_bytes()
    rest = {"is damaged": bytes(2988) + whole[-12:], "is cut off": b""}
    wide, high, *kind = IHDR.unpack(whole[16:29])
    taller = SIGNATURE + chunk(b"IHDR", IHDR.pack(wide, high + 1, *kind)) + whole[33:]
    path.write_bytes(whole[:-3000] + rest[told] if told in rest else taller)
    with pytest.raises(ProblemsError, match=told):
        sound(game)


@pytest.mark.parametrize(
    ("mode", "bits"),
    [
        *[(mode, 8) for mode in ("RGB", "L", "P", "RGBA")],
        *[(m, b) for m in "PL" for b in (1, 2, 4)],
    ],
)
def test_a_large_scan_is_read_by_strips_and_looks_the_same(tmp_path, monkeypatch, mode, bits):
    wide, high = 301, 257
    noise = Image.frombytes("RGB", (wide, high), random.Random(7).randbytes(wide * high * 3))
    path = tmp_path / "scan.png"
    if bits == 8:
        noise.convert(mode).save(path)
    else:
        path.write_bytes(thin(noise.convert("L").tobytes(), (wide, high), bits, mode == "P"))
    with Image.open(path) as picture:
        whole = in_colours(picture, "RGB")
    monkeypatch.setattr(strips, "_STRIP", 20_000)
    parts = list(strips.in_strips(path) or ())
    assert len(parts) > 3
    assert b"".join(part.tobytes() for part in parts) == whole.tobytes()
    smaller = strips.resized(iter(parts), high, (120, 100))
    other = whole.resize((120, 100), Image.Resampling.LANCZOS)
    assert max(extreme for _, extreme in ImageChops.difference(smaller, other).getextrema()) <= 1
    path.write_bytes(path.read_bytes()[:-5000])
    with pytest.raises(ValueError, match=r"too early|cannot be unpacked"):
        list(strips.in_strips(path) or ())


def thin(tones: bytes, size: tuple[int, int], bits: int, coloured: bool) -> bytes:
    """A PNG that gives each pixel so few bits, each row told by what differs from that above."""
    wide, high = size
    rows, above = [], bytes(-(-wide * bits // 8))
    for top in range(high):
        row = tones[top * wide : (top + 1) * wide]
        packed = "".join(f"{tone >> (8 - bits):0{bits}b}" for tone in row)
        packed = packed.ljust(8 * len(above), "0")
        plain = int(packed, 2).to_bytes(len(above), "big")
        rows.append(
            b"\2" + bytes((one - other) % 256 for one, other in zip(plain, above, strict=True))
        )
        above = plain
    header = IHDR.pack(wide, high, bits, 3 if coloured else 0, 0, 0, 0)
    palette = [chunk(b"PLTE", random.Random(3).randbytes(3 << bits))] * coloured
    body = chunk(b"IDAT", zlib.compress(b"".join(rows)))
    return b"".join([SIGNATURE, chunk(b"IHDR", header), *palette, body, chunk(b"IEND", b"")])


def test_a_scan_that_can_only_be_held_whole_has_a_lower_bound(pictured, monkeypatch):
    game = pictured(TURNED, suffix="gif")
    monkeypatch.setattr(limits, "SCAN_WHOLE", 1000)
    monkeypatch.setattr(scans, "MOST_AT_ONCE", 1000)
    with pytest.raises(ProblemsError, match="more than a gigabyte of memory"):
        layout_map(game)


@pytest.mark.parametrize(
    ("mode", "kind", "options", "remedy"),
    [
        ("I;16", "PNG", {}, "save it as PNG with 8 bits and without interlacing, or as a plain"),
        ("RGB", "GIF", {}, "save it as PNG with 8 bits and without interlacing, or as a plain"),
        (
            "RGB",
            "JPEG",
            {"progressive": True},
            "save it as PNG .* as a plain JPEG .not progressive.",
        ),
        ("RGB", "JPEG", {}, "save it as PNG with 8 bits and without interlacing, or scale it down"),
        *[(mode, "PNG", {}, "") for mode in ("1", "L", "P", "RGB", "RGBA")],
    ],
)
def test_what_would_make_a_picture_lighter(tmp_path, monkeypatch, mode, kind, options, remedy):
    path = tmp_path / "a"
    Image.new(mode, (200, 100)).save(path, kind, **options)
    monkeypatch.setattr(limits, "SCAN_WHOLE", 4000)
    monkeypatch.setattr(scans, "MOST_AT_ONCE", 4000)
    if not remedy:
        assert scans.scan_for(path, path.name, (400, 400)).size == (200, 100)
        return
    with pytest.raises(RasterError, match=f"(?i)more than a gigabyte of memory: {remedy}"):
        scans.fits(path, path.name, (400, 400))


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "RGBA"])
def test_faces_of_a_large_sheet_are_the_same_as_of_a_small_one(tmp_path, monkeypatch, mode):
    wide, high = 301, 257
    noise = Image.frombytes("RGBA", (wide, high), random.Random(5).randbytes(wide * high * 4))
    (noise if mode == "RGBA" else noise.convert(mode)).save(path := tmp_path / "sheet.png")
    boxes = [
        (x * 60, y * 50 + x, x * 60 + 60 + (x == 4), y * 50 + 52 + x)
        for y in range(5)
        for x in range(5)
    ]
    at_once = dict(scans.faces_of(path, "sheet.png", boxes))
    monkeypatch.setattr(strips, "_STRIP", 20_000)
    monkeypatch.setattr(scans, "MOST_AT_ONCE", 1000)
    parts = dict(scans.faces_of(path, "sheet.png", boxes))
    assert sorted(parts) == list(range(25))
    for number, part in parts.items():
        assert (part.mode, part.size) == (at_once[number].mode, at_once[number].size)
        assert part.tobytes() == at_once[number].tobytes()


@pytest.mark.parametrize(
    ("suffix", "options", "refused"),
    [
        ("png", {}, False),
        ("jpg", {}, False),
        ("jpg", {"progressive": True}, True),
        ("webp", {}, True),
        ("tiff", {}, True),
    ],
)
def test_a_board_too_large_is_read_smaller_or_refused(
    tmp_path, monkeypatch, suffix, options, refused
):
    path = tmp_path / f"board.{suffix}"
    Image.new("RGB", (200, 100), "red").save(path, **options)
    monkeypatch.setattr(scans, "MOST_AT_ONCE", 5000)
    monkeypatch.setattr(limits, "SCAN_WHOLE", 8000)
    if refused:
        with pytest.raises(RasterError, match="more than a gigabyte"):
            scans.fits(path, path.name, (80, 40))
        with pytest.raises(RasterError, match="more than a gigabyte"):
            scans.scan_for(path, path.name, (80, 40))
    else:
        scans.fits(path, path.name, (80, 40))
        board = scans.scan_for(path, path.name, (80, 40))
        assert board.size == (80, 40)
        assert board.getpixel((40, 20))[0] > 250
        assert scans.scan_for(path, path.name, (150, 75)).size == (150, 75)


def test_a_bomb_is_refused_by_its_header(pictured):
    import struct
    import zlib

    game = pictured(TURNED)
    header = struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0)
    chunk = (
        struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    )
    data = struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    (game.folder / "art/map.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + data)
    with pytest.raises(ProblemsError, match="60,000 x 60,000 pixels"):
        layout_map(game)


def webp(kind: bytes, wide: int, high: int) -> bytes:
    """The beginning of a WebP of that size, in each of its three forms."""
    match kind:
        case b"VP8X":
            size = bytes(4) + (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little")
        case b"VP8L":
            size = b"/" + (wide - 1 | high - 1 << 14).to_bytes(4, "little") + bytes(5)
        case _:
            size = bytes(3) + b"\x9d\x01*" + wide.to_bytes(2, "little") + high.to_bytes(2, "little")
    return b"RIFF\x40\0\0\0WEBP" + kind + b"\x20\0\0\0" + size + bytes(40)


@pytest.mark.parametrize("kind", [b"VP8X", b"VP8L", b"VP8 "])
@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((8_000, 8_000), "would take more than a gigabyte of memory"),
        ((16_000, 16_000), "would take more than a gigabyte of memory"),
        ((100, 100), "is cut off"),
    ],
)
def test_a_large_webp_is_told_as_large_and_not_as_damaged(
    kind: bytes, size: tuple[int, int], told: str, tmp_path: Path
) -> None:
    """Opening it alone takes two canvases."""
    path = tmp_path / "a.webp"
    path.write_bytes(webp(kind, *size))
    for source in (path, path.read_bytes()):
        with pytest.raises(RasterError, match=told):
            scans.fits(path, path.name, (80, 40)) if source is path else size_of(
                source, "a", 1 << 30
            )
    if size[0] > 100:
        with pytest.raises(RasterError, match=rf"has {size[0]:,} x "):
            size_of(path, path.name, 1000)
