"""What each phase asks for, allows and forbids (chapters 5, 9, 10, 11, 12.6, 13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from assistant.games.dagc.arrivals import due, interdictable
from assistant.games.dagc.movement import is_interdicted, stacking
from assistant.games.dagc.odds import must_attack, targets_of
from assistant.games.dagc.situation import (
    GERMAN,
    SOVIET,
    Situation,
    air_armies,
    armour_succeeds_up_to,
    enemy_of,
    is_held_back,
    is_locality,
)
from assistant.games.dagc.supply import may_act_in_supply
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import Duties, duty_at, duty_of, turn_by_phase
from assistant.questions.answers import Duty, Turn
from assistant.questions.reasons import Saying

FRONTS = {"main": "main front", "1uf": "1st Ukrainian Front"}
"""The fronts that have air armies."""


@rule("5.2")
def turn(situation: Situation) -> Turn:
    """The duties of the phase at hand, stacks over the limit first."""
    return turn_by_phase(situation, situation.phasing, PHASES, "5.2", overfull(situation))


@rule("6.6")
def overfull(situation: Situation) -> Duties:
    """Stacks that break a rule lose units of the owner's choice at once."""
    hexes = (found.hex for found in stacking(situation).violations)
    yield from duty_at("must", "6.6", "Stacks over the limit lose units.", hexes)


@rule("10.1", "10.6", "13.4")
def replacing(situation: Situation, side: str) -> Duties:
    """Who may be placed, who may come back, who may be made up; the air armies that leave."""
    for one in due(situation, side):
        hexes = tuple(entry.hex for entry in one.entries)
        yield Duty(PLACED[one.kind], "may", one.rule, one.units, hexes)
    if side == SOVIET and situation.turn == LATE:
        text = "Four air armies of the main front and one of the 1st Ukrainian leave the game."
        yield Duty(text, "must", "13.4")


PLACED = {
    "reinforcement": "Reinforcements may be placed now or kept for a later turn.",
    "replacement": "A dead unit may come back with one step, for a replacement step.",
    "step": "A reduced unit may take a replacement step.",
}
LATE = 6
"""The turn at whose beginning air armies leave."""


@rule("11.1", "11.2", "11.5", "5.4")
def combat(situation: Situation, side: str) -> Duties:
    """Who must attack on turn 1, which hexes may be attacked, what helps, who is held back."""
    bound = tuple(must_attack(situation).get("must_attack", ()))
    if bound:
        yield Duty("Activated units next to an enemy must attack.", "must", "11.1", bound)
    own = [unit for unit in situation.of_side(side) if not is_locality(unit)]
    targets = sorted({name for unit in own for name in targets_of(situation, unit)})
    yield from duty_at("may", "11.2", "These hexes may be attacked.", targets)
    if not targets:
        yield Duty("No hex can be attacked in this phase.", "forbidden", "11.2")
    elif side == GERMAN:
        yield from armour(situation)
    else:
        yield from support(situation)
    yield from held_back(situation, side)


@rule("13.1", "13.2")
def support(situation: Situation) -> Duties:
    """Air armies that have not flown may support attacks, one each."""
    for front, name in FRONTS.items():
        left = air_armies(situation.position, front)
        if left:
            text = "{n} air {n|army|armies} ({front}) may support attacks, one each."
            yield Duty(Saying(text, n=left, front=name), "may", "13.1")


@rule("12.6")
def armour(situation: Situation) -> Duties:
    """The armour concentration is tried once in a German turn."""
    highest = armour_succeeds_up_to(situation.position)
    if situation.value("armor-used"):
        yield Duty("The armour concentration was tried this turn.", "done", "12.6")
    elif highest:
        text = "The armour concentration may be tried: a die of at most {n} brings it."
        yield Duty(Saying(text, n=highest), "may", "12.6")
    else:
        yield Duty("There is no armour concentration this turn.", "forbidden", "12.6")


@rule("5.4")
def held_back(situation: Situation, side: str) -> Duties:
    """On turn 1 Soviet units far from the marker neither move nor attack."""
    waiting = (u for u in situation.of_side(side) if is_held_back(situation.position, u))
    what = "Units far from the Bagration marker neither move nor attack on turn 1."
    yield from duty_of("forbidden", "5.4", what, waiting)


@rule("13.2", "13.3")
def interdiction(situation: Situation, side: str) -> Duties:
    """Whom the air armies that are left may slow, one each, and who is slowed already."""
    for front, name in FRONTS.items():
        left = air_armies(situation.position, front)
        its = [u for u in interdictable(situation, front) if not is_interdicted(u)]
        if left:
            text = "{n} air {n|army|armies} ({front}) may slow one of these units each."
            yield from duty_of("may", "13.3", Saying(text, n=left, front=name), its)
    slowed = filter(is_interdicted, situation.of_side(GERMAN))
    yield from duty_of("done", "13.3", "These units are interdicted: no second time.", slowed)


@rule("9.2", "7.3", "13.3")
def movement(situation: Situation, side: str) -> Duties:
    """Who moves, who rolls a die for it, who stays."""
    own = [u for u in situation.of_side(side) if not is_held_back(situation.position, u)]
    mobile = [unit for unit in own if not is_locality(unit)]
    cut_off = [unit for unit in mobile if not may_act_in_supply(situation, unit)]
    slowed = [unit for unit in mobile if is_interdicted(unit)]
    rolling = {unit.id for unit in (*cut_off, *slowed)}
    free = (unit for unit in mobile if unit.id not in rolling)
    yield from duty_of("may", "9.2", "These units may move, one at a time.", free)
    what = "Out of supply: a die for each hex tells how far these units may move."
    yield from duty_of("may", "7.3", what, cut_off)
    yield from duty_of("may", "13.3", "Interdicted: these units move by a die.", slowed)
    bound = (u for u in mobile if u.hex in situation.zones[enemy_of(side)])
    what = "In an enemy zone: these units pay a point more to leave it."
    yield from duty_of("may", "8.3", what, bound)
    yield from duty_of("forbidden", "12.5", "These units never move.", filter(is_locality, own))
    yield from held_back(situation, side)


PHASES: Mapping[str, Callable[[Situation, str], Duties]] = {
    "replacements": replacing,
    "pre-combat": combat,
    "interdiction": interdiction,
    "movement": movement,
    "post-combat": combat,
}
"""The phases of either player turn, and the interdiction that breaks into the German one."""
