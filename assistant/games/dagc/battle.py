"""One attack: who may attack whom, factors, shifts and options (11.1 to 11.14, 11.23, 11.24, 12.6,
13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from assistant.games.dagc.movement import is_all_water, outside_area
from assistant.games.dagc.situation import (
    FRONTS,
    GERMAN,
    SOVIET,
    Situation,
    enemy_of,
    front,
    is_fresh_shock_army,
    is_locality,
    strength,
)
from assistant.games.dagc.supply import defends_in_supply, has_land_line, may_act_in_supply
from assistant.kernel.bars import every, first, forbids
from assistant.kernel.chances import chances
from assistant.kernel.combat import Attack, is_concentric
from assistant.kernel.facts import kept
from assistant.kernel.headings import Columns, result_columns
from assistant.kernel.ledger import DEFENCE, Modifier, gives, lines_of, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.battle_options import Listed
from assistant.questions.protocol import Options
from assistant.questions.reasons import Reason

STALLED = "AS"
"""The result at which nothing happens."""


@rule("11.8", "11.13")
@kept
def result_table(situation: Situation) -> Columns:
    """The game's table: the column of the differential is brought into the table, then shifted,
    then brought into it again; QuestionError if the game has lost it."""
    return result_columns(situation.game, "crt", situation.option("clamp") == "before-and-after")


@dataclass(frozen=True)
class BattleOptions:
    """What the attacker adds that the map does not show (`--with`)."""

    air: int = 0
    armor: int = 0
    lower: int = 0
    fanatic: int = 0


OPTIONS = Listed(Path(__file__).with_name("options.toml"))


def read_options(given: Options) -> BattleOptions:
    """Options of a battle from their words; QuestionError for an unknown one or a bad value."""
    return BattleOptions(**OPTIONS.read(given))


@dataclass(frozen=True)
class Battle(Attack[Situation]):
    """An attack by some units on one hex (11.3), worked out as far as it is asked."""

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

    @property
    def table(self) -> Columns:
        return result_table(self.situation)

    @cached_property
    def additions(self) -> tuple[Modifier, ...]:
        """What terrain adds to the defence."""
        return tuple(additions(self))

    @cached_property
    def shifts(self) -> tuple[Modifier, ...]:
        return lines_of(SHIFTS, self)

    @cached_property
    @rule("11.8", "12.5")
    def attack(self) -> int:
        """The sum of the attackers' factors; a fortified locality has none to attack with."""
        return sum(strength(unit) for unit in self.attackers if not is_locality(unit))

    @cached_property
    @rule("11.8", "11.17")
    def defence(self) -> int:
        """The defenders' factors, but for units that retreated here this phase, and the terrain."""
        fighting = (unit for unit in self.defenders if "retreated" not in unit.markers)
        return sum(map(strength, fighting)) + net(self.additions)

    @property
    def differential(self) -> int:
        """The attackers' factors less the defence; it may be negative."""
        return self.attack - self.defence

    @cached_property
    def shift(self) -> int:
        return net(self.shifts)

    @cached_property
    def column(self) -> int:
        return self.table.column(self.differential, self.shift)

    @property
    def merit(self) -> tuple[int, int]:
        """How good the attack is: its column, then its differential with shifts."""
        return self.column, self.differential + self.shift

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        """Why the attack, or an option of it, is not allowed."""
        return (*forbidden(self), *bar_options(self))


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
    return situation.is_held_back(unit)


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
    situation = battle.situation
    own = [f"{battle.side}-pre-combat", f"{battle.side}-post-combat"]
    if situation.phase and situation.phase not in own:
        named, side = situation.phase_name, situation.side_name(battle.side)
        text = "{side} units do not attack in {phase}."
        yield Reason("11.1", text, "phase", side=side, phase=named(situation.phase))
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


# The ledger: what terrain adds


@rule("11.9", "11.10")
def additions(battle: Battle) -> Iterator[Modifier]:
    """What terrain adds to the defence, each thing once however many the defenders: of several
    natural terrains the largest, on top of it a town or city, entrenchments for the side that dug
    them, whoever held them in between, and a river if every attacker comes across one."""
    kinds, chart = sorted(battle.terrain), battle.situation.chart
    own = (kind for kind in kinds if is_natural(battle, kind))
    natural = [line for kind in own for line in addition(battle, kind)]
    if battle.situation.option("mixed-terrain") == "largest":
        natural = sorted(natural, key=lambda line: -line.value)[:1]
    yield from natural
    for kind in ("town", "city"):
        if kind in battle.terrain:
            yield from addition(battle, kind)
    for kind in kinds:
        if (chart.get(kind, "defends") or battle.side) != battle.side:
            yield from addition(battle, kind, "entrenchment", "11.10")
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
    situation = battle.situation
    if battle.side != SOVIET or situation.phase != "soviet-pre-combat" or not battle.attackers:
        return False
    return all(map(situation.is_activated, battle.attackers))


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
    if battle.side != SOVIET or not battle.situation.now("shock-armies"):
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


# Options that are not to be had


def bar_options(battle: Battle) -> Iterator[Reason]:
    """Why options that were taken are not to be had."""
    options = battle.options
    yield from bar_air(battle) if options.air else ()
    yield from bar_armour(battle) if options.armor else ()
    yield from bar_fanatic(battle) if options.fanatic else ()


@rule("13.1", "13.2")
def bar_air(battle: Battle) -> Iterator[Reason]:
    """At most one unused air army an attack, of the attackers' own front, and never a German."""
    if battle.side == GERMAN:
        yield Reason("13.1", "Only Soviet attacks have air armies.", "side")
        return
    if battle.options.air > 1:
        yield Reason("13.1", "Only one air army may support an attack.")
    if battle.situation.air_armies(battle.front) < 1:
        text = "The {front} has no unused air army this turn."
        yield Reason("13.1", text, "markers", front=FRONTS[battle.front])
        yield Reason("13.2", "Air armies support attacks of their own front only.")


@rule("12.6")
def bar_armour(battle: Battle) -> Iterator[Reason]:
    """From turn 2, once a German turn, in an attack with a German unit supplied by land."""
    situation = battle.situation
    if battle.side == SOVIET:
        yield Reason("12.6", "Only German attacks have the armour concentration.", "side")
    elif battle.options.armor > 1:
        yield Reason("12.6", "There is one armour concentration.")
    elif not situation.now("armour-die"):
        yield Reason("12.6", "The armour concentration comes on turn 2.", "phase")
    elif situation.value("armor-used"):
        yield Reason("12.6", "The armour concentration was tried in this German turn.", "spent")
    elif not any(has_land_line(situation, unit) for unit in battle.attackers):
        yield Reason("12.6", "At least one attacker must be supplied by land.", "supply")


@rule("11.23")
def bar_fanatic(battle: Battle) -> Iterator[Reason]:
    """An attacker may swear to roll until something happens in the leftmost columns only: those up
    to a differential of 0, or by the other reading three."""
    table, column = battle.table, battle.column
    leftmost = battle.situation.option("fanatic-columns") == "three-leftmost"
    if column >= 3 if leftmost else column > table.headings.place(0):
        text = "No fanatic attack is open in column {column}."
        yield Reason("11.23", text, column=table.name(column))
    elif not fanatic_chances(battle):
        text = "Column {column} holds nothing but AS: the rolls never end."
        yield Reason("11.23", text, column=table.name(column))


@rule("11.23")
def fanatic_chances(battle: Battle) -> Mapping[str, float]:
    """The chances when the die is rolled until something happens; empty if nothing can."""
    return chances(battle.table.results[battle.column], again=lambda result: result == STALLED)
