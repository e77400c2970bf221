"""How much memory a PDF of many pictures takes: sheets of an adopted game hold hundreds of MB."""

import tracemalloc
from random import Random

from PIL import Image

from builder.drawing.paper import PaperDocument

SIDE = 250


def test_a_picture_is_let_go_of_when_it_is_written() -> None:
    chance = Random(1)  # which no packing makes smaller
    document = PaperDocument("pictures")
    with document.page(100, 100) as page:
        for _ in range(8):
            picture = Image.frombytes("RGB", (SIDE, SIDE), chance.randbytes(3 * SIDE * SIDE))
            page.image(picture, 0, 0, 50, 50)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    size = len(document.data())
    most = tracemalloc.get_traced_memory()[1] - before
    tracemalloc.stop()
    assert size > 8 * SIDE * SIDE * 3
    assert most < 2.5 * size
