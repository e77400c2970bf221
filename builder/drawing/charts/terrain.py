"""The terrain effects chart: every terrain, hexside and line with the effects that rules read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from builder.drawing.canvas import Canvas
from builder.drawing.charts.config import ChartsDrawing, EffectLook
from builder.drawing.charts.grid import Cell, Sheet, column_width
from builder.drawing.map.entries import Entry, entry_of
from builder.drawing.map.legend import draw_sample
from builder.drawing.map.palette import Palette
from builder.drawing.map.scene import Scene
from builder.drawing.map.vocabulary import GROUNDS, SETTLEMENTS, word_of
from builder.drawing.map.words import cell_words, named, own, readable
from builder.game.definition import Feature
from builder.game.model import Game
from builder.game.rulebook.page import GroundWords, ground_words

Say = Callable[[str], str]

MOVE = "move"
FILLED = frozenset({*GROUNDS, *SETTLEMENTS})
ATTACKS_WIDE = 190.0
_KINDS = (("terrain", "Terrain"), ("hexside", "Hexside"), ("line", "Lines"))


def terrain_sheet(game: Game, scene: Scene, config: ChartsDrawing, language: str) -> Sheet:
    """Rows by kind, a sample of how each looks on the map, a column an effect."""
    declared = ground_words(game, language)
    effects = _effects(game, config)
    if declared and declared.moves and MOVE not in {*effects, *_hidden(config)}:
        effects.insert(0, MOVE)
    attacks = bool(declared and declared.attacks)
    names = [effect_name(game, effect, config, language) for effect in effects]
    rows: list[tuple[Cell, ...]] = []
    bands: list[tuple[int, str]] = []
    for kind, heading in _KINDS:
        features = _drawn(getattr(game.definition, kind))
        if features:
            bands.append((len(rows), own(language, heading)))
        if kind == "terrain" and features and declared and effects and "clear" not in features:
            rows.append(_clear(game, scene, effects, declared, language))
        for name, feature in features.items():
            cells = _effects_of(game, config, declared, effects, (kind, name, feature), language)
            words = named(game, language, f"{kind}.{name}", feature.name or readable(name))
            entry = entry_of(kind, name, feature, scene.config)
            rows.append((Cell(picture=_sample(scene, entry)), Cell(words, left=True), *cells))
    doubtful = any(cell.doubtful for row in rows for cell in row)
    note = (f"? {own(language, 'stand-in, not from the rulebook')}",) if doubtful else ()
    first, *widths = _widths(rows, names)
    if attacks:
        names, widths = [*names, own(language, "Attacks")], [*widths, ATTACKS_WIDE]
        rows = [row if len(row) == len(names) + 2 else (*row, Cell("–")) for row in rows]
    dash = own(language, "A dash: no effect of its own.")
    return Sheet(
        own(language, "Terrain effects" if names else "Terrain key"),
        named(game, language, "title", game.definition.title),
        ("", "", *names),
        tuple(rows),
        (66.0, first, *widths),
        stub=2,
        bands=tuple(bands),
        notes=(dash, *note) if names else (),
        palette=Palette(),
    )


def _effects_of(
    game: Game,
    config: ChartsDrawing,
    declared: GroundWords | None,
    effects: Sequence[str],
    of: tuple[str, str, Feature],
    language: str,
) -> Iterator[Cell]:
    """A cell for each effect of a feature, told by its kind and id too, and one for what declared
    rules say of attacks there."""
    kind, name, feature = of
    say = partial(cell_words, game, language)
    added = kind == "hexside"  # what a hexside costs comes on top of the hex
    for effect in effects:
        cell = _cell(feature, effect, config, say, added)
        told = _moves(declared, kind, name, feature) if declared and effect == MOVE else ""
        yield replace(cell, text=told) if told else cell
    if declared and declared.attacks:
        yield Cell(declared.attacks.get(name, "–"), running=name in declared.attacks)


def _widths(rows: Sequence[Sequence[Cell]], names: Sequence[str]) -> Iterator[float]:
    """Of the column of features and of those of effects."""
    yield column_width([row[1].text for row in rows], 15, 150, 300)
    for at, name in enumerate(names, 2):
        texts = [*name.split(), *(row[at].text for row in rows if len(row) > at)]
        yield column_width(texts, 13.5, 92, 150)


def _clear(
    game: Game, scene: Scene, effects: Sequence[str], declared: GroundWords, language: str
) -> tuple[Cell, ...]:
    """The row of ground that has no terrain: under declared rules its cost is known."""
    words = named(game, language, "terrain.clear", own(language, "Clear"))
    cells = (Cell(declared.clear if effect == MOVE else "–") for effect in effects)
    sample = _sample(scene, Entry("terrain", "clear", "clear", words))
    return (Cell(picture=sample), Cell(words, left=True), *cells)


def _moves(declared: GroundWords, kind: str, name: str, feature: Feature) -> str:
    """The movement that rules.toml gives what has no cost of its own."""
    if name in declared.moves:
        return declared.moves[name]
    ground = kind == "terrain" and not feature.area and word_of(name, feature) in FILLED
    return declared.clear if ground and MOVE not in feature.values else ""


def _hidden(config: ChartsDrawing) -> set[str]:
    return {name for name, look in config.effect.items() if look.hide}


def _effects(game: Game, config: ChartsDrawing) -> list[str]:
    """Effects in the order in which game.toml names them first, without the hidden ones."""
    found: dict[str, None] = {}
    for kind, _ in _KINDS:
        for feature in getattr(game.definition, kind).values():
            found.update(dict.fromkeys(feature.values))
    return [name for name in found if name not in _hidden(config)]


def effect_name(game: Game, effect: str, config: ChartsDrawing, language: str) -> str:
    """What an effect of terrain is called: `cav-mech-move`, Cav-mech groups."""
    look = config.effect.get(effect, EffectLook())
    return named(game, language, f"effect.{effect}", look.name or readable(effect))


def _drawn(features: dict[str, Feature]) -> dict[str, Feature]:
    """Without those that are neither drawn nor have an effect: sets of hexes for the rules."""
    return {
        name: feature
        for name, feature in features.items()
        if feature.values or word_of(name, feature) != "none"
    }


def _cell(feature: Feature, effect: str, config: ChartsDrawing, say: Say, added: bool) -> Cell:
    values = feature.values
    if effect not in values:
        return Cell("–")
    sign = added or config.effect.get(effect, EffectLook()).sign
    return Cell(_shown(values[effect], say, sign=sign), feature.stand_in(effect))


def _shown(value: Any, say: Say, *, sign: bool) -> str:
    if isinstance(value, bool):
        return say("yes" if value else "no")
    if isinstance(value, int | float):
        text = f"{value:+g}" if sign else f"{value:g}"
        return say(text).replace("-", "−")
    if isinstance(value, list | tuple):
        return ", ".join(_shown(part, say, sign=sign) for part in value)
    if isinstance(value, dict):
        parts = (f"{_word(k, say)} {_shown(v, say, sign=sign)}" for k, v in value.items())
        return ", ".join(parts)
    return _word(value, say)


def _word(value: object, say: Say) -> str:
    if value == "-":  # what is closed; a dash alone would say that it has no effect
        return say("closed")
    told = say(str(value))
    return readable(told) if told == value else told


def _sample(scene: Scene, entry: Entry) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        with canvas.group(scale=1 / scene.unit):
            draw_sample(canvas, scene, entry)

    return draw
