"""Who has to attack, and what: the plan sees to it, and the referee looks whether it was done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.classic.situation import cite
from assistant.games import play_of
from assistant.planning.moved import moved_to
from assistant.position import Position
from assistant.questions.protocol import HasTurn, QuestionError, Rules
from builder.game.model import Game


@dataclass(frozen=True)
class Owed:
    """The hexes that must be attacked and the units that must attack, on one table."""

    hexes: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()

    def without(self, hexes: Collection[str], units: Collection[str]) -> Owed:
        """What is left when some hexes are attacked, and some units attack."""
        return Owed(self.hexes.difference(hexes), self.units.difference(units))

    def __bool__(self) -> bool:
        return bool(self.hexes or self.units)

    def __len__(self) -> int:
        return len(self.hexes) + len(self.units)


def compulsory(game: Game) -> str:
    """The number of the rule by which units must attack; empty where combat is voluntary."""
    if game.rules is None:
        return play_of(game.id).must_attack
    combat = game.rules.combat
    return cite(combat, "combat", "mandatory") if combat.mandatory else ""


def owed(rules: Rules, position: Position, side: str = "") -> Owed:
    """What the duties of the phase name under that rule, as the table lies; of one side alone if
    it is given."""
    rule = compulsory(position.game)
    if not rule or not isinstance(rules, HasTurn):
        return Owed()
    try:
        duties = rules.turn(rules.visible(position)).duties
    except QuestionError:
        return Owed()
    must = [duty for duty in duties if duty.standing == "must" and duty.rule == rule]
    hexes = {name for duty in must for name in duty.hexes}
    units = {id_ for duty in must for id_ in duty.units}
    if side:
        hexes = {name for name in hexes if position.side_at(name) != side}
        units = {id_ for id_ in units if position.by_id[id_].side == side}
    return Owed(frozenset(hexes), frozenset(units))


def bound(rules: Rules, position: Position) -> frozenset[str]:
    """The units that have to attack as the table lies."""
    return owed(rules, position).units


@dataclass(frozen=True)
class Duties:
    """What a side will owe in its phase of combat, as its plan moves its units before. Those of
    `free` may still move: where the plan has no battle of theirs, they may as well go away."""

    rules: Rules
    position: Position
    side: str
    free: frozenset[str] = frozenset()

    @cached_property
    def firm(self) -> Owed:
        """What is owed wherever those go who may still move."""
        if not compulsory(self.position.game):
            return Owed()
        return self._with({})

    @cached_property
    def _known(self) -> dict[tuple[str, str], frozenset[str]]:
        return {}

    def by(self, unit: str, place: str) -> frozenset[str]:
        """The hexes that must be attacked because a unit is in some hex, whoever else goes away."""
        if (unit, place) not in self._known:
            self._known[unit, place] = self._with({unit: place}).hexes - self.firm.hexes
        return self._known[unit, place]

    def left(self, places: Mapping[str, str], attacked: Collection[str]) -> Owed:
        """What is owed and not done when some units attack some hexes from their places, and
        everybody else stays where he is."""
        if not compulsory(self.position.game):
            return Owed()
        table = moved_to(self.position, places)
        return owed(self.rules, table, self.side).without(attacked, places)

    def broken(self, places: Mapping[str, str], attacked: Collection[str]) -> Owed:
        """What of this is owed even if all go away who may and fight in no battle."""
        left = self.left(places, attacked)
        return self._with(places).without(attacked, places) if left and self.free else left

    def _with(self, places: Mapping[str, str]) -> Owed:
        """What is owed by those who fight in their places and those who cannot move."""
        gone = self.free - {*places}
        staying = [unit for unit in self.position.units if unit.id not in gone]
        table = moved_to(self.position.with_units(staying), places)
        return owed(self.rules, table, self.side)
