"""The picture on opening: the strongest units of both sides, and nothing over anything else."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from builder.drawing.faces import CounterFace
from builder.drawing.mix import counter_faces
from builder.drawing.paper import PaperDocument
from builder.drawing.splash import HEIGHT, WIDTH, chosen, draw_splash, splash_of
from builder.game.loader import load_game

SOURCES = Path(__file__).parents[2] / "source-art"


def unit(symbol: str, *strength: str) -> tuple[CounterFace, ...]:
    return (CounterFace(symbol=symbol, strength=strength),)


def test_the_strongest_of_each_kind_first() -> None:
    faces = {
        "weak": unit("infantry", "2", "4"),
        "strong": unit("infantry", "(9)", "4"),
        "tanks": unit("armour", "6-5"),
        "staff": unit("headquarters"),
        "more": unit("infantry", "8"),
    }
    found = [face.symbol for face in chosen(faces, list(faces))]
    assert found == ["infantry", "armour", "headquarters"]
    assert chosen(faces, list(faces))[0] is faces["strong"][0]
    only = {"a": unit("infantry", "1"), "b": unit("infantry", "2")}
    assert chosen(only, list(only)) == [only["b"][0], only["a"][0]]


def test_title_subtitle_and_version_stand_apart_in_every_game() -> None:
    for folder in sorted(SOURCES.iterdir()):
        game = load_game(folder)
        splash = splash_of(game, counter_faces(game), "es")
        assert len(splash.sides) >= 2
        assert all(faces for _, faces in splash.sides)
        assert splash.note.startswith("Módulo de VASSAL")
        document = PaperDocument("splash")
        with document.page(WIDTH, HEIGHT) as page:
            draw_splash(page, splash)
        (sheet,) = pymupdf.open(stream=document.data(), filetype="pdf")
        lines = [
            pymupdf.Rect(line["bbox"])
            for block in sheet.get_text("dict")["blocks"]
            for line in block.get("lines", ())
            if line["spans"][0]["size"] > 30
        ]
        top = min(line.y0 for line in lines)
        note = max(
            pymupdf.Rect(block[:4]).y1 for block in sheet.get_text("blocks") if "VASSAL" in block[4]
        )
        assert top < note
        assert all(line.x0 > 0 and line.x1 < sheet.rect.width for line in lines)
