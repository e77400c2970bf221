"""Colours are read, mixed and judged."""

import pytest

from builder.drawing import colours
from builder.drawing.colours import Colour


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#cfae7b", Colour(207, 174, 123)),
        ("#FFF", Colour(255, 255, 255)),
        ("Light Blue", Colour(181, 211, 231)),
        ("field_grey", Colour(139, 148, 135)),
        (Colour(1, 2, 3), Colour(1, 2, 3)),
    ],
)
def test_parse(text: str, expected: Colour) -> None:
    assert colours.parse(text) == expected


@pytest.mark.parametrize("text", ["", "#12", "#gggggg", "blurple", "#1234567"])
def test_parse_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour: "):
        colours.parse(text)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("bleu", "did you mean blue?"),
        ("#3f6fg3", "write # and six digits"),
        ("zzz", 'write "#rrggbb" or one of black, blue'),
    ],
)
def test_a_wrong_colour_has_a_remedy(text: str, remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy):
        colours.parse(text)


def test_every_name_is_a_colour() -> None:
    assert all(colours.parse(name).hex == value for name, value in colours.NAMES.items())


def test_mixing() -> None:
    assert colours.mix("black", "white", 0.5) == Colour(128, 128, 128)
    assert colours.lighten("#204060", 1.0) == Colour(255, 255, 255)
    assert colours.darken("#204060", 0.5) == Colour(16, 32, 48)
    assert len(set(colours.grey_of("#b4432f"))) == 1


def test_contrast_is_that_of_wcag() -> None:
    assert colours.contrast("#000", "#fff") == pytest.approx(21)
    assert colours.contrast("#777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert colours.ink_on("#232427") == colours.parse("white")
    assert colours.ink_on("#f4eed9") == colours.parse("ink")
