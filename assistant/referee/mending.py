"""Steps that units regain, against the replacement steps that a side has in a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.planning.outlook import steps_left
from assistant.position import Unit
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.moments import Moment, Shift
from assistant.referee.phases import Segment
from assistant.referee.verdicts import LAWFUL, Finding, unknown, unlawful
from builder.game.model import Game
from builder.game.rules_file.chapters import Entry

NO_GAIN = "{unit} gains {n} {n|step|steps} in {hex}, and nothing in the log explains it."
NO_MORE = "{side} gains {n} {n|step|steps} in turn {turn}, and {m} {m|comes|come} back in a turn."


def judge_gain(segment: Segment, moment: Moment, shift: Shift, gain: int) -> Finding:
    """Whether a unit may have regained so many steps where no battle is fought: as many come back
    as the rules let its side bring back in a turn. In which phase they come is its own movement,
    where the rules name no other."""
    game, unit = segment.first.game, shift.unit
    values = {"unit": unit.shown, "n": gain, "hex": unit.hex}
    most = _replacements(game, unit)
    if most is None:
        return unlawful(rule_of(game, "recovery"), NO_GAIN, **values)
    phase = game.definition.phase_of(segment.first.phase)
    mine = phase is None or phase.side in ("", unit.side)
    if not mine or kind_of(game, segment.first.phase) not in ("movement", "both"):
        return unknown(NO_GAIN, **values)
    back = sum(_gains(_phases_of_turn(segment), unit.side, moment.number))
    if back <= most:
        return LAWFUL
    side, turn = game.sides[unit.side].name, segment.first.turn
    return unlawful(rule_of(game, "recovery"), NO_MORE, side=side, n=back, turn=turn, m=most)


def _replacements(game: Game, unit: Unit) -> int | None:
    """The steps that come back to the unit's side in a turn, as the rules of a game that declares
    them say; None where they say nothing."""
    if game.rules is None:
        return None
    mine = game.rules.arrivals.named(Entry).get(unit.side)
    return (mine.replacements or None) if mine is not None else None


def _phases_of_turn(segment: Segment) -> Sequence[Segment]:
    """The phase, and those of movement before it in its turn."""
    game, turn = segment.first.game, segment.first.turn
    earlier = (
        one
        for one in segment.earlier
        if one.first.turn == turn and kind_of(game, one.first.phase) in ("movement", "both")
    )
    return (segment, *earlier)


def _gains(phases: Sequence[Segment], side: str, number: int) -> Iterator[int]:
    """The steps that each unit of a side gained in some phases up to a step."""
    for phase in phases:
        for piece, turned in phase.course.turned.items():
            first, last = phase.course.ends[piece]
            if turned[-1] > number or first.before is None or last.after is None:
                continue
            if last.after.side == side:
                yield max(0, steps_left(last.after) - steps_left(first.before))
