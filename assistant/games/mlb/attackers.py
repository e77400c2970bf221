"""Who may attack what (rules 10.0.2 to 10.0.7)."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.games.mlb.situation import Situation, enemy_of
from assistant.games.mlb.units import is_hq
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying


@rule("10.0", "10.0.2", "10.0.5", "10.0.7")
def bars_to_attack(situation: Situation, unit: Unit, target: str) -> tuple[Reason, ...]:
    """What keeps a unit out of an attack: distance, impassable ground, no activation, an attack
    already made."""
    found = []
    if target not in situation.position.board.neighbours(unit.hex):
        found.append(
            Reason("10.0", "{unit} is not adjacent to {hex}.", unit=unit.shown, hex=target)
        )
    elif (unit.hex, target) in situation.ground.impassable:
        found.append(Reason("10.0.7", "{unit} is behind an impassable hexside.", unit=unit.shown))
    elif (unit.hex, target) in situation.ground.closed and not situation.reading("attack-over-sea"):
        text = Saying(
            "{unit} is behind a hexside of sea (reading attack-over-sea).", unit=unit.shown
        )
        found.append(Reason("10.0.7", text))
    if situation.position.value("activation") and "activated" not in unit.markers:
        found.append(Reason("10.0.2", "{unit} is not activated.", unit=unit.shown))
    if "attacked" in unit.markers:
        found.append(Reason("10.0.2", "{unit} has attacked in this segment.", unit=unit.shown))
    if is_hq(unit) and not situation.reading("hq-is-combat-unit"):
        found.append(
            Reason("2.3.1", "{unit} is a headquarters and no combat unit.", unit=unit.shown)
        )
    return tuple(found)


def may_attack(situation: Situation, side: str, target: str) -> tuple[Unit, ...]:
    """All units of a side that may join an attack on a hex, by id."""
    near = situation.position.board.neighbours(target)
    return tuple(
        unit
        for unit in sorted(
            (unit for name in near for unit in situation.stacks.get(name, ())), key=_by_id
        )
        if unit.side == side and not bars_to_attack(situation, unit, target)
    )


def _by_id(unit: Unit) -> str:
    return unit.id


@rule("10.0", "10.0.5", "10.0.6")
def bars_to_target(situation: Situation, target: str) -> tuple[Reason, ...]:
    """A hex is attacked only with enemy units in it, and once in a segment."""
    found = []
    defenders = situation.stacks.get(target, ())
    if not defenders:
        found.append(Reason("10.0", "{hex} is empty.", hex=target))
    elif all(is_hq(unit) for unit in defenders) and not lone_hq_open(situation):
        found.append(Reason("10.0", "{hex} holds nothing but a headquarters.", hex=target))
    if target in (situation.position.value("attacked-hexes") or ()):
        found.append(Reason("10.0.5", "{hex} has been attacked in this segment.", hex=target))
    return tuple(found)


@rule("10.0.5")
def one_target(targets: Sequence[str]) -> str:
    """A battle has one target hex; QuestionError for more."""
    if len(targets) > 1:
        raise QuestionError("One attack is on one hex: ask for {hexes:or} alone.", hexes=targets)
    return targets[0]


def lone_hq_open(situation: Situation) -> bool:
    """Whether a headquarters alone in its hex may be attacked, by the readings in force."""
    return bool(situation.reading("lone-hq-attackable") and situation.reading("hq-is-combat-unit"))


def attackers_of(situation: Situation, target: str, from_ids: Sequence[str]) -> tuple[Unit, ...]:
    """The units named, or all that may join; QuestionError for units of the wrong side."""
    defenders = situation.stacks.get(target, ())
    if from_ids:
        named = [situation.position.by_id[name] for name in dict.fromkeys(from_ids)]
        sides = sorted({unit.side for unit in named})
        if len(sides) > 1:
            raise QuestionError("The attackers are of two sides: name units of one.")
        if defenders and sides == [defenders[0].side]:
            raise QuestionError(
                "{units} and the units in {hex} are of one side: name attackers of the other.",
                units=from_ids,
                hex=target,
            )
        return tuple(sorted(named, key=_by_id))
    if not defenders:
        return ()
    return may_attack(situation, enemy_of(defenders[0].side), target)
