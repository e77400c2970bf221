"""A mission on its way: weather, the Flak that fires at each group, who gets through (27.8.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from assistant.games.uis.flak import (
    Chances,
    Gun,
    State,
    after_shots,
    against_aircraft,
    against_helicopters,
    flies,
    hexes_away,
    in_reach,
    weasel_shift,
)
from assistant.games.uis.interception import Fight, after_fight, fights
from assistant.games.uis.interception import added_to_the_die as interceptors_add
from assistant.games.uis.situation import Situation, enemy_of
from assistant.games.uis.squadrons import (
    CLOSE_FLIGHT,
    Group,
    Squadron,
    has_countermeasures,
    strike_groups,
)
from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

ABORTS_IN_BAD_WEATHER = 10 / 20
ROUNDING = 1e-9
"""Sums of chances may fall this short of a whole number."""

FLOWN_BY_PLAYERS = Reason(
    "27.16",
    "Interceptors named are those that got past the escort; escorts, and squadrons that turn back"
    " of their own accord, are the players'.",
)


@dataclass(frozen=True)
class Flight:
    """Squadrons of one side over some hexes, the enemy interceptors and Flak that fire at them.
    `beside` is the hex of an attacker whose stack may fire at helicopters close to the ground
    (17.2.2), `air_combat` what pilots and the like add to the interceptors' die."""

    situation: Situation
    side: str
    named: tuple[Group, ...]
    hexes: tuple[str, ...]
    flak: tuple[Unit, ...] = ()
    beside: str = ""
    interceptors: tuple[Squadron, ...] = ()
    air_combat: int = 0

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return strike_groups(self.named)

    @cached_property
    def shots(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """By group the shots at it: unit and the rating that it fires with."""
        return shots_by_group(self)

    @cached_property
    def fights(self) -> tuple[tuple[int, Fight], ...]:
        """Who intercepts which squadron, these counted through all groups; helicopters are no
        target."""
        targets = tuple(squadron for squadron in self.squadrons if not squadron.is_helicopter)
        if not targets or not self.interceptors:
            return ()
        added = interceptors_add(
            self.interceptors, targets, self.side, has_countermeasures(self.named), self.air_combat
        )
        return tuple(fights(self.interceptors, targets, added))

    @cached_property
    def added(self) -> Figure:
        return added_to_the_die(self)

    @cached_property
    def chances(self) -> tuple[Chances, ...]:
        """By group its conditions after all shots, each with its chance."""
        tables = self.situation.game.tables
        return tuple(
            after_shots(
                tables["flak"],
                tables["evasion"],
                group,
                intercepted(self, number, taking_off(self.situation, group)),
                [(rating, self.added.number) for _, rating in shots],
            )
            for number, (group, shots) in enumerate(zip(self.groups, self.shots, strict=True))
        )

    @cached_property
    def arriving(self) -> dict[int, float]:
        """Ground attack strength that arrives, least first, each with its chance."""
        total: Mapping[int, float] = {0: 1.0}
        for group, chances in zip(self.groups, self.chances, strict=True):
            after: dict[int, float] = defaultdict(float)
            for points, chance in total.items():
                for state, its in chances.items():
                    after[points + sum(values(group, state))] += chance * its
            total = after
        return dict(sorted(total.items()))

    @property
    def most(self) -> int:
        """The strength if nobody fell out."""
        return sum(squadron.attack for group in self.groups for squadron in group)

    @property
    def expected(self) -> float:
        return sum(points * chance for points, chance in self.arriving.items())

    @property
    def counted(self) -> int:
        """The expected strength, fractions dropped."""
        return int(self.expected + ROUNDING)

    @property
    def squadrons(self) -> tuple[Squadron, ...]:
        return tuple(squadron for group in self.groups for squadron in group)

    @property
    def stand_in(self) -> bool:
        """Flak and air combat are rolled on tables of our own."""
        return any(self.shots) or bool(self.fights)


@rule("27.8.2", "27.19.2")
def values(group: Group, state: State) -> tuple[int, ...]:
    """The ground attack of each squadron that arrives; one that lost a step on the way has half,
    until its other face is known."""
    return tuple(
        squadron.attack if left == squadron.steps else squadron.attack // 2
        for squadron, (left, hurt) in zip(group, state, strict=True)
        if flies((left, hurt))
    )


@rule("23.2", "23.2.1", "23.2.3", "23.3")
def taking_off(situation: Situation, group: Group) -> Chances:
    """In bad weather squadrons and helicopters stay behind on 1 to 10, those of limited weather
    always."""
    if not situation.bad_weather:
        return {tuple((squadron.steps, 0) for squadron in group): 1.0}
    found: dict[State, float] = defaultdict(float)
    for goes in product((True, False), repeat=len(group)):
        chance = 1.0
        for squadron, off in zip(group, goes, strict=True):
            stays = 1.0 if squadron.limited else ABORTS_IN_BAD_WEATHER
            chance *= 1 - stays if off else stays
        if chance:
            state = ((s.steps if off else 0, 0) for s, off in zip(group, goes, strict=True))
            found[tuple(state)] += chance
    return found


@rule("27.17")
def intercepted(flight: Flight, number: int, before: Chances) -> Chances:
    """A group after the interceptors that meet its squadrons."""
    table = flight.situation.game.tables["air-combat"]
    aircraft = [
        (at, place)
        for at, group in enumerate(flight.groups)
        for place, squadron in enumerate(group)
        if not squadron.is_helicopter
    ]
    for met, fight in flight.fights:
        at, place = aircraft[met]
        if at == number:
            before = after_fight(table, fight, place, before)
    return before


@rule("27.18.2", "27.11.3", "17.3.4")
def added_to_the_die(flight: Flight) -> Figure:
    """What countermeasures and Wild Weasels add to the die of the Flak."""
    figure = Figure(0)
    if has_countermeasures(flight.named):
        figure = figure + flight.situation.figure("flak-modifiers", f"ecm-{flight.side}")
    if weasel_shift(flight.situation, enemy_of(flight.side), flight.hexes):
        figure = figure + flight.situation.figure("flak-modifiers", "wild-weasel")
    return figure


@rule("17.1", "17.2.2", "17.2.6", "17.3.8", "27.8.2")
def shots_by_group(flight: Flight) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Each unit fires once at each group within its reach, while its ammunition lasts."""
    fired: dict[str, int] = {}
    rounds: list[tuple[tuple[str, str], ...]] = []
    for group in flight.groups:
        shots = []
        for unit in flight.flak:
            gun = next(_loaded(flight, unit, group, fired.get(unit.id, 0)), None)
            if gun is None:
                continue
            shots.append((unit.id, gun.rating))
            fired[unit.id] = fired.get(unit.id, 0) + int(gun.rounds is not None)
        rounds.append(tuple(shots))
    return tuple(rounds)


def _loaded(flight: Flight, unit: Unit, group: Group, fired: int) -> Iterator[Gun]:
    """The guns of a unit that reach a group and have ammunition left, the best first."""
    for gun in guns_at(flight, unit, group):
        if gun.rounds is None or gun.rounds > fired:
            yield gun


@rule("17.2.2")
def guns_at(flight: Flight, unit: Unit, group: Group) -> tuple[Gun, ...]:
    """Helicopters close to the ground also meet the Flak stacked with the unit that attacks."""
    situation, first = flight.situation, group[0]
    if not first.is_helicopter:
        return in_reach(situation, unit, against_aircraft(situation, unit), flight.hexes)
    guns = against_helicopters(situation, unit, first.kind)
    if first.kind == CLOSE_FLIGHT and flight.beside and unit.hex == flight.beside:
        return guns
    return in_reach(situation, unit, guns, flight.hexes)


def can_fire(flight: Flight, unit: Unit) -> bool:
    """Whether a unit may fire at any group at all."""
    if hexes_away(flight.situation, unit, flight.hexes) is None:
        return False
    return any(next(_loaded(flight, unit, group, 0), None) for group in flight.groups)
