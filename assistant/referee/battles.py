"""Battles, found in a log: those that were declared on the map exactly, others by the die that was
rolled and by whom it befell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from assistant.position import Position, Unit
from assistant.questions.answers import Odds, Retreats
from assistant.questions.declared import result_of, rolled_in
from assistant.questions.protocol import NO_OPTIONS, QuestionError, Rules
from assistant.questions.reasons import Saying
from assistant.referee.chapters import kind_of, rule_of_result
from assistant.referee.course import Course
from assistant.referee.moments import Moment
from assistant.referee.rolls import Blows, Declaration, Roll
from assistant.referee.verdicts import Finding, Subject, Verdict, placed
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
    doubt: str = ""
    """The sentence that says why it is only likely although it was declared."""

    @property
    def position(self) -> Position:
        return self.moment.before

    @cached_property
    def rule(self) -> str:
        """The number of the rule of its result."""
        return rule_of_result(self.position.game, self.result)

    def retreats(self, rules: Rules) -> Iterator[tuple[str, Retreats | str]]:
        """What its result does to each hex attacked, or why that is not known."""
        seen = self.seen(rules, self.position)
        for target in self.targets:
            try:
                yield target, retreats_at_most(rules, seen, target, self.result, self.attackers)
            except QuestionError as error:
                yield target, str(error)

    def verdict(
        self,
        moment: Moment,
        finding: Finding,
        subject: Subject = "battle",
        unit: Unit | None = None,
        end: str = "",
    ) -> Verdict:
        """A finding about it, or about what became of a unit behind its roll."""
        return placed(
            finding,
            subject,
            moment,
            side=unit.side if unit else self.side,
            unit=unit.id if unit else "",
            name=unit.shown if unit else "",
            start=unit.hex if unit else ",".join(self.targets),
            end=end,
            steps=(self.moment.number,),
        )

    @cached_property
    def fighters(self) -> frozenset[str]:
        """The pieces of its units, as far as they are known."""
        return frozenset(filter(None, self.pieces.values()))

    @cached_property
    def known(self) -> frozenset[str]:
        """The ids of its units, and of those that lie with them."""
        return frozenset((*self.attackers, *self.pieces))

    @cached_property
    def counters(self) -> frozenset[str]:
        """The counters that these are."""
        there = self.position.by_id
        return frozenset(there[id_].counter for id_ in self.known if id_ in there)

    def seen(self, rules: Rules, position: Position) -> Position:
        """A position as its viewer sees it; who was declared is known to all."""
        named = {*self.attackers, *self.defenders} if self.declared else ()
        return seen_with(rules, position, named)


def retreats_at_most(
    rules: Rules, position: Position, target: str, result: str, attackers: Sequence[str]
) -> Retreats:
    """What a result does to a hex; where the opponent names among modes (`numbers`), by those that
    ask the most of the defenders, because no log tells which he named."""
    answer = rules.retreats(position, target, result, attackers)
    numbers = answer.extra.get("numbers")
    if not numbers:
        return answer
    most = max(numbers, key=lambda one: int(one["defender"]))
    number = {side: most[side] for side in ("attacker", "defender")}
    more = rules.retreats(position, target, str(most["defender"]), attackers)
    extra = {**answer.extra, **more.extra, "number": number}
    return replace(more, result=answer.result, extra=extra)


@dataclass
class Fights:
    """The battles of one phase, each reckoned when it is first asked for, because that takes long:
    a step that is added has those reckoned that it concerns."""

    rules: Rules
    course: Course
    _stamp: int = 0
    _told: list[LoggedBattle] = field(default_factory=list)
    _read: int = 0
    """How many rolls are told of for good: no step that is added changes them."""
    _open: dict[str, tuple[Declaration, LoggedBattle]] = field(default_factory=dict)
    _rolled: dict[tuple[int, str], tuple[Declaration, LoggedBattle]] = field(default_factory=dict)
    _concluded: dict[int, tuple[Roll, int, LoggedBattle | None]] = field(default_factory=dict)
    """What was concluded of a roll that names no battle, with the stamp of its blows, by step."""

    def all(self) -> list[LoggedBattle]:
        """All of them, in order."""
        rolls = self.course.rolls
        if self._stamp != rolls.stamp:
            self._stamp, self._read, self._told = rolls.stamp, 0, []
        while self._read < rolls.settled:
            self._told += filter(None, (self._of(rolls.all[self._read]),))
            self._read += 1
        found = [*self._told, *filter(None, map(self._of, rolls.all[self._read :]))]
        if not rolls.open:
            return found
        found += [self._not_rolled(number, one) for number, one in rolls.open.items()]
        return sorted(found, key=lambda battle: battle.moment.number)

    def _of(self, roll: Roll) -> LoggedBattle | None:
        if roll.blows is not None:
            return self._guess(roll, roll.blows)
        kept = self._kept(roll)
        doubt = AGAIN if roll.again else OTHER_BUTTON if roll.other else ""
        return replace(kept, sure="likely", doubt=doubt) if doubt else kept

    def _kept(self, roll: Roll) -> LoggedBattle:
        assert roll.declaration is not None
        key = roll.moment.number, roll.number
        known = self._rolled.get(key)
        if known is None or known[0] is not roll.declaration:
            told = _of_declaration(self.rules, roll.moment, roll.number, roll.declaration)
            self.course.asked(told.position)
            known = self._rolled[key] = roll.declaration, told
        return known[1]

    def _guess(self, roll: Roll, blows: Blows) -> LoggedBattle | None:
        number, stamp = roll.moment.number, blows.stamp.get("", 0)
        known = self._concluded.get(number)
        if known is None or known[0] is not roll or known[1] != stamp:
            told = _guessed(self.rules, roll.moment, blows)
            self.course.asked(roll.moment.before)
            known = self._concluded[number] = roll, stamp, told
        return known[2]

    def _not_rolled(self, number: str, one: Declaration) -> LoggedBattle:
        known = self._open.get(number)
        if known is None or known[0] is not one:
            told = _of_declaration(self.rules, one.moment, number, one, rolled=False)
            self.course.asked(one.moment.after)
            known = self._open[number] = one, told
        return known[1]


def find_battles(rules: Rules, course: Course) -> list[LoggedBattle]:
    """The battles of a phase, in order."""
    return Fights(rules, course).all()


def _die(moment: Moment) -> tuple[int, ...]:
    if moment.dice:
        return moment.dice
    for line in moment.chat:
        if told := rolled_in(line):
            return told[1]
    return ()


def _of_declaration(
    rules: Rules, moment: Moment, number: str, declared: Declaration, *, rolled: bool = True
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
        number, sum(die) if die else None, odds, result, why,
    )  # fmt: skip


def _by_piece(moment: Moment, declared: Declaration) -> dict[str, str]:
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


def _guessed(rules: Rules, moment: Moment, blows: Blows) -> LoggedBattle | None:
    """The battle that a die was rolled for, by whom it befell before the next roll."""
    position = moment.before
    phase = position.game.definition.phase_of(position.phase)
    if phase is not None and kind_of(position.game, phase.id) in ("movement", "neither"):
        return None
    named = " ".join(moment.chat)
    seen = rules.visible(position)
    try:
        attacks = rules.attacks(seen).attacks
    except QuestionError:
        return None
    likely = [a for a in attacks if a.target in blows.hexes and _struck(a, blows)]
    likely = likely or [a for a in attacks if re.search(rf"\b{re.escape(a.target)}\b", named)]
    targets = {a.target for a in likely}
    if len(targets) != 1:
        return None
    odds = likely[0]
    side = position.by_id[odds.attackers[0]].side if odds.attackers else ""
    ids = {*odds.attackers, *odds.defenders}
    names = tuple(odds.target.split(","))
    near = {place for name in names for place in position.board.neighbours(name)}
    from_there = {position.by_id[id_].hex for id_ in odds.attackers}
    why = _unseen(position, seen, {*names, *near, *from_there}, names)
    battle = LoggedBattle(
        moment, "likely", side, names, odds.attackers, odds.defenders,
        {id_: blows.pieces.get(id_, "") for id_ in ids}, "", sum(moment.dice), odds,
        _result(odds, moment.dice),
    )  # fmt: skip
    return replace(battle, odds=None, result="", why=why) if why else battle


def _struck(odds: Odds, blows: Blows) -> bool:
    """Whether a defender of an attack suffered something."""
    return any(id_ in blows.hit for id_ in odds.defenders)
