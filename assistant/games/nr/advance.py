"""Advance after combat (rule 10.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.games.nr.battle import adjacent_bar
from assistant.games.nr.odds import advance_offers
from assistant.games.nr.situation import Situation, area_bar, effect, oil_fallen, soviet_tanks_ripe
from assistant.games.nr.units import (
    AXIS,
    SOVIET,
    enemy_of,
    is_armour,
    is_fort,
    is_parenthesised,
    is_ss_panzer,
    is_white,
    nationality,
)
from assistant.games.nr.zones import overstacked
from assistant.kernel.rulebook import rule
from assistant.position import Unit
from assistant.questions.answers import Advances, Refusal, UnitAdvances
from assistant.questions.reasons import Reason

Path = tuple[str, ...]


@rule("10.8", "10.7.3", "14.1")
def unit_bar(situation: Situation, unit: Unit, target: str) -> Reason | None:
    """Forts, white, Disorganised and immobile units never advance; nor does a unit that could not
    have attacked the hex."""
    if is_fort(unit):
        return Reason("10.8", "{unit} is fortified and does not advance.", "unit", unit=unit)
    if is_white(situation.position, unit):
        return Reason(
            "10.8", "{unit} has a white strength and does not advance.", "unit", unit=unit
        )
    if "disorganised" in unit.markers:
        return Reason("10.8", "{unit} is Disorganised and does not advance.", "unit", unit=unit)
    if is_parenthesised(situation.position, unit):
        return Reason(
            "2.3", "{unit} has its strength in parentheses and cannot move.", "unit", unit=unit
        )
    return adjacent_bar(situation, unit, target) or area_bar(situation.position, unit, target)


@rule("10.8.1", "10.8.2", "13.1", "13.5", "6.5.4")
def longest(situation: Situation, unit: Unit) -> tuple[int, Reason]:
    """One hex in Mud, Long Winter or out of supply; else two, and in Clear weather three for German
    armour (only SS after Ploesti) and, from turn 11, Soviet tanks."""
    most = int(effect(situation.position, "advance"))
    if most == 1:
        return 1, Reason("13.1", "{weather}: only into the vacated hex.", weather=situation.weather)
    if "oos" in unit.markers:
        return 1, Reason("6.5.4", "Out of supply: only into the vacated hex.")
    if effect(situation.position, "third") == "yes" and has_third_hex(situation, unit):
        return most + 1, Reason("10.8.2", "Armour in Clear weather: a third hex.")
    return most, Reason("10.8.1", "Up to {n} {n|hex|hexes}.", n=most)


@rule("10.8.2", "13.5")
def has_third_hex(situation: Situation, unit: Unit) -> bool:
    """Whether a unit's armour takes it one hex further."""
    if not is_armour(unit):
        return False
    if unit.side != AXIS:
        return soviet_tanks_ripe(situation.position)
    if nationality(unit) != "german":
        return False
    return is_ss_panzer(unit) or not oil_fallen(situation.position)


@rule("10.8.1")
def further_bar(situation: Situation, unit: Unit, start: str, end: str) -> Reason | None:
    """Beyond the vacated hex: no enemy, no prohibited side, no closed area; zones do not matter."""
    if end in situation.held[enemy_of(unit.side)]:
        return Reason("10.8.1", "{hex} holds an enemy unit.", "enemy-units", hex=end)
    if not situation.passable(start, end):
        return Reason(
            "10.8.1",
            "Between {hex} and {hex2} lies a lake or the sea.",
            "hexside",
            hex=start,
            hex2=end,
        )
    return area_bar(situation.position, unit, end)


@rule("10.8.1")
def stops(situation: Situation, place: str) -> bool:
    """Whether an advance ends in a hex: mountain, forest and swamp stop it, rivers do not."""
    features = situation.definition.terrain
    return any(features[kind].values.get("stops") for kind in situation.board.of(place))


def paths(situation: Situation, unit: Unit, target: str, most: int) -> Iterator[Path]:
    """Every advance of every length, the vacated hex first; no hex twice."""
    yield from _onward(situation, unit, (target,), most, target)


def _onward(situation: Situation, unit: Unit, path: Path, most: int, target: str) -> Iterator[Path]:
    yield path
    if len(path) >= most or stops(situation, path[-1]):
        return
    for near in situation.near(path[-1]):
        if near not in path and further_bar(situation, unit, path[-1], near) is None:
            yield from _onward(situation, unit, (*path, near), most, target)


def advances(situation: Situation, target: str, named: Sequence[Unit]) -> Advances:
    """How far each attacker may advance into and beyond a hex that is taken as vacated."""
    units = named or _attackers(situation, target)
    answers = tuple(_unit(situation, unit, target, units) for unit in units)
    return Advances(
        hex=target,
        units=answers,
        because=(
            Reason("10.8", "Only after DR, DS or DD, and only if the hex was left entirely empty."),
            Reason("10.8", "Enemy zones do not matter and no movement points are spent."),
        ),
        extra={"offers": advance_offers()}
        | ({"stand_ins": list(situation.stand_ins)} if situation.stand_ins else {}),
    )


def _attackers(situation: Situation, target: str) -> tuple[Unit, ...]:
    """Everybody next to the hex of the side that could have attacked it."""
    defending = [side for side in (AXIS, SOVIET) if target in situation.held[side]]
    side = enemy_of(defending[0]) if defending else situation.active
    return situation.beside(target, side)


def _unit(situation: Situation, unit: Unit, target: str, units: Sequence[Unit]) -> UnitAdvances:
    if unit.hex == target:
        reason: Reason | None = Reason(
            "10.8", "{unit} stands in {hex} itself.", unit=unit, hex=target
        )
    else:
        reason = unit_bar(situation, unit, target)
    if reason:
        return UnitAdvances(unit.id, (), (Refusal.by(target, reason),), (reason,), {"longest": 0})
    most, why = longest(situation, unit)
    found = tuple(sorted(paths(situation, unit, target, most), key=lambda p: (len(p), p)))
    return UnitAdvances(
        unit.id,
        found,
        _refused(situation, unit, target, most),
        (why, *_stop_notes(situation, target)),
        {"longest": most, "overstacked": _crowded(situation, unit, found, target)},
    )


def _stop_notes(situation: Situation, target: str) -> Iterator[Reason]:
    if stops(situation, target):
        yield Reason(
            "10.8.1", "{hex} is forest, swamp or mountain: the advance ends there.", hex=target
        )


def _refused(situation: Situation, unit: Unit, target: str, most: int) -> tuple[Refusal, ...]:
    if most == 1 or stops(situation, target):
        return ()
    shut = []
    for near in situation.near(target):
        if reason := further_bar(situation, unit, target, near):
            shut.append(Refusal.by(near, reason))
    return tuple(shut)


@rule("8.4.3", "10.8.1")
def _crowded(situation: Situation, unit: Unit, found: Sequence[Path], target: str) -> list[str]:
    """The last hexes of the advances in which the unit would be one too many."""
    crowded = set()
    for end in {path[-1] for path in found} - {target}:
        friends = [u for u in situation.units_at(end, unit.side) if u.id != unit.id]
        if overstacked(situation, [*friends, unit]):
            crowded.add(end)
    return sorted(crowded)
