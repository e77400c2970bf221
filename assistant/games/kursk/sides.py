"""Sides, map edges and what a phase allows (rules 4.1, 4.2, 11.35, 11.36)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.rulebook import rule
from assistant.position import Position

SIDES = ("german", "soviet")

Kind = Literal["movement", "mechanized", "first", "second", "other", "any"]

KINDS: dict[str, Kind] = {
    "movement": "movement",
    "mechanized": "mechanized",
    "gun": "first",
    "first-combat": "first",
    "second-combat": "second",
}


def enemy_of(side: str) -> str:
    return "soviet" if side == "german" else "german"


@dataclass(frozen=True)
class Moment:
    """Whose phase it is and what it allows; `any` when the position names no phase."""

    side: str
    kind: Kind

    def belongs_to(self, side: str) -> bool:
        return self.side in ("", side) and self.kind != "other"

    @property
    def moving(self) -> bool:
        return self.kind in ("movement", "mechanized")


@rule("4.2", "6.12", "9.12")
def moment_of(position: Position) -> Moment:
    """The phase of a position: attacks are declared before the gun segment, so it counts with the
    first combat segment."""
    if not position.phase:
        return Moment("", "any")
    side, _, name = position.phase.partition("-")
    if side not in SIDES:
        return Moment("", "other")
    return Moment(side, KINDS.get(name, "other"))


@rule("11.32", "11.35", "11.36")
def is_own_edge(side: str, name: str) -> bool:
    """Column 01 is the German edge; the last of each row, 34 or 33, the Soviet one."""
    row, column = int(name[:2]), int(name[2:])
    if side == "german":
        return column == 1
    return column == (34 if row % 2 else 33)
