"""Reads a game's `[drawing.map]` and explains every mistake in it."""

from __future__ import annotations

from builder.drawing.colours import parse
from builder.drawing.map.config import MapDrawing
from builder.drawing.map.palette import COLOURS
from builder.drawing.map.vocabulary import WORDS
from builder.errors import FaultError
from builder.game.model import Game
from builder.game.problems import TWICE, Collector, nearest
from builder.game.typed import problem_at, read_table
from builder.saying import quoting

Keys = tuple[str | int, ...]


def map_drawing(game: Game) -> MapDrawing:
    """The game's `[drawing.map]`, checked; ProblemsError lists what cannot be drawn."""
    data = game.definition.drawing.get("map", {})
    config = read_table(game, data, MapDrawing, "drawing", "map")
    check = _Check(game)
    check.words()
    check.all(config)
    check.problems.check()
    return config


class _Check:
    """Collects what a valid table still gets wrong: ids, hexes, sets and colours that are not."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems = Collector()

    def add(self, keys: Keys, text: str, remedy: str) -> None:
        self.at(("drawing", "map", *keys), text, remedy)

    def at(self, keys: Keys, text: str, remedy: str) -> None:
        self.problems.problems.append(problem_at(self.game, keys, text, remedy))

    def words(self) -> None:
        """`draw` of terrain, hexsides and lines must be something that can be drawn."""
        for kind, known in WORDS.items():
            for name, feature in getattr(self.game.definition, kind).items():
                if feature.draw and feature.draw not in known:
                    words = quoting(
                        "{kind}.{word}: '{value}' cannot be drawn.",
                        kind=kind,
                        word=name,
                        value=feature.draw,
                    )
                    self.at((kind, name, "draw"), words, nearest(feature.draw, known))

    def all(self, config: MapDrawing) -> None:
        self.palette(config)
        self.sides(config)
        self.looks(config)
        self.sets(config)
        self.hexes(config)
        self.marks(config)
        self.tracks(config)
        for index, player in enumerate(self.game.definition.side):
            self.side_colour(index, player.values.get("colour", ""))

    def palette(self, config: MapDrawing) -> None:
        for key, value in config.palette.items():
            if key not in COLOURS:
                text = quoting("The palette has no '{word}'.", word=key)
                self.add(("palette", key), text, nearest(key, COLOURS))
            self.colour(("palette", key), value)

    def sides(self, config: MapDrawing) -> None:
        for side, colour in config.sides.items():
            self.side(("sides", side), side)
            self.colour(("sides", side), colour)

    def sets(self, config: MapDrawing) -> None:
        """What is drawn around and in sets of hexes."""
        for index, edge in enumerate(config.edge):
            self.hexset(("edge", index), edge.set)
            self.colour(("edge", index), edge.colour)
        for index, spot in enumerate(config.spot):
            self.hexset(("spot", index), spot.set)
            self.colour(("spot", index), spot.colour)

    def hexes(self, config: MapDrawing) -> None:
        """What is laid on the map by the number of a hex."""
        if config.mega_hexes:
            self.hex(("mega-hexes",), config.mega_hexes.through)
            self.colour(("mega-hexes",), config.mega_hexes.colour)
        for index, caption in enumerate(config.caption):
            self.colour(("caption", index), caption.colour)
            for number in caption.hexes:
                self.hex(("caption", index), number)
        for piece, number in config.inset.items():
            self.hex(("inset", piece), number)

    def marks(self, config: MapDrawing) -> None:
        """Boxes and tracks: each is a place, with a name that no other place has."""
        seen: set[str] = set()
        for kind in ("box", "track"):
            for index, mark in enumerate(getattr(config, kind)):
                if mark.id in seen:
                    text = quoting(TWICE[kind], word=mark.id)
                    self.add((kind, index, "id"), text, "Give it an id of its own.")
                seen.add(mark.id)
                if mark.id in self.game.grid:
                    text = quoting(
                        "The {kind} '{name}' has the name of a hex.", kind=kind, name=mark.id
                    )
                    self.add((kind, index, "id"), text, "Give it another id.")
                if mark.side:
                    self.side((kind, index, "side"), mark.side)

    def tracks(self, config: MapDrawing) -> None:
        for index, track in enumerate(config.track):
            if track.last < track.first:
                text = quoting(
                    "The track '{word}' ends at {number}, before its first space.",
                    word=track.id,
                    number=track.last,
                )
                remedy = quoting("Write {number} or more.", number=track.first)
                self.add(("track", index, "last"), text, remedy)

    def looks(self, config: MapDrawing) -> None:
        for kind in ("terrain", "hexside", "line"):
            known = getattr(self.game.definition, kind)
            for name, look in getattr(config, kind).items():
                if name not in known:
                    self.add(
                        (kind, name),
                        quoting("There is no {kind} '{name}'.", kind=kind, name=name),
                        nearest(name, known),
                    )
                self.colour((kind, name), look.colour)
                self.colour((kind, name), look.tint)
                for other in look.faces:
                    if other not in self.game.definition.terrain:
                        remedy = nearest(other, self.game.definition.terrain)
                        self.add(
                            (kind, name),
                            quoting("There is no terrain '{word}'.", word=other),
                            remedy,
                        )

    def side(self, keys: Keys, name: str) -> None:
        if name not in self.game.sides:
            text = quoting("There is no side '{name}'.", name=name)
            self.add(keys, text, nearest(name, self.game.sides))

    def side_colour(self, index: int, colour: object) -> None:
        """The colour that game.toml gives a side, which stands outside `[drawing]`."""
        try:
            parse(str(colour or "black"))
        except FaultError as error:
            self.at(("side", index, "colour"), error.text, error.remedy)

    def colour(self, keys: Keys, colour: str) -> None:
        if colour:
            try:
                parse(colour)
            except FaultError as error:
                self.add(keys, error.text, error.remedy)

    def hexset(self, keys: Keys, name: str) -> None:
        if name and name not in self.game.definition.sets:
            remedy = nearest(name, self.game.definition.sets)
            self.add(keys, quoting("There is no set '{name}'.", name=name), remedy)

    def hex(self, keys: Keys, number: str) -> None:
        if number not in self.game.grid:
            board = self.game.definition.board is not None
            remedy = "The board has no hexes." if board else "Write a printed hex number."
            self.add(keys, quoting("'{hex}' is no hex of this map.", hex=number), remedy)
