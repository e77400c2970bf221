"""The answer for one combat: column, modifiers, chances, ledger, and every doubt about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from assistant.games.uis.aftermath import losses, stops
from assistant.games.uis.air_chances import weighed
from assistant.games.uis.air_support import ENOUGH_DIGITS, as_told, flights, side_of_role
from assistant.games.uis.caveats import not_judged, open_points, refused_options
from assistant.games.uis.charts import action
from assistant.games.uis.chemicals import chemical_extra
from assistant.games.uis.declared import ROLES
from assistant.games.uis.flak import over
from assistant.games.uis.ledger import ledger, reasons
from assistant.games.uis.offers import offers
from assistant.games.uis.ratio import COLUMNS, odds_name, within
from assistant.games.uis.readings import readings
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.results import cell_chances, read_cell
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Odds


def in_full(reckoning: Reckoning) -> Odds:
    """The answer for one combat by itself: with what happens in the air, and what may be added."""
    answer = odds(reckoning)
    extra = {**answer.extra, **in_the_air(reckoning)}
    return replace(answer, extra=extra, offers=tuple(offers(reckoning)))


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one combat among others."""
    battle, fought = reckoning.battle, reckoning.is_fought
    possible = not reckoning.refused
    cell, stand_in = reckoning.cell if fought else ("", False)
    with_die = fought and possible
    column_name = reckoning.column.name if fought else None
    price = action(battle.situation, battle.type)
    flown = any(flight.stand_in for flight in flights(battle).values())
    leaning = price.stand_in or flown
    leaning = leaning or (fought and (stand_in or reckoning.modifiers.stand_in))
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
    extra |= chemical_extra(battle)
    if notes := list(not_judged(battle)):
        extra["not_judged"] = notes
    if reckoning.automatic:
        extra["automatic"] = "A1" if battle.is_disengagement else "eliminated"
    return extra | readings(battle.situation, open_points(reckoning))


@rule("17.1", "27.8.2")
def in_the_air(reckoning: Reckoning) -> dict[str, Any]:
    """The Flak of both sides that may fire over the combat; of squadrons named, who gets through
    and the chances with every outcome weighed."""
    battle = reckoning.battle
    extra: dict[str, Any] = {}
    flak = {
        role: found
        for role in ROLES
        if (found := over(battle.situation, side_of_role(battle, role), battle.targets))
    }
    if flak:
        extra["flak_in_reach"] = flak
    flown = {role: as_told(flight) for role, flight in flights(battle).items()}
    if flown:
        extra["air"] = flown
        if reckoning.is_fought and not reckoning.refused:
            columns, results = weighed(reckoning)
            extra["weighed_columns"] = _rounded(columns)
            extra["weighed_chances"] = _rounded(results)
    return extra


def _rounded(chances: Mapping[str, float]) -> dict[str, float]:
    return {name: round(chance, ENOUGH_DIGITS) for name, chance in chances.items()}
