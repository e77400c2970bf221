"""The answers to all questions, as values that become the documented JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, Literal

from assistant.questions.reasons import Code, Reason

UNKNOWN = "unknown"
"""The state of what nobody can tell: supply that hangs on what is hidden, arrivals of no list."""
IN_SUPPLY = ("supplied", "port", "land", "alt")
"""The states of units that are in supply."""


Extra = Mapping[str, Any]
"""What one game alone tells in an answer, by name: whatever becomes JSON. Who reads it knows of
which game he asks, and what that name holds there (docs/json.md)."""


class Leaning:
    """What any answer, or a part of one, may lean on, as its game tells in `extra`; None where it
    tells nothing."""

    extra: Extra

    @property
    def readings(self) -> tuple[object, ...] | None:
        """Where the rules can be read in two ways, and how they were read: sentences, or objects
        with the `rule`, its open point and the reading."""
        told = self.extra.get("readings")
        return None if told is None else tuple(told)

    @property
    def stand_ins(self) -> tuple[str, ...] | None:
        """The values that the rulebook does not give, and that are ours."""
        return _texts(self.extra.get("stand_ins"))

    @property
    def not_judged(self) -> tuple[Reason | str, ...] | None:
        """What the rules ask for and the position does not tell, each as a sentence or a reason."""
        told = self.extra.get("not_judged")
        return None if told is None else tuple(told)


AS_NULL: Mapping[str, bool] = {"null": True}
"""The metadata of a field that is told as null where it is None, instead of being left out."""


class Told(Mapping[str, Any]):
    """What one game alone tells in an answer: the base of frozen dataclasses. Their fields can be
    read as those of the document too, by name and without those left out, because `extra` was and
    is read so."""

    def __getitem__(self, name: str) -> Any:
        return _named(self)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(_named(self))

    def __len__(self) -> int:
        return len(_named(self))


def _texts(told: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if told is None else tuple(told)


def _text(told: object) -> str | None:
    return None if told is None else str(told)


@dataclass(frozen=True)
class Refusal:
    """A hex that a rule closes to the unit asked about; `code` tells programs what it is about."""

    hex: str
    rule: str
    text: str
    code: Code | None = None

    @classmethod
    def by(cls, name: str, why: Reason) -> Refusal:
        """A hex that a reason closes; its text is made when it is first asked for."""
        made = cls.__new__(cls)
        vars(made).update(hex=name, rule=why.rule, code=why.code, _why=why)
        return made

    def __getattr__(self, name: str) -> str:
        if name != "text" or "_why" not in vars(self):
            raise AttributeError(name)
        text: str = vars(self)["_why"].text
        vars(self)["text"] = text
        return text


def refusals(closed: Mapping[str, Reason]) -> tuple[Refusal, ...]:
    """Closed hexes with the reason of each, by hex."""
    return tuple(Refusal.by(name, why) for name, why in sorted(closed.items()))


@dataclass(frozen=True)
class Timing:
    """An answer that is none in the phase at hand and is one in another: `phase`, or empty for the
    answer that is given when no phase is named. `assumed` tells that this is the answer there."""

    phase: str
    assumed: bool
    text: str


@dataclass(frozen=True)
class UnitSupply(Leaning):
    """The supply of one unit. `path` runs from its hex to the source, both included."""

    id: str
    side: str
    hex: str
    state: str
    source: str | None = None
    path: tuple[str, ...] = ()
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)

    @property
    def next(self) -> str | None:
        """The state in which the unit will be once supply is judged."""
        return _text(self.extra.get("next"))

    @property
    def to(self) -> str | None:
        """The box into which the unit goes."""
        return _text(self.extra.get("to"))

    @property
    def supplied(self) -> bool | None:
        """True where a game says of a state that it names itself that the unit is in supply."""
        return True if self.extra.get("supplied") is True else None


def unheard(unit: UnitSupply) -> Reason | None:
    """Why a unit is out of communication, in a game that has such lines besides supply: the last of
    its reasons, where `communication` is false."""
    return unit.because[-1] if unit.extra.get("communication") is False else None


def is_supplied(unit: UnitSupply) -> bool:
    """Whether a unit is in supply, whatever its game calls that."""
    return unit.state in IN_SUPPLY or unit.supplied is True


def judged_otherwise(unit: UnitSupply) -> bool:
    """Whether a unit's state will be another once supply is judged."""
    return unit.next not in (None, unit.state)


def is_wanting(unit: UnitSupply) -> bool:
    """Whether a unit lacks supply or communication, or will be in another state once supply is
    judged."""
    return not is_supplied(unit) or unheard(unit) is not None or judged_otherwise(unit)


@dataclass(frozen=True)
class Supply(Leaning):
    """Who is in supply: each unit with its state, its source and the way there."""

    units: tuple[UnitSupply, ...]
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Supply({len(self.units)} units)"

    @property
    def overview(self) -> Mapping[str, Any] | None:
        """What else follows from the position: points, arrivals, chits."""
        told: Mapping[str, Any] | None = self.extra.get("overview")
        return told


@dataclass(frozen=True)
class Zones(Leaning):
    """Hexes in the zones of control of each side, sorted."""

    zones: Mapping[str, tuple[str, ...]]
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Zones({_counted(self.zones)})"


@dataclass(frozen=True)
class Violation(Leaning):
    """A stack that breaks a rule, which one, and how."""

    hex: str
    rule: str
    text: str
    extra: Extra = field(default_factory=dict)

    @property
    def units(self) -> tuple[str, ...] | None:
        """Ids of the units of the stack."""
        return _texts(self.extra.get("units"))


@dataclass(frozen=True)
class Stacking(Leaning):
    """The stacks that break a rule; none where all stand lawfully."""

    violations: tuple[Violation, ...]
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Stacking({len(self.violations)} violations)"


@dataclass(frozen=True)
class Reached(Leaning):
    """A hex in reach: the least cost in movement points and a way of that cost, start included."""

    hex: str
    cost: float
    path: tuple[str, ...]
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Moves(Leaning):
    """Where a unit may go: `allowance` in movement points, the hexes in `reach`, and those beside
    its ways that it may not enter, each with the rule that closes it."""

    unit: str
    allowance: float
    reach: tuple[Reached, ...]
    refused: tuple[Refusal, ...] = ()
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)
    timing: Timing | None = None

    def __repr__(self) -> str:
        return f"Moves({self.unit}, allowance {self.allowance:g}, {len(self.reach)} hexes)"


@dataclass(frozen=True)
class LedgerLine:
    """One modifier of an attack, in the order in which it applies."""

    what: str
    effect: str
    rule: str
    stand_in: bool = False


@dataclass(frozen=True)
class Offer:
    """An option of the battle that could still be added (`--with NAME=VALUE`) and its effect.

    `owner` is the side that may take it, None where either may or the rules do not say. Of an
    option that waits for a number (`NAME=N`), `least` and `most` are what it may be.
    """

    option: str
    effect: str
    rule: str
    owner: str | None = None
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class KeptOut(Told):
    """What a rule keeps out of an attack: a unit, or an option, of which it may be one squadron."""

    unit: str | None
    option: str | None
    squadron: str | None
    rule: str
    text: str

    @classmethod
    def of_unit(cls, id_: str, why: Reason) -> KeptOut:
        """A unit that may not take part."""
        return cls(id_, None, None, why.rule, why.text)

    @classmethod
    def of_option(cls, name: str, why: Reason, squadron: str | None = None) -> KeptOut:
        """An option that is not to be had."""
        return cls(None, name, squadron, why.rule, why.text)


@dataclass(frozen=True)
class Odds(Leaning):
    """One attack in full. `results` maps the die as rolled to a result, `chances` a result to its
    probability; both are empty when the attack is not possible."""

    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: float
    defence: float
    steps: tuple[LedgerLine, ...]
    shift: int
    column: str | None
    possible: bool
    results: Mapping[str, str] = field(default_factory=dict)
    chances: Mapping[str, float] = field(default_factory=dict)
    stand_in: bool = False
    because: tuple[Reason, ...] = ()
    offers: tuple[Offer, ...] = ()
    extra: Extra = field(default_factory=dict)
    timing: Timing | None = None

    def __repr__(self) -> str:
        who = f"{len(self.attackers)} against {len(self.defenders)}"
        odds = self.column if self.possible else "not possible"
        return f"Odds({self.target}, {who}, {odds})"

    @property
    def refused(self) -> tuple[KeptOut, ...] | None:
        """What a rule keeps out of the attack."""
        told = self.extra.get("refused")
        return None if told is None else tuple(told)


@dataclass(frozen=True)
class Attacks(Leaning):
    """All possible attacks, best first."""

    attacks: tuple[Odds, ...]
    extra: Extra = field(default_factory=dict)
    timing: Timing | None = None

    def __repr__(self) -> str:
        return f"Attacks({len(self.attacks)})"


@dataclass(frozen=True)
class Retreat(Leaning):
    """One way to retreat: the hexes after the starting one, and the steps that it costs."""

    path: tuple[str, ...]
    losses: float = 0
    preferred: bool = True
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Hold:
    """What becomes of a unit that stands instead of going: the steps that it loses, and whether it
    stands or is gone then."""

    losses: float
    outcome: str


@dataclass(frozen=True)
class UnitRetreats(Leaning):
    """What a result does to one unit of a stack: the ways that it may go, the hexes that are closed
    to it, and the `outcome`: `retreat`, `stand`, `eliminated` or what replaces it."""

    id: str
    options: tuple[Retreat, ...]
    refused: tuple[Refusal, ...]
    outcome: str
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)

    @property
    def losses(self) -> float | None:
        """Steps that the unit loses whichever way it goes."""
        told = self.extra.get("losses")
        return float(told) if isinstance(told, int | float) else None

    @property
    def hold(self) -> Hold | None:
        """Its fate if it stays, where a game lets it choose."""
        told = self.extra.get("hold")
        return None if told is None else Hold(told["losses"], told["outcome"])

    @property
    def to(self) -> str | None:
        """The box into which the unit goes."""
        return _text(self.extra.get("to"))


def ways_of(unit: UnitRetreats) -> tuple[Retreat, ...]:
    """The options by which a unit goes and lives: none where each of them kills it too."""
    return () if unit.outcome == "eliminated" else unit.options


@dataclass(frozen=True)
class Retreats(Leaning):
    """What a `result` does to the units of a hex, one by one; `outcome` is that of the stack."""

    hex: str
    result: str
    outcome: str
    units: tuple[UnitRetreats, ...]
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)
    no_advance: Reason | None = None

    def __repr__(self) -> str:
        return f"Retreats({self.hex}, {self.result}: {self.outcome}, {len(self.units)} units)"

    @property
    def attackers(self) -> tuple[str, ...] | None:
        """Ids of the attackers that the result concerns."""
        return _texts(self.extra.get("attackers"))

    @property
    def losses(self) -> float | Mapping[str, float] | None:
        """Steps that the stack loses, or those of `attacker` and `defender`."""
        told: float | Mapping[str, float] | None = self.extra.get("losses")
        return told

    def losses_of(self, part: Literal["attacker", "defender"]) -> float | None:
        """Steps that the attacker or the defender loses, None where the answer does not say."""
        told = self.losses
        if isinstance(told, Mapping):
            return told.get(part)
        return told if part == "defender" else None


@dataclass(frozen=True)
class UnitAdvances(Leaning):
    """The ways a unit may advance, each a run of hexes beginning with the vacated one."""

    id: str
    options: tuple[tuple[str, ...], ...]
    refused: tuple[Refusal, ...] = ()
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Advances(Leaning):
    """Who may advance into a hex and beyond. `vacated` are units that still stand there, and that
    are taken to be gone."""

    hex: str
    units: tuple[UnitAdvances, ...]
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)
    vacated: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"Advances({self.hex}, {len(self.units)} units)"


Standing = Literal["must", "may", "done", "forbidden"]
"""How a duty stands: it has to be done, may be done, was done, or may not be done now."""


@dataclass(frozen=True)
class Duty(Leaning):
    """Something that the phase at hand asks of its side, allows or forbids: a sentence, and the
    units and hexes that it is about."""

    what: str
    standing: Standing
    rule: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Turn(Leaning):
    """The phase at hand: its duties and choices, and the phases after it, to the end of the turn.
    Without a phase in the position `phase` and `side` are empty."""

    turn: int
    phase: str
    side: str
    duties: tuple[Duty, ...]
    ahead: tuple[str, ...] = ()
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Turn({self.turn}, {self.phase or 'no phase'}, {len(self.duties)} duties)"


@dataclass(frozen=True)
class Entry(Leaning):
    """A hex by which something comes or where it is placed, and the points that it pays there;
    `by` is `march`, `rail` or another word of the game."""

    hex: str
    cost: float = 0
    by: str = "march"
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Arrival(Leaning):
    """Units that come, return or grow, or that could. `kind` says as what (`reinforcement`,
    `replacement`, `breakdown` ...), `state` whether (`due`, `later`, `waiting`, `possible`,
    `barred`; UNKNOWN where the rulebook does not say), in the game's own words where others are
    needed; `price` is in the game's own points, for all of the units together."""

    kind: str
    side: str
    units: tuple[str, ...]
    state: str
    rule: str
    turn: int | None = None
    price: float | None = None
    entries: tuple[Entry, ...] = ()
    refused: tuple[Refusal, ...] = ()
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Arrivals(Leaning):
    """Everything that comes or could come, the nearest first."""

    arrivals: tuple[Arrival, ...]
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Arrivals({len(self.arrivals)})"


@dataclass(frozen=True)
class ScoreLine(Leaning):
    """Points of a side from one source, with the hexes and units that give them."""

    side: str
    what: str
    points: float
    rule: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    stand_in: bool = False
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True)
class Threshold:
    """A number of points from which something holds: a level of victory, an end of the game.
    Where its name does not tell it, whose points they are, and in which turn that is looked at."""

    what: str
    points: float
    rule: str
    side: str | None = None
    turn: int | None = None


@dataclass(frozen=True)
class Score(Leaning):
    """Points now: line by line, by side, and, where the game reckons so, the `net` total with the
    `level` of victory that it would be if the game ended here."""

    lines: tuple[ScoreLine, ...]
    points: Mapping[str, float]
    net: float | None = None
    level: str | None = None
    thresholds: tuple[Threshold, ...] = ()
    because: tuple[Reason, ...] = ()
    extra: Extra = field(default_factory=dict)

    def __repr__(self) -> str:
        total = self.points if self.net is None else f"net {self.net:g}"
        return f"Score({total}{f', {self.level}' if self.level else ''})"


def _counted(lists: Mapping[str, tuple[str, ...]]) -> str:
    return ", ".join(f"{name} {len(found)}" for name, found in lists.items())


def key_of(part: Field[Any]) -> str:
    """The name of a field in the document: `from_` is `from`, which no field of Python may be."""
    return part.name.rstrip("_")


@cache
def _fields(kind: type[Any]) -> tuple[tuple[str, str, bool], ...]:
    """The fields of a dataclass, each with its name in the document and whether it is told where it
    is None; a board of four hundred units asks for them often."""
    return tuple((one.name, key_of(one), "null" in one.metadata) for one in fields(kind))


def _named(answer: object) -> dict[str, Any]:
    """The fields of a dataclass that its document tells, by their names there."""
    kind: Any = type(answer)  # mypy takes type[object] for nothing that can be kept
    found = ((key, getattr(answer, name), null) for name, key, null in _fields(kind))
    return {key: value for key, value, null in found if null or value is not None}


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})


def as_json(answer: object) -> Any:
    """An answer as plain JSON data: dataclasses become objects without the fields that are None,
    and their `extra` joins the fields."""
    kind = type(answer)
    if kind in _AS_THEY_ARE or isinstance(answer, str | int):
        return answer
    # What is plain is not asked again: ways of thousands of hexes are lists of names.
    if isinstance(answer, list | tuple):
        return [one if type(one) in _AS_THEY_ARE else as_json(one) for one in answer]
    if isinstance(answer, float):
        return int(answer) if answer.is_integer() else answer
    if is_dataclass(kind):
        data: dict[str, Any] = {}
        for name, key, null in _fields(kind):
            value = getattr(answer, name)
            if value is not None or null:
                data[key] = value if type(value) in _AS_THEY_ARE else as_json(value)
        if extra := data.pop("extra", None):
            data.update(extra)
        return data
    if isinstance(answer, Mapping):
        return {
            str(key): value if type(value) in _AS_THEY_ARE else as_json(value)
            for key, value in answer.items()
        }
    if isinstance(answer, set | frozenset):
        return sorted(as_json(item) for item in answer)
    return answer
