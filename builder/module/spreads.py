"""How what lies in an open deck is laid out one by one, to be seen and chosen from, and put back:
VASSAL's own list of a deck is a dialog of names, in which nobody sees a card."""

from __future__ import annotations

from collections.abc import Iterator

from builder.drawing.card_size import card_height
from builder.drawing.map.layout import Region
from builder.game.carriers import (
    CARD_PROPERTY,
    COUNTER_PROPERTY,
    LAID_AT_PROPERTY,
    LAID_FROM_PROPERTY,
)
from builder.game.model import Game
from builder.module.deck_keys import lay_out_key
from builder.module.deck_settings import DeckSettings
from builder.module.settings import ModuleSettings
from builder.module.spread_settings import capacity, holds_cards
from builder.module.table import Table
from builder.module.trays import head
from builder.vassal.keystroke import KeyStroke
from builder.vassal.sequence import join
from builder.vassal.traits.actions import SendTo, Trigger
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import CalculatedProperty, DynamicProperty, PropertyCommand

LAY_OUT, PUT_BACK, NOTHING = "Lay out", "Put back", "Nothing is laid out"
_GAP = 12
_COUNT = "LaidOut"


def laid_out(
    game: Game, settings: ModuleSettings, table: Table, decks: list[DeckSettings]
) -> Iterator[Trait]:
    """What a piece does that these decks lay out: it goes to the next seat of the box, and keeps in
    mind from where."""
    counts = {}
    for deck in decks:
        window = next(w for w in table.windows if w.box(deck.spread) is not None)
        box = window.box(deck.spread)
        assert box is not None
        send = KeyStroke.named(f"Spread-{deck.id}")
        number = counts[deck.id] = f"{_COUNT}{settings.deck.index(deck) + 1}"
        of = CARD_PROPERTY if holds_cards(settings, deck) else COUNTER_PROPERTY
        x, y = _next_seat(game, settings, table, box, deck, number)
        yield Trigger(
            name=f"Laid out from {deck.id}",
            command="",
            trigger_key=lay_out_key(deck),
            action_keys=(send,),
        )
        yield CalculatedProperty(
            name=number,
            expression=f'{{CountZone("{deck.spread}","{window.name}","{of}")}}',
            description=f"How many lie in {deck.spread}",
        )
        yield SendTo(command="", send_key=send, map=window.name, destination="L", x=x, y=y)
    if decks:
        yield DynamicProperty(
            name=LAID_FROM_PROPERTY,
            commands=tuple(
                PropertyCommand("", lay_out_key(deck), join(("P", deck.id), ",")) for deck in decks
            ),
        )
        # The piece lies there already: of two traits that hear a key the inner one acts last.
        yield DynamicProperty(
            name=LAID_AT_PROPERTY,
            commands=tuple(
                PropertyCommand("", lay_out_key(deck), join(("P", f"{{{counts[deck.id]}}}"), ","))
                for deck in decks
            ),
        )


def _next_seat(
    game: Game, settings: ModuleSettings, table: Table, box: Region, deck: DeckSettings, number: str
) -> tuple[str, str]:
    """Expressions of the pixel at which the next one lies: in rows, each over the one before as far
    as the box is too low for all."""
    wide = settings.card if holds_cards(settings, deck) else table.counter
    high = card_height(settings.card) if holds_cards(settings, deck) else table.counter
    across = max(1, int(box.width - _GAP) // (wide + _GAP))
    down = max(1, -(-capacity(game, settings, deck) // across))
    top = box.y + head(table.counter) + high / 2
    room = box.y + box.height - _GAP - high / 2 - top
    step = min(high + _GAP, max(1, int(room / max(1, down - 1))))
    left = box.x + _GAP + wide / 2
    row = f"(({number}-{number}%{across})/{across}%{down})"
    return f"{{{round(left)}+{wide + _GAP}*({number}%{across})}}", f"{{{round(top)}+{step}*{row}}}"
