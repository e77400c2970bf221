"""The sequence of play: what the phase at hand asks for, and what comes after it (4). Which duty
stands in which phase says duties.toml; here stand the facts on which they depend."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from assistant.games.uis import ground, limits, politics, troops, units, untold
from assistant.games.uis.actions import may_refill, may_wait
from assistant.games.uis.air_support import NATO_WAITS, turns_since
from assistant.games.uis.arrivals import arrivals
from assistant.games.uis.coming import came_to_its_site_now
from assistant.games.uis.ferries import LAST_TURN_OF_FERRIES, ferry_ports
from assistant.games.uis.lines import communication
from assistant.games.uis.odds import reckonings
from assistant.games.uis.situation import HOME, MAY_BE_VIOLATED, NATO, WP, Situation, enemy_of
from assistant.games.uis.supply import (
    FUEL_1,
    OOS,
    SUPPLIED,
    is_supplied,
    state_after_check,
    supply_of,
)
from assistant.games.uis.zones import leaves_a_guard, zone
from assistant.kernel.facts import kept, kept_for
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import turn_by_phase
from assistant.position import Unit
from assistant.questions.answers import Turn
from assistant.questions.duties import Fact, Listed, Tells, of_hexes, of_units, when
from assistant.questions.reasons import Saying


@rule(
    "4", "6.3.2", "13.3.1", "13.3", "15.1.5", "17.0.5", "24.1.1", "24.1.2", "24.3.5", "25.1",
    "25.1.1", "25.1.2", "25.4", "25.4.5", "26", "26.1", "26.2", "26.3", "26.4", "28.1", "36.8.3",
    "22.2", "27.19.6", "36.8.7", "28.1.1", "28.1.2", "28.1.3", "37.1.2", "37.1.3", "25.4.2",
    "27.0.1", "27.9.4.1", "27.11.3.4", "9.18.1.1", "23.0.1", "35.1.1", "35.2.1", "35.3.1", "35.4.1",
    "38.1.3",
)  # fmt: skip
def turn(situation: Situation) -> Turn:
    """The duties of the phase, and the phases ahead."""
    told = turn_by_phase(situation, situation.phasing, DUTIES, "4")
    points = politics.open_points(situation) if situation.phase == "wp-reinforcement" else []
    missing = untold.as_extra(*untold.of_war(situation), *untold.of_weather(situation))
    more = {**missing, **(situation.readings(points) if points else {})}
    return replace(told, extra={**told.extra, **more}) if more else told


def of_lands(found: Iterable[str]) -> Tells | None:
    """Countries by their names."""
    lands = [Saying(land.replace("-", " ").title()) for land in found]
    return Tells(values={"lands": lands}) if lands else None


@rule("12.4.1", "12.4.2", "12.4.3")
@kept_for
def checked(situation: Situation, side: str) -> tuple[tuple[Unit, str], ...]:
    """The units of a side with what the check at the start of the phase makes of them; there is
    none under Integrated Supply."""
    if situation.in_force("integrated-supply"):
        return ()
    states = supply_of(situation)
    own = situation.of_side(side)
    return tuple((unit, state_after_check(situation, unit, states[unit.id])) for unit in own)


def failed(situation: Situation, side: str, marker: str) -> Tells | None:
    """Units that the check marks anew."""
    its = checked(situation, side)
    new = [unit for unit, state in its if state == marker and marker not in unit.markers]
    return of_units(new, marker=marker)


@rule("36.5.6", "36.5.7", "36.5.8")
def shackled(situation: Situation, lands: Collection[str]) -> Tells | None:
    """The combat units of some countries of the Pact."""
    own = fighters(situation, WP)
    return of_units(unit for unit in own if HOME.get(units.nation(unit)) in lands)


@rule("27.13.1", "29.1", "29.2")
def carried(situation: Situation, side: str, by_sea: bool) -> Tells | None:
    """Troops that may go by air or, if they are Marines, by sea from where they stand."""
    if not situation.war_turn:
        return None
    able = troops.may_embark if by_sea else troops.may_board
    return of_units(u for u in situation.of_side(side) if able(situation, u))


@rule("5.1", "5.1.3", "5.3", "6.1.8")
@kept_for
def fighters(situation: Situation, side: str) -> tuple[Unit, ...]:
    """The combat units of a side."""
    return tuple(unit for unit in situation.of_side(side) if units.is_combat(unit))


def free(situation: Situation, side: str) -> Tells | None:
    left = sum(not (u.get("moved") or u.has_moved) for u in fighters(situation, side))
    return when(left, n=left)


def held(situation: Situation, side: str) -> Tells | None:
    enemy = zone(situation, enemy_of(side), side)
    own = (u for u in fighters(situation, side) if u.hex in enemy)
    return of_units(unit for unit in own if not leaves_a_guard(situation, unit))


NAMES = {WP: "Warsaw Pact", NATO: "NATO"}
REPAIR = {"airfield": 5, "port": 10, "bridge": 3}
HELIPAD = 3
"""The price of a damaged hex that has none of these: helipads are on the printed map alone."""


@rule("38", "38.1", "39", "39.3", "39.4", "39.5", "39.6", "39.7", "39.8", "25.4.4")
@kept
def damages(situation: Situation) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Damaged facilities with their price, doubled by contamination, and the sides that may repair
    them: an own unit there, or an own zone, with a line of communication."""
    found = []
    for name in sorted(situation.damaged):
        hexes = name.split("/")
        if len(hexes) > 1 and hexes != sorted(hexes):
            continue
        kinds = situation.board.of(name) & REPAIR.keys() if len(hexes) == 1 else {"bridge"}
        price = max((REPAIR[kind] for kind in kinds), default=HELIPAD)
        if any(situation.table("nuclear").get(one) for one in hexes):
            price *= 2
        able = tuple(
            side
            for side in (WP, NATO)
            if any(
                one in communication(situation, side)
                and (situation.side_at(one) == side or one in zone(situation, side, ""))
                for one in hexes
            )
        )
        found.append((name, price, able))
    return tuple(found)


def repairs(situation: Situation, side: str) -> list[Tells]:
    """Each facility that somebody may repair."""
    return [
        Tells(hexes=(name,), values={"n": price, "sides": [Saying(NAMES[one]) for one in able]})
        for name, price, able in damages(situation)
        if able
    ]


@rule("25.2", "25.2.1")
def nuclear_able(situation: Situation, side: str) -> Tells | None:
    """Artillery and missiles in General Supply; aircraft with a ground attack of three besides."""
    able = (u for u in situation.units if u.type in (units.ARTILLERY, "ssm"))
    return of_units(unit for unit in able if is_supplied(situation, unit))


@rule("35", "35.1.3", "35.2.3", "35.3.3", "35.4.3")
def restless(situation: Situation, side: str) -> Tells | None:
    """Units that unrest keeps at home."""
    return of_units(unit for unit in situation.of_side(WP) if politics.confined(situation, unit))


@rule("36.5.1", "36.5.6")
def trigger(situation: Situation, challenge: bool) -> list[Tells]:
    """What triggers a revolt in which country, by itself or by a challenge of NATO's."""
    return [
        Tells(
            values={"land": Saying(land.replace("-", " ").title()), "why": why.text},
            rule=why.rule if challenge else "",
        )
        for land, reasons in politics.triggered(situation).items()
        for why in reasons
        if why.rule.endswith(".4") == challenge
    ]


@rule("36.5.2", "36.5.4", "36.5.5", "36.5.9")
def spread(situation: Situation, side: str) -> Tells | None:
    """Countries with revolt markers, which are rolled for with their value."""
    return of_lands(politics.revolts(situation))


MONTHS = ((4, "July"), (19, "August"), (25, "September"))


@rule("23.0.2")
def month(situation: Situation, side: str) -> Tells | None:
    """The column of the weather: turns 1 to 4 in July, 5 to 19 in August, then September."""
    name = next((name for last, name in MONTHS if situation.turn <= last), MONTHS[-1][1])
    return when(situation.turn, lands=[Saying(name)])


@rule("38.3.1", "38.3.1.2")
def bridges(situation: Situation, side: str) -> Tells | None:
    """Whether an own unit stands beside a bridge, or one in the own country without enemies beside
    it may be tried."""

    def is_bridge(name: str, near: str) -> bool:
        return ground.is_river(situation, name, near) and ground.is_bridged(situation, name, near)

    def may_be_tried(ends: tuple[str, ...]) -> bool:
        owners = {ground.side_of_country(situation, ground.country(situation, n)) for n in ends}
        foes = situation.held[enemy_of(side)]
        return owners == {side} and not any(name in foes for name in ends)

    own = ((name, near) for name in situation.held[side] for near in situation.around[name])
    return when(
        any(is_bridge(*ends) for ends in own)
        or any(
            may_be_tried((name, near)) and is_bridge(name, near)
            for name, near in situation.board.hexsides
        )
    )


FACTS: Mapping[str, Fact[Situation]] = {
    "mobilize": lambda s, _: of_lands(politics.may_mobilize(s)),
    "unrest": lambda s, _: when(s.war_turn == 1),
    "restless": restless,
    "trigger": lambda s, _: trigger(s, False),
    "challenge": lambda s, _: trigger(s, True),
    "spread": spread,
    "fallen": lambda s, _: of_units(politics.of_fallen_governments(s)),
    "fallen-markers": lambda s, _: of_hexes(
        name for name in s.table("revolt") if ground.country(s, name) in s.told("overthrown")
    ),
    "fallen-airfields": lambda s, _: of_hexes(
        name
        for name in s.board.hexes_with("airfield")
        if ground.country(s, name) in s.told("overthrown") and s.side_at(name) != WP
    ),
    "month": month,
    "at-war": lambda s, _: when(s.war_turn > 0, n=s.war_turn),
    "neutrals": lambda s, _: of_lands(
        sorted(MAY_BE_VIOLATED & ground.neutral_countries(s)),
    ),
    "no-chemicals": lambda s, _: when(turns_since(s) is None),
    "nato-chemicals": lambda s, _: when((turns_since(s) or 0) >= NATO_WAITS),
    "escalation": lambda s, _: when(s.in_force("escalation")),
    "missiles": lambda s, _: of_units(
        u for u in s.of_side(WP) if u.type == "ssm" and turns_since(s) is not None
    ),
    "nuclear-able": nuclear_able,
    "raiders": lambda s, side: of_units(
        u for u in s.of_side(side) if u.type == units.SPECIAL_FORCES
    ),
    "heads": lambda s, _: of_units(u for u in s.of_side(WP) if u.type == units.FSH),
    "failed-oos": lambda s, side: failed(s, side, OOS),
    "failed-fuel": lambda s, side: failed(s, side, FUEL_1),
    "enemy-fuel": lambda s, side: failed(s, enemy_of(side), FUEL_1),
    "recovered": lambda s, side: of_units(
        u for u, its in checked(s, side) if its == SUPPLIED and u.markers & {OOS, FUEL_1}
    ),
    "free": free,
    "done": lambda s, side: of_units(u for u in fighters(s, side) if u.get("moved")),
    "targets": lambda s, _: of_hexes(
        {name for one in reckonings(s) if not one.refused for name in one.battle.targets}
    ),
    "held": held,
    "in-revolt": lambda s, _: shackled(s, limits.revolting(s)),
    "triggered-only": lambda s, _: shackled(s, s.told("unrest")),
    "revolts": lambda s, _: of_hexes(
        n for n, value in s.table("revolt").items() if value and not s.at(n)
    ),
    "just-come": lambda s, side: of_units(u for u in s.of_side(side) if came_to_its_site_now(s, u)),
    "waiting": lambda s, _: of_units(u for u in s.of_side(NATO) if "reserve" in u.markers),
    "refilled": lambda s, side: of_units(u for u in s.of_side(side) if may_refill(s, u)),
    "airlift": lambda s, side: carried(s, side, by_sea=False),
    "at-sea": lambda s, side: carried(s, side, by_sea=True),
    "ferries": lambda s, _: when(0 < s.war_turn <= LAST_TURN_OF_FERRIES and ferry_ports(s.board)),
    "dug-in": lambda s, side: of_units(
        u for u in fighters(s, side) if units.mode(u) == units.HEDGEHOG
    ),
    "tired": lambda s, side: of_units(
        u for u in s.of_side(side) if units.fatigue(u) and not (units.spent(u) or u.has_moved)
    ),
    "reserves": lambda s, side: of_units(
        u for u in fighters(s, side) if not u.get("moved") and may_wait(s, u)
    ),
    "bridges": bridges,
    "breaches": lambda s, _: of_hexes(s.told("breakthrough")),
    "no-zoc": lambda s, _: of_units(u for u in s.units if "no-zoc" in u.markers),
    "chemical": lambda s, _: of_hexes(s.told("chemical")),
    "exposed": lambda s, _: of_units(u for u in s.units if s.table("nuclear").get(u.hex)),
    "nuclear": lambda s, _: of_hexes(n for n, level in s.table("nuclear").items() if level),
    "interdicted": lambda s, _: of_hexes(s.table("interdiction")),
    "air-areas": lambda s, _: of_hexes(
        {name for its in s.table("air-superiority").values() for name in its}
    ),
    "weasels": lambda s, _: of_hexes(s.told("wild-weasel")),
    "stocks": lambda s, _: when(s.in_force("integrated-supply")),
    "repairs": repairs,
    "ruins": lambda s, _: of_hexes(name for name, _, able in damages(s) if not able),
    "crowded": lambda s, _: [Tells(hexes=(one.hex,)) for one in units.stacking(s).violations],
}
"""What must be so for a duty to stand, by its name in duties.toml."""

DUTIES = Listed(Path(__file__).with_name("duties.toml"), FACTS, kept(arrivals))
