"""Advance after combat (rule 10.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.games.nr.battle import bar_adjacent
from assistant.games.nr.situation import Situation
from assistant.games.nr.units import (
    AXIS,
    enemy_of,
    is_armour,
    is_fort,
    is_ss_panzer,
    nationality,
)
from assistant.games.nr.zones import room_for
from assistant.kernel import sayings
from assistant.kernel.pursuit import Way, closed_beyond, ways
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances, refusals
from assistant.questions.reasons import Reason


@rule("10.8", "10.7.3", "14.1")
def bar_unit(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Forts, white, Disorganised and immobile units never advance; nor does a unit that could not
    have attacked the hex."""
    if unit.hex == target:
        return Reason("10.8", "{unit} stands in {hex} itself.", unit=unit, hex=target)
    if is_fort(unit):
        return Reason("10.8", "{unit} is fortified and does not advance.", "unit", unit=unit)
    if situation.is_white(unit):
        text = "{unit} has a white strength and does not advance."
        return Reason("10.8", text, "unit", unit=unit)
    if "disorganised" in unit.markers:
        return Reason("10.8", "{unit} is Disorganised and does not advance.", "unit", unit=unit)
    if situation.is_parenthesised(unit):
        text = "{unit} has its strength in parentheses and cannot move."
        return Reason("2.3", text, "unit", unit=unit)
    return bar_adjacent(situation, unit, target) or situation.bar_area(unit, target)


@rule("10.8.1", "10.8.2", "13.1", "13.5", "6.5.4")
def longest(situation: Situation, unit: Unit) -> tuple[int, Reason]:
    """One hex in Mud, Long Winter or out of supply; else two, and in Clear weather three for German
    armour (only SS after Ploesti) and, from turn 11, Soviet tanks."""
    most = int(situation.effect("advance"))
    if most == 1:
        return 1, Reason("13.1", "{weather}: only into the vacated hex.", weather=situation.weather)
    if "oos" in unit.markers:
        return 1, Reason("6.5.4", "Out of supply: only into the vacated hex.")
    if situation.effect("third") == "yes" and has_third_hex(situation, unit):
        return most + 1, Reason("10.8.2", "Armour in Clear weather: a third hex.")
    return most, Reason("10.8.1", "Up to {n} {n|hex|hexes}.", n=most)


@rule("10.8.2", "13.5")
def has_third_hex(situation: Situation, unit: Unit) -> bool:
    """Whether a unit's armour takes it one hex further."""
    if not is_armour(unit):
        return False
    if unit.side != AXIS:
        return situation.soviet_tanks_ripe()
    german = nationality(unit) == "german"
    return german and (is_ss_panzer(unit) or not situation.oil_fallen())


@rule("10.8.1")
def bar_further(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Beyond the vacated hex: no enemy, no prohibited side, no closed area; zones do not matter."""
    if end in situation.held[enemy_of(unit.side)]:
        return sayings.holds_enemy("10.8.1", end)
    if not situation.passable(start, end):
        return sayings.lake_between("10.8.1", start, end)
    return situation.bar_area(unit, end)


@rule("10.8.1")
def stops(situation: Situation, place: str) -> bool:
    """Whether an advance ends in a hex: mountain, forest and swamp stop it, rivers do not."""
    features = situation.definition.terrain
    return any(features[kind].values.get("stops") for kind in situation.board.of(place))


CARDS = {"general-staff": "General Staff", "rasputitsa": "Rasputitsa"}
"""The cards that change how far advances go."""
OFFERS = [
    "General Staff (Axis): one hex further for all attackers.",
    "Rasputitsa (Soviet): one hex at most; of both, the card played last has the last word.",
]


@rule("5.0", "10.8.1", "10.8.2")
def advance_limit(limit: int, played: Iterable[str]) -> int:
    """Cards apply in the order played: General Staff lets advances go one hex further, Rasputitsa
    holds them to one."""
    for card in played:
        limit = 1 if card == "rasputitsa" else limit + 1 if card == "general-staff" else limit
    return limit


@rule("5.0")
def with_cards(most: int) -> dict[str, int]:
    """The hexes of an advance once these cards are played, in their order."""
    staff, mud = CARDS
    orders = ((staff,), (mud,), (staff, mud), (mud, staff))
    return {" + ".join(CARDS[c] for c in o): advance_limit(most, o) for o in orders}


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated; without
    names, everybody next to it of the side that could have attacked it."""
    holder = next((side for side, held in situation.held.items() if target in held), "")
    side = enemy_of(holder) if holder else situation.active
    units = named or situation.beside(target, side)
    leaning = {"stand_ins": list(situation.stand_ins)} if situation.stand_ins else {}
    return Advances(
        hex=target,
        units=tuple(_unit(situation, unit, target) for unit in units),
        because=(
            Reason("10.8", "Only after DR, DS or DD, and only if the hex was left entirely empty."),
            Reason("10.8", "Enemy zones do not matter and no movement points are spent."),
        ),
        extra={"offers": OFFERS, **leaning},
    )


@rule("8.4.3", "10.8.1")
def _unit(situation: Situation, unit: Unit, target: str) -> UnitAdvances:
    """One unit's ways, and the last hexes of those after which it would be one too many."""
    if reason := bar_unit(situation, unit, target):
        closed = refusals({target: reason})
        return UnitAdvances(unit.id, (), closed, (reason,), {"longest": 0})
    most, why = longest(situation, unit)
    because, ends_there = [why], stops(situation, target)
    if ends_there:
        text = "{hex} is forest, swamp or mountain: the advance ends there."
        because.append(Reason("10.8.1", text, hex=target))

    def bar(way: Way, name: str) -> Reason | None:
        return bar_further(situation, unit, way[-1], name)

    found = ways(target, most, situation.near, bar, lambda name: stops(situation, name))
    beyond = {} if most == 1 or ends_there else closed_beyond(target, situation.near, bar)
    ends = {way[-1] for way in found} - {target}
    crowded = [end for end in ends if not room_for(situation, end, unit)]
    extra = {"longest": most, "overstacked": sorted(crowded), "with_cards": with_cards(most)}
    closed = tuple(Refusal.by(name, reason) for name, reason in beyond.items())
    return UnitAdvances(unit.id, found, closed, tuple(because), extra)
