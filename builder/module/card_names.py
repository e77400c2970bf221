"""What cards are called inside a module: their slots, their prototype, the image of their back."""

from __future__ import annotations

from builder.game.model import Card, Game

BACK_IMAGE = "card-back.png"
CARD = "Card"
"""The prototype of all cards."""


def own_backs(game: Game) -> dict[str, tuple[str, str]]:
    """Pictures of backs that only some cards have: the prototype of those cards, and the image."""
    found = dict.fromkeys(card.back for card in game.cards if card.back)
    return {
        name: (f"{CARD} {number}", f"card-back-{number}.png")
        for number, name in enumerate(found, 2)
    }


def card_prototype(game: Game, card: Card) -> str:
    """The prototype of a card, which knows its back."""
    return own_backs(game)[card.back][0] if card.back else CARD


def card_key(card: Card) -> str:
    """The key by which the slot of a card has its number."""
    return f"card {card.number}"
