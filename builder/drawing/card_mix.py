"""The cards of a game: what cards.csv says, in the looks that game.toml gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from pydantic import Field

from builder.drawing.art import art_in
from builder.drawing.cards import CardBack, CardEvent, CardFront, text_points
from builder.drawing.colours import parse
from builder.drawing.glyphs import glyph_of
from builder.drawing.map.layout import layout_map
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named, own
from builder.errors import FaultError
from builder.game.definition import Model
from builder.game.model import Card, Game
from builder.game.problems import Collector, Problem
from builder.game.typed import problem_at, read_table
from builder.saying import quoting

Keys = tuple[str | int, ...]


class SideLook(Model):
    """A side's events: the sign on their bands; the colour, which is else that on the map."""

    glyph: str = "flag"
    colour: str = ""


class PartLook(Model):
    """A part of the deck: the word in a disc on its cards, the disc's colour, a bar through it."""

    label: str = ""
    colour: str = "#5d6a6b"
    struck: bool = False


class CardsDrawing(Model):
    """All of `[drawing.cards]`. `heading` stands on every card, else the game's title; `back` is
    the colour of the backs, `glyph` the sign on them, `subtitle` the words on their plates.

    `back_picture` fills the backs instead. `colour` is that of texts for all sides, `sign` the
    glyph on their bands. With `own_shape` pictures that fill cards keep their proportions, and on
    the screen their pixels; `bleed` are their pixels beyond the cut.
    """

    heading: str = ""
    subtitle: str = ""
    back: str = "#5b2a26"
    glyph: str = "star"
    back_picture: str = Field("", alias="back-picture")
    colour: str = "#5d6a6b"
    sign: str = ""
    bleed: int = Field(0, ge=0, le=400)
    own_shape: bool = Field(False, alias="own-shape")
    side: dict[str, SideLook] = Field(default_factory=dict)
    part: dict[str, PartLook] = Field(default_factory=dict)


def cards_drawing(game: Game) -> CardsDrawing:
    """The game's `[drawing.cards]`, checked; ProblemsError lists what is wrong in it."""
    data = game.definition.drawing.get("cards", {})
    config = read_table(game, data, CardsDrawing, "drawing", "cards")
    problems = Collector()
    for keys, text, remedy in (*_undrawable(game, config), *_unknown(game, config)):
        problem = problem_at(game, ("drawing", "cards", *keys), text, remedy)
        problems.problems.append(problem)
    for card in game.cards:
        problems.problems += _pictures(game, card, config)
    problems.check()
    return config


Fault = tuple[Keys, str, str]
"""Where in `[drawing.cards]` something is wrong, what, and what to write instead."""


def _undrawable(game: Game, config: CardsDrawing) -> Iterator[Fault]:
    """Colours, signs and a picture of backs that there are not."""
    looks: list[tuple[Keys, Callable[[str], object], str]] = [
        (("glyph",), glyph_of, config.glyph),
        (("back",), parse, config.back),
        (("sign",), glyph_of, config.sign),
        (("colour",), parse, config.colour),
    ]
    for id_, side_look in config.side.items():
        looks.append((("side", id_, "glyph"), glyph_of, side_look.glyph))
        looks.append((("side", id_, "colour"), parse, side_look.colour))
    looks += [(("part", id_, "colour"), parse, look.colour) for id_, look in config.part.items()]
    looks.append(
        (("back-picture",), lambda name: art_in(game, name, config.bleed), config.back_picture)
    )
    for keys, check, value in looks:
        if value:
            try:
                check(value)
            except FaultError as error:
                yield keys, error.text, error.remedy


def _unknown(game: Game, config: CardsDrawing) -> Iterator[Fault]:
    """Sides and decks that there are not."""
    for side in config.side:
        if side not in game.sides:
            yield (
                ("side", side),
                quoting("There is no side '{name}'.", name=side),
                quoting("Write {text}.", text=", ".join(game.sides)),
            )
    parts = {card.deck for card in game.cards}
    for part in config.part:
        if part not in parts:
            yield (
                ("part", part),
                quoting("No card belongs to '{word}'.", word=part),
                quoting("See column '{column}' of cards.csv.", column="deck"),
            )


def _pictures(game: Game, card: Card, config: CardsDrawing) -> Iterator[Problem]:
    """What is wrong with the pictures of a card."""
    whole = {name: config.bleed for name in (card.front, card.back) if name}
    for name, bleed in {
        **whole,
        **{e.picture: 0 for e in card.events.values() if e.picture},
    }.items():
        try:
            art_in(game, name, bleed)
        except FaultError as error:
            text = quoting("Card {number}: {text}", number=card.number, text=error.text)
            yield Problem(*game.row_of("cards.csv", card.line), text, error.remedy)


def card_fronts(game: Game, language: str = "en") -> dict[str, CardFront]:
    """The front of every card by its number."""
    if not game.cards:
        return {}
    config = cards_drawing(game)
    scene = Scene(game, layout_map(game), language)
    return {card.number: _front(card, config, scene) for card in game.cards}


_READABLE = 5.0
"""Points of the smallest print that people read."""


def remarks(game: Game) -> Iterator[Problem]:
    """Cards with more text than can be read on them."""
    for number, front in card_fronts(game).items():
        if text_points(front) < _READABLE:
            text = quoting(
                "The text of card {number} is so long that it is too small.", number=number
            )
            remedy = quoting(
                "It would be printed smaller than {points} points. Shorten it.", points=5
            )
            where = game.row_of("cards.csv", game.cards_by_number[number].line)
            yield Problem(*where, text, remedy)


@dataclass(frozen=True)
class CardFaces:
    """Fronts and backs of a game's cards, each made when it is asked for."""

    game: Game
    language: str = "en"

    @cached_property
    def _config(self) -> CardsDrawing:
        return cards_drawing(self.game)

    @cached_property
    def _scene(self) -> Scene:
        return Scene(self.game, layout_map(self.game), self.language)

    def face(self, number: str, back: str) -> CardFront | CardBack:
        """The front of the card of that number; without one the back of that picture."""
        if number:
            return _front(self.game.cards_by_number[number], self._config, self._scene)
        return card_back(self.game, self.language, back)


def _front(card: Card, config: CardsDrawing, scene: Scene) -> CardFront:
    game, language = scene.game, scene.language
    title = named(game, language, "title", game.definition.title)
    part = config.part.get(card.deck, PartLook())
    return CardFront(
        number=card.number,
        heading=config.heading or title,
        events=tuple(_event(card, side, config, scene) for side in card.events),
        part=named(game, language, f"part.{card.deck}", part.label),
        part_colour=part.colour,
        struck=part.struck,
        whole=art_in(game, card.front, config.bleed) if card.front else None,
        own_shape=config.own_shape,
    )


def _event(card: Card, side: str, config: CardsDrawing, scene: Scene) -> CardEvent:
    face = card.events[side]
    key = f"card.{card.number}.{side}" if side else f"card.{card.number}"
    look = config.side.get(side, SideLook())
    needed = config.side.get(face.initiative, SideLook())
    sign = (needed.glyph, _colour(face.initiative, config, scene)) if face.initiative else ("", "")
    return CardEvent(
        colour=_colour(side, config, scene),
        title=named(scene.game, scene.language, f"{key}.title", face.title),
        text=named(scene.game, scene.language, f"{key}.text", face.text),
        elsewhere=own(scene.language, "Text: card {number} of the printed game").replace(
            "{number}", card.number
        ),
        glyph=look.glyph if side else config.sign,
        initiative=sign,
        picture=art_in(scene.game, face.picture) if face.picture else None,
    )


def _colour(side: str, config: CardsDrawing, scene: Scene) -> str:
    if not side:
        return config.colour
    look = config.side.get(side, SideLook())
    return look.colour or scene.side_colour(side)


def card_back(game: Game, language: str = "en", picture: str = "") -> CardBack:
    """The back of the cards; `picture` is that of those which have one of their own."""
    config = cards_drawing(game)
    title = named(game, language, "title", game.definition.title)
    subtitle = named(game, language, "cards.subtitle", config.subtitle)
    name = picture or config.back_picture
    whole = art_in(game, name, config.bleed) if name else None
    return CardBack(config.back, title, subtitle, config.glyph, whole, config.own_shape)
