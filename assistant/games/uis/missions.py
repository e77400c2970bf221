"""Missions asked about instead of a combat: from the air (27.9, 27.15) and nuclear (25)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assistant.games.uis import escorts
from assistant.games.uis.air import (
    DIE,
    MISSILES,
    Sortie,
    all_of,
    arriving,
    bar_of_weather,
    mega_hex,
    rating,
)
from assistant.games.uis.air_support import as_told, met_by, rounded
from assistant.games.uis.battle import ALL, ROLES, Declared
from assistant.games.uis.escorts import EscortFight, bars_to_escorts, escort_fight
from assistant.games.uis.ground import controls, is_bridged, is_river, nearest_of
from assistant.games.uis.politics import ends_unrest
from assistant.games.uis.retreat import DIVISION_BASE, ELIMINATED
from assistant.games.uis.situation import NATO, NEUTRAL, WP, Situation, enemy_of
from assistant.games.uis.supply import is_supplied, states_of_heads
from assistant.games.uis.units import (
    ARTILLERY,
    FSH,
    HEDGEHOG,
    ROAD,
    is_combat,
    is_division,
    mode,
    steps_left,
)
from assistant.kernel.chances import joint, of_a_die, through
from assistant.kernel.headings import column_at, row_at
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import LedgerLine, Odds, Told
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason, Saying
from builder.game.model import Table

MOST_STRIKE = 6
MOST_INTERDICTION = 20
IN_ROAD_MODE, ALL_HEDGEHOGS = 4, -3
FACILITIES = frozenset({"airfield", "port"})
RED, NOTHING = "red", "-"
STEP_LOST = "1"
ADDED = {"5": 5, "10": 10, STEP_LOST: 10}
"""Points that a result adds to leaving the hex."""
NUCLEAR, SUPPLY, WEASEL = "nuclear", "supply-interdiction", "wild-weasel"
SEAD, FIXED_SITE = "sead", "sam"
BASE_CHANGE, FLIGHT = "base-change", "flight"
ATTACKS = frozenset({"ground-attack", NUCLEAR, SEAD, "special-forces"})
"""Missions that attack what is in the hex."""
FREE_CHOICE = Saying("hit on a facility, site or supply head")
STEP_OR_CHOICE = Saying("step lost")
LEAVING = "It adds to leaving the hex, also for supply routes, to the end of the next Action Phase."
CUT = "Red: the supply heads whose route it hits are interdicted this turn (`interdicted-heads`)."
ROUTE_OF_THE_PACT = Reason(
    "27.15.1", "The Warsaw Pact shows its routes; `heads` are those whose shortest way runs there."
)
CONTAMINATED = "Leaving costs the level more; contamination closes supply routes."
SILENT = "{unit} is out of reach or of ammunition."
DIGITS = 6


@dataclass(frozen=True)
class Leaving:
    """Points to leave a hex before a mission, and after it with their chances and the mean."""

    before: int
    after: Mapping[str, float]
    expected: float


@dataclass(frozen=True)
class Exposed(Told):
    """What the results of a ground attack may be taken from, one thing each time: "+" damages a
    facility, a bridge being a hexside, destroys a missile site or displaces a supply head; "1"
    takes a step from a combat unit, from a support unit where none stands, or does as "+"."""

    facilities: tuple[str, ...]
    missile_sites: tuple[str, ...]
    supply_heads: tuple[str, ...]
    steps_from: tuple[str, ...]


@dataclass(frozen=True)
class Struck:
    """A unit under nuclear attack: the steps that use it up, and what is left of it then."""

    id: str
    kills: int
    outcome: str


@dataclass(frozen=True)
class Mission:
    """Squadrons or nuclear points of one side sent to a hex."""

    situation: Situation
    side: str
    target: str
    declared: Declared

    @cached_property
    def defenders(self) -> tuple[Unit, ...]:
        """The enemy ground units in the hex."""
        enemy = enemy_of(self.side)
        return tuple(unit for unit in self.situation.at(self.target) if unit.side == enemy)

    def answer(
        self,
        attack: int,
        steps: tuple[LedgerLine, ...],
        chances: dict[str, float],
        refused: tuple[Reason, ...],
        because: Reason,
        extra: dict[str, Any],
    ) -> Odds:
        """Its answer, or why it may not be sent."""
        told = {"mission": self.declared.mission, "targets": [self.target]}
        attacks = self.declared.mission in ATTACKS
        ended = ends_unrest(self.situation, self.side, [self.target] if attacks else [])
        return Odds(
            target=self.target,
            attackers=(),
            defenders=tuple(unit.id for unit in self.defenders),
            attack=attack,
            defence=0,
            steps=steps,
            shift=0,
            column=None,
            possible=not refused,
            chances=chances,
            stand_in=True,
            because=refused or (because, *ended),
            extra=told | extra,
        )


@rule("27.9.1", "27.15")
def side_of_mission(
    situation: Situation, target: str, named: tuple[Unit, ...], declared: Declared
) -> str:
    """The side of the units named; of squadrons that fly from base to base that of their base;
    else the enemy of whoever stands in the hex, else the side in phase. Supply interdiction is
    always NATO's."""
    if declared.mission in (SUPPLY, WEASEL):
        return NATO
    if named:
        return named[0].side
    if declared.mission in (BASE_CHANGE, FLIGHT):
        squadrons = all_of(declared.groups.get("attacker-squadrons", ()))
        bases = [one.base for one in squadrons if one.base in situation.board]
        owners = [side for side in (WP, NATO) if bases and controls(situation, side, bases[0])]
        side = owners[0] if owners else situation.phasing
    else:
        there = situation.side_at(target)
        side = enemy_of(there) if there not in ("", NEUTRAL) else situation.phasing
    if not side:
        raise QuestionError("Whose mission is it? Name a unit of that side with --from.")
    return side


MOVEMENTS = ("wp-movement", "nato-movement")
FLIES_IN = {SUPPLY: ("wp-movement",)}
RULES_OF_PHASE = {
    "reconnaissance": "37.1", SEAD: "27.10.1", WEASEL: "27.11.1", BASE_CHANGE: "27.12.1",
    SUPPLY: "27.15.1",
}  # fmt: skip


@rule(
    "27.0.2", "27.9.1.1", "27.10.1.1", "27.11.1.2", "27.12.1.1", "27.15.1.1", "37.1.2", "37.1.3"
)  # fmt: skip
def out_of_phase(situation: Situation, kind: str) -> Iterator[Reason]:
    """Missions are flown in the movement phases of both sides, supply interdiction at the start of
    the Pact's alone."""
    if situation.phase and situation.phase not in FLIES_IN.get(kind, MOVEMENTS):
        number = RULES_OF_PHASE.get(kind, "27.9.1")
        text = "It is flown in the movement phases of either side."
        if kind == SUPPLY:
            text = "It is flown at the start of the Warsaw Pact's movement phase."
        yield Reason(number, text, "phase")


@dataclass(frozen=True)
class Outcome:
    """What a whole mission did: interdiction in points, how many results "+" and "1", any red."""

    interdiction: int = 0
    choices: int = 0
    step_losses: int = 0
    red: bool = False

    def after(self, cell: str) -> Outcome:
        """With the result of one more squadron; markers in a hex never exceed twenty points."""
        result, _, colour = cell.partition(" ")
        return Outcome(
            min(MOST_INTERDICTION, self.interdiction + ADDED.get(result, 0)),
            self.choices + (result == "+"),
            self.step_losses + (result == STEP_LOST),
            self.red or colour == RED,
        )


@dataclass(frozen=True)
class AirMission(Mission):
    """A mission of squadrons of one side at one hex."""

    ratings: tuple[str, ...] = ()
    """The Flak that may fire at it, all if none is named."""

    @cached_property
    @rule("27.11.2.6", "37.1.1.2")
    def sortie(self) -> Sortie:
        """The mission with the Flak named that can fire, and its interceptors. Wild Weasels are met
        by the Flak inside their Mega-hex alone: missiles of any rating, integrated A+, A and B."""
        groups = self.declared.groups.get("attacker-squadrons", ())
        is_hunt = self.declared.mission == WEASEL
        hexes = mega_hex(self.situation, self.target) if is_hunt else (self.target,)
        alone = Sortie(self.situation, self.side, groups, hexes)
        ids = self.declared.names.get("defender-flak", ())

        def fires(unit: Unit) -> bool:
            far = not self.ratings or rating(unit) in self.ratings
            inside = not is_hunt or unit.hex in hexes
            return inside and (far or (is_hunt and unit.type in MISSILES))

        flak = tuple(
            unit
            for unit in self.situation.of_side(enemy_of(self.side))
            if rating(unit)
            and fires(unit)
            and (ids == (ALL,) or unit.id in ids)
            and alone.is_met_by(unit)
        )
        met = met_by(self.declared, "defender")
        if self.bar_to_interceptors:
            met = ((), met[1])
        sortie = Sortie(self.situation, self.side, groups, hexes, flak, "", *met)
        if self.bars_to_escorts:
            return sortie
        return escorts.against(self.situation, self.declared, ROLES[0], self.side, sortie)

    @cached_property
    @rule("27.9.2.3", "27.10.2.3", "27.11.2.3", "27.16", "27.0.3")
    def bar_to_interceptors(self) -> Reason | None:
        """Six squadrons with an air combat value at most, against squadrons that are named."""
        named = all_of(self.declared.groups.get("defender-interceptors", ()))
        if any(not squadron.kind.isdecimal() for squadron in named):
            return Reason("27.1", "Only squadrons with an air combat value intercept.", "unit")
        if why := bar_of_weather(self.situation, named):
            return why
        enemy = enemy_of(self.side)
        if why := escorts.bar_to_area(self.situation, enemy, [self.target], named):
            return why
        if len(named) > MOST_STRIKE:
            number = {SEAD: "27.10.2", WEASEL: "27.11.2"}.get(self.declared.mission, "27.9.2")
            return Reason(number, "Six squadrons at most intercept such a mission.", "full")
        return None

    @property
    def silent(self) -> list[str]:
        """Flak named that cannot fire: not the target's, out of reach or of ammunition."""
        firing, known = {unit.id for unit in self.sortie.flak}, self.situation.position.by_id
        named = self.declared.names.get("defender-flak", ())
        return [known[name].shown for name in named if name not in firing and name != ALL]

    @rule("37", "37.2", "37.3", "37.4", "37.5", "37.1.4", "27.15.1.4")
    def unsighted(self) -> Iterator[Reason]:
        """With reconnaissance in force missions strike a hex next to own units or one sighted; else
        only facilities, fixed missile sites, and Flak that has fired."""
        situation = self.situation
        if not situation.in_force("reconnaissance") and not situation.told("sighted"):
            return
        sites = [unit.type == FIXED_SITE for unit in self.defenders]
        is_open = any(sites) if self.declared.mission == SEAD else all(sites)
        seen = self.target in situation.told("sighted") or situation.beside(self.target, self.side)
        if not (is_open or seen or self.declared.words.get("against") in self.needs_no_sight):
            text = "{hex} is neither sighted nor next to own units: fly reconnaissance first."
            yield Reason("37", text, "distance", hex=self.target)

    @property
    def needs_no_sight(self) -> tuple[str, ...]:
        """What may be told of a mission that strikes without a sighting."""
        return ("flak-that-fired",) if self.declared.mission == SEAD else ("facilities",)

    @cached_property
    def bars_to_escorts(self) -> tuple[Reason, ...]:
        """What keeps the escorts named from flying."""
        number = {SEAD: "27.10.2", WEASEL: "27.11.2"}.get(self.declared.mission, "27.9.2")
        found = bars_to_escorts(self.situation, self.declared, ROLES[0], MOST_STRIKE, number)
        return tuple(found)

    @property
    def escorted(self) -> tuple[EscortFight | None, list[dict[str, Any]]]:
        """The fight of its escorts, if any are named and may fly; else what bars them."""
        role = ROLES[0]
        if f"{role}-escorts" not in self.declared.groups:
            return None, []
        bars: list[dict[str, Any]] = [
            {"option": f"{role}-escorts", "rule": why.rule, "text": why.text}
            for why in self.bars_to_escorts
        ]
        if bars or self.bar_to_interceptors:
            return None, bars
        table = self.situation.game.tables["air-combat"]
        return escort_fight(table, self.declared, role, self.side), []

    def in_the_air(self) -> dict[str, Any]:
        """The flight with its losses, and the Flak named that cannot fire."""
        fight, barred = self.escorted
        return {
            "air": {"attacker": as_told(self.sortie)},
            **({"escorts": {"attacker": fight}} if fight else {}),
            **({"pursuit": away} if (away := escorts.pursuit(self.declared, ROLES[0])) else {}),
            "not_judged": [*escorts.notes(self.sortie)],
            "refused": [
                *barred,
                *(
                    {"option": "defender-flak", "rule": "17.1", "text": Saying(SILENT, unit=shown)}
                    for shown in self.silent
                ),
                *(
                    {"option": "defender-interceptors", "rule": why.rule, "text": why.text}
                    for why in (self.bar_to_interceptors,)
                    if why
                ),
            ],
        }


@rule("27.9.4", "33.3.1", "38", "21.20.6")
def facilities(situation: Situation, here: str) -> tuple[str, ...]:
    """What of a hex may still be damaged: its airfield, its port, and the bridges at its sides,
    each by its hexside."""
    kinds = () if here in situation.damaged else sorted(situation.board.of(here) & FACILITIES)
    bridges = (
        f"{here}/{near}"
        for near in sorted(situation.around[here])
        if is_river(situation, here, near) and is_bridged(situation, here, near)
    )
    return (*kinds, *bridges)


@dataclass(frozen=True)
class GroundAttack(AirMission):
    """A ground attack by squadrons of one side at one hex."""

    @cached_property
    @rule("27.9.3", "27.9.3.1", "27.9.3.2")
    def modifier(self) -> int:
        """Four more if any enemy combat unit there is in Road mode, three less if all are
        Hedgehogs."""
        modes = {mode(unit) for unit in self.defenders if is_combat(unit)}
        if ROAD in modes:
            return IN_ROAD_MODE
        return ALL_HEDGEHOGS if modes == {HEDGEHOG} else 0

    @cached_property
    @rule("27.9.2", "27.9.4", "27.9.2.7")
    def outcomes(self) -> Mapping[Outcome, float]:
        """Each squadron that gets through rolls by itself: all that may come of it, with its
        chance."""
        table = self.situation.game.tables["ground-attack"]
        by_value = {value: cells(table, value, self.modifier) for value in self.values}

        def bombed(bombs: tuple[int, ...]) -> Mapping[Outcome, float]:
            total = {Outcome(): 1.0}
            for value in bombs:
                total = joint(total, by_value[value], Outcome.after)
            return total

        # The bombs first, then their dice: of many ways to arrive most bring the same bombs.
        return through(self.sortie.weighed(bombs_of), bombed)

    @property
    def values(self) -> set[int]:
        """The ground attack of each squadron, whole and worn."""
        whole = {one.attack for one in self.sortie.squadrons}
        return whole | {value // 2 for value in whole}

    @rule("27.9.1", "27.9.2", "27.1", "27.9.2.1")
    def bars(self) -> Iterator[Reason]:
        """Six strike squadrons at most; helicopters fly no such mission; supply routes are NATO's
        to interdict."""
        flown = self.sortie.squadrons
        if not flown:
            text = "Name the squadrons that attack: attacker-squadrons=B-6-4+B-7-6."
            yield Reason("27.9.2", text, "missing")
        if any(squadron.is_helicopter for squadron in flown):
            yield Reason("31.3", "Helicopters fly no ground attack missions.", "unit")
        if any(squadron.kind == "T" for squadron in flown):
            yield Reason("27.1", "Transport squadrons fly no ground attack missions.", "unit")
        if len(flown) > MOST_STRIKE:
            yield Reason("27.9.2", "A mission has six strike squadrons at most.", "full")
        if self.declared.mission != SUPPLY:
            yield from self.unsighted()

    def effects(self) -> dict[str, float]:
        """The chances of what players care for; several may come at once."""
        tests: dict[str, Callable[[Outcome], bool]] = {
            "interdiction": lambda outcome: outcome.interdiction > 0,
            "+": lambda outcome: outcome.choices > 0,
            "1": lambda outcome: outcome.step_losses > 0,
            "nothing": lambda outcome: outcome == Outcome(),
        }
        if self.declared.mission == SUPPLY:
            tests = {"interdicted": lambda outcome: outcome.red}
        return {
            name: round(sum(its for outcome, its in self.outcomes.items() if test(outcome)), DIGITS)
            for name, test in tests.items()
        }

    @cached_property
    @rule("27.9.4", "18.4", "38")
    def exposed(self) -> Exposed:
        """What its results may hit: the choice is the attacker's."""
        situation, here = self.situation, self.target
        fighters = [unit for unit in self.defenders if is_combat(unit)]
        return Exposed(
            facilities(situation, here),
            tuple(unit.id for unit in self.defenders if unit.type == FIXED_SITE),
            tuple(unit.id for unit in self.defenders if unit.type == FSH),
            tuple(unit.id for unit in fighters or self.defenders),
        )

    @rule("27.9.4")
    def leaving(self) -> Leaving:
        """Points to leave the hex afterwards, twenty at most, each with its chance."""
        before = int(self.situation.table("interdiction").get(self.target, 0))
        after = through(
            self.outcomes,
            lambda outcome: {min(MOST_INTERDICTION, before + outcome.interdiction): 1.0},
        )
        expected = sum(points * its for points, its in after.items())
        in_order = dict(sorted(after.items()))
        return Leaving(before, rounded(in_order), round(expected, 4))


def bombs_of(sortie: Sortie) -> Mapping[tuple[int, ...], float]:
    """The ground attack values that arrive of all groups, lowest first, with their chances."""
    total: Mapping[tuple[int, ...], float] = {(): 1.0}
    for group, conditions in zip(sortie.groups, sortie.chances, strict=True):
        its = arriving(group, conditions)
        total = joint(total, its, lambda one, more: tuple(sorted((*one, *more))))
    return total


@rule("27.9.2", "27.9.3")
def cells(table: Table, value: int, modifier: int) -> dict[str, float]:
    """The cells that one squadron may roll, each with its chance."""
    if not value:
        return {NOTHING: 1.0}
    column = column_at(table, value)
    return of_a_die(DIE, lambda roll: table[row_at(table, roll + modifier), column])


@rule("27.9.4", "27.15.1", "27.15.1.3")
def ground_attack(attack: GroundAttack) -> Odds:
    """A ground attack or supply interdiction: interdiction, free choices, step losses, red."""
    is_supply, sortie = attack.declared.mission == SUPPLY, attack.sortie
    because = Reason("27.15.1", CUT) if is_supply else Reason("27.9.4", LEAVING)
    if why := tuple(attack.bars()):
        return attack.answer(0, (), {}, why, because, {})
    expected = Saying("{n:g} of {m} expected", n=round(sortie.expected, 1), m=sortie.most)
    steps = [LedgerLine("ground attack strength", expected, "27.9.2", sortie.stand_in)]
    if attack.modifier:
        effect = Saying("{n:+d} on the die", n=attack.modifier)
        steps.append(LedgerLine("mode of the target", effect, "27.9.3"))
    extra: dict[str, Any] = {**attack.in_the_air(), "modifier": attack.modifier}
    if not is_supply:
        extra["outcomes"] = {"+": FREE_CHOICE, STEP_LOST: STEP_OR_CHOICE}
        extra["interdiction"] = attack.leaving()
        extra["may_hit"] = attack.exposed
    else:
        extra["heads"] = list(heads_along(attack.situation, attack.target))
        extra["not_judged"] = [*extra["not_judged"], ROUTE_OF_THE_PACT]
    late = tuple(out_of_phase(attack.situation, attack.declared.mission))
    return attack.answer(sortie.counted, tuple(steps), attack.effects(), late, because, extra)


@rule("27.15.1.2")
def heads_along(situation: Situation, name: str) -> Iterator[str]:
    """The supply heads whose shortest way to their source runs through a hex."""
    heads = [unit for unit in situation.of_side(WP) if unit.type == FSH]
    ways = states_of_heads(situation, heads)
    return (unit.id for unit in heads if name in ways[unit.id].path)


WORST = 3
FACILITY_STEPS = 2


@rule("25.2.1", "25.2.5")
def bars_to_delivery(attack: Mission, named: Iterable[Unit], points: int) -> Iterator[Reason]:
    """Of artillery and missiles that players name: out of reach or supply, or more points than
    missiles bring."""
    bring = [unit for unit in named if unit.type in REACH]
    able = {unit.id for unit in deliverers(attack)}
    for unit in bring:
        if unit.id not in able:
            text = "{unit} is out of reach or of supply."
            yield Reason("25.2.1", text, "distance", unit=unit.shown)
    most = MISSILE_POINTS * len(bring)
    if bring and all(unit.type == ROCKETS for unit in bring) and points > most:
        text = "Missiles bring two points each in a turn: {n} here, not {m}."
        yield Reason("25.2.5", text, "full", n=most, m=points)


@rule("25.3", "25.3.2", "25.3.8", "25.4.1")
def nuclear(attack: Mission, named: Iterable[Unit] = ()) -> Odds:
    """A nuclear attack: steps lost in the hex, what each unit can take, and the contamination
    afterwards: added to the present level, three at most, and only if a step was lost."""
    points = attack.declared.numbers.get("nuclear-points", 0)
    because = Reason("25.4.1", CONTAMINATED)
    steps = (LedgerLine("nuclear points", str(points), "25.3.2"),)
    if not points:
        why = Reason("25.3.2", "Say how many points reach the hex: nuclear-points=2.", "missing")
        return attack.answer(points, steps, {}, (why,), because, {})
    tables = attack.situation.game.tables
    losses, levels = rolled(tables["nuclear"], points), rolled(tables["contamination"])
    before = int(attack.situation.table("nuclear").get(attack.target, 0))
    spared = losses.get(0, 0.0)
    level = {before: spared}
    for added, chance in levels.items():
        worse = min(WORST, before + added)
        level[worse] = level.get(worse, 0.0) + (1 - spared) * chance
    extra = {
        "contamination": rounded(dict(sorted(level.items()))),
        "facility": FACILITY_STEPS,
        "units": [Struck(unit.id, steps_to_kill(unit), fate(unit)) for unit in attack.defenders],
        "deliverers": [unit.id for unit in deliverers(attack)],
        "not_judged": [Reason("25.2", "How many points are left to each kind of delivery.")],
    }
    chances = {str(lost): chance for lost, chance in losses.items()}
    extra["outcomes"] = {str(n): Saying("{n} {n|step|steps} lost", n=n) for n in losses}
    barred = tuple(bars_to_delivery(attack, named, points))
    return attack.answer(points, steps, {} if barred else chances, barred, because, extra)


ROCKETS = "ssm"
REACH = {ARTILLERY: 2, ROCKETS: 50}
MISSILE_POINTS = 2


@rule("25.2", "25.2.1", "25.2.4", "25.2.5", "25.2.6", "25.2.3")
def deliverers(attack: Mission) -> Iterator[Unit]:
    """Artillery two hexes far and missiles fifty, in General Supply; missiles bring two points a
    turn at most. Aircraft with a ground attack of three fly a ground attack."""
    for unit in attack.situation.of_side(attack.side):
        near = nearest_of(attack.situation, unit.hex, [attack.target]) <= REACH.get(unit.type, -1)
        if near and is_supplied(attack.situation, unit):
            yield unit


@rule("25.3.2")
def rolled(table: Table, column: int = 0) -> dict[int, float]:
    """The numbers of one column of a table over all faces of the die; of its only column if none
    is named."""
    heading = column_at(table, column) if len(table.columns) > 1 else table.columns[0]
    found = of_a_die(DIE, lambda roll: int(table[row_at(table, roll), heading]))
    return {number: round(chance, DIGITS) for number, chance in sorted(found.items())}


@rule("25.3.3", "25.3.5", "25.3.6")
def steps_to_kill(unit: Unit) -> int:
    """Steps that the attacker must assign to a unit to use it up: a Hedgehog combat unit absorbs
    the first, one in Road mode loses one more."""
    steps = steps_left(unit)
    if is_combat(unit) and mode(unit) == HEDGEHOG:
        return steps + 1
    return max(1, steps - 1) if is_combat(unit) and mode(unit) == ROAD else steps


@rule("25.3.7")
def fate(unit: Unit) -> str:
    """A division leaves its Base, any other unit nothing."""
    return DIVISION_BASE if is_division(unit) else ELIMINATED
