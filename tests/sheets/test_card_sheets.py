"""Card sheets: nine poker cards on a leaf, backs behind fronts, sizes to the tenth of a mm."""

from __future__ import annotations

import io
from itertools import pairwise

import pymupdf
import pytest
from PIL import Image

from builder.drawing.art import Art
from builder.drawing.card_size import HEIGHT, WIDTH
from builder.drawing.cards import CardBack, CardEvent, CardFront
from builder.sheets.cards import card_sheets, smaller_cards
from builder.sheets.imposition import card_grid_of, mirrored
from builder.sheets.options import SPANISH, SheetOptions
from tests.wide import first

BACK = CardBack("#5b2a26", "A game", "Cards")


def fronts(count: int) -> list[CardFront]:
    return [
        CardFront(str(n), "A game", (CardEvent("#b2473e", f"Title {n}"), CardEvent("#3f6fa3")))
        for n in range(1, count + 1)
    ]


def backed(count: int) -> list[tuple[CardFront, CardBack]]:
    return [(front, BACK) for front in fronts(count)]


def pages(count: int, options: SheetOptions) -> pymupdf.Document:
    return pymupdf.open(stream=card_sheets("T", backed(count), options))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_cards_on_a_leaf(paper: str) -> None:
    grid = card_grid_of(SheetOptions(paper=paper), WIDTH, HEIGHT)
    assert (grid.columns, grid.rows) == (3, 3)
    assert len(pages(10, SheetOptions(paper=paper))) == 4


def picture(number: int, size: tuple[int, int], back: bool = False) -> Art:
    stream = io.BytesIO()
    Image.new("RGB", size, "red").save(stream, "PNG")
    return Art(f"{number}{'b' * back}.png", f"{number}{back}", stream.getvalue())


def test_tiles_and_tokens_keep_their_shape_and_share_leaves_by_size() -> None:
    sizes = [(200, 200)] * 13 + [(206, 200)] + [(50, 50)] * 3 + [(60, 50)] + [(300, 200)]
    cards = [
        (CardFront(str(n), "A game", (), whole=picture(n, size), own_shape=True), BACK)
        for n, size in enumerate(sizes)
    ]
    pdf = pymupdf.open(stream=card_sheets("T", cards, SheetOptions(layout="duplex")))
    boxes = [
        [
            tuple(round(v * 25.4 / 72) for v in page.get_image_bbox(i))
            for i in page.get_images(full=True)
        ]
        for page in pdf
    ]
    # Tiles; the last tiles with the tokens, which have room beside them; what is wider than a tile.
    widths = [{box[2] - box[0] for box in found} for found in boxes[::2]]
    assert [min(found) for found in widths] == [65, 15, 97]


def test_cards_lie_where_the_cuts_are() -> None:
    options = SheetOptions()
    grid = card_grid_of(options, WIDTH, HEIGHT)
    xs, ys = grid.cuts()
    assert [round(b - a, 6) for a, b in pairwise(xs)] == [63.5] * 3
    assert [round(b - a, 6) for a, b in pairwise(ys)] == [88.0] * 3
    page = pages(9, options)[0]
    for n, (x, y) in enumerate(map(grid.cell, range(9)), 1):
        (box,) = page.search_for(f"Title {n}")
        assert x < box.x0 * 25.4 / 72 < x + WIDTH
        assert y < box.y0 * 25.4 / 72 < y + HEIGHT / 2


def test_backs_lie_behind_their_fronts() -> None:
    options = SheetOptions(back_offset=(1.0, 0.0))
    pdf = pages(2, options)
    grid = card_grid_of(options, WIDTH, HEIGHT)
    behind = mirrored(grid, options)
    width = options.page[0]
    assert behind.left == pytest.approx(width - grid.left - grid.width + 1.0)
    titles = sorted(box.x0 * 25.4 / 72 for box in pdf[1].search_for("A game"))
    assert len(titles) == 2
    assert all(x > behind.left + WIDTH for x in titles)  # the first two fronts lie at the left


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_folded_cards_lie_on_their_sides_head_upon_head(paper: str) -> None:
    """Four lie in half a leaf where three stand; folded over, a back's head is its front's."""
    options = SheetOptions(paper=paper, layout="fold")
    pdf = pages(5, options)
    assert len(pdf) == 2
    fold = options.page[0] / 2
    found: dict[bool, list[float]] = {True: [], False: []}
    for block in pdf[0].get_text("dict")["blocks"]:
        for line in block.get("lines", []):
            left, top, _, bottom = (edge * 25.4 / 72 for edge in line["bbox"])
            if line["spans"][0]["text"].lower() == "a game":
                # Heads of both halves point to the fold.
                assert line["dir"] == pytest.approx((0.0, -1.0 if left > fold else 1.0))
                found[left > fold].append((top + bottom) / 2)
    front, back = (sorted(found[half]) for half in (False, True))
    assert len(front) == len(back) == 4
    assert [round(b - a, 1) for a, b in pairwise(back)] == [WIDTH] * 3
    assert all(abs(one - other) < WIDTH / 2 for one, other in zip(front, back, strict=True))


def test_another_width_keeps_the_shape() -> None:
    grid = card_grid_of(SheetOptions(), 44.0, HEIGHT * 44.0 / WIDTH)
    assert grid.high / grid.side == pytest.approx(HEIGHT / WIDTH)
    assert len(pages(16, SheetOptions(card=44.0, layout="fronts"))) == 1


def test_the_footer_speaks_spanish() -> None:
    page = pages(1, SheetOptions(words=SPANISH))[0]
    assert "cartas · hoja 1 de 1 · anverso" in page.get_text()


@pytest.mark.parametrize(
    ("paper", "width", "aside"),
    first(
        [("a4", 63.5, False), ("letter", 47.5, True), ("a4", 50.5, True), ("letter", 57.0, False)],
        2,
    ),
)
def test_no_mark_lies_on_the_footer(paper: str, width: float, aside: bool) -> None:
    """Rows of small cards reach down so far that their marks were cut through by the footer, which
    then runs up the edge."""
    options = SheetOptions(paper=paper, card=width)
    tall = options.page[1]
    for page in [*pages(16, options)][:2]:
        told = pymupdf.Rect(page.search_for("50 mm - if not, print at 100 %")[0])
        assert (told.height > told.width) is aside
        lines = [d["rect"] for d in page.get_drawings() if d["rect"].width < 0.1]
        marks = [one for one in lines if one.height == pytest.approx(4.0 * 72 / 25.4, abs=0.01)]
        assert len(marks) >= 8
        names = page.search_for("cards")
        assert not any(one.intersects(box) for one in marks for box in [told, *names])
        assert max(one.y1 for one in marks) < tall * 72 / 25.4


def test_the_same_cards_give_the_same_bytes() -> None:
    again = [card_sheets("T", backed(3), SheetOptions()) for _ in range(2)]
    assert again[0] == again[1]


def test_a_card_that_does_not_fit() -> None:
    with pytest.raises(ValueError, match=r"no card of 120 x 166.* mm fits beside its back on a4"):
        card_sheets("T", backed(1), SheetOptions(card=120.0, layout="fold"))


def test_a_card_without_its_text_says_where_that_is() -> None:
    blank = CardFront("7", "A game", (CardEvent("#b2473e", "Title", elsewhere="Text: card 7"),))
    document = pymupdf.open(stream=card_sheets("T", [(blank, BACK)], SheetOptions()))
    assert document[0].search_for("Text: card 7")
    assert blank.empty
    assert not CardFront("8", "A game", (CardEvent("#b2473e", text="Words."),)).empty


@pytest.mark.parametrize(
    ("count", "width", "saved"),
    [
        (55, 63.5, (1, 50.5, 5)),
        (54, 63.5, None),
        (58, 63.5, None),
        (1, 63.5, None),
        (10, 63.5, (1, 50.5, 1)),
    ],
)
def test_a_last_leaf_with_a_card_or_two_is_told(
    count: int, width: float, saved: tuple[int, float, int] | None
) -> None:
    fewer = smaller_cards(count, SheetOptions(card=width))
    assert (fewer and (fewer.alone, fewer.width, fewer.leaves)) == saved
