"""Large numbers, and those with decimals, in both languages."""

from __future__ import annotations

import io

import pytest

from assistant.report.terminal import console
from assistant.report.words import gain
from assistant.words.figures import grouped
from assistant.words.voice import general, voice
from builder.drawing.map.words import cell_words
from builder.game.decimals import decimal_mark
from builder.game.loader import load_game
from builder.saying import Saying, signed


@pytest.mark.parametrize(
    ("number", "english", "spanish"),
    [
        (24.3, "24", "24"),
        (1299.4, "1,299", "1299"),
        (9999.7, "10,000", "10 000"),
        (17_258, "17,258", "17 258"),
        (1_234_567, "1,234,567", "1 234 567"),
    ],
)
def test_each_language_groups_figures_in_its_way(number: float, english: str, spanish: str) -> None:
    """In Spanish 1,299 would be read as a little more than one."""
    assert (grouped(number, "en"), grouped(number, "es")) == (english, spanish)


FAR = "{unit} in {hex} is {n:g} {n|point|points} away, more than {m}."


@pytest.mark.parametrize(
    ("away", "english", "spanish"),
    [
        (2.5, "2.5 points away, more than 2.", "2,5 puntos, más de 2."),
        (1234.5, "1234.5 points away, more than 2.", "1234,5 puntos, más de 2."),
        (3.0, "3 points away, more than 2.", "3 puntos, más de 2."),
    ],
)
def test_decimals_have_a_comma_in_spanish(away: float, english: str, spanish: str) -> None:
    told = Saying(FAR, unit="H", hex="C2025", n=away, m=2)
    assert told == f"H in C2025 is {english}"
    say = voice(load_game("uis"), "es")
    assert say(told) == f"H, en C2025, está a {spanish}"
    assert say(Saying("{one}, {two}", one=told, two="12.4")).endswith("más de 2., 12.4")  # a rule


@pytest.mark.parametrize(
    ("game", "number", "in_a_chart"),
    [
        ("uis", "2,5", "0,5"),
        ("mlb", "2.5", "0.5"),  # its rulebook writes 1.5-1, 2.5 and 0.75
        ("karga", "2,5", "0,5"),
    ],
)
def test_decimals_are_written_as_the_spanish_rulebook_does(
    game: str, number: str, in_a_chart: str
) -> None:
    definition = load_game(game)
    assert voice(definition, "es").figure("2.5") == number
    assert cell_words(definition, "es", "0.5") == in_a_chart
    assert decimal_mark("es", definition) == number[1]
    assert decimal_mark("en", definition) == "."


@pytest.mark.parametrize(
    ("value", "english", "spanish"),
    [(0.5, "+0.5", "+0,5"), (-1.25, "−1.2", "−1,2"), (0.0, "+0.0", "+0,0")],
)
def test_luck_has_its_sign_and_its_comma(value: float, english: str, spanish: str) -> None:
    assert (gain(general("en"), value), gain(general("es"), value)) == (english, spanish)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-1 column, ≤ -8 → -2", "−1 column, ≤ −8 → −2"),
        ("Differential 2 - 5 = -3.", "Differential 2 − 5 = −3."),
        ("from -20 to 20 (-1)", "from −20 to 20 (−1)"),
        ("marker -2/-1, 1-2, C3904-07, german-6-infantry", "marker −2/−1, 1-2, C3904-07, german-6-infantry"),
        ("write `shift = -1`, --with shift=-2, '-3' or --result=-M3", "write `shift = -1`, --with shift=-2, '-3' or --result=-M3"),
    ],
)  # fmt: skip
def test_readers_see_a_true_minus_sign(text: str, shown: str) -> None:
    """What is typed back keeps its hyphen."""
    assert signed(text) == shown
    screen = console(out := io.StringIO())
    screen.print(text, soft_wrap=True)
    assert out.getvalue().rstrip("\n") == shown
