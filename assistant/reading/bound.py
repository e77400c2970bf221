"""One state of a bound stranger's table as a position: its pieces answer as ours would."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from assistant.position import LyingCard, Position
from assistant.reading.positions import TableReading
from assistant.reading.state import turn_of
from builder.bind.bound import Bound, Hexes, properties_of
from builder.bind.scenarios import likeliest
from builder.game import carriers
from builder.game.kept import Known, step_of
from builder.game.problems import Problem, ProblemsError
from builder.saying import AsWritten, Saying
from builder.vassal.answers import Answers, Viewer
from builder.vassal.pieces import Piece
from builder.vassal.state import GameState, Place
from builder.vassal.traits import Immobile

ENOUGH = 0.8
"""The share of the pieces in play that must be bound for answers to be worth anything."""

MOST_LISTED = 12


@dataclass(frozen=True)
class BoundReading(TableReading):
    """A state of a module that somebody else made, read by its binding."""

    bound: Bound
    first: GameState | None = None
    """How the table began, where that is known: it shows which scenario is played."""

    def _signs_of_another_layout(self) -> Iterator[str]:
        """Nothing: other modules let pieces lie anywhere."""
        return iter(())

    def _cards(self) -> tuple[LyingCard, ...]:
        """None: they lie on a map of other measures."""
        return ()

    def check(self) -> None:
        """ProblemsError with the list if too few of the pieces in play are bound."""
        unbound: dict[str, int] = {}
        known = 0
        for piece in self.seen():
            if not self.counts(piece) or self.answers.is_masked(piece):
                continue
            found = self.known(piece)
            if found is not None and properties_of(found, self.game):
                known += 1
            else:
                name = self.named(piece)
                unbound[name] = unbound.get(name, 0) + 1
        missing = sum(unbound.values())
        if known >= ENOUGH * (known + missing):
            return
        names = sorted(unbound)
        listed = [AsWritten(f"'{name}'") for name in names[:MOST_LISTED]]
        text = "{n} of {m} pieces in play {n|is|are} not bound: {names}."
        if (more := len(names) - MOST_LISTED) > 0:
            text = "{n} of {m} pieces in play {n|is|are} not bound: {names} and {k} more."
        told = Saying(text, n=missing, m=known + missing, names=listed, k=more)
        remedy = "Settle them with `kessel bind`."
        raise ProblemsError([Problem(str(self.bound.folder), 0, told, remedy)])

    @cached_property
    def answers(self) -> Answers:
        """As the viewer's side sees the table; the module has a name of its own for that side."""
        side = self.bound.sides.get(self.viewer) if self.viewer else None
        if self.viewer and side is None:
            text = Saying(
                "The binding names no side of the module that is '{side}'.", side=self.viewer
            )
            raise ProblemsError([Problem(str(self.bound.folder), 0, text, "Add it to [sides].")])
        return self._answers(Viewer(side))

    @cached_property
    def _lattice(self) -> Hexes:
        return self.bound.hexes(self.game)

    def known(self, piece: Piece) -> Known | None:
        if piece.id not in self._found:
            self._found[piece.id] = self.bound.kept.find(piece)
        return self._found[piece.id]

    def own(self, piece: Piece, name: str) -> str | None:
        known = self.known(piece)
        ours = {} if known is None else properties_of(known, self.game)
        if name in ours:
            return ours[name]
        if name in _TOLD:
            return None
        return super().own(piece, self.bound.properties.get(name, name))

    def counts(self, piece: Piece) -> bool:
        if self.answers.is_masked(piece):  # whatever it is
            return self.state.deck_of(piece.id) is None and not self.veil(piece)
        fixed = piece.first(Immobile)
        known = self.known(piece)
        if fixed is not None and fixed.never_moves and not (known and known.counter):
            return False
        return known is None or not known.card

    def step(self, piece: Piece) -> int:
        known = self.known(piece)
        return 1 if known is None else step_of(piece, known, self.answers.asking(piece))

    def markers(self, piece: Piece) -> Iterator[str]:
        for marker, layer in self.bound.markers.items():
            if self.answers.property(piece, f"{layer}_Active") == "true":
                yield marker

    def _place_at(self, at: Place) -> str:
        """What tells the place most narrowly counts: where hexes are, the hex, even if a zone of
        hexes or their whole map is called as a place of the game; a region; a zone; the window."""
        locator, places, window = self.answers.locator, self.bound.places, self.window(at)
        hex_ = self._lattice.at(at.x, at.y) if window == self.bound.map else ""
        if hex_ and locator.is_among_hexes(*at):
            return hex_
        for name in (locator.hex(*at) or "", locator.zone(*at)):
            if name in places:
                return places[name]
        return hex_ or places.get(window, "")

    def _lists_in_boxes(self) -> dict[str, list[str]]:
        declared = self.game.definition.state
        kept = {field.box: name for name, field in declared.items() if field.box}
        theirs = {name: place for name, place in self.bound.places.items() if place in kept}
        lists: dict[str, list[str]] = {}
        for map_ in self.shape.maps:
            if self.answers.sees_map(map_.name):
                for name in (*map_.zones, map_.name):
                    if name in theirs:
                        lists[kept[theirs[name]]] = []
        for piece in self.seen():
            item = self.own(piece, carriers.STATE_ITEM_PROPERTY)
            variable = kept.get(self.place(piece), "") if item else ""
            if item and variable in lists and not self.answers.is_masked(piece):
                lists[variable].append(item)
        return {variable: sorted(items) for variable, items in lists.items()}

    def _globals(self) -> Mapping[tuple[str, str], str]:
        ours = {theirs: name for name, theirs in self.bound.state.items()}
        return {
            (container, carriers.state_property(ours[name])): text
            for (container, name), text in self.state.globals.items()
            if name in ours
        }

    def position(self) -> Position:
        position = super().position()
        if position.scenario or len(self.game.scenarios) < 2:
            return position
        note = Saying(
            "Which scenario is played is not told by this module: name it with "
            "`kessel bind FILE.vmod {game} --scenario {scenario}`.",
            game=self.game.id,
            scenario="|".join(self.game.scenarios),
        )
        return replace(position, unknown=(note, *position.unknown))

    def _scenario(self) -> str:
        return self._played

    @cached_property
    def _played(self) -> str:
        if self.first is not None and self.first is not self.state:
            return replace(self, state=self.first, first=None, viewer="")._played
        where: dict[str, set[str]] = {}
        for piece in self.seen():
            known = None if self.answers.is_masked(piece) else self.known(piece)
            if known is not None and known.counter:
                where.setdefault(known.counter, set()).add(self.place(piece))
        bound = {row.counter for row in self.bound.kept.known}
        return likeliest(self.game, where, self.turn()[0], self.bound.scenario, bound)

    def _side_of(self, text: str) -> str:
        for ours, theirs in self.bound.sides.items():
            if text.strip().casefold() == theirs.casefold():
                return ours
        return super()._side_of(text)

    def turn(self) -> tuple[int, str]:
        return turn_of(self.game.definition, self.state.turns.values(), self.bound.phases)


_TOLD = frozenset({
    carriers.COUNTER_PROPERTY, carriers.CONTROL_PROPERTY, carriers.STATE_HEX_PROPERTY,
    carriers.STATE_ITEM_PROPERTY, carriers.CARD_PROPERTY,
})  # fmt: skip
"""What our own modules tell of a piece by these names; a stranger may mean others by them."""
