"""The Soviet points as they stand, what each hex is worth, and who wins (chapter 4); what a
position means beside supply and battle, for reports."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.games.dagc.arrivals import places
from assistant.games.dagc.situation import GERMAN, SOVIET, Situation, is_full_strength
from assistant.games.dagc.supply import may_be_replenished, soviet_lines
from assistant.kernel.rulebook import rule
from assistant.questions.answers import Score, ScoreLine, Threshold
from assistant.questions.reasons import Reason

TOWN, CITY, COAST, AREA = 1, 4, 10, 1
NEEDED = 31
AHEAD = {
    True: "{n} {n|point|points} of {m}: if the game ended now, the Soviets would win.",
    False: "{n} {n|point|points} of {m}: if the game ended now, the Germans would win.",
}


@dataclass(frozen=True)
class Victory:
    """Soviet points: of `towns` and `cities` held, of the Baltic coast and of the Ukrainian
    Front's area if held in supply. `koenigsberg` tells whether the Soviets have won at once."""

    towns: int
    cities: int
    coast: int
    area: int
    koenigsberg: bool
    needed: int = NEEDED

    @property
    def points(self) -> int:
        return TOWN * self.towns + CITY * self.cities + self.coast + self.area


@rule("4.1", "4.2", "4.3", "4.4")
def victory(situation: Situation) -> Victory:
    """Towns 1 point, cities 4, the coast 10, the Ukrainian Front's area 1; Königsberg wins."""
    board, soviet = situation.board, situation.soviet
    area = board.hexes_with("1uf-area")
    whole = bool(area) and len(in_supply(situation, area)) == len(area)
    return Victory(
        towns=len(soviet(board.hexes_with("town"))),
        cities=len(soviet(board.hexes_with("city"))),
        coast=COAST if in_supply(situation, coast(situation)) else 0,
        area=AREA if whole else 0,
        koenigsberg=bool(soviet(situation.hexset("koenigsberg"))),
    )


@rule("4.3", "7.12")
def in_supply(situation: Situation, names: frozenset[str]) -> tuple[str, ...]:
    """Those of some hexes that the Soviets hold and that a Soviet line reaches, as if the Soviets
    never ran out of supply; once the western Pripyat is open to lines again, through it too."""
    lines = soviet_lines(situation)
    return tuple(name for name in situation.soviet(names) if name in lines)


def coast(situation: Situation) -> frozenset[str]:
    """The hexes of the Baltic coast."""
    return situation.hexset("baltic-coast") & situation.board.hexes_with("coast")


@rule("4.2", "4.4")
def verdict(situation: Situation, found: Victory) -> Reason | None:
    """Königsberg wins at once; at the end of the last turn the points tell, without a draw."""
    if found.koenigsberg:
        return Reason("4.2", "The Soviets control Königsberg and have won.")
    if situation.turn < situation.definition.turns.last:
        return None
    if found.points >= NEEDED:
        text = "{n} points: if the turn ends so, the Soviets win."
    else:
        text = "{n} of {m} points: if the turn ends so, the Germans win."
    return Reason("4.4", text, n=found.points, m=NEEDED)


@rule("4.3", "4.4")
def score(situation: Situation) -> Score:
    """The lines of the account, the points that win, and what every hex still German would add."""
    found = victory(situation)
    reached = found.koenigsberg or found.points >= NEEDED
    now = Reason("4.4", AHEAD[reached], n=found.points, m=NEEDED)
    return Score(
        tuple(lines(situation, found)),
        {SOVIET: found.points, GERMAN: 0},
        level=SOVIET if reached else GERMAN,
        thresholds=(Threshold("soviet victory", NEEDED, "4.3"),),
        because=(verdict(situation, found) or now,),
        extra={"worth": worth(situation)},
    )


def lines(situation: Situation, found: Victory) -> Iterator[ScoreLine]:
    """What gives points now: towns, cities, the coast, the area of the Ukrainian Front."""
    for what, named, each in (("town", "town hexes", TOWN), ("city", "city hexes", CITY)):
        if held := tuple(situation.soviet(situation.board.hexes_with(what))):
            yield ScoreLine(SOVIET, named, each * len(held), "4.3", held)
    if found.coast:
        held = in_supply(situation, coast(situation))
        yield ScoreLine(SOVIET, "the Baltic coast in supply", COAST, "4.3", held)
    if found.area:
        yield ScoreLine(SOVIET, "the area of the 1st Ukrainian Front", AREA, "4.3")


@rule("4.2", "4.3")
def worth(situation: Situation) -> dict[str, float]:
    """Hex -> the points that the Soviets would gain with it: towns and cities still German, and
    the coast while no hex of it counts; Königsberg, which wins at once, as all that are needed."""
    board = situation.board
    gains: dict[str, float] = dict.fromkeys(board.hexes_with("town"), TOWN)
    gains |= dict.fromkeys(board.hexes_with("city"), CITY)
    if not in_supply(situation, coast(situation)):
        for name in coast(situation):
            gains[name] = gains.get(name, 0) + COAST
    gains |= dict.fromkeys(situation.hexset("koenigsberg") & board.hexes_with("city"), NEEDED)
    ours = set(situation.soviet(gains))
    return {name: gains[name] for name in sorted(gains) if name not in ours}


# For reports

GROUPS = ((GERMAN, "agc"), (GERMAN, "kg"), (GERMAN, "nu"), (SOVIET, "main"), (SOVIET, "1uf"))


@dataclass(frozen=True)
class Placement:
    """The hexes where units of a group may be placed now."""

    side: str
    group: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Overview:
    """`armour_die` is the highest die with which the armour concentration comes, 0 when it is not
    to be had; `german_replacements` is None where only the printed turn track tells."""

    victory: Victory
    victory_points: int
    verdict: Reason | None
    air_main: int
    air_1uf: int
    armour_die: int
    activated: tuple[str, ...]
    german_replacements: int | None
    may_be_replenished: tuple[str, ...]
    entries: tuple[Placement, ...]


def overview(situation: Situation) -> Overview:
    """Everything of the kind."""
    points = victory(situation)
    reduced = (unit for unit in situation.units if not is_full_strength(unit))
    return Overview(
        victory=points,
        victory_points=points.points,
        verdict=verdict(situation, points),
        air_main=situation.air_armies("main"),
        air_1uf=situation.air_armies("1uf"),
        armour_die=0 if situation.value("armor-used") else situation.now("armour-die"),
        activated=tuple(unit.id for unit in situation.units if situation.is_activated(unit)),
        german_replacements=situation.replacement_steps(GERMAN),
        may_be_replenished=tuple(u.id for u in reduced if may_be_replenished(situation, u)[0]),
        entries=tuple(Placement(side, its, places(situation, side, its)) for side, its in GROUPS),
    )
