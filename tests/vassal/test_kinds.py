"""Typed values of the build file, as VASSAL spells them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.vassal import kinds
from builder.vassal.keystroke import KeyStroke
from builder.vassal.kinds import Colour


@pytest.mark.parametrize(
    ("words", "encoded"),
    [
        ("Ctrl+F", "70,130"),
        ("Shift+f", "70,65"),
        ("Ctrl+Shift+O", "79,195"),
        ("Alt+W", "87,520"),
        ("Alt+Shift+W", "87,585"),
        ("Ctrl+Alt+Z", "90,650"),
        ("Ctrl+Right", "39,130"),
        ("F5", "116,0"),
        ("Delete", "127,0"),
        ("Ctrl+[", "91,130"),
        ("Ctrl++", "521,130"),
    ],
)
def test_keys_as_a_person_writes_them(words: str, encoded: str) -> None:
    stroke = KeyStroke.of(words)
    assert stroke.encode() == encoded
    assert KeyStroke.decode(encoded) == stroke
    assert KeyStroke.of(str(stroke).replace("Plus", "+")) == stroke


@pytest.mark.parametrize("words", ["Ctl+F", "Ctrl+Foo", "", "Ctrl+"])
def test_a_key_that_is_none(words: str) -> None:
    with pytest.raises(ValueError, match="write"):
        KeyStroke.of(words)


def test_named_legacy_and_bare_strokes() -> None:
    assert KeyStroke.named("StepLoss").encode() == "57348,0,StepLoss"
    assert KeyStroke.decode("57348,0,StepLoss") == KeyStroke.named("StepLoss")
    assert KeyStroke.decode("F") == KeyStroke.of("Ctrl+F")
    assert str(KeyStroke.decode("70,2")) == "Ctrl+F"
    assert kinds.KEYS.encode((KeyStroke(70, 130), KeyStroke(71, 130))) == r"70\,130,71\,130"


@pytest.mark.parametrize(
    ("number", "written"),
    [(64, "64.0"), (55.42562584220407, "55.42562584220407"), (0.0001, "1.0E-4"), (0, "0.0"),
     (12345678.5, "1.23456785E7"), (-0.25, "-0.25")],
)  # fmt: skip
def test_doubles_as_java_writes_them(number: float, written: str) -> None:
    assert kinds.java_double(number) == written
    assert float(written) == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_double_comes_back(number: float) -> None:
    assert float(kinds.java_double(number)) == number


@given(st.lists(st.text(alphabet="ab,;' ", min_size=1), max_size=5))
def test_lists_of_texts_come_back(texts: list[str]) -> None:
    assert kinds.STRINGS.decode(kinds.STRINGS.encode(tuple(texts))) == tuple(texts)


@pytest.mark.parametrize(
    ("text", "colour"),
    [("1,2,3", Colour(1, 2, 3)), ("1,2,3,4", Colour(1, 2, 3, 4)), ("#0102ff", Colour(1, 2, 255))],
)
def test_colours(text: str, colour: Colour) -> None:
    assert Colour.of(text) == colour
    assert kinds.COLOUR.decode(str(colour)) == colour


@pytest.mark.parametrize("text", ["1,2", "1,2,300", "red"])
def test_a_colour_that_is_none(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Colour.of(text)


def test_polygons() -> None:
    path = "0,0;800,0;800,600"
    assert kinds.POINTS.decode(path) == ((0, 0), (800, 0), (800, 600))
    assert kinds.POINTS.encode(kinds.POINTS.decode(path)) == path
