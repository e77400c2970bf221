"""What the phase at hand asks for under declared rules: arrivals, moves, supply, attacks."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.classic.arrivals import arrivals
from assistant.classic.attackers import fresh, may_attack, phase_bar
from assistant.classic.battle import Battle
from assistant.classic.duties import duties, engaged
from assistant.classic.movement import Walk
from assistant.classic.situation import Situation, cite
from assistant.classic.stacking import stacking
from assistant.classic.supply import lines_of, way_of
from assistant.kernel.turn import phases_ahead
from assistant.questions.answers import Duty, Turn
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Saying

STACKS = "These stacks break the stacking rules."
COME = "These units come in now."
SUPPLY = "Supply is judged in this phase; these units have no line."
MOVE = "These units may move."
ATTACK = "These hexes may be attacked; nobody has to."
MUST = "These hexes must be attacked, by these units."
TOO_WEAK = "The odds against these hexes are less than the table has: nobody has to attack them."
NO_ATTACK = "No hex can be attacked in this phase."
DECLARED = "These units attack in the battles declared."
FOUGHT = "These units have fought."
NOTHING = "In this phase nothing is to be done as things stand."


def turn(situation: Situation) -> Turn:
    """The duties of the side in phase, as far as the rules tell them, and the phases after it."""
    position = situation.position
    told = tuple(_duties(situation)) if position.phase else ()
    if position.phase and not told:
        told = (Duty(Saying(NOTHING), "done", "turn"),)
    weather = {"weather": situation.weather[0]} if situation.weather[0] else {}
    ahead = phases_ahead(position.game.definition, position.turn, position.phase)
    return Turn(position.turn, position.phase, situation.phasing, told, ahead, weather)


def _duties(situation: Situation) -> Iterator[Duty]:
    rules, phase = situation.rules, situation.position.phase
    if full := stacking(situation).violations:
        rule = cite(rules.stacking, "stacking")
        yield Duty(Saying(STACKS), "must", rule, hexes=tuple(dict.fromkeys(v.hex for v in full)))
    yield from _movement(situation)
    if rules.supply is not None and phase in rules.supply.when:
        lines = lines_of(situation)
        own = (unit for unit in situation.units if unit.side in lines)
        cut_off = tuple(unit.id for unit in own if not way_of(situation, unit))
        if cut_off:
            yield Duty(Saying(SUPPLY), "must", cite(rules.supply, "supply"), cut_off)
    yield from _combat(situation)


def _own(situation: Situation, side: str) -> bool:
    return situation.phasing in ("", side)


def _movement(situation: Situation) -> Iterator[Duty]:
    """Who comes and who moves, in the phases in which the side in phase does."""
    movement, phase = situation.rules.movement, situation.position.phase
    told = movement.when or phase in movement.only
    if not told and phase in situation.rules.combat.when:
        return
    if movement.when and phase not in movement.when and phase not in movement.only:
        return
    own = [unit for unit in situation.units if _own(situation, unit.side)]
    able = tuple(unit.id for unit in own if _moves(situation, Walk(situation, unit)))
    try:
        found = [one for one in arrivals(situation).arrivals if _own(situation, one.side)]
    except QuestionError:
        found = []
    for one in found:
        if one.state == "due" and phase not in movement.only:
            hexes = tuple(entry.hex for entry in one.entries)
            yield Duty(Saying(COME), "may", one.rule, one.units, hexes)
    if able:
        yield Duty(Saying(MOVE), "may", cite(movement, "movement"), able)


def _moves(situation: Situation, walk: Walk) -> bool:
    """Whether a unit has points to move with; one of which the position tells none has none."""
    if walk.unit.get(situation.rules.movement.allowance) is None:
        return False
    return walk.bar is None and walk.allowance[0] > 0


def _combat(situation: Situation) -> Iterator[Duty]:
    """The hexes that may be attacked, and where combat is compulsory those that must be."""
    combat, phase = situation.rules.combat, situation.position.phase
    moving = (*situation.rules.movement.when, *situation.rules.movement.only)
    if not situation.rules.said("combat") or (not combat.when and phase in moving):
        return
    side = situation.phasing
    sides = [side] if side else list(situation.sides)
    if why := phase_bar(situation, side):
        if why.text and why.code == "phase" and not _wrong_phase(situation):
            yield Duty(why.text, "forbidden", why.rule)
        return
    rule = cite(combat, "combat")
    hexes = sorted(
        {
            name
            for one in sides
            for name in situation.enemies(one)
            if (able := fresh(situation, may_attack(situation, one, (name,))))
            if not Battle(situation, (name,), able).bars  # as it is in the list of attacks
        }
    )
    if combat.mandatory:
        for must in duties(situation):
            number = cite(combat, "combat", "mandatory")
            if must.attacked:
                yield Duty(Saying(MUST), "must", number, must.attack, must.attacked)
            if must.impossible:
                yield Duty(Saying(TOO_WEAK), "forbidden", number, hexes=must.impossible)
    elif hexes:
        yield Duty(Saying(ATTACK), "may", rule, hexes=tuple(hexes))
    there = {unit.id for one in sides for unit in situation.units if unit.side == one}
    fought = tuple(sorted(situation.position.fought & there))
    declared = tuple(sorted((engaged(situation) & there) - situation.position.fought))
    if declared:
        yield Duty(Saying(DECLARED), "done", rule, declared)
    if fought:
        yield Duty(Saying(FOUGHT), "done", rule, fought)
    if not hexes and combat.when:
        yield Duty(Saying(NO_ATTACK), "forbidden", rule)


def _wrong_phase(situation: Situation) -> bool:
    """Whether this is no phase of combat at all, of which nothing need be said."""
    combat, phase = situation.rules.combat, situation.position.phase
    return bool(combat.when) and phase not in combat.when
