"""The sequence of play: the facts on which the duties of duties.toml depend (rules 4.2, 5, 6.35,
12, 13.22, 15, 17, 18), and the bookkeeping of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.games.kursk import arrivals
from assistant.games.kursk.air import air_points, at_hand, flying, intercepts
from assistant.games.kursk.arrivals import amount, places, replacements
from assistant.games.kursk.battle import Battle, Declared, may_attack
from assistant.games.kursk.guns import bar_to_fire, supporters
from assistant.games.kursk.rail import UNITS_PER_TURN
from assistant.games.kursk.scenarios import is_july
from assistant.games.kursk.score import (
    EXTRA_TURNS,
    LAST_TURN,
    extra_turn_points,
    group_points,
    reserves_paid,
)
from assistant.games.kursk.setup import SET_UP
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import stacking
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_disrupted,
    is_hq,
    is_inoperative,
    is_partisan,
)
from assistant.games.kursk.walk import bar_to_move
from assistant.kernel.chart import Figure
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import turn_by_phase
from assistant.position import Position, Unit
from assistant.questions.answers import Turn
from assistant.questions.duties import Fact, Listed, Tells, of_hexes, of_units, when


@rule(
    "4.2", "5.25", "5.37", "5.43", "6.33", "6.35", "7.22", "9.12", "9.13", "9.14", "10.12", "10.13",
    "11.11", "11.14", "11.52", "12.0", "12.11", "13.22", "13.27", "13.36", "14.0", "15.22", "17.0",
    "17.11", "17.12", "18.21", "18.22", "18.23", "18.3", "18.31", "18.32", "18.33", "18.37",
    "18.38", "18.48",
)  # fmt: skip
def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    side = situation.phase.partition("-")[0]
    side = side if side in SIDES else ""
    return turn_by_phase(situation, side, DUTIES, "4.2")


# Air war


def interceptions(situation: Situation, side: str) -> list[Tells]:
    """If both sides have air points: those of each, and on how many faces of the die they meet
    the other's."""
    told = flying(situation)
    return [
        Tells(values={"side": situation.side_name(one), "n": points, "m": faces})
        for one, points in told.items()
        if len(told) == len(SIDES)
        for faces in [sum(intercepts(die, points) for die in range(1, 7))]
    ]


# The facts of the phases


def of_figure(found: Figure | None) -> Tells | None:
    """A number of the turn chart, nought too."""
    return None if found is None else Tells(values={"n": found.number})


def headquarters(situation: Situation, side: str) -> tuple[Unit, ...]:
    """The headquarters of a side."""
    return tuple(filter(is_hq, situation.of_side(side)))


@rule("10.11", "10.12")
def choosing(situation: Situation, side: str) -> Tells:
    """Headquarters that choose a mode for their units: those in reserve have none to choose, and
    the units of a disrupted one cannot change theirs."""
    heads = headquarters(situation, side)
    return Tells(tuple(u.id for u in heads if not u.markers & {"reserve", "disrupted"}))


@rule("10.11")
def without_choice(situation: Situation, side: str) -> Tells | None:
    """Units that keep their mode because their headquarters is disrupted or not in play; which of
    the two, nobody can tell of one that may lie beneath a stack."""
    command = situation.command
    return of_units(
        unit
        for unit in situation.of_side(side)
        if command.has_mode(unit) and command.directly_above(unit)
        if not command.is_reserve(unit) and not command.out_of_sight(unit)
        if (head := command.in_play(command.directly_above(unit))) is None or is_disrupted(head)
    )


@rule("18.31")
def formation(situation: Situation, unit: Unit) -> Unit | None:
    """The headquarters with which a unit is activated: its own, or itself."""
    return unit if is_hq(unit) else situation.command.controlling(unit)


@rule("18.34", "18.35", "18.36")
def reserves_at_most(position: Position) -> Figure | None:
    """Formations that the Soviet player may activate in his administrative phase this turn."""
    return amount(position, "reserves")


@rule("18.33", "18.34", "18.35", "18.31", "18.38")
def reserves(situation: Situation, side: str) -> Tells | None:
    """Formations in reserve that may be activated now, and how many."""
    most = reserves_at_most(situation.position)
    return of_units(in_reserve(situation, side), n=most.number) if most is not None else None


@rule("18.31")
def in_reserve(situation: Situation, side: str) -> Iterator[Unit]:
    """The headquarters of the formations in reserve."""
    asleep = filter(situation.command.is_reserve, situation.of_side(side))
    above = {hq.id for one in asleep if (hq := formation(situation, one)) is not None}
    return (unit for unit in headquarters(situation, side) if unit.id in above)


@rule("18.37")
def late_reserves(situation: Situation, side: str) -> Tells | None:
    """Formations in reserve that may be activated in the turns that were bought, without limit."""
    bought = range(LAST_TURN + 1, LAST_TURN + 1 + len(EXTRA_TURNS))
    if situation.turn not in bought or reserves_at_most(situation.position) is not None:
        return None
    return of_units(in_reserve(situation, side))


@rule("15.31", "15.32", "15.34")
def new_partisans(situation: Situation, side: str) -> Tells | None:
    """How many partisans may come on this turn for the first time: those that were eliminated come
    back besides, and were received before."""
    most = arrivals.partisans_at_most(situation.position)
    everyone = [*situation.units, *situation.in_box(arrivals.ELIMINATED)]
    received = sum(map(is_partisan, everyone))
    if most is None or sum(map(is_partisan, situation.units)) >= most:
        return None
    first = arrivals.PARTISANS_AT_FIRST.get(situation.position.scenario, 1)
    new = min(max(0, most - received), first if situation.turn == 1 else 1)
    return Tells(values={"n": new})


@kept_for
def movers(situation: Situation, side: str) -> tuple[Unit, ...]:
    """The units of a side that may move now."""
    own = (unit for unit in situation.of_side(side) if not is_partisan(unit))
    return tuple(unit for unit in own if bar_to_move(situation, unit) is None)


@kept_for
def targets(situation: Situation, side: str) -> tuple[str, ...]:
    """The hexes that a side may attack."""
    held = sorted(situation.defended[enemy_of(side)])
    return tuple(name for name in held if may_attack(situation, name))


def attacked(situation: Situation, side: str) -> Iterator[Unit]:
    """The units in these hexes."""
    return (unit for name in targets(situation, side) for unit in situation.at(name))


def battles_ahead(situation: Situation, side: str) -> Iterator[Battle]:
    """The battle in each of these hexes, before anything of it is declared."""
    for name in targets(situation, side):
        yield Battle(situation, name, may_attack(situation, name), Declared())


@rule("6.33", "11.59", "13.22", "13.28")
def firing(situation: Situation, side: str) -> Tells | None:
    """Anti-tank guns in these hexes that may fire."""
    battles = battles_ahead(situation, side)
    able = (battle for battle in battles if bar_to_fire(battle) is None)
    return of_units(gun for battle in able for gun in battle.guns_of("anti-tank"))


@rule("13.3", "13.31", "13.32", "13.33", "13.36", "13.38", "11.59")
def giving_fire(situation: Situation, side: str) -> Tells | None:
    """Headquarters of the other side with anti-tank points that they may give to those who defend
    a hex which may be attacked now."""
    giving = {
        hq.id
        for battle in battles_ahead(situation, side)
        for hq, _, bar in supporters(battle, "anti-tank")
        if bar is None
    }
    return of_units(u for u in headquarters(situation, enemy_of(side)) if u.id in giving)


@rule("11.12", "11.14")
def loose(situation: Situation, side: str, too_many: bool) -> Tells | None:
    """Places of independent command and alternative subordination, taken and allowed."""
    found = places(situation, side)
    return when((found.used > found.limit) == too_many, n=found.used, m=found.limit)


def one_more_turn(situation: Situation, side: str) -> Tells | None:
    """What one more turn would give the opponent, in the turns in which it may be bought."""
    bought = situation.turn - LAST_TURN
    return Tells(values={"n": extra_turn_points(bought)}) if bought in (0, 1) else None


FACTS: Mapping[str, Fact[Situation]] = {
    **SET_UP,
    "overfull": lambda s, _: of_hexes(found.hex for found in stacking(s).violations),
    "no-air": lambda s, _: when(not s.value("optional-air")),
    "interceptions": interceptions,
    "air-left": at_hand,
    "one-flies": lambda s, _: when(s.value("optional-air") and len(flying(s)) < len(SIDES)),
    "both-intercept": lambda s, _: when(
        len(flying(s)) == len(SIDES), m=sum(intercepts(die, 0, both=True) for die in range(1, 7))
    ),
    "unlisted": lambda s, _: when(not is_july(s.position)),
    "choosing-modes": choosing,
    "without-choice": without_choice,
    "reserves": reserves,
    "late-reserves": late_reserves,
    "inoperative": lambda s, _: of_units(filter(is_inoperative, s.units)),
    "new-partisans": new_partisans,
    "bound": lambda s, side: of_units(
        u for u in movers(s, side) if u.hex in s.zones[enemy_of(side)]
    ),
    "half": lambda s, side: of_units(u for u in movers(s, side) if not s.provided(u)),
    "by-rail": lambda s, _: Tells(values={"n": UNITS_PER_TURN}),
    "movers": lambda s, side: Tells(tuple(u.id for u in movers(s, side))),
    "shaken": lambda s, side: of_units(filter(is_disrupted, s.of_side(side))),
    "asleep": lambda s, side: of_units(
        u for u in s.of_side(side) if not is_partisan(u) and s.command.is_reserve(u)
    ),
    "firing": firing,
    "giving-fire": giving_fire,
    "targets": lambda s, side: of_hexes(targets(s, side)),
    "woken": lambda s, side: of_units(u for u in attacked(s, side) if s.command.is_reserve(u)),
    "no-targets": lambda s, side: when(not targets(s, side)),
    "steps": lambda s, side: of_figure(replacements(s.position, side)),
    "too-loose": lambda s, side: loose(s, side, True),
    "loose": lambda s, side: loose(s, side, False),
    "to-break-down": lambda s, side: of_units(
        u for u in s.of_side(side) if arrivals.bar_to_break_down(s, u) is None
    ),
    "paid-for-reserves": lambda s, _: when(n := reserves_paid(s.position, this_turn=True), n=n),
    "one-more-turn": one_more_turn,
    "goes-on": lambda s, _: when(s.turn < LAST_TURN),
    "last": lambda s, _: when(s.turn > LAST_TURN + 1),
}
"""What must be so for a duty to stand, by its name in duties.toml."""

DUTIES = Listed(Path(__file__).with_name("duties.toml"), FACTS, kept(arrivals.arrivals))


# Bookkeeping


@dataclass(frozen=True)
class Overview:
    """The bookkeeping of the turn: amounts by side, what may be placed and activated, conditions
    for reinforcements, points for the groups of six hexes."""

    independent: Mapping[str, Mapping[str, int]]
    replacements: Mapping[str, float | None]
    air: Mapping[str, float | None]
    partisans: int | None
    reserves: float | None
    triggers: Mapping[str, Any]
    group_points: int


def overview(situation: Situation) -> Overview:
    """The bookkeeping of the turn, ready for a report."""
    position = situation.position
    return Overview(
        independent={side: places(situation, side)._asdict() for side in SIDES},
        replacements={side: _number(replacements(position, side)) for side in SIDES},
        air={side: _number(air_points(position, side)) for side in SIDES},
        partisans=arrivals.partisans_at_most(position),
        reserves=_number(reserves_at_most(position)),
        triggers=arrivals.triggers(situation) if is_july(position) else {},
        group_points=group_points(situation),
    )


def _number(amount: Figure | None) -> float | None:
    return amount.number if amount else None
