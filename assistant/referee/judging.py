"""The referee at work: a game phase by phase, every step judged."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.battles import LoggedBattle, find_battles
from assistant.referee.beside import judge_beside
from assistant.referee.chapters import kind_of
from assistant.referee.course import Course
from assistant.referee.draws import judge_draws, judge_undrawn, without_drawn_late
from assistant.referee.fights import judge_battles
from assistant.referee.forgotten import judge_forgotten, without_fought_late
from assistant.referee.history import History, Progress
from assistant.referee.late import Fought, Left, without_done_late
from assistant.referee.marks import Marks
from assistant.referee.meant import Meant
from assistant.referee.missing import suspicions
from assistant.referee.moments import Moment
from assistant.referee.moves import Journey, journeys, judge_move
from assistant.referee.opening import with_unseen
from assistant.referee.phases import Gone, Segment, begins, gone_in, just_before, segments
from assistant.referee.sequence import judge_sequence
from assistant.referee.unexplained import CLONED, is_double, judge_unexplained
from assistant.referee.verdicts import LAWFUL, Finding, Verdict, placed, unknown, unlawful
from assistant.referee.whose import not_active

BESIDE = "{unit} went from {hex} to {goal} after battles that were not declared."
TIRED = "{unit} bore the Moved mark when the log began: what it had moved before is not known."
NOT_WHOLE = (
    "{why} (rule {rule}) But step {n} moves a piece from where it does not lie: steps are missing "
    "or in another order."
)
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
    verdicts = [*without_drawn_late(without_fought_late(without_done_late(verdicts), battles))]
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
        yield from judge_undrawn(rules, ended)
        return
    touched = {shift.piece for shift in fresh.shifts}
    yield from _journeys(rules, segment, fought, before, touched)
    yield from judge_unexplained(rules, segment, fought, before, fresh)
    yield from Marks(rules, segment, fought, before).verdicts(touched)
    phases = just_before(segment.earlier)
    yield from judge_beside(course, phases[-1].first.phase if phases else "", fresh)
    yield from judge_draws(rules, course, phases, fresh)
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
    told += judge_undrawn(rules, segment)
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
    yield from judge_unexplained(rules, segment, battles, before)
    yield from Marks(rules, segment, battles, before).verdicts()
    phases = just_before(segment.earlier)
    yield from judge_beside(segment.course, phases[-1].first.phase if phases else "")
    yield from judge_draws(rules, segment.course, phases)
    yield from _stacks(rules, segment)
    yield from judge_forgotten(rules, segment, battles)
    for slip in segment.slips:
        yield placed(LAWFUL, "sequence", slip, end=slip.after.phase, steps=(slip.number,))
    if segment.closing is not None:
        yield from judge_sequence(segment, segment.closing)


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
        cloned = (u for u in came if u is not None and u.hex == name and is_double(ended, u))
        finding = unlawful(found.rule, found.text)
        if (one := next(cloned, None)) is not None:
            finding = unknown(CLONED, unit=one.shown, hex=name)
        where = {"side": ended.side_at(name), "start": name, "end": name}
        yield placed(finding, "stacking", course.reached.get(name, moment), **where)
