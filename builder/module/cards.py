"""Event cards as pieces: what they carry, and their pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from builder.drawing.map.words import named
from builder.drawing.translation import ENGLISH
from builder.game.carriers import CARD_PROPERTY
from builder.game.model import Card, Game
from builder.module.art import Picture, key_of, png
from builder.module.card_names import BACK_IMAGE, card_key, card_prototype, own_backs
from builder.module.counters import Piece, plain
from builder.vassal.traits.declaration import Trait
from builder.vassal.traits.values import Marker, Prototype

if TYPE_CHECKING:
    from builder.drawing.cards import CardBack, CardFront


def card_name(game: Game, card: Card, language: str) -> str:
    """What a card is called in the chat: its number and its titles."""
    titles = dict.fromkeys(
        named(
            game,
            language,
            ".".join(filter(None, ("card", card.number, side, "title"))),
            event.title,
        )
        for side, event in card.events.items()
    )
    said = " / ".join(title for title in titles if title)
    return plain(f"{card.number}: {said}") if said else f"Card {plain(card.number)}"


def card_piece(game: Game, card: Card, exchanged: tuple[Trait, ...], language: str) -> Piece:
    """The piece of a card; `exchanged` are the traits by which it leaves the game or comes."""
    about = Marker.of(**{CARD_PROPERTY: card.number, "CardPart": card.deck})
    traits = (*exchanged, Prototype(name=card_prototype(game, card)), about)
    return Piece(card_key(card), card_name(game, card, language), traits, _image(card.number))


def _image(number: str) -> str:
    return f"card-{number}.png"


@dataclass(frozen=True)
class CardPicture:
    """The front of a card or the back, `width` pixels wide."""

    large: ClassVar[bool] = False
    name: str
    card: CardFront | CardBack
    width: int

    def key(self) -> str:
        """It shows nothing but its card."""
        return key_of("card", repr(self.card), str(self.width))

    def draw(self) -> bytes:
        """The card as PNG."""
        from builder.drawing.cards import CardFront, back_picture, front_picture

        if isinstance(self.card, CardFront):
            return png(front_picture(self.card, self.width))
        return png(back_picture(self.card, self.width))


@dataclass(frozen=True)
class HiddenPicture:
    """The sign upon a piece of that size that is hidden from the other side."""

    large: ClassVar[bool] = False
    name: str
    width: int
    height: int

    def key(self) -> str:
        """It shows nothing but itself."""
        return key_of("hidden", str(self.width), str(self.height))

    def draw(self) -> bytes:
        """The sign as PNG."""
        from builder.drawing.cards import hidden_picture

        return png(hidden_picture(self.width, self.height))


def card_pictures(game: Game, width: int, language: str = ENGLISH) -> Iterator[Picture]:
    """The fronts of all cards and their back."""
    from builder.drawing.card_mix import card_back, card_fronts

    if not game.cards:
        return
    yield CardPicture(BACK_IMAGE, card_back(game, language), width)
    for picture, (_, image) in own_backs(game).items():
        yield CardPicture(image, card_back(game, language, picture), width)
    for number, front in card_fronts(game, language).items():
        yield CardPicture(_image(number), front, width)
