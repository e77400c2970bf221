"""What the legend lists: every terrain, hexside, line and symbol that the game draws."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing.map.config import MapDrawing
from builder.drawing.map.vocabulary import WORDS, word_of
from builder.drawing.map.words import readable
from builder.game.definition import Feature
from builder.game.model import Game


@dataclass(frozen=True)
class Entry:
    """One line of the legend: what kind of thing, its id, how it is drawn, its name."""

    kind: str
    id: str
    draw: str
    name: str
    colour: str = ""


def entry_of(kind: str, name: str, feature: Feature, config: MapDrawing) -> Entry:
    """A terrain, hexside or line as it is drawn; a terrain that only a spot shows as that spot."""
    word, words = word_of(name, feature), feature.name or readable(name)
    if kind == "terrain" and word not in WORDS[kind]:
        for spot in config.spot:
            if spot.terrain == (name,):
                return Entry("spot", spot.draw, spot.draw, words, spot.colour)
    return Entry(kind, name, word, words)


def entries(game: Game, config: MapDrawing) -> list[Entry]:
    """What the legend shows, in the order of game.toml, clear ground first."""
    found = [Entry("terrain", "clear", "clear", "Clear")]
    for kind in ("terrain", "hexside", "line"):
        for name, feature in getattr(game.definition, kind).items():
            look = getattr(config, kind).get(name)
            word = word_of(name, feature)
            if name == "clear" or word == "none" or (look and not look.legend):
                continue
            if word in WORDS[kind]:
                found.append(entry_of(kind, name, feature, config))
    for spot in config.spot:
        words = spot.name or readable(spot.draw)
        found.append(Entry("spot", spot.draw, spot.draw, words, spot.colour))
    for edge in config.edge:
        found.append(Entry("edge", edge.set, edge.draw, edge.name or readable(edge.set)))
    mega = config.mega_hexes
    if mega and mega.name:
        found.append(Entry("names", mega.name, "mega-hexes", mega.name, mega.colour))
    return list(dict.fromkeys(found))
