"""A table so small that thousands of its steps are quick."""

from __future__ import annotations

from builder.vassal.sequence import ESC

MODULE = "Small"
PIECE = "piece;;;u.png;Unit"
GAME = ESC.join(
    [
        "begin_save",
        f"+/unit/{PIECE}/Map;0;0;1;0",
        "SETUP_STACK\t",
        "MapBoardPicker\tMap\t0\t0",
        "end_save",
    ]
)


def game(x: int) -> str:
    """The game with its unit elsewhere."""
    return GAME.replace("Map;0;0", f"Map;{x};0")


def move(x: int, was: int = 0) -> str:
    """A step that moves the unit."""
    return f"M/unit/Map/{x}/0/null/Map/{was}/0/null/ana{ESC}CHAT* Unit moves *"
