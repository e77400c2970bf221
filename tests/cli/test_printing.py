"""What `kessel sheets` says at its end."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from assistant.cli.app import app
from tests.wide import some


def said_of(*options: str) -> str:
    args = ["sheets", *options, "--no-map", "--dry-run"]
    return " ".join(CliRunner().invoke(app, args).output.split())


@pytest.mark.parametrize(
    ("counter", "language", "told"),
    some(
        [
            ("12.7", "en", ""),
            (
                "9",
                "en",
                "25 counters are smaller than 5 points, down to 4.3: with --counter 10.4 or",
            ),
            ("9", "es", "menos de 5 puntos, hasta de 4,3, en 25 fichas: con --counter 10.4 o más"),
        ],
        ("12.7", "en", ""),
        ("9", "es", "menos de 5 puntos, hasta de 4,3, en 25 fichas: con --counter 10.4 o más"),
    ),
)
def test_texts_too_small_to_read_are_told_before_printing(
    counter: str, language: str, told: str
) -> None:
    """With the value as the option takes it: nobody can type 10,4 there."""
    said = said_of("aldra", "--counter", counter, "--language", language)
    assert told in said
    assert ("5 p" in said) is bool(told)


@pytest.mark.wide
def test_a_spanish_reader_is_told_the_width_of_cards_as_the_option_takes_it() -> None:
    assert "--card 63.5 las imprime" in said_of("nr", "--language", "es")


def test_cards_too_wide_for_the_paper_are_told() -> None:
    args = ["sheets", "nr", "--no-map", "--card", "95", "--layout", "fold", "--language", "es"]
    error = str(CliRunner().invoke(app, args).exception)
    assert "95 x 131.7 mm fits beside its back on a4: choose smaller cards" in error


@pytest.mark.parametrize(("layout", "told"), [("duplex", True), ("fold", False), ("fronts", False)])
def test_a_calibration_leaf_is_told_of_where_one_is_printed(layout: str, told: bool) -> None:
    """Folded leaves have none, and no backs that could be moved."""
    args = ["sheets", "aldra", "--layout", layout, "--no-map", "--dry-run", "--language", "en"]
    said = " ".join(CliRunner().invoke(app, args).output.split())
    assert "Print at 100 %, scaling off" in said
    assert ("--back-offset" in said) is told
