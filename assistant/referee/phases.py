"""The phases of a game as they were played: what lies between two changes of the turn marker, with
the marker's slips set right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import repeat

from assistant.games import play_of
from assistant.position import Position, Unit
from assistant.referee.course import Course
from assistant.referee.moments import Moment
from assistant.scenario import scenario_position
from builder.game.model import Game

Label = tuple[int, str]
"""Turn and phase."""

SLIPS = 3
"""Changes of the marker, with nothing done between them, that may be one slip."""


@dataclass(frozen=True)
class Gone:
    """A unit that left the table in an earlier phase, as it was; `fought` tells that dice were
    rolled in that phase."""

    unit: Unit
    fought: bool


@dataclass(frozen=True)
class Segment:
    """The steps between two changes of turn or phase; `closing` is the step that ends it. Before
    an `opening` one may lie steps of the same phase that no log holds. `gone` are the units that
    left the table before, by counter; `whole` tells that the log holds the game from its first
    phase on, without a gap. `slips` are steps that put the marker wrong or back. `others` are the
    phases as which the steps may have been meant, because the marker passed over them with nothing
    done. `earlier` are the phases before it, nearest first. `kept` is its course where that is
    known already, as of a phase that grows."""

    moments: Sequence[Moment]
    closing: Moment | None = None
    opening: bool = False
    gone: Mapping[str, Gone] = field(default_factory=dict)
    whole: bool = True
    slips: tuple[Moment, ...] = ()
    others: tuple[Label, ...] = ()
    earlier: tuple[Segment, ...] = field(default=(), repr=False)
    kept: Course | None = field(default=None, repr=False, compare=False)

    @cached_property
    def course(self) -> Course:
        """What its steps did, by whom."""
        return Course.of(self.moments) if self.kept is None else self.kept

    def forget(self) -> None:
        """Let go what was worked out from it and from its positions."""
        self.__dict__.pop("course", None)
        for moment in self.moments:
            moment.before.forget()

    @property
    def first(self) -> Position:
        return self.moments[0].before

    @property
    def last(self) -> Position:
        """The position in which the phase ends."""
        return self.moments[-1].after

    @property
    def label(self) -> Label:
        return self.first.turn, self.first.phase

    @cached_property
    def empty(self) -> bool:
        """Whether nothing was done in it to the board."""
        return not any(
            m.shifts
            or m.dice
            or m.draws
            or m.before.state != m.after.state
            or m.before.control != m.after.control
            for m in self.moments
        )

    def as_of(self, label: Label) -> Segment:
        """The same steps, done in another phase."""
        at = tuple(_relabelled(moment, label) for moment in self.moments)
        return replace(self, moments=at, others=(), kept=None)


def _relabelled(moment: Moment, label: Label) -> Moment:
    turn, phase = label
    return replace(
        moment,
        before=replace(moment.before, turn=turn, phase=phase),
        after=replace(moment.after, turn=turn, phase=phase),
    )


def segments(moments: Sequence[Moment]) -> list[Segment]:
    """The phases of a game as it was played. A step that changes turn or phase and units as well
    belongs to the phase that it ends; a gap ends one, too."""
    found: list[Segment] = []
    run: list[Moment] = []
    for moment in moments:
        if run and run[-1].part != moment.part:
            found.append(Segment(tuple(run)))
            run = []
        if moment.turned:
            found.append(Segment((*run, moment), moment))
            run = []
        else:
            run.append(moment)
    if run:
        found.append(Segment(tuple(run)))
    return _with_others(_without_slips(found))


def _without_slips(found: list[Segment]) -> list[Segment]:
    """The phases without the marker's slips: one that comes back to where it left, and nothing was
    done meanwhile; and one that goes back to a phase which it had passed over, so that what was
    done in the next one belongs to it."""
    told: list[Segment] = []
    at = 0
    while at < len(found):
        one = found[at]
        back = _comes_back(found, at)
        if back:
            # its parts are let go, because a marker that goes to and fro would hold all of them
            found[at : back + 1] = [_joined(one, found[at + 1 : back], found[back])]
        elif _goes_back(found, at, told):
            passed = told.pop()
            one = replace(one.as_of(passed.label), closing=one.closing)
            slips = (*passed.slips, *_closings(passed), *_closings(one))
            if at + 1 < len(found):
                after = found[at + 1]
                moments = (*_undisturbed(one), *after.moments)
                slips = (*slips, *after.slips)
                found[at + 1] = replace(
                    after, moments=moments, slips=slips, others=(found[at].label,)
                )
            else:
                told.append(replace(one, closing=None, slips=slips, others=(found[at].label,)))
            at += 1
        else:
            told.append(one)
            at += 1
    return told


def _comes_back(found: Sequence[Segment], at: int) -> int:
    """The phase in which the marker stands where it stood in that at `at` and left for nothing; 0
    if it does not come back. Where phases come round it has to come back by the way that it
    went."""
    game = found[at].first.game
    for back in range(at + 2, min(at + 2 + SLIPS, len(found))):
        if not all(one.empty for one in found[at + 1 : back]):
            return 0
        way = [one.label for one in found[at : back + 1]]
        if way[0] != way[-1]:
            continue
        same_way = way == way[::-1] and all(map(next_to, repeat(game), way, way[1:]))
        if same_way or not play_of(game.id).comes_round:
            return back
    return 0


def next_to(game: Game, one: Label, other: Label) -> bool:
    """Whether a press of the marker's button leads from one phase to the other, or back."""
    (turn, phase), (later, last) = sorted((one, other), key=lambda label: _order(game, label))
    phases = [p.id for p in game.definition.phase if not p.turns or turn in p.turns]
    after = [p.id for p in game.definition.phase if not p.turns or later in p.turns]
    if phase not in phases or last not in after:
        return False
    if turn == later:
        return after.index(last) == phases.index(phase) + 1
    return later == turn + 1 and phase == phases[-1] and last == after[0]


def _order(game: Game, label: Label) -> tuple[int, int]:
    ids = [phase.id for phase in game.definition.phase]
    return label[0], ids.index(label[1]) if label[1] in ids else -1


def _goes_back(found: Sequence[Segment], at: int, told: Sequence[Segment]) -> bool:
    """Whether the marker goes back, after a phase, to the one before that, in which nothing had
    been done."""
    if not told or found[at].closing is None or found[at].empty or not told[-1].empty:
        return False
    after = found[at].moments[-1].after
    before = told[-1]
    if (after.turn, after.phase) != before.label or before.closing is None:
        return False
    return next_to(before.first.game, before.label, found[at].label)


def _joined(one: Segment, between: Sequence[Segment], back: Segment) -> Segment:
    closings = [*_closings(one), *(m for part in between for m in _closings(part))]
    return replace(
        back,
        moments=(*_undisturbed(one), *back.moments),
        slips=(*one.slips, *closings, *back.slips),
        others=(*one.others, *back.others),
    )


def _closings(segment: Segment) -> list[Moment]:
    return [segment.closing] if segment.closing is not None else []


def _undisturbed(segment: Segment) -> Sequence[Moment]:
    """The steps of a phase without the one that ends it, unless that does more."""
    last = segment.moments[-1]
    if segment.closing is None or last.shifts:
        return segment.moments
    return segment.moments[:-1]


def _with_others(found: Sequence[Segment]) -> list[Segment]:
    """The phases, each with those behind it that the marker passed over."""
    return [
        replace(one, others=tuple(dict.fromkeys((*one.others, *_passed_over(found, at)))))
        for at, one in enumerate(found)
    ]


def _passed_over(found: Sequence[Segment], at: int) -> Iterator[Label]:
    """The phases behind one that the marker passed over, in one step or with nothing done in them,
    as far as the same side plays in them: then the marker may have been put on too late."""
    one = found[at]
    if one.empty or one.closing is None:
        return
    game = one.first.game
    turn, phase = one.label
    mine = game.definition.phase_of(phase)
    if mine is None:
        return
    reached = (one.last.turn, one.last.phase)
    if at + 1 < len(found) and found[at + 1].empty and found[at + 1].closing is not None:
        reached = (found[at + 1].last.turn, found[at + 1].last.phase)
    phases = list(game.definition.phase)
    after = phases[phases.index(mine) + 1 :]
    ends = [one.id for one in after]
    if reached[0] == turn and reached[1] in ends:
        after = after[: ends.index(reached[1])]
    elif reached[0] <= turn:
        return
    for its in after:
        if its.side != mine.side:
            return
        if not its.turns or turn in its.turns:
            yield turn, its.id
        if len(found) > at + 1 and found[at + 1].label == (turn, its.id) and found[at + 1].empty:
            return  # because a button forgotten once is likely, and twice is not


def sets_right(segment: Segment) -> bool:
    """Whether the step that ends a phase puts the marker back where a slip took it from: nothing
    was done in between, or nothing in the phase to which it goes back."""
    goal = segment.last.turn, segment.last.phase
    passed = segment.empty
    for one in segment.earlier[:SLIPS]:
        if passed and one.label == goal:
            return True
        passed = passed and one.empty
    before = segment.earlier[0] if segment.earlier else None
    if before is None or before.label != goal:
        return False
    near = next_to(segment.first.game, before.label, segment.label)
    return near and (segment.empty or before.empty)


def just_before(earlier: Sequence[Segment]) -> Sequence[Segment]:
    """Of the phases before one, nearest first, those as far as the last in which something was
    done."""
    done = next((at for at, one in enumerate(earlier) if not one.empty), len(earlier) - 1)
    return earlier[: done + 1]


def begins(position: Position) -> bool:
    """Whether a position is of the first phase of a game's first turn, or lies as a scenario that
    begins later is set up."""
    phases = position.game.definition.phase
    if position.turn <= 1 and (not phases or position.phase in ("", phases[0].id)):
        return True
    if position.scenario not in position.game.scenarios or position.battles:
        return False
    begun = scenario_position(position.game, position.scenario)
    return _laid_out(position) == _laid_out(begun)


def _laid_out(position: Position) -> object:
    on = [unit for unit in position.units if unit.hex in position.board]
    return position.turn, position.phase, sorted((u.counter, u.hex, u.step) for u in on)


def gone_in(moments: Sequence[Moment]) -> dict[str, Gone]:
    """The units that left the table in the steps of a phase, by counter."""
    fought = any(moment.dice for moment in moments)
    return {
        shift.before.counter: Gone(shift.before, fought)
        for moment in moments
        for shift in moment.shifts
        if shift.before is not None and shift.after is None and not shift.hidden
    }
