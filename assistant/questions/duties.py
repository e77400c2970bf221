"""The duties of a phase as a game's duties.toml lists them: the file says what stands in which
phase, and the game's facts whether it stands now, and of whom."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from assistant.position import Unit
from assistant.questions.answers import Arrival, Arrivals, Duty
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
Fact = Callable[[Of, str], Any]
"""What a fact tells of a situation and the side in phase: nothing, one thing, or several."""
NOW = ("due", "possible")
"""The states of arrivals that come now."""


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
    """The duties of a game: each row of the file names the phases in which it stands, without
    their sides (none: in all), a fact, and what it says. A row about `arrivals` of a kind has one
    duty for each of them, or for all alike that are told `together`; `tells` are the parts of an
    arrival that it takes: its `hexes`, its `rule` and, as {n}, its `price`."""

    file: Path
    facts: Mapping[str, Fact[Of]]
    arrivals: Callable[[Of], Arrivals]

    @cached_property
    def rows(self) -> tuple[Mapping[str, Any], ...]:
        """The rows in their order, which is that of the answer."""
        return tuple(tomllib.loads(self.file.read_text("utf-8"))["duty"])

    def knows(self, phase: str) -> bool:
        """Whether any row names a phase."""
        return any(phase in row.get("phases", ()) for row in self.rows)

    def duties(self, situation: Of, phase: str, side: str) -> Iterator[Duty]:
        """Those that stand in a phase; every fact is worked out when a row asks for it."""
        names = {phase, phase.removeprefix(f"{side}-")}
        for row in self.rows:
            if "phases" in row and names.isdisjoint(row["phases"]):
                continue
            told = self._told(row, situation, side)
            for one in told if isinstance(told, list) else [told]:
                if one is not None:
                    text = one.text or row["text"]
                    said = Saying(text, **one.values) if one.values else text
                    number = one.rule or row["rule"]
                    yield Duty(said, row["standing"], number, one.units, one.hexes)

    def _told(self, row: Mapping[str, Any], situation: Of, side: str) -> Any:
        """What a row tells of a situation, before it is put into its sentence."""
        if "arrivals" in row:
            kind, states = row["arrivals"], row.get("states", NOW)
            found = (one for one in self.arrivals(situation).arrivals if one.state in states)
            its = [one for one in found if (one.side, one.kind) == (side, kind)]
            return _coming(its, row.get("tells", ()), row.get("together", False))
        return self.facts[row["fact"]](situation, side) if "fact" in row else Tells()


def _coming(found: Iterable[Arrival], parts: Iterable[str], together: bool) -> list[Tells]:
    """Arrivals as they are told, each by itself or those that are alike together."""
    groups: dict[Any, list[Arrival]] = {}
    for number, one in enumerate(found):
        alike = ("rule" in parts and one.rule, "price" in parts and one.price)
        groups.setdefault(alike if together else number, []).append(one)
    return [
        Tells(
            tuple(unit for one in its for unit in one.units),
            tuple(dict.fromkeys(entry.hex for one in its for entry in one.entries))
            if "hexes" in parts
            else (),
            {"n": its[0].price} if "price" in parts and its[0].price else {},
            its[0].rule if "rule" in parts else "",
        )
        for its in groups.values()
    ]
