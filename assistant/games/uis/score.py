"""How the game stands: military points by source, and the political ones that show (42)."""

from __future__ import annotations

from collections.abc import Iterator

from assistant.games.uis.ground import country
from assistant.games.uis.lines import communication
from assistant.games.uis.military_points import (
    KINDS,
    conquered,
    counts,
    strategic,
    worth,
)
from assistant.games.uis.situation import NATO, WP, WP_COUNTRIES, Situation
from assistant.games.uis.units import is_combat, is_division, nation, steps_lost
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Score, ScoreLine
from assistant.questions.reasons import Reason

GONE = "eliminated"
BRIGADES = 3
LOST_BRIGADE = {"us": 2, "wg": 1}
OVERTHROWN, WITH_REVOLT, IN_PACT_COUNTRY, IN_BERLIN, ALL_PORTS = 15, 10, 6, 1, 10
WEST_BERLIN = "West Berlin"
NAMES = {"city": "cities", "urban": "urban hexes", "airfield": "airfields", "port": "ports"}

FIRST_POLITICAL = Reason("42", "A political victory goes before a military one.")
ELSEWHERE = Reason("42.1.2, 42.2.2", "The levels of victory stand in the scenario's own tables.")
NOT_SEEN = Reason(
    "42.1", "Surrenders, the North Atlantic, first uses and mobilization are known to players only."
)


def score(situation: Situation) -> Score:
    """Military points of both sides, net as the Pact's less NATO's; political points besides."""
    military = tuple(military_lines(situation))
    political = tuple(political_lines(situation))
    points = {side: sum(x.points for x in military if x.side == side) for side in (WP, NATO)}
    sums = {side: sum(x.points for x in political if x.side == side) for side in (WP, NATO)}
    return Score(
        lines=(*military, *political),
        points=points,
        net=points[WP] - points[NATO],
        because=(FIRST_POLITICAL, ELSEWHERE),
        extra={
            "political": {**sums, "net": sums[WP] - sums[NATO]},
            "not_judged": [NOT_SEEN],
        },
    )


@rule("42.2")
def military_lines(situation: Situation) -> Iterator[ScoreLine]:
    """Conquered hexes by their kind, ports, and strategic places of which all hexes count."""
    for side in (WP, NATO):
        held = [name for name, holder in conquered(situation).items() if holder == side]
        good = [name for name in held if counts(situation, side, name)]
        for kind in (*KINDS, "port"):
            its = [name for name in good if row_of(situation, name, kind)]
            figures = [worth(situation, row_of(situation, name, kind)) for name in its]
            if total := sum(figure.number for figure in figures):
                doubt = any(figure.stand_in for figure in figures)
                yield ScoreLine(side, NAMES[kind], total, "42.2", tuple(its), stand_in=doubt)
        for place in strategic(situation, good):
            figure = worth(situation, place)
            yield ScoreLine(side, place, figure.number, "42.2", stand_in=figure.stand_in)


def row_of(situation: Situation, name: str, kind: str) -> str:
    """The row of the table that a hex counts in as of this kind, or empty; a city is not urban."""
    kinds = situation.board.of(name)
    if kind not in kinds or (kind == "urban" and "city" in kinds):
        return ""
    return f"port {situation.board.names.get(name, '')}" if kind == "port" else kind


@rule("42.1")
def political_lines(situation: Situation) -> Iterator[ScoreLine]:
    """What of the two tables of political points a position shows."""
    yield from lost_by_nato(situation)
    fallen = sorted(situation.told("overthrown"))
    if fallen:
        yield _political(NATO, "governments overthrown", OVERTHROWN * len(fallen))
    revolts = [name for name, value in sorted(situation.table("revolt").items()) if value]
    lands = {country(situation, name) for name in revolts} & WP_COUNTRIES
    if lands:
        points = WITH_REVOLT * len(lands)
        yield _political(NATO, "countries with revolt markers", points, hexes=tuple(revolts))
    inside = in_pact_countries(situation)
    if inside:
        points = IN_PACT_COUNTRY * len(inside)
        ids = tuple(unit.id for units in inside.values() for unit in units)
        yield _political(NATO, "countries of the Warsaw Pact entered", points, units=ids)
    berlin = tuple(
        unit.id
        for unit in situation.of_side(NATO)
        if is_combat(unit) and situation.board.names.get(unit.hex) == WEST_BERLIN
    )
    if berlin:
        yield _political(NATO, "combat units in West Berlin", IN_BERLIN, units=berlin)


def _political(
    side: str, what: str, points: float, hexes: tuple[str, ...] = (), units: tuple[str, ...] = ()
) -> ScoreLine:
    return ScoreLine(side, what, points, "42.1", hexes, units, extra={"political": True})


@rule("42.1")
def lost_by_nato(situation: Situation) -> Iterator[ScoreLine]:
    """American and West German brigades eliminated, three for a division."""
    gone = [unit for unit in situation.position.units if unit.hex == GONE and unit.side == NATO]
    for name, called in (
        ("us", "US brigades eliminated"),
        ("wg", "West German brigades eliminated"),
    ):
        units = [unit for unit in gone if nation(unit) == name and brigades(unit)]
        if units:
            points = LOST_BRIGADE[name] * sum(brigades(unit) for unit in units)
            yield _political(WP, called, points, units=tuple(unit.id for unit in units))
    flown = [u for u in gone if nation(u) == "us" and u.type == "squadron"]
    if steps := sum(steps_lost(unit) + 1 for unit in flown):
        yield _political(WP, "steps of US squadrons", steps, units=tuple(u.id for u in flown))


def brigades(unit: Unit) -> int:
    """How many brigades a combat unit counts as: three for a division, none for a Base."""
    if is_division(unit):
        return BRIGADES
    return int(is_combat(unit) and unit.get("size") == "brigade" and unit.type != "division-base")


@rule("42.1", "40")
def in_pact_countries(situation: Situation) -> dict[str, list[Unit]]:
    """NATO's combat units with a line of communication in each country of the Pact."""
    lines = communication(situation, NATO)
    found: dict[str, list[Unit]] = {}
    for unit in situation.of_side(NATO):
        land = country(situation, unit.hex)
        if land in WP_COUNTRIES and is_combat(unit) and unit.hex in lines:
            found.setdefault(land, []).append(unit)
    return found
