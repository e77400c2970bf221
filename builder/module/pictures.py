"""Which images a module has: the map, the charts, faces, badges, control and state markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from builder.drawing.badges import badge_faces
from builder.drawing.card_size import card_height
from builder.drawing.faces import CounterFace
from builder.drawing.liveries import livery
from builder.drawing.map.words import named
from builder.drawing.mix import counter_faces
from builder.drawing.splash import Splash, splash_of
from builder.drawing.translation import label
from builder.drawing.trays import CHART_SCALE, Tray
from builder.game.definition import Side
from builder.game.model import Game
from builder.module.art import Cache, Picture, contents_of, key_of, png
from builder.module.cards import HiddenPicture, card_pictures
from builder.module.counters import (
    MOVED_IMAGE,
    badge_image,
    control_image,
    face_image,
    state_image,
    state_pieces,
)
from builder.module.deck_settings import CARDS, DeckSettings
from builder.module.decks import CARD_HIDDEN, COUNTER_HIDDEN, Decks, back_image
from builder.module.face_picture import FacePicture
from builder.module.help import ABOUT_IMAGE
from builder.module.map_picture import DEFINITION, MapPicture
from builder.module.own import own_pictures
from builder.module.row_marks import row_pictures
from builder.module.shown import SIZE, value_faces
from builder.module.state import OPENS_IMAGE
from builder.module.state_entries import state_entries

_OF_CONTROL = 0.7
"""How wide a marker of control is, in counters."""


@dataclass(frozen=True)
class ChartPicture:
    """A chart: a table, the effects of terrain, the sequence of play."""

    large: ClassVar[bool] = False
    game: Game
    language: str
    chart: str
    title: str

    @property
    def name(self) -> str:
        """Its file in the module."""
        return f"chart-{self.chart}.png"

    def key(self) -> str:
        """It shows what the definition, its table and the texts say."""
        table = self.game.tables.get(self.chart.removeprefix("table-"))
        cells = [] if table is None else [*sorted(table.cells.items()), *sorted(table.doubtful)]
        texts = contents_of(self.game.folder, *DEFINITION)
        return key_of(self.name, self.language, texts, repr(cells))

    def draw(self) -> bytes:
        """The chart as PNG."""
        from builder.drawing.charts import game_charts
        from builder.drawing.pixels import PixelCanvas

        (chart,) = [c for c in game_charts(self.game, self.language) if c.id == self.chart]
        canvas = PixelCanvas(chart.width, chart.height, CHART_SCALE, background="white")
        chart.draw(canvas)
        return png(canvas.picture())


@dataclass(frozen=True)
class SplashPicture:
    """What greets players when the module opens."""

    large: ClassVar[bool] = False
    splash: Splash
    name: str = ABOUT_IMAGE

    def key(self) -> str:
        """It shows what it is made of."""
        return key_of(repr(self.splash))

    def draw(self) -> bytes:
        """The picture as PNG."""
        from builder.drawing.pixels import PixelCanvas
        from builder.drawing.splash import HEIGHT, WIDTH, draw_splash

        canvas = PixelCanvas(WIDTH, HEIGHT)
        draw_splash(canvas, self.splash)
        return png(canvas.picture())


@dataclass(frozen=True)
class OpensPicture:
    """A small arrow down, of a button that opens a menu."""

    large: ClassVar[bool] = False
    name: str = OPENS_IMAGE

    def key(self) -> str:
        """It shows nothing but itself."""
        return key_of("opens")

    def draw(self) -> bytes:
        """The arrow as PNG."""
        from builder.drawing.canvas import Paint
        from builder.drawing.pixels import PixelCanvas

        canvas = PixelCanvas(9, 9)
        canvas.polygon(((1, 3), (8, 3), (4.5, 7)), Paint(fill="ink"))
        return png(canvas.picture())


@dataclass(frozen=True)
class TrayPicture:
    """The sheet of a window beside the map."""

    large: ClassVar[bool] = False
    game: Game
    language: str
    name: str
    tray: Tray

    def key(self) -> str:
        """It shows its boxes and charts."""
        charts = [self.game.tables[c.chart.removeprefix("table-")] for c in self.tray.charts]
        cells = [sorted(table.cells.items()) for table in charts]
        texts = contents_of(self.game.folder, *DEFINITION)
        return key_of(self.name, self.language, repr(self.tray), repr(cells), texts)

    def draw(self) -> bytes:
        """The sheet as PNG."""
        from builder.drawing.pixels import PixelCanvas
        from builder.drawing.tray_picture import draw_tray

        canvas = PixelCanvas(self.tray.width, self.tray.height, background="white")
        draw_tray(canvas, self.game, self.tray, self.language)
        return png(canvas.picture())


def all_pictures(decks: Decks, maps: Cache) -> Iterator[Picture]:
    """Every picture of a module but its charts; what is kept with a drawn map goes into `maps`."""
    game, language = decks.game, decks.language
    yield MapPicture(game, language, maps=maps)
    faces = counter_faces(game)
    yield SplashPicture(splash_of(game, faces, language))
    yield from counter_pictures(game, decks.table.counter, faces, language)
    if any(entry.is_deep for entry in state_entries(game, language)):
        yield OpensPicture()
    for image, badge in value_faces(game, decks.settings, language).items():
        yield FacePicture(image, badge, round(decks.table.counter * SIZE), "ringed")
    yield from card_pictures(game, decks.settings.card, language)
    for deck in decks.settings.deck:
        if deck.face == "down" and set(deck.takes) - {CARDS}:
            yield FacePicture(back_image(deck), _back(game, deck, language), decks.table.counter)
    if any(set(deck.takes) - {CARDS} for deck in decks.settings.deck):
        yield HiddenPicture(COUNTER_HIDDEN, decks.table.counter, decks.table.counter)
    if game.cards:
        width = decks.settings.card
        yield HiddenPicture(CARD_HIDDEN, width, card_height(width))
    for window in decks.table.windows:
        yield TrayPicture(game, language, window.image, window.tray)
    yield from row_pictures(game, decks.settings, language)
    yield from own_pictures(game, decks.settings, decks.table.counter, side_faces(game, faces))


def _back(game: Game, deck: DeckSettings, language: str) -> CounterFace:
    look = livery(deck.back.livery)
    title = label(game, language, deck.back.title)
    return CounterFace(background=look.background, ink=look.ink, glyph=deck.back.glyph, title=title)


def chart_pictures(game: Game, language: str) -> list[ChartPicture]:
    """The charts of a game."""
    from builder.drawing.charts import game_charts

    return [
        ChartPicture(game, language, chart.id, chart.title) for chart in game_charts(game, language)
    ]


def counter_pictures(
    game: Game, counter: int, all_faces: Mapping[str, tuple[CounterFace, ...]], language: str
) -> Iterator[Picture]:
    """The faces of all counters, and the small pictures that lie on them."""
    for name, faces in all_faces.items():
        for step, face in enumerate(faces, 1):
            yield FacePicture(face_image(name, step), face, counter)
    for name, face in badge_faces(game).items():
        yield FacePicture(badge_image(name), face, round(counter * 0.42), "ringed")
    yield FacePicture(MOVED_IMAGE, _moved(), round(counter * 0.32), "ringed")
    sides = side_faces(game, all_faces)
    for side in game.definition.side:
        # Smaller than a counter, lest it cover the name of the city that it lies on.
        size = round(counter * _OF_CONTROL)
        yield FacePicture(control_image(side.id), _control(game, side, sides, language), size)
    for piece in state_pieces(game, language):
        face = replace(_marker(), title=label(game, language, piece.name), glyph="star")
        yield FacePicture(state_image(piece.key), face, counter)


def _moved() -> CounterFace:
    return CounterFace(background="#f2c230", ink="ink", glyph="arrow", shape="round")


def _marker() -> CounterFace:
    plain = livery("marker")
    return CounterFace(background=plain.background, ink=plain.ink)


def _control(
    game: Game, side: Side, sides: Mapping[str, CounterFace], language: str
) -> CounterFace:
    """A round marker in the colours of the side's units."""
    title = named(game, language, f"side.{side.id}", side.name)
    plain = CounterFace(glyph="flag", title=title, shape="round")
    unit = sides.get(side.id)
    return plain if unit is None else replace(plain, background=unit.background, ink=unit.ink)


def side_faces(
    game: Game, all_faces: Mapping[str, tuple[CounterFace, ...]]
) -> dict[str, CounterFace]:
    """The face of each side's first unit, whose colours stand for the side."""
    found: dict[str, CounterFace] = {}
    for name, faces in all_faces.items():
        if game.counters[name].kind == "unit":
            found.setdefault(game.counters[name].side, faces[0])
    return found
