"""A battle worked out: its column shifts, one function a rule, the column, the answer, the hexes
that must be attacked (rules 10.1 to 10.7, 13.1, 14.5 to 14.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.nr import units
from assistant.games.nr.battle import (
    OPTIONS,
    Battle,
    Choices,
    bar_part,
    choices_of,
    objections,
    of_battle,
    target_limit,
)
from assistant.games.nr.retreat import exchange
from assistant.games.nr.situation import SIDES, Situation
from assistant.games.nr.units import AXIS, SOVIET, enemy_of, nationality, type_of
from assistant.kernel.chances import chances
from assistant.kernel.combat import ratio_column
from assistant.kernel.ledger import PLAIN, Modifier, gives, lines_of, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer, Told
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table
from builder.game.problems import nearest

# Shifts


def shift(what: str, columns: int, number: str, stand_in: bool = False) -> Modifier:
    """Columns to the right (+) or left (-) and where they come from."""
    return Modifier(what, columns, number, PLAIN, stand_in)


def _all_oos(battle: Battle) -> bool:
    return all("oos" in unit.markers for unit in battle.attackers)


@rule("10.6.2", "13.1", "13.3")
def support(battle: Battle, place: str) -> Modifier | None:
    """One Blitz! or Shock! marker gives one column, a Shock! on the first Snow turn two; none if
    all attackers are out of supply."""
    if not battle.choices.support or _all_oos(battle):
        return None
    situation = battle.situation
    first_snow = situation.weather == "snow" and situation.turn == situation.first_snow_turn()
    if battle.side == SOVIET and first_snow:
        return shift("Shock! on the first Snow turn", 2, "10.6.2")
    return shift("Blitz!" if battle.side == AXIS else "Shock!", 1, "10.6.2")


@rule("10.6.3", "13.1", "13.5", "14.3", "14.4", "14.5", "6.5.4")
def armour_bonus(battle: Battle, place: str) -> Modifier | None:
    """One column, once: SS Panzer always; other supplied armour against plain infantry in a Clear
    hex in Clear or Snow weather; no German armour but the SS after the oil fields have fallen."""
    situation = battle.situation
    oos_too = situation.option("ss-panzer-oos")
    if any(units.is_ss_panzer(u) and (oos_too or "oos" not in u.markers) for u in battle.attackers):
        return shift("SS Panzer", 1, "14.5")
    grounded = situation.oil_fallen()
    if not any(
        units.is_armour(unit)
        and not ("oos" in unit.markers or units.is_ss_panzer(unit))
        and not (grounded and nationality(unit) == "german")
        for unit in battle.attackers
    ):
        return None
    types, of = situation.definition.units.types, situation.board.of
    plain = all(types[type_of(u)].values.get("class") == "infantry" for u in battle.defenders)
    hexes = battle.targets if situation.option("armour-bonus-hex") == "all" else (place,)
    clear = all(not of(target) - {"germany"} for target in hexes)
    if not (plain and clear and situation.effect("armour-bonus") == "yes"):
        return None
    return shift("armour bonus", 1, "10.6.3")


@gives("Shock army", 1, "14.7", effect=PLAIN)
def shock_army(battle: Battle, place: str) -> int:
    """A Soviet Shock army, red face up, that attacks: one column in any terrain and weather."""
    armies = sum(units.is_red_shock(unit) for unit in battle.attackers)
    return armies if battle.situation.option("shock-bonus") == "unit" else min(1, armies)


@gives("defender out of supply", 2, "6.5.4", effect=PLAIN)
def against_oos(battle: Battle, place: str) -> int:
    """Two columns against a hex with a unit marked out of supply."""
    hexes = {unit.hex for unit in battle.in_targets if "oos" in unit.markers}
    return len(hexes) if battle.situation.option("oos-shift") == "hex" else min(1, len(hexes))


def terrain_counts(battle: Battle, place: str) -> bool:
    """Whether the hex's terrain counts: not in a Counterblow or a counterattack."""
    return not battle.choices.counterattack and not battle.is_counterblow(place)


@rule("10.6.1", "10.1.2", "10.7.2", "10.7.3")
def terrain(battle: Battle, place: str, kind: str) -> Modifier | None:
    """What one kind of terrain in the defender's hex gives him."""
    feature = battle.situation.definition.terrain[kind]
    columns, ours = int(feature.values.get("shift", 0)), feature.stand_in("shift")
    if not columns or not terrain_counts(battle, place):
        return None
    number = "10.6.1" if ours else feature.provenance("shift")
    return shift(feature.name.lower(), columns, number, ours)


def _hexside(battle: Battle, place: str, kind: str) -> Modifier | None:
    """What a hexside gives if all attack across such ones, counterattacks never, Counterblows only
    by one reading."""
    dropped = battle.situation.option("counterblow-drops-hexsides")
    if battle.choices.counterattack or (dropped and battle.is_counterblow(place)):
        return None
    between = battle.situation.board.between
    if not all(kind in between(unit.hex, place) for unit in battle.attackers):
        return None
    feature = battle.situation.definition.hexside[kind]
    columns, ours = int(feature.values["shift"]), feature.stand_in("shift")
    return shift(feature.name.lower(), columns, "10.6.1", ours)


@rule("10.6.1", "13.1")
def river(battle: Battle, place: str) -> Modifier | None:
    """One column to the left if all attack across rivers, which freeze in Snow and Long Winter."""
    if battle.situation.effect("rivers") != "yes":
        return None
    return _hexside(battle, place, "river")


@rule("10.6.1")
def objective_side(battle: Battle, place: str) -> Modifier | None:
    """One column to the left if all attack across Objective hexsides into the Objective hex."""
    if "objective" not in battle.situation.board.of(place):
        return None
    return _hexside(battle, place, "objective")


@rule("13.1", "13.5")
def winter(battle: Battle, place: str) -> Modifier | None:
    """Axis attacks on Soviets inside the U.S.S.R. lose a column in Snow and Long Winter, two on
    turn 5; an attack of the Finnish army alone loses none."""
    situation = battle.situation
    columns = int(situation.effect("winter"))
    if battle.side != AXIS or not columns:
        return None
    if battle.choices.counterattack and not situation.option("snow-counterattack"):
        return None
    if all(nationality(unit) == "finnish" for unit in battle.attackers):
        return None
    if not any(map(situation.in_ussr, battle.targets)):
        return None
    if situation.turn == 5:
        return shift("Axis in the Soviet winter, turn 5", 2 * columns, "13.5")
    return shift("Axis in the Soviet winter", columns, "13.1")


@gives("SS Grenadier defends", -1, "14.6", effect=PLAIN)
def ss_grenadiers(battle: Battle, place: str) -> bool:
    """One column to the left if the SS Grenadiers are among the defenders."""
    return any(units.is_ss_grenadier(unit) for unit in battle.defenders)


@gives("event cards", 1, "5.3", "10.5", effect=PLAIN)
def cards(battle: Battle, place: str) -> int:
    """Net shifts of event cards, as given."""
    return battle.choices.shift


SHIFTS = (
    support,
    armour_bonus,
    shock_army,
    against_oos,
    river,
    objective_side,
    winter,
    ss_grenadiers,
    cards,
)


@rule("10.5.4", "10.6")
def all_shifts(battle: Battle, place: str) -> list[Modifier]:
    """Every shift of the battle if the terrain of `place` counts; they all add up."""
    kinds = sorted(battle.situation.board.of(place))
    found = (line for kind in kinds if (line := terrain(battle, place, kind)))
    return [*lines_of(SHIFTS, battle, place), *found]


# The column

AUTO = "auto-ca"
DICE = ("1", "2", "3", "4", "5", "6")
LATER_SUPPORT = 11
"""The turn on which the optional Support markers turn over (15.3)."""


@rule("15.3.3")
def local_support(situation: Situation, unit: Unit) -> int:
    """The strength points of the optional Support marker on a unit."""
    if "support" not in unit.markers:
        return 0
    early = situation.turn < LATER_SUPPORT
    return 2 if early == (unit.side == AXIS) else 1


@rule("10.5.1", "10.4")
def strengths(situation: Situation, units: Sequence[Unit], added: int) -> list[int]:
    """The strength of each unit's face that is up. Points added by the question are all that are
    added; if it names none, the Support markers on the units count."""
    return [u.face("strength") + (0 if added else local_support(situation, u)) for u in units]


@dataclass(frozen=True)
class Reckoning(Battle):
    """A battle worked out step by step (10.5)."""

    @cached_property
    def against(self) -> tuple[Reason, ...]:
        """Why the battle may not be fought."""
        return tuple(objections(self))

    @cached_property
    def attack(self) -> int:
        return self._total(self.attackers, self.choices.attack)

    @cached_property
    def defence(self) -> int:
        return self._total(self.defenders, self.choices.defence)

    def _total(self, units: Sequence[Unit], added: int) -> int:
        """The strength of units together with what the question adds, never below nothing."""
        return max(0, sum(strengths(self.situation, units, added)) + added)

    @cached_property
    @rule("10.6.1")
    def place(self) -> str:
        """The target hex whose terrain counts: the defender's choice, or, until he makes it, the
        one that is best for him."""
        if self.choices.terrain:
            return self.choices.terrain
        return min(self.targets, key=lambda place: (net(all_shifts(self, place)), place))

    @cached_property
    def shifts(self) -> list[Modifier]:
        return all_shifts(self, self.place) if self.attackers else []

    @cached_property
    @rule("10.5.5", "13.1")
    def table(self) -> Table:
        """Each side reads its own table; in Snow and Long Winter the Axis reads the Soviet one."""
        situation, name = self.situation, self.side
        exempt = self.choices.counterattack and not situation.option("snow-counterattack")
        if self.side == AXIS and not exempt:
            name = situation.effect("axis-table")
        return situation.game.tables[name]

    @cached_property
    @rule("10.5.3", "10.6.4")
    def initial(self) -> int | None:
        """The highest column not above the odds; None if even the first is above."""
        if self.against or self.attack <= 0 >= self.defence:
            return None
        place = ratio_column(self.table.columns, self.attack, self.defence)
        return None if place < 0 else place

    @cached_property
    @rule("10.6.4")
    def column(self) -> str | None:
        """The column after the net shift, at most the last, or the automatic counterattack; None if
        the battle may not be fought."""
        if self.against:
            return None
        if self.initial is None or self.initial + net(self.shifts) < 0:
            return AUTO
        columns = self.table.columns
        return columns[min(self.initial + net(self.shifts), len(columns) - 1)]

    @cached_property
    def results(self) -> dict[str, str]:
        """The result of each roll."""
        if self.column is None:
            return {}
        automatic = self.column == AUTO
        return dict.fromkeys(DICE, "CA") if automatic else dict(self.table.column(self.column))


# One battle


def odds(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], options: Options
) -> Odds:
    """One battle in full; without attackers, all units that may take part."""
    hexes = tuple(targets)
    choices = choices_of(options, hexes)
    if named:
        return fought(without_strangers(Reckoning(situation, hexes, tuple(named), choices)))
    return fought(without_strangers(with_all_attackers(situation, hexes, choices)))


@rule("10.4", "10.7.2")
def without_strangers(found: Reckoning) -> Reckoning:
    """The same battle; QuestionError where units that stand aside are not in the hexes attacked, or
    it is no counterattack, in which alone some may."""
    names, there = found.choices.uninvolved, {unit.id for unit in found.in_targets}
    if names and not found.choices.counterattack:
        text = "uninvolved: all units of a hex defend together except in a counterattack; {remedy}"
        raise QuestionError(text, remedy="add counterattack=1, or leave it out.")
    for name in names:
        if name not in there:
            text = "uninvolved={word}: no unit of that id stands in {hexes:or}. {remedy}"
            remedy = nearest(name, sorted(there))
            raise QuestionError(text, word=name, hexes=found.targets, remedy=remedy)
    return found


def with_all_attackers(
    situation: Situation, targets: tuple[str, ...], choices: Choices
) -> Reckoning:
    """The battle with every unit of the attacking side that may take part in it."""
    empty = Battle(situation, targets, (), choices)
    return Reckoning(situation, targets, able_to_attack(empty, empty.side), choices)


def able_to_attack(battle: Battle, side: str) -> tuple[Unit, ...]:
    """The units of a side that may take part in a battle."""
    return tuple(u for u in battle.situation.of_side(side) if bar_part(battle, u) is None)


def fought(found: Reckoning) -> Odds:
    """The answer for a battle whose attackers are known."""
    leaning, table, allowed = list(_stand_ins(found)), found.table, not found.against
    return Odds(
        target=",".join(found.targets),
        attackers=tuple(unit.id for unit in found.attackers),
        defenders=tuple(unit.id for unit in found.defenders),
        attack=found.attack,
        defence=found.defence,
        steps=tuple(_ledger(found)),
        shift=net(found.shifts),
        column=found.column,
        possible=allowed,
        results=found.results,
        chances=chances(found.results),
        stand_in=bool(leaning) or (found.column in table.columns and table.stand_in(found.column)),
        because=found.against or tuple(_notes(found)),
        offers=tuple(offers(found)) if allowed else (),
        extra=_extra(found) | ({"stand_ins": leaning} if leaning else {}),
    )


def _ledger(found: Reckoning) -> Iterator[LedgerLine]:
    columns = found.table.columns
    yield _sum(found, "attack", found.attackers, found.choices.attack, found.attack)
    yield _sum(found, "defence", found.defenders, found.choices.defence, found.defence)
    yield from (shift.line() for shift in found.shifts)
    if found.column is None:
        return
    if found.initial is None:
        yield LedgerLine("below 1:3", "automatic CA, no shift helps", "10.6.4")
        return
    yield LedgerLine("initial column", columns[found.initial], "10.5.3")
    if found.column == AUTO:
        yield LedgerLine("final column below 1:3", "automatic CA", "10.6.4")
        return
    capped = found.initial + net(found.shifts) > len(columns) - 1
    text = Saying("{column} (highest column)", column=found.column) if capped else found.column
    yield LedgerLine("final column", text, "10.5.4")


def _sum(found: Reckoning, what: str, units: Sequence[Unit], added: int, result: int) -> LedgerLine:
    parts: list[object] = [*strengths(found.situation, units, added)]
    parts += [Saying("added {n:+d}", n=added)] if added else []
    text = "{parts:+} = {n}" if len(parts) > 1 else "{n}"
    return LedgerLine(what, Saying(text, parts=parts, n=result), "10.5.1")


@rule("10.7.2", "10.7.3", "10.1.2", "13.1")
def _notes(found: Reckoning) -> Iterator[Reason]:
    """What does not count in this battle and why."""
    choices = found.choices
    if choices.counterattack:
        yield Reason("10.7.2", "A counterattack: no terrain shifts.")
    elif not terrain_counts(found, found.place):
        yield Reason("10.7.3", "A Counterblow: the defender's terrain gives no shift.")
    if choices.support and not any(line.rule == "10.6.2" for line in found.shifts):
        yield Reason("10.6.2", "All attackers are out of supply: no support marker helps.")
    if len(found.targets) > 1 and not choices.terrain:
        text = "The defender chooses the hex whose terrain counts; {hex} is best for him."
        yield Reason("10.6.1", text, hex=found.place)
    number = "10.7.2" if choices.counterattack else "10.1.2"
    for unit in found.bystanders:
        yield Reason(number, "{unit} is uninvolved and shares only a retreat.", unit=unit)


@rule("5.3", "10.5", "10.6.2")
def offers(found: Reckoning) -> Iterator[Offer]:
    """Commitments still open before the die: the attacker's support marker and one event card, then
    one card of the defender."""
    if not found.choices.support and not _all_oos(found):
        marker = "Blitz!" if found.side == AXIS else "Shock!"
        left = Saying("{marker} marker, if one is left this turn", marker=marker)
        yield Offer("support=1", left, "10.6.2", found.side)
    text = "net columns of the attacker's event card and then the defender's, by their own texts"
    most = OPTIONS.kinds["signed"]["shift"]
    yield Offer("shift=N", text, "5.3", None, -most, most)
    text = "strength that a card adds to the attack"
    yield Offer("attack=N", text, "5.3", found.side, -most, most)
    text = "strength that a card adds to the defence"
    yield Offer("defence=N", text, "5.3", enemy_of(found.side), -most, most)


BATTLE_CARDS = {
    AXIS: ["Erich von Manstein doubles one German unit (enter what it adds as attack or defence)."],
    SOVIET: ["Heroes of the Soviet Union has the die rolled again."],
}
"""The cards of each side that the rulebook names for battles."""


@rule("10.7.4", "14.11")
def converted(battle: Battle) -> dict[str, str]:
    """Results that become others because a fort or a Volkssturm unit is in the target hex."""
    kinds = {"fort" if units.is_fort(u) else type_of(u) for u in battle.in_targets}
    if "fort" in kinds:
        return {"DR": "-", "DS": "EX", "DD": "losses without retreat"}
    return {"DR": "-"} if "volkssturm" in kinds else {}


def _extra(found: Reckoning) -> dict[str, Any]:
    situation, columns = found.situation, found.table.columns
    extra: dict[str, Any] = {
        "initial": None if found.initial is None else columns[found.initial],
        "table": found.table.name,
        "weather": situation.weather,
        "counterblow": not found.choices.counterattack and found.forced,
        "counterattack": found.choices.counterattack,
        "uninvolved": [unit.id for unit in found.bystanders],
        "converted": converted(found),
        "cards": {
            "attacker": BATTLE_CARDS[found.side],
            "defender": BATTLE_CARDS[enemy_of(found.side)],
        },
        "exchange": {
            "attacker": exchange(situation, found.attackers, True),
            "defender": exchange(situation, found.defenders, False),
        },
    }
    if len(found.targets) > 1:
        extra["terrain"] = found.place
        extra["terrain_choices"] = {h: net(all_shifts(found, h)) for h in found.targets}
    return extra | situation.readings(of_battle(found))


def _stand_ins(found: Reckoning) -> Iterator[str]:
    """What is ours in this answer besides the results table."""
    yield from found.situation.stand_ins
    yield from (shift.what for shift in found.shifts if shift.stand_in)
    fighting = (*found.attackers, *found.defenders)
    yield from (Saying("values of {unit}", unit=unit) for unit in fighting if unit.stand_in)


# All attacks


@rule("10.0", "10.1")
def possible_battles(situation: Situation, side: str) -> Iterator[Odds]:
    """For each enemy hex next to the side's units the attack of all that may take part."""
    for place in sorted(situation.held[enemy_of(side)]):
        battle = with_all_attackers(situation, (place,), Choices())
        if battle.attackers and battle.side == side:
            yield fought(battle)


def attacks(situation: Situation) -> Attacks:
    """Every hex that can be attacked now, best odds first, with the hexes that must be."""
    sides = (situation.active,) if situation.active else SIDES
    fought_by = (answer for side in sides for answer in possible_battles(situation, side))
    columns = situation.game.tables[AXIS].columns

    def rank(answer: Odds) -> tuple[float, float, str]:
        column = columns.index(answer.column) if answer.column in columns else -1
        return -column, -answer.attack / max(answer.defence, 0.5), answer.target

    extra = {
        "obliged": [duty for side in sides for duty in obligations(situation, side)],
        "targets": {side: _limit(situation, side) for side in sides},
        "combined": "Several target hexes may be one battle if all attackers touch all of them.",
    }
    possible = (answer for answer in fought_by if answer.possible)
    return Attacks(tuple(sorted(possible, key=rank)), extra)


@dataclass(frozen=True)
class TargetLimit(Told):
    """How many Target markers a side may place at most, how many it has placed, by which rule."""

    most: int
    placed: int
    rule: str


def _limit(situation: Situation, side: str) -> TargetLimit:
    most, number = target_limit(situation, side)
    return TargetLimit(most, situation.count_marked("target", enemy_of(side)), number)


@dataclass(frozen=True)
class Obligation:
    """A marked hex next to the Active side's units, whether it must be attacked, and by whom it
    may be."""

    hex: str
    marker: str
    must: bool
    by: tuple[str, ...]
    rule: str


@rule("10.2", "10.3.1", "10.7", "10.7.3")
def obligations(situation: Situation, side: str) -> Iterator[Obligation]:
    """Marked hexes must be attacked; a Counterblow that nobody touches is void. Since one unit may
    take on several hexes in one battle, every hex that somebody can attack can be covered."""
    for place in sorted(situation.held[enemy_of(side)]):
        marker = next((m for m in ("counterblow", "target") if situation.marked(place, m)), "")
        if marker:
            able = able_to_attack(Battle(situation, (place,), ()), side)
            number = "10.2" if able or marker == "target" else "10.7"
            yield Obligation(place, marker, bool(able), tuple(u.id for u in able), number)
