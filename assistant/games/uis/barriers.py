"""What no moving unit enters or crosses, and who may not go or fight (5, 6, 28-32, 36, 41)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.uis.costs import is_alpine
from assistant.games.uis.ground import (
    CLOSED_SIDES,
    closed_hexes,
    country,
    is_enemy_airfield,
    neutral_ground,
)
from assistant.games.uis.lines import by_ferry, under_enemy_air
from assistant.games.uis.situation import HOME, WP, Situation, enemy_of
from assistant.games.uis.stacking import places
from assistant.games.uis.supply import is_out_of_supply, is_without_ammo
from assistant.games.uis.units import TACTICAL, attack, is_combat, is_division, nation
from assistant.games.uis.zones import zone
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason

ENEMY = Reason("5.1.7", "Enemy units stand there.", "enemy-units")
NEUTRALS = Reason("41.2", "Units of a neutral country stand there.", "enemy-units")
WATER = Reason("5.1.6", "Ground units enter no all-sea or lake hex.", "terrain")
ALPINE = Reason(
    "32.1", "Only alpine units cross alpine hexsides, under the optional rule.", "hexside"
)
IMPASSABLE = Reason("5.1", "The hexside is impassable.", "hexside")
FERRY = Reason("30", "Only a ferry goes across, where rule 30 allows it.", "hexside")
AIRFIELD = Reason("9.0.6", "An enemy airfield must be attacked before it is entered.", "terrain")


@rule("5.1.6", "32.1", "5.1")
def closed_ground(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Water, impassable hexsides and, but for alpine units, alpine ones."""
    if end in closed_hexes(situation):
        return WATER
    features = situation.board.between(start, end)
    if not features:
        return None
    if by_ferry(features):
        return FERRY
    if "alpine" in features and is_alpine(situation, unit):
        features -= {"alpine"}
    shut = features & CLOSED_SIDES
    if not shut:
        return None
    return ALPINE if "alpine" in shut else IMPASSABLE


@rule("9.0.6", "28.3")
def enemy_airfield(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """An airfield that the enemy controls is attacked before it is entered, even an empty one."""
    return AIRFIELD if is_enemy_airfield(situation, end, enemy_of(unit.side)) else None


@rule("5.1.7", "41.2")
def held_by_others(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """No unit enters a hex in which units of another side stand."""
    holder = situation.side_at(end)
    if holder in ("", unit.side):
        return None
    return ENEMY if holder == enemy_of(unit.side) else NEUTRALS


NEUTRAL_GROUND = Reason("41.2", "Nobody enters a neutral country.", "area")
RESERVES = ("HSB", "HSR")


@rule("36.5.7")
@kept
def revolting(situation: Situation) -> frozenset[str]:
    """Countries with revolt markers."""
    return frozenset(
        country(situation, name) for name, value in situation.table("revolt").items() if value
    ) - {""}


@rule("5.9", "5.10")
def tied_to(unit: Unit) -> str:
    """The country that territorial reserves never leave, or empty."""
    if told := unit.get("territorial"):
        return str(told)
    if nation(unit) == "wg" and any(word in unit.shown for word in RESERVES):
        return "west-germany"
    if nation(unit) == "au" and str(unit.get("code") or "").startswith("AM"):
        return "austria"
    return ""


@rule("5.9", "5.10", "36.5.8", "41.2")
def may_not_enter(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Neutral ground is closed to all, foreign ground to some."""
    if end in neutral_ground(situation):
        return NEUTRAL_GROUND
    there = country(situation, end)
    if not there:
        return None
    tied = tied_to(unit)
    if tied and there != tied:
        number = "5.9" if tied == "west-germany" else "5.10"
        return Reason(
            number, "{unit} is eliminated if it leaves its country.", "area", unit=unit.shown
        )
    home = HOME.get(nation(unit), "")
    held = unit.side == WP and is_combat(unit) and home in revolting(situation)
    if held and there != home and country(situation, start) == home:
        return Reason("36.5.8", "Units of a country in revolt do not leave it.", "area")
    return None


@rule("36.5.6", "36.5.7")
def may_not_attack(situation: Situation, unit: Unit) -> Reason | None:
    """Units of a country in revolt, or where one has just failed to start, do not attack."""
    home = HOME.get(nation(unit), "")
    if unit.side != WP or not home:
        return None
    if home in revolting(situation):
        return Reason("36.5.7", "Units of a country in revolt do not attack.", "unit")
    if home in (situation.told("unrest")):
        return Reason("36.5.6", "A revolt was triggered at home: no attacks this turn.", "phase")
    return None


TOO_DEAR = Reason(
    "6.1.7", "Not enough points would be left for the combat that follows.", "allowance"
)


@dataclass(frozen=True)
class Entering:
    """A unit that moves towards enemy zones."""

    situation: Situation
    unit: Unit
    phasing: str

    @rule("6.2.1")
    def has_friend(self, name: str) -> bool:
        """A friendly combat unit in the hex spares the mover the combat, though not the stop."""
        return any(
            other.side == self.unit.side and is_combat(other) and other.id != self.unit.id
            for other in self.situation.at(name)
        )

    @rule("6.1.7", "5.3", "12.4.1", "13.2.4")
    def refused(self, name: str, column: str) -> Reason | None:
        """Where no friend fights already, only a unit that may attack at once enters an enemy
        zone."""
        if name not in zone(self.situation, enemy_of(self.unit.side), self.phasing):
            return None
        if self.has_friend(name):
            return None
        return self.cannot_attack(column)

    def cannot_attack(self, column: str) -> Reason | None:
        """Why the unit could not fight the combat that entering means."""
        unit = self.unit
        if self.phasing != unit.side:
            text = "An activated reserve enters an enemy zone only where a friend fights already."
            return Reason("9.18.1", text, "friends")
        if not is_combat(unit):
            return Reason("6.1.7", "It means an attack, and a support unit cannot attack.", "unit")
        if column != TACTICAL:
            return Reason(
                "6.1.7, 5.3", "It means an attack, and a unit in Road mode cannot.", "unit"
            )
        if is_out_of_supply(self.situation, unit):
            return Reason(
                "6.1.7, 12.4.1", "It means an attack: not for a unit out of supply.", "supply"
            )
        if is_without_ammo(self.situation, unit):
            return Reason(
                "6.1.7, 13.2.4", "It means an attack: not for one without ammunition.", "supply"
            )
        if attack(unit) == 0:
            return Reason(
                "6.1.7", "It means an attack, and the unit has no attack strength.", "unit"
            )
        if why := may_not_attack(self.situation, unit):
            return Reason(f"6.1.7, {why.rule}", why.text, why.code)
        return None

    @rule("6.1.7", "9.2", "9.3")
    def assault(self, name: str) -> float | None:
        """Points of the cheapest assault that follows; None where a friend fights already."""
        if self.has_friend(name):
            return None
        cheapest = "standard" if attack(self.unit) == 1 else "column"
        return self.situation.figure("movement", cheapest).number


LAST_TURN = 2


@dataclass(frozen=True)
class Crossing:
    """A ferry from one land hex to another, its hexes at sea between them."""

    end: str
    between: tuple[str, ...]
    refused: Reason | None


def crossings(situation: Situation, unit: Unit, start: str) -> Iterator[Crossing]:
    """The ferries that leave from a hex."""
    if not any("ferry" in features for features in _hexsides_at(situation, start)):
        return
    seen = {start}
    queue: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    while queue:
        name, way = queue.pop(0)
        for near in situation.around[name]:
            if near in seen or not by_ferry(situation.board.between(name, near)):
                continue
            seen.add(near)
            if near in closed_hexes(situation):
                queue.append((near, (*way, near)))
            else:
                route = (start, *way, near)
                yield Crossing(near, way, ferry_refused(situation, unit, route))


def _hexsides_at(situation: Situation, name: str) -> Iterator[frozenset[str]]:
    for near in situation.around[name]:
        yield situation.board.between(name, near)


@rule("30.1", "30.2", "30.3", "30.4")
def ferry_refused(situation: Situation, unit: Unit, route: tuple[str, ...]) -> Reason | None:
    """One brigade a turn, between friendly hexes, without enemy air superiority over any hex of
    the route, and not after the second turn of war."""
    if situation.war_turn > LAST_TURN:
        return Reason("30.4", "No ferry runs after the second turn of war.", "phase")
    if is_division(unit) or places(unit) > 1:
        return Reason("30.1", "A ferry takes one brigade or its equivalent.", "full")
    if any(under_enemy_air(situation, unit.side, name) for name in route):
        return Reason("30.3", "The enemy has air superiority over the ferry's route.", "hexside")
    enemy = enemy_of(unit.side)
    for name in (route[0], route[-1]):
        if (situation.side_at(name) or situation.position.control.get(name)) == enemy:
            return Reason(
                "30.2",
                "Both ends of a ferry must be friendly, and {hex} is not.",
                "enemy-zone",
                hex=name,
            )
    return None
