"""How much memory a PDF of many pictures takes: sheets of an adopted game hold hundreds of MB."""

import tracemalloc
from random import Random

from PIL import Image

from builder.drawing.paper import PaperDocument

SIDE = 250


def of_pictures() -> bytes:
    """A PDF of eight pictures that no packing makes smaller."""
    chance = Random(1)
    document = PaperDocument("pictures")
    with document.page(100, 100) as page:
        for _ in range(8):
            picture = Image.frombytes("RGB", (SIDE, SIDE), chance.randbytes(3 * SIDE * SIDE))
            page.image(picture, 0, 0, 50, 50)
    return document.data()


def test_a_picture_is_let_go_of_when_it_is_written() -> None:
    of_pictures()  # fonts are read once
    tracemalloc.start()
    size = len(of_pictures())
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 8 * SIDE * SIDE * 3
    assert most < 2.5 * size
