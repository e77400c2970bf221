"""The set-up as the scenarios order it, and the markers of Soviet control (chapters 3.1 to 3.7)."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.games.dagc.situation import (
    ACTIVATION_RANGE,
    BOLD_STROKE,
    GERMAN,
    HISTORICAL,
    SOVIET,
    Situation,
    group,
)
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.kernel.turn import at_start
from assistant.position import Unit
from assistant.questions.duties import Tells, of_hexes, of_units, when

FEWEST, MOST = 2, 4
"""Hexes in which the four corps of 5th Panzer Army stand."""
OTHER_GROUPS = {
    "nu": ("bold-stroke",),
    "5pa": ("failed-d-day", "failed-d-day-no-bomb-plot", "bold-stroke"),
}
"""Organisations that only some scenarios use; Bold Stroke may be played with 5th Panzer Army, as
players may combine the scenarios of other histories (3.10)."""


@rule("3.2", "3.6")
def marker_astray(situation: Situation) -> Tells | None:
    """The Bagration marker, if it lies elsewhere than the scenario puts it, or Bold Stroke, with
    which every other history may be played."""
    told, due = situation.value("bagration"), str(situation.now("bagration"))
    bold = situation.calendar.at("bagration", situation.turn, BOLD_STROKE)
    combined = told == bold and situation.scenario != HISTORICAL
    return when(told and told != due and not combined, hex=due)


@rule("3.6", "3.3")
def asterisks_astray(situation: Situation) -> Tells | None:
    """The units with an asterisk that do not stand within nine hexes of Bold Stroke's marker, on
    the Soviet side of the line."""
    if situation.scenario != BOLD_STROKE:
        return None
    marker, own = str(situation.now("bagration")), soviet_side(situation)
    return of_units(
        unit
        for unit in situation.of_side(SOVIET)
        if unit.get("asterisk")
        and (
            unit.hex not in own or situation.game.grid.distance(marker, unit.hex) > ACTIVATION_RANGE
        )
    )


@rule("3.7", "3.3")
def panzer_army_astray(situation: Situation) -> Tells | None:
    """5th Panzer Army, unless it stands in two to four German hexes that hang together, none of
    them next to a German entrenchment."""
    corps = [unit for unit in situation.of_side(GERMAN) if group(unit) == "5pa"]
    if situation.scenario not in OTHER_GROUPS["5pa"] or not corps:
        return None
    held, trenches = {u.hex for u in corps}, situation.board.hexes_with("german-entrenchment")
    beside = {name: [n for n in situation.near(name) if n in held] for name in held}
    lawful = (
        FEWEST <= len(held) <= MOST
        and held <= flood([corps[0].hex], beside).distance.keys()
        and not held & soviet_side(situation)
        and not any(trenches.intersection(situation.near(name)) for name in held)
    )
    return None if lawful else of_units(corps)


@rule("3.1", "3.6", "3.7")
def of_other_scenarios(situation: Situation) -> Tells | None:
    """Units on the map that the scenario does not use, or that come on a later turn."""

    def is_out(unit: Unit) -> bool:
        used = OTHER_GROUPS.get(group(unit))
        return used is not None and (group(unit) == "nu" or situation.scenario not in used)

    return of_units(filter(is_out, situation.of_side(GERMAN)))


@rule("3.3", "4.3")
def taken_too_early(situation: Situation) -> Tells | None:
    """Towns and cities that a marker gives to the Soviets before the game has begun."""
    return of_hexes(name for name in marked(situation) if situation.side_at(name) != SOVIET)


SET_UP = at_start(
    marker_astray, asterisks_astray, panzer_army_astray, of_other_scenarios, taken_too_early
)
"""What is wrong with the set-up, by its name in duties.toml."""

# Markers of control, which are kept all through the game


@rule("3.4", "3.3")
def to_mark(situation: Situation) -> Tells | None:
    """Towns, cities and hexes of the coast in which Soviet units stand without a marker; a position
    that names neither control nor a scenario keeps no markers."""
    held = situation.position.control
    if not held and not situation.position.scenario:
        return None
    return of_hexes(
        name
        for name in worth_a_marker(situation)
        if situation.side_at(name) == SOVIET and held.get(name) != SOVIET
    )


@rule("3.4")
def to_unmark(situation: Situation) -> Tells | None:
    """Those where the Germans stand again under a Soviet marker."""
    return of_hexes(name for name in marked(situation) if situation.side_at(name) == GERMAN)


@rule("3.4", "4.3")
def worth_a_marker(situation: Situation) -> frozenset[str]:
    """Where control is marked: towns, cities, and the coast for which there are points."""
    kinds: Iterable[frozenset[str]] = map(situation.board.hexes_with, ("town", "city"))
    coast = situation.hexset("baltic-coast") & situation.board.hexes_with("coast")
    return coast.union(*kinds)


def marked(situation: Situation) -> list[str]:
    """Those of them that the position records as Soviet."""
    held = situation.position.control
    return sorted(name for name in worth_a_marker(situation) if held.get(name) == SOVIET)


def soviet_side(situation: Situation) -> frozenset[str]:
    """The hexes that are Soviet at the start: beyond the line of entrenchments."""
    return situation.board.hexes_with("soviet-side") | situation.hexset("soviet-sources")
