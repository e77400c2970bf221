"""What the optional rules allow besides, where their pieces are at hand (15.1 to 15.9), and the
Strategic Reserve (14.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.games.nr.movement import CAPACITY, detraining_hexes
from assistant.games.nr.odds import obligations
from assistant.games.nr.situation import SNOWY, Situation
from assistant.games.nr.supply import judge, networks_now
from assistant.games.nr.units import AXIS, SOVIET, is_fortified_front, nationality, type_of
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Arrival
from assistant.questions.duties import Tells
from assistant.questions.reasons import Reason

UNUSED = "unused-markers"
"""The box in which the optional units wait."""
FIRST_DETACHMENT, FIRST_FORTIFIED, FIRST_RESERVE, FIRST_DROP = 8, 5, 4, 4
ARMY, FRONT = [4, 3], [4, 3]
"""The strengths of the armies and fronts that are broken up."""
BAD_WEATHER = ("mud", *SNOWY)


def in_supply(situation: Situation, units: Iterable[Unit]) -> Iterator[Unit]:
    """Those of some units that the supply check would leave unmarked."""
    for unit in units:
        if judge(networks_now(situation)[unit.side], unit).state != "oos":
            yield unit


# Units broken up


@rule("15.1", "15.2")
def broken_up(situation: Situation) -> Iterator[Arrival]:
    """Once a game an army makes room for three detachments, a front for two fortified ones."""
    waiting = situation.in_box(UNUSED)
    detachments = tuple(u.id for u in waiting if "abteilung" in (u.counter or u.id))
    fortified = tuple(u.id for u in waiting if is_fortified_front(u))
    if detachments:
        yield _in_place_of(
            situation, AXIS, "15.1", detachments, FIRST_DETACHMENT, armies(situation)
        )
    if fortified:
        yield _in_place_of(situation, SOVIET, "15.2", fortified, FIRST_FORTIFIED, fronts(situation))


@rule("15.1")
def armies(situation: Situation) -> tuple[Unit, ...]:
    """German infantry armies of 4-4 on their strong face, in supply."""
    own = (u for u in situation.of_side(AXIS) if nationality(u) == "german" and _whole(u, ARMY))
    return tuple(in_supply(situation, own))


@rule("15.2")
def fronts(situation: Situation) -> tuple[Unit, ...]:
    """Soviet infantry fronts of 4-3 alone in their hex, in supply."""
    own = (u for u in situation.of_side(SOVIET) if _whole(u, FRONT))
    alone = (unit for unit in own if len(situation.units_at(unit.hex, SOVIET)) == 1)
    return tuple(in_supply(situation, alone))


def _whole(unit: Unit, strength: list[int]) -> bool:
    its = list(unit.get("strength") or ())
    return type_of(unit) == "infantry" and unit.step == 1 and its == strength


def _in_place_of(
    situation: Situation,
    side: str,
    number: str,
    ids: tuple[str, ...],
    first: int,
    able: tuple[Unit, ...],
) -> Arrival:
    why = [Reason(number, "An optional rule, once a game, for one event point.")]
    state = "later" if situation.turn < first else "possible" if able else "barred"
    if state == "barred":
        why.append(Reason(number, "No unit that it may replace is in supply."))
    extra = {"replaces": [unit.id for unit in able]} if state == "possible" else {}
    turn = first if state == "later" else None
    return Arrival("detachment", side, ids, state, number, turn, because=tuple(why), extra=extra)


# Duties


@rule("14.12.1")
def strategic_reserve(situation: Situation, side: str) -> Iterator[Unit]:
    """The Soviet units one of which may become the Strategic Reserve; while the one marker lies in
    the Rail Movement Box, those beside it there, and none from the map into a full box (9.1.2)."""
    if side != SOVIET or situation.turn < FIRST_RESERVE:
        return
    waiting = [unit for unit in situation.in_box("rail") if unit.side == side]
    if any("strategic-reserve" in unit.markers for unit in waiting):
        yield from (unit for unit in waiting if "strategic-reserve" not in unit.markers)
    elif len(waiting) < CAPACITY:
        yield from in_supply(situation, situation.of_side(side))


@rule("14.12.2")
def reserves_returning(situation: Situation, side: str) -> Tells | None:
    """The Strategic Reserve, which may get off in the other side's phase too, and where."""
    waiting = [u for u in situation.in_box("rail") if "strategic-reserve" in u.markers]
    if side == SOVIET or not waiting:
        return None
    hexes = tuple(detraining_hexes(situation, waiting[0]))
    return Tells(tuple(unit.id for unit in waiting), hexes)


@rule("15.8")
def lonely_reserve(situation: Situation, side: str) -> Iterator[Unit]:
    """The Rezervy where no other unit of its side stands."""
    for unit in situation.of_side(side):
        if type_of(unit) == "rezervy" and len(situation.units_at(unit.hex, side)) == 1:
            yield unit


@rule("15.3.1", "15.3.2", "15.3.4")
def supported(situation: Situation, side: str) -> list[Unit]:
    """With support in use, who loses the marker, which another unit in supply may take."""
    return [unit for unit in situation.of_side(side) if "support" in unit.markers]


@rule("15.5")
def unanswered(situation: Situation, side: str) -> Iterator[Unit]:
    """The units of Counterblows that no unit of the active side touches."""
    duties = (d for d in obligations(situation, side) if d.marker == "counterblow")
    void = {duty.hex for duty in duties if not duty.must}
    return (unit for unit in situation.units if unit.hex in void)


@rule("15.9")
def drop(situation: Situation, side: str) -> Iterator[Unit]:
    """In bad weather Axis units in the U.S.S.R. next to a Soviet unit in supply, one of which the
    Drop marker may disorganise."""
    early = situation.turn < FIRST_DROP or situation.weather not in BAD_WEATHER
    if side != SOVIET or early:
        return
    able = in_supply(situation, situation.of_side(SOVIET))
    near = {name for unit in able for name in situation.near(unit.hex)}
    for unit in situation.of_side(AXIS):
        if unit.hex in near and situation.in_ussr(unit.hex):
            yield unit
