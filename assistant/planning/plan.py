"""The plan of a side's turn, as an answer: battles, moves before them, and what they promise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.planning.afterwards import Fought, bars, differences, fought
from assistant.planning.battles import UNSEEN, Field, Prospect
from assistant.planning.choice import MEASURES, SECONDS, SLIGHT, Choice, Crowd, Debt, choose
from assistant.planning.deadline import Deadline, deadline
from assistant.planning.duty import Duties, Owed, compulsory
from assistant.planning.elsewhere import from_elsewhere
from assistant.planning.growth import grown
from assistant.planning.moved import moved_to
from assistant.planning.outlook import Outlook, strength
from assistant.planning.together import one_after_another, rivals_of
from assistant.position import Position, Unit
from assistant.questions.answers import Odds, Reached, is_supplied
from assistant.questions.door import Door
from assistant.questions.moved import SPENT
from assistant.questions.protocol import QuestionError, Rules
from assistant.questions.whole import in_combat
from builder.saying import AsWritten, Saying

ROUNDS = 12
"""How often a plan is made anew because its units overfill a hex."""


PATIENCE = 10.0
"""Seconds after which no further target is looked at; a turn of dagc takes about two."""
MOMENT = 1.0
"""Seconds that the solver has in any case."""
LATE = (
    "For want of time {n} {n|target was|targets were} not looked at to the end: a better plan may "
    "be there."
)
BETTERED = 3
"""How often the units that a plan leaves idle look for a battle of theirs, or join one."""
SHIFTED = 2
"""How often those that it moves look for a better hex to attack from."""
GROWN = (
    "Forces that move are put together unit by unit, and not every one is tried: a better plan may "
    "be there."
)
FORCED = "The plan attacks {hexes} only because it must ({rule})."
UNFOUGHT = (
    "Where the plan leaves them these must attack ({rule}), and it has no battle of theirs: "
    "{units}."
)
UNATTACKED = (
    "Where the plan leaves its units these hexes must be attacked ({rule}), and it attacks none of "
    "them: {hexes}."
)
MAY_LEAVE = "Whoever the plan does not move may go away first: then nobody owes that attack."
UNDONE = 1.0
"""What a plan is worth less for each duty that it cannot do."""
ALONE = "No two units may attack together here, and the plan attacks each hex once."
HUNGRY = "Where the plan moves it, {units} is out of supply: its battle counts for half."
ALL_HUNGRY = (
    "Where the plan moves them, {n} {n|unit is|units are} out of supply, and {n|its|their} battles "
    "count for half: {units}."
)
ABANDONED = (
    "Once all moves of the plan are made, {n} {n|unit that stays is|units that stay are} out of "
    "supply: {units}."
)
IN_ORDER = "Move in this order: {units}."
AFTERWARDS = 4.0
"""Seconds beyond the time in which a plan is made anew because of moves that exclude each other."""
STARVED = 0.5
"""What a battle counts for which a unit goes out of supply: it may be lost soon."""
SPOILT_ROUNDS = 2
"""How often a plan is made anew because the moves for one battle spoil another."""
STARVED_ROUNDS = 3
"""How often a plan is made anew because of them."""
WORN = {"step-lost": 1, "2-steps-lost": 2, "3-steps-lost": 3}
"""How an answer to a move calls the chance that its length costs so many steps."""
UNSEEN_BELOW = (
    "Of {n} {n|target|targets} only the top unit is seen, and whoever lies below defends as well: "
    "such a battle counts for half. Look again from beside it."
)
TIRED = (
    "Long ways wear units out: {n:g} {n|step is|steps are} lost on them in the mean, and "
    "{n|counts as a loss|count as losses}."
)
MOST_MOVERS = 40
"""Units whose moves are part of a plan: the nearest to the enemy."""
FAR = 8
"""Hexes to the nearest enemy beyond which a unit is left out of a plan."""


Paths = Mapping[str, Mapping[str, Reached]]
"""By unit, the ways to the hexes where it may end its move."""


@dataclass(frozen=True)
class PlannedMove:
    """A unit that goes somewhere before the battle: hexes from its own to the last, points, and the
    steps that it loses on the way, in the mean."""

    unit: str
    path: tuple[str, ...]
    cost: float
    wear: float = 0.0


@dataclass(frozen=True)
class PlannedBattle:
    """One battle of a plan, with the moves before it and what it promises."""

    odds: Odds
    moves: tuple[PlannedMove, ...]
    outlook: Outlook


@dataclass(frozen=True)
class Plan:
    """What a side does best in this turn, by a measure. `gap` is 0 where no other choice among the
    battles looked at is worth more, else the share by which one might be."""

    side: str
    phase: str
    measure: str
    battles: tuple[PlannedBattle, ...]
    total: Outlook
    worth: float
    gap: float
    idle: tuple[str, ...]
    considered: int
    notes: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """The units that move, in an order in which the rules allow all their moves."""


def best_plan(
    door: Door, side: str = "", measure: str = "balance", patience: float = PATIENCE
) -> Plan:
    """The best set of battles of a side, its units' moves included if it is their phase to move.

    After so many seconds no further target is looked at, which a note tells. QuestionError for an
    unknown measure or side, or if the side has no phase of combat.
    """
    position = door.position
    side = _asked(position, side, measure)
    ends = deadline(patience)
    reach, paths = _reach(door, side, ends)
    combat = position.in_phase(combat_phase(door, side))
    if combat.battles:  # what is declared and not rolled for is planned anew
        combat = replace(combat, battles=())
    spends = SPENT in position.game.definition.units.fields and combat.phase == position.phase
    worn = {unit: {name: _wear(way) for name, way in ways.items()} for unit, ways in paths.items()}
    duties = Duties(door.rules, combat, side, frozenset(paths))
    field = Field(door.rules, combat, side, reach, spends, ends, worn, duties)
    battles, choice = _fed(field, *_bettered(field, measure, ends), measure, ends)
    settled = _settled(door, field, battles, choice, measure, ends, paths)
    choice, made = settled.course.choice, settled.course.moves
    planned = tuple(
        PlannedBattle(one.odds, _moves(one.alone, made), one.outlook)
        for one in settled.in_order(measure)
    )
    fighting = {unit for battle in choice.battles for unit in battle.units}
    idle = {unit for battle in battles for unit in battle.units} - fighting
    return Plan(
        side=side,
        phase=combat.phase,
        measure=measure,
        battles=planned,
        total=_sum([one.outlook for one in settled.battles]),
        worth=settled.worth(measure) - UNDONE * len(_broken(field, choice.battles)),
        gap=choice.gap,
        idle=tuple(sorted(idle)),
        considered=len(battles),
        notes=(
            *_owed(field, settled.battles, measure),
            *differences(field, settled.battles),
            *_hungry(field, choice.battles),
            *_ordered(planned, made),
            *_notes(bool(paths)),
            *_alone(battles),
            *_unseen(field, choice.battles),
            *_tired(field, choice.battles),
            *_late(field.left),
        ),
        order=(*made,),
    )


def _asked(position: Position, side: str, measure: str) -> str:
    """The side whose plan is asked for; QuestionError as for `best_plan`."""
    if measure not in MEASURES:
        text = "There is no measure '{name}': write {names}."
        raise QuestionError(text, name=AsWritten(measure), names=[*map(AsWritten, MEASURES)])
    side = side or phasing_side(position)
    sides = [*position.game.sides]
    if side not in sides:
        text = "There is no side '{side}': write one of {sides}."
        raise QuestionError(text, side=AsWritten(side), sides=[*map(AsWritten, sides)])
    return side


def phasing_side(position: Position) -> str:
    """The side whose phase it is; the first one if the phase is nobody's."""
    phases = {phase.id: phase.side for phase in position.game.definition.phase}
    return phases.get(position.phase) or next(iter(position.game.sides))


def combat_phase(door: Door, side: str) -> str:
    """The phase, from the one at hand on, in which the side can attack most; of equals the next.
    Attacks of other phases than combat, such as overruns, count only where there are none there.
    Empty where it can attack nobody yet, and must not."""
    position = door.position
    phases = list(position.game.definition.phase)
    number = next((i for i, p in enumerate(phases) if p.id == position.phase), 0)
    own = [p.id for p in (*phases[number:], *phases[:number]) if p.side in (side, "")]
    fights = [phase for phase in own if in_combat(phase)]
    for group in (fights, [phase for phase in own if phase not in fights]):
        counted = {phase: _attacks_of(door, side, phase) for phase in group}
        if any(counted.values()):
            return max(counted, key=lambda phase: counted[phase])
    # Nobody stands beside an enemy yet: what must be attacked is known in the next one alone.
    return fights[0] if fights and compulsory(position.game) else ""


def _attacks_of(door: Door, side: str, phase: str) -> int:
    position = door.position
    found = door.rules.attacks(position.in_phase(phase)).attacks
    return sum(position.by_id[attack.attackers[0]].side == side for attack in found)


def _reach(
    door: Door, side: str, ends: Deadline
) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, Reached]]]:
    """By unit, the hexes where it may end its move in this phase, and the way to each."""
    reach: dict[str, dict[str, float]] = {}
    paths: dict[str, dict[str, Reached]] = {}
    if phasing_side(door.position) != side or not door.position.phase:
        return reach, paths
    for unit in _near_the_enemy(door.position, side):
        if unit.has_moved:
            continue
        if ends.left() < 0:  # then no target is looked at either, which is told
            break
        try:
            found = door.rules.moves(door.position, unit.id)
        except QuestionError:
            continue
        if found.reach:
            reach[unit.id] = {reached.hex: reached.cost for reached in found.reach}
            paths[unit.id] = {reached.hex: reached for reached in found.reach}
    return reach, paths


def _wear(reached: Reached) -> float:
    """The steps that a unit loses in the mean by the length of its way, where a game has that."""
    worn = reached.extra.get("fatigue")
    if not isinstance(worn, Mapping):
        return 0.0
    return sum(steps * float(worn.get(name, 0.0)) for name, steps in WORN.items())


def _near_the_enemy(position: Position, side: str) -> list[Unit]:
    """The side's units on the map that may have an enemy in reach, the nearest first, and no more
    of them than can be looked at while somebody waits."""
    grid = position.board.grid
    on_map = [unit for unit in position.ground_units if unit.hex in grid]
    enemies = {unit.hex for unit in on_map if unit.side != side}
    far = {
        unit.id: min((grid.distance(unit.hex, name) for name in enemies), default=FAR + 1)
        for unit in on_map
        if unit.side == side
    }
    near = [unit for unit in on_map if far.get(unit.id, FAR + 1) <= FAR]
    near.sort(key=lambda unit: (far[unit.id], -strength(position.game, unit), unit.id))
    return near[:MOST_MOVERS]


def _bettered(field: Field, measure: str, ends: Deadline) -> tuple[list[Prospect], Choice]:
    """All battles looked at and the best choice of them: forces are grown from all units, then,
    as long as it helps, from those that the choice leaves over."""
    battles = field.battles()
    choice = _with_room(field, battles, measure, ends)
    if not any(field.reach.values()):
        return battles, choice
    taken: tuple[Prospect, ...] = ()
    asked: set[tuple[object, ...]] = set()
    for _ in range(BETTERED):
        known = {(battle.odds.target, *sorted(battle.places.items())) for battle in battles}
        more = [
            battle
            for battle in grown(field, MEASURES[measure], taken, asked)
            if (battle.odds.target, *sorted(battle.places.items())) not in known
        ]
        if not more:
            break
        battles += more
        better = _with_room(field, battles, measure, ends)
        helped = better.is_better(choice)
        if helped:
            choice = better
        elif taken:
            break
        if field.is_over():
            break
        taken = choice.battles
    return _shifted(field, battles, choice, measure, ends)


def _shifted(
    field: Field, battles: list[Prospect], choice: Choice, measure: str, ends: Deadline
) -> tuple[list[Prospect], Choice]:
    """The choice with attackers in other hexes, where that is worth more."""
    for _ in range(SHIFTED):
        places = {unit: name for b in choice.battles for unit, name in b.places.items()}
        more = []
        for battle in choice.battles:
            others = {unit: name for unit, name in places.items() if unit not in battle.places}
            if better := from_elsewhere(field, MEASURES[measure], battle, others):
                more.append(better)
                places.update(better.places)
        if not more:
            break
        battles = [*battles, *more]
        better_choice = _with_room(field, battles, measure, ends)
        if not better_choice.is_better(choice):
            break
        choice = better_choice
    return battles, choice


def _with_room(
    field: Field,
    battles: Sequence[Prospect],
    measure: str,
    ends: Deadline,
    barred: Sequence[Crowd] = (),
) -> Choice:
    """The best choice whose units, all in their places, overfill no hex and owe no attack that it
    has not, where that can be, and of those `barred` no more than may be; each time that it is made
    anew takes a moment even when the time is over, because a plan must be lawful."""
    crowds = [*barred]
    debts: dict[Debt, None] = dict.fromkeys(_standing(field, battles))
    choice = choose(battles, MEASURES[measure], crowds, _seconds(ends), [*debts])
    numbers = {id(battle): number for number, battle in enumerate(battles)}
    before = {violation.hex for violation in field.rules.stacking(field.position).violations}
    for _ in range(ROUNDS):
        places = {unit: name for b in choice.battles for unit, name in b.places.items()}
        table = moved_to(field.position, places)
        full = {v.hex for v in field.rules.stacking(table).violations} - before
        broken = _broken(field, choice.battles)
        new = [d for d in _debts(field, battles, choice, broken) if d not in debts]
        if not full and not new:
            return replace(choice, undone=len(broken))
        debts |= dict.fromkeys(new)
        for name in sorted(full):
            parts = [b for b in choice.battles if name in b.places.values() and b.moved]
            crowds.append(Crowd(frozenset(numbers[id(b)] for b in parts), len(parts) - 1))
        choice = choose(battles, MEASURES[measure], crowds, _seconds(ends), [*debts])
    return replace(choice, undone=len(_broken(field, choice.battles)))


def _broken(field: Field, battles: Sequence[Prospect]) -> Owed:
    """The duties that some battles leave undone, whoever of the others goes away."""
    if field.duties is None:
        return Owed()
    return field.duties.broken(_places(battles), _attacked(battles))


def _standing(field: Field, battles: Sequence[Prospect]) -> Iterator[Debt]:
    """The duties that are there whatever is chosen."""
    firm = field.duties.firm if field.duties else Owed()
    yield from _named(battles, firm, frozenset())


def _debts(
    field: Field, battles: Sequence[Prospect], choice: Choice, broken: Owed
) -> Iterator[Debt]:
    """The duties that battles bring by where their units stand, once a choice leaves some undone;
    and those of them that no battle of the choice brings alone."""
    if field.duties is None or not broken:
        return
    single = set()
    chosen = {id(battle) for battle in choice.battles}
    for number, battle in enumerate(battles):
        brought = {name for at in battle.places.items() for name in field.duties.by(*at)}
        yield from _named(battles, Owed(frozenset(brought)), frozenset({number}))
        single |= brought if id(battle) in chosen else set()
    together = frozenset(n for n, battle in enumerate(battles) if id(battle) in chosen)
    joint = broken.without(single | field.duties.firm.hexes, field.duties.firm.units)
    yield from _named(battles, joint, together)


def _named(battles: Sequence[Prospect], owed: Owed, cause: frozenset[int]) -> Iterator[Debt]:
    """The duties that some battles bring together, each with the battles by which it is done."""
    for name in sorted(owed.hexes):
        met = frozenset(n for n, battle in enumerate(battles) if name in battle.targets)
        if not met & cause:
            yield Debt(name, cause, met)
    for id_ in sorted(owed.units):
        met = frozenset(n for n, battle in enumerate(battles) if id_ in battle.units)
        yield Debt(f"unit {id_}", cause, met)


def _places(battles: Sequence[Prospect]) -> dict[str, str]:
    return {unit: name for battle in battles for unit, name in battle.places.items()}


def _attacked(battles: Sequence[Prospect]) -> set[str]:
    return {name for battle in battles for name in battle.targets}


def _seconds(ends: Deadline) -> float:
    """How long the solver may take: what is left of the time, at most its own limit."""
    return max(MOMENT, min(SECONDS, ends.left()))


def _alone(battles: Sequence[Prospect]) -> tuple[str, ...]:
    """A reader waits for several units on each hex; not every game lets them attack together."""
    alone = len(battles) > 1 and all(len(battle.units) == 1 for battle in battles)
    return (Saying(ALONE),) if alone else ()


def _late(left: int) -> tuple[str, ...]:
    return (Saying(LATE, n=left),) if left else ()


def _unseen(field: Field, battles: Sequence[Prospect]) -> tuple[str, ...]:
    """A table that shows the top of a stack promises too much."""
    hidden = sum(battle.weight < 1 for battle in battles)
    return (Saying(UNSEEN_BELOW, n=hidden),) if hidden else ()


def _owed(field: Field, settled: Sequence[Fought], measure: str) -> Iterator[str]:
    """Battles that are fought only because they must be, and what has to be attacked and is not."""
    rule = compulsory(field.position.game)
    battles = [one.alone for one in settled]
    poor = [b.odds.target for b in battles if MEASURES[measure](b.outlook) * b.weight <= 0]
    if poor:
        yield Saying(FORCED, hexes=sorted(poor), rule=rule)
    if field.duties is None:
        return
    left = field.duties.left(_places(battles), _attacked(battles))
    if left.hexes:
        yield Saying(UNATTACKED, hexes=sorted(left.hexes), rule=rule)
    if left.units:
        yield Saying(UNFOUGHT, units=sorted(left.units), rule=rule)
    if len(left) > len(_broken(field, battles)):
        yield Saying(MAY_LEAVE)


def _tired(field: Field, battles: Sequence[Prospect]) -> tuple[str, ...]:
    """What the ways of the plan cost in steps."""
    worn = round(sum(field.wear(battle.places) for battle in battles), 1)
    return (Saying(TIRED, n=worn),) if worn else ()


def _fed(
    field: Field, battles: list[Prospect], choice: Choice, measure: str, ends: Deadline
) -> tuple[list[Prospect], Choice]:
    """The choice, where a battle for which a unit goes out of supply counts for half."""
    for _ in range(STARVED_ROUNDS):
        hungry = {unit.id: name for unit, name in _starved(field, choice.battles)}
        if not hungry:
            break
        battles = [
            replace(battle, weight=battle.weight * STARVED) if _goes(battle, hungry) else battle
            for battle in battles
        ]
        choice = _with_room(field, battles, measure, ends)
    return battles, choice


def _goes(battle: Prospect, places: Mapping[str, str]) -> bool:
    """Whether one of some units goes to its place for a battle that counts in full."""
    there = (battle.places[unit] == name for unit, name in places.items() if unit in battle.moved)
    return battle.weight > STARVED * UNSEEN and any(there)


def _starved(field: Field, battles: Sequence[Prospect]) -> list[tuple[Unit, str]]:
    """Who of those that the plan moves is out of supply once all stand in their places, and is not
    where they stand now; and where."""
    places = _moved(battles)
    return [(unit, places[unit.id]) for unit in _cut_off(field, battles) if unit.id in places]


def _cut_off(field: Field, battles: Sequence[Prospect]) -> list[Unit]:
    """Who of the side is out of supply once all moves are made, and is not now."""
    places = _moved(battles)
    if not places:
        return []
    before = _unsupplied(field.rules, field.position)
    after = _unsupplied(field.rules, moved_to(field.position, places))
    units = (field.position.by_id[unit] for unit in sorted(after - before))
    return [unit for unit in units if unit.side == field.side]


def _moved(battles: Sequence[Prospect]) -> dict[str, str]:
    """Where the units of battles go that move for them."""
    return {unit: battle.places[unit] for battle in battles for unit in battle.moved}


def _hungry(field: Field, battles: Sequence[Prospect]) -> Iterator[str]:
    """Whom the plan moves out of supply, and whom it leaves behind without."""
    cut_off, places = _cut_off(field, battles), _moved(battles)
    moved = [unit for unit in cut_off if unit.id in places]
    staying = [unit for unit in cut_off if unit.id not in places]
    if moved:
        yield Saying(HUNGRY if len(moved) == 1 else ALL_HUNGRY, n=len(moved), units=moved)
    if staying:
        yield Saying(ABANDONED, n=len(staying), units=staying)


def _unsupplied(rules: Rules, position: Position) -> set[str]:
    return {found.id for found in rules.supply(position).units if not is_supplied(found)}


def _moves(battle: Prospect, made: Mapping[str, PlannedMove]) -> tuple[PlannedMove, ...]:
    return tuple(move for unit, move in made.items() if unit in battle.moved)


def _in_order(choice: Choice, measure: str) -> list[Prospect]:
    """The battles of a choice, best first."""
    return sorted(choice.battles, key=lambda b: (-MEASURES[measure](b.outlook), b.odds.target))


@dataclass(frozen=True)
class _Course:
    """A choice whose moves the rules allow one after another, these moves in their order, and what
    was barred for that."""

    choice: Choice
    moves: Mapping[str, PlannedMove]
    barred: tuple[Crowd, ...]


@dataclass(frozen=True)
class _Settled:
    """A course with its battles as they are once all its moves are made."""

    course: _Course
    battles: tuple[Fought, ...]

    def worth(self, measure: str) -> float:
        """What its battles are worth then."""
        return sum(one.worth(MEASURES[measure]) for one in self.battles)

    def in_order(self, measure: str) -> list[Fought]:
        """Its battles, best first."""
        value = MEASURES[measure]
        return sorted(self.battles, key=lambda one: (-value(one.outlook), one.odds.target))

    def spoilt(self, measure: str) -> list[Fought]:
        """Those of its battles that its other moves make worse."""
        return [one for one in self.battles if one.is_spoilt(MEASURES[measure])]

    def is_better(self, other: _Settled, measure: str) -> bool:
        """Whether fewer of its battles cannot be fought, or it leaves fewer duties undone, or has
        more worth."""
        mine, others = self._broken(), other._broken()
        if mine != others:
            return mine < others
        return self.worth(measure) > other.worth(measure) + SLIGHT

    def _broken(self) -> tuple[int, int]:
        return sum(not one.is_lawful for one in self.battles), self.course.choice.undone


def _settled(
    door: Door,
    field: Field,
    battles: Sequence[Prospect],
    choice: Choice,
    measure: str,
    ends: Deadline,
    paths: Paths,
) -> _Settled:
    """The best of some choices whose moves can be made, by what their battles are worth once all
    of these are made. Where one move spoils another battle, both are barred and the plan made anew
    as long as that helps; if nothing else does, nobody moves."""

    def settled(choice: Choice, barred: Sequence[Crowd]) -> _Settled:
        course = _made(field, door.position, battles, choice, measure, ends, paths, barred)
        return _Settled(course, fought(door, field, course.choice.battles))

    best = latest = settled(choice, ())
    for _ in range(SPOILT_ROUNDS):
        spoilt = latest.spoilt(measure)
        if not spoilt or ends.left() < -AFTERWARDS:
            break
        course = latest.course
        new = [*bars(field, battles, course.choice, spoilt, MEASURES[measure])]
        if not new:
            break
        barred = (*course.barred, *new)
        latest = settled(_with_room(field, battles, measure, ends, barred), barred)
        if latest.is_better(best, measure):
            best = latest
    if best.spoilt(measure):
        standing = [battle for battle in battles if not battle.moved]
        still = settled(_with_room(field, standing, measure, ends), ())
        best = still if still.is_better(best, measure) else best
    return best


def _made(
    field: Field,
    begun: Position,
    battles: Sequence[Prospect],
    choice: Choice,
    measure: str,
    ends: Deadline,
    paths: Paths,
    known: Sequence[Crowd] = (),
) -> _Course:
    """The best choice whose moves the rules allow one after another, and these moves in their
    order. What two units may not do both is barred, besides what is `known` to be, and the plan
    made anew; where that does not end, the battles of those who are refused are left out."""
    barred = [*known]
    while True:
        goals = _goals(_in_order(choice, measure), paths)
        course = one_after_another(field.rules, begun, goals)
        if not course.refused:
            moves = {id_: _planned(id_, way) for id_, way in course.made}
            return _Course(choice, moves, tuple(barred))
        if len(barred) - len(known) < ROUNDS and ends.left() > -AFTERWARDS:
            rivals = rivals_of(field.rules, begun, goals, course)
            barred.append(_bar(battles, choice, {unit: goals[unit].hex for unit in rivals}))
            choice = _with_room(field, battles, measure, ends, barred)
        else:
            refused = {*course.refused}
            kept = tuple(battle for battle in choice.battles if not battle.moved & refused)
            worth = sum(MEASURES[measure](battle.outlook) * battle.weight for battle in kept)
            choice = Choice(kept, worth, choice.gap)


def _goals(battles: Sequence[Prospect], paths: Paths) -> dict[str, Reached]:
    """Where the units of some battles go, in the order in which these are told."""
    return {unit: paths[unit][b.places[unit]] for b in battles for unit in sorted(b.moved)}


def _bar(battles: Sequence[Prospect], choice: Choice, places: Mapping[str, str]) -> Crowd:
    """That some units do not all go to their places: of two no two battles for which one of them
    does are fought, nor one for which both do; of more, not all battles of the choice."""

    def going(battle: Prospect) -> int:
        return sum(battle.places[unit] == places.get(unit) for unit in battle.moved)

    if len(places) > 2:
        chosen = {id(battle) for battle in choice.battles}
        parts = [n for n, battle in enumerate(battles) if id(battle) in chosen and going(battle)]
        return Crowd(frozenset(parts), len(parts) - 1)
    both = [number for number, battle in enumerate(battles) if going(battle) == 2]
    if both and any(going(battle) == 2 for battle in choice.battles):
        return Crowd(frozenset(both), 0)
    return Crowd(frozenset(n for n, battle in enumerate(battles) if going(battle)), 1)


def _planned(unit: str, way: Reached) -> PlannedMove:
    return PlannedMove(unit, way.path, way.cost, _wear(way))


def _ordered(battles: Sequence[PlannedBattle], made: Mapping[str, PlannedMove]) -> Iterator[str]:
    """The order of the moves, where it is another than that in which the battles name them."""
    named = [move.unit for battle in battles for move in battle.moves]
    if named != [*made]:
        yield Saying(IN_ORDER, units=[*made])


def _sum(looks: Sequence[Outlook]) -> Outlook:
    return Outlook(
        sum(look.kills for look in looks),
        sum(look.losses for look in looks),
        sum(look.taken for look in looks),
        sum(look.wiped for look in looks),
    )


def _notes(moving: bool) -> tuple[str, ...]:
    kept = "Where the owner may choose, the defender is taken to lose as few steps as he can."
    if not moving:
        return (kept,)
    return (
        kept,
        "Each unit's way is looked at as the units stand before anybody moves.",
        "On a large map only the units nearest to the enemy move in the plan.",
        GROWN,
    )
