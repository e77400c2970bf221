"""What is answered anyway in a phase of the other side."""

from __future__ import annotations

from pathlib import Path

from assistant.table import open_table

GERMANS_MOVE = """
game = "dagc"
board = "blank"
turn = 3
phase = "german-movement"
[[unit]]
id = "G"
side = "german"
type = "infantry"
hex = "2010"
strength = [3, 1]
[[unit]]
id = "S"
side = "soviet"
type = "tank"
hex = "2012"
strength = [8, 4]
[[unit]]
id = "T"
side = "soviet"
type = "tank"
hex = "2011"
strength = [8, 4]
"""


def test_who_is_not_adjacent_is_no_defender(tmp_path: Path) -> None:
    """Two hexes away it stays behind by 11.2, not because its side defends; its neighbour goes."""
    file = tmp_path / "game.toml"
    file.write_text(GERMANS_MOVE, encoding="utf-8")
    far, near = open_table(file).advances("2010", "S,T", anyway=True).units
    assert [why.rule for why in far.refused] == ["11.2"]
    assert near.options == (("2010",),)
