"""The cards of a game: what cards.csv says, in the looks that game.toml gives."""

from __future__ import annotations

from pydantic import Field

from builder.drawing.cards import CardBack, CardEvent, CardFront
from builder.drawing.colours import parse
from builder.drawing.glyphs import glyph_of
from builder.drawing.map.layout import layout_map
from builder.drawing.map.scene import Scene
from builder.drawing.map.words import named
from builder.game.definition import Model
from builder.game.model import Card, Game
from builder.game.problems import Collector
from builder.game.typed import problem_at, read_table


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
    the colour of the backs, `glyph` the sign on them, `subtitle` the words on their plates."""

    heading: str = ""
    subtitle: str = ""
    back: str = "#5b2a26"
    glyph: str = "star"
    side: dict[str, SideLook] = Field(default_factory=dict)
    part: dict[str, PartLook] = Field(default_factory=dict)


def cards_drawing(game: Game) -> CardsDrawing:
    """The game's `[drawing.cards]`, checked; ProblemsError lists what is wrong in it."""
    problems = Collector()
    data = game.definition.drawing.get("cards", {})
    config = read_table(game, data, CardsDrawing, "drawing", "cards")

    def add(keys: tuple[str | int, ...], text: str, remedy: str = "") -> None:
        problems.problems.append(problem_at(game, ("drawing", "cards", *keys), text, remedy))

    looks = [(("side", id_), look.glyph, look.colour) for id_, look in config.side.items()]
    looks += [(("part", id_), "", look.colour) for id_, look in config.part.items()]
    for keys, glyph, colour in [((), config.glyph, config.back), *looks]:
        for check, value in ((glyph_of, glyph), (parse, colour)):
            if value:
                try:
                    check(value)
                except ValueError as error:
                    add(keys, f"{error}.")
    for side in config.side:
        if side not in game.sides:
            add(("side", side), f"There is no side '{side}'.", f"Write {', '.join(game.sides)}.")
    parts = {card.deck for card in game.cards}
    for part in config.part:
        if part not in parts:
            add(("part", part), f"No card belongs to '{part}'.", "See column 'deck' of cards.csv.")
    problems.check()
    return config


def card_fronts(game: Game, language: str = "en") -> dict[str, CardFront]:
    """The front of every card by its number."""
    if not game.cards:
        return {}
    config = cards_drawing(game)
    scene = Scene(game, layout_map(game), language)
    return {card.number: _front(card, config, scene) for card in game.cards}


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
    )


def _event(card: Card, side: str, config: CardsDrawing, scene: Scene) -> CardEvent:
    face = card.events[side]
    key = f"card.{card.number}.{side}"
    look = config.side.get(side, SideLook())
    needed = config.side.get(face.initiative, SideLook())
    sign = (needed.glyph, _colour(face.initiative, config, scene)) if face.initiative else ("", "")
    return CardEvent(
        colour=_colour(side, config, scene),
        title=named(scene.game, scene.language, f"{key}.title", face.title),
        text=named(scene.game, scene.language, f"{key}.text", face.text),
        glyph=look.glyph,
        initiative=sign,
    )


def _colour(side: str, config: CardsDrawing, scene: Scene) -> str:
    look = config.side.get(side, SideLook())
    return look.colour or scene.side_colour(side)


def card_back(game: Game, language: str = "en") -> CardBack:
    """The back that all cards of a game share."""
    config = cards_drawing(game)
    title = named(game, language, "title", game.definition.title)
    subtitle = named(game, language, "cards.subtitle", config.subtitle)
    return CardBack(config.back, title, subtitle, config.glyph)
