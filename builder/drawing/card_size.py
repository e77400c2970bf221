"""The size of a card: poker size, which all sleeves and boxes are made for."""

WIDTH, HEIGHT = 63.5, 88.0
"""In mm, the unit in which cards are drawn."""


def card_height(width: float) -> int:
    """The height of a card that is so wide, in pixels."""
    return round(width * HEIGHT / WIDTH)
