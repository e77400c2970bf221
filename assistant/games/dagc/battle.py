"""One attack as declared, and who may attack whom (11.1 to 11.7, 11.10, 11.24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from assistant.games.dagc.calendar import COMBAT_PHASES, is_held_back
from assistant.games.dagc.entry import outside_area, water_between
from assistant.games.dagc.situation import Situation
from assistant.games.dagc.units import GERMAN, SOVIET, enemy_of, front, is_locality
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
