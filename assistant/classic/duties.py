"""Compulsory combat: the hexes that a side must attack and who must attack, as far as the rules let
anybody do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.classic.attackers import fresh, may_attack, phase_bar
from assistant.classic.battle import Battle
from assistant.classic.situation import Situation
from assistant.kernel.facts import kept


@dataclass(frozen=True)
class Duties:
    """What a side must attack and with whom; `impossible` are hexes next to its units of which even
    all that may attack them together make no attack that the table allows."""

    side: str
    attacked: tuple[str, ...]
    attack: tuple[str, ...]
    impossible: tuple[str, ...]

    def told(self) -> dict[str, Any]:
        """For programs and pages."""
        found: dict[str, Any] = {
            "side": self.side, "must_be_attacked": [*self.attacked], "must_attack": [*self.attack],
        }  # fmt: skip
        return found | ({"cannot_be_attacked": [*self.impossible]} if self.impossible else {})


@kept
def duties(situation: Situation) -> tuple[Duties, ...]:
    """Of each side where combat is mandatory; of none where nobody may attack, by the phase or the
    weather."""
    found = (_of(situation, side) for side in situation.sides if not phase_bar(situation, side))
    return tuple(one for one in found if one.attacked or one.impossible)


@kept
def engaged(situation: Situation) -> frozenset[str]:
    """The units that have fought in this phase, or attack in a battle that is declared."""
    battles = situation.position.battles
    return situation.position.fought.union(*(battle.attackers for battle in battles))


def _of(situation: Situation, side: str) -> Duties:
    attacked, attack, impossible = [], set(), []
    declared = {id_ for battle in situation.position.battles for id_ in battle.defenders}
    for name in sorted(situation.enemies(side)):
        able = fresh(situation, may_attack(situation, side, (name,)))
        near = [u for u in able if name in situation.position.board.neighbours(u.hex)]
        held = {unit.id for unit in situation.stacks[name]}
        if not near or held <= situation.position.fought:
            continue
        battle = Battle(situation, (name,), able)
        if _is_too_weak(battle):
            impossible.append(name)
            continue
        # To whom the ground leaves nothing, he adds nothing: others attack, if there are any.
        strong = {u.id for u in near if battle.strength_of(u)[0] > 0} or {u.id for u in near}
        idle = strong - engaged(situation)
        if idle or not held & declared:
            attacked.append(name)
            attack |= idle or strong
    return Duties(side, tuple(attacked), tuple(sorted(attack)), tuple(impossible))


def _is_too_weak(battle: Battle) -> bool:
    """Whether all that may attack a hex together are still left of the table. What is too much for
    it is no reason: fewer may attack."""
    if battle.combat.less_than_table != "not allowed":
        return False
    return battle.column is None and battle.place < len(battle.chart.columns)
