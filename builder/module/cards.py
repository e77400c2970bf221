"""Event cards: a window with their decks, a hand for each side, and the cards themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from builder.drawing.cards import HEIGHT, WIDTH, Half
from builder.drawing.colours import ColourLike
from builder.game.model import Card, Game
from builder.module.art import Picture, key_of, png
from builder.module.language import ENGLISH, said_by_trait
from builder.vassal.buildfile import components as c
from builder.vassal.buildfile.declaration import Component
from builder.vassal.buildfile.keystroke import KeyStroke
from builder.vassal.buildfile.recipes import cards as recipes
from builder.vassal.buildfile.recipes import maps, pieces
from builder.vassal.buildfile.values import Colour
from builder.vassal.traits.actions import ReportAction, ReturnToDeck
from builder.vassal.traits.core import BasicPiece
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.secrecy import Mask
from builder.vassal.traits.values import Marker
from builder.vassal.write import NewPiece, SaveBuilder

WINDOW = "Cards"
DECK = "Draw deck"
DISCARD = "Discards"
BACK_IMAGE = "card-back.png"
_TABLE = "Card table"
_PITCH = WIDTH + 40
_DISCARD_KEY = KeyStroke.of("Ctrl+X")


@dataclass(frozen=True)
class CardPicture:
    """The front of a card; without halves the back, which bears the game's title."""

    large: ClassVar[bool] = False
    name: str
    number: str
    halves: tuple[Half, ...]

    def key(self) -> str:
        """It shows its number and events."""
        return key_of("card", self.number, repr(self.halves))

    def draw(self) -> bytes:
        """The card as PNG."""
        from builder.drawing.cards import draw_card, draw_card_back
        from builder.drawing.pixels import PixelCanvas

        canvas = PixelCanvas(WIDTH, HEIGHT)
        if self.halves:
            draw_card(canvas, self.number, self.halves)
        else:
            draw_card_back(canvas, self.number)
        return png(canvas.picture())


def card_pictures(game: Game, sides: Mapping[str, ColourLike]) -> Iterator[Picture]:
    """The fronts of all cards and their back; `sides` are the sides' colours by id."""
    if game.cards:
        yield CardPicture(BACK_IMAGE, game.definition.title, ())
    for card in game.cards:
        halves = tuple(
            Half(side.name, sides[side.id], event.title, event.text, _note(game, event.initiative))
            for side in game.definition.side
            if (event := card.events.get(side.id)) is not None
        )
        blank = tuple(Half(side.name, sides[side.id]) for side in game.definition.side)
        yield CardPicture(_image(card), card.number, halves or blank)


def _note(game: Game, initiative: str) -> str:
    return f"{game.sides[initiative].name} initiative" if initiative in game.sides else ""


def _image(card: Card) -> str:
    return f"card-{card.number}.png"


def card_windows(game: Game, gpids: Mapping[str, str], language: str = ENGLISH) -> list[Component]:
    """The window with the decks, and a hand for each side; nothing for a game without cards."""
    if not game.cards:
        return []
    piles = _piles(game, gpids, language)
    width = round(40 + _PITCH * len(piles))
    board = c.Board(name=_TABLE, width=width, height=round(HEIGHT + 80), color=Colour(72, 88, 76))
    window = c.MapWindow(
        map_name=WINDOW, launch=True, button_name=WINDOW, icon="", move_within_format="",
        move_to_format="", create_format="",
    )  # fmt: skip
    table = window.holding(maps.board_picker(WINDOW, board), maps.handling(), piles)
    return [table, *(recipes.hand(side.name) for side in game.definition.side)]


def _piles(game: Game, gpids: Mapping[str, str], language: str) -> list[c.DrawPile]:
    """The discards, the draw deck, and each part of it that comes or goes during the game."""
    parts: dict[str, list[Card]] = defaultdict(list)
    for card in game.cards:
        parts[card.deck].append(card)
    names = [DISCARD, *(_deck_name(part) for part in sorted(parts))]
    held = {_deck_name(part): cards for part, cards in parts.items()}
    made = []
    for index, name in enumerate(names):
        slots = [_slot(card, gpids, language) for card in held.get(name, [])]
        made.append(
            recipes.deck(
                name,
                slots,
                board=_TABLE,
                centre=(round(20 + _PITCH * (index + 0.5)), round(HEIGHT / 2 + 40)),
                size=(round(WIDTH), round(HEIGHT)),
                face_down=name != DISCARD,
                reshuffle_into="" if name == DECK else DECK,
            )
        )
    return made


def _deck_name(part: str) -> str:
    return f"Cards: {part}" if part else DECK


def card_key(card: Card) -> str:
    """The key by which the slot of a card has its number."""
    return f"card {card.number}"


def _name(card: Card) -> str:
    titles = [event.title for event in card.events.values() if event.title]
    return f"{card.number}: {' / '.join(titles)}" if titles else f"Card {card.number}"


def _traits(card: Card, language: str) -> tuple[Trait, ...]:
    traits = (
        Marker.of(Card=card.number),
        ReportAction(report_keys=(_DISCARD_KEY,), report="$newPieceName$ is discarded *"),
        ReturnToDeck(
            command="Discard",
            return_key=_DISCARD_KEY,
            deck_expression=DISCARD,
            choose_deck=False,
        ),
        Mask(back_image=BACK_IMAGE, display="B", mask_name="a card", command="Face up or down"),
    )
    return tuple(said_by_trait(trait, language) for trait in traits)


def _slot(card: Card, gpids: Mapping[str, str], language: str) -> c.CardSlot:
    return pieces.card_slot(
        _name(card), gpids[card_key(card)], _traits(card, language), image=_image(card)
    )


def add_decks(
    game: Game, save: SaveBuilder, gpids: Mapping[str, str], language: str = ENGLISH
) -> None:
    """The decks as they lie at the beginning, into a save."""
    if not game.cards:
        return
    by_name = {_name(card): card for card in game.cards}
    for pile in _piles(game, gpids, language):
        cards = []
        for slot in pile.children:
            assert isinstance(slot, c.CardSlot)
            card = by_name[slot.entry_name]
            basic = BasicPiece(image=_image(card), name=slot.entry_name, gpid=slot.gpid)
            cards.append(NewPiece((*_traits(card, language), basic)))
        save.add_deck(recipes.deck_on_table(pile, WINDOW), cards)
