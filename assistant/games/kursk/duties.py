"""What each phase asks for, allows and forbids (rules 4.2, 5, 6.35, 12, 13.22, 15, 17, 18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from assistant.games.kursk.arrivals import scheduled
from assistant.games.kursk.battle import may_attack
from assistant.games.kursk.march import bar_to_move
from assistant.games.kursk.rail import UNITS_PER_TURN
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.stacking import stacking
from assistant.games.kursk.turn import (
    PARTISANS_AT_FIRST,
    air_points,
    bar_to_break_down,
    intercepts,
    partisans_at_most,
    places,
    replacements,
    reserves_at_most,
)
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_disrupted,
    is_hq,
    is_inoperative,
    is_partisan,
)
from assistant.games.kursk.victory import LAST_TURN, extra_turn_points, reserves_paid
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Duty, Standing, Turn
from assistant.questions.reasons import Saying

Duties = Iterator[Duty]


def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    phases = [phase.id for phase in situation.definition.phase]
    phase = situation.phase
    side, _, step = phase.partition("-")
    if side not in SIDES:
        side, step = "", phase
    at = phases.index(phase) + 1 if phase in phases else len(phases)
    told = [*overfull(situation), *PHASES[step](situation, side)] if step in PHASES else []
    return Turn(situation.turn, phase, side, tuple(told), tuple(phases[at:]))


def _duty(
    standing: Standing,
    number: str,
    what: str,
    units: Iterable[Unit] = (),
    hexes: Iterable[str] = (),
) -> Duty:
    return Duty(what, standing, number, tuple(u.id for u in units), tuple(hexes))


def _of(situation: Situation, side: str) -> list[Unit]:
    return [unit for unit in situation.units if unit.side == side]


@rule("7.22")
def overfull(situation: Situation) -> Duties:
    """Stacks over the limit lose units at once."""
    hexes = [found.hex for found in stacking(situation).violations]
    if hexes:
        yield _duty("must", "7.22", "Stacks over the limit lose units.", hexes=hexes)


@rule("17.0", "17.11", "17.12", "4.2")
def air(situation: Situation, side: str) -> Duties:
    """Each side with air points may try to intercept those of the other."""
    if not situation.value("optional-air"):
        yield _duty("forbidden", "17.0", "There is no air war without the optional rule.")
        return
    for one in SIDES:
        amount = air_points(situation.position, one)
        if amount is not None and amount.number:
            text = "The {side} may try to intercept with {n} air {n|point|points}: on {m} of 6."
            alone = sum(intercepts(die, amount.number) for die in range(1, 7))
            yield _duty("may", "17.11", Saying(text, side=one, n=amount.number, m=alone))
    both = sum(intercepts(die, 0, both=True) for die in range(1, 7))
    yield _duty("may", "17.11", Saying("If both try, they meet on at least {m} of 6.", m=both))


@rule("18.21", "10.13", "4.2")
def administrative(situation: Situation, side: str) -> Duties:
    """Reinforcements stand ready, headquarters choose modes; Soviet reserves and partisans."""
    due = [one for one in scheduled(situation) if one.side == side and one.state == "due"]
    for one in due:
        what = "Reinforcements are placed beside an entry hex."
        hexes = dict.fromkeys(entry.hex for entry in one.entries)
        yield Duty(what, "must", one.rule, one.units, tuple(hexes))
    heads = [u for u in _of(situation, side) if is_hq(u) and "reserve" not in u.markers]
    yield _duty("may", "10.13", "Each headquarters chooses its mode.", heads)
    if side == "soviet":
        yield from reserves(situation)
        yield from partisans(situation)


@rule("18.33", "18.34", "18.35", "18.31", "18.38")
def reserves(situation: Situation) -> Duties:
    """Formations in reserve that may be activated now, and how many."""
    heads = [u for u in _of(situation, "soviet") if is_hq(u) and "reserve" in u.markers]
    amount = reserves_at_most(situation.position)
    if heads and amount is not None:
        text = "At most {n} {n|formation|formations} in reserve may be activated, for a point each."
        yield _duty("may", "18.33", Saying(text, n=amount.number), heads)


@rule("15.22", "15.31", "15.32", "15.34")
def partisans(situation: Situation) -> Duties:
    """Inoperative partisans turn operative; new ones come, and dead ones may come back."""
    asleep = [unit for unit in situation.units if is_inoperative(unit)]
    if asleep:
        yield _duty("must", "15.22", "Partisans in play for a whole turn become operative.", asleep)
    most = partisans_at_most(situation.position)
    here = sum(map(is_partisan, situation.units))
    if most is not None and here < most:
        first = PARTISANS_AT_FIRST.get(situation.position.scenario, 1)
        new = min(most - here, first if situation.turn == 1 else 1)
        text = "{n} new {n|partisan|partisans} may be placed, and those eliminated before."
        yield _duty("may", "15.32", Saying(text, n=new))


@rule("18.22", "5.25", "5.37", "5.43", "6.33", "11.52", "18.3", "4.2")
def movement(situation: Situation, side: str) -> Duties:
    """Who moves, who is bound, who moves half."""
    for one in scheduled(situation):
        if one.side == side and one.state == "due":
            what = "Reinforcements must move onto the map."
            yield Duty(what, "must", "18.22", one.units)
    own = [unit for unit in _of(situation, side) if not is_partisan(unit)]
    free = [unit for unit in own if bar_to_move(situation, unit) is None]
    bound = [unit for unit in free if unit.hex in situation.zones[enemy_of(side)]]
    if bound:
        what = "In an enemy zone: they move only by disengaging, infiltrating or overrunning."
        yield _duty("may", "8.23", what, bound)
    half = [u for u in free if not situation.supplied(u) or not situation.in_communication(u)]
    if half:
        yield _duty("may", "11.52", "Out of supply or communication: half movement.", half)
    if situation.moment.kind == "movement":
        text = "Units that count {n} together may go by rail this turn."
        yield _duty("may", "5.37", Saying(text, n=UNITS_PER_TURN))
    else:
        yield _duty("may", "5.0", "Headquarters and armoured units move again.", free)
    yield from _barred(situation, own)


def _barred(situation: Situation, units: Iterable[Unit]) -> Duties:
    """Units that may not move for a reason of their own, by reason."""
    shaken = [unit for unit in units if is_disrupted(unit)]
    if shaken:
        yield _duty("forbidden", "5.43", "Disrupted units do not move.", shaken)
    waiting = [unit for unit in units if situation.command.is_reserve(unit)]
    if waiting:
        yield _duty("forbidden", "18.3", "Reserves do not move before activation.", waiting)


@rule("13.22", "13.27", "13.36")
def gun(situation: Situation, side: str) -> Duties:
    """The other side's guns fire at those who will attack their hex."""
    hexes = _targets(situation, side)
    firing = [
        unit
        for name in hexes
        for unit in situation.at(name)
        if unit.type == "anti-tank" or (is_hq(unit) and unit.get("anti-tank"))
    ]
    if firing:
        what = "Once attacks are declared, these guns may fire at the attackers of their hex."
        yield _duty("may", "13.22", what, firing)


@rule("9.12", "9.13", "9.14", "4.2")
def combat(situation: Situation, side: str) -> Duties:
    """Which hexes may be attacked; nobody has to."""
    hexes = _targets(situation, side)
    if hexes:
        yield _duty("may", "9.12", "These hexes may be attacked; nobody has to.", hexes=hexes)
    else:
        yield _duty("forbidden", "9.12", "No hex can be attacked in this segment.")


def _targets(situation: Situation, side: str) -> list[str]:
    return [
        name for name in sorted(situation.defended[enemy_of(side)]) if may_attack(situation, name)
    ]


@rule("6.35")
def disruption(situation: Situation, side: str) -> Duties:
    """Markers of disruption go."""
    shaken = [unit for unit in _of(situation, side) if is_disrupted(unit)]
    if shaken:
        yield _duty("must", "6.35", "The markers of disruption are taken off.", shaken)


@rule("12.0", "12.11", "11.14", "14.0", "18.37", "18.48", "4.2")
def organization(situation: Situation, side: str) -> Duties:
    """Steps, independent command, breakdown; points for reserves and the offer of one more turn."""
    amount = replacements(situation.position, side)
    if amount is not None:
        text = "{n} replacement {n|step|steps} come in, besides those that were saved."
        yield _duty("may", "12.11", Saying(text, n=amount.number))
    loose = places(situation, side)
    text = "{n} of {m} places of independent command and alternative subordination are taken."
    standing: Standing = "must" if loose.used > loose.limit else "may"
    yield _duty(standing, "11.14", Saying(text, n=loose.used, m=loose.limit))
    able = [u for u in _of(situation, side) if bar_to_break_down(situation, u) is None]
    if able:
        yield _duty("may", "14.0", "Units may be broken down or put together again.", able)
    if side == "german":
        points = reserves_paid(situation.position, this_turn=True)
        if points:
            text = "{n} {n|point|points} for activated reserves are added to the German score."
            yield _duty("must", "18.37", Saying(text, n=points))
    elif situation.turn in (LAST_TURN, LAST_TURN + 1):
        points = extra_turn_points(situation.turn - LAST_TURN)
        text = "One more turn may be bought: it gives the other player {n} points."
        yield _duty("may", "18.48", Saying(text, n=points))


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
