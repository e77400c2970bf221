"""One combat worked out: ratio, column, shifts, modifiers, cell of the table (9.1, 9.7, 9.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from assistant.games.uis.additions import has_airmobile, is_active, jams, rations
from assistant.games.uis.attacking import forbidden, is_airfield_attack
from assistant.games.uis.battle import Battle, combat_units, of_the_revolt
from assistant.games.uis.chemicals import turns_since, used
from assistant.games.uis.costs import is_alpine, of_terrain
from assistant.games.uis.ground import RIVERS, is_city
from assistant.games.uis.results import cell_of
from assistant.games.uis.situation import WP
from assistant.games.uis.strength import Strengths
from assistant.games.uis.supply import draws_on_interdicted_head, is_out_of_supply, is_without_ammo
from assistant.games.uis.units import (
    ENGINEER,
    HEDGEHOG,
    ROAD,
    attacks_concentrically,
    cadre,
    contingency,
    fatigue,
    is_combat,
    mode,
    steps_lost,
)
from assistant.games.uis.zones import covered_from, exerts
from assistant.kernel.chart import (
    Figure,
    dearest_figure,
)
from assistant.kernel.headings import row_at
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine
from assistant.questions.reasons import Reason, Saying

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
        after = place + shift
        return Column(within(after), max(0, after - LAST), max(0, -after))
    return Column(within(within(place) + shift), max(0, place - LAST), max(0, -place))


def within(place: int) -> int:
    return max(0, min(LAST, place))


@rule("9.7", "9.7.1", "9.7.2", "9.7.3", "9.7.4", "9.19.1")
def concentric_shift(battle: Battle) -> int:
    """One column for each further hex with a division or brigade whose zone covers the target:
    not against a city, nor against several hexes, nor under hostile electronic warfare."""
    if battle.is_disengagement or len(battle.targets) != 1 or jams(battle, "defender"):
        return 0
    return len(concentric_hexes(battle))


@rule("9.7.1", "9.7.2", "9.7.4")
def concentric_hexes(battle: Battle) -> tuple[str, ...]:
    """The hexes other than the attacker's that give a column."""
    situation, target = battle.situation, battle.targets[0]
    if is_city(situation, target):
        return ()
    return tuple(
        name
        for name in sorted(situation.around[target])
        if name != battle.active.hex
        and situation.side_at(name) == battle.attacking_side
        and target in covered_from(situation, name)
        and any(exerts(unit) and attacks_concentrically(unit) for unit in situation.at(name))
    )


OTHER = {"attacker": "defender", "defender": "attacker"}
WORST_LOSS = 2
REVOLT_CADRE = 1


@dataclass(frozen=True)
class Modifier:
    """Points in the total of one role."""

    what: str
    role: str
    figure: Figure
    rule: str

    def line(self) -> LedgerLine:
        effect = f"{self.figure.number:+g} {self.role}"
        return LedgerLine(self.what, effect, self.rule, self.figure.stand_in)


@dataclass(frozen=True)
class Modifiers:
    """All modifiers of a combat, and the two totals."""

    battle: Battle
    column: Column

    @cached_property
    def found(self) -> tuple[Modifier, ...]:
        return tuple(
            modifier for modifier in modifiers(self.battle, self.column) if modifier.figure.number
        )

    @cached_property
    def totals(self) -> dict[str, int]:
        """The totals of attacker and defender, after electronic warfare."""
        return {role: self._total(role) for role in OTHER}

    @rule("9.19.1", "9.8")
    def _total(self, role: str) -> int:
        """Successful electronic warfare takes three from the other side's total, never below 0."""
        points = sum(m.figure.number for m in self.found if m.role == role)
        if jams(self.battle, OTHER[role]):
            points -= self.battle.situation.figure("modifiers", "electronic-warfare").number
        return max(0, int(points))

    @property
    def net(self) -> int:
        """Defender less attacker: the row of the table."""
        return self.totals["defender"] - self.totals["attacker"]

    @property
    def stand_in(self) -> bool:
        return any(m.figure.stand_in for m in self.found)


@rule("9.8")
def modifiers(battle: Battle, column: Column) -> Iterator[Modifier]:
    """Both sides' modifiers in the order of the rules."""
    yield Modifier("odds above 7-1", "attacker", Figure(column.attacker), "9.1.12")
    yield Modifier("odds below 1-2", "defender", Figure(column.defender), "9.1.12")
    for role, units in involved(battle).items():
        yield Modifier("cadre", role, lowest_cadre(units), "11.2")
        yield from engineers(battle, role, units)
        yield from supply_modifiers(battle, role, units)
        yield from condition_modifiers(battle, role, units)
    yield from defence_modifiers(battle)
    yield from chemical_modifiers(battle)
    yield from terrain_modifiers(battle)


def involved(battle: Battle) -> dict[str, tuple[Unit, ...]]:
    """The units that count for each role: combat units, else the support units attacked."""
    return {"attacker": combat_units(battle.attackers), "defender": battle.fighting_defenders}


@rule("11.2", "11.7", "36.7.4")
def lowest_cadre(units: tuple[Unit, ...]) -> Figure:
    """The lowest cadre rating involved counts; that of a revolt is one."""
    return Figure(min((cadre(unit) for unit in units), default=0))


@rule("20.3", "20.4", "20.5", "36.7.2")
def engineers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """One point for Warsaw Pact combat units stacked with Combat Engineers, however many."""
    situation = battle.situation
    helped = any(
        other.type == ENGINEER
        for unit in combat_units(units)
        if unit.side == WP
        for other in situation.at(unit.hex)
        if not of_the_revolt(battle, other)
    )
    if helped:
        yield Modifier(
            "combat engineers", role, situation.figure("modifiers", "combat-engineer"), "20.3"
        )


@rule("9.8.2", "12.4.1", "13.2.3", "13.2.5", "27.15")
def supply_modifiers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """The worst supply among the units of a role helps the other side."""
    situation, enemy = battle.situation, OTHER[role]
    if any(is_out_of_supply(situation, unit) for unit in units):
        yield Modifier(
            "out of supply", enemy, situation.figure("modifiers", "out-of-supply"), "12.4.1"
        )
    elif any(is_without_ammo(situation, unit) for unit in units):
        yield Modifier(
            "no ammunition", enemy, situation.figure("modifiers", "no-ammunition"), "13.2.3"
        )
    elif rations(battle, role):
        figure = situation.figure("modifiers", "rationed-ammunition")
        yield Modifier("rationed ammunition", enemy, figure, "13.2.5")
    if any(draws_on_interdicted_head(situation, unit) for unit in units):
        integrated = situation.in_force("integrated-supply")
        name = "interdicted-head-integrated" if integrated else "interdicted-head"
        yield Modifier("interdicted supply", enemy, situation.figure("modifiers", name), "27.15")


@rule("5.3", "5.4.1", "9.8.3", "9.8.4", "9.8.5", "9.8.6", "10.2", "10.3")
def condition_modifiers(battle: Battle, role: str, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """Worst mode and fatigue, all step losses, No-ZOC: each helps the other side, Hedgehog its
    own."""
    situation, enemy = battle.situation, OTHER[role]
    modes = {mode(unit) for unit in units}
    if ROAD in modes:
        yield Modifier("Road mode", enemy, situation.figure("modifiers", "road-mode"), "5.3")
    elif modes == {HEDGEHOG}:
        yield Modifier("Hedgehog mode", role, situation.figure("modifiers", "hedgehog"), "5.3")
    level = max((fatigue(unit) for unit in units), default=0)
    if level:
        yield Modifier(
            Saying("fatigue {n}", n=level),
            enemy,
            situation.figure("modifiers", f"fatigue-{level}"),
            "5.4.1",
        )
    for unit in units:
        if lost := min(WORST_LOSS, steps_lost(unit)):
            side = "wp" if unit.side == WP else "nato"
            name = f"{side}-{lost}-step{'s' if lost > 1 else ''}-lost"
            yield Modifier(
                Saying("losses of {unit}", unit=unit.shown),
                enemy,
                situation.figure("modifiers", name),
                "9.8",
            )
    if any("no-zoc" in unit.markers for unit in units):
        yield Modifier("No-ZOC marker", enemy, situation.figure("modifiers", "no-zoc"), "9.8")


@rule("9.16.2", "9.17.3", "36.7.4")
def defence_modifiers(battle: Battle) -> Iterator[Modifier]:
    """Active Defence and an airmobile battalion give the defender one point each."""
    situation = battle.situation
    if is_active(battle):
        figure = situation.figure("modifiers", "active-defence")
        yield Modifier("Active Defence", "defender", figure, "9.16.2")
    if has_airmobile(battle):
        figure = situation.figure("modifiers", "airmobile-battalion")
        yield Modifier("airmobile battalion", "defender", figure, "9.17.3")
    if battle.revolt:
        yield Modifier("cadre of the revolt", "defender", Figure(REVOLT_CADRE), "36.7.4")


@rule("24.2", "24.2.3", "9.8.6")
def chemical_modifiers(battle: Battle) -> Iterator[Modifier]:
    """Chemicals help whoever uses them, the less the longer they have been in use."""
    turns = turns_since(battle.situation) or 0
    for role in OTHER:
        if kind := used(battle, role):
            figure = chemical_figure(battle, turns, kind)
            yield Modifier(Saying("chemicals, {kind}", kind=kind), role, figure, "24.2.3")


@rule("9.8.1", "32.4", "36.7.5")
def terrain_modifiers(battle: Battle) -> Iterator[Modifier]:
    """The defender's best terrain; one point for alpine units from rough 2 against rough 2."""
    situation = battle.situation
    best = dearest_figure(terrain_of(battle, name) for name in battle.targets)
    yield Modifier("terrain", "defender", best, "9.8")
    rough = all("rough-2" in situation.board.of(n) for n in (battle.active.hex, *battle.targets))
    if rough and not battle.is_disengagement and is_alpine(situation, battle.active):
        figure = situation.figure("modifiers", "alpine-in-rough-2")
        yield Modifier("alpine unit in rough 2", "attacker", figure, "32.4")


def chemical_figure(battle: Battle, turns: int, kind: str) -> Figure:
    """The modifier of chemicals so many turns after they were first used."""
    row = row_at(battle.situation.game.tables["chemicals"], turns)
    return battle.situation.figure("chemicals", row, kind)


def terrain_of(battle: Battle, name: str) -> Figure:
    """The best terrain of a hex, and a river before it if the attacker stands behind one."""
    situation = battle.situation
    best = of_terrain(situation, situation.board.of(name), "defence")
    if battle.is_disengagement:
        return best
    for river in situation.board.between(battle.active.hex, name) & RIVERS:
        best = best + situation.figure("hexsides", river, "defence")
    return best


HELD_BY_NOBODY = Reason("9.6.6", "No enemy can hold the unit: it leaves without a roll.")
NO_DEFENCE = Reason(
    "9.0.5", "Support units without any defence: no combat, they are gone once the points are paid."
)


@dataclass(frozen=True)
class Reckoning:
    """A combat worked out."""

    battle: Battle

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        return tuple(forbidden(self.battle))

    @cached_property
    def strengths(self) -> Strengths:
        return Strengths(self.battle)

    @cached_property
    @rule("9.0.5", "9.0.6", "9.6.6", "9.6.7")
    def automatic(self) -> Reason | None:
        """Combats without a die: nobody holds the unit that leaves, or nothing defends."""
        battle = self.battle
        if battle.is_disengagement:
            return None if battle.attackers else HELD_BY_NOBODY
        defended = battle.revolt or any(
            is_combat(unit) or contingency(unit) for unit in battle.fighting_defenders
        )
        helpless = (battle.defenders or is_airfield_attack(battle)) and not defended
        return NO_DEFENCE if helpless and not self.strengths.defence else None

    @cached_property
    def place(self) -> int:
        return ratio(self.strengths.attack, self.strengths.defence)

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
        name = "disengagement" if self.battle.is_disengagement else "assault"
        table = self.battle.situation.game.tables[name]
        return cell_of(table, self.column.name, self.modifiers.net)

    @property
    def is_fought(self) -> bool:
        """Whether there is a column at all: something attacks, something defends."""
        return (
            self.automatic is None
            and bool(self.battle.attackers)
            and (bool(self.battle.defenders) or bool(self.strengths.defence))
        )


def merit(reckoning: Reckoning) -> float:
    """How promising an assault is: its column and modifiers; sure things come first."""
    if not reckoning.is_fought:
        return 99
    return reckoning.column.place - reckoning.modifiers.net / 2
