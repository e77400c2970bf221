"""Every word of the vocabulary can be drawn, on both grids, on both backends."""

from __future__ import annotations

import pytest

from builder.drawing.map.draw import draw_map
from builder.drawing.map.layout import layout_map
from builder.drawing.map.vocabulary import WORDS
from builder.drawing.paper import PaperDocument
from builder.drawing.pixels import PixelCanvas
from tests.wide import paired

from .conftest import Sample


def picture(sample: Sample):
    game = sample.game()
    layout = layout_map(game)
    canvas = PixelCanvas(layout.width, layout.height, background="white", supersample=2)
    draw_map(canvas, game, layout)
    return layout, canvas.picture()


def with_sides_and_lines(sample: Sample) -> Sample:
    """Each hexside and line kind of the sample somewhere on its map."""
    game = sample.game()
    free = [name for name in game.grid.places if len(game.grid.around[name]) == 6]
    pairs = [(name, next(iter(game.grid.around[name].values()))) for name in free[::3]]
    for (name, other), feature in zip(pairs, game.definition.hexside, strict=False):
        sample.sides.append((name, other, feature))
    for number, kind in enumerate(game.definition.line, 2):
        run = [free[number * 4]]
        for _ in range(4):
            run.append(list(game.grid.around[run[-1]].values())[-1])
        sample.lines.append((kind, " ".join(run)))
    return sample


@pytest.mark.parametrize(
    ("orientation", "edge"), paired(["pointy", "flat"], ["supply", "entry", "breakthrough"])
)
def test_all_words_are_drawn_on_pixels(everything: Sample, orientation: str, edge: str) -> None:
    everything.orientation, everything.edge = orientation, edge
    layout, image = picture(with_sides_and_lines(everything))
    assert image.size == (layout.width, layout.height)


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_all_words_are_drawn_on_paper(everything: Sample, orientation: str) -> None:
    import pymupdf

    everything.orientation = orientation
    game = with_sides_and_lines(everything).game()
    layout = layout_map(game)
    document = PaperDocument("map")
    with document.page(layout.width / 4, layout.height / 4) as page, page.group(scale=0.25):
        draw_map(page, game, layout)
    (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
    words = sheet.get_text()
    for name in ("Klein-Überall", "Łomża", "Краков", "0404", "DEAD PILE", "LEGEND"):
        assert name in words
    assert not sheet.get_images(), "the map is vectors and text"


def test_the_sample_has_every_word(everything: Sample) -> None:
    definition = everything.game().definition
    for kind, words in WORDS.items():
        features = getattr(definition, kind)
        used = {feature.draw or name for name, feature in features.items()}
        aliases = {"clear", "none", "light-woods", "port", "star", "supply", "triangle", "sea"}
        aliases |= {"lake", "crossing", "depression", "entrenchment", "trench", "wall"}
        aliases |= {"area-border"}
        assert set(words) - used <= aliases


def test_the_same_game_gives_the_same_picture(everything: Sample) -> None:
    _, first = picture(everything)
    _, second = picture(everything)
    assert first.tobytes() == second.tobytes()
