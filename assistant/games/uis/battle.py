"""One combat as declared: its kind, what players add (`--with`), who attacks (9.1); why it may not
be fought, or something not be added (9, 13, 36.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from assistant.games.uis import ground, supply
from assistant.games.uis.air import Group, read_groups
from assistant.games.uis.costs import is_alpine
from assistant.games.uis.limits import FLIES, allowance, bar_by_revolt
from assistant.games.uis.situation import HOME, NATO, NEUTRAL, SQUADRONS, WP, Situation, enemy_of
from assistant.games.uis.units import (
    HEDGEHOG,
    TACTICAL,
    is_combat,
    is_division,
    mode,
    nation,
    steps_lost,
)
from assistant.games.uis.walk import paid
from assistant.games.uis.zones import began_in_zone, exerting, in_enemy_zone, zone
from assistant.kernel.facts import kept_for
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.battle_options import Listed, words
from assistant.questions.protocol import Options, QuestionError
from assistant.questions.reasons import Reason
from builder.game.problems import nearest
from builder.saying import Saying

STANDARD, COLUMN, SINGLE_ECHELON = "standard", "column", "single-echelon"
MARCH, DISENGAGEMENT = "march", "disengagement"
MOST_LOST_IN_ONE_ECHELON = 1


@dataclass(frozen=True)
class Assault:
    """One kind of assault: its rule, and the factor on the attacker's strength."""

    rule: str
    name: str
    times: int = 1
    over: int = 1

    def of(self, unit: Unit) -> Saying:
        """The unit that attacks in this way."""
        return Saying("{unit}, {what}", unit=unit.shown, what=self.name)

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

SUCCESS, FAIL, YES, NO = "success", "fail", "yes", "no"
CHEMICALS = PERSISTENT, NON_PERSISTENT = "persistent", "non-persistent"
ROLES = ("attacker", "defender")
OTHER = {"attacker": "defender", "defender": "attacker"}
ALL = "all"

OPTIONS = Listed(Path(__file__).with_name("options.toml"))
_CARRYING = ("transport", "airdrop", "landing", "special-forces")
BY_MISSION: Mapping[str, tuple[str, ...]] = {
    "capacity": ("transport", "airdrop"),
    "capacity-left": _CARRYING,
    "transport-losses": _CARRYING,
    "movement": ("flight",),
    "loaded": ("flight",),
    "landing": ("flight",),
}
"""Options that only these missions read: in a combat they would be told to nobody."""


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
    values = OPTIONS.read(
        given,
        {
            "units": partial(_units, situation),
            "hexes": partial(_hexes, situation),
            "squadrons": read_groups,
        },
    )
    for role in ROLES:
        if f"{role}-air" in values and f"{role}-squadrons" in values:
            text = "{role}-air is what arrives, {role}-squadrons what takes off: name one of them."
            raise QuestionError(text, role=role)
    if "mission" not in values:
        for name in (name for name in values if name in BY_MISSION):
            text = "{name} is of {missions:or} only: add mission={first}, or leave {name} out."
            missions = BY_MISSION[name]
            raise QuestionError(text, name=name, missions=missions, first=missions[0])

    def of(*kinds: str) -> dict[str, Any]:
        names = (name for kind in kinds for name in OPTIONS.kinds[kind])
        return {name: values[name] for name in names if name in values}

    return Declared(of("choice"), of("number", "signed"), of("units", "hexes"), of("squadrons"))


def _units(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    ids = tuple(dict.fromkeys(words(name, word)))
    known = situation.position.by_id
    for unit_id in ids:
        if unit_id not in known and not (ids == (ALL,) and name.endswith("-flak")):
            text = "{name}: there is no unit '{unit}'. {remedy}"
            raise QuestionError(text, name=name, unit=unit_id, remedy=nearest(unit_id, known))
    return ids


def _hexes(situation: Situation, name: str, word: str) -> tuple[str, ...]:
    hexes = tuple(dict.fromkeys(words(name, word)))
    for place in hexes:
        if place not in situation.board:
            text = "{name}: '{hex}' is no hex of this map, write a printed hex number."
            raise QuestionError(text, name=name, hex=place)
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

    def side_of(self, role: str) -> str:
        """The side that attacks or defends."""
        return self.attacking_side if role == "attacker" else self.defending_side

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
        return tuple(name for name in hexes if not self.across_peaks(name))

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
        return tuple(
            unit
            for unit in self.zone_exerters
            if unit.face("attack")
            and not supply.is_out_of_supply(self.situation, unit)
            and not supply.is_without_ammo(self.situation, unit)
        )

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """Every unit of every attacked hex, or the one that disengages."""
        if self.is_disengagement:
            return (self.active,)
        there = (unit for name in self.targets for unit in self.situation.at(name))
        return tuple(unit for unit in there if unit.side == self.defending_side)

    @cached_property
    def fighting_defenders(self) -> tuple[Unit, ...]:
        """The defending combat units, or the support units where there are none."""
        return combat_units(self.defenders) or self.defenders

    @cached_property
    def revolt(self) -> int:
        """The revolt markers attacked, where no unit stands with them (36.7)."""
        if self.defenders or self.is_disengagement:
            return 0
        table = self.situation.table("revolt")
        return sum(int(table.get(name, 0)) for name in self.targets)

    @rule("36.7.2")
    def of_the_revolt(self, unit: Unit) -> bool:
        """Whether a revolt is attacked and the unit is of its nation: no help in putting it
        down."""
        home = HOME.get(nation(unit))
        if not self.revolt or not home or unit.side == self.defending_side:
            return False
        return any(ground.country(self.situation, name) == home for name in self.targets)

    @rule("9.11.3", "32.1")
    def across_peaks(self, name: str) -> bool:
        """Whether an impassable hexside, or an alpine one that is closed to the unit, keeps it from
        attacking a hex."""
        if not self.situation.option("attack-across-peaks"):
            return False
        features = self.situation.board.between(self.active.hex, name)
        climbs = is_alpine(self.situation, self.active)
        return "impassable" in features or ("alpine" in features and not climbs)

    @cached_property
    @rule("9.0.6", "28.3", "28.3.2", "28.3.3")
    def is_airfield_attack(self) -> bool:
        """An enemy airfield without units counts as a support unit without defence."""
        if self.defenders or self.is_disengagement or len(self.targets) != 1:
            return False
        return ground.is_enemy_airfield(self.situation, self.targets[0], self.defending_side)

    @cached_property
    @rule("5.4", "9.2", "9.3", "9.4", "9.6.4")
    def points_missing(self) -> bool:
        """Whether the assault costs more than fatigue still allows in this phase."""
        cost = self.situation.figure("movement", self.type).number
        return paid(self.situation, self.active) + cost > allowance(self.situation, self.active).cap

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        """Every reason why this combat may not be fought."""
        found = (*bars_of_unit(self), *bars_of_type(self))
        return found if self.is_disengagement else (*found, *bars_of_target(self))


def combat_units(units: Sequence[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if is_combat(unit))


@rule("5.1.3", "5.2.3", "9", "9.0", "12.4.1", "13.2.4", "5.3", "36.5.7", "12.4.1.2")
def bars_of_unit(battle: Battle) -> Iterator[Reason]:
    """One combat unit of the side in phase, in Tactical mode, in supply, with points left."""
    situation, unit = battle.situation, battle.active
    name = unit.shown
    if unit.type in SQUADRONS:
        yield FLIES
        return
    if battle.others:
        text = "Exactly one combat unit attacks; support units go with it."
        yield Reason("5.2.3, 9", text, "friends")
    if not situation.moves_now(unit.side) or unit.side == NEUTRAL:
        text = "{unit} does not fight on its own account in this phase."
        yield Reason("9", text, "phase", unit=name)
    if unit.get("moved"):
        yield Reason("5.1.3", "{unit} has finished its move in this phase.", "spent", unit=name)
    if battle.points_missing:
        text = "Not enough movement points are left for this combat."
        yield Reason("5.4, 9.2", text, "allowance")
    if battle.is_disengagement:
        if mode(unit) == HEDGEHOG:
            yield Reason("5.3", "A unit in Hedgehog mode does not move.", "unit")
        return
    if not is_combat(unit):
        yield Reason("9", "{unit} is a support unit and does not attack.", "unit", unit=name)
        return
    if mode(unit) != TACTICAL:
        how = mode(unit).capitalize()
        yield Reason("5.3", "A unit in {mode} mode does not attack.", "unit", mode=how)
    if supply.is_out_of_supply(situation, unit):
        text = "{unit} is out of supply and starts no combat."
        yield Reason("12.4.1", text, "supply", unit=name)
    if supply.is_without_ammo(situation, unit):
        text = "{unit} has no ammunition and starts no combat."
        yield Reason("13.2.4", text, "supply", unit=name)
    if not battle.assault.strength(unit.face("attack")):
        text = "{unit} has no attack strength in this assault."
        yield Reason("9.1.12", text, "unit", unit=name)
    if why := bar_by_revolt(situation, unit):
        yield why


@rule("9.4", "9.4.1", "9.5", "9.5.1", "9.6", "9.6.1", "9.4.1.1", "9.4.1.2", "9.5.1.1", "9.5.1.2")
def bars_of_type(battle: Battle) -> Iterator[Reason]:
    """What the kind of combat asks for. Single echelon: Warsaw Pact divisions with one step lost at
    most. March: Soviet divisions of category 1 that did not begin their move in an enemy zone.
    Disengagement: from an enemy zone in which the unit began its phase."""
    situation, unit = battle.situation, battle.active
    began = began_in_zone(situation, unit, unit.side)
    if battle.type == SINGLE_ECHELON:
        if unit.side != WP:
            yield Reason("9.4", "Only the Warsaw Pact assaults in a single echelon.", "side")
        if not is_division(unit):
            yield Reason("9.4.1", "Only a division assaults in a single echelon.", "unit")
        elif steps_lost(unit) > MOST_LOST_IN_ONE_ECHELON:
            yield Reason("9.4.1", "The division has lost more than one step.", "unit")
    elif battle.type == MARCH:
        if unit.side != WP:
            yield Reason("9.5", "Only the Warsaw Pact assaults on the march.", "side")
        elif not is_division(unit) or nation(unit) != "su" or unit.get("category") != 1:
            text = "Only a Soviet division of category 1 assaults on the march."
            yield Reason("9.5.1", text, "unit")
        if began:
            yield Reason("9.5.1", "The division began its move in an enemy zone.", "enemy-zone")
    elif battle.is_disengagement:
        if not in_enemy_zone(situation, unit, unit.side):
            yield Reason("9.6.1", "The unit is in no enemy zone: it leaves freely.", "way")
        elif not began:
            text = "The unit did not begin this phase in the enemy zone."
            yield Reason("9.6.1", text, "way")


@rule("9.0.1", "9.0.3", "9.0.6", "9.2.1", "9.2.2", "9.5.2.1", "36.7.1", "36.7.2", "41.2")
def bars_of_target(battle: Battle) -> Iterator[Reason]:
    """Something to attack in adjacent hexes: all that exert a zone on the attacker together, or any
    other one by itself; not across peaks, not from or into neutral ground, and no revolt by units
    of its own country."""
    situation, unit, named = battle.situation, battle.active, set(battle.named)
    if not (battle.defenders or battle.revolt or battle.is_airfield_attack):
        if any(situation.side_at(name) == battle.phasing for name in battle.targets):
            yield Reason("9.0.3", "Units do not attack their own side.", "side")
        else:
            text = "There is nothing to attack in {hexes}."
            yield Reason("9.0.3", text, "missing", hexes=battle.named)
    if far := [name for name in battle.targets if name not in situation.around[unit.hex]]:
        text = "{unit} is not next to {hexes}."
        yield Reason("9.0.3", text, "distance", unit=unit.shown, hexes=far)
    if len(named) > 1 and not named <= set(battle.controlling):
        text = "Each hex that exerts no zone on the attacker is a combat of its own."
        yield Reason("9.0.3", text, "way")
    elif battle.type == MARCH and len(named) > 1:
        yield Reason("9.5.2.1", "A march assault is against one hex.", "way")
    free = battle.type == MARCH or situation.option("other-hex-from-zone")
    if not free and battle.controlling and not named & set(battle.controlling):
        text = "The attacker is in an enemy zone and attacks {hexes}."
        yield Reason("9.2.1", text, "enemy-zone", hexes=sorted(battle.controlling))
    if closed := next((name for name in battle.targets if battle.across_peaks(name)), ""):
        yield Reason("9", "No attack goes across the hexside to {hex}.", "hexside", hex=closed)
    if ground.neutral_ground(situation) & {unit.hex, *battle.targets}:
        yield Reason("41.2", "Neutral territory is of no use to anybody.", "area")
    if any(battle.of_the_revolt(one) for one in (unit, *battle.helpers)):
        yield Reason("36.7.2", "Units of the same nation do not suppress a revolt.", "unit")


@rule("9.0.1", "9.0.3", "9.2.1")
def possible_targets(situation: Situation, unit: Unit) -> tuple[str, ...]:
    """The hexes that a unit may name in an assault, one for all that must be attacked together."""
    battle = Battle(situation, unit, ())
    if battle.controlling:
        return (min(battle.controlling),)
    enemy, revolts = battle.defending_side, situation.table("revolt")
    return tuple(
        name
        for name in sorted(situation.around[unit.hex])
        if situation.side_at(name) == enemy
        or ground.is_enemy_airfield(situation, name, enemy)
        or (revolts.get(name) and unit.side == WP and not situation.at(name))
    )


ACTIVE_NATIONS = frozenset({"us", "uk", "ca", "fr", "wg"})
HEAVY = frozenset({"mechanized", "armoured"})
FAILED = frozenset({"fuel-1", "oos"})


@rule("9.16", "9.16.1", "9.1.7", "9.16.1.1", "9.16.1.2", "9.16.1.5", "9.16.1.6")
def bar_to_active_defence(battle: Battle) -> Reason | None:
    """The nations, supply, mode and freedom that Active Defence asks of all defenders."""
    units, situation = battle.defenders, battle.situation
    if battle.is_disengagement:
        return Reason("9.16.1", "No Active Defence in a disengagement.", "way")
    if battle.defending_side != NATO or not units:
        return Reason("9.16", "Only NATO defends actively.", "side")
    if any(nation(unit) not in ACTIVE_NATIONS for unit in units):
        text = (
            "All defenders must be of the United States, the United Kingdom, Canada, France or "
            "West Germany."
        )
        return Reason("9.16.1", text, "unit")
    if not all(counts_as_supplied(situation, unit) for unit in units):
        return Reason("9.16.1", "All defenders must be in General Supply.", "supply")
    if not any(unit.type in HEAVY and mode(unit) == TACTICAL for unit in units):
        text = "One defender must be a mechanized or armoured combat unit in Tactical mode."
        return Reason("9.16.1", text, "unit")
    if any("no-zoc" in unit.markers for unit in units):
        return Reason("9.16.1", "No defender may have a No-ZOC marker.", "markers")
    if any(is_surrounded(situation, unit, battle.phasing) for unit in units):
        return Reason("9.16.1", "The defenders may not be surrounded.", "enemy-zone")
    return None


@rule("9.16.1", "12.4")
def counts_as_supplied(situation: Situation, unit: Unit) -> bool:
    """In General Supply as its marker tells, Fuel-1 or Out of Supply and still no route; by the
    other reading, and under Integrated Supply, which has no markers, as its route tells."""
    by_marker = situation.option("active-defence-supply") == "marker"
    if by_marker and not situation.in_force("integrated-supply") and not unit.markers & FAILED:
        return True
    return supply.is_supplied(situation, unit)


@rule("9.16.1", "9.16.1.4")
def is_surrounded(situation: Situation, unit: Unit, phasing: str) -> bool:
    """Every hex around holds enemies or lies in their zone."""
    enemy = enemy_of(unit.side)
    shut = zone(situation, enemy, phasing) | situation.held[enemy]
    return all(name in shut for name in situation.around[unit.hex])


@rule("9.17", "9.17.1", "9.1.8", "9.17.1.6")
def bar_to_airmobile(battle: Battle) -> Reason | None:
    """An airmobile battalion helps NATO defenders with a combat unit among them."""
    if battle.defending_side != NATO:
        return Reason("9.17", "Only NATO brings airmobile battalions.", "side")
    if not combat_units(battle.defenders):
        return Reason("9.17.1", "There is no combat unit among the defenders.", "unit")
    return None


@rule("9.1.7", "9.16.2")
def left_behind(situation: Situation, options: Options) -> dict[str, Any]:
    """The state variables that keep what was declared for a combat: the kind of assault and the
    Active Defence, on which losses, retreats and advances depend."""
    told = read_options(situation, options).words
    found: dict[str, Any] = {"assault": told["type"]} if "type" in told else {}
    if "active-defence" in told:
        found["active-defence"] = told["active-defence"] == YES
    return found


@rule("9.16", "9.1.7")
def declares_active(battle: Battle) -> bool:
    """Whether NATO declared Active Defence: for this combat, or in the position."""
    if "active-defence" in battle.declared.words:
        return battle.declared.says("active-defence")
    return battle.defending_side == NATO and bool(battle.situation.value("active-defence"))


def is_active(battle: Battle) -> bool:
    return declares_active(battle) and bar_to_active_defence(battle) is None


@rule("9.17.3.3")
def has_airmobile(battle: Battle) -> bool:
    """Whether a battalion helps; a second would add nothing."""
    return battle.declared.says("airmobile") and bar_to_airmobile(battle) is None


@rule("9.19.2", "9.19", "9.1.5", "9.1.6")
def bar_to_jamming(battle: Battle, role: str) -> Reason | None:
    """Electronic warfare is of no use against units that defend in Urban or City hexes."""
    if role != "attacker" or not battle.targets:
        return None
    if all(ground.is_built_up(battle.situation, name) for name in battle.targets):
        text = "Electronic warfare does not work against urban or city hexes."
        return Reason("9.19.2", text, "terrain")
    return None


@rule("9.19.1", "9.19.5", "9.19.1.5")
@kept_for
def jams(battle: Battle, role: str) -> bool:
    """Whether the electronic warfare of one role succeeded, however many units tried."""
    return battle.declared.says(f"{role}-ew", SUCCESS) and not bar_to_jamming(battle, role)


@rule("13.2.5", "13.2.6")
def bar_to_ration(battle: Battle, role: str) -> Reason | None:
    """Why one side may not ration its ammunition."""
    if role == "attacker":
        units, special = combat_units(battle.attackers), battle.type == SINGLE_ECHELON
    else:
        units, special = battle.fighting_defenders, is_active(battle)
    return supply.bar_to_rationing(battle.situation, units, special)


def rations(battle: Battle, role: str) -> bool:
    return battle.declared.says(f"{role}-ration") and bar_to_ration(battle, role) is None
