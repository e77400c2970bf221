"""Units that have moved, by VASSAL's mark or in a try: what is left of their move, or why it is not
known."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from assistant.position import MOVED, Position, Unit
from assistant.questions.answers import Moves, Reached, Refusal, Timing
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.reasons import Reason
from builder.saying import Saying

SPENT: Final = "spent"
"""The field of a unit in which a game may be told what it has spent in this phase."""
UNTOLD = "It bears the Moved mark, and what it has spent is not known."
NO_WAY = "It bears the Moved mark, and no move that Kessel knows leads here from {hex}."
MOVED_FOR = "It has moved here from {hex} for {n:g} at least."
LEFT = "It has moved here from {hex} for {n:g} at least: {m:g} {m|is|are} left."
STOPPED = "It has moved here from {hex} for {n:g} at least; no move goes on from here."
TOO_LITTLE = "After its move {m:g} {m|point is|points are} left, too few for {hex}."
STAYS = "Its move ended here: none that Kessel knows goes on."
UNKNOWN = "No move that Kessel knows leads here from {hex}."
ASSUMED = "This is the answer as if it had not moved."
ASKED = "Asked anyway, it is answered as if the unit had not moved."


def after_its_move(
    rules: Rules, position: Position, unit: Unit, found: Moves, anyway: bool
) -> Moves:
    """Where a unit may still go. `found` is the answer as if it had not moved: it stands if the
    unit bears no mark, if the position tells what it has spent, and where nothing can be reached.

    What a marked unit has spent is the least cost of a move from where it began the phase. Beyond
    that it reaches what another such move could have reached through its hex.
    """
    if not unit.has_moved or not found.reach or found.timing or unit.get(SPENT) is not None:
        return found
    why = Reason("", UNTOLD, SPENT)
    if unit.began and unit.began != unit.hex:
        rest = _rest(rules, position, unit, found)
        if isinstance(rest, Moves):
            return rest
        why = rest
    text = Saying("{why} {other}", why=Saying(why.text), other=ASSUMED if anyway else ASKED)
    timing = Timing(position.phase, anyway, text)
    if anyway:
        return replace(found, timing=timing)
    return replace(found, reach=(), refused=(), because=(why,), extra={}, timing=timing)


def after_a_try(
    rules: Rules,
    position: Position,
    units: Sequence[Unit],
    began: Position,
    whole: Moves,
    found: Moves,
) -> Moves:
    """Where units of one hex that were moved in a try may still go together. `began` is the
    position before it, in the phase of `found`, and `whole` what they could do there; `found`, the
    answer as if they had not moved, stands in another turn, and where nobody knows how they came
    here, which is told."""
    if not found.reach or whole.timing or began.turn != position.turn:
        return found
    start = began.by_id[units[0].id].hex
    here = next((one for one in whole.reach if one.hex == units[0].hex), None)
    if here is None:
        text = Saying("{why} {other}", why=Saying(UNKNOWN, hex=start), other=ASSUMED)
        return replace(found, because=(Reason("", text), *found.because))
    table, alone = position.in_phase(began.phase), units[0] if len(units) == 1 else None
    spent = spent_of(began.by_id[units[0].id])
    return _what_is_left(rules, table, alone, whole, found, start, here, spent)


def _rest(rules: Rules, position: Position, unit: Unit, found: Moves) -> Moves | Reason:
    """What is left of its move, or why nothing is."""
    began = unit.began
    try:
        whole = rules.moves(_with(position, replace(unit, hex=began, began="")), unit.id)
    except QuestionError:
        return Reason("", NO_WAY, SPENT, hex=began)
    here = next((one for one in whole.reach if one.hex == unit.hex), None)
    if here is None:
        return Reason("", NO_WAY, SPENT, hex=began)
    return _what_is_left(rules, position, unit, whole, found, began, here)


def _what_is_left(
    rules: Rules,
    position: Position,
    unit: Unit | None,
    whole: Moves,
    found: Moves,
    began: str,
    here: Reached,
    spent: float = 0,
) -> Moves:
    """Where one may still go who came `here` from the hex where `whole` was asked and had spent
    some points there; of several that go together no unit is given."""
    cost = here.cost
    if unit is not None and SPENT in position.game.definition.units.fields:
        told = replace(unit, fields={**unit.fields, SPENT: spent + cost})
        rest = rules.moves(_with(position, told), unit.id)
        why = Reason("", MOVED_FOR, SPENT, hex=began, n=cost)
        extra = {**rest.extra, "moved": {"from": began, "spent": cost}}
        return replace(rest, because=(why, *rest.because), extra=extra, timing=found.timing)
    left = max(0.0, whole.allowance - cost)
    through = any(here.hex in one.path[1:-1] for one in whole.reach)
    ends = {one.hex for one in whole.reach}
    why = Reason("", LEFT if through else STOPPED, SPENT, hex=began, n=cost, m=left)
    reach = tuple(o for o in found.reach if through and o.cost <= left and o.hex in ends)
    return replace(
        found,
        reach=reach,
        refused=_closed(position, here.hex, found, {one.hex for one in reach}, left, through),
        because=(why, *found.because),
        extra={**found.extra, "moved": {"from": began, "spent": cost, "left": left}},
    )


def _closed(
    position: Position,
    start: str,
    found: Moves,
    open_: AbstractSet[str],
    left: float,
    through: bool,
) -> tuple[Refusal, ...]:
    """What is closed to a unit after its move: the hexes beside it that it could have entered had
    it not moved, and of what was closed anyway, where it goes no farther, only those beside it."""
    beside = position.board.neighbours(start)
    kept = [one for one in found.refused if through or one.hex in beside]
    told = {one.hex for one in kept}

    def why(name: str) -> Reason:
        return Reason("", TOO_LITTLE if through else STAYS, SPENT, hex=name, m=left)

    lost = [Refusal.by(name, why(name)) for name in beside if name not in {*told, *open_}]
    return tuple(sorted((*kept, *lost), key=lambda one: one.hex))


def spent_of(unit: Unit) -> float:
    """The points that a unit has spent in this phase, as far as the position tells."""
    return float(unit.get(SPENT) or 0)


def _with(position: Position, unit: Unit) -> Position:
    """The position with the unit as it is given, its mark taken off."""
    bare = replace(unit, markers=unit.markers - {MOVED})
    return position.with_units(bare if one.id == unit.id else one for one in position.units)
