"""Sides and nations, whose turn and phase it is, and the charts (1, 3.1, 4); what chapters ask of
a position again and again, besides what the kernel's Situation tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.kernel import facts
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import figures_of
from assistant.position import Position, Unit

WP, NATO, NEUTRAL = "wp", "nato", "neutral"

WP_COUNTRIES = frozenset({"east-germany", "poland", "czechoslovakia", "hungary"})
NATO_COUNTRIES = frozenset(
    {"west-germany", "denmark", "netherlands", "belgium", "france", "luxembourg", "italy"}
)
NEUTRAL_COUNTRIES = frozenset({"austria", "liechtenstein", "switzerland", "yugoslavia", "sweden"})
COUNTRIES = WP_COUNTRIES | NATO_COUNTRIES | NEUTRAL_COUNTRIES
MAY_BE_VIOLATED = frozenset({"austria", "liechtenstein"})

HOME = {
    "eg": "east-germany", "po": "poland", "cz": "czechoslovakia", "hu": "hungary",
    "wg": "west-germany", "dk": "denmark", "ne": "netherlands", "be": "belgium", "fr": "france",
    "lx": "luxembourg", "it": "italy", "au": "austria",
}  # fmt: skip
"""The home country of each nation that has one on the map."""

HELICOPTER = "helicopter"
AIRCRAFT = frozenset(
    {"squadron", "reconnaissance", "transport-aircraft", "electronic-aircraft", "early-warning"}
)
SQUADRONS = AIRCRAFT | {HELICOPTER}
"""What flies: squadrons of aircraft and of helicopters."""

MOVEMENT = {"wp-movement": WP, "nato-movement": NATO}
NOT_TOLD = 5


@rule("3.1")
def enemy_of(side: str) -> str:
    """Warsaw Pact and NATO fight each other; neutrals fight nobody."""
    return {WP: NATO, NATO: WP}.get(side, "")


@dataclass(frozen=True)
class Situation(facts.Situation):
    """A position with its facts, each worked out when it is first asked for."""

    @cached_property
    @rule("28")
    def units(self) -> tuple[Unit, ...]:
        """The ground units on the map: squadrons lie in the boxes of their airfields, take no room
        in the hex and hold nothing there."""
        on_map = (u for u in self.position.units if u.hex in self.board and u.type not in SQUADRONS)
        return tuple(sorted(on_map, key=lambda unit: unit.hex))

    def squadrons_at(self, name: str, side: str) -> tuple[Unit, ...]:
        """The squadrons and helicopters of a side that the position shows in a hex."""
        there = self.position.at(name)
        return tuple(u for u in there if u.type in SQUADRONS and u.side == side)

    @rule("4", "9.1")
    def moves_now(self, side: str) -> bool:
        """Whether a side's ground units move and fight now, which they do in their movement
        phase."""
        return not self.phase or MOVEMENT.get(self.phase) == side

    @cached_property
    @rule("12.2.1", "12.3.1", "6.1.4")
    def war_turn(self) -> int:
        """Turns of war counted from 1, 0 before war; the turn if that is all that is told."""
        told = self.value("war-turn")
        return int(told) if told is not None else self.turn or NOT_TOLD

    @cached_property
    @rule("23")
    def bad_weather(self) -> bool:
        """Good weather unless the position says bad."""
        return bool(self.value("weather") == "bad")

    @cached_property
    @rule("21.9.2", "21.9.3")
    def mobilized(self) -> Mapping[str, int]:
        """The turn in which each country mobilized or, for Austria, was violated."""
        pairs = (word.rsplit(" ", 1) for word in self.told("mobilized"))
        return {land: int(turn) for land, turn in pairs}

    def in_force(self, option: str) -> bool:
        """Whether players agreed on an optional rule."""
        return option in self.told("options")

    def told(self, name: str) -> Any:
        """What a state variable lists, empty if the position tells nothing of it."""
        return self.value(name) or ()

    @kept_for
    def table(self, name: str) -> Mapping[str, Any]:
        """A state table, empty if the position has none."""
        return self.value(name) or {}

    @cached_property
    def damaged(self) -> frozenset[str]:
        """Damaged facilities: hexes, and hexsides under both orders."""
        names = set()
        for name in self.told("damaged"):
            start, slash, end = name.partition("/")
            names |= {name, f"{end}/{start}"} if slash else {name}
        return frozenset(names)

    @kept_for
    def chart(self, name: str) -> Mapping[tuple[str, str], Figure]:
        """The cells of a chart of numbers by row and column, each with its doubt."""
        return figures_of(self.game.tables[name])

    def figure(self, chart: str, row: str, column: str = "points") -> Figure:
        """A figure of a chart, nothing for a row that it does not have."""
        return self.chart(chart).get((row, column), NOTHING)


@kept
def situation_of(position: Position) -> Situation:
    """The facts of a position, the same value whenever it is asked for."""
    return Situation(position)
