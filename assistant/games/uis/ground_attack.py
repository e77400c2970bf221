"""Ground attacks and supply interdiction: what the dice of squadrons bring, and what they may hit
(27.9, 27.15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis.air import DIE, Sortie, arriving
from assistant.games.uis.air_support import rounded
from assistant.games.uis.ground import is_bridged, is_river
from assistant.games.uis.missions import (
    DIGITS,
    FIXED_SITE,
    MOST_STRIKE,
    SUPPLY,
    AirMission,
    out_of_phase,
)
from assistant.games.uis.situation import WP, Situation
from assistant.games.uis.supply import states_of_heads
from assistant.games.uis.units import FSH, HEDGEHOG, ROAD, is_combat, mode
from assistant.kernel.chances import joint, of_a_die, through
from assistant.kernel.headings import column_at, row_at
from assistant.kernel.rulebook import rule
from assistant.questions.answers import LedgerLine, Odds, Told
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table

MOST_INTERDICTION = 20
IN_ROAD_MODE, ALL_HEDGEHOGS = 4, -3
FACILITIES = frozenset({"airfield", "port"})
RED, NOTHING = "red", "-"
STEP_LOST = "1"
ADDED = {"5": 5, "10": 10, STEP_LOST: 10}
"""Points that a result adds to leaving the hex."""
FREE_CHOICE = Saying("hit on a facility, site or supply head")
STEP_OR_CHOICE = Saying("step lost")
LEAVING = "It adds to leaving the hex, also for supply routes, to the end of the next Action Phase."
CUT = "Red: the supply heads whose route it hits are interdicted this turn (`interdicted-heads`)."
ROUTE_OF_THE_PACT = Reason(
    "27.15.1", "The Warsaw Pact shows its routes; `heads` are those whose shortest way runs there."
)


@dataclass(frozen=True)
class Leaving:
    """Points to leave a hex before a mission, and after it with their chances and the mean."""

    before: int
    after: Mapping[str, float]
    expected: float


@dataclass(frozen=True)
class Exposed(Told):
    """What the results of a ground attack may be taken from, one thing each time: "+" damages a
    facility, a bridge being a hexside, destroys a missile site or displaces a supply head; "1"
    takes a step from a combat unit, from a support unit where none stands, or does as "+"."""

    facilities: tuple[str, ...]
    missile_sites: tuple[str, ...]
    supply_heads: tuple[str, ...]
    steps_from: tuple[str, ...]


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


@rule("27.9.4", "33.3.1", "38", "21.20.6")
def facilities(situation: Situation, here: str) -> tuple[str, ...]:
    """What of a hex may still be damaged: its airfield, its port, and the bridges at its sides,
    each by its hexside."""
    kinds = () if here in situation.damaged else sorted(situation.board.of(here) & FACILITIES)
    bridges = (
        f"{here}/{near}"
        for near in sorted(situation.around[here])
        if is_river(situation, here, near) and is_bridged(situation, here, near)
    )
    return (*kinds, *bridges)


@dataclass(frozen=True)
class GroundAttack(AirMission):
    """A ground attack by squadrons of one side at one hex."""

    @cached_property
    @rule("27.9.3", "27.9.3.1", "27.9.3.2")
    def modifier(self) -> int:
        """Four more if any enemy combat unit there is in Road mode, three less if all are
        Hedgehogs."""
        modes = {mode(unit) for unit in self.defenders if is_combat(unit)}
        if ROAD in modes:
            return IN_ROAD_MODE
        return ALL_HEDGEHOGS if modes == {HEDGEHOG} else 0

    @cached_property
    @rule("27.9.2", "27.9.4", "27.9.2.7")
    def outcomes(self) -> Mapping[Outcome, float]:
        """Each squadron that gets through rolls by itself: all that may come of it, with its
        chance."""
        table = self.situation.game.tables["ground-attack"]
        by_value = {value: cells(table, value, self.modifier) for value in self.values}

        def bombed(bombs: tuple[int, ...]) -> Mapping[Outcome, float]:
            total = {Outcome(): 1.0}
            for value in bombs:
                total = joint(total, by_value[value], Outcome.after)
            return total

        # The bombs first, then their dice: of many ways to arrive most bring the same bombs.
        return through(self.sortie.weighed(bombs_of), bombed)

    @property
    def values(self) -> set[int]:
        """The ground attack of each squadron, whole and worn."""
        whole = {one.attack for one in self.sortie.squadrons}
        return whole | {value // 2 for value in whole}

    @rule("27.9.1", "27.9.2", "27.1", "27.9.2.1")
    def bars(self) -> Iterator[Reason]:
        """Six strike squadrons at most; helicopters fly no such mission; supply routes are NATO's
        to interdict."""
        flown = self.sortie.squadrons
        if not flown:
            text = "Name the squadrons that attack: `--with attacker-squadrons=B-6-4+B-7-6`."
            yield Reason("27.9.2", text, "missing")
        if any(squadron.is_helicopter for squadron in flown):
            yield Reason("31.3", "Helicopters fly no ground attack missions.", "unit")
        if any(squadron.kind == "T" for squadron in flown):
            yield Reason("27.1", "Transport squadrons fly no ground attack missions.", "unit")
        if len(flown) > MOST_STRIKE:
            yield Reason("27.9.2", "A mission has six strike squadrons at most.", "full")
        if self.declared.mission != SUPPLY:
            yield from self.unsighted()

    def effects(self) -> dict[str, float]:
        """The chances of what players care for; several may come at once."""
        tests: dict[str, Callable[[Outcome], bool]] = {
            "interdiction": lambda outcome: outcome.interdiction > 0,
            "+": lambda outcome: outcome.choices > 0,
            "1": lambda outcome: outcome.step_losses > 0,
            "nothing": lambda outcome: outcome == Outcome(),
        }
        if self.declared.mission == SUPPLY:
            tests = {"interdicted": lambda outcome: outcome.red}
        return {
            name: round(sum(its for outcome, its in self.outcomes.items() if test(outcome)), DIGITS)
            for name, test in tests.items()
        }

    @cached_property
    @rule("27.9.4", "18.4", "38")
    def exposed(self) -> Exposed:
        """What its results may hit: the choice is the attacker's."""
        situation, here = self.situation, self.target
        fighters = [unit for unit in self.defenders if is_combat(unit)]
        return Exposed(
            facilities(situation, here),
            tuple(unit.id for unit in self.defenders if unit.type == FIXED_SITE),
            tuple(unit.id for unit in self.defenders if unit.type == FSH),
            tuple(unit.id for unit in fighters or self.defenders),
        )

    @rule("27.9.4")
    def leaving(self) -> Leaving:
        """Points to leave the hex afterwards, twenty at most, each with its chance."""
        before = int(self.situation.table("interdiction").get(self.target, 0))
        after = through(
            self.outcomes,
            lambda outcome: {min(MOST_INTERDICTION, before + outcome.interdiction): 1.0},
        )
        expected = sum(points * its for points, its in after.items())
        in_order = dict(sorted(after.items()))
        return Leaving(before, rounded(in_order), round(expected, 4))


def bombs_of(sortie: Sortie) -> Mapping[tuple[int, ...], float]:
    """The ground attack values that arrive of all groups, lowest first, with their chances."""
    total: Mapping[tuple[int, ...], float] = {(): 1.0}
    for group, conditions in zip(sortie.groups, sortie.chances, strict=True):
        its = arriving(group, conditions)
        total = joint(total, its, lambda one, more: tuple(sorted((*one, *more))))
    return total


@rule("27.9.2", "27.9.3")
def cells(table: Table, value: int, modifier: int) -> dict[str, float]:
    """The cells that one squadron may roll, each with its chance."""
    if not value:
        return {NOTHING: 1.0}
    column = column_at(table, value)
    return of_a_die(DIE, lambda roll: table[row_at(table, roll + modifier), column])


@rule("27.9.4", "27.15.1", "27.15.1.3")
def ground_attack(attack: GroundAttack) -> Odds:
    """A ground attack or supply interdiction: interdiction, free choices, step losses, red."""
    is_supply, sortie = attack.declared.mission == SUPPLY, attack.sortie
    because = Reason("27.15.1", CUT) if is_supply else Reason("27.9.4", LEAVING)
    if why := tuple(attack.bars()):
        return attack.answer(0, (), {}, why, because, {})
    expected = Saying("{n:g} of {m} expected", n=round(sortie.expected, 1), m=sortie.most)
    steps = [LedgerLine("ground attack strength", expected, "27.9.2", sortie.stand_in)]
    if attack.modifier:
        effect = Saying("{n:+d} on the die", n=attack.modifier)
        steps.append(LedgerLine("mode of the target", effect, "27.9.3"))
    extra: dict[str, Any] = {**attack.in_the_air(), "modifier": attack.modifier}
    if not is_supply:
        extra["outcomes"] = {"+": FREE_CHOICE, STEP_LOST: STEP_OR_CHOICE}
        extra["interdiction"] = attack.leaving()
        extra["may_hit"] = attack.exposed
    else:
        extra["heads"] = list(heads_along(attack.situation, attack.target))
        extra["not_judged"] = [*extra["not_judged"], ROUTE_OF_THE_PACT]
    late = tuple(out_of_phase(attack.situation, attack.declared.mission))
    return attack.answer(sortie.counted, tuple(steps), attack.effects(), late, because, extra)


@rule("27.15.1.2")
def heads_along(situation: Situation, name: str) -> Iterator[str]:
    """The supply heads whose shortest way to their source runs through a hex."""
    heads = [unit for unit in situation.of_side(WP) if unit.type == FSH]
    ways = states_of_heads(situation, heads)
    return (unit.id for unit in heads if name in ways[unit.id].path)
