"""One combat as declared: its kind, what players add (`--with`), who attacks (9.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from assistant.games.uis.costs import is_alpine
from assistant.games.uis.ground import country
from assistant.games.uis.situation import HOME, WP, Situation, enemy_of
from assistant.games.uis.squadrons import Group, read_groups
from assistant.games.uis.supply import is_out_of_supply, is_without_ammo
from assistant.games.uis.units import is_combat, is_division, nation, steps_lost
from assistant.games.uis.zones import began_in_zone, exerting, in_enemy_zone
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.problems import nearest

STANDARD, COLUMN, SINGLE_ECHELON = "standard", "column", "single-echelon"
MARCH, DISENGAGEMENT = "march", "disengagement"
TYPES = (STANDARD, COLUMN, SINGLE_ECHELON, MARCH, DISENGAGEMENT)
MOST_LOST_IN_ONE_ECHELON = 1


@dataclass(frozen=True)
class Assault:
    """One kind of assault: its rule, and the factor on the attacker's strength."""

    rule: str
    name: str
    times: int = 1
    over: int = 1

    def strength(self, printed: int) -> int:
        """The attack with this kind of assault; fractions are dropped (3.2)."""
        return printed * self.times // self.over


ASSAULTS = {
    STANDARD: Assault("9.2", "standard assault"),
    COLUMN: Assault("9.3.3", "column assault", 1, 2),
    SINGLE_ECHELON: Assault("9.4.2", "single-echelon assault", 3, 2),
    MARCH: Assault("9.5", "march assault"),
    DISENGAGEMENT: Assault("9.6", "disengagement"),
}


@rule("9.4.1", "9.4")
def single_echelon_refused(unit: Unit) -> Iterator[Reason]:
    """Only Warsaw Pact divisions with one step lost at most."""
    if unit.side != WP:
        yield Reason("9.4", "Only the Warsaw Pact assaults in a single echelon.", "side")
    if not is_division(unit):
        yield Reason("9.4.1", "Only a division assaults in a single echelon.", "unit")
    elif steps_lost(unit) > MOST_LOST_IN_ONE_ECHELON:
        yield Reason("9.4.1", "The division has lost more than one step.", "unit")


@rule("9.5.1", "9.5")
def march_refused(situation: Situation, unit: Unit) -> Iterator[Reason]:
    """Only Soviet divisions of category 1 that did not begin their move in an enemy zone."""
    if unit.side != WP:
        yield Reason("9.5", "Only the Warsaw Pact assaults on the march.", "side")
    elif not is_division(unit) or nation(unit) != "su" or unit.get("category") != 1:
        yield Reason("9.5.1", "Only a Soviet division of category 1 assaults on the march.", "unit")
    if began_in_zone(situation, unit, unit.side):
        yield Reason("9.5.1", "The division began its move in an enemy zone.", "enemy-zone")


@rule("9.6.1", "9.6")
def disengagement_refused(situation: Situation, unit: Unit) -> Iterator[Reason]:
    """Only from an enemy zone in which the unit began its phase."""
    if not in_enemy_zone(situation, unit, unit.side):
        yield Reason("9.6.1", "The unit is in no enemy zone: it leaves freely.", "way")
    elif not began_in_zone(situation, unit, unit.side):
        yield Reason("9.6.1", "The unit did not begin this phase in the enemy zone.", "way")


SUCCESS, FAIL, YES, NO = "success", "fail", "yes", "no"
PERSISTENT, NON_PERSISTENT = "persistent", "non-persistent"
ROLES = ("attacker", "defender")
ALL = "all"

CHOICES = {
    "type": TYPES,
    "attacker-ew": (SUCCESS, FAIL),
    "defender-ew": (SUCCESS, FAIL),
    "active-defence": (YES, NO),
    "airmobile": (YES, NO),
    "attacker-ration": (YES, NO),
    "defender-ration": (YES, NO),
    "attacker-chemicals": (PERSISTENT, NON_PERSISTENT),
    "defender-chemicals": (PERSISTENT, NON_PERSISTENT),
    "mission": ("ground-attack", "supply-interdiction", "nuclear"),
}
NUMBERS = ("attacker-air", "defender-air", "nuclear-points")
UNITS = ("attacker-artillery", "defender-artillery", "attacker-flak", "defender-flak")
SQUADRONS = (
    "attacker-squadrons",
    "defender-squadrons",
    "attacker-interceptors",
    "defender-interceptors",
)
SIGNED = ("attacker-air-combat", "defender-air-combat")
HEXES = ("chemical-missiles",)
ALL_OPTIONS = (*CHOICES, *NUMBERS, *SIGNED, *UNITS, *SQUADRONS, *HEXES)


@dataclass(frozen=True)
class Declared:
    """Options by name: words, whole numbers, ids of units, hexes, and squadrons in their groups."""

    words: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, tuple[Group, ...]] = field(default_factory=dict)

    @property
    def type(self) -> str:
        return self.words.get("type", STANDARD)

    @property
    def mission(self) -> str:
        """The air or nuclear mission asked about instead of a combat, or empty."""
        return self.words.get("mission", "")

    def says(self, option: str, word: str = YES) -> bool:
        return self.words.get(option) == word

    def with_air(self, points: Mapping[str, int]) -> Declared:
        """The same with so much ground support arriving (role -> points) for squadrons named."""
        told = {f"{role}-air": value for role, value in points.items()}
        return replace(self, numbers={**self.numbers, **told}, groups={})


NOTHING = Declared()


def read_options(situation: Situation, given: Options) -> Declared:
    """Options of a combat from their words; QuestionError for an unknown one or a bad value."""
    read: dict[str, Callable[[str, str], object]] = {
        **dict.fromkeys(CHOICES, _choice),
        **dict.fromkeys(NUMBERS, _number),
        **dict.fromkeys(SIGNED, _signed),
        **dict.fromkeys(UNITS, lambda name, word: _units(situation, name, word)),
        **dict.fromkeys(SQUADRONS, read_groups),
        **dict.fromkeys(HEXES, lambda name, word: _hexes(situation, name, word)),
    }
    values = {}
    for name, word in given.items():
        if name not in read:
            raise QuestionError(
                "There is no option '{name}'. {remedy}",
                name=name,
                remedy=nearest(name, ALL_OPTIONS),
            )
        values[name] = read[name](name, word)
    for role in ROLES:
        if f"{role}-air" in values and f"{role}-squadrons" in values:
            text = Saying(
                "{role}-air is what arrives, {role}-squadrons what takes off: name one of them.",
                role=role,
            )
            raise QuestionError(text)
    return Declared(
        words=_of(values, CHOICES),
        numbers=_of(values, (*NUMBERS, *SIGNED)),
        names=_of(values, (*UNITS, *HEXES)),
        groups=_of(values, SQUADRONS),
    )


def _of(values: Mapping[str, object], names: Iterable[str]) -> dict:  # type: ignore[type-arg]
    return {name: values[name] for name in names if name in values}


def _choice(name: str, word: str) -> str:
    if word not in CHOICES[name]:
        raise QuestionError(
            "{name}={word}: write {words}.", name=name, word=word, words=list(CHOICES[name])
        )
    return word


def _number(name: str, word: str) -> int:
    if not word.isdecimal():
        what = "number of points" if name == "nuclear-points" else "strength"
        raise QuestionError(
            "{name}={word}: write the {what}, a whole number.", name=name, word=word, what=what
        )
    return int(word)


def _signed(name: str, word: str) -> int:
    if not word.lstrip("+-").isdecimal():
        raise QuestionError(
            "{option}={text}: write what is added to the die, such as +2 or -1.",
            option=name,
            text=word,
        )
    return int(word)


def _units(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    ids = tuple(dict.fromkeys(part.strip() for part in word.split(",") if part.strip()))
    if ids == (ALL,) and name.endswith("-flak"):
        return ids
    for unit_id in ids:
        if unit_id not in situation.position.by_id:
            known = nearest(unit_id, situation.position.by_id)
            raise QuestionError(
                "{name}: there is no unit '{unit}'. {remedy}",
                name=name,
                unit=unit_id,
                remedy=known,
            )
    return ids


def _hexes(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    hexes = tuple(dict.fromkeys(part.strip() for part in word.split(",") if part.strip()))
    for place in hexes:
        if place not in situation.board:
            raise QuestionError("{name}: '{hex}' is no hex of this map.", name=name, hex=place)
    return hexes


@dataclass(frozen=True)
class Battle:
    """A combat: `active` is the one phasing combat unit in it, which attacks or disengages;
    `named` are the hexes that the players named, `helpers` the support units named with it,
    `others` combat units that cannot join it."""

    situation: Situation
    active: Unit
    named: tuple[str, ...]
    declared: Declared = NOTHING
    helpers: tuple[Unit, ...] = ()
    others: tuple[Unit, ...] = ()

    @property
    def type(self) -> str:
        return self.declared.type

    @property
    def assault(self) -> Assault:
        return ASSAULTS[self.type]

    @property
    def phasing(self) -> str:
        return self.active.side

    @property
    def is_disengagement(self) -> bool:
        return self.type == DISENGAGEMENT

    @cached_property
    @rule("9.6.2")
    def attacking_side(self) -> str:
        """The side not in phase attacks a unit that disengages (9.6.2)."""
        return enemy_of(self.phasing) if self.is_disengagement else self.phasing

    @property
    def defending_side(self) -> str:
        return enemy_of(self.attacking_side)

    @cached_property
    @rule("6.1.7", "9.0.1")
    def zone_exerters(self) -> tuple[Unit, ...]:
        """The enemy units whose zone covers the hex of the unit in phase."""
        enemy = enemy_of(self.phasing)
        return exerting(self.situation, enemy, self.active.hex, self.phasing)

    @cached_property
    @rule("6.1.7", "9.0.1", "9.2.1")
    def controlling(self) -> tuple[str, ...]:
        """The hexes that must be attacked together: those whose units control the attacker's hex,
        but for any across a hexside that no attack crosses."""
        hexes = dict.fromkeys(unit.hex for unit in self.zone_exerters)
        return tuple(name for name in hexes if not across_peaks(self.situation, self.active, name))

    @cached_property
    @rule("9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.5.2.1", "9.0.3", "9.6.3")
    def targets(self) -> tuple[str, ...]:
        """The hexes attacked: all that control the attacker's hex; one of choice if none does, and
        for a march assault."""
        if self.is_disengagement:
            return (self.active.hex,)
        if self.type == MARCH or not set(self.named) & set(self.controlling):
            return self.named
        return tuple(sorted({*self.controlling, *self.named}))

    @cached_property
    @rule("9.2.1", "9.6.6", "9.6.7")
    def attackers(self) -> tuple[Unit, ...]:
        """The attacking unit; against a unit that disengages all that control its hex, but for
        those without attack strength, supply or ammunition."""
        if not self.is_disengagement:
            return (self.active,)
        return tuple(unit for unit in self.zone_exerters if can_hold(self.situation, unit))

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """Every unit of every attacked hex, or the one that disengages."""
        if self.is_disengagement:
            return (self.active,)
        return tuple(
            unit
            for name in self.targets
            for unit in self.situation.at(name)
            if unit.side == self.defending_side
        )

    @cached_property
    def fighting_defenders(self) -> tuple[Unit, ...]:
        """The defending combat units, or the support units where there are none."""
        return tuple(u for u in self.defenders if is_combat(u)) or self.defenders

    @cached_property
    def revolt(self) -> int:
        """The revolt markers attacked, where no unit stands with them (36.7)."""
        if self.defenders or self.is_disengagement:
            return 0
        table = self.situation.table("revolt")
        return sum(int(table.get(name, 0)) for name in self.targets)


@rule("36.7.2")
def of_the_revolt(battle: Battle, unit: Unit) -> bool:
    """Whether a revolt is attacked and the unit is of its nation: no help in putting it down."""
    home = HOME.get(nation(unit))
    if not battle.revolt or not home or unit.side == battle.defending_side:
        return False
    return any(country(battle.situation, name) == home for name in battle.targets)


@rule("9.11.3", "32.1")
def across_peaks(situation: Situation, unit: Unit, name: str) -> bool:
    """Whether an impassable hexside, or an alpine one that is closed to the unit, keeps it from
    attacking a hex."""
    if not situation.option("attack-across-peaks"):
        return False
    features = situation.board.between(unit.hex, name)
    return "impassable" in features or ("alpine" in features and not is_alpine(situation, unit))


@rule("9.6.6", "9.6.7")
def can_hold(situation: Situation, unit: Unit) -> bool:
    """Whether a unit can hinder a disengagement."""
    if not unit.face("attack"):
        return False
    return not is_out_of_supply(situation, unit) and not is_without_ammo(situation, unit)


def combat_units(units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if is_combat(unit))
