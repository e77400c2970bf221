"""The board: features of hexsides, named from either hex."""

from __future__ import annotations

from builder.game.board import Board
from builder.game.loader import load_game


def test_a_hexside_named_from_both_hexes_has_the_features_of_both() -> None:
    grid, one, other = load_game("dagc").grid, "2201", "2202"
    directed = frozenset({"teeth"})
    board = Board(grid).overlaid(
        hexsides={(one, other): ["river"], (other, one): ["teeth"]}, directed=directed
    )
    assert board.between(one, other) == board.between(other, one) == {"river"}
    assert board.owned_by(other, one) == {"teeth"}
    assert board.owned_by(one, other) == frozenset()
    again = board.overlaid(hexsides={(one, other): ["lake"]}, directed=directed)
    assert again.between(other, one) == {"lake"}
    assert again.owned_by(other, one) == {"teeth"}
