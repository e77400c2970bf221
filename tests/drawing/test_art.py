"""Pictures of a designer's own on counters: drawn on screen and paper, refused with a remedy."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, PngImagePlugin

from builder.drawing.art import art_of, face_size
from builder.drawing.badges import badge_faces
from builder.drawing.broken import ends_early, lacks_rows
from builder.drawing.counters import counter_picture, draw_counter
from builder.drawing.faces import CounterFace
from builder.drawing.mix import counter_faces
from builder.drawing.paper import PaperDocument
from builder.drawing.png import IHDR, SIGNATURE, chunk
from builder.game.loader import load_game
from builder.game.problems import ProblemsError
from builder.game.skeleton import new_game

GREEN = (20, 160, 40, 255)


def save(path: Path, size: tuple[int, int] = (300, 150)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGBA", size, GREEN).save(path)


@pytest.mark.parametrize("face", [{"symbol": "armour", "strength": ("4",)}, {"title": "Ace"}, {}])
def test_the_picture_stands_on_the_counter(tmp_path: Path, face: dict[str, str]) -> None:
    save(tmp_path / "art" / "tiger.png")
    art = art_of(tmp_path, "art/tiger.png")
    picture = counter_picture(CounterFace(picture=art, **face), 100)
    middle = 36 if face.get("symbol") else 40 if face else 50
    assert picture.getpixel((50, middle)) == GREEN
    green = [x for x in range(100) if picture.getpixel((x, middle))[:3] == GREEN[:3]]
    assert 45 < len(green) < 75
    document = PaperDocument("art")
    with document.page(16, 16) as page:
        draw_counter(page, CounterFace(picture=art, **face), 16)
    (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
    assert len(sheet.get_images()) == 1


def test_what_is_drawn_anew_depends_on_the_content(tmp_path: Path) -> None:
    save(tmp_path / "a.png")
    first = repr(CounterFace(picture=art_of(tmp_path, "a.png")))
    assert repr(CounterFace(picture=art_of(tmp_path, "a.png"))) == first
    save(tmp_path / "a.png", (300, 151))
    assert repr(CounterFace(picture=art_of(tmp_path, "a.png"))) != first
    assert str(tmp_path) not in first


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("art/lion.png", r"no picture \"art/lion.png\".*correct its name"),
        ("../secret.png", "lies outside the game"),
        ("text.png", "is no picture: save it as PNG"),
        ("cut.png", '"cut.png" is cut off: the end of its file is missing: copy it anew'),
        ("half.png", '"half.png" is cut off: the end of its file is missing: copy it anew'),
        ("rows.png", '"rows.png" is cut off: it has fewer rows of pixels than it says: copy'),
        ("garbled.png", '"garbled.png" is damaged: save it anew'),
        ("lies.bmp", '"lies.bmp" is damaged: save it anew'),
        ("wide.png", "3,000 x 1,400 pixels: scale it down"),
        ("heavy.png", "larger than 4 MB"),
    ],
)
def test_a_picture_of_no_use(tmp_path: Path, name: str, said: str) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    save(tmp_path / "secret.png")
    save(folder / "wide.png", (3000, 1400))
    (folder / "text.png").write_text("not a picture")
    (folder / "cut.png").write_bytes((folder / "wide.png").read_bytes()[:20])
    save(folder / "half.png")
    whole = (folder / "half.png").read_bytes()
    (folder / "half.png").write_bytes(whole[: len(whole) // 2])
    (folder / "rows.png").write_bytes(taller(whole))
    (folder / "garbled.png").write_bytes(whole.replace(b"IDATx", b"IDATy"))
    Image.new("RGB", (8, 8)).save(folder / "lies.bmp")
    bmp = (folder / "lies.bmp").read_bytes()
    (folder / "lies.bmp").write_bytes(bmp[:22] + b"\x10" + bmp[23:])  # twice as many rows
    (folder / "heavy.png").write_bytes(bytes(5 << 20))
    with pytest.raises(ValueError, match=said):
        art_of(folder, name)


@pytest.mark.parametrize(
    ("kind", "more"), [("jpeg", 100_000), ("gif", 3), ("gif", -1), ("png", -12)]
)
def test_a_picture_is_whole_whatever_stands_behind_its_pixels(kind: str, more: int) -> None:
    """As the film that telephones put behind a photograph, or nothing where a mark should be."""
    stream = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(stream, kind)
    whole = stream.getvalue()
    assert not ends_early(whole + bytes(more) if more > 0 else whole[:more])
    assert ends_early(whole[: len(whole) // 2])


def test_a_picture_with_a_long_text_is_a_picture(tmp_path: Path) -> None:
    """As the history that an editor keeps in it."""
    texts = PngImagePlugin.PngInfo()
    texts.add_text("history", "x" * (2 << 20), zip=True)
    Image.new("RGB", (8, 8)).save(tmp_path / "a.png", pnginfo=texts)
    assert face_size(art_of(tmp_path, "a.png")) == (8, 8)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "I;16"])
def test_all_rows_of_a_picture_are_counted(mode: str) -> None:
    """The engine shows no picture that lacks one; what is damaged is told otherwise."""
    stream = io.BytesIO()
    Image.new(mode, (61, 40)).save(stream, "png")
    whole = stream.getvalue()
    assert not lacks_rows(whole)
    assert lacks_rows(taller(whole))
    assert not lacks_rows(taller(whole, -1))
    assert not lacks_rows(whole.replace(b"IDATx", b"IDATy"))


def test_passes_of_an_interlaced_picture_are_counted() -> None:
    head = IHDR.pack(5, 3, 8, 0, 0, 0, 1)  # 1 + 1 + 1 + 3 + 2 * 2 + 5 pixels in seven rows
    for many, lacks in ((15 + 7, False), (15 + 6, True)):
        rows = chunk(b"IDAT", zlib.compress(bytes(many)))
        assert lacks_rows(SIGNATURE + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")) == lacks


def taller(png: bytes, by: int = 1) -> bytes:
    """A picture whose header speaks of another number of rows."""
    wide, high, *kind = IHDR.unpack(png[16:29])
    return SIGNATURE + chunk(b"IHDR", IHDR.pack(wide, high + by, *kind)) + png[33:]


def test_looks_name_pictures_for_one_or_for_each(tmp_path: Path) -> None:
    new_game("hill", tmp_path)
    folder = tmp_path / "hill"
    look = '\n[[drawing.counters.look]]\nwhen = { type = "armour" }\npicture = "art/{id}.png"\n'
    mark = '\n[drawing.counters.marker.oos]\npicture = "oos.png"\n'
    toml = folder / "game.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + look + mark, encoding="utf-8")
    save(folder / "art" / "blue-7-armour.png")
    with pytest.raises(ProblemsError) as caught:
        counter_faces(load_game(folder))
    places = [Path(problem.file).name for problem in caught.value.problems]
    assert places == ["game.toml"]  # the look of the mark; the rest once that is mended
    save(folder / "oos.png")
    with pytest.raises(ProblemsError, match=r"counters\.csv:9: 'red-3-armour'.*art/red-3-armour"):
        counter_faces(load_game(folder))
    save(folder / "art" / "red-3-armour.png")
    game = load_game(folder)
    assert counter_faces(game)["red-3-armour"][0].picture
    assert badge_faces(game)["oos"].picture
