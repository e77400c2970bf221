"""The printed sheets of a game: counters, cards, charts, map, and the calibration leaf."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from builder.drawing.card_mix import card_back, card_fronts
from builder.drawing.cards import CardBack, CardFront
from builder.drawing.charts import game_charts
from builder.drawing.map.layout import MapLayout, layout_map
from builder.drawing.map.words import named
from builder.drawing.mix import counter_faces
from builder.drawing.paper import page_count
from builder.drawing.rasters import RasterError
from builder.drawing.translation import ENGLISH, translated
from builder.game.model import Game
from builder.game.rulebook.phrases import PHRASES
from builder.saying import Saying
from builder.sheets.calibration import calibration_sheet
from builder.sheets.cards import card_sheets, has_own_shape
from builder.sheets.charts import chart_sheets
from builder.sheets.counters import CounterPair, counter_sheets
from builder.sheets.files import (
    calibration_name,
    cards_name,
    charts_name,
    counters_name,
    map_name,
    poster_name,
    rules_name,
)
from builder.sheets.legibility import Small, small_texts
from builder.sheets.map_parts import map_drawing_of, panels_on_the_map, poster_drawing_of
from builder.sheets.maps import MapDrawing, cuts, fitted, map_plan, map_poster, map_sheets
from builder.sheets.options import SheetOptions
from builder.sheets.rules import rules_sheets
from builder.sheets.tiles import Plan

ROOM = 1.28
"""A printed hex is this much wider than a counter, so that stacks can be lifted."""


@dataclass(frozen=True)
class Sheet:
    """One file to print: its name, its PDF, and what is in it: "counters", "cards", "charts",
    "rules", "map" or "calibration"."""

    name: str
    data: bytes
    holds: str

    @property
    def pages(self) -> int:
        """Pages of the PDF: on two-sided paper a leaf has two."""
        return page_count(self.data)


def counter_pairs(game: Game) -> list[CounterPair]:
    """The counters that are printed as fronts and backs, in the order of counters.csv.

    A counter of more than two faces becomes several, which replace each other in play.
    """
    return [
        CounterPair(
            front=faces[first],
            back=faces[first + 1] if first + 1 < len(faces) else None,
            copies=game.counters[id_].copies,
            label=id_,
        )
        for id_, faces in counter_faces(game).items()
        if game.counters[id_].paper
        for first in range(0, len(faces), 2)
    ]


def game_sheets(
    game: Game,
    options: SheetOptions,
    language: str = "en",
    with_map: bool = True,
    poster: bool = False,
) -> Iterator[Sheet]:
    """Every sheet in turn, so that a caller can show progress. The same input gives the same bytes.

    The map comes in pages, or as a `poster` on one page of its own size.

    ProblemsError names every counter that cannot be drawn, or a language that the game lacks;
    RasterError, before anything is drawn, a map's picture that takes more memory than there is.
    """
    game = translated(game, language)
    layout = _drawable(layout_map(game)) if with_map else None
    title = named(game, language, "title", game.definition.title)
    stem = game.id if language == ENGLISH else f"{game.id}-{language}"
    pairs = counter_pairs(game)
    # No name is given to a sheet's bytes here, because it would hold them while the next is drawn.
    if pairs:
        name = counters_name(stem, options)
        yield Sheet(name, counter_sheets(title, pairs, options), "counters")
    del pairs
    if game.cards and (cards := _card_pairs(game, options, language)):
        yield Sheet(cards_name(stem, options), card_sheets(title, cards, options), "cards")
    if charts := game_charts(game, language):
        yield Sheet(charts_name(stem, options), chart_sheets(title, charts, options), "charts")
    if game.rules is not None:
        name = rules_name(stem, options)
        told = _rules_title(title, language)
        yield Sheet(name, rules_sheets(game, told, options, language), "rules")
    if layout is not None:
        name = poster_name(stem) if poster else map_name(stem, options)
        yield Sheet(name, _map(game, layout, title, options, language, poster), "map")
    if options.layout == "duplex":
        name = calibration_name(stem, options)
        yield Sheet(name, calibration_sheet(title, options), "calibration")


def _rules_title(title: str, language: str) -> str:
    return f"{title}: {PHRASES['rules'][language == 'es']}"


def printed_cards(game: Game, options: SheetOptions, language: str = ENGLISH) -> int:
    """How many cards of a card's shape are printed: those that keep a picture's do not count."""
    fronts = card_fronts(game, language) if game.cards else {}
    shaped = (front for front in fronts.values() if not has_own_shape(front))
    return sum(options.empty or not front.empty for front in shaped)


def small_texts_of(game: Game, options: SheetOptions, language: str = ENGLISH) -> Small | None:
    """What of the counters' texts is too small to be read at their size; None if nothing is."""
    return small_texts(counter_pairs(translated(game, language)), options)


def _card_pairs(
    game: Game, options: SheetOptions, language: str
) -> list[tuple[CardFront, CardBack]]:
    fronts = card_fronts(game, language)
    pictures = {card.number: card.back for card in game.cards}
    backs = {name: card_back(game, language, name) for name in set(pictures.values())}
    return [
        (front, backs[pictures[number]])
        for number, front in fronts.items()
        if options.empty or not front.empty
    ]


def _drawable(layout: MapLayout) -> MapLayout:
    try:
        if layout.under is not None:
            layout.under.held()
    except RasterError as error:
        remedy = Saying("{remedy} With --no-map all else is printed.", remedy=error.remedy)
        raise RasterError(error.text, remedy) from None
    return layout


def _map(
    game: Game, layout: MapLayout, title: str, options: SheetOptions, language: str, poster: bool
) -> bytes:
    scale = options.side * ROOM / layout.pixels.width
    if poster:
        return map_poster(title, poster_drawing_of(game, layout, language), scale)
    drawing, scale, plan = uncut(game, layout, scale, options, language)
    return map_sheets(title, drawing, scale, options, plan)


def uncut(
    game: Game, layout: MapLayout, scale: float, options: SheetOptions, language: str
) -> tuple[MapDrawing, float, Plan]:
    """The map's drawing, mm of its unit, and its plan: a title that leaves would cut is printed by
    itself, unless that costs a leaf."""
    of = partial(map_drawing_of, game, layout, language, options.words, land=options.land)

    def planned(drawing: MapDrawing) -> tuple[MapDrawing, float, Plan]:
        unit = fitted(drawing, scale, options) if options.fit else scale
        return drawing, unit, map_plan(drawing, unit, options)

    drawing, unit, plan = planned(of())
    if cuts(plan, panels_on_the_map(layout), unit):
        other, other_unit, other_plan = planned(of(apart=True))
        if len(other_plan.leaves) <= len(plan.leaves):
            return other, other_unit, other_plan
    return drawing, unit, plan
