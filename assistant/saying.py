"""Texts as templates with values, which builder.saying has: the name that the assistant knows."""

from __future__ import annotations

from builder.saying import AsWritten, Piece, Saying, fill, in_a_row, key_of, pieces_of, shown

__all__ = ["AsWritten", "Piece", "Saying", "fill", "in_a_row", "key_of", "pieces_of", "shown"]
