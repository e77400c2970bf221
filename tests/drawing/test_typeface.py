"""Every letter that maps, counters, charts, sheets and pictures print is in the typeface."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.drawing import fonts

_ROOT = Path(__file__).parents[2]
_PRINTED = (
    "source-art/**/*.csv",
    "source-art/**/*.toml",
    "builder/drawing/**/*.py",
    "builder/sheets/**/*.py",
    "builder/game/rulebook/*.py",
    "assistant/report/legend.py",
    "assistant/report/overlays.py",
    "assistant/report/picture.py",
)


def _files() -> Iterator[Path]:
    for pattern in _PRINTED:
        yield from _ROOT.glob(pattern)


def test_no_file_that_is_printed_from_has_a_letter_that_would_be_a_box() -> None:
    found = {}
    for path in _files():
        text = re.sub(r"\s|\\[a-z]", "", path.read_text(encoding="utf-8"))
        if not text.isascii() and (unknown := fonts.missing(text)):
            found[str(path.relative_to(_ROOT))] = unknown
    assert found == {}


@pytest.mark.parametrize("letter", ["▲", "→", "★", "✕"])
def test_arrows_and_stars_are_no_letters_of_it(letter: str) -> None:
    assert fonts.missing(letter) == letter
