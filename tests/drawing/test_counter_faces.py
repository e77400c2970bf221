"""Counters: what a player must see on them, at the size of a VASSAL map and in print."""

from dataclasses import replace
from typing import Any

import numpy as np
import pymupdf
import pytest
from PIL import Image

from builder.drawing import colours, liveries
from builder.drawing.canvas import TextStyle
from builder.drawing.counters import counter_picture, draw_counter
from builder.drawing.faces import CounterFace, Label, label, problems
from builder.drawing.fitting import shortened
from builder.drawing.looks import counters_drawing
from builder.drawing.paper import PaperDocument
from builder.drawing.pixels import PixelCanvas
from tests.games_read import read_once

UNIT = CounterFace(
    background="#b33a2a",
    ink="#fdf0cf",
    symbol="infantry+guards",
    symbol_fill="#e8b93e",
    size="XXXX",
    strength=("5", "3"),
    left="6G",
    right="1BF",
    upper_left="3301",
    upper_right="*",
)


def colour_at(picture: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """Colour at a place given in hundredths of the counter."""
    side = picture.width
    found = picture.convert("RGB").getpixel((int(x * side / 100), int(y * side / 100)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


@pytest.mark.parametrize("text", ["251", "GMR", "1/SS"])
def test_a_text_beside_the_symbol_keeps_a_millimetre_from_the_cut(text: str) -> None:
    """Three letters came within 0.6 mm of the edge of a counter of 15 mm."""
    canvas = PixelCanvas(150, 150)
    face = CounterFace(background="black", ink="white", symbol="infantry", left=text, right=text)
    draw_counter(canvas, face, 150, edge="flat")
    light = np.asarray(canvas.picture().convert("L")) > 128
    columns = np.flatnonzero(light.any(axis=0))
    assert columns.min() >= 10
    assert columns.max() < 140


def distance(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def text_of(face: CounterFace, size: float = 15.875) -> list[str]:
    document = PaperDocument("test")
    with document.page(40, 40) as canvas, canvas.group(x=10, y=10):
        draw_counter(canvas, face, size, edge="flat", bleed=1)
    return [str(w[4]) for w in pymupdf.open(stream=document.data())[0].get_text("words")]


@pytest.mark.parametrize("side", [60, 75, 100, 200])
def test_ground_symbol_and_values_are_in_place(side: int) -> None:
    picture = counter_picture(UNIT, side)
    assert picture.size == (side, side)
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0) or picture.getpixel((0, 0))[3] < 60  # type: ignore[index]
    assert distance(colour_at(picture, 8, 60), colours.parse("#b33a2a")) < 12
    assert distance(colour_at(picture, 31, 36), colours.parse("#e8b93e")) < 40
    values = picture.crop((0, int(side * 0.58), side, int(side * 0.95))).convert("RGB")
    light = np.abs(np.asarray(values, int) - (253, 240, 207)).max(axis=2) < 60
    assert light.mean() > 0.08


@pytest.mark.parametrize(
    ("left", "lines"),
    [
        ("101", ["101"]),
        ("11Pz", ["11", "Pz"]),
        ("207MR", ["207", "MR"]),
        ("3/1 Fwd", ["3/1", "Fwd"]),
        ("16/6", ["16/", "6"]),
        ("LW 41", ["LW", "41"]),
        ("Narwa", None),
        ("1/Jutland", None),
    ],
)
def test_a_designation_of_a_number_and_its_arm_stands_level(
    left: str, lines: list[str] | None
) -> None:
    """In two lines that can be read: 7Pz stood level and 11Pz turned."""
    document = PaperDocument("test")
    with document.page(40, 40) as canvas, canvas.group(x=10, y=10):
        draw_counter(canvas, replace(UNIT, left=left, right=""), 15.875, edge="flat")
    page = pymupdf.open(stream=document.data())[0]
    written = [
        (span["text"].strip(), line["dir"], span["size"])
        for block in page.get_text("dict")["blocks"]
        for line in block["lines"]
        for span in line["spans"]
    ]
    level = [text for text, way, size in written if way == (1.0, 0.0) and size >= 4.99]
    assert all(size >= 4.99 for _, _, size in written)
    if lines is None:
        assert any(way != (1.0, 0.0) for _, way, _ in written)
    else:
        assert all(line in level for line in lines)
        assert all(way == (1.0, 0.0) for _, way, _ in written)


def test_all_texts_are_text_on_paper() -> None:
    assert set(text_of(UNIT)) == {"3301", "6G", "1BF", "5-3"}
    named = replace(UNIT, name="Oslikovskiy", lower_left="2", lower_right=Label("N"))
    assert {"Oslikovskiy", "2", "N"} <= set(text_of(named))


def test_values_apart_and_raised() -> None:
    flak = replace(UNIT, strength=("16", Label("B", raised=True), "12"), separator="")
    assert "".join(text_of(flak)).endswith("16B12")
    spread = replace(UNIT, strength=("8", "12"), spread=True)
    assert {"8", "12"} <= set(text_of(spread))


@pytest.mark.parametrize("name", liveries.NAMES)
def test_reduced_faces_are_told_apart_by_bar_and_tone(name: str) -> None:
    colour = liveries.livery(name)
    full = replace(
        UNIT,
        background=colour.background,
        ink=colour.ink,
        symbol_fill=colour.symbol_fill,
        symbol_ink=colour.symbol_ink,
        band=colour.band,
    )
    reduced = replace(full, reduced=True)
    pictures = counter_picture(full, 60), counter_picture(reduced, 60)
    tone = [colour_at(p, 50, 54) for p in pictures]
    bar = [colour_at(p, 92, 70) for p in pictures]
    assert distance(*tone) >= 20
    assert distance(*bar) >= 60
    assert distance(bar[1], tone[1]) >= 55
    assert colours.contrast(reduced.writing, reduced.ground) >= 3


@pytest.mark.parametrize("name", liveries.NAMES)
def test_liveries_are_readable(name: str) -> None:
    colour = liveries.livery(name)
    face = CounterFace(background=colour.background, ink=colour.ink)
    assert colours.contrast(face.writing, face.ground) >= 4.5
    assert colours.contrast(colour.symbol_ink, colour.symbol_fill) >= 2.8


@pytest.mark.parametrize("name", ["mlb", "uis"])
def test_counters_of_the_games_are_readable(name: str) -> None:
    """The small letters of the French stood out from their blue by 3.4, of the Soviets by 4.2."""
    looks = [look for look in counters_drawing(read_once(name)).look if look.background]
    faces = [CounterFace(background=look.background or "", ink=look.ink or None) for look in looks]
    assert faces
    assert all(colours.contrast(face.writing, face.ground) >= 4.5 for face in faces)


def test_unknown_livery() -> None:
    with pytest.raises(ValueError, match="did you mean soviet"):
        liveries.livery("sovjet")


@pytest.mark.parametrize(
    ("band_at", "place"),
    [("bottom", (50, 94)), ("top", (50, 6)), ("left", (6, 50)), ("right", (94, 50))],
)
def test_bands(band_at: str, place: tuple[float, float]) -> None:
    plain = CounterFace("#8f998b", symbol="armour", strength=("3",))
    face = replace(plain, band="#00ff00", band_at=band_at)  # type: ignore[arg-type]
    assert distance(colour_at(counter_picture(face, 100), *place), (0, 255, 0)) < 10
    assert distance(colour_at(counter_picture(plain, 100), *place), (0, 255, 0)) > 60


def test_pips_count_steps() -> None:
    face = CounterFace("white", symbol="infantry", strength=("3",), pips=2, pips_of=5)
    picture = counter_picture(face, 400).convert("L")
    row = [picture.getpixel((x, int(400 * 0.929))) < 128 for x in range(12, 388)]  # type: ignore[operator]
    runs = sum(now and not before for before, now in zip([False, *row], row, strict=False))
    assert runs == 2 + 2 * 3  # a full dot is one run of ink, an empty ring two


@pytest.mark.parametrize(
    "strength",
    [("3",), ("10", "5", "4"), ("12", "8", "10"), ("100", "100", "100"), ("(2)",), ("1½",)],
)
def test_values_stay_on_the_counter(strength: tuple[str, ...]) -> None:
    face = CounterFace("white", ink="black", symbol="infantry", strength=strength)
    rows = counter_picture(face, 200).convert("RGB").crop((0, 112, 200, 200))
    dark = rows.convert("L").crop((8, 0, 192, 78))
    dark = dark.point([255 if v < 100 else 0 for v in range(256)])
    box = dark.getbbox()
    assert box is not None
    assert box[0] >= 1
    assert box[2] <= 183
    assert box[3] <= 77


def test_markers_and_round_ones() -> None:
    marker = CounterFace("#f2c230", glyph="no-supply", title="Out of\nsupply")
    assert text_of(marker) == ["Out", "of", "supply"]
    assert marker.is_marker
    disc = CounterFace("#2f5d9b", title="Blitz!", shape="round")
    picture = counter_picture(disc, 100)
    assert picture.getpixel((6, 6))[3] == 0  # type: ignore[index]
    assert distance(colour_at(picture, 50, 15), colours.parse("#2f5d9b")) < 10


def test_long_titles_fit() -> None:
    face = CounterFace("white", ink="black", title="Strategic reserve of the front")
    picture = counter_picture(face, 200).convert("L").crop((6, 6, 194, 194))
    box = picture.point([255 if v < 100 else 0 for v in range(256)]).getbbox()
    assert box is not None
    assert box[0] > 2
    assert box[2] < 186


@pytest.mark.parametrize(
    "face",
    [
        CounterFace("white", ink="black", title="\n".join("abcdefgh"), glyph="star"),
        CounterFace("white", ink="black", symbol="infantry", strength=("",), name="two\nlines"),
        CounterFace("white", ink="black", strength=("-4/-2",)),
        CounterFace("white", ink="black", symbol="infantry", strength=("1",), pips=9, pips_of=40),
        CounterFace("white", ink="black", symbol="infantry", left="W" * 40, right="W" * 40),
        CounterFace("white", ink="black", symbol="infantry", size="XXXXXX", upper_left="W" * 20),
    ],
)
@pytest.mark.parametrize("side", [8, 60])
def test_odd_faces_are_drawn_and_keep_off_the_edge(face: CounterFace, side: int) -> None:
    picture = counter_picture(face, side)
    assert picture.size == (side, side)
    if side == 60:
        rim = [picture.getpixel((2, y)) for y in range(8, 52)]
        assert all(isinstance(p, tuple) and p[0] > 150 for p in rim)


def test_signs_the_typeface_lacks_are_named() -> None:
    face = CounterFace(title="第六 army — №6")
    assert [str(fault) for fault in problems(face)] == [
        '"第六" cannot be drawn: write Latin or Cyrillic letters: the typeface has no others'
    ]


def test_everything_wrong_is_named_at_once() -> None:
    face = CounterFace(
        background="blurple",
        symbol="infantri",
        size="XL",
        glyph="starr",
        strength=(Label("3", ink="#12"),),
    )
    found = problems(face)
    assert len(found) == 5
    assert any("infantry" in fault.remedy for fault in found)
    assert problems(UNIT) == []


def test_same_face_same_picture() -> None:
    pictures = [counter_picture(face, 75) for face in (UNIT, UNIT, replace(UNIT, reduced=True))]
    assert pictures[0].tobytes() == pictures[1].tobytes()
    assert pictures[0].tobytes() != pictures[2].tobytes()


def test_without_a_symbol_the_figures_keep_off_the_designation() -> None:
    """A counter of figures alone lets them grow, but not over the text at its side."""
    document = PaperDocument("counter")
    with document.page(40, 40) as page:
        draw_counter(page, replace(UNIT, symbol="", right="", strength=("1", "5")), 40)
    words = pymupdf.open(stream=document.data())[0].get_text("words")
    places = {str(word[4]): word[:4] for word in words}
    beside, figures = places["6G"], places["1-5"]
    low = beside[3] - 0.25 * (beside[3] - beside[1])  # boxes of words reach below their letters
    high = figures[1] + 0.2 * (figures[3] - figures[1])
    assert low < high


LONG = "Jaguar GR1 W"


@pytest.mark.parametrize(
    ("face", "whole"),
    [
        (replace(UNIT, size="", left="", right="", upper_left="", upper_right=LONG), True),
        (replace(UNIT, size="", upper_left="Gt2", upper_right="Mirage F1C"), True),
        (replace(UNIT, size="", upper_left=LONG, upper_right=LONG), False),
        (
            replace(UNIT, upper_left=LONG, upper_right=LONG, lower_left=LONG, lower_right=LONG),
            False,
        ),
        (replace(UNIT, left="1234SEC", right="Leningrad", name="The " * 9), False),
    ],
)
def test_no_text_of_a_counter_is_smaller_than_five_points(face: CounterFace, whole: bool) -> None:
    """A long name takes the room that the other corner leaves, and is shortened before it shrinks."""
    document = PaperDocument("test")
    with document.page(40, 40) as canvas, canvas.group(x=10, y=10):
        draw_counter(canvas, face, 15.875, edge="flat", bleed=1)
    page = pymupdf.open(stream=document.data())[0].get_text("dict")
    lines = [line for block in page["blocks"] for line in block["lines"]]
    assert min(height(span, line["dir"]) for line in lines for span in line["spans"]) >= 4.99
    told = {span["text"] for line in lines for span in line["spans"]}
    assert (label(face.upper_right).text in told) is whole


def height(span: dict[str, Any], direction: tuple[float, float]) -> float:
    """The size of a text across its line: narrowed letters are as high as others."""
    left, top, right, bottom = span["bbox"]
    across = bottom - top if direction[0] else right - left
    return float(across / (span["ascender"] - span["descender"]))


def test_the_number_of_a_corps_is_not_shortened() -> None:
    """The I, II and III FR Corps all bore IFC."""
    style = TextStyle(11.1, "bold")
    told = [shortened(f"{n} FR Corps", style, 26.0) for n in ("I", "II", "III")]
    assert told == ["IFC", "IIFC", "IIIFC"]
