"""Decks: what lies in them at the start, and how pieces come into them and out again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from builder.drawing.card_size import card_height
from builder.drawing.map.layout import Region
from builder.drawing.map.words import named, readable
from builder.drawing.translation import ENGLISH, sides
from builder.game.carriers import LAID_AT_PROPERTY, LAID_FROM_PROPERTY
from builder.game.model import Card, Counter, Game, Placement
from builder.module import keys
from builder.module.card_names import BACK_IMAGE, CARD, card_key, own_backs
from builder.module.deck_keys import (
    check_key,
    draw_key,
    exchange_key,
    into_key,
    lay_out_key,
    put_back_key,
    put_one_back_key,
    reshuffle_key,
    tell_put_back_key,
)
from builder.module.deck_settings import CARDS, DeckSettings, ExchangeSettings
from builder.module.phrases import say
from builder.module.seats import free_seat
from builder.module.settings import ModuleSettings
from builder.module.spread_settings import capacity, holds_cards
from builder.module.spreads import LAY_OUT, NOTHING, PUT_BACK, laid_out
from builder.module.table import Table, next_seat
from builder.module.trays import hand_spot, middle_of
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.recipes import cards as recipes
from builder.vassal.keystroke import KeyStroke
from builder.vassal.traits.actions import (
    ReportAction,
    RestrictCommands,
    ReturnToDeck,
    SendTo,
    Trigger,
)
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.secrecy import Mask
from builder.vassal.traits.values import Marker

_REVEAL = KeyStroke.named("Reveal")
RETURN = KeyStroke.named("Return")
RETURNS = "Returns"
"""The property that names the deck into which a counter goes back by itself."""


CARD_HIDDEN, COUNTER_HIDDEN = "hidden-card.png", "hidden.png"
"""What the owner sees upon a piece that is hidden from the others."""


def back_image(deck: DeckSettings) -> str:
    """The picture of the back of a deck's counters."""
    return f"back-{deck.id}.png"


def taken_prototype(kind: str) -> str:
    """The prototype of the counters of a type that go into decks."""
    return f"Into decks: {kind}"


WHO = '" ("+GetProperty("PlayerName")+") *"'
"""The end of a report, as an expression: the player who did it."""


@dataclass(frozen=True)
class Decks:
    """The decks of a game's module."""

    game: Game
    settings: ModuleSettings
    table: Table
    language: str = ENGLISH

    def name(self, deck: DeckSettings) -> str:
        """VASSAL's name of a deck, the same in all languages: by it saves find the deck."""
        return deck.name or readable(deck.id)

    def title(self, deck: DeckSettings) -> str:
        """What players read."""
        name = named(self.game, self.language, f"deck.{deck.id}", self.name(deck))
        return say(self.language, name)

    @cached_property
    def by_id(self) -> Mapping[str, DeckSettings]:
        return {deck.id: deck for deck in self.settings.deck}

    # What lies in them

    def dealt(self) -> list[Placement]:
        """The cards, each in the deck to which its part belongs."""
        homes = {part: deck.place for deck in self.settings.deck for part in deck.cards}
        cards = self.game.cards
        return [Placement(card_key(card), homes[card.deck]) for card in cards if card.deck in homes]

    def pile(self, deck: DeckSettings, slots: list[c.CardSlot]) -> c.DrawPile:
        """A deck as a component, with what lies in it at the start of a game."""
        _, board = self.table.map_of(deck.place)
        pile = recipes.deck(
            self.name(deck),
            slots,
            board=board,
            centre=self.table.deck_spot(deck.place),
            size=self._size(deck),
            face_down=deck.face == "down",
            called=self.title(deck),
        )
        pile = pile.replace(draw_face_up=deck.reveal)
        if deck.side:
            owner = self.game.sides[deck.side].name
            pile = pile.replace(deck_restrict_access=True, deck_owners=(owner, recipes.SOLITAIRE))
        return pile.holding(self._menu(deck))

    def _menu(self, deck: DeckSettings) -> Iterator[c.DeckGlobalKeyCommand]:
        """What a right click on a deck offers."""
        if deck.spread:
            yield c.DeckGlobalKeyCommand(
                name=LAY_OUT,
                hotkey=lay_out_key(deck),
                report_format=f"{self.title(deck)} → {self._spread(deck).name}",
            )
        if deck.into:
            goal = self.by_id[deck.into]
            yield c.DeckGlobalKeyCommand(
                name=f"Shuffle into {self.title(goal)}",
                hotkey=into_key(goal),
                report_format=f"{self.title(deck)} → {self.title(goal)}",
            )

    def _spread(self, deck: DeckSettings) -> Region:
        """The box in which what lies in a deck is laid out."""
        return self.table.region(deck.spread)

    def _size(self, deck: DeckSettings) -> tuple[int, int]:
        if deck.cards or CARDS in deck.takes:
            return self.settings.card, card_height(self.settings.card)
        return self.table.counter, self.table.counter

    # How pieces come in and out

    def prototypes(self) -> dict[str, tuple[Trait, ...]]:
        """The traits of all that goes into decks, by prototype."""
        kinds = dict.fromkeys(kind for deck in self.settings.deck for kind in deck.takes)
        found = {taken_prototype(kind): tuple(self._taken(kind)) for kind in kinds if kind != CARDS}
        if self.game.cards:
            found[CARD] = tuple(self._taken(CARDS))
            for prototype, image in own_backs(self.game).values():
                found[prototype] = tuple(self._taken(CARDS, image))
        return found

    def _taken(self, kind: str, back: str = BACK_IMAGE) -> Iterator[Trait]:
        """Outside of the mask: what works whoever has masked the piece, and without a menu."""
        decks = [deck for deck in self.settings.deck if kind in deck.takes]
        inside = [
            deck
            for deck in self.settings.deck
            if deck in decks or (kind == CARDS and holds_cards(self.settings, deck))
        ]
        spread = [deck for deck in inside if deck.spread]
        yield from laid_out(self.game, self.settings, self.table, spread)
        for deck in inside:
            yield from self._to_hands(deck)
            yield self._into(deck, into_key(deck))
        hidden = next((deck for deck in decks if deck.face == "down"), None)
        if hidden is not None or kind == CARDS:
            what = "a card" if kind == CARDS else "a counter"
            yield ReportAction(
                report_keys=(keys.FLIP,),
                report=self.told(what, ": face up or down", before='location+": "+'),
            )
            yield Mask(
                mask_key=keys.FLIP,
                back_image=back if hidden is None or kind == CARDS else back_image(hidden),
                command="Face up or down",
                display=f"G{CARD_HIDDEN if kind == CARDS else COUNTER_HIDDEN}",
                mask_name=what,
                access="side:",
                deal_key=_REVEAL,
            )
        for deck, key in self._put_keys(kind):
            yield from self._command(deck, key, kind)

    def _put_keys(self, kind: str) -> Iterator[tuple[DeckSettings, KeyStroke]]:
        """The decks into which a type of counters is put by a command, with its key."""
        commanded = (deck for deck in self.settings.deck if kind in deck.takes and deck.command)
        for number, deck in enumerate(commanded):
            yield deck, keys.INTO_DECK if number == 0 else KeyStroke.named(f"Put-{deck.id}")

    def returning(self, counter: Counter) -> Iterator[Trait]:
        """What a counter does that goes back into the deck in which it was set up."""
        for deck, key in self._put_keys(counter.type):
            if deck.returns and counter.setup == deck.place:
                yield Trigger(
                    name=f"Back to {deck.id}",
                    command="",
                    trigger_key=RETURN,
                    action_keys=(key,),
                )
                yield Marker.of(**{RETURNS: deck.id})

    def _command(self, deck: DeckSettings, key: KeyStroke, kind: str) -> Iterator[Trait]:
        words = named(self.game, self.language, f"deck.{deck.id}.command", deck.command)
        command = say(self.language, words)
        tell = KeyStroke.named(f"Tell-{deck.id}")
        hidden = self.told("a card" if kind == CARDS else "a counter", f" → {self.title(deck)}")
        yield RestrictCommands(
            name=f"Into {deck.id}", condition=f"{{{self._refuses(deck)}}}", watch_keys=(key,)
        )
        if deck.face == "up":
            laid = f"$BasicName$ → {self.title(deck)} ($PlayerName$) *"
            yield ReportAction(report_keys=(key,), report=laid)
            first = (_REVEAL,)
        else:
            yield ReportAction(report_keys=(tell,), report=hidden)
            first = (tell,)  # while it lies where all see what it is, before the deck hides it
        yield Trigger(
            name=command,
            command=command,
            trigger_key=key,
            action_keys=(*first, into_key(deck)),
        )

    def told(self, hidden: str, after: str, before: str = "") -> str:
        """A report with the name of a piece that all players see, else with `hidden`.

        VASSAL knows the name behind which a mask hides a piece, and not that nobody else looks into
        its window. `before` is the beginning of an expression.
        """
        after, what = say(self.language, after), say(self.language, hidden)
        private = [w.name for w in self.table.windows if w.settings.side]
        there = "||".join(f'CurrentMap=="{name}"' for name in private) or "false"
        return f'{{{before}(({there})?"{what}":newPieceName)+"{after}"+{WHO}}}'

    def _refuses(self, deck: DeckSettings) -> str:
        """The condition under which a piece cannot go into a deck: it lies there, or the deck is
        another side's."""
        there = f'DeckName=="{self.name(deck)}"'
        if not deck.side:
            return there
        seats = (self.game.sides[deck.side].name, recipes.SOLITAIRE)
        others = "&&".join(f'PlayerSide!="{seat}"' for seat in seats)
        return f"{there}||({others})"

    def _into(self, deck: DeckSettings, key: KeyStroke) -> ReturnToDeck:
        name = self.name(deck)
        return ReturnToDeck(command="", return_key=key, deck_expression=name, choose_deck=False)

    def _to_hands(self, deck: DeckSettings) -> Iterator[Trait]:
        for number, (side, hand) in enumerate(deck.hands.items(), 1):
            window = next(
                w for w in self.table.windows if hand == w.settings.id or w.box(hand) is not None
            )
            key = draw_key(deck, side)
            whose = sides(self.game, self.language)[side]
            yield ReportAction(
                report_keys=(key,), report=f"{whose} ← {self.title(deck)} ($PlayerName$) *"
            )
            send = SendTo(command="", send_key=key, map=window.name)
            box = window.box(hand)
            if box is None:
                x, y = map(str, hand_spot(self.settings.card, self.table.counter))
            elif holds_cards(self.settings, deck):
                x, y = map(str, middle_of(box, self.table.counter))
            else:  # side by side: what cannot be stacked would hide what was drawn before
                count = f"InHand{self.settings.deck.index(deck) + 1}of{number}"
                yield from free_seat(self.table, hand, window.name, count)
                x, y = next_seat(self.table, hand, count)
            yield send.replace(destination="L", x=x, y=y)

    # Exchanges

    def exchanged(self, card: Card) -> tuple[Trait, ...]:
        """The traits by which exchanges move a card; they have no menu."""
        return tuple(
            trait for exchange in self.settings.exchange for trait in self._moves(exchange, card)
        )

    def _moves(self, exchange: ExchangeSettings, card: Card) -> Iterator[Trait]:
        key = exchange_key(exchange)
        goal = self.by_id[exchange.deck]
        if card.deck == exchange.leaves:
            # The outer trait acts last: out of a deck that lies face down a card comes masked.
            yield Trigger(
                name=f"{exchange.id}-open",
                command="",
                trigger_key=None,
                watch_keys=(key,),
                action_keys=(_REVEAL,),
            )
            yield self._into(self.by_id[exchange.out], key)
        elif card.deck == exchange.enters:
            yield self._into(goal, key)
        elif exchange.along:
            lies = [f'DeckName=="{self.name(self.by_id[deck])}"' for deck in exchange.along]
            yield Trigger(
                name=exchange.id,
                command="",
                trigger_key=None,
                condition="{" + " || ".join(lies) + "}",
                watch_keys=(key,),
                action_keys=(into_key(goal),),
            )

    def exchange_buttons(self, exchange: ExchangeSettings) -> Iterator[c.Gated]:
        """The button that exchanges the cards, wherever they are, and the two that it presses.

        First those in decks, then those outside. VASSAL masks a card that came into a deck before
        the same command looks into that deck, and undo would bring it back face down."""
        name = exchange.name or readable(exchange.id)
        text = named(self.game, self.language, f"exchange.{exchange.id}", name)
        key = exchange_key(exchange)
        steps = {
            KeyStroke.named(f"{key.name}-in-decks"): ('DeckName != ""', "-1"),
            KeyStroke.named(f"{key.name}-outside"): ('CardPart != ""', "0"),
        }
        yield c.DoActionButton(
            name=exchange.id,
            text=text,
            tooltip=text,
            do_report=True,
            report_format=f"$PlayerName$: {text}",
            do_hotkey=True,
            hotkeys=tuple(steps),
        )
        for step, (filter_, deck_count) in steps.items():
            yield c.MassKeyCommand(
                name=step.name,
                button_text="",
                tooltip="",
                button_hotkey=step,
                hotkey=key,
                single_map=False,
                filter=f"{{{filter_}}}",
                deck_count=deck_count,
            )

    # Drawing

    def draw_buttons(self, deck: DeckSettings, side: str) -> Iterator[c.Gated]:
        """Buttons for a hand's own window, the first one without a face: it draws one piece."""
        one = KeyStroke.named(f"DrawOne-{deck.id}-{side}")
        yield c.MassKeyCommand(
            name=f"draw-{deck.id}-{side}",
            button_text="",
            tooltip="",
            button_hotkey=one,
            hotkey=draw_key(deck, side),
            single_map=False,
            filter=f'{{DeckName=="{self.name(deck)}"}}',
            deck_count="1",
        )
        after = (check_key(deck),) if self.refilled(deck) else ()
        several = [d for d in self.settings.deck if side in d.hands]
        # A window of boxes has more to draw than a hand of cards has.
        boxed = not any(deck.hands[side] == w.settings.id for w in self.table.windows)
        for number in deck.draw:
            tail = f": {self.title(deck)}" if boxed or len(several) > 1 else ""
            yield c.DoActionButton(
                name=f"draw-{number}-{deck.id}-{side}",
                text=f"Draw {number}{tail}",
                tooltip=f"{self.title(deck)}: {number}",
                do_hotkey=True,
                hotkeys=(one, *after),
                do_loop=True,
                loop_count=str(number),
            )

    def refilled(self, deck: DeckSettings) -> list[DeckSettings]:
        """The decks that are shuffled into this one when it runs low."""
        return [d for d in self.settings.deck if d.into == deck.id] if deck.keep else []

    def refill_buttons(self, deck: DeckSettings) -> Iterator[c.Gated]:
        """No buttons to be seen: what draw buttons press to fill up a deck that runs low."""
        others = self.refilled(deck)
        more = " || ".join(f"{self._count(other)} > 0" for other in others)
        for other in others:
            yield c.MassKeyCommand(
                name=f"refill-from-{other.id}",
                button_text="",
                tooltip="",
                button_hotkey=reshuffle_key(other),
                hotkey=into_key(deck),
                single_map=False,
                filter=f'{{DeckName=="{self.name(other)}"}}',
                report_format=f"{self.title(other)} → {self.title(deck)}",
            )
        yield c.DoActionButton(
            name=f"refill-{deck.id}",
            text="",
            tooltip="",
            hotkey=check_key(deck),
            do_hotkey=True,
            hotkeys=tuple(reshuffle_key(other) for other in others),
            do_loop=True,
            loop_type="while",
            while_expression=f"{{{self._count(deck)} <= {deck.keep} && ({more})}}",
        )

    def put_back_buttons(self, decks: Sequence[DeckSettings]) -> Iterator[c.Gated]:
        """A button that puts back what these decks have laid out in a window, and what it
        presses. The last one laid out, from below, comes first, so that the deck lies as before."""
        for deck in decks:
            yield from self._put_back(deck, decks)
        if decks:
            boxes = dict.fromkeys(deck.spread for deck in decks)
            lies = "||".join(f'CurrentZone=="{box}"' for box in boxes)
            map_, _ = self.table.map_of(decks[0].spread)
            yield c.DoActionButton(
                name=f"put-back-{map_}",
                text=PUT_BACK,
                tooltip="Put what is laid out back into its deck",
                do_report=True,
                report_format=self._if_any(map_, lies, "", say(self.language, NOTHING)),
                do_hotkey=True,
                hotkeys=tuple(
                    key for deck in decks for key in (tell_put_back_key(deck), put_back_key(deck))
                ),
            )

    def _put_back(self, deck: DeckSettings, decks: Sequence[DeckSettings]) -> Iterator[c.Gated]:
        """What puts one deck's cards back: one of them, a report, and all, one after the other."""
        box = self._spread(deck)
        map_, _ = self.table.map_of(deck.spread)
        lies = f'CurrentZone=="{deck.spread}"&&{LAID_FROM_PROPERTY}=="{deck.id}"'
        at = f"PutBack{self.settings.deck.index(deck) + 1}"
        # Cards of older saves do not know where they lie: they come last.
        turn = f'({LAID_AT_PROPERTY}==""?0:{LAID_AT_PROPERTY})==${at}$'
        yield c.MassKeyCommand(
            name=f"put-one-back-{deck.id}",
            button_text="",
            tooltip="",
            button_hotkey=put_one_back_key(deck),
            hotkey=into_key(deck),
            filter=f"{{{lies}&&{turn}}}",
            deck_count="0",
        )
        yield c.DoActionButton(
            name=f"tell-put-back-{deck.id}",
            text="",
            tooltip="",
            hotkey=tell_put_back_key(deck),
            do_report=True,
            report_format=self._if_any(map_, lies, f"{box.name} → {self.title(deck)}", ""),
        )
        beside = (d for d in decks if d.spread == deck.spread)
        most = sum(capacity(self.game, self.settings, d) for d in beside)
        yield c.DoActionButton(
            name=f"put-back-{deck.id}",
            text="",
            tooltip="",
            hotkey=put_back_key(deck),
            do_hotkey=True,
            hotkeys=(put_one_back_key(deck),),
            do_loop=True,
            loop_count=str(most + 1),
            index=True,
            index_property=at,
            index_start=most,
            index_step=-1,
        )

    def _if_any(self, map_: str, filter_: str, some: str, none: str) -> str:
        """A report that tells whether there are any such pieces in a window."""
        quoted = f"{{{filter_}}}".replace('"', '\\"')
        return f'{{CountMap("{map_}","{quoted}")>0?"{some}":"{none}"}}'

    def _count(self, deck: DeckSettings) -> str:
        map_, _ = self.table.map_of(deck.place)
        return f'GetMapProperty("{self.name(deck)}_numPieces","{map_}")'
