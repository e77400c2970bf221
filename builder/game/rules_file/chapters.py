"""The tables of rules.toml, one class each; what a game names itself is added by `shape`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, Field, PrivateAttr, StrictBool

from builder.game.definition import DICE, Text
from builder.game.rules_file.parts import (
    Amount,
    Chapter,
    Cost,
    Count,
    Modifier,
    Names,
    Number,
    Part,
    Price,
    listed,
)

Value = TypeVar("Value")


class Named(Chapter):
    """A chapter some of whose keys are names of the game: sides, states, lines, hexsides."""

    _entries: dict[str, Any] = PrivateAttr(default_factory=dict)

    def named(self, kind: type[Value]) -> dict[str, Value]:
        """The entries of one kind that stand under names of the game's own, by name."""
        return {name: one for name, one in self._entries.items() if isinstance(one, kind)}


class Zones(Chapter):
    """[zones]: who exerts zones of control, where, and what they do to movement."""

    by: Names = ()
    not_by: Names = ()
    not_across: Names = ()
    not_into: Names = ()
    entering: Literal["stop", "free"] | Price = "stop"
    leaving: Literal["free", "only at the start", "never"] | Price = "free"
    zone_to_zone: Literal["forbidden", "free"] | Price = "free"
    friend_negates: Annotated[
        tuple[Literal["supply", "retreat", "movement", "advance"], ...], BeforeValidator(listed)
    ] = ()


class Stacking(Chapter):
    """[stacking]: how much a hex holds, and when that counts."""

    limit: Cost | dict[str, Cost] | None = None
    count: Literal["units", "steps", "points"] = "units"
    points: Text = ""
    free: Names = ()
    when: Literal["end", "always"] = "end"


class Road(Part):
    """A kind of line: what a hex along it costs in place of its terrain and hexside.

    It `bridges` hexsides that are closed, and `opens` the closed terrain that is named.
    """

    replaces: Cost
    classes: Names = ()
    bridges: StrictBool = True
    opens: Names = ()
    rule: Text = ""


class SecondMove(Part):
    """A phase in which only some units move, with part of their allowance."""

    classes: Names = ()
    types: Names = ()
    allowance: Amount = "same"
    rule: Text = ""


Crossing = Literal["adds", "free", "forbidden", "stop", "all"]


class Movement(Named):
    """[movement]: allowance, classes of units, roads; costs stand with the terrain."""

    allowance: Text = "movement"
    at_least_one_hex: StrictBool = True
    class_: dict[str, Names] = Field(default={})
    forbidden: Text = "-"
    clear: Cost = 1
    mixed: Literal["dearest", "sum"] = "dearest"
    halves: Literal["down", "up", "exact"] = "down"
    only: dict[str, SecondMove] = Field(default={})
    when: Names = ()


class Through(Part):
    """A link of supply: units of a type that hand it on, as headquarters do."""

    type: Names
    length: Count | Text = Field(union_mode="left_to_right")


class Lines(Part):
    """A side's supply lines: from where, how long, along what."""

    sources: Names = Field(min_length=1)
    length: Count | None = None
    by: Literal["hexes", "points"] = "hexes"
    along: Names = ()
    off: Count | None = None
    class_: Text = ""
    through: Through | None = None


class State(Part):
    """What a state of supply does to a unit."""

    movement: Amount = "same"
    attack: Amount = "same"
    defence: Amount = "same"
    eliminated_after: Count | None = None


class Supply(Named):
    """[supply]: when it is judged, its states, each side's lines, what the lack of it does."""

    when: Names = ()
    states: tuple[Text, ...] = Field(default=("supplied", "out"), min_length=2, max_length=4)
    closed: Names = ("enemy", "enemy-zone")


class Across(Part):
    """What a hexside (or a hex that is attacked from or into) does to an attack.

    `attackers` changes the strength of each unit that attacks across it, `shift` and `die` the
    whole battle.
    """

    attackers: Amount = "same"
    defence: Amount = "same"
    shift: Number = 0
    die: Number = 0
    when: Literal["each", "all", "any"] | None = None
    bridged_by: Names = ()
    types: Names = ()
    rule: Text = ""


class Support(Part):
    """Units that fight from a distance."""

    type: Names
    range: Count | Text = Field(default=1, union_mode="left_to_right")
    strength: Text = ""
    alone: StrictBool = False
    immune: StrictBool = True
    defends: StrictBool = False
    rule: Text = ""


class BattleOffer(Part):
    """An option of a battle: what each point of `--with NAME=N` does."""

    shift: Number = 0
    die: Number = 0
    attack: Number = 0
    defence: Number = 0
    most: Count = 1
    side: Text = ""
    rule: Text = ""
    name: Text = ""


class Combat(Chapter):
    """[combat]: how the strengths of a battle are compared, and what shifts the column."""

    table: Text = ""
    by: Literal["ratio", "difference", "strength"] = "ratio"
    round: Literal["for-defender", "for-attacker", "nearest"] = "for-defender"
    die: Text = Field(default="1d6", pattern=DICE)
    mandatory: StrictBool = False
    attack: Text = ""
    defence: Text = ""
    defended_by: Literal["all", "best", "top"] = "all"
    less_than_table: Literal["not allowed", "first column"] = "not allowed"
    more: Literal["last column", "not allowed"] = "last column"
    terrain: Literal["shift", "add", "multiply", "die", "none"] = "shift"
    value: Text = "defence"
    mixed: Literal["best", "sum"] = "best"
    halves: Literal["exact", "up", "down"] = "exact"
    across: dict[str, Across] = Field(default={})
    from_: dict[str, Across] = Field(default={})
    into: dict[str, Across] = Field(default={})
    shift: dict[str, Modifier] = Field(default={})
    roll: dict[str, Modifier] = Field(default={})
    most_shift: Count | None = None
    support: Support | tuple[Support, ...] | None = None
    offers: dict[str, BattleOffer] = Field(default={})
    hexes: Literal["one", "several"] = "one"
    no_attack: Names = ()
    when: Names = ()

    @property
    def strengths(self) -> tuple[str, ...]:
        """The fields of units that it names as strengths."""
        support = (self.support,) if isinstance(self.support, Support) else self.support or ()
        named = (self.attack, self.defence, *(one.strength for one in support))
        return tuple(filter(None, named))


Loss = Literal["all", "half", "as much", "as many steps"] | Count
"""Steps, or how much of the stack."""


class Fate(Part):
    """What a result does to one side."""

    lose: Loss = 0
    retreat: Count = 0
    or_lose: Count | Literal["all"] | None = None
    marker: Text = ""


class Result(Part):
    """[results.X]: a cell of the combat table in words of action."""

    attacker: Fate = Field(default_factory=Fate)
    defender: Fate = Field(default_factory=Fate)
    advance: StrictBool = True
    name: Text = ""
    rule: Text = ""


class Retreat(Chapter):
    """[retreat]: where beaten units go, who chooses, and what becomes of those without a way."""

    by: Literal["owner", "enemy"] = "owner"
    not_into: Names = ("enemy", "enemy-zone", "closed")
    prefer: Names = ()
    overstacking: Literal["go on one hex", "forbidden", "allowed"] = "forbidden"
    away: StrictBool = True
    none: Literal[
        "eliminated",
        "stands",
        "loses a step for each hex not gone",
        "loses a step",
    ] = "eliminated"
    not_by: Names = ()
    zone_loss: Count = 0


class Advance(Chapter):
    """[advance]: who follows into the hex that was given up, and how far."""

    units: Literal["all", "one", "none"] | Count = "all"
    hexes: Count | dict[str, Count] = 1
    regardless_of_zones: StrictBool = True
    only: Names = ()
    not_by: Names = ()
    not_into: Names = ()

    def longest(self, class_: str) -> int:
        """How many hexes a unit of a class advances."""
        if isinstance(self.hexes, int):
            return self.hexes
        return self.hexes.get(class_, self.hexes.get("default", 1))

    @property
    def nowhere(self) -> bool:
        """Whether the advance of every class has no length."""
        classes = self.hexes if isinstance(self.hexes, dict) else ()
        return not any(self.longest(class_) for class_ in ("default", *classes))


class Entry(Part):
    """Where a side's reinforcements come in, and what stops them."""

    at: Names
    not_into: Names = ("enemy",)
    replacements: Count = 0


class Group(Part):
    """Reinforcements that come together at a place of their own."""

    turn: Count
    units: Names
    at: Names = ()
    rule: Text = ""


class Arrivals(Named):
    """[arrivals]: reinforcements stand in counters.csv as `turn N`; here is where they come in."""

    group: dict[str, Group] = Field(default={})


class Effects(Part):
    """What a weather does."""

    movement: Amount = "same"
    attack: Amount = "same"
    shift: Number = 0
    die: Number = 0
    supply: Amount = "same"
    no_attack: StrictBool = False
    rule: Text = ""


class Weather(Named):
    """[weather]: the state variable that names it, a fixed calendar if there is one, effects."""

    state: Text = "weather"
    turns: dict[str, Text] = Field(default={})


class Hexes(Part):
    """Points for places held."""

    at: Names
    points: Number
    side: Text = ""
    name: Text = ""
    rule: Text = ""


class Losses(Part):
    """Points for the enemy's losses: units in the box of the eliminated."""

    box: Text = ""
    points: Number = 1
    per: Literal["unit", "step", "strength"] = "unit"
    of: Text = ""
    types: Names = ()
    rule: Text = ""


class Exits(Part):
    """Points for units that left the map into a box."""

    box: Text
    points: Number = 1
    side: Text
    rule: Text = ""


class Level(Part):
    """A verdict: `lead` is the least lead in points that earns it."""

    name: Text
    lead: Number
    side: Text = ""


class Victory(Chapter):
    """[victory]: points for hexes, losses and exits; what they are worth at the end."""

    hexes: tuple[Hexes, ...] = ()
    losses: tuple[Losses, ...] = ()
    exits: tuple[Exits, ...] = ()
    level: tuple[Level, ...] = ()


class Fog(Chapter):
    """[fog]: what a player does not see of the other side's stacks."""

    stacks: Literal["open", "top"] = "open"
    near: StrictBool = True


class RulesFile(Part):
    """All of rules.toml."""

    note: Text = ""
    zones: Zones | None = None
    stacking: Stacking = Field(default_factory=Stacking)
    movement: Movement = Field(default_factory=Movement)
    supply: Supply | None = None
    combat: Combat = Field(default_factory=Combat)
    results: dict[str, Result] = Field(default={})
    retreat: Retreat = Field(default_factory=Retreat)
    advance: Advance = Field(default_factory=Advance)
    arrivals: Arrivals = Field(default_factory=Arrivals)
    weather: Weather = Field(default_factory=Weather)
    victory: Victory = Field(default_factory=Victory)
    fog: Fog = Field(default_factory=Fog)

    def said(self, *keys: str) -> bool:
        """Whether an entry was written, rather than taken from its default."""
        part: Any = self
        for key in keys:
            if isinstance(part, Named) and key in part._entries:
                return True
            field = next(
                (name for name, info in type(part).model_fields.items() if info.alias == key), ""
            )
            if not field or field not in part.model_fields_set:
                return False
            part = getattr(part, field)
        return True
