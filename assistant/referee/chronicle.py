"""The record of a game, turn by turn: moves, battles, losses, hexes that changed hands, points."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from assistant.planning.outlook import steps_of
from assistant.position import Position, Unit
from assistant.questions.answers import as_json
from assistant.questions.protocol import HasOverview, HasScore, QuestionError, Rules
from assistant.reading.last_to_enter import Standing, Stood, told_of_passing
from assistant.referee.battles import LoggedBattle
from assistant.referee.judging import Judgement
from assistant.referee.moments import Moment
from assistant.referee.verdicts import Verdict

T = TypeVar("T")
MOST_KEPT = 500
"""Turns of which the position at their end is kept: more than any page draws."""


@dataclass(frozen=True)
class Moved:
    """A unit's move, as it ended."""

    number: int
    side: str
    unit: str
    name: str
    start: str
    end: str
    verdict: str


@dataclass(frozen=True)
class Fought:
    """A battle in short."""

    number: int
    side: str
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    column: str
    die: int | None
    result: str
    sure: str


@dataclass(frozen=True)
class Change:
    """A hex that has another owner at the end of the turn."""

    hex: str
    before: str
    after: str


@dataclass(frozen=True)
class TurnRecord:
    """One turn. `losses` are steps lost by side; `overview` is what the game tells at its end,
    `points` those of each side then and `level` who would have won."""

    turn: int
    first: int
    last: int
    moves: tuple[Moved, ...]
    battles: tuple[Fought, ...]
    losses: Mapping[str, int]
    gone: tuple[str, ...]
    control: tuple[Change, ...]
    overview: Any = None
    points: Mapping[str, float] = field(default_factory=dict)
    level: str = ""
    position: Position | None = field(default=None, repr=False)


def chronicle(rules: Rules, judgement: Judgement) -> tuple[TurnRecord, ...]:
    """The turns of a game."""
    standing, ends = Standing(), _Ends(rules)
    records: list[TurnRecord] = []
    turns = list(_by_turn(judgement.history.played))
    began = [moments[0].number for _, moments in turns]
    verdicts = _of_turns(began, judgement.verdicts, lambda verdict: verdict.number)
    battles = _of_turns(began, judgement.battles, lambda battle: battle.moment.number)
    for at, (turn, moments) in enumerate(turns):
        _follow(standing, moments)
        record = _turn(ends, verdicts[at], battles[at], turn, moments, standing)
        records.append(record if at < MOST_KEPT else replace(record, position=None))
    return tuple(records)


def _of_turns(
    began: Sequence[int], found: Iterable[T], number: Callable[[T], int]
) -> Mapping[int, Sequence[T]]:
    """What was found in each turn, by the steps with which the turns began."""
    told = defaultdict[int, list[T]](list)
    for one in found:
        told[bisect_right(began, number(one)) - 1].append(one)
    return told


def _follow(standing: Standing, moments: Sequence[Moment]) -> None:
    """Note who stood where in a turn."""
    board, passing = moments[0].before.board, moments[0].before.game.passing_types
    for unit in moments[0].before.units:
        if unit.hex in board and unit.type not in passing:
            standing.enter(moments[0].number - 1, unit.id, unit.hex, unit.side)
    for moment in moments:
        for shift in moment.shifts:
            for unit in filter(None, (shift.before, shift.after)):
                if unit.hex in board and unit.type not in passing:
                    standing.enter(moment.number, shift.piece, unit.hex, unit.side)
        for name in moment.laid:
            standing.lay(moment.number, name)
        if (moment.before.turn, moment.before.phase) != (moment.after.turn, moment.after.phase):
            standing.turn(moment.number)


def _by_turn(moments: Sequence[Moment]) -> Iterator[tuple[int, list[Moment]]]:
    """The steps of each turn. The marker put one too far and back, with nothing done meanwhile, is
    no turn."""
    runs: list[list[Moment]] = []
    for moment in moments:
        if not runs or moment.before.turn != runs[-1][-1].before.turn:
            runs.append([])
        runs[-1].append(moment)
        if len(runs) > 2 and _is_slip(*runs[-3:]):
            between, back = runs.pop(-2), runs.pop()
            runs[-1] += [*between, *back]
    for run in runs:
        yield run[0].before.turn, run


def _is_slip(one: Sequence[Moment], between: Sequence[Moment], back: Sequence[Moment]) -> bool:
    if one[0].before.turn != back[0].before.turn:
        return False  # asked first, because it is asked at each step
    return not any(m.shifts or m.dice or m.draws for m in between)


def _turn(
    ends: _Ends,
    verdicts: Sequence[Verdict],
    fought: Sequence[LoggedBattle],
    turn: int,
    moments: Sequence[Moment],
    standing: Standing,
) -> TurnRecord:
    first, last = moments[0], moments[-1]
    within = range(first.number, last.number + 1)
    moves = tuple(
        Moved(it.number, it.side, it.unit, it.name, it.start, it.end, it.verdict)
        for it in verdicts
        if it.number in within and it.subject in ("move", "arrival") and it.start != it.end
    )
    battles = tuple(_fought(battle) for battle in fought if battle.moment.number in within)
    losses, gone = _losses(ends.rules, moments)
    # the step that ends a turn shows the next one on the tracker, and the picture is this turn's
    began, stood = standing.until(first.number - 1), standing.until(last.number)
    before = told_of_passing(first.before, lambda: began)
    after = told_of_passing(last.after, lambda: stood)
    ended = replace(after, turn=last.before.turn, phase=last.before.phase)
    told = ends.told(ended, after, stood)
    control = tuple(_control(before, after))
    for one in (before, after, ended):
        one.forget()  # because the turns of a long game would hold all that was worked out
    return TurnRecord(
        turn, first.number, last.number, moves, battles, losses, gone,
        control, told.overview, told.points, told.level, ended,
    )  # fmt: skip


@dataclass(frozen=True)
class _End:
    """What is told of the end of a turn."""

    overview: Any
    points: Mapping[str, float]
    level: str


@dataclass
class _Ends:
    """What a game tells of the ends of its turns, asked once of the same table: a marker that goes
    round and round has nothing worked out anew."""

    rules: Rules
    _asked: dict[tuple[int, str, int], tuple[object, _End]] = field(default_factory=dict)

    def told(self, ended: Position, after: Position, stood: Mapping[str, Stood]) -> _End:
        """`ended` is the table as of the turn that ends, `after` as of what comes then."""
        key, table = (ended.turn, after.phase, after.turn), (ended, after, stood)
        known = self._asked.get(key)
        if known is None or known[0] != table:
            points, level = _points(self.rules, ended)
            known = self._asked[key] = table, _End(_overview(self.rules, after), points, level)
        return known[1]


def _fought(battle: LoggedBattle) -> Fought:
    names = battle.position.by_id
    return Fought(
        battle.moment.number,
        battle.side,
        ",".join(battle.targets),
        tuple(names[id_].shown for id_ in battle.attackers),
        tuple(names[id_].shown for id_ in battle.defenders),
        (battle.odds.column or "") if battle.odds is not None else "",
        battle.die,
        battle.result,
        battle.sure,
    )


def _losses(rules: Rules, moments: Sequence[Moment]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Steps lost on the map by side, and the names of units that left it. Who was put back where he
    had stood, as he was, had left it by mistake."""
    lost: Counter[str] = Counter()
    gone: dict[str, Unit] = {}
    for moment in moments:
        board = moment.before.board
        steps = partial(steps_of, rules, moment.before)
        for shift in moment.shifts:
            before, after = shift.before, shift.after
            left = 0 if after is None or after.hex not in board else steps(after)
            was = gone.get(shift.piece)
            if was is not None and after is not None and left == steps(was):
                if after.hex == was.hex:
                    lost[was.side] -= left
                    del gone[shift.piece]
                continue
            if before is None or before.hex not in board or shift.hidden:
                continue
            if left == 0:
                gone[shift.piece] = before
            lost[before.side] += max(0, steps(before) - left)
    return {side: n for side, n in lost.items() if n}, tuple(unit.shown for unit in gone.values())


def _control(before: Position, after: Position) -> Iterator[Change]:
    """Hexes that changed hands."""
    for hex_ in sorted({*before.owners, *after.owners}):
        was, is_ = before.owners.get(hex_, ""), after.owners.get(hex_, "")
        if was != is_:
            yield Change(hex_, was, is_)


def _points(rules: Rules, position: Position) -> tuple[Mapping[str, float], str]:
    """The points of each side, and who would have won; nothing if the game does not tell."""
    if not isinstance(rules, HasScore):
        return {}, ""
    try:
        told = rules.score(rules.visible(position))
    except QuestionError:
        return {}, ""
    return told.points, told.level or ""


def _overview(rules: Rules, position: Position) -> Any:
    if not isinstance(rules, HasOverview):
        return None
    try:
        return as_json(rules.overview(rules.visible(position)))
    except QuestionError:
        return None
