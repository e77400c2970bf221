"""Headquarters and their units (rules 10.1, 11.1, 11.4, 11.6): who commands, in which mode, and
whether the line of communication holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from assistant.games.kursk import sayings
from assistant.games.kursk.scenarios import in_its_list
from assistant.games.kursk.units import (
    is_breakdown,
    is_disrupted,
    is_hq,
    is_independent,
    is_under_command,
)
from assistant.kernel.facts import kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import coming_in
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason

COMMUNICATION_REACH = 7


@dataclass(frozen=True)
class Communication:
    """Whether a unit is in communication, with which headquarters, and why or why not."""

    holds: bool
    because: Reason
    hq: str | None = None
    distance: int | None = None


@dataclass(frozen=True)
class Command:
    """The chains of command of a position."""

    position: Position

    def in_play(self, name: str) -> Unit | None:
        """The headquarters with this id if it stands on the map."""
        return self._in_play.get(name)

    @cached_property
    def _in_play(self) -> dict[str, Unit]:
        units, board = self.position.units, self.position.board
        return {unit.id: unit for unit in units if is_hq(unit) and unit.hex in board}

    @cached_property
    def headquarters(self) -> tuple[Unit, ...]:
        """All headquarters on the map, by id."""
        return tuple(hq for _, hq in sorted(self._in_play.items()))

    @kept_for
    @rule("11.1", "3.31", "11.12")
    def chain(self, unit: Unit) -> tuple[str, ...]:
        """Ids of the unit's headquarters, that one's superior, and so on upwards; a list that ends
        early is carried on by the last headquarters' own."""
        if is_independent(unit) or not is_under_command(unit):
            return ()
        names: list[str] = []
        above: Unit | None = unit
        while above is not None:
            told = [str(name) for name in above.get("hq") or ()]
            further = [name for name in told if name not in names and name != unit.id]
            names += further
            above = self.position.by_id.get(names[-1]) if further else None
        return tuple(names)

    def directly_above(self, unit: Unit) -> str:
        """The id of the unit's own headquarters, or empty."""
        chain = self.chain(unit)
        return chain[0] if chain else ""

    @rule("11.33", "11.41")
    def controlling(self, unit: Unit) -> Unit | None:
        """The unit's headquarters, or the first above it that is in play."""
        return next((hq for name in self.chain(unit) if (hq := self.in_play(name))), None)

    def army(self, unit: Unit) -> str:
        """The army or front at the top of the unit's chain; itself if it is one."""
        chain = self.chain(unit)
        return chain[-1] if chain else unit.id if is_hq(unit) else ""

    @rule("11.6", "11.33")
    def serving(self, unit: Unit) -> tuple[Unit, ...]:
        """The headquarters to which the unit may trace: its own or, while that is not in play, its
        superior; with the optional system every one of its army or front."""
        if self.position.value("optional-command"):
            army = self.army(unit)
            others = (u for u in self.headquarters if u.side == unit.side and u.id != unit.id)
            return tuple(hq for hq in others if army and self.army(hq) == army)
        in_play = [hq for name in self.chain(unit) if (hq := self.in_play(name))]
        several = self.position.game.option("lone-superior") == "always"
        return tuple(in_play[: 2 if several else 1])

    @rule("16.1")
    def out_of_sight(self, unit: Unit) -> bool:
        """Whether the viewer cannot tell if an enemy unit's headquarters is in play: with limited
        intelligence it may lie beneath any stack."""
        viewer = self.position.viewer
        if viewer in ("", unit.side) or not self.position.value("optional-intelligence"):
            return False
        return bool(self.chain(unit)) and self.in_play(self.chain(unit)[0]) is None

    # Modes

    @rule("10.14", "10.15")
    def has_mode(self, unit: Unit) -> bool:
        """Headquarters, guns and partisans have no mode and never mix one."""
        return is_under_command(unit) and not is_hq(unit)

    @kept_for
    @rule("10.0", "10.11", "10.13", "10.18", "11.13", "18.38")
    def mode(self, unit: Unit) -> str:
        """The mode of the unit's headquarters; mobile in independent command, static in reserve."""
        if not self.has_mode(unit) or is_independent(unit):
            return "mobile"
        if self.is_reserve(unit):
            return "static"
        own = self.in_play(self.directly_above(unit))
        return str((own or unit).get("mode") or "mobile")

    @rule("10.16", "10.17")
    def posture(self, unit: Unit) -> str:
        """How the mode summary treats a unit: as disrupted, or in its mode."""
        return "disrupted" if is_disrupted(unit) else self.mode(unit)

    @rule("18.3", "18.31", "18.39")
    def is_reserve(self, unit: Unit) -> bool:
        """A Soviet unit in reserve, by its own marker or that of its headquarters. A headquarters
        heads a formation of its own: an army is not asleep because the units of its front are."""
        own = None if is_hq(unit) else self.position.by_id.get(self.directly_above(unit))
        return any("reserve" in one.markers for one in (unit, own) if one is not None)

    # Communication

    @cached_property
    @rule("18.21", "18.22")
    def _coming_now(self) -> frozenset[str]:
        """Ids of the counters that the scenario brings on in this turn."""
        coming = coming_in(self.position, self.position.turn)
        return frozenset(in_its_list(self.position, coming))

    @rule("18.27")
    def comes_alone(self, unit: Unit) -> bool:
        """Whether a unit is a reinforcement of this turn whose own headquarters is not in play."""
        if (unit.counter or unit.id) not in self._coming_now:
            return False
        above = self.directly_above(unit)
        return bool(above) and self.in_play(above) is None

    @rule("8.26", "11.4", "11.41", "11.42", "11.43", "11.16", "11.17", "11.58", "18.27")
    def communication(self, unit: Unit) -> Communication:
        """At most seven hexes, whatever the enemy does, to the headquarters above; independent
        units, guns, headquarters with nobody above and, in the turn in which they come, units
        without their headquarters always have it."""
        if is_independent(unit):
            return Communication(True, Reason("11.58", "Independent command."))
        if not is_under_command(unit):
            return Communication(True, Reason("11.16", "Guns are under no headquarters."))
        if is_hq(unit) and not self.chain(unit):
            return Communication(True, Reason("11.17", "There is no headquarters above."))
        if self.out_of_sight(unit):
            text = "The headquarters of {unit} is out of sight."
            return Communication(True, Reason("16.1", text, unit=unit))
        if self.comes_alone(unit):
            text = "The headquarters of {unit} is not in play: in communication this turn."
            return Communication(True, Reason("18.27", text, unit=unit))
        return self._to_headquarters(unit)

    def _to_headquarters(self, unit: Unit) -> Communication:
        far = self.position.board.grid.distance
        nearest = sorted((far(unit.hex, hq.hex), hq.id, hq) for hq in self.serving(unit))
        if not nearest:
            return Communication(False, sayings.no_hq_in_play("11.41", unit=unit))
        able = [found for found in nearest if is_hq(unit) or not is_disrupted(found[2])]
        distance, name, hq = (able or nearest)[0]
        if not able:
            return Communication(False, sayings.hq_disrupted("11.42", unit=hq), name, distance)
        text = "{n} {n|hex|hexes} to {unit}, {m} allowed."
        why = Reason("11.4", text, n=distance, unit=hq.shown, m=COMMUNICATION_REACH)
        return Communication(distance <= COMMUNICATION_REACH, why, name, distance)

    # Mixed command

    def _line(self, unit: Unit) -> tuple[str, ...]:
        """The chain in which a unit is tested for mixed command; a headquarters heads its own."""
        return (unit.id, *self.chain(unit)) if is_hq(unit) else self.chain(unit)

    @rule("11.18", "11.19")
    def compatible(self, one: Unit, other: Unit) -> bool:
        """Whether the headquarters of one unit lies in the chain of the other."""
        first, second = self._line(one), self._line(other)
        if not first or not second or first[0] in second or second[0] in first:
            return True
        same_army = first[-1] == second[-1]
        return same_army and self.position.game.option("same-army-corps") == 0

    @rule("11.18", "11.19", "11.16")
    def mix(self, units: Sequence[Unit]) -> Literal["", "command-mix-one", "command-mix-two"]:
        """The penalty of a defending stack: two columns if units of different commands stand
        together, else one if any of them is independent, alternative or a breakdown unit."""
        stack = [unit for unit in units if is_under_command(unit)]
        if len(stack) < 2:
            return ""
        loose = [u for u in stack if is_independent(u) or "alternative" in u.markers]
        bound = [unit for unit in stack if unit not in loose]
        for index, one in enumerate(bound):
            if any(not self.compatible(one, other) for other in bound[index + 1 :]):
                return "command-mix-two"
        special = loose or any(is_breakdown(self.position, unit) for unit in bound)
        return "command-mix-one" if special else ""
