"""One drawing, three backends: what must be where, on pixels, on plates and on paper."""

from collections.abc import Callable

import pymupdf
import pytest
from PIL import Image

from builder.drawing import fonts, paper, paths
from builder.drawing.canvas import Canvas, Paint, TextStyle, bounds, text_width
from builder.drawing.paper import POINT, PaperDocument
from builder.drawing.pixels import PixelCanvas
from builder.drawing.plates import PlateCanvas

Draw = Callable[[Canvas], None]
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 160, 0), (0, 0, 255), (255, 255, 255)
SIDE = 60  # the drawings' side in user units


def on_pixels(draw: Draw) -> Image.Image:
    canvas = PixelCanvas(SIDE, SIDE, 4, background="white")
    draw(canvas)
    return canvas.picture()


def on_plates(draw: Draw) -> Image.Image:
    canvas = PlateCanvas(SIDE, SIDE, 4, background="white")
    draw(canvas)
    picture, top = Image.new("RGB", canvas.size), 0
    for strip in canvas.rows(50):
        picture.paste(strip, (0, top))
        top += strip.height
    return picture


def on_paper(draw: Draw) -> Image.Image:
    document = PaperDocument("test")
    with document.page(SIDE, SIDE) as canvas:
        draw(canvas)
    page = pymupdf.open(stream=document.data())[0]
    scale = 4 / POINT
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale))
    return Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)


def colour_at(picture: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    found = picture.convert("RGB").getpixel((round(x * 4), round(y * 4)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def near(a: tuple[int, ...], b: tuple[int, ...], by: int = 6) -> bool:
    return all(abs(x - y) <= by for x, y in zip(a, b, strict=True))


def filled(c: Canvas) -> None:
    c.rect(10, 10, 20, 10, Paint(fill="#ff0000"))
    c.circle(45, 15, 8, Paint(fill="#0000ff"))


def overlaid(c: Canvas) -> None:
    c.rect(10, 10, 40, 40, Paint(fill="#ff0000"))
    c.rect(20, 20, 20, 20, Paint(fill="#0000ff", opacity=0.5))


def holed(c: Canvas) -> None:
    c.path(paths.rectangle(10, 10, 40, 40).extend(paths.ellipse(30, 30, 10, 10)), Paint("#ff0000"))


def stroked(c: Canvas) -> None:
    c.polyline([(10, 50), (30, 20), (50, 50)], Paint(stroke="#00a000", width=4))


def dashed(c: Canvas) -> None:
    c.line(0, 30, 60, 30, Paint(stroke="#ff0000", width=4, dash=(10, 10)))


def grouped(c: Canvas) -> None:
    with c.group(x=30, y=30, rotate=90, scale=2):
        c.rect(0, 0, 10, 4, Paint(fill="#ff0000"))
    c.rect(0, 0, 5, 5, Paint(fill="#0000ff"))


def clipped(c: Canvas) -> None:
    with c.group(clip=paths.ellipse(30, 30, 20, 20)):
        c.rect(0, 0, 60, 60, Paint(fill="#ff0000"))
    c.rect(0, 0, 4, 4, Paint(fill="#0000ff"))


def pictured(c: Canvas) -> None:
    picture = Image.new("RGB", (2, 1), BLUE)
    picture.putpixel((0, 0), RED)
    c.image(picture.resize((40, 20), Image.Resampling.NEAREST), 10, 10, 40, 20)


@pytest.mark.parametrize("render", [on_pixels, on_plates, on_paper])
@pytest.mark.parametrize(
    ("draw", "expected"),
    [
        (filled, {(12, 12): RED, (28, 18): RED, (45, 15): BLUE, (38, 8): WHITE, (31, 15): WHITE}),
        (overlaid, {(12, 12): RED, (30, 30): (128, 0, 128)}),
        (holed, {(12, 12): RED, (30, 30): WHITE, (30, 17): RED}),
        (stroked, {(20, 35): GREEN, (30, 21): GREEN, (30, 17.5): GREEN, (30, 40): WHITE}),
        (dashed, {(5, 30): RED, (15, 30): WHITE, (25, 30): RED, (25, 33): WHITE}),
        (grouped, {(26, 48): RED, (26, 32): RED, (32, 40): WHITE, (2, 2): BLUE}),
        (clipped, {(30, 30): RED, (11, 30): RED, (14, 14): WHITE, (2, 2): BLUE}),
        (pictured, {(15, 20): RED, (45, 20): BLUE, (30, 35): WHITE, (5, 20): WHITE}),
    ],
)
def test_colours_in_places(
    render: Callable[[Draw], Image.Image], draw: Draw, expected: dict[tuple[float, float], object]
) -> None:
    picture = render(draw)
    found = {place: colour_at(picture, *place) for place in expected}
    wrong = {p: c for p, c in found.items() if not near(c, expected[p])}  # type: ignore[arg-type]
    assert not wrong


def ink_box(picture: Image.Image) -> tuple[float, float, float, float]:
    box = picture.convert("L").point([255 if v < 128 else 0 for v in range(256)]).getbbox()
    assert box is not None
    return tuple(v / 4 for v in box)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("1234", TextStyle(16, "bold", anchor="middle", baseline="middle")),
        ("Łódź", TextStyle(14, anchor="middle", baseline="middle")),
        ("Витебск", TextStyle(20, "medium", condensed=0.7, anchor="middle", baseline="middle")),
        ("A-B", TextStyle(14, "black", italic=True, spacing=2, anchor="middle")),
        ("turned", TextStyle(14, rotate=90, anchor="middle", baseline="middle")),
    ],
)
def test_all_backends_set_a_text_in_the_same_place(text: str, style: TextStyle) -> None:
    def draw(c: Canvas) -> None:
        c.text(30, 30, text, style)

    pixels, plates, paper = (ink_box(on(draw)) for on in (on_pixels, on_plates, on_paper))
    assert pixels == pytest.approx(paper, abs=0.4)
    assert plates == pytest.approx(paper, abs=0.4)
    extent = pixels[3] - pixels[1] if style.rotate else pixels[2] - pixels[0]
    assert extent == pytest.approx(text_width(text, style), abs=style.size * 0.2)


def test_anchors() -> None:
    def draw(anchor: str) -> Draw:
        style = TextStyle(12, anchor=anchor, baseline="top")  # type: ignore[arg-type]
        return lambda c: c.text(30, 20, "HHH", style)

    start, middle, end = (ink_box(on_pixels(draw(a))) for a in ("start", "middle", "end"))
    assert start[0] == pytest.approx(30, abs=1.5)
    assert end[2] == pytest.approx(30, abs=1.5)
    assert (middle[0] + middle[2]) / 2 == pytest.approx(30, abs=0.5)
    assert start[1] == pytest.approx(20, abs=0.3)
    assert start[3] == pytest.approx(20 + 12 * fonts.CAP_HEIGHT, abs=0.3)


def test_a_halo_surrounds_the_text_and_is_not_found_twice() -> None:
    def draw(c: Canvas) -> None:
        c.rect(0, 0, SIDE, SIDE, Paint(fill="#ff0000"))
        c.text(30, 30, "II", TextStyle(30, "bold", anchor="middle", halo="white", halo_width=3))

    for picture in (on_pixels(draw), on_plates(draw), on_paper(draw)):
        row = [colour_at(picture, x / 2, 20) for x in range(10, 110)]
        first_white = next(i for i, c in enumerate(row) if near(c, WHITE, 40))
        first_black = next(i for i, c in enumerate(row) if near(c, (0, 0, 0), 40))
        assert 3 <= first_black - first_white <= 8
    document = PaperDocument("test")
    with document.page(SIDE, SIDE) as canvas:
        draw(canvas)
    page = pymupdf.open(stream=document.data())[0]
    assert page.get_text().split() == ["II"]


def test_transparent_pictures_have_clean_edges() -> None:
    canvas = PixelCanvas(10, 10, 4)
    canvas.circle(5, 5, 4, Paint(fill="#ff0000"))
    picture = canvas.picture()
    assert picture.mode == "RGBA"
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)
    edge = [picture.getpixel((x, y)) for x in range(40) for y in range(40)]
    partial = [p for p in edge if isinstance(p, tuple) and 40 < p[3] < 255]
    assert partial
    assert all(near(p[:3], RED, 10) for p in partial)


def test_large_pictures_are_painted_in_bands_without_seams() -> None:
    canvas = PixelCanvas(1200, 2400, background="white")
    canvas.polygon([(100, 0), (1100, 0), (600, 2400)], Paint(fill="#0000ff"))
    canvas.line(0, 0, 1200, 2400, Paint(stroke="#ff0000", width=9))
    column = canvas.picture().crop((600, 0, 601, 2400))
    colours = {column.getpixel((0, y)) for y in range(1300, 2380)}
    assert colours == {BLUE}


def test_snapping_finds_pixel_corners() -> None:
    canvas = PixelCanvas(100, 100, 0.6)
    assert canvas.pixel == pytest.approx(1 / 0.6)
    x, y = canvas.snap(26.5, 20.5)
    assert (x * 0.6, y * 0.6) == pytest.approx((16, 12))


@pytest.mark.parametrize("size", [0.1, 5000.0])
def test_sizes_of_pictures_are_bounded(size: float) -> None:
    if size < 1:
        assert PixelCanvas(size, size).picture().size == (1, 1)
    else:
        with pytest.raises(ValueError, match="too large"):
            PixelCanvas(size, size, 10)


def test_paper_is_the_same_bytes_each_time() -> None:
    def make() -> bytes:
        document = PaperDocument("Twice", author="nobody")
        with document.page(100, 100, trim=(10, 10, 90, 90), bookmark="first") as canvas:
            for draw in (filled, overlaid, clipped, pictured):
                draw(canvas)
            canvas.text(10, 50, "Żółw", TextStyle(10, "bold"))
        return document.data()

    assert make() == make()


def test_a_large_picture_is_on_paper_pixel_by_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "_LARGE", 1000)
    monkeypatch.setattr(paper, "_STRIP", 7)
    scan = Image.effect_noise((61, 40), 90).convert("RGB")
    scan.paste("#c02010", (0, 0, 20, 13))
    document = PaperDocument("test")
    with document.drawing("map", 61, 40) as canvas:
        canvas.image(scan, 0, 0, 61, 40)
        canvas.image(scan, 0, 0, 30, 20)
    for _ in range(2):
        with document.page(70, 50) as canvas:
            canvas.place("map", 0, 0, 40)
    pdf = pymupdf.open(stream=document.data())
    (kept,) = {one[0] for page in pdf for one in page.get_images(full=True)}
    shown = pymupdf.Pixmap(pdf, kept)
    assert Image.frombytes("RGB", (shown.width, shown.height), shown.samples) == scan
    red = pdf[1].get_pixmap().pixel(round(4 * POINT), round(4 * POINT))
    assert red == (192, 32, 16)


def test_fonts_are_embedded_and_text_is_text() -> None:
    document = PaperDocument("test")
    with document.page(100, 100) as canvas:
        canvas.text(10, 50, "Größe Łódź Ñandú Киев", TextStyle(8, "bold"))
    pdf = pymupdf.open(stream=document.data())
    assert pdf[0].get_text().strip() == "Größe Łódź Ñandú Киев"
    fonts_used = pdf.get_page_fonts(0)
    embedded = [font for font in fonts_used if "Roboto" in font[3]]
    assert embedded
    assert all(font[1] == "ttf" for font in embedded)


def test_placed_drawings_keep_their_opacity() -> None:
    document = PaperDocument("test")
    with document.drawing("d", 20, 20) as canvas:
        canvas.rect(0, 0, 20, 20, Paint(fill="#ff0000", opacity=0.5))
    with document.page(60, 60) as page:
        page.place("d", 10, 30, 20)
    pdf = pymupdf.open(stream=document.data())
    pixmap = pdf[0].get_pixmap(matrix=pymupdf.Matrix(4 / POINT, 4 / POINT))
    assert near(pixmap.pixel(80, 160), (255, 128, 128))
    assert pixmap.pixel(80, 100) == WHITE
    assert pixmap.pixel(80, 210) == WHITE


@pytest.mark.parametrize("weight", ["regular", "bold", "black"])
def test_the_typeface_covers_the_languages(weight: fonts.Weight) -> None:
    needed = "ñáéíóúü¿¡ÄÖÜäöüß ĄĆĘŁŃÓŚŹŻąćęłńóśźż АБВЖЩЫЭЮЯёйъѣ№ ½±×–—…°•"
    assert fonts.missing(needed, weight) == ""
    assert fonts.missing("a✈b✈", weight) == "✈"


def test_unknown_weight() -> None:
    with pytest.raises(ValueError, match="not a font weight"):
        fonts.face("heavy", italic=False)  # type: ignore[arg-type]


def test_bounds_of_paths() -> None:
    assert bounds(paths.star(0, 0, 10))[1] == -10
    with pytest.raises(ValueError, match="without points"):
        bounds(paths.Path())
