"""The ledger of an attack: factors against factors and terrain, and column shifts (11.8-11.14)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.dagc.battle import Battle
from assistant.games.dagc.calendar import (
    air_armies,
    armour_succeeds_up_to,
    is_activated,
    shock_armies_count,
)
from assistant.games.dagc.supply import defends_in_supply, has_land_line, may_act_in_supply
from assistant.games.dagc.units import GERMAN, SOVIET, is_fresh_shock_army, is_locality, strength
from assistant.kernel.ledger import DEFENCE, Modifier
from assistant.kernel.rulebook import rule
from assistant.questions.reasons import Reason


@rule("11.8", "12.5")
def attack_strength(battle: Battle) -> int:
    """The sum of the attackers' factors; a fortified locality has none to attack with."""
    return sum(strength(unit) for unit in battle.attackers if not is_locality(unit))


@rule("11.8", "11.17")
def defenders_strength(battle: Battle) -> int:
    """The sum of the defenders' factors, but for units that retreated into the hex this phase."""
    return sum(strength(unit) for unit in battle.defenders if "retreated" not in unit.markers)


@rule("11.9")
def additions(battle: Battle) -> Iterator[Modifier]:
    """What terrain adds to the defence, each thing once however many the defenders."""
    yield from natural_terrain(battle)
    yield from settlement(battle)
    yield from entrenchment(battle)
    yield from river(battle)


@rule("11.9")
def natural_terrain(battle: Battle) -> Iterator[Modifier]:
    """Forest and swamp; of several natural terrains the largest addition."""
    kinds = [kind for kind in sorted(battle.terrain) if is_natural(battle, kind)]
    found = [line for kind in kinds if (line := addition(battle, kind))]
    if battle.situation.option("mixed-terrain") == "largest":
        found = sorted(found, key=lambda line: -line.value)[:1]
    yield from found


@rule("11.9")
def settlement(battle: Battle) -> Iterator[Modifier]:
    """A town or city adds its number on top of the natural terrain."""
    for kind in ("town", "city"):
        if kind in battle.terrain and (line := addition(battle, kind)):
            yield line


@rule("11.10")
def entrenchment(battle: Battle) -> Iterator[Modifier]:
    """Entrenchments serve only the side that dug them, whoever held them in between."""
    chart = battle.situation.chart
    for kind in sorted(battle.terrain):
        owner = chart.get(kind, "defends")
        if owner and owner != battle.side and (line := addition(battle, kind, "entrenchment")):
            yield line


@rule("11.9")
def river(battle: Battle) -> Iterator[Modifier]:
    """A river adds its number only if every attacker comes across one."""
    board = battle.situation.board
    crossed = [board.between(origin, battle.target) for origin in battle.origins]
    if crossed and all("river" in features for features in crossed):
        line = addition(battle, "river")
        if line:
            yield line


def is_natural(battle: Battle, kind: str) -> bool:
    return bool(battle.situation.chart.get(kind, "natural"))


def addition(battle: Battle, kind: str, name: str = "") -> Modifier | None:
    """The chart's number for a kind of terrain or hexside, as a line of the ledger."""
    chart = battle.situation.chart
    value = int(chart.get(kind, "defence", 0))
    if not value:
        return None
    owned = "11.10" if name else "11.9"
    return Modifier(name or kind, value, owned, DEFENCE, chart.is_stand_in(kind, "defence"))


def shifts(battle: Battle) -> Iterator[Modifier]:
    """Every shift that applies, in the order of the ledger."""
    yield from attackers_out_of_supply(battle)
    yield from defenders_out_of_supply(battle)
    yield from concentric(battle)
    yield from bagration(battle)
    yield from air_support(battle)
    yield from partisans(battle)
    yield from shock_army(battle)
    yield from armour_concentration(battle)
    yield from lowered(battle)


def column(what: str, value: int, number: str) -> Modifier:
    return Modifier(what, value, number)


@rule("7.4")
def attackers_out_of_supply(battle: Battle) -> Iterator[Modifier]:
    """One column left if any attacker is out of supply."""
    if not all(may_act_in_supply(battle.situation, unit) for unit in battle.attackers):
        yield column("attacker-oos", -1, "7.4")


@rule("7.4", "12.5", "11.17")
def defenders_out_of_supply(battle: Battle) -> Iterator[Modifier]:
    """One column right if any defender is, even one that retreated here in this phase."""
    counted = [
        unit
        for unit in battle.defenders
        if "retreated" not in unit.markers or battle.situation.option("retreated-count-for-supply")
    ]
    if not all(defends_in_supply(battle.situation, unit) for unit in counted):
        yield column("defender-oos", 1, "7.4")


@rule("11.11", "12.5")
def concentric(battle: Battle) -> Iterator[Modifier]:
    """One column right for an attack from all around, but not on a city or fortified locality."""
    shielded = "city" in battle.terrain or any(is_locality(unit) for unit in battle.defenders)
    if not shielded and is_concentric(battle):
        yield column("concentric", 1, "11.11")


@rule("11.11")
def is_concentric(battle: Battle) -> bool:
    """From opposite sides, from three hexes with one between each two, or from more than three.

    That is every set of directions that three neighbouring directions cannot hold.
    """
    grid = battle.situation.board.grid
    circle = list(grid.steps)
    used = {grid.direction(battle.target, origin) for origin in battle.origins} - {None}
    arcs = ({circle[(first + turn) % 6] for turn in range(3)} for first in range(6))
    return not any(used <= arc for arc in arcs)


@rule("5.4")
def bagration(battle: Battle) -> Iterator[Modifier]:
    """One column right for activated units in the Soviet combat before movement of turn 1."""
    position = battle.situation.position
    activated = bool(battle.attackers) and all(
        is_activated(position, unit) for unit in battle.attackers
    )
    if battle.side == SOVIET and position.phase == "soviet-pre-combat" and activated:
        yield column("bagration", 1, "5.4")


@rule("13.1", "13.2", "13.5")
def air_support(battle: Battle) -> Iterator[Modifier]:
    """One column right for the air army that a Soviet attack may have."""
    if battle.options.air:
        yield column("air", 1, "13.1")


@rule("13.1", "13.2")
def air_refused(battle: Battle) -> Iterator[Reason]:
    """At most one unused air army an attack, of the attackers' own front, and never a German."""
    if battle.side == GERMAN:
        yield Reason("13.1", "Only Soviet attacks have air armies.", "side")
        return
    if battle.options.air > 1:
        yield Reason("13.1", "Only one air army may support an attack.")
    if air_armies(battle.situation.position, battle.front) < 1:
        whose = "1st Ukrainian Front" if battle.front == "1uf" else "main front"
        yield Reason(
            "13.1", "The {front} has no unused air army this turn.", "markers", front=whose
        )
        yield Reason("13.2", "Air armies support attacks of their own front only.")


@rule("11.25")
def partisans(battle: Battle) -> Iterator[Modifier]:
    """One column right for a Soviet attack within a partisan area."""
    if battle.side != SOVIET:
        return
    shift = _partisan_shift(battle, battle.target)
    if battle.situation.option("partisan-attack") == "all" and not all(
        _partisan_shift(battle, origin) for origin in battle.origins
    ):
        shift = 0
    if shift:
        yield column("partisan", shift, "11.25")


def _partisan_shift(battle: Battle, name: str) -> int:
    situation = battle.situation
    return sum(int(situation.chart.get(k, "attack-shift", 0)) for k in situation.board.of(name))


@rule("12.7")
def shock_army(battle: Battle) -> Iterator[Modifier]:
    """One column right for one or more fresh shock armies, if all attackers are in supply."""
    situation = battle.situation
    if (
        battle.side == SOVIET
        and shock_armies_count(situation.position)
        and any(is_fresh_shock_army(unit) for unit in battle.attackers)
        and all(may_act_in_supply(situation, unit) for unit in battle.attackers)
    ):
        yield column("shock", 1, "12.7")


@rule("12.6")
def armour_concentration(battle: Battle) -> Iterator[Modifier]:
    """One column right for the German armour concentration, once its die has come up."""
    if battle.options.armor:
        yield column("armor", 1, "12.6")


@rule("12.6")
def armour_refused(battle: Battle) -> Reason | None:
    """From turn 2, once a German turn, in an attack with a German unit supplied by land."""
    position = battle.situation.position
    if battle.side == SOVIET:
        return Reason("12.6", "Only German attacks have the armour concentration.", "side")
    if battle.options.armor > 1:
        return Reason("12.6", "There is one armour concentration.")
    if not armour_succeeds_up_to(position):
        return Reason("12.6", "The armour concentration comes on turn 2.", "phase")
    if position.value("armor-used"):
        return Reason("12.6", "The armour concentration was tried in this German turn.", "spent")
    if not any(has_land_line(battle.situation, unit) for unit in battle.attackers):
        return Reason("12.6", "At least one attacker must be supplied by land.", "supply")
    return None


@rule("11.14")
def lowered(battle: Battle) -> Iterator[Modifier]:
    """The attacker may give up columns, if he says so before he rolls."""
    if battle.options.lower:
        yield column("lower", -battle.options.lower, "11.14")
