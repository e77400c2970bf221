"""Sides and units: map edges, phases, classes, values of the face shown, stacking points (rules
3.4, 4.1, 7.1, 9.53, 13)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assistant.kernel.facts import opponents
from assistant.kernel.rulebook import rule
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError
from builder.saying import AsWritten

SIDES = ("german", "soviet")

enemy_of = opponents(*SIDES)

Kind = Literal["movement", "mechanized", "first", "second", "other", "any"]

KINDS: dict[str, Kind] = {
    "movement": "movement",
    "mechanized": "mechanized",
    "gun": "first",
    "first-combat": "first",
    "second-combat": "second",
}


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
    return Moment(side, KINDS.get(name, "other")) if side in SIDES else Moment("", "other")


@rule("11.32", "11.35", "11.36")
def is_own_edge(side: str, name: str) -> bool:
    """Column 01 is the German edge; the last of each row, 34 or 33, the Soviet one."""
    row, column = int(name[:2]), int(name[2:])
    return column == (1 if side == "german" else 34 if row % 2 else 33)


# Kinds of units

GUNS = ("artillery", "anti-tank")
SIZES = {"corps": 3, "division": 2, "regiment": 1}

UnitClass = Literal["infantry", "armoured", "headquarters", "none"]


def is_hq(unit: Unit) -> bool:
    return unit.type == "hq"


def is_gun(unit: Unit) -> bool:
    """Soviet artillery and anti-tank units, which have levels and no steps."""
    return unit.type in GUNS


def is_partisan(unit: Unit) -> bool:
    return unit.type == "partisan"


def is_under_command(unit: Unit) -> bool:
    """Guns and partisans are under no headquarters, and neither move nor fight as others do."""
    return not is_gun(unit) and not is_partisan(unit)


def is_inoperative(unit: Unit) -> bool:
    return is_partisan(unit) and "inoperative" in unit.markers


def is_independent(unit: Unit) -> bool:
    return "independent" in unit.markers and not is_hq(unit)


def is_disrupted(unit: Unit) -> bool:
    """Artillery is never disrupted (6.31), nor are partisans."""
    return "disrupted" in unit.markers and unit.type not in ("artillery", "partisan")


@rule("3.4")
def class_of(position: Position, unit: Unit) -> UnitClass:
    """Infantry, armoured and mechanised, headquarters, or no combat unit, by the unit's type."""
    found: UnitClass = position.game.definition.units.types[unit.type].values["class"]
    return found


def size_of(position: Position, unit: Unit) -> str:
    """The printed size, or the usual one of the type."""
    types = position.game.definition.units.types
    return str(unit.get("size") or types[unit.type].values.get("size", "regiment"))


@rule("9.52", "14.17", "14.33")
def is_breakdown(position: Position, unit: Unit) -> bool:
    """Kampfgruppen, and Soviet rifle units of the size of a division."""
    if unit.type == "kampfgruppe":
        return True
    return unit.type == "rifle" and size_of(position, unit) == "division"


@rule("7.11", "7.12", "7.13", "7.14", "7.25")
def stacking_points(position: Position, unit: Unit) -> int:
    """Three for a corps, two for a division, Kampfgruppe or headquarters, one for the rest, none
    for guns and partisans; losses change nothing."""
    if not is_under_command(unit):
        return 0
    return SIZES["division" if is_hq(unit) else size_of(position, unit)]


# Values

WEAKER = {"minus-2-1": (2, 1), "minus-4-2": (4, 2)}
"""What a loss marker takes from attack and steps."""


def known(unit: Unit, name: str) -> int | None:
    """A value of the face shown, from the position or else from the counter; None if unsaid."""
    told = unit.get(name)
    if told is not None:
        return int(told)
    return unit.face(f"{name}-faces") if unit.get(f"{name}-faces") else None


def printed(unit: Unit, name: str) -> int:
    """A value of the face shown, or the points or level of a gun; QuestionError if the position
    does not say it."""
    found = known(unit, name)
    if found is None:
        text = "The position does not say the {name} of {unit}: add {word} = N to it."
        raise QuestionError(text, name=name, unit=unit.shown, word=AsWritten(name))
    return found


@rule("9.46", "9.53")
def attack_of(unit: Unit) -> int:
    """Attack of the face shown, two or four less under a loss marker; guns have none, and a
    headquarters only what its counter prints."""
    if not is_under_command(unit):
        return 0
    value = (known(unit, "attack") or 0) if is_hq(unit) else printed(unit, "attack")
    return max(0, value - sum(WEAKER[m][0] for m in unit.markers if m in WEAKER))


@rule("9.46", "9.53", "9.38", "9.37", "9.61")
def steps_of(unit: Unit) -> int:
    """Steps of the face shown, one or two less under a loss marker; one of a headquarters, none of
    guns."""
    if not is_under_command(unit):
        return 0
    if is_hq(unit):
        return 1
    return max(0, printed(unit, "steps") - sum(WEAKER[m][1] for m in unit.markers if m in WEAKER))


def counted_steps(position: Position, unit: Unit) -> int | None:
    """The same, where the position tells it."""
    told = is_hq(unit) or not is_under_command(unit) or known(unit, "steps") is not None
    return steps_of(unit) if told else None


@rule("3.4")
def is_combat_unit(unit: Unit) -> bool:
    """Any unit with an attack; one whose attack the position leaves out is taken for one."""
    if known(unit, "attack") is None:
        return is_under_command(unit) and not is_hq(unit)
    return attack_of(unit) > 0


def points_of(gun: Unit) -> int:
    return printed(gun, "points")


@rule("13.3", "13.37")
def hq_points(unit: Unit, kind: Literal["artillery", "anti-tank"]) -> int:
    """Points printed on a German headquarters; none on one that was brought back."""
    if not is_hq(unit) or unit.side != "german" or "recovered" in unit.markers:
        return 0
    return int(unit.get(kind) or 0)
