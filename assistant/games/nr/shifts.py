"""The column shifts of a battle, one function a rule (rules 10.6, 13.1, 14.5 to 14.7)."""

from __future__ import annotations

from collections.abc import Callable

from assistant.games.nr.battle import Battle
from assistant.games.nr.ground import in_ussr, is_clear
from assistant.games.nr.units import (
    AXIS,
    SOVIET,
    is_armour,
    is_plain_infantry,
    is_red_shock,
    is_ss_grenadier,
    is_ss_panzer,
    nationality,
)
from assistant.games.nr.weather import effect, is_first_snow, oil_fallen
from assistant.kernel.ledger import PLAIN, Modifier, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit


def shift(what: str, columns: int, number: str, stand_in: bool = False) -> Modifier:
    """Columns to the right (+) or left (-) and where they come from."""
    return Modifier(what, columns, number, PLAIN, stand_in)


ShiftRule = Callable[[Battle, str], "Modifier | None"]
"""A rule that may shift the columns, if the terrain of a hex counts."""


def _all_oos(battle: Battle) -> bool:
    return all("oos" in unit.markers for unit in battle.attackers)


@rule("10.6.2", "13.1", "13.3")
def support(battle: Battle, place: str) -> Modifier | None:
    """One Blitz! or Shock! marker gives one column, a Shock! on the first Snow turn two; none if
    all attackers are out of supply."""
    if not battle.choices.support or _all_oos(battle):
        return None
    if battle.side == SOVIET and is_first_snow(battle.situation.position):
        return shift("Shock! on the first Snow turn", 2, "10.6.2")
    return shift("Blitz!" if battle.side == AXIS else "Shock!", 1, "10.6.2")


@rule("10.6.3", "13.1", "13.5", "14.3", "14.5", "6.5.4")
def armour_bonus(battle: Battle, place: str) -> Modifier | None:
    """One column, once: SS Panzer always; other supplied armour against plain infantry in a Clear
    hex in Clear or Snow weather; no German armour but the SS after the oil fields have fallen."""
    situation = battle.situation
    if any(is_ss_panzer(u) and _may_use_ss(battle, u) for u in battle.attackers):
        return shift("SS Panzer", 1, "14.5")
    if not any(_brings_bonus(battle, unit) for unit in battle.attackers):
        return None
    if effect(situation.position, "armour-bonus") != "yes":
        return None
    if not all(is_plain_infantry(situation.position, unit) for unit in battle.defenders):
        return None
    hexes = battle.targets if situation.option("armour-bonus-hex") == "all" else (place,)
    if not all(is_clear(situation.board, target) for target in hexes):
        return None
    return shift("armour bonus", 1, "10.6.3")


def _may_use_ss(battle: Battle, unit: Unit) -> bool:
    return "oos" not in unit.markers or bool(battle.situation.option("ss-panzer-oos"))


def _brings_bonus(battle: Battle, unit: Unit) -> bool:
    """Whether this unit's tanks count at all: armour, supplied, not grounded for want of oil."""
    if not is_armour(unit) or "oos" in unit.markers or is_ss_panzer(unit):
        return False
    return not (nationality(unit) == "german" and oil_fallen(battle.situation.position))


@rule("14.7")
def shock_army(battle: Battle, place: str) -> Modifier | None:
    """A Soviet Shock army, red face up, that attacks: one column in any terrain and weather."""
    armies = sum(is_red_shock(unit) for unit in battle.attackers)
    if not armies:
        return None
    columns = armies if battle.situation.option("shock-bonus") == "unit" else 1
    return shift("Shock army", columns, "14.7")


@rule("6.5.4")
def against_oos(battle: Battle, place: str) -> Modifier | None:
    """Two columns against a hex with a unit marked out of supply."""
    hexes = {unit.hex for unit in battle.in_targets if "oos" in unit.markers}
    if not hexes:
        return None
    times = len(hexes) if battle.situation.option("oos-shift") == "hex" else 1
    return shift("defender out of supply", 2 * times, "6.5.4")


def terrain_counts(battle: Battle, place: str) -> bool:
    """Whether the hex's terrain counts: not in a Counterblow or a counterattack."""
    return not battle.choices.counterattack and not battle.is_counterblow(place)


@rule("10.6.1", "10.1.2", "10.7.2", "10.7.3")
def terrain(battle: Battle, place: str, kind: str) -> Modifier | None:
    """What one kind of terrain in the defender's hex gives him."""
    feature = battle.situation.definition.terrain[kind]
    columns = int(feature.values.get("shift", 0))
    if not columns or not terrain_counts(battle, place):
        return None
    source = feature.provenance("shift")
    number = "10.6.1" if feature.stand_in("shift") else source
    return shift(feature.name.lower(), columns, number, feature.stand_in("shift"))


def _all_across(battle: Battle, place: str, kind: str) -> bool:
    between = battle.situation.board.between
    return all(kind in between(unit.hex, place) for unit in battle.attackers)


def _hexside(battle: Battle, place: str, kind: str) -> Modifier | None:
    dropped = battle.choices.counterattack or battle.is_counterblow(place)
    if dropped and (
        battle.choices.counterattack or battle.situation.option("counterblow-drops-hexsides")
    ):
        return None
    feature = battle.situation.definition.hexside[kind]
    if not _all_across(battle, place, kind):
        return None
    return shift(
        feature.name.lower(), int(feature.values["shift"]), "10.6.1", feature.stand_in("shift")
    )


@rule("10.6.1", "13.1")
def river(battle: Battle, place: str) -> Modifier | None:
    """One column to the left if all attack across rivers, which freeze in Snow and Long Winter."""
    if effect(battle.situation.position, "rivers") != "yes":
        return None
    return _hexside(battle, place, "river")


@rule("10.6.1")
def objective_side(battle: Battle, place: str) -> Modifier | None:
    """One column to the left if all attack across Objective hexsides into the Objective hex."""
    if "objective" not in battle.situation.board.of(place):
        return None
    return _hexside(battle, place, "objective")


@rule("13.1", "13.5")
def winter(battle: Battle, place: str) -> Modifier | None:
    """Axis attacks on Soviets inside the U.S.S.R. lose a column in Snow and Long Winter, two on
    turn 5; an attack of the Finnish army alone loses none."""
    situation = battle.situation
    columns = int(effect(situation.position, "winter"))
    if battle.side != AXIS or not columns:
        return None
    if battle.choices.counterattack and not situation.option("snow-counterattack"):
        return None
    if all(nationality(unit) == "finnish" for unit in battle.attackers):
        return None
    if not any(in_ussr(situation.board, target) for target in battle.targets):
        return None
    if situation.turn == 5:
        return shift("Axis in the Soviet winter, turn 5", 2 * columns, "13.5")
    return shift("Axis in the Soviet winter", columns, "13.1")


@rule("14.6")
def ss_grenadiers(battle: Battle, place: str) -> Modifier | None:
    """One column to the left if the SS Grenadiers are among the defenders."""
    if any(is_ss_grenadier(unit) for unit in battle.defenders):
        return shift("SS Grenadier defends", -1, "14.6")
    return None


@rule("5.3", "10.5")
def cards(battle: Battle, place: str) -> Modifier | None:
    """Net shifts of event cards, as given."""
    columns = battle.choices.shift
    return shift("event cards", columns, "5.3") if columns else None


SHIFTS: tuple[ShiftRule, ...] = (
    support,
    armour_bonus,
    shock_army,
    against_oos,
    river,
    objective_side,
    winter,
    ss_grenadiers,
    cards,
)


@rule("10.5.4", "10.6")
def all_shifts(battle: Battle, place: str) -> list[Modifier]:
    """Every shift of the battle if the terrain of `place` counts; they all add up."""
    found = [s for give in SHIFTS if (s := give(battle, place))]
    kinds = sorted(battle.situation.board.of(place))
    return [*found, *(s for kind in kinds if (s := terrain(battle, place, kind)))]


@rule("10.6.1")
def terrain_hex(battle: Battle) -> str:
    """The target hex whose terrain counts: the defender's choice, or, until he makes it, the one
    that is best for him."""
    if battle.choices.terrain:
        return battle.choices.terrain
    return min(battle.targets, key=lambda place: (net(all_shifts(battle, place)), place))
