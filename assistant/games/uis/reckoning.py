"""One combat worked out: strengths, ratio, column, shifts, modifiers, the cell of the table and the
attacker's losses (9.1, 9.7-9.10, 9.12, 15.1, 27.8, 36.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from assistant.games.uis import battle as combat
from assistant.games.uis import ground, supply
from assistant.games.uis.air_support import sorties, turns_since, used
from assistant.games.uis.costs import is_alpine, of_terrain
from assistant.games.uis.situation import WP, enemy_of
from assistant.games.uis.units import (
    ARTILLERY,
    ENGINEER,
    HEDGEHOG,
    ROAD,
    TACTICAL,
    attacks_concentrically,
    cadre,
    contingency,
    fatigue,
    is_combat,
    mode,
    nation,
    steps_lost,
)
from assistant.games.uis.zones import covered_from, exerts, zone
from assistant.kernel.chances import chances
from assistant.kernel.chart import Figure, dearest_figure
from assistant.kernel.combat import within
from assistant.kernel.headings import row_at
from assistant.kernel.ledger import ATTACK, DEFENCE, Modifier, any_stand_in, net
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Told
from assistant.questions.reasons import Reason, Saying

REACH = {"attacker": 2, "defender": 1}
STRENGTH = {"attacker": ATTACK, "defender": DEFENCE}


def supporting(battle: combat.Battle, role: str) -> tuple[Unit, ...]:
    """The artillery of one role that fires."""
    return tuple(unit for unit in named(battle, role) if bar_to_fire(battle, role, unit) is None)


def named(battle: combat.Battle, role: str) -> tuple[Unit, ...]:
    """The artillery that players named for one role."""
    by_id = battle.situation.position.by_id
    return tuple(by_id[name] for name in battle.declared.names.get(f"{role}-artillery", ()))


@rule("15.1", "15.1.1", "15.1.3", "9.5.2.2", "36.7.2")
def bar_to_fire(battle: combat.Battle, role: str, unit: Unit) -> Reason | None:
    """Artillery fires in Tactical mode, without losses, with ammunition and within reach; in an
    enemy zone only beside a unit that shields it."""
    if unit.type != ARTILLERY or unit.side != battle.side_of(role):
        text = "{unit} is no artillery of the {role}."
        return Reason("15.1", text, "unit", unit=unit.shown, role=role)
    if battle.of_the_revolt(unit):
        text = "{unit} is of the nation in revolt and does not help to suppress it."
        return Reason("36.7.2", text, "unit", unit=unit.shown)
    if unit.hex not in battle.situation.board.grid:
        return Reason("15.1", "{unit} is not on the map.", "distance", unit=unit.shown)
    if mode(unit) != TACTICAL:
        return Reason("15.1.1", "{unit} is not in Tactical mode.", "unit", unit=unit.shown)
    attacked = {other.hex for other in battle.defenders} or battle.targets
    if ground.nearest_of(battle.situation, unit.hex, attacked) > REACH[role]:
        text = "{unit} is out of reach of the units attacked."
        return Reason("15.1.1", text, "distance", unit=unit.shown)
    if steps_lost(unit):
        return Reason("15.1.1", "{unit} has lost a step.", "unit", unit=unit.shown)
    if not is_shielded(battle, unit):
        text = "{unit} stands unshielded in an enemy zone."
        return Reason("15.1.1", text, "enemy-zone", unit=unit.shown)
    if supply.ammo(unit) == 0:
        return Reason("15.1.1", "{unit} has no ammunition.", "supply", unit=unit.shown)
    if role == "attacker" and battle.type == combat.MARCH and unit.hex != battle.active.hex:
        return Reason("9.5.2.2", "{unit} does not move with the division.", "way", unit=unit.shown)
    return None


@rule("15.1.1")
def is_shielded(battle: combat.Battle, unit: Unit) -> bool:
    """In an enemy zone a combat unit, or other support with contingency defence, must be there."""
    situation = battle.situation
    if unit.hex not in zone(situation, enemy_of(unit.side), battle.phasing):
        return True
    return any(
        is_combat(other) or (other.type != ARTILLERY and contingency(other))
        for other in situation.at(unit.hex)
        if other.id != unit.id
    )


@rule("9.2", "9.3.3", "9.4.2", "9.6.3", "3.2", "9.4.2.1")
def attack_parts(battle: combat.Battle) -> Iterator[Modifier]:
    """The attacking unit's own strength by kind of assault, then artillery and ground support."""
    kind = battle.assault
    for unit in battle.attackers:
        points = kind.strength(unit.face("attack"))
        yield Modifier(kind.of(unit), points, kind.rule, ATTACK)
    yield from support_parts(battle, "attacker")


@rule("9.0.4", "9.8", "9.17.3", "36.7.3", "10.7", "9.17.3.1")
def defence_parts(battle: combat.Battle) -> Iterator[Modifier]:
    """Defences of the combat units, of support units only where they stand alone, then artillery
    and ground support; step losses take nothing away."""
    if battle.revolt:
        yield Modifier("revolt markers", battle.revolt, "36.7.3", DEFENCE)
    for unit in battle.fighting_defenders:
        if is_combat(unit):
            yield Modifier(unit.shown, unit.face("defence"), "9.1.12", DEFENCE)
        elif points := contingency(unit):
            what = Saying("{unit}, contingency", unit=unit.shown)
            yield Modifier(what, points, "9.0.4", DEFENCE)
    if combat.has_airmobile(battle):
        yield Modifier("airmobile battalion", 1, "9.17.3", DEFENCE)
    yield from support_parts(battle, "defender")


@rule(
    "9.5.2.4", "15", "15.0.3", "27.8", "27.8.2", "36.7.6", "36.7.7", "3.2", "9.1.9", "9.1.10",
    "28.3.4", "9.19.1.2", "27.8.2.7",
)  # fmt: skip
def support_parts(battle: combat.Battle, role: str) -> Iterator[Modifier]:
    """Artillery and ground support of one role, each halved by itself: by hostile electronic
    warfare, the defender's by a march assault, NATO's for a revolt. Ground support is the strength
    told, or what of the squadrons named may be expected to arrive."""
    halvings = 0
    if role == "defender":
        halvings = int(battle.type == combat.MARCH) + int(bool(battle.revolt))
    guns = artillery_points(battle, role, halvings)
    if guns:
        yield Modifier("artillery", guns, "15.1", STRENGTH[role])
    sortie, flown = sorties(battle).get(role), ground_support(battle, role)
    halvings += combat.jams(battle, combat.OTHER[role])
    air = flown >> halvings
    if role == "defender" and is_halved_together(battle):
        air = (artillery_points(battle, role, 0, jammed=False) + flown >> halvings) - guns
    if air and sortie:
        what = Saying(
            "ground support, {n:g} of {m} expected", n=round(sortie.expected, 1), m=sortie.most
        )
        yield Modifier(what, air, "27.8.2", STRENGTH[role], sortie.stand_in)
    elif air:
        yield Modifier("ground support", air, "27.8", STRENGTH[role])


@rule("15", "15.0.3", "9.19.1", "9.19.1.1")
def artillery_points(battle: combat.Battle, role: str, halvings: int, jammed: bool = True) -> int:
    """The first number of artillery supports attackers, the second defenders. Hostile electronic
    warfare does not halve it for an attacker who fires from built-up hexes for a unit in one."""
    situation = battle.situation
    sheltered = role == "attacker" and any(
        ground.is_built_up(situation, unit.hex) for unit in battle.attackers
    )
    safe = exposed = 0
    for unit in supporting(battle, role):
        points = unit.face("offensive" if role == "attacker" else "defensive")
        if sheltered and ground.is_built_up(situation, unit.hex):
            safe += points
        else:
            exposed += points
    more = int(jammed and combat.jams(battle, combat.OTHER[role]))
    return (safe >> halvings) + (exposed >> halvings + more)


def ground_support(battle: combat.Battle, role: str) -> int:
    """The strength that arrives, before it is halved."""
    sortie = sorties(battle).get(role)
    return sortie.counted if sortie else battle.declared.numbers.get(f"{role}-air", 0)


@rule("9.5.2.4")
def is_halved_together(battle: combat.Battle) -> bool:
    """Whether a march assault halves the sum of the defender's artillery and ground support."""
    together = battle.situation.option("march-halving") == "together"
    return together and battle.type == combat.MARCH


COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
LAST = len(COLUMNS) - 1


@dataclass(frozen=True)
class Column:
    """A column of the table, and the modifiers that odds beyond its ends bring."""

    place: int
    attacker: int = 0
    defender: int = 0

    @property
    def name(self) -> str:
        return COLUMNS[self.place]


@rule("9.1.12", "3.2")
def ratio(attack: int, defence: int) -> int:
    """The place of a ratio among the columns, 1-1 being 1: fractions favour the defender. Places
    below 0 and above 7 lie beyond the table."""
    if attack >= defence:
        return attack // max(1, defence)
    against_one = -(-defence // max(1, attack))
    return 2 - against_one


def odds_name(place: int) -> str:
    """A ratio in words, beyond the table too: 8-1, 1-4."""
    return f"{place}-1" if place > 0 else f"1-{2 - place}"


@rule("9.1.12", "9.7")
def column(place: int, shift: int, shift_first: bool = True) -> Column:
    """Odds with their shift: each step above 7-1 is a modifier of the attacker, each below 1-2
    one of the defender. By the other reading a shift beyond the table is lost."""
    if shift_first:
        place, shift = place + shift, 0
    at = within(within(place, len(COLUMNS)) + shift, len(COLUMNS))
    return Column(at, max(0, place - LAST), max(0, -place))


@rule("9.7", "9.7.1", "9.7.2", "9.7.3", "9.7.4", "9.19.1", "9.19.1.3")
def concentric_shift(battle: combat.Battle) -> int:
    """One column for each further hex with a division or brigade whose zone covers the target:
    not against a city, nor against several hexes, nor under hostile electronic warfare."""
    if battle.is_disengagement or len(battle.targets) != 1 or combat.jams(battle, "defender"):
        return 0
    situation, target = battle.situation, battle.targets[0]
    if ground.is_city(situation, target):
        return 0
    return sum(
        name != battle.active.hex
        and situation.side_at(name) == battle.attacking_side
        and target in covered_from(situation, name)
        and any(exerts(unit) and attacks_concentrically(unit) for unit in situation.at(name))
        for name in situation.around[target]
    )


TOTAL = {"attacker": "{n:+g} attacker", "defender": "{n:+g} defender"}
WORST_LOSS = 2
REVOLT_CADRE = 1


@dataclass(frozen=True)
class Modifiers:
    """The modifiers of a combat in the order of the rules: each counts for one of the roles."""

    battle: combat.Battle
    column: Column

    def told(self, what: str, role: str, name: str, number: str) -> Modifier:
        """One that the chart of modifiers gives."""
        figure = self.battle.situation.figure("modifiers", name)
        return self.of(what, role, figure, number)

    def of(self, what: str, role: str, figure: Figure, number: str) -> Modifier:
        return Modifier(what, figure.number, number, TOTAL[role], figure.stand_in)

    @cached_property
    def found(self) -> tuple[Modifier, ...]:
        return tuple(modifier for modifier in self.all_of_them() if modifier.value)

    @cached_property
    @rule("9.19.1", "9.8", "9.1.13", "9.19.1.4")
    def totals(self) -> dict[str, int]:
        """The totals of attacker and defender: successful electronic warfare takes three from the
        other side's, never below 0."""
        jammed = self.battle.situation.figure("modifiers", "electronic-warfare").number
        points = {
            role: net(m for m in self.found if m.effect == TOTAL[role]) for role in combat.ROLES
        }
        return {
            role: max(0, int(points[role] - jammed * combat.jams(self.battle, combat.OTHER[role])))
            for role in combat.ROLES
        }

    @property
    def net(self) -> int:
        """Defender less attacker: the row of the table."""
        return self.totals["defender"] - self.totals["attacker"]

    @property
    def stand_in(self) -> bool:
        return any_stand_in(self.found)

    @rule("9.1.12", "9.8", "11.2", "11.7", "36.7.4")
    def all_of_them(self) -> Iterator[Modifier]:
        """Odds beyond the table; the lowest cadre rating of each role, that of a revolt being one;
        what the units are and how they stand; then the defence, chemicals and terrain."""
        battle = self.battle
        beyond = {"attacker": "odds above 7-1", "defender": "odds below 1-2"}
        yield self.of(beyond["attacker"], "attacker", Figure(self.column.attacker), "9.1.12")
        yield self.of(beyond["defender"], "defender", Figure(self.column.defender), "9.1.12")
        involved = (combat.combat_units(battle.attackers), battle.fighting_defenders)
        for role, units in zip(combat.ROLES, involved, strict=True):
            lowest = min((cadre(unit) for unit in units), default=0)
            yield self.of("cadre", role, Figure(lowest), "11.2")
            yield from self.engineers(role, units)
            yield from self.supply(role, units)
            yield from self.condition(role, units)
        yield from self.defence()
        yield from self.chemicals()
        yield from self.terrain()

    @rule("20.3", "20.4", "20.5", "36.7.2")
    def engineers(self, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
        """One point for Warsaw Pact combat units stacked with Combat Engineers, however many."""
        hexes = {unit.hex for unit in combat.combat_units(units) if unit.side == WP}
        there = (other for name in hexes for other in self.battle.situation.at(name))
        if any(o.type == ENGINEER and not self.battle.of_the_revolt(o) for o in there):
            yield self.told("combat engineers", role, "combat-engineer", "20.3")

    @rule(
        "9.8.2", "12.4.1", "13.2.3", "13.2.5", "27.15", "9.1.3", "9.1.4", "12.4.1.3", "27.15.2.2",
        "27.15.3.2",
    )  # fmt: skip
    def supply(self, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
        """The worst supply among the units of a role helps the other side."""
        situation, enemy = self.battle.situation, combat.OTHER[role]
        if any(supply.is_out_of_supply(situation, unit) for unit in units):
            yield self.told("out of supply", enemy, "out-of-supply", "12.4.1")
        elif any(supply.is_without_ammo(situation, unit) for unit in units):
            yield self.told("no ammunition", enemy, "no-ammunition", "13.2.3")
        elif combat.rations(self.battle, role):
            yield self.told("rationed ammunition", enemy, "rationed-ammunition", "13.2.5")
        if any(supply.draws_on_interdicted_head(situation, unit) for unit in units):
            integrated = "-integrated" if situation.in_force("integrated-supply") else ""
            yield self.told("interdicted supply", enemy, f"interdicted-head{integrated}", "27.15")

    @rule("5.3", "5.4.1", "9.8.3", "9.8.4", "9.8.5", "9.8.6", "10.2", "10.3", "5.4.1.3", "5.4.1.4")
    def condition(self, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
        """Worst mode and fatigue, all step losses, No-ZOC: each helps the other side, Hedgehog its
        own."""
        enemy, modes = combat.OTHER[role], {mode(unit) for unit in units}
        if ROAD in modes:
            yield self.told("Road mode", enemy, "road-mode", "5.3")
        elif modes == {HEDGEHOG}:
            yield self.told("Hedgehog mode", role, "hedgehog", "5.3")
        if level := max((fatigue(unit) for unit in units), default=0):
            yield self.told(Saying("fatigue {n}", n=level), enemy, f"fatigue-{level}", "5.4.1")
        for unit in units:
            if lost := min(WORST_LOSS, steps_lost(unit)):
                side = "wp" if unit.side == WP else "nato"
                name = f"{side}-{lost}-step{'s' if lost > 1 else ''}-lost"
                yield self.told(Saying("losses of {unit}", unit=unit.shown), enemy, name, "9.8")
        if any("no-zoc" in unit.markers for unit in units):
            yield self.told("No-ZOC marker", enemy, "no-zoc", "9.8")

    @rule("9.16.2", "9.17.3", "36.7.4", "9.16.2.1", "9.16.2.4")
    def defence(self) -> Iterator[Modifier]:
        """Active Defence and an airmobile battalion give the defender one point each."""
        if combat.is_active(self.battle):
            yield self.told("Active Defence", "defender", "active-defence", "9.16.2")
        if combat.has_airmobile(self.battle):
            yield self.told("airmobile battalion", "defender", "airmobile-battalion", "9.17.3")
        if self.battle.revolt:
            yield self.of("cadre of the revolt", "defender", Figure(REVOLT_CADRE), "36.7.4")

    @rule("24.2", "24.2.3", "9.8.6")
    def chemicals(self) -> Iterator[Modifier]:
        """Chemicals help whoever uses them, the less the longer they have been in use."""
        situation = self.battle.situation
        row = row_at(situation.game.tables["chemicals"], turns_since(situation) or 0)
        for role in combat.ROLES:
            if kind := used(self.battle, role):
                figure = situation.figure("chemicals", row, kind)
                yield self.of(Saying("chemicals, {kind}", kind=kind), role, figure, "24.2.3")

    @rule("9.8.1", "32.4", "36.7.5")
    def terrain(self) -> Iterator[Modifier]:
        """The defender's best terrain, and a river before it if the attacker stands behind one;
        one point for alpine units from rough 2 against rough 2."""
        battle, board = self.battle, self.battle.situation.board
        best = dearest_figure(self._terrain_of(name) for name in battle.targets)
        yield self.of("terrain", "defender", best, "9.8")
        rough = all("rough-2" in board.of(name) for name in (battle.active.hex, *battle.targets))
        if rough and not battle.is_disengagement and is_alpine(battle.situation, battle.active):
            yield self.told("alpine unit in rough 2", "attacker", "alpine-in-rough-2", "32.4")

    def _terrain_of(self, name: str) -> Figure:
        battle, situation = self.battle, self.battle.situation
        best = of_terrain(situation, situation.board.of(name), "defence")
        if not battle.is_disengagement:
            for river in situation.board.between(battle.active.hex, name) & ground.RIVERS:
                best += situation.figure("hexsides", river, "defence")
        return best


RESULTS = ("D", "C", "A1", "A2")
DIE = 20
ATTACKER_LOSSES = {"D": 0, "C": 0, "A1": 1, "A2": 2}


@rule("9.8", "9.9", "9.10")
@cache
def read_cell(cell: str) -> tuple[tuple[str, str], ...]:
    """A cell such as 8/14/18 as pairs of die and result: the highest rolls that give D, C and A1;
    what lies above is A2."""
    ends = [int(part) for part in cell.split("/")]
    return tuple(
        (str(roll), RESULTS[sum(roll > end for end in ends)]) for roll in range(1, DIE + 1)
    )


@cache
def cell_chances(cell: str) -> dict[str, float]:
    return chances(dict(read_cell(cell)))


@rule("9.4.2", "9.12.2", "9.12.3", "9.4.2.2")
def attacker_losses(result: str, single_echelon: bool, city: bool) -> int:
    """Steps that a result costs the attacker: one more against a city for A1 and A2, one more in
    a single echelon for all but D."""
    lost = ATTACKER_LOSSES[result]
    return lost + int(city and lost > 0) + int(single_echelon and result != "D")


LANDING = {"D": 0, "C": 1, "A1": 2, "A2": 3}


@rule("9.4.2", "9.12.2", "9.12.3", "9.10", "29.7")
def losses(battle: combat.Battle) -> dict[str, int]:
    """Steps that each result costs the attacking unit, Marines that land in an enemy zone more; a
    disengagement costs nobody any."""
    if battle.is_disengagement:
        return dict.fromkeys(RESULTS, 0)
    city = any(ground.is_city(battle.situation, name) for name in battle.targets)
    echelon = battle.type == combat.SINGLE_ECHELON
    landing = ground.came_by_sea(battle.situation, battle.active)
    return {
        result: attacker_losses(result, echelon, city) + (LANDING[result] if landing else 0)
        for result in RESULTS
    }


TESTED = (4, 16)
TESTED_CADRE = 5
ADVERSE = {"attacker": ("A1", "A2"), "defender": ("D",)}


@dataclass(frozen=True)
class Tested(Told):
    """Units that a die turns to their tested cadre: the rolls that do so, and their chance."""

    rolls: str
    chance: float
    rule: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class OwnCadre(Told):
    """Units that go back to their own cadre, each with the results that send it there."""

    rule: str
    units: Mapping[str, list[str]]


@dataclass(frozen=True)
class GunsLost(Told):
    """Artillery of which one loses a step after these results, which cost the attacker steps."""

    rule: str
    units: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True)
class Aftermath(Told):
    """What a combat does besides the losses of its result."""

    tested: Tested | None
    own_cadre: OwnCadre | None
    artillery: GunsLost | None


@rule("11.3", "11.4", "11.5", "11.7", "9.12.4", "15.1.4")
def aftermath(battle: combat.Battle, possible: set[str]) -> Aftermath | None:
    """What the combat does besides: a die of 4 to 16 turns combat units to their tested cadre, an
    adverse result the Warsaw Pact's allies back to their own; artillery that fired from the stack
    of a unit that loses steps loses one. None if it does nothing of the kind."""
    fought = {"attacker": battle.attackers, "defender": battle.fighting_defenders}
    low, high = TESTED
    chance = (high - low + 1) / DIE
    units = (unit for its in fought.values() for unit in its if is_combat(unit))
    tested = tuple(unit.id for unit in units if cadre(unit) != TESTED_CADRE)
    back = {
        unit.id: [result for result in ADVERSE[role] if result in possible]
        for role, its in fought.items()
        for unit in its
        if is_combat(unit) and unit.side == WP and nation(unit) not in ("", "su")
        if not battle.is_disengagement
    }
    stack = {unit.hex for unit in battle.attackers}
    guns = tuple(unit.id for unit in supporting(battle, "attacker") if unit.hex in stack)
    costly = tuple(result for result, lost in losses(battle).items() if lost)
    after = Aftermath(
        Tested(f"{low}-{high}", chance, "11.3", tested) if tested else None,
        OwnCadre("11.5", back) if any(back.values()) else None,
        GunsLost("9.12.4", guns, costly) if guns and costly else None,
    )
    return after or None


@rule("9.9", "9.10", "9.20", "9.9.3", "9.10.1", "9.20.1", "9.20.2", "9.20.3")
def stops(battle: combat.Battle) -> list[str]:
    """The results after which the unit in phase stops. In fluid combat C stops none but a
    single-echelon assault, though after it a division makes no march assault any more."""
    if battle.is_disengagement:
        return ["D"]
    fluid = battle.situation.in_force("fluid") and battle.type != combat.SINGLE_ECHELON
    return list(RESULTS[2:] if fluid else RESULTS[1:])


TORN = {
    "D": Reason("9.10", "The attempt fails: the unit stops and spends nothing more."),
    "C": Reason(
        "9.10", "It may go on; terrain costs twice as much, and one of the enemies may pursue it."
    ),
    "A1": Reason("9.10", "It may go on; terrain costs twice as much."),
}
"""What a result of a disengagement means for the unit that wants to leave."""


LEAVES_FREELY = "No enemy can hold the unit: it leaves without a roll."
NO_DEFENCE = Reason(
    "9.0.5", "Support units without any defence: no combat, they are gone once the points are paid."
)
UNDEFENDED_FIELD = Reason(
    "28.3.3",
    "Nobody defends the airfield: no combat, the advance captures it once the points are paid.",
)


@rule("9.6.6", "9.6.7")
def held_by_nobody(battle: combat.Battle) -> Reason:
    """Why nobody holds the unit that leaves: without attack strength, supply or ammunition."""
    armed = {bool(unit.face("attack")) for unit in battle.zone_exerters}
    numbers = ["9.6.7" if one else "9.6.6" for one in sorted(armed)] or ["9.6.6"]
    return Reason(", ".join(numbers), LEAVES_FREELY)


@dataclass(frozen=True)
class Reckoning:
    """A combat worked out."""

    battle: combat.Battle

    @property
    def refused(self) -> tuple[Reason, ...]:
        return self.battle.refused

    @cached_property
    def attack_parts(self) -> tuple[Modifier, ...]:
        return tuple(attack_parts(self.battle))

    @cached_property
    def defence_parts(self) -> tuple[Modifier, ...]:
        return tuple(defence_parts(self.battle))

    @cached_property
    def attack(self) -> int:
        return net(self.attack_parts)

    @cached_property
    def defence(self) -> int:
        return net(self.defence_parts)

    @cached_property
    @rule("9.0.5", "9.0.6", "9.6.6", "9.6.7", "28.3.3")
    def automatic(self) -> Reason | None:
        """Combats without a die: nobody holds the unit that leaves, or nothing defends."""
        battle = self.battle
        if battle.is_disengagement:
            return None if battle.attackers else held_by_nobody(battle)
        defended = battle.revolt or any(
            is_combat(unit) or contingency(unit) for unit in battle.fighting_defenders
        )
        helpless = (battle.defenders or battle.is_airfield_attack) and not defended
        if not helpless or self.defence:
            return None
        return UNDEFENDED_FIELD if battle.is_airfield_attack else NO_DEFENCE

    @cached_property
    def place(self) -> int:
        return ratio(self.attack, self.defence)

    @cached_property
    def shift(self) -> int:
        return concentric_shift(self.battle)

    @cached_property
    def column(self) -> Column:
        first = self.battle.situation.option("excess-shift") == "shift-first"
        return column(self.place, self.shift, first)

    @cached_property
    def modifiers(self) -> Modifiers:
        return Modifiers(self.battle, self.column)

    @cached_property
    def cell(self) -> tuple[str, bool]:
        """The cell for the column and the net modifier, and whether it is a stand-in."""
        name = "disengagement" if self.battle.is_disengagement else "assault"
        table = self.battle.situation.game.tables[name]
        place = row_at(table, self.modifiers.net), self.column.name
        return table[place], place in table.doubtful

    @property
    def is_fought(self) -> bool:
        """Whether there is a column at all: something attacks, something defends."""
        if self.automatic is not None or not self.battle.attackers:
            return False
        return bool(self.battle.defenders or self.defence)


def merit(reckoning: Reckoning) -> float:
    """How promising an assault is: its column and modifiers; sure things come first."""
    if not reckoning.is_fought:
        return 99
    return reckoning.column.place - reckoning.modifiers.net / 2
