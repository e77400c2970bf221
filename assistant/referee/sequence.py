"""The order of turns and phases: a marker that goes back, leaps, or stands in a phase that its
turn lacks."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games import play_of
from assistant.position import Position
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.moments import Moment
from assistant.referee.phases import Segment, sets_right
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, placed, unknown, unlawful

BACK = "The game goes back from turn {n} to turn {m}."
LEAP = "Turn {n} follows turn {m}: the turns between are left out."
ORDER = "The phase {after} does not follow the phase {before}: {missing} {n|is|are} left out."
NO_PHASE = "Turn {n} has no phase {phase}."
REVERSE = "The phase {after} comes before the phase {before} in the turn."
FORGOTTEN = (
    "{why} But units of both sides moved in the phase {phase}: the marker may have stood still."
)


def judge_sequence(segment: Segment, moment: Moment) -> Iterator[Verdict]:
    """A change of turn or phase against the order of the turn."""
    before, after = moment.before, moment.after
    finding = LAWFUL if sets_right(segment) else _order_of(before, after)
    nothing_done = all(one.empty for one in (segment, *segment.earlier))
    if finding.says(REVERSE) and nothing_done and not segment.whole:
        finding = LAWFUL  # what was done before one began to follow the game, nobody saw
    phase = before.game.definition.phase_of(before.phase)
    if finding.says(ORDER) and phase is not None:
        went = {s.unit.side for m in segment.moments for s in m.shifts if s.moved}
        if went - {phase.side}:
            finding = unknown(FORGOTTEN, why=finding.text, phase=phase.called)
    yield placed(finding, "sequence", moment, end=after.phase, steps=(moment.number,))


def _order_of(before: Position, after: Position) -> Finding:
    """Whether a turn and phase may follow others. Phases that a turn does not have are passed over,
    and so are those in which nothing need be done."""
    game = before.game
    rule = rule_of(game, "sequence")
    if after.turn < before.turn:
        return unlawful(rule, BACK, n=before.turn, m=after.turn)
    if after.turn > before.turn + 1:
        return unlawful(rule, LEAP, n=after.turn, m=before.turn)
    phases, same_turn = game.definition.phase, after.turn == before.turn
    then, now = (game.definition.phase_of(one.phase) for one in (before, after))
    if now is not None and now.turns and after.turn not in now.turns:
        return unlawful(rule, NO_PHASE, phase=now.called, n=after.turn)
    if then is None or now is None or (same_turn and play_of(game.id).comes_round):
        return LAWFUL
    start, end = phases.index(then), phases.index(now)
    if same_turn and end < start:
        return unlawful(rule, REVERSE, before=then.called, after=now.called)
    between = [(before.turn, phase) for phase in phases[start + 1 : end if same_turn else None]]
    between += [] if same_turn else [(after.turn, phase) for phase in phases[:end]]
    moving = {phase.side for _, phase in between if kind_of(game, phase.id) in ("movement", "both")}
    if not moving - {"", then.side, now.side}:
        return LAWFUL
    missing = [phase.called for turn, phase in between if not phase.turns or turn in phase.turns]
    named = {"before": then.called, "after": now.called}
    return unlawful(rule, ORDER, missing=missing, n=len(missing), **named)
