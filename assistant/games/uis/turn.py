"""The sequence of play: what the phase at hand asks for, and what comes after it (4)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.arrivals import arrivals
from assistant.games.uis.odds import attacks
from assistant.games.uis.situation import MOVEMENT, Situation, enemy_of
from assistant.games.uis.supply import FUEL_1, OOS, SUPPLIED, state_after_check, supply_of
from assistant.games.uis.units import HEDGEHOG, is_combat, mode, stacking
from assistant.games.uis.zones import leaves_a_guard, zone
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Duty, Turn
from assistant.questions.reasons import Saying


@rule("4")
def turn(situation: Situation) -> Turn:
    """The duties of the phase, those that must be done first, and the phases ahead."""
    ids = [phase.id for phase in situation.definition.phase]
    phase, side = situation.phase, situation.phasing
    duties: list[Duty] = []
    if phase.endswith("-reinforcement"):
        duties += reinforcing(situation, side)
    elif phase in MOVEMENT:
        duties += moving(situation, side)
    elif phase.endswith("-removal"):
        duties += removing(situation)
    elif phase == "final":
        duties += at_the_end(situation)
    for violation in stacking(situation).violations:
        text = "The opponent eliminates what is over the stacking limit."
        duties.append(Duty(text, "must", "7.6", hexes=(violation.hex,)))
    ahead = tuple(ids[ids.index(phase) + 1 :]) if phase in ids else ()
    return Turn(situation.turn, phase, side, tuple(duties), ahead)


@rule("4", "21.2", "22.1")
def reinforcing(situation: Situation, side: str) -> Iterator[Duty]:
    """Who is due, who may be mended, who still waits."""
    known = [one for one in arrivals(situation).arrivals if one.side == side]
    for one in known:
        if one.kind == "reinforcement" and one.state == "due":
            yield Duty("Reinforcements are due.", "may", one.rule, one.units)
        elif one.kind == "reinforcement" and one.state == "barred":
            text = "Reinforcements are due, but no hex is open."
            yield Duty(text, "forbidden", one.rule, one.units)
    if mended := tuple(u for one in known if one.kind == "replacement" for u in one.units):
        yield Duty("Replacement points give back a step.", "may", "22.1", mended)


@rule("4", "12.4.1", "12.4.2", "5.3", "6.1.8")
def moving(situation: Situation, side: str) -> Iterator[Duty]:
    """The supply check, movement and combat; whom enemy zones or Hedgehog mode hold."""
    if not situation.in_force("integrated-supply"):
        yield from supply_check(situation, side)
    units = [unit for unit in situation.of_side(side) if is_combat(unit)]
    if free := sum(not unit.get("moved") for unit in units):
        text = "{n} combat {n|unit|units} may still move and fight."
        yield Duty(Saying(text, n=free), "may", "5.1")
    if done := tuple(unit.id for unit in units if unit.get("moved")):
        yield Duty("These units have finished their move.", "done", "5.1.3", done)
    if targets := tuple(sorted({one.target for one in attacks(situation).attacks})):
        yield Duty("These hexes can be attacked now.", "may", "9", hexes=targets)
    enemy = zone(situation, enemy_of(side), side)
    if held := tuple(u.id for u in units if u.hex in enemy and not leaves_a_guard(situation, u)):
        text = "These units leave the enemy zone after an assault or by Disengagement only."
        yield Duty(text, "forbidden", "6.1.8", held)
    if dug_in := tuple(unit.id for unit in units if mode(unit) == HEDGEHOG):
        yield Duty("Units in Hedgehog mode do not move.", "forbidden", "5.3", dug_in)


@rule("12.4.1", "12.4.2", "12.4.3")
def supply_check(situation: Situation, side: str) -> Iterator[Duty]:
    """The markers that the check at the start of the phase puts on or takes off."""
    states = supply_of(situation)
    after = [
        (unit, state_after_check(situation, unit, states[unit.id]))
        for unit in situation.of_side(side)
    ]
    for marker in (OOS, FUEL_1):
        if its := tuple(u.id for u, its in after if its == marker and marker not in u.markers):
            text = Saying("The supply check marks these units {marker}.", marker=marker)
            yield Duty(text, "must", "12.4", its)
    if back := tuple(u.id for u, its in after if its == SUPPLIED and u.markers & {OOS, FUEL_1}):
        yield Duty("These units are in supply again and lose their marker.", "must", "12.4", back)


@rule("4", "24.3.5", "25.4", "27.9.4")
def removing(situation: Situation) -> Iterator[Duty]:
    """Chemical markers go, contamination is tested, interdiction of the other side goes."""
    if chemical := tuple(sorted(situation.told("chemical"))):
        yield Duty("Chemical Area markers are removed.", "must", "24.3.5", hexes=chemical)
    levels = sorted(situation.table("nuclear").items())
    if nuclear := tuple(name for name, level in levels if level):
        yield Duty("Units in contaminated hexes are tested.", "must", "25.4", hexes=nuclear)
    if interdicted := tuple(sorted(situation.table("interdiction"))):
        text = "Interdiction markers that were not placed in this action phase are removed."
        yield Duty(text, "must", "27.9.4", hexes=interdicted)


@rule("4", "28.1", "38", "39", "13.3")
def at_the_end(situation: Situation) -> Iterator[Duty]:
    """Markers in the air, squadrons, ammunition, stocks, repairs, the turn marker."""
    areas = situation.table("air-superiority").values()
    if held := tuple(sorted({name for its in areas for name in its})):
        text = "Squadrons leave the areas of air superiority, whose markers are removed."
        yield Duty(text, "must", "4", hexes=held)
    text = "Squadrons used are ready again on sound airfields, and are repaired."
    yield Duty(text, "must", "28.1")
    yield Duty("Flak and artillery refill their ammunition.", "may", "4")
    if situation.in_force("integrated-supply"):
        yield Duty("NATO units in General Supply refill their stocks.", "must", "13.3.1")
    if situation.damaged:
        hexes = tuple(sorted(name for name in situation.damaged if "/" not in name))
        yield Duty("Damaged facilities may be repaired.", "may", "39", hexes=hexes)
    yield Duty("The turn marker goes on.", "must", "4")
