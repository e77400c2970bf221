"""One attack as declared: who may attack whom, factors and shifts (11.1 to 11.14, 11.24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from assistant.games.dagc.movement import is_all_water, outside_area
from assistant.games.dagc.situation import (
    COMBAT_PHASES,
    GERMAN,
    SOVIET,
    Situation,
    air_armies,
    armour_succeeds_up_to,
    enemy_of,
    front,
    is_activated,
    is_fresh_shock_army,
    is_held_back,
    is_locality,
    shock_armies_count,
    strength,
)
from assistant.games.dagc.supply import defends_in_supply, has_land_line, may_act_in_supply
from assistant.kernel import declared
from assistant.kernel.bars import every, first, forbids
from assistant.kernel.combat import Attack, is_concentric
from assistant.kernel.ledger import DEFENCE, Modifier, gives
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason


@dataclass(frozen=True)
class BattleOptions:
    """What the attacker adds that the map does not show (`--with`)."""

    air: int = 0
    armor: int = 0
    lower: int = 0
    fanatic: int = 0


def read_options(given: Options) -> BattleOptions:
    """Options of a battle from their words; QuestionError for an unknown one or a bad value."""
    most = {"air": 9, "armor": 9, "lower": 99, "fanatic": 1}
    known = {name: declared.up_to(number) for name, number in most.items()}
    return BattleOptions(**declared.read(given, known))


@dataclass(frozen=True)
class Battle(Attack[Situation]):
    """An attack by some units on one hex (11.3)."""

    options: BattleOptions = BattleOptions()

    @cached_property
    def side(self) -> str:
        """The attacking side."""
        if self.attackers:
            return self.attackers[0].side
        return enemy_of(self.defenders[0].side) if self.defenders else SOVIET

    @property
    def front(self) -> str:
        """The Soviet front that attacks, or "german"."""
        return front(self.attackers[0]) if self.attackers else self.side


# Who may take part


@forbids(
    "11.2", "{unit} in {hex} is not next to {hex2}.", "distance", hex="unit.hex", hex2="target"
)
def must_be_adjacent(situation: Situation, unit: Unit, target: str) -> bool:
    """Only units next to the attacked hex attack it."""
    return target not in situation.near(unit.hex)


@forbids("11.5", "{unit} has attacked in this phase.", "spent")
def attacks_once(situation: Situation, unit: Unit, target: str) -> bool:
    """A unit puts its whole factor into one attack a phase."""
    return "attacked" in unit.markers


@forbids("12.5", "{unit} is a fortified locality and never attacks.", "unit", "11.1")
def localities_never_attack(situation: Situation, unit: Unit, target: str) -> bool:
    """A fortified locality takes no part in any attack."""
    return is_locality(unit)


@forbids("5.4", "{unit} is not activated and may not attack on turn 1.", "command")
def only_activated_on_turn_1(situation: Situation, unit: Unit, target: str) -> bool:
    """On turn 1 only Soviet units activated for Bagration attack."""
    return is_held_back(situation.position, unit)


@forbids("11.10", "Germans may not attack the Soviet entrenchment {hex}.", "terrain", hex="target")
def not_into_soviet_trenches(situation: Situation, unit: Unit, target: str) -> bool:
    """Germans never attack a Soviet entrenchment hex."""
    return unit.side == GERMAN and "soviet-entrenchment" in situation.board.of(target)


@forbids("10.2", "{unit} may not attack {hex}, outside its front's area.", "area", hex="target")
def inside_its_area(situation: Situation, unit: Unit, target: str) -> bool:
    """Historically the 1st Ukrainian Front attacks only in its area."""
    return outside_area(situation, unit, target)


@forbids("9.7", "{unit} may not attack across all lake or all sea.", "hexside", "8.1")
def across_water(situation: Situation, unit: Unit, target: str) -> bool:
    """An attack across a lake or the sea is allowed, unless players read the rules otherwise."""
    water = is_all_water(situation, unit.hex, target)
    return water and not situation.option("attack-across-water")


UNIT_RULES = (
    must_be_adjacent,
    localities_never_attack,
    attacks_once,
    only_activated_on_turn_1,
    not_into_soviet_trenches,
    inside_its_area,
    across_water,
)
"""The rules that may forbid one unit to take part in an attack on a hex."""


def may_take_part(situation: Situation, unit: Unit, target: str) -> bool:
    """Whether no rule keeps this unit out of an attack on the hex."""
    return first(UNIT_RULES, situation, unit, target) is None


def forbidden(battle: Battle) -> Iterator[Reason]:
    """Every reason why this attack may not be made."""
    yield from wrong_phase(battle)
    yield from mixed_fronts(battle)
    yield from every((no_enemy, attacked_once), battle)
    for unit in battle.attackers:
        yield from every(UNIT_RULES, battle.situation, unit, battle.target)


@rule("11.1", "5.2")
def wrong_phase(battle: Battle) -> Iterator[Reason]:
    """Each side attacks in the two combat phases of its own player turn."""
    phase, own = battle.situation.phase, COMBAT_PHASES[battle.side]
    if phase and phase not in own:
        named = battle.situation.phase_name
        side, text = (
            battle.situation.side_name(battle.side),
            "{side} units do not attack in {phase}.",
        )
        yield Reason("11.1", text, "phase", side=side, phase=named(phase))
        yield Reason("5.2", "They do in {phases:and}.", phases=[named(id_) for id_ in own])


@rule("11.24", "6.10")
def mixed_fronts(battle: Battle) -> Iterator[Reason]:
    """The two Soviet fronts never join in one attack."""
    if len({front(unit) for unit in battle.attackers if unit.side == SOVIET}) > 1:
        text = "The main front and the 1st Ukrainian Front never attack together."
        yield Reason("11.24", text, "friends")
        yield Reason("6.10", "Nor do they share a hex in any scenario.", "friends")


@rule("11.2", "11.4")
def no_enemy(battle: Battle) -> Reason | None:
    """Some units of one side attack enemy units in one hex."""
    if not battle.defenders:
        return Reason("11.2", "There is no unit in {hex} to attack.", hex=battle.target)
    if not battle.attackers:
        return Reason("11.2", "No enemy unit next to {hex} may attack it.", hex=battle.target)
    if all(unit.side == enemy_of(battle.defenders[0].side) for unit in battle.attackers):
        return None
    return Reason("11.2", "Units do not attack their own side in {hex}.", "side", hex=battle.target)


@rule("11.3", "11.17")
def attacked_once(battle: Battle) -> Reason | None:
    """No defender is attacked twice in a phase; one that retreated only shares another's fate."""
    defenders = battle.defenders
    if any("defended" in u.markers and "retreated" not in u.markers for u in defenders):
        return Reason("11.3", "{hex} has been attacked in this phase.", "spent", hex=battle.target)
    if defenders and all("retreated" in unit.markers for unit in defenders):
        text = "These units were attacked in this phase, before they retreated."
        return Reason("11.3", text, "spent")
    return None


def neighbours(situation: Situation, target: str) -> tuple[Unit, ...]:
    """The enemies next to a hex, whether a rule keeps them from attacking it or not."""
    holder = situation.side_at(target)
    return situation.beside(target, enemy_of(holder)) if holder else ()


def full_forces(situation: Situation, target: str) -> list[tuple[Unit, ...]]:
    """All units that may attack a hex together: one force for each Soviet front."""
    near = neighbours(situation, target)
    able = [unit for unit in near if may_take_part(situation, unit, target)]
    return [tuple(units) for _, units in groupby(sorted(able, key=front), key=front)]


# The ledger: factors against factors and terrain


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
def natural_terrain(battle: Battle) -> list[Modifier]:
    """Forest and swamp; of several natural terrains the largest addition."""
    kinds = [kind for kind in sorted(battle.terrain) if is_natural(battle, kind)]
    found = [line for kind in kinds for line in addition(battle, kind)]
    if battle.situation.option("mixed-terrain") == "largest":
        return sorted(found, key=lambda line: -line.value)[:1]
    return found


@rule("11.9")
def settlement(battle: Battle) -> Iterator[Modifier]:
    """A town or city adds its number on top of the natural terrain."""
    for kind in ("town", "city"):
        if kind in battle.terrain:
            yield from addition(battle, kind)


@rule("11.10")
def entrenchment(battle: Battle) -> Iterator[Modifier]:
    """Entrenchments serve only the side that dug them, whoever held them in between."""
    for kind in sorted(battle.terrain):
        owner = battle.situation.chart.get(kind, "defends")
        if owner and owner != battle.side:
            yield from addition(battle, kind, "entrenchment", "11.10")


@rule("11.9")
def river(battle: Battle) -> Iterator[Modifier]:
    """A river adds its number only if every attacker comes across one."""
    between = battle.situation.board.between
    if battle.stacks and all("river" in between(name, battle.target) for name in battle.stacks):
        yield from addition(battle, "river")


def is_natural(battle: Battle, kind: str) -> bool:
    return bool(battle.situation.chart.get(kind, "natural"))


def addition(battle: Battle, kind: str, name: str = "", number: str = "11.9") -> Iterator[Modifier]:
    """The chart's number for a kind of terrain or hexside, as a line of the ledger."""
    chart = battle.situation.chart
    if value := int(chart.get(kind, "defence", 0)):
        yield Modifier(name or kind, value, number, DEFENCE, chart.is_stand_in(kind, "defence"))


# The ledger: shifts of the column


def all_may_act(battle: Battle) -> bool:
    """Whether every attacker is in supply for an attack."""
    return all(may_act_in_supply(battle.situation, unit) for unit in battle.attackers)


@gives("attacker-oos", -1, "7.4")
def attackers_out_of_supply(battle: Battle) -> bool:
    """One column left if any attacker is out of supply."""
    return not all_may_act(battle)


@gives("defender-oos", 1, "7.4", "12.5", "11.17")
def defenders_out_of_supply(battle: Battle) -> bool:
    """One column right if any defender is, even one that retreated here in this phase."""
    every_one = battle.situation.option("retreated-count-for-supply")
    counted = [unit for unit in battle.defenders if every_one or "retreated" not in unit.markers]
    return not all(defends_in_supply(battle.situation, unit) for unit in counted)


@gives("concentric", 1, "11.11", "12.5")
def concentric(battle: Battle) -> bool:
    """One column right for an attack from all around, but not on a city or fortified locality."""
    shielded = "city" in battle.terrain or any(is_locality(unit) for unit in battle.defenders)
    grid = battle.situation.board.grid
    return not shielded and is_concentric(grid, battle.target, battle.stacks)


@gives("bagration", 1, "5.4")
def bagration(battle: Battle) -> bool:
    """One column right for activated units in the Soviet combat before movement of turn 1."""
    position = battle.situation.position
    if battle.side != SOVIET or position.phase != "soviet-pre-combat" or not battle.attackers:
        return False
    return all(is_activated(position, unit) for unit in battle.attackers)


@gives("air", 1, "13.1", "13.2", "13.5")
def air_support(battle: Battle) -> bool:
    """One column right for the air army that a Soviet attack may have."""
    return bool(battle.options.air)


@gives("partisan", 1, "11.25")
def partisans(battle: Battle) -> int:
    """One column right for a Soviet attack within a partisan area."""
    chart, terrain = battle.situation.chart, battle.situation.board.of

    def shift(name: str) -> int:
        return sum(int(chart.get(kind, "attack-shift", 0)) for kind in terrain(name))

    everywhere = battle.situation.option("partisan-attack") == "all"
    if battle.side != SOVIET or (everywhere and not all(map(shift, battle.stacks))):
        return 0
    return shift(battle.target)


@gives("shock", 1, "12.7")
def shock_army(battle: Battle) -> bool:
    """One column right for one or more fresh shock armies, if all attackers are in supply."""
    if battle.side != SOVIET or not shock_armies_count(battle.situation.position):
        return False
    return any(is_fresh_shock_army(unit) for unit in battle.attackers) and all_may_act(battle)


@gives("armor", 1, "12.6")
def armour_concentration(battle: Battle) -> bool:
    """One column right for the German armour concentration, once its die has come up."""
    return bool(battle.options.armor)


@gives("lower", -1, "11.14")
def lowered(battle: Battle) -> int:
    """The attacker may give up columns, if he says so before he rolls."""
    return battle.options.lower


SHIFTS = (
    attackers_out_of_supply,
    defenders_out_of_supply,
    concentric,
    bagration,
    air_support,
    partisans,
    shock_army,
    armour_concentration,
    lowered,
)
"""Every shift, in the order of the ledger."""


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
        text = "The {front} has no unused air army this turn."
        yield Reason("13.1", text, "markers", front=whose)
        yield Reason("13.2", "Air armies support attacks of their own front only.")


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
    if any(has_land_line(battle.situation, unit) for unit in battle.attackers):
        return None
    return Reason("12.6", "At least one attacker must be supplied by land.", "supply")
