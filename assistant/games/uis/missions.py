"""Missions asked about instead of a combat: from the air (27.9, 27.15) and nuclear (25)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis.air_support import ENOUGH_DIGITS, as_told, met_by
from assistant.games.uis.battle import ALL, Declared
from assistant.games.uis.flak import rating
from assistant.games.uis.flights import FLOWN_BY_PLAYERS, Flight, can_fire, values
from assistant.games.uis.retreat import DIVISION_BASE, ELIMINATED
from assistant.games.uis.situation import NATO, NEUTRAL, Situation, enemy_of
from assistant.games.uis.squadrons import strike_groups
from assistant.games.uis.units import HEDGEHOG, ROAD, is_combat, is_division, mode, steps_left
from assistant.kernel.headings import read_headings
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Odds
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
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
        yield Reason(
            "27.9.2", "Name the squadrons that attack: attacker-squadrons=B-6-4+B-7-6.", "missing"
        )
    if any(squadron.is_helicopter for squadron in flown):
        yield Reason("31.3", "Helicopters fly no ground attack missions.", "unit")
    if any(squadron.kind == "T" for squadron in flown):
        yield Reason("27.1", "Transport squadrons fly no ground attack missions.", "unit")
    if len(flown) > MOST_STRIKE:
        yield Reason("27.9.2", "A mission has six strike squadrons at most.", "full")


@rule("27.9.2", "27.9.4")
def outcomes(attack: GroundAttack) -> Mapping[Outcome, float]:
    """Each squadron that gets through rolls by itself: all that may come of it, with its chance."""
    table = attack.situation.game.tables["ground-attack"]
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


WORST = 3
FACILITY_STEPS = 2


@dataclass(frozen=True)
class NuclearAttack:
    """So many nuclear points of one side delivered to a hex."""

    situation: Situation
    side: str
    target: str
    declared: Declared

    @property
    def points(self) -> int:
        return self.declared.numbers.get("nuclear-points", 0)

    @cached_property
    def struck(self) -> tuple[Unit, ...]:
        """The enemy ground units in the hex."""
        enemy = enemy_of(self.side)
        return tuple(unit for unit in self.situation.at(self.target) if unit.side == enemy)

    @cached_property
    @rule("25.3.2")
    def losses(self) -> dict[int, float]:
        """Steps that the hex loses, each number with its chance."""
        tables = self.situation.game.tables
        return rolled(tables["nuclear"], self.points)

    @cached_property
    @rule("25.3.8")
    def contamination(self) -> dict[int, float]:
        """The level afterwards: added to the present one, three at most, and only if a step was
        lost."""
        before = int(self.situation.table("nuclear").get(self.target, 0))
        table = self.situation.game.tables["contamination"]
        spared = self.losses.get(0, 0.0)
        found: dict[int, float] = defaultdict(float, {before: spared})
        for level, chance in rolled(table).items():
            found[min(WORST, before + level)] += (1 - spared) * chance
        return dict(sorted(found.items()))

    def told(self) -> dict[str, Any]:
        """What the answer says besides the losses."""
        return {
            "contamination": {
                str(n): round(c, ENOUGH_DIGITS) for n, c in self.contamination.items()
            },
            "facility": FACILITY_STEPS,
            "units": [
                {"id": unit.id, "kills": steps_to_kill(unit), "outcome": fate(unit)}
                for unit in self.struck
            ],
            "not_judged": [Reason("25.2", "Who delivers the points, and how many are left.")],
        }


@rule("25.3.2")
def nuclear_refused(attack: NuclearAttack) -> Iterator[Reason]:
    """An attack needs points."""
    if not attack.points:
        yield Reason("25.3.2", "Say how many points reach the hex: nuclear-points=2.", "missing")


def rolled(table: Table, column: int = 0) -> dict[int, float]:
    """The numbers of one column of a table over all faces of the die; of its only column if none
    is named."""
    heading = table.columns[0]
    if len(table.columns) > 1:
        heading = table.columns[read_headings(table.columns).place(column)]
    rows = read_headings(table.rows)
    found: dict[int, float] = defaultdict(float)
    for roll in range(1, DIE + 1):
        found[int(table[table.rows[rows.place(roll)], heading])] += 1 / DIE
    return {number: round(chance, 6) for number, chance in sorted(found.items())}


@rule("25.3.3", "25.3.5", "25.3.6")
def steps_to_kill(unit: Unit) -> int:
    """Steps that the attacker must assign to a unit to use it up: a Hedgehog combat unit absorbs
    the first, one in Road mode loses one more."""
    steps = steps_left(unit)
    if is_combat(unit) and mode(unit) == HEDGEHOG:
        return steps + 1
    return max(1, steps - 1) if is_combat(unit) and mode(unit) == ROAD else steps


@rule("25.3.7")
def fate(unit: Unit) -> str:
    """A division leaves its Base, any other unit nothing."""
    return DIVISION_BASE if is_division(unit) else ELIMINATED


NUCLEAR, SUPPLY = "nuclear", "supply-interdiction"
LEAVING = "It adds to leaving the hex, also for supply routes, to the end of the next Action Phase."
CUT = "Red: the supply heads whose route it hits are interdicted this turn (interdicted-heads)."
SILENT = "is out of reach or of ammunition."


def mission(
    situation: Situation, targets: tuple[str, ...], named: tuple[Unit, ...], declared: Declared
) -> Odds:
    """The mission that players declared, at one hex."""
    if len(targets) != 1:
        raise QuestionError("A mission is against one hex: name one.")
    side = side_of_mission(situation, targets[0], named, declared)
    if declared.mission == NUCLEAR:
        return nuclear(NuclearAttack(situation, side, targets[0], declared))
    return ground_attack(GroundAttack(situation, side, targets[0], declared))


@rule("27.9.1", "27.15")
def side_of_mission(
    situation: Situation, target: str, named: tuple[Unit, ...], declared: Declared
) -> str:
    """The side of the units named, else the enemy of whoever stands in the hex, else the side in
    phase; supply interdiction is always NATO's."""
    if declared.mission == SUPPLY:
        return NATO
    if named:
        return named[0].side
    there = situation.side_at(target)
    side = enemy_of(there) if there not in ("", NEUTRAL) else situation.phasing
    if not side:
        raise QuestionError("Whose mission is it? Name a unit of that side with --from.")
    return side


@rule("27.9.4", "27.15.1")
def ground_attack(attack: GroundAttack) -> Odds:
    """A ground attack or supply interdiction: interdiction, free choices, step losses, red."""
    why = tuple(refused(attack))
    chances = {} if why else effects(attack)
    is_supply = attack.declared.mission == SUPPLY
    text = CUT if is_supply else LEAVING
    extra: dict[str, Any] = {"mission": attack.declared.mission, "targets": [attack.target]}
    if not why:
        extra |= {"air": {"attacker": as_told(attack.flight)}, "not_judged": [FLOWN_BY_PLAYERS]}
        extra["modifier"] = attack.modifier
        extra["refused"] = [
            {"option": "defender-flak", "rule": "17.1", "text": f"{name} {SILENT}"}
            for name in attack.silent
        ]
        if not is_supply:
            extra["interdiction"] = leaving(attack)
    return Odds(
        target=attack.target,
        attackers=(),
        defenders=tuple(unit.id for unit in attack.defenders),
        attack=attack.flight.counted if not why else 0,
        defence=0,
        steps=tuple(_ledger(attack)) if not why else (),
        shift=0,
        column=None,
        possible=not why,
        chances=chances,
        stand_in=True,
        because=why or (Reason("27.15.1" if is_supply else "27.9.4", text),),
        extra=extra,
    )


def _ledger(attack: GroundAttack) -> Iterator[LedgerLine]:
    flight = attack.flight
    effect = Saying("{n:.1f} of {m} expected", n=flight.expected, m=flight.most)
    yield LedgerLine("ground attack strength", effect, "27.9.2", flight.stand_in)
    if attack.modifier:
        yield LedgerLine(
            "mode of the target", Saying("{n:+d} on the die", n=attack.modifier), "27.9.3"
        )


def effects(attack: GroundAttack) -> dict[str, float]:
    """The chances of what players care for; several may come at once."""
    if attack.declared.mission == SUPPLY:
        return {"interdicted": _chance(attack.outcomes, lambda outcome: outcome.red)}
    tests: dict[str, Callable[[Outcome], bool]] = {
        "interdiction": lambda outcome: outcome.interdiction > 0,
        "+": lambda outcome: outcome.choices > 0,
        "1": lambda outcome: outcome.step_losses > 0,
        "nothing": lambda outcome: outcome == Outcome(),
    }
    return {name: _chance(attack.outcomes, test) for name, test in tests.items()}


def _chance(outcomes: Mapping[Outcome, float], test: Callable[[Outcome], bool]) -> float:
    return round(sum(chance for outcome, chance in outcomes.items() if test(outcome)), 6)


@rule("27.9.4")
def leaving(attack: GroundAttack) -> dict[str, Any]:
    """Points to leave the hex afterwards, twenty at most, each with its chance."""
    before = int(attack.situation.table("interdiction").get(attack.target, 0))
    found: dict[int, float] = defaultdict(float)
    for outcome, chance in attack.outcomes.items():
        found[min(MOST_INTERDICTION, before + outcome.interdiction)] += chance
    return {
        "before": before,
        "after": {str(points): round(its, ENOUGH_DIGITS) for points, its in sorted(found.items())},
        "expected": round(sum(points * its for points, its in found.items()), ENOUGH_DIGITS),
    }


@rule("25.3", "25.4.1")
def nuclear(attack: NuclearAttack) -> Odds:
    """A nuclear attack: steps lost in the hex, contamination, what each unit can take."""
    why = tuple(nuclear_refused(attack))
    extra: dict[str, Any] = {"mission": NUCLEAR, "targets": [attack.target]}
    if not why:
        extra |= attack.told()
    return Odds(
        target=attack.target,
        attackers=(),
        defenders=tuple(unit.id for unit in attack.struck),
        attack=attack.points,
        defence=0,
        steps=(LedgerLine("nuclear points", str(attack.points), "25.3.2"),),
        shift=0,
        column=None,
        possible=not why,
        chances={} if why else {str(n): c for n, c in attack.losses.items()},
        stand_in=True,
        because=why
        or (Reason("25.4.1", "Leaving costs the level more; contamination closes supply routes."),),
        extra=extra,
    )
