"""Who comes, returns or grows (rules 12, 14, 15, 18.2, 20.5, 20.6), where and at what price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.games.kursk.rail import REACH, open_to_rail
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.turn import (
    bar_to_break_down,
    bar_to_reorganize,
    bar_to_replacement,
    entry_cost,
    may_grow_by,
    partisan_hexes,
    partisans_at_most,
    rail_hexes_left,
    recombined_steps,
    replacements,
    triggers,
)
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_breakdown,
    is_hq,
    is_independent,
    is_own_edge,
    is_partisan,
    steps_of,
)
from assistant.kernel.facts import by_id
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Entry, Refusal
from assistant.questions.reasons import Reason
from builder.game.model import Counter

TURN = "turn "
GERMAN_BOX = "german-reinforcements"
POOLS = {"north-reserve": "north-triggers", "south-reserve": "south-triggers"}
ELIMINATED = "eliminated"
DIVISIONS = (2, 3)
"""Soviet divisions that make a corps again (14.35)."""


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by turn and by condition, headquarters that return, steps, partisans, units
    that may be broken down or put together again."""
    found = [
        *scheduled(situation),
        *conditional_germans(situation),
        *conditional_soviets(situation),
        *returning_headquarters(situation),
        *growing(situation),
        *partisans(situation),
        *broken_down(situation),
        *recombined(situation),
    ]
    steps = {side: replacements(situation.position, side) for side in SIDES}
    told = {side: amount.number for side, amount in steps.items() if amount is not None}
    notes = (
        Reason("12.11", "Steps may be saved from turn to turn: count those of earlier turns too."),
        Reason("18.26", "Each reinforcement by road after the first in a hex pays a point more."),
    )
    return Arrivals(tuple(found), notes, {"replacement_steps": told} if told else {})


def in_box(situation: Situation, box: str) -> tuple[Unit, ...]:
    """The units in a box beside the map, by id."""
    return by_id(unit for unit in situation.position.units if unit.hex == box)


# Reinforcements


@rule("18.21", "18.22", "20.51", "20.61")
def scheduled(situation: Situation) -> Iterator[Arrival]:
    """Counters whose turn is now or still to come and that are not in the position yet, by turn and
    entry hexes."""
    position = situation.position
    if not position.scenario:
        return
    groups: dict[tuple[int, str, tuple[str, ...]], list[Counter]] = {}
    present = {unit.counter or unit.id for unit in position.units} | set(position.by_id)
    for counter in position.game.counters.values():
        if counter.setup.startswith(TURN) and counter.id not in present:
            turn = int(counter.setup.removeprefix(TURN))
            entry = tuple(counter.fields.get("entry") or ())
            groups.setdefault((turn, counter.side, entry), []).append(counter)
    for (turn, side, entry), counters in sorted(groups.items()):
        if turn >= position.turn:
            yield _reinforcement(
                situation,
                side,
                [counter.id for counter in counters],
                entry,
                "due" if turn == position.turn else "later",
                "20.51" if side == "german" else "20.61",
                turn,
            )


def _reinforcement(
    situation: Situation,
    side: str,
    units: Iterable[str],
    hexes: Iterable[str],
    state: str,
    number: str,
    turn: int | None = None,
    because: tuple[Reason, ...] = (),
) -> Arrival:
    entries, refused = [], []
    for name in hexes:
        if name in situation.defended[enemy_of(side)]:
            refused.append(Refusal.by(name, enemy_in("5.26", name)))
        else:
            entries += list(entries_at(situation, side, name))
    return Arrival(
        "reinforcement",
        side,
        tuple(units),
        state,
        number,
        turn,
        entries=tuple(entries),
        refused=tuple(refused),
        because=because,
    )


@rule("18.24", "18.25", "18.26")
def entries_at(situation: Situation, side: str, name: str) -> Iterator[Entry]:
    """On foot for the hex's own cost, the first unit; by rail where the line is open, the entry hex
    being the first of those that a train may go."""
    board = situation.board
    yield Entry(name, entry_cost(situation.ground.hex_cost(name), 1))
    tracks = frozenset(kind for kinds in REACH for kind in kinds if name in board.on_line(kind))
    if tracks and open_to_rail(situation, side, name):
        left = {kind: rail_hexes_left(REACH[frozenset({kind})]) for kind in sorted(tracks)}
        yield Entry(name, 0, "rail", extra={"rail_hexes_left": left})


@rule("18.28", "20.52")
def conditional_germans(situation: Situation) -> Iterator[Arrival]:
    """The divisions in the box: one a turn for Lgov, two a turn for the neighbourhood of Kursk."""
    holds = triggers(situation)
    because = []
    if holds["german-four-turns"]:
        because.append(Reason("20.52", "Lgov is taken: one unit in each of four turns."))
    if holds["german-two-turns"]:
        because.append(Reason("20.52", "Germans are near Kursk: two units in each of two turns."))
    if len(because) > 1:
        because.append(Reason("18.28", "The owner chooses one of the conditions that hold."))
    if not because:
        because.append(Reason("20.52", "They wait for Lgov, or for a unit within two of Kursk."))
    met = holds["german-four-turns"] or holds["german-two-turns"]
    state = "possible" if met else "waiting"
    for unit in in_box(situation, GERMAN_BOX):
        entry = tuple(unit.get("entry") or ())
        yield _reinforcement(
            situation, "german", [unit.id], entry, state, "20.52", because=tuple(because)
        )


@rule("18.28", "20.62")
def conditional_soviets(situation: Situation) -> Iterator[Arrival]:
    """Armies off the map, each headquarters with all its units by one hex."""
    holds = triggers(situation)
    anywhere = int(holds["soviet-headquarters"])
    for box in POOLS:
        inside = in_box(situation, box)
        why = [Reason("20.62", "A headquarters and all its units enter by one hex.")]
        if anywhere:
            text = "As many headquarters for Lgov or Kursk in German hands: {n}."
            why.append(Reason("20.62", text, n=anywhere))
        if holds[box]:
            why.append(Reason("20.62", "One headquarters for {hexes}.", hexes=holds[box]))
        state = "possible" if len(why) > 1 else "waiting"
        for hq in (unit for unit in inside if is_hq(unit)):
            own = [unit.id for unit in inside if hq.id in (unit.get("hq") or ())]
            entry = tuple(hq.get("entry") or ())
            yield _reinforcement(
                situation, "soviet", [hq.id, *own], entry, state, "20.62", because=tuple(why)
            )


# Replacement steps


@rule("12.14")
def returning_headquarters(situation: Situation) -> Iterator[Arrival]:
    """An eliminated headquarters comes back for a step, to any free hex of its own map edge."""
    for unit in in_box(situation, ELIMINATED):
        if is_hq(unit):
            free = sorted(
                name
                for name in situation.around
                if is_own_edge(unit.side, name) and name not in situation.held[enemy_of(unit.side)]
            )
            entries = tuple(Entry(name, by="placement") for name in free)
            yield Arrival(
                "replacement", unit.side, (unit.id,), "possible", "12.14", price=1, entries=entries
            )


@rule("12.1", "12.12", "12.15", "12.2")
def growing(situation: Situation) -> Iterator[Arrival]:
    """Units that lack steps: how many they can take, or why none."""
    for unit in situation.units:
        missing = 0 if is_hq(unit) else may_grow_by(unit)
        if not missing:
            continue
        bar = bar_to_replacement(situation, unit)
        yield Arrival(
            "replacement",
            unit.side,
            (unit.id,),
            "barred" if bar else "possible",
            bar.rule if bar else "12.12",
            price=missing,
            because=(bar,) if bar else (),
        )


# Partisans


@rule("15.11", "15.13", "15.33", "15.34")
def partisans(situation: Situation) -> Iterator[Arrival]:
    """Partisans off the map, as far as the scenario's number allows."""
    most = partisans_at_most(situation.position)
    if most is None:
        return
    here = sum(map(is_partisan, situation.units))
    everyone = by_id(situation.position.units)
    waiting = [u for u in everyone if is_partisan(u) and u.hex not in situation.board]
    entries = tuple(Entry(name, by="placement") for name in sorted(partisan_hexes(situation)))
    state = "possible" if here < most and waiting else "barred"
    text = "{n} of at most {m} partisans are on the map."
    yield Arrival(
        "partisan",
        "soviet",
        tuple(unit.id for unit in waiting[: max(0, most - here)]),
        state,
        "15.33",
        entries=entries if state == "possible" else (),
        because=(Reason("15.33", text, n=here, m=most),),
    )


# Breakdown and recombination


@rule("14.0", "14.11", "14.31")
def broken_down(situation: Situation) -> Iterator[Arrival]:
    """All units of a side that may be broken down in its organisation phase."""
    for side, number in (("german", "14.11"), ("soviet", "14.31")):
        able = tuple(
            unit.id
            for unit in situation.units
            if unit.side == side
            and unit.type in ("infantry", "rifle")
            and not is_breakdown(situation.position, unit)
            and bar_to_break_down(situation, unit) is None
        )
        if able:
            yield Arrival("breakdown", side, able, "possible", number)


@rule("14.21", "14.22", "14.32", "14.35")
def recombined(situation: Situation) -> Iterator[Arrival]:
    """Breakdown units of one headquarters that may become a division or a corps again, and the
    steps that it would have."""
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in situation.units:
        chain = situation.command.chain(unit)
        if is_breakdown(situation.position, unit) and chain and not is_independent(unit):
            groups.setdefault((unit.side, chain[0]), []).append(unit)
    for (side, name), units in sorted(groups.items()):
        bars = [_bar_to_recombine(situation, unit, name) for unit in units]
        able = [unit for unit, bar in zip(units, bars, strict=True) if bar is None]
        for count in (2,) if side == "german" else DIVISIONS:
            if len(able) < count:
                continue
            strongest = sorted(map(steps_of, able), reverse=True)[:count]
            yield Arrival(
                "recombination",
                side,
                tuple(unit.id for unit in able),
                "possible",
                "14.21" if side == "german" else "14.35",
                extra={"of": count, "steps_at_most": recombined_steps(side, strongest)},
            )
        refused = [bar for bar in bars if bar is not None]
        if len(able) < 2 <= len(units) and refused:
            ids = tuple(unit.id for unit in units)
            yield Arrival(
                "recombination", side, ids, "barred", refused[0].rule, because=tuple(refused)
            )


def _bar_to_recombine(situation: Situation, unit: Unit, name: str) -> Reason | None:
    hq = situation.command.in_play(name)
    if unit.side == "soviet":
        return bar_to_reorganize(situation, unit)
    if hq is None or situation.board.grid.distance(unit.hex, hq.hex) > 1:
        return Reason("14.21", "{unit} is not next to its headquarters.", "distance", unit=unit)
    return None
