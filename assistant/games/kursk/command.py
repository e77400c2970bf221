"""Headquarters and their units (rules 10.1, 11.1, 11.4, 11.6): who commands, in which mode, and
whether the line of communication holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from assistant.games.kursk.sayings import hq_disrupted, no_hq_in_play
from assistant.games.kursk.units import (
    is_breakdown,
    is_disrupted,
    is_gun,
    is_hq,
    is_independent,
    is_partisan,
)
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.reasons import Reason, Saying

COMMUNICATION_REACH = 7
MODES = ("mobile", "assault", "static")


@dataclass(frozen=True)
class Communication:
    """Whether a unit is in communication, with which headquarters, and why or why not."""

    holds: bool
    hq: str | None = None
    distance: int | None = None
    because: Reason | None = None


@dataclass(frozen=True)
class Command:
    """The chains of command of a position."""

    position: Position

    def in_play(self, name: str) -> Unit | None:
        """The headquarters with this id if it stands on the map."""
        unit = self.position.by_id.get(name)
        if unit is None or not is_hq(unit) or unit.hex not in self.position.board:
            return None
        return unit

    @rule("11.1", "3.31", "11.12")
    def chain(self, unit: Unit) -> tuple[str, ...]:
        """Ids of the unit's headquarters, that one's superior, and so on upwards; a list that ends
        early is carried on by the last headquarters' own."""
        if unit.id not in self._chains:
            self._chains[unit.id] = self._upwards(unit)
        return self._chains[unit.id]

    @cached_property
    def _chains(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _upwards(self, unit: Unit) -> tuple[str, ...]:
        if is_independent(unit) or is_gun(unit) or is_partisan(unit):
            return ()
        names = [str(name) for name in unit.get("hq") or ()]
        while names:
            last = self.position.by_id.get(names[-1])
            further = [str(n) for n in (last.get("hq") or ())] if last is not None else []
            further = [name for name in further if name not in names and name != unit.id]
            if not further:
                break
            names += further
        return tuple(names)

    @rule("11.33", "11.41")
    def controlling(self, unit: Unit) -> Unit | None:
        """The unit's headquarters, or the first above it that is in play."""
        return next((hq for name in self.chain(unit) if (hq := self.in_play(name))), None)

    @cached_property
    def headquarters(self) -> tuple[Unit, ...]:
        """All headquarters on the map, by id."""
        placed = (u for u in self.position.units if is_hq(u) and u.hex in self.position.board)
        return tuple(sorted(placed, key=lambda unit: unit.id))

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
            return tuple(
                hq
                for hq in self.headquarters
                if hq.side == unit.side and hq.id != unit.id and army and self.army(hq) == army
            )
        in_play = [hq for name in self.chain(unit) if (hq := self.in_play(name))]
        several = self.position.game.option("lone-superior") == "always"
        return tuple(in_play[: 2 if several else 1])

    @rule("16.1")
    def out_of_sight(self, unit: Unit) -> bool:
        """Whether the viewer cannot tell if an enemy unit's headquarters is in play: with limited
        intelligence it may lie beneath any stack."""
        position = self.position
        limited = bool(position.viewer) and bool(position.value("optional-intelligence"))
        if not limited or unit.side == position.viewer:
            return False
        chain = self.chain(unit)
        return bool(chain) and self.in_play(chain[0]) is None

    # Modes

    @rule("10.14", "10.15")
    def has_mode(self, unit: Unit) -> bool:
        """Headquarters, guns and partisans have no mode and never mix one."""
        return not (is_hq(unit) or is_gun(unit) or is_partisan(unit))

    @rule("10.0", "10.11", "10.13", "10.18", "11.13", "18.38")
    def mode(self, unit: Unit) -> str:
        """The mode of the unit's headquarters; mobile in independent command, static in reserve."""
        if not self.has_mode(unit) or is_independent(unit):
            return "mobile"
        if self.is_reserve(unit):
            return "static"
        chain = self.chain(unit)
        own = self.in_play(chain[0]) if chain else None
        return str((own or unit).get("mode") or "mobile")

    @rule("10.16", "10.17")
    def posture(self, unit: Unit) -> str:
        """How the mode summary treats a unit: as disrupted, or in its mode."""
        return "disrupted" if is_disrupted(unit) else self.mode(unit)

    @rule("18.3", "18.31", "18.39")
    def is_reserve(self, unit: Unit) -> bool:
        """A Soviet unit in reserve, by its own marker or that of its headquarters."""
        if "reserve" in unit.markers:
            return True
        chain = self.chain(unit)
        own = self.position.by_id.get(chain[0]) if chain else None
        return own is not None and "reserve" in own.markers

    # Communication

    @rule("8.26", "11.4", "11.41", "11.42", "11.43", "11.16", "11.17", "11.58")
    def communication(self, unit: Unit) -> Communication:
        """At most seven hexes, whatever the enemy does, to the headquarters above; independent
        units, guns and headquarters with nobody above always have it."""
        if is_independent(unit):
            return Communication(True, because=Reason("11.58", "Independent command."))
        if is_gun(unit) or is_partisan(unit):
            return Communication(True, because=Reason("11.16", "Guns are under no headquarters."))
        if is_hq(unit) and not self.chain(unit):
            return Communication(True, because=Reason("11.17", "There is no headquarters above."))
        return self._to_headquarters(unit)

    def _to_headquarters(self, unit: Unit) -> Communication:
        if self.out_of_sight(unit):
            reason = Reason("16.1", "The headquarters of {unit} is out of sight.", unit=unit)
            return Communication(True, because=reason)
        serving = self.serving(unit)
        if not serving:
            reason = no_hq_in_play("11.41", unit)
            return Communication(False, because=reason)
        grid = self.position.board.grid
        distances = sorted((grid.distance(unit.hex, hq.hex), hq.id, hq) for hq in serving)
        able = [d for d in distances if is_hq(unit) or not is_disrupted(d[2])]
        if not able:
            hq = distances[0][2]
            reason = hq_disrupted("11.42", hq)
            return Communication(False, hq.id, distances[0][0], reason)
        distance, name, hq = able[0]
        far = distance > COMMUNICATION_REACH
        text = Saying(
            "{n} {n|hex|hexes} to {unit}, {m} allowed.",
            n=distance,
            unit=hq.shown,
            m=COMMUNICATION_REACH,
        )
        return Communication(not far, name, distance, Reason("11.4", text))

    # Mixed command

    def _line(self, unit: Unit) -> tuple[str, ...]:
        """The chain in which a unit is tested for mixed command; a headquarters heads its own."""
        return (unit.id, *self.chain(unit)) if is_hq(unit) else self.chain(unit)

    @rule("11.18", "11.19")
    def compatible(self, one: Unit, other: Unit) -> bool:
        """Whether the headquarters of one unit lies in the chain of the other."""
        first, second = self._line(one), self._line(other)
        if not first or not second:
            return True
        if first[0] in second or second[0] in first:
            return True
        same_army = first[-1] == second[-1]
        return same_army and self.position.game.option("same-army-corps") == 0

    def _special(self, unit: Unit) -> bool:
        loose = is_independent(unit) or "alternative" in unit.markers
        return loose or is_breakdown(self.position, unit)

    @rule("11.18", "11.19", "11.16")
    def mix(self, units: Sequence[Unit]) -> Literal["", "command-mix-one", "command-mix-two"]:
        """The penalty of a defending stack: two columns if units of different commands stand
        together, else one if any of them is independent, alternative or a breakdown unit."""
        stack = [unit for unit in units if not is_gun(unit) and not is_partisan(unit)]
        if len(stack) < 2:
            return ""
        bound = [u for u in stack if not is_independent(u) and "alternative" not in u.markers]
        for index, one in enumerate(bound):
            if any(not self.compatible(one, other) for other in bound[index + 1 :]):
                return "command-mix-two"
        return "command-mix-one" if any(map(self._special, stack)) else ""
