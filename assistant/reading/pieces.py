"""What each piece on VASSAL's table is: its counter, its place, its face, its marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from assistant.position import MOVED, Look, called, in_positions
from assistant.reading.memo import Memo
from builder import limits
from builder.game import carriers
from builder.game.kept import UNTOLD, Known, step_of
from builder.game.model import Counter, Game
from builder.game.shown_faces import sign_of
from builder.vassal.answers import Answers, Viewer
from builder.vassal.expressions import Ask
from builder.vassal.locations import ModuleShape
from builder.vassal.pieces import Piece
from builder.vassal.state import GameState, Place
from builder.vassal.trait_answers import integer, label_of, own_answers
from builder.vassal.traits import Immobile, Label, MarkMoved, Mask

TURN_TRACK = "turn-track"
"""The box that a game may have for units on the turn track, whichever turn they wait for."""

_TELLING = (
    carriers.COUNTER_PROPERTY,
    carriers.CONTROL_PROPERTY,
    carriers.STATE_HEX_PROPERTY,
    carriers.STATE_ITEM_PROPERTY,
    carriers.CARD_PROPERTY,
)
"""The properties of which one at least is borne by whatever says something of the game."""

_SEVERAL = 3
"""Copies of a counter that nobody can move from which it is a mark of the game, as those of
control are: of a button or a chart there is one."""


_GROUND = 4
"""A piece that covers at least so great a part of its board, one in four, is what players lay out
as their map, and no button."""


def _is_ground(game: Game, counter: Counter) -> bool:
    """Whether a counter of a game without hexes is as large as a map."""
    board = game.definition.board
    if board is None or not counter.pictures:
        return False
    width, height = _size(game.folder, counter.pictures[0])
    return width * height * _GROUND >= board.width * board.height


def _size(folder: Path, name: str) -> tuple[int, int]:
    """How large a picture is, without unpacking it; nothing for one of no use."""
    try:
        now = (folder / name).stat()
    except (OSError, ValueError):
        return 0, 0
    return _measured(folder, name, now.st_mtime_ns, now.st_size)


@lru_cache(maxsize=1024)
def _measured(folder: Path, name: str, _changed: int, _bytes: int) -> tuple[int, int]:
    """What is measured once, until another file takes its place."""
    from builder.drawing.rasters import RasterError, file_of, size_of

    try:
        return size_of(file_of(folder, name), name, limits.TAKEN_PICTURE)
    except (RasterError, OSError):
        return 0, 0


def eyes(game: Game, viewer: str) -> Viewer:
    """Who looks on, as VASSAL knows them: a side by the name that it has in the module."""
    return Viewer(game.sides[viewer].name if viewer else None)


@dataclass(frozen=True)
class TablePieces:
    """The pieces of one state of the table, as a viewer sees them. Those of states that follow each
    other share a `memo`."""

    game: Game
    shape: ModuleShape
    state: GameState
    viewer: str
    notes: tuple[str, ...]
    memo: Memo = field(default_factory=Memo, kw_only=True, repr=False, compare=False)

    @cached_property
    def answers(self) -> Answers:
        return self._answers(eyes(self.game, self.viewer))

    def _answers(self, viewer: Viewer) -> Answers:
        locator = self.memo.ready(self.shape, self.state)
        return Answers(self.state, locator, viewer, heard=self.memo.heard)

    @cached_property
    def _asked(self) -> dict[str, Ask]:
        return {}

    def own(self, piece: Piece, name: str) -> str | None:
        """A property that a piece has of itself."""
        if piece.id not in self._asked:
            self._asked[piece.id] = own_answers(piece)
        return self._asked[piece.id](name)

    def seen(self) -> Iterator[Piece]:
        """Every piece on a map that the viewer sees, stacks from the bottom up."""
        return (piece for piece, _ in self.lying())

    def lying(self) -> Iterator[tuple[Piece, Place]]:
        """The same, each with where it lies, which is where its stack does."""
        pieces, invisible = self.state.pieces, self.answers.is_invisible
        for map_, things in self.state.laid_out().items():
            shape = self.shape.map(map_)
            if shape is None or not shape.boards or not self.answers.sees_map(map_):
                continue
            for thing in self.answers.as_seen(things):
                at = Place(thing.map, thing.x, thing.y)
                if isinstance(thing, Piece):
                    if not invisible(thing):
                        yield thing, at
                elif thing.kind != "deck":
                    for member in thing.members:
                        if not invisible(piece := pieces[member]):
                            yield piece, at

    def counts(self, piece: Piece) -> bool:
        """Whether a piece can be part of a position: neither a card nor furniture of a map. Of a
        masked one of a stranger's module only its mask tells, because a side that sees no more
        must not learn what it is."""
        if self.is_veiled(piece):
            return self.state.deck_of(piece.id) is None and not self.veil(piece)
        fixed = piece.first(Immobile)
        furniture = fixed is not None and fixed.move == "V"
        known = self.known(piece)
        if known is not None and known.card:
            return False
        if known is not None and furniture and self.game.rules is None:
            counter = self.game.counters.get(known.counter)
            few = counter is None or counter.copies < _SEVERAL
            furniture = few and not (counter is not None and _is_ground(self.game, counter))
        if furniture:
            return False
        return self.is_strangers(piece) or self.own(piece, carriers.CARD_PROPERTY) is None

    def is_veiled(self, piece: Piece) -> bool:
        """Whether the viewer sees of a stranger's piece only what covers it."""
        return self.game.kept is not None and self.answers.is_masked(piece)

    def veil(self, piece: Piece) -> str:
        """The back of the game's cards that a masked piece shows, whatever it is; empty for another
        mask."""
        kept = self.game.kept
        masks = sorted(piece.all(Mask), key=lambda mask: mask.masked_by is None)
        back = kept.back_of(masks[0].back_image) if kept is not None and masks else ""
        return back if back in self._backs else ""

    @cached_property
    def _backs(self) -> frozenset[str]:
        return frozenset(card.back for card in self.game.cards if card.back)

    def named(self, piece: Piece) -> str:
        """The name of a piece that the viewer sees, as a sentence can hold it: in one line."""
        return " ".join(self.answers.open_name(piece).splitlines())

    def is_strangers(self, piece: Piece) -> bool:
        """Whether a piece is of an adopted module, whose properties of our names mean other
        things."""
        return self.game.kept is not None and self.known(piece) is not None

    def known(self, piece: Piece) -> Known | None:
        """The counter or card of a stranger's module that a piece is."""
        kept = self.game.kept
        if kept is None:
            return None
        if piece.id not in self._found:
            self._found[piece.id] = kept.find(piece)
        return self._found[piece.id]

    @cached_property
    def _found(self) -> dict[str, Known | None]:
        return {}

    def counter(self, piece: Piece) -> str:
        """The id of the counter that a piece is, as it says itself or as its module has it."""
        own = self.own(piece, carriers.COUNTER_PROPERTY) or ""
        if own in self.game.counters:
            return own
        known = self.known(piece)
        return own if known is None else known.counter

    def place(self, piece: Piece) -> str:
        """The hex, area or box of a piece. Boxes and areas are known by their zones, whose places
        read as players call them; every turn's space is part of the box `turn-track`."""
        at = self.state.place(piece.id)
        known = self.memo.hexes
        if at not in known:
            known[at] = self._place_at(at)
        return known[at]

    def _place_at(self, at: Place) -> str:
        zone = self.answers.locator.zone(*at)
        units = self.game.definition.units
        if self.game.kept is not None:
            return self._adopted_place(at)
        if zone in self.game.beside or zone in units.areas:
            return zone
        if zone.startswith("turn ") and TURN_TRACK in units.boxes:
            return TURN_TRACK
        return self.answers.locator.hex(*at) or ""

    def _adopted_place(self, at: Place) -> str:
        """The place of a piece in a stranger's module: its hex on the main map, its place by name,
        else the window in which it lies."""
        name = self.answers.locator.own_hex(*at)
        window = self.window(at)
        adopted = self.game.definition.adopted
        main = adopted is not None and window == adopted.map
        found = self.game.places.get(name)
        if found is not None and found.map == ("" if main else window):
            return name
        if main and name in self.game.grid:
            return name
        return window if window in self.game.places else ""

    def window(self, at: Place) -> str:
        """The name of the map on which something lies."""
        shape = self.shape.map(at.map)
        return at.map or "" if shape is None else shape.name

    def step(self, piece: Piece) -> int:
        known = self.known(piece)
        if known is not None:
            return step_of(piece, known, self.answers.asking(piece))
        level = self.answers.property(piece, f"{carriers.STEP_LAYER}_Level")
        return max(1, abs(integer(level or "") or 1))

    def called(self, piece: Piece, counter: Counter) -> str:
        """The name of a unit: of an adopted game's piece as VASSAL shows it now, unless the owner
        gave its counter another."""
        own = called(counter)
        if self.game.kept is None or counter.full_name != counter.name:
            return own
        shown = " ".join(self.answers.given_name(piece, piece.called).split())
        told = shown and not UNTOLD.search(shown) and not shown.startswith("(")
        return self.state.passwords.told(shown, piece.called)[: limits.NAME] if told else own

    def look(self, piece: Piece, shows: Look) -> Look | None:
        """What a piece of an adopted game shows, if it is not what its counter shows then."""
        known, kept, (step, face) = self.known(piece), self.game.kept, shows
        counter = None if known is None else self.game.counters.get(known.counter)
        if kept is None or not kept.faces or counter is None:
            return None
        sign, picture = kept.faces.get(counter.id, {}).get(step, ("", ""))
        if step <= len(counter.pictures) and counter.pictures[step - 1] != picture:
            return None  # the owner gave it another
        ask = self.answers.asking(piece)
        labels: list[Label] = [] if face else piece.all(Label)
        if any(label_of(label, ask).strip() for label in labels):
            return None  # VASSAL draws that
        return None if sign_of(face) == sign else shows

    def moved(self, piece: Piece) -> Iterator[str]:
        """The mark that VASSAL puts on a piece that is moved."""
        mark = piece.first(MarkMoved)
        if mark is not None and mark.moved:
            yield MOVED

    def markers(self, piece: Piece) -> Iterator[str]:
        for marker in self.game.definition.units.markers:
            active = self.answers.property(piece, f"{carriers.marker_layer(marker)}_Active")
            if active == "true":
                yield marker

    def is_unit(self, piece: Piece) -> bool:
        """Whether a piece is a unit or no part of a position at all: nothing else then changes."""
        if not self.counts(piece):
            return True
        counter = self.game.counters.get(self.counter(piece))
        return counter is not None and in_positions(self.game, counter)

    def is_silent(self, piece: Piece) -> bool:
        """Whether a piece says nothing of the game, as one that a player made himself: it is no
        counter or card of it, and keeps nothing."""
        return self.known(piece) is None and all(self.own(piece, name) is None for name in _TELLING)

    def stands(self, piece: Piece) -> tuple[str, str] | None:
        """The hex or area of the board in which a piece is seen to stand, and its side; None for
        what holds no ground."""
        shape = self.shape.map(self.state.place(piece.id).map)
        if shape is None or not shape.boards or self.state.deck_of(piece.id) is not None:
            return None
        counter = self.game.counters.get(self.counter(piece))
        if counter is None or not counter.side or not in_positions(self.game, counter):
            return None
        if counter.type in self.game.passing_types or not self.counts(piece):
            return None
        place = self.place(piece)
        if place not in self.game.board or not self.answers.sees(piece):
            return None
        return None if self.answers.is_masked(piece) else (place, counter.side)

    def is_of_control(self, piece: Piece) -> bool:
        """Whether a piece is a marker of control, wherever it lies."""
        return self.own(piece, carriers.CONTROL_PROPERTY) is not None

    def unmoved_place(self, id_: str, marked: bool) -> str:
        """The place of VASSAL's piece of an id; empty if it is not to be seen or, where the mark
        counts, bears the Moved mark already."""
        piece = self.state.pieces.get(id_)
        if piece is None or (marked and any(self.moved(piece))) or self.answers.is_masked(piece):
            return ""
        return self.place(piece) if self.answers.sees(piece) else ""

    def stood_with(self, id_: str) -> tuple[str, frozenset[str]]:
        """The place and the marks of VASSAL's piece of an id; nothing if it is not to be seen."""
        piece = self.state.pieces.get(id_)
        if piece is None or self.answers.is_masked(piece) or not self.answers.sees(piece):
            return "", frozenset()
        return self.place(piece), frozenset((*self.markers(piece), *self.moved(piece)))
