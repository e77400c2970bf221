"""The duties of a phase as a game's duties.toml lists them: the file says what stands in which
phase, and the game's facts whether it stands now, and of whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Duty, Standing
from assistant.questions.data import Data, Row
from assistant.questions.reasons import Saying


@dataclass(frozen=True)
class Tells:
    """What a fact tells: the units and hexes that its duty is about, what the text has to name;
    `rule` and `text` stand in place of those of the file."""

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str = ""
    text: str = ""


Of = TypeVar("Of")
Told = Tells | None | Sequence[Tells | None]
Fact = Callable[[Of, str], Told]
"""What a fact tells of a situation and the side in phase: nothing, one thing, or several."""
NOW = ("due", "possible")
"""The states of arrivals that come now."""
Part = Literal["hexes", "rule", "price"]


@dataclass(frozen=True)
class DutyRow(Row):
    """A duty of the file. It stands in `phases`, without their sides (none: in all), if a `fact`
    holds, or without one always. One about `arrivals` of a kind in some `states` has one duty for
    each of them, or for all alike that are told `together`; `priced` keeps those that cost
    something, or those that do not; `tells` are the parts of an arrival that it takes: its
    `hexes`, its `rule` and, as {n}, its `price`. Without `text` the fact says it."""

    standing: Standing
    rule: str
    text: str = ""
    phases: tuple[str, ...] = ()
    fact: str = ""
    arrivals: str = ""
    states: tuple[str, ...] = NOW
    tells: tuple[Part, ...] = ()
    together: bool = False
    priced: bool | None = None

    def takes(self, one: Arrival) -> bool:
        """Whether an arrival is one of those that this row is about, whatever its side."""
        as_priced = self.priced in (None, bool(one.price))
        return one.kind == self.arrivals and one.state in self.states and as_priced


@dataclass(frozen=True)
class DutyFile(Row):
    """A file of duties, in the order of the answer."""

    duty: tuple[DutyRow, ...]


def of_units(found: Iterable[Unit], **values: Any) -> Tells | None:
    """Some units, if there are any."""
    ids = tuple(unit.id for unit in found)
    return Tells(ids, values=values) if ids else None


def of_hexes(found: Iterable[str]) -> Tells | None:
    """Some hexes by name, if there are any."""
    names = tuple(sorted(found))
    return Tells(hexes=names) if names else None


def when(holds: object, **values: Any) -> Tells | None:
    """No units and no hexes, only that it is so."""
    return Tells(values=values) if holds else None


@dataclass(frozen=True)
class Listed(Generic[Of]):
    """The duties of a game: a file, the facts that it names, and who comes."""

    file: Path
    facts: Mapping[str, Fact[Of]]
    arrivals: Callable[[Of], Arrivals]

    @cached_property
    def rows(self) -> tuple[DutyRow, ...]:
        """The rows in their order, which is that of the answer."""
        return Data(self.file, DutyFile).read.duty

    def knows(self, phase: str) -> bool:
        """Whether any row names a phase."""
        return any(phase in row.phases for row in self.rows)

    def duties(self, situation: Of, phase: str, side: str) -> Iterator[Duty]:
        """Those that stand in a phase; every fact is worked out when a row asks for it."""
        names = {phase, phase.removeprefix(f"{side}-")}
        for row in self.rows:
            if row.phases and names.isdisjoint(row.phases):
                continue
            told = self._told(row, situation, side)
            for one in (told,) if told is None or isinstance(told, Tells) else told:
                if one is not None:
                    text = one.text or row.text
                    said = Saying(text, **one.values) if one.values else text
                    yield Duty(said, row.standing, one.rule or row.rule, one.units, one.hexes)

    def _told(self, row: DutyRow, situation: Of, side: str) -> Told:
        """What a row tells of a situation, before it is put into its sentence."""
        if row.arrivals:
            coming = self.arrivals(situation).arrivals
            return _coming([one for one in coming if one.side == side and row.takes(one)], row)
        return self.facts[row.fact](situation, side) if row.fact else Tells()


def _coming(found: Iterable[Arrival], row: DutyRow) -> list[Tells]:
    """Arrivals as a row tells them, each by itself or those that are alike together."""
    parts = row.tells
    groups: dict[object, list[Arrival]] = {}
    for number, one in enumerate(found):
        alike = ("rule" in parts and one.rule, "price" in parts and one.price)
        groups.setdefault(alike if row.together else number, []).append(one)
    return [_of_arrivals(its, parts) for its in groups.values()]


def _of_arrivals(its: Sequence[Arrival], parts: Sequence[Part]) -> Tells:
    """What is told of arrivals that are alike."""
    hexes = (entry.hex for one in its for entry in one.entries)
    return Tells(
        tuple(unit for one in its for unit in one.units),
        tuple(dict.fromkeys(hexes)) if "hexes" in parts else (),
        {"n": its[0].price} if "price" in parts and its[0].price else {},
        its[0].rule if "rule" in parts else "",
    )
