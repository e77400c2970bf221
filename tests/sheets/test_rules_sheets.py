"""The printed rules: no leaf for a few lines."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from builder.game.loader import load_game
from builder.sheets.options import SheetOptions
from builder.sheets.rules import rules_sheets

SOURCES = Path(__file__).parents[2] / "source-art"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_no_leaf_of_rules_holds_a_few_lines(paper: str, language: str) -> None:
    """A last leaf of Tarsa's held seven lines; lines a little closer save it, and do not touch."""
    stream = rules_sheets(load_game(SOURCES / "tarsa"), "T", SheetOptions(paper=paper), language)
    pdf = pymupdf.open(stream=stream)
    for page in pdf:
        lines = [line for b in page.get_text("dict")["blocks"] for line in b.get("lines", [])]
        assert len(lines) > 20
        feet = sorted({round(line["spans"][0]["origin"][1], 1) for line in lines})
        apart = [b - a for a, b in pairwise(feet) if b - a > 1]
        assert min(apart) > 1.25 * 3.4 * 72 / 25.4
