"""Ground support in a combat: squadrons named, Flak that fires, what arrives of it (27.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assistant.games.uis.battle import ALL, MARCH, OTHER, ROLES, Battle, Declared
from assistant.games.uis.flak import rating
from assistant.games.uis.flights import Flight, can_fire
from assistant.games.uis.squadrons import TRANSPORT, Squadron, strike_groups
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

MOST_STRIKE, MOST_ON_THE_MARCH = 10, 2
ENOUGH_DIGITS = 4


@kept
def flights(battle: Battle) -> dict[str, Flight]:
    """The missions of ground support by role, as far as squadrons are named and allowed."""
    return {
        role: flight
        for role in ROLES
        if (flight := planned(battle, role)) and squadrons_refused(battle, role) is None
    }


def planned(battle: Battle, role: str) -> Flight | None:
    """The mission that players name for one role, with the Flak named against it."""
    groups = battle.declared.groups.get(f"{role}-squadrons", ())
    if not strike_groups(groups):
        return None
    side, enemy = battle.side_of(role), OTHER[role]
    beside = battle.active.hex if role == "defender" and not battle.is_disengagement else ""
    alone = Flight(battle.situation, side, groups, battle.targets, (), beside)
    flak = (unit for unit in named_flak(battle, enemy) if flak_refused(battle, enemy, unit) is None)
    guns = tuple(unit for unit in flak if can_fire(alone, unit))
    met = met_by(battle.declared, enemy) if interceptors_refused(battle, enemy) is None else ()
    return Flight(battle.situation, side, groups, battle.targets, guns, beside, *met)


def met_by(declared: Declared, enemy: str) -> tuple[tuple[Squadron, ...], int]:
    """The interceptors of the other role, and what is told to add to their die."""
    groups = declared.groups.get(f"{enemy}-interceptors", ())
    fighters = tuple(one for group in groups for one in group if one.kind.isdecimal())
    return fighters, declared.numbers.get(f"{enemy}-air-combat", 0)


@rule("27.8.1", "27.8.2", "9.5.2.3", "27.1")
def squadrons_refused(battle: Battle, role: str) -> Reason | None:
    """Ten strike squadrons at most, helicopters besides; on the march two in all; no transports."""
    groups = strike_groups(battle.declared.groups.get(f"{role}-squadrons", ()))
    flown = [squadron for group in groups for squadron in group]
    if any(squadron.kind == TRANSPORT for squadron in flown):
        return Reason("27.1", "Transport squadrons give no ground support.", "unit")
    if battle.type == MARCH and len(flown) > MOST_ON_THE_MARCH:
        return Reason("9.5.2.3", "A march assault sees two squadrons of each side at most.", "full")
    if sum(not squadron.is_helicopter for squadron in flown) > MOST_STRIKE:
        return Reason("27.8.2", "A mission has ten strike squadrons at most.", "full")
    return None


@rule("27.8.2", "27.16", "27.1")
def interceptors_refused(battle: Battle, role: str) -> Reason | None:
    """Ten squadrons with an air combat value at most, against squadrons of the other side."""
    groups = strike_groups(battle.declared.groups.get(f"{role}-interceptors", ()))
    flown = [squadron for group in groups for squadron in group]
    if any(not squadron.kind.isdecimal() for squadron in flown):
        return Reason("27.1", "Only squadrons with an air combat value intercept.", "unit")
    if len(flown) > MOST_STRIKE:
        return Reason("27.8.2", "Ten squadrons at most intercept a mission.", "full")
    if flown and not strike_groups(battle.declared.groups.get(f"{OTHER[role]}-squadrons", ())):
        return Reason("27.16", "No squadrons are named that they could intercept.", "missing")
    return None


def named_flak(battle: Battle, role: str) -> tuple[Unit, ...]:
    """The Flak that players named for one role: units, or all of its side that has any."""
    ids = battle.declared.names.get(f"{role}-flak", ())
    if ids != (ALL,):
        return tuple(battle.situation.position.by_id[name] for name in ids)
    side = battle.side_of(role)
    return tuple(unit for unit in battle.situation.of_side(side) if rating(unit))


@rule("17", "17.1", "27.8.2")
def flak_refused(battle: Battle, role: str, unit: Unit) -> Reason | None:
    """Why a unit is no Flak of a role."""
    if unit.side != battle.side_of(role) or not rating(unit):
        return Reason("17", "{unit} is no Flak of the {role}.", "unit", unit=unit.id, role=role)
    return None


def refused_in_the_air(battle: Battle) -> Iterator[tuple[str, Reason]]:
    """Squadrons and Flak that players named and that the rules do not allow here."""
    for role in ROLES:
        if why := squadrons_refused(battle, role):
            yield f"{role}-squadrons", why
        if why := interceptors_refused(battle, role):
            yield f"{role}-interceptors", why
        ids = battle.declared.names.get(f"{role}-flak", ())
        enemy = planned(battle, OTHER[role]) if ids else None
        if ids and enemy is None:
            yield (
                f"{role}-flak",
                Reason("17.3", "No squadrons are named that it could fire at.", "missing"),
            )
        elif enemy and ids != (ALL,):
            for unit in named_flak(battle, role):
                why = flak_refused(battle, role, unit)
                if why is None and unit not in enemy.flak:
                    why = Reason(
                        "17.1", "{unit} is out of reach or of ammunition.", "distance", unit=unit.id
                    )
                if why:
                    yield f"{role}-flak", why


def as_told(flight: Flight) -> dict[str, Any]:
    """A mission in an answer: squadrons, shots, what arrives with which chance."""
    return {
        "squadrons": [squadron.shown for squadron in flight.squadrons],
        "most": flight.most,
        "fights": [
            {
                "interceptor": fight.interceptor.shown,
                "target": fight.target.shown,
                "column": fight.column,
                "added": fight.added,
            }
            for _, fight in flight.fights
        ],
        "shots": [
            {"group": number, "flak": unit_id, "rating": fired_as}
            for number, shots in enumerate(flight.shots, 1)
            for unit_id, fired_as in shots
        ],
        "arriving": {
            str(points): round(chance, ENOUGH_DIGITS) for points, chance in flight.arriving.items()
        },
        "expected": round(flight.expected, ENOUGH_DIGITS),
        "counted": flight.counted,
        "stand_in": flight.stand_in,
    }
