"""Fresh steps of a game that is being played: each breach is told once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from assistant.binding import Record
from assistant.questions.protocol import Rules
from assistant.questions.reasons import Saying
from assistant.referee.course import Course
from assistant.referee.judging import MOST_EARLIER, Settled, judge_fresh, settled
from assistant.referee.late import Fought
from assistant.referee.log_reader import Reader
from assistant.referee.moments import Moment, Taken, take_back, taken_back
from assistant.referee.openly import step_told_to_viewer
from assistant.referee.phases import Gone, Segment, begins, gone_in
from assistant.referee.verdicts import Verdict, breach_key
from builder.machine.budget import TooMuchError
from builder.vassal.replay import Turnover

REMARK = "Kessel: {name} {start} → {end}: rule {rule} may not allow this."
REMARK_OF_UNIT = "Kessel: {name} {hex}: rule {rule} may not allow this."
REMARK_OF_HEX = "Kessel: {hex}: rule {rule} may not allow this."
REMARK_OF_GAME = "Kessel: rule {rule} may not allow this step."
UNJUDGED = "Steps are judged no longer ({why}): keep the log and ask kessel referee about it."
MOST_READ = 400
"""Steps at the end of a log, met at once, that are judged."""


def unjudged(error: Exception) -> Saying:
    """That judging itself failed, which must not pass for lawful steps."""
    if isinstance(error, TooMuchError):
        return Saying(UNJUDGED, why=Saying("it takes too much work"))
    return Saying(UNJUDGED, why=Saying("a mistake of ours, {name}", name=type(error).__name__))


def no_longer(error: Exception, number: int) -> Verdict:
    """The same as what the referee says of a step."""
    return Verdict("unknown", "sequence", number, "", number, 0, "", text=unjudged(error))


@dataclass(frozen=True)
class Ended:
    """A phase that is over, with all its steps, and what was known when it went on: an undo of the
    step that ended it brings it back."""

    phase: list[Moment]
    settled: set[Settled]
    gone: dict[str, Gone]
    earlier: tuple[Segment, ...]


@dataclass
class Umpire:
    """Watches a game that grows. `viewer` is the side whose eyes are used."""

    rules: Rules
    record: Record
    viewer: str = ""
    _reader: Reader = field(init=False)
    _phase: list[Moment] = field(default_factory=list)
    _told: dict[tuple[str, ...], int] = field(default_factory=dict)
    """The step at which a breach was told; none of a step that was taken back."""
    _course: Course = field(default_factory=Course)
    _by: Course = field(default_factory=Course)
    _settled: set[Settled] = field(default_factory=set)
    _gone: dict[str, Gone] = field(default_factory=dict)
    _earlier: tuple[Segment, ...] = ()
    _ended: tuple[Ended, ...] = ()
    """Nearest first, as the earlier ones."""
    _taken: Taken = field(default_factory=dict)
    _before: Fought = field(init=False)
    _whole: bool = True
    _read: int = 0

    def __post_init__(self) -> None:
        self._reader = Reader(self.record, self.viewer)
        self._before = Fought(self.rules)

    @property
    def judged(self) -> tuple[Moment, ...]:
        """The steps of the phase by which the last step was judged."""
        return tuple(self._by.moments)

    def begin(self, step: int = 0) -> None:
        """What lies on the table after a step is where judging begins."""
        self._reader = Reader(self.record, self.viewer, start=step)
        self._read = step
        self._phase, self._course = [], Course()
        self._gone = {}
        self._earlier, self._ended, self._taken = (), (), {}
        self._whole = not step and begins(self._reader.position)

    def step(self, turnover: Turnover) -> list[Verdict]:
        """The breaches of a step that were not told yet."""
        moment = self._reader.moment(turnover)
        return list(self._judged(step_told_to_viewer(self.rules, moment)))

    def caught_up(self, record: Record | None = None) -> list[Verdict]:
        """The breaches of all steps of the record since the last look. `record` is the same log,
        read again and longer; a log that does not go on from it, or goes on by more than is judged
        while somebody waits, begins anew."""
        if record is not None:
            if record.steps - self._read > MOST_READ or not self._goes_on(record):
                self.record = record
                self.begin(max(0, record.steps - MOST_READ))
            self.record = self._reader.record = record
        found: list[Verdict] = []
        for moment in self._reader.moments(self._read):
            self._read = moment.step
            found += self._judged(step_told_to_viewer(self.rules, moment))
        return [one for one in found if self._told.get(breach_key(one)) == one.number]

    def _goes_on(self, record: Record) -> bool:
        old, new = self.record.replay.game, record.replay.game
        read = self._read
        return old.restore == new.restore and old.steps[:read] == new.steps[:read]

    def _judged(self, moment: Moment) -> Iterator[Verdict]:
        course, phase = self._course, self._phase
        if self._brings_back(moment):
            return
        self._noted(moment)
        if moment.turned:
            self._phase, self._course = [], Course()
        if moment.undoes or moment.talks:
            return
        self._by = course
        known, gone = self._settled, self._gone
        earlier, before = self._earlier, self._before
        for verdict in judge_fresh(self.rules, course, known, gone, self._whole, earlier, before):
            if verdict.verdict != "unknown" and verdict.subject in ("move", "arrival"):
                self._settled.add(settled(verdict.unit, verdict.steps))
            if verdict.verdict == "unlawful" and breach_key(verdict) not in self._told:
                self._told[breach_key(verdict)] = verdict.number
                yield verdict
        course.asked(moment.before)
        if moment.turned:
            over = Ended(phase, self._settled, self._gone, self._earlier)
            self._ended = (over, *self._ended)[:MOST_EARLIER]
            self._settled = set()
            self._gone = self._gone | gone_in(course.moments)
            course.rest()
            ended = Segment(course.moments, moment, kept=course)
            self._earlier = (ended, *self._earlier)
            for old in self._earlier[MOST_EARLIER:]:
                old.forget()
            self._earlier = self._earlier[:MOST_EARLIER]

    def _brings_back(self, moment: Moment) -> bool:
        """Whether a step takes back the one that ended the phase before: then that one goes on,
        and what was done since belongs to it."""
        if not (moment.undoes and moment.turned and self._ended):
            return False
        over, *others = self._ended
        steps = [*over.phase, *self._phase, moment]
        if taken_back(steps, len(steps) - 1, self._taken) != len(over.phase) - 1:
            return False
        take_back(steps, len(steps) - 1, self._taken)
        self._phase = steps
        self._anew()
        self._settled = over.settled | self._settled
        self._gone, self._earlier, self._ended = over.gone, over.earlier, tuple(others)
        return True

    def _noted(self, moment: Moment) -> None:
        """Put a step behind those of its phase, without the one that it takes back."""
        self._phase.append(moment)
        if not moment.undoes:
            self._course.add(moment)
            return
        changed = take_back(self._phase, len(self._phase) - 1, self._taken)
        if changed is not None and changed.undone:
            self._course.take_out(changed.number)
            self._told = {key: at for key, at in self._told.items() if at != changed.number}
        elif changed is not None:
            self._anew()

    def _anew(self) -> None:
        """Steps count again that did not: the course is that of all that count."""
        self._course.rest()
        self._course = Course.of(one for one in self._phase if not (one.undone or one.undoes))


def remark(verdict: Verdict, place: Callable[[str], str] = str) -> Saying:
    """A breach as a short remark that all may read: who, where and the number of the rule, whose
    reason might speak of what only one side sees. `place` names boxes as the map does."""
    who, rule = verdict.name, verdict.rule
    start, end = place(verdict.start), place(verdict.end)
    if who and start and end and start != end:
        return Saying(REMARK, name=who, start=start, end=end, rule=rule)
    if who and start:
        return Saying(REMARK_OF_UNIT, name=who, hex=start, rule=rule)
    if start:
        return Saying(REMARK_OF_HEX, hex=start, rule=rule)
    return Saying(REMARK_OF_GAME, rule=rule)
