"""One battle: who fights whom, in which segment, in which modes (rules 9.1, 9.2, 9.45, 9.66)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from assistant.games.kursk.declared import Declared
from assistant.games.kursk.sides import enemy_of
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    attack_of,
    is_combat_unit,
    is_disrupted,
    is_gun,
    is_hq,
    is_partisan,
    steps_of,
)
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import QuestionError

Segment = Literal["overrun", "first", "second", "none"]


@rule("4.2", "6.12", "9.12")
def segment_of(situation: Situation) -> Segment:
    """Combat while units move is an overrun; without a phase the first segment is meant."""
    kind = situation.moment.kind
    if kind in ("movement", "mechanized"):
        return "overrun"
    if kind == "second":
        return "second"
    return "none" if kind == "other" else "first"


@dataclass(frozen=True)
class Battle:
    """A hex under attack. `attackers` are those who may; `guns` bombard beside them."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]
    declared: Declared
    guns: tuple[Unit, ...] = ()

    @cached_property
    def segment(self) -> Segment:
        return segment_of(self.situation)

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """All units in the hex but partisans, who defend nothing."""
        return tuple(unit for unit in self.situation.at(self.target) if not is_partisan(unit))

    @property
    def defending_side(self) -> str:
        return self.defenders[0].side if self.defenders else ""

    @property
    def attacking_side(self) -> str:
        return enemy_of(self.defending_side) if self.defenders else ""

    @cached_property
    @rule("9.21", "9.77")
    def holding(self) -> tuple[Unit, ...]:
        """Defenders that count: not those that retreated into the hex, held by others, in this
        segment."""
        staying = tuple(unit for unit in self.defenders if "retreated" not in unit.markers)
        return staying if any(not is_gun(unit) for unit in staying) else self.defenders

    @cached_property
    @rule("9.37", "13.19", "13.28")
    def automatic(self) -> bool:
        """Guns alone in a hex are eliminated when attacked."""
        return bool(self.defenders) and all(is_gun(unit) for unit in self.defenders)

    @cached_property
    @rule("9.38", "9.37")
    def steps(self) -> int:
        """The defenders' total steps: one for a headquarters, none for guns."""
        return sum(steps_of(unit) for unit in self.holding)

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        """The hexes from which the attack comes."""
        return tuple(sorted({unit.hex for unit in self.attackers}))

    # Modes

    @cached_property
    def attacker_modes(self) -> tuple[str, ...]:
        return modes_of(self.situation, self.attackers)

    @cached_property
    def defender_postures(self) -> tuple[str, ...]:
        return postures_of(self.situation, self.holding)

    @cached_property
    def attacker_mode(self) -> str:
        """The mode in which the attackers fight; of a mixed force the one that the defender names,
        else the one worst for them."""
        shift = self.situation.charts.mode_shift
        worst = min(self.attacker_modes, key=lambda mode: (shift("attacker", mode).number, mode))
        return chosen("attacker-mode", self.declared.attacker_mode, self.attacker_modes, worst)

    @cached_property
    def defender_posture(self) -> str:
        """The mode in which the defenders fight, disrupted included; of a mixed stack the one that
        the attacker names, else the one worst for them."""
        shift = self.situation.charts.mode_shift
        worst = max(self.defender_postures, key=lambda mode: (shift("defender", mode).number, mode))
        return chosen("defender-mode", self.declared.defender_mode, self.defender_postures, worst)


@rule("9.45", "10.14", "10.15")
def modes_of(situation: Situation, units: Iterable[Unit]) -> tuple[str, ...]:
    """The modes in a force; headquarters and guns bring none, and alone count as mobile."""
    command = situation.command
    found = {command.mode(unit) for unit in units if command.has_mode(unit)}
    return tuple(sorted(found)) or ("mobile",)


@rule("9.45", "9.66", "10.15", "10.17")
def postures_of(situation: Situation, units: Iterable[Unit]) -> tuple[str, ...]:
    """The modes of a defending stack, disrupted units apart; headquarters alone are mobile."""
    command = situation.command
    units = list(units)
    found = {command.posture(unit) for unit in units if command.has_mode(unit)}
    if not found:
        heads = [unit for unit in units if is_hq(unit)]
        found = {"disrupted" if is_disrupted(unit) else "mobile" for unit in heads}
    return tuple(sorted(found)) or ("mobile",)


@rule("9.45")
def chosen(option: str, named: str | None, present: tuple[str, ...], worst: str) -> str:
    """The opponent's choice among the modes that are there."""
    if named is None:
        return worst
    if named not in present:
        raise QuestionError(
            "{name}={mode}: here it can be {modes:or}.", name=option, mode=named, modes=present
        )
    return named


@rule("3.4", "6.18")
def fights(unit: Unit) -> bool:
    """Whether a unit has attack points to bring."""
    return is_combat_unit(unit) or (is_hq(unit) and attack_of(unit) > 0)
