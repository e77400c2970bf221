"""How a game is played where no question tells it: which phases are for what, when state, decks and
marks change, what a result costs. Who judges a log asks it; each game's room says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

from assistant.questions.answers import Odds
from assistant.questions.data import Row

Subject = Literal[
    "sequence",
    "movement",
    "stacking",
    "combat",
    "results",
    "retreat",
    "advance",
    "arrivals",
    "recovery",
    "twice",
    "control",
]
Kind = Literal["movement", "combat", "both", "neither", "unknown"]
Direction = Literal["any", "grows", "fixed"]
Cause = Literal["supply", "attacked", "defended", "moved", "phase"]


@dataclass(frozen=True)
class Changes(Row):
    """When a state variable changes: in phases whose names begin so or end so (any if there are
    none), in which direction, and how high it stands at the most from a turn on. `since` and
    `until` are the first and last turn of some of its values. What sets it back to the default is
    the players' business, if it does not only grow."""

    rule: str
    phases: tuple[str, ...] = ()
    direction: Direction = "any"
    most: Mapping[int, int] = field(default_factory=dict)
    since: Mapping[str, int] = field(default_factory=dict)
    until: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Draws(Row):
    """When a deck is drawn from: in phases whose names end so, and in `early` ones by players who
    move the marker later. `strict` tells that nothing else, such as an event, lets anybody draw. In
    the phases `due` as many must be drawn as the duty of the same rule says, and an event may spare
    the last `spared` of them. The phases `empty_before` begin only when nothing is left in it, by
    the rule `emptied`."""

    rule: str
    phases: tuple[str, ...]
    strict: bool = True
    due: tuple[str, ...] = ()
    spared: int = 0
    early: tuple[str, ...] = ()
    empty_before: tuple[str, ...] = ()
    emptied: str = ""


@dataclass(frozen=True)
class Mark(Row):
    """What brings a mark: the supply of the unit, its attack, an attack on it, a way that it went,
    or the phase alone. `given` and `taken` are ends of the names of the phases in which it is given
    and taken off, any if there is none; `off` is the rule of taking it off, if that is another."""

    rule: str
    cause: Cause
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    off: str = ""


@dataclass(frozen=True)
class Due(Row):
    """The steps that a side loses in all, at least and at most, and the rule."""

    least: int
    most: int
    rule: str


@dataclass(frozen=True)
class Rolled:
    """A battle as far as its attackers' losses hang on it. `outcome` is the one of the answer to
    the question of retreats, which may replace the result, and `chosen` tells that this answer
    leaves a choice; `lost` are the steps that the defender lost, and `gone` tells that an attacker
    left the map."""

    odds: Odds
    result: str
    outcome: str = ""
    lost: int = 0
    chosen: bool = False
    gone: bool = False


@dataclass(frozen=True)
class Leaves(Row):
    """Units that go off the map: in phases whose names end so, by a rule, into a box or none."""

    phases: str
    rule: str
    box: str = ""


@dataclass(frozen=True)
class Once(Row):
    """What is attacked no more than once in a phase of battles: a defender, or a hex."""

    rule: str
    what: Literal["unit", "hex"]


Dues = Callable[[Rolled], "Due | None"]


def unknown_dues(rolled: Rolled) -> Due | None:
    """Nothing is known of what a result costs the attackers."""
    return None


@dataclass(frozen=True)
class Play(Row):
    """What the log of a game is judged by beside the answers to the questions, as the play.toml of
    its room says. Phases are meant by the ends of their names."""

    chapters: Mapping[Subject, str] = field(default_factory=dict)
    """The rule's number of each subject, for findings of which no answer names one."""
    results: Mapping[str, str] = field(default_factory=dict)
    """The rules of results that have one of their own."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """What phases are for whose names do not tell it."""
    comes_round: bool = False
    """Whether the phases of a turn come round more than once, in any order."""
    active: str = ""
    """The state variable that names the side whose phase it is, where phases are of no side."""
    activated_in: tuple[str, ...] = ()
    """The phases in which another side may become that."""
    states: Mapping[str, Changes] = field(default_factory=dict)
    draws: Mapping[str, Draws] = field(default_factory=dict)
    """Decks by their ids."""
    marks: Mapping[str, Mark] = field(default_factory=dict)
    """The marks that are judged. Others are the players' own."""
    supply_in: str = ""
    """The phases as of which marks of supply are judged; any if there are none."""
    marks_off_in: str = ""
    """The phases in which all marks of supply come off."""
    owner_marks: bool = False
    """Whether the owner chooses who of those beyond supply bears the mark."""
    own_arrivals: bool = False
    """Whether units come from the turn track in phases of their own side alone."""
    zones_bar: str = ""
    """The rule by which nothing is placed in enemy zones of control."""
    must_attack: str = ""
    """The rule by which units must attack, as the duties of a phase name it."""
    attacked_once: Once | None = None
    nobody_leaves: str = ""
    """The rule by which no unit leaves the map in phases of movement."""
    embarks: Leaves | None = None
    removes: Leaves | None = None
    """Units out of supply that are removed."""
    quiet: Mapping[str, Due] = field(default_factory=dict)
    """Results after which nobody goes anywhere, with what each side loses."""
    answered: Sequence[str] = ()
    """Results after which those who were attacked may attack in their turn."""
    refusal: str = ""
    """The rule by which a stack that refuses its retreat pays a step."""
    dues: Dues = unknown_dues
    """What a result costs the attackers; None where a choice that no log tells decides it."""


@runtime_checkable
class HasPlay(Protocol):
    """Rules that tell how their game is played."""

    @property
    def play(self) -> Play: ...
