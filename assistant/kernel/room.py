"""A game's room: its chapters behind the questions, each a function of the game's Situation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar

from assistant.kernel.combat import sides_of
from assistant.kernel.facts import Situation
from assistant.position import Position, Unit
from assistant.questions.answers import (
    Advances,
    Arrivals,
    Attacks,
    Moves,
    Odds,
    Retreats,
    Score,
    Stacking,
    Supply,
    Turn,
    Zones,
)
from assistant.questions.data import Data
from assistant.questions.play import Dues, Play, unknown_dues
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.stacks import Together, moves_together

Of = TypeVar("Of", bound=Situation)
Units = tuple[Unit, ...]


@dataclass(frozen=True)
class Chapters(Generic[Of]):
    """What answers each question. Hexes and units are those of the position; without units, the
    chapter takes all that may take part."""

    supply: Callable[[Of], Supply]
    zones: Callable[[Of], Zones]
    stacking: Callable[[Of], Stacking]
    moves: Callable[[Of, Unit], Moves]
    odds: Callable[[Of, tuple[str, ...], Units, Options], Odds]
    attacks: Callable[[Of], Attacks]
    retreats: Callable[[Of, str, str | None, Units], Retreats]
    advances: Callable[[Of, str, Units], Advances]
    leads: Callable[[Of, Unit, str], bool] | None = None
    used_up: Callable[[Position, Sequence[str]], Position] | None = None
    steps: Callable[[Position, Unit], int | None] | None = None
    declared: Callable[[Of, Options], Mapping[str, Any]] | None = None
    """The state variables that say after a battle what its options were."""
    together: Together[Of] = field(default_factory=Together)


@dataclass(frozen=True)
class TurnChapters(Generic[Of]):
    """What answers the questions of the turn."""

    turn: Callable[[Of], Turn]
    arrivals: Callable[[Of], Arrivals]
    score: Callable[[Of], Score]


@dataclass(frozen=True)
class Room(Generic[Of]):
    """The rules of a game as assistant.questions.protocol asks them.

    `situation` gives the facts of a position, `visible` leaves out what its viewer may not see,
    `played` and `dues` say what a log is judged by beside the questions.
    """

    game_id: str
    situation: Callable[[Position], Of]
    chapters: Chapters[Of]
    turning: TurnChapters[Of]
    visible: Callable[[Position], Position] = lambda position: position
    played: Data[Play] | None = None
    dues: Dues = unknown_dues

    @cached_property
    def play(self) -> Play:
        """How the game is played where no question tells it."""
        return replace(self.played.read if self.played else Play(), dues=self.dues)

    def _asked(self, position: Position, ids: Sequence[str]) -> tuple[Of, Units]:
        """The facts of a position, and some of its units as the facts have them."""
        situation = self.situation(position)
        return situation, units_called(situation.position, ids)

    def supply(self, position: Position) -> Supply:
        return self.chapters.supply(self.situation(position))

    def zones(self, position: Position) -> Zones:
        return self.chapters.zones(self.situation(position))

    def stacking(self, position: Position) -> Stacking:
        return self.chapters.stacking(self.situation(position))

    def moves(self, position: Position, unit_id: str) -> Moves:
        situation, (unit,) = self._asked(position, [unit_id])
        return self.chapters.moves(situation, unit)

    def leads(self, position: Position, unit_id: str, goal: str) -> bool:
        if self.chapters.leads is None:
            return False
        situation, (unit,) = self._asked(position, [unit_id])
        return self.chapters.leads(situation, unit, goal)

    def used_up(self, position: Position, unit: Unit, path: Sequence[str]) -> Position:
        chapter = self.chapters.used_up
        return position if chapter is None else chapter(position, path)

    def with_declared(self, position: Position, options: Options) -> Position:
        chapter = self.chapters.declared
        if chapter is None or not options:
            return position
        told = chapter(self.situation(position), options)
        return position.with_state(**told) if told else position

    def steps_left(self, position: Position, unit: Unit) -> int | None:
        chapter = self.chapters.steps
        return None if chapter is None else chapter(position, unit)

    def moves_together(
        self, position: Position, answers: Mapping[str, Moves], leaving: bool = False
    ) -> Moves:
        situation, units = self._asked(position, [*answers])
        return moves_together(situation, units, answers, self.together(situation), leaving)

    def together(self, situation: Of) -> Together[Of]:
        """How a stack moves."""
        return self.chapters.together

    def odds(
        self, position: Position, targets: Sequence[str], from_ids: Sequence[str], options: Options
    ) -> Odds:
        situation, units = self._asked(position, from_ids)
        return self.chapters.odds(situation, tuple(dict.fromkeys(targets)), units, options)

    def attacks(self, position: Position) -> Attacks:
        return self.chapters.attacks(self.situation(position))

    def retreats(
        self, position: Position, target: str, result: str | None, attackers: Sequence[str]
    ) -> Retreats:
        situation, units = self._asked(position, attackers)
        return self.chapters.retreats(situation, target, result, units)

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances:
        situation, units = self._asked(position, from_ids)
        return self.chapters.advances(situation, target, units)

    def turn(self, position: Position) -> Turn:
        return self.turning.turn(self.situation(position))

    def arrivals(self, position: Position) -> Arrivals:
        return self.turning.arrivals(self.situation(position))

    def score(self, position: Position) -> Score:
        return self.turning.score(self.situation(position))


@dataclass(frozen=True)
class RoomWithOverview(Room[Of]):
    """A room that also tells what a position means beside the questions."""

    told: Callable[[Of], Any] = field(kw_only=True)
    """A dataclass whose fields, in their order, become lines of the report."""

    def overview(self, position: Position) -> Any:
        return self.told(self.situation(position))


# What a question names, checked alike in all games


def units_called(position: Position, ids: Sequence[str]) -> Units:
    """Units by their ids, each once; QuestionError for an id that no unit bears."""
    for unit_id in ids:
        if unit_id not in position.by_id:
            raise QuestionError(
                "There is no unit '{unit}' in the position: name one that it lists.", unit=unit_id
            )
    return tuple(position.by_id[unit_id] for unit_id in dict.fromkeys(ids))


def on_map(situation: Situation, units: Sequence[Unit]) -> Units:
    """The units, all of which must stand on the map; QuestionError for one in a box."""
    for unit in units:
        if unit.hex not in situation.board:
            text = "{unit} is not on the map but in '{box}': name units on the map."
            raise QuestionError(text, unit=unit.shown, box=situation.box_name(unit.hex))
    return tuple(units)


def of_one_side(attackers: Sequence[Unit]) -> None:
    """QuestionError for attackers of two sides."""
    if len(sides_of(attackers)) > 1:
        raise QuestionError("The attackers are of two sides: name units of one.")


def no_friends(attackers: Sequence[Unit], defending: str) -> None:
    """QuestionError for attackers of the side that defends."""
    if own := [unit for unit in attackers if unit.side == defending]:
        text = "{units} and the defenders are of one side: name attackers of the other."
        raise QuestionError(text, units=own)


def result_among(asked: str, known: Collection[str], read: str = "") -> str:
    """The result asked for, as the game reads it; QuestionError for one that it does not have."""
    result = read or asked
    if result not in known:
        text = "'{result}' is no result: write one of {results}."
        raise QuestionError(text, result=asked, results=known)
    return result
