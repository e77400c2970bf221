"""Ground attacks from the air: what they do to a hex and the routes through it (27.9, 27.15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.air_support import met_by
from assistant.games.uis.declared import ALL, Declared
from assistant.games.uis.flak import rating
from assistant.games.uis.flights import Flight, can_fire, values
from assistant.games.uis.sides import enemy_of
from assistant.games.uis.situation import Situation
from assistant.games.uis.squadrons import strike_groups
from assistant.games.uis.units import HEDGEHOG, ROAD, is_combat, mode
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason
from builder.game.model import Table

DIE = 20
MOST_STRIKE = 6
MOST_INTERDICTION = 20
IN_ROAD_MODE, ALL_HEDGEHOGS = 4, -3
RED, NOTHING = "red", "-"
STEP_LOST = "1"
ADDED = {"5": 5, "10": 10, STEP_LOST: 10}
"""Points that a result adds to leaving the hex."""


@dataclass(frozen=True)
class Outcome:
    """What a whole mission did: interdiction in points, how many results "+" and "1", any red."""

    interdiction: int = 0
    choices: int = 0
    step_losses: int = 0
    red: bool = False

    def after(self, cell: str) -> Outcome:
        """With the result of one more squadron; markers in a hex never exceed twenty points."""
        result, _, colour = cell.partition(" ")
        return Outcome(
            min(MOST_INTERDICTION, self.interdiction + ADDED.get(result, 0)),
            self.choices + (result == "+"),
            self.step_losses + (result == STEP_LOST),
            self.red or colour == RED,
        )


@dataclass(frozen=True)
class GroundAttack:
    """A ground attack by squadrons of one side at one hex."""

    situation: Situation
    side: str
    target: str
    declared: Declared

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        enemy = enemy_of(self.side)
        return tuple(unit for unit in self.situation.at(self.target) if unit.side == enemy)

    @cached_property
    def flight(self) -> Flight:
        groups = self.declared.groups.get("attacker-squadrons", ())
        alone = Flight(self.situation, self.side, groups, (self.target,))
        flak = tuple(unit for unit in self._named_flak() if can_fire(alone, unit))
        met = met_by(self.declared, "defender")
        return Flight(self.situation, self.side, groups, (self.target,), flak, "", *met)

    @property
    def silent(self) -> tuple[str, ...]:
        """Flak named that cannot fire: not the target's, out of reach or of ammunition."""
        firing = {unit.id for unit in self.flight.flak}
        named = self.declared.names.get("defender-flak", ())
        return tuple(name for name in named if name not in firing and name != ALL)

    def _named_flak(self) -> tuple[Unit, ...]:
        ids = self.declared.names.get("defender-flak", ())
        enemy = self.situation.of_side(enemy_of(self.side))
        return tuple(u for u in enemy if rating(u) and (ids == (ALL,) or u.id in ids))

    @cached_property
    @rule("27.9.3")
    def modifier(self) -> int:
        """Four more if any enemy combat unit there is in Road mode, three less if all are
        Hedgehogs."""
        modes = [mode(unit) for unit in self.defenders if is_combat(unit)]
        if ROAD in modes:
            return IN_ROAD_MODE
        return ALL_HEDGEHOGS if modes and set(modes) == {HEDGEHOG} else 0

    @cached_property
    def outcomes(self) -> Mapping[Outcome, float]:
        return outcomes(self)


@rule("27.9.1", "27.9.2", "27.1")
def refused(attack: GroundAttack) -> Iterator[Reason]:
    """Six strike squadrons at most; helicopters fly no such mission; supply routes are NATO's to
    interdict."""
    flown = attack.flight.squadrons
    if not strike_groups(attack.flight.named):
        yield Reason("27.9.2", "Name the squadrons that attack: attacker-squadrons=B-6-4+B-7-6.")
    if any(squadron.is_helicopter for squadron in flown):
        yield Reason("31.3", "Helicopters fly no ground attack missions.")
    if any(squadron.kind == "T" for squadron in flown):
        yield Reason("27.1", "Transport squadrons fly no ground attack missions.")
    if len(flown) > MOST_STRIKE:
        yield Reason("27.9.2", "A mission has six strike squadrons at most.")


@rule("27.9.2", "27.9.4")
def outcomes(attack: GroundAttack) -> Mapping[Outcome, float]:
    """Each squadron that gets through rolls by itself: all that may come of it, with its chance."""
    table = attack.situation.position.game.tables["ground-attack"]
    total: Mapping[Outcome, float] = {Outcome(): 1.0}
    flight = attack.flight
    for group, conditions in zip(flight.groups, flight.chances, strict=True):
        arriving: dict[tuple[int, ...], float] = defaultdict(float)
        for state, chance in conditions.items():
            arriving[tuple(sorted(values(group, state)))] += chance
        after: dict[Outcome, float] = defaultdict(float)
        for bombs, chance in arriving.items():
            for outcome, its in _rolled(table, total, bombs, attack.modifier).items():
                after[outcome] += chance * its
        total = after
    return total


def _rolled(
    table: Table, before: Mapping[Outcome, float], bombs: tuple[int, ...], modifier: int
) -> Mapping[Outcome, float]:
    """Outcomes after one roll for each of some ground attack values."""
    for value in bombs:
        after: dict[Outcome, float] = defaultdict(float)
        for cell, chance in cells(table, value, modifier).items():
            for outcome, its in before.items():
                after[outcome.after(cell)] += chance * its
        before = after
    return before


@rule("27.9.2", "27.9.3")
def cells(table: Table, value: int, modifier: int) -> dict[str, float]:
    """The cells that one squadron may roll, each with its chance."""
    if not value:
        return {NOTHING: 1.0}
    column = table.columns[read_headings(table.columns).place(value)]
    rows = read_headings(table.rows)
    found: dict[str, float] = defaultdict(float)
    for roll in range(1, DIE + 1):
        found[table[table.rows[rows.place(roll + modifier)], column]] += 1 / DIE
    return dict(found)
