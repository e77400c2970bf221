"""What the legend lists: every terrain, hexside, line and symbol that the game draws."""

from __future__ import annotations

from dataclasses import dataclass

from builder.drawing.map.config import MapDrawing
from builder.drawing.map.vocabulary import WORDS, word_of
from builder.drawing.map.words import readable
from builder.game.model import Game


@dataclass(frozen=True)
class Entry:
    """One line of the legend: what kind of thing, its id, how it is drawn, its name."""

    kind: str
    id: str
    draw: str
    name: str


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
                found.append(Entry(kind, name, word, feature.name or readable(name)))
    for spot in config.spot:
        found.append(Entry("spot", spot.draw, spot.draw, spot.name or readable(spot.draw)))
    for edge in config.edge:
        found.append(Entry("edge", edge.set, edge.draw, edge.name or readable(edge.set)))
    return found
