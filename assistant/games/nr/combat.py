"""Odds (10.5, 10.6.4), what results become, all battles, who is obliged to fight (10.1, 10.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from assistant.games.nr import cards, losses
from assistant.games.nr.battle import Battle, choices_of, objections, part_bar, target_limit
from assistant.games.nr.readings import of_battle
from assistant.games.nr.shifts import all_shifts, terrain_counts, terrain_hex
from assistant.games.nr.situation import Situation
from assistant.games.nr.units import AXIS, SOVIET, enemy_of, is_fort, type_of
from assistant.games.nr.weather import effect
from assistant.kernel.chances import chances
from assistant.kernel.ledger import Modifier, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table as ResultsTable

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
    return (2 if early else 1) if unit.side == AXIS else (1 if early else 2)


@rule("10.5.3", "10.6.4")
def initial_column(columns: Sequence[str], attack: int, defence: int) -> int | None:
    """The index of the highest column not above the odds; None if even the first is above."""
    if defence <= 0:
        return len(columns) - 1 if attack > 0 else None
    odds = Fraction(attack, defence)
    reached = [i for i, column in enumerate(columns) if _value(column) <= odds]
    return reached[-1] if reached else None


def _value(column: str) -> Fraction:
    attack, _, defence = column.partition(":")
    return Fraction(int(attack), int(defence))


@rule("10.6.4")
def final_column(columns: Sequence[str], initial: int | None, shift: int) -> int | None:
    """The column after the net shift, at most the last; None is the automatic counterattack."""
    if initial is None or initial + shift < 0:
        return None
    return min(initial + shift, len(columns) - 1)


@rule("10.5.5", "13.1")
def table_of(battle: Battle) -> str:
    """Each side reads its own table; in Snow and Long Winter the Axis reads the Soviet one."""
    if battle.side != AXIS:
        return battle.side
    if battle.choices.counterattack and not battle.situation.option("snow-counterattack"):
        return AXIS
    return effect(battle.situation.position, "axis-table")


@rule("10.7.4", "14.11")
def converted(battle: Battle) -> dict[str, str]:
    """Results that become others because a fort or a Volkssturm unit is in the target hex."""
    kinds = {"fort" if is_fort(u) else type_of(u) for u in battle.in_targets}
    if "fort" in kinds:
        return {"DR": "-", "DS": "EX", "DD": "losses without retreat"}
    return {"DR": "-"} if "volkssturm" in kinds else {}


def odds(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], options: Options
) -> Odds:
    """One battle in full; without attackers, all units that may take part."""
    hexes = tuple(targets)
    battle = Battle(situation, hexes, tuple(named), choices_of(options, hexes))
    return fought(battle if named else with_all_attackers(battle))


def with_all_attackers(battle: Battle) -> Battle:
    """The battle with every unit of the attacking side that may take part in it."""
    side = battle.side
    able = (u for u in battle.situation.units if u.side == side and part_bar(battle, u) is None)
    return Battle(battle.situation, battle.targets, tuple(able), battle.choices)


def fought(battle: Battle) -> Odds:
    """The answer for a battle whose attackers are known."""
    return _told(Reckoning(battle))


@dataclass(frozen=True)
class Reckoning:
    """A battle worked out step by step (10.5)."""

    battle: Battle

    @cached_property
    def against(self) -> list[Reason]:
        """Why the battle may not be fought."""
        return objections(self.battle)

    @cached_property
    def attack(self) -> int:
        return total(self.battle.situation, self.battle.attackers, self.battle.choices.attack)

    @cached_property
    def defence(self) -> int:
        return total(self.battle.situation, self.battle.defenders, self.battle.choices.defence)

    @cached_property
    def place(self) -> str:
        """The target hex whose terrain counts."""
        return terrain_hex(self.battle)

    @cached_property
    def shifts(self) -> list[Modifier]:
        return all_shifts(self.battle, self.place) if self.battle.attackers else []

    @cached_property
    def results_table(self) -> ResultsTable:
        return self.battle.situation.game.tables[table_of(self.battle)]

    @cached_property
    def initial(self) -> int | None:
        """The index of the column before shifts."""
        columns = self.results_table.columns
        return None if self.against else initial_column(columns, self.attack, self.defence)

    @cached_property
    def column(self) -> str | None:
        """The final column; None if the battle may not be fought."""
        if self.against:
            return None
        columns = self.results_table.columns
        final = final_column(columns, self.initial, net(self.shifts))
        return AUTO if final is None else columns[final]

    @cached_property
    def results(self) -> dict[str, str]:
        """The result of each roll."""
        if self.column is None:
            return {}
        if self.column == AUTO:
            return dict.fromkeys(DICE, "CA")
        return dict(self.results_table.column(self.column))


@rule("10.5.1", "10.4")
def strengths(situation: Situation, units: Sequence[Unit], added: int) -> list[int]:
    """The strength of each unit's face that is up. Points added by the question are all that are
    added; if it names none, the Support markers on the units count."""
    return [u.face("strength") + (0 if added else local_support(situation, u)) for u in units]


def total(situation: Situation, units: Sequence[Unit], added: int) -> int:
    """The strength of units together with what the question adds, never below nothing."""
    return max(0, sum(strengths(situation, units, added)) + added)


def _told(found: Reckoning) -> Odds:
    battle = found.battle
    return Odds(
        target=",".join(battle.targets),
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=found.attack,
        defence=found.defence,
        steps=tuple(_ledger(found)),
        shift=net(found.shifts),
        column=found.column,
        possible=not found.against,
        results=found.results,
        chances=chances(found.results),
        stand_in=_stand_in(found),
        because=tuple(found.against or _notes(found)),
        offers=() if found.against else _offers(battle),
        extra=_extra(found),
    )


def _ledger(found: Reckoning) -> Iterator[LedgerLine]:
    battle, columns = found.battle, found.results_table.columns
    yield _sum(battle.situation, "attack", battle.attackers, battle.choices.attack, found.attack)
    yield _sum(battle.situation, "defence", battle.defenders, battle.choices.defence, found.defence)
    for shift in found.shifts:
        yield shift.line()
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
    text = found.column + (" (highest column)" if capped else "")
    yield LedgerLine("final column", text, "10.5.4")


def _sum(
    situation: Situation, what: str, units: Sequence[Unit], added: int, result: int
) -> LedgerLine:
    parts = [str(strength) for strength in strengths(situation, units, added)]
    parts += [Saying("added {n:+d}", n=added)] if added else []
    sum_of = f"{' + '.join(parts)} = " if len(parts) > 1 else ""
    return LedgerLine(what, f"{sum_of}{result}", "10.5.1")


def _stand_in(found: Reckoning) -> bool:
    battle = found.battle
    if battle.situation.stand_ins or any(shift.stand_in for shift in found.shifts):
        return True
    if any(unit.stand_in for unit in (*battle.attackers, *battle.defenders)):
        return True
    if found.column is None or found.column == AUTO:
        return False
    return found.results_table.stand_in(found.column)


@rule("10.7.2", "10.7.3", "10.1.2", "13.1")
def _notes(found: Reckoning) -> list[Reason]:
    """What does not count in this battle and why."""
    battle, notes = found.battle, []
    if battle.choices.counterattack:
        notes.append(Reason("10.7.2", "A counterattack: no terrain shifts."))
    elif not terrain_counts(battle, found.place):
        notes.append(Reason("10.7.3", "A Counterblow: the defender's terrain gives no shift."))
    if battle.choices.support and not any(s.rule == "10.6.2" for s in found.shifts):
        notes.append(Reason("10.6.2", "All attackers are out of supply: no support marker helps."))
    if len(battle.targets) > 1 and not battle.choices.terrain:
        text = Saying(
            "The defender chooses the hex whose terrain counts; {hex} is best for him.",
            hex=found.place,
        )
        notes.append(Reason("10.6.1", text))
    for unit in battle.bystanders:
        number = "10.7.2" if battle.choices.counterattack else "10.1.2"
        notes.append(Reason(number, "{unit} is uninvolved and shares only a retreat.", unit=unit))
    if battle.situation.active and battle.situation.stage != "combat":
        notes.append(Reason("10.0", "A plan: no battle is fought in this phase."))
    return notes


def _offers(battle: Battle) -> tuple[Offer, ...]:
    supplied = not all("oos" in unit.markers for unit in battle.attackers)
    return cards.battle_offers(battle.side, battle.choices.support, supplied)


def _extra(found: Reckoning) -> dict[str, Any]:
    battle, situation = found.battle, found.battle.situation
    columns = found.results_table.columns
    extra: dict[str, Any] = {
        "initial": None if found.initial is None else columns[found.initial],
        "table": found.results_table.name,
        "weather": situation.weather,
        "counterblow": not battle.choices.counterattack and battle.forced,
        "counterattack": battle.choices.counterattack,
        "uninvolved": [unit.id for unit in battle.bystanders],
        "converted": converted(battle),
        "cards": cards.battle_cards(battle.side),
        "exchange": {
            "attacker": losses.exchange(situation, battle.attackers, True),
            "defender": losses.exchange(situation, battle.defenders, False),
        },
    }
    if len(battle.targets) > 1:
        extra["terrain"] = found.place
        extra["terrain_choices"] = {h: net(all_shifts(battle, h)) for h in battle.targets}
    extra |= situation.readings(of_battle(battle))
    stand_ins = list(_stand_ins(found))
    return extra | ({"stand_ins": stand_ins} if stand_ins else {})


def _stand_ins(found: Reckoning) -> Iterator[str]:
    """What is ours in this answer besides the results situation."""
    yield from found.battle.situation.stand_ins
    yield from (shift.what for shift in found.shifts if shift.stand_in)
    units = (*found.battle.attackers, *found.battle.defenders)
    yield from (Saying("values of {unit}", unit=unit) for unit in units if unit.stand_in)


@rule("10.0", "10.1")
def possible_battles(situation: Situation, side: str) -> Iterator[Odds]:
    """For each enemy hex next to the side's units the attack of all that may take part."""
    for place in sorted(situation.held[enemy_of(side)]):
        battle = with_all_attackers(Battle(situation, (place,), ()))
        if battle.attackers and battle.side == side:
            answer = fought(battle)
            if answer.possible:
                yield answer


def attacks(situation: Situation) -> Attacks:
    """Every hex that can be attacked now, best odds first, with the hexes that must be."""
    sides = (situation.active,) if situation.active else (AXIS, SOVIET)
    found = [answer for side in sides for answer in possible_battles(situation, side)]
    columns = situation.game.tables[AXIS].columns
    found.sort(key=lambda a: (-_rank(columns, a), -a.attack / max(a.defence, 0.5), a.target))
    extra = {
        "obliged": [duty for side in sides for duty in obligations(situation, side)],
        "targets": {side: _limit(situation, side) for side in sides},
        "combined": "Several target hexes may be one battle if all attackers touch all of them.",
    }
    return Attacks(tuple(found), extra)


def _rank(columns: tuple[str, ...], answer: Odds) -> int:
    return columns.index(answer.column) if answer.column in columns else -1


def _limit(situation: Situation, side: str) -> dict[str, Any]:
    most, number = target_limit(situation, side)
    placed = sum(situation.marked(place, "target") for place in situation.held[enemy_of(side)])
    return {"most": most, "placed": placed, "rule": number}


@rule("10.2", "10.3.1", "10.7", "10.7.3")
def obligations(situation: Situation, side: str) -> list[dict[str, Any]]:
    """Marked hexes next to the Active side's units, which must be attacked, and who may do it; a
    Counterblow that nobody touches is void. Since one unit may take on several hexes in one battle,
    every hex that somebody can attack can be covered."""
    duties = []
    for place in sorted(situation.held[enemy_of(side)]):
        for marker in ("counterblow", "target"):
            if not situation.marked(place, marker):
                continue
            battle = Battle(situation, (place,), ())
            able = [u.id for u in situation.units if u.side == side and part_bar(battle, u) is None]
            rule_number = "10.2" if able or marker == "target" else "10.7"
            duties.append(
                {
                    "hex": place,
                    "marker": marker,
                    "must": bool(able),
                    "by": able,
                    "rule": rule_number,
                }
            )
            break
    return duties
