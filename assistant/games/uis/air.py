"""In the air: squadrons as players name them, the Flak and the interceptors that fire at them, and
what of a mission gets through (17, 23, 27).

`B-6-4+B-7-6,9-10-5` is a group of two squadrons and one of a single squadron: combat or a letter,
evasion, ground attack. `H-8-4` is a helicopter in normal flight, `NOE-8-4` one close to the ground,
`ECM` a squadron of countermeasures. A letter `L` behind means that it flies in good weather only,
`F` that it is of long range, `S` that it splits as an interceptor (27.17.2), `:1` that it has one
step left, `@C2010` or `@off-map` where it is based, `@area` that it comes from an Air Superiority
Area."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import TypeVar

from assistant.games.uis.ground import nearest_of
from assistant.games.uis.situation import NATO, WP, Situation, enemy_of
from assistant.games.uis.supply import is_without_ammo
from assistant.games.uis.units import is_combat
from assistant.kernel.chances import joint, of_a_die, through
from assistant.kernel.chart import NOTHING, Figure
from assistant.kernel.headings import column_at, row_at
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Told
from assistant.questions.protocol import QuestionError
from assistant.questions.reasons import Reason
from builder.game.model import Table
from builder.hexes.grid import Grid
from builder.hexes.mega import Mega, mega_hexes

DIE = 20
STEPS = 2
LARGEST_GROUP = 3
ECM, TRANSPORT = "ECM", "T"
AREA = "area"
"""The base of squadrons that come from an Air Superiority Area."""
NORMAL_FLIGHT, CLOSE_FLIGHT = "H", "NOE"
_SHAPE = re.compile(
    r"(?P<kind>[RBT]|H|NOE|\d+)-(?P<evasion>\d+)-(?P<attack>\d+)(?P<limited>L?)(?P<far>F?)(?P<split>S?)"
    r"(?::(?P<steps>[12]))?(?:@(?P<base>[A-Za-z]{1,2}\d{4}|off-map|area))?"
)
KEPT_DOWN = Reason("23.2.3", "Squadrons of limited weather fly no mission in bad weather.", "phase")
HOW = "write its values as printed, such as B-6-4, 9-10-5 or H-8-4, or ECM"


@dataclass(frozen=True)
class Squadron:
    """One squadron: `kind` is its air combat value or the letter in its place."""

    kind: str
    evasion: int = 0
    attack: int = 0
    limited: bool = False
    steps: int = STEPS
    far: bool = False
    """Of long range (27.3.7)."""
    base: str = ""
    """The airfield's hex, off-map or area; empty if players do not say."""
    splits: bool = False
    """Whether, as an interceptor, it fires at two squadrons."""

    @property
    def is_split(self) -> bool:
        """Only a squadron without a loss splits (27.17.2.1)."""
        return self.splits and self.steps == STEPS

    @property
    def is_helicopter(self) -> bool:
        return self.kind in (NORMAL_FLIGHT, CLOSE_FLIGHT)

    @property
    def shown(self) -> str:
        return self.kind if self.kind == ECM else f"{self.kind}-{self.evasion}-{self.attack}"


Group = tuple[Squadron, ...]


@rule(
    "27.4", "27.4.1", "27.4.2", "17.3.3", "27.8.2.5", "27.9.2.5", "27.10.2.5", "27.11.2.5",
    "27.13.2.4", "27.14.2.5",
)  # fmt: skip
def read_groups(option: str, word: str) -> tuple[Group, ...]:
    """Groups of one to three squadrons of any nation; helicopters fly by themselves. QuestionError
    for values that no counter has."""
    groups = []
    for part in filter(None, (part.strip() for part in word.split(","))):
        group = tuple(_squadron(option, text.strip()) for text in part.split("+"))
        flown = [squadron for squadron in group if squadron.kind != ECM]
        if len(flown) > LARGEST_GROUP:
            told = "{option}: {text} is too large, name one to three for a group (27.4)."
            raise QuestionError(told, option=option, text=part)
        if len(flown) > 1 and any(squadron.is_helicopter for squadron in flown):
            told = "{option}: helicopters fly in no air group (17.3): use commas."
            raise QuestionError(told, option=option)
        groups.append(group)
    if not groups:
        raise QuestionError("{option}: name a squadron; {how}.", option=option, how=HOW)
    return tuple(groups)


def _squadron(option: str, text: str) -> Squadron:
    if text == ECM:
        return Squadron(ECM)
    found = _SHAPE.fullmatch(text)
    if found is None:
        told = "{option}: '{text}' is no squadron; {how}."
        raise QuestionError(told, option=option, text=text, how=HOW)
    evasion, attack, steps = int(found["evasion"]), int(found["attack"]), found["steps"]
    seen, far, base = bool(found["limited"]), bool(found["far"]), found["base"] or ""
    kind, splits = found["kind"], bool(found["split"])
    return Squadron(kind, evasion, attack, seen, int(steps or STEPS), far, base, splits)


@rule("27.18.1", "27.18.2", "27.18.2.4")
def has_countermeasures(groups: tuple[Group, ...]) -> bool:
    """Whether a squadron of electronic countermeasures goes along; a second adds nothing, and none
    of them is counted, shot at or turned back."""
    return any(squadron.kind == ECM for group in groups for squadron in group)


@rule("27.18.1.3")
def strike_groups(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """The groups without their countermeasures."""
    without = (tuple(s for s in group if s.kind != ECM) for group in groups)
    return tuple(group for group in without if group)


@rule("23.2.2", "23.2.3")
def bar_of_weather(situation: Situation, squadrons: Iterable[Squadron]) -> Reason | None:
    """What keeps down squadrons that fight in the air, where those of all weather need no roll."""
    down = situation.bad_weather and any(one.limited for one in squadrons)
    return KEPT_DOWN if down else None


def all_of(groups: Iterable[Group]) -> tuple[Squadron, ...]:
    """The squadrons of some groups in their order."""
    return tuple(squadron for group in groups for squadron in group)


@rule("27.4.3", "17.3.3", "3.2")
def average_evasion(flying: tuple[Squadron, ...]) -> int:
    """The evasion of a group: the average, fractions dropped."""
    return sum(squadron.evasion for squadron in flying) // len(flying)


State = tuple[tuple[int, int], ...]
"""Of each squadron of a group: steps left, and how many of these are damaged."""
Chances = Mapping[State, float]


@rule("27.19", "27.19.1", "27.19.2", "27.19.3", "27.19.4", "27.19.5", "31.4", "31.4.1", "31.4.2")
def after_losses(group: Group, state: State, destroyed: int, damaged: int) -> State:
    """Losses one by one, spread evenly, the squadron of the lowest evasion first; a helicopter has
    no damage, it loses a step instead."""
    if len(group) == 1 and group[0].is_helicopter:
        destroyed, damaged = destroyed + damaged, 0
    conditions, suffered = list(state), [0] * len(group)
    for is_destroyed in (True,) * destroyed + (False,) * damaged:
        able = [
            place
            for place, (left, hurt) in enumerate(conditions)
            if left and (is_destroyed or left > hurt)
        ]
        if not able:
            continue
        place = min(able, key=lambda at: (suffered[at], group[at].evasion, at))
        left, hurt = conditions[place]
        conditions[place] = (left - 1, min(hurt, left - 1)) if is_destroyed else (left, hurt + 1)
        suffered[place] += 1
    return tuple(conditions)


def flies(condition: tuple[int, int]) -> bool:
    """A squadron whose steps left are all damaged goes home."""
    left, damaged = condition
    return left > damaged


@rule("27.8.2", "27.19.2")
def values(group: Group, state: State) -> tuple[int, ...]:
    """The ground attack of each squadron that arrives; one that lost a step on the way has half,
    until its other face is known."""
    return tuple(
        squadron.attack if its[0] == squadron.steps else squadron.attack // 2
        for squadron, its in zip(group, state, strict=True)
        if flies(its)
    )


def arriving(group: Group, chances: Chances) -> dict[tuple[int, ...], float]:
    """The ground attack values of a group that arrive, lowest first, each set with its chance."""
    return through(chances, lambda state: {tuple(sorted(values(group, state))): 1.0})


@lru_cache(maxsize=4)
def air_grid(grid: Grid, through: str, radius: int) -> dict[str, Mega]:
    """The mega-hex of each hex; kept, for it is the same in all positions of a game."""
    return mega_hexes(grid, through, radius)


def mega_of(situation: Situation) -> dict[str, Mega]:
    """The mega-hex of each hex of the map."""
    told = situation.game.definition.drawing["map"]["mega-hexes"]
    return air_grid(situation.board.grid, str(told["through"]), int(told["radius"]))


@rule("27.2", "27.2.1")
def mega_hex(situation: Situation, target: str) -> tuple[str, ...]:
    """The hexes of the mega-hex in which a hex lies."""
    of = mega_of(situation)
    return tuple(name for name, its in of.items() if its == of[target])


MISSILES = ("sam", "ada")
FAR_RATINGS = ("A+", "A", "B")
FAR, NEAR = 3, 1
POOR = "C"
FULL = 3
WEASEL_RANGE = 1
HELICOPTER_RANGE = {NORMAL_FLIGHT: 1, CLOSE_FLIGHT: 0}


@dataclass(frozen=True)
class Gun:
    """One way in which a unit may fire: as what rating, how far, and how often (None: always)."""

    rating: str
    reach: int
    rounds: int | None = None


def rating(unit: Unit) -> str:
    """The printed Flak rating, or empty."""
    return str(unit.get("flak") or "")


@rule("17", "17.0.3", "17.0.4")
def rounds(unit: Unit) -> int:
    """Flak ammunition: missiles and integrated A+, A and B have three points, if all are left."""
    told = unit.get("flak-ammo")
    if told is None and unit.type in MISSILES:
        told = unit.get("ammo")
    return FULL if told is None else int(told)


@rule("17.1", "17.1.1", "17.1.2", "17.1.3")
def against_aircraft(situation: Situation, unit: Unit) -> tuple[Gun, ...]:
    """Missiles fire at their printed range while ammunition lasts; integrated A+, A and B at three
    hexes, afterwards like C; C and D at one hex without ammunition, if the unit has any supply."""
    own = rating(unit)
    if not own:
        return ()
    if unit.type in MISSILES:
        printed = unit.get("flak-range")
        return () if printed is None else (Gun(own, int(printed), rounds(unit)),)
    near = () if is_without_ammo(situation, unit) else (Gun(poorer(own), NEAR),)
    return (Gun(own, FAR, rounds(unit)), *near) if own in FAR_RATINGS else near


@rule("17.2", "17.2.1", "17.2.2", "17.2.3", "17.2.4", "17.2.5")
def against_helicopters(situation: Situation, unit: Unit, flight: str) -> tuple[Gun, ...]:
    """One hex against normal flight, the own hex against flight close to the ground; A+, A and B
    fire like C, missiles with ammunition, integrated Flak without."""
    own, reach = rating(unit), HELICOPTER_RANGE[flight]
    if own and unit.type in MISSILES:
        return (Gun(poorer(own), reach, rounds(unit)),)
    return () if not own or is_without_ammo(situation, unit) else (Gun(poorer(own), reach),)


def poorer(own: str) -> str:
    return POOR if own in FAR_RATINGS else own


@rule("27.11.3", "17.1", "27.11.3.2")
def in_reach(
    situation: Situation, unit: Unit, guns: tuple[Gun, ...], hexes: tuple[str, ...]
) -> tuple[Gun, ...]:
    """The guns that reach one of the hexes; among Wild Weasels those of the Pact reach one hex."""
    if unit.hex not in situation.board.grid:
        return ()
    away = nearest_of(situation, unit.hex, hexes)
    blinded = unit.side == WP and unit.hex in situation.told("wild-weasel")
    return tuple(g for g in guns if away <= (min(g.reach, WEASEL_RANGE) if blinded else g.reach))


@dataclass(frozen=True)
class InReach(Told):
    """Flak that may fire at aircraft over some hexes, with its rating and its range in hexes."""

    id: str
    hex: str
    rating: str
    range: int


@rule("17.1", "17.2")
def over(situation: Situation, side: str, hexes: tuple[str, ...]) -> list[InReach]:
    """A side's Flak that may fire at aircraft over one of the hexes."""
    return [
        InReach(unit.id, unit.hex, guns[0].rating, guns[0].reach)
        for unit in situation.of_side(side)
        if rating(unit)
        and (is_combat(unit) or unit.type in MISSILES)
        and (guns := in_reach(situation, unit, loaded_guns(situation, unit), hexes))
    ]


def loaded_guns(situation: Situation, unit: Unit) -> tuple[Gun, ...]:
    """The ways in which a unit may fire at aircraft with the ammunition that is left."""
    return tuple(gun for gun in against_aircraft(situation, unit) if gun.rounds != 0)


@rule("17.3.3", "17.3.4")
def evasion_modifier(table: Table, evasion: int) -> Figure:
    """What the evasion of the group adds to the Flak's die."""
    place = row_at(table, evasion), "modifier"
    return Figure(float(table[place]), place in table.doubtful)


@rule("17.3.5", "17.3.6")
def hit(table: Table, rating: str, roll: float) -> tuple[int, int]:
    """Steps destroyed and steps damaged by a modified roll."""
    destroyed, damaged = table[row_at(table, roll), rating].split("/")
    return int(destroyed), int(damaged)


OUTNUMBERING = 2
COUNTERMEASURES = {NATO: -2, WP: -1}
ABORT, MISS = "abort", "-"


@dataclass(frozen=True)
class Interception:
    """One interceptor against one squadron: the column of the table, what is added to its die."""

    interceptor: Squadron
    target: Squadron
    added: int
    is_half: bool = False
    """Whether half a squadron fires, which destroys nothing (27.17.2.4)."""

    @cached_property
    @rule("27.17")
    def column(self) -> int:
        """The interceptor's combat value less the evasion of its target."""
        return int(self.interceptor.kind) - self.target.evasion


@rule("27.5.3", "27.5.4")
def outnumbering(own: int, theirs: int) -> int:
    """What steps against steps add to the die of who fires: two points for twice as many, two less
    for half as many."""
    return OUTNUMBERING * ((own >= 2 * theirs) - (theirs >= 2 * own))


@rule("27.17", "27.5.3", "27.5.4", "27.17.5")
def added_to_the_die(
    interceptors: tuple[Squadron, ...],
    targets: tuple[Squadron, ...],
    side: str,
    jammed: bool,
    told: int,
) -> int:
    """Whoever outnumbers the other; countermeasures of the mission take two from the Warsaw Pact,
    one from NATO; pilots and the rest are told."""
    own, theirs = (sum(one.steps for one in many) for many in (interceptors, targets))
    return told + outnumbering(own, theirs) + (COUNTERMEASURES[side] if jammed else 0)


@rule(
    "27.17", "27.17.6", "27.8.2.4", "27.9.2.4", "27.10.2.4", "27.11.2.4", "27.16.3", "27.17.2",
    "27.17.2.1", "27.17.2.2", "27.17.2.3",
)  # fmt: skip
def interceptions(
    interceptors: tuple[Squadron, ...], targets: tuple[Squadron, ...], added: int
) -> Iterator[tuple[int, Interception]]:
    """Each interceptor meets the squadron of its number; those in excess begin anew. One that
    splits takes two boxes and meets those of both numbers, as far as there are any. The place of
    the squadron, and the interception."""
    box = 0
    for interceptor in interceptors:
        if interceptor.is_split:
            for place in range(box, min(box + 2, len(targets))):
                yield place, Interception(interceptor, targets[place], added, True)
            box += 2
            continue
        place = box % len(targets)
        yield place, Interception(interceptor, targets[place], added)
        box += 1


@rule("27.17", "27.19", "27.17.2.4")
def after_interception(
    table: Table, interception: Interception, place: int, before: Chances
) -> Chances:
    """The conditions of a group once an interceptor has fired at one of its squadrons: every roll
    counted; who must abort goes home."""
    column = column_at(table, interception.column)

    def fired_at(state: State) -> Mapping[State, float]:
        def after(roll: int) -> State:
            cell = table[row_at(table, roll + interception.added), column]
            if cell == MISS or not state[place][0]:
                return state
            losses, _, word = cell.partition(" ")
            destroyed, damaged = (int(part) for part in losses.split("/"))
            if interception.is_half:
                destroyed, damaged = 0, destroyed
            (left,) = after_losses((interception.target,), (state[place],), destroyed, damaged)
            left = (0, 0) if word == ABORT else left
            return (*state[:place], left, *state[place + 1 :])

        return of_a_die(DIE, after)

    return through(before, fired_at)


ABORTS_IN_BAD_WEATHER = 10 / 20
ROUNDING = 1e-9
"""Sums of chances may fall this short of a whole number."""

FLOWN_BY_PLAYERS = Reason(
    "27.16",
    "Interceptors named are those that got past the escort, whose fight with them "
    "`attacker-escorts` asks about, and that met the mission, for which `defender-mega-hex` has "
    "the number; squadrons that turn back of their own accord are the players'.",
)
Of = TypeVar("Of")
Company = tuple[float, tuple[Squadron, ...]]
"""The interceptors that are left to attack, with the chance that it is they."""
Shots = tuple[tuple[str, str], ...]
"""Units and the rating that each fires with."""


@dataclass(frozen=True)
class Sortie:
    """Squadrons of one side over some hexes, the enemy interceptors and Flak that fire at them.
    `beside` is the hex of an attacker whose stack may fire at helicopters close to the ground
    (17.2.2), `air_combat` what pilots and the like add to the interceptors' die."""

    situation: Situation
    side: str
    named: tuple[Group, ...]
    hexes: tuple[str, ...]
    flak: tuple[Unit, ...] = ()
    beside: str = ""
    interceptors: tuple[Squadron, ...] = ()
    air_combat: int = 0
    companies: tuple[Company, ...] = ()
    """Who of the interceptors may be left to attack, each company with its chance; all of them if
    nothing is told."""
    counted_companies: float = 1.0
    """How likely it is one of these."""

    @cached_property
    def cases(self) -> tuple[tuple[float, Sortie], ...]:
        """The same mission against each company of interceptors, with its chance."""
        if not self.companies:
            return ((1.0, self),)
        return tuple(
            (chance, replace(self, interceptors=left, companies=()))
            for chance, left in self.companies
        )

    def weighed(self, outcomes: Callable[[Sortie], Mapping[Of, float]]) -> dict[Of, float]:
        """Outcomes of the mission with their chances, over all companies that it may meet."""
        found: dict[Of, float] = {}
        for chance, sortie in self.cases:
            for outcome, its in outcomes(sortie).items():
                found[outcome] = found.get(outcome, 0.0) + chance * its
        return found

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return strike_groups(self.named)

    @cached_property
    def squadrons(self) -> tuple[Squadron, ...]:
        return all_of(self.groups)

    @cached_property
    @rule("17.1", "17.2.6", "17.3.8", "27.8.2", "31.5.3", "27.8.2.6", "27.9.2.6", "27.10.2.6")
    def shots(self) -> tuple[Shots, ...]:
        """By group the shots at it: each unit fires once at each group within its reach, while its
        ammunition lasts."""
        fired: dict[str, int] = {}
        by_group: list[Shots] = []
        for group in self.groups:
            shots = []
            for unit in self.flak:
                if gun := self.loaded(unit, group, fired.get(unit.id, 0)):
                    shots.append((unit.id, gun.rating))
                    fired[unit.id] = fired.get(unit.id, 0) + int(gun.rounds is not None)
            by_group.append(tuple(shots))
        return tuple(by_group)

    @rule("17.2.2")
    def loaded(self, unit: Unit, group: Group, fired: int = 0) -> Gun | None:
        """The best gun of a unit that reaches a group and has ammunition left. Helicopters close to
        the ground also meet the Flak stacked with the unit that attacks."""
        situation, first = self.situation, group[0]
        if first.is_helicopter:
            guns = against_helicopters(situation, unit, first.kind)
        else:
            guns = against_aircraft(situation, unit)
        if first.kind != CLOSE_FLIGHT or not self.beside or unit.hex != self.beside:
            guns = in_reach(situation, unit, guns, self.hexes)
        return next((gun for gun in guns if gun.rounds is None or gun.rounds > fired), None)

    def is_met_by(self, unit: Unit) -> bool:
        """Whether a unit may fire at any group at all."""
        on_map = unit.hex in self.situation.board.grid
        return on_map and any(self.loaded(unit, group) for group in self.groups)

    @cached_property
    def interceptions(self) -> tuple[tuple[int, Interception], ...]:
        """Who intercepts which squadron, these counted through all groups; helicopters are no
        target."""
        targets = tuple(squadron for squadron in self.squadrons if not squadron.is_helicopter)
        if not targets or not self.interceptors:
            return ()
        jammed = has_countermeasures(self.named)
        added = added_to_the_die(self.interceptors, targets, self.side, jammed, self.air_combat)
        return tuple(interceptions(self.interceptors, targets, added))

    @cached_property
    @rule("27.18.2", "27.11.3", "17.3.4", "27.11.3.3", "27.18.2.2")
    def added(self) -> Figure:
        """What countermeasures and Wild Weasels, which blind the Pact's, add to the die of the
        Flak."""
        figure = NOTHING
        if has_countermeasures(self.named):
            figure += self.situation.figure("flak-modifiers", f"ecm-{self.side}")
        weasels = self.situation.told("wild-weasel")
        if enemy_of(self.side) == WP and any(name in weasels for name in self.hexes):
            figure += self.situation.figure("flak-modifiers", "wild-weasel")
        return figure

    @cached_property
    @rule("17.3", "17.3.7")
    def chances(self) -> tuple[Chances, ...]:
        """By group its conditions after all fights and shots, each with its chance."""
        found = []
        for number, group in enumerate(self.groups):
            its = self.intercepted(number, self.taking_off(group))
            for _, fired_as in self.shots[number]:
                its = through(its, partial(self.shot_at, group, fired_as))
            found.append(its)
        return tuple(found)

    def shot_at(self, group: Group, fired_as: str, state: State) -> Mapping[State, float]:
        """A group in some condition after one shot."""
        tables = self.situation.game.tables
        flying = tuple(s for s, its in zip(group, state, strict=True) if flies(its))
        if not flying:
            return {state: 1.0}
        shift = evasion_modifier(tables["evasion"], average_evasion(flying)).number
        shift += self.added.number
        return of_a_die(
            DIE,
            lambda roll: after_losses(group, state, *hit(tables["flak"], fired_as, roll + shift)),
        )

    @rule("23.2", "23.2.1", "23.2.3", "23.3", "23.3.1")
    def taking_off(self, group: Group) -> Chances:
        """In bad weather squadrons and helicopters stay behind on 1 to 10, transports never, those
        of limited weather always."""
        if not self.situation.bad_weather:
            return {tuple((squadron.steps, 0) for squadron in group): 1.0}
        found: dict[State, float] = {}
        for goes in product((True, False), repeat=len(group)):
            chance = 1.0
            for squadron, off in zip(group, goes, strict=True):
                stays = 0.0 if squadron.kind == TRANSPORT else ABORTS_IN_BAD_WEATHER
                stays = 1.0 if squadron.limited else stays
                chance *= 1 - stays if off else stays
            if chance:
                left = ((s.steps if off else 0, 0) for s, off in zip(group, goes, strict=True))
                found[tuple(left)] = chance
        return found

    @rule("27.17", "27.18.2.1")
    def intercepted(self, number: int, before: Chances) -> Chances:
        """A group after the interceptors that meet its squadrons."""
        aircraft = [
            (at, place)
            for at, group in enumerate(self.groups)
            for place, squadron in enumerate(group)
            if not squadron.is_helicopter
        ]
        for met, interception in self.interceptions:
            at, place = aircraft[met]
            if at == number:
                table = self.situation.game.tables["air-combat"]
                before = after_interception(table, interception, place, before)
        return before

    @cached_property
    def arriving(self) -> dict[int, float]:
        """Ground attack strength that arrives, least first, each with its chance."""
        if self.companies:
            return dict(sorted(self.weighed(lambda sortie: sortie.arriving).items()))
        total: dict[int, float] = {0: 1.0}
        for group, chances in zip(self.groups, self.chances, strict=True):
            total = joint(total, arriving(group, chances), lambda points, its: points + sum(its))
        return dict(sorted(total.items()))

    @property
    def most(self) -> int:
        """The strength if nobody fell out."""
        return sum(squadron.attack for squadron in self.squadrons)

    @property
    def expected(self) -> float:
        return sum(points * chance for points, chance in self.arriving.items())

    @property
    def counted(self) -> int:
        """The expected strength, fractions dropped."""
        return int(self.expected + ROUNDING)

    @property
    def stand_in(self) -> bool:
        """Flak and air combat are rolled on tables of our own."""
        return any(self.shots) or bool(self.interceptions)
