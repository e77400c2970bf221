"""Hexes and hexsides that a unit may never enter, however it goes, and stacking (6, 9)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.dagc.calendar import ukrainian_front_is_free
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import GERMAN, SOVIET, front, group
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Stacking, Violation
from assistant.questions.reasons import Reason, Saying

STACKING_LIMIT = 2

ENEMY = Reason("6.9", "Enemy units stand there.", "enemy-units")
WATER = Reason("9.7", "The hexside is all lake or all sea.", "hexside")
SOVIET_TRENCH = Reason("9.12", "Germans may not enter a Soviet entrenchment.", "terrain")
OTHER_FRONT = Reason("6.10", "Units of the other Soviet front stand there.", "friends")
OUTSIDE_AREA = Reason("10.2", "The 1st Ukrainian Front may not leave its area.", "area")
STRAIT = Reason(
    "9.8", "Only one Soviet move a game crosses the strait, no retreat or advance.", "hexside"
)


@rule("6.9")
def enemy_in(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """No unit enters a hex with enemy units."""
    return ENEMY if situation.side_at(name) not in ("", unit.side) else None


@rule("9.7")
def water_between(situation: Situation, start: str, end: str) -> Reason | None:
    """Nothing crosses an all-lake or all-sea hexside."""
    features = situation.board.between(start, end)
    return WATER if features & {"lake", "sea"} and "strait" not in features else None


@rule("9.12")
def soviet_trench(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """Germans stay out of Soviet entrenchments."""
    if unit.side == GERMAN and "soviet-entrenchment" in situation.board.of(name):
        return SOVIET_TRENCH
    return None


@rule("6.10")
def other_front(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """The two Soviet fronts never share a hex, not even in passing."""
    if unit.side != SOVIET:
        return None
    mixed = any(u.side == SOVIET and front(u) != front(unit) for u in situation.at(name))
    return OTHER_FRONT if mixed else None


@rule("10.2")
def outside_area(situation: Situation, unit: Unit, name: str) -> Reason | None:
    """Historically the 1st Ukrainian Front keeps to its area and the Soviet side of the line."""
    if group(unit) != "1uf" or ukrainian_front_is_free(situation.position):
        return None
    return None if situation.board.of(name) & {"1uf-area", "soviet-side"} else OUTSIDE_AREA


@rule("6.1", "6.2", "6.7")
def room(situation: Situation, unit: Unit, name: str) -> int:
    """How many units a hex still holds: two in all, not counting markers or the unit itself."""
    others = [u for u in situation.at(name) if u.side == unit.side and u.id != unit.id]
    return STACKING_LIMIT - len(others)


def closed_for_good(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """The first rule that closes a step to any kind of movement; stacking and zones are apart."""
    return (
        enemy_in(situation, unit, end)
        or water_between(situation, start, end)
        or soviet_trench(situation, unit, end)
        or other_front(situation, unit, end)
        or outside_area(situation, unit, end)
    )


def stacking(situation: Situation) -> Stacking:
    """Every stack that breaks a rule."""
    return Stacking(
        tuple(
            violation
            for name, units in situation.stacks.items()
            for violation in (*overstacked(name, units), *mixed_fronts(name, units))
        )
    )


@rule("6.1", "6.2", "6.6")
def overstacked(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """More than two units in a hex: the owner removes the excess, which ones is up to him."""
    excess = len(units) - STACKING_LIMIT
    if excess > 0:
        text = Saying(
            "{n} units in {hex}: the owner eliminates {m} of his choice.",
            n=len(units),
            hex=name,
            m=excess,
        )
        yield Violation(name, "6.1", text, {"units": [u.id for u in units], "excess": excess})


@rule("6.10")
def mixed_fronts(name: str, units: tuple[Unit, ...]) -> Iterator[Violation]:
    """Units of the main front and of the 1st Ukrainian Front in one hex."""
    if len({front(unit) for unit in units}) > 1:
        text = Saying(
            "Units of the main front and of the 1st Ukrainian Front are together in {hex}.",
            hex=name,
        )
        yield Violation(name, "6.10", text, {"units": [u.id for u in units]})
