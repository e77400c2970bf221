"""The key commands of decks, which no player presses: buttons and traits send them."""

from __future__ import annotations

from builder.module.deck_settings import DeckSettings, ExchangeSettings
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.core import LAYS_OUT


def draw_key(deck: DeckSettings, side: str) -> KeyStroke:
    """The command that sends a piece from a deck to a side's hand."""
    return KeyStroke.named(f"Draw-{deck.id}-{side}")


def exchange_key(exchange: ExchangeSettings) -> KeyStroke:
    """The command of an exchange."""
    return KeyStroke.named(f"Exchange-{exchange.id}")


def into_key(deck: DeckSettings) -> KeyStroke:
    """The command that puts a piece into a deck."""
    return KeyStroke.named(f"Into-{deck.id}")


def lay_out_key(deck: DeckSettings) -> KeyStroke:
    """The command that lays a deck's pieces out one by one."""
    return KeyStroke.named(f"{LAYS_OUT}-{deck.id}")


def put_back_key(deck: DeckSettings) -> KeyStroke:
    """The command that puts those back that lie there."""
    return KeyStroke.named(f"PutBack-{deck.id}")


def tell_put_back_key(deck: DeckSettings) -> KeyStroke:
    """The command that tells the chat of it."""
    return KeyStroke.named(f"TellPutBack-{deck.id}")


def put_one_back_key(deck: DeckSettings) -> KeyStroke:
    """The command that puts one of them back, the one whose turn it is."""
    return KeyStroke.named(f"PutOneBack-{deck.id}")


def reshuffle_key(deck: DeckSettings) -> KeyStroke:
    """The command that shuffles a deck into the one that it refills."""
    return KeyStroke.named(f"Reshuffle-{deck.id}")


def check_key(deck: DeckSettings) -> KeyStroke:
    """The command that looks whether a deck runs low."""
    return KeyStroke.named(f"Refill-{deck.id}")
