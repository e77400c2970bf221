"""Fresh steps of a game that is being played: each breach is told once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from assistant.binding import Record
from assistant.questions.protocol import Rules
from assistant.questions.reasons import Saying
from assistant.referee.judging import MOST_EARLIER, judge_fresh
from assistant.referee.late import Fought
from assistant.referee.log_reader import Reader
from assistant.referee.moments import Moment, without_undone
from assistant.referee.openly import step_told_to_viewer
from assistant.referee.phases import Gone, Segment, begins, gone_in
from assistant.referee.verdicts import Verdict, breach_key
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
    return Saying(UNJUDGED, why=type(error).__name__)


def no_longer(error: Exception, number: int) -> Verdict:
    """The same as what the referee says of a step."""
    return Verdict("unknown", "sequence", number, "", number, 0, "", text=unjudged(error))


@dataclass
class Umpire:
    """Watches a game that grows. `viewer` is the side whose eyes are used."""

    rules: Rules
    record: Record
    viewer: str = ""
    _reader: Reader = field(init=False)
    _phase: list[Moment] = field(default_factory=list)
    _told: set[tuple[str, ...]] = field(default_factory=set)
    _settled: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)
    _gone: dict[str, Gone] = field(default_factory=dict)
    _earlier: tuple[Segment, ...] = ()
    _before: Fought = field(init=False)
    _whole: bool = True
    _read: int = 0
    judged: tuple[Moment, ...] = ()
    """The steps of the phase by which the last step was judged."""

    def __post_init__(self) -> None:
        self._reader = Reader(self.record, self.viewer)
        self._before = Fought(self.rules)

    def begin(self, step: int = 0) -> None:
        """What lies on the table after a step is where judging begins."""
        self._reader = Reader(self.record, self.viewer, start=step)
        self._read = step
        self._phase = []
        self._gone = {}
        self._earlier = ()
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
        return found

    def _goes_on(self, record: Record) -> bool:
        old, new = self.record.replay.game, record.replay.game
        read = self._read
        return old.restore == new.restore and old.steps[:read] == new.steps[:read]

    def _judged(self, moment: Moment) -> Iterator[Verdict]:
        phase = without_undone([*self._phase, moment])
        played = [one for one in phase if not (one.undone or one.undoes)]
        self._phase = [] if moment.turned else phase
        if moment.undoes or not played or played[-1].number != moment.number or moment.talks:
            return
        self.judged = tuple(played)
        known, gone = frozenset(self._settled), self._gone
        earlier, before = self._earlier, self._before
        for verdict in judge_fresh(self.rules, played, known, gone, self._whole, earlier, before):
            if verdict.verdict != "unknown" and verdict.subject in ("move", "arrival"):
                self._settled.add((verdict.unit, verdict.steps))
            if verdict.verdict == "unlawful" and breach_key(verdict) not in self._told:
                self._told.add(breach_key(verdict))
                yield verdict
        if not self._phase:
            self._settled.clear()
            self._gone |= gone_in(played)
            self._earlier = (Segment(tuple(played), moment), *self._earlier)[:MOST_EARLIER]


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
