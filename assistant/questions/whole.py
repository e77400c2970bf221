"""Everything about a position at once: supply, zones, stacks, attacks, defenders' retreats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from assistant.position import Position
from assistant.questions.answers import Attacks, Odds, Retreats, Stacking, Supply, Zones
from assistant.questions.declared import declared_first
from assistant.questions.protocol import NO_OPTIONS, QuestionError, Rules
from assistant.questions.unruled import Unruled

MOST_RESULTS = 8
"""Of how many results of an attack the retreat is looked for."""


@dataclass(frozen=True)
class Whole:
    """The answers to all questions that need no further word from the players.

    `retreats` has, by hex, what happens to the units there if they must retreat; the hexes are
    those that can be attacked. `ahead` tells that no attack is possible in this phase, and
    `attacks` are those that the phasing side could make if its combat came now. Battles that are
    declared come first.
    """

    supply: Supply
    zones: Zones
    stacking: Stacking
    attacks: Attacks
    retreats: Mapping[str, Retreats]
    ahead: bool = False

    def __repr__(self) -> str:
        return f"Whole({self.supply!r}, {self.attacks!r})"


def whole(rules: Rules, position: Position) -> Whole:
    """All answers about a position that its viewer may see (`rules.visible` has been applied).

    Of a game without rules they are all empty.
    """
    if isinstance(rules, Unruled):
        return Whole(Supply(()), Zones({}), Stacking(()), Attacks(()), {})
    attacks, ahead = rules.attacks(position), False
    if position.phase and not attacks.attacks:
        (attacks, _), ahead = attacks_ahead(rules, position), True
    if position.battles:
        attacks = declared_first(rules, position, attacks, NO_OPTIONS)
    attacked: dict[str, Odds] = {}
    for attack in attacks.attacks:
        for unit in attack.defenders:
            if unit in position.by_id:
                attacked.setdefault(position.by_id[unit].hex, attack)
    return Whole(
        supply=rules.supply(position),
        zones=rules.zones(position),
        stacking=rules.stacking(position),
        attacks=attacks,
        retreats={
            name: found
            for name, attack in sorted(attacked.items(), key=lambda item: item[0])
            if (found := _retreat(rules, position, attack, name))
        },
        ahead=ahead,
    )


def attacks_ahead(rules: Rules, position: Position) -> tuple[Attacks, str]:
    """What the side in phase could attack from where its units stand, and in which phase: the next
    of its own that has any attack, or else as if none were named."""
    phases = list(position.game.definition.phase)
    number = next((i for i, phase in enumerate(phases) if phase.id == position.phase), None)
    side = phases[number].side if number is not None else ""
    later = [phase.id for phase in phases[(number or 0) + 1 :] if phase.side in (side, "")]
    for phase in (*battles_first(later), ""):
        found = rules.attacks(position.in_phase(phase))
        kept = tuple(
            attack
            for attack in found.attacks
            if not side or any(position.by_id[unit].side == side for unit in attack.attackers)
        )
        if kept:
            return replace(found, attacks=kept), phase
    return replace(found, attacks=()), ""


def battles_first(phases: Iterable[str]) -> list[str]:
    """Phases by their ids, those of combat before the others: a movement phase may know attacks
    too, such as overruns, which are not what is asked for before it."""
    return sorted(phases, key=lambda phase: not in_combat(phase))


def in_combat(phase: str) -> bool:
    """Whether a phase is one of combat, by its id."""
    return "combat" in phase.split("-")


def _retreat(rules: Rules, position: Position, attack: Odds, name: str) -> Retreats | None:
    """The retreat from a hex, or None if the game has no such question about it. Where a game asks
    for the result first, it is the likeliest of the attack's that leaves a way to go, or else one
    that drives the units out and leaves none."""
    try:
        return rules.retreats(position, name, None, ())
    except QuestionError:
        pass
    found: Retreats | None = None
    likeliest = sorted(attack.chances, key=lambda result: -attack.chances[result])
    for result in likeliest[:MOST_RESULTS]:
        try:
            answer = rules.retreats(position, name, result, attack.attackers)
        except QuestionError:
            continue
        if any(unit.options for unit in answer.units):
            return answer
        if answer.outcome != "stand":
            found = found or answer
    return found
