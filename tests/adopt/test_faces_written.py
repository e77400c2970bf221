"""What is written on a stranger's piece, how it is turned, and its outline are part of its face."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from builder.adopt.art import ArtFolder, Extent
from builder.adopt.faces import Part, faces_of
from builder.adopt.pictures import Pictures
from builder.adopt.stock import table_piece
from builder.adopt.told import Told
from builder.game.shown_faces import face_now, sign_of
from builder.vassal.buildfile.components import GameModule
from builder.vassal.buildfile.module import Module
from builder.vassal.kinds import Colour
from builder.vassal.trait_answers import own_answers
from builder.vassal.traits import BasicPiece, DynamicProperty, Label, Outline, Rotation, Trait

RED, BLUE, LIME = (255, 0, 0, 255), (0, 0, 255, 255), (0, 255, 0, 255)
PIECE = BasicPiece(name="Man", image="man.png")  # 40 x 20, red on its left and blue on its right
EDGE = Outline(property_name="Held", thickness=4, fill=Colour(*LIME))
TURNED = Rotation(facings=4, turned="1")  # a quarter clockwise
ABOVE = Label(
    label="12",
    font_size=10,
    background=Colour(*LIME),
    foreground=None,
    vertical_position="t",
    vertical_justification="b",
    horizontal_justification="c",
)


def held(value: str) -> DynamicProperty:
    return DynamicProperty(name="Held", value=value)


def art(folder: Path) -> ArtFolder:
    picture = Image.new("RGBA", (40, 20), RED)
    picture.paste(BLUE, (20, 0, 40, 20))
    picture.save(data := io.BytesIO(), "PNG")
    module = Module(GameModule(), {"man.png": data.getvalue()})
    return ArtFolder(folder, Pictures(module, Told()))


WIDE = (-20.0, -10.0, 40.0, 20.0)


@pytest.mark.parametrize(
    ("traits", "extent", "spots"),
    [
        ((PIECE,), WIDE, {(10, 10): RED, (30, 10): BLUE}),
        ((TURNED, PIECE), (-10, -20, 20, 40), {(10, 10): RED, (10, 30): BLUE}),
        ((Rotation(facings=1, turned="-90"), PIECE), (-10, -20, 20, 40), {(10, 10): RED}),
        ((EDGE, held("false"), PIECE), WIDE, {(0, 0): RED}),
        ((EDGE, held("true"), PIECE), (-22, -12, 44, 24), {(0, 0): LIME, (12, 12): RED}),
        ((ABOVE, PIECE), (-20, -22, 40, 32), {(20, 6): LIME, (2, 2): None, (4, 20): RED}),
        # Below the turn the words turn along, above it they stand upright on what is turned.
        ((TURNED, ABOVE, PIECE), (-10, -20, 32, 40), {(26, 20): LIME, (10, 10): RED}),
        ((ABOVE, TURNED, PIECE), (-10, -32, 20, 52), {(10, 6): LIME, (10, 20): RED}),
        ((ABOVE.replace(rotation=180), PIECE), (-20, -10, 40, 32), {(20, 26): LIME}),
    ],
)
def test_a_face_has_words_turn_and_outline(
    traits: tuple[Trait, ...],
    extent: tuple[float, ...],
    spots: dict[tuple[int, int], tuple[int, ...] | None],
    tmp_path: Path,
) -> None:
    piece = table_piece(traits)
    face = face_now(piece, own_answers(piece))
    folder = art(tmp_path)
    assert folder.extent(face) == pytest.approx(Extent(*extent), abs=0.5)
    assert faces_of(traits, folder.pictures.size).faces == (face,)
    with Image.open(io.BytesIO(folder.laid(face) or b"")) as shown:
        finer = shown.width / extent[2]  # letters are drawn finer than the screen has them
        colours = {at: shown.convert("RGBA").getpixel((round(at[0] * finer), round(at[1] * finer)))
                   for at in spots}  # fmt: skip
    assert {at: found if found[3] else None for at, found in colours.items()} == spots


def test_words_are_read_as_they_show() -> None:
    def lines(label: str) -> tuple[str, ...]:
        piece = table_piece((ABOVE.replace(label=label), held("4&5"), PIECE))
        *_, last = face_now(piece, own_answers(piece))
        return last.words.lines if last.words else ()

    assert lines("a $Held$ b") == ("a 4&5 b",)
    assert lines("<html><b>1st</b><br>&lt;Army&gt;</html>") == ("1st", "<Army>")
    assert lines("{BasicName + 1} $BasicName$") == ("{BasicName + 1} Man",)
    assert lines("$Unknown$") == ()
    assert len("".join(lines("x" * 5000))) == 120
    alone = table_piece((ABOVE, BasicPiece(name="Text")))
    assert face_now(alone, own_answers(alone)) == ()
    plain = table_piece((PIECE,))
    assert sign_of(face_now(plain, own_answers(plain))) == "c483967ed059"  # as folders have it


def test_a_face_whose_file_no_reader_takes_is_written_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builder.limits.FACE_FILE", 20_000)
    monkeypatch.setattr("builder.adopt.art._ALWAYS_READ", 60)
    folder = art(tmp_path / "art")
    noise = Image.frombytes("RGBA", (90, 90), random.Random(1).randbytes(4 * 90 * 90))
    noise.save(stream := io.BytesIO(), "PNG")
    folder.pictures.module.images["noise.png"] = stream.getvalue()
    faces = [(Part("noise.png"),), (Part("noise.png"), Part("man.png"))]
    files = [tmp_path / folder.face(face, f"noise-{at}") for at, face in enumerate(faces)]
    assert all(0 < file.stat().st_size <= 20_000 for file in files)


def test_a_layer_of_many_faces_is_scaled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.BytesIO()
    Image.new("RGBA", (40, 20), RED).save(stream, "PNG")
    module = Module(GameModule(), {"man.png": stream.getvalue()})
    art = ArtFolder(tmp_path / "art", Pictures(module, Told()))
    asked = []
    resize = Image.Image.resize

    def counted(image: Image.Image, size: tuple[int, int], *more: Any) -> Image.Image:
        asked.extend([size] if image.mode == "RGBA" else [])  # it calls itself in another mode
        return resize(image, size, *more)

    monkeypatch.setattr(Image.Image, "resize", counted)
    faces = [(Part("man.png", scale=0.5), Part("man.png", dx=9 * at)) for at in range(9)]
    sizes = {Image.open(io.BytesIO(art.laid(face) or b"")).width for face in faces}
    assert len(sizes) > 1
    assert asked == [(20, 10)]
