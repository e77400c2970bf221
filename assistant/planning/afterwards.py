"""The battles of a plan once all its moves are made: each was looked at with its own moves alone,
and those of the others may cut its units off from supply, or its defenders."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.planning.battles import Field, Prospect
from assistant.planning.choice import SLIGHT, Choice, Crowd, Measure
from assistant.planning.outlook import Outlook, outlook
from assistant.position import Position, Unit
from assistant.questions.answers import LedgerLine, Odds, is_supplied
from assistant.questions.door import Door
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from assistant.words.columns import column_word
from builder.saying import AsWritten, Saying

OTHER_ODDS = (
    "Once all moves of the plan are made, the odds of {hex} are {now}, and not {was} as without "
    "its other moves, because {why}."
)
OTHER_ODDS_BY = (
    "Once all moves of the plan are made, the odds of {hex} are {now}, and not {was} as without "
    "its other moves, because {why} ({rules})."
)
NO_ATTACK = (
    "Once all moves of the plan are made, {hex} cannot be attacked as planned, which without its "
    "other moves it could: {why}."
)
CUT_OFF = "{units} {n|is|are} out of supply"
FED = "{units} {n|is|are} in supply"
COUNTS = "they change what counts: {lines}"
FORCES = "the forces count otherwise"
KEPT_OUT = "{units} {n|has|have} no part in it"


@dataclass(frozen=True)
class Fought:
    """A battle as it was looked at alone, with its odds and what it promises once all moves of the
    plan are made."""

    alone: Prospect
    odds: Odds
    outlook: Outlook

    @property
    def is_lawful(self) -> bool:
        """Whether it can still be fought by all who are to fight it."""
        return self.odds.possible and {*self.odds.attackers} == self.alone.units

    @property
    def differs(self) -> bool:
        """Whether a reader would see other odds than those of the battle alone."""
        return _seen(self.odds) != _seen(self.alone.odds)

    def worth(self, measure: Measure) -> float:
        """What it is worth by a measure."""
        return measure(self.outlook) * self.alone.weight

    def is_spoilt(self, measure: Measure) -> bool:
        """Whether it is worth less than alone, or cannot be fought any more."""
        promised = measure(self.alone.outlook) * self.alone.weight
        return not self.is_lawful or self.worth(measure) < promised - SLIGHT


def table_after(field: Field, battles: Sequence[Prospect]) -> Position:
    """The table when the units of some battles have gone to their places."""
    return field.table({unit: name for b in battles for unit, name in b.places.items()})


def fought(door: Door, field: Field, battles: Sequence[Prospect]) -> tuple[Fought, ...]:
    """Some battles as they are answered once all their moves are made: as whoever makes the moves
    will be when he asks for the odds. Where nobody moves they are as they were looked at."""
    if not any(battle.moved for battle in battles):
        return tuple(Fought(battle, battle.odds, battle.outlook) for battle in battles)
    asked = replace(door, position=table_after(field, battles))
    return tuple(_fought(asked, field, battle) for battle in battles)


def _fought(asked: Door, field: Field, battle: Prospect) -> Fought:
    try:
        odds = asked.odds(battle.targets, battle.odds.attackers)
    except QuestionError as error:
        why = Reason("", str(error))
        odds = replace(battle.odds, possible=False, results={}, chances={}, because=(why,))
    return Fought(battle, odds, _looked(field, asked.position, battle, odds))


def bars(
    field: Field,
    battles: Sequence[Prospect],
    choice: Choice,
    spoilt: Sequence[Fought],
    measure: Measure,
) -> Iterator[Crowd]:
    """What keeps some battles of a choice from being spoilt again: the unit whose move spoils one
    moves for none beside it; one that is worth nothing any more, and that no single battle's moves
    spoil, is not fought."""
    numbers = {id(battle): number for number, battle in enumerate(battles)}
    staying = _Staying(field, choice, measure)
    for one in spoilt:
        number, blamed = numbers[id(one.alone)], staying.to_blame(one)
        for unit in blamed:
            moving = {n for n, battle in enumerate(battles) if unit in battle.moved}
            yield Crowd(frozenset({number, *moving}), 1)
        if not blamed and (not one.is_lawful or one.worth(measure) <= 0):
            yield Crowd(frozenset({number}), 0)


@dataclass
class _Staying:
    """A choice of battles as they would be if some of its units stayed where they are; each such
    table is made once, because its lines of supply are found anew."""

    field: Field
    choice: Choice
    measure: Measure
    tables: dict[frozenset[str], Position] = dataclasses.field(default_factory=dict)

    def to_blame(self, one: Fought) -> list[str]:
        """The units without whose moves a spoilt battle is worth more: those of other battles whose
        moves spoil it, one by one if one alone does, else all that move for such a battle."""
        found: list[str] = []
        for battle in self.choice.battles:
            if battle is one.alone or not battle.moved or not self._betters(one, battle.moved):
                continue
            units = sorted(battle.moved)
            found += [
                unit for unit in units if len(units) > 1 and self._betters(one, frozenset({unit}))
            ] or units
        return found

    def _betters(self, one: Fought, staying: frozenset[str]) -> bool:
        odds = self.field.allowed(
            self._table(staying), one.alone.odds.target, one.alone.odds.attackers
        )
        if odds is None:
            return False
        look = _looked(self.field, self._table(staying), one.alone, odds)
        worth = self.measure(look) * one.alone.weight
        return not one.is_lawful or worth > one.worth(self.measure) + SLIGHT

    def _table(self, staying: frozenset[str]) -> Position:
        if staying not in self.tables:
            places = {
                unit: name
                for battle in self.choice.battles
                for unit, name in battle.places.items()
                if unit not in staying
            }
            self.tables[staying] = self.field.table(places)
        return self.tables[staying]


def _looked(field: Field, table: Position, battle: Prospect, odds: Odds) -> Outlook:
    """What odds promise on a table, with what the attackers lost on their way."""
    look = outlook(field.rules, table, odds) if odds.possible else Outlook()
    return replace(look, losses=look.losses + field.wear(battle.places))


def differences(field: Field, battles: Sequence[Fought]) -> Iterator[str]:
    """Of which battles the odds are others than alone, and why."""
    changed = [one for one in battles if one.differs or not one.is_lawful]
    if not changed:
        return
    after = _supplied(field, table_after(field, [one.alone for one in battles]))
    for one in changed:
        before = _supplied(field, table_after(field, [one.alone]))
        whys = [*_whys(field, one, before, after)]
        target = [AsWritten(name) for name in one.alone.targets]
        if not one.is_lawful:
            yield Saying(NO_ATTACK, hex=target, why=whys)
            continue
        told = {"now": _forces(one.odds), "was": _forces(one.alone.odds)}
        rules = sorted({line.rule for line in _changed(one)} - {""})
        template = OTHER_ODDS_BY if rules else OTHER_ODDS
        named = {"rules": [*map(AsWritten, rules)]} if rules else {}
        yield Saying(template, hex=target, why=whys, **told, **named)


def _whys(
    field: Field, one: Fought, before: Mapping[str, bool], after: Mapping[str, bool]
) -> Iterator[str]:
    """Why the odds of a battle are others: whose supply is another, else what of the ledger is."""
    by_id = field.position.by_id
    if not one.odds.possible:
        yield from (why.text for why in one.odds.because[:1])
        return
    if missing := sorted(one.alone.units - {*one.odds.attackers}):
        yield _of_units(KEPT_OUT, [by_id[id_] for id_ in missing])
        return
    units = [by_id[id_] for id_ in (*one.odds.attackers, *one.odds.defenders)]
    turned = {
        template: [u for u in units if before.get(u.id) is not now and after.get(u.id) is now]
        for template, now in ((CUT_OFF, False), (FED, True))
    }
    if any(turned.values()):
        yield from (_of_units(template, which) for template, which in turned.items() if which)
        return
    lines = [*dict.fromkeys(line.what for line in _changed(one))]
    yield Saying(COUNTS, lines=lines) if lines else FORCES


def _of_units(template: str, units: Sequence[Unit]) -> Saying:
    return Saying(template, units=[*units], n=len(units))


def _changed(one: Fought) -> list[LedgerLine]:
    """The lines of one of both ledgers alone."""
    now, was = one.odds.steps, one.alone.odds.steps
    return [line for line in was if line not in now] + [line for line in now if line not in was]


def _supplied(field: Field, table: Position) -> dict[str, bool]:
    return {found.id: is_supplied(found) for found in field.rules.supply(table).units}


def _seen(odds: Odds) -> tuple[object, ...]:
    """What a reader of the plan sees of the odds."""
    return odds.column, odds.attack, odds.defence, odds.chances


def _forces(odds: Odds) -> Saying:
    """The forces and the column of a battle."""
    column = AsWritten(column_word(odds.column or "–"))
    return Saying("{n:g} : {m:g}, {column}", n=odds.attack, m=odds.defence, column=column)
