"""What each phase asks for, allows and forbids (rules 4.2, 5, 6.35, 12, 13.22, 15, 17, 18), and the
bookkeeping of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.games.kursk import arrivals
from assistant.games.kursk.arrivals import amount, places, replacements, scheduled
from assistant.games.kursk.battle import may_attack
from assistant.games.kursk.movement import UNITS_PER_TURN, bar_to_move
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
from assistant.games.kursk.victory import (
    LAST_TURN,
    extra_turn_points,
    group_points,
    reserves_paid,
)
from assistant.kernel.chart import Figure
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import Duties, duty_of, turn_of
from assistant.position import Position, Unit
from assistant.questions.answers import Duty, Standing, Turn
from assistant.questions.reasons import Saying


def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    side, _, step = situation.phase.partition("-")
    if side not in SIDES:
        side, step = "", situation.phase
    known = step in PHASES
    told = (*overfull(situation), *PHASES[step](situation, side)) if known else ()
    return turn_of(situation, side, told)


@rule("7.22")
def overfull(situation: Situation) -> Duties:
    """Stacks over the limit lose units at once."""
    hexes = tuple(found.hex for found in stacking(situation).violations)
    if hexes:
        yield Duty("Stacks over the limit lose units.", "must", "7.22", hexes=hexes)


# Air war

INTERCEPTION, DOUBLE_INTERCEPTION, ALWAYS_FAILS = 2, 5, 6
FREE_INTERCEPTORS = 3


@rule("17.0", "20.7")
def air_points(position: Position, side: str) -> Figure | None:
    """Air points of a side this turn, if the optional rules are used."""
    return amount(position, f"{side}-air")


@rule("17.0", "17.11", "17.12")
def intercepts(die: int, points: float, both: bool = False) -> bool:
    """Whether an interception succeeds: one or two, each point above three takes one from the die;
    if both sides try, one to five lets the battle happen; a six always fails."""
    highest = DOUBLE_INTERCEPTION if both else INTERCEPTION
    return die != ALWAYS_FAILS and die - max(0, points - FREE_INTERCEPTORS) <= highest


@rule("17.0", "17.11", "17.12", "4.2")
def air(situation: Situation, side: str) -> Duties:
    """Each side with air points may try to intercept those of the other."""
    if not situation.value("optional-air"):
        yield Duty("There is no air war without the optional rule.", "forbidden", "17.0")
        return
    told = {one: air_points(situation.position, one) for one in SIDES}
    flying = [one for one, points in told.items() if points is not None and points.number]
    for one in flying:
        points = told[one]
        if points is not None and enemy_of(one) in flying:
            text = "The {side} may try to intercept with {n} air {n|point|points}: on {m} of 6."
            alone = sum(intercepts(die, points.number) for die in range(1, 7))
            name = situation.side_name(one)
            yield Duty(Saying(text, side=name, n=points.number, m=alone), "may", "17.11")
    if len(flying) < len(SIDES):
        what = "Only one side has air points this turn: there is nothing to intercept."
        yield Duty(what, "forbidden", "17.0")
        return
    both = sum(intercepts(die, 0, both=True) for die in range(1, 7))
    yield Duty(Saying("If both try, they meet on at least {m} of 6.", m=both), "may", "17.11")


# The phases of a side


@rule("18.21", "18.23", "10.13", "4.2", "10.12")
def administrative(situation: Situation, side: str) -> Duties:
    """Reinforcements stand ready, headquarters choose modes; Soviet reserves and partisans."""
    for one in scheduled(situation):
        if one.side == side and one.state == "due":
            hexes = tuple(dict.fromkeys(entry.hex for entry in one.entries))
            what = "Reinforcements are placed beside an entry hex, in mobile mode."
            yield Duty(what, "must", one.rule, one.units, hexes)
    heads = [unit for unit in situation.of_side(side) if is_hq(unit)]
    ready = tuple(unit.id for unit in heads if "reserve" not in unit.markers)
    yield Duty("Each headquarters chooses its mode.", "may", "10.13", ready)
    yield from independent(situation, side)
    if side == "soviet":
        asleep = filter(situation.command.is_reserve, situation.of_side(side))
        above = {hq.id for one in asleep for hq in [formation(situation, one)] if hq is not None}
        yield from reserves(situation, (unit for unit in heads if unit.id in above))
        yield from partisans(situation)


@rule("11.11", "11.14")
def independent(situation: Situation, side: str) -> Duties:
    """How many units are in independent command and alternative subordination, of how many."""
    loose = places(situation, side)
    text = "{n} of {m} places of independent command and alternative subordination are taken."
    standing: Standing = "must" if loose.used > loose.limit else "may"
    yield Duty(Saying(text, n=loose.used, m=loose.limit), standing, "11.14")


@rule("18.31")
def formation(situation: Situation, unit: Unit) -> Unit | None:
    """The headquarters with which a unit is activated: its own, or itself."""
    return unit if is_hq(unit) else situation.command.controlling(unit)


@rule("18.34", "18.35", "18.36")
def reserves_at_most(position: Position) -> Figure | None:
    """Formations that the Soviet player may activate in his administrative phase this turn."""
    return amount(position, "reserves")


@rule("18.33", "18.34", "18.35", "18.31", "18.38")
def reserves(situation: Situation, heads: Iterable[Unit]) -> Duties:
    """Formations in reserve that may be activated now, and how many."""
    most = reserves_at_most(situation.position)
    if most is not None:
        text = "At most {n} {n|formation|formations} in reserve may be activated, for a point each."
        yield from duty_of("may", "18.33", Saying(text, n=most.number), heads)


@rule("15.22", "15.31", "15.32", "15.34")
def partisans(situation: Situation) -> Duties:
    """Inoperative partisans turn operative; new ones come, and dead ones may come back."""
    what = "Partisans in play for a whole turn become operative."
    yield from duty_of("must", "15.22", what, filter(is_inoperative, situation.units))
    most = arrivals.partisans_at_most(situation.position)
    here = sum(map(is_partisan, situation.units))
    if most is not None and here < most:
        first = arrivals.PARTISANS_AT_FIRST.get(situation.position.scenario, 1)
        new = min(most - here, first if situation.turn == 1 else 1)
        text = "{n} new {n|partisan|partisans} may be placed, and those eliminated before."
        yield Duty(Saying(text, n=new), "may", "15.32")


@rule("18.22", "5.25", "5.37", "5.43", "6.33", "11.52", "18.3", "4.2")
def movement(situation: Situation, side: str) -> Duties:
    """Who moves, who is bound, who moves half."""
    for one in scheduled(situation):
        if one.side == side and one.state == "due":
            yield Duty("Reinforcements must move onto the map.", "must", "18.22", one.units)
    own = [unit for unit in situation.of_side(side) if not is_partisan(unit)]
    free = [unit for unit in own if bar_to_move(situation, unit) is None]
    bound = (unit for unit in free if unit.hex in situation.zones[enemy_of(side)])
    what = "In an enemy zone: they move only by disengaging, infiltrating or overrunning."
    yield from duty_of("may", "8.23", what, bound)
    half = (unit for unit in free if not situation.provided(unit))
    yield from duty_of("may", "11.52", "Out of supply or communication: half movement.", half)
    if situation.moment.kind == "movement":
        text = "Units that count {n} together may go by rail this turn."
        yield Duty(Saying(text, n=UNITS_PER_TURN), "may", "5.37")
    else:
        what = "Headquarters and armoured units move again."
        yield Duty(what, "may", "5.0", tuple(unit.id for unit in free))
    shaken = filter(is_disrupted, own)
    yield from duty_of("forbidden", "5.43", "Disrupted units do not move.", shaken)
    waiting = filter(situation.command.is_reserve, own)
    yield from duty_of("forbidden", "18.3", "Reserves do not move before activation.", waiting)


@rule("13.22", "13.27", "13.36")
def gun(situation: Situation, side: str) -> Duties:
    """The other side's guns fire at those who will attack their hex."""
    threatened = (unit for name in _targets(situation, side) for unit in situation.at(name))
    firing = (
        unit
        for unit in threatened
        if unit.type == "anti-tank" or (is_hq(unit) and unit.get("anti-tank"))
    )
    what = "Once attacks are declared, these guns may fire at the attackers of their hex."
    yield from duty_of("may", "13.22", what, firing)


@rule("9.12", "9.13", "9.14", "4.2")
def combat(situation: Situation, side: str) -> Duties:
    """Which hexes may be attacked; nobody has to."""
    hexes = _targets(situation, side)
    if hexes:
        yield Duty("These hexes may be attacked; nobody has to.", "may", "9.12", hexes=hexes)
        yield from woken(situation, hexes)
    else:
        yield Duty("No hex can be attacked in this segment.", "forbidden", "9.12")


@rule("18.31", "18.32")
def woken(situation: Situation, hexes: Iterable[str]) -> Duties:
    """Reserves that an attack would activate, with all of their formation."""
    asleep = (u for n in hexes for u in situation.at(n) if situation.command.is_reserve(u))
    what = "An attack on these reserves activates them with their whole formation."
    yield from duty_of("may", "18.32", what, asleep)


def _targets(situation: Situation, side: str) -> tuple[str, ...]:
    held = sorted(situation.defended[enemy_of(side)])
    return tuple(name for name in held if may_attack(situation, name))


@rule("6.35")
def disruption(situation: Situation, side: str) -> Duties:
    """Markers of disruption go."""
    shaken = filter(is_disrupted, situation.of_side(side))
    yield from duty_of("must", "6.35", "The markers of disruption are taken off.", shaken)


@rule("12.0", "12.11", "14.0", "18.37", "18.48", "4.2")
def organization(situation: Situation, side: str) -> Duties:
    """Steps, independent command, breakdown; points for reserves and the offer of one more turn."""
    steps = replacements(situation.position, side)
    if steps is not None:
        text = "{n} replacement {n|step|steps} come in, besides those that were saved."
        yield Duty(Saying(text, n=steps.number), "may", "12.11")
    yield from independent(situation, side)
    own = situation.of_side(side)
    able = (unit for unit in own if arrivals.bar_to_break_down(situation, unit) is None)
    yield from duty_of("may", "14.0", "Units may be broken down or put together again.", able)
    points = reserves_paid(situation.position, this_turn=True) if side == "german" else 0
    if points:
        text = "{n} {n|point|points} for activated reserves are added to the German score."
        yield Duty(Saying(text, n=points), "must", "18.37")
    if side == "soviet" and situation.turn in (LAST_TURN, LAST_TURN + 1):
        points = extra_turn_points(situation.turn - LAST_TURN)
        text = "One more turn may be bought: it gives the other player {n} points."
        yield Duty(Saying(text, n=points), "may", "18.48")


PHASES: Mapping[str, Callable[[Situation, str], Duties]] = {
    "air": air,
    "administrative": administrative,
    "movement": movement,
    "gun": gun,
    "first-combat": combat,
    "second-combat": combat,
    "mechanized": movement,
    "disruption": disruption,
    "organization": organization,
}
"""The steps of a side's turn, and the air war before both."""


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
        triggers=arrivals.triggers(situation),
        group_points=group_points(situation),
    )


def _number(amount: Figure | None) -> float | None:
    return amount.number if amount else None
