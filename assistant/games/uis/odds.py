"""The answers about combats: the one that is meant, in full with every doubt, or all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.games.uis.additions import (
    active_defence_refused,
    airmobile_refused,
    electronics_refused,
    is_active,
    jams,
    may_not_ration,
)
from assistant.games.uis.air_support import (
    ENOUGH_DIGITS,
    as_told,
    flights,
    refused_in_the_air,
    side_of_role,
)
from assistant.games.uis.attacking import points_missing, possible_targets
from assistant.games.uis.battle import (
    COLUMN,
    DISENGAGEMENT,
    MARCH,
    ROLES,
    Battle,
    Declared,
    read_options,
)
from assistant.games.uis.chemicals import chemical_extra, refused_chemicals
from assistant.games.uis.flak import over
from assistant.games.uis.flights import FLOWN_BY_PLAYERS
from assistant.games.uis.missions import mission
from assistant.games.uis.offers import offers
from assistant.games.uis.reckoning import COLUMNS, Reckoning, merit, odds_name, within
from assistant.games.uis.results import cell_chances, losses, read_cell, stops
from assistant.games.uis.situation import NEUTRAL, Situation, enemy_of
from assistant.games.uis.strength import may_not_fire, named
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import SPECIAL_FORCES, is_combat
from assistant.kernel.facts import kept
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, LedgerLine, Odds
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying

MAY_RETIRE = Reason("9.0.7", "Special Forces attacked alone may retire before the combat.")


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
        yield LedgerLine(
            "concentric assault", Saying("{n:+d} {n|column|columns}", n=reckoning.shift), "9.7"
        )
    for modifier in reckoning.modifiers.found:
        yield modifier.line()
    for role in ("attacker", "defender"):
        if jams(battle, role):
            other = "defender" if role == "attacker" else "attacker"
            yield LedgerLine(
                "electronic warfare", Saying("-3 {role}, not below 0", role=other), "9.19.1"
            )


def reasons(reckoning: Reckoning) -> Iterator[Reason]:
    """How the column was found."""
    if reckoning.automatic:
        yield reckoning.automatic
    if any(unit.type == SPECIAL_FORCES for unit in reckoning.battle.fighting_defenders):
        yield MAY_RETIRE
    if reckoning.is_fought:
        strengths, net = reckoning.strengths, reckoning.modifiers.net
        text = Saying(
            "{n} against {m} is {odds}, shifted {k:+d}; row {k2:+d}.",
            n=strengths.attack,
            m=strengths.defence,
            odds=odds_name(reckoning.place),
            k=reckoning.shift,
            k2=net,
        )
        yield Reason("9.1.12", text)


NUCLEAR = Reason(
    "25.3", "Nuclear points are no part of a ground combat: ask for mission=nuclear.", "way"
)


def refused_options(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Options that players named and that the rules do not allow here."""
    declared = battle.declared
    for role in ROLES:
        if f"{role}-ew" in declared.words and (why := electronics_refused(battle, role)):
            yield f"{role}-ew", why
        for unit in named(battle, role):
            if why := may_not_fire(battle, role, unit):
                yield f"{role}-artillery", why
        if declared.says(f"{role}-ration") and (why := may_not_ration(battle, role)):
            yield f"{role}-ration", why
    if declared.says("active-defence") and (why := active_defence_refused(battle)):
        yield "active-defence", why
    if declared.says("airmobile") and (why := airmobile_refused(battle)):
        yield "airmobile", why
    if "nuclear-points" in declared.numbers:
        yield "nuclear-points", NUCLEAR
    yield from refused_in_the_air(battle)
    yield from refused_chemicals(battle)


def not_judged(battle: Battle) -> Iterator[Reason]:
    """What the answer takes from the players, because a position does not show it."""
    declared = battle.declared
    if any(f"{role}-air" in declared.numbers for role in ROLES):
        yield Reason("27.8", "Ground support counts as told: its missions are not worked out.")
    if flights(battle):
        yield FLOWN_BY_PLAYERS
    if any(f"{role}-ew" in declared.words for role in ROLES):
        yield Reason("9.19", "Whether an electronic warfare unit is near enough is not checked.")
    if declared.says("airmobile"):
        yield Reason("9.17.1", "The brigade and helicopters behind the battalion are not checked.")
    if battle.type == MARCH:
        yield Reason("9.5.1", "Whether an earlier march assault of this phase failed is not known.")


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
    if is_active(battle) and not all(is_supplied(battle.situation, u) for u in battle.defenders):
        yield "active-defence-supply"


NO_COMBAT = "none"
Columns = dict[str, float]


def weighed(reckoning: Reckoning) -> tuple[Columns, Columns]:
    """Columns and results with their chances, over all strengths that may arrive."""
    columns: Columns = defaultdict(float)
    results: Columns = defaultdict(float)
    for points, chance in outcomes(reckoning):
        found = with_air(reckoning, points)
        if not found.is_fought:
            columns[NO_COMBAT] += chance
            continue
        columns[found.column.name] += chance
        for result, its in cell_chances(found.cell[0]).items():
            results[result] += chance * its
    in_order = {name: columns[name] for name in (*COLUMNS, NO_COMBAT) if name in columns}
    return in_order, dict(sorted(results.items()))


def outcomes(reckoning: Reckoning) -> Iterator[tuple[dict[str, int], float]]:
    """Ground support of both roles that may arrive, and how likely it is."""
    told = reckoning.battle.declared.numbers
    arriving: dict[str, Mapping[int, float]] = {
        role: {told.get(f"{role}-air", 0): 1.0} for role in ROLES
    }
    arriving |= {role: flight.arriving for role, flight in flights(reckoning.battle).items()}
    for attack, chance in arriving["attacker"].items():
        for defence, its in arriving["defender"].items():
            yield {"attacker": attack, "defender": defence}, chance * its


def with_air(reckoning: Reckoning, points: Mapping[str, int]) -> Reckoning:
    """The same combat with so much ground support."""
    battle = reckoning.battle
    return Reckoning(replace(battle, declared=battle.declared.with_air(points)))


def one_combat(
    situation: Situation, targets: tuple[str, ...], units: Sequence[Unit], options: Options
) -> Odds:
    """The combat or mission that the options mean, with all that is to be said of it."""
    declared, named = read_options(situation, options), on_map(situation, units)
    if declared.mission:
        return mission(situation, targets, named, declared)
    return in_full(declared_combat(situation, targets, named, declared))


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
    price = battle.situation.figure("movement", battle.type)
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
        extra=further(reckoning, price.number),
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
    return extra | battle.situation.readings(open_points(reckoning))


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


def attacks(situation: Situation) -> Attacks:
    """The assault of each unit on each target that it may choose; of the side in phase, or of both
    if the position names no phase."""
    found = [
        (merit(reckoning), odds(reckoning))
        for reckoning in reckonings(situation)
        if not reckoning.refused
    ]
    found.sort(key=lambda pair: (-pair[0], pair[1].target, pair[1].attackers))
    return Attacks(tuple(answer for _, answer in found))


def reckonings(situation: Situation) -> Iterator[Reckoning]:
    """Every unit next to an enemy with each of its targets."""
    for unit in situation.units:
        if not is_combat(unit) or unit.side == NEUTRAL:
            continue
        if not situation.moves_now(unit.side) or not has_target_near(situation, unit):
            continue
        for name in possible_targets(situation, unit):
            yield assault(situation, unit, name)


@rule("9.2", "9.3")
def assault(situation: Situation, unit: Unit, target: str) -> Reckoning:
    """A standard assault, or one in column where the points left are enough for that only."""
    standard = Reckoning(Battle(situation, unit, (target,)))
    if not points_missing(standard.battle):
        return standard
    return Reckoning(Battle(situation, unit, (target,), Declared({"type": COLUMN})))


def has_target_near(situation: Situation, unit: Unit) -> bool:
    """Whether enemies, a revolt or an airfield lie next to the unit."""
    enemy = situation.held[enemy_of(unit.side)]
    marked = without_units(situation)
    return any(name in enemy or name in marked for name in situation.around[unit.hex])


@kept
def without_units(situation: Situation) -> frozenset[str]:
    """Hexes that may be attacked though nobody stands there: airfields and revolts."""
    return situation.board.hexes_with("airfield") | set(situation.table("revolt"))
