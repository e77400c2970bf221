"""The map that players lay out of pieces is part of a position, buttons are not."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from assistant.reading.positions import TableReading
from builder.adopt.adopting import adopt
from builder.adopt.stock import table_piece
from builder.game.loader import load_game
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile import xml
from builder.vassal.buildfile.archive import archive_bytes
from builder.vassal.buildfile.module import read_module
from builder.vassal.buildfile.piece_text import write_piece
from builder.vassal.commands import BoardPlace
from builder.vassal.module_shape import shape_of
from builder.vassal.state import GameState
from builder.vassal.traits import BasicPiece, Immobile


@pytest.mark.parametrize(("side", "units"), [(60, ["ground"]), (20, [])])
def test_what_nobody_drags_and_is_as_large_as_a_map_is_seen(
    side: int, units: list[str], tmp_path: Path
) -> None:
    traits = (Immobile(move="V"), BasicPiece(name="Ground", image="ground.png"))
    picture = io.BytesIO()
    Image.new("RGB", (side, side), "#804020").save(picture, "PNG")
    board = c.Board(name="B", width=100, height=100)
    tree = c.GameModule(name="Moor", version="1.0").holding(
        c.BasicCommandEncoder(),
        c.MapWindow(map_name="Main").holding(c.BoardPicker().holding(board)),
        c.PieceWindow().holding(c.PieceSlot(gpid="1", content=write_piece(traits))),
    )
    file = tmp_path / "moor.vmod"
    entries = (("buildFile.xml", xml.to_bytes(tree)), ("images/ground.png", picture.getvalue()))
    file.write_bytes(archive_bytes(entries))
    game = load_game(adopt(file, "moor", tmp_path).folder)
    piece = replace(table_piece(traits, "1"), map="Main", x=50, y=50)
    piece = replace(piece, rest=("1", *piece.rest[1:]))
    boards = {"Main": (BoardPlace("B"),)}
    state = GameState(boards=boards, pieces={"1": piece}, order={"1": (0, 0)})
    reading = TableReading(game, shape_of(read_module(file)), state, "", ())
    assert [unit.counter for unit in reading.position().units] == units
