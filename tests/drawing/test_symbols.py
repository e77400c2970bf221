"""Unit symbols, size marks and glyphs: every name draws, and draws something of its own."""

import pytest
from PIL import Image

from builder.drawing import glyphs, sizes, symbols
from builder.drawing.pixels import PixelCanvas

REQUIRED = [
    "infantry",
    "motorised-infantry",
    "mechanised-infantry",
    "armour",
    "cavalry",
    "mechanised-cavalry",
    "mountain",
    "airborne",
    "airmobile",
    "artillery",
    "rocket-artillery",
    "anti-tank",
    "anti-aircraft",
    "engineer",
    "reconnaissance",
    "headquarters",
    "security",
    "fortress",
    "fortified-area",
    "marine",
    "helicopter",
    "aircraft",
    "supply",
    "self-propelled-artillery",
    "missile",
    "electronic-warfare",
    "special-forces",
    "railroad",
    "partisan",
    "division-base",
    "supply-head",
    "infantry+guards",
    "armour+guards",
    "infantry+shock",
    "armour+shock",
    "mechanised-cavalry+guards",
]


def symbol_picture(name: str) -> Image.Image:
    canvas = PixelCanvas(66, 44, background="white")
    symbols.draw_symbol(canvas, name, (3, 2, 60, 40))
    return canvas.picture()


def ink_share(picture: Image.Image) -> float:
    tones = picture.convert("L").tobytes()
    return sum(255 - tone for tone in tones) / 255 / len(tones)


@pytest.mark.parametrize("name", REQUIRED)
def test_symbols_stay_in_their_frame_and_leave_air(name: str) -> None:
    picture = symbol_picture(name)
    border = picture.copy()
    border.paste("white", (3, 2, 63, 42))
    assert ink_share(border) == 0
    inside = picture.crop((7, 6, 59, 38))
    assert 0.01 < ink_share(inside) < 0.6


def test_all_symbols_are_told_apart() -> None:
    twins = {"mechanised-reconnaissance", "self-propelled"}  # as in APP-6, of one picture
    pictures: dict[bytes, str] = {}
    for name in sorted({*REQUIRED, *symbols.NAMES} - twins):
        data = symbol_picture(name).tobytes()
        assert data not in pictures, f"{name} looks like {pictures.get(data)}"
        pictures[data] = name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("infantri", "infantry"),
        ("infantry+gards", "guards"),
        ("zzzz", "use none, infantry"),
        ("", "use none"),
    ],
)
def test_unknown_symbols_name_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(ValueError, match="there is no unit symbol") as caught:
        symbols.marks_of(name)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("one", "other"),
    [("panzer", "armour"), ("Mechanized Infantry", "mechanised-infantry"), ("SSM", "missile")],
)
def test_other_spellings(one: str, other: str) -> None:
    assert symbols.marks_of(one) == symbols.marks_of(other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XXX", ("XXX", False)),
        ("[xxx]", ("XXX", True)),
        ("corps", ("XXX", False)),
        ("[Army Group]", ("XXXXX", True)),
        ("XXXXXX", ("XXXXXX", False)),
        ("III", ("III", False)),
        ("..", ("••", False)),
    ],
)
def test_size_marks(text: str, expected: tuple[str, bool]) -> None:
    assert sizes.size_mark(text) == expected


@pytest.mark.parametrize("text", ["", "IIII", "XXXXXXX", "XI", "[XX", "horde"])
def test_size_marks_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size mark"):
        sizes.size_mark(text)


def mark_columns(size: str, widest: float | None = None) -> list[bool]:
    """Which columns of the middle row of a drawn size mark have ink."""
    canvas = PixelCanvas(120, 14, background="white")
    sizes.draw_size_mark(canvas, size, 60, 1, 12, ink="black", widest=widest)
    row = canvas.picture().convert("L").crop((0, 6, 120, 7)).tobytes()
    return [tone < 128 for tone in row]


@pytest.mark.parametrize(("size", "count"), [("I", 1), ("III", 3), ("X", 1), ("XXXXXX", 6)])
def test_as_many_letters_as_the_size_says(size: str, count: int) -> None:
    columns = mark_columns(size)
    starts = sum(
        now and not before for before, now in zip([False, *columns], columns, strict=False)
    )
    assert starts == count


def test_size_marks_keep_within_their_room() -> None:
    columns = mark_columns("XXXXXX", widest=40)
    inked = [index for index, ink in enumerate(columns) if ink]
    assert inked[0] >= 39
    assert inked[-1] <= 81


@pytest.mark.parametrize("name", glyphs.NAMES)
def test_glyphs_fill_their_square(name: str) -> None:
    canvas = PixelCanvas(60, 60, background="white")
    glyphs.draw_glyph(canvas, name, (30, 30), 20)
    picture = canvas.picture()
    assert 0.03 < ink_share(picture) < 0.4
    box = picture.convert("L").point([255 if v < 200 else 0 for v in range(256)]).getbbox()
    assert box is not None
    assert min(box[:2]) >= 6
    assert max(box[2:]) <= 54
    assert max(box[2] - box[0], box[3] - box[1]) > 30


def test_unknown_glyphs_name_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean star"):
        glyphs.glyph_of("starr")
