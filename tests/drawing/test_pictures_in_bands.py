"""A large picture is painted band by band: the same pixels, and no copy of all of it for each."""

from typing import Any

import pytest
from PIL import Image

from builder.drawing.paths import Matrix, scaling
from builder.drawing.pixel_notes import Picture, Sheet, inverse

SIZE = (300, 200)
NOISE = Image.effect_noise(SIZE, 90).convert("RGB")


@pytest.mark.parametrize(
    "matrix",
    [
        Matrix(300, 0, 0, 200, 0, 0),
        Matrix(451.5, 0, 0, 301, -20.25, 7.5),
        Matrix(0, 200, -300, 0, 310, 5),
        Matrix(90, 0, 0, 60, 400, 10),
    ],
)
def test_a_part_is_painted_as_the_whole_is(matrix: Matrix) -> None:
    whole = Image.new("RGB", (320, 240), "white")
    placed = inverse(matrix.then_inner(scaling(1 / SIZE[0], 1 / SIZE[1])))
    layer = NOISE.convert("RGBA").transform(
        whole.size, Image.Transform.AFFINE, placed, Image.Resampling.BILINEAR
    )
    whole.paste(layer, mask=layer.getchannel("A"))
    banded = Image.new("RGB", whole.size, "white")
    for top in range(0, 240, 48):
        seen = (0, top, 320, top + 48)
        part = Sheet(Image.new("RGB", (320, 48), "white"), seen)
        Picture((0, 0, 0), 1.0, seen, NOISE, matrix).paint(part, seen)
        banded.paste(part.image, (0, top))
    assert banded.tobytes() == whole.tobytes()


def test_no_band_copies_all_of_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[int] = []
    convert = Image.Image.convert

    def noted(picture: Image.Image, *asked: Any, **also: Any) -> Image.Image:
        copied.append(picture.height)
        return convert(picture, *asked, **also)

    monkeypatch.setattr(Image.Image, "convert", noted)
    seen = (0, 50, 300, 60)
    Picture((0, 0, 0), 1.0, seen, NOISE, Matrix(300, 0, 0, 200, 0, 0)).paint(
        Sheet(Image.new("RGB", (300, 10), "white"), seen), seen
    )
    assert max(copied) <= 14
