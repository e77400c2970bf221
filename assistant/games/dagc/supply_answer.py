"""The answer to the question of supply: every unit's state with its line, or what cuts it off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from assistant.games.dagc.calendar import pripyat_is_closed, soviets_are_out_of_supply
from assistant.games.dagc.lines import Lines, cav_mech_lines, german_lines, soviet_lines
from assistant.games.dagc.ports import is_koenigsberg, is_near
from assistant.games.dagc.readings import readings
from assistant.games.dagc.replacements import replacement
from assistant.games.dagc.situation import Situation, controller
from assistant.games.dagc.supply import DEFENCE, NO_LINE, OOS, SupplyTable, supply_of
from assistant.games.dagc.units import GERMAN, SOVIET, is_cav_mech, is_locality
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Refusal, Supply, UnitSupply
from assistant.questions.reasons import Reason


def supply(situation: Situation) -> Supply:
    """The supply of every unit on the map, by hex and then from the bottom of the stack."""
    table = supply_of(situation)
    cuts = what_cuts(situation, table)
    return Supply(
        tuple(unit_supply(situation, table, unit, cuts) for unit in situation.units),
        {
            "overload": overload(table),
            "ports_shut": {port: why.text for port, why in table.ports.shut.items()},
            **readings(situation, open_points(situation, table)),
        },
    )


def unit_supply(
    situation: Situation, table: SupplyTable, unit: Unit, cuts: Mapping[str, tuple[Refusal, ...]]
) -> UnitSupply:
    """One unit's supply with its reasons, and whether it may take a replacement step."""
    state = table.states[unit.id]
    extra: dict[str, Any] = dict(replacement(situation, unit, state))
    because = state.because
    if unit.id in cuts:
        extra["cut_by"] = cuts[unit.id]
        because += tuple(why_cut_off(situation, table, unit, cuts[unit.id]))
    return UnitSupply(
        id=unit.id,
        side=unit.side,
        hex=unit.hex,
        state=state.state,
        source=state.source,
        path=state.line,
        because=because,
        extra=extra,
    )


def why_cut_off(
    situation: Situation, table: SupplyTable, unit: Unit, cuts: tuple[Refusal, ...]
) -> Iterator[Reason]:
    """The rules beside 7.2 that close its lines, each told once, and the shut ports in range."""
    for number in sorted({cut.rule for cut in cuts} - {NO_LINE.rule}):
        yield next(Reason(number, cut.text) for cut in cuts if cut.rule == number)
    if unit.side == GERMAN:
        for port, why in table.ports.shut.items():
            if is_near(situation, port, (unit,)):
                yield why


@rule("7.9")
def overload(table: SupplyTable) -> dict[str, int]:
    """How many units need a port, how many the ports carry, how many are too many."""
    ports = table.ports
    return {
        "candidates": ports.candidates,
        "places": ports.carried,
        "excess": ports.candidates - ports.carried,
    }


@rule("7.2")
def what_cuts(situation: Situation, table: SupplyTable) -> dict[str, tuple[Refusal, ...]]:
    """For each unit without a land line the hexes that close its pocket, each with the rule."""
    cuts: dict[str, tuple[Refusal, ...]] = {}
    for lines, units in _by_lines(situation):
        cut_off = [unit for unit in units if table.states[unit.id].state in (OOS, DEFENCE)]
        closing = lines.cut(unit.hex for unit in cut_off)
        cuts |= {unit.id: closing[unit.hex] for unit in cut_off}
    return cuts


def _by_lines(situation: Situation) -> Iterator[tuple[Lines, list[Unit]]]:
    """The units by the kind of line that they trace; none when the turn forbids all lines."""
    yield german_lines(situation), [u for u in situation.units if u.side == GERMAN]
    if soviets_are_out_of_supply(situation.position):
        return
    soviets = [unit for unit in situation.units if unit.side == SOVIET]
    yield soviet_lines(situation), [unit for unit in soviets if not is_cav_mech(unit)]
    yield cav_mech_lines(situation), [unit for unit in soviets if is_cav_mech(unit)]


def open_points(situation: Situation, table: SupplyTable) -> Iterator[str]:
    """The open points on which these answers lean."""
    terrain = situation.board.of
    if any("border" in features for features in situation.board.hexsides.values()):
        yield "borders"
    if pripyat_is_closed(situation.position) and any(
        "west-pripyat" in terrain(unit.hex) and not is_cav_mech(unit)
        for unit in situation.units
        if unit.side == SOVIET
    ):
        yield "pripyat-own-hex"
    if any(
        is_locality(unit) or is_koenigsberg(situation, unit.hex)
        for unit in situation.units
        if unit.id in table.ports.lines
    ):
        yield "ports-free-of-charge"
    sources = situation.hexset("soviet-sources")
    if any(controller(situation, name) == GERMAN for name in sources - situation.held[GERMAN]):
        yield "sources-need-control"
