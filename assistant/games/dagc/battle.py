"""One attack as declared, and who may attack whom (11.1 to 11.7, 11.10, 11.24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from assistant.games.dagc.movement import outside_area, water_between
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
from assistant.kernel.ledger import DEFENCE, Modifier
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason
from builder.game.problems import nearest


@dataclass(frozen=True)
class BattleOptions:
    """What the attacker adds that the map does not show (`--with`)."""

    air: int = 0
    armor: int = 0
    lower: int = 0
    fanatic: int = 0


def read_options(given: Options) -> BattleOptions:
    """Options of a battle from their words; QuestionError for an unknown one or a bad value."""
    known = {"air": 9, "armor": 9, "lower": 99, "fanatic": 1}
    values: dict[str, int] = {}
    for name, word in given.items():
        if name not in known:
            raise QuestionError(
                "There is no option '{name}'. {remedy}", name=name, remedy=nearest(name, known)
            )
        if not word.isdecimal() or int(word) > known[name]:
            raise QuestionError(
                "{name}={word}: write a number from 0 to {n}.",
                name=name,
                word=word,
                n=known[name],
            )
        values[name] = int(word)
    return replace(BattleOptions(), **values)


@dataclass(frozen=True)
class Battle:
    """An attack by some units on one hex."""

    situation: Situation
    target: str
    attackers: tuple[Unit, ...]
    options: BattleOptions = BattleOptions()

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """All units of the attacked hex take part in its defence (11.3)."""
        return self.situation.at(self.target)

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

    @cached_property
    def terrain(self) -> frozenset[str]:
        return self.situation.board.of(self.target)

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """The hexes from which it is made, each once."""
        return tuple(dict.fromkeys(unit.hex for unit in self.attackers))


UnitRule = Callable[[Situation, Unit, str], Reason | None]
"""A rule that may forbid one unit to take part in an attack on a hex."""


@rule("11.2")
def must_be_adjacent(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Only units next to the attacked hex attack it."""
    if target in situation.near(unit.hex):
        return None
    return Reason(
        "11.2",
        "{unit} in {hex} is not next to {hex2}.",
        "distance",
        unit=unit,
        hex=unit.hex,
        hex2=target,
    )


@rule("11.5")
def attacks_once(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """A unit puts its whole factor into one attack a phase."""
    if "attacked" in unit.markers:
        return Reason("11.5", "{unit} has attacked in this phase.", "spent", unit=unit)
    return None


@rule("12.5", "11.1")
def localities_never_attack(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """A fortified locality takes no part in any attack."""
    if is_locality(unit):
        return Reason(
            "12.5", "{unit} is a fortified locality and never attacks.", "unit", unit=unit
        )
    return None


@rule("5.4")
def only_activated_on_turn_1(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """On turn 1 only Soviet units activated for Bagration attack."""
    if is_held_back(situation.position, unit):
        return Reason(
            "5.4", "{unit} is not activated and may not attack on turn 1.", "command", unit=unit
        )
    return None


@rule("11.10")
def not_into_soviet_trenches(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Germans never attack a Soviet entrenchment hex."""
    if unit.side == GERMAN and "soviet-entrenchment" in situation.board.of(target):
        return Reason(
            "11.10", "Germans may not attack the Soviet entrenchment {hex}.", "terrain", hex=target
        )
    return None


@rule("10.2")
def inside_its_area(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Historically the 1st Ukrainian Front attacks only in its area."""
    if outside_area(situation, unit, target):
        return Reason(
            "10.2",
            "{unit} may not attack {hex}, outside its front's area.",
            "area",
            unit=unit,
            hex=target,
        )
    return None


@rule("8.1", "9.7")
def across_water(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """An attack across a lake or the sea is allowed, unless players read the rules otherwise."""
    if water_between(situation, unit.hex, target) and not situation.option("attack-across-water"):
        return Reason(
            "9.7", "{unit} may not attack across all lake or all sea.", "hexside", unit=unit
        )
    return None


UNIT_RULES: tuple[UnitRule, ...] = (
    must_be_adjacent,
    localities_never_attack,
    attacks_once,
    only_activated_on_turn_1,
    not_into_soviet_trenches,
    inside_its_area,
    across_water,
)


def may_take_part(situation: Situation, unit: Unit, target: str) -> bool:
    """Whether no rule keeps this unit out of an attack on the hex."""
    return not any(forbids(situation, unit, target) for forbids in UNIT_RULES)


def forbidden(battle: Battle) -> Iterator[Reason]:
    """Every reason why this attack may not be made."""
    yield from right_phase(battle)
    yield from one_front(battle)
    for forbids in (needs_an_enemy, attacked_once):
        if why := forbids(battle):
            yield why
    for unit in battle.attackers:
        for unit_forbids in UNIT_RULES:
            if why := unit_forbids(battle.situation, unit, battle.target):
                yield why


@rule("11.1", "5.2")
def right_phase(battle: Battle) -> Iterator[Reason]:
    """Each side attacks in the two combat phases of its own player turn."""
    phase = battle.situation.phase
    if phase and phase not in COMBAT_PHASES[battle.side]:
        yield Reason(
            "11.1",
            "{side} units do not attack in {phase}.",
            "phase",
            side=battle.side.capitalize(),
            phase=phase,
        )
        yield Reason("5.2", "They do in {phases:and}.", phases=list(COMBAT_PHASES[battle.side]))


@rule("11.2", "11.4")
def needs_an_enemy(battle: Battle) -> Reason | None:
    """Some units of one side attack enemy units in one hex."""
    if not battle.defenders:
        return Reason("11.2", "There is no unit in {hex} to attack.", hex=battle.target)
    if not battle.attackers:
        return Reason("11.2", "No enemy unit next to {hex} may attack it.", hex=battle.target)
    if any(unit.side != enemy_of(battle.defenders[0].side) for unit in battle.attackers):
        return Reason(
            "11.2", "Units do not attack their own side in {hex}.", "side", hex=battle.target
        )
    return None


@rule("11.24", "6.10")
def one_front(battle: Battle) -> Iterator[Reason]:
    """The two Soviet fronts never join in one attack."""
    if len({front(unit) for unit in battle.attackers if unit.side == SOVIET}) > 1:
        yield Reason(
            "11.24", "The main front and the 1st Ukrainian Front never attack together.", "friends"
        )
        yield Reason("6.10", "Nor do they share a hex in any scenario.", "friends")


@rule("11.3", "11.17")
def attacked_once(battle: Battle) -> Reason | None:
    """No defender is attacked twice in a phase; one that retreated only shares another's fate."""
    defenders = battle.defenders
    if any("defended" in u.markers and "retreated" not in u.markers for u in defenders):
        return Reason("11.3", "{hex} has been attacked in this phase.", "spent", hex=battle.target)
    if defenders and all("retreated" in unit.markers for unit in defenders):
        return Reason(
            "11.3", "These units were attacked in this phase, before they retreated.", "spent"
        )
    return None


def full_forces(situation: Situation, target: str) -> list[tuple[Unit, ...]]:
    """All units that may attack a hex together: one force for each Soviet front."""
    holder = situation.side_at(target)
    near = [
        unit
        for name in sorted(situation.near(target))
        if situation.side_at(name) == enemy_of(holder)
        for unit in situation.at(name)
        if may_take_part(situation, unit, target)
    ]
    ordered = sorted(near, key=front)
    return [tuple(units) for _, units in groupby(ordered, key=front)]


def bystanders(situation: Situation, target: str) -> tuple[Unit, ...]:
    """The enemies next to a hex, although some rule keeps all of them from attacking it."""
    holder = situation.side_at(target)
    return tuple(
        unit
        for name in sorted(situation.near(target))
        if holder and situation.side_at(name) == enemy_of(holder)
        for unit in situation.at(name)
    )


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
