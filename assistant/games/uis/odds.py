"""The answer for one combat: column, modifiers, chances, ledger, and every doubt about it."""

from __future__ import annotations

from typing import Any

from assistant.games.uis.aftermath import losses, stops
from assistant.games.uis.caveats import not_judged, open_points, refused_options
from assistant.games.uis.charts import action
from assistant.games.uis.ledger import ledger, reasons
from assistant.games.uis.ratio import COLUMNS, odds_name, within
from assistant.games.uis.readings import readings
from assistant.games.uis.reckoning import Reckoning
from assistant.games.uis.results import cell_chances, read_cell
from assistant.rules.answers import Odds


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
