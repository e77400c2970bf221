"""What cards are called inside a module: their slots, their prototype, the image of their back."""

from __future__ import annotations

from builder.game.model import Card

BACK_IMAGE = "card-back.png"
CARD = "Card"
"""The prototype of all cards."""


def card_key(card: Card) -> str:
    """The key by which the slot of a card has its number."""
    return f"card {card.number}"
