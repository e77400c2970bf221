"""The record of a game, turn by turn: moves, battles, losses, hexes that changed hands, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.planning.outlook import steps_left
from assistant.position import Position
from assistant.questions.answers import as_json
from assistant.questions.protocol import HasOverview, HasScore, QuestionError, Rules
from assistant.referee.battles import LoggedBattle
from assistant.referee.history import Moment
from assistant.referee.judging import Judgement


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
    return tuple(
        _turn(rules, judgement, turn, moments)
        for turn, moments in _by_turn(judgement.history.played)
    )


def _by_turn(moments: Sequence[Moment]) -> Iterator[tuple[int, list[Moment]]]:
    run: list[Moment] = []
    for moment in moments:
        if run and moment.before.turn != run[-1].before.turn:
            yield run[-1].before.turn, run
            run = []
        run.append(moment)
    if run:
        yield run[-1].before.turn, run


def _turn(rules: Rules, judgement: Judgement, turn: int, moments: Sequence[Moment]) -> TurnRecord:
    first, last = moments[0], moments[-1]
    within = range(first.number, last.number + 1)
    moves = tuple(
        Moved(it.number, it.side, it.unit, it.name, it.start, it.end, it.verdict)
        for it in judgement.verdicts
        if it.number in within and it.subject in ("move", "arrival") and it.start != it.end
    )
    battles = tuple(
        _fought(battle) for battle in judgement.battles if battle.moment.number in within
    )
    losses, gone = _losses(moments)
    # the step that ends a turn shows the next one on the tracker, and the picture is this turn's
    ended = replace(last.after, turn=last.before.turn, phase=last.before.phase)
    points, level = _points(rules, ended)
    return TurnRecord(
        turn, first.number, last.number, moves, battles, losses, gone,
        tuple(_control(first.before, last.after)), _overview(rules, last.after), points, level,
        ended,
    )  # fmt: skip


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


def _losses(moments: Sequence[Moment]) -> tuple[dict[str, int], tuple[str, ...]]:
    """Steps lost on the map by side, and the names of units that left it."""
    lost: dict[str, int] = {}
    gone: list[str] = []
    for moment in moments:
        board = moment.before.board
        for shift in moment.shifts:
            before, after = shift.before, shift.after
            if before is None or before.hex not in board or shift.hidden:
                continue
            left = 0 if after is None or after.hex not in board else steps_left(after)
            if left == 0:
                gone.append(before.shown)
            if left < steps_left(before):
                lost[before.side] = lost.get(before.side, 0) + steps_left(before) - left
    return lost, tuple(gone)


def _control(before: Position, after: Position) -> Iterator[Change]:
    """Hexes that changed hands."""
    for hex_ in sorted({*before.control, *after.control}):
        was, is_ = before.control.get(hex_, ""), after.control.get(hex_, "")
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
