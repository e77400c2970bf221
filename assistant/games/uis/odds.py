"""The answers about combats: the one that is meant, in full with every doubt and what may still be
added to it, or all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from assistant.games.uis import air_support, limits
from assistant.games.uis import battle as combat
from assistant.games.uis.air import over
from assistant.games.uis.bases import sent_from
from assistant.games.uis.battle import (
    ASSAULTS,
    COLUMN,
    DISENGAGEMENT,
    FAILED,
    MARCH,
    OTHER,
    ROLES,
    YES,
    Battle,
    Declared,
    bar_to_jamming,
    is_active,
    jams,
    read_options,
)
from assistant.games.uis.escorts import notes, pursuit
from assistant.games.uis.limits import weariness
from assistant.games.uis.mission_asked import mission
from assistant.games.uis.missions import UNDER_THE_WEATHER
from assistant.games.uis.politics import ends_unrest
from assistant.games.uis.reckoning import (
    COLUMNS,
    TORN,
    Reckoning,
    aftermath,
    bar_to_fire,
    cell_chances,
    ground_support,
    losses,
    merit,
    named,
    odds_name,
    read_cell,
    stops,
    supporting,
)
from assistant.games.uis.retreat import shared
from assistant.games.uis.situation import NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied
from assistant.games.uis.units import ARTILLERY, SPECIAL_FORCES, is_combat
from assistant.games.uis.untold import of_war, of_weather
from assistant.games.uis.walk import is_unknown, paid
from assistant.kernel.chances import in_words
from assistant.kernel.combat import within
from assistant.kernel.facts import kept
from assistant.kernel.ledger import lines
from assistant.kernel.room import on_map
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Attacks, KeptOut, LedgerLine, Odds, Offer
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.saying import AsWritten

MAY_RETIRE = Reason("9.0.7", "Special Forces attacked alone may retire before the combat.")
NUCLEAR = Reason(
    "25.3", "Nuclear points are no part of a ground combat: ask for mission=nuclear.", "way"
)
TIRED_FIRST = Reason(
    "5.4.4", "It rolls for fatigue before the combat: its level and steps count as they are now."
)
SHIFT = "{n:+d} {n|column|columns}"


def ledger(reckoning: Reckoning) -> Iterator[LedgerLine]:
    """Strengths, ratio, shifts and modifiers in their order."""
    yield from lines((*reckoning.attack_parts, *reckoning.defence_parts))
    if not reckoning.is_fought:
        return
    yield LedgerLine("ratio", odds_name(reckoning.place), "9.1.12")
    if reckoning.shift:
        yield LedgerLine("concentric assault", Saying(SHIFT, n=reckoning.shift), "9.7")
    yield from lines(reckoning.modifiers.found)
    for role in ROLES:
        if jams(reckoning.battle, role):
            effect = Saying("-3 {role}, not below 0", role=OTHER[role])
            yield LedgerLine("electronic warfare", effect, "9.19.1")


def reasons(reckoning: Reckoning) -> Iterator[Reason]:
    """How the column was found."""
    if reckoning.automatic:
        yield reckoning.automatic
    if any(unit.type == SPECIAL_FORCES for unit in reckoning.battle.fighting_defenders):
        yield MAY_RETIRE
    if reckoning.is_fought:
        yield Reason(
            "9.1.12",
            "{n} against {m} is {odds}, shifted {k:+d}; row {k2:+d}.",
            n=reckoning.attack,
            m=reckoning.defence,
            odds=odds_name(reckoning.place),
            k=reckoning.shift,
            k2=reckoning.modifiers.net,
        )
    battle = reckoning.battle
    if battle.is_disengagement:
        yield from TORN_AWAY if reckoning.is_fought else (TORN["A1"],)
    else:
        yield from ends_unrest(battle.situation, battle.phasing, battle.targets)


TORN_AWAY = tuple(
    Reason("9.10", "{results:or}: {what}", results=results, what=Saying(TORN[results[0]].text))
    for results in (("D",), ("C",), ("A1", "A2"))
)
"""What each result of a disengagement means for the unit that wants to leave."""


def barred_options(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Options that players named and that the rules do not allow here."""
    declared = battle.declared
    for role in ROLES:
        if f"{role}-ew" in declared.words and (why := bar_to_jamming(battle, role)):
            yield f"{role}-ew", why
        for unit in named(battle, role):
            if why := bar_to_fire(battle, role, unit):
                yield f"{role}-artillery", why
        if declared.says(f"{role}-ration") and (why := combat.bar_to_ration(battle, role)):
            yield f"{role}-ration", why
    if combat.declares_active(battle) and (why := combat.bar_to_active_defence(battle)):
        yield "active-defence", why
    if declared.says("airmobile") and (why := combat.bar_to_airmobile(battle)):
        yield "airmobile", why
    if "nuclear-points" in declared.numbers:
        yield "nuclear-points", NUCLEAR
    yield from air_support.barred_in_the_air(battle)
    yield from air_support.barred_chemicals(battle)


def untold(battle: Battle) -> Iterator[Reason]:
    """Strengths that the position does not tell, and that count as nothing."""
    lacking = [(unit, "attack") for unit in battle.attackers if is_combat(unit)]
    lacking += [(unit, "defence") for unit in battle.defenders if is_combat(unit)]
    fields = {"attacker": "offensive", "defender": "defensive"}
    lacking += [(unit, fields[role]) for role in ROLES for unit in named(battle, role)]
    text = "{unit}: its strength is not told and counts as nothing: write {line}."
    for unit, field in lacking:
        if unit.get(field) is None:
            line = AsWritten(f"{field} = N")
            yield Reason("9.1.12", text, "missing", unit=unit.shown, line=line)
    if is_combat(battle.active) and is_unknown(battle.situation, battle.active):
        text = (
            "{unit} bears the Moved mark; what it has spent is not told and counts as nothing: "
            "write {line}."
        )
        yield Reason("5.4", text, "missing", unit=battle.active.shown, line=AsWritten("spent = N"))


@rule("9.5.1.3", "9.17.3.4")
def not_judged(battle: Battle) -> Iterator[Reason]:
    """What the answer takes from the players, because a position does not show it."""
    declared = battle.declared
    if any(f"{role}-air" in declared.numbers for role in ROLES):
        yield Reason("27.8", "Ground support counts as told: its missions are not worked out.")
    flown = air_support.sorties(battle).values()
    yield from dict.fromkeys(why for sortie in flown for why in notes(sortie))
    yield from shared(battle.situation, battle.targets)
    if any(f"{role}-ew" in declared.words for role in ROLES):
        yield Reason("9.19", "Whether an electronic warfare unit is near enough is not checked.")
    if declared.says("airmobile"):
        yield Reason("9.17.1", "The brigade and helicopters behind the battalion are not checked.")
        yield Reason("9.17.3", "If the result is D, that brigade loses a step too.")
    if battle.type == MARCH:
        yield Reason("9.5.1", "Whether an earlier march assault of this phase failed is not known.")


def open_points(reckoning: Reckoning) -> list[str]:
    """The open points on which this answer leans."""
    battle, situation = reckoning.battle, reckoning.battle.situation
    between = [situation.board.between(battle.active.hex, name) for name in battle.targets]
    beyond = reckoning.is_fought and (reckoning.column.attacker or reckoning.place < 1)
    points = {
        "march-halving": battle.type == MARCH
        and supporting(battle, "defender")
        and ground_support(battle, "defender"),
        "excess-shift": beyond and reckoning.shift,
        "attack-across-peaks": any(its & {"alpine", "impassable"} for its in between),
        "other-hex-from-zone": any(why.rule == "9.2.1" for why in reckoning.refused),
        "active-defence-supply": is_active(battle)
        and not all(is_supplied(situation, unit) for unit in battle.defenders),
    }
    return [name for name, matters in points.items() if matters]


NO_COMBAT = "none"
Chances = dict[str, float]


def weighed(reckoning: Reckoning) -> tuple[Chances, Chances]:
    """Columns and results with their chances, over all ground support that may arrive."""
    columns: Chances = defaultdict(float)
    results: Chances = defaultdict(float)
    battle = reckoning.battle
    told = battle.declared.numbers
    arriving: dict[str, Mapping[int, float]] = {
        role: {told.get(f"{role}-air", 0): 1.0} for role in ROLES
    }
    arriving |= {role: sortie.arriving for role, sortie in air_support.sorties(battle).items()}
    for attack, likely_attack in arriving["attacker"].items():
        for defence, likely_defence in arriving["defender"].items():
            chance = likely_attack * likely_defence
            points = {"attacker": attack, "defender": defence}
            found = Reckoning(replace(battle, declared=battle.declared.with_air(points)))
            columns[found.column.name if found.is_fought else NO_COMBAT] += chance
            for result, its in cell_chances(found.cell[0]).items() if found.is_fought else ():
                results[result] += chance * its
    in_order = {name: columns[name] for name in (*COLUMNS, NO_COMBAT) if name in columns}
    return in_order, dict(sorted(results.items()))


@rule("9.1.14")
def one_combat(
    situation: Situation, targets: tuple[str, ...], units: Sequence[Unit], options: Options
) -> Odds:
    """The combat or mission that the options mean: with all that is to be said of it, what happens
    in the air, and what may be added."""
    named_units = on_map(situation, units)
    named = of_the_position(situation, targets, named_units, read_options(situation, options))
    sides = sides_of(situation, targets, named_units, named)
    sent = sent_from(situation, sides, targets[0], named)
    return sent.added_to(one_asked(situation, targets, named_units, sent.declared))


def of_the_position(
    situation: Situation, targets: Sequence[str], units: Sequence[Unit], declared: Declared
) -> Declared:
    """What is declared, with the kind of assault that the position tells where none is named; a
    disengagement only of a unit that stands in the hex asked about."""
    if declared.mission or "type" in declared.words:
        return declared
    kind = str(situation.value("assault"))
    if kind == DISENGAGEMENT and not any(unit.hex in targets for unit in units):
        return declared
    return replace(declared, words={**declared.words, "type": kind})


@rule("9.6.2")
def sides_of(
    situation: Situation, targets: Sequence[str], named: Sequence[Unit], declared: Declared
) -> dict[str, str]:
    """The side of each role: whose unit is named attacks, but who disengages defends."""
    held = situation.side_at(targets[0])
    first = named[0].side if named else enemy_of(held) or situation.phasing
    if declared.type == DISENGAGEMENT and not declared.mission:
        first = enemy_of(first)
    return {"attacker": first, "defender": enemy_of(first)}


def one_asked(
    situation: Situation,
    targets: tuple[str, ...],
    named_units: tuple[Unit, ...],
    declared: Declared,
) -> Odds:
    """The combat or mission itself."""
    if declared.mission:
        found = mission(situation, targets, named_units, declared)
        flies = declared.mission in UNDER_THE_WEATHER
        return asking(found, of_weather(situation) if flies else ())
    reckoning = declared_combat(situation, targets, named_units, declared)
    answer = odds(reckoning)
    extra = {**answer.extra, **in_the_air(reckoning)}
    answer = replace(answer, extra=extra, offers=tuple(offers(reckoning)))
    return asking(answer, asked_of(reckoning.battle))


@rule("23", "23.2", "12.4.1")
def asked_of(battle: Battle) -> Iterator[Reason]:
    """What the position does not tell and this combat needs: the weather where somebody flies, the
    turn of the war where a route decides who is in supply."""
    if air_support.sorties(battle):
        yield from of_weather(battle.situation)
    units = (*battle.attackers, *battle.defenders)
    if combat.declares_active(battle) or any(unit.markers & FAILED for unit in units):
        yield from of_war(battle.situation)


def asking(answer: Odds, missing: Iterable[Reason]) -> Odds:
    """An answer that asks by name for what is missing, and says what it takes for granted."""
    notes = [*answer.extra.get("not_judged", ()), *missing]
    return replace(answer, extra={**answer.extra, "not_judged": notes}) if notes else answer


def odds(reckoning: Reckoning) -> Odds:
    """The answer for one combat among others."""
    battle, fought = reckoning.battle, reckoning.is_fought
    possible = not reckoning.refused
    cell, stand_in = reckoning.cell if fought else ("", False)
    with_die = fought and possible
    price = battle.situation.figure("movement", battle.type)
    flown = any(sortie.stand_in for sortie in air_support.sorties(battle).values())
    doubtful = fought and (stand_in or reckoning.modifiers.stand_in)
    return Odds(
        target=",".join(battle.named),
        attackers=tuple(unit.id for unit in battle.attackers),
        defenders=tuple(unit.id for unit in battle.defenders),
        attack=reckoning.attack,
        defence=reckoning.defence,
        steps=tuple(ledger(reckoning)),
        shift=reckoning.shift if fought else 0,
        column=reckoning.column.name if fought else None,
        possible=possible,
        results=dict(read_cell(cell)) if with_die else {},
        chances=cell_chances(cell) if with_die else {},
        stand_in=price.stand_in or flown or doubtful,
        because=reckoning.refused or tuple(reasons(reckoning)),
        extra=further(reckoning, price.number),
    )


def further(reckoning: Reckoning, cost: float) -> dict[str, Any]:
    """Ratio, modifiers, targets, price, refused options, losses, readings."""
    battle, fought = reckoning.battle, reckoning.is_fought
    totals = reckoning.modifiers.totals if fought else {"attacker": 0, "defender": 0}
    extra: dict[str, Any] = {
        "type": battle.type,
        "ratio": COLUMNS[within(reckoning.place, len(COLUMNS))] if fought else None,
        "odds": odds_name(reckoning.place) if fought else None,
        "modifiers": totals,
        "net": totals["defender"] - totals["attacker"],
        "targets": list(battle.targets),
        "cost": cost,
        "refused": [KeptOut.of_option(name, why) for name, why in barred_options(battle)],
    }
    if reckoning.automatic is None:
        extra |= {"attacker_losses": losses(battle), "attacker_stops": stops(battle)}
    if fought and not reckoning.refused:
        possible = {result for _, result in read_cell(reckoning.cell[0])}
        if after := aftermath(battle, possible):
            extra["after"] = after
    extra |= air_support.chemical_extra(battle) | tiring(battle, cost)
    notes = [*untold(battle), *not_judged(battle)]
    if notes := [*notes, *((TIRED_FIRST,) if "fatigue" in extra else ())]:
        extra["not_judged"] = notes
    if reckoning.automatic:
        word = "captured" if battle.is_airfield_attack else "eliminated"
        extra["automatic"] = "A1" if battle.is_disengagement else word
    return extra | battle.situation.readings(open_points(reckoning))


@rule("5.4.4")
def tiring(battle: Battle, cost: float) -> dict[str, Any]:
    """The rolls for fatigue that the points of the assault call for, before its own die."""
    situation, unit = battle.situation, battle.active
    before = paid(situation, unit)
    rolls = limits.rolls_needed(situation, unit, before, before + cost)
    if not rolls:
        return {}
    worn = weariness(situation, unit, before, before + cost)
    return {"fatigue_rolls": rolls, "fatigue": worn}


@rule("17.1", "27.8.2")
def in_the_air(reckoning: Reckoning) -> dict[str, Any]:
    """The Flak of both sides that may fire over the combat; of squadrons named, who gets through
    and the chances with every outcome weighed."""
    battle = reckoning.battle
    extra: dict[str, Any] = {}
    flak = {role: over(battle.situation, battle.side_of(role), battle.targets) for role in ROLES}
    if any(flak.values()):
        extra["flak_in_reach"] = {role: found for role, found in flak.items() if found}
    flown = {
        role: air_support.as_told(sortie) for role, sortie in air_support.sorties(battle).items()
    }
    if flown:
        extra["air"] = flown
        if fights := air_support.escorted(battle):
            extra["escorts"] = fights
        away = {role: pursuit(battle.declared, role) for role in flown}
        if away := {role: its for role, its in away.items() if its}:
            extra["pursuit"] = away
        if reckoning.is_fought and not reckoning.refused:
            for name, chances in zip(("columns", "chances"), weighed(reckoning), strict=True):
                extra[f"weighed_{name}"] = {
                    what: round(its, air_support.ENOUGH_DIGITS) for what, its in chances.items()
                }
    return extra


@rule("5.2.3", "9.0", "9.1")
def declared_combat(
    situation: Situation,
    targets: tuple[str, ...],
    named_units: tuple[Unit, ...],
    declared: Declared,
) -> Reckoning:
    """The combat that the players mean: by the one combat unit named, or by the likeliest."""
    fighters = combat.combat_units(named_units) or named_units[:1]
    if not fighters:
        fighters = likely(situation, targets, declared)
    helpers = tuple(unit for unit in named_units if unit not in fighters)
    return Reckoning(Battle(situation, fighters[0], targets, declared, helpers, fighters[1:]))


def likely(situation: Situation, targets: tuple[str, ...], declared: Declared) -> tuple[Unit, ...]:
    """The unit meant when none is named: in a disengagement one of the hex, else the next enemy
    for whom the assault is best."""
    there = [unit for name in targets for unit in situation.at(name)]
    if declared.type != DISENGAGEMENT:
        near = sorted({near for name in targets for near in situation.around[name]})
        sides = {unit.side for unit in there}
        there = [unit for name in near for unit in situation.at(name) if unit.side not in sides]
    found = combat.combat_units(there)
    if not found:
        raise QuestionError("No combat unit could fight here: name one with --from.")
    reckonings = [Reckoning(Battle(situation, unit, targets, declared)) for unit in found]
    best = min(reckonings, key=lambda r: (bool(r.refused), -merit(r), r.battle.active.id))
    return (best.battle.active,)


def attacks(situation: Situation) -> Attacks:
    """The assault of each unit on each target that it may choose; of the side in phase, or of both
    if the position names no phase."""
    found = [(merit(one), odds(one)) for one in reckonings(situation) if not one.refused]
    found.sort(key=lambda pair: (-pair[0], pair[1].target, pair[1].attackers))
    return Attacks(tuple(answer for _, answer in found))


@rule("9.2", "9.3")
def reckonings(situation: Situation) -> Iterator[Reckoning]:
    """Every unit next to an enemy with each of its targets: a standard assault, or one in column
    where the points left are enough for that only."""
    for unit in situation.units:
        if not is_combat(unit) or unit.side == NEUTRAL or not situation.moves_now(unit.side):
            continue
        enemy, marked = situation.held[enemy_of(unit.side)], without_units(situation)
        if not any(name in enemy or name in marked for name in situation.around[unit.hex]):
            continue
        for name in combat.possible_targets(situation, unit):
            battle = Battle(situation, unit, (name,))
            if battle.points_missing:
                battle = Battle(situation, unit, (name,), Declared({"type": COLUMN}))
            yield Reckoning(battle)


@kept
def without_units(situation: Situation) -> frozenset[str]:
    """Hexes that may be attacked though nobody stands there: airfields and revolts."""
    return situation.board.hexes_with("airfield") | set(situation.table("revolt"))


EW = "ew"
BEST_ROLL = {WP: 10 / 20}
BEST_NATO_ROLL = 13 / 20
Added = tuple[str, str, str]
"""Option, its value and its rule."""


def offers(reckoning: Reckoning) -> Iterator[Offer]:
    """Options not taken yet that the rules allow, each with what it would do: other kinds of
    assault, artillery, declarations, electronic warfare, support from the air."""
    battle = reckoning.battle
    for kind, assault in ASSAULTS.items():
        if kind in (battle.type, DISENGAGEMENT) or battle.is_disengagement:
            continue
        if reckoning.automatic and price_of(battle, kind) >= price_of(battle, battle.type):
            continue
        if not with_option(reckoning, "type", kind).refused:
            yield Offer(
                f"type={kind}",
                change(reckoning, "type", kind),
                assault.rule,
                _owner(battle, "type"),
            )
    if reckoning.refused:
        return
    for option, value, number in (*guns(battle), *declarations(battle), *jamming(battle)):
        if is_of_use(reckoning, option):
            does = change(reckoning, option, value)
            yield Offer(f"{option}={value}", does, number, _owner(battle, option))
    for offer in air_offers(battle):
        if is_of_use(reckoning, offer.option.partition("=")[0]):
            yield offer


def price_of(battle: Battle, kind: str) -> float:
    """Movement points of a kind of assault."""
    return battle.situation.figure("movement", kind).number


CALLS_FOR_A_DIE = frozenset({"defender-artillery", "defender-air", "defender-squadrons"})


@rule("9.0.4", "9.0.5", "9.6.6")
def is_of_use(reckoning: Reckoning, option: str) -> bool:
    """Where no die is rolled only help for defenders changes anything, and nothing does where
    nobody holds the unit that leaves."""
    if reckoning.automatic is None:
        return True
    return not reckoning.battle.is_disengagement and option in CALLS_FOR_A_DIE


_OF_A_ROLE = {"type": "attacker", "active-defence": "defender", "airmobile": "defender"}
"""Whose options those are that do not begin with a role."""


def _owner(battle: Battle, option: str) -> str:
    """The side that may take an option."""
    return battle.side_of(_OF_A_ROLE.get(option) or option.partition("-")[0])


def guns(battle: Battle) -> Iterator[Added]:
    """All artillery of a role that may fire, if some of it is not named."""
    for role in ROLES:
        firing = [
            unit.id
            for unit in battle.situation.of_side(battle.side_of(role))
            if unit.type == ARTILLERY and bar_to_fire(battle, role, unit) is None
        ]
        if set(firing) - {unit.id for unit in named(battle, role)}:
            yield f"{role}-artillery", ",".join(firing), "15.1"


@rule("9.17")
def declarations(battle: Battle) -> Iterator[Added]:
    """Active Defence; a battalion, if NATO has any brigade on the map that could send one; rations
    and chemicals."""
    possible: list[tuple[Added, Reason | None]] = [
        (("active-defence", YES, "9.16"), combat.bar_to_active_defence(battle))
    ]
    defenders = battle.situation.of_side(battle.defending_side)
    if any(unit.type in ("airborne", "airmobile") for unit in defenders):
        possible.append((("airmobile", YES, "9.17"), combat.bar_to_airmobile(battle)))
    for role in ROLES:
        barred = combat.bar_to_ration(battle, role)
        possible.append(((f"{role}-ration", YES, "13.2.5"), barred))
        if air_support.turns_since(battle.situation) is not None:
            barred = air_support.bar_to_chemicals(battle, role)
            for kind in combat.CHEMICALS:
                possible.append(((f"{role}-chemicals", kind, "24.2.3"), barred))
    for added, why in possible:
        if added[0] == "active-defence" and combat.declares_active(battle):
            continue
        if why is None and added[0] not in battle.declared.words:
            yield added


def jamming(battle: Battle) -> Iterator[Added]:
    """Electronic warfare of either side that has a unit in or next to a hex attacked, if it
    succeeds."""
    situation = battle.situation
    near = {other for name in battle.targets for other in (name, *situation.around[name])}
    for role in ROLES:
        if f"{role}-ew" in battle.declared.words or bar_to_jamming(battle, role):
            continue
        units = situation.of_side(battle.side_of(role))
        if any(u.type == EW and u.hex in near and not battle.of_the_revolt(u) for u in units):
            yield f"{role}-ew", combat.SUCCESS, "9.19"


def air_offers(battle: Battle) -> Iterator[Offer]:
    """Ground support as a total or as squadrons, and Flak against squadrons named."""
    declared = battle.declared
    for role in ROLES:
        side = battle.side_of(role)
        if not {f"{role}-air", f"{role}-squadrons"} & {*declared.numbers, *declared.groups}:
            yield Offer(
                f"{role}-air=N",
                "ground support that arrives",
                "27.8",
                side,
                0,
                combat.OPTIONS.kinds["number"][f"{role}-air"],
            )
            text = "squadrons that take off, by their printed values"
            yield Offer(f"{role}-squadrons=A-E-G", text, "27.8.2", side)
        if f"{OTHER[role]}-squadrons" not in declared.groups:
            continue
        if f"{role}-interceptors" not in declared.groups:
            text = "interceptors past the escort, by their printed values"
            yield Offer(f"{role}-interceptors=A-E-G", text, "27.17", side)
        elif f"{OTHER[role]}-escorts" not in declared.groups:
            text = "escorts that fight the interceptors, by their printed values"
            yield Offer(f"{OTHER[role]}-escorts=A-E-G", text, "27.17", battle.side_of(OTHER[role]))
        searching = f"{role}-interceptors" in declared.groups
        if searching and f"{role}-mega-hex" not in declared.numbers:
            text = "the Mega-hex's number for interceptors that must find the mission"
            most = combat.OPTIONS.kinds["signed"][f"{role}-mega-hex"]
            yield Offer(f"{role}-mega-hex=N", text, "27.17", side, -most, most)
        free = f"{role}-flak" not in declared.names
        if free and over(battle.situation, battle.side_of(role), battle.targets):
            yield Offer(f"{role}-flak=all", "all Flak in reach fires at them", "17.1", side)


def with_option(reckoning: Reckoning, option: str, value: str) -> Reckoning:
    """The same combat with one option more."""
    battle, declared = reckoning.battle, reckoning.battle.declared
    if option.endswith("-artillery"):
        declared = replace(declared, names={**declared.names, option: tuple(value.split(","))})
    else:
        declared = replace(declared, words={**declared.words, option: value})
    return Reckoning(replace(battle, declared=declared))


@rule("9.19.4", "9.19.5", "9.1.11")
def change(reckoning: Reckoning, option: str, value: str) -> str:
    """Column and chances before and after; of electronic warfare how likely it is to succeed: the
    Warsaw Pact on 1 to 10, NATO on 1 to 13."""
    text = outcome(reckoning, with_option(reckoning, option, value))
    if not option.endswith("-ew"):
        return text
    side = reckoning.battle.side_of(option.removesuffix("-ew"))
    chance = BEST_ROLL.get(side, BEST_NATO_ROLL)
    return Saying("if a unit succeeds ({chance:.0%}): {text}", chance=chance, text=text)


def outcome(before: Reckoning, after: Reckoning) -> str:
    """The column before, and afterwards with its row and chances."""
    if not after.is_fought:
        cost = price_of(after.battle, after.battle.type)
        return Saying("no combat, for {n:g} {n|point|points}", n=cost)
    return Saying(
        "{before} -> {after}, row {n:+d}: {chances}",
        before=before.column.name if before.is_fought and not before.refused else "-",
        after=after.column.name,
        n=after.modifiers.net,
        chances=in_words(cell_chances(after.cell[0])),
    )
