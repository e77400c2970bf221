"""The answer for one combat: ledger, column, modifiers, chances, and every doubt about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis.artillery import may_not_fire, named
from assistant.games.uis.assaults import DISENGAGEMENT, MARCH, SINGLE_ECHELON
from assistant.games.uis.attacking import forbidden, is_airfield_attack
from assistant.games.uis.battle import Battle, Declared
from assistant.games.uis.calendar import in_force
from assistant.games.uis.charts import action
from assistant.games.uis.defences import active_defence_refused, airmobile_refused
from assistant.games.uis.electronics import electronics_refused, jams
from assistant.games.uis.ground import is_city
from assistant.games.uis.modifiers import Modifiers
from assistant.games.uis.ratio import (
    COLUMNS,
    Column,
    column,
    concentric_shift,
    odds_name,
    ratio,
    within,
)
from assistant.games.uis.rationing import refused as rationing_refused
from assistant.games.uis.readings import readings
from assistant.games.uis.results import (
    RESULTS,
    attacker_losses,
    cell_chances,
    cell_of,
    read_cell,
    stopping_results,
)
from assistant.games.uis.situation import Situation
from assistant.games.uis.strength import Strengths
from assistant.games.uis.units import SPECIAL_FORCES, contingency, is_combat
from assistant.position import Unit
from assistant.rules.answers import LedgerLine, Odds
from assistant.rules.questions import QuestionError
from assistant.rules.rulebook import Reason, rule

HELD_BY_NOBODY = Reason("9.6.6", "No enemy can hold the unit: it leaves without a roll.")
NO_DEFENCE = Reason(
    "9.0.5", "Support units without any defence: no combat, they are gone once the points are paid."
)
MAY_RETIRE = Reason("9.0.7", "Special Forces attacked alone may retire before the combat.")


@dataclass(frozen=True)
class Reckoning:
    """A combat worked out."""

    battle: Battle

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        return tuple(forbidden(self.battle))

    @cached_property
    def strengths(self) -> Strengths:
        return Strengths(self.battle)

    @cached_property
    @rule("9.0.5", "9.0.6", "9.6.6", "9.6.7")
    def automatic(self) -> Reason | None:
        """Combats without a die: nobody holds the unit that leaves, or nothing defends."""
        battle = self.battle
        if battle.is_disengagement:
            return None if battle.attackers else HELD_BY_NOBODY
        defended = battle.revolt or any(
            is_combat(unit) or contingency(unit) for unit in battle.fighting_defenders
        )
        helpless = (battle.defenders or is_airfield_attack(battle)) and not defended
        return NO_DEFENCE if helpless and not self.strengths.defence else None

    @cached_property
    def place(self) -> int:
        return ratio(self.strengths.attack, self.strengths.defence)

    @cached_property
    def shift(self) -> int:
        return concentric_shift(self.battle)

    @cached_property
    def column(self) -> Column:
        first = self.battle.situation.option("excess-shift") == "shift-first"
        return column(self.place, self.shift, first)

    @cached_property
    def modifiers(self) -> Modifiers:
        return Modifiers(self.battle, self.column)

    @cached_property
    def cell(self) -> tuple[str, bool]:
        name = "disengagement" if self.battle.is_disengagement else "assault"
        table = self.battle.situation.position.game.tables[name]
        return cell_of(table, self.column.name, self.modifiers.net)

    @property
    def is_fought(self) -> bool:
        """Whether there is a column at all: something attacks, something defends."""
        return (
            self.automatic is None
            and bool(self.battle.attackers)
            and (bool(self.battle.defenders) or bool(self.battle.revolt))
        )


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one combat."""
    battle, fought = reckoning.battle, reckoning.is_fought
    possible = not reckoning.refused
    cell, stand_in = reckoning.cell if fought else ("", False)
    with_die = fought and possible
    column_name = reckoning.column.name if fought else None
    price = action(battle.situation, battle.type)
    leaning = price.stand_in or (fought and (stand_in or reckoning.modifiers.stand_in))
    return Odds(
        target=",".join(battle.named),
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=reckoning.strengths.attack,
        defence=reckoning.strengths.defence,
        steps=tuple(ledger(reckoning)),
        shift=reckoning.shift if fought else 0,
        column=column_name,
        possible=possible,
        results=dict(read_cell(cell)) if with_die else {},
        chances=cell_chances(cell) if with_die else {},
        stand_in=leaning,
        because=reckoning.refused or tuple(reasons(reckoning)),
        extra=further(reckoning, price.value),
    )


def ledger(reckoning: Reckoning) -> Iterator[LedgerLine]:
    """Strengths, ratio, shifts and modifiers in their order."""
    strengths, battle = reckoning.strengths, reckoning.battle
    for part in strengths.attack_parts:
        yield part.line("attack")
    for part in strengths.defence_parts:
        yield part.line("defence")
    if not reckoning.is_fought:
        return
    yield LedgerLine("ratio", odds_name(reckoning.place), "9.1.12")
    if reckoning.shift:
        yield LedgerLine("concentric assault", f"{reckoning.shift:+d} columns", "9.7")
    for modifier in reckoning.modifiers.found:
        yield modifier.line()
    for role in ("attacker", "defender"):
        if jams(battle, role):
            other = "defender" if role == "attacker" else "attacker"
            yield LedgerLine("electronic warfare", f"-3 {other}, not below 0", "9.19.1")


def reasons(reckoning: Reckoning) -> Iterator[Reason]:
    """How the column was found."""
    if reckoning.automatic:
        yield reckoning.automatic
    if any(unit.type == SPECIAL_FORCES for unit in reckoning.battle.fighting_defenders):
        yield MAY_RETIRE
    if reckoning.is_fought:
        strengths, net = reckoning.strengths, reckoning.modifiers.net
        text = (
            f"{strengths.attack} against {strengths.defence} is {odds_name(reckoning.place)}, "
            f"shifted {reckoning.shift:+d}; row {net:+d}."
        )
        yield Reason("9.1.12", text)


def further(reckoning: Reckoning, cost: float) -> dict[str, Any]:
    """Ratio, modifiers, targets, price, refused options, losses, readings."""
    battle, fought = reckoning.battle, reckoning.is_fought
    totals = reckoning.modifiers.totals if fought else {"attacker": 0, "defender": 0}
    extra: dict[str, Any] = {
        "type": battle.type,
        "ratio": COLUMNS[within(reckoning.place)] if fought else None,
        "odds": odds_name(reckoning.place) if fought else None,
        "modifiers": totals,
        "net": totals["defender"] - totals["attacker"],
        "targets": list(battle.targets),
        "cost": cost,
        "refused": [
            {"option": option, "rule": why.rule, "text": why.text}
            for option, why in refused_options(battle)
        ],
        "attacker_losses": losses(battle),
        "attacker_stops": stops(battle),
    }
    if notes := list(not_judged(battle)):
        extra["not_judged"] = notes
    if reckoning.automatic:
        extra["automatic"] = "A1" if battle.is_disengagement else "eliminated"
    return extra | readings(battle.situation, open_points(reckoning))


def not_judged(battle: Battle) -> Iterator[Reason]:
    """What the answer takes from the players, because a position does not show it."""
    declared = battle.declared
    if declared.air:
        yield Reason("27.8", "Ground support counts as told: missions and Flak are not worked out.")
    if any(f"{role}-ew" in declared.words for role in ("attacker", "defender")):
        yield Reason("9.19", "Whether an electronic warfare unit is near enough is not checked.")
    if declared.says("airmobile"):
        yield Reason("9.17.1", "The brigade and helicopters behind the battalion are not checked.")
    if battle.type == MARCH:
        yield Reason("9.5.1", "Whether an earlier march assault of this phase failed is not known.")


@rule("9.4.2", "9.12.2", "9.12.3", "9.10")
def losses(battle: Battle) -> dict[str, int]:
    """Steps that each result costs the attacking unit; a disengagement costs nobody any."""
    if battle.is_disengagement:
        return dict.fromkeys(RESULTS, 0)
    city = any(is_city(battle.situation, name) for name in battle.targets)
    echelon = battle.type == SINGLE_ECHELON
    return {result: attacker_losses(result, echelon, city) for result in RESULTS}


@rule("9.9", "9.10", "9.20")
def stops(battle: Battle) -> list[str]:
    """The results after which the unit in phase stops."""
    if battle.is_disengagement:
        return ["D"]
    return list(stopping_results(battle.type, in_force(battle.situation.position, "fluid")))


def refused_options(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Options that players named and that the rules do not allow here."""
    declared = battle.declared
    for role in ("attacker", "defender"):
        if f"{role}-ew" in declared.words and (why := electronics_refused(battle, role)):
            yield f"{role}-ew", why
        for unit in named(battle, role):
            if why := may_not_fire(battle, role, unit):
                yield f"{role}-artillery", why
        if declared.says(f"{role}-ration") and (why := rationing_refused(battle, role)):
            yield f"{role}-ration", why
    if declared.says("active-defence") and (why := active_defence_refused(battle)):
        yield "active-defence", why
    if declared.says("airmobile") and (why := airmobile_refused(battle)):
        yield "airmobile", why


def open_points(reckoning: Reckoning) -> Iterator[str]:
    """The open points on which this answer leans."""
    battle = reckoning.battle
    if (
        reckoning.is_fought
        and reckoning.shift
        and (reckoning.column.attacker or reckoning.place < 1)
    ):
        yield "excess-shift"
    if any(
        battle.situation.board.between(battle.active.hex, name) & {"alpine", "impassable"}
        for name in battle.targets
    ):
        yield "attack-across-peaks"
    if any(why.rule == "9.2.1" for why in reckoning.refused):
        yield "other-hex-from-zone"


@rule("5.2.3", "9.0", "9.1")
def declared_combat(
    situation: Situation,
    targets: tuple[str, ...],
    named_units: tuple[Unit, ...],
    declared: Declared,
) -> Reckoning:
    """The combat that the players mean: by the one combat unit named, or by the likeliest."""
    fighters = tuple(unit for unit in named_units if is_combat(unit)) or named_units[:1]
    if not fighters:
        fighters = likely(situation, targets, declared)
    helpers = tuple(unit for unit in named_units if unit not in fighters)
    return Reckoning(Battle(situation, fighters[0], targets, declared, helpers, fighters[1:]))


def likely(situation: Situation, targets: tuple[str, ...], declared: Declared) -> tuple[Unit, ...]:
    """The unit meant when none is named: in a disengagement one of the hex, else the next enemy
    for whom the assault is best."""
    if declared.type == DISENGAGEMENT:
        found = [unit for name in targets for unit in situation.at(name) if is_combat(unit)]
    else:
        here = {unit.side for name in targets for unit in situation.at(name)}
        found = [
            unit
            for name in sorted({near for name in targets for near in situation.around[name]})
            for unit in situation.at(name)
            if is_combat(unit) and unit.side not in here
        ]
    if not found:
        raise QuestionError("No combat unit could fight here: name one with --from.")
    reckonings = [Reckoning(Battle(situation, unit, targets, declared)) for unit in found]
    best = min(reckonings, key=lambda r: (bool(r.refused), -merit(r), r.battle.active.id))
    return (best.battle.active,)


def merit(reckoning: Reckoning) -> float:
    """How promising an assault is: its column and modifiers; sure things come first."""
    if not reckoning.is_fought:
        return 99
    return reckoning.column.place - reckoning.modifiers.net / 2
