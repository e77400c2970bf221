"""Ground support in a combat: squadrons named, Flak that fires, what arrives of it (27.8); chemical
warfare: the modifier, the areas it leaves, missiles at support (24)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.games.uis import air, escorts
from assistant.games.uis.battle import ALL, MARCH, OTHER, PERSISTENT, ROLES, Battle, Declared
from assistant.games.uis.ground import is_built_up
from assistant.games.uis.situation import NATO, WP, Situation
from assistant.games.uis.units import ARTILLERY
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

MOST_STRIKE, MOST_ON_THE_MARCH = 10, 2
ENOUGH_DIGITS = 4


@kept
def sorties(battle: Battle) -> dict[str, air.Sortie]:
    """The missions of ground support by role, as far as squadrons are named and allowed."""
    if not battle.declared.groups:
        return {}
    found = {
        role: sortie
        for role in ROLES
        if (sortie := planned(battle, role)) and bar_to_squadrons(battle, role) is None
    }
    barred = {option for option, _ in barred_in_the_air(battle)}
    return {
        role: sortie
        if f"{role}-escorts" in barred
        else escorts.against(battle.situation, battle.declared, role, battle.side_of(role), sortie)
        for role, sortie in found.items()
    }


def flown(battle: Battle, option: str) -> tuple[air.Squadron, ...]:
    """The squadrons that an option names, without countermeasures."""
    return air.all_of(air.strike_groups(battle.declared.groups.get(option, ())))


def planned(battle: Battle, role: str) -> air.Sortie | None:
    """The mission that players name for one role, with the Flak named against it."""
    if not flown(battle, f"{role}-squadrons"):
        return None
    side, enemy = battle.side_of(role), OTHER[role]
    groups = battle.declared.groups[f"{role}-squadrons"]
    beside = battle.active.hex if role == "defender" and not battle.is_disengagement else ""
    alone = air.Sortie(battle.situation, side, groups, battle.targets, (), beside)
    guns = tuple(
        unit
        for unit in named_flak(battle, enemy)
        if is_flak(battle, enemy, unit) and alone.is_met_by(unit)
    )
    met = met_by(battle.declared, enemy) if bar_to_interceptors(battle, enemy) is None else ()
    return air.Sortie(battle.situation, side, groups, battle.targets, guns, beside, *met)


def met_by(declared: Declared, enemy: str) -> tuple[tuple[air.Squadron, ...], int]:
    """The interceptors of the other role, and what is told to add to their die."""
    named = air.all_of(declared.groups.get(f"{enemy}-interceptors", ()))
    fighters = tuple(one for one in named if one.kind.isdecimal())
    return fighters, declared.numbers.get(f"{enemy}-air-combat", 0)


@rule("27.8.1", "27.8.2", "9.5.2.3", "27.1", "31.3.6", "27.8.1.2", "27.8.2.1", "27.18.1.2")
def bar_to_squadrons(battle: Battle, role: str) -> Reason | None:
    """Ten strike squadrons at most, helicopters besides; on the march two in all; no transports."""
    named = flown(battle, f"{role}-squadrons")
    if any(squadron.kind == air.TRANSPORT for squadron in named):
        return Reason("27.1", "Transport squadrons give no ground support.", "unit")
    if battle.type == MARCH and len(named) > MOST_ON_THE_MARCH:
        return Reason("9.5.2.3", "A march assault sees two squadrons of each side at most.", "full")
    if sum(not squadron.is_helicopter for squadron in named) > MOST_STRIKE:
        return Reason("27.8.2", "A mission has ten strike squadrons at most.", "full")
    return None


@rule("27.8.2", "27.16", "27.1", "27.8.2.3")
def bar_to_interceptors(battle: Battle, role: str) -> Reason | None:
    """Ten squadrons with an air combat value at most, against squadrons of the other side."""
    named = flown(battle, f"{role}-interceptors")
    if any(not squadron.kind.isdecimal() for squadron in named):
        return Reason("27.1", "Only squadrons with an air combat value intercept.", "unit")
    if why := air.bar_of_weather(battle.situation, named):
        return why
    if why := escorts.bar_to_area(battle.situation, battle.side_of(role), battle.targets, named):
        return why
    if len(named) > MOST_STRIKE:
        return Reason("27.8.2", "Ten squadrons at most intercept a mission.", "full")
    if named and not flown(battle, f"{OTHER[role]}-squadrons"):
        return Reason("27.16", "No squadrons are named that they could intercept.", "missing")
    return None


def named_flak(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The Flak that players named for one role: units, or all of its side that has any."""
    ids = battle.declared.names.get(f"{role}-flak", ())
    if ids != (ALL,):
        return tuple(battle.situation.position.by_id[name] for name in ids)
    return tuple(
        unit for unit in battle.situation.of_side(battle.side_of(role)) if air.rating(unit)
    )


def is_flak(battle: Battle, role: str, unit: Unit) -> bool:
    """Whether a unit is Flak of a role."""
    return unit.side == battle.side_of(role) and bool(air.rating(unit))


@rule("17", "17.1", "17.3", "27.8.2")
def bars_to_flak(battle: Battle, role: str) -> Iterator[Reason]:
    """Flak named that is none of its side, out of reach or of ammunition, or without a target."""
    ids = battle.declared.names.get(f"{role}-flak", ())
    enemy = planned(battle, OTHER[role]) if ids else None
    if ids and enemy is None:
        yield Reason("17.3", "No squadrons are named that it could fire at.", "missing")
    if enemy is None or ids == (ALL,):
        return
    for unit in named_flak(battle, role):
        if not is_flak(battle, role, unit):
            text = "{unit} is no Flak of the {role}."
            yield Reason("17", text, "unit", unit=unit.shown, role=role)
        elif unit not in enemy.flak:
            text = "{unit} is out of reach or of ammunition."
            yield Reason("17.1", text, "distance", unit=unit.shown)


def barred_in_the_air(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Squadrons and Flak that players named and that the rules do not allow here."""
    for role in ROLES:
        if why := bar_to_squadrons(battle, role):
            yield f"{role}-squadrons", why
        if why := bar_to_interceptors(battle, role):
            yield f"{role}-interceptors", why
        for why in escorts.bars_to_escorts(
            battle.situation, battle.declared, role, MOST_STRIKE, "27.8.2"
        ):
            yield f"{role}-escorts", why
        for why in bars_to_flak(battle, role):
            yield f"{role}-flak", why


def escorted(battle: Battle) -> dict[str, escorts.EscortFight]:
    """By role the fight of the escorts that players name and that may fly."""
    table, found = battle.situation.game.tables["air-combat"], {}
    barred = {option for option, _ in barred_in_the_air(battle)}
    for role in ROLES:
        options = {f"{role}-escorts", f"{OTHER[role]}-interceptors"}
        if options <= battle.declared.groups.keys() and not options & barred:
            side = battle.side_of(role)
            found[role] = escorts.escort_fight(table, battle.declared, role, side)
    return found


@dataclass(frozen=True)
class Fight:
    """An interceptor at a squadron: the column of the table, what is added to its die."""

    interceptor: str
    target: str
    column: int
    added: int


@dataclass(frozen=True)
class Shot:
    """The shot of a Flak unit, with the rating as which it fires, at the group of a number."""

    group: int
    flak: str
    rating: str


@dataclass(frozen=True)
class Flown:
    """A mission in an answer: squadrons, the most that they bring, fights and shots, what arrives
    with which chance, what is expected and what counts of it."""

    squadrons: tuple[str, ...]
    most: int
    fights: tuple[Fight, ...]
    shots: tuple[Shot, ...]
    arriving: Mapping[str, float]
    expected: float
    counted: int
    stand_in: bool


def as_told(sortie: air.Sortie) -> Flown:
    """A mission as answers tell it."""
    fights = (met for _, met in sortie.interceptions)
    return Flown(
        squadrons=tuple(squadron.shown for squadron in sortie.squadrons),
        most=sortie.most,
        fights=tuple(
            Fight(met.interceptor.shown, met.target.shown, met.column, met.added) for met in fights
        ),
        shots=tuple(
            Shot(number, unit_id, fired_as)
            for number, shots in enumerate(sortie.shots, 1)
            for unit_id, fired_as in shots
        ),
        arriving=rounded(sortie.arriving),
        expected=round(sortie.expected, ENOUGH_DIGITS),
        counted=sortie.counted,
        stand_in=sortie.stand_in,
    )


def rounded(chances: dict[Any, float], digits: int = ENOUGH_DIGITS) -> dict[str, float]:
    """Chances as answers tell them."""
    return {str(outcome): round(chance, digits) for outcome, chance in chances.items()}


NATO_WAITS = 3
OUT_OF_ACTION = (10 / 20, 5 / 20, 2 / 20)
"""How likely struck support is out, by turns since chemical warfare began."""
STRUCK = frozenset({ARTILLERY, "ew", *air.MISSILES})


@rule("24.2", "24.2.3")
def turns_since(situation: Situation) -> int | None:
    """Turns since the Warsaw Pact began chemical warfare; None if nothing is told of it."""
    began = situation.value("chemical-began")
    return None if began is None else max(0, situation.war_turn - int(began))


@rule("24.1", "24.1.1", "24.1.2")
def bar_to_chemicals(battle: Battle, role: str) -> Reason | None:
    """Only the Warsaw Pact begins it; NATO may follow from the third turn after."""
    turns = turns_since(battle.situation)
    if battle.side_of(role) == NATO and (turns is None or turns < NATO_WAITS):
        text = "NATO follows from the third turn after the Warsaw Pact began it (`chemical-began`)."
        return Reason("24.1.2", text, "phase")
    return None


def used(battle: Battle, role: str) -> str:
    """The kind of chemicals that a role uses, or empty."""
    kind = battle.declared.words.get(f"{role}-chemicals", "")
    return kind if kind and bar_to_chemicals(battle, role) is None else ""


@rule("24.4", "24.4.1", "24.4.2")
def bar_to_missiles(battle: Battle) -> Reason | None:
    """Only the Warsaw Pact fires chemical missiles, in its own Movement Phase."""
    if battle.phasing == WP:
        return None
    text = "Chemical missiles are the Warsaw Pact's, in its Movement Phase."
    return Reason("24.4.2", text, "side")


def barred_chemicals(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Chemicals that players named and may not use."""
    for role in ROLES:
        name = f"{role}-chemicals"
        if name in battle.declared.words and (why := bar_to_chemicals(battle, role)):
            yield name, why
    if "chemical-missiles" in battle.declared.names and (why := bar_to_missiles(battle)):
        yield "chemical-missiles", why


@rule("24.2.2", "24.2.4", "24.4.3", "24.4.4", "9.1.2")
def chemical_extra(battle: Battle) -> dict[str, Any]:
    """What chemicals leave behind: a Chemical Area marker in the hexes of the enemies of a
    persistent user, a political price for City and Urban hexes; NATO's artillery, electronic
    warfare and missiles in hexes struck, and how likely each is out of action."""
    situation = battle.situation
    extra: dict[str, Any] = {}
    own = tuple(unit.hex for unit in battle.attackers)
    struck = {"attacker": battle.targets, "defender": own}
    kinds = {role: used(battle, role) for role in ROLES}
    areas = {name for role in ROLES if kinds[role] == PERSISTENT for name in struck[role]}
    if areas:
        extra["chemical_areas"] = sorted(areas)
    hexes = [name for role in ROLES if kinds[role] for name in struck[role]]
    if any(is_built_up(situation, name) for name in hexes):
        extra["political"] = "Chemicals against City or Urban hexes cost victory points (24.2.4)."
    fired_at = battle.declared.names.get("chemical-missiles", ())
    if bar_to_missiles(battle):
        return extra
    turns = min(turns_since(situation) or 0, len(OUT_OF_ACTION) - 1)
    support = [
        {"id": unit.id, "hex": unit.hex, "out": OUT_OF_ACTION[turns]}
        for unit in situation.of_side(NATO)
        if unit.hex in fired_at and unit.type in STRUCK
    ]
    return extra | ({"chemical_missiles": support} if support else {})
