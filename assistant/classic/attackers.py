"""Who may attack a hex as [combat] declares it, what keeps a unit out, and who must attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.classic.situation import Situation, cite
from assistant.classic.strengths import printed_attack, support_range, support_strength
from assistant.classic.supply import effects_of
from assistant.kernel.facts import kept
from assistant.position import Unit
from assistant.questions.reasons import Reason
from builder.game.rulebook.check import supports

ADJACENT = "{unit} is not adjacent to {hex}."
RANGE = "{unit} is {n} {n|hex|hexes} from {hex}, out of range."
BARRIER = "No attack crosses the hexside {side}/{hex}."
WEAK = "{unit} has no strength to attack with."
TYPE = "{unit} may not attack."
SUPPLY = "{unit} may not attack in its state of supply."
WEATHER = "Nobody attacks in this weather ({weather})."
PHASE = "It is not the phase to attack."
ALL_HEXES = "{unit} is not adjacent to all of the hexes attacked."


def phase_bar(situation: Situation, side: str) -> Reason | None:
    """What forbids every attack of a side now: the weather, or the phase."""
    combat, phase = situation.rules.combat, situation.position.phase
    weather, effects = situation.weather
    if effects.no_attack:
        rule = effects.rule or cite(situation.rules.weather, "weather")
        return Reason(rule, WEATHER, "phase", weather=weather)
    wrong = combat.when and phase and phase not in combat.when
    if wrong or (situation.phasing and side and situation.phasing != side):
        return Reason(cite(combat, "combat", "when"), PHASE, "phase")
    return None


def bar_to_attack(situation: Situation, unit: Unit, targets: Sequence[str]) -> Reason | None:
    """What keeps a unit out of an attack."""
    combat = situation.rules.combat
    rule = cite(combat, "combat")
    around = situation.position.board.neighbours(unit.hex)
    faces = [name for name in targets if name in around]
    if unit.type in combat.no_attack:
        return Reason(rule, TYPE, "unit", unit=unit.shown)
    if not faces:
        return _distant(situation, unit, targets)
    if len(faces) < len(targets):
        return Reason(rule, ALL_HEXES, "distance", unit=unit.shown)
    for name in faces:
        if situation.ground.barred(unit.hex, name):
            return Reason(rule, BARRIER, "hexside", side=unit.hex, hex=name)
    if effects_of(situation, unit).attack == "none":
        return Reason(cite(situation.rules.supply, "supply"), SUPPLY, "supply", unit=unit.shown)
    if printed_attack(situation, unit) <= 0:
        return Reason(rule, WEAK, "unit", unit=unit.shown)
    return None


def _distant(situation: Situation, unit: Unit, targets: Sequence[str]) -> Reason | None:
    rule = cite(situation.rules.combat, "combat")
    kinds = [s for s in supports(situation.rules.combat.support) if unit.type in s.type]
    if not kinds:
        return Reason(rule, ADJACENT, "distance", unit=unit.shown, hex=targets[0])
    support = kinds[0]
    ways = [situation.far(unit.hex, name) for name in targets]
    if None in ways:
        return Reason(rule, ADJACENT, "distance", unit=unit.shown, hex=targets[0])
    far = max(way for way in ways if way is not None)
    if far > support_range(unit, support):
        values = {"unit": unit.shown, "n": far, "hex": targets[0]}
        return Reason(support.rule or rule, RANGE, "distance", **values)
    if effects_of(situation, unit).attack == "none":
        return Reason(cite(situation.rules.supply, "supply"), SUPPLY, "supply", unit=unit.shown)
    if support_strength(situation, unit) <= 0:
        return Reason(rule, WEAK, "unit", unit=unit.shown)
    return None


def fresh(situation: Situation, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Those who have not fought in this phase: each attacks once in it."""
    return tuple(unit for unit in units if unit.id not in situation.position.fought)


@kept
def _supporters(situation: Situation) -> Mapping[str, Mapping[str, tuple[Unit, ...]]]:
    """By side and hex, the units that reach the hex from a distance."""
    found: dict[str, dict[str, list[Unit]]] = {side: {} for side in situation.sides}
    for support in supports(situation.rules.combat.support):
        for unit in situation.units:
            if unit.type in support.type:
                for name in situation.about(unit.hex, support_range(unit, support)):
                    found[unit.side].setdefault(name, []).append(unit)
    return {
        side: {name: tuple(units) for name, units in reached.items()}
        for side, reached in found.items()
    }


def may_attack(situation: Situation, side: str, targets: Sequence[str]) -> tuple[Unit, ...]:
    """All units of a side that may join an attack, by id."""
    around = situation.position.board.neighbours
    near: dict[str, Unit] = {}
    for name in targets:
        for place in around(name):
            near |= {unit.id: unit for unit in situation.stacks.get(place, ()) if unit.side == side}
        near |= {unit.id: unit for unit in _supporters(situation)[side].get(name, ())}
    found = (near[name] for name in sorted(near))
    return tuple(unit for unit in found if bar_to_attack(situation, unit, targets) is None)
