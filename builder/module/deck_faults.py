"""What is wrong in what `[module]` says of windows, decks, hands and exchanges of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.drawing.map.words import readable
from builder.game.carriers import MAIN_MAP
from builder.game.model import Game
from builder.game.problems import TWICE
from builder.module.deck_settings import (
    CARDS,
    DeckSettings,
    ExchangeSettings,
    WindowSettings,
    countable,
    map_boxes,
)
from builder.module.faults import Fault, Keys, known, twice
from builder.module.settings import ModuleSettings
from builder.saying import quoting


def deck_faults(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Names in the tables that name nothing, and ids that are given twice."""
    yield from twice("window", [window.id for window in settings.window])
    yield from twice("deck", [deck.id for deck in settings.deck])
    yield from _boxes_twice(game, settings)
    yield from _called_alike("window", settings.window, MAIN_MAP)
    yield from _called_alike("deck", settings.deck)
    there = _there(game, settings)
    for index, window in enumerate(settings.window):
        yield from _of_window(game, ("window", index), window)
    for index, deck in enumerate(settings.deck):
        yield from _of_deck(game, ("deck", index), deck, there)
    for index, exchange in enumerate(settings.exchange):
        yield from _of_exchange(("exchange", index), exchange, there)


@dataclass(frozen=True)
class _There:
    """What the tables can name, by ids: the boxes of windows and of the map, those in which a deck
    lies, what can be drawn into and whose each window or box is, decks, parts of cards.csv."""

    in_windows: frozenset[str]
    on_the_map: frozenset[str]
    of_decks: frozenset[str]
    hands: frozenset[str]
    owners: Mapping[str, str]
    decks: frozenset[str]
    parts: frozenset[str]


def _there(game: Game, settings: ModuleSettings) -> _There:
    boxes = {box.id: window.side for window in settings.window for box in window.box}
    return _There(
        in_windows=frozenset(boxes),
        on_the_map=frozenset(map_boxes(game)),
        of_decks=frozenset(deck.place for deck in settings.deck),
        hands=frozenset([*boxes, *(window.id for window in settings.window if window.hand)]),
        owners={window.id: window.side for window in settings.window} | boxes,
        decks=frozenset(deck.id for deck in settings.deck),
        parts=frozenset(card.deck for card in game.cards),
    )


def _of_window(game: Game, at: Keys, window: WindowSettings) -> Iterator[Fault]:
    yield from known((*at, "side"), "side", window.side, game.sides)
    if not (window.hand or window.box or window.chart):
        text = quoting("The window '{word}' is empty.", word=window.id)
        yield at, text, "Give it [[module.window.box]], charts, or hand = 5."
    for number, chart in enumerate(window.chart):
        here = (*at, "chart", number)
        yield from known((*here, "table"), "table", chart.table, game.tables)
        yield from known((*here, "follows"), "count", chart.follows, countable(game))


def _of_deck(game: Game, at: Keys, deck: DeckSettings, there: _There) -> Iterator[Fault]:
    if deck.place not in there.in_windows | there.on_the_map:
        text = quoting("There is no box '{name}' for this deck to lie in.", name=deck.place)
        remedy = quoting(
            "Add [[drawing.map.box]] with the id '{name}', or write box = of another.",
            name=deck.place,
        )
        yield (*at, "box"), text, remedy
    yield from known((*at, "side"), "side", deck.side, game.sides)
    yield from known((*at, "into"), "deck", deck.into, there.decks)
    if deck.into == deck.id:
        text = quoting("'{word}' is shuffled into itself.", word=deck.id)
        yield (*at, "into"), text, "Name another deck."
    yield from _of_spread(at, deck, there)
    yield from _of_contents(game, at, deck, there)
    for side, hand in deck.hands.items():
        yield from known((*at, "hands"), "side", side, game.sides)
        yield from known((*at, "hands"), "hand or box of a window", hand, there.hands)
        if there.owners.get(hand, side) not in ("", side):
            text = quoting(
                "'{side}' draws into '{hand}', which is another side's.", side=side, hand=hand
            )
            yield (*at, "hands"), text, "Name a hand of its own."


def _of_spread(at: Keys, deck: DeckSettings, there: _There) -> Iterator[Fault]:
    yield from known((*at, "spread"), "box of a window", deck.spread, there.in_windows)
    if deck.spread and deck.face == "down":
        text = quoting("'{word}' lies face down, so it is not laid out.", word=deck.id)
        yield (*at, "spread"), text, 'Take spread out, or write face = "up".'
    if deck.spread and deck.spread in there.of_decks:
        text = quoting("'{word}' is the box of a deck.", word=deck.spread)
        yield (*at, "spread"), text, "Name a box in which no deck lies."


def _of_contents(game: Game, at: Keys, deck: DeckSettings, there: _There) -> Iterator[Fault]:
    phases = {phase.id for phase in game.definition.phase}
    for name in deck.returns:
        yield from known((*at, "returns"), "phase", name, phases)
    if deck.returns and not deck.command:
        text = quoting(
            "Nothing is put into '{word}' by a command, so nothing returns.", word=deck.id
        )
        yield (*at, "returns"), text, 'Write command = "Into the cup", say, and what it takes.'
    types = {counter.type for counter in game.counters.values()} | {CARDS}
    for name in deck.takes:
        yield from known((*at, "takes"), "type of counter", name, types)
    for name in deck.cards:
        yield from known((*at, "cards"), "part of cards.csv", name, there.parts, empty=True)


def _of_exchange(at: Keys, exchange: ExchangeSettings, there: _There) -> Iterator[Fault]:
    for name in (exchange.out, exchange.deck, *exchange.along):
        yield from known(at, "deck", name, there.decks)
    if exchange.out in (exchange.deck, *exchange.along):
        text = quoting(
            "The cards that leave come back: '{word}' is the deck for both.", word=exchange.out
        )
        yield (*at, "out"), text, "Name another deck in out."
    for name in (exchange.leaves, exchange.enters):
        yield from known(at, "part of cards.csv", name, there.parts, empty=True)


def _boxes_twice(game: Game, settings: ModuleSettings) -> Iterator[Fault]:
    """Boxes of windows that the map or another window has already."""
    seen = map_boxes(game)
    for index, window in enumerate(settings.window):
        for number, box in enumerate(window.box):
            if box.id in seen:
                text = quoting(TWICE["box"], word=box.id)
                yield ("window", index, "box", number, "id"), text, "Give it another id."
            seen.add(box.id)


def _called_alike(
    what: str, entries: Sequence[WindowSettings | DeckSettings], taken: str = ""
) -> Iterator[Fault]:
    """Windows and decks that VASSAL, which finds them by name, would take for one another."""
    seen = {taken}
    for index, entry in enumerate(entries):
        name = entry.name or readable(entry.id)
        if name in seen and entry.id not in [other.id for other in entries[:index]]:
            text = quoting("Another {kind} is called '{name}' already.", kind=what, name=name)
            yield (what, index, "name" if entry.name else "id"), text, "Write another name."
        seen.add(name)
