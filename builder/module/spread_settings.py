"""The boxes in which what lies in open decks is laid out."""

from __future__ import annotations

from builder.game.model import Game
from builder.module.deck_settings import CARDS, BoxSettings, DeckSettings, WindowSettings
from builder.module.settings import ModuleSettings

_NAME = "Laid out"
_CARDS_WIDE, _CARDS_HIGH = 5, 3
_COUNTERS_WIDE, _COUNTERS_HIGH = 10, 12
_ON_THE_MAP = "laid-out"


def with_spreads(game: Game, settings: ModuleSettings) -> ModuleSettings:
    """The settings with a box beside the open decks of each window, and with a window for those on
    the map, unless the designer has named a box."""
    windows = {window.id: window for window in settings.window}
    decks = []
    for deck in settings.deck:
        if deck.face == "up" and not deck.spread and capacity(game, settings, deck):
            at = _window_of(deck, settings) or _ON_THE_MAP
            id_ = f"{at}-cards"
            window = windows.get(at) or WindowSettings(id=at, name=_NAME)
            if id_ not in {box.id for box in window.box}:
                box = _box(game, settings, id_, _beside(deck, settings))
                windows[at] = window.model_copy(update={"box": (*window.box, box)})
            deck = deck.model_copy(update={"spread": id_})
        decks.append(deck)
    return settings.model_copy(update={"deck": tuple(decks), "window": tuple(windows.values())})


def _window_of(deck: DeckSettings, settings: ModuleSettings) -> str:
    """The window in which a deck lies; empty on the map."""
    inside = (w.id for w in settings.window if deck.place in {box.id for box in w.box})
    return next(inside, "")


def _beside(deck: DeckSettings, settings: ModuleSettings) -> list[DeckSettings]:
    """The open decks of the same window, itself among them."""
    window = _window_of(deck, settings)
    opened = (other for other in settings.deck if other.face == "up")
    return [other for other in opened if _window_of(other, settings) == window]


def _box(game: Game, settings: ModuleSettings, id_: str, decks: list[DeckSettings]) -> BoxSettings:
    """A box with room for all that can lie in one of these decks."""
    most = max(capacity(game, settings, deck) for deck in decks)
    cards = any(holds_cards(settings, deck) for deck in decks)
    columns = min(_CARDS_WIDE if cards else _COUNTERS_WIDE, most)
    rows = min(_CARDS_HIGH if cards else _COUNTERS_HIGH, -(-most // columns))
    return BoxSettings(id=id_, name=_NAME, columns=columns, rows=rows, cards=cards, below=True)


def holds_cards(settings: ModuleSettings, deck: DeckSettings) -> bool:
    """Whether cards of cards.csv come into a deck."""
    leaving = (exchange.out for exchange in settings.exchange)
    return bool(deck.cards) or CARDS in deck.takes or deck.id in leaving


def capacity(game: Game, settings: ModuleSettings, deck: DeckSettings) -> int:
    """How many pieces may lie in a deck together."""
    parts = {*deck.cards, *(one.leaves for one in settings.exchange if one.out == deck.id)}
    cards = sum(CARDS in deck.takes or card.deck in parts for card in game.cards)
    kinds = (one for one in game.counters.values() if one.type in deck.takes)
    return cards + sum(counter.copies for counter in kinds)
