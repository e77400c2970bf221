"""Who comes, returns, grows, breaks down (rules 11.14, 12, 14, 15, 18.2, 18.3, 20.5, 20.6): how
many, where and at what price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from assistant.games.kursk import sayings
from assistant.games.kursk.ground import RAILS, ROAD, own_edge
from assistant.games.kursk.rail import REACH, open_to_rail
from assistant.games.kursk.scenarios import in_its_list, is_july
from assistant.games.kursk.situation import Situation
from assistant.games.kursk.units import (
    SIDES,
    enemy_of,
    is_breakdown,
    is_hq,
    is_independent,
    is_partisan,
    is_under_command,
    printed,
    size_of,
    steps_of,
)
from assistant.kernel.chart import Figure
from assistant.kernel.facts import by_hex, by_id
from assistant.kernel.ground import line_sides
from assistant.kernel.rulebook import rule
from assistant.kernel.sayings import enemy_in
from assistant.kernel.tables import number_of
from assistant.kernel.turn import (
    arrival_of,
    groups_to_come,
    not_named,
    placed_in,
    to_come,
    without_scenario,
)
from assistant.position import Position, Unit, called
from assistant.questions.answers import UNKNOWN, Arrival, Arrivals, Entry, Refusal
from assistant.questions.reasons import Reason

ELIMINATED = "eliminated"
UNLISTED = (
    "The text lists the reinforcements of July alone: those of this scenario are not known, unless"
    " its own set-up names them."
)
STEPS_OF_OURS = "The replacement steps of this scenario are not in the text: these are stand-ins."


def arrivals(situation: Situation) -> Arrivals:
    """Reinforcements by turn and by condition, headquarters that return, steps, partisans, units
    that may be broken down or put together again."""
    found = [
        *scheduled(situation),
        *conditional_germans(situation),
        *conditional_soviets(situation),
        *unlisted(situation),
        *returning_headquarters(situation),
        *growing(situation),
        *partisans(situation),
        *broken_down(situation),
        *recombined(situation),
    ]
    steps = {side: replacements(situation.position, side) for side in SIDES}
    told = {side: amount.number for side, amount in steps.items() if amount is not None}
    notes: tuple[Reason, ...] = (
        Reason("12.11", "Steps may be saved from turn to turn: count those of earlier turns too."),
        Reason("18.26", "Each reinforcement by road after the first in a hex pays a point more."),
    )
    notes += without_scenario(situation.position, "12.0", always=True)
    if not is_july(situation.position):
        notes += (Reason("18.21", UNLISTED),)
    if any(one is not None and one.stand_in for one in steps.values()):
        notes += (Reason("12.0", STEPS_OF_OURS),)
    return Arrivals(tuple(found), notes, {"replacement_steps": told} if told else {})


def amount(position: Position, what: str) -> Figure | None:
    """A value of the scenario's turn chart; None without a scenario or beyond the chart."""
    table, row = position.game.tables.get(f"turns-{position.scenario}"), str(position.turn)
    if table is None or (row, what) not in table.cells:
        return None
    return Figure(int(number_of(table, row, what)), (row, what) in table.doubtful)


# Reinforcements

GERMAN_BOX = "german-reinforcements"
POOLS = {"north-reserve": "north-triggers", "south-reserve": "south-triggers"}
"""The boxes of armies off the map, and the hexes that call one of each."""

NEAR_KURSK = 2


@rule("18.21", "18.22", "20.51", "20.61")
def scheduled(situation: Situation) -> Iterator[Arrival]:
    """Counters whose turn is now or still to come and that are not in the position yet, by turn and
    entry hexes: July's, or those that another scenario names itself."""
    now = situation.turn
    position, numbers = situation.position, {"german": "20.51", "soviet": "20.61"}
    for turn, side, entry, group in groups_to_come(position, entry_hexes):
        ids = tuple(in_its_list(position, group))
        if not ids:
            continue
        number = numbers[side] if is_july(position) else "18.22"
        state, why = "later" if turn > now else "due", [OVERDUE] if turn < now else []
        yield _reinforcement(situation, side, ids, entry, state, number, turn, why)


@rule("18.21")
def unlisted(situation: Situation) -> Iterator[Arrival]:
    """Counters that wait in a scenario whose list of reinforcements is not in the text: when, where
    and on what condition they come, nobody can tell."""
    position = situation.position
    if is_july(position):
        return
    boxes = {"german": (GERMAN_BOX,), "soviet": tuple(POOLS)}
    waiting = [unit for _, unit in to_come(position)]
    named = {*in_its_list(position, (unit.id for unit in waiting))}
    for side in SIDES:
        ids = [unit.id for unit in waiting if unit.side == side and unit.id not in named]
        ids += [unit.id for box in boxes[side] for unit in waiting_in(situation, box)]
        if ids:
            yield Arrival("reinforcement", side, tuple(ids), UNKNOWN, "18.21")


def entry_hexes(unit: Unit) -> tuple[str, ...]:
    """The hexes by which a unit says that it may come."""
    return tuple(unit.get("entry") or ())


OVERDUE = Reason("18.22", "Its turn is past: it should have moved onto the map then.")


def waiting_in(situation: Situation, box: str) -> list[Unit]:
    """The units in a box; those too that the scenario puts there and the position does not name,
    unless they may be on the map beneath others, where the viewer does not look."""
    position = situation.position
    hidden = position.viewer and position.value("optional-intelligence")
    more = not_named(position, box)
    named = (unit for unit in more if not hidden or unit.side == position.viewer)
    return [*situation.in_box(box), *named]


def _reinforcement(
    situation: Situation,
    side: str,
    units: Iterable[str],
    hexes: Iterable[str],
    state: str,
    number: str,
    turn: int | None = None,
    because: Iterable[Reason] = (),
) -> Arrival:
    """A group and where it may enter: not where the enemy stands."""
    held = situation.defended[enemy_of(side)]
    free = [name for name in hexes if name not in held]
    ids = tuple(units)
    return Arrival(
        "reinforcement",
        side,
        ids,
        state,
        number,
        turn,
        entries=tuple(entry for name in free for entry in entries_at(situation, side, name)),
        refused=tuple(
            Refusal.by(name, enemy_in("5.26", hex=name)) for name in hexes if name in held
        ),
        because=(*because, *(without_headquarters(situation, ids) if state == "due" else ())),
    )


@rule("18.23", "18.27")
def without_headquarters(situation: Situation, ids: Iterable[str]) -> Iterator[Reason]:
    """Units that come in without their own headquarters, which is not in play either."""
    counters = situation.game.counters
    lacking = [
        name
        for name in ids
        if name in counters and (its := counters[name].fields.get("hq"))
        if not (situation.command.in_play(its[0]) or its[0] in ids)
    ]
    if lacking:
        text = "Headquarters of {units} not in play: in mobile mode, in communication this turn."
        yield Reason("18.27", text, units=[called(counters[name]) for name in lacking])


@rule("18.24", "18.25", "18.26")
def entries_at(situation: Situation, side: str, name: str) -> Iterator[Entry]:
    """On foot for the hex's own cost, the first unit; by rail where the line is open, the entry hex
    being the first of those that a train may go."""
    yield Entry(name, entry_cost(situation.ground.hex_cost(name), 1))
    tracks = sorted(kind for kind in RAILS if name in situation.board.on_line(kind))
    if tracks and open_to_rail(situation, side, name):
        left = {kind: rail_hexes_left(REACH[frozenset({kind})]) for kind in tracks}
        yield Entry(name, 0, "rail", extra={"rail_hexes_left": left})


@rule("18.26")
def entry_cost(hex_cost: float, order: int) -> float:
    """Points that a reinforcement not coming by rail pays for its entry hex: one more for each unit
    that entered there before it."""
    return hex_cost + order - 1


@rule("18.25")
def rail_hexes_left(reach: int) -> int:
    """Rail hexes left to a reinforcement: its entry hex is the first of them."""
    return reach - 1


@rule("18.28", "20.52", "20.62")
def triggers(situation: Situation) -> dict[str, Any]:
    """Which conditions for reinforcements hold as the German units stand now."""
    own = (unit for unit in situation.of_side("german") if is_under_command(unit))
    germans = {unit.hex for unit in own}
    kursk, lgov = situation.hexset("kursk"), situation.hexset("lgov")
    near = {h for name in kursk for h in situation.board.grid.within(name, NEAR_KURSK)}
    return {
        "german-four-turns": bool(germans & lgov),
        "german-two-turns": bool(germans & near),
        "soviet-headquarters": 3 if germans & kursk else 2 if germans & lgov else 0,
        **{box: sorted(germans & situation.hexset(hexes)) for box, hexes in POOLS.items()},
    }


CHOOSES_ONE = "The owner chooses one of the conditions that hold."


@rule("18.28", "20.52")
def conditional_germans(situation: Situation) -> Iterator[Arrival]:
    """The divisions in the box: one a turn for Lgov, two a turn for the neighbourhood of Kursk; in
    July alone."""
    if not is_july(situation.position):
        return
    holds = triggers(situation)
    because = []
    if holds["german-four-turns"]:
        because.append(Reason("20.52", "Lgov is taken: one unit in each of four turns."))
    if holds["german-two-turns"]:
        because.append(Reason("20.52", "Germans are near Kursk: two units in each of two turns."))
    state = "possible" if because else "waiting"
    if len(because) > 1:
        because.append(Reason("18.28", CHOOSES_ONE))
    if not because:
        because.append(Reason("20.52", "They wait for Lgov, or for a unit within two of Kursk."))
    for one in waiting_in(situation, GERMAN_BOX):
        ids, entry = [one.id], entry_hexes(one)
        yield _reinforcement(situation, "german", ids, entry, state, "20.52", because=because)


@rule("18.28", "20.62")
def conditional_soviets(situation: Situation) -> Iterator[Arrival]:
    """Armies off the map, each headquarters with all its units by one hex; in July alone."""
    if not is_july(situation.position):
        return
    holds = triggers(situation)
    anywhere = int(holds["soviet-headquarters"])
    several = sum(map(bool, (anywhere, *(holds[box] for box in POOLS)))) > 1
    for box in POOLS:
        why = [Reason("20.62", "A headquarters and all its units enter by one hex.")]
        if anywhere:
            text = "As many headquarters for Lgov or Kursk in German hands: {n}."
            why.append(Reason("20.62", text, n=anywhere))
        if holds[box]:
            why.append(Reason("20.62", "One headquarters for {hexes}.", hexes=holds[box]))
        state = "possible" if len(why) > 1 else "waiting"
        if several and state == "possible":
            why.append(Reason("18.28", CHOOSES_ONE))
        inside = waiting_in(situation, box)
        for hq in filter(is_hq, inside):
            ids = [hq.id, *(one.id for one in inside if hq.id in (one.get("hq") or ()))]
            entry = entry_hexes(hq)
            yield _reinforcement(situation, "soviet", ids, entry, state, "20.62", because=why)


# Replacement steps


@rule("12.0", "12.17", "20.53", "20.64")
def replacements(position: Position, side: str) -> Figure | None:
    """Replacement steps of a side this turn; none in the last turn of a scenario."""
    return amount(position, f"{side}-replacements")


@rule("12.14")
def returning_headquarters(situation: Situation) -> Iterator[Arrival]:
    """An eliminated headquarters comes back for a step, to any free hex of its own map edge."""
    for unit in filter(is_hq, situation.in_box(ELIMINATED)):
        free = sorted(own_edge(situation.board, unit.side) - situation.held[enemy_of(unit.side)])
        yield arrival_of("replacement", unit, "12.14", price=1, entries=placed_in(free))


@rule("12.1", "12.12", "12.15", "12.2")
def growing(situation: Situation) -> Iterator[Arrival]:
    """Units that lack steps: how many they can take, or why none."""
    for unit in situation.units:
        missing = 0 if is_hq(unit) else may_grow_by(unit)
        if not missing:
            continue
        bar = bar_to_replacement(situation, unit)
        number = bar.rule if bar else "12.12"
        yield arrival_of("replacement", unit, number, bar, price=missing)


@rule("12.15", "12.16", "12.2")
def bar_to_replacement(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may receive no replacement step: guns never, nobody out of supply, no Soviet unit
    in an enemy zone."""
    if not is_under_command(unit) or is_hq(unit):
        return Reason("12.16", "{unit} takes no replacement steps.", "unit", unit=unit)
    if not situation.supplied(unit):
        return sayings.unsupplied("12.15", unit=unit)
    if unit.side == "soviet" and unit.hex in situation.zones["german"]:
        return sayings.in_zone("12.2", unit=unit)
    return None


@rule("12.12", "12.13")
def may_grow_by(unit: Unit) -> int:
    """Replacement steps that a unit can take: up to the most that any of its faces shows, whatever
    it began with; if the position knows one face only, what a loss marker took from that."""
    shown = printed(unit, "steps") if is_under_command(unit) else 0
    faces: list[int] = unit.get("steps-faces") or []
    return max(shown, *faces, 0) - steps_of(unit)


# Partisans

PARTISANS_AT_MOST = {"may": 6, "july": 4, "august": 7}
PARTISANS_AT_FIRST = {"july": 3, "august": 5}


@rule("15.31", "15.32", "15.33")
def partisans_at_most(position: Position) -> int | None:
    """How many partisans the Soviets may have in the scenario."""
    return PARTISANS_AT_MOST.get(position.scenario)


@rule("15.11", "15.13")
def partisan_hexes(situation: Situation) -> frozenset[str]:
    """Road and railway hexes that no German unit holds or controls."""
    lines = {start for start, _ in line_sides(situation.board, ROAD, *RAILS)}
    return frozenset(lines - situation.held["german"] - situation.zones["german"])


@rule("15.11", "15.13", "15.33", "15.34")
def partisans(situation: Situation) -> Iterator[Arrival]:
    """Partisans off the map, as far as the scenario's number allows."""
    most = partisans_at_most(situation.position)
    if most is None:
        return
    everyone = [unit for unit in by_id(situation.position.units) if is_partisan(unit)]
    waiting = [unit.id for unit in everyone if unit.hex not in situation.board]
    here = len(everyone) - len(waiting)
    room = here < most and bool(waiting)
    hexes = sorted(partisan_hexes(situation)) if room else ()
    text = "{n} of at most {m} partisans {n|is|are} on the map."
    why = [Reason("15.33", text, n=here, m=most)]
    if not waiting and here < most:
        why.append(Reason("15.33", "The position names no partisan off the map.", "missing"))
    yield Arrival(
        "partisan",
        "soviet",
        tuple(waiting[: max(0, most - here)]),
        "possible" if room else "barred",
        "15.33",
        entries=placed_in(hexes),
        because=tuple(why),
    )


# Independent command, breakdown and recombination

GERMAN_LIMIT, SOVIET_LIMIT = 9, 5
KAMPFGRUPPEN_PER_PLACE = 3
DIVISION_STEPS = 4
KAMPFGRUPPEN_OF_A_DIVISION, DIVISIONS_OF_A_CORPS, KAMPFGRUPPEN_AT_MOST = 2, 2, 26
DIVISIONS_OF_A_RIFLE_CORPS = 3
DIVISIONS = (2, 3)
"""Soviet divisions that make a corps again (14.35)."""


class Places(NamedTuple):
    """Units in independent command or alternative subordination, and how many there may be."""

    used: int
    limit: int


@rule("11.14", "14.13")
def german_limit(kampfgruppen: int) -> int:
    """Nine, less one for each three Kampfgruppen in play or part of three."""
    return max(0, GERMAN_LIMIT - -(-kampfgruppen // KAMPFGRUPPEN_PER_PLACE))


@rule("11.12", "11.14", "15.4", "15.41", "15.43", "14.18", "15.42")
def places(situation: Situation, side: str) -> Places:
    """Independent and alternative units against the limit; for each partisan in play one German
    security unit does not count."""
    own = situation.of_side(side)
    loose = [u for u in own if is_independent(u) or "alternative" in u.markers]
    if side == "soviet":
        return Places(len(loose), SOVIET_LIMIT)
    freed = sum(unit.type == "security" and is_independent(unit) for unit in loose)
    partisans = sum(map(is_partisan, situation.units))
    kampfgruppen = sum(unit.type == "kampfgruppe" for unit in situation.units)
    return Places(len(loose) - min(freed, partisans), german_limit(kampfgruppen))


@rule("14.0", "14.11", "14.14", "14.16", "14.31", "14.32", "14.34")
def bar_to_break_down(situation: Situation, unit: Unit) -> Reason | None:
    """Why a unit may not be broken down: German infantry divisions of four steps and Soviet rifle
    corps may, in communication and while there are pieces for the parts; Soviet ones not in an
    enemy zone."""
    if unit.side == "german":
        if unit.type != "infantry" or steps_of(unit) != DIVISION_STEPS:
            text = "{unit} is no infantry division of four steps."
            return Reason("14.11", text, "unit", unit=unit)
        return bar_to_reorganize(situation, unit) or bar_by_kampfgruppen(situation, unit)
    if unit.type != "rifle" or size_of(situation.position, unit) != "corps":
        return Reason("14.31", "{unit} is no rifle corps.", "unit", unit=unit)
    return bar_to_reorganize(situation, unit) or bar_by_divisions(situation, unit)


def home(unit: Unit) -> str:
    """The headquarters named on the piece, in independent command too; empty if none is."""
    return next(iter(unit.get("hq") or ()), "")


@rule("14.12")
def bar_by_kampfgruppen(situation: Situation, unit: Unit) -> Reason | None:
    """Two divisions of a corps and thirteen in all may be broken down at a time; a Kampfgruppe
    whose twin is lost counts for its division."""
    groups = [one for one in situation.units if one.type == "kampfgruppe"]
    same = sum(home(one) == home(unit) for one in groups) if home(unit) else 0
    if -(-same // KAMPFGRUPPEN_OF_A_DIVISION) >= DIVISIONS_OF_A_CORPS:
        text = "Two divisions of the corps of {unit} are broken down already."
        return Reason("14.12", text, "full", unit=unit)
    if len(groups) + KAMPFGRUPPEN_OF_A_DIVISION > KAMPFGRUPPEN_AT_MOST:
        return Reason("14.12", "No Kampfgruppen are left for {unit}.", "full", unit=unit)
    return None


@rule("14.33")
def bar_by_divisions(situation: Situation, unit: Unit) -> Reason | None:
    """A corps needs three divisions of its own front among the pieces not on the map; a made-up
    front has as many as it likes."""
    above = situation.command.chain(unit)
    pieces = [
        one
        for one in situation.game.counters.values()
        if one.type == "rifle" and one.fields.get("size") == "division"
        if set(above) & set(one.fields.get("hq") or ())
    ]
    if not pieces:
        return None
    fronts = {name for one in pieces for name in one.fields.get("hq") or ()}
    used = sum(
        one.side == unit.side and one.type == "rifle" and bool(fronts & set(one.get("hq") or ()))
        for one in situation.units
        if is_breakdown(situation.position, one)
    )
    left = max(0, sum(one.copies for one in pieces) - used)
    if left >= DIVISIONS_OF_A_RIFLE_CORPS:
        return None
    text = "{unit} needs three rifle divisions of its front; {n} of them {n|is|are} off the map."
    return Reason("14.33", text, "full", unit=unit, n=left)


@rule("14.14", "14.32")
def bar_to_reorganize(situation: Situation, unit: Unit) -> Reason | None:
    """Communication is needed, and for Soviet units a hex in no enemy zone."""
    number = "14.14" if unit.side == "german" else "14.32"
    if not situation.in_communication(unit):
        return sayings.out_of_communication(number, unit=unit)
    if unit.side == "soviet" and unit.hex in situation.zones[enemy_of(unit.side)]:
        return sayings.in_zone(number, unit=unit)
    return None


@rule("14.0", "14.11", "14.31")
def broken_down(situation: Situation) -> Iterator[Arrival]:
    """All units of a side that may be broken down in its organisation phase."""
    for side, number in (("german", "14.11"), ("soviet", "14.31")):
        whole = (u for u in situation.of_side(side) if u.type in ("infantry", "rifle"))
        able = tuple(u.id for u in whole if bar_to_break_down(situation, u) is None)
        if able:
            yield Arrival("breakdown", side, able, "possible", number)
        yield from _kept_whole(situation, side)


@rule("14.12", "14.33")
def _kept_whole(situation: Situation, side: str) -> Iterator[Arrival]:
    """Divisions and corps that could be broken down if there were pieces left for their parts."""
    barred: dict[str, list[tuple[Unit, Reason]]] = {}
    for unit in situation.of_side(side):
        bar = bar_to_break_down(situation, unit)
        if bar is not None and bar.code == "full":
            barred.setdefault(bar.rule, []).append((unit, bar))
    for number, found in sorted(barred.items()):
        ids, why = tuple(unit.id for unit, _ in found), tuple(bar for _, bar in found)
        yield Arrival("breakdown", side, ids, "barred", number, because=why)


@rule("11.25", "14.36")
def families(situation: Situation) -> dict[tuple[str, str], list[Unit]]:
    """Breakdown units by side and headquarters: those in independent command join every family of
    their side, and where there are two make one of no headquarters."""
    parts = [unit for unit in situation.units if is_breakdown(situation.position, unit)]
    groups: dict[tuple[str, str], list[Unit]] = {}
    for unit in parts:
        if above := situation.command.directly_above(unit):
            groups.setdefault((unit.side, above), []).append(unit)
    for side in SIDES:
        loose = [unit for unit in parts if unit.side == side and is_independent(unit)]
        for (its, _), units in groups.items():
            units += loose if its == side else []
        if len(loose) > 1:
            groups[side, ""] = loose
    return groups


@rule("14.0", "14.21", "14.22", "14.32", "14.35")
def recombined(situation: Situation) -> Iterator[Arrival]:
    """Breakdown units of one headquarters that may become a division or a corps again, hex by hex,
    and the steps that it would have."""
    for (side, name), units in sorted(families(situation).items()):
        bars = [_bar_to_recombine(situation, unit, name) for unit in units]
        able = [unit for unit, bar in zip(units, bars, strict=True) if bar is None]
        number, counts = ("14.21", (2,)) if side == "german" else ("14.35", DIVISIONS)
        stacks = [stack for stack in stacks_of(able, name) if len(stack) >= min(counts)]
        for stack in stacks:
            strongest = sorted(map(steps_of, stack), reverse=True)
            for count in counts:
                if len(stack) < count:
                    continue
                extra = {
                    "of": count,
                    "steps_at_most": recombined_steps(side, strongest[:count]),
                    "becomes": becomes(situation, side, name),
                }
                ids, place = tuple(unit.id for unit in stack), placed_in([stack[0].hex])
                text = "{n} of these make one unit of {m} {m|step|steps} at most."
                made = Reason(number, text, n=count, m=extra["steps_at_most"])
                yield Arrival(
                    "recombination", side, ids, "possible", number,
                    entries=place, because=(made,), extra=extra,
                )  # fmt: skip
        if not stacks and len(units) >= min(counts):
            refused = [bar for bar in bars if bar is not None]
            if len(able) >= min(counts):
                text = "{units} do not stand in one hex."
                refused.insert(0, Reason("14.0", text, "distance", units=able))
            ids = tuple(unit.id for unit in units)
            number = refused[0].rule
            yield Arrival("recombination", side, ids, "barred", number, because=tuple(refused))
    yield from _strangers(situation)


@rule("14.23", "11.25", "14.35", "14.36")
def _strangers(situation: Situation) -> Iterator[Arrival]:
    """Breakdown units that stand in one hex and are all of different headquarters."""
    own = [{unit.id for unit in units} for units in families(situation).values()]
    for side, number in (("german", "14.23"), ("soviet", "14.35")):
        parts = (u for u in situation.of_side(side) if is_breakdown(situation.position, u))
        for _, stack in sorted(by_hex(parts).items()):
            ids = {unit.id for unit in stack}
            if len(ids) > 1 and all(len(ids & family) < 2 for family in own):
                text = (
                    "These come from two headquarters, and none of them is in independent command."
                )
                why = (Reason(number, text, "command"),)
                yield Arrival(
                    "recombination", side, tuple(sorted(ids)), "barred", number, because=why
                )


@rule("14.0", "11.25")
def stacks_of(units: Sequence[Unit], name: str) -> list[list[Unit]]:
    """The units hex by hex; under a named headquarters one of each stack at least is its own."""
    stacks = (stack for _, stack in sorted(by_hex(units).items()))
    return [stack for stack in stacks if not name or not all(map(is_independent, stack))]


WHOLE = {"german": "infantry", "soviet": "rifle"}
OUT_OF_PLAY = (ELIMINATED, "set-aside")


@rule("14.23", "14.24", "14.26", "14.35")
def becomes(situation: Situation, side: str, head: str) -> list[str]:
    """Divisions of a corps, or corps of a front, that are out of play, eliminated ones too: of them
    the owner takes one, the Soviet player by lot."""
    return [
        unit.id
        for unit in by_id(situation.position.units)
        if unit.hex in OUT_OF_PLAY and (unit.side, unit.type) == (side, WHOLE[side])
        if (not head or head in (unit.get("hq") or ()))
        and not is_breakdown(situation.position, unit)
    ]


def _bar_to_recombine(situation: Situation, unit: Unit, name: str) -> Reason | None:
    if unit.side == "soviet":
        return bar_to_reorganize(situation, unit)
    if unit.hex in situation.zones["soviet"]:
        return sayings.in_zone("14.0", unit=unit)
    if not name:
        return None
    hq = situation.command.in_play(name)
    if hq is None or situation.board.grid.distance(unit.hex, hq.hex) > 1:
        return Reason("14.21", "{unit} is not next to its headquarters.", "distance", unit=unit)
    return None


@rule("14.22", "14.35")
def recombined_steps(side: str, steps: Sequence[int]) -> int:
    """Steps of the unit that breakdown units form: their sum, for a Soviet corps one less."""
    return sum(steps) - (1 if side == "soviet" else 0)
