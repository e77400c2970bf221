"""The referee at work: a game phase by phase, every step judged."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from assistant.games import play_of
from assistant.planning.outlook import steps_left
from assistant.position import Position, Unit
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import LoggedBattle, find_battles
from assistant.referee.beside import judge_beside
from assistant.referee.chapters import kind_of, rule_of
from assistant.referee.course import Course, Hop
from assistant.referee.fights import judge_battles
from assistant.referee.forgotten import judge_forgotten, without_fought_late
from assistant.referee.history import History, Progress
from assistant.referee.late import Fought, Left, without_done_late
from assistant.referee.leaving import APPEARED, Comers, judge_appearing, judge_leaving
from assistant.referee.marks import Marks
from assistant.referee.meant import Meant
from assistant.referee.mending import NO_GAIN, judge_gain
from assistant.referee.missing import suspicions
from assistant.referee.moments import Moment, Shift
from assistant.referee.moves import Journey, journeys, judge_move
from assistant.referee.opening import with_unseen
from assistant.referee.phases import (
    Gone,
    Segment,
    begins,
    gone_in,
    just_before,
    segments,
    sets_right,
)
from assistant.referee.verdicts import LAWFUL, Finding, Subject, Verdict, placed, unknown, unlawful
from assistant.referee.whose import not_active

BACK = "The game goes back from turn {n} to turn {m}."
LEAP = "Turn {n} follows turn {m}: the turns between are left out."
ORDER = "The phase {after} does not follow the phase {before}: {missing} {n|is|are} left out."
NO_PHASE = "Turn {n} has no phase {phase}."
REVERSE = "The phase {after} comes before the phase {before} in the turn."
NO_LOSS = "{unit} loses {n} {n|step|steps} in {hex}, and no battle explains it."
BESIDE = "{unit} went from {hex} to {goal} after battles that were not declared."
PUT_BACK = (
    "{unit} was taken off the map in {hex} and put down in {goal}: how it came there is not judged."
)
TIRED = "{unit} bore the Moved mark when the log began: what it had moved before is not known."
FORGOTTEN = (
    "{why} But units of both sides moved in the phase {phase}: the marker may have stood still."
)
NOT_WHOLE = (
    "{why} (rule {rule}) But step {n} moves a piece from where it does not lie: steps are missing "
    "or in another order."
)
DOUBLE = "{unit} lay twice in {hex}, and one of the two was taken off."
CLONED = "{unit} was put into {hex}, where it lies already: which of the two counts is not known."
NOT_ASKED = "The stacks cannot be judged: {why}"


Settled = tuple[str, int, int, int]
Known = Container[Settled]
"""Moves, by the unit and the first, the last and the number of its steps: one that was taken back
since leaves fewer."""
NOTHING_KNOWN: Known = frozenset()
NOBODY_GONE: Mapping[str, Gone] = {}
MOST_EARLIER = 8
"""Phases before one that are remembered with it."""


@dataclass(frozen=True)
class Judgement:
    """All verdicts over a game, in order of the steps, and the battles that were found."""

    history: History = field(repr=False)
    verdicts: tuple[Verdict, ...]
    battles: tuple[LoggedBattle, ...] = field(repr=False)
    unsaid: tuple[int, ...] = ()
    """The steps that change something or roll dice, and of which no verdict says anything."""

    @property
    def findings(self) -> tuple[Verdict, ...]:
        """The breaches."""
        return tuple(verdict for verdict in self.verdicts if verdict.verdict == "unlawful")


def judge(rules: Rules, history: History, progress: Progress | None = None) -> Judgement:
    """Judge a whole game; `progress` is told how many of its steps are judged. What was worked out
    from positions is let go as soon as no later phase looks back at them."""
    verdicts: list[Verdict] = []
    battles: list[LoggedBattle] = []
    gone: dict[str, Gone] = {}
    known = Fought(rules)
    played = segments(history.played)
    whole = begins(history.first)
    done, steps = 0, sum(len(segment.moments) for segment in played)
    for at, segment in enumerate(played):
        if at > MOST_EARLIER:
            played[at - MOST_EARLIER - 1].forget()
        segment = replace(
            segment,
            opening=at == 0 or played[at - 1].moments[-1].part != segment.moments[0].part,
            gone=dict(gone),
            whole=whole and not segment.moments[0].part,
            earlier=tuple(reversed(played[max(0, at - MOST_EARLIER) : at])),
            kept=segment.course,
        )
        battles += known.of(segment)
        verdicts += judge_phase(rules, segment, known)
        segment.course.rest()
        gone |= gone_in(segment.moments)
        done += len(segment.moments)
        if progress is not None:
            progress(done, steps)
    verdicts = [*without_fought_late(without_done_late(verdicts), battles)]
    verdicts.sort(key=lambda verdict: verdict.number)
    breaches = [verdict for verdict in verdicts if verdict.verdict == "unlawful"]
    notes = (*history.notes, *suspicions(history, breaches))
    unsaid = _unsaid(history, verdicts, battles)
    return Judgement(replace(history, notes=notes), tuple(verdicts), tuple(battles), unsaid)


def _unsaid(
    history: History, verdicts: Sequence[Verdict], battles: Sequence[LoggedBattle]
) -> tuple[int, ...]:
    said = {number for one in verdicts for number in (one.number, *one.steps)}
    said |= {battle.moment.number for battle in battles}
    fought = {piece for battle in battles for piece in battle.pieces.values() if piece}
    return tuple(
        moment.number
        for moment in history.played
        if (moment.deeds or moment.dice or moment.draws) and moment.number not in said
        if not any(any(s.battle) or s.left or s.piece in fought for s in moment.shifts)
    )


def settled(unit: str, steps: Sequence[int]) -> Settled:
    """By what a move is known again."""
    return unit, steps[0], steps[-1], len(steps)


def judge_fresh(
    rules: Rules,
    course: Course,
    known: Known = NOTHING_KNOWN,
    gone: Mapping[str, Gone] = NOBODY_GONE,
    whole: bool = True,
    earlier: tuple[Segment, ...] = (),
    before: Fought | None = None,
) -> Iterator[Verdict]:
    """The verdicts on the last of some steps of one phase, as far as they can be given before the
    phase is over. With the step that ends it the whole phase is judged, but for the moves that are
    `known`: what was lawful when it was made stays so, and what was not was told. `gone`, `whole`
    and `earlier` are those of a segment, `before` keeps the battles of the latter. The phase
    without `earlier` ones is that in which the log begins, or in which one began to follow it."""
    before = before or Fought(rules)
    opening = Segment(course.moments, opening=not earlier, whole=whole, kept=course)
    segment = Segment(course.moments, gone=gone, whole=whole, earlier=earlier, kept=course)
    for verdict in _judge_fresh(rules, segment, known, before):
        yield with_unseen(opening, verdict)


def _judge_fresh(rules: Rules, segment: Segment, known: Known, before: Fought) -> Iterator[Verdict]:
    course, fresh = segment.course, segment.moments[-1]
    fought = before.fights(course).all()
    if fresh.turned:
        ended = replace(segment, closing=fresh)
        yield from judge_segment(rules, ended, fought, before, known)
        return
    touched = {shift.piece for shift in fresh.shifts}
    yield from _journeys(rules, segment, fought, before, touched)
    yield from _others(rules, segment, fought, before, fresh)
    yield from Marks(rules, segment, fought, before).verdicts(touched)
    phases = just_before(segment.earlier)
    named = phases[-1].first.phase if phases else ""
    yield from judge_beside(course, named, fresh)
    units = {shift.before.id for shift in fresh.shifts if shift.before}
    for verdict in judge_battles(rules, segment, fought, fresh):
        of_fresh = verdict.number == fresh.number
        went = verdict.subject in ("retreat", "advance") and verdict.end and verdict.unit in units
        if of_fresh and (verdict.subject == "battle" or went):
            yield verdict


def judge_phase(rules: Rules, segment: Segment, before: Fought) -> Iterator[Verdict]:
    """The verdicts on a phase that is over. What is unlawful in it but not in a phase that the
    marker passed over is a doubt: the marker may have been put on too late, or too early."""
    battles = before.of(segment)
    told = list(judge_segment(rules, segment, battles, before))
    if segment.others and any(one.verdict == "unlawful" for one in told):
        for label in segment.others:
            there = segment.as_of(label)
            again = judge_segment(rules, there, find_battles(rules, there.course), before)
            meant = Meant(rules, there, [*again], battles)
            told = [*map(meant.doubted, told)]
    told = [with_unseen(segment, one) for one in told]
    torn = next(iter(segment.course.torn), None)
    yield from told if torn is None else (_behind(torn, one) for one in told)


def _behind(torn: Moment, one: Verdict) -> Verdict:
    """A verdict in a phase of which steps are missing before one: what comes behind is a doubt."""
    if one.verdict != "unlawful" or one.number < torn.number:
        return one
    text = Saying(NOT_WHOLE, why=one.text, rule=one.rule, n=torn.step)
    return replace(one, verdict="unknown", rule="", text=text, instead=())


def judge_segment(
    rules: Rules,
    segment: Segment,
    battles: Sequence[LoggedBattle],
    before: Fought,
    known: Known = NOTHING_KNOWN,
) -> Iterator[Verdict]:
    """The verdicts on one phase, without the moves that are `known` to be lawful."""
    yield from judge_battles(rules, segment, battles)
    yield from _journeys(rules, segment, battles, before, known=known)
    yield from _others(rules, segment, battles, before)
    yield from Marks(rules, segment, battles, before).verdicts()
    phases = just_before(segment.earlier)
    yield from judge_beside(segment.course, phases[-1].first.phase if phases else "")
    yield from _stacks(rules, segment)
    yield from judge_forgotten(rules, segment, battles)
    for slip in segment.slips:
        yield placed(LAWFUL, "sequence", slip, end=slip.after.phase, steps=(slip.number,))
    if segment.closing is not None:
        yield from _sequence(segment, segment.closing)


def _sequence(segment: Segment, moment: Moment) -> Iterator[Verdict]:
    """A change of turn or phase against the order of the turn."""
    before, after = moment.before, moment.after
    finding = LAWFUL if sets_right(segment) else sequence_finding(before, after)
    nothing_done = all(one.empty for one in (segment, *segment.earlier))
    if finding.says(REVERSE) and nothing_done and not segment.whole:
        finding = LAWFUL  # what was done before one began to follow the game, nobody saw
    phase = before.game.definition.phase_of(before.phase)
    if finding.says(ORDER) and phase is not None:
        went = {s.unit.side for m in segment.moments for s in m.shifts if s.moved}
        if went - {phase.side}:
            finding = unknown(FORGOTTEN, why=finding.text, phase=phase.called)
    yield placed(finding, "sequence", moment, end=after.phase, steps=(moment.number,))


def sequence_finding(before: Position, after: Position) -> Finding:
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


def _journeys(
    rules: Rules,
    segment: Segment,
    battles: Sequence[LoggedBattle],
    before: Fought,
    pieces: Collection[str] | None = None,
    known: Known = NOTHING_KNOWN,
) -> Iterator[Verdict]:
    """The moves of a phase, but for those `known` to be lawful; of some pieces alone if they are
    named."""
    rolled = _rolls_of(battles)
    board = segment.first.board
    for whole in journeys(segment.course, pieces):
        journey = _before_its_roll(whole, rolled)
        if journey is None or journey.end.hex not in board:
            continue  # leaving is judged with losses, and boxes are the players' own
        start, steps = journey.start, journey.steps
        if settled(start.id, steps) in known:
            continue
        finding = _of_journey(rules, segment, battles, journey)
        segment.course.asked(journey.first.moment.before)
        on_map = start.hex in board
        if on_map:
            left = Left(before, segment.earlier)
            finding = left.doubted(finding, journey.piece, start, journey.end.hex)
        yield placed(
            finding,
            "move" if on_map else "arrival",
            journey.last.moment,
            side=start.side,
            unit=start.id,
            name=start.shown,
            start=start.hex,
            end=journey.end.hex,
            steps=steps,
        )


def _rolls_of(battles: Sequence[LoggedBattle]) -> dict[str, int]:
    """The step of the roll of each unit that fought: of its first battle by its piece, or, where
    that is not known, of its last by its counter."""
    fought = [battle for battle in battles if battle.die is not None]
    by_counter = {
        battle.position.by_id[id_].counter: battle.moment.number
        for battle in fought
        for id_, piece in battle.pieces.items()
        if not piece and id_ in battle.position.by_id
    }
    by_piece = {
        piece: battle.moment.number
        for battle in reversed(fought)
        for piece in battle.pieces.values()
        if piece
    }
    return by_counter | by_piece


def _before_its_roll(journey: Journey, rolled: Mapping[str, int]) -> Journey | None:
    """As far as a journey goes before its unit fights; None if it begins afterwards."""
    limit = rolled.get(journey.piece, rolled.get(journey.start.counter))
    return journey if limit is None else journey.before(limit)


def _of_journey(
    rules: Rules, segment: Segment, battles: Sequence[LoggedBattle], journey: Journey
) -> Finding:
    """What is to be said of a journey: nobody is accused of one from which a battle that was not
    declared, or a move before the log begins, may have led."""
    start, end = journey.start, journey.end
    finding = judge_move(rules, journey, segment.last)
    if finding.verdict == "lawful" and start.hex in segment.first.board:
        position = journey.first.moment.before
        finding = not_active(segment, position, start.side, "movement") or finding
    if segment.opening and journey.first.shift.tired and finding.verdict == "lawful":
        return unknown(TIRED, unit=start.shown)
    rolls = segment.course.dice
    dice = bool(rolls) and rolls[0].number <= journey.last.moment.number
    moving = kind_of(segment.first.game, segment.first.phase) == "movement"
    if finding.verdict == "unlawful" and dice and not moving:
        declared = sum(one.sure == "declared" and one.die is not None for one in battles)
        if declared < len(rolls):
            return unknown(BESIDE, unit=start.shown, hex=start.hex, goal=end.hex)
    return finding


def _others(
    rules: Rules,
    segment: Segment,
    battles: Sequence[LoggedBattle],
    before: Fought,
    fresh: Moment | None = None,
) -> Iterator[Verdict]:
    """Units that appear, are lost or mended where no battle and no move says why, in all steps of
    a phase or in a `fresh` one."""
    fought = _first_rolls(battles)
    comers, left = Comers(rules), Left(before, segment.earlier)
    course, board = segment.course, segment.first.board
    back = course.put_back
    for moment in segment.moments if fresh is None else (fresh,):
        for shift in moment.shifts:
            rolled = fought.get(shift.piece, fought.get(shift.unit.counter))
            if shift.hidden:
                continue
            if rolled is not None and moment.number >= rolled and shift.before is not None:
                continue
            hop = Hop(moment, shift)
            if course.is_set_right(shift.piece, board) or course.is_passing(hop, board):
                continue
            if shift.piece in back and (shift.before is None or shift.after is None):
                if shift.before is None:
                    yield _of_one_put_back(rules, segment, moment, back[shift.piece], shift)
                continue
            course.asked(moment.before)
            if (told := _other(rules, comers, left, segment, moment, shift)) is not None:
                yield told if rolled is None else _before_a_roll(told)


def _first_rolls(battles: Sequence[LoggedBattle]) -> dict[str, float]:
    """The step of the first roll of each unit that fought, by its piece, or by its counter where
    that is not known; without end where nobody rolled for it."""
    found: dict[str, float] = {}
    for battle in battles:
        number = battle.moment.number if battle.die is not None else inf
        for id_, piece in battle.pieces.items():
            unit = battle.position.by_id.get(id_)
            key = piece or (unit.counter if unit is not None else "")
            if key:
                found[key] = min(number, found.get(key, inf))
    return found


def _before_a_roll(one: Verdict) -> Verdict:
    """What befell a unit before the dice of its battle: nobody is accused, because dice may have
    been rolled elsewhere."""
    if one.verdict != "unlawful" or one.subject not in ("loss", "recovery", "departure"):
        return one
    return replace(one, verdict="unknown", rule="", instead=())


def _of_one_put_back(
    rules: Rules, segment: Segment, moment: Moment, gone: Hop, shift: Shift
) -> Verdict:
    """A unit that was taken off the map and laid down again: nothing if it lies where it lay, a
    move if one leads there."""
    left, before, after = gone.moment, gone.shift.before, shift.after
    assert before is not None
    assert after is not None
    finding = unknown(PUT_BACK, unit=before.shown, hex=before.hex, goal=after.hex)
    if before.step == after.step:
        hop = Shift(gone.shift.piece, before, after)
        if before.hex == after.hex:
            finding = LAWFUL
        elif before.hex in moment.before.board:
            told = judge_move(
                rules, Journey(hop.piece, [Hop(left, hop)], [left.number]), segment.last
            )
            finding = told if told.verdict == "lawful" else finding
    return placed(
        finding,
        "entry",
        moment,
        side=after.side,
        unit=after.id,
        name=after.shown,
        start=before.hex,
        end=after.hex,
        steps=tuple(sorted({left.number, moment.number})),
    )


def _other(
    rules: Rules, comers: Comers, left: Left, segment: Segment, moment: Moment, shift: Shift
) -> Verdict | None:
    """A unit that appears, leaves the map, or lost or gained steps; None for what is none of it."""
    before, after, board = shift.before, shift.after, moment.before.board
    if before is None:
        return (
            _entry(comers, segment, moment, shift, after) if after and after.hex in board else None
        )
    if after is None and _replacement(moment, before):
        return None  # because it is told of the one that took its place
    if before.hex not in board:
        return None
    if after is None or after.hex not in board:
        return _departure(rules, left, segment, moment, shift, before)
    return _change_of_steps(left, segment, moment, shift, before, after)


def _who(moment: Moment, unit: Unit) -> dict[str, Any]:
    """Whom a verdict on one step is about."""
    named = {"side": unit.side, "unit": unit.id, "name": unit.shown}
    return {**named, "steps": (moment.number,)}


def _entry(comers: Comers, segment: Segment, moment: Moment, shift: Shift, after: Unit) -> Verdict:
    """A unit that lies on the map where none lay."""
    other, was_ever = _replaced(moment, after), _was_ever(segment, shift)
    finding = judge_appearing(comers, moment.before, after, other, was_ever)
    if finding.verdict == "lawful":
        finding = _come_again(segment, after) or finding
    if finding.verdict == "unlawful" and _is_double(moment.after, after):
        finding = unknown(CLONED, unit=after.shown, hex=after.hex)
    if finding.verdict == "unlawful" and finding.says(APPEARED):
        finding = _from_before(segment, after) or finding
    return placed(finding, "entry", moment, end=after.hex, **_who(moment, after))


def _departure(
    rules: Rules, left: Left, segment: Segment, moment: Moment, shift: Shift, before: Unit
) -> Verdict:
    """A unit that goes off the map."""
    goal = shift.after.hex if shift.after is not None else ""
    finding = judge_leaving(rules, moment.before, before, goal, bool(segment.course.dice))
    if finding.verdict == "unlawful" and _is_double(moment.before, before):
        finding = unknown(DOUBLE, unit=before.shown, hex=before.hex)
    finding = left.doubted(finding, shift.piece, before)
    who = _who(moment, shift.unit)
    return placed(finding, "departure", moment, start=before.hex, end=goal, **who)


def _change_of_steps(
    left: Left, segment: Segment, moment: Moment, shift: Shift, before: Unit, after: Unit
) -> Verdict | None:
    """A unit that has other steps than when the phase began; None if it has as many."""
    if before.step == after.step:
        return None
    began = segment.course.ends[shift.piece].first.before or before
    change = steps_left(began) - steps_left(after)
    if not change:
        return None
    game, unit, text = segment.first.game, shift.unit, NO_LOSS if change > 0 else NO_GAIN
    kind = kind_of(game, segment.first.phase)
    values = {"unit": unit.shown, "n": abs(change), "hex": before.hex}
    rolls = bool(segment.course.dice)
    finding = unknown(text, **values)
    if kind == "movement" or (kind in ("combat", "both") and not rolls):
        finding = (
            unlawful(rule_of(game, "results"), text, **values)
            if change > 0
            else judge_gain(segment, moment, shift, -change)
        )
    if change > 0:
        finding = left.doubted(finding, shift.piece, before)
    subject: Subject = "loss" if change > 0 else "recovery"
    return placed(finding, subject, moment, start=before.hex, **_who(moment, unit))


def _is_double(position: Position, unit: Unit) -> bool:
    """Whether the same counter lies in a hex twice, as when one was cloned by mistake."""
    return sum(one.counter == unit.counter for one in position.at(unit.hex)) > 1


def _from_before(segment: Segment, unit: Unit) -> Finding | None:
    """What cannot be judged of a unit that comes from nowhere: one that was taken off in an earlier
    phase, and fell in no battle or lies again where and as it lay; one that may have been lost
    before the log begins, which a rule of the game or a player may bring back."""
    gone = segment.gone.get(unit.counter) if unit.counter else None
    if gone is None:
        return None if segment.whole else unknown(APPEARED, unit=unit.shown)
    was = gone.unit
    if gone.fought and (was.hex, was.step) != (unit.hex, unit.step):
        return None
    return unknown(PUT_BACK, unit=was.shown, hex=was.hex, goal=unit.hex)


def _come_again(segment: Segment, unit: Unit) -> Finding | None:
    """A doubt about a unit that may come, and went off the map in an earlier phase in which dice
    were rolled: if it fell there, it does not come a second time."""
    gone = segment.gone.get(unit.counter) if unit.counter else None
    if gone is None or not gone.fought:
        return None
    return unknown(PUT_BACK, unit=gone.unit.shown, hex=gone.unit.hex, goal=unit.hex)


def _replaced(moment: Moment, unit: Unit) -> Unit | None:
    """The unit in whose place another came within one step, as VASSAL's "Replace with Other" does:
    a piece goes, and a new one lies where it lay."""
    return next(
        (
            shift.before
            for shift in moment.shifts
            if shift.before is not None and shift.after is None and not shift.hidden
            if (shift.before.hex, shift.before.side) == (unit.hex, unit.side)
        ),
        None,
    )


def _replacement(moment: Moment, unit: Unit) -> bool:
    """Whether within one step a new unit came to lie where a unit lay that is gone."""
    return any(
        shift.before is None
        and shift.after is not None
        and (shift.after.hex, shift.after.side) == (unit.hex, unit.side)
        for shift in moment.shifts
    )


def _was_ever(segment: Segment, shift: Shift) -> bool:
    """Whether the unit was on the table before, so that it was hidden or laid aside."""
    return any(
        unit.counter == shift.unit.counter and unit.id != shift.unit.id
        for unit in segment.first.units
    )


def _stacks(rules: Rules, segment: Segment) -> Iterator[Verdict]:
    """Stacks that break a rule at the end of the phase and did not at its beginning."""
    course = segment.course
    if segment.closing is None or not (course.moved or course.came):
        return
    moment = segment.closing
    ended = replace(segment.last, turn=segment.first.turn, phase=segment.first.phase)
    try:
        old = {
            (found.hex, found.rule)
            for found in rules.stacking(rules.visible(segment.first)).violations
        }
        now = rules.stacking(rules.visible(ended)).violations
    except QuestionError as error:
        yield placed(unknown(NOT_ASKED, why=str(error)), "stacking", moment)
        return
    for found in now:
        name = found.hex
        if (name, found.rule) in old or len({u.side for u in ended.at(name)}) > 1:
            continue  # who went where enemies stand is told by the verdict on the move
        came = (hop.shift.after for hop in course.came)
        cloned = (u for u in came if u is not None and u.hex == name and _is_double(ended, u))
        finding = unlawful(found.rule, found.text)
        if (one := next(cloned, None)) is not None:
            finding = unknown(CLONED, unit=one.shown, hex=name)
        where = {"side": ended.side_at(name), "start": name, "end": name}
        yield placed(finding, "stacking", course.reached.get(name, moment), **where)
