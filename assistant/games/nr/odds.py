"""The column shifts of a battle, one function a rule (rules 10.6, 13.1, 14.5 to 14.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.nr.battle import (
    Battle,
    choices_of,
    objections,
    of_battle,
    part_bar,
    target_limit,
)
from assistant.games.nr.retreat import exchange
from assistant.games.nr.situation import (
    Situation,
    effect,
    in_ussr,
    is_clear,
    is_first_snow,
    oil_fallen,
)
from assistant.games.nr.units import (
    AXIS,
    SOVIET,
    enemy_of,
    is_armour,
    is_fort,
    is_plain_infantry,
    is_red_shock,
    is_ss_grenadier,
    is_ss_panzer,
    nationality,
    type_of,
)
from assistant.kernel.chances import chances
from assistant.kernel.combat import ratio_column
from assistant.kernel.ledger import PLAIN, Modifier, gives, lines_of, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table as ResultsTable


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
    if battle.side == SOVIET and is_first_snow(battle.situation.position):
        return shift("Shock! on the first Snow turn", 2, "10.6.2")
    return shift("Blitz!" if battle.side == AXIS else "Shock!", 1, "10.6.2")


@rule("10.6.3", "13.1", "13.5", "14.3", "14.5", "6.5.4")
def armour_bonus(battle: Battle, place: str) -> Modifier | None:
    """One column, once: SS Panzer always; other supplied armour against plain infantry in a Clear
    hex in Clear or Snow weather; no German armour but the SS after the oil fields have fallen."""
    situation = battle.situation
    if any(is_ss_panzer(u) and _may_use_ss(battle, u) for u in battle.attackers):
        return shift("SS Panzer", 1, "14.5")
    if not any(_brings_bonus(battle, unit) for unit in battle.attackers):
        return None
    if effect(situation.position, "armour-bonus") != "yes":
        return None
    if not all(is_plain_infantry(situation.position, unit) for unit in battle.defenders):
        return None
    hexes = battle.targets if situation.option("armour-bonus-hex") == "all" else (place,)
    if not all(is_clear(situation.board, target) for target in hexes):
        return None
    return shift("armour bonus", 1, "10.6.3")


def _may_use_ss(battle: Battle, unit: Unit) -> bool:
    return "oos" not in unit.markers or bool(battle.situation.option("ss-panzer-oos"))


def _brings_bonus(battle: Battle, unit: Unit) -> bool:
    """Whether this unit's tanks count at all: armour, supplied, not grounded for want of oil."""
    if not is_armour(unit) or "oos" in unit.markers or is_ss_panzer(unit):
        return False
    return not (nationality(unit) == "german" and oil_fallen(battle.situation.position))


@gives("Shock army", 1, "14.7", effect=PLAIN)
def shock_army(battle: Battle, place: str) -> int:
    """A Soviet Shock army, red face up, that attacks: one column in any terrain and weather."""
    armies = sum(is_red_shock(unit) for unit in battle.attackers)
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
    if effect(battle.situation.position, "rivers") != "yes":
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
    columns = int(effect(situation.position, "winter"))
    if battle.side != AXIS or not columns:
        return None
    if battle.choices.counterattack and not situation.option("snow-counterattack"):
        return None
    if all(nationality(unit) == "finnish" for unit in battle.attackers):
        return None
    if not any(in_ussr(situation.board, target) for target in battle.targets):
        return None
    if situation.turn == 5:
        return shift("Axis in the Soviet winter, turn 5", 2 * columns, "13.5")
    return shift("Axis in the Soviet winter", columns, "13.1")


@gives("SS Grenadier defends", -1, "14.6", effect=PLAIN)
def ss_grenadiers(battle: Battle, place: str) -> bool:
    """One column to the left if the SS Grenadiers are among the defenders."""
    return any(is_ss_grenadier(unit) for unit in battle.defenders)


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


@rule("10.6.1")
def terrain_hex(battle: Battle) -> str:
    """The target hex whose terrain counts: the defender's choice, or, until he makes it, the one
    that is best for him."""
    if battle.choices.terrain:
        return battle.choices.terrain
    return min(battle.targets, key=lambda place: (net(all_shifts(battle, place)), place))


BATTLE_CARDS = {
    AXIS: ["Erich von Manstein doubles one German unit (enter what it adds as attack or defence)."],
    SOVIET: ["Heroes of the Soviet Union has the die rolled again."],
}
"""The cards of each side that the rulebook names for battles."""


@rule("5.0", "10.8.1")
def advance_limit(limit: int, played: Iterable[str]) -> int:
    """Cards apply in the order played: General Staff lets advances go one hex further, Rasputitsa
    holds them to one."""
    for card in played:
        limit = 1 if card == "rasputitsa" else limit + 1 if card == "general-staff" else limit
    return limit


@rule("5.3", "10.5", "10.6.2")
def battle_offers(side: str, support_used: bool, support_allowed: bool) -> tuple[Offer, ...]:
    """Commitments still open before the die: the attacker's support marker and one event card, then
    one card of the defender."""
    text = "net columns of the attacker's event card and then the defender's, by their own texts"
    cards = (
        Offer("shift=N", text, "5.3"),
        Offer("attack=N", "strength that a card adds to the attack", "5.3"),
        Offer("defence=N", "strength that a card adds to the defence", "5.3"),
    )
    if support_used or not support_allowed:
        return cards
    marker = "Blitz!" if side == AXIS else "Shock!"
    left = Saying("{marker} marker, if one is left this turn", marker=marker)
    return (Offer("support=1", left, "10.6.2"), *cards)


@rule("5.3")
def battle_cards(side: str) -> dict[str, list[str]]:
    """The cards named in the rules that attacker and defender might hold."""
    return {"attacker": BATTLE_CARDS[side], "defender": BATTLE_CARDS[enemy_of(side)]}


@rule("5.0", "10.8.1", "10.8.2")
def advance_offers() -> list[str]:
    """The cards that the rulebook names for advances."""
    return [
        "General Staff (Axis): one hex further for all attackers.",
        "Rasputitsa (Soviet): one hex at most; of both, the card played last has the last word.",
    ]


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
    if defence <= 0 and attack <= 0:
        return None
    place = ratio_column(columns, attack, defence)
    return None if place < 0 else place


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
    able = able_to_attack(battle, battle.side)
    return Battle(battle.situation, battle.targets, able, battle.choices)


def able_to_attack(battle: Battle, side: str) -> tuple[Unit, ...]:
    """The units of a side that may take part in a battle."""
    units = battle.situation.units
    return tuple(u for u in units if u.side == side and part_bar(battle, u) is None)


def fought(battle: Battle) -> Odds:
    """The answer for a battle whose attackers are known."""
    return _told(Reckoning(battle))


@dataclass(frozen=True)
class Reckoning:
    """A battle worked out step by step (10.5)."""

    battle: Battle

    @cached_property
    def against(self) -> tuple[Reason, ...]:
        """Why the battle may not be fought."""
        return tuple(objections(self.battle))

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
    battle, allowed = found.battle, not found.against
    supplied = not _all_oos(battle)
    leaning = list(_stand_ins(found))
    table = found.results_table
    return Odds(
        target=",".join(battle.targets),
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
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
        offers=battle_offers(battle.side, battle.choices.support, supplied) if allowed else (),
        extra=_extra(found) | ({"stand_ins": leaning} if leaning else {}),
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


@rule("10.7.2", "10.7.3", "10.1.2", "13.1")
def _notes(found: Reckoning) -> Iterator[Reason]:
    """What does not count in this battle and why."""
    battle, choices = found.battle, found.battle.choices
    if choices.counterattack:
        yield Reason("10.7.2", "A counterattack: no terrain shifts.")
    elif not terrain_counts(battle, found.place):
        yield Reason("10.7.3", "A Counterblow: the defender's terrain gives no shift.")
    if choices.support and not any(line.rule == "10.6.2" for line in found.shifts):
        yield Reason("10.6.2", "All attackers are out of supply: no support marker helps.")
    if len(battle.targets) > 1 and not choices.terrain:
        text = "The defender chooses the hex whose terrain counts; {hex} is best for him."
        yield Reason("10.6.1", text, hex=found.place)
    number = "10.7.2" if choices.counterattack else "10.1.2"
    for unit in battle.bystanders:
        yield Reason(number, "{unit} is uninvolved and shares only a retreat.", unit=unit)


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
        "cards": battle_cards(battle.side),
        "exchange": {
            "attacker": exchange(situation, battle.attackers, True),
            "defender": exchange(situation, battle.defenders, False),
        },
    }
    if len(battle.targets) > 1:
        extra["terrain"] = found.place
        extra["terrain_choices"] = {h: net(all_shifts(battle, h)) for h in battle.targets}
    return extra | situation.readings(of_battle(battle))


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
            yield fought(battle)


def attacks(situation: Situation) -> Attacks:
    """Every hex that can be attacked now, best odds first, with the hexes that must be."""
    sides = (situation.active,) if situation.active else (AXIS, SOVIET)
    fought_by = (answer for side in sides for answer in possible_battles(situation, side))
    found = [answer for answer in fought_by if answer.possible]
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
    placed = situation.count_marked("target", enemy_of(side))
    return {"most": most, "placed": placed, "rule": number}


@rule("10.2", "10.3.1", "10.7", "10.7.3")
def obligations(situation: Situation, side: str) -> list[dict[str, Any]]:
    """Marked hexes next to the Active side's units, which must be attacked, and who may do it; a
    Counterblow that nobody touches is void. Since one unit may take on several hexes in one battle,
    every hex that somebody can attack can be covered."""
    duties = []
    for place in sorted(situation.held[enemy_of(side)]):
        marker = next((m for m in ("counterblow", "target") if situation.marked(place, m)), "")
        if marker:
            able = [unit.id for unit in able_to_attack(Battle(situation, (place,), ()), side)]
            number = "10.2" if able or marker == "target" else "10.7"
            duty = {"hex": place, "marker": marker, "must": bool(able), "by": able, "rule": number}
            duties.append(duty)
    return duties
