"""Who comes, is bought, lands or is set down anew (chapters 7.3, 12, 13, 14.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.games.mlb.chits import CANCELLED, bar_chit, cancelled_later, chosen
from assistant.games.mlb.crossings import in_force, tables_for
from assistant.games.mlb.situation import AXIS, COMBAT_UNITS, SIDES, SOVIET, Situation, is_hq
from assistant.games.mlb.supply import RELOCATED, can_trace, relocation_hexes
from assistant.kernel.flood import flood
from assistant.kernel.rulebook import rule
from assistant.kernel.tables import number_of
from assistant.kernel.turn import arrival_of, placed_in
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals
from assistant.questions.reasons import Reason

POOLS = {
    "PR": "panzer-reinforcement", "IR": "infantry-reinforcement", "AR": "allied-reinforcement",
}  # fmt: skip
"""The pools of Axis reinforcements, and what the chart of costs calls a unit of each."""

NO_RAILWAY = Reason("12.1(1)", "No railway hex is open to it now.", "supply")


def arrivals(situation: Situation) -> Arrivals:
    """Soviet reinforcements by number, those that the Axis may buy, the drop, headquarters that
    are set down anew."""
    points = tables_for(situation, in_force(situation)).negotiation_points
    found = (
        *soviet_reinforcements(situation),
        *bought(situation, points),
        *drop(situation),
        *relocations(situation),
    )
    notes = [note for side, note in COME_BY.items() if situation.in_box(BOXES[side])]
    if cancelled_later(chosen(situation)):
        notes.append(CANCELLED)
    if not any(situation.in_box(box) for box in BOXES.values()):
        text = "The position names no unit in the reinforcement boxes: add them to see who comes."
        notes.append(Reason("12.0", text, "missing"))
    return Arrivals(found, tuple(notes), {"negotiation_points": points})


@rule("12.1", "12.2(1)", "12.2(2)")
def soviet_reinforcements(situation: Situation) -> Iterator[Arrival]:
    """The units waiting, by number: the lowest comes with the next chit, the others later."""
    nearest = {unit.id for unit in next_group(situation)}
    groups: dict[int, list[Unit]] = {}
    for unit in situation.in_box(BOXES[SOVIET]):
        if unit.get("arrival") is not None:
            groups.setdefault(int(unit.get("arrival")), []).append(unit)
    hexes = placed_in(placement_hexes(situation, SOVIET), "rail") if nearest else ()
    for number, units in sorted(groups.items()):
        new = [unit for unit in units if not unit.get("conversion")]
        comes = nearest & {unit.id for unit in units}
        state = ("possible" if hexes else "barred") if comes else "waiting"
        why = [Reason("12.2(2)", "Reinforcement number {n}.", n=number)]
        if state == "barred":
            why.append(NO_RAILWAY)
        ids = tuple(unit.id for unit in new)
        if ids:
            entries = hexes if comes else ()
            yield Arrival(
                "reinforcement", SOVIET, ids, state, "12.2(2)", entries=entries, because=tuple(why)
            )
        yield from conversions(situation, [u for u in units if u.get("conversion")], bool(comes))


@rule("12.2(3)")
def conversions(situation: Situation, units: Sequence[Unit], comes: bool) -> Iterator[Arrival]:
    """A conversion unit takes the place of a unit of its own type, where that stands."""
    why = (Reason("12.2(3)", "It takes the place of any Soviet unit of its type."),)
    for unit in units:
        if not comes:
            yield Arrival("conversion", SOVIET, (unit.id,), "waiting", "12.2(3)", because=why)
            continue
        replaced = convertible(situation, unit)
        hexes = dict.fromkeys(situation.position.by_id[id_].hex for id_ in replaced)
        told = {"replaces": list(replaced)}
        bar = None if replaced else why[0]
        found = arrival_of("conversion", unit, "12.2(3)", bar, entries=placed_in(hexes))
        yield replace(found, because=why, extra=told)


@rule("12.3", "7.3(1)")
def bought(situation: Situation, points: float) -> Iterator[Arrival]:
    """Each pool of the Axis: what one unit of it costs in a negotiation, and how many the points
    of the turn pay for."""
    waiting = situation.in_box(BOXES[AXIS])
    hexes = placed_in(placement_hexes(situation, AXIS), "rail")
    for pool, called in POOLS.items():
        units = tuple(unit.id for unit in waiting if unit.get("pool") == pool)
        if not units:
            continue
        each = price(situation, called)
        most = min(int(points // each), len(units)) if each else len(units)
        text = "Each costs {n:g}: the points of a negotiation pay for {m} of these."
        why = [Reason("12.3", text, n=each, m=most)]
        if situation.turn == 1:
            why.append(Reason("6.3(1)", "Manstein's chits are used from turn 2."))
        if not hexes:
            why.append(NO_RAILWAY)
        state = "possible" if hexes and most and situation.turn > 1 else "barred"
        yield Arrival(
            "purchase",
            AXIS,
            units,
            state,
            "12.3",
            entries=hexes,
            because=tuple(why),
            extra={"price_each": each, "most": most},
        )


@rule("13.2")
def drop(situation: Situation) -> Iterator[Arrival]:
    """The airborne unit lands once in the game."""
    units = tuple(u.id for u in situation.in_box(BOXES[SOVIET]) if u.type == "airborne")
    if units:
        bar, hexes = bar_chit(situation, "airborne"), drop_hexes(situation)
        state, why = "barred" if bar or not hexes else "possible", (bar,) if bar else ()
        entries = placed_in(() if bar else hexes, "drop")
        yield Arrival("drop", SOVIET, units, state, "13.2", entries=entries, because=why)


@rule("14.1(3)")
def lost_headquarters(situation: Situation) -> tuple[Unit, ...]:
    """Headquarters without a line, which the supply chit relocates."""
    heads = (unit for side in SIDES for unit in situation.of_side(side) if is_hq(unit))
    return tuple(unit for unit in heads if not can_trace(situation, unit))


@rule("14.1(3)", "14.2(1)")
def relocations(situation: Situation) -> Iterator[Arrival]:
    """Where those may be set down."""
    for hq in lost_headquarters(situation):
        entries = placed_in(relocation_hexes(situation, hq))
        found = arrival_of(
            "relocation", hq, "14.2(1)", None if entries else RELOCATED, entries=entries
        )
        yield replace(found, because=(RELOCATED,))


# Where they come, and for how much


DROP_REACH = 8
"""Hexes from a supplied Soviet unit within which the drop lands."""
BOXES = {AXIS: "axis-reinforcements", SOVIET: "soviet-reinforcements"}
COME_BY = {
    SOVIET: Reason(
        "12.2", "Soviet reinforcements come when one of their chits is drawn, and not by the turn."
    ),
    AXIS: Reason("12.3", "Axis reinforcements are bought when Manstein negotiates."),
}
"""What brings the reinforcements of each side."""


@rule("12.1(1)", "12.1(2)")
def rail_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Railway hexes joined by rail to a source of the side, with no enemy zone anywhere on the
    line, no enemy and no enemy city; friends do not open a zone hex."""
    enemy, ground = situation.opposed[side], situation.ground
    closed = enemy.enemies | ground.water | situation.hostile_cities(side)
    closed |= enemy.closed if situation.option("rail-friend-negates") else enemy.zone
    starts = situation.sources(side) & ground.railways.keys() - closed
    return tuple(sorted(flood(starts, ground.railways, closed, ground.closed)))


@rule("12.1", "3.1(3)")
def placement_hexes(situation: Situation, side: str) -> tuple[str, ...]:
    """Rail hexes with room for one more combat unit: stacking holds when a unit is placed."""
    return tuple(name for name in rail_hexes(situation, side) if has_room(situation, name))


def has_room(situation: Situation, name: str) -> bool:
    units = situation.at(name)
    return sum(1 for unit in units if not is_hq(unit)) < COMBAT_UNITS


@rule("12.2(1)", "12.2(2)", "2.2.3")
def next_group(situation: Situation) -> tuple[Unit, ...]:
    """The Soviet units that the next reinforcement brings: the lowest number still waiting, or, by
    the other reading, all whose turn has come."""
    waiting = [
        unit
        for unit in situation.position.units
        if unit.hex == BOXES[SOVIET] and unit.get("arrival") is not None
    ]
    if situation.option("reinforcement-number") == "turn":
        due = [unit for unit in waiting if unit.get("arrival") <= situation.turn]
    else:
        first = min((unit.get("arrival") for unit in waiting), default=0)
        due = [unit for unit in waiting if unit.get("arrival") == first]
    return tuple(sorted(due, key=lambda unit: unit.id))


@rule("12.2(3)")
def convertible(situation: Situation, conversion: Unit) -> tuple[str, ...]:
    """Units that a conversion unit may replace: any of its own type and side on the map."""
    return tuple(
        unit.id
        for unit in situation.units
        if unit.side == conversion.side and unit.type == conversion.type
    )


@rule("12.3", "7.3(1)", "16.2(2)")
def price(situation: Situation, what: str) -> float:
    """Points of a negotiation that something costs; what is not spent is lost."""
    return float(number_of(situation.game.tables["negotiation-costs"], what, "points"))


@rule("13.2", "13.2(1)")
def drop_hexes(situation: Situation) -> tuple[str, ...]:
    """Where marker and airborne unit may land: within eight hexes, over any ground, of a Soviet
    unit with a line; on land, free of enemies, with room. Once in a game."""
    if situation.value("airborne-dropped"):
        return ()
    lines = situation.lines[SOVIET]
    starts = [name for name in situation.held[SOVIET] if name in lines]
    barred = situation.ground.water | situation.held[AXIS]
    landing = flood(starts, situation.around, reach=DROP_REACH)
    return tuple(
        sorted(name for name in landing if name not in barred and has_room(situation, name))
    )
