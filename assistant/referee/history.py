"""A game as its logs tell it, one log behind the other: what was undone is marked, so that nobody
is judged for it, and what is missing is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from assistant.binding import Record
from assistant.position import Position
from assistant.questions.reasons import Saying
from assistant.referee.joints import Joint, differs, find_joint
from assistant.referee.log_reader import ENDLESS, Reader
from assistant.referee.moments import Moment, without_undone
from builder import limits
from builder.saying import sentence
from builder.vassal.errors import RIGHT, VassalFileError

GAP = (
    "Between {one} and {other} something is missing: units stand elsewhere. "
    "Name all logs of the game, in the order in which they were played."
)
OVERLAP = (
    "{other} begins behind step {step} of {one}, in the midst of what was told already: steps that "
    "both tell count once."
)
TAKEN_UP = (
    "{other} goes on from step {step} of {one}, as if the game had been taken up there again: {n} "
    "{n|step|steps} behind it in the logs before {n|does|do} not count."
)
CUT = "{log} is judged up to step {n} only. {why}"
ASTRAY = (
    "{log} moves pieces that are not on the table, in these steps: {some}. It was edited, or "
    "something is missing; those moves are not judged."
)
TORN = (
    "{log} moves pieces from where they do not lie, in these steps: {some}. Steps are missing, "
    "doubled or in another order; what follows them in their phases is not called unlawful."
)
MOSTLY_TORN = (
    "{log}: {n} of {m} moves begin where their pieces do not lie, as if steps were missing or in "
    "another order. It is judged as it stands."
)
ODD_TURNS = (
    "{log}: the turn counter stands where the game has no turn, in {n|this step|these steps}: "
    "{some}. The game has turns {first} to {last}: what is said there is of the nearest."
)
MOST_TOLD = 10
NO_STEPS = "{log} has no steps, as a save has none: name a log (.vlog)."


@dataclass(frozen=True)
class History:
    """All steps of a game. `notes` say what is missing: gaps between logs, an end that is cut."""

    first: Position
    moments: tuple[Moment, ...]
    notes: tuple[str, ...] = ()

    @property
    def played(self) -> tuple[Moment, ...]:
        """The steps that count."""
        return tuple(m for m in self.moments if not (m.undone or m.undoes))


Progress = Callable[[int, int], None]
"""Told how many steps are read, of how many."""


def history_of(
    records: Sequence[Record], viewer: str = "", progress: Progress | None = None
) -> History:
    """The history of one game from its logs, in order. Logs of several games are the caller's to
    refuse."""
    read, whole = 0, sum(record.steps for record in records)
    told: _Told | None = None
    for record in records:

        def tell(steps: int, before: int = read) -> None:
            if progress is not None:
                progress(before + steps, whole)

        log = _read(record, viewer, tell)
        read += record.steps
        if told is None:
            told = _Told(log.start, log.name)
        told.add(log)
    assert told is not None, "a game has at least one log"
    return History(told.first, tuple(without_undone(told.moments)), tuple(told.notes))


@dataclass(frozen=True)
class _Log:
    """One log as it was read: where it begins, its steps, and what is to be said of an end that
    cannot be read."""

    record: Record
    start: Position
    moments: tuple[Moment, ...]
    cut: tuple[str, ...] = ()
    odd_turns: tuple[tuple[int, str], ...] = ()

    @property
    def name(self) -> str:
        return self.record.path.name


def _read(record: Record, viewer: str, tell: Callable[[int], None]) -> _Log:
    reader = Reader(record, viewer)
    start, moments, kept = reader.position, list[Moment](), 0
    try:
        for moment in reader.moments():
            moments.append(moment)
            if moment.after.units is not moment.before.units:
                kept += len(moment.after.units)
            if kept > limits.KEPT_UNITS:
                raise VassalFileError(record.path, ENDLESS, RIGHT)
            tell(len(moments))
    except VassalFileError as error:
        done = moments[-1].step if moments else 0
        cut = Saying(CUT, log=record.path.name, n=done, why=sentence(error.what))
        return _Log(record, start, tuple(moments), (cut,), tuple(reader.odd_turns))
    return _Log(record, start, tuple(moments), odd_turns=tuple(reader.odd_turns))


@dataclass
class _Told:
    """The steps of the logs read so far, the first of which begins at `first` and is `named` so."""

    first: Position
    named: str
    moments: list[Moment] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    part: int = 0

    def add(self, log: _Log) -> None:
        """Put a log behind those before it."""
        self.notes += [Saying("{log}: {note}", log=log.name, note=n) for n in log.record.notes]
        fresh = self._joined(log)
        self.notes += log.cut
        self.notes += _odd(log)
        for moment in fresh:
            self.moments.append(replace(moment, number=len(self.moments) + 1, part=self.part))
        self.notes += _astray(self.moments, log.name)
        self.moments, torn = _sound(self.moments, log.name)
        self.notes += torn
        if log.record.steps == 0:
            self.notes.append(Saying(NO_STEPS, log=log.name))

    def _joined(self, log: _Log) -> Sequence[Moment]:
        """The steps of a log that were not told before it; those that it leaves are marked."""
        joint = find_joint(self.moments, self.first, log.start, log.moments)
        if joint is not None:
            self.notes.append(_overlapping(self.moments, self.named, log.name, joint))
            self.moments = joint.kept(self.moments)
            return log.moments[joint.known :]
        last = self.moments[-1] if self.moments else None
        if differs(last.after if last else self.first, log.start):
            self.part += 1
            one = last.log if last else self.named
            self.notes.append(Saying(GAP, one=one, other=log.name))
        return log.moments


def _overlapping(moments: Sequence[Moment], first: str, other: str, joint: Joint) -> Saying:
    """What is to be said of a log that begins within those before it."""
    at = moments[joint.at] if joint.at >= 0 else None
    one, step = (at.log, at.step) if at is not None else (first, 0)
    if not joint.left:
        return Saying(OVERLAP, one=one, other=other, step=step)
    return Saying(TAKEN_UP, one=one, other=other, step=step, n=joint.left)


def _astray(moments: Sequence[Moment], log: str) -> list[str]:
    """What is to be said of a log that moves pieces which are not there."""
    steps = [m.step for m in moments if m.log == log and m.astray]
    return [Saying(ASTRAY, log=log, some=_some(steps))] if steps else []


def _odd(log: _Log) -> list[str]:
    """What is to be said of a log whose turn counter leaves the game's turns."""
    if not log.odd_turns:
        return []
    turns, odd = log.record.game.definition.turns, log.odd_turns
    some = _some([f"{step} ({turn})" for step, turn in odd])
    known = {"first": turns.first, "last": turns.last}
    return [Saying(ODD_TURNS, log=log.name, n=len(odd), some=some, **known)]


def _some(steps: Sequence[object]) -> str:
    return ", ".join(map(str, steps[:MOST_TOLD])) + (", …" if steps[MOST_TOLD:] else "")


def _sound(moments: list[Moment], log: str) -> tuple[list[Moment], list[str]]:
    """The steps, those of a log no more called torn where most of it is: then it is the log that
    tells nothing of whence its moves come. And what is to be said of it."""
    mine = [m for m in moments if m.log == log]
    torn = [m.step for m in mine if m.torn]
    if not torn:
        return moments, []
    moved = sum(any(shift.moved for shift in m.shifts) or m.torn for m in mine)
    if len(torn) > 2 and 2 * len(torn) > moved:
        kept = [replace(m, torn=False) if m.log == log else m for m in moments]
        return kept, [Saying(MOSTLY_TORN, log=log, n=len(torn), m=moved)]
    return moments, [Saying(TORN, log=log, some=_some(torn))]
