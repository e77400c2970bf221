"""What limits a unit: hexes and hexsides closed to it, enemy zones that it may enter, how many
points it has, where fatigue must be rolled for and what the rolls make of it (5, 6, 12.4.1, 19,
28-32, 36, 41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from assistant.games.uis import ground, politics, units
from assistant.games.uis.costs import is_alpine
from assistant.games.uis.lines import by_ferry
from assistant.games.uis.situation import HOME, NATO, SQUADRONS, WP, Situation, enemy_of
from assistant.games.uis.supply import fuel_limit, is_out_of_supply, is_without_ammo
from assistant.games.uis.zones import zone
from assistant.kernel.chances import through
from assistant.kernel.facts import kept
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.reasons import Reason, Saying

ENEMY = Reason("5.1.7", "Enemy units stand there.", "enemy-units")
NEUTRALS = Reason("41.2", "Units of a neutral country stand there.", "enemy-units")
WATER = Reason("5.1.6", "Ground units enter no all-sea or lake hex.", "terrain")
ALPINE = Reason(
    "32.1", "Only alpine units cross alpine hexsides, under the optional rule.", "hexside"
)
IMPASSABLE = Reason("5.1", "The hexside is impassable.", "hexside")
FERRY = Reason("30", "Only a ferry goes across, where rule 30 allows it.", "hexside")
AIRFIELD = Reason("9.0.6", "An enemy airfield must be attacked before it is entered.", "terrain")
NEUTRAL_GROUND = Reason("41.2", "Nobody enters a neutral country.", "area")
FLIES = Reason(
    "27.3", "Squadrons fly missions and change base: ask `odds HEX --with mission=...`.", "unit"
)
RESERVES = ("HSB", "HSR")


@rule("5.1.6", "32.1", "5.1")
def bar_of_ground(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Water, impassable hexsides and, but for alpine units, alpine ones."""
    if end in ground.closed_hexes(situation):
        return WATER
    features = situation.board.between(start, end)
    if not features:
        return None
    if by_ferry(features):
        return FERRY
    shut = features & ground.CLOSED_SIDES
    if "alpine" in shut and is_alpine(situation, unit):
        shut -= {"alpine"}
    if not shut:
        return None
    return ALPINE if "alpine" in shut else IMPASSABLE


@rule("9.0.6", "28.3")
def bar_of_airfield(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """An airfield that the enemy controls is attacked before it is entered, even an empty one."""
    return AIRFIELD if ground.is_enemy_airfield(situation, end, enemy_of(unit.side)) else None


@rule("5.1.7", "41.2")
def bar_of_holder(situation: Situation, unit: Unit, end: str) -> Reason | None:
    """No unit enters a hex in which units of another side stand."""
    holder = situation.side_at(end)
    if holder in ("", unit.side):
        return None
    return ENEMY if holder == enemy_of(unit.side) else NEUTRALS


@rule("36.5.7")
@kept
def revolting(situation: Situation) -> frozenset[str]:
    """Countries with revolt markers."""
    marked = (name for name, value in situation.table("revolt").items() if value)
    return frozenset(ground.country(situation, name) for name in marked) - {""}


@rule("5.9", "5.10")
def tied_to(unit: Unit) -> str:
    """The country that territorial reserves never leave, or empty."""
    if told := unit.get("territorial"):
        return str(told)
    if units.nation(unit) == "wg" and any(word in unit.shown for word in RESERVES):
        return "west-germany"
    if units.nation(unit) == "au" and str(unit.get("code") or "").startswith("AM"):
        return "austria"
    return ""


def is_bound(situation: Situation, unit: Unit) -> bool:
    """Whether some country might keep a unit in or out."""
    home = HOME.get(units.nation(unit), "")
    restless = home in revolting(situation) or bool(politics.confined(situation, unit))
    return restless or bool(tied_to(unit))


@rule("5.9", "5.10", "35", "36.5.8", "41.2")
def bar_of_country(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Neutral ground is closed to all, foreign ground to some."""
    if end in ground.neutral_ground(situation):
        return NEUTRAL_GROUND
    there, tied = ground.country(situation, end), tied_to(unit)
    if there and tied and there != tied:
        number = "5.9" if tied == "west-germany" else "5.10"
        text = "{unit} is eliminated if it leaves its country."
        return Reason(number, text, "area", unit=unit.shown)
    home = HOME.get(units.nation(unit), "")
    leaves = there not in ("", home) and ground.country(situation, start) == home
    if leaves and politics.confined(situation, unit):
        return Reason("35", "Its country is in unrest: it does not leave it.", "area")
    if leaves and unit.side == WP and units.is_combat(unit) and home in revolting(situation):
        return Reason("36.5.8", "Units of a country in revolt do not leave it.", "area")
    return None


@rule("36.5.6", "36.5.7")
def bar_by_revolt(situation: Situation, unit: Unit) -> Reason | None:
    """Units of a country in revolt, or where one has just failed to start, do not attack."""
    home = HOME.get(units.nation(unit), "")
    if unit.side != WP or not home:
        return None
    if home in revolting(situation):
        return Reason("36.5.7", "Units of a country in revolt do not attack.", "unit")
    if home in situation.told("unrest"):
        return Reason("36.5.6", "A revolt was triggered at home: no attacks this turn.", "phase")
    return None


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
            other.side == self.unit.side and units.is_combat(other) and other.id != self.unit.id
            for other in self.situation.at(name)
        )

    @rule("6.1.7", "5.3", "9.18.1", "12.4.1", "13.2.4", "9.18.1.5")
    def bar(self, name: str, column: str) -> Reason | None:
        """Where no friend stands already, only a unit that may attack at once enters an enemy
        zone."""
        situation, unit = self.situation, self.unit
        enemy_zone = zone(situation, enemy_of(unit.side), self.phasing)
        if name not in enemy_zone or self.has_friend(name):
            return None
        if self.phasing != unit.side:
            text = (
                "An activated reserve enters an enemy zone only where a combat unit of its side is "
                "already."
            )
            return Reason("9.18.1", text, "friends")
        if not units.is_combat(unit):
            return Reason("6.1.7", "It means an attack, and a support unit cannot attack.", "unit")
        if column != units.TACTICAL:
            text = "It means an attack, and a unit in Road mode cannot."
            return Reason("6.1.7, 5.3", text, "unit")
        if is_out_of_supply(situation, unit):
            text = "It means an attack: not for a unit out of supply."
            return Reason("6.1.7, 12.4.1", text, "supply")
        if is_without_ammo(situation, unit):
            text = "It means an attack: not for one without ammunition."
            return Reason("6.1.7, 13.2.4", text, "supply")
        if units.attack(unit) == 0:
            text = "It means an attack, and the unit has no attack strength."
            return Reason("6.1.7", text, "unit")
        if why := bar_by_revolt(situation, unit):
            return Reason(f"6.1.7, {why.rule}", why.text, why.code)
        return None

    @rule("6.1.7", "9.2", "9.3")
    def assault(self, name: str) -> float | None:
        """Points of the cheapest assault that follows; None where a friend stands already."""
        if self.has_friend(name):
            return None
        cheapest = "standard" if units.attack(self.unit) == 1 else "column"
        return self.situation.figure("movement", cheapest).number


BASIC, CAP = 20, 50
FOOT_BASIC, FOOT_CAP = 10, 20
OUT_OF_SUPPLY = 5
RAILROAD_POINTS, RAILROAD_POOL = 4, 12
RESERVE = 6
THRESHOLDS = (1, 11, 21)
FOOT_THRESHOLDS = (1, 6)


@dataclass(frozen=True)
class Allowance:
    """The basic allowance, and the most that fatigue lets the unit spend in a phase."""

    basic: float
    cap: float
    because: tuple[Reason, ...]

    def at_most(self, points: float, why: Reason) -> Allowance:
        """Never more than some points."""
        return Allowance(min(points, self.basic), points, (*self.because, why))


@rule("5.4", "5.8.1", "5.8.3", "12.4.1", "18.2")
def allowance(situation: Situation, unit: Unit) -> Allowance:
    """Twenty points and fifty at most; foot infantry ten and twenty; less for some units."""
    if unit.type == units.FSH:
        why = Reason("18.2", "A supply head moves only with a Railroad Regiment.", "unit")
        return Allowance(0, 0, (why,))
    if unit.type in SQUADRONS:
        return Allowance(0, 0, (FLIES,))
    if unit.type == "sam":
        return Allowance(0, 0, (Reason("3.1", "A missile site is fixed.", "unit"),))
    return within_supply(situation, unit, usual(situation, unit))


@rule("19.7", "19.4")
def pool(situation: Situation, regiments: Sequence[Unit]) -> Allowance:
    """Railroad Regiments together have four points each, and twelve at the most."""
    points = min(RAILROAD_POOL, RAILROAD_POINTS * len(regiments))
    text = "Railroad Regiments together: {n} {n|point|points}, and no fatigue."
    own = Allowance(points, points, (Reason("19.7", text, n=points),))
    return within_supply(situation, regiments[0], own)


@rule("12.4.1", "13.1.5", "12.4.1.1")
def within_supply(situation: Situation, unit: Unit, own: Allowance) -> Allowance:
    """An allowance as far as supply and fuel let a unit use it."""
    if is_out_of_supply(situation, unit):
        why = Reason("12.4.1", "Out of supply: five movement points at most.")
        own = own.at_most(min(OUT_OF_SUPPLY, own.basic), why)
    fuel = fuel_limit(situation, unit)
    if fuel is not None and fuel < own.cap:
        text = "Not in General Supply: its fuel lasts for {n} {n|point|points}."
        own = own.at_most(fuel, Reason("13.1", text, n=fuel))
    return own


@rule("5.4", "5.8", "9.18.1", "19.4", "19.5", "19.7", "9.18.1.2")
def usual(situation: Situation, unit: Unit) -> Allowance:
    """What a unit in supply has; the Railroad Regiments of a hex may pool their points."""
    if unit.type == units.RAILROAD_REGIMENT:
        text = "A Railroad Regiment has 4 points and no fatigue."
        if sum(other.type == unit.type for other in situation.at(unit.hex)) > 1:
            more = "Starting together here, several may pool up to {n} (19.7)."
            text = Saying("{text} {more}", text=text, more=Saying(more, n=RAILROAD_POOL))
        return Allowance(RAILROAD_POINTS, RAILROAD_POINTS, (Reason("19.4", text),))
    if is_activated_reserve(situation, unit):
        why = Reason("9.18.1", "A Corps Reserve that is activated has six points.")
        return Allowance(RESERVE, RESERVE, (why,))
    if goes_on_foot(situation, unit):
        why = Reason("5.8", "Foot infantry: ten points, twenty with fatigue.")
        return Allowance(FOOT_BASIC, FOOT_CAP, (why,))
    return Allowance(BASIC, CAP, (Reason("5.4", "Twenty points, fifty with fatigue."),))


def goes_on_foot(situation: Situation, unit: Unit) -> bool:
    """Foot infantry with its optional rule in force."""
    return units.is_foot(unit) and situation.in_force("foot")


@rule("9.18.1", "9.18")
def is_activated_reserve(situation: Situation, unit: Unit) -> bool:
    """A NATO Corps Reserve moves in the Warsaw Pact's Movement Phase."""
    is_reserve = unit.side == NATO and "reserve" in unit.markers
    return is_reserve and situation.phase == "wp-movement"


@rule("5.4.2", "5.4.3", "5.4.4", "5.8.2")
def rolls_passed(situation: Situation, unit: Unit, before: float, after: float) -> list[int]:
    """Which fatigue rolls, the first being 1, spending from one total to another calls for; those
    of an assault come before its own die."""
    on_foot = goes_on_foot(situation, unit)
    basic, steps = (FOOT_BASIC, FOOT_THRESHOLDS) if on_foot else (BASIC, THRESHOLDS)
    return [n for n, step in enumerate(steps, 1) if before < basic + step <= after]


def rolls_needed(situation: Situation, unit: Unit, before: float, after: float) -> int:
    """How many these are."""
    return len(rolls_passed(situation, unit, before, after))


# Long moves: levels of fatigue and steps lost, each with its chance (5.4)


LOST = 3
"""Beside the levels of fatigue, 0 to 2: a step lost."""
WEARY: Mapping[int, Mapping[int, Mapping[int, float]]] = {
    1: {0: {0: 0.5, 1: 0.5}, 1: {1: 0.25, 2: 0.75}, 2: {2: 0.75, LOST: 0.25}},
    2: {0: {0: 0.25, 1: 0.75}, 1: {2: 1.0}, 2: {LOST: 1.0}},
    3: {0: {1: 1.0}, 1: {2: 1.0}, 2: {LOST: 1.0}},
}
"""What the rolls at one, eleven and twenty-one points beyond the basic allowance make of a
level."""
ON_FOOT: Mapping[int, Mapping[int, Mapping[int, float]]] = {
    1: {0: {0: 0.5, 1: 0.5}, 1: {1: 0.5, 2: 0.5}, 2: {2: 1.0}},
    2: {0: {1: 1.0}, 1: {2: 1.0}, 2: {2: 1.0}},
}


@rule("5.4.2", "5.4.3", "5.4.5", "5.8.2")
def weariness(situation: Situation, unit: Unit, before: float, after: float) -> dict[str, float]:
    """Levels of fatigue, and steps lost, each with its chance, once the points are spent."""
    table = ON_FOOT if goes_on_foot(situation, unit) else WEARY
    rolls = rolls_passed(situation, unit, before, after)
    return wearied(table is ON_FOOT, units.fatigue(unit), tuple(rolls))


STEPS_LOST = ("step-lost", "2-steps-lost", "3-steps-lost")
"""One for each of the three rolls of a long move."""


@cache
def wearied(on_foot: bool, level: int, rolls: tuple[int, ...]) -> dict[str, float]:
    """The same of a level and the numbers of the rolls."""
    table = ON_FOOT if on_foot else WEARY
    found: dict[tuple[int, int], float] = {(level, 0): 1.0}
    for number in rolls:

        def rolled(state: tuple[int, int], number: int = number) -> dict[tuple[int, int], float]:
            level, lost = state
            return {
                (level, lost + 1) if new == LOST else (new, lost): chance
                for new, chance in table[number][level].items()
            }

        found = through(found, rolled)
    told: dict[str, float] = {}
    for (now, lost), chance in sorted(found.items()):
        name = STEPS_LOST[lost - 1] if lost else f"fatigue-{now}"
        told[name] = round(told.get(name, 0.0) + chance, 4)
    return told
