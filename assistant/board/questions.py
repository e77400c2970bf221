"""The questions that a click on the page asks of one moment."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from time import monotonic
from typing import Any

from assistant.board.course import course
from assistant.board.images import Images
from assistant.board.source import Moment, Source
from assistant.planning.as_log import LogMove, plan_log
from assistant.planning.cheapest import cheapest
from assistant.planning.outlook import outlook, strength
from assistant.planning.plan import best_plan
from assistant.position import Position, Unit
from assistant.questions.answers import Advances, Moves, Odds, Retreats, as_json
from assistant.questions.door import Door
from assistant.questions.moved import after_a_try
from assistant.questions.protocol import QuestionError
from assistant.report.table_talk import by_rules, ruled_hexes
from assistant.table import door_of, known_side
from builder.hexes.grid import Grid

MOST_RESULTS = 16

MOST_LINES = 4000
"""Characters of what a log of a plan says of its battles."""

MOST_WAYS = 80
"""Moved units of a try whose ways are looked for."""

MOST_PLANS = 8

PATIENCE = 8.0
"""Seconds after which no more units of a side are asked for their reach; the nearest to the enemy
come first."""

SAMPLE = 6
"""Units by which the phase of a side's move is told."""

MOST_HELD_UP = 40
"""Others that are tried where none of these can move."""


@dataclass(frozen=True)
class Asked:
    """One request: which moment of which file, and its words as the address has them."""

    source: Source
    step: int | None
    words: Mapping[str, str]

    @cached_property
    def moment(self) -> Moment:
        """The moment, with the changes that the page tries out."""
        return self.source.moment(self.step, self.words.get("try", ""))

    @cached_property
    def door(self) -> Door:
        return door_of(self.moment.position)

    @cached_property
    def ahead(self) -> bool:
        """Whether no attack is possible in this phase: questions of combat are then answered as if
        it were time for it, like the attacks that the page lists."""
        return self.moment.whole.ahead

    def words_of(self, name: str) -> list[str]:
        """What the address says, with commas between."""
        return [word for word in self.words.get(name, "").split(",") if word]

    def about(self, **words: str) -> Asked:
        """The same moment, asked in other words besides."""
        return replace(self, words={**self.words, **words})

    @property
    def hexes(self) -> list[str]:
        return self.words_of("hex")

    @property
    def units(self) -> list[str]:
        return self.words_of("from")

    def options(self) -> dict[str, str]:
        """The options of the battle, written `name=value` with `;` between."""
        pairs = [word.partition("=") for word in self.words.get("with", "").split(";") if word]
        return {name: value for name, _, value in pairs}

    def moves(self) -> Moves:
        return self.door.moves(self.words.get("unit", ""), anyway=True)

    def odds(self) -> Odds:
        return self.door.odds(self.hexes, self.units, self.options(), anyway=self.ahead)

    def advances(self) -> Advances:
        """Who may advance and how far once the defenders are gone from the hex: behind those that
        retreat by a result, along their ways, where the game follows them."""
        result = self.words.get("result", "")
        if result and self.retreats(result) is None:
            result = ""  # the game has no retreat for it: as if the defenders were gone
        return self.door.advances(
            self.hexes[:1], self.units, self.options(), result=result, anyway=self.ahead
        )

    def retreats(self, result: str) -> Retreats | None:
        """What a result means for the defenders; None if the game has no retreat for it."""
        try:
            return self.door.retreats(
                self.hexes[:1], result, self.units, self.options(), anyway=self.ahead
            )
        except QuestionError:
            return None


def lifted_of(asked: Asked) -> dict[str, Any]:
    """Nothing: the units are in somebody's hand, and what is asked next is found meanwhile."""
    asked.source.lifted(asked.step, asked.words.get("try", ""), asked.words_of("unit"))
    return {}


def advances_of(asked: Asked) -> Any:
    """The advances, or nothing where the game has none after this battle."""
    try:
        return as_json(asked.advances())
    except QuestionError as error:
        return {"hex": "", "units": [], "because": [{"rule": "", "text": str(error)}]}


def results_of(asked: Asked) -> dict[str, Any]:
    """For each result that the battle can have: who retreats where, and who dies."""
    chances = asked.odds().chances
    results = sorted(chances, key=lambda result: -chances[result])[:MOST_RESULTS]
    return {result: as_json(asked.retreats(result)) for result in results}


def names_of(images: Images, asked: Asked, language: str) -> dict[str, Any]:
    """The names of places that counters cover, and the map without them, as pictures."""
    moment = asked.moment
    attacked = sorted({attack.target for attack in moment.whole.attacks.attacks})
    return images.names(moment.position, language, attacked)


def ways_of(asked: Asked) -> list[dict[str, Any]]:
    """For each unit that was moved in a try: whether the rules let it go there, and by which way at
    what cost; where they do not, what they say."""
    return Ways().ways_of(asked)


@dataclass
class Ways:
    """The ways of units that are moved in a try. How far each could go from where it stands in the
    game does not change while more and more is tried, and is kept until the game goes on: a table
    of a large game that is kept holds a hundred MB."""

    _kept: OrderedDict[tuple[int, str, str], tuple[Position, Moves | QuestionError]] = field(
        default_factory=OrderedDict
    )
    _lock: Lock = field(default_factory=Lock)

    def ways_of(self, asked: Asked) -> list[dict[str, Any]]:
        """One entry for each moved unit, at most so many as are looked for."""
        base = asked.moment.base
        if base is None:
            return []
        pairs = ((unit, base.by_id.get(unit.id)) for unit in asked.moment.position.units)
        moved = [(new, old) for new, old in pairs if old is not None and old.hex != new.hex]
        with self._lock:
            return [
                _way(self._moves(base, old.id, base.phase), new, old)
                for new, old in moved[:MOST_WAYS]
            ]

    def moves_of(self, asked: Asked) -> Moves:
        """Where a unit, or units together, may go, and what is reached by a rule of its own, as by
        infiltration: the page marks those hexes, and tells the rule."""
        found = self._moves_left(asked)
        if not (ruled := ruled_hexes(found.reach)):
            return found
        because = (*found.because, *by_rules(found.reach))
        return replace(found, because=because, extra={**found.extra, "ruled": ruled})

    def _moves_left(self, asked: Asked) -> Moves:
        """The moves: what was moved in a try has what it has left."""
        found, base, position = asked.moves(), asked.moment.base, asked.moment.position
        units = [position.by_id[id_] for id_ in asked.words_of("unit") if id_ in position.by_id]
        old = [] if base is None else [base.by_id[u.id] for u in units if u.id in base.by_id]
        starts = {unit.hex for unit in old}
        marked = any(unit.has_moved for unit in units)
        if base is None or marked or len(old) != len(units) or len(starts) != 1:
            return found
        if starts == {units[0].hex}:
            return found
        phase = found.timing.phase if found.timing else position.phase
        with self._lock:
            whole = self._moves(base, ",".join(unit.id for unit in old), phase)
        if isinstance(whole, QuestionError):
            return found
        began = base.in_phase(phase)
        return after_a_try(asked.door.rules, position, units, began, whole, found)

    def _moves(self, base: Position, names: str, phase: str) -> Moves | QuestionError:
        key = (id(base), names, phase)
        kept = self._kept.get(key)
        if kept is None or kept[0] is not base:
            found: Moves | QuestionError
            try:
                found = door_of(base.in_phase(phase)).moves(names, anyway=True)
            except QuestionError as error:
                found = error
            for other in [other for other, (its, _) in self._kept.items() if its is not base]:
                del self._kept[other]
            kept = self._kept[key] = base, found
            if len(self._kept) > MOST_WAYS:
                self._kept.popitem(last=False)
        return kept[1]


def _way(moves: Moves | QuestionError, unit: Unit, old: Unit) -> dict[str, Any]:
    told: dict[str, Any] = {"unit": unit.id, "from": old.hex, "to": unit.hex}
    if isinstance(moves, QuestionError):
        return {**told, "legal": None, "because": [{"rule": "", "text": str(moves)}]}
    for reached in moves.reach:
        if reached.hex == unit.hex:
            cap = moves.extra.get("cap", 0)
            tired = moves.allowance < reached.cost <= cap  # beyond it a unit pays with fatigue
            left = max(0.0, (cap if tired else moves.allowance) - reached.cost)
            way = {"cost": reached.cost, "left": left, "path": reached.path}
            return {**told, "legal": True, **way, **({"tired": True} if tired else {})}
    closed = [refused for refused in moves.refused if refused.hex == unit.hex]
    because = [{"rule": refused.rule, "text": refused.text} for refused in closed]
    return {**told, "legal": False, "because": because}


def cheapest_of(asked: Asked) -> list[dict[str, Any]]:
    """For each target, the least force that reaches the column that is wished for."""
    wished = asked.words.get("column", "")
    return [
        {
            "target": found.odds.target,
            "attackers": list(found.odds.attackers),
            "column": found.odds.column,
            "chances": as_json(found.odds.chances),
            "force": found.force,
            "reached": found.reached,
            "exact": found.exact,
        }
        for found in cheapest(asked.door, wished, PATIENCE)
    ]


def log_of(asked: Asked, say: Callable[[str], str] = str) -> bytes:
    """The moves of a try as a VASSAL log in the reader's language, each by its lawful way where it
    has one, and the lines that the page tells of the plan's battles; QuestionError where there is
    no VASSAL file."""
    record = asked.source.record
    if record is None:
        raise QuestionError("A position file has no pieces of VASSAL: serve the save itself.")
    ways = {way["unit"]: way for way in ways_of(asked)}
    base = asked.moment.base or asked.moment.position
    moves = [
        LogMove(unit.id, tuple(ways.get(unit.id, {}).get("path", ())[1:]) or (unit.hex,))
        for unit in asked.moment.position.units
        if (old := base.by_id.get(unit.id)) is not None and old.hex != unit.hex
    ]
    lines = asked.words.get("lines", "")[:MOST_LINES].splitlines()
    told = ("".join(filter(str.isprintable, line)) for line in lines)
    kept = [line for line in told if line.strip()]
    return plan_log(record, asked.source.viewer, moves, kept, say, asked.step)


@dataclass
class Planner:
    """Best plans of moments, one after another: each is work of seconds, and kept."""

    _kept: OrderedDict[tuple[int, str, str], Any] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def plan_of(self, asked: Asked) -> Any:
        """The best plan of a side by a measure, as JSON."""
        side, measure = asked.words.get("side", ""), asked.words.get("for", "") or "balance"
        with self._lock:
            moment = asked.moment
            key = (id(moment), side, measure)
            kept = self._kept.get(key)
            if kept is None:
                kept = self._kept[key] = (moment, as_json(best_plan(asked.door, side, measure)))
                if len(self._kept) > MOST_PLANS:
                    self._kept.popitem(last=False)
            return kept[1]


def outlook_of(asked: Asked) -> dict[str, Any]:
    """One battle of a plan: its odds without the ledger, and what it promises in steps."""
    odds = asked.odds()
    position = asked.door.position
    if odds.timing is not None:
        position = position.in_phase(odds.timing.phase)
    told = {
        "target": odds.target,
        "attackers": list(odds.attackers),
        "defenders": list(odds.defenders),
        "attack": odds.attack,
        "defence": odds.defence,
        "column": odds.column,
        "possible": odds.possible,
        "chances": as_json(odds.chances),
        "because": as_json(odds.because),
    }
    if not odds.possible:
        return told
    return {**told, "outlook": as_json(outlook(asked.door.rules, position, odds))}


def reach_of(asked: Asked) -> dict[str, Any]:
    """Where the units of a side could be after a move of theirs, were it now: by hex, how many
    units and how much strength could come, and at what least cost; and by hex of the enemy, who
    could stand beside it."""
    position = asked.moment.position
    side = known_side(position.game, asked.words.get("side", ""))
    grid = position.board.grid
    enemies = {unit.hex for unit in position.ground_units if unit.side != side and unit.hex in grid}
    reach: dict[str, list[tuple[float, str]]] = {}
    own = [unit for unit in position.ground_units if unit.side == side and unit.hex in grid]
    door = _in_their_move(asked.door, side, own)
    ends, asked_of = monotonic() + PATIENCE, 0
    for unit in sorted(own, key=lambda unit: _far(grid, unit, enemies)):
        if monotonic() > ends:
            break
        asked_of += 1
        try:
            found = door.rules.moves(door.position, unit.id)
        except QuestionError:
            continue
        for name, cost in {unit.hex: 0.0, **{r.hex: r.cost for r in found.reach}}.items():
            reach.setdefault(name, []).append((cost, unit.id))
    strikers = {
        name: sorted({id_ for near in grid.neighbours(name) for _, id_ in reach.get(near, ())})
        for name in sorted(enemies)
    }
    force = {unit.id: strength(position.game, unit) for unit in own}
    return {
        "side": side,
        "phase": door.position.phase,
        "hexes": {
            name: [min(cost for cost, _ in who), len(who), sum(force[i] for _, i in who)]
            for name, who in sorted(reach.items())
        },
        "threatened": {
            name: {"units": ids, "force": sum(force[id_] for id_ in ids)}
            for name, ids in strikers.items()
            if ids
        },
        "left": len(own) - asked_of,
    }


def _far(grid: Grid, unit: Unit, enemies: set[str]) -> int:
    """Hexes from a unit to the nearest of its enemies."""
    return min((grid.distance(unit.hex, name) for name in enemies), default=0)


def _in_their_move(door: Door, side: str, own: Sequence[Unit]) -> Door:
    """The door in the phase in which most of some units of the side can move; the one at hand if
    they can move in it. Where none of these can, because they are all held up, the first phase in
    which anybody can."""
    units = sorted(own, key=lambda unit: unit.id)  # as they lie is each client's own
    some = units[:: max(1, len(units) // SAMPLE)][:SAMPLE]
    phases = door.position.game.definition.phase
    ids = dict.fromkeys((door.position.phase, *(p.id for p in phases if p.side == side), ""))
    doors = [replace(door, position=door.position.in_phase(id_)) for id_ in ids]
    counted = [sum(_reaches(there, unit) for unit in some) for there in doors]
    if any(counted):
        return doors[counted.index(max(counted))]
    others = [unit for unit in units if unit not in some][:MOST_HELD_UP]
    return next((t for t in doors if any(_reaches(t, unit) for unit in others)), door)


def _reaches(door: Door, unit: Unit) -> int:
    try:
        return len(door.rules.moves(door.position, unit.id).reach)
    except QuestionError:
        return 0


@dataclass
class Courses:
    """The course of each log, worked out once: it is all of its steps."""

    _kept: OrderedDict[int, tuple[Source, int, Any]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def course_of(self, asked: Asked) -> Any:
        """The course of the log that is asked about; a live one is asked anew as it grows."""
        source = asked.source
        with self._lock:
            kept = self._kept.get(id(source))
            if kept is None or kept[:2] != (source, source.steps):
                kept = self._kept[id(source)] = (source, source.steps, course(source))
                if len(self._kept) > MOST_PLANS:
                    self._kept.popitem(last=False)
            return kept[2]
