"""Battles, found in a log: those that were declared on the map exactly, others by the die that was
rolled and by whom it befell."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from assistant.position import Position, Unit
from assistant.questions.answers import Odds
from assistant.questions.declared import result_of, rolled_in
from assistant.questions.protocol import NO_OPTIONS, QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.chapters import kind_of
from assistant.referee.moments import Moment, Shift
from builder.game.carriers import ATTACKS

Sure = Literal["declared", "likely", "unknown"]
UNSEEN = (
    "Units that the side {viewer} may not see lie in or beside {hex}: column and result are not "
    "known."
)

AGAIN = "Battle {battle} was rolled more than once. If the first roll counts: {why} (rule {rule})"
OTHER_BUTTON = (
    "The die of battle {battle} was rolled with another button. If it was for this battle: {why} "
    "(rule {rule})"
)


@dataclass(frozen=True)
class LoggedBattle:
    """A battle of a log. `moment` is the roll (or the last step that declared it, if nobody
    rolled), `position` what lay on the table then; `pieces` has each unit's piece. `die` is what
    was rolled, `odds` the attack as Kessel reckons it, `result` what it means there. `sure` tells
    whether players declared it, or Kessel concludes it from who suffered."""

    moment: Moment
    sure: Sure
    side: str
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    pieces: dict[str, str] = field(repr=False)
    declared: str = ""
    die: int | None = None
    odds: Odds | None = field(default=None, repr=False)
    result: str = ""
    why: str = ""
    declared_at: Moment | None = field(default=None, repr=False)
    doubt: str = ""
    """The sentence that says why it is only likely although it was declared."""

    @property
    def position(self) -> Position:
        return self.moment.before

    def seen(self, rules: Rules, position: Position) -> Position:
        """A position as its viewer sees it; who was declared is known to all."""
        named = {*self.attackers, *self.defenders} if self.declared else ()
        return seen_with(rules, position, named)


@dataclass
class _Declaration:
    """A battle on the map that is not over."""

    moment: Moment
    roles: dict[str, str]


def find_battles(rules: Rules, moments: Sequence[Moment]) -> list[LoggedBattle]:
    """The battles of a phase, in order."""
    found: list[LoggedBattle] = []
    open_: dict[str, _Declaration] = {}
    done: dict[str, _Declaration] = {}
    for at, moment in enumerate(moments):
        _note(open_, moment)
        number = _rolled(moment, open_) or _rolled(moment, done)
        if number in open_:
            done[number] = open_.pop(number)
            found.append(_of_declaration(rules, moment, number, done[number]))
        elif number:
            found = [_rolled_again(battle, number) for battle in found]
        elif moment.dice and len(open_) == 1:
            number, declaration = open_.popitem()
            done[number] = declaration
            found.append(_with_other_button(_of_declaration(rules, moment, number, declaration)))
        elif moment.dice and (battle := _guessed(rules, moment, moments[at:])):
            found.append(battle)
    for number, declaration in open_.items():
        found.append(_of_declaration(rules, declaration.moment, number, declaration, rolled=False))
    return sorted(found, key=lambda battle: battle.moment.number)


def _rolled_again(battle: LoggedBattle, number: str) -> LoggedBattle:
    """A battle for which dice are rolled a second time: which roll counts is the players' word."""
    if battle.declared != number:
        return battle
    return replace(battle, sure="likely", doubt=AGAIN)


def _with_other_button(battle: LoggedBattle) -> LoggedBattle:
    """A declared battle whose die was rolled with a button that does not name it."""
    return replace(battle, sure="likely", doubt=OTHER_BUTTON)


def _note(open_: dict[str, _Declaration], moment: Moment) -> None:
    """Take down what a step declares, and what it calls off."""
    for shift in moment.shifts:
        number, role = shift.battle
        if shift.left in open_:
            open_[shift.left].roles.pop(shift.piece, None)
            if not open_[shift.left].roles:
                del open_[shift.left]
        if number:
            declared = open_.setdefault(number, _Declaration(moment, {}))
            declared.roles[shift.piece] = role
            declared.moment = moment


def _rolled(moment: Moment, open_: dict[str, _Declaration]) -> str:
    """The number of the declared battle that a step rolls for."""
    for line in moment.chat:
        told = rolled_in(line)
        if told and str(told[0]) in open_:
            return str(told[0])
    return ""


def _die(moment: Moment) -> tuple[int, ...]:
    if moment.dice:
        return moment.dice
    for line in moment.chat:
        if told := rolled_in(line):
            return told[1]
    return ()


def _of_declaration(
    rules: Rules, moment: Moment, number: str, declared: _Declaration, *, rolled: bool = True
) -> LoggedBattle:
    position = moment.before if rolled else moment.after
    by_piece = _by_piece(moment, declared)
    here = {p: u for p in declared.roles if (u := _unit(position, by_piece, p)) is not None}
    attackers = [here[p] for p, role in declared.roles.items() if p in here and role == ATTACKS]
    defenders = [here[p] for p, role in declared.roles.items() if p in here and role != ATTACKS]
    targets = tuple(dict.fromkeys(unit.hex for unit in defenders))
    ids = tuple(unit.id for unit in attackers)
    named = {unit.id for unit in here.values()}
    odds, why = _odds(rules, seen_with(rules, position, named), position, targets, ids)
    die = _die(moment) if rolled else ()
    result = _result(odds, die)
    pieces = {unit.id: piece for piece, unit in here.items()}
    for unit in position.units:
        if unit.hex in targets and unit.side not in {one.side for one in attackers}:
            pieces.setdefault(unit.id, "")
    side = attackers[0].side if attackers else ""
    return LoggedBattle(
        moment, "declared", side, targets, ids, tuple(unit.id for unit in defenders), pieces,
        number, sum(die) if die else None, odds, result, why, declared.moment,
    )  # fmt: skip


def _by_piece(moment: Moment, declared: _Declaration) -> dict[str, str]:
    """Unit ids of pieces, as the steps around tell them."""
    shifts = (*declared.moment.shifts, *moment.shifts)
    return {shift.piece: shift.unit.id for shift in shifts}


def _unit(position: Position, ids: dict[str, str], piece: str) -> Unit | None:
    return position.by_id.get(ids.get(piece, ""))


def seen_with(rules: Rules, position: Position, named: Collection[str]) -> Position:
    """A position as its viewer sees it, with units that were named to all."""
    seen = rules.visible(position)
    if all(id_ in seen.by_id for id_ in named):
        return seen
    return position.with_units(
        seen.by_id.get(unit.id, unit)
        for unit in position.units
        if unit.id in seen.by_id or unit.id in named
    )


def _unseen(
    position: Position, seen: Position, places: Collection[str], targets: Sequence[str]
) -> str:
    """That some of the units in places, which take part in a battle, are not seen; empty if all
    are."""
    if all(unit.id in seen.by_id for name in places for unit in position.at(name)):
        return ""
    side = position.game.sides.get(position.viewer)
    viewer = side.name if side is not None else position.viewer
    return Saying(UNSEEN, viewer=viewer, hex=", ".join(targets))


def _odds(
    rules: Rules, seen: Position, position: Position, targets: Sequence[str], ids: Sequence[str]
) -> tuple[Odds | None, str]:
    if not targets or not ids:
        return None, "Attackers or defenders were not declared."
    if why := _unseen(position, seen, targets, targets):
        return None, why
    try:
        return rules.odds(seen, targets, ids, NO_OPTIONS), ""
    except QuestionError as error:
        return None, str(error)


def _result(odds: Odds | None, dice: Sequence[int]) -> str:
    """What dice mean in a table; empty where the table has no such roll."""
    return "" if odds is None else result_of(odds, dice)


def _guessed(rules: Rules, moment: Moment, following: Sequence[Moment]) -> LoggedBattle | None:
    """The battle that a die was rolled for, by whom it befell before the next roll."""
    position = moment.before
    phase = position.game.definition.phase_of(position.phase)
    if phase is not None and kind_of(position.game, phase.id) in ("movement", "neither"):
        return None
    after = _until_next_roll(following)
    touched = {s.before.hex: s for m in after for s in m.shifts if s.before and _is_blow(s)}
    named = " ".join(line for m in after[:1] for line in m.chat)
    seen = rules.visible(position)
    try:
        attacks = rules.attacks(seen).attacks
    except QuestionError:
        return None
    likely = [a for a in attacks if a.target in touched and _struck(position, a, after)]
    likely = likely or [a for a in attacks if re.search(rf"\b{re.escape(a.target)}\b", named)]
    targets = {a.target for a in likely}
    if len(targets) != 1:
        return None
    odds = likely[0]
    side = position.by_id[odds.attackers[0]].side if odds.attackers else ""
    ids = {*odds.attackers, *odds.defenders}
    pieces = {s.before.id: s.piece for m in after for s in m.shifts if s.before}
    names = tuple(odds.target.split(","))
    near = {place for name in names for place in position.board.neighbours(name)}
    from_there = {position.by_id[id_].hex for id_ in odds.attackers}
    why = _unseen(position, seen, {*names, *near, *from_there}, names)
    battle = LoggedBattle(
        moment, "likely", side, names, odds.attackers, odds.defenders,
        {id_: pieces.get(id_, "") for id_ in ids}, "", sum(moment.dice), odds,
        _result(odds, moment.dice),
    )  # fmt: skip
    return replace(battle, odds=None, result="", why=why) if why else battle


def _until_next_roll(moments: Sequence[Moment]) -> list[Moment]:
    found = list(moments[:1])
    for moment in moments[1:]:
        if moment.dice:
            break
        found.append(moment)
    return found


def _is_blow(shift: Shift) -> bool:
    before, after = shift.before, shift.after
    if before is None or after is None:
        return after is None
    return before.hex != after.hex or before.step != after.step


def _struck(position: Position, odds: Odds, after: Sequence[Moment]) -> bool:
    """Whether a defender of an attack suffered something."""
    hit = {s.before.id for m in after for s in m.shifts if s.before and _is_blow(s)}
    return bool(hit & {*odds.defenders})
