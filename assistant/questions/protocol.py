"""What the rules of a game must answer, and what they may answer besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

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
from assistant.questions.reasons import Saying
from builder.errors import KesselError


class QuestionError(KesselError):
    """The question itself cannot be asked of this position: one sentence for the player, with
    values a template (assistant.questions.reasons)."""

    def __init__(self, text: str, /, **values: Any) -> None:
        super().__init__(Saying(text, **values) if values else text)


Options = Mapping[str, str]
"""Options of a battle as given by `--with NAME=VALUE`."""

NO_OPTIONS: Options = MappingProxyType({})

ONE_BY_ONE = "One attack is on one hex: {hexes:and} are attacked one by one."
"""Said by all games in which a battle has one target."""


@runtime_checkable
class Rules(Protocol):
    """The rules of one game. Every function is pure; the position is already as its viewer sees it.

    They are asked through assistant.questions.door, which knows the ids and hexes before they are
    passed on. `from_ids` empty means: all units that may take part. Unknown options and results
    raise QuestionError, which names what can be written instead.
    """

    @property
    def game_id(self) -> str: ...

    def visible(self, position: Position) -> Position:
        """The position without what the viewer may not see."""
        ...

    def supply(self, position: Position) -> Supply: ...

    def zones(self, position: Position) -> Zones: ...

    def stacking(self, position: Position) -> Stacking: ...

    def moves(self, position: Position, unit_id: str) -> Moves: ...

    def odds(
        self,
        position: Position,
        targets: Sequence[str],
        from_ids: Sequence[str],
        options: Options,
    ) -> Odds: ...

    def attacks(self, position: Position) -> Attacks: ...

    def retreats(
        self,
        position: Position,
        target: str,
        result: str | None,
        attackers: Sequence[str],
    ) -> Retreats: ...

    def advances(self, position: Position, target: str, from_ids: Sequence[str]) -> Advances: ...


@runtime_checkable
class HasShortWay(Protocol):
    """Rules that may tell of one hex sooner than of all whether a unit can go there."""

    def leads(self, position: Position, unit_id: str, goal: str) -> bool:
        """True only of a hex that the answer to the question of moves has in reach; False tells
        nothing, and that question is to be asked."""
        ...


@runtime_checkable
class HasUsedUp(Protocol):
    """Rules by which a move may use up what is there once, for all."""

    def used_up(self, position: Position, unit: Unit, path: Sequence[str]) -> Position:
        """A position in which the unit has gone that way, without what the way has used up."""
        ...


@runtime_checkable
class CountsSteps(Protocol):
    """Rules by which a unit may have other steps than its faces show."""

    def steps_left(self, position: Position, unit: Unit) -> int | None:
        """The steps that it can still lose; None: as many as its faces show."""
        ...


@runtime_checkable
class HasDeclared(Protocol):
    """Rules by which what was declared for a battle counts after its die too."""

    def with_declared(self, position: Position, options: Options) -> Position:
        """The position in which a battle was fought with its options, as retreats and advances are
        asked of it."""
        ...


@runtime_checkable
class TellsOfHexes(Protocol):
    """A further fact of an answer that tells of one hex sooner than it tells all."""

    def tell_of(self, goal: str) -> bool:
        """Whether it names the hex."""
        ...


@runtime_checkable
class HasStacks(Protocol):
    """Rules that tell where units of one hex may go together."""

    def moves_together(
        self, position: Position, answers: Mapping[str, Moves], leaving: bool = False
    ) -> Moves:
        """From the answer of each by its id. With `leaving` those that cannot move are left behind,
        if others can."""
        ...


@runtime_checkable
class HasOverview(Protocol):
    """Rules that tell more of a position than the questions ask: victory points, arrivals."""

    def overview(self, position: Position) -> Any:
        """A dataclass whose fields, in their order, become lines of the report."""
        ...


@runtime_checkable
class HasTurn(Protocol):
    """Rules that tell what the phase at hand asks for."""

    def turn(self, position: Position) -> Turn: ...


@runtime_checkable
class HasArrivals(Protocol):
    """Rules that tell who comes, returns or grows, where and at what price."""

    def arrivals(self, position: Position) -> Arrivals: ...


@runtime_checkable
class HasScore(Protocol):
    """Rules that reckon victory points as the position stands."""

    def score(self, position: Position) -> Score: ...
